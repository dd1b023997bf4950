#!/bin/sh
# Builds what the library links on Windows, and the framework of its unit tests,
# from the distribution's source packages, into DIR/include and DIR/lib:
#
#   pkgconfig/windows-deps.sh DIR HOST
#
# HOST is the compiler's prefix, x86_64-w64-mingw32. Needs MinGW, dpkg-dev,
# CMake and Tcl, which `make deps-windows` installs. What is in DIR already is
# not made again.

set -eu
umask 022
mkdir -p "$1/source" "$1/include" "$1/lib" "$1/lists/partial"
into=$(cd "$1" && pwd)
host=$2
flags="-O2 -g0 -ffile-prefix-map=$into=." # names of files are in assertions

# As Debian builds it: options that are seen from outside, or give limits.
sqlite_options='-DSQLITE_SECURE_DELETE -DSQLITE_ENABLE_COLUMN_METADATA
    -DSQLITE_ENABLE_FTS3 -DSQLITE_ENABLE_FTS3_PARENTHESIS
    -DSQLITE_ENABLE_FTS3_TOKENIZER=1 -DSQLITE_ENABLE_FTS4 -DSQLITE_ENABLE_FTS5
    -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_RTREE=1 -DSQLITE_SOUNDEX=1
    -DSQLITE_ENABLE_UNLOCK_NOTIFY -DSQLITE_OMIT_LOOKASIDE=1
    -DSQLITE_ENABLE_DBSTAT_VTAB -DSQLITE_ALLOW_ROWID_IN_VIEW
    -DSQLITE_ENABLE_LOAD_EXTENSION -DSQLITE_LIKE_DOESNT_MATCH_BLOBS
    -DSQLITE_THREADSAFE=1 -DSQLITE_USE_URI=1 -DSQLITE_MAX_SCHEMA_RETRY=25
    -DSQLITE_ENABLE_PREUPDATE_HOOK -DSQLITE_ENABLE_SESSION
    -DSQLITE_ENABLE_STMTVTAB -DSQLITE_MAX_VARIABLE_NUMBER=250000'

# Without a change of the system's own list of sources.
fetch()
{
    apt-get indextargets --format 'deb-src $(REPO_URI) $(CODENAME) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u >"$into/sources.list"
    options="-qq -o Dir::Etc::sourcelist=$into/sources.list
        -o Dir::Etc::sourceparts=- -o Dir::State::lists=$into/lists
        -o APT::Sandbox::User=$(id -un)"
    # shellcheck disable=SC2086
    apt-get $options update
    # shellcheck disable=SC2086
    (cd "$into/source" && apt-get $options source --download-only "$@")
    for package; do
        (cd "$into/source" && rm -rf "$package" &&
            dpkg-source --no-check -x "$package"_*.dsc "$package" >/dev/null)
    done
}

# with_cmake PACKAGE OPTION...
with_cmake()
{
    package=$1
    shift
    cmake -S "$into/source/$package" -B "$into/source/$package-build" \
        -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER="$host-gcc-posix" \
        -DCMAKE_RC_COMPILER="$host-windres" -DCMAKE_C_FLAGS="$flags" \
        -DCMAKE_BUILD_TYPE=None -DCMAKE_INSTALL_PREFIX="$into" \
        -DBUILD_SHARED_LIBS=OFF "$@" >"$into/$package.log"
    cmake --build "$into/source/$package-build" --target install -j2 \
        >>"$into/$package.log" 2>&1 || {
        tail -n 30 "$into/$package.log" >&2
        exit 1
    }
}

[ ! -e "$into/complete" ] || exit 0
fetch sqlite3 jansson utf8proc check
with_cmake jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON \
    -DJANSSON_EXAMPLES=OFF
with_cmake utf8proc
# Without fork(), every test runs in the suite's own process.
with_cmake check -DHAVE_FORK=0 -DCHECK_ENABLE_TESTS=OFF -DCHECK_ENABLE_SUBUNIT=OFF
mkdir -p "$into/source/sqlite3-build"
(
    cd "$into/source/sqlite3-build"
    ../sqlite3/configure --disable-tcl
    make sqlite3.c
) >"$into/sqlite3.log" 2>&1 || {
    tail -n 30 "$into/sqlite3.log" >&2
    exit 1
}
cd "$into/source/sqlite3-build"
# shellcheck disable=SC2086
"$host-gcc-posix" $flags $sqlite_options -c sqlite3.c -o sqlite3.o
"$host-ar" rcsD "$into/lib/libsqlite3.a" sqlite3.o
cp sqlite3.h sqlite3ext.h "$into/include"
rm -rf "$into/source" "$into/lists"
touch "$into/complete"
