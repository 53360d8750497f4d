#!/bin/bash
# Every command, one table: with --json every answer has a version and every error is JSON, one
# object on stdout, with the exit code of the process.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
run build room.wkt -o room.cwm -q
mkdir folder
echo 'POLYGON((0 0, 1 1' >broken.wkt
echo 'CWMESH' >broken.cwm
echo '{"clearway_scenario": 1,' >broken.json
cat >run.json <<'END'
{ "clearway_scenario": 1, "place": "room.wkt", "duration": 5,
  "regions": { "left": { "polygon": [[1,1],[3,1],[3,9],[1,9]] }, "exit": { "segment": [[9,1],[9,9]] } },
  "groups": [ { "name": "all", "count": 3, "region": "left", "goals": ["exit"] } ] }
END
sed 's/"room.wkt"/"none.wkt"/' run.json >lost.json

# Answers.
while IFS='|' read -r words; do
    # shellcheck disable=SC2086
    run $words --json
    [ "$code" -eq 0 ] || [ "$code" -eq 3 ]
    report $? "answers: $words"
    json 'it.version == 1 && it.error === undefined' "a version: $words"
done <<'END'
build room.wkt -o made.cwm
info room.cwm
info room.cwm --clearance
check room.cwm
check room.cwm --against room.wkt
path room.cwm --from 1,1 --to 9,9 --radius 0.2
path room.cwm --from 1,1 --to 9,9 --radius 0.2 --radius 0.3
path room.cwm --from 1,1 --to 5,5 --radius 0.2
sim run.json -o made.csv
roadmap room.wkt -o made.json
END

# Errors: exit code, and words.
while IFS='|' read -r exit words; do
    # shellcheck disable=SC2086
    run $words --json
    expect "$exit" "$words"
    json "it.version == 1 && it.error.exit == $exit && it.error.message.length > 5" "as JSON: $words"
done <<'END'
2|build
2|build room.wkt
2|build room.wkt -o x.txt
2|build room.wkt -o x.cwm --alpha nan
2|build room.wkt -o x.cwm --effort 9
2|build room.wkt -o x.cwm --nonsense
1|build none.wkt -o x.cwm
1|build broken.wkt -o x.cwm
1|build folder -o x.cwm
1|build room.wkt -o folder
1|build room.wkt -o none/x.cwm
2|info
1|info none.cwm
1|info broken.cwm
1|info room.wkt
2|check
1|check none.cwm
1|check broken.cwm
1|check room.cwm --against none.wkt
2|path room.cwm
2|path room.cwm --from 1,1 --to 2,2 --radius -1
2|path room.cwm --from 1;1 --to 2,2 --radius 1
2|path room.cwm --from 1e30,1 --to 2,2 --radius 1
1|path none.cwm --from 1,1 --to 2,2 --radius 0.1
1|path broken.cwm --from 1,1 --to 2,2 --radius 0.1
1|path room.wkt --from 1,1 --to 2,2 --radius 0.1
2|path room.cwm --queries none.csv
2|draw
2|draw room.cwm
2|draw none.cwm -o x.svg
2|sim
2|sim run.json
1|sim none.json -o x.csv
1|sim broken.json -o x.csv
1|sim lost.json -o x.csv
2|sim run.json -o x.txt.gz
2|sim run.json -o x.csv --seed -3
2|roadmap
1|roadmap none.wkt -o x.json
2|roadmap room.wkt -o x.nothing
2|convert
2|convert room.cwm
2|bench nonsense
2|nonsense
END

# Stdin and stdout of a crowd.
run sim run.json -o file.csv -q
"$CLEARWAY" sim - -o - <run.json >"$OUT" 2>"$ERR"
code=$?
expect 0 "a scenario from stdin to stdout"
cmp -s "$OUT" file.csv
report $? "the same bytes"
"$CLEARWAY" sim - -o made.sqlite --json <run.json >"$OUT" 2>"$ERR"
json 'it.version == 1 && it.agents == 3' "from stdin to a file"
echo '{' | "$CLEARWAY" sim - -o x.csv --json >"$OUT" 2>"$ERR"
code=$?
expect 1 "a broken scenario from stdin"
json 'it.error.exit == 1 && /^stdin/.test(it.error.message)' "as JSON"
"$CLEARWAY" sim - -o x.csv </dev/null >"$OUT" 2>"$ERR"
code=$?
complains 1 'stdin.*empty' "nothing from stdin"
finish
