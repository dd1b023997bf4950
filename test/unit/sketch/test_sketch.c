/* Which heads queries have, and evidence from sketches. */
#include "query_test.h"

#include <math.h>

#include "features/features.h"
#include "sketch/heads.h"
#include "sketch_test.h"
#include "t2sed/parts/evidence.h"

/* --- heads --- */

/* The heads that a query has, but for senses (test_senses.c), by name with
 * blanks between, in their order; "name?" where it is not known. */
static const char *heads_of(const char *text)
{
    static char list[1024];
    float heads[T2S_SKETCH_COUNT];
    t2sed_schema *schema = t2s_test_schema();
    t2sed_sql *sql;
    t2sed_error err;
    ck_assert_msg(t2sed_sql_parse(&sql, text, &err) == T2SED_OK, "%s: %s", text,
                  err.text);
    ck_assert_int_eq(t2sed_sketch_read(heads, sql, schema, &err), T2SED_OK);
    list[0] = '\0';
    for (size_t i = 0; i < T2S_SKETCH_SENSES; i++) {
        ck_assert(isnan(heads[i]) || heads[i] == 0 || heads[i] == 1);
        if (heads[i] == 0)
            continue;
        if (list[0])
            strcat(list, " ");
        strcat(list, t2sed_sketch_head_name(i));
        if (isnan(heads[i]))
            strcat(list, "?");
    }
    t2sed_sql_free(sql);
    t2sed_schema_free(schema);
    return list;
}

#define has(text, expected) ck_assert_str_eq(heads_of(text), (expected))

START_TEST(clauses_are_read)
{
    has("SELECT name FROM singer", "");
    has("SELECT name FROM singer WHERE age > 3",
        "where greater main_where conditions_1");
    has("SELECT country FROM singer GROUP BY country", "group_by main_group");
    has("SELECT country FROM singer GROUP BY country HAVING count(*) >= 2",
        "group_by having any_count greater or_equal main_group conditions_1");
    has("SELECT name FROM singer ORDER BY age", "order_by ascending");
    has("SELECT name FROM singer ORDER BY age DESC LIMIT 1",
        "order_by limit limit_1 descending");
    has("SELECT name FROM singer LIMIT 3", "limit");
    has("SELECT name FROM singer LIMIT 1 + 1",
        "limit limit_1? arithmetic addition");
    has("SELECT id FROM singer EXCEPT SELECT singer FROM plays",
        "except negation tables_2 anti_join");
    has("SELECT id FROM singer UNION SELECT singer FROM plays",
        "union or tables_2");
    has("SELECT id FROM singer INTERSECT SELECT singer FROM plays",
        "intersect tables_2");
}
END_TEST

START_TEST(joins_are_no_conditions)
{
    has("SELECT name FROM singer JOIN plays ON singer.id = plays.singer",
        "tables_2");
    has("SELECT name FROM singer, plays WHERE singer.id = plays.singer",
        "tables_2");
    has("SELECT name FROM singer JOIN plays ON singer.id = plays.singer AND "
        "fee > 3",
        "where greater main_where tables_2 conditions_1");
    has("SELECT 1 FROM singer, plays, concert, stadium",
        "tables_2 tables_3 tables_4");
    has("SELECT 1 FROM singer AS a JOIN singer AS b ON a.age = b.age", "");
}
END_TEST

START_TEST(what_is_selected_is_read)
{
    has("SELECT * FROM singer", "star");
    has("SELECT count(*) FROM singer", "select_count any_count");
    has("SELECT count(DISTINCT country) FROM singer",
        "select_count any_count distinct count_distinct");
    has("SELECT DISTINCT country FROM singer", "distinct main_distinct");
    has("SELECT sum(age), avg(age), min(age), max(age) FROM singer",
        "select_sum select_avg select_min select_max any_sum any_avg any_min "
        "any_max selected_2 selected_3 selected_4");
    has("SELECT name, age, id FROM singer", "selected_2 selected_3");
    has("SELECT max(age) - min(age) FROM singer",
        "select_min select_max any_min any_max arithmetic difference");
    has("SELECT country FROM singer GROUP BY country ORDER BY count(*)",
        "group_by order_by any_count order_by_count ascending main_group");
}
END_TEST

