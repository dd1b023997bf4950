/* trigger.c - t2sed trigger: whether to answer with a line's first candidate,
 * to ask first, or to abstain. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "score.h"

static const char usage[] =
    "trigger [OPTION]... [FILE]...\n\n"
    "Each line of FILE (or standard input) is one that t2sed rerank or t2sed "
    "score\nprints, or takes: what has no \"probability\" is scored. The same "
    "object is printed\nwith a \"decision\" on its first candidate "
    "(\"answer\", "
    "\"ask\" or \"abstain\"), and\nwhat to \"ask\" about.";

/* What ships with a model. */
static const int percents[] = {90, 95, 99};
#define PERCENTS (sizeof percents / sizeof percents[0])

typedef struct trigger_command {
    const char *write;
    double answer, abstain, precision, budget; /* NaN: not given */
    bool fit, no_findings;
    t2sed_trigger *trigger;
    bool started, failed;
    /* --fit: the lines' first candidates. */
    double *scores;
    int *labels;
    size_t count, capacity;
} trigger_command;

/* The first candidate, or the line itself where it has none. */
static json_t *first_of(const json_t *line)
{
    json_t *list = json_object_get(line, "candidates");
    return list ? json_array_get(list, 0) : (json_t *)(uintptr_t)line;
}

/* The confidence by all evidence where there is one, else the probability. */
static double probability_of(const json_t *target)
{
    const json_t *value = json_object_get(target, "confidence");
    if (!json_is_number(value))
        value = json_object_get(target, "probability");
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static int severity_of(const json_t *finding)
{
    const char *name = json_string_value(json_object_get(finding, "severity"));
    for (int i = T2SED_SEVERITY_HINT; name && i <= T2SED_SEVERITY_ERROR; i++)
        if (strcmp(name, t2sed_severity_name((int)i)) == 0)
            return i;
    return 0;
}

/* The gravest finding, the first of equally grave ones, or NULL. */
static json_t *topic_of(const json_t *target)
{
    const json_t *list = json_object_get(target, "findings");
    json_t *topic = NULL;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!topic || severity_of(json_array_get(list, i)) > severity_of(topic))
            topic = json_array_get(list, i);
    return topic;
}

static long long group_of(const json_t *target)
{
    const json_t *group =
        json_object_get(json_object_get(target, "agreement"), "group");
    return json_is_integer(group) ? json_integer_value(group) : -1;
}

/* The place of the first candidate that gives another result than the first
 * one, or 0. */
static size_t other_answer(const json_t *line)
{
    const json_t *list = json_object_get(line, "candidates");
    const long long first = group_of(json_array_get(list, 0));
    for (size_t i = 1; first >= 0 && i < json_array_size(list); i++) {
        const long long group = group_of(json_array_get(list, i));
        if (group >= 0 && group != first)
            return i;
    }
    return 0;
}

/* What to ask: about a finding, or which of two answers is meant. */
static json_t *question_json(const json_t *line)
{
    json_t *topic = topic_of(first_of(line)), *ask;
    const size_t other = other_answer(line);
    if (!topic && !other)
        return json_null();
    ask = json_object();
    if (topic)
        json_object_set(ask, "finding", topic);
    if (other)
        json_object_set_new(ask, "instead",
                            json_integer((json_int_t)other + 1));
    return ask;
}

static bool keep(trigger_command *c, double score, int label)
{
    if (c->count == c->capacity) {
        const size_t capacity = c->capacity * 2 + 256;
        double *scores = realloc(c->scores, capacity * sizeof *scores);
        int *labels;
        if (!scores)
            return false;
        c->scores = scores;
        labels = realloc(c->labels, capacity * sizeof *labels);
        if (!labels)
            return false;
        c->labels = labels;
        c->capacity = capacity;
    }
    c->scores[c->count] = score;
    c->labels[c->count++] = label;
    return true;
}

