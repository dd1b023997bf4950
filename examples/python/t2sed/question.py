"""A question and its parse trees."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t
from typing import Optional

from .arguments import choice, text as text_of
from .declarations import words
from .handle import Handle, declare
from .library import lib
from .parser import Parser


declare("t2sed_question_new_n", text=text_of("question"))
for _name in ("conllu", "brackets"):
    declare(f"t2sed_question_set_{_name}_n", text=text_of(_name))
declare("t2sed_question_set_knowledge_n", text=text_of("knowledge"))


class Question(Handle):
    """A question, with parse trees if they are given.

    conllu     a dependency parse in CoNLL-U.
    brackets   a constituency parse in Penn brackets.
    parser     makes the parses that are not given.
    knowledge  what its terms mean on this database: "female refers to gender
               = 'F'".
    """
    _kind = "question"
    _shared = True  # once made it does not change

    def __init__(self, text: str, *, conllu: Optional[str] = None,
                 brackets: Optional[str] = None,
                 parser: Optional[Parser] = None,
                 knowledge: Optional[str] = None):
        super().__init__(lib.t2sed_question_new_n(text))
        self.text = text
        self.knowledge = knowledge
        if conllu is not None:
            lib.t2sed_question_set_conllu_n(self, conllu)
        if brackets is not None:
            lib.t2sed_question_set_brackets_n(self, brackets)
        if parser is not None:
            lib.t2sed_question_complete(self, parser)
        if knowledge is not None:
            lib.t2sed_question_set_knowledge_n(self, knowledge)

    @property
    def whole(self) -> str:
        """The text, a blank and the knowledge: what spans in it are of."""
        return " ".join(filter(None, (self.text, self.knowledge)))

    _FORMATS = words("T2SED_QUESTION_", "sexpr json dot conllu")

    def tree(self, form: str = "sexpr") -> str:
        """Words and parses as "sexpr", "json", "dot" or "conllu"."""
        size = c_size_t()
        text = lib.t2sed_question_print(byref(size), self,
                                        choice("form", self._FORMATS, form))
        return ctypes.string_at(text.pointer, size.value).decode("utf-8")


def as_question(question: "str | Question") -> Question:
    """A question, made of a str where it is one."""
    return Question(question) if isinstance(question, str) else question
