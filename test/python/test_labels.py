#!/usr/bin/env python3
"""Labels of t2sed eval --label fixed against those of the real predictions.

By default a few parsers; with --report all of them, with every disagreement
listed and the time and the memory that the program took. Prints TAP.
"""

import glob
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "..", "shared", "data")
SPIDER = os.path.join(DATA, "spider")
PROGRAM = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"), "bin",
                       "t2sed")
FEW = ("smbop", "resdsql_base", "bridge_v2")


def label(path):
    """The file's lines with labels of our own, and the seconds it took."""
    start = time.monotonic()
    done = subprocess.run(
        [PROGRAM, "eval", "--label", "fixed", "--why", "--threads", "2",
         "--db-root", os.path.join(SPIDER, "database"), "--tables",
         os.path.join(SPIDER, "tables.json"), path],
        stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines(), time.monotonic() - start


def compare(path, report):
    """How many labels agree, and how many there are."""
    name = os.path.relpath(path, os.path.join(DATA, "predictions"))
    ours, seconds = label(path)
    counts = Counter()
    with open(path, encoding="utf-8") as file:
        for theirs, mine in zip(file, ours, strict=True):
            theirs, mine = json.loads(theirs), json.loads(mine)
            for a, b in zip(theirs["candidates"], mine["candidates"],
                            strict=True):
                counts[a["label"] == b["label"]] += 1
                if a["label"] != b["label"] and report:
                    print(f"# {name} {theirs.get('index')} "
                          f"{theirs['db_id']}: {a['label']}, ours "
                          f"{b['label']}, {b['label_reason']['code']}: "
                          f"{b['label_reason']['message']}\n"
                          f"#     gold {theirs['gold']}\n#     sql  {a['sql']}")
    print(f"# {name}: {counts[True]} of {counts.total()} agree, "
          f"{seconds:.1f} s")
    return counts[True], counts.total(), seconds


def main():
    report = "--report" in sys.argv
    dev = sorted(glob.glob(os.path.join(DATA, "predictions", "dev",
                                        "*.jsonl")))
    if not dev:
        print("1..1\nok 1 - labels of real predictions # SKIP no "
              "../shared/data/predictions")
        return 0
    files = dev if report else [
        p for p in dev if os.path.basename(p)[:-6] in FEW]
    results = [compare(p, report) for p in files]
    agree, total, seconds = (sum(x) for x in zip(*results))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"# dev: {agree} of {total} agree ({agree / total:.4%}), "
          f"{seconds:.1f} s, {peak.ru_utime + peak.ru_stime:.1f} s of "
          f"processor time, at most {peak.ru_maxrss / 1024:.0f} MB")
    if report:
        for name in ("gpt4o_mini", "sqledit_errors"):
            compare(os.path.join(DATA, "predictions", "train",
                                 name + ".jsonl"), True)
    print("1..2")
    for i, (what, passed) in enumerate((
            ("99.9 % of the labels of dev parsers agree",
             agree >= 0.999 * total),
            ("in less than 300 MB", peak.ru_maxrss < 300 * 1024)), 1):
        print(f"{'ok' if passed else 'not ok'} {i} - {what}")
    return 0 if agree >= 0.999 * total else 1


if __name__ == "__main__":
    sys.exit(main())
