"""t2sed.lab: labels, metrics, training and datasets from Python, against the
program's output, numpy and the cases that Spider's evaluation decides."""

import itertools
import json
import math
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402
import jobs  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402
from t2sed import lab  # noqa: E402

DATA = os.path.join(binding.ROOT, os.pardir, "shared", "data")
PROGRAM = os.path.join(binding.BUILD, "bin", "t2sed")
DDL = """CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
CREATE TABLE song (id INTEGER PRIMARY KEY, title TEXT,
                   writer INTEGER REFERENCES singer (id));"""
JOINED = "FROM singer AS T1 JOIN song AS T2 ON T1.id = T2.writer"
QUERIES = ["SELECT count(*) FROM singer", "SELECT 2", "SELECT 3", "SELECT x"]


def setUpModule():
    global folder, schema, path
    folder = tempfile.TemporaryDirectory()
    schema = t2sed.Schema.from_ddl(DDL)
    path = os.path.join(folder.name, "shop", "shop.sqlite")
    os.mkdir(os.path.dirname(path))
    connection = sqlite3.connect(path)
    connection.executescript(
        DDL + "INSERT INTO singer VALUES (1, 'Ann', 30), (2, 'Bo', 40);")
    connection.close()


def tearDownModule():
    folder.cleanup()


