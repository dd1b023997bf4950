/* The search for an instance on which two queries differ. */
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/random.h"
#include "witness/cause.h"
#include "witness/difference.h"
#include "witness/unstable.h"
#include "witness/witness.h"

/* Columns whose values are gone through one by one. */
#define MOST_FOCUSES 12
/* Tables that are left without rows one by one. */
#define MOST_EMPTIES 3

typedef struct search {
    t2sed_witness *w;
    t2s_plan plan;
    const t2s_query *queries[2];
    t2s_duel duel;
    t2sed_difference *made;
    int32_t focuses[MOST_FOCUSES];
    size_t focus_count;
    int32_t empties[MOST_EMPTIES]; /* tables that are left without rows */
    size_t empty_count;
    t2s_random random;
    bool *is_filled; /* for each table of the plan: some instance had rows */
} search;

static void add_focus(search *s, int32_t slot)
{
    for (size_t i = 0; i < s->focus_count; i++)
        if (s->focuses[i] == slot)
            return;
    if (s->focus_count < MOST_FOCUSES)
        s->focuses[s->focus_count++] = slot;
}

/* Columns that are worth going through: first those that one query wants
 * something of that the other does not, then all of which something is wanted.
 */
static void find_focuses(search *s)
{
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < s->plan.slots.count; i++) {
            const t2s_pool *pool = t2s_plan_pool(&s->plan, (int32_t)i);
            bool is_apart = turn == 1 && pool->wants.count > 0;
            for (size_t k = 0; k < pool->wants.count; k++)
                is_apart |= (pool->wants.at[k].queries & 3) == 1 ||
                            (pool->wants.at[k].queries & 3) == 2;
            if (is_apart && s->plan.slots.at[i].is_used)
                add_focus(s, (int32_t)i);
        }
}

/* Tables that queries read and that may be empty, first those that others do
 * not refer to. */
static void find_empties(search *s)
{
    for (size_t i = s->plan.order.count;
         i-- > 0 && s->empty_count < MOST_EMPTIES;) {
        const t2s_filled *table = &s->plan.tables.at[s->plan.order.at[i]];
        if (table->is_asked && !table->is_view)
            s->empties[s->empty_count++] = s->plan.order.at[i];
    }
}

/* The i-th instance: first one of each kind, then kinds by chance. */
static t2s_recipe recipe_of(search *s, size_t i)
{
    static const int32_t sizes[] = {4, 8, 16, 30};
    t2s_recipe recipe = {.rows = 6, .queries = 3, .focus = -1};
    const bool is_plain = s->w->options.plain != 0;
    const size_t behind = i - 2 - s->focus_count; /* the focuses */
    recipe.seed = t2s_random_bits(&s->random);
    recipe.is_plain = is_plain || i == 0;
    if (i < 2) {
        recipe.queries = i ? 2 : 1;
        recipe.has_ties = i == 1 && !is_plain;
    } else if (i - 2 < s->focus_count && !is_plain) {
        recipe.focus = s->focuses[i - 2];
    } else if (behind < s->empty_count && !is_plain) {
        recipe.empty = s->empties[behind] + 1;
    } else {
        const uint64_t lot = t2s_random_below(&s->random, 1 << 10);
        recipe.rows = sizes[lot % 4];
        recipe.queries = 1 + (uint32_t)(lot / 4 % 3);
        recipe.is_plain |= lot / 16 % 3 == 0;
        recipe.has_ties = lot / 64 % 2 && !is_plain;
        if (s->plan.group && i % 2 == 0)
            recipe.group = s->plan.group;
        if (s->focus_count && lot / 128 % 4 == 0 && !is_plain)
            recipe.focus = s->focuses[lot % s->focus_count];
    }
    return recipe;
}

/* One instance more. Of the first one on which they differ *kept is made. */
static t2sed_status try_one(t2s_verdict *verdict, search *s, size_t i,
                            t2s_instance *kept, t2sed_error *err)
{
    t2sed_difference_counts *counts = &s->made->counts;
    const t2s_recipe recipe = recipe_of(s, i);
    t2s_instance instance = {0};
    t2sed_status status =
        t2s_instance_fill(&instance, &s->plan, s->w->store, &recipe, err);
    if (status)
        return status;
    for (size_t k = 0; k < s->plan.tables.count; k++)
        s->is_filled[k] |= instance.tables[k].count > 0;
    status = t2s_duel_run(verdict, &s->duel, err);
    if (*verdict == T2S_VERDICT_SAME || *verdict == T2S_VERDICT_DIFFERENT)
        counts->instances++;
    counts->different += *verdict == T2S_VERDICT_DIFFERENT;
    if (s->duel.is_telling) {
        counts->telling++;
        counts->same += *verdict == T2S_VERDICT_SAME;
    }
    if (!status && *verdict == T2S_VERDICT_DIFFERENT && !kept->plan)
        *kept = instance;
    else
        t2s_instance_free(&instance);
    return status;
}

