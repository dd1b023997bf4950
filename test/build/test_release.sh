#!/bin/sh
# What `make release` publishes, but what takes minutes to build: the same files
# in two places, time zones and umasks; of the last commit.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS SOURCE_DATE_EPOCH

parts='source amalgamation notes'
[ ! -e .deps/wheels/complete ] || parts="$parts python"
deps=$(readlink -f .deps)
release_in()
(
    git clone -q . "$1" && umask "$2" && cd "$1" && shift 2 || exit
    [ -z "$deps" ] || ln -s "$deps" .deps
    # shellcheck disable=SC2086 # one word for each part
    env "$@" sh pkgconfig/release.sh $parts
)
check 'a release is made' release_in "$work/one" 022 TZ=UTC
check 'and elsewhere' release_in "$work/two/deeper" 077 TZ=Asia/Tokyo
same 'both have the same files' "$work/one/dist/SHA256SUMS" \
    "$work/two/deeper/dist/SHA256SUMS"

cd "$work/one/dist" || exit 2
version=$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' ../include/t2sed/version.h)
check 'their checksums hold' sha256sum --quiet -c SHA256SUMS
check 'every file has one' sh -c \
    'test "$(ls | grep -vc SHA256SUMS)" -eq "$(wc -l <SHA256SUMS)"'
check 'the source archive has all files' sh -c \
    "tar -tzf libt2sed-$version.tar.gz | grep -v '/\$' | sed 's,^[^/]*/,,' | sort >found
    git -C .. ls-files | sort | diff - found"
check 'the notes are those of the version alone' sh -c \
    "head -n 1 libt2sed-$version.md | grep -q '^## $version' &&
    test \$(grep -c '^## ' libt2sed-$version.md) -eq 1"
check 'the library as one C file is in its archive' sh -c \
    "tar -tzf libt2sed-amalgamation-$version.tar.gz | grep -qx libt2sed-amalgamation-$version/t2sed.c"

cd .. || exit 2
echo '/* a change */' >>lib/base/log.c
check 'files that are not committed are refused' sh -c \
    '! sh pkgconfig/release.sh notes 2>said && grep -q "commit them first" said'
git checkout -q lib/base/log.c
check 'an unknown part is an error' sh -c \
    '! sh pkgconfig/release.sh everything 2>said && grep -q "no part" said'
tap_done
