"""Knowledge beside questions, by program and binding, with a model of a forest
that reads one number: how many numbers of a query nobody named."""

import json
import os
import subprocess
import unittest

import test_light_model as light
from test_light_model import BUILD, t2sed, tap, write_model
from test_turns import CONFIG, EVEN, LOW, QUERY

ASKED = "What are the names of heavy pets?"
KNOWLEDGE = "heavy refers to weight > 3"
BOTH = ASKED + " " + KNOWLEDGE


class Knowledge(unittest.TestCase):
    setUp = light.LightModel.setUp

    def lines(self, command, *values):
        write_model(self.model, CONFIG, (2, 2))
        program = os.path.join(BUILD, "bin", "t2sed")
        if not os.path.exists(program):
            self.skipTest("no build/bin/t2sed (jansson)")
        lines = [json.dumps({"question": ASKED, "db_id": "pets",
                             "candidates": [{"sql": QUERY}],
                             "knowledge": value}) for value in values]
        done = subprocess.run(
            [program, command, "--findings", "--model", self.model,
             "--db-root", self.root], input="\n".join(lines), text=True,
            capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_lines(self):
        none, known, bad, large = self.lines(
            "score", None, KNOWLEDGE, 1, "a" * 65537)
        self.assertEqual(known["knowledge"], KNOWLEDGE)
        for line, wanted in ((none, LOW), (known, EVEN)):
            self.assertAlmostEqual(line["candidates"][0]["probability"],
                                   wanted, 5)
        self.assertEqual(bad["candidates"][0]["error"]["code"], "EFORMAT")
        self.assertEqual(large["candidates"][0]["error"]["code"], "ELIMIT")

    def test_findings_of_lines(self):
        line, = self.lines("score", "heavy refers to weight > 30")
        found = [f for f in line["candidates"][0]["findings"]
                 if f["code"] == "knowledge_condition"]
        self.assertEqual([f["question"] for f in found],
                         [[len(ASKED) + 1 + 25, len(ASKED) + 1 + 27]])

    def test_binding(self):
        write_model(self.model, CONFIG, (2, 2))
        question = t2sed.Question(ASKED, knowledge=KNOWLEDGE)
        self.assertEqual((question.text, question.knowledge),
                         (ASKED, KNOWLEDGE))
        with t2sed.Model(self.model) as model, \
                t2sed.Scorer(model) as scorer, \
                t2sed.Database(self.database) as database, \
                t2sed.Checker(model, database, answer=0.9) as checker:
            self.assertEqual(
                [scorer.score(asked, [QUERY], database)[0].logit
                 for asked in (ASKED, question, ASKED)], [-2, 0, -2])
            self.assertAlmostEqual(
                checker.check(question, [QUERY]).best.probability, EVEN, 5)
        with self.assertRaises(t2sed.Error) as caught:
            t2sed.Question(ASKED, knowledge="a" * 65537)
        self.assertEqual(caught.exception.code, "ELIMIT")

    def test_others_read_one_text(self):
        question = t2sed.Question(ASKED, knowledge=KNOWLEDGE)
        with t2sed.Schema.from_sqlite(self.database) as schema, \
                t2sed.Sketcher() as sketcher, \
                t2sed.SchemaPredictor() as predictor, \
                t2sed.Linker(t2sed.Database(self.database)) as linker:
            self.assertEqual(
                str(sketcher.predict(question, schema).probabilities()),
                str(sketcher.predict(BOTH, schema).probabilities()))
            self.assertEqual(
                *[predictor.predict(asked, schema).columns()
                  for asked in (question, BOTH)])
            self.assertEqual(linker.link(question, QUERY).conditions,
                             linker.link(BOTH, QUERY).conditions)


if __name__ == "__main__":
    tap.main()
