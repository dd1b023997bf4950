"""Tokenizer, encoder, graph builder and scorer by parts from Python, on a tiny
model and a fake engine; arrays of numpy in and out, and numpy missing."""

import array
import math
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402
FAKE = os.environ["T2SED_BACKEND"] = os.path.join(binding.BUILD, "test",
                                                  "fake_backend.so")
import t2sed  # noqa: E402
import tap  # noqa: E402
import tiny_language_model  # noqa: E402
try:
    import numpy as np
except ImportError:
    np = None

DDL = "CREATE TABLE haus (id INTEGER PRIMARY KEY, name TEXT)"
QUESTION = "Wie viele Häuser gibt es?"
QUERIES = ["SELECT count(*) FROM haus WHERE name = 'Häuser'",
           "SELECT name FROM haus"]
with_numpy = unittest.skipUnless(np, "numpy is not installed")


def setUpModule():
    global folder, model
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "model")
    subprocess.run([os.path.join(binding.BUILD, "test", "make_tiny_model"),
                    path, "bert", "{}"], check=True)
    model = t2sed.Model(path)


def tearDownModule():
    folder.cleanup()


class Tokens(unittest.TestCase):
    def test_bytes(self):
        where = os.path.join(folder.name, "language")
        os.mkdir(where)
        tiny_language_model.make(where)
        tokenizer = t2sed.LanguageModel(where).tokenizer  # keeps the model
        found = tokenizer.encode("aé<|im_end|>")
        self.assertEqual(found.ids[:3], [97, 0xC3, 0xA9])
        self.assertEqual(found.places[:4], [(0, 1), (1, 2), (1, 2), (2, 3)])
        self.assertEqual(tokenizer.decode(found.ids), "aé<|im_end|>")
        special = tokenizer.encode("a<|im_end|>", specials=True).ids
        self.assertEqual(special, [97, 257])
        self.assertEqual(tokenizer.decode(array.array("i", special)), "a")
        self.assertEqual(tokenizer.decode(special, specials=True),
                         "a<|im_end|>")
        self.assertEqual(tokenizer.piece(0xC3), b"\xc3")
        self.assertEqual((tokenizer.token(257), tokenizer.token(1 << 20)),
                         ("<|im_end|>", None))
        self.assertEqual(len(tokenizer), 259)
        self.assertEqual(t2sed.Tokenizer(where).encode(""), ([], []))
        self.assertEqual(tokenizer.decode([]), "")
        for ids, kind in ([999], t2sed.Error), ([1 << 40], ValueError), (
                ["a"], TypeError), ("a", TypeError):
            with self.assertRaises(kind):
                tokenizer.decode(ids)

    def test_word_piece(self):
        tokenizer = t2sed.Tokenizer(model.path)
        self.assertEqual(tokenizer.token(tokenizer.special("cls")), "[CLS]")
        self.assertIsNone(tokenizer.special("eos"))
        with self.assertRaisesRegex(ValueError, "role: 'bos' is none of"):
            tokenizer.special("bos")
        with self.assertRaises(t2sed.Error) as caught:
            tokenizer.decode([1])
        self.assertEqual(caught.exception.code, "EUNSUPPORTED")
        with self.assertRaises(t2sed.Error):
            t2sed.Tokenizer("/nowhere")


