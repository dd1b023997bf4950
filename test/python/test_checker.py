"""Checking a question's candidates in one call: from Python, with the shipped
light model, and bit for bit what compose (examples/c) puts together by hand."""
import copy
import dataclasses
import json
import math
import os
import pickle
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
os.environ.setdefault("T2SED_LIBRARY",
                      os.path.join(BUILD, "lib", "libt2sed.so"))
sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
import t2sed  # noqa: E402

QUESTION = "How many singers are from France?"
QUERIES = ["SELECT count(*) FROM singer WHERE country = 'Frence'",
           "SELECT count(*) FROM singer WHERE country = 'France'",
           "SELECT name FROM singer", "SELECT count(*) FROM",
           "SELECT count(id) FROM singer WHERE singer.country = 'France'"]


class Checker(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "club.sqlite")
        connection = sqlite3.connect(cls.path)
        connection.executescript("""
            CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT,
                                 country TEXT);
            INSERT INTO singer VALUES (1, 'Joe', 'France'), (2, 'Rose', 'Chile'),
                (3, 'John', 'France');""")
        connection.close()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_reports_are_copied(self):
        """Also those with errors: by pickle, copy and dataclasses."""
        report = t2sed.check(QUESTION, ["SELECT FROM", QUERIES[1]], self.path,
                             model="light")
        for copied in (pickle.loads(pickle.dumps(report)),
                       copy.deepcopy(report)):
            self.assertEqual(repr(copied), repr(report))
            self.assertEqual(str(copied), str(report))
            self.assertEqual(copied.to_json(), report.to_json())
            error = copied.candidates[-1].error
            self.assertEqual((error.code, error.offset), ("ESYNTAX", 7))
        made = dataclasses.asdict(report)
        self.assertEqual([one["sql"] for one in made["candidates"]],
                         [one.sql for one in report.candidates])
        self.assertEqual(made["candidates"][-1]["error"].text,
                         report.candidates[-1].error.text)

    def test_version(self):
        self.assertEqual(t2sed.__version__, t2sed.version())

    def test_reasons_add_up(self):
        with t2sed.Database(self.path) as database, \
                t2sed.Checker("light", database,
                              all_findings=True) as checker, \
                t2sed.Checker("light", database) as shorter:
            report = checker.check(QUESTION, QUERIES)
            short = shorter.check(QUESTION, QUERIES)
        self.assertEqual(report.threshold, json.loads(
            report.to_json())["threshold"])
        for one, few in zip(report.candidates, short.candidates):
            self.assertLessEqual(len(few.findings), len(one.findings))
            self.assertLessEqual(len(few.reasons), 6)
            if one.probability is None:
                self.assertEqual([*one.reasons], [])
                self.assertIsNone(one.findings[0].weight)
                continue
            odds = sum(part.weight for part in [*one.findings, *one.reasons])
            self.assertAlmostEqual(math.log(one.probability
                                            / (1 - one.probability)),
                                   odds, delta=1e-6)
            self.assertIn("because: ", str(few))

    def test_no_answer(self):
        with t2sed.Database(self.path) as database:
            broken = ["SELECT nosuch FROM singer", "SELECT"]
            report = t2sed.check(QUESTION, broken, database)
            self.assertEqual(report.decision, "abstain")
            self.assertIsNone(report.ask)
            self.assertTrue(report.advice.startswith(
                "None of the queries can run, so there is no answer to give."))
            usual = t2sed.check(QUESTION, QUERIES, database, answer=1.0)
            self.assertEqual(usual.decision, "ask")
            for abstain, decision in (1.0, "abstain"), (0.0, "ask"):
                report = t2sed.check(QUESTION, QUERIES, database, answer=1.0,
                                     abstain=abstain)
                self.assertEqual(report.decision, decision)

    def test_one_call(self):
        with t2sed.Database(self.path) as database, \
                t2sed.Checker("light", database) as checker:
            report = checker.check(QUESTION, QUERIES)
            self.assertEqual(sorted(c.index for c in report.candidates),
                             list(range(len(QUERIES))))
            self.assertIn(report.decision, ("answer", "ask", "abstain"))
            by_index = {c.index: c for c in report.candidates}
            self.assertEqual(by_index[1].group, by_index[4].group)
            self.assertEqual(by_index[2].rows, 3)
            self.assertEqual(by_index[3].error.code, "ESYNTAX")
            self.assertEqual(by_index[3].findings[0].severity, "error")
            self.assertIsNone(by_index[3].probability)
            self.assertEqual(report.best, report.candidates[0])
            self.assertGreater(report.best.probability,
                               by_index[2].probability)
            with self.assertRaises(t2sed.Error) as caught:
                checker.check(QUESTION, [])
            self.assertEqual(caught.exception.code, "EEMPTY")

    def test_the_question_to_ask(self):
        queries = ["SELECT country FROM singer",
                   "SELECT DISTINCT country FROM singer"]
        report = t2sed.check(QUESTION, queries, self.path, model="light",
                             answer=1.0)
        self.assertEqual(report.decision, "ask")
        ask = report.ask
        self.assertEqual(ask.question, "Should two rows of singer with the same "
                         "country both be included?")
        self.assertEqual(ask.when, "They differ when two rows of singer have "
                         "the same country.")
        self.assertEqual(sorted(ask.queries), [0, 1])
        self.assertEqual(ask.queries[0], report.best.index)
        self.assertIn("query ", ask.answers)
        self.assertEqual([table.name for table in ask.tables], ["singer"])
        self.assertEqual(sorted(len(result.rows) for result in ask.results),
                         [1, 2])
        self.assertIn(str(ask), str(report))
        self.assertIn("Should two rows", report._repr_html_())
        line = json.loads(report.to_json())["ask"]
        self.assertEqual(line["question"], ask.question)
        self.assertEqual(line["queries"], [i + 1 for i in ask.queries])
        self.assertEqual([tuple(row) for row in line["tables"][0]["rows"]],
                         ask.tables[0].rows)
        never = t2sed.check(QUESTION, queries, self.path, model="light",
                            answer=1.0, ask="never")
        self.assertIsNone(never.ask)
        always = t2sed.check(QUESTION, queries, self.path, model="light",
                             answer=1e-9, ask="always")
        self.assertEqual(always.ask, ask)
        with self.assertRaises(ValueError):
            t2sed.Checker("light", ask="sometimes")

    def test_json(self):
        """It is what the program prints."""
        report = t2sed.check(QUESTION, QUERIES, self.path, model="light")
        line = json.loads(report.to_json())
        self.assertEqual(line["decision"], report.decision)
        self.assertEqual([c["sql"] for c in line["candidates"]],
                         [c.sql for c in report.candidates])
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "check", "--json", "--db",
             self.path, "--model", os.path.join(ROOT, "lib", "models", "default"),
             QUESTION, *QUERIES], stdout=subprocess.PIPE, check=False)
        self.assertEqual(line, json.loads(done.stdout))
        with t2sed.Checker("light", findings=False) as checker:
            line = json.loads(checker.check(QUESTION, QUERIES[:1]).to_json())
        self.assertNotIn("findings", line["candidates"][0])
        self.assertEqual(line["scored_by"]["database"], "none")

    def test_the_parts_give_the_same(self):
        with t2sed.Database(self.path) as database, \
                t2sed.Model("light") as model, \
                t2sed.Evidence(database) as evidence:
            scores = t2sed.Scorer(model).score(QUESTION, QUERIES,
                                               evidence=evidence)
            groups = t2sed.agree(QUERIES, evidence)
            reranker = t2sed.Reranker(model=model)
            order = reranker.order(reranker.signals(
                [s.probability for s in scores],
                groups=[g.group for g in groups],
                outcomes=[("ran", "failed", "cut", "not_run",
                           "syntax").index(g.outcome) for g in groups]))
            report = t2sed.Checker(model, database).check(QUESTION, QUERIES)
            self.assertEqual([c.index for c in report.candidates],
                             [place.index for place in order])
            for candidate, place in zip(report.candidates, order):
                self.assertEqual(candidate.alone,
                                 scores[place.index].probability)
                self.assertEqual(candidate.confidence, place.confidence)

    def compose(self, model):
        """What compose prints for the beam, by query, with a database."""
        beam = {"question": QUESTION,
                "candidates": [{"sql": query} for query in QUERIES]}
        done = subprocess.run([os.path.join(BUILD, "bin", "compose"), model,
                               self.path], input=json.dumps(beam),
                              capture_output=True, text=True, check=True)
        return {line[25:].strip(): line[13:24].strip()
                for line in done.stdout.splitlines()[2:] if line[:6].strip()}

    def check_compose(self, name):
        composed = self.compose(name)
        with t2sed.Database(self.path) as database:
            report = t2sed.Checker(name, database).check(QUESTION, QUERIES)
        for candidate in report.candidates:
            shown = "-" if candidate.alone is None \
                else f"{candidate.alone:.3f}"
            self.assertEqual(composed[candidate.sql], shown)
        known = [c.alone for c in report.candidates if c.alone]
        self.assertGreater(max(known) - min(known), 0.3)

    def test_compose_with_forests_alone(self):
        self.check_compose("default")

    @unittest.skipUnless(
        os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")),
        "built without libtorch")
    def test_compose_with_an_encoder(self):
        self.check_compose("large")


if __name__ == "__main__":
    tap.main()
