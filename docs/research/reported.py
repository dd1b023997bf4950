#!/usr/bin/env python3
"""Faults of text-to-SQL tools that people reported, rebuilt: what the program makes
of them.

    reported.py --t2sed PROGRAM [--update PAGE] DIR

DIR has the cases (run.py), the smallest questions for one fault each (probes.sh)
and idioms of other dialects (idioms.py), each with a summary in its last lines. They
are for measuring alone. Plain Python, no packages.
"""
import argparse
import os
import re
import subprocess
import sys

from firsts import give, head, row

OF = r"(\d+)(?:/| of )(\d+)"
CASES = (
    ("right above wrong, each alone", r"pairs right > wrong, alone " + OF),
    ("right above wrong, in a beam of the case's queries",
     r"alone \d+/\d+ = [\d.]+ %, beam " + OF),
    ("a right query on top, alone", r"best of all right, alone " + OF),
    ("a right query on top, in a beam", r"best of all right, alone \d+/\d+, beam "
     + OF),
    ("faults that a finding names", r"faults named " + OF),
    ("right queries with a finding", r"right queries with a finding " + OF))


def summary(command, program):
    done = subprocess.run(command, env=dict(os.environ, T2SED=program), text=True,
                          stdout=subprocess.PIPE, check=False)
    return done.stdout


def table(directory, program):
    made = head("measured", "of", "share")
    cases = summary([sys.executable, os.path.join(directory, "run.py")], program)
    others = (
        ("probes as expected", OF + " probes", ["bash", "probes.sh", "-q"]),
        ("idioms of other dialects that are read right", OF + " idioms",
         [sys.executable, "idioms.py"]))
    found = [(name, re.search(pattern, cases)) for name, pattern in CASES]
    for name, pattern, command in others:
        command[1] = os.path.join(directory, command[1])
        found.append((name, re.search(pattern, summary(command, program))))
    for name, match in found:
        if not match:
            raise SystemExit(f"{directory}: no figure for: {name}")
        part, whole = map(int, match.groups())
        made.append(row(name, f"{part} of {whole}", f"{100 * part / whole:.1f} %"))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--t2sed", required=True, metavar="PROGRAM")
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("directory", metavar="DIR")
    options = parser.parse_args()
    give(options.update, "reported-table",
         table(options.directory, os.path.abspath(options.t2sed)))


if __name__ == "__main__":
    main()
