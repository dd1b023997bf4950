/* sql.h - a parsed query as the rest of the library sees it. */
#ifndef T2S_SQL_SQL_H
#define T2S_SQL_SQL_H

#include <stdatomic.h>

#include "base/private.h"
#include "base/tree.h"
#include "base/vector.h"
#include "t2sed/parts/tree.h"

#define T2S_SQL_MAX_NESTING T2SED_SQL_MAX_NESTING

/* Bytes of the text that stand for bytes of what was given. */
typedef struct t2s_sql_stretch {
    size_t at, n;
    uint32_t begin, end;
} t2s_sql_stretch;

struct t2sed_sql {
    char *text; /* as SQLite has it, NUL-terminated */
    size_t length;
    char *source;  /* the query as it was given; NULL: the text is it */
    t2s_tree full; /* the whole parse tree; its root is a select_stmt */
    int dialect;   /* of what was given */
    size_t shift;  /* where in that the query begins */
    T2S_VECTOR(t2s_sql_stretch) map; /* empty: the text is as given */
    bool failed;                     /* while the map is made */
    atomic_uint shared;              /* how often t2s_sql_retain was called */
};

/* Whether the rows of the whole query are sorted: ORDER BY stands behind the
 * last SELECT of a compound one. */
bool t2s_sql_is_ordered(const t2sed_sql *sql);

/* The same query once more; each is ended with t2sed_sql_free. */
t2sed_sql *t2s_sql_retain(const t2sed_sql *sql);

/* Appends a blank to the text, so that it differs from that of another query
 * which only its source sets apart. False when memory is short. */
bool t2s_sql_set_apart(t2sed_sql *sql);

/* Makes the tree of sql->text. Errors: those of t2sed_sql_parse. */
t2sed_status t2s_sql_parse_text(t2sed_sql *sql, t2sed_error *err);
/* Errors: T2SED_ELIMIT, T2SED_ESYNTAX (a NUL byte), T2SED_EUTF8. */
t2sed_status t2s_sql_check_text(const char *text, size_t n, t2sed_error *err);
/* The query as it was given, without the fence or the words around it. */
const char *t2s_sql_source(const t2sed_sql *sql);
/* The byte of what was given that stands for one of the text. */
size_t t2s_sql_source_at(const t2sed_sql *sql, size_t at);

/*
 * The tree that a model reads, in *out (t2s_tree_free ends it): nodes stand in
 * pre-order, labels are static, terminals have the bytes of the source that
 * they come from (begin == end for what alias resolution added). `view` NULL
 * stands for the defaults, `schema` may be NULL.
 *
 * Errors: T2SED_EINVAL (struct_size), T2SED_ELIMIT (names of a hostile query
 * need too much work to resolve), T2SED_ENOMEM.
 */
t2sed_status t2s_sql_view(t2s_tree *out, const t2sed_sql *sql,
                          const t2sed_sql_view_options *view,
                          const t2sed_schema *schema, t2sed_error *err);

/* What a view changes in a node of the whole tree: of a terminal, `text`
 * replaces the spelling; of an `expr` that is a bare column, it is the table to
 * put before it. */
typedef struct t2s_sql_change {
    const char *text; /* NULL: none */
    bool dropped;     /* the node goes, with all below it */
} t2s_sql_change;

/*
 * Fills in changes[0..sql->full.count), which are all zeros before: names of
 * tables for their aliases, and, with a schema, tables for bare columns. Texts
 * are borrowed from the query's tree. Errors: T2SED_ENOMEM, T2SED_ELIMIT.
 */
T2S_PRIVATE
t2sed_status t2s_sql_resolve(t2s_sql_change *changes, const t2sed_sql *sql,
                             const t2sed_schema *schema, t2sed_error *err);

/*
 * Adds what makes queries of the same meaning look the same, after
 * t2s_sql_resolve or without it:
 *
 *  - names of result columns (AS total) go, and where GROUP BY, HAVING or
 *    ORDER BY use one, its expression is spelled in its place; those of derived
 *    tables and of WITH stay, since names elsewhere refer to them;
 *  - "x" that is no column is the string 'x', as SQLite reads it; other
 *    quotes around names go;
 *  - <> becomes !=, == becomes =, ASC, INNER and OUTER go.
 *
 * New texts live in `arena`. Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_sql_plain_style(t2s_sql_change *changes, const t2sed_sql *sql,
                                 t2s_arena *arena, t2sed_error *err);

/*
 * Appends the query in one manner of writing, that of Spider's queries, so that
 * likelihoods compare what queries say: keywords in capitals, functions in
 * small letters, "T1.", "T2." before the columns of several tables and nothing
 * before those of one, strings in double quotes, names as in the schema (which
 * may be NULL), names of result columns replaced by what they stand for, where
 * that is short. The text is for reading, not for running. Errors:
 * T2SED_ENOMEM, T2SED_ELIMIT.
 */
t2sed_status t2s_sql_spell(t2s_string *out, const t2sed_sql *sql,
                           const t2sed_schema *schema, t2sed_error *err);

/*
 * answer.c: leaves of an answer of a language model, text[*begin..*end), the
 * query: what stands in its first fence or in <sql>, behind a label such as
 * "SQL Query:" and thoughts in tags; without what stands behind a query, such
 * as "SQLResult: 3", a line GO or [/SQL]. A text without any of these stays.
 */
void t2s_sql_take_answer(const char *text, size_t *begin, size_t *end);

#endif
