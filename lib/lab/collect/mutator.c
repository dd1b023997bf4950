#include "t2sed/lab/mutator.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sized.h"
#include "lab/collect/operations.h"
#include "sql/sql.h"

/* By T2SED_MUTATION_*. With these weights mutants differ from gold in SELECT,
 * WHERE, FROM... about as often as parsers' errors on Spider's train databases
 * do (docs/internals/collect.md). */
static const struct {
    const char *name;
    t2s_operation run;
    double weight;
} operations[] = {
    {"column_select", t2s_mutate_column_select, 2.5},
    {"column_where", t2s_mutate_column_where, 2.5},
    {"column_order", t2s_mutate_column_order, 2.5},
    {"column_table", t2s_mutate_column_table, 2},
    {"aggregate_swap", t2s_mutate_aggregate_swap, 1},
    {"aggregate_drop", t2s_mutate_aggregate_drop, 1},
    {"aggregate_add", t2s_mutate_aggregate_add, 1},
    {"count", t2s_mutate_count, 1},
    {"comparison", t2s_mutate_comparison, 1},
    {"value", t2s_mutate_value, 1},
    {"direction", t2s_mutate_direction, 1},
    {"condition_drop", t2s_mutate_condition_drop, 2},
    {"condition_add", t2s_mutate_condition_add, 1},
    {"clause_drop", t2s_mutate_clause_drop, 1.5},
    {"distinct", t2s_mutate_distinct, 1.5},
    {"item_add", t2s_mutate_item_add, 0.7},
    {"item_drop", t2s_mutate_item_drop, 1},
    {"item_extra", t2s_mutate_item_extra, 1},
    {"set_operation", t2s_mutate_set_operation, 1.5},
    {"connective", t2s_mutate_connective, 0.7},
    {"negation", t2s_mutate_negation, 1},
    {"join_add", t2s_mutate_join_add, 2},
    {"join_drop", t2s_mutate_join_drop, 1.5},
    {"key_swap", t2s_mutate_key_swap, 1},
    {"table_swap", t2s_mutate_table_swap, 1},
    {"group_key", t2s_mutate_group_key, 1.5},
    {"superlative", t2s_mutate_superlative, 1},
    {"limit", t2s_mutate_limit, 0.7},
};

#define OPERATIONS (sizeof operations / sizeof operations[0])

/* How often one operation is tried on one query before it counts as one that
 * does not apply: a draw may lead nowhere. */
#define TRIES 3

struct t2sed_mutator {
    const t2sed_schema *schema;
    t2s_column_values values;
    t2s_random random;
    double double_share;
    double weights[OPERATIONS];
};

const char *t2sed_mutation_name(int operation)
{
    return operation >= 0 && (size_t)operation < OPERATIONS
               ? operations[operation].name
               : NULL;
}

double t2sed_mutation_weight(int operation)
{
    return operation >= 0 && (size_t)operation < OPERATIONS
               ? operations[operation].weight
               : 0;
}

/* ------------------------------------------------------------- the object */

static t2sed_status read_options(t2sed_mutator *mutator,
                                 const t2sed_mutator_options *given,
                                 t2sed_error *err)
{
    t2sed_mutator_options use = T2SED_MUTATOR_OPTIONS_INIT;
    t2sed_status status =
        t2s_sized_read(&use, sizeof use, given, "t2sed_mutator_options", err);
    if (status != T2SED_OK)
        return status;
    if (!(use.double_share >= 0 && use.double_share <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_mutator_options: double_share is %g, expected "
                        "0 to 1",
                        use.double_share);
    for (size_t i = 0; i < OPERATIONS; i++) {
        double weight = !use.weights           ? operations[i].weight
                        : i < use.weight_count ? use.weights[i]
                                               : 0;
        if (!(weight >= 0 && weight <= 1e9))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "t2sed_mutator_options: the weight of %s is %g, "
                            "expected 0 to 1e9",
                            operations[i].name, weight);
        mutator->weights[i] = weight;
    }
    mutator->random.state = use.seed;
    mutator->double_share = use.double_share;
    return T2SED_OK;
}

t2sed_status t2sed_mutator_open(t2sed_mutator **out, const t2sed_schema *schema,
                                const char *database,
                                const t2sed_mutator_options *options,
                                t2sed_error *err)
{
    t2sed_mutator *mutator;
    t2sed_status status;
    if (!out || !schema)
        return t2s_fail_null(err, __func__, "out and schema");
    mutator = t2s_zalloc(sizeof *mutator);
    if (!mutator)
        return t2s_fail_memory(err);
    mutator->schema = schema;
    status = read_options(mutator, options, err);
    if (status == T2SED_OK)
        status =
            t2s_column_values_init(&mutator->values, schema, database, err);
    if (status != T2SED_OK) {
        t2sed_mutator_free(mutator);
        return status;
    }
    *out = mutator;
    return T2SED_OK;
}

void t2sed_mutator_free(t2sed_mutator *mutator)
{
    if (!mutator)
        return;
    t2s_column_values_free(&mutator->values);
    t2s_free(mutator);
}

void t2sed_mutator_reseed(t2sed_mutator *mutator, uint64_t seed)
{
    if (mutator)
        mutator->random.state = seed;
}

