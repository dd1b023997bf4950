#include "decide/translated.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/database.h"
#include "decide/answers.h"
#include "facts/execution.h"
#include "findings/findings.h"
#include "sql/kept.h"
#include "t2sed/checker.h"

/* Makes it a candidate of its own where the host runs queries as they were
 * written: two that SQLite spells alike, such as LIKE and ILIKE of PostgreSQL,
 * may give different rows there. */
static t2sed_status add(t2sed_evidence *of, t2sed_sql *sql, t2sed_error *err)
{
    t2s_candidate *candidate;
    t2sed_status status = t2s_case_candidate_of(&candidate, of, sql, err);
    while (status == T2SED_OK &&
           t2s_database_runs_as_written(of->database, sql) &&
           strcmp(t2s_sql_source(candidate->sql), t2s_sql_source(sql)) != 0)
        status = t2s_sql_set_apart(sql)
                     ? t2s_case_candidate_of(&candidate, of, sql, err)
                     : t2s_fail_memory(err);
    return status;
}

/* Runs a query that can't be read on the host's system, which has its dialect.
 */
static t2sed_status run_unread(t2s_outcome *out, t2s_refusal *said,
                               const char *text, size_t n, t2sed_evidence *of,
                               t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2sed_status status =
        t2s_sql_unread(&sql, text, n, t2s_database_system(of->database), err);
    if (status != T2SED_OK || !sql)
        return status;
    status = t2s_database_remember(of->database, sql, err);
    if (status == T2SED_OK)
        status = t2s_execution_run(out, said, sql, of->execution, err);
    t2s_database_forget(of->database, sql);
    t2sed_sql_free(sql);
    return status;
}

/* What the system says counts, not that we can't read the query. */
static t2sed_status ask_system(t2s_translated *to, size_t i, t2sed_evidence *of,
                               t2sed_error *why, t2sed_error *err)
{
    const t2sed_error own = *why;
    t2s_outcome run = {.how = T2S_RUN_DATABASE};
    t2s_refusal said = {.is_refused = false};
    t2sed_status status =
        run_unread(&run, &said, to->queries[i], to->lengths[i], of, err);
    if (status != T2SED_OK || run.how == T2S_RUN_DATABASE ||
        t2s_was_not_sent(&said))
        return status;
    to->outcomes[i] = t2s_outcome_of(run.how);
    to->rows[i] = run.rows;
    if (run.how == T2S_RUN_REFUSED) {
        t2s_host_said(why->text, sizeof why->text, said.message);
        why->code = T2SED_ESYNTAX;
        why->offset = -1;
    } else if (own.code == T2SED_ESYNTAX) {
        (void)t2s_fail(why, T2SED_EUNSUPPORTED, own.offset,
                       "%s; the database takes it, so it is not known here and "
                       "cannot be judged",
                       own.text);
    }
    return T2SED_OK;
}

/* Keeps why query i can't be read. */
static t2sed_status keep_error(t2s_translated *to, size_t i, t2sed_evidence *of,
                               int dialect, t2sed_error *why, t2sed_error *err)
{
    const bool is_theirs = dialect != T2SED_DIALECT_SQLITE &&
                           dialect == t2s_database_system(of->database);
    t2sed_status status = T2SED_OK;
    if (why->code == T2SED_EUNSUPPORTED)
        to->outcomes[i] = T2SED_OUTCOME_UNSUPPORTED;
    if (is_theirs &&
        (why->code == T2SED_EUNSUPPORTED || why->code == T2SED_ESYNTAX))
        status = ask_system(to, i, of, why, err);
    if (status != T2SED_OK)
        return status;
    to->errors[i] = t2s_alloc(sizeof *why);
    if (!to->errors[i])
        return t2s_fail_memory(err);
    *to->errors[i] = *why;
    if (to->outcomes[i] >= 0) {
        /* SQLite would take it for something else. */
        to->queries[i] = "";
        to->lengths[i] = 0;
    }
    return T2SED_OK;
}

/* Parses a query; `why` says what it is that can't be read. *dialect becomes
 * that of the host's system where it was to be guessed and can't be. */
