#!/usr/bin/env python3
"""What a detector learns from beside Spider: questions of our own, BIRD, CREG.

    real_beams.py DATA OWN OUT

DATA is the directory of docs/training.md, OWN one that `check.py --keep` of
docs/training/data made. Writes into OUT:

- databases/: links to all databases whose rows are there, by db_id;
- tables.json: the schemas of BIRD's databases whose rows are not there;
  own-tables.json: those of our own databases;
- questions.jsonl: questions with right queries of BIRD train and of our own.
  Six of ten of BIRD's hints stand behind their question, the others are left
  out, so that a predictor knows both;
- share-rows.jsonl: predictions on BIRD train, labelled by execution; and
  share-gold.jsonl: those on its schemas without rows, to be labelled
  (`t2sed eval --label witness`);
- own.jsonl, bird.jsonl, bird-unchecked.jsonl, creg.jsonl: labelled beams. Of
  BIRD dev those of the five databases without rows: by the systems' own results
  or by checked labels, and by labels that nobody checked.

The databases that docs/research/real.py measures on (BIRD's three with rows,
`modern`, Spider dev) are in none of these. Plain Python, no packages.
"""
import json
import os
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "research"))
from real import BIRD_WITH_ROWS, creg, lines, schemas_of  # noqa: E402


def link(out, *roots):
    os.makedirs(out, exist_ok=True)
    for root in roots:
        for name in sorted(os.listdir(root)):
            place = os.path.join(out, name)
            if os.path.isdir(os.path.join(root, name)) \
                    and not os.path.lexists(place):
                os.symlink(os.path.abspath(os.path.join(root, name)), place)


def write(out, name, items):
    with open(os.path.join(out, name), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(item) + "\n" for item in items)


def schemas(data, databases):
    """Of BIRD, those whose rows are not there."""
    there = set(os.listdir(databases)) | set(BIRD_WITH_ROWS)
    for path in ("bird_train/train_tables.json", "bird/dev_tables.json"):
        with open(os.path.join(data, path), encoding="utf-8") as file:
            yield from (one for one in json.load(file)
                        if one["db_id"] not in there)


def own_lines():
    """The questions of docs/training/data."""
    folder = os.path.join(ROOT, "training", "data")
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, "questions.jsonl")
        if os.path.exists(path):
            yield from lines(path)


def questions(data):
    for item in lines(f"{data}/bird_train/train.jsonl.gz"):
        hint = item.get("evidence") or ""
        told = zlib.crc32(item["question"].encode()) % 10 < 6
        yield {"db_id": item["db_id"], "query": item["gold"],
               "question": item["question"], "knowledge": hint if told else ""}
    for item in own_lines():
        yield {"db_id": item["db_id"], "query": item["gold"],
               "question": item["question"],
               "knowledge": item.get("knowledge", "")}


def bird(data, labelled_by):
    for item in lines(f"{data}/bird/dev_open.jsonl.gz"):
        kept = [{"sql": one["sql"], "label": one["label"]}
                for one in item["candidates"] if one["label"] is not None
                and one["label_by"] in labelled_by]
        if item["db_id"] not in BIRD_WITH_ROWS and kept:
            yield {"db_id": item["db_id"], "question": item["question"],
                   "knowledge": item.get("evidence") or "",
                   "candidates": kept}


def share(data, by_execution):
    for item in lines(f"{data}/bird_train/share.jsonl.gz"):
        if (item["candidates"][0]["label_by"] == "execution") == by_execution:
            yield dict(item, knowledge=item.get("evidence") or "")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    data, own, out = sys.argv[1:]
    databases = os.path.join(out, "databases")
    link(databases, f"{data}/spider/database", own,
         f"{data}/bird_train/database", f"{data}/modern_labelled/database")
    with open(f"{out}/tables.json", "w", encoding="utf-8") as file:
        json.dump(list(schemas(data, databases)), file)
    with open(f"{out}/own-tables.json", "w", encoding="utf-8") as file:
        json.dump(schemas_of(own), file)
    write(out, "questions.jsonl", questions(data))
    write(out, "share-rows.jsonl", share(data, True))
    write(out, "share-gold.jsonl", share(data, False))
    write(out, "own.jsonl", own_lines())
    write(out, "bird.jsonl", bird(data, ("source", "artessay")))
    write(out, "bird-unchecked.jsonl", bird(data, ("artessay_unchecked",)))
    write(out, "creg.jsonl", creg(data))


if __name__ == "__main__":
    main()
