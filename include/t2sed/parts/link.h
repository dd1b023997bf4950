/*
 * t2sed/parts/link.h - links the conditions of a query with the schema, the
 * values of the database, and the words of the question.
 *
 *     t2sed_link_condition condition = T2SED_LINK_CONDITION_INIT;
 *     t2sed_linker_new(&linker, database, &err);
 *     t2sed_linker_link(&links, linker, question, query, NULL, &err);
 *     t2sed_links_score(links);    how well all of it fits, 0 to 1
 *     t2sed_links_condition_get(links, 0, &condition, &err);
 *     condition.value_in_column;   whether the column has the value
 *     t2sed_links_repaired(&text, NULL, links, 0, &err);
 *
 * Each condition of WHERE, HAVING and JOIN consists of a slot (a column), an
 * operator and a value. The value is looked up in the column, in the other
 * columns of the database, and in the question; the slot's name is looked up in
 * the question. Where a value is not in its column, a repair proposes what was
 * probably meant; repairs are never applied unasked.
 *
 * Everything is optional: without rows, what depends on values is unknown;
 * without a schema, what depends on columns; without a question, what depends
 * on that.
 */
#ifndef T2SED_LINK_H
#define T2SED_LINK_H

#include <stddef.h>
#include <stdint.h>

#include "../conversation.h"
#include "../database.h"
#include "../question.h"
#include "../sql.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* Links queries with one database. Used by one thread at a time. */
typedef struct t2sed_linker t2sed_linker;
/* What was found of one query; immutable. */
typedef struct t2sed_links t2sed_links;

/* How two things match; the higher, the better. */
#define T2SED_MATCH_UNKNOWN 0 /* there was nothing to compare with */
#define T2SED_MATCH_NONE    1
/* A value is in another column, not in that of its condition. */
#define T2SED_MATCH_ELSEWHERE    2
#define T2SED_MATCH_ABBREVIATION 3 /* usa, dept; T for yes */
#define T2SED_MATCH_PREFIX       4 /* one begins with the other: L, left */
#define T2SED_MATCH_PARTIAL      5 /* some of the words */
#define T2SED_MATCH_SPELLING     6 /* the same but for case, marks, plural */
#define T2SED_MATCH_EXACT        7

/* Where a condition stands. */
#define T2SED_CONDITION_WHERE  0
#define T2SED_CONDITION_HAVING 1
#define T2SED_CONDITION_JOIN   2 /* ON and USING */

/* Operators of conditions. `3 < x` is read as `x > 3`. */
#define T2SED_OPERATOR_EQUAL         0
#define T2SED_OPERATOR_NOT_EQUAL     1
#define T2SED_OPERATOR_LESS          2
#define T2SED_OPERATOR_LESS_EQUAL    3
#define T2SED_OPERATOR_GREATER       4
#define T2SED_OPERATOR_GREATER_EQUAL 5
#define T2SED_OPERATOR_LIKE          6 /* GLOB, REGEXP and MATCH too */
#define T2SED_OPERATOR_IN            7
#define T2SED_OPERATOR_BETWEEN       8
#define T2SED_OPERATOR_IS            9

/* What a slot is compared with. */
#define T2SED_OPERAND_TEXT   0 /* a string */
#define T2SED_OPERAND_NUMBER 1
#define T2SED_OPERAND_NULL   2 /* IS NULL, NOTNULL... */
#define T2SED_OPERAND_COLUMN 3 /* another column: a join, mostly */
#define T2SED_OPERAND_QUERY  4 /* a subquery */
#define T2SED_OPERAND_OTHER  5 /* an expression */

/* What a question mentions. */
#define T2SED_MENTION_TABLE  0
#define T2SED_MENTION_COLUMN 1
#define T2SED_MENTION_VALUE  2 /* a value of a column */

/* What a repair changes. */
#define T2SED_REPAIR_VALUE  0
#define T2SED_REPAIR_COLUMN 1

