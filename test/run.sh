#!/bin/sh
# Runs test suites, as many at a time as there are processors, and sums up:
#
#     test/run.sh [-j JOBS] [--slowest N] SUITE...
#
# Results are printed in the order of the suites; with --slowest the N that took
# longest are listed at the end, with their time on the clock and of processors.
#
# A suite is a program that prints TAP: C programs of Check, shell scripts
# (.sh), Python scripts (.py), and programs for Windows (.exe), which Wine runs.
# It may be written
#
#   valgrind:PATH     run under valgrind, without libtorch
#   asan:PATH         built with MODE=asan, run without libtorch
#   tsan:PATH         built with MODE=tsan
#   PATH@DIR          with the libraries of the build in DIR
#   serial:SUITE      run when all others have ended, and alone: it measures time
#
# Its failures are shown whole; a suite that dies, hangs, or prints no test at
# all, is a failure of its own. Suites find in their environment T2S_BUILD (the
# build's directory), T2SED_BUILD (that of the programs), T2SED_BACKEND (its
# shim), T2SED_WORKER and, where libtorch cannot run, T2S_TEST_NO_BACKEND=1; under
# sanitizers and valgrind T2S_TEST_STRIDE, how much of what is tried in great
# number is left out (test/unit/t2s_test.h), unless it is set already.
#
# The last line is "N passed, N failed, N skipped"; the exit status is 1 when
# anything failed. Where several runs are one, T2S_TEST_SUM names a file that has
# the numbers of those before: they are added, and the sums left in it.

set -u

# Python's reference packages are too large to install for everybody: without
# them a comparison is skipped, unless T2S_TEST_PARITY=required.
missing_module()
{
    [ "${T2S_TEST_PARITY:-}" = required ] && return
    sed -n "s/^ModuleNotFoundError: No module named '\([^'.]*\).*/\1/p" "$1" |
        grep -xE 'torch|torch_geometric|transformers|tokenizers|safetensors|numpy|sklearn' |
        head -n 1
}

