/* Why two queries differ on a small instance: what of it can't be otherwise
 * without the difference, as a sentence. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/string.h"
#include "schema/words.h"
#include "t2sed/memory.h"
#include "witness/duel.h"

#define MOST_NAME 128
/* Values that are tried in the place of one. */
#define MOST_TRIED 24

typedef struct explainer {
    t2s_string *out;
    t2s_duel *duel;
    t2s_instance *instance;
    const t2s_plan *plan;
    t2sed_status status;
    t2sed_error *err;
} explainer;

/* --- words --- */

/* The last word in the singular; whether that is another one. */
static bool singular(char out[MOST_NAME], const char *readable)
{
    size_t n, word;
    snprintf(out, MOST_NAME, "%s", readable);
    n = strlen(out);
    for (word = n; word > 0 && out[word - 1] != ' '; word--)
        ;
    word += t2s_word_stem(out + word, n - word);
    out[word] = '\0';
    return word != n;
}

static const char *article(const char *word)
{
    return strchr("aeiou", *word) ? "an" : "a";
}

/* "a customer" */
static void append_one(t2s_string *out, const t2s_plan *plan, int32_t place)
{
    char name[MOST_NAME];
    singular(name, plan->schema->tables[plan->tables.at[place].table].readable);
    t2s_string_append_format(out, "%s %s", article(name), name);
}

/* "no orders", "several rows of order line" */
static void append_many(t2s_string *out, const t2s_plan *plan, int32_t place,
                        const char *how_many)
{
    const char *readable =
        plan->schema->tables[plan->tables.at[place].table].readable;
    char name[MOST_NAME];
    t2s_string_append_format(
        out, singular(name, readable) ? "%s %s" : "%s rows of %s", how_many,
        readable);
}

static void append_cell(t2s_string *out, const t2sed_cell *cell)
{
    if (cell->type == T2SED_CELL_TEXT)
        t2s_string_append_quoted(out, cell->text, cell->length, '\'');
    else if (cell->type == T2SED_CELL_INTEGER)
        t2s_string_append_format(out, "%lld", (long long)cell->integer);
    else if (cell->type == T2SED_CELL_REAL)
        t2s_string_append_format(out, "%.15g", cell->real);
    else
        t2s_string_append(out, "NULL");
}

static const char *readable(const explainer *e, int32_t slot)
{
    return e->plan->schema->columns[e->plan->slots.at[slot].column].readable;
}

/* "a singer's age" */
static void append_value(explainer *e, int32_t place, int32_t slot)
{
    append_one(e->out, e->plan, place);
    t2s_string_append_format(e->out, "'s %s", readable(e, slot));
}

/* --- trying --- */

static bool is_over(const explainer *e)
{
    return e->status || e->out->failed ||
           t2s_clock_ms(CLOCK_MONOTONIC) > e->duel->ends_at;
}

/* What the queries do where a cell is another. SQLite may refuse the row, which
 * then is no try. */
static t2s_verdict try_cell(explainer *e, t2sed_cell *cell, t2sed_cell other)
{
    const t2sed_cell was = *cell;
    t2s_verdict verdict = T2S_VERDICT_NOT_RUN;
    const t2s_plan *plan = e->plan;
    bool taken = true;
    *cell = other;
    t2s_store_begin(e->duel->store);
    for (size_t i = 0; i < plan->tables.count; i++) {
        const t2s_row_list *rows = &e->instance->tables[i];
        t2s_store_clear(e->duel->store, plan->tables.at[i].table);
        for (size_t k = 0; k < rows->count; k++)
            taken &= t2s_store_insert(e->duel->store, plan->tables.at[i].table,
                                      rows->at[k].cells);
    }
    t2s_store_end(e->duel->store);
    if (taken)
        e->status = t2s_duel_run(&verdict, e->duel, e->err);
    *cell = was;
    return verdict;
}

/* The rows that a slot refers to, and the column there; NULL where it is none
 * that refers, or one of several. */
static const t2s_row_list *parents_of(const explainer *e, int32_t slot,
                                      int32_t *at)
{
    for (size_t i = 0; i < e->plan->edges.count; i++) {
        const t2s_edge *edge = &e->plan->edges.at[i];
        const t2s_pair *pair = &e->plan->pairs.at[edge->first];
        if (edge->count != 1 || pair->from != slot)
            continue;
        *at = pair->to - e->plan->tables.at[edge->parent].first_slot;
        return &e->instance->tables[edge->parent];
    }
    return NULL;
}

