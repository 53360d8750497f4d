#!/bin/bash
# Files that cannot be used: one line on stderr with file, place and reason; exit 1; no output.
. "$(dirname "$0")/lib.bash"

# Nothing in a file, for each format.
for kind in wkt geojson dat obj; do
    : >empty.$kind
    printf '\n' >line.$kind
    printf 'x' >byte.$kind
    printf '\357\273\277' >bom.$kind
    for file in empty line byte bom; do
        run build $file.$kind -o out.cwm
        complains 1 "^$file.$kind" "build of $file.$kind"
    done
done
for kind in cwm json mesh; do
    : >empty.$kind
    printf '\n' >line.$kind
    printf 'x' >byte.$kind
    printf '\357\273\277' >bom.$kind
    for file in empty line byte bom; do
        run info $file.$kind
        complains 1 "^$file.$kind" "info of $file.$kind"
        run check $file.$kind
        complains 1 "^$file.$kind" "check of $file.$kind"
    done
done

# Things that are not files.
mkdir folder folder.wkt folder.cwm
for kind in wkt geojson dat obj; do
    ln -s /dev/zero zero.$kind
    mkfifo pipe.$kind
    for file in zero pipe missing; do
        run build $file.$kind -o out.cwm
        complains 1 "^$file.$kind" "build of $file.$kind"
    done
done
for kind in cwm json mesh; do
    ln -s /dev/zero zero.$kind
    mkfifo pipe.$kind
    for file in zero pipe missing; do
        run check $file.$kind
        complains 1 "^$file.$kind" "check of $file.$kind"
    done
done
for input in folder folder.wkt /dev/zero /dev/null missing /; do
    run build $input -o out.cwm
    complains 1 "^$input" "build of $input"
    run draw $input -o out.svg
    complains 1 "^$input" "draw of $input"
    run convert $input out.wkt
    complains 1 "^$input" "convert of $input"
done
run info folder.cwm
complains 1 '^folder.cwm' "info of a folder"
run build '' -o out.cwm
complains 1 'error' "an empty name"

# The wrong kind of file.
write_room room.wkt
run info room.wkt
complains 1 'a mesh' "info of a plan"
run build room.wkt -o room.cwm -q
run build room.cwm -o out.cwm
complains 1 'a plan' "build of a mesh"
cp room.wkt room.txt
run build room.txt -o out.cwm
complains 1 'extension' "an unknown extension"
for hint in json:'has to be named .geojson' dxf:'save the drawing' PGM:'read by its .yaml'; do
    cp room.wkt "room.${hint%%:*}"
    run build "room.${hint%%:*}" -o out.cwm
    complains 1 "extension.*${hint#*:}" "what to do with a .${hint%%:*}"
done
run sim room.wkt -o out.csv
complains 1 'wanted is a scenario' "a plan is no scenario"
cp room.wkt room.geojson
run build room.geojson -o out.cwm
complains 1 '^room.geojson' "WKT named GeoJSON"
cp room.wkt fake.cwm
run info fake.cwm
complains 1 '^fake.cwm' "WKT named mesh"
run check room.cwm --against missing.wkt
complains 1 '^missing.wkt' "check against a missing plan"

# Numbers that are none, and geometry without floor.
for value in nan inf 1e999 0x1p3 1e30; do
    printf 'v 0 0 0\nv %s 0 0\nv 0 0 1\nf 1 2 3\n' $value >bad.obj
    run build bad.obj -o out.cwm
    complains 1 '^bad.obj:2: error: ' "an .obj with $value"
    printf '0 0\n%s 1\n1 0\n' $value >bad.dat
    run build bad.dat -o out.cwm
    complains 1 '^bad.dat:2: error: ' "a .dat with $value"
done
for face in '1 2 4000000000' '-5 1 2' '0 1 2' '1' '1/2/3/4 2 3'; do
    printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf %s\n' "$face" >bad.obj
    run build bad.obj -o out.cwm
    complains 1 '^bad.obj:4: error: ' "an .obj with the face $face"
done
# Triangles that overlap at one height: a face twice, and two quads side by side in part.
printf 'v 0 0 0\nv 10 0 0\nv 10 0 -10\nv 0 0 -10\nf 1 2 3 4\nf 1 2 3 4\n' >twice.obj
run build twice.obj --method floor -o out.cwm
complains 1 '^twice.obj: error: two floors of the same height overlap around \(5, 5\)$' \
    "an .obj with a face twice"
printf 'v %d 0 %d\n' 0 0 10 0 10 -10 0 -10 5 0 15 0 15 -10 5 -10 >partly.obj
printf 'f 1 2 3 4\nf 5 6 7 8\n' >>partly.obj
run build partly.obj --method floor -o out.cwm
complains 1 '^partly.obj: error: two floors of the same height overlap around \(7.5, 5\)$' \
    "an .obj with two quads that overlap"
run draw partly.obj --method floor --stage cells -o out.svg
complains 1 '^partly.obj: error: two floors' "draw of two quads that overlap"

printf 'v 0 0 0\nv 1 0 0\nf 1 1 1\n' >point.obj
run build point.obj --method floor -o out.cwm
complains 1 '^point.obj: error: no walkable area: no face has three different vertices$' \
    "an .obj whose only face is a point"
echo 'LINESTRING(0 0, 1 1)' >lines.wkt
run build lines.wkt -o out.cwm
complains 1 '^lines.wkt: error: no walkable area: no ring is floor' "a plan of lines"
echo 'POLYGON((0 0, 1 1, 2 2, 0 0))' >flat.wkt
run build flat.wkt -o out.cwm
complains 1 '^flat.wkt' "a plan without floor"
for text in 'POLYGON((' 'POLYGON((0 0, 1 0))' 'POLYGON EMPTY' 'POINT(1 2)'; do
    echo "$text" >bad.wkt
    run build bad.wkt -o out.cwm
    complains 1 '^bad.wkt' "the plan $text"
done
head -c 100000 /dev/zero | tr '\0' '(' >deep.wkt
run build deep.wkt -o out.cwm
complains 1 '^deep.wkt' "100,000 brackets of WKT"
head -c 100000 /dev/zero | tr '\0' '[' >deep.geojson
run build deep.geojson -o out.cwm
complains 1 '^deep.geojson' "100,000 brackets of GeoJSON"

[ ! -e out.cwm ] && [ ! -e out.svg ] && [ ! -e out.wkt ]
report $? "no output is left behind"
[ -z "$(find . -newer room.wkt -name '*tmp*')" ]
report $? "no temporary file is left behind"
finish
