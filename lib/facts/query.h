/*
 * query.h - the facts of a query, read once: what it uses, in the order of the
 * text and with names resolved, its SELECTs, its columns' names, its
 * conditions, and what it has anywhere. Immutable once read.
 */
#ifndef T2S_FACTS_QUERY_H
#define T2S_FACTS_QUERY_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vector.h"
#include "facts/forms.h"
#include "facts/senses.h"
#include "schema/schema.h"
#include "sql/scope.h"
#include "sql/sql.h"

typedef enum t2s_query_clause {
    T2S_CLAUSE_SELECT,
    T2S_CLAUSE_FROM,
    T2S_CLAUSE_ON, /* USING too */
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
#define T2S_USES_KINDS (T2S_USES_DESCENDING + 1)

typedef enum t2s_query_function {
    T2S_FUNCTION_COUNT,
    T2S_FUNCTION_SUM, /* TOTAL too */
    T2S_FUNCTION_AVG,
    T2S_FUNCTION_MIN,
    T2S_FUNCTION_MAX,
    T2S_FUNCTION_OTHER
} t2s_query_function;
#define T2S_FUNCTIONS (T2S_FUNCTION_OTHER + 1)

/* The first ten in the order of t2sed/parts/link.h's T2SED_OPERATOR_*. */
typedef enum t2s_query_operator {
    T2S_OPERATOR_EQUAL,
    T2S_OPERATOR_NOT_EQUAL,
    T2S_OPERATOR_LESS,
    T2S_OPERATOR_LESS_EQUAL,
    T2S_OPERATOR_GREATER,
    T2S_OPERATOR_GREATER_EQUAL,
    T2S_OPERATOR_LIKE, /* GLOB, REGEXP and MATCH too */
    T2S_OPERATOR_IN,
    T2S_OPERATOR_BETWEEN,
    T2S_OPERATOR_IS, /* ISNULL, NOTNULL, NOT NULL too */
    T2S_OPERATOR_EXISTS,
    T2S_OPERATOR_ARITHMETIC /* + - * / % || & | << >> */
} t2s_query_operator;
#define T2S_OPERATORS (T2S_OPERATOR_ARITHMETIC + 1)

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
    /* Of an operator: the equality of two columns that joins tables, in ON, or
     * in WHERE if they are of two tables; or any other condition on rows or
     * groups, in ON, WHERE or HAVING, but for arithmetic. */
    bool is_join, is_condition;
    /* Of a column: one side of a join; and whether it does no more than tie
     * tables or queries together: in ON, equal to another column in WHERE, on
     * the left of IN (SELECT...), or what a SELECT in a condition gives. */
    bool is_joined, only_ties;
    int32_t function; /* of a column: the t2s_query_function that it stands
                         right behind, DISTINCT or not between; or -1 */
} t2s_query_use;

/* Where a SELECT stands. */
typedef enum t2s_query_role {
    T2S_ROLE_MAIN,      /* the outermost, the first of a compound */
    T2S_ROLE_COMPOUND,  /* behind UNION, INTERSECT or EXCEPT, outermost */
    T2S_ROLE_CONDITION, /* a subquery in WHERE, HAVING or ON */
    T2S_ROLE_FROM,      /* a subquery in FROM, or a WITH table */
    T2S_ROLE_OTHER      /* a subquery in SELECT, ORDER BY... */
} t2s_query_role;
#define T2S_ROLES (T2S_ROLE_OTHER + 1)

typedef enum t2s_query_compound {
    T2S_NOT_COMPOUND,
    T2S_COMPOUND_UNION, /* ALL too */
    T2S_COMPOUND_INTERSECT,
    T2S_COMPOUND_EXCEPT
} t2s_query_compound;
#define T2S_COMPOUNDS (T2S_COMPOUND_EXCEPT + 1)

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

typedef enum t2s_from {
    T2S_FROM_RELATION,
    T2S_FROM_RESULT, /* the name of a result column, or of nothing: a string */
    T2S_FROM_UNKNOWN
} t2s_from;

