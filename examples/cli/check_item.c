/* check_item.c - one question and its queries: the checker, what it finds, and
 * what the exit status is then. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/system.h"
#include "../shared/corrections.h"
#include "check.h"

/* --- opening --- */

/* A model of one's own may have no thresholds: the checker has its own then. */
static int find_threshold(cli_check_command *c)
{
    t2sed_trigger_options of_model;
    t2sed_error err;
    t2sed_status status;
    const bool is_default = isnan(c->right);
    t2sed_trigger_options_init(&of_model, sizeof of_model);
    if (!isnan(c->answer))
        return CLI_OK;
    if (is_default)
        c->right = 95;
    status =
        t2sed_trigger_options_of(&of_model, c->model, c->right / 100, &err);
    if (status == T2SED_ENOTFOUND && is_default) {
        print_to(stderr, "t2sed: %s; answers from %g on\n", err.text,
                 of_model.answer);
        return CLI_OK;
    }
    return status == T2SED_OK ? CLI_OK : cli_fail(&err);
}

int cli_check_open(cli_check_command *c)
{
    int status = CLI_OK;
    if (!cli_databases_open(&c->databases, &c->from))
        return CLI_FAILED;
    if (c->schema_file) {
        c->schema = cli_schema_read(c->schema_file);
        if (!c->schema)
            return CLI_FAILED;
        c->databases.options.schema = c->schema;
    }
    cli_databases_warn(&c->databases);
    c->model = cli_open_model("check", &c->how, &status);
    if (!c->model)
        return status;
    if (!cli_parser_open_for(&c->parser, c->model) ||
        !cli_judge_open(&c->judge, &c->how))
        return CLI_FAILED;
    return find_threshold(c);
}

/* Makes the checker of a database, a dialect and rules, unless it is the one
 * that is there. */
static t2sed_status open_checker(cli_check_command *c,
                                 const cli_database *database, int dialect,
                                 const cli_rules *rules, t2sed_error *err)
{
    t2sed_checker_options options;
    t2sed_scorer_options scorer;
    t2sed_status status;
    if (c->checker && c->checker_database == database &&
        c->checker_dialect == dialect &&
        cli_rules_equal(&c->checker_rules, rules))
        return T2SED_OK;
    t2sed_checker_free(c->checker);
    cli_rules_free(&c->checker_rules);
    c->checker = NULL;
    c->checker_database = database;
    c->checker_dialect = dialect;
    c->checker_rules = *rules;
    if (rules->ignore) {
        c->checker_rules.ignore = strdup(rules->ignore);
        if (!c->checker_rules.ignore)
            return fill_error(err, T2SED_ENOMEM, "out of memory");
    }
    t2sed_checker_options_init(&options, sizeof options);
    t2sed_scorer_options_init(&scorer, sizeof scorer);
    scorer.parser = c->parser.parser;
    scorer.parse = c->parser.parse;
    scorer.judge = c->judge.judge;
    options.scorer = &scorer;
    options.dialect = dialect;
    options.ignore = rules->ignore;
    options.severity = rules->severity;
    options.precision = c->right / 100;
    /* 0 would leave it to the model. */
    if (!isnan(c->answer))
        options.answer = c->answer == 0 ? DBL_MIN : c->answer;
    options.abstain = c->abstain;
    options.all_findings = c->all_findings;
    options.judge_margin = c->judge_margin;
    status =
        t2sed_checker_new(&c->checker, c->model,
                          database ? database->database : NULL, &options, err);
    return status;
}

/* --- checking --- */

