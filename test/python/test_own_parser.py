"""The parser that beams for training come from (docs/training/own_parser)."""

import importlib.util
import os
import sys
import tempfile
import unittest

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ.setdefault("T2SED_LIBRARY",
                      os.path.join(BUILD, "lib", "libt2sed.so"))
sys.path[:0] = [os.path.join(HERE, "support"),
                os.path.join(ROOT, "docs", "training"),
                os.path.join(ROOT, "docs", "research"),
                os.path.join(ROOT, "examples", "python")]
import t2sed  # noqa: E402
import own_beams  # noqa: E402
import tap  # noqa: E402
from own_parser import inputs, spider  # noqa: E402
from own_parser.predictions import VIEW, leaves  # noqa: E402
from own_parser.query import Writer  # noqa: E402
from own_parser.tokens import (BOS, EOS, RARE, SPECIAL, UNK,  # noqa: E402
                               Vocabulary, linear)

TORCH = all(importlib.util.find_spec(name) for name in
            ("torch", "transformers"))

# Pets and their owners; visits name both; the fairs know nobody.
PETS = {
    "table_names_original": ["Owner", "Pet", "Visit", "Fair"],
    "table_names": ["owner", "pet", "visit", "fair"],
    "column_names_original": [
        [-1, "*"], [0, "id"], [0, "name"], [1, "id"], [1, "owner_id"],
        [1, "age"], [2, "pet_id"], [2, "order"], [3, "first day"]],
    "column_names": [
        [-1, "*"], [0, "id"], [0, "name"], [1, "id"], [1, "owner id"],
        [1, "age"], [2, "pet id"], [2, "order"], [3, "first day"]],
    "column_types": ["text", "number", "text", "number", "number", "number",
                     "number", "number", "date"],
    "primary_keys": [1, 3],
    "foreign_keys": [[4, 1], [6, 3]]}
DDL = """CREATE TABLE Owner (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE Pet (id INTEGER PRIMARY KEY, owner_id REFERENCES Owner (id), age);
CREATE TABLE Visit (pet_id REFERENCES Pet (id), "order");
CREATE TABLE Fair ("first day");"""

def vocabulary():
    return Vocabulary(list(SPECIAL) + [
        "select", "from", "(", ")", "where", "join", "=", ",", "STR", "count",
        "*", "group by", "order by", "limit", "desc", "ONE", "NUM", ">", "and",
        "in", "not", "intersect", "union", "sum"])


