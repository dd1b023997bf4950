"""One object of each type of libt2sed that can be made without an engine."""

import ctypes as c
import json
import os
import sqlite3

TABLE = b"CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT, weight REAL);"
ROW = "INSERT INTO pet VALUES (1, 'Rex', 3.5);"
QUERY = b"SELECT name FROM pet WHERE name = 'Rox'"
QUESTION = b"How heavy is Rex?"
TABLES_JSON = json.dumps([{
    "db_id": "pets", "table_names_original": ["pet"],
    "column_names_original": [[0, "name"]], "column_types": ["text"],
    "primary_keys": [], "foreign_keys": []}]).encode()
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "pet"]


def sized(*fields):
    """A struct that begins with its own size."""
    class Struct(c.Structure):
        _fields_ = [("struct_size", c.c_size_t)] + list(fields)

        def __init__(self, **values):
            super().__init__(struct_size=c.sizeof(type(self)), **values)
    return Struct


Items = sized(("count", c.c_size_t), ("scores", c.c_void_p),
              ("labels", c.c_void_p), ("groups", c.c_void_p))
CollectorOptions = sized(
    ("db_root", c.c_char_p), ("schemas", c.c_void_p), ("parser", c.c_char_p),
    ("rule", c.c_int), ("threads", c.c_int), ("max_candidates", c.c_size_t),
    ("fill", c.c_int), ("keep_labels", c.c_int),
    ("max_milliseconds", c.c_int))
CheckInput = sized(*[(name, c.c_void_p) for name in (
    "question", "conversation", "queries", "lengths")], ("count", c.c_size_t),
    ("scores", c.c_void_p), ("sources", c.c_void_p))
Beam = sized(*[(name, c.c_void_p) for name in (
    "question", "database", "queries", "lengths")], ("count", c.c_size_t),
    *[(name, c.c_void_p) for name in (
        "conversation", "evidence", "features")],
    ("feature_count", c.c_size_t))
Signals = sized(("count", c.c_size_t), *[(name, c.c_void_p) for name in (
    "probability", "parser_score", "sketch", "link", "agreement", "groups",
    "outcomes", "sources")])
EvaluatorItem = sized(
    ("database", c.c_void_p), ("gold", c.c_char_p),
    ("gold_length", c.c_size_t), ("queries", c.c_void_p),
    ("query_lengths", c.c_void_p), ("query_count", c.c_size_t))

CorrectionInput = sized(
    ("question", c.c_void_p), ("sql", c.c_char_p), ("length", c.c_size_t),
    ("feedback", c.c_void_p), ("extra", c.c_void_p),
    ("extra_count", c.c_size_t))


