"""What a language model's frozen layers give, kept in a file: on processors the lower two
thirds of the layers are then computed once, not once an epoch. A token takes twice the
hidden size in bytes (1.8 KB for 0.5 B), so a million tokens take 1.8 GB.
"""
import json
import os
import sys

import torch

EVERY = 20  # batches between notes of what is done


class States:
    """Of sequences, in PATH; PATH.json says how far they are."""

    def __init__(self, model, sequences, path):
        self.model, self.sequences, self.path = model, sequences, path
        self.size = model.body.config.hidden_size
        self.begins = [0]
        for one in sequences:
            self.begins.append(self.begins[-1] + len(one.ids))
        self.what = {"base_norm": model.base_norm(), "adapters": model.loaded,
                     "layers": model.below,
                     "tokens": self.begins[-1], "sequences": len(sequences)}
        self.flat = torch.from_file(path, shared=True, size=self.begins[-1] * self.size,
                                    dtype=torch.bfloat16)

    def rows(self, at):
        begin, end = self.begins[at] * self.size, self.begins[at + 1] * self.size
        return self.flat[begin:end].view(-1, self.size)

    def done(self):
        if not os.path.exists(self.path + ".json"):
            return 0
        with open(self.path + ".json", encoding="utf-8") as file:
            found = json.load(file)
        done = found.pop("done")
        if found != self.what:
            sys.exit(f"{self.path}: states of another model, judge, other layers or questions; "
                     "remove it to begin again")
        return done

    def note(self, done):
        with open(self.path + ".json.part", "w", encoding="utf-8") as file:
            json.dump({**self.what, "done": done}, file)
        os.replace(self.path + ".json.part", self.path + ".json")

    def make(self, groups, is_time):
        """Computes those of the groups that are not there; false: the time was over."""
        begin = self.done()
        for at, group in enumerate(groups):
            if at < begin:
                continue
            states = self.model.lower([self.sequences[one] for one in group])
            for row, one in enumerate(group):
                self.rows(one).copy_(states[row, :len(self.sequences[one].ids)])
            if (at + 1) % EVERY == 0 or at + 1 == len(groups) or is_time():
                self.note(at + 1)
                print(f"states: {at + 1} of {len(groups)} batches", flush=True)
            if is_time():
                return at + 1 == len(groups)
        return True

    def batch(self, group, longest):
        """Those of some sequences, with zeros behind."""
        made = torch.zeros(len(group), longest, self.size, dtype=torch.bfloat16)
        for row, at in enumerate(group):
            rows = self.rows(at)
            made[row, :len(rows)] = rows
        return made
