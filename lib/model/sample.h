/* sample.h - one question and one query, ready for the engine: what scoring
 * and training have in common. */
#ifndef T2S_MODEL_SAMPLE_H
#define T2S_MODEL_SAMPLE_H

#include "base/map.h"
#include "base/private.h"
#include "base/vector.h"
#include "graph/batch.h"
#include "model/config.h"
#include "model/gatherer.h"
#include "model/pairing.h"
#include "t2sed/parts/graph.h"
#include "t2sed/parts/parser.h"
#include "t2sed/question.h"
#include "t2sed/schema.h"
#include "t2sed/parts/tokenizer.h"

/* Owns all that it points to. All zeros is none. */
typedef struct t2s_sample {
    t2sed_graph *graph; /* NULL for a model without an encoder */
    t2s_sequence sequence;
    int32_t cut;     /* tokens dropped to fit the encoder */
    void *memory;    /* of the sequence's arrays */
    float *evidence; /* the numbers that the config lists, NAN where unknown;
                        NULL where none were asked for */
} t2s_sample;

/* Gives questions the parses that a model's graphs read. One thread at a
 * time. */
typedef struct t2s_completer {
    bool active;
    bool dependency, constituency; /* what is read */
    size_t keep; /* how many questions are remembered, at least 1 */
    const t2sed_parser *parser; /* borrowed; NULL: `open` gives it */
    t2sed_status (*open)(const t2sed_parser **out, void *payload,
                         t2sed_error *err);
    void *payload;
    T2S_VECTOR(t2sed_question *) questions;
    t2s_map texts; /* of those that had no parse at all: places in there */
} t2s_completer;

/* Sets T2SED_PARSE_... and where the parser comes from; without this call no
 * question lacks anything. */
T2S_PRIVATE
void t2s_completer_set(t2s_completer *completer, int parse,
                       const t2sed_parser *parser,
                       t2sed_status (*open)(const t2sed_parser **, void *,
                                            t2sed_error *),
                       void *payload);
T2S_PRIVATE
void t2s_completer_end(t2s_completer *completer);

/*
 * *out becomes the question itself where it lacks nothing, else one with the
 * same words and all that is read, which lives until the next call. A question
 * of the same text is not parsed again.
 *
 * Errors: T2SED_ESTATE (there is no parser: the message says where it was
 * looked for), those of t2sed_question_parse.
 */
t2sed_status t2s_completer_complete(const t2sed_question **out,
                                    t2s_completer *completer,
                                    const t2sed_question *question,
                                    t2sed_error *err);

/* Makes samples of the queries of one question after another. All zeros is
 * none. One thread at a time. */
typedef struct t2s_preparer {
    t2sed_graph_builder *builder; /* NULL for a model without an encoder */
    /* It has no parser at first: whoever opened the preparer says where it
     * comes from. */
    t2s_completer completer;
    t2s_pairing pairing;
    bool first_is_set; /* the pairing has the present question's text */
    /* Samples come with the evidence of the question that it has. */
    t2s_gatherer gatherer;
} t2s_preparer;

/* The graph options that a config asks for; they borrow from it and from
 * *view. */
void t2s_graph_options_of(t2sed_graph_options *out,
                          t2sed_sql_view_options *view,
                          const t2s_config *config);

/* Config and tokenizer must outlive the preparer, which t2s_preparer_free ends
 * in any case. `truncation` 0 means the config's. Errors: T2SED_EMISMATCH,
 * T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_preparer_open(t2s_preparer *out, const t2s_config *config,
                               const t2sed_tokenizer *tokenizer, int truncation,
                               t2sed_error *err);
T2S_PRIVATE
void t2s_preparer_free(t2s_preparer *preparer);

/* Sets the question (which may be freed after the call) and the schema, which
 * must live until the next question, or NULL. Errors: those of
 * t2s_completer_complete and t2sed_graph_builder_set_question. */
T2S_PRIVATE
t2sed_status t2s_preparer_set_question(t2s_preparer *preparer,
                                       const t2sed_question *question,
                                       const t2sed_schema *schema,
                                       t2sed_error *err);

/* Errors: those of t2sed_sql_parse_n, t2sed_graph_builder_build and
 * t2s_pairing_second. */
T2S_PRIVATE
t2sed_status t2s_sample_prepare(t2s_sample *out, t2s_preparer *preparer,
                                const char *sql, size_t n, t2sed_error *err);
T2S_PRIVATE
void t2s_sample_free(t2s_sample *sample);

/* Samples side by side as the engine takes them; the arrays are the builder's
 * until it changes. Errors: those of t2s_batch_add. */
t2sed_status t2s_samples_batch(t2s_batch *out, t2s_batch_builder *builder,
                               const t2s_sample *const *samples, size_t count,
                               t2sed_error *err);

/* Whether a failure is the query's own, so that others are not spoiled. */
T2S_PRIVATE
bool t2s_is_sample_failure(t2sed_status status);

#endif
