"""Databases made by seeded scripts: what the makers of DOMAIN/make.py share.

A domain's make.py has ``SCHEMA``, its CREATE statements, and ``fill(db)``,
which fills a Maker's tables; the same seed gives the same rows with any
version of Python from 3.8 on. Plain Python, no packages.
"""
import datetime
import importlib.util
import os
import random
import sqlite3

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = ("Ada Aino Amir Anja Boris Carla Chen Dario Dina Elif Emre Farah Femke "
         "Goran Hana Hugo Ines Ivan Jana Jonas Kaito Karin Lars Leila Lucas "
         "Maja Marek Mina Nadia Noah Olga Omar Paula Petra Quinn Rafael Rosa "
         "Sami Sara Tariq Tess Uma Viktor Wanda Xenia Yara Yusuf Zoe").split()
LAST = ("Abbas Andersen Bauer Becker Bianchi Costa Demir Dubois Eriksen Farkas "
        "Fischer Garcia Haddad Hansen Horvat Ivanova Jansen Kaya Keller Kim "
        "Kowalski Larsen Lopez Maier Marino Meyer Moreau Nagy Novak Okafor "
        "Olsen Park Petrov Rossi Sato Schmidt Silva Singh Suzuki Tanaka Torres "
        "Vogel Wagner Weber Wong Yilmaz Zhang Ziegler").split()


class Maker:
    """A database that is being filled, with what chance has to say."""

    def __init__(self, db, seed):
        self.db, self.random = db, random.Random(seed)

    def add(self, table, rows):
        """Inserts rows (tuples of all columns, in their order) and returns
        them as a list."""
        rows = [tuple(row) for row in rows]
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self.db.executemany(f'INSERT INTO "{table}" VALUES ({marks})', rows)
        return rows

    def chance(self, share):
        """True with that probability."""
        return self.random.random() < share

    def pick(self, options, weights=None):
        """One of some options, or of {option: weight}."""
        if isinstance(options, dict):
            options, weights = list(options), list(options.values())
        if weights is None:
            return options[int(self.random.random() * len(options))]
        return self.random.choices(options, weights)[0]

    def some(self, options, count):
        """`count` different options, in any order."""
        left, taken = list(options), []
        while left and len(taken) < count:
            taken.append(left.pop(int(self.random.random() * len(left))))
        return taken

    def whole(self, low, high):
        """A whole number from low to high, both included."""
        return low + int(self.random.random() * (high - low + 1))

    def amount(self, low, high, digits=2):
        """A number between low and high, rounded."""
        return round(low + self.random.random() * (high - low), digits)

    def skewed(self, low, high, digits=2):
        """The same, small ones oftener."""
        return round(low + self.random.random() ** 3 * (high - low), digits)

    def day(self, first, last):
        """A day from first to last, texts like 2023-01-31, as such a text."""
        first, last = map(datetime.date.fromisoformat, (first, last))
        return (first + datetime.timedelta(
            self.whole(0, (last - first).days))).isoformat()

    def moment(self, first, last, hours=(0, 23)):
        """The same with a time: 2023-01-31 14:05:59."""
        return (f"{self.day(first, last)} {self.whole(*hours):02}:"
                f"{self.whole(0, 59):02}:{self.whole(0, 59):02}")

    def person(self):
        """(first name, last name)"""
        return self.pick(FIRST), self.pick(LAST)


def later(when, days=0, hours=0, minutes=0):
    """A day or a moment, moved: later('2023-01-31', days=1)."""
    moved = datetime.datetime.fromisoformat(when) + datetime.timedelta(
        days=days, hours=hours, minutes=minutes)
    return moved.isoformat(" ")[:len(when)]


def ago(days):
    """The day so many days before today, by UTC as SQLite's date('now'); with
    a negative number a day to come. For the databases of questions that are
    relative to today: their rows move with the day on which they are made."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    return (today - datetime.timedelta(days=days)).isoformat()


def domains():
    """The domains that have a make.py and questions, sorted."""
    return sorted(entry.name for entry in os.scandir(HERE)
                  if all(os.path.exists(os.path.join(entry.path, name))
                         for name in ("make.py", "questions.jsonl")))


def build(domain, seed, path):
    """Makes the database of a domain for a seed at path."""
    spec = importlib.util.spec_from_file_location(
        f"make_{domain}", os.path.join(HERE, domain, "make.py"))
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        os.remove(path)
    with sqlite3.connect(path) as db:
        db.executescript(script.SCHEMA)
        script.fill(Maker(db, seed))
    db.close()
