/*
 * t2sed_sqlite.c - libt2sed in SQL, as an extension of SQLite:
 *
 *     $ sqlite3 shop.sqlite
 *     sqlite> .load build/lib/t2sed_sqlite
 *     sqlite> SELECT t2sed_score('How many customers are there?',
 *                                'SELECT count(*) FROM customer');
 *     sqlite> SELECT severity, message FROM t2sed_findings(
 *                 'How many customers are there?', 'SELECT nam FROM customer');
 *
 * Both look at the database that they are called on, and change nothing there.
 */
#include "t2sed_sqlite.h"

#include <string.h>

SQLITE_EXTENSION_INIT1

/* What may be left of a failed call. */
static void fail(sqlite3_context *context, const t2sed_error *err)
{
    char *text;
    if (err->code == T2SED_ENOMEM) {
        sqlite3_result_error_nomem(context);
        return;
    }
    text = sqlite3_mprintf("t2sed_score: %s", err->text);
    if (text)
        sqlite3_result_error(context, text, -1);
    else
        sqlite3_result_error_nomem(context);
    sqlite3_free(text);
}

/* The query's own fault, or anything else. */
static bool is_of_query(t2sed_status status)
{
    return status == T2SED_ESYNTAX || status == T2SED_EEMPTY ||
           status == T2SED_ENOTSELECT || status == T2SED_EMANY ||
           status == T2SED_EUTF8 || status == T2SED_ELIMIT ||
           status == T2SED_ETOOLONG;
}

static t2sed_status score(t2sed_scores **out, t2sed_connection *connection,
                          const asked *of, const char *sql, size_t n,
                          t2sed_error *err)
{
    t2sed_scorer *scorer = NULL;
    t2sed_beam beam;
    t2sed_status status = connection_scorer(&scorer, connection, err);
    t2sed_beam_init(&beam, sizeof beam);
    if (status == T2SED_OK)
        status = connection_evidence(&beam.evidence, NULL, connection,
                                     of->question, err);
    if (status != T2SED_OK)
        return status;
    beam.question = of->question;
    beam.conversation = of->earlier;
    beam.queries = &sql;
    beam.lengths = &n;
    beam.count = 1;
    return t2sed_scorer_score(out, scorer, &beam, err);
}

/*
 * t2sed_score(question, sql, turns, knowledge): the probability that the query
 * answers the question; the last two may be left out. NULL where question or
 * query is NULL, and where the query can't be scored for what it says
 * (t2sed_findings tells why); whatever else goes wrong is an error.
 */
static void score_function(sqlite3_context *context, int argc,
                           sqlite3_value **argv)
{
    asked of;
    t2sed_scores *scores = NULL;
    t2sed_score found = T2SED_SCORE_INIT;
    const char *sql = (const char *)sqlite3_value_text(argv[1]);
    t2sed_error err;
    t2sed_status status;
    if (!sql || sqlite3_value_type(argv[0]) == SQLITE_NULL)
        return; /* NULL */
    status = asked_read(&of, argv[0], argc > 2 ? argv[2] : NULL,
                        argc > 3 ? argv[3] : NULL, &err);
    if (status == T2SED_OK)
        status = score(&scores, sqlite3_user_data(context), &of, sql,
                       (size_t)sqlite3_value_bytes(argv[1]), &err);
    if (status != T2SED_OK)
        fail(context, &err);
    else if (t2sed_scores_get(scores, 0, &found, NULL) == T2SED_OK &&
             found.status == T2SED_OK)
        sqlite3_result_double(context, found.probability);
    else if (!is_of_query(found.status))
        fail(context, found.error);
    t2sed_scores_free(scores);
    asked_free(&of);
}

/* The name that SQLite looks for in an extension. */
int sqlite3_extension_init(sqlite3 *db, char **message,
                           const sqlite3_api_routines *api);

__attribute__((visibility("default"))) int
sqlite3_extension_init(sqlite3 *db, char **message,
                       const sqlite3_api_routines *api)
{
    t2sed_connection *connection;
    int code;
    SQLITE_EXTENSION_INIT2(api);
    (void)message;
    connection = connection_new(db);
    if (!connection)
        return SQLITE_NOMEM;
    code = SQLITE_OK;
    /* Of these, the last to go releases it; each does on failure, too. */
    for (int arguments = 2; code == SQLITE_OK && arguments <= 4; arguments++)
        code = sqlite3_create_function_v2(
            db, "t2sed_score", arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            connection_retain(connection), score_function, NULL, NULL,
            connection_release);
    if (code == SQLITE_OK)
        code = findings_register(db, connection);
    connection_release(connection);
    /* The engine's threads do not survive that its code goes. */
    return code == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : code;
}
