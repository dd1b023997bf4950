"""Runs of t2sed that write something, for tests that break them off: what each
needs, what it is called with, and what it leaves."""

import glob
import hashlib
import json
import os
import sqlite3
import string
import subprocess

from tiny_parser import write_weights

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
BACKEND = os.environ.get("T2SED_BACKEND") or os.path.join(
    BUILD, "lib", "libt2sed-torch.so")
LESSONS = [
    ("How many ships are there?", "SELECT count(*) FROM ship"),
    ("List the names of all ships.", "SELECT name FROM ship"),
    ("Which ship is the longest?",
     "SELECT name FROM ship ORDER BY length DESC LIMIT 1"),
    ("How many ships does each port have?",
     "SELECT port, count(*) FROM ship GROUP BY port"),
    ("Which ships are longer than 30?",
     "SELECT name FROM ship WHERE length > 30"),
]
TREES = """1\tShow\t_\tVERB\t_\t_\t0\troot\t_\t_
2\tsingers\t_\tNOUN\t_\t_\t1\tobj\t_\t_
3\t.\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_

"""


def lightgbm():
    """The library that forests are grown with, or None."""
    found = glob.glob(os.path.join(ROOT, ".deps", "venv", "lib", "python3*",
                                   "site-packages", "lightgbm", "lib",
                                   "lib_lightgbm.so"))
    return os.environ.get("T2SED_LIGHTGBM") or (found[0] if found else None)


def write_lines(path, lines):
    with open(path, "w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line) + "\n")


def dump(path):
    """All that a SQLite file holds, but for times and where it lay."""
    database = sqlite3.connect(path)
    try:
        check = database.execute("PRAGMA integrity_check").fetchone()[0]
        if check != "ok":
            return check
        out = []
        for name, in database.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' "
                "ORDER BY name").fetchall():
            rows = database.execute(f'SELECT * FROM "{name}"')
            columns = [c[0] for c in rows.description]
            for row in rows.fetchall():
                row = dict(zip(columns, row))
                for hidden in ("begun", "ended"):
                    if hidden in row:
                        row[hidden] = row[hidden] is not None
                if name == "made" or row.get("name") == "made":
                    row = {}
                out.append((name, sorted(row.items(), key=lambda x: x[0])))
        return repr(sorted(out, key=repr))
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        database.close()


class Job:
    """A command; `size` says how much it has to do."""
    name = ""

    def __init__(self, given, size=1):
        self.given, self.size = given, size
        os.makedirs(given, exist_ok=True)
        self.prepare()

    def path(self, *names):
        return os.path.join(self.given, *names)

    def lacks(self):
        """What is missing to run it, or None."""
        return None

    def prepare(self):
        pass

    def environment(self):
        return dict(os.environ, OMP_NUM_THREADS="1")

    def run(self, out, prefix=(), env=None, preexec_fn=None):
        done = subprocess.run([*prefix, *self.command(out)],
                              env=dict(self.environment(), **(env or {})),
                              stdin=subprocess.DEVNULL, capture_output=True,
                              check=False, timeout=120, preexec_fn=preexec_fn)
        return done.returncode, done.stderr.decode("utf-8", "replace")

    def start(self, out):
        return subprocess.Popen(self.command(out), env=self.environment(),
                                stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def files(self, out):
        """Every file of a result, and what is in it."""
        found = {}
        for folder, _, names in os.walk(out):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    data = file.read()
                if data.startswith(b"SQLite format 3\0"):
                    data = dump(path).encode()
                found[os.path.relpath(path, out)] = hashlib.sha256(
                    data).hexdigest()
        return found

    def result(self, out):
        """The files that a run should leave, without those for going on."""
        return {name: what for name, what in self.files(out).items()
                if name not in ("state", "log")}


def make_database(folder, name, rows):
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    path = os.path.join(folder, name, name + ".sqlite")
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT, port TEXT, "
        "length REAL);")
    database.executemany(
        "INSERT INTO ship VALUES (?, ?, ?, ?)",
        [(i, f"ship number {i}", f"port {i % 97}", i % 50)
         for i in range(rows)])
    database.commit()
    database.close()


def beams(databases, of_each):
    for number in range(databases * of_each):
        question, gold = LESSONS[number % len(LESSONS)]
        yield {"db_id": f"sea{number % databases}", "gold": gold,
               "question": f"{question} ({number})", "index": number,
               "candidates": [{"sql": gold, "score": -0.1}] + [
                   {"sql": other, "score": -1.0} for _, other in LESSONS
                   if other != gold]}


class Collect(Job):
    name = "collect"

    def prepare(self):
        make_database(self.path("db"), "sea0", 40)
        write_lines(self.path("beams.jsonl"), beams(1, 6 * self.size))

    def command(self, out):
        return [PROGRAM, "collect", "--quiet", "--threads", "1", "--db-root",
                self.path("db"), "--name", "beams", "--out",
                os.path.join(out, "set.db"), self.path("beams.jsonl")]


