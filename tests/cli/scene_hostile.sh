#!/usr/bin/env bash
# 3D files that are made to harm, by the numbers H04 to H20 of the list of hostile inputs. Those that
# are not here: H04, H05, H06, H07 (crossing faces) and H10 are files of tests/hostile; the rest of
# H14 to H17, H19 and H20 are in scene.sh; H09 (a pipe of 10^8 vertices) is the limit of file sizes,
# inputs.sh.
. "$(dirname "$0")/lib.bash"

# H07: a face with many corners has the area of all of it; one that does not fit a line is refused.
disc() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) { a = 6.283185307179586 * i / n
        printf "v %.9f %.9f 0\n", 10 * cos(a), 10 * sin(a) }
        printf "f"; for (i = 1; i <= n; i++) printf " %d", i; print "" }'
}
disc 5000 >disc.obj
run build disc.obj --up z -o disc.cwm --json
expect 0 "H07: a face of 5,000 corners"
json 'Math.abs(it.area - 314.159) < 0.01' "H07: has its area"
disc 20000 >disc.obj
run build disc.obj --up z -o none.cwm
complains 1 '^disc.obj:20001: error: line longer than 65536 bytes' "H06, H07: a face of 20,000 corners"

# H08: what a material file is called is never opened.
printf 'mtllib ../../etc/passwd\nmtllib |sh\nusemtl x\nv 0 0 0\nv 3 0 0\nv 0 3 0\nf 1 2 3\n' >material.obj
run build material.obj --up z -o material.cwm
expect 0 "H08: materials are passed over"
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
    strace -f -e trace=openat,execve -o trace.txt "$CLEARWAY" build material.obj --up z -o material.cwm -q
    ! grep -Eq 'passwd|"sh"|/bin/sh' trace.txt
    report $? "H08: and no such file is opened"
fi

# H11: nothing but degenerate, doubled or equal.
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 2 3 1\n' >lines.obj
printf 'v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\nf 3 2 1\n' >points.obj
for file in lines.obj points.obj; do
    run build "$file" --up z -o none.cwm
    complains 1 "^$file: error: no walkable area" "H11: $file"
done
printf 'v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\nf 1 2 3\nf 2 3 1\n' >doubled.obj
run build doubled.obj --up z -o doubled.cwm --json
expect 0 "H11: a face given three times"
json 'Math.abs(it.area - 2) < 1e-6' "H11: counts once"

# H12: one huge triangle and a room; memory follows the faces, not the area. A sanitized build cannot
# start with so little.
{
    printf 'v -4000000 -4000000 0\nv 4000000 -4000000 0\nv 0 4000000 0\nf 1 2 3\n'
    printf 'v 0 0 0.2\nv 1 0 0.2\nv 1 1 0.2\nv 0 1 0.2\nf 4 5 6 7\n'
} >vast.obj
least=400000
(ulimit -v $least && "$CLEARWAY" --version >/dev/null 2>&1) || least=unlimited
(ulimit -v $least && run build vast.obj --up z -o vast.cwm --json && exit "$code")
code=$?
[ "$code" -eq 0 ]
report $? "H12: a triangle of 8,000 km with a room on it, within 400 MB"
run info vast.cwm --json
json 'Math.abs(it.area / 32e12 - 1) < 1e-6' "H12: its area"

# H13, B22: 300 floors above each other.
awk 'BEGIN { for (i = 0; i < 300; i++) { z = 2.1 * i; b = 4 * i
    printf "v 0 0 %g\nv 3 0 %g\nv 3 3 %g\nv 0 3 %g\nf %d %d %d %d\n", z, z, z, z, b + 1, b + 2, b + 3, b + 4 } }' >tower.obj
run build tower.obj --up z -o tower.cwm --json -q
expect 0 "H13: 300 floors, 2.1 m apart"
json 'it.islands === 300 && it.cells === 300' "H13: are 300 floors"

# H14, H15, H20: numbers of glTF.
gltf() { printf '{"asset":{"version":"2.0"},"scene":0,%s}' "$1" >"$2"; }
data='data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAABAQAAAAAAAAAAAAAAAAAAAAAAAAEDA'
buffer="\"buffers\":[{\"uri\":\"$data\",\"byteLength\":36}]"
views='"bufferViews":[{"buffer":0,"byteLength":36}]'
mesh='"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,-3],"max":[3,0,0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]'
nodes='"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}]'
while IFS='|' read -r id name text; do
    gltf "$text" "$name.gltf"
    run build "$name.gltf" -o none.cwm
    complains 1 "^$name.gltf:?[0-9]*: error: " "$id: $name"
done <<CASES
H14|view_offset|$buffer,"bufferViews":[{"buffer":0,"byteOffset":9223372036854775808,"byteLength":36}],$mesh,$nodes
H14|accessor_offset|$buffer,$views,"accessors":[{"bufferView":0,"byteOffset":9223372036854775807,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],$nodes
H14|stride_1|$buffer,"bufferViews":[{"buffer":0,"byteLength":36,"byteStride":1}],$mesh,$nodes
H15|sparse_beyond|$buffer,$views,"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"byteOffset":12,"componentType":5125},"values":{"bufferView":0}}}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],$nodes
H15|sparse_nowhere|$buffer,$views,"accessors":[{"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":9,"componentType":5125},"values":{"bufferView":9}}}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],$nodes
H17|drive|"buffers":[{"uri":"C:\\\\x","byteLength":36}],$views,$mesh,$nodes
H19|meshopt|"extensionsRequired":["EXT_meshopt_compression"]
H20|matrix_nan|$buffer,$views,$mesh,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"matrix":[NaN,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]
H20|matrix_huge|$buffer,$views,$mesh,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"matrix":[1e30,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]
H20|scale_0|$buffer,$views,$mesh,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":[0,0,0]}]
CASES

# H18: the frame of a .glb.
text='{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[]}]}   '
length=$(printf '\\x%02x\\x00\\x00\\x00' ${#text})
printf 'glTF\x02\x00\x00\x00\xff\xff\xff\xff'"$length"'JSON%s' "$text" >long.glb
{ printf 'glTF\x02\x00\x00\x00\x54\x00\x00\x00\xf0\xff\xff\xffJSON'; printf '%s' "$text"; } >chunk.glb
{ printf 'glTF\x02\x00\x00\x00\x54\x00\x00\x00'"$length"'BIN\x00'; printf '%s' "$text"; } >binary_first.glb
{ printf 'glTF\x02\x00\x00\x00\x1e\x00\x00\x00\x0a\x00\x00\x00JSON'; printf '{"asset":{'; } >unaligned.glb
for file in long chunk binary_first unaligned; do
    run build "$file.glb" -o none.cwm
    complains 1 "^$file.glb: error: " "H18: $file"
done
finish
