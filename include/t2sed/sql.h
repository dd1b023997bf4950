/*
 * t2sed/sql.h - SQL queries, parsed.
 *
 * A t2sed_sql is one SELECT query in SQLite's language, or translated to it
 * from another dialect. Parsing works on the text alone; no database is opened.
 * t2sed/parts/tree.h prints its syntax tree.
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

/*
 * Dialects of SQL. AUTO is SQLite where its parser takes the text and knows
 * the functions, else the dialect that takes it with the fewest constructs of
 * others.
 */
#define T2SED_DIALECT_SQLITE     0
#define T2SED_DIALECT_POSTGRESQL 1
#define T2SED_DIALECT_MYSQL      2
#define T2SED_DIALECT_DUCKDB     3
#define T2SED_DIALECT_BIGQUERY   4
#define T2SED_DIALECT_SNOWFLAKE  5
#define T2SED_DIALECT_TSQL       6
#define T2SED_DIALECT_AUTO       7
#define T2SED_DIALECT_CLICKHOUSE 8 /* since 0.10 */

/*
 * The name of a dialect ("postgresql"), static, or NULL where there is none of
 * that number; and the number of a name, in any case, or -1.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API const char *t2sed_dialect_name(int dialect);
T2SED_API int t2sed_dialect_of_name(const char *name);

typedef struct t2sed_sql_options {
    size_t struct_size; /* sizeof(t2sed_sql_options) */
    int dialect;        /* T2SED_DIALECT_*; default SQLite */
    int answer;         /* not 0: the text is an answer of a language model; of
                           it the query is read that stands in its first
                           Markdown fence (```) or in [SQL], or behind a label
                           such as "SQL:" (docs/dialects.md). Default 0 */
} t2sed_sql_options;

/* Fills in the defaults, `size` bytes at most. Errors: none. Threads: any.
 * Since: 0.9. */
T2SED_API void t2sed_sql_options_init(t2sed_sql_options *options, size_t size);

/*
 * Parses one query of a dialect. It is written as SQLite has it, and that is
 * what is parsed: queries of the same meaning have the same tree, whatever
 * dialect they are of, and run on a SQLite database. x::date becomes date(x),
 * ILIKE LIKE, TOP 5 LIMIT 5, schema.table table, and so on (docs/dialects.md
 * lists it all, and what is only nearly the same). A query with something of
 * its dialect that is not known cannot be judged: T2SED_EUNSUPPORTED names it.
 * With T2SED_DIALECT_AUTO that is also a function of no dialect that is known;
 * with T2SED_DIALECT_SQLITE it is left to the database, which refuses it.
 *
 * options  NULL for the defaults, and then it is t2sed_sql_parse_n but for the
 *          message: it names the dialect that a text looks like which SQLite
 *          does not take.
 *
 * Errors: those of t2sed_sql_parse, whose offsets are bytes of `text`, and
 * T2SED_EINVAL (no such dialect, struct_size), T2SED_EUNSUPPORTED (SQLite has
 * nothing that says the same, or a function, operator or format of the dialect
 * is not known; since 0.10). Threads: any. Since: 0.9.
 * Source: the manuals of PostgreSQL 16, MySQL 8, DuckDB 1, BigQuery, Snowflake,
 * SQL Server 2022 and ClickHouse 24.
 */
T2SED_API t2sed_status t2sed_sql_parse_as(t2sed_sql **out, const char *text,
                                          size_t n,
                                          const t2sed_sql_options *options,
                                          t2sed_error *err);

/*
 * What was parsed.
 *
 * text         the query as SQLite has it, NUL-terminated, borrowed; NULL of
 *              NULL. Every function that takes a query's text takes this one;
 *              of SQLite's own it is what was given.
 * dialect      T2SED_DIALECT_*, never AUTO.
 * to_source    makes a span of `text`, as one of a finding, a step or a tree,
 *              the bytes of what was given that it comes from; one outside the
 *              text stays as it is.
 *
 * Errors: none. Threads: any. Since: 0.9.
 */
T2SED_API const char *t2sed_sql_text(const t2sed_sql *sql);
T2SED_API int t2sed_sql_dialect(const t2sed_sql *sql);
T2SED_API void t2sed_sql_to_source(const t2sed_sql *sql, t2sed_span *span);

/* Frees a query. NULL is allowed. Errors: none. Since: 0.1. */
T2SED_API void t2sed_sql_free(t2sed_sql *sql);

T2SED_END_DECLS

#endif