class Labels(unittest.TestCase):
    def test_exact_match(self):
        """Those of test/unit/evaluate/test_exact.c."""
        name = "SELECT name FROM singer "
        for rules, gold, predicted, difference in (
                ("exact exact-values", f"SELECT T1.id {JOINED}",
                 f"SELECT T2.writer {JOINED}", ""),
                ("exact-no-keys", f"SELECT T1.id {JOINED}",
                 f"SELECT T2.writer {JOINED}", "select"),
                ("exact exact-no-keys", name + "WHERE age = 5",
                 name + "WHERE age = 6", ""),
                ("exact-values", name + "WHERE age = 5",
                 name + "WHERE age = 6", "where"),
                ("exact", name + "WHERE age > 5 AND id = 3",
                 name + "WHERE age > 5 OR id = 3", "connectives"),
                ("exact", name + "ORDER BY age LIMIT 3",
                 name + "ORDER BY age", "order"),
                ("exact", name, "SELECT 1", "beyond"),
                ("exact", name, "no SQL", "beyond")):
            for rule in rules.split():
                self.assertEqual(
                    lab.exact_match(gold, predicted, schema, rule),
                    (not difference, difference), (gold, predicted, rule))
        same = t2sed.Sql(name)
        self.assertTrue(lab.exact_match(same, same, schema).match)
        for gold, code in ("SELECT 1", "EUNSUPPORTED"), ("no SQL", "ESYNTAX"):
            with self.assertRaises(t2sed.Error) as caught:
                lab.exact_match(gold, name, schema)
            self.assertEqual(caught.exception.code, code)
        with self.assertRaisesRegex(ValueError, "rule: 'em' is none of"):
            lab.exact_match(name, name, schema, "em")

    def test_hardness(self):
        self.assertEqual([lab.hardness(query, schema) for query in (
            "SELECT name FROM singer",
            "SELECT name, age FROM singer",
            "SELECT name FROM singer UNION SELECT title FROM song",
            "SELECT name, age FROM singer WHERE id IN (SELECT id FROM song)",
        )], ["easy", "medium", "hard", "extra"])

    @unittest.skipUnless(os.path.isdir(DATA), "../shared/data is not there")
    def test_spiders_own_values(self):
        schemas = t2sed.Schemas(os.path.join(DATA, "spider", "tables.json"))
        known, values = {}, []
        with open(os.path.join(DATA, "reference", "spider_dev_exact.jsonl"),
                  encoding="utf-8") as file:
            values = [one for one in map(json.loads, file)
                      if one["parser"] == "bridge_v2"][::10]
        with open(os.path.join(DATA, "predictions", "dev",
                               "bridge_v2.jsonl"), encoding="utf-8") as file:
            known = {one["index"]: one for one in map(json.loads, file)}
        for value in values:
            line = known[value["index"]]
            with self.subTest(index=value["index"]):
                where = schemas[line["db_id"]]
                self.assertEqual(lab.hardness(line["gold"], where),
                                 value["hardness"])
                self.assertEqual(lab.exact_match(
                    line["gold"], line["candidates"][0]["sql"], where).match,
                    bool(value["exact"]))

    def test_execution_is_the_programs(self):
        line = {"db_id": "shop", "gold": QUERIES[0],
                "candidates": [{"sql": query} for query in QUERIES]}
        with t2sed.Database(path) as database:
            for rule in lab.RULES:
                said = json.loads(subprocess.run(
                    [PROGRAM, "eval", "--label", rule, "--why", "--db-root",
                     folder.name], input=json.dumps(line), text=True,
                    stdout=subprocess.PIPE, check=True).stdout)
                found = lab.Evaluator(rule).evaluate(database, QUERIES[0],
                                                     QUERIES)
                self.assertEqual(
                    [(one.label, one.reason, one.message) for one in found],
                    [(one["label"], *one["label_reason"].values())
                     for one in said["candidates"]])
            evaluator = lab.Evaluator(threads=2)
            many = evaluator.evaluate_all(
                (database, QUERIES[0], ["SELECT 2", f"SELECT {i}"])
                for i in range(3, 200))
            self.assertEqual([v.label for v in next(many)], [1, 0])
            many.close()  # what was handed in is fetched
            self.assertEqual(list(evaluator.evaluate_all([])), [])
            with self.assertRaises(TypeError):
                list(evaluator.evaluate_all([(database, "SELECT 1", "x")]))
            one, = evaluator.evaluate_all([(database, "no", ["SELECT 1"])])
            self.assertEqual((one[0].label, one[0].reason), (None, "gold"))
            slow = lab.Evaluator(max_rows=1).evaluate(
                database, QUERIES[0], ["SELECT id FROM singer"])
            self.assertEqual(slow[0].reason, "rows")
        for wrong in {"rows": 1}, {"max_rows": "1"}:
            with self.assertRaises(TypeError):
                lab.Evaluator(**wrong)


    def test_databases_closed_meanwhile(self):
        binding.child("""
            from t2sed import lab
            def items():
                for i in range(50):
                    database = t2sed.Database(path)
                    yield database, QUERIES[0], QUERIES
                    database.close()
            found = list(lab.Evaluator(threads=2).evaluate_all(items()))
            assert [one[0].label for one in found] == [1] * 50, found
            closed = t2sed.Database(path)
            closed.close()
            assert refused(ValueError, lab.Evaluator().evaluate, closed,
                           "SELECT 1", []) == 'Database is closed'""")


