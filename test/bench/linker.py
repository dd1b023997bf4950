#!/usr/bin/env python3
"""What schema linking costs: making the index of a database's values, opening
it again, and linking.

    linker.py [--rows N] [DATABASE...]

Makes a database of N rows (a million) of orders, with 200,000 customers' names
and N distinct notes, and prints a row of a Markdown table for it and for each
other database. Each has an index of its own in a temporary folder. Links are
timed with a question of ten words and five queries, that of the question apart;
a value that is nowhere is the dearest, for which all values alike are searched.
A second table has what the same index saves findings: the time until the first
findings of a query on a database that has just been opened, without and with
the file.
"""
import argparse
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "examples", "python"))
import t2sed  # noqa: E402

TABLES = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INT REFERENCES
customer (id), city TEXT, note TEXT, amount REAL, day TEXT);
"""
SYLLABLES = ("ka", "lo", "mi", "ra", "ten", "ber", "sto", "vel", "an", "dor",
             "qui", "pas", "ul", "gre", "fin", "hol")


def make(path, rows):
    """The same for the same number of rows."""
    chance = random.Random(5)

    def word():
        return "".join(chance.choice(SYLLABLES)
                       for _ in range(chance.randint(2, 4))).capitalize()

    cities = [word() for _ in range(1000)]
    customers = max(1, rows // 5)
    connection = sqlite3.connect(path)
    connection.executescript(TABLES)
    connection.executemany(
        "INSERT INTO customer VALUES (?, ?, ?)",
        ((i, f"{word()} {word()} {i}", chance.choice(cities))
         for i in range(customers)))
    connection.executemany(
        "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)",
        ((i, chance.randrange(customers), chance.choice(cities),
          f"{word()} {word()} no {i}", chance.randrange(10 ** 6) / 100,
          f"20{chance.randrange(24):02}-{chance.randrange(1, 13):02}-"
          f"{chance.randrange(1, 29):02}") for i in range(rows)))
    connection.commit()
    connection.close()


def texts(path, schema):
    """A column of text with many values, and one of them."""
    connection = sqlite3.connect(path)
    connection.text_factory = bytes
    best = (0, None, None, None)
    tables = [name.decode() for name, in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        for column in connection.execute(f'PRAGMA table_info("{table}")'):
            name, kind = column[1].decode(), column[2].decode().lower()
            if "char" not in kind and "text" not in kind:
                continue
            count, value = connection.execute(
                f'SELECT count(DISTINCT "{name}"), min("{name}") '
                f'FROM "{table}" WHERE length("{name}") < 60').fetchone()
            if count > best[0] and value:
                best = (count, table, name, value.decode())
    connection.close()
    return best[1:]


def timed(call, rounds=5):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def first_findings(schema, path, query, index):
    """Milliseconds to open the evidence, and from then to the findings."""
    start = time.perf_counter()
    with t2sed.Evidence(schema, path, index=index) as evidence:
        opened = time.perf_counter()
        evidence.set_question("How many of that name are there?")
        evidence.findings(query)
        found = time.perf_counter()
    return 1000 * (opened - start), 1000 * (found - opened)


def measure_findings(path, folder):
    index = os.path.join(folder, "index.sqlite")
    if os.path.exists(index):
        os.unlink(index)
    with t2sed.Schema.from_sqlite(path) as schema:
        table, column, value = texts(path, schema)
        text = value.replace("'", "''")
        query = f'SELECT count(*) FROM "{table}" WHERE "{column}" = \'{text}\''
        t2sed.Linker(schema, path, index=index).close()
        rows = [[first_findings(schema, path, query, file) for _ in range(5)]
                for file in (None, index)]
    medians = [[statistics.median(times) for times in zip(*row)]
               for row in rows]
    print(f"| {os.path.basename(path)} | {medians[0][0]:.0f} ms "
          f"| {medians[0][1]:.0f} ms | {medians[1][1]:.1f} ms |", flush=True)


def measure(path, folder):
    index = os.path.join(folder, "index.sqlite")
    if os.path.exists(index):
        os.unlink(index)
    schema = t2sed.Schema.from_sqlite(path)
    start = time.perf_counter()
    t2sed.Linker(schema, path, index=index).close()
    made = time.perf_counter() - start
    opened = timed(lambda: t2sed.Linker(schema, path, index=index).close())
    table, column, value = texts(path, schema)
    text = value.replace("'", "''")
    query = f'SELECT count(*) FROM "{table}" WHERE "{column}" = \'{{}}\''
    queries = [query.format(text), query.format("Nowhere To Be Found"),
               query.format(text.lower() + "x"),
               f'SELECT count(*) FROM "{table}"',
               query.format(text) + f" AND \"{column}\" LIKE '%{text[:3]}%'"]
    with t2sed.Linker(schema, path, index=index) as linker:
        asked = [t2sed.Question(f"How many have {column} {value}, and what of "
                                f"number {i}?") for i in range(6)]
        places = iter(asked)
        question = timed(lambda: linker.link(next(places), None))
        each = [timed(lambda q=q: linker.link(asked[-1], q)) for q in queries]
    print(f"| {os.path.basename(path)} | {os.path.getsize(path) / 1e6:.1f} MB "
          f"| {made:.2f} s | {os.path.getsize(index) / 1e6:.1f} MB "
          f"| {opened:.1f} ms | {question:.2f} ms | {each[0]:.2f} ms "
          f"| {max(each):.2f} ms |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1000000)
    parser.add_argument("databases", nargs="*")
    arguments = parser.parse_args()
    print("| database | size | index made | index | opened again | question "
          "| query | dearest query |\n|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        paths = list(arguments.databases)
        if arguments.rows:
            paths.append(os.path.join(folder, "orders.sqlite"))
            make(paths[-1], arguments.rows)
        for path in paths:
            measure(path, folder)
        print("\n| database | opened | first findings | with the index |\n"
              "|---|---|---|---|")
        for path in paths:
            measure_findings(path, folder)


if __name__ == "__main__":
    main()
