"""What queries of dialects give, on small tables of dates, texts and numbers.

Functions of time are asked of Python's datetime, which reckons as the manuals
of the systems say. Beside it sqlglot, where it is installed, writes the same
queries for SQLite: where its text runs, the rows are ours, or the case is one
of DECIDED (docs/dialects.md has the reasons).
"""

import calendar
import datetime
import itertools
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

try:
    import sqlglot
except ModuleNotFoundError:
    if os.environ.get("T2S_TEST_PARITY") == "required":
        raise
    sqlglot = None

DATES = ["2023-12-31", "2024-01-01", "2024-01-31", "2024-02-29", "2024-03-30",
         "2024-03-31", "2024-12-29", "2024-12-30", "2021-01-03", "2021-01-04",
         "2020-02-28", "2022-01-01", "2027-01-01", "2023-10-15", "1999-07-04"]


def add_months(day, count):
    months = day.year * 12 + day.month - 1 + count
    year, month = divmod(months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return day.replace(year=year, month=month + 1, day=min(day.day, last))


def whole_months(later, earlier):
    return ((later.year - earlier.year) * 12 + later.month - earlier.month
            - (later.day < earlier.day))


def monday(day):
    return day - datetime.timedelta(days=day.weekday())


def sunday(day):
    return day - datetime.timedelta(days=(day.weekday() + 1) % 7)


def last_day(day):
    return add_months(day.replace(day=1), 1) - datetime.timedelta(days=1)


def sunday_week(day):
    return int(day.strftime("%U"))


def iso_week(day):
    return day.isocalendar()[1]


def january_week(day):
    """1 January is in week 1; weeks begin on Sunday."""
    return (sunday(day) - sunday(day.replace(month=1, day=1))).days // 7 + 1


#: (dialects, expression over d and the later e, what it gives)
TIMES = [
    ("mysql", "d + INTERVAL 1 MONTH", lambda d, e: add_months(d, 1)),
    ("mysql", "DATE_SUB(d, INTERVAL 13 MONTH)", lambda d, e: add_months(d, -13)),
    ("mysql", "DATE_ADD(d, INTERVAL 1 QUARTER)", lambda d, e: add_months(d, 3)),
    ("mysql", "LAST_DAY(d)", lambda d, e: last_day(d)),
    ("mysql", "MONTH(d - INTERVAL 1 MONTH)",
     lambda d, e: add_months(d, -1).month),
    ("mysql", "DATE_FORMAT(d - INTERVAL 1 MONTH, '%Y-%m-01')",
     lambda d, e: add_months(d, -1).replace(day=1)),
    ("mysql", "WEEK(d)", lambda d, e: sunday_week(d)),
    ("mysql", "WEEK(d, 5)", lambda d, e: int(d.strftime("%W"))),
    ("mysql", "WEEK(d, 3)", lambda d, e: iso_week(d)),
    ("mysql", "WEEKOFYEAR(d)", lambda d, e: iso_week(d)),
    ("mysql", "YEARWEEK(d, 1)",
     lambda d, e: d.isocalendar()[0] * 100 + iso_week(d)),
    ("mysql", "YEARWEEK(d)",
     lambda d, e: sunday(d).year * 100 + sunday_week(sunday(d))),
    ("mysql", "DAYOFWEEK(d)", lambda d, e: d.isoweekday() % 7 + 1),
    ("mysql", "WEEKDAY(d)", lambda d, e: d.weekday()),
    ("mysql", "MONTHNAME(d)", lambda d, e: d.strftime("%B")),
    ("mysql", "DAYNAME(d)", lambda d, e: d.strftime("%A")),
    ("mysql", "MONTHNAME(d) = 'December'", lambda d, e: int(d.month == 12)),
    ("mysql", "DATE_FORMAT(d, '%W %e %M %y')",
     lambda d, e: d.strftime("%A ") + str(d.day) + d.strftime(" %B %y")),
    ("mysql", "STR_TO_DATE(DATE_FORMAT(d, '%d.%m.%Y'), '%d.%m.%Y')",
     lambda d, e: d),
    ("mysql", "MAKEDATE(YEAR(d), DAYOFYEAR(d))", lambda d, e: d),
    ("mysql", "TIMESTAMPDIFF(MONTH, d, e)", lambda d, e: whole_months(e, d)),
    ("mysql", "TIMESTAMPDIFF(YEAR, d, e)",
     lambda d, e: e.year - d.year - ((e.month, e.day) < (d.month, d.day))),
    ("mysql", "TO_DAYS(e) - TO_DAYS(d)", lambda d, e: (e - d).days),
    ("mysql", "TO_DAYS(d)", lambda d, e: d.toordinal() + 365),
    ("mysql", "EXTRACT(YEAR_MONTH FROM d)", lambda d, e: d.year * 100 + d.month),
    ("mysql", "DATEDIFF(e, d)", lambda d, e: (e - d).days),
    ("mysql", "TIMESTAMPDIFF(HOUR, d, e)", lambda d, e: (e - d).days * 24),
    ("postgresql", "d + INTERVAL '1 month'", lambda d, e: add_months(d, 1)),
    ("postgresql", "date_trunc('week', d)", lambda d, e: monday(d)),
    ("postgresql", "date_trunc('quarter', d)",
     lambda d, e: d.replace(month=(d.month - 1) // 3 * 3 + 1, day=1)),
    ("postgresql", "EXTRACT(WEEK FROM d)", lambda d, e: iso_week(d)),
    ("postgresql", "EXTRACT(ISODOW FROM d)", lambda d, e: d.isoweekday()),
    ("postgresql", "EXTRACT(ISOYEAR FROM d)", lambda d, e: d.isocalendar()[0]),
    ("postgresql", "e::date - d::date", lambda d, e: (e - d).days),
    ("postgresql", "EXTRACT(YEAR FROM age(e, d))",
     lambda d, e: e.year - d.year - ((e.month, e.day) < (d.month, d.day))),
    ("postgresql", "to_char(d, 'Mon FMDD, YYYY')",
     lambda d, e: d.strftime("%b ") + str(d.day) + d.strftime(", %Y")),
    ("postgresql", "to_char(d, 'IYYY-IW')",
     lambda d, e: "%d-%02d" % d.isocalendar()[:2]),
    ("postgresql", "to_char(d, 'Q-YYYY')",
     lambda d, e: "%d-%d" % ((d.month + 2) // 3, d.year)),
    ("postgresql", "to_char(d, 'YYYY-\"Q\"Q')",
     lambda d, e: "%d-Q%d" % (d.year, (d.month + 2) // 3)),
    ("postgresql", "to_date(to_char(d, 'DD/MM/YYYY'), 'DD/MM/YYYY')",
     lambda d, e: d),
    ("tsql", "DATEADD(month, 1, d)", lambda d, e: add_months(d, 1)),
    ("tsql", "DATEADD(month, DATEDIFF(month, 0, d) - 1, 0)",
     lambda d, e: add_months(d.replace(day=1), -1)),
    ("tsql", "DATEADD(month, DATEDIFF(month, -1, d), -1)",
     lambda d, e: last_day(d)),
    ("tsql", "DATEADD(week, DATEDIFF(week, 0, d), 0)",
     lambda d, e: monday(d + datetime.timedelta(days=d.weekday() == 6))),
    ("tsql", "EOMONTH(d, 1)", lambda d, e: last_day(add_months(d, 1))),
    ("tsql", "DATEPART(week, d)", lambda d, e: january_week(d)),
    ("tsql", "DATEPART(iso_week, d)", lambda d, e: iso_week(d)),
    ("tsql", "DATEDIFF(week, d, e)",
     lambda d, e: (sunday(e) - sunday(d)).days // 7),
    ("tsql", "DATEDIFF(quarter, d, e)",
     lambda d, e: (e.year - d.year) * 4 + (e.month - 1) // 3
     - (d.month - 1) // 3),
    ("tsql", "DATEDIFF(year, d, e)", lambda d, e: e.year - d.year),
    ("tsql", "CONVERT(VARCHAR(10), d, 103)",
     lambda d, e: d.strftime("%d/%m/%Y")),
    ("tsql", "FORMAT(d, 'd MMM yyyy')",
     lambda d, e: str(d.day) + d.strftime(" %b %Y")),
    ("bigquery", "DATE_TRUNC(d, WEEK)", lambda d, e: sunday(d)),
    ("bigquery", "DATE_TRUNC(d, WEEK(MONDAY))", lambda d, e: monday(d)),
    ("bigquery", "EXTRACT(WEEK FROM d)", lambda d, e: sunday_week(d)),
    ("bigquery", "EXTRACT(ISOWEEK FROM d)", lambda d, e: iso_week(d)),
    ("bigquery", "DATE_DIFF(e, d, WEEK)",
     lambda d, e: (sunday(e) - sunday(d)).days // 7),
    ("bigquery", "DATE_DIFF(e, d, MONTH)",
     lambda d, e: (e.year - d.year) * 12 + e.month - d.month),
    ("bigquery", "DATE_ADD(d, INTERVAL 1 MONTH)",
     lambda d, e: add_months(d, 1)),
    ("snowflake", "DATEADD(month, 1, d)", lambda d, e: add_months(d, 1)),
    ("snowflake", "WEEK(d)", lambda d, e: iso_week(d)),
    ("snowflake", "DATEDIFF(week, d, e)",
     lambda d, e: (monday(e) - monday(d)).days // 7),
    ("snowflake", "LAST_DAY(d, 'year')",
     lambda d, e: d.replace(month=12, day=31)),
    ("snowflake", "MONTHNAME(d)", lambda d, e: d.strftime("%b")),
    ("duckdb", "date_diff('month', d, e)",
     lambda d, e: (e.year - d.year) * 12 + e.month - d.month),
    ("duckdb", "date_sub('month', d, e)", lambda d, e: whole_months(e, d)),
    ("duckdb", "strftime(d, '%A, %d %B')",
     lambda d, e: d.strftime("%A, %d %B")),
    ("clickhouse", "addMonths(d, 1)", lambda d, e: add_months(d, 1)),
    ("clickhouse", "toStartOfWeek(d)", lambda d, e: sunday(d)),
    ("clickhouse", "toMonday(d)", lambda d, e: monday(d)),
    ("clickhouse", "toISOWeek(d)", lambda d, e: iso_week(d)),
    ("clickhouse", "dateDiff('week', d, e)",
     lambda d, e: (monday(e) - monday(d)).days // 7),
]

#: What stands in SELECT for sqlglot to write, over the columns of `rows`.
SAME = {
    "postgresql": [
        "d::date", "EXTRACT(YEAR FROM d)", "EXTRACT(MONTH FROM d)",
        "to_char(d, 'YYYY-MM')", "d::date - e::date", "split_part(s, '-', 1)",
        "date_trunc('month', d)", "d + INTERVAL '3 days'",
        "d + INTERVAL '1 month'", "CAST(x AS INTEGER)", "n::text", "s || 'x'",
        "COALESCE(s, 'none')", "s ILIKE 'AB%'", "LEFT(s, 2)", "RIGHT(s, 2)",
        "strpos(s, '-')", "substring(s FROM 2 FOR 3)", "n / 2", "x / 2",
        "n % 2", "GREATEST(n, 2)", "CONCAT(s, '!')", "NULLIF(n, 0)",
        "CASE WHEN n > 1 THEN 'a' ELSE 'b' END", "POSITION('-' IN s)",
        "s::varchar(3)", "n BETWEEN 1 AND 3", "s ~ '^ab'"],
    "mysql": [
        "YEAR(d)", "MONTH(d)", "DAY(d)", "DATE_FORMAT(d, '%Y-%m')",
        "DATE_ADD(d, INTERVAL 3 DAY)", "DATE_ADD(d, INTERVAL 1 MONTH)",
        "DATEDIFF(d, e)", "IF(n > 1, 'a', 'b')", "IFNULL(s, 'none')",
        "CONCAT(s, '-', n)", "SUBSTRING_INDEX(s, '-', 1)", "n / 2", "n DIV 2",
        "LEFT(s, 2)", "LOCATE('-', s)", "CHAR_LENGTH(s)", "ISNULL(s)",
        "GREATEST(n, 2)", "n MOD 2", "s <=> NULL", "CAST(s AS CHAR(3))",
        "UPPER(s)", "DAYOFWEEK(d)", "QUARTER(d)", "LAST_DAY(d)"],
    "tsql": [
        "YEAR(d)", "DATEADD(day, 3, d)", "DATEADD(month, 1, d)",
        "DATEDIFF(day, e, d)", "ISNULL(s, 'none')", "LEN(s)",
        "CHARINDEX('-', s)", "IIF(n > 1, 'a', 'b')", "LEFT(s, 2)",
        "CAST(n AS VARCHAR(10))", "n / 2", "s + '!'", "EOMONTH(d)",
        "CONVERT(VARCHAR(7), d, 120)", "UPPER(s)"],
    "bigquery": [
        "EXTRACT(YEAR FROM d)", "DATE_ADD(d, INTERVAL 3 DAY)",
        "DATE_DIFF(d, e, DAY)", "IF(n > 1, 'a', 'b')", "SAFE_DIVIDE(x, n)",
        "CONCAT(s, '!')", "STRPOS(s, '-')", "STARTS_WITH(s, 'ab')",
        "FORMAT_DATE('%Y-%m', d)", "n / 2", "DATE_TRUNC(d, MONTH)",
        "IFNULL(s, 'none')", "SUBSTR(s, 2, 2)"],
    "snowflake": [
        "YEAR(d)", "DATEADD(day, 3, d)", "DATEDIFF(day, e, d)",
        "IFF(n > 1, 'a', 'b')", "NVL(s, 'none')", "ZEROIFNULL(n)",
        "n / 2", "DIV0(x, n)", "s ILIKE 'AB%'", "TO_CHAR(d, 'YYYY-MM')",
        "CONTAINS(s, 'cd')", "LEFT(s, 2)", "d::date", "SPLIT_PART(s, '-', 1)"],
    "duckdb": [
        "year(d)", "d::date + INTERVAL 3 DAY", "date_diff('day', e, d)",
        "strftime(d, '%Y-%m')", "n / 2", "n // 2", "ifnull(s, 'none')",
        "contains(s, 'cd')", "left(s, 2)", "d::date - e::date"],
    "clickhouse": [
        "toYear(d)", "toDate(d)", "if(n > 1, 'a', 'b')", "ifNull(s, 'none')",
        "concat(s, '!')", "toString(n)", "n / 2", "addDays(d, 3)",
        "dateDiff('day', e, d)", "multiIf(n > 3, 'a', n > 1, 'b', 'c')",
        "lower(s)", "startsWith(s, 'ab')", "upper(s)", "position(s, '-')"],
}
TAILS = ["SELECT {} FROM rows", "SELECT {}, COUNT(*) FROM rows GROUP BY {}",
         "SELECT k FROM rows WHERE ({}) IS NOT NULL",
         # Nulls come where SQLite puts them (docs/dialects.md).
         "SELECT k FROM rows WHERE ({}) IS NOT NULL ORDER BY {} DESC, k LIMIT "
         "3"]

#: Expressions for which sqlglot's SQLite gives other rows than ours, and what
#: the system's documentation says, which is with ours.
DECIDED = {
    ("postgresql", "d::date - e::date"): "date - date: the number of days",
    ("postgresql", "s::varchar(3)"): "an explicit cast cuts",
    ("mysql", "DATE_ADD(d, INTERVAL 1 MONTH)"):
        "the day is adjusted to the maximum of the new month",
    ("mysql", "CAST(s AS CHAR(3))"): "no more than 3 characters",
    ("tsql", "DATEADD(month, 1, d)"): "the last day of the return month",
    ("tsql", "s + '!'"): "+ joins strings",
    ("tsql", "CONVERT(VARCHAR(7), d, 120)"): "the style's text is cut",
    ("snowflake", "TO_CHAR(d, 'YYYY-MM')"): "the format is applied",
    ("duckdb", "d::date - e::date"): "the number of days",
}


def reading(dialect, query):
    with t2sed.Sql(query, dialect) as sql:
        return sql.sqlite


class Times(unittest.TestCase):
    def setUp(self):
        self.connection = sqlite3.connect(":memory:")
        self.addCleanup(self.connection.close)
        self.connection.execute("CREATE TABLE t (d TEXT, e TEXT)")
        self.pairs = [(d, e) for d, e in itertools.product(DATES, DATES)
                      if d <= e]
        self.connection.executemany("INSERT INTO t VALUES (?, ?)", self.pairs)

    def test_python_reckons_the_same(self):
        for dialect, expression, reckon in TIMES:
            with self.subTest(dialect=dialect, expression=expression):
                sqlite = reading(dialect, f"SELECT {expression} FROM t")
                found = [one for one, in self.connection.execute(
                    sqlite + " ORDER BY t.rowid")]
                for (d, e), got in zip(self.pairs, found):
                    wanted = reckon(datetime.date.fromisoformat(d),
                                    datetime.date.fromisoformat(e))
                    if isinstance(wanted, datetime.date):
                        wanted = wanted.isoformat()
                    self.assertEqual(got, wanted, (d, e, sqlite))


class Ranks(unittest.TestCase):
    def test_medians_and_ties(self):
        connection = sqlite3.connect(":memory:")
        self.addCleanup(connection.close)
        connection.executescript(
            "CREATE TABLE t (g, x); INSERT INTO t VALUES (1, 5), (1, 1), (1, 9),"
            "(1, NULL), (2, 4), (2, 2), (3, NULL)")
        for dialect, query, wanted in (
                ("snowflake", "SELECT MEDIAN(x) FROM t", [(4,)]),
                ("snowflake", "SELECT g, MEDIAN(x) FROM t GROUP BY g",
                 [(1, 5), (2, 3), (3, None)]),
                ("postgresql", "SELECT g, percentile_cont(0.25) WITHIN GROUP "
                 "(ORDER BY x) AS q FROM t GROUP BY g HAVING COUNT(x) > 0",
                 [(1, 3), (2, 2.5)]),
                ("postgresql", "SELECT percentile_disc(0.5) WITHIN GROUP "
                 "(ORDER BY x) FROM t", [(4,)]),
                ("duckdb", "SELECT g, arg_max(x, x) FROM t GROUP BY g",
                 [(1, 9), (2, 4), (3, None)]),
                ("tsql", "SELECT TOP 1 WITH TIES g FROM t WHERE x IS NOT NULL "
                 "GROUP BY g ORDER BY COUNT(*) / 2", [(1,), (2,)]),
                ("tsql", "SELECT TOP 30 PERCENT x FROM t WHERE x > 0 ORDER BY "
                 "x", [(1,), (2,)]),
                ("postgresql", "SELECT x FROM t WHERE x > 0 ORDER BY g FETCH "
                 "FIRST 1 ROWS WITH TIES", [(1,), (5,), (9,)])):
            with self.subTest(query=query):
                rows = connection.execute(reading(dialect, query)).fetchall()
                self.assertEqual(sorted(rows, key=repr),
                                 sorted(wanted, key=repr))


@unittest.skipUnless(sqlglot, "sqlglot is not installed")
class Sqlglot(unittest.TestCase):
    def setUp(self):
        self.connection = sqlite3.connect(":memory:")
        self.addCleanup(self.connection.close)
        self.connection.execute("CREATE TABLE rows (k INTEGER, d TEXT, e TEXT, "
                                "n INTEGER, x REAL, s TEXT)")
        texts = ["ab-cd", "Abba", None, "x", "-", "ab-cd-ef", ""]
        self.connection.executemany(
            "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)",
            [(i, day, DATES[-1 - i], i % 5, i / 4, texts[i % len(texts)])
             for i, day in enumerate(DATES)])

    def rows(self, query):
        try:
            return sorted(([round(one, 6) if isinstance(one, float) else one
                            for one in row]
                           for row in self.connection.execute(query)),
                          key=repr)
        except sqlite3.Error:
            return None

    def test_the_same_rows(self):
        names = {"postgresql": "postgres"}
        compared, other = 0, {}
        for dialect, expressions in SAME.items():
            for expression, tail in itertools.product(expressions, TAILS):
                query = tail.format(*[expression] * tail.count("{}"))
                ours = self.rows(reading(dialect, query))
                self.assertIsNotNone(ours, (dialect, query,
                                            reading(dialect, query)))
                try:
                    text, = sqlglot.transpile(
                        query, read=names.get(dialect, dialect), write="sqlite",
                        unsupported_level=sqlglot.ErrorLevel.IGNORE)
                except sqlglot.errors.SqlglotError:
                    continue
                theirs = self.rows(text)
                if theirs is None:
                    continue
                compared += 1
                if ours != theirs:
                    other.setdefault((dialect, expression), (
                        query, reading(dialect, query), text, ours, theirs))
        print(f"# sqlglot: {compared} queries, {len(other)} expressions of "
              "other rows", file=sys.stderr)
        self.assertGreater(compared, 250)
        for key, case in other.items():
            with self.subTest(case=key):
                self.assertIn(key, DECIDED, case)
        for key in DECIDED:
            self.assertIn(key, other, "they agree: leave it out")


if __name__ == "__main__":
    tap.main()
