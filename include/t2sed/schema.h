/*
 * t2sed/schema.h - the schema of a database: tables, columns, types and keys.
 *
 * A t2sed_schema is a database's (t2sed_database_schema), or is read from
 * CREATE TABLE statements or from Spider's tables.json. It is immutable: any
 * number of threads may read it at once. Tables are numbered from 0 in the
 * order of the source, columns from 0 through all tables, so that the columns
 * of one table are neighbours. Names are as the source spells them; "readable"
 * names are what a person would say ("home town" for Home_Town).
 */
#ifndef T2SED_SCHEMA_H
#define T2SED_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

T2SED_BEGIN_DECLS

typedef struct t2sed_schema t2sed_schema;
typedef struct t2sed_schemas t2sed_schemas; /* many, each with a name */

/* What a column holds, made out from its declared type. */
#define T2SED_TYPE_TEXT    0
#define T2SED_TYPE_NUMBER  1
#define T2SED_TYPE_TIME    2 /* dates, times, years */
#define T2SED_TYPE_BOOLEAN 3
#define T2SED_TYPE_OTHER   4 /* blobs, and what has no type or a strange one */

/* Limits: more is T2SED_ELIMIT. */
#define T2SED_SCHEMA_MAX_TABLES  10000
#define T2SED_SCHEMA_MAX_COLUMNS 100000 /* in all tables together */

/*
 * Reads a schema from CREATE TABLE, CREATE VIEW and CREATE INDEX statements in
 * SQLite's language, `n` bytes at `text`. Nothing is kept or run: SQLite
 * itself reads them into an empty database in memory. Names given to the
 * schema: "".
 *
 * Errors: T2SED_EFORMAT (a statement that SQLite rejects, or one of another
 * kind, with its byte offset), T2SED_EUTF8, T2SED_EEMPTY (no statement),
 * T2SED_ELIMIT (1 MiB of text), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schema_parse_ddl_n(t2sed_schema **out,
                                                const char *text, size_t n,
                                                t2sed_error *err);
T2SED_API t2sed_status t2sed_schema_parse_ddl(t2sed_schema **out,
                                              const char *text,
                                              t2sed_error *err);

T2SED_API void t2sed_schema_free(t2sed_schema *schema);

/*
 * Reads all schemas of a file in the format of Spider's tables.json: an array
 * of objects with "db_id", "table_names_original", "column_names_original",
 * "column_types", "primary_keys" (column numbers; arrays of them for keys of
 * several columns), "foreign_keys" (pairs), and optionally the readable
 * "table_names" and "column_names". The "*" column (table -1) is understood
 * and left out.
 *
 * Errors: T2SED_ENOTFOUND, T2SED_EIO, T2SED_EFORMAT (names the db_id and the
 * member), T2SED_ELIMIT (64 MiB), T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_schemas_open(t2sed_schemas **out, const char *path,
                                          t2sed_error *err);
T2SED_API void t2sed_schemas_free(t2sed_schemas *schemas);

/* The schema whose db_id is `name` (case counts), or NULL; borrowed. Takes
 * constant time. Since: 0.1. */
T2SED_API const t2sed_schema *t2sed_schemas_find(const t2sed_schemas *schemas,
                                                 const char *name);

/* --- what it has --- */

/* A table or view. */
typedef struct t2sed_schema_table {
    size_t struct_size; /* sizeof(t2sed_schema_table) */
    const char *name, *readable;
    size_t first_column, column_count; /* its columns stand together */
    int is_view;                       /* 1 for a view, 0 for a table */
} t2sed_schema_table;
#define T2SED_SCHEMA_TABLE_INIT                                                \
    {                                                                          \
        sizeof(t2sed_schema_table), NULL, NULL, 0, 0, 0                        \
    }

/* A column. */
typedef struct t2sed_schema_column {
    size_t struct_size; /* sizeof(t2sed_schema_column) */
    const char *name, *readable;
    const char *type; /* as declared ("VARCHAR(20)"), "" where none was */
    size_t table;     /* that it belongs to */
    int kind;         /* T2SED_TYPE_* */
    int primary;      /* its place in the table's primary key, from 1; 0: it is
                         not part of it */
} t2sed_schema_column;
#define T2SED_SCHEMA_COLUMN_INIT                                               \
    {                                                                          \
        sizeof(t2sed_schema_column), NULL, NULL, NULL, 0, 0, 0                 \
    }

/* A column that refers to another. A key of several columns is several of
 * these, with one number in `group`. */
typedef struct t2sed_schema_foreign_key {
    size_t struct_size; /* sizeof(t2sed_schema_foreign_key) */
    size_t from, to;    /* columns */
    int group;
} t2sed_schema_foreign_key;
#define T2SED_SCHEMA_FOREIGN_KEY_INIT                                          \
    {                                                                          \
        sizeof(t2sed_schema_foreign_key), 0, 0, 0                              \
    }

/* How many there are; 0 of NULL. Errors: none. Threads: any. Since: 0.1. */
T2SED_API size_t t2sed_schema_table_count(const t2sed_schema *schema);
T2SED_API size_t t2sed_schema_column_count(const t2sed_schema *schema);
T2SED_API size_t t2sed_schema_foreign_key_count(const t2sed_schema *schema);

/*
 * Table, column or foreign key `i`.
 *
 * out  its struct_size is set by the caller; receives the rest, whose pointers
 *      live as long as the schema.
 *
 * Errors: T2SED_EINVAL (NULL, out of range, struct_size not set).
 * Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_schema_table_get(const t2sed_schema *schema,
                                              size_t i, t2sed_schema_table *out,
                                              t2sed_error *err);
T2SED_API t2sed_status t2sed_schema_column_get(const t2sed_schema *schema,
                                               size_t i,
                                               t2sed_schema_column *out,
                                               t2sed_error *err);
T2SED_API t2sed_status
t2sed_schema_foreign_key_get(const t2sed_schema *schema, size_t i,
                             t2sed_schema_foreign_key *out, t2sed_error *err);

/* What is most asked for, without a record: the db_id, the SQLite file's path,
 * or ""; names, NULL past the end; the table that a column belongs to,
 * T2SED_NONE past the end. Borrowed. Errors: none. Threads: any. Since: 0.1. */
T2SED_API const char *t2sed_schema_name(const t2sed_schema *schema);
T2SED_API const char *t2sed_schema_table_name(const t2sed_schema *schema,
                                              size_t table);
T2SED_API const char *t2sed_schema_column_name(const t2sed_schema *schema,
                                               size_t column);
T2SED_API size_t t2sed_schema_column_table(const t2sed_schema *schema,
                                           size_t column);

T2SED_END_DECLS

#endif
