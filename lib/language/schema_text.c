#include "language/schema_text.h"

#include <math.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sort.h"
#include "sql/token.h"
#include "t2sed/parts/values.h"

#define MAX_VALUE_BYTES 40

/* --- reading --- */

/* Values of a column as a list: 'Joe', 'Ann'. *out stays NULL where there are
 * none that fit on a line. */
static t2sed_status read_values(const char **out, t2s_arena *arena,
                                const t2sed_prompt_options *options,
                                size_t column, t2sed_error *err)
{
    t2sed_sample_options how;
    t2sed_values *values = NULL;
    t2s_string text = {0};
    t2sed_status status;
    t2sed_sample_options_init(&how, sizeof how);
    how.max_values = (size_t)options->max_values;
    how.max_value_bytes = MAX_VALUE_BYTES;
    status =
        t2sed_database_sample(&values, options->database, column, &how, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < t2sed_values_count(values); i++) {
        size_t n;
        const char *value = t2sed_values_text(values, i, &n);
        bool fits = true;
        for (size_t k = 0; k < n; k++)
            fits = fits && (unsigned char)value[k] >= ' ';
        if (!fits)
            continue;
        if (text.length > 0)
            t2s_string_append(&text, ", ");
        if (t2sed_values_is_number(values, i))
            t2s_string_append_n(&text, value, n);
        else
            t2s_string_append_quoted(&text, value, n, '\'');
    }
    t2sed_values_free(values);
    if (text.length > 0)
        *out = t2s_arena_strndup(arena, text.text, text.length);
    if (text.failed || (text.length > 0 && !*out))
        status = t2s_fail_memory(err);
    t2s_string_free(&text);
    return status;
}

typedef struct ranked {
    double table, column; /* how likely each is used; NaN: not known */
} ranked;

static double known(double probability)
{
    return isnan(probability) ? -1 : probability;
}

/* Likely tables first, and in them likely columns. */
static int likelier(const void *a, const void *b, const void *context)
{
    const ranked *x = (const ranked *)context + *(const size_t *)a;
    const ranked *y = (const ranked *)context + *(const size_t *)b;
    const double p = known(x->column) + known(x->table);
    const double q = known(y->column) + known(y->table);
    return (p < q) - (p > q);
}

/* Gives columns their ranks; without a prediction, as they stand. */
static t2sed_status rank(t2s_text_schema *out,
                         const t2sed_schema_prediction *prediction,
                         t2sed_error *err)
{
    const size_t n = out->column_count;
    ranked *likely = t2s_zalloc_array(n, sizeof *likely);
    size_t *order = t2s_alloc_array(n, sizeof *order);
    t2sed_status status = likely && order ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < n && status == T2SED_OK; i++) {
        t2sed_predicted_item item = {.struct_size = sizeof item};
        order[i] = i;
        if (!prediction)
            continue;
        status = t2sed_schema_prediction_column(prediction, i, &item, err);
        likely[i].column = item.used;
        if (status == T2SED_OK)
            status = t2sed_schema_prediction_table(
                prediction, out->columns[i].table, &item, err);
        likely[i].table = item.used;
    }
    if (status == T2SED_OK &&
        !t2s_sort(order, n, sizeof *order, likelier, likely))
        status = t2s_fail_early(err);
    for (size_t i = 0; i < n && status == T2SED_OK; i++)
        out->columns[order[i]].rank = i;
    t2s_free(likely);
    t2s_free(order);
    return status;
}

static t2sed_status read_columns(t2s_text_schema *out, t2s_arena *arena,
                                 const t2sed_schema *schema,
                                 const t2sed_prompt_options *options,
                                 t2sed_error *err)
{
    const bool samples =
        options->max_values > 0 && t2sed_database_has_rows(options->database);
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < out->column_count && status == T2SED_OK; i++) {
        t2sed_schema_column c = {.struct_size = sizeof c};
        t2s_text_column *to = &out->columns[i];
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = t2sed_schema_column_get(schema, i, &c, err);
        if (status != T2SED_OK)
            break;
        *to = (t2s_text_column){.table = c.table, .primary = c.primary};
        to->name = t2s_arena_strdup(arena, c.name);
        to->type = t2s_arena_strdup(arena, c.type);
        if (!to->name || !to->type)
            return t2s_fail_memory(err);
        if (samples)
            status = read_values(&to->values, arena, options, i, err);
    }
    return status;
}

