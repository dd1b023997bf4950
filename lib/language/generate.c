/* generate.c - texts that continue a prompt: greedy, beams, samples. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/sort.h"
#include "language/constrain.h"
#include "language/hypotheses.h"

#define MAX_BEAMS      64
#define DEFAULT_TOKENS 256
#define MAX_TOKENS     1000000
/* Of the search where greedy decoding found no end. */
#define RESCUE_BEAMS 4
/* Tokens of dead hypotheses that the cache may hold. */
#define MAX_DEAD 2048

struct t2sed_generations {
    t2s_hypotheses texts;
};

typedef struct generator {
    t2sed_generation_options how;
    t2sed_language_session *session;
    t2s_read_prompt *prompt;
    size_t vocabulary, width;
    double deadline; /* of the monotonic clock; 0: none */
    const t2s_progress *progress;
    size_t steps; /* of the call before this search */
    t2s_hypotheses live, next, done;
    T2S_VECTOR(int32_t) parents; /* of the tokens behind the prompt */
    float *logs;                 /* [width, vocabulary] */
    uint32_t *mask;              /* of `allow`, and of the constraint */
    t2s_ids stops;               /* tokens that are a stop: with a constraint */
    int may_end[MAX_BEAMS];      /* of the live ones: with a constraint */
    uint64_t random;
    t2sed_error *err;
} generator;

void t2sed_generation_options_init(t2sed_generation_options *options,
                                   size_t size)
{
    const t2sed_generation_options defaults = {.struct_size = sizeof defaults};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_generation_options *to,
                                 const t2sed_generation_options *given,
                                 t2sed_error *err)
{
    static const char *const stops[] = {";", "```"};
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_generation_options, to, given, err);
    if (status != T2SED_OK)
        return status;
    if (to->method < T2SED_DECODE_GREEDY || to->method > T2SED_DECODE_SAMPLE)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "generation options: unknown method %d", to->method);
    if (to->count < 0 || to->count > MAX_BEAMS || to->beams < 0 ||
        to->beams > MAX_BEAMS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "generation options: %d texts, %d beams: at most %d",
                        to->count, to->beams, MAX_BEAMS);
    if (to->max_tokens < 0 || to->max_tokens > MAX_TOKENS ||
        to->max_milliseconds < 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "generation options: %d tokens, %d milliseconds",
                        to->max_tokens, to->max_milliseconds);
    if (!(to->temperature >= 0 && to->temperature <= 1000) ||
        !(to->top_p >= 0 && to->top_p <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "generation options: temperature %g, top_p %g",
                        to->temperature, to->top_p);
    if (!to->stops) {
        to->stops = stops;
        to->stop_count = sizeof stops / sizeof *stops;
    }
    for (size_t i = 0; i < to->stop_count; i++)
        if (!to->stops[i])
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "generation options: stop %zu is NULL", i);
    if (to->count == 0 || to->method == T2SED_DECODE_GREEDY)
        to->count = 1;
    if (to->method != T2SED_DECODE_BEAM || to->beams < to->count)
        to->beams = to->count;
    if (to->max_tokens == 0)
        to->max_tokens = DEFAULT_TOKENS;
    if (to->temperature == 0)
        to->temperature = 1;
    if (to->top_p == 0)
        to->top_p = 1;
    return T2SED_OK;
}

/* --- what may come next --- */

/* Takes away what may not follow live hypothesis `at`, of its row of logs. */
static t2sed_status restrict_row(generator *g, size_t at)
{
    const t2s_hypothesis *h = &g->live.at[at];
    const t2sed_language_model *model = g->session->model;
    const size_t known = t2sed_tokenizer_size(model->tokenizer);
    const size_t words = (g->vocabulary + 31) / 32;
    float *row = g->logs + at * g->vocabulary;
    int may_end = 1;
    t2sed_status status = T2SED_OK;
    for (size_t i = known; i < g->vocabulary; i++)
        row[i] = -INFINITY; /* rows that only fill up the matrix */
    if (!g->how.allow && !h->state)
        return T2SED_OK;
    memset(g->mask, 0xff, words * sizeof *g->mask);
    if (g->how.allow)
        status = g->how.allow(g->how.context, h->text.text ? h->text.text : "",
                              h->text.length, g->mask, g->vocabulary, &may_end,
                              g->err);
    if (status == T2SED_OK && h->state) {
        uint32_t *mask = g->mask + words;
        memset(mask, 0, words * sizeof *mask);
        status = t2s_constrain(h->state, g->session, &g->stops, mask, &may_end,
                               g->err);
        g->may_end[at] = may_end;
        for (size_t i = 0; i < words; i++)
            g->mask[i] &= mask[i];
    }
    for (size_t i = 0; i < known && status == T2SED_OK; i++) {
        const bool ends = t2s_language_model_ends(model, (int32_t)i);
        if (ends ? !may_end : !(g->mask[i / 32] >> i % 32 & 1))
            row[i] = -INFINITY;
    }
    return status;
}

