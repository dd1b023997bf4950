#!/usr/bin/env python3
"""Text whose tokens the default model's vocabulary keeps: questions and SQL of
training databases, and of FILEs of beams. Everyday words come with the lowest
ids (--keep-first).

    keep-text.py DATA [FILE]... >text.txt
"""
import json
import os
import sys

data = sys.argv[1]
for name in ("spider/train_spider", "spider/train_others", "spider_syn/train"):
    with open(os.path.join(data, name + ".jsonl"), encoding="utf-8") as file:
        for line in map(json.loads, file):
            for value in line.values():
                if isinstance(value, str):
                    print(value.replace("\n", " "))
for name in ("cosql", "sparc"):
    with open(os.path.join(data, name, "train.jsonl"), encoding="utf-8") as file:
        for line in file:
            print(line.strip().replace("_", " "))
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        for item in map(json.loads, file):
            print(item["question"].replace("\n", " "))
            for one in item["candidates"]:
                print(one["sql"].replace("\n", " "))