/* Whether it is known of each candidate that it can't run. */
static bool all_fail(const json_t *line)
{
    const json_t *candidates = json_object_get(line, "candidates");
    const size_t count = json_array_size(candidates);
    for (size_t i = 0; i < count; i++) {
        const json_t *of = json_array_get(candidates, i);
        const char *outcome = json_string_value(
            json_object_get(json_object_get(of, "agreement"), "outcome"));
        const char *code = json_string_value(
            json_object_get(json_object_get(of, "error"), "code"));
        if (!outcome ||
            (strcmp(outcome, "failed") != 0 &&
             strcmp(outcome, "syntax") != 0) ||
            (code && strcmp(code, "EUNSUPPORTED") == 0))
            return false;
    }
    return count > 0;
}

static void act(void *payload, const cli_scored *scored)
{
    trigger_command *c = payload;
    json_t *target = first_of(scored->line);
    const double p = probability_of(target);
    int decision;
    if (c->fit) {
        const json_t *label = json_object_get(target, "label");
        if (json_is_integer(label) &&
            !keep(c, p, json_integer_value(label) != 0))
            c->failed = true;
        return;
    }
    decision = all_fail(scored->line) ? T2SED_DECISION_ABSTAIN
                                      : t2sed_trigger_decide(c->trigger, p);
    json_object_set_new(scored->line, "decision",
                        json_string(t2sed_decision_name(decision)));
    if (decision == T2SED_DECISION_ASK)
        json_object_set_new(scored->line, "ask", question_json(scored->line));
}

static void print(void *payload, const json_t *line)
{
    const json_t *target = first_of(line), *ask = json_object_get(line, "ask");
    const json_t *finding = json_object_get(ask, "finding");
    const json_t *instead = json_object_get(ask, "instead");
    const char *sql = json_string_value(json_object_get(target, "sql"));
    const double p = probability_of(target);
    (void)payload;
    print_to(stdout, "%s\n  %s",
             json_string_value(json_object_get(line, "question")),
             json_string_value(json_object_get(line, "decision")));
    if (isnan(p))
        print_to(stdout, "  %s\n", sql ? sql : "(no query)");
    else
        print_to(stdout, " (%.3f)  %s\n", p, sql ? sql : "(no query)");
    if (finding)
        print_to(stdout, "    ask: %s\n",
                 json_string_value(json_object_get(finding, "message")));
    if (instead) {
        const json_t *other =
            json_array_get(json_object_get(line, "candidates"),
                           (size_t)json_integer_value(instead) - 1);
        const char *text = json_string_value(json_object_get(other, "sql"));
        print_to(stdout, "    or is meant: %s\n", text ? text : "");
    }
    print_to(stdout, "\n");
}

static int prepare(void *payload, cli_after_plan *plan)
{
    trigger_command *c = payload;
    if (c->write && !c->fit)
        return cli_usage_error("trigger", "--write goes with --fit");
    if (!isnan(c->answer) && !isnan(c->precision) && !c->fit)
        return cli_usage_error("trigger",
                               "--answer and --right exclude each other");
    if (c->precision < 0 || c->precision > 100 || c->budget < 0 ||
        c->budget > 100)
        return cli_usage_error("trigger",
                               "--right and --budget are percents, 0 to "
                               "100");
    plan->wants_model = isnan(c->answer) && !c->fit;
    plan->findings = !c->no_findings && !c->fit;
    plan->quiet = c->fit;
    return CLI_OK;
}

static int start(void *payload, const t2sed_model *model)
{
    trigger_command *c = payload;
    t2sed_trigger_options options;
    t2sed_trigger_options_init(&options, sizeof options);
    t2sed_error err;
    c->started = true;
    if (model &&
        t2sed_trigger_options_of(
            &options, model, isnan(c->precision) ? 0.95 : c->precision / 100,
            &err) != T2SED_OK)
        return cli_fail(&err);
    if (!isnan(c->answer))
        options.answer = c->answer;
    if (!isnan(c->abstain))
        options.abstain = c->abstain;
    return t2sed_trigger_new(&c->trigger, &options, &err) == T2SED_OK
               ? CLI_OK
               : cli_fail(&err);
}

