"""What every exported function does where it is given NULL: a function that
returns a status says T2SED_EINVAL and names what must not be NULL, any other
gives its neutral value. Each call is made in a process of its own, so that a
crash is one failing line."""

import ctypes as c
import json
import math
import os
import signal
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
os.environ["T2SED_BACKEND"] = "/nowhere/libt2sed-torch.so"
sys.path.insert(0, os.path.join(HERE, "support"))
import objects  # noqa: E402
import prototypes  # noqa: E402
import tap  # noqa: E402

FUNCTIONS = prototypes.read(os.path.join(ROOT, "include", "t2sed"))
LIBRARY = prototypes.Library(os.path.join(BUILD, "lib", "libt2sed-lab.so"),
                             FUNCTIONS)
EINVAL = -2

# Calls of nothing but NULL and 0 that are in order, and why.
VALID = {
    "t2sed_set_allocator": "NULL restores malloc, realloc and free",
    "t2sed_dataset_choose": "of no names nothing is chosen",
    "t2sed_metrics_softmax": "no score is changed",
}
# Calls whose pointers are all NULL and whose numbers are 1.
VALID_ONE = {name: VALID[name] for name in ("t2sed_set_allocator",)}

# Pointers that may be NULL, as the headers say: of all functions, and of one.
OPTIONAL = {"err", "options", "length", "lengths", "payload"}
OPTIONAL_OF = {name: set(pointers.split()) for name, pointers in {
    "t2sed_agreement_new": "source weights",
    "t2sed_checker_new": "database",
    "t2sed_checker_open": "model database",
    "t2sed_constraint_new": "database",
    "t2sed_conversation_add": "sql",
    "t2sed_conversation_add_n": "sql",
    "t2sed_database_new_schema": "schema",
    "t2sed_dataset_select": "filter",
    "t2sed_encoder_encode": "first_lengths second second_lengths",
    "t2sed_evidence_new": "database",
    "t2sed_evidence_set_conversation": "conversation",
    "t2sed_evidence_set_sketch": "sketch",
    "t2sed_evidence_set_prediction": "prediction",
    "t2sed_exact_match": "difference",
    "t2sed_findings_select": "ignore",
    "t2sed_graph_builder_set_question": "schema",
    "t2sed_linker_new": "database",
    "t2sed_linker_link": "question sql",
    "t2sed_reasons_new": "findings",
    "t2sed_set_allocator": "allocator",
    "t2sed_metrics_softmax": "same",
    "t2sed_metrics_bootstrap": "groups",
    "t2sed_detection_sum_up": "keep",
    "t2sed_model_open": "path",
    "t2sed_mutator_mutate": "operations",
    "t2sed_parser_open": "path",
    "t2sed_parser_trainer_add": "added",
    "t2sed_parser_trainer_add_file": "added",
    "t2sed_judge_open": "path language_model options",
    "t2sed_parser_trainer_run": "progress",
    "t2sed_question_set_knowledge": "text",
    "t2sed_question_set_knowledge_n": "text",
    "t2sed_sketch_read": "schema",
    "t2sed_sketch_compare": "schema",
    "t2sed_sketcher_open": "path",
    "t2sed_sketcher_predict": "schema",
    "t2sed_sketch_trainer_add": "schema context",
    "t2sed_sketch_trainer_run": "tell",
    "t2sed_reranker_new": "policy",
    "t2sed_reranker_parse": "policy weights",
    "t2sed_schema_predictor_open": "path",
    "t2sed_scorer_logits": "encoding graphs features",
    "t2sed_sql_explain": "schema",
    "t2sed_sql_print": "view schema",
    "t2sed_trainer_open": "model",
    "t2sed_trainer_set_evidence": "source",
    "t2sed_trainer_set_predictors": "sketcher schema",
    "t2sed_trainer_add": "schema added",
    "t2sed_trainer_run": "progress",
    "t2sed_trigger_fit": "goal",
    "t2sed_tuner_add": "db_id",
}.items()}

# Neutral values other than 0 and NULL, as the headers say of what is unknown
# or out of range.
NEUTRAL = {name: value for value, names in {
    -1: """t2sed_constraint_allows t2sed_constraint_may_end t2sed_dataset_fold
        t2sed_dialect_of_name
        t2sed_tokenizer_special""",
    c.c_size_t(-1).value: """t2sed_ranking_candidate t2sed_report_topic
        t2sed_schema_column_table""",
    math.nan: """t2sed_links_score
        t2sed_ranking_confidence t2sed_report_threshold t2sed_scorer_probability
        t2sed_scores_probability""",
}.items() for name in names.split()}


def has_error(function):
    """Whether it describes its failures, which t2sed_scores_status, whose
    result is a status too, does not."""
    return any(p.name == "err" for p in function.parameters)


