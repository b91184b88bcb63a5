"""Builds the compiled core and maps the folders of the repository to packages."""

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

setup(
    packages=["catbox.cli", *find_packages("src", include=["catbox", "catbox.*"])],
    package_dir={"catbox": "src/catbox", "catbox.cli": "cli"},
    package_data={"catbox": ["py.typed", "*.pyi"]},
    ext_modules=cythonize(
        [Extension("catbox.catbox_core", ["catbox_core.pyx"], extra_compile_args=["-O3"])],
        include_path=["src"],
    ),
)
