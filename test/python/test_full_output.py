"""A t2sed whose standard output can't be written says so with its status:
a full disk, a closed stream, a pipe that no one reads."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402
import tiny_language_model  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
LIGHT = os.path.join(ROOT, "lib", "models", "default")
LINE = {"db_id": "pets", "question": "Who is Rex?", "gold": "SELECT id FROM pet",
        "candidates": [{"sql": "SELECT id FROM pet", "label": 1, "score": 0.9,
                        "probability": 0.9},
                       {"sql": "SELECT name FROM pet", "label": 0,
                        "score": 0.1, "probability": 0.1}]}
# They print nothing but their help, or what took long once, at the end.
SILENT = ("train", "import", "export", "tune")


class FullOutput(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        root = cls.root = cls.folder.name
        os.mkdir(os.path.join(root, "pets"))
        path = os.path.join(root, "pets", "pets.sqlite")
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT)")
        db.execute("INSERT INTO pet VALUES (1, 'Rex')")
        db.commit()
        db.close()
        cls.lines = os.path.join(root, "lines")
        with open(cls.lines, "w", encoding="utf-8") as file:
            for _ in range(3):
                print(json.dumps(LINE), file=file)
        cls.queries = os.path.join(root, "queries")
        with open(cls.queries, "w", encoding="utf-8") as file:
            file.write("SELECT 1\n")
        explained = os.path.join(root, "explained")
        with open(explained, "w", encoding="utf-8") as file:
            print(json.dumps({"sql": LINE["gold"], "db_id": "pets",
                              "question": LINE["question"]}), file=file)
        cls.dataset = os.path.join(root, "dataset.db")
        subprocess.run([PROGRAM, "collect", "--quiet", "--out", cls.dataset,
                        "--db-root", root, cls.lines], check=True, timeout=300)
        # The engine of generate; no other command here needs one.
        os.environ["T2SED_BACKEND"] = os.path.join(BUILD, "test",
                                                   "fake_backend.so")
        language = os.path.join(root, "language")
        os.mkdir(language)
        tiny_language_model.make(language)
        common = ["--model", LIGHT, "--db-root", root]
        check = ["--model", LIGHT, "How many?", "SELECT count(*) FROM pet"]
        same = ["SELECT name FROM pet", "SELECT pet.name FROM pet"]
        cls.works = {
            "check": [["--answer", "0", *check],
                      ["--answer", "0", "--json", *check]],
            "score": [common + [cls.lines], common + ["--text", cls.lines],
                      common + ["--jobs", "2", cls.lines]],
            "rerank": [common + ["--policy", "sl", cls.lines],
                       common + ["--policy", "sl", "--text", cls.lines]],
            "trigger": [common + [cls.lines], common + ["--text", cls.lines]],
            "parse": [["--sql", cls.queries],
                      ["--question", "--parser", "none", cls.queries],
                      ["--plan", cls.lines], ["--plan", "--text", cls.lines]],
            "graph": [["--parser", "none", cls.lines],
                      ["--parser", "none", "--format", "dot", cls.lines]],
            "diff": [["--db", path, *same], ["--db", path, "--json", *same]],
            "link": [["--db-root", root, cls.lines],
                     ["--db-root", root, "--text", cls.lines]],
            "eval": [[cls.lines], ["--format", "json", cls.lines],
                     ["--label", "fixed", "--db-root", root, cls.lines],
                     ["--plan", cls.lines]],
            "collect": [["--export", cls.dataset], ["--info", cls.dataset],
                        ["--plan-split", "0.5", cls.lines],
                        ["--mutate", "2", "--db-root", root, cls.lines]],
            "generate": [["--model", language, "--db-root", root,
                          "--max-tokens", "3", cls.lines]],
            "explain": [["--db-root", root, explained],
                        ["--db-root", root, "--text", explained]],
            "correct": [["--db-root", root, explained]],
            "info": [["--model", LIGHT]],
        }
        with open(os.path.join(ROOT, "examples", "cli", "main.c"),
                  encoding="utf-8") as file:
            cls.commands = re.findall(r'^    \{"(\w+)", cli_', file.read(), re.M)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def all(self):
        """The arguments of everything that prints."""
        yield ["--help"]
        yield ["help"]
        yield ["--version"]
        self.assertGreater(len(self.commands), 10)
        for command in self.commands:
            yield [command, "--help"]
            if command not in SILENT:
                for options in self.works[command]:
                    yield [command, *options]
        for form in ("--plan", "--question-parser", "--schema-prediction"):
            yield ["train", form, "--help"]
        yield ["parse", "--plan", "--help"]
        yield ["eval", "--plan", "--help"]

    def run_with(self, arguments, output, **named):
        return subprocess.run([PROGRAM, *arguments], stdout=output,
                              stdin=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, timeout=300, **named)

    def test_they_work(self):
        for arguments in self.all():
            with self.subTest(arguments=arguments):
                done = self.run_with(arguments, subprocess.PIPE)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertNotEqual(done.stdout, b"")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full(self):
        for arguments in self.all():
            with self.subTest(arguments=arguments), open("/dev/full", "w",
                                                         encoding="ascii") as f:
                done = self.run_with(arguments, f)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"standard output can't be written", done.stderr)

    def test_closed(self):
        """No file that the program opens gets the number of the stream."""
        before = {}
        for name in (self.dataset, self.lines):
            with open(name, "rb") as file:
                before[name] = file.read()
        for arguments in self.all():
            with self.subTest(arguments=arguments):
                done = subprocess.run(
                    ["sh", "-c", 'exec "$@" >&-', "sh", PROGRAM, *arguments],
                    stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                    timeout=300)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"standard output can't be written", done.stderr)
        for name, text in before.items():
            with open(name, "rb") as file:
                self.assertEqual(file.read(), text)

    def test_all_streams_closed(self):
        done = subprocess.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh",
                               PROGRAM, "collect", "--export", self.dataset],
                              timeout=300)
        self.assertEqual(done.returncode, 2)

    def broken_pipe(self, arguments, **named):
        reader, writer = os.pipe()
        os.close(reader)
        try:
            return self.run_with(arguments, writer, **named)
        finally:
            os.close(writer)

    def test_no_reader(self):
        for arguments in self.all():
            with self.subTest(arguments=arguments):
                done = self.broken_pipe(arguments)
                self.assertEqual(done.returncode, -signal.SIGPIPE)
                self.assertNotIn(b"output", done.stderr)

    def test_no_reader_and_no_signal(self):
        """As those run it who ignore SIGPIPE."""
        for arguments in self.all():
            with self.subTest(arguments=arguments):
                done = self.broken_pipe(
                    arguments, restore_signals=False,
                    preexec_fn=lambda: signal.signal(signal.SIGPIPE,
                                                     signal.SIG_IGN))
                self.assertEqual(done.returncode, 2)
                self.assertNotIn(b"output", done.stderr)

    def test_what_prints_nothing_needs_no_output(self):
        out = os.path.join(self.root, "silent.db")
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" >&-', "sh", PROGRAM, "collect", "--quiet",
             "--out", out, "--db-root", self.root, self.lines], timeout=300)
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    tap.main()
