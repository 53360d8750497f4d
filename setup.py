"""The wheel of the Python package: python/clearway with src/ compiled into it.

    pip wheel . --no-build-isolation --no-deps

One wheel serves Python 3.9 and newer (abi3). The sources are compiled side by side, as many at a
time as there are processors (or JOBS).
"""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from setuptools import setup
from setuptools.command.build_ext import build_ext

# What is made on the way; the wheel goes where pip is told.
WORK = os.path.join("build", "python", "work")
os.makedirs(WORK, exist_ok=True)


class ParallelBuild(build_ext):
    """Compiles the sources of the extension side by side; distutils does one after the other."""

    def build_extensions(self):
        compiler = self.compiler

        def compile_all(sources, output_dir=None, macros=None, include_dirs=None, debug=0,
                        extra_preargs=None, extra_postargs=None, depends=None):
            _, objects, postargs, options, build = compiler._setup_compile(
                output_dir, macros, include_dirs, sources, depends, extra_postargs)
            arguments = compiler._get_cc_args(options, debug, extra_preargs)

            def compile_one(item):
                target, (source, extension) = item
                compiler._compile(target, source, extension, arguments, postargs, options)

            jobs = int(os.environ.get("JOBS") or os.cpu_count() or 1)
            with ThreadPoolExecutor(jobs) as pool:
                list(pool.map(compile_one, build.items()))
            return objects

        compiler.compile = compile_all
        super().build_extensions()


def version():
    """The version is written once, in the public header."""
    with open("include/clearway/clearway.h", encoding="utf-8") as header:
        return re.search(r'#define CW_VERSION "([^"]+)"', header.read()).group(1)


setup(
    version=version(),
    cffi_modules=["python/build_cffi.py:builder"],
    cmdclass={"build_ext": ParallelBuild},
    options={
        "bdist_wheel": {"py_limited_api": "cp39"},
        "build": {"build_base": WORK},
        "egg_info": {"egg_base": WORK},
    },
)
