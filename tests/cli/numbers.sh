#!/bin/bash
# Every numeric option with every unusable value: exit 2, the option and its range named.
. "$(dirname "$0")/lib.bash"
write_room room.wkt

# try ALLOWS-ZERO COMMAND... OPTION RANGE: values that no option takes, and the ends of the range.
try() {
    local zero=$1 option=$2 range=$3
    shift 3
    local value
    for value in -1 nan NaN inf -inf infinity 1e308 '' 1,5 0x10 100000000000000000000 1e999 \
        ' 1' '1 ' 1x 1e 1.2.3 - + . --5 "$(printf '1\n')x"; do
        run "$@" "--$option" "$value"
        usage_error "--$option takes .*$range" "--$option '$value'"
    done
    run "$@" "--$option" 0
    if [ "$zero" = zero ]; then
        expect 0 "--$option 0"
    else
        usage_error "--$option takes .*$range" "--$option 0"
    fi
    run "$@" "--$option"
    usage_error "--$option needs a value" "--$option without a value"
}

try zero alpha 'degrees from 0 to 90' build room.wkt -o a.cwm
try zero tau 'metres from 0 to 10000000' build room.wkt -o a.cwm
try zero turn 'degrees from 0 to 360' build room.wkt -o a.cwm
try zero effort 'from 0 to 2' build room.wkt -o a.cwm
try none workers 'from 1 to 256' build room.wkt -o a.cwm
try none width 'millimetres from 20 to 2000' draw room.wkt -o a.svg
try none resolution 'from 1 to 40' draw room.wkt -o a.svg

# Options that this input refuses are still checked first.
for option in height step slope scale gap min-island min-width min-hole; do
    for value in -1 nan inf 1e308 '' 1,5 0x10 100000000000000000000; do
        run build room.wkt -o a.cwm --$option "$value"
        usage_error "--$option takes" "--$option '$value'"
    done
done
for value in '' 1 1,2,3,4 nan,1,2 1,,2 '1,2,' 1e308,0 '1,2 ,3' 0x1,2,3; do
    run build room.wkt -o a.cwm --from "$value"
    usage_error '--from takes a point' "--from '$value'"
done

# Whole numbers are whole; the ends of a range are in it.
for value in 1.5 1e0 1.0; do
    run build room.wkt -o a.cwm --effort $value
    usage_error '--effort takes a whole number' "--effort $value"
done
for good in '--alpha 90' '--turn 360' '--effort 2' '--workers 256' '--tau 1e7' '--alpha +4.5e0' \
    '--tau .5' '--tau 5.' '--tau 1e-400'; do
    # shellcheck disable=SC2086
    run build room.wkt -o a.cwm $good
    expect 0 "$good"
done
for bad in '--alpha 90.001' '--turn 360.5' '--effort 3' '--workers 257' '--tau 21000001'; do
    # shellcheck disable=SC2086
    run build room.wkt -o a.cwm $bad
    usage_error "${bad%% *} takes" "$bad"
done
finish
