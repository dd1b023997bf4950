/* The tables and results of a difference, and access to them. */
#include "witness/difference.h"

#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "database/cells.h"

/* Rows of a result that are kept, and bytes of their texts. */
#define MOST_SHOWN 50
#define MOST_BYTES 1000

/* --- tables --- */

static bool is_shown(const t2s_plan *plan, const t2s_filled *table, int32_t at)
{
    const t2s_slot *slot = &plan->slots.at[table->first_slot + at];
    return slot->is_used || slot->is_linked ||
           (plan->has_star && table->is_asked) ||
           plan->schema->columns[slot->column].primary;
}

static bool copy_cell(t2s_arena *arena, t2sed_cell *to, const t2sed_cell *from)
{
    *to = *from;
    if (from->type == T2SED_CELL_TEXT || from->type == T2SED_CELL_BLOB)
        to->text = t2s_arena_strndup(arena, from->text, from->length);
    return to->type < T2SED_CELL_TEXT || to->text;
}

static bool show_table(t2sed_difference *d, const t2s_instance *instance,
                       int32_t place)
{
    const t2s_plan *plan = instance->plan;
    const t2s_filled *table = &plan->tables.at[place];
    const t2s_row_list *rows = &instance->tables[place];
    t2sed_witness_rows *to = &d->tables[d->table_count];
    const char **names = t2s_arena_alloc_array(
        &d->arena, (size_t)table->slot_count, sizeof *names);
    t2sed_cell *cells;
    size_t count = 0, at = 0;
    to->name =
        t2s_arena_strdup(&d->arena, plan->schema->tables[table->table].name);
    for (int32_t i = 0; names && i < table->slot_count; i++)
        if (is_shown(plan, table, i))
            names[count++] = t2s_arena_strdup(
                &d->arena,
                plan->schema
                    ->columns[plan->slots.at[table->first_slot + i].column]
                    .name);
    cells = t2s_arena_alloc_array(&d->arena, rows->count * count + 1,
                                  sizeof *cells);
    if (!names || !cells || !to->name || (count && !names[count - 1]))
        return false;
    for (size_t row = 0; row < rows->count; row++)
        for (int32_t i = 0; i < table->slot_count; i++)
            if (is_shown(plan, table, i) &&
                !copy_cell(&d->arena, &cells[at++], &rows->at[row].cells[i]))
                return false;
    to->columns = names;
    to->column_count = count;
    to->cells = cells;
    to->row_count = rows->count;
    d->table_count++;
    return true;
}

static bool show_tables(t2sed_difference *d, const t2s_instance *instance)
{
    const t2s_plan *plan = instance->plan;
    d->tables =
        t2s_arena_alloc_array(&d->arena, plan->tables.count, sizeof *d->tables);
    if (!d->tables)
        return false;
    memset(d->tables, 0, plan->tables.count * sizeof *d->tables);
    for (size_t i = 0; i < plan->order.count; i++) {
        const int32_t place = plan->order.at[i];
        if (!plan->tables.at[place].is_view &&
            (plan->tables.at[place].is_asked ||
             instance->tables[place].count) &&
            !show_table(d, instance, place))
            return false;
    }
    return true;
}

/* --- results --- */

typedef struct shower {
    t2s_arena *arena;
    t2sed_witness_rows *to;
    t2sed_cell *cells;
    const char **names;
    t2s_string clean;
    bool failed;
} shower;

static void show_columns(shower *s, const t2s_rows *rows)
{
    const int count = t2s_rows_columns(rows);
    s->names = t2s_arena_alloc_array(s->arena, (size_t)count, sizeof *s->names);
    s->cells = t2s_arena_alloc_array(s->arena, (size_t)count * MOST_SHOWN,
                                     sizeof *s->cells);
    s->failed = !s->names || !s->cells;
    for (int i = 0; i < count && !s->failed; i++) {
        const char *name = sqlite3_column_name(rows->statement, i);
        s->names[i] = t2s_arena_strdup(s->arena, name ? name : "");
        s->failed = !s->names[i];
    }
    s->to->column_count = (size_t)count;
    s->to->columns = s->names;
    s->to->cells = s->cells;
}

