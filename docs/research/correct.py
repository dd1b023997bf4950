#!/usr/bin/env python3
"""How well queries are corrected, on SPLASH.

    python3 docs/research/correct.py [--t2sed PROGRAM] [--model DIR]
        [--schema-predictor DIR] [--plan DIR] [--update FILE]
        [--lists FILE --language-model DIR [--threads N] [--shuffled N]]
        DATA [SPLIT]

Feeds the wrong queries of DATA/splash/SPLIT.jsonl (test) to `t2sed correct`:
with their feedback, with that of another question ("shuffled"),
without any, and the right queries without any. Prints a table,
or puts it into FILE between the marks of `make correct-table`.

With --lists, what a language model wrote for each feedback (nbest.py --write
splash): the same for edits alone, edits that the model ranks, too, its first
query, and all together (`make correct-written-table`); --shuffled: and N of
them once more, with their own feedback and with that of another question.

With --judged N, what a detector and a judge add for N of the lines, with feedback
and without, and for right queries (`make correct-judged-table`).
"""

import argparse
import json
import os
import random
import re
import resource
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from differences import Library
from firsts import put


def tidy(sql):
    """SPLASH writes "Count ( * )", which Spider's evaluation joins."""
    return re.sub(r"\(\s*\*\s*\)", "(*)", sql)


def tokens(sql):
    return re.findall(r"\w+|[<>=!]+|[^\w\s]", sql.lower().replace('"', "'"))


