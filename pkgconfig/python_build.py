"""The build backend of the Python package: setuptools, and make for what is
written in C. pyproject.toml names it.

The wheel has a small installation inside the package, where the library finds
its models and its worker as it does in any other:

    t2sed/lib/libt2sed.so.0.10, libt2sed-lab.so.VERSION, t2sed-worker
    t2sed/bin/t2sed
    t2sed/share/t2sed/models/correct, default, schema-prediction, sketch

The other models need libtorch, which no wheel of ours has. SQLite, jansson and
utf8proc are the system's; auditwheel puts them into wheels for other machines.

Where T2SED_PLATFORM is set, the wheel is for that platform (`make wheels`):
pkgconfig/wheels.mk compiles it, with these three libraries and the lab inside
the library. Files for Windows are those of `make windows`.
"""
import glob
import os
import re
import shutil
import subprocess

from setuptools.build_meta import *  # noqa: F401,F403 (the hooks of PEP 517)
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLATFORM = os.environ.get("T2SED_PLATFORM", "")
TREE = os.path.join("build", "wheels", PLATFORM) if PLATFORM \
    else os.path.join("build", "wheel")
MODELS = ("correct", "default", "schema-prediction", "sketch")

with open(os.path.join(ROOT, "include", "t2sed", "version.h"),
          encoding="utf-8") as _header:
    VERSION = re.search(r'T2SED_VERSION +"(.*)"', _header.read()).group(1)


def _make():
    """Builds library, lab, worker and program; returns their paths in the
    build's tree, each with its path in the package."""
    if PLATFORM.startswith("win"):
        return {"../../windows/bin/t2sed.dll": "lib/t2sed.dll",
                "../../windows/bin/t2sed.exe": "bin/t2sed.exe"}
    # As in the Makefile: MAJOR, and before 1.0 0.MINOR.
    major, minor, _ = VERSION.split(".")
    soname = f"libt2sed.so.{f'0.{minor}' if major == '0' else major}"
    files = {f"lib/libt2sed.so.{VERSION}": f"lib/{soname}",
             **{name: name for name in (f"lib/libt2sed-lab.so.{VERSION}",
                                        "lib/t2sed-worker", "bin/t2sed")}}
    # Not the flags of a make that this may run in.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    # What debuggers are told names folders, and is stripped anyway.
    command = ["make", f"BUILD={TREE}", "CFLAGS=-O2 -g0", "WERROR="]
    if PLATFORM:
        library = f"libt2sed.{soname[12:]}.dylib" if "macos" in PLATFORM \
            else soname
        files = {f"whole/{name}": name for name in (
            f"lib/{library}", "lib/t2sed-worker", "bin/t2sed")}
        command += [f"WHEEL_PLATFORM={PLATFORM}", "whole"]
    else:
        command += ["LDFLAGS=-s " + environment.pop("LDFLAGS", ""),
                    *(f"{TREE}/{file}" for file in files)]
    subprocess.run(command, check=True, cwd=ROOT, env=environment)
    return files


def _notices():
    """Licences of the libraries that wheels have copies of, which ask for this,
    each with its name in the package."""
    if PLATFORM:
        return {path: os.path.basename(path) for path in glob.glob(
            os.path.join(ROOT, ".deps", "wheels", "licences", "*.copyright"))}
    return {f"/usr/share/doc/{name}/copyright": f"{name}.copyright"
            for name in ("libjansson-dev", "libsqlite3-dev", "libutf8proc-dev")
            if os.path.exists(f"/usr/share/doc/{name}/copyright")}


class Source(sdist):
    """What make needs for a wheel: the libraries and programs, the models of
    the wheel, and the parts of the Makefile."""

    def make_release_tree(self, base_dir, files):
        more = [os.path.join(folder, name) for top in (
            "docs", "examples", "include", "lib", "pkgconfig", "shim", "test")
            for folder, _, names in os.walk(top) for name in names]
        super().make_release_tree(base_dir, sorted({
            *files, "Makefile", *filter(self._is_needed, more)}))

    @staticmethod
    def _is_needed(path):
        top, *rest = path.split(os.sep)
        if rest[0] == "models":
            return rest[1] in MODELS
        return path.endswith(".mk") if top in ("docs", "test") \
            else not path.endswith(".pyc") and ".egg-info" not in path


class Build(build):
    """In a folder of its own, since build/ is the C library's; with files that
    are for one kind of machine."""

    def initialize_options(self):
        super().initialize_options()
        self.distribution.has_ext_modules = lambda: True
        self.build_base = os.path.join(TREE, "python")


class BuildPackage(build_py):
    """Modules, what make builds, and models."""

    def run(self):
        package = os.path.join(self.build_lib, "t2sed")
        shutil.rmtree(package, ignore_errors=True)
        super().run()
        for file, place in _make().items():
            place = os.path.join(package, place)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copy(os.path.join(ROOT, TREE, file), place)
        for model in MODELS:
            place = os.path.join(package, "share", "t2sed", "models", model)
            os.makedirs(place, exist_ok=True)
            for file in glob.glob(os.path.join(ROOT, "lib", "models", model,
                                               "*")):
                shutil.copy(file, place)
        for notice, name in _notices().items():
            shutil.copy(notice, os.path.join(package, "lib", name))


class Wheel(bdist_wheel):
    """For every CPython: nothing in it uses Python's C interface."""

    def initialize_options(self):
        super().initialize_options()
        self.distribution.has_ext_modules = lambda: True

    def get_tag(self):
        return ("py3", "none", PLATFORM or super().get_tag()[2])
