/* score_test.h - short calls of the scorer for tests. */
#ifndef SCORE_TEST_H
#define SCORE_TEST_H

#include <check.h>

#include "t2sed/parts/scorer.h"

/* Scores the candidates of a question on a database, which may be NULL. */
static inline t2sed_status
t2s_test_score(t2sed_scores **out, t2sed_scorer *scorer,
               const t2sed_question *question, const char *const *queries,
               const size_t *lengths, size_t count, t2sed_database *database,
               t2sed_error *err)
{
    t2sed_beam beam;
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = question;
    beam.queries = queries;
    beam.lengths = lengths;
    beam.count = count;
    beam.database = database;
    return t2sed_scorer_score(out, scorer, &beam, err);
}

/* What candidate i came to. */
static inline t2sed_score t2s_test_scored(const t2sed_scores *scores, size_t i)
{
    t2sed_score score = {.struct_size = sizeof score};
    ck_assert_int_eq(t2sed_scores_get(scores, i, &score, NULL), T2SED_OK);
    return score;
}

#endif
