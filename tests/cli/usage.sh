#!/bin/bash
# How the command is called: help, version, wrong calls, names with strange characters.
. "$(dirname "$0")/lib.bash"
write_room room.wkt

run
expect 2 "no command"
says 'Commands:' "no command shows the list"
run --help
expect 0 "help"
for command in build info check path draw convert bench; do
    prints "^  $command " "help lists $command"
done
run -h
expect 0 "short help"
run --version
expect 0 "version"
prints '^clearway [0-9]+\.[0-9]+\.[0-9]+$' "the version is a version"
run help
expect 0 "help as a command"
prints '^Commands:' "help shows the list"
run help path
expect 0 "help of a command"
prints '^Usage: clearway path' "help path is path --help"
run help help
expect 0 "help of help"
run help fly
usage_error 'there is no command "fly"' "help of an unknown command"
run fly
usage_error 'there is no command "fly"' "an unknown command"
says '^  build ' "an unknown command shows the list"
for command in sim roadmap; do
    run $command
    usage_error "$command" "$command is not a command yet"
done

# Every option is in the help, and --help wins over what else is wrong.
help_has() {
    local command=$1
    shift
    run "$command" --help
    expect 0 "help of $command"
    prints '^Examples:' "help of $command teaches by example"
    for option in "$@" --help; do
        prints "(^| )$option(,| |\$)" "help of $command shows $option"
    done
}
help_has build -o --output --alpha --tau --turn --effort --method --up --height --step --slope \
    --from --workers --json -q --quiet
help_has info --json
help_has check --against --up --json -q --quiet
help_has path --from --to --radius --reach --partial -o --output --json --width \
    --resolution -q --quiet
help_has draw -o --output --stage --clearance --labels --vertices --no-cells --no-portals --no-triangles \
    --no-notches --no-areas --width --resolution --alpha --tau --turn --effort --up -q --quiet
help_has convert -q --quiet
help_has bench --data --json
run build --nonsense --help
expect 0 "help wins"
run build room.wkt -o a.cwm -- --help
usage_error 'one argument too many' "after -- nothing is an option"

# Wrong calls.
for command in build info check path draw; do
    run $command
    usage_error 'too few arguments' "$command without arguments"
done
run convert room.wkt
usage_error 'too few arguments' "convert with one argument"
run info a.cwm b.cwm
usage_error 'one argument too many' "info with two arguments"
run build room.wkt
usage_error 'where the mesh goes' "build without -o"
run draw room.wkt
usage_error 'where the picture goes' "draw without -o"
run build room.wkt -o
usage_error '--output needs a value' "-o without a value"
run build room.wkt -o --json
usage_error '--output needs a value' "-o followed by an option"
run build room.wkt -o a.cwm --bogus
usage_error 'no option --bogus' "an unknown long option"
run build room.wkt -o a.cwm -z
usage_error 'no option -z' "an unknown short option"
run build room.wkt -o a.cwm --json=yes
usage_error '--json takes no value' "a flag with a value"
run build room.wkt -o a.cwm --alp 5
usage_error 'no option --alp' "options are not abbreviated"
run build room.wkt -o a.xyz
usage_error 'extension' "an output of unknown kind"
run draw room.wkt -o a.cwm
usage_error 'extension' "a picture of unknown kind"
run convert room.wkt a.cwm
usage_error 'a plan becomes' "a plan is not converted to a mesh"
run bench nothing
usage_error 'no benchmark "nothing"' "an unknown benchmark"
says '^  locate ' "an unknown benchmark shows the list"

# Options of 3D scenes mean nothing to a plan, or to triangles that are the floor.
for option in '--height 2' '--step 0.3' '--slope 45' '--from 1,2,3' '--up z'; do
    # shellcheck disable=SC2086
    run build room.wkt -o a.cwm $option
    usage_error "${option%% *} has no meaning for a floor plan" "a plan refuses ${option%% *}"
done
printf 'v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n' >floor.obj
for option in '--height 2' '--step 0.3' '--slope 45' '--from 1,2,3'; do
    # shellcheck disable=SC2086
    run build floor.obj -o a.cwm --method floor $option
    usage_error "${option%% *} has no meaning" "triangles refuse ${option%% *}"
