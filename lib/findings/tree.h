/*
 * tree.h - the query's tree as those who look for findings see it: each
 * column's name with the table of FROM that it comes from, and the conditions
 * that all rows must meet.
 */
#ifndef T2S_FINDINGS_TREE_H
#define T2S_FINDINGS_TREE_H

#include "facts/query.h"
#include "sql/scope.h"

/* Columns of a query that are looked at; of one that has more, nothing is
 * found that takes all of them. */
#define T2S_MOST_COLUMNS 2000

typedef enum t2s_from {
    T2S_FROM_RELATION,
    T2S_FROM_RESULT, /* the name of a result column, or of nothing: a string */
    T2S_FROM_UNKNOWN
} t2s_from;

/* A column's name that the query spells out. */
typedef struct t2s_named_column {
    int32_t expr; /* its node */
    t2s_from from;
    int32_t relation; /* T2S_FROM_RELATION: in scopes->relations */
    int32_t column;   /* of the schema, or T2S_NO_ITEM */
    int32_t scope;    /* where it stands, in scopes->scopes */
} t2s_named_column;

typedef struct t2s_find_tree {
    const t2s_tree *tree;
    t2s_sql_scopes *scopes;
    T2S_VECTOR(t2s_named_column) columns; /* in text order */
    /* For each relation: its node in FROM, and its scope. */
    T2S_VECTOR(int32_t) nodes;
    T2S_VECTOR(int32_t) homes;
    bool is_whole; /* all columns are listed */
} t2s_find_tree;

/* `tree` is all zeros before; t2s_find_tree_free ends it, after a failure too.
 * Errors: T2SED_ENOMEM. */
t2sed_status t2s_find_tree_read(t2s_find_tree *tree, const t2s_tree *of,
                                t2s_sql_scopes *scopes, t2sed_error *err);
void t2s_find_tree_free(t2s_find_tree *tree);

/* The listed column that an expr is, through parentheses; or NULL. */
const t2s_named_column *t2s_find_tree_column(const t2s_find_tree *tree,
                                             int32_t expr);
/* What stands within parentheses. */
int32_t t2s_find_tree_bare(const t2s_tree *tree, int32_t expr);

/* The condition of WHERE or ON of the SELECT `core`, of those that AND parts,
 * that a node lies in; T2S_NO_NODE where it lies elsewhere. */
int32_t t2s_find_tree_condition(const t2s_find_tree *tree, int32_t node,
                                int32_t core);

/* The operands and the operator of a comparison such as a = b; false for
 * anything else. `operator` is the terminal. */
bool t2s_find_tree_comparison(const t2s_tree *tree, int32_t expr, int32_t *left,
                              int32_t *operator, int32_t * right);

/* The text of a literal, or NULL. */
const char *t2s_find_tree_literal(const t2s_tree *tree, int32_t expr);

/* Whether a node's terminal says a word, in any case. */
bool t2s_find_tree_says(const t2s_tree *tree, int32_t node, const char *word);

/* The call of an aggregate function (of one argument or none, and no window)
 * that a node lies in or is, below `top`; or T2S_NO_NODE. */
int32_t t2s_find_tree_aggregate(const t2s_tree *tree, int32_t node,
                                int32_t top);
/* The name of a call's function, or NULL where the expr is no call. */
const char *t2s_find_tree_function(const t2s_tree *tree, int32_t expr);

#endif
