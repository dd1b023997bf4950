/* The dataset's file: what it must be, and what a killed run left in it. */
#include "lab/collect/dataset.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/system.h"
#include "database/connection.h"
#include "database/watch.h"

/* "T2SD", so that `file` and others know the file. */
#define APPLICATION_ID 0x54325344
/* How long a run waits for another that writes. */
#define WRITE_WAIT_MS 10000
/* Of processor time, that finding out what a file is may take. */
#define CHECK_MS 2000

/* docs/dataset-format.md says what the tables mean. */
static const char layout[] =
    "CREATE TABLE meta (\n"
    "  name TEXT PRIMARY KEY, value TEXT NOT NULL\n"
    ") WITHOUT ROWID;\n"
    "CREATE TABLE sources (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  name TEXT NOT NULL,\n"
    "  parser TEXT NOT NULL,\n"
    "  begun TEXT NOT NULL,\n"
    "  ended TEXT,\n"
    "  library TEXT NOT NULL,\n"
    "  max_candidates INTEGER NOT NULL,\n"
    "  lines INTEGER NOT NULL,\n"
    "  digest INTEGER NOT NULL,\n"
    "  UNIQUE (name, parser)\n"
    ");\n"
    "CREATE TABLE dropped (\n"
    "  source INTEGER NOT NULL REFERENCES sources (id),\n"
    "  what TEXT NOT NULL,\n"
    "  reason TEXT NOT NULL,\n"
    "  count INTEGER NOT NULL,\n"
    "  PRIMARY KEY (source, what, reason)\n"
    ") WITHOUT ROWID;\n"
    "CREATE TABLE questions (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  db_id TEXT NOT NULL,\n"
    "  question TEXT NOT NULL,\n"
    "  gold TEXT NOT NULL,\n"
    "  UNIQUE (db_id, question, gold)\n"
    ");\n"
    "CREATE TABLE beams (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  question INTEGER NOT NULL REFERENCES questions (id),\n"
    "  parser TEXT NOT NULL,\n"
    "  item TEXT NOT NULL,\n"
    "  source INTEGER NOT NULL REFERENCES sources (id),\n"
    "  line INTEGER NOT NULL,\n"
    "  fields TEXT NOT NULL,\n"
    "  UNIQUE (question, parser, item)\n"
    ");\n"
    "CREATE TABLE candidates (\n"
    "  beam INTEGER NOT NULL REFERENCES beams (id),\n"
    "  place INTEGER NOT NULL,\n"
    "  sql TEXT NOT NULL,\n"
    "  written TEXT,\n"
    "  guessed INTEGER NOT NULL,\n"
    "  score REAL,\n"
    "  label INTEGER,\n"
    "  reason TEXT NOT NULL,\n"
    "  message TEXT NOT NULL,\n"
    "  fields TEXT NOT NULL,\n"
    "  PRIMARY KEY (beam, place)\n"
    ") WITHOUT ROWID;\n"
    "CREATE TABLE splits (\n"
    "  part REAL NOT NULL,\n"
    "  seed INTEGER NOT NULL,\n"
    "  db_id TEXT NOT NULL,\n"
    "  side INTEGER NOT NULL,\n"
    "  PRIMARY KEY (part, seed, db_id)\n"
    ") WITHOUT ROWID;\n";

/* --- statements --- */

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

t2sed_status t2s_dataset_bind(const t2sed_dataset *dataset,
                              sqlite3_stmt *statement, t2sed_error *err,
                              const char *kinds, va_list values)
{
    int code = SQLITE_OK;
    for (int i = 1; *kinds && code == SQLITE_OK; i++, kinds++) {
        const char *text =
            strchr("tn", *kinds) ? va_arg(values, const char *) : NULL;
        int n = *kinds == 'n' ? (int)va_arg(values, size_t) : -1;
        if (text)
            code = sqlite3_bind_text(statement, i, text, n, SQLITE_TRANSIENT);
        else if (*kinds == 'i')
            code = sqlite3_bind_int64(statement, i, va_arg(values, int64_t));
        else if (*kinds == 'd')
            code = sqlite3_bind_double(statement, i, va_arg(values, double));
        else
            code = sqlite3_bind_null(statement, i);
    }
    return code == SQLITE_OK ? T2SED_OK : t2s_dataset_fail(dataset, err);
}

