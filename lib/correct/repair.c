/* repair.c - names that a query has and its database has not. */
#include "correct/repair.h"

#include "base/error.h"
#include "base/string.h"
#include "findings/advice.h"
#include "t2sed/finding.h"

#define MOST_ROUNDS 3

/* The text with what is suggested for what can't be; whether there is any. */
static bool apply(t2s_string *out, const t2sed_sql *sql,
                  const t2sed_findings *findings)
{
    size_t at = 0;
    for (size_t i = 0; i < t2sed_findings_count(findings); i++) {
        t2sed_finding one = {.struct_size = sizeof one};
        t2sed_findings_get(findings, i, &one, NULL);
        if (one.severity != T2SED_SEVERITY_ERROR || !one.suggestion ||
            one.sql.begin < at || one.sql.end <= one.sql.begin)
            continue;
        t2s_string_append_n(out, sql->text + at, one.sql.begin - at);
        t2s_string_append(out, one.suggestion);
        at = one.sql.end;
    }
    if (at > 0)
        t2s_string_append_n(out, sql->text + at, sql->length - at);
    return at > 0;
}

t2sed_status t2s_can_run(bool *out, t2sed_evidence *schema, const char *text,
                         size_t n, t2sed_error *err)
{
    t2sed_findings *findings = NULL;
    t2sed_status status =
        t2sed_findings_parse_n(&findings, schema, text, n, err);
    *out = !findings || !t2s_findings_have_error(findings);
    t2sed_findings_free(findings);
    return status == T2SED_ELIMIT ? T2SED_OK : status;
}

static t2sed_status repair_once(t2sed_sql **out, bool *can_run,
                                t2sed_evidence *schema, const t2sed_sql *sql,
                                t2sed_error *err)
{
    t2sed_findings *findings = NULL;
    t2s_string text = {0};
    t2sed_status status = t2sed_findings_new(&findings, schema, sql, err);
    *can_run = !findings || !t2s_findings_have_error(findings);
    if (status == T2SED_ELIMIT)
        return T2SED_OK; /* nothing is known of its names */
    if (status == T2SED_OK && apply(&text, sql, findings)) {
        status = text.failed
                     ? t2s_fail_memory(err)
                     : t2sed_sql_parse_n(out, text.text, text.length, err);
        if (status != T2SED_OK && status != T2SED_ENOMEM)
            status = T2SED_OK; /* as it was, then */
    }
    t2s_string_free(&text);
    t2sed_findings_free(findings);
    return status;
}

t2sed_status t2s_repair(t2sed_sql **out, bool *can_run, t2sed_evidence *schema,
                        const t2sed_sql *sql, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    /* Once a table has its name, those of its columns are looked at. */
    for (int round = 0; status == T2SED_OK && round < MOST_ROUNDS; round++) {
        t2sed_sql *better = NULL;
        status = repair_once(&better, can_run, schema, *out ? *out : sql, err);
        if (!better)
            break;
        t2sed_sql_free(*out);
        *out = better;
    }
    return status;
}
