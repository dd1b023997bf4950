#!/bin/sh
# clang has no warning of the C library, the unit tests and the fuzz targets.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

if command -v clang >/dev/null; then
    check 'clang has nothing to warn of' make -s clang-syntax
else
    skip 'clang has nothing to warn of' 'no clang'
fi
tap_done
