/* corrections.c - corrections of a doubtful query. */
#include "corrections.h"

#include <stddef.h>

t2sed_status find_corrections(t2sed_corrections **out,
                              const t2sed_corrector_options *options,
                              t2sed_database *database,
                              const t2sed_question *question, const char *sql,
                              const char *said, t2sed_error *err)
{
    t2sed_correction_input input;
    t2sed_corrector *corrector = NULL;
    t2sed_question *feedback = NULL;
    t2sed_status status = T2SED_OK;
    t2sed_correction_input_init(&input, sizeof input);
    if (said)
        status = t2sed_question_new(&feedback, said, err);
    if (status == T2SED_OK)
        status = t2sed_corrector_new(&corrector, database, options, err);
    input.question = question;
    input.sql = sql;
    input.feedback = feedback;
    if (status == T2SED_OK)
        status = t2sed_corrector_correct(out, corrector, &input, err);
    t2sed_corrector_free(corrector);
    t2sed_question_free(feedback);
    return status;
}

bool best_correction(t2sed_correction *out,
                     const t2sed_corrections *corrections)
{
    *out = (t2sed_correction)T2SED_CORRECTION_INIT;
    return t2sed_corrections_get(corrections, 0, out, NULL) == T2SED_OK &&
           out->source != T2SED_CORRECTION_GIVEN;
}
