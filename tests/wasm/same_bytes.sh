#!/usr/bin/env bash
# The same scenes give the same meshes, the same clearance tables and the same paths, byte for byte, at
# -O0 and -O3, with 1 and 2 workers, with gcc and clang, and in WebAssembly; and clearway.wasm works
# through its exports.
#
#   same_bytes.sh BUILD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
source_dir=$(cd "$here/../.." && pwd)
work=$1/same_bytes
mkdir -p "$work"

for tool in clang wasm-ld node; do
    command -v "$tool" >/dev/null || { echo "same_bytes: $tool is missing, skipped"; exit 77; }
done
[[ -e /usr/lib/wasm32-wasi/libc.a ]] || { echo "same_bytes: wasi-libc is missing, skipped"; exit 77; }

# build NAME TARGETS CMAKE-FLAGS...
build() {
    local name=$1 targets=$2
    shift 2
    cmake -S "$source_dir" -B "$work/$name" --log-level=NOTICE -DCW_TESTS=OFF -DCW_IO=OFF \
        "$@" >"$work/$name.log"
    # shellcheck disable=SC2086 # several targets
    cmake --build "$work/$name" -j 2 --target $targets >>"$work/$name.log" 2>&1 ||
        { tail -n 40 "$work/$name.log"; exit 1; }
}

build O0 same_bytes_driver -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0
build O3 same_bytes_driver -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS_RELEASE="-O3 -march=native -DNDEBUG"
build clang same_bytes_driver -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG"
build wasm "same_bytes_driver clearway_wasm clearway_layout" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$source_dir/cmake/wasi.cmake"

"$work/O0/same_bytes_driver" 1 >"$work/expected.txt"
[[ -s $work/expected.txt ]] || { echo "same_bytes: no output"; exit 1; }
failed=0
compare() {
    if cmp -s "$work/expected.txt" "$work/$1.txt"; then
        echo "same bytes: $1"
    else
        echo "DIFFERENT: $1"
        diff "$work/expected.txt" "$work/$1.txt" | head -n 20 || true
        failed=1
    fi
}
for name in O0 O3 clang; do
    for workers in 1 2; do
        "$work/$name/same_bytes_driver" "$workers" >"$work/$name-$workers.txt"
        compare "$name-$workers"
    done
done
run_wasm() {
    node --no-warnings "$here/run.mjs" "$@"
}
run_wasm program "$work/wasm/same_bytes_driver.wasm" 2 >"$work/wasm.txt"
compare wasm
read -r length hash < <("$work/O0/same_bytes_driver" corner)
run_wasm program "$work/wasm/clearway_layout.wasm" >"$work/layout.json"
run_wasm module "$work/wasm/clearway.wasm" "$source_dir/web/exports.txt" "$work/layout.json" \
    "$length" "$hash"
exit "$failed"
