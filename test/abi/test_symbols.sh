#!/bin/sh
# What each library exports is what its list in test/abi/ has, and what the
# public headers declare; what it exports beside that is for the other alone.
. test/tap.sh

runtime=$T2S_BUILD/lib/libt2sed.so
lab=$T2S_BUILD/lib/libt2sed-lab.so
shim=$T2S_BUILD/lib/libt2sed-torch.so

# list_as LIST FILE: FILE has the names of test/abi/LIST
list_as()
{
    if diff -u "test/abi/$1" "$2" >"$work/diff"; then
        pass "exported names are those of test/abi/$1"
    else
        {
            cat "$work/diff"
            echo 'If that is on purpose: make update-symbols. A name that is' \
                'gone (-) breaks what uses it.'
        } | fail "exported names are those of test/abi/$1"
    fi
}

# declared HEADER DIRECTORY: the functions that HEADER includes from DIRECTORY.
# The preprocessor shows declarations without comments.
declared()
{
    printf '#include <%s>\n' "$1" | cc -E -Iinclude - |
        awk -v where="$2" '
            /^# [0-9]/ { inside = $3 ~ "^\"" where "[^/]*\"$"; next }
            inside' |
        tr '\n' ' ' | tr ';' '\n' | grep 'visibility' |
        sed 's/.*[ *]\(t2sed_[a-z0-9_]*\) *(.*/\1/' | LC_ALL=C sort -u
}

sh test/abi/exported.sh "$runtime" >"$work/all"
sh test/abi/exported.sh "$runtime" 'T2SED_[0-9.]*' >"$work/exported"
sh test/abi/exported.sh "$runtime" 'T2SED_PARTS_[0-9.]*' >"$work/exported-parts"
sh test/abi/exported.sh "$runtime" T2SED_PRIVATE >"$work/private"
sh test/abi/exported.sh "$lab" >"$work/exported-lab"
count=$(wc -l <"$work/exported")
if [ "$count" -le 110 ]; then
    pass 'the core has at most 110 functions'
else
    echo "$count" | fail 'the core has at most 110 functions'
fi
list_as symbols.txt "$work/exported"
list_as parts-symbols.txt "$work/exported-parts"
list_as private.txt "$work/private"
list_as lab-symbols.txt "$work/exported-lab"

declared t2sed.h include/t2sed/ >"$work/declared"
same 'libt2sed.so exports what its headers declare' \
    "$work/declared" "$work/exported"
declared t2sed/lab.h include/t2sed/lab/ >"$work/declared-lab"
same 'libt2sed-lab.so exports what its headers declare' \
    "$work/declared-lab" "$work/exported-lab"

sed -n '/^t2sed_/!p' "$work/all" >"$work/inside"
same 'what is for the lab alone has the version T2SED_PRIVATE' \
    "$work/inside" "$work/private"
nm -D --undefined-only "$lab" | sed -n 's/.* U \(t2s_[a-z0-9_]*\).*/\1/p' |
    LC_ALL=C sort -u >"$work/used"
same 'and the lab uses all of it' "$work/used" "$work/private"

if [ -e "$shim" ]; then
    sh test/abi/exported.sh "$shim" | grep -v '^t2s' >"$work/foreign"
    if [ -s "$work/foreign" ]; then
        fail 'the shim exports names of ours only' <"$work/foreign"
    else
        pass 'the shim exports names of ours only'
    fi
else
    skip 'the shim exports names of ours only' 'it was not built'
fi
tap_done
