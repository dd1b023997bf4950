/*
 * query.h - what a query uses, as a flat list in text order: the view of it
 * that evidence is gathered from. Names are resolved, aliases are gone.
 */
#ifndef T2S_FACTS_QUERY_H
#define T2S_FACTS_QUERY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vector.h"
#include "schema/schema.h"
#include "sql/sql.h"

typedef enum t2s_query_clause {
    T2S_CLAUSE_SELECT,
    T2S_CLAUSE_FROM,
    T2S_CLAUSE_ON,
    T2S_CLAUSE_WHERE,
    T2S_CLAUSE_GROUP,
    T2S_CLAUSE_HAVING,
    T2S_CLAUSE_ORDER,
    T2S_CLAUSE_LIMIT,
    T2S_CLAUSE_NONE /* between the SELECTs of a compound, WITH... */
} t2s_query_clause;

typedef enum t2s_query_kind {
    T2S_USES_COLUMN,   /* `index` is a column of the schema */
    T2S_USES_UNKNOWN,  /* a name that no table in sight has */
    T2S_USES_STAR,     /* "*" or "t.*", not multiplication */
    T2S_USES_TABLE,    /* in FROM; `index` is a table, or T2S_NO_ITEM; what
                          WITH makes is none */
    T2S_USES_TEXT,     /* a string; `text` without its quotes */
    T2S_USES_NUMBER,   /* `number`; a sign before it is taken in */
    T2S_USES_FUNCTION, /* `index` is a t2s_query_function */
    T2S_USES_DISTINCT, /* after SELECT, or within an aggregate */
    T2S_USES_OPERATOR, /* `index` is a t2s_query_operator */
    T2S_USES_AND,      /* the connectives of conditions */
    T2S_USES_OR,
    T2S_USES_NOT,
    T2S_USES_DESCENDING /* in ORDER BY; ascending is not listed */
} t2s_query_kind;

typedef enum t2s_query_function {
    T2S_FUNCTION_COUNT,
    T2S_FUNCTION_SUM,
    T2S_FUNCTION_AVG,
    T2S_FUNCTION_MIN,
    T2S_FUNCTION_MAX,
    T2S_FUNCTION_OTHER
} t2s_query_function;

typedef enum t2s_query_operator {
    T2S_OPERATOR_EQUAL,
    T2S_OPERATOR_NOT_EQUAL,
    T2S_OPERATOR_LESS,
    T2S_OPERATOR_LESS_EQUAL,
    T2S_OPERATOR_GREATER,
    T2S_OPERATOR_GREATER_EQUAL,
    T2S_OPERATOR_LIKE, /* GLOB too */
    T2S_OPERATOR_IN,
    T2S_OPERATOR_BETWEEN,
    T2S_OPERATOR_IS,
    T2S_OPERATOR_EXISTS,
    T2S_OPERATOR_ARITHMETIC /* + - * / % || */
} t2s_query_operator;

/*
 * One thing that the query uses. A column that comes through a subquery or a
 * WITH table is the schema's; a name that stands for an expression (AS n) is
 * what the expression uses, without bytes of its own, and what USING compares
 * is a pair of columns with an equality between.
 */
typedef struct t2s_query_use {
    t2s_query_kind kind;
    t2s_query_clause clause;
    int32_t scope; /* in t2s_query.scopes */
    int32_t index; /* by kind; T2S_NO_ITEM where it means nothing */
    double number;
    const char *text; /* names, strings; NUL-terminated, in the arena */
    size_t length;
    uint32_t begin, end; /* bytes of the source; equal where resolving put it */
} t2s_query_use;

/* Where a SELECT stands. */
typedef enum t2s_query_role {
    T2S_ROLE_MAIN,      /* the outermost, the first of a compound */
    T2S_ROLE_COMPOUND,  /* behind UNION, INTERSECT or EXCEPT, outermost */
    T2S_ROLE_CONDITION, /* a subquery in WHERE, HAVING or ON */
    T2S_ROLE_FROM,      /* a subquery in FROM, or a WITH table */
    T2S_ROLE_OTHER      /* a subquery in SELECT, ORDER BY... */
} t2s_query_role;

typedef enum t2s_query_compound {
    T2S_NOT_COMPOUND,
    T2S_COMPOUND_UNION, /* ALL too */
    T2S_COMPOUND_INTERSECT,
    T2S_COMPOUND_EXCEPT
} t2s_query_compound;

/* One SELECT. ORDER BY and LIMIT of a compound are its first SELECT's. */
typedef struct t2s_query_scope {
    t2s_query_role role;
    t2s_query_compound compound; /* the operator before it */
    int32_t parent;              /* an earlier scope, or -1 */
    int32_t depth;               /* how many scopes it lies in */
    int32_t selected;            /* result columns, as written: "*" is one */
    int32_t relations;           /* tables, subqueries... in FROM */
    int32_t natural;             /* how many of them NATURAL joins */
    bool distinct;               /* SELECT DISTINCT */
    bool has[T2S_CLAUSE_NONE];   /* by t2s_query_clause */
    bool has_limit_number;       /* `limit` is a literal */
    double limit;
} t2s_query_scope;

/* All zeros is an empty one. */
typedef struct t2s_query {
    T2S_VECTOR(t2s_query_use) uses;
    T2S_VECTOR(t2s_query_scope) scopes; /* in the order of their SELECT */
    int32_t main;                       /* the scope of T2S_ROLE_MAIN */
    size_t tokens;                      /* of the source */
    t2s_arena arena;
} t2s_query;

/*
 * Reads a query. `schema` may be NULL: then no name is a T2S_USES_COLUMN
 * (all are T2S_USES_UNKNOWN) and tables have no index. A double-quoted name
 * that no table in sight has is a T2S_USES_TEXT, as SQLite takes it.
 *
 * Errors: T2SED_ENOMEM, T2SED_ELIMIT (those of t2s_sql_view).
 */
t2sed_status t2s_query_read(t2s_query *query, const t2sed_sql *sql,
                            const t2sed_schema *schema, t2sed_error *err);
void t2s_query_free(t2s_query *query);

/* A literal number as SQLite reads it, whatever the locale. */
double t2s_query_number(const char *text);

/* Whether some SELECT of it has ORDER BY. */
bool t2s_query_is_ordered(const t2s_query *query);

/* Whether a use is the equality of a join: of two columns, in ON, or in WHERE
 * if they are of two tables. */
bool t2s_query_is_join(const t2s_query *query, size_t use,
                       const t2sed_schema *schema);
/* Whether a use is an operator that makes a condition on rows or groups: in
 * ON, WHERE or HAVING, neither arithmetic nor a join. */
bool t2s_query_is_condition(const t2s_query *query, size_t use,
                            const t2sed_schema *schema);
/* Whether a use of a column only ties tables or queries together: in ON, equal
 * to another column in WHERE, on the left of IN (SELECT...), or what a SELECT
 * in a condition gives. */
bool t2s_query_only_ties(const t2s_query *query, size_t use);

#endif
