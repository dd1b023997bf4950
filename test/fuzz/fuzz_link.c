/*
 * Links a query with a question: the input is the question, a newline, and the
 * query. The database is a small one in a temporary file; what is found has to
 * lie within the texts, and every repair has to give a query that parses.
 */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "t2sed/parts/link.h"
#include "t2sed/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char tables[] =
    "CREATE TABLE city (name TEXT, district TEXT, size INT);"
    "CREATE TABLE trip (id INTEGER PRIMARY KEY, \"to city\" TEXT REFERENCES "
    "city (name), \"select\" TEXT);"
    "INSERT INTO city VALUES ('Arnhem', 'Gelderland', 5), ('O''Brien', 'L', 2),"
    "('New York', 'R', 7.5), ('%a_', 'yes', NULL);"
    "INSERT INTO trip VALUES (1, 'Arnhem', 'New York City'), (2, '\"', '''');";

static void require(int holds)
{
    if (!holds)
        abort();
}

static t2sed_linker *linker(void)
{
    static t2sed_linker *made;
    static t2sed_database *database;
    char path[64];
    sqlite3 *db;
    if (made)
        return made;
    snprintf(path, sizeof path, "/tmp/t2sed-fuzz-link-%ld", (long)getpid());
    require(sqlite3_open(path, &db) == SQLITE_OK);
    require(sqlite3_exec(db, tables, NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
    require(t2sed_database_open(&database, path, NULL, NULL) == T2SED_OK);
    require(t2sed_linker_new(&made, database, NULL) == T2SED_OK);
    unlink(path);
    return made;
}

static void check_span(t2sed_span span, size_t length)
{
    require((span.begin == (size_t)-1 && span.end == (size_t)-1) ||
            (span.begin <= span.end && span.end <= length));
}

static void check_links(const t2sed_links *links, size_t question, size_t sql)
{
    double score = t2sed_links_score(links);
    t2sed_link_condition condition = {.struct_size = sizeof condition};
    t2sed_link_mention mention = {.struct_size = sizeof mention};
    require(!(score < 0) && !(score > 1));
    for (size_t i = 0; i < t2sed_links_condition_count(links); i++) {
        require(t2sed_links_condition_get(links, i, &condition, NULL) ==
                T2SED_OK);
        check_span(condition.slot_sql, sql);
        check_span(condition.value_sql, sql);
        check_span(condition.slot_question, question);
        check_span(condition.value_question, question);
        require(t2sed_match_name(condition.value_in_column) != NULL);
    }
    for (size_t i = 0; i < t2sed_links_mention_count(links); i++) {
        require(t2sed_links_mention_get(links, i, &mention, NULL) == T2SED_OK);
        check_span(mention.question, question);
        require(mention.question.begin < mention.question.end);
    }
    for (size_t i = 0; i < t2sed_links_repair_count(links); i++) {
        char *text = NULL;
        size_t n;
        t2sed_sql *parsed = NULL;
        require(t2sed_links_repaired(&text, &n, links, i, NULL) == T2SED_OK);
        require(t2sed_sql_parse_n(&parsed, text, n, NULL) == T2SED_OK);
        t2sed_sql_free(parsed);
        t2sed_free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *line = size ? memchr(text, '\n', size) : NULL;
    size_t length = line ? (size_t)(line - text) : 0;
    size_t start = line ? length + 1 : 0;
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    t2sed_links *links = NULL;
    if (size > 20000 || (length && t2sed_question_new_n(&question, text, length,
                                                        NULL) != T2SED_OK))
        return 0;
    if (size > start &&
        t2sed_sql_parse_n(&sql, text + start, size - start, NULL) == T2SED_OK &&
        t2sed_linker_link(&links, linker(), question, sql, NULL, NULL) ==
            T2SED_OK)
        check_links(links, length, size - start);
    t2sed_links_free(links);
    t2sed_sql_free(sql);
    t2sed_question_free(question);
    return 0;
}
