/* SQL and files that mean harm: an answer for each, and the next one is fine.
 */
#include "evaluator_test.h"

#include <time.h>

#define GOLD "SELECT count(*) FROM item"

static t2sed_evaluator *open_limited(int threads, int milliseconds)
{
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    t2sed_evaluator_options_init(&options, sizeof options);
    options.threads = threads;
    options.max_milliseconds = milliseconds;
    options.max_memory = (size_t)32 << 20;
    options.max_result_bytes = (size_t)8 << 20;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    return evaluator;
}

/* All bytes of the database, as one number. */
static unsigned long long checksum(void)
{
    unsigned long long sum = 14695981039346656037u;
    FILE *file = fopen(path, "rb");
    int c;
    ck_assert_ptr_nonnull(file);
    while ((c = getc(file)) != EOF)
        sum = (sum ^ (unsigned char)c) * 1099511628211u;
    fclose(file);
    return sum;
}

static void expect_alone(void)
{
    char command[300];
    snprintf(command, sizeof command, "test \"$(ls '%s')\" = shop.sqlite",
             directory);
    ck_assert_msg(system(command) == 0, "files lie beside the database");
}

static const char *const forbidden[] = {
    "ATTACH '/tmp/other' AS o",
    "DETACH main",
    "PRAGMA journal_mode = WAL",
    "PRAGMA table_info(item)",
    "SELECT * FROM pragma_table_info('item')",
    "SELECT * FROM pragma_journal_mode('delete')",
    "INSERT INTO item VALUES (9, 'x', 1, 'y', 2)",
    "UPDATE item SET name = 'x'",
    "DELETE FROM item",
    "DELETE FROM item RETURNING *",
    "DROP TABLE item",
    "CREATE TABLE x (y)",
    "CREATE TEMP TABLE x AS SELECT 1",
    "CREATE VIRTUAL TABLE x USING fts5(y)",
    "VACUUM",
    "VACUUM INTO '/tmp/t2sed-stolen'",
    "REINDEX",
    "ANALYZE",
    "BEGIN; SELECT 4",
    "BEGIN EXCLUSIVE",
    "SAVEPOINT x",
    "EXPLAIN SELECT 4",
    "EXPLAIN QUERY PLAN SELECT 4",
    "SELECT load_extension('/tmp/x.so')",
    "SELECT load_extension('/tmp/x.so', 'main') FROM item",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT readfile('/etc/passwd')",
    "SELECT edit('x', 'true')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT sqlite_log(1, 'x')",
    "SELECT * FROM fsdir('/')",
    "WITH x AS (SELECT 1) DELETE FROM item",
    "SELECT 4; DROP TABLE item",
    "SELECT zeroblob(1000000000)",
    "SELECT hex(zeroblob(900000000))",
    "SELECT randomblob(1000000000)",
    "SELECT printf('%.*c', 1000000000, 'x')",
    "SELECT \"Format\"('%.1000000000c', 'x')",
    "SELECT [printf] ('%.*' || 'c', 1000000000, 'x'), format(name) FROM item",
    "SELECT printf(x, 999999999, 'x') FROM (SELECT '%.*c' AS x)",
    "SELECT replace(hex(zeroblob(500000)), '0', hex(zeroblob(500000)))",
    "SELECT (SELECT count(*) FROM (SELECT 1 UNION SELECT x FROM item))",
    "SELECT json_each.nothing FROM json_each('[1]')",
    "SELECT max(name) OVER (ORDER BY random(), gone) FROM item",
    "SELECT abs(-9223372036854775807 - 1)",
    "SELECT sum(9223372036854775807) FROM item",
    "SELECT * FROM item WHERE name MATCH 'x'",
    "SELECT RAISE(ABORT, 'x')",
};

/* Each is refused with a label of none, and the database is as it was. */
START_TEST(forbidden_sql)
{
    t2sed_evaluator *evaluator = open_limited(1, 5000);
    unsigned long long before = checksum();
    t2sed_evaluation *labels;
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        labels = evaluate(evaluator, GOLD, forbidden[i]);
        ck_assert_msg(labels->verdicts[0].label == -1, "%s: %s", forbidden[i],
                      labels->verdicts[0].message);
        t2sed_evaluation_free(labels);
        expect(evaluator, forbidden[i], GOLD, T2SED_REASON_GOLD);
    }
    /* NULL to SQLite 3.40, an error to others */
    labels = evaluate(evaluator, GOLD, "SELECT printf('%1000000000d', 1)");
    ck_assert_int_ne(labels->verdicts[0].label, 1);
    t2sed_evaluation_free(labels);
    expect(evaluator, GOLD,
           sqlite3_libversion_number() < 3038000 /* which has no format() */
               ? "SELECT 0 + printf('%d', '4')"
               : "SELECT printf('%d', '4') + format('%.1f%c', 0, '')",
           T2SED_REASON_SAME_ROWS);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    t2sed_evaluator_free(evaluator);
    ck_assert(checksum() == before);
    expect_alone();
    ck_assert(access("/tmp/t2sed-stolen", F_OK) != 0);
}
END_TEST

