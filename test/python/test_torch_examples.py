"""The examples do what their comments say, on a tiny model."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
BEAMS = os.path.join(ROOT, "examples", "cli", "demo", "beams.jsonl")
FEATURES = ["source.schema", "source.values", "source.execution",
            "execution.empty", "execution.one_row", "execution.log_rows",
            "execution.columns", "value.not_in_column"]
FORESTS = {"branch": "forest",
           "fusion": {case: {"text": 1, "evidence": 1, "bias": 0}
                      for case in ("question", "schema", "database")}}
SHIM = os.path.join(BUILD, "lib", "libt2sed-torch.so")


def program(name):
    return os.path.join(BUILD, "bin", name)


def output(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE,
                          text=True, check=True, timeout=300).stdout


def binding():
    sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
    os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
    import t2sed
    return t2sed


class Tiny(unittest.TestCase):
    """A tiny model, the demonstration's database and its beams."""
    config = {"truncation": "sql"}

    @classmethod
    def setUpClass(cls):
        if cls is Tiny:
            raise unittest.SkipTest("is made for others")
        cls.folder = tempfile.mkdtemp()
        model = os.path.join(cls.folder, "model")
        subprocess.run([os.path.join(BUILD, "test", "make_tiny_model"), model,
                        "bert", json.dumps(cls.config)], check=True)
        os.environ["T2SED_MODEL"] = cls.model = model
        os.environ["T2SED_QUESTION_PARSER"] = os.path.join(model,
                                                           "question-parser")
        os.makedirs(os.path.join(cls.folder, "root", "demo"))
        cls.root = os.path.join(cls.folder, "root")
        cls.database = os.path.join(cls.root, "demo", "demo.sqlite")
        with open(os.path.join(ROOT, "examples", "cli", "demo",
                               "database.sql"), encoding="utf-8") as script, \
                sqlite3.connect(cls.database) as connection:
            connection.executescript(script.read())
        with open(BEAMS, encoding="utf-8") as file:
            cls.beams = [json.loads(line) for line in file]

    @classmethod
    def tearDownClass(cls):
        del os.environ["T2SED_MODEL"], os.environ["T2SED_QUESTION_PARSER"]
        shutil.rmtree(cls.folder)

    def check_compose(self, arguments, options):
        with open(BEAMS, encoding="utf-8") as file:
            lines = file.read()
        printed = output(program("compose"), *arguments, text=lines)
        self.assertEqual(printed, output(program("t2sed"), "score", "--text",
                                         *options, BEAMS))
        return printed


