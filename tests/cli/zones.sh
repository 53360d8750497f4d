#!/bin/bash
# Rooms and zones of a plan by name: areas of cells, kept in every file of a mesh, told by info.
. "$(dirname "$0")/lib.bash"
room='{"type": "Feature", "properties": {"kind": "room", "name": "%s"}, "geometry": {"type": "Polygon", "coordinates": [%s]}}'
zone='{"type": "Feature", "properties": {"kind": "zone", "name": "%s"}, "geometry": {"type": "Polygon", "coordinates": [%s]}}'
{
    printf '{"type": "FeatureCollection", "features": ['
    # shellcheck disable=SC2059
    printf "$room," 'Küche \"1\"' '[[0,0],[4,0],[4,5],[0,5],[0,0]]'
    # shellcheck disable=SC2059
    printf "$room," hall '[[4,0],[12,0],[12,5],[4,5],[4,0]], [[7,2],[9,2],[9,3],[7,3],[7,2]]'
    printf '{"type": "Feature", "properties": {}, "geometry": {"type": "MultiLineString", "coordinates": [[[4,0],[4,2]],[[4,3],[4,5]]]}},'
    # shellcheck disable=SC2059
    printf "$zone]}" exit '[[11,-1],[13,-1],[13,6],[11,6],[11,-1]]'
} >rooms.geojson
run build rooms.geojson -o rooms.cwm
expect 0 "rooms and zones"
prints '^area type +1 \(Küche "1"\): 1 cells, 20 m2$' "build tells the rooms"
prints '^area type +3 \(exit\): 1 cells, 5 m2$' "and the zone"
run check rooms.cwm --against rooms.geojson
expect 0 "the mesh covers the plan"
run info rooms.cwm --json
jq -e '.areas | map(.name) == ["Küche \"1\"", "hall", "exit"]' "$OUT" >"$ERR"
report $? "info lists names"
jq -e '.areas[0].borders | length == 1 and .[0].name == "hall" and (.[0] | [.from, .to] | sort) == [[4,2,0],[4,3,0]]' "$OUT" >"$ERR"
report $? "the door between two rooms is a border"
jq -e '[.areas[].cells[]] | length == (unique | length)' "$OUT" >"$ERR"
report $? "every cell has one area"
run convert rooms.cwm rooms.json -q
run convert rooms.json again.cwm -q
cmp -s rooms.cwm again.cwm
report $? "names survive .json"
run convert rooms.geojson plan.geojson -q
run build plan.geojson -o again.cwm -q
cmp -s rooms.cwm again.cwm
report $? "and .geojson"
run path rooms.cwm --from 1,1 --to 10,4 --radius 0.3 --cost 2=inf
expect 3 "an area can be forbidden"
says 'no way leads from the start \(1\.00, 1\.00\) to the goal \(10\.00, 4\.00\) without a forbidden area$' "and is the reason"
run path rooms.cwm --from 1,1 --to 10,4 --radius 0.3 --cost 2=3 --json
cp "$OUT" number.json
run path rooms.cwm --from 1,1 --to 10,4 --radius 0.3 --cost hall=3 --json
cmp -s "$OUT" number.json
report $? "an area has a cost by its name too"
run path rooms.cwm --from 1,1 --to 10,4 --radius 0.3 --cost lawn=3
usage_error 'no area named "lawn"' "a name that is none"
for wrong in 256=2 hall 1 =2 hall=0.5 hall=x hall=; do
    run path rooms.cwm --from 1,1 --to 10,4 --radius 0.3 --cost $wrong
    usage_error 'takes N=F' "--cost $wrong"
done
run build rooms.geojson -o near.cwm --effort 0 -q
run check near.cwm --against rooms.geojson
expect 0 "effort 0"

bad() {
    printf '{"type": "Feature", "properties": %s, "geometry": {"type": "Polygon", "coordinates": [[[0,0],[4,0],[4,5],[0,0]]%s]}}' "$1" "${3:-}" >bad.geojson
    run build bad.geojson -o bad.cwm
    expect 1 "refused: $1"
    says "$2" "says why"
}
bad '{"kind": "room"}' 'bad.geojson: error: properties.name: a room or zone needs a name$'
bad '{"kind": "room", "name": 7}' 'needs a name$'
bad '{"kind": "room", "name": ""}' 'a name has 1 to 63 bytes$'
bad '{"kind": "zone", "name": "z"}' 'no walkable area|no floor'
bad '{"kind": "zone", "name": "z"}' 'a zone has holes' ', [[1,1],[2,1],[2,2],[1,1]]'
bad '{"kind": "door", "name": "z"}' 'not one of floor, hole, obstacle, barrier, zone, room$'
finish
