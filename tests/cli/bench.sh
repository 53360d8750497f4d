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

# A first look at the ones that can be quick.
run bench clearance path query --quick --json
expect 0 "bench clearance path query --quick --json"
json 'it.rows.some(row => row.quantity == "free parts of a portal" && row.limit == 50)' "portals"
json 'it.rows.filter(row => row.quantity == "shortest, p99" && row.value > 0).length >= 2' "paths"
json 'it.rows.some(row => row.subject.startsWith("ray") && row.unit == "ns")' "rays"
says 'arena left out' "data of others that is not there is left out"

# Polyanya answers the same questions, and is set against ours.
json 'it.rows.some(row => row.quantity == "plain Polyanya, mean" && row.value > 0)' "Polyanya"
json 'it.rows.some(row => row.quantity == "shortest / plain Polyanya" && row.value > 0)' "a ratio"

# Detour, where this build has it; else that is said, and no error.
run bench detour --quick --json
expect 0 "bench detour --quick --json"
if grep -q 'without librecast' "$ERR"; then
    json 'it.rows.length == 0' "no rows without librecast"
    says 'make bench' "how to get librecast"
else
    json 'it.rows.filter(row => row.limit == 1 && row.unit == "times").length == 2' "two limits"
    json 'it.rows.some(row => row.subject == "office, 577 polygons")' "Detour in the office"
    says 'nav_test left out' "levels that are not there are left out"
fi

# Figures.
for figure in shrink reach; do
    run bench $figure --quick --chart $figure.svg
    expect 0 "bench $figure --quick --chart $figure.svg"
    grep -q '<svg' $figure.svg
    report $? "$figure.svg is a picture"
done
only "figures" shrink.svg reach.svg
run bench path --chart path.svg
usage_error 'one benchmark that draws' "a chart of a benchmark that draws none"
run bench shrink reach --chart both.svg
usage_error 'one benchmark that draws' "one chart of two benchmarks"
finish