#define NUMBERS                                                                \
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

static const char *const endless[] = {
    NUMBERS "SELECT i FROM n",
    NUMBERS "SELECT count(*) FROM n",
    NUMBERS "SELECT i FROM n ORDER BY i DESC",
    NUMBERS "SELECT i FROM n WHERE i < 0",
    NUMBERS "SELECT count(DISTINCT i) FROM n",
    NUMBERS "SELECT group_concat(hex(randomblob(100))) FROM n",
    NUMBERS "SELECT sum(length(hex(randomblob(100000)))) FROM n",
    NUMBERS "SELECT randomblob(1000000) FROM n ORDER BY 1",
    NUMBERS "SELECT i, count(*) OVER (ORDER BY i) FROM n",
    NUMBERS "SELECT json_group_array(i) FROM n",
    NUMBERS ", m(s) AS (SELECT randomblob(100000) FROM n) SELECT DISTINCT s "
            "FROM m",
    "WITH RECURSIVE s(t) AS (SELECT 'x' UNION ALL SELECT t || t FROM s) SELECT "
    "length(t) FROM s",
    "SELECT count(*) FROM item a, item b, item c, item d, item e, item f, item "
    "g, item h, item i, item j, item k, item l, item m, item n, item o, item p",
    "SELECT a.name FROM item a, item b, item c, item d, item e, item f, item "
    "g, item h, item i, item j, item k, item l, item m, item n, item o, item p",
    "SELECT DISTINCT a.id, b.id, c.id, d.id, e.id, f.id, g.id, h.id, i.id, "
    "j.id FROM item a, item b, item c, item d, item e, item f, item g, item h, "
    "item i, item j, item k, item l, item m, item n, item o ORDER BY random()",
};

/* Of processor time: what others take of the machine does not count. */
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Each is cut off, by whichever limit it meets first. */
START_TEST(endless_sql)
{
    t2sed_evaluator *evaluator = open_limited(1, 100);
    for (size_t i = 0; i < sizeof endless / sizeof endless[0]; i++) {
        t2sed_evaluation *labels = evaluate(evaluator, GOLD, endless[i]);
        int reason = labels->verdicts[0].reason;
        ck_assert_msg(reason == T2SED_REASON_TIME ||
                          reason == T2SED_REASON_ROWS ||
                          reason == T2SED_REASON_MEMORY,
                      "%s: %s", endless[i], labels->verdicts[0].message);
        t2sed_evaluation_free(labels);
        expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    }
    t2sed_evaluator_free(evaluator);
    expect_alone();
}
END_TEST

/* Two thousand calls in a row, among which SQLite asks no one: neither memory
 * nor time may go with them. */
START_TEST(wide_sql)
{
    static const char *const calls[] = {
        "randomblob(200000)", "hex(zeroblob(100000))",
        "instr(hex(zeroblob(120000)), hex(zeroblob(60000)) || '1')",
        "hex(zeroblob(120000)) || hex(zeroblob(3000))"};
    t2sed_evaluator *evaluator = open_limited(1, 5000);
    char *sql = malloc(256 * 1024);
    ck_assert_ptr_nonnull(sql);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        size_t n = (size_t)sprintf(sql, "SELECT %s", calls[i]);
        for (int k = 1; k < 1900; k++)
            n += (size_t)sprintf(sql + n, ", %s", calls[i]);
        expect(evaluator, GOLD, sql, T2SED_REASON_MEMORY);
    }
    free(sql);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* WITH tables that double forty times, which SQLite would copy before any
 * handler of ours is asked; and queries that only look so. */
