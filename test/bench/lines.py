#!/usr/bin/env python3
"""How many lines of one candidate each `t2sed score` answers in a second.

    lines.py [--t2sed PROGRAM] [--lines N] [--threads N] [--rounds N]
             [--model DIR] --tables FILE [--db-root DIR] FILE.jsonl

Takes the first candidate of the first N lines (1,000) and prints a Markdown
table: the whole process, start included, a line at a time (--window 1) and in
common batches (--window 64), with the schemas and with the databases. Times are
medians over the rounds (3), memory the largest.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time


def first_candidates(source, target, count):
    """Writes the lines; how many there were."""
    written = 0
    with open(source, encoding="utf-8") as lines, \
            open(target, "w", encoding="utf-8") as out:
        for line in lines:
            beam = json.loads(line)
            if beam.get("candidates") and written < count:
                sql = beam["candidates"][0]["sql"]
                out.write(json.dumps({"db_id": beam["db_id"], "sql": sql,
                                      "question": beam["question"]}) + "\n")
                written += 1
    return written


def timed(command):
    """Seconds, and MB at the most."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"lines.py: {' '.join(command)}: {process.returncode}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--model", action="append")
    parser.add_argument("--tables", required=True)
    parser.add_argument("--db-root")
    parser.add_argument("file")
    options = parser.parse_args()
    reads = [("schemas", ["--tables", options.tables])]
    if options.db_root:
        reads.append(("databases", ["--tables", options.tables,
                                    "--db-root", options.db_root]))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "first.jsonl")
        count = first_candidates(options.file, path, options.lines)
        print(f"{count:,} lines, {options.threads} threads.\n\n"
              "| model | with | precision | window 1 | window 64 "
              "| peak memory, MB |\n|---|---|---|---|---|---|")
        for model in options.model or ["lib/models/default"]:
            has_network = os.path.exists(os.path.join(model,
                                                      "model.safetensors"))
            for what, given in reads:
                for precision in ("fp32", "bf16") if has_network else ("-",):
                    measure(options, model, what, given, precision, path,
                            count)


def measure(options, model, what, given, precision, path, count):
    cells, peaks = [], []
    for window in ("1", "64"):
        runs = [timed([options.t2sed, "score", "--model", model, "--threads",
                       str(options.threads), "--window", window, *given,
                       *([] if precision == "-"
                         else ["--precision", precision]), path])
                for _ in range(options.rounds)]
        seconds = statistics.median(run[0] for run in runs)
        cells.append(f"{seconds:.1f} s, {count / seconds:.0f} lines/s")
        peaks.append(f"{max(run[1] for run in runs):.0f}")
    print(f"| {os.path.basename(model)} | {what} | {precision} | "
          f"{' | '.join(cells)} | {'; '.join(peaks)} |", flush=True)


if __name__ == "__main__":
    main()
