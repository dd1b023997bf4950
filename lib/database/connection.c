#include "database/connection.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/stack.h"
#include "base/string.h"
#include "base/system.h"

t2sed_status t2s_connection_fail(sqlite3 *db, const char *path,
                                 t2sed_error *err)
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
        if (strstr(sqlite3_errmsg(db), "malformed database schema") &&
            strstr(sqlite3_errmsg(db), "too big"))
            return t2s_fail(err, T2SED_ELIMIT, -1,
                            "%s: the definition of a table, view or index has "
                            "more than %d bytes",
                            path, T2S_MOST_STATEMENT);
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

/* What SQLite 3.40 to 3.54 take of the stack (x86-64): at most 460 bytes for a
 * level of an expression, 850 for an arm of three tokens. */
#define LEVEL_BYTES 512
#define FIRST_BYTES ((size_t)32 << 10)
#define WHOLE_BYTES ((size_t)496 << 10)
#define MOST_LEVELS 1000

int t2s_connection_levels(void)
{
    const size_t left = t2s_stack_left();
    if (left >= WHOLE_BYTES)
        return INT_MAX;
    return left > FIRST_BYTES ? (int)((left - FIRST_BYTES) / LEVEL_BYTES) : 0;
}

void t2s_connection_limit_depth(sqlite3 *db)
{
    const int levels = t2s_connection_levels();
    /* 0 would be no limit. */
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH,
                  levels > MOST_LEVELS ? MOST_LEVELS
                  : levels > 0         ? levels
                                       : 1);
}

static void harden(sqlite3 *db)
{
    /* Sorting and grouping stay in memory, which is measured, and fill no
     * disk; bytes are read, not mapped, so that a file may shrink. */
    static const char settings[] = "PRAGMA temp_store = memory;"
                                   "PRAGMA mmap_size = 0;"
                                   "PRAGMA cell_size_check = on;";
    static const struct {
        int limit, value;
    } limits[] = {{SQLITE_LIMIT_LENGTH, 16 * 1024 * 1024},
                  {SQLITE_LIMIT_SQL_LENGTH, T2S_MOST_STATEMENT},
                  {SQLITE_LIMIT_COMPOUND_SELECT, 500},
                  {SQLITE_LIMIT_VDBE_OP, 2000000},
                  {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 250},
                  {SQLITE_LIMIT_ATTACHED, 0},
                  {SQLITE_LIMIT_TRIGGER_DEPTH, 10},
                  {SQLITE_LIMIT_WORKER_THREADS, 0}};
    sqlite3_set_authorizer(db, NULL, NULL); /* a host's may deny settings */
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(db, limits[i].limit, limits[i].value);
    t2s_connection_limit_depth(db);
    sqlite3_busy_timeout(db, T2S_DATABASE_WAIT_MS);
    sqlite3_extended_result_codes(db, 1);
    sqlite3_exec(db, settings, NULL, NULL, NULL);
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
    status = db ? t2s_connection_fail(db, path, err) : t2s_fail_memory(err);
    sqlite3_close(db);
    return status;
}

t2sed_status t2s_connection_open_memory(sqlite3 **out, t2sed_error *err)
{
    return open_uri(out,
                    ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX,
                    "in memory", err);
}

t2sed_status t2s_connection_check_memory(t2sed_error *err)
{
    if (sqlite3_memory_used() > 0)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                    "SQLite does not count its memory in this process "
                    "(SQLITE_CONFIG_MEMSTATUS is off), so no limit on memory "
                    "holds: queries need a file and the program t2sed-worker");
}

t2sed_status t2s_connection_copy(sqlite3 **out, sqlite3 *from, const char *name,
                                 t2sed_error *err)
{
    sqlite3 *to = NULL;
    sqlite3_backup *copying;
    int code = SQLITE_NOMEM;
    t2sed_status status = t2s_connection_open_memory(&to, err);
    if (status != T2SED_OK)
        return status;
    copying = sqlite3_backup_init(to, "main", from, "main");
    if (copying) {
        (void)sqlite3_backup_step(copying, -1);
        code = sqlite3_backup_finish(copying);
    }
    if (code != SQLITE_OK) {
        status = t2s_connection_fail(to, name, err);
        sqlite3_close(to);
        return status;
    }
    *out = to;
    return T2SED_OK;
}

/* Refuses what is no plain file, before SQLite could wait on it. */
static t2sed_status check_file(const char *path, t2sed_error *err)
{
    t2s_file_info info;
    if (!t2s_system_look(&info, path))
        return t2s_fail(err,
                        errno == ENOENT ? T2SED_ENOTFOUND : T2SED_EDATABASE, -1,
                        errno == ENOENT ? "%s: no such database file"
                                        : "%s: the database can't be read: %s",
                        path, strerror(errno));
    if (info.is_directory)
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: a directory, not a database file", path);
    if (!info.is_file)
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: not a plain file, so no database", path);
    if (!t2s_system_may_read(path))
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: the database can't be read: %s", path,
                        strerror(errno));
    return T2SED_OK;
}

/* Whether a file that belongs to the database lies beside it. */
static bool has_file(const char *path, const char *suffix, t2s_file_info *info)
{
    char name[PATH_MAX];
    int n = snprintf(name, sizeof name, "%s%s", path, suffix);
    return n > 0 && (size_t)n < sizeof name && t2s_system_look(info, name);
}

