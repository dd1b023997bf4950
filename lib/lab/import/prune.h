/* prune.h - a smaller vocabulary for an encoder: most of its tokens never
 * occur in questions and SQL. */
#ifndef T2S_MODEL_PRUNE_H
#define T2S_MODEL_PRUNE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "t2sed/tokenizer.h"

/* All zeros is none. */
typedef struct t2s_pruning {
    int32_t *ids; /* [count] old ids in the order of the new ones, ascending */
    size_t count;
    bool *kept;                 /* by old id */
    t2sed_tokenizer *tokenizer; /* the old one; the pruning owns it */
} t2s_pruning;

/*
 * Decides which tokens stay: those of the lines of the file `text`, those with
 * a role, single characters and bytes, the `first` ones, and all that they are
 * merged from; so that texts of the file keep their tokens, and any other
 * text can still be spelled. Takes the tokenizer over when it succeeds.
 */
t2sed_status t2s_pruning_make(t2s_pruning *out, t2sed_tokenizer *tokenizer,
                              const char *text, int first, t2sed_error *err);
/* Writes the smaller tokenizer's files. */
t2sed_status t2s_pruning_write(const t2s_pruning *pruning,
                               const char *directory, t2sed_error *err);
void t2s_pruning_free(t2s_pruning *pruning);

#endif
