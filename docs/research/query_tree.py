"""Syntax trees of queries as `t2sed parse --sql --format json` prints them."""
import json
import subprocess


def parse(program, queries):
    """The tree of each query, in order; None for what doesn't parse."""
    lines = [" ".join(query.split()) for query in queries]
    run = subprocess.run([program, "parse", "--sql", "--format", "json"],
                         input="\n".join(lines) + "\n", text=True,
                         stdout=subprocess.PIPE, check=False)
    answers = run.stdout.splitlines()
    if len(answers) != len(lines):
        raise SystemExit(f"{program} parse: {len(answers)} lines for "
                         f"{len(lines)} queries")
    return [json.loads(line) if line.startswith("{") else None
            for line in answers]


def label(node):
    return node.get("label", "")


def children(node, *labels):
    return [child for child in node.get("children", ())
            if label(child) in labels]


def walk(node, stop=()):
    """The node and all below it; not what is below a label of `stop`."""
    yield node
    for child in node.get("children", ()):
        if label(child) not in stop:
            yield from walk(child, stop)


def words(node):
    """The tokens below a node."""
    if "text" in node:
        return [node["text"]]
    return [word for child in node.get("children", ())
            for word in words(child)]


def bare(name):
    """A name without its quotes, in lower case."""
    pairs = {'"': '"', "`": "`", "[": "]", "'": "'"}
    if len(name) > 1 and pairs.get(name[0]) == name[-1]:
        name = name[1:-1]
    return name.lower()


def name(node):
    return bare(" ".join(words(node)))


def sources(core):
    """What FROM of a select_core names: [(alias or table, table or None)]."""
    found = []
    for clause in children(core, "from_clause"):
        for node in walk(clause, ("select_stmt", "join_constraint")):
            if label(node) == "table_or_subquery":
                tables = [name(t) for t in children(node, "table_name")]
                aliases = [name(a) for a in children(node, "table_alias")]
                if tables or aliases:
                    found.append(((aliases or tables)[0],
                                  tables[0] if tables else None))
    return found
