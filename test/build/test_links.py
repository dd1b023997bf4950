"""What the documentation refers to exists: the file and the heading of every
relative link in every Markdown page, every target of make, every path of the
source tree, and every function of the library."""

import functools
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "test", "python", "support"))
import tap  # noqa: E402

LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.M)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
# `make TARGET` in code, or as a command in an indented line.
MAKE = re.compile(r"(?:`|^ {4,}(?:.*?&& *)?)make((?: +[^\s`#;&|)]+)*)", re.M)
PATH = re.compile(r"(?<![\w./-])((?:lib|shim|test|docs|examples|include|pkgconfig)"
                  r"/[\w./-]*\w)(?![\w*{<])")
FUNCTION = re.compile(r"\b(t2sed?_[a-z0-9_]*[a-z0-9])\(?(?![\w*<{])")
SOURCE = re.compile(r"`(\w\w+)\.(c|h|cpp|def|mk|py|sh|\{(?:[ch],?)+\})`")
# These pages speak of the past, too.
OLD = ("CHANGELOG.md",)


def tracked(*patterns):
    """The files of the repository, or those of its copy without Git."""
    done = subprocess.run(["git", "ls-files", "-co", "--exclude-standard",
                           "--", *patterns], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    names = done.stdout.splitlines()
    if done.returncode != 0:
        names = [os.path.relpath(os.path.join(at, name), ROOT)
                 for at, _, found in os.walk(ROOT) for name in found
                 if not os.path.relpath(at, ROOT).startswith((".", "build"))
                 or at == ROOT]
        ends = tuple(pattern.lstrip("*") for pattern in patterns)
        names = [name for name in names if name.endswith(ends)]
    return [name for name in names if os.path.isfile(os.path.join(ROOT, name))]


@functools.lru_cache(maxsize=None)
def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8",
              errors="replace") as file:
        return file.read()


@functools.lru_cache(maxsize=None)
def anchors(name):
    """The anchors of a page's headings, by GitHub's rule."""
    seen = {}
    found = set()
    for title in HEADING.findall(FENCE.sub("", read(name))):
        title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title)
        slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        found.add(f"{slug}-{count}" if count else slug)
    return found


def line(text, at):
    return text.count("\n", 0, at) + 1


def pages():
    return sorted(tracked("*.md"))


def dead_links(name):
    text = read(name)
    for match in LINK.finditer(FENCE.sub(lambda m: "\n" * m[0].count("\n"), text)):
        target = match[1]
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(name), path)) \
            if path else name
        where = f"{name}:{line(text, match.start())}"
        if not os.path.exists(os.path.join(ROOT, full)):
            yield f"{where}: no file {full}"
        elif anchor and full.endswith(".md") and anchor not in anchors(full):
            yield f"{where}: no heading #{anchor} in {full}"


def make_targets():
    """Targets of the makefiles; % stands for any word."""
    found = set()
    for name in tracked("Makefile", "*.mk"):
        for match in re.finditer(r"^([^\s#=:][^=:#\n]*?)\s*&?:(?![=:])",
                                 read(name), re.M):
            found.update(match[1].split())
        for match in re.finditer(r"^\.PHONY:(.*)$", read(name), re.M):
            found.update(match[1].split())
        # $(NAMES:%=a-%-table), of which each is a target.
        found.update(re.findall(r"%=([a-z-]+-%-[a-z-]+)\)", read(name)))
    return found


def missing_targets(name, known):
    patterns = [re.compile(re.escape(target).replace("%", ".+") + r"\Z")
                for target in known if "$" not in target]
    text = read(name)
    for match in MAKE.finditer(text):
        for word in match[1].split():
            if not re.fullmatch(r"[a-z][a-z0-9-]+", word):
                break                       # an option, a variable, a text
            if not any(pattern.match(word) for pattern in patterns):
                yield f"{name}:{line(text, match.start())}: no target {word}"


