"""A causal language model with low-rank adapters on its linear layers (LoRA, Hu et
al. 2022), in PyTorch. Needs torch, transformers, safetensors.

Several continuations of one prompt stand behind it in one sequence: each sees the
prompt and itself, at the positions that it would have alone. Sequences are read
in batches, on the CPU or a GPU. Layers below those with adapters have no gradient.
"""
import argparse
import hashlib
import json
import os
import time
from typing import NamedTuple

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

RANK, ALPHA = 16, 32
# With a mask, cuDNN's attention (torch 2.11, an H100) gave gradients that are no
# numbers.
torch.backends.cuda.enable_cudnn_sdp(False)
RATE = 3e-4
PARTS = {"q_proj": "self_attn", "k_proj": "self_attn", "v_proj": "self_attn",
         "o_proj": "self_attn", "gate_proj": "mlp", "up_proj": "mlp", "down_proj": "mlp"}


def fnv1a(data):
    """The hash of lib/base/hash.h, in hexadecimal digits."""
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & (2**64 - 1)
    return f"{value:016x}"


class Adapted(torch.nn.Module):
    """A frozen linear layer W x + b with (ALPHA / RANK) B A x beside it."""

    def __init__(self, base):
        super().__init__()
        self.base = base
        self.a = torch.nn.Parameter(torch.empty(RANK, base.in_features))
        self.b = torch.nn.Parameter(torch.zeros(base.out_features, RANK))
        torch.nn.init.kaiming_uniform_(self.a, a=5 ** 0.5)

    def forward(self, x):
        low = x @ self.a.t().to(x.dtype)
        return self.base(x) + (ALPHA / RANK) * (low @ self.b.t().to(x.dtype))


class Sequence(NamedTuple):
    ids: list      # tokens
    parts: list    # of each token: 0 in the prompt, else the number of its continuation
    begins: list   # where each continuation begins

    @staticmethod
    def of(prompt, continuations):
        ids, parts, begins = list(prompt), [0] * len(prompt), []
        for at, tokens in enumerate(continuations, 1):
            begins.append(len(ids))
            ids += tokens
            parts += [at] * len(tokens)
        return Sequence(ids, parts, begins)


