#!/usr/bin/env python3
"""t2sed check: one question and its queries at a terminal. Prints TAP."""

import fcntl
import json
import math
import os
import pty
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
LIGHT = os.path.join(ROOT, "lib", "models", "default")
with open(os.path.join(LIGHT, "config.json"), encoding="utf-8") as _config:
    THRESHOLDS = json.load(_config)["t2sed"]["thresholds"]
TABLE = "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);"
QUESTION = "How many pets are there?"
COUNT = "SELECT count(*) FROM pet"
MARKS = re.compile(r" *\d* *\^+")
COLOUR = re.compile("\x1b\\[[0-9;]*m")
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f"
                     "\u2028-\u202e\u2060-\u206f\ufeff]")


def columns(text):
    """The column at which each character begins, and the width of all."""
    at, begins = 0, []
    for one in text:
        begins.append(at)
        at += 0 if unicodedata.combining(one) else \
            2 if unicodedata.east_asian_width(one) in "WF" else 1
    return begins, at


def marked(lines):
    """What stands above the marks, in pieces."""
    pieces, above = [], ""
    for line in lines:
        if not MARKS.fullmatch(line):
            above = line
        else:
            begins, width = columns(above)
            text = "".join(c for c, at in zip(above, begins)
                           if line[at:at + 1] == "^")
            pieces.append(text)
            end = line.rindex("^") + 1
            assert end in begins + [width, width + 1], (above, line)
    return pieces


