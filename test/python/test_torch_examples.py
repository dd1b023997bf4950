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
SHIM = os.path.join(BUILD, "lib", "libt2sed-torch.so")


def program(name):
    return os.path.join(BUILD, "bin", name)


def output(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE,
                          text=True, check=True, timeout=300).stdout


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        model = os.path.join(cls.folder, "model")
        subprocess.run([os.path.join(BUILD, "test", "make_tiny_model"), model,
                        "bert", '{"truncation": "sql"}'],
                       check=True)
        os.environ["T2SED_MODEL"] = model
        cls.database = os.path.join(cls.folder, "demo.sqlite")
        with open(os.path.join(ROOT, "examples", "cli", "demo",
                               "database.sql"), encoding="utf-8") as script, \
                sqlite3.connect(cls.database) as connection:
            connection.executescript(script.read())
        with open(BEAMS, encoding="utf-8") as file:
            cls.beams = [json.loads(line) for line in file]

    @classmethod
    def tearDownClass(cls):
        del os.environ["T2SED_MODEL"]
        shutil.rmtree(cls.folder)

    def test_compose_prints_what_score_prints(self):
        with open(BEAMS, encoding="utf-8") as file:
            lines = file.read()
        self.assertEqual(output(program("compose"), text=lines),
                         output(program("t2sed"), "score", "--text", BEAMS))

    def test_score_example(self):
        question, sql = self.beams[0]["question"], self.beams[0]["candidates"][0]["sql"]
        line = json.dumps({"question": question, "sql": sql}) + "\n"
        scored = json.loads(output(program("t2sed"), "score", text=line))
        printed = output(program("score"), question, sql)
        self.assertAlmostEqual(float(printed), scored["probability"], places=5)
        self.assertIn("not scored", output(program("score"), question, "SELEC"))
        output(program("score"), question, sql, self.database)

    def test_python_agrees_with_the_program(self):
        sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
        os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
        import t2sed
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
                             schema)
            self.check_threads(t2sed, model)
        with self.assertRaises(ValueError):
            model.path
        with self.assertRaises(t2sed.Error):
            t2sed.Model("/no/such/model")

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


if __name__ == "__main__":
    if not os.path.exists(SHIM):
        print("1..1\nok 1 - examples # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
