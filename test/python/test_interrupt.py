"""Ctrl-C during long calls: of the package, and of the program."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

PROGRAM = os.path.join(BUILD, "bin", "t2sed")
LIGHT = os.path.join(ROOT, "lib", "models", "default")
QUESTION = "How many singers are there?"
MANY = [f"SELECT count(*) FROM singer WHERE age > {i}" for i in range(200000)]
FEW = MANY[:20]


class Package(unittest.TestCase):
    def setUp(self):
        self.scorer = t2sed.Scorer(t2sed.Model(LIGHT))
        self.question = t2sed.Question(QUESTION)

    def score(self, queries):
        return [s.probability for s in self.scorer.score(self.question,
                                                         queries)]

    def stop(self, error, after=0.3):
        """How long a long call goes on once a signal has come."""
        signal.setitimer(signal.ITIMER_REAL, after)
        start = time.monotonic()
        with self.assertRaises(error):
            self.score(MANY)
        return time.monotonic() - start - after

    def test_the_handler_ends_the_call(self):
        def handle(*_):
            raise TimeoutError

        before = self.score(FEW)
        old = signal.signal(signal.SIGALRM, handle)
        try:
            late = [self.stop(TimeoutError) for _ in range(5)]
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertLess(sorted(late)[2], 0.2)
        self.assertEqual(self.score(FEW), before)

    def test_ctrl_c_ends_the_call(self):
        old = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            self.assertLess(self.stop(KeyboardInterrupt), 1)
        finally:
            signal.signal(signal.SIGALRM, old)

    def test_a_handler_that_returns_ends_nothing(self):
        called = []
        old = signal.signal(signal.SIGALRM, lambda *_: called.append(1))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            self.score(MANY[:20000])
        finally:
            signal.signal(signal.SIGALRM, old)
        self.assertEqual(called, [1])

    def test_other_threads_score_on(self):
        found = []
        thread = threading.Thread(target=lambda: found.append(
            self.score(FEW)))
        thread.start()
        thread.join()
        self.assertEqual(found, [self.score(FEW)])


class Program(unittest.TestCase):
    def interrupted(self, arguments, lines, number=signal.SIGINT):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "lines.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines)
            process = subprocess.Popen(
                [PROGRAM, *arguments, path], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
            time.sleep(0.5)
            start = time.monotonic()
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            took = time.monotonic() - start
            self.assertEqual(os.listdir(folder), ["lines.jsonl"])
        return process.returncode, out.decode(), err.decode(), took

    def test_ctrl_c_ends_a_long_line(self):
        line = {"question": QUESTION, "candidates": [
            {"sql": sql} for sql in MANY]}
        for command in ("score", "rerank"):
            for number, status in ((signal.SIGINT, 130),
                                   (signal.SIGTERM, 143)):
                code, out, err, took = self.interrupted(
                    [command, "--model", LIGHT], [line], number)
                self.assertEqual((code, out), (status, ""))
                self.assertEqual(err.splitlines()[-1], "t2sed: interrupted")
                self.assertLess(took, 5)

    def test_what_is_printed_is_whole(self):
        lines = [{"question": QUESTION, "sql": sql} for sql in MANY]
        code, out, _, _ = self.interrupted(
            ["score", "--model", LIGHT], lines)
        self.assertEqual(code, 130)
        self.assertLess(out.count("\n"), len(lines))
        for line in out.splitlines():
            self.assertIsInstance(json.loads(line)["probability"], float)

    def test_waiting_for_input_ends_too(self):
        with subprocess.Popen([PROGRAM, "score", "--model", LIGHT],
                              stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdout=subprocess.PIPE) as process:
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err),
                         (130, b"", b"t2sed: interrupted\n"))


if __name__ == "__main__":
    tap.main()
