"""The public headers as ctypes has them. Made by
pkgconfig/python_declarations.py: do not edit, run make update-declarations.

A function has its result and its parameters, but for those that the binding
fills in: `out`, where that takes what the function makes (the result is then
made(KIND) or MADE_TEXT), and `err` (else STATUS). A str is a pointer to an
object, by its kind: t2sed_KIND in C; "KIND[]" is an array of them.
"""
# pylint: disable=invalid-name,line-too-long,too-many-lines
from __future__ import annotations

from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double,
                    c_float, c_int, c_int32, c_int64, c_size_t, c_ssize_t,
                    c_ubyte, c_uint, c_uint32, c_uint64, c_void_p)
from typing import Any, Dict, Optional, Tuple

from .record import MADE_TEXT, Record, STATUS, Span, made

T2SED_VERSION_MAJOR = 0
T2SED_VERSION_MINOR = 10
T2SED_VERSION_PATCH = 0
T2SED_OK = 0
T2SED_ENOMEM = -1
T2SED_EINVAL = -2
T2SED_EIO = -3
T2SED_EFORMAT = -4
T2SED_ESYNTAX = -5
T2SED_EUTF8 = -6
T2SED_ENOTFOUND = -7
T2SED_ELIMIT = -8
T2SED_EUNSUPPORTED = -9
T2SED_ENODEVICE = -10
T2SED_ENOBACKEND = -11
T2SED_EBACKEND = -12
T2SED_ETOOLONG = -13
T2SED_EDATABASE = -14
T2SED_EMISMATCH = -15
T2SED_EEMPTY = -16
T2SED_ENOTSELECT = -17
T2SED_EMANY = -18
T2SED_ESTATE = -19
T2SED_ECANCELLED = -20
T2SED_EINTERNAL = -21
T2SED_EINTERRUPTED = -22
T2SED_ERROR_TEXT_SIZE = 440
T2SED_NONE = c_size_t(-1).value
T2SED_LOG_ERROR = 0
T2SED_LOG_WARNING = 1
T2SED_LOG_INFO = 2
T2SED_LOG_DEBUG = 3
T2SED_QUESTION_MAX_BYTES = 1048576
T2SED_QUESTION_MAX_WORDS = 10000
T2SED_KNOWLEDGE_MAX_BYTES = 65536
T2SED_CONVERSATION_MAX_TURNS = 64
T2SED_CONVERSATION_MAX_BYTES = 1048576
T2SED_TYPE_TEXT = 0
T2SED_TYPE_NUMBER = 1
T2SED_TYPE_TIME = 2
T2SED_TYPE_BOOLEAN = 3
T2SED_TYPE_OTHER = 4
T2SED_SCHEMA_MAX_TABLES = 10000
T2SED_SCHEMA_MAX_COLUMNS = 100000
T2SED_ISOLATION_NONE = 0
T2SED_ISOLATION_WORKER = 1
T2SED_CELL_NULL = 0
T2SED_CELL_INTEGER = 1
T2SED_CELL_REAL = 2
T2SED_CELL_TEXT = 3
T2SED_CELL_BLOB = 4
T2SED_VALUES_UNKNOWN = 0
T2SED_VALUES_SOME = 1
T2SED_VALUES_ALL = 2
T2SED_SQL_MAX_BYTES = 1048576
T2SED_SQL_MAX_NESTING = 1000
T2SED_DIALECT_SQLITE = 0
T2SED_DIALECT_POSTGRESQL = 1
T2SED_DIALECT_MYSQL = 2
T2SED_DIALECT_DUCKDB = 3
T2SED_DIALECT_BIGQUERY = 4
T2SED_DIALECT_SNOWFLAKE = 5
T2SED_DIALECT_TSQL = 6
T2SED_DIALECT_AUTO = 7
T2SED_DIALECT_CLICKHOUSE = 8
T2SED_SEVERITY_HINT = 1
T2SED_SEVERITY_WARNING = 2
T2SED_SEVERITY_ERROR = 3
T2SED_FINDING_SYNTAX_ERROR = 1
T2SED_FINDING_NOT_A_QUERY = 2
T2SED_FINDING_UNKNOWN_TABLE = 3
T2SED_FINDING_UNKNOWN_COLUMN = 4
T2SED_FINDING_AMBIGUOUS_COLUMN = 5
T2SED_FINDING_UNKNOWN_FUNCTION = 6
T2SED_FINDING_AGGREGATE_MISUSED = 7
T2SED_FINDING_COLUMN_COUNT = 8
T2SED_FINDING_REFUSED = 9
T2SED_FINDING_TOO_SLOW = 10
T2SED_FINDING_EMPTY_RESULT = 11
T2SED_FINDING_NULL_RESULT = 12
T2SED_FINDING_VALUE_NOT_IN_COLUMN = 13
T2SED_FINDING_VALUE_ELSEWHERE = 14
T2SED_FINDING_VALUE_SPELLING = 15
T2SED_FINDING_VALUE_TYPE = 16
T2SED_FINDING_QUOTED_NAME = 17
T2SED_FINDING_NULL_COMPARED = 18
T2SED_FINDING_LIKE_WITHOUT_WILDCARD = 19
T2SED_FINDING_ALWAYS_TRUE = 20
T2SED_FINDING_CONTRADICTION = 21
T2SED_FINDING_INTEGER_DIVISION = 22
T2SED_FINDING_MISSING_JOIN = 23
T2SED_FINDING_UNRELATED_JOIN = 24
T2SED_FINDING_UNUSED_TABLE = 25
T2SED_FINDING_REPEATED_TABLE = 26
T2SED_FINDING_BARE_COLUMN = 27
T2SED_FINDING_UNGROUPED_COLUMN = 28
T2SED_FINDING_AGGREGATE_OF_TEXT = 29
T2SED_FINDING_CLAUSE_MISSING = 30
T2SED_FINDING_CLAUSE_UNEXPECTED = 31
T2SED_FINDING_AGGREGATE_MISSING = 32
T2SED_FINDING_AGGREGATE_UNEXPECTED = 33
T2SED_FINDING_ORDER_MISSING = 34
T2SED_FINDING_ORDER_UNEXPECTED = 35
T2SED_FINDING_WRONG_DIRECTION = 36
T2SED_FINDING_LIMIT_MISSING = 37
T2SED_FINDING_WRONG_LIMIT = 38
T2SED_FINDING_GROUP_MISSING = 39
T2SED_FINDING_COMPARISON_MISSING = 40
T2SED_FINDING_WRONG_COMPARISON = 41
T2SED_FINDING_NEGATION_MISSING = 42
T2SED_FINDING_NEGATION_UNEXPECTED = 43
T2SED_FINDING_DISTINCT_MISSING = 44
T2SED_FINDING_SET_OPERATION_MISSING = 45
T2SED_FINDING_NAME_UNUSED = 46
T2SED_FINDING_VALUE_UNUSED = 47
T2SED_FINDING_NUMBER_UNUSED = 48
T2SED_FINDING_BETTER_COLUMN = 49
T2SED_FINDING_WRONG_JOIN = 50
T2SED_FINDING_COUNT_UNEXPECTED = 51
T2SED_FINDING_OR_UNEXPECTED = 52
T2SED_FINDING_UNRELATED_SUBQUERY = 53
T2SED_FINDING_MANY_COLUMNS = 54
T2SED_FINDING_SEVERAL_ROWS = 55
T2SED_FINDING_NULL_IN_RESULT = 56
T2SED_FINDING_NUMBER_NOT_ASKED = 57
T2SED_FINDING_COMPARISON_UNEXPECTED = 58
T2SED_FINDING_DEAD_KEY = 59
T2SED_FINDING_SUM_MULTIPLIED = 60
T2SED_FINDING_COUNT_MULTIPLIED = 61
T2SED_FINDING_ROWS_REPEATED = 62
T2SED_FINDING_OTHER_KEY = 63
T2SED_FINDING_PARENT_REVERSED = 64
T2SED_FINDING_OUTER_JOIN_FILTERED = 65
T2SED_FINDING_OUTER_ROWS_COUNTED = 66
T2SED_FINDING_AVERAGE_OF_AVERAGES = 67
T2SED_FINDING_CONDITION_COUNTED = 68
T2SED_FINDING_OR_BESIDE_AND = 69
T2SED_FINDING_NEVER_EQUAL = 70
T2SED_FINDING_UNSORTABLE_TEXT = 71
T2SED_FINDING_NOT_IN_NULLS = 72
T2SED_FINDING_UNUSED_CTE = 73
T2SED_FINDING_SEVERAL_FOR_ONE = 74
T2SED_FINDING_GROUPS_UNTIED = 75
T2SED_FINDING_UNCORRELATED_SUBQUERY = 76
T2SED_FINDING_INNER_JOIN_FOR_ALL = 77
T2SED_FINDING_PERCENT_MISSING = 78
T2SED_FINDING_PARTITION_MISSING = 79
T2SED_FINDING_EXTREME_OVERALL = 80
T2SED_FINDING_UNIT_KEPT = 81
T2SED_FINDING_TIES_DROPPED = 82
T2SED_FINDING_LEVELS_MISSING = 83
T2SED_FINDING_REPEATS_KEPT = 84
T2SED_FINDING_TIME_WINDOW_MISSING = 85
T2SED_FINDING_TIME_WINDOW_DIFFERS = 86
T2SED_FINDING_TIME_WINDOW_UNEXPECTED = 87
T2SED_FINDING_YEAR_MISSING = 88
T2SED_FINDING_TIME_END_LOST = 89
T2SED_FINDING_WRONG_WEEKDAY = 90
T2SED_FINDING_TIME_GRAIN_DIFFERS = 91
T2SED_FINDING_TIME_UNIT_DIFFERS = 92
T2SED_FINDING_DATES_SUBTRACTED = 93
T2SED_FINDING_DATE_LAYOUT = 94
T2SED_FINDING_KNOWLEDGE_COLUMN = 95
T2SED_FINDING_KNOWLEDGE_CONDITION = 96
T2SED_FINDING_VALUE_REPLACED = 97
T2SED_FINDING_CONDITION_MISSING = 98
T2SED_FINDING_WRONG_SIDE = 99
T2SED_FINDING_OPPOSITE_CONDITION = 100
T2SED_FINDING_WRONG_ROLE = 101
T2SED_FINDING_VALUE_ECHOED = 102
T2SED_FINDING_TABLE_UNUSED = 103
T2SED_FINDING_WRONG_WINDOW = 104
T2SED_FINDING_UNIT_DIFFERS = 105
T2SED_FINDING_WRONG_MEASURE = 106
T2SED_FINDING_ZERO_RESULT = 107
T2SED_FINDING_NEGATIVE_RESULT = 108
T2SED_FINDING_DUPLICATE_ROWS = 109
T2SED_FINDING_EXPECTED_PART = 110
T2SED_FINDING_UNEXPECTED_PART = 111
T2SED_AUTO = 0
T2SED_FP32 = 1
T2SED_FP16 = 2
T2SED_BF16 = 3
T2SED_MODEL_TRUST_ARCHIVE = 1
T2SED_DECISION_ABSTAIN = 0
T2SED_DECISION_ASK = 1
T2SED_DECISION_ANSWER = 2
T2SED_OUTCOME_RAN = 0
T2SED_OUTCOME_FAILED = 1
T2SED_OUTCOME_CUT = 2
T2SED_OUTCOME_NOT_RUN = 3
T2SED_OUTCOME_SYNTAX = 4
T2SED_OUTCOME_UNSUPPORTED = 5
T2SED_STEP_SELECT = 1
T2SED_STEP_JOIN = 2
T2SED_STEP_FILTER = 3
T2SED_STEP_GROUP = 4
T2SED_STEP_AGGREGATE = 5
T2SED_STEP_WINDOW = 6
T2SED_STEP_LIMIT = 7
T2SED_STEP_SET = 8
T2SED_STEP_REPEAT = 9
T2SED_STEP_VALUES = 10
T2SED_STEP_OF_QUERY = 1
T2SED_STEP_OF_SUBQUERY = 2
T2SED_STEP_OF_WITH = 3
T2SED_CORRECTION_GIVEN = 0
T2SED_CORRECTION_EDIT = 1
T2SED_CORRECTION_EXTRA = 2
T2SED_CORRECTION_WRITTEN = 3
T2SED_SQL_SEXPR = 0
T2SED_SQL_JSON = 1
T2SED_SQL_DOT = 2
T2SED_QUESTION_MAX_DEPTH = 1000
T2SED_PARSE_MAX_BYTES = 8388608
T2SED_HEAD_ROOT = -1
T2SED_HEAD_UNKNOWN = -2
T2SED_QUESTION_SEXPR = 0
T2SED_QUESTION_JSON = 1
T2SED_QUESTION_DOT = 2
T2SED_QUESTION_CONLLU = 3
T2SED_TOKEN_CLS = 0
T2SED_TOKEN_SEP = 1
T2SED_TOKEN_EOS = 2
T2SED_TOKEN_PAD = 3
T2SED_TOKEN_UNK = 4
T2SED_TOKEN_MASK = 5
T2SED_ENCODE_SPECIALS = 1
T2SED_DECODE_SPECIALS = 1
T2SED_PARSE_MISSING = 0
T2SED_PARSE_NEVER = 1
T2SED_GRAPH_NONE = 0
T2SED_GRAPH_SEPARATE = 1
T2SED_GRAPH_JOINT = 2
T2SED_SIDE_QUESTION = 0
T2SED_SIDE_SQL = 1
T2SED_EDGE_SELF = 0
T2SED_EDGE_DEPENDENCY = 1
T2SED_EDGE_CONSTITUENCY = 2
T2SED_EDGE_SYNTAX = 3
T2SED_EDGE_SEQUENCE = 4
T2SED_EDGE_LINK = 5
T2SED_EDGE_GLOBAL = 6
T2SED_NODE_WORD = 0
T2SED_NODE_CONSTITUENT = 1
T2SED_NODE_TERMINAL = 2
T2SED_NODE_RULE = 3
T2SED_NODE_GLOBAL = 4
T2SED_GRAPH_JSON = 0
T2SED_GRAPH_DOT = 1
T2SED_GRAPH_TEXT = 2
T2SED_TRUNCATE_MODEL = 0
T2SED_TRUNCATE_ERROR = 1
T2SED_TRUNCATE_QUESTION = 2
T2SED_TRUNCATE_SQL = 3
T2SED_SKETCH_WHERE = 0
T2SED_SKETCH_GROUP_BY = 1
T2SED_SKETCH_HAVING = 2
T2SED_SKETCH_ORDER_BY = 3
T2SED_SKETCH_LIMIT = 4
T2SED_SKETCH_EXCEPT = 5
T2SED_SKETCH_UNION = 6
T2SED_SKETCH_INTERSECT = 7
T2SED_SKETCH_CLAUSES = 8
T2SED_ROLE_SELECTED = 0
T2SED_ROLE_CONDITION = 1
T2SED_ROLE_GROUPED = 2
T2SED_ROLE_ORDERED = 3
T2SED_ROLE_JOINED = 4
T2SED_ROLE_USED = 5
T2SED_SIGNAL_AGREEMENT = 1
T2SED_SIGNAL_SKETCH = 2
T2SED_SIGNAL_LINK = 4
T2SED_SIGNAL_WEIGHTS = 8
T2SED_MATCH_UNKNOWN = 0
T2SED_MATCH_NONE = 1
T2SED_MATCH_ELSEWHERE = 2
T2SED_MATCH_ABBREVIATION = 3
T2SED_MATCH_PREFIX = 4
T2SED_MATCH_PARTIAL = 5
T2SED_MATCH_SPELLING = 6
T2SED_MATCH_EXACT = 7
T2SED_CONDITION_WHERE = 0
T2SED_CONDITION_HAVING = 1
T2SED_CONDITION_JOIN = 2
T2SED_OPERATOR_EQUAL = 0
T2SED_OPERATOR_NOT_EQUAL = 1
T2SED_OPERATOR_LESS = 2
T2SED_OPERATOR_LESS_EQUAL = 3
T2SED_OPERATOR_GREATER = 4
T2SED_OPERATOR_GREATER_EQUAL = 5
T2SED_OPERATOR_LIKE = 6
T2SED_OPERATOR_IN = 7
T2SED_OPERATOR_BETWEEN = 8
T2SED_OPERATOR_IS = 9
T2SED_OPERAND_TEXT = 0
T2SED_OPERAND_NUMBER = 1
T2SED_OPERAND_NULL = 2
T2SED_OPERAND_COLUMN = 3
T2SED_OPERAND_QUERY = 4
T2SED_OPERAND_OTHER = 5
T2SED_MENTION_TABLE = 0
T2SED_MENTION_COLUMN = 1
T2SED_MENTION_VALUE = 2
T2SED_REPAIR_VALUE = 0
T2SED_REPAIR_COLUMN = 1
T2SED_WITNESS_UNKNOWN = 0
T2SED_WITNESS_DIFFER = 1
T2SED_WITNESS_NONE = 2
T2SED_INT8 = 4
T2SED_SCHEMA_DDL = 0
T2SED_SCHEMA_COMPACT = 1
T2SED_CHAT_AUTO = 0
T2SED_CHAT_PLAIN = 1
T2SED_CHAT_CHATML = 2
T2SED_CHAT_LLAMA3 = 3
T2SED_DECODE_GREEDY = 0
T2SED_DECODE_BEAM = 1
T2SED_DECODE_SAMPLE = 2
T2SED_MEAN_OF_FOLDS = 0
T2SED_ALL_ITEMS = 1
T2SED_CURVE_ANSWERS = 0
T2SED_CURVE_INTERACTIONS = 1
T2SED_CURVE_RISK = 2
T2SED_EXACT_SPIDER = 0
T2SED_EXACT_NO_FOREIGN_KEYS = 1
T2SED_EXACT_WITH_VALUES = 2
T2SED_EXACT_NO_DIFFERENCE = 0
T2SED_EXACT_SELECT = 1
T2SED_EXACT_WHERE = 2
T2SED_EXACT_GROUP = 3
T2SED_EXACT_ORDER = 4
T2SED_EXACT_CONNECTIVES = 5
T2SED_EXACT_COMPOUND = 6
T2SED_EXACT_KEYWORDS = 7
T2SED_EXACT_FROM = 8
T2SED_EXACT_BEYOND = 9
T2SED_HARDNESS_EASY = 0
T2SED_HARDNESS_MEDIUM = 1
T2SED_HARDNESS_HARD = 2
T2SED_HARDNESS_EXTRA = 3
T2SED_RULE_FIXED = 0
T2SED_RULE_STRICT = 1
T2SED_RULE_OFFICIAL = 2
T2SED_LABEL_WRONG = 0
T2SED_LABEL_RIGHT = 1
T2SED_LABEL_NONE = -1
T2SED_REASON_SAME_ROWS = 0
T2SED_REASON_SAME_LIST = 1
T2SED_REASON_BOTH_EMPTY = 2
T2SED_REASON_EMPTY_EXACT = 3
T2SED_REASON_SAME_MAPS = 4
T2SED_REASON_ROW_COUNT = 10
T2SED_REASON_COLUMN_COUNT = 11
T2SED_REASON_VALUES = 12
T2SED_REASON_ORDER = 13
T2SED_REASON_ONE_EMPTY = 14
T2SED_REASON_EMPTY_DIFFERS = 15
T2SED_REASON_MAPS = 16
T2SED_REASON_NOT_SPIDER = 17
T2SED_REASON_EMPTY_UNKNOWN = 20
T2SED_REASON_NOT_EXECUTABLE = 21
T2SED_REASON_TIME = 22
T2SED_REASON_ROWS = 23
T2SED_REASON_MEMORY = 24
T2SED_REASON_COLUMNS = 25
T2SED_REASON_GOLD = 30
T2SED_REASON_DATABASE = 31
T2SED_DATASET_FORMAT = 1
T2SED_DATASET_READ = 0
T2SED_DATASET_WRITE = 1
T2SED_SIDE_ALL = 0
T2SED_SIDE_PART = 1
T2SED_SIDE_REST = 2
T2SED_MUTATION_NONE = -1
T2SED_MUTATION_COLUMN_SELECT = 0
T2SED_MUTATION_COLUMN_WHERE = 1
T2SED_MUTATION_COLUMN_ORDER = 2
T2SED_MUTATION_COLUMN_TABLE = 3
T2SED_MUTATION_AGGREGATE_SWAP = 4
T2SED_MUTATION_AGGREGATE_DROP = 5
T2SED_MUTATION_AGGREGATE_ADD = 6
T2SED_MUTATION_COUNT = 7
T2SED_MUTATION_COMPARISON = 8
T2SED_MUTATION_VALUE = 9
T2SED_MUTATION_DIRECTION = 10
T2SED_MUTATION_CONDITION_DROP = 11
T2SED_MUTATION_CONDITION_ADD = 12
T2SED_MUTATION_CLAUSE_DROP = 13
T2SED_MUTATION_DISTINCT = 14
T2SED_MUTATION_ITEM_ADD = 15
T2SED_MUTATION_ITEM_DROP = 16
T2SED_MUTATION_ITEM_EXTRA = 17
T2SED_MUTATION_SET_OPERATION = 18
T2SED_MUTATION_CONNECTIVE = 19
T2SED_MUTATION_NEGATION = 20
T2SED_MUTATION_JOIN_ADD = 21
T2SED_MUTATION_JOIN_DROP = 22
T2SED_MUTATION_KEY_SWAP = 23
T2SED_MUTATION_TABLE_SWAP = 24
T2SED_MUTATION_GROUP_KEY = 25
T2SED_MUTATION_SUPERLATIVE = 26
T2SED_MUTATION_LIMIT = 27
T2SED_WEIGHT_LOGIT_MEAN = 1
T2SED_WEIGHT_LOGIT_MAX = 2
T2SED_WEIGHT_AGREEMENT = 4
T2SED_WEIGHT_FIRST = 8
T2SED_WEIGHT_PARSER = 16
T2SED_WEIGHT_SKETCH = 32
T2SED_WEIGHT_LINK = 64
T2SED_WEIGHT_SOURCES = 128
T2SED_BEAM_SOURCES = 0
T2SED_BEAM_RESULTS = 1
T2SED_BEAM_TEXTS = 2
T2SED_BRANCH_DEFAULT = 0
T2SED_BRANCH_TEXT = 1
T2SED_BRANCH_EVIDENCE = 2
T2SED_BRANCH_ALL = 3
T2SED_TRAIN = 0
T2SED_DEV = 1
T2SED_REFIT = 2
T2SED_TUNER_QUERIES = 50
T2SED_TUNER_LABELS = 10
T2SED_TUNER_DATABASES = 10
T2SED_TUNING_NOTHING = 0
T2SED_TUNING_SCALE = 1
T2SED_TUNING_CORRECTED = 2