START_TEST(conditions_are_read)
{
    has("SELECT name FROM singer WHERE name LIKE 'a%' OR age < 3",
        "where less like or main_where conditions_1 conditions_2");
    has("SELECT name FROM singer WHERE age BETWEEN 2 AND 3",
        "where between main_where conditions_1");
    has("SELECT name FROM singer WHERE country != 'x' AND age <= 9 AND id = 1",
        "where less or_equal not_equal negation main_where conditions_1 "
        "conditions_2 conditions_3");
    has("SELECT name FROM singer WHERE id NOT IN (SELECT singer FROM plays)",
        "where in negation nested nested_condition main_where tables_2 "
        "conditions_1 anti_join");
    has("SELECT name FROM singer WHERE age = (SELECT max(age) FROM singer)",
        "where any_max nested nested_condition main_where conditions_1 "
        "compared_query");
    has("SELECT name FROM (SELECT name FROM singer WHERE age = 1)",
        "where nested nested_from conditions_1");
}
END_TEST

START_TEST(heads_have_names)
{
    static const char *const clauses[] = {"where",    "group_by", "having",
                                          "order_by", "limit",    "except",
                                          "union",    "intersect"};
    ck_assert_uint_eq(t2sed_sketch_head_count(), T2S_SKETCH_COUNT);
    for (size_t i = 0; i < T2SED_SKETCH_CLAUSES; i++)
        ck_assert_str_eq(t2sed_sketch_head_name(i), clauses[i]);
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++) {
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(t2sed_sketch_head_name(i),
                             t2sed_sketch_head_name(j));
    }
    ck_assert_ptr_null(t2sed_sketch_head_name(T2S_SKETCH_COUNT));
}
END_TEST

/* --- sketches --- */

/* A sketch that is sure of nothing but the heads named. */
static t2sed_sketch *sketch_of(size_t head, double p)
{
    double probabilities[T2S_SKETCH_COUNT];
    t2sed_sketch *sketch;
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++)
        probabilities[i] = 0.5;
    probabilities[head] = p;
    sketch = t2s_sketch_new(probabilities);
    ck_assert_ptr_nonnull(sketch);
    return sketch;
}

static t2sed_sql *parse(const char *text)
{
    t2sed_sql *sql;
    ck_assert_int_eq(t2sed_sql_parse(&sql, text, NULL), T2SED_OK);
    return sql;
}

START_TEST(sketches_hold_probabilities)
{
    t2sed_sketch *sketch = sketch_of(T2SED_SKETCH_LIMIT, 0.75);
    t2sed_sketch_head head = {.struct_size = sizeof head};
    t2sed_error err;
    ck_assert_double_eq(t2s_head(sketch, T2SED_SKETCH_LIMIT).probability, 0.75);
    ck_assert_int_eq(t2s_head(sketch, T2SED_SKETCH_LIMIT).expected, 1);
    ck_assert_double_eq(t2s_head(sketch, T2SED_SKETCH_LIMIT).threshold, 0.5);
    ck_assert_int_eq(t2s_head(sketch, T2SED_SKETCH_WHERE).expected, 1);
    for (size_t i = 0; i < T2S_SKETCH_COUNT; i++) {
        ck_assert_str_eq(t2s_head(sketch, i).name, t2sed_sketch_head_name(i));
        ck_assert(*t2s_head(sketch, i).meaning);
    }
    ck_assert_int_eq(t2sed_sketch_get(sketch, T2S_SKETCH_COUNT, &head, &err),
                     T2SED_EINVAL);
    head.struct_size = 1;
    ck_assert_int_eq(t2sed_sketch_get(sketch, 0, &head, &err), T2SED_EINVAL);
    t2sed_sketch_free(sketch);
    t2sed_sketch_free(NULL);
}
END_TEST

