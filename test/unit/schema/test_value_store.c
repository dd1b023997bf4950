/* The index of a database's values: what it answers, when it is made again, and
 * what stands in its way. */
#include "t2s_test.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"
#include "database_test.h"
#include "sqlite_test.h"
#include "database/value_store.h"
#include "t2sed/log.h"

static const char sql[] =
    "CREATE TABLE city (name TEXT, district TEXT, size INT);"
    "CREATE TABLE empty (name TEXT);"
    "CREATE VIEW big AS SELECT name FROM city WHERE size > 5;"
    "INSERT INTO city VALUES ('Arnhem', 'Gelderland', 5), "
    "('New York', 'New York', 7.5), ('new york', 'NY', NULL), "
    "('O''Brien', 'Gelderland', '12'), (x'00', x'FF', 1), "
    "('%', char(0xD83D), 2);";

static char directory[64], path[128], cache[128];
static t2sed_schema *schema;
static t2s_value_store *store;

static void set_up(void)
{
    snprintf(directory, sizeof directory, "/tmp/t2sed-store-%ld",
             (long)getpid());
    snprintf(path, sizeof path, "%s/d.sqlite", directory);
    snprintf(cache, sizeof cache, "%s/d.index.sqlite", directory);
    ck_assert_int_eq(mkdir(directory, 0700), 0);
    t2s_test_run_sql(path, sql);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    store = NULL;
}

static void tear_down(void)
{
    t2sed_set_log(NULL, 0, NULL);
    t2s_value_store_free(store);
    t2sed_schema_free(schema);
    unlink(cache);
    unlink(path);
    rmdir(directory);
}

/* Options for an index in a file, or, of NULL, in memory. */
static t2sed_database_options options_of(const char *file)
{
    t2sed_database_options options = t2s_test_options(schema);
    options.index = file;
    options.values_milliseconds = 30000;
    return options;
}

static void open_by(const t2sed_database_options *options)
{
    t2sed_error err;
    t2s_value_store_free(store);
    store = NULL;
    ck_assert_msg(t2s_value_store_open(&store,
                                       t2s_test_database_with(path, options),
                                       &err) == T2SED_OK,
                  "%s", err.text);
}

static void open_store(const char *file)
{
    const t2sed_database_options options = options_of(file);
    open_by(&options);
}

static int has(int32_t column, const char *normal, const char *text)
{
    return t2s_value_store_has(store, column, normal, strlen(normal), text,
                               strlen(text));
}

/* What is answered, "column:text column:text". */
static const char *answers(t2s_value_query query, int32_t column,
                           const char *key)
{
    static char out[512];
    size_t n = 0;
    t2s_stored_value value;
    out[0] = '\0';
    t2s_value_store_ask(store, query, column, key, strlen(key), 10);
    while (t2s_value_store_next(store, &value))
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%d:%s", n ? " " : "",
                              (int)value.column, value.text);
    return out;
}

static void check_answers(void)
{
    ck_assert_int_eq(has(0, "new york", "New York"), 2);
    ck_assert_int_eq(has(0, "new york", "NEW YORK"), 1);
    ck_assert_int_eq(has(0, "gelderland", "Gelderland"), 0);
    ck_assert_int_eq(has(2, "7.5", "7.50"), 2);
    ck_assert_int_eq(has(3, "x", "x"), 0);
    ck_assert_int_eq(has(-1, "x", "x"), 0);
    ck_assert_int_eq(has(99, "x", "x"), 0);
    ck_assert_str_eq(answers(T2S_VALUES_EQUAL, -1, "new york"),
                     "0:New York 0:new york 1:New York");
    ck_assert_str_eq(answers(T2S_VALUES_EQUAL_IN, 1, "new york"), "1:New York");
    ck_assert_str_eq(answers(T2S_VALUES_BEGINNING_IN, 1, "ge"), "1:Gelderland");
    ck_assert_str_eq(answers(T2S_VALUES_WORD, -1, "york"),
                     "0:New York 1:New York 0:new york");
    ck_assert_str_eq(answers(T2S_VALUES_WORD_IN, 1, "york"), "1:New York");
    ck_assert_str_eq(answers(T2S_VALUES_BEGINNING_IN, 1, ""),
                     "1:Gelderland 1:New York 1:NY");
    ck_assert_str_eq(answers(T2S_VALUES_BEGINNING_IN, 3, ""), "");
}

