"""t2sed train --question-parser: from treebank and encoder to trees, what is
refused, and what an interruption leaves."""

import json
import os
import shutil
import signal
import string
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402
from tiny_parser import write_weights  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
SENTENCES = [
    [("Show", "VERB", 0, "root"), ("singers", "NOUN", 1, "obj"),
     ("from", "ADP", 4, "case"), ("Paris", "PROPN", 2, "nmod"),
     (".", "PUNCT", 1, "punct")],
    [("How", "ADV", 2, "advmod"), ("many", "ADJ", 3, "amod"),
     ("singers", "NOUN", 4, "nsubj"), ("sing", "VERB", 0, "root"),
     ("?", "PUNCT", 4, "punct")],
    [("List", "VERB", 0, "root"), ("singers", "NOUN", 1, "obj")],
]


def conllu(sentences):
    return "".join(
        "".join(f"{i}\t{form}\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
                for i, (form, tag, head, relation) in enumerate(words, 1))
        + "\n" for words in sentences)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.encoder = self.path("encoder")
        os.mkdir(self.encoder)
        words = [a + b for a in string.ascii_lowercase for b in "aeiou"]
        tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + words
        with open(self.path("encoder", "vocab.txt"), "w",
                  encoding="utf-8") as out:
            out.write("".join(token + "\n" for token in tokens))
        write_weights(self.path("encoder", "model.safetensors"),
                      {"embeddings.word_embeddings.weight": [len(tokens), 96]})
        self.write("train.conllu", conllu(SENTENCES))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(text)

    def command(self, *options, epochs=3, out="parser"):
        return [PROGRAM, "train", "--question-parser", "--encoder",
                self.encoder, "--out", self.path(out), "--epochs", str(epochs),
                "--hidden", "16", "--batch", "8", "--threads", "1",
                "--train-precision", "fp32", *options,
                self.path("train.conllu")]

    def train(self, *options, **how):
        done = subprocess.run(self.command(*options, **how),
                              capture_output=True, check=False, timeout=300)
        return done.returncode, done.stderr.decode()

    def saved(self, out="parser"):
        with open(self.path(out, "model.safetensors"), "rb") as weights:
            return weights.read()

    def test_trains_what_parse_reads(self):
        status, err = self.train(
            "--dev", self.path("train.conllu") + "," + self.path(
                "train.conllu"), "--log", self.path("log"))
        self.assertEqual(status, 0, err)
        self.assertIn("3 sentences to train on, 6 to measure by", err)
        self.assertIn("epoch 3/3", err)
        with open(self.path("log"), encoding="utf-8") as log:
            lines = [json.loads(line) for line in log]
        self.assertEqual([line["event"] for line in lines],
                         ["run"] + 3 * ["epoch"])
        self.assertEqual(lines[0]["train"], {"sentences": 3, "words": 12})
        self.assertTrue(0 <= lines[3]["dev_las"] <= 1)
        done = subprocess.run(
            [PROGRAM, "parse", "--question", "--parser", self.path("parser"),
             "--format", "conllu", "--words"], input=b"do n't sing\n",
            capture_output=True, check=False, timeout=300)
        rows = [line.split("\t") for line in done.stdout.decode().splitlines()
                if "\t" in line]
        self.assertEqual([row[1] for row in rows], ["do", "n't", "sing"])
        self.assertEqual([row[6] for row in rows].count("0"), 1)

    def test_equal_seeds_make_equal_parsers(self):
        for out in "ab":
            self.assertEqual(self.train(out=out)[0], 0)
        self.assertEqual(self.saved("a"), self.saved("b"))
        self.assertEqual(self.train("--seed", "2", out="b")[0], 0)
        self.assertNotEqual(self.saved("a"), self.saved("b"))

    def test_goes_on_after_an_interruption(self):
        state = ("--checkpoint", self.path("state"), "--resume")
        self.assertEqual(self.train(epochs=150, out="whole")[0], 0)
        running = subprocess.Popen(self.command(*state, epochs=150),
                                   stderr=subprocess.PIPE)
        for _ in range(3000): # until there is something to lose
            if os.path.exists(self.path("state")):
                break
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        err = running.communicate(timeout=300)[1].decode()
        if running.returncode == 0:
            self.skipTest("it had ended already")
        self.assertEqual(running.returncode, 130, err)
        self.assertIn("--resume goes on", err)
        self.assertFalse(os.path.exists(self.path("parser")))
        status, err = self.train(*state, epochs=150)
        self.assertEqual(status, 0, err)
        self.assertNotIn("epoch 1/150", err)
        self.assertEqual(self.saved(), self.saved("whole"))
        status, err = self.train(*state, epochs=149)
        self.assertEqual(status, 2)
        self.assertIn("other options", err)

    def test_bad_input_is_named(self):
        for text, said in (("1\ta\n", "line 1"), ("", "no sentence"),
                           ("1\ta\t_\tX\t_\t_\t4\tx\t_\t_\n", "head 4")):
            self.write("train.conllu", text)
            status, err = self.train()
            self.assertEqual(status, 2)
            self.assertIn("train.conllu", err)
            self.assertIn(said, err)
        self.write("train.conllu", conllu(SENTENCES))
        self.assertIn("nowhere", self.train("--dev", "nowhere")[1])
        os.remove(self.path("encoder", "vocab.txt"))
        self.assertIn("encoder", self.train()[1])

    def test_bad_usage_is_told(self):
        for options in (["--train-precision", "fp16"], ["--resume"],
                        ["--precision", "fp7"]):
            self.assertEqual(self.train(*options)[0], 2)
        done = subprocess.run([PROGRAM, "train", "--question-parser"],
                              capture_output=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"--encoder", done.stderr)
        done = subprocess.run([PROGRAM, "train", "--question-parser",
                               "--help"], capture_output=True, check=False,
                              timeout=60)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"--dev LIST", done.stdout)


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - parser # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
