#!/usr/bin/env python3
"""What scoring pairs on Spark takes, beside the plain program, and what a
worker costs that is killed half-way.

    spark.py [--t2sed PROGRAM] [--pairs N] [--workers N] DATA

Takes the predictions of DATA/predictions/dev, again and again up to N pairs
(200,000), writes them as Parquet and scores them with findings

- by `t2sed score --jobs`: each distinct pair, a question a line with all its
  queries, in two runs; and a sample of them (SAMPLE), a pair a line;
- by t2sed.spark on a local Spark, all of them, where a worker process is ended
  by SIGKILL once half of the tasks are done.

Prints a table: pairs a second on the clock and of processors' time, and the
most memory of a process; and what was lost, doubled or came out otherwise than
in both runs of the program, which differ where a query runs into its limit of
time. Processors' time of Spark is that of its Python workers, without Java's.
Needs pyspark, pyarrow, pandas and Java.
"""
import argparse
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

import pyarrow
import pyarrow.parquet

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "..", "..", "examples", "python")
PARTS = 40  # tasks
SAMPLE = 2000
TICKS = os.sysconf("SC_CLK_TCK")


def distinct_pairs(data):
    """(question, sql, db_id) of all parsers, the queries of a question one after
    another."""
    found = {}
    for path in sorted(glob.glob(os.path.join(data, "predictions", "dev",
                                              "*.jsonl"))):
        with open(path, encoding="utf-8") as lines:
            for beam in map(json.loads, lines):
                for one in beam["candidates"]:
                    found[beam["question"], one["sql"], beam["db_id"]] = \
                        beam["index"]
    return sorted(found, key=lambda pair: found[pair])


def write_pairs(pairs, count, folder):
    """Files of Parquet, a task each."""
    os.mkdir(folder)
    for part in range(PARTS):
        ids = range(count * part // PARTS, count * (part + 1) // PARTS)
        rows = [dict(zip(("question", "sql", "db_id"), pairs[i % len(pairs)]),
                     id=i) for i in ids]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows),
                                    os.path.join(folder, f"{part}.parquet"))