START_TEST(in_memory)
{
    open_store(NULL);
    check_answers();
    ck_assert_int_eq(t2s_value_store_column(store, 1)->count, 3);
    ck_assert_int_eq(t2s_value_store_column(store, 1)->longest, 10);
    ck_assert_int_eq(t2s_value_store_column(store, 2)->texts, 0);
    ck_assert(t2s_value_store_column(store, 0)->is_complete);
    ck_assert_int_eq(t2s_value_store_column(store, 3)->count, 0);
    ck_assert_ptr_null(t2s_value_store_column(store, 4)); /* the view's */
    ck_assert_ptr_null(t2s_value_store_column(store, 5));
    ck_assert(!t2s_value_store_is_broken(store));
}
END_TEST

static uint64_t cache_inode(void)
{
    t2s_file_info info;
    return t2s_system_look(&info, cache) ? info.inode : 0;
}

START_TEST(in_a_file)
{
    uint64_t first;
    open_store(cache);
    check_answers();
    first = cache_inode();
    ck_assert(first != 0);
    open_store(cache); /* as it is */
    check_answers();
    ck_assert(cache_inode() == first);
    t2s_test_run_sql(path, "INSERT INTO empty VALUES ('Ede')");
    open_store(cache); /* made again */
    ck_assert(cache_inode() != first);
    ck_assert_int_eq(has(3, "ede", "Ede"), 2);
}
END_TEST

static void open_within(int64_t max_bytes, int milliseconds)
{
    t2sed_database_options options = options_of(cache);
    options.max_values_bytes = max_bytes;
    options.index_milliseconds = milliseconds;
    open_by(&options);
}

START_TEST(limits_of_files)
{
    uint64_t first;
    open_within(100, 30000); /* cut short */
    ck_assert(!t2s_value_store_column(store, 0)->is_complete ||
              !t2s_value_store_column(store, 1)->is_complete);
    first = cache_inode();
    open_within(100, 1000); /* as it is, for the lower limits */
    open_within(99, 30000);
    ck_assert(cache_inode() == first);
    open_within(100, 30001);
    ck_assert(cache_inode() != first);
    first = cache_inode();
    open_within(1000000, 30000); /* whole: as it is, whoever asks */
    ck_assert(cache_inode() != first);
    check_answers();
    first = cache_inode();
    open_within(100, 1000);
    open_within(2000000, 60000);
    ck_assert(cache_inode() == first);
    check_answers();
}
END_TEST

