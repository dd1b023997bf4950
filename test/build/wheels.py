#!/usr/bin/env python3
"""Looks into wheels: wheels.py WHEEL... prints one TAP line a wheel, which
passes if its tag, files, modes, hashes and size are right, and its programs
are for the tag's processor and system and need the C library alone."""
import base64
import csv
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile

MOST_BYTES = 15_000_000
MODELS = ("correct", "default", "schema-prediction", "sketch")
#: Libraries that a wheel may need: those of the C library.
C_LIBRARY = re.compile(r"(libc|libm|libpthread|libdl|ld-linux-x86-64|"
                       r"ld-linux-aarch64)\.so(\.\d+)?")
ELF_MACHINES = {"x86_64": "X86-64", "aarch64": "AArch64"}


def said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def look_at_elf(path, tag, library):
    *_, machine = re.split(r"(?<=\d)_(?=[xa])", tag)
    text = said("readelf", "-hdV", path)
    assert re.search(rf"Machine:.*{ELF_MACHINES[machine]}", text), text
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", text)) - {library}
    assert all(map(C_LIBRARY.fullmatch, needed)), needed
    oldest = re.match(r"manylinux_(\d+)_(\d+)_", tag)
    versions = {tuple(map(int, number.split("."))) for number in
                re.findall(r"GLIBC_([0-9.]+)", text)}
    if oldest:
        assert versions and max(versions) <= tuple(map(int, oldest.groups()))
    else:
        assert not versions, versions


def look_at_mach(path, tag, library):
    oldest, machine = re.fullmatch(r"macosx_(\d+_\d+)_(.*)", tag).groups()
    text = said("llvm-objdump", "--macho", "--private-headers", path)
    assert f" {machine.upper().replace('_', '-')} " in text.replace(
        "X86_64", "X86-64"), text
    minimum = re.search(r"cmd LC_VERSION_MIN_MACOSX\n.*\n +version (\S+)|"
                        r"minos (\S+)", text)
    assert "".join(filter(None, minimum.groups())) == oldest.replace(
        "_", "."), minimum
    needed = set(re.findall(r"cmd LC_LOAD_DYLIB\n.*\n +name (\S+)", text))
    assert needed <= {"/usr/lib/libSystem.B.dylib", f"@rpath/{library}"}, needed
    # Without a signature arm64 starts nothing.
    assert machine != "arm64" or "LC_CODE_SIGNATURE" in text, text


def look_at_windows(path, *_):
    text = said("x86_64-w64-mingw32-objdump", "-p", path)
    assert "file format pei-x86-64\n" in text, text
    needed = {name.lower() for name in re.findall(r"DLL Name: (\S+)", text)}
    assert needed <= {f"{name}.dll" for name in (
        "advapi32", "kernel32", "msvcrt", "shell32")}, needed


def look_at(wheel):
    name = os.path.basename(wheel)
    tag = re.fullmatch(r"t2sed-[0-9.]+-py3-none-(.*)\.whl", name).group(1)
    assert os.path.getsize(wheel) <= MOST_BYTES, os.path.getsize(wheel)
    version = name.split("-")[1]
    abi = ".".join(version.split(".")[:2 if version.startswith("0.") else 1])
    library, program, worker = (
        f"libt2sed.{abi}.dylib" if tag.startswith("macosx") else
        "t2sed.dll" if tag.startswith("win") else f"libt2sed.so.{abi}",
        "t2sed.exe" if tag.startswith("win") else "t2sed", "t2sed-worker")
    compiled = [f"t2sed/lib/{library}", f"t2sed/bin/{program}"] + (
        [] if tag.startswith("win") else [f"t2sed/lib/{worker}"])
    with zipfile.ZipFile(wheel) as archive, \
            tempfile.TemporaryDirectory() as folder:
        names = set(archive.namelist())
        assert f"Tag: py3-none-{tag}\n" in archive.read(
            f"t2sed-{version}.dist-info/WHEEL").decode()
        for path in compiled + ["t2sed/__init__.py", "t2sed/py.typed"] + [
                f"t2sed/share/t2sed/models/{model}/config.json"
                for model in MODELS]:
            assert path in names, path
        assert sum(path.endswith(".copyright") for path in names) == 3
        binaries = {path for path in names if archive.read(path)[:4] in (
            b"\x7fELF", b"\xcf\xfa\xed\xfe") or archive.read(path)[:2] == b"MZ"}
        assert binaries == set(compiled), binaries ^ set(compiled)
        lines = archive.read(f"t2sed-{version}.dist-info/RECORD").decode()
        for path, digest, _ in csv.reader(lines.splitlines()):
            found = hashlib.sha256(archive.read(path)).digest()
            assert not digest or digest == "sha256=" + base64.urlsafe_b64encode(
                found).decode().rstrip("="), path
        for path in compiled:
            at = archive.extract(path, folder)
            assert archive.getinfo(path).external_attr >> 16 & 0o111, path
            (look_at_mach if tag.startswith("macosx") else look_at_windows
             if tag.startswith("win") else look_at_elf)(at, tag, library)
    return tag, os.path.getsize(wheel)


failed = False
for number, one in enumerate(sys.argv[1:], 1):
    try:
        print("# %s: %d bytes" % look_at(one))
        print("ok -", os.path.basename(one))
    except (AssertionError, AttributeError, KeyError, OSError,
            subprocess.SubprocessError) as error:
        failed = True
        print(f"not ok - {os.path.basename(one)}: {error!r}"[:2000])
sys.exit(failed)
