"""A pipe, a device or a directory in the place of a file is an error at once:
t2sed waits for no writer, and takes no memory for what never ends."""

import json
import os
import shutil
import socket
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
MODELS = os.path.join(ROOT, "lib", "models")
LIGHT = os.path.join(MODELS, "default")
LINE = {"db_id": "pets", "question": "Who is Rex?",
        "candidates": [{"sql": "SELECT id FROM pet", "label": 1},
                       {"sql": "SELECT name FROM pet", "label": 0}]}
WAIT = 60  # seconds, which only what hangs takes


class SpecialFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.lines = self.path("lines")
        with open(self.lines, "w", encoding="utf-8") as file:
            print(json.dumps(LINE), file=file)

    def path(self, name):
        return os.path.join(self.root, name)

    def kinds(self, path):
        """Puts one thing after the other there."""
        os.mkfifo(path)
        yield "pipe"
        os.unlink(path)
        os.symlink("/dev/zero", path)
        yield "device"
        os.unlink(path)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            yield "socket"
        os.unlink(path)
        os.mkdir(path)
        yield "directory"
        os.rmdir(path)

    def run_program(self, *arguments, **environment):
        return subprocess.run(
            [os.path.join(BUILD, "bin", "t2sed"), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, timeout=WAIT,
            env=dict(os.environ, **environment))

    def expect_error(self, path, *arguments, status=(2,), **environment):
        for kind in self.kinds(path):
            with self.subTest(arguments=arguments, kind=kind):
                done = self.run_program(*arguments, **environment)
                self.assertIn(done.returncode, status, done.stderr)
                self.assertNotIn("out of memory", done.stderr)
                if status == (2,):
                    self.assertIn(os.path.basename(path), done.stderr)

    def test_arguments(self):
        path = self.path("special")
        out = self.path("out")
        for arguments in (
                ["score", "--model", LIGHT, path],
                ["score", "--model", LIGHT, "--tables", path, self.lines],
                ["score", "--model", path, self.lines],
                ["rerank", "--model", LIGHT, "--policy", "sl", path],
                ["trigger", "--model", LIGHT, path],
                ["parse", "--sql", path],
                ["parse", "--question", "--parser", "none", path],
                ["graph", "--parser", "none", path],
                ["link", path],
                ["eval", path],
                ["eval", "--label", "fixed", "--db-root", self.root, path],
                ["collect", "--export", path],
                ["collect", "--info", path],
                ["collect", "--out", path, "--db-root", self.root, self.lines],
                ["collect", "--out", out, "--db-root", self.root, path],
                ["collect", "--out", out, "--db-root", self.root, "--gold",
                 path, self.lines],
                ["collect", "--out", out, "--db-root", self.root,
                 "--questions", path, self.lines],
                ["collect", "--mutate", "2", "--db-root", self.root, path],
                ["import", "--config", path, LIGHT, out]):
            self.expect_error(path, *arguments)

    def test_files_of_models(self):
        for name, arguments, variable in (
                ("default", ["score", self.lines], "T2SED_MODEL"),
                ("large", ["score", self.lines], "T2SED_MODEL"),
                ("sketch", ["parse", "--plan", self.lines], "T2SED_SKETCH"),
                ("question-parser", ["parse", "--question", self.lines],
                 "T2SED_QUESTION_PARSER"),
                ("schema-prediction", ["score", "--model", LIGHT, self.lines],
                 "T2SED_SCHEMA_PREDICTION")):
            model = self.path(name)
            shutil.copytree(os.path.join(MODELS, name), model)
            needed = name in ("default", "sketch", "question-parser")
            for file in sorted(os.listdir(model)):
                if file == "README.md":
                    continue
                path = os.path.join(model, file)
                os.rename(path, path + ".away")
                self.expect_error(path, *arguments,
                                  status=(2,) if needed else (0, 2),
                                  **{variable: model})
                os.rename(path + ".away", path)

    def test_engines(self):
        path = self.path("engine.so")
        self.expect_error(path, "score", "--model",
                          os.path.join(MODELS, "large"), self.lines,
                          T2SED_BACKEND=path)

    def test_databases(self):
        os.mkdir(self.path("pets"))
        path = self.path("pets/pets.sqlite")
        for kind in self.kinds(path):
            with self.subTest(kind=kind):
                done = self.run_program("link", "--db-root", self.root,
                                        self.lines)
                self.assertNotEqual(done.returncode, 0)
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE pet (id, name)")
        db.close()
        os.mkdir(self.path("cache"))
        index = self.path("cache/pets.index.sqlite")
        for kind in self.kinds(index):
            with self.subTest(kind=kind):
                done = self.run_program(
                    "link", "--db-root", self.root, "--index",
                    self.path("cache"), self.lines)
                self.assertIn(done.returncode, (0, 1, 2), done.stderr)

    def test_streams_are_read(self):
        """What is open already is waited for by nobody."""
        for name in ("/dev/stdin", "-", "/dev/fd/0"):
            done = subprocess.run(
                [os.path.join(BUILD, "bin", "t2sed"), "parse", "--sql", name],
                input="SELECT 1\n", stdout=subprocess.PIPE, text=True,
                timeout=WAIT)
            self.assertEqual(done.returncode, 0)
            self.assertIn("select_stmt", done.stdout)

    def test_outputs(self):
        """A device is not replaced by a file."""
        path = self.path("special")
        model = self.path("model")
        shutil.copytree(LIGHT, model)
        for kind in self.kinds(path):
            with self.subTest(kind=kind):
                before = os.lstat(path)
                self.run_program("export", "--model", model, path)
                after = os.lstat(path)
                self.assertEqual(before.st_ino, after.st_ino)
                self.assertEqual(before.st_mode, after.st_mode)


if __name__ == "__main__":
    tap.main()