/* --------------------------------------------------------------- mutating */

/* Whether the text parses and is another than `old`, blanks aside.
 * T2SED_ENOMEM is the only failure. */
static t2sed_status check(bool *good, const char *text, const t2sed_sql *old)
{
    const char *other = old->text;
    t2sed_sql *sql = NULL;
    t2sed_status status;
    *good = false;
    status = t2sed_sql_parse(&sql, text, NULL);
    t2sed_sql_free(sql);
    if (status == T2SED_ENOMEM || status != T2SED_OK)
        return status == T2SED_ENOMEM ? status : T2SED_OK;
    for (;;) {
        text += strspn(text, " \t\r\n");
        other += strspn(other, " \t\r\n");
        if (*text != *other || !*text)
            break;
        text++;
        other++;
    }
    *good = *text != *other;
    return T2SED_OK;
}

static void forget_edits(t2s_mutation *m)
{
    m->edits.count = 0;
    t2s_arena_free(&m->arena);
    memset(&m->arena, 0, sizeof m->arena);
}

/* One attempt at one operation; *out stays NULL where it leads nowhere. */
static t2sed_status attempt(char **out, t2s_mutation *m, size_t operation,
                            t2sed_error *err)
{
    char *text = NULL;
    bool good = false;
    t2sed_status status = T2SED_OK;
    forget_edits(m);
    if (operations[operation].run(m) && !m->failed)
        text = t2s_edits_apply(m);
    if (m->failed)
        status = T2SED_ENOMEM;
    else if (text)
        status = check(&good, text, m->sql);
    if (status == T2SED_OK && good) {
        *out = text;
        return T2SED_OK;
    }
    t2s_free(text);
    return status == T2SED_OK ? T2SED_OK : t2s_fail_early(err);
}

/* Draws operations, without those that turned out not to apply. */
static t2sed_status draw(char **out, int *operation, t2s_mutation *m,
                         const double *weights, t2sed_error *err)
{
    double left[OPERATIONS];
    memcpy(left, weights, sizeof left);
    for (;;) {
        t2s_draw pick = T2S_DRAW(m);
        for (size_t i = 0; i < OPERATIONS; i++)
            if (left[i] > 0)
                t2s_draw_offer(&pick, (int32_t)i, left[i]);
        if (pick.item < 0)
            return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                            "SQL: no operation of the mutator applies to the "
                            "query");
        for (int i = 0; i < TRIES && !*out; i++) {
            t2sed_status status = t2s_check_interrupt(err);
            if (status == T2SED_OK)
                status = attempt(out, m, (size_t)pick.item, err);
            if (status != T2SED_OK)
                return status;
        }
        if (*out) {
            *operation = (int)pick.item;
            return T2SED_OK;
        }
        left[pick.item] = 0;
    }
}

static t2sed_status mutate_once(char **out, int *operation,
                                t2sed_mutator *mutator, const t2sed_sql *sql,
                                t2sed_error *err)
{
    t2s_mutation m = {0};
    t2sed_status status;
    m.schema = mutator->schema;
    m.values = &mutator->values;
    m.random = &mutator->random;
    status = t2s_mutation_begin(&m, sql, err);
    if (status == T2SED_OK)
        status = draw(out, operation, &m, mutator->weights, err);
    t2s_mutation_end(&m);
    return status;
}

/* Changes a mutant once more; where nothing applies, or the change would give
 * the first query back, it stays. */
static t2sed_status mutate_again(char **text, int *operation,
                                 t2sed_mutator *mutator, const t2sed_sql *first,
                                 t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    char *again = NULL;
    bool good = false;
    int second = T2SED_MUTATION_NONE;
    t2sed_status status = t2sed_sql_parse(&sql, *text, err);
    if (status == T2SED_OK)
        status = mutate_once(&again, &second, mutator, sql, err);
    t2sed_sql_free(sql);
    if (status == T2SED_EINTERRUPTED)
        return status;
    if (status == T2SED_OK)
        status = check(&good, again, first);
    if (status == T2SED_ENOMEM) {
        t2s_free(again);
        return t2s_fail_memory(err);
    }
    if (!good) {
        t2s_free(again);
        return T2SED_OK;
    }
    t2s_free(*text);
    *text = again;
    *operation = second;
    return T2SED_OK;
}

t2sed_status t2sed_mutator_mutate(char **out, int *done, t2sed_mutator *mutator,
                                  const t2sed_sql *sql, t2sed_error *err)
{
    int found[2] = {T2SED_MUTATION_NONE, T2SED_MUTATION_NONE};
    char *text = NULL;
    t2s_random random;
    t2sed_status status;
    if (!out || !mutator || !sql)
        return t2s_fail_null(err, __func__, "out, mutator and sql");
    random = mutator->random;
    status = mutate_once(&text, &found[0], mutator, sql, err);
    if (status == T2SED_OK &&
        t2s_random_unit(&mutator->random) < mutator->double_share)
        status = mutate_again(&text, &found[1], mutator, sql, err);
    if (status == T2SED_EINTERRUPTED)
        mutator->random = random;
    if (status != T2SED_OK) {
        t2s_free(text);
        return status;
    }
    if (done)
        memcpy(done, found, sizeof found);
    *out = text;
    return T2SED_OK;
}
