#!/usr/bin/env python3
"""Judges and adapters that write queries are trained as docs/training/judge says, and the
library opens what comes of it.

A tiny Qwen2 of random weights learns from some of our own questions. Each stage runs in a
process of its own, since no process may load two libtorches.
"""
import gzip
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ.setdefault("T2SED_LIBRARY", os.path.join(BUILD, "lib", "libt2sed.so"))
sys.path[:0] = [os.path.join(HERE, "support"), os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import tap  # noqa: E402
import tiny_language_model  # noqa: E402

MISSING = [one for one in ("torch", "transformers", "safetensors")
           if importlib.util.find_spec(one) is None]
JUDGE, ADAPTER = (os.path.join(ROOT, "docs", "training", "judge", name)
                  for name in ("judge.py", "adapter.py"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
DOMAINS = LEARNED, HELD = "chess_federation", "bakery_chain"
TINY = """
import sys, torch, transformers
torch.manual_seed(7)
config = transformers.Qwen2Config(
    vocab_size=259, hidden_size=64, intermediate_size=112, num_hidden_layers=4,
    num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=8192,
    initializer_range=0.2, tie_word_embeddings=True, eos_token_id=258)
transformers.Qwen2ForCausalLM(config).save_pretrained(sys.argv[1])
"""
STEPS = ["--precision", "fp32", "--tokens", "4000", "--steps", "20", "--epochs", "9",
         "--every", "1", "--questions", "16"]


def environment():
    return dict(os.environ, OMP_NUM_THREADS="1", PYTHONUNBUFFERED="1",
                PYTHONPATH=os.path.join(ROOT, "examples", "python"))


def run(*arguments):
    done = subprocess.run([sys.executable, *arguments], env=environment(), text=True, cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise AssertionError(done.stdout)
    return done.stdout


def make_model(path):
    run("-c", TINY, path)
    with open(f"{path}/config.json", encoding="utf-8") as file:
        config = file.read()
    weights = shutil.move(f"{path}/model.safetensors", f"{path}/kept")
    tiny_language_model.make(path)  # for its tokenizer
    shutil.move(weights, f"{path}/model.safetensors")
    with open(f"{path}/config.json", "w", encoding="utf-8") as file:
        file.write(config)
    with open(f"{path}/tokenizer_config.json", "w", encoding="utf-8") as file:
        json.dump({"tokenizer_class": "PreTrainedTokenizerFast"}, file)
    with open(f"{path}/tokenizer.json", encoding="utf-8") as file:
        tokenizer = json.load(file)
    tokenizer["model"]["type"] = "BPE"
    tokenizer["decoder"] = dict(tokenizer["pre_tokenizer"], use_regex=True)
    for one in tokenizer["added_tokens"]:
        one.update(single_word=False, lstrip=False, rstrip=False)
    with open(f"{path}/tokenizer.json", "w", encoding="utf-8") as file:
        json.dump(tokenizer, file)


def make_data(folder):
    """What gather reads, of our own questions alone."""
    run("docs/training/data/check.py", "--t2sed", PROGRAM, "--keep", f"{folder}/kept", *DOMAINS)
    os.makedirs(f"{folder}/beams")
    os.rename(f"{folder}/kept/1", f"{folder}/beams/databases")
    with open(f"{folder}/beams/own.jsonl", "w", encoding="utf-8") as to:
        for domain in DOMAINS:
            with open(f"{ROOT}/docs/training/data/{domain}/questions.jsonl",
                      encoding="utf-8") as file:
                to.writelines(file.readlines()[:30])


def tensors(*path):
    """The bytes of each."""
    data = content(*path)
    begin = 8 + int.from_bytes(data[:8], "little")
    head = json.loads(data[8:begin])
    return {name: data[begin + one["data_offsets"][0]:begin + one["data_offsets"][1]]
            for name, one in head.items() if name != "__metadata__"}


def content(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def gather(folder, pack, *options):
    return run(JUDGE, "gather", folder, folder, f"{folder}/beams", pack, "--t2sed", PROGRAM,
               "--jobs", "2", "--only", "own", "valid-own", *options)


def setUpModule():
    global folder, place, model, pack
    if MISSING:
        raise unittest.SkipTest("no " + ", ".join(MISSING))
    folder = tempfile.TemporaryDirectory()
    place = folder.name
    model, pack = f"{place}/model", f"{place}/pack"
    make_model(model)
    make_data(place)
    gather(place, pack)


def tearDownModule():
    if "folder" in globals():
        folder.cleanup()


def train(out, *options):
    return run(JUDGE, "train", model, f"{pack}/train.jsonl.gz", f"{place}/{out}", *STEPS,
               *options)


class Packs(unittest.TestCase):
    def test_what_is_in_one(self):
        with gzip.open(f"{pack}/train.jsonl.gz", "rt", encoding="utf-8") as file:
            items = [json.loads(line) for line in file]
        self.assertEqual({item["db_id"] for item in items}, {LEARNED})
        self.assertEqual(len(items), 30)
        for item in items:
            self.assertRegex(item["prompt"], r"\A-- SQLite schema\n(.|\n)*\n-- Query:\n\Z")
            self.assertEqual(item["right"], "\n-- Right:")
            self.assertEqual({one["label"] for one in item["candidates"]}, {0, 1})
            self.assertTrue(all(one["result"].startswith("\n-- Result: ")
                                for one in item["candidates"]))
        with open(f"{pack}/valid-own.jsonl", encoding="utf-8") as file:
            held = [json.loads(line) for line in file]
        self.assertEqual({item["db_id"] for item in held}, {HELD})
        self.assertTrue(all(one["sql"] for item in held for one in item["candidates"]))

    def test_what_is_done_is_not_done_again(self):
        before = content(pack, "train.jsonl.gz")
        part, = (name for name in os.listdir(f"{pack}/parts") if name.startswith("own-"))
        made = os.stat(f"{pack}/parts/{part}").st_mtime_ns
        gather(place, pack)
        self.assertEqual(os.stat(f"{pack}/parts/{part}").st_mtime_ns, made)
        self.assertEqual(content(pack, "train.jsonl.gz"), before)
        with self.assertRaisesRegex(AssertionError, "other options"):
            gather(place, pack, "--reasons")

    def test_some_are_drawn(self):
        gather(place, pack, "--draw", "own=7", "--most", "4")
        with gzip.open(f"{pack}/drawn.jsonl.gz", "rt", encoding="utf-8") as file:
            items = [json.loads(line) for line in file]
        self.assertEqual(len(items), 7)
        self.assertTrue(all(len(item["candidates"]) == 4 for item in items))

    def test_reasons(self):
        gather(place, f"{place}/with-reasons", "--reasons")
        with gzip.open(f"{place}/with-reasons/train.jsonl.gz", "rt", encoding="utf-8") as file:
            told = [one.get("reasons", "") for line in file
                    for one in json.loads(line)["candidates"]]
        self.assertTrue(all(text.startswith("\n-- Reasons: ") for text in told))


class Trainings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.log = train("whole")

    def test_it_learns(self):
        found = re.findall(r"^step (\d+) of 20, .* second, (\S+),", self.log, re.MULTILINE)
        self.assertEqual([int(step) for step, _ in found], list(range(1, 21)))
        losses = [float(loss) for _, loss in found]
        self.assertLess(sum(losses[-5:]), sum(losses[:5]))

    def test_one_that_was_killed_goes_on(self):
        command = [sys.executable, JUDGE, "train", model, f"{pack}/train.jsonl.gz",
                   f"{place}/killed", *STEPS, "--save-steps", "4"]
        with subprocess.Popen(command, env=environment(), text=True,
                              stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                if line.startswith("step 10 "):
                    process.send_signal(signal.SIGKILL)
                    break
        self.assertFalse(os.path.exists(f"{place}/killed/config.json"))
        log = train("killed", "--resume")
        self.assertIn("step 9 of 20", log)
        self.assertNotIn("step 8 of 20", log)
        for name in ("model.safetensors", "config.json"):
            self.assertEqual(content(place, "killed", name), content(place, "whole", name))
        with self.assertRaisesRegex(AssertionError, "other questions"):
            train("killed", "--resume", "--epochs", "8")

    def test_a_checkpoint_as_a_judge(self):
        run(JUDGE, "write", model, f"{place}/whole/checkpoint.pt", f"{place}/written")
        self.assertEqual(content(place, "written", "model.safetensors"),
                         content(place, "whole", "model.safetensors"))

    def test_the_time_ends_it(self):
        begin = time.monotonic()
        log = train("short", "--steps", "0", "--epochs", "100000", "--minutes", "0.5")
        self.assertLess(time.monotonic() - begin, 120)  # on a busy machine
        self.assertIn("--resume goes on", log)
        self.assertTrue(os.path.exists(f"{place}/short/config.json"))

    def test_states_of_frozen_layers(self):
        log = train("upper", "--frozen-layers", "2")
        self.assertIn("states: ", log)
        kept = os.path.getsize(f"{place}/upper/states.bin")
        self.assertEqual(kept % (2 * 64), 0)
        again = train("upper", "--frozen-layers", "2")
        self.assertNotIn("states: ", again)  # they are there
        with self.assertRaisesRegex(AssertionError, "other layers"):
            train("upper", "--frozen-layers", "1")
        run(JUDGE, "score", model, "--adapters", f"{place}/upper", "--precision", "fp32",
            f"{pack}/valid-own.jsonl", f"{place}/upper.jsonl")
        with open(f"{place}/upper.jsonl", encoding="utf-8") as file:
            self.assertTrue(all("judge" in one for line in file
                                for one in json.loads(line)["candidates"]))

    def test_it_learns_on(self):
        log = train("on", "--from", f"{place}/whole", "--frozen-layers", "2", "--rate", "0.5")
        self.assertIn("states: ", log)
        before, after = (tensors(place, name, "model.safetensors") for name in ("whole", "on"))
        self.assertEqual(before.keys(), after.keys())
        for name, value in after.items():
            self.assertEqual(value == before[name], int(name.split(".")[1]) < 2, name)

    def test_the_library_reads_it_as_training_did(self):
        run(JUDGE, "score", model, "--adapters", f"{place}/whole", "--precision", "fp32",
            f"{pack}/valid-own.jsonl", f"{place}/scored.jsonl")
        judge = t2sed.Judge(model, path=f"{place}/whole", precision="fp32")
        database = t2sed.Database(
            f"{place}/beams/databases/{HELD}/{HELD}.sqlite")
        with open(f"{place}/scored.jsonl", encoding="utf-8") as file:
            items = [json.loads(line) for line in file][:8]
        due = [one["judge_rows"] for item in items for one in item["candidates"]]
        found = [logit for item in items for logit in judge.logits(
            t2sed.Question(item["question"], knowledge=item.get("knowledge")),
            [one["sql"] for one in item["candidates"]], database=database)]
        self.assertGreater(max(due) - min(due), 0.05)
        for one, other in zip(found, due, strict=True):
            self.assertAlmostEqual(one, other, delta=1e-4)

    def test_the_program_opens_it(self):
        done = subprocess.run(
            [PROGRAM, "check", "--json", "--judge", f"{place}/whole", "--language-model", model,
             "--judge-margin", "inf", "--db",
             f"{place}/beams/databases/{HELD}/{HELD}.sqlite",
             "How many?", "SELECT 1"], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr, "")
        self.assertGreater(json.loads(done.stdout)["candidates"][0]["probability"], 0)


class Adapters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = f"{place}/spider-like"
        os.makedirs(f"{cls.data}/spider")
        os.symlink(f"{place}/beams/databases", f"{cls.data}/spider/database")
        with open(f"{place}/beams/own.jsonl", encoding="utf-8") as file:
            beams = [json.loads(line) for line in file]
        cls.write_lines("spider/train_spider.jsonl", [
            {"question": beam["question"], "db_id": beam["db_id"], "query": beam["gold"] + ";"}
            for beam in beams[:8]])
        cls.write_lines("sparc/dev.jsonl", [{"db_id": HELD, "turns": [
            {"utterance": beam["question"], "sql": beam["gold"]} for beam in beams[-2:]]}])
        cls.write_lines("modern_corpus/corpus.jsonl.gz", [
            {"schema_sql": f"CREATE TABLE {table} (id INTEGER)", "question": "How many?",
             "sql": f"SELECT count(*) FROM {table}"} for table in ("one", "two")])
        cls.made = cls.gather(f"{place}/writing")
        cls.options = [*STEPS, "--tokens", "8000", "--steps", "12"]
        cls.log = run(ADAPTER, "train", model, f"{place}/writing/train.jsonl",
                      f"{place}/writer", *cls.options)

    @classmethod
    def write_lines(cls, name, lines):
        os.makedirs(os.path.dirname(f"{cls.data}/{name}"), exist_ok=True)
        with (gzip.open if name.endswith(".gz") else open)(
                f"{cls.data}/{name}", "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)

    @classmethod
    def gather(cls, out, *options):
        run(ADAPTER, "gather", "--t2sed", PROGRAM, "--model", model, "--most", "100000", *options,
            cls.data, out)
        found = {}
        for name in os.listdir(out):
            if name.endswith(".jsonl"):
                with open(f"{out}/{name}", encoding="utf-8") as file:
                    found[name] = [json.loads(line) for line in file]
        return found

    def test_what_is_gathered(self):
        found = self.made["train.jsonl"]
        self.assertEqual(len(found), 10)
        self.assertTrue(all(line["prompt"] and not line["answer"].endswith(";")
                            for line in found))
        self.assertEqual({line["answer"] for line in found[-2:]},
                         {"SELECT count(*) FROM one", "SELECT count(*) FROM two"})

    def test_it_learns(self):
        losses = [float(loss) for loss in re.findall(
            r"^step \d+ of 12, .* second, (\S+)$", self.log, re.MULTILINE)]
        self.assertEqual(len(losses), 12)
        self.assertLess(sum(losses[-3:]), sum(losses[:3]))

    def test_upper_layers_alone(self):
        log = run(ADAPTER, "train", model, f"{place}/writing/train.jsonl",
                  f"{place}/upper-writer", *self.options, "--frozen-layers", "2")
        self.assertIn("states: ", log)
        self.assertEqual({int(name.split(".")[1]) for name in tensors(
            place, "upper-writer", "model.safetensors")}, {2, 3})

    def test_what_it_writes(self):
        found = self.gather(f"{place}/measured", "--measure")["sparc.jsonl"]
        self.assertEqual(len(found), 2)
        self.assertIn(found[0]["gold"], found[1]["prompt"])
        for _ in range(2):  # what is done is not done again
            run(ADAPTER, "write", model, "--adapters", f"{place}/writer", "--precision", "fp32",
                "--beams", "2", "--most", "5", f"{place}/measured/sparc.jsonl",
                f"{place}/written.jsonl")
        with open(f"{place}/written.jsonl", encoding="utf-8") as file:
            written = [json.loads(line) for line in file]
        self.assertEqual([line["gold"] for line in written], [line["gold"] for line in found])
        self.assertTrue(all(one["score"] < 0 for line in written for one in line["candidates"]))

    def test_the_program_opens_it(self):
        done = subprocess.run(
            [PROGRAM, "generate", "--model", model, "--adapter", f"{place}/writer",
             "--max-tokens", "3"], input='{"question": "How many?"}\n', capture_output=True,
            text=True, check=True)
        self.assertEqual(done.stderr, "")
        self.assertIn("candidates", json.loads(done.stdout))


if __name__ == "__main__":
    tap.main()
