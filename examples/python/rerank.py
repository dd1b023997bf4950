#!/usr/bin/env python3
"""Orders the candidates of beams by their probability.

    rerank.py BEAMS.jsonl [DATABASE.sqlite]

Each line of BEAMS.jsonl is {"question": ..., "candidates": [{"sql": ...}, ...]}.
With a database its schema is used, and what the queries give on it.
"""
import json
import sys

import t2sed


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    evidence = None
    if len(sys.argv) == 3:
        evidence = t2sed.Evidence(t2sed.Database(sys.argv[2]))
    with t2sed.Model() as model, t2sed.Scorer(model) as scorer, \
            open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            beam = json.loads(line)
            queries = [candidate["sql"] for candidate in beam["candidates"]]
            print(beam["question"])
            scores = scorer.score(beam["question"], queries, evidence=evidence)
            for score in t2sed.rank(scores):
                if score.error:
                    print(f"      -  {score.sql}\n         ({score.error})")
                else:
                    print(f"  {score.probability:5.3f}  {score.sql}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
