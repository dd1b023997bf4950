#!/bin/sh
# mypy --strict on the Python package; pyproject.toml has the settings.
. test/tap.sh

name='mypy finds no fault in the Python package'
if "${PYTHON:-python3}" -m mypy --version >/dev/null 2>&1; then
    check "$name" "${PYTHON:-python3}" -m mypy --cache-dir "$work/cache"
else
    skip "$name" 'mypy is not installed'
fi
tap_done
