"""Graphs for reference.py, and batches of them."""
import re

WORD = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
EDGE_SELF, EDGE_SYNTAX, EDGE_SEQUENCE = 0, 3, 4
EDGE_TYPES = 7


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
