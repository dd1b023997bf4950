/*
 * Random walks that masks alone guide end in queries that SQLite prepares.
 * More of them, with figures: T2S_WALKS=10000 build/test/constraint/test_walk
 */
#include "constraint/walk.h"

#include "t2s_test.h"

static t2sed_constraint *open_constraint(const char *ddl, int early_names)
{
    t2sed_schema *schema = NULL;
    t2sed_database *database = NULL;
    t2sed_constraint *made = NULL;
    t2sed_constraint_options options;
    t2sed_constraint_options_init(&options, sizeof options);
    options.early_names = early_names;
    options.max_text = 40;
    ck_assert_int_eq(t2sed_schema_parse_ddl(&schema, ddl, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_database_new_schema(&database, schema, NULL, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_constraint_new(&made, database, &options, NULL),
                     T2SED_OK);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
    return made;
}

/* A mask has the tokens that t2sed_constraint_allows. */
static void check_mask(t2sed_constraint_state *state,
                       const t2sed_constraint_vocabulary *vocabulary)
{
    uint32_t mask[WALK_WORDS];
    ck_assert_int_eq(t2sed_constraint_mask(state, vocabulary, mask, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < WALK_TOKENS; i++) {
        size_t n;
        const char *text = walk_token(i, &n);
        ck_assert_msg(t2sed_constraint_allows(state, text, n) ==
                          walk_has(mask, i),
                      "%s + %s: mask %d", t2sed_constraint_text(state, NULL),
                      text, walk_has(mask, i));
    }
}

START_TEST(walks)
{
    const char *asked = getenv("T2S_WALKS");
    const long count = asked ? atol(asked) : 8;
    t2sed_constraint *constraint =
        open_constraint(walk_schemas[_i / 2], _i % 2);
    t2sed_constraint_vocabulary *vocabulary = walk_vocabulary();
    long ends[WALK_ENDS] = {0}, bytes = 0;
    uint64_t seed = 7 + (uint64_t)_i;
    for (long i = 0; i < count; i++) {
        t2sed_constraint_state *state = NULL;
        walk_end end;
        size_t n;
        ck_assert_int_eq(t2sed_constraint_state_new(&state, constraint, NULL),
                         T2SED_OK);
        end = walk(state, vocabulary, &seed, 4 + walk_random(&seed) % 40);
        ck_assert_msg(end < WALK_ENDS, "a mask's token is refused: %s",
                      t2sed_constraint_text(state, NULL));
        ends[end]++;
        if (asked && (end == WALK_REFUSED || end == WALK_STUCK)) {
            printf("# %s: %s\n", end == WALK_REFUSED ? "refused" : "stuck",
                   t2sed_constraint_text(state, NULL));
        }
        t2sed_constraint_text(state, &n);
        if (end == WALK_ENDED)
            bytes += (long)n;
        if (i % 50 == 0 && end == WALK_ENDED)
            check_mask(state, vocabulary);
        t2sed_constraint_state_free(state);
    }
    if (asked)
        printf("# schema %d, early names %d: %ld walks, %ld end (%ld bytes "
               "each), %ld at a limit, %ld stuck, %ld refused by SQLite\n",
               _i / 2, _i % 2, count, ends[WALK_ENDED],
               ends[WALK_ENDED] ? bytes / ends[WALK_ENDED] : 0, ends[WALK_LONG],
               ends[WALK_STUCK], ends[WALK_REFUSED]);
    fflush(stdout);
    ck_assert_int_le(ends[WALK_STUCK], 1 + count / 200);
    ck_assert_int_le(ends[WALK_REFUSED], 1 + count / 50);
    t2sed_constraint_vocabulary_free(vocabulary);
    t2sed_constraint_free(constraint);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("walk");
    tcase_set_timeout(cases, 600);
    tcase_add_loop_test(cases, walks, 0, 2 * (int)WALK_SCHEMAS);
    return t2s_test_run("constraint walk", &cases, 1);
}
