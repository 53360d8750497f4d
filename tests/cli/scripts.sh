#!/bin/bash
# What scripts rely on: many questions in one run, a version in JSON, errors as JSON, - as a file.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
run build room.wkt -o room.cwm -q
expect 0 "build"

# Many questions.
{
    echo 'id,from_x,from_y,to_x,to_y,radius'
    echo 'a,1,1,9,9,0.3'
    echo 'b,1,5,9,5,0'
    echo 'c,1,1,9,1,0.4'
} >trips.csv
run path room.cwm --queries trips.csv
expect 0 "three questions as CSV"
[ "$(wc -l <"$OUT")" -eq 4 ] && head -n 1 "$OUT" | grep -q '^index,id,status,length,radius,points$'
report $? "a header and three answers"
prints '^0,a,found,1[12]\.[0-9]+,0\.[0-9]+,1:1:0 .*9:9:0$' "the first"
prints '^2,c,found,8,' "the last"
{
    echo '{"id": "a", "from": [1, 1], "to": [9, 9], "radius": 0.3}'
    echo '{"from": [1, 5], "to": [9, 5]}'
} >trips.jsonl
run path room.cwm --queries trips.jsonl --radius 0.2
expect 0 "two questions as JSON lines"
[ "$(wc -l <"$OUT")" -eq 2 ]
report $? "two lines"
sed -n 2p "$OUT" >line && mv line "$OUT"
json 'it.version == 1 && it.index == 1 && it.id === null && it.radius == 0.2 && it.found && it.points.length > 2' "the second"
run path room.cwm --from 1,5 --to 9,5 --radius 0.2 --json
alone=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).length' "$OUT")
run path room.cwm --queries trips.jsonl --radius 0.2
grep -q "\"length\": $alone" "$OUT"
report $? "as long as asked alone"

# The number of threads changes nothing.
awk 'BEGIN { srand(3); print "from_x,from_y,to_x,to_y,radius"
    for (i = 0; i < 3000; i++) printf "%.3f,%.3f,%.3f,%.3f,%.2f\n",
        10 * rand(), 10 * rand(), 10 * rand(), 10 * rand(), rand() / 2 }' >many.csv
run path room.cwm --queries many.csv
cp "$OUT" one
expect 3 "some of 3000 questions have no path"
says 'of 3000 questions have no path' "which is said"
run path room.cwm --queries many.csv --workers 4
cmp -s "$OUT" one
report $? "four threads give the same bytes"
"$CLEARWAY" path room.cwm --queries - -q <many.csv >"$OUT" 2>"$ERR"
cmp -s "$OUT" one
report $? "questions from stdin"

# Ids come back as they are.
printf '\xef\xbb\xbfid,from_x,from_y,to_x,to_y,radius\r\n"a, ""b""", 1 ,1,9,1,0.4\r\nto the door,1,1,9,1,\r\n' >trips.csv
run path room.cwm --queries trips.csv --radius 0.2
expect 0 "quotes, spaces, a byte order mark"
prints '^0,"a, ""b""",found,8,0\.4' "a field in quotes"
prints '^1,to the door,found,8,0\.2' "spaces inside, and no radius"
echo '{"id": 7, "from": [1, 1], "to": [9, 1]}' >trips.jsonl
run path room.cwm --queries trips.jsonl --radius 0.2
json 'it.id === 7' "a number in JSON"
echo '{"id": 9007199254740993, "from": [1, 1], "to": [9, 1]}' >trips.jsonl
run path room.cwm --queries trips.jsonl --radius 0.3
prints '"id": 9007199254740993, .*"radius": 0\.3,.*"length": 8,' "a large number, and short ones as they were"

# Questions that are none.
printf 'from_x,from_y,to_x,to_y,radius\n1,1,2,2,wide\n' >bad.csv
run path room.cwm --queries bad.csv --radius 1
complains 1 ':2: error: from_z, to_z and radius have to be empty, or numbers' "a word for a radius"
printf 'id,from_x,from_y,to_x,to_y\n"a,1,1,2,2\n' >bad.csv
run path room.cwm --queries bad.csv --radius 1
complains 1 ':2: error: a quote that does not close' "an open quote"
printf 'from_x,from_y,to_x,to_y\n1,1,2,2\n\0\n' >bad.csv
run path room.cwm --queries bad.csv --radius 1
complains 1 'bad.csv: error: it holds a zero byte' "a zero byte"
printf 'from_x,from_y,to_x\n1,1,2\n' >bad.csv
run path room.cwm --queries bad.csv --radius 1
complains 1 'bad.csv:1: error: the header has to name' "a header without a column"
printf 'from_x,from_y,to_x,to_y\n1,1,2,2\n1,1,two,2\n' >bad.csv
run path room.cwm --queries bad.csv --radius 1
complains 1 ':3: error: .*have to be numbers' "a word for a number"
run path room.cwm --queries bad.csv
complains 1 ':2: error: it needs a radius' "no radius"
echo '{"from": [1, 1], "to": 3}' >bad.jsonl
run path room.cwm --queries bad.jsonl --radius 1
complains 1 ':1: error: "from" and "to" have to be arrays' "no array"
echo '{"from": [1, 1' >bad.jsonl
run path room.cwm --queries bad.jsonl --radius 1
complains 1 'bad.jsonl:1: error: ' "no JSON"
run path room.cwm --queries none.csv --radius 1
expect 1 "no file"
run path room.cwm --queries trips.csv --from 1,1
usage_error 'no meaning with --queries' "an end besides questions"
run path room.cwm --queries trips.csv --view slanted
usage_error 'no meaning with --queries' "a view besides questions"

