/*
 * Agreement with SQLite's own parser: queries of Spider, of parsers and of
 * other sets in ../shared/data (where they are at hand), and random changes to
 * them and to queries of our own.
 *
 * SQLite prepares each query; "near ...: syntax error", "incomplete input" and
 * "unrecognized token" count as refused, everything else, such as a missing
 * table, as parsed. A query is prepared on its own database where there is
 * one, else on an empty one.
 *
 * Every tenth query and 20,000 changes by default. All, with figures:
 *
 *     T2S_AGREEMENT=300000 build/test/sql/test_sqlite
 *
 * (the number is that of changes).
 */
#include "sql_test.h"

#include <glob.h>
#include <jansson.h>
#include <sqlite3.h>
#include <time.h>

#include "base/map.h"
#include "base/string.h"
#include "base/vector.h"

typedef struct tally {
    size_t queries, prepared, refused; /* by SQLite */
    size_t ours_only;                  /* we parse what SQLite refuses */
    size_t theirs_only;                /* SQLite prepares what we refuse */
    size_t other_error; /* SQLite stopped at another error before the syntax
                           error that we report */
    size_t apart;       /* two statements, not SELECT: not compared */
} tally;

typedef T2S_VECTOR(char *) queries;

static long wanted_changes(void)
{
    const char *text = getenv("T2S_AGREEMENT");
    return text ? strtol(text, NULL, 10) : 20000;
}

static bool wants_all(void)
{
    return getenv("T2S_AGREEMENT") != NULL;
}

/* What SQLite's parser may say before it is through with the text. */
static bool is_early_error(const char *message)
{
    static const char *const early[] = {
        "a JOIN clause is required", "unknown join type",
        "parser stack overflow",     "DISTINCT is not supported",
        "DISTINCT aggregates must",  "syntax error after column name",
        "ORDER BY clause should",    "LIMIT clause should",
    };
    for (size_t i = 0; i < sizeof early / sizeof *early; i++)
        if (strncmp(message, early[i], strlen(early[i])) == 0)
            return true;
    return false;
}

static bool is_syntax_error(const char *message)
{
    size_t n = strlen(message);
    return (n > 14 && strcmp(message + n - 14, ": syntax error") == 0) ||
           strcmp(message, "incomplete input") == 0 ||
           strncmp(message, "unrecognized token", 18) == 0;
}

static void compare(tally *sum, sqlite3 *db, const char *text)
{
    sqlite3_stmt *statement = NULL;
    t2sed_sql *sql = NULL;
    t2sed_error err = {0};
    t2sed_status status = t2sed_sql_parse(&sql, text, &err);
    int code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    const char *message = sqlite3_errmsg(db);
    bool refused = code != SQLITE_OK && is_syntax_error(message);
    sqlite3_finalize(statement);
    t2sed_sql_free(sql);
    sum->queries++;
    if (status == T2SED_ENOTSELECT || status == T2SED_EEMPTY ||
        status == T2SED_EMANY || status == T2SED_ELIMIT) {
        sum->apart++;
        return;
    }
    sum->refused += refused;
    sum->prepared += code == SQLITE_OK;
    if (refused && status == T2SED_OK) {
        sum->ours_only++;
        printf("# ours only: %s\n#   %s\n", text, message);
    } else if (!refused && status != T2SED_OK && is_early_error(message)) {
        sum->other_error++;
    } else if (!refused && status != T2SED_OK) {
        sum->theirs_only++;
        printf("# SQLite only: %s\n#   %s\n", text, err.text);
    }
}

static void report(const char *what, const tally *sum)
{
    printf("# %s: %zu queries, SQLite prepares %zu, refuses %zu for syntax; "
           "only we parse %zu, only SQLite parses %zu, SQLite stops earlier at "
           "another error %zu, not compared %zu\n",
           what, sum->queries, sum->prepared, sum->refused, sum->ours_only,
           sum->theirs_only, sum->other_error, sum->apart);
    fflush(stdout); /* a failed assertion ends the process */
    ck_assert_uint_eq(sum->ours_only, 0);
    ck_assert_uint_eq(sum->theirs_only, 0);
}

/* ------------------------------------------------------- queries of others */

