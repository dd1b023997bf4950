"""What the recipe of the shipped models (docs/training) is built of."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
T2SED = os.path.join(BUILD, "bin", "t2sed")
STAGE = os.path.join(ROOT, "docs", "training", "stage.py")
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402


class Stages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = os.path.join(self.folder.name, "stages.jsonl")

    def tearDown(self):
        self.folder.cleanup()

    def lines(self):
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def stage(self, name, *command):
        return subprocess.run([sys.executable, STAGE, self.log, name, *command],
                              stderr=subprocess.PIPE, check=False).returncode

    def test_each_run_of_a_stage_is_kept(self):
        self.assertEqual(self.stage("text", "sh", "-c", "exit 3"), 3)
        self.assertEqual(self.stage("text", "true"), 0)
        self.assertEqual([(line["stage"], line["status"])
                          for line in self.lines()], [("text", 3), ("text", 0)])
        for line in self.lines():
            self.assertGreaterEqual(line["seconds"], 0)
            self.assertGreaterEqual(line["cpu_seconds"], 0)

    def test_what_is_stopped_can_end_in_order(self):
        script = "trap 'exit 7' TERM; while :; do sleep 0.05; done"
        with subprocess.Popen(
                [sys.executable, STAGE, self.log, "long", "sh", "-c", script],
                stderr=subprocess.PIPE) as run:
            run.stderr.readline()  # it has begun
            time.sleep(0.5)
            run.send_signal(signal.SIGTERM)
            self.assertEqual(run.wait(20), 7)
        self.assertEqual(self.lines()[0]["status"], 7)


@unittest.skipUnless(os.environ.get("T2SED_LIGHTGBM"),
                     "T2SED_LIGHTGBM names no lib_lightgbm.so")
class Unseen(unittest.TestCase):
    def train(self, folder, out, *more):
        lines = os.path.join(folder, "beams.jsonl")
        with open(lines, "w", encoding="utf-8") as file:
            for i in range(80):
                # Wrong in one part of the databases: growing on all differs.
                right = (i % 3 == 0) != (i % 8 == 0)
                file.write(json.dumps({
                    "db_id": f"db{i % 8}", "question": f"how many of {i}",
                    "candidates": [{"sql": "SELECT count(*) FROM t" if right
                                    else "SELECT a FROM t",
                                    "label": int(i % 3 == 0)}]}) + "\n")
        subprocess.run(
            [T2SED, "train", "--out", os.path.join(folder, out),
             "--add-evidence", "all", "--trees", "20", "--forests", "2",
             "--dev-part", "0.4", "--threads", "1", "--quiet", *more, lines],
            check=True, stderr=subprocess.PIPE)

    def read(self, *path):
        with open(os.path.join(*path), "rb") as file:
            return file.read()

    def test_the_model_before_refit_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            self.train(folder, "alone")
            self.train(folder, "refit", "--refit", "--unseen",
                       os.path.join(folder, "unseen"))
            alone, unseen, refit = (
                self.read(folder, name, "forest.safetensors")
                for name in ("alone", "unseen", "refit"))
            self.assertEqual(alone, unseen)
            self.assertNotEqual(unseen, refit)
            self.assertEqual(self.read(folder, "alone", "config.json"),
                             self.read(folder, "unseen", "config.json"))

    def test_where_it_cannot_be_written_training_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(subprocess.CalledProcessError) as caught:
                self.train(folder, "refit", "--refit", "--unseen",
                           "/proc/nowhere/unseen")
            self.assertIn(b"/proc/nowhere", caught.exception.stderr)


if __name__ == "__main__":
    tap.main()
