"""What a query consists of, and in which parts two queries differ.

Aliases are resolved, names are in lower case, columns that a chain of foreign
keys connects are one, join conditions are told from others wherever they stand,
count(x) is count(*), and the direction ASC is left out. Plain Python.
"""
from collections import Counter
from typing import NamedTuple

from query_tree import bare, children, label, name, sources, walk, words

NESTED = "(query)"
AGGREGATES = ("max", "min", "count", "sum", "avg")
OPERATORS = {"==": "=", "<>": "!="}


class Names:
    """The tables and columns of a schema of tables.json; `keys`: columns that
    foreign keys connect are one."""

    def __init__(self, schema, keys=True):
        tables = [table.lower() for table in schema["table_names_original"]]
        self.columns = {table: set() for table in tables}
        self.keys = {}
        for owner, column in schema["column_names_original"]:
            if owner >= 0:
                self.columns[tables[owner]].add(column.lower())
        for pair in schema["foreign_keys"] if keys else ():
            ends = []
            for at in pair:
                owner, column = schema["column_names_original"][at]
                ends.append(self.key(f"{tables[owner]}.{column.lower()}"))
            self.keys[max(ends)] = min(ends)

    def key(self, column):
        """What stands for all columns that are keys of this one."""
        while self.keys.get(column, column) != column:
            column = self.keys[column]
        return column

    def place(self, owner, column, scope):
        """"table.column", by what stands for its keys; the bare column where
        no table of the scope ({alias: table}) has it."""
        if owner is not None:
            table = scope.get(owner, owner)
        else:
            table = next((table for table in scope.values()
                          if column in self.columns.get(table, ())), None)
        return self.key(f"{table}.{column}") if table else column

    def has(self, column, scope):
        return any(column in self.columns.get(table, ())
                   for table in scope.values())


class Core(NamedTuple):
    """One SELECT with its clauses; lists may hold equal things twice."""
    selected: list    # (aggregate, DISTINCT within it, what)
    distinct: bool
    tables: list
    joins: set        # frozensets of two columns that differ
    outer: bool       # a LEFT JOIN and the like
    where: list       # (what, operator, with what)
    connectives: int  # ORs
    group: list
    having: list      # as where
    order: list       # (what, descending)
    limit: str        # "" for none


class Query(NamedTuple):
    compounds: list   # UNION, INTERSECT, EXCEPT
    nested: int       # queries within conditions, FROM and so on
    cores: list       # as they stand


def literal(text):
    """A literal so that equal values are equal."""
    if text[0] in "'\"":
        return repr(text[1:-1])
    try:
        return f"{float(text):g}"
    except ValueError:
        return text.upper()


