#!/usr/bin/env python3
"""How often right and wrong queries have each finding, and which severity that
allows.

    severity.py [--update PAGE] SCORED...
    severity.py --show CODE SCORED...

SCORED are labelled lines as `t2sed score --all-findings` answers them, of a model
that has not seen their databases (`make fit-calibration` leaves them); a finding
counts where its code lowers the log odds by 0.1, as without --all-findings. For
each code: the share of right queries that have it, of all and on the set with
the highest share; the share of wrong ones; their ratio, with half a query added
to either; the severity that the code has and the one that the figures allow:

- warning: at most 0.5 % of the right queries of all sets, at most 3 % on each,
  ratio at least 8;
- hint: ratio at least 2.5;
- weak: below that.

--show prints the right queries that have a code. Each set counts the same. Errors (the query can't run) are not measured. Plain
Python, no packages.
"""
import argparse
import os
from collections import Counter, defaultdict

from firsts import give, head, mean, row
from real import BIRD_WITH_ROWS, lines

FEWEST = 20  # queries that have a code


def read(path):
    """Queries by label, and by label and code those that have it."""
    count, having, severity = Counter(), defaultdict(Counter), {}
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
                having[code][one["label"]] += weight <= -0.1
    return count, having, severity


def allowed(right, highest, ratio):
    if right <= 0.005 and highest <= 0.03 and ratio >= 8:
        return "warning"
    return "hint" if ratio >= 2.5 else "weak"


def table(sets):
    made = head("code", "queries", "right", "highest", "wrong", "ratio",
                "severity", "allowed")
    severity = {code: value for _, _, of in sets for code, value in of.items()}
    rows = []
    for code, now in severity.items():
        if now == "error":
            continue
        having = sum(sum(of[code].values()) for _, of, _ in sets)
        shares = {label: [of[code][label] / count[label]
                          for count, of, _ in sets] for label in (1, 0)}
        right, wrong = mean(shares[1]), mean(shares[0])
        half = {label: 0.5 / sum(count[label] for count, _, _ in sets)
                for label in (1, 0)}
        ratio = (wrong + half[0]) / (right + half[1])
        highest = max(shares[1])
        may = allowed(right, highest, ratio) if having >= FEWEST else "too few"
        rows.append((may, -ratio, row(
            f"`{code}`", having, f"{100 * right:.2f} %", f"{100 * highest:.1f} %",
            f"{100 * wrong:.2f} %", f"{ratio:.1f}", now,
            may if may != now else "")))
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
