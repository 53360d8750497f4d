#!/bin/bash
# Crowds: a scenario runs, files agree, what is wrong is named, and a killed run stays readable.
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.bash"
cat >room.json <<'END'
{ "clearway_scenario": 1, "place": { "wkt": "POLYGON((0 0, 12 0, 12 6, 0 6, 0 0), (5 0.001, 5.2 0.001, 5.2 2.4, 5 2.4, 5 0.001), (5 3.6, 5.2 3.6, 5.2 5.999, 5 5.999, 5 3.6))" },
  "duration": 60,
  "regions": { "left": { "polygon": [[0,0],[5,0],[5,6],[0,6]] }, "exit": { "segment": [[11,0],[11,6]] } },
  "groups": [ { "name": "all", "count": 12, "region": "left", "goals": ["exit"] } ],
  "measure": [ { "name": "door", "line": [[5.1, 3.6], [5.1, 2.4]] } ] }
END

run sim room.json -o run.sqlite
expect 0 "sim"
prints '^room.json -> run.sqlite: ' "what became of what"
prints '^arrived +12 of 12$' "everybody arrives"
prints 'door: 12 one way, 0 the other' "the door is measured"
run sim room.json -o run.csv --json
expect 0 "sim --json"
json 'it.arrived == 12 && it.collisions == 0 && it.wall_collisions == 0 && it.interrupted === false' "the figures"
json 'it.measure[0].name == "door" && it.measure[0].forward == 12' "the measure"
json 'it.arrivals_per_second.reduce((a, b) => a + b, 0) == 12' "arrivals over time"
json 'it.speed_excess < 1e-6 && it.deepest_overlap < 1e-6' "the guarantees"
head -n 1 run.csv | grep -qx 'id,t,x,y,z,vx,vy,radius,group'
report $? "the header of the CSV"
cp run.csv first.csv
run sim room.json -o run.csv -q --workers 3
expect 0 "sim with three workers"
cmp -s run.csv first.csv
report $? "the same bytes for any number of workers"
run sim room.json -o run.csv -q --seed 2
cmp -s run.csv first.csv
report $((1 - $?)) "another seed is another run"
for extension in txt scb html; do
    run sim room.json -o "run.$extension" -q
    expect 0 "sim to .$extension"
done

for what in paths use density flow collisions; do
    run draw run.sqlite --what "$what" -o "$what.svg" -q
    expect 0 "draw --what $what"
done
run draw run.sqlite -o run.png
expect 0 "draw as PNG"
prints '^run.sqlite -> run.png: 12 agents' "what was drawn"
run draw run.sqlite -o page.html
expect 0 "draw as a page"
grep -q 'id="positions"' page.html
report $? "the page holds the positions"
run draw run.csv -o plain.svg
expect 0 "draw a CSV without a plan"
says 'has no plan' "and say so"
echo 'POLYGON((0 0, 12 0, 12 6, 0 6, 0 0))' >room.wkt
run draw run.csv --place room.wkt -o plain.svg -q
expect 0 "draw a CSV with a plan"
run draw room.wkt --what use -o x.svg
expect 2 "--what of a plan"
run draw run.sqlite --what use -o x.html
expect 2 "--what of a page"

run sim room.json
expect 2 "no output"
run sim room.json -o run.mp4
expect 2 "an output of no known kind"
run sim missing.json -o run.csv
expect 1 "no scenario"
sed 's/"count": 12/"count": 400/' room.json >full.json
run sim full.json -o x.csv
expect 1 "a region too small"
complains 1 'groups\[0\]\.count: the region "left" is too small for 400 at once: [0-9]+ fit' "how many fit"
sed 's/"goals"/"gaols"/' room.json >typo.json
run sim typo.json -o x.csv
expect 1 "a typo"
complains 1 'typo.json: error: groups\[0\]\.gaols: unknown; allowed: name' "the field is named"

# Over the stairs of a house: everybody ends upstairs, and heights are told.
run sim "$source_dir/examples/house-guests.json" -o house.csv --json
expect 0 "a crowd in a 3D scene"
json 'it.arrived == 12 && it.wall_collisions == 0 && it.collisions == 0' "everybody arrives upstairs"
awk -F, 'NR > 1 && ($5 < low) { low = $5 } NR > 1 && ($5 > high) { high = $5 } END { exit !(low < -0.1 && high > 2.9) }' house.csv
report $? "from the street to the upper floor"

# A run that is killed, and one that is interrupted, leave what they had.
sed -e 's/"duration": 60/"duration": 100000/' -e 's/"goals": \["exit"\]/"speed": 0.001, "goals": ["exit"]/' room.json >long.json
for signal in KILL INT; do
    rm -f killed.*
    "$CLEARWAY" sim long.json -o killed.sqlite -q >"$OUT" 2>"$ERR" &
    pid=$!
    for _ in $(seq 600); do
        sleep 0.1
        "$CLEARWAY" draw killed.sqlite -o killed.svg 2>/dev/null | grep -qE '[1-9][0-9]+ frames' && break
    done
    kill -s "$signal" "$pid"
    wait "$pid" 2>/dev/null
    run draw killed.sqlite -o killed.svg
    expect 0 "a run ended by SIG$signal is read"
    prints '12 agents, [1-9][0-9]+ frames' "with its frames"
done
finish
