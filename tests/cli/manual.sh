#!/usr/bin/env bash
# The manual page and the completion say what the tables of options say.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "manual: $*" >&2
    exit 1
}

"$CLEARWAY" --man >"$work/clearway.1"
"$CLEARWAY" --completion >"$work/completion"
bash -n "$work/completion" || fail "the completion is no bash"

# Every option of every command is in both.
commands=$("$CLEARWAY" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[[ $(wc -w <<<"$commands") -ge 9 ]] || fail "few commands: $commands"
for command in $commands; do
    for option in $("$CLEARWAY" "$command" --help | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p' | grep .); do
        [[ $option == help ]] && continue
        grep -q -- "$command) options=.*--$option " "$work/completion" || fail "no completion of $command --$option"
        grep -q -- "\\\\-\\\\-${option//-/\\\\-}\\\\fR" "$work/clearway.1" || fail "--$option of $command is not in the manual"
    done
done

# man reads it without a warning.
if command -v groff >/dev/null; then
    complaints=$(groff -man -Tutf8 -ww -z "$work/clearway.1" 2>&1)
    [[ -z $complaints ]] || fail "$complaints"
fi

# complete WORD...: what bash offers after these words; the last one is being typed.
complete_words() (
    # shellcheck disable=SC1091
    source "$work/completion"
    COMP_WORDS=(clearway "$@")
    COMP_CWORD=$#
    _clearway
    echo "${COMPREPLY[*]:-}"
)
[[ $(complete_words bu) == build ]] || fail "bu does not become build"
[[ $(complete_words path mesh.cwm --rad) == --radius ]] || fail "--rad does not become --radius"
[[ $(complete_words path mesh.cwm --links "") == "all none steps drops jumps" ]] || fail "the words of --links are not offered"
cd "$work"
touch plan.wkt
[[ $(complete_words build pl) == plan.wkt ]] || fail "files are not offered"
[[ -z $(complete_words path mesh.cwm --radius "") ]] || fail "a number is no file"
