/* case.h - all that a corrector knows of one query, before it looks for others.
 */
#ifndef T2S_CORRECT_CASE_H
#define T2S_CORRECT_CASE_H

#include "correct/search.h"
#include "t2sed/corrector.h"
#include "t2sed/parts/language_model.h"

struct t2sed_corrector {
    t2sed_database *database;
    const t2sed_schema *schema;
    t2sed_linker *linker;
    t2sed_evidence *values;
    t2sed_database *bare;                    /* its schema alone */
    t2sed_evidence *names;                   /* on that */
    const t2sed_schema_predictor *predictor; /* the caller's or its own */
    const t2sed_sketcher *sketcher;
    t2sed_schema_predictor *own_predictor;
    t2sed_sketcher *own_sketcher;
    struct t2sed_checker *checker;   /* NULL: no detector */
    t2sed_language_session *session; /* NULL: no language model */
    t2sed_constraint *constraint;    /* of what it writes */
    t2s_routes routes;
    float weights[T2S_FEATURES];
    double detector_weight, likelihood_weight;
    t2sed_corrector_options options;
};

/* Reads the weights, of the directory `path` or the one that is shipped.
 * Errors: those of t2s_locate and t2s_json_read, T2SED_EMISMATCH. */
t2sed_status t2s_corrector_read_weights(t2sed_corrector *corrector,
                                        const char *path, t2sed_error *err);

/*
 * Fills in *of, which is all zeros before and ended with t2s_case_free, also
 * after a failure. *understood is false where the query is not to be edited.
 */
t2sed_status t2s_case_read(t2s_case *of, bool *understood,
                           t2sed_schema_prediction **prediction,
                           t2sed_corrector *corrector,
                           const t2sed_correction_input *input,
                           const t2sed_sql *sql, t2sed_error *err);
void t2s_case_free(t2s_case *of);

/* Why a draft would be right, in one line, appended to *out: nothing, where it
 * is the given one. */
void t2s_case_reason(t2s_string *out, const t2s_case *of,
                     const t2s_draft *draft);

#endif