class Metrics(unittest.TestCase):
    scores = [0.9, 0.8, 0.8, 0.3, 0.2, None, 0.6]
    labels = [1, 1, 0, 0, 1, 1, None]

    def test_by_hand(self):
        pairs = [(a, b) for (a, x), (b, y) in itertools.product(
            list(zip(self.scores, self.labels))[:5], repeat=2) if x > y]
        wins = sum((a > b) + (a == b) / 2 for a, b in pairs)
        self.assertEqual(lab.auc(self.scores, self.labels), wins / len(pairs))
        self.assertTrue(math.isnan(lab.auc([1], [1])))
        found = lab.calibration([0.9, 0.7, 0.2], [1, 0, 0], bins=2)
        self.assertAlmostEqual(found.error, (2 * 0.3 + 0.2) / 3)
        self.assertEqual([one["count"] for one in found.bins], [1, 2])
        curve = lab.Curve(self.scores, self.labels)
        self.assertEqual([tuple(p) for p in curve.points[:2]],
                         [(1, 1, 0.9), (3, 2 / 3, 0.8)])
        self.assertEqual(curve.reach(0.9).x, 1)
        self.assertIsNone(curve.reach(2))
        self.assertEqual(lab.oracle([[0, 1], [1], [0, None]], 1), 1 / 3)
        found = lab.rerank([[0.1, 0.9], [0.8], [0.6, 0.7]],
                           [[0, 1], [1], [1, 0]])
        self.assertEqual((found["first"], found["reranked"],
                          found["detected_reranked"]), (2 / 3, 2 / 3, 1))
        self.assertAlmostEqual(sum(lab.softmax([1, 2, 2], [0, 1, 1])[:2]), 1)

    def test_detection(self):
        groups = [f"db{i % 5}" for i in range(100)]
        scores = [i / 200 + (i > 49) / 2 for i in range(100)]
        labels = [0] * 50 + [1] * 50
        found = lab.Detection(scores, labels, groups)
        self.assertEqual(found.decisions, labels)
        self.assertEqual(found.summary()["accuracy"], 1)
        half = found.summary("all_items", keep=labels)
        self.assertEqual((half["count"], half["right"]), (50, 50))
        with self.assertRaisesRegex(ValueError, "lists of different lengths"):
            found.summary(keep=[1])
        low, high = lab.bootstrap(lambda chosen: sum(
            labels[i] for i in chosen) / len(chosen), groups, rounds=50)
        self.assertTrue(low <= 0.5 <= high)
        with self.assertRaises(ZeroDivisionError):
            lab.bootstrap(lambda chosen: 1 / 0, 3)

    def test_refuses(self):
        for kind, call, *given in (
                (ValueError, lab.auc, [1, 2], [1]),
                (t2sed.Error, lab.auc, [1], [2]),
                (TypeError, lab.auc, "ab", [1, 0]),
                (t2sed.Error, lab.calibration, [2], [1]),
                (ValueError, lab.oracle, [[1]], -1),
                (ValueError, lab.bootstrap, min, -1),
                (TypeError, lab.bootstrap, min, None),
                (ValueError, lab.Curve, [1], [1], "roc"),
                (ValueError, lab.rerank, [[1]], [[1, 0]])):
            with self.assertRaises(kind):
                call(*given)

    @unittest.skipUnless(sys.modules.get("numpy") or not os.system(
        f"{sys.executable} -c 'import numpy' 2>/dev/null"), "no numpy")
    def test_arrays(self):
        import numpy as np
        for scores, labels in ((np.array([0.1, np.nan, 0.4, 0.35, 0.8]),
                                np.array([0, 1, 0, 1, 1])),
                               (np.float32([0.5, 0.25]),
                                np.array([True, False]))):
            self.assertEqual(lab.auc(scores, labels), lab.auc(
                [float(x) for x in scores], [int(x) for x in labels]))
        with self.assertRaisesRegex(TypeError, "labels: expected integers"):
            lab.auc(scores, np.array([0.5, 1]))

    def test_fits(self):
        self.assertEqual(lab.fit_trigger([0.9, 0.8, 0.4, 0.2], [1, 1, 0, 0],
                                         budget=0.25)[0], 0.6000000000000001)
        signals = t2sed.Reranker.signals
        weights = lab.fit_reranker([
            (signals([0.2, 0.9], groups=[0, 1]), [0, 1]),
            (signals([0.8, 0.4, 0.3], groups=[0, 1, 1]), [0, 1, 1])])
        self.assertGreater(weights["agreement"], 0)
        t2sed.Reranker(weights=weights)
        with self.assertRaises(t2sed.Error):
            lab.fit_reranker([])
        with self.assertRaisesRegex(ValueError, "labels: 1 of 2"):
            lab.fit_reranker([(signals([0.2, 0.9]), [1])])


