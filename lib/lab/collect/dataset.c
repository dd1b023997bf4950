#include "lab/collect/dataset.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/connection.h"
#include "database/watch.h"

/* How long a run waits for another that writes. */
#define WRITE_WAIT_MS 10000
/* Of processor time, that finding out what a file is may take. */
#define CHECK_MS 2000

/* --- SQLite's answers --- */

t2sed_status t2s_dataset_fail(const t2sed_dataset *dataset, t2sed_error *err)
{
    return t2s_connection_fail(dataset->db, dataset->path, err);
}

t2sed_status t2s_dataset_fail_write(const t2sed_dataset *dataset,
                                    t2sed_error *err)
{
    int code = sqlite3_errcode(dataset->db) & 0xFF;
    t2sed_status status;
    if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)
        return t2s_fail(err, T2SED_EIO, -1, "%s: can't be written: %s",
                        dataset->path, sqlite3_errmsg(dataset->db));
    status = t2s_dataset_fail(dataset, err);
    if (status == T2SED_ENOMEM)
        return status;
    if (err)
        err->code = T2SED_EIO;
    return T2SED_EIO;
}

t2sed_status t2s_dataset_prepare(sqlite3_stmt **out,
                                 const t2sed_dataset *dataset, const char *sql,
                                 t2sed_error *err)
{
    if (sqlite3_prepare_v2(dataset->db, sql, -1, out, NULL) != SQLITE_OK)
        return t2s_dataset_fail(dataset, err);
    return T2SED_OK;
}

t2sed_status t2s_dataset_run(const t2sed_dataset *dataset, const char *sql,
                             t2sed_error *err)
{
    if (sqlite3_exec(dataset->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return t2s_dataset_fail_write(dataset, err);
    return T2SED_OK;
}

t2sed_status t2s_dataset_begin(const t2sed_dataset *dataset, t2sed_error *err)
{
    return t2s_dataset_run(dataset, "BEGIN IMMEDIATE", err);
}

t2sed_status t2s_dataset_commit(const t2sed_dataset *dataset, t2sed_error *err)
{
    t2sed_status status = t2s_dataset_run(dataset, "COMMIT", err);
    if (status)
        t2s_dataset_rollback(dataset);
    return status;
}

void t2s_dataset_rollback(const t2sed_dataset *dataset)
{
    if (!sqlite3_get_autocommit(dataset->db))
        sqlite3_exec(dataset->db, "ROLLBACK", NULL, NULL, NULL);
}

t2sed_status t2s_dataset_check_writable(const t2sed_dataset *dataset,
                                        t2sed_error *err)
{
    if (dataset->writable)
        return T2SED_OK;
    return t2s_fail(err, T2SED_ESTATE, -1,
                    "%s: the dataset is open for reading alone, not with "
                    "T2SED_DATASET_WRITE",
                    dataset->path);
}

t2sed_status t2s_dataset_meta(t2s_string *out, const t2sed_dataset *dataset,
                              const char *name, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset, "SELECT value FROM meta WHERE name = ?1", err);
    int code;
    if (status)
        return status;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        t2s_string_append(out, text ? text : "");
        code = SQLITE_DONE;
    }
    if (code != SQLITE_DONE)
        status = t2s_dataset_fail(dataset, err);
    else if (out->failed)
        status = t2s_fail_memory(err);
    sqlite3_finalize(statement);
    return status;
}

/* --- opening --- */

int t2sed_dataset_detect(const char *path)
{
    return path && t2s_connection_is_sqlite(path);
}

/* Whether there is no file, or none with something in it. */
static bool is_empty(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 ||
           (S_ISREG(info.st_mode) && info.st_size == 0);
}

