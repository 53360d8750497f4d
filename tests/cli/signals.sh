#!/bin/bash
# Signals, closed pipes and little memory: a clean exit code and no partial output.
. "$(dirname "$0")/lib.bash"
write_pillars large.wkt 160

# ready PID: waits until the command catches SIGINT, however slow the machine is.
ready() {
    local caught
    for _ in $(seq 1200); do
        caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
        [ $((0x${caught:-0} & 2)) -ne 0 ] && return
        sleep 0.05
    done
}

# interrupt SIGNAL CODE SECONDS: the signal comes in the middle of a long build.
interrupt() {
    "$CLEARWAY" build large.wkt -o large.cwm --effort 2 >"$OUT" 2>"$ERR" &
    local child=$!
    ready $child
    sleep "$3"
    kill -"$1" $child
    wait $child
    code=$?
    expect "$2" "SIG$1 after $3 s"
    says 'interrupted' "SIG$1 is told"
    only "SIG$1 after $3 s" large.wkt
}
interrupt INT 130 0.6
interrupt INT 130 0.1
interrupt TERM 143 0.6

# An existing mesh survives.
echo precious >large.cwm
"$CLEARWAY" build large.wkt -o large.cwm --effort 2 >"$OUT" 2>"$ERR" &
child=$!
ready $child
sleep 0.5
kill -INT $child
wait $child
code=$?
expect 130 "SIGINT over an existing file"
[ "$(cat large.cwm)" = precious ]
report $? "the existing file is untouched"
rm large.cwm

# Long work shows a bar on a terminal, and only there.
run build large.wkt -o large.cwm
[ "$code" -eq 0 ] && [ ! -s "$ERR" ]
report $? "no bar without a terminal"
rm -f large.cwm
if command -v script >/dev/null; then
    script -qec "timeout -s INT 4 '$CLEARWAY' build large.wkt -o large.cwm --effort 2" /dev/null \
        >"$OUT" 2>"$ERR" </dev/null
    prints '\[[# ]{30}\] +[0-9]+ %' "a bar on a terminal"
    rm -f large.cwm
else
    echo "skipped - a bar on a terminal: there is no script(1)"
fi

# A benchmark with a child process.
"$CLEARWAY" bench build >"$OUT" 2>"$ERR" &
child=$!
ready $child
grandchild=
for _ in $(seq 1200); do
    grandchild=$(ps -o pid= --ppid $child | tr -d ' ')
    [ -n "$grandchild" ] && break
    sleep 0.05
done
kill -INT $child
wait $child
code=$?
expect 130 "SIGINT during a benchmark"
for _ in $(seq 200); do
    kill -0 "$grandchild" 2>/dev/null || break
    sleep 0.05
done
[ -n "$grandchild" ] && ! kill -0 "$grandchild" 2>/dev/null
report $? "its child is gone"

# A reader that leaves early.
write_room room.wkt
run build room.wkt -o room.cwm -q
(
    trap '' PIPE
    "$CLEARWAY" info room.cwm 2>"$ERR"
    echo $? >"$WORK/code"
) | true
sleep 0.1
code=$(cat "$WORK/code")
: >"$OUT"
# The pipe may close before or after the words are written.
[ "$code" -eq 141 ] || [ "$code" -eq 0 ]
report $? "a closed pipe ends the run quietly"
[ ! -s "$ERR" ]
report $? "a closed pipe is no error message"

# Little memory: done, or "out of memory" without output. A sanitized build cannot start so small.
for limit in 60000 100000 200000; do
    if (ulimit -v $limit && "$CLEARWAY" --version >/dev/null 2>&1); then
        for kind in cwm json svg; do
            rm -f small.*
            if [ $kind = svg ]; then
                words='draw large.wkt --stage cells'
            else
                words='build large.wkt'
            fi
            # shellcheck disable=SC2086
            (
                ulimit -v $limit
                timeout -k 5 60 "$CLEARWAY" $words -o small.$kind >"$OUT" 2>"$ERR"
            )
            code=$?
            good=1
            if [ $code -eq 0 ] && [ -s small.$kind ]; then
                good=0
            elif [ $code -eq 5 ] && [ ! -e small.$kind ] && grep -q 'error: ' "$ERR"; then
                good=0
            fi
            report $good "ulimit -v $limit, .$kind: done or out of memory (exit $code)"
            rm -f small.$kind
            only "ulimit -v $limit, .$kind" large.wkt room.wkt room.cwm
        done
    else
        echo "skipped - ulimit -v $limit: the command cannot start"
    fi
done
finish
