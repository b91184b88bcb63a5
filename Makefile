# Everything is built and run in virtual environments under build/. Building leaves catbox_core.c and
# src/*.egg-info beside, tools their caches; `make clean` removes all that, but not .benchmarks, the runs saved.
# PYTHON is the interpreter the environments are made from: 3.10 or newer, with its headers and its venv module.
# pip needs the network, to fetch what they build and test with.

PYTHON ?= python3
VENV := build/venv
BIN := $(VENV)/bin
WHEELS := $(VENV)/wheels
SANITIZED := build/sanitized
SOURCES := $(shell find src cli -name '*.py' -o -name '*.pyi' -o -name "*.pxd" -o -name "*.pxi" -o -name py.typed) \
	catbox_core.pyx setup.py pyproject.toml

.PHONY: help demo test lint sanitize bench bench-compare yardstick horizon clean

help:
	@echo 'make demo           build, then show, solve and play a round'
	@echo 'make test           the test suite, on the installed package'
	@echo 'make lint           ruff, mypy and cython-lint'
	@echo 'make sanitize       the test suite on a build with AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make bench          benchmarks; the run is saved in .benchmarks'
	@echo 'make bench-compare  benchmarks, compared with the last saved run'
	@echo 'make yardstick      time and nodes against a plain C++ search'
	@echo 'make horizon        share of realistic positions solved within a second'
	@echo 'make clean          remove what was built, and caches'

# The wheel is built from the source distribution, so that what one lacks the other shows.
$(WHEELS)/built: $(SOURCES) MANIFEST.in | $(BIN)/python
	rm -rf $(WHEELS)
	mkdir -p $(WHEELS)
	@echo 'building, about a minute'
	$(BIN)/python -m pip install --quiet build
	$(BIN)/python -m build --outdir $(WHEELS) . > $(WHEELS)/log 2>&1 || { cat $(WHEELS)/log >&2; exit 1; }
	@touch $@

$(VENV)/installed: $(WHEELS)/built
	$(BIN)/python -m pip install --quiet $(WHEELS)/*.whl
	$(BIN)/python -m pip install --quiet --no-deps --force-reinstall $(WHEELS)/*.whl
	@touch $@

$(VENV)/tools: $(VENV)/installed
	$(BIN)/python -m pip install --quiet "$$(echo $(WHEELS)/*.whl)[dev]"
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 10) or sys.exit("Python 3.10 or newer is needed: make PYTHON=...")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'No virtual environment could be made: is the venv module of $(PYTHON) installed?' >&2; exit 1; }

demo: $(VENV)/installed
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh docs/demo.sh

test: $(VENV)/tools
	$(BIN)/python -m pytest

# mypy reads what is installed, where src/catbox and cli lie as they are imported.
lint: $(VENV)/tools
	$(BIN)/ruff check .
	$(BIN)/mypy -p catbox
	$(BIN)/mypy --ignore-missing-imports src/catbox_command.py
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint catbox_core.pyx src/core

# CPython never frees what it keeps for the life of the process, so leaks are not looked for.
sanitize: $(SANITIZED)/installed
	LD_PRELOAD="$$($(CC) -print-file-name=libasan.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	$(SANITIZED)/bin/python -m pytest

$(SANITIZED)/installed: $(SOURCES)
	rm -rf $(SANITIZED)
	$(PYTHON) -m venv $(SANITIZED)
	$(SANITIZED)/bin/python -m pip install --quiet build
	CATBOX_SANITIZE=1 $(SANITIZED)/bin/python -m build --outdir $(SANITIZED)/wheels . > $(SANITIZED)/log 2>&1 \
		|| { cat $(SANITIZED)/log >&2; exit 1; }
	$(SANITIZED)/bin/python -m pip install --quiet "$$(echo $(SANITIZED)/wheels/*.whl)[test]"
	@touch $@

BENCHMARK = $(BIN)/python -m pytest bench --benchmark-only --benchmark-group-by=func \
	--benchmark-columns=min,median,iqr,rounds

bench: $(VENV)/tools
	$(BENCHMARK) --benchmark-autosave

bench-compare: $(VENV)/tools
	$(BENCHMARK) --benchmark-compare

yardstick: $(VENV)/installed
	$(BIN)/python bench/yardstick.py

horizon: $(VENV)/installed
	$(BIN)/python bench/horizon.py

clean:
	rm -rf build dist src/*.egg-info catbox_core.c .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name .venv -prune -o -name __pycache__ -prune -exec rm -rf {} +
