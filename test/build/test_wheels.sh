#!/bin/sh
# The wheels of all platforms (make wheels): what is in them, and the program of
# those that this machine runs, itself or by qemu-user, against the build's own.
# Those for macOS are looked into, not run.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS PYTHONPATH T2SED_LIBRARY T2SED_WORKER T2SED_MODEL
top=$(pwd) deps=.deps/wheels

name='make wheels'
if [ ! -e $deps/complete ]; then
    skip "$name" 'run make deps-wheels'
    tap_done
fi
[ "$(sh pkgconfig/deps.sh --check wheels 2>&1)" = '' ] || {
    skip "$name" 'some of the tools are missing: make deps-wheels'
    tap_done
}
mkdir -p "$work/dist"
check "$name" make -s wheels WHEELS="$work/dist"
check 'for six platforms' test "$(ls "$work"/dist | grep -cv win_)" -eq 6
for wheel in "$work"/dist/*.whl; do
    check "${wheel##*/}: tag, files, size, what it needs" \
        python3 test/build/wheels.py "$wheel"
done

mkdir -p "$work/databases/demo"
python3 -c 'import sqlite3, sys
sqlite3.connect(sys.argv[1]).executescript(sys.stdin.read())' \
    "$work/databases/demo/demo.sqlite" <examples/cli/demo/database.sql
beams=$top/examples/cli/demo/beams.jsonl
"$T2S_BUILD/bin/t2sed" score --db-root "$work/databases" "$beams" >"$work/here"

# runs TAG COMMAND...: the wheel's program, started by COMMAND, with the worker
# where that is a program of this machine.
runs()
{
    tag=$1 isolation=
    shift
    [ $# -gt 0 ] || isolation=--hostile
    python3 -m zipfile -e "$work"/dist/*-"$tag".whl "$work/$tag" &&
        chmod +x "$work/$tag/t2sed/bin/t2sed" "$work/$tag/t2sed/lib/t2sed-worker" &&
        "$@" "$work/$tag/t2sed/bin/t2sed" score $isolation \
            --db-root "$work/databases" "$beams" >"$work/there" &&
        python3 test/build/same_scores.py "$work/here" "$work/there" 1e-6
}
same='scores as the build does'
case $(uname -m) in
x86_64)
    check "manylinux x86_64 $same" runs manylinux_2_28_x86_64
    check "musllinux x86_64 $same" runs musllinux_1_2_x86_64
    check "manylinux aarch64 $same" runs manylinux_2_28_aarch64 \
        qemu-aarch64 -L /usr/aarch64-linux-gnu
    check "musllinux aarch64 $same" runs musllinux_1_2_aarch64 \
        qemu-aarch64 -L $deps/musl
    ;;
*) skip "a wheel's program $same" "this machine is no x86_64" ;;
esac

cd "$work" || exit 2
check 'pip installs the one of this machine' sh -c "python3 -m venv venv &&
    venv/bin/pip install --quiet --no-index --find-links dist t2sed"
cat >check.py <<'PYTHON'
import resource
import sys
import t2sed
assert t2sed.library.lib._name.startswith(sys.prefix)
assert t2sed.library.has_own_sqlite()
report = t2sed.check("How many departments are there?",
                     ["SELECT nam FROM department",
                      "SELECT count(*) FROM department"], sys.argv[1])
assert report.best.sql == "SELECT count(*) FROM department", report
assert report.candidates[1].findings[0].code == "unknown_column", report
# Of the processor: this machine may do other things.
spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF,
                                             resource.RUSAGE_CHILDREN)]
seconds = sum(one.ru_utime + one.ru_stime for one in spent)
assert seconds < 1, seconds
PYTHON
cat >lab.py <<'PYTHON'
from t2sed import lab
assert lab.auc([1, 0], [1, 0]) == 1 and lab.database_fold("a", 5) in range(5)
PYTHON
check 'import t2sed and a check take less than a second' \
    venv/bin/python check.py databases/demo/demo.sqlite
check 'the lab is in it' venv/bin/python lab.py
check 't2sed is the program' sh -c 'venv/bin/t2sed --version | grep -q "^t2sed [0-9]"'
tap_done