t2sed_status t2s_text_schema_read(t2s_text_schema *out, t2s_arena *arena,
                                  const t2sed_prompt_options *options,
                                  t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(options->database);
    t2sed_status status = T2SED_OK;
    *out = (t2s_text_schema){.style = options->schema_style,
                             .types = !options->without_types,
                             .keys = !options->without_keys};
    out->table_count = t2sed_schema_table_count(schema);
    out->column_count = t2sed_schema_column_count(schema);
    out->link_count = t2sed_schema_foreign_key_count(schema);
    if (options->prediction &&
        (t2sed_schema_prediction_column_count(options->prediction) !=
             out->column_count ||
         t2sed_schema_prediction_table_count(options->prediction) !=
             out->table_count))
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "prompt: the prediction is of another schema than the "
                        "database's");
    out->tables =
        t2s_arena_alloc_array(arena, out->table_count, sizeof *out->tables);
    out->columns =
        t2s_arena_alloc_array(arena, out->column_count, sizeof *out->columns);
    out->links =
        t2s_arena_alloc_array(arena, out->link_count, sizeof *out->links);
    if (!out->tables || !out->columns || !out->links)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < out->table_count && status == T2SED_OK; i++) {
        t2sed_schema_table t = {.struct_size = sizeof t};
        status = t2sed_schema_table_get(schema, i, &t, err);
        if (status != T2SED_OK)
            break;
        out->tables[i] = (t2s_text_table){t2s_arena_strdup(arena, t.name),
                                          t.first_column, t.column_count};
        if (!out->tables[i].name)
            status = t2s_fail_memory(err);
    }
    for (size_t i = 0; i < out->link_count && status == T2SED_OK; i++) {
        out->links[i].struct_size = sizeof out->links[i];
        status = t2sed_schema_foreign_key_get(schema, i, &out->links[i], err);
    }
    if (status == T2SED_OK)
        status = read_columns(out, arena, schema, options, err);
    return status == T2SED_OK ? rank(out, options->prediction, err) : status;
}

/* --- writing --- */

/* What is written: 1 for each table, column and link that is. */
typedef struct kept {
    unsigned char *tables, *columns, *links;
} kept;

static void mark(const kept *k, const t2s_text_schema *s, size_t most)
{
    for (size_t i = 0; i < s->table_count; i++)
        k->tables[i] = s->tables[i].count == 0 && most == s->column_count;
    for (size_t i = 0; i < s->column_count; i++)
        if (s->columns[i].rank < most)
            k->columns[i] = k->tables[s->columns[i].table] = 1;
    for (size_t i = 0; s->keys && i < s->column_count; i++)
        if (s->columns[i].primary > 0 && k->tables[s->columns[i].table])
            k->columns[i] = 1;
    for (size_t i = 0; s->keys && i < s->link_count; i++) {
        const size_t from = s->links[i].from, to = s->links[i].to;
        if (k->tables[s->columns[from].table] &&
            k->tables[s->columns[to].table])
            k->links[i] = k->columns[from] = k->columns[to] = 1;
    }
}

static void write_name(t2s_string *out, const char *name)
{
    t2s_sql_append_name(out, name, strlen(name));
}

/* Primary keys of more than one column stand by themselves. */
static size_t primary_count(const t2s_text_schema *s, const t2s_text_table *t)
{
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        count += s->columns[t->first + i].primary > 0;
    return count;
}

/* What goes behind a column whose line is followed by a comma, or is the last;
 * comments must come behind the comma. */
static void end_line(t2s_string *out, const char *comment, bool last)
{
    t2s_string_append(out, last ? "" : ",");
    if (comment) {
        t2s_string_append(out, " -- ");
        t2s_string_append(out, comment);
    }
    t2s_string_append_char(out, '\n');
}

static void write_primary(t2s_string *out, const t2s_text_schema *s,
                          const t2s_text_table *t, size_t count)
{
    t2s_string_append(out, "  PRIMARY KEY (");
    for (size_t place = 1; place <= count; place++)
        for (size_t i = 0; i < t->count; i++)
            if (s->columns[t->first + i].primary == (int)place) {
                t2s_string_append(out, place > 1 ? ", " : "");
                write_name(out, s->columns[t->first + i].name);
            }
    t2s_string_append_char(out, ')');
}

/* The columns of one key, the first of which is links[i]. */
static void write_link_side(t2s_string *out, const t2s_text_schema *s, size_t i,
                            bool from)
{
    const int group = s->links[i].group;
    for (size_t k = i; k < s->link_count && s->links[k].group == group; k++) {
        t2s_string_append(out, k > i ? ", " : "");
        write_name(out,
                   s->columns[from ? s->links[k].from : s->links[k].to].name);
    }
}

