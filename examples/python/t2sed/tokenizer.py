"""Texts to token ids and back (t2sed/parts/tokenizer.h)."""
from __future__ import annotations

import os
from ctypes import byref, c_int32, c_size_t, create_string_buffer, string_at
from typing import List, NamedTuple, Optional, Tuple, Union

from .arguments import choice, integer, path as path_of, text as text_of
from .arrays import Numbers, numbers
from .declarations import t2sed_token_arrays, words
from .handle import Handle, Memory, declare
from .library import lib


declare("t2sed_tokenizer_open", directory=path_of("path"))
declare("t2sed_tokenizer_encode_n", text=text_of("text"))
declare("t2sed_tokenizer_token", id=integer("token", c_int32))
declare("t2sed_tokenizer_bytes", id=integer("token", c_int32))


class Tokens(NamedTuple):
    """What a text became: [tokens] each.

    ids     in the vocabulary.
    places  (begin, end) in the text's characters.
    """
    ids: List[int]
    places: List[Tuple[int, int]]


class Tokenizer(Handle):
    """The tokenizer of a model directory: byte-level BPE or WordPiece, with
    the ids of Hugging Face's ``tokenizers``. ``len`` is its number of ids.

    Raises Error: "ENOTFOUND", "EFORMAT", "EUNSUPPORTED"...
    Source: Radford et al. 2019, section 2.2; Wu et al. 2016, section 4.1.
    """
    _kind = "tokenizer"
    _shared = True
    _ROLES = words("T2SED_TOKEN_")

    def __init__(self, path: "Union[os.PathLike[str], str, Memory]"):
        super().__init__(path if isinstance(path, Memory)
                         else lib.t2sed_tokenizer_open(path))

    def __len__(self) -> int:
        return int(lib.t2sed_tokenizer_size(self))

    def encode(self, text: str, *, specials: bool = False) -> Tokens:
        """The tokens of a text, without any at its ends. With ``specials`` the
        name of a special token in it ("[SEP]") is that token."""
        tokens, out = lib.t2sed_tokens_new(), t2sed_token_arrays()
        lib.t2sed_tokenizer_encode_n(self, tokens, text, bool(specials))
        lib.t2sed_tokens_get(tokens, out)
        return Tokens(out.ids[:out.count] if out.count else [],
                      [(out.characters[i].begin, out.characters[i].end)
                       for i in range(out.count)])

    def decode(self, ids: Numbers, *, specials: bool = False) -> str:
        """The text of tokens of byte-level BPE. With ``specials`` special
        tokens are spelled out. Raises Error: "EINVAL" (an id that there is
        not), "EUNSUPPORTED" (WordPiece)."""
        data, size = numbers("ids", c_int32, ids), c_size_t()
        text = lib.t2sed_tokenizer_decode(byref(size), self, data, len(data),
                                          bool(specials))
        return string_at(text.pointer, size.value).decode("utf-8")

    def token(self, number: int) -> Optional[str]:
        """How the vocabulary spells a token; None where there is none."""
        text = lib.t2sed_tokenizer_token(self, number)
        return None if text is None else str(text, "utf-8")

    def piece(self, number: int) -> bytes:
        """What a token of byte-level BPE stands for, which may begin or end
        within a character; of WordPiece empty."""
        size = lib.t2sed_tokenizer_bytes(self, number, None, 0)
        room = create_string_buffer(size or 1)
        lib.t2sed_tokenizer_bytes(self, number, room, size)
        return room.raw[:size]

    def special(self, role: str) -> Optional[int]:
        """The id of "cls", "sep", "eos", "pad", "unk" or "mask", or None."""
        number = lib.t2sed_tokenizer_special(
            self, choice("role", self._ROLES, role))
        return None if number < 0 else int(number)
