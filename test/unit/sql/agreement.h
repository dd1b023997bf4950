/*
 * agreement.h - one query, parsed by us and by SQLite.
 *
 * SQLite prepares it; "near ...: syntax error", "incomplete input" and
 * "unrecognized token" count as refused, everything else, such as a missing
 * table, as parsed.
 */
#ifndef T2S_SQL_AGREEMENT_H
#define T2S_SQL_AGREEMENT_H

#include <stdbool.h>

#include "../sqlite_test.h"
#include "sql_test.h"

typedef struct tally {
    size_t queries, prepared, refused; /* by SQLite */
    size_t ours_only;                  /* we parse what SQLite refuses */
    size_t theirs_only;                /* SQLite prepares what we refuse */
    size_t other_error; /* SQLite stopped at another error before the syntax
                           error that we report */
    size_t apart;       /* two statements, not SELECT: not compared */
} tally;

/* What SQLite's parser may say before it is through with the text. */
static inline bool is_early_error(const char *message)
{
    static const char *const early[] = {
        "a JOIN clause is required", "unknown join type",
        "parser stack overflow",     "DISTINCT is not supported",
        "DISTINCT aggregates must",  "syntax error after column name",
        "ORDER BY clause should",    "LIMIT clause should",
    };
    for (size_t i = 0; i < sizeof early / sizeof *early; i++)
        if (strncmp(message, early[i], strlen(early[i])) == 0)
            return true;
    return false;
}

static inline bool is_syntax_error(const char *message)
{
    size_t n = strlen(message);
    return (n > 14 && strcmp(message + n - 14, ": syntax error") == 0) ||
           strcmp(message, "incomplete input") == 0 ||
           strncmp(message, "unrecognized token", 18) == 0;
}

static inline void compare(tally *sum, sqlite3 *db, const char *text)
{
    sqlite3_stmt *statement = NULL;
    t2sed_sql *sql = NULL;
    t2sed_error err = {0};
    t2sed_status status = t2sed_sql_parse(&sql, text, &err);
    int code = sqlite3_prepare_v2(db, text, -1, &statement, NULL);
    const char *message = sqlite3_errmsg(db);
    bool refused = code != SQLITE_OK && is_syntax_error(message);
    sqlite3_finalize(statement);
    t2sed_sql_free(sql);
    sum->queries++;
    if (status == T2SED_ENOTSELECT || status == T2SED_EEMPTY ||
        status == T2SED_EMANY || status == T2SED_ELIMIT) {
        sum->apart++;
        return;
    }
    sum->refused += refused;
    sum->prepared += code == SQLITE_OK;
    if (refused && status == T2SED_OK) {
        sum->ours_only++;
        printf("# ours only: %s\n#   %s\n", text, message);
    } else if (!refused && status != T2SED_OK && is_early_error(message)) {
        sum->other_error++;
    } else if (!refused && status != T2SED_OK) {
        sum->theirs_only++;
        printf("# SQLite only: %s\n#   %s\n", text, err.text);
    }
}

static inline void report(const char *what, const tally *sum)
{
    printf("# %s: %zu queries, SQLite prepares %zu, refuses %zu for syntax; "
           "only we parse %zu, only SQLite parses %zu, SQLite stops earlier at "
           "another error %zu, not compared %zu\n",
           what, sum->queries, sum->prepared, sum->refused, sum->ours_only,
           sum->theirs_only, sum->other_error, sum->apart);
    fflush(stdout); /* a failed assertion ends the process */
    ck_assert_uint_eq(sum->ours_only, 0);
    ck_assert_uint_eq(sum->theirs_only, 0);
}

/* The cases as one suite, where SQLite is the one we agree with. */
static inline int run_agreement(const char *name, TCase *cases)
{
    if (strncmp(sqlite3_libversion(), "3.40.", 5) != 0) {
        printf("1..1\nok 1 - agreement with SQLite # SKIP needs 3.40, this is "
               "%s\n",
               sqlite3_libversion());
        return EXIT_SUCCESS;
    }
    tcase_set_timeout(cases, 900);
    return t2s_test_run(name, &cases, 1);
}

#endif