class t2sed_error(Structure):
    _fields_ = [("code", c_int),
                ("reserved_int", c_int),
                ("offset", c_ssize_t),
                ("reserved", c_void_p * 7),
                ("text", c_char * 440)]

class t2sed_span(Span):
    _fields_ = [("begin", c_size_t),
                ("end", c_size_t)]

t2sed_allocator_malloc_fn = CFUNCTYPE(c_void_p, c_size_t, c_void_p)

t2sed_allocator_realloc_fn = CFUNCTYPE(c_void_p, c_void_p, c_size_t, c_void_p)

t2sed_allocator_free_fn = CFUNCTYPE(None, c_void_p, c_void_p)

class t2sed_allocator(Record):
    _fields_ = [("struct_size", c_size_t),
                ("malloc_fn", t2sed_allocator_malloc_fn),
                ("realloc_fn", t2sed_allocator_realloc_fn),
                ("free_fn", t2sed_allocator_free_fn),
                ("payload", c_void_p)]

class t2sed_schema_table(Record):
    _fields_ = [("struct_size", c_size_t),
                ("name", c_char_p),
                ("readable", c_char_p),
                ("first_column", c_size_t),
                ("column_count", c_size_t),
                ("is_view", c_int)]

class t2sed_schema_column(Record):
    _fields_ = [("struct_size", c_size_t),
                ("name", c_char_p),
                ("readable", c_char_p),
                ("type", c_char_p),
                ("table", c_size_t),
                ("kind", c_int),
                ("primary", c_int)]

class t2sed_schema_foreign_key(Record):
    _fields_ = [("struct_size", c_size_t),
                ("from_", c_size_t),
                ("to", c_size_t),
                ("group", c_int)]

class t2sed_database_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("isolation", c_int),
                ("schema", c_void_p),
                ("max_milliseconds", c_int),
                ("max_rows", c_int),
                ("values_milliseconds", c_int),
                ("index", c_char_p),
                ("index_milliseconds", c_int),
                ("max_table_rows", c_int64),
                ("max_column_values", c_int64),
                ("max_value_bytes", c_int64),
                ("max_values_bytes", c_int64)]
    _handles_ = {"schema": "schema"}

class t2sed_cell(Structure):
    _fields_ = [("type", c_int),
                ("integer", c_int64),
                ("real", c_double),
                ("text", c_char_p),
                ("length", c_size_t)]

