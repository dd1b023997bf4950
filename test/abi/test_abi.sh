#!/bin/sh
# The ABI still has all that the last release had: abidiff compares the library
# with test/abi/libt2sed-VERSION.abi, which `make abi-dump` writes at a release.
. test/tap.sh

library=$T2S_BUILD/lib/libt2sed.so
if ! command -v abidiff >/dev/null; then
    skip 'the ABI has grown only' 'no abidiff'
    tap_done
fi

abidw --headers-dir include --drop-private-types --out-file "$work/now.abi" \
    "$library"
check 'abidiff reads what abidw writes' abidiff "$work/now.abi" "$library"

release=$(ls test/abi/libt2sed-*.abi 2>/dev/null | sort -V | tail -n 1)
if [ -z "$release" ]; then
    skip 'the ABI has grown only' 'there has been no release yet'
    tap_done
fi
abidiff --headers-dir2 include "$release" "$library" >"$work/report" 2>&1
status=$?
# Bits of the status: 1 and 2 are errors, 4 a change, 8 an incompatible one.
if [ $((status & 11)) -ne 0 ]; then
    fail "the ABI has grown only since $release" <"$work/report"
else
    pass "the ABI has grown only since $release"
    sed 's/^/# /' "$work/report"
fi
tap_done