done
run build room.wkt -o a.cwm --method layers
usage_error 'not offered' "layers are not offered"
run build room.wkt -o a.cwm --method exact
usage_error 'not offered for a floor plan' "exact is not for plans"
run build floor.obj -o a.cwm --method plan
usage_error 'not offered for a 3D scene' "plan is not for triangles"
run build room.wkt -o a.cwm --method magic
usage_error '--method takes one of auto, plan, floor, exact, layers, depth' "an unknown method"
run draw floor.obj --stage plan -o a.svg
usage_error 'no stage "plan"' "triangles have no plan"
run draw room.wkt --alpha 5 -o a.svg
usage_error '--alpha has no meaning here' "a plan is drawn without building"
for option in --labels --vertices --no-cells --no-portals --no-triangles --no-notches --no-areas; do
    run draw room.wkt $option -o a.svg
    usage_error "$option has no meaning here: it counts for --stage" "a plan refuses $option"
done
for option in --labels --no-cells --no-portals; do
    run draw room.wkt --stage surface $option -o a.svg
    usage_error "$option has no meaning here: it counts for --stage cells" \
        "a surface refuses $option"
done
for option in --no-triangles --no-notches --no-areas; do
    run draw room.wkt --stage cells $option -o a.svg
    usage_error "$option has no meaning here: it counts for --stage surface" \
        "cells refuse $option"
done
run draw room.wkt --up z -o a.svg
usage_error '--up has no meaning for a floor plan' "a plan is not turned"
run check a.cwm --up z
usage_error '--up has no meaning here' "a mesh is not turned"
run check a.cwm --up z --against room.wkt
usage_error '--up has no meaning for a floor plan' "nor is the plan it is compared with"
run build floor.obj -o a.cwm --method depth
run build floor.obj -o a.cwm --step 1
usage_error '--step 1 is not less than half of --height 2' "a step of half the height"
run build floor.obj -o a.cwm --from 1,2
usage_error '--from takes x,y,z' "a place to start from needs a height"
run draw floor.obj --view slanted -o a.svg
usage_error '--view has no meaning here: it counts for --stage cells' "a slanted surface"
run draw a.cwm --view slanted --labels -o a.svg
usage_error '--labels has no meaning together with --view slanted' "labels on a slanted view"
run draw a.cwm --view floors --floor 1 -o a.svg
usage_error '--floor has no meaning together with --view floors' "one of all floors"
run draw a.cwm --floor 1 --clearance -o a.svg
usage_error '--floor has no meaning together with --clearance' "the clearance of one floor"
run draw a.cwm --tilt 20 -o a.svg
usage_error '--tilt has no meaning here: it counts for --view slanted' "a tilt from above"
run draw a.cwm --scale 2 -o a.svg
usage_error '--scale has no meaning here: it counts for a 3D scene' "a mesh is not scaled"
run path a.cwm --from 1,1 --to 2,2 --radius 0 --view floors -o a.svg
usage_error '--view floors has no meaning here' "a path floor by floor"
run path a.cwm --from 1,1 --to 2,2 --radius 0 --view slanted
usage_error '--view has no meaning without -o PICTURE' "a view without a picture"
only "wrong calls" room.wkt floor.obj

# Forms of options; the last of several counts.
run build room.wkt -oa.cwm -q
expect 0 "-oFILE and -q"
[ ! -s "$OUT" ] && [ ! -s "$ERR" ]
report $? "-q says nothing"
run build --alpha=5 --output=b.cwm --alpha 0 room.wkt
expect 0 "--name=value, options before arguments"
cmp -s a.cwm b.cwm
report $? "the last --alpha counts"
run build -qo c.cwm -- room.wkt
expect 0 "letters together, and --"
cp room.wkt ./-room.wkt
run build -o d.cwm -- -room.wkt
expect 0 "an argument with a dash after --"

# Control characters never reach the terminal.
name=$(printf 'bad\033[31mname\r\n\302\233x\377.wkt')
run build "$name" -o e.cwm
complains 1 '^bad\\x1b\[31mname\\x0d\\x0a(\\xc2)?\\x9bx\\xff.wkt: error: cannot open' "control characters of a file name are shown"
run build room.wkt -o e.cwm "--$(printf '\033[2J')"
usage_error '\\x1b\[2J' "control characters of an option are shown"
write_room "$name"
run build "$name" -o e.cwm
expect 0 "such a file can still be read"
! LC_ALL=C grep -q "$(printf '\033')" "$OUT"
report $? "and its name is shown without the escape"
run build "$name" -o e.cwm --json
json 'it.cells >= 2' "JSON holds any file name"
! LC_ALL=C grep -q "$(printf '\033')" "$OUT"
report $? "JSON escapes control characters"

# A locale with a decimal comma changes nothing.
LC_ALL=de_DE.UTF-8 "$CLEARWAY" build room.wkt -o f.cwm --tau 0.5 --json >"$OUT" 2>"$ERR"
code=$?
expect 0 "a German locale"
json 'it.area == 96' "numbers have points in a German locale"
finish
