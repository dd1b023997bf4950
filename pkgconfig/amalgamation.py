#!/usr/bin/env python3
"""Writes the runtime as one C file and one header.

usage: amalgamation.py OUT GRAMMAR_DIR

OUT/t2sed.h  the headers of the stable core as one
OUT/t2sed.c  lib/*/*.c and the headers that they include, each once
OUT/t2sed_default_model.c  the default model and its predictors as data, and
             t2sed_default_model_open, which t2sed.h declares

The sources need no change for it. Names of a file's own (static functions and
data, types, enumerators) that another source has too get the file's name in
front; macros of a file are undefined behind it. What is not of the stable core
gets internal linkage, so that the compiler leaves out what the core never calls.
"""
import re
import sys
from pathlib import Path

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<char>'(?:\\.|[^'\\\n])*')
      | (?P<name>[A-Za-z_]\w*)
      | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      | (?P<space>(?:[ \t\f]|\\\n)+)
      | (?P<line>\n)
      | (?P<mark>->|\.\.\.|\#\#|.)""",
    re.X | re.S,
)
INCLUDE = re.compile(r'^#\s*include\s+(["<])([^">]+)[">]')
OPEN, CLOSE = "([{", ")]}"
PUBLIC = "t2sed.h"

TOP = """\
/*
 * {name} - libt2sed {version} as one file: {what}.
 *
 * Made by `make amalgamation` of the sources of libt2sed: change those. How to
 * compile it: docs/build.md, "One C file".
 *
{licence}
 */
"""
SETUP = """\
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "t2sed.h"

#if defined(__GNUC__) || defined(__clang__)
#define T2S_UNUSED __attribute__((unused))
#else
#define T2S_UNUSED
#endif
/* The tests of single functions define T2S_AMALGAMATION_TEST. */
#ifdef T2S_AMALGAMATION_TEST
#define T2S_INTERNAL
#define T2S_PARTS_API T2SED_API
#else
#define T2S_INTERNAL  static T2S_UNUSED
#define T2S_PARTS_API T2S_INTERNAL
#endif
"""
# A program has this library in itself: there is nothing to import.
STATIC = """\
#if !defined(T2SED_STATIC) && !defined(T2SED_BUILDING)
#define T2SED_STATIC
#endif

"""
# Where the default model's files lie below lib/models, and their names in it.
MODEL = {
    "config.json": "default/config.json",
    "forest.safetensors": "default/forest.safetensors",
    "sketch/config.json": "sketch/config.json",
    "sketch/model.safetensors": "sketch/model.safetensors",
    "schema-prediction/config.json": "schema-prediction/config.json",
    "schema-prediction/model.safetensors": "schema-prediction/model.safetensors",
}
DEFAULT_HEADER = """
/* ===== the default model ===== */

T2SED_BEGIN_DECLS

/*
 * Opens the default model that t2sed_default_model.c holds; the program is
 * linked with that file. No file is read.
 *
 * out, options, errors: as of t2sed_model_open_memory.
 * Threads: any. Since: 0.10.
 */
T2SED_API t2sed_status t2sed_default_model_open(
    t2sed_model **out, const t2sed_model_options *options, t2sed_error *err);

T2SED_END_DECLS
"""
DEFAULT_SOURCE = """
#include "t2sed.h"

%s
t2sed_status t2sed_default_model_open(t2sed_model **out,
                                      const t2sed_model_options *options,
                                      t2sed_error *err)
{
    /* Strings end in a NUL, which is none of the files' bytes. */
    static const t2sed_model_file files[] = {
%s    };
    return t2sed_model_open_memory(out, "default", files,
                                   sizeof files / sizeof files[0], options,
                                   err);
}
"""
QUIET = """\
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"
#endif
"""
LOUD = """\
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif
"""


class Token:
    """A token of a source, and what may be renamed of it."""

    def __init__(self, kind, text):
        self.kind, self.text = kind, text
        self.is_member = False  # of a struct or union, or no name to us


