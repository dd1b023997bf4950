"""t2sed train of forests on one database: what it says of the model it made."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import jobs  # noqa: E402
import tap  # noqa: E402


@unittest.skipUnless(jobs.lightgbm(), "no LightGBM (make deps-train)")
class Train(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        jobs.make_database(cls.path("db"), "sea0", 40)
        jobs.write_lines(cls.path("beams.jsonl"), (
            dict(line, candidates=[
                {"sql": one["sql"], "label": int(one["sql"] == line["gold"])}
                for one in line["candidates"]])
            for line in jobs.beams(1, 30)))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def train(self, features, *options, files=("beams.jsonl",)):
        """What is said to people."""
        done = subprocess.run(
            [jobs.PROGRAM, "train", "--threads", "1", "--trees", "5",
             "--parser", "none", "--db-root", self.path("db"), "--out",
             self.path("model"), "--add-evidence", "source.schema,"
             f"source.values,source.execution,{features}", *options, *map(self.path, files)],
            env=dict(os.environ, T2SED_LIGHTGBM=jobs.lightgbm()),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("nan", done.stderr)
        return done.stderr

    def test_as_many_forests_as_are_asked_for(self):
        said = self.train("shape.order", "--forests", "3")
        for kind in "databases", "schemas":
            for number in 1, 2, 3:
                self.assertIn(f"forest {number}/3 for {kind}: ", said)
        self.assertNotIn("AUC", said)
        self.assertIn("warning: the accuracy of the model is unknown", said)

    def test_questions_are_held_out_where_there_is_one_database(self):
        said = self.train("shape.selects,shape.order",
                          "--forests", "1", "--dev-part", "0.4")
        self.assertRegex(said, r"[1-9][0-9]* \([0-9]+\) to choose by, of one "
                         "database")
        self.assertRegex(said, r"worse than the default model on the dev "
                         r"beams: AUC 0[.]\d+, the default's is [01][.]")

    def test_empty_files_are_skipped(self):
        """The first file that is not empty is the one that --dev-part is of."""
        open(self.path("empty.jsonl"), "w", encoding="utf-8").close()
        told, alone = (
            self.train("shape.selects,shape.order", "--forests", "1",
                       "--dev-part", "0.4", files=files).splitlines()
            for files in (("empty.jsonl", "beams.jsonl"), ("beams.jsonl",)))
        self.assertEqual(
            [line for line in told if "empty" in line],
            [f"t2sed: {self.path('empty.jsonl')}: the file is empty, skipped"])
        self.assertEqual([line for line in told if "to choose by" in line],
                         [line for line in alone if "to choose by" in line])

    def test_chance(self):
        said = self.train("plan.window", "--forests", "1",
                          "--dev-part", "0.4")
        self.assertIn("no better than chance: AUC 0.5000", said)


if __name__ == "__main__":
    tap.main()