class Index(Job):
    name = "index"

    def prepare(self):
        make_database(self.path("db"), "sea0", 60 * self.size)
        write_lines(self.path("lines.jsonl"), [
            {"db_id": "sea0", "question": LESSONS[4][0], "sql": LESSONS[4][1]}])

    def command(self, out):
        return [PROGRAM, "link", "--quiet", "--db-root", self.path("db"),
                "--index", out, self.path("lines.jsonl")]


class Plan(Job):
    name = "plan"

    def prepare(self):
        write_lines(self.path("lessons.jsonl"), [
            {"db_id": f"db{database}", "question": question, "query": sql}
            for database in range(6) for question, sql in LESSONS] *
                    (1 + self.size // 4))

    def command(self, out):
        return [PROGRAM, "train", "--plan", "--quiet", "--folds", "2",
                "--passes", str(2 * self.size), "--min-count", "1", "--out",
                os.path.join(out, "plan"), self.path("lessons.jsonl")]


class Labelled(Job):
    """One that learns from labelled candidates."""
    questions = 40

    def prepare(self):
        make_database(self.path("db"), "sea0", 40)
        write_lines(self.path("beams.jsonl"), (
            dict(line, candidates=[
                {"sql": c["sql"], "label": int(c["sql"] == line["gold"])}
                for c in line["candidates"]])
            for line in beams(1, self.questions)))


class Tune(Labelled):
    """A model fitted to lines of one's own."""
    name = "tune"

    def prepare(self):
        self.questions *= self.size
        super().prepare()

    def command(self, out):
        return [PROGRAM, "tune", "--quiet", "--model",
                os.path.join(ROOT, "lib", "models", "default"), "--db-root",
                self.path("db"), "--out", os.path.join(out, "tuned"),
                self.path("beams.jsonl")]

    def run(self, out, *args, **kwargs):
        """It replaces no model: one that is there has to be whole."""
        if os.path.exists(os.path.join(out, "tuned")):
            return 0, ""
        status, said = super().run(out, *args, **kwargs)
        return status, said.replace("t2sed tune: ", "t2sed: ")


class Forest(Labelled):
    """Evidence forests, grown by LightGBM."""
    name = "forest"

    def lacks(self):
        return None if lightgbm() else "no LightGBM (make deps-train)"

    def environment(self):
        return dict(super().environment(), T2SED_LIGHTGBM=lightgbm() or "")

    def command(self, out):
        return [PROGRAM, "train", "--quiet", "--branch", "evidence", "--model",
                os.path.join(ROOT, "lib", "models", "default"), "--trees",
                str(10 * self.size), "--forests", "1", "--threads", "1",
                "--parser", "none", "--db-root", self.path("db"), "--out",
                os.path.join(out, "forest"), self.path("beams.jsonl")]


class Torch(Job):
    """One that needs the engine."""

    def lacks(self):
        return None if os.path.exists(BACKEND) else "no libtorch"

    def environment(self):
        return dict(super().environment(), T2SED_BACKEND=BACKEND)


class Parser(Torch):
    """A question parser, with checkpoints."""
    name = "parser"

    def prepare(self):
        words = [a + b for a in string.ascii_lowercase for b in "aeiou"]
        tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + words
        os.makedirs(self.path("encoder"), exist_ok=True)
        with open(self.path("encoder", "vocab.txt"), "w",
                  encoding="utf-8") as out:
            out.write("".join(token + "\n" for token in tokens))
        write_weights(self.path("encoder", "model.safetensors"),
                      {"embeddings.word_embeddings.weight": [len(tokens), 96]})
        with open(self.path("train.conllu"), "w", encoding="utf-8") as out:
            out.write(TREES * 3)

    def command(self, out):
        return [PROGRAM, "train", "--question-parser", "--quiet", "--encoder",
                self.path("encoder"), "--out", os.path.join(out, "parser"),
                "--epochs", str(2 * self.size), "--hidden", "16", "--batch",
                "8", "--threads", "1", "--train-precision", "fp32",
                "--checkpoint", os.path.join(out, "state"),
                "--checkpoint-steps", "10", "--resume",
                self.path("train.conllu")]


class Export(Torch):
    name = "export"

    def prepare(self):
        subprocess.run([os.path.join(BUILD, "test", "make_tiny_model"),
                        self.path("model")], check=True,
                       stdout=subprocess.DEVNULL)

    def command(self, out):
        return [PROGRAM, "export", "--model", self.path("model"),
                os.path.join(out, "model.pt")]


JOBS = (Collect, Index, Plan, Tune, Forest, Parser, Export)