/* Values for a slot in the place of another. */
static t2sed_cell other_value(const explainer *e, int32_t slot, size_t i)
{
    static const char *const words[] = {"Other", "Another"};
    const t2s_pool *pool = t2s_plan_pool(e->plan, slot);
    int32_t at = 0;
    const t2s_row_list *parents =
        e->plan->slots.at[slot].is_linked ? parents_of(e, slot, &at) : NULL;
    if (parents)
        return parents->at[i].cells[at];
    if (i < pool->choices.count)
        return pool->choices.at[i].cell;
    i -= pool->choices.count;
    if (pool->sort == T2S_SORT_TEXT)
        return (t2sed_cell){.type = T2SED_CELL_TEXT,
                            .text = words[i % 2],
                            .length = strlen(words[i % 2])};
    if (pool->sort == T2S_SORT_TIME) {
        t2sed_cell cell = t2s_cell_time(
            &e->instance->arena, (int64_t)(15000 + 40 * i) * T2S_DAY_SECONDS,
            pool->layout, pool->grain);
        if (cell.type != T2SED_CELL_TEXT || cell.text)
            return cell;
    }
    return t2s_cell_integer(17 + 5 * (int64_t)i);
}

static size_t count_values(const explainer *e, int32_t slot)
{
    size_t count = t2s_plan_pool(e->plan, slot)->choices.count + 2;
    if (e->plan->slots.at[slot].is_linked) {
        int32_t at;
        const t2s_row_list *parents = parents_of(e, slot, &at);
        count = parents ? parents->count : 0;
    }
    return count < MOST_TRIED ? count : MOST_TRIED;
}

/* --- causes --- */

/* Wants of a pool that one query has and the other has not; *only is the one
 * where it is alone. */
static size_t count_apart(const t2s_pool *pool, const t2s_want **only)
{
    size_t count = 0;
    for (size_t i = 0; i < pool->wants.count; i++) {
        const uint32_t queries = pool->wants.at[i].queries & 3;
        if (queries != 1 && queries != 2)
            continue;
        *only = &pool->wants.at[i];
        count++;
    }
    return count;
}

static bool is_null_cause(explainer *e, int32_t place, int32_t slot,
                          t2sed_cell *cell)
{
    if (cell->type != T2SED_CELL_NULL || !count_values(e, slot))
        return false;
    for (size_t i = 0; i < count_values(e, slot) && !is_over(e); i++) {
        const t2sed_cell other = other_value(e, slot, i);
        if (try_cell(e, cell, other) == T2S_VERDICT_DIFFERENT) {
            *cell = other;
            return false;
        }
    }
    if (is_over(e))
        return false;
    t2s_string_append(e->out, "They differ when ");
    append_value(e, place, slot);
    t2s_string_append(e->out, " is NULL");
    return true;
}

static const char *spelled(const t2s_want *want)
{
    static const char *const operators[] = {"=",  "!=",   "<", "<=", ">",
                                            ">=", "LIKE", "=", "=",  "IS"};
    return want->is_negated || want->operator> T2S_OPERATOR_IS
               ? NULL
               : operators[want->operator];
}

static bool is_value_cause(explainer *e, int32_t place, int32_t slot,
                           t2sed_cell *cell)
{
    const t2s_pool *pool = t2s_plan_pool(e->plan, slot);
    const t2s_want *only = NULL;
    const size_t apart = count_apart(pool, &only);
    bool matters = false;
    for (size_t i = 0;
         apart && i < count_values(e, slot) && !matters && !is_over(e); i++)
        matters =
            try_cell(e, cell, other_value(e, slot, i)) == T2S_VERDICT_SAME;
    if (!matters || is_over(e))
        return false;
    t2s_string_append(e->out, "They differ when ");
    append_value(e, place, slot);
    t2s_string_append(e->out, " is ");
    append_cell(e->out, cell);
    if (apart == 1 && spelled(only) && !only->is_computed) {
        t2s_string_append_format(e->out, ": only the %s query has %s %s ",
                                 only->queries & 1 ? "first" : "second",
                                 readable(e, slot), spelled(only));
        append_cell(e->out, &only->value);
    }
    return true;
}

typedef bool (*find_cell_cause)(explainer *e, int32_t place, int32_t slot,
                                t2sed_cell *cell);