static t2sed_status parse_one(t2sed_sql **out, int *dialect, const char *given,
                              size_t n, const t2sed_evidence *of,
                              t2sed_error *why)
{
    const int system = t2s_database_system(of->database);
    t2sed_sql_options options;
    t2sed_sql *kept = NULL;
    t2sed_status status, again;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = *dialect;
    options.answer = 1;
    status = t2sed_sql_parse_as(out, given, n, &options, why);
    if (*dialect == T2SED_DIALECT_AUTO && system != T2SED_DIALECT_SQLITE &&
        (status == T2SED_EUNSUPPORTED || status == T2SED_ESYNTAX)) {
        *dialect = options.dialect = system;
        status = t2sed_sql_parse_as(out, given, n, &options, why);
    }
    if (status != T2SED_EUNSUPPORTED || !of->database)
        return status;
    /* The system that runs it as it was written knows what it has. */
    again = t2s_sql_parse_as(&kept, given, n, &options, true, NULL);
    if (kept && t2s_database_runs_as_written(of->database, kept)) {
        *out = kept;
        return T2SED_OK;
    }
    t2sed_sql_free(kept);
    return again == T2SED_ENOMEM ? again : status;
}

static t2sed_status read_one(t2s_translated *to, size_t i, t2sed_evidence *of,
                             int dialect, t2sed_error *err)
{
    const char *given = to->queries[i];
    const size_t n = to->lengths[i];
    t2sed_error why;
    t2sed_status status = parse_one(&to->read[i], &dialect, given, n, of, &why);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status == T2SED_EINVAL) {
        if (err)
            *err = why;
        return status;
    }
    if (status != T2SED_OK)
        return keep_error(to, i, of, dialect, &why, err);
    status = add(of, to->read[i], err);
    if (status != T2SED_OK)
        return status;
    to->queries[i] = t2sed_sql_text(to->read[i]);
    to->lengths[i] = strlen(to->queries[i]);
    if (to->lengths[i] == n && memcmp(to->queries[i], given, n) == 0) {
        to->queries[i] = given;
        /* Of another dialect, it may say something else in that. */
        if (t2sed_sql_dialect(to->read[i]) == T2SED_DIALECT_SQLITE) {
            t2sed_sql_free(to->read[i]);
            to->read[i] = NULL;
        }
    }
    return T2SED_OK;
}

t2sed_status t2s_translated_make(t2s_translated *out, t2sed_beam *beam,
                                 t2sed_evidence *of, int dialect,
                                 t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    out->count = beam->count;
    out->queries = t2s_zalloc_array(beam->count, sizeof(char *));
    out->lengths = t2s_zalloc_array(beam->count, sizeof *out->lengths);
    out->read = t2s_zalloc_array(beam->count, sizeof(t2sed_sql *));
    out->errors = t2s_zalloc_array(beam->count, sizeof(t2sed_error *));
    out->outcomes = t2s_alloc_array(beam->count, sizeof *out->outcomes);
    out->rows = t2s_zalloc_array(beam->count, sizeof *out->rows);
    if (!out->queries || !out->lengths || !out->read || !out->errors ||
        !out->outcomes || !out->rows)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < beam->count; i++)
        out->outcomes[i] = -1;
    for (size_t i = 0; beam->queries && status == T2SED_OK && i < beam->count;
         i++) {
        out->queries[i] = beam->queries[i];
        if (!out->queries[i])
            continue;
        out->lengths[i] =
            beam->lengths ? beam->lengths[i] : strlen(beam->queries[i]);
        status = read_one(out, i, of, dialect, err);
    }
    for (size_t i = 0; status == T2SED_OK && i < beam->count; i++)
        if (out->read[i] || out->outcomes[i] >= 0) {
            beam->queries = out->queries;
            beam->lengths = out->lengths;
            break;
        }
    return status;
}

void t2s_translated_free(t2s_translated *translated)
{
    for (size_t i = 0; translated->read && i < translated->count; i++)
        t2sed_sql_free(translated->read[i]);
    for (size_t i = 0; translated->errors && i < translated->count; i++)
        t2s_free(translated->errors[i]);
    t2s_free(translated->queries);
    t2s_free(translated->lengths);
    t2s_free(translated->read);
    t2s_free(translated->errors);
    t2s_free(translated->outcomes);
    t2s_free(translated->rows);
}