static void write_file(const char *text, size_t n, long at)
{
    FILE *file = fopen(cache, at ? "r+b" : "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
    ck_assert_uint_eq(fwrite(text, 1, n, file), n);
    fclose(file);
}

static int messages;

static void count_messages(int level, const char *text, void *payload)
{
    (void)level;
    (void)payload;
    ck_assert(text[0] != '\0');
    messages++;
}

START_TEST(broken_files)
{
    static char garbage[4096];
    struct stat info;
    t2sed_set_log(count_messages, T2SED_LOG_DEBUG, NULL);
    write_file("", 0, 0);
    open_store(cache);
    check_answers();
    open_store(cache);
    memset(garbage, 0x5A, sizeof garbage);
    ck_assert_int_eq(stat(cache, &info), 0);
    t2s_value_store_free(store); /* cut in the middle */
    store = NULL;
    ck_assert_int_eq(truncate(cache, info.st_size / 2), 0);
    open_store(cache);
    check_answers();
    messages = 0;
    t2s_value_store_free(store); /* all pages but the first are garbage */
    store = NULL;
    for (long at = 4096; at + 4096 <= (long)info.st_size; at += 4096)
        write_file(garbage, sizeof garbage, at);
    open_store(cache);
    if (t2s_value_store_is_broken(store))
        open_store(cache);
    check_answers();
    ck_assert_int_gt(messages, 0);
}
END_TEST

START_TEST(file_breaks_later)
{
    static char garbage[4096];
    struct stat info;
    open_store(cache);
    ck_assert_int_eq(stat(cache, &info), 0);
    t2s_value_store_free(store);
    store = NULL;
    memset(garbage, 0x5A, sizeof garbage);
    /* The tables of values and words; those that are read first stay. */
    write_file(garbage, sizeof garbage, (long)info.st_size - 4096);
    write_file(garbage, sizeof garbage, (long)info.st_size - 8192);
    open_store(cache);
    (void)answers(T2S_VALUES_EQUAL, -1, "new york");
    (void)answers(T2S_VALUES_BEGINNING_IN, 0, "");
    (void)answers(T2S_VALUES_WORD, -1, "york");
    if (t2s_value_store_is_broken(store)) {
        ck_assert_int_eq(has(0, "new york", "New York"), 0);
        ck_assert(cache_inode() == 0);
        open_store(cache);
    }
    check_answers();
}
END_TEST

/* Another's tables, though the key were right. */
START_TEST(foreign_file)
{
    open_store(cache);
    t2s_test_run_sql(cache, "ALTER TABLE words RENAME TO w;"
                            "CREATE VIEW words AS SELECT * FROM w");
    open_store(cache);
    check_answers();
}
END_TEST

/* A wrong path destroys nobody's database. */
START_TEST(file_of_others)
{
    uint64_t before;
    t2s_test_run_sql(cache, "CREATE TABLE mine (x)");
    before = cache_inode();
    messages = 0;
    t2sed_set_log(count_messages, T2SED_LOG_WARNING, NULL);
    open_store(cache);
    check_answers();
    ck_assert(cache_inode() == before);
    ck_assert_int_eq(messages, 1);
    ck_assert_int_eq(unlink(cache), 0);
    write_file("not a database at all, and long enough", 38, 0);
    before = cache_inode();
    open_store(cache);
    check_answers();
    ck_assert(cache_inode() == before);
    ck_assert_int_eq(messages, 2);
}
END_TEST

START_TEST(nowhere_to_write)
{
    char nowhere[160];
    snprintf(nowhere, sizeof nowhere, "%s/none/d.index.sqlite", directory);
    messages = 0;
    t2sed_set_log(count_messages, T2SED_LOG_WARNING, NULL);
    open_store(nowhere);
    check_answers();
    ck_assert_int_eq(messages, 1);
    open_store(directory); /* a directory */
    check_answers();
}
END_TEST

START_TEST(limits)
{
    t2sed_database_options few = options_of(NULL);
    few.max_column_values = 2;
    open_by(&few);
    ck_assert_int_eq(t2s_value_store_column(store, 1)->count, 2);
    ck_assert(!t2s_value_store_column(store, 1)->is_complete);
    few = options_of(NULL);
    few.max_table_rows = 1;
    open_by(&few);
    ck_assert_int_eq(t2s_value_store_column(store, 0)->count, 1);
    ck_assert(!t2s_value_store_column(store, 0)->is_complete);
    few = options_of(NULL);
    few.max_values_bytes = 1;
    open_by(&few);
    ck_assert(!t2s_value_store_column(store, 0)->is_complete);
}
END_TEST

#if !defined(_WIN32) /* where open files do not vanish */
/* What became of the file since it was opened. */
START_TEST(no_database)
{
    const t2sed_database_options options = options_of(cache);
    t2sed_database *database = t2s_test_database_with(path, &options);
    t2sed_error err;
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(t2s_value_store_open(&store, database, &err),
                     T2SED_ENOTFOUND);
    ck_assert_ptr_null(store);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert_int_eq(t2s_value_store_open(&store, database, &err),
                     T2SED_EDATABASE);
    ck_assert(cache_inode() == 0); /* and nothing is left behind */
    ck_assert_ptr_null(store);
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST
#endif

static t2sed_status body(void *payload)
{
    t2s_value_store *made = NULL;
    t2sed_status status = t2s_value_store_open(&made, payload, NULL);
    t2s_value_store_free(made);
    return status;
}

START_TEST(every_allocation)
{
    t2sed_database_options options = options_of(NULL);
    t2s_test_every_allocation(body, t2s_test_database_with(path, &options));
    open_store(cache);
    options = options_of(cache);
    t2s_test_every_allocation(body, t2s_test_database_with(path, &options));
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("value_store");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, in_memory);
    tcase_add_test(all, in_a_file);
    tcase_add_test(all, limits_of_files);
    tcase_add_test(all, broken_files);
    tcase_add_test(all, file_breaks_later);
    tcase_add_test(all, foreign_file);
    tcase_add_test(all, file_of_others);
    tcase_add_test(all, nowhere_to_write);
    tcase_add_test(all, limits);
#if !defined(_WIN32)
    tcase_add_test(all, no_database);
#endif
    tcase_add_test(all, every_allocation);
    return t2s_test_run("value_store", &all, 1);
}
