"""What the judge reads: a schema cut to the tables in use, the knowledge, the
question, a query, and what the query gives. Plain Python, no packages.

    -- SQLite schema
    loan(loan_id, account_id, date, amount; account_id -> account.account_id)
    account(account_id, district_id, frequency, date)
    -- Other tables: card, client, disp, district
    -- Knowledge: ...
    -- Question: ...
    -- Query:
    SELECT ... (white space made single blanks)
    -- Right:
    -- Result: 2 rows: (12, 'Praha'), (7, 'Brno')
    -- Right:

All up to "-- Query:" and its line end is the prompt, read once for the queries of
a question. The judge's score is read at the last token of "-- Right:", the first
time without and the second time with the result: what follows changes nothing
before it, so one reading gives both.
"""
import json
import os
import re
import sqlite3
import time
from typing import NamedTuple

COLUMNS = 10      # all columns of a table are told up to this number
OTHERS = 12       # tables that are told by name alone
ROWS, CELLS, WIDTH = 2, 5, 20
MOST = 1000       # rows that are counted
SECONDS = 2.0     # a query may take
RIGHT = "\n-- Right:"


class Table(NamedTuple):
    name: str
    columns: list
    keys: list    # (column, other table, other column)


def from_tables(path):
    """The schemas of a tables.json, by db_id."""
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)
    found = {}
    for entry in entries:
        names, columns = entry["table_names_original"], entry["column_names_original"]
        tables = [Table(name, [c for t, c in columns if t == at], [])
                  for at, name in enumerate(names)]
        for one, other in entry["foreign_keys"]:
            tables[columns[one][0]].keys.append(
                (columns[one][1], names[columns[other][0]], columns[other][1]))
        found[entry["db_id"]] = tables
    return found


def connect(path):
    link = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    link.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return link


def from_database(path):
    """The schema of a database: tables and views."""
    def quoted(name):
        return '"' + name.replace('"', '""') + '"'
    with connect(path) as link:
        names = [name for name, in link.execute(
            "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
            "AND name NOT LIKE 'sqlite_%'")]
        return [Table(name,
                      [row[1] for row in link.execute(f"PRAGMA table_info({quoted(name)})")],
                      [(row[3], row[2], row[4] or row[3]) for row in link.execute(
                          f"PRAGMA foreign_key_list({quoted(name)})")])
                for name in names]


def words(text):
    return set(re.findall(r"[^\W_]+", text.lower()))


def told_columns(table, text, near):
    """Its columns, of a wide table those that the queries or the question name."""
    if len(table.columns) <= COLUMNS:
        return table.columns
    kept = [column for column in table.columns
            if column.lower() in text or words(column) & near
            or column in [key[0] for key in table.keys]]
    return kept[:2 * COLUMNS]


def schema(tables, sqls, asked):
    """The tables that a query names, with columns and keys, and the others' names."""
    text = " ".join(sqls).lower()
    near = {word for word in words(asked) if len(word) > 3}
    used = [table for table in tables if re.search(
        r"(?<!\w)" + re.escape(table.name.lower()) + r"(?!\w)", text)] or tables[:4]
    lines = []
    for table in used:
        keys = [f"{column} -> {other}.{key}" for column, other, key in table.keys
                if other.lower() in {one.name.lower() for one in used}]
        columns = told_columns(table, text, near)
        more = ["..."] if len(columns) < len(table.columns) else []
        lines.append(f"{table.name}({', '.join(columns + more)}"
                     + (f"; {', '.join(keys)}" if keys else "") + ")")
    others = [table.name for table in tables if table not in used]
    if others:
        lines.append("-- Other tables: " + ", ".join(others[:OTHERS]))
    return "\n".join(lines)


def prompt(tables, sqls, question, knowledge):
    told = f"-- Knowledge: {' '.join(knowledge.split())}\n" if knowledge else ""
    return (f"-- SQLite schema\n{schema(tables, sqls, question + ' ' + knowledge)}\n"
            f"{told}-- Question: {' '.join(question.split())}\n-- Query:\n")


def value(cell):
    if cell is None:
        return "NULL"
    if isinstance(cell, float):
        return f"{cell:.6g}"
    if isinstance(cell, bytes):
        return "x''"
    text = str(cell)
    return text if isinstance(cell, int) else \
        "'" + (text if len(text) <= WIDTH else text[:WIDTH] + "...") + "'"


def result(link, sql):
    """The number of rows and the first of them as text; None: no answer in time."""
    end = time.monotonic() + SECONDS
    link.set_progress_handler(lambda: time.monotonic() > end, 10000)
    try:
        rows = link.execute(sql).fetchmany(MOST)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        return None
    count = f"{MOST} rows or more" if len(rows) == MOST else \
        "1 row" if len(rows) == 1 else f"{len(rows)} rows"
    shown = ", ".join(
        "(" + ", ".join([value(cell) for cell in row[:CELLS]]
                        + ["..."] * (len(row) > CELLS)) + ")" for row in rows[:ROWS])
    return f"{count}: {shown}" if rows else "no rows"


def query(sql):
    return " ".join(sql.split())


def database(root, db_id):
    return os.path.join(root, db_id, f"{db_id}.sqlite")
