#!/bin/bash
# 3D scenes through the command: build, check, path, draw; formats; files that are no good.
root=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/lib.bash"

house=$root/examples/house.obj
street=2,-4.8,-0.12 bedroom=3.2,0.9,2.95

run build "$house" --from $street -o house.cwm --json
expect 0 "build of a house"
json 'it.scene.components == 1 && it.scene.unreached > 5 && it.islands == 1' "only what the street reaches"
json 'it.scene.closed_shells > 80 && it.scene.steps > 10' "the report counts shells and steps"
run check house.cwm --against "$house" --from $street
expect 0 "the house against its scene"
run check house.cwm --against "$house"
expect 4 "the house against all floors of its scene"

run path house.cwm --from $street --to $bedroom --radius 0.25 --json
expect 0 "a way upstairs"
json 'it.found && Math.abs(it.surface_length - it.length - 3.07) < 1e-4' "steps count with their height"
narrow=$(sed -n 's/^ *"length": \([0-9.]*\),$/\1/p' "$OUT")
run path house.cwm --from $street --to $bedroom --radius 0.38 --json
json "it.found && it.length > ${narrow:-24} + 0.5" "a larger disc goes around"
run path house.cwm --from $street --to $bedroom --radius 0.41
expect 3 "a disc too large for the door of 0.8 m"

# Doors are passable exactly for the radii they should be.
for door in '0.6 5,3.5,0.15 4.7,6.6,0.15' '0.7 5,3.5,0.15 5,1.5,2.95' \
    '0.9 5,3.5,0.15 7.6,2.8,2.95' '1.2 8,2.1,2.95 10.8,2,2.87'; do
    read -r width from to <<<"$door"
    radius=$(awk "BEGIN { print $width * 0.499 }")
    run path house.cwm --from "$from" --to "$to" --radius "$radius"
    expect 0 "a door of $width m lets $radius m through"
    radius=$(awk "BEGIN { print $width * 0.501 }")
    run path house.cwm --from "$from" --to "$to" --radius "$radius"
    expect 3 "a door of $width m holds $radius m back"
done

for view in slanted floors above; do
    run draw house.cwm --view $view -o $view.svg
    expect 0 "draw --view $view"
done
run draw "$house" --layers --pixel 0.2 -o layers.svg
expect 0 "draw --layers"
prints '  1: ' "a count per layer"
[[ -s layers.svg ]]
report $? "a picture of the layers"
run draw "$house" --layers --method exact -o none.svg
expect 2 "layers of the exact way"
run draw "$house" --layers --stage cells -o none.svg
expect 2 "layers and a stage"
run draw house.cwm --layers -o none.svg
expect 2 "layers of a mesh"
run build "$house" --method layers --from $street -o sampled.cwm --json
expect 0 "build by sampling"
json 'it.scene.components == 1 && it.scene.layers > 1 && it.scene.samples > 5000' "the report counts layers"
run path sampled.cwm --from $street --to $bedroom --radius 0.25
expect 0 "a way upstairs through layers"
run build "$house" --method depth --from $street -o depth.cwm --snap
expect 0 "build of one floor"
run build "$house" --pixel 0.2 -o none.cwm
expect 2 "pixels of the exact way"
run draw house.cwm --floor 2 -o floor.svg
expect 0 "the second floor"
run draw house.cwm --floor 9 -o none.svg
complains 1 '^house.cwm: error: it has 2 floors, so there is no floor 9$' "a floor that is not there"
run path house.cwm --from $street --to $bedroom --radius 0.3 --view slanted -o way.png
expect 0 "a path from the side"
run convert house.cwm house.glb
expect 0 "a mesh as .glb"
run build house.glb -o again.cwm --json
expect 0 "and back as a scene"

# Names.
run build "$house" --exclude 'tree*' --exclude car -o fewer.cwm --json
expect 0 "without trees"
json 'it.scene.left_out > 20' "triangles of the trees are left out"
run build "$house" --include 'slab_*' --include street -o slabs.cwm --json
expect 0 "only slabs"
run build "$house" --exclude 'treee*' -o none.cwm
complains 1 'no object fits the pattern "treee\*"' "a pattern that fits nothing"
run build "$house" --exclude '*' -o none.cwm
complains 1 'the patterns leave out all' "a pattern that fits all"

