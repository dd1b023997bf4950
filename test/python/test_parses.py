#!/usr/bin/env python3
"""The measure of parses (docs/research/parses.py), and constituents of every
sentence of the treebanks. Prints TAP."""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from ctypes import byref, c_char_p, c_int, c_size_t, c_void_p

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
MEASURE = os.path.join(ROOT, "docs", "research", "parses.py")
LIBRARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "lib",
                       "libt2sed.so")
TREEBANKS = os.path.join(ROOT, "..", "shared", "data", "ud")
FILES = ("Atis/en_atis-ud-test.conllu", "EWT/en_ewt-ud-test.conllu",
         "PUD/en_pud-ud-test.conllu", "ESLSpok/en_eslspok-ud-test.conllu")

GOLD = """# text = who isn't here?
1\twho\t_\tPRON\t_\t_\t4\tnsubj\t_\t_
2\tis\t_\tAUX\t_\t_\t4\tcop\t_\t_
3\tn't\t_\tPART\t_\t_\t4\tadvmod:x\t_\t_
4\there\t_\tADV\t_\t_\t0\troot\t_\t_
5\t?\t_\tPUNCT\t_\t_\t4\tpunct\t_\t_

"""
# One head, one subtype and one tag are wrong.
WORSE = GOLD.replace("AUX\t_\t_\t4", "VERB\t_\t_\t1").replace("advmod:x",
                                                              "advmod")
# Two of the five words are one.
JOINED = """1\twho\t_\tPRON\t_\t_\t3\tnsubj\t_\t_
2\tisn't\t_\tAUX\t_\t_\t3\tcop\t_\t_
3\there\t_\tADV\t_\t_\t0\troot\t_\t_
4\t?\t_\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""


class Tap:
    def __init__(self):
        self.number = self.failed = 0

    def check(self, passed, what):
        self.number += 1
        self.failed += not passed
        print(f"{'ok' if passed else 'not ok'} {self.number} - {what}")

    def skip(self, what, why):
        self.number += 1
        print(f"ok {self.number} - {what} # SKIP {why}")

    def end(self):
        print(f"1..{self.number}")
        return 1 if self.failed else 0


def measure(directory, ours):
    paths = []
    for name, text in (("gold", GOLD), ("ours", ours)):
        paths.append(os.path.join(directory, name))
        with open(paths[-1], "w", encoding="utf-8") as out:
            out.write(text)
    ran = subprocess.run([sys.executable, MEASURE] + paths,
                         capture_output=True, text=True, check=False)
    return json.loads(ran.stdout) if ran.returncode == 0 else ran.stderr


def test_measure(tap):
    with tempfile.TemporaryDirectory() as directory:
        got = measure(directory, GOLD)
        tap.check(all(got[name] == 100 for name in (
            "words", "UAS", "LAS", "UPOS", "whole sentences")),
            "a treebank agrees with itself")
        got = measure(directory, WORSE)
        tap.check([got[name] for name in (
            "words", "UAS", "LAS", "LAS without subtypes", "UPOS",
            "whole sentences")] == [100, 80, 60, 80, 80, 0],
            "wrong heads, relations and tags count")
        got = measure(directory, JOINED)
        tap.check((got["words"], got["LAS"]) == (66.67, 66.67),
                  "words that differ lower F1")
        tap.check("sentence 1: " in measure(directory, GOLD.replace("\there", "\tthere")),
                  "other characters are an error")
        tap.check("ends before" in measure(directory, ""),
                  "too few sentences are an error")
        text = subprocess.run(
            [sys.executable, MEASURE, "--text",
             os.path.join(directory, "gold")],
            capture_output=True, text=True, check=False).stdout
        tap.check(text == "who isn't here?\n", "--text prints the sentences")


def load():
    lib = ctypes.CDLL(LIBRARY)
    for name, arguments in (
            ("new_n", (c_void_p, c_char_p, c_size_t, c_void_p)),
            ("set_conllu", (c_void_p, c_char_p, c_void_p)),
            ("derive_constituents", (c_void_p, c_void_p)),
            ("print", (c_void_p, c_void_p, c_void_p, c_int, c_void_p)),
            ("free", (c_void_p,))):
        getattr(lib, "t2sed_question_" + name).argtypes = arguments
    lib.t2sed_free.argtypes = [c_void_p]
    return lib


def constituents(lib, text, block):
    """The words of the derived tree, or None."""
    question, out, data = c_void_p(), c_void_p(), text.encode()
    if lib.t2sed_question_new_n(byref(question), data, len(data), None):
        return None
    made = None
    if not lib.t2sed_question_set_conllu(question, block.encode(), None) and \
            not lib.t2sed_question_derive_constituents(question, None) and \
            not lib.t2sed_question_print(byref(out), None, question, 1, None):
        made = []
        stack = [json.loads(ctypes.string_at(out))["constituents"]]
        while stack:
            node = stack.pop()
            if "text" in node:
                made.append(node["text"])
            elif len(node["children"]) < 2:
                made = None
                break
            stack.extend(reversed(node.get("children", ())))
        lib.t2sed_free(out)
    lib.t2sed_question_free(question)
    return made


def test_treebank(tap, lib, name):
    wanted = good = 0
    block, text, forms = [], "", []
    with open(os.path.join(TREEBANKS, name), encoding="utf-8") as lines:
        for line in lines:
            block.append(line)
            if line.startswith("# text = "):
                text = line[len("# text = "):].rstrip("\n")
            elif line[0].isdigit() and line.split("\t")[0].isdigit():
                forms.append(line.split("\t")[1])
            elif line == "\n":
                wanted += 1
                good += constituents(lib, text, "".join(block)) == forms
                block, forms = [], []
    tap.check(good == wanted > 0,
              f"{name}: constituents of {good} of {wanted} sentences")


def main():
    tap = Tap()
    test_measure(tap)
    for name in FILES:
        if os.path.isfile(os.path.join(TREEBANKS, name)):
            test_treebank(tap, load(), name)
        else:
            tap.skip(f"{name}: constituents", "no ../shared/data/ud")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
