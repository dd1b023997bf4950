"""Language models from Python and from the command line, on a fake engine whose
numbers mean nothing."""

import json
import math
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
FAKE = os.path.join(BUILD, "test", "fake_backend.so")
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
os.environ["T2SED_BACKEND"] = FAKE
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402
import tiny_language_model  # noqa: E402

TABLES = """CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);
CREATE TABLE fair (id INTEGER PRIMARY KEY, town TEXT);"""

SLOW = ("t2sed: language model: fake 1.0 is slow; `make models-large` installs "
        "a faster one\n")


def setUpModule():
    global folder, model
    if not os.path.exists(FAKE):
        raise unittest.SkipTest("no " + FAKE)
    folder = tempfile.TemporaryDirectory()
    tiny_language_model.make(folder.name)
    model = t2sed.LanguageModel(folder.name)


def tearDownModule():
    if "folder" in globals():
        model.close()
        folder.cleanup()


class Binding(unittest.TestCase):
    def setUp(self):
        self.schema = t2sed.Schema.from_ddl(TABLES)
        self.database = t2sed.Database(schema=self.schema)
        self.session = t2sed.LanguageSession(model, caches=2)
        self.prompt = t2sed.Prompt("How many pets?", database=self.database,
                                   knowledge="a pet is an animal",
                                   earlier=["Who?", ("What?", "SELECT 1")])

    def test_describes(self):
        about = model.describe()
        self.assertEqual((about["family"], about["precision"], about["layers"],
                          about["context"]), ("qwen2", "fp32", 2, 2048))

    def test_likelihoods(self):
        queries = ["SELECT name FROM pet", "", "\u00e9"]
        found = self.session.likelihoods(self.prompt, queries)
        self.assertEqual([one.sql for one in found], queries)
        self.assertEqual(len(found[0].tokens), len(queries[0]))
        self.assertEqual(found[0].tokens[3][:2], (3, 4))
        self.assertAlmostEqual(found[0].sum,
                               sum(log for *_, log in found[0].tokens), 5)
        self.assertTrue(math.isnan(found[1].sum) and found[1].status == -16)
        self.assertEqual(self.session.likelihoods(self.prompt, []), [])
        with self.assertRaises(TypeError):
            self.session.likelihoods(self.prompt, "SELECT 1")

    def test_states(self):
        found = self.session.states(self.prompt, "ab", [(0, 1), (0, 2)], [0, 1])
        self.assertEqual(found[0][0], [ord("a") + h for h in range(8)])
        self.assertEqual(found[1][1][0], 1000 + (ord("a") + ord("b")) / 2)
        with self.assertRaises(t2sed.Error):
            self.session.states(self.prompt, "ab", [(0, 3)], [0])

    def test_generations(self):
        beam = self.session.generate(self.prompt, method="beam", count=3,
                                     max_tokens=6, stops=[])
        # Most bytes that the engine makes up are no UTF-8 and are cut off, and
        # equal texts are given once.
        self.assertTrue(1 <= len(beam) <= 3)
        self.assertTrue(all(one.tokens <= 6 for one in beam))
        first, same = (self.session.generate(
            self.prompt, method="sample", count=4, max_tokens=6, seed=5)
            for _ in range(2))
        self.assertEqual(first, same)
        with self.assertRaises(ValueError):
            self.session.generate(self.prompt, method="best")

    def test_constraint(self):
        with t2sed.Constraint() as constraint:
            found = self.session.generate(self.prompt, max_tokens=3,
                                          constraint=constraint)
        # Queries begin with SELECT or WITH; the engine's bytes are any.
        self.assertIn(found[0].text[:1].upper(), ("S", "W", ""))
        self.assertFalse(found[0].ended)
        with self.assertRaises(TypeError):
            self.session.generate(self.prompt, constraint="SELECT")

    def test_refusals(self):
        with self.assertRaises(t2sed.Error):
            t2sed.Prompt(" ")
        with self.assertRaises(t2sed.Error):
            t2sed.LanguageModel("/nowhere")
        with self.assertRaises(TypeError):
            t2sed.LanguageSession("model")
        with self.assertRaises(ValueError):
            t2sed.Prompt("a\0b")


