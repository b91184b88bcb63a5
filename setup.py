"""Builds the compiled core and maps the folders of the repository to packages.

On x86-64 the core is built twice: for any such processor, and once more with the bit instructions that most
have; `catbox.processor` takes the second one where it can. With ``CATBOX_SANITIZE=1`` in the environment it
is built once, with AddressSanitizer and UndefinedBehaviorSanitizer (see ``make sanitize``).
"""

import os
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

SANITIZE = os.environ.get("CATBOX_SANITIZE", "0") not in ("", "0")
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
BIT_INSTRUCTIONS = ["-mpopcnt", "-mbmi", "-mbmi2"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "nonecheck": True,
}
"""For the rooms too: what the head of a .pyx says does not reach the .pxd files it takes in. Their divisions
would look for zero, and raise where nothing can be raised."""

ROOMS = sorted(str(path) for path in Path("src/core").glob("*.px[di]"))


def extensions() -> list[Extension]:
    """The builds of the core, from one C source."""
    (core,) = cythonize(
        [Extension("catbox.catbox_core", ["catbox_core.pyx"], depends=ROOMS)],
        include_path=["src"],
        compiler_directives=DIRECTIVES,
    )
    # A build for several processors at once, as on macOS, has another name and no second core.
    if SANITIZE or not sysconfig.get_platform().endswith("x86_64"):
        return [core]
    second = "catbox.bit_instructions.catbox_core"
    return [core, Extension(second, core.sources, depends=ROOMS, extra_compile_args=BIT_INSTRUCTIONS)]


class BuildCore(build_ext):
    """Adds the compiler's options, which depend on the compiler found."""

    def build_extension(self, extension: Extension) -> None:
        if SANITIZE:
            extension.extra_compile_args += ["-O1", "-g", "-fno-omit-frame-pointer", *SANITIZERS]
            extension.extra_link_args += SANITIZERS
        else:
            extension.extra_compile_args += ["-O3", "-g0"]
        # Both builds come from the same source: their object files would have the same name.
        together, self.build_temp = self.build_temp, os.path.join(self.build_temp, extension.name)
        super().build_extension(extension)
        self.build_temp = together

    def copy_extensions_to_source(self) -> None:
        """For an editable installation: the second core's folder holds nothing else, so it may not exist."""
        Path("src/catbox/bit_instructions").mkdir(exist_ok=True)
        super().copy_extensions_to_source()


setup(
    packages=["catbox.cli", *find_packages("src", include=["catbox", "catbox.*"])],
    package_dir={"": "src", "catbox.cli": "cli"},
    py_modules=["catbox_command"],
    package_data={"catbox": ["py.typed", "*.pyi"]},
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildCore},
)
