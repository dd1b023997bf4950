#!/usr/bin/env python3
"""Runs one stage of a recipe and keeps what it took.

    stage.py LOG NAME COMMAND [ARGUMENT]...

Appends {"stage", "began", "seconds", "cpu_seconds", "peak_mb", "status"} to
LOG, one line a run: a stage that was interrupted and went on has several. Ends
as the command did. Plain Python, no packages.
"""
import json
import resource
import signal
import subprocess
import sys
import time


def main():
    log, name, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    began = time.time()
    print(f"-- {name}", file=sys.stderr, flush=True)
    child = subprocess.Popen(command)
    # The child ends by itself, with its checkpoint written.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda got, _: got == signal.SIGTERM and
                      child.terminate())
    status = child.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = {"stage": name,
            "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
            "seconds": round(time.time() - began, 1),
            "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
            "peak_mb": round(used.ru_maxrss / 1024), "status": status}
    with open(log, "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    print(f"-- {name}: {line['seconds']:.0f} s, {line['cpu_seconds']:.0f} s of"
          f" processor time", file=sys.stderr, flush=True)
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main())
