#!/bin/bash
# Links through the command: by hand, found, crossed, told, drawn.
. "$(dirname "$0")/lib.bash"

# A floor of 12 m, a platform of 1.5 m on it, and a slab at the platform's height 1.2 m beside it.
box() { # x y w d low high
    awk -v x="$1" -v y="$2" -v w="$3" -v d="$4" -v l="$5" -v h="$6" -v n="$7" 'BEGIN {
        for (i = 0; i < 8; i++) printf "v %g %g %g\n", x + w * (i % 2), y + d * (int(i / 2) % 2), i < 4 ? l : h
        split("1 3 4 2 5 6 8 7 1 2 6 5 2 4 8 6 4 3 7 8 3 1 5 7", f, " ")
        for (k = 0; k < 6; k++) printf "f %d %d %d %d\n", f[4*k+1]+n, f[4*k+2]+n, f[4*k+3]+n, f[4*k+4]+n }'
}
{ box 0 0 16 12 -0.2 0 0; box 4 4 4 4 -0.1 1.5 8; box 9.2 4 4 4 -0.1 1.5 16; } >stage.obj

run build stage.obj --up z -o plain.cwm --json
expect 0 "a stage without links"
json 'it.links == 0' "no links unless asked for"
run path plain.cwm --from 6,6,1.5 --to 1,1,0 --radius 0.3
expect 3 "no way down"
run build stage.obj --up z --drop 2 --jump 1.3 -o stage.cwm
expect 0 "links are found"
prints 'links +10: 0 steps, 8 drops, 2 jumps' "four drops each, and a jump each way"
run path stage.cwm --from 6,6,1.5 --to 1,1,0 --radius 0.3 --json
expect 0 "a way down"
json 'it.links.length == 1 && it.links[0].kind == "drop" && it.legs[it.links[0].leg].link' "it drops"
json 'it.cost > it.length && it.surface_length > it.length + 0.5' "lengths in plan, in space and as cost"
json 'it.portals.length == it.cells.length - 1' "cells and portals alternate"
run path stage.cwm --from 1,1,0 --to 6,6,1.5 --radius 0.3
expect 3 "and none up"
run path stage.cwm --from 6,6,1.5 --to 11,6,1.5 --radius 0.3
expect 0 "a way over the gap"
prints 'links +1, which count as' "words tell of links"
run path stage.cwm --from 6,6,1.5 --to 11,6,1.5 --radius 0.3 --links drops
expect 3 "without jumps there is none"
run path stage.cwm --from 6,6,1.5 --to 1,1,0 --radius 0.3 --links none
expect 3 "without links there is none"
for view in above slanted; do
    run path stage.cwm --from 6,6,1.5 --to 15,1,0 --radius 0.3 --view $view -o $view.svg
    expect 0 "a picture of a path over links, $view"
done
printf 'from_x,from_y,from_z,to_x,to_y,to_z\n6,6,1.5,1,1,0\n' >questions.csv
run path stage.cwm --queries questions.csv --radius 0.2
expect 0 "many questions over links"

# By hand: a ladder up, and a lift that counts as 50 m.
cat >ladder.json <<J
{"links": [{"kind": "step", "from": [3.5, 6, 0], "to": [4.5, 6, 1.5], "cost": 4},
           {"kind": "jump", "from": [[1, 1, 0], [2, 1, 0]], "to": [[10, 5, 1.5], [11, 5, 1.5]], "cost": 50, "both_ways": true}]}
J
run build stage.obj --up z --links ladder.json -o hand.cwm
expect 0 "links by hand"
prints 'links +3: 1 steps, 0 drops, 2 jumps' "the lift goes both ways"
run path hand.cwm --from 1,1,0 --to 6,6,1.5 --radius 0.3 --json
json 'it.links.length == 1 && it.links[0].kind == "step" && it.links[0].cost == 4' "up the ladder"
run path hand.cwm --from 6,6,1.5 --to 11,6,1.5 --radius 0.3 --json
json 'it.links.length == 2 && it.links[0].backward && it.links[1].cost == 50' "down the ladder, up the lift"
run convert hand.cwm hand.json
run convert hand.json again.cwm
cmp -s hand.cwm again.cwm
report $? "links and costs survive .json"
cp ladder.json stage.links.json
run build stage.obj --up z -o beside.cwm --json
json 'it.links == 3' "a file beside the scene is read"
rm stage.links.json
while IFS='|' read -r reason text; do
    printf '%s' "$text" >bad.json
    run build stage.obj --up z --links bad.json -o none.cwm
    complains 1 "^bad.json.*$reason" "$reason"
done <<'CASES'
links|{}
links: not an array|{"links": 3}
links.0.: not an object|{"links": [3]}
links.0..kind: not one of|{"links": [{"kind": "fly"}]}
links.0..from: neither|{"links": [{"kind": "drop"}]}
links.0..to: neither|{"links": [{"kind": "drop", "from": [1, 1, 0], "to": 7}]}
links.0..to.1.: not a position|{"links": [{"kind": "drop", "from": [1, 1, 0], "to": [[1, 2, 3], 4]}]}
links.0..cost|{"links": [{"kind": "drop", "from": [1, 1, 0], "to": [6, 6, 1.5], "cost": -1}]}
links.0..both_ways|{"links": [{"kind": "drop", "from": [1, 1, 0], "to": [6, 6, 1.5], "both_ways": 1}]}
link 0: from .* is off the mesh|{"links": [{"kind": "drop", "from": [99, 1, 0], "to": [6, 6, 1.5]}]}
empty|
CASES
run build stage.obj --up z --links missing.json -o none.cwm
complains 1 '^missing.json: error: ' "a file that is not there"
printf 'POLYGON((0 0,4 0,4 4,0 4))' >room.wkt
run build room.wkt --drop 2 -o none.cwm
usage_error 'drop has no meaning for a floor plan' "drops of a plan"
finish
