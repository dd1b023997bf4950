#!/bin/sh
# The source distribution and the wheel of the Python package, as `make wheel`
# makes them; what a user does with the wheel, outside the source tree.
. test/tap.sh
unset MAKEFLAGS MAKELEVEL MFLAGS PYTHONPATH T2SED_LIBRARY T2SED_WORKER T2SED_MODEL

name='make wheel: a source distribution, and a wheel of it'
if ! python3 -m venv "$work/venv" >"$work/said" 2>&1 ||
    ! "$work/venv/bin/pip" download --quiet --no-deps --dest "$work/there" \
        'setuptools>=77' >"$work/said" 2>&1; then
    skip "$name" "pip can't reach packages"
    tap_done
fi
check "$name" make wheel WHEELS="$work/dist"
set -- "$work"/dist/t2sed-*-py3-none-manylinux_*.whl
check 'the wheel is for any CPython 3 and many distributions' test -f "$1"
check 'it has at most 15 MB' test "$(wc -c <"$1")" -le 15000000
check 'it has the licences of what it has copies of' sh -c \
    "test \$(python3 -m zipfile -l '$1' | grep -c '[.]copyright') -eq 3"
check 'pip installs it alone' \
    "$work/venv/bin/pip" install --quiet --no-index "$1"

cd "$work" || exit 2
venv/bin/python - <<'PYTHON'
import sqlite3
connection = sqlite3.connect("shop.sqlite")
connection.executescript("""
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    INSERT INTO customer VALUES (1, 'Ann', 'Paris'), (2, 'Bob', 'Rome');""")
PYTHON
cat >check.py <<'PYTHON'
import sqlite3
import subprocess
import sys
import t2sed
assert t2sed.__file__.startswith(sys.prefix), t2sed.__file__
assert t2sed.library.lib._name.startswith(sys.prefix)
assert t2sed.library.has_own_sqlite()
connection = sqlite3.connect("shop.sqlite", isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
for source in "shop.sqlite", connection:
    report = t2sed.check("How many customers are there?", [
        "SELECT nam FROM customer", "SELECT count(*) FROM customer"], source)
    assert report.best.sql == "SELECT count(*) FROM customer", report
    assert report.best.outcome == "ran" and report.best.probability > 0.5
    assert report.candidates[1].findings[0].code == "unknown_column", report
# The lock is held still, which a second SQLite in this process would end.
done = subprocess.run([sys.executable, "-c", """
import sqlite3
try:
    sqlite3.connect("shop.sqlite", timeout=0).execute("BEGIN IMMEDIATE")
except sqlite3.OperationalError as error:
    print(error)
"""], stdout=subprocess.PIPE, text=True)
assert "locked" in done.stdout, done.stdout
from t2sed import lab
assert lab.auc([1, 0], [1, 0]) == 1 and lab.database_fold("a", 5) in range(5)
print(report)
PYTHON
check 'a check of a small database' venv/bin/python check.py
check 'python -m t2sed is the program' sh -c \
    'venv/bin/python -m t2sed --version | grep -q "^t2sed [0-9]"'
echo '{"question": "How many customers are there?", "sql": "SELECT count(*) FROM customer"}' >line
check 'and scores' sh -c \
    'venv/bin/t2sed score --db shop.sqlite line | grep -q "\"probability\": *0\."'
check 't2sed-mcp says what it needs' sh -c \
    '! venv/bin/t2sed-mcp shop.sqlite 2>said && grep -q "pip install" said'
tap_done
