/* scope.h - the nodes of a query: the tables that are in sight at each, what
 * its names stand for, and what its expressions are. */
#ifndef T2S_SQL_SCOPE_H
#define T2S_SQL_SCOPE_H

#include <stdbool.h>

#include "base/vector.h"
#include "sql/rules.h"
#include "sql/sql.h"

#define T2S_NO_SCOPE (-1)

/* A name without its quotes; not NUL-terminated. */
typedef struct t2s_sql_word {
    const char *at;
    size_t n;
} t2s_sql_word;

/* Where the columns of something in FROM come from. */
typedef enum t2s_sql_origin {
    T2S_FROM_TABLE,   /* a table of the database */
    T2S_FROM_QUERY,   /* a subquery or a common table expression */
    T2S_FROM_TABLES,  /* a parenthesised join with an alias */
    T2S_FROM_FUNCTION /* a table-valued function: nothing is known */
} t2s_sql_origin;

/* One table, subquery... in FROM. */
typedef struct t2s_sql_relation {
    t2s_sql_origin origin;
    t2s_sql_word name; /* what columns call it: the alias, or the table */
    const char *shown; /* the name that resolving gives its columns, or
                          NULL: a subquery without a name */
    bool aliased;      /* an alias stands for a table's name */
    int32_t query;     /* T2S_FROM_QUERY: a select_stmt */
    int32_t columns;   /* of a CTE: its first column_name, or none */
    int32_t inner;     /* T2S_FROM_TABLES: a scope */
    int32_t table;     /* T2S_FROM_TABLE: in the schema, or T2S_NO_ITEM */
    int32_t next;      /* in the same scope, in the order of FROM */
    int32_t node;      /* its table_or_subquery */
    int32_t scope;     /* of the FROM that it stands in */
} t2s_sql_relation;

/* The tables of one FROM clause. */
typedef struct t2s_sql_scope {
    int32_t parent; /* the scope of the query around it, or T2S_NO_SCOPE */
    int32_t core;   /* its select_core; T2S_NO_NODE for a parenthesised join */
    int32_t first, last; /* relations */
    uint32_t visited;    /* by which lookup last */
} t2s_sql_scope;

typedef struct t2s_sql_scopes {
    const t2s_tree *tree;
    const t2sed_schema *schema; /* or NULL */
    int32_t *scope_of;          /* for each node of the tree */
    T2S_VECTOR(t2s_sql_scope) scopes;
    T2S_VECTOR(t2s_sql_relation) relations;
    t2s_arena arena;             /* names that had doubled quotes in them */
    uint32_t lookups;            /* of names, so far */
    T2S_VECTOR(int32_t) pending; /* relations that the present one has to ask */
    size_t work;                 /* steps left before T2SED_ELIMIT */
    bool failed;                 /* memory was short for such a name */
} t2s_sql_scopes;

/* The relations of a scope, in the order of FROM. */
#define t2s_for_each_relation(in, scope, i)                                    \
    for (int32_t i = (in)->scopes.at[scope].first; i >= 0;                     \
         i = (in)->relations.at[i].next)

/* The SELECT that a node stands in, or T2S_NO_NODE. */
static inline int32_t t2s_sql_core_of(const t2s_sql_scopes *scopes,
                                      int32_t node)
{
    const int32_t scope = scopes->scope_of[node];
    return scope < 0 ? T2S_NO_NODE : scopes->scopes.at[scope].core;
}

/* Takes one step of work; false when none is left. */
bool t2s_sql_spend(t2s_sql_scopes *scopes);

/* The first child and the next sibling; T2S_NO_NODE has none. */
static inline int32_t t2s_sql_first(const t2s_tree *tree, int32_t node)
{
    return node == T2S_NO_NODE ? node : tree->nodes[node].first_child;
}

static inline int32_t t2s_sql_next(const t2s_tree *tree, int32_t node)
{
    return node == T2S_NO_NODE ? node : tree->nodes[node].next_sibling;
}

/* The first child of that rule, or T2S_NO_NODE; T2S_NO_NODE has none. */
T2S_PRIVATE
int32_t t2s_sql_child(const t2s_tree *tree, int32_t node, t2s_sql_rule rule);
T2S_PRIVATE
bool t2s_sql_is(const t2s_tree *tree, int32_t node, t2s_sql_rule rule);
/* Whether a node is a terminal that says a word, in any case. */
bool t2s_sql_says(const t2s_tree *tree, int32_t node, const char *word);
/* The first child that says a word, or T2S_NO_NODE. */
int32_t t2s_sql_child_word(const t2s_tree *tree, int32_t node,
                           const char *word);
/* The first expr that GROUP BY has behind a child of its node, or from its
 * first one on (T2S_NO_NODE), before HAVING; T2S_NO_NODE: there is none. */
int32_t t2s_sql_group_next(const t2s_tree *tree, int32_t clause, int32_t term);
#define t2s_for_each_group(tree, clause, term)                                 \
    for (int32_t term = t2s_sql_group_next(tree, clause, T2S_NO_NODE);         \
         term != T2S_NO_NODE; term = t2s_sql_group_next(tree, clause, term))
/* The terminal of a name's node, such as (table_name (any_name "t")). */
T2S_PRIVATE
int32_t t2s_sql_terminal(const t2s_tree *tree, int32_t node);
/* That terminal's text without the quotes round it; those within stay doubled.
 * Nothing of T2S_NO_NODE. */
t2s_sql_word t2s_sql_bare_word(const t2s_tree *tree, int32_t node);
/* The same with quotes undoubled. Nothing when memory is short. */
T2S_PRIVATE
t2s_sql_word t2s_sql_unquoted(t2s_sql_scopes *scopes, int32_t node);
T2S_PRIVATE
bool t2s_sql_same(t2s_sql_word a, t2s_sql_word b);