class Reader:
    def __init__(self, names):
        self.names = names

    def text(self, node, scope):
        """An expression in one normal form."""
        if "text" in node:
            return node["text"].lower()
        kind = label(node)
        if kind == "select_stmt":
            return NESTED
        if kind == "literal_value":
            return literal(words(node)[0])
        columns = children(node, "column_name")
        if columns:
            raw, owner = words(columns[0])[0], children(node, "table_name")
            column = bare(raw)
            if raw[0] in "'\"" and not owner and \
                    not self.names.has(column, scope):
                return literal(raw)
            return self.names.place(name(owner[0]) if owner else None, column,
                                    scope)
        inner = node.get("children", ())
        if kind == "expr" and len(inner) == 3 and \
                inner[0].get("text") == "(":
            return self.text(inner[1], scope)
        return " ".join(self.text(child, scope) for child in inner)

    def item(self, node, scope):
        """(aggregate, DISTINCT within it, what) of a selected item."""
        if label(node) == "result_column":
            inner = [child for child in node["children"]
                     if label(child) != "column_alias" and
                     child.get("text", "").upper() != "AS"]
            if len(inner) > 1:
                return "", False, "*"
            return self.item(inner[0], scope) if "text" not in inner[0] \
                else ("", False, inner[0]["text"])
        function = children(node, "function_name")
        if function and name(function[0]) in AGGREGATES:
            called = name(function[0])
            inside = node["children"][2:-1]
            distinct = inside and inside[0].get("text", "").upper() == \
                "DISTINCT"
            what = " ".join(self.text(part, scope) for part in
                            inside[bool(distinct):])
            if called == "count" and not distinct:
                what = "*"
            return called, bool(distinct), what
        return "", False, self.text(node, scope)

    def conditions(self, node, scope, found, joins):
        """Adds what AND and OR connect; returns the number of ORs."""
        inner = node.get("children", ())
        texts = [child.get("text", "").upper() for child in inner]
        if len(inner) == 3 and texts[1] in ("AND", "OR"):
            return (texts[1] == "OR") + sum(
                self.conditions(inner[at], scope, found, joins)
                for at in (0, 2))
        if len(inner) == 3 and texts[0] == "(" and label(inner[1]) == "expr":
            return self.conditions(inner[1], scope, found, joins)
        if len(inner) == 1 and label(inner[0]) == "expr":
            return self.conditions(inner[0], scope, found, joins)
        sides = [child for child in inner if "text" not in child]
        signs = " ".join(text for text in texts if text not in ("", "(", ")"))
        signs = OPERATORS.get(signs, signs)
        texts = [self.value(side, scope) for side in sides]
        if signs == "=" and len(sides) == 2 and \
                all(children(side, "column_name") for side in sides) and \
                not texts[1].startswith("'"):
            if texts[0] != texts[1]:
                joins.add(frozenset(texts))
            return 0
        found.append((texts[0] if texts else "", signs, " ".join(texts[1:])))
        return 0

    def value(self, node, scope):
        aggregate, distinct, what = self.item(node, scope)
        if not aggregate:
            return what
        return f"{aggregate}({'distinct ' * distinct}{what})"

    def core(self, node):
        known = sources(node)
        scope = {alias: table or alias for alias, table in known}
        stop = ("select_stmt",)
        selected, where, having, joins = [], [], [], set()
        ors = 0
        for clause in children(node, "result_clause"):
            selected = [self.item(column, scope)
                        for column in children(clause, "result_column")]
        for clause in children(node, "from_clause"):
            for constraint in walk(clause, stop):
                if label(constraint) == "join_constraint":
                    for expr in children(constraint, "expr"):
                        ors += self.conditions(expr, scope, where, joins)
        for clause in children(node, "where_clause"):
            for expr in children(clause, "expr"):
                ors += self.conditions(expr, scope, where, joins)
        group = []
        for clause in children(node, "group_by_clause"):
            at_having = False
            for child in clause["children"]:
                at_having |= child.get("text", "").upper() == "HAVING"
                if label(child) == "expr" and at_having:
                    self.conditions(child, scope, having, joins)
                elif label(child) == "expr":
                    group.append(self.text(child, scope))
        outer = any(word.upper() in ("LEFT", "RIGHT", "FULL")
                    for clause in children(node, "from_clause")
                    for operator in walk(clause, stop)
                    if label(operator) == "join_operator"
                    for word in words(operator))
        return Core(selected, any(child.get("text", "").upper() == "DISTINCT"
                                  for child in node["children"]),
                    [table or NESTED for _, table in known], joins, outer,
                    where, ors, group, having, [], ""), scope

    def query(self, tree):
        """Reads a tree of query_tree.parse."""
        compounds, cores = [], []
        for node in walk(tree):
            if label(node) != "select_stmt":
                continue
            compounds += [" ".join(words(operator)).upper()
                          for operator in children(node, "compound_operator")]
            own = [self.core(core) for core in children(node, "select_core")]
            if not own:
                continue
            order, limit = [], ""
            for clause in children(node, "order_by_stmt"):
                for term in children(clause, "ordering_term"):
                    order.append((
                        self.value(term["children"][0], own[0][1]),
                        any(name(way) == "desc"
                            for way in children(term, "asc_desc"))))
            for clause in children(node, "limit_stmt"):
                limit = " ".join(words(clause)[1:])
            cores += [core._replace(order=order, limit=limit) if at == 0
                      else core for at, (core, _) in enumerate(own)]
        return Query(sorted(compounds), len(cores) - len(compounds) - 1, cores)


# --- differences ---

def left_over(gold, found):
    """What is only in the one, and only in the other, as multisets."""
    gold, found = Counter(gold), Counter(found)
    return list((gold - found).elements()), list((found - gold).elements())


def pair_off(gold, found, alike):
    """Takes out pairs that are alike; returns these."""
    pairs = []
    for one in list(gold):
        for other in found:
            if alike(one, other):
                gold.remove(one)
                found.remove(other)
                pairs.append((one, other))
                break
    return pairs


