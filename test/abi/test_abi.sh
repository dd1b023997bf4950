#!/bin/sh
# The stable core of libt2sed.so still has all that the last release had: it is
# compared (compare.sh) with test/abi/libt2sed-VERSION.abi, which `make abi-dump`
# writes at a release.
. test/tap.sh

library=$T2S_BUILD/lib/libt2sed.so
if ! command -v abidiff >/dev/null; then
    skip 'the ABI has grown only' 'no abidiff'
    tap_done
fi

dump()
{
    abidw --headers-dir "$2" --drop-private-types --out-file "$1" "$3"
}

# A library of few functions, changed in ways that break programs or do not.
# change NAME FIELDS DECLARATION...: structs are those of a part
change()
{
    where=$work/$1
    mkdir "$where"
    {
        echo "typedef struct t2sed_o { unsigned long struct_size; $2 } t2sed_o;"
        shift 2
        echo '#include "part.h"'
        printf '%s\n' "$@" | grep -v '^struct'
    } >"$where/small.h"
    printf '%s\n' "$@" | grep '^struct' >"$where/part.h"
    {
        echo '#include "small.h"'
        # A definition of each function that is declared: it gives 0.
        sed -n 's/^\(.*(.*)\);/\1 { return 0; }/p' "$where/small.h"
        echo "int t2s_private_$(basename "$where")(void) { return 1; }"
    } >"$where/small.c"
    cc -g -fPIC -w -shared -Wl,--version-script=lib/libt2sed.map \
        -Wl,-soname,libsmall.so.0 -o "$where/small.so" "$where/small.c"
}
compare_small()
{
    sh test/abi/compare.sh "$work/old.abi" "$work/$1" "$work/$1/small.so"
}
breaks() { ! compare_small "$1"; }

# Two functions of the core, as lib/libt2sed.map names them, and a part.
f='int t2sed_model_open(const t2sed_o *o);' g='int t2sed_free(int a);'
p='struct t2sed_p { int a; };' h='int t2sed_part(const struct t2sed_p *p);'
change old 'int a; double b;' "$f" "$g" "$p" "$h"
change grown 'int a; double b; int c; int d;' "$f" "$g" 'int t2sed_sql_free(void);'
change other 'int a; double b;' "$f" "$g" \
    'struct t2sed_p { double b; int a; };' "$h"
change swapped 'double b; int a;' "$f" "$g"
change inserted 'int a; int c; double b;' "$f" "$g"
change retyped 'int a; float b;' "$f" "$g"
change gone 'int a; double b;' "$f" "$p" "$h"
change apart 'int a; double b;' "$f" "$g"
change taken 'int a; double b;' "$f" 'int t2sed_free(long a);' "$p" "$h"
dump "$work/old.abi" "$work/old" "$work/old/small.so"
check 'the same is no change' compare_small old
check 'functions and fields may be added, private names go' compare_small grown
check 'a part may go' compare_small apart
check 'or change' compare_small other
check 'fields may not change places' breaks swapped
check 'nor have new ones between them' breaks inserted
check 'nor change their types' breaks retyped
check 'a function may not go' breaks gone
check 'nor take something else' breaks taken

dump "$work/now.abi" include "$library"
check 'the library can be dumped and compared' \
    sh test/abi/compare.sh "$work/now.abi" include "$library"

release=$(ls test/abi/libt2sed-*.abi 2>/dev/null | sort -V | tail -n 1)
if [ -z "$release" ]; then
    skip 'the ABI has grown only' 'there has been no release yet'
else
    check "the ABI has grown only since $release" \
        sh test/abi/compare.sh "$release" include "$library"
fi
tap_done
