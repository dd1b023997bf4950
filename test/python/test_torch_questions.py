"""Every question of Spider and CoSQL, train and dev, gets trees from the
default question parser, in bounded time."""

import json
import os
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
DATA = os.path.join(ROOT, "..", "shared", "data")
FILES = {"Spider dev": ["spider/dev.jsonl"],
         "Spider train": ["spider/train_spider.jsonl",
                          "spider/train_others.jsonl"],
         "CoSQL dev": ["cosql/dev.jsonl"],
         "CoSQL train": ["cosql/train.jsonl"]}


def texts_of(line):
    """The questions of a line: its own, and those of a dialogue."""
    found = [line["question"]] if "question" in line else []
    for turn in line.get("interaction", line.get("turns", [])):
        found.append(turn.get("utterance", turn.get("question")))
    return [" ".join(text.split()) for text in found if text]


def read(names):
    texts = []
    for name in names:
        with open(os.path.join(DATA, name), encoding="utf-8") as lines:
            for line in lines:
                texts += texts_of(json.loads(line))
    return list(dict.fromkeys(text for text in texts if text))


def parse(texts):
    done = subprocess.run([PROGRAM, "parse", "--question", "--format", "json"],
                          input="".join(text + "\n" for text in texts).encode(),
                          stdout=subprocess.PIPE, check=True, timeout=900)
    return done.stdout.decode().splitlines()


def leaves(node):
    """The words of a tree of constituents."""
    stack, found = [node], []
    while stack:
        node = stack.pop()
        if "text" in node:
            found.append(node["text"])
        stack += reversed(node.get("children", []))
    return found


class Questions(unittest.TestCase):
    def check(self, text, line):
        self.assertFalse(line.startswith("error"), text)
        tree = json.loads(line)
        words = tree["words"]
        self.assertEqual(leaves(tree["constituents"]),
                         [word["text"] for word in words], text)
        for at, word in enumerate(words):
            self.assertTrue(word["tag"] and word["relation"], text)
            steps, head = 0, word["head"]
            while head >= 0 and steps <= len(words):
                head, steps = words[head]["head"], steps + 1
            self.assertEqual(head, -1, f"{text}: word {at} is in a cycle")

    def check_files(self, name):
        if not all(os.path.exists(os.path.join(DATA, path))
                   for path in FILES[name]):
            self.skipTest("the data is not there")
        texts = read(FILES[name])
        self.assertGreater(len(texts), 500)
        began = time.monotonic()
        lines = parse(texts)
        took = time.monotonic() - began
        self.assertEqual(len(lines), len(texts))
        for text, line in zip(texts, lines):
            self.check(text, line)
        print(f"# {name}: {len(texts)} questions, {took:.1f} s")


for _name in FILES:
    setattr(Questions, "test_" + _name.lower().replace(" ", "_"),
            lambda self, name=_name: self.check_files(name))


def find_parser():
    """Why there is none to be tested, or None."""
    done = subprocess.run([PROGRAM, "parse", "--question"], input=b"x\n",
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          check=False, timeout=300)
    return "no question parser is there" if done.returncode else None


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - questions # SKIP built without libtorch")
        sys.exit(0)
    if find_parser():
        print("1..1\nok 1 - questions # SKIP", find_parser())
        sys.exit(0)
    tap.main()
