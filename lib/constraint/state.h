/* state.h - a state and a vocabulary, for masks. */
#ifndef T2S_CONSTRAINT_STATE_H
#define T2S_CONSTRAINT_STATE_H

#include "constraint/spelling.h"

struct t2sed_constraint_state {
    const t2sed_constraint *words;
    char *query; /* room for max_bytes and a NUL */
    size_t length;
    t2s_open open;
    t2s_place *place;    /* after the whole tokens */
    t2s_place *spare[2]; /* or NULL */
};

#endif
