"""What the ablation's scripts share: items, their labels, and AUCs of them.

An item is (db_id, question, SQL). `held out` are GPT-4o-mini's predictions on
the fifth of the train databases that `t2sed train --dev-part 0.2` keeps away;
`dev` are the first candidates of the parsers on Spider dev. Plain Python.
"""
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "studies"))
from auc import auc  # noqa: E402
from beams import lines, lot  # noqa: E402

LEVELS = ("easy", "medium", "hard", "extra")


def run(command, log, **more):
    """Runs a command whose words go to a log; ends the program if it fails."""
    with open(log, "ab") as out:
        done = subprocess.run(command, stdout=more.pop("stdout", out),
                              stderr=out, check=False, **more)
    if done.returncode:
        sys.exit(f"ablation: {' '.join(command[:2])} failed, see {log}")


def is_held_out(db_id):
    return lot(db_id, 0) < 0.2


class Labelled:
    """Sets of labelled items by name, and the hardness of dev items."""

    def __init__(self, data, beams=None, held_out=None):
        """beams and held_out: {name: path}; of these, of databases that are
        held out, the first five candidates are items."""
        self.parsers, self.levels, self.others = {}, {}, {}
        self.asked = [*(beams or {}), *(held_out or {})]
        folder = os.path.join(data, "predictions", "dev")
        for name in sorted(os.listdir(folder)):
            self.parsers[os.path.splitext(name)[0]] = self._read(
                lines(os.path.join(folder, name)), 1)
        train = os.path.join(data, "predictions", "train", "gpt4o_mini.jsonl")
        self.others["held out"] = self._read(
            (line for line in lines(train) if is_held_out(line["db_id"])), 1)
        for name, path in (beams or {}).items():
            self.others[name] = self._read(lines(path), 5)
        for name, path in (held_out or {}).items():
            self.others[name] = self._read(
                (line for line in lines(path) if is_held_out(line["db_id"])),
                5)
        path = os.path.join(data, "reference", "spider_dev_exact.jsonl")
        questions = [(line["db_id"], line["question"]) for line in
                     lines(os.path.join(data, "spider", "dev.jsonl"))]
        for line in lines(path):
            where = questions[line["index"]]
            self.levels[where] = line["hardness"]

    @classmethod
    def of(cls, options):
        """As the options --data, --beams and --held-out say."""
        return cls(options.data, *(
            dict(one.split("=", 1) for one in files)
            for files in (options.beams, options.held_out)))

    @staticmethod
    def _read(found, most):
        pairs = []
        for line in found:
            for candidate in line["candidates"][:most]:
                if candidate.get("label") in (0, 1):
                    pairs.append(((line["db_id"], line["question"],
                                   candidate["sql"]), candidate["label"]))
        return pairs

    def beams(self, dev=True):
        """Lines for `t2sed score` with every different item once."""
        found = {}
        sets = list(self.others.values())
        for pairs in sets + (list(self.parsers.values()) if dev else []):
            for (db_id, question, sql), _ in pairs:
                found.setdefault((db_id, question), {})[sql] = None
        return "".join(
            json.dumps({"db_id": db_id, "question": question,
                        "candidates": [{"sql": sql} for sql in queries]}) + "\n"
            for (db_id, question), queries in found.items())

    def measure(self, scores):
        """AUCs of {item: score}: `held out` and the like, each parser, `mean`
        over them, and for each hardness the mean over the parsers."""
        found = {}
        for name, pairs in self.others.items():
            found[name] = self._auc(pairs, scores)
        for name, pairs in self.parsers.items():
            found[name] = self._auc(pairs, scores)
        found["mean"] = statistics.fmean(found[name] for name in self.parsers)
        for level in LEVELS:
            found[level] = statistics.fmean(
                self._auc([pair for pair in pairs
                           if self.levels[pair[0][:2]] == level], scores)
                for pairs in self.parsers.values())
        return found

    @staticmethod
    def _auc(pairs, scores):
        return auc([(scores[item], label) for item, label in pairs
                    if scores.get(item) is not None])


def read_scores(path):
    """{item: probability} of a file that `t2sed score` wrote."""
    return {(line["db_id"], line["question"], candidate["sql"]):
            candidate["probability"]
            for line in lines(path) for candidate in line["candidates"]}
