#!/bin/sh
# Runs test suites, JOBS at a time, and sums up: test/run.sh SUITE...
#
# A suite is a program that prints TAP: C programs of Check, shell scripts
# (.sh) and Python scripts (.py). It may be written
#
#   valgrind:PATH     run under valgrind, without libtorch
#   asan:PATH         built with MODE=asan, run without libtorch
#   tsan:PATH         built with MODE=tsan
#   PATH@DIR          with the libraries of the build in DIR
#
# Its failures are shown whole; a suite that dies, hangs, or prints no test at
# all, is a failure of its own. Suites find in their environment T2S_BUILD (the
# build's directory), T2SED_BUILD (that of the programs), T2SED_BACKEND (its shim), T2SED_WORKER and, where libtorch cannot run,
# T2S_TEST_NO_BACKEND=1; under valgrind T2S_TEST_SLOW=1.
#
# The last line is "N passed, N failed, N skipped"; the exit status is 1 when
# anything failed.

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

# Runs suite $1; prints what a person should see and leaves the three numbers
# in directory $2.
run_one()
{
    suite=$1 results=$2
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
    *) set -- "$program" ;;
    esac
    case $how in
    asan) set -- env T2S_TEST_NO_BACKEND=1 "$@" ;;
    valgrind) # Each test is a process, whose leaks end it with status 99.
        set -- env T2S_TEST_NO_BACKEND=1 T2S_TEST_SLOW=1 valgrind -q \
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

    result=$(mktemp "$results/XXXXXX") || exit 2
    output=$result.output
    began=$(date +%s)
    timeout "${SUITE_TIMEOUT:-1200}" "$@" >"$output" 2>&1 </dev/null
    status=$?
    took=$(($(date +%s) - began))

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
    echo "$((ok - skip)) $bad $((skip + none))" >"$result"

    [ "$took" -ge 5 ] && took=" in $took s" || took=
    if [ "$bad" -gt 0 ]; then
        echo "FAIL $suite: $bad failed$why$took"
        grep -v '^ok ' "$output" | tail -n 200
    else
        echo "ok   $suite: $((ok - skip)) passed$took"
        grep -iE '^(ok|1\.\.0) .*# *skip' "$output" |
            sed 's/^[^#]*# *[Ss][Kk][Ii][Pp][a-z]*:* *//' | sort | uniq -c |
            sed 's/^ *\([0-9]*\) /     skipped \1: /'
    fi >"$result.text"
    # One write, so that suites that end together do not mix their lines.
    cat "$result.text"
}

if [ "${1:-}" = --one ]; then
    run_one "$2" "$3"
    exit 0
fi

# Check prints TAP itself when asked to by these.
export CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-300}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"
export LSAN_OPTIONS="suppressions=$PWD/test/lsan.supp:print_suppressions=0"
export TSAN_OPTIONS="suppressions=$PWD/test/tsan.supp:halt_on_error=0"

results=$(mktemp -d) || exit 2
trap 'rm -rf "$results"' EXIT
for suite in "$@"; do
    printf '%s\n' "$suite"
done | xargs -P "${JOBS:-$(nproc)}" -I '{}' sh "$0" --one '{}' "$results"

passed=0 failed=0 skipped=0 suites=0
for result in "$results"/??????; do
    [ -f "$result" ] || continue
    read -r p f s <"$result" || continue
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    suites=$((suites + 1))
done
if [ $suites -ne $# ]; then
    echo "FAIL test/run.sh: $suites of $# suites reported"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