class Check(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = folder.name
        cls.database = os.path.join(cls.root, "pets.sqlite")
        db = sqlite3.connect(cls.database)
        db.executescript(TABLE + "INSERT INTO pet VALUES (1, 'Rex', 3), "
                                 "(2, 'Tom', 5);")
        db.close()
        cls.schema = os.path.join(cls.root, "pets.sql")
        with open(cls.schema, "w", encoding="utf-8") as file:
            file.write(TABLE)

    def run_check(self, *arguments, text="", out=subprocess.PIPE, **env):
        clean = {k: v for k, v in os.environ.items()
                 if k not in ("NO_COLOR", "COLUMNS", "TERM")}
        return subprocess.run(
            [PROGRAM, "check", "--model", LIGHT, *arguments], stdout=out,
            stderr=subprocess.PIPE, input=text.encode(), timeout=300,
            env=dict(clean, **env))

    def check(self, *arguments, database=True, status=None, **more):
        """The lines that are printed."""
        done = self.run_check(*(["--db", self.database] if database else []),
                              *arguments, **more)
        self.assertIn(done.returncode,
                      (0, 1) if status is None else (status,), done.stderr)
        if database:
            self.assertEqual(done.stderr, b"")
        return done.stdout.decode().splitlines()

    def test_a_model_without_thresholds_names_what_makes_them(self):
        model = os.path.join(self.root, "own")
        shutil.copytree(LIGHT, model)
        path = os.path.join(model, "config.json")
        with open(path, encoding="utf-8") as file:
            config = json.load(file)
        config["t2sed"]["thresholds"] = {}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        arguments = ["--model", model, "--db", self.database, "--json",
                     QUESTION, COUNT]
        done = self.run_check(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertIn(b"`t2sed trigger --fit --write DIR`", done.stderr)
        line = json.loads(done.stdout)
        self.assertEqual(line["threshold"], 0.5)
        self.assertIn("`t2sed trigger --fit --write DIR`", line["note"])
        done = self.run_check("--right", "90", *arguments)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"`t2sed trigger --fit --write DIR`", done.stderr)
        done = self.run_check("--answer", "0.5", *arguments)
        self.assertEqual(done.stderr, b"")
        self.assertNotIn("note", json.loads(done.stdout))

    def on_terminal(self, *arguments, wide=80, **env):
        parent, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 24, wide, 0, 0))
        done = self.run_check("--db", self.database, *arguments, out=child,
                              **env)
        os.close(child)
        got = b""
        try:
            while part := os.read(parent, 65536):
                got += part
        except OSError:  # the end, on Linux
            pass
        os.close(parent)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return got.decode().replace("\r\n", "\n")

    # --- decisions ---

    def test_answer_ask_and_abstain(self):
        lines = self.check(QUESTION, COUNT, status=0)
        self.assertRegex(lines[0], r"^Answer: the query has probability "
                                   r"0\.\d{3} \(threshold 0\.\d{3}\)\.$")
        self.assertRegex(lines[2], r"^1  probability 0\.\d{3}$")
        self.assertEqual(lines[3:5], ["    " + COUNT,
                                      "    Because (log odds):"])
        for line in lines[5:]:
            self.assertRegex(line, r"^      [+-]\d\.\d\d  [^.]*\. \[\w+\]$")
        lines = self.check("--answer", "1", QUESTION, COUNT, status=1)
        self.assertTrue(lines[0].startswith("Ask first: the query has"))
        self.assertRegex(lines[0], r"\(threshold 1\.000\)\.$")
        lines = self.check("--answer", "1", "--abstain", "0.9999", QUESTION,
                           "SELECT age FROM pet", status=1)
        self.assertTrue(lines[0].startswith("Give no answer: "), lines)
        self.assertIn("(threshold 1.000)", lines[0])
        self.check("--answer", "0", QUESTION, "SELECT age FROM pet", status=0)

    def test_no_answer_where_nothing_runs(self):
        broken = ["SELECT nosuch FROM pet", "SELECT", "SELECT count(*) FROM pets"]
        for known in [], ["--schema", self.schema]:
            lines = self.check(*known, QUESTION, *broken, status=1,
                               database=not known)
            self.assertEqual(lines[0],
                             "Give no answer: none of the queries can run.")
            lines = self.check(*known, "--json", QUESTION, *broken, status=1,
                               database=not known)
            self.assertEqual(json.loads(lines[0])["decision"], "abstain")
            lines = self.check(*known, QUESTION, *broken, COUNT,
                               status=None, database=not known)
            self.assertNotIn("Give no answer", lines[0])

    def test_the_question_to_ask(self):
        first = "SELECT count(*) FROM pet WHERE age > 3"
        second = "SELECT count(*) FROM pet WHERE age >= 3"
        lines = self.check("--answer", "1", "--schema", self.schema, QUESTION,
                           first, second, database=False, status=1)
        self.assertTrue(lines[0].startswith("Ask first: "), lines)
        at = lines.index("Should a pet be included whose age is 3?")
        self.assertRegex(lines[at + 1],
                         r"^Query [12] gives \d, query [12] gives \d\.$")
        self.assertIn("pet", lines[at + 3])
        self.assertEqual(lines[at + 4].split(), ["id", "age"])
        self.assertEqual(lines[at + 5].split()[1], "3")
        self.assertIn("result of query 1", lines)
        self.assertIn("result of query 2", lines)
        done = self.run_check("--json", "--answer", "1", "--schema",
                              self.schema, QUESTION, first, second)
        ask = json.loads(done.stdout)["ask"]
        self.assertRegex(ask["when"], "^They differ when a pet's age is 3: ")
        self.assertEqual(sorted(ask["queries"]), [1, 2])
        lines = self.check("--answer", "0", "--schema", self.schema, QUESTION,
                           first, second, database=False, status=0)
        self.assertNotIn("Should", "".join(lines))

    def test_best_first(self):
        lines = self.check(QUESTION, "SELECT nam FROM pet", COUNT)
        heads = [line for line in lines if re.match(r"\d  ", line)]
        self.assertRegex(heads[0], r"^1  probability 0\.\d{3}, query 2$")
        self.assertRegex(heads[1], r"^2  probability 0\.\d{3}, query 1$")
        self.assertIn("best query", lines[0])

    def test_no_database(self):
        done = self.run_check(QUESTION, COUNT)
        self.assertIn(done.returncode, (0, 1))
        self.assertIn(b"    " + COUNT.encode(), done.stdout)
        self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertIn(b"no --db", done.stderr)

    def test_an_empty_file_is_a_database_without_tables(self):
        path = os.path.join(self.root, "empty.sqlite")
        open(path, "w", encoding="utf-8").close()
        done = self.run_check("--db", path, "How many pets are there?", COUNT)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.decode(),
                         f"t2sed: --db {path}: the file is empty, a database "
                         "without tables\n")
        self.assertIn("no table", done.stdout.decode())

    def test_schemas(self):
        tables = os.path.join(self.root, "tables.json")
        with open(tables, "w", encoding="utf-8") as file:
            json.dump([{
                "db_id": "pets", "table_names": ["pet"],
                "table_names_original": ["pet"],
                "column_names": [[-1, "*"], [0, "id"], [0, "name"]],
                "column_names_original": [[-1, "*"], [0, "id"], [0, "name"]],
                "column_types": ["text", "number", "text"],
                "primary_keys": [1], "foreign_keys": []}], file)
        for options in (["--schema", self.schema],
                        ["--tables", tables, "--db-id", "pets"],
                        ["--db", self.database, "--schema", self.schema]):
            with self.subTest(options=options):
                done = self.run_check(*options, QUESTION,
                                      "SELECT nam FROM pet")
                self.assertEqual((done.returncode, done.stderr), (1, b""))
                self.assertIn(b'pet has "name"', done.stdout)

    # --- places ---

    def test_syntax_error(self):
        lines = self.check(QUESTION, "SELECT count(*) FROM", status=1)
        self.assertEqual(lines[:5], [
            "Give no answer: the query can't run.", "", "1  not scored",
            "    SELECT count(*) FROM", " " * 24 + "^"])
        self.assertIn("[syntax_error]", lines[5])
        self.assertEqual(len(lines), 6)

    def test_several_lines(self):
        lines = self.check(QUESTION, "SELECT name,\r\n\tnam\nFROM pet",
                           status=1)
        self.assertEqual(lines[3:7], ["    SELECT name, ", "     nam",
                                      "     ^^^", "    FROM pet"])
        condition = "SELECT count(*) FROM pet WHERE name =\n    NULL"
        lines = self.check(QUESTION, condition)
        # Both lines of "WHERE name = NULL", of a result that is 0 and of the
        # comparison.
        self.assertEqual(marked(lines), ["WHERE name =", "name =", "NULL",
                                         "NULL"])

    def test_several_findings_are_numbered(self):
        lines = self.check(QUESTION, "SELECT nam, agee FROM pet", status=1)
        self.assertEqual(lines[3:6], ["    SELECT nam, agee FROM pet",
                                      "  1        ^^^",
                                      "  2             ^^^^"])
        self.assertTrue(lines[6].startswith("  1 error: "))
        self.assertTrue(lines[7].startswith("  2 error: "))

    def test_words_of_the_question(self):
        lines = self.check("How many pets did we get last month?", COUNT)
        self.assertEqual(marked(lines), ["last month"])

    def test_wide_characters(self):
        some = "日本語 한국 ｆｕ é e\u0301 \U0001f600 Жα 中文。"
        lines = self.check(QUESTION, f"SELECT '{some}', nam FROM pet",
                           status=1)
        self.assertEqual(marked(lines), ["nam"])
        lines = self.check(QUESTION, 'SELECT "日本語" + nam FROM pet')
        self.assertIn("    SELECT \"日本語\" + nam FROM pet", lines)

    def test_long_lines_wrap(self):
        value = " ".join(["日本語の長い"] * 3 + ["Rexxxx and others"] * 6)
        sql = f"SELECT age, '{value}' FROM pet WHERE agee = '{value}'"
        for wide in (30, 41, 60, 79):
            with self.subTest(wide=wide):
                lines = self.check(QUESTION, sql, status=1,
                                   COLUMNS=str(wide))
                at = [i for i, line in enumerate(lines)
                      if line.startswith("    error")][0]
                shown = [line for line in lines[3:at] if "^" not in line]
                self.assertEqual("".join(line[4:] for line in shown), sql)
                self.assertLessEqual(max(columns(line)[1]
                                         for line in lines[3:at]), wide)
                self.assertEqual(marked(lines), ["agee"])
        text = "SELECT 1 FROM pet WHERE name = 'Rexxxxx Rexxxxx Rexxxxx' AND"
        lines = self.check(QUESTION, text, status=1, COLUMNS="3")
        self.assertEqual(sum("^" in line for line in lines), 1)
        self.assertEqual(self.check(QUESTION, sql, status=1)[3][4:], sql)

    def test_long_places_wrap(self):
        value = "no such name " * 8
        lines = self.check("Which pet?", "SELECT id FROM pet WHERE "
                           f"name = '{value}'", COLUMNS="50")
        first = [line for line in lines
                 if not MARKS.fullmatch(line) or line.startswith("  1")]
        self.assertEqual("".join(marked(first)), f"WHERE name = '{value}'")
        self.assertEqual(sum(map(bool, map(MARKS.fullmatch, first))), 4)

    def test_a_terminal_tells_its_width(self):
        sql = "SELECT nam, " + ", ".join(["age"] * 30) + " FROM pet"
        lines = self.on_terminal("--color", "never", QUESTION, sql, wide=50)
        rows = [line for line in lines.splitlines()[3:]
                if not re.match("    (error|Because|  [+-])", line)]
        self.assertGreater(len(rows), 3)
        self.assertLessEqual(max(map(len, rows)), 50)

    # --- colour ---

    def test_colour(self):
        query = (QUESTION, "SELECT nam FROM pet")
        plain = "\n".join(self.check(*query)) + "\n"
        self.assertNotIn("\x1b", plain)
        coloured = self.on_terminal(*query)
        self.assertIn("\x1b[1;31m^^^\x1b[0m", coloured)
        self.assertEqual(COLOUR.sub("", coloured), plain)
        for options, env in (((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}),
                             (("--color", "never"), {})):
            self.assertEqual(self.on_terminal(*options, *query, **env), plain)
        self.assertIn("\x1b[", self.on_terminal(*query, NO_COLOR=""))
        always = self.check("--color", "always", *query, NO_COLOR="1")
        self.assertEqual("\n".join(always) + "\n", coloured)

    def test_hostile_text(self):
        evil = "\x1b[2J\x07\x7f\u009b\u202e\u2066\u200f\u061c\u2028\r\n\tend"
        done = self.run_check("--db", self.database, "--knowledge",
                              "Rex means " + evil, "--explain", "Which pet "
                              f"is called Rex{evil} last month?",
                              f"SELECT id FROM pet WHERE name = 'Rexx{evil}'",
                              f"SELECT {evil} FROM pet",
                              f'SELECT "no{evil}" FROM pet')
        self.assertIn(done.returncode, (0, 1), done.stderr)
        text = done.stdout.decode()
        self.assertIsNone(HARMFUL.search(text), ascii(text))
        self.assertIn("Rexx\\x1b[2J\\x07\\x7f\\u009b\\u202e\\u2066\\u200f"
                      "\\u061c\\u2028 \n", text)
        self.assertIn("\n     end'\n", text)
        done = self.run_check(QUESTION, b"SELECT '\xff\xfe' FROM".decode(
            "utf-8", "surrogateescape"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("\\xff\\xfe", done.stdout.decode())

    # --- dialects ---

    def test_places_are_those_of_the_query_as_given(self):
        sql = "SELECT name::text,\n  nam FROM public.pet WHERE name ILIKE 'r%'"
        options = ("--dialect", "postgresql", QUESTION)
        lines = self.check(*options, sql, status=1)
        self.assertEqual("\n".join(line[4:] for line in lines[3:6]),
                         sql + "\n  ^^^")
        fenced = "```sql\nSELECT nam FROM pet\n```"
        self.assertEqual(marked(self.check(*options, fenced)), ["nam"])
        lines = self.check(*options, "SELECT name::text FROM pet WHERE",
                           "--explain", status=1)
        self.assertEqual(sum("^" in line for line in lines), 1)
        lines = self.check(QUESTION, sql, status=1)
        self.assertIn("PostgreSQL", lines[-1])

    # --- queries from standard input ---

    def test_standard_input(self):
        text = ("SELECT 1; -- one; two\n /* a;b */ SELECT ';' AS \"a;b\", "
                "[c;d], `e;f`\nFROM pet ;\n;  -- none;\n /* nor; */ ;\n"
                f"{COUNT} -- it's the end")
        for operands in ([], ["-"]):
            line = json.loads(self.check("--json", QUESTION, *operands,
                                         text=text)[0])
            found = sorted(line["candidates"], key=lambda c: c["rank_before"])
            self.assertEqual([c["sql"] for c in found], [
                "SELECT 1", "SELECT ';' AS \"a;b\", [c;d], `e;f`\nFROM pet",
                COUNT + " -- it's the end"])
        for text in ("SELECT 'open; x", "SELECT 1 /*/ open; x"):
            line = json.loads(self.check("--json", QUESTION, text=text)[0])
            self.assertEqual([c["sql"] for c in line["candidates"]], [text])

    # --- JSON, steps, errors ---

    def same(self, mine, other):
        """Equal but for the last digit: rerank goes on from rounded numbers."""
        if isinstance(mine, float):
            self.assertAlmostEqual(mine, other, delta=3e-6)
        elif isinstance(mine, (dict, list)):
            keys = mine if isinstance(mine, dict) else range(len(mine))
            self.assertEqual(len(mine), len(other))
            for key in keys:
                self.same(mine[key], other[key])
        else:
            self.assertEqual(mine, other)

    def test_json_of_a_nul(self):
        done = self.run_check("--db", self.database, "--json", QUESTION,
                              text=COUNT + ";\0")
        report = json.loads(done.stdout)
        self.assertEqual(report["question"], QUESTION)
        self.assertEqual(report["candidates"][1]["sql"], "\0")

    def test_json_is_what_rerank_prints(self):
        queries = ["SELECT nam FROM pet", COUNT, "SELECT count(*) FROM",
                   "SELECT count(id) FROM pet", "SELECT name FROM pet"]
        for database in (True, False):
            for some in (queries, queries[1:2], queries[2:3],
                         ["SELECT id::text FROM pet", COUNT]):
                source = ["--db", self.database] if database else []
                if "::" in some[0]:
                    source += ["--dialect", "auto"]
                mine = json.loads(self.check("--json", *source[2 * database:],
                                             QUESTION, *some,
                                             database=database)[0])
                self.assertIn(mine.pop("decision"),
                              ("answer", "ask", "abstain"))
                mine.pop("ask", None)
                key = "answer_95" if database else "answer_95_question"
                if 0 <= mine["candidates"][0].get("words_left", -1) <= 1:
                    key += "_covered"
                self.assertEqual(mine.pop("threshold"), THRESHOLDS[key])
                for one in mine["candidates"]:
                    self.assertEqual(bool(one.pop("reasons")),
                                     one["probability"] is not None)
                done = subprocess.run(
                    [PROGRAM, "rerank", "--findings", "--model", LIGHT,
                     *source], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, timeout=300, input=json.dumps({
                        "question": QUESTION,
                        "candidates": [{"sql": s} for s in some]}).encode())
                self.same(mine, json.loads(done.stdout))

    def test_ids_for_names_leave_words(self):
        question = "Which pets are older than 3?"
        names, ids, both = (
            json.loads(self.check("--json", question, "SELECT %s FROM pet "
                                  "WHERE age > 3" % shown)[0])
            for shown in ("name", "id", "id, name"))
        left = [one["candidates"][0]["words_left"] for one in (names, both, ids)]
        self.assertEqual(left, [left[0], left[0], left[0] + 2])
        self.assertLess(names["threshold"], ids["threshold"])

    def test_all_findings_and_reasons_add_up(self):
        for query in COUNT, "SELECT name, age FROM pet", "SELECT nam FROM pet":
            some, every = (json.loads(self.check("--json", *options, QUESTION,
                                                 query)[0])["candidates"][0]
                           for options in ([], ["--all-findings"]))
            self.assertLessEqual(len(some["findings"]), len(every["findings"]))
            self.assertLess(len(some["reasons"]), len(every["reasons"]))
            odds = sum(one["weight"]
                       for one in every["findings"] + every["reasons"])
            self.assertAlmostEqual(1 / (1 + math.exp(-odds)),
                                   every["probability"], delta=1e-5)
            scored = subprocess.run(
                [PROGRAM, "score", "--all-findings", "--alone", "--model",
                 LIGHT, "--db", self.database], stdout=subprocess.PIPE,
                check=True, timeout=300, input=json.dumps({
                    "question": QUESTION, "sql": query}).encode()).stdout
            self.same(every["findings"], json.loads(scored)["findings"])

    def test_windows_relative_to_today_are_times(self):
        """Their features, which no finding is for, are in one group with those
        of other times."""
        path = os.path.join(self.root, "orders.sqlite")
        db = sqlite3.connect(path)
        db.executescript("CREATE TABLE orders (id INTEGER PRIMARY KEY, "
                         "ordered_at TEXT); INSERT INTO orders VALUES "
                         "(1, date('now', '-40 days')), (2, date('now'));")
        db.close()
        month = "date('now', 'start of month'"
        weights = []
        for end in f" AND ordered_at < {month})", "":
            done = self.run_check(
                "--db", path, "--json", "--all-findings",
                "How many orders did we get last month?",
                "SELECT count(*) FROM orders WHERE ordered_at >= "
                f"{month}, '-1 month'){end}")
            found = json.loads(done.stdout)["candidates"][0]["reasons"]
            weights += [one["weight"] for one in found
                        if one["name"] == "times"]
        self.assertGreater(weights[0], 0.1)
        self.assertLess(weights[1], weights[0] - 0.1)

    def test_steps_and_knowledge(self):
        lines = self.check("--explain", QUESTION, COUNT)
        self.assertEqual(lines[-2:], ["    What it does:",
                                      "      Step 1: find the number of rows "
                                      "in pet table"])
        line = json.loads(self.check("--explain", "--json", "--knowledge",
                                     "pets are rows of pet", QUESTION,
                                     COUNT)[0])
        self.assertEqual(line["knowledge"], "pets are rows of pet")
        self.assertEqual(line["candidates"][0]["explanation"][0]["kind"],
                         "aggregate")
        lines = self.check("--explain", QUESTION, "SELECT", status=1)
        self.assertNotIn("    What it does:", lines)

    def test_corrections(self):
        wrong = "SELECT nam FROM pets"
        lines = self.check("--correct", QUESTION, wrong, status=1)
        at = next(i for i, line in enumerate(lines)
                  if line.startswith("Suggested query (probability 0."))
        self.assertEqual(lines[at + 1], "    SELECT name FROM pet")
        self.assertIn("names are the database's", lines[at + 2])
        line = json.loads(self.check("--correct", "--json", QUESTION, wrong,
                                     status=1)[0])
        self.assertEqual(line["correction"]["sql"], "SELECT name FROM pet")
        line = json.loads(self.check("--correct", "--json", QUESTION, COUNT)[0])
        self.assertNotIn("correction", line)  # it is sure enough
        line = json.loads(self.check(
            "--feedback", "show the name instead of the age", "--json",
            "--answer", "0", "What are the pets called?",
            "SELECT age FROM pet")[0])
        self.assertEqual(line["correction"]["sql"], "SELECT name FROM pet")

    def test_what_does_not_parse_is_corrected(self):
        lines = self.check("--correct", QUESTION, "SELECT count(* FROM pet",
                           status=1)
        at = next(i for i, line in enumerate(lines)
                  if line.startswith("Suggested query "))
        self.assertEqual(lines[at + 1], "    SELECT count(* ) FROM pet")
        self.assertIn("syntax", lines[at + 2])
        lines = self.check("--correct", QUESTION, "hello world", status=1)
        self.assertFalse(any(line.startswith(("Suggested", "No edit"))
                             for line in lines))

    def test_errors_are_one_line(self):
        some = [QUESTION, COUNT]
        for arguments, said in (
                ([], "QUESTION is missing"), ([QUESTION], "has no query"),
                (["--color", "red", *some], "--color"),
                (["--dialect", "oracle", *some], "oracle"),
                (["--db", "/none", *some], "/none"),
                (["--schema", "/none", *some], "/none"),
                (["--schema", self.database, *some], "--schema"),
                (["--tables", self.schema, *some], "--db-id"),
                (["--db-root", self.root, *some], "--db-id"),
                (["--db-root", self.root, "--db-id", "none", *some], "none"),
                (["--db", self.schema, *some], "pets.sql"),
                (["--db", self.database, " ", COUNT], "question"),
                (["--db", self.database, "--right", "96", *some], "90, 95"),
                (["--db", self.database, "--abstain", "1", *some], "abstain"),
                (["--db", self.database, "--answer", "-1", *some], "answer"),
                (["--db", self.database, "--model", "/none", *some], "/none"),
                (["--db", self.database, "--judge", "/none",
                  "--language-model", "/none", *some], "/none")):
            with self.subTest(arguments=arguments):
                done = self.run_check(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, b""),
                                 done.stderr)
                self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
                self.assertIn(said, done.stderr.decode())


if __name__ == "__main__":
    tap.main()
