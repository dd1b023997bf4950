"""t2sed parse --question --parser: a parser of random weights gives trees for
whatever it reads, and broken directories are told apart."""

import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
WORDS = ["how", "many", "singers", "000"]
TAGS = ["NOUN", "VERB", "PUNCT"]
RELATIONS = ["nsubj", "root", "obj", "acl:relcl", "punct"]
HIDDEN, ARC, LABEL = 4, 3, 2


def shapes():
    """Names and shapes of a tiny parser's weights."""
    made = {"fixed.weight": [len(WORDS) + 1, 3], "words.weight": [3, 2],
            "ngrams.weight": [11, 2], "shapes.weight": [16, 1],
            "root": [2 * HIDDEN], "arc": [ARC + 1, ARC],
            "label": [len(RELATIONS), LABEL + 1, LABEL + 1]}
    for layer in range(2):
        for end in ("", "_reverse"):
            start = f"lstm.{layer}."
            size = 2 * HIDDEN if layer else 8
            made[f"{start}weight_ih_l0{end}"] = [4 * HIDDEN, size]
            made[f"{start}weight_hh_l0{end}"] = [4 * HIDDEN, HIDDEN]
            made[f"{start}bias_ih_l0{end}"] = [4 * HIDDEN]
            made[f"{start}bias_hh_l0{end}"] = [4 * HIDDEN]
    for name, size in (("tag", len(TAGS)), ("arc_head", ARC),
                       ("arc_dependent", ARC), ("label_head", LABEL),
                       ("label_dependent", LABEL)):
        made[name + ".weight"] = [size, 2 * HIDDEN]
        made[name + ".bias"] = [size]
    return made


def write_weights(path, tensors, seed=1):
    source, header, data = random.Random(seed), {}, b""
    for name, shape in tensors.items():
        count = 1
        for size in shape:
            count *= size
        begin = len(data)
        data += struct.pack(f"<{count}f",
                            *(source.gauss(0, 1) for _ in range(count)))
        header[name] = {"dtype": "F32", "shape": shape,
                        "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data)


def make(folder, words=None, tags=None, tensors=None, version=1):
    os.makedirs(folder, exist_ok=True)
    write_weights(os.path.join(folder, "model.safetensors"),
                  tensors or shapes())
    with open(os.path.join(folder, "words.txt"), "w", encoding="utf-8") as out:
        out.write("".join(word + "\n" for word in words or WORDS))
    with open(os.path.join(folder, "config.json"), "w",
              encoding="utf-8") as out:
        json.dump({"t2sed_parser": {"format": version, "tags": tags or TAGS,
                                    "relations": RELATIONS}}, out)


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
                              ({"version": 2}, "format 2"),
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