def show(part):
    """A part as a few words."""
    if isinstance(part, frozenset):
        return " = ".join(sorted(part))
    if isinstance(part, tuple) and len(part) == 3 and \
            isinstance(part[1], bool):
        aggregate, distinct, what = part
        return f"{aggregate}({'distinct ' * distinct}{what})" if aggregate \
            else what
    if isinstance(part, tuple) and len(part) == 2:
        return f"{part[0]} {'desc' if part[1] else 'asc'}"
    return " ".join(part) if isinstance(part, tuple) else str(part)


def amount(found, kind, gold, got):
    """Notes what is missing, too many, or another, in two rests."""
    for one, other in zip(gold, got):
        found.append((f"{kind}: another", show(one), show(other)))
    for one in gold[len(got):]:
        found.append((f"{kind}: missing", show(one), ""))
    for other in got[len(gold):]:
        found.append((f"{kind}: too many", "", show(other)))


def selected_differences(found, gold, got):
    one, other = left_over(gold.selected, got.selected)
    for kind, alike in (
            ("DISTINCT", lambda a, b: a[0] == b[0] and a[1] != b[1]),
            ("SELECT: aggregate", lambda a, b: a[2] == b[2] or
             (a[0] != b[0] and "*" in (a[2], b[2])))):
        found += [(kind, show(a), show(b))
                  for a, b in pair_off(one, other, alike)]
    amount(found, "SELECT: column", one, other)
    if gold.distinct != got.distinct:
        found.append(("DISTINCT", *("distinct" * core.distinct
                                    for core in (gold, got))))


def condition_differences(found, kind, gold, got):
    one, other = left_over(gold, got)
    for what, alike in (
            ("value, by case alone", lambda a, b: a[:2] == b[:2] and
             a[2].lower() == b[2].lower()),
            ("value", lambda a, b: a[:2] == b[:2]),
            ("operator", lambda a, b: a[0] == b[0]),
            ("column", lambda a, b: a[2] == b[2] and a[2] != "")):
        found += [(f"{kind}: {what}", show(a), show(b))
                  for a, b in pair_off(one, other, alike)]
    amount(found, f"{kind}: condition", one, other)


def order_differences(found, gold, got):
    one, other = left_over([what for what, _ in gold.order],
                           [what for what, _ in got.order])
    amount(found, "ORDER BY", one, other)
    ways, other_ways = left_over(gold.order, got.order)
    found += [("ORDER BY: direction", show(a), show(b)) for a, b in
              pair_off(ways, other_ways, lambda a, b: a[0] == b[0])]
    if bool(gold.limit) != bool(got.limit):
        found.append((f"LIMIT: {'missing' if gold.limit else 'too many'}",
                      gold.limit, got.limit))
    elif gold.limit != got.limit:
        found.append(("LIMIT: number", gold.limit, got.limit))


def core_differences(found, gold, got):
    selected_differences(found, gold, got)
    tables = left_over(gold.tables, got.tables)
    amount(found, "FROM: table", *tables)
    if not any(tables) and gold.joins != got.joins:
        found.append(("FROM: join condition",
                      ", ".join(map(show, gold.joins - got.joins)),
                      ", ".join(map(show, got.joins - gold.joins))))
    if gold.outer != got.outer:
        found.append(("FROM: outer join", *("outer join" * core.outer
                                            for core in (gold, got))))
    condition_differences(found, "WHERE", gold.where, got.where)
    if gold.connectives != got.connectives and \
            len(gold.where) == len(got.where):
        found.append(("WHERE: AND, OR", *(f"{core.connectives} times OR"
                                          for core in (gold, got))))
    amount(found, "GROUP BY", *left_over(gold.group, got.group))
    condition_differences(found, "HAVING", gold.having, got.having)
    order_differences(found, gold, got)


def differences(gold, got):
    """[(kind, part of gold, part of got)] for two Query; where set operations
    or nesting differ, nothing else is compared."""
    found = []
    if gold.compounds != got.compounds:
        found.append(("set operation", " ".join(gold.compounds),
                      " ".join(got.compounds)))
    elif gold.nested != got.nested:
        kind = "missing" if gold.nested > got.nested else "too many"
        found.append((f"nested query: {kind}", "", ""))
    else:
        for one, other in zip(gold.cores, got.cores):
            core_differences(found, one, other)
    return found
