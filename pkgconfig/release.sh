#!/bin/sh
# Makes what is published of a version, from the last commit, into a folder:
#
#   pkgconfig/release.sh [PART...]      # make release [RELEASE_PARTS='PART...']
#
#   source        libt2sed-VERSION.tar.gz, all files
#   amalgamation  libt2sed-amalgamation-VERSION.tar.gz, the library as one C file
#   python        t2sed-VERSION.tar.gz, the Python package's source
#   wheels        t2sed-VERSION-*.whl (make wheels)
#   deb           Debian packages (make deb)
#   sbom          libt2sed-VERSION.sbom.json (make sbom)
#   abi           libt2sed-VERSION.abi, which goes into test/abi (make abi-dump)
#   notes         libt2sed-VERSION.md, the version's part of CHANGELOG.md
#   SHA256SUMS    of all these, always
#
# A part whose tools are missing is left out, and said at the end. One source
# gives the same files: times are the last commit's, or SOURCE_DATE_EPOCH.
#
# Variables: DIST, the folder (dist).

set -eu
umask 022
export LC_ALL=C TZ=UTC
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- source amalgamation python wheels deb sbom abi notes

say() { printf 'release: %s\n' "$*" >&2; }
fail()
{
    say "$@"
    exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

version=$(sed -n 's/.*T2SED_VERSION  *"\(.*\)".*/\1/p' include/t2sed/version.h)
dist=${DIST:-dist} left_out=
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git diff --quiet HEAD 2>/dev/null ||
    fail 'files differ from the last commit (or this is no git checkout): commit them first'
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
venv=.deps/wheels/venv/bin/python

# Each names the version in a way of its own.
for file in CHANGELOG.md pkgconfig/debian/changelog pkgconfig/duckdb-community.yml \
    pkgconfig/conda/meta.yaml pkgconfig/homebrew/t2sed.rb; do
    grep -Fq "$version" "$file" || fail "$file does not name the version $version"
done

# pack FOLDER NAME: NAME.tar.gz of FOLDER/NAME, without what differs from one
# run to another.
pack()
{
    tar --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
        --numeric-owner --mode=u=rwX,go=rX -C "$1" -cf - "$2" |
        gzip -n >"$dist/$2.tar.gz"
}

make_source()
{
    name=libt2sed-$version
    git archive --prefix="$name/" HEAD | tar -x -C "$work"
    pack "$work" "$name"
}

make_amalgamation()
{
    make -s amalgamation
    name=libt2sed-amalgamation-$version
    mkdir "$work/$name"
    cp build/amalgamation/t2sed.c build/amalgamation/t2sed.h \
        build/amalgamation/t2sed_default_model.c COPYING "$work/$name"
    pack "$work" "$name"
}

make_python()
{
    "$venv" -m build --no-isolation --sdist --outdir "$work" . >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        exit 1
    }
    tar -xzf "$work/t2sed-$version.tar.gz" -C "$work"
    pack "$work" "t2sed-$version"
}

make_wheels() { make wheels WHEELS="$dist"; }

# The unit tests are `make test`'s.
make_deb()
{
    make -s deb DEBS="$work/deb" DEB_BUILD_OPTIONS=nocheck >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        exit 1
    }
    for file in "$work"/deb/*.deb; do
        case $file in *-dbgsym_*) ;; *) mv "$file" "$dist" ;; esac
    done
}

make_sbom()
{
    make -s sbom
    cp build/sbom.json "$dist/libt2sed-$version.sbom.json"
}

make_abi() { make -s abi-dump ABI_DUMP="$dist/libt2sed-$version.abi"; }

make_notes()
{
    awk -v version="$version" '/^## / { shown = $2 == version } shown' \
        CHANGELOG.md >"$dist/libt2sed-$version.md"
    [ -s "$dist/libt2sed-$version.md" ] ||
        fail "CHANGELOG.md has no part \"## $version\""
}

# lacks PART: says what it needs, if that is not there.
lacks()
{
    case $1 in
    python) [ -x $venv ] || echo 'make deps-wheels' ;;
    wheels) [ -e .deps/wheels/complete ] || echo 'make deps-wheels' ;;
    deb) has dh && has dh_python3 || echo 'make deps-full, or debhelper and dh-python' ;;
    abi) has abidw || echo abigail-tools ;;
    source | amalgamation | sbom | notes) ;;
    *) fail "no part '$1': source, amalgamation, python, wheels, deb, sbom, abi or notes" ;;
    esac
}

mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
rm -f "$dist"/*"$version"* "$dist/SHA256SUMS"
for part; do
    missing=$(lacks "$part")
    if [ -n "$missing" ]; then
        left_out="$left_out $part ($missing)"
        continue
    fi
    say "$part"
    "make_$part"
done
(cd "$dist" && sha256sum -- *"$version"* >SHA256SUMS)
[ -z "$left_out" ] || say "left out, for want of tools:$left_out"