/* The common table expression of that name that is in sight at `node`, or
 * T2S_NO_NODE. */
int32_t t2s_sql_find_cte(t2s_sql_scopes *scopes, int32_t node,
                         t2s_sql_word name);

/* What a column's name stands for. */
typedef struct t2s_sql_name {
    int32_t column;     /* of the schema, or T2S_NO_ITEM */
    int32_t expression; /* an expr that has the name, or T2S_NO_NODE */
    int32_t relation;   /* the first of FROM that has the name, or is called as
                           the table before it; or -1 */
    bool has;           /* something in sight has the name */
    bool is_alias;      /* that of a result column of the same SELECT */
    bool is_unknown;    /* a relation of a nearer scope may have it */
} t2s_sql_name;

/* Whether an expr is a column's name, however qualified. */
bool t2s_sql_is_column(const t2s_tree *tree, int32_t expr);
/* Looks such a name up, from its scope outwards. */
t2s_sql_name t2s_sql_find_name(t2s_sql_scopes *scopes, int32_t expr);
/* Where the expression is a name in its turn, what that stands for in the end:
 * neither column nor expression where that is not known. */
t2s_sql_name t2s_sql_follow(t2s_sql_scopes *scopes, t2s_sql_name name);
/* The column that a relation of FROM has by that name, or T2S_NO_ITEM. */
int32_t t2s_sql_find_column(t2s_sql_scopes *scopes, int32_t relation,
                            t2s_sql_word name);

/* The relation of FROM that columns call `name`, from a scope outwards, or -1.
 */
int32_t t2s_sql_find_relation(t2s_sql_scopes *scopes, int32_t scope,
                              t2s_sql_word name);

/* Finds the scopes of a whole tree, and what FROM puts into them. `scopes` is
 * all zeros before; t2s_sql_scopes_free ends it, after a failure too. */
T2S_PRIVATE
t2sed_status t2s_sql_scopes_find(t2s_sql_scopes *scopes, const t2s_tree *tree,
                                 const t2sed_schema *schema, t2sed_error *err);
T2S_PRIVATE
void t2s_sql_scopes_free(t2s_sql_scopes *scopes);

/* ------------------------------------------ what the nodes of expressions are
 */

/* The expr between the parentheses that `expr` is, or T2S_NO_NODE. */
int32_t t2s_sql_in_parentheses(const t2s_tree *tree, int32_t expr);
/* The same through any number of parentheses: `expr` itself without any. */
int32_t t2s_sql_bare(const t2s_tree *tree, int32_t expr);

/* The operands and the operator (a terminal) of a comparison such as a = b;
 * false for anything else. */
typedef struct t2s_sql_comparison {
    int32_t left, operator, right;
    bool is_equality;
} t2s_sql_comparison;
bool t2s_sql_compares(t2s_sql_comparison *out, const t2s_tree *tree,
                      int32_t expr);

/* The operand behind the terminal `word`, or behind NOT and `word`, of an expr
 * such as a IN (...); T2S_NO_NODE for anything else. The other operand is its
 * first child. */
int32_t t2s_sql_operand(const t2s_tree *tree, int32_t expr, const char *word);

/* The text behind the first operand of an expr: "+", "AND", the NOT of NOT IN;
 * NULL for what has no operand, or nothing behind it. */
const char *t2s_sql_operator(const t2s_tree *tree, int32_t expr);
/* Whether that is one of the words of `list`, which blanks part. */
bool t2s_sql_operates(const t2s_tree *tree, int32_t expr, const char *list);

/* The text of the literal that an expr is, within parentheses or not, or
 * NULL. */
const char *t2s_sql_literal(const t2s_tree *tree, int32_t expr);
bool t2s_sql_is_null(const t2s_tree *tree, int32_t expr);

/* The name of the function that an expr calls, or NULL. */
const char *t2s_sql_function(const t2s_tree *tree, int32_t expr);
/* Whether it calls one of those that `list` names, parted by blanks. */
bool t2s_sql_calls(const t2s_tree *tree, int32_t expr, const char *list);
/* Whether an expr calls an aggregate function: MIN and MAX of several
 * arguments, and window functions, are none. */
bool t2s_sql_aggregates(const t2s_tree *tree, int32_t expr);

/* The first result_column of the first SELECT of a select_stmt, and the expr of
 * one that is alone; or T2S_NO_NODE. */
int32_t t2s_sql_result(const t2s_tree *tree, int32_t stmt);
int32_t t2s_sql_only_result(const t2s_tree *tree, int32_t stmt);
/* `expr` is in turn each of those results that is one: no star. */
int32_t t2s_sql_result_from(const t2s_tree *tree, int32_t column);
#define t2s_for_each_result(tree, stmt, expr)                                  \
    for (int32_t expr = t2s_sql_result_from(tree, t2s_sql_result(tree, stmt)); \
         expr != T2S_NO_NODE;                                                  \
         expr = t2s_sql_result_from(                                           \
             tree, t2s_sql_next(tree, (tree)->nodes[expr].parent)))
/* The result_column of a SELECT that a number stands for in GROUP BY and ORDER
 * BY, or T2S_NO_NODE. */
int32_t t2s_sql_result_at(const t2s_tree *tree, int32_t core, double place);

/* Of the conditions of WHERE and ON of the SELECT `core`, parted at AND, the
 * one that a node lies in; T2S_NO_NODE where it lies elsewhere. */
int32_t t2s_sql_condition(t2s_sql_scopes *scopes, int32_t node, int32_t core);

#endif