class Queries(unittest.TestCase):
    """SQL to tokens and back."""

    @classmethod
    def setUpClass(cls):
        cls.database = spider.Database(PETS)
        cls.vocabulary = vocabulary()
        cls.writer = Writer(cls.database, cls.vocabulary)
        cls.schema = t2sed.Schema.from_ddl(DDL)
        cls.addClassCleanup(cls.schema.close)

    def line(self, query):
        with t2sed.Sql(query) as sql:
            return linear(leaves(sql.tree("json", view=VIEW,
                                          schema=self.schema)),
                          self.database.items())

    def again(self, query):
        tokens = self.vocabulary.tokens(self.line(query))
        self.assertEqual((tokens[0], tokens[-1]), (BOS, EOS))
        self.assertNotIn(UNK, tokens)
        return self.writer.write(tokens[1:-1].tolist())

    def written(self, *words):
        """Of words and names, "Pet" or "Pet.age"."""
        items = self.database.items()
        return self.writer.write(self.vocabulary.tokens(
            [items.get(word.lower(), word) for word in words])[1:-1].tolist())

    def test_names_are_resolved_and_joins_made_anew(self):
        self.assertEqual(
            self.again("SELECT T1.name, count(*) FROM owner AS T1 JOIN pet AS"
                       " T2 ON T1.id = T2.owner_id GROUP BY T1.name"),
            "select Owner.name , count ( * ) from Owner join Pet on"
            " Pet.owner_id = Owner.id group by Owner.name")

    def test_values_are_left_open_but_for_limit_1(self):
        self.assertEqual(
            self.again("SELECT name FROM owner WHERE name = 'Zoe' AND id > 7"
                       " ORDER BY name DESC LIMIT 1"),
            "select Owner.name from Owner where Owner.name = value and"
            " Owner.id > value order by Owner.name desc limit 1")
        self.assertEqual(self.again("SELECT id FROM pet LIMIT 3"),
                         "select Pet.id from Pet limit value")

    def test_names_that_sql_does_not_take_are_quoted(self):
        self.assertEqual(self.again('SELECT "order" FROM Visit'),
                         'select Visit."order" from Visit')
        self.assertEqual(self.again('SELECT "first day" FROM fair'),
                         'select Fair."first day" from Fair')

    def test_what_is_written_is_sql_of_the_same_tokens(self):
        for query in (
                "SELECT name FROM owner WHERE id NOT IN"
                " (SELECT owner_id FROM pet WHERE age > 3)",
                "SELECT name FROM owner JOIN pet ON owner.id = pet.owner_id"
                " JOIN visit ON pet.id = visit.pet_id",
                "SELECT id FROM pet INTERSECT SELECT pet_id FROM visit",
                "SELECT count(*) FROM (SELECT age FROM pet)"):
            written = self.again(query)
            self.assertIsNotNone(written, query)
            self.assertEqual(self.line(written), [
                "STR" if token == "NUM" else token
                for token in self.line(query)])

    def test_a_column_needs_its_table(self):
        self.assertIsNone(self.written("select", "Pet.age", "from", "Owner"))
        self.assertIsNotNone(self.written(
            "select", "Owner.name", "from", "Owner", "where", "Owner.id", "in",
            "(", "select", "Pet.owner_id", "from", "Pet", "where", "Pet.age",
            "=", "Owner.id", ")"))  # of the query around it
        self.assertIsNone(self.written(
            "select", "Owner.name", "from", "Owner", "where", "Pet.age", "in",
            "(", "select", "Pet.age", "from", "Pet", ")"))
        self.assertIsNone(self.written(
            "select", "Pet.id", "from", "Owner", "union",
            "select", "Pet.id", "from", "Pet"))

    def test_tables_must_be_linked_and_named_once(self):
        self.assertIsNone(self.written("select", "*", "from", "Owner", "join",
                                       "Fair"))
        self.assertIsNone(self.written("select", "*", "from", "Owner", "join",
                                       "Visit"))
        self.assertIsNone(self.written("select", "*", "from", "Pet", "join",
                                       "Pet"))
        self.assertEqual(
            self.written("select", "*", "from", "Owner", "join", "Visit",
                         "join", "Pet"),
            "select * from Owner join Pet on Pet.owner_id = Owner.id join"
            " Visit on Visit.pet_id = Pet.id")

    def test_what_is_no_query_is_none(self):
        for words in (("select", "Pet", "from", "Pet"),
                      ("select", "*", ")", "from", "Pet"),
                      ("select", "count", "(", "*", "from", "Pet")):
            self.assertIsNone(self.written(*words), words)
        self.assertIsNone(self.writer.write([4, 10 ** 6]))

    def test_rare_words_are_unknown(self):
        lines = [["select", "*"]] * RARE + [["select", "cast"]]
        made = Vocabulary.of(lines)
        self.assertEqual(made.words[len(SPECIAL):], ["select", "*"])
        self.assertEqual(made.tokens(["cast", 0]).tolist(),
                         [BOS, UNK, len(made), EOS])


class Inputs(unittest.TestCase):
    def test_relations_of_items(self):
        relations = spider.Database(PETS).relations()
        owner, pet, owner_id, pet_owner = 0, 1, 4, 7
        self.assertEqual(relations[pet_owner, owner_id], spider.REFERS)
        self.assertEqual(relations[owner_id, pet_owner], spider.REFERRED)
        self.assertEqual(relations[owner, pet], spider.LINKED)
        self.assertEqual(relations[owner, owner_id], spider.HAS_COLUMN)
        self.assertEqual(relations[owner_id, owner], spider.HAS_TABLE)
        self.assertEqual(relations[owner_id, 5], spider.SAME_TABLE)
        self.assertEqual(relations[owner, 3], spider.NONE)
        self.assertTrue((np.diag(relations) == spider.SELF).all())

    def test_words_match_names(self):
        database = spider.Database(PETS)
        text = "Age of pets of the owners?"
        offsets = [(0, 0), (0, 3), (4, 6), (7, 11), (19, 22), (22, 25), (0, 0)]
        found = inputs.matches(text, offsets, database.stems())
        items = database.items()
        self.assertEqual(found[1, items["pet.age"]], inputs.FULL)
        self.assertEqual(found[3, items["pet"]], inputs.FULL)
        self.assertEqual(found[4, items["owner"]], inputs.FULL)
        self.assertEqual(found[5, items["pet.owner_id"]], inputs.PARTIAL)
        self.assertFalse(found[[0, 2, 6]].any())

    def test_sure_probabilities_stay_finite(self):
        found = inputs.logits([0, .5, 1])
        self.assertTrue(np.isfinite(found).all())
        self.assertEqual(found[1], 0)


class Table(unittest.TestCase):
    def test_questions_without_a_query_count(self):
        beams = {("a", "first"): [1, 0], ("a", "second"): [0, 1, 1],
                 ("b", "third"): [0], ("c", "not asked"): [1]}
        asked = {*list(beams)[:3], ("b", "fourth")}
        self.assertEqual(own_beams.count(asked, beams), (2, 4, 3, 6, 3, 1, 2))
        everything = own_beams.table(asked, beams)[-1].split("|")
        self.assertEqual([cell.strip() for cell in everything[-5:-1]],
                         ["1", "25.0", "2", "50.0"])


