#!/usr/bin/env python3
"""Puts what commands print between marks into a page.

    performance.py PAGE NAME COMMAND...

The page has <!-- make bench-tables: NAME begin --> and the same with "end",
each alone on a line; what stands between them becomes what the command prints,
with the machine and the day below it. A command that fails changes nothing.
"""
import datetime
import os
import subprocess
import sys


def machine():
    """The processor, and how many of its cores this process may use."""
    model = "an unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                model = " ".join(line.split(":", 1)[1].split())
                break
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[1]
    day = datetime.datetime.now(datetime.timezone.utc).date()
    return (f"{model}, {cores} cores, {day}; load average of the machine "
            f"over the five minutes before the end: {load:.1f}.")


def split(page, name):
    """The text before and after what stands between the marks."""
    begin, end = (f"<!-- make bench-tables: {name} {which} -->\n"
                  for which in ("begin", "end"))
    with open(page, encoding="utf-8") as file:
        before, found, rest = file.read().partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        sys.exit(f"performance.py: {page} has no place for {name}")
    return before + begin, end + after


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    page, name, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    split(page, name)
    print(f"{name}: {' '.join(command)}", file=sys.stderr, flush=True)
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                         check=False)
    if run.returncode or not run.stdout.strip():
        sys.exit(f"performance.py: {name}: the command failed, and the page "
                 "stays as it is")
    before, after = split(page, name)
    with open(page, "w", encoding="utf-8") as file:
        file.write(f"{before}\n{run.stdout.strip()}\n\n{machine()}\n\n"
                   f"{after}")


if __name__ == "__main__":
    main()
