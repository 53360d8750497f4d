#!/bin/bash
# Paths: found and not found, in words, in JSON and as pictures; calls that cannot be meant.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
run build room.wkt -o room.cwm -q
expect 0 "the room"
# Two rooms of 10 by 10 and a door of 0.9 between them, in a wall of half a metre.
echo 'POLYGON((0 0, 10 0, 10 4.55, 10.5 4.55, 10.5 0, 20.5 0, 20.5 10, 10.5 10, 10.5 5.45, 10 5.45,
               10 10, 0 10, 0 0))' >door.wkt
run build door.wkt -o door.cwm -q
expect 0 "two rooms"

# Around the pillar: two tangents of 3 m, 2 m along it, and two arcs of 2 atan(1 / 3).
run path room.cwm --from 1,5 --to 9,5 --radius 1
expect 0 "path"
prints '^room.cwm: a path of 9\.29 m for a radius of 1\.00 m$' "the length is told"
for word in length radius guarantee from to cells legs widest; do
    prints "^$word +[0-9cs]" "path tells $word"
done
prints '^legs +5, of which 2 turn' "two arcs"
run path room.cwm --from 1,5 --to 9,5 --radius 1 --json
expect 0 "path --json"
json 'it.found === true && it.status == "found" && it.radius == 1 && it.guarantee == "shortest"' \
    "found"
json 'Math.abs(it.length - (8 + 4 * Math.atan(1 / 3))) < 1e-9' "the length is exact"
json 'it.points.length == 6 && it.points.every(p => p.length == 3) && it.points[0][0] == 1' "points"
json 'it.portals.length == it.cells.length - 1 && it.cells.length > 1' "cells and portals"
json 'it.portals.every(p => p.from.length == 3 && p.to.length == 3 && p.usable.length == 2)' \
    "portals with their usable part"
json 'it.legs.length == 5 && it.legs.filter(l => l.arc).length == 2' "legs"
json 'it.legs.every((l, i) => "" + l.from == it.points[i] && "" + l.to == it.points[i + 1])' \
    "leg i runs from point i to the next"
json 'it.legs.filter(l => l.arc).every(l => l.arc.center.length == 2 &&
      typeof l.arc.ccw == "boolean" && Math.abs(Math.hypot(l.from[0] - l.arc.center[0],
      l.from[1] - l.arc.center[1]) - 1) < 1e-9)' "arcs keep the radius from their corner"
json 'it.widest == 1 && it.gap.length == 2' "the ends of this path allow no more"
run path room.cwm --from 1,5 --to 9,5 --radius 0 --json
json 'Math.abs(it.length - (2 + 2 * Math.sqrt(10))) < 1e-9 && it.legs.every(l => !l.arc)' \
    "a point turns at corners"
run path room.cwm --from 5,1 --to 5,1 --radius 0.5 --json
json 'it.found && it.length == 0' "from a place to itself"
run path room.cwm --from 1,5 --to 9,5 --radius 1 -q
expect 0 "path -q"
[ ! -s "$OUT" ] && [ ! -s "$ERR" ]
report $? "-q says nothing"

# Other formats of the same mesh.
for kind in json mesh; do
    run convert room.cwm room.$kind -q
    run path room.$kind --from 1,5 --to 9,5 --radius 1 --json
    json 'Math.abs(it.length - (8 + 4 * Math.atan(1 / 3))) < 1e-9' "a path on a .$kind"
done

# Several goals, several radii.
run path room.cwm --from 1,5 --to 9,5 --to 1,9 --to 9,1 --radius 0.5 --json
json 'it.found && it.goal == 1 && it.length == 4' "the nearest of three exits"
run path room.cwm --from 1,5 --to 9,5 --to 1,9 --radius 0.5
prints '^goal +2 of 2' "the goal is told"
run path room.cwm --from 1,5 --to 9,5 --radius 0.5 --radius 1 --json
json 'it.paths.length == 2 && it.paths[0].radius == 0.5 && it.paths[0].length < it.paths[1].length' \
    "two radii"
