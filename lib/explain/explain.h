/* explain.h - how a query becomes steps: what its parts share. */
#ifndef T2S_EXPLAIN_EXPLAIN_H
#define T2S_EXPLAIN_EXPLAIN_H

#include "base/map.h"
#include "base/vector.h"
#include "schema/schema.h"
#include "sql/scope.h"
#include "t2sed/explain.h"

/* Bytes of all steps together; more is T2SED_ELIMIT. */
#define T2S_EXPLAIN_MAX_TEXT (16u << 20)

typedef T2S_VECTOR(int32_t) t2s_nodes;
typedef T2S_VECTOR(t2sed_span) t2s_spans;
typedef T2S_VECTOR(size_t) t2s_uses;

typedef struct t2s_step {
    char *text;
    int kind;
    int part;
    t2s_spans spans;
    t2s_uses uses;
} t2s_step;

struct t2sed_explanation {
    T2S_VECTOR(t2s_step) steps;
};

/* A query on its way to steps. Memory that was short is `failed`, asked once,
 * at the end. */
typedef struct t2s_explainer {
    const t2sed_sql *sql;
    const t2s_tree *tree;
    const t2sed_schema *schema; /* or NULL */
    bool raw_names;
    t2s_sql_scopes scopes;
    t2sed_explanation *made;
    size_t length; /* of all texts */
    bool failed;
    /* [nodes of the tree], 0: none. The step, from 1, that gives the rows of a
     * select_stmt or select_core; of a select_stmt that reads rows of a query
     * around it, their relation + 1; of a table_or_subquery, its relation + 1;
     * of a select_stmt in WITH, whether it reads itself. */
    int32_t *result, *outer, *relation_at, *repeats;
    bool *used_tables; /* [tables of the schema], in FROM anywhere */
    bool *twins;       /* [relations], whose table is twice in its FROM */
    t2s_map shared;    /* texts of joins and groups, to their step */

    /* The step being written. */
    t2s_string text;
    t2s_spans spans;
    t2s_uses uses;
    int32_t statement; /* that it belongs to */
    /* How aggregates and window functions are said: 0: in full, otherwise as
     * what is found in that step. */
    int32_t group_step, window_step;
    size_t groups; /* aggregates of group_step */
    int depth;     /* of expressions within each other */
    bool is_whose; /* the beginning of a condition is being said */
    bool in_alias; /* a result column is being said in place of its name */
} t2s_explainer;

/* The rows that a SELECT reads: a relation of its FROM, or a step's results. */
typedef struct t2s_source {
    int32_t relation; /* -1: none */
    int32_t step;     /* 0: none */
    bool is_joined;   /* of several relations */
} t2s_source;

/* --- words.c: texts, expressions --- */

/* Says a text in which %s stands for a text, and of the tree's nodes %v for an
 * expr, %o for one that is put in parentheses where it is an operation, %c for
 * a condition, %n for a name without its quotes, %q for SQL between
 * back-quotes; %r for a relation, and %p for "step N". */
void t2s_say(t2s_explainer *e, const char *format, ...);
/* "step N", which is then one that the step uses. */
void t2s_say_step(t2s_explainer *e, int32_t step);
/* The bytes of a node belong to the step. */
void t2s_explain_span(t2s_explainer *e, int32_t node);
/* "T table", "the results of step N". */
void t2s_say_relation(t2s_explainer *e, int32_t relation);
void t2s_say_source(t2s_explainer *e, const t2s_source *source);
void t2s_say_name(t2s_explainer *e, int32_t node); /* without quotes */
/* The same as the schema has it for people. */
void t2s_say_column_name(t2s_explainer *e, int32_t node);
/* SQL between back-quotes. */
void t2s_say_sql(t2s_explainer *e, int32_t node);
void t2s_say_value(t2s_explainer *e, int32_t expr);
/* The same in parentheses where it is an operation. */
void t2s_say_operand(t2s_explainer *e, int32_t expr);
void t2s_say_condition(t2s_explainer *e, int32_t expr);
/* `article` and such as "number of rows", "average age". */
void t2s_say_aggregate(t2s_explainer *e, int32_t expr, const char *article);
/* "ordered ascending by a, descending by b". */
void t2s_say_order(t2s_explainer *e, int32_t order_by);
/* "the rank over the rows of the same city, ordered..."; the rows and order of
 * a window_defn alone. */
