/* catalog.h - the definitions of a database that SQLite expands: views, and
 * tables with generated columns. */
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
    uint64_t total; /* tokens after all copying */
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

#endif
