#!/usr/bin/env python3
"""How well dependency parses agree with a treebank: UAS, LAS, UPOS.

    python3 docs/research/parses.py --text GOLD.conllu >questions.txt
    t2sed parse --question --format conllu questions.txt >ours.conllu
    python3 docs/research/parses.py GOLD.conllu ours.conllu

--text prints the treebank's sentences, one a line; --words prints their words
with blanks between, for t2sed parse --words. Otherwise both files are
read block by block, and the blocks must have the same characters but for white
space. Words may differ: each score is F1, of words that are the same
characters and have the same head (UAS), also the same relation (LAS; with its
subtype and without), the same universal part of speech (UPOS). With the
treebank's own words F1 is plain accuracy. One JSON object is printed.

A sentence that the parser split is joined under one root in its CoNLL-U, and
is compared so.
"""

import argparse
import json
import sys


def blocks(lines):
    """Each block's text and words: (form, tag, head, relation)."""
    text, words = None, []
    for line in lines:
        line = line.rstrip("\r\n")
        if line.startswith("# text = "):
            text = line[len("# text = "):]
        elif not line:
            if words:
                yield text, words
            text, words = None, []
        elif line[0] != "#":
            columns = line.split("\t")
            if columns[0].isdigit():
                words.append((columns[1], columns[3], int(columns[6] or 0),
                              columns[7]))
    if words:
        yield text, words


def squeeze(form):
    return "".join(form.split())


def facts(words):
    """The characters, and for each span its facts; a root's head is None."""
    spans, at = [], 0
    for form, _, _, _ in words:
        end = at + len(squeeze(form))
        spans.append((at, end))
        at = end
    heads = [spans[head - 1] if head else None for _, _, head, _ in words]
    made = {"words": set(), "UAS": set(), "LAS": set(),
            "LAS without subtypes": set(), "UPOS": set()}
    for span, head, (_, tag, _, relation) in zip(spans, heads, words):
        made["words"].add(span)
        made["UPOS"].add((span, tag))
        made["UAS"].add((span, head))
        made["LAS"].add((span, head, relation))
        made["LAS without subtypes"].add(
            (span, head, relation.split(":")[0]))
    return "".join(squeeze(form) for form, _, _, _ in words), made


class Scores:
    def __init__(self):
        self.sentences = self.whole = self.gold = self.ours = 0
        self.both = {}

    def add(self, gold, ours):
        self.sentences += 1
        self.gold += len(gold["words"])
        self.ours += len(ours["words"])
        self.whole += gold["LAS"] == ours["LAS"]
        for name, found in gold.items():
            self.both[name] = self.both.get(name, 0) + len(found & ours[name])

    def summary(self):
        report = {"sentences": self.sentences,
                  "gold words": self.gold, "words found": self.ours}
        for name, both in self.both.items():
            report[name] = round(200 * both / (self.gold + self.ours), 2)
        report["whole sentences"] = round(100 * self.whole / self.sentences, 2)
        return report


def compare(gold_path, ours_path):
    scores = Scores()
    with open(gold_path, encoding="utf-8") as gold_file, \
            open(ours_path, encoding="utf-8") as ours_file:
        ours = blocks(ours_file)
        for number, (_, words) in enumerate(blocks(gold_file), 1):
            found = next(ours, None)
            if found is None:
                sys.exit(f"{ours_path}: ends before sentence {number} of "
                         f"{gold_path}")
            gold_text, gold = facts(words)
            ours_text, mine = facts(found[1])
            if gold_text != ours_text:
                sys.exit(f"sentence {number}: {ours_path} has {ours_text!r}, "
                         f"expected {gold_text!r}")
            scores.add(gold, mine)
        if next(ours, None):
            sys.exit(f"{ours_path}: more sentences than {gold_path}")
    if not scores.sentences:
        sys.exit(f"{gold_path}: no sentence")
    return scores.summary()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--text", action="store_true",
                        help="print the sentences of GOLD and stop")
    parser.add_argument("--words", action="store_true",
                        help="print the words of GOLD and stop")
    parser.add_argument("gold", metavar="GOLD")
    parser.add_argument("ours", metavar="OURS", nargs="?")
    options = parser.parse_args()
    if options.text or options.words:
        with open(options.gold, encoding="utf-8") as lines:
            for text, words in blocks(lines):
                print(text if text is not None and not options.words else
                      " ".join(word[0] for word in words))
        return
    if not options.ours:
        parser.error("OURS is missing")
    print(json.dumps(compare(options.gold, options.ours)))


if __name__ == "__main__":
    main()
