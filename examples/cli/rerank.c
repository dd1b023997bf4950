/* rerank.c - t2sed rerank: the candidates of each line in a better order, each
 * with why it stands where it stands. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "verdicts.h"

static const char usage[] =
    "rerank [OPTION]... [FILE]\n\n"
    "Each line of FILE (or standard input) is one that t2sed score prints, or "
    "takes:\nwhat has no \"probability\" is scored. The same object is "
    "printed, "
    "its candidates\nin the new order, each with \"rank_before\" and "
    "\"moves\".";

typedef struct rerank_command {
    const char *policy, *write;
    bool no_findings, fit, text;
    t2sed_reranker *reranker;
    unsigned needs; /* T2SED_SIGNAL_* */
    /* --fit: the lines. */
    t2sed_reranker_example *examples;
    size_t example_count, example_capacity;
    bool started, failed; /* failed: memory was short */
} rerank_command;

/* The signals of a line and the arrays behind them. */
typedef struct signals {
    t2sed_signals all;
    double *numbers; /* probability, parser's score, sketch, link */
    int *codes;      /* group, outcome, source, label */
    size_t count;
    bool grouped;
} signals;

enum { PROBABILITY, SCORE, SKETCH, LINK, NUMBERS };
enum { GROUP, OUTCOME, SOURCE, LABEL, CODES };

static double *numbers_of(const signals *s, int which)
{
    return s->numbers + (size_t)which * s->count;
}

static int *codes_of(const signals *s, int which)
{
    return s->codes + (size_t)which * s->count;
}

