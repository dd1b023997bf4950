"""The examples of docs/guide/python.md run, and print what it shows."""

import ast
import contextlib
import io
import os
import re
import signal
import sqlite3
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402,F401
import t2sed  # noqa: E402
import tap  # noqa: E402

GUIDE = os.path.join(ROOT, "docs", "guide", "python.md")
#: Examples that need what a test may not have; other tests run the like.
ELSEWHERE = ('t2sed.Model("large")', "t2sed.Tokenizer", "t2sed.Parser()",
             "t2sed.LanguageModel", "from t2sed import lab")
QUESTION = "How many customers are there?"
QUERIES = ["SELECT count(*) FROM customer", "SELECT max(id) FROM customer"]


def blocks_of(text):
    """(number of its first line, the block, whether it is what the one before
    prints), for each indented block of a page."""
    lines, i = text.split("\n"), 0
    while i < len(lines):
        first = i
        while i < len(lines) and (lines[i].startswith("    ")
                                  or i > first and not lines[i].strip()):
            i += 1
        if i > first:
            yield first + 1, "\n".join(
                line[4:] for line in lines[first:i]).strip("\n"), \
                lines[first - 2] == "This prints:"
        i += i == first


def is_python(block):
    try:
        ast.parse(block)
    except SyntaxError:
        return False
    return True


def comparable(output):
    """Numbers and reasons are the model's, which is trained now and then."""
    return [re.sub(r"\d\.\d\d", "N", line) for line in output.splitlines()
            if not line.lstrip().startswith("because:")]


class Guide(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(cls.folder.name)
        with open(GUIDE, encoding="utf-8") as file:
            cls.blocks = list(blocks_of(file.read()))
        exec(next(block for _, block, _ in cls.blocks  # makes shop.sqlite
                  if "CREATE TABLE" in block), {})
        os.makedirs("databases/shop")
        with sqlite3.connect("shop.sqlite") as shop:
            for path in ("databases/shop/shop.sqlite", "world.sqlite"):
                shop.execute(f"VACUUM INTO '{path}'")
        with sqlite3.connect("world.sqlite") as world:
            world.execute("CREATE TABLE city (name TEXT, district TEXT, "
                          "population INTEGER)")
            world.execute("INSERT INTO city VALUES ('Arnhem', 'Gelderland', "
                          "138000)")
        with open("predictions.csv", "w", encoding="utf-8") as file:
            file.write("question,query\n"
                       + "".join(f"{QUESTION},{one}\n" for one in QUERIES))
        os.unlink("shop.sqlite")

    def names(self):
        """What examples take for granted."""
        database = t2sed.Database("shop.sqlite")
        evidence, model = t2sed.Evidence(database), t2sed.Model()
        scorer = t2sed.Scorer(model)
        return {"t2sed": t2sed, "database": database, "evidence": evidence,
                "model": model, "scorer": scorer, "question": QUESTION,
                "queries": QUERIES, "schema": database.schema,
                "scores": scorer.score(QUESTION, QUERIES, evidence=evidence),
                "questions": [QUESTION] * 2, "db_ids": ["shop"] * 2,
                "signal": signal}

    def test_examples(self):
        ran, printed = 0, ""
        for number, block, is_output in self.blocks:
            with self.subTest(f"{GUIDE}:{number}"):
                if is_output:
                    self.assertEqual(comparable(block), comparable(printed))
                    continue
                if not is_python(block) \
                        or any(part in block for part in ELSEWHERE):
                    continue
                names = {} if ran == 0 else self.names()
                if "pandas" in block:
                    try:
                        import pandas
                    except ImportError:
                        continue
                    names["pandas"] = pandas
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(compile(block, f"{GUIDE}:{number}", "exec"), names)
                printed = out.getvalue()
                ran += 1
        self.assertGreater(ran, 15)

    def test_outputs_are_shown(self):
        self.assertGreaterEqual(
            sum(is_output for _, _, is_output in self.blocks), 2)


if __name__ == "__main__":
    tap.main()
