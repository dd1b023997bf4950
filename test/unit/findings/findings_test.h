/* findings_test.h - a database of concerts, and one-line checks of what is
 * found in a query. */
#ifndef FINDINGS_TEST_H
#define FINDINGS_TEST_H

#include "database_test.h"
#include "records.h"

#include <string.h>
#include <unistd.h>

#include "sqlite_test.h"
#include "t2sed/parts/evidence.h"

static const char script[] =
    "CREATE TABLE stadium (id INTEGER PRIMARY KEY, name TEXT, city TEXT,"
    " capacity INTEGER, size TEXT);"
    "CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, "
    " country TEXT, age INTEGER, song_name TEXT);"
    "CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, title TEXT,"
    " stadium_id INTEGER REFERENCES stadium(id), year INTEGER);"
    "CREATE TABLE performs (concert_id INTEGER REFERENCES concert(concert_id),"
    " singer_id INTEGER REFERENCES singer(singer_id),"
    " PRIMARY KEY (concert_id, singer_id));"
    "CREATE TABLE empty (id INTEGER PRIMARY KEY, note TEXT);"
    "CREATE TABLE lodge (lodge_id INTEGER PRIMARY KEY, 'order' TEXT,"
    " 'home stadium' INTEGER REFERENCES stadium(id));"
    "INSERT INTO stadium VALUES (1, 'Park', 'Glasgow', 500, 'big'), "
    " (2, 'Hall', 'Perth', 90, '12'), (3, 'Field', 'Perth', NULL, NULL);"
    "INSERT INTO singer VALUES (1, 'Joe', 'Netherlands', 52, 'You'), "
    " (2, 'Rose', 'France', 41, 'Sun'), (3, 'John', 'France', 41, 'Hey');"
    "INSERT INTO concert VALUES (1, 'Auditions', 1, 2014),"
    " (2, 'Week 1', 2, 2015), (3, 'Week 2', 2, 2015);"
    "INSERT INTO performs VALUES (1, 1), (2, 2), (3, 2), (3, 3);";

static char path[64];
static t2sed_schema *schema;
static t2sed_evidence *evidence, *names; /* names: without the database */

static inline void set_up(void)
{
    snprintf(path, sizeof path, "/tmp/t2sed-findings-%ld.sqlite",
             (long)getpid());
    (void)remove(path); /* of a run that was killed */
    unlink(path);
    t2s_test_run_sql(path, script);
    ck_assert_int_eq(t2s_test_schema_open(&schema, path, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&evidence, t2s_test_database(path, schema), NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2sed_evidence_new(&names, t2s_test_database(NULL, schema), NULL),
        T2SED_OK);
}

static inline void tear_down(void)
{
    t2sed_evidence_free(evidence);
    t2sed_evidence_free(names);
    t2sed_schema_free(schema);
    unlink(path);
}

static inline t2sed_findings *find_with(t2sed_evidence *from,
                                        const char *question, const char *sql)
{
    t2sed_question *asked;
    t2sed_findings *found = NULL;
    t2sed_error err;
    if (question) {
        ck_assert_int_eq(t2sed_question_new(&asked, question, NULL), T2SED_OK);
        ck_assert_int_eq(t2sed_evidence_set_question(from, asked, NULL),
                         T2SED_OK);
        t2sed_question_free(asked);
    }
    ck_assert_msg(t2sed_findings_parse(&found, from, sql, &err) == T2SED_OK,
                  "%s: %s", sql, err.text);
    return found;
}

/* The place of the first finding of that name, or -1. */
static inline long look(const t2sed_findings *found, const char *code)
{
    for (size_t i = 0; i < t2sed_findings_count(found); i++)
        if (strcmp(finding_at(found, i).name, code) == 0)
            return (long)i;
    return -1;
}

static inline void list(const t2sed_findings *found)
{
    for (size_t i = 0; i < t2sed_findings_count(found); i++)
        fprintf(stderr, "# %s: %s\n", finding_at(found, i).name,
                finding_at(found, i).message);
}

/* That the query has the finding, at these words of it and of the question;
 * NULL is not looked at, "" says that there are none. */
typedef struct expected {
    const char *question, *sql, *code, *place, *asked, *suggestion;
} expected;

static inline void check_place(const expected *e, const char *text,
                               t2sed_span span, const char *place)
{
    bool is_there = span.begin != (size_t)-1;
    if (!place)
        return;
    if (!*place) {
        ck_assert_msg(span.begin == span.end, "%s: %s has a place", e->sql,
                      e->code);
        return;
    }
    ck_assert_msg(is_there && span.end - span.begin == strlen(place) &&
                      memcmp(text + span.begin, place, strlen(place)) == 0,
                  "%s: %s is at %.*s", e->sql, e->code,
                  is_there ? (int)(span.end - span.begin) : 0,
                  is_there ? text + span.begin : "");
}

static inline void check(t2sed_evidence *from, const expected *e)
{
    t2sed_findings *found = find_with(from, e->question, e->sql);
    long at = look(found, e->code);
    t2sed_finding finding;
    if (at < 0)
        list(found);
    ck_assert_msg(at >= 0, "%s: no %s", e->sql, e->code);
    finding = finding_at(found, (size_t)at);
    check_place(e, e->sql, finding.sql, e->place);
    check_place(e, e->question, finding.question, e->asked);
    ck_assert_uint_gt(strlen(finding.message), 5);
    if (e->suggestion)
        ck_assert_pstr_eq(finding.suggestion,
                          *e->suggestion ? e->suggestion : NULL);
    t2sed_findings_free(found);
}

/* That there is nothing to find. */
static inline void check_clean(t2sed_evidence *from, const char *question,
                               const char *sql)
{
    t2sed_findings *found = find_with(from, question, sql);
    list(found);
    ck_assert_msg(t2sed_findings_count(found) == 0, "%s: %s", sql,
                  finding_at(found, 0).message);
    t2sed_findings_free(found);
}

static const char any[] = "Show it";

#endif
