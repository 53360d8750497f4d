"""The extension clearway._native: libclearway compiled as it is, and seen through cffi.

The public headers go through the preprocessor and are then handed to cffi as they are, so that no
declaration is written twice; the compiler checks each against the header. What Python wants to do
for many points in one call is in native.h and native.c.
"""

import pathlib
import subprocess
import sysconfig
import tempfile

from cffi import FFI

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The modules that Python uses, in the order of their includes.
MODULES = ("base", "plan", "surface", "scene", "navmesh", "clearance", "path", "sights", "skeleton",
           "roadmap", "crowd")
# Headers of the C library: cffi knows their types already.
SYSTEM_HEADERS = ("stdbool.h", "stddef.h", "stdint.h")
# The flags of cmake/flags.cmake that decide about bits.
FLAGS = ["-std=c17", "-O2", "-g0", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno"]
GNU_FLAGS = ["-fno-tree-vectorize", "-fno-tree-loop-distribution"]

# Macros that Python needs; the preprocessor leaves none of them.
CONSTANTS = """
#define CW_NONE ...
static const double CW_COORDINATE_LIMIT;
static const double CW_CLEARANCE_TOLERANCE;
static const double CW_SMALLEST_RADIUS;
"""

CALLBACKS = """
extern "Python" bool cw_python_progress(void *user, const char *stage, double fraction);
extern "Python" void cw_python_log(void *user, const char *message);
"""


def compiler():
    return (sysconfig.get_config_var("CC") or "cc").split()


def declarations():
    """What the headers declare, without macros, attributes and the C library."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM_HEADERS:
            (pathlib.Path(folder) / name).touch()
        includes = [f'#include "clearway/{module}.h"' for module in MODULES]
        includes.append('#include "native.h"')
        command = [*compiler(), "-E", "-P", "-nostdinc", "-I", folder, "-I", str(ROOT / "include"),
                   "-I", str(ROOT / "python"), "-D__attribute__(x)=", "-x", "c", "-"]
        done = subprocess.run(command, input="\n".join(includes), check=True, text=True,
                              stdout=subprocess.PIPE)
    return done.stdout


def is_gnu():
    done = subprocess.run([*compiler(), "--version"], check=True, text=True,
                          stdout=subprocess.PIPE)
    return "Free Software Foundation" in done.stdout


def files(*patterns):
    """Files by pattern, relative to the root, in a fixed order."""
    return [str(path.relative_to(ROOT)) for pattern in patterns
            for path in sorted(ROOT.glob(pattern))]


builder = FFI()
builder.cdef(declarations() + CONSTANTS + CALLBACKS)
builder.set_source(
    "clearway._native",
    '#include "clearway/clearway.h"\n#include "native.h"\n',
    sources=files("src/**/*.c", "python/native.c"),
    depends=files("include/**/*.h", "src/**/*.h", "python/native.h"),
    include_dirs=["include", "src", "python"],
    define_macros=[("CW_THREADS", None), ("_POSIX_C_SOURCE", "200809L")],
    extra_compile_args=FLAGS + (GNU_FLAGS if is_gnu() else []) + ["-pthread"],
    extra_link_args=["-pthread", "-Wl,--strip-debug"],
    libraries=["m"],
)
