"""Databases as Spider's tables.json describes them.

The items of a database are its tables, then its columns, in the file's order:
item i below len(tables) is a table, the others are columns.
"""
import json
import re

import numpy as np

TYPES = ("text", "number", "time", "boolean", "others")
TRAITS = 2 + len(TYPES) + 2  # table, column, type, primary, foreign key

# How one item of a database stands to another.
NONE, SAME_TABLE, HAS_TABLE, HAS_COLUMN, REFERS, REFERRED, LINKED, SELF = \
    range(8)


def stem(word):
    """A word without its usual endings."""
    if len(word) <= 3:
        return word
    return re.sub(r"(ies|es|s|ing|ed|y|e)$", "", word)


class Database:
    """Names, types and keys of one database.

    tables, columns    the names that SQL uses.
    readable           of each item.
    full               likewise, columns with their table's before it.
    owner              of each column the number of its table.
    types              of each column, as tables.json says.
    primary            numbers of the columns that are primary keys.
    foreign            pairs of column numbers, from and to.
    """

    def __init__(self, line):
        columns = line["column_names_original"][1:]
        readable = line["column_names"][1:]
        self.tables = line["table_names_original"]
        self.columns = [name for _, name in columns]
        self.owner = [table for table, _ in columns]
        self.types = line["column_types"][1:]
        self.readable = line["table_names"] + [name for _, name in readable]
        self.full = line["table_names"] + [
            f"{line['table_names'][table]} {name}" for table, name in readable]
        self.foreign = [(a - 1, b - 1) for a, b in line["foreign_keys"]]
        self.primary = {column - 1 for key in line["primary_keys"] for column
                        in (key if isinstance(key, list) else [key])}

    def __len__(self):
        return len(self.tables) + len(self.columns)

    def items(self):
        """Of "table" and "table.column", in lower case, the item."""
        tables = [name.lower() for name in self.tables]
        found = {name: item for item, name in enumerate(tables)}
        for column, name in enumerate(self.columns):
            found[f"{tables[self.owner[column]]}.{name.lower()}"] = \
                len(tables) + column
        return found

    def stems(self):
        """The set of stems in each item's readable name."""
        return [{stem(word) for word in
                 re.findall(r"[a-z]+|\d+", name.lower())}
                for name in self.readable]

    def relations(self):
        """[items, items]: how the first stands to the second."""
        first, size = len(self.tables), len(self)
        relations = np.full((size, size), NONE, np.uint8)
        owner = np.array(self.owner)
        relations[first:, first:][owner[:, None] == owner] = SAME_TABLE
        columns = np.arange(first, size)
        relations[columns, owner] = HAS_TABLE
        relations[owner, columns] = HAS_COLUMN
        for a, b in self.foreign:
            relations[first + a, first + b] = REFERS
            relations[first + b, first + a] = REFERRED
            relations[owner[a], owner[b]] = LINKED
            relations[owner[b], owner[a]] = LINKED
        np.fill_diagonal(relations, SELF)
        return relations

    def traits(self):
        """[items, TRAITS]: what is a table, what a column and of what type,
        and what is part of a key."""
        first = len(self.tables)
        traits = np.zeros((len(self), TRAITS), np.float32)
        traits[:first, 0] = 1
        traits[first:, 1] = 1
        foreign = {column for pair in self.foreign for column in pair}
        for column, kind in enumerate(self.types):
            row = traits[first + column]
            row[2 + TYPES.index(kind if kind in TYPES else "others")] = 1
            row[-2] = column in self.primary
            row[-1] = column in foreign
        return traits


def databases(path):
    """Of each db_id of tables.json its Database."""
    with open(path, encoding="utf-8") as file:
        return {line["db_id"]: Database(line) for line in json.load(file)}
