/*
 * sizer.h - what expansion.c works with: looking up what names in a query stand
 * for, and how much that is.
 */
#ifndef T2S_DATABASE_SIZER_H
#define T2S_DATABASE_SIZER_H

#include "database/catalog.h"

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
