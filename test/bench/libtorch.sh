#!/bin/sh
# Load time, matrix speed and matrix errors of a libtorch:
#
#   sh test/bench/libtorch.sh               the one that a build would take
#   LIBTORCH=/usr sh test/bench/libtorch.sh the distribution's
#
# docs/research/libtorch-choice.md was written from it. FIRST=chrt -f 1 (as root) keeps
# other work on the machine from being measured.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sh pkgconfig/find-libtorch.sh >"$work/found"
get() { sed -n "s/^$1 = //p" "$work/found"; }
rpath=$(get RPATH)
echo "libtorch $(get VERSION) in $(get ROOT)"

cc -O2 -D_POSIX_C_SOURCE=200809L test/bench/libtorch_load.c -o "$work/load" \
    -ldl
standard=$(get STD)
# shellcheck disable=SC2046 # one word for each flag
c++ -O1 -w "-std=${standard:-c++17}" $(get CFLAGS) \
    test/bench/libtorch_matrices.cpp -o "$work/matrices" \
    ${rpath:+"-Wl,-rpath,$rpath"} $(get LIBS)

library=$(ldd "$work/matrices" | sed -n 's/.*libtorch_cpu[^ ]* => \([^ ]*\).*/\1/p')
for _ in 1 2 3 4 5; do
    "$work/load" "$library"
done
${FIRST:-} "$work/matrices"
