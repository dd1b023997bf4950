"""First candidates of scored files, and tables between marks in pages: what the
reports of docs/research/quality.md and docs/research/errors.md share. Plain Python, no packages.
"""
import json
import os
import sqlite3
import time
from typing import NamedTuple, Optional

SECONDS = 5  # a query may take, as in execution accuracy


class First(NamedTuple):
    """A first candidate that was scored and has a label."""
    db_id: str
    question: str
    gold: str
    sql: str
    label: int
    probability: float

    @property
    def pair(self):
        return self.probability, self.label


def read(path):
    """The First of each line that has one."""
    found = []
    with open(path, encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            one = (line["candidates"] or [{}])[0]
            if one.get("label") in (0, 1) and one.get("probability") is not None:
                found.append(First(line["db_id"], line["question"],
                                   line["gold"], one["sql"], one["label"],
                                   one["probability"]))
    return found


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


class Databases:
    """Whether queries give rows, on DIR/<db_id>/<db_id>.sqlite."""

    def __init__(self, root):
        self.root = root
        self.open, self.known = {}, {}

    def _connection(self, db_id):
        if db_id not in self.open:
            path = os.path.join(self.root, db_id, f"{db_id}.sqlite")
            self.open[db_id] = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            self.open[db_id].text_factory = lambda raw: raw.decode("utf-8",
                                                                   "ignore")
        return self.open[db_id]

    def has_rows(self, db_id, sql) -> Optional[bool]:
        """None: the query fails, or takes too long."""
        if (db_id, sql) not in self.known:
            link = self._connection(db_id)
            end = time.monotonic() + SECONDS
            link.set_progress_handler(lambda: time.monotonic() > end, 10000)
            try:
                answer = link.execute(sql).fetchone() is not None
            except (sqlite3.Error, sqlite3.Warning):
                answer = None
            self.known[db_id, sql] = answer
        return self.known[db_id, sql]


def whole_lines(path):
    """How many lines a file has; one that was cut off is taken away."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb+") as file:
        text = file.read()
        file.truncate(text.rfind(b"\n") + 1)
    return text.count(b"\n")


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else float("nan")


def percent(share):
    return "" if share != share else f"{100 * share:.1f}"


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head(*cells):
    return [row(*cells), "|---" * len(cells) + "|"]


def put(path, target, text):
    """Replaces what stands between the marks of a make target in a page."""
    begin, end = (f"<!-- make {target}: {word} -->" for word in ("begin", "end"))
    with open(path, encoding="utf-8") as file:
        page = file.read()
    if page.count(begin) != 1 or page.count(end) != 1 or \
            page.index(begin) > page.index(end):
        raise SystemExit(f"{path}: expected {begin} and then {end} once each")
    before, rest = page.split(begin)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{before}{begin}\n\n{text}\n\n{end}{rest.split(end)[1]}")


def give(page, target, text):
    """Puts a text into a page, or prints it where there is none."""
    if page:
        put(page, target, text)
    else:
        print(text)


def show(options, text):
    """Puts a text where --update and --mark say, or prints it."""
    give(options.update, options.mark, text)
