"""Golds in PostgreSQL's and MySQL's dialect beside the same golds in SQLite's.

    python3 docs/research/dialects.py [--t2sed PROGRAM] [--data DIR] [--update FILE]

For each set: how many golds parse, how far their probability is from that of
the SQLite gold in the mean, and how often it is within 0.10; for defog, whose
databases are there, also how many questions' golds give the rows of a SQLite
gold. --update puts the table into docs/research/quality.md.
"""
import argparse
import gzip
import json
import os
import re
import sqlite3
import subprocess
import tempfile

from firsts import head, put, row

CLOSE = 0.10


def lines_of(path):
    with (gzip.open if path.endswith(".gz") else open)(
            path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def spelled(query):
    """Defog's {a, b} stands for any of these columns: all of them."""
    group = re.search(r"\{([^}]+)\}", query)
    return query.replace(group[0], group[1]).replace("{}", group[1]) \
        if group else query


def score(program, options, rows):
    """The rows with what `t2sed score` adds to them."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()
        run = subprocess.run([program, "score", "--alone", *options, file.name],
                             stdout=subprocess.PIPE, text=True, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


def candidate(line, query, dialect):
    return {"db_id": line["db_id"], "question": line["question"],
            "sql": query, "dialect": dialect}


def rows_of(path, query):
    """What a query gives, in no order; None where it fails."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return sorted((tuple(round(cell, 2) if isinstance(cell, float) else
                             cell for cell in found)
                       for found in connection.execute(query)), key=repr)
    except sqlite3.Error:
        return None
    finally:
        connection.close()


def compare(name, dialect, program, options, pairs):
    """pairs: [(line, query, SQLite query)]. A row of the table."""
    other = score(program, options, [candidate(line, query, dialect)
                                     for line, query, _ in pairs])
    own = score(program, options, [candidate(line, query, "sqlite")
                                   for line, _, query in pairs])
    both = [(a["probability"], b["probability"]) for a, b in zip(other, own)
            if a.get("probability") is not None and b.get("probability")
            is not None]
    parsed = sum("error" not in one for one in other)
    far = [abs(a - b) for a, b in both]
    return [name, dialect, str(len(pairs)), f"{100 * parsed / len(pairs):.1f}",
            f"{sum(a for a, _ in both) / len(both):.3f}",
            f"{sum(b for _, b in both) / len(both):.3f}",
            f"{sum(far) / len(far):.3f}",
            f"{100 * sum(one <= CLOSE for one in far) / len(far):.1f}"]


def bird(data, dialect):
    wanted = {(one["db_id"], one["question"]): one["gold"]
              for one in lines_of(f"{data}/bird/dev_open.jsonl.gz")}
    return [(one, one["SQL"], wanted[one["db_id"], one["question"]])
            for one in lines_of(f"{data}/bird/mini_dev_{dialect}_open.jsonl")
            if (one["db_id"], one["question"]) in wanted]


def defog(data, name):
    return [(one, spelled(one["gold_alternatives"][0]),
             spelled(own["gold_alternatives"][0]))
            for one, own in zip(lines_of(f"{data}/defog/questions_{name}.jsonl"),
                                lines_of(f"{data}/defog/questions_sqlite.jsonl"))]


def same_rows(data, name, dialect, program):
    """Questions of which some gold gives the rows of some SQLite gold."""
    found = []
    lines = lines_of(f"{data}/defog/questions_{name}.jsonl")
    owns = lines_of(f"{data}/defog/questions_sqlite.jsonl")
    given = [{"sql": spelled(query), "dialect": dialect}
             for line in lines for query in line["gold_alternatives"]]
    run = subprocess.run([program, "explain"], input="".join(
        json.dumps(one) + "\n" for one in given), stdout=subprocess.PIPE,
        text=True, check=False)
    written = [one.get("sqlite", one["sql"])
               for one in map(json.loads, run.stdout.splitlines())]
    for line, own in zip(lines, owns):
        path = f"{data}/defog/db/{line['db_id']}.sqlite"
        count = len(line["gold_alternatives"])
        wanted = [rows_of(path, spelled(query))
                  for query in own["gold_alternatives"]]
        got = [rows_of(path, query) for query in written[:count]]
        del written[:count]
        found.append(any(one is not None and one in wanted for one in got))
    return f"{100 * sum(found) / len(found):.1f}"


def databases(data, folder, rows):
    """The databases as DIR/<db_id>/<db_id>.sqlite, with their rows or without.
    """
    for name in os.listdir(f"{data}/defog/db"):
        place = os.path.join(folder, name.split(".")[0])
        os.mkdir(place)
        if rows:
            os.symlink(os.path.realpath(f"{data}/defog/db/{name}"),
                       os.path.join(place, name))
            continue
        source = sqlite3.connect(f"file:{data}/defog/db/{name}?mode=ro",
                                 uri=True)
        to = sqlite3.connect(os.path.join(place, name))
        for sql, in source.execute("SELECT sql FROM sqlite_schema WHERE sql "
                                   "IS NOT NULL AND type = 'table' AND name "
                                   "NOT LIKE 'sqlite%'"):
            to.execute(sql)
        to.commit()
        to.close()
        source.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--data", default="../shared/data")
    parser.add_argument("--update")
    given = parser.parse_args()
    data, program = given.data, given.t2sed
    table = []
    for dialect in ("postgresql", "mysql"):
        table.append(compare("BIRD mini-dev, by schema", dialect, program,
                             ["--tables", f"{data}/bird/dev_tables.json"],
                             bird(data, dialect)) + [""])
    for name, dialect in (("postgres", "postgresql"), ("mysql", "mysql")):
        pairs = defog(data, name)
        for kind, rows in (("with its databases", True),
                           ("empty databases", False)):
            with tempfile.TemporaryDirectory() as folder:
                databases(data, folder, rows)
                table.append(compare(
                    f"defog, {kind}", dialect, program,
                    ["--db-root", folder], pairs) + [
                        same_rows(data, name, dialect, program)
                        if rows else ""])
    text = "\n".join(head(
        "set", "dialect", "golds", "parsed, %", "probability",
        "of the SQLite gold", "apart in the mean", "within 0.10, %",
        "rows of a SQLite gold, %") + [row(*cells) for cells in table])
    print(text)
    if given.update:
        put(given.update, "dialect-table", text)


if __name__ == "__main__":
    main()
