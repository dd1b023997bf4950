"""The constraint from Python, and on real queries: each beginning of a gold
query of Spider, BIRD and our own is accepted, byte by byte, and the whole may
end, as far as SQLite prepares it on the tables of its schema.

    T2S_GOLD=1 python3 test/python/test_constraint.py

takes all queries and prints figures; else every 20th is taken."""

import glob
import gzip
import json
import os
import sqlite3
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402

DATA = os.path.join(ROOT, os.pardir, "shared", "data")
ALL = "T2S_GOLD" in os.environ
TABLES = "CREATE TABLE pet (id, name); CREATE TABLE fair (id, town)"


def lines(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(os.path.join(DATA, path), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Binding(unittest.TestCase):
    def test_states_and_masks(self):
        with t2sed.Schema.from_ddl(TABLES) as schema, \
                t2sed.Database(schema=schema) as database, \
                t2sed.Constraint(database) as constraint, \
                t2sed.Vocabulary([b"SELECT", " na", None, b"me", "'"]) as words:
            state = t2sed.ConstraintState(constraint)
            self.assertEqual(state.tokens(words), [0])
            state.advance("SELECT na")
            self.assertEqual(state.tokens(words), [3])
            other = state.copy()
            other.advance(b"me FROM pet")
            self.assertTrue(other.may_end())
            self.assertFalse(state.may_end())
            self.assertTrue(state.allows("me"))
            self.assertEqual(other.text, b"SELECT name FROM pet")
            with self.assertRaisesRegex(t2sed.Error, "byte 9.*may not follow"):
                state.advance("?")
            with self.assertRaises(TypeError):
                state.advance(1)
        with t2sed.Constraint() as grammar:
            state = t2sed.ConstraintState(grammar)
            state.advance("SELECT f(x) FROM y")
            self.assertTrue(state.may_end())


def schemas(path, items, query):
    with t2sed.Schemas(os.path.join(DATA, path)) as opened:
        by_name = {name: opened[name]
                   for name in {item["db_id"] for item in items}}
        return [(item["db_id"], by_name[item["db_id"]], item[query])
                for item in items]


def modern():
    items = [item for path in sorted(glob.glob(os.path.join(
        DATA, "modern", "*.jsonl"))) for item in lines(path)]
    opened = {name: t2sed.Schema.from_sqlite(glob.glob(os.path.join(
        DATA, "modern", "database", name, "*.sqlite"))[0])
        for name in {item["db_id"] for item in items}}
    return [(item["db_id"], opened[item["db_id"]], item["gold"])
            for item in items]


SETS = {
    "Spider dev": lambda: schemas("spider/tables.json",
                                  lines("spider/dev.jsonl"), "query"),
    "Spider train": lambda: schemas(
        "spider/tables.json", lines("spider/train_spider.jsonl")
        + lines("spider/train_others.jsonl"), "query"),
    "BIRD dev": lambda: schemas("bird/dev_tables.json",
                                lines("bird/dev_open.jsonl.gz"), "gold"),
    "BIRD train": lambda: schemas("bird_train/train_tables.json",
                                  lines("bird_train/train.jsonl.gz"), "gold"),
    "modern": modern}


def prepares(schema, query):
    """Whether SQLite takes the query on the schema's tables."""
    with sqlite3.connect(":memory:") as connection:
        for table in schema.tables:
            names = {column.name.lower(): column.name.replace('"', '""')
                     for column in table.columns}
            if names and not table.name.lower().startswith("sqlite_"):
                connection.execute('CREATE TABLE "%s" (%s)' % (
                    table.name.replace('"', '""'),
                    ", ".join(f'"{name}"' for name in names.values())))
        try:
            connection.execute("EXPLAIN " + query)
        except sqlite3.Error:
            return False
        return True


@unittest.skipUnless(os.path.isdir(DATA), "no ../shared/data")
class Gold(unittest.TestCase):
    # Of those that SQLite prepares: what is refused with early_names 0, 1.
    MOST = {"Spider dev": (0, 0), "Spider train": (2, 2), "BIRD dev": (7, 0),
            "BIRD train": (75, 7), "modern": (8, 0)}

    def accept(self, name, early):
        queries, constraints = SETS[name](), {}
        if not ALL:
            queries = queries[::20]
        good = whole = refused = 0
        for db, schema, query in queries:
            if db not in constraints:
                constraints[db] = t2sed.Constraint(
                    t2sed.Database(schema=schema), early_names=early,
                    max_early_alias=-1 if early else 0,
                    max_bytes=16384)
            state = t2sed.ConstraintState(constraints[db])
            try:
                for byte in query.strip().encode():
                    state.advance(bytes([byte]))
                good += 1
                whole += state.may_end()
                if not state.may_end():
                    self.assertFalse(prepares(schema, query), query)
            except t2sed.Error:
                refused += prepares(schema, query)
        if ALL:
            print(f"# {name}, early names {early}: of {len(queries)} queries "
                  f"{good} are accepted at each byte, {whole} may end; SQLite "
                  f"prepares {refused} of the others", flush=True)
        self.assertLessEqual(refused, self.MOST[name][early])

    def test_gold(self):
        for name in SETS:
            for early in (0, 1):
                with self.subTest(name, early=early):
                    self.accept(name, early)


if __name__ == "__main__":
    tap.main()
