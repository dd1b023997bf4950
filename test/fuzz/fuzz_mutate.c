/* Makes wrong queries of the input, some from a database with values; what is
 * made parses, and is another text. The length chooses the seed. */
#include "small_database.h"
#include "t2sed/lab.h"

static t2sed_mutator *mutators[2];
static t2sed_database *bare; /* without rows */

static void end(void)
{
    t2sed_mutator_free(mutators[0]);
    t2sed_mutator_free(mutators[1]);
    t2sed_database_free(bare);
}

static void mutate(t2sed_mutator *mutator, const t2sed_sql *sql,
                   const uint8_t *data, size_t size)
{
    for (int i = 0; i < 4; i++) {
        t2sed_sql *parsed = NULL;
        int operations[2];
        char *text;
        if (t2sed_mutator_mutate(&text, operations, mutator, sql, NULL) !=
            T2SED_OK)
            return;
        require(strlen(text) != size || memcmp(text, data, size) != 0);
        require(t2sed_sql_parse(&parsed, text, NULL) == T2SED_OK);
        require(t2sed_mutation_name(operations[0]) != NULL);
        t2sed_sql_free(parsed);
        t2sed_free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2sed_sql *sql;
    if (!mutators[0]) {
        small_open();
        require(t2sed_database_new_schema(&bare, small.schema, NULL, NULL) ==
                T2SED_OK);
        require(t2sed_mutator_new(&mutators[0], bare, NULL, NULL) == T2SED_OK);
        require(t2sed_mutator_new(&mutators[1], small.database, NULL, NULL) ==
                T2SED_OK);
        atexit(end);
    }
    if (size > 10000 ||
        t2sed_sql_parse_n(&sql, (const char *)data, size, NULL) != T2SED_OK)
        return 0;
    t2sed_mutator_reseed(mutators[size & 1], size);
    mutate(mutators[size & 1], sql, data, size);
    t2sed_sql_free(sql);
    return 0;
}
