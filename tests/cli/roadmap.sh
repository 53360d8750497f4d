#!/bin/bash
# Roadmaps: an independent judge reads them, other formats read back, insets and roofs are right,
# crowds walk over lanes, and what is wrong is named.
source_dir=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/lib.bash"
examples=$source_dir/examples

# judge LABEL WORDS...: the judge of the format finds nothing.
judge() {
    local label=$1
    shift
    python3 "$source_dir/tests/roadmap/judge.py" "$@" >"$OUT" 2>"$ERR"
    code=$?
    expect 0 "$label"
}

cat >plaza.wkt <<'END'
GEOMETRYCOLLECTION (POLYGON ((0 0, 30 0, 30 20, 0 20, 0 0), (8 8, 12 9, 11 12, 8 8), (20 5, 22 5, 22 7, 20 7, 20 5)),
 LINESTRING (14 3, 18 4, 17 9))
END

if command -v python3 >/dev/null; then
    run roadmap "$examples/office.wkt" -o office.json --faces
    expect 0 "the roadmap of the office"
    judge "the judge on the office" office.json --flat --stride 150
    for options in '--miter 0' '--miter 1.05 --rungs 2 --faces' '--levels 0' '--levels 2 --spacing 0.4 --faces'; do
        # shellcheck disable=SC2086
        run roadmap plaza.wkt -o plaza.json $options -q
        expect 0 "a plaza, $options"
        judge "the judge on it" plaza.json --flat --stride 5
    done
    for scene in ramp bridge house; do
        run roadmap "$examples/$scene.obj" -o scene.json --spacing 1 --faces -q
        expect 0 "the roadmap of the $scene"
        judge "the judge on it" scene.json
    done
    # The judge itself: damage that it has to see.
    for damage in 's/"leaf":false/"leaf":true/' 's/"left":3,/"left":2,/' 's/"level":1,/"level":2,/' \
        's/"kind":"level"/"kind":"event"/;s/"kind":"corner"/"kind":"level"/' 's/"space":0/"space":-1/'; do
        run roadmap plaza.wkt -o plaza.json --faces -q
        sed -i "$damage" plaza.json
        python3 "$source_dir/tests/roadmap/judge.py" plaza.json --flat >"$OUT" 2>"$ERR"
        code=$?
        expect 1 "the judge sees $damage"
    done
    for format in graphml geojson dot txt; do
        run roadmap plaza.wkt -o "plaza.$format" --rungs 2 -q
        expect 0 "a roadmap as .$format"
    done
    run roadmap plaza.wkt -o plaza.json --rungs 2 -q
    python3 "$source_dir/tests/roadmap/read_graphs.py" plaza >"$OUT" 2>"$ERR"
    code=$?
    expect 0 "all formats have the same graph"
fi

run roadmap plaza.wkt -o plaza.json --json
expect 0 "roadmap --json"
json 'it.walls > 10 && it.spaces == 1 && it.level_0_edges < it.edges' "the figures"
run roadmap plaza.wkt -o plaza.json --rungs 2
expect 0 "roadmap --rungs"
grep -q '[1-9] rungs, 1 space with' "$OUT"
report $? "rungs are told apart from lanes"
run draw plaza.json -o plaza.svg
expect 0 "draw a roadmap"
run roadmap plaza.wkt
expect 2 "a roadmap without a place to go"
run roadmap plaza.wkt -o plaza.xyz
expect 2 "a roadmap of no known kind"
for wrong in '--miter 0.5' '--spacing 0' '--spacing -1' '--levels -1' '--levels 1.5' '--rungs 0' '--spacing nan' '--miter x'; do
    # shellcheck disable=SC2086
    run roadmap plaza.wkt -o x.json $wrong
    expect 2 "roadmap $wrong"
done
run roadmap plaza.wkt -o plaza.wkt
[ "$code" -ne 0 ]
report $? "the input is not overwritten"
printf 'POLYGON ((0 0, 1 0, 2 0, 0 0))' >flat.wkt
run roadmap flat.wkt -o x.json
expect 1 "a plan without a floor"
run roadmap plaza.json -o x.json
[ "$code" -ne 0 ]
report $? "a roadmap of a roadmap"

