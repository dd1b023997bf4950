/* fields.h - members of JSON objects as fields of a struct, by a table that
 * readers and writers share. */
#ifndef T2S_WEIGHTS_FIELDS_H
#define T2S_WEIGHTS_FIELDS_H

#include "base/arena.h"
#include "base/json.h"
#include "base/private.h"

typedef enum t2s_field_kind {
    T2S_FIELD_COUNT,  /* int32_t: an integer from `low` to `high` */
    T2S_FIELD_NUMBER, /* double: a number from `low` to `high` */
    T2S_FIELD_FLAG,   /* bool */
    T2S_FIELD_SWITCH, /* int32_t: `high` where true, 0 where false */
    T2S_FIELD_CHOICE  /* int32_t: `low` plus the place of a string in `names` */
} t2s_field_kind;

typedef struct t2s_field {
    const char *within; /* the member whose member it is; NULL: none */
    const char *key;
    t2s_field_kind kind;
    size_t offset; /* in the struct */
    double low, high;
    const char *const *names; /* NULL ends them */
    bool required;
} t2s_field;

/* Reads the fields of in->object; those that are not there stay as they are.
 * Errors: as of t2s_member_*. */
void t2s_fields_read(void *to, const t2s_field *fields, size_t count,
                     t2s_members *in);

/* A list of names; strings live in an arena. */
typedef struct t2s_names {
    const char **at;
    size_t count;
} t2s_names;

/* Copies names[0..count) into the arena. `fault` is the status of an empty name
 * and of one that is listed twice; otherwise T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_names_copy(t2s_names *out, t2s_arena *arena,
                            const char *const *names, size_t count,
                            t2sed_status fault, const char *what,
                            t2sed_error *err);
/* The same of the member `key`, a list of strings, if it is there. */
void t2s_names_read(t2s_names *out, t2s_arena *arena, t2s_members *in,
                    const char *key);

/*
 * *out becomes the member `key` of a config, the object that is the library's
 * own. Errors: T2SED_EFORMAT (it is missing, or has no "format"),
 * T2SED_EUNSUPPORTED (a format that is not from `oldest` to `newest`).
 */
t2sed_status t2s_read_own_object(json_t **out, const json_t *config,
                                 const char *key, int oldest, int newest,
                                 const char *what, t2sed_error *err);

#endif
