#!/bin/sh
# The notebook of docs/guide runs from its first cell to its last.
. test/tap.sh

notebook=docs/guide/tutorial.ipynb
check 'the notebook is kept without outputs' sh -c \
    "! grep -E '\"outputs\": \\[\$|\"execution_count\": [0-9]' $notebook"
name='the notebook runs'
if "${PYTHON:-python3}" -c 'import ipykernel, nbclient' 2>/dev/null; then
    check "$name" env PYTHONPATH="$PWD/examples/python" T2SED_LIBRARY="$PWD/$T2S_BUILD/lib/libt2sed.so" \
        IPYTHONDIR="$work" JUPYTER_RUNTIME_DIR="$work" "${PYTHON:-python3}" -c '
import sys
import nbclient
import nbformat
nbclient.NotebookClient(nbformat.read(sys.argv[1], 4), timeout=300).execute()' $notebook
else
    skip "$name" 'nbclient and ipykernel are not installed: make deps-parity'
fi
tap_done
