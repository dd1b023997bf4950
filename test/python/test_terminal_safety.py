"""What comes from outside can't steer a terminal: questions, queries, values
and names of databases, tables and files come out as visible escapes wherever
the t2sed program and the client print text, and as JSON's escapes in JSON."""

import json
import os
import pty
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
LIGHT = os.path.join(ROOT, "lib", "models", "default")

# Clears the screen, rings, deletes, is CSI of Latin-1, turns text around,
# isolates, marks, separates lines.
EVIL = "\x1b[2J\x07\x7f\u009b\u202e\u2066\u200f\u061c\u2028\r\n\tend"
SHOWN = ("\\x1b[2J\\x07\\x7f\\u009b\\u202e\\u2066\\u200f\\u061c\\u2028"
         "\\r\\n\\tend")
NAME = EVIL.replace("\n", "").replace("\t", "")  # of files and tables
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f"
                     "\u2028-\u202e\u2060-\u206f\ufeff]")


class Safety(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.db_id = "pets" + NAME
        os.mkdir(os.path.join(self.root, self.db_id))
        self.database = os.path.join(self.root, self.db_id,
                                     self.db_id + ".sqlite")
        db = sqlite3.connect(self.database)
        db.execute(f'CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, '
                   f'"col{NAME}" TEXT)')
        db.executemany("INSERT INTO pet VALUES (?, ?, ?)",
                       [(1, "Rex" + EVIL, "a"), (2, "Tom", "b\0c" + EVIL)])
        db.commit()
        db.close()
        self.question = "Which pet is called Rex" + EVIL + "?"
        self.queries = [
            f"SELECT id FROM pet WHERE name = 'Rexx{EVIL}'",
            f'SELECT "col{NAME}" FROM pet WHERE "col{NAME}" = \'x{EVIL}\'',
            f'SELECT "no{NAME}" FROM pet',
            f"SELECT {NAME} FROM pet"]
        self.line = {"db_id": self.db_id, "question": self.question,
                     "gold": "SELECT id FROM pet",
                     "candidates": [{"sql": sql, "label": i % 2,
                                     "score": 0.5, "probability": 0.5}
                                    for i, sql in enumerate(self.queries)]}

    def run_program(self, *arguments, text=None, program="t2sed"):
        if text is None:
            text = json.dumps(self.line) + "\n"
        return subprocess.run(
            [os.path.join(BUILD, "bin", program), *arguments],
            input=text.encode("utf-8", "surrogateescape"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)

    def check(self, output, *expected):
        text = output.decode("utf-8")  # strict: no other bytes come out
        self.assertIsNone(HARMFUL.search(text), ascii(text))
        for part in expected:
            self.assertIn(part, text)

    def check_both(self, done, *expected):
        self.check(done.stdout, *expected)
        self.check(done.stderr)

    def test_tables_for_people(self):
        common = ["--text", "--model", LIGHT, "--db-root", self.root]
        for command, options in (("score", ["--findings"]),
                                 ("rerank", ["--policy", "sl", "--findings"]),
                                 ("trigger", ["--findings"])):
            with self.subTest(command=command):
                done = self.run_program(command, *common, *options)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check_both(done, SHOWN)

    def test_links_graphs_and_trees(self):
        done = self.run_program("link", "--text", "--db-root", self.root)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.check_both(done, "Rexx" + SHOWN)
        done = self.run_program("parse", "--plan", "--text", "--db-root",
                                self.root)
        self.check_both(done)

    def test_errors_quote_what_is_harmless(self):
        path = os.path.join(self.root, "no" + NAME)
        for arguments in (["score" + NAME], ["score", "--no" + NAME],
                          ["score", "-x" + NAME],
                          ["score", "--threads", EVIL],
                          ["link", path], ["eval", path],
                          ["collect", "--info", path],
                          ["collect", "--export", path],
                          ["collect", "--out", path + "/x", "--db-root",
                           self.root, path],
                          ["collect", "--out", os.path.join(self.root, "d"),
                           "--label", EVIL, path],
                          ["link", "--db-root", path],
                          ["link", "--tables", path],
                          ["score", "--model", path],
                          ["import", path, path],
                          ["import", "--config", path, path, path],
                          ["parse", "--question", "--parser", path],
                          ["train", "--model", path, "--out", path, path],
                          ["eval", "--table", NAME, path]):
            with self.subTest(arguments=arguments):
                done = self.run_program(*arguments)
                self.assertEqual(done.returncode, 2)
                self.check_both(done)
                self.check(done.stderr, "\\x1b[2J")

    def test_bytes_that_are_no_text(self):
        done = self.run_program(os.fsdecode(b"sc\xff\xfeore"))
        self.check(done.stderr, "sc\\xff\\xfeore")
        done = self.run_program("link", "--text",
                                text='{"question": "\udcff\x1b"}\n')
        self.check_both(done)

    def test_what_is_left_out(self):
        """Messages on lines of input, and on databases that are not there."""
        line = dict(self.line, db_id="none" + NAME)
        out = os.path.join(self.root, "out" + NAME + ".db")
        lines = os.path.join(self.root, "lines" + NAME)
        with open(lines, "w", encoding="utf-8") as file:
            print(json.dumps(line), file=file)
            print('{"question": ' + EVIL, file=file)
            print(json.dumps(self.line), file=file)
        done = self.run_program("collect", "--out", out, "--db-root",
                                self.root, lines)
        self.check_both(done)
        self.check(done.stderr, "\\x1b[2J")
        for command in (["score", "--model", LIGHT], ["link"]):
            done = self.run_program(*command, "--text", "--db-root", self.root,
                                    lines)
            self.check_both(done, "none\\x1b[2J")

    def test_reports(self):
        page = os.path.join(self.root, "page.html")
        lines = os.path.join(self.root, "<scored>" + NAME)
        with open(lines, "w", encoding="utf-8") as file:
            for _ in range(2):
                print(json.dumps(self.line), file=file)
        done = self.run_program("eval", "--report", page, lines)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_both(done, "\\x1b[2J")
        with open(page, "rb") as file:
            self.check(file.read(), "&lt;scored&gt;\\x1b[2J")

    def test_json_stays_json(self):
        for arguments in (["score", "--model", LIGHT, "--findings"], ["link"],
                          ["graph", "--parser", "none"]):
            with self.subTest(arguments=arguments):
                done = self.run_program(*arguments, "--db-root", self.root)
                self.check_both(done)
                value = json.loads(done.stdout)
                self.assertEqual(value["question"], self.question)
                self.assertEqual([c["sql"] for c in value["candidates"]],
                                 self.queries)
        tag = "\U000e0041\U0001f600\x00"
        done = self.run_program("link", text=json.dumps(
            {"question": "q", "note": tag}) + "\n")
        self.assertEqual(json.loads(done.stdout)["note"], tag)
        self.assertIn("\U0001f600", done.stdout.decode())
        self.assertNotIn("\U000e0041", done.stdout.decode())

    def test_trees_on_a_terminal(self):
        """Trees are data elsewhere, and printable on a terminal."""
        sql = f"SELECT 'a\x1b[2J\u202e\u009bb'\n"
        plain = self.run_program("parse", "--sql", text=sql)
        self.assertEqual(plain.returncode, 0)
        for form in ("sexpr", "json", "dot"):
            parent, child = pty.openpty()
            path = os.path.join(self.root, "queries")
            with open(path, "w", encoding="utf-8") as file:
                file.write(sql)
            done = subprocess.run([os.path.join(BUILD, "bin", "t2sed"),
                                   "parse", "--sql", "--format", form, path],
                                  stdout=child, stderr=subprocess.PIPE,
                                  timeout=60)
            os.close(child)
            got = b""
            try:
                while part := os.read(parent, 65536):
                    got += part
            except OSError:  # the end, on Linux
                pass
            os.close(parent)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(got.replace(b"\r\n", b"\n"), "u202e")
            if form == "json":
                self.assertEqual(
                    json.loads(got), json.loads(self.run_program(
                        "parse", "--sql", "--format", "json",
                        text=sql).stdout))

    def test_one_place_prints(self):
        """Only what writes JSON and HTML prints otherwise, and what hands on
        what jobs have printed."""
        for folder in ("cli", "client"):
            where = os.path.join(ROOT, "examples", folder)
            for name in sorted(os.listdir(where)):
                if not name.endswith(".c") or name in (
                        "jobs.c", "json_out.c", "report_html.c", "report_charts.c",
                        "report_people.c"):
                    continue
                with open(os.path.join(where, name), encoding="utf-8") as file:
                    found = re.findall(
                        r"\b(?:v?f?printf|perror|fwrite) ?\([^;]*;|"
                        r"\bf?puts\((?!\"|usage|prompt)[^;]*;", file.read())
                self.assertEqual(found, [], name)

    def test_client(self):
        text = f"Which pet?\nSELECT *, 'x\x1b[2J\u202e' FROM pet;\n" \
               f"Which pet is called Rex\x1b[2J?\n" \
               f"SELECT id FROM pet WHERE name = 'Rexx\x1b[2J';\n" \
               f"Which?\nSELECT \"no\x1b[2J\u202e\" FROM pet;\n" \
               f"Wh\x1b[2Jich?\nSELECT \x1b[2J FROM pet;\n"
        done = self.run_program("--model", LIGHT, "--answer", "0",
                                self.database, text=text, program="t2sed-client")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_both(done, "Rex" + SHOWN, "b\\x00c" + SHOWN,
                        "col" + SHOWN.replace("\\n\\t", ""), "^")
        done = self.run_program(os.path.join(self.root, NAME),
                                program="t2sed-client")
        self.check_both(done)
        self.check(done.stderr, "\\x1b[2J")


if __name__ == "__main__":
    tap.main()
