#!/usr/bin/env python3
"""What the stages of the recipe took, from stage.py's logs, as a table.

    stage_table.py --update PAGE LOG...

A stage that was interrupted counts with all its runs. Plain Python, no
packages.
"""
import argparse
import os
import sys

from beams import lines

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "research"))
from firsts import put  # noqa: E402


def table(runs):
    stages = {}
    for run in runs:
        of = stages.setdefault(run["stage"], {"cpu": 0, "peak": 0, "done": 0})
        of["cpu"] += run["cpu_seconds"]
        of["peak"] = max(of["peak"], run["peak_mb"])
        of["done"] |= run["status"] in (0, 1)
    done = {name: of for name, of in stages.items() if of["done"]}
    total = sum(of["cpu"] for of in done.values())
    out = ["| stage | core-minutes | memory, MB |", "|---|---|---|"]
    for name, of in done.items():
        out.append(f"| `{name}` | {of['cpu'] / 60:.1f} | {of['peak']} |")
    out.append(f"| together | {total / 60:.1f} | "
               f"{max((of['peak'] for of in done.values()), default=0)} |")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--update", required=True)
    parser.add_argument("logs", nargs="+")
    options = parser.parse_args()
    put(options.update, "stage-table",
        table([run for log in options.logs for run in lines(log)]))


if __name__ == "__main__":
    main()
