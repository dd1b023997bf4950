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
files_are_formatted()
{
    find lib include shim examples test -name '*.[ch]' -o -name '*.cpp' |
        xargs clang-format --dry-run -Werror
}
check 'files are formatted' files_are_formatted
tap_done
