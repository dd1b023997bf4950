/* linker.h - the parts of linking a query: linker.c puts them together. */
#ifndef T2S_EVIDENCE_LINKER_H
#define T2S_EVIDENCE_LINKER_H

#include "database/database.h"
#include "database/value_store.h"
#include "facts/query.h"
#include "link/mention.h"

/* A condition and what was found of it. */
typedef struct t2s_linked {
    t2s_condition condition;
    t2s_named_at slot, said;
    int value_match; /* T2SED_MATCH_* */
    int32_t found;   /* the column that has the value, or T2S_NO_ITEM */
    int type_fits;   /* 1, 0, -1 */
    double score;
} t2s_linked;

typedef struct t2s_repair {
    size_t condition;
    int kind;
    uint32_t begin, end;
    const char *text;
    size_t length;
    int32_t column;
    double confidence;
} t2s_repair;

struct t2sed_links {
    T2S_VECTOR(t2s_linked) list;
    T2S_VECTOR(t2s_mention) named;
    T2S_VECTOR(t2s_repair) repairs;
    double score;
    char *sql;
    size_t sql_length;
    t2s_arena arena;
};

struct t2sed_linker {
    const t2sed_schema *schema; /* or NULL */
    t2s_value_store *store;     /* or NULL */
    t2sed_database *database;   /* or NULL */
    t2s_value_store_options options;
    t2s_mentions *mentions; /* of the last question, or NULL */
    /* How the last question names each column, once that was asked. */
    struct {
        t2s_named_at at;
        uint32_t question;
    } * slots;
    uint32_t question; /* counts them */
};

/* The linking of one query. */
typedef struct t2s_linking {
    t2sed_linker *linker;
    t2s_mentions *mentions; /* or NULL: no question */
    t2s_query query;        /* all zeros: there is none */
    t2sed_links *out;
    t2s_string normal; /* scratch */
    long work;         /* values and words of questions still looked at */
    long searches;     /* repairs still looked for */
    bool failed;       /* memory was short */
} t2s_linking;

/* link_condition.c: fills in what was found of out->list.at[i]. */
void t2s_link_condition(t2s_linking *at, size_t i);
/* How a condition's column holds its text where not as it stands: looks for
 * values like it, and proposes them (link_repair.c). T2SED_MATCH_*. */
int t2s_link_alike(t2s_linking *at, size_t i);
/* Proposes columns of tables in use that have the text; the first one, or
 * T2S_NO_ITEM. */
int32_t t2s_link_elsewhere(t2s_linking *at, size_t i);

/* link_score.c: the score of each condition, and of all. */
void t2s_link_score(t2s_linking *at);

/* Whether a column's values are few and short: yes and no, L and R. */
bool t2s_link_is_category(const t2s_linking *at, int32_t column);
bool t2s_link_is_in_use(const t2s_linking *at, int32_t column);

#endif
