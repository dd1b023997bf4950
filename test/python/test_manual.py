"""The man page and the guide beside the program: every option that a command
takes is in the man page's section of that command, and what either names is an
option."""

import glob
import os
import re
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
CLI = os.path.join(ROOT, "examples", "cli")
# Options that make another command of one, with options of its own.
MODES = {"parse": ["--plan"], "link": ["--schema-prediction"],
         "eval": ["--plan", "--schema-prediction"],
         "train": ["--plan", "--schema-prediction", "--question-parser"]}
# Of the man page, one command in two sections.
ALSO = {"eval": ["eval --label"]}
OPTION = re.compile(r"(?<![\w-])--([a-z][a-z0-9-]*)")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def help_of(*words):
    done = subprocess.run([os.path.join(BUILD, "bin", "t2sed"), *words,
                           "--help"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.stderr}")
    return done.stdout


def listed(text):
    """The options that a help lists, but for those of all commands."""
    return set(re.findall(r"^  --([a-z0-9-]+)", text, re.M)) - {"help", "quiet"}


def commands():
    """The commands and their other forms, "train" and "train --plan"."""
    names = re.findall(r"^  ([a-z]+) ", help_of(), re.M)
    return [" ".join([name, *mode]) for name in names
            for mode in [[]] + [[flag] for flag in MODES.get(name, [])]]


def sections():
    """The text of each section of the man page, without its requests."""
    parts = re.split(r"^\.S[SH] (.*)$", read("examples", "cli", "t2sed.1"),
                     flags=re.M)
    plain = [re.sub(r"\\f.", "", part).replace(r"\-", "-").replace('"', "")
             for part in parts]
    return dict(zip(plain[1::2], plain[2::2]))


class Manual(unittest.TestCase):
    def test_every_option_is_in_the_man_page(self):
        text = sections()
        missing = []
        for command in commands():
            names = [command] + ALSO.get(command, [])
            said = set(OPTION.findall(" ".join(text.get(name, "")
                                               for name in names)))
            flags = set(OPTION.findall(command))
            missing += [f"t2sed {command}: --{option}" for option in sorted(
                listed(help_of(*command.split())) - said - flags)]
        self.assertEqual(missing, [], "not in examples/cli/t2sed.1")

    def test_every_command_is_in_the_man_page(self):
        text = sections()
        self.assertEqual([c for c in commands() if c not in text], [])
        synopsis = " ".join(OPTION.findall(text["SYNOPSIS"]))
        for name in {flag for flags in MODES.values() for flag in flags}:
            self.assertIn(name[2:], synopsis)
        self.assertEqual(
            sorted(set(re.findall(r"t2sed ([a-z]+)", text["SYNOPSIS"]))),
            sorted({command.split()[0] for command in commands()}))

    def test_every_command_has_an_example_with_its_options(self):
        found = set()
        for name, rest in re.findall(r"t2sed ([a-z]+)([^|>\n]*)",
                                     sections()["EXAMPLES"]):
            found.add(name)
            with self.subTest(example=name + rest):
                self.assertEqual(set(OPTION.findall(rest))
                                 - listed(help_of(name)), set())
        self.assertEqual(found, {c.split()[0] for c in commands()})

    def test_helps_list_every_option_of_the_source(self):
        """Else this test does not know of some form of a command."""
        known = set().union(*(listed(help_of(*command.split()))
                              for command in commands()))
        for path in sorted(glob.glob(os.path.join(CLI, "*.[ch]"))):
            found = re.findall(
                r'"([a-z0-9-]+)",\s+CLI_[A-Z]+', read(path))
            with self.subTest(file=os.path.basename(path)):
                self.assertEqual(sorted(set(found) - known), [])

    def test_what_is_named_is_an_option(self):
        known = {"help", "version", "quiet"}.union(*(
            listed(help_of(*command.split())) for command in commands()))
        for name, text in (("t2sed.1", "\n".join(sections().values())),
                           ("command-line.md", self.guide())):
            with self.subTest(text=name):
                self.assertEqual(sorted(set(OPTION.findall(text)) - known), [])

    @staticmethod
    def guide():
        return read("docs", "guide", "command-line.md")

    def test_variables_are_in_the_man_page(self):
        paths = [path for directory in ("lib", "shim", "examples/cli")
                 for path in glob.glob(os.path.join(ROOT, directory, "**",
                                                    "*.c*"), recursive=True)]
        named = re.findall(r'"(T2SED_[A-Z_]+)"',
                           read("lib", "base", "locate.c"))
        for path in paths:
            named += re.findall(r'getenv\("(\w+)"\)', read(path))
        self.assertIn("T2SED_MODEL", named)
        text = sections()["ENVIRONMENT"]
        self.assertEqual([one for one in set(named) if one not in text], [])


if __name__ == "__main__":
    tap.main()
