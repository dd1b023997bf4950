#!/usr/bin/env python3
"""t2sed on a disk that fills up, at 20 sizes: one line of error, what was there
is whole, and with room the same command ends as on an empty disk. A tmpfs of
that size in a mount namespace of the test's own, and the folder of a real file
system with calls that fail where such a mount is not allowed. Prints TAP."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import jobs  # noqa: E402
import tap  # noqa: E402

SIZES = int(os.environ.get("T2S_SIZES", "20"))
FAULTY = os.path.join(jobs.BUILD, "test", "faulty_io.so")
PAGE = 4096
# How much a job has to do, so that it writes some hundred KiB.
WORK = {"collect": 20, "index": 40, "plan": 1, "tune": 1, "forest": 1,
        "parser": 1, "export": 1}
# In a namespace of its own: a small disk, what was there before, the command;
# then what is left is copied out, and the disk is gone with the namespace.
SCRIPT = """
mount -t tmpfs -o size="$1" tmpfs "$2" || exit 99
cp -a "$3/." "$2" || exit 98
shift 3
left=$1 out=$2
shift 2
"$@"
status=$?
cp -a "$out/." "$left" || exit 97
exit $status
"""


def can_mount():
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=16k",
             "tmpfs", folder], capture_output=True, check=False) \
            if shutil.which("unshare") else None
    return done is not None and done.returncode == 0


def folder_size(folder):
    """In pages of a tmpfs, as bytes."""
    total = 0
    for where, _, names in os.walk(folder):
        for name in names:
            size = os.path.getsize(os.path.join(where, name))
            total += (size + PAGE - 1) // PAGE * PAGE
    return total


class FullDisk(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        if not can_mount() and not os.path.exists(FAULTY):
            self.skipTest("no mount namespaces and no faulty_io.so")

    def folder(self, name):
        path = os.path.join(self.root, name)
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        return path

    def run_on(self, job, size, before, left):
        """Runs it on a disk of that size that holds `before`; what is on the
        disk then is in `left`. Its status and what it said."""
        out = self.folder("disk")
        if can_mount():
            status, said = job.run(
                out, prefix=("unshare", "-rm", "sh", "-c", SCRIPT, "sh",
                             str(size), out, before, left, out))
            self.assertNotIn(status, (97, 98, 99), said)
            return status, said
        shutil.copytree(before, left, dirs_exist_ok=True)
        return job.run(left, env={
            "LD_PRELOAD": FAULTY, "T2S_IO_UNDER": left,
            "T2S_IO_BUDGET": str(max(0, size - folder_size(before)))})

    def check_size(self, job, size, before):
        left = self.folder("left")
        status, said = self.run_on(job, size, before, left)
        self.assertIn(status, (0, 1, 2), said)
        if status:
            self.assertEqual(said.count("\n"), 1, said)
            self.assertTrue(said.startswith("t2sed: "), said)
        found, old = job.result(left), job.result(before)
        if job.name != "collect":  # SQLite goes on from its journal
            for name, what in found.items():
                self.assertIn(what, (old.get(name), self.expected.get(name)),
                              f"{name} is torn, or left over: {said}")
        self.assertEqual(job.run(left), (0, ""))
        self.assertEqual(job.result(left), self.expected)
        return status

    def check(self, kind, sizes=SIZES):
        job = kind(os.path.join(self.root, "in"), WORK[kind.name])
        if job.lacks():
            self.skipTest(job.lacks())
        whole, empty = self.folder("whole"), self.folder("empty")
        self.assertEqual(job.run(whole), (0, ""))
        self.expected = job.result(whole)
        most = folder_size(whole)
        failed = 0
        for number in range(sizes):
            # Every other one has an older result on it already.
            before = whole if number % 2 else empty
            size = PAGE * 2 + most * number // sizes + (
                most if number % 2 else 0)
            with self.subTest(job=kind.name, size=size):
                failed += self.check_size(job, size, before) != 0
        if job.name != "index":  # which goes on without its file
            self.assertGreater(failed, 0, "no disk was full")

    def test_collect(self):
        self.check(jobs.Collect)

    def test_index(self):
        self.check(jobs.Index)

    def test_plan(self):
        self.check(jobs.Plan)

    def test_tune(self):
        self.check(jobs.Tune)

    def test_forest(self):
        self.check(jobs.Forest)

    def test_parser(self):
        self.check(jobs.Parser, (SIZES + 3) // 4)

    def test_export(self):
        self.check(jobs.Export, (SIZES + 3) // 4)


if __name__ == "__main__":
    tap.main()
