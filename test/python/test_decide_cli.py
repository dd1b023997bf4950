#!/usr/bin/env python3
"""t2sed rerank and t2sed trigger on lines that have probabilities, and the
same through the Python binding. Needs no engine. Prints TAP."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
os.environ.setdefault("T2SED_LIBRARY",
                      os.path.join(BUILD, "lib", "libt2sed.so"))
sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
import t2sed  # noqa: E402

SCRIPT = """
CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
INSERT INTO singer VALUES (1, 'Joe', 52), (2, 'Rose', 41), (3, 'John', 41);
"""


def candidate(sql, probability, **more):
    return {"sql": sql, "probability": probability, **more}


def line(*candidates, **more):
    return {"question": "How many singers are there?", "db_id": "music",
            "candidates": list(candidates), **more}


NAMES = candidate("SELECT name FROM singer", 0.7)
COUNT = candidate("SELECT count(*) FROM singer", 0.6)
IDS = candidate("SELECT count(id) FROM singer", 0.9, label=1)
BROKEN = candidate("SELECT nome FROM singer", 0.95)


def run(*arguments, lines=()):
    text = "".join(json.dumps(one) + "\n" for one in lines)
    done = subprocess.run([PROGRAM, *arguments], input=text.encode("utf-8"),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=300)
    return (done.returncode, done.stdout.decode("utf-8"),
            done.stderr.decode("utf-8"))


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp()
        os.mkdir(os.path.join(cls.root, "music"))
        cls.database = os.path.join(cls.root, "music", "music.sqlite")
        with sqlite3.connect(cls.database) as database:
            database.executescript(SCRIPT)
        database.close()

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.root)

    def rerank(self, policy, *candidates, more=(), **fields):
        status, out, err = run("rerank", "--policy", policy, "--db-root",
                               self.root, *more,
                               lines=[line(*candidates, **fields)])
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def before(self, policy, *candidates, **fields):
        found = self.rerank(policy, *candidates, **fields)
        return [one["rank_before"] for one in found["candidates"]]


class Rerank(Case):
    def test_policies_order(self):
        beam = (NAMES, COUNT, IDS, BROKEN)
        self.assertEqual(self.before("rr", *beam), [4, 3, 1, 2])
        self.assertEqual(self.before("rr+runs", *beam), [3, 1, 2, 4])
        self.assertEqual(self.before("vote", *beam), [2, 3, 1, 4])
        self.assertEqual(self.before("runs + margin(0.15)", *beam),
                         [3, 4, 1, 2])
        self.assertEqual(self.before("ed(0.7)+rr", *beam), [1, 2, 3, 4])
        self.assertEqual(self.before("ed(0.71)+rr", *beam), [4, 3, 1, 2])

    def test_fields_pass_and_moves_are_told(self):
        found = self.rerank("rr", NAMES, IDS, id=7)
        self.assertEqual(found["id"], 7)
        first = found["candidates"][0]
        self.assertEqual(first["label"], 1)
        self.assertEqual(first["probability"], 0.9)
        self.assertEqual(first["moves"], [
            {"policy": "rr", "from": 2, "to": 1,
             "why": "its probability is 0.90"}])
        self.assertIn("findings", first)
        kept = self.rerank("ed+rr", NAMES, IDS)
        self.assertIn("at least 0.5", kept["kept"])
        self.assertEqual(kept["candidates"][0]["moves"], [])

    def test_agreement_is_told_and_taken(self):
        found = self.rerank("vote", NAMES, COUNT, IDS, BROKEN)["candidates"]
        self.assertEqual([one["agreement"]["group"] for one in found],
                         [1, 1, 0, None])
        self.assertEqual(found[0]["agreement"],
                         {"group": 1, "share": 0.5, "outcome": "ran",
                          "rows": 1})
        self.assertEqual(found[3]["agreement"]["outcome"], "failed")
        # What a line brings is believed: here, that the names agree.
        said = [dict(one, agreement={"group": group, "outcome": "ran"})
                for one, group in ((COUNT, 0), (NAMES, 5), (IDS, 5))]
        self.assertEqual(self.before("vote", *said), [2, 3, 1])

    def test_without_a_database_text_agrees(self):
        status, out, err = run(
            "rerank", "--policy", "vote", "--no-findings", lines=[line(
                NAMES, COUNT, candidate("select COUNT(*) from singer", 0.1))])
        self.assertEqual(status, 0, err)
        found = json.loads(out)["candidates"]
        self.assertEqual([one["rank_before"] for one in found], [2, 3, 1])
        self.assertEqual(found[0]["agreement"]["outcome"], "not_run")
        self.assertNotIn("findings", found[0])

    def test_candidates_without_sql_come_last(self):
        found = self.rerank("rr", {"sq": 1}, NAMES, IDS)
        self.assertEqual([one["rank_before"] for one in found["candidates"]],
                         [3, 2, 1])

    def test_one_query_and_none(self):
        status, out, err = run("rerank", "--policy", "rr", lines=[
            {"question": "Who?", "sql": "SELECT 1", "probability": 0.5},
            {"question": "Who?", "candidates": []}])
        self.assertEqual(status, 0, err)
        first, second = map(json.loads, out.splitlines())
        self.assertEqual(first["probability"], 0.5)
        self.assertEqual(second["candidates"], [])

    def test_parsers_scores(self):
        self.assertEqual(self.before("sum(0.1)", dict(NAMES, score=-9.0),
                                     dict(COUNT, score=-0.1)), [2, 1])

    def test_verdicts(self):
        self.assertEqual(self.before("sl", dict(NAMES, link=0.0), COUNT),
                         [2, 1])
        self.assertEqual(self.before("qp(0.8)", dict(NAMES, plan=0.7),
                                     dict(COUNT, plan=0.9)), [2, 1])

    def test_verdicts_are_found_out(self):
        found = self.rerank("sl+qp", candidate(
            "SELECT count(*) FROM singer WHERE name = 'Nobody'", 0.9), COUNT)
        self.assertEqual([one["rank_before"] for one in found["candidates"]],
                         [2, 1])
        self.assertEqual(found["candidates"][0]["link"], 1.0)
        self.assertLess(found["candidates"][1]["link"], 0.5)
        for one in found["candidates"]:
            self.assertTrue(0 <= one["plan"] <= 1)
        # Without a schema nothing is known, and the order stays.
        status, out, err = run("rerank", "--policy", "sl", "--no-findings",
                               lines=[line(NAMES, COUNT)])
        self.assertEqual(status, 0, err)
        self.assertNotIn("link", json.loads(out)["candidates"][0])

    def test_verdicts_read_the_turns_before(self):
        asked = {"question": "What about those over 40?"}
        names = candidate("SELECT name FROM singer WHERE age > 40", 0.5)
        counts = candidate("SELECT age, count(*) FROM singer WHERE age > 40 "
                           "GROUP BY age", 0.5)
        self.assertEqual(self.before("qp", counts, names, **asked), [2, 1])
        self.assertEqual(self.before("qp", names, counts, **asked, context=[
            {"question": "How many singers are there for each age?",
             "sql": "SELECT age, count(*) FROM singer GROUP BY age"}]), [2, 1])

    def test_what_does_not_parse_passes_nothing(self):
        self.assertEqual(self.before(
            "qp", dict(NAMES, plan=0.1), {"sql": "SELEC name FROM singer"},
            dict(COUNT, plan=0.9)), [3, 1, 2])

    def test_people_read_tables(self):
        status, out, err = run("rerank", "--policy", "rr", "--text",
                               "--db-root", self.root,
                               lines=[line(NAMES, BROKEN, {"sql": 3})])
        self.assertEqual(status, 0, err)
        self.assertIn("     1    2        0.950           -  SELECT nome", out)
        self.assertIn("its probability is 0.95", out)

    def test_bad_input_is_told(self):
        status, _, err = run("rerank", "--policy", "best")
        self.assertEqual(status, 2)
        self.assertIn("expected rr, ed", err)
        status, _, err = run("rerank", "--write", "x", "--policy", "rr")
        self.assertEqual(status, 2)
        self.assertIn("--fit", err)
        done = subprocess.run([PROGRAM, "rerank", "--policy", "rr"],
                              input=b"nothing\n", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error", json.loads(done.stdout))

    def test_weights_are_learned(self):
        beams = [line(*[candidate(f"SELECT {k}", 0.1 + 0.2 * k,
                                  label=int(k == (2 if i % 4 else 1)))
                        for k in range(4)]) for i in range(40)]
        model = os.path.join(self.root, "model")
        os.makedirs(model, exist_ok=True)
        with open(os.path.join(model, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump({"a": 0.1, "t2sed": {"thresholds": {"correct": 0.5}}},
                      file)
        status, out, err = run("rerank", "--fit", "--write", model,
                               lines=beams)
        self.assertEqual(status, 0, err)
        weights = json.loads(out)
        with open(os.path.join(model, "config.json"),
                  encoding="utf-8") as file:
            config = json.load(file)
        self.assertEqual(config["t2sed"]["reranker"], weights)
        self.assertEqual(config["t2sed"]["thresholds"], {"correct": 0.5})
        self.assertEqual(config["a"], 0.1)
        status, _, err = run("rerank", "--fit", lines=[line(NAMES)])
        self.assertEqual(status, 2)
        self.assertIn("none of 1 beams", err)
        status, _, err = run("rerank", "--fit", "--write",
                             os.path.join(self.root, "none"), lines=beams)
        self.assertEqual(status, 2)
        self.assertIn("config.json", err)


class InBeam(Case):
    """A model with weights for the probability in a beam."""

    BEAM = {"results": {"logit": 1, "voices": 1.5, "empty": -1},
            "texts": {"logit": 1, "votes": 1}}
    ASKED = ["SELECT count(*) FROM singer", "SELECT count(id) FROM singer",
             "SELECT name FROM singer WHERE age > 90"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.model = os.path.join(cls.root, "weighed")
        light = os.path.join(ROOT, "lib", "models", "default")
        os.mkdir(cls.model)
        for entry in os.listdir(light):
            if entry != "config.json":
                os.symlink(os.path.realpath(os.path.join(light, entry)),
                           os.path.join(cls.model, entry))
        with open(os.path.join(light, "config.json"), encoding="utf-8") as file:
            config = json.load(file)
        config["t2sed"]["beam"] = cls.BEAM
        with open(os.path.join(cls.model, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump(config, file)

    def answer(self, command, *arguments, queries=None, known=True):
        asked = {"question": "How many singers are there?", "db_id": "music",
                 "candidates": [{"sql": query}
                                for query in queries or self.ASKED]}
        roots = ["--db-root", self.root] if known else []
        status, out, err = run(command, "--model", self.model, *roots,
                               *arguments, lines=[asked])
        self.assertEqual(status, 0, err)
        return json.loads(out)["candidates"] if "--text" not in arguments \
            else out

    def test_score_tells_both(self):
        own = self.answer("score", "--alone")
        found = self.answer("score")
        for alone, one in zip(own, found):
            self.assertEqual(one["alone"], alone["probability"])
            self.assertNotIn("alone", alone)
            self.assertNotIn("agreement", alone)
        self.assertEqual([one["agreement"]["group"] for one in found],
                         [0, 0, 1])
        self.assertLess(found[2]["probability"], found[2]["alone"])
        with t2sed.Database(self.database) as database, \
                t2sed.Checker(self.model, database, answer=0.5) as checker:
            report = checker.check("How many singers are there?", self.ASKED)
        for one in report.candidates:
            self.assertAlmostEqual(one.probability,
                                   found[one.index]["probability"], places=4)
            self.assertAlmostEqual(one.alone, found[one.index]["alone"],
                                   places=5)

    def test_one_query_keeps_its_own(self):
        for known in (True, False):
            one, = self.answer("score", queries=self.ASKED[:1], known=known)
            self.assertEqual(one["probability"], one["alone"])
            own, = self.answer("score", "--alone", queries=self.ASKED[:1],
                               known=known)
            self.assertEqual(own["probability"], one["alone"])

    def test_by_text_alone(self):
        queries = ["SELECT count(*) FROM singer", "select COUNT(*) from singer",
                   "SELECT name FROM singer"]
        found = self.answer("score", queries=queries, known=False)
        self.assertEqual([one["agreement"]["outcome"] for one in found],
                         ["not_run"] * 3)
        self.assertEqual([one["agreement"]["group"] for one in found],
                         [0, 0, 1])
        self.assertGreater(found[0]["probability"] / found[0]["alone"],
                           found[2]["probability"] / found[2]["alone"])

    def test_the_order_follows(self):
        found = self.answer("rerank")
        values = [one["probability"] for one in found]
        self.assertEqual(values, sorted(values, reverse=True))
        for one in found:
            self.assertAlmostEqual(one["confidence"], one["probability"],
                                   places=5)
        own = self.answer("rerank", "--alone")
        self.assertNotIn("alone", own[0])
        status, out, err = run("rerank", "--model", self.model, lines=[
            {"question": "How many singers are there?",
             "candidates": self.answer("score")}])
        self.assertEqual(status, 0, err)
        self.assertEqual([one["sql"] for one in json.loads(out)["candidates"]],
                         [one["sql"] for one in found])
        self.assertIn("query", self.answer("score", "--text"))

    def test_a_query_that_fails_has_none(self):
        found = self.answer("score", queries=self.ASKED + ["SELECT FROM"])
        self.assertIsNone(found[3]["probability"])
        self.assertNotIn("alone", found[3])
        self.assertEqual(found[3]["error"]["code"], "ESYNTAX")

    def test_weights_are_learned(self):
        beams = [{"question": "Which?", "weight": 2, "candidates": [
            {"sql": f"SELECT {k}", "alone": 0.3 + 0.1 * (k == i % 3),
             "probability": 0.5, "label": int(k < 2 and i % 4 > 0),
             "agreement": {"group": int(k > 1), "outcome": "ran", "rows": 1}}
            for k in range(3)]} for i in range(60)]
        model = os.path.join(self.root, "learned")
        os.makedirs(model, exist_ok=True)
        with open(os.path.join(model, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump({"t2sed": {"beam": {"texts": {"logit": 2}}}}, file)
        status, out, err = run("rerank", "--fit-beam", "--write", model,
                               lines=beams)
        self.assertEqual(status, 0, err)
        weights = json.loads(out)
        self.assertGreater(weights["results"]["voices"], 0)
        self.assertEqual(list(weights), ["results"])
        with open(os.path.join(model, "config.json"),
                  encoding="utf-8") as file:
            self.assertEqual(json.load(file)["t2sed"]["beam"],
                             {"texts": {"logit": 2}, **weights})
        status, _, err = run("rerank", "--fit-beam", lines=[line(NAMES)])
        self.assertEqual(status, 2)
        self.assertIn("none of 1 beams", err)
        status, _, err = run("rerank", "--fit-beam", "--fit", lines=beams)
        self.assertEqual(status, 2)
        self.assertIn("exclude", err)

    def test_python_weighs(self):
        with t2sed.Model(self.model) as model:
            weighs = t2sed.Reranker(model=model)
        signals = weighs.signals([0.5, 0.5, None, 0.5], groups=[0, 0, 1, None],
                                 outcomes=[0, 0, 0, 1],
                                 empty=[False, False, True, False])
        found = weighs.probabilities(signals)
        self.assertEqual(found[0], found[1])
        self.assertGreater(found[0], found[3])
        self.assertIsNone(found[2])
        self.assertEqual(t2sed.Reranker().probabilities(signals),
                         [0.5, 0.5, None, 0.5])
        self.assertEqual(weighs.probabilities(weighs.signals([0.25])), [0.25])


class Trigger(Case):
    def decide(self, *arguments, lines):
        status, out, err = run("trigger", "--db-root", self.root, *arguments,
                               lines=lines)
        self.assertEqual(status, 0, err)
        return [json.loads(one) for one in out.splitlines()]

    def test_thresholds_decide(self):
        lines = [line(candidate("SELECT 1", p)) for p in (0.9, 0.5, 0.1)]
        found = self.decide("--answer", "0.8", "--abstain", "0.2", lines=lines)
        self.assertEqual([one["decision"] for one in found],
                         ["answer", "ask", "abstain"])
        self.assertNotIn("ask", found[0])
        self.assertNotIn("ask", found[2])

    def test_what_cannot_run_is_no_answer(self):
        broken, syntax, ran = (
            candidate("SELECT 1", 0.9, agreement={"outcome": outcome})
            for outcome in ("failed", "syntax", "ran"))
        found = self.decide("--answer", "0.8", lines=[
            line(broken, syntax), line(broken, ran),
            line(broken, {**syntax, "error": {"code": "EUNSUPPORTED"}}),
            line(broken, candidate("SELECT 1", 0.1))])
        self.assertEqual([one["decision"] for one in found],
                         ["abstain", "answer", "answer", "answer"])

    def test_the_gravest_finding_is_asked(self):
        found, = self.decide("--answer", "0.99", lines=[line(BROKEN, NAMES)])
        self.assertEqual(found["ask"]["finding"]["code"], "unknown_column")
        found, = self.decide("--answer", "0.99", "--no-findings",
                             lines=[line(BROKEN, NAMES)])
        self.assertIsNone(found["ask"])

    def test_confidence_goes_before_probability(self):
        found, = self.decide("--answer", "0.8",
                             lines=[line(dict(NAMES, confidence=0.85))])
        self.assertEqual(found["decision"], "answer")

    def test_another_answer_is_named(self):
        _, out, _ = run("rerank", "--policy", "vote", "--db-root", self.root,
                        lines=[line(COUNT, IDS, NAMES)])
        found, = self.decide("--answer", "0.99", lines=[json.loads(out)])
        self.assertEqual(found["ask"]["instead"], 3)
        status, out, _ = run("trigger", "--answer", "0.99", "--text",
                             lines=[found])
        self.assertEqual(status, 0)
        self.assertIn("or is meant: SELECT name", out)

    def test_one_query_and_none(self):
        found = self.decide("--answer", "0.5", lines=[
            {"question": "Who?", "sql": "SELECT 1", "probability": 0.6},
            {"question": "Who?", "candidates": []}])
        self.assertEqual([one["decision"] for one in found],
                         ["answer", "ask"])

    def test_thresholds_are_chosen(self):
        lines = [line(candidate("SELECT 1", p / 100, label=int(p >= 40)))
                 for p in range(5, 100, 5)]
        status, out, err = run("trigger", "--fit", lines=lines)
        self.assertEqual(status, 0, err)
        self.assertEqual(json.loads(out), {"answer_90": 0.325,
                                           "answer_95": 0.375,
                                           "answer_99": 0.375})
        status, out, _ = run("trigger", "--fit", "--right", "99",
                             "--budget", "10", lines=lines)
        self.assertEqual(json.loads(out), {"answer": 0.375, "abstain": 0.325})
        status, out, _ = run("trigger", "--fit", "--budget", "20",
                             lines=lines)
        self.assertEqual(json.loads(out), {"answer": 0.175, "abstain": 0.0})

    def test_bad_options_are_told(self):
        for arguments in (("--answer", "0.5", "--right", "90"),
                          ("--right", "900"), ("--write", "x"),
                          ("--answer", "0.5", "--abstain", "0.6")):
            status, _, err = run("trigger", *arguments)
            self.assertEqual(status, 2, err)
        status, _, err = run("trigger", "--fit", lines=[line(NAMES)])
        self.assertEqual(status, 2)
        self.assertIn("no item", err)


class Binding(Case):
    def test_agreement(self):
        queries = [one["sql"] for one in (NAMES, COUNT, IDS, BROKEN)]
        with t2sed.Schema.from_sqlite(self.database) as schema, \
                t2sed.Evidence(t2sed.Database(self.database)) as evidence:
            found = t2sed.agree(queries, evidence)
        self.assertEqual([one.group for one in found], [0, 1, 1, None])
        self.assertEqual(found[1], t2sed.Agreement(1, 0.5, "ran", 1))
        self.assertEqual([one.group for one in t2sed.agree(queries[:2])],
                         [0, 1])

    def test_reranker(self):
        with t2sed.Reranker("ed(0.60)+rr") as reranker:
            self.assertEqual(reranker.policy, "ed(0.6)+rr")
            signals = reranker.signals([0.2, None, 0.9])
            self.assertEqual(reranker.best(signals), 2)
            places = reranker.order(signals)
            self.assertEqual([place.index for place in places], [2, 0, 1])
            self.assertEqual(places[0].moves, [
                t2sed.Move("rr", 2, 0, "its probability is 0.90")])
            self.assertIsNone(places[0].confidence)
        with t2sed.Reranker() as reranker:
            place = reranker.order(reranker.signals(
                [0.6, 0.6, 0.6], groups=[0, 1, 1], sources=[0, 1, 2]))[0]
            self.assertEqual(place.index, 1)
            self.assertGreater(place.confidence, 0.6)
        with self.assertRaises(t2sed.Error):
            t2sed.Reranker("best")
        with self.assertRaises(ValueError):
            t2sed.Reranker.signals([1.0], groups=[0, 1])

    def test_trigger(self):
        with t2sed.Trigger(0.8, 0.2) as trigger:
            self.assertEqual([trigger.decide(p) for p in (0.9, 0.5, None)],
                             ["answer", "ask", "abstain"])
        with self.assertRaises(t2sed.Error):
            t2sed.Trigger(0.2, 0.8)


if __name__ == "__main__":
    tap.main()
