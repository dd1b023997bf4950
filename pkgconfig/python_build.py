"""The build backend of the Python package: setuptools, and make for what is
written in C. pyproject.toml names it.

The wheel has a small installation inside the package, where the library finds
its models and its worker as it does in any other:

    t2sed/lib/libt2sed.so.0.10, libt2sed-lab.so.VERSION, t2sed-worker
    t2sed/bin/t2sed
    t2sed/share/t2sed/models/correct, default, schema-prediction, sketch

The other models need libtorch, which no wheel of ours has. SQLite, jansson and
utf8proc are the system's; auditwheel puts them into wheels for other machines.
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
TREE = os.path.join("build", "wheel")
MODELS = ("correct", "default", "schema-prediction", "sketch")

with open(os.path.join(ROOT, "include", "t2sed", "version.h"),
          encoding="utf-8") as _header:
    VERSION = re.search(r'T2SED_VERSION +"(.*)"', _header.read()).group(1)


def _make():
    """Builds library, lab, worker and program; returns their paths in the
    build's tree, each with its path in the package."""
    # As in the Makefile: MAJOR, and before 1.0 0.MINOR.
    major, minor, _ = VERSION.split(".")
    soname = f"libt2sed.so.{f'0.{minor}' if major == '0' else major}"
    files = {f"lib/libt2sed.so.{VERSION}": f"lib/{soname}",
             **{name: name for name in (f"lib/libt2sed-lab.so.{VERSION}",
                                        "lib/t2sed-worker", "bin/t2sed")}}
    # Not the flags of a make that this may run in.
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    subprocess.run(["make", f"BUILD={TREE}", "CFLAGS=-O2", "WERROR=",
                    "LDFLAGS=-s " + environment.pop("LDFLAGS", ""),
                    *(f"{TREE}/{file}" for file in files)],
                   check=True, cwd=ROOT, env=environment)
    return files


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
        super().run()
        package = os.path.join(self.build_lib, "t2sed")
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
        # Wheels have copies of these libraries, whose licences ask for this.
        for notice in glob.glob("/usr/share/doc/lib*-dev/copyright"):
            name = os.path.basename(os.path.dirname(notice))
            if name in ("libjansson-dev", "libsqlite3-dev", "libutf8proc-dev"):
                shutil.copy(notice, os.path.join(package, "lib",
                                                 f"{name}.copyright"))


class Wheel(bdist_wheel):
    """For every CPython: nothing in it uses Python's C interface."""

    def initialize_options(self):
        super().initialize_options()
        self.distribution.has_ext_modules = lambda: True

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])
