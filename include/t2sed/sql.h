/*
 * t2sed/sql.h - SQL queries as syntax trees.
 *
 * A t2sed_sql is one query in SQLite's SELECT language, parsed: the whole
 * syntax tree, and the simplified tree that models read. Everything here works
 * on the text alone; no database is opened.
 */
#ifndef T2SED_SQL_H
#define T2SED_SQL_H

#include <stddef.h>

#include "schema.h"
#include "status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_sql t2sed_sql;

/* Limits on a query; more is T2SED_ELIMIT. Nesting is that of parentheses,
 * operators and queries. */
#define T2SED_SQL_MAX_BYTES   1048576
#define T2SED_SQL_MAX_NESTING 1000

/*
 * Parses one query: SELECT, VALUES or WITH ... SELECT as the parser of SQLite
 * 3.40 takes them, whatever the names in it mean. Semicolons before and after
 * it and comments are allowed and belong to no tree.
 *
 * out   the query, the caller's; free it with t2sed_sql_free.
 * text  UTF-8; copied. n is its length in bytes.
 * err   may be NULL. Its offset is the byte at which the text goes wrong; the
 *       message names what was found there and what could have stood there.
 *
 * Errors: T2SED_EEMPTY (nothing but blanks, comments and semicolons),
 * T2SED_ESYNTAX, T2SED_ENOTSELECT (INSERT, PRAGMA..., named in the message),
 * T2SED_EMANY (more than one statement; the offset is the second's),
 * T2SED_ELIMIT, T2SED_EUTF8, T2SED_ENOMEM. Threads: any, one per object.
 * Since: 0.1. Source: the grammar of sqlite.org/lang_select.html; names of
 * nodes after the grammar in Appendix D of "Error Detection for Text-to-SQL
 * Semantic Parsing" (EMNLP Findings 2023).
 */
T2SED_API t2sed_status t2sed_sql_parse(t2sed_sql **out, const char *text,
                                       t2sed_error *err);
T2SED_API t2sed_status t2sed_sql_parse_n(t2sed_sql **out, const char *text,
                                         size_t n, t2sed_error *err);

/* Frees a query. NULL is allowed. Errors: none. Since: 0.1. */
T2SED_API void t2sed_sql_free(t2sed_sql *sql);

/*
 * How the whole tree is simplified for a model; each switch is 0 or 1.
 */
typedef struct t2sed_sql_view_options {
    size_t struct_size; /* sizeof(t2sed_sql_view_options) */
    /* A non-terminal with one child is replaced by that child, from the top
     * down; children are counted before anything is left out. */
    int collapse_unary;
    /* ON ... and USING (...) stay. */
    int keep_join_constraints;
    /* The terminals "," "(" ")" and JOIN stay. */
    int keep_punctuation;
    /* table . column becomes one terminal, "table.column". */
    int merge_dots;
    /* Aliases of tables become the tables' names and "AS alias" goes; given a
     * schema, a bare column becomes table.column. 1 and 0 mean that; -1 means 1
     * when there is a schema and 0 otherwise. */
    int resolve_aliases;
    /* Style that does not change the result is removed: names of result columns
     * (spelled out where the query is grouped or sorted by them), quotes around
     * names, "x" for the string 'x', <> for !=, == for =, ASC, INNER and OUTER.
     */
    int plain_style;
} t2sed_sql_view_options;

/*
 * Fills in the defaults: the paper's simplified tree.
 *
 * size  sizeof(t2sed_sql_view_options), which becomes struct_size.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API void t2sed_sql_view_options_init(t2sed_sql_view_options *options,
                                           size_t size);

/* How a tree is printed. */
#define T2SED_SQL_SEXPR 0 /* (rule child ...), terminals as JSON strings */
#define T2SED_SQL_JSON  1 /* {"label", "range", "children"} and {"text",... */
#define T2SED_SQL_DOT   2 /* a Graphviz digraph */

/*
 * Prints a query's tree on one line. Ranges are bytes of the query's text,
 * from and up to; a terminal that alias resolution added has an empty one.
 *
 * out     NUL-terminated text; free it with t2sed_free.
 * format  T2SED_SQL_SEXPR, T2SED_SQL_JSON or T2SED_SQL_DOT.
 * view    the switches of the simplified tree; NULL prints the whole tree.
 * schema  for alias resolution; may be NULL.
 *
 * Errors: T2SED_EINVAL (format, struct_size), T2SED_ELIMIT (a query whose
 * names refer to each other in more ways than can be followed in reasonable
 * time), T2SED_ENOMEM. Since: 0.1. Source: Chen et al. 2023, section 4.2 and
 * Appendix D.
 */
T2SED_API t2sed_status t2sed_sql_print(char **out, const t2sed_sql *sql,
                                       int format,
                                       const t2sed_sql_view_options *view,
                                       const t2sed_schema *schema,
                                       t2sed_error *err);

T2SED_END_DECLS

#endif
