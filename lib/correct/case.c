/* case.c - what is known of a query that may be wrong. */
#include "correct/case.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/locate.h"
#include "base/sort.h"

#define MOST_HOT 12
#define FORMAT   1

/* --- weights --- */

static t2sed_status read_numbers(t2sed_corrector *c, const json_t *config,
                                 const char *path, t2sed_error *err)
{
    t2s_members in = {config, path, err, T2SED_OK};
    json_t *list = NULL, *one;
    int32_t format = 0;
    size_t i;
    t2s_member_count(&in, "format", true, FORMAT, FORMAT, &format);
    t2s_member_number(&in, "detector", true, -100, 100, &c->detector_weight);
    c->likelihood_weight = 0.5;
    t2s_member_number(&in, "likelihood", false, 0, 100, &c->likelihood_weight);
    t2s_member_array(&in, "weights", true, &list);
    if (in.status != T2SED_OK)
        return in.status;
    if (json_array_size(list) != T2S_FEATURES)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"weights\" has %zu numbers, this version has %d "
                        "features",
                        path, json_array_size(list), T2S_FEATURES);
    json_array_foreach(list, i, one)
    {
        const double number = json_number_value(one);
        if (!json_is_number(one) || fabs(number) > 1e6)
            return t2s_fail(err, T2SED_EFORMAT, -1,
                            "%s: weight %zu is no number up to 1000000", path,
                            i);
        c->weights[i] = (float)number;
    }
    return T2SED_OK;
}

t2sed_status t2s_corrector_read_weights(t2sed_corrector *c, const char *path,
                                        t2sed_error *err)
{
    char *directory = NULL;
    t2s_string file = {0};
    json_t *config = NULL;
    t2sed_status status = t2s_locate(&directory, T2S_CORRECTOR, path, err);
    if (status != T2SED_OK)
        return status;
    t2s_string_append_format(&file, "%s/config.json", directory);
    status = file.failed ? t2s_fail_memory(err)
                         : t2s_json_read(&config, file.text, 1 << 22, err);
    if (status == T2SED_OK)
        status = read_numbers(c, config, file.text, err);
    json_decref(config);
    t2s_string_free(&file);
    t2s_free(directory);
    return status;
}

/* --- what is likely --- */

static float logit(double p)
{
    if (isnan(p))
        return -4;
    p = p < 0.002 ? 0.002 : p > 0.998 ? 0.998 : p;
    return (float)log(p / (1 - p));
}

typedef struct ranked {
    double score;
    int32_t item;
} ranked;

static int compare_ranked(const void *a, const void *b, const void *context)
{
    const ranked *x = a, *y = b;
    (void)context;
    return x->score < y->score ? 1 : x->score > y->score ? -1 : 0;
}

static double interest(const t2s_named *said, const t2s_named *asked,
                       float likely)
{
    return (double)likely + 4.0 * (double)(said->any * said->any) +
           2.0 * (double)(said->new * said->new) - (double)said->old +
           (double)(asked->any * asked->any);
}

static t2sed_status rank(int32_t *to, int32_t *count, ranked *list, size_t n,
                         t2sed_error *err)
{
    if (!t2s_sort(list, n, sizeof *list, compare_ranked, NULL))
        return t2s_fail_memory(err);
    *count = n < MOST_HOT ? (int32_t)n : MOST_HOT;
    for (int32_t i = 0; i < *count; i++)
        to[i] = list[i].item;
    return T2SED_OK;
}

static t2sed_status rank_columns(t2s_case *of, ranked *list, int use,
                                 t2sed_error *err)
{
    const size_t n = of->desk.schema->column_count;
    for (size_t i = 0; i < n; i++) {
        float likely =
            logit(of->prediction->columns[i * T2S_ITEM_ROLES + (size_t)use]);
        of->logits[use][i] = likely;
        list[i].item = (int32_t)i;
        list[i].score = interest(&of->feedback.columns[i],
                                 &of->question.columns[i], likely);
    }
    return rank(of->hot[use], &of->hot_count[use], list, n, err);
}

static t2sed_status rank_all(t2s_case *of, t2sed_error *err)
{
    const size_t n = of->desk.schema->column_count;
    const size_t tables = of->desk.schema->table_count;
    t2s_arena *arena = &of->desk.arena;
    ranked *list = t2s_arena_alloc_array(arena, n + tables, sizeof *list);
    float *logits =
        t2s_arena_alloc_array(arena, n * T2S_FORS + tables, sizeof *logits);
    int32_t *hot =
        t2s_arena_alloc_array(arena, MOST_HOT * (T2S_FORS + 1), sizeof *hot);
    t2sed_status status = T2SED_OK;
    if (!list || !logits || !hot)
        return t2s_fail_memory(err);
    for (int use = 0; use < T2S_FORS && status == T2SED_OK; use++) {
        of->logits[use] = logits + (size_t)use * n;
        of->hot[use] = hot + use * MOST_HOT;
        status = rank_columns(of, list, use, err);
    }
    of->table_logits = logits + T2S_FORS * n;
    of->hot_tables = hot + T2S_FORS * MOST_HOT;
    for (size_t i = 0; i < tables; i++) {
        of->table_logits[i] = logit(of->prediction->tables[i]);
        list[i].item = (int32_t)i;
        list[i].score = interest(&of->feedback.tables[i],
                                 &of->question.tables[i], of->table_logits[i]);
    }
    return status == T2SED_OK
               ? rank(of->hot_tables, &of->hot_table_count, list, tables, err)
               : status;
}