/* Log-probabilities of what may follow each live hypothesis. */
static t2sed_status predict(generator *g)
{
    int32_t nodes[MAX_BEAMS];
    t2sed_status status;
    for (size_t i = 0; i < g->live.count; i++)
        nodes[i] = g->live.at[i].node;
    status = g->session->model->backend->cache_predict(
        g->prompt->cache, nodes, (int32_t)g->live.count, g->logs, g->err);
    for (size_t i = 0; i < g->live.count && status == T2SED_OK; i++)
        status = restrict_row(g, i);
    return status;
}

/* Whether a token ends hypothesis `from`. Where a constraint says when a text
 * may end, stops are tokens; else they are looked for in the text. */
static bool ends(const generator *g, size_t from, int32_t token)
{
    if (t2s_language_model_ends(g->session->model, token))
        return true;
    for (size_t i = 0; i < g->stops.count && g->may_end[from]; i++)
        if (g->stops.at[i] == token)
            return true;
    return false;
}

static bool holds_queries(const generator *g)
{
    return g->how.constraint && g->how.method == T2SED_DECODE_BEAM;
}

/* Hypothesis `from` with one token more: to the live ones of the next step, or
 * to those that are done. Of the spellings of a query, which differ in case,
 * blanks and the kind of quotes, a beam keeps the likeliest: it is to hold
 * different queries. A text that is held to a constraint and repeats itself is
 * dropped. */
static t2sed_status extend(generator *g, size_t from, t2s_choice choice)
{
    t2s_hypothesis made, *same = NULL;
    t2s_hypotheses *to;
    const t2sed_status status = t2s_hypothesis_extend(
        &made, &g->live.at[from], g->session->model, choice,
        ends(g, from, choice.token), g->how.stops, g->how.stop_count, g->err);
    if (status != T2SED_OK)
        return status;
    if (g->how.constraint && !made.ended && t2s_hypothesis_repeats(&made)) {
        t2s_hypothesis_free(&made);
        return T2SED_OK;
    }
    to = made.ended ? &g->done : &g->next;
    /* Until it has been read: its parent in the cache, and the token. */
    made.node = g->live.at[from].node;
    if (holds_queries(g))
        same = t2s_hypotheses_find(to, &made);
    if (same && made.log > same->log) {
        t2s_hypothesis_free(same);
        *same = made;
    } else if (same) {
        t2s_hypothesis_free(&made);
    } else if (!t2s_vector_push(to, made)) {
        t2s_hypothesis_free(&made);
        return t2s_fail_memory(g->err);
    }
    return T2SED_OK;
}

/* --- beams --- */

typedef struct extension {
    double log;
    size_t from;
    t2s_choice choice;
} extension;

static int likelier(const void *a, const void *b, const void *context)
{
    const extension *x = a, *y = b;
    (void)context;
    return (x->log < y->log) - (x->log > y->log);
}

/* Whether `count` texts that are done are as likely as one that goes on, whose
 * probability can only fall. */
static bool is_hopeless(const generator *g, double log)
{
    size_t better = 0;
    for (size_t i = 0; i < g->done.count; i++)
        better += g->done.at[i].log >= log;
    return better >= (size_t)g->how.count;
}

/* The likeliest extensions of all; those that end do not take the place of one
 * that goes on. */
