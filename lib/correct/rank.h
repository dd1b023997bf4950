/* rank.h - corrections while they are found and put in order. */
#ifndef T2S_CORRECT_RANK_H
#define T2S_CORRECT_RANK_H

#include "correct/feedback.h"
#include "correct/script.h"

typedef struct t2s_made {
    t2sed_correction shown;
    double score;        /* the log-probability, up to a constant */
    const char *spelled; /* as the language model reads it; NULL: it does not */
    t2s_script script;
    t2s_row row;
} t2s_made;

struct t2sed_corrections {
    T2S_VECTOR(t2s_made) list;
    t2s_arena arena; /* texts */
};

/* A query that is being corrected. */
typedef struct t2s_correcting {
    t2sed_corrector *corrector;
    const t2sed_correction_input *input;
    const char *text; /* as it was given */
    size_t length;
    const t2sed_sql *given; /* that, repaired where it does not parse */
    const t2sed_sql *sql;   /* that, or with the names that the database has */
    t2s_feedback feedback;
    t2s_case of;
    bool understood;
    bool can_run; /* all names of `sql` are the schema's */
    t2sed_schema_prediction *prediction;
    t2s_search search;
    t2sed_corrections *out;
} t2s_correcting;

/* Whether it is an edit, or the given query. */
static inline bool t2s_made_here(const t2s_made *one)
{
    return one->shown.source == T2SED_CORRECTION_GIVEN ||
           one->shown.source == T2SED_CORRECTION_EDIT;
}

/* The best first. Errors: T2SED_ENOMEM, T2SED_EINTERRUPTED. */
t2sed_status t2s_rank(t2sed_corrections *out, t2sed_error *err);

/* Puts corrections in order by all that is known: what the language model
 * thinks of them, and the detector, which looks at the best; keeps those that
 * the options ask for, with probabilities. Errors: those of
 * t2sed_checker_check_input. */
t2sed_status t2s_rank_all(t2s_correcting *w, t2sed_error *err);

#endif
