#!/usr/bin/env python3
"""Everyday questions by template: near misses of what everybody asks for.

    everyday.py --databases DIR --out DIR [--per-database N] [--seed N]

"How many orders were there last month", "the five dearest products", "what
share of the trips was paid by card": questions that a set of hand-written ones
has too few of for a detector to learn from each kind of slip. No wrong query
has a condition too many: real questions imply conditions that they do not
name, and a detector that learned to mistrust these was worse on them. For every database below --databases (DIR/NAME/NAME.sqlite) tables,
keys, days, numbers and texts are looked up, and templates filled in: a
question, right queries in several forms, wrong ones by the kind of fault. Of
databases with days of ISO format a copy is made in OUT/databases whose latest
day is today, so that "last month" has rows.

Writes OUT/everyday.jsonl with lines like those of docs/training/data, in which
the labels are by construction: what `t2sed eval --label fixed` contradicts is
left out, and so is what a classifier of surface counts tells best, until its
AUC is below 0.60 (docs/training/data). The same seed and day give the same
lines. Needs numpy.
"""
import argparse
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import zlib
from datetime import date
from typing import NamedTuple, Optional

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "data"))
import check  # noqa: E402

DAY = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$")
CANDIDATES = 5
MOST_ROWS = 60000


class Column(NamedTuple):
    table: str
    name: str
    words: str        # of the name, as people say it
    kind: str         # day, number, text, key, flag
    values: tuple     # some, of texts: the frequent ones
    nulls: bool
    low: float
    high: float


class Table(NamedTuple):
    name: str
    words: str        # plural
    one: str          # singular
    rows: int
    key: Optional[str]
    columns: list
    parents: list     # (column, parent table, parent's column)


def words_of(name, prefix=""):
    if prefix and name.lower().startswith(prefix):
        name = name[len(prefix):]
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
    name = re.sub(r"[_\-]+", " ", name).strip().lower()
    return re.sub(r"\s+", " ", name)


def plural(word):
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def singular(word):
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith("ses") or word.endswith("xes"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def common_prefix(names):
    """fd_ of fd_order, fd_city: no word of the name."""
    found = {re.match(r"[A-Za-z]{1,3}_", name) and
             re.match(r"[A-Za-z]{1,3}_", name).group().lower()
             for name in names}
    return found.pop() if len(found) == 1 and None not in found else ""


def quoted(name):
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) and \
        name.lower() not in RESERVED else f'"{name}"'


RESERVED = set("order group table index from to values transaction references "
               "check primary default select where case end by on as in is "
               "not set limit plan add all alter and column".split())


