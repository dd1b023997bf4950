"""Trains a network on the databases outside some folds."""
import json
import math
import os
import time
from dataclasses import asdict, dataclass

import numpy as np
import torch
import torch.nn.functional as F

from .batch import collate, item_features, pad
from .network import Network, Shape
from .tokens import PAD


@dataclass
class Settings:
    """without: folds whose databases are not learned from."""
    without: tuple
    epochs: int = 3
    batch: int = 32
    learning_rate: float = 6e-4
    warmup: int = 200
    weight_decay: float = 0.02
    dropout: float = 0.2
    seed: int = 1
    most_items: int = 130   # of a database
    most_tokens: int = 90   # of a query
    checkpoint_steps: int = 200
    log_steps: int = 100
    stop: int = 0           # after so many steps, as if interrupted; 0: never


def learned_from(inputs, settings):
    """The examples of inputs that a network learns from."""
    return [example for example in inputs.examples
            if example.tokens is not None
            and inputs.folds[example.db_id] not in settings.without
            and len(inputs.databases[example.db_id]) <= settings.most_items
            and len(example.tokens) <= settings.most_tokens]


def batches(sizes, settings, epoch):
    """Numbers of examples for each step of an epoch: those of about equal
    size together, the steps in no order."""
    rng = np.random.default_rng([settings.seed, epoch])
    order = np.argsort(np.array(sizes) + rng.normal(0, 6, len(sizes)),
                       kind="stable")
    made = [order[begin:begin + settings.batch]
            for begin in range(0, len(order), settings.batch)]
    rng.shuffle(made)
    return made


class Trainer:
    """A network in bf16 and its weights in fp32, which are what is learned.

    Equal inputs, settings and versions of torch give equal weights on one
    thread, interrupted or not.
    """

    def __init__(self, inputs, settings):
        torch.manual_seed(settings.seed)
        self.inputs, self.settings = inputs, settings
        self.examples = learned_from(inputs, settings)
        database, question = self._read(self.examples[0])
        self.network = Network(Shape(
            len(inputs.words), question.words.shape[1],
            item_features(database, question).shape[1], len(question.plan),
            dropout=settings.dropout)).bfloat16()
        self.weights = [parameter.detach().float().clone().requires_grad_()
                        for parameter in self.network.parameters()]
        self.optimizer = torch.optim.AdamW(
            self.weights, lr=settings.learning_rate, betas=(.9, .98),
            weight_decay=settings.weight_decay, foreach=True)
        self.step = 0
        self.epoch_steps = math.ceil(len(self.examples) / settings.batch)
        self.steps = settings.epochs * self.epoch_steps

    def _read(self, example):
        return (self.inputs.databases[example.db_id],
                self.inputs.questions[example.db_id, example.question])

    def loss(self, examples):
        """The mean over their tokens of -log p."""
        batch = collate([self._read(example) for example in examples])
        tokens = pad([example.tokens for example in examples])
        scores, _ = self.network.decode(
            self.network.encode(batch.bfloat16()), tokens[:, :-1])
        right = tokens[:, 1:]
        loss = F.cross_entropy(scores.flatten(0, 1), right.flatten(),
                               reduction="none").view(right.shape)
        learned = right != PAD
        return (loss * learned).sum() / learned.sum()

    def learning_rate(self):
        """Rises for the first steps, then falls as a cosine to 2 %."""
        cosine = .5 * (1 + math.cos(math.pi * self.step / self.steps))
        return self.settings.learning_rate * (.98 * cosine + .02) \
            * min(1, (self.step + 1) / self.settings.warmup)

    def update(self, examples):
        """One step; returns the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate()
        loss = self.loss(examples)
        loss.backward()
        for parameter, weight in zip(self.network.parameters(), self.weights):
            weight.grad = parameter.grad.float()
            parameter.grad = None
        torch.nn.utils.clip_grad_norm_(self.weights, 1.)
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_copy_(list(self.network.parameters()),
                                 self.weights)
        self.step += 1
        return loss.item()

    def run(self, log, keep):
        """Trains to the end.

        log   called with a dictionary every settings.log_steps.
        keep  called every settings.checkpoint_steps.

        Returns whether the end was reached (settings.stop).
        """
        sizes = [len(self.inputs.databases[example.db_id])
                 + len(self._read(example)[1].words)
                 for example in self.examples]
        began, losses = time.time(), []
        while self.step < self.steps:
            epoch, done = divmod(self.step, self.epoch_steps)
            for some in batches(sizes, self.settings, epoch)[done:]:
                losses.append(self.update([self.examples[i] for i in some]))
                if self.step % self.settings.log_steps == 0:
                    log({"step": self.step, "steps": self.steps,
                         "loss": round(float(np.mean(losses)), 4),
                         "seconds": round(time.time() - began, 1)})
                    losses = []
                if self.step % self.settings.checkpoint_steps == 0:
                    keep()
                if self.step == self.settings.stop:
                    return False
        return True

    def checkpoint(self):
        """Everything that going on needs."""
        return {"settings": self._settings(), "examples": len(self.examples),
                "step": self.step, "weights": self.weights,
                "optimizer": self.optimizer.state_dict(),
                "random": torch.get_rng_state()}

    def resume(self, checkpoint):
        """Goes on from there. ValueError where it is of other settings."""
        if checkpoint["settings"] != self._settings() \
                or checkpoint["examples"] != len(self.examples):
            raise ValueError("the checkpoint is of other settings or inputs")
        self.step = checkpoint["step"]
        self.optimizer.load_state_dict(checkpoint["optimizer"])
        with torch.no_grad():
            torch._foreach_copy_(self.weights, checkpoint["weights"])
            torch._foreach_copy_(list(self.network.parameters()),
                                 self.weights)
        torch.set_rng_state(checkpoint["random"])

    def _settings(self):
        settings = asdict(self.settings)
        del settings["stop"]
        return settings

    def model(self):
        """What parsing needs, for load."""
        names = [name for name, _ in self.network.named_parameters()]
        return {"shape": self.network.config(),
                "without": list(self.settings.without),
                "weights": dict(zip(names, (weight.detach() for weight
                                            in self.weights)))}


def save(value, path):
    """Writes a file at once: it is there whole, or as it was."""
    torch.save(value, f"{path}.part")
    os.replace(f"{path}.part", path)


def load(path):
    """A trained network and the folds that it has not seen."""
    model = torch.load(path)
    network = Network(Shape(**model["shape"]))
    network.load_state_dict(model["weights"])
    return network.eval(), model["without"]


def train(inputs, settings, out, checkpoint=None, resume=False, log=None):
    """Trains a network and writes it to the file out.

    checkpoint  a file for what going on needs; resume goes on from it where
                it is there.
    log         a file that gets a line of JSON now and then.
    """
    torch.set_num_threads(1)
    trainer = Trainer(inputs, settings)
    if resume and checkpoint and os.path.exists(checkpoint):
        trainer.resume(torch.load(checkpoint))

    def tell(line):
        print(json.dumps(line), flush=True)
        if log:
            with open(log, "a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")

    tell({"without": settings.without, "examples": len(trainer.examples),
          "parameters": sum(weight.numel() for weight in trainer.weights),
          "step": trainer.step, "steps": trainer.steps})
    keep = (lambda: save(trainer.checkpoint(), checkpoint)) if checkpoint \
        else (lambda: None)
    if trainer.run(tell, keep):
        save(trainer.model(), out)
