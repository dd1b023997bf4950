#!/bin/sh
# Runs test suites and sums up: test/run.sh SUITE...
#
# A suite is a program that prints TAP: C programs of Check, shell scripts
# (.sh) and Python scripts (.py). Its failures are shown whole; a suite that
# dies, or prints no test at all, is a failure of its own. Set WRAPPER to run C
# programs under another program, such as valgrind.
#
# The last line is "N passed, N failed, N skipped"; the exit status is 1 when
# anything failed.

set -u
passed=0 failed=0 skipped=0
output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT
PYTHON=${PYTHON:-python3}
# Check prints TAP itself when asked to by these.
export CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent
export CK_DEFAULT_TIMEOUT=${CK_DEFAULT_TIMEOUT:-120}

for suite in "$@"; do
    case $suite in
    *.sh) sh "$suite" >"$output" 2>&1 </dev/null ;;
    *.py) "$PYTHON" "$suite" >"$output" 2>&1 </dev/null ;;
    *) ${WRAPPER:-} "$suite" >"$output" 2>&1 </dev/null ;;
    esac
    status=$?
    ok=$(grep -c '^ok ' "$output")
    skip=$(grep -ci '^ok .*# *skip' "$output")
    bad=$(grep -c '^not ok ' "$output")
    ran=$((ok + bad))
    if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ "$ran" -eq 0 ]; }; then
        bad=1
        echo "not ok - $suite: exit status $status after $ran tests"
    fi
    passed=$((passed + ok - skip))
    skipped=$((skipped + skip))
    failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        echo "FAIL $suite: $bad failed"
        grep -v '^ok ' "$output" | tail -n 200
    else
        echo "ok   $suite: $((ok - skip)) passed$([ "$skip" -gt 0 ] && echo ", $skip skipped")"
        grep -i '^ok .*# *skip' "$output" | sed 's/^ok [0-9]* *-* */     skipped: /'
    fi
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
