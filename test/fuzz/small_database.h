/*
 * small_database.h - an honest database in a file, its schema and a copy of its
 * bytes, for targets whose hostile part is something else: what they do must
 * leave the file as it is and nothing beside it.
 */
#ifndef T2S_FUZZ_SMALL_DATABASE_H
#define T2S_FUZZ_SMALL_DATABASE_H

#include <sqlite3.h>

#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

typedef struct small_database {
    char path[FUZZ_PATH];
    t2sed_database *database;   /* with the defaults */
    const t2sed_schema *schema; /* the database's */
    char *bytes;
    size_t size;
} small_database;

static small_database small;

static inline void small_end(void)
{
    t2sed_database_free(small.database);
    free(small.bytes);
}

static inline const small_database *small_open(void)
{
    static const char tables[] =
        "CREATE TABLE city (name TEXT PRIMARY KEY, district TEXT, size INT, "
        "founded DATE);"
        "CREATE TABLE trip (id INTEGER PRIMARY KEY, \"to city\" TEXT "
        "REFERENCES city (name), \"select\" TEXT, price REAL);"
        "CREATE TABLE rider (trip INT REFERENCES trip (id), name TEXT);"
        "CREATE VIEW far AS SELECT * FROM trip WHERE price > 5;"
        "INSERT INTO city VALUES ('Arnhem', 'Gelderland', 5, '1233-07-13'),"
        "('O''Brien', 'L', 2, NULL), ('New York', 'R', 7.5, '1624'),"
        "('%a_', 'yes', NULL, 'x'), ('\xC3\x89vora', 'yes', -1, '2001-02-03');"
        "INSERT INTO trip VALUES (1, 'Arnhem', 'New York City', 9.99),"
        "(2, '\"', '''', -0.0), (3, 'New York', NULL, 1e30);"
        "INSERT INTO rider VALUES (1, 'Ann'), (1, 'Bob'), (3, 'Ann');";
    sqlite3 *db;
    if (small.schema)
        return &small;
    fuzz_path(small.path, "small.sqlite");
    require(sqlite3_open(small.path, &db) == SQLITE_OK);
    require(sqlite3_exec(db, tables, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
    require(t2sed_database_open(&small.database, small.path, NULL, NULL) ==
            T2SED_OK);
    small.schema = t2sed_database_schema(small.database);
    small.bytes = fuzz_read_file(small.path, &small.size);
    atexit(small_end);
    return &small;
}

/* Nothing was written: the file is what it was, and is alone. */
static inline void small_check(void)
{
    size_t size, files = 0;
    char *now = fuzz_read_file(small.path, &size);
    DIR *list = opendir(fuzz_folder());
    struct dirent *entry;
    require(size == small.size && memcmp(now, small.bytes, size) == 0);
    free(now);
    while (list && (entry = readdir(list)))
        files += entry->d_name[0] != '.';
    if (list)
        closedir(list);
    require(files == 1);
}

#endif