static bool is_first_of_group(const t2s_text_schema *s, size_t i)
{
    return i == 0 || s->links[i - 1].group != s->links[i].group;
}

static void write_ddl(t2s_string *out, const t2s_text_schema *s, size_t table,
                      const kept *k, bool values)
{
    const t2s_text_table *t = &s->tables[table];
    const size_t primary = s->keys ? primary_count(s, t) : 0;
    size_t left = primary > 1;
    for (size_t i = 0; i < t->count; i++)
        left += k->columns[t->first + i];
    for (size_t i = 0; i < s->link_count; i++)
        left += is_first_of_group(s, i) && k->links[i] &&
                s->columns[s->links[i].from].table == table;
    t2s_string_append(out, "CREATE TABLE ");
    write_name(out, t->name);
    t2s_string_append(out, " (\n");
    for (size_t i = t->first; i < t->first + t->count; i++) {
        const t2s_text_column *c = &s->columns[i];
        if (!k->columns[i])
            continue;
        t2s_string_append(out, "  ");
        write_name(out, c->name);
        if (s->types && *c->type)
            t2s_string_append_format(out, " %s", c->type);
        if (primary == 1 && c->primary)
            t2s_string_append(out, " PRIMARY KEY");
        end_line(out, values ? c->values : NULL, --left == 0);
    }
    if (primary > 1) {
        write_primary(out, s, t, primary);
        end_line(out, NULL, --left == 0);
    }
    for (size_t i = 0; i < s->link_count; i++) {
        if (!is_first_of_group(s, i) || !k->links[i] ||
            s->columns[s->links[i].from].table != table)
            continue;
        t2s_string_append(out, "  FOREIGN KEY (");
        write_link_side(out, s, i, true);
        t2s_string_append(out, ") REFERENCES ");
        write_name(out, s->tables[s->columns[s->links[i].to].table].name);
        t2s_string_append(out, "(");
        write_link_side(out, s, i, false);
        t2s_string_append(out, ")");
        end_line(out, NULL, --left == 0);
    }
    t2s_string_append(out, ");\n");
}

static void write_compact(t2s_string *out, const t2s_text_schema *s,
                          size_t table, const kept *k, bool values)
{
    const t2s_text_table *t = &s->tables[table];
    bool first = true;
    write_name(out, t->name);
    t2s_string_append_char(out, '(');
    for (size_t i = t->first; i < t->first + t->count; i++) {
        const t2s_text_column *c = &s->columns[i];
        if (!k->columns[i])
            continue;
        t2s_string_append(out, first ? "" : ", ");
        first = false;
        write_name(out, c->name);
        if (s->types && *c->type)
            t2s_string_append_format(out, " %s", c->type);
        if (s->keys && c->primary)
            t2s_string_append(out, " PRIMARY KEY");
        if (values && c->values)
            t2s_string_append_format(out, " [%s]", c->values);
    }
    t2s_string_append(out, ")\n");
}

static void write_column(t2s_string *out, const t2s_text_schema *s,
                         size_t column)
{
    write_name(out, s->tables[s->columns[column].table].name);
    t2s_string_append_char(out, '.');
    write_name(out, s->columns[column].name);
}

static void write_tables(t2s_string *out, const t2s_text_schema *schema,
                         const kept *k, bool values)
{
    for (size_t i = 0; i < schema->table_count; i++) {
        if (!k->tables[i])
            continue;
        if (schema->style == T2SED_SCHEMA_DDL)
            write_ddl(out, schema, i, k, values);
        else
            write_compact(out, schema, i, k, values);
    }
    for (size_t i = 0;
         schema->style == T2SED_SCHEMA_COMPACT && i < schema->link_count; i++) {
        if (!k->links[i])
            continue;
        write_column(out, schema, schema->links[i].from);
        t2s_string_append(out, " = ");
        write_column(out, schema, schema->links[i].to);
        t2s_string_append_char(out, '\n');
    }
}

void t2s_text_schema_write(t2s_string *out, const t2s_text_schema *schema,
                           size_t most, bool values)
{
    unsigned char *marks = t2s_zalloc(
        schema->table_count + schema->column_count + schema->link_count);
    kept k;
    if (!marks) {
        out->failed = true;
        return;
    }
    k = (kept){marks, marks + schema->table_count,
               marks + schema->table_count + schema->column_count};
    mark(&k, schema, most);
    write_tables(out, schema, &k, values);
    t2s_free(marks);
}