# Insets.
run convert plaza.wkt inner.wkt --inset 0.3
expect 0 "an inset"
run build inner.wkt -o inner.cwm -q
expect 0 "which is a plan"
run convert plaza.wkt same.wkt --inset 0
expect 0 "an inset by nothing"
run convert plaza.wkt none.wkt --inset 50
expect 1 "an inset by too much"
complains 1 'nothing is left' "in words"
[ ! -e none.wkt ]
report $? "and no file"
run convert plaza.wkt x.wkt --inset -1
expect 2 "an inset by less than nothing"
run convert plaza.wkt x.wkt --inset 1 --slope 30
expect 2 "inset and slope"

# Roofs: of a hall 20 by 10 at 45 degrees, the ridge is 5 m high.
printf 'POLYGON ((0 0, 20 0, 20 10, 0 10, 0 0))' >hall.wkt
run convert hall.wkt roof.obj --slope 45
expect 0 "a roof"
awk '$1 == "v" && $3 > high { high = $3 } $1 == "f" { faces++ } END { exit !(faces == 4 && high > 4.999999 && high < 5.000001) }' roof.obj
report $? "with four faces and a ridge at 5 m"
run convert hall.wkt roof.wkt --slope 45
expect 2 "a roof as a plan"
run convert hall.wkt roof.obj --slope 90
expect 2 "a roof that is upright"

# Crowds over lanes: on a square of 60 m that people cross from four streets, lanes use twice the
# floor of level 0 alone.
sed 's/"roadmap": {}/"roadmap": { "levels": 0 }/' "$examples/crowd/square.json" >ridges.json
run sim ridges.json -o ridges.csv --json
expect 0 "a crowd over level 0"
json 'it.arrived == it.agents && it.collisions == 0 && it.routing.fallbacks == 0' "everybody arrives"
used=$(sed -n 's/.*"space": *\([0-9.]*\).*/\1/p' "$OUT" | head -n 1)
run sim "$examples/crowd/square.json" -o lanes.csv --json
expect 0 "a crowd over lanes"
json 'it.arrived == it.agents && it.collisions == 0 && it.routing.fallbacks == 0' "everybody arrives"
json "it.space >= 2 * $used && it.path_ratio >= 1 && it.path_ratio < 1.25" "twice the floor is used"
run sim "$examples/crowd/square.json" -o again.csv -q --workers 3
cmp -s lanes.csv again.csv
report $? "the same bytes with three workers"
cp "$examples/crowd/square.json" lanes.json
sed 's/"roadmap": {}/"roadmap": { "weight": "seed", "spacing": 1, "rungs": 4 }/' lanes.json >seed.json
run sim seed.json -o seed.csv --json
expect 0 "with the weight of the paper, other lanes, and rungs"
json 'it.arrived > 0.9 * it.agents && it.collisions == 0' "people arrive too"
sed 's/"roadmap": {}/"roadmap": { "levels": -1 }/' lanes.json >wrong.json
run sim wrong.json -o x.csv
expect 1 "levels below 0"
complains 1 'roadmap.levels' "the field is named"
sed 's/"route": "roadmap"/"route": "lanes"/' lanes.json >wrong.json
run sim wrong.json -o x.csv
expect 1 "an unknown route"
run build hall.wkt -o hall.cwm -q
sed 's/"place": {[^}]*}/"place": "hall.cwm"/' lanes.json >mesh.json
run sim mesh.json -o x.csv
expect 1 "a roadmap of a mesh"
complains 1 'a roadmap is made of a plan or a scene' "says so"

# A disc that fits between a tip and a wall but not on the skeleton goes the shortest way.
cat >fallback.json <<'END'
{ "clearway_scenario": 1, "duration": 60, "route": "roadmap",
  "place": { "wkt": "POLYGON((0 0, 20 0, 20 10, 0 10, 0 0), (9.5 0.001, 10.5 0.001, 10 8.9, 9.5 0.001))" },
  "regions": { "left": { "polygon": [[1,1],[6,1],[6,9],[1,9]] }, "right": { "polygon": [[14,1],[19,1],[19,9],[14,9]] } },
  "groups": [ { "name": "all", "region": "left", "count": 4, "radius": 0.54, "goals": ["right"] } ] }
END
run sim fallback.json -o x.csv --json
expect 0 "discs nearly as wide as a gap"
json 'it.arrived == 4 && it.routing.fallbacks >= 4' "get through, on the shortest path"
finish
