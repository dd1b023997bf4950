#!/bin/sh
# What wheels for all platforms are made with (make deps-wheels), into DIR:
#
#   pkgconfig/wheels-deps.sh DIR
#
#   DIR/venv       zig, which compiles for every platform, and what packs wheels
#   DIR/include    headers of SQLite, jansson and utf8proc
#   DIR/source     their C files, from the distribution's source packages
#   DIR/licences   their licences, which wheels have copies of
#   DIR/musl       musl for aarch64, with which the wheel's test runs a program
#
# What is there already is not made again.

set -eu
umask 022
ZIG=0.17.1

mkdir -p "$1"
into=$(cd "$1" && pwd)
[ -x "$into/venv/bin/python" ] || python3 -m venv "$into/venv"
"$into/venv/bin/python" -c "import ziglang, build, setuptools" 2>/dev/null ||
    "$into/venv/bin/pip" install --quiet "ziglang==$ZIG" build 'setuptools>=77'

[ ! -e "$into/complete" ] || exit 0
work=$into/work
rm -rf "$work"
mkdir -p "$work/lists/partial" "$into/include" "$into/source" "$into/licences"

# Lists of our own: the system's are not changed.
for kind in deb-src 'deb [arch=arm64]'; do
    apt-get indextargets --format "$kind "'$(REPO_URI) $(CODENAME) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian'
done | sort -u >"$work/sources.list"
options="-qq -o Dir::Etc::sourcelist=$work/sources.list
    -o Dir::Etc::sourceparts=- -o Dir::State::lists=$work/lists
    -o APT::Sandbox::User=$(id -un) -o APT::Architectures=arm64"
cd "$work"
# shellcheck disable=SC2086 # one word for each option
apt-get $options update
# shellcheck disable=SC2086
apt-get $options source --download-only sqlite3 jansson utf8proc
# shellcheck disable=SC2086
apt-get $options download musl:arm64
dpkg-deb -x musl_*.deb musl
mkdir -p "$into/musl/lib"
cp musl/lib/aarch64-linux-musl/libc.so "$into/musl/lib/ld-musl-aarch64.so.1"
for package in sqlite3 jansson utf8proc; do
    dpkg-source --no-check -x "$package"_*.dsc "$package" >/dev/null
    cp "$package/debian/copyright" "$into/licences/$package.copyright"
    sed -n 's/^Version: //p' "$package"_*.dsc >"$into/source/$package.version"
done

mkdir sqlite3-build
(
    cd sqlite3-build
    ../sqlite3/configure --disable-tcl
    make sqlite3.c
) >sqlite3.log 2>&1 || {
    tail -n 30 sqlite3.log >&2
    exit 1
}
cp sqlite3-build/sqlite3.c utf8proc/utf8proc.c utf8proc/utf8proc_data.c \
    jansson/src/*.[ch] "$into/source"
cp sqlite3-build/sqlite3.h utf8proc/utf8proc.h jansson/src/jansson.h "$into/include"
# As its configure script writes it for every platform of ours.
sed -e 's/@json_inline@/inline/' -e 's/@[a-z_]*@/1/' \
    jansson/src/jansson_config.h.in >"$into/include/jansson_config.h"
: >"$into/include/jansson_private_config.h" # wheels.mk says what is in it
cd "$into"
rm -rf "$work"
touch complete
