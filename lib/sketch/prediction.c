#include "sketch/prediction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "facts/query.h"

size_t t2sed_role_count(void)
{
    return T2S_ITEM_ROLES;
}

const char *t2sed_role_name(int role)
{
    static const char *const names[T2S_ITEM_ROLES] = {
        "selected", "condition", "grouped", "ordered", "joined", "used"};
    return role >= 0 && role < T2S_ITEM_ROLES ? names[role] : NULL;
}

t2sed_status t2sed_roles_read(unsigned char *columns, unsigned char *tables,
                              const t2sed_sql *sql, const t2sed_schema *schema,
                              t2sed_error *err)
{
    t2s_query query = {0};
    t2sed_status status;
    if (!columns || !tables || !sql || !schema)
        return t2s_fail_null(err, __func__, "columns, tables, sql and schema");
    status = t2s_query_read(&query, sql, schema, err);
    if (status == T2SED_OK)
        t2s_roles_read(columns, tables, &query, schema);
    t2s_query_free(&query);
    return status;
}

t2sed_schema_prediction *t2s_prediction_new(const t2sed_schema *schema)
{
    t2sed_schema_prediction *made = t2s_zalloc(sizeof *made);
    size_t columns = schema->column_count, tables = schema->table_count;
    if (!made)
        return NULL;
    made->column_count = columns;
    made->table_count = tables;
    made->columns = t2s_arena_alloc_array(
        &made->arena, columns * T2S_ITEM_ROLES, sizeof *made->columns);
    made->tables =
        t2s_arena_alloc_array(&made->arena, tables, sizeof *made->tables);
    made->table_of =
        t2s_arena_alloc_array(&made->arena, columns, sizeof *made->table_of);
    made->named = t2s_arena_alloc_array(&made->arena, tables + columns,
                                        sizeof *made->named);
    if (!made->columns || !made->tables || !made->table_of || !made->named) {
        t2sed_schema_prediction_free(made);
        return NULL;
    }
    for (size_t i = 0; i < columns * T2S_ITEM_ROLES; i++)
        made->columns[i] = (double)NAN;
    for (size_t i = 0; i < tables; i++)
        made->tables[i] = (double)NAN;
    for (size_t i = 0; i < columns; i++)
        made->table_of[i] = schema->columns[i].table;
    memset(made->named, 0, (tables + columns) * sizeof *made->named);
    return made;
}

void t2sed_schema_prediction_free(t2sed_schema_prediction *prediction)
{
    if (!prediction)
        return;
    t2s_arena_free(&prediction->arena);
    t2s_free(prediction);
}

typedef struct ranked {
    double p;
    size_t item; /* tables, then columns */
} ranked;

/* Best first; of equal ones the earlier. NaN is never among them. */
static int compare(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->p < y->p || x->p > y->p)
        return x->p < y->p ? 1 : -1;
    return (x->item > y->item) - (x->item < y->item);
}

/* With n items named, s of which are expected to be right, and e right ones
 * expected in all, F1 is about 2 s / (n + e). */
bool t2s_prediction_finish(t2sed_schema_prediction *prediction)
{
    size_t tables = prediction->table_count, count = 0, best = 0;
    size_t all = tables + prediction->column_count;
    ranked *items = t2s_alloc_array(all, sizeof *items);
    double expected = 0, sum = 0, most = 0;
    if (!items)
        return false;
    for (size_t i = 0; i < all; i++) {
        double p = i < tables
                       ? prediction->tables[i]
                       : prediction->columns[(i - tables) * T2S_ITEM_ROLES +
                                             T2SED_ROLE_USED];
        if (isnan(p))
            continue;
        items[count++] = (ranked){p, i};
        expected += p;
    }
    qsort(items, count, sizeof *items, compare);
    for (size_t n = 1; n <= count; n++) {
        double f1 = 2 * (sum += items[n - 1].p) / ((double)n + expected);
        if (f1 > most) {
            most = f1;
            best = n;
        }
    }
    for (size_t i = 0; i < best; i++)
        prediction->named[items[i].item] = true;
    t2s_free(items);
    return true;
}

size_t
t2sed_schema_prediction_column_count(const t2sed_schema_prediction *prediction)
{
    return prediction ? prediction->column_count : 0;
}

size_t
t2sed_schema_prediction_table_count(const t2sed_schema_prediction *prediction)
{
    return prediction ? prediction->table_count : 0;
}

t2sed_status
t2sed_schema_prediction_column(const t2sed_schema_prediction *prediction,
                               size_t column, t2sed_predicted_item *out,
                               t2sed_error *err)
{
    t2sed_predicted_item item = {.struct_size = sizeof item};
    if (!prediction || !out)
        return t2s_fail_null(err, __func__, "prediction and out");
    if (column >= prediction->column_count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema prediction: there is no column %zu", column);
    item.roles = prediction->columns + column * T2S_ITEM_ROLES;
    item.used = item.roles[T2SED_ROLE_USED];
    item.named = prediction->named[prediction->table_count + column];
    return t2s_sized_write(out, &item, sizeof item, "t2sed_predicted_item",
                           err);
}

t2sed_status
t2sed_schema_prediction_table(const t2sed_schema_prediction *prediction,
                              size_t table, t2sed_predicted_item *out,
                              t2sed_error *err)
{
    t2sed_predicted_item item = {.struct_size = sizeof item};
    if (!prediction || !out)
        return t2s_fail_null(err, __func__, "prediction and out");
    if (table >= prediction->table_count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "schema prediction: there is no table %zu", table);
    item.used = prediction->tables[table];
    item.named = prediction->named[table];
    return t2s_sized_write(out, &item, sizeof item, "t2sed_predicted_item",
                           err);
}

/* Puts an item among the best so far, which are `count` of at most `most`;
 * returns how many these are then. */
static size_t place(size_t *items, size_t count, size_t most, size_t item,
                    const double *p, size_t stride)
{
    size_t at = count;
    double own = p[item * stride];
    if (isnan(own))
        return count;
    while (at > 0 && p[items[at - 1] * stride] < own)
        at--;
    if (at == most)
        return count;
    if (count < most)
        count++;
    memmove(items + at + 1, items + at, (count - 1 - at) * sizeof *items);
    items[at] = item;
    return count;
}

size_t
t2sed_schema_prediction_top_tables(const t2sed_schema_prediction *prediction,
                                   size_t *tables, size_t most)
{
    size_t count = 0;
    if (!prediction || !tables)
        return 0;
    for (size_t i = 0; i < prediction->table_count; i++)
        count = place(tables, count, most, i, prediction->tables, 1);
    return count;
}

size_t
t2sed_schema_prediction_top_columns(const t2sed_schema_prediction *prediction,
                                    size_t table, int role, size_t *columns,
                                    size_t most)
{
    size_t count = 0;
    if (!prediction || !columns || !t2sed_role_name(role))
        return 0;
    for (size_t i = 0; i < prediction->column_count; i++)
        if (table == T2SED_NONE || (size_t)prediction->table_of[i] == table)
            count = place(columns, count, most, i, prediction->columns + role,
                          T2S_ITEM_ROLES);
    return count;
}