def read(path):
    """The tables of a database that questions can be asked about."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    names = [name for name, in db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' "
        "AND name NOT LIKE 'sqlite_%'")]
    prefix, tables = common_prefix(names), []
    for name in names:
        at = quoted(name)
        try:
            rows, = db.execute(f"SELECT count(*) FROM {at}").fetchone()
        except sqlite3.Error:
            continue
        if not 12 <= rows <= MOST_ROWS:
            continue
        info = db.execute(f"PRAGMA table_info({at})").fetchall()
        keys = [row[1] for row in info if row[5]]
        parents = []
        for row in db.execute(f"PRAGMA foreign_key_list({at})"):
            if row[2] in names and row[4]:
                parents.append((row[3], row[2], row[4]))
        mine = common_prefix([row[1] for row in info])
        columns = []
        for row in info:
            column = describe(db, at, name, row, mine, rows, keys, parents)
            if column:
                columns.append(column)
        label = words_of(name, prefix)
        tables.append(Table(name, plural(label), singular(label), rows,
                            keys[0] if len(keys) == 1 else None, columns,
                            parents))
    db.close()
    return tables


def describe(db, at, table, info, prefix, rows, keys, parents):
    name, declared = info[1], (info[2] or "").lower()
    column = quoted(name)
    label = words_of(name, prefix)
    if name in keys or name in [one[0] for one in parents] or \
            re.search(r"(^|[ _])id$|Id$|ID$", name):
        kind = "key"
    else:
        kind = None
    sample = [value for value, in db.execute(
        f"SELECT {column} FROM {at} WHERE {column} IS NOT NULL LIMIT 400")]
    if not sample or not label or len(label) > 30:
        return None
    nulls = db.execute(f"SELECT count(*) FROM {at} WHERE {column} IS NULL"
                       ).fetchone()[0] > 0
    values, low, high = (), 0, 0
    if kind is None and all(isinstance(value, str) and DAY.match(value)
                            for value in sample):
        kind = "day"
    elif kind is None and all(isinstance(value, (int, float))
                              for value in sample):
        different = set(sample)
        if different <= {0, 1}:
            kind = "flag"
        elif len(different) > 8 and not re.search(
                r"year|code|zip|phone|number|no$|ms$|epoch|time|_at$|at$|day|month",
                name, re.I):
            kind = "number"
            low, high = db.execute(
                f"SELECT min({column}), max({column}) FROM {at}").fetchone()
    elif kind is None and all(isinstance(value, str) for value in sample):
        kind = "text"
        values = tuple(value for value, in db.execute(
            f"SELECT {column} FROM {at} WHERE {column} IS NOT NULL "
            f"GROUP BY {column} HAVING count(*) > 1 "
            f"ORDER BY count(*) DESC LIMIT 6")
            if len(value) < 30 and "'" not in value and value.strip() == value
            and value)
    if kind is None:
        return None
    return Column(table, name, label, kind, values, nulls, low, high)


def shifted(path, out):
    """A copy whose latest ISO day of a table's main day column is today's;
    False where there is none."""
    os.makedirs(os.path.dirname(out), exist_ok=True)
    shutil.copyfile(path, out)
    db = sqlite3.connect(out)
    days = []
    for table in read(out):
        days += [(table.name, one.name) for one in table.columns
                 if one.kind == "day"]
    latest = [db.execute(f"SELECT max(date({quoted(c)})) FROM {quoted(t)} "
                         f"WHERE {quoted(c)} < ?",
                         (f"{date.today().year + 1}-01-01",)).fetchone()[0]
              for t, c in days]
    latest = sorted(day for day in latest if day)
    if not latest:
        db.close()
        return False
    middle = latest[len(latest) * 2 // 3]
    move, = db.execute("SELECT CAST(julianday('now') - julianday(?) AS INT)",
                       (middle,)).fetchone()
    for table, column in days:
        t, c = quoted(table), quoted(column)
        try:
            db.execute(
                f"UPDATE OR IGNORE {t} SET {c} = CASE WHEN length({c}) = 10 "
                f"THEN date({c}, '{move:+} days') "
                f"ELSE replace(datetime({c}, '{move:+} days'), ' ', "
                f"substr({c}, 11, 1)) END WHERE {c} IS NOT NULL")
        except sqlite3.Error:
            db.rollback()
    db.commit()
    db.close()
    return True


# --- windows of time ---
#
# Every template has forms, each a function of what is asked; right queries are
# forms of what is asked, wrong ones the same forms of something else, so that
# how a query is written does not tell whether it is right.

MONTHS = ("January February March April May June July August September "
          "October November December").split()


class Window(NamedTuple):
    first: str        # expressions of SQL; "" is an open end
    last: str         # past the end
    year: str = ""    # strftime('%Y') of it, where it is a year
    month: str = ""   # strftime('%Y-%m') of it, where it is a month


def half_open(c, w):
    ends = ([f"{c} >= {w.first}"] if w.first else []) + \
        ([f"{c} < {w.last}"] if w.last else [])
    return " AND ".join(ends)


def by_day(c, w):
    return half_open(f"date({c})", w)


def by_part(c, w):
    if w.month:
        return f"strftime('%Y-%m', {c}) = {w.month}"
    if w.year:
        return f"strftime('%Y', {c}) = {w.year}"
    return half_open(f"datetime({c})", w)


WINDOW_FORMS = (half_open, by_day, by_part)


def month_of(back):
    first = f"date('now', 'start of month', '-{back} months')" if back else \
        "date('now', 'start of month')"
    last = f"date('now', 'start of month', '{1 - back:+} months')"
    return Window(first, last, "", f"strftime('%Y-%m', {first})")


def year_of(back):
    first = f"date('now', 'start of year', '-{back} years')" if back else \
        "date('now', 'start of year')"
    return Window(first, f"date('now', 'start of year', '{1 - back:+} years')",
                  f"strftime('%Y', {first})")


def rolling(n, unit):
    return Window(f"date('now', '-{n} {unit}')", "")


def relative_windows(R):
    """(words, the window asked for, others with the fault that they are)"""
    n, k = R.choice((7, 14, 30, 60, 90)), R.choice((2, 3, 6))
    last, this = month_of(1), month_of(0)
    yield (R.choice(("last month", "in the last month", "in the previous month")),
           last, [(this, "this_for_last"), (month_of(2), "wrong_window"),
                  (Window(last.first, ""), "open_end"), (year_of(0), "wrong_window")])
    yield (R.choice(("this month", "so far this month", "in the current month")),
           this, [(last, "last_for_this"), (rolling(30, "days"), "rolling_for_calendar"),
                  (year_of(0), "wrong_window")])
    yield (R.choice(("this year", "so far this year", "in the current year")),
           year_of(0), [(year_of(1), "last_for_this"), (this, "wrong_window"),
                        (rolling(1, "year"), "rolling_for_calendar")])
    yield (R.choice(("last year", "in the previous year")),
           year_of(1), [(year_of(0), "this_for_last"), (year_of(2), "wrong_window"),
                        (Window(year_of(1).first, ""), "open_end")])
    yield (R.choice((f"in the last {n} days", f"in the past {n} days",
                     f"over the past {n} days")),
           rolling(n, "days"),
           [(Window("", rolling(n, "days").first), "reversed_window"),
            (rolling(n, "months"), "wrong_unit"), (rolling(2 * n, "days"), "wrong_window"),
            (this, "calendar_for_rolling")])
    yield (R.choice((f"in the last {k} months", f"in the past {k} months")),
           rolling(k, "months"),
           [(rolling(k, "years"), "wrong_unit"), (rolling(k, "days"), "wrong_unit"),
            (Window("", rolling(k, "months").first), "reversed_window"),
            (rolling(k * 2, "months"), "wrong_window")])


def year(y):
    return Window(f"'{y}-01-01'", f"'{y + 1}-01-01'", f"'{y}'")


def month(y, m):
    return Window(f"'{y}-{m:02}-01'", f"'{y + (m == 12)}-{m % 12 + 1:02}-01'",
                  "", f"'{y}-{m:02}'")


def quarter(y, q):
    return Window(month(y, 3 * q + 1).first, month(y, 3 * q + 3).last)


def absolute_windows(R, years):
    y, m, q = R.choice(years), R.randrange(1, 13), R.randrange(4)
    other = R.choice((y - 1, y + 1))
    yield (R.choice((f"in {y}", f"during {y}")), year(y),
           [(year(other), "wrong_window"), (Window(year(y).first, ""), "open_end"),
            (Window(year(y).last, ""), "off_by_one"), (month(y, m), "wrong_window")])
    yield (f"in {MONTHS[m - 1]} {y}", month(y, m),
           [(month(other, m), "wrong_window"), (year(y), "month_missing"),
            (month(y, m % 12 + 1), "off_by_one"),
            (Window(month(y, m).first, ""), "open_end")])
    yield (R.choice((f"in Q{q + 1} {y}", f"in the "
                     f"{('first', 'second', 'third', 'fourth')[q]} quarter of {y}")),
           quarter(y, q), [(quarter(y, (q + 1) % 4), "wrong_window"),
                           (quarter(other, q), "wrong_window"),
                           (year(y), "quarter_missing"),
                           (month(y, 3 * q + 1), "wrong_window")])
    yield (R.choice((f"since {y}", f"since the beginning of {y}")),
           Window(year(y).first, ""),
           [(Window("", year(y).first), "reversed_window"), (year(y), "wrong_window"),
            (Window(year(y).last, ""), "off_by_one")])
    yield (f"before {y}", Window("", year(y).first),
           [(Window(year(y).first, ""), "reversed_window"), (year(y), "wrong_window"),
            (Window("", year(y).last), "off_by_one")])
    first, last = sorted(R.sample(range(1, 13), 2))
    yield (f"between {MONTHS[first - 1]} and {MONTHS[last - 1]} {y}",
           Window(month(y, first).first, month(y, last).last),
           [(Window(month(y, first).first, month(y, last).first), "lost_end"),
            (Window(month(y, first).last, month(y, last).last), "off_by_one"),
            (year(y), "wrong_window")])


# --- the templates: each yields (question, right queries, wrong ones) ---

def of(table, kind):
    return [one for one in table.columns if one.kind == kind]


def names_of(table):
    return [c for c in of(table, "text")
            if re.search("name|title|label|code|plate", c.name, re.I)]


def aggregate_forms(T):
    return (lambda what, where: f"SELECT {what} FROM {T}" + (f" WHERE {where}" if where else ""),
            lambda what, where: f"WITH kept AS (SELECT * FROM {T}" + (f" WHERE {where}" if where else "")
            + f") SELECT {what} FROM kept")


def times(R, schema, relative, years):
    for t in schema.tables:
        days, T = of(t, "day"), quoted(t.name)
        if not days or t.rows < 30:
            continue
        d = R.choice(days)
        c = quoted(d.name)
        windows = list(relative_windows(R) if relative else absolute_windows(R, years))
        for words, asked, others in R.sample(windows, 2):
            numbers, what, said = of(t, "number"), "COUNT(*)", None
            if numbers and R.random() < .35:
                n = quoted(R.choice(numbers).name)
                f, said = R.choice((("SUM", "total"), ("AVG", "average"), ("MAX", "highest")))
                what = f"{f}({n})"
                label = [one.words for one in numbers if quoted(one.name) == n][0]
                ask = f"What is the {said} {label} of {t.words} {words}"
            else:
                ask = R.choice((f"How many {t.words} were there {words}",
                                f"Number of {t.words} {words}",
                                f"How many {t.words} did we have {words}",
                                f"Count the {t.words} {words}"))
            if len(days) > 1:
                ask += f" by {d.words}"
            forms = [(a, w) for a in aggregate_forms(T) for w in WINDOW_FORMS]
            right = [a(what, w(c, asked)) for a, w in forms]
            wrong = [(a(what, w(c, other)), how) for a, w in forms for other, how in others]
            wrong += [(aggregate_forms(T)[0](what, ""), "window_missing"),
                      (aggregate_forms(T)[1](what, ""), "window_missing")] * 3
            for other in days:
                if other != d:
                    wrong += [(a(what, w(quoted(other.name), asked)), "wrong_date_column")
                              for a, w in forms]
            if said:
                swap = R.choice([x for x in ("SUM", "AVG", "MAX", "MIN") if x != f])
                wrong += [(a(f"{swap}({n})", w(c, asked)), "wrong_aggregate") for a, w in forms]
            yield ask, right, wrong


def firsts(R, schema):
    """The first k by a number."""
    for t in schema.tables:
        T, numbers, names = quoted(t.name), of(t, "number"), names_of(t)
        if not numbers or not (names or t.key):
            continue
        n = R.choice(numbers)
        who = R.choice(names) if names else None
        W, N, said = quoted(who.name if who else t.key), quoted(n.name), who.words if who else "id"
        k, high = R.choice((3, 5, 10)), R.random() < .6
        end, way, back = ("highest", "DESC", "ASC") if high else ("lowest", "ASC", "DESC")

        def sort(N, way, k):
            where = f" WHERE {N} IS NOT NULL" if n.nulls else ""
            return f"SELECT {W} FROM {T}{where} ORDER BY {N} {way} LIMIT {k}"

        def rank(N, way, k):
            return (f"SELECT {W} FROM (SELECT {W}, ROW_NUMBER() OVER (ORDER BY {N} {way}) AS place FROM {T} "
                    f"WHERE {N} IS NOT NULL) WHERE place <= {k}")

        forms = (sort, rank)
        right = [f(N, way, k) for f in forms]
        wrong = []
        for f in forms:
            wrong += [(f(N, back, k), "sort_direction")] * 2
            wrong += [(f(N, way, R.choice([x for x in (1, 3, 5, 10) if x != k])), "wrong_limit")]
            wrong += [(f(quoted(o.name), way, k), "wrong_column") for o in numbers if o != n]
        yield (R.choice((f"Which {k} {t.words} have the {end} {n.words}? Give their {said}",
                         f"{said} of the {k} {t.words} with the {end} {n.words}")), right, wrong)


def groups(R, schema):
    """Totals, averages and counts by a text."""
    for t in schema.tables:
        T, numbers = quoted(t.name), of(t, "number")
        own = [c for c in of(t, "text") if len(c.values) > 1]
        if not numbers or not own:
            continue
        n, g = R.choice(numbers), R.choice(own)
        f, said = R.choice((("SUM", "total"), ("AVG", "average"), ("MAX", "highest")))
        N, G = quoted(n.name), quoted(g.name)
        swap = R.choice([x for x in ("SUM", "AVG", "MAX", "MIN", "COUNT") if x != f])
        forms = (lambda G, x: f"SELECT {G}, {x} FROM {T} GROUP BY {G}",
                 lambda G, x: f"SELECT {G}, {x} AS value FROM {T} GROUP BY {G} ORDER BY {G}",
                 lambda G, x: f"WITH sums AS (SELECT {G} AS label, {x} AS value FROM {T} GROUP BY {G}) SELECT label, value FROM sums")
        right = [form(G, f"{f}({N})") for form in forms]
        wrong = []
        for form in forms:
            wrong += [(form(G, f"{swap}({N})"), "wrong_aggregate")] * 2
            wrong += [(form(G, f"{f}({quoted(o.name)})"), "wrong_column") for o in numbers if o != n]
            wrong += [(form(quoted(o.name), f"{f}({N})"), "wrong_group") for o in own if o != g]
            if f != "MAX":
                wrong.append((form(G, f"{f}(DISTINCT {N})"), "distinct_in_aggregate"))
        wrong.append((f"SELECT {G}, {f}({N}) FROM {T}", "group_missing"))
        yield (R.choice((f"{said} {n.words} of {t.words} by {g.words}",
                         f"What is the {said} {n.words} for each {g.words}",
                         f"{said} {n.words} per {g.words}")), right, wrong)


def children(schema):
    """(parent, its name, child, the child's column, the parent's key, wrong keys)"""
    byname = {t.name: t for t in schema.tables}
    for t in schema.tables:
        for column, up, key in t.parents:
            p = byname.get(up)
            if p and up != t.name and names_of(p):
                keys = ([t.key] if t.key else []) + [o for o, _, _ in t.parents if o != column]
                yield p, t, column, key, keys


def without(R, schema):
    """Those that have none."""
    for p, t, column, key, keys in children(schema):
        w = R.choice(names_of(p))
        P, T, W, K = quoted(p.name), quoted(t.name), "p." + quoted(w.name), quoted(key)

        def left(C, no=True):
            kind = "LEFT JOIN" if no else "JOIN"
            return f"SELECT {'' if no else 'DISTINCT '}{W} FROM {P} p {kind} {T} c ON c.{C} = p.{K}" + \
                (f" WHERE c.{C} IS NULL" if no else "")

        def exists(C, no=True):
            return f"SELECT {W} FROM {P} p WHERE {'NOT ' if no else ''}EXISTS (SELECT 1 FROM {T} c WHERE c.{C} = p.{K})"

        def within(C, no=True):
            return f"SELECT {W} FROM {P} p WHERE p.{K} {'NOT ' if no else ''}IN (SELECT {C} FROM {T} WHERE {C} IS NOT NULL)"

        C, forms = quoted(column), (left, exists, within)
        right = [f(C) for f in forms]
        wrong = [(f"SELECT {W} FROM {P} p JOIN {T} c ON c.{C} = p.{K} WHERE c.{C} IS NULL", "inner_for_left")] * 2
        for f in forms:
            wrong += [(f(C, False), "negation_missing")] * 2
            wrong += [(f(quoted(o)), "wrong_join_key") for o in keys]
        yield (R.choice((f"Which {p.words} have no {t.words}? {w.words}",
                         f"{w.words} of {p.words} without any {t.one}",
                         f"List the {w.words} of {p.words} that never had a {t.one}")), right, wrong)


def shares(R, schema):
    for t in schema.tables:
        T, texts = quoted(t.name), [c for c in of(t, "text") if len(c.values) > 1]
        if not texts:
            continue
        a = R.choice(texts)
        A, (v, w) = quoted(a.name), R.sample(a.values, 2)
        o = R.choice(texts)
        is_v = f"{A} = '{v}'"
        forms = (
            lambda x, hundred="100.0", where="": f"SELECT {hundred} * SUM(CASE WHEN {x} THEN 1 ELSE 0 END) / COUNT(*) FROM {T}{where}",
            lambda x, hundred="100.0", where="": f"SELECT {hundred} * (SELECT COUNT(*) FROM {T} WHERE {x}) / COUNT(*) FROM {T}{where}",
            lambda x, hundred="100.0", where="": f"SELECT {hundred} * COUNT(CASE WHEN {x} THEN 1 END) / (SELECT COUNT(*) FROM {T}{where}) FROM {T}")
        right = [f(is_v) for f in forms]
        wrong = []
        for f in forms:
            wrong += [(f(is_v, "100"), "integer_division"), (f(f"{A} <> '{v}'"), "negated"),
                      (f(f"{A} = '{w}'"), "wrong_value"), (f(is_v, "1.0"), "fraction_for_percent"),
                      (f(is_v, "100.0", f" WHERE {A} IN ('{v}', '{w}')"), "wrong_denominator")]
            if o != a:
                wrong.append((f(f"{quoted(o.name)} = '{o.values[0]}'"), "wrong_column"))
                wrong.append((f(is_v, "100.0", f" WHERE {quoted(o.name)} = '{o.values[0]}'"), "wrong_denominator"))
        wrong += [(f"SELECT 100.0 * COUNT(*) / SUM(CASE WHEN {is_v} THEN 1 ELSE 0 END) FROM {T}", "ratio_reversed"),
                  (f"SELECT COUNT(*) FROM {T} WHERE {is_v}", "count_for_share")]
        yield (R.choice((f"What percentage of {t.words} has {a.words} {v}",
                         f"Share of {t.words} whose {a.words} is {v}, in percent")), right, wrong)


# Faults that the length or the words of a query would give away are rare.
RARE = {"negation_missing": .35, "window_missing": .6, "count_for_share": .4,
        "inner_for_left": .5, "integer_division": .6}
TEMPLATES = (firsts, groups, without, shares)


# --- putting it together ---

def styled(R, sql):
    """The same query in another hand: what wrong and right ones share."""
    if R.random() < .3:
        sql = "".join(part if part.startswith(("'", '"')) else
                      re.sub(r"\b[A-Z]{2,}\b", lambda m: m.group().lower(), part)
                      for part in re.split(r"('[^']*'|\"[^\"]*\")", sql))
    if R.random() < .3:
        sql = re.sub(r" (?=(?:FROM|WHERE|GROUP BY|ORDER BY|from|where|group by|order by)\b)", "\n", sql)
    return sql + (";" if R.random() < .05 else "")


class Schema(NamedTuple):
    name: str
    tables: list


def beams(name, path, relative, seed, count):
    R = random.Random(zlib.crc32(f"{name} {seed} {relative}".encode()))
    schema, lines = Schema(name, read(path)), []
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    years = set()
    for t in schema.tables:
        for c in of(t, "day"):
            years |= {int(y) for y, in db.execute(
                f"SELECT DISTINCT strftime('%Y', {quoted(c.name)}) FROM {quoted(t.name)}")
                if y and 1900 < int(y) < 2100}
    db.close()
    makers = [lambda: times(R, schema, relative, sorted(years))] if years else []
    if not relative:
        makers += [lambda m=m: m(R, schema) for m in TEMPLATES]
    for maker in makers:
        found = list(maker())
        R.shuffle(found)
        for question, right, wrong in found[:count]:
            rights = R.sample(right, min(len(right), R.choice((1, 2, 2, 2, 3))))
            faults = []
            kinds = {}
            for sql, how in R.sample(wrong, len(wrong)):
                kinds.setdefault(how, []).append(sql)
            while kinds and len(rights) + len(faults) < CANDIDATES:
                how = R.choices(list(kinds), [RARE.get(one, 1) for one in kinds])[0]
                faults.append((kinds.pop(how)[0], how))
            question = question[0].upper() + question[1:]
            if "?" not in question and re.match("How|Which|What", question):
                question += "?"
            candidates = [{"sql": styled(R, sql), "label": 1, "how": "rewrite"} for sql in rights] + \
                [{"sql": styled(R, sql), "label": 0, "how": how} for sql, how in faults]
            R.shuffle(candidates)
            lines.append({"db_id": name, "question": question, "gold": right[0],
                          "candidates": candidates})
    return lines


def checked(lines, root, program):
    """Those whose labels execution does not contradict."""
    made = subprocess.run(
        [program, "eval", "--label", "fixed", "--db-root", root],
        input="".join(json.dumps({**line, "candidates": [
            {"sql": one["sql"]} for one in line["candidates"]]}) + "\n"
            for line in lines), text=True, stdout=subprocess.PIPE, check=False)
    for line, found in zip(lines, made.stdout.splitlines()):
        kept = [one for one, other in zip(line["candidates"],
                                          json.loads(found).get("candidates", []))
                if other.get("label") == one["label"]]
        if {one["label"] for one in kept} == {0, 1}:
            yield {**line, "candidates": kept}


def without_style(lines):
    """The lines whose labels surface counts (docs/training/data/check.py) do not
    tell: those that they tell best are left out until an AUC below 0.60."""
    import numpy
    while True:
        by_domain = {}
        for line in lines:
            by_domain.setdefault(line["db_id"].replace("_now", ""), []).append(line)
        auc = check.style_auc(list(by_domain.values()))
        print(f"{len(lines)} questions, surface counts: AUC {auc:.3f}", flush=True)
        if auc < 0.60:
            return lines
        counts = [numpy.array([check.surface(one["sql"]) for one in line["candidates"]],
                              float) for line in lines]
        rows = numpy.concatenate([one - one.mean(0) for one in counts])
        marks = numpy.array([one["label"] for line in lines
                             for one in line["candidates"]])
        weights = numpy.linalg.lstsq(rows, marks - marks.mean(), rcond=None)[0]
        scores, at, margins = rows @ weights, 0, []
        for line in lines:
            mine = slice(at, at + len(line["candidates"]))
            right = marks[mine] == 1
            margins.append(scores[mine][right].mean() - scores[mine][~right].mean())
            at = mine.stop
        most = numpy.quantile(margins, 0.88)
        lines = [line for line, margin in zip(lines, margins) if margin <= most]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--databases", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--per-database", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    lines = []
    for name in sorted(os.listdir(a.databases)):
        path = os.path.join(a.databases, name, name + ".sqlite")
        if not os.path.exists(path) or os.path.getsize(path) > 60e6:
            continue
        now = f"{name}_now"
        moved = os.path.join(a.out, "databases", now, now + ".sqlite")
        link = os.path.join(a.out, "databases", name)
        if not os.path.lexists(link):
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(os.path.abspath(os.path.dirname(path)), link)
        try:
            lines += beams(name, path, False, a.seed, a.per_database)
            if shifted(path, moved):
                lines += beams(now, moved, True, a.seed, a.per_database)
        except sqlite3.Error as error:
            print(f"{name}: {error}", file=sys.stderr)
    kept = without_style(list(checked(
        lines, os.path.join(a.out, "databases"), a.t2sed)))
    with open(os.path.join(a.out, "everyday.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in kept)
    print(f"{len(kept)} of {len(lines)} questions kept")


if __name__ == "__main__":
    main()
