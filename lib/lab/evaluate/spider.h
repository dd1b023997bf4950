/* spider.h - a query as Spider's evaluation sees it: words, lists of
 * components; and the labels of one question, which such queries may decide. */
#ifndef T2S_EVALUATE_SPIDER_H
#define T2S_EVALUATE_SPIDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vector.h"
#include "database/result.h"
#include "database/runner.h"
#include "schema/schema.h"
#include "sql/sql.h"
#include "t2sed/lab/evaluate.h"

/* --- words --- */

/* What Spider takes for one word: mostly a token, but also t.column, -5 and
 * 1,2. A comment is a word that nothing takes. */
typedef struct t2s_spider_word {
    uint32_t begin, end;
    const char *flaw; /* why it would be other words to Spider, or NULL */
} t2s_spider_word;

typedef T2S_VECTOR(t2s_spider_word) t2s_spider_words;

/* The flaw of comments. */
extern const char t2s_spider_comment[];

/* Appends the words of a query that our parser takes; false when memory is
 * short. */
bool t2s_spider_split(t2s_spider_words *words, const char *text, size_t n);

/* The number that a word spells, whatever the locale: 5, 5.0 and 50e-1 come
 * out equal. False for what is not decimal. */
bool t2s_spider_number(const char *at, const char *end, double *number);

/* --- queries --- */

typedef enum t2s_spider_aggregate {
    T2S_SPIDER_NO_AGGREGATE,
    T2S_SPIDER_MAX,
    T2S_SPIDER_MIN,
    T2S_SPIDER_COUNT,
    T2S_SPIDER_SUM,
    T2S_SPIDER_AVG
} t2s_spider_aggregate;

typedef enum t2s_spider_comparison {
    T2S_SPIDER_BETWEEN,
    T2S_SPIDER_EQUAL,
    T2S_SPIDER_GREATER,
    T2S_SPIDER_LESS,
    T2S_SPIDER_GREATER_EQUAL,
    T2S_SPIDER_LESS_EQUAL,
    T2S_SPIDER_NOT_EQUAL,
    T2S_SPIDER_IN,
    T2S_SPIDER_LIKE,
    T2S_SPIDER_IS
} t2s_spider_comparison;

#define T2S_SPIDER_STAR (-1)

/* A column, or "*", maybe within an aggregate. */
typedef struct t2s_spider_column {
    t2s_spider_aggregate aggregate;
    bool distinct;
    int32_t column; /* in the schema, or T2S_SPIDER_STAR */
    int32_t key; /* the column that stands for its group of foreign keys, where
                    the query's FROM has its table; else the column */
} t2s_spider_column;

/* One column, or two with an operator between them. */
typedef struct t2s_spider_unit {
    char arithmetic; /* '+', '-', '*', '/', or 0: `right` means nothing */
    t2s_spider_column left, right;
} t2s_spider_unit;

typedef struct t2s_spider_item {
    t2s_spider_aggregate aggregate; /* around the whole unit */
    t2s_spider_unit unit;
} t2s_spider_item;

typedef enum t2s_spider_value_kind {
    T2S_SPIDER_NO_VALUE,
    T2S_SPIDER_NUMBER,
    T2S_SPIDER_TEXT,
    T2S_SPIDER_COLUMN,
    T2S_SPIDER_QUERY
} t2s_spider_value_kind;

typedef struct t2s_spider_value {
    t2s_spider_value_kind kind;
    double number;
    const char *text; /* between its quotes; borrowed from the query's text */
    size_t length;
    t2s_spider_column column;
    struct t2s_spider_query *query;
} t2s_spider_value;

typedef struct t2s_spider_condition {
    bool negated;
    bool after_or; /* OR stands before it, not AND; false for the first */
    t2s_spider_comparison comparison;
    t2s_spider_unit unit;
    t2s_spider_value first, second; /* the second of BETWEEN only */
} t2s_spider_condition;

typedef struct t2s_spider_conditions {
    t2s_spider_condition *at;
    size_t count;
} t2s_spider_conditions;

/* One thing in FROM: a table of the schema, or a subquery. */
typedef struct t2s_spider_table {
    int32_t table; /* T2S_NO_ITEM for a subquery */
    struct t2s_spider_query *query;
} t2s_spider_table;

typedef enum t2s_spider_compound {
    T2S_SPIDER_ALONE,
    T2S_SPIDER_INTERSECT,
    T2S_SPIDER_EXCEPT,
    T2S_SPIDER_UNION
} t2s_spider_compound;

typedef struct t2s_spider_query {
    bool distinct, descending, limited;
    t2s_spider_item *items; /* what is selected, in order */
    size_t item_count;
    t2s_spider_table *tables;
    size_t table_count;
    t2s_spider_conditions joins, where, having;
    t2s_spider_column *groups;
    size_t group_count;
    t2s_spider_unit *orders;
    size_t order_count;
    t2s_spider_compound compound; /* with the query behind it, `next` */
    struct t2s_spider_query *next;
} t2s_spider_query;

/*
 * Reads a query into *out, which lies in the arena and borrows from `sql`.
 *
 * keys  [columns of the schema] which column stands for each, by foreign keys;
 *       NULL: each for itself. A column is replaced where the FROM of the first
 *       query has its table; in nested queries it stays.
 *
 * Errors: T2SED_EUNSUPPORTED (beyond Spider's SQL; the message says by what,
 * the offset where), T2SED_ENOMEM.
 */
t2sed_status t2s_spider_query_read(t2s_spider_query **out, t2s_arena *arena,
                                   const t2sed_sql *sql,
                                   const t2sed_schema *schema,
                                   const int32_t *keys, t2sed_error *err);

/* Exact set match by a rule, T2SED_EXACT_* of t2sed/lab/exact.h: the component
 * in which the queries differ, T2SED_EXACT_NO_DIFFERENCE where they match. The
 * gold query comes second. */
int t2s_exact_difference(const t2s_spider_query *predicted,
                         const t2s_spider_query *gold, int rule);

/* A gold query and a prediction of it. All zeros is empty; the arena holds what
 * is read. */
typedef struct t2s_spider_pair {
    t2s_arena arena;
    t2s_spider_query *gold, *query; /* NULL: beyond Spider's SQL */
} t2s_spider_pair;

/* `why` says, where the gold query is beyond Spider's SQL, by what; it may be
 * `err` or NULL. Errors: T2SED_ENOMEM. */
t2sed_status t2s_spider_pair_read(t2s_spider_pair *pair, const t2sed_sql *gold,
                                  const t2sed_sql *query,
                                  const t2sed_schema *schema, t2sed_error *why,
                                  t2sed_error *err);
void t2s_spider_pair_free(t2s_spider_pair *pair);

/*
 * Whether maps from the selected items to the lists of their values are equal.
 * Items of a query that are the same share an entry, the last one's; an item is
 * paired with the result's column of its number, so that a star stands for one
 * column. Both queries of the pair are read.
 */
bool t2s_spider_same_maps(const t2s_spider_pair *pair, const t2s_result *gold,
                          const t2s_result *result);

/* --- labels (label.c) --- */

/* Fails with T2SED_ENOMEM or T2SED_EINTERRUPTED alone; all else is a reason in
 * the labels. */
t2sed_status t2s_label(t2sed_evaluation **out, t2s_runner *runner, int rule,
                       const t2sed_evaluator_item *item, t2sed_error *err);

#endif
