/* slots.h - the places of a query where a value stands. */
#ifndef T2S_COLLECT_SLOTS_H
#define T2S_COLLECT_SLOTS_H

#include "base/arena.h"
#include "base/vector.h"
#include "schema/schema.h"
#include "sql/sql.h"

/* More values than this in one query are T2SED_ELIMIT. */
#define T2S_MOST_SLOTS 200

/* What a value is compared by. */
typedef enum t2s_slot_role {
    T2S_ROLE_OTHER, /* a function's argument, a selected constant... */
    T2S_ROLE_LIMIT,
    T2S_ROLE_OFFSET,
    T2S_ROLE_EQUAL,
    T2S_ROLE_NOT_EQUAL,
    T2S_ROLE_LIKE,
    T2S_ROLE_IN,
    T2S_ROLE_GREATER,
    T2S_ROLE_GREATER_EQUAL,
    T2S_ROLE_BETWEEN_LOW,
    T2S_ROLE_LESS,
    T2S_ROLE_LESS_EQUAL,
    T2S_ROLE_BETWEEN_HIGH
} t2s_slot_role;

typedef enum t2s_slot_type {
    T2S_SLOT_ANY,
    T2S_SLOT_NUMBER,
    T2S_SLOT_TEXT
} t2s_slot_type;

typedef struct t2s_slot {
    uint32_t begin, end; /* its bytes in the query */
    t2s_slot_role role;
    t2s_slot_type type;   /* a literal's own, a placeholder's by its column */
    const char *function; /* lower case, around the column; "" where none is */
    const char *table;    /* lower case; "" where it is not known */
    const char *column;   /* lower case; "" where there is none */
    const char *text;     /* a literal as SQL, strings in '...' */
} t2s_slot;

typedef struct t2s_slots {
    T2S_VECTOR(t2s_slot) list; /* in the order of the text */
    t2s_arena arena;
} t2s_slots;

/*
 * Finds the literals of a query (numbers and strings, also the "strings" that
 * are no column's name), or its placeholders: the bare name `value`, where
 * neither the schema nor the query has a column of that name.
 *
 * slots   all zeros before; t2s_slots_free ends it, after a failure too.
 * schema  may be NULL.
 *
 * Errors: T2SED_ELIMIT, T2SED_ENOMEM.
 */
t2sed_status t2s_slots_find_literals(t2s_slots *slots, const t2sed_sql *sql,
                                     const t2sed_schema *schema,
                                     t2sed_error *err);
t2sed_status t2s_slots_find_placeholders(t2s_slots *slots, const t2sed_sql *sql,
                                         const t2sed_schema *schema,
                                         t2sed_error *err);
void t2s_slots_free(t2s_slots *slots);

#endif