static bool find_in_cells(explainer *e, find_cell_cause find)
{
    for (size_t i = 0; i < e->plan->tables.count; i++) {
        const t2s_filled *table = &e->plan->tables.at[i];
        for (size_t k = 0; k < e->instance->tables[i].count; k++)
            for (int32_t at = 0; at < table->slot_count && !is_over(e); at++) {
                const t2s_slot *slot =
                    &e->plan->slots.at[table->first_slot + at];
                if (slot->is_used && !slot->is_generated &&
                    find(e, (int32_t)i, table->first_slot + at,
                         &e->instance->tables[i].at[k].cells[at]))
                    return true;
            }
    }
    return false;
}

static size_t count_children(const explainer *e, const t2s_edge *edge,
                             const t2sed_cell *parent)
{
    const t2s_row_list *rows = &e->instance->tables[edge->child];
    const t2s_pair *pair = &e->plan->pairs.at[edge->first];
    const int32_t from =
        pair->from - e->plan->tables.at[edge->child].first_slot;
    const int32_t to = pair->to - e->plan->tables.at[edge->parent].first_slot;
    size_t count = 0;
    for (size_t i = 0; i < rows->count; i++)
        count += t2s_cells_equal(&rows->at[i].cells[from], &parent[to]);
    return count;
}

/* A row that can't be taken out, and has no children, or several. */
static bool find_children(explainer *e, bool several)
{
    for (size_t i = 0; i < e->plan->edges.count; i++) {
        const t2s_edge *edge = &e->plan->edges.at[i];
        const t2s_row_list *rows = &e->instance->tables[edge->parent];
        if (edge->count != 1 || edge->child == edge->parent ||
            !e->plan->tables.at[edge->child].is_asked ||
            !e->plan->tables.at[edge->parent].is_asked)
            continue;
        for (size_t k = 0; k < rows->count; k++) {
            const size_t count = count_children(e, edge, rows->at[k].cells);
            if (several ? count < 2 : count > 0)
                continue;
            t2s_string_append(e->out, "They differ when ");
            append_one(e->out, e->plan, edge->parent);
            t2s_string_append(e->out, " has ");
            append_many(e->out, e->plan, edge->child,
                        several ? "several" : "no");
            return true;
        }
    }
    return false;
}

/* Two rows with the same value, that are the same to the queries where they
 * have different ones. */
static bool is_shared_cause(explainer *e, int32_t place, int32_t slot,
                            t2sed_cell *cell)
{
    const t2s_row_list *rows = &e->instance->tables[place];
    const int32_t at = slot - e->plan->tables.at[place].first_slot;
    const t2s_slot *of = &e->plan->slots.at[slot];
    bool is_shared = false;
    if (of->is_key || of->is_linked || cell->type == T2SED_CELL_NULL)
        return false;
    for (size_t i = 0; i < rows->count; i++)
        is_shared |= &rows->at[i].cells[at] != cell &&
                     t2s_cells_equal(&rows->at[i].cells[at], cell);
    for (size_t i = 0; is_shared && i < count_values(e, slot) && !is_over(e);
         i++)
        if (try_cell(e, cell, other_value(e, slot, i)) == T2S_VERDICT_SAME) {
            char name[MOST_NAME];
            const char *table =
                e->plan->schema->tables[e->plan->tables.at[place].table]
                    .readable;
            t2s_string_append_format(
                e->out,
                singular(name, table)
                    ? "They differ when two %s have the same %s"
                    : "They differ when two rows of %s have the same %s",
                table, readable(e, slot));
            return true;
        }
    return false;
}

static bool find_columns(explainer *e)
{
    const size_t *columns = e->duel->columns;
    if (columns[0] == columns[1])
        return false;
    t2s_string_append_format(e->out, "They give %zu and %zu columns",
                             columns[0], columns[1]);
    return true;
}

t2sed_status t2s_duel_explain(t2s_string *out, t2s_duel *duel,
                              t2s_instance *instance, t2sed_error *err)
{
    explainer e = {out, duel, instance, instance->plan, T2SED_OK, err};
    if (find_columns(&e) || find_in_cells(&e, is_null_cause) ||
        find_in_cells(&e, is_value_cause) ||
        find_in_cells(&e, is_shared_cause) || find_children(&e, false) ||
        find_children(&e, true))
        t2s_string_append_char(out, '.');
    if (!e.status)
        t2s_instance_load(instance, duel->store);
    if (!e.status && out->failed)
        e.status = t2s_fail_memory(err);
    return e.status;
}
