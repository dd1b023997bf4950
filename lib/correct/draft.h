/*
 * draft.h - a query taken apart into lists of what it selects, compares, groups
 * and orders by, which are easy to change, and put together again.
 *
 * What is not understood (an expression, a subquery in FROM) stays as bytes of
 * the given query, which edits copy and never look into.
 */
#ifndef T2S_CORRECT_DRAFT_H
#define T2S_CORRECT_DRAFT_H

#include "base/arena.h"
#include "base/vector.h"
#include "facts/query.h"
#include "schema/schema.h"
#include "sql/scope.h"

/* A query beyond these is not taken apart. */
#define T2S_DRAFT_CORES     6
#define T2S_DRAFT_RELATIONS 8
#define T2S_DRAFT_LIST      8
#define T2S_DRAFT_SHORT     4 /* groups, orders, conditions of HAVING */

#define T2S_STAR        (-1)
#define T2S_OPAQUE      (-2) /* bytes of the given query */
#define T2S_NO_FUNCTION (-1)
#define T2S_NO_VALUE    (-1)

typedef enum t2s_way { T2S_WAY_NONE, T2S_WAY_ASC, T2S_WAY_DESC } t2s_way;

/* A column or "*", maybe within an aggregate. */
typedef struct t2s_ref {
    int32_t column;   /* of the schema, T2S_STAR or T2S_OPAQUE */
    int8_t relation;  /* of the core that a column comes from; else -1 */
    int8_t function;  /* t2s_query_function or T2S_NO_FUNCTION */
    uint8_t distinct; /* within the aggregate */
    uint8_t way;      /* t2s_way, in ORDER BY */
    bool is_qualified;
    uint32_t begin, end; /* its bytes in the given query; equal: it is new */
} t2s_ref;

typedef struct t2s_test {
    t2s_ref left;
    int8_t op; /* t2s_query_operator, or -1: `left` is opaque and all of it */
    bool is_negated, after_or;
    int8_t core;         /* the SELECT that it compares with, or -1 */
    int16_t values[2];   /* in t2s_desk.values; the second of BETWEEN only */
    uint32_t begin, end; /* as in t2s_ref */
} t2s_test;

typedef struct t2s_placed {
    int32_t table;    /* of the schema, or T2S_NO_ITEM: opaque */
    const char *name; /* what columns call it; NULL: its table's name */
    uint32_t name_size;
    bool is_aliased, is_new, is_pinned; /* pinned: bytes may refer to it */
} t2s_placed;

/* A SELECT. */
typedef struct t2s_core {
    bool is_distinct, from_changed;
    int8_t compound; /* t2s_query_compound with `next`; or -1 */
    int8_t next;
    int8_t parent; /* whose condition it stands in, or -1 */
    uint8_t relation_count, item_count, test_count, group_count, having_count,
        order_count;
    uint8_t given_relations; /* the first of `relations`, as in the query */
    int16_t limit;           /* a value, T2S_NO_VALUE, or T2S_OPAQUE */
    uint32_t begin, end, from_begin, from_end, limit_begin, limit_end;
    t2s_placed relations[T2S_DRAFT_RELATIONS];
    t2s_ref items[T2S_DRAFT_LIST];
    t2s_test tests[T2S_DRAFT_LIST];
    t2s_ref groups[T2S_DRAFT_SHORT];
    t2s_test havings[T2S_DRAFT_SHORT];
    t2s_ref orders[T2S_DRAFT_SHORT];
} t2s_core;

typedef struct t2s_draft {
    int32_t core_count;
    uint32_t prefix; /* bytes before the first SELECT: WITH */
    t2s_core cores[T2S_DRAFT_CORES];
} t2s_draft;

/* A literal that a query has, or may get. */
typedef struct t2s_literal {
    const char *text; /* without quotes */
    uint32_t size;
    bool is_number;
    char quote;      /* of text */
    int32_t column;  /* that has it, or T2S_NO_ITEM: not known */
    uint8_t sources; /* T2S_IN_* */
    double match;    /* how surely the text names it, 0 to 1 */
    /* 1 << each word of the feedback, and of the question, that names it. */
    uint64_t words, asked;
} t2s_literal;

enum {
    T2S_IN_QUERY = 1,
    T2S_IN_QUESTION = 2,
    T2S_IN_FEEDBACK = 4,
    T2S_IN_OLD = 8, /* named as what is wrong */
    T2S_IN_NEW = 16
};

typedef T2S_VECTOR(t2s_literal) t2s_literals;

/* How the tables of a schema are joined, made once. */
#define T2S_ROUTE_TABLES 48
typedef struct t2s_routes {
    const t2sed_schema *schema;
    int32_t count; /* of tables; 0: too many */
    int32_t *from; /* [count][count] the column of the first table, or -1 */
    int32_t *to;   /* the column of the second */
    int32_t *step; /* the next table on the way, or -1 */
    int32_t *length;
} t2s_routes;

t2sed_status t2s_routes_make(t2s_routes *routes, const t2sed_schema *schema,
                             t2sed_error *err);
void t2s_routes_free(t2s_routes *routes);

/* What drafts of one query have in common. */
typedef struct t2s_desk {
    const t2s_routes *routes;
    const t2sed_schema *schema;
    const char *text; /* of the query that the drafts' bytes are of */
    size_t length;
    t2s_literals values;
    t2s_arena arena; /* aliases, literals */
    bool failed;     /* memory was short */
} t2s_desk;

/*
 * Takes a query apart. *understood is false where the draft would not give the
 * same tokens again: the query is not to be changed. Errors: T2SED_ENOMEM,
 * T2SED_ELIMIT.
 */
t2sed_status t2s_draft_read(t2s_draft *out, bool *understood, t2s_desk *desk,
                            const t2sed_sql *sql, t2sed_error *err);

/* As SQL has them, in the order of t2s_query_function, t2s_query_operator (to
 * BETWEEN) and t2s_query_compound. */
extern const char *const t2s_draft_functions[5],
    *const t2s_draft_operators[9], *const t2s_draft_compounds[4];

/* The query as text. `desk->text` is that of the sql that was read. */
void t2s_draft_print(t2s_string *out, const t2s_desk *desk,
                     const t2s_draft *draft);

/* Where text a may differ from b only in blanks, comments and case. */
bool t2s_same_tokens(const char *a, size_t a_size, const char *b,
                     size_t b_size);

/* Drafts of the same parts, in whatever order it does not matter, give the
 * same number. */
uint64_t t2s_draft_hash(const t2s_desk *desk, const t2s_draft *draft);

/* The relation of a core that has the table: one that is there, or a new one
 * with those between; -1 where nothing joins it or there is no room. */
int t2s_draft_place(t2s_desk *desk, t2s_draft *draft, int core, int32_t table);
/* Takes out relations that nothing refers to and nothing needs between. */
void t2s_draft_prune(const t2s_desk *desk, t2s_draft *draft, int core);
/* The first relation of a core that is the table, or -1. */
int t2s_draft_find(const t2s_core *core, int32_t table);
/* How often the core's lists refer to a relation. */
int t2s_draft_uses(const t2s_core *core, int relation);

#endif
