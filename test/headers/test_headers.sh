#!/bin/sh
# Every public header compiles alone, twice in a row, in every C and C++ that
# we promise, with each compiler that is here.
. test/tap.sh

headers=$(cd include && ls t2sed.h t2sed/*.h t2sed/lab/*.h)

# compile NAME COMPILER LANGUAGE STANDARD [WARNING]...: all headers, one by one
compile()
{
    name=$1 compiler=$2 language=$3
    shift 3
    if ! command -v "$compiler" >/dev/null; then
        skip "$name" "no $compiler"
        return
    fi
    for header in $headers; do
        printf '#include <%s>\n#include <%s>\nextern int t2s_headers;\n' \
            "$header" "$header" >"$work/header.$language"
        if ! "$compiler" "$@" -pedantic-errors -Wall -Wextra -Werror -Iinclude \
            -fsyntax-only "$work/header.$language" 2>>"$work/errors"; then
            echo "$header" >>"$work/errors"
        fi
    done
    if [ -s "$work/errors" ]; then
        fail "$name" <"$work/errors"
    else
        pass "$name"
    fi
    : >"$work/errors"
}

: >"$work/errors"
for compiler in gcc clang; do
    for standard in c89 c99 c11 c17; do
        compile "$compiler, $standard" $compiler c -std=$standard \
            -Wstrict-prototypes -Wwrite-strings
    done
done
for compiler in g++ clang++; do
    for standard in c++98 c++11 c++17 c++20; do
        compile "$compiler, $standard" $compiler cc -std=$standard
    done
done
compile 'gcc, C that C++ would read alike' gcc c -std=c11 -Wc++-compat

# The umbrellas have them all: t2sed.h those of the runtime and none of the
# lab's, t2sed/lab.h the others.
ls include/t2sed/*.h | sed 's/^include.//' | grep -v '^t2sed/lab.h$' |
    LC_ALL=C sort >"$work/runtime"
sed -n 's/^#include "\(.*\)"/\1/p' include/t2sed.h | LC_ALL=C sort \
    >"$work/included"
same 't2sed.h includes every header of the runtime' \
    "$work/runtime" "$work/included"
ls include/t2sed/lab/*.h | sed 's/^include.t2sed.//' | LC_ALL=C sort \
    >"$work/lab"
sed -n 's/^#include "\(.*\)"/\1/p' include/t2sed/lab.h | LC_ALL=C sort \
    >"$work/included"
same 't2sed/lab.h includes every header of the lab' \
    "$work/lab" "$work/included"
grep -l '#include .*lab' $(ls include/t2sed/*.h | grep -v lab.h) \
    >"$work/borrowed"
check 'no header of the runtime needs one of the lab' test ! -s "$work/borrowed"

# Each function says since when it is there; none is variadic.
awk '
    /^\/\*/ { comment = "" }
    { comment = comment " " $0 }
    /^T2SED_API/ && comment !~ /Since: [0-9]/ {
        print FILENAME ":" FNR ": no \"Since:\" before " $0
    }
    /^T2SED_API/ { comment = comment " Since: 0 (same comment)" }
    /, *\.\.\.\)/ { print FILENAME ":" FNR ": variadic" }
' include/t2sed.h include/t2sed/*.h include/t2sed/lab/*.h >"$work/undocumented"
if [ -s "$work/undocumented" ]; then
    fail 'every function says "Since:", none is variadic' <"$work/undocumented"
else
    pass 'every function says "Since:", none is variadic'
fi
tap_done