@unittest.skipUnless(TORCH, "torch and transformers are not there")
class Training(unittest.TestCase):
    """A few steps on examples that are made up."""

    WIDTH, HEADS, ROLES = 16, 5, 6

    @classmethod
    def setUpClass(cls):
        import torch
        torch.set_num_threads(1)
        rng = np.random.default_rng(0)
        database = spider.Database(PETS)
        known = vocabulary()
        items = database.items()
        made = inputs.DatabaseInput(
            len(database.tables), database.relations(), database.traits(),
            rng.normal(size=(len(database), 2 * cls.WIDTH)))
        queries = [["select", items[column], "from", items[table]]
                   for column, table in (("pet.age", "pet"),
                                         ("owner.name", "owner"))]
        questions, examples = {}, []
        for i in range(40):
            text, fold = f"question {i}", "seen" if i < 32 else "unseen"
            right = i % 2
            questions[fold, text] = inputs.QuestionInput(
                np.full((3 + i % 3, cls.WIDTH), right - .5, np.float32),
                np.zeros((3 + i % 3, len(database)), np.uint8),
                np.zeros(cls.HEADS, np.float32),
                np.zeros((len(database.columns), cls.ROLES), np.float32),
                np.zeros(len(database.tables), np.float32))
            examples.append(inputs.Example(
                "train_spider", fold, text, "", known.tokens(queries[right])))
        cls.database, cls.inputs = database, inputs.Inputs(
            known.words, {"seen": 1, "unseen": 0},
            {"seen": made, "unseen": made}, questions, examples)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def train(self, name, resume=False, **settings):
        from own_parser.training import Settings, train
        path = os.path.join(self.folder, name)
        with open(os.devnull, "w", encoding="utf-8") as null:
            kept, sys.stdout = sys.stdout, null
            try:
                train(self.inputs, Settings((0,), **{
                    "batch": 8, "epochs": 2, "warmup": 4, "log_steps": 4,
                    "checkpoint_steps": 5, **settings}),
                      path, path + ".ck", resume, path + ".log")
            finally:
                sys.stdout = kept
        return path

    def test_what_is_interrupted_goes_on_to_the_bit(self):
        import torch
        whole = torch.load(self.train("whole"))
        cut = self.train("cut", stop=7)
        self.assertFalse(os.path.exists(cut))
        self.train("cut", resume=True)
        again = torch.load(cut)
        for name, weights in whole["weights"].items():
            self.assertTrue(torch.equal(weights, again["weights"][name]), name)

    def test_a_checkpoint_of_other_settings_is_refused(self):
        self.train("other", stop=7)
        with self.assertRaisesRegex(ValueError, "other settings"):
            self.train("other", resume=True, seed=2)

    def test_unseen_databases_are_left_out_and_parsed(self):
        from own_parser.beam import beams
        from own_parser.parsing import candidates, questions_of
        from own_parser.training import Settings, learned_from, load
        self.assertEqual({example.db_id for example in
                          learned_from(self.inputs, Settings((0,)))}, {"seen"})
        network, folds = load(self.train("model", epochs=6,
                                         learning_rate=3e-3))
        asked = questions_of(self.inputs, folds)
        self.assertEqual([example.db_id for example in asked], ["unseen"] * 8)
        writer = Writer(self.database, Vocabulary(self.inputs.words))
        pairs = [(self.inputs.databases["unseen"],
                  self.inputs.questions["unseen", example.question])
                 for example in asked]
        found = beams(network, pairs, width=3)
        for example, beam in zip(asked, found):
            scores = [score for score, _ in beam]
            self.assertEqual(scores, sorted(scores, reverse=True))
            self.assertEqual(candidates(writer, beam)[0]["sql"], writer.write(
                example.tokens[1:-1].tolist()))

    def test_caches_change_no_score(self):
        import torch
        from own_parser.batch import collate, pad
        from own_parser.training import load
        network, _ = load(self.train("scores"))
        some = self.inputs.examples[:3]
        tokens = pad([example.tokens for example in some])
        with torch.inference_mode():
            memory = network.encode(collate([
                (self.inputs.databases["seen"],
                 self.inputs.questions["seen", example.question])
                for example in some]))
            whole, _ = network.decode(memory, tokens)
            past, steps = None, []
            for i in range(tokens.shape[1]):
                scores, past = network.decode(memory, tokens[:, i:i + 1], past)
                steps.append(scores)
        self.assertLess((torch.cat(steps, 1) - whole).abs().max(), 1e-3)


if __name__ == "__main__":
    tap.main()
