#!/usr/bin/env python3
"""Makes adapters that write queries (docs/training.md, "Adapters of a language model").

    adapter.py gather DATA OUT --t2sed PROGRAM --model DIR [--measure]
    adapter.py train MODEL OUT/train.jsonl ADAPTER [OPTION]...
    adapter.py write MODEL [--adapters DIR] [--beams N] [--device cuda] PROMPTS OUT

gather makes prompts with the right query, those of `t2sed generate --prompt`, half of
Spider's with sample values. From: Spider train, SParC and CoSQL train (earlier turns in
the prompt), SPLASH train (the wrong query as the turn before, the feedback as what is
asked now), BIRD train with its knowledge, and questions of the modern corpus. SParC and
SPLASH say what is wrong with a query or what comes next, so that one adapter writes, goes
on and corrects. With --measure: Spider dev, BIRD dev's three databases with rows, CoSQL
dev and SParC dev (each turn behind the right queries of those before) and SPLASH test,
with "gold", for `write` and then `t2sed eval --label fixed`.

train has the options of judge.py. The loss is the mean of the answers' tokens' negative
log-probabilities, each answer with its end. ADAPTER is a directory for
`t2sed generate --adapter`.

write answers many prompts at a time, on a GPU; `t2sed generate` does it for users, one
question at a time and held to the grammar. OUT has the lines of PROMPTS with
"candidates": {"sql", "score"}, the score the sum of the tokens' log-probabilities (beam
search with --beams, else greedy).
"""
import json
import os
import random
import subprocess
import tempfile

import judge
import sources

END = "\n```"


# --- gather ---

def asked(question, db_id, sql, **more):
    sql = sources.flat(sql)
    return {"question": question, "db_id": db_id, "answer": sql, "gold": sql, **more}


def conversations(path):
    """Each turn behind those before it."""
    for line in sources.gathered(path):
        context = []
        for number, turn in enumerate(line["turns"], 1):
            sql = turn.get("sql")
            if not sql:
                break
            yield asked(turn["utterance"], line["db_id"], sql, turn=number,
                        context=list(context))
            context.append({"question": turn["utterance"], "sql": " ".join(sql.split())})
        final = line.get("final")
        if final and not context:
            yield asked(final["utterance"], line["db_id"], final["sql"])


def corrections(path, wrong_alone=True):
    """Feedback; of `wrong_alone` only on queries that give another result."""
    for line in sources.gathered(path):
        if line["label"] == 0 or not wrong_alone:
            yield asked("The query is wrong: " + line["feedback"], line["db_id"], line["gold_sql"],
                        context=[{"question": line["question"], "sql": line["wrong_sql"]}])


def prompts(program, model, options, asked_lines):
    """The lines with "prompt"."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(line) + "\n" for line in asked_lines)
        file.flush()
        done = subprocess.run([program, "generate", "--prompt", "--model", model, *options,
                               file.name], stdout=subprocess.PIPE, text=True, check=False)
    for text in done.stdout.splitlines():
        line = json.loads(text)
        if "prompt" in line:
            yield line


def measured(data):
    """What is measured on: {set: (databases, lines)}."""
    spider = f"{data}/spider/database"
    bird = [line for line in sources.gathered(f"{data}/bird/dev_open.jsonl.gz")
            if os.path.exists(f"{data}/bird/database/{line['db_id']}")]
    return {
        "spider": (spider, [asked(line["question"], line["db_id"], line["query"])
                            for line in sources.gathered(f"{data}/spider/dev.jsonl")]),
        "bird": (f"{data}/bird/database",
                 [asked(line["question"], line["db_id"], line["gold"], knowledge=line["evidence"])
                  for line in bird]),
        "cosql": (spider, conversations(f"{data}/cosql/dev.jsonl")),
        "sparc": (spider, conversations(f"{data}/sparc/dev.jsonl")),
        "splash": (spider, corrections(f"{data}/splash/test.jsonl"))}


def of_spider(data):
    """What is learned from on Spider's databases."""
    spider = [asked(line["question"], line["db_id"], line["query"])
              for name in ("train_spider", "train_others")
              for line in sources.gathered(f"{data}/spider/{name}.jsonl")]
    spider += conversations(f"{data}/sparc/train.jsonl")
    spider += conversations(f"{data}/cosql/train.jsonl")
    spider += corrections(f"{data}/splash/train.jsonl")
    return spider


def of_bird(data):
    return [asked(line["question"], line["db_id"], line["gold"], knowledge=line["evidence"])
            for line in sources.gathered(f"{data}/bird_train/train.jsonl.gz")]


def learned(data):
    """The right queries on Spider's and BIRD's databases that are learned from."""
    return [line["answer"] for line in of_spider(data) + of_bird(data)]