class t2sed_witness_rows(Record):
    _fields_ = [("struct_size", c_size_t),
                ("name", c_char_p),
                ("column_count", c_size_t),
                ("row_count", c_size_t),
                ("columns", POINTER(c_char_p)),
                ("cells", POINTER(t2sed_cell)),
                ("left_out", c_size_t)]

class t2sed_query(Record):
    _fields_ = [("struct_size", c_size_t),
                ("sql", c_char_p),
                ("length", c_size_t),
                ("max_milliseconds", c_int),
                ("max_rows", c_size_t),
                ("max_value_bytes", c_size_t)]

t2sed_database_callbacks_describe = CFUNCTYPE(c_int, c_void_p, POINTER(c_void_p), POINTER(t2sed_error))

t2sed_database_callbacks_query = CFUNCTYPE(c_int, c_void_p, POINTER(t2sed_query), c_void_p, POINTER(t2sed_error))

t2sed_database_callbacks_cancel = CFUNCTYPE(None, c_void_p)

t2sed_database_callbacks_free = CFUNCTYPE(None, c_void_p)

class t2sed_database_callbacks(Record):
    _fields_ = [("struct_size", c_size_t),
                ("context", c_void_p),
                ("describe", t2sed_database_callbacks_describe),
                ("query", t2sed_database_callbacks_query),
                ("cancel", t2sed_database_callbacks_cancel),
                ("free", t2sed_database_callbacks_free),
                ("dialect", c_char_p)]

class t2sed_sql_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("dialect", c_int),
                ("answer", c_int)]

class t2sed_finding(Record):
    _fields_ = [("struct_size", c_size_t),
                ("code", c_int),
                ("severity", c_int),
                ("name", c_char_p),
                ("message", c_char_p),
                ("suggestion", c_char_p),
                ("sql", t2sed_span),
                ("question", t2sed_span),
                ("weight", c_double)]

class t2sed_finding_kind(Record):
    _fields_ = [("struct_size", c_size_t),
                ("code", c_int),
                ("severity", c_int),
                ("name", c_char_p),
                ("meaning", c_char_p)]

class t2sed_model_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("device", c_char_p),
                ("precision", c_int),
                ("threads", c_int),
                ("flags", c_uint),
                ("backend", c_char_p)]

class t2sed_model_file(Structure):
    _fields_ = [("name", c_char_p),
                ("data", c_void_p),
                ("size", c_size_t)]

class t2sed_model_info(Record):
    _fields_ = [("struct_size", c_size_t),
                ("path", c_char_p),
                ("config", c_char_p),
                ("backend", c_char_p),
                ("device", c_char_p),
                ("precision", c_int),
                ("hidden", c_int),
                ("max_tokens", c_int),
                ("reads_parses", c_int),
                ("threshold", c_double)]

class t2sed_scorer_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("truncation", c_int),
                ("batch_tokens", c_int),
                ("parse", c_int),
                ("parser", c_void_p),
                ("judge", c_void_p),
                ("reasons", c_int)]
    _handles_ = {"parser": "parser",
                 "judge": "judge"}

class t2sed_checker_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("model", POINTER(t2sed_model_options)),
                ("scorer", POINTER(t2sed_scorer_options)),
                ("policy", c_char_p),
                ("precision", c_double),
                ("answer", c_double),
                ("abstain", c_double),
                ("findings", c_int),
                ("alone", c_int),
                ("dialect", c_int),
                ("ask", c_int),
                ("ignore", c_char_p),
                ("severity", c_int),
                ("all_findings", c_int),
                ("judge_margin", c_double)]

class t2sed_check_input(Record):
    _fields_ = [("struct_size", c_size_t),
                ("question", c_void_p),
                ("conversation", c_void_p),
                ("queries", POINTER(c_char_p)),
                ("lengths", POINTER(c_size_t)),
                ("count", c_size_t),
                ("scores", POINTER(c_double)),
                ("sources", POINTER(c_int))]
    _handles_ = {"question": "question",
                 "conversation": "conversation"}

class t2sed_checked(Record):
    _fields_ = [("struct_size", c_size_t),
                ("candidate", c_size_t),
                ("status", c_int),
                ("error", POINTER(t2sed_error)),
                ("probability", c_double),
                ("confidence", c_double),
                ("group", c_int),
                ("outcome", c_int),
                ("rows", c_size_t),
                ("findings", c_void_p),
                ("alone", c_double),
                ("sqlite", c_char_p)]
    _handles_ = {"findings": "findings"}

class t2sed_reason(Record):
    _fields_ = [("struct_size", c_size_t),
                ("name", c_char_p),
                ("text", c_char_p),
                ("weight", c_double)]

class t2sed_ask(Record):
    _fields_ = [("struct_size", c_size_t),
                ("question", c_char_p),
                ("answers", c_char_p),
                ("when", c_char_p),
                ("queries", c_size_t * 2),
                ("tables", c_size_t)]

class t2sed_step(Record):
    _fields_ = [("struct_size", c_size_t),
                ("text", c_char_p),
                ("kind", c_int),
                ("part", c_int),
                ("spans", POINTER(t2sed_span)),
                ("span_count", c_size_t),
                ("uses", POINTER(c_size_t)),
                ("use_count", c_size_t)]

class t2sed_explain_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("raw_names", c_int)]

class t2sed_corrector_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("weights", c_char_p),
                ("schema_predictor", c_void_p),
                ("sketcher", c_void_p),
                ("model", c_void_p),
                ("checked", c_int32),
                ("most", c_int32),
                ("features", c_int32),
                ("language_model", c_void_p),
                ("written", c_int32),
                ("likely", c_int32),
                ("max_milliseconds", c_int32),
                ("answer", c_double),
                ("judge", c_void_p)]
    _handles_ = {"schema_predictor": "schema_predictor",
                 "sketcher": "sketcher",
                 "model": "model",
                 "language_model": "language_model",
                 "judge": "judge"}

class t2sed_correction_input(Record):
    _fields_ = [("struct_size", c_size_t),
                ("question", c_void_p),
                ("sql", c_char_p),
                ("length", c_size_t),
                ("feedback", c_void_p),
                ("extra", POINTER(c_char_p)),
                ("extra_count", c_size_t),
                ("extra_log_probabilities", POINTER(c_double))]
    _handles_ = {"question": "question",
                 "feedback": "question"}

class t2sed_correction_edit(Structure):
    _fields_ = [("begin", c_size_t),
                ("end", c_size_t),
                ("text", c_char_p)]

class t2sed_correction(Record):
    _fields_ = [("struct_size", c_size_t),
                ("sql", c_char_p),
                ("probability", c_double),
                ("source", c_int),
                ("extra", c_size_t),
                ("edits", POINTER(t2sed_correction_edit)),
                ("edit_count", c_size_t),
                ("reason", c_char_p),
                ("detected", c_double),
                ("features", POINTER(c_int32)),
                ("values", POINTER(c_float)),
                ("feature_count", c_size_t),
                ("log_probability", c_double)]

class t2sed_sql_view_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("collapse_unary", c_int),
                ("keep_join_constraints", c_int),
                ("keep_punctuation", c_int),
                ("merge_dots", c_int),
                ("resolve_aliases", c_int),
                ("plain_style", c_int)]

class t2sed_question_word(Record):
    _fields_ = [("struct_size", c_size_t),
                ("span", t2sed_span),
                ("head", c_int32),
                ("relation", c_char_p),
                ("tag", c_char_p)]

class t2sed_sample_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("max_values", c_size_t),
                ("max_value_bytes", c_size_t),
                ("max_bytes", c_size_t),
                ("max_milliseconds", c_int)]

class t2sed_constraint_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("max_bytes", c_int),
                ("max_text", c_int),
                ("max_early_alias", c_int),
                ("early_names", c_int)]

class t2sed_token_arrays(Record):
    _fields_ = [("struct_size", c_size_t),
                ("count", c_size_t),
                ("ids", POINTER(c_int32)),
                ("bytes", POINTER(t2sed_span)),
                ("characters", POINTER(t2sed_span))]

class t2sed_parser_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("precision", c_int),
                ("threads", c_int),
                ("backend", c_char_p)]

class t2sed_graph_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("layout", c_int),
                ("dependency", c_int),
                ("constituency", c_int),
                ("syntax", c_int),
                ("sequence", c_int),
                ("link", c_int),
                ("typed", c_int),
                ("global_node", c_int),
                ("view", POINTER(t2sed_sql_view_options)),
                ("question_labels", POINTER(c_char_p)),
                ("question_label_count", c_size_t),
                ("sql_labels", POINTER(c_char_p)),
                ("sql_label_count", c_size_t)]

class t2sed_graph_edge(Structure):
    _fields_ = [("source", c_int32),
                ("target", c_int32),
                ("type", c_int32)]

class t2sed_graph_component(Record):
    _fields_ = [("struct_size", c_size_t),
                ("node_count", c_size_t),
                ("edge_count", c_size_t),
                ("edges", POINTER(t2sed_graph_edge)),
                ("global_node", c_int32)]

class t2sed_graph_node(Record):
    _fields_ = [("struct_size", c_size_t),
                ("kind", c_int),
                ("label", c_int32),
                ("name", c_char_p),
                ("name_length", c_size_t),
                ("source", t2sed_span),
                ("range", t2sed_span)]

class t2sed_encoder_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("truncation", c_int)]

class t2sed_encoded(Record):
    _fields_ = [("struct_size", c_size_t),
                ("tokens", c_size_t),
                ("hidden", c_size_t),
                ("ids", POINTER(c_int32)),
                ("vectors", POINTER(c_float)),
                ("spans", POINTER(t2sed_span)),
                ("second", c_size_t),
                ("cut", c_size_t)]

class t2sed_sketch_head(Record):
    _fields_ = [("struct_size", c_size_t),
                ("name", c_char_p),
                ("meaning", c_char_p),
                ("probability", c_double),
                ("threshold", c_double),
                ("expected", c_int)]

class t2sed_sketch_fit(Record):
    _fields_ = [("struct_size", c_size_t),
                ("agreement", c_double),
                ("log_likelihood", c_double)]

class t2sed_sketch_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("conversation", c_void_p),
                ("task", c_char_p)]
    _handles_ = {"conversation": "conversation"}

class t2sed_evidence_feature(Record):
    _fields_ = [("struct_size", c_size_t),
                ("name", c_char_p),
                ("meaning", c_char_p),
                ("low", c_float),
                ("high", c_float)]

class t2sed_predicted_item(Record):
    _fields_ = [("struct_size", c_size_t),
                ("used", c_double),
                ("roles", POINTER(c_double)),
                ("named", c_int)]

class t2sed_schema_prediction_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("values", c_void_p),
                ("conversation", c_void_p),
                ("wrong", c_void_p),
                ("feedback", c_void_p)]
    _handles_ = {"values": "evidence",
                 "conversation": "conversation",
                 "wrong": "sql",
                 "feedback": "question"}

class t2sed_beam(Record):
    _fields_ = [("struct_size", c_size_t),
                ("question", c_void_p),
                ("database", c_void_p),
                ("queries", POINTER(c_char_p)),
                ("lengths", POINTER(c_size_t)),
                ("count", c_size_t),
                ("conversation", c_void_p),
                ("evidence", c_void_p),
                ("features", POINTER(c_float)),
                ("feature_count", c_size_t)]
    _handles_ = {"question": "question",
                 "database": "database",
                 "conversation": "conversation",
                 "evidence": "evidence"}

class t2sed_score(Record):
    _fields_ = [("struct_size", c_size_t),
                ("status", c_int),
                ("probability", c_double),
                ("logit", c_double),
                ("error", POINTER(t2sed_error)),
                ("cut", c_size_t),
                ("words_left", c_int)]

class t2sed_reasons_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("all", c_int),
                ("probability", c_double),
                ("confidence", c_double),
                ("threshold", c_double)]

class t2sed_agreed(Record):
    _fields_ = [("struct_size", c_size_t),
                ("group", c_int),
                ("outcome", c_int),
                ("share", c_double),
                ("rows", c_size_t)]

class t2sed_reranker_weights(Record):
    _fields_ = [("struct_size", c_size_t),
                ("bias", c_double),
                ("logit_mean", c_double),
                ("logit_max", c_double),
                ("agreement", c_double),
                ("sources", c_double),
                ("first", c_double),
                ("parser", c_double),
                ("sketch", c_double),
                ("link", c_double)]

class t2sed_signals(Record):
    _fields_ = [("struct_size", c_size_t),
                ("count", c_size_t),
                ("probability", POINTER(c_double)),
                ("parser_score", POINTER(c_double)),
                ("sketch", POINTER(c_double)),
                ("link", POINTER(c_double)),
                ("agreement", POINTER(c_double)),
                ("groups", POINTER(c_int)),
                ("outcomes", POINTER(c_int)),
                ("sources", POINTER(c_int)),
                ("empty", POINTER(c_int)),
                ("repeats", POINTER(c_int))]

