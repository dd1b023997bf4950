#!/bin/sh
# The list of what is shipped (make sbom).
. test/tap.sh

list=$work/sbom.json
check 'the list is written' sh -c "python3 pkgconfig/sbom.py '$T2S_BUILD' \"\$(
    sed -n 's/.*T2SED_VERSION  *\"\(.*\)\".*/\1/p' include/t2sed/version.h)\" >'$list'"
check 'it has every model and what is linked, with versions' python3 - "$list" <<'PYTHON'
import json
import os
import sys
with open(sys.argv[1]) as file:
    found = {(one["type"], one["name"]): one for one in
             json.load(file)["components"]}
for model in os.listdir("lib/models"):
    one = found["machine-learning-model", model]
    assert one["licenses"] and one["components"][0]["hashes"], one
for name in "sqlite3", "jansson", "libutf8proc":
    assert found["library", name]["version"][0].isdigit(), name
PYTHON
name='it is CycloneDX 1.5, as another reads it'
if "${PYTHON:-python3}" -c 'import cyclonedx.validation.json, jsonschema' 2>/dev/null; then
    check "$name" "${PYTHON:-python3}" - "$list" <<'PYTHON'
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
with open(sys.argv[1]) as file:
    sys.exit(JsonStrictValidator(SchemaVersion.V1_5).validate_str(file.read()))
PYTHON
else
    skip "$name" 'cyclonedx-python-lib is not installed: make deps-parity'
fi
tap_done
