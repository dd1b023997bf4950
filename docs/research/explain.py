"""How far the steps of `t2sed explain` agree with those of SPLASH, whose
explanations people's feedback refers to ("in step 2"):

    python3 docs/research/explain.py [--show N] [--data ../shared/data]

For each part of SPLASH, over its different pairs of database and query: in how
many the number of steps agrees; in how many each step also names the same
tables, columns and values; in how many each step has the same words, in any
order; and in how many the texts are equal, but for letter case and blanks.
SPLASH's explanations
leave out which columns a SELECT shows that are neither grouped by nor
aggregated, and what joins tables where no key does; "at least the same" counts
the queries whose steps name all that SPLASH's name.

Then how many right queries of other data sets are explained without an error.
"""
import argparse
import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
T2SED = os.path.join(ROOT, os.environ.get("T2S_BUILD", "build"), "bin",
                     "t2sed")
# Words of the sentences, which name nothing by themselves.
WORDS = set("""
    a all along and any are ascending average be before between both but by
    calculate case column columns contains correspond corresponding descending
    different does each end ends equals exists find first for from greater has
    in is it its keep largest less letter like matches maximum minimum no not
    number of one only or order ordered particular pattern repetition result
    results rows rsults row same show smallest start starts step steps such
    summation table tables than that the their there to true value values
    where which whose with without
    """.split())


def explain(lines, tables):
    """The lines, each with "explanation" or "error"."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for line in lines:
            file.write(json.dumps(line) + "\n")
        file.flush()
        done = subprocess.run(
            [T2SED, "explain", "--raw-names",
             *(["--tables", tables] if tables else []), file.name],
            stdout=subprocess.PIPE)
    if done.returncode > 1:
        sys.exit(f"t2sed explain ended with {done.returncode}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def read(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def plain(text):
    """A step as it is compared: its words."""
    text = re.sub(r"^step \d+: ", "", text.lower())
    text = re.sub(r"step (\d+) (results|rsults)", r"the results of step \1",
                  text)
    return " ".join(text.split())


def names(text):
    """What a step names: words that are no words of the sentences."""
    text = re.sub(r"step \d+", "", plain(text).replace("'s ", " "))
    return {word.strip(".,") for word in text.split()} - WORDS - {""}


def sorted_words(texts):
    """For texts that differ in which condition and value stands where."""
    return [sorted(plain(text).replace(",", " ").split()) for text in texts]


def compare(part, data, show):
    tables = os.path.join(data, "spider", "tables.json")
    seen = {}
    for line in read(os.path.join(data, "splash", part + ".jsonl")):
        seen.setdefault((line["db_id"], line["wrong_sql"]), line)
    lines = [{"db_id": db_id, "sql": re.sub("([!<>]) =", r"\1=", sql),
              "theirs": line["explanation"]}
             for (db_id, sql), line in seen.items()]
    count = dict.fromkeys(("steps", "names", "more", "words",
                                  "text"), 0)
    failed = 0
    for line in explain(lines, tables):
        if "error" in line:
            failed += 1
            if show > 0:
                print(line["error"], line["sql"])
            continue
        theirs = line["theirs"]
        ours = [step["text"] for step in line["explanation"]]
        if len(ours) == len(theirs):
            count["steps"] += 1
            pairs = list(zip(ours, theirs))
            same = all(names(a) == names(b) for a, b in pairs)
            count["names"] += same
            count["more"] += all(names(a) >= names(b) for a, b in pairs)
            count["words"] += sorted_words(ours) == sorted_words(theirs)
            count["text"] += all(plain(a) == plain(b) for a, b in pairs)
            if same:
                continue
        if show > 0:
            show -= 1
            print(line["sql"])
            for name, texts in ("theirs", theirs), ("ours", ours):
                for text in texts:
                    print(f"    {name:7} {text}")
    n = len(lines)
    print(f"| SPLASH {part} | {n} | {failed} | " + " | ".join(
        f"{100 * value / n:.1f} %" for value in count.values()) + " |")


def other_sets(data):
    """(name, lines, tables) of sets of right queries."""
    spider = os.path.join(data, "spider")
    lines = [{"db_id": line["db_id"], "sql": line.get("query", line.get("sql"))}
             for path in sorted(glob.glob(os.path.join(spider, "*.jsonl")))
             for line in read(path)]
    yield "Spider", lines, os.path.join(spider, "tables.json")
    for name, file, tables in (
            ("BIRD train", "bird_train/train.jsonl.gz",
             "bird_train/train_tables.json"),
            ("BIRD dev (open)", "bird/dev_open.jsonl.gz",
             "bird/dev_tables.json")):
        yield name, [{"db_id": line["db_id"],
                      "sql": line.get("gold") or line.get("query") or
                      line.get("SQL")}
                     for line in read(os.path.join(data, file))], \
            os.path.join(data, tables)
    lines = [{"sql": line.get("gold") or line.get("query")}
             for path in sorted(glob.glob(os.path.join(data, "modern",
                                                       "*.jsonl")))
             for line in read(path)]
    yield "modern", lines, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--data", default=os.path.join(ROOT, "..", "shared",
                                                       "data"))
    parser.add_argument("--show", type=int, default=0, metavar="N",
                        help="print N queries of each part that differ")
    parser.add_argument("--part", action="append",
                        help="of SPLASH alone: train, dev or test")
    options = parser.parse_args()
    print("| set | queries | errors | same number of steps | same names | "
          "at least the same | same words | same text |\n"
          "|---|---|---|---|---|---|---|---|")
    for part in options.part or ("train", "dev", "test"):
        compare(part, options.data, options.show)
    if options.part:
        return
    print("\n| set | right queries | explained |\n|---|---|---|")
    for name, lines, tables in other_sets(options.data):
        done = explain(lines, tables)
        explained = [line for line in done if "error" not in line]
        for line in done:
            if "error" in line and options.show:
                print(line["error"], line["sql"])
        print(f"| {name} | {len(lines)} | {len(explained)} |")


if __name__ == "__main__":
    main()
