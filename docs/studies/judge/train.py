#!/usr/bin/env python3
"""Trains the judge.

    train.py MODEL train.jsonl OUT [--questions 640] [--seconds 3600] [--upper 8]
             [--save 150 300]

MODEL is a Hugging Face directory. The loss of a question: softplus of wrong minus
right over its pairs, and 0.3 times the binary cross-entropy; without results and
with them, where they are there. Two processes of one thread share each step. The rate
falls in the last third of the questions or seconds, whichever end first.
OUT/judge-N.safetensors are the adapters after N questions; an interrupted run
goes on from OUT/checkpoint.pt. Needs torch, transformers, safetensors.
"""
import argparse
import os
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F

from model import Judge, lines

WORKERS, BATCH = 2, 4   # processes; questions of a step
RATE, HEAD_RATE, WARM = 3e-4, 1e-3, 10
CROSS_ENTROPY = 0.3


def loss_of(scores, labels):
    gaps = scores[labels == 1][:, None] - scores[labels == 0][None]
    return F.softplus(-gaps).mean() + CROSS_ENTROPY * \
        F.binary_cross_entropy_with_logits(scores, labels), (gaps > 0).float().mean().item()


def question(judge, item):
    """Adds to the gradient; the shares of pairs in order, and tokens."""
    ids, spans = judge.sequence(item)
    labels = torch.tensor([float(one["label"]) for one in item["candidates"]])
    views = [v for v in judge.scores(judge.hidden(ids, spans), spans) if v is not None]
    made = [loss_of(view, labels) for view in views]
    (sum(loss for loss, _ in made) / len(made) / BATCH).backward()
    return [share for _, share in made] + [float("nan")] * (2 - len(made)), len(ids)


def work(rank, options):
    torch.set_num_threads(1)
    torch.manual_seed(18)
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(options.port))
    dist.init_process_group("gloo", rank=rank, world_size=WORKERS)
    judge = Judge(options.model, options.upper)
    judge.model.lm_head = None
    items = lines(options.lines)[:options.questions]
    trained = judge.parameters()
    heads = list(judge.head.parameters())
    optimiser = torch.optim.AdamW([{"params": trained, "lr": RATE},
                                   {"params": heads, "lr": HEAD_RATE}], weight_decay=0.01)
    steps = len(items) // BATCH
    step, spent, path = 0, 0, os.path.join(options.out, "checkpoint.pt")
    if os.path.exists(path):
        found = torch.load(path)
        step = found["step"]
        optimiser.load_state_dict(found["optimiser"])
        spent = found["spent"]
        judge.load(os.path.join(options.out, "checkpoint.safetensors"))
    begin, tokens, seen, past = time.time(), 0, [], 0
    while step < steps and past < 1:
        batch = sorted(items[step * BATCH:(step + 1) * BATCH], key=lambda item: len(
            item["prompt"]) + sum(len(one["sql"]) for one in item["candidates"]))
        for item in (batch[0], batch[3]) if rank == 0 else (batch[1], batch[2]):
            shares, count = question(judge, item)
            seen.append(shares)
            tokens += count
        flat = torch.cat([p.grad.flatten() if p.grad is not None else torch.zeros(p.numel())
                          for p in trained + heads])
        dist.all_reduce(flat)
        passed = torch.tensor(spent + time.time() - begin)
        dist.broadcast(passed, 0)
        past = max((step + 1) / steps, passed.item() / options.seconds)
        for group, rate in zip(optimiser.param_groups, (RATE, HEAD_RATE)):
            group["lr"] = rate * min((step + 1) / WARM, 1, max(3 * (1 - past), 0.02))
        at = 0
        for p in trained + heads:
            p.grad = flat[at:at + p.numel()].view_as(p).clone()
            at += p.numel()
        torch.nn.utils.clip_grad_norm_(trained + heads, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        step += 1
        done = step * BATCH
        if rank == 0 and step % 5 == 0:
            last = torch.tensor(seen[-40:])
            print(f"{done} questions, {time.time() - begin:.0f} s, "
                  f"{WORKERS * tokens / (time.time() - begin):.0f} tokens a second, pairs of the "
                  f"last: {last[:, 0].nanmean():.3f}, with results {last[:, 1].nanmean():.3f}", flush=True)
        kept = any(done - BATCH < n <= done for n in options.save) or past >= 1
        if rank == 0 and kept:
            judge.save(os.path.join(options.out, f"judge-{done}.safetensors"))
        if rank == 0 and (kept or step % 10 == 0):
            judge.save(os.path.join(options.out, "checkpoint.safetensors"))
            torch.save({"step": step, "optimiser": optimiser.state_dict(),
                        "spent": spent + time.time() - begin}, path + ".part")
            os.replace(path + ".part", path)
        dist.barrier()
    if rank == 0:
        judge.save(os.path.join(options.out, "judge.safetensors"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model")
    parser.add_argument("lines")
    parser.add_argument("out")
    parser.add_argument("--questions", type=int, default=640)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--upper", type=int, default=8, help="layers with adapters")
    parser.add_argument("--save", type=int, nargs="*", default=[150, 300])
    parser.add_argument("--port", type=int, default=29518)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    torch.multiprocessing.spawn(work, (options,), WORKERS)


if __name__ == "__main__":
    main()