void t2s_say_call(t2s_explainer *e, int32_t expr);
void t2s_say_window_rows(t2s_explainer *e, int32_t definition);
/* Values between commas, `last` before the last one. */
void t2s_say_list(t2s_explainer *e, const t2s_nodes *list, const char *last);

/* What an expr in GROUP BY or ORDER BY stands for: the result column that it
 * names or numbers, or itself. */
int32_t t2s_explain_meant(t2s_explainer *e, int32_t expr);
/* The same of an ordering_term, without parentheses, and "descending by ". */
int32_t t2s_explain_term(t2s_explainer *e, int32_t term);
const char *t2s_explain_way(const t2s_explainer *e, int32_t term);
bool t2s_explain_is_aggregate(const t2s_explainer *e, int32_t expr);
bool t2s_explain_is_window(const t2s_explainer *e, int32_t expr);
/* Adds the exprs below `top`, without those of queries within, that `is` holds
 * of; equal ones once. */
void t2s_explain_collect(t2s_explainer *e, t2s_nodes *list, int32_t top,
                         bool (*is)(const t2s_explainer *e, int32_t expr));
bool t2s_explain_same(t2s_explainer *e, int32_t a, int32_t b);
/* The operands of a chain of AND, OR...: `word` between them, parentheses
 * passed. */
void t2s_explain_operands(t2s_explainer *e, t2s_nodes *list, int32_t expr,
                          const char *word);
/* Whether a condition has a form that can follow "whose". */
bool t2s_explain_is_possessive(t2s_explainer *e, int32_t condition);
void t2s_explain_push(t2s_explainer *e, t2s_nodes *list, int32_t node);

/* Those below `parent`; returns their number. */
size_t t2s_say_exprs(t2s_explainer *e, int32_t parent, const char *last);

/* --- names.c --- */

/* A column, or a result column that a name stands for, or text. */
void t2s_say_column(t2s_explainer *e, int32_t expr);
void t2s_say_text(t2s_explainer *e, t2s_sql_word text);
/* Whether an expr is the string 'x', or "x" where no column has that name. */
bool t2s_explain_is_text(t2s_explainer *e, int32_t expr, t2s_sql_word *out);
/* `expr` reads a relation of a query around it, perhaps: the queries between
 * depend on that one's rows. */
void t2s_explain_note_outer(t2s_explainer *e, int32_t expr, int32_t relation);

/* --- joins.c --- */

/* Says how FROM puts its tables together, and returns its rows, or adds a step
 * for it. from_clause may be T2S_NO_NODE. */
t2s_source t2s_explain_from(t2s_explainer *e, int32_t from_clause);

/* --- select.c --- */

/* Adds the steps of a SELECT or VALUES, with the ORDER BY and LIMIT that are
 * its own or T2S_NO_NODE, and returns the last. */
int32_t t2s_explain_core(t2s_explainer *e, int32_t core, int32_t order,
                         int32_t limit);
/* The same for a LIMIT; `before` is the step whose rows they are. */
int32_t t2s_explain_limit(t2s_explainer *e, int32_t limit, bool is_ordered,
                          int32_t before);

/* --- steps.c --- */

/* Makes what was said a step, and returns its number; 0 where memory is short.
 * `is_shared`: a step with the same text stands for this one too. */
int32_t t2s_explain_finish(t2s_explainer *e, int kind, bool is_shared);
/* Adds all steps of a query. */
t2sed_status t2s_explain_query(t2s_explainer *e, t2sed_error *err);

#endif
