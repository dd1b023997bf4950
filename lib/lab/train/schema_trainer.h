/* schema_trainer.h - counting for schema predictors. */
#ifndef T2S_TRAIN_SCHEMA_TRAINER_H
#define T2S_TRAIN_SCHEMA_TRAINER_H

#include "sketch/pair.h"

/*
 * Counts what a right query tells about words and names; `columns` and
 * `tables` are its roles (t2s_roles_read). Of a question with feedback, which
 * is there without it too, the feedback's words alone are counted. Errors:
 * T2SED_ENOMEM.
 */
t2sed_status t2s_pairs_learn(t2s_association *to,
                             const t2s_pair_sources *sources,
                             const uint8_t *columns, const uint8_t *tables,
                             t2sed_error *err);

#endif
