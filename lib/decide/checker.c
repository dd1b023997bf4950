/* checker.c - opening and freeing a checker; check.c uses it. */
#include "decide/checker.h"

#include <math.h>

#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/sized.h"
#include "decide/trigger.h"
#include "model/scorer.h"

/* Alone, 0.06 % of our own right queries and 0.3 % of CREG's have less than
 * this, and 21 and 49 % of the wrong ones (docs/internals/decide.md). */
#define LEAST_PROBABILITY 0.05

static const t2sed_checker_options usual = {.struct_size = sizeof usual,
                                            .precision = 0.95,
                                            .abstain = LEAST_PROBABILITY,
                                            .findings = 1,
                                            .ask = 1,
                                            .judge_margin = -1};

void t2sed_checker_options_init(t2sed_checker_options *options, size_t size)
{
    t2s_sized_init(options, size, &usual, sizeof usual);
}

static t2sed_status open_reranker(t2sed_checker *c, const char *policy,
                                  t2sed_error *err)
{
    t2sed_reranker_weights weights;
    t2sed_status status;
    if (!c->alone)
        return t2sed_reranker_new(&c->reranker, policy, c->model, err);
    t2sed_reranker_weights_init(&weights, sizeof weights);
    status = t2sed_reranker_weights_of(&weights, c->model, err);
    return status == T2SED_OK
               ? t2sed_reranker_parse(&c->reranker, policy, &weights, err)
               : status;
}

/* The threshold for answering, for queries that cover their question or for the
 * others. */
static t2sed_status read_threshold(double *out, t2sed_checker *c,
                                   const t2sed_checker_options *options,
                                   enum t2s_known known, bool is_covered,
                                   t2sed_error *err)
{
    t2sed_trigger_options thresholds;
    t2sed_error why;
    t2sed_status status;
    t2sed_trigger_options_init(&thresholds, sizeof thresholds);
    status = t2s_trigger_options_for(&thresholds, c->model, known, is_covered,
                                     options->precision, &why);
    *out = thresholds.answer;
    /* A model of one's own may have no thresholds. */
    if (status == T2SED_ENOTFOUND && options->precision == usual.precision &&
        !t2s_trigger_has_thresholds(c->model)) {
        c->note = T2S_NO_THRESHOLDS;
        if (!is_covered)
            t2s_log(T2SED_LOG_WARNING, "%s", c->note);
        return T2SED_OK;
    }
    if (status != T2SED_OK && err)
        *err = why;
    return status;
}

static t2sed_status open_decisions(t2sed_checker *c,
                                   const t2sed_checker_options *options,
                                   const t2sed_database *database,
                                   t2sed_error *err)
{
    const enum t2s_known known =
        t2sed_database_has_rows(database)             ? T2S_KNOWN_DATABASE
        : database && t2sed_database_schema(database) ? T2S_KNOWN_SCHEMA
                                                      : T2S_KNOWN_QUESTION;
    t2sed_trigger_options thresholds;
    t2sed_status status = open_reranker(c, options->policy, err);
    t2sed_trigger_options_init(&thresholds, sizeof thresholds);
    for (int covered = 0; covered < 2 && status == T2SED_OK; covered++) {
        c->thresholds[covered] = options->answer;
        if (options->answer == 0)
            status = read_threshold(&c->thresholds[covered], c, options, known,
                                    covered, err);
        /* What is asked for would be abstained from. */
        if (covered && c->thresholds[1] < options->abstain)
            c->thresholds[1] = c->thresholds[0];
        thresholds.answer = c->thresholds[covered];
        /* The default gives way to what is asked for. */
        thresholds.abstain =
            options->abstain == usual.abstain
                ? fmin(options->abstain, c->thresholds[covered])
                : options->abstain;
        c->abstain[covered] = thresholds.abstain;
        if (status == T2SED_OK)
            status = t2sed_trigger_new(&c->triggers[covered], &thresholds, err);
    }
    return status;
}

