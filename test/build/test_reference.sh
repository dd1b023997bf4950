#!/bin/sh
# The reference that Doxygen makes of the public headers (make reference).
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

if ! command -v doxygen >/dev/null; then
    skip 'make reference' 'no doxygen: make deps-ci installs it'
    tap_done
fi
check 'make reference: Doxygen has nothing to complain of' \
    make -s reference REFERENCE="$work/reference"
grep -rhoE '<td class="memname">[^(]*' "$work/reference" |
    sed 's/<[^>]*>//g' | grep -oE 't2sed_[a-z0-9_]+ *$' | tr -d ' ' |
    sort -u >"$work/pages"
sort -u test/abi/symbols.txt test/abi/parts-symbols.txt test/abi/lab-symbols.txt >"$work/symbols"
comm -23 "$work/symbols" "$work/pages" >"$work/missing"
check 'every exported function has its place on a page' \
    diff /dev/null "$work/missing"
check 'an argument, an error and a version are told apart' sh -c "
    tr -d '\n' <'$work/reference/trigger_8h.html' | grep -q \
        'class=\"paramname\">precision.*<dt>Errors</dt>.*section since'"
tap_done