static double number_of(const json_t *target, const char *key)
{
    const json_t *value = json_object_get(target, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* A share, or NaN for what is none: a line may hold anything. */
static double share_of(const json_t *target, const char *key)
{
    const double value = number_of(target, key);
    return value >= 0 && value <= 1 ? value : (double)NAN;
}

/* T2SED_OUTCOME_* by name, or -1. */
static int outcome_of(const json_t *name)
{
    if (json_is_string(name))
        for (int i = 0; t2sed_outcome_name(i); i++)
            if (strcmp(t2sed_outcome_name(i), json_string_value(name)) == 0)
                return i;
    return -1;
}

/* The agreement that all queries of a line came with. */
static bool read_agreement(signals *s, const cli_scored *line)
{
    for (size_t i = 0; i < s->count; i++) {
        const json_t *from = json_object_get(line->targets[i], "agreement");
        const json_t *group = json_object_get(from, "group");
        const int outcome = outcome_of(json_object_get(from, "outcome"));
        if (outcome < 0 || (!json_is_integer(group) && !json_is_null(group)))
            return false;
        codes_of(s, GROUP)[i] =
            json_is_integer(group) ? (int)json_integer_value(group) : -1;
        codes_of(s, OUTCOME)[i] = outcome;
    }
    return true;
}

static void write_agreement(const t2sed_agreed *from, json_t *target)
{
    json_t *to = json_object();
    json_object_set_new(
        to, "group", from->group < 0 ? json_null() : json_integer(from->group));
    json_object_set_new(to, "share", cli_probability_json(from->share));
    json_object_set_new(to, "outcome",
                        json_string(t2sed_outcome_name(from->outcome)));
    json_object_set_new(to, "rows", json_integer((json_int_t)from->rows));
    json_object_set_new(target, "agreement", to);
}

/* Finds out which queries agree; where the line has it already, nothing runs.
 */
static t2sed_status find_agreement(signals *s, const cli_scored *line,
                                   t2sed_error *err)
{
    t2sed_agreement *agreement = NULL;
    t2sed_status status;
    s->grouped = true;
    if (read_agreement(s, line))
        return T2SED_OK;
    status = t2sed_agreement_new(&agreement, line->source, line->queries,
                                 line->lengths, s->count, NULL, err);
    if (status != T2SED_OK)
        return status;
    for (size_t i = 0; i < s->count; i++) {
        t2sed_agreed agreed = {.struct_size = sizeof agreed};
        t2sed_agreement_get(agreement, i, &agreed, NULL);
        codes_of(s, GROUP)[i] = agreed.group;
        codes_of(s, OUTCOME)[i] = agreed.outcome;
        write_agreement(&agreed, line->targets[i]);
    }
    t2sed_agreement_free(agreement);
    return T2SED_OK;
}

/* Numbers the parsers by their first candidates. */
static void find_sources(signals *s, const cli_scored *line)
{
    json_t *seen = json_object();
    for (size_t i = 0; i < s->count; i++) {
        const char *name =
            json_string_value(json_object_get(line->targets[i], "parser"));
        const json_t *known = name ? json_object_get(seen, name) : NULL;
        codes_of(s, SOURCE)[i] = known  ? (int)json_integer_value(known)
                                 : name ? (int)i
                                        : -1;
        if (name && !known)
            json_object_set_new(seen, name, json_integer((json_int_t)i));
    }
    json_decref(seen);
}

static void free_signals(signals *s)
{
    free(s->numbers);
    free(s->codes);
}

static t2sed_status read_signals(signals *s, const cli_scored *line,
                                 bool wants_agreement, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    memset(s, 0, sizeof *s);
    s->count = line->count;
    s->numbers = calloc(s->count * NUMBERS + 1, sizeof *s->numbers);
    s->codes = calloc(s->count * CODES + 1, sizeof *s->codes);
    if (!s->numbers || !s->codes) {
        free_signals(s);
        return T2SED_ENOMEM;
    }
    for (size_t i = 0; i < s->count; i++) {
        const json_t *target = line->targets[i];
        const json_t *label = json_object_get(target, "label");
        numbers_of(s, PROBABILITY)[i] = share_of(target, "probability");
        numbers_of(s, SCORE)[i] = number_of(target, "score");
        numbers_of(s, SKETCH)[i] = share_of(target, "plan");
        numbers_of(s, LINK)[i] = share_of(target, "link");
        codes_of(s, LABEL)[i] =
            json_is_integer(label) ? json_integer_value(label) != 0 : -1;
    }
    find_sources(s, line);
    if (wants_agreement)
        status = find_agreement(s, line, err);
    t2sed_signals_init(&s->all, sizeof s->all);
    s->all.count = s->count;
    s->all.probability = numbers_of(s, PROBABILITY);
    s->all.parser_score = numbers_of(s, SCORE);
    s->all.sketch = numbers_of(s, SKETCH);
    s->all.link = numbers_of(s, LINK);
    s->all.groups = s->grouped ? codes_of(s, GROUP) : NULL;
    s->all.outcomes = s->grouped ? codes_of(s, OUTCOME) : NULL;
    s->all.sources = codes_of(s, SOURCE);
    if (status != T2SED_OK)
        free_signals(s);
    return status;
}

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

static json_t *moves_json(const t2sed_ranking *ranking, size_t i)
{
    json_t *moves = json_array();
    const size_t count = t2sed_ranking_move_count(ranking, i);
    for (size_t k = 0; k < count; k++) {
        t2sed_move move = {0};
        json_t *one = json_object();
        move.struct_size = sizeof move;
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
        json_object_set_new(target, "moves", moves_json(ranking, k));
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
static t2sed_status keep_example(rerank_command *c, signals *s)
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
    e->struct_size = sizeof *e;
    e->signals = kept;
    e->labels = codes_of(s, LABEL);
    e->weight = 1;
    return T2SED_OK;
}

static void act(void *payload, const cli_scored *line)
{
    rerank_command *c = payload;
    signals s;
    t2sed_ranking *ranking = NULL;
    t2sed_error err = {0};
    t2sed_status status;
    if (line->count == 0)
        return;
    if (c->needs & T2SED_SIGNAL_SKETCH)
        cli_verdicts_sketch(line);
    if (c->needs & T2SED_SIGNAL_LINK)
        cli_verdicts_link(line);
    status = read_signals(&s, line,
                          c->fit || (c->needs & T2SED_SIGNAL_AGREEMENT), &err);
    if (status == T2SED_OK && c->fit) {
        status = keep_example(c, &s);
        if (status != T2SED_OK)
            free_signals(&s);
        c->failed = c->failed || status != T2SED_OK;
        return;
    }
    if (status == T2SED_OK) {
        status = t2sed_reranker_apply(&ranking, c->reranker, &s.all, &err);
        free_signals(&s);
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
        const double p = number_of(candidate, "probability");
        const double all = number_of(candidate, "confidence");
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
    if (c->write && !c->fit)
        return cli_usage_error("rerank", "--write goes with --fit");
    c->needs = t2sed_reranker_needs(c->reranker);
    plan->wants_model = (c->needs & T2SED_SIGNAL_WEIGHTS) && !c->fit;
    plan->findings = !c->no_findings && !c->fit;
    plan->quiet = c->fit;
    return CLI_OK;
}

static int start(void *payload, const t2sed_model *model)
{
    rerank_command *c = payload;
    t2sed_reranker_weights weights;
    t2sed_error err;
    c->started = true;
    if (!model)
        return CLI_OK;
    weights.struct_size = sizeof weights;
    t2sed_reranker_free(c->reranker);
    c->reranker = NULL;
    if (t2sed_reranker_weights_of(&weights, model, &err) != T2SED_OK ||
        t2sed_reranker_parse(&c->reranker, c->policy, &weights, &err) !=
            T2SED_OK)
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

static int fit(rerank_command *c)
{
    t2sed_reranker_weights weights;
    t2sed_error err;
    json_t *json;
    int status = CLI_OK;
    t2sed_reranker_weights_init(&weights, sizeof weights);
    if (c->failed) {
        print_to(stderr, "t2sed: out of memory\n");
        return CLI_FAILED;
    }
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
        {"write", CLI_STRING, &c.write, "DIR",
         "with --fit: put them into this model's config.json"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    const cli_after_score after = {&c, prepare, start, act, print};
    int status = cli_score_lines(argc, argv, "rerank", usage, options, &after);
    if (c.fit && c.started && status == CLI_OK)
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