t2sed_status t2s_dataset_prepare(sqlite3_stmt **out,
                                 const t2sed_dataset *dataset, t2sed_error *err,
                                 const char *sql, const char *kinds, ...)
{
    va_list values;
    t2sed_status status;
    if (sqlite3_prepare_v2(dataset->db, sql, -1, out, NULL) != SQLITE_OK)
        return t2s_dataset_fail(dataset, err);
    va_start(values, kinds);
    status = t2s_dataset_bind(dataset, *out, err, kinds, values);
    va_end(values);
    if (status) {
        sqlite3_finalize(*out);
        *out = NULL;
    }
    return status;
}

/* Runs statements that give no rows. */
static t2sed_status run_sql(const t2sed_dataset *dataset, const char *sql,
                            t2sed_error *err)
{
    if (sqlite3_exec(dataset->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return t2s_dataset_fail_write(dataset, err);
    return T2SED_OK;
}

t2sed_status t2s_dataset_begin(const t2sed_dataset *dataset, t2sed_error *err)
{
    return run_sql(dataset, "BEGIN IMMEDIATE", err);
}

t2sed_status t2s_dataset_commit(const t2sed_dataset *dataset, t2sed_error *err)
{
    t2sed_status status = run_sql(dataset, "COMMIT", err);
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
    if (!dataset->writable)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "%s: the dataset is open for reading alone, not with "
                        "T2SED_DATASET_WRITE",
                        dataset->path);
    if (dataset->collecting)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "%s: has a collector at work already", dataset->path);
    return T2SED_OK;
}

static t2sed_status read_number(int64_t *out, const t2sed_dataset *dataset,
                                const char *sql, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status =
        t2s_dataset_prepare(&statement, dataset, err, sql, "");
    if (status)
        return status;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else
        status = t2s_dataset_fail(dataset, err);
    sqlite3_finalize(statement);
    return status;
}

/* --- what a killed run left --- */

int t2sed_dataset_detect(const char *path)
{
    return path && t2s_connection_is_sqlite(path);
}

/* Whether there is a regular file of that name, and of what size. */
static bool find_file(const char *path, int64_t *size)
{
    t2s_file_info info;
    if (!t2s_system_look(&info, path) || !info.is_file)
        return false;
    *size = info.size;
    return true;
}

/* Room for the path of a journal; longer ones SQLite has none of either. */
#define JOURNAL_ROOM 4128

/* Whether a dataset has a journal with something in it. */
static bool find_journal(char name[JOURNAL_ROOM], const char *path)
{
    int64_t size = 0;
    return snprintf(name, JOURNAL_ROOM, "%s-journal", path) < JOURNAL_ROOM &&
           find_file(name, &size) && size > 0;
}

/* Whether a file may become a dataset, or is one: there is none, it is empty, a
 * SQLite database, or what is left of the first transaction of a new dataset,
 * which ended in the midst of the header. */
static bool may_be_written(const char *path)
{
    char journal[JOURNAL_ROOM];
    t2s_file_info info;
    int64_t size = 0;
    return !t2s_system_look(&info, path) || t2sed_dataset_detect(path) ||
           (find_file(path, &size) &&
            (size == 0 || (size < 100 && find_journal(journal, path))));
}

/* Whether a journal names another one (a super-journal), which SQLite would
 * delete with it. Those of datasets never do: they are written alone. */
static bool names_another(const char *journal)
{
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9,
                                           0x20, 0xa1, 0x63, 0xd7};
    unsigned char end[8];
    int file = t2s_system_open(journal);
    const off_t at = file < 0 ? -1 : lseek(file, -(off_t)sizeof end, SEEK_END);
    const bool found = at >= 0 &&
                       t2s_system_read(file, end, sizeof end) == sizeof end &&
                       memcmp(end, magic, sizeof end) == 0;
    if (file >= 0)
        t2s_system_close(file);
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
        return APPLICATION_ID;
    return (uint32_t)id[0] << 24 | (uint32_t)id[1] << 16 |
           (uint32_t)id[2] << 8 | id[3];
}

