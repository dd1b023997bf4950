#!/bin/sh
# Every public header compiles alone, twice in a row; and all of them, one behind
# the other, in every C and C++ that we promise, with each compiler that is here.
. test/tap.sh

headers=$(cd include && ls t2sed.h t2sed/*.h t2sed/parts/*.h t2sed/lab/*.h)
mkdir "$work/alone"
for header in $headers; do
    printf '#include <%s>\n#include <%s>\nextern int t2s_headers;\n' \
        "$header" "$header" >"$work/alone/$(echo "$header" | tr / -).c"
done
for header in $headers; do
    printf '#include <%s>\n' "$header"
done >"$work/all.c"

# compile NAME FILES COMPILER [OPTION]...
compile()
{
    name=$1 files=$2 compiler=$3
    shift 3
    if ! command -v "$compiler" >/dev/null; then
        skip "$name" "no $compiler"
        return
    fi
    # shellcheck disable=SC2086 # one word for each file
    check "$name" "$compiler" "$@" -pedantic-errors -Wall -Wextra -Werror -Iinclude \
        -fsyntax-only $files
}

compile 'gcc, c89, each alone' "$work/alone/*.c" gcc -std=c89 -Wstrict-prototypes
compile 'g++, c++98, each alone' "$work/alone/*.c" g++ -x c++ -std=c++98
for compiler in gcc clang; do
    for standard in c89 c99 c11 c17; do
        compile "$compiler, $standard" "$work/all.c" $compiler -std=$standard \
            -Wstrict-prototypes -Wwrite-strings
    done
done
for compiler in g++ clang++; do
    for standard in c++98 c++11 c++17 c++20; do
        compile "$compiler, $standard" "$work/all.c" $compiler -x c++ -std=$standard
    done
done
compile 'gcc, C that C++ would read alike' "$work/all.c" gcc -std=c11 -Wc++-compat

# The umbrellas have them all: t2sed.h the stable core, t2sed/parts.h the parts,
# t2sed/lab.h the lab.
ls include/t2sed/*.h | sed 's/^include.//' | grep -vE '^t2sed/(lab|parts).h$' |
    LC_ALL=C sort >"$work/core"
sed -n 's/^#include "\(.*\)"/\1/p' include/t2sed.h | LC_ALL=C sort \
    >"$work/included"
same 't2sed.h includes every header of the core' "$work/core" "$work/included"
ls include/t2sed/parts/*.h | sed 's/^include.t2sed.//' | LC_ALL=C sort \
    >"$work/parts"
sed -n 's/^#include "\(.*\)"/\1/p' include/t2sed/parts.h | LC_ALL=C sort \
    >"$work/included"
same 't2sed/parts.h includes every part' "$work/parts" "$work/included"
ls include/t2sed/lab/*.h | sed 's/^include.t2sed.//' | LC_ALL=C sort \
    >"$work/lab"
sed -n 's/^#include "\(.*\)"/\1/p' include/t2sed/lab.h | LC_ALL=C sort \
    >"$work/included"
same 't2sed/lab.h includes every header of the lab' \
    "$work/lab" "$work/included"
grep -lE '#include .*(lab|parts)[./]' include/t2sed.h $(ls include/t2sed/*.h |
    grep -vE '/(lab|parts).h') >"$work/borrowed"
grep -l '#include .*lab[./]' include/t2sed/parts.h include/t2sed/parts/*.h \
    >>"$work/borrowed"
check 'no header of the core needs a part, and none of the runtime the lab' \
    test ! -s "$work/borrowed"

# Each record that no function ..._init sets up has a macro, which names all of
# its fields (-Wextra).
cat include/t2sed/*.h include/t2sed/*/*.h >"$work/text"
for record in $(awk '/^typedef struct t2sed_.* {/ { name = $3; getline
    if ($0 ~ /size_t struct_size;/) print name }' "$work/text"); do
    # The library sets up this one for a callback.
    [ "$record" != t2sed_query ] || continue
    grep -q "\b${record}_init(" "$work/text" ||
        printf '%s made_%s = %s_INIT;\n' "$record" "$record" \
            "$(echo "$record" | tr a-z A-Z)"
done >"$work/records"
{
    echo '#include <t2sed.h>'
    echo '#include <t2sed/parts.h>'
    echo '#include <t2sed/lab.h>'
    echo 'void set_up(void);'
    cat "$work/records"
} >"$work/init.c"
check 'there are records' test "$(wc -l <"$work/records")" -gt 30
compile 'gcc, c89, macros of records' "$work/init.c" gcc -std=c89
compile 'g++, c++98, macros of records' "$work/init.c" g++ -x c++ -std=c++98

# What a compiler for Windows sees: imports, exports of the library itself, and
# nothing where all is static. 
windows()
{
    want=$1
    shift
    cc -E -Iinclude -D_WIN32 "$@" "$work/all.c" |
        grep -oE '__declspec\([a-z]*\)' | sort -u >"$work/marks"
    [ "$(cat "$work/marks")" = "$want" ]
}
check 'Windows: a program imports' windows '__declspec(dllimport)'
check 'Windows: static libraries have no marks' windows '' -DT2SED_STATIC
check 'Windows: libraries export' windows '__declspec(dllexport)' \
    -DT2SED_BUILDING -DT2SED_BUILDING_LAB

# Deprecation is silent unless a program asks for it.
cat >"$work/old.c" <<'C'
#include <t2sed.h>
T2SED_DEPRECATED("0.11", "t2sed_new") void t2sed_old(void);
void use(void);
void use(void) { t2sed_old(); }
C
check 'a deprecated function does not warn' cc -Wall -Wextra -Werror -Iinclude \
    -fsyntax-only "$work/old.c"
warns()
{
    ! cc -DT2SED_WARN_DEPRECATED -Werror -Iinclude -fsyntax-only "$work/old.c" \
        2>"$work/said" && grep -q 'since 0.11, use t2sed_new' "$work/said"
}
check 'but where it is asked for' warns

# Each function says since when it is there; none is variadic.
awk '
    /^\/\*/ { comment = "" }
    { comment = comment " " $0 }
    /^T2SED_(LAB_)?API/ && comment !~ /Since: [0-9]/ {
        print FILENAME ":" FNR ": no \"Since:\" before " $0
    }
    /^T2SED_(LAB_)?API/ { comment = comment " Since: 0 (same comment)" }
    /, *\.\.\.\)/ { print FILENAME ":" FNR ": variadic" }
' include/t2sed/*.h include/t2sed/*/*.h >"$work/undocumented"
if [ -s "$work/undocumented" ]; then
    fail 'every function says "Since:", none is variadic' <"$work/undocumented"
else
    pass 'every function says "Since:", none is variadic'
fi
tap_done
