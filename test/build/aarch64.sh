#!/bin/sh
# The runtime for another processor: compiled for aarch64 by Debian's
# cross-compiler, its unit tests run by qemu-user, and probabilities compared
# with this machine's (make platform-aarch64). Packages of that processor are
# unpacked into a folder; nothing is installed. It needs gcc-aarch64-linux-gnu,
# qemu-user-static, mmdebstrap and a Debian mirror.
#
#   aarch64.sh [ROOM...]      the rooms of test/unit whose tests run
set -eu
cd "$(dirname "$0")/../.."
unset MAKEFLAGS MAKELEVEL MFLAGS
[ $# -gt 0 ] || set -- base decide facts features link question schema sql text weights

work=$PWD/build/aarch64 there=aarch64-linux-gnu
root=$work/sysroot
mkdir -p "$work"
[ -e "$root/usr/lib/$there/libcheck.a" ] ||
    mmdebstrap --variant=extract --architectures=arm64 \
        --include=libc6-dev,libsqlite3-dev,libjansson-dev,libutf8proc-dev,check \
        "${SUITE:-bookworm}" "$root"

make_() { make BUILD=build/aarch64/build "$@"; }
export PKG_CONFIG_LIBDIR="$root/usr/lib/$there/pkgconfig:$root/usr/share/pkgconfig" \
    PKG_CONFIG_SYSROOT_DIR="$root"
emulate() { qemu-aarch64-static -L "$root" "$@"; }

tests=
for room in "$@"; do
    for file in test/unit/"$room"/test_*.c; do
        file=${file#test/unit/}
        case $file in */test_torch_*) ;; *) tests="$tests build/aarch64/build/test/${file%.c}" ;; esac
    done
done
# shellcheck disable=SC2086 # one word for each test
make_ CC="${CROSS:-} $there-gcc --sysroot=$root" AR=$there-ar CFLAGS='-O1' \
    "build/aarch64/build/lib/libt2sed.so.$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)" \
    build/aarch64/build/share/t2sed/models build/aarch64/build/bin/t2sed $tests

export CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent CK_DEFAULT_TIMEOUT=3000
status=0
for test in $tests; do
    if emulate "$test" >"$work/said" 2>&1; then
        echo "ok - ${test#*/test/}: $(grep -c '^ok' "$work/said") tests"
    else
        echo "not ok - ${test#*/test/}"
        grep -v '^ok' "$work/said" | sed 's/^/# /'
        status=1
    fi
done

env -u PKG_CONFIG_LIBDIR -u PKG_CONFIG_SYSROOT_DIR make -s demo >/dev/null
set -- score --db-root build/demo/databases examples/cli/demo/beams.jsonl
build/bin/t2sed "$@" >"$work/here"
emulate build/aarch64/build/bin/t2sed "$@" >"$work/there"
python3 test/build/same_scores.py "$work/here" "$work/there" || status=1
exit $status
