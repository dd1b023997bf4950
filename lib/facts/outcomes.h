/* outcomes.h - what queries gave, remembered, so that none runs twice. */
#ifndef T2S_FACTS_OUTCOMES_H
#define T2S_FACTS_OUTCOMES_H

#include "base/map.h"
#include "database/result.h"
#include "database/runner.h"

/* How a query ended and what it gave. */
typedef struct t2s_outcome {
    t2s_run how;
    size_t rows_seen;     /* that passed until it ended */
    bool first_is_null;   /* the first row: NULLs alone */
    bool first_is_text;   /* its first value */
    bool first_is_zero;   /* the same, a number */
    size_t rows, columns; /* of a query that ended well, as the next ones */
    bool is_null;         /* 1 to 50 rows, and NULLs alone in them */
    bool has_null;        /* a NULL in the first 50 rows */
    float repeated;       /* share of rows that repeat another */
    t2s_fingerprint fingerprint;
} t2s_outcome;

/* All zeros is empty and ready. Holds 4,096 queries or 4 MiB of SQL, and
 * forgets all of them when it is full. */
typedef struct t2s_outcomes {
    t2s_map map; /* SQL -> place in `at` */
    t2s_outcome *at;
    size_t bytes; /* of SQL */
} t2s_outcomes;

/* What that text gave, borrowed until the next is added, or NULL. */
const t2s_outcome *t2s_outcomes_find(const t2s_outcomes *endings,
                                     const char *sql, size_t n);
/* A text that is longer than a quarter of the room is not kept. False when
 * memory is short. */
bool t2s_outcomes_add(t2s_outcomes *endings, const char *sql, size_t n,
                      const t2s_outcome *ending);
void t2s_outcomes_free(t2s_outcomes *endings);

#endif
