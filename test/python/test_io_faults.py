#!/usr/bin/env python3
"""What t2sed leaves when the n-th read, write, sync, truncate, open, close or
rename of its files fails: the old file or the whole new one, one line of error,
nothing temporary; and the next run ends as if nothing had been. Prints TAP."""

import os
import shutil
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import jobs  # noqa: E402
import tap  # noqa: E402

FAULTY = os.path.join(jobs.BUILD, "test", "faulty_io.so")
# What a program must not see anything of, and what it must say.
HIDDEN = [("read", "EINTR"), ("read", "short"), ("write", "EINTR"),
          ("write", "short")]
SAID = [("read", "EIO"), ("write", "ENOSPC"), ("write", "EIO"),
        ("sync", "EIO"), ("truncate", "EIO"), ("open", "EIO"),
        ("close", "EIO"), ("rename", "EIO")]
# T2S_FAULTS: how many calls of a kind fail at most; the others lie evenly
# between the first and the last.
MOST = int(os.environ.get("T2S_FAULTS", "2"))
CALLS = sorted({call for call, _ in SAID})


@unittest.skipUnless(os.path.exists(FAULTY), "no faulty_io.so (make check)")
class Faults(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.hit = os.path.join(self.root, "hit")

    def folder(self, name, source=None):
        path = os.path.join(self.root, name)
        shutil.rmtree(path, ignore_errors=True)
        if source:
            shutil.copytree(source, path)
        else:
            os.mkdir(path)
        return path

    def provoke(self, job, out, call, fault, at, under=None):
        """Runs it; its status, what it said, and whether a call failed."""
        if os.path.exists(self.hit):
            os.unlink(self.hit)
        done = job.run(out, env={
            "LD_PRELOAD": FAULTY, "T2S_IO_UNDER": under or out,
            "T2S_IO_CALL": call, "T2S_IO_FAULT": fault, "T2S_IO_AT": str(at),
            "T2S_IO_HIT": self.hit})
        return *done, os.path.exists(self.hit)

    def count(self, job, call, under=None):
        """How many calls of that kind there are."""
        def is_hit(at):
            return self.provoke(job, self.folder("count"), call, "EINTR", at,
                             under)[2]
        low, high = 0, 1
        while is_hit(high):
            low, high = high, high * 2
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if is_hit(middle) else (low, middle)
        return low

    def check_status(self, status, said, call, fault):
        self.assertIn(status, (0, 1, 2), f"a signal ended it: {said}")
        if (call, fault) in HIDDEN:
            self.assertEqual((status, said), (0, ""))
        # Status 1 may also mean that an error stands in a line of the output;
        # with 0, a database that could not be read may be told of.
        lines = {0: (0, int("left out" in said)), 1: (0, 1), 2: (1,)}[status]
        self.assertIn(said.count("\n"), lines, said)

    def check_output(self, job, old, call, fault, at):
        """A call on the files that are written fails."""
        out = self.folder("out", old)
        before = job.result(out)
        status, said, hit = self.provoke(job, out, call, fault, at)
        self.check_status(status, said, call, fault)
        left = job.result(out)
        if (call, fault) in HIDDEN or not hit:
            self.assertEqual(left, self.expected)
        for name, what in left.items():
            if job.name != "collect":  # SQLite goes on from its journal
                self.assertIn(
                    what, (before.get(name), self.expected.get(name)),
                    f"{name} is torn, or left over: {said}")
        self.assertEqual(job.run(out), (0, ""))
        self.assertEqual(job.result(out), self.expected)

    def check_input(self, job, call, fault, at):
        """A call on the files that are read fails."""
        out = self.folder("out")
        status, said, _ = self.provoke(job, out, call, fault, at, job.given)
        self.check_status(status, said, call, fault)
        if (call, fault) in HIDDEN:
            self.assertEqual(job.result(out), self.expected)

    def begin(self, kind):
        job = kind(os.path.join(self.root, "in"))
        if job.lacks():
            self.skipTest(job.lacks())
        whole = self.folder("whole")
        self.assertEqual(job.run(whole), (0, ""))
        self.expected = job.result(whole)
        return job

    def check(self, kind):
        job = self.begin(kind)
        counts = {call: self.count(job, call) for call in CALLS}
        for call, fault in HIDDEN + SAID:
            step = max(1, counts[call] // MOST)
            for at in range(1, counts[call] + 1, step):
                with self.subTest(job=kind.name, call=call, fault=fault,
                                  at=at):
                    self.check_output(job, None, call, fault, at)
        for call in ("read", "open"):
            count = self.count(job, call, job.given)
            for at in range(1, count + 1, max(1, count // MOST)):
                for fault in ("EIO", "short", "EINTR")[:3 if call == "read"
                                                       else 1]:
                    with self.subTest(job=kind.name, input=call, fault=fault,
                                      at=at):
                        self.check_input(job, call, fault, at)
        # What was there before is not harmed either.
        old = os.path.join(self.root, "whole")
        for call, fault in SAID[1:]:
            for at in (1, counts[call]):
                with self.subTest(job=kind.name, again=call, fault=fault,
                                  at=at):
                    self.check_output(job, old, call, fault, at)

    def check_some(self, kind):
        """The same for what takes a second to begin."""
        job = self.begin(kind)
        for call, fault in SAID[1:]:
            for at in (1, 3):
                with self.subTest(job=kind.name, call=call, fault=fault,
                                  at=at):
                    self.check_output(job, None, call, fault, at)

    def test_collect(self):
        self.check(jobs.Collect)

    def test_index(self):
        self.check(jobs.Index)

    def test_plan(self):
        self.check(jobs.Plan)

    def test_tune(self):
        self.check_some(jobs.Tune)

    def test_forest(self):
        self.check(jobs.Forest)

    def test_parser(self):
        self.check_some(jobs.Parser)

    def test_export(self):
        self.check_some(jobs.Export)


if __name__ == "__main__":
    tap.main()
