/* catalog.h - what expansion.c works with: the definitions of a database that
 * SQLite expands (views, and tables with generated columns), and sizes. */
#ifndef T2S_DATABASE_CATALOG_H
#define T2S_DATABASE_CATALOG_H

#include "base/map.h"
#include "base/vector.h"
#include "database/expansion.h"
#include "sql/scope.h"
#include "sql/sql.h"

/* A result column, and the tokens that a mention of it comes to. */
typedef struct t2s_sized_column {
    t2s_sql_word name; /* NULL: none but its text */
    uint64_t size;
} t2s_sized_column;

/* What is known of the columns of a query or table. */
typedef struct t2s_sized_columns {
    T2S_VECTOR(t2s_sized_column) list;
    uint64_t other; /* the largest that has no name, at least 1 */
    uint64_t more;  /* columns besides, at most; each of size 1 */
} t2s_sized_columns;

typedef enum t2s_sizing {
    T2S_SIZE_UNKNOWN,
    T2S_SIZE_BUSY, /* being worked out: it mentions itself */
    T2S_SIZE_KNOWN
} t2s_sizing;

/* What a query comes to. */
typedef struct t2s_query_size {
    t2s_sizing state;
    t2s_sized_columns columns;
    uint64_t total;  /* tokens after all copying */
    uint64_t tables; /* that SQLite orders at once, of one arm; 0 counts as 1 */
    uint64_t planned; /* the tokens of FROM and WHERE by which it does */
    uint64_t arms;  /* of UNION ALL, over which SQLite copies what is around */
    unsigned depth; /* of tables within tables */
} t2s_query_size;

/* A parsed text and the sizes of its queries. */
typedef struct t2s_sized_text {
    t2sed_sql *sql;
    t2s_sql_scopes scopes;
    t2s_query_size *queries; /* for each node of the tree */
} t2s_sized_text;

typedef struct t2s_definition {
    bool is_view;
    bool is_virtual;    /* a virtual table that may select from any view */
    bool is_unreadable; /* our parser refuses it, or two have its name */
    t2s_sized_text text;
    T2S_VECTOR(t2s_sql_word) names; /* a view's column list */
    t2s_query_size size;
} t2s_definition;

struct t2s_catalog {
    T2S_VECTOR(t2s_definition) definitions;
    t2s_map names;          /* lower-cased */
    t2s_query_size unknown; /* of a table that needs no definition */
    t2s_arena arena;
};

/* The definition of that name, or NULL. Case does not count. */
t2s_definition *t2s_catalog_find(const t2s_catalog *catalog, const char *name,
                                 size_t n);

/* Adds up, and stays at, the largest number. */
uint64_t t2s_size_add(uint64_t a, uint64_t b);
uint64_t t2s_size_multiply(uint64_t a, uint64_t b);

void t2s_sized_text_free(t2s_sized_text *text);

/* --- looking up what names in a query stand for, and how much that is --- */

/* Columns that a star may stand for in all; SQLite takes 2,000. */
#define T2S_MOST_COLUMNS 4000

typedef struct t2s_sizer {
    t2s_catalog *catalog;
    t2s_sized_text *text; /* that is read */
    unsigned nesting;     /* of queries and views that are being worked out */
    bool memory;          /* false: memory was short */
    bool too_large;
    int32_t windows; /* the window clause that was sized last, */
    const t2s_sized_text *windows_text; /* of this text, */
    uint64_t windows_size;              /* and its size */
} t2s_sizer;

/* Takes a step; false where no more are left, or memory is short. */
bool t2s_sizer_spend(t2s_sizer *s);
bool t2s_sizer_is(const t2s_sizer *s, int32_t node, t2s_sql_rule rule);
/* The name at a node, without its quotes; nothing when memory is short. */
t2s_sql_word t2s_sizer_word(t2s_sizer *s, int32_t node);
uint64_t t2s_size_largest(uint64_t a, uint64_t b);

/* Adds a column; a name of NULL is none. */
void t2s_sizer_add_column(t2s_sizer *s, t2s_sized_columns *to,
                          t2s_sql_word name, uint64_t size);
/* Adds the columns of all that stands in a scope's FROM, or of `table` there.
 */
void t2s_sizer_add_star(t2s_sizer *s, t2s_sized_columns *to, int32_t scope,
                        const t2s_sql_word *table);

/* The size of what a relation stands for; a parenthesised join is looked into
 * by its scope instead. */
const t2s_query_size *t2s_size_relation(t2s_sizer *s,
                                        const t2s_sql_relation *relation);
/* What a mention of a column comes to: the sum over all that have the name, 0
 * where none has; *other becomes the largest whose name is not known. */
uint64_t t2s_size_named(t2s_sizer *s, const t2s_sized_columns *columns,
                        const t2s_sql_relation *relation, t2s_sql_word name,
                        uint64_t *other);
/* The same over what stands in a scope's FROM. */
uint64_t t2s_size_in_scope(t2s_sizer *s, int32_t scope,
                           const t2s_sql_word *table, t2s_sql_word name,
                           uint64_t *other);

/* Of a select_stmt and of a view or virtual table (expansion.c). */
const t2s_query_size *t2s_size_query(t2s_sizer *s, int32_t query);
const t2s_query_size *t2s_size_view(t2s_sizer *s, t2s_definition *d);

#endif