static t2sed_status step_beam(generator *g, int32_t *tokens)
{
    t2s_choice best[2 * MAX_BEAMS];
    const bool is_greedy = g->how.method == T2SED_DECODE_GREEDY;
    size_t most = is_greedy ? 1 : 2 * g->width;
    extension *all = t2s_alloc_array(g->live.count * most, sizeof *all);
    size_t count = 0;
    t2sed_status status = all ? T2SED_OK : t2s_fail_memory(g->err);
    for (size_t i = 0; i < g->live.count && status == T2SED_OK; i++) {
        const size_t n = t2s_choices_best(
            best, most, g->logs + i * g->vocabulary, g->vocabulary);
        for (size_t k = 0; k < n; k++)
            all[count++] =
                (extension){g->live.at[i].log + best[k].log, i, best[k]};
    }
    if (status == T2SED_OK &&
        !t2s_sort(all, count, sizeof *all, likelier, NULL))
        status = t2s_fail_early(g->err);
    for (size_t i = 0; i < count && i < most && g->next.count < g->width &&
                       status == T2SED_OK;
         i++) {
        const size_t before = g->next.count + g->done.count;
        tokens[g->next.count] = all[i].choice.token;
        status = extend(g, all[i].from, all[i].choice);
        /* Another spelling takes no place. */
        if (g->next.count + g->done.count == before && !is_greedy)
            most++;
    }
    while (g->next.count > 0 &&
           is_hopeless(g, g->next.at[g->next.count - 1].log))
        t2s_hypothesis_free(&g->next.at[--g->next.count]);
    t2s_free(all);
    return status;
}

/* --- samples --- */

/* From 0 to 1: splitmix64 (Steele et al. 2014). */
static double next_random(generator *g)
{
    uint64_t z = g->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static t2sed_status step_sample(generator *g, int32_t *tokens)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < g->live.count && status == T2SED_OK; i++) {
        t2s_choice choice = {0};
        status = t2s_check_interrupt(g->err);
        if (status != T2SED_OK ||
            !t2s_choice_draw(&choice, g->logs + i * g->vocabulary,
                             g->vocabulary, g->how.temperature, g->how.top_p,
                             next_random(g)))
            continue;
        tokens[g->next.count] = choice.token;
        status = extend(g, i, choice);
    }
    return status;
}

/* --- the loop --- */

/* What has no token that may follow is given as it is, should there be nothing
 * better. */
static t2sed_status keep_unfinished(generator *g)
{
    for (size_t i = 0; i < g->live.count; i++) {
        if (!g->live.at[i].text.text)
            t2s_string_append(&g->live.at[i].text, "");
        if (g->live.at[i].text.failed ||
            !t2s_vector_push(&g->done, g->live.at[i]))
            return t2s_fail_memory(g->err);
        memset(&g->live.at[i], 0, sizeof g->live.at[i]);
    }
    return T2SED_OK;
}

/* Drops the tokens that no live hypothesis has. */
static t2sed_status compact(generator *g)
{
    const size_t base = g->prompt->ids.count, tail = g->parents.count;
    const size_t all = base + tail;
    size_t kept = 0;
    int32_t *nodes, *place;
    t2sed_status status;
    if (tail < MAX_DEAD)
        return T2SED_OK;
    nodes = t2s_alloc_array(all, sizeof *nodes);
    place = t2s_zalloc_array(all, sizeof *place); /* 1: needed */
    status = nodes && place ? T2SED_OK : t2s_fail_memory(g->err);
    for (size_t i = 0; i < g->live.count && status == T2SED_OK; i++)
        for (size_t at = (size_t)g->live.at[i].node; at >= base && !place[at];
             at = (size_t)g->parents.at[at - base])
            place[at] = 1;
    for (size_t i = 0; i < all && status == T2SED_OK; i++)
        if (i < base || place[i]) {
            place[i] = (int32_t)kept;
            nodes[kept++] = (int32_t)i;
        }
    /* Where most are alive, nothing is won. */
    if (status == T2SED_OK && kept - base <= tail / 2) {
        status = g->session->model->backend->cache_keep(g->prompt->cache, nodes,
                                                        (int32_t)kept, g->err);
        if (status == T2SED_OK) {
            for (size_t i = base; i < kept; i++)
                g->parents.at[i - base] =
                    place[g->parents.at[(size_t)nodes[i] - base]];
            g->parents.count = kept - base;
            for (size_t i = 0; i < g->live.count; i++)
                g->live.at[i].node = place[g->live.at[i].node];
        }
    }
    t2s_free(nodes);
    t2s_free(place);
    return status;
}

