/*
 * Agreement with SQLite's own parser: every keyword in every place, and real
 * queries, with what they cost. Every tenth query by default; all, with
 * figures:
 *
 *     T2S_AGREEMENT=1 build/test/sql/test_sqlite
 */
#include "real_queries.h"

#include <time.h>

#include "base/string.h"

/* What a query costs, in microseconds: parsed, and viewed as well. */
static void report_speed(const queries *list)
{
    t2sed_sql_view_options view = t2s_test_view();
    double cost[2];
    size_t bytes = 0;
    view.resolve_aliases = 1;
    for (int viewed = 0; viewed < 2; viewed++) {
        clock_t begin = clock();
        for (size_t i = 0; i < list->count; i++) {
            t2sed_sql *sql = NULL;
            t2s_tree tree;
            bytes += strlen(list->at[i]);
            if (t2sed_sql_parse(&sql, list->at[i], NULL) != T2SED_OK)
                continue;
            if (viewed &&
                t2s_sql_view(&tree, sql, &view, NULL, NULL) == T2SED_OK)
                t2s_tree_free(&tree);
            t2sed_sql_free(sql);
        }
        cost[viewed] = (double)(clock() - begin) * 1e6 / CLOCKS_PER_SEC /
                       (double)list->count;
    }
    printf("# speed: %zu queries of %zu bytes: parse %.1f us, parse and view "
           "%.1f us\n",
           list->count, bytes / 2 / list->count, cost[0], cost[1]);
}

START_TEST(real_queries)
{
    queries list = {0};
    bool timed = _i == PREDICTIONS;
    ck_assert(read_set(timed ? &list : NULL, sets[_i][0], sets[_i][1]));
    if (timed)
        report_speed(&list);
    free_queries(&list);
}
END_TEST

/* Each of SQLite's keywords in every place that a name or an operator may
 * have. */
START_TEST(keywords)
{
    static const char *const places[] = {"SELECT %s FROM t",
                                         "SELECT a %s FROM t",
                                         "SELECT a AS %s FROM t",
                                         "SELECT t.%s FROM t",
                                         "SELECT %s.a FROM t",
                                         "SELECT * FROM %s",
                                         "SELECT * FROM t %s",
                                         "SELECT * FROM t AS %s",
                                         "SELECT * FROM t %s u",
                                         "SELECT * FROM t %s JOIN u",
                                         "SELECT %s(1)",
                                         "SELECT %s(*)",
                                         "SELECT 1 %s 2",
                                         "SELECT 1 NOT %s 2",
                                         "SELECT 1 IN %s",
                                         "SELECT 1 COLLATE %s",
                                         "SELECT CAST(1 AS %s)",
                                         "SELECT 1 ORDER BY %s",
                                         "SELECT 1 ORDER BY a %s",
                                         "SELECT 1 ORDER BY a NULLS %s",
                                         "SELECT 1 LIMIT 1 %s 2",
                                         "WITH %s AS (SELECT 1) SELECT 2",
                                         "WITH a AS %s (SELECT 1) SELECT 2",
                                         "SELECT f() OVER %s",
                                         "SELECT f() OVER (%s)",
                                         "SELECT f() OVER (%s ORDER BY 1)",
                                         "SELECT f() OVER (ROWS %s PRECEDING)",
                                         "SELECT f() %s (WHERE 1)",
                                         "SELECT 1 FROM t WINDOW %s AS ()",
                                         "SELECT RAISE(%s, 'x')",
                                         "SELECT * FROM t JOIN u USING (%s)",
                                         "SELECT 1 %s SELECT 2",
                                         "%s SELECT 1"};
    tally sum = {0};
    sqlite3 *db = t2s_test_open_database(":memory:");
    for (int i = 0; i < sqlite3_keyword_count(); i++)
        for (size_t j = 0; j < sizeof places / sizeof *places; j++) {
            const char *name, *hole = strstr(places[j], "%s");
            t2s_string text = {0};
            int n;
            ck_assert_int_eq(sqlite3_keyword_name(i, &name, &n), SQLITE_OK);
            t2s_string_append_n(&text, places[j], (size_t)(hole - places[j]));
            t2s_string_append_n(&text, name, (size_t)n);
            t2s_string_append(&text, hole + 2);
            compare(&sum, db, text.text);
            t2s_string_free(&text);
        }
    sqlite3_close(db);
    report("keywords", &sum);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("sqlite");
    for (int i = 0; i < (int)(sizeof sets / sizeof *sets); i++) {
        if (is_there(sets[i][1]))
            tcase_add_loop_test(cases, real_queries, i, i + 1);
        else
            t2s_test_skip(sets[i][0], "no ../shared/data");
    }
    tcase_add_test(cases, keywords);
    return run_agreement("sql sqlite", cases);
}
