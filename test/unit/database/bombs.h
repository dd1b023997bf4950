/* bombs.h - queries and files made to run for ever, or to take all memory,
 * while SQLite asks no handler: for test_bombs.c and for `make bench-bombs`. */
#ifndef BOMBS_H
#define BOMBS_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/string.h"

/* A query: `head`, `item` as often as `times` says with `between` between
 * them, `tail`. */
typedef struct bomb {
    const char *name;
    const char *head, *item, *between, *tail;
    int times;
} bomb;

#define A20 "aaaaaaaaaaaaaaaaaaaa"

/* On a database of write_bomb_file. */
static const bomb bombs[] = {
    {"a format that repeats 5,000 times",
     "SELECT length(printf(replace(hex("
     "zeroblob(5000)), '00', '%.999999c'), 'a'))",
     "", "", "", 0},
    {"100 LIKEs on one text", "SELECT 1 FROM big WHERE ",
     "x LIKE '%" A20 A20 A20 A20 A20 A20 "b'", " OR ", "", 100},
    {"100 GLOBs on one text", "SELECT 1 FROM big WHERE ", "x GLOB '*" A20 "b'",
     " OR ", "", 100},
    {"a LIKE with 120 wildcards", "SELECT 1 FROM big WHERE x LIKE '", "%a", "",
     "b'", 120},
    {"120 sums of one text of digits", "SELECT 1 FROM digits WHERE ", "x",
     " + ", "", 120},
    {"900 sums of one text of digits", "SELECT 1 FROM digits WHERE ", "x",
     " + ", "", 900},
    {"120 comparisons of one text", "SELECT 1 FROM big WHERE ", "x", " = ", "",
     120},
    {"instr, 15 times", "SELECT 1 FROM big WHERE ", "instr(x, '" A20 "b')",
     " OR ", "", 15},
    {"replace, 15 times", "SELECT 1 FROM big WHERE ",
     "replace(x, '" A20 "b', 'a') IS NULL", " OR ", "", 15},
    {"trim, 15 times", "SELECT 1 FROM big WHERE ", "trim(x, '" A20 "') = 'b'",
     " OR ", "", 15},
    {"sorting 54 MB without regard to case",
     "SELECT a.x FROM (SELECT 1 FROM "
     "rows LIMIT 350) CROSS JOIN rows a ORDER BY a.x COLLATE NOCASE",
     "", "", "", 0},
    {"a table without end",
     "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
     "i + 1 FROM n) SELECT count(*) FROM n",
     "", "", "", 0},
};
#define BOMBS (sizeof bombs / sizeof bombs[0])

static inline void write_bomb(t2s_string *sql, const bomb *b)
{
    t2s_string_clear(sql);
    t2s_string_append(sql, b->head);
    for (int i = 0; i < b->times; i++) {
        t2s_string_append(sql, i ? b->between : "");
        t2s_string_append(sql, b->item);
    }
    t2s_string_append(sql, b->tail);
}

/* Runs statements on the database at `path`, or ends the program. */
static inline void execute_or_exit(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *message = NULL;
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", path, message ? message : "not opened");
        exit(2);
    }
    sqlite3_close(db);
}

/* A database with texts of a million bytes and rows that are alike. */
static inline void write_bomb_file(const char *path)
{
    execute_or_exit(
        path,
        "CREATE TABLE big (x); CREATE TABLE digits (x); CREATE TABLE rows (x);"
        "INSERT INTO big SELECT substr(replace(hex(zeroblob(500000)), '00', "
        "'aa'), 1, 1000000);"
        "INSERT INTO digits SELECT substr(replace(hex(zeroblob(500000)), '00', "
        "'11'), 1, 1000000);"
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE "
        "i < 400) INSERT INTO rows SELECT substr(x, 1, 300) || i FROM n, big");
}

/* A database of `tables` tables with `keys` UNIQUE constraints each, all of
 * which SQLite compares with each other while it parses the definition. */
static inline void write_schema_bomb(const char *path, int tables, int keys)
{
    t2s_string sql = {0};
    t2s_string_append(&sql, "PRAGMA writable_schema = ON;");
    for (int i = 0; i < tables; i++) {
        t2s_string_append_format(&sql,
                                 "CREATE TABLE t%d (x); UPDATE sqlite_master "
                                 "SET sql = 'CREATE TABLE t%d(",
                                 i, i);
        for (int k = 0; k < 300; k++)
            t2s_string_append_format(&sql, "c%d,", k);
        for (int k = 0; k < keys; k++)
            t2s_string_append_format(&sql, "%sUNIQUE(c%d,c%d)", k ? "," : "",
                                     k / 300, k % 300);
        t2s_string_append_format(&sql, ")' WHERE name = 't%d';", i);
    }
    execute_or_exit(path, sql.text);
    t2s_string_free(&sql);
}

#endif
