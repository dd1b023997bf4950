#!/usr/bin/env python3
"""The page of t2sed eval --report: its sentences against numbers made here,
what it lists, that nothing of a file becomes markup, that it fits a phone."""

import html
import json
import math
import os
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from support import tap
from test_eval_report import T2SED, Tags

EVIL = "<script>alert('x')</script> & \"quotes\" \x1b[2J"
LONG = "SELECT " + ", ".join(f"column_number_{i}" for i in range(60)) + \
    "\nFROM " + "a" * 300


def lines_of(count, seed, wrong_above=2.0):
    """Lines of one database; where the probability is above `wrong_above` the
    query is wrong."""
    maker = random.Random(seed)
    for i in range(count):
        p = round(maker.random(), 3)
        label = int(maker.random() < p ** 0.5 and p <= wrong_above)
        yield {"db_id": "shop", "question": f"Question {i}?",
               "gold": "SELECT 1", "candidates": [
                   {"sql": f"SELECT {i}", "label": label, "probability": p}],
               "scored_by": {"model": "default", "version": "9.8.7",
                             "database": "rows"}}


def text_of(page):
    """What a reader sees, each run of blanks one."""
    body = page.split("</style>")[1]
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", body)).split())


def wilson(right, count, z=1.959964):
    """The interval of a share by its definition: where the share is z
    deviations away, in whole percents around it."""
    ends = [p / 10000 for p in range(10001) if abs(right / count - p / 10000)
            <= z * (p / 10000 * (1 - p / 10000) / count) ** 0.5]
    return math.floor(100 * ends[0]), math.ceil(100 * ends[-1])


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def page(self, lines, *arguments):
        path = os.path.join(self.folder, "data.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in lines)
        page = os.path.join(self.folder, "page.html")
        subprocess.run([T2SED, "eval", "--report", page, *arguments, path],
                       check=True, stdout=subprocess.DEVNULL)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        tags = Tags()
        tags.feed(text)
        self.assertEqual((tags.wrong, tags.open), ([], []))
        self.assertNotIn("script", tags.counts)
        self.assertNotIn("://", text)
        return text

    def test_sentences(self):
        for seed in range(4):
            lines = list(lines_of(120 + seed, seed))
            pairs = [(one["candidates"][0]["probability"],
                      one["candidates"][0]["label"]) for one in lines]
            text = text_of(self.page(lines))
            wrong = [p for p, label in pairs if not label]
            right = [p for p, label in pairs if label]
            missed = sum(p >= 0.5 for p in wrong)
            alarms = sum(p < 0.5 for p in right)
            share = lambda part, all_, what: (
                f"{part} of {all_} {what} ({100 * part / all_:.0f} %)")
            self.assertIn("The detector flags "
                          + share(len(wrong) - missed, len(wrong),
                                  "wrong queries")
                          + " , and by mistake "
                          + share(alarms, len(right), "right ones")
                          + ": what is less probable than 0.5.", text)
            self.assertIn(f"Confident mistakes : {missed} wrong", text)
            self.assertIn(f"False alarms : {alarms} right", text)
            # The lowest threshold at which 95 % are right.
            good = [t for t in sorted({p for p, _ in pairs}) if 20 * sum(
                label for p, label in pairs if p >= t) >= 19 * sum(
                    p >= t for p, _ in pairs)]
            found = re.search(
                r"Where the probability is at least ([0-9.]+) , 95 % of the "
                r"answers are right \((\d+) to (\d+) % with 95 % confidence\)"
                r": that is (\d+) of (\d+) questions "
                r"\((\d+) %\) , and (\d+) right answers", text)
            answered = [label for p, label in pairs if p >= good[0]]
            self.assertEqual(
                [int(n) for n in found.groups()[1:]],
                [*wilson(sum(answered), len(answered)),
                 len(answered), len(pairs),
                 round(100 * len(answered) / len(pairs)), sum(answered)])
            # What is printed chooses the same answers.
            self.assertEqual(len(answered), sum(
                p >= float(found.group(1)) for p, _ in pairs))

    def test_threshold_has_an_interval(self):
        lines = list(lines_of(400, 3))
        for i, one in enumerate(lines):
            one["db_id"] = f"shop{i % 20}"
        text = text_of(self.page(lines, "--bootstrap", "50"))
        found = re.search(r"at least ([0-9.]+) \(95 % interval ([0-9.]+) to "
                          r"([0-9.]+)\), 95 % of the answers", text)
        at, low, high = map(float, found.groups())
        self.assertTrue(low <= at <= high and low < high, found.group(0))

    def test_95_percent_is_not_reached(self):
        text = text_of(self.page(lines_of(100, 1, wrong_above=0.9)))
        self.assertRegex(text, r"No probability is so high that 95 % of the "
                               r"answers are right. Where it is at least "
                               r"0\.\d+ , \d\d % are, the most \(\d+ to \d+ % "
                               r"with 95 % confidence\): that is")

    def test_model_data_and_database(self):
        lines = list(lines_of(30, 2))
        lines[0]["scored_by"]["database"] = "none"
        text = text_of(self.page(lines))
        self.assertIn("The data: 30 questions on 1 database, with 30 queries",
                      text)
        self.assertIn("The probabilities are those of the model default of "
                      "t2sed 9.8.7, which looked at the databases' rows (29 "
                      "questions).", text)
        self.assertIn("of t2sed 9.8.7, which read the text alone and no "
                      "database (1 question).", text)
        for one in lines:
            one["scored_by"] = {"model": 3}
        self.assertIn("the file doesn't say which gave the probabilities",
                      text_of(self.page(lines)))

    def test_score_names_its_model(self):
        path = os.path.join(self.folder, "shop.sqlite")
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)")
        db.commit()
        db.close()
        tables = os.path.join(self.folder, "tables.json")
        with open(tables, "w", encoding="utf-8") as file:
            json.dump([{"db_id": "shop", "table_names_original": ["item"],
                        "table_names": ["item"], "column_names_original": [
                            [-1, "*"], [0, "id"]],
                        "column_names": [[-1, "*"], [0, "id"]],
                        "column_types": ["text", "number"],
                        "primary_keys": [], "foreign_keys": []}], file)
        line = {"db_id": "shop", "question": "?", "sql": "SELECT id FROM item"}
        for options, database in (([], "none"), (["--tables", tables],
                                                 "schema"),
                                  (["--db", path], "rows")):
            done = subprocess.run(
                [T2SED, "score", "--quiet", "--model", "default", *options],
                input=json.dumps(line), stdout=subprocess.PIPE, text=True,
                check=True)
            found = json.loads(done.stdout)["scored_by"]
            version = found.pop("version")
            self.assertRegex(version, r"^\d+\.\d+\.\d+$")
            self.assertEqual(found, {"model": "default", "database": database})
        given = {**line, "probability": 0.5}  # is kept, and whose it is is not known
        done = subprocess.run([T2SED, "rerank", "--quiet"], text=True,
                              input=json.dumps(given), stdout=subprocess.PIPE,
                              check=True)
        self.assertNotIn("scored_by", done.stdout)

    def test_nothing_becomes_markup(self):
        lines = list(lines_of(3, 3))
        lines[0]["candidates"][0].update(
            label=0, probability=0.99, sql="SELECT\n" + EVIL, findings=[
                {"severity": "error", "message": EVIL, "suggestion": EVIL},
                {"severity": 3}])
        lines[0].update(question=EVIL, gold=EVIL, db_id=EVIL)
        lines[1]["scored_by"]["model"] = EVIL
        page = self.page(lines)
        self.assertNotIn("<script", page)
        self.assertNotIn("\x1b", page)
        shown = html.escape(EVIL, quote=False).replace('"', "&quot;") \
            .replace("\x1b", "\\x1b")
        self.assertEqual(page.count(shown), 7)
        self.assertIn("SELECT\n" + shown, page)  # its lines stay lines

    def test_lists(self):
        lines = list(lines_of(200, 4))
        page = self.page(lines)
        for label, name in ((0, "Confident"), (1, "False alarms")):
            expected = [one["question"] for one in sorted(
                (one for one in lines
                 if one["candidates"][0]["label"] == label and
                 (one["candidates"][0]["probability"] >= 0.5) != label),
                key=lambda one: one["candidates"][0]["probability"] *
                (1 if label else -1))][:10]
            part = page.split(f"<b>{name}")[1].split("</ol>")[0]
            self.assertEqual(re.findall(r"Question \d+\?", part), expected)
        self.assertIn("The file has no findings", page)
        head = page.split("The tables of the papers")[0]
        self.assertNotIn("<table", head)  # behind a fold
        self.assertTrue(head.endswith("<details><summary>"))

    def test_findings_are_made(self):
        path = os.path.join(self.folder, "shop.sqlite")
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)")
        db.commit()
        db.close()
        line = {"question": "Which names are there?", "sql": "SELECT nam FROM "
                "item", "label": 0, "probability": 0.9}
        text = text_of(self.page([line], "--db", path))
        self.assertIn('no table of the query has a column "nam"', text.lower())
        self.assertIn("(perhaps: name)", text)

    def test_fits_a_phone(self):
        chromium = shutil.which("chromium")
        if not chromium:
            self.skipTest("needs chromium")
        lines = list(lines_of(60, 5))
        lines[0]["candidates"][0].update(label=0, probability=1, sql=LONG)
        lines[0].update(question="q" * 400, gold=LONG)
        page = self.page(lines, "--bootstrap", "20").replace(
            "<details>", "<details open>")
        for width in (390, 1280):
            # A window is 500 wide at least; a frame is as wide as it is told.
            frame = os.path.join(self.folder, "frame.html")
            with open(frame, "w", encoding="utf-8") as file:
                file.write(
                    f"<!DOCTYPE html><iframe width={width} height=900 srcdoc="
                    f"\"{html.escape(page)}\"></iframe><script>onload=()=>{{"
                    "document.title=frames[0].document.documentElement"
                    ".scrollWidth+' '+frames[0].innerWidth+['.queries>li',"
                    "'.leads>p','.tables>section:nth-child(n+4)'].map(what=>"
                    "' '+Math.max(0,...[...frames[0].document"
                    ".querySelectorAll(what)].map(e=>"
                    "e.getBoundingClientRect().right))).join('')}</script>")
            done = subprocess.run(
                [chromium, "--headless", "--no-sandbox", "--disable-gpu",
                 "--hide-scrollbars", "--user-data-dir=" + self.folder +
                 "/profile", "--window-size=1400,1000", "--dump-dom",
                 "file://" + frame], stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, timeout=120)
            found = re.search(r"<title>(\d+) (\d+)((?: [\d.]+){3})</title>",
                              done.stdout)
            self.assertTrue(found, done.stdout[-500:])
            self.assertEqual([int(n) for n in found.groups()[:2]],
                             [width, width])
            # Little of it stays empty at the right.
            for right in found.group(3).split():
                self.assertGreater(float(right), 0.9 * width)


if __name__ == "__main__":
    tap.main()
