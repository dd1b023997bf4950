/*
 * Agreement with the published Spider evaluation: hardness and exact set match
 * of 18 parsers' predictions for Spider dev, against the reference values of
 * ../shared/data/reference (where they are at hand). Every tenth prediction by
 * default; all, with every disagreement and the figures:
 *
 *     T2S_AGREEMENT=1 build/test/evaluate/test_spider
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../t2s_test.h"
#include "base/file.h"
#include "base/memory.h"
#include "t2sed/lab/exact.h"

#define DATA "../shared/data/"

typedef struct tally {
    size_t items, hardness, exact, only_ours, only_theirs;
    size_t unparsed, beyond; /* predictions */
    size_t matches[3];       /* by rule */
} tally;

/* The lines of one parser's predictions. */
typedef struct predictions {
    char *text, *at;
} predictions;

static bool wants_all(void)
{
    return getenv("T2S_AGREEMENT") != NULL;
}

static json_t *next_line(predictions *from)
{
    char *end = strchr(from->at, '\n');
    json_t *line;
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    line = json_loads(from->at, 0, NULL);
    ck_assert_ptr_nonnull(line);
    from->at = end + 1;
    return line;
}

static const char *string_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static void compare(tally *sum, const t2sed_schemas *schemas,
                    const json_t *reference, const json_t *item)
{
    json_t *first = json_array_get(json_object_get(item, "candidates"), 0);
    const char *gold_text = string_of(item, "gold");
    const char *text = string_of(first, "sql");
    const t2sed_schema *schema =
        t2sed_schemas_find(schemas, string_of(item, "db_id"));
    long long exact = json_integer_value(json_object_get(reference, "exact"));
    t2sed_sql *gold = NULL, *predicted = NULL;
    int hardness = -1, match = 0, difference = T2SED_EXACT_BEYOND;
    t2sed_error err = {0};
    ck_assert_int_eq(json_integer_value(json_object_get(reference, "index")),
                     json_integer_value(json_object_get(item, "index")));
    ck_assert_msg(t2sed_sql_parse(&gold, gold_text, &err) == T2SED_OK, "%s: %s",
                  gold_text, err.text);
    ck_assert_msg(t2sed_hardness(&hardness, gold, schema, &err) == T2SED_OK,
                  "%s: %s", gold_text, err.text);
    if (t2sed_sql_parse(&predicted, text, NULL) != T2SED_OK)
        sum->unparsed++;
    for (int rule = T2SED_EXACT_WITH_VALUES; predicted && rule >= 0; rule--) {
        ck_assert_int_eq(t2sed_exact_match(&match, &difference, gold, predicted,
                                           schema, rule, &err),
                         T2SED_OK);
        sum->matches[rule] += (size_t)match;
    }
    sum->items++;
    sum->beyond += predicted && difference == T2SED_EXACT_BEYOND;
    sum->hardness += strcmp(t2sed_hardness_name(hardness),
                            string_of(reference, "hardness")) == 0;
    sum->exact += match == exact;
    sum->only_ours += match > exact;
    sum->only_theirs += match < exact;
    if (wants_all() && match != exact)
        printf("# %s %lld: %d here (%s), %lld there\n#   %s\n#   %s\n",
               string_of(reference, "parser"),
               json_integer_value(json_object_get(item, "index")), match,
               t2sed_exact_difference_name(difference), exact, gold_text, text);
    t2sed_sql_free(gold);
    t2sed_sql_free(predicted);
}

static predictions open_predictions(const char *parser)
{
    char path[256];
    predictions lines = {0};
    size_t n;
    snprintf(path, sizeof path, DATA "predictions/dev/%s.jsonl", parser);
    ck_assert_int_eq(t2s_file_read(&lines.text, &n, path, 1u << 26, NULL),
                     T2SED_OK);
    lines.at = lines.text;
    return lines;
}

START_TEST(agrees_with_the_published_evaluation)
{
    t2sed_schemas *schemas = NULL;
    predictions references = {0}, lines = {0};
    char parser[64] = "";
    tally sum = {0};
    size_t n, line = 0;
    clock_t begin = clock();
    ck_assert_int_eq(
        t2sed_schemas_open(&schemas, DATA "spider/tables.json", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_file_read(&references.text, &n,
                                   DATA "reference/spider_dev_exact.jsonl",
                                   1u << 26, NULL),
                     T2SED_OK);
    references.at = references.text;
    while (*references.at) {
        json_t *reference = next_line(&references), *item;
        if (strcmp(parser, string_of(reference, "parser")) != 0) {
            snprintf(parser, sizeof parser, "%s",
                     string_of(reference, "parser"));
            t2s_free(lines.text);
            lines = open_predictions(parser);
        }
        item = next_line(&lines);
        if (wants_all() || line++ % 10 == 0)
            compare(&sum, schemas, reference, item);
        json_decref(item);
        json_decref(reference);
    }
    t2s_free(lines.text);
    t2s_free(references.text);
    t2sed_schemas_free(schemas);
    printf("# %zu predictions in %.1f s: hardness agrees in %zu, exact set "
           "match in %zu (only here %zu, only there %zu); %zu are not SQLite's "
           "SELECT, %zu beyond Spider's SQL\n",
           sum.items, (double)(clock() - begin) / CLOCKS_PER_SEC, sum.hardness,
           sum.exact, sum.only_ours, sum.only_theirs, sum.unparsed, sum.beyond);
    printf("# matches: %zu; EM*: %zu; with values: %zu\n", sum.matches[0],
           sum.matches[1], sum.matches[2]);
    fflush(stdout);
    ck_assert_uint_le(sum.matches[1], sum.matches[0]);
    ck_assert_uint_le(sum.matches[2], sum.matches[0]);
    ck_assert_uint_eq(sum.items, wants_all() ? 18612 : 1862);
    ck_assert_uint_eq(sum.hardness, sum.items);
    ck_assert_uint_ge(sum.exact + 1, sum.items);
}
END_TEST

int main(void)
{
    TCase *spider = tcase_create("spider");
    if (!t2s_file_exists(DATA "reference/spider_dev_exact.jsonl")) {
        printf("1..0 # SKIP no %sreference/spider_dev_exact.jsonl\n", DATA);
        return EXIT_SUCCESS;
    }
    tcase_set_timeout(spider, 600);
    tcase_add_test(spider, agrees_with_the_published_evaluation);
    return t2s_test_run("spider", &spider, 1);
}