def distance(a, b):
    """Token insertions, deletions and changes from a to b."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1,
                                       last + (x != y))
    return row[-1]


class Study:
    def __init__(self, options):
        self.options = options
        self.databases = os.path.join(options.data, "spider", "database")
        self.tables = os.path.join(options.data, "spider", "tables.json")
        self.library = Library(self.tables)

    def run(self, command, lines, *extra):
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
            file.flush()
            done = subprocess.run(
                [self.options.t2sed, command, "--db-root", self.databases,
                 *extra, file.name], stdout=subprocess.PIPE, text=True,
                check=False)
        return list(map(json.loads, done.stdout.splitlines()))

    def correct(self, lines, *more):
        """The lines with corrections."""
        extra = ["--tables", self.tables, "--most", "64",
                 "--model", self.options.model or "none", *more]
        for name in ("schema_predictor", "plan"):
            if getattr(self.options, name):
                extra += ["--" + name.replace("_", "-"),
                          getattr(self.options, name)]
        return self.run("correct", lines, *extra)

    def exact(self, line, sql):
        schema = self.library.lib.t2sed_schemas_find(self.library.schemas,
                                                     line["db_id"].encode())
        gold = self.library.parse(tidy(line["gold"]))
        if gold is None:
            return "does not parse"
        name = self.library.difference(schema, gold, tidy(sql))
        self.library.lib.t2sed_sql_free(gold)
        return name

    def executed(self, lines):
        """For each line whether the best query gives what the gold one does."""
        done = self.run("eval", [
            {"db_id": line["db_id"], "gold": line["gold"],
             "candidates": [{"sql": line.get("corrected", "")}]}
            for line in lines], "--label", "fixed", "--tables", self.tables)
        return [line["candidates"][0].get("label") == 1 for line in done]

    def row(self, name, done):
        kinds = {}
        matched = reach = moved = before = after = kept = 0
        for line in done:
            best = line.get("corrected", line["sql"])
            right = self.exact(line, best) == "same"
            kind = kinds.setdefault(self.exact(line, line["sql"]) or "other",
                                    [0, 0])
            kind[0] += 1
            kind[1] += right
            matched += right
            reach += any(self.exact(line, one["sql"]) == "same"
                         for one in line.get("corrections", ()))
            gold = tokens(line["gold"])
            before += distance(tokens(line["sql"]), gold)
            after += distance(tokens(best), gold)
            moved += distance(tokens(best), gold) < distance(
                tokens(line["sql"]), gold)
            kept += best == line["sql"] or line.get("corrections", [{}])[
                0].get("source") == "given"
        count = len(done)
        ran = sum(self.executed(done))
        print(f"{name}: {100 * matched / count:.2f}", flush=True)
        return (f"| {name} | {100 * matched / count:.2f} | "
                f"{100 * ran / count:.2f} | {100 * reach / count:.2f} | "
                f"{before / count:.1f} | {after / count:.1f} | "
                f"{100 * moved / count:.1f} | {100 * kept / count:.1f} |"
                ), kinds


def shuffled(lines):
    """Each with the feedback of another line."""
    order = random.Random(1)
    said = [line["feedback"] for line in lines]
    order.shuffle(said)
    return [dict(line, feedback=other) for line, other in zip(lines, said)]


def read(path):
    with open(path, encoding="utf-8") as file:
        return [{"db_id": line["db_id"], "question": line["question"],
                 "sql": line["wrong_sql"], "feedback": line["feedback"],
                 "gold": " ".join(line["gold_sql"].split())}
                for line in map(json.loads, file)]


def table(study, lines):
    golds = {(line["db_id"], line["question"]): dict(
        line, sql=line["gold"], feedback="") for line in lines}
    sets = {"feedback": lines, "shuffled feedback": shuffled(lines),
            "no feedback": [dict(line, feedback="") for line in lines],
            "right queries, no feedback": list(golds.values())}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with ThreadPoolExecutor(len(sets)) as pool:
        done = list(pool.map(study.correct, sets.values()))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = 1000 * (after.ru_utime + after.ru_stime - before.ru_utime
                   - before.ru_stime) / sum(map(len, sets.values()))
    with ThreadPoolExecutor(len(sets)) as pool:
        made = list(pool.map(study.row, sets, done))
    rows = ["| SPLASH | exact match | execution | among the candidates | "
            "distance before | after | nearer | left alone |",
            "|---|---|---|---|---|---|---|---|"] + [row for row, _ in made]
    rows += ["", f"{took:.0f} ms a question.", "",
             "| first difference | queries | corrected |", "|---|---|---|"]
    for name, (count, right) in sorted(made[0][1].items(),
                                       key=lambda k: -k[1][0]):
        rows.append(f"| {name} | {count} | {100 * right / count:.1f} % |")
    return "\n".join(rows)


def said(line):
    """What tells a line of nbest.py from others."""
    before = line["context"][0]
    return (line["db_id"], before["question"], before["sql"],
            line["question"].removeprefix("The query is wrong: "))


def edited(line):
    """The line as it would be without queries of another source."""
    kept = [one for one in line.get("corrections", ())
            if one["source"] in ("given", "edit")]
    return dict(line, corrections=kept,
                corrected=kept[0]["sql"] if kept else line["sql"])


def written_table(study, lines):
    """The table of what a language model adds."""
    options = study.options
    with open(options.lists, encoding="utf-8") as file:
        lists = {said(line): line["candidates"]
                 for line in map(json.loads, file) if line.get("candidates")}
    keys = [(line["db_id"], line["question"], line["sql"], line["feedback"])
            for line in lines]
    lines = [dict(line, candidates=lists[key])
             for line, key in zip(lines, keys) if key in lists]
    bare = [{name: line[name] for name in line if name != "candidates"}
            for line in lines]
    asked = ["--language-model", options.language_model, "--adapter",
             options.adapter, "--threads", str(options.threads), "--quiet"]
    done = study.correct(lines, *asked, "--written", "0")
    made = {
        "edits": study.correct(bare),
        "edits, and how likely the model finds them": list(map(edited, done)),
        "what the model writes first": [
            dict(line, corrected=line["candidates"][0]["sql"],
                 corrections=line["candidates"]) for line in lines],
        "**edits and what it writes**": done}
    if options.shuffled:
        sample = random.Random(2).sample(range(len(bare)), options.shuffled)
        for name, of in ((f"both, of {options.shuffled} of them", bare),
                         ("the same with shuffled feedback", shuffled(bare))):
            made[name] = study.correct([of[i] for i in sample], *asked)
    rows = ["| SPLASH | exact match | execution | among the candidates | "
            "distance before | after | nearer | left alone |",
            "|---|---|---|---|---|---|---|---|"]
    rows += [study.row(name, done)[0] for name, done in made.items()]
    return "\n".join([f"{len(lines)} queries.", "", *rows])


def judged_table(study, lines):
    """The table of what a judge adds."""
    options = study.options
    os.environ["T2SED_LANGUAGE_MODEL"] = options.language_model
    lines = random.Random(3).sample(lines, min(options.judged, len(lines)))
    golds = {(line["db_id"], line["question"]): dict(
        line, sql=line["gold"], feedback="") for line in lines}
    sets = {"feedback": lines,
            "no feedback": [dict(line, feedback="") for line in lines],
            "right queries, no feedback": list(golds.values())}
    ways = {"edits": [], "and a detector": ["--model", "default"],
            "and a judge": ["--model", "default", "--judge", options.judge]}
    rows = ["| SPLASH | with | exact match | execution | left alone |",
            "|---|---|---|---|---|"]
    for name, of in sets.items():
        for way, asked in ways.items():
            made = study.row(f"{name}, {way}", study.correct(of, *asked))[0]
            cells = made.strip("| ").split(" | ")
            rows.append(f"| {name} | {way} | {cells[1]} | {cells[2]} | "
                        f"{cells[-1]} |")
    return "\n".join([f"{len(lines)} queries.", "", *rows])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--t2sed", default="build/bin/t2sed")
    parser.add_argument("--model")
    parser.add_argument("--schema-predictor")
    parser.add_argument("--plan")
    parser.add_argument("--update")
    parser.add_argument("--lists")
    parser.add_argument("--language-model")
    parser.add_argument("--adapter", default="text-to-sql")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--shuffled", type=int, default=0)
    parser.add_argument("--judged", type=int, default=0)
    parser.add_argument("--judge", default="judge")
    parser.add_argument("data")
    parser.add_argument("split", nargs="?", default="test")
    options = parser.parse_args()
    lines = read(os.path.join(options.data, "splash",
                              options.split + ".jsonl"))
    make, mark = (judged_table, "judged-") if options.judged else \
        (written_table, "written-") if options.lists else (table, "")
    made = make(Study(options), lines)
    if options.update:
        put(options.update, f"correct-{mark}table", made)
    else:
        print(made)


if __name__ == "__main__":
    main()