run path door.cwm --from 5,5 --to 15,5 --radius 0.3 --radius 0.6
complains 3 'a radius of 0\.60 m' "one of two radii does not fit"
prints ' 0\.30 m +10\.00 m' "the other is told"
prints ' 0\.60 m +no path' "and this one too"
run path room.cwm --from 1,5 --to 5,5 --to 9,5 --radius 0.5 --json
json 'it.found && it.goal == 1' "a goal that cannot be does not hide one that can"
run path door.cwm --from 5,5 --to 15,5 --to 16,5 --radius 0.6
complains 3 'none of the 2 goals can be reached: a radius of 0\.60 m does not fit' "two goals, both blocked"
run path room.cwm --from 1,5 --to 5,5 --to 50,50 --radius 0.5
complains 3 'none of the 2 goals can be reached: the goal \(5\.00, 5\.00\) is off the mesh' "two goals, both off the mesh"
run path room.cwm --from -1,5 --to 5,5 --to 50,50 --radius 0.5
complains 3 ': error: the start \(-1\.00, 5\.00\) is off the mesh' "the start is told first"

# Blocked.
run path door.cwm --from 5,5 --to 15,5 --radius 0.6
complains 3 '^door.cwm: error: a radius of 0\.60 m does not fit through the gap at \(10\.[0-5][0-9], 5\.00\); the widest that does is 0\.45 m$' "the gap and the widest radius are told"
[ ! -s "$OUT" ]
report $? "nothing on stdout"
run path door.cwm --from 5,5 --to 15,5 --radius 0.45001
complains 3 'a radius of 0\.45001 m .* the widest that does is 0\.45 m' "numbers that differ look different"
run path door.cwm --from 5,5 --to 15,5 --radius 0.450001
complains 3 'a radius of 0\.450001 m .* the widest that does is 0\.(45|449[0-9]+) m' "down to a micrometre"
run path door.cwm --from 5,5 --to 15,5 --radius 0.44999
expect 0 "a little less fits"
# A door of 1.5 on whole numbers, so that walls stand exactly where they are drawn.
echo 'GEOMETRYCOLLECTION(POLYGON((0 0, 20 0, 20 10, 0 10, 0 0)),
      LINESTRING(10 0, 10 4), LINESTRING(10 5.5, 10 10))' >exact.wkt
run build exact.wkt -o exact.cwm -q
run path exact.cwm --from 5,8 --to 15,2 --radius 0.75 --json
json 'it.found && it.widest == 0.75' "a disc of exactly the width of the door fits"
run path exact.cwm --from 5,8 --to 15,2 --radius 0.7500005 --json
json 'it.found && it.radius <= 0.75 + 1e-9' "where half a micrometre more fits, the radius is the one that is kept"
run path exact.cwm --from 15,2 --to 5,8 --radius 0.75
expect 0 "and back"
for radius in 0.75001 0.750002; do
    run path exact.cwm --from 5,8 --to 15,2 --radius $radius
    complains 3 "a radius of $radius m .* the widest that does is 0\.75 m" "more does not: $radius"
done
for radius in 0.7500009 0.75000001; do
    run path exact.cwm --from 5,8 --to 15,2 --radius $radius
    expect 0 "up to a micrometre more fits: $radius"
done
# A radius and the widest one are told apart, whichever is larger.
run path exact.cwm --from 5,8 --to 15,2 --radius 0.7499999
prints '^widest +0\.75 m could go between these points' "a radius that just fits"
run path exact.cwm --from 5,8 --to 15,2 --radius 0.750002 --partial
prints '^widest +0\.75 m could go to the goal' "one that just does not"
echo 'GEOMETRYCOLLECTION(POLYGON((0 0, 20 0, 20 10, 0 10, 0 0)),
      LINESTRING(10 0, 10 4), LINESTRING(10 5.500001, 10 10))' >wider.wkt
run build wider.wkt -o wider.cwm -q
run path wider.cwm --from 5,8 --to 15,2 --radius 0.75
prints '^widest +0\.7500005 m could go between these points' "a micrometre is told"
run path door.cwm --from 5,5 --to 15,5 --radius 0.6 --json
expect 3 "blocked --json"
json 'it.found === false && it.status == "blocked" && /does not fit/.test(it.why)' "why"
json 'Math.abs(it.widest - 0.45) < 1e-6 && it.gap[0] >= 10 && it.gap[0] <= 10.5' "widest and gap"
run path door.cwm --from 5,5 --to 15,5 --radius 0.6 --partial --json
expect 3 "partial --json"
json 'it.found === false && it.status == "partial" && it.length > 4 && it.points.length >= 2' \
    "a part of the way"
