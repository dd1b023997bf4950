"""t2sed parse --question --parser: a parser of random weights gives trees for
whatever it reads, and broken directories are told apart."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402
from tiny_parser import RELATIONS, TAGS, WORDS, make, shapes  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()

    def tearDown(self):
        shutil.rmtree(self.folder)

    def parse(self, text, *options):
        done = subprocess.run(
            [PROGRAM, "parse", "--question", "--parser", self.folder,
             *options], input=text.encode(), capture_output=True, check=False,
            timeout=300)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def check_block(self, block):
        heads = [int(line.split("\t")[6]) for line in block.split("\n")
                 if line and line[0] != "#"]
        self.assertEqual(heads.count(0), 1)
        for at in range(1, len(heads) + 1):
            for _ in heads:
                at = heads[at - 1] if at else 0
            self.assertEqual(at, 0)

    def test_every_question_has_a_tree(self):
        make(self.folder)
        texts = ["how many singers", "x", "?", "...", "\U0001f600 \u597d",
                 "\u0643\u0645 \u0639\u062f\u062f\u061f", "a_b.c 12",
                 "How many? Which one! Now.", "word " * 5000, "?" * 3000,
                 "? " * 700]
        status, out, _ = self.parse("".join(t + "\n" for t in texts),
                                    "--format", "conllu")
        blocks = out.strip("\n").split("\n\n")
        self.assertEqual((status, len(blocks)), (0, len(texts)))
        for block in blocks:
            self.check_block(block)
        _, out, _ = self.parse(texts[0] + "\n\n", "--format", "json")
        first, second = out.splitlines()
        self.assertTrue(second.startswith("error: "))
        words = json.loads(first)["words"]
        self.assertTrue(all(w["tag"] in TAGS and w["relation"] in RELATIONS
                            for w in words))
        self.assertEqual([w["head"] == -1 for w in words],
                         [w["relation"] == "root" for w in words])

    def test_broken_directories_are_refused(self):
        missing = shapes()
        del missing["arc"]
        odd = dict(shapes(), **{"tag.bias": [7]})
        for options, said in (({"words": WORDS[1:]}, "words"),
                              ({"words": WORDS[:3] + ["how"]}, "words"),
                              ({"tags": TAGS[1:]}, "tags"),
                              ({"tags": ["a b", "c", "d"]}, "no label"),
                              ({"version": 2}, '"format" is 2'),
                              ({"tensors": missing}, "arc is missing"),
                              ({"tensors": odd}, "tag")):
            make(self.folder, **options)
            status, out, err = self.parse("how\n")
            self.assertEqual((status != 0, out), (True, ""))
            self.assertIn(said, err)

    def test_queries_have_no_parser(self):
        done = subprocess.run([PROGRAM, "parse", "--sql", "--parser", "x"],
                              capture_output=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - parser # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
