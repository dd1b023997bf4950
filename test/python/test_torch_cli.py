"""t2sed score and its kin on good and on bad input, through the program."""

import json
import os
import select
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
MAKE_MODEL = os.path.join(BUILD, "test", "make_tiny_model")
QUESTION = "How many singers are there?"
SQL = "SELECT count(*) FROM singer"


def run(*arguments, lines=None, text=None):
    """Runs t2sed; lines are objects, one a line of standard input."""
    if lines is not None:
        text = "".join(json.dumps(line) + "\n" for line in lines)
    if isinstance(text, str):
        text = text.encode("utf-8")
    done = subprocess.run([PROGRAM, *arguments], input=text or b"",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=300)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.model = os.path.join(cls.folder, "model")
        subprocess.run([MAKE_MODEL, cls.model], check=True)
        os.environ["T2SED_QUESTION_PARSER"] = os.path.join(
            cls.model, "question-parser")
        cls.databases = os.path.join(cls.folder, "databases")
        path = cls.database("shop")
        with sqlite3.connect(path) as connection:
            connection.executescript(
                "CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT);"
                "INSERT INTO singer VALUES (1, 'Ann');")

    @classmethod
    def tearDownClass(cls):
        del os.environ["T2SED_QUESTION_PARSER"]
        shutil.rmtree(cls.folder)

    @classmethod
    def database(cls, name):
        os.makedirs(os.path.join(cls.databases, name), exist_ok=True)
        return os.path.join(cls.databases, name, name + ".sqlite")

    def score(self, *lines, options=(), text=None, status=0):
        code, out, err = run("score", "--model", self.model, "--precision",
                             "fp32", *options,
                             lines=None if text is not None else lines,
                             text=text)
        self.assertEqual(code, status, err)
        return [json.loads(line) for line in out.splitlines()]

    def assert_scored(self, item):
        self.assertIsInstance(item["probability"], float)
        self.assertNotIn("error", item)
        self.assertTrue(0 <= item["probability"] <= 1)

    def assert_refused(self, item, code, *words):
        self.assertIsNone(item["probability"])
        self.assertEqual(item["error"]["code"], code)
        for word in words:
            self.assertIn(word, item["error"]["message"])


