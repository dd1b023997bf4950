#!/usr/bin/env python3
"""The same work as libt2sed's scoring path, done the usual way in Python.

Tokenise with Hugging Face `tokenizers`, parse the SQL in Python, build the
graphs, batch them, and run `transformers`' encoder and PyTorch Geometric's
GATv2Conv on PyTorch. This is what a careful user of these libraries would
write: evaluation mode, inference mode, fast tokenizer, one padded batch a beam,
nothing computed twice. `make bench` compares the library with it. Of a model
with an evidence branch it does the text branch alone.

    reference.py MODEL_DIR [--precision fp32|bf16] [--threads N] [--repeat N]
                 [--beam FILE] [--scores]

The beam is one JSON object {"question": ..., "candidates": [{"sql": ...}]};
without --beam it is one of five candidates and about 250 tokens in all. Prints
one line of JSON: the median of each stage in milliseconds a beam, and versions;
with --scores the probabilities too.
"""
import argparse
import json
import os
import re
import statistics
import sys
import time

# ---------------------------------------------------------------------------
# SQL: tokens, recursive descent, simplification. A tree is (rule, [children]),
# a terminal is a string.

SQL_TOKEN = re.compile(
    r"""\s+|--[^\n]*|/\*.*?\*/
      |(?P<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])
      |(?P<string>[xX]?'(?:[^']|'')*')
      |(?P<number>0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)
      |(?P<word>[^\W\d][\w$]*)
      |(?P<mark>\|\||<>|<=|>=|!=|==|<<|>>|[-+*/%=<>(),.;~&|])""",
    re.VERBOSE | re.DOTALL)

RESERVED = frozenset(
    """ALL AND AS BETWEEN CASE COLLATE CROSS DISTINCT ELSE END ESCAPE EXCEPT
    EXISTS FROM FULL GLOB GROUP HAVING IN INNER INTERSECT IS ISNULL JOIN LEFT
    LIKE LIMIT NATURAL NOT NOTNULL NULL OFFSET ON OR ORDER OUTER REGEXP
    RIGHT SELECT THEN UNION USING WHEN WHERE WINDOW""".split())