class Making(unittest.TestCase):
    def test_dataset(self):
        line = {"db_id": "shop", "question": "How many?", "gold": QUERIES[0],
                "candidates": [{"sql": query} for query in QUERIES]}
        file = os.path.join(folder.name, "beams.db")
        with lab.Dataset(file, write=True) as dataset:
            counts, bad = dataset.collect([line, "nonsense"], "lines",
                                          db_root=folder.name, parser="ours")
            self.assertEqual((counts["right"], counts["wrong"],
                              counts["not_executable"]), (2, 1, 1))
            self.assertEqual([(n, e.code) for n, e in bad], [(2, "EFORMAT")])
            again, _ = dataset.collect([line, "nonsense"], "lines",
                                       db_root=folder.name, parser="ours")
            self.assertEqual((again["known"], again["beams"]), (2, 0))
            dataset.split(1.0)
        with lab.Dataset(file) as dataset:
            beam, = dataset.beams(parser="ours", side="part", part=1.0)
            self.assertEqual([c["label"] for c in beam["candidates"]],
                             [1, 1, 0])
            self.assertEqual(list(dataset.beams(parser="theirs")), [])
            self.assertEqual(dataset.describe()["rule"], "fixed")
            with self.assertRaises(t2sed.Error):
                dataset.split()
            with self.assertRaises(TypeError):
                dataset.collect([], "lines", rules=1)
        with self.assertRaises(t2sed.Error):
            lab.Dataset("/nowhere/beams.db")

    @unittest.skipUnless(jobs.lightgbm(), "LightGBM is not installed")
    def test_forest(self):
        os.environ["T2SED_LIGHTGBM"] = jobs.lightgbm()
        options = {"evidence": t2sed.Evidence.names(), "trees": 20,
                   "forests": 1, "threads": 1}
        asked = "How many singers are there?"
        trainer = lab.Trainer(**options)
        trainer.set_evidence(t2sed.Evidence(t2sed.Database(schema=schema)))
        for i in range(200):
            self.assertEqual(trainer.add(
                asked, [QUERIES[0], "SELECT name FROM song", "no SQL"],
                [1, 0, 1], purpose="train" if i % 5 else "dev",
                schema=schema), 2)
        seen = []
        with self.assertRaises(ZeroDivisionError):
            trainer.run(lambda state: 1 / 0)
        trainer.run(lambda state: seen.append(state["dev_auc"]))
        self.assertTrue(seen)
        made = os.path.join(folder.name, "forest")
        trainer.save(made)
        good, bad = t2sed.Scorer(t2sed.Model(made)).score(
            asked, [QUERIES[0], "SELECT name FROM song"],
            t2sed.Database(schema=schema))
        self.assertGreater(good.probability, bad.probability)
        for kind, call in (
                (t2sed.Error, lambda: lab.Trainer(evidence=["no.such"])),
                (t2sed.Error, lambda: lab.Trainer(**options).run()),
                (t2sed.Error, lambda: trainer.add(asked, QUERIES, [1] * 4)),
                (TypeError, lambda: lab.Trainer(**options, tree=1)),
                (ValueError, lambda: trainer.add(asked, QUERIES, [1]))):
            with self.assertRaises(kind):
                call()

    def test_import_fails(self):
        for kind, options in ((t2sed.Error, {}), (TypeError, {"layer": 1}),
                              (ValueError, {"precision": "int3"})):
            with self.assertRaises(kind):
                lab.import_model("/nowhere", folder.name, **options)

    def test_without_the_lab(self):
        there = os.path.join(folder.name, "alone")
        os.mkdir(there)
        shutil.copy(os.environ["T2SED_LIBRARY"], there)
        done = subprocess.run(
            [sys.executable, "-c", "import t2sed; import t2sed.lab"],
            env=dict(os.environ, PYTHONPATH=os.path.join(
                binding.ROOT, "examples", "python"),
                T2SED_LIBRARY=os.path.join(there, "libt2sed.so")),
            stderr=subprocess.PIPE, text=True)
        self.assertRegex(done.stderr.splitlines()[-1],
                         "ImportError: t2sed.lab needs libt2sed-lab.so of this "
                         "version beside ")


if __name__ == "__main__":
    tap.main()