class Score(Case):
    def test_lone_query_and_beam_agree(self):
        line = {"question": QUESTION, "sql": SQL, "kept": [1, {"x": 0.1}]}
        beam = {"question": QUESTION,
                "candidates": [{"sql": SQL, "score": -0.5}, {"sql": "SELECT 1"}]}
        lone, both = self.score(line, beam)
        self.assert_scored(lone)
        self.assertEqual(lone["kept"], [1, {"x": 0.1}])
        self.assertEqual(both["candidates"][0]["score"], -0.5)
        self.assertAlmostEqual(both["candidates"][0]["probability"],
                               lone["probability"], places=5)

    def test_no_queries(self):
        (line,) = self.score({"question": QUESTION, "candidates": []})
        self.assertEqual(line, {"question": QUESTION, "candidates": []})

    def test_bad_query_spoils_no_other(self):
        candidates = [SQL, "", "SELECT 1; SELECT 2", "DELETE FROM singer",
                      "SELEC name FROM singer", "SELECT * FROM (", SQL]
        (line,) = self.score({"question": QUESTION, "candidates":
                              [{"sql": sql} for sql in candidates]})
        got = line["candidates"]
        self.assert_scored(got[0])
        self.assert_refused(got[1], "EEMPTY")
        self.assert_refused(got[2], "EMANY")
        self.assert_refused(got[3], "ENOTSELECT", "DELETE")
        self.assertEqual(got[4]["probability"], None)
        self.assertIn(got[4]["error"]["code"], ("ESYNTAX", "ENOTSELECT"))
        self.assert_refused(got[5], "ESYNTAX")
        self.assertEqual(got[6]["probability"], got[0]["probability"])

    def test_huge_and_deep_queries(self):
        deep = "SELECT " + "(" * 10000 + "1" + ")" * 10000
        huge = "SELECT 1 -- " + "x" * (1 << 20)
        (line,) = self.score({"question": QUESTION, "candidates":
                              [{"sql": deep}, {"sql": huge}, {"sql": SQL}]})
        self.assert_refused(line["candidates"][0], "ELIMIT")
        self.assert_refused(line["candidates"][1], "ELIMIT")
        self.assert_scored(line["candidates"][2])

    def test_lines_that_are_no_objects(self):
        text = (b'{"question": "q", "sql": "SELECT 1"}\n'
                b'not json\n'
                b'[1]\n'
                b'\n'
                b'{"question": "q"}\n'
                b'{"sql": "SELECT 1"}\n'
                b'{"question": "q", "sql": 7}\n'
                b'{"question": "\xff", "sql": "SELECT 1"}\n'
                b'{"question": "q", "sql": "SELECT 1"}')
        got = self.score(text=text, status=1)
        self.assertEqual(len(got), 9)
        self.assert_scored(got[0])
        for i, word in ((1, "line 2"), (2, "line 3"), (3, "line 4"),
                        (4, "sql"), (5, "question"), (6, "sql"), (7, "UTF-8")):
            self.assertIn(word, got[i]["error"]["message"])
        self.assert_scored(got[8])

    def test_empty_question(self):
        for question in ("", "   "):
            (line,) = self.score({"question": question, "sql": SQL})
            self.assert_refused(line, "EEMPTY")

    def test_too_many_tokens(self):
        long = "SELECT " + ", ".join(f"column_{i}" for i in range(2000))
        line = {"question": QUESTION, "sql": long}
        self.assert_refused(self.score(line, options=("--truncate", "error"))[0],
                            "ETOOLONG")
        (cut,) = self.score(line, options=("--truncate", "sql"))
        self.assert_scored(cut)
        self.assertGreater(cut["tokens_cut"], 0)
        question = {"question": "word " * 3000, "sql": SQL}
        (cut,) = self.score(question, options=("--truncate", "question"))
        self.assert_scored(cut)
        self.assertGreater(cut["tokens_cut"], 0)

    def test_databases(self):
        with open(self.database("garbage"), "wb") as file:
            file.write(b"this is no database, whatever its name" * 50)
        shutil.copy(self.database("shop"), self.database("corrupt"))
        with open(self.database("corrupt"), "r+b") as file:
            file.seek(100)
            file.write(b"\xff" * 900)
        shutil.copy(self.database("shop"), self.database("locked"))
        lock = sqlite3.connect(self.database("locked"), isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
        os.makedirs(os.path.join(self.databases, "empty"), exist_ok=True)
        names = ["shop", "absent", "garbage", "corrupt", "locked", "empty",
                 "../shop", None]
        got = self.score(*[{"db_id": name, "question": QUESTION, "sql": SQL}
                           for name in names],
                         options=("--db-root", self.databases))
        lock.close()
        self.assert_scored(got[0])
        self.assert_refused(got[1], "ENOTFOUND", "absent")
        self.assert_refused(got[2], "EDATABASE", "garbage")
        self.assert_refused(got[3], "EDATABASE", "corrupt")
        self.assert_refused(got[4], "EDATABASE", "locked")
        self.assert_refused(got[5], "ENOTFOUND", "empty")
        self.assert_refused(got[6], "ENOTFOUND")
        self.assert_refused(got[7], "EFORMAT", "--db FILE")

    def test_db_id_is_ignored_without_databases(self):
        with_id, without = self.score(
            {"db_id": "nowhere", "question": QUESTION, "sql": SQL},
            {"question": QUESTION, "sql": SQL})
        self.assertEqual(with_id["probability"], without["probability"])

    def test_parse_is_used_or_refused(self):
        brackets = "(ROOT (SBARQ (WHNP (WHADJP How many) singers) (SQ are (NP there)) ?))"
        good, bad, wrong = self.score(
            {"question": QUESTION, "sql": SQL, "parse": {"brackets": brackets}},
            {"question": QUESTION, "sql": SQL, "parse": {"brackets": "((("}},
            {"question": QUESTION, "sql": SQL, "parse": 5})
        self.assert_scored(good)
        self.assert_refused(bad, "EFORMAT")
        self.assert_refused(wrong, "EFORMAT")

    def test_questions_are_parsed(self):
        line = {"question": QUESTION, "sql": SQL}
        parsed, = self.score(line)
        unparsed, = self.score(line, options=["--parser", "none"])
        self.assertNotEqual(parsed["probability"], unparsed["probability"])
        trees = {"conllu": run("parse", "--question", "--format", "conllu",
                               text=QUESTION + "\n")[1]}
        brought, = self.score(dict(line, parse=trees),
                              options=["--parser", "none"])
        self.assertNotEqual(brought["probability"], unparsed["probability"])
        # Both parses are brought: the parser has nothing to do.
        trees["brackets"] = "(ROOT (X How many) (Y singers are there ?))"
        line["parse"] = trees
        self.assertEqual(self.score(line)[0]["probability"],
                         self.score(line, options=["--parser", "none"])[0]
                         ["probability"])

    def test_a_parser_must_be_there(self):
        line = {"question": QUESTION, "sql": SQL}
        for command in ("score", "graph"):
            code, out, err = run(command, "--model", self.model, "--parser",
                                 "/no/such/parser", lines=[line])
            self.assertEqual((code, out), (2, ""))
            self.assertIn("/no/such/parser", err)
            self.assertIn("--parser none", err)
        code, _, err = run("train", "--model", self.model, "--out",
                           os.path.join(self.folder, "never"), "--parser",
                           "/no/such/parser", "-")
        self.assertEqual(code, 2)
        self.assertIn("/no/such/parser", err)
        with unittest.mock.patch.dict(os.environ,
                                      T2SED_QUESTION_PARSER="/no/such/parser"):
            for command in (["score", "--model", self.model], ["graph"],
                            ["parse", "--question"]):
                code, out, err = run(*command, lines=[line])
                self.assertEqual((code, out), (2, ""))
                self.assertIn("/no/such/parser", err)
            # A run that trains stops at the first line, not at each.
            code, _, err = run(
                "train", "--model", self.model, "--out",
                os.path.join(self.folder, "never"), "-",
                lines=[{"question": QUESTION,
                        "candidates": [{"sql": SQL, "label": 1}]}] * 3)
            self.assertEqual(code, 2)
            self.assertEqual(err.count("/no/such/parser"), 1)

    def test_lines_together_are_as_each_alone(self):
        lines = [{"question": f"{QUESTION} {i % 7}", "index": i,
                  "candidates": [{"sql": f"SELECT a{i} FROM singer" +
                                  " WHERE (" * (k == 2)} for k in range(i % 5)]}
                 for i in range(150)]
        lines[20] = {"index": 20, "sql": "SELECT 1"}  # no question
        lines[21] = {"index": 21, "question": "", "sql": "SELECT 1"}
        lines[22] = {"index": 22, "question": "?" * 2000, "sql": "SELECT 1"}
        lines[23] = {"index": 23, "question": QUESTION, "candidates": 1}
        together = self.score(*lines, status=1)
        alone = self.score(*lines, options=["--window", "1"], status=1)
        self.assertEqual([item["index"] for item in together], list(range(150)))
        for one, other in zip(together, alone):
            self.assertEqual(one.get("error"), other.get("error"))
            if one["index"] == 23:
                continue
            for a, b in zip(one.get("candidates", []), other.get("candidates", [])):
                self.assertEqual(a.get("error"), b.get("error"))
                if a["probability"] is not None:
                    self.assertAlmostEqual(a["probability"], b["probability"],
                                           delta=2e-6)
        for at in (21, 22):
            self.assertIsNone(together[at]["probability"])
        self.assert_scored(together[24]["candidates"][0])

    def test_window_is_checked(self):
        for size in ("0", "65"):
            code, _, err = run("score", "--window", size)
            self.assertEqual(code, 2)
            self.assertIn("--window", err)

    def test_a_line_does_not_wait_for_the_next(self):
        line = json.dumps({"question": QUESTION, "sql": SQL}) + "\n"
        with subprocess.Popen(
                [PROGRAM, "score", "--model", self.model],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            # Two lines and a half: the two are answered before the rest comes.
            for text, answers in ((line * 2 + line[:9], 2), (line[9:], 1),
                                  (line, 1)):
                program.stdin.write(text.encode())
                program.stdin.flush()
                out = b""
                while out.count(b"\n") < answers:
                    ready, _, _ = select.select([program.stdout], [], [], 120)
                    self.assertTrue(ready, "no answer")
                    out += os.read(program.stdout.fileno(), 1 << 16)
                for answer in out.splitlines():
                    self.assert_scored(json.loads(answer))
            program.stdin.close()
            self.assertEqual(program.stdout.read(), b"")
        self.assertEqual(program.returncode, 0)

    def test_table_for_people(self):
        code, out, _ = run("score", "--model", self.model, "--text", lines=[
            {"question": QUESTION, "candidates": [{"sql": SQL}, {"sql": "X"}]}])
        self.assertEqual(code, 0)
        self.assertIn(QUESTION, out)
        self.assertIn("SELECT count(*)", out)


class Models(Case):
    def broken(self, change):
        folder = tempfile.mkdtemp(dir=self.folder)
        model = os.path.join(folder, "model")
        shutil.copytree(self.model, model)
        change(model)
        code, out, err = run("score", "--model", model,
                             lines=[{"question": QUESTION, "sql": SQL}])
        self.assertEqual(code, 2, out)
        self.assertEqual(out, "")
        return err

    def test_missing_files(self):
        for name in ("config.json", "model.safetensors"):
            err = self.broken(lambda m, n=name: os.remove(os.path.join(m, n)))
            self.assertIn(name, err)

    def test_no_such_model(self):
        code, _, err = run("score", "--model", "/no/such/model", lines=[])
        self.assertEqual(code, 2)
        self.assertIn("/no/such/model", err)

    def test_truncated_weights(self):
        def cut(model):
            path = os.path.join(model, "model.safetensors")
            os.truncate(path, os.path.getsize(path) // 2)
        self.assertIn("model.safetensors", self.broken(cut))

    def test_hostile_header(self):
        def huge(model):
            with open(os.path.join(model, "model.safetensors"), "r+b") as file:
                file.write(b"\xff" * 8)
        self.assertIn("model.safetensors", self.broken(huge))

    def test_wrong_shapes(self):
        def narrow(model):
            path = os.path.join(model, "config.json")
            with open(path, encoding="utf-8") as file:
                config = json.load(file)
            config["vocab_size"] += 1
            with open(path, "w", encoding="utf-8") as file:
                json.dump(config, file)
        self.assertIn("EMISMATCH", self.broken(narrow))

    def test_bad_config(self):
        def spoil(model):
            with open(os.path.join(model, "config.json"), "w",
                      encoding="utf-8") as file:
                file.write('{"model_type": "bert", ')
        self.assertIn("config.json", self.broken(spoil))

    def test_no_device(self):
        code, _, err = run("score", "--model", self.model, "--device", "cuda:99",
                           lines=[])
        self.assertEqual(code, 2)
        self.assertIn("ENODEVICE", err)

    def test_info(self):
        code, out, _ = run("info", "--model", self.model)
        self.assertEqual(code, 0)
        self.assertIn("libtorch", json.loads(out)["backend"])

    def test_export(self):
        path = os.path.join(self.folder, "model.pt")
        code, _, err = run("export", "--model", self.model, path)
        self.assertEqual(code, 0, err)
        self.assertGreater(os.path.getsize(path), 1000)
        code, _, err = run("export", "--model", self.model,
                           "/no/such/folder/model.pt")
        self.assertEqual(code, 2)


class Parse(unittest.TestCase):
    def test_lines_stay_aligned(self):
        code, out, _ = run("parse", "--sql",
                           text="SELECT 1\n\nnot sql\nSELECT a FROM b;\n")
        lines = out.splitlines()
        self.assertEqual(code, 0)
        self.assertEqual(len(lines), 4)
        self.assertEqual(lines[0], '(select_stmt (select_core "SELECT" '
                         '(result_clause (result_column (expr '
                         '(literal_value "1"))))))')
        self.assertTrue(lines[1].startswith("error: "))
        self.assertTrue(lines[2].startswith("error: "))

    def test_simplified(self):
        _, out, _ = run("parse", "--sql", "--simplified",
                        text="SELECT t.a FROM t\n")
        self.assertEqual(out, '(select_core "SELECT" "t.a" (from_clause "FROM" "t"))\n')

    def test_json_and_dot(self):
        _, out, _ = run("parse", "--sql", "--format", "json", text="SELECT 1\n")
        self.assertEqual(json.loads(out)["label"], "select_stmt")
        _, out, _ = run("parse", "--sql", "--format", "dot", text="SELECT 1\n")
        self.assertTrue(out.startswith("digraph"))
        self.assertEqual(out.count("\n"), 1)

    def test_question(self):
        _, out, _ = run("parse", "--question", "--parser", "none",
                        text="How many?\n")
        self.assertEqual(out, '(ROOT "How" "many" "?")\n')
        _, out, _ = run("parse", "--question", "--parser", "none",
                        "--format", "conllu", text="How many?\n")
        self.assertTrue(out.startswith("# text = How many?\n1\tHow"))
        self.assertTrue(out.endswith("\n\n"))

    def test_usage(self):
        self.assertEqual(run("parse")[0], 2)
        self.assertEqual(run("nonsense")[0], 2)
        self.assertEqual(run("score", "--nonsense")[0], 2)
        self.assertEqual(run("score", "--threads", "x")[0], 2)
        self.assertEqual(run("--version")[0], 0)
        for command in ("score", "parse", "graph", "train", "import",
                        "export", "info"):
            self.assertEqual(run(command, "--help")[0], 0)
        self.assertEqual(run("parse", "--sql", "/no/such/file")[0], 2)


class Graph(unittest.TestCase):
    def test_paper_graph(self):
        code, out, _ = run("graph", "--parser", "none", lines=[{
            "question": QUESTION, "sql": "SELECT count(*) FROM singer "
            "WHERE singer.age > 20"}])
        self.assertEqual(code, 0)
        graph = json.loads(out)["graph"]
        self.assertEqual(graph["sql"],
                         "SELECT count * FROM singer WHERE singer.age > 20")
        self.assertEqual(len(graph["components"]), 2)

    def test_bad_lines(self):
        code, out, _ = run("graph", "--parser", "none",
                           text='{"question": "q", "sql": "SELEC"}\nx\n')
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(code, 1)
        self.assertIsNone(lines[0]["graph"])
        self.assertIn("error", lines[1])


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - program # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
