#!/bin/sh
# What libt2sed.so exports is what test/abi/symbols.txt lists, and is what the
# public headers declare.
. test/tap.sh

library=$T2S_BUILD/lib/libt2sed.so
sh test/abi/exported.sh "$library" >"$work/exported"

if diff -u test/abi/symbols.txt "$work/exported" >"$work/diff"; then
    pass 'exported symbols are those of test/abi/symbols.txt'
else
    {
        cat "$work/diff"
        echo 'A function that was added (+) on purpose: make update-symbols.'
        echo 'One that is gone (-) breaks every program that calls it.'
    } | fail 'exported symbols are those of test/abi/symbols.txt'
fi

# The preprocessor shows declarations without comments.
printf '#include <t2sed.h>\n' | cc -E -P -Iinclude - |
    tr '\n' ' ' | tr ';' '\n' | grep 'visibility' |
    sed 's/.*[ *]\(t2sed_[a-z0-9_]*\) *(.*/\1/' | LC_ALL=C sort -u \
    >"$work/declared"
same 'every function that a header declares is exported, and no other' \
    "$work/declared" "$work/exported"

shim=$T2S_BUILD/lib/libt2sed-torch.so
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
