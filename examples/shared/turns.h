/* turns.h - the turns before a question, from JSON, as the t2sed program and
 * the extensions of SQLite and DuckDB read them. */
#ifndef SHARED_TURNS_H
#define SHARED_TURNS_H

#include <jansson.h>

#include <t2sed.h>

/*
 * The turns of an array of questions or of {"question", "sql"}, the oldest
 * first; the caller frees it. Messages begin with `where`. Errors:
 * T2SED_EFORMAT, those of t2sed_conversation_add_n.
 */
t2sed_status turns_from_json(t2sed_conversation **out, const json_t *list,
                             const char *where, t2sed_error *err);
/* The same of an argument of SQL, text[0..n), which is such an array. */
t2sed_status turns_from_text(t2sed_conversation **out, const char *text,
                             size_t n, t2sed_error *err);

#endif