@with_numpy
class Parts(unittest.TestCase):
    def setUp(self):
        self.schema = t2sed.Schema.from_ddl(DDL)
        self.scorer = t2sed.Scorer(model, parse=False)
        builder = self.scorer.graph_builder()
        builder.set_question(QUESTION, self.schema)
        self.graphs = [builder.build(query) for query in QUERIES]
        self.encoder = t2sed.Encoder(model)
        self.encoding = self.encoder.encode(
            [graph.question for graph in self.graphs],
            [graph.sql for graph in self.graphs])

    def test_logits_are_the_scorers(self):
        whole = self.scorer.score(QUESTION, QUERIES,
                                  t2sed.Database(schema=self.schema))
        logits = self.scorer.logits(self.encoding, self.graphs)
        self.assertEqual((logits.dtype, logits.shape), (np.float32, (2,)))
        np.testing.assert_allclose(logits, [one.logit for one in whole], 1e-6)
        self.assertAlmostEqual(self.scorer.probability(logits[0]),
                               whole[0].probability, 6)

    def test_logits_refuse(self):
        for code, *parts in (
                ("EINVAL", self.encoding), ("EINVAL", None, self.graphs),
                ("EMISMATCH", self.encoding, self.graphs[::-1]),
                ("EMISMATCH", self.encoding, self.graphs[:1]), ("EINVAL",)):
            with self.assertRaises(t2sed.Error) as caught:
                self.scorer.logits(*parts)
            self.assertEqual(caught.exception.code, code, parts)
        with self.assertRaisesRegex(ValueError, "features: 3 numbers"):
            self.scorer.logits(self.encoding, self.graphs, np.zeros(3))
        with self.assertRaisesRegex(TypeError, "graph: expected a Graph"):
            self.scorer.logits(self.encoding, [self.encoding] * 2)

    def test_vectors(self):
        self.assertEqual(len(self.encoding), 2)
        one = self.encoding[0]
        self.assertEqual(one.ids.dtype, np.int32)
        self.assertEqual(one.vectors.shape[0], len(one.ids))
        self.assertTrue(np.isfinite(one.vectors).all())
        texts = [self.graphs[0].question, self.graphs[0].sql]
        words = [None if place is None else
                 texts[i >= one.second][slice(*place)]
                 for i, place in enumerate(one.places)]
        self.assertIsNone(words[0])
        self.assertEqual("".join(w for w in words[1:one.second] if w),
                         texts[0].replace(" ", ""))
        single = self.encoder.encode(["haus"])[0]
        self.assertEqual(single.cut, 0)
        with self.assertRaises(IndexError):
            self.encoding[2]
        with self.assertRaisesRegex(ValueError, "first has 1, second has 0"):
            self.encoder.encode(["a"], [])
        with self.assertRaises(t2sed.Error):
            self.encoder.encode([])

    def test_graph(self):
        builder = t2sed.GraphBuilder("joint", typed=True, global_node=True,
                                     sql_labels=["expr"])
        with self.assertRaises(t2sed.Error) as caught:
            builder.build(QUERIES[0])
        self.assertEqual(caught.exception.code, "ESTATE")
        builder.set_question(QUESTION)
        graph = builder.build(QUERIES[0])
        one, = graph.components
        self.assertEqual(one.names[:3], ["Wie", "viele", "Häuser"])
        self.assertEqual(one.names[one.global_node], "[GLOBAL]")
        self.assertEqual(one.edges.shape, (2, len(one.types)))
        kinds = [t2sed.NODE_KINDS[kind] for kind in one.kinds]
        self.assertEqual(kinds.count("global"), 1)
        for name, kind, source, span in zip(one.names, kinds, one.sources,
                                            one.ranges):
            if kind in ("word", "terminal"):
                text = QUESTION if kind == "word" else QUERIES[0]
                self.assertEqual(text[slice(*source)], name)
                text = graph.question if kind == "word" else graph.sql
                self.assertEqual(text[slice(*span)], name)
        links = one.edges[:, one.types == t2sed.EDGE_TYPES.index("link")]
        self.assertEqual({one.names[i] for i in links[0]},
                         {"Häuser", "'Häuser'"})
        self.assertEqual(graph.print(), builder.build(
            t2sed.Sql(QUERIES[0])).print("json"))
        self.assertEqual(len(self.graphs[0].components), 2)
        none = t2sed.GraphBuilder("none")
        none.set_question(QUESTION)
        self.assertEqual(none.build(QUERIES[0]).components, [])
        for wrong in {"types": True}, {"view": {"no": 1}}, {"link": "x"}:
            with self.assertRaises(TypeError):
                t2sed.GraphBuilder(**wrong)

    def test_features(self):
        light = t2sed.Model(binding.LIGHT)
        scorer = t2sed.Scorer(light)
        found = scorer.gather(QUESTION, QUERIES)
        self.assertEqual(found.shape, (2, len(light.features)))
        whole = [one.logit for one in scorer.score(QUESTION, QUERIES)]
        for features in found, found.astype(float), np.asfortranarray(found):
            np.testing.assert_allclose(scorer.logits(features=features), whole)
            self.assertEqual([one.logit for one in scorer.score(
                QUESTION, QUERIES, features=features)], whole)
        with self.assertRaisesRegex(ValueError, "features: "):
            scorer.score(QUESTION, QUERIES, features=found[:1])
        with self.assertRaises(t2sed.Error):
            self.scorer.gather(QUESTION, QUERIES)

    def test_reranker_takes_arrays(self):
        reranker = t2sed.Reranker("default")
        self.assertIn("agreement", reranker.needs)
        same = [reranker.order(reranker.signals(kind([0.2, 0.9, math.nan]),
                                                groups=kind([0, 1, 1])))
                for kind in (list, lambda x: np.array(x)[::1], lambda x:
                             np.array(x, "f4" if x[0] else "i8"))]
        self.assertEqual([[p.index for p in places] for places in same],
                         [[1, 2, 0]] * 3)
        for wrong, kind in (([1.5], TypeError), ([1 << 40], ValueError),
                            (["a"], TypeError)):
            with self.assertRaisesRegex(kind, "groups: "):
                reranker.signals(groups=np.array(wrong))
        with self.assertRaisesRegex(TypeError, "probabilit"):
            reranker.signals(["a"])
        stays = t2sed.Reranker("ed(0.5)+rr")
        self.assertIn("0.9", stays.kept(stays.signals([0.9, 0.95])))
        self.assertIsNone(stays.kept(stays.signals([0.1, 0.95])))


class Missing(unittest.TestCase):
    def test_numpy(self):
        binding.child("""
            sys.modules["numpy"] = None
            model = light()
            scorer = t2sed.Scorer(model)
            assert scorer.score(QUESTION, QUERIES)[0].logit is not None
            says = "arrays need numpy: pip install numpy"
            assert refused(ImportError, scorer.gather, QUESTION,
                           QUERIES) == says
            builder = t2sed.GraphBuilder()
            builder.set_question(QUESTION)
            graph = builder.build(QUERIES[0])
            assert refused(ImportError, lambda: graph.components) == says
            import t2sed.lab
            assert t2sed.lab.auc([1, 0.5, None], [1, 0, 1]) == 1""")


if __name__ == "__main__":
    tap.main()