# Units and axes.
printf 'v 0 0 0\nv 400 0 0\nv 400 300 0\nv 0 300 0\nf 1 2 3 4\n' >room.obj
run build room.obj --up z --scale 0.01 -o room.cwm --json
expect 0 "centimetres, z up"
json 'Math.abs(it.area - 12) < 1e-6' "12 square metres"
run build room.obj --scale 0.01 -o none.cwm
complains 1 '^room.obj: error: .*walkable' "a wall is no floor"
printf 'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 0 4 0\nendloop\nendfacet\nendsolid s\n' >tri.stl
run build tri.stl -o tri.cwm --json
expect 0 "an .stl, z up"
json 'Math.abs(it.area - 8) < 1e-6' "8 square metres"
printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n2 0 0\n2 2 0\n0 2 0\n4 0 1 2 3\n' >quad.ply
run build quad.ply -o quad.cwm --json
expect 0 "a .ply, z up"
json 'Math.abs(it.area - 4) < 1e-6' "4 square metres"

# What was dropped, filled, bridged and joined can be looked at.
run draw "$house" --report --min-island 8 -o report.svg
expect 0 "a picture of what was done to a scene"
run draw "$house" --report -o report.svg --method layers
expect 2 "samples have no report"
run draw quad.cwm --report -o report.svg
expect 2 "nor has a mesh"
run draw "$house" --report --stage cells -o report.svg
expect 2 "and it is no stage"

# Files that are no good: one line that names the file, nothing on stdout, no output.
: >empty.glb; : >empty.stl; : >empty.fbx; : >empty.dae; : >empty.ply; : >empty.gltf
head -c 64 house.glb >cut.glb
printf 'nonsense' >bad.stl; cp bad.stl bad.fbx; cp bad.stl bad.dae; cp bad.stl bad.ply; cp bad.stl bad.gltf; cp bad.stl bad.glb
head -c 3000 "$house" | sed '$d' >part.obj
for file in empty.* cut.glb bad.*; do
    run build "$file" -o none.cwm
    complains 1 "^$file:?[0-9]*: error: " "$file"
done
gltf() { printf '{"asset":{"version":"2.0"},"scene":0,%s}' "$1" >"$2"; }
data='data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAABAQAAAAAAAAAAAAAAAAAAAAAAAAEDA'
mesh='"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,-3],"max":[3,0,0]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]'
views='"bufferViews":[{"buffer":0,"byteLength":36}]'
nodes='"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"name":"one"}]'
gltf "\"buffers\":[{\"uri\":\"$data\",\"byteLength\":36}],$views,$mesh,$nodes" good.gltf
run build good.gltf -o good.cwm --json
expect 0 "a triangle of glTF"
json 'Math.abs(it.area - 4.5) < 1e-6' "4.5 square metres"
gltf "\"buffers\":[{\"uri\":\"$data\",\"byteLength\":36}],$views,$mesh,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"scale\":[-1,1,1],\"translation\":[9,0,0]}]" mirror.gltf
run build mirror.gltf -o mirror.cwm --json
expect 0 "a mirrored triangle still looks up"
json 'Math.abs(it.area - 4.5) < 1e-6' "and has its area"
while IFS='|' read -r name reason text; do
    gltf "$text" "$name.gltf"
    run build "$name.gltf" -o none.cwm
    complains 1 "^$name.gltf: error: .*$reason" "$name"
