#!/bin/bash
# What the commands do when all is well, in words and in JSON; and what check finds.
. "$(dirname "$0")/lib.bash"
write_room room.wkt

run build room.wkt -o room.cwm
expect 0 "build"
for word in cells notches holes portals islands 'cells per notch' 'lower bound' area seconds; do
    prints "^$word +[0-9]" "build tells $word"
done
run build room.wkt -o room.json --json
expect 0 "build --json"
json 'it.notches == 4 && it.holes == 1 && it.islands == 1 && it.area == 96' "figures of the room"
json 'it.cells == it.portals && it.cells >= it.lower_bound' "Euler and the lower bound"
json 'it.lower_bound == 2 && it.dropped == 0 && it.seconds >= 0' "the bound is ceil(4 / 2) + 1 - 1"
for kind in mesh obj nav; do
    run build room.wkt -o room.$kind -q
    expect 0 "build .$kind"
done

# Two islands: the bound is summed.
echo 'MULTIPOLYGON(((0 0, 2 0, 2 1, 1 1, 1 2, 0 2, 0 0)), ((5 0, 7 0, 7 1, 6 1, 6 2, 5 2, 5 0)))' \
    >two.wkt
run build two.wkt -o two.cwm --json
json 'it.islands == 2 && it.notches == 2 && it.lower_bound == 4 && it.cells == 4' "two islands"

# Relaxation tells what it dropped.
echo 'POLYGON((0 0, 10 0, 10 5, 5 4.9, 0 5, 0 0))' >dent.wkt
run build dent.wkt -o dent.cwm --alpha 5
expect 0 "build --alpha"
prints '^dropped notches +1, at most 0\.[0-9]+ m deep' "dropped notches are told"
run build dent.wkt -o dent.cwm --alpha 5 --json
json 'it.cells == 1 && it.dropped == 1 && it.relaxation_depth > 0.09' "one cell with a dent"
run check dent.cwm --against dent.wkt
expect 0 "a relaxed mesh holds"
run convert dent.cwm dent.mesh
expect 0 "a relaxed mesh as .mesh"
says '^clearway convert: warning: programs that read \.mesh take cells for convex, but these have dents of up to 0\.[0-9]+ m' "its dents are warned of"
run build dent.wkt -o dent.nav --alpha 5
says 'programs that read \.nav take cells for convex' "for Menge too"

# Workers change nothing.
run build room.wkt -o again.cwm --workers 2 -q
cmp -s room.cwm again.cwm
report $? "same bytes with two workers"

# info
run info room.cwm
expect 0 "info"
prints '^hash +[0-9a-f]{16}$' "info tells the hash"
run info room.cwm --json
json 'it.cells == it.portals && it.bounds.high[0] == 10 && it.hash.length == 16' "info --json"
json 'it.clearance === undefined' "no tables unless asked for"
run info room.cwm --clearance
expect 0 "info --clearance"
prints '^clearance +[0-9]+ bytes of tables; 4 corners, [0-9]+ summits$' "the tables"
prints '^split portals +0 have several free parts' "portals that split"
prints '^widest portal +lets a radius of 2 m through$' "the widest portal"
run info room.cwm --clearance --json
json 'it.clearance.bytes > 100 && it.clearance.corners == 4 && it.clearance.widest_portal == 2 &&
      it.clearance.summits == it.portals && it.clearance.portals_that_split == 0' "info --clearance --json"
echo 'POLYGON((0 0, 4 0, 4 4, 0 4, 0 0))' >square.wkt
run build square.wkt -o square.cwm -q
run info square.cwm --clearance
expect 0 "info --clearance of one cell"
! grep -q '^widest portal' "$OUT"
report $? "which has no portal"
for kind in json mesh; do
    run info room.$kind
    expect 0 "info of .$kind"
done

# An .obj with a corner inside the side of another face: the floor falls apart, and build says so.
printf 'v %d 0 %d\n' 0 0 10 0 10 -10 0 -10 0 10 5 10 10 10 5 0 >tee.obj
printf 'f 1 2 3 4\nf 5 6 8 1\nf 6 7 2 8\n' >>tee.obj
run build tee.obj --method floor -o tee.cwm
expect 0 "build of a T-junction"
says '^clearway build: warning: 1 corner lies inside the side of another face, at \(5, 0, 0\); the floor is not joined there$' \
    "a T-junction is warned of"
prints '^islands +2$' "its floor has two islands"
run build tee.obj --method floor -o tee.cwm -q
[ ! -s "$ERR" ]
report $? "build -q does not warn"

# check
run check room.cwm --against room.wkt
expect 0 "check"
[ "$(grep -c '^  ok  ' "$OUT")" -eq 13 ]
report $? "check names each invariant"
run check room.cwm --against room.wkt --json
json 'it.ok == true && it.violation == null && it.checked.length == 9 && it.compared.length == 4' \
    "check --json"