class t2sed_move(Record):
    _fields_ = [("struct_size", c_size_t),
                ("step", c_size_t),
                ("policy", c_char_p),
                ("from_", c_size_t),
                ("to", c_size_t),
                ("text", c_char_p)]

class t2sed_trigger_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("answer", c_double),
                ("abstain", c_double)]

class t2sed_link_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("conversation", c_void_p)]
    _handles_ = {"conversation": "conversation"}

class t2sed_link_condition(Record):
    _fields_ = [("struct_size", c_size_t),
                ("clause", c_int),
                ("op", c_int),
                ("negated", c_int),
                ("computed", c_int),
                ("column", c_size_t),
                ("operand", c_int),
                ("other_column", c_size_t),
                ("value", c_char_p),
                ("value_length", c_size_t),
                ("slot_sql", t2sed_span),
                ("value_sql", t2sed_span),
                ("slot_in_question", c_int),
                ("value_in_question", c_int),
                ("slot_question", t2sed_span),
                ("value_question", t2sed_span),
                ("slot_turn", c_size_t),
                ("value_turn", c_size_t),
                ("value_in_column", c_int),
                ("found_column", c_size_t),
                ("type_fits", c_int),
                ("score", c_double)]

class t2sed_link_mention(Record):
    _fields_ = [("struct_size", c_size_t),
                ("kind", c_int),
                ("match", c_int),
                ("item", c_size_t),
                ("question", t2sed_span),
                ("turn", c_size_t),
                ("value", c_char_p),
                ("value_length", c_size_t)]

class t2sed_link_repair(Record):
    _fields_ = [("struct_size", c_size_t),
                ("condition", c_size_t),
                ("kind", c_int),
                ("column", c_size_t),
                ("sql", t2sed_span),
                ("text", c_char_p),
                ("text_length", c_size_t),
                ("confidence", c_double)]

class t2sed_witness_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("seed", c_uint64),
                ("instances", c_int32),
                ("max_milliseconds", c_int32),
                ("plain", c_int32),
                ("exhaustive", c_int32),
                ("values", POINTER(c_char_p)),
                ("value_count", c_size_t),
                ("ordered", c_int32)]

class t2sed_difference_counts(Record):
    _fields_ = [("struct_size", c_size_t),
                ("instances", c_int32),
                ("different", c_int32),
                ("telling", c_int32),
                ("same", c_int32)]

class t2sed_language_model_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("device", c_char_p),
                ("precision", c_int),
                ("threads", c_int),
                ("backend", c_char_p),
                ("adapter", c_char_p)]

class t2sed_language_model_info(Record):
    _fields_ = [("struct_size", c_size_t),
                ("path", c_char_p),
                ("family", c_char_p),
                ("backend", c_char_p),
                ("device", c_char_p),
                ("precision", c_int),
                ("layers", c_int),
                ("hidden", c_int),
                ("vocabulary", c_int),
                ("context", c_int),
                ("weight_bytes", c_int64),
                ("token_bytes", c_int64)]

class t2sed_prompt_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("system", c_char_p),
                ("database", c_void_p),
                ("schema_style", c_int),
                ("without_types", c_int),
                ("without_keys", c_int),
                ("max_values", c_int),
                ("prediction", c_void_p),
                ("conversation", c_void_p),
                ("knowledge", c_char_p),
                ("question", c_char_p),
                ("chat", c_int),
                ("answer", c_char_p),
                ("max_tokens", c_int)]
    _handles_ = {"database": "database",
                 "prediction": "schema_prediction",
                 "conversation": "conversation"}

class t2sed_language_session_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("caches", c_int)]

class t2sed_likelihood(Record):
    _fields_ = [("struct_size", c_size_t),
                ("status", c_int),
                ("sum", c_double),
                ("tokens", c_size_t),
                ("logs", POINTER(c_float)),
                ("bytes", POINTER(t2sed_span))]

t2sed_allow_tokens_fn = CFUNCTYPE(c_int, c_void_p, c_char_p, c_size_t, POINTER(c_uint32), c_size_t, POINTER(c_int), POINTER(t2sed_error))

class t2sed_generation_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("method", c_int),
                ("count", c_int),
                ("beams", c_int),
                ("max_tokens", c_int),
                ("max_milliseconds", c_int),
                ("temperature", c_double),
                ("top_p", c_double),
                ("seed", c_uint64),
                ("stops", POINTER(c_char_p)),
                ("stop_count", c_size_t),
                ("allow", t2sed_allow_tokens_fn),
                ("context", c_void_p),
                ("constraint", c_void_p)]
    _handles_ = {"constraint": "constraint"}

class t2sed_generation(Record):
    _fields_ = [("struct_size", c_size_t),
                ("text", c_char_p),
                ("length", c_size_t),
                ("log_probability", c_double),
                ("tokens", c_size_t),
                ("ended", c_int)]

class t2sed_items(Record):
    _fields_ = [("struct_size", c_size_t),
                ("count", c_size_t),
                ("scores", POINTER(c_double)),
                ("labels", POINTER(c_int)),
                ("groups", POINTER(c_int))]

class t2sed_detection(Structure):
    _fields_ = [("count", c_size_t),
                ("decisions", POINTER(c_int)),
                ("folds", POINTER(c_int)),
                ("fold_count", c_int),
                ("thresholds", POINTER(c_double))]

class t2sed_detection_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("folds", c_int),
                ("seed", c_uint64),
                ("threshold", c_double)]

class t2sed_detection_summary(Record):
    _fields_ = [("struct_size", c_size_t),
                ("count", c_size_t),
                ("right", c_size_t),
                ("left_out", c_size_t),
                ("folds", c_size_t),
                ("positive_precision", c_double),
                ("positive_recall", c_double),
                ("positive_f1", c_double),
                ("negative_precision", c_double),
                ("negative_recall", c_double),
                ("negative_f1", c_double),
                ("accuracy", c_double),
                ("auc", c_double)]

class t2sed_calibration_bin(Structure):
    _fields_ = [("count", c_size_t),
                ("low", c_double),
                ("high", c_double),
                ("probability", c_double),
                ("accuracy", c_double)]

class t2sed_calibration(Structure):
    _fields_ = [("error", c_double),
                ("worst", c_double),
                ("brier", c_double),
                ("count", c_int),
                ("bins", POINTER(t2sed_calibration_bin))]

class t2sed_calibration_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("bins", c_int),
                ("equal_counts", c_int)]

class t2sed_curve_point(Structure):
    _fields_ = [("x", c_double),
                ("y", c_double),
                ("threshold", c_double)]

class t2sed_curve(Structure):
    _fields_ = [("kind", c_int),
                ("items", c_size_t),
                ("count", c_size_t),
                ("area", c_double),
                ("points", POINTER(t2sed_curve_point))]

class t2sed_beams(Record):
    _fields_ = [("struct_size", c_size_t),
                ("count", c_size_t),
                ("offsets", POINTER(c_size_t)),
                ("scores", POINTER(c_double)),
                ("labels", POINTER(c_int))]

class t2sed_rerank_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("limit", c_size_t),
                ("threshold", c_double),
                ("thresholds", POINTER(c_double))]

class t2sed_rerank_summary(Record):
    _fields_ = [("struct_size", c_size_t),
                ("beams", c_size_t),
                ("skipped", c_size_t),
                ("first", c_double),
                ("reranked", c_double),
                ("detected_reranked", c_double),
                ("oracle", c_double),
                ("flagged", c_size_t)]

class t2sed_bootstrap_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("rounds", c_size_t),
                ("level", c_double),
                ("seed", c_uint64)]

class t2sed_evaluator_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("rule", c_int),
                ("threads", c_int),
                ("max_milliseconds", c_int),
                ("max_rows", c_size_t),
                ("max_value_bytes", c_size_t),
                ("max_result_bytes", c_size_t),
                ("max_memory", c_size_t)]

class t2sed_evaluator_item(Record):
    _fields_ = [("struct_size", c_size_t),
                ("database", c_void_p),
                ("gold", c_char_p),
                ("gold_length", c_size_t),
                ("queries", POINTER(c_char_p)),
                ("query_lengths", POINTER(c_size_t)),
                ("query_count", c_size_t)]
    _handles_ = {"database": "database"}

class t2sed_verdict(Structure):
    _fields_ = [("label", c_int),
                ("reason", c_int),
                ("message", c_char_p),
                ("limit_removed", c_int),
                ("rows", c_size_t),
                ("milliseconds", c_double)]

class t2sed_evaluation(Structure):
    _fields_ = [("verdicts", POINTER(t2sed_verdict)),
                ("count", c_size_t),
                ("gold_rows", c_size_t),
                ("gold_milliseconds", c_double)]

class t2sed_dataset_filter(Record):
    _fields_ = [("struct_size", c_size_t),
                ("parser", c_char_p),
                ("side", c_int),
                ("part", c_double),
                ("seed", c_uint64)]

class t2sed_collector_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("db_root", c_char_p),
                ("schemas", c_void_p),
                ("parser", c_char_p),
                ("rule", c_int),
                ("threads", c_int),
                ("max_candidates", c_size_t),
                ("fill", c_int),
                ("keep_labels", c_int),
                ("max_milliseconds", c_int),
                ("isolation", c_int)]
    _handles_ = {"schemas": "schemas"}

class t2sed_collector_counts(Record):
    _fields_ = [("struct_size", c_size_t),
                ("lines", c_size_t),
                ("known", c_size_t),
                ("bad_lines", c_size_t),
                ("beams", c_size_t),
                ("candidates", c_size_t),
                ("kept", c_size_t),
                ("right", c_size_t),
                ("wrong", c_size_t),
                ("undecided", c_size_t),
                ("duplicates", c_size_t),
                ("not_executable", c_size_t),
                ("beyond_limit", c_size_t),
                ("filled", c_size_t),
                ("guessed", c_size_t),
                ("unread_lines", c_size_t),
                ("unread_databases", c_size_t),
                ("unread_reason", c_char_p)]

class t2sed_mutator_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("seed", c_uint64),
                ("double_share", c_double),
                ("weights", POINTER(c_double)),
                ("weight_count", c_size_t)]

class t2sed_reranker_example(Record):
    _fields_ = [("struct_size", c_size_t),
                ("signals", POINTER(t2sed_signals)),
                ("labels", POINTER(c_int)),
                ("weight", c_double)]

class t2sed_reranker_fit_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("features", c_uint),
                ("ridge", c_double)]

class t2sed_beam_weights(Record):
    _fields_ = [("struct_size", c_size_t),
                ("logit", c_double),
                ("votes", c_double),
                ("voices", c_double),
                ("size", c_double),
                ("empty", c_double),
                ("fails", c_double),
                ("bias", c_double)]

class t2sed_beam_fit_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("ridge", c_double),
                ("parts", c_int),
                ("seed", c_uint64)]

class t2sed_trigger_goal(Record):
    _fields_ = [("struct_size", c_size_t),
                ("precision", c_double),
                ("budget", c_double)]

class t2sed_train_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("device", c_char_p),
                ("threads", c_int),
                ("epochs", c_int),
                ("batch_beams", c_int),
                ("learning_rate", c_double),
                ("warmup", c_double),
                ("weight_decay", c_double),
                ("beta1", c_double),
                ("beta2", c_double),
                ("epsilon", c_double),
                ("max_gradient_norm", c_double),
                ("label_smoothing", c_double),
                ("seed", c_uint64),
                ("patience", c_int),
                ("train_encoder", c_int),
                ("checkpoint", c_char_p),
                ("checkpoint_steps", c_int),
                ("log", c_char_p),
                ("branch", c_int),
                ("add_evidence", POINTER(c_char_p)),
                ("add_evidence_count", c_size_t),
                ("parse", c_int),
                ("parser", c_void_p),
                ("trees", c_int),
                ("forests", c_int),
                ("refit", c_int)]
    _handles_ = {"parser": "parser"}

class t2sed_train_progress(Record):
    _fields_ = [("struct_size", c_size_t),
                ("epoch", c_int),
                ("epochs", c_int),
                ("step", c_int64),
                ("steps", c_int64),
                ("done", c_double),
                ("learning_rate", c_double),
                ("loss", c_double),
                ("seconds", c_double),
                ("epoch_done", c_int),
                ("best", c_int),
                ("dev_loss", c_double),
                ("dev_auc", c_double),
                ("dev_accuracy", c_double),
                ("dev_uas", c_double),
                ("dev_las", c_double),
                ("dev_upos", c_double),
                ("branch", c_int),
                ("fused", c_int),
                ("fused_auc", c_double),
                ("text_weight", c_double),
                ("evidence_weight", c_double)]

