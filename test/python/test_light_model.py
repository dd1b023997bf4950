"""A model of a forest alone, scored by program and binding, with no engine to
be found."""

import contextlib
import gc
import json
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
os.environ["T2SED_BACKEND"] = "/nowhere/libt2sed-torch.so"
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

CONFIG = {"t2sed": {
    "format": 1, "branch": "forest",
    "evidence": ["source.schema", "source.execution", "execution.empty"],
    "fusion": {case: {"text": 0, "evidence": 1, "bias": bias}
               for case, bias in (("question", 0.5), ("schema", 0),
                                  ("database", 0))}}}
# What the shipped predictors tell.
PREDICTED = dict(CONFIG["t2sed"], evidence=[
    "source.schema", "source.execution", "plan.log_likelihood",
    "column.regret"])
QUESTION = "Which pets weigh more than 3?"
QUERIES = ["SELECT name FROM pet WHERE weight > 3",
           "SELECT name FROM pet WHERE weight > 30"]


def write_model(folder, config=None, features=(1, 2)):
    """One tree: 2 where execution.empty is at most 0.5, else -2; 0 where it
    is unknown (by a second node)."""
    config = config or CONFIG
    tensors = (("sizes", "I32", struct.pack("<i", 2)),
               ("feature", "I32", struct.pack("<2i", *features)),
               ("threshold", "F32", struct.pack("<2f", 0.5, 0.5)),
               ("left", "I32", struct.pack("<2i", ~0, ~1)),
               ("right", "I32", struct.pack("<2i", 1, ~2)),
               ("leaf", "F32", struct.pack("<3f", 0, 2, -2)),
               ("missing", "U8", bytes(2)),
               ("names", "U8", "".join(
                   name + "\n" for name in config["t2sed"]["evidence"]
               ).encode()))
    header, data = {}, b""
    for name, dtype, content in sorted(
            ((forest + name, dtype, content) for name, dtype, content in tensors
             for forest in ("without.", "database.")),
            key=lambda tensor: tensor[1] == "U8"):
        size = 1 if dtype == "U8" else 4
        header[name] = {
            "dtype": dtype, "shape": [len(content) // size],
            "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(folder, "forest.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(config, file)


class LightModel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.model = os.path.join(folder.name, "model")
        self.root = os.path.join(folder.name, "databases")
        os.makedirs(os.path.join(self.root, "pets"))
        os.mkdir(self.model)
        write_model(self.model)
        self.database = os.path.join(self.root, "pets", "pets.sqlite")
        connection = sqlite3.connect(self.database)
        connection.executescript(
            "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);"
            "INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', NULL);")
        connection.close()

    def test_program(self):
        line = {"question": QUESTION, "db_id": "pets",
                "candidates": [{"sql": query} for query in QUERIES]}
        program = os.path.join(BUILD, "bin", "t2sed")
        if not os.path.exists(program):
            self.skipTest("t2sed was not built")
        for options, expected in ((["--db-root", self.root], [0.8808, 0.1192]),
                                  ([], [0.6225, 0.6225])):
            done = subprocess.run(
                [program, "score", "--model", self.model] + options,
                input=json.dumps(line), capture_output=True, text=True,
                check=True)
            found = [candidate["probability"] for candidate
                     in json.loads(done.stdout)["candidates"]]
            for a, b in zip(found, expected):
                self.assertAlmostEqual(a, b, places=4)

    def test_binding(self):
        with t2sed.Model(self.model) as model, t2sed.Scorer(model) as scorer, \
                t2sed.Database(schema=t2sed.Database(
                    self.database).schema) as schema, \
                t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            self.assertEqual(model.backend, "none")
            scores = scorer.score(QUESTION, QUERIES, evidence=evidence)
            self.assertEqual([score.logit for score in scores], [2, -2])
            scores = scorer.score(QUESTION, QUERIES, schema)
            self.assertEqual([score.logit for score in scores], [0, 0])

    def test_memory(self):
        files = {}
        for name in ("config.json", "forest.safetensors"):
            with open(os.path.join(self.model, name), "rb") as file:
                files[name] = file.read()
        with t2sed.Model.from_memory(files, "mine") as model, \
                t2sed.Scorer(model) as scorer, \
                t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            self.assertEqual(model.path, "mine")
            scores = scorer.score(QUESTION, QUERIES, evidence=evidence)
            self.assertEqual([score.logit for score in scores], [2, -2])

        class Lazy(dict):
            """Makes its bytes when it is asked for them."""
            def items(self):
                return [(name, bytes(bytearray(data)))
                        for name, data in dict.items(self)]

            def values(self):
                raise AssertionError("asked twice")

        # What is made from a model keeps its bytes.
        scorer = t2sed.Scorer(t2sed.Model.from_memory(Lazy(files), "mine"))
        gc.collect()
        with scorer, \
                t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            scores = scorer.score(QUESTION, QUERIES, evidence=evidence)
            self.assertEqual([score.logit for score in scores], [2, -2])
        del files["forest.safetensors"]
        with self.assertRaisesRegex(t2sed.Error, "mine/forest.safetensors"):
            t2sed.Model.from_memory(files, "mine")
        with self.assertRaisesRegex(TypeError, "config.json: expected bytes"):
            t2sed.Model.from_memory({"config.json": "{}"})

    def test_queries_that_can_not_run_are_wrong(self):
        """Whatever the tree says: -6 where the database says so, -4 where the
        schema does."""
        refused = dict(CONFIG["t2sed"], evidence=[
            "source.schema", "source.execution", "execution.empty",
            "execution.failed", "shape.unknown_names"])
        write_model(self.model, {"t2sed": refused})
        queries = ["SELECT colour FROM pet", "SELECT rowid FROM pet",
                   "SELECT name FROM dog", "SELECT name FROM sqlite_master"]
        with t2sed.Model(self.model) as model, t2sed.Scorer(model) as scorer, \
                t2sed.Database(schema=t2sed.Database(
                    self.database).schema) as schema, \
                t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            scores = scorer.score(QUESTION, queries, schema)
            self.assertEqual([score.logit for score in scores],
                             [-4, 0, -4, 0])
            scores = scorer.score(QUESTION, queries[:3], evidence=evidence)
            self.assertEqual([score.logit for score in scores], [-6, 2, -6])
            scores = scorer.score(QUESTION, queries[:1])
            self.assertEqual(scores[0].logit, 0.5)

    def test_predictors(self):
        """Tree: 0 where the query is not run, 2 where the feature is known
        (it is at most 0.5), -2 is not reached."""
        for feature, without in ((2, 0.5), (3, 0.5)):
            write_model(self.model, {"t2sed": PREDICTED}, (1, feature))
            with t2sed.Model(self.model) as model, \
                    t2sed.Scorer(model) as scorer, \
                    t2sed.Database(schema=t2sed.Database(
                    self.database).schema) as schema, \
                    t2sed.Evidence(t2sed.Database(self.database)) as evidence:
                scores = scorer.score(QUESTION, QUERIES, evidence=evidence)
                self.assertEqual([score.logit for score in scores], [2, 2])
                # The evidence is the caller's again, without predictions.
                evidence.set_question(QUESTION)
                found = evidence.compute(QUERIES[0])
                self.assertIsNone(found["plan.log_likelihood"])
                self.assertIsNone(found["column.regret"])
                scores = scorer.score(QUESTION, QUERIES)
                self.assertEqual(scores[0].logit, without)
            for variable in ("T2SED_SKETCH", "T2SED_SCHEMA_PREDICTION"):
                os.environ[variable] = "/nowhere"
                with self.assertRaises(t2sed.Error):
                    t2sed.Model(self.model)
                del os.environ[variable]

    def test_an_everyday_question(self):
        """The shipped model, where what was left out is a window of time."""
        with contextlib.closing(sqlite3.connect(self.database)) as shop:
            shop.executescript("""
                CREATE TABLE customers (id INTEGER PRIMARY KEY, full_name TEXT);
                CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_at TEXT,
                    customer_id INT REFERENCES customers(id));
                INSERT INTO customers VALUES (1, 'Ann Lee'), (2, 'Bo Chan');
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n
                    WHERE i < 99)
                INSERT INTO orders SELECT i, datetime('now', -3 * i || ' days'),
                    1 + i % 2 FROM n""")
        month = "date('now', 'start of month'"
        right = ("SELECT count(*) FROM orders WHERE ordered_at >= "
                 f"{month}, '-1 month') AND ordered_at < {month})")
        report = t2sed.check("How many orders did we get last month?", [
            "SELECT count(*) FROM orders", right,
            f"SELECT count(*) FROM orders WHERE ordered_at >= {month})"],
            database=self.database)
        self.assertEqual(report.best.sql, right)
        self.assertEqual(report.decision, "ask")
        alone = t2sed.check("How many orders did we get last month?",
                            "SELECT count(*) FROM orders",
                            database=self.database)
        self.assertLess(alone.best.probability, 0.5)

    def test_models_by_name(self):
        for name in "default", "light":
            with t2sed.Model(name) as model:
                self.assertTrue(model.path.endswith("/models/default"),
                                model.path)
        with self.assertRaisesRegex(t2sed.Error, "no-such"):
            t2sed.Model("no-such")
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "info"],
            env=dict(os.environ, T2SED_MODEL="light"), check=True,
            stdout=subprocess.PIPE, text=True)
        self.assertTrue(json.loads(done.stdout)["model"].endswith("/default"))
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "info"],
            env={key: value for key, value in os.environ.items()
                 if key != "T2SED_BACKEND"}, stderr=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        if done.returncode:  # there is no libtorch here
            self.assertIn('"default" needs none', done.stderr)


if __name__ == "__main__":
    tap.main()
