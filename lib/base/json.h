/* json.h - jansson with our errors. */
#ifndef T2S_BASE_JSON_H
#define T2S_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/error.h"

/* Parses text[0..n) into *out (json_decref ends it). `what` names the input in
 * the message, which says line, byte and what was wrong. */
t2sed_status t2s_json_parse(json_t **out, const char *text, size_t n,
                            const char *what, t2sed_error *err);
/* The same for a file of at most `limit` bytes. */
t2sed_status t2s_json_read(json_t **out, const char *path, size_t limit,
                           t2sed_error *err);
/* The same, with every number read as a real: the configurations that Python
 * writes hold integers of any size. */
t2sed_status t2s_json_read_loose(json_t **out, const char *path, size_t limit,
                                 t2sed_error *err);

/*
 * Reads members of an object, one after another:
 *
 *     t2s_members in = {object, "config.json", err, T2SED_OK};
 *     t2s_member_string(&in, "model_type", true, &type);
 *     t2s_member_count(&in, "layers", false, 1, 12, &layers);
 *     return in.status;
 *
 * After a failure, which is described in `err`, nothing more is read. A member
 * that is absent or null leaves *out as it was (its default) where it is not
 * `required`, and is a failure otherwise; so is one of another type:
 * T2SED_EFORMAT, "what: \"key\" is ..., expected ...". Strings and values are
 * borrowed from the object. All return whether nothing has failed.
 */
typedef struct t2s_members {
    const json_t *object;
    const char *what; /* names the object in messages */
    t2sed_error *err;
    t2sed_status status; /* the first failure */
} t2s_members;

bool t2s_member_string(t2s_members *in, const char *key, bool required,
                       const char **out);
bool t2s_member_boolean(t2s_members *in, const char *key, bool required,
                        bool *out);
bool t2s_member_array(t2s_members *in, const char *key, bool required,
                      json_t **out);
bool t2s_member_object(t2s_members *in, const char *key, bool required,
                       json_t **out);
bool t2s_member_integer(t2s_members *in, const char *key, bool required,
                        long long *out);
/* Numbers within a range; an integer is a number too. */
bool t2s_member_count(t2s_members *in, const char *key, bool required,
                      long long least, long long most, int32_t *out);
bool t2s_member_number(t2s_members *in, const char *key, bool required,
                       double least, double most, double *out);
/* A string that is one of names[], which NULL ends; *out is its place there.
 * Another one is T2SED_EUNSUPPORTED, with the names. */
bool t2s_member_choice(t2s_members *in, const char *key, bool required,
                       const char *const *names, int *out);

/* Fails by "what: TEXT", unless something has failed already. Returns false. */
bool t2s_members_fail(t2s_members *in, t2sed_status status, const char *format,
                      ...) T2S_PRINTF(3, 4);

/* Writes an object, which is taken over, as a line with json_dumps's flags;
 * NULL means that there was no memory for it. Errors: T2SED_EIO, T2SED_ENOMEM.
 */
t2sed_status t2s_json_save(const char *path, json_t *object, size_t flags,
                           t2sed_error *err);

/* Frees a text of jansson's, json_dumps's, by the allocator that the host may
 * have given jansson. NULL is allowed. */
void t2s_json_free_text(char *text);

#endif
