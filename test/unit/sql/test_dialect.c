/* Dialects in C: arguments, options, places, memory. What queries become is in
 * test/conformance/dialects. */
#include "sql_test.h"

static t2sed_status parse_as(t2sed_sql **out, const char *text, int dialect,
                             t2sed_error *err)
{
    t2sed_sql_options options;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = dialect;
    options.answer = 1;
    return t2sed_sql_parse_as(out, text, strlen(text), &options, err);
}

START_TEST(names)
{
    for (int i = T2SED_DIALECT_SQLITE; i <= T2SED_DIALECT_CLICKHOUSE; i++)
        ck_assert_int_eq(t2sed_dialect_of_name(t2sed_dialect_name(i)), i);
    ck_assert_ptr_null(t2sed_dialect_name(-1));
    ck_assert_ptr_null(t2sed_dialect_name(T2SED_DIALECT_CLICKHOUSE + 1));
    ck_assert_int_eq(t2sed_dialect_of_name("PostgreSQL"), 1);
    ck_assert_int_eq(t2sed_dialect_of_name("oracle"), -1);
    ck_assert_int_eq(t2sed_dialect_of_name(NULL), -1);
}
END_TEST

START_TEST(arguments)
{
    t2sed_sql *sql = NULL;
    t2sed_error err;
    t2sed_sql_options options = {.struct_size = 3};
    ck_assert_int_eq(t2sed_sql_parse_as(&sql, "SELECT 1", 8, NULL, &err), 0);
    ck_assert_str_eq(t2sed_sql_text(sql), "SELECT 1");
    t2sed_sql_free(sql);
    sql = NULL;
    ck_assert_int_eq(t2sed_sql_parse_as(&sql, "SELECT 1", 8, &options, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(parse_as(&sql, "SELECT 1", 99, &err), T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "99"));
    ck_assert_int_eq(t2sed_sql_parse_as(NULL, "SELECT 1", 8, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_parse_as(&sql, NULL, 8, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_sql_parse_as(&sql, NULL, 0, NULL, NULL),
                     T2SED_EEMPTY);
    ck_assert_int_eq(parse_as(&sql, "\xff", T2SED_DIALECT_MYSQL, &err),
                     T2SED_EUTF8);
    ck_assert_ptr_null(sql);
    ck_assert_ptr_null(t2sed_sql_text(NULL));
    ck_assert_int_eq(t2sed_sql_dialect(NULL), T2SED_DIALECT_SQLITE);
}
END_TEST

START_TEST(places)
{
    const char *source = "SQL: SELECT a :: int FROM s.t LIMIT 1";
    const char *text = "SELECT CAST(a AS INTEGER) FROM t LIMIT 1";
    t2sed_sql *sql = NULL;
    t2sed_span all = {0, strlen(text)}, one = {29, 30}, cast = {7, 25},
               far = {3, 1000};
    ck_assert_int_eq(parse_as(&sql, source, T2SED_DIALECT_DUCKDB, NULL), 0);
    ck_assert_str_eq(t2sed_sql_text(sql), text);
    t2sed_sql_to_source(sql, &all);
    ck_assert_uint_eq(all.begin, 5);
    ck_assert_uint_eq(all.end, strlen(source));
    t2sed_sql_to_source(sql, &cast); /* what is cast stands for it */
    ck_assert_uint_eq(cast.begin, 12);
    one = (t2sed_span){31, 32};
    t2sed_sql_to_source(sql, &one);
    ck_assert_uint_eq(one.begin, strlen("SQL: SELECT a :: int FROM s."));
    ck_assert_uint_eq(one.end, one.begin + 1);
    t2sed_sql_to_source(sql, &far);
    ck_assert_uint_eq(far.end, 1000);
    t2sed_sql_to_source(NULL, &far);
    t2sed_sql_to_source(sql, NULL);
    t2sed_sql_free(sql);
}
END_TEST

/* Copies of arguments must not grow without bound, nor depth. */
START_TEST(hostile)
{
    enum { SIZE = 40000 };
    char *text = malloc(SIZE + 1);
    t2sed_sql *sql = NULL;
    size_t at = 0;
    for (at = 7, memcpy(text, "SELECT ", 7); at + 20 < SIZE / 4; at += 7)
        memcpy(text + at, "div0(1,", 7);
    text[at] = '\0';
    ck_assert_int_ne(parse_as(&sql, text, T2SED_DIALECT_SNOWFLAKE, NULL), 0);
    for (at = 7; at + 20 < SIZE; at++)
        text[at] = '-' ^ (at % 2 ? 0 : '-' ^ '~');
    text[at] = '\0';
    ck_assert_int_ne(parse_as(&sql, text, T2SED_DIALECT_POSTGRESQL, NULL), 0);
    memset(text + 7, '(', SIZE - 7);
    text[SIZE] = '\0';
    for (int i = 1; i <= T2SED_DIALECT_CLICKHOUSE; i++)
        ck_assert_int_eq(parse_as(&sql, text, i, NULL), T2SED_ELIMIT);
    memcpy(text, "SELECT 1", 9);
    for (at = 8; at + 20 < SIZE; at += 6)
        memcpy(text + at, "::text", 7);
    ck_assert_int_eq(parse_as(&sql, text, T2SED_DIALECT_POSTGRESQL, NULL),
                     T2SED_ELIMIT);
    ck_assert_ptr_null(sql);
    /* Quotes of three, of which the last one lacks two. */
    (void)parse_as(&sql, "SELECT \"\"\"a\"", T2SED_DIALECT_BIGQUERY, NULL);
    t2sed_sql_free(sql);
    free(text);
}
END_TEST

static t2sed_status parse_and_free(void *text)
{
    static const int dialects[] = {T2SED_DIALECT_SQLITE, T2SED_DIALECT_DUCKDB,
                                   T2SED_DIALECT_AUTO};
    t2sed_status last = T2SED_OK;
    for (int i = 0; i < 3 && last != T2SED_ENOMEM; i++) {
        t2sed_sql *sql = NULL;
        t2sed_error err;
        last = parse_as(&sql, text, dialects[i], &err);
        ck_assert((last == T2SED_OK) == (sql != NULL));
        t2sed_sql_free(sql);
    }
    return last == T2SED_ENOMEM ? last : T2SED_OK;
}

static t2sed_status parse_of(void *given)
{
    const char *text = given;
    t2sed_sql *sql = NULL;
    const t2sed_status status = parse_as(&sql, text + 1, text[0] - '0', NULL);
    t2sed_sql_free(sql);
    return status;
}

START_TEST(no_memory)
{
    char one[] = "```\nSELECT DISTINCT ON (a) a::date, b ILIKE 'x', "
                 "string_agg(c, ','), d - INTERVAL '1 day 2 hours' FROM s.t, "
                 "UNNEST(ARRAY['p', 'q']) AS u WHERE e SIMILAR TO '%(f|g)%' "
                 "ORDER BY a, h\n```";
    char two[] = "SELECT TOP 3 [a], \"b\", `c`, TO_CHAR(d, 'YYYY') FROM t "
                 "QUALIFY ROW_NUMBER() OVER (PARTITION BY e ORDER BY f) = 1";
    char bad[] = "SELECT a::int FROM t WHERE (";
    /* By the number of one dialect. */
    char times[] =
        "1SELECT date_trunc('month', a - INTERVAL '1 month'), b + INTERVAL "
        "'2 months', to_char(c, 'FMMonth YYYY'), to_date('1.2.2023', "
        "'DD.MM.YYYY'), to_date(d, 'DD.MM.YYYY'), age(e, f), split_part(g, ' "
        "', 2), monthname(h) = 'May', date_diff('day', i, current_date)";
    char ranks[] = "6SELECT TOP 3 WITH TIES a, MEDIAN(b), CONVERT(VARCHAR(7), "
                   "c, 120), EOMONTH(d, 1) FROM t GROUP BY a ORDER BY e";
    char house[] =
        "8WITH 1 AS x SELECT count() AS n, n + x AS m, quantile(0.9)(a), "
        "argMax(b, c), multiIf(d, 1, e, 2, 3), toStartOfInterval(f, INTERVAL 5 "
        "MINUTE) FROM t PREWHERE g WHERE h OR i SETTINGS j = 1";
    char week[] = "2SELECT YEARWEEK(a, 1), STR_TO_DATE(b, '%d/%m/%Y'), "
                  "SUBSTRING_INDEX(c, '-', 2)";
    t2s_test_every_allocation(parse_and_free, one);
    t2s_test_every_allocation(parse_and_free, two);
    t2s_test_every_allocation(parse_and_free, bad);
    t2s_test_every_allocation(parse_of, times);
    t2s_test_every_allocation(parse_of, ranks);
    t2s_test_every_allocation(parse_of, house);
    t2s_test_every_allocation(parse_of, week);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("dialect");
    tcase_add_test(cases, names);
    tcase_add_test(cases, arguments);
    tcase_add_test(cases, places);
    tcase_add_test(cases, hostile);
    tcase_add_test(cases, no_memory);
    return t2s_test_run("sql dialect", &cases, 1);
}