class t2sed_tuning_metric(Structure):
    _fields_ = [("before", c_double),
                ("after", c_double),
                ("low", c_double),
                ("high", c_double)]

class t2sed_tuning(Record):
    _fields_ = [("struct_size", c_size_t),
                ("queries", c_size_t),
                ("right", c_size_t),
                ("questions", c_size_t),
                ("databases", c_size_t),
                ("by_database", c_int),
                ("form", c_int),
                ("scale", c_double),
                ("shift", c_double),
                ("penalty", c_double),
                ("auc", t2sed_tuning_metric),
                ("pairs", t2sed_tuning_metric),
                ("ece", t2sed_tuning_metric),
                ("log_loss", t2sed_tuning_metric),
                ("better", c_int)]

class t2sed_parser_train_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("threads", c_int),
                ("backend", c_char_p),
                ("precision", c_int),
                ("epochs", c_int),
                ("batch_words", c_int),
                ("max_words", c_int),
                ("learning_rate", c_double),
                ("warmup_steps", c_int),
                ("weight_decay", c_double),
                ("beta1", c_double),
                ("beta2", c_double),
                ("epsilon", c_double),
                ("max_gradient_norm", c_double),
                ("dropout", c_double),
                ("augment", c_int),
                ("seed", c_uint64),
                ("checkpoint", c_char_p),
                ("checkpoint_steps", c_int),
                ("log", c_char_p),
                ("vocabulary", c_int),
                ("fixed_size", c_int),
                ("word_size", c_int),
                ("ngram_size", c_int),
                ("shape_size", c_int),
                ("ngrams", c_int),
                ("hidden", c_int),
                ("layers", c_int),
                ("arc_size", c_int),
                ("label_size", c_int)]

class t2sed_sketch_trainer_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("strength", c_double),
                ("passes", c_int),
                ("min_count", c_int),
                ("max_terms", c_int),
                ("folds", c_int),
                ("seed", c_uint64)]

class t2sed_schema_trainer_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("trees", c_int),
                ("leaves", c_int),
                ("learning_rate", c_double),
                ("threads", c_int),
                ("seed", c_uint64),
                ("lightgbm", c_char_p)]

class t2sed_import_options(Record):
    _fields_ = [("struct_size", c_size_t),
                ("precision", c_int),
                ("seed", c_uint64),
                ("config", c_char_p),
                ("keep_text", c_char_p),
                ("keep_first", c_int),
                ("layers", c_int)]

t2sed_log_fn = CFUNCTYPE(None, c_int, c_char_p, c_void_p)

t2sed_interrupt_fn = CFUNCTYPE(c_int, c_void_p, c_size_t, c_size_t)

t2sed_statistic = CFUNCTYPE(c_double, POINTER(c_size_t), c_size_t, c_void_p)

t2sed_train_progress_fn = CFUNCTYPE(c_int, POINTER(t2sed_train_progress), c_void_p)


