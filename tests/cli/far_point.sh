#!/bin/bash
# A stray ring far from the plan makes the lattice coarse, and that is said.
. "$(dirname "$0")/lib.bash"
write_room room.wkt
cat >stray.wkt <<'WKT'
GEOMETRYCOLLECTION(
  POLYGON((4500000.1 5400000.1, 4500010.3 5400000.1, 4500010.3 5400010.7, 4500000.1 5400010.7, 4500000.1 5400000.1)),
  LINESTRING(4500002 5400002, 4500004 5400002),
  POLYGON((0 0, 1 0, 1 1, 0 1, 0 0)))
WKT

run build room.wkt -o room.cwm
expect 0 "build"
prints '^lattice step +[0-9.e-]+ m$' "the step is always told"
[ ! -s "$ERR" ]
report $? "no warning for a plan of 10 m"

run build stray.wkt -o stray.cwm
expect 0 "build of a plan with a stray square"
says 'warning: the lattice step is 0\.00781 m' "the step is warned of"
says 'from outer ring 2 at \(0, 0\) to outer ring 0 at \(4500010\.3' "both rings are named"
prints '^area +109\.12' "the area is that of the caller's coordinates"
run build stray.wkt -o stray.cwm --json
json 'it.lattice_step == 0.0078125 && Math.abs(it.area - 109.12) < 1e-6' "the same in JSON"
json 'Math.abs(it.wall_length - 49.6) < 1e-6' "and the walls"

run check stray.cwm --against stray.wkt
expect 0 "check"
prints 'compared up to the lattice step of 0\.00781 m' "up to which step it compared"
run check stray.cwm --against stray.wkt --json
json 'it.compared_up_to == 0.0078125' "the same in JSON"
run check stray.cwm --json
json 'it.compared_up_to === undefined' "nothing was compared"
finish