def run_program(options, lines, path):
    """What the program prints; seconds on the clock, of processors, MB."""
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    start = time.perf_counter()
    with open(path + ".out", "w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [options.t2sed, "score", "--alone", "--findings", "--jobs",
             str(options.workers), "--db-root",
             os.path.join(options.data, "spider", "database"), path],
            stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"spark.py: t2sed score: {process.returncode}")
    with open(path + ".out", encoding="utf-8") as out:
        return (list(map(json.loads, out)), time.perf_counter() - start,
                usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


class Watch(threading.Thread):
    """Looks at the Python workers of Spark; kills one when half is done."""

    def __init__(self, context):
        super().__init__(daemon=True)
        self.tracker = context.statusTracker()
        self.memory, self.seconds = {}, {}
        self.killed, self.failed, self.done = None, 0, False

    def run(self):
        while not self.done:
            workers = self.look()
            for stage in self.tracker.getActiveStageIds():
                info = self.tracker.getStageInfo(stage)
                self.failed = max(self.failed, info.numFailedTasks)
                if workers and not self.killed \
                        and info.numCompletedTasks * 2 >= info.numTasks > 2:
                    self.killed = max(workers)
                    os.kill(self.killed, signal.SIGKILL)
            time.sleep(0.1)

    def look(self):
        """The workers: children of a daemon of pyspark, and its children."""
        parents, daemons = {}, set()
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                    stat = file.read().rpartition(")")[2].split()
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    is_python = b"pyspark.daemon" in file.read()
                with open(f"/proc/{pid}/status", encoding="utf-8") as file:
                    most = [line for line in file if line.startswith("VmHWM")]
            except OSError:
                continue  # it has ended
            if not is_python or not most:
                continue
            pid = int(pid)
            parents[pid] = int(stat[1])
            self.memory[pid] = int(most[0].split()[1]) / 1024
            self.seconds[pid] = (int(stat[11]) + int(stat[12])) / TICKS
            daemons.add(pid)
        return [pid for pid in daemons if parents[pid] in daemons]


def run_spark(options, folder):
    """Seconds on the clock, and the Watch."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.path.abspath(PACKAGE)
    sys.path.insert(0, PACKAGE)
    # pylint: disable=import-outside-toplevel
    from pyspark.sql import SparkSession
    from t2sed.spark import check_pairs
    # "local[2,4]": two workers, and a task may be tried four times.
    spark = SparkSession.builder.master(f"local[{options.workers},4]").config(
        "spark.ui.enabled", "false").config(
        "spark.ui.showConsoleProgress", "false").config(
        "spark.sql.files.openCostInBytes", str(1 << 27)).getOrCreate()
    spark.sparkContext.setLogLevel("FATAL")
    watch = Watch(spark.sparkContext)
    watch.start()
    start = time.perf_counter()
    check_pairs(spark.read.parquet(os.path.join(folder, "pairs")),
                os.path.abspath(os.path.join(options.data, "spider",
                                             "database"))
                ).write.parquet(os.path.join(folder, "scored"))
    seconds = time.perf_counter() - start
    watch.done = True
    watch.join()
    spark.stop()
    return seconds, watch


def compare(pairs, known, count, folder):
    """What is wrong with the rows that Spark wrote."""
    table = pyarrow.parquet.read_table(os.path.join(folder, "scored"),
                                       columns=["id", "probability"])
    times = [0] * count
    other = 0
    for i, probability in zip(table["id"].to_pylist(),
                              table["probability"].to_pylist()):
        times[i] += 1
        other += (None if probability is None else round(probability, 6)) \
            not in known[pairs[i % len(pairs)]]
    return (sum(n == 0 for n in times), sum(max(n - 1, 0) for n in times),
            other)


def row(what, count, seconds, busy, memory):
    print(f"| {what} | {count:,} | {count / seconds:.0f} | "
          f"{count / busy:.0f} | {memory:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--pairs", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("data")
    options = parser.parse_args()
    pairs = distinct_pairs(options.data)[:options.pairs]
    beams = {}
    for question, sql, db_id in pairs:
        beams.setdefault((question, db_id), []).append(sql)
    print("| by | pairs | a second | a second of processors | MB |\n"
          "|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        write_pairs(pairs, options.pairs, os.path.join(folder, "pairs"))
        load = os.getloadavg()[0]
        known = {pair: set() for pair in pairs}
        for _ in range(2):
            scored, *took = run_program(
                options, [{"question": question, "db_id": db_id, "candidates":
                           [{"sql": sql} for sql in queries]}
                          for (question, db_id), queries in beams.items()],
                os.path.join(folder, "beams.jsonl"))
            for line in scored:
                for one in line["candidates"]:
                    known[line["question"], one["sql"], line["db_id"]].add(
                        one["probability"])
            row("program, a question a line", len(pairs), *took)
        sample = pairs[::max(len(pairs) // SAMPLE, 1)]
        _, *took = run_program(
            options, [dict(zip(("question", "sql", "db_id"), pair))
                      for pair in sample], os.path.join(folder, "pairs.jsonl"))
        row("program, a pair a line", len(sample), *took)
        seconds, watch = run_spark(options, folder)
        row(f"Spark, {options.workers} workers", options.pairs, seconds,
            sum(watch.seconds.values()), max(watch.memory.values()))
        lost, doubled, other = compare(pairs, known, options.pairs, folder)
    print(f"\nOne worker killed: {watch.killed is not None}; tasks that "
          f"failed for it: {watch.failed}.\nRows lost: {lost}, doubled: "
          f"{doubled}, other than the program's: {other}; "
          f"pairs in which its own runs differ: "
          f"{sum(len(found) > 1 for found in known.values())}.\nLoad of the machine "
          f"({os.cpu_count()} processors): {load:.1f} before, "
          f"{os.getloadavg()[0]:.1f} after.")
    sys.exit(bool(lost or doubled or not watch.killed))


if __name__ == "__main__":
    main()
