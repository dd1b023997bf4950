/* json.h - jansson with our errors. */
#ifndef T2S_BASE_JSON_H
#define T2S_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "t2sed/status.h"

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
 * Typed members of `object`. A member that is absent or null leaves *out as it
 * was (its default) when `required` is false and is an error otherwise; one of
 * another type is an error always: T2SED_EFORMAT, "what: \"key\" ...".
 * Strings and values are borrowed from the object.
 */
t2sed_status t2s_json_string(const json_t *object, const char *key,
                             bool required, const char **out, const char *what,
                             t2sed_error *err);
t2sed_status t2s_json_integer(const json_t *object, const char *key,
                              bool required, long long *out, const char *what,
                              t2sed_error *err);
t2sed_status t2s_json_number(const json_t *object, const char *key,
                             bool required, double *out, const char *what,
                             t2sed_error *err);
t2sed_status t2s_json_boolean(const json_t *object, const char *key,
                              bool required, bool *out, const char *what,
                              t2sed_error *err);
t2sed_status t2s_json_array(const json_t *object, const char *key,
                            bool required, json_t **out, const char *what,
                            t2sed_error *err);
t2sed_status t2s_json_object(const json_t *object, const char *key,
                             bool required, json_t **out, const char *what,
                             t2sed_error *err);

/* Frees a text of jansson's, json_dumps's, by the allocator that the host may
 * have given jansson. NULL is allowed. */
void t2s_json_free_text(char *text);

#endif
