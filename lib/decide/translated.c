#include "decide/translated.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/database.h"
#include "sql/kept.h"

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

static t2sed_status read_one(t2s_translated *to, size_t i, t2sed_evidence *of,
                             const t2sed_sql_options *options, t2sed_error *err)
{
    const char *given = to->queries[i];
    const size_t n = to->lengths[i];
    t2sed_error why;
    t2sed_status status =
        t2sed_sql_parse_as(&to->read[i], given, n, options, &why);
    /* The system that runs it as it was written knows what it has. */
    if (status == T2SED_EUNSUPPORTED && of->database) {
        t2sed_sql *kept = NULL;
        const t2sed_status again =
            t2s_sql_parse_as(&kept, given, n, options, true, NULL);
        if (again == T2SED_ENOMEM)
            return t2s_fail_memory(err);
        if (kept && t2s_database_runs_as_written(of->database, kept)) {
            to->read[i] = kept;
            status = T2SED_OK;
        } else {
            t2sed_sql_free(kept);
        }
    }
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status == T2SED_EINVAL) {
        if (err)
            *err = why;
        return status;
    }
    if (status != T2SED_OK) {
        to->errors[i] = t2s_alloc(sizeof why);
        if (!to->errors[i])
            return t2s_fail_memory(err);
        *to->errors[i] = why;
        if (status == T2SED_EUNSUPPORTED) {
            /* SQLite would take it for something else. */
            to->queries[i] = "";
            to->lengths[i] = 0;
        }
        return T2SED_OK;
    }
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
    t2sed_sql_options options;
    t2sed_status status = T2SED_OK;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = dialect;
    options.answer = 1;
    out->count = beam->count;
    out->queries = t2s_zalloc_array(beam->count, sizeof(char *));
    out->lengths = t2s_zalloc_array(beam->count, sizeof *out->lengths);
    out->read = t2s_zalloc_array(beam->count, sizeof(t2sed_sql *));
    out->errors = t2s_zalloc_array(beam->count, sizeof(t2sed_error *));
    if (!out->queries || !out->lengths || !out->read || !out->errors)
        return t2s_fail_memory(err);
    for (size_t i = 0; beam->queries && status == T2SED_OK && i < beam->count;
         i++) {
        out->queries[i] = beam->queries[i];
        if (!out->queries[i])
            continue;
        out->lengths[i] =
            beam->lengths ? beam->lengths[i] : strlen(beam->queries[i]);
        status = read_one(out, i, of, &options, err);
    }
    for (size_t i = 0; status == T2SED_OK && i < beam->count; i++)
        if (out->read[i] || (out->errors[i] && out->lengths[i] == 0)) {
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
}