def learned_with_options(data, out):
    """All that is learned from: (options of `t2sed generate`, lines)."""
    spider = of_spider(data)
    random.Random(18).shuffle(spider)
    half = len(spider) // 2
    root = ["--db-root", f"{data}/spider/database"]
    corpus = [asked(line["question"], line["db_id"], line["gold"])
              for line in sources.corpus(data, f"{out}/corpus")]
    return ((root, spider[:half]), (root + ["--values", "2"], spider[half:]),
            (["--tables", f"{data}/bird_train/train_tables.json"], of_bird(data)),
            (["--db-root", f"{out}/corpus"], corpus))


def add_gather(parser):
    parser.add_argument("--t2sed", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--most", type=int, default=1200, help="tokens of a prompt")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("data", help="the directory of docs/training.md")
    parser.add_argument("out")


def gather(options):
    data, out = options.data, options.out
    os.makedirs(out, exist_ok=True)
    if options.measure:
        for name, (root, of) in measured(data).items():
            with open(f"{out}/{name}.jsonl", "w", encoding="utf-8") as file:
                file.writelines(json.dumps(line) + "\n" for line in prompts(
                    options.t2sed, options.model, ["--db-root", root, "--values", "2"], of))
        return
    with open(f"{out}/train.jsonl", "w", encoding="utf-8") as file:
        for told, of in learned_with_options(data, out):
            kept = [{"prompt": line["prompt"], "answer": line["answer"]}
                    for line in prompts(options.t2sed, options.model, told, of)
                    if line["prompt_tokens"] <= options.most and len(line["answer"]) <= 1000] \
                if of else []
            print(len(of), "asked,", len(kept), "kept", flush=True)
            file.writelines(json.dumps(line) + "\n" for line in kept)


# --- train ---

def train(options):
    import torch
    import lora
    model = judge.open_model(options, lora.Model, options.frozen_layers, options.begin)
    sequences = [lora.Sequence.of(model.encode(line["prompt"]),
                                  [model.encode(line["answer"] + END)])
                 for line in judge.drawn_lines(options)]

    def loss(group, states):
        of = [sequences[at] for at in group]
        rows = [row for row, s in enumerate(of) for _ in s.ids[s.begins[0]:]]
        places = [at - 1 for s in of for at in range(s.begins[0], len(s.ids))]
        targets = torch.cat([s.ids[s.begins[0]:] for s in of])
        total = -model.logs(states[rows, places], targets).mean()
        return total, total[None]

    judge.learn(model, sequences, loss, options)


# --- write ---

def add_write(parser):
    judge.add_read(parser, batch=64)
    parser.add_argument("--beams", type=int, default=1)
    parser.add_argument("--most", type=int, default=160, help="tokens of a query")


def stops(tokens):
    """The tokens that end a query."""
    return [at for text, at in tokens.get_vocab().items() if "```" in text] + \
        [tokens.convert_tokens_to_ids(name) for name in ("<|im_end|>", "<|endoftext|>")]


def text_of(tokens, ids):
    return tokens.decode(ids, skip_special_tokens=True).split("```")[0].split(";\n")[0].strip().rstrip(";")


def write_items(model, ends, items, options):
    inputs = model.tokens([item.pop("prompt") for item in items], return_tensors="pt",
                          padding=True, add_special_tokens=False).to(options.device)
    begin = inputs["input_ids"].shape[1]
    made = model.whole.generate(
        **inputs, do_sample=False, num_beams=options.beams, num_return_sequences=options.beams,
        max_new_tokens=options.most, eos_token_id=ends, length_penalty=0.0,
        pad_token_id=model.tokens.pad_token_id, output_scores=True, return_dict_in_generate=True,
        temperature=None, top_p=None, top_k=None, repetition_penalty=1.0)
    if options.beams > 1:
        scores = made.sequences_scores.tolist()
    else:
        scores = model.whole.compute_transition_scores(
            made.sequences, made.scores, normalize_logits=True)
        after = made.sequences[:, begin:]
        scores = scores.masked_fill(after == model.tokens.pad_token_id, 0).sum(1).tolist()
    texts = [text_of(model.tokens, row[begin:]) for row in made.sequences]
    for at, item in enumerate(items):
        found = {}
        for place in range(at * options.beams, (at + 1) * options.beams):
            found.setdefault(texts[place], round(scores[place], 4))
        item["candidates"] = [{"sql": sql, "score": score} for sql, score in found.items()]


def write(options):
    import lora
    model = judge.open_read(options, lora.Model)
    model.merge()
    model.tokens.padding_side = "left"
    ends = stops(model.tokens)
    judge.in_batches(options, lambda items: write_items(model, ends, items, options))


if __name__ == "__main__":
    judge.main("adapter.py", __doc__, {"gather": (add_gather, gather),
                                       "train": (judge.add_train, train),
                                       "write": (add_write, write)})
