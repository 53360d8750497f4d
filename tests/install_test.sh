#!/usr/bin/env bash
# Installs into a temporary folder and builds and runs the examples against that install: through
# the CMake package, through pkg-config with the shared libraries, and with the static ones.
#
#   install_test.sh BUILD
set -euo pipefail
source_dir=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix
plan=$work/plan.wkt

fail() {
    echo "install test: $*" >&2
    exit 1
}

# says PATTERN COMMAND...: whether a command succeeds and prints this. Its output is taken whole
# first: `COMMAND | grep -q` now and then ends the command by SIGPIPE.
says() {
    local pattern=$1 output
    shift
    output=$("$@" 2>&1) && grep -q "$pattern" <<<"$output"
}

cmake --install "$build" --prefix "$prefix" >"$work/install.log" || fail "$(cat "$work/install.log")"

# The prefix is where it was asked to be; the library folder depends on the system.
libdir=$(dirname "$(find "$prefix" -name libclearway.a)")
for file in bin/clearway include/clearway/clearway.h include/clearway/io.h \
    share/man/man1/clearway.1 share/bash-completion/completions/clearway; do
    [[ -e $prefix/$file ]] || fail "$file is not installed"
done
for file in libclearway.so libclearway-io.so libclearway-io.a pkgconfig/clearway.pc \
    pkgconfig/clearway-io.pc cmake/clearway/clearwayConfig.cmake; do
    [[ -e $libdir/$file ]] || fail "$file is not installed"
done
says 'SONAME.*libclearway\.so\.[0-9]' readelf -d "$libdir/libclearway.so" ||
    fail "libclearway.so has no versioned soname"
"$prefix/bin/clearway" --help >/dev/null || fail "the installed command does not run"
# What a benchmark compares with is no part of the package.
if readelf -d "$prefix/bin/clearway" | grep NEEDED | grep -iE 'recast|detour'; then
    fail "the installed command needs librecast"
fi
says 'without librecast' "$prefix/bin/clearway" bench detour ||
    fail "the installed command does not say that it is without librecast"

# Only what the public headers declare is visible.
if nm -D --defined-only "$libdir/libclearway.so" | awk '$2 == "T" {print $3}' | grep -v '^cw_'; then
    fail "libclearway.so exports names that do not start with cw_"
fi
# libc and libm only.
if readelf -d "$libdir/libclearway.so" | grep NEEDED |
    grep -vE 'lib(c|m|pthread)\.so|ld-linux|libgcc_s'; then
    fail "libclearway.so needs more than libc and libm"
fi

echo 'POLYGON ((0 0, 10 0, 10 6, 0 6, 0 0), (4 2, 6 2, 6 4, 4 4, 4 2))' >"$plan"

# The program in the README ends with a path.
sed -n '/^```c$/,/^```$/{/^```/d;p}' "$source_dir/README.md" >"$work/readme.c"
export PKG_CONFIG_PATH=$libdir/pkgconfig
# shellcheck disable=SC2046
cc "$work/readme.c" $(pkg-config --cflags --libs clearway) -o "$work/readme" ||
    fail "the program of the README does not compile"
LD_LIBRARY_PATH=$libdir says '^1[01]\.[0-9]* m$' "$work/readme" || fail "the program of the README finds no path"

# run FOLDER: runs the examples that were built there.
run() {
    "$1/build_mesh" >"$1/build_mesh.txt" || fail "build_mesh failed in $1"
    grep -q '(3, 3) is a wall' "$1/build_mesh.txt" || fail "build_mesh printed: $(cat "$1"/*.txt)"
    "$1/find_path" >"$1/find_path.txt" || fail "find_path failed in $1"
    grep -q 'radius 1.2: the radius does not fit; 1.00 would' "$1/find_path.txt" ||
        fail "find_path printed: $(cat "$1/find_path.txt")"
    "$1/run_crowd" >"$1/run_crowd.txt" || fail "run_crowd failed in $1"
    grep -q ' s: 0 inside' "$1/run_crowd.txt" || fail "run_crowd printed: $(cat "$1/run_crowd.txt")"
    "$1/read_plan" "$plan" "$1/plan.json" "$1/plan.png" >"$1/read_plan.txt" ||
        fail "read_plan failed in $1"
    grep -q '56 m2' "$1/read_plan.txt" || fail "read_plan printed: $(cat "$1/read_plan.txt")"
    [[ -s $1/plan.json && -s $1/plan.png ]] || fail "read_plan left no files in $1"
}

cmake -S "$source_dir/examples" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" >"$work/cmake.log" ||
    fail "$(cat "$work/cmake.log")"
cmake --build "$work/cmake" >"$work/cmake.log" || fail "$(cat "$work/cmake.log")"
run "$work/cmake"

export PKG_CONFIG_PATH=$libdir/pkgconfig
mkdir "$work/shared" "$work/static"
for pair in build_mesh:clearway find_path:clearway run_crowd:clearway read_plan:clearway-io; do
    name=${pair%:*} package=${pair#*:}
    source=$source_dir/examples/$name.c
    # shellcheck disable=SC2046 # flags are words
    cc -std=c17 "$source" $(pkg-config --cflags --libs "$package") -Wl,-rpath,"$libdir" \
        -o "$work/shared/$name"
    # The project's own libraries from their archives, those of the system as they come: Debian has
    # no static GEOS.
    # shellcheck disable=SC2046
    cc -std=c17 "$source" $(pkg-config --cflags "$package") "$libdir/libclearway-io.a" \
        "$libdir/libclearway.a" $(pkg-config --libs geos cairo jansson assimp sqlite3 libzip expat) -lm -pthread \
        -o "$work/static/$name" 2>"$work/static.log" || fail "static link: $(cat "$work/static.log")"
done
run "$work/shared"
run "$work/static"
echo "installed $(find "$prefix" -type f | wc -l) files; examples run three ways"
