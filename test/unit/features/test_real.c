/*
 * Spider's queries and real parsers' predictions in ../shared/data, where they
 * are at hand: all that parse are read, with and without their schema, and
 * give features within their ranges; right queries have no unknown names.
 */
#include "query_test.h"

#include <glob.h>
#include <jansson.h>
#include <math.h>

#include "base/file.h"
#include "features/features.h"

#define DATA "../shared/data/"

typedef struct reader {
    t2sed_schemas *schemas;
    size_t read, gold, unknown; /* unknown: right ones with unknown names */
} reader;

static void check_range(const t2s_feature_group *group, const t2s_query *query,
                        const t2sed_schema *schema, const char *text)
{
    const t2sed_evidence from = {.schema = schema, .question_words = 10};
    const t2s_feature_input input = {.from = &from, .query = query};
    float values[T2S_MOST_OF_GROUP];
    ck_assert_int_eq(t2s_features_of_group(values, group, &input, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < group->count; i++) {
        const t2s_feature *of = &group->features[i];
        if (!(values[i] >= of->low && values[i] <= of->high) &&
            !(isnan(values[i]) && !schema))
            ck_abort_msg("%s is %g: %s", of->name, (double)values[i], text);
    }
}

static bool has_unknown(const t2s_query *query)
{
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (use->kind == T2S_USES_UNKNOWN ||
            (use->kind == T2S_USES_TABLE && use->index == T2S_NO_ITEM))
            return true;
    }
    return false;
}

static void read_query(reader *r, const char *text, const t2sed_schema *schema,
                       bool is_gold)
{
    t2sed_sql *sql;
    t2s_query query;
    if (t2sed_sql_parse(&sql, text, NULL) != T2SED_OK)
        return;
    ck_assert_msg(t2s_query_read(&query, sql, schema, NULL) == T2SED_OK, "%s",
                  text);
    check_range(&t2s_shape_group, &query, schema, text);
    check_range(&t2s_joins_group, &query, schema, text);
    r->read++;
    if (schema && is_gold) {
        r->gold++;
        r->unknown += has_unknown(&query);
    }
    t2s_query_free(&query);
    t2sed_sql_free(sql);
}

static void read_line(reader *r, const char *line, size_t n)
{
    json_t *object = json_loadb(line, n, 0, NULL), *candidate;
    const char *name = json_string_value(json_object_get(object, "db_id"));
    const char *gold = json_string_value(json_object_get(object, "query"));
    const t2sed_schema *schema = NULL;
    size_t i;
    ck_assert_ptr_nonnull(object);
    if (name)
        schema = t2sed_schemas_find(r->schemas, name);
    if (gold) {
        read_query(r, gold, schema, true);
        read_query(r, gold, NULL, true);
    }
    json_array_foreach(json_object_get(object, "candidates"), i, candidate)
    {
        const char *text = json_string_value(json_object_get(candidate, "sql"));
        json_t *label = json_object_get(candidate, "label");
        if (text)
            read_query(r, text, schema, json_integer_value(label) == 1);
    }
    json_decref(object);
}

static void read_file(reader *r, const char *path)
{
    char *text, *line, *end;
    size_t length;
    ck_assert_int_eq(t2s_file_read(&text, &length, path, 1u << 30, NULL),
                     T2SED_OK);
    for (line = text; (end = strchr(line, '\n')); line = end + 1)
        read_line(r, line, (size_t)(end - line));
    t2sed_free(text);
}

static void read_set(const char *pattern)
{
    reader r = {0};
    glob_t files;
    ck_assert_int_eq(glob(pattern, 0, NULL, &files), 0);
    ck_assert_int_eq(
        t2sed_schemas_open(&r.schemas, DATA "spider/tables.json", NULL),
        T2SED_OK);
    for (size_t i = 0; i < files.gl_pathc; i++)
        read_file(&r, files.gl_pathv[i]);
    printf("# %s: %zu read; %zu of %zu right ones have unknown names\n",
           pattern, r.read, r.unknown, r.gold);
    ck_assert_uint_gt(r.gold, 1000);
    ck_assert_uint_le(r.unknown, r.gold / 50);
    globfree(&files);
    t2sed_schemas_free(r.schemas);
}

static const char *const sets[] = {DATA "spider/*.jsonl",
                                   DATA "predictions/dev/*.jsonl"};

START_TEST(real_queries)
{
    read_set(sets[_i]);
}
END_TEST

int main(void)
{
    TCase *cases[] = {tcase_create("real")};
    tcase_set_timeout(cases[0], 120);
    for (int i = 0; i < (int)(sizeof sets / sizeof *sets); i++) {
        glob_t files;
        if (glob(sets[i], 0, NULL, &files) == 0) {
            tcase_add_loop_test(cases[0], real_queries, i, i + 1);
            globfree(&files);
        } else {
            t2s_test_skip(sets[i], "not there");
        }
    }
    return t2s_test_run("real queries as evidence", cases, 1);
}
