/* condition.h - the conditions of a query, taken apart into slot, operator and
 * value. */
#ifndef T2S_EVIDENCE_CONDITION_H
#define T2S_EVIDENCE_CONDITION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vector.h"
#include "sql/scope.h"
#include "t2sed/link.h"

typedef struct t2s_condition {
    int clause;       /* T2SED_CONDITION_* */
    int operator;     /* T2SED_OPERATOR_* */
    bool is_negated;  /* NOT IN... */
    bool is_glob;     /* GLOB, REGEXP, MATCH: no pattern of LIKE's */
    int32_t column;   /* of the slot, or T2S_NO_ITEM */
    bool is_computed; /* within a function or an expression */
    bool folds_case;  /* lower(x) = ..., COLLATE NOCASE */
    int32_t slot;     /* the expr that is the column's name, or T2S_NO_NODE */
    uint32_t begin, end;
    int operand;   /* T2SED_OPERAND_* */
    int32_t other; /* the other column, or T2S_NO_ITEM */
    double number;
    const char *text; /* of a string or a number; NUL-terminated */
    size_t length;
    uint32_t value_begin, value_end; /* equal where there is nothing */
} t2s_condition;

/* All zeros is an empty one. */
typedef struct t2s_conditions {
    T2S_VECTOR(t2s_condition) list;
    t2s_sql_scopes scopes; /* of the query, which must live as long */
    /* Tables that are named in FROM, of the schema, in order; repeats stay. */
    T2S_VECTOR(int32_t) tables;
    T2S_VECTOR(t2s_sql_word) strings; /* all string literals of the query */
    t2s_arena arena;
} t2s_conditions;

/*
 * Reads the conditions of WHERE, HAVING, ON and USING, in the order of the
 * text. `schema` may be NULL. A double-quoted name that nothing in sight has
 * is a string, as in SQLite.
 *
 * Errors: T2SED_ENOMEM, T2SED_ELIMIT (those of t2s_sql_view).
 */
t2sed_status t2s_conditions_read(t2s_conditions *conditions,
                                 const t2sed_sql *sql,
                                 const t2sed_schema *schema, t2sed_error *err);
void t2s_conditions_free(t2s_conditions *conditions);

#endif
