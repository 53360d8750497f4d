#!/bin/bash
# Plans in degrees, floors shrunk by a radius, and meshes for Detour and Godot.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
printf '{"type":"Polygon","coordinates":[[[13.4049,52.5199],[13.4061,52.5199],%s]]}' \
    '[13.4061,52.5207],[13.4049,52.5207]' >berlin.geojson

run build berlin.geojson -o berlin.cwm
complains 1 'these are degrees.*--degrees' "degrees that are taken for metres"
run build berlin.geojson -o berlin.cwm --degrees --json
expect 0 "degrees"
prints '"area": 7[0-9]{3}\.' "81 m by 89 m"
"$CLEARWAY" build - -o stdin.cwm --degrees -q <berlin.geojson && cmp -s stdin.cwm berlin.cwm
report $? "degrees from stdin are those from the file"
run draw berlin.geojson --degrees -o file.svg
expect 0 "a plan of degrees is drawn"
"$CLEARWAY" draw - --degrees -o stdin.svg -q <berlin.geojson && cmp -s stdin.svg file.svg
report $? "and from stdin"
run check berlin.cwm --against berlin.geojson --degrees
expect 0 "a mesh of degrees is checked against them"
run build room.wkt -o room.cwm --degrees
complains 1 'at most 1 either way' "metres that are taken for degrees"

run build room.wkt -o room.bin
expect 0 "a mesh for Detour"
says 'keep no distance from walls.*--inset' "without a radius it says so"
[ "$(head -c 4 room.bin)" = TESM ]
report $? "the file starts as Detour's do"
run build room.wkt -o small.bin --inset 0.1
expect 0 "with a radius"
[ ! -s "$ERR" ]
report $? "there is nothing to say then"
run build room.wkt -o room.cwm --inset 1000
complains 1 'no floor is farther from walls than 1000 m' "a radius that leaves nothing"
run build room.wkt -o room.tres --quiet
expect 0 "a mesh for Godot"
grep -q '^polygons = \[PackedInt32Array(' room.tres
report $? "its cells are lists"
run build room.wkt -o room.cwm --quiet
run convert room.cwm again.bin
expect 0 "convert to Detour"
run convert again.bin back.cwm
complains 1 'wanted is' "what is only written is not read"
printf 'v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n' >floor.obj
for option in --degrees '--inset 0.1'; do
    # shellcheck disable=SC2086
    run build floor.obj --method floor -o floor.cwm $option
    expect 2 "$option for a 3D scene"
    says 'no meaning for a 3D scene' "it says so"
done
finish