/* The next hypotheses become the live ones; their last tokens are read. */
static t2sed_status advance(generator *g, const int32_t *tokens)
{
    const t2s_hypotheses old = g->live;
    const int32_t first = (int32_t)(g->prompt->ids.count + g->parents.count);
    int32_t parents[MAX_BEAMS];
    t2sed_status status = T2SED_OK;
    g->live = g->next;
    g->next = old;
    for (size_t i = 0; i < g->next.count; i++)
        t2s_hypothesis_free(&g->next.at[i]);
    g->next.count = 0;
    for (size_t i = 0; i < g->live.count && status == T2SED_OK; i++) {
        parents[i] = g->live.at[i].node;
        g->live.at[i].node = first + (int32_t)i;
        if (!t2s_vector_push(&g->parents, parents[i]))
            status = t2s_fail_memory(g->err);
    }
    if (status == T2SED_OK)
        status = t2s_session_append(g->session, g->prompt, tokens, parents,
                                    g->live.count, NULL, 0, NULL, g->err);
    return status == T2SED_OK ? compact(g) : status;
}

static bool is_late(const generator *g)
{
    return g->deadline > 0 && t2s_clock_ms(CLOCK_MONOTONIC) >= g->deadline;
}

static bool is_over(const generator *g, size_t step)
{
    const size_t context = (size_t)g->session->model->config.decoder.positions;
    return step >= (size_t)g->how.max_tokens ||
           g->prompt->ids.count + step >= context || is_late(g);
}

static t2sed_status search(generator *g)
{
    int32_t tokens[MAX_BEAMS];
    t2sed_status status = T2SED_OK;
    for (size_t step = 0; g->live.count > 0 && !is_over(g, step); step++) {
        status = t2s_check_progress(g->progress, g->steps + step, g->err);
        if (status == T2SED_OK)
            status = predict(g);
        if (status == T2SED_OK)
            status = g->how.method == T2SED_DECODE_SAMPLE
                         ? step_sample(g, tokens)
                         : step_beam(g, tokens);
        /* Nothing may follow any of them. */
        if (status == T2SED_OK && g->next.count == 0 && g->done.count == 0)
            break;
        if (status == T2SED_OK)
            status = advance(g, tokens);
        if (status != T2SED_OK)
            return status;
    }
    return keep_unfinished(g);
}

/* The live ones to begin with: one that all beams fork from, or a sample
 * each. */
static t2sed_status start(generator *g)
{
    const bool samples = g->how.method == T2SED_DECODE_SAMPLE;
    t2sed_status status = T2SED_OK;
    g->vocabulary = (size_t)g->session->model->config.decoder.vocabulary;
    g->width = (size_t)g->how.beams;
    g->random = g->how.seed;
    if (g->how.max_milliseconds > 0 && g->deadline == 0)
        g->deadline = t2s_clock_ms(CLOCK_MONOTONIC) + g->how.max_milliseconds;
    g->logs = t2s_alloc_array(g->width, g->vocabulary * sizeof *g->logs);
    g->mask = t2s_alloc_array((g->vocabulary + 31) / 32, 2 * sizeof *g->mask);
    if (!g->logs || !g->mask)
        return t2s_fail_memory(g->err);
    if (g->how.constraint)
        status = t2s_find_stops(&g->stops, g->session->model, g->how.stops,
                                g->how.stop_count, g->err);
    for (size_t i = 0; i < (samples ? g->width : 1) && status == T2SED_OK;
         i++) {
        t2s_hypothesis one = {.node = (int32_t)g->prompt->ids.count - 1};
        if (g->how.constraint)
            status = t2sed_constraint_state_new(&one.state, g->how.constraint,
                                                g->err);
        if (status == T2SED_OK && !t2s_vector_push(&g->live, one)) {
            t2s_hypothesis_free(&one);
            status = t2s_fail_memory(g->err);
        }
    }
    return status;
}

