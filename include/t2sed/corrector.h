/*
 * t2sed/corrector.h - corrects a query: proposes queries that may be right
 * instead, and ranks them with the given one.
 *
 *     t2sed_correction correction = T2SED_CORRECTION_INIT;
 *     t2sed_corrector_new(&corrector, database, NULL, &err);
 *     t2sed_correction_input_init(&input, sizeof input);
 *     input.question = question;
 *     input.sql = "SELECT name, Industry FROM Companies";
 *     input.feedback = feedback;   "Replace industry with assets"
 *     t2sed_corrector_correct(&corrections, corrector, &input, &err);
 *     t2sed_corrections_get(corrections, 0, &correction, &err);
 *     correction.sql;   SELECT name, Assets_billion FROM Companies
 *
 * Candidates are made from the query by a few edits: another column, table,
 * condition, value, operator, aggregate, group, order or limit, one more or one
 * less, subqueries added or removed. Names come from the schema, and tables
 * that are added are joined by its keys. A linear model ranks the candidates by
 * what changed: whether feedback and question name it, which columns and
 * clauses the right query is likely to have, and, with a model, by the
 * probability of each candidate. A language model can write further candidates
 * and rate the best.
 */
#ifndef T2SED_CORRECTOR_H
#define T2SED_CORRECTOR_H

#include <stddef.h>
#include <stdint.h>

#include "database.h"
#include "model.h"
#include "question.h"
#include "status.h"

struct t2sed_judge;
struct t2sed_language_model;
struct t2sed_schema_predictor;
struct t2sed_sketcher;

T2SED_BEGIN_DECLS

/* Corrects queries on one database. Used by one thread at a time. */
typedef struct t2sed_corrector t2sed_corrector;
/* What a query may have to be. Immutable; may be shared by threads. */
typedef struct t2sed_corrections t2sed_corrections;

typedef struct t2sed_corrector_options {
    size_t struct_size; /* sizeof(t2sed_corrector_options) */
    /* The directory of the weights; NULL: the shipped ones, which are looked
     * for as the default model is (t2sed_model_open), or $T2SED_CORRECTOR. */
    const char *weights;
    /* What predicts tables, columns and clauses; they must live as long as the
     * corrector. NULL: the shipped ones, opened for it alone. */
    const struct t2sed_schema_predictor *schema_predictor;
    const struct t2sed_sketcher *sketcher;
    /* The detector that looks at the best candidates, and runs them; it may be
     * freed while the corrector lives. NULL: none. */
    const t2sed_model *model;
    int32_t checked;  /* how many candidates it looks at; default 6 */
    int32_t most;     /* how many corrections are kept; default 10 */
    int32_t features; /* not 0: t2sed_correction.features are filled in */
    /* What writes corrections where there is feedback, and tells how likely
     * edits are (docs/language-model.md; best with the adapter "text-to-sql").
     * It may be freed while the corrector lives. NULL: none. */
    const struct t2sed_language_model *language_model;
    int32_t written; /* how many it writes, at most 64; default 10 */
    int32_t likely;  /* how many of the best edits it looks at, at most 64;
                        default 8 */
    int32_t max_milliseconds; /* of writing; what there is by then is ranked. 0:
                                 no limit */
    /* A query that the model finds this probable is left alone where nobody
     * said that it is wrong. 0: the model's threshold for 95 % of answers that
     * are right; 0.5 where it has none. Since 0.10. */
    double answer;
    /* A judge (t2sed/parts/judge.h) that looks at the query and the best
     * candidates beside the model, once each; it must live as long as the
     * corrector. NULL, or without a model: none. Since 0.10. */
    struct t2sed_judge *judge;
} t2sed_corrector_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_corrector_options_init(t2sed_corrector_options *options,
                                            size_t size);

/*
 * Makes a corrector.
 *
 * out       freed with t2sed_corrector_free.
 * database  with a schema; it may be freed while the corrector lives, since the
 *           corrector keeps what it needs. Without rows, nothing is known
 *           of values.
 * options   NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (no schema, a number out of range), T2SED_ENOTFOUND,
 * T2SED_EIO, T2SED_EFORMAT (a model that can't be read), T2SED_EMISMATCH
 * (weights of another version), those of t2sed_linker_new, t2sed_evidence_new,
 * t2sed_checker_new and t2sed_constraint_new, T2SED_ENOMEM. Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_corrector_new(t2sed_corrector **out, t2sed_database *database,
                    const t2sed_corrector_options *options, t2sed_error *err);
T2SED_API void t2sed_corrector_free(t2sed_corrector *corrector);

/* What is known. */
typedef struct t2sed_correction_input {
    size_t struct_size; /* sizeof(t2sed_correction_input) */
    const t2sed_question *question;
    const char *sql; /* the query in question */
    size_t length;   /* its bytes; 0: it ends in a NUL */
    /* What was said of it: a user's words, a finding's or a database's
     * message. NULL: nothing, and the query may well be right. If it is advice
     * (t2sed_report_advice, t2sed_findings_advice), only the finding that has
     * a replacement is used, else the first warning. */
    const t2sed_question *feedback;
    /* [extra_count] queries of another source, as a language model, that are
     * ranked with the edits; ones that do not parse are passed over. */
    const char *const *extra;
    size_t extra_count;
    /* [extra_count] their log-probabilities, of t2sed_generation, 0 at most;
     * NaN: unknown. Where there are a language model and feedback, those with
     * one are ranked as if the model had written them just now. NULL: none is
     * known. */
    const double *extra_log_probabilities;
} t2sed_correction_input;