/* What verdicts of the re-ranker need, and findings, which can do without. */
static t2sed_status open_verdicts(t2sed_checker *c, t2sed_database *database,
                                  t2sed_error *err)
{
    const unsigned needs = t2sed_reranker_needs(c->reranker);
    t2sed_status status = T2SED_OK;
    if (needs & T2SED_SIGNAL_LINK)
        status = t2sed_linker_new(&c->linker, database, err);
    c->sketcher = c->model->predictors.sketcher;
    if (status == T2SED_OK && !c->sketcher &&
        (c->findings || needs & T2SED_SIGNAL_SKETCH)) {
        status = t2sed_sketcher_open(&c->own_sketcher, NULL, err);
        c->sketcher = c->own_sketcher;
        if (status != T2SED_OK && status != T2SED_ENOMEM &&
            !(needs & T2SED_SIGNAL_SKETCH))
            status = T2SED_OK;
    }
    return status;
}

t2sed_status t2sed_checker_new(t2sed_checker **out, const t2sed_model *model,
                               t2sed_database *database,
                               const t2sed_checker_options *given,
                               t2sed_error *err)
{
    t2sed_checker_options options = usual;
    t2sed_checker *c;
    t2sed_status status;
    if (!out || !model)
        return t2s_fail_null(err, __func__, "out and model");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_checker_options", err);
    if (status != T2SED_OK)
        return status;
    if (options.ask < 0 || options.ask > 2)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "checker: ask is %d, expected 0 to 2", options.ask);
    if (isnan(options.judge_margin))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "checker: judge_margin is no number");
    if (!t2sed_dialect_name(options.dialect))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "checker: %d is no dialect; expected one of "
                        "T2SED_DIALECT_*",
                        options.dialect);
    c = t2s_zalloc(sizeof *c);
    if (!c)
        return t2s_fail_memory(err);
    c->model = t2s_model_retain(model);
    c->findings = options.findings != 0;
    c->all_findings = options.all_findings != 0;
    c->alone = options.alone != 0;
    c->dialect = options.dialect;
    c->ask = options.ask;
    c->judge_margin = options.judge_margin;
    status = t2s_finding_rules_read(&c->rules, options.ignore, options.severity,
                                    err);
    if (status == T2SED_OK)
        status = t2sed_scorer_new(&c->scorer, model, options.scorer, err);
    if (status == T2SED_OK) {
        c->scorer->explains = c->findings;
        c->judge = c->scorer->judge;
        c->scorer->judge = NULL;
    }
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&c->evidence, database, err);
    if (status == T2SED_OK)
        status = open_decisions(c, &options, database, err);
    if (status == T2SED_OK)
        status = open_verdicts(c, database, err);
    if (status != T2SED_OK) {
        t2sed_checker_free(c);
        return status;
    }
    *out = c;
    return T2SED_OK;
}

t2sed_status t2sed_checker_open(t2sed_checker **out, const char *path,
                                t2sed_database *database,
                                const t2sed_checker_options *given,
                                t2sed_error *err)
{
    t2sed_checker_options options = usual;
    t2sed_model *model = NULL;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_checker_options", err);
    if (status == T2SED_OK)
        status = t2sed_model_open(&model, path, options.model, err);
    if (status == T2SED_OK)
        status = t2sed_checker_new(out, model, database, given, err);
    t2sed_model_free(model);
    return status;
}

void t2sed_checker_free(t2sed_checker *c)
{
    if (!c)
        return;
    t2sed_scorer_free(c->scorer);
    t2sed_witness_free(c->witness); /* before its schema */
    t2sed_evidence_free(c->evidence);
    t2sed_linker_free(c->linker);
    t2sed_sketcher_free(c->own_sketcher);
    t2sed_reranker_free(c->reranker);
    t2sed_trigger_free(c->triggers[0]);
    t2sed_trigger_free(c->triggers[1]);
    t2sed_model_free(c->model);
    t2s_finding_rules_free(&c->rules);
    t2s_free(c);
}