def make(library, folder, models):
    """Addresses by the name of the type, which stay good as long as the
    process lives: nothing is freed. `folder` takes the files that objects
    need; `models` has the models that are shipped."""
    new, at = library.new, {}
    database = os.path.join(folder, "pets.sqlite").encode()
    connection = sqlite3.connect(database.decode())
    connection.executescript(TABLE.decode() + ROW)
    connection.close()
    with open(os.path.join(folder, "vocab.txt"), "w",
              encoding="utf-8") as file:
        file.write("".join(word + "\n" for word in WORDS))
    tables = os.path.join(folder, "tables.json").encode()
    with open(tables, "wb") as file:
        file.write(TABLES_JSON)
    queries = (c.c_char_p * 2)(QUERY, b"SELECT 1")

    def address(value):
        make.kept.append(value)
        return c.addressof(value)

    def shipped(name):
        return os.path.join(models, name).encode()

    at["t2sed_schema"] = new("t2sed_schema_parse_ddl", TABLE)
    at["t2sed_schemas"] = new("t2sed_schemas_open", tables)
    at["t2sed_database"] = new("t2sed_database_open", database, None)
    at["t2sed_values"] = new("t2sed_database_sample", at["t2sed_database"], 1,
                             None)
    at["t2sed_question"] = new("t2sed_question_new", QUESTION)
    at["t2sed_sql"] = new("t2sed_sql_parse", QUERY)
    at["t2sed_explanation"] = new("t2sed_sql_explain", at["t2sed_sql"], None,
                                  None)
    at["t2sed_constraint"] = new("t2sed_constraint_new", None, None)
    at["t2sed_constraint_state"] = new("t2sed_constraint_state_new",
                                       at["t2sed_constraint"])
    at["t2sed_constraint_vocabulary"] = new("t2sed_constraint_vocabulary_new",
                                            None, None, 0)
    at["t2sed_conversation"] = new("t2sed_conversation_new")
    library.call("t2sed_conversation_add", at["t2sed_conversation"], QUESTION,
                 QUERY, None)
    at["t2sed_tokenizer"] = new("t2sed_tokenizer_open", folder.encode())
    at["t2sed_tokens"] = new("t2sed_tokens_new")

    # What speaks for and against a query.
    at["t2sed_evidence"] = new("t2sed_evidence_new", at["t2sed_database"])
    library.call("t2sed_evidence_set_question", at["t2sed_evidence"],
                 at["t2sed_question"], None)
    at["t2sed_findings"] = new("t2sed_findings_new", at["t2sed_evidence"],
                               at["t2sed_sql"])
    at["t2sed_agreement"] = new(
        "t2sed_agreement_new", at["t2sed_evidence"], queries, None, 2,
        None)
    at["t2sed_linker"] = new("t2sed_linker_new", at["t2sed_database"])
    at["t2sed_links"] = new("t2sed_linker_link", at["t2sed_linker"],
                            at["t2sed_question"], at["t2sed_sql"], None)
    at["t2sed_sketcher"] = new("t2sed_sketcher_open", shipped("sketch"))
    at["t2sed_sketch"] = new("t2sed_sketcher_predict", at["t2sed_sketcher"],
                           at["t2sed_question"], at["t2sed_schema"], None)
    at["t2sed_schema_predictor"] = new("t2sed_schema_predictor_open",
                                       shipped("schema-prediction"))
    at["t2sed_schema_prediction"] = new(
        "t2sed_schema_predictor_predict", at["t2sed_schema_predictor"],
        at["t2sed_question"], at["t2sed_schema"], None)
    at["t2sed_sketch_trainer"] = new("t2sed_sketch_trainer_new", None)
    at["t2sed_schema_trainer"] = new("t2sed_schema_trainer_new", None)

    at["t2sed_tuner"] = new("t2sed_tuner_open", shipped("default"), 1)

    at["t2sed_corrector"] = new("t2sed_corrector_new", at["t2sed_database"],
                                None)
    at["t2sed_corrections"] = new(
        "t2sed_corrector_correct", at["t2sed_corrector"],
        address(CorrectionInput(question=at["t2sed_question"], sql=QUERY)))

    # Graphs, and what a model of forests alone scores without an engine.
    at["t2sed_graph_builder"] = new("t2sed_graph_builder_new", None)
    library.call("t2sed_graph_builder_set_question",
                 at["t2sed_graph_builder"], at["t2sed_question"],
                 at["t2sed_schema"], None)
    at["t2sed_graph"] = new("t2sed_graph_builder_build",
                            at["t2sed_graph_builder"], at["t2sed_sql"])
    at["t2sed_model"] = new("t2sed_model_open", shipped("default"), None)
    at["t2sed_scorer"] = new("t2sed_scorer_new", at["t2sed_model"], None)
    beam = address(Beam(question=at["t2sed_question"], count=2,
                        database=at["t2sed_database"],
                        queries=address(queries)))
    at["t2sed_scores"] = new("t2sed_scorer_score", at["t2sed_scorer"], beam)
    at["t2sed_checker"] = new("t2sed_checker_new", at["t2sed_model"],
                              at["t2sed_database"], None)
    at["t2sed_report"] = new("t2sed_checker_check_input", at["t2sed_checker"],
                             address(CheckInput(
                                 question=at["t2sed_question"], count=2,
                                 queries=address(queries))))
    at["t2sed_trainer"] = new("t2sed_trainer_open", shipped("default"), None)
    at["t2sed_reranker"] = new("t2sed_reranker_parse", b"rr", None)
    at["t2sed_ranking"] = new("t2sed_reranker_apply", at["t2sed_reranker"],
                              address(Signals(count=0)))
    at["t2sed_trigger"] = new("t2sed_trigger_new", None)

    # Labels, and what is measured with them.
    item = EvaluatorItem(database=at["t2sed_database"], gold=QUERY,
                         gold_length=len(QUERY),
                         queries=address(queries), query_count=2)
    at["t2sed_evaluator"] = new("t2sed_evaluator_new", None)
    at["t2sed_evaluation"] = new("t2sed_evaluator_evaluate",
                                 at["t2sed_evaluator"], address(item))
    items = address(Items(count=4,
                          scores=address((c.c_double * 4)(0.9, 0.2, 0.7, 0.4)),
                          labels=address((c.c_int * 4)(1, 0, 1, 0))))
    at["t2sed_detection"] = new("t2sed_detection_measure", items, None)
    at["t2sed_calibration"] = new("t2sed_calibration_measure", items, None)
    at["t2sed_curve"] = new("t2sed_curve_measure", items, 0)
    at["t2sed_mutator"] = new("t2sed_mutator_new", at["t2sed_database"],
                              None)
    at["t2sed_dataset"] = new("t2sed_dataset_open",
                              os.path.join(folder, "beams.db").encode(), 1)
    options = CollectorOptions(keep_labels=1, max_milliseconds=5000)
    at["t2sed_collector"] = new("t2sed_collector_new", at["t2sed_dataset"],
                                b"source", address(options))
    return at


make.kept = []