static t2sed_status fail_other(const t2sed_dataset *dataset, t2sed_error *err)
{
    return t2s_fail(err, T2SED_EFORMAT, -1,
                    "%s: a SQLite database, but not a dataset of t2sed "
                    "collect",
                    dataset->path);
}

/* Before SQLite reads the file, and with that undoes what its journal says a
 * killed run did not end: the journal must be of a dataset. */
static t2sed_status check_journal(const t2sed_dataset *dataset,
                                  t2sed_error *err)
{
    char journal[JOURNAL_ROOM];
    if (!find_journal(journal, dataset->path))
        return T2SED_OK;
    if (raw_application_id(dataset->db) != APPLICATION_ID)
        return fail_other(dataset, err);
    if (names_another(journal))
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: is not a dataset's journal: it names another "
                        "file, which would be deleted",
                        journal);
    return T2SED_OK;
}

/* --- what is in the file --- */

typedef t2sed_status (*inspection)(t2sed_dataset *dataset, t2sed_error *err);

/* The list of a dataset's tables is read at once; that of a hostile file may
 * have no end. */
static t2sed_status watched(inspection inspect, t2sed_dataset *dataset,
                            t2sed_error *err)
{
    t2s_watch watch = {.db = dataset->db};
    t2sed_status status;
    t2s_watch_begin(&watch, CHECK_MS, 0, NULL);
    status = inspect(dataset, err);
    t2s_watch_end(&watch);
    t2s_watch_free(&watch);
    return status;
}

/* Lets SQLite read the list of tables, and undo what a journal says before. */
static t2sed_status read_tables(t2sed_dataset *dataset, t2sed_error *err)
{
    return run_sql(dataset, "SELECT 1 FROM sqlite_master LIMIT 1", err);
}

/* Whether there is nothing in the database: a new file, or one whose making was
 * cut short, which SQLite undoes as it reads it. */
static t2sed_status look_if_fresh(t2sed_dataset *dataset, t2sed_error *err)
{
    int64_t tables = 0, id = 0;
    t2sed_status status = read_number(
        &tables, dataset, "SELECT count(*) FROM sqlite_master", err);
    if (!status)
        status = read_number(&id, dataset, "PRAGMA application_id", err);
    dataset->fresh = tables == 0 && id == 0;
    return status;
}

static t2sed_status begin_writing(t2sed_dataset *dataset, t2sed_error *err)
{
    /* What is committed is on the disk; where this can't be said, the next
     * statement fails, too. */
    sqlite3_exec(dataset->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
    return look_if_fresh(dataset, err);
}

/* Whether the file makes its tables as we do: then it has no view or trigger
 * either that would run with our statements. */
static t2sed_status check_layout(const t2sed_dataset *dataset, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2s_string theirs = {0};
    int code = SQLITE_ROW;
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset, err,
        "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY rowid", "");
    while (!status && theirs.length <= sizeof layout &&
           (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        t2s_string_append(&theirs, text ? text : "");
        t2s_string_append(&theirs, ";\n");
    }
    if (!status && theirs.failed)
        status = t2s_fail_memory(err);
    else if (!status && code != SQLITE_ROW && code != SQLITE_DONE)
        status = t2s_dataset_fail(dataset, err);
    else if (!status && (!theirs.text || strcmp(layout, theirs.text) != 0))
        status = t2s_fail(err, T2SED_EFORMAT, -1,
                          "%s: not a dataset: its tables are others than those "
                          "of format %d",
                          dataset->path, T2SED_DATASET_FORMAT);
    sqlite3_finalize(statement);
    t2s_string_free(&theirs);
    return status;
}

static t2sed_status check_format(t2sed_dataset *dataset, t2sed_error *err)
{
    int64_t id = 0, version = 0;
    t2sed_status status =
        read_number(&id, dataset, "PRAGMA application_id", err);
    if (!status)
        status = read_number(&version, dataset, "PRAGMA user_version", err);
    if (status)
        return status;
    if (id != APPLICATION_ID)
        return fail_other(dataset, err);
    if (version != T2SED_DATASET_FORMAT)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: a dataset of format %d, but this library reads "
                        "format %d",
                        dataset->path, (int)version, T2SED_DATASET_FORMAT);
    return check_layout(dataset, err);
}

