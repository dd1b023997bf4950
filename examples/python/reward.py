#!/usr/bin/env python3
"""Rewards for SQL that a language model wrote: best-of-N, and in batch for
reinforcement learning.

    reward.py DATABASES QUESTIONS.jsonl

reads lines of {"question", "db_id", "candidates": [{"sql"}, ...]} and prints
the best query of each. Databases are DATABASES/<db_id>/<db_id>.sqlite.
"""
from __future__ import annotations

import json
import os
import sys
from functools import lru_cache
from typing import Any, Callable, List, Sequence

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from t2sed.pairs import Pairs  # noqa: E402 pylint: disable=wrong-import-position


@lru_cache(maxsize=2)
def _pairs(_process: int, root: str) -> Pairs:
    return Pairs(root, findings=False)


def reward(questions: Sequence[str], queries: Sequence[str],
           databases: Sequence[str], *, root: str) -> List[float]:
    """The reward of each query: the probability that it is right, 0.0 where it
    can't be scored (it does not parse, say).

    questions, queries, databases
               the i-th of each list belong together; databases by db_id.
    root       where they are, as DIR/<db_id>/<db_id>.sqlite.

    Model and databases stay open from batch to batch. A query's reward does
    not depend on the others of the batch, which are quicker together.
    """
    return [pair.probability or 0.0
            for pair in _pairs(os.getpid(), root).check(questions, queries,
                                                        databases)]


def trainer_reward(root: str) -> Callable[..., List[float]]:
    """``reward`` as TRL's GRPOTrainer(reward_funcs=...) calls it: with
    completions, and columns of its data set by name ("question", "db_id"). A
    completion is a text or a list of messages, whose last one counts; a query
    may stand in a Markdown fence."""
    def t2sed_reward(completions: Sequence[Any], *, question: Sequence[str],
                     db_id: Sequence[str], **_: Any) -> List[float]:
        return reward(question, [one if isinstance(one, str)
                                 else one[-1]["content"]
                                 for one in completions], db_id, root=root)
    return t2sed_reward


def best(question: str, queries: Sequence[str], database: str, *, root: str
         ) -> str:
    """Best of N: the query with the highest reward, of equal ones the first.
    ``t2sed.check`` also counts which queries give the same, which is better
    where they come from one model by sampling."""
    rewards = reward([question] * len(queries), queries,
                     [database] * len(queries), root=root)
    return queries[rewards.index(max(rewards))]


def main() -> None:
    """Prints the best query of each line."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            print(best(line["question"],
                       [one["sql"] for one in line["candidates"]],
                       line["db_id"], root=sys.argv[1]))


if __name__ == "__main__":
    main()
