#!/usr/bin/env python3
"""How often t2sed fills in the values that SPLASH's authors did.

    python3 docs/research/splash_values.py EXPORTED SPLASH

EXPORTED is what `t2sed collect --export` prints of SPLASH's beams, SPLASH the
file of the same questions with "wrong_sql", whose values its authors filled
in. A query of a beam is compared where it is that "wrong_sql" but for values.
"""

import json
import re
import sys

STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
NUMBER = re.compile(r"(?<![\w.])-?\d+(\.\d+)?(?![\w.])")


def squeeze(sql):
    """Without differences of quotes, blanks and case."""
    sql = re.sub(r"([<>=!]) =", r"\1=", sql).replace('"', "'")
    return " ".join(sql.lower().split())


def without_values(sql):
    return squeeze(NUMBER.sub("value", STRING.sub("value", sql)))


def main(exported, splash):
    theirs = {}
    with open(splash, encoding="utf-8") as file:
        for line in map(json.loads, file):
            key = (line["db_id"], line["question"])
            theirs.setdefault(key, set()).add(line["wrong_sql"])
    compared = same = 0
    with open(exported, encoding="utf-8") as file:
        for line in map(json.loads, file):
            filled = {squeeze(candidate["written"]): candidate["sql"]
                      for candidate in line["candidates"]
                      if "written" in candidate and
                      re.search(r"\bvalue\b", candidate["written"])}
            for wrong in theirs.get((line["db_id"], line["question"]), ()):
                ours = filled.get(without_values(wrong))
                if ours is not None:
                    compared += 1
                    same += squeeze(ours) == squeeze(wrong)
    print(f"{compared} queries compared, {same} with the same values "
          f"({100 * same / max(compared, 1):.1f} %)")


if __name__ == "__main__":
    main(*sys.argv[1:])
