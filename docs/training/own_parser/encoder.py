"""Vectors of texts from a frozen encoder of the BERT family."""
import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

LONGEST = 64  # tokens of a text, [CLS] and [SEP] among them


class Encoder:
    """The encoder in a Hugging Face directory."""

    def __init__(self, path):
        self._tokenizer = AutoTokenizer.from_pretrained(path)
        self._model = AutoModel.from_pretrained(path).eval()

    def offsets(self, text):
        """Of each token the characters that it stands for, from and up to;
        the same for what stands for none."""
        return self._tokenizer(text, truncation=True, max_length=LONGEST,
                               return_offsets_mapping=True)["offset_mapping"]

    def vectors(self, texts, batch=128):
        """Of each text the vectors of its tokens, [tokens, width] in fp16."""
        found = [None] * len(texts)
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
            for begin in range(0, len(order), batch):
                some = order[begin:begin + batch]
                inputs = self._tokenizer(
                    [texts[i] for i in some], padding=True, truncation=True,
                    max_length=LONGEST, return_tensors="pt")
                states = self._model(**inputs).last_hidden_state.float()
                lengths = inputs["attention_mask"].sum(1).tolist()
                for i, state, length in zip(some, states, lengths):
                    found[i] = state[:length].half().numpy()
        return found

    def means(self, texts):
        """Of each text the mean of its tokens' vectors, [width] in fp16."""
        return [vectors[1:-1].astype(np.float32).mean(0).astype(np.float16)
                for vectors in self.vectors(texts)]
