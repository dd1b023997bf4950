#!/usr/bin/env python3
"""Times the library and the PyTorch reference side by side, and prints tables.

    compare.py --bench PROGRAM --python PYTHON [--threads N] [--rounds N]
               [--database FILE] [--parser-only | --beam-only]
               NAME=MODEL_DIR...

Library and reference take turns (so that a change of the machine's clock hits
both), `rounds` times each; a figure is the median over the rounds of medians
over a round's repetitions. Without a Python that has the reference's packages
the library is timed alone. With a database, that of beam.json, a beam is also
timed with all evidence, its queries run there; the reference has none of that.
The question parser is set beside the last model. Plain Python.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
STAGES = ("tokenise", "sql_parse", "graph", "evidence", "batch", "encoder",
          "gat", "total")
# With a database.
RUN = (("run_evidence", "evidence with a database, queries run"),
       ("run_total", "**total, evidence and execution included**"))


def run(command):
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr.strip().splitlines()[-1:] or ["failed"]
    return json.loads(done.stdout), None


def median(rounds, key):
    values = [r[key] for r in rounds if r and r.get(key) is not None]
    return statistics.median(values) if values else None


def show(value, digits=3):
    return "-" if value is None else f"{value:.{digits}f}"


def compare(name, model, options):
    for precision in ("fp32", "bf16"):
        library, reference, why = [], [], None
        for _ in range(options.rounds):
            flags = ["--precision", precision, "--threads",
                     str(options.threads), "--repeat", str(options.repeat)]
            rows = ["--database", options.database] if options.database else []
            result, failure = run([options.bench, model, *flags, *rows])
            if failure:
                sys.exit(f"compare.py: {options.bench}: {failure[0]}")
            library.append(result)
            if is_light(result):
                continue
            if options.python and why is None:
                result, why = run([options.python,
                                   os.path.join(HERE, "reference.py"), model,
                                   *flags])
                reference.append(result)
        table(name, "" if is_light(library[0]) else f", {precision}", library,
              reference, why)
        if is_light(library[0]):
            return


def is_light(result):
    """Whether the model has no network: then precision and reference have
    nothing to say."""
    return result["backend"] == "no libtorch"


def table(name, precision, library, reference, why):
    first = library[0]
    tokens = "" if is_light(first) else f" {first['tokens']} tokens,"
    print(f"\n### {name}{precision}: {first['candidates']} candidates,"
          f"{tokens} {first['threads']} threads, {first['backend']}\n")
    if why:
        print(f"(no reference: {why[0]})\n")
    print("| ms a beam | library | part | reference | ratio |")
    print("|---|---|---|---|---|")
    whole = median(library, "total_ms")
    for stage in STAGES:
        ours = median(library, stage + "_ms")
        theirs = median(reference, stage + "_ms")
        if ours:
            print(f"| {stage} | {show(ours)} | {ours / whole:.1%} | "
                  f"{show(theirs)} | "
                  f"{show(theirs / ours if theirs else None, 2)} |")
    for key, what in RUN:
        ours = median(library, key + "_ms")
        if ours:
            print(f"| {what} | {show(ours)} | | - | - |")
    print(f"| load | {show(median(library, 'load_ms'), 0)} | | "
          f"{show(sum_of(reference), 0)} | |")
    print(f"| peak memory, MB | {show(median(library, 'peak_mb'), 0)} "
          f"| | | |", flush=True)


def question_parser(name, model, options):
    """What parsing the beam's question takes beside scoring the beam."""
    flags = ["--questions", options.questions] if options.questions else []
    print(f"\n### Parsing questions; a beam of {name}\n")
    print("| precision | threads | a question, ms (mean) | the beam's question "
          "(24 words), ms | its beam, ms | part |")
    print("|---|---|---|---|---|---|")
    for precision in ("fp32", "bf16"):
        for threads in ("1", "2"):
            rounds = [run([options.bench, model, "--precision", precision,
                           "--threads", threads, "--repeat",
                           str(options.repeat), *flags])[0]
                      for _ in range(options.rounds)]
            parse, beam, mean = (
                median(rounds, key)
                for key in ("parse_ms", "total_ms", "question_ms"))
            part = f"{parse / beam:.1%}" if parse else "-"
            print(f"| {precision} | {threads} | {show(mean or None, 2)} | "
                  f"{show(parse or None, 2)} | "
                  f"{show(beam, 1)} | {part} |", flush=True)


def sum_of(rounds):
    """Import and load of the reference together."""
    load, imported = median(rounds, "load_ms"), median(rounds, "import_ms")
    return None if load is None else load + imported


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bench", required=True)
    parser.add_argument("--python")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--questions", metavar="FILE",
                        help="questions, one a line, for the parser")
    parser.add_argument("--database", metavar="FILE",
                        help="where the beam's queries run")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--parser-only", action="store_true",
                      help="the table of the question parser alone")
    only.add_argument("--beam-only", action="store_true",
                      help="the tables of the beam alone")
    parser.add_argument("models", nargs="+", metavar="NAME=DIR")
    options = parser.parse_args()
    for model in options.models:
        name, _, directory = model.partition("=")
        if not options.parser_only:
            compare(name, directory, options)
    if not options.beam_only:
        question_parser(name, directory, options)


if __name__ == "__main__":
    main()
