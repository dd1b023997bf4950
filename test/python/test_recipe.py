"""What the recipe of the shipped models (docs/training) is built of."""

import json
import math
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
sys.path.insert(0, os.path.join(ROOT, "docs", "training"))
import calibrate  # noqa: E402
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


class Scripts(unittest.TestCase):
    def script(self, name, *arguments, given=""):
        done = subprocess.run(
            [sys.executable, os.path.join(os.path.dirname(STAGE), name),
             *arguments], input=given, stdout=subprocess.PIPE, text=True,
            check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_what_stages_took_is_summed_up(self):
        with tempfile.TemporaryDirectory() as folder:
            page, log = (os.path.join(folder, name) for name in "ab")
            with open(page, "w", encoding="utf-8") as file:
                file.write("<!-- make stage-table: begin -->\n"
                           "<!-- make stage-table: end -->\n")
            with open(log, "w", encoding="utf-8") as file:
                for stage, seconds, status in (("text", 90, 1), ("text", 30, 0),
                                               ("plan", 60, 9)):
                    file.write(json.dumps({
                        "stage": stage, "cpu_seconds": seconds, "peak_mb": 5,
                        "status": status}) + "\n")
            self.script("stage_table.py", "--update", page, log)
            with open(page, encoding="utf-8") as file:
                text = file.read()
        self.assertIn("| `text` | 2.0 | 5 |", text)
        self.assertNotIn("plan", text)  # never came to its end


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


class Calibration(unittest.TestCase):
    CONFIG = {
        "fusion": {case: {"text": 0.5, "evidence": 2.0, "bias": 1.0}
                   for case in ("question", "schema", "database")},
        "thresholds": {"correct": 0.5, "answer_95": 0.8},
        "beam": {name: {"bias": 0.5, "logit": 0.7, "votes": 0.3}
                 for name in ("sources", "results", "texts")}}

    def test_scale_and_shift_are_found(self):
        # Of those at log odds x, sigmoid(x / 2 - 1) are right.
        file = [(x / 10, label) for x in range(-40, 41)
                for share in [1 / (1 + math.exp(1 - x / 20))]
                for label in [1] * round(100 * share) +
                [0] * (100 - round(100 * share))]
        scale, shift = calibrate.fit([file, file[:]], [1, 1])
        self.assertAlmostEqual(scale, 0.5, 2)
        self.assertAlmostEqual(shift, -1, 2)
        # A file without a share says nothing.
        other = [(x, 1 - label) for x, label in file]
        self.assertAlmostEqual(calibrate.fit([file, other], [1, 0])[0], scale, 6)
        self.assertLess(calibrate.fit([file, other], [3, 1])[0], scale)

    def test_a_second_reading_replaces_a_label(self):
        item = {"db_id": "shop", "question": "How many?"}
        one = {"sql": "SELECT  1\nFROM t", "label": 0}
        # The first digits of `printf 'shop\nHow many?\nSELECT 1 FROM t' | sha256sum`.
        key = "f97cb53027d3d21b"
        self.assertEqual(calibrate.label_of(item, one, {key: 1}), 1)
        self.assertEqual(calibrate.label_of(item, one, {}), 0)
        other = dict(one, sql="SELECT 2 FROM t")
        self.assertEqual(calibrate.label_of(item, other, {key: 1}), 0)

    def test_what_is_decided_stays(self):
        config = json.loads(json.dumps(self.CONFIG))
        for case in ("schema", "database"):
            calibrate.apply(config, case, 0.5, -1)
            self.assertEqual(config["fusion"][case],
                             {"text": 0.25, "evidence": 1.0, "bias": -0.5})
        self.assertEqual(config["fusion"]["question"],
                         self.CONFIG["fusion"]["question"])
        self.assertEqual(config["thresholds"], self.CONFIG["thresholds"])
        old = calibrate.log_odds(0.8)
        for weights in config["beam"].values():
            self.assertAlmostEqual(
                weights["bias"] + weights["logit"] * (old / 2 - 1),
                0.5 + 0.7 * old, 4)

    def test_thresholds_hold_on_each_file(self):
        # 40 right, then one wrong of two; and the same, a little lower.
        good = [(5 - x / 100, 1, x) for x in range(40)]
        mixed = [(2 - x / 100, x % 2, 40 + x) for x in range(100)]
        low = [(x - 1, label, question) for x, label, question in good + mixed]
        config = json.loads(json.dumps(self.CONFIG))
        calibrate.thresholds(config, "schema",
                             [("one", good + mixed), ("two", low)])
        self.assertEqual(config["thresholds"]["answer_95"], 0.8)
        found = calibrate.log_odds(config["thresholds"]["answer_95_schema"])
        together = []
        for file in (good + mixed, low):
            answered = [label for x, label, _ in file if x >= found - 1e-4]
            self.assertGreaterEqual(sum(answered), 0.935 * len(answered))
            together += answered
        self.assertGreaterEqual(sum(together), 0.95 * len(together))
        # It is that of the first, whose wrong ones are higher.
        self.assertGreater(found, 1.9)

    def test_every_question_counts_the_same(self):
        # Twenty systems' wrong answers to one question, and 60 right ones to others.
        file = [(3, 0, "once")] * 20 + [(2, 1, x) for x in range(60)]
        rows = calibrate.by_question(file)
        self.assertAlmostEqual(sum(weight for *_, weight in rows), 1)
        self.assertAlmostEqual(sum(weight for x, _, weight in rows if x == 3), 1 / 61)
        self.assertEqual(calibrate.threshold(rows, 0.95), 2)
        self.assertIsNone(calibrate.threshold(
            [(x, label, 1) for x, label, _ in file], 0.95))

    def test_queries_that_cover_their_question_have_thresholds(self):
        config = json.loads(json.dumps(self.CONFIG))
        calibrate.thresholds(config, "database", [("none", []), (
            "one", [(5 - x / 100, 1, x) for x in range(40)])], "_covered")
        self.assertEqual(config["thresholds"]["answer_95"], 0.8)
        self.assertAlmostEqual(
            calibrate.log_odds(config["thresholds"]["answer_95_covered"]), 4.61, 3)

    def test_faults_are_findings_of_wrong_queries(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scored.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                for code, rights in (("sum_multiplied", 1),
                                     ("or_beside_and", 12)):
                    for number in range(20):
                        file.write(json.dumps({"db_id": "x", "candidates": [
                            {"label": int(number < rights),
                             "findings": [{"code": code}]}]}) + "\n")
            found = calibrate.faults([path], ["check.sum_multiplied",
                                              "check.or_beside_and"])
        self.assertEqual(list(found), ["check.sum_multiplied"])

    def test_a_precision_that_is_never_reached_answers_nothing(self):
        config = json.loads(json.dumps(self.CONFIG))
        calibrate.thresholds(config, "database",
                             [("one", [(x / 10, x % 2, x) for x in range(200)])])
        self.assertEqual(config["thresholds"]["answer_95"], 1)


if __name__ == "__main__":
    tap.main()