def in_a_process(work):
    """What work() returns in a process of its own: a value of JSON. Raises
    OSError where that process dies."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            signal.alarm(60)
            os.write(write, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    status = os.waitpid(child, 0)[1]
    if not answer:
        raise OSError("it died: " + (
            signal.Signals(os.WTERMSIG(status)).name
            if os.WIFSIGNALED(status) else f"status {status}"))
    return json.loads(answer)


class Room:
    """Memory for a pointer that is no object of ours: of NULs, or of one
    string, or of an array of them. It tells whether it was written to."""

    def __init__(self, kind):
        self.text = c.create_string_buffer(b"x", 64)
        self.bytes = c.create_string_buffer(65536)
        if kind == "const char*":
            self.bytes = self.text
        elif kind == "const char*const*":
            c.cast(self.bytes, c.POINTER(c.c_void_p))[0] = c.addressof(
                self.text)
        self.before = self.bytes.raw

    def address(self):
        return c.addressof(self.bytes)

    def is_untouched(self):
        return self.bytes.raw == self.before


class NullArguments(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.objects = objects.make(LIBRARY, cls.folder.name,
                                   os.path.join(ROOT, "lib", "models"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def given(self, parameter, kept):
        """A pointer that is good for a parameter: an object, or memory, which
        `kept` then holds; NULL for callbacks, what goes to malloc and free,
        and objects that only an engine makes."""
        name = parameter.type.object_name()
        if name in self.objects:
            return self.objects[name]
        if (f"{name}_free" in FUNCTIONS or parameter.name == "err"
                or "*" not in parameter.type.text
                or parameter.type.text == "void*"):
            return None
        kept.append(Room(parameter.type.text))
        return kept[-1].address()

    def call(self, function, number, given=()):
        """Calls a function with numbers all the same, and pointers NULL but
        for those given by name: [result, message, outputs untouched]."""
        def work():
            error, kept, values = prototypes.Error(), [], []
            for p in function.parameters:
                if p.name == "err" and number:
                    values.append(c.addressof(error))
                elif p.type.is_pointer:
                    values.append(self.given(p, kept) if p.name in given
                                  else None)
                else:
                    values.append(number)
            result = LIBRARY.call(function.name, *values)
            return [result, error.text.decode(),
                    all(room.is_untouched() for room in kept)]
        return in_a_process(work)

    def assert_neutral(self, function, result):
        if not function.pointers() or function.result.ctype is None:
            return
        expected = NEUTRAL.get(function.name, 0)
        if function.result.text == "t2sed_status":
            expected = EINVAL
        if isinstance(expected, float) and math.isnan(expected):
            self.assertTrue(math.isnan(result), result)
        else:
            self.assertEqual(result or 0, expected)

    def assert_refused(self, function, answer):
        result, message, untouched = answer
        self.assertEqual(result, EINVAL)
        self.assertRegex(message, rf"^{function.name}(_n)?: .* must not be "
                                  "NULL$")
        self.assertTrue(untouched, "it wrote to an output")

    def test_the_list_is_complete(self):
        names = []
        for part in "symbols.txt", "parts-symbols.txt", "lab-symbols.txt":
            with open(os.path.join(ROOT, "test", "abi", part),
                      encoding="utf-8") as file:
                names += file.read().split()
        self.assertEqual(sorted(FUNCTIONS), sorted(names))
        for name in [*VALID, *OPTIONAL_OF, *NEUTRAL]:
            self.assertIn(name, FUNCTIONS)

    def test_all_is_null_and_0(self):
        for function in FUNCTIONS.values():
            with self.subTest(function=function.name):
                result = self.call(function, 0)[0]
                if function.name in VALID:
                    self.assertEqual(result, 0)
                else:
                    self.assert_neutral(function, result)

    def test_all_is_null_and_numbers_are_1(self):
        for function in FUNCTIONS.values():
            with self.subTest(function=function.name):
                answer = self.call(function, 1)
                if function.name in VALID_ONE:
                    self.assertEqual(answer[0], 0)
                elif has_error(function):
                    self.assert_refused(function, answer)
                else:
                    self.assert_neutral(function, answer[0])

    def required(self, function):
        optional = OPTIONAL | OPTIONAL_OF.get(function.name, set())
        if function.name == "t2sed_trigger_options_of":
            optional = {"err"}  # it fills the options in
        return [p.name for p in function.pointers() if p.name not in optional]

    def test_the_first_is_given(self):
        for function in FUNCTIONS.values():
            required = self.required(function)
            if not has_error(function) or len(required) < 2:
                continue
            with self.subTest(function=function.name):
                self.assert_refused(function,
                                    self.call(function, 1, required[:1]))

    def test_one_is_null(self):
        for function in FUNCTIONS.values():
            if not has_error(function):
                continue
            required = self.required(function)
            for missing in required:
                with self.subTest(function=function.name, missing=missing):
                    given = [name for name in required if name != missing]
                    self.assert_refused(function,
                                        self.call(function, 1, given))

    def test_no_bytes_or_items_of_null(self):
        """A text or an array may be NULL where the length beside it is 0; what
        follows from that is the function's affair."""
        for function in FUNCTIONS.values():
            if not has_error(function):
                continue
            required = self.required(function)
            inputs = [p.name for p in function.pointers()
                      if p.name in required and p.type.text.startswith("const")
                      and not p.type.object_name()]
            for missing in inputs:
                with self.subTest(function=function.name, missing=missing):
                    given = [name for name in required if name != missing]
                    self.call(function, 0, given)

    def test_neither_question_nor_query(self):
        function = FUNCTIONS["t2sed_linker_link"]
        answer = self.call(function, 1, ["out", "linker"])
        self.assert_refused(function, answer)

    def test_all_but_the_object_is_null(self):
        """Outputs of a function without a status may be NULL, and so may what
        it looks for."""
        for function in FUNCTIONS.values():
            pointers = [p.name for p in function.pointers()]
            if has_error(function) or not pointers:
                continue
            for number in (0, 1):
                with self.subTest(function=function.name, number=number):
                    self.call(function, number, pointers[:1])

    def test_the_object_alone_is_null(self):
        for function in FUNCTIONS.values():
            pointers = [p.name for p in function.pointers()]
            if has_error(function) or len(pointers) < 2:
                continue
            with self.subTest(function=function.name):
                answer = self.call(function, 0, pointers[1:])
                self.assert_neutral(function, answer[0])


if __name__ == "__main__":
    tap.main()
