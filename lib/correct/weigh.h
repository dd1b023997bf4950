/*
 * weigh.h - how good a correction is: the differences between the given query
 * and a draft as features of a linear model.
 */
#ifndef T2S_CORRECT_WEIGH_H
#define T2S_CORRECT_WEIGH_H

#include "correct/said.h"
#include "sketch/prediction.h"

/* Kinds of differences. */
typedef enum t2s_change {
    T2S_ITEM_ADD,
    T2S_ITEM_DROP,
    T2S_ITEM_COLUMN,
    T2S_ITEM_STAR_ADD, /* count(*) */
    T2S_ITEM_STAR_DROP,
    T2S_ITEM_COUNT, /* an aggregate, in the order of t2s_query_function */
    T2S_ITEM_SUM,
    T2S_ITEM_AVG,
    T2S_ITEM_MIN,
    T2S_ITEM_MAX,
    T2S_ITEM_PLAIN, /* none any more */
    T2S_DISTINCT_ADD,
    T2S_DISTINCT_DROP,
    T2S_COUNT_DISTINCT_ADD,
    T2S_COUNT_DISTINCT_DROP,
    T2S_TEST_ADD,
    T2S_TEST_DROP,
    T2S_TEST_COLUMN,
    T2S_TEST_VALUE,
    T2S_TEST_OR,
    T2S_TEST_AND,
    T2S_TEST_NOT,
    T2S_TEST_NOT_DROP,
    T2S_TEST_OP, /* and one for each operator, in t2s_query_operator's order */
    T2S_TEST_OP_LAST = T2S_TEST_OP + T2S_OPERATOR_BETWEEN,
    T2S_SUB_ADD,
    T2S_SUB_DROP,
    T2S_GROUP_ADD,
    T2S_GROUP_DROP,
    T2S_GROUP_COLUMN,
    T2S_HAVING_ADD,
    T2S_HAVING_DROP,
    T2S_HAVING_LEFT,
    T2S_HAVING_VALUE,
    T2S_ORDER_ADD,
    T2S_ORDER_DROP,
    T2S_ORDER_COLUMN,
    T2S_ORDER_COUNT,
    T2S_ORDER_FUNCTION,
    T2S_ORDER_PLAIN,
    T2S_ORDER_DESC,
    T2S_ORDER_ASC,
    T2S_LIMIT_ADD,
    T2S_LIMIT_DROP,
    T2S_LIMIT_VALUE,
    T2S_TABLE_ADD,
    T2S_TABLE_DROP,
    T2S_UNION_ADD,
    T2S_INTERSECT_ADD,
    T2S_EXCEPT_ADD,
    T2S_UNION_DROP,
    T2S_INTERSECT_DROP,
    T2S_EXCEPT_DROP,
    T2S_CHANGES
} t2s_change;

/* What a column is used for, in the order of T2SED_ROLE_*. */
enum { T2S_FOR_SELECT, T2S_FOR_TEST, T2S_FOR_GROUP, T2S_FOR_ORDER, T2S_FORS };

/* --- features, by number --- */

#define T2S_PER_CHANGE (3 + 2 * T2S_HINTS)
#define T2S_PER_COLUMN 16
#define T2S_PER_TABLE  8
#define T2S_PER_VALUE  9
#define T2S_PER_QUERY  44
#define T2S_AT_COLUMNS (T2S_CHANGES * T2S_PER_CHANGE)
#define T2S_AT_TABLES  (T2S_AT_COLUMNS + 2 * T2S_FORS * T2S_PER_COLUMN)
#define T2S_AT_VALUES  (T2S_AT_TABLES + 2 * T2S_PER_TABLE)
#define T2S_AT_QUERY   (T2S_AT_VALUES + 2 * T2S_PER_VALUE)
#define T2S_FEATURES   (T2S_AT_QUERY + T2S_PER_QUERY)

typedef struct t2s_weighed {
    int32_t feature;
    float value;
} t2s_weighed;

typedef T2S_VECTOR(t2s_weighed) t2s_row;

/* Columns as bits, hashed. */
#define T2S_COLUMN_BITS 8
typedef struct t2s_column_set {
    uint64_t bits[T2S_COLUMN_BITS];
} t2s_column_set;

/* A name that the feedback or the question has in full, and the columns that
 * have it. */
typedef struct t2s_full_name {
    t2s_column_set columns;
    bool said, wanted, old, asked;
} t2s_full_name;

/* What a correction is weighed by. */
typedef struct t2s_case {
    t2s_desk desk;
    t2s_draft given;
    t2s_said question, feedback;
    bool has_feedback;
    const t2sed_schema_prediction *prediction;
    const float *weights; /* [T2S_FEATURES] */
    double heads[8];      /* logits of the sketch's clauses; 0: not known */
    /* How likely each column is for a use, and the likeliest, best first. */
    float *logits[T2S_FORS]; /* [columns] */
    float *table_logits;
    int32_t *hot[T2S_FORS];
    int32_t hot_count[T2S_FORS];
    int32_t *hot_tables;
    int32_t hot_table_count;
    uint64_t used; /* hashed columns of the given query */
    int16_t one;   /* the number 1 among the values */
    T2S_VECTOR(t2s_full_name) names;
    double changes[T2S_CHANGES]; /* what each change weighs, by all hints */
} t2s_case;

/* What a draft has (census.c). */
typedef struct t2s_census {
    t2s_column_set columns;
    uint64_t tables;
    uint64_t values;      /* the first 64 */
    uint64_t said, asked; /* words that name any of these */
    int odd[7];           /* oddities of conditions and FROM */
} t2s_census;
void t2s_count_column(t2s_column_set *set, int32_t number);
/* Adds what a SELECT has, and those within and behind it. */
void t2s_take_census(const t2s_case *of, t2s_census *census,
                     const t2s_draft *draft, int core);

/* Sets names and changes by the rest. Errors: T2SED_ENOMEM. */
t2sed_status t2s_weigh_prepare(t2s_case *of, t2sed_error *err);

/* The score of a draft; its features are appended to *row unless it is NULL
 * (NaN: memory was short). */
double t2s_weigh(const t2s_case *of, const t2s_draft *draft, t2s_row *row);

/* A word for the kind, "select", "where"...; and the kinds of the differences
 * between two drafts, each once, up to `most`; returns how many. */
int t2s_changes_of(const t2s_case *of, const t2s_draft *draft,
                   t2s_change *changes, int most);

#endif
