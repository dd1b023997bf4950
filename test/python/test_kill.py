#!/usr/bin/env python3
"""What is killed at any moment, and run again, leaves what a run that was not
killed leaves. T2S_KILLS=350 kills each job at 50 moments. Prints TAP."""

import os
import random
import shutil
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import jobs  # noqa: E402
import tap  # noqa: E402

KILLS = int(os.environ.get("T2S_KILLS", "7"))
SEED = int(os.environ.get("T2S_SEED", "1"))
# How long a run is, so that it can be killed on its way: `size` of a job.
SIZES = {"collect": 900, "index": 300, "plan": 60, "tune": 3, "forest": 400,
         "parser": 25, "export": 1}


class Kill(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)

    def folder(self, name):
        path = os.path.join(self.root, name)
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        return path

    def kill(self, job, out, seconds):
        """Whether the run was still at work after that time."""
        with job.start(out) as run:
            time.sleep(seconds)
            killed = run.poll() is None
            run.kill()
        return killed

    def check(self, kind, kills):
        job = kind(os.path.join(self.root, "in-" + kind.name),
                   SIZES[kind.name])
        if job.lacks():
            self.skipTest(job.lacks())
        whole = self.folder("whole")
        began = time.monotonic()
        self.assertEqual(job.run(whole), (0, ""))
        took = time.monotonic() - began
        expected = job.result(whole)
        chance = random.Random(f"{kind.name} {SEED}")
        hit = 0
        for number in range(kills):
            out = self.folder("killed")
            # Every third is killed more than once.
            for _ in range(1 + 2 * (number % 3 == 0)):
                moment = chance.uniform(0, took)
                hit += self.kill(job, out, moment)
            with self.subTest(job=kind.name, number=number, moment=moment):
                self.assertEqual(job.run(out), (0, ""))
                self.assertEqual(job.result(out), expected)
                self.assertEqual(set(job.files(out)) - set(expected),
                                 set(job.files(whole)) - set(expected))
        if kills > 3:
            self.assertGreater(hit, kills // 4, "hardly any run was killed")


def add(kind, kills):
    setattr(Kill, "test_" + kind.name, lambda self: self.check(kind, kills))


for place, one in enumerate(jobs.JOBS):
    # All jobs have their share.
    add(one, KILLS * (place + 1) // len(jobs.JOBS) -
        KILLS * place // len(jobs.JOBS))

if __name__ == "__main__":
    tap.main()
