/* schema.h - a schema as the SQL views and the graph builder see it. */
#ifndef T2S_SCHEMA_SCHEMA_H
#define T2S_SCHEMA_SCHEMA_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/private.h"
#include "base/vector.h"
#include "t2sed/schema.h"

#define T2S_NO_ITEM (-1) /* no table or column */

/* The API numbers tables and columns by size_t, with T2SED_NONE. */
static inline size_t t2s_item_out(int32_t item)
{
    return item < 0 ? T2SED_NONE : (size_t)item;
}
static inline int32_t t2s_item_in(size_t item)
{
    return item > INT32_MAX ? T2S_NO_ITEM : (int32_t)item;
}

typedef struct t2s_table {
    const char *name;     /* as the database spells it, unquoted */
    const char *readable; /* lower case, words parted by single blanks */
    int32_t first_column, column_count; /* within the schema's columns */
    int32_t key_columns; /* of the primary key; 0: none is declared */
    bool is_view;
    const char *definition; /* CREATE TABLE or VIEW, as SQLite has it, a table's
                               CREATE UNIQUE INDEX statements behind it, parted
                               by semicolons; NULL: not known */
} t2s_table;

typedef struct t2s_column {
    int32_t table;
    const char *name, *readable; /* as for tables */
    const char *type;            /* as declared, "" where none is */
    int32_t kind;                /* T2SED_TYPE_* */
    int32_t primary;   /* place in the table's primary key from 1, or 0 */
    int32_t next_same; /* the next column of that name, or T2S_NO_ITEM */
    bool is_foreign, is_referenced; /* by some foreign key */
} t2s_column;

typedef struct t2s_foreign_key {
    int32_t from, to; /* columns */
    int32_t group;    /* one number per constraint */
} t2s_foreign_key;

/* Immutable once made. Spider's "*" column is not among the columns. */
struct t2sed_schema {
    const char *name; /* db_id, path, or "" */
    const char *path; /* the SQLite file it was read from, or NULL */
    t2s_table *tables;
    t2s_column *columns;
    t2s_foreign_key *foreign_keys;
    size_t table_count, column_count, foreign_key_count;
    size_t table_capacity, column_capacity, foreign_key_capacity;
    t2s_map table_names;  /* name -> table */
    t2s_map column_names; /* name -> first column of that name */
    t2s_arena arena;
};

struct t2sed_schemas {
    T2S_VECTOR(t2sed_schema *) list;
    t2s_map names; /* db_id -> place in the list */
};

/* t2sed_schemas_open of n bytes of JSON; `what` names them in messages. */
t2sed_status t2s_schemas_parse(t2sed_schemas **out, const char *text, size_t n,
                               const char *what, t2sed_error *err);

/* Both compare without regard to ASCII case and return T2S_NO_ITEM where there
 * is none. `table` T2S_NO_ITEM looks in all tables: the first column of that
 * name, and in *matches (NULL allowed) how many tables have one. */
T2S_PRIVATE
int32_t t2s_schema_find_table(const t2sed_schema *schema, const char *name,
                              size_t n);
T2S_PRIVATE
int32_t t2s_schema_find_column(const t2sed_schema *schema, int32_t table,
                               const char *name, size_t n, size_t *matches);

/* Building, used by the readers only. Text is copied; a `readable` of NULL is
 * made from the name. Columns go to the table that was added last. They return
 * T2SED_ENOMEM or T2SED_ELIMIT. */
t2sed_status t2s_schema_add_table(t2sed_schema *schema, const char *name,
                                  size_t n, const char *readable, bool is_view,
                                  t2sed_error *err);
t2sed_status t2s_schema_add_column(t2sed_schema *schema, const char *name,
                                   size_t n, const char *readable,
                                   const char *type, t2sed_error *err);
t2sed_status t2s_schema_add_foreign_key(t2sed_schema *schema, int32_t from,
                                        int32_t to, int32_t group,
                                        t2sed_error *err);
t2sed_schema *t2s_schema_new(void);
/* Makes the lookups, once all is added. */
t2sed_status t2s_schema_index(t2sed_schema *schema, t2sed_error *err);

/* Whether a foreign key leads from one column to the other. */
bool t2s_schema_refers(const t2sed_schema *schema, int32_t from, int32_t to);
/* What a column's last foreign key refers to, or T2S_NO_ITEM. */
int32_t t2s_schema_target(const t2sed_schema *schema, int32_t column);
/* Whether a column is of a primary key, or an end of a foreign key. */
bool t2s_schema_is_key(const t2sed_schema *schema, int32_t column);
/* Whether a column alone is its table's primary key. */
bool t2s_schema_is_lone_key(const t2sed_schema *schema, int32_t column);
/* Whether a column refers to another one, or may: it has no foreign key and is
 * of the same type, and the other is its table's only key. */
bool t2s_schema_may_refer(const t2sed_schema *schema, int32_t from, int32_t to);
/* Whether one of two columns' names ends as the other does: id and
 * restaurant_id. */
bool t2s_schema_are_alike(const t2sed_schema *schema, int32_t a, int32_t b);

/* Why the values of two columns may be equal. */
typedef enum t2s_relation {
    T2S_RELATION_NONE,
    T2S_RELATION_NAME,    /* a primary key and a column of its name */
    T2S_RELATION_SHARED,  /* foreign keys that refer to one column */
    T2S_RELATION_DECLARED /* a foreign key and what it refers to */
} t2s_relation;

t2s_relation t2s_schema_relate(const t2sed_schema *schema, int32_t a,
                               int32_t b);

/* Whether a foreign key leads from one table to the other. */
bool t2s_schema_table_refers(const t2sed_schema *schema, int32_t from,
                             int32_t to);
/* A third table that has foreign keys to both, or T2S_NO_ITEM. */
int32_t t2s_schema_bridge(const t2sed_schema *schema, int32_t a, int32_t b);

/* Whether a declared type has `part` in its name, without regard to case. */
bool t2s_type_has(const char *declared, const char *part);
/* T2SED_TYPE_* of a declared type. */
int32_t t2s_type_kind(const char *declared);

/* The readable form of a name: split at underscores, blanks, and where case
 * says so, lower-cased (ASCII). In the arena; NULL when memory is short. */
const char *t2s_readable_name(t2s_arena *arena, const char *name, size_t n);

#endif
