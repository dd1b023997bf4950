#!/usr/bin/env python3
"""t2sed eval on labelled and scored files: tables, JSON, the page, bad input.

Plain Python, no packages, no model. Prints TAP.
"""

import html.parser
import json
import os
import random
import subprocess
import tempfile
import unittest

from support import tap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
T2SED = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"), "bin", "t2sed")


def line(db_id, *candidates, **more):
    """A beam of (label, probability[, sql[, score]])."""
    made = []
    for label, probability, *rest in candidates:
        made.append({"label": label, "probability": probability,
                     "sql": rest[0] if rest else f"SELECT {len(made)}",
                     "score": rest[1] if len(rest) > 1 else None})
    return {"db_id": db_id, "question": "?", "candidates": made, **more}


# Two databases that choose 0.6 and 0.35 as each other's thresholds.
SMALL = [line("a", (1, 0.9), (0, 0.1)), line("a", (1, 0.4), (0, 0.5)),
         line("a", (0, 0.3), (1, 0.8)),
         line("b", (1, 0.8), (0, 0.2)), line("b", (0, 0.4), (0, 0.3)),
         line("b", (None, 0.5), (1, 0.6)), line("b", (0, None), (1, 0.6))]


class Tags(html.parser.HTMLParser):
    """Counts tags, and notes those that are closed wrongly."""

    def __init__(self):
        super().__init__()
        self.open, self.counts, self.wrong = [], {}, []

    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, lines, name="small.jsonl"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            for one in lines:
                print(one if isinstance(one, str) else json.dumps(one),
                      file=file)
        return path

    def run_eval(self, *arguments, status=0):
        run = subprocess.run([T2SED, "eval", *arguments], text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return run

    def json_of(self, *arguments, status=0):
        run = self.run_eval("--format", "json", *arguments, status=status)
        return json.loads(run.stdout)

    def cells(self, table, *arguments):
        run = self.run_eval("--table", table, *arguments)
        rows = [[cell.strip() for cell in row.strip("|").split("|")]
                for row in run.stdout.splitlines() if row.startswith("|")]
        return [dict(zip(rows[0], row)) for row in rows[2:]]

    def test_detection_by_hand(self):
        path = self.write(SMALL)
        report = self.json_of("--folds", "2", path)["files"][0]
        self.assertEqual([report[key] for key in
                          ("questions", "labelled", "scored", "right")],
                         [7, 6, 5, 3])
        detector = report["detectors"][0]
        for threshold, expected in zip(sorted(detector["thresholds"]),
                                       (0.35, 0.6)):
            self.assertAlmostEqual(threshold, expected)
        # a at 0.6: right, missed, flagged; b at 0.35: right, let through.
        self.assertEqual(detector["all_items"]["items"], 5)
        self.assertAlmostEqual(detector["all_items"]["accuracy"], 3 / 5)
        self.assertAlmostEqual(detector["mean_of_folds"]["accuracy"],
                               (2 / 3 + 1 / 2) / 2)
        # Right above wrong in 5 1/2 of 6 pairs.
        self.assertAlmostEqual(detector["all_items"]["auc"], 5.5 / 6)
        row = self.cells("2", "--folds", "2", path)[0]
        self.assertEqual((row["items"], row["AUC"]), ("5", "91.7"))

    def test_decisions_by_hand(self):
        path = self.write(SMALL)
        oracle = self.cells("oracle", path)[0]
        self.assertEqual((oracle["1-best"], oracle["5-best"]),
                         ("42.9", "85.7"))
        row = self.cells("4", "--folds", "2", path)[0]
        # RR wins the third and the last, loses the second; so does ED+RR at
        # 0.5, and at the chosen thresholds (0.6 for a, 0.35 for b).
        self.assertEqual([row[key] for key in
                          ("N/A", "RR", "ED+RR 0.5", "beam hit", "skipped")],
                         ["42.9", "57.1", "57.1", "71.4", "1"])
        answers = self.cells("5", path)[0]
        self.assertEqual((answers["items"], answers["at 95 %"]), ("5", "2"))
        asked = self.cells("7", path)[0]
        self.assertEqual(asked["for 95 %"], "3")

    def test_baselines(self):
        lines = [line("a", (1, 0.9, "SELECT 1", -1), (0, 0.1, "select  1", -9),
                      (0, 0.1, "SELECT 2", -1)),
                 line("b", (0, 0.2, "SELECT 'A'", -3),
                      (0, 0.2, "SELECT 'a'", -3))]
        for one, passes in zip(lines, ([1, 3], [2, 2])):
            one["candidates"][0]["dropout"] = passes
        report = self.json_of(self.write(lines))["files"][0]
        found = {one["id"]: one for one in report["detectors"]}
        self.assertEqual(sorted(found), ["dropout", "length", "probability",
                                         "score", "softmax"])
        thresholds = lambda name: [point[2] for point in
                                   found[name]["answers"]["points"]]
        self.assertEqual(thresholds("softmax"), [0.5])  # a repetition counts once
        self.assertEqual(thresholds("score"), [-1, -3])
        self.assertEqual(thresholds("dropout"), [0, -1])
        self.assertEqual(thresholds("length"), [-8, -10])

    def test_hardness_and_turns(self):
        lines = [line("ab"[i % 2], (i % 3 > 0, i / 20),
                      hardness=("easy", "extra")[i % 4 > 1], turn=i // 2 + 1)
                 for i in range(20)]
        path = self.write(lines)
        rows = self.cells("A.2", path)
        self.assertEqual([rows[0][key] for key in ("easy", "medium", "extra")],
                         ["50.0", "0.0", "50.0"])
        self.assertEqual(rows[1]["medium"], "-")
        self.assertEqual([row["questions"] for row in
                          self.cells("turns", path)],
                         ["2", "2", "2", "2", "12", "20", "11"])

    def test_question_and_interaction_match(self):
        """Of three interactions one is right throughout; a line without a turn
        is of none and parts two."""
        turns = ((1, 1), (2, 1), (3, 0), (1, 1), (7, 1), (None, 0), (8, 0),
                 (9, 1))
        path = self.write([line("a", (label, 0.5), turn=turn)
                           for turn, label in turns])
        self.assertEqual(
            [(row["turn"], row["questions"], row["right"], row["detection AUC"])
             for row in self.cells("turns", path)[-2:]],
            [("all (QM)", "7", "71.4", "-"),
             ("interactions (IM)", "3", "33.3", "-")])
        first = self.json_of(path)["files"][0]
        self.assertEqual((first["question_match"], first["interactions"],
                          first["interaction_match"]), (5 / 7, 3, 1 / 3))

    def test_schema_gives_hardness(self):
        tables = [{"db_id": "shop", "table_names_original": ["item"],
                   "table_names": ["item"],
                   "column_names_original": [[-1, "*"], [0, "name"]],
                   "column_names": [[-1, "*"], [0, "name"]],
                   "column_types": ["text", "text"], "primary_keys": [],
                   "foreign_keys": []}]
        schemas = self.write([json.dumps(tables)], "tables.json")
        path = self.write([line("shop", (1, 0.5), gold="SELECT name FROM item")
                           for _ in range(2)])
        report = self.json_of("--tables", schemas, path)["files"][0]
        self.assertEqual(report["oracle_by_hardness"]["easy"]["1"], 1)

    def test_order_does_not_matter(self):
        maker = random.Random(4)
        lines = [line(f"db{maker.randrange(9)}",
                      *[(maker.choice([0, 1, 1, None]),
                         maker.choice([None, round(maker.random(), 1)]),
                         f"SELECT {maker.randrange(3)}", maker.random())
                        for _ in range(maker.randrange(4))])
                 for _ in range(200)]
        first = self.run_eval(self.write(lines, "one.jsonl")).stdout
        os.mkdir(os.path.join(self.folder, "other"))
        maker.shuffle(lines)
        path = self.write(lines, "other/one.jsonl")
        self.assertEqual(first, self.run_eval(path).stdout)
        self.assertNotEqual(first, self.run_eval("--seed", "1", path).stdout)

    def test_files_share_folds(self):
        lines = [line(f"db{i % 7}", (i % 2, i / 50)) for i in range(50)]
        one = self.write(lines, "one.jsonl")
        two = self.write(lines[:30] + [line("db0", (None, 0.5))], "two.jsonl")
        both = self.json_of(one, two)["files"]
        alone = self.json_of(two)["files"][0]
        self.assertEqual([file["name"] for file in both], ["one", "two"])
        self.assertEqual(both[1], alone)
        self.assertEqual(self.cells("2", one, two)[-1]["file"], "mean")

    def test_intervals(self):
        lines = [line(f"db{i % 7}", (i % 3 > 0, i % 11 / 11))
                 for i in range(90)]
        path = self.write(lines)
        detector = self.json_of("--bootstrap", "50", path)["files"][0][
            "detectors"][0]
        for key, value in (("auc", detector["all_items"]["auc"]),
                           ("accuracy", detector["all_items"]["accuracy"]),
                           ("aurc", detector["risk"]["area"])):
            low, high = detector[key + "_interval"]
            self.assertLess(low, value)
            self.assertGreater(high, value)
        answers = detector["answers"]
        for level, reached in answers["reach"].items():
            low, high = answers["reach_intervals"][level]
            self.assertLessEqual(low, reached or 0)
            self.assertGreaterEqual(high, reached or 0)
            low, high = answers["threshold_intervals"][level]
            self.assertLessEqual(low, high)
        self.assertIn("[", self.cells("5", "--bootstrap", "50", path)[0][
            "at 95 %"])

    def test_not_scored_or_not_labelled(self):
        bare = {"db_id": "a", "candidates": [{"sql": "x", "label": 1}]}
        run = self.run_eval(self.write([bare, bare]))
        self.assertIn("score the file first", run.stderr)
        self.assertIn("run 't2sed score' first", run.stdout)
        self.assertIn("Oracle", run.stdout)
        run = self.run_eval(self.write([{"sql": "x", "probability": 1}]),
                            status=2)
        self.assertIn("eval --label", run.stderr)
        self.run_eval(self.write([]), status=2)

    def test_bad_lines(self):
        lines = ["{", "[]", "", {"question": "?"}, {"candidates": 3},
                 {"candidates": [3]}, {"candidates": []},
                 {"sql": 3, "label": "1", "probability": "x"},
                 {"sql": "x", "label": 2, "probability": 7, "score": [],
                  "dropout": [], "turn": -3, "hardness": 9, "db_id": 4},
                 {"sql": "x", "label": True, "probability": 0.5,
                  "score": 1e308, "dropout": ["x", 1]}] + SMALL
        report = self.json_of(self.write(lines), status=1)["files"][0]
        self.assertEqual(report["refused_lines"], 6)
        self.assertEqual(report["questions"], 11)
        self.assertEqual(report["right"], 4)

    def test_wrong_usage(self):
        path = self.write(SMALL)
        for arguments in (["--table", "2,9"], ["--format", "xml"],
                          ["--folds", "1"], ["--bins", "0"], ["--folds", "x"],
                          ["--label", "fixed", "--table", "2"],
                          ["--report", self.folder + "/no/page.html"],
                          ["--tables", self.folder + "/none.json"]):
            self.run_eval(*arguments, path, status=2)
        self.run_eval(self.folder + "/none.jsonl", status=2)
        self.run_eval(self.folder, status=2)

    def test_page(self):
        path = self.write(SMALL, "<script>&\"'.jsonl")
        page = os.path.join(self.folder, "page.html")
        self.run_eval("--report", page, path, self.write(SMALL))
        with open(page, encoding="utf-8") as file:
            text = file.read()
        tags = Tags()
        tags.feed(text)
        self.assertEqual((tags.wrong, tags.open), ([], []))
        self.assertNotIn("script", tags.counts)
        self.assertNotIn("://", text)
        self.assertNotIn("nan", text.split("</style>")[1].lower())
        self.assertEqual(tags.counts["figure"], 8)
        self.assertEqual(tags.counts["svg"], 8 + 2 * 2)  # and legends
        self.assertEqual(tags.counts["h1"], 1)
        self.assertIn("<html lang=\"en\">", text)
        self.assertEqual(text.count("<title>How"), 1)


if __name__ == "__main__":
    tap.main()