static t2sed_status open_to_write(t2sed_dataset *dataset, t2sed_error *err)
{
    int code =
        sqlite3_open_v2(dataset->path, &dataset->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (!dataset->db)
        return t2s_fail_memory(err);
    if (code != SQLITE_OK)
        return t2s_dataset_fail_write(dataset, err);
    sqlite3_db_config(dataset->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(dataset->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(dataset->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(dataset->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0,
                      NULL);
    sqlite3_extended_result_codes(dataset->db, 1);
    sqlite3_busy_timeout(dataset->db, WRITE_WAIT_MS);
    return T2SED_OK;
}

/* --- what a killed run left --- */

/* Whether a journal names another one (a super-journal), which SQLite would
 * delete with it. Those of datasets never do: they are written alone. */
static bool names_another(const char *journal)
{
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9,
                                           0x20, 0xa1, 0x63, 0xd7};
    unsigned char end[8];
    int file = open(journal, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const off_t at = file < 0 ? -1 : lseek(file, -(off_t)sizeof end, SEEK_END);
    const bool found = at >= 0 && read(file, end, sizeof end) == sizeof end &&
                       memcmp(end, magic, sizeof end) == 0;
    if (file >= 0)
        close(file);
    return found;
}

/* The application id in the file's header, which is read as it is, by the
 * connection's own handle: neither the journal is played back nor a lock of the
 * process lost. Without a whole header: that of datasets. */
static uint32_t raw_application_id(sqlite3 *db)
{
    unsigned char id[4];
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) !=
            SQLITE_OK ||
        !file || !file->pMethods ||
        file->pMethods->xFileSize(file, &size) != SQLITE_OK || size < 100 ||
        file->pMethods->xRead(file, id, sizeof id, 68) != SQLITE_OK)
        return T2S_DATASET_APPLICATION_ID;
    return (uint32_t)id[0] << 24 | (uint32_t)id[1] << 16 |
           (uint32_t)id[2] << 8 | id[3];
}

static t2sed_status fail_other(const char *path, t2sed_error *err)
{
    return t2s_fail(err, T2SED_EFORMAT, -1,
                    "%s: a SQLite database, but not a dataset of t2sed "
                    "collect",
                    path);
}

/* Room for the path of a journal; longer ones SQLite has none of either. */
#define JOURNAL_ROOM 4128

/* Whether a dataset has a journal with something in it. */
static bool find_journal(char name[JOURNAL_ROOM], const char *path)
{
    struct stat info;
    return snprintf(name, JOURNAL_ROOM, "%s-journal", path) < JOURNAL_ROOM &&
           stat(name, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
}

/* Whether a file is what is left of the first transaction of a new dataset,
 * which ended in the midst of the header. */
static bool is_cut_short(const char *path)
{
    char journal[JOURNAL_ROOM];
    struct stat info;
    return find_journal(journal, path) && stat(path, &info) == 0 &&
           S_ISREG(info.st_mode) && info.st_size < 100;
}

/* Before SQLite reads the file, and with that undoes what its journal says a
 * killed run did not end: the journal must be of a dataset. */
static t2sed_status check_journal(const t2sed_dataset *dataset,
                                  t2sed_error *err)
{
    char journal[JOURNAL_ROOM];
    if (!find_journal(journal, dataset->path))
        return T2SED_OK;
    if (raw_application_id(dataset->db) != T2S_DATASET_APPLICATION_ID)
        return fail_other(dataset->path, err);
    if (names_another(journal))
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: is not a dataset's journal: it names another "
                        "file, which would be deleted",
                        journal);
    return T2SED_OK;
}

/* The list of a dataset's tables is read at once; that of a hostile file may
 * have no end. */
static void begin_watch(t2s_watch *watch, const t2sed_dataset *dataset)
{
    memset(watch, 0, sizeof *watch);
    watch->db = dataset->db;
    t2s_watch_begin(watch, CHECK_MS, 0, NULL);
}

static void end_watch(t2s_watch *watch)
{
    t2s_watch_end(watch);
    t2s_watch_free(watch);
}

/* Lets SQLite read the list of tables, and undo what a journal says before. */
static t2sed_status read_tables(const t2sed_dataset *dataset, t2sed_error *err)
{
    t2s_watch watch;
    t2sed_status status;
    begin_watch(&watch, dataset);
    status =
        t2s_dataset_run(dataset, "SELECT 1 FROM sqlite_master LIMIT 1", err);
    end_watch(&watch);
    return status;
}

/* Opens for reading. What a killed run did not end is undone first, for which
 * the file is opened for writing. */
static t2sed_status open_to_read(t2sed_dataset *dataset, t2sed_error *err)
{
    t2sed_status status = t2s_connection_open(&dataset->db, dataset->path, err);
    if (status != T2SED_OK || read_tables(dataset, NULL) == T2SED_OK ||
        sqlite3_extended_errcode(dataset->db) != SQLITE_READONLY_ROLLBACK)
        return status;
    status = check_journal(dataset, err);
    if (status != T2SED_OK)
        return status;
    sqlite3_close(dataset->db);
    dataset->db = NULL;
    status = open_to_write(dataset, err);
    if (status == T2SED_OK)
        status = read_tables(dataset, err);
    sqlite3_close(dataset->db);
    dataset->db = NULL;
    return status == T2SED_OK
               ? t2s_connection_open(&dataset->db, dataset->path, err)
               : status;
}

/* --- what is in the file --- */

/* Makes the tables of a new dataset; of several runs that try, one does. */
static t2sed_status make(t2sed_dataset *dataset, t2sed_error *err)
{
    t2s_string text = {0};
    sqlite3_stmt *statement = NULL;
    t2sed_status status = t2s_dataset_begin(dataset, err);
    int tables = 0;
    if (status)
        return status;
    status = t2s_dataset_prepare(&statement, dataset,
                                 "SELECT count(*) FROM sqlite_master", err);
    if (!status && sqlite3_step(statement) == SQLITE_ROW)
        tables = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    t2s_string_append_format(
        &text,
        "%sPRAGMA application_id = %d; PRAGMA user_version = %d;"
        "INSERT INTO meta VALUES ('library', '%s'), ('made', "
        "strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ', 'now'));",
        t2s_dataset_schema, T2S_DATASET_APPLICATION_ID, T2SED_DATASET_FORMAT,
        t2sed_version());
    if (!status && text.failed)
        status = t2s_fail_memory(err);
    if (!status && tables == 0)
        status = t2s_dataset_run(dataset, text.text, err);
    if (!status)
        status = t2s_dataset_commit(dataset, err);
    t2s_dataset_rollback(dataset);
    t2s_string_free(&text);
    return status;
}

static t2sed_status read_number(int *out, const t2sed_dataset *dataset,
                                const char *sql, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(&statement, dataset, sql, err);
    if (status)
        return status;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *out = sqlite3_column_int(statement, 0);
    else
        status = t2s_dataset_fail(dataset, err);
    sqlite3_finalize(statement);
    return status;
}

/* Appends how the file makes its tables, to be compared with how we do: then
 * it has no view or trigger either that would run with our statements. */
static t2sed_status append_layout(t2s_string *out, sqlite3 *db,
                                  const char *path, t2sed_error *err)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(
        db, "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name",
        -1, &statement, NULL);
    while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        t2s_string_append(out, text ? text : "");
        t2s_string_append_char(out, '\n');
        if (out->length > 65536)
            break;
    }
    code = sqlite3_errcode(db) & 0xFF;
    sqlite3_finalize(statement);
    if (out->failed)
        return t2s_fail_memory(err);
    return code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE
               ? T2SED_OK
               : t2s_connection_fail(db, path, err);
}