class Examples(Tiny):
    def test_compose_prints_what_score_prints(self):
        self.check_compose([], [])
        self.check_compose([self.model, self.database],
                           ["--db-root", self.root])

    def test_score_example(self):
        question, sql = self.beams[0]["question"], self.beams[0]["candidates"][0]["sql"]
        line = json.dumps({"question": question, "sql": sql}) + "\n"
        scored = json.loads(output(program("t2sed"), "score", text=line))
        printed = output(program("score"), question, sql)
        self.assertAlmostEqual(float(printed), scored["probability"], places=5)
        self.assertIn("not scored", output(program("score"), question, "SELEC"))
        output(program("score"), question, sql, self.database)

    def test_findings_stand_beside_probabilities(self):
        line = {"db_id": "demo", "question": "How many are there?",
                "candidates": [{"sql": "SELECT x FROM nowhere"},
                               {"sql": "SELECT 1"}, {"sql": "SELEC"}]}
        text = json.dumps(line) + "\n"
        for options in ([], ["--db-root", self.root]):
            done = json.loads(output(program("t2sed"), "score", "--findings",
                                     *options, text=text))
            broken = done["candidates"][2]
            self.assertIsNone(broken["probability"])
            self.assertEqual(broken["findings"][0]["code"], "syntax_error")
            self.assertEqual(broken["findings"][0]["sql"], [0, 5])
        unknown, = done["candidates"][0]["findings"]
        self.assertEqual((unknown["code"], unknown["sql"], unknown["question"]),
                         ("unknown_table", [14, 21], None))
        printed = output(program("t2sed"), "score", "--findings", "--text",
                         "--db-root", self.root, text=text)
        self.assertIn("[unknown_table]", printed)
        plain = json.loads(output(program("t2sed"), "score", text=text))
        self.assertNotIn("findings", plain["candidates"][0])
        sole = json.loads(output(
            program("t2sed"), "score", "--findings",
            text=json.dumps({"question": "Why?", "sql": "SELECT"}) + "\n"))
        self.assertEqual(sole["findings"][0]["severity"], "error")

    def test_python_agrees_with_the_program(self):
        t2sed = binding()
        scored = [json.loads(line) for line in
                  output(program("t2sed"), "score", "--precision", "fp32",
                         BEAMS).splitlines()]
        with t2sed.Model(precision="fp32") as model, \
                t2sed.Schema.from_sqlite(self.database) as schema:
            with t2sed.Scorer(model) as scorer:
                for beam, line in zip(self.beams, scored):
                    queries = [c["sql"] for c in beam["candidates"]]
                    got = scorer.score(beam["question"], queries)
                    for score, candidate in zip(got, line["candidates"]):
                        if candidate["probability"] is None:
                            self.assertEqual(score.error.code,
                                             candidate["error"]["code"])
                        else:
                            self.assertAlmostEqual(score.probability,
                                                   candidate["probability"],
                                                   places=5)
                    ranked = t2sed.rank(got)
                    self.assertEqual(len(ranked), len(got))
                    self.assertTrue(ranked[0].probability >=
                                    ranked[1].probability)
                self.assertEqual(scorer.score("q", []), [])
                with self.assertRaises(t2sed.Error) as caught:
                    scorer.score("   ", ["SELECT 1"])
                self.assertEqual(caught.exception.code, "EEMPTY")
                scorer.score("How many heads?", ["SELECT count(*) FROM head"],
                             t2sed.Database(schema=schema))
            self.check_threads(t2sed, model)
        with self.assertRaises(ValueError):
            model.path
        with self.assertRaises(t2sed.Error):
            t2sed.Model("/no/such/model")

    def test_python_parses_questions(self):
        t2sed = binding()
        text, sql = self.beams[0]["question"], ["SELECT count(*) FROM head"]
        with t2sed.Model(precision="fp32") as model, t2sed.Parser(
                precision="fp32") as parser:
            self.assertTrue(model.reads_parses)

            def score(question, **options):
                with t2sed.Scorer(model, **options) as scorer:
                    return scorer.score(question, sql)[0].probability

            question = t2sed.Question(text, parser=parser)
            self.assertIn("\troot\t", question.tree("conllu"))
            self.assertEqual(question.tree().count("\n"), 0)
            parsed = score(text)
            self.assertEqual(score(text, parser=parser), parsed)
            self.assertEqual(score(question, parse=False), parsed)
            self.assertNotEqual(score(text, parse=False), parsed)
        with self.assertRaises(t2sed.Error) as caught:
            t2sed.Parser("/no/such/parser")
        self.assertEqual(caught.exception.code, "ENOTFOUND")

    def check_threads(self, t2sed, model):
        queries = [c["sql"] for c in self.beams[1]["candidates"]]
        results = [None] * 4

        def work(i):
            with t2sed.Scorer(model) as scorer:
                results[i] = [s.probability for s in
                              scorer.score(self.beams[1]["question"], queries)]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for result in results[1:]:
            self.assertEqual(result, results[0])

    def test_python_script(self):
        out = output(sys.executable,
                     os.path.join(ROOT, "examples", "python", "rerank.py"),
                     BEAMS, self.database)
        for beam in self.beams:
            self.assertIn(beam["question"], out)


