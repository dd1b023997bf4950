"""Scores in a conversation, by program and binding, with a model of a forest
that reads one number: how many numbers of a query nobody named."""

import json
import os
import subprocess
import unittest

import test_light_model as light
from test_light_model import BUILD, t2sed, tap, write_model

FEATURES = ["source.schema", "source.execution",
            "value.number_not_in_question"]
CONFIG = {"t2sed": {
    "format": 1, "branch": "forest", "evidence": FEATURES,
    "fusion": {case: {"text": 0, "evidence": 1, "bias": 0}
               for case in ("question", "schema", "database")}}}
ASKED = "What are their names?"
QUERY = "SELECT name FROM pet WHERE weight > 3"
BEFORE = "Which pets weigh more than 3?"
LOW, EVEN = 0.119203, 0.5  # sigmoid(-2), sigmoid(0)


class Turns(unittest.TestCase):
    setUp = light.LightModel.setUp

    def score(self, *contexts, command="score", extra=()):
        write_model(self.model, CONFIG, (2, 2))
        program = os.path.join(BUILD, "bin", "t2sed")
        if not os.path.exists(program):
            self.skipTest("no build/bin/t2sed (jansson)")
        lines = []
        for context in contexts:
            line = {"question": ASKED, "db_id": "pets",
                    "candidates": [{"sql": QUERY}]}
            if context is not None:
                line["context"] = context
            lines.append(json.dumps(line))
        done = subprocess.run(
            [program, command, *extra, "--model", self.model, "--db-root",
             self.root], input="\n".join(lines), capture_output=True, text=True,
            check=False)
        return done.returncode, [json.loads(line) for line in
                                 done.stdout.splitlines()], done.stderr

    def probabilities(self, *contexts):
        status, lines, errors = self.score(*contexts)
        self.assertEqual((status, errors), (0, ""))
        return [line["candidates"][0]["probability"] for line in lines]

    def test_a_turn_is_scored_in_context(self):
        got = self.probabilities(
            None, [], [BEFORE], [{"question": BEFORE}],
            [{"question": "Which pets?", "sql": QUERY}],
            [{"question": "Which pets?", "sql": None}], None)
        for found, wanted in zip(got, (LOW, LOW, EVEN, EVEN, EVEN, LOW, LOW)):
            self.assertAlmostEqual(found, wanted, 5)

    def test_lines_come_back_whole(self):
        _, (line,), _ = self.score([BEFORE])
        self.assertEqual(line["context"], [BEFORE])

    def test_wrong_contexts_are_told(self):
        status, lines, _ = self.score(
            1, [1], [{"sql": QUERY}], [{"question": BEFORE, "sql": 1}], [""],
            [BEFORE])
        self.assertEqual(status, 0)
        codes = [line["candidates"][0].get("error", {}).get("code")
                 for line in lines]
        self.assertEqual(codes, ["EFORMAT"] * 4 + ["EEMPTY", None])
        self.assertIn("turn 1", lines[1]["candidates"][0]["error"]["message"])

    def test_rerank_scores_and_finds_in_context(self):
        _, lines, _ = self.score(None, [BEFORE], command="rerank")
        codes = [[finding["code"] for finding in
                  line["candidates"][0]["findings"]] for line in lines]
        self.assertAlmostEqual(lines[0]["candidates"][0]["probability"], LOW, 5)
        self.assertAlmostEqual(lines[1]["candidates"][0]["probability"], EVEN,
                               5)
        self.assertIn("number_not_asked", codes[0])
        self.assertNotIn("number_not_asked", codes[1])

    def test_binding(self):
        write_model(self.model, CONFIG, (2, 2))
        with t2sed.Model(self.model) as model, t2sed.Scorer(model) as scorer, \
                t2sed.Schema.from_sqlite(self.database) as schema, \
                t2sed.Database(schema=schema) as blind:
            def logit(earlier=(), **more):
                return scorer.score(ASKED, [QUERY], blind, earlier=earlier,
                                    **more)[0].logit
            self.assertEqual(logit(), -2)
            self.assertEqual(logit([BEFORE]), 0)
            self.assertEqual(logit([("Which pets?", QUERY)]), 0)
            self.assertEqual(logit(), -2)
            with t2sed.Evidence(t2sed.Database(self.database)) as evidence:
                self.assertEqual(logit([BEFORE], evidence=evidence), 0)
                self.assertEqual(logit(evidence=evidence), -2)
            with self.assertRaises(t2sed.Error):
                logit([""])


if __name__ == "__main__":
    tap.main()