START_TEST(doubling_tables)
{
    t2sed_evaluator *evaluator = open_limited(1, 5000);
    char sql[4096];
    size_t n = (size_t)sprintf(sql, "WITH t0(x) AS (SELECT 1)");
    double start = seconds();
    for (int i = 1; i <= 40; i++)
        n += (size_t)sprintf(sql + n,
                             ", t%d(x) AS NOT MATERIALIZED (SELECT a.x FROM "
                             "t%d a, t%d b)",
                             i, i - 1, i - 1);
    sprintf(sql + n, " SELECT * FROM t40");
    expect(evaluator, GOLD, sql, T2SED_REASON_TIME);
    ck_assert(seconds() - start < 4);
    expect(evaluator, GOLD,
           "WITH a AS (SELECT 4 AS x), b AS (SELECT x FROM a) SELECT x FROM b",
           T2SED_REASON_SAME_ROWS);
    n = (size_t)sprintf(sql, "SELECT ");
    memset(sql + n, '(', 300);
    n += 300;
    sql[n++] = '4';
    memset(sql + n, ')', 300);
    sql[n + 300] = '\0'; /* more than the stack of SQLite before 3.46 takes */
    expect(evaluator, GOLD, sql,
           sqlite3_libversion_number() < 3046000 ? T2SED_REASON_NOT_EXECUTABLE
                                                 : T2SED_REASON_SAME_ROWS);
    t2sed_evaluator_free(evaluator);
}
END_TEST

START_TEST(limits_on_results)
{
    t2sed_evaluator_options options;
    t2sed_evaluator *evaluator;
    t2sed_evaluator_options_init(&options, sizeof options);
    options.max_rows = 2000;
    options.max_result_bytes = 64000;
    ck_assert_int_eq(t2sed_evaluator_new(&evaluator, &options, NULL), T2SED_OK);
    expect(evaluator, GOLD, NUMBERS "SELECT i % 2 FROM n LIMIT 2000",
           T2SED_REASON_ROW_COUNT);
    expect(evaluator, GOLD, NUMBERS "SELECT i % 2 FROM n LIMIT 2001",
           T2SED_REASON_ROWS);
    expect(evaluator, NUMBERS "SELECT i % 2 FROM n LIMIT 2000",
           NUMBERS "SELECT (i + 1) % 2 FROM n LIMIT 2000",
           T2SED_REASON_GOLD); /* rule 2 takes LIMIT away */
    expect(evaluator, GOLD, NUMBERS "SELECT 1,2,3,4,5 FROM n LIMIT 1600",
           T2SED_REASON_ROW_COUNT);
    expect(evaluator, GOLD, NUMBERS "SELECT 1,2,3,4,5 FROM n LIMIT 1601",
           T2SED_REASON_MEMORY);
    t2sed_evaluator_free(evaluator);
}
END_TEST

