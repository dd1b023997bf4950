/* rerank.c - t2sed rerank: the candidates of each line in a better order, each
 * with why it stands where it stands. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "signals.h"
#include "verdicts.h"

static const char usage[] =
    "rerank [OPTION]... [FILE]...\n\n"
    "Each line of FILE (or standard input) is one that t2sed score prints, or "
    "takes:\nwhat has no \"probability\" is scored. The same object is "
    "printed, "
    "its candidates\nin the new order, each with \"rank_before\" and "
    "\"moves\".";

typedef struct rerank_command {
    const char *policy, *write;
    bool no_findings, fit, fit_beam, alone;
    bool learns; /* --fit or --fit-beam */
    t2sed_reranker *reranker;
    unsigned needs; /* T2SED_SIGNAL_* */
    /* Of those: the lines. */
    t2sed_reranker_example *examples;
    size_t example_count, example_capacity;
    bool started, failed; /* failed: memory was short */
} rerank_command;

/* The places of all queries in the line's list: targets stand in its order. */
static size_t *places_of(const cli_scored *line, const json_t *list)
{
    size_t *places = calloc(line->count + 1, sizeof *places), at = 0;
    for (size_t i = 0; places && i < line->count; i++) {
        while (at < json_array_size(list) &&
               json_array_get(list, at) != line->targets[i])
            at++;
        places[i] = at++;
    }
    return places;
}

json_t *cli_moves_json(const t2sed_ranking *ranking, size_t i)
{
    json_t *moves = json_array();
    const size_t count = t2sed_ranking_move_count(ranking, i);
    for (size_t k = 0; k < count; k++) {
        t2sed_move move = T2SED_MOVE_INIT;
        json_t *one = json_object();
        if (t2sed_ranking_move_get(ranking, i, k, &move, NULL) != T2SED_OK)
            break;
        json_object_set_new(one, "policy", json_string(move.policy));
        json_object_set_new(one, "from",
                            json_integer((json_int_t)move.from + 1));
        json_object_set_new(one, "to", json_integer((json_int_t)move.to + 1));
        json_object_set_new(one, "why", json_string(move.text));
        json_array_append_new(moves, one);
    }
    return moves;
}

/* Puts the candidates in their order; those without SQL come last. */
static void reorder(const cli_scored *line, const t2sed_ranking *ranking)
{
    json_t *list = json_object_get(line->line, "candidates");
    json_t *ordered = json_array(), *candidate;
    size_t *places = list ? places_of(line, list) : NULL, at = 0, i;
    for (size_t rank = 0; rank < line->count; rank++) {
        const size_t k = t2sed_ranking_candidate(ranking, rank);
        json_t *target = line->targets[k];
        const double confidence = t2sed_ranking_confidence(ranking, k);
        if (!isnan(confidence))
            json_object_set_new(target, "confidence",
                                cli_probability_json(confidence));
        if (!places)
            continue;
        json_object_set_new(target, "rank_before",
                            json_integer((json_int_t)places[k] + 1));
        json_object_set_new(target, "moves", cli_moves_json(ranking, k));
        json_array_append(ordered, target);
    }
    json_array_foreach(list, i, candidate)
    {
        if (!places || (at < line->count && places[at] == i)) {
            at++;
            continue;
        }
        json_object_set_new(candidate, "rank_before",
                            json_integer((json_int_t)i + 1));
        json_array_append(ordered, candidate);
    }
    if (places)
        json_object_set(line->line, "candidates", ordered);
    if (t2sed_ranking_kept(ranking))
        json_object_set_new(line->line, "kept",
                            json_string(t2sed_ranking_kept(ranking)));
    json_decref(ordered);
    free(places);
}

/* Keeps a line's signals until all lines are read. */
static t2sed_status keep_example(rerank_command *c, cli_signals *s,
                                 double weight)
{
    t2sed_reranker_example *e;
    t2sed_signals *kept;
    if (c->example_count == c->example_capacity) {
        const size_t capacity = c->example_capacity * 2 + 64;
        e = realloc(c->examples, capacity * sizeof *e);
        if (!e)
            return T2SED_ENOMEM;
        c->examples = e;
        c->example_capacity = capacity;
    }
    kept = malloc(sizeof *kept);
    if (!kept)
        return T2SED_ENOMEM;
    *kept = s->all;
    e = &c->examples[c->example_count++];
    *e = (t2sed_reranker_example)T2SED_RERANKER_EXAMPLE_INIT;
    e->signals = kept;
    e->labels = cli_signals_labels(s);
    e->weight = weight;
    return T2SED_OK;
}

/* How much a line counts: its "weight", or 1. */
static double weight_of(const json_t *line)
{
    const double weight = cli_number_of(line, "weight");
    return weight >= 0 && !isinf(weight) ? weight : 1;
}