/* Sets all to nothing, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_correction_input_init(t2sed_correction_input *input,
                                           size_t size);

/*
 * Corrects one query.
 *
 * out  freed with t2sed_corrections_free; may outlive the corrector.
 *
 * A query that does not parse is repaired first, where up to three tokens that
 * are exchanged, put in or taken out do it; then names that the database has
 * not are replaced, where there are ones much like them. A query that is not
 * understood (it has windows, say, or more than 6 SELECTs) is not edited: it
 * comes back with the extra ones and those of the language model. Where the
 * prompt is too long for the language model, edits do without it.
 *
 * Without feedback, and with advice in its place, nobody said that the query is
 * wrong. Then a model decides whether it may be: it looks at the query first,
 * and what it finds is the feedback (the finding that has a replacement, else
 * the first warning; nothing for a query that can't run). The query stays first
 * unless it is below the threshold and the model's log odds of a correction
 * exceed its own by 2.
 *
 * Errors: T2SED_EINVAL (no question or query; a log-probability above 0 or
 * infinite), those of t2sed_sql_parse for a query that cannot be repaired,
 * those of t2sed_linker_link, t2sed_schema_predictor_predict and
 * t2sed_sketcher_predict, with a language model those of t2sed_prompt_new and
 * t2sed_language_session_generate but T2SED_ELIMIT, with a model those of
 * t2sed_checker_check_input, T2SED_EINTERRUPTED,
 * T2SED_ENOMEM. Threads: one at a time. Since: 0.9.
 * Source: Elgohary et al. 2021 ("NL-EDIT"), whose edits are of clauses; Glenn,
 * Dakle and Raghavan 2023 (DestT5), whose schema prediction reads the feedback.
 * Search and ranking are our own: docs/internals/correct.md.
 */
T2SED_API t2sed_status
t2sed_corrector_correct(t2sed_corrections **out, t2sed_corrector *corrector,
                        const t2sed_correction_input *input, t2sed_error *err);
T2SED_API void t2sed_corrections_free(t2sed_corrections *corrections);

/* The query's text[begin, end) is replaced; equal: inserted. Does not grow. */
typedef struct t2sed_correction_edit {
    size_t begin, end;
    const char *text; /* NUL-terminated; "": taken out */
} t2sed_correction_edit;

#define T2SED_CORRECTION_GIVEN   0 /* the query as it was given */
#define T2SED_CORRECTION_EDIT    1
#define T2SED_CORRECTION_EXTRA   2 /* one of `extra` */
#define T2SED_CORRECTION_WRITTEN 3 /* by the language model */

/* A correction. Pointers are borrowed from the corrections. */
typedef struct t2sed_correction {
    size_t struct_size; /* sizeof(t2sed_correction), set by the caller */
    const char *sql;    /* NUL-terminated */
    double probability; /* that it is right, given the others */
    int source;         /* T2SED_CORRECTION_* */
    size_t extra;       /* its place in `extra`; else 0 */
    /* What turns the given query into it, in the order of the text. */
    const t2sed_correction_edit *edits;
    size_t edit_count;
    const char *reason; /* what was changed and why, one line of English */
    double detected;    /* the detector's probability that it is right; NaN: it
                           was not asked */
    /* For those who fit weights (docs/training.md), where the options ask for
     * it: the features that are not 0, and their values. */
    const int32_t *features;
    const float *values;
    size_t feature_count;
    double log_probability; /* of the query, as the language model sees it; NaN:
                               it was not asked */
} t2sed_correction;
#define T2SED_CORRECTION_INIT                                                  \
    {                                                                          \
        sizeof(t2sed_correction), NULL, 0, 0, 0, NULL, 0, NULL, 0, NULL, NULL, \
            0, 0                                                               \
    }

/* How many there are, at least 1. 0 of NULL. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API size_t t2sed_corrections_count(const t2sed_corrections *corrections);

/*
 * Correction i, 0 the best. Where that is T2SED_CORRECTION_GIVEN, the query is
 * best left alone.
 *
 * out  filled in as far as its struct_size goes, which the caller sets.
 *
 * Errors: T2SED_EINVAL (out of range, struct_size not set). Threads: any.
 * Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_corrections_get(const t2sed_corrections *corrections, size_t i,
                      t2sed_correction *out, t2sed_error *err);

T2SED_END_DECLS

#endif
