/* schema_text.h - schemas as language models read them, whole or in part. */
#ifndef T2S_LANGUAGE_SCHEMA_TEXT_H
#define T2S_LANGUAGE_SCHEMA_TEXT_H

#include "base/arena.h"
#include "base/string.h"
#include "t2sed/parts/language_model.h"

typedef struct t2s_text_column {
    const char *name, *type;
    const char *values; /* ready to be written; NULL: none */
    size_t table;
    int primary;
    size_t rank; /* its place when columns are kept by likelihood, from 0 */
} t2s_text_column;

typedef struct t2s_text_table {
    const char *name;
    size_t first, count; /* of its columns */
} t2s_text_table;

/* A copy of what is written of a schema; in an arena. */
typedef struct t2s_text_schema {
    int style; /* T2SED_SCHEMA_* */
    bool types, keys;
    t2s_text_table *tables;
    t2s_text_column *columns;
    t2sed_schema_foreign_key *links;
    size_t table_count, column_count, link_count;
} t2s_text_schema;

/* Errors: those of t2sed_prompt_new. */
t2sed_status t2s_text_schema_read(t2s_text_schema *out, t2s_arena *arena,
                                  const t2sed_prompt_options *options,
                                  t2sed_error *err);

/* Appends the schema: the `most` columns that are likeliest, the tables that
 * have one, and the keys of these; sample values, or none. */
void t2s_text_schema_write(t2s_string *out, const t2s_text_schema *schema,
                           size_t most, bool values);

#endif