static void act(void *payload, const cli_scored *line)
{
    rerank_command *c = payload;
    cli_signals s;
    t2sed_ranking *ranking = NULL;
    t2sed_error err = {0};
    t2sed_status status;
    if (line->count == 0)
        return;
    if (c->needs & T2SED_SIGNAL_SKETCH)
        cli_verdicts_sketch(line);
    if (c->needs & T2SED_SIGNAL_LINK)
        cli_verdicts_link(line);
    status = cli_signals_read(
        &s, line, c->learns || (c->needs & T2SED_SIGNAL_AGREEMENT), &err);
    if (status == T2SED_OK && c->learns) {
        status = keep_example(c, &s, weight_of(line->line));
        if (status != T2SED_OK)
            cli_signals_free(&s);
        c->failed = c->failed || status != T2SED_OK;
        return;
    }
    if (status == T2SED_OK) {
        status = t2sed_reranker_apply(&ranking, c->reranker, &s.all, &err);
        cli_signals_free(&s);
    }
    if (status != T2SED_OK) {
        json_object_set_new(line->line, "rerank_error", cli_error_json(&err));
        return;
    }
    reorder(line, ranking);
    t2sed_ranking_free(ranking);
}

/* The last sentence of a candidate's moves. */
static const char *why_of(const json_t *candidate)
{
    const json_t *moves = json_object_get(candidate, "moves");
    const size_t count = json_array_size(moves);
    return count ? json_string_value(
                       json_object_get(json_array_get(moves, count - 1), "why"))
                 : NULL;
}

static void print(void *payload, const json_t *line)
{
    const json_t *list = json_object_get(line, "candidates"), *candidate;
    const json_t *kept = json_object_get(line, "kept");
    size_t i;
    (void)payload;
    print_to(stdout, "%s\n  rank  was  probability  confidence  query\n",
             json_string_value(json_object_get(line, "question")));
    json_array_foreach((json_t *)(uintptr_t)list, i, candidate)
    {
        const double p = cli_number_of(candidate, "probability");
        const double all = cli_number_of(candidate, "confidence");
        const char *why = why_of(candidate);
        const char *sql = json_string_value(json_object_get(candidate, "sql"));
        print_to(stdout, "  %4zu %4lld", i + 1,
                 (long long)json_integer_value(
                     json_object_get(candidate, "rank_before")));
        if (isnan(p))
            print_to(stdout, "            -");
        else
            print_to(stdout, "  %11.3f", p);
        if (isnan(all))
            print_to(stdout, "           -");
        else
            print_to(stdout, "  %10.3f", all);
        print_to(stdout, "  %s\n", sql ? sql : "(no query)");
        if (why)
            print_to(stdout, "                                       %s\n",
                     why);
        cli_findings_print(json_object_get(candidate, "findings"),
                           "                                       ", stdout);
    }
    if (kept)
        print_to(stdout, "  The order is kept: %s.\n", json_string_value(kept));
    print_to(stdout, "\n");
}

static int prepare(void *payload, cli_after_plan *plan)
{
    rerank_command *c = payload;
    t2sed_error err;
    if (t2sed_reranker_parse(&c->reranker, c->policy, NULL, &err) != T2SED_OK)
        return cli_usage_error("rerank", "--policy: %s", err.text);
    if (c->fit && c->fit_beam)
        return cli_usage_error("rerank", "--fit and --fit-beam exclude each "
                                         "other");
    c->learns = c->fit || c->fit_beam;
    if (c->write && !c->learns)
        return cli_usage_error("rerank",
                               "--write goes with --fit or --fit-beam");
    c->alone = plan->alone;
    c->needs = t2sed_reranker_needs(c->reranker);
    plan->wants_model = (c->needs & T2SED_SIGNAL_WEIGHTS) && !c->learns;
    plan->findings = !c->no_findings && !c->learns;
    plan->quiet = c->learns;
    return CLI_OK;
}

static int start(void *payload, const t2sed_model *model)
{
    rerank_command *c = payload;
    t2sed_reranker_weights weights;
    t2sed_error err;
    t2sed_status status;
    c->started = true;
    if (!model)
        return CLI_OK;
    t2sed_reranker_weights_init(&weights, sizeof weights);
    t2sed_reranker_free(c->reranker);
    c->reranker = NULL;
    if (!c->alone)
        status = t2sed_reranker_new(&c->reranker, c->policy, model, &err);
    else if ((status = t2sed_reranker_weights_of(&weights, model, &err)) ==
             T2SED_OK)
        status = t2sed_reranker_parse(&c->reranker, c->policy, &weights, &err);
    if (status != T2SED_OK)
        return cli_fail(&err);
    c->needs = t2sed_reranker_needs(c->reranker);
    return CLI_OK;
}

/* Rounds to six digits, so that a config.json stays readable. */
static json_t *weight_json(double weight)
{
    return json_real(round(weight * 1e6) / 1e6);
}

