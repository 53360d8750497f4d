#!/bin/bash
# Where output must not go: folders, devices, links, the input, full disks. The input stays intact
# and nothing partial is left.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
cp room.wkt "$WORK/room.copy"
run build room.wkt -o room.cwm
expect 0 "a mesh to work with"
cp room.cwm "$WORK/mesh.copy"
mkdir folder folder.cwm folder.svg folder.wkt

for target in folder folder.cwm .; do
    run build room.wkt -o $target
    complains 1 'folder' "build into the folder $target"
done
run draw room.cwm -o folder.svg
complains 1 'folder' "draw into a folder"
run convert room.wkt folder.wkt
complains 1 'folder' "convert into a folder"
only "folders" room.wkt room.cwm folder folder.cwm folder.svg folder.wkt
[ -z "$(ls -A folder.cwm)" ]
report $? "the folder stays empty"
rmdir folder folder.cwm folder.svg folder.wkt

for command in 'build room.wkt -o' 'draw room.cwm -o' 'convert room.cwm'; do
    # shellcheck disable=SC2086
    run $command /dev/full
    complains 1 'not a plain file' "$command /dev/full"
    [ -c /dev/full ]
    report $? "/dev/full is still a device"
done

# A plan that a format cannot hold.
printf 'GEOMETRYCOLLECTION(POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,2 1,2 2,1 2,1 1)))' >"two-rings.wkt"
run convert two-rings.wkt rings.dat
complains 1 'a \.dat holds one outer ring' "two rings as a .dat"
rm two-rings.wkt

for target in nowhere/a.cwm room.wkt/a.cwm; do
    run build room.wkt -o $target
    complains 1 "$target" "build into $target"
done
long=$(printf '%0300d' 0).cwm
run build room.wkt -o "$long"
complains 1 'error' "a file name that is too long"

# The input, by any name.
ln room.wkt hard.wkt
ln room.cwm hard.cwm
for pair in 'room.wkt room.wkt' 'room.wkt ./room.wkt' 'room.wkt hard.wkt' 'room.cwm room.cwm' \
    'room.cwm hard.cwm'; do
    # shellcheck disable=SC2086
    run convert $pair
    complains 1 'not overwritten' "convert $pair"
done
ln -s room.cwm link.cwm
ln -s nothing.cwm dangling.cwm
ln -s room.wkt alias.wkt
for target in link.cwm dangling.cwm; do
    run build room.wkt -o $target
    complains 1 'symbolic link' "build into the link $target"
done
run convert alias.wkt room.wkt
complains 1 'not overwritten' "the input behind a link"
[ -L link.cwm ] && [ ! -e nothing.cwm ]
report $? "links stay as they were"
run convert link.cwm b.json
expect 0 "an input may be a link"
rm b.json hard.wkt hard.cwm link.cwm dangling.cwm alias.wkt
mkfifo pipe.cwm
run build room.wkt -o pipe.cwm
complains 1 'not a plain file' "build into a pipe"
rm pipe.cwm
only "refused output" room.wkt room.cwm

cmp -s room.wkt "$WORK/room.copy" && cmp -s room.cwm "$WORK/mesh.copy"
report $? "the inputs are intact"

# A folder that cannot be written; root can write everywhere.
mkdir closed && chmod 555 closed
if [ "$(id -u)" -ne 0 ]; then
    run build room.wkt -o closed/a.cwm
    complains 1 'cannot be written' "a read-only folder"
    run draw room.cwm -o closed/a.png
    complains 1 'cannot be written' "a picture in a read-only folder"
    [ -z "$(ls -A closed)" ]
    report $? "the folder stays empty"
else
    echo "skipped - a read-only folder (this is root)"
fi
chmod 755 closed && rmdir closed

# A limit on the size of files stands for a full disk.
write_pillars large.wkt 60
for kind in cwm json mesh obj nav; do
    (
        failed=0
        ulimit -f 2
        run build large.wkt -o small.$kind
        complains 1 "small.$kind" "a disk that fills while writing .$kind"
        exit $failed
    )
    failed=$((failed + $?))
done
run build large.wkt -o large.cwm -q
for kind in svg png pdf; do
    (
        failed=0
        ulimit -f 2
        run draw large.cwm -o small.$kind
        complains 1 "small.$kind" "a disk that fills while drawing .$kind"
        exit $failed
    )
    failed=$((failed + $?))
done
only "full disks" room.wkt room.cwm large.wkt large.cwm

# An existing mesh is replaced only by a complete one.
run build room.wkt -o room.cwm
expect 0 "an existing file is replaced"
cmp -s room.cwm "$WORK/mesh.copy"
report $? "same input, same bytes"
echo 'POLYGON((' >broken.wkt
run build broken.wkt -o room.cwm
complains 1 'broken.wkt' "a broken plan"
cmp -s room.cwm "$WORK/mesh.copy"
report $? "leaves the old mesh alone"

# Standard output.
"$CLEARWAY" info room.cwm >/dev/full 2>"$ERR"
code=$?
complains 1 '^stdout: error: No space left on device$' "stdout on a full disk"
"$CLEARWAY" path room.cwm --from 1,1 --to 9,9 --radius 0 >/dev/full 2>"$ERR"
code=$?
complains 1 '^stdout: error: No space left on device$' "a path on a full disk"
"$CLEARWAY" info room.cwm >&- 2>"$ERR"
code=$?
complains 1 'stdout' "stdout closed"
"$CLEARWAY" build room.wkt -o c.json >&- 2>/dev/null
! grep -q '^cells' c.json
report $? "a closed stdout does not write into the mesh"
run check c.json
expect 0 "that mesh is whole"
finish
