/* The mutator: draws operations, checks what they make. */
#include "t2sed/lab/mutator.h"

#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sized.h"
#include "lab/collect/mutation.h"
#include "sql/sql.h"
#include "t2sed/parts/values.h"

#define OPERATIONS (T2SED_MUTATION_LIMIT + 1)

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

/* With the operations' weights, mutants differ from gold in SELECT, WHERE,
 * FROM... about as often as parsers' errors on Spider's train databases do
 * (docs/internals/collect.md). */
static const t2s_operation *find_operation(int number)
{
    static const t2s_operation *const lists[] = {
        t2s_aggregate_operations, t2s_condition_operations,
        t2s_clause_operations, t2s_table_operations};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        for (const t2s_operation *at = lists[i]; at->name; at++)
            if (at->number == number)
                return at;
    return NULL;
}

const char *t2sed_mutation_name(int operation)
{
    const t2s_operation *found = find_operation(operation);
    return found ? found->name : NULL;
}

/* ------------------------------------------------------------- the object */

void t2sed_mutator_options_init(t2sed_mutator_options *options, size_t size)
{
    const t2sed_mutator_options defaults = {.double_share = 0.15};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_mutator *mutator,
                                 const t2sed_mutator_options *given,
                                 t2sed_error *err)
{
    t2sed_mutator_options use;
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_mutator_options, &use, given, err);
    if (status != T2SED_OK)
        return status;
    if (!(use.double_share >= 0 && use.double_share <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_mutator_options: double_share is %g, expected "
                        "0 to 1",
                        use.double_share);
    for (int i = 0; i < OPERATIONS; i++) {
        const t2s_operation *operation = find_operation(i);
        double weight = !use.weights                   ? operation->weight
                        : (size_t)i < use.weight_count ? use.weights[i]
                                                       : 0;
        if (!(weight >= 0 && weight <= 1e9))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "t2sed_mutator_options: the weight of %s is %g, "
                            "expected 0 to 1e9",
                            operation->name, weight);
        mutator->weights[i] = weight;
    }
    mutator->random.state = use.seed;
    mutator->double_share = use.double_share;
    return T2SED_OK;
}

