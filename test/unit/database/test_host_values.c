/* Values of a host's database: what is read of them, within which limits, and
 * what a host may refuse or do wrong. The host is a SQLite database in memory.
 */
#include "t2s_test.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "database/database.h"
#include "interrupt_test.h"
#include "sqlite_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"

static const char tables[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
    "CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES "
    "customer (id), total NUMERIC, note TEXT);";
static const char rows[] =
    "INSERT INTO customer VALUES (1, 'Ann', 'Paris'), (2, 'Bob', 'Rome'),"
    "(3, 'Cy', 'Paris');"
    "INSERT INTO sale VALUES (1, 1, 5.5, 'x'), (2, 3, 7, NULL);";
static const char many[] =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
    "i < 30000) INSERT INTO customer SELECT i, 'name ' || (i % 7000), "
    "CASE i % 3 WHEN 0 THEN 'Oslo' WHEN 1 THEN 'oslo' ELSE 'Bern' END FROM n;";
enum { ID, NAME, CITY, SALE_ID, CUSTOMER_ID, TOTAL, NOTE };

/* What the host does but answer. */
typedef struct host {
    sqlite3 *db;
    const char *refused;  /* queries with this in them... */
    t2sed_status refusal; /* ...get that */
    const char *slow;     /* queries with this in them give nothing in time */
    bool is_wide;         /* gives a column too many */
    bool has_texts;       /* gives numbers as texts */
    bool uses_itself;
    t2sed_database *database;
    int asked, milliseconds; /* the queries, and what the last may take */
    size_t rows;             /* that were taken, of all queries */
    char text[4000];         /* of the queries, a line each */
} host;

static t2sed_status describe(void *context, t2sed_schema **out,
                             t2sed_error *err)
{
    (void)context;
    return t2sed_schema_parse_ddl(out, tables, err);
}

static t2sed_cell cell_of(const host *h, sqlite3_stmt *row, int i)
{
    int type = sqlite3_column_type(row, i);
    t2sed_cell cell = {.type = T2SED_CELL_NULL};
    if (type == SQLITE_INTEGER && !h->has_texts) {
        cell.type = T2SED_CELL_INTEGER;
        cell.integer = sqlite3_column_int64(row, i);
    } else if (type == SQLITE_FLOAT && !h->has_texts) {
        cell.type = T2SED_CELL_REAL;
        cell.real = sqlite3_column_double(row, i);
    } else if (type != SQLITE_NULL) {
        cell.type = T2SED_CELL_TEXT;
        cell.text = (const char *)sqlite3_column_text(row, i);
        cell.length = (size_t)sqlite3_column_bytes(row, i);
    }
    return cell;
}

static t2sed_status answer(host *h, t2sed_rows *out, sqlite3_stmt *row)
{
    const int count = sqlite3_column_count(row);
    t2sed_status status = t2sed_rows_add(out, NULL, (size_t)count);
    while (status == T2SED_OK && sqlite3_step(row) == SQLITE_ROW) {
        t2sed_cell cells[9] = {{.type = T2SED_CELL_NULL}};
        for (int i = 0; i < count; i++)
            cells[i] = cell_of(h, row, i);
        status = t2sed_rows_add(out, cells, (size_t)count);
        h->rows += status == T2SED_OK;
    }
    return status;
}

static void use_itself(host *h)
{
    t2sed_evidence *evidence = NULL;
    int known;
    ck_assert_int_eq(t2sed_evidence_new(&evidence, h->database, NULL),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2sed_database_values_known(&known, h->database, 0, NULL),
                     T2SED_ESTATE);
}

static t2sed_status run(void *context, const t2sed_query *query,
                        t2sed_rows *out, t2sed_error *err)
{
    host *h = context;
    sqlite3_stmt *row = NULL;
    t2sed_cell wide[9] = {{.type = T2SED_CELL_NULL}};
    const struct timespec nap = {0, 1000000};
    t2sed_status status;
    const size_t used = strlen(h->text);
    snprintf(h->text + used, sizeof h->text - used, "%s\n", query->sql);
    h->asked++;
    h->milliseconds = query->max_milliseconds;
    if (h->uses_itself)
        use_itself(h);
    if (h->refused && strstr(query->sql, h->refused)) {
        snprintf(err->text, sizeof err->text, "permission denied");
        return h->refusal;
    }
    while (h->slow && strstr(query->sql, h->slow)) {
        status = t2sed_rows_add(out, NULL, 0);
        if (status != T2SED_OK)
            return status;
        nanosleep(&nap, NULL);
    }
    if (h->is_wide)
        return t2sed_rows_add(out, wide, 9);
    if (sqlite3_prepare_v2(h->db, query->sql, -1, &row, NULL) != SQLITE_OK) {
        snprintf(err->text, sizeof err->text, "%s", sqlite3_errmsg(h->db));
        return T2SED_ESYNTAX;
    }
    status = answer(h, out, row);
    sqlite3_finalize(row);
    return status;
}

static t2sed_status open_of(t2sed_database **out, host *h, const char *dialect,
                            const t2sed_database_options *options)
{
    t2sed_database_callbacks callbacks;
    t2sed_status status;
    t2sed_database_callbacks_init(&callbacks, sizeof callbacks);
    callbacks.context = h;
    callbacks.describe = describe;
    callbacks.query = run;
    callbacks.dialect = dialect;
    status = t2sed_database_new(out, &callbacks, options, NULL);
    h->database = *out;
    return status;
}

/* Time enough for a machine that does other things. */
static t2sed_database_options patient(void)
{
    t2sed_database_options options;
    t2sed_database_options_init(&options, sizeof options);
    options.values_milliseconds = options.max_milliseconds = 60000;
    return options;
}

static t2sed_database *open_host(host *h, const char *dialect)
{
    const t2sed_database_options options = patient();
    t2sed_database *database = NULL;
    ck_assert_int_eq(open_of(&database, h, dialect, &options), T2SED_OK);
    return database;
}

static host *new_host(const char *more)
{
    host *h = calloc(1, sizeof *h);
    ck_assert_ptr_nonnull(h);
    h->db = t2s_test_open_database(":memory:");
    h->refusal = T2SED_ESYNTAX;
    t2s_test_execute(h->db, tables);
    t2s_test_execute(h->db, more);
    return h;
}

static void free_host(host *h, t2sed_database *database)
{
    t2sed_database_free(database);
    ck_assert_int_eq(sqlite3_close(h->db), SQLITE_OK);
    free(h);
}

/* "all", "some" or "-" of each column. */
static const char *known_of(t2sed_database *database)
{
    static char text[200];
    text[0] = '\0';
    for (size_t i = 0; i <= NOTE; i++) {
        static const char *const words[] = {"- ", "some ", "all "};
        int known = -1;
        ck_assert_int_eq(t2sed_database_values_known(&known, database, i, NULL),
                         T2SED_OK);
        strcat(text, words[known]);
    }
    return text;
}

static bool holds(t2sed_database *database, int32_t column, const char *text)
{
    const t2s_value_index *index = NULL;
    ck_assert_int_eq(t2s_database_values(&index, database, NULL), T2SED_OK);
    return index &&
           t2s_value_index_holds_exactly(index, column, text, strlen(text));
}

static bool finds(t2sed_evidence *evidence, const char *query, int code)
{
    t2sed_sql *sql = NULL;
    t2sed_findings *findings = NULL;
    bool found = false;
    ck_assert_int_eq(t2sed_sql_parse(&sql, query, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_findings_new(&findings, evidence, sql, NULL),
                     T2SED_OK);
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        t2sed_finding finding = {.struct_size = sizeof finding};
        ck_assert_int_eq(t2sed_findings_get(findings, i, &finding, NULL),
                         T2SED_OK);
        found = found || (int)finding.code == code;
    }
    t2sed_findings_free(findings);
    t2sed_sql_free(sql);
    return found;
}

static t2sed_evidence *ask_about_paris(t2sed_database *database)
{
    t2sed_evidence *evidence = NULL;
    t2sed_question *question = NULL;
    ck_assert_int_eq(t2sed_evidence_new(&evidence, database, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_question_new(&question, "Names of customers in Paris", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2sed_evidence_set_question(evidence, question, NULL),
                     T2SED_OK);
    t2sed_question_free(question);
    return evidence;
}

START_TEST(values_are_known)
{
    static const char *const dialects[] = {NULL, "postgresql", "mysql",
                                           "duckdb"};
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        host *h = new_host(rows);
        t2sed_database *database = open_host(h, dialects[i]);
        t2sed_evidence *evidence;
        int known;
        ck_assert_str_eq(known_of(database), "all all all all all all all ");
        ck_assert_int_eq(h->asked, 2);
        ck_assert(holds(database, CITY, "Paris"));
        ck_assert(holds(database, TOTAL, "5.5"));
        ck_assert(!holds(database, CITY, "London"));
        evidence = ask_about_paris(database);
        ck_assert(finds(evidence,
                        "SELECT name FROM customer WHERE city = 'London'",
                        T2SED_FINDING_VALUE_NOT_IN_COLUMN));
        ck_assert(!finds(evidence,
                         "SELECT name FROM customer WHERE city = 'Paris'",
                         T2SED_FINDING_VALUE_NOT_IN_COLUMN));
        ck_assert_int_eq(t2sed_database_values_known(&known, database, 7, NULL),
                         T2SED_EINVAL);
        t2sed_evidence_free(evidence);
        free_host(h, database);
    }
}
END_TEST

START_TEST(numbers_as_texts)
{
    host *h = new_host(rows);
    t2sed_database *database;
    const t2s_value_index *index = NULL;
    h->has_texts = true;
    database = open_host(h, NULL);
    ck_assert_int_eq(t2s_database_values(&index, database, NULL), T2SED_OK);
    ck_assert(t2s_value_index_holds(index, TOTAL, "7", 1));
    ck_assert(t2s_value_index_holds(index, TOTAL, "5.5", 3));
    free_host(h, database);
}
END_TEST

/* Of a large table the system finds the values. */
START_TEST(large_tables)
{
    static const struct {
        const char *dialect, *city; /* how its values are asked for */
        const char *known;
    } all[] = {
        {"postgresql",
         "\nSELECT DISTINCT s.v FROM (SELECT SUBSTR(s.\"city\", 1, 201) AS v "
         "FROM \"customer\" AS s LIMIT 100000) AS s LIMIT 200001\n",
         "some some all all all all all "},
        {"mysql",
         "\nSELECT MIN(s.v) FROM (SELECT SUBSTR(s.`city`, 1, 201) AS v FROM "
         "`customer` AS s LIMIT 100000) AS s GROUP BY CAST(s.v AS BINARY) "
         "LIMIT 200001\n",
         "some some all all all all all "},
        {NULL,
         "\nSELECT DISTINCT s.v FROM (SELECT SUBSTR(s.\"city\", 1, 201) AS v "
         "FROM \"customer\" AS s LIMIT 100000) AS s LIMIT 200001\n",
         "some some all all all all all "},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        host *h = new_host(many);
        t2sed_database *database = open_host(h, all[i].dialect);
        ck_assert_str_eq(known_of(database), all[i].known);
        ck_assert_msg(strstr(h->text, all[i].city), "%s", h->text);
        ck_assert(holds(database, CITY, "Oslo"));
        ck_assert(holds(database, CITY, "oslo"));
        ck_assert(holds(database, NAME, "name 6"));
        /* 6,667 first rows, and the values. */
        ck_assert_uint_lt(h->rows, 30000);
        free_host(h, database);
    }
}
END_TEST

/* What SQLite, which answers here, refuses. */
START_TEST(sql_server)
{
    host *h = new_host(rows);
    t2sed_database *database = open_host(h, "tsql");
    ck_assert_str_eq(known_of(database), "- - - - - - - ");
    ck_assert_msg(strstr(h->text,
                         "SELECT TOP 6667 s.[id], s.[name], s.[city] FROM "
                         "[customer] AS s\n"),
                  "%s", h->text);
    free_host(h, database);
}
END_TEST

/* Long texts come cut; where rows are too wide to come in time, columns alone
 * do. */
START_TEST(wide_tables)
{
    t2sed_database_options options = patient();
    host *h = new_host(rows);
    t2sed_database *database = NULL;
    t2s_test_execute(h->db, "UPDATE sale SET note = hex(zeroblob(500)), "
                            "total = 3 WHERE id = 1");
    database = open_host(h, "mysql");
    ck_assert_str_eq(known_of(database), "all all all all all all some ");
    ck_assert(strstr(h->text, "SELECT s.`id`, s.`customer_id`, s.`total`, "
                              "SUBSTR(s.`note`, 1, 201) FROM `sale` AS s"));
    free_host(h, database);

    h = new_host(rows);
    h->slow = "\"note\"";
    options.values_milliseconds = 1000;
    ck_assert_int_eq(open_of(&database, h, "duckdb", &options), T2SED_OK);
    ck_assert_str_eq(known_of(database), "all all all all all all - ");
    free_host(h, database);
}
END_TEST

/* A column that is refused is left out, the others are read. */
START_TEST(refused_columns)
{
    host *h = new_host(rows);
    t2sed_database *database;
    t2sed_evidence *evidence;
    h->refused = "\"city\"";
    database = open_host(h, "postgresql");
    ck_assert_str_eq(known_of(database), "all all - all all all all ");
    evidence = ask_about_paris(database);
    ck_assert(!finds(evidence, "SELECT name FROM customer WHERE city = 'Nice'",
                     T2SED_FINDING_VALUE_NOT_IN_COLUMN));
    t2sed_evidence_free(evidence);
    free_host(h, database);

    h = new_host(rows);
    h->refused = "\"sale\"";
    database = open_host(h, "postgresql");
    ck_assert_str_eq(known_of(database), "all all all - - - - ");
    free_host(h, database);

    h = new_host(rows);
    h->is_wide = true;
    database = open_host(h, "postgresql");
    ck_assert_str_eq(known_of(database), "- - - - - - - ");
    free_host(h, database);
}
END_TEST

/* Where nobody answers, little is asked, and nothing fails. */
START_TEST(no_answer)
{
    host *h = new_host(rows);
    t2sed_database *database;
    t2sed_evidence *evidence = NULL;
    h->refused = "SELECT";
    h->refusal = T2SED_EDATABASE;
    database = open_host(h, "postgresql");
    ck_assert_int_eq(t2sed_evidence_new(&evidence, database, NULL), T2SED_OK);
    ck_assert_int_eq(h->asked, 3);
    ck_assert_str_eq(known_of(database), "- - - - - - - ");
    ck_assert_int_eq(h->asked, 3);
    t2sed_evidence_free(evidence);
    free_host(h, database);

    h = new_host(rows);
    h->refused = "\"sale\"";
    h->refusal = T2SED_ECANCELLED;
    database = open_host(h, "postgresql");
    ck_assert_int_eq(t2sed_evidence_new(&evidence, database, NULL),
                     T2SED_ECANCELLED);
    h->refused = NULL;
    ck_assert_str_eq(known_of(database), "all all all all all all all ");
    free_host(h, database);
}
END_TEST

START_TEST(limits)
{
    t2sed_database_options options;
    t2sed_database *database = NULL;
    host *h = new_host(rows);
    t2sed_database_options_init(&options, sizeof options);
    options.values_milliseconds = -1;
    ck_assert_int_eq(open_of(&database, h, NULL, &options), T2SED_OK);
    ck_assert_str_eq(known_of(database), "- - - - - - - ");
    ck_assert_int_eq(h->asked, 0);
    free_host(h, database);

    /* One statement has a part of the time. */
    h = new_host(rows);
    options.values_milliseconds = 4000;
    ck_assert_int_eq(open_of(&database, h, NULL, &options), T2SED_OK);
    ck_assert_str_eq(known_of(database), "all all all all all all all ");
    ck_assert_int_le(h->milliseconds, 1000);
    free_host(h, database);

    h = new_host(many);
    options = patient();
    options.max_table_rows = 100;
    ck_assert_int_eq(open_of(&database, h, "duckdb", &options), T2SED_OK);
    ck_assert_str_eq(known_of(database), "some some some all all all all ");
    ck_assert_uint_le(h->rows, 3000);
    ck_assert_ptr_null(strstr(h->text, "pg_stats"));
    free_host(h, database);

    /* Statistics that can't be read change nothing. */
    h = new_host(many);
    ck_assert_int_eq(open_of(&database, h, "postgresql", &options), T2SED_OK);
    ck_assert_str_eq(known_of(database), "some some some all all all all ");
    ck_assert_msg(strstr(h->text, "to_regclass('\"customer\"') AND s.attname = "
                                  "'city'\n"),
                  "%s", h->text);
    free_host(h, database);
}
END_TEST

/* Evidence and findings of one database read its values once. */
START_TEST(read_once)
{
    host *h = new_host(rows);
    t2sed_database *database = open_host(h, "postgresql");
    t2sed_linker *linker = NULL;
    int asked;
    for (int i = 0; i < 2; i++) {
        t2sed_evidence *evidence = ask_about_paris(database);
        asked = h->asked;
        ck_assert(finds(evidence,
                        "SELECT name FROM customer WHERE city = 'pariss'",
                        T2SED_FINDING_VALUE_NOT_IN_COLUMN));
        /* The query, and whether its tables have rows. */
        ck_assert_int_eq(h->asked - asked, 2);
        t2sed_evidence_free(evidence);
    }
    asked = h->asked;
    ck_assert_int_eq(t2sed_linker_new(&linker, database, NULL), T2SED_OK);
    t2sed_linker_free(linker);
    ck_assert_int_eq(h->asked, asked);
    free_host(h, database);
}
END_TEST

static void *use_values(void *database)
{
    t2sed_evidence *evidence = ask_about_paris(database);
    bool found =
        finds(evidence, "SELECT name FROM customer WHERE city = 'London'",
              T2SED_FINDING_VALUE_NOT_IN_COLUMN);
    t2sed_evidence_free(evidence);
    return found ? database : NULL;
}

START_TEST(threads_share_them)
{
    host *h = new_host(rows);
    t2sed_database *database = open_host(h, "postgresql");
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, use_values, database), 0);
    for (size_t i = 0; i < 4; i++) {
        void *found = NULL;
        ck_assert_int_eq(pthread_join(threads[i], &found), 0);
        ck_assert_ptr_eq(found, database);
    }
    /* Two tables, and each thread's query, whose table has rows. */
    ck_assert_int_eq(h->asked, 2 + 4 * 2);
    free_host(h, database);
}
END_TEST