# Runs suite $1; leaves what a person should see in $2.text, and the three
# numbers, the seconds that it took and those of processors in $2.
run_one()
{
    suite=$1 result=$2
    unset T2S_TEST_SUM
    program=${suite#*:} how=
    [ "$program" = "$suite" ] || how=${suite%%:*}
    case $program in
    *@*) build=${program##*@} program=${program%@*} ;;
    */test/*) build=${program%%/test/*} ;;
    *) build=${BUILD:-build} ;;
    esac
    case $program in
    *.sh) set -- sh "$program" ;;
    *.py) set -- "${PYTHON:-python3}" "$program" ;;
    *.exe) set -- "${WINE:-wine}" "$program" ;;
    *) set -- "$program" ;;
    esac
    case $how in
    asan) set -- env T2S_TEST_NO_BACKEND=1 T2S_TEST_STRIDE="${T2S_TEST_STRIDE:-7}" "$@" ;;
    tsan) set -- env T2S_TEST_STRIDE="${T2S_TEST_STRIDE:-7}" "$@" ;;
    valgrind) # Each test is a process, whose leaks end it with status 99.
        set -- env T2S_TEST_NO_BACKEND=1 \
            T2S_TEST_STRIDE="${T2S_TEST_STRIDE:-13}" valgrind -q \
            --leak-check=full --errors-for-leak-kinds=definite,possible \
            --show-leak-kinds=definite,possible --error-exitcode=99 \
            --num-callers=30 --suppressions=test/valgrind.supp "$@"
        ;;
    esac
    export T2S_BUILD="$build"
    case ${BUILD:-build} in
    /*) export T2SED_BUILD="$BUILD" ;;
    *) export T2SED_BUILD="$PWD/${BUILD:-build}" ;;
    esac
    # The shim has no sanitizer in it: there is one for all modes.
    for backend in "$build/lib" "${build%/[at]san}/lib"; do
        if [ -e "$backend/libt2sed-torch.so" ]; then
            export T2SED_BACKEND="$PWD/$backend/libt2sed-torch.so"
            break
        fi
    done

    # Any build's worker will do: it is a process of its own.
    for directory in "$build/lib" "${build%/[at]san}/lib" build/lib; do
        if [ -e "$directory/t2sed-worker" ]; then
            export T2SED_WORKER="$PWD/$directory/t2sed-worker"
            break
        fi
    done

    output=$result.output
    began=$(date +%s)
    timeout "${SUITE_TIMEOUT:-1200}" "$@" >"$output" 2>&1 </dev/null
    status=$?
    took=$(($(date +%s) - began))
    # Minutes and seconds of user and system time, this shell's and its
    # children's: "0m0.05s 0m0.01s".
    times >"$result.times"
    busy=$(tr 'ms' '  ' <"$result.times" |
        awk '{ sum += 60 * ($1 + $3) + $2 + $4 } END { printf "%.1f", sum }')

    ok=$(grep -c '^ok ' "$output")
    skip=$(grep -ci '^ok .*# *skip' "$output")
    bad=$(grep -c '^not ok ' "$output")
    # A suite may skip itself whole: "1..0 # skip REASON".
    none=$(grep -ci '^1\.\.0 *# *skip' "$output")
    why=
    if [ "$bad" -eq 0 ] && [ "$status" -ne 0 ]; then
        module=$(missing_module "$output")
        if [ -n "$module" ]; then
            none=1
            echo "1..0 # skip no Python package $module (make test-parity)" \
                >>"$output"
        else
            bad=1 why=" (exit status $status)"
        fi
    elif [ $((ok + bad + none)) -eq 0 ]; then
        bad=1 why=' (it printed no test)'
    fi
    [ "$took" -ge 5 ] && for_people=" in $took s" || for_people=
    if [ "$bad" -gt 0 ]; then
        echo "FAIL $suite: $bad failed$why$for_people"
        grep -v '^ok ' "$output" | tail -n 200
    else
        echo "ok   $suite: $((ok - skip)) passed$for_people"
        grep -iE '^(ok|1\.\.0) .*# *skip' "$output" |
            sed 's/^[^#]*# *[Ss][Kk][Ii][Pp][a-z]*:* *//' | sort | uniq -c |
            sed 's/^ *\([0-9]*\) /     skipped \1: /'
    fi >"$result.text"
    # Last: who waits for this file finds the text too.
    echo "$((ok - skip)) $bad $((skip + none)) $took $busy" >"$result.new"
    mv "$result.new" "$result"
}

# Runs the suites of a list ("RESULT SUITE" lines), $2 at a time.
run_list()
{
    xargs -r -P "$2" -L 1 sh "$0" --one <"$1"
}

if [ "${1:-}" = --one ]; then
    run_one "$3" "$2"
    exit 0
fi

jobs=${JOBS:-$(nproc)} slowest=0
while :; do
    case ${1:-} in
    -j) jobs=$2; shift 2 ;;
    -j*) jobs=${1#-j}; shift ;;
    --slowest) slowest=$2; shift 2 ;;
    *) break ;;
    esac
done

# Check prints TAP itself when asked to by these.
export CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-300}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
export LSAN_OPTIONS="suppressions=$PWD/test/lsan.supp:print_suppressions=0"
export TSAN_OPTIONS="suppressions=$PWD/test/tsan.supp:halt_on_error=0"

results=$(mktemp -d) || exit 2
trap 'rm -rf "$results"' EXIT
: >"$results/together"
: >"$results/alone"
number=10000
for suite in "$@"; do
    list=together
    [ "$suite" = "${suite#serial:}" ] || list=alone
    echo "$results/$number ${suite#serial:}" >>"$results/$list"
    number=$((number + 1))
done
{
    run_list "$results/together" "$jobs"
    run_list "$results/alone" 1
    : >"$results/done"
} &

# Shows them in their order, the ones that run alone after the others.
passed=0 failed=0 skipped=0 suites=0
while read -r result suite; do
    while [ ! -e "$result" ] && [ ! -e "$results/done" ]; do
        sleep 0.1
    done
    [ -e "$result" ] || continue
    cat "$result.text"
    read -r p f s took busy <"$result"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    suites=$((suites + 1))
    echo "$took $busy $suite" >>"$results/times"
done <<EOF
$(cat "$results/together" "$results/alone")
EOF
wait
if [ $suites -ne $# ]; then
    echo "FAIL test/run.sh: $suites of $# suites reported"
    failed=$((failed + 1))
fi
if [ "$slowest" -gt 0 ]; then
    echo "the slowest (seconds, seconds of processors):"
    sort -k1,1nr -k2,2nr "$results/times" | head -n "$slowest" |
        sed 's/^/     /'
fi
if [ -n "${T2S_TEST_SUM:-}" ]; then
    p=0 f=0 s=0
    [ -s "$T2S_TEST_SUM" ] && read -r p f s <"$T2S_TEST_SUM"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    echo "$passed $failed $skipped" >"$T2S_TEST_SUM"
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
