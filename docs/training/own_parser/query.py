"""Tokens as SQL.

Tokens name the tables of a FROM but not how they are joined: they are joined
along foreign keys. Sequences that make no query of the database are told from
those that do: every column must belong to a table of its own SELECT or of one
around it, and tables must be linked.
"""
import re

NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
RESERVED = frozenset(
    "all and as by check default exists from group having in index join key "
    "limit not on or order primary references select table transaction values "
    "where".split())
# What t2sed collect fills in with values of the right query.
VALUE = "value"


class NoQuery(Exception):
    """The tokens are no query of the database."""


def quoted(name):
    """A name as SQL takes it."""
    if NAME.fullmatch(name) and name.lower() not in RESERVED:
        return name
    return f'"{name}"'


class _Scope:
    """The tables of one SELECT's FROM, and those of the columns in it."""

    def __init__(self):
        self.tables, self.used = set(), set()

    def close(self, around):
        known = self.tables.union(*(scope.tables for scope in around))
        if not self.used <= known:
            raise NoQuery("a column of a table that is not in FROM")


class Writer:
    """Writes queries of one database.

    database    a spider.Database.
    vocabulary  a tokens.Vocabulary.
    """

    def __init__(self, database, vocabulary):
        self._database, self._vocabulary = database, vocabulary
        self._tables = [quoted(name) for name in database.tables]
        self._columns = [f"{self._tables[table]}.{quoted(name)}" for table,
                         name in zip(database.owner, database.columns)]

    def write(self, tokens):
        """The query, or None where the tokens make none."""
        try:
            return " ".join(self._parts([self._read(token)
                                         for token in tokens]))
        except NoQuery:
            return None

    def _read(self, token):
        """A word as text, an item as its number."""
        words = self._vocabulary.words
        return words[token] if token < len(words) else token - len(words)

    def _parts(self, tokens):
        """The query's text in parts; tokens are words and items."""
        first_column = len(self._tables)
        scopes, parentheses = [_Scope()], []  # True: a query stands in them
        parts, at = [], 0
        while at < len(tokens):
            token = tokens[at]
            at += 1
            if isinstance(token, int):
                column = token - first_column
                if not 0 <= column < len(self._columns):
                    raise NoQuery("a table outside FROM")
                scopes[-1].used.add(self._database.owner[column])
                parts.append(self._columns[column])
            elif token == "from":
                tables, at = self._tables_from(tokens, at)
                scopes[-1].tables = set(tables)
                parts.append(self._joined(tables))
            elif token == "(":
                parentheses.append(tokens[at:at + 1] == ["select"])
                if parentheses[-1]:
                    scopes.append(_Scope())
                parts.append(token)
            elif token == ")":
                if not parentheses:
                    raise NoQuery("a parenthesis too many")
                if parentheses.pop():
                    scopes.pop().close(scopes)
                parts.append(token)
            elif token in ("union", "except", "intersect"):
                scopes.pop().close(scopes)
                scopes.append(_Scope())
                parts.append(token)
            else:
                parts.append({"STR": VALUE, "NUM": VALUE,
                              "ONE": "1"}.get(token, token))
        if parentheses:
            raise NoQuery("a parenthesis too few")
        scopes.pop().close(scopes)
        return parts

    def _tables_from(self, tokens, at):
        """The tables that are named there, and where they end."""
        tables = []
        while at < len(tokens):
            token = tokens[at]
            if isinstance(token, int) and token < len(self._tables):
                tables.append(token)
            elif token not in ("join", ",") or not tables:
                break
            at += 1
        return tables, at

    def _joined(self, tables):
        """FROM with its tables; none where a query follows."""
        if not tables:
            return "from"
        if len(set(tables)) < len(tables):
            raise NoQuery("a table twice")
        text, done, rest = self._tables[tables[0]], [tables[0]], tables[1:]
        text = f"from {text}"
        while rest:
            table, a, b = self._link(done, rest)
            text += f" join {self._tables[table]} on {self._columns[a]}" \
                f" = {self._columns[b]}"
            done.append(table)
            rest.remove(table)
        return text

    def _link(self, done, rest):
        """The first table of rest that a foreign key ties to one of done, and
        the key's two columns."""
        owner = self._database.owner
        for table in rest:
            for a, b in self._database.foreign:
                if (owner[a] == table and owner[b] in done) \
                        or (owner[b] == table and owner[a] in done):
                    return table, a, b
        raise NoQuery("tables that no foreign key links")
