#!/usr/bin/env python3
"""How often right and wrong queries have each finding, and which severity that
allows.

    severity.py [--update PAGE] SCORED...
    severity.py --show CODE SCORED...

SCORED are labelled lines as `t2sed score --all-findings` answers them, of a model
that has not seen their databases (`make fit-calibration` leaves them). A finding
is measured twice: by itself, as where there is no probability, and where its code
lowers the log odds by 0.1, as most that are shown beside one do. For each code: of
the latter, the share of right queries that have it, of all and on the set with the
highest share; the share of wrong ones; their ratio, with half a query added to
either; of the former, the share of right queries and the ratio; the severity that
the code has and the one that the figures allow:

- warning: at most 0.5 % of the right queries of all sets, at most 3 % on each,
  ratio at least 8; by itself at most 1 % and ratio at least 4;
- hint: ratio at least 2.5;
- weak: below that.

A code that lowers the log odds of fewer than 20 queries by 0.1 is measured by
itself alone: what it measures is no feature of that model, or trees count another.

--show prints the right queries that have a code. Each set counts the same. Errors
(the query can't run) are not measured. Plain Python, no packages.
"""
import argparse
import os
from collections import Counter, defaultdict

from firsts import give, head, mean, row
from real import BIRD_WITH_ROWS, lines

FEWEST = 20  # queries that have a code


def read(path):
    """Queries by label, those that have a code by label, and those where it
    counts; and the codes' severities."""
    count, severity = Counter(), {}
    having, weighing = defaultdict(Counter), defaultdict(Counter)
    for item in lines(path):
        if item["db_id"] in BIRD_WITH_ROWS:
            continue
        for one in item["candidates"]:
            if one.get("label") not in (0, 1) or "probability" not in one:
                continue
            count[one["label"]] += 1
            weights = Counter()
            for found in one.get("findings", ()):
                weights[found["code"]] += found.get("weight") or 0
                severity[found["code"]] = found["severity"]
            for code, weight in weights.items():
                having[code][one["label"]] += 1
                weighing[code][one["label"]] += weight <= -0.1
    return count, having, weighing, severity


def rates(counts, code):
    """Of (queries, those with a code) of sets: the share of right ones, the
    highest, the share of wrong ones, and the ratio."""
    shares = {label: [of[code][label] / count[label] for count, of in counts]
              for label in (1, 0)}
    half = {label: 0.5 / sum(count[label] for count, _ in counts)
            for label in (1, 0)}
    right, wrong = mean(shares[1]), mean(shares[0])
    return (right, max(shares[1]), wrong,
            (wrong + half[0]) / (right + half[1]))


def allowed(right, highest, ratio, alone, alone_ratio):
    if right <= 0.005 and highest <= 0.03 and ratio >= 8 and \
            alone <= 0.01 and alone_ratio >= 4:
        return "warning"
    return "hint" if ratio >= 2.5 else "weak"


def table(sets):
    made = head("code", "queries", "right", "highest", "wrong", "ratio",
                "by itself, right", "ratio", "severity", "allowed")
    severity = {code: now for *_, of in sets for code, now in of.items()}
    rows = []
    for code, now in severity.items():
        if now == "error":
            continue
        having = sum(sum(of[code].values()) for _, of, _, _ in sets)
        right, highest, wrong, ratio = rates(
            [(count, of) for count, _, of, _ in sets], code)
        alone, most, _, alone_ratio = rates(
            [(count, of) for count, of, _, _ in sets], code)
        weighing = sum(sum(of[code].values()) for _, _, of, _ in sets)
        may = "too few" if having < FEWEST else \
            allowed(right, highest, ratio, alone, alone_ratio) \
            if weighing >= FEWEST else \
            allowed(alone, most, alone_ratio, alone, alone_ratio)
        rows.append((may, -ratio, row(
            f"`{code}`", having, f"{100 * right:.2f} %", f"{100 * highest:.1f} %",
            f"{100 * wrong:.2f} %", f"{ratio:.1f}", f"{100 * alone:.2f} %",
            f"{alone_ratio:.1f}", now, may if may != now else "")))
    return "\n".join(made + [text for *_, text in sorted(rows)])


def show(path, code):
    for item in lines(path):
        for one in item["candidates"]:
            for found in one.get("findings", ()):
                if one.get("label") == 1 and found["code"] == code:
                    print(f"{item['db_id']}: {item['question']}\n"
                          f"    {one['sql']}\n    {found['message']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--update", metavar="PAGE")
    parser.add_argument("--show", metavar="CODE")
    parser.add_argument("scored", nargs="+", metavar="SCORED")
    arguments = parser.parse_args()
    if arguments.show:
        for path in arguments.scored:
            show(path, arguments.show)
        return
    sets = [read(path) for path in arguments.scored if os.path.getsize(path)]
    give(arguments.update, "severity-table", table(sets))


if __name__ == "__main__":
    main()
