#!/bin/sh
# The same source gives the same libraries, byte for byte, whatever the
# directory, time zone, locale and umask. Not optimised, which takes a third of
# the time.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

version=$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)
build_in()
(
    mkdir -p "$1" && umask "$2" && shift 2 || exit
    cp -R Makefile lib include shim examples test docs pkgconfig "$where" &&
        cd "$where" && env "$@" CCACHE_DISABLE=1 make -s CFLAGS='-O0 -g' \
            "build/lib/libt2sed.so.$version" build/lib/libt2sed.a
)
where=$work/one
check 'the library is built' build_in "$where" 022 TZ=UTC LC_ALL=C
where=$work/two/deeper
check 'and elsewhere' build_in "$where" 077 TZ=Asia/Tokyo LC_ALL=C.UTF-8
for file in "libt2sed.so.$version" libt2sed.a; do
    check "both have the same $file" \
        cmp "$work/one/build/lib/$file" "$work/two/deeper/build/lib/$file"
done
tap_done