/*
 * Prepares to link queries.
 *
 * out       freed with t2sed_linker_free.
 * database  may be freed while the linker lives, since the linker keeps what it
 *           needs; NULL: nothing is known of schema or values. The
 *           index of its values is made once for all linkers: in a table of a
 *           million rows that takes seconds, with `index` in the database's
 *           options only the first time (docs/performance.md). A limit that is
 *           reached is no error: what lies beyond it is unknown.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOTFOUND, T2SED_EDATABASE, T2SED_ENOMEM.
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_linker_new(t2sed_linker **out,
                                        t2sed_database *database,
                                        t2sed_error *err);
T2SED_API void t2sed_linker_free(t2sed_linker *linker);

typedef struct t2sed_link_options {
    size_t struct_size; /* sizeof(t2sed_link_options) */
    /* The turns before the question, or NULL: what the last 15 of them name
     * counts as named. */
    const t2sed_conversation *conversation;
} t2sed_link_options;

/* Fills in the defaults, `size` bytes at most: sizeof(t2sed_link_options).
 * Errors: none. Threads: any. Since: 0.9. */
T2SED_API void t2sed_link_options_init(t2sed_link_options *options,
                                       size_t size);

/*
 * Links one query. A linker remembers what the last question named, so ask for
 * all candidates of a beam in a row.
 *
 * out       freed with t2sed_links_free; needs neither linker nor arguments.
 * question  may be NULL.
 * sql       may be NULL if the question is not: then only what that names is
 *           found, and the score is NaN.
 * options   NULL for the defaults.
 *
 * Errors: T2SED_EINVAL, T2SED_ELIMIT (names of a hostile query need too much
 * work to resolve), T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 * Source: Zeng et al., "N-best hypotheses reranking for text-to-SQL systems"
 * (SLT 2022), section 4.2, on names and values as RAT-SQL links them (Wang et
 * al. 2020, section 4.3); over several turns: Parthasarathi et al.,
 * "Conversational text-to-SQL" (2023), section 2.2.
 */
T2SED_API t2sed_status t2sed_linker_link(
    t2sed_links **out, t2sed_linker *linker, const t2sed_question *question,
    const t2sed_sql *sql, const t2sed_link_options *options, t2sed_error *err);
T2SED_API void t2sed_links_free(t2sed_links *links);

/*
 * How far question and database bear the conditions out: 1 where nothing
 * speaks against them (a query without conditions too), 0 where something
 * surely does; between, the least score of a condition, lowered for values of
 * the database that the question names and the query does not use. NaN where
 * nothing is known. docs/internals/link.md has the table.
 *
 * Errors: none. Threads: any. Since: 0.1.
 */
T2SED_API double t2sed_links_score(const t2sed_links *links);

/* A condition of the query. IN with a list and BETWEEN are one condition for
 * each value. Spans are of the query's text, or of the question's, and absent
 * where there is nothing. */
typedef struct t2sed_link_condition {
    size_t struct_size; /* sizeof(t2sed_link_condition), set by the caller */

    /* What the query says. */
    int clause;    /* T2SED_CONDITION_* */
    int op;        /* T2SED_OPERATOR_* */
    int negated;   /* 1: NOT IN, NOT LIKE, NOT BETWEEN, IS NOT */
    int computed;  /* 1: the slot is a function or an expression */
    size_t column; /* of the schema that the slot is, also within a function;
                       or T2SED_NONE */
    int operand;   /* T2SED_OPERAND_*: what the slot is compared with */
    size_t other_column; /* T2SED_OPERAND_COLUMN: that one; _QUERY: the column
                             that it selects; or T2SED_NONE */
    const char *value;   /* a string without its quotes, a number as it is
                            written; NULL for what is no value */
    size_t value_length;
    t2sed_span slot_sql, value_sql; /* in the query; quotes included */

    /* How the question names slot and value, T2SED_MATCH_*, and where; in the
     * question (turn 0), in the turn before it (1), and so on. */
    int slot_in_question;
    int value_in_question;
    t2sed_span slot_question, value_question;
    size_t slot_turn, value_turn;

    /*
     * How the value matches those of the column (of the two columns of a join:
     * how they are related; EXACT: a foreign key, SPELLING: two that refer to
     * one column, PARTIAL: a key and a column of its name, NONE). For LIKE:
     * EXACT where a value matches the pattern. UNKNOWN where not all values
     * are known, and for <, > and BETWEEN.
     */
    int value_in_column;
    size_t found_column; /* the column that has the value where its own has
                             not: one of a table in use if there is one; or
                             T2SED_NONE */
    int type_fits; /* 1: the value is of a type that the column holds; 0: not
                      (a word and a column of numbers); -1: can't be told */
    double score;  /* the condition's part of the score, 0 to 1, or NaN */
} t2sed_link_condition;
#define T2SED_LINK_CONDITION_INIT                                              \
    {                                                                          \
        sizeof(t2sed_link_condition), 0, 0, 0, 0, 0, 0, 0, NULL, 0, {0, 0},    \
            {0, 0}, 0, 0, {0, 0}, {0, 0}, 0, 0, 0, 0, 0, 0                     \
    }