class WithDatabase(Tiny):
    """A model that reads evidence."""
    config = {"truncation": "sql", "evidence": FEATURES, **FORESTS}

    def scored(self, beam, *options):
        line = output(program("t2sed"), "score", "--precision", "fp32",
                      *options, text=json.dumps(beam) + "\n")
        return [c["probability"] for c in json.loads(line)["candidates"]]

    def assert_close(self, got, expected):
        self.assertEqual(len(got), len(expected))
        for a, b in zip(got, expected):
            self.assertEqual(a is None, b is None)
            if a is not None:
                self.assertAlmostEqual(a, b, places=5)

    def test_compose_prints_what_score_prints(self):
        without = self.check_compose([], [])
        self.assertNotEqual(without,
                            self.check_compose([self.model, self.database],
                                               ["--db-root", self.root]))

    def test_score_example(self):
        beam = self.beams[0]
        sql = beam["candidates"][0]["sql"]
        line = json.dumps({"question": beam["question"], "sql": sql,
                           "db_id": "demo"}) + "\n"
        scored = json.loads(output(program("t2sed"), "score", "--db-root",
                                   self.root, text=line))
        self.assertAlmostEqual(
            float(output(program("score"), beam["question"], sql,
                         self.database)), scored["probability"], places=5)
        failed = subprocess.run(
            [program("score"), beam["question"], sql, "/no/such.sqlite"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual((failed.returncode, failed.stdout), (1, ""))
        self.assertIn("/no/such.sqlite", failed.stderr)

    def test_python_scores_with_a_database(self):
        t2sed = binding()
        with t2sed.Model(precision="fp32") as model, \
                t2sed.Schema.from_sqlite(self.database) as schema, \
                t2sed.Database(self.database) as rows, \
                t2sed.Database(schema=schema) as blind, \
                t2sed.Evidence(rows) as evidence, \
                t2sed.Scorer(model) as scorer:
            for beam in self.beams:
                queries = [c["sql"] for c in beam["candidates"]] + ["SELEC"]
                beam = dict(beam, candidates=[{"sql": q} for q in queries])

                def probabilities(*rest, **named):
                    return [s.probability for s in scorer.score(
                        beam["question"], queries, *rest, **named)]

                there = probabilities(evidence=evidence)
                self.assert_close(there,
                                  self.scored(beam, "--db-root", self.root))
                self.assertEqual(probabilities(rows, evidence), there)
                self.assertEqual(probabilities(rows), there)
                self.assertNotEqual(probabilities(blind), there)
                self.assert_close(probabilities(), self.scored(beam))
                with t2sed.Evidence(blind) as alone:
                    self.assert_close(probabilities(evidence=alone),
                                      probabilities(blind))
            self.assertEqual(scorer.score("q", [], evidence=evidence), [])
            with self.assertRaises(t2sed.Error) as caught:
                scorer.score("   ", ["SELECT 1"], evidence=evidence)
            self.assertEqual(caught.exception.code, "EEMPTY")
            evidence.close()
            with self.assertRaises(ValueError):
                scorer.score("q", ["SELECT 1"], evidence=evidence)

    def test_python_script(self):
        script = os.path.join(ROOT, "examples", "python", "rerank.py")
        self.assertNotEqual(output(sys.executable, script, BEAMS),
                            output(sys.executable, script, BEAMS,
                                   self.database))


class WithUnknownEvidence(Tiny):
    """A model that reads what the library does not gather."""
    config = {"evidence": ["source.schema", "source.execution", "its.own"],
              **FORESTS}

    def test_it_is_said(self):
        beam = {"question": "How many?", "candidates": [{"sql": "SELECT 1"}]}
        failed = subprocess.run([program("compose")], input=json.dumps(beam),
                                stderr=subprocess.PIPE, text=True)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("its.own", failed.stderr)
        t2sed = binding()
        with t2sed.Model() as model, t2sed.Scorer(model) as scorer:
            with self.assertRaises(t2sed.Error) as caught:
                scorer.score("How many?", ["SELECT 1"])
            self.assertEqual(caught.exception.code, "EMISMATCH")
            with t2sed.Evidence() as evidence:
                with self.assertRaises(t2sed.Error) as caught:
                    scorer.score("How many?", ["SELECT 1"], evidence=evidence)
            self.assertEqual(caught.exception.code, "EMISMATCH")


if __name__ == "__main__":
    if not os.path.exists(SHIM):
        print("1..1\nok 1 - examples # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