static t2sed_status look_for_one(search *s, t2s_instance *kept,
                                 t2s_verdict *last, t2sed_error *err)
{
    const t2sed_witness_options *options = &s->w->options;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < (size_t)options->instances && !status; i++) {
        status = t2s_check_interrupt(err);
        if (!status)
            status = try_one(last, s, i, kept, err);
        if (*last == T2S_VERDICT_REFUSED ||
            (kept->plan && !options->exhaustive) ||
            t2s_store_is_over(s->w->store))
            break;
    }
    return status;
}

/* The name of a table that a query reads and that no instance had rows of. */
static const char *never_filled(const search *s)
{
    for (size_t i = 0; i < s->plan.tables.count; i++)
        if (s->plan.tables.at[i].is_asked && !s->plan.tables.at[i].is_view &&
            !s->is_filled[i])
            return s->w->schema->tables[s->plan.tables.at[i].table].name;
    return NULL;
}

static t2sed_status say(search *s, int outcome, t2sed_error *err,
                        const char *format, const char *what)
{
    t2s_string text = {0};
    t2sed_status status = T2SED_OK;
    s->made->outcome = outcome;
    t2s_string_append_format(&text, format, what);
    s->made->cause =
        text.failed ? NULL : t2s_difference_keep(s->made, text.text);
    if (!s->made->cause)
        status = t2s_fail_memory(err);
    t2s_string_free(&text);
    return status;
}

/* Why queries can't be compared by their rows alone, or NULL. */
static const char *find_unstable(const t2s_duel *duel)
{
    const t2s_unstable a = t2s_unstable_read(duel->sql[0]),
                       b = t2s_unstable_read(duel->sql[1]);
    if (a.is_random || b.is_random)
        return a.is_random ? "the first query returns random rows"
                           : "the second query returns random rows";
    if (a.reads_clock != b.reads_clock)
        return a.reads_clock
                   ? "only the result of the first query depends on the date"
                   : "only the result of the second query depends on the date";
    return NULL;
}

/* Shrinks what was found and says why. */
static t2sed_status finish(search *s, t2s_instance *kept, t2sed_error *err)
{
    t2s_cause cause = {.kind = T2S_CAUSE_NONE};
    t2s_string words = {0};
    t2sed_status status;
    t2s_store_limit(s->w->store, s->w->options.max_milliseconds);
    status = t2s_duel_shrink(&s->duel, kept, err);
    if (!status)
        status = t2s_duel_explain(&cause, &s->duel, kept, err);
    if (!status)
        status = t2s_difference_show(s->made, &s->duel, kept, err);
    t2s_append_question(&words, &cause, &s->plan);
    if (!status && (words.failed || !(s->made->question = t2s_difference_keep(
                                          s->made, words.text))))
        status = t2s_fail_memory(err);
    t2s_string_clear(&words);
    t2s_append_cause(&words, &cause, &s->duel, &s->plan);
    if (!status && words.failed)
        status = t2s_fail_memory(err);
    if (!status)
        status = say(s, T2SED_WITNESS_DIFFER, err, "%s",
                     words.text ? words.text : "");
    t2s_string_free(&words);
    return status;
}

static t2sed_status conclude(search *s, t2s_instance *kept, t2s_verdict last,
                             t2sed_error *err)
{
    if (last == T2S_VERDICT_REFUSED ||
        (!kept->plan && s->made->counts.instances == 0))
        return say(s, T2SED_WITNESS_UNKNOWN, err, "%s",
                   last == T2S_VERDICT_REFUSED || last == T2S_VERDICT_NOT_RUN ||
                           last == T2S_VERDICT_OPEN
                       ? s->duel.why.text
                       : "no instance was made in time");
    if (kept->plan)
        return finish(s, kept, err);
    if (never_filled(s))
        return say(s, T2SED_WITNESS_UNKNOWN, err,
                   "no row was found that the table %s takes", never_filled(s));
    s->made->outcome = T2SED_WITNESS_NONE;
    return T2SED_OK;
}