static t2sed_status predict(t2s_case *of, t2sed_schema_prediction **prediction,
                            t2sed_corrector *c,
                            const t2sed_correction_input *input,
                            const t2sed_sql *sql, t2sed_error *err)
{
    t2sed_schema_prediction_options options;
    t2sed_sketch *sketch = NULL;
    t2sed_status status;
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.values = c->values;
    options.wrong = input->feedback ? sql : NULL;
    options.feedback = input->feedback;
    status = t2sed_schema_predictor_predict(
        prediction, c->predictor, input->question, c->schema, &options, err);
    of->prediction = *prediction;
    if (status == T2SED_OK)
        status = t2sed_sketcher_predict(&sketch, c->sketcher, input->question,
                                        c->schema, NULL, err);
    for (size_t i = 0; status == T2SED_OK && i < 8; i++) {
        t2sed_sketch_head head = {.struct_size = sizeof head};
        status = t2sed_sketch_get(sketch, i, &head, err);
        of->heads[i] = (double)logit(head.probability);
    }
    t2sed_sketch_free(sketch);
    return status;
}

/* --- the case --- */

static void note_refs(t2s_case *of, const t2s_ref *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i].column >= 0)
            of->used |= (uint64_t)1 << (list[i].column & 63);
}

static void note_used(t2s_case *of)
{
    for (int c = 0; c < of->given.core_count; c++) {
        const t2s_core *core = &of->given.cores[c];
        note_refs(of, core->items, core->item_count);
        note_refs(of, core->groups, core->group_count);
        note_refs(of, core->orders, core->order_count);
        for (int i = 0; i < core->test_count; i++)
            note_refs(of, &core->tests[i].left, 1);
    }
}

/* What LIMIT and HAVING need where no text has it. */
static t2sed_status find_one(t2s_case *of, t2sed_error *err)
{
    const t2s_literal one = {
        .text = "1", .size = 1, .is_number = true, .column = T2S_NO_ITEM};
    const t2s_literals *list = &of->desk.values;
    size_t i = 0;
    while (i < list->count &&
           !(list->at[i].is_number && list->at[i].size == 1 &&
             list->at[i].text[0] == '1'))
        i++;
    of->one = (int16_t)i;
    return i < list->count || t2s_vector_push(&of->desk.values, one)
               ? T2SED_OK
               : t2s_fail_memory(err);
}

t2sed_status t2s_case_read(t2s_case *of, bool *understood,
                           t2sed_schema_prediction **prediction,
                           t2sed_corrector *c,
                           const t2sed_correction_input *input,
                           const t2sed_sql *sql, t2sed_error *err)
{
    t2sed_status status;
    of->desk.routes = &c->routes;
    of->desk.schema = c->schema;
    of->desk.text = sql->text;
    of->desk.length = sql->length;
    of->weights = c->weights;
    of->has_feedback = input->feedback != NULL;
    status = t2s_draft_read(&of->given, understood, &of->desk, sql, err);
    if (status == T2SED_OK)
        status = t2s_said_read(&of->feedback, &of->desk, input->feedback,
                               c->linker, T2S_IN_FEEDBACK, err);
    if (status == T2SED_OK)
        status = t2s_said_read(&of->question, &of->desk, input->question,
                               c->linker, T2S_IN_QUESTION, err);
    if (status == T2SED_OK)
        status = find_one(of, err);
    if (status == T2SED_OK)
        status = predict(of, prediction, c, input, sql, err);
    if (status == T2SED_OK)
        status = rank_all(of, err);
    note_used(of);
    return status == T2SED_OK ? t2s_weigh_prepare(of, err) : status;
}

void t2s_case_free(t2s_case *of)
{
    t2s_said_free(&of->question);
    t2s_said_free(&of->feedback);
    t2s_vector_free(&of->names);
    t2s_vector_free(&of->desk.values);
    t2s_arena_free(&of->desk.arena);
}

/* --- reasons --- */

