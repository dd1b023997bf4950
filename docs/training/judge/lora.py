"""A causal language model with low-rank adapters on its linear layers (LoRA, Hu et
al. 2022), in PyTorch. Needs torch, transformers, safetensors.

Several continuations of one prompt stand behind it in one sequence: each sees the
prompt and itself, at the positions that it would have alone, so the prompt is computed
once. Sequences are read in batches, on the CPU or a GPU. Layers below those with
adapters have no gradient; what they give can be kept (states.py).
"""
import hashlib
import json
import os
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


def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
    ids: torch.Tensor  # tokens
    begins: list       # where each continuation begins

    @staticmethod
    def of(prompt, continuations):
        ids, begins = list(prompt), []
        for tokens in continuations:
            begins.append(len(ids))
            ids += tokens
        return Sequence(torch.tensor(ids, dtype=torch.int32), begins)


def padded(length):
    return -(-length // 16) * 16


class Model:
    """`upper` layers, counted from the last, learn; None: all. The others have no
    adapters, or with `all_adapted` such as stay as they are."""

    def __init__(self, folder, upper=None, device="cpu", dtype=torch.bfloat16, *,
                 all_adapted=False):
        self.folder, self.device, self.digest, self.loaded = folder, device, None, None
        self.tokens = AutoTokenizer.from_pretrained(folder)
        self.whole = AutoModelForCausalLM.from_pretrained(
            folder, dtype=dtype, attn_implementation="sdpa").to(device)
        self.whole.requires_grad_(False)
        self.body = self.whole.model
        layers = self.body.layers
        self.below = len(layers) - (len(layers) if upper is None else upper)
        self.adapters = {}
        first = 0 if all_adapted else self.below
        for at, layer in enumerate(layers[first:], first):
            for name, part in PARTS.items():
                place = getattr(layer, part)
                made = Adapted(getattr(place, name)).to(device)
                made.a.requires_grad_(at >= self.below)
                made.b.requires_grad_(at >= self.below)
                setattr(place, name, made)
                self.adapters[f"layers.{at}.{name}"] = made

    def encode_all(self, texts):
        """The tokens of each text, on all processors."""
        return [one.ids for one in self.tokens.backend_tokenizer.encode_batch(
            texts, add_special_tokens=False)]

    def encode(self, text):
        return self.encode_all([text])[0]

    def parameters(self):
        """Those that learn."""
        return [p for one in self.adapters.values() for p in (one.a, one.b) if p.requires_grad]

    def groups(self, rate=1.0):
        """What is trained, as AdamW takes it, with `rate` times the usual rates."""
        return [{"params": self.parameters(), "lr": RATE * rate}]

    def named(self):
        return {f"{name}.lora_{which}": getattr(one, which)
                for name, one in self.adapters.items() for which in "ab"}

    # --- files: docs/language-model.md, "Adapters" ---

    def base_norm(self):
        return fnv1a(self.body.norm.weight.detach().float().cpu().numpy().tobytes())

    def save(self, folder, **more):
        """Writes an adapter directory in bf16; `more`: further members of its config.json."""
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, "model.safetensors")
        save_file({name: value.detach().to("cpu", torch.bfloat16).contiguous()
                   for name, value in self.named().items()}, path + ".part")
        os.replace(path + ".part", path)
        if self.digest is None:
            self.digest = file_hash(os.path.join(self.folder, "model.safetensors"))
        ours = {"format": 1, "scale": ALPHA / RANK, "base_sha256": self.digest,
                "base_norm": self.base_norm()}
        path = os.path.join(folder, "config.json")
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump({"t2sed_adapter": ours, **more}, file, indent=1)
            file.write("\n")
        os.replace(path + ".part", path)

    def load(self, folder):
        path = os.path.join(folder, "model.safetensors")
        self.loaded, found = file_hash(path), load_file(path)
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

    def inputs(self, sequences):
        """Tokens, their positions, and which sees which."""
        longest = padded(max(len(s.ids) for s in sequences))
        ids = torch.zeros(len(sequences), longest, dtype=torch.long)
        parts = torch.full((len(sequences), longest), -1)
        places = torch.zeros(len(sequences), longest, dtype=torch.long)
        for at, s in enumerate(sequences):
            count = len(s.ids)
            ids[at, :count] = s.ids
            places[at, :count] = torch.arange(count)
            ends = s.begins[1:] + [count]
            parts[at, :s.begins[0]] = 0
            for part, (begin, end) in enumerate(zip(s.begins, ends), 1):
                parts[at, begin:end] = part
                places[at, begin:end] -= begin - s.begins[0]
        ids, parts, places = (t.to(self.device, non_blocking=True) for t in (ids, parts, places))
        seen = (parts[:, None, :] == 0) | (parts[:, :, None] == parts[:, None, :])
        return ids, places, seen.tril_()[:, None]

    def through(self, layers, state, places, mask, turned):
        for layer in layers:
            state = layer(state, attention_mask=mask, position_ids=places,
                          position_embeddings=turned)
            state = state[0] if isinstance(state, tuple) else state
        return state

    @torch.no_grad()
    def lower(self, sequences):
        """The states before the layers with adapters."""
        ids, places, mask = self.inputs(sequences)
        state = self.body.embed_tokens(ids)
        return self.through(self.body.layers[:self.below], state, places, mask,
                            self.body.rotary_emb(state, places))

    def hidden(self, sequences, lower=None):
        """The last hidden states [sequences, tokens, size], with the final norm; `lower`:
        the states before the layers with adapters, where they are known."""
        _, places, mask = self.inputs(sequences)
        state = self.lower(sequences) if lower is None else lower.to(
            self.device, self.whole.dtype)
        with torch.no_grad():
            turned = self.body.rotary_emb(state, places)
        return self.body.norm(self.through(self.body.layers[self.below:], state, places, mask,
                                           turned))

    def logs(self, states, targets):
        """The log-probability of each target token after each state."""
        logits = self.whole.lm_head(states).float()
        return -torch.nn.functional.cross_entropy(logits, targets.to(self.device).long(),
                                                  reduction="none")