START_TEST(queries_agree_or_not)
{
    t2sed_sketch *sketch = sketch_of(T2SED_SKETCH_GROUP_BY, 0.9);
    t2sed_sql *with = parse("SELECT a FROM t GROUP BY a");
    t2sed_sql *without = parse("SELECT a FROM t");
    t2sed_sketch_fit fit = {.struct_size = sizeof fit};
    const double half = (T2S_SKETCH_COUNT - 1) * log(0.5);
    ck_assert_int_eq(t2sed_sketch_compare(sketch, with, NULL, &fit, NULL), 0);
    ck_assert_double_eq_tol(fit.agreement, 1, 1e-9);
    ck_assert_double_eq_tol(fit.log_likelihood, half + log(0.9), 1e-9);
    ck_assert_int_eq(t2sed_sketch_compare(sketch, without, NULL, &fit, NULL),
                     0);
    ck_assert_double_eq_tol(fit.agreement, 0.1 / 0.9, 1e-9);
    ck_assert_double_eq_tol(fit.log_likelihood, half + log(0.1), 1e-9);
    ck_assert_int_eq(t2sed_sketch_compare(sketch, with, NULL, NULL, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sketch_compare(NULL, with, NULL, &fit, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sketch_compare(sketch, NULL, NULL, &fit, NULL),
                     T2SED_EINVAL);
    fit.struct_size = 0;
    ck_assert_int_eq(t2sed_sketch_compare(sketch, with, NULL, &fit, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sketch_read(NULL, with, NULL, NULL), T2SED_EINVAL);
    t2sed_sql_free(with);
    t2sed_sql_free(without);
    t2sed_sketch_free(sketch);
}
END_TEST

/* --- features --- */

static double feature(const float *numbers, const char *name)
{
    for (size_t i = 0; i < t2s_sketch_group.count; i++)
        if (strcmp(t2s_sketch_group.features[i].name + strlen("plan."), name) ==
            0)
            return (double)numbers[i];
    ck_abort_msg("no feature %s", name);
    return 0;
}

static void fill(float *out, const char *text, const t2sed_sketch *sketch)
{
    t2sed_schema *schema = t2s_test_schema();
    t2s_query query;
    t2s_test_read(&query, text, schema);
    const t2sed_evidence from = {.schema = schema, .sketch = sketch};
    const t2s_feature_input input = {.from = &from, .query = &query};
    ck_assert_int_eq(
        t2s_features_of_group(out, &t2s_sketch_group, &input, NULL), T2SED_OK);
    for (size_t i = 0; i < t2s_sketch_group.count; i++)
        ck_assert(isnan(out[i]) ||
                  (out[i] >= t2s_sketch_group.features[i].low &&
                   out[i] <= t2s_sketch_group.features[i].high));
    t2s_query_free(&query);
    t2sed_schema_free(schema);
}

START_TEST(features_tell_what_differs)
{
    t2sed_sketch *sketch = sketch_of(T2SED_SKETCH_ORDER_BY, 0.96);
    float out[128];
    ck_assert_uint_le(t2s_sketch_group.count, 128);
    fill(out, "SELECT name, age FROM singer", sketch);
    ck_assert_double_eq_tol(feature(out, "order_by"), -0.96, 1e-6);
    ck_assert_double_eq_tol(feature(out, "selected_2"), 0.5, 1e-6);
    ck_assert_double_eq_tol(feature(out, "worst"), log(0.04), 1e-5);
    ck_assert_double_eq_tol(feature(out, "worst_3"),
                            (log(0.04) + 2 * log(0.5)) / 3, 1e-5);
    ck_assert_double_eq(feature(out, "unlikely"), 1);
    ck_assert_double_eq_tol(feature(out, "agreement"), 0.04 / 0.96, 1e-6);
    ck_assert_double_eq_tol(feature(out, "log_clauses"),
                            log(0.04) + 7 * log(0.5), 1e-5);
    ck_assert_double_eq_tol(feature(out, "log_order"), log(0.04) + 5 * log(0.5),
                            1e-5);
    ck_assert_double_eq_tol(feature(out, "selected_difference"), -0.5, 1e-6);
    ck_assert_double_eq_tol(feature(out, "tables_difference"), -1.5, 1e-6);
    fill(out, "SELECT name FROM singer ORDER BY age LIMIT 1 + 0", sketch);
    ck_assert_double_eq_tol(feature(out, "order_by"), 0.04, 1e-6);
    ck_assert(isnan(feature(out, "limit_1")));
    ck_assert_double_eq_tol(feature(out, "log_likelihood"),
                            log(0.96) + (T2S_SKETCH_COUNT - 2) * log(0.5),
                            1e-3);
    fill(out, "SELECT 1", NULL);
    for (size_t i = 0; i < t2s_sketch_group.count; i++)
        ck_assert(isnan(out[i]));
    t2sed_sketch_free(sketch);
}
END_TEST

static size_t place_of(const char *name)
{
    for (size_t i = 0; i < t2sed_evidence_count(); i++)
        if (strcmp(t2s_feature_at(i)->name, name) == 0)
            return i;
    ck_abort_msg("no feature %s", name);
    return 0;
}

START_TEST(evidence_takes_a_sketch_for_a_question)
{
    t2sed_sketch *sketch = sketch_of(T2SED_SKETCH_WHERE, 0.75);
    t2sed_evidence *evidence;
    t2sed_question *question;
    t2sed_sql *sql = parse("SELECT 1");
    float *numbers = malloc(t2sed_evidence_count() * sizeof *numbers);
    size_t at = place_of("plan.where");
    t2sed_question_new(&question, "Which?", NULL);
    t2sed_evidence_new(&evidence, NULL, NULL);
    ck_assert_int_eq(t2sed_evidence_set_sketch(NULL, sketch, NULL),
                     T2SED_EINVAL);
    t2sed_evidence_set_question(evidence, question, NULL);
    t2sed_evidence_compute(evidence, sql, numbers, NULL);
    ck_assert(isnan(numbers[at]));
    ck_assert_int_eq(t2sed_evidence_set_sketch(evidence, sketch, NULL),
                     T2SED_OK);
    t2sed_evidence_compute(evidence, sql, numbers, NULL);
    ck_assert_double_eq_tol((double)numbers[at], -0.75, 1e-6);
    t2sed_evidence_set_question(evidence, question, NULL);
    t2sed_evidence_compute(evidence, sql, numbers, NULL);
    ck_assert(isnan(numbers[at]));
    free(numbers);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
    t2sed_evidence_free(evidence);
    t2sed_sketch_free(sketch);
}
END_TEST

static t2sed_status use_all(void *payload)
{
    double probabilities[T2S_SKETCH_COUNT] = {0};
    t2sed_sketch_fit fit = {.struct_size = sizeof fit};
    t2sed_sketch *sketch = t2s_sketch_new(probabilities);
    t2sed_status status;
    if (!sketch)
        return T2SED_ENOMEM;
    status = t2sed_sketch_compare(sketch, payload, NULL, &fit, NULL);
    t2sed_sketch_free(sketch);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2sed_sql *sql = parse("SELECT a, count(*) FROM t WHERE b = 1 GROUP BY a");
    t2s_test_every_allocation(use_all, sql);
    t2sed_sql_free(sql);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("sketch");
    tcase_add_test(all, clauses_are_read);
    tcase_add_test(all, joins_are_no_conditions);
    tcase_add_test(all, what_is_selected_is_read);
    tcase_add_test(all, conditions_are_read);
    tcase_add_test(all, heads_have_names);
    tcase_add_test(all, sketches_hold_probabilities);
    tcase_add_test(all, queries_agree_or_not);
    tcase_add_test(all, features_tell_what_differs);
    tcase_add_test(all, evidence_takes_a_sketch_for_a_question);
    tcase_add_test(all, every_allocation_may_fail);
    return t2s_test_run("sketch", &all, 1);
}
