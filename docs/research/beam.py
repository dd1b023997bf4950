#!/usr/bin/env python3
"""What the other candidates of a question tell about one.

    beam.py [--update PAGE] [--t2sed PROGRAM] --model MODEL DIR

DIR holds SET.jsonl as `t2sed rerank` answers the beams of real.py (`make
beam-table` makes them). A query's probability alone is compared with that in
its beam, by weights that `t2sed rerank --fit-beam` learns and a copy of MODEL's
directory takes. Beams are measured whole and cut to five candidates, drawn at
random ten times: one draw of BIRD by schema gives pairs between 0.79 and 0.85.
No weights are learned from the set or a database that they are measured
on (`LEARNED`). Plain Python, no packages.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

from firsts import head, put, row
from real import (Query, area, best, by_question, calibration_error, lines,
                  pairs, score)

SETS = {"bird-rows": "BIRD, three databases with rows",
        "bird-schema": "the same, by schema",
        "bird-others": "BIRD, five other databases, by schema",
        "creg": "CREG", "modern": "modern", "spider": "Spider dev, 18 parsers"}
# What the weights for a set are learned from.
LEARNED = {"bird-rows": ["creg"], "bird-schema": ["bird-others"],
           "bird-others": ["bird-schema"], "creg": ["bird-rows"],
           "modern": ["bird-rows", "creg"], "spider": ["bird-rows", "creg"]}
CUT = 5
SEED, DRAWS = 1, 10
KEPT = ("sql", "label", "agreement")


def read(path):
    """The beams of a file, of candidates that were scored."""
    for item in lines(path):
        beam = [dict({key: one[key] for key in KEPT if key in one}, alone=own)
                for one in item["candidates"]
                for own in [one.get("alone", one.get("probability"))]
                if own is not None and "agreement" in one]
        if beam:
            yield {"question": "", "candidates": beam}


class Program:
    """`t2sed rerank` with a copy of a model's directory."""

    def __init__(self, program, model, folder):
        self.command = [program, "rerank", "--no-findings"]
        self.model = os.path.abspath(model)
        self.folder = folder
        self.known = {}

    def _run(self, options, beams):
        path = os.path.join(self.folder, "beams.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(beam) + "\n" for beam in beams)
        made = subprocess.run(self.command + options + [path], check=False,
                              stdout=subprocess.PIPE, text=True)
        if made.returncode != 0:
            sys.exit(made.returncode)
        return made.stdout

    def fit(self, name, beams):
        """A copy of the model with weights that are learned from beams."""
        if name not in self.known:
            at = self.known[name] = os.path.join(self.folder, name)
            os.mkdir(at)
            for entry in os.listdir(self.model):
                if entry != "config.json":
                    os.symlink(os.path.join(self.model, entry),
                               os.path.join(at, entry))
            with open(os.path.join(self.model, "config.json"),
                      encoding="utf-8") as file:
                config = json.load(file)
            config["t2sed"].pop("beam", None)
            with open(os.path.join(at, "config.json"), "w",
                      encoding="utf-8") as file:
                json.dump(config, file)
            self._run(["--fit-beam", "--write", at], beams)
        return self.known[name]

    def weigh(self, model, beams):
        """The beams with their probabilities, as lists of real.Query."""
        for line in self._run(["--model", model], beams).splitlines():
            yield [Query(one["confidence"], one["label"], 0, (), ())
                   for one in json.loads(line)["candidates"]
                   if one.get("label") in (0, 1)]


def alone(beams):
    for beam in beams:
        yield [Query(one["alone"], one["label"], 0, (), ())
               for one in beam["candidates"] if one.get("label") in (0, 1)]


def cut(beams, chance):
    """Beams of five, of those that have as many, in each draw."""
    return [dict(beam, candidates=chance.sample(beam["candidates"], CUT))
            for _ in range(DRAWS)
            for beam in beams if len(beam["candidates"]) >= CUT]


def measure(scored):
    """pairs, by question, AUC, best and ECE of beams of real.Query."""
    return (f"**{pairs(scored, score)[0]:.3f}**",
            f"{by_question(scored, score):.3f}", f"{area(scored, score):.3f}",
            f"{best(scored)[0]:.3f}", f"{calibration_error(scored):.3f}")


def table(folder, program):
    sets = {name: list(read(f"{folder}/{name}.jsonl")) for name in SETS}
    made = head("set", "candidates", "probability", "pairs", "by question",
                "AUC", "best", "ECE")
    for name, title in SETS.items():
        learned = LEARNED[name]
        model = program.fit("+".join(learned),
                            [beam for other in learned for beam in sets[other]])
        for size, beams in (("all", sets[name]),
                            (str(CUT), cut(sets[name], random.Random(SEED)))):
            for how, scored in (("alone", alone(beams)),
                                ("in its beam", program.weigh(model, beams))):
                made.append(row(title, size, how,
                                *measure(list(filter(None, scored)))))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("--t2sed", metavar="PROGRAM", default="build/bin/t2sed")
    parser.add_argument("--model", metavar="MODEL", required=True)
    parser.add_argument("folder", metavar="DIR")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = table(arguments.folder, Program(arguments.t2sed,
                                               arguments.model, folder))
    if arguments.update:
        put(arguments.update, "beam-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
