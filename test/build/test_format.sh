#!/bin/sh
# C and C++ files are as clang-format writes them (`make format`). Versions of
# clang-format differ, so one is asked.
. test/tap.sh
wanted=14

version=$(clang-format --version 2>/dev/null |
    sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" != $wanted ]; then
    skip 'files are formatted' \
        "needs clang-format $wanted, found ${version:-none}"
    tap_done
fi
find lib include shim examples test -name '*.[ch]' -o -name '*.cpp' |
    LC_ALL=C sort |
    while read -r file; do
        clang-format "$file" | cmp -s - "$file" || echo "$file"
    done >"$work/unformatted"
if [ -s "$work/unformatted" ]; then
    fail 'files are formatted' <"$work/unformatted"
else
    pass 'files are formatted'
fi
tap_done
