#!/usr/bin/env python3
"""What the other candidates of a question tell about one.

    beam.py [--update PAGE] DIR

DIR holds SET.jsonl as `t2sed rerank` answers the beams of real.py (`make
beam-table` makes them). A query's probability alone is compared with one that
is worked out from it and from its beam: eight numbers (`numbers`) and logistic
regression. Beams are measured whole and cut to five candidates, drawn at
random. Whoever is measured was not learned from: BIRD is measured database by
database by what the other databases and CREG give, CREG by BIRD, and `modern`
and Spider dev, which are for reporting, by BIRD and CREG. Needs numpy.
"""
import argparse
import math
import random
from collections import Counter
from typing import NamedTuple, Optional

import numpy

from firsts import head, put, row
from real import (Query, area, best, by_question, calibration_error, lines,
                  pairs, score)

SETS = {"bird-rows": "BIRD, three databases with rows",
        "bird-schema": "the same, by schema", "creg": "CREG",
        "modern": "modern", "spider": "Spider dev, 18 parsers"}
LEARNED = {True: ("bird-rows", "creg"), False: ("bird-schema",)}
SIZES = (2, 3, 5, 8, 12, 20, 40)  # of beams to learn from, beside whole ones
CUT = 5
SEED = 1


class Candidate(NamedTuple):
    db_id: str
    probability: float
    label: Optional[int]
    group: int  # of those that agree; negative: it agrees with nothing
    is_empty: bool


def read(path):
    """The beams of a file, of candidates that were scored."""
    beams = []
    for item in lines(path):
        beam = [Candidate(item["db_id"], one["probability"], one.get("label"),
                          -1 if group is None else group,
                          one["agreement"]["outcome"] == "ran" and
                          one["agreement"].get("rows") == 0)
                for one in item["candidates"]
                if one.get("probability") is not None and "agreement" in one
                for group in [one["agreement"].get("group")]]
        if beam:
            beams.append(beam)
    return beams


def log_odds(probability):
    probability = min(max(probability, 1e-3), 1 - 1e-3)
    return math.log(probability / (1 - probability))


def numbers(beam):
    """What is read of each candidate of a beam."""
    others = len(beam) - 1
    groups = Counter(one.group for one in beam if one.group >= 0)
    weights = Counter()
    for one in beam:
        weights[one.group] += one.probability
    total = sum(weights.values())
    found = []
    for one in beam:
        agrees = one.group >= 0
        same = groups[one.group] - 1 if agrees else 0
        rival = max((count for group, count in groups.items()
                     if group != one.group), default=0)
        weight = weights[one.group] - one.probability if agrees else 0
        found.append((
            log_odds(one.probability),
            math.log((same + .5) / (others - same + .5)),
            weight / max(total - one.probability, 1e-6),  # of the others'
            math.log(others + 1), math.log(same + 1), math.log(rival + 1),
            float(not agrees), float(one.is_empty)))
    return numpy.array(found)


class Model:
    """Logistic regression, each beam of the same weight."""

    def __init__(self, beams):
        rows, labels, weights = [], [], []
        for beam in beams:
            for values, one in zip(numbers(beam), beam):
                if one.label in (0, 1):
                    rows.append(values)
                    labels.append(one.label)
                    weights.append(1 / len(beam))
        rows, labels, weights = map(numpy.array, (rows, labels, weights))
        self.mean, self.scale = rows.mean(0), rows.std(0) + 1e-9
        rows = self._scaled(rows)
        weights /= weights.sum()
        self.weights = numpy.zeros(rows.shape[1])
        for _ in range(40):
            share = 1 / (1 + numpy.exp(-rows @ self.weights))
            slope = rows.T @ (weights * (share - labels)) + 1e-3 * self.weights
            curve = (rows * (weights * share * (1 - share))[:, None]).T @ rows
            self.weights -= numpy.linalg.solve(
                curve + 1e-3 * numpy.eye(len(slope)), slope)

    def _scaled(self, rows):
        return numpy.c_[(rows - self.mean) / self.scale, numpy.ones(len(rows))]

    def probabilities(self, beam):
        if len(beam) == 1:
            return [beam[0].probability]
        return list(1 / (1 + numpy.exp(-self._scaled(numbers(beam))
                                       @ self.weights)))


def drawn(beams, sizes, chance):
    """The beams, and parts of them of those sizes."""
    made = list(beams)
    for beam in beams:
        made += [chance.sample(beam, size) for size in sizes
                 if len(beam) > size]
    return [beam for beam in made if len(beam) > 1]


def measure(scored):
    """pairs, by question, AUC, best and ECE of beams of real.Query."""
    return (f"**{pairs(scored, score)[0]:.3f}**",
            f"{by_question(scored, score):.3f}", f"{area(scored, score):.3f}",
            f"{best(scored)[0]:.3f}", f"{calibration_error(scored):.3f}")


def scored_by(model_of, beams):
    """Each beam as real.Query, by the model of its database."""
    made = []
    for beam in beams:
        model = model_of(beam[0].db_id)
        values = model.probabilities(beam) if model else \
            [one.probability for one in beam]
        made.append([Query(value, one.label, 0, (), ())
                     for value, one in zip(values, beam)
                     if one.label in (0, 1)])
    return made


def models_for(name, sets, chance):
    """The model of a database of a set, which was not learned from."""
    learned = [beam for other in LEARNED[name != "bird-schema"]
               for beam in sets[other]]
    kept = {}

    def model_of(db_id):
        if db_id not in kept:
            kept[db_id] = Model(drawn(
                [beam for beam in learned if beam[0].db_id != db_id], SIZES,
                chance))
        return kept[db_id]
    return model_of


def table(folder):
    sets = {name: read(f"{folder}/{name}.jsonl") for name in SETS}
    made = head("set", "candidates", "probability", "pairs", "by question",
                "AUC", "best", "ECE")
    for name, title in SETS.items():
        chance = random.Random(SEED)
        model_of = models_for(name, sets, chance)
        cut = [chance.sample(beam, CUT) for beam in sets[name]
               if len(beam) >= CUT]
        for size, beams in ("all", sets[name]), (str(CUT), cut):
            for how, model in (("alone", lambda db_id: None),
                               ("in its beam", model_of)):
                made.append(row(title, size, how,
                                *measure(scored_by(model, beams))))
    return "\n".join(made)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("folder", metavar="DIR")
    arguments = parser.parse_args()
    text = table(arguments.folder)
    if arguments.update:
        put(arguments.update, "beam-table", text)
    else:
        print(text)


if __name__ == "__main__":
    main()
