"""Builds the compiled core and maps the folders of the repository to packages.

Environment switches, for a build from source:

- ``CATBOX_NATIVE=1``: for this processor only, with every instruction it has.
- ``CATBOX_SANITIZE=1``: with AddressSanitizer and UndefinedBehaviorSanitizer (see ``make sanitize``).
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOMS = sorted(map(str, Path("src/core").glob("*.pxd")))
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def switched_on(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


class BuildCore(build_ext):
    """Adds the compiler's options, which depend on the compiler found."""

    def build_extensions(self) -> None:
        compile_args, link_args = self.options()
        for extension in self.extensions:
            extension.extra_compile_args += compile_args
            extension.extra_link_args += link_args
        super().build_extensions()

    def options(self) -> tuple[list[str], list[str]]:
        if self.compiler.compiler_type == "msvc":
            return ["/O2"], []
        if switched_on("CATBOX_SANITIZE"):
            return ["-O1", "-g", "-fno-omit-frame-pointer", *SANITIZERS], SANITIZERS
        if switched_on("CATBOX_NATIVE"):
            return ["-O3", "-march=native"], []
        return ["-O3"], []


setup(
    packages=["catbox.cli", *find_packages("src", include=["catbox", "catbox.*"])],
    package_dir={"catbox": "src/catbox", "catbox.cli": "cli"},
    package_data={"catbox": ["py.typed", "*.pyi"]},
    ext_modules=cythonize(
        [Extension("catbox.catbox_core", ["catbox_core.pyx"], depends=ROOMS)], include_path=["src"]
    ),
    cmdclass={"build_ext": BuildCore},
)
