"""Outputs that must not change unawares: the features by name, scores,
findings, orders, decisions and links of the shipped light model, on the
demonstration's beams and on questions about a small library (library.jsonl);
and explanations of queries of every construct on it (explain.jsonl).

    make update-golden      writes the files in expected/ again

They hold what the programs print, one JSON value a line; numbers may differ by
1e-6. What changes on purpose shows in `git diff` of these files.
"""
import json
import math
import os
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "python", "support"))
import tap  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"))
T2SED = os.path.join(BUILD, "bin", "t2sed")
FEATURES = os.path.join(BUILD, "test", "golden", "features")
DEMO = os.path.join(ROOT, "examples", "cli", "demo")
INPUTS = {"demo": (os.path.join(DEMO, "database.sql"),
                   os.path.join(DEMO, "beams.jsonl")),
          "library": (os.path.join(HERE, "library.sql"),
                      os.path.join(HERE, "library.jsonl"))}
EXPLAINED = os.path.join(HERE, "explain.jsonl")
# What is run: the program's arguments; {root} is the folder of databases.
DATABASES = ["--db-root", "{root}"]
LIGHT = ["--model", "light"]
JOBS = {"score": ["score", *LIGHT, "--findings", *DATABASES],
        "score-text": ["score", *LIGHT],
        "rerank": ["rerank", *LIGHT, *DATABASES],
        "rerank-steps": ["rerank", *LIGHT, "--policy", "sl+qp+runs+vote+rr",
                         *DATABASES],
        "trigger": ["trigger", *LIGHT, *DATABASES],
        "link": ["link", *DATABASES],
        "explain": ["explain", *DATABASES]}
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith("T2SED_")}
TOLERANCE = 1.5e-6  # numbers are printed with six decimals


def make_databases(root):
    for name, (script, _) in INPUTS.items():
        os.mkdir(os.path.join(root, name))
        database = sqlite3.connect(os.path.join(root, name, name + ".sqlite"))
        with open(script, encoding="utf-8") as file:
            database.executescript(file.read())
        database.close()


def output(job, name, root):
    """The lines that a job prints for an input."""
    lines = EXPLAINED if job == "explain" else INPUTS[name][1]
    if job == "features":
        command = [FEATURES, os.path.join(root, name, name + ".sqlite"), lines]
    elif job == "features-text":
        command = [FEATURES, "-", lines]
    else:
        command = [T2SED, *(word.format(root=root) for word in JOBS[job]),
                   lines]
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, env=ENVIRONMENT)
    if done.returncode > 1:  # 1: a line was in error, and is answered so
        raise OSError(f"{command} ended with {done.returncode}")
    return done.stdout.decode().splitlines()


def kept(job, line):
    """What is compared of a line: not what the input has anyway."""
    value = json.loads(line)
    if job.startswith("features"):
        return value
    value.pop("scored_by", None)  # names a version
    for part in value, *value.get("candidates", []):
        for key in "question", "sql", "db_id", "context", "parser", "score":
            if job != "explain" or key != "sql":
                part.pop(key, None)
    return value


def differences(expected, found, where=""):
    """Yields a line for every place in which two values differ."""
    numbers = [isinstance(value, (int, float)) and not isinstance(value, bool)
               for value in (expected, found)]
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted(expected.keys() | found.keys()):
            yield from differences(expected.get(key, "(not there)"),
                                   found.get(key, "(not there)"),
                                   f"{where} {key}")
    elif isinstance(expected, list) and isinstance(found, list) \
            and len(expected) == len(found):
        for i, (one, other) in enumerate(zip(expected, found)):
            yield from differences(one, other, f"{where} [{i}]")
    elif all(numbers):
        if not math.isclose(expected, found, rel_tol=1e-6, abs_tol=TOLERANCE):
            yield f"{where}: {found}, not {expected}"
    elif expected != found:
        yield f"{where}: {found!r}, not {expected!r}"


def path_of(job, name):
    return os.path.join(HERE, "expected", f"{job}-{name}.jsonl")


def all_jobs():
    return [(job, name) for job in (*JOBS, "features")
            for name in INPUTS if job != "explain"] \
        + [("features-text", "demo"), ("explain", "library")]


class Golden(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        make_databases(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def compare(self, job, name):
        with open(path_of(job, name), encoding="utf-8") as file:
            expected = [json.loads(line) for line in file]
        found = [kept(job, line)
                 for line in output(job, name, self.folder.name)]
        self.assertEqual(len(found), len(expected), "lines")
        if job.startswith("features"):
            self.assertEqual(found[0], expected[0], "names of features")
            names = expected[0]
            found, expected = [[[dict(zip(names, query)) if query else None
                                 for query in line] for line in lines[1:]]
                               for lines in (found, expected)]
        told = [text for i, (one, other) in enumerate(zip(expected, found))
                for text in differences(one, other, f"line {i + 1}")]
        if told:
            self.fail("\n".join([f"{len(told)} differences (make update-golden"
                                 " if they are on purpose):", *told[:40]]))


for _job, _name in all_jobs():
    setattr(Golden, f"test_{_job.replace('-', '_')}_of_{_name}",
            lambda self, job=_job, name=_name: self.compare(job, name))


def update():
    os.makedirs(os.path.join(HERE, "expected"), exist_ok=True)
    with tempfile.TemporaryDirectory() as root:
        make_databases(root)
        for job, name in all_jobs():
            with open(path_of(job, name), "w", encoding="utf-8") as file:
                for line in output(job, name, root):
                    json.dump(kept(job, line), file, ensure_ascii=False,
                              separators=(",", ":"))
                    file.write("\n")


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        tap.main()