# JSON has a version, and errors are JSON too; words go to stderr as ever.
run info room.cwm --json
json 'it.version == 1' "a version"
run info none.cwm --json
complains 1 'none.cwm' "no such file"
json 'it.version == 1 && it.error.exit == 1 && it.error.file == "none.cwm" && it.error.message.length > 5' "as JSON"
run path room.cwm --from 1,1 --json
expect 2 "a wrong call"
json 'it.error.exit == 2 && it.error.file === null && /--to/.test(it.error.message)' "as JSON"
echo 'POLYGON((0 0, 1 1' >broken.wkt
run build broken.wkt -o broken.cwm --json
expect 1 "a broken plan"
json 'it.error.exit == 1 && /broken.wkt/.test(it.error.message)' "as JSON"
run path room.cwm --from 1,1 --to 5,5 --radius 1 --json
expect 3 "no path"
json 'it.found === false && it.error === undefined' "the answer alone"

# Stdin and stdout.
"$CLEARWAY" build - -o - <room.wkt >"$OUT" 2>"$ERR"
code=$?
expect 0 "build from stdin to stdout"
cmp -s "$OUT" room.cwm
report $? "the same bytes"
"$CLEARWAY" info - --json <room.cwm >"$OUT" 2>"$ERR"
json 'it.cells > 1 && it.file == "-"' "a mesh from stdin"
"$CLEARWAY" convert - - <room.wkt 2>"$ERR" | grep -q '^POLYGON'
report $? "a plan through both"
"$CLEARWAY" draw - -o - <room.cwm 2>"$ERR" | grep -q '<svg'
report $? "a picture to stdout"
"$CLEARWAY" check - --against room.wkt <room.cwm >"$OUT" 2>"$ERR"
code=$?
expect 0 "a check of stdin"
echo nonsense | "$CLEARWAY" build - -o - >"$OUT" 2>"$ERR"
code=$?
complains 1 '^stdin' "nonsense"
run build room.wkt -o - --json
usage_error 'not both' "two things to stdout"
run path room.cwm --from 1,1 --to 9,1 --radius 0.3 -o - --json
usage_error 'not both' "a picture and a path to stdout"

# --- streams that end early, and full disks -------------------------------------------------------

"$CLEARWAY" roadmap - -o - <room.wkt 2>"$ERR" | grep -q '"format":"clearway-roadmap"'
report $? "a roadmap through both"
run roadmap room.wkt -o - --json
usage_error 'not both' "a roadmap and figures to stdout"
printf '{"format":"clearway-scenario","version":1,"place":{"wkt":"POLYGON((0 0,9 0,9 9,0 9,0 0))"}}' >empty.json
run sim empty.json -o - --json
usage_error 'not both' "a run and figures to stdout"
{
    printf 'from_x,from_y,to_x,to_y\n'
    for _ in $(seq 4000); do printf '1,1,9,9\n'; done
} >many.csv
for call in "path room.cwm --queries many.csv --radius 0.2" "roadmap many.wkt -o -" "build many.wkt -o -"; do
    [ -e many.wkt ] || {
        printf 'MULTIPOLYGON(((0 0,810 0,810 9,0 9,0 0)'
        for i in $(seq 1 800); do printf ',(%d 1,%d.5 1,%d.2 8,%d 1)' "$i" "$i" "$i" "$i"; done
        printf '))'
    } >many.wkt
    # shellcheck disable=SC2086
    { "$CLEARWAY" $call 2>"$ERR"; echo $? >code; } | head -c 10 >"$OUT"
    [ "$(cat code)" -eq 141 ] && [ ! -s "$ERR" ]
    report $? "a reader that leaves: $call"
    # shellcheck disable=SC2086
    "$CLEARWAY" $call >/dev/full 2>"$ERR"
    [ $? -eq 1 ] && [ "$(wc -l <"$ERR")" -eq 1 ]
    report $? "a full disk: $call"
done
finish
