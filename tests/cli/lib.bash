# Shared by the tests of the command line: run the command, look at its exit code, its two streams
# and the files it left. Read with:  . "$(dirname "$0")/lib.bash"
# CLEARWAY is the command; every test works in a temporary folder of its own.
set -u

CLEARWAY=$(realpath "${CLEARWAY:?set CLEARWAY to the command}")
[ -x "$CLEARWAY" ] || { echo "there is no command at $CLEARWAY"; exit 1; }
WORK=$(mktemp -d)
trap 'chmod -R u+w "$WORK"; rm -rf "$WORK"' EXIT
mkdir "$WORK/here" && cd "$WORK/here" || exit 1

# A finding of a sanitizer must not look like bad input.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:exitcode=99"
export LSAN_OPTIONS="${LSAN_OPTIONS:-}:exitcode=99"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-}:exitcode=99"

OUT="$WORK/stdout"
ERR="$WORK/stderr"
passed=0
failed=0
code=0

# report BOOLEAN-CODE LABEL: counts and prints one outcome; shows the last run after a failure.
report() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        printf 'ok - %s\n' "$2"
    else
        failed=$((failed + 1))
        printf 'not ok - %s\n' "$2"
        printf '  exit code %s\n' "$code"
        head -c 600 "$OUT" | sed 's/^/  stdout: /'
        head -c 600 "$ERR" | sed 's/^/  stderr: /'
    fi
}

# run WORDS...: runs the command, for at most RUN_SECONDS.
run() {
    timeout -k 5 "${RUN_SECONDS:-60}" "$CLEARWAY" "$@" >"$OUT" 2>"$ERR" </dev/null
    code=$?
}

# expect CODE LABEL: the exit code of the last run.
expect() {
    [ "$code" -eq "$1" ]
    report $? "$2 (exit $1)"
}

# says PATTERN LABEL: stderr of the last run matches.
says() {
    grep -Eq -- "$1" "$ERR"
    report $? "$2"
}

# prints PATTERN LABEL: stdout of the last run matches.
prints() {
    grep -Eq -- "$1" "$OUT"
    report $? "$2"
}

# complains CODE PATTERN LABEL: exit code, and exactly one line on stderr "FILE...: error: REASON".
complains() {
    local good=1
    if [ "$code" -eq "$1" ] && [ "$(wc -l <"$ERR")" -eq 1 ] && grep -Eq ': error: ' "$ERR" &&
        grep -Eq -- "$2" "$ERR"; then
        good=0
    fi
    report $good "$3 (exit $1, one line)"
}

# usage_error PATTERN LABEL: exit 2, "clearway...: error: ", and a hint to --help.
usage_error() {
    local good=1
    if [ "$code" -eq 2 ] && head -n 1 "$ERR" | grep -Eq '^clearway.*: error: ' &&
        grep -Eq -- "$1" "$ERR" && grep -q -- '--help' "$ERR"; then
        good=0
    fi
    report $good "$2 (usage error)"
}

# only FILES...: the working folder holds these files and nothing else.
only() {
    local label=$1
    shift
    [ "$(ls -A | sort | tr '\n' ' ')" = "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" ]
    report $? "$label: nothing else is left behind"
}

# json EXPRESSION LABEL: stdout of the last run is JSON, and the JavaScript EXPRESSION over `it` is
# true. Without node, python3 at least reads the JSON.
json() {
    local good
    if command -v node >/dev/null; then
        node -e 'const it = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
                 process.exit(eval(process.argv[2]) ? 0 : 1)' "$OUT" "$1" 2>/dev/null
    else
        python3 -m json.tool "$OUT" >/dev/null 2>&1
    fi
    good=$?
    report $good "$2 ($1)"
}

# A room of 10 by 10 with a square pillar: 4 notches, 1 hole.
write_room() {
    echo 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))' >"$1"
}

# write_pillars FILE ROWS: a floor with ROWS x ROWS turned squares, about 4 ROWS^2 vertices.
write_pillars() {
    awk -v n="$2" 'BEGIN {
        printf "POLYGON((0 0, %d 0, %d %d, 0 %d, 0 0)", 4 * n, 4 * n, 4 * n, 4 * n
        for (i = 0; i < n; i++) for (k = 0; k < n; k++) {
            a = (i * 7 + k * 13) % 90 * 0.01745; c = cos(a); s = sin(a)
            x = 4 * i + 2; y = 4 * k + 2
            printf ", (%.6f %.6f, %.6f %.6f, %.6f %.6f, %.6f %.6f, %.6f %.6f)\n",
                x + c, y + s, x - s, y + c, x - c, y - s, x + s, y - c, x + c, y + s
        }
        print ")" }' >"$1"
}

finish() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
    exit $?
}
