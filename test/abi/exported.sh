#!/bin/sh
# exported.sh LIBRARY [VERSION]: the names that the shared object exports, one a
# line; those of the symbol versions that the expression VERSION matches, or all.
nm -D --defined-only --with-symbol-versions "$1" |
    awk -v version="^(${2:-.*})\$" '
        $2 != "A" {
            split($3, part, "@+")
            if (part[2] ~ version)
                print part[1]
        }' | LC_ALL=C sort -u