class Source:
    """A file: its tokens, directives (runs of them), and the code between."""

    def __init__(self, path, text):
        self.path = path
        text = re.sub(r"^#line.*\n", "", text, flags=re.M)
        self.tokens = [Token(m.lastgroup, m.group()) for m in TOKEN.finditer(text)]
        self.directives, self.code = [], []
        self.split()
        self.macros = dict(m for m in map(read_macro, self.directives) if m)
        self.declarations = list(declarations(self.code))
        find_members(self.code)
        for directive in self.directives:
            find_members(directive)
            if directive[1:] and directive[1].text == "include":
                for token in directive:
                    token.is_member = True

    def split(self):
        directive, at_start = None, True
        for token in self.tokens:
            if token.kind == "line":
                directive, at_start = None, True
            elif token.kind == "comment":
                at_start = at_start or "\n" in token.text and directive is None
            elif token.kind != "space":
                if at_start and token.text == "#":
                    directive = []
                    self.directives.append(directive)
                at_start = False
                (self.code if directive is None else directive).append(token)
            elif directive is not None:
                directive.append(token)
        self.spaced = self.directives
        self.directives = [[t for t in d if t.kind != "space"] for d in self.spaced]

    def pasted_prefixes(self):
        """What enumerators begin with that a macro makes: F_##name."""
        for directive in self.directives:
            for token, after in zip(directive, directive[1:]):
                if after.text == "##" and re.fullmatch(r"(?!T2S)[A-Z]+_", token.text):
                    yield token.text

    def names(self):
        """Every name that is used, but those of members."""
        return {t.text for t in self.tokens if t.kind == "name" and not t.is_member}


class Macro:
    """A function-like macro; `unsafe` are the places of parameters that stand
    for a member, or are pasted or made a string."""

    def __init__(self, parameters, body):
        self.parameters, self.body, self.unsafe = parameters, body, set()
        for i, token in enumerate(body):
            before = body[i - 1].text if i else ""
            after = body[i + 1].text if i + 1 < len(body) else ""
            if before in ("#", "##", ".", "->") or after == "##":
                self.mark(token.text)
        for _, arguments in calls(body, ("offsetof",)):
            for argument in arguments[1:]:
                self.mark(argument[0].text)

    def mark(self, parameter):
        if parameter in self.parameters:
            self.unsafe.add(self.parameters.index(parameter))

    def learn(self, macros):
        """Marks what is handed on to an unsafe parameter of another macro."""
        known = len(self.unsafe)
        for name, arguments in calls(self.body):
            for i, argument in enumerate(arguments):
                if len(argument) == 1 and is_unsafe(name, i, macros):
                    self.mark(argument[0].text)
        return len(self.unsafe) > known


def is_unsafe(name, place, macros):
    return name in macros and (place in macros[name].unsafe)


def mark_unsafe(name, arguments, macros):
    for i, argument in enumerate(arguments):
        if len(argument) == 1 and is_unsafe(name, i, macros):
            argument[0].is_member = True


def learn(macros, names):
    while any([macros[n].learn(macros) for n in names if macros.get(n)]):
        pass


def read_macro(directive):
    """(name, Macro or None) of a #define, else None."""
    texts = [t.text for t in directive]
    if len(texts) < 3 or texts[1] != "define":
        return None
    # A macro with parameters has its parenthesis right behind the name. Spaces
    # are gone here: an object-like one that begins so has no list of names.
    parameters = []
    if len(texts) > 3 and texts[3] == "(":
        end = texts.index(")", 3)
        parameters = [t for t in texts[4:end] if t != ","]
        if all(re.fullmatch(r"\w+|\.\.\.", p) for p in parameters):
            return texts[2], Macro(parameters, directive[end + 1 :])
    return texts[2], None


def calls(tokens, of=None):
    """(name, arguments as lists of tokens) of each call within, or of each of
    those names."""
    for i, token in enumerate(tokens[:-1]):
        if token.kind != "name" or of and token.text not in of or tokens[i + 1].text != "(":
            continue
        arguments, depth = [[]], 0
        for inner in tokens[i + 1 :]:
            depth += (inner.text in OPEN) - (inner.text in CLOSE)
            if depth == 0:
                break
            if inner.text == "," and depth == 1:
                arguments.append([])
            elif not (inner.text == "(" and depth == 1 and arguments == [[]]):
                arguments[-1].append(inner)
        yield token.text, arguments


def find_members(tokens):
    stack = []
    for i, token in enumerate(tokens):
        before = tokens[i - 1].text if i else ""
        after = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.text in OPEN:
            heads = [t.text for t in tokens[max(0, i - 2) : i]]
            is_struct = token.text == "{" and {"struct", "union"} & set(heads)
            stack.append("struct" if is_struct else token.text)
        elif token.text in CLOSE and stack:
            stack.pop()
        elif token.kind == "name":
            token.is_member = (
                before in (".", "->")
                or stack[-1:] == ["struct"] and after in tuple(";,[:")
                or stack[-2:] == ["struct", "("] and before == "*" and after == ")"
            )
    for _, arguments in calls(tokens, ("offsetof",)):
        for argument in arguments[1:]:
            argument[0].is_member = True


