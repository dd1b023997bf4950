#!/usr/bin/env python3
"""Graphs of real queries against a construction of their own.

Reads the S-expressions of the conformance file (`simplified`), draws up nodes
and edges from them in a few lines of Python, and compares with what the
library makes of the query's text, as t2sed_graph_print gives it. Prints TAP.
"""

import ctypes
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
TREES = os.path.join(ROOT, "..", "shared", "conformance", "sql_trees.jsonl")
LIBRARY = os.path.join(ROOT, os.environ.get("BUILD", "build"), "lib",
                       "libt2sed.so")
LABELS = ("select_core expr from_clause where_clause select_stmt "
          "result_clause order_by_stmt ordering_term group_by_clause "
          "join_clause limit_stmt").split()
QUESTION = "Is this right ?"
TOKEN = re.compile(r'\(([a-z_]+)|("(?:[^"\\]|\\.)*")|(\))')


def read_tree(text):
    """A terminal is a str, a non-terminal a list [label, child, ...]."""
    stack = [["top"]]
    for label, terminal, close in TOKEN.findall(text):
        if label:
            stack.append([label])
        elif terminal:
            stack[-1].append(json.loads(terminal))
        elif close:
            node = stack.pop()
            stack[-1].append(node)
    return stack[0][1]


def construct(tree):
    """Terminals, labels, and edges {(low, high, type)} of a tree."""
    terminals, labels, family = [], [], []
    todo = [(tree, None)]
    while todo:
        node, parent = todo.pop()
        if isinstance(node, str):
            family.append((parent, ("terminal", len(terminals))))
            terminals.append(node)
            continue
        me = ("rule", len(labels))
        labels.append(node[0])
        family.append((parent, me))
        todo.extend((child, me) for child in reversed(node[1:]))

    def number(name):
        return name[1] + (len(terminals) if name[0] == "rule" else 0)

    edges = set()
    for parent, child in family:
        if parent is not None:
            a, b = number(parent), number(child)
            edges.add((min(a, b), max(a, b), "syntax"))
    for i in range(len(terminals) - 1):
        edges.add((i, i + 1, "sequence"))
    return terminals, labels, edges


def check(sql, tree, graph):
    """What is wrong with the graph, or None."""
    terminals, labels, edges = construct(tree)
    names = terminals + labels
    component = graph["components"][1]
    nodes = component["nodes"]
    if [node["name"] for node in nodes] != names:
        return "nodes"
    if graph["sql"] != " ".join(terminals):
        return "encoder text"
    numbers = [None] * len(terminals)
    numbers += [LABELS.index(x) + 1 if x in LABELS else 0 for x in labels]
    if [node["label"] for node in nodes] != numbers:
        return "labels"
    both = sorted([a, b, kind] for a, b, kind in edges)
    both = sorted(both + [[b, a, kind] for a, b, kind in edges])
    if sorted(component["edges"]) != both:
        return "edges"
    text, source = graph["sql"].encode(), sql.encode()
    for node in nodes[:len(terminals)]:
        begin, end = node["range"]
        if text[begin:end].decode() != node["name"]:
            return "range"
        begin, end = node["source"]
        written = "".join(source[begin:end].decode().split())
        if written != "".join(node["name"].split()):
            return "source"
    return None


class Library:
    """The few calls that are needed."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.t2sed_free.argtypes = [ctypes.c_void_p]
        self.builder = self.make("t2sed_graph_builder_new", None)
        question = self.make("t2sed_question_new", QUESTION.encode())
        self.call("t2sed_graph_builder_set_question", self.builder, question,
                  None)
        self.lib.t2sed_question_free(question)

    def call(self, name, *arguments):
        error = ctypes.create_string_buffer(512)
        status = getattr(self.lib, name)(*arguments, error)
        if status:
            raise RuntimeError("%s: status %d" % (name, status))

    def make(self, name, *arguments):
        out = ctypes.c_void_p()
        self.call(name, ctypes.byref(out), *arguments)
        return out

    def graph(self, sql):
        query = self.make("t2sed_sql_parse", sql.encode())
        graph = self.make("t2sed_graph_builder_build", self.builder, query)
        text = ctypes.c_void_p()
        self.call("t2sed_graph_print", ctypes.byref(text), None, graph, 0)
        result = json.loads(ctypes.string_at(text.value).decode())
        self.lib.t2sed_free(text)
        self.lib.t2sed_graph_free(graph)
        self.lib.t2sed_sql_free(query)
        return result


def main():
    name = "graphs of the conformance queries"
    print("1..1")
    if not os.path.exists(TREES):
        print("ok 1 - %s # SKIP no %s" % (name, TREES))
        return 0
    library = Library(LIBRARY)
    agree, total, complaints = 0, 0, []
    with open(TREES, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            total += 1
            try:
                wrong = check(row["sql"], read_tree(row["simplified"]),
                              library.graph(row["sql"]))
            except RuntimeError as failure:
                wrong = str(failure)
            if wrong:
                complaints.append("%s: %s" % (wrong, row["sql"]))
            agree += not wrong
    print("# %d of %d agree" % (agree, total))
    for complaint in complaints[:10]:
        print("# " + complaint.replace("\n", " "))
    print("%s 1 - %s" % ("ok" if agree == total else "not ok", name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