FUNCTIONS: Dict[str, Tuple[Any, Dict[str, Any]]] = {
    "t2sed_version": (c_char_p, {}),
    "t2sed_version_number": (c_int, {}),
    "t2sed_status_name": (c_char_p, {"status": c_int}),
    "t2sed_status_text": (c_char_p, {"status": c_int}),
    "t2sed_printable": (c_size_t, {"out": c_char_p, "size": c_size_t, "text": c_char_p, "n": c_size_t}),
    "t2sed_set_allocator": (STATUS, {"allocator": POINTER(t2sed_allocator)}),
    "t2sed_free": (None, {"memory": c_void_p}),
    "t2sed_set_log": (None, {"callback": t2sed_log_fn, "level": c_int, "payload": c_void_p}),
    "t2sed_interrupt_set": (None, {"callback": t2sed_interrupt_fn, "payload": c_void_p}),
    "t2sed_question_new_n": (made("question"), {"text": c_char_p, "n": c_size_t}),
    "t2sed_question_new": (made("question"), {"text": c_char_p}),
    "t2sed_question_free": (None, {"question": "question"}),
    "t2sed_question_set_knowledge_n": (STATUS, {"question": "question", "text": c_char_p, "n": c_size_t}),
    "t2sed_question_set_knowledge": (STATUS, {"question": "question", "text": c_char_p}),
    "t2sed_question_knowledge": (c_void_p, {"question": "question", "length": POINTER(c_size_t)}),
    "t2sed_question_text": (c_void_p, {"question": "question", "length": POINTER(c_size_t)}),
    "t2sed_conversation_new": (made("conversation"), {}),
    "t2sed_conversation_free": (None, {"conversation": "conversation"}),
    "t2sed_conversation_add": (STATUS, {"conversation": "conversation", "question": c_char_p, "sql": c_char_p}),
    "t2sed_conversation_add_n": (STATUS, {"conversation": "conversation", "question": c_char_p, "question_length": c_size_t, "sql": c_char_p, "sql_length": c_size_t}),
    "t2sed_conversation_count": (c_size_t, {"conversation": "conversation"}),
    "t2sed_schema_parse_ddl_n": (made("schema"), {"text": c_char_p, "n": c_size_t}),
    "t2sed_schema_parse_ddl": (made("schema"), {"text": c_char_p}),
    "t2sed_schema_free": (None, {"schema": "schema"}),
    "t2sed_schemas_open": (made("schemas"), {"path": c_char_p}),
    "t2sed_schemas_free": (None, {"schemas": "schemas"}),
    "t2sed_schemas_find": ("schema", {"schemas": "schemas", "name": c_char_p}),
    "t2sed_schema_table_count": (c_size_t, {"schema": "schema"}),
    "t2sed_schema_column_count": (c_size_t, {"schema": "schema"}),
    "t2sed_schema_foreign_key_count": (c_size_t, {"schema": "schema"}),
    "t2sed_schema_table_get": (STATUS, {"schema": "schema", "i": c_size_t, "out": POINTER(t2sed_schema_table)}),
    "t2sed_schema_column_get": (STATUS, {"schema": "schema", "i": c_size_t, "out": POINTER(t2sed_schema_column)}),
    "t2sed_schema_foreign_key_get": (STATUS, {"schema": "schema", "i": c_size_t, "out": POINTER(t2sed_schema_foreign_key)}),
    "t2sed_schema_name": (c_char_p, {"schema": "schema"}),
    "t2sed_schema_table_name": (c_char_p, {"schema": "schema", "table": c_size_t}),
    "t2sed_schema_column_name": (c_char_p, {"schema": "schema", "column": c_size_t}),
    "t2sed_schema_column_table": (c_size_t, {"schema": "schema", "column": c_size_t}),
    "t2sed_database_options_init": (None, {"options": POINTER(t2sed_database_options), "size": c_size_t}),
    "t2sed_database_open": (made("database"), {"path": c_char_p, "options": POINTER(t2sed_database_options)}),
    "t2sed_database_new_sqlite": (made("database"), {"connection": c_void_p, "options": POINTER(t2sed_database_options)}),
    "t2sed_database_new_schema": (made("database"), {"schema": "schema", "options": POINTER(t2sed_database_options)}),
    "t2sed_rows_add": (c_int, {"rows": "rows", "cells": POINTER(t2sed_cell), "count": c_size_t}),
    "t2sed_database_callbacks_init": (None, {"callbacks": POINTER(t2sed_database_callbacks), "size": c_size_t}),
    "t2sed_database_new": (made("database"), {"callbacks": POINTER(t2sed_database_callbacks), "options": POINTER(t2sed_database_options)}),
    "t2sed_database_free": (None, {"database": "database"}),
    "t2sed_database_schema": ("schema", {"database": "database"}),
    "t2sed_database_has_rows": (c_int, {"database": "database"}),
    "t2sed_database_values_known": (STATUS, {"out": POINTER(c_int), "database": "database", "column": c_size_t}),
    "t2sed_sql_parse": (made("sql"), {"text": c_char_p}),
    "t2sed_sql_parse_n": (made("sql"), {"text": c_char_p, "n": c_size_t}),
    "t2sed_dialect_name": (c_char_p, {"dialect": c_int}),
    "t2sed_dialect_of_name": (c_int, {"name": c_char_p}),
    "t2sed_sql_options_init": (None, {"options": POINTER(t2sed_sql_options), "size": c_size_t}),
    "t2sed_sql_parse_as": (made("sql"), {"text": c_char_p, "n": c_size_t, "options": POINTER(t2sed_sql_options)}),
    "t2sed_sql_text": (c_char_p, {"sql": "sql"}),
    "t2sed_sql_dialect": (c_int, {"sql": "sql"}),
    "t2sed_sql_to_source": (None, {"sql": "sql", "span": POINTER(t2sed_span)}),
    "t2sed_sql_free": (None, {"sql": "sql"}),
    "t2sed_findings_free": (None, {"findings": "findings"}),
    "t2sed_findings_count": (c_size_t, {"findings": "findings"}),
    "t2sed_findings_get": (STATUS, {"findings": "findings", "i": c_size_t, "out": POINTER(t2sed_finding)}),
    "t2sed_findings_question": (c_void_p, {"findings": "findings", "length": POINTER(c_size_t)}),
    "t2sed_findings_select": (made("findings"), {"findings": "findings", "ignore": c_char_p, "severity": c_int}),
    "t2sed_findings_advice": (MADE_TEXT, {"length": POINTER(c_size_t), "findings": "findings", "query": c_char_p, "n": c_size_t}),
    "t2sed_finding_kind_count": (c_size_t, {}),
    "t2sed_finding_kind_get": (STATUS, {"i": c_size_t, "out": POINTER(t2sed_finding_kind)}),
    "t2sed_finding_kind_find": (STATUS, {"out": POINTER(t2sed_finding_kind), "name": c_char_p, "n": c_size_t}),
    "t2sed_severity_name": (c_char_p, {"severity": c_int}),
    "t2sed_model_options_init": (None, {"options": POINTER(t2sed_model_options), "size": c_size_t}),
    "t2sed_model_open": (made("model"), {"path": c_char_p, "options": POINTER(t2sed_model_options)}),
    "t2sed_model_open_memory": (made("model"), {"name": c_char_p, "files": POINTER(t2sed_model_file), "count": c_size_t, "options": POINTER(t2sed_model_options)}),
    "t2sed_model_free": (None, {"model": "model"}),
    "t2sed_model_describe": (STATUS, {"model": "model", "out": POINTER(t2sed_model_info)}),
    "t2sed_decision_name": (c_char_p, {"decision": c_int}),
    "t2sed_outcome_name": (c_char_p, {"outcome": c_int}),
    "t2sed_checker_options_init": (None, {"options": POINTER(t2sed_checker_options), "size": c_size_t}),
    "t2sed_checker_open": (made("checker"), {"model": c_char_p, "database": "database", "options": POINTER(t2sed_checker_options)}),
    "t2sed_checker_new": (made("checker"), {"model": "model", "database": "database", "options": POINTER(t2sed_checker_options)}),
    "t2sed_checker_free": (None, {"checker": "checker"}),
    "t2sed_checker_check": (made("report"), {"checker": "checker", "question": c_char_p, "queries": POINTER(c_char_p), "lengths": POINTER(c_size_t), "count": c_size_t}),
    "t2sed_check_input_init": (None, {"input": POINTER(t2sed_check_input), "size": c_size_t}),
    "t2sed_checker_check_input": (made("report"), {"checker": "checker", "input": POINTER(t2sed_check_input)}),
    "t2sed_report_free": (None, {"report": "report"}),
    "t2sed_report_count": (c_size_t, {"report": "report"}),
    "t2sed_report_decision": (c_int, {"report": "report"}),
    "t2sed_report_topic": (c_size_t, {"report": "report"}),
    "t2sed_report_threshold": (c_double, {"report": "report"}),
    "t2sed_report_get": (STATUS, {"report": "report", "rank": c_size_t, "out": POINTER(t2sed_checked)}),
    "t2sed_report_reason_count": (c_size_t, {"report": "report", "rank": c_size_t}),
    "t2sed_report_reason_get": (STATUS, {"report": "report", "rank": c_size_t, "i": c_size_t, "out": POINTER(t2sed_reason)}),
    "t2sed_report_ask": (STATUS, {"report": "report", "out": POINTER(t2sed_ask)}),
    "t2sed_report_ask_table": (STATUS, {"report": "report", "i": c_size_t, "out": POINTER(t2sed_witness_rows)}),
    "t2sed_report_ask_result": (STATUS, {"report": "report", "which": c_int, "out": POINTER(t2sed_witness_rows)}),
    "t2sed_report_to_json": (MADE_TEXT, {"length": POINTER(c_size_t), "report": "report"}),
    "t2sed_report_advice": (MADE_TEXT, {"length": POINTER(c_size_t), "report": "report"}),
    "t2sed_explain_options_init": (None, {"options": POINTER(t2sed_explain_options), "size": c_size_t}),
    "t2sed_sql_explain": (made("explanation"), {"sql": "sql", "schema": "schema", "options": POINTER(t2sed_explain_options)}),
    "t2sed_explanation_free": (None, {"explanation": "explanation"}),
    "t2sed_explanation_count": (c_size_t, {"explanation": "explanation"}),
    "t2sed_explanation_get": (STATUS, {"explanation": "explanation", "i": c_size_t, "out": POINTER(t2sed_step)}),
    "t2sed_step_kind_name": (c_char_p, {"kind": c_int}),
    "t2sed_step_part_name": (c_char_p, {"part": c_int}),
    "t2sed_corrector_options_init": (None, {"options": POINTER(t2sed_corrector_options), "size": c_size_t}),
    "t2sed_corrector_new": (made("corrector"), {"database": "database", "options": POINTER(t2sed_corrector_options)}),
    "t2sed_corrector_free": (None, {"corrector": "corrector"}),
    "t2sed_correction_input_init": (None, {"input": POINTER(t2sed_correction_input), "size": c_size_t}),
    "t2sed_corrector_correct": (made("corrections"), {"corrector": "corrector", "input": POINTER(t2sed_correction_input)}),
    "t2sed_corrections_free": (None, {"corrections": "corrections"}),
    "t2sed_corrections_count": (c_size_t, {"corrections": "corrections"}),
    "t2sed_corrections_get": (STATUS, {"corrections": "corrections", "i": c_size_t, "out": POINTER(t2sed_correction)}),
    "t2sed_sql_view_options_init": (None, {"options": POINTER(t2sed_sql_view_options), "size": c_size_t}),
    "t2sed_sql_print": (MADE_TEXT, {"sql": "sql", "format": c_int, "view": POINTER(t2sed_sql_view_options), "schema": "schema"}),
    "t2sed_question_set_conllu_n": (STATUS, {"question": "question", "text": c_char_p, "n": c_size_t}),
    "t2sed_question_set_conllu": (STATUS, {"question": "question", "text": c_char_p}),
    "t2sed_question_set_brackets_n": (STATUS, {"question": "question", "text": c_char_p, "n": c_size_t}),
    "t2sed_question_set_brackets": (STATUS, {"question": "question", "text": c_char_p}),
    "t2sed_question_derive_constituents": (STATUS, {"question": "question"}),
    "t2sed_question_new_words": (made("question"), {"words": POINTER(c_char_p), "count": c_size_t}),
    "t2sed_question_word_count": (c_size_t, {"question": "question"}),
    "t2sed_question_word_get": (STATUS, {"question": "question", "i": c_size_t, "out": POINTER(t2sed_question_word)}),
    "t2sed_question_print": (MADE_TEXT, {"length": POINTER(c_size_t), "question": "question", "format": c_int}),
    "t2sed_sample_options_init": (None, {"options": POINTER(t2sed_sample_options), "size": c_size_t}),
    "t2sed_database_sample": (made("values"), {"database": "database", "column": c_size_t, "options": POINTER(t2sed_sample_options)}),
    "t2sed_values_free": (None, {"values": "values"}),
    "t2sed_values_count": (c_size_t, {"values": "values"}),
    "t2sed_values_text": (c_void_p, {"values": "values", "i": c_size_t, "length": POINTER(c_size_t)}),
    "t2sed_values_is_number": (c_int, {"values": "values", "i": c_size_t}),
    "t2sed_constraint_options_init": (None, {"options": POINTER(t2sed_constraint_options), "size": c_size_t}),
    "t2sed_constraint_new": (made("constraint"), {"database": "database", "options": POINTER(t2sed_constraint_options)}),
    "t2sed_constraint_free": (None, {"constraint": "constraint"}),
    "t2sed_constraint_state_new": (made("constraint_state"), {"constraint": "constraint"}),
    "t2sed_constraint_state_copy": (made("constraint_state"), {"state": "constraint_state"}),
    "t2sed_constraint_state_free": (None, {"state": "constraint_state"}),
    "t2sed_constraint_advance": (STATUS, {"state": "constraint_state", "text": c_char_p, "n": c_size_t}),
    "t2sed_constraint_allows": (c_int, {"state": "constraint_state", "text": c_char_p, "n": c_size_t}),
    "t2sed_constraint_may_end": (c_int, {"state": "constraint_state"}),
    "t2sed_constraint_text": (c_void_p, {"state": "constraint_state", "length": POINTER(c_size_t)}),
    "t2sed_constraint_vocabulary_new": (made("constraint_vocabulary"), {"tokens": POINTER(c_char_p), "lengths": POINTER(c_size_t), "count": c_size_t}),
    "t2sed_constraint_vocabulary_free": (None, {"vocabulary": "constraint_vocabulary"}),
    "t2sed_constraint_mask": (STATUS, {"state": "constraint_state", "vocabulary": "constraint_vocabulary", "mask": POINTER(c_uint32)}),
    "t2sed_tokenizer_open": (made("tokenizer"), {"directory": c_char_p}),
    "t2sed_tokenizer_free": (None, {"tokenizer": "tokenizer"}),
    "t2sed_tokens_new": (made("tokens"), {}),
    "t2sed_tokens_free": (None, {"tokens": "tokens"}),
    "t2sed_tokenizer_encode_n": (STATUS, {"tokenizer": "tokenizer", "tokens": "tokens", "text": c_char_p, "n": c_size_t, "flags": c_int}),
    "t2sed_tokenizer_encode": (STATUS, {"tokenizer": "tokenizer", "tokens": "tokens", "text": c_char_p, "flags": c_int}),
    "t2sed_tokens_get": (STATUS, {"tokens": "tokens", "out": POINTER(t2sed_token_arrays)}),
    "t2sed_tokenizer_size": (c_size_t, {"tokenizer": "tokenizer"}),
    "t2sed_tokenizer_special": (c_int32, {"tokenizer": "tokenizer", "role": c_int}),
    "t2sed_tokenizer_token": (c_char_p, {"tokenizer": "tokenizer", "id": c_int32}),
    "t2sed_tokenizer_bytes": (c_size_t, {"tokenizer": "tokenizer", "id": c_int32, "to": c_char_p, "room": c_size_t}),
    "t2sed_tokenizer_decode": (MADE_TEXT, {"length": POINTER(c_size_t), "tokenizer": "tokenizer", "ids": POINTER(c_int32), "count": c_size_t, "flags": c_int}),
    "t2sed_parser_options_init": (None, {"options": POINTER(t2sed_parser_options), "size": c_size_t}),
    "t2sed_parser_open": (made("parser"), {"path": c_char_p, "options": POINTER(t2sed_parser_options)}),
    "t2sed_parser_free": (None, {"parser": "parser"}),
    "t2sed_question_parse": (STATUS, {"question": "question", "parser": "parser"}),
    "t2sed_question_complete": (STATUS, {"question": "question", "parser": "parser"}),
    "t2sed_graph_options_init": (None, {"options": POINTER(t2sed_graph_options), "size": c_size_t}),
    "t2sed_graph_builder_new": (made("graph_builder"), {"options": POINTER(t2sed_graph_options)}),
    "t2sed_graph_builder_free": (None, {"builder": "graph_builder"}),
    "t2sed_graph_builder_set_question": (STATUS, {"builder": "graph_builder", "question": "question", "schema": "schema"}),
    "t2sed_graph_builder_build": (made("graph"), {"builder": "graph_builder", "sql": "sql"}),
    "t2sed_graph_free": (None, {"graph": "graph"}),
    "t2sed_graph_text": (c_void_p, {"graph": "graph", "side": c_int, "length": POINTER(c_size_t)}),
    "t2sed_graph_component_get": (STATUS, {"graph": "graph", "component": c_size_t, "out": POINTER(t2sed_graph_component)}),
    "t2sed_graph_node_get": (STATUS, {"graph": "graph", "component": c_size_t, "node": c_size_t, "out": POINTER(t2sed_graph_node)}),
    "t2sed_graph_print": (MADE_TEXT, {"length": POINTER(c_size_t), "graph": "graph", "format": c_int}),
    "t2sed_encoder_options_init": (None, {"options": POINTER(t2sed_encoder_options), "size": c_size_t}),
    "t2sed_encoder_new": (made("encoder"), {"model": "model", "options": POINTER(t2sed_encoder_options)}),
    "t2sed_encoder_free": (None, {"encoder": "encoder"}),
    "t2sed_encoder_encode": (made("encoding"), {"encoder": "encoder", "first": POINTER(c_char_p), "first_lengths": POINTER(c_size_t), "second": POINTER(c_char_p), "second_lengths": POINTER(c_size_t), "count": c_size_t}),
    "t2sed_encoding_free": (None, {"encoding": "encoding"}),
    "t2sed_encoding_count": (c_size_t, {"encoding": "encoding"}),
    "t2sed_encoding_get": (STATUS, {"encoding": "encoding", "i": c_size_t, "out": POINTER(t2sed_encoded)}),
    "t2sed_sketch_head_count": (c_size_t, {}),
    "t2sed_sketch_head_name": (c_char_p, {"i": c_size_t}),
    "t2sed_sketch_read": (STATUS, {"heads": POINTER(c_float), "sql": "sql", "schema": "schema"}),
    "t2sed_sketch_free": (None, {"sketch": "sketch"}),
    "t2sed_sketch_get": (STATUS, {"sketch": "sketch", "i": c_size_t, "out": POINTER(t2sed_sketch_head)}),
    "t2sed_sketch_compare": (STATUS, {"sketch": "sketch", "sql": "sql", "schema": "schema", "out": POINTER(t2sed_sketch_fit)}),
    "t2sed_sketcher_open": (made("sketcher"), {"path": c_char_p}),
    "t2sed_sketcher_free": (None, {"sketcher": "sketcher"}),
    "t2sed_sketch_options_init": (None, {"options": POINTER(t2sed_sketch_options), "size": c_size_t}),
    "t2sed_sketcher_predict": (made("sketch"), {"sketcher": "sketcher", "question": "question", "schema": "schema", "options": POINTER(t2sed_sketch_options)}),
    "t2sed_evidence_new": (made("evidence"), {"database": "database"}),
    "t2sed_evidence_free": (None, {"evidence": "evidence"}),
    "t2sed_evidence_set_question": (STATUS, {"evidence": "evidence", "question": "question"}),
    "t2sed_evidence_set_conversation": (STATUS, {"evidence": "evidence", "conversation": "conversation"}),
    "t2sed_evidence_set_sketch": (STATUS, {"evidence": "evidence", "sketch": "sketch"}),
    "t2sed_evidence_compute": (STATUS, {"evidence": "evidence", "sql": "sql", "numbers": POINTER(c_float)}),
    "t2sed_evidence_count": (c_size_t, {}),
    "t2sed_evidence_feature_get": (STATUS, {"i": c_size_t, "out": POINTER(t2sed_evidence_feature)}),
    "t2sed_model_feature_count": (c_size_t, {"model": "model"}),
    "t2sed_model_feature_name": (c_char_p, {"model": "model", "i": c_size_t}),
    "t2sed_findings_new": (made("findings"), {"evidence": "evidence", "sql": "sql"}),
    "t2sed_findings_parse": (made("findings"), {"evidence": "evidence", "sql": c_char_p}),
    "t2sed_findings_parse_n": (made("findings"), {"evidence": "evidence", "sql": c_char_p, "n": c_size_t}),
    "t2sed_role_count": (c_size_t, {}),
    "t2sed_role_name": (c_char_p, {"role": c_int}),
    "t2sed_roles_read": (STATUS, {"columns": POINTER(c_ubyte), "tables": POINTER(c_ubyte), "sql": "sql", "schema": "schema"}),
    "t2sed_schema_prediction_free": (None, {"prediction": "schema_prediction"}),
    "t2sed_schema_prediction_column_count": (c_size_t, {"prediction": "schema_prediction"}),
    "t2sed_schema_prediction_table_count": (c_size_t, {"prediction": "schema_prediction"}),
    "t2sed_schema_prediction_column": (STATUS, {"prediction": "schema_prediction", "column": c_size_t, "out": POINTER(t2sed_predicted_item)}),
    "t2sed_schema_prediction_table": (STATUS, {"prediction": "schema_prediction", "table": c_size_t, "out": POINTER(t2sed_predicted_item)}),
    "t2sed_schema_prediction_top_tables": (c_size_t, {"prediction": "schema_prediction", "tables": POINTER(c_size_t), "most": c_size_t}),
    "t2sed_schema_prediction_top_columns": (c_size_t, {"prediction": "schema_prediction", "table": c_size_t, "role": c_int, "columns": POINTER(c_size_t), "most": c_size_t}),
    "t2sed_evidence_set_prediction": (STATUS, {"evidence": "evidence", "prediction": "schema_prediction"}),
    "t2sed_schema_predictor_open": (made("schema_predictor"), {"path": c_char_p}),
    "t2sed_schema_predictor_free": (None, {"predictor": "schema_predictor"}),
    "t2sed_schema_prediction_options_init": (None, {"options": POINTER(t2sed_schema_prediction_options), "size": c_size_t}),
    "t2sed_schema_predictor_predict": (made("schema_prediction"), {"predictor": "schema_predictor", "question": "question", "schema": "schema", "options": POINTER(t2sed_schema_prediction_options)}),
    "t2sed_scorer_options_init": (None, {"options": POINTER(t2sed_scorer_options), "size": c_size_t}),
    "t2sed_scorer_new": (made("scorer"), {"model": "model", "options": POINTER(t2sed_scorer_options)}),
    "t2sed_scorer_free": (None, {"scorer": "scorer"}),
    "t2sed_beam_init": (None, {"beam": POINTER(t2sed_beam), "size": c_size_t}),
    "t2sed_scorer_score": (made("scores"), {"scorer": "scorer", "beam": POINTER(t2sed_beam)}),
    "t2sed_scorer_score_beams": (made("scores"), {"scorer": "scorer", "beams": POINTER(t2sed_beam), "count": c_size_t}),
    "t2sed_scores_free": (None, {"scores": "scores"}),
    "t2sed_scores_count": (c_size_t, {"scores": "scores"}),
    "t2sed_scores_get": (STATUS, {"scores": "scores", "i": c_size_t, "out": POINTER(t2sed_score)}),
    "t2sed_scores_probability": (c_double, {"scores": "scores", "i": c_size_t}),
    "t2sed_scorer_gather": (STATUS, {"features": POINTER(c_float), "scorer": "scorer", "beam": POINTER(t2sed_beam)}),
    "t2sed_scorer_graph_builder": (made("graph_builder"), {"scorer": "scorer"}),
    "t2sed_scorer_logits": (STATUS, {"scorer": "scorer", "encoding": "encoding", "graphs": "graph[]", "features": POINTER(c_float), "count": c_size_t, "logits": POINTER(c_float)}),
    "t2sed_scorer_probability": (c_double, {"scorer": "scorer", "logit": c_double}),
    "t2sed_findings_weigh": (STATUS, {"findings": "findings", "scores": "scores", "i": c_size_t, "all": c_int}),
    "t2sed_reasons_options_init": (None, {"options": POINTER(t2sed_reasons_options), "size": c_size_t}),
    "t2sed_reasons_new": (made("reasons"), {"scores": "scores", "i": c_size_t, "findings": "findings", "options": POINTER(t2sed_reasons_options)}),
    "t2sed_reasons_free": (None, {"reasons": "reasons"}),
    "t2sed_reasons_count": (c_size_t, {"reasons": "reasons"}),
    "t2sed_reasons_get": (STATUS, {"reasons": "reasons", "i": c_size_t, "out": POINTER(t2sed_reason)}),
    "t2sed_agreement_new": (made("agreement"), {"source": "evidence", "queries": POINTER(c_char_p), "lengths": POINTER(c_size_t), "count": c_size_t, "weights": POINTER(c_double)}),
    "t2sed_agreement_free": (None, {"agreement": "agreement"}),
    "t2sed_agreement_get": (STATUS, {"agreement": "agreement", "i": c_size_t, "out": POINTER(t2sed_agreed)}),
    "t2sed_reranker_weights_init": (None, {"weights": POINTER(t2sed_reranker_weights), "size": c_size_t}),
    "t2sed_reranker_weights_of": (STATUS, {"weights": POINTER(t2sed_reranker_weights), "model": "model"}),
    "t2sed_reranker_new": (made("reranker"), {"policy": c_char_p, "model": "model"}),
    "t2sed_reranker_parse": (made("reranker"), {"policy": c_char_p, "weights": POINTER(t2sed_reranker_weights)}),
    "t2sed_reranker_free": (None, {"reranker": "reranker"}),
    "t2sed_reranker_policy": (c_char_p, {"reranker": "reranker"}),
    "t2sed_reranker_needs": (c_uint, {"reranker": "reranker"}),
    "t2sed_signals_init": (None, {"signals": POINTER(t2sed_signals), "size": c_size_t}),
    "t2sed_reranker_probabilities": (STATUS, {"out": POINTER(c_double), "reranker": "reranker", "signals": POINTER(t2sed_signals)}),
    "t2sed_reranker_weighs_beams": (c_int, {"reranker": "reranker"}),
    "t2sed_reranker_apply": (made("ranking"), {"reranker": "reranker", "signals": POINTER(t2sed_signals)}),
    "t2sed_ranking_free": (None, {"ranking": "ranking"}),
    "t2sed_ranking_count": (c_size_t, {"ranking": "ranking"}),
    "t2sed_ranking_candidate": (c_size_t, {"ranking": "ranking", "rank": c_size_t}),
    "t2sed_ranking_confidence": (c_double, {"ranking": "ranking", "i": c_size_t}),
    "t2sed_ranking_kept": (c_char_p, {"ranking": "ranking"}),
    "t2sed_ranking_move_count": (c_size_t, {"ranking": "ranking", "i": c_size_t}),
    "t2sed_ranking_move_get": (STATUS, {"ranking": "ranking", "i": c_size_t, "k": c_size_t, "out": POINTER(t2sed_move)}),
    "t2sed_report_ranking": ("ranking", {"report": "report"}),
    "t2sed_trigger_options_init": (None, {"options": POINTER(t2sed_trigger_options), "size": c_size_t}),
    "t2sed_trigger_options_of": (STATUS, {"options": POINTER(t2sed_trigger_options), "model": "model", "precision": c_double}),
    "t2sed_trigger_new": (made("trigger"), {"options": POINTER(t2sed_trigger_options)}),
    "t2sed_trigger_free": (None, {"trigger": "trigger"}),
    "t2sed_trigger_decide": (c_int, {"trigger": "trigger", "probability": c_double}),
    "t2sed_linker_new": (made("linker"), {"database": "database"}),
    "t2sed_linker_free": (None, {"linker": "linker"}),
    "t2sed_link_options_init": (None, {"options": POINTER(t2sed_link_options), "size": c_size_t}),
    "t2sed_linker_link": (made("links"), {"linker": "linker", "question": "question", "sql": "sql", "options": POINTER(t2sed_link_options)}),
    "t2sed_links_free": (None, {"links": "links"}),
    "t2sed_links_score": (c_double, {"links": "links"}),
    "t2sed_links_condition_count": (c_size_t, {"links": "links"}),
    "t2sed_links_condition_get": (STATUS, {"links": "links", "i": c_size_t, "out": POINTER(t2sed_link_condition)}),
    "t2sed_links_mention_count": (c_size_t, {"links": "links"}),
    "t2sed_links_mention_get": (STATUS, {"links": "links", "i": c_size_t, "out": POINTER(t2sed_link_mention)}),
    "t2sed_links_repair_count": (c_size_t, {"links": "links"}),
    "t2sed_links_repair_get": (STATUS, {"links": "links", "i": c_size_t, "out": POINTER(t2sed_link_repair)}),
    "t2sed_links_repaired": (MADE_TEXT, {"length": POINTER(c_size_t), "links": "links", "i": c_size_t}),
    "t2sed_match_name": (c_char_p, {"match": c_int}),
    "t2sed_operator_name": (c_char_p, {"op": c_int}),
    "t2sed_condition_name": (c_char_p, {"clause": c_int}),
    "t2sed_witness_options_init": (None, {"options": POINTER(t2sed_witness_options), "size": c_size_t}),
    "t2sed_witness_new": (made("witness"), {"schema": "schema", "options": POINTER(t2sed_witness_options)}),
    "t2sed_witness_free": (None, {"witness": "witness"}),
    "t2sed_witness_compare": (made("difference"), {"witness": "witness", "a": "sql", "b": "sql"}),
    "t2sed_witness_group": (STATUS, {"groups": POINTER(c_int32), "witness": "witness", "queries": "sql[]", "count": c_size_t, "instances": c_int32}),
    "t2sed_difference_free": (None, {"difference": "difference"}),
    "t2sed_difference_outcome": (c_int, {"difference": "difference"}),
    "t2sed_difference_cause": (c_char_p, {"difference": "difference"}),
    "t2sed_difference_question": (c_char_p, {"difference": "difference"}),
    "t2sed_difference_counts_get": (STATUS, {"difference": "difference", "out": POINTER(t2sed_difference_counts)}),
    "t2sed_difference_table_count": (c_size_t, {"difference": "difference"}),
    "t2sed_difference_table_get": (STATUS, {"difference": "difference", "i": c_size_t, "out": POINTER(t2sed_witness_rows)}),
    "t2sed_difference_result_get": (STATUS, {"difference": "difference", "which": c_int, "out": POINTER(t2sed_witness_rows)}),
    "t2sed_language_model_options_init": (None, {"options": POINTER(t2sed_language_model_options), "size": c_size_t}),
    "t2sed_language_model_open": (made("language_model"), {"path": c_char_p, "options": POINTER(t2sed_language_model_options)}),
    "t2sed_language_model_free": (None, {"model": "language_model"}),
    "t2sed_language_model_describe": (STATUS, {"model": "language_model", "out": POINTER(t2sed_language_model_info)}),
    "t2sed_language_model_tokenizer": ("tokenizer", {"model": "language_model"}),
    "t2sed_prompt_options_init": (None, {"options": POINTER(t2sed_prompt_options), "size": c_size_t}),
    "t2sed_prompt_new": (made("prompt"), {"options": POINTER(t2sed_prompt_options)}),
    "t2sed_prompt_free": (None, {"prompt": "prompt"}),
    "t2sed_prompt_text": (MADE_TEXT, {"tokens": POINTER(c_size_t), "prompt": "prompt", "model": "language_model"}),
    "t2sed_language_session_options_init": (None, {"options": POINTER(t2sed_language_session_options), "size": c_size_t}),
    "t2sed_language_session_new": (made("language_session"), {"model": "language_model", "options": POINTER(t2sed_language_session_options)}),
    "t2sed_language_session_free": (None, {"session": "language_session"}),
    "t2sed_language_session_likelihoods": (made("likelihoods"), {"session": "language_session", "prompt": "prompt", "texts": POINTER(c_char_p), "lengths": POINTER(c_size_t), "count": c_size_t}),
    "t2sed_likelihoods_free": (None, {"likelihoods": "likelihoods"}),
    "t2sed_likelihoods_count": (c_size_t, {"likelihoods": "likelihoods"}),
    "t2sed_likelihoods_get": (STATUS, {"likelihoods": "likelihoods", "i": c_size_t, "out": POINTER(t2sed_likelihood)}),
    "t2sed_language_session_states": (STATUS, {"out": POINTER(c_float), "session": "language_session", "prompt": "prompt", "text": c_char_p, "n": c_size_t, "spans": POINTER(t2sed_span), "span_count": c_size_t, "layers": POINTER(c_int32), "layer_count": c_size_t}),
    "t2sed_generation_options_init": (None, {"options": POINTER(t2sed_generation_options), "size": c_size_t}),
    "t2sed_language_session_generate": (made("generations"), {"session": "language_session", "prompt": "prompt", "options": POINTER(t2sed_generation_options)}),
    "t2sed_generations_free": (None, {"generations": "generations"}),
    "t2sed_generations_count": (c_size_t, {"generations": "generations"}),
    "t2sed_generations_get": (STATUS, {"generations": "generations", "i": c_size_t, "out": POINTER(t2sed_generation)}),
    "t2sed_judge_open": (made("judge"), {"path": c_char_p, "language_model": c_char_p, "options": POINTER(t2sed_language_model_options)}),
    "t2sed_judge_free": (None, {"judge": "judge"}),
    "t2sed_judge_logits": (STATUS, {"out": POINTER(c_double), "judge": "judge", "beam": POINTER(t2sed_beam)}),
    "t2sed_judge_new_recorder": (made("judge"), {"reads_reasons": c_int}),
    "t2sed_judge_recorded": (c_char_p, {"judge": "judge"}),
    "t2sed_metrics_auc": (STATUS, {"out": POINTER(c_double), "items": POINTER(t2sed_items)}),
    "t2sed_detection_options_init": (None, {"options": POINTER(t2sed_detection_options), "size": c_size_t}),
    "t2sed_detection_measure": (made("detection"), {"items": POINTER(t2sed_items), "options": POINTER(t2sed_detection_options)}),
    "t2sed_detection_free": (None, {"detection": "detection"}),
    "t2sed_detection_sum_up": (STATUS, {"out": POINTER(t2sed_detection_summary), "detection": "detection", "how": c_int, "keep": POINTER(c_ubyte)}),
    "t2sed_calibration_options_init": (None, {"options": POINTER(t2sed_calibration_options), "size": c_size_t}),
    "t2sed_calibration_measure": (made("calibration"), {"items": POINTER(t2sed_items), "options": POINTER(t2sed_calibration_options)}),
    "t2sed_calibration_free": (None, {"calibration": "calibration"}),
    "t2sed_curve_measure": (made("curve"), {"items": POINTER(t2sed_items), "kind": c_int}),
    "t2sed_curve_free": (None, {"curve": "curve"}),
    "t2sed_curve_reach": (POINTER(t2sed_curve_point), {"curve": "curve", "y": c_double}),
    "t2sed_metrics_oracle": (STATUS, {"out": POINTER(c_double), "beams": POINTER(t2sed_beams), "n": c_size_t}),
    "t2sed_rerank_options_init": (None, {"options": POINTER(t2sed_rerank_options), "size": c_size_t}),
    "t2sed_metrics_rerank": (STATUS, {"out": POINTER(t2sed_rerank_summary), "beams": POINTER(t2sed_beams), "options": POINTER(t2sed_rerank_options)}),
    "t2sed_metrics_softmax": (STATUS, {"out": POINTER(c_double), "scores": POINTER(c_double), "same": POINTER(c_int), "count": c_size_t}),
    "t2sed_bootstrap_options_init": (None, {"options": POINTER(t2sed_bootstrap_options), "size": c_size_t}),
    "t2sed_metrics_bootstrap": (STATUS, {"low": POINTER(c_double), "high": POINTER(c_double), "groups": POINTER(c_int), "count": c_size_t, "statistic": t2sed_statistic, "payload": c_void_p, "options": POINTER(t2sed_bootstrap_options)}),
    "t2sed_exact_match": (STATUS, {"match": POINTER(c_int), "difference": POINTER(c_int), "gold": "sql", "predicted": "sql", "schema": "schema", "rule": c_int}),
    "t2sed_exact_difference_name": (c_char_p, {"difference": c_int}),
    "t2sed_hardness": (STATUS, {"hardness": POINTER(c_int), "gold": "sql", "schema": "schema"}),
    "t2sed_hardness_name": (c_char_p, {"hardness": c_int}),
    "t2sed_rule_name": (c_char_p, {"rule": c_int}),
    "t2sed_reason_name": (c_char_p, {"reason": c_int}),
    "t2sed_evaluator_options_init": (None, {"options": POINTER(t2sed_evaluator_options), "size": c_size_t}),
    "t2sed_evaluator_new": (made("evaluator"), {"options": POINTER(t2sed_evaluator_options)}),
    "t2sed_evaluator_free": (None, {"evaluator": "evaluator"}),
    "t2sed_evaluator_evaluate": (made("evaluation"), {"evaluator": "evaluator", "item": POINTER(t2sed_evaluator_item)}),
    "t2sed_evaluator_submit": (STATUS, {"evaluator": "evaluator", "item": POINTER(t2sed_evaluator_item)}),
    "t2sed_evaluator_next": (made("evaluation"), {"evaluator": "evaluator"}),
    "t2sed_evaluation_free": (None, {"evaluation": "evaluation"}),
    "t2sed_dataset_detect": (c_int, {"path": c_char_p}),
    "t2sed_dataset_open": (made("dataset"), {"path": c_char_p, "mode": c_int}),
    "t2sed_dataset_free": (None, {"dataset": "dataset"}),
    "t2sed_dataset_describe": (MADE_TEXT, {"dataset": "dataset"}),
    "t2sed_dataset_filter_init": (None, {"filter": POINTER(t2sed_dataset_filter), "size": c_size_t}),
    "t2sed_dataset_select": (STATUS, {"dataset": "dataset", "filter": POINTER(t2sed_dataset_filter)}),
    "t2sed_dataset_next": (STATUS, {"dataset": "dataset", "line": POINTER(c_char_p), "length": POINTER(c_size_t)}),
    "t2sed_dataset_count": (c_size_t, {"dataset": "dataset"}),
    "t2sed_dataset_place": (c_size_t, {"dataset": "dataset"}),
    "t2sed_dataset_choose": (STATUS, {"chosen": POINTER(c_ubyte), "names": POINTER(c_char_p), "count": c_size_t, "part": c_double, "seed": c_uint64}),
    "t2sed_dataset_lot": (c_double, {"name": c_char_p, "seed": c_uint64}),
    "t2sed_dataset_fold": (c_int, {"name": c_char_p, "folds": c_int, "seed": c_uint64}),
    "t2sed_dataset_split": (STATUS, {"dataset": "dataset", "part": c_double, "seed": c_uint64}),
    "t2sed_collector_options_init": (None, {"options": POINTER(t2sed_collector_options), "size": c_size_t}),
    "t2sed_collector_new": (made("collector"), {"dataset": "dataset", "source": c_char_p, "options": POINTER(t2sed_collector_options)}),
    "t2sed_collector_free": (None, {"collector": "collector"}),
    "t2sed_collector_add": (STATUS, {"collector": "collector", "line": c_char_p, "n": c_size_t}),
    "t2sed_collector_commit": (STATUS, {"collector": "collector"}),
    "t2sed_collector_finish": (STATUS, {"collector": "collector"}),
    "t2sed_collector_count": (STATUS, {"out": POINTER(t2sed_collector_counts), "collector": "collector"}),
    "t2sed_mutation_name": (c_char_p, {"operation": c_int}),
    "t2sed_mutator_options_init": (None, {"options": POINTER(t2sed_mutator_options), "size": c_size_t}),
    "t2sed_mutator_new": (made("mutator"), {"database": "database", "options": POINTER(t2sed_mutator_options)}),
    "t2sed_mutator_free": (None, {"mutator": "mutator"}),
    "t2sed_mutator_reseed": (None, {"mutator": "mutator", "seed": c_uint64}),
    "t2sed_mutator_mutate": (MADE_TEXT, {"operations": POINTER(c_int), "mutator": "mutator", "sql": "sql"}),
    "t2sed_reranker_fit_options_init": (None, {"options": POINTER(t2sed_reranker_fit_options), "size": c_size_t}),
    "t2sed_reranker_fit": (STATUS, {"weights": POINTER(t2sed_reranker_weights), "examples": POINTER(t2sed_reranker_example), "count": c_size_t, "options": POINTER(t2sed_reranker_fit_options)}),
    "t2sed_beam_fit_options_init": (None, {"options": POINTER(t2sed_beam_fit_options), "size": c_size_t}),
    "t2sed_beam_fit": (STATUS, {"weights": POINTER(t2sed_beam_weights), "kind": c_int, "examples": POINTER(t2sed_reranker_example), "count": c_size_t, "options": POINTER(t2sed_beam_fit_options)}),
    "t2sed_trigger_goal_init": (None, {"goal": POINTER(t2sed_trigger_goal), "size": c_size_t}),
    "t2sed_trigger_fit": (STATUS, {"out": POINTER(t2sed_trigger_options), "items": POINTER(t2sed_items), "goal": POINTER(t2sed_trigger_goal)}),
    "t2sed_train_options_init": (None, {"options": POINTER(t2sed_train_options), "size": c_size_t}),
    "t2sed_trainer_open": (made("trainer"), {"model": c_char_p, "options": POINTER(t2sed_train_options)}),
    "t2sed_trainer_free": (None, {"trainer": "trainer"}),
    "t2sed_trainer_set_evidence": (STATUS, {"trainer": "trainer", "source": "evidence"}),
    "t2sed_trainer_set_predictors": (STATUS, {"trainer": "trainer", "sketcher": "sketcher", "schema": "schema_predictor"}),
    "t2sed_trainer_add": (STATUS, {"trainer": "trainer", "purpose": c_int, "question": "question", "queries": POINTER(c_char_p), "labels": POINTER(c_int), "count": c_size_t, "weight": c_double, "schema": "schema", "added": POINTER(c_size_t)}),
    "t2sed_trainer_resume": (STATUS, {"trainer": "trainer", "checkpoint": c_char_p}),
    "t2sed_trainer_run": (STATUS, {"trainer": "trainer", "progress": t2sed_train_progress_fn, "payload": c_void_p}),
    "t2sed_trainer_save": (STATUS, {"trainer": "trainer", "directory": c_char_p, "precision": c_int}),
    "t2sed_tuner_open": (made("tuner"), {"model": c_char_p, "seed": c_uint64}),
    "t2sed_tuner_free": (None, {"tuner": "tuner"}),
    "t2sed_tuner_add": (STATUS, {"tuner": "tuner", "db_id": c_char_p, "question": c_char_p, "features": POINTER(c_float), "count": c_size_t, "logit": c_double, "label": c_int}),
    "t2sed_tuner_run": (STATUS, {"tuner": "tuner", "out": POINTER(t2sed_tuning)}),
    "t2sed_tuner_save": (STATUS, {"tuner": "tuner", "directory": c_char_p}),
    "t2sed_parser_train_options_init": (None, {"options": POINTER(t2sed_parser_train_options), "size": c_size_t}),
    "t2sed_parser_trainer_open": (made("parser_trainer"), {"encoder": c_char_p, "options": POINTER(t2sed_parser_train_options)}),
    "t2sed_parser_trainer_free": (None, {"trainer": "parser_trainer"}),
    "t2sed_parser_trainer_add": (STATUS, {"trainer": "parser_trainer", "purpose": c_int, "text": c_char_p, "n": c_size_t, "added": POINTER(c_size_t)}),
    "t2sed_parser_trainer_add_file": (STATUS, {"trainer": "parser_trainer", "purpose": c_int, "path": c_char_p, "added": POINTER(c_size_t)}),
    "t2sed_parser_trainer_resume": (STATUS, {"trainer": "parser_trainer", "checkpoint": c_char_p}),
    "t2sed_parser_trainer_run": (STATUS, {"trainer": "parser_trainer", "progress": t2sed_train_progress_fn, "payload": c_void_p}),
    "t2sed_parser_trainer_save": (STATUS, {"trainer": "parser_trainer", "directory": c_char_p, "precision": c_int}),
    "t2sed_sketch_trainer_options_init": (None, {"options": POINTER(t2sed_sketch_trainer_options), "size": c_size_t}),
    "t2sed_sketch_trainer_new": (made("sketch_trainer"), {"options": POINTER(t2sed_sketch_trainer_options)}),
    "t2sed_sketch_trainer_free": (None, {"trainer": "sketch_trainer"}),
    "t2sed_sketch_trainer_add": (STATUS, {"trainer": "sketch_trainer", "db_id": c_char_p, "question": "question", "sql": "sql", "schema": "schema", "context": POINTER(t2sed_sketch_options), "weight": c_double}),
    "t2sed_sketch_trainer_run": (STATUS, {"trainer": "sketch_trainer", "path": c_char_p, "tell": t2sed_train_progress_fn, "payload": c_void_p}),
    "t2sed_schema_trainer_options_init": (None, {"options": POINTER(t2sed_schema_trainer_options), "size": c_size_t}),
    "t2sed_schema_trainer_new": (made("schema_trainer"), {"options": POINTER(t2sed_schema_trainer_options)}),
    "t2sed_schema_trainer_free": (None, {"trainer": "schema_trainer"}),
    "t2sed_schema_trainer_add": (STATUS, {"trainer": "schema_trainer", "question": "question", "schema": "schema", "options": POINTER(t2sed_schema_prediction_options), "db_id": c_char_p, "right": "sql", "weight": c_double}),
    "t2sed_schema_trainer_run": (STATUS, {"trainer": "schema_trainer", "path": c_char_p, "fold": c_int, "folds": c_int}),
    "t2sed_model_export": (STATUS, {"model": "model", "path": c_char_p}),
    "t2sed_import_options_init": (None, {"options": POINTER(t2sed_import_options), "size": c_size_t}),
    "t2sed_model_import": (STATUS, {"from_": c_char_p, "to": c_char_p, "options": POINTER(t2sed_import_options)}),
}


def words(prefix: str, names: Optional[str] = None) -> Dict[str, int]:
    """Constants by their words: T2SED_LOG_ERROR is "error" of the prefix
    "T2SED_LOG_". All that have the prefix, or those of ``names``."""
    if names is None:
        names = " ".join(name[len(prefix):] for name in globals()
                         if name.startswith(prefix))
    return {name.lower(): globals()[prefix + name.upper()]
            for name in names.split()}