static t2sed_status compare(search *s, t2sed_error *err)
{
    const char *missing = NULL;
    t2s_instance kept = {0};
    t2s_verdict last = T2S_VERDICT_SAME;
    t2sed_error why;
    t2sed_status status = T2SED_OK;
    if (find_unstable(&s->duel))
        return say(s, T2SED_WITNESS_UNKNOWN, err, "%s",
                   find_unstable(&s->duel));
    status = t2s_plan_make(&s->plan, s->w->schema, s->queries, 2,
                           (const char *const *)s->w->values,
                           s->w->options.value_count, &why);
    if (status == T2SED_ELIMIT)
        return say(s, T2SED_WITNESS_UNKNOWN, err, "%s", why.text);
    if (status)
        return t2s_fail_memory(err);
    status = t2s_witness_make_tables(&missing, s->w, &s->plan, err);
    if (!status && missing)
        return say(s, T2SED_WITNESS_UNKNOWN, err,
                   "SQLite does not make the table %s", missing);
    s->is_filled =
        t2s_zalloc_array(s->plan.tables.count + 1, sizeof *s->is_filled);
    if (!status && !s->is_filled)
        status = t2s_fail_memory(err);
    if (status)
        return status;
    s->duel.is_ordered =
        t2s_sql_is_ordered(s->duel.sql[0]) &&
        (s->w->options.ordered || t2s_sql_is_ordered(s->duel.sql[1]));
    find_focuses(s);
    find_empties(s);
    status = look_for_one(s, &kept, &last, err);
    if (!status)
        status = conclude(s, &kept, last, err);
    if (kept.plan)
        t2s_instance_free(&kept);
    return status;
}

t2sed_status t2s_witness_compare(t2sed_difference **out, t2sed_witness *w,
                                 const t2sed_sql *const *sql,
                                 const t2s_query *const *queries,
                                 t2sed_error *err)
{
    search s = {.w = w,
                .queries = {queries[0], queries[1]},
                .random.state = w->options.seed,
                .duel = {.store = w->store, .sql = {sql[0], sql[1]}}};
    t2sed_status status;
    s.made = t2s_zalloc(sizeof *s.made);
    if (!s.made)
        return t2s_fail_memory(err);
    t2s_store_limit(w->store, w->options.max_milliseconds);
    status = compare(&s, err);
    if (!status) /* what the host ended is no difference, nor the lack of one */
        status = t2s_check_interrupt(err);
    t2s_plan_free(&s.plan);
    t2s_free(s.is_filled);
    if (status)
        t2sed_difference_free(s.made);
    else
        *out = s.made;
    return status;
}

/* A difference that is not known, and why. */
static t2sed_status unknown(t2sed_difference **out, const char *why,
                            t2sed_error *err)
{
    search s = {.made = t2s_zalloc(sizeof *s.made)};
    t2sed_status status = s.made
                              ? say(&s, T2SED_WITNESS_UNKNOWN, err, "%s", why)
                              : t2s_fail_memory(err);
    if (status)
        t2sed_difference_free(s.made);
    else
        *out = s.made;
    return status;
}

t2sed_status t2sed_witness_compare(t2sed_difference **out, t2sed_witness *w,
                                   const t2sed_sql *a, const t2sed_sql *b,
                                   t2sed_error *err)
{
    const t2sed_sql *const sql[2] = {a, b};
    t2s_query made[2] = {0};
    const t2s_query *const queries[2] = {&made[0], &made[1]};
    t2sed_error why;
    t2sed_status status = T2SED_OK;
    if (!out || !w || !a || !b)
        return t2s_fail_null(err, __func__, "out, witness, a and b");
    for (int i = 0; i < 2 && !status; i++)
        status = t2s_query_read(&made[i], sql[i], w->schema, &why);
    if (!status)
        status = t2s_witness_compare(out, w, sql, queries, err);
    else if (status == T2SED_ELIMIT)
        status = unknown(out, why.text, err);
    else
        status = t2s_fail_memory(err);
    t2s_query_free(&made[0]);
    t2s_query_free(&made[1]);
    return status;
}
