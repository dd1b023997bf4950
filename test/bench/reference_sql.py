"""SQL for reference.py: tokens, recursive descent, simplification.

A tree is (rule, [children]), a terminal is a string.
"""
import re

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


# What a model's config says nothing of.
VIEW = {"collapse_unary": True, "keep_join_constraints": False,
        "keep_punctuation": False, "merge_dots": True}


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
