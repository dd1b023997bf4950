#!/usr/bin/env python3
"""Makes judges (docs/training.md, "Judges").

    judge.py gather DATA REAL BEAMS PACK [--reasons] [--hard] [--jobs N]
    judge.py train MODEL PACK/train.jsonl.gz OUT [--minutes M] [--resume]
             [--from JUDGE] [--frozen-layers N] [--device cuda]
    judge.py write MODEL CHECKPOINT OUT [--frozen-layers N]
    judge.py score MODEL [--adapters DIR] [--device cuda] SET.jsonl OUT

gather needs the library's Python package alone, the others torch, transformers and
safetensors. MODEL is a Hugging Face directory of a Qwen2 or Llama model (0.5 B, 1.5 B). OUT of
train and write is a directory for `t2sed check --judge`.
"""
import argparse
import json
import os
import random
import sys
import time


# --- gather ---

def add_gather(parser):
    for name, what in (("data", "the directory of docs/training.md"),
                       ("real", "what docs/research/real.py --gather made"),
                       ("beams", "what docs/training/real_beams.py made"),
                       ("pack", "a directory; what it has already is not done again")):
        parser.add_argument(name, help=what)
    parser.add_argument("--t2sed", default="build/bin/t2sed", help="the program")
    parser.add_argument("--only", nargs="+", metavar="SET")
    parser.add_argument("--draw", nargs="+", type=count_of, metavar="SET=N",
                        help="also makes PACK/drawn.jsonl.gz, N questions of each SET")
    parser.add_argument("--most", type=int, default=6, metavar="N",
                        help="queries of a question that is drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--reasons", action="store_true",
                        help="with what a checker finds, as a part of the text")
    parser.add_argument("--hard", action="store_true",
                        help="of many wrong queries those that the model takes for right")
    parser.add_argument("--model", default="default", help="what reasons and --hard are by")


def count_of(text):
    name, count = text.split("=")
    return name, int(count)


def gather(options):
    import gather as stage
    stage.run(options)


# --- train, write ---

def add_model(parser):
    parser.add_argument("model")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--precision", choices=("bf16", "fp32"), default="bf16")


def add_layers(parser):
    parser.add_argument("--frozen-layers", type=int, default=0, metavar="N",
                        help="the lower N layers stay as they are; what they give is computed "
                        "once and kept in OUT/states.bin")


def add_begin(parser):
    parser.add_argument("--from", dest="begin", metavar="JUDGE",
                        help="one with adapters in all layers, which learns on")


def open_model(options, kind, frozen=0, begin=None):
    """kind: lora.Model or what is made of it."""
    import torch
    torch.manual_seed(18)
    model = kind(options.model, layers_of(options.model) - frozen, options.device,
                 torch.float32 if options.precision == "fp32" else torch.bfloat16,
                 all_adapted=bool(begin))
    if begin:
        model.load(begin)
    return model


def layers_of(folder):
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        return json.load(file)["num_hidden_layers"]


def add_train(parser):
    import training
    add_model(parser)
    parser.add_argument("pack", help="what gather made")
    parser.add_argument("out")
    parser.add_argument("--questions", type=int, help="the first N of the pack, in random order")
    add_begin(parser)
    add_layers(parser)
    parser.add_argument("--rate", type=float, default=1.0, help="times the usual learning rate")
    training.add_options(parser)


def drawn_lines(options):
    from model import lines
    items = lines(options.pack)
    if options.questions:
        items = random.Random(18).sample(items, min(options.questions, len(items)))
    return items


def learn(model, sequences, loss_of, options):
    """loss_of(numbers of sequences, their states): the loss, and numbers to print."""
    import lora
    import training
    from states import States
    how = training.of_options(options)
    lengths = [len(sequence.ids) for sequence in sequences]
    states = None
    if options.frozen_layers:
        os.makedirs(options.out, exist_ok=True)
        states = States(model, sequences, f"{options.out}/states.bin")
        if not states.make(list(training.batches(lengths, how.tokens)),
                           training.Clock(how).is_over):
            sys.exit("the time was over before all states were there: --resume goes on")

    def loss(group):
        lower = states.batch(group, lora.padded(max(lengths[at] for at in group))) \
            if states else None
        return loss_of(group, model.hidden([sequences[at] for at in group], lower))

    training.train(model.groups(options.rate), lengths, loss, how, options.out, options.resume,
                   lambda: model.save(options.out))