static json_t *weights_json(const t2sed_reranker_weights *w)
{
    json_t *to = json_object();
    json_object_set_new(to, "bias", weight_json(w->bias));
    json_object_set_new(to, "logit_mean", weight_json(w->logit_mean));
    json_object_set_new(to, "logit_max", weight_json(w->logit_max));
    json_object_set_new(to, "agreement", weight_json(w->agreement));
    json_object_set_new(to, "sources", weight_json(w->sources));
    json_object_set_new(to, "first", weight_json(w->first));
    json_object_set_new(to, "parser", weight_json(w->parser));
    json_object_set_new(to, "plan", weight_json(w->sketch));
    json_object_set_new(to, "link", weight_json(w->link));
    return to;
}

static int fit_default(rerank_command *c)
{
    t2sed_reranker_weights weights;
    t2sed_error err;
    json_t *json;
    int status = CLI_OK;
    t2sed_reranker_weights_init(&weights, sizeof weights);
    if (t2sed_reranker_fit(&weights, c->examples, c->example_count, NULL,
                           &err) != T2SED_OK)
        return cli_fail(&err);
    json = weights_json(&weights);
    cli_write_json(json, stdout);
    if (c->write)
        status = cli_config_set(c->write, "reranker", json);
    json_decref(json);
    return status;
}

static json_t *beam_json(const t2sed_beam_weights *w)
{
    json_t *to = json_object();
    json_object_set_new(to, "bias", weight_json(w->bias));
    json_object_set_new(to, "logit", weight_json(w->logit));
    json_object_set_new(to, "votes", weight_json(w->votes));
    json_object_set_new(to, "voices", weight_json(w->voices));
    json_object_set_new(to, "size", weight_json(w->size));
    json_object_set_new(to, "empty", weight_json(w->empty));
    json_object_set_new(to, "fails", weight_json(w->fails));
    return to;
}

/* Learns the weights of the kinds of beams that there are. */
static int fit_beam(rerank_command *c)
{
    static const char *const kinds[] = {
        [T2SED_BEAM_SOURCES] = "sources",
        [T2SED_BEAM_RESULTS] = "results",
        [T2SED_BEAM_TEXTS] = "texts",
    };
    json_t *json = json_object();
    t2sed_error err;
    int status = CLI_OK;
    for (int kind = T2SED_BEAM_SOURCES;
         kind <= T2SED_BEAM_TEXTS && status == CLI_OK; kind++) {
        t2sed_beam_weights weights = T2SED_BEAM_WEIGHTS_INIT;
        const t2sed_status learned = t2sed_beam_fit(
            &weights, kind, c->examples, c->example_count, NULL, &err);
        if (learned == T2SED_OK)
            json_object_set_new(json, kinds[kind], beam_json(&weights));
        else if (learned != T2SED_EEMPTY)
            status = cli_fail(&err);
    }
    if (status == CLI_OK && json_object_size(json) == 0)
        status = cli_fail(&err);
    if (status == CLI_OK)
        cli_write_json(json, stdout);
    if (status == CLI_OK && c->write)
        status = cli_config_set(c->write, "beam", json);
    json_decref(json);
    return status;
}

static int fit(rerank_command *c)
{
    if (c->failed) {
        print_to(stderr, "t2sed: out of memory\n");
        return CLI_FAILED;
    }
    return c->fit ? fit_default(c) : fit_beam(c);
}

int cli_rerank(int argc, char **argv)
{
    rerank_command c = {.policy = "default"};
    const cli_option options[] = {
        {"policy", CLI_STRING, &c.policy, "STEPS",
         "rr, ed(X), margin(X), sum(X), qp(X), sl(X), vote, runs, default; "
         "joined by +"},
        {"no-findings", CLI_FLAG, &c.no_findings, NULL,
         "do not add what looks wrong with each query"},
        {"fit", CLI_FLAG, &c.fit, NULL,
         "learn the weights of \"default\" from lines with labels"},
        {"fit-beam", CLI_FLAG, &c.fit_beam, NULL,
         "learn the weights of probabilities in a beam from such lines"},
        {"write", CLI_STRING, &c.write, "DIR",
         "with these: put them into this model's config.json"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    const cli_after_score after = {&c, prepare, start, act, print};
    int status = cli_score_lines(argc, argv, "rerank", usage, options, &after);
    if (c.learns && c.started && status == CLI_OK)
        status = fit(&c);
    for (size_t i = 0; i < c.example_count; i++) {
        free((void *)(uintptr_t)c.examples[i].signals->probability);
        free((void *)(uintptr_t)c.examples[i].signals->groups);
        free((void *)(uintptr_t)c.examples[i].signals);
    }
    free(c.examples);
    t2sed_reranker_free(c.reranker);
    return status;
}