typedef struct reader {
    tally *sum;
    queries *found; /* kept here too, when not NULL */
    t2s_map seen, databases;
    sqlite3 *empty;
} reader;

static sqlite3 *database_of(reader *r, const char *name)
{
    char path[512];
    t2s_map_entry *entry;
    sqlite3 *db = NULL;
    if (!name)
        return r->empty;
    entry = t2s_map_find(&r->databases, name, strlen(name));
    if (entry)
        return (sqlite3 *)(intptr_t)entry->value;
    snprintf(path, sizeof path, "../shared/data/spider/database/%s/%s.sqlite",
             name, name);
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        sqlite3_close(db);
        db = r->empty;
    }
    t2s_map_set(&r->databases, name, strlen(name), (int64_t)(intptr_t)db);
    return db;
}

static void read_query(reader *r, const char *text, const char *database)
{
    size_t n = strlen(text);
    if (n == 0 || t2s_map_find(&r->seen, text, n))
        return;
    t2s_map_set(&r->seen, text, n, 1);
    compare(r->sum, database_of(r, database), text);
    if (r->found)
        ck_assert(t2s_vector_push(r->found, strdup(text)));
}

/* Every string under a key that sounds like SQL. */
static void read_value(reader *r, const json_t *value, const char *database)
{
    const char *key;
    json_t *member;
    size_t i;
    if (json_is_object(value)) {
        const char *own = json_string_value(json_object_get(value, "db_id"));
        json_object_foreach((json_t *)value, key, member)
        {
            const char *text = json_string_value(member);
            if (text && (strstr(key, "sql") || strstr(key, "gold") ||
                         strcmp(key, "query") == 0))
                read_query(r, text, own ? own : database);
            else
                read_value(r, member, own ? own : database);
        }
    } else if (json_is_array(value)) {
        json_array_foreach((json_t *)value, i, member)
            read_value(r, member, database);
    }
}

static void read_file(reader *r, const char *path)
{
    static char line[1 << 20];
    FILE *file = fopen(path, "r");
    size_t count = 0;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        json_t *value;
        if (!wants_all() && count++ % 10 != 0)
            continue;
        value = json_loads(line, 0, NULL);
        read_value(r, value, NULL);
        json_decref(value);
    }
    fclose(file);
}

static void close_reader(reader *r)
{
    for (size_t i = 0; i < r->databases.count; i++) {
        sqlite3 *db = (sqlite3 *)(intptr_t)r->databases.entries[i].value;
        if (db != r->empty)
            sqlite3_close(db);
    }
    sqlite3_close(r->empty);
    t2s_map_free(&r->databases);
    t2s_map_free(&r->seen);
}

static bool read_set(queries *found, const char *what, const char *pattern)
{
    tally sum = {0};
    reader r = {&sum, found, {0}, {0}, NULL};
    glob_t files;
    if (glob(pattern, 0, NULL, &files) != 0)
        return false;
    ck_assert_int_eq(sqlite3_open(":memory:", &r.empty), SQLITE_OK);
    for (size_t i = 0; i < files.gl_pathc; i++)
        read_file(&r, files.gl_pathv[i]);
    globfree(&files);
    close_reader(&r);
    report(what, &sum);
    return true;
}

static const char *const sets[][2] = {
    {"Spider gold", "../shared/data/spider/[dt]*[vnr]*.jsonl"},
    {"predictions/dev", "../shared/data/predictions/dev/*.jsonl"},
    {"predictions/train", "../shared/data/predictions/train/*.jsonl"},
    {"SPLASH", "../shared/data/splash/*.jsonl"},
    {"NL2SQL-BUGS", "../shared/data/nl2sql_bugs/*.jsonl"},
};

START_TEST(real_queries)
{
    ck_assert(read_set(NULL, sets[_i][0], sets[_i][1]));
}
END_TEST

/* ----------------------------------------------------------------- changes */