static const char *const phrases[T2S_CHANGES] = {
    [T2S_ITEM_ADD] = "a column more is selected",
    [T2S_ITEM_DROP] = "a column less is selected",
    [T2S_ITEM_COLUMN] = "another column is selected",
    [T2S_ITEM_STAR_ADD] = "rows are counted",
    [T2S_ITEM_STAR_DROP] = "rows are not counted",
    [T2S_ITEM_COUNT] = "COUNT is selected",
    [T2S_ITEM_SUM] = "SUM is selected",
    [T2S_ITEM_AVG] = "AVG is selected",
    [T2S_ITEM_MIN] = "MIN is selected",
    [T2S_ITEM_MAX] = "MAX is selected",
    [T2S_ITEM_PLAIN] = "an aggregate is gone",
    [T2S_DISTINCT_ADD] = "DISTINCT is new",
    [T2S_DISTINCT_DROP] = "DISTINCT is gone",
    [T2S_COUNT_DISTINCT_ADD] = "different values are counted",
    [T2S_COUNT_DISTINCT_DROP] = "all values are counted",
    [T2S_TEST_ADD] = "a condition is new",
    [T2S_TEST_DROP] = "a condition is gone",
    [T2S_TEST_COLUMN] = "a condition is on another column",
    [T2S_TEST_VALUE] = "a condition has another value",
    [T2S_TEST_OR] = "conditions are joined by OR",
    [T2S_TEST_AND] = "conditions are joined by AND",
    [T2S_TEST_NOT] = "a condition is negated",
    [T2S_TEST_NOT_DROP] = "a condition is not negated",
    [T2S_SUB_ADD] = "a subquery is new",
    [T2S_SUB_DROP] = "a subquery is gone",
    [T2S_GROUP_ADD] = "grouping is new",
    [T2S_GROUP_DROP] = "grouping is gone",
    [T2S_GROUP_COLUMN] = "groups are of another column",
    [T2S_HAVING_ADD] = "a condition on groups is new",
    [T2S_HAVING_DROP] = "a condition on groups is gone",
    [T2S_HAVING_LEFT] = "a condition on groups is on something else",
    [T2S_HAVING_VALUE] = "a condition on groups has another value",
    [T2S_ORDER_ADD] = "an order is new",
    [T2S_ORDER_DROP] = "an order is gone",
    [T2S_ORDER_COLUMN] = "the order is by another column",
    [T2S_ORDER_COUNT] = "the order is by the number of rows",
    [T2S_ORDER_FUNCTION] = "the order is by an aggregate",
    [T2S_ORDER_PLAIN] = "the order is by no aggregate",
    [T2S_ORDER_DESC] = "the order is descending",
    [T2S_ORDER_ASC] = "the order is ascending",
    [T2S_LIMIT_ADD] = "LIMIT is new",
    [T2S_LIMIT_DROP] = "LIMIT is gone",
    [T2S_LIMIT_VALUE] = "LIMIT has another number",
    [T2S_TABLE_ADD] = "a table is new",
    [T2S_TABLE_DROP] = "a table is gone",
    [T2S_UNION_ADD] = "UNION is new",
    [T2S_INTERSECT_ADD] = "INTERSECT is new",
    [T2S_EXCEPT_ADD] = "EXCEPT is new",
    [T2S_UNION_DROP] = "UNION is gone",
    [T2S_INTERSECT_DROP] = "INTERSECT is gone",
    [T2S_EXCEPT_DROP] = "EXCEPT is gone"};

/* Columns of the first SELECT that the feedback names, and the query had not.
 */
static void say_named(t2s_string *out, const t2s_case *of,
                      const t2s_draft *draft)
{
    const t2s_core *core = &draft->cores[0];
    int said = 0;
    for (int i = 0; i < core->item_count + core->test_count + core->order_count;
         i++) {
        const int t = i - core->item_count, o = t - core->test_count;
        int32_t column = t < 0   ? core->items[i].column
                         : o < 0 ? core->tests[t].left.column
                                 : core->orders[o].column;
        if (column < 0 || of->used >> (column & 63) & 1 ||
            of->feedback.columns[column].any < 0.4f)
            continue;
        t2s_string_append(out, said++ ? ", " : "; the feedback names ");
        t2s_string_append(out, of->desk.schema->columns[column].readable);
    }
}

void t2s_case_reason(t2s_string *out, const t2s_case *of,
                     const t2s_draft *draft)
{
    t2s_change changes[8];
    int count = t2s_changes_of(of, draft, changes, 8), said = 0;
    for (int i = 0; i < count; i++) {
        const char *phrase = phrases[changes[i]];
        if (changes[i] >= T2S_TEST_OP && changes[i] <= T2S_TEST_OP_LAST)
            phrase = said ? NULL : "a condition has another operator";
        if (!phrase)
            continue;
        t2s_string_append(out, said++ ? ", " : "");
        t2s_string_append(out, phrase);
    }
    if (said)
        say_named(out, of, draft);
}
