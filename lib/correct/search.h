/* search.h - the drafts that edits lead to, and a beam search among them. */
#ifndef T2S_CORRECT_SEARCH_H
#define T2S_CORRECT_SEARCH_H

#include "base/hash_table.h"
#include "correct/weigh.h"

#define T2S_SEARCH_WIDTH 12 /* drafts that are edited further */
#define T2S_SEARCH_DEPTH 4  /* edits in a row */
#define T2S_SEARCH_KEPT  64 /* the best drafts in all */
/* The search ends where the last edits led to nothing within this of the best
 * score. */
#define T2S_SEARCH_MARGIN 4.0

typedef struct t2s_found_draft {
    double score;
    uint64_t hash;
    int depth;
    t2s_draft draft;
} t2s_found_draft;

typedef struct t2s_search {
    t2s_case *of;
    T2S_VECTOR(t2s_found_draft)
    kept;           /* a heap while searching: the worst is
                       first; then the best first */
    uint64_t *seen; /* an open hash table */
    size_t seen_count, seen_capacity;
    int depth;      /* of the drafts that are offered */
    t2s_draft work; /* what an edit is done to */
    bool failed;    /* memory was short */
} t2s_search;

/* Finds the best drafts within reach of the given query, which is one of them:
 * search->kept, best first. Errors: T2SED_ENOMEM, T2SED_EINTERRUPTED. */
t2sed_status t2s_search_run(t2s_search *search, t2s_case *of, t2sed_error *err);
void t2s_search_free(t2s_search *search);

/* Takes a draft in, unless it is known or can be no query; `changed` is the
 * core that has changed, whose idle tables may go, or -1. */
void t2s_search_offer(t2s_search *search, const t2s_draft *draft, int changed);

/* Offers all edits of a draft (edits.c). */
void t2s_offer_edits(t2s_search *search, const t2s_draft *from);
/* Those that put SELECTs together or apart (edits_compound.c). */
void t2s_offer_compounds(t2s_search *search, const t2s_draft *from);

/* Those of a SELECT's FROM (edits_tables.c). */
void t2s_offer_tables(t2s_search *search, const t2s_draft *from, int core);

/* A copy of `from` in search->work; returns its SELECT. */
t2s_core *t2s_edit_start(t2s_search *search, const t2s_draft *from, int core);
/* Copies the SELECTs that are in use. */
void t2s_draft_copy(t2s_draft *to, const t2s_draft *from);
/* A column of a core as a ref, with its table in FROM; false where it can't. */
bool t2s_edit_ref(t2s_search *search, t2s_draft *draft, int core, t2s_ref *ref,
                  int32_t column);
/* Whether a literal may be compared with a column. */
bool t2s_edit_fits(const t2s_case *of, int value, int32_t column);
t2s_test t2s_new_test(t2s_ref left, int op, int value);

#endif
