/* dead_keys.h - declared foreign keys that, in one database, lead nowhere: no
 * value of the key occurs in what it refers to, though both have values. */
#ifndef T2S_FACTS_DEAD_KEYS_H
#define T2S_FACTS_DEAD_KEYS_H

#include "facts/execution.h"
#include "schema/schema.h"

/* What the database said of its keys so far. One thread at a time. */
typedef struct t2s_dead_keys t2s_dead_keys;

/* Both must live as long. Errors: T2SED_ENOMEM. */
t2sed_status t2s_dead_keys_new(t2s_dead_keys **out, const t2sed_schema *schema,
                               t2s_execution *execution, t2sed_error *err);
void t2s_dead_keys_free(t2s_dead_keys *keys);

/*
 * Whether foreign key `key` of the schema is dead. The database is asked the
 * first time, and again when its file has changed; where it does not answer
 * soon, or has no such columns, the key is taken for one that lives.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_dead_keys_ask(bool *out, t2s_dead_keys *keys, size_t key,
                               t2sed_error *err);

/* Whether some value of a dead key would be found but for the blanks round the
 * two; the answer is kept as the other one is. Errors: T2SED_ENOMEM. */
t2sed_status t2s_dead_keys_ask_trimmed(bool *out, t2s_dead_keys *keys,
                                       size_t key, t2sed_error *err);

#endif
