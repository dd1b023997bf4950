/*
 * Reads any bytes under a constraint, in pieces whose lengths the bytes say,
 * goes on with a random walk that masks guide, and holds what must hold: a
 * refused piece changes nothing, a copy behaves as its original, and what may
 * end parses and is prepared by SQLite.
 */
#include <stdlib.h>

#include "constraint/walk.h"
#include "t2sed.h"
#include "t2sed/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static const t2sed_constraint *constraint(size_t i)
{
    static t2sed_constraint *made[WALK_SCHEMAS + 1];
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    if (made[i])
        return made[i];
    if (i < WALK_SCHEMAS) {
        require(t2sed_schema_parse_ddl(&schema, walk_schemas[i], NULL) == 0);
        require(t2sed_database_new_schema(&database, schema, NULL, NULL) == 0);
    }
    require(t2sed_constraint_new(&made[i], database, NULL, NULL) == 0);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
    return made[i];
}

static void check_end(t2sed_constraint_state *state)
{
    size_t n;
    const char *text = t2sed_constraint_text(state, &n);
    t2sed_sql *sql = NULL;
    if (t2sed_constraint_may_end(state) != 1)
        return;
    require(t2sed_sql_parse_n(&sql, text, n, NULL) == T2SED_OK);
    t2sed_sql_free(sql);
}

static void read_pieces(t2sed_constraint_state *state, const char *text,
                        size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t n = 1 + (unsigned char)text[at] % 7, before, after;
        int allowed;
        if (n > size - at)
            n = size - at;
        t2sed_constraint_text(state, &before);
        allowed = t2sed_constraint_allows(state, text + at, n);
        require((t2sed_constraint_advance(state, text + at, n, NULL) ==
                 T2SED_OK) == (allowed == 1));
        t2sed_constraint_text(state, &after);
        require(after == (allowed == 1 ? before + n : before));
        if (!allowed)
            return;
        at += n;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static t2sed_constraint_vocabulary *vocabulary;
    t2sed_constraint_state *state = NULL, *copy = NULL;
    uint64_t seed = size;
    if (size == 0)
        return 0;
    if (!vocabulary)
        vocabulary = walk_vocabulary();
    require(t2sed_constraint_state_new(
                &state, constraint(data[0] % (WALK_SCHEMAS + 1)), NULL) == 0);
    read_pieces(state, (const char *)data + 1, size - 1);
    check_end(state);
    for (size_t i = 0; i < size; i++)
        seed = seed * 31 + data[i];
    require(t2sed_constraint_state_copy(&copy, state, NULL) == 0);
    require(walk(copy, vocabulary, &seed, 1) != WALK_ENDS);
    check_end(copy);
    t2sed_constraint_state_free(copy);
    t2sed_constraint_state_free(state);
    return 0;
}
