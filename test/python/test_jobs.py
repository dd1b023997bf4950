"""Several files and several jobs: the commands that take lines print byte for byte
what one job prints, and nothing twice where a job ends early."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

PROGRAM = os.path.join(os.environ.get("T2SED_BUILD",
                                      os.path.join(ROOT, "build")),
                       "bin", "t2sed")
QUERIES = ["SELECT count(*) FROM pet", "SELECT nam FROM pet", "SELECT (",
           "SELECT name FROM pet ORDER BY weight DESC LIMIT 1"]
BLOCK = 128  # lines, CLI_BLOCK_LINES of examples/cli/cli.h
ENDLESS = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
           "SELECT count(*) FROM n")


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        os.makedirs(cls.path("pets"))
        connection = sqlite3.connect(cls.path("pets", "pets.sqlite"))
        connection.executescript(
            "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);"
            "INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', 4);")
        connection.close()
        # Files that end within a block, at its end and at once.
        cls.files = [cls.write(str(i), map(cls.line, range(count)))
                     for i, count in enumerate((200, 1, 0, BLOCK, 90))]
        cls.write("1", ["{", ""])

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder.name, *names)

    @classmethod
    def write(cls, name, lines):
        with open(cls.path(name), "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        return cls.path(name)

    @staticmethod
    def line(i):
        queries = QUERIES[i % 4:] + QUERIES[:i % 3]
        return json.dumps({"db_id": "pets" if i % 50 else "nosuch", "id": i,
                           "question": f"How many pets weigh {i}?",
                           "candidates": [{"sql": sql} for sql in queries]})

    def command(self, command, jobs, *more):
        return [PROGRAM, command, "--quiet", "--jobs", str(jobs), "--db-root",
                self.path(), *more]

    def run_program(self, *arguments):
        done = subprocess.run(self.command(*arguments),
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=300, check=False)
        return done.returncode, done.stdout, done.stderr.decode()

    def test_the_same_bytes(self):
        for command, *more in (("score", "--findings"), ("rerank",),
                               ("trigger",), ("score", "--text"),
                               ("explain", "--text"), ("link",), ("correct",)):
            one = self.run_program(command, 1, *more, *self.files)
            self.assertEqual((one[0], one[2]), (1, ""))
            for jobs in 2, 5:
                self.assertEqual(
                    self.run_program(command, jobs, *more, *self.files), one)
        # What one file after the other gives.
        apart = [self.run_program("score", 1, "--findings", path)[1]
                 for path in self.files]
        together = self.run_program("score", 3, "--findings", *self.files)[1]
        self.assertEqual(together, b"".join(apart))

    def test_errors_name_file_and_line(self):
        lines = self.run_program("score", 3, *self.files)[1].splitlines()
        self.assertEqual(len(lines), 200 + 2 + BLOCK + 90)
        for at, number in (200, 1), (201, 2):
            self.assertIn(f"{self.files[1]}, line {number}: ",
                          json.loads(lines[at])["error"]["message"])

    def test_a_file_that_is_not_there(self):
        files = [self.files[0], self.path("nosuch"), self.files[3]]
        one = self.run_program("score", 1, *files)
        self.assertEqual(one[0], 2)
        self.assertEqual(len(one[1].splitlines()), 200)
        self.assertEqual(one[2].count("\n"), 1)
        self.assertEqual(self.run_program("score", 3, *files), one)

    def test_what_is_refused(self):
        for more, words in (
                ([], "standard input"), (["-"], "standard input"),
                ([self.files[0], "/dev/stdin"], "standard input"),
                (["--jobs", "300", self.files[0]], "expected 0 to 256"),
                (["--jobs", "x", self.files[0]], "no valid N"),
                (["--model", "/nowhere", self.files[0]], "no such model")):
            status, out, err = self.run_program("score", 2, *more)
            self.assertEqual((status, out, err.count("\n")), (2, b"", 1), err)
            self.assertIn(words, err)
        self.assertIn("--jobs", self.run_program(
            "rerank", 2, "--fit", self.files[0])[2])

    def start(self, slow_from, slow_queries=1):
        """A run whose lines take half a second a query from a certain one on,
        once it has printed something; its jobs."""
        lines = [json.loads(self.line(i)) for i in range(BLOCK * 4)]
        for line in lines[slow_from:]:
            line["db_id"] = "pets"
            line["candidates"] = [{"sql": f"{ENDLESS} WHERE {i} = {i}"}
                                  for i in range(slow_queries)]
        path = self.write("slow", map(json.dumps, lines))
        process = subprocess.Popen(self.command("score", 2, path),
                                   stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, bufsize=0)
        first = process.stdout.readline()
        with open(f"/proc/{process.pid}/task/{process.pid}/children",
                  encoding="utf-8") as children:
            return process, first, list(map(int, children.read().split()))

    def check_prefix(self, process, first, jobs):
        """What was printed is whole blocks from the first on."""
        out, err = process.communicate(timeout=60)
        ids = [json.loads(line)["id"] for line in (first + out).splitlines()]
        self.assertEqual(ids, list(range(len(ids))))
        self.assertEqual(len(ids) % BLOCK, 0)
        self.check_gone(jobs)
        return process.returncode, err.decode()

    def check_gone(self, jobs, within=30):
        end = time.monotonic() + within
        while any(os.path.exists(f"/proc/{job}") for job in jobs) \
                and time.monotonic() < end:
            time.sleep(0.05)
        self.assertFalse([job for job in jobs
                          if os.path.exists(f"/proc/{job}")])

    def test_a_job_that_is_killed(self):
        process, first, jobs = self.start(BLOCK)
        self.assertEqual(len(jobs), 2)
        os.kill(jobs[1], signal.SIGKILL)
        status, err = self.check_prefix(process, first, jobs)
        self.assertEqual(status, 2)
        self.assertRegex(err, "^t2sed: a job was ended by signal 9: lines from "
                         "number [0-9]+ on are not answered\n$")

    def test_interruption(self):
        process, first, jobs = self.start(BLOCK)
        process.send_signal(signal.SIGTERM)
        status, err = self.check_prefix(process, first, jobs)
        self.assertEqual((status, err), (143, "t2sed: interrupted\n"))

    def test_killed_itself(self):
        process, _, jobs = self.start(BLOCK, 60)
        time.sleep(1)
        process.kill()
        process.wait(60)
        self.check_gone(jobs, within=5)
        process.communicate(timeout=60)


if __name__ == "__main__":
    tap.main()
