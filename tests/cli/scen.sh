#!/bin/bash
# Questions of path research (.scen), drawings and maps of robots on the command line.
. "$(dirname "$0")/lib.bash"
printf 'type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n.@@@@.\n......\n' >ring.map
printf 'version 1\n0\tring.map\t6\t4\t0\t0\t5\t0\t5\n1\tring.map\t6\t4\t0\t0\t5\t3\t8\n1 a map.map 6 4 0 3 5 3 5\n' >ring.scen
run build ring.map -o ring.cwm --quiet
run path ring.cwm --queries ring.scen
expect 0 "a .scen is answered, without a radius for points"
prints '^index,id,status,length,radius,points,optimum$' "the optimum is a column"
prints '^0,0,found,5,0,.*,5$' "a straight way is as long as the optimum"
awk -F, 'NR == 3 { exit !($4 > 7 && $4 <= 8 && $7 == 8) }' "$OUT"
report $? "a way around corners is no longer than the optimum"
[ ! -s "$ERR" ]
report $? "there is nothing to warn of"
run path ring.cwm --queries ring.scen --radius 0.4
awk -F, 'NR == 2 { exit !($4 == 5 && $5 == 0.4) }' "$OUT"
report $? "with a radius it is asked for that"
sed 's/8$/7/' ring.scen >wrong.scen
run path ring.cwm --queries wrong.scen
says '1 paths are longer than the optimum' "what cannot be is warned of"
for bad in 'version 2' 'version'; do
    echo "$bad" >bad.scen
    run path ring.cwm --queries bad.scen
    [ "$code" -eq 1 ]
    report $? "\"$bad\" is refused"
done
for row in '0 m 6 4 0 0 5 0' '0 m 6 4 0 0 6 0 5' '0 m 6 4 0 -1 5 0 5' '0 m 6 4 0.5 0 5 0 5' \
    '0 m 6 4 0 0 5 0 nan' '0 m 6 4 x 0 5 0 5' '0 m 6 4 0 0 5 0 -1' '0 m 1e30 4 0 0 5 0 1'; do
    printf 'version 1\n%s\n' "$row" >bad.scen
    run path ring.cwm --queries bad.scen
    complains 1 'bad.scen:2: error: ' "\"$row\" is refused"
done
printf 'version 1\n' >none.scen
run path ring.cwm --queries none.scen
expect 0 "no questions, no answers"

echo '<svg viewBox="0 0 10 5"><rect width="10" height="5"/><circle class="wall" cx="5" cy="2" r="1"/></svg>' >plan.svg
run build plan.svg -o plan.cwm --json
expect 0 "a drawing is a plan"
json 'Math.abs(it.area - 50 + Math.PI) < 0.1' "with its obstacle"
run check plan.cwm --against plan.svg
expect 0 "and a mesh is checked against it"
run build plan.svg -o plan.cwm --json --scale 0.1
json 'Math.abs(it.area - (50 - Math.PI) / 100) < 0.001' "--scale says how long a unit is"
run draw plan.svg -o picture.svg
expect 0 "a drawing is drawn"
run build plan.svg -o out.svg
usage_error 'no mesh by its extension' "a mesh does not become a drawing"
run draw plan.svg -o plan.svg
complains 1 'is the input' "the drawing is not overwritten"
write_room room.wkt
run build room.wkt -o room.cwm --scale 2
usage_error '--scale has no meaning for a floor plan' "plans in metres have no scale"
head -c 40 plan.svg >cut.svg
: >empty.svg
for bad in cut.svg empty.svg; do
    run build "$bad" -o bad.cwm
    complains 1 "^$bad" "$bad is refused"
done

printf 'image: robot.pgm\nresolution: 0.5\norigin: [10, 20, 0]\nnegate: 0\nfree_thresh: 0.2\n' >robot.yaml
printf 'P5 2 2 255\n\377\377\377\000' >robot.pgm
run build robot.yaml -o robot.cwm --json
expect 0 "a map of a robot"
json 'it.area === 0.75' "is the floor that is free"
run path robot.cwm --from 10.25,20.25 --to 10.75,20.75 --radius 0.1 --json
expect 0 "at its place"
rm robot.pgm
run build robot.yaml -o robot.cwm
complains 1 'robot.pgm: error: cannot open: No such file' "without its image it is refused"
finish