json '/does not fit/.test(it.why) && it.points[it.points.length - 1][0] < 10.6' "and why it ends"
run path door.cwm --from 5,5 --to 15,5 --radius 0.6 --partial
complains 3 'does not fit' "partial in words"
prints 'a part of a path' "partial is called so"
prints '^to +[0-9.]+, [0-9.]+; from there, the goal 15, 5 is [0-9.]+ m away' "where it ends, and what is left"
prints '^widest +0\.45 m could go to the goal' "what could go all the way"
run path door.cwm --from 5,5 --to 15,5 --to 16,5 --radius 0.6 --partial
complains 3 'none of the 2 goals' "partial with several goals"
"$CLEARWAY" path door.cwm --from 5,5 --to 15,5 --radius 0.6 --partial >both 2>&1
[ "$(tail -n 1 both | grep -c ': error: ')" -eq 1 ]
report $? "words come before the reason, also in a file"
run path door.cwm --from 5,5 --to 15,5 --radius 0.4 --partial
expect 0 "where the goal is reached, partial changes nothing"

# Ends that cannot be.
run path room.cwm --from -1,5 --to 9,5 --radius 0.5
complains 3 'the start \(-1\.00, 5\.00\) is off the mesh; the nearest place with room is \(0\.50, 5\.00\), 1\.50 m away' "a start off the mesh"
run path room.cwm --from 1e7,1e7 --to 9,5 --radius 0.5
complains 3 'the start \(10000000\.00, 10000000\.00\) is off the mesh; the nearest place with room is' "a start as far off as can be"
run path room.cwm --from 1,5 --to 5,5 --radius 0.5
complains 3 'the goal \(5\.00, 5\.00\) is off the mesh' "a goal in the pillar"
run path room.cwm --from 0.25,5 --to 9,5 --radius 0.5
complains 3 'the start \(0\.25, 5\.00\) is 0\.25 m from a wall, too close for a radius of 0\.50 m; the nearest place with room is \(0\.50, 5\.00\), 0\.25 m away' "a start too close to a wall"
# Two places that are close together have the decimals it takes to tell them apart.
run path room.cwm --from 1,5 --to 9,5 --radius 1.0001
complains 3 'the start \(1\.0000, 5\.0000\) is 1 m from a wall, too close for a radius of 1\.0001 m; the nearest place with room is \(1\.0001, 5\.0000\), 0\.0001 m away' \
    "a start too close by a tenth of a millimetre"
run path room.cwm --from 0.999998,5 --to 9,5 --radius 1
complains 3 'the start \(0\.999998, 5\.000000\) is 0\.999998 m .*; the nearest place with room is \(1\.000000, 5\.000000\), 2e-06 m away' \
    "by two micrometres"
run path room.cwm --from 0.99999999,5 --to 9,5 --radius 1
expect 0 "a start that is its radius from a wall, but for ten nanometres"
echo 'MULTIPOLYGON(((500000 0, 500010 0, 500010 10, 500000 10, 500000 0)))' >far.wkt
run build far.wkt -o far.cwm -q
run path far.cwm --from 500001,5 --to 500008,5 --radius 1.0001 --reach 1
prints '^from +500001\.0001, 5, moved 0\.0001 m from 500001, 5$' "far away, too, a start that was moved"
echo 'GEOMETRYCOLLECTION(POLYGON((0 0, 20 0, 20 10, 0 10, 0 0)), LINESTRING(10 0, 10 10))' >halves.wkt
run build halves.wkt -o halves.cwm -q
run path halves.cwm --from 9.999,5 --to 10.001,5 --radius 0
complains 3 'the start \(9\.999, 5\.000\) and the goal \(10\.001, 5\.000\) are on different islands' \
    "both sides of a wall"
# Walls stand on the lattice: a hall of 0.6 may be a step narrower, and is then told so.
echo 'POLYGON((0 0, 10.3 0, 10.3 0.6, 0 0.6, 0 0))' >hall.wkt
run build hall.wkt -o hall.cwm -q
run path hall.cwm --from 1,0.3 --to 9,0.3 --radius 0.3
expect 0 "a hall of 0.6 m is walked by a radius of 0.3 m"
run path hall.cwm --from 1,0.3 --to 9,0.3 --radius 0.300002
complains 3 'is 0\.[23][0-9]* m from a wall, too close for a radius of 0\.300002 m' \
    "a start that is too close by a hair"
