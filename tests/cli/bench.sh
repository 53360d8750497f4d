#!/bin/bash
# The benchmarks run and report. Figures are not judged here: machines differ.
. "$(dirname "$0")/lib.bash"
export RUN_SECONDS=140
run bench locate --json
expect 0 "bench locate --json"
json 'it.machine.length > 10 && it.rows.length == 2' "rows and the machine"
json 'it.rows[0].benchmark == "locate" && it.rows[0].limit == 300 && it.rows[0].value > 0' "a row"
run bench locate
expect 0 "bench locate"
prints 'CPU time per query .* ns +at most 300 +(met|not met)' "a table for people"
finish
