/*
 * sqlite_file.h - hostile SQLite files. Bytes changed at random hardly ever get
 * past the checks of the header and of the pages, so an input is SQL that
 * builds the file, with SQLite's own guards off (writable_schema: any text as a
 * table's definition, any page as its root), and then changes of single bytes
 * at places of pages:
 *
 *     CREATE TABLE ...; INSERT ...;
 *     @@p  page (1 byte, from 0)  offset (2)  count (1)  bytes (count) ...
 *
 * Numbers have the high byte first, as in the format.
 */
#ifndef T2S_FUZZ_SQLITE_FILE_H
#define T2S_FUZZ_SQLITE_FILE_H

#include <sqlite3.h>

#include "fuzz.h"

/* Pages of a file, of 512 bytes as a rule. */
#define SQLITE_FILE_PAGES 256
#define SQLITE_FILE_STEPS 200
/* Bytes of memory: views that each name another twice double a statement. */
#define SQLITE_FILE_MEMORY (32 << 20)

/* What builds the file may do no harm itself: no other files, no endless
 * statements. */
static inline int sqlite_file_authorize(void *payload, int action,
                                        const char *a, const char *b,
                                        const char *c, const char *d)
{
    static const char *const refused[] = {
        "max_page_count",       "page_size",       "temp_store_directory",
        "data_store_directory", "soft_heap_limit", "hard_heap_limit"};
    (void)payload;
    (void)b;
    (void)c;
    (void)d;
    if (action == SQLITE_ATTACH)
        return SQLITE_DENY;
    for (size_t i = 0;
         action == SQLITE_PRAGMA && i < sizeof refused / sizeof *refused; i++)
        if (a && sqlite3_stricmp(a, refused[i]) == 0)
            return SQLITE_DENY;
    return SQLITE_OK;
}

static inline int sqlite_file_step(void *left)
{
    return --*(int *)left < 0;
}

/* Statements one by one, so that one that fails does not end it. */
static inline void sqlite_file_run(sqlite3 *db, const char *sql)
{
    int left = SQLITE_FILE_STEPS;
    sqlite3_progress_handler(db, 1000, sqlite_file_step, &left);
    while (*sql) {
        sqlite3_stmt *statement = NULL;
        const char *rest = sql;
        int code = sqlite3_prepare_v2(db, sql, -1, &statement, &rest);
        if (code != SQLITE_OK && rest <= sql)
            rest = strchr(sql, ';') ? strchr(sql, ';') + 1 : sql + strlen(sql);
        while (code == SQLITE_OK && statement && left >= 0 &&
               sqlite3_step(statement) == SQLITE_ROW)
            ;
        sqlite3_finalize(statement);
        sql = rest;
    }
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
}

/* The changes. */
static inline void sqlite_file_patch(const char *path, size_t page_size,
                                     fuzz_part patch)
{
    FILE *file = fopen(path, "r+b");
    size_t at = 0;
    while (file && at + 4 < patch.size) {
        const uint8_t *p = patch.bytes + at;
        size_t n = p[3], offset = p[0] * page_size + ((size_t)p[1] << 8 | p[2]);
        if (n > patch.size - at - 4)
            n = patch.size - at - 4;
        if (fseek(file, (long)offset, SEEK_SET) == 0)
            fwrite(p + 4, 1, n, file);
        at += 4 + n;
    }
    if (file)
        fclose(file);
}

/* Runs the SQL of an input on the file at `path`, which is made where there is
 * none, and then changes its bytes. */
static inline void sqlite_file_build(const char *path, const fuzz_part *parts,
                                     size_t count)
{
    char *sql = fuzz_text(fuzz_find(parts, count, '\0'));
    sqlite3 *db = NULL;
    size_t page_size = 512;
    sqlite3_stmt *statement = NULL;
    require(sqlite3_open(path, &db) == SQLITE_OK);
    sqlite3_exec(db,
                 "PRAGMA page_size = 512; PRAGMA journal_mode = OFF;"
                 "PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;"
                 "PRAGMA max_page_count = 256; PRAGMA writable_schema = ON;",
                 NULL, NULL, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 100);
    sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 25000);
    sqlite3_set_authorizer(db, sqlite_file_authorize, NULL);
    sqlite3_hard_heap_limit64(SQLITE_FILE_MEMORY);
    sqlite_file_run(db, sql);
    sqlite3_hard_heap_limit64(0);
    sqlite3_set_authorizer(db, NULL, NULL);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (sqlite3_prepare_v2(db, "PRAGMA page_size", -1, &statement, NULL) ==
            SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        page_size = (size_t)sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(sql);
    for (size_t i = 0; i < count; i++)
        if (parts[i].kind == 'p')
            sqlite_file_patch(path, page_size, parts[i]);
}

#ifdef T2S_LIBFUZZER

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned int seed);

/* Statements that give a file what honest ones do not have. %d is a small
 * number. */