run path room.cwm --from 1,5 --to 9,9.75 --radius 0.5 --json
expect 3 "a goal too close to a wall"
json 'it.status == "goal_too_tight" && it.nearest.length == 3 && Math.abs(it.nearest[1] - 9.5) < 1e-6' \
    "the nearest place"
run path room.cwm --from 0.25,5 --to 9,5 --radius 0.5 --reach 0.3 --json
expect 0 "--reach moves the start"
json 'Math.abs(it.points[0][0] - 0.5) < 1e-6' "to the nearest place"
run path room.cwm --from 0.25,5 --to 9,5 --radius 0.5 --reach 0.3
prints '^from +0\.5, 5, moved 0\.25 m from 0\.25, 5$' "and that it was moved is told"
prints '^to +9, 5$' "the goal was not"
run path room.cwm --from -1,5 --to 9,5 --radius 0.5 --reach 1
expect 3 "a reach too short"
run path room.cwm --from 1,5 --to 9,5 --radius 100
complains 3 'nowhere on the mesh is there room for a radius of 100\.00 m' "a radius that fits nowhere"
run path room.cwm --from 1,5 --to 9,5 --radius 1e7
expect 3 "the largest radius"
run path room.cwm --from 1e7,-1e7 --to 9,5 --radius 1
complains 3 'off the mesh' "a start at the end of the world"
echo 'MULTIPOLYGON(((0 0, 2 0, 2 2, 0 2, 0 0)), ((5 0, 7 0, 7 2, 5 2, 5 0)))' >islands.wkt
run build islands.wkt -o islands.cwm -q
run path islands.cwm --from 1,1 --to 6,1 --radius 0.1
complains 3 'the start \(1\.00, 1\.00\) and the goal \(6\.00, 1\.00\) are on different islands' "islands"
run path islands.cwm --from 1,1 --to 6,1 --radius 0 --json
json 'it.found === false && it.status == "disconnected" && /islands/.test(it.why)' "islands in JSON"
run path islands.cwm --from 1,1 --to 6,1 --to 6.5,1 --radius 0.1
complains 3 'none of the 2 goals can be reached: the start \(1\.00, 1\.00\) is on another island' "two goals on an island"

# Heights: without z the lowest floor is meant.
printf 'v 0 0 0\nv 4 0 1\nv 4 4 1\nv 0 4 0\nf 1 2 3 4\n' >slope.obj
run build slope.obj --method floor --up z -o slope.cwm -q
for from in 1,2 1,2,0.25 1,2,99; do
    run path slope.cwm --from $from --to 3,2 --radius 0.5 --json
    json 'it.length == 2 && Math.abs(it.points[0][2] - 0.25) < 1e-6 &&
          Math.abs(it.points[1][2] - 0.75) < 1e-6' "points lie on the slope from $from"
done
printf 'v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 3\nv 3 1 3\nv 3 3 3\nv 1 3 3\nf 1 2 3 4\nf 5 6 7 8\n' \
    >floors.obj
run build floors.obj --method floor --up z -o floors.cwm -q
run path floors.cwm --from 2,2 --to 3.5,2 --radius 0.4
expect 0 "below, without z"
run path floors.cwm --from 2,2,3 --to 3.5,2 --radius 0.4
complains 3 '\(2\.00, 2\.00, 3\.00\) .*islands' "above, with z"

# Pictures.
for kind in svg png pdf; do
    run path room.cwm --from 1,5 --to 9,5 --radius 1 -o path.$kind
    expect 0 "a .$kind of a path"
    [ -s path.$kind ]
    report $? "the .$kind is there"
    prints "^picture +path\.$kind$" "the .$kind is told"
