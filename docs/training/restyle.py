"""Gold queries written as parsers write them, for data_gather.py.

A query is rewritten step by step: keywords in capitals, blanks, quotes, aliases
dropped or renamed, names for aggregates, MAX in a subquery for ORDER BY ...
LIMIT 1, NOT IN for EXCEPT, IN for INTERSECT, a counted key for *, DISTINCT, ASC.
Each step is drawn, and kept where the database gives the same rows. Regular
expressions do for Spider's queries; this is no rewriting of SQL in general.
Plain Python, no packages.
"""
import os
import random
import re
import sqlite3

KEYWORDS = ("select|from|where|group|by|order|limit|join|on|as|and|or|not|in|"
            "like|between|desc|asc|distinct|having|union|intersect|except|"
            "count|max|min|avg|sum")
AGGREGATES = {"COUNT": "num", "SUM": "total", "AVG": "average", "MAX": "max",
              "MIN": "min"}
MOST_ROWS = 3000


def tidy(sql):
    parts = re.split(r"('(?:[^']|'')*'|\"[^\"]*\")", sql)
    sql = "".join(part if i % 2 else re.sub(
        rf"\b({KEYWORDS})\b", lambda found: found.group(0).upper(), part,
        flags=re.I) for i, part in enumerate(parts))
    for pattern, by in ((r"\s+", " "), (r"\s+,", ","), (r"\(\s+", "("),
                        (r"\s+\)", ")"), (r"([<>!]) =", r"\1=")):
        sql = re.sub(pattern, by, sql)
    return sql.strip()


def single_quotes(sql, _):
    return re.sub(r'"([^"]*)"', lambda found: "'" + found.group(1).replace(
        "'", "''") + "'", sql)


def rename_aliases(sql, rng):
    found = re.findall(r"(?:FROM|JOIN) (\w+) AS (\w+)", sql)
    if any(len({pair[i].lower() for pair in found}) < len(found)
           for i in range(2)):
        return sql
    way = rng.random()
    for table, alias in found:
        name = table if way < 0.5 else (
            table[:3] if way > 0.8 else
            "".join(word[0] for word in table.split("_") if word)).lower()
        if re.fullmatch(KEYWORDS, name):
            name += "1"
        sql = re.sub(rf"\b{alias}\.", name + ".", sql)
        sql = re.sub(rf"\b{table} AS {alias}\b", table if name == table else
                     f"{table} {'AS ' if rng.random() < 0.5 else ''}{name}",
                     sql)
    return sql


def extreme_by_subquery(sql, _):
    found = re.fullmatch(r"SELECT (?!.*SELECT)(.*?) FROM (\w+) ORDER BY "
                         r"([\w.]+)( DESC| ASC)? LIMIT 1", sql)
    if not found:
        return sql
    selected, table, column, direction = found.groups()
    function = "MAX" if direction == " DESC" else "MIN"
    return (f"SELECT {selected} FROM {table} WHERE {column} = "
            f"(SELECT {function}({column}) FROM {table})")


def set_by_in(sql, rng):
    found = re.fullmatch(r"SELECT ([\w.]+) FROM (.*?) (EXCEPT|INTERSECT) "
                         r"SELECT ([\w.]+) FROM (.*)", sql)
    if not found or "GROUP" in found.group(2):
        return sql
    column, rest, how, other, rest_of_other = found.groups()
    distinct = "DISTINCT " if how == "INTERSECT" and rng.random() < 0.7 else ""
    return (f"SELECT {distinct}{column} FROM {rest}"
            f"{' AND ' if ' WHERE ' in rest else ' WHERE '}{column} "
            f"{'NOT ' if how == 'EXCEPT' else ''}IN "
            f"(SELECT {other} FROM {rest_of_other})")


def name_aggregates(sql, _):
    found = re.match(r"SELECT (.*?) FROM ", sql)
    if not found or "(SELECT" in found.group(1):
        return sql
    items = re.split(r", (?![^(]*\))", found.group(1))
    for i, item in enumerate(items):
        call = re.fullmatch(rf"({'|'.join(AGGREGATES)})\((.*)\)", item)
        if call:
            name = re.sub(r"\W+", "_", call.group(2).split(".")[-1])
            items[i] += (f" AS {AGGREGATES[call.group(1)]}_"
                         f"{name.strip('_').lower() or 'rows'}")
    return "SELECT " + ", ".join(items) + sql[found.end(1):]


def count_key(sql, _):
    found = re.findall(r"GROUP BY ([\w.]+)", sql)
    return sql.replace("COUNT(*)", f"COUNT({found[0]})", 1) if found else sql


def add_distinct(sql, _):
    return sql if "DISTINCT" in sql else "SELECT DISTINCT " + sql[7:]


def say_asc(sql, _):
    return re.sub(r"(ORDER BY (?:\w+\()?[\w.*]+\)?)(?= LIMIT|$)", r"\1 ASC",
                  sql)


STEPS = ((single_quotes, 1), (rename_aliases, 0.9), (extreme_by_subquery, 0.35),
         (set_by_in, 0.7), (name_aggregates, 0.6), (count_key, 0.15),
         (add_distinct, 0.1), (say_asc, 0.2))


class Restyler:
    """Rewrites right queries of the databases in a folder."""

    def __init__(self, folder, seed=1):
        self.folder, self.random, self.opened = folder, random.Random(seed), {}

    def rows(self, db_id, sql):
        """What a query gives, or None; it may take some seconds at most."""
        if db_id not in self.opened:
            path = os.path.join(self.folder, db_id, db_id + ".sqlite")
            self.opened[db_id] = sqlite3.connect(f"file:{path}?mode=ro",
                                                 uri=True)
            self.opened[db_id].text_factory = lambda text: text.decode(
                errors="replace")
        left = iter(range(300))
        self.opened[db_id].set_progress_handler(
            lambda: next(left, None) is None, 10000)
        try:
            return self.opened[db_id].execute(sql).fetchmany(MOST_ROWS)
        except sqlite3.Error:
            return None

    def restyle(self, db_id, gold):
        """The query otherwise; None where it does not run."""
        sql = tidy(gold.strip().rstrip(";"))
        wanted = self.rows(db_id, sql)
        if wanted is None:
            return None
        for step, chance in STEPS:
            other = step(sql, self.random)
            if self.random.random() < chance and other != sql and \
                    self.same(wanted, self.rows(db_id, other),
                              "ORDER BY" in gold.upper()):
                sql = other
        return sql + (";" if self.random.random() < 0.5 else "")

    @staticmethod
    def same(rows, others, ordered):
        if others is None or not 0 < len(rows) < MOST_ROWS:
            return False
        rows, others = (list(map(repr, found)) for found in (rows, others))
        return rows == others if ordered else sorted(rows) == sorted(others)
