"""Training of adapters: batches of about one length, a rate that falls with the steps or
with the time, checkpoints that a later run goes on from. Needs torch.

A run that goes on from a checkpoint ends, on one machine and number of threads, with the
weights of one that was not interrupted, unless the time decides about the rate.
"""
import time
BEGAN = time.monotonic()  # of the process, nearly: torch takes seconds to load

import os  # noqa: E402
import random  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import zlib  # noqa: E402
from typing import NamedTuple  # noqa: E402

import torch  # noqa: E402

WRITING = 15              # seconds kept for writing what was learned


class Training(NamedTuple):
    tokens: int = 16384     # of a step, padding counted
    epochs: int = 1
    steps: int = 0          # at most; 0: all of the epochs
    minutes: float = 0      # this run ends by then, loading counted; 0: when it is done
    planned: float = 0      # of all runs: the rate has fallen to its end by then; 0: minutes
    save_steps: int = 200   # between checkpoints
    save_minutes: float = 5
    every: int = 20         # steps between lines of the log
    seed: int = 18


def add_options(parser):
    usual = Training()
    for name, kind, what in (
            ("tokens", int, "of a step, padding counted"),
            ("epochs", int, "passes over the questions"),
            ("steps", int, "at most; 0: all of the epochs"),
            ("minutes", float, "this run ends by then; 0: when it is done"),
            ("planned", float, "minutes of all runs together, by which the rate falls"),
            ("save-steps", int, "steps between checkpoints"),
            ("save-minutes", float, "minutes between checkpoints"),
            ("every", int, "steps between lines of the log")):
        parser.add_argument(f"--{name}", type=kind, default=getattr(usual, name.replace("-", "_")),
                            help=what)
    parser.add_argument("--resume", action="store_true", help="go on from OUT/checkpoint.pt")


def of_options(options):
    return Training(**{name: getattr(options, name) for name in Training._fields
                       if hasattr(options, name)})


def batches(lengths, most):
    """Numbers of lines, of about one length, in groups of at most `most` padded tokens."""
    group, longest = [], 0
    for at in sorted(range(len(lengths)), key=lengths.__getitem__):
        longest = max(longest, -(-lengths[at] // 16) * 16)
        if group and longest * (len(group) + 1) > most:
            yield group
            group, longest = [], -(-lengths[at] // 16) * 16
        group.append(at)
    if group:
        yield group


def rate_at(past, warm=0.03):
    """What the learning rate is multiplied with: up, even, and down in the last third."""
    return min(past / warm + 0.02, 1, max(3 * (1 - past), 0.02))


def orders(lengths, how, window=4000):
    """Groups of lines for all epochs, in an order by the seed."""
    lot = random.Random(how.seed)
    for _ in range(how.epochs):
        lines = lot.sample(range(len(lengths)), len(lengths))
        for begin in range(0, len(lines), window):
            part = lines[begin:begin + window]
            groups = [[part[at] for at in group]
                      for group in batches([lengths[line] for line in part], how.tokens)]
            yield from lot.sample(groups, len(groups))


class Clock:
    """When a run is to end: the longest step must still fit."""

    def __init__(self, how):
        self.limit = how.minutes * 60 - WRITING if how.minutes else None
        self.longest, self.last, self.stopped = 0.0, time.monotonic(), False
        signal.signal(signal.SIGTERM, self.stop)

    def stop(self, *_):
        self.stopped = True

    def is_over(self):
        now = time.monotonic()
        self.longest, self.last = max(self.longest, now - self.last), now
        return self.stopped or (self.limit is not None
                                and now - BEGAN + self.longest > self.limit)


class Run:
    """What changes while it learns, and its checkpoints."""

    def __init__(self, groups, lengths, how, path, resume):
        self.path, self.how, self.step, self.seconds, self.read = path, how, 0, 0.0, 0
        # With another order of the lines it would begin again, not go on.
        self.order = zlib.crc32(repr((lengths, how.tokens, how.epochs, how.seed)).encode())
        self.flat = [p for group in groups for p in group["params"]]
        self.optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
        self.rates = [group["lr"] for group in self.optimiser.param_groups]
        if resume and os.path.exists(path):
            self.load()

    def load(self):
        found = torch.load(self.path, map_location=self.flat[0].device, weights_only=True)
        if found["order"] != self.order:
            sys.exit(f"{self.path}: of other questions, --tokens or --epochs; without --resume "
                     "training begins again")
        self.step, self.seconds, self.read = (found[key] for key in ("step", "seconds", "read"))
        with torch.no_grad():
            for mine, kept in zip(self.flat, found["parameters"], strict=True):
                mine.copy_(kept)
        self.optimiser.load_state_dict(found["optimiser"])

    def save(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        torch.save({"order": self.order, "step": self.step, "seconds": self.seconds,
                    "read": self.read, "optimiser": self.optimiser.state_dict(),
                    "parameters": [p.detach() for p in self.flat]}, self.path + ".part")
        os.replace(self.path + ".part", self.path)

    def learn(self, loss, past):
        for one, rate in zip(self.optimiser.param_groups, self.rates):
            one["lr"] = rate * rate_at(past)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.flat, 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.step += 1


def tell(run, most, seen):
    told = ", ".join(f"{x:.3f}" for x in torch.stack(seen).float().nanmean(0).tolist())
    print(f"step {run.step} of {most}, {run.seconds:.0f} s, "
          f"{run.read / max(run.seconds, 1e-9):.0f} tokens a second, {told}", flush=True)


def train(parameters, lengths, loss_of, how, folder, resume, save):
    """loss_of(lines) is the loss of some lines and numbers to print; `parameters`: groups
    of AdamW with "lr". Checkpoints are FOLDER/checkpoint.pt; save() keeps what was learned,
    also where the time was over before the end."""
    groups = list(orders(lengths, how))
    most = min(how.steps or len(groups), len(groups))
    run = Run(parameters, lengths, how, f"{folder}/checkpoint.pt", resume)
    clock, planned = Clock(how), (how.planned or how.minutes) * 60
    begin, kept, seen = time.monotonic() - run.seconds, time.monotonic(), []
    while run.step < most and not clock.is_over():
        group = groups[run.step]
        past = max((run.step + 1) / most, run.seconds / planned if planned else 0)
        loss, numbers = loss_of(group)
        run.learn(loss, past)
        run.read += sum(lengths[line] for line in group)
        run.seconds = time.monotonic() - begin
        seen.append(numbers.detach())
        if run.step % how.every == 0 or run.step == most:
            tell(run, most, seen)
            seen = []
        if run.step % how.save_steps == 0 or time.monotonic() - kept > how.save_minutes * 60:
            run.save()
            kept = time.monotonic()
    run.save()
    save()
    print(f"{run.step} of {most} steps" + ("" if run.step == most else
                                           ": --resume goes on"), flush=True)