class Judges(unittest.TestCase):
    """Of a head that says state 1 - state 8 + 0.5, which the fake engine makes
    -6.5, and that counts 0.1 beside half the model."""

    def setUp(self):
        adapter = tempfile.TemporaryDirectory()
        self.addCleanup(adapter.cleanup)
        tiny_language_model.make(adapter.name)
        with open(os.path.join(adapter.name, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump({"t2sed_adapter": {"format": 1, "scale": 2}, "t2sed_judge": {
                "format": 1, "bias": 0.5, "weight": [1, 0, 0, 0, 0, 0, 0, -1],
                "model_counts": 0.5, "judge_counts": 0.1,
                "judge_counts_with_rows": 0.2}}, file)
        self.adapter = adapter.name
        self.judge = t2sed.Judge(folder.name, path=adapter.name)
        self.database = t2sed.Database(schema=t2sed.Schema.from_ddl(TABLES))

    def test_logits(self):
        asked = "How many pets?", ["SELECT count(*) FROM pet", ""]
        self.assertEqual(self.judge.logits(*asked, database=self.database),
                         [-6.5, None])
        self.assertEqual(self.judge.logits(*asked), [None, None])
        self.assertEqual(self.judge.logits("Who?", []), [])
        with self.assertRaises(t2sed.Error):
            t2sed.Judge(folder.name, path=folder.name)

    def test_recorder(self):
        recorder = t2sed.JudgeRecorder()
        self.assertIsNone(recorder.recorded)
        self.assertEqual(
            recorder.logits("How many pets?", ["SELECT count(*) FROM pet"],
                            database=self.database), [None])
        found = recorder.recorded
        self.assertTrue(found["prompt"].endswith("How many pets?\n-- Query:\n"))
        self.assertEqual(found["right"], "\n-- Right:")
        self.assertEqual(found["candidates"], [
            {"query": "SELECT count(*) FROM pet", "reasons": "", "result": ""}])
        recorder = t2sed.JudgeRecorder(reasons=True)
        asked = "How many pets?", ["SELECT nothing FROM pet"]
        with t2sed.Model() as light:
            plain = t2sed.Checker(light, self.database).check(*asked)
            checked = t2sed.Checker(light, self.database, judge=recorder,
                                    judge_margin=math.inf).check(*asked)
        self.assertEqual(checked.best.probability, plain.best.probability)
        self.assertIn(plain.best.findings[0].message,
                      recorder.recorded["candidates"][0]["reasons"])

    def due(self, alone):
        return 1 / (1 + math.exp(
            -0.5 * math.log(alone / (1 - alone)) + 0.1 * 6.5))

    def test_counts(self):
        asked = "How many pets?", ["SELECT count(*) FROM pet"]
        with t2sed.Model() as light:
            alone, = t2sed.Scorer(light).score(*asked, database=self.database)
            scorer = t2sed.Scorer(light, judge=self.judge)
            both, = scorer.score(*asked, database=self.database)
            self.assertAlmostEqual(both.probability, self.due(alone.probability), 9)
            self.assertEqual(both.logit, alone.logit)
            checker = t2sed.Checker(light, self.database, judge=self.judge,
                                    judge_margin=math.inf)
            sparing = t2sed.Checker(light, self.database, judge=self.judge,
                                    judge_margin=0)
            with self.assertRaises(t2sed.Error):
                t2sed.Checker(light, judge=self.judge, judge_margin=math.nan)
            self.judge.close()  # lives on in what it was given to
            checked = checker.check(*asked)
            self.assertAlmostEqual(checked.best.alone, both.probability, 9)
            self.assertEqual(sparing.check(*asked).best.alone, alone.probability)

    def test_program(self):
        with tempfile.TemporaryDirectory() as out:
            tables = os.path.join(out, "tables.json")
            with open(tables, "w", encoding="utf-8") as file:
                json.dump([{"db_id": "pets", "table_names_original": ["pet"],
                            "column_names_original": [[-1, "*"], [0, "id"]],
                            "column_types": ["text", "number"],
                            "primary_keys": [1], "foreign_keys": []}], file)
            line = json.dumps({"db_id": "pets", "question": "How many pets?",
                               "sql": "SELECT count(*) FROM pet"})

            def score(*options):
                return subprocess.run(
                    [os.path.join(BUILD, "bin", "t2sed"), "score", "--alone",
                     "--tables", tables, *options], input=line, text=True,
                    capture_output=True, check=False)
            alone = json.loads(score().stdout)["probability"]
            done = score("--judge", self.adapter, "--language-model", folder.name)
            self.assertAlmostEqual(json.loads(done.stdout)["probability"],
                                   self.due(alone), 5)

            def check(*options):
                done = subprocess.run(
                    [os.path.join(BUILD, "bin", "t2sed"), "check", "--json",
                     "--tables", tables, "--db-id", "pets", *options,
                     "How many pets?", "SELECT count(*) FROM pet"],
                    text=True, capture_output=True, check=False)
                self.assertEqual(done.stderr, "")
                return json.loads(done.stdout)["candidates"][0]["alone"]
            judge = "--judge", self.adapter, "--language-model", folder.name
            self.assertAlmostEqual(check(*judge, "--judge-margin", "0"), alone, 5)
            self.assertAlmostEqual(check(*judge, "--judge-margin", "inf"),
                                   self.due(alone), 5)
            with unittest.mock.patch.dict(os.environ, T2S_FAKE_BACKEND="slow"):
                self.assertEqual(score("--judge", self.adapter, "--language-model",
                                       folder.name).stderr, SLOW)
            done = score("--judge", "no/such", "--language-model", folder.name)
            self.assertEqual(done.returncode, 2)
            self.assertIn("no/such", done.stderr)


class Program(unittest.TestCase):
    def run_program(self, line, *options, status=0):
        done = subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), "generate", "--model",
             folder.name, *options], input=line + "\n", capture_output=True,
            text=True)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    def test_slow_engine(self):
        with unittest.mock.patch.dict(os.environ, T2S_FAKE_BACKEND="slow"):
            done = subprocess.run(
                [os.path.join(BUILD, "bin", "t2sed"), "generate", "--model",
                 folder.name, "--max-tokens", "5"],
                input=json.dumps({"question": "How many?"}) + "\n",
                capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, SLOW)

    def test_candidates(self):
        line = json.dumps({"question": "How many?", "other": 1})
        found = self.run_program(line, "--count", "3", "--max-tokens", "5")
        self.assertEqual(found["other"], 1)
        self.assertTrue(1 <= len(found["candidates"]) <= 3)
        self.assertEqual(set(found["candidates"][0]),
                         {"sql", "score", "tokens", "ended"})
        scores = [one["score"] for one in found["candidates"]
                  if not one["ended"]]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_likelihoods(self):
        line = json.dumps({"question": "How many?",
                           "candidates": [{"sql": "SELECT 1"}, {"sql": ""}]})
        found = self.run_program(line, "--likelihood")["candidates"]
        self.assertLess(found[0]["log_likelihood"], 0)
        self.assertEqual(found[0]["tokens"], 8)
        self.assertIsNone(found[1]["log_likelihood"])
        self.assertEqual(found[1]["error"]["code"], "EEMPTY")
        self.run_program(json.dumps({"question": "a"}), "--likelihood",
                         status=1)

    def test_prompts(self):
        found = self.run_program(json.dumps({"question": "How many?"}),
                                 "--prompt", "--chat", "plain")
        self.assertTrue(found["prompt"].endswith("-- Question: How many?\n"))
        self.assertEqual(found["prompt_tokens"], len(found["prompt"]))

    def test_corrections(self):
        """t2sed correct with the model, and what stored scores are for."""
        made = t2sed.Corrector(
            t2sed.Database(schema=t2sed.Schema.from_ddl(TABLES)),
            language_model=model, written=1, likely=2, most=64).correct(
            "Names of pets?", "SELECT weight FROM pet", "use name",
            ["SELECT town FROM fair", ("SELECT town FROM fair, pet", -1.5)])
        logs = {one.query: one.log_probability for one in made}
        self.assertIsNone(logs.get("SELECT town FROM fair"))
        self.assertEqual(logs["SELECT town FROM fair, pet"], -1.5)
        self.assertEqual(sum(one.source == "edit" and
                             one.log_probability is not None
                             for one in made), 2)
        with tempfile.TemporaryDirectory() as root:
            os.mkdir(os.path.join(root, "pets"))
            path = os.path.join(root, "pets", "pets.sqlite")
            with sqlite3.connect(path) as connection:
                connection.executescript(TABLES)
            line = {"db_id": "pets", "question": "Names of pets?",
                    "sql": "SELECT weight FROM pet", "feedback": "use name",
                    "candidates": [{"sql": "SELECT town FROM fair",
                                    "score": -2.5}]}
            done = subprocess.run(
                [os.path.join(BUILD, "bin", "t2sed"), "correct",
                 "--language-model", folder.name, "--written", "0", "--most",
                 "64", "--db-root", root], input=json.dumps(line),
                stdout=subprocess.PIPE, text=True, check=True)
            found = json.loads(done.stdout)["corrections"]
            self.assertEqual([one["score"] for one in found
                              if one["source"] == "candidate"], [-2.5])
            self.assertEqual(sum("score" in one for one in found), 9)

    def test_bad_lines(self):
        for line in ("{", "{}", '{"question": 3}', '{"question": " "}'):
            self.assertIn("error", self.run_program(line, status=1))


if __name__ == "__main__":
    tap.main()