/* A column's name that the query spells out. */
typedef struct t2s_named_column {
    int32_t expr; /* its node */
    t2s_from from;
    int32_t relation;   /* T2S_FROM_RELATION: in in_sight.relations */
    int32_t column;     /* of the schema, or T2S_NO_ITEM */
    int32_t expression; /* that it stands for, or T2S_NO_NODE */
    int32_t scope;      /* where it stands, in in_sight.scopes */
} t2s_named_column;

/* What a condition compares with, in the order of T2SED_OPERAND_*. */
typedef enum t2s_operand {
    T2S_OPERAND_TEXT,
    T2S_OPERAND_NUMBER,
    T2S_OPERAND_NULL,
    T2S_OPERAND_COLUMN,
    T2S_OPERAND_QUERY,
    T2S_OPERAND_OTHER
} t2s_operand;

/* A side of a condition. */
typedef struct t2s_side {
    t2s_operand operand;
    int32_t column;   /* that it is, or that the query selects alone, or
                         T2S_NO_ITEM */
    int32_t name;     /* the expr that is the column's name, or T2S_NO_NODE */
    bool is_computed; /* within a function or an expression */
    bool folds_case;  /* lower(x) = ..., COLLATE NOCASE */
    double number;
    const char *text; /* of a string or a number; NUL-terminated */
    size_t length;
    uint32_t begin, end; /* equal where there is nothing */
} t2s_side;

/* One comparison of WHERE, HAVING, ON or USING: a slot, an operator and a
 * value. x IN (1, 2) is two of them, and so is x BETWEEN 1 AND 2; 1 < x is
 * x > 1. What CASE tells apart is a test, no condition. */
typedef struct t2s_condition {
    t2s_query_clause clause;
    t2s_query_operator operator;
    bool is_negated; /* NOT IN... */
    bool is_glob;    /* GLOB, REGEXP, MATCH: no pattern of LIKE's */
    t2s_side slot, value;
} t2s_condition;

/* Different ones of a query that are told apart. */
#define T2S_MOST_DIFFERENT_TABLES  6
#define T2S_MOST_DIFFERENT_COLUMNS 16

/* What a query has; anywhere in it where nothing else is said. */
typedef struct t2s_query_parts {
    bool uses[T2S_USES_KINDS];
    bool functions[T2S_FUNCTIONS];
    bool selected_functions[T2S_FUNCTIONS]; /* of the main SELECT's results */
    bool operators[T2S_OPERATORS];
    bool condition_operators[T2S_OPERATORS]; /* in ON, WHERE and HAVING */
    bool test_operators[T2S_OPERATORS];      /* of t2s_query.tests */
    bool clauses[T2S_CLAUSE_NONE];
    bool compounds[T2S_COMPOUNDS];
    bool roles[T2S_ROLES];                          /* of its SELECTs */
    bool has_row_condition, main_has_row_condition; /* is_condition, but for
                                                       HAVING */
    bool limit_1;                                   /* LIMIT 1 */
    bool selects_star;                              /* the main SELECT */
    bool count_distinct;                            /* COUNT (DISTINCT ...) */
    bool order_by_count;
    int32_t depth;      /* of the deepest SELECT */
    int32_t conditions; /* is_condition */
    int32_t literals;   /* strings and numbers but for LIMIT's */
    int32_t tables;     /* of different names */
    int32_t columns;    /* different ones of the schema */
    bool forms[T2S_FORM_COUNT];
    bool senses[T2S_SENSE_COUNT];
} t2s_query_parts;