static t2sed_status check_queries(t2sed_report **out, t2sed_checker *checker,
                                  const cli_check_item *item, t2sed_error *err)
{
    t2sed_check_input input;
    t2sed_status status = T2SED_ENOMEM;
    const char **texts = calloc(item->count, sizeof *texts);
    size_t *lengths = calloc(item->count, sizeof *lengths);
    for (size_t i = 0; texts && lengths && i < item->count; i++) {
        texts[i] = item->queries[i].text;
        lengths[i] = item->queries[i].length;
    }
    t2sed_check_input_init(&input, sizeof input);
    input.question = item->question;
    input.conversation = item->earlier;
    input.queries = texts;
    input.lengths = lengths;
    input.count = item->count;
    if (texts && lengths)
        status = t2sed_checker_check_input(out, checker, &input, err);
    else
        fill_error(err, status, "out of memory");
    free(texts);
    free(lengths);
    return status;
}

/* The judge's language model, to write corrections; none, where the adapter
 * that writes is of another one. */
static t2sed_status open_writer(t2sed_language_model **out,
                                const cli_check_command *c, t2sed_error *err)
{
    t2sed_language_model_options options;
    t2sed_status status;
    cli_language_options(&options, &c->how);
    options.adapter = "text-to-sql";
    status =
        t2sed_language_model_open(out, c->judge.language_model, &options, err);
    return status == T2SED_EMISMATCH ? T2SED_OK : status;
}

/* What the best query may have to be: where the answer is not sure enough, or
 * something was said against it. */
static t2sed_status correct(cli_checked *found, const cli_check_command *c,
                            t2sed_database *database, t2sed_error *err)
{
    const bool doubted =
        t2sed_report_decision(found->report) != T2SED_DECISION_ANSWER;
    const t2sed_checked first = cli_checked_at(found, 0);
    const cli_check_query *best = &found->item.queries[first.candidate];
    t2sed_corrector_options options;
    t2sed_language_model *writer = NULL;
    t2sed_status status = T2SED_OK;
    char *text;
    if (!database || !(c->feedback || (c->correct && doubted)))
        return T2SED_OK;
    text = found->best ? strdup(t2sed_sql_text(found->best))
                       : strndup(best->text, best->length);
    if (!text)
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    t2sed_corrector_options_init(&options, sizeof options);
    if (c->judge.language_model)
        status = open_writer(&writer, c, err);
    options.model = c->model;
    options.language_model = writer;
    options.judge = c->judge.judge;
    options.answer = t2sed_report_threshold(found->report);
    if (status == T2SED_OK)
        status = find_corrections(&found->corrections, &options, database,
                                  found->item.question, text, c->feedback, err);
    t2sed_language_model_free(writer);
    free(text);
    /* Of what does not parse the report has told already. */
    return found->best || status == T2SED_ENOMEM ? status : T2SED_OK;
}

/* What is wrong with a query that has no question. What our reading of a
 * dialect does not know is T2SED_EUNSUPPORTED. */
static t2sed_status check_alone(t2sed_findings **out, t2sed_sql **read,
                                const cli_check_item *item,
                                const cli_database *database, int dialect,
                                const cli_rules *rules, t2sed_error *err)
{
    const cli_check_query *query = item->queries;
    t2sed_evidence *evidence = NULL;
    t2sed_findings *all = NULL;
    t2sed_status status = t2sed_evidence_new(
        &evidence, database ? database->database : NULL, err);
    t2sed_error why = {T2SED_OK};
    if (status == T2SED_OK)
        cli_dialect_parse(read, query->text, query->length, dialect, &why);
    if (why.code == T2SED_EUNSUPPORTED || why.code == T2SED_ENOMEM) {
        *err = why;
        status = why.code;
    } else if (status == T2SED_OK) {
        status = *read ? t2sed_findings_new(&all, evidence, *read, err)
                       : t2sed_findings_parse_n(&all, evidence, query->text,
                                                query->length, err);
    }
    if (status == T2SED_OK)
        status = t2sed_findings_select(out, all, rules->ignore, rules->severity,
                                       err);
    t2sed_findings_free(all);
    t2sed_evidence_free(evidence);
    return status;
}

t2sed_checked cli_checked_at(const cli_checked *c, size_t rank)
{
    t2sed_checked at = T2SED_CHECKED_INIT;
    if (c->report) {
        t2sed_report_get(c->report, rank, &at, NULL);
        return at;
    }
    at.probability = at.confidence = at.alone = NAN;
    at.findings = c->findings;
    return at;
}

