"""What the Python binding says of values that C could not take as they are."""

import os
import pathlib
import sqlite3
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "support"))
import binding  # noqa: E402
import t2sed  # noqa: E402
import tap  # noqa: E402

HUGE = 1 << 64


class Arguments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = os.path.join(folder.name, "pets.sqlite")
        connection = sqlite3.connect(cls.path)
        connection.execute("CREATE TABLE pet (id INTEGER, name TEXT)")
        connection.close()
        cls.schema = t2sed.Schema.from_sqlite(pathlib.Path(cls.path))
        cls.model = t2sed.Model(binding.LIGHT)
        cls.scorer = t2sed.Scorer(cls.model)
        cls.evidence = t2sed.Evidence(t2sed.Database(cls.path))
        cls.linker = t2sed.Linker(t2sed.Database(cls.path))
        cls.reranker = t2sed.Reranker()

    def refused(self, kind, says, call, *arguments, **named):
        with self.assertRaisesRegex(kind, says) as caught:
            call(*arguments, **named)
        self.assertNotIn("\n", str(caught.exception))

    def test_nul(self):
        for call in (t2sed.Model, t2sed.Sketcher, t2sed.SchemaPredictor,
                     t2sed.Parser, t2sed.Schemas, t2sed.Schema.from_sqlite):
            self.refused(ValueError, "path: there is a NUL", call, "a\0b")
            self.refused(ValueError, "path: there is a NUL", call, b"a\0b")
        nul = self.path + "\0.txt"
        self.refused(ValueError, "path: there is a NUL", t2sed.Database, nul)
        self.refused(ValueError, "index: there is a NUL", t2sed.Database,
                     self.path, index=nul)
        self.refused(ValueError, "policy: there is", t2sed.Reranker, "rr\0x")
        self.refused(ValueError, "device: there is", t2sed.Model,
                     binding.LIGHT, device="cpu\0")
        self.refused(ValueError, "name: there is", t2sed.database_fold, "a\0")

    def test_nul_in_texts_of_known_length(self):
        """C takes these with their length, and knows what to do."""
        for question in "How many\0pets?", "\0":
            try:
                self.assertIn("pets", t2sed.Question(question).tree())
                self.scorer.score(question, ["SELECT\0 1", "SELECT 1\0"])
            except t2sed.Error as error:
                self.assertEqual(error.code, "EEMPTY")
        self.refused(t2sed.Error, "ESYNTAX", t2sed.Sql, "SELECT \0 1")
        self.evidence.findings("SELECT \0")
        self.linker.link("a\0b", "SELECT 1", ["\0a"])

    def test_integers(self):
        for name in "max_milliseconds", "max_rows", "values_milliseconds":
            for number in 1 << 31, HUGE, -HUGE:
                self.refused(ValueError, f"{name}: .* is not between",
                             t2sed.Database, self.path, **{name: number})
            self.refused(TypeError, f"{name}: expected an integer, not str",
                         t2sed.Database, self.path, **{name: "5"})
        self.refused(ValueError, "max_values_bytes: ", t2sed.Database,
                     self.path, max_values_bytes=HUGE)
        self.refused(TypeError, "max_rows: .*not float", t2sed.Database,
                     self.path, max_rows=1.5)
        self.refused(ValueError, "threads: ", t2sed.Model, binding.LIGHT,
                     threads=HUGE)
        for folds, seed in (HUGE, 0), (0, 0), (5, -1), (5, 1 << 64):
            self.refused(ValueError, "folds|seed", t2sed.database_fold, "a",
                         folds, seed)
        self.refused(ValueError, "groups: ", self.reranker.signals,
                     groups=[HUGE])
        self.refused(ValueError, "sources: ", self.reranker.signals,
                     sources=[-HUGE])
        self.refused(ValueError, "keep_punctuation: ",
                     t2sed.Sql("SELECT 1").tree,
                     view={"keep_punctuation": HUGE})

    def test_a_str_is_no_list(self):
        for call in (self.scorer.score, self.scorer.score):
            self.refused(TypeError, "queries: expected a list, not str", call,
                         "How many?", "SELECT 1")
        self.refused(TypeError, "queries: expected a list, not bytes",
                     t2sed.agree, b"SELECT 1")
        self.refused(TypeError, "earlier: expected a list, not str",
                     self.scorer.score, "a?", ["SELECT 1"], earlier="b?")
        for call in (self.evidence.set_question, lambda asked, earlier:
                     self.linker.link(asked, "SELECT 1", earlier)):
            self.refused(TypeError, "earlier: expected a list, not str", call,
                         "a?", "b?")
            self.refused(TypeError, "earlier: expected a str or a pair", call,
                         "a?", [("b?", None, None)])

    def test_elements(self):
        self.refused(TypeError, r"queries\[1\]: expected a str, not NoneType",
                     self.scorer.score, "a?", ["SELECT 1", None])
        self.refused(TypeError, r"queries\[0\]: expected a str, not bytes",
                     t2sed.agree, [b"SELECT 1"])
        self.refused(TypeError, "queries: expected a list, not int",
                     self.scorer.score, "a?", 5)
        self.refused(TypeError, "query of an earlier turn: .* not int",
                     self.evidence.set_question, "a?", [("b?", 5)])
        self.assertEqual(
            len(self.scorer.score("a?", (q for q in ["SELECT 1"] * 3))), 3)

    def test_types(self):
        evidence, scorer = self.evidence, self.scorer
        for kind, call, arguments in (
                ("question: .* a Question, not int", scorer.score,
                 (5, ["SELECT 1"])),
                ("database: .* a Database or None, not Model", t2sed.Evidence,
                 (self.model,)),
                ("database: .* a Database.*, not Evidence", scorer.score,
                 ("a?", ["SELECT 1"], evidence)),
                ("evidence: .* an Evidence.*, not Schema", scorer.score,
                 ("a?", ["SELECT 1"], None, self.schema)),
                ("evidence: ", t2sed.agree, (["SELECT 1"], self.schema)),
                ("model: .* a Model, not NoneType", t2sed.Scorer, (None,)),
                ("sketch: .* a Sketch or None, not Schema", evidence.set_sketch,
                 (self.schema,)),
                ("schema_prediction: .* a SchemaPrediction",
                 evidence.set_prediction, ("x",)),
                ("query: .* a str, not bytes", evidence.compute,
                 (b"SELECT 1",)),
                ("query: ", evidence.findings, (None,)),
                ("query: ", self.linker.link, ("a?", 5)),
                ("question: ", self.linker.link, (5, "SELECT 1")),
                ("question: .* a str, not bytes", t2sed.Question, (b"a?",)),
                ("path: .* a path, not int", t2sed.Schema.from_sqlite, (5,)),
                ("path: .* a path, not NoneType", t2sed.Schemas, (None,)),
                ("text: ", t2sed.Schema.from_ddl, (b"CREATE TABLE a (b);",)),
                ("policy: .* not int", t2sed.Reranker, (5,)),
                ("t2sed_reranker_apply: ", self.reranker.best, (5,)),
                ("t2sed_trigger_decide: ", t2sed.Trigger().decide, ("x",)),
                ("form: ", t2sed.Sql("SELECT 1").tree, (1,))):
            with self.subTest(kind):
                self.refused(TypeError, kind, call, *arguments)

    def test_words(self):
        self.refused(ValueError, "precision: 'fp8' is none of 'auto', ",
                     t2sed.Model, binding.LIGHT, precision="fp8")
        self.refused(ValueError, "truncate: ", t2sed.Scorer, self.model,
                     truncate="no")
        self.refused(ValueError, "form: 'xml'", t2sed.Sql("SELECT 1").tree,
                     "xml")
        self.refused(ValueError, "form: 'xml'", t2sed.Question("a?").tree,
                     "xml")

    def test_what_is_refused_leaves_all_as_it_was(self):
        with t2sed.Evidence(t2sed.Database(self.path)) as evidence:
            evidence.set_question("Which different pets are there?")
            before = evidence.findings("SELECT name FROM pet")
            for call, argument in ((evidence.set_sketch, 5),
                                   (evidence.set_question, 5),
                                   (evidence.findings, 5)):
                self.refused(TypeError, "", call, argument)
            self.assertEqual(evidence.findings("SELECT name FROM pet"), before)

    def test_findings_after_a_score(self):
        """The scorer sets the question of its evidence; its places are in that
        question's text."""
        for earlier in [], ["Für Zoë?"]:
            with t2sed.Evidence(t2sed.Database(self.path)) as evidence:
                for question in "Für Zoë: which different pets?", \
                        "List the names of different pets.":
                    self.scorer.score(question, ["SELECT name FROM pet"],
                                      evidence=evidence, earlier=earlier)
                    found = evidence.findings("SELECT name FROM pet")
                    places = [question[slice(*one.question)] for one in found
                              if one.code == "distinct_missing"]
                    self.assertEqual(places, ["different"])


if __name__ == "__main__":
    tap.main()