static t2sed_status check_layout(const t2sed_dataset *dataset, t2sed_error *err)
{
    t2s_string ours = {0}, theirs = {0};
    sqlite3 *fresh = NULL;
    t2sed_status status = t2s_connection_open_memory(&fresh, err);
    if (!status &&
        sqlite3_exec(fresh, t2s_dataset_schema, NULL, NULL, NULL) != SQLITE_OK)
        status = t2s_connection_fail(fresh, "in memory", err);
    if (!status)
        status = append_layout(&ours, fresh, "in memory", err);
    if (!status)
        status = append_layout(&theirs, dataset->db, dataset->path, err);
    if (!status &&
        strcmp(ours.text ? ours.text : "", theirs.text ? theirs.text : "") != 0)
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: not a dataset: its tables are others than those "
                          "of format %d",
                          dataset->path, T2SED_DATASET_FORMAT);
    sqlite3_close(fresh);
    t2s_string_free(&ours);
    t2s_string_free(&theirs);
    return status;
}

static t2sed_status check_format(const t2sed_dataset *dataset, t2sed_error *err)
{
    int id = 0, version = 0;
    t2sed_status status =
        read_number(&id, dataset, "PRAGMA application_id", err);
    if (!status)
        status = read_number(&version, dataset, "PRAGMA user_version", err);
    if (status)
        return status;
    if (id != T2S_DATASET_APPLICATION_ID)
        return fail_other(dataset->path, err);
    if (version != T2SED_DATASET_FORMAT)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: a dataset of format %d, but this library reads "
                        "format %d",
                        dataset->path, version, T2SED_DATASET_FORMAT);
    return check_layout(dataset, err);
}