bool cli_checked_finding(t2sed_finding *out, const cli_checked *c,
                         const t2sed_checked *of, size_t i)
{
    *out = (t2sed_finding)T2SED_FINDING_INIT;
    if (t2sed_findings_get(of->findings, i, out, NULL) != T2SED_OK)
        return false;
    if (!c->report && c->best)
        t2sed_sql_to_source(c->best, &out->sql);
    return true;
}

static bool fails(const cli_checked *found, const cli_rules *rules)
{
    const t2sed_checked first = cli_checked_at(found, 0);
    t2sed_finding one;
    if (rules->fail_on == 0)
        return t2sed_report_decision(found->report) != T2SED_DECISION_ANSWER;
    /* Behind the errors they are in the order of weight, not of severity. */
    for (size_t i = 0; cli_checked_finding(&one, found, &first, i); i++)
        if (one.severity >= rules->fail_on)
            return true;
    return false;
}

int cli_check_failed(const cli_check_item *item, const t2sed_error *err)
{
    if (!item->file || err->code == T2SED_EINTERRUPTED)
        return cli_fail(err);
    print_to(stderr, "t2sed: %s:%zu: %s [%s]\n", item->file, cli_line_of(item),
             err->text, t2sed_status_name(err->code));
    return CLI_FAILED;
}

static int show(cli_check_command *c, const cli_checked *found)
{
    switch (c->format) {
    case CLI_CHECK_TEXT:
        if (c->printed++)
            print_to(stdout, "\n");
        cli_check_print(found, c->color);
        return CLI_OK;
    case CLI_CHECK_JSON:
        return cli_check_write(found);
    default:
        cli_review_add(&c->review, c->format, found);
        return CLI_OK;
    }
}

/* What options ask for beside the report. */
static t2sed_status add_more(cli_checked *found, const cli_check_command *c,
                             const cli_database *d, t2sed_error *err)
{
    const t2sed_checked first = cli_checked_at(found, 0);
    const cli_check_query *best = &found->item.queries[first.candidate];
    if ((c->explain || c->correct || c->feedback) && !found->best)
        cli_dialect_parse(&found->best, best->text, best->length,
                          found->dialect, NULL);
    if (c->explain && found->best)
        t2sed_sql_explain(&found->steps, found->best, d ? d->schema : NULL,
                          NULL, NULL);
    return found->report ? correct(found, c, d ? d->database : NULL, err)
                         : T2SED_OK;
}

int cli_check_item_run(cli_check_command *c, const cli_check_item *item,
                       cli_database *database, int dialect,
                       const cli_rules *rules)
{
    t2sed_report *report = NULL;
    t2sed_findings *findings = NULL;
    cli_checked found = {
        .item = *item, .dialect = dialect, .abstain = c->abstain};
    t2sed_error err;
    int status = CLI_OK;
    t2sed_status made = T2SED_OK;
    if (item->question) {
        made = open_checker(c, database, dialect, rules, &err);
        if (made == T2SED_OK)
            made = check_queries(&report, c->checker, item, &err);
    } else {
        made = check_alone(&findings, &found.best, item, database, dialect,
                           rules, &err);
    }
    found.report = report;
    found.findings = findings;
    if (made == T2SED_OK) {
        status = fails(&found, rules) ? CLI_BAD_INPUT : CLI_OK;
        made = add_more(&found, c, database, &err);
        if (show(c, &found) != CLI_OK)
            status = CLI_FAILED;
    }
    if (made == T2SED_EUNSUPPORTED) /* it may be right */
        cli_check_failed(item, &err);
    else if (made != T2SED_OK)
        status = cli_check_failed(item, &err);
    t2sed_corrections_free(found.corrections);
    t2sed_explanation_free(found.steps);
    t2sed_sql_free(found.best);
    t2sed_report_free(report);
    t2sed_findings_free(findings);
    return status;
}
