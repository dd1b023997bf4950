"""Texts to vectors (t2sed/parts/encoder.h)."""
from __future__ import annotations

from ctypes import POINTER, c_char_p, c_float, c_int32, c_size_t
from dataclasses import dataclass
from typing import Iterable, List, Optional, Tuple

from .arguments import Argument, checked_list, checked_texts, choice
from .arrays import Array, array, same_length
from .declarations import t2sed_encoded, t2sed_encoder_options, words
from .handle import Handle, Memory, declare
from .library import lib
from .model import Model

#: What to do with pairs of more tokens than the model takes: T2SED_TRUNCATE_*.
TRUNCATIONS = words("T2SED_TRUNCATE_")


declare("t2sed_encoder_new", model="model*")
declare("t2sed_encoder_encode",
        first=Argument((POINTER(c_char_p), POINTER(c_size_t)),
                       lambda value, *_: checked_texts("first", value)[:2]),
        second=Argument((POINTER(c_char_p), POINTER(c_size_t), c_size_t),
                        lambda value, *_: value))


@dataclass(frozen=True, eq=False)
class Encoded:
    """What a pair of texts became.

    ids      int32 [tokens], special ones included.
    vectors  float32 [tokens, hidden]: the encoder's last layer.
    places   (begin, end) of each token in the characters of its text; None
             of special tokens.
    second   the first token of the second text.
    cut      how many tokens were dropped.
    """
    ids: Array
    vectors: Array
    places: List[Optional[Tuple[int, int]]]
    second: int
    cut: int


class Encoder(Handle):
    """The encoder of a model by itself. Used by one thread at a time.

    truncate  as for Scorer.

    Raises Error: "EUNSUPPORTED" (a model without an encoder), "ENOBACKEND".
    """
    _kind = "encoder"

    def __init__(self, model: Model, *, truncate: str = "model"):
        super().__init__(lib.t2sed_encoder_new(model, t2sed_encoder_options(
            truncation=choice("truncate", TRUNCATIONS, truncate))))

    def encode(self, first: Iterable[str],
               second: Optional[Iterable[str]] = None) -> "Encoding":
        """The vectors of pairs of texts, [CLS] first [SEP] second [SEP]; of
        single ones, [CLS] first [SEP], where ``second`` is None.

        For Scorer.logits the texts are ``Graph.question`` and ``Graph.sql``.
        Raises Error: "EEMPTY" (no texts), "ETOOLONG"...
        Source: Chen et al. 2023, section 3.3.
        """
        first = checked_list("first", first)
        pair = None
        if second is not None:
            second = checked_list("second", second)
            pair = checked_texts("second", second)
        same_length(first=first, second=second)
        return Encoding(lib.t2sed_encoder_encode(
            self, first, pair or (None, None, len(first))), first, second)


class Encoding(Handle):
    """What texts became: a sequence of Encoded, and what Scorer.logits
    takes."""
    _kind = "encoding"
    _shared = True

    def __init__(self, memory: Memory, first: List[str],
                 second: "Optional[List[str]]"):
        super().__init__(memory)
        self._texts = first, second

    def __len__(self) -> int:
        return int(lib.t2sed_encoding_count(self))

    def __getitem__(self, i: int) -> Encoded:
        """Pair i, from 0. Needs numpy."""
        out = t2sed_encoded()
        if not 0 <= i < len(self):
            raise IndexError(f"there is no pair {i}")
        lib.t2sed_encoding_get(self, i, out)
        first, second = (texts[i].encode("utf-8") if texts else b""
                         for texts in self._texts)
        places = [None if span.begin == span.end else
                  span.characters(first if k < out.second else second)
                  for k, span in enumerate(out.spans[:out.tokens])]
        return Encoded(array(out.ids, c_int32, out.tokens),
                       array(out.vectors, c_float, out.tokens, out.hidden),
                       places, out.second, out.cut)