done
run path door.cwm --from 5,5 --to 15,5 --radius 0.6 -o blocked.svg
expect 3 "a picture of what is blocked"
run path room.cwm --from -1,5 --to 9,5 --radius 1 -o off.svg
expect 3 "a picture of a start off the mesh"
run path room.cwm --from 1,5 --to 9,5 --radius 0.5 --radius 1 -o both.svg --json
expect 0 "a picture of two paths"
[ -s blocked.svg ] && [ -s off.svg ] && [ -s both.svg ] && ! cmp -s path.svg both.svg
report $? "they are there"
run draw room.cwm --clearance -o clearance.svg
expect 0 "draw --clearance"
run draw room.wkt --stage cells --clearance -o again.svg
cmp -s clearance.svg again.svg
report $? "of a plan it is the same"
run draw room.wkt --clearance -o no.svg
usage_error '--clearance has no meaning here' "a plan as it is has no clearance"
run draw room.cwm --clearance --labels -o no.svg
usage_error '--labels has no meaning together with --clearance' "clearance without labels"
[ ! -e no.svg ]
report $? "wrong calls leave no picture"

# Calls that cannot be meant.
run path room.cwm --to 9,5 --radius 1
usage_error '--from x,y' "no start"
run path room.cwm --from 1,5 --radius 1
usage_error '--to x,y' "no goal"
run path room.cwm --from 1,5 --to 9,5
usage_error '--radius M' "no radius"
for value in '' 1 1,2,3,4 nan,1 1,inf 1,,2 '1,2,' 1e308,0 '1, 2' 0x1,2 21000001,0; do
    run path room.cwm --from "$value" --to 9,5 --radius 1
    usage_error '--from takes a point .*-21000000 to 21000000' "--from '$value'"
    run path room.cwm --from 1,5 --to 9,5 --to "$value" --radius 1
    usage_error '--to takes a point .*-21000000 to 21000000' "--to '$value'"
done
for value in -1 -0.001 nan inf -inf 1e308 '' 1,5 0x10 1x 1e999 21000001; do
    run path room.cwm --from 1,5 --to 9,5 --radius "$value"
    usage_error '--radius takes a number of metres from 0 to 21000000' "--radius '$value'"
    run path room.cwm --from 1,5 --to 9,5 --radius 1 --reach "$value"
    usage_error '--reach takes a number of metres from 0 to 21000000' "--reach '$value'"
done
run path room.cwm --from 1,5 --to 9,5 --radius 1 --links some
usage_error '--links takes one of all, none, steps, drops, jumps' "an unknown kind of links"
run path room.cwm --from 1,5 --to 9,5 --radius 1 -o a.cwm
usage_error 'extension' "a picture of unknown kind"
run path room.cwm --from 1,5 --to 9,5 --radius 1 -o nowhere/a.svg
complains 1 'folder' "a picture in a folder that is not there"
run path room.wkt --from 1,5 --to 9,5 --radius 1
complains 1 "^room.wkt: error: .*wanted is a mesh .*'clearway build' makes of this" "a plan is no mesh"
run path slope.obj --from 1,2 --to 3,2 --radius 1
complains 1 "^slope.obj: error: .*'clearway build' makes of this" "nor are triangles"
cp path.svg path.png
run path path.png --from 1,5 --to 9,5 --radius 1
complains 1 'wanted is a mesh \(\.cwm, \.json, \.mesh\)$' "and of a picture none is made"
for option in --width --resolution; do
    run path room.cwm --from 1,5 --to 9,5 --radius 1 $option 30
    usage_error "$option has no meaning without -o" "$option without a picture"
done
# A mesh of a millimetre: places and lengths have the decimals it takes to tell them apart.
echo 'POLYGON((0 0, 0.001 0, 0.001 0.001, 0 0.001))' >tiny.wkt
run build tiny.wkt -o tiny.cwm -q
run path tiny.cwm --from 0.0001,0.0001 --to 0.0005,0.0005 --radius 0.0002
complains 3 'the start \(0\.00010, 0\.00010\) is .*; the nearest place with room is \(0\.00020, 0\.00020\), 0\.00014 m away' \
    "a start too close to a wall of a tiny mesh"
run path tiny.cwm --from 0.0003,0.0003 --to 0.0005,0.0005 --radius 0.0002
prints 'a path of 0\.00028 m for a radius of 0\.0002 m' "a tiny path"
many=()
for ((i = 0; i < 65; i++)); do many+=(--to 9,5); done
run path room.cwm --from 1,5 "${many[@]}" --radius 1
usage_error 'one option too many' "more goals than are taken"
finish