def train(options):
    import torch
    from model import Judge, loss_of
    judge = open_model(options, Judge, options.frozen_layers, options.begin)
    items = drawn_lines(options)
    judge.reads_reasons = any("reasons" in one for item in items for one in item["candidates"])
    read = judge.read(items)
    labels = [torch.tensor([float(one["label"]) for one in item["candidates"]]) for item in items]
    nothing = torch.tensor(float("nan"), device=options.device)

    def loss(group, found):
        losses, shares = [], []
        for row, at in enumerate(group):
            right = labels[at].to(options.device)
            views = [loss_of(view, right) for view in judge.scores(found[row], read[at][1])
                     if view is not None]
            losses.append(sum(one for one, _ in views) / len(views))
            shares.append(torch.stack([share for _, share in views]
                                      + [nothing] * (2 - len(views))))
        total = torch.stack(losses).mean()
        return total, torch.cat([total.detach()[None], torch.stack(shares).nanmean(0)])

    learn(judge, [sequence for sequence, _ in read], loss, options)


def add_write(parser):
    add_model(parser)
    parser.add_argument("checkpoint")
    parser.add_argument("out")
    parser.add_argument("--reasons", action="store_true", help="it was trained with reasons")
    add_begin(parser)
    add_layers(parser)


def write(options):
    import torch
    from model import Judge
    judge = open_model(options, Judge, options.frozen_layers, options.begin)
    judge.reads_reasons = options.reasons
    found = torch.load(options.checkpoint, map_location=options.device, weights_only=True)
    with torch.no_grad():
        for mine, kept in zip([p for group in judge.groups() for p in group["params"]],
                              found["parameters"], strict=True):
            mine.copy_(kept)
    judge.save(options.out)


# --- score ---

def add_read(parser, batch=1):
    add_model(parser)
    parser.add_argument("--adapters", help="what train made; a score without is \"sum\" and "
                        "\"mean\" of the log-probabilities of a query's tokens")
    parser.add_argument("--batch", type=int, default=batch, help="questions read together")
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="no batch begins after that")
    parser.add_argument("file")
    parser.add_argument("out", help="what it has already is not done again")


def open_read(options, kind):
    model = open_model(options, kind, frozen_in(options.adapters) if options.adapters
                       else layers_of(options.model))
    if options.adapters:
        model.load(options.adapters)
    return model


def in_batches(options, work):
    """Writes the lines of a file, some at a time, as work(lines) changes them."""
    import torch
    from model import lines
    items, begin = lines(options.file), time.monotonic()
    done = len(lines(options.out)) if os.path.exists(options.out) else 0
    with torch.no_grad(), open(options.out, "a", encoding="utf-8") as out:
        while done < len(items) and time.monotonic() - begin < options.seconds:
            part = items[done:done + options.batch]
            work(part)
            out.writelines(json.dumps(item) + "\n" for item in part)
            out.flush()
            done += len(part)
    print(f"{options.file}: {done} of {len(items)} questions", flush=True)


def score_items(judge, items, likelihood):
    """Puts scores into the candidates of some items, which are read together."""
    read = judge.read(items)
    states = judge.hidden([sequence for sequence, _ in read])
    for item, (sequence, places), state in zip(items, read, states):
        if likelihood:
            for one, (total, mean) in zip(item["candidates"],
                                          judge.likelihoods(sequence, state, places)):
                one.update(sum=total, mean=mean)
            continue
        for one, (_, bare, told) in zip(item["candidates"], places):
            for name, place in (("judge", bare), ("judge_rows", told)):
                if place is not None:
                    one[name] = judge.head(state[place].float()).item()


def frozen_in(folder):
    """The layers below the first that has adapters."""
    from safetensors import safe_open
    with safe_open(os.path.join(folder, "model.safetensors"), "pt") as file:
        return min(int(name.split(".")[1]) for name in file.keys())


def score(options):
    from model import Judge
    judge = open_read(options, Judge)
    in_batches(options, lambda items: score_items(judge, items, not options.adapters))


def main(name, description, stages):
    stage = sys.argv[1] if len(sys.argv) > 1 else ""
    if stage not in stages:
        sys.exit(description)
    add, run = stages[stage]
    parser = argparse.ArgumentParser(prog=f"{name} {stage}")
    add(parser)
    run(parser.parse_args(sys.argv[2:]))


if __name__ == "__main__":
    main("judge.py", __doc__, {"gather": (add_gather, gather), "train": (add_train, train),
                               "write": (add_write, write), "score": (add_read, score)})
