"""A floor under the accuracy of the model that ships.

Four of the databases of docs/training/data, made here by their scripts, and
their questions: the model has learned from these (docs/training.md), so what it
reaches here says nothing of questions that it has not seen. The floor is one of
regression: a model or a feature that stops working falls below it. Whoever ships
another model looks at the numbers, which are printed, and moves it.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
DATA = os.path.join(ROOT, "docs", "training", "data")
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"), DATA,
                os.path.join(ROOT, "examples", "python")]
import making  # noqa: E402
import tap  # noqa: E402
from t2sed import lab  # noqa: E402

DOMAINS = ("airline_operations", "hotel_bookings", "library_loans", "rail_tickets")
# The area under the ROC curve over all queries; and the share of pairs of a
# right and a wrong query of one question in which the right one is likelier.
LEAST_AUC, LEAST_PAIRS = 0.95, 0.95


class Floor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as root:
            lines = []
            for domain in DOMAINS:
                making.build(domain, 1, os.path.join(root, domain,
                                                     domain + ".sqlite"))
                with open(os.path.join(DATA, domain, "questions.jsonl"),
                          encoding="utf-8") as file:
                    lines += file
            environment = {name: value for name, value in os.environ.items()
                           if name not in ("T2SED_MODEL", "T2SED_BACKEND")}
            done = subprocess.run(
                [os.path.join(BUILD, "bin", "t2sed"), "score", "--quiet",
                 "--db-root", root], input="".join(lines), env=environment,
                stdout=subprocess.PIPE, check=True, encoding="utf-8")
        cls.candidates = [json.loads(line)["candidates"]
                          for line in done.stdout.splitlines()]
        cls.questions = [[(one["label"], one["probability"])
                          for one in question] for question in cls.candidates]

    def test_all_have_a_probability(self):
        self.assertEqual(len(self.candidates), 40 * len(DOMAINS))
        for one in sum(self.candidates, []):
            self.assertTrue(0 < (one["probability"] or 0) < 1, one["sql"])

    def test_auc(self):
        labels, probabilities = zip(*sum(self.questions, []))
        auc = lab.auc(probabilities, labels)
        print(f"# AUC {auc:.4f}")
        self.assertGreaterEqual(auc, LEAST_AUC)

    def test_pairs(self):
        pairs = [(right, wrong) for question in self.questions
                 for is_right, right in question if is_right
                 for is_wrong, wrong in question if not is_wrong]
        ordered = sum(right > wrong for right, wrong in pairs) / len(pairs)
        print(f"# pairs {ordered:.4f} of {len(pairs)}")
        self.assertGreaterEqual(ordered, LEAST_PAIRS)


if __name__ == "__main__":
    tap.main()
