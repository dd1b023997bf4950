"""Prints what a build ships as CycloneDX 1.5: libraries and programs with
their hashes, models with their licences, and the libraries that they need, with
versions (make sbom).

    sbom.py BUILD VERSION
"""
import hashlib
import json
import os
import subprocess
import sys

BUILD, VERSION = sys.argv[1:]
#: Of models of which a part comes from elsewhere: what, and its licence.
ANCESTORS = {"large": ("all-MiniLM-L6-v2", "Apache-2.0")}
#: What is linked: its name for pkg-config, its licence as SPDX writes it.
NEEDED = {"sqlite3": "blessing", "jansson": "MIT",
          "libutf8proc": "MIT AND Unicode-3.0"}
FILES = ("bin/t2sed", "bin/t2sed-client", f"lib/libt2sed.so.{VERSION}",
         f"lib/libt2sed-lab.so.{VERSION}", "lib/libt2sed-torch.so",
         "lib/t2sed-worker", "lib/t2sed_sqlite.so")


def component(kind, name, version, licence, **more):
    chosen = {"expression": licence} if " " in licence else {
        "license": {"id": licence}}
    return {"type": kind, "bom-ref": f"{kind}/{name}", "name": name,
            "version": version, "licenses": [chosen], **more}


def hashed(path):
    with open(path, "rb") as file:
        return [{"alg": "SHA-256",
                 "content": hashlib.sha256(file.read()).hexdigest()}]


def model(folder, name):
    """Its weights' hash is that of each file; what it learned from is in its
    card."""
    files = [component("file", f"{name}/{file}", VERSION, "MIT",
                       hashes=hashed(os.path.join(folder, file)))
             for file in sorted(os.listdir(folder))]
    more = {}
    if name in ANCESTORS:
        ancestor, licence = ANCESTORS[name]
        more["pedigree"] = {"ancestors": [component(
            "machine-learning-model", ancestor, "", licence)]}
    return component("machine-learning-model", name, VERSION, "MIT" if not more
                     else f"MIT AND {licence}", components=files, **more)


def said(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          check=False)
    return done.stdout.strip()


shipped = [component("application" if file.startswith("bin") or "." not in
                     os.path.basename(file) else "library", file, VERSION,
                     "MIT", hashes=hashed(os.path.join(BUILD, file)))
           for file in FILES if os.path.exists(os.path.join(BUILD, file))]
needed = [component("library", name, said(
    os.environ.get("PKG_CONFIG", "pkg-config"), "--modversion", name), licence)
    for name, licence in NEEDED.items()]
torch = said("sed", "-n", "s/^TORCH_VERSION = //p",
             os.path.join(BUILD, "obj", "shim", "libtorch.mk"))
if os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
    needed.append(component("library", "libtorch", torch, "BSD-3-Clause"))
models = [model(os.path.join("lib", "models", name), name)
          for name in sorted(os.listdir("lib/models"))]
references = [one["bom-ref"] for one in needed]
whole = component("library", "libt2sed", VERSION, "MIT")
print(json.dumps({
    "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
    "metadata": {"component": whole},
    "components": shipped + models + needed,
    "dependencies": [{"ref": whole["bom-ref"], "dependsOn": references}] + [
        {"ref": one} for one in references]}, indent=1))
