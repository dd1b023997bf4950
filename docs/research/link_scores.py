#!/usr/bin/env python3
"""How often queries are right, by what schema linking says of them.

    t2sed link --db-root DIR predictions.jsonl | link_scores.py

Reads the lines of t2sed link whose candidates have labels and prints tables in
Markdown: by score, and by how the values of conditions match; and the share of
pairs of a right and a wrong query that the score orders rightly (ties half).
"""
import collections
import json
import sys


def add(table, key, label):
    table[key][0] += 1
    table[key][1] += label


def show(title, table):
    print(f"| {title} | queries | right |\n|---|---|---|")
    for key, (count, right) in table:
        print(f"| {key} | {count} | {100 * right / count:.1f} % |")
    print()


def main():
    scores = collections.defaultdict(lambda: [0, 0])
    values = collections.defaultdict(lambda: [0, 0])
    for text in sys.stdin:
        for candidate in json.loads(text).get("candidates", ()):
            links = candidate.get("links")
            if candidate.get("label") not in (0, 1) or not links:
                continue
            add(scores, links["score"], candidate["label"])
            for key in {f"{c['clause']}, {c['value']['is']}, "
                        f"{c['value']['match']}, question: "
                        f"{c['value']['said']}" for c in links["conditions"]}:
                add(values, key, candidate["label"])
    known = [(score, count, right) for score, (count, right) in scores.items()
             if score is not None]
    right = sum(item[2] for item in known)
    wrong = sum(item[1] - item[2] for item in known)
    won = sum(a[2] * (b[1] - b[2]) * (1 if a[0] > b[0] else
                                      0.5 if a[0] == b[0] else 0)
              for a in known for b in known)
    show("score", sorted(scores.items(),
                         key=lambda item: -1 if item[0] is None else item[0]))
    show("condition", sorted(values.items(), key=lambda item: -item[1][0])[:40])
    print(f"pairs ordered rightly: {won / max(1, right * wrong):.3f}")


if __name__ == "__main__":
    main()
