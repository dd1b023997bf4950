"""The judge: a causal language model, low-rank adapters on the linear layers of its
upper layers, and a linear head on the last hidden state. Needs torch, transformers,
safetensors.

The queries of a question stand in one sequence behind their prompt: each sees the
prompt and itself, at the positions it would have alone. The lower layers have no
adapters and no gradient.
"""
import json
import os

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

from prompt import RIGHT, query

RANK, ALPHA = 16, 32
LONGEST = 400  # tokens of a query
LINEARS = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj",
           "self_attn.o_proj", "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj")


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


class Judge:
    def __init__(self, folder, upper):
        self.tokens = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16)
        self.model.requires_grad_(False)
        self.body = self.model.model
        self.below = len(self.body.layers) - upper
        self.adapters = {}
        for at, layer in enumerate(self.body.layers[self.below:], self.below):
            for name in LINEARS:
                inner, last = name.split(".")
                place = getattr(layer, inner)
                made = Adapted(getattr(place, last))
                setattr(place, last, made)
                self.adapters[f"layers.{at}.{last}"] = made
        self.head = torch.nn.Linear(self.body.config.hidden_size, 1)
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)

    # --- adapters ---

    def parameters(self):
        return [p for one in self.adapters.values() for p in (one.a, one.b)]

    def named(self):
        made = {"head.weight": self.head.weight, "head.bias": self.head.bias}
        for name, one in self.adapters.items():
            made[name + ".lora_a"], made[name + ".lora_b"] = one.a, one.b
        return made

    def save(self, path, dtype=torch.float32):
        save_file({name: value.detach().to(dtype).contiguous()
                   for name, value in self.named().items()}, path + ".part")
        os.replace(path + ".part", path)

    def load(self, path):
        found = load_file(path)
        with torch.no_grad():
            for name, value in self.named().items():
                value.copy_(found[name])

    # --- reading ---

    def encode(self, text):
        return self.tokens(text, add_special_tokens=False)["input_ids"]

    def sequence(self, item):
        """Token ids, and of each query where it begins and ends and where its scores
        without and with the result are read (None: no result)."""
        ids, spans = self.encode(item["prompt"]), []
        right = self.encode(RIGHT)
        for one in item["candidates"]:
            begin = len(ids)
            ids += self.encode(query(one["sql"]))[:LONGEST]
            end = len(ids)
            ids += right
            bare, told = len(ids) - 1, None
            if one.get("result"):
                ids += self.encode("\n-- Result: " + one["result"]) + right
                told = len(ids) - 1
            spans.append((begin, end, bare, told, len(ids)))
        return ids, spans

    def hidden(self, ids, spans):
        """The last hidden states of a sequence, with the final norm."""
        count, first = len(ids), spans[0][0]
        places = torch.arange(count)
        mask = torch.full((count, count), float("-inf")).triu(1)
        for begin, *_, end in spans:
            places[begin:end] -= begin - first
            mask[begin:end, first:begin] = float("-inf")
        mask = mask.to(torch.bfloat16)[None, None]
        with torch.no_grad():
            state = self.body.embed_tokens(torch.tensor([ids]))
            turned = self.body.rotary_emb(state, places[None])
        for at, layer in enumerate(self.body.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and at >= self.below):
                state = layer(state, attention_mask=mask, position_ids=places[None],
                              position_embeddings=turned)
                state = state[0] if isinstance(state, tuple) else state
        return self.body.norm(state)[0]

    def scores(self, state, spans):
        """Without and with the results; the latter None where a query has none."""
        bare = self.head(state[[s[2] for s in spans]].float())[:, 0]
        if any(s[3] is None for s in spans):
            return bare, None
        return bare, self.head(state[[s[3] for s in spans]].float())[:, 0]

    def likelihoods(self, ids, state, spans):
        """Of each query its tokens' log-probabilities: sum and mean."""
        made = []
        for begin, end, *_ in spans:
            before = [spans[0][0] - 1] + list(range(begin, end - 1))
            logs = torch.log_softmax(self.model.lm_head(state[before]).float(), -1)
            of = logs.gather(1, torch.tensor(ids[begin:end])[:, None])
            made.append((of.sum().item(), of.mean().item()))
        return made


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
