#!/usr/bin/env python3
"""What every command tells of its progress: on a terminal a line that goes
away, elsewhere a line now and then, with --quiet nothing."""

import json
import os
import pty
import re
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402
from test_manual import BUILD, commands, help_of  # noqa: E402

T2SED = os.path.join(BUILD, "bin", "t2sed")
LINE = json.dumps({"question": "?", "sql": "SELECT 1"}).encode() + b"\n"
SECONDS = 6.5  # one plain line comes after 5


def read_all(terminal):
    found = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            part = b""
        if not part:
            os.close(terminal)
            return found.decode()
        found += part


def screen(text):
    """The lines that a terminal shows in the end."""
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        while "\r\x1b[K" in line:
            line = line[line.index("\r\x1b[K") + 4:]
        lines.append(line.replace("\x1b[K", ""))
    return lines


class Progress(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Four programs that get their lines slowly, at the same time."""
        pipe = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE)
        masters, slaves = zip(pty.openpty(), pty.openpty())
        runs = {
            "plain": subprocess.Popen([T2SED, "explain"], **pipe),
            "quiet": subprocess.Popen([T2SED, "explain", "--quiet"], **pipe),
            "bar": subprocess.Popen([T2SED, "explain"], **{
                **pipe, "stderr": slaves[0]}),
            "both": subprocess.Popen([T2SED, "explain"], **{
                **pipe, "stdout": slaves[1], "stderr": slaves[1]})}
        for slave in slaves:
            os.close(slave)
        began = time.monotonic()
        while time.monotonic() - began < SECONDS:
            for run in runs.values():
                run.stdin.write(LINE)
                run.stdin.flush()
            time.sleep(0.25)
        cls.out, cls.err = {}, {}
        for name, run in runs.items():
            run.stdin.close()
            if name in ("plain", "quiet"):
                cls.err[name] = run.stderr.read().decode()
            else:
                cls.err[name] = read_all(masters[name == "both"])
            if name != "both":
                cls.out[name] = run.stdout.read().decode()
                run.stdout.close()
            if run.stderr:
                run.stderr.close()
            if run.wait(60) != 0:
                raise AssertionError(name, cls.err[name])

    def test_without_a_terminal(self):
        self.assertRegex(self.err["plain"],
                         r"\At2sed: standard input: \d+ lines, \d+ s\n\Z")

    def test_quiet(self):
        self.assertEqual(self.err["quiet"], "")
        self.assertEqual(self.out["quiet"], self.out["plain"])

    def test_on_a_terminal(self):
        self.assertGreater(len(re.findall(r"standard input \d+ lines, \d+ s\x1b",
                                          self.err["bar"])), 5)
        self.assertEqual(screen(self.err["bar"]), [""])  # it is wiped away
        self.assertEqual(self.out["bar"], self.out["plain"])

    def test_results_on_the_same_terminal(self):
        self.assertIn("standard input", self.err["both"])
        self.assertEqual(screen(self.err["both"]),
                         self.out["plain"].split("\n"))

    def test_every_command_takes_quiet(self):
        for command in commands():
            self.assertRegex(help_of(*command.split(), "--quiet"),
                             r"(?m)^  --quiet ", command)

    def test_quiet_hides_notes_and_no_errors(self):
        for flags, note in ([], True), (["--quiet"], False):
            done = subprocess.run(
                [T2SED, "score", *flags], input=LINE + b"{\n", text=False,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(b"more accurate" in done.stderr, note)
            self.assertIn(b"EFORMAT", done.stdout)
        done = subprocess.run([T2SED, "info", "--quiet", "--model", "/none"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"/none", done.stderr)


if __name__ == "__main__":
    tap.main()
