#!/usr/bin/env bash
# The same scenes give the same meshes, the same clearance tables and the same paths, byte for byte, at
# -O0 by clang, at -O3 by gcc with 1 and 2 workers, and in WebAssembly; and clearway.wasm works through
# its exports.
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

# build FOLDER TARGETS CMAKE-FLAGS...
build() {
    local folder=$1 targets=$2 log=$work/${1##*/}.log
    shift 2
    cmake -S "$source_dir" -B "$folder" --log-level=NOTICE "$@" >"$log"
    # shellcheck disable=SC2086 # several targets
    cmake --build "$folder" -j 2 --target $targets >>"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
}

build "$work/O0" same_bytes_driver -DCW_TESTS=OFF -DCW_IO=OFF -DCMAKE_C_COMPILER=clang \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0
build "$work/O3" same_bytes_driver -DCW_TESTS=OFF -DCW_IO=OFF -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_FLAGS_RELEASE="-O3 -march=native -DNDEBUG"
# The folder of `make wasm`, which need not build it again.
build "$1/wasm" "same_bytes_driver clearway_wasm clearway_layout" -DCMAKE_BUILD_TYPE=Release \
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
for run in "O3 1" "O3 2"; do
    read -r name workers <<<"$run"
    "$work/$name/same_bytes_driver" "$workers" >"$work/$name-$workers.txt"
    compare "$name-$workers"
done
run_wasm() {
    node --no-warnings "$here/run.mjs" "$@"
}
run_wasm program "$1/wasm/same_bytes_driver.wasm" 2 >"$work/wasm.txt"
compare wasm
read -r length hash < <("$work/O0/same_bytes_driver" corner)
run_wasm program "$1/wasm/clearway_layout.wasm" >"$work/layout.json"
run_wasm module "$1/wasm/clearway.wasm" "$source_dir/web/exports.txt" "$work/layout.json" \
    "$length" "$hash"
exit "$failed"
