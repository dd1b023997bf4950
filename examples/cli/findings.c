/* findings.c - what can be said against a query, as JSON and as text. */
#include <math.h>
#include <string.h>

#include "cli.h"

/* Predicts what queries for the question have, where a sketcher is there. */
static t2sed_status set_sketch(cli_findings *f, cli_databases *databases,
                               const t2sed_question *question,
                               const t2sed_conversation *earlier,
                               const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_sketch_options options;
    t2sed_error why;
    t2sed_status status;
    t2sed_sketch_options_init(&options, sizeof options);
    if (!databases->sketcher && !databases->has_no_sketcher)
        databases->has_no_sketcher =
            t2sed_sketcher_open(&databases->sketcher, NULL, &why) != T2SED_OK;
    if (!databases->sketcher)
        return T2SED_OK;
    options.conversation = earlier;
    status = t2sed_sketcher_predict(&f->sketch, databases->sketcher, question,
                                    schema, &options, err);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_sketch(f->evidence, f->sketch, err);
    return status;
}

t2sed_status cli_findings_start(cli_findings *f, cli_databases *databases,
                                cli_database *database,
                                const t2sed_question *question,
                                const t2sed_conversation *earlier,
                                t2sed_error *err)
{
    t2sed_status status;
    f->own = NULL;
    f->sketch = NULL;
    status = cli_database_evidence(database, &f->evidence, err);
    if (status == T2SED_OK && !f->evidence) {
        status = t2sed_evidence_new(&f->own, NULL, err);
        f->evidence = f->own;
    }
    if (status == T2SED_OK)
        status = t2sed_evidence_set_question(f->evidence, question, err);
    if (status == T2SED_OK)
        status = t2sed_evidence_set_conversation(f->evidence, earlier, err);
    if (status == T2SED_OK)
        status = set_sketch(f, databases, question, earlier,
                            database ? database->schema : NULL, err);
    if (status != T2SED_OK)
        cli_findings_end(f);
    return status;
}

void cli_findings_end(cli_findings *f)
{
    if (f->evidence) {
        t2sed_evidence_set_sketch(f->evidence, NULL, NULL);
        t2sed_evidence_set_conversation(f->evidence, NULL, NULL);
    }
    t2sed_sketch_free(f->sketch);
    t2sed_evidence_free(f->own);
    f->evidence = f->own = NULL;
    f->sketch = NULL;
}

json_t *cli_span_json(t2sed_span span)
{
    return span.begin == T2SED_NONE
               ? json_null()
               : json_pack("[I, I]", (json_int_t)span.begin,
                           (json_int_t)span.end);
}

json_t *cli_finding_json(const t2sed_findings *list, size_t i)
{
    t2sed_finding finding = T2SED_FINDING_INIT;
    json_t *object;
    if (t2sed_findings_get(list, i, &finding, NULL) != T2SED_OK)
        return NULL;
    object =
        json_pack("{s:s, s:s, s:s, s:o, s:o}", "code", finding.name, "severity",
                  t2sed_severity_name(finding.severity), "message",
                  finding.message, "sql", cli_span_json(finding.sql),
                  "question", cli_span_json(finding.question));
    if (object && !isnan(finding.weight))
        json_object_set_new(object, "weight",
                            cli_probability_json(finding.weight));
    if (object && finding.suggestion)
        json_object_set_new(object, "suggestion",
                            json_string(finding.suggestion));
    return object;
}

/* Replaces the list by one of those that are wanted. */
static t2sed_status select_wanted(t2sed_findings **list, const cli_weighing *by,
                                  t2sed_error *err)
{
    t2sed_findings *wanted = NULL;
    const t2sed_status status =
        t2sed_findings_select(&wanted, *list, by->ignore, by->severity, err);
    t2sed_findings_free(*list);
    *list = wanted;
    return status;
}

t2sed_status cli_findings_json(json_t **out, const cli_findings *f,
                               const char *sql, size_t n,
                               const cli_weighing *by, size_t i,
                               t2sed_error *err)
{
    t2sed_findings *list = NULL;
    t2sed_status status =
        t2sed_findings_parse_n(&list, f->evidence, sql, n, err);
    if (status == T2SED_OK)
        status = select_wanted(&list, by, err);
    if (status == T2SED_OK && by->scores)
        status = t2sed_findings_weigh(list, by->scores, i, by->all, err);
    if (status == T2SED_OK)
        *out = json_array();
    for (size_t k = 0; status == T2SED_OK && k < t2sed_findings_count(list);
         k++)
        json_array_append_new(*out, cli_finding_json(list, k));
    t2sed_findings_free(list);
    return status;
}

void cli_findings_print(const json_t *list, const char *indent, FILE *file)
{
    size_t i;
    json_t *finding;
    json_array_foreach(list, i, finding)
    {
        const char *suggestion =
            json_string_value(json_object_get(finding, "suggestion"));
        print_to(file, "%s%s: %s [%s]", indent,
                 json_string_value(json_object_get(finding, "severity")),
                 json_string_value(json_object_get(finding, "message")),
                 json_string_value(json_object_get(finding, "code")));
        if (suggestion)
            print_to(file, " (%s?)", suggestion);
        if (json_object_get(finding, "weight"))
            print_to(file, " %+.2f",
                     json_number_value(json_object_get(finding, "weight")));
        print_to(file, "\n");
    }
}