static t2sed_status prepare_values(t2s_column_values *values, size_t columns,
                                   t2sed_database *database, t2sed_error *err)
{
    values->database = database;
    values->sampled = t2s_zalloc_array(columns, sizeof *values->sampled);
    values->asked = t2s_zalloc_array(columns, 1);
    return values->sampled && values->asked ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2sed_mutator_new(t2sed_mutator **out, t2sed_database *database,
                               const t2sed_mutator_options *options,
                               t2sed_error *err)
{
    const t2sed_schema *schema;
    t2sed_mutator *mutator;
    t2sed_status status;
    if (!out || !database)
        return t2s_fail_null(err, __func__, "out and database");
    schema = t2sed_database_schema(database);
    if (!schema)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_mutator_new: the database has no schema");
    mutator = t2s_zalloc(sizeof *mutator);
    if (!mutator)
        return t2s_fail_memory(err);
    mutator->schema = schema;
    status = read_options(mutator, options, err);
    if (status == T2SED_OK)
        status = prepare_values(&mutator->values, schema->column_count,
                                database, err);
    if (status == T2SED_OK)
        *out = mutator;
    else
        t2sed_mutator_free(mutator);
    return status;
}

void t2sed_mutator_free(t2sed_mutator *mutator)
{
    t2sed_values **sampled;
    if (!mutator)
        return;
    sampled = mutator->values.sampled;
    for (size_t i = 0; sampled && i < mutator->schema->column_count; i++)
        t2sed_values_free(sampled[i]);
    t2s_free(sampled);
    t2s_free(mutator->values.asked);
    t2s_free(mutator);
}

void t2sed_mutator_reseed(t2sed_mutator *mutator, uint64_t seed)
{
    if (mutator)
        mutator->random.state = seed;
}

/* --------------------------------------------------------------- mutating */

/* Offers an operand, where the operation suits it. */
static void offer(t2s_draw *draw, t2s_mutation *m,
                  const t2s_operation *operation, int32_t operand)
{
    const double weight = operation->suits ? operation->suits(m, operand) : 1;
    if (weight > 0)
        t2s_draw_offer(draw, operand, weight);
}

/* Draws what an operation is done to and does it; false where there is nothing,
 * or it leads nowhere. */
static bool run(t2s_mutation *m, const t2s_operation *operation)
{
    t2s_draw draw = T2S_DRAW(m);
    const int which = operation->which;
    switch (operation->over) {
    case T2S_OVER_QUERY:
        return operation->apply(m, m->tree->root);
    case T2S_OVER_USES:
        for (size_t i = 0; i < m->uses.count; i++)
            if (which & m->place[m->uses.at[i].expr])
                offer(&draw, m, operation, (int32_t)i);
        break;
    case T2S_OVER_NODES:
        t2s_for_each_node (m, node)
            if (which == T2S_RULE_COUNT ||
                t2s_is(m, node, (enum t2s_sql_rule)which))
                offer(&draw, m, operation, node);
    }
    return draw.item >= 0 && operation->apply(m, draw.item);
}

/* Whether the text parses and is another than `old`, blanks aside.
 * T2SED_ENOMEM is the only failure. */
static t2sed_status check(bool *good, const char *text, const t2sed_sql *old)
{
    const char *other = old->text;
    t2sed_sql *sql = NULL;
    t2sed_status status = t2sed_sql_parse(&sql, text, NULL);
    *good = false;
    t2sed_sql_free(sql);
    if (status != T2SED_OK)
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
static t2sed_status attempt(char **out, t2s_mutation *m,
                            const t2s_operation *operation, t2sed_error *err)
{
    char *text = NULL;
    bool good = false;
    t2sed_status status = t2s_check_interrupt(err);
    if (status != T2SED_OK)
        return status;
    forget_edits(m);
    if (run(m, operation) && !m->failed)
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
static t2sed_status draw_operation(char **out, int *number, t2s_mutation *m,
                                   const double *weights, t2sed_error *err)
{
    double left[OPERATIONS];
    memcpy(left, weights, sizeof left);
    for (;;) {
        t2s_draw pick = T2S_DRAW(m);
        t2sed_status status = T2SED_OK;
        for (int32_t i = 0; i < OPERATIONS; i++)
            if (left[i] > 0)
                t2s_draw_offer(&pick, i, left[i]);
        if (pick.item < 0)
            return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                            "SQL: no operation of the mutator applies to the "
                            "query");
        for (int i = 0; i < TRIES && !*out && status == T2SED_OK; i++)
            status = attempt(out, m, find_operation(pick.item), err);
        *number = pick.item;
        if (*out || status != T2SED_OK)
            return status;
        left[pick.item] = 0;
    }
}

static t2sed_status mutate_once(char **out, int *number, t2sed_mutator *mutator,
                                const t2sed_sql *sql, t2sed_error *err)
{
    t2s_mutation m = {.schema = mutator->schema,
                      .values = &mutator->values,
                      .random = &mutator->random};
    t2sed_status status = t2s_mutation_begin(&m, sql, err);
    if (status == T2SED_OK)
        status = draw_operation(out, number, &m, mutator->weights, err);
    t2s_mutation_end(&m);
    return status;
}

/* Changes a mutant once more; where nothing applies, or the change would give
 * the first query back, it stays. */
static t2sed_status mutate_again(char **text, int *number,
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
    if (good) {
        t2s_free(*text);
        *text = again;
        *number = second;
    } else {
        t2s_free(again);
    }
    return status == T2SED_ENOMEM ? t2s_fail_memory(err) : T2SED_OK;
}

t2sed_status t2sed_mutator_mutate(char **out, int *operations,
                                  t2sed_mutator *mutator, const t2sed_sql *sql,
                                  t2sed_error *err)
{
    int found[2] = {T2SED_MUTATION_NONE, T2SED_MUTATION_NONE};
    char *text = NULL;
    t2s_random before;
    t2sed_status status;
    if (!out || !mutator || !sql)
        return t2s_fail_null(err, __func__, "out, mutator and sql");
    before = mutator->random;
    status = mutate_once(&text, &found[0], mutator, sql, err);
    if (status == T2SED_OK &&
        t2s_random_unit(&mutator->random) < mutator->double_share)
        status = mutate_again(&text, &found[1], mutator, sql, err);
    if (status == T2SED_EINTERRUPTED)
        mutator->random = before;
    if (status != T2SED_OK) {
        t2s_free(text);
        return status;
    }
    if (operations)
        memcpy(operations, found, sizeof found);
    *out = text;
    return T2SED_OK;
}
