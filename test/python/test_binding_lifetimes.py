"""Objects of the Python binding that borrow others keep them alive, in
whatever order they are closed and collected. What would end the process if
they did not runs in one of its own."""

import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "support"))
from binding import child  # noqa: E402
import tap  # noqa: E402


class Borrowed(unittest.TestCase):
    def test_plan(self):
        child("""
            evidence = t2sed.Evidence(t2sed.Database(path, schema=schema))
            evidence.set_question(QUESTION)
            sketch = t2sed.Sketcher().predict(QUESTION, schema)
            evidence.set_sketch(sketch)
            query = QUERIES[0] + " INTERSECT " + QUERIES[0]
            before = evidence.findings(query)
            assert "clause_unexpected" in [f.code for f in before]
            sketch.close()
            del sketch
            gc.collect()
            others = [t2sed.Sketcher().predict(str(i), schema)
                      for i in range(9)]
            assert evidence.findings(query) == before
            assert evidence.compute(query)["plan.log_likelihood"] is not None
            """)

    def test_sketch_that_is_closed_can_not_be_set(self):
        child("""
            sketch = t2sed.Sketcher().predict(QUESTION, schema)
            sketch.close()
            assert refused(ValueError, sketch.probabilities) == "Sketch is closed"
            with t2sed.Evidence(t2sed.Database(schema=schema)) as evidence:
                refused(ValueError, evidence.set_sketch, sketch)
            """)

    def test_prediction(self):
        child("""
            with t2sed.Evidence(t2sed.Database(path, schema=schema)) as evidence:
                evidence.set_question(QUESTION)
                with t2sed.SchemaPredictor().predict(QUESTION, schema) as told:
                    evidence.set_prediction(told)
                    before = evidence.compute(QUERIES[1])
                del told
                gc.collect()
                again = t2sed.Schema.from_sqlite(path)
                assert evidence.compute(QUERIES[1]) == before
                assert before["column.regret"] is not None
            """)

    def test_earlier_turns(self):
        child("""
            evidence = t2sed.Evidence(t2sed.Database(path, schema=schema))
            earlier = [("Which pet weighs 3.5?", QUERIES[1])] * 60
            evidence.set_question(QUESTION, earlier)
            def asked():
                return (evidence.compute(QUERIES[2]),
                        evidence.findings(QUERIES[2]))
            before = asked()
            del earlier
            gc.collect()
            assert asked() == before
            """)

    def test_schema_of_evidence(self):
        child("""
            evidence, model = t2sed.Evidence(t2sed.Database(path, schema=schema)), light()
            scorer = t2sed.Scorer(model)
            evidence.set_question(QUESTION)
            def asked():
                return (evidence.compute(QUERIES[2]),
                        evidence.findings("SELECT nam FROM pet"),
                        scored(scorer, evidence=evidence))
            before = asked()
            schema.close()
            schema.close()
            refused(ValueError, lambda: t2sed.Database(path, schema=schema))
            refused(ValueError, scored, scorer, schema=schema)
            assert asked() == before
            assert len(t2sed.agree(QUERIES, evidence)) == 3
            assert scored(scorer, schema=evidence.schema)
            evidence.close()
            assert not [end for end in handle._ends
                        if "schema_free" in end.free.__name__]
            """)

    def test_schema_of_a_linker(self):
        child("""
            with t2sed.Linker(t2sed.Database(path, schema=schema)) as linker:
                before = linker.link(QUESTION, QUERIES[2])
                schema.close()
                assert linker.link(QUESTION, QUERIES[2]) == before
                assert before.conditions[0].column == "pet.name"
            """)

    def test_schemas_of_a_file(self):
        child("""
            import json
            tables = os.path.join(folder.name, "tables.json")
            with open(tables, "w") as file:
                json.dump([{"db_id": "pets", "table_names_original": ["pet"],
                            "column_names_original": [[-1, "*"], [0, "name"]],
                            "column_types": ["text", "text"],
                            "primary_keys": [], "foreign_keys": []}], file)
            with t2sed.Schemas(tables) as schemas:
                schema = schemas["pets"]
                refused(KeyError, schemas.__getitem__, "cats")
            refused(ValueError, schemas.__getitem__, "pets")
            evidence = t2sed.Evidence(t2sed.Database(schema=schema))
            schema.close()
            del schemas, schema
            gc.collect()
            evidence.set_question(QUESTION)
            assert evidence.findings("SELECT nam FROM pet")[0].suggestion
            """)

    def test_parser_of_a_scorer(self):
        """The library keeps a pointer to it that a light model never reads:
        any will do."""
        child("""
            from ctypes import c_void_p
            freed = []
            memory = Memory(c_void_p(1), freed.append)
            parser = t2sed.Parser.__new__(t2sed.Parser)
            handle.Handle.__init__(parser, memory)
            del memory
            scorer = t2sed.Scorer(light(), parser=parser)
            parser.close()
            del parser
            gc.collect()
            assert not freed
            scorer.close()
            assert len(freed) == 1
            """)

    def test_model_of_a_scorer(self):
        child("""
            with light() as model:
                scorer = t2sed.Scorer(model)
                before = scored(scorer, schema=schema)
            assert scored(scorer, schema=schema) == before
            refused(ValueError, t2sed.Scorer, model)
            refused(ValueError, lambda: model.threshold)
            """)

    def test_collected_in_a_cycle(self):
        """The collector of cycles ends objects in any order; what borrows must
        be freed before what it borrowed."""
        child("""
            for i in range(20):
                gc.disable()
                evidence = t2sed.Evidence(t2sed.Database(path))
                evidence.set_question(QUESTION)
                evidence.set_sketch(t2sed.Sketcher().predict(QUESTION, schema))
                evidence.me = evidence
                order = []
                for end in handle._ends:
                    def free(pointer, free=end.free):
                        order.append(free.__name__)
                        free(pointer)
                    end.free = free
                del evidence, end
                gc.collect()
                assert order[0] == "t2sed_evidence_free", order
                assert {"t2sed_database_free",
                        "t2sed_sketch_free"} <= set(order)
            """)

    def test_everything_is_freed(self):
        child("""
            def work():
                with t2sed.Schema.from_sqlite(path) as schema, \\
                        t2sed.Evidence(t2sed.Database(path, schema=schema)) as evidence, \\
                        t2sed.Linker(t2sed.Database(path, schema=schema)) as linker:
                    evidence.set_question(QUESTION, ["Which pets?"])
                    evidence.set_sketch(t2sed.Sketcher().predict(QUESTION))
                    evidence.findings("SELECT nam FROM pet")
                    linker.link(QUESTION, QUERIES[2])
                    t2sed.agree(QUERIES, evidence)
                    t2sed.Question(QUESTION).tree()
                    refused(t2sed.Error, t2sed.Sql, "SELEC")
                    scored(t2sed.Scorer(light()), evidence=evidence)
                    reranker = t2sed.Reranker()
                    reranker.order(reranker.signals([0.2, 0.8]))
            before = len(handle._ends)
            work()
            assert len(handle._ends) == before, handle._ends
            """)


    def test_errors_that_are_kept_keep_nothing(self):
        child("""
            model, kept = light(), []
            before = len(handle._ends)
            for i in range(3):
                with t2sed.Evidence(t2sed.Database(path, schema=schema)) as evidence, \\
                        t2sed.Scorer(model) as scorer:
                    for call, argument in ((evidence.compute, "SELEC"),
                                           (evidence.set_question, ""),
                                           (evidence.set_sketch, 5)):
                        try:
                            call(argument)
                        except Exception as error:
                            kept.append(error)
                    try:
                        scorer.score(QUESTION, QUERIES, evidence=evidence,
                                     earlier=["a?", ""])
                    except Exception as error:
                        kept.append(error)
            assert len(kept) == 12, kept
            left = [end.free.__name__ for end in handle._ends]
            assert not {"t2sed_evidence_free", "t2sed_scorer_free"} & set(left)
            """)


