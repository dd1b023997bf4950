/*
 * The extension of SQLite on a host's connection to a hostile database
 * (sqlite_file.h), which has functions, a collation, an authorizer and a
 * progress handler of the host's. "@@q" is a statement that the host runs; its
 * length chooses what the authorizer refuses.
 */
#include "light_model.h"
#include "sqlite_file.h"

int sqlite3_extension_init(sqlite3 *db, char **message,
                           const struct sqlite3_api_routines *api);

static const char *const statements[] = {
    "SELECT t2sed_score('How many a of b?', 'SELECT count(a) FROM t1')",
    "SELECT t2sed_score(b, 'SELECT a FROM t1 WHERE host(a)', '[\"a?\"]') FROM "
    "t1 LIMIT 2",
    "SELECT severity, message FROM t2sed_findings('Which b?', 'SELECT c FROM "
    "t1')",
    "SELECT count(*) FROM t1, t2sed_findings(t1.b, 'SELECT a FROM v1')"};

/* A function that reads its own connection. */
static void host_function(sqlite3_context *context, int count,
                          sqlite3_value **values)
{
    sqlite3 *db = sqlite3_context_db_handle(context);
    (void)count;
    sqlite3_exec(db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    sqlite3_result_value(context, values[0]);
}

static int host_collation(void *payload, int n, const void *a, int m,
                          const void *b)
{
    int order = memcmp(a, b, (size_t)(n < m ? n : m));
    (void)payload;
    return order ? -order : m - n;
}

static int host_authorizer(void *payload, int action, const char *a,
                           const char *b, const char *c, const char *d)
{
    unsigned length = *(unsigned *)payload;
    (void)a;
    (void)b;
    (void)c;
    (void)d;
    if (action == SQLITE_ATTACH)
        return SQLITE_DENY;
    return length % 16 == 7    ? SQLITE_DENY
           : length % 16 == 11 ? SQLITE_IGNORE
                               : SQLITE_OK;
}

static void run(sqlite3 *db, const char *sql)
{
    int left = SQLITE_FILE_STEPS;
    sqlite3_stmt *statement = NULL;
    sqlite3_progress_handler(db, 1000, sqlite_file_step, &left);
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK)
        for (int rows = 0; rows < 20 && sqlite3_step(statement) == SQLITE_ROW;
             rows++)
            sqlite3_column_text(statement, 0);
    sqlite3_finalize(statement);
}

static void host(const char *path, const char *sql)
{
    unsigned length = (unsigned)strlen(sql);
    sqlite3 *db;
    require(sqlite3_open(path, &db) == SQLITE_OK);
    sqlite3_exec(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF",
                 NULL, NULL, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_create_function(db, "host", 1, SQLITE_UTF8, NULL, host_function,
                            NULL, NULL);
    sqlite3_create_collation(db, "host", SQLITE_UTF8, NULL, host_collation);
    require((sqlite3_extension_init(db, NULL, NULL) & 0xFF) == SQLITE_OK);
    sqlite3_set_authorizer(db, host_authorizer, &length);
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        run(db, statements[i]);
    run(db, sql);
    run(db, statements[length % 4]);
    require(sqlite3_close(db) == SQLITE_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    char path[FUZZ_PATH];
    size_t count = fuzz_parts(parts, data, size);
    char *sql;
    if (!getenv("T2SED_MODEL"))
        light_model_make();
    if (size > 20000)
        return 0;
    fuzz_clear();
    sqlite_file_build(fuzz_path(path, "host.sqlite"), parts, count);
    sql = fuzz_text(fuzz_find(parts, count, 'q'));
    host(path, sql);
    free(sql);
    return 0;
}