/* An index file is of the schema that the host describes. */
START_TEST(a_file)
{
    char directory[] = "/tmp/t2sed-values-XXXXXX", path[100];
    t2sed_database_options options = patient();
    ck_assert_ptr_nonnull(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/index", directory);
    options.index = path;
    for (int i = 0; i < 3; i++) {
        host *h = new_host(rows);
        t2sed_database *database = NULL;
        t2sed_linker *linker = NULL;
        ck_assert_int_eq(
            open_of(&database, h, i < 2 ? "duckdb" : "mysql", &options),
            T2SED_OK);
        ck_assert_int_eq(t2sed_linker_new(&linker, database, NULL), T2SED_OK);
        ck_assert_int_eq(h->asked, i == 1 ? 0 : 2);
        t2sed_linker_free(linker);
        free_host(h, database);
    }
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(rmdir(directory), 0);
}
END_TEST

START_TEST(a_callback_that_uses_its_database)
{
    host *h = new_host(rows);
    t2sed_database *database;
    h->uses_itself = true;
    database = open_host(h, NULL);
    ck_assert_str_eq(known_of(database), "all all all all all all all ");
    free_host(h, database);
}
END_TEST

/* Of a SQLite database in memory, too. */
START_TEST(a_copy_of_memory)
{
    host *h = new_host(rows);
    t2sed_database *database = NULL;
    t2sed_evidence *evidence;
    const t2sed_database_options options = patient();
    ck_assert_int_eq(
        t2sed_database_new_sqlite(&database, h->db, &options, NULL), T2SED_OK);
    ck_assert_str_eq(known_of(database), "all all all all all all all ");
    evidence = ask_about_paris(database);
    ck_assert(finds(evidence, "SELECT name FROM customer WHERE city = 'London'",
                    T2SED_FINDING_VALUE_NOT_IN_COLUMN));
    t2sed_evidence_free(evidence);
    free_host(h, database);
}
END_TEST

static t2sed_status read_values(void *payload)
{
    const t2sed_database_options options = patient();
    t2sed_database *database = NULL;
    t2sed_linker *linker = NULL;
    t2sed_status status = open_of(&database, payload, "duckdb", &options);
    int known;
    if (status == T2SED_OK)
        status = t2sed_database_values_known(&known, database, CITY, NULL);
    if (status == T2SED_OK)
        status = t2sed_linker_new(&linker, database, NULL);
    t2sed_linker_free(linker);
    t2sed_database_free(database);
    return status;
}

START_TEST(every_allocation)
{
    host *h = new_host(rows);
    t2s_test_every_allocation(read_values, h);
    free_host(h, NULL);
}
END_TEST

START_TEST(interrupts)
{
    host *h = new_host(rows);
    t2s_test_every_interrupt(read_values, h, 3);
    free_host(h, NULL);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("values of a host's database");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, values_are_known);
    tcase_add_test(tests, numbers_as_texts);
    tcase_add_test(tests, large_tables);
    tcase_add_test(tests, sql_server);
    tcase_add_test(tests, wide_tables);
    tcase_add_test(tests, refused_columns);
    tcase_add_test(tests, no_answer);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, read_once);
    tcase_add_test(tests, threads_share_them);
    tcase_add_test(tests, a_file);
    tcase_add_test(tests, a_callback_that_uses_its_database);
    tcase_add_test(tests, a_copy_of_memory);
    tcase_add_test(tests, every_allocation);
    tcase_add_test(tests, interrupts);
    return t2s_test_run("host values", &tests, 1);
}
