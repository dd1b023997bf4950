#!/bin/sh
# The names that shared object $1 exports, one a line.
nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' |
    LC_ALL=C sort -u
