#include "facts/dead_keys.h"

#include <string.h>

#include "base/memory.h"
#include "base/string.h"

/* What asking about one key may take of the processor. */
#define PROBE_MS 100

/* The last two: dead, and asked whether blanks are to blame. */
typedef enum state { UNASKED, ALIVE, DEAD, DEAD_PADDED, DEAD_BARE } state;

/* The blanks of database/value_index.h, as SQL. */
#define BLANKS "char(9, 10, 11, 12, 13, 32)"

struct t2s_dead_keys {
    const t2sed_schema *schema;
    t2s_execution *execution;
    size_t files;    /* t2s_execution_files when `states` began */
    uint8_t *states; /* of each foreign key */
};

t2sed_status t2s_dead_keys_new(t2s_dead_keys **out, const t2sed_schema *schema,
                               t2s_execution *execution, t2sed_error *err)
{
    t2s_dead_keys *keys = t2s_zalloc(sizeof *keys);
    if (keys)
        keys->states =
            t2s_zalloc_array(schema->foreign_key_count, sizeof *keys->states);
    if (!keys || !keys->states) {
        t2s_dead_keys_free(keys);
        return t2s_fail_memory(err);
    }
    keys->schema = schema;
    keys->execution = execution;
    *out = keys;
    return T2SED_OK;
}

void t2s_dead_keys_free(t2s_dead_keys *keys)
{
    if (!keys)
        return;
    t2s_free(keys->states);
    t2s_free(keys);
}

/* "NAME"."COLUMN" of the table called `alias` here. */
static void append_column(t2s_string *out, const char *alias,
                          const t2s_column *column)
{
    t2s_string_append(out, alias);
    t2s_string_append_quoted(out, column->name, strlen(column->name), '"');
}

static void append_table(t2s_string *out, const t2sed_schema *schema,
                         int32_t column, const char *alias)
{
    const char *name = schema->tables[schema->columns[column].table].name;
    t2s_string_append(out, "main.");
    t2s_string_append_quoted(out, name, strlen(name), '"');
    t2s_string_append(out, alias);
}

static void append_some(t2s_string *out, const t2sed_schema *schema,
                        int32_t column)
{
    t2s_string_append(out, "EXISTS (SELECT 1 FROM ");
    append_table(out, schema, column, " AS t WHERE ");
    append_column(out, "t.", &schema->columns[column]);
    t2s_string_append(out, " IS NOT NULL)");
}

/* "SELECT 1 FROM CHILD AS a, PARENT AS b WHERE ". */
static void append_both(t2s_string *out, const t2sed_schema *schema,
                        const t2s_foreign_key *key)
{
    t2s_string_append(out, "SELECT 1 FROM ");
    append_table(out, schema, key->from, " AS a, ");
    append_table(out, schema, key->to, " AS b WHERE ");
}

/* A query that gives a row where the key is dead. It compares as a join of the
 * two does: by the affinities and collations of both. */
static void append_question(t2s_string *out, const t2sed_schema *schema,
                            const t2s_foreign_key *key)
{
    t2s_string_append(out, "SELECT 1 WHERE ");
    append_some(out, schema, key->from);
    t2s_string_append(out, " AND ");
    append_some(out, schema, key->to);
    t2s_string_append(out, " AND NOT EXISTS (");
    append_both(out, schema, key);
    append_column(out, "a.", &schema->columns[key->from]);
    t2s_string_append(out, " = ");
    append_column(out, "b.", &schema->columns[key->to]);
    t2s_string_append(out, ")");
}

/* Whether our question gives a row; it is freed. */
static t2sed_status ask(bool *out, t2s_string *question,
                        const t2s_dead_keys *keys, t2sed_error *err)
{
    t2sed_status status =
        question->failed ? t2s_fail_memory(err)
                         : t2s_execution_has_rows(out, question->text, PROBE_MS,
                                                  keys->execution, err);
    t2s_string_free(question);
    return status;
}

static t2sed_status ask_state(uint8_t *out, const t2s_dead_keys *keys,
                              size_t key, t2sed_error *err)
{
    t2s_string question = {0};
    bool is_dead = false;
    t2sed_status status;
    append_question(&question, keys->schema, &keys->schema->foreign_keys[key]);
    status = ask(&is_dead, &question, keys, err);
    if (status == T2SED_OK)
        *out = is_dead ? DEAD : ALIVE;
    return status;
}

t2sed_status t2s_dead_keys_ask(bool *out, t2s_dead_keys *keys, size_t key,
                               t2sed_error *err)
{
    size_t files = 0;
    t2sed_status status = t2s_execution_files(&files, keys->execution, err);
    *out = false;
    if (status != T2SED_OK)
        return status;
    if (files != keys->files)
        memset(keys->states, UNASKED, keys->schema->foreign_key_count);
    keys->files = files;
    if (keys->states[key] == UNASKED)
        status = ask_state(&keys->states[key], keys, key, err);
    *out = keys->states[key] >= DEAD;
    return status;
}

static t2sed_status ask_trimmed(uint8_t *out, const t2s_dead_keys *keys,
                                size_t key, t2sed_error *err)
{
    const t2s_foreign_key *of = &keys->schema->foreign_keys[key];
    t2s_string question = {0};
    bool is_padded = false;
    t2sed_status status;
    append_both(&question, keys->schema, of);
    t2s_string_append(&question, "trim(");
    append_column(&question, "a.", &keys->schema->columns[of->from]);
    t2s_string_append(&question, ", " BLANKS ") = trim(");
    append_column(&question, "b.", &keys->schema->columns[of->to]);
    t2s_string_append(&question, ", " BLANKS ") LIMIT 1");
    status = ask(&is_padded, &question, keys, err);
    if (status == T2SED_OK)
        *out = is_padded ? DEAD_PADDED : DEAD_BARE;
    return status;
}

t2sed_status t2s_dead_keys_ask_trimmed(bool *out, t2s_dead_keys *keys,
                                       size_t key, t2sed_error *err)
{
    bool is_dead;
    t2sed_status status = t2s_dead_keys_ask(&is_dead, keys, key, err);
    if (status == T2SED_OK && keys->states[key] == DEAD)
        status = ask_trimmed(&keys->states[key], keys, key, err);
    *out = status == T2SED_OK && keys->states[key] == DEAD_PADDED;
    return status;
}