class Declaration:
    """A declaration at file scope: its tokens without a function's body."""

    def __init__(self, tokens, has_body):
        self.tokens, self.has_body = tokens, has_body
        self.texts = [t.text for t in tokens]
        self.first = self.texts[0]
        self.depths, depth = [], 0
        for text in self.texts:
            depth -= text in CLOSE
            self.depths.append(depth)
            depth += text in OPEN

    def is_prototype(self):
        if self.has_body or self.first in ("typedef", "_Static_assert", "extern"):
            return False
        return any(t == "(" and not d for t, d in zip(self.texts, self.depths)) and "=" not in self.texts

    def is_type_only(self):
        return self.first in ("struct", "union", "enum") and (
            len(self.texts) == 3 or self.texts[-2] == "}"
        )

    def is_list(self):
        """Functions of a type that has a name: `t2s_reader t2s_one, t2s_other;`."""
        plain = not {"{", "=", "("} & set(self.texts) and not self.has_body
        return plain and self.first not in ("typedef", "extern", "struct", "union", "enum", "static")

    def is_forward(self):
        """`struct t2s_x;` or `typedef struct t2s_x t2s_x;`."""
        return "struct" in self.texts[:2] and "{" not in self.texts

    def function(self):
        """The name before the last parentheses, where this has a body."""
        at = max(i for i, (t, d) in enumerate(zip(self.texts, self.depths)) if t == "(" and not d)
        return self.texts[at - 1]

    def prototype(self):
        at = next(i for i, (t, d) in enumerate(zip(self.texts, self.depths)) if t == "(" and not d)
        return self.texts[at - 1]

    def types(self):
        """Tags and enumerators."""
        found, stack, in_value = set(), [], False
        for i, text in enumerate(self.texts):
            before = self.texts[i - 1] if i else ""
            after = self.texts[i + 1] if i + 1 < len(self.texts) else ""
            if text in OPEN:
                heads = self.texts[max(0, i - 2) : i]
                stack.append("enum" if text == "{" and "enum" in heads else text)
                in_value = in_value and stack[-1] != "enum"
            elif text in CLOSE:
                stack.pop()
            elif self.tokens[i].kind == "name":
                if before in ("struct", "union", "enum") and after in ("{", ";"):
                    found.add(text)
                elif stack[-1:] == ["enum"] and after in ("=", ",", "}") and not in_value:
                    found.add(text)
            elif stack[-1:] == ["enum"] and text in "=,":
                in_value = text == "="
        return found

    def tags(self):
        """Of every struct, union and enum that is mentioned."""
        pairs = zip(self.texts, self.tokens[1:])
        return {t.text for b, t in pairs if b in ("struct", "union", "enum") and t.kind == "name"}

    def variables(self):
        """Names of data, or of types where it is a typedef."""
        found, in_value = set(), False
        for i, (text, depth) in enumerate(zip(self.texts, self.depths)):
            after = self.texts[i + 1] if i + 1 < len(self.texts) else ""
            if depth == 0 and text in "=,":
                in_value = text == "="
            if in_value or self.tokens[i].kind != "name" or i == 0:
                continue
            if depth == 0 and (after in tuple("=;,[") or after == "(" and self.is_type(i)):
                found.add(text)
            elif depth == 1 and "(*" in "".join(self.texts[i - 3 : i]) and after in ("[", ")"):
                found.add(text)
        return found

    def is_type(self, i):
        """Whether this is typedef's name of a function's type."""
        return self.first == "typedef" and self.texts[i + 2] != "*" and not self.texts[i].isupper()

    def all_names(self):
        if self.has_body:
            return {self.function()} | self.types()
        if self.is_prototype() and not self.is_type_only():
            return {self.prototype()}
        return self.types() | (set() if self.is_type_only() else self.variables())


def declarations(tokens):
    found, current, depth, is_body = [], [], 0, False
    for token in tokens:
        text = token.text
        if text in ("T2SED_BEGIN_DECLS", "T2SED_END_DECLS"):
            continue
        if depth == 0 and text == "{":
            is_body = current and current[-1].text == ")"
            # extern "C" {
            if current and current[-1].kind == "string":
                current = []
                continue
        if depth == 0 and text == "}" and not current:
            continue
        depth += (text in OPEN) - (text in CLOSE)
        if not is_body:
            current.append(token)
        if depth == 0 and (text == ";" or is_body and text == "}"):
            if len(current) > 1:
                found.append(Declaration(current, is_body))
            current, is_body = [], False
    return found