/* One search; g->how, session, progress, steps and err are given. */
static t2sed_status generate(t2sed_generations **out, generator *g,
                             const t2sed_prompt *prompt)
{
    t2sed_generations *made = t2s_zalloc(sizeof *made);
    t2sed_status status;
    if (!made)
        return t2s_fail_memory(g->err);
    status = t2s_session_read(&g->prompt, g->session, prompt, g->err);
    if (status == T2SED_OK) {
        status = start(g);
        if (status == T2SED_OK)
            status = search(g);
        t2s_session_drop(g->session, g->prompt);
    }
    if (status == T2SED_OK &&
        !t2s_hypotheses_finish(&g->done, (size_t)g->how.count,
                               g->how.constraint != NULL))
        status = t2s_fail_early(g->err);
    t2s_hypotheses_free(&g->live);
    t2s_hypotheses_free(&g->next);
    t2s_vector_free(&g->parents);
    t2s_free(g->logs);
    t2s_free(g->mask);
    t2s_vector_free(&g->stops);
    made->texts = g->done;
    if (status == T2SED_OK)
        *out = made;
    else
        t2sed_generations_free(made);
    return status;
}

/* Where the greedy text *made did not end, a beam may find one that does. */
static t2sed_status search_again(t2sed_generations **made, const generator *g,
                                 const t2sed_prompt *prompt)
{
    t2sed_generations *other;
    generator again = {.how = g->how,
                       .session = g->session,
                       .deadline = g->deadline,
                       .progress = g->progress,
                       .steps = (size_t)g->how.max_tokens,
                       .err = g->err};
    t2sed_status status;
    again.how.method = T2SED_DECODE_BEAM;
    again.how.beams = RESCUE_BEAMS;
    status = generate(&other, &again, prompt);
    if (status != T2SED_OK) {
        t2sed_generations_free(*made);
    } else if (other->texts.at[0].ended) {
        t2sed_generations_free(*made);
        *made = other;
    } else {
        t2sed_generations_free(other);
    }
    return status;
}

t2sed_status t2sed_language_session_generate(
    t2sed_generations **out, t2sed_language_session *session,
    const t2sed_prompt *prompt, const t2sed_generation_options *options,
    t2sed_error *err)
{
    generator g = {.session = session, .err = err};
    t2sed_generations *made;
    t2s_progress progress;
    t2sed_status status;
    bool is_held;
    if (!out || !session || !prompt)
        return t2s_fail_null(err, __func__, "out, session and prompt");
    status = read_options(&g.how, options, err);
    if (status != T2SED_OK)
        return status;
    is_held = g.how.constraint && g.how.method == T2SED_DECODE_GREEDY;
    progress = t2s_progress_begin((size_t)g.how.max_tokens << is_held);
    g.progress = &progress;
    status = generate(&made, &g, prompt);
    if (status == T2SED_OK && is_held && !made->texts.at[0].ended &&
        !is_late(&g))
        status = search_again(&made, &g, prompt);
    t2s_progress_end(&progress);
    if (status == T2SED_OK)
        *out = made;
    return status;
}

void t2sed_generations_free(t2sed_generations *generations)
{
    if (!generations)
        return;
    t2s_hypotheses_free(&generations->texts);
    t2s_free(generations);
}

size_t t2sed_generations_count(const t2sed_generations *generations)
{
    return generations ? generations->texts.count : 0;
}

t2sed_status t2sed_generations_get(const t2sed_generations *generations,
                                   size_t i, t2sed_generation *out,
                                   t2sed_error *err)
{
    t2sed_generation made = {.struct_size = sizeof made};
    const t2s_hypothesis *h;
    if (!generations || !out)
        return t2s_fail_null(err, __func__, "generations and out");
    if (i >= generations->texts.count)
        return t2s_fail(err, T2SED_EINVAL, -1, "generation %zu of %zu", i,
                        generations->texts.count);
    h = &generations->texts.at[i];
    made.text = h->text.text;
    made.length = h->text.length;
    made.log_probability = h->log;
    made.tokens = h->tokens;
    made.ended = h->ended;
    return t2s_sized_write(out, &made, sizeof made, "t2sed_generation", err);
}