JOIN_WORDS = ("LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "OUTER")

# Binary operators by how tightly they bind; 3 is the level of "=", where the
# operators written as words stand too.
BINDING = {
    operator: level for level, operators in (
        (1, "OR"), (2, "AND"), (3, "= == != <>"), (4, "< <= > >="),
        (5, "<< >> & |"), (6, "+ -"), (7, "* / %"), (8, "||"))
    for operator in operators.split()}
EQUALITY = 3
TIGHTEST = 9


class SyntaxFailure(ValueError):
    """The text is not a query that this parser knows."""


class Parser:
    """One SELECT statement to a parse tree, with the rule names of the
    paper's Appendix D and SQLite's precedence."""

    def __init__(self, text):
        self.kinds, self.texts, self.upper = [], [], []
        position = 0
        while position < len(text):
            match = SQL_TOKEN.match(text, position)
            if match is None:
                raise SyntaxFailure(f"unrecognized token at {position}")
            position = match.end()
            if match.lastgroup:
                word = match.group()
                self.kinds.append(match.lastgroup)
                self.texts.append(word)
                self.upper.append(
                    word if match.lastgroup in ("name", "string")
                    else word.upper())
        while self.upper and self.upper[-1] == ";":
            for tokens in (self.kinds, self.texts, self.upper):
                tokens.pop()
        for tokens in (self.kinds, self.texts, self.upper):
            tokens.extend(("end",) * 3)
        self.at = 0

    def take(self):
        self.at += 1
        return self.texts[self.at - 1]

    def sees(self, *words):
        return self.upper[self.at] in words

    def accept(self, *words):
        return [self.take()] if self.sees(*words) else []

    def expect(self, word):
        if not self.sees(word):
            raise SyntaxFailure(
                f"expected {word} before {self.texts[self.at]!r}")
        return self.take()

    def sees_name(self, ahead=0):
        kind = self.kinds[self.at + ahead]
        return (kind == "name" or
                kind == "word" and self.upper[self.at + ahead] not in RESERVED)

    def name(self, rule):
        if not (self.sees_name() or self.kinds[self.at] == "string"):
            raise SyntaxFailure(f"expected a name at {self.texts[self.at]!r}")
        return (rule, [("any_name", [self.take()])])

    def listed(self, item):
        children = [item()]
        while self.sees(","):
            children += [self.take(), item()]
        return children

    def two_words(self, second):
        return self.take() + " " + self.expect(second)

    # Statements and clauses.

    def statement(self):
        tree = self.select()
        if self.kinds[self.at] != "end":
            raise SyntaxFailure(f"near {self.texts[self.at]!r}")
        return tree

    def select(self):
        children = []
        if self.sees("WITH"):
            children.append(("common_table_stmt", [self.take()]
                             + self.accept("RECURSIVE")
                             + self.listed(self.common_table)))
        children.append(self.core())
        while self.sees("UNION", "INTERSECT", "EXCEPT"):
            children.append(
                ("compound_operator", [self.take()] + self.accept("ALL")))
            children.append(self.core())
        if self.sees("ORDER"):
            children.append(("order_by_stmt", [self.two_words("BY")]
                             + self.listed(self.ordering_term)))
        if self.sees("LIMIT"):
            limit = [self.take(), self.expression()]
            if self.sees("OFFSET", ","):
                limit += [self.take(), self.expression()]
            children.append(("limit_stmt", limit))
        return ("select_stmt", children)

    def common_table(self):
        children = [self.name("table_name")]
        if self.sees("("):
            children += [self.take(),
                         *self.listed(lambda: self.name("column_name")),
                         self.expect(")")]
        children += [self.expect("AS"), self.expect("("), self.select(),
                     self.expect(")")]
        return ("common_table_expression", children)

    def core(self):
        children = [self.expect("SELECT")] + self.accept("DISTINCT", "ALL")
        children.append(("result_clause", self.listed(self.result_column)))
        if self.sees("FROM"):
            children.append(("from_clause", [self.take()] + self.sources()))
        if self.sees("WHERE"):
            children.append(("where_clause",
                             [self.take(), self.expression()]))
        group = []
        if self.sees("GROUP"):
            group = [self.two_words("BY")] + self.listed(self.expression)
        if self.sees("HAVING"):
            group += [self.take(), self.expression()]
        if group:
            children.append(("group_by_clause", group))
        return ("select_core", children)

    def result_column(self):
        if self.sees("*"):
            return ("result_column", [self.take()])
        if (self.sees_name() and
                self.upper[self.at + 1:self.at + 3] == [".", "*"]):
            return ("result_column",
                    [self.name("table_name"), self.take(), self.take()])
        children = [self.expression()] + self.accept("AS")
        if (len(children) == 2 or self.sees_name() or
                self.kinds[self.at] == "string"):
            children.append(("column_alias", [self.take()]))
        return ("result_column", children)

    def sources(self):
        items, joined = [self.source()], False
        while True:
            if self.sees(","):
                items += [self.take(), self.source()]
            elif self.sees("JOIN", *JOIN_WORDS):
                joined, operator = True, []
                while self.sees(*JOIN_WORDS):
                    operator.append(self.take())
                operator.append(self.expect("JOIN"))
                items += [("join_operator", operator), self.source()]
                if self.sees("ON"):
                    items.append(("join_constraint",
                                  [self.take(), self.expression()]))
                elif self.sees("USING"):
                    items.append(("join_constraint", [
                        self.take(), self.expect("("),
                        *self.listed(lambda: self.name("column_name")),
                        self.expect(")")]))
            else:
                return [("join_clause", items)] if joined else items

    def source(self):
        if self.sees("("):
            children = [self.take()]
            children += ([self.select()] if self.sees("SELECT", "WITH")
                         else self.sources())
            children.append(self.expect(")"))
        else:
            children = [self.name("table_name")]
        if self.sees("AS"):
            children += [self.take(), self.name("table_alias")]
        elif self.sees_name():
            children.append(self.name("table_alias"))
        return ("table_or_subquery", children)

    def ordering_term(self):
        children = [self.expression()]
        if self.sees("ASC", "DESC"):
            children.append(("asc_desc", [self.take()]))
        if self.sees("NULLS"):
            children += [self.take(), self.take()]
        return ("ordering_term", children)

    # Expressions: precedence climbing.

    def expression(self, loosest=1):
        if self.sees("NOT") and self.upper[self.at + 1] != "EXISTS":
            left = ("expr", [("unary_operator", [self.take()]),
                             self.expression(EQUALITY)])
        else:
            left = self.operand()
        while True:
            level = BINDING.get(self.upper[self.at])
            if level is not None and level >= loosest:
                left = ("expr",
                        [left, self.take(), self.expression(level + 1)])
            elif level is None and loosest <= EQUALITY and self.sees(
                    "IS", "IN", "LIKE", "GLOB", "REGEXP", "MATCH", "BETWEEN",
                    "ISNULL", "NOTNULL", "NOT"):
                left = self.comparison_in_words(left)
            elif self.sees("COLLATE"):
                left = ("expr", [left, self.take(),
                                 self.name("collation_name")])
            else:
                return left

    def comparison_in_words(self, left):
        children = [left] + self.accept("NOT")
        operator = self.upper[self.at]
        children.append(self.take())
        tighter = EQUALITY + 1
        if operator == "IS":
            children += self.accept("NOT")
            children.append(self.expression(tighter))
        elif operator == "BETWEEN":
            children += [self.expression(tighter), self.expect("AND"),
                         self.expression(tighter)]
        elif operator in ("LIKE", "GLOB", "REGEXP", "MATCH"):
            children.append(self.expression(tighter))
            if self.sees("ESCAPE"):
                children += [self.take(), self.expression(tighter)]
        elif operator == "IN":
            if self.sees("("):
                children.append(self.parenthesised())
            else:
                children.append(self.name("table_name"))
        elif operator not in ("NULL", "ISNULL", "NOTNULL"):
            raise SyntaxFailure(f"near {operator!r}")
        return ("expr", children)

    def parenthesised(self):
        children = [self.expect("(")]
        if self.sees("SELECT", "WITH"):
            children.append(self.select())
        elif not self.sees(")"):
            children += self.listed(self.expression)
        return ("expr", children + [self.expect(")")])

    def operand(self):
        kind, word = self.kinds[self.at], self.upper[self.at]
        if kind in ("number", "string") or word == "NULL":
            return ("expr", [("literal_value", [self.take()])])
        if word in ("-", "+", "~"):
            return ("expr", [("unary_operator", [self.take()]),
                             self.expression(TIGHTEST)])
        if word == "(":
            return self.parenthesised()
        if word in ("EXISTS", "NOT"):
            return ("expr", self.accept("NOT") + [
                self.expect("EXISTS"), self.expect("("), self.select(),
                self.expect(")")])
        if word == "CASE":
            return self.case()
        if word == "CAST" and self.upper[self.at + 1] == "(":
            return self.cast()
        if self.sees_name():
            return self.name_or_call()
        raise SyntaxFailure(f"near {self.texts[self.at]!r}")

    def name_or_call(self):
        if self.upper[self.at + 1] == ".":
            return ("expr", [self.name("table_name"), self.take(),
                             self.name("column_name")])
        if self.upper[self.at + 1] != "(":
            return ("expr", [self.name("column_name")])
        children = [self.name("function_name"), self.take()]
        if self.sees("*"):
            children.append(self.take())
        elif not self.sees(")"):
            children += self.accept("DISTINCT")
            children += self.listed(self.expression)
        children.append(self.expect(")"))
        if self.sees("OVER"):
            children += [self.take(), self.window()]
        return ("expr", children)

    def window(self):
        children = [self.expect("(")]
        if self.sees("PARTITION"):
            children += [self.two_words("BY")] + self.listed(self.expression)
        if self.sees("ORDER"):
            children += [self.two_words("BY")]
            children += self.listed(self.ordering_term)
        return ("window_defn", children + [self.expect(")")])

    def case(self):
        children = [self.take()]
        if not self.sees("WHEN"):
            children.append(self.expression())
        while self.sees("WHEN"):
            children += [self.take(), self.expression(), self.expect("THEN"),
                         self.expression()]
        if self.sees("ELSE"):
            children += [self.take(), self.expression()]
        return ("expr", children + [self.expect("END")])

    def cast(self):
        children = [self.take(), self.take(), self.expression(),
                    self.expect("AS")]
        words = [("name", [("any_name", [self.take()])])]
        while self.sees_name():
            words.append(("name", [("any_name", [self.take()])]))
        return ("expr", children + [("type_name", words), self.expect(")")])


def simplify(tree, view):
    """The tree under a view's switches, or None where nothing is left."""
    if isinstance(tree, str):
        if not view["keep_punctuation"] and (
                tree in (",", "(", ")") or tree.upper() == "JOIN"):
            return None
        return tree
    rule, children = tree
    if view["collapse_unary"] and len(children) == 1:
        return simplify(children[0], view)
    if rule == "join_constraint" and not view["keep_join_constraints"]:
        return None
    if (view["merge_dots"] and rule == "expr" and len(children) == 3
            and children[1] == "."):
        return "".join(terminals(tree))
    kept = [simplify(child, view) for child in children]
    return (rule, [child for child in kept if child is not None])


def terminals(tree):
    if isinstance(tree, str):
        return [tree]
    return [word for child in tree[1] for word in terminals(child)]


# ---------------------------------------------------------------------------
# Graphs and batches.

WORD = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
EDGE_SELF, EDGE_SYNTAX, EDGE_SEQUENCE = 0, 3, 4
EDGE_TYPES = 7
VIEW = {"collapse_unary": True, "keep_join_constraints": False,
        "keep_punctuation": False, "merge_dots": True}


class Graph:
    """Terminals first, in text order, then non-terminals in pre-order; edges
    both ways, each once, and self-loops."""

    def __init__(self, words, tree=None, labels=(), edges=None):
        edges = edges or {}
        self.words, self.labels, pairs = list(words), [], []
        if tree is not None:
            rules = []
            self._number(tree, rules, pairs)
            first = len(self.words)
            if edges.get("syntax", True):
                self.labels = [labels.get(rule, 0) for rule in rules]
                pairs = [(first + parent, child if leaf else first + child,
                          EDGE_SYNTAX) for parent, child, leaf in pairs]
            else:
                pairs = []
        if edges.get("sequence", True):
            pairs += [(i, i + 1, EDGE_SEQUENCE)
                      for i in range(len(self.words) - 1)]
        self.pairs = pairs
        self.node_count = len(self.words) + len(self.labels)

    def _number(self, tree, rules, pairs, parent=None):
        leaf = isinstance(tree, str)
        if leaf:
            number = len(self.words)
            self.words.append(tree)
        else:
            number = len(rules)
            rules.append(tree[0])
        if parent is not None:
            pairs.append((parent, number, leaf))
        if not leaf:
            for child in tree[1]:
                self._number(child, rules, pairs, number)

    def edge_list(self, typed):
        edges = {}
        for a, b, kind in self.pairs:
            for pair in ((a, b), (b, a)):
                edges.setdefault(pair + ((kind,) if typed else ()), kind)
        loops = [(i, i, EDGE_SELF) for i in range(self.node_count)]
        return [key[:2] + (kind,) for key, kind in edges.items()] + loops


def word_of_pieces(words, encoding):
    """For every token of the words joined by blanks, the word it is of."""
    starts, position = [], 0
    for word in words:
        starts.append(position)
        position += len(word) + 1
    owners, at = [], 0
    for begin, end in encoding.offsets:
        # A byte-level token may begin with the blank before its word.
        last = max(begin, end - 1)
        while at + 1 < len(starts) and starts[at + 1] <= last:
            at += 1
        owners.append(at)
    return owners


def batch_graphs(torch, graphs, pieces, width, typed):
    """All graphs side by side. pieces[g] is (offset, owners): where in the
    sequence the graph's tokens begin, and the terminal of each."""
    token, node, share, label, owner, edges = [], [], [], [], [], []
    first = 0
    for g, (graph, (offset, owners)) in enumerate(zip(graphs, pieces)):
        count = [0] * len(graph.words)
        for word in owners:
            count[word] += 1
        token += range(g * width + offset, g * width + offset + len(owners))
        node += [first + word for word in owners]
        share += [1.0 / count[word] for word in owners]
        label += [-1] * len(graph.words) + graph.labels
        owner += [g] * graph.node_count
        edges += [(first + a, first + b, kind)
                  for a, b, kind in graph.edge_list(typed)]
        first += graph.node_count
    edges = torch.tensor(edges, dtype=torch.long).t()
    return {"token": torch.tensor(token), "node": torch.tensor(node),
            "share": torch.tensor(share).unsqueeze(1),
            "label": torch.tensor(label), "owner": torch.tensor(owner),
            "edges": edges[:2].contiguous(), "kinds": edges[2],
            "graphs": len(graphs)}


# ---------------------------------------------------------------------------
# The model.

def build_modules(torch, geometric, config, tensors):
    """The encoder, the graph stacks and the head, with their weights."""
    import transformers

    ours = config.get("t2sed", {})
    graph = ours.get("graph", {})
    layout = graph.get("layout", "separate")
    if layout == "joint" or graph.get("readout", "mean") != "mean":
        sys.exit("reference.py: only layouts none and separate, mean readout")
    if ours.get("evidence") and not ours.get("evidence_hidden"):
        sys.exit("reference.py: evidence inside the head is not covered")
    nn = torch.nn
    family = {"bert": (transformers.BertConfig, transformers.BertModel),
              "roberta": (transformers.RobertaConfig,
                          transformers.RobertaModel)}[config["model_type"]]
    encoder = family[1](family[0].from_dict(config), add_pooling_layer=False)
    hidden = config["hidden_size"]

    class Stack(nn.Module):
        """GATv2 layers over one kind of graph, read out by the mean."""

        def __init__(self, prefix):
            super().__init__()
            rows = tensors[f"{prefix}_labels.weight"].shape[0]
            self.labels = nn.Embedding(rows, hidden, padding_idx=0)
            self.typed = f"{prefix}_graph.layers.0.edge_types.weight" in tensors
            self.residual = graph.get("residual", False)
            names = {name.split(".")[2] for name in tensors
                     if name.startswith(f"{prefix}_graph.layers.")}
            heads = tensors[f"{prefix}_graph.layers.0.att"].shape[1]
            self.layers = nn.ModuleList(
                geometric.GATv2Conv(
                    hidden, hidden // heads, heads=heads,
                    add_self_loops=False,
                    edge_dim=EDGE_TYPES if self.typed else None)
                for _ in names)

        def forward(self, vectors, batch):
            pieces = vectors[batch["token"]] * batch["share"]
            x = vectors.new_zeros(len(batch["label"]), vectors.shape[1])
            x = x.index_add(0, batch["node"], pieces)
            inner = batch["label"] >= 0
            x[inner] = self.labels(batch["label"][inner])
            kinds = None
            if self.typed:
                kinds = nn.functional.one_hot(
                    batch["kinds"], EDGE_TYPES).to(x.dtype)
            for layer in self.layers:
                y = nn.functional.gelu(layer(x, batch["edges"], kinds))
                x = x + y if self.residual else y
            return geometric.global_mean_pool(x, batch["owner"],
                                              batch["graphs"])

    class Scorer(nn.Module):
        """From token vectors and graphs to logits."""

        def __init__(self):
            super().__init__()
            self.stacks = nn.ModuleDict(
                {} if layout == "none" else
                {name: Stack(name) for name in ("question", "sql")})
            size = tensors["head.out.weight"].shape[1]
            self.dense = nn.Linear(size, size)
            self.out = nn.Linear(size, 1)

        def forward(self, vectors, graphs):
            if layout == "none":
                pooled = vectors[:, 0]
            else:
                flat = vectors.reshape(-1, vectors.shape[-1])
                pooled = torch.cat([stack(flat, graphs[name]) for name, stack
                                    in self.stacks.items()], 1)
            return self.out(torch.tanh(self.dense(pooled))).squeeze(1)

    scorer = Scorer()
    load(encoder, {name.replace("encoder.embeddings.", "embeddings.", 1): value
                   for name, value in tensors.items()
                   if name.startswith("encoder.")})
    renamed = {}
    for name, value in tensors.items():
        if name.endswith(".edge_types.weight"):
            name = name.replace(".edge_types.", ".lin_edge.")
            value = value.t().contiguous()
        for prefix in ("question", "sql"):
            name = name.replace(f"{prefix}_labels.", f"stacks.{prefix}.labels.")
            name = name.replace(f"{prefix}_graph.", f"stacks.{prefix}.")
        if name.startswith("head."):
            name = name[len("head."):]
        if not name.startswith(("encoder.", "clause_head.", "evidence.",
                                "fusion.")):
            renamed[name] = value
    load(scorer, renamed)
    return encoder, scorer, layout


def load(module, weights):
    report = module.load_state_dict(
        {name: value.float() for name, value in weights.items()}, strict=False)
    missing = [name for name in report.missing_keys
               if not name.endswith(("position_ids", "token_type_ids"))]
    if missing or report.unexpected_keys:
        sys.exit(f"reference.py: missing weights {missing}, "
                 f"unexpected {report.unexpected_keys}")


def open_tokenizer(directory):
    import tokenizers

    def path(name):
        return os.path.join(directory, name)

    if os.path.exists(path("tokenizer.json")):
        return tokenizers.Tokenizer.from_file(path("tokenizer.json"))
    if os.path.exists(path("vocab.txt")):
        lower = True
        if os.path.exists(path("tokenizer_config.json")):
            with open(path("tokenizer_config.json"), encoding="utf-8") as file:
                lower = json.load(file).get("do_lower_case", True)
        return tokenizers.BertWordPieceTokenizer(path("vocab.txt"),
                                                 lowercase=lower)
    return tokenizers.ByteLevelBPETokenizer(path("vocab.json"),
                                            path("merges.txt"))


class Reference:
    """The whole path, a beam at a time; times[stage] collects seconds."""

    def __init__(self, directory, precision):
        import safetensors.torch
        import torch
        import torch_geometric.nn

        self.torch = torch
        with open(os.path.join(directory, "config.json"),
                  encoding="utf-8") as file:
            config = json.load(file)
        tensors = safetensors.torch.load_file(
            os.path.join(directory, "model.safetensors"))
        self.encoder, self.scorer, self.layout = build_modules(
            torch, torch_geometric.nn, config, tensors)
        self.dtype = {"fp32": torch.float32, "bf16": torch.bfloat16}[precision]
        self.encoder.to(self.dtype).eval()
        self.scorer.to(self.dtype).eval()
        self.tokenizer = open_tokenizer(directory)
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        known = self.tokenizer.token_to_id
        self.special = [next(known(name) for name in names
                             if known(name) is not None)
                        for names in (("[CLS]", "<s>"), ("[SEP]", "</s>"),
                                      ("[PAD]", "<pad>"))]
        ours = config.get("t2sed", {})
        self.types = config.get("type_vocab_size", 1) > 1
        self.temperature = ours.get("calibration", {}).get("temperature", 1.0)
        graph = ours.get("graph", {})
        self.edges = graph.get("edges", {})
        self.typed = graph.get("typed", False)
        self.view = {key: graph.get("view", {}).get(key, default)
                     for key, default in VIEW.items()}
        labels = ours.get("labels", {}).get("sql", [])
        self.labels = {label: i + 1 for i, label in enumerate(labels)}
        self.times = {}

    def clock(self, stage, since):
        now = time.perf_counter()
        self.times.setdefault(stage, []).append(now - since)
        return now

    def score(self, beam):
        begin = now = time.perf_counter()
        trees = [simplify(Parser(candidate["sql"]).statement(), self.view)
                 for candidate in beam["candidates"]]
        now = self.clock("sql_parse", now)

        question = Graph(WORD.findall(beam["question"]), edges=self.edges)
        queries = [Graph((), tree, self.labels, self.edges) for tree in trees]
        now = self.clock("graph", now)

        encodings = self.tokenizer.encode_batch(
            [" ".join(graph.words) for graph in [question] + queries],
            add_special_tokens=False)
        now = self.clock("tokenise", now)

        ids, types, mask, graphs = self.batch(question, queries, encodings)
        now = self.clock("batch", now)

        with self.torch.inference_mode():
            inputs = {"input_ids": ids, "attention_mask": mask}
            if self.types:
                inputs["token_type_ids"] = types
            vectors = self.encoder(**inputs).last_hidden_state
            now = self.clock("encoder", now)
            logits = self.scorer(vectors, graphs).float() / self.temperature
            probabilities = self.torch.sigmoid(logits).tolist()
            self.clock("gat", now)
        self.clock("total", begin)
        return probabilities, int(mask.sum())

    def batch(self, question, queries, encodings):
        torch = self.torch
        cls, sep, pad = self.special
        first, rest = encodings[0], encodings[1:]
        width = len(first.ids) + 3 + max(len(sql.ids) for sql in rest)
        ids, types, mask, pieces = [], [], [], []
        owners = word_of_pieces(question.words, first)
        for query, sql in zip(queries, rest):
            left = [cls] + first.ids + [sep]
            right = sql.ids + [sep]
            empty = width - len(left) - len(right)
            ids.append(left + right + [pad] * empty)
            types.append([0] * len(left) + [1] * len(right) + [0] * empty)
            mask.append([1] * (width - empty) + [0] * empty)
            pieces.append((len(left), word_of_pieces(query.words, sql)))
        graphs = {}
        if self.layout != "none":
            graphs["question"] = batch_graphs(
                torch, [question] * len(queries), [(1, owners)] * len(queries),
                width, self.typed)
            graphs["sql"] = batch_graphs(torch, queries, pieces, width,
                                         self.typed)
            for graph in graphs.values():
                graph["share"] = graph["share"].to(self.dtype)
        return (torch.tensor(ids), torch.tensor(types), torch.tensor(mask),
                graphs)


BEAM = {
    "question": "What are the names and the total number of concerts of each "
                "stadium that had more than two concerts in 2014 or after ?",
    "candidates": [{"sql": sql} for sql in (
        "SELECT stadium.name, count(*) FROM stadium JOIN concert ON "
        "stadium.stadium_id = concert.stadium_id WHERE concert.year >= 2014 "
        "GROUP BY stadium.stadium_id HAVING count(*) > 2",
        "SELECT stadium.name, count(*) FROM stadium JOIN concert ON "
        "stadium.stadium_id = concert.stadium_id WHERE concert.year > 2014 "
        "GROUP BY stadium.stadium_id",
        "SELECT name FROM stadium WHERE stadium_id IN (SELECT stadium_id "
        "FROM concert WHERE year >= 2014)",
        "SELECT DISTINCT stadium.name FROM stadium JOIN concert ON "
        "stadium.stadium_id = concert.stadium_id GROUP BY stadium.name "
        "ORDER BY count(*) DESC",
        "SELECT stadium.name, count(*) FROM stadium, concert WHERE "
        "concert.year >= 2014 GROUP BY stadium.name HAVING count(*) > 2",
    )],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a model directory")
    parser.add_argument("--precision", choices=("fp32", "bf16"),
                        default="fp32")
    parser.add_argument("--threads", type=int, default=0,
                        help="within an operator; 0: torch's choice")
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--beam", help="a JSON file with one beam")
    parser.add_argument("--scores", action="store_true")
    options = parser.parse_args()

    begin = time.perf_counter()
    import torch
    if options.threads:
        torch.set_num_threads(options.threads)
    imported = time.perf_counter()
    reference = Reference(options.model, options.precision)
    loaded = time.perf_counter()
    beam = BEAM
    if options.beam:
        with open(options.beam, encoding="utf-8") as file:
            beam = json.load(file)
    for _ in range(3):
        probabilities, tokens = reference.score(beam)
    reference.times.clear()
    for _ in range(options.repeat):
        reference.score(beam)
    result = {stage + "_ms": round(1e3 * statistics.median(seconds), 4)
              for stage, seconds in reference.times.items()}
    result.update(
        candidates=len(beam["candidates"]), tokens=tokens,
        precision=options.precision, threads=torch.get_num_threads(),
        repeat=options.repeat, import_ms=round(1e3 * (imported - begin), 1),
        load_ms=round(1e3 * (loaded - imported), 1), torch=torch.__version__)
    if options.scores:
        result["probabilities"] = probabilities
    print(json.dumps(result))


if __name__ == "__main__":
    main()
