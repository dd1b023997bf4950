"""t2sed check --files: queries of .sql and .jsonl files, a user's own rules, the
formats of code review, and what the exit status is. Prints TAP."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402,F401
from t2sed import rules  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402

BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
LIGHT = os.path.join(ROOT, "lib", "models", "default")
QUERIES = """-- Licence: none

-- question: How many pets
--   are there?
-- knowledge: pets are animals
SELECT count(*) FROM pet; -- not of the next
-- noqa: disable=all
-- List the names
-- of pets
SELECT nam FROM pet WHERE name = 'a;b';

/* Which pets
 * are older than 4? */
SELECT name, 'é', nme FROM pet
WHERE age > 4;
-- makes a table
CREATE TABLE x (id INTEGER);

-- far above

SELECT naam FROM pet
"""

# What SARIF 2.1.0 (OASIS, 27 March 2020) says of the objects that are printed:
# the members that it has, those that it requires, and what they hold. [x]: an
# array; a str: an object of that name; a set: one of these.
SARIF = {
    "log": ({"$schema": str, "version": {"2.1.0"}, "runs": ["run"]},
            {"version", "runs"}),
    "run": ({"tool": "tool", "columnKind": {"utf16CodeUnits",
                                            "unicodeCodePoints"},
             "invocations": ["invocation"], "results": ["result"]}, {"tool"}),
    "tool": ({"driver": "toolComponent"}, {"driver"}),
    "toolComponent": ({"name": str, "version": str,
                       "rules": ["reportingDescriptor"]}, {"name"}),
    "reportingDescriptor": ({"id": str,
                             "shortDescription": "multiformatMessageString",
                             "defaultConfiguration":
                             "reportingConfiguration"}, {"id"}),
    "multiformatMessageString": ({"text": str}, {"text"}),
    "reportingConfiguration": ({"level": {"none", "note", "warning",
                                          "error"}}, set()),
    "invocation": ({"executionSuccessful": bool}, {"executionSuccessful"}),
    "result": ({"ruleId": str, "ruleIndex": int,
                "level": {"none", "note", "warning", "error"},
                "message": "message", "locations": ["location"],
                "fixes": ["fix"], "properties": "propertyBag"}, {"message"}),
    "message": ({"text": str}, {"text"}),
    "propertyBag": ({"probability": float}, set()),
    "location": ({"physicalLocation": "physicalLocation"}, set()),
    "physicalLocation": ({"artifactLocation": "artifactLocation",
                          "region": "region"}, {"artifactLocation"}),
    "artifactLocation": ({"uri": str}, {"uri"}),
    "region": ({"startLine": int, "startColumn": int, "endLine": int,
                "endColumn": int}, {"startLine"}),
    "fix": ({"description": "message", "artifactChanges": ["artifactChange"]},
            {"artifactChanges"}),
    "artifactChange": ({"artifactLocation": "artifactLocation",
                        "replacements": ["replacement"]},
                       {"artifactLocation", "replacements"}),
    "replacement": ({"deletedRegion": "region", "insertedContent": "message"},
                    {"deletedRegion"}),
}


def check_sarif(test, value, kind):
    if isinstance(kind, list):
        test.assertIsInstance(value, list)
        for one in value:
            check_sarif(test, one, kind[0])
    elif isinstance(kind, set):
        test.assertIn(value, kind)
    elif isinstance(kind, str):
        members, required = SARIF[kind]
        test.assertLessEqual(required, set(value), kind)
        for name, member in value.items():
            test.assertIn(name, members, kind)
            check_sarif(test, member, members[name])
        if kind == "region":
            test.assertTrue(all(number >= 1 for number in value.values()))
    else:
        test.assertIs(type(value), kind)


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        db = sqlite3.connect(self.at("pets.sqlite"))
        db.executescript("CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, "
                         "age INTEGER); INSERT INTO pet VALUES (1, 'Rex', 3), "
                         "(2, 'Tom', 5);")
        db.close()

    def at(self, *names):
        return os.path.join(self.root, *names)

    def write(self, text, *names):
        path = self.at(*names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return os.path.relpath(path, self.root)

    def run_check(self, *arguments, status, text="", **env):
        return self.run_program(["check", "--db", "pets.sqlite"], *arguments,
                                status=status, text=text, **env)

    def run_program(self, command, *arguments, status, text="", **env):
        clean = {k: v for k, v in os.environ.items()
                 if not k.startswith(("T2SED_IGNORE", "T2SED_SEVERITY"))}
        done = subprocess.run(
            [PROGRAM, *command, "--model", LIGHT, *arguments], cwd=self.root, input=text, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300,
            check=False, env=dict(clean, **env))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def lines(self, *arguments, status, **more):
        done = self.run_check("--files", "--json", *arguments, status=status,
                              **more)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def codes(self, *arguments, status, **more):
        return [finding["code"]
                for line in self.lines(*arguments, status=status, **more)
                for finding in line["candidates"][0]["findings"]]

    # --- what is read ---

    def test_questions_stand_in_comments(self):
        path = self.write(QUERIES, "a", "q.sql")
        found = self.lines(path, status=1)
        self.assertEqual([(one["file"], one["line"], one["question"],
                           one.get("knowledge")) for one in found], [
            (path, 6, "How many pets are there?", "pets are animals"),
            (path, 10, "List the names of pets", None),
            (path, 14, "Which pets are older than 4?", None),
            (path, 21, None, None)])
        self.assertEqual(found[0]["candidates"][0]["sql"],
                         "SELECT count(*) FROM pet")
        self.assertEqual(found[0]["decision"], "answer")
        self.assertIsNone(found[3]["candidates"][0]["probability"])
        self.assertEqual(found[3]["candidates"][0]["findings"][0]["code"],
                         "unknown_column")
        read = self.run_check("--files", "-", status=1, text=QUERIES).stdout
        self.assertIn("-:10: List the names of pets\n", read)
        self.assertIn("No question: the query is checked by itself.", read)

    def test_one_bad_file_does_not_lose_the_others(self):
        bad = self.write("SELECT 1 FROM", "bad.sql")
        lines = self.write(
            '{"question": "How many pets?", "sql": "SELECT count(*) FROM pets"}'
            '\nnot json\n{"question": 1, "sql": "SELECT 1"}\n{"sql": 1}\n'
            '{"candidates": []}\n{"candidates": [1]}\n'
            '{"question": "How many pets are there?", "candidates": '
            '[{"sql": "SELECT count(*) FROM pet"}]}\n'
            '{"sql": "SELECT 1", "dialect": "none"}\n', "q.jsonl")
        good = self.write("-- How many pets?\nSELECT count(*) FROM pet;",
                          "good.sql")
        done = self.run_check("--files", "--json", "gone.sql", bad, lines, ".",
                              good, status=2)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(one["file"], one["line"]) for one in found],
                         [(bad, 1), (lines, 1), (lines, 7), (good, 2)])
        self.assertIn("gone.sql: No such file", done.stderr)
        for number in (2, 3, 4, 5, 6, 8):
            self.assertIn(f"q.jsonl, line {number}: ", done.stderr)
        self.run_check("--files", lines, status=1)

    def test_odd_texts(self):
        for text in ("", ";;;", "-- only\n/* comments", "\ufeff", "\ufeff;"):
            path = self.write(text, "odd.sql")
            self.assertEqual(self.lines(path, status=0), [], repr(text))
        path = self.write("\ufeff-- How many pets?\nSELECT count(*)\r\nFROM "
                          "pet;-- question:\nSELECT 'open; x", "odd.sql")
        found = self.lines(path, status=1)
        self.assertEqual([one["question"] for one in found],
                         ["How many pets?", None])

    # --- rules ---

    def test_which_rule_wins(self):
        path = self.write(QUERIES, "a", "b", "q.sql")
        unknown = ["unknown_column"] * 3
        self.assertEqual(self.codes(path, status=1), unknown)
        self.write('{"ignore": ["unknown_column"]}', ".t2sed.json")
        self.assertEqual(self.codes(path, status=0), [])
        self.write('{"severity": "hint"}', "a", ".t2sed.json")  # the nearest
        self.assertEqual(self.codes(path, status=1), unknown)
        self.assertEqual(self.codes(path, status=0,
                                    T2SED_IGNORE="many_columns unknown_column"),
                         [])
        self.assertEqual(self.codes("--ignore", "many_columns", path, status=1,
                                    T2SED_IGNORE="unknown_column"), unknown)
        os.remove(self.at("a", ".t2sed.json"))
        self.assertEqual(self.codes(path, status=1, T2SED_IGNORE=""), unknown)
        # Beside the queries of each file, not where the program runs.
        other = self.write(QUERIES, "c", "q.sql")
        self.write('{"ignore": []}', "c", ".t2sed.json")
        self.assertEqual(self.codes(path, other, path, status=1), unknown)

    def test_rules_of_one_question(self):
        query = ["How many pets?", "SELECT count(*) FROM pets"]
        self.write('{"ignore": ["unknown_table"], "fail_on": "never"}',
                   ".t2sed.json")
        line = json.loads(self.run_check("--json", *query, status=1).stdout)
        self.assertEqual(line["candidates"][0]["findings"], [])
        self.run_check("--fail-on", "hint", *query, status=0)
        self.run_check("--fail-on", "error", *query, status=1, T2SED_IGNORE="")

    def test_lines_have_the_same_rules(self):
        line = json.dumps({
            "question": "What is the average age of pets?",
            "sql": "SELECT name, sum(age) FROM pet WHERE name = NULL"}) + "\n"
        near = self.write(line, "a", "q.jsonl")
        far = self.write(line, "b", "q.jsonl")
        everything = [[finding["code"] for finding in
                       self.lines(path, status=0)[0]["candidates"][0]
                       ["findings"]] for path in (near, far)]
        self.assertIn("null_compared", everything[0])
        self.assertIn("expected_part", everything[0])

        def found(command, *arguments, status=0, **env):
            """The codes of each file's line, or what is told."""
            done = self.run_program(command, "--db", "pets.sqlite", *arguments,
                                    near, far, status=status, **env)
            return done.stderr if status else [
                [finding["code"] for finding in json.loads(one)["findings"]]
                for one in done.stdout.splitlines()]

        for command in (["score", "--findings"], ["rerank"],
                        ["rerank", "--jobs", "2"]):
            self.assertEqual(found(command), everything)
            for arguments, env in (
                    (["--ignore", "null_compared"], {}),
                    ([], {"T2SED_IGNORE": "null_compared"}),
                    (["--ignore", "null_compared"], {"T2SED_IGNORE": ""})):
                self.assertEqual(
                    found(command, *arguments, **env),
                    [[code for code in one if code != "null_compared"]
                     for one in everything])
            for arguments, env in ((["--severity", "warning"], {}),
                                   ([], {"T2SED_SEVERITY": "warning"})):
                for one in found(command, *arguments, **env):
                    self.assertIn("null_compared", one)
                    self.assertNotIn("expected_part", one)
            self.write('{"ignore": ["null_compared"]}', "a", ".t2sed.json")
            one, other = found(command)
            self.assertNotIn("null_compared", one)
            self.assertEqual(other, everything[1])
            self.assertIn('nearest is "null_compared"',
                          found(command, "--ignore", "null_compard", status=2))
            self.assertIn("--severity: ",
                          found(command, "--severity", "x", status=2))
            self.write('{"ignore": 1}', "a", ".t2sed.json")
            self.assertIn("an array of codes", found(command, status=2))
            os.remove(self.at("a", ".t2sed.json"))
        for command in (["score"], ["rerank", "--no-findings"]):
            self.assertIn("not asked for", found(command, "--severity", "hint",
                                                 status=2))

    def test_fail_on(self):
        path = self.write("SELECT id FROM pet WHERE name = NULL;", "q.sql")
        findings = self.lines(path, status=0)[0]["candidates"][0]["findings"]
        worst = findings[0]["severity"]
        self.assertEqual(worst, "warning")
        for level, status in (("error", 0), ("warning", 1), ("hint", 1),
                              ("never", 0)):
            self.run_check("--files", "--fail-on", level, path, status=status)
            self.write(json.dumps({"fail_on": level}), ".t2sed.json")
            self.run_check("--files", path, status=status)
            os.remove(self.at(".t2sed.json"))
        self.assertEqual(self.codes("--severity", "error", path, status=0), [])
        self.assertEqual(self.codes(path, status=0, T2SED_SEVERITY="error"), [])

    def test_fail_on_reads_all_findings(self):
        question = "What is the average age of pets?"
        sql = "SELECT name, sum(age) FROM pet WHERE name = NULL"
        path = self.write(f"-- {question}\n{sql};", "q.sql")
        found = self.lines(path, status=0)[0]["candidates"][0]["findings"]
        severities = [finding["severity"] for finding in found]
        self.assertEqual(severities[0], "hint")
        self.assertIn("warning", severities)
        self.assertNotIn("error", severities)
        for level, status in (("error", 0), ("warning", 1), ("hint", 1)):
            self.run_check("--files", "--fail-on", level, path, status=status)
            self.run_check("--fail-on", level, question, sql, status=status)

    def test_wrong_rules_are_told(self):
        path = self.write(QUERIES, "a", "q.sql")
        good = self.write("SELECT 1;", "good.sql")
        for text, told in (
                ('{"ignore": ["unknown_colum"]}', 'nearest is "unknown_column"'),
                ('{"ignore": "unknown_column"}', "an array of codes"),
                ('{"ignore": [1]}', "an array of codes"),
                ('{"severity": "never"}', "expected error, warning or hint"),
                ('{"severity": 1}', "expected a text"),
                ('{"fail_on": "ever"}', "hint or never"),
                ('{"ignored": []}', 'expected "ignore", "severity" or'),
                ("[]", "expected an object"), ("{", "}")):
            where = self.write(text, "a", ".t2sed.json")
            done = self.run_check("--files", path, good, status=2)
            self.assertIn(where, done.stderr)
            self.assertIn(told, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1)
            self.assertTrue(done.stdout.startswith("good.sql:1"), done.stdout)
            with self.assertRaises((ValueError, t2sed.Error)) as caught:
                rules.read_rules(self.at("a"))
            self.assertRegex(str(caught.exception), r"\.t2sed\.json|unknown_")
        os.remove(self.at("a", ".t2sed.json"))
        for arguments in (["--ignore", "x"], ["--severity", "x"],
                          ["--fail-on", "x"], ["--format", "x"],
                          ["--json", "--format", "sarif"]):
            self.run_check(*arguments, "--files", path, status=2)
        done = self.run_check("--files", path, status=2, T2SED_IGNORE="orders")
        self.assertIn("T2SED_IGNORE: ", done.stderr)

    def test_python_reads_the_same_rules(self):
        self.write('{"ignore": ["many_columns"], "severity": "warning"}',
                   ".t2sed.json")
        os.makedirs(self.at("a", "b"))
        directory = self.at("a", "b")
        self.assertEqual(rules.read_rules(directory),
                         rules.Rules(("many_columns",), "warning"))
        self.assertEqual(rules.read_rules(directory, "", "hint"),
                         rules.Rules((), "hint"))
        with t2sed.Checker(LIGHT, self.at("pets.sqlite"),
                           ignore=["unknown_table"]) as checker:
            report = checker.check("How many?", ["SELECT count(*) FROM pets"])
            self.assertEqual(report.findings, [])
        for wrong, kind in ((["unknown_tabel"], t2sed.Error),
                            ("unknown_table", TypeError), ([1], TypeError)):
            with self.assertRaises(kind):
                t2sed.Checker(LIGHT, self.at("pets.sqlite"), ignore=wrong)
        with self.assertRaises(ValueError):
            t2sed.Checker(LIGHT, severity="none")

    # --- formats ---

    def test_sarif(self):
        path = self.write(QUERIES, "a", "q ä%.sql")
        lines = self.write('\n{"sql": "SELECT x FROM pet"}\n', "q.jsonl")
        log = json.loads(self.run_check(
            "--files", "--format", "sarif", path, lines, status=1).stdout)
        check_sarif(self, log, "log")
        run = log["runs"][0]
        self.assertEqual(run["columnKind"], "unicodeCodePoints")
        kinds = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
        for result in run["results"]:
            rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
            self.assertEqual(result["ruleId"], rule["id"])
        self.assertEqual({r["ruleId"] for r in run["results"]}, kinds)
        places = [result["locations"][0]["physicalLocation"]
                  for result in run["results"]
                  if result["ruleId"] == "unknown_column"]
        text = QUERIES.splitlines()
        shown = []
        for place in places[:3]:
            self.assertEqual(place["artifactLocation"]["uri"],
                             "a/q%20%C3%A4%25.sql")
            at = place["region"]
            self.assertEqual(at["startLine"], at["endLine"])
            shown.append(text[at["startLine"] - 1]
                         [at["startColumn"] - 1:at["endColumn"] - 1])
        self.assertEqual(shown, ["nam", "nme", "naam"])
        self.assertEqual(places[3]["artifactLocation"]["uri"], "q.jsonl")
        self.assertEqual(places[3]["region"], {"startLine": 2})
        fix = run["results"][0]["fixes"][0]["artifactChanges"][0]
        self.assertEqual(fix["replacements"][0]["insertedContent"]["text"],
                         "name")
        self.assertTrue(run["invocations"][0]["executionSuccessful"])
        empty = json.loads(self.run_check("--files", "--format", "sarif",
                                          "gone.sql", status=2).stdout)
        check_sarif(self, empty, "log")
        self.assertFalse(
            empty["runs"][0]["invocations"][0]["executionSuccessful"])
        lone = json.loads(self.run_check(
            "--format", "sarif", "How many?", "SELECT count(*) FROM pets",
            status=1).stdout)
        check_sarif(self, lone, "log")
        self.assertEqual(lone["runs"][0]["results"][0]["locations"], [])

    def test_workflow_commands(self):
        path = self.write("-- Pets\nSELECT nam\n, 1 FROM pet;\n-- Pets\n"
                          "SELECT \"50%,:\n\" FROM pets;", "a,b.sql")
        out = self.run_check("--files", "--format", "github", "--severity",
                             "error", path, status=1).stdout.splitlines()
        self.assertEqual(
            out[0], "::error file=a%2Cb.sql,line=2,endLine=2,col=8,"
            "endColumn=11,title=unknown_column::No table of the query has a "
            "column \"nam\"; pet has \"name\". (name?)")
        for line in out:
            self.assertRegex(line, r"^::(error|warning|notice) file=a%2Cb.sql,"
                             r"line=\d+(,endLine=\d+)?(,col=\d+,endColumn=\d+)?"
                             r",title=\w+::.")
            self.assertNotRegex(line, r"%(?!25|0A|0D|2C|3A)")

    def test_code_quality(self):
        path = self.write(QUERIES, "a", "q.sql")
        found = json.loads(self.run_check("--files", "--format", "gitlab",
                                          path, status=1).stdout)
        unknown = [one for one in found
                   if one["check_name"] == "unknown_column"]
        self.assertEqual([one["location"] for one in unknown],
                         [{"path": path, "lines": {"begin": line}}
                          for line in (10, 14, 21)])
        for one in found:
            self.assertIn(one["severity"], ("info", "minor", "major",
                                            "critical", "blocker"))
            self.assertTrue(one["description"])
        self.assertEqual(len({one["fingerprint"] for one in found}), len(found))
        # A finding is known again where the lines above it change.
        self.write("\n\n" + QUERIES, "a", "q.sql")
        again = json.loads(self.run_check("--files", "--format", "gitlab",
                                          path, status=1).stdout)
        self.assertEqual([one["fingerprint"] for one in again],
                         [one["fingerprint"] for one in found])

    # --- the hook ---

    def test_the_pre_commit_hook_runs(self):
        with open(os.path.join(ROOT, ".pre-commit-hooks.yaml"),
                  encoding="utf-8") as file:
            hook = dict(re.findall(r"^[- ] *(\w+): *(.*)$", file.read(), re.M))
        self.assertEqual(hook["id"], "t2sed-check")
        names = re.compile(hook["files"].strip("'\""))
        self.assertTrue(names.search("a/q.sql") and names.search("q.jsonl"))
        self.assertFalse(names.search("a/q.sqlite"))
        path = self.write(QUERIES, "a", "q.sql")
        done = subprocess.run(
            [*hook["entry"].replace("t2sed", PROGRAM, 1).split(), "--model",
             LIGHT, "--db", "pets.sqlite", path], cwd=self.root,
            stdout=subprocess.PIPE, timeout=300, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"a/q.sql:10: List the names of pets", done.stdout)


if __name__ == "__main__":
    tap.main()