class Amalgamation:
    def __init__(self, root, generated):
        self.root, self.generated = root, generated
        self.sources = {}
        self.headers = []  # private ones and those of parts, in order
        self.public = []
        self.collect(root / "include" / PUBLIC, self.public)
        # Windows' own header defines many a short name: it comes last.
        self.files = sorted(root.glob("lib/*/*.c"), key=lambda p: (p.name == "system_windows.c", p))
        self.files.insert(
            1 + max(i for i, p in enumerate(self.files) if p.parent.name == "sql"),
            generated / "grammar.c",
        )
        for path in self.files:
            for header in self.included(path):
                self.collect(header, self.headers)
        self.headers = [h for h in self.headers if h not in self.public]
        self.macros = {}
        for path in self.public + self.headers:
            self.macros.update({n: m for n, m in self.source(path).macros.items() if m})
        learn(self.macros, list(self.macros))
        self.find_names()
        self.find_data()
        self.order()

    def source(self, path):
        if path not in self.sources:
            self.sources[path] = Source(path, path.read_text(encoding="utf-8"))
        return self.sources[path]

    def resolve(self, name, path):
        for directory in (path.parent, self.root / "include", self.root / "lib", self.root, self.generated):
            if (directory / name).exists():
                return (directory / name).resolve()
        raise SystemExit(f"{path}: includes {name}, which is not there")

    def own_includes(self, path):
        for line in path.read_text(encoding="utf-8").splitlines():
            match = INCLUDE.match(line)
            if match and match[1] == '"':
                yield self.resolve(match[2], path)

    def included(self, path):
        return [p for p in self.own_includes(path) if p.suffix == ".h"]

    def collect(self, path, into):
        """Appends a header behind those that it includes."""
        if path in into:
            return
        for other in self.included(path):
            self.collect(other, into)
        if path not in into:
            into.append(path)
            self.source(path)

    def reach(self, path):
        """The headers that a file sees, itself among them."""
        if path not in self.reached:
            found = {path}
            for other in self.included(path):
                found |= self.reach(other)
            self.reached[path] = found
        return self.reached[path]

    def find_names(self):
        """self.renames: of each file, what names become."""
        self.reached, self.renames = {}, {}
        users = {}
        for path in self.public + self.headers + self.files + sorted(self.root.glob("lib/*/*.def")):
            for name in self.source(path).names():
                users.setdefault(name, set()).add(path)
        declared = {}  # of a header: all names; `defined`: those of types and macros
        defined, functions, mentioned = {}, set(), {}
        for path in self.public + self.headers:
            source = self.source(path)
            declared[path] = set(source.macros)
            types = set(source.macros)
            for declaration in source.declarations:
                names = declaration.all_names()
                tags = declaration.tags()
                declared[path] |= names | tags
                mentioned.setdefault(path, set()).update(tags)
                if declaration.is_prototype() and not declaration.is_type_only():
                    functions |= names - declaration.types()
                    types |= declaration.types()
                elif not declaration.is_forward():
                    types |= names
            for name in types:
                defined.setdefault(name, []).append(path)

        def new_name(path, name):
            own = re.match(r"(t2s_|T2S_)?(.*)", name)
            stem = f"{path.parent.name}_{path.stem}_"
            new = (own[1] or "") + (stem.upper() if name.isupper() else stem) + own[2]
            while new in users:
                new += "_"
            users[new] = {path}
            return new

        of_header = {path: {} for path in declared}
        for name, places in sorted(defined.items()):
            for path in places if len(places) > 1 or name in functions else ():
                of_header[path][name] = new_name(path, name)
        # Structs whose fields only a source knows, under a short name.
        in_sources = set().union(*(d.types() for p in self.files for d in self.source(p).declarations))
        for path in self.headers:
            for name in sorted(mentioned.get(path, set()) & in_sources - set(defined)):
                if not name.startswith(("t2s_", "t2sed_")):
                    of_header[path][name] = new_name(path, name)
        for path in self.headers + self.files:
            seen = self.reach(path)
            to = {}
            for header in seen & set(of_header):
                to.update(of_header[header])
            if path not in declared:
                known = set().union(*(declared[h] for h in seen if h in declared))
                for declaration in self.source(path).declarations:
                    for name in sorted(declaration.all_names() - known):
                        # A single word may be a function of a system's.
                        if name not in to and (len(users.get(name, ())) > 1 or "_" not in name):
                            to[name] = new_name(path, name)
            self.renames[path] = to
            if path not in declared:
                for prefix in self.source(path).pasted_prefixes():
                    for name in self.source(path).names():
                        if name.startswith(prefix):
                            to[name] = f"{path.parent.name}_{path.stem}_{name}"

    def find_data(self):
        """self.data: what headers declare `extern`; self.functions: what they
        give a prototype."""
        self.data, self.functions = set(), set()
        self.used_inline = set()
        for path in self.public + self.headers:
            for declaration in self.source(path).declarations:
                if "extern" in declaration.texts[:2]:
                    self.data |= declaration.variables()
                elif declaration.is_prototype() and not declaration.is_type_only():
                    self.functions.add(declaration.prototype())
                elif declaration.is_list():
                    self.functions |= declaration.variables()

        for path in self.headers:
            texts = [t.text for t in self.source(path).tokens]
            self.used_inline |= {n for n in self.data if texts.count(n) > 1}
            self.used_inline |= {n for n in self.data & set(texts) if not self.declares(path, n)}

    def declares(self, path, name):
        return any(name in d.variables() for d in self.source(path).declarations)

    def order(self):
        """Data of several files is defined before it is used: only a
        definition tells the length of every array."""
        owner = {}
        for path in self.files:
            for declaration in self.source(path).declarations:
                if not declaration.has_body:
                    for name in declaration.variables() & self.data:
                        owner[name] = path
        done, active = [], []

        def add(path):
            if path in done:
                return
            if path in active:
                raise SystemExit(f"{path}: needs data of a file that needs data of it")
            active.append(path)
            for name in sorted(self.source(path).names() & set(owner)):
                if owner[name] != path:
                    add(owner[name])
            active.pop()
            done.append(path)

        for path in self.files:
            add(path)
        self.files = done

    # --- writing ---

    def macros_of(self, path):
        """The function-like macros that a file sees."""
        macros = dict(self.macros)
        macros.update({n: m for n, m in self.source(path).macros.items() if m})
        learn(macros, self.source(path).macros)
        return macros

    def rename(self, path):
        source = self.source(path)
        self.rename_in(source, self.macros_of(path), self.renames[path])

    def rename_in(self, source, macros, to):
        risky = {n for n, m in macros.items() if m.unsafe}
        for name, arguments in calls(source.code, risky):
            mark_unsafe(name, arguments, macros)
        for tokens in source.directives:
            macro = read_macro(tokens)
            for name, arguments in calls(tokens):
                if macro and macro[1] and name in macro[1].parameters:
                    # A parameter that is called may be any macro.
                    for argument in arguments:
                        if len(argument) == 1:
                            argument[0].is_member = True
                else:
                    mark_unsafe(name, arguments, macros)
        for token in source.tokens:
            if token.kind == "name" and not token.is_member:
                token.text = to.get(token.text, token.text)

    def table(self, table, path):
        """The text of a table of macros' calls that a file includes."""
        source = Source(table, table.read_text(encoding="utf-8"))
        self.rename_in(source, self.macros_of(path), self.renames.get(path, {}))
        return "".join(t.text for t in source.tokens).rstrip("\n")

    def add_linkage(self, path, is_header):
        """Puts T2S_INTERNAL in front of what is not of the stable core."""
        for declaration in self.source(path).declarations:
            first = declaration.tokens[0]
            if is_header and declaration.has_body and declaration.first == "static":
                first.text = "static T2S_UNUSED"
            if declaration.first == "static" or declaration.is_type_only():
                continue
            if is_header and "extern" in declaration.texts[:2]:
                if declaration.variables() & self.used_inline:
                    for token in declaration.tokens:
                        if token.text in ("extern", "T2S_PRIVATE"):
                            token.text = "T2S_INTERNAL" if token.text == "extern" else ""
                else:
                    for token in declaration.tokens:
                        token.text = ""
            elif is_header and (declaration.is_prototype() or declaration.is_list()):
                first.text = {"T2SED_API": "T2S_PARTS_API", "T2S_PRIVATE": "T2S_INTERNAL"}.get(
                    first.text, "T2S_INTERNAL " + first.text
                )
            elif not is_header and (
                declaration.variables() & self.data
                if not declaration.has_body
                else declaration.function() not in self.functions
            ):
                first.text = "T2S_INTERNAL " + first.text

    def macro_of_header(self, path, name):
        """The macro that a source replaced by its own, if any."""
        for header in self.headers:
            for spaced in self.source(header).spaced if header in self.reach(path) else ():
                texts = [t.text for t in spaced if t.kind != "space"]
                if texts[1:3] == ["define", name] and not self.is_undefined(header, name):
                    return ["".join(t.text for t in spaced) + "\n"]
        return []

    def is_undefined(self, header, name):
        """Whether a header undefines a macro of its own, or a table does."""
        if any(p.suffix == ".def" for p in self.own_includes(header)):
            return True
        return any([t.text for t in d[1:3]] == ["undef", name] for d in self.source(header).directives)

    def text(self, path, seen):
        """The text of a file without what is included already."""
        lines = []
        text = "".join(t.text for t in self.source(path).tokens)
        # Of a header, in the conditions that are not its guard's.
        depth = -1 if path.suffix == ".h" else 0
        for line in text.split("\n"):
            match = INCLUDE.match(line)
            if line.startswith(("#if", "#endif")):
                depth += 1 if line.startswith("#if") else -1
            if match and match[1] == '"':
                name = self.resolve(match[2], path)
                if name.suffix == ".h":
                    continue
                line = self.table(name, path)
            elif match and match[2] != "assert.h":
                if match[2] in seen:
                    continue
                if depth <= 0:
                    seen.add(match[2])
            elif re.match(r"#define _\w+_SOURCE\b", line):
                continue
            lines.append(line.rstrip())
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"

    def title(self, path):
        try:
            name = path.relative_to(self.root).as_posix()
        except ValueError:
            name = path.name
        return f"\n/* ===== {path.name if path.parent == self.generated else name} ===== */\n\n"

    def header(self):
        seen = set()
        headers = "".join(self.title(p) + self.text(p, seen) for p in self.public)
        return STATIC + headers + DEFAULT_HEADER

    def body(self):
        seen, parts = set(), [SETUP]
        for path in self.headers:
            self.rename(path)
            self.add_linkage(path, True)
            parts += [self.title(path), self.text(path, seen)]
        for path in self.files:
            is_generated = path.parent == self.generated
            self.rename(path)
            self.add_linkage(path, False)
            parts += [self.title(path), QUIET if is_generated else "", self.text(path, seen)]
            macros = sorted(m for m in self.source(path).macros if not m.startswith("_"))
            for name in macros:
                parts += [f"#undef {name}\n"] + self.macro_of_header(path, name)
            parts.append(LOUD if is_generated else "")
        return "".join(parts)