static const char *const own[] = {
    "SELECT a, count(*) AS n FROM t AS x JOIN u ON x.b = u.b WHERE a > 1 AND "
    "NOT b LIKE 'x%' ESCAPE '!' GROUP BY a, b HAVING n > 2 ORDER BY 1 DESC "
    "NULLS LAST LIMIT 5 OFFSET 2",
    "WITH RECURSIVE c(x) AS NOT MATERIALIZED (SELECT 1 UNION ALL SELECT x + 1 "
    "FROM c) SELECT x FROM c, main.d NOT INDEXED LEFT JOIN e USING (x, y)",
    "SELECT sum(a) FILTER (WHERE b) OVER (w PARTITION BY c ORDER BY d ROWS "
    "BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE NO OTHERS) FROM t "
    "WINDOW w AS (ORDER BY a), v AS (RANGE CURRENT ROW)",
    "SELECT CASE a WHEN 1 THEN 'x' ELSE x'00' END, CAST(b AS NUMERIC(10, -2)) "
    "COLLATE nocase FROM (VALUES (1, 2), (3, 4)) AS v INDEXED BY i",
    "SELECT a IS NOT DISTINCT FROM b, c ISNULL, d NOT NULL, e NOT IN (1, 2), "
    "f IN (), g IN t, h IN f(1), -i -> 'j' ->> 'k', (1, 2) = (3, 4)",
};

static const char *const words[] = {
    "SELECT",
    "FROM",
    "WHERE",
    "GROUP",
    "BY",
    "HAVING",
    "ORDER",
    "LIMIT",
    "OFFSET",
    "JOIN",
    "LEFT",
    "OUTER",
    "NATURAL",
    "ON",
    "USING",
    "AS",
    "DISTINCT",
    "ALL",
    "UNION",
    "EXCEPT",
    "WITH",
    "RECURSIVE",
    "MATERIALIZED",
    "VALUES",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "CAST",
    "COLLATE",
    "EXISTS",
    "NOT",
    "IN",
    "BETWEEN",
    "AND",
    "OR",
    "LIKE",
    "MATCH",
    "ESCAPE",
    "IS",
    "NULL",
    "ISNULL",
    "NOTNULL",
    "OVER",
    "PARTITION",
    "WINDOW",
    "ROWS",
    "RANGE",
    "GROUPS",
    "UNBOUNDED",
    "PRECEDING",
    "FOLLOWING",
    "CURRENT",
    "ROW",
    "EXCLUDE",
    "TIES",
    "OTHERS",
    "NO",
    "FILTER",
    "NULLS",
    "FIRST",
    "LAST",
    "ASC",
    "DESC",
    "INDEXED",
    "RAISE",
    "IGNORE",
    "ABORT",
    "CURRENT_TIME",
    "TRUE",
    "KEY",
    "VIEW",
    "ADD",
    "TABLE",
    "SET",
    "TO",
    "INDEX",
    "DEFAULT",
    "INTO",
    "REPLACE",
    "IF",
    "TEMP",
    "DO",
    "NOTHING",
    "ALWAYS",
    "(",
    ")",
    ",",
    ".",
    "*",
    "+",
    "-",
    "/",
    "%",
    "~",
    "&",
    "||",
    "<<",
    "<",
    ">=",
    "==",
    "<>",
    "->",
    "->>",
    ";",
    "?",
    "?1",
    ":a",
    "$c",
    "#1",
    "#a",
    "1",
    "1.5",
    "1e5",
    "1e",
    ".5",
    "0x1F",
    "0x1g",
    "x'ab'",
    "x'a'",
    "'s'",
    "\"id\"",
    "`id`",
    "[id]",
    "[",
    "'",
    "\"",
    "!",
    "^",
    "1a",
    "a",
    "t1",
    "/*",
    "--",
    "/**/",
    "rank()",
    "count(*)",
    "\v",
    "\xef\xbb\xbf",
    "\xc3\xa9",
};

static uint32_t draw(uint32_t *state, size_t below)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((*state >> 8) % (below ? below : 1));
}

/* Where the word that covers byte `at` begins and ends: names and numbers are
 * words, and so is every other character. */
