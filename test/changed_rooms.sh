#!/bin/sh
# The rooms of lib/ (docs/internals) that changed most since the last tag, or in
# the last 20 commits where there is none: at most six, one a line. Without a
# history (git, or a clone of one commit) it is those that read what others write.
cd "$(dirname "$0")/.." || exit 2

since=$(git describe --tags --abbrev=0 2>/dev/null) && since=$since..HEAD ||
    since='-20 HEAD'
# shellcheck disable=SC2086 # two words
changed=$(git log --format= --name-only $since -- lib test/unit 2>/dev/null |
    sed -n 's,^lib/lab/\([a-z]*\)/.*[ch]$,\1,p
            s,^lib/\([a-z]*\)/.*[chy]$,\1,p
            s,^test/unit/\([a-z]*\)/.*[ch]$,\1,p' |
    sort | uniq -c | sort -k1,1nr -k2 | awk '{ print $2 }' | head -n 6)
echo "${changed:-base sql schema weights}" | tr ' ' '\n'