def missing_paths(name):
    text = read(name)
    for match in SOURCE.finditer(text):
        for end in match[2].strip("{}").split(","):
            if f"{match[1]}.{end}" not in base_names():
                yield f"{name}:{line(text, match.start())}: no {match[1]}.{end}"
    for match in PATH.finditer(text):
        path = match[1].rstrip(".")
        if path.startswith("lib/lib"):      # of an installation
            continue
        # A word in capitals stands for any name: findings/CODE.txt.
        path = re.sub(r"/[^/]*\b[A-Z]{2,}\b[^/]*(?:/.*)?\Z",
                      lambda m: m[0] if m[0].endswith(".md") else "", path)
        candidates = [path, path + ".c", path + ".h", path + ".py", path + ".cpp"]
        if not any(os.path.exists(os.path.join(ROOT, one)) for one in candidates):
            yield f"{name}:{line(text, match.start())}: no {path}"


@functools.lru_cache(maxsize=None)
def base_names():
    return {os.path.basename(name) for name in tracked("*")} | {
        "setup.py", "t2sed.py"}


@functools.lru_cache(maxsize=None)
def names_in_code():
    found = set()
    for name in tracked("*.c", "*.h", "*.cpp", "*.hpp", "*.map", "*.py", "*.mk"):
        if not name.startswith("test/build/"):
            found.update(re.findall(r"\bt2sed?_\w+", read(name)))
    return found


def missing_functions(name):
    text = read(name)
    for match in FUNCTION.finditer(text):
        # t2sed_thing stands for any object.
        if not match[1].startswith("t2sed_thing") and \
                match[1] not in names_in_code():
            yield f"{name}:{line(text, match.start())}: no {match[1]}"


class Links(unittest.TestCase):
    def test_every_link_resolves(self):
        dead = [found for name in pages() for found in dead_links(name)]
        self.assertFalse(dead, "\n" + "\n".join(dead))

    def test_every_target_of_make_exists(self):
        known = make_targets()
        missing = [found for name in pages() if name not in OLD
                   for found in missing_targets(name, known)]
        self.assertFalse(missing, "\n" + "\n".join(missing))

    def test_tables_of_lines_that_are_not_there_name_what_makes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for target in ("severity-table", "own-faults-table"):
                done = subprocess.run(
                    ["make", target, f"TRAIN_OUT={folder}"], cwd=ROOT,
                    check=False, env=dict(os.environ, MAKEFLAGS=""),
                    text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertIn("make fit-calibration", done.stderr)

    def test_every_path_exists(self):
        missing = [found for name in pages() if name not in OLD
                   for found in missing_paths(name)]
        self.assertFalse(missing, "\n" + "\n".join(missing))

    def test_every_function_exists(self):
        missing = [found for name in pages() if name not in OLD
                   for found in missing_functions(name)]
        self.assertFalse(missing, "\n" + "\n".join(missing))

    def test_every_page_named_in_sources_exists(self):
        page = re.compile(r"\b(docs/[\w/-]+\.md)\b")
        missing = [f"{name}:{line(read(name), match.start())}: no {match[1]}"
                   for name in tracked("*.c", "*.h", "*.cpp", "*.y", "*.py",
                                       "*.sh", "*.mk", "*.1", "Makefile")
                   for match in page.finditer(read(name))
                   if not os.path.exists(os.path.join(ROOT, match[1]))]
        self.assertFalse(missing, "\n" + "\n".join(missing))

    def test_dead_ones_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(os.path.relpath(folder, ROOT), "page.md")
            with open(os.path.join(folder, "page.md"), "w",
                      encoding="utf-8") as file:
                file.write("# A `name`, and so on\n"
                           "[here](#a-name-and-so-on) [there](#nowhere)\n"
                           "[lost](lost.md)\n"
                           "`make demo V=1` `make no-such-target`\n\n"
                           "    make deps && make no-such-command\n\n"
                           "lib/base/error.c lib/base/lost.c lib/NAME.c\n"
                           "`error.c` `lost.c`\n"
                           "t2sed_checker_open t2sed_lost_function()\n")
            found = [list(search(page, *more)) for search, more in (
                (dead_links, ()), (missing_targets, (make_targets(),)),
                (missing_paths, ()), (missing_functions, ()))]
        self.assertEqual([[one.split(": ")[-1] for one in some]
                          for some in found],
                         [[f"no heading #nowhere in {page}",
                           f"no file {os.path.dirname(page)}/lost.md"],
                          ["no target no-such-target",
                           "no target no-such-command"],
                          ["no lost.c", "no lib/base/lost.c"],
                          ["no t2sed_lost" + "_function"]])


if __name__ == "__main__":
    tap.main()