static json_t *threshold_json(double threshold)
{
    return isfinite(threshold) ? json_real(round(threshold * 1e6) / 1e6)
                               : json_null();
}

/* The thresholds that one goal asks for. */
static int fit_goal(json_t *to, const t2sed_items *items,
                    const t2sed_trigger_goal *goal, t2sed_error *err)
{
    t2sed_trigger_options chosen;
    t2sed_trigger_options_init(&chosen, sizeof chosen);
    if (t2sed_trigger_fit(&chosen, items, goal, err) != T2SED_OK)
        return cli_fail(err);
    json_object_set_new(to, "answer", threshold_json(chosen.answer));
    json_object_set_new(to, "abstain", threshold_json(chosen.abstain));
    return CLI_OK;
}

/* Those that ship with a model: "answer_90" and so on. */
static int fit_all(json_t *to, const t2sed_items *items, t2sed_error *err)
{
    for (size_t i = 0; i < PERCENTS; i++) {
        t2sed_trigger_options chosen;
        t2sed_trigger_goal goal;
        char key[32];
        t2sed_status status;
        t2sed_trigger_options_init(&chosen, sizeof chosen);
        t2sed_trigger_goal_init(&goal, sizeof goal);
        goal.precision = percents[i] / 100.0;
        snprintf(key, sizeof key, "answer_%d", percents[i]);
        status = t2sed_trigger_fit(&chosen, items, &goal, err);
        if (status != T2SED_OK && status != T2SED_ENOTFOUND)
            return cli_fail(err);
        json_object_set_new(to, key,
                            status == T2SED_OK ? threshold_json(chosen.answer)
                                               : json_null());
    }
    return CLI_OK;
}

static int fit(trigger_command *c)
{
    t2sed_items items = T2SED_ITEMS_INIT;
    t2sed_trigger_goal goal;
    t2sed_error err;
    json_t *found = json_object();
    int status;
    t2sed_trigger_goal_init(&goal, sizeof goal);
    items.scores = c->scores;
    items.labels = c->labels;
    items.count = c->count;
    goal.precision = c->precision / 100;
    goal.budget = c->budget / 100;
    if (c->failed) {
        print_to(stderr, "t2sed: out of memory\n");
        status = CLI_FAILED;
    } else {
        status = isnan(c->precision) && isnan(c->budget)
                     ? fit_all(found, &items, &err)
                     : fit_goal(found, &items, &goal, &err);
    }
    if (status == CLI_OK)
        cli_write_json(found, stdout);
    if (status == CLI_OK && c->write)
        status = cli_config_set(c->write, "thresholds", found);
    json_decref(found);
    return status;
}

int cli_trigger(int argc, char **argv)
{
    trigger_command c = {
        .answer = NAN, .abstain = NAN, .precision = NAN, .budget = NAN};
    const cli_option options[] = {
        {"right", CLI_REAL, &c.precision, "P",
         "percent of answers that are right: 90, 95 (default) or 99, as the "
         "model has"},
        {"answer", CLI_REAL, &c.answer, "X",
         "answer from this probability on instead"},
        {"abstain", CLI_REAL, &c.abstain, "X",
         "abstain under this probability (0)"},
        {"no-findings", CLI_FLAG, &c.no_findings, NULL,
         "do not look for what to ask about"},
        {"fit", CLI_FLAG, &c.fit, NULL,
         "choose thresholds from lines with labels: for 90, 95 and 99 %, or "
         "for --right and --budget"},
        {"budget", CLI_REAL, &c.budget, "P",
         "with --fit: percent of questions that may be asked about"},
        {"write", CLI_STRING, &c.write, "DIR",
         "with --fit: put them into this model's config.json"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    const cli_after_score after = {&c, prepare, start, act, print};
    int status = cli_score_lines(argc, argv, "trigger", usage, options, &after);
    if (c.fit && c.started && status == CLI_OK)
        status = fit(&c);
    free(c.scores);
    free(c.labels);
    t2sed_trigger_free(c.trigger);
    return status;
}
