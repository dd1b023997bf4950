#!/bin/sh
# The Windows build, by MinGW and under Wine: the program, a program of somebody
# else's that links the DLL, and the amalgamation give the probabilities of this
# machine's build; the DLL exports the API; paths and texts are UTF-8.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS
export WINEDEBUG=-all WINEPREFIX="$PWD/build/windows/wine"

if ! sh pkgconfig/deps.sh --check windows >/dev/null 2>&1; then
    echo '1..0 # skip no MinGW, Wine or .deps/windows (make deps-windows)'
    exit 0
fi
bin=build/windows/bin host=x86_64-w64-mingw32
wine_() { "${WINE:-wine}" "$@" </dev/null; }

check 'it is built' make -s windows
check 'the program runs' wine_ $bin/t2sed.exe --version

# --- probabilities ---
make -s BUILD="$T2S_BUILD" lib programs >/dev/null
here=$T2S_BUILD/bin/t2sed
mkdir -p "$work/Übung/demo" "$work/library"
sqlite3 "$work/Übung/demo/demo.sqlite" <examples/cli/demo/database.sql
sqlite3 "$work/library/library.sqlite" <test/golden/library.sql

# compare NAME OPTION... FILE: both print the same probabilities.
compare()
{
    name=$1
    shift
    "$here" score --findings "$@" >"$work/here" 2>"$work/here.err"
    wine_ $bin/t2sed.exe score --findings "$@" >"$work/there" 2>"$work/there.err"
    check "$name: the probabilities are this machine's" \
        python3 test/build/same_scores.py "$work/here" "$work/there" 1e-6
}
compare 'the demonstration' --db-root "$work/Übung" examples/cli/demo/beams.jsonl
wine_ $bin/t2sed.exe score --db-root "Z:$(printf %s "$work/Übung" | tr / '\\')" \
    examples/cli/demo/beams.jsonl >"$work/there"
check 'a path with \ and a drive' \
    python3 test/build/same_scores.py "$work/here" "$work/there" 1e-6
compare 'the library' --db "$work/library/library.sqlite" test/golden/library.jsonl
check 'lines end as they do here' sh -c "! grep -q '$(printf '\r')' '$work/there'"
compare 'with an index' --db "$work/library/library.sqlite" \
    --index "$work/library" test/golden/library.jsonl

# --- what is not there says so ---
wine_ $bin/t2sed.exe score --hostile --db-root "$work/Übung" \
    examples/cli/demo/beams.jsonl >"$work/refused" 2>&1
check 'worker processes are refused' grep -q 'no worker processes on Windows' "$work/refused"
wine_ $bin/t2sed.exe score --jobs 2 examples/cli/demo/beams.jsonl >/dev/null 2>"$work/refused"
check 'so are jobs' grep -q 'on Windows one process' "$work/refused"

# --- the DLL ---
$host-objdump -p $bin/t2sed.dll | awk '/Ordinal\/Name Pointer/ { on = 1; next }
    on && /^\t\[/ { print $NF }' | LC_ALL=C sort >"$work/exported"
LC_ALL=C sort test/abi/symbols.txt test/abi/parts-symbols.txt >"$work/api"
same 'the DLL exports the API' "$work/api" "$work/exported"
$host-objdump -p $bin/t2sed.dll | sed -n 's/.*DLL Name: //p' | sort >"$work/needs"
check 'it needs libraries of Windows alone' \
    sh -c "! grep -viE '^(kernel32|msvcrt|advapi32|user32)[.]dll$' '$work/needs'"

ask()
{
    "$@" "$work/library/library.sqlite" 'What are the titles of all novels?' \
        "SELECT title FROM book WHERE genre = 'novel'" \
        'SELECT title FROM book' 'SELECT count(*) FROM author' | tr -d '\r'
}
# agree FILE FILE: the same order, and numbers that differ by less than 1e-6.
agree()
{
    paste -d ' ' "$1" "$2" | awk '
        function far(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
        NF != 6 || $1 != $4 || far($2, $5) || far($3, $6) { print; bad = 1 }
        END { exit bad || NR != 3 }'
}
cc -DINSTALLED -Iinclude test/build/embedded.c -o "$work/embedded" \
    -L"$T2S_BUILD/lib" -lt2sed -Wl,-rpath,"$PWD/$T2S_BUILD/lib"
ask "$work/embedded" >"$work/here"
ask wine_ $bin/embedded.exe >"$work/there"
check 'a program with the DLL: the same' agree "$work/here" "$work/there"

# --- the amalgamation ---
made=$T2S_BUILD/amalgamation deps=.deps/windows
make -s BUILD="$T2S_BUILD" amalgamation
flags="-std=c11 -Wall -Wextra -Wshadow -Wconversion -Wno-float-conversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Werror -DUTF8PROC_STATIC -isystem $deps/include"
# shellcheck disable=SC2086
check 'the amalgamation compiles without a warning' \
    $host-gcc-posix $flags -O1 -c "$made/t2sed.c" -o "$work/t2sed.o"
$host-gcc-posix -O0 -c "$made/t2sed_default_model.c" -o "$work/model.o"
# shellcheck disable=SC2086
check 'a program with it links' $host-gcc-posix $flags -I"$made" \
    test/build/embedded.c "$work/t2sed.o" "$work/model.o" -o "$work/alone.exe" \
    -static -L$deps/lib -lsqlite3 -ljansson -lutf8proc -lm -lpthread
ask wine_ "$work/alone.exe" >"$work/there"
check 'its probabilities are the same' agree "$work/here" "$work/there"
tap_done