run check room.cwm -q
expect 0 "check -q"
[ ! -s "$OUT" ]
report $? "check -q is silent"
echo 'POLYGON((0 0, 10 0, 10 10, 0 10, 0 0))' >other.wkt
run check room.cwm --against other.wkt
complains 4 '^room.cwm' "a mesh of another plan"
run convert room.cwm placed.mesh
for hole in '3 3, 5 3, 5 5, 3 5' '4 5, 6 5, 6 7, 4 7'; do
    echo "POLYGON((0 0, 10 0, 10 10, 0 10), ($hole))" >elsewhere.wkt
    run check room.cwm --against elsewhere.wkt
    complains 4 '^room.cwm: error: invariant walls violated' "the hole elsewhere: $hole"
    run check placed.mesh --against elsewhere.wkt
    complains 4 '^placed.mesh: error: invariant walls violated' "and as .mesh"
done
echo 'POLYGON((100 0, 110 0, 110 10, 100 10), (104 4, 106 4, 106 6, 104 6))' >moved.wkt
run check room.cwm --against moved.wkt
complains 4 '^room.cwm: error: invariant walls violated' "the same room 100 m away"
run check room.cwm --against other.wkt --json
json 'it.ok == false && it.violation.length > 5' "the violation in JSON"

# Meshes that break an invariant: exit 4. Each is two unit squares side by side with one fault.
two_squares() {
    cat <<MESH
{ "format": "clearway-navmesh", "version": 1, "up": "z",
  "vertices": [[0,0,0],[1,0,0],[2,0,0],[2,1,0],[${3:-1},${4:-1},0],[0,1,0]],
  "cells": [ { "vertices": $1, "neighbors": [-1,1,-1,-1] },
             { "vertices": [1,2,3,4], "neighbors": $2 } ],
  "links": [], "stats": {} }
MESH
}
two_squares '[0,1,4,5]' '[-1,-1,-1,0]' >good.json
run check good.json
expect 0 "two squares"
two_squares '[0,1,4,5]' '[-1,-1,-1,-1]' >asymmetric.json
two_squares '[0,1,4,5]' '[-1,-1,-1,0]' 0.4 0.2 >concave.json
two_squares '[5,4,1,0]' '[-1,-1,-1,0]' >clockwise.json
for fault in asymmetric concave clockwise; do
    run check $fault.json
    complains 4 "^$fault.json" "check of a $fault mesh"
    run info $fault.json
    complains 1 "^$fault.json" "info of a $fault mesh"
done
two_squares '[0,1,4,9]' '[-1,-1,-1,0]' >index.json
run check index.json
[ $code -eq 1 ] || [ $code -eq 4 ]
report $? "an index out of range"

# draw
for kind in svg png pdf; do
    run draw room.cwm -o room.$kind
    expect 0 "draw .$kind"
    [ -s room.$kind ]
    report $? "the .$kind is there"
done
head -c 8 room.png | grep -q PNG && head -c 5 room.pdf | grep -q '%PDF-' && grep -q '<svg' room.svg
report $? "pictures are what their names say"
for stage in plan 'surface --vertices --no-areas' 'cells --vertices --labels'; do
    # shellcheck disable=SC2086
    run draw room.wkt --stage $stage -o ${stage%% *}.svg
    expect 0 "draw --stage $stage"
done
! cmp -s plan.svg surface.svg && ! cmp -s surface.svg cells.svg
report $? "the stages differ"
run draw room.cwm -o bare.svg --no-portals --no-cells
expect 0 "draw without portals and colours"
! cmp -s room.svg bare.svg
report $? "that looks different"
run draw room.cwm -o wide.png --width 20 --resolution 1
expect 0 "a small picture"

# convert
run convert room.cwm back.json
expect 0 "convert to .json"
run convert back.json back.cwm
expect 0 "convert to .cwm"
run info room.cwm --json
first=$(grep '"hash"' "$OUT")
run info back.cwm --json
[ "$first" = "$(grep '"hash"' "$OUT")" ]
report $? "a round trip keeps the hash"
run convert room.wkt room.geojson
expect 0 "convert a plan"
run build room.geojson -o geo.cwm -q
cmp -s room.cwm geo.cwm
report $? "the converted plan gives the same mesh"

# Walkable triangles, y up and z up.
printf 'v 0 0 0\nv 0 0 4\nv 4 1 4\nv 4 1 0\nf 1 2 3 4\n' >slope.obj
run build slope.obj --method floor -o slope.cwm --json
expect 0 "build of an .obj"
json 'it.cells == 1 && it.area == 16' "a slope seen from above"
printf 'v 0 0 0\nv 4 0 1\nv 4 4 1\nv 0 4 0\nf 1 2 3 4\n' >slope.obj
run build slope.obj --method floor --up z -o slope.cwm --json
json 'it.cells == 1 && it.area == 16' "the same, z up"
run check slope.cwm --against slope.obj --method floor --up z
expect 0 "a mesh against its triangles"
run draw slope.obj --method floor --up z -o slope.svg
expect 0 "draw triangles"
finish
