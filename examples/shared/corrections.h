/* corrections.h - what a doubtful query may have to be, for check and the
 * client. */
#ifndef EXAMPLES_CORRECTIONS_H
#define EXAMPLES_CORRECTIONS_H

#include <stdbool.h>

#include <t2sed.h>

/*
 * Corrections of a query on a database, the best first. `said` is what is wrong
 * in words, or NULL: the corrector's model finds it. Ended with
 * t2sed_corrections_free.
 */
t2sed_status find_corrections(t2sed_corrections **out,
                              const t2sed_corrector_options *options,
                              t2sed_database *database,
                              const t2sed_question *question, const char *sql,
                              const char *said, t2sed_error *err);
/* The best of them; false where that is the query itself. */
bool best_correction(t2sed_correction *out,
                     const t2sed_corrections *corrections);

#endif
