#!/bin/sh
# The C library and the unit tests compile without a warning by clang.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

if command -v clang >/dev/null; then
    check 'clang has nothing to warn of' \
        make -s CC=clang BUILD=build/clang lib check-build
else
    skip 'clang has nothing to warn of' 'no clang'
fi
tap_done