class Ends(unittest.TestCase):
    def test_interpreter_ends_with_all_open(self):
        child("""
            scorer = t2sed.Scorer(light())
            evidence = t2sed.Evidence(t2sed.Database(path, schema=schema))
            scored(scorer, evidence=evidence)
            evidence.set_sketch(t2sed.Sketcher().predict(QUESTION, schema))
            linker = t2sed.Linker(t2sed.Database(path, schema=schema))
            linker.me, sys.kept = linker, [schema, evidence, scorer]
            """)

    def test_interpreter_ends_during_a_call(self):
        child("""
            scorer = t2sed.Scorer(light())
            evidence = t2sed.Evidence(t2sed.Database(path, schema=schema))
            def work():
                while True:
                    scorer.score(QUESTION, QUERIES * 100, evidence=evidence)
            threading.Thread(target=work, daemon=True).start()
            while not scorer.memory.calls:
                time.sleep(0.001)
            """)

    def test_failed_constructor(self):
        child("""
            for i in range(3):
                refused(t2sed.Error, t2sed.Database, "/no/such.sqlite")
                refused(t2sed.Error, t2sed.Question, QUESTION, conllu="1")
            gc.collect()
            """)


class Log(unittest.TestCase):
    BROKEN = """
        connection = sqlite3.connect(path)
        connection.executescript(
            "CREATE VIEW broken AS SELECT colour FROM gone;")
        connection.close()
        """

    def test_messages(self):
        child(self.BROKEN + """
        said = []
        t2sed.set_log(lambda level, text: said.append((level, text)))
        gc.collect()
        t2sed.Schema.from_sqlite(path)
        (level, text), = said
        assert level == "warning" and "broken" in text, said
        t2sed.set_log(None)
        t2sed.Schema.from_sqlite(path)
        assert len(said) == 1
        """)

    def test_what_a_callback_raises(self):
        child(self.BROKEN + """
        def callback(level, text):
            raise LookupError(text)
        t2sed.set_log(callback)
        before = len(handle._ends)
        assert "broken" in refused(LookupError, t2sed.Schema.from_sqlite, path)
        t2sed.set_log(None)
        gc.collect()
        assert len(handle._ends) == before
        t2sed.Schema.from_sqlite(path)
        """)

    def test_arguments(self):
        child("""
            refused(TypeError, t2sed.set_log, 5)
            refused(ValueError, t2sed.set_log, print, "loud")
            """)


if __name__ == "__main__":
    tap.main()