/*
 * The conditions in the order of the query: how many, and number i in *out;
 * texts are borrowed from the links. Of those behind the first 1,000 all is
 * unknown but what the query says.
 *
 * Errors: T2SED_EINVAL (i is not below the count; out->struct_size is not
 * set). Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_links_condition_count(const t2sed_links *links);
T2SED_API t2sed_status t2sed_links_condition_get(const t2sed_links *links,
                                                 size_t i,
                                                 t2sed_link_condition *out,
                                                 t2sed_error *err);

/* Something that the question mentions: a table or a column by its name
 * (EXACT: all words of the name in a row, PARTIAL: some), or a column by a
 * value of it (SPELLING and better: all of the value, PARTIAL: a word). */
typedef struct t2sed_link_mention {
    size_t struct_size;  /* sizeof(t2sed_link_mention), set by the caller */
    int kind;            /* T2SED_MENTION_* */
    int match;           /* T2SED_MATCH_* */
    size_t item;         /* the table or column; of a value its column */
    t2sed_span question; /* in the text of the turn */
    size_t turn;         /* 0: the question; 1: the turn before it... */
    const char *value;   /* as the database has it, or NULL */
    size_t value_length;
} t2sed_link_mention;
#define T2SED_LINK_MENTION_INIT                                                \
    {                                                                          \
        sizeof(t2sed_link_mention), 0, 0, 0, {0, 0}, 0, NULL, 0                \
    }

/*
 * The mentions in the order of the question, at most 4,096: how many, and
 * number i in *out; texts are borrowed from the links.
 *
 * Errors: as for t2sed_links_condition_get. Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_links_mention_count(const t2sed_links *links);
T2SED_API t2sed_status t2sed_links_mention_get(const t2sed_links *links,
                                               size_t i,
                                               t2sed_link_mention *out,
                                               t2sed_error *err);

/* What could be put right in a condition. */
typedef struct t2sed_link_repair {
    size_t struct_size; /* sizeof(t2sed_link_repair), set by the caller */
    size_t condition;   /* its number */
    int kind;           /* T2SED_REPAIR_* */
    size_t column;      /* that the new value or name is of */
    t2sed_span sql;     /* the bytes of the query that it replaces */
    const char *text;   /* by what: SQL, quoted as need be */
    size_t text_length;
    double confidence; /* above 0 to 1 */
} t2sed_link_repair;
#define T2SED_LINK_REPAIR_INIT                                                 \
    {                                                                          \
        sizeof(t2sed_link_repair), 0, 0, 0, {0, 0}, NULL, 0, 0                 \
    }

/*
 * The repairs, the best of a condition first: how many, and number i in *out;
 * texts are borrowed from the links.
 *
 * Errors: as for t2sed_links_condition_get. Threads: any. Since: 0.9.
 */
T2SED_API size_t t2sed_links_repair_count(const t2sed_links *links);
T2SED_API t2sed_status t2sed_links_repair_get(const t2sed_links *links,
                                              size_t i, t2sed_link_repair *out,
                                              t2sed_error *err);
/*
 * The query's text with repair i in it.
 *
 * out     NUL-terminated, freed with t2sed_free.
 * length  its bytes; may be NULL.
 *
 * Errors: T2SED_EINVAL (no such repair), T2SED_ENOMEM. Threads: any.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_links_repaired(char **out, size_t *length,
                                            const t2sed_links *links, size_t i,
                                            t2sed_error *err);

/* "exact", "elsewhere"... of T2SED_MATCH_*; "=", "like"... of
 * T2SED_OPERATOR_*; "where"... of T2SED_CONDITION_*; NULL for others.
 * Since: 0.1. */
T2SED_API const char *t2sed_match_name(int match);
T2SED_API const char *t2sed_operator_name(int op);
T2SED_API const char *t2sed_condition_name(int clause);

T2SED_END_DECLS

#endif
