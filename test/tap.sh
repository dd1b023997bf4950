# shellcheck shell=sh
# What shell suites share: . test/tap.sh, then check, pass, fail and skip; the
# last line of a suite is tap_done. Each prints one test in TAP.
# Suites run in the top directory; $work is a directory of their own.

tap_count=0
tap_failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
T2S_BUILD=${T2S_BUILD:-build}

pass()
{
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1"
}

# fail NAME: what stands on stdin tells why.
fail()
{
    tap_count=$((tap_count + 1))
    tap_failed=1
    echo "not ok $tap_count - $1"
    sed 's/^/# /'
}

skip()
{
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

# check NAME COMMAND...: passes when COMMAND does; shows what it printed if not.
check()
{
    tap_name=$1
    shift
    if "$@" >"$work/tap-output" 2>&1; then
        pass "$tap_name"
    else
        fail "$tap_name" <"$work/tap-output"
    fi
}

# same NAME EXPECTED-FILE FOUND-FILE
same() { check "$1" diff -u "$2" "$3"; }

tap_done()
{
    echo "1..$tap_count"
    exit $tap_failed
}