static void word_at(const char *text, size_t n, size_t at, size_t *begin,
                    size_t *end)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_.0123456789"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    *begin = *end = at;
    if (!strchr(letters, text[at]) || !text[at]) {
        while (*begin > 0 && ((unsigned char)text[*begin] & 0xC0) == 0x80)
            --*begin;
        do
            ++*end;
        while (*end < n && ((unsigned char)text[*end] & 0xC0) == 0x80);
        return;
    }
    while (*begin > 0 && strchr(letters, text[*begin - 1]))
        --*begin;
    while (*end < n && strchr(letters, text[*end]))
        ++*end;
}

/* Drops, doubles, replaces or puts in a word, or cuts the text off. */
static void change(t2s_string *text, uint32_t *state)
{
    t2s_string out = {0};
    const char *word = words[draw(state, sizeof words / sizeof *words)];
    size_t n = text->length, begin, end;
    uint32_t how = draw(state, 8);
    if (n == 0)
        return;
    word_at(text->text, n, draw(state, n), &begin, &end);
    t2s_string_append_n(&out, text->text, begin);
    if (how == 1) { /* doubled */
        t2s_string_append_n(&out, text->text + begin, end - begin);
        t2s_string_append_char(&out, ' ');
        t2s_string_append_n(&out, text->text + begin, end - begin);
    } else if (how >= 2 && how <= 6) {
        t2s_string_append_char(&out, ' ');
        t2s_string_append(&out, word);
        t2s_string_append_char(&out, ' ');
        if (how > 4)
            t2s_string_append_n(&out, text->text + begin, end - begin);
    }
    if (how != 7)
        t2s_string_append_n(&out, text->text + end, n - end);
    t2s_string_free(text);
    *text = out;
}

static void compare_changes(const queries *from, const char *what, long count)
{
    tally sum = {0};
    uint32_t state = 1;
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
    for (long i = 0; i < count; i++) {
        t2s_string text = {0};
        t2s_string_append(&text, from->at[draw(&state, from->count)]);
        for (uint32_t times = 1 + draw(&state, 2); times > 0; times--)
            change(&text, &state);
        if (text.text)
            compare(&sum, db, text.text);
        t2s_string_free(&text);
    }
    sqlite3_close(db);
    report(what, &sum);
}

START_TEST(changes_of_own_queries)
{
    queries list = {0};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        ck_assert(t2s_vector_push(&list, (char *)(uintptr_t)own[i]));
    compare_changes(&list, "changed own queries", wanted_changes());
    t2s_vector_free(&list);
}
END_TEST

/* What a query costs, in microseconds: parsed, and viewed as well. */
static void report_speed(const queries *list)
{
    t2sed_sql_view_options view = T2SED_SQL_VIEW_OPTIONS_INIT;
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

START_TEST(changes_of_real_queries)
{
    queries list = {0};
    ck_assert(read_set(&list, sets[1][0], sets[1][1]));
    report_speed(&list);
    compare_changes(&list, "changed predictions/dev", wanted_changes());
    for (size_t i = 0; i < list.count; i++)
        free(list.at[i]);
    t2s_vector_free(&list);
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
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
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

static bool is_there(const char *pattern)
{
    glob_t files;
    if (glob(pattern, 0, NULL, &files) != 0)
        return false;
    globfree(&files);
    return true;
}

/* The tests of those sets of queries that are at hand. */
static void add_real_queries(TCase *cases)
{
    for (int i = 0; i < (int)(sizeof sets / sizeof *sets); i++) {
        if (is_there(sets[i][1]))
            tcase_add_loop_test(cases, real_queries, i, i + 1);
        else
            t2s_test_skip(sets[i][0], "no ../shared/data");
    }
    if (is_there(sets[1][1]))
        tcase_add_test(cases, changes_of_real_queries);
    else
        t2s_test_skip("changes of real queries", "no ../shared/data");
}

int main(void)
{
    TCase *cases = tcase_create("sqlite");
    if (strncmp(sqlite3_libversion(), "3.40.", 5) != 0) {
        printf("1..1\nok 1 - agreement with SQLite # SKIP needs 3.40, this is "
               "%s\n",
               sqlite3_libversion());
        return EXIT_SUCCESS;
    }
    tcase_set_timeout(cases, 900);
    add_real_queries(cases);
    tcase_add_test(cases, changes_of_own_queries);
    tcase_add_test(cases, keywords);
    return t2s_test_run("sql sqlite", &cases, 1);
}
