/*
 * real_queries.h - queries of Spider, of parsers and of other sets in
 * ../shared/data (where they are at hand), each compared on its own database
 * where there is one, else on an empty one. Every tenth, or all where
 * T2S_AGREEMENT is set.
 */
#ifndef T2S_SQL_REAL_QUERIES_H
#define T2S_SQL_REAL_QUERIES_H

#include <glob.h>
#include <jansson.h>

#include "agreement.h"
#include "base/map.h"
#include "base/vector.h"

typedef T2S_VECTOR(char *) queries;

static inline bool wants_all(void)
{
    return getenv("T2S_AGREEMENT") != NULL;
}

typedef struct reader {
    tally *sum;
    queries *found; /* kept here too, when not NULL */
    t2s_map seen, databases;
    sqlite3 *empty;
} reader;

static inline sqlite3 *database_of(reader *r, const char *name)
{
    char path[512];
    t2s_map_entry *entry;
    sqlite3 *db = NULL;
    if (!name)
        return r->empty;
    entry = t2s_map_find(&r->databases, name, strlen(name));
    if (entry)
        return (sqlite3 *)(intptr_t)entry->value;
    snprintf(path, sizeof path, "../shared/data/spider/database/%s/%s.sqlite",
             name, name);
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        sqlite3_close(db);
        db = r->empty;
    }
    t2s_map_set(&r->databases, name, strlen(name), (int64_t)(intptr_t)db);
    return db;
}

static inline void read_query(reader *r, const char *text, const char *database)
{
    size_t n = strlen(text);
    if (n == 0 || t2s_map_find(&r->seen, text, n))
        return;
    t2s_map_set(&r->seen, text, n, 1);
    compare(r->sum, database_of(r, database), text);
    if (r->found)
        ck_assert(t2s_vector_push(r->found, strdup(text)));
}

/* Every string under a key that sounds like SQL. */
static inline void read_value(reader *r, const json_t *value,
                              const char *database)
{
    const char *key;
    json_t *member;
    size_t i;
    if (json_is_object(value)) {
        const char *own = json_string_value(json_object_get(value, "db_id"));
        json_object_foreach((json_t *)value, key, member)
        {
            const char *text = json_string_value(member);
            if (text && (strstr(key, "sql") || strstr(key, "gold") ||
                         strcmp(key, "query") == 0))
                read_query(r, text, own ? own : database);
            else
                read_value(r, member, own ? own : database);
        }
    } else if (json_is_array(value)) {
        json_array_foreach((json_t *)value, i, member)
            read_value(r, member, database);
    }
}

static inline void read_file(reader *r, const char *path)
{
    static char line[1 << 20];
    FILE *file = fopen(path, "r");
    size_t count = 0;
    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        json_t *value;
        if (!wants_all() && count++ % 10 != 0)
            continue;
        value = json_loads(line, 0, NULL);
        read_value(r, value, NULL);
        json_decref(value);
    }
    fclose(file);
}

static inline void close_reader(reader *r)
{
    for (size_t i = 0; i < r->databases.count; i++) {
        sqlite3 *db = (sqlite3 *)(intptr_t)r->databases.entries[i].value;
        if (db != r->empty)
            sqlite3_close(db);
    }
    sqlite3_close(r->empty);
    t2s_map_free(&r->databases);
    t2s_map_free(&r->seen);
}

static inline bool read_set(queries *found, const char *what,
                            const char *pattern)
{
    tally sum = {0};
    reader r = {&sum, found, {0}, {0}, NULL};
    glob_t files;
    if (glob(pattern, 0, NULL, &files) != 0)
        return false;
    r.empty = t2s_test_open_database(":memory:");
    for (size_t i = 0; i < files.gl_pathc; i++)
        read_file(&r, files.gl_pathv[i]);
    globfree(&files);
    close_reader(&r);
    report(what, &sum);
    return true;
}

enum { PREDICTIONS = 1 }; /* in sets */

static const char *const sets[][2] = {
    {"Spider gold", "../shared/data/spider/[dt]*[vnr]*.jsonl"},
    {"predictions/dev", "../shared/data/predictions/dev/*.jsonl"},
    {"predictions/train", "../shared/data/predictions/train/*.jsonl"},
    {"SPLASH", "../shared/data/splash/*.jsonl"},
    {"NL2SQL-BUGS", "../shared/data/nl2sql_bugs/*.jsonl"},
};

static inline bool is_there(const char *pattern)
{
    glob_t files;
    if (glob(pattern, 0, NULL, &files) != 0)
        return false;
    globfree(&files);
    return true;
}

static inline void free_queries(queries *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    t2s_vector_free(list);
}

#endif