class Model:
    """`upper` layers, counted from the last, have adapters; None: all."""

    def __init__(self, folder, upper=None, device="cpu"):
        self.folder, self.device, self.digest = folder, device, None
        self.tokens = AutoTokenizer.from_pretrained(folder)
        self.whole = AutoModelForCausalLM.from_pretrained(
            folder, dtype=torch.bfloat16, attn_implementation="sdpa").to(device)
        self.whole.requires_grad_(False)
        self.body = self.whole.model
        layers = self.body.layers
        self.below = len(layers) - (len(layers) if upper is None else upper)
        self.adapters = {}
        for at, layer in enumerate(layers[self.below:], self.below):
            for name, part in PARTS.items():
                place = getattr(layer, part)
                made = Adapted(getattr(place, name)).to(device)
                setattr(place, name, made)
                self.adapters[f"layers.{at}.{name}"] = made

    def encode(self, text):
        return self.tokens(text, add_special_tokens=False)["input_ids"]

    def parameters(self):
        return [p for one in self.adapters.values() for p in (one.a, one.b)]

    def named(self):
        return {f"{name}.lora_{which}": getattr(one, which)
                for name, one in self.adapters.items() for which in "ab"}

    # --- files: docs/language-model.md, "Adapters" ---

    def save(self, folder, **more):
        """Writes an adapter directory in bf16; `more`: further members of its config.json."""
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "model.safetensors")
        save_file({name: value.detach().to("cpu", torch.bfloat16).contiguous()
                   for name, value in self.named().items()}, path + ".part")
        os.replace(path + ".part", path)
        if self.digest is None:
            with open(os.path.join(self.folder, "model.safetensors"), "rb") as file:
                self.digest = hashlib.file_digest(file, "sha256").hexdigest()
        ours = {"format": 1, "scale": ALPHA / RANK, "base_sha256": self.digest,
                "base_norm": fnv1a(self.body.norm.weight.detach().float().cpu().numpy().tobytes())}
        with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
            json.dump({"t2sed_adapter": ours, **more}, file, indent=1)
            file.write("\n")

    def load(self, folder):
        found = load_file(os.path.join(folder, "model.safetensors"))
        with torch.no_grad():
            for name, value in self.named().items():
                value.copy_(found[name])

    def merge(self):
        """Adds the adapters to the weights; they are gone afterwards."""
        with torch.no_grad():
            for at, layer in enumerate(self.body.layers):
                for name, part in PARTS.items():
                    one = self.adapters.get(f"layers.{at}.{name}")
                    if one is not None:
                        weight = one.base.weight
                        weight.copy_(weight.float() + (ALPHA / RANK) * (one.b @ one.a))
                        setattr(getattr(layer, part), name, one.base)
        self.adapters = {}

    # --- reading ---

    def hidden(self, sequences):
        """The last hidden states [sequences, tokens, size], with the final norm."""
        longest = -(-max(len(s.ids) for s in sequences) // 16) * 16
        ids = torch.zeros(len(sequences), longest, dtype=torch.long)
        parts = torch.full((len(sequences), longest), -1)
        places = torch.zeros(len(sequences), longest, dtype=torch.long)
        for at, s in enumerate(sequences):
            count = len(s.ids)
            ids[at, :count] = torch.tensor(s.ids)
            parts[at, :count] = torch.tensor(s.parts)
            places[at, :count] = torch.arange(count)
            for begin, end in zip(s.begins, s.begins[1:] + [count]):
                places[at, begin:end] -= begin - s.begins[0]
        ids, parts, places = (t.to(self.device, non_blocking=True) for t in (ids, parts, places))
        seen = (parts[:, None, :] == 0) | (parts[:, :, None] == parts[:, None, :])
        mask = seen.tril_()[:, None]
        with torch.no_grad():
            state = self.body.embed_tokens(ids)
            turned = self.body.rotary_emb(state, places)
        for at, layer in enumerate(self.body.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and at >= self.below):
                state = layer(state, attention_mask=mask, position_ids=places,
                              position_embeddings=turned)
                state = state[0] if isinstance(state, tuple) else state
        return self.body.norm(state)

    def logs(self, states, targets):
        """The log-probability of each target token after each state."""
        logits = self.whole.lm_head(states).float()
        return -torch.nn.functional.cross_entropy(logits, targets.to(self.device), reduction="none")


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


def orders(count, lengths, most, epochs, lot, window=4000):
    """Groups of lines for all epochs, in random order."""
    for _ in range(epochs):
        lines = lot.sample(range(count), count)
        for begin in range(0, count, window):
            part = lines[begin:begin + window]
            groups = [[part[at] for at in group]
                      for group in batches([lengths[line] for line in part], most)]
            yield from lot.sample(groups, len(groups))


def training_options(description):
    """The options of both trainings, as argparse takes them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("model")
    parser.add_argument("lines")
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--tokens", type=int, default=16384)
    parser.add_argument("--upper", type=int, help="layers with adapters (default: all)")
    parser.add_argument("--device", default="cpu")
    return parser.parse_args()


class Training(NamedTuple):
    tokens: int = 16384    # of a step, padding counted
    epochs: int = 1
    seconds: float = 3600  # the rate falls to its end by then, or by the last epoch's end
    every: int = 20        # steps between lines of the log


def train(parameters, lengths, loss_of, how, save, lot):
    """loss_of(lines) is the loss of some lines and numbers to print; save() keeps
    what was learned. `parameters`: groups of AdamW with "lr"."""
    groups = list(orders(len(lengths), lengths, how.tokens, how.epochs, lot))
    optimiser = torch.optim.AdamW(parameters, weight_decay=0.01)
    rates = [group["lr"] for group in optimiser.param_groups]
    flat = [p for group in parameters for p in group["params"]]
    begin, read, seen, kept = time.time(), 0, [], time.time()
    for step, group in enumerate(groups, 1):
        past = max(step / len(groups), (time.time() - begin) / how.seconds)
        for one, rate in zip(optimiser.param_groups, rates):
            one["lr"] = rate * rate_at(past)
        loss, numbers = loss_of(group)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(flat, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        read += sum(lengths[line] for line in group)
        seen.append(numbers.detach())
        if step % how.every == 0 or step == len(groups) or past >= 1:
            spent = time.time() - begin
            told = ", ".join(f"{x:.3f}" for x in torch.stack(seen).float().nanmean(0).tolist())
            print(f"step {step} of {len(groups)}, {spent:.0f} s, {read / spent:.0f} tokens a "
                  f"second, {told}", flush=True)
            seen = []
        if time.time() - kept > 300:
            save()
            kept = time.time()
        if past >= 1:
            break
    save()