def literal(data):
    """A string of bytes, in lines. Its numbers have three digits where a digit
    follows, and no pair of question marks is a trigraph."""
    texts = [f"\\{i:03o}" for i in range(256)]
    short = [f"\\{i:o}" for i in range(256)]
    for i in range(32, 127):
        texts[i] = short[i] = chr(i)
    for i in b'"\\\\?':
        texts[i] = short[i] = "\\" + chr(i)
    lines = []
    for at in range(0, len(data), 64):
        line = data[at : at + 64]
        after = line[1:] + b" "
        lines.append(
            "".join(texts[b] if 48 <= n < 58 else short[b] for b, n in zip(line, after))
        )
    return "\n".join(f'    "{line}"' for line in lines) or '    ""'


def default_model(root):
    """The text of t2sed_default_model.c."""
    data, files = [], []
    for i, (name, path) in enumerate(MODEL.items()):
        text = literal((root / "lib/models" / path).read_bytes())
        # Tensors are read where they lie.
        data.append(f"/* {name} */\nstatic _Alignas(64) const char file_{i}[] =\n{text};\n")
        files.append(f'        {{"{name}", file_{i}, sizeof file_{i} - 1}},\n')
    return DEFAULT_SOURCE % ("\n".join(data), "".join(files))


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    root = Path(__file__).resolve().parent.parent
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    made = Amalgamation(root, Path(sys.argv[2]).resolve())
    version = re.search(r'T2SED_VERSION +"(.*)"', (root / "include/t2sed/version.h").read_text())[1]
    licence = "\n".join(
        (" * " + line).rstrip() for line in (root / "COPYING").read_text().rstrip().splitlines()
    )
    for name, what, text in (
        ("t2sed.h", "the stable core", made.header()),
        ("t2sed.c", "to compile with a program", made.body()),
        ("t2sed_default_model.c", "the default model as data", default_model(root)),
    ):
        top = TOP.format(name=name, version=version, what=what, licence=licence)
        (out / name).write_text(top + "\n" + text, encoding="utf-8")


if __name__ == "__main__":
    main()
