"""Graphs of a question and a query (t2sed/parts/graph.h)."""
from __future__ import annotations

from ctypes import byref, c_int32, c_size_t, string_at
from dataclasses import dataclass
from typing import List, Mapping, Optional, Sequence, Union

from .arguments import checked_texts, choice
from .arrays import Array, array, numpy
from .declarations import (t2sed_graph_component, t2sed_graph_node,
                           t2sed_graph_options, words)
from .errors import Error
from .handle import Handle, Memory, declare
from .library import lib
from .question import Question, as_question
from .schema import Schema
from .sql import Sql, view_of


declare("t2sed_graph_builder_set_question", schema="schema+")


_LAYOUTS = words("T2SED_GRAPH_", "none separate joint")
#: What the numbers in Component.kinds and Component.types mean.
NODE_KINDS = "word", "constituent", "terminal", "rule", "global"
EDGE_TYPES = ("self", "dependency", "constituency", "syntax", "sequence",
              "link", "global")


@dataclass(frozen=True, eq=False)
class Component:
    """A component of a graph: terminals in the order of the text, then
    non-terminals in pre-order, then the global node.

    names    of a terminal its text, of a non-terminal its label.
    kinds    int32 [nodes], of NODE_KINDS.
    labels   int32 [nodes], numbers in the vocabulary; 0: unknown, -1: none.
    sources  int64 [nodes, 2]: (begin, end) in the characters of
             Question.whole or Sql.sqlite; begin == end: not in the text.
    ranges   int64 [nodes, 2]: a terminal's in Graph.question or Graph.sql.
    edges    int32 [2, edges]: sources and targets, in both directions (the
             edge_index of PyTorch Geometric).
    types    int32 [edges], of EDGE_TYPES.
    global_node  its number, or None.
    """
    names: List[str]
    kinds: Array
    labels: Array
    sources: Array
    ranges: Array
    edges: Array
    types: Array
    global_node: Optional[int]


class Graph(Handle):
    """The graph of a question and a query; see GraphBuilder."""
    _kind = "graph"
    _shared = True

    def __init__(self, memory: Memory, question: str, sql: str):
        super().__init__(memory)
        self._sources = question.encode("utf-8"), sql.encode("utf-8")

    def _text(self, side: int) -> str:
        size = c_size_t()
        return string_at(lib.t2sed_graph_text(self, side, byref(size)),
                         size.value).decode("utf-8")

    @property
    def question(self) -> str:
        """What an encoder reads of the question."""
        return self._text(0)

    @property
    def sql(self) -> str:
        """What an encoder reads of the query."""
        return self._text(1)

    @property
    def components(self) -> List[Component]:
        """Of the layout "separate" the question's and the query's, of "joint"
        one, of "none" none. Needs numpy."""
        found, out = [], t2sed_graph_component()
        texts = self.question.encode("utf-8"), self.sql.encode("utf-8")
        for i in range(2):
            try:
                lib.t2sed_graph_component_get(self, i, out)
            except Error as error:
                if error.code != "ENOTFOUND":
                    raise
                break
            found.append(self._component(i, out, texts))
        return found

    def _component(self, i: int, out: t2sed_graph_component,
                   texts: Sequence[bytes]) -> Component:
        nodes = [t2sed_graph_node() for _ in range(out.node_count)]
        for k, node in enumerate(nodes):
            lib.t2sed_graph_node_get(self, i, k, node)
        np = numpy()
        sides = [node.kind in (2, 3) for node in nodes]

        def places(name: str, of: Sequence[bytes]) -> Array:
            made: Array = np.array([getattr(node, name).characters(of[side])
                                    for node, side in zip(nodes, sides)],
                                   np.int64).reshape(-1, 2)
            return made
        edges = array(out.edges, c_int32, out.edge_count, 3).T
        return Component(
            [node.name.decode("utf-8") for node in nodes],
            np.array([node.kind for node in nodes], np.int32),
            np.array([node.label for node in nodes], np.int32),
            places("source", self._sources), places("range", texts),
            edges[:2].copy(), edges[2].copy(),
            None if out.global_node < 0 else out.global_node)

    _FORMATS = words("T2SED_GRAPH_", "json dot text")

    def print(self, form: str = "json") -> str:
        """The graph as "json", "dot" or "text"."""
        size = c_size_t()
        text = lib.t2sed_graph_print(byref(size), self,
                                     choice("form", self._FORMATS, form))
        return string_at(text.pointer, size.value).decode("utf-8")


class GraphBuilder(Handle):
    """Builds graphs; ``Scorer.graph_builder`` makes one whose graphs its model
    reads. Used by one thread at a time.

    layout           "separate", "joint" or "none".
    view             switches of t2sed_sql_view_options that differ from its
                     defaults.
    question_labels, sql_labels
                     vocabularies: the first label has number 1. None: the
                     published model's.
    switches         of t2sed_graph_options: dependency, constituency, syntax,
                     sequence, link (true), typed, global_node (false).

    Source: Chen et al. 2023, section 3.2.
    """
    _kind = "graph_builder"

    def __init__(self, layout: str = "separate", *,
                 view: Optional[Mapping[str, int]] = None,
                 question_labels: Optional[Sequence[str]] = None,
                 sql_labels: Optional[Sequence[str]] = None,
                 **switches: bool):
        options = t2sed_graph_options.defaults(
            lib, layout=choice("layout", _LAYOUTS, layout), **switches)
        if view is not None:
            options.set_fields(view=view_of(view))
        for name, labels in (("question_label", question_labels),
                             ("sql_label", sql_labels)):
            at, _, count = checked_texts(f"{name}s", labels or [])
            options.set_fields(**{f"{name}s": at if count else None,
                            f"{name}_count": count})
        self._own(lib.t2sed_graph_builder_new(options))

    def _own(self, memory: Memory) -> "GraphBuilder":
        super().__init__(memory)
        self._question = ""
        return self

    def set_question(self, question: "str | Question",
                     schema: Optional[Schema] = None) -> None:
        """Sets the question whose candidates are built next. The schema, which
        is kept alive, resolves names in queries."""
        asked = as_question(question)
        lib.t2sed_graph_builder_set_question(self, asked, schema)
        self._question = asked.whole

    def build(self, query: "Union[str, Sql]") -> Graph:
        """The graph of the present question and a query. Raises Error:
        "ESTATE" (no question is set), "ESYNTAX"..."""
        sql = query if isinstance(query, Sql) else Sql(query)
        return Graph(lib.t2sed_graph_builder_build(self, sql), self._question,
                     sql.sqlite)
