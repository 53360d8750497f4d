#!/bin/bash
# Tables kept beside a mesh in its .cwm: the same answers to the bit, and damage is told.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
run build room.wkt -o room.cwm -q
expect 0 "a mesh"
run build room.wkt -o kept.cwm --keep clearance,sights -q
expect 0 "with tables"
run convert room.cwm again.cwm --keep sights,clearance -q
expect 0 "tables for a mesh that is there"
cmp -s kept.cwm again.cwm
report $? "are the same bytes"
[ "$(wc -c <kept.cwm)" -gt "$(wc -c <room.cwm)" ]
report $? "the file is larger"
"$CLEARWAY" build room.wkt -o - --keep clearance,sights 2>"$ERR" | cmp -s - kept.cwm
report $? "to stdout too"
run convert kept.cwm plain.cwm -q
cmp -s plain.cwm room.cwm
report $? "convert leaves them out unless asked"

for call in "--from 1,1 --to 9,9 --radius 0.3" "--from 1,1 --to 9,5 --radius 0" "--from 1,1 --to 5,5 --radius 1"; do
    # shellcheck disable=SC2086
    run path room.cwm $call --json
    cp "$OUT" without
    # shellcheck disable=SC2086
    run path kept.cwm $call --json
    cmp -s "$OUT" without
    report $? "the same answer: $call"
done
awk 'BEGIN { srand(3); print "from_x,from_y,to_x,to_y,radius"
    for (i = 0; i < 2000; i++) printf "%.3f,%.3f,%.3f,%.3f,%.2f\n",
        10 * rand(), 10 * rand(), 10 * rand(), 10 * rand(), rand() / 2 }' >many.csv
run path room.cwm --queries many.csv -q
cp "$OUT" without
run path kept.cwm --queries many.csv -q
cmp -s "$OUT" without
report $? "the same answers to 2000 questions"
"$CLEARWAY" path - --from 1,1 --to 9,9 --radius 0.3 --json <kept.cwm >fed 2>"$ERR"
run path room.cwm --from 1,1 --to 9,9 --radius 0.3 --json
cmp -s "$OUT" fed
report $? "from stdin"

run check kept.cwm
expect 0 "check"
prints 'ok  the tables kept beside the mesh are those' "says that the tables are right"
run check kept.cwm --json
json 'it.ok && it.tables == 2' "counts them"
run check room.cwm --json
json 'it.ok && it.tables == 0' "none"

# A file is damaged behind the mesh; someone puts the checksum right.
cat >damage.py <<'END'
import struct, sys, zlib
name, section, at, to = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
d = bytearray(open(name, "rb").read())
for i in range(struct.unpack_from("<I", d, 24)[0]):
    id, stride, offset, count = struct.unpack_from("<IIQQ", d, 32 + 24 * i)
    if id == section:
        d[offset + at] ^= 0x41
struct.pack_into("<I", d, 28, zlib.crc32(bytes(d[:28]) + bytes(d[32:])))
open(to, "wb").write(d)
END
python3 damage.py kept.cwm 11 200 bad.cwm
run path bad.cwm --from 1,1 --to 9,9 --radius 0.3
complains 1 'bad.cwm: error: clearance tables: ' "damaged tables"
run path bad.cwm --from 1,1 --to 9,9 --radius 0.3 --json
json 'it.error.exit == 1 && /clearance tables/.test(it.error.message)' "as JSON"
run check bad.cwm
complains 4 'not those of the mesh' "fail the check"
python3 damage.py kept.cwm 12 200 bad.cwm
run path bad.cwm --queries many.csv -q
complains 1 'bad.cwm: error: sights: ' "damaged sights"
python3 damage.py kept.cwm 11 0 other.cwm
run path other.cwm --from 1,1 --to 9,9 --radius 0.3 --json
expect 0 "tables of an unknown version are made anew"

run build room.wkt -o room.json --keep clearance
usage_error 'counts for a .cwm' "another format"
run build room.wkt -o x.cwm --keep walls
usage_error 'neither clearance nor' "an unknown word"
run build room.wkt -o x.cwm --keep ''
usage_error 'keep takes' "no word"
run convert room.wkt x.wkt --keep clearance
usage_error 'counts for a mesh' "a plan"
finish
