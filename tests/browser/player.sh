#!/usr/bin/env bash
# The player in a real browser: player.sh COMMAND. Exits with 77 where there is none.
set -euo pipefail
command=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [[ -z $browser ]] || ! command -v node >/dev/null; then
    echo "skipped: no Chromium or no node"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$command" sim "$here/../../examples/office-exit.json" -o "$folder/run.sqlite" --quiet
"$command" draw "$folder/run.sqlite" -o "$folder/run.html" --quiet
node "$here/player.mjs" "$browser" "$folder/run.html" ${CW_SCREENSHOT:+"$CW_SCREENSHOT"}