static const char *const sqlite_file_statements[] = {
    "CREATE TABLE t%d (a INT PRIMARY KEY, b TEXT, c REAL, d DATE);",
    "CREATE TABLE w%d (a TEXT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;",
    "CREATE TABLE g%d (a INT, b AS (a + a), c AS (b + b) STORED);",
    "CREATE TABLE k%d (a INT REFERENCES t%d (a), b TEXT COLLATE NOCASE);",
    "CREATE TABLE \"n\xC3\xA9%d\n\" (\"a\"\"b\" TEXT, [select] INT);",
    "INSERT INTO t%d VALUES (%d, 'x%d', 1e99, zeroblob(%d));",
    "INSERT INTO t%d VALUES (NULL, x'ff00fe', -0.0, '2001-02-03');",
    "INSERT INTO t%d (b) SELECT b || '%d' FROM t%d;",
    "CREATE VIEW v%d AS SELECT a, b FROM t%d UNION SELECT * FROM w%d;",
    "CREATE VIEW v%d AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT "
    "x + 1 FROM r) SELECT x AS a FROM r;",
    "CREATE VIEW v%d AS SELECT x.a + y.a AS a FROM v%d x, v%d y;",
    "CREATE INDEX i%d ON t%d (b, lower(b));",
    "CREATE INDEX i%d ON t%d (c) WHERE b LIKE '%%a';",
    "CREATE TRIGGER r%d AFTER INSERT ON t%d BEGIN DELETE FROM t%d; END;",
    "CREATE VIRTUAL TABLE f%d USING fts5(a, b);",
    "CREATE VIRTUAL TABLE f%d USING rtree(a, b, c);",
    "CREATE VIRTUAL TABLE f%d USING dbstat;",
    "CREATE VIRTUAL TABLE f%d USING no_such_module(x);",
    "UPDATE sqlite_schema SET rootpage = %d WHERE name = 't%d';",
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE t%d (a, b UNIQUE, b)' WHERE "
    "rowid = %d;",
    "UPDATE sqlite_schema SET sql = NULL, rootpage = NULL WHERE rowid = %d;",
    "UPDATE sqlite_schema SET name = 'sqlite_stat%d', tbl_name = 't%d' WHERE "
    "rowid = %d;",
    "UPDATE sqlite_schema SET type = 'view' WHERE rowid = %d;",
    "INSERT INTO sqlite_schema VALUES ('view', 'sqlite_schema', "
    "'sqlite_schema', 0, 'CREATE VIEW sqlite_schema AS SELECT %d');",
    "INSERT INTO sqlite_schema VALUES ('table', 't%d', 't%d', %d, 'CREATE "
    "TABLE t%d (a, b)');",
    "UPDATE f%d_data SET block = zeroblob(%d);",
    "UPDATE f%d_node SET data = zeroblob(%d);",
    "ANALYZE; UPDATE sqlite_stat1 SET stat = '%d %d unordered';",
    "PRAGMA encoding = 'UTF-16le';",
    "PRAGMA auto_vacuum = 1;",
    "PRAGMA user_version = %d;",
    "PRAGMA journal_mode = WAL;",
    "VACUUM;",
};

/* Adds such a statement in front. */
static inline size_t sqlite_file_add_statement(uint8_t *data, size_t size,
                                               size_t most, unsigned random)
{
    char text[400];
    const size_t kinds =
        sizeof sqlite_file_statements / sizeof *sqlite_file_statements;
    const char *format = sqlite_file_statements[random % kinds];
    size_t n = 0;
    for (; *format && n + 3 < sizeof text; format++) {
        if (format[0] == '%' && format[1] == 'd') {
            random = random * 1103515245u + 12345u;
            text[n++] = (char)('0' + (random >> 16) % 8);
            format++;
        } else if (format[0] == '%' && format[1] == '%') {
            text[n++] = '%';
            format++;
        } else {
            text[n++] = *format;
        }
    }
    if (n > most - size)
        return size;
    /* At the end of the SQL, or at its beginning. */
    random = random * 1103515245u + 12345u;
    {
        const uint8_t *mark = fuzz_next_mark(data, data + size);
        size_t sql = mark ? (size_t)(mark - data) : size;
        size_t at = random >> 16 & 3 ? sql : 0;
        memmove(data + at + n, data + at, size - at);
        memcpy(data + at, text, n);
    }
    return size + n;
}

/* Adds a change: of a page's kind, of a page number in it, of the header, or
 * of a cell's place. */
static inline size_t sqlite_file_add_patch(uint8_t *data, size_t size,
                                           size_t most, unsigned random)
{
    static const uint8_t kinds[] = {2, 5, 10, 13, 0, 255};
    uint8_t patch[3 + 4 + 4] = {'@', '@', 'p'};
    size_t n = 0, head = 3;
    unsigned page = random >> 8 & 7, what = random >> 4 & 3, offset;
    unsigned start = page == 0 ? 100 : 0;
    uint8_t *to = patch + 7;
    switch (what) {
    case 0: /* the kind */
        offset = start;
        to[n++] = kinds[(random >> 12) % sizeof kinds];
        break;
    case 1: /* the rightmost child, or the page of a cell */
        offset = (random >> 11 & 1) ? start + 8 : 500 - 8 * (random >> 12 & 31);
        n = 4;
        to[3] = (uint8_t)(random >> 17 & 7);
        break;
    case 2: /* the header of the file or of the page */
        offset = (random >> 11 & 1) ? 16 + (random >> 12) % 84
                                    : start + (random >> 12) % 8;
        to[n++] = (uint8_t)(random >> 20);
        break;
    default: /* the place of a cell, or bytes within one */
        offset = start + 8 + (random >> 12) % (512 - start - 10);
        to[n++] = (uint8_t)(random >> 20);
        to[n++] = (uint8_t)(random >> 24);
    }
    patch[3] = (uint8_t)page;
    patch[4] = (uint8_t)(offset >> 8);
    patch[5] = (uint8_t)offset;
    patch[6] = (uint8_t)n;
    if (head + 4 + n > most - size)
        return size;
    memcpy(data + size, patch, head + 4 + n);
    return size + head + 4 + n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned int seed)
{
    unsigned random = seed * 1664525u + 1013904223u;
    switch (seed % 8) {
    case 0:
    case 1:
        return sqlite_file_add_statement(data, size, most, random >> 5);
    case 2:
    case 3:
        return sqlite_file_add_patch(data, size, most, random >> 3);
    default:
        return LLVMFuzzerMutate(data, size, most);
    }
}

#endif

#endif