static void write_file(const char *name, const char *bytes, size_t n)
{
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

/* What comes in the place of a file that was read. */
START_TEST(broken_files)
{
    static const char text[] = "no database, but a text of some length";
    t2sed_evaluator *evaluator = open_limited(1, 5000);
    shop_database = t2s_test_database(path, NULL);
    ck_assert_int_eq(unlink(path), 0);
    expect(evaluator, GOLD, GOLD, T2SED_REASON_DATABASE);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    expect(evaluator, GOLD, GOLD, T2SED_REASON_DATABASE);
    ck_assert_int_eq(rmdir(path), 0);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    expect(evaluator, GOLD, GOLD, T2SED_REASON_DATABASE);
    ck_assert_int_eq(unlink(path), 0);
    write_file(path, text, sizeof text);
    expect(evaluator, GOLD, GOLD, T2SED_REASON_DATABASE);
    ck_assert_int_eq(unlink(path), 0);
    t2s_test_run_sql(path, shop);
    expect(evaluator, GOLD, GOLD, T2SED_REASON_SAME_ROWS);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* Every byte of a small database changed, one at a time: a label or none, and
 * nothing worse. */
START_TEST(corrupt_files)
{
    static char bytes[64 * 1024];
    t2sed_evaluator *evaluator = open_limited(1, 1000);
    FILE *file;
    size_t n;
    ck_assert_int_eq(unlink(path), 0);
    t2s_test_run_sql(
        path, "PRAGMA page_size=512; CREATE TABLE item (id INTEGER PRIMARY "
              "KEY, name); CREATE INDEX i ON item (name); INSERT INTO item "
              "VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'); CREATE VIEW v "
              "AS SELECT * FROM item");
    shop_database = t2s_test_database(path, NULL);
    file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    n = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t i = 0; i < n && i < 2048; i += 11) {
        t2sed_evaluation *labels;
        char kept = bytes[i];
        bytes[i] = (char)(kept ^ (1 << (i % 8)));
        write_file(path, bytes, n);
        bytes[i] = kept;
        labels = evaluate(evaluator, "SELECT name FROM v ORDER BY name",
                          "SELECT name FROM item WHERE id + name > -1");
        ck_assert_int_ge(labels->verdicts[0].reason, 0);
        t2sed_evaluation_free(labels);
    }
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* Views within views, and one that reads without end. */
START_TEST(hostile_schemas)
{
    /* What ends has time to; what does not need not have long. */
    t2sed_evaluator *evaluator = open_limited(1, 5000 * t2s_test_slowness());
    t2sed_evaluator *hasty = open_limited(1, 500 * t2s_test_slowness());
    sqlite3 *db = t2s_test_open_database(path);
    t2s_test_execute(db, "CREATE VIEW v0 AS SELECT 1 AS x");
    for (int i = 1; i <= 30; i++) {
        char sql[120];
        snprintf(sql, sizeof sql,
                 "CREATE VIEW v%d AS SELECT a.x FROM v%d a, v%d b", i, i - 1,
                 i - 1);
        t2s_test_execute(db, sql);
    }
    t2s_test_execute(db, "CREATE VIEW endless AS " NUMBERS "SELECT i FROM n");
    t2s_test_execute(db, "CREATE VIEW evil AS SELECT load_extension('x') AS x");
    sqlite3_close(db);
    expect(evaluator, GOLD, "SELECT 4 * x FROM v5", T2SED_REASON_SAME_ROWS);
    expect(hasty, GOLD, "SELECT 4 * x FROM v30", T2SED_REASON_TIME);
    expect(evaluator, GOLD, "SELECT x FROM evil", T2SED_REASON_NOT_EXECUTABLE);
    expect(hasty, GOLD, "SELECT max(i) FROM endless", T2SED_REASON_TIME);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    t2sed_evaluator_free(hasty);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* What queries may not call, no schema may. */
START_TEST(endless_schemas)
{
    t2sed_evaluator *evaluator = open_limited(1, 5000 * t2s_test_slowness());
    ck_assert_int_eq(unlink(path), 0);
    t2s_test_run_sql(path,
                     "CREATE TABLE item (x, y AS (printf('%.*c', 20000000,"
                     " x))); INSERT INTO item (x) VALUES (1)");
    expect(evaluator, GOLD, "SELECT y FROM item", T2SED_REASON_MEMORY);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* A file that goes, comes back as another one, and shrinks. */
START_TEST(vanishing_files)
{
    t2sed_evaluator *evaluator = open_limited(1, 5000);
    char other[300];
    snprintf(other, sizeof other, "%s.other", path);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    ck_assert_int_eq(rename(path, other), 0);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_DATABASE);
    t2s_test_run_sql(path,
                     "CREATE TABLE item (x); INSERT INTO item VALUES (1)");
    expect(evaluator, GOLD, "SELECT 1", T2SED_REASON_SAME_ROWS);
    ck_assert_int_eq(rename(other, path), 0);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    ck_assert_int_eq(truncate(path, 5000), 0);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_DATABASE);
    t2sed_evaluator_free(evaluator);
}
END_TEST

/* A database at rest in WAL mode is read, and no file comes to lie beside it;
 * one that a program is writing to is waited for, not for ever. */
START_TEST(busy_files)
{
    t2sed_evaluator *evaluator = open_limited(1, 5000);
    sqlite3 *db;
    t2s_test_run_sql(path, "PRAGMA journal_mode = WAL");
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    expect_alone();
    t2s_test_run_sql(path, "PRAGMA journal_mode = DELETE");
    db = t2s_test_open_database(path);
    t2s_test_execute(db, "BEGIN EXCLUSIVE");
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_DATABASE);
    sqlite3_close(db);
    expect(evaluator, GOLD, "SELECT 4", T2SED_REASON_SAME_ROWS);
    t2sed_evaluator_free(evaluator);
    expect_alone();
}
END_TEST

int main(void)
{
    TCase *sql = tcase_create("sql"), *files = tcase_create("files");
    TCase *const cases[] = {sql, files};
    tcase_add_checked_fixture(sql, set_up, tear_down);
    tcase_add_checked_fixture(files, set_up, tear_down);
    tcase_set_timeout(sql, 300);
    tcase_set_timeout(files, 300);
    tcase_add_test(sql, forbidden_sql);
    tcase_add_test(sql, endless_sql);
    tcase_add_test(sql, wide_sql);
    tcase_add_test(sql, doubling_tables);
    tcase_add_test(sql, limits_on_results);
    tcase_add_test(files, broken_files);
    tcase_add_test(files, corrupt_files);
    tcase_add_test(files, hostile_schemas);
    tcase_add_test(files, endless_schemas);
    tcase_add_test(files, vanishing_files);
    tcase_add_test(files, busy_files);
    return t2s_test_run("hostile", cases, 2);
}