/* What a file is, where there is anything in it. */
static t2sed_status check(const t2sed_dataset *dataset, t2sed_error *err)
{
    t2s_watch watch;
    t2sed_status status;
    begin_watch(&watch, dataset);
    status = check_format(dataset, err);
    end_watch(&watch);
    return status;
}

/* *fresh says whether there is nothing in the database: a new file, or one
 * whose making was cut short, which SQLite undoes as it reads it. */
static t2sed_status begin_writing(bool *fresh, const t2sed_dataset *dataset,
                                  t2sed_error *err)
{
    int tables = 0, id = 0;
    t2s_watch watch;
    t2sed_status status;
    begin_watch(&watch, dataset);
    /* What is committed is on the disk; where this can't be said, the next
     * statement fails, too. */
    sqlite3_exec(dataset->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    status = read_number(&tables, dataset, "SELECT count(*) FROM sqlite_master",
                         err);
    if (!status)
        status = read_number(&id, dataset, "PRAGMA application_id", err);
    end_watch(&watch);
    *fresh = tables == 0 && id == 0;
    return status;
}

t2sed_status t2sed_dataset_open(t2sed_dataset **out, const char *path, int mode,
                                t2sed_error *err)
{
    t2sed_dataset *dataset;
    t2sed_status status;
    bool fresh;
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    if (mode != T2SED_DATASET_READ && mode != T2SED_DATASET_WRITE)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_dataset_open: mode is %d, expected "
                        "T2SED_DATASET_READ or T2SED_DATASET_WRITE",
                        mode);
    fresh = mode == T2SED_DATASET_WRITE && is_empty(path);
    if (mode == T2SED_DATASET_WRITE && !fresh && !t2sed_dataset_detect(path) &&
        !is_cut_short(path))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: exists and is no SQLite database", path);
    dataset = t2s_zalloc(sizeof *dataset);
    if (!dataset)
        return t2s_fail_memory(err);
    dataset->writable = mode == T2SED_DATASET_WRITE;
    dataset->path = t2s_strdup(path);
    if (!dataset->path)
        status = t2s_fail_memory(err);
    else if (dataset->writable)
        status = open_to_write(dataset, err);
    else
        status = open_to_read(dataset, err);
    if (!status && dataset->writable)
        status = check_journal(dataset, err);
    if (!status && dataset->writable)
        status = begin_writing(&fresh, dataset, err);
    if (!status && fresh)
        status = make(dataset, err);
    if (!status)
        status = check(dataset, err);
    if (!status)
        status = t2sed_dataset_select(dataset, NULL, err);
    if (status) {
        t2sed_dataset_free(dataset);
        return status;
    }
    *out = dataset;
    return T2SED_OK;
}

void t2sed_dataset_free(t2sed_dataset *dataset)
{
    if (!dataset)
        return;
    sqlite3_finalize(dataset->beams);
    sqlite3_finalize(dataset->candidates);
    sqlite3_close(dataset->db);
    t2s_string_free(&dataset->line);
    t2s_free(dataset->path);
    t2s_free(dataset);
}
