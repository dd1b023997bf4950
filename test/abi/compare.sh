#!/bin/sh
# compare.sh DUMP HEADERS LIBRARY: whether programs that were compiled for the
# library of DUMP (abidw) run with LIBRARY, whose public headers lie in HEADERS.
# Functions may have been added, and fields at the ends of structs; prints what
# else changed, and then exits with 1. With an error of abidiff's: 2.
set -u
report=$(mktemp) || exit 2
trap 'rm -f "$report"' EXIT
abidiff --leaf-changes-only --no-added-syms --headers-dir2 "$2" \
    --suppressions "$(dirname "$0")/private.abignore" "$1" "$3" >"$report" 2>&1
status=$?
# Bits of the status: 1 and 2 are errors, 4 a change, 8 an incompatible one; the
# report tells more of the changes.
if [ $((status & 3)) -ne 0 ] || [ $status -gt 15 ]; then
    cat "$report"
    exit 2
fi
awk '
    function number(after) {
        return substr($0, index($0, after) + length(after)) + 0
    }
    /^$/ || /^[A-Z].* summary:/ || /^.struct .* changed:$/ { next }
    /data member insertions?:$/ { next }
    / type size changed from [0-9]+ to [0-9]+ \(in bits\)$/ &&
        number(" to ") > number(" from ") { end = number(" from "); next }
    /^ *.* at offset [0-9]+ \(in bits\)/ &&
        !/changed/ && number(" at offset ") >= end { next }
    { print; broken = 1 }
    END { exit broken }' "$report"
