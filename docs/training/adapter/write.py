#!/usr/bin/env python3
"""Writes queries for many prompts at a time, on a GPU; `t2sed generate` does it for
users, one question at a time and held to the grammar.

    write.py MODEL [--adapter DIR] [--beams N] [--device cuda] [--batch N]
             [--seconds S] PROMPTS OUT

PROMPTS is what `t2sed generate --prompt` printed. OUT has its lines with
"candidates": {"sql", "score"}, the score the sum of the tokens' log-probabilities
(beam search with --beams, else greedy). What OUT has already is not done again.
"""
import argparse
import json
import os
import sys
import time

import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "judge"))
import lora  # noqa: E402


def stops(tokens):
    """The tokens that end a query."""
    return [at for text, at in tokens.get_vocab().items() if "```" in text] + \
        [tokens.convert_tokens_to_ids(name) for name in ("<|im_end|>", "<|endoftext|>")]


def text_of(tokens, ids):
    return tokens.decode(ids, skip_special_tokens=True).split("```")[0].split(";\n")[0].strip().rstrip(";")


def write(model, ends, items, options):
    inputs = model.tokens([item["prompt"] for item in items], return_tensors="pt", padding=True,
                          add_special_tokens=False).to(options.device)
    with torch.no_grad():
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
            after = made.sequences[:, inputs["input_ids"].shape[1]:]
            scores = scores.masked_fill(after == model.tokens.pad_token_id, 0).sum(1).tolist()
    texts = [text_of(model.tokens, row[inputs["input_ids"].shape[1]:]) for row in made.sequences]
    for at, item in enumerate(items):
        found = {}
        for place in range(at * options.beams, (at + 1) * options.beams):
            found.setdefault(texts[place], round(scores[place], 4))
        item["candidates"] = [{"sql": sql, "score": score} for sql, score in found.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("--adapter")
    parser.add_argument("--beams", type=int, default=1)
    parser.add_argument("--most", type=int, default=160, help="tokens of a query")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("prompts")
    parser.add_argument("out")
    options = parser.parse_args()
    model = lora.Model(options.model, None if options.adapter else 0, options.device)
    if options.adapter:
        model.load(options.adapter)
        model.merge()
    model.tokens.padding_side = "left"
    ends = stops(model.tokens)
    with open(options.prompts, encoding="utf-8") as file:
        items = [json.loads(line) for line in file]
    done = 0
    if os.path.exists(options.out):
        with open(options.out, encoding="utf-8") as file:
            done = sum(1 for _ in file)
    begin = time.time()
    with open(options.out, "a", encoding="utf-8") as out:
        for at in range(done, len(items), options.batch):
            part = items[at:at + options.batch]
            write(model, ends, part, options)
            for item in part:
                del item["prompt"]
                out.write(json.dumps(item) + "\n")
            out.flush()
            if time.time() - begin > options.seconds:
                break
    print(f"{options.out}: {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
