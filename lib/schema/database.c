#include "schema/database.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/string.h"

/* How often a running statement asks whether its time is over. */
#define DEADLINE_STEPS 1000

static int64_t now_ms(void)
{
    return (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
}

static int check_deadline(void *payload)
{
    t2s_deadline *deadline = payload;
    deadline->passed = now_ms() >= deadline->at_ms;
    return deadline->passed;
}

void t2s_database_set_deadline(sqlite3 *db, t2s_deadline *deadline, int ms)
{
    if (ms < 0) {
        sqlite3_progress_handler(db, 0, NULL, NULL);
        return;
    }
    deadline->at_ms = now_ms() + ms;
    deadline->passed = false;
    sqlite3_progress_handler(db, DEADLINE_STEPS, check_deadline, deadline);
}

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
    for (size_t i = 0; name && i < n; i++)
        if (t2s_casecmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Functions that read and write files, run programs or change the process:
 * SQLite's, its shell's, and those of extensions that a program may have added
 * to all its connections. */
static bool is_harmful(const char *function)
{
    static const char *const names[] = {"load_extension", "readfile",
                                        "writefile",      "edit",
                                        "fts3_tokenizer", "sqlite_log"};
    return is_one_of(function, names, sizeof names / sizeof names[0]);
}

/* The same of functions that stand for a table. */
static bool is_harmful_table(const char *table)
{
    static const char *const names[] = {"fsdir", "zipfile"};
    return is_one_of(table, names, sizeof names / sizeof names[0]);
}

int t2s_database_authorize_read(void *payload, int action, const char *a,
                                const char *b, const char *c, const char *d)
{
    (void)payload;
    (void)c;
    (void)d;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_READ: /* a is the table, maybe a function's */
        return is_harmful_table(a) ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_FUNCTION: /* b is its name */
        return is_harmful(b) ? SQLITE_DENY : SQLITE_OK;
    default:
        return SQLITE_DENY;
    }
}

t2sed_status t2s_database_fail(sqlite3 *db, const char *path, t2sed_error *err)
{
    int code = sqlite3_errcode(db) & 0xFF;
    switch (code) {
    case SQLITE_NOMEM:
        return t2s_fail_memory(err);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: the database is locked by another process", path);
    case SQLITE_NOTADB:
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: not a SQLite database (or an encrypted one)",
                        path);
    case SQLITE_CORRUPT:
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: the database is corrupt: %s", path,
                        sqlite3_errmsg(db));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: the database can't be read as it is (a journal "
                        "beside it may wait for its program): %s",
                        path, sqlite3_errmsg(db));
    case SQLITE_INTERRUPT:
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "%s: reading the database took too long", path);
    default:
        return t2s_fail(err, T2SED_EDATABASE, -1, "%s: %s", path,
                        sqlite3_errmsg(db));
    }
}

static void harden(sqlite3 *db)
{
    static const struct {
        int limit, value;
    } limits[] = {{SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024},
                  {SQLITE_LIMIT_SQL_LENGTH, 1024 * 1024},
                  {SQLITE_LIMIT_EXPR_DEPTH, 200},
                  {SQLITE_LIMIT_COMPOUND_SELECT, 100},
                  {SQLITE_LIMIT_ATTACHED, 0},
                  {SQLITE_LIMIT_TRIGGER_DEPTH, 10},
                  {SQLITE_LIMIT_WORKER_THREADS, 0}};
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(db, limits[i].limit, limits[i].value);
    sqlite3_busy_timeout(db, T2S_DATABASE_WAIT_MS);
    sqlite3_extended_result_codes(db, 1);
}

/* Opens a URI or, for SQLite's own failure, says why. */
static t2sed_status open_uri(sqlite3 **out, const char *uri, int flags,
                             const char *path, t2sed_error *err)
{
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(uri, &db, flags | SQLITE_OPEN_URI, NULL);
    t2sed_status status;
    if (code == SQLITE_OK) {
        harden(db);
        *out = db;
        return T2SED_OK;
    }
    status = db ? t2s_database_fail(db, path, err) : t2s_fail_memory(err);
    sqlite3_close(db);
    return status;
}

t2sed_status t2s_database_open_memory(sqlite3 **out, t2sed_error *err)
{
    return open_uri(out, ":memory:", SQLITE_OPEN_READWRITE, "in memory", err);
}

/* Refuses what is no plain readable file, before SQLite could wait on it. */
static t2sed_status check_file(const char *path, unsigned char header[20],
                               ssize_t *header_size, t2sed_error *err)
{
    struct stat info;
    int file;
    if (stat(path, &info) != 0)
        return t2s_fail(err,
                        errno == ENOENT ? T2SED_ENOTFOUND : T2SED_EDATABASE, -1,
                        errno == ENOENT ? "%s: no such database file"
                                        : "%s: the database can't be read: %s",
                        path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: a directory, not a database file", path);
    if (!S_ISREG(info.st_mode))
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: not a plain file, so no database", path);
    file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: the database can't be read: %s", path,
                        strerror(errno));
    *header_size = read(file, header, 20);
    close(file);
    return T2SED_OK;
}

/* Whether there is a log with something in it beside the database. */
static bool has_log(const char *path, const char *suffix)
{
    struct stat info;
    t2s_string name = {0};
    bool found;
    t2s_string_append(&name, path);
    t2s_string_append(&name, suffix);
    found = !name.failed && stat(name.text, &info) == 0 && info.st_size > 0;
    t2s_string_free(&name);
    return found;
}

static void append_uri_path(t2s_string *uri, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    t2s_string_append(uri, path[0] == '/' ? "file://" : "file:");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        if (c == '%' || c == '?' || c == '#' || c < 0x21 || c >= 0x7F) {
            t2s_string_append_char(uri, '%');
            t2s_string_append_char(uri, digits[c >> 4]);
            t2s_string_append_char(uri, digits[c & 15]);
        } else {
            t2s_string_append_char(uri, *path);
        }
    }
}

t2sed_status t2s_database_open(sqlite3 **out, const char *path,
                               t2sed_error *err)
{
    unsigned char header[20] = {0};
    ssize_t size = 0;
    t2s_string uri = {0};
    bool wal;
    t2sed_status status = check_file(path, header, &size, err);
    if (status != T2SED_OK)
        return status;
    wal = size == 20 && header[18] == 2 && header[19] == 2;
    append_uri_path(&uri, path);
    t2s_string_append(&uri, "?mode=ro&cache=private&readonly_shm=1");
    if (wal && !has_log(path, "-wal"))
        t2s_string_append(&uri, "&immutable=1");
    status = uri.failed
                 ? t2s_fail_memory(err)
                 : open_uri(out, uri.text, SQLITE_OPEN_READONLY, path, err);
    t2s_string_free(&uri);
    return status;
}

t2sed_status t2s_database_open_new(sqlite3 **out, const char *path,
                                   t2sed_error *err)
{
    t2s_string uri = {0};
    t2sed_status status;
    append_uri_path(&uri, path);
    status = uri.failed
                 ? t2s_fail_memory(err)
                 : open_uri(out, uri.text, SQLITE_OPEN_READWRITE, path, err);
    t2s_string_free(&uri);
    if (status != T2SED_OK)
        return status;
    /* Defensive mode insists on a journal. */
    sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    sqlite3_exec(*out, "PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    sqlite3_exec(*out, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return T2SED_OK;
}