/* All zeros is an empty one. */
typedef struct t2s_query {
    const t2s_tree *tree;    /* of the t2sed_sql, which must live as long */
    t2s_sql_scopes in_sight; /* which tables each node of it sees */
    T2S_VECTOR(t2s_query_use) uses;
    T2S_VECTOR(t2s_query_scope) scopes;   /* in the order of their SELECT */
    int32_t main;                         /* the scope of T2S_ROLE_MAIN */
    T2S_VECTOR(t2s_named_column) columns; /* in the order of the text */
    bool has_all_columns; /* false: there are more than `columns` */
    T2S_VECTOR(t2s_condition) conditions; /* in the order of the text */
    /* Comparisons that choose no rows by themselves: in CASE, in results, in
     * ORDER BY. `clause` is that in which they stand. */
    T2S_VECTOR(t2s_condition) tests;
    t2s_query_parts parts;
    size_t tokens; /* of the source */
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

/* The first listed column that begins at a byte of the tree or behind it; and
 * the one that an expr is, or NULL. */
size_t t2s_query_column_from(const t2s_query *query, uint32_t byte);
const t2s_named_column *t2s_query_column_at(const t2s_query *query,
                                            int32_t expr);

/* The relation that the side of a condition is a column of, or -1. */
int32_t t2s_query_relation_of(const t2s_query *query, const t2s_side *side);

#define t2s_for_each_use(query, use)                                           \
    for (const t2s_query_use *use = (query)->uses.at;                          \
         use && use < (query)->uses.at + (query)->uses.count; use++)

/* What is used i-th, or NULL behind the last. */
static inline const t2s_query_use *t2s_query_use_at(const t2s_query *query,
                                                    size_t i)
{
    return i < query->uses.count ? &query->uses.at[i] : NULL;
}

/* Whether a table stands in some FROM. */
bool t2s_query_reads_table(const t2s_query *query, int32_t table);
/* Whether a column of the schema is named anywhere. */
bool t2s_query_names_column(const t2s_query *query, int32_t column);

/* Whether both stand in the same clause of the same SELECT. */
static inline bool t2s_is_beside(const t2s_query_use *a, const t2s_query_use *b)
{
    return a->scope == b->scope && a->clause == b->clause;
}

static inline bool t2s_is_in_condition(const t2s_query_use *use)
{
    return use->clause == T2S_CLAUSE_ON || use->clause == T2S_CLAUSE_WHERE ||
           use->clause == T2S_CLAUSE_HAVING;
}

/* The operator with its sides changed: > for <. */
t2s_query_operator t2s_query_mirrored(t2s_query_operator of);
/* The test (t2s_query.tests) that compares a string or number, or NULL. */
const t2s_condition *t2s_query_test_of(const t2s_query *query,
                                       const t2s_query_use *use);

/* A literal number as SQLite reads it, whatever the locale. */
double t2s_query_number(const char *text);

/* Whether the columns of all that the query reads are known: false if it reads
 * a system table, an unknown table, a full-text virtual table or a
 * table-valued function, whose columns are not in the schema. */
bool t2s_query_knows_columns(const t2s_query *query);

/* Whether a use is a table that the schema lacks, and none of SQLite's own. */
bool t2s_is_unknown_table(const t2s_query_use *use);

/* Whether a use is a column that no table in sight has, and no name that SQLite
 * gives (rowid, column1). Only where t2s_query_knows_columns. */
bool t2s_is_unknown_column(const t2s_query_use *use);

/* How many of the names of a query, read with a schema, the schema lacks, so
 * that a database of that schema would refuse it. */
size_t t2s_query_unknown_names(const t2s_query *query);

/* In the order of t2sed/parts/schema_prediction.h's T2SED_ROLE_*. */
typedef enum t2s_item_role {
    T2S_ITEM_SELECTED,  /* in the SELECT of the query itself */
    T2S_ITEM_CONDITION, /* in WHERE or HAVING, also of a subquery */
    T2S_ITEM_GROUPED,   /* in GROUP BY */
    T2S_ITEM_ORDERED,   /* in ORDER BY */
    T2S_ITEM_JOINED,    /* only ties tables or queries together */
    T2S_ITEM_USED,      /* anything of these; of a table: in FROM */
    T2S_ITEM_ROLES
} t2s_item_role;

/* Sets bit 1 << role of columns[i] and tables[i], which are as many as the
 * schema has and are cleared first. */
void t2s_roles_read(uint8_t *columns, uint8_t *tables, const t2s_query *query,
                    const t2sed_schema *schema);

#endif
