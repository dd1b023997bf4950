/* config.h - config.json of a model directory: docs/model-format.md. */
#ifndef T2S_MODEL_CONFIG_H
#define T2S_MODEL_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/private.h"
#include "shim/backend.h"
#include "t2sed/status.h"
#include "weights/directory.h"
#include "weights/fields.h"

/* The formats ("t2sed": {"format": N}) that this library reads; it writes the
 * newest. */
#define T2S_FORMAT_OLDEST 1
#define T2S_FORMAT_NEWEST 1

/* Rows of a table of edge types: those of t2sed/parts/graph.h. */
#define T2S_EDGE_TYPES 7

#define T2S_FOREST_FILE "forest.safetensors"

/* What to do with more tokens than the encoder takes; the numbers are those
 * of T2SED_TRUNCATE_* in t2sed/parts/encoder.h. */
enum t2s_truncation {
    T2S_CUT_ERROR = 1,
    T2S_CUT_QUESTION = 2,
    T2S_CUT_SQL = 3
};

/* Which edges a graph has, and what of the SQL's tree it keeps. */
typedef struct t2s_graph_switches {
    bool dependency, constituency, syntax, sequence, link;
    bool collapse_unary, keep_join_constraints, keep_punctuation, merge_dots,
        resolve_aliases, plain_style;
} t2s_graph_switches;

/* How much is known of where a query would run; what text and evidence count
 * for depends on it. */
enum t2s_known {
    T2S_KNOWN_QUESTION = 0, /* nothing else */
    T2S_KNOWN_SCHEMA = 1,
    T2S_KNOWN_DATABASE = 2, /* the query could be run */
    T2S_KNOWN_CASES = 3
};

/* A model has two forests: what is learnt with a database serves it best
 * alone, what serves without one is learnt from all. */
enum t2s_reader {
    T2S_READER_WITHOUT = 0, /* of T2S_KNOWN_QUESTION and _SCHEMA */
    T2S_READER_DATABASE = 1,
    T2S_READERS = 2
};

/* As config.json calls them. */
T2S_PRIVATE
extern const char *const t2s_known_names[T2S_KNOWN_CASES];

/* logit = text * that of the text + evidence * that of the forest + bias */
typedef struct t2s_fusion {
    double text, evidence, bias;
} t2s_fusion;

/* A feature that is above 0 in hardly any right query, and the most that a
 * query then has. */
typedef struct t2s_fault {
    int32_t place; /* in `evidence` */
    float logit;
} t2s_fault;
#define T2S_MOST_FAULTS 32

typedef struct t2s_config {
    bool has_encoder;     /* false: a forest is all that there is, and no engine
                             is needed; `architecture` is then all zeros */
    bool has_forest;      /* it reads the evidence; the engine knows nothing of
                             either */
    bool has_own_forward; /* "branch": "archive": an archive's own forward
                             reads the evidence */
    t2s_fusion fusion[T2S_KNOWN_CASES]; /* with a forest */
    int32_t sources[T2S_KNOWN_CASES];   /* with a forest: places in `evidence`
                         of what says that so much is known; of
                         T2S_KNOWN_QUESTION none */
    /* With a forest: the places of what says that the query did not run, and
     * that it can't by the schema; -1: not in `evidence`. */
    int32_t refused, missing;
    t2s_fault faults[T2S_MOST_FAULTS]; /* with a forest */
    int32_t fault_count;
    t2s_architecture architecture;
    t2s_graph_switches graph;
    t2s_names question_labels, sql_labels; /* label i has the id i + 1; the
                                  joint layout uses question_labels alone */
    t2s_names evidence;                    /* what the numbers stand for */
    int32_t max_tokens;                    /* special tokens included */
    int32_t truncation;                    /* enum t2s_truncation */
    bool allow_bf16;                       /* bf16 was checked to agree */
    double temperature;                    /* probability =
                                              sigmoid(logit / temperature) */
    double threshold;                      /* "correct" from here on */
    json_t *json;                          /* the whole file; may be NULL */
    t2s_arena arena;
} t2s_config;

/* The paper's model (reference-model: three GATv2 layers, one head, untyped
 * edges) around an encoder that is yet to be filled in; free it with
 * t2s_config_free. */
T2S_PRIVATE
void t2s_config_init(t2s_config *config);

/* Reads and checks. Errors: T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT (the
 * message names file and key), T2SED_EUNSUPPORTED (a newer format, an encoder
 * that is none of ours), T2SED_EMISMATCH (values that contradict each other),
 * T2SED_ENOMEM. */
t2sed_status t2s_config_read(t2s_config *out, const char *path,
                             t2sed_error *err);
T2S_PRIVATE
t2sed_status t2s_config_parse(t2s_config *out, const char *text, size_t n,
                              const char *what, t2sed_error *err);

/* The members of config.json that are fields of t2s_config, in the objects that
 * they lie in. */
enum {
    T2S_PART_ENCODER, /* config.json itself; with an encoder */
    T2S_PART_GRAPH,   /* "t2sed": "graph"; with an encoder */
    T2S_PART_TEXT,    /* "t2sed"; with an encoder */
    T2S_PART_OWN,     /* "t2sed" */
    T2S_PART_FUSION   /* "t2sed": "fusion"; with a forest */
};
typedef struct t2s_config_part {
    const t2s_field *fields;
    size_t count;
} t2s_config_part;
T2S_PRIVATE
extern const t2s_config_part t2s_config_parts[];

/* Sets what follows from the lists (table rows, vector lengths) and checks the
 * whole: T2SED_EMISMATCH. */
T2S_PRIVATE
t2sed_status t2s_config_settle(t2s_config *config, const char *what,
                               t2sed_error *err);

T2S_PRIVATE
void t2s_config_free(t2s_config *config);

#endif