/* --- opening --- */

static t2sed_status open_file(t2sed_dataset *dataset, t2sed_error *err)
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

/* Opens for reading. What a killed run did not end is undone first, for which
 * the file is opened for writing. */
static t2sed_status open_to_read(t2sed_dataset *dataset, t2sed_error *err)
{
    t2sed_status status = t2s_connection_open(&dataset->db, dataset->path, err);
    if (status != T2SED_OK || watched(read_tables, dataset, NULL) == T2SED_OK ||
        sqlite3_extended_errcode(dataset->db) != SQLITE_READONLY_ROLLBACK)
        return status;
    status = check_journal(dataset, err);
    if (status != T2SED_OK)
        return status;
    sqlite3_close(dataset->db);
    dataset->db = NULL;
    status = open_file(dataset, err);
    if (status == T2SED_OK)
        status = watched(read_tables, dataset, err);
    sqlite3_close(dataset->db);
    dataset->db = NULL;
    return status == T2SED_OK
               ? t2s_connection_open(&dataset->db, dataset->path, err)
               : status;
}

/* Makes the tables of a new dataset; of several runs that try, one does. */
static t2sed_status make(t2sed_dataset *dataset, t2sed_error *err)
{
    t2s_string text = {0};
    t2sed_status status = t2s_dataset_begin(dataset, err);
    if (status)
        return status;
    status = look_if_fresh(dataset, err);
    t2s_string_append_format(
        &text,
        "%sPRAGMA application_id = %d; PRAGMA user_version = %d;"
        "INSERT INTO meta VALUES ('library', '%s'), ('made', "
        "strftime('%%Y-%%m-%%dT%%H:%%M:%%SZ', 'now'));",
        layout, APPLICATION_ID, T2SED_DATASET_FORMAT, t2sed_version());
    if (!status && text.failed)
        status = t2s_fail_memory(err);
    if (!status && dataset->fresh)
        status = run_sql(dataset, text.text, err);
    if (!status)
        status = t2s_dataset_commit(dataset, err);
    t2s_dataset_rollback(dataset);
    t2s_string_free(&text);
    return status;
}

static t2sed_status open_to_write(t2sed_dataset *dataset, t2sed_error *err)
{
    t2sed_status status = open_file(dataset, err);
    if (!status)
        status = check_journal(dataset, err);
    if (!status)
        status = watched(begin_writing, dataset, err);
    return !status && dataset->fresh ? make(dataset, err) : status;
}

t2sed_status t2sed_dataset_open(t2sed_dataset **out, const char *path, int mode,
                                t2sed_error *err)
{
    t2sed_dataset *dataset;
    t2sed_status status;
    if (!out || !path)
        return t2s_fail_null(err, __func__, "out and path");
    if (mode != T2SED_DATASET_READ && mode != T2SED_DATASET_WRITE)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_dataset_open: mode is %d, expected "
                        "T2SED_DATASET_READ or T2SED_DATASET_WRITE",
                        mode);
    if (mode == T2SED_DATASET_WRITE && !may_be_written(path))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: exists and is no SQLite database", path);
    dataset = t2s_zalloc(sizeof *dataset);
    if (!dataset)
        return t2s_fail_memory(err);
    dataset->writable = mode == T2SED_DATASET_WRITE;
    dataset->path = t2s_strdup(path);
    if (!dataset->path)
        status = t2s_fail_memory(err);
    else
        status = dataset->writable ? open_to_write(dataset, err)
                                   : open_to_read(dataset, err);
    if (!status)
        status = watched(check_format, dataset, err);
    if (!status)
        status = t2sed_dataset_select(dataset, NULL, err);
    if (status == T2SED_OK)
        *out = dataset;
    else
        t2sed_dataset_free(dataset);
    return status;
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
