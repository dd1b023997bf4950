#!/bin/sh
# The runtime as one C file (make amalgamation): it compiles without a warning,
# exports the stable core alone, and a program that has it and the default model
# in itself gives the library's probabilities, with no file of ours at hand.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS

made=$PWD/$T2S_BUILD/amalgamation
flags="-std=c11 -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror $(pkg-config --cflags sqlite3 jansson libutf8proc)"
libs="-lsqlite3 -ljansson -lutf8proc -lm -lpthread"

check 'it is made' make -s BUILD="$T2S_BUILD" amalgamation "$T2S_BUILD/share/t2sed/models"

# ask PROGRAM: prints the probabilities of some queries.
ask()
{
    (cd "$work/empty" && env -u T2SED_MODEL "$1" "$work/library.sqlite" \
        'What are the titles of all novels?' \
        "SELECT title FROM book WHERE genre = 'novel'" \
        'SELECT title FROM book' 'SELECT count(*) FROM author')
}

exported()
{
    nm -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort
}

# agree FILE FILE: the same order, and numbers that differ by less than 1e-9.
agree()
{
    paste -d ' ' "$1" "$2" | awk '
        function far(a, b) { return a - b > 1e-9 || b - a > 1e-9 }
        NF != 6 || $1 != $4 || far($2, $5) || far($3, $6) { print; bad = 1 }
        END { exit bad || NR != 3 }'
}

mkdir "$work/empty"
sqlite3 "$work/library.sqlite" <test/golden/library.sql
# shellcheck disable=SC2086
cc $flags -DINSTALLED -Iinclude test/build/embedded.c -o "$work/installed" \
    -L"$T2S_BUILD/lib" -lt2sed -Wl,-rpath,"$PWD/$T2S_BUILD/lib" &&
    ask "$work/installed" >"$work/expected"

cc -O0 -c "$made/t2sed_default_model.c" -o "$work/model.o"
for cc in gcc clang; do
    if ! command -v $cc >/dev/null; then
        skip "$cc compiles it" "no $cc"
        continue
    fi
    # shellcheck disable=SC2086
    check "$cc compiles it without a warning" \
        $cc $flags -O1 -c "$made/t2sed.c" -o "$work/t2sed.o"
    exported "$work/t2sed.o" >"$work/exported"
    same "$cc: the stable core alone is exported" test/abi/symbols.txt "$work/exported"
    # shellcheck disable=SC2086
    check "$cc links a program with it" $cc $flags -I"$made" test/build/embedded.c \
        "$work/t2sed.o" "$work/model.o" -o "$work/embedded" $libs
    ask "$work/embedded" >"$work/found" 2>&1
    check "$cc: the probabilities are the library's" agree "$work/expected" "$work/found"
done

# Unit tests that call inner functions, linked with the one file.
check 'unit tests pass with it' make -s BUILD="$T2S_BUILD" \
    ROOMS='text weights features' amalgamation-check
tap_done