/* Whether a program has the database open in WAL mode, or left a log. */
static bool is_in_use(const char *path)
{
    t2s_file_info log, shared;
    return has_file(path, "-wal", &log) &&
           (log.size > 0 || has_file(path, "-shm", &shared));
}

/* The first bytes of an open database's file, zeros past its end. */
static void read_header(sqlite3 *db, unsigned char *header, int n)
{
    sqlite3_file *file = NULL;
    memset(header, 0, (size_t)n);
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) ==
            SQLITE_OK &&
        file && file->pMethods)
        (void)file->pMethods->xRead(file, header, n, 0);
}

uint32_t t2s_connection_application(sqlite3 *db)
{
    unsigned char header[72];
    read_header(db, header, (int)sizeof header);
    return (uint32_t)header[68] << 24 | (uint32_t)header[69] << 16 |
           (uint32_t)header[70] << 8 | header[71];
}

static void append_uri_path(t2s_string *uri, const char *path)
{
    static const char digits[] = "0123456789ABCDEF";
    /* "C:" would be read as a scheme's end. */
    t2s_string_append(uri, path[0] == '/'              ? "file://"
                           : path[0] && path[1] == ':' ? "file:///"
                                                       : "file:");
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

/* Opens a file; `parameters` are the end of its URI. */
static t2sed_status open_file(sqlite3 **out, const char *path,
                              const char *parameters, int flags,
                              t2sed_error *err)
{
    t2s_string uri = {0};
    t2sed_status status;
    append_uri_path(&uri, path);
    t2s_string_append(&uri, parameters);
    status = uri.failed ? t2s_fail_memory(err)
                        : open_uri(out, uri.text, flags, path, err);
    t2s_string_free(&uri);
    return status;
}

#define TO_READ "?mode=ro&cache=private&readonly_shm=1"

t2sed_status t2s_connection_open(sqlite3 **out, const char *path,
                                 t2sed_error *err)
{
    unsigned char header[20];
    sqlite3 *db = NULL;
    t2sed_status status = check_file(path, err);
    if (status == T2SED_OK)
        status = open_file(&db, path, TO_READ, SQLITE_OPEN_READONLY, err);
    if (status != T2SED_OK)
        return status;
    /* SQLite would make the files of WAL mode, or fail. */
    read_header(db, header, (int)sizeof header);
    if (header[18] == 2 && header[19] == 2 && !is_in_use(path)) {
        sqlite3_close(db);
        status = open_file(&db, path, TO_READ "&immutable=1",
                           SQLITE_OPEN_READONLY, err);
    }
    if (status == T2SED_OK)
        *out = db;
    return status;
}

bool t2s_file_state_is(const t2s_file_state *state, const char *path)
{
    t2s_file_state now;
    t2s_file_state_read(&now, path);
    return memcmp(&now, state, sizeof now) == 0;
}

bool t2s_connection_is_immutable(sqlite3 *db)
{
    const char *path = sqlite3_db_filename(db, "main");
    return path && sqlite3_uri_boolean(path, "immutable", 0);
}

/* The first bytes of a database's file, zeros where there are none. */
static void read_header_of(const char *path, unsigned char *header, int n)
{
    sqlite3 *db = NULL;
    memset(header, 0, (size_t)n);
    if (check_file(path, NULL) == T2SED_OK &&
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
        read_header(db, header, n);
    sqlite3_close(db);
}

bool t2s_connection_is_sqlite(const char *path)
{
    unsigned char header[16];
    read_header_of(path, header, (int)sizeof header);
    return memcmp(header, "SQLite format 3", sizeof header) == 0;
}

void t2s_file_state_read(t2s_file_state *out, const char *path)
{
    t2s_file_info info;
    memset(out, 0, sizeof *out);
    if (!t2s_system_look(&info, path))
        return;
    out->device = info.device;
    out->inode = info.inode;
    out->size = info.size;
    out->seconds = info.seconds;
    out->nanoseconds = info.nanoseconds;
    if (!has_file(path, "-wal", &info))
        return;
    out->log_size = info.size;
    out->log_seconds = info.seconds;
    out->log_nanoseconds = info.nanoseconds;
}

void t2s_file_state_append(t2s_string *out, const char *path)
{
    unsigned char header[100];
    t2s_file_state state;
    t2s_file_state_read(&state, path);
    t2s_string_append_format(
        out, "|%" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 ".%09" PRId64,
        state.device, state.inode, state.size, state.seconds,
        state.nanoseconds);
    if (state.log_size > 0)
        t2s_string_append_format(
            out, "|-wal %" PRId64 " %" PRId64 ".%09" PRId64, state.log_size,
            state.log_seconds, state.log_nanoseconds);
    t2s_string_append(out, " ");
    read_header_of(path, header, (int)sizeof header);
    for (size_t i = 0; i < sizeof header; i++)
        t2s_string_append_format(out, "%02x", header[i]);
}

t2sed_status t2s_connection_open_new(sqlite3 **out, const char *path,
                                     t2sed_error *err)
{
    t2sed_status status = open_file(out, path, "", SQLITE_OPEN_READWRITE, err);
    if (status != T2SED_OK)
        return status;
    /* Defensive mode insists on a journal. */
    sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    sqlite3_exec(*out, "PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    sqlite3_exec(*out, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return T2SED_OK;
}
