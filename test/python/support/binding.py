"""What the tests of the Python binding share. Import it before t2sed."""

import os
import subprocess
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_LIBRARY"] = os.path.join(BUILD, "lib", "libt2sed.so")
os.environ["T2SED_BACKEND"] = "/nowhere/libt2sed-torch.so"
sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
LIGHT = os.path.join(ROOT, "lib", "models", "default")

# What each child has: a database, and what is made of it.
PRELUDE = '''
import gc, os, sqlite3, sys, tempfile, threading, time
sys.path.insert(0, {here!r})
import binding
import t2sed
from t2sed import handle
from t2sed.handle import Memory
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "pets.sqlite")
connection = sqlite3.connect(path)
connection.executescript("""
    CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);
    INSERT INTO pet VALUES (1, 'Rex', 3.5), (2, 'Tom', NULL);""")
connection.close()
QUESTION = "How many different pets are there?"
QUERIES = ["SELECT count(*) FROM pet", "SELECT name FROM pet",
           "SELECT max(weight) FROM pet WHERE name = 'Rex'"]
schema = t2sed.Schema.from_sqlite(path)
question = t2sed.Question(QUESTION)
def light():
    return t2sed.Model(binding.LIGHT)
def scored(scorer, schema=None, **options):
    if schema is not None:
        options["database"] = t2sed.Database(schema=schema)
    return [score.logit for score in scorer.score(QUESTION, QUERIES,
                                                  **options)]
def refused(kind, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except kind as error:
        return str(error)
    raise AssertionError(f"no {{kind.__name__}}")
'''.format(here=HERE)


def child(code, timeout=120):
    """Runs Python in a process of its own, where a fault ends nothing else and
    memory that is freed is overwritten.
    It must end well and say nothing on stderr. Returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler",
         "-W", "ignore:This process:DeprecationWarning", "-c",
         PRELUDE + textwrap.dedent(code)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        timeout=timeout, env=dict(os.environ, MALLOC_PERTURB_="165"))
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"status {done.returncode}\n{done.stderr}")
    return done.stdout