done <<CASES
count|accessors.0.*|"buffers":[{"uri":"$data","byteLength":36}],$views,"accessors":[{"bufferView":0,"componentType":5126,"count":4611686018427387904,"type":"VEC3"}],$nodes
offset|of a view of 36|"buffers":[{"uri":"$data","byteLength":36}],$views,"accessors":[{"bufferView":0,"byteOffset":8,"componentType":5126,"count":3,"type":"VEC3"}],$nodes
none|no elements|"buffers":[{"uri":"$data","byteLength":36}],$views,"accessors":[{"bufferView":0,"componentType":5126,"count":0,"type":"VEC3"}],$nodes
sparse|sparse.count: is missing|"buffers":[{"uri":"$data","byteLength":36}],$views,"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{}}],$nodes
stride|byteStride|"buffers":[{"uri":"$data","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36,"byteStride":253}],$mesh,$nodes
short|it has 36 bytes, not 99|"buffers":[{"uri":"$data","byteLength":99}],$views,$mesh,$nodes
parent|neither in the file nor|"buffers":[{"uri":"../../etc/passwd","byteLength":36}],$views,$mesh,$nodes
escape|neither in the file nor|"buffers":[{"uri":"%2e%2e%2fetc","byteLength":36}],$views,$mesh,$nodes
absolute|neither in the file nor|"buffers":[{"uri":"/etc/passwd","byteLength":36}],$views,$mesh,$nodes
scheme|neither in the file nor|"buffers":[{"uri":"file:///etc/passwd","byteLength":36}],$views,$mesh,$nodes
http|neither in the file nor|"buffers":[{"uri":"http://x/y","byteLength":36}],$views,$mesh,$nodes
base64|neither in the file nor|"buffers":[{"uri":"data:a;base64,A*==","byteLength":1}],$views,$mesh,$nodes
itself|a circle|"scenes":[{"nodes":[0]}],"nodes":[{"children":[0]}]
circle|a circle|"scenes":[{"nodes":[0]}],"nodes":[{"children":[1]},{"children":[0]}]
parents|two parents|"scenes":[{"nodes":[0]}],"nodes":[{"children":[2]},{"children":[2]},{}]
child|there is no such entry|"scenes":[{"nodes":[0]}],"nodes":[{"children":[7]}]
matrix|needs 16 numbers|"scenes":[{"nodes":[0]}],"nodes":[{"matrix":[1,2]}]
huge|scale.0.|"scenes":[{"nodes":[0]}],"nodes":[{"scale":[1e30,1,1]}]
draco|KHR_draco_mesh_compression|"extensionsRequired":["KHR_draco_mesh_compression"]
nothing|.|"scenes":[{"nodes":[0]}],"nodes":[{}]
CASES
python3 - <<'P' 2>/dev/null || true
n = 100000
nodes = ",".join('{"children":[%d]}' % (i + 1) for i in range(n)) + ",{}"
open("deep.gltf", "w").write('{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[%s]}' % nodes)
P
if [[ -f deep.gltf ]]; then
    run build deep.gltf -o none.cwm
    complains 1 '^deep.gltf: error: ' "100,000 nodes below each other"
fi
printf 'o yard\nv 0 0 0\nv 9 0 0\nv 9 0 -9\nv 0 0 -9\nf 1 2 3 4\no pool\nv 3 0 -1\nv 6 0 -1\nv 6 0 -9\nv 3 0 -9\nf 5 6 7 8\n' >yard.obj
run build yard.obj -o yard.cwm --area 'p*=3'
expect 0 "objects get an area type"
run path yard.cwm --from 1,6 --to 8,6 --radius 0.2 --cost 3=inf
expect 0 "a path goes around an area that may not be entered"
prints '^length +13\.77' "by two corners of the pool"
run convert yard.cwm yard.json
grep -q '"area":3' yard.json
report $? "types are in the .json"
run path yard.json --from 1,6 --to 8,6 --radius 0.2 --cost 3=2
expect 0 "and read from it"
run build yard.obj -o none.cwm --area 'p*=256'
expect 2 "a type above 255"
says 'area type N of 0 to 255' "and says so"
run build yard.obj -o none.cwm --area 'zzz=1'
complains 1 'no object fits' "a type for no object"
run path yard.cwm --from 1,6 --to 8,6 --radius 0.2 --cost 3=0.5
expect 2 "a cost below 1"
says 'a cost F of 1 or more' "and says so"
printf 'mtllib ../../etc/passwd\nmtllib |sh\nv 0 0 0\nv 4 0 0\nv 0 0 -4\nf 1 2 3\n' >lib.obj
run build lib.obj -o lib.cwm
expect 0 "other files of an .obj are not opened"
printf 'v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 2 3\n' >line.obj
run build line.obj -o none.cwm
complains 1 '^line.obj: error: .*walkable' "triangles without area"
[ ! -e none.cwm ]
report $? "no output is left behind"
finish