static void show_row(void *context, const t2s_rows *rows, size_t row)
{
    shower *s = context;
    if (row == T2S_BEFORE_ROWS) {
        show_columns(s, rows);
        return;
    }
    if (row >= MOST_SHOWN)
        s->to->left_out++;
    for (size_t i = 0;
         row < MOST_SHOWN && i < s->to->column_count && !s->failed; i++) {
        t2sed_cell cell = {.type = t2s_rows_type(rows, (int)i)};
        cell.integer = t2s_rows_integer(rows, (int)i);
        cell.real = t2s_rows_real(rows, (int)i);
        cell.text = t2s_rows_text(rows, (int)i, &cell.length);
        if (cell.length > MOST_BYTES)
            cell.length = MOST_BYTES;
        if (cell.type == T2SED_CELL_TEXT) { /* functions give any bytes */
            t2s_string_clear(&s->clean);
            t2s_append_clean(&s->clean, cell.text ? cell.text : "",
                             cell.text ? cell.length : 0);
            cell.text = s->clean.text ? s->clean.text : "";
            cell.length = s->clean.length;
            s->failed = s->clean.failed;
        } else if (!cell.text) {
            cell.text = "";
            cell.length = 0;
        }
        s->failed |= !copy_cell(
            s->arena, &s->cells[row * s->to->column_count + i], &cell);
    }
    s->to->row_count += row < MOST_SHOWN;
}

static t2sed_status show_result(t2sed_difference *d, t2s_duel *duel, int which,
                                t2sed_error *err)
{
    shower s = {.arena = &d->arena, .to = &d->results[which]};
    t2s_result result = {0};
    t2s_run how = T2S_RUN_DONE;
    t2sed_status status;
    s.to->name = "";
    status = t2s_store_run(&how, &result, duel->store, duel->sql[which],
                           show_row, &s, err);
    t2s_result_free(&result);
    t2s_string_free(&s.clean);
    return status == T2SED_OK && s.failed ? t2s_fail_memory(err) : status;
}

const char *t2s_difference_keep(t2sed_difference *d, const char *text)
{
    const size_t n = strlen(text), size = t2sed_printable(NULL, 0, text, n) + 1;
    char *line = t2s_arena_alloc(&d->arena, size);
    if (line)
        t2sed_printable(line, size, text, n);
    return line;
}

t2sed_status t2s_difference_show(t2sed_difference *d, t2s_duel *duel,
                                 const t2s_instance *instance, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!show_tables(d, instance))
        return t2s_fail_memory(err);
    for (int i = 0; i < 2 && !status; i++)
        status = show_result(d, duel, i, err);
    return status;
}

/* --- access --- */

void t2sed_difference_free(t2sed_difference *d)
{
    if (!d)
        return;
    t2s_arena_free(&d->arena);
    t2s_free(d);
}

int t2sed_difference_outcome(const t2sed_difference *d)
{
    return d ? d->outcome : T2SED_WITNESS_UNKNOWN;
}

const char *t2sed_difference_cause(const t2sed_difference *d)
{
    if (!d)
        return NULL;
    return d->cause ? d->cause : "";
}

const char *t2sed_difference_question(const t2sed_difference *d)
{
    if (!d)
        return NULL;
    return d->question ? d->question : "";
}

size_t t2sed_difference_table_count(const t2sed_difference *d)
{
    return d ? d->table_count : 0;
}

t2sed_status t2sed_difference_counts_get(const t2sed_difference *d,
                                         t2sed_difference_counts *out,
                                         t2sed_error *err)
{
    if (!d || !out)
        return t2s_fail_null(err, __func__, "difference and out");
    return t2s_sized_write(out, &d->counts, sizeof d->counts,
                           "t2sed_difference_counts", err);
}

t2sed_status t2sed_difference_table_get(const t2sed_difference *d, size_t i,
                                        t2sed_witness_rows *out,
                                        t2sed_error *err)
{
    if (!d || !out)
        return t2s_fail_null(err, __func__, "difference and out");
    if (i >= d->table_count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "table %zu of a difference with %zu of them", i,
                        d->table_count);
    return t2s_sized_write(out, &d->tables[i], sizeof d->tables[i],
                           "t2sed_witness_rows", err);
}

t2sed_status t2sed_difference_result_get(const t2sed_difference *d, int which,
                                         t2sed_witness_rows *out,
                                         t2sed_error *err)
{
    if (!d || !out)
        return t2s_fail_null(err, __func__, "difference and out");
    if (which < 0 || which > 1 || d->outcome != T2SED_WITNESS_DIFFER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        d->outcome == T2SED_WITNESS_DIFFER
                            ? "result %d: there are 0 and 1"
                            : "result %d: no difference was found",
                        which);
    return t2s_sized_write(out, &d->results[which], sizeof d->results[which],
                           "t2sed_witness_rows", err);
}
