/* fit_beam.c - learning how much the others of a beam count. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/vector.h"
#include "decide/answers.h"
#include "decide/beam.h"
#include "base/random.h"
#include "lab/train/logistic.h"
#include "t2sed/lab/fit.h"

/* Parts of beams, so that small and large ones are learned from alike. */
static const size_t part_sizes[] = {2, 3, 5, 8, 12, 20, 40};
#define PART_SIZES (sizeof part_sizes / sizeof *part_sizes)

/* The first so many numbers speak for a candidate. */
#define AT_LEAST_0 (T2S_BEAM_VOICES + 1)

typedef struct row {
    double x[T2S_BEAM_NUMBERS];
    double weight;
    bool right;
} row;

typedef struct table {
    T2S_VECTOR(row) rows;
    double weight; /* of all rows */
    int kind;
    t2sed_beam_fit_options options;
    t2s_random dice;
} table;

/* Which numbers each kind does without: the other number of who agrees serves
 * it better, and of what nothing is known nothing is learned. */
static const unsigned without[T2S_BEAM_KINDS] = {
    [T2S_BEAM_RESULTS] = 1u << T2S_BEAM_VOTES,
    [T2S_BEAM_TEXTS] =
        1u << T2S_BEAM_VOICES | 1u << T2S_BEAM_EMPTY | 1u << T2S_BEAM_FAILS,
};

static t2sed_status add_rows(table *t, const t2sed_signals *s,
                             const int *labels, double weight, t2sed_error *err)
{
    double(*numbers)[T2S_BEAM_NUMBERS] =
        t2s_alloc_array(s->count, sizeof *numbers);
    t2sed_status status =
        numbers ? t2s_beam_numbers_of(numbers, s, err) : t2s_fail_memory(err);
    for (size_t i = 0; status == T2SED_OK && i < s->count; i++) {
        row made = {.weight = weight / (double)s->count,
                    .right = labels[i] > 0};
        for (int k = 0; k < T2S_BEAM_NUMBERS; k++)
            made.x[k] = without[t->kind] & 1u << k ? 0 : numbers[i][k];
        if (labels[i] < 0 || isnan(made.x[T2S_BEAM_LOGIT]))
            continue;
        t->weight += made.weight;
        if (!t2s_vector_push(&t->rows, made))
            status = t2s_fail_memory(err);
    }
    t2s_free(numbers);
    return status;
}

/* Signals of some candidates. */
typedef struct part {
    t2sed_signals signals;
    double *probability;
    int *codes; /* [5, count] groups, outcomes, sources, empty, labels */
    size_t room;
} part;

static void *take(int *to, const int *from, const uint32_t *which, size_t count)
{
    for (size_t i = 0; from && i < count; i++)
        to[i] = from[which[i]];
    return from ? to : NULL;
}

static void make_part(part *p, const t2sed_signals *s, const int *labels,
                      const uint32_t *which, size_t count)
{
    int *codes = p->codes;
    const size_t room = p->room;
    t2sed_signals_init(&p->signals, sizeof p->signals);
    for (size_t i = 0; i < count; i++)
        p->probability[i] = s->probability[which[i]];
    p->signals.count = count;
    p->signals.probability = p->probability;
    p->signals.groups = take(codes, s->groups, which, count);
    p->signals.outcomes = take(codes + room, s->outcomes, which, count);
    p->signals.sources = take(codes + 2 * room, s->sources, which, count);
    p->signals.empty = take(codes + 3 * room, s->empty, which, count);
    take(codes + 4 * room, labels, which, count);
}

/* Parts of each size below the beam's, of the scored candidates `which`. */
static t2sed_status add_parts(table *t, const t2sed_signals *s,
                              const int *labels, double weight, uint32_t *which,
                              size_t count, t2sed_error *err)
{
    part p = {.room = count};
    t2sed_status status = T2SED_OK;
    p.probability = t2s_alloc_array(count, sizeof *p.probability);
    p.codes = t2s_alloc_array(count, 5 * sizeof *p.codes);
    if (!p.probability || !p.codes)
        status = t2s_fail_memory(err);
    for (size_t k = 0; status == T2SED_OK && k < PART_SIZES; k++) {
        if (part_sizes[k] >= count)
            break;
        t2s_random_shuffle(&t->dice, which, count);
        make_part(&p, s, labels, which, part_sizes[k]);
        status = add_rows(t, &p.signals, p.codes + 4 * count, weight, err);
    }
    t2s_free(p.probability);
    t2s_free(p.codes);
    return status;
}

static t2sed_status add_beam(table *t, const t2sed_signals *s,
                             const int *labels, double weight, t2sed_error *err)
{
    uint32_t *which = t2s_alloc_array(s->count, sizeof *which);
    size_t known = 0;
    t2sed_status status = which ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; which && i < s->count; i++)
        if (!isnan(s->probability[i]))
            which[known++] = (uint32_t)i;
    if (known > 1) {
        status = add_rows(t, s, labels, weight, err);
        if (status == T2SED_OK && t->options.parts)
            status = add_parts(t, s, labels, weight, which, known, err);
    }
    t2s_free(which);
    return status;
}

static t2sed_status add_example(table *t, const t2sed_reranker_example *e,
                                size_t i, t2sed_error *err)
{
    t2sed_signals signals;
    t2sed_status status;
    if (!e->labels || !(e->weight >= 0) || isinf(e->weight))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "beam weights: example %zu has no labels, or a weight "
                        "that is not 0 or more",
                        i);
    status = t2s_signals_read(&signals, e->signals, err);
    if (status != T2SED_OK || !signals.probability ||
        (int)t2s_beam_kind_of(&signals) != t->kind)
        return status;
    return add_beam(t, &signals, e->labels, e->weight, err);
}

static t2s_logistic_row row_of(const void *data, size_t i)
{
    const table *t = data;
    t2s_logistic_row made = {.label = t->rows.at[i].right,
                             .weight = t->rows.at[i].weight};
    memcpy(made.x, t->rows.at[i].x, sizeof t->rows.at[i].x);
    return made;
}

void t2sed_beam_fit_options_init(t2sed_beam_fit_options *options, size_t size)
{
    const t2sed_beam_fit_options defaults = {
        .struct_size = sizeof defaults, .ridge = 0.001, .parts = 1, .seed = 1};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_beam_fit_options *options,
                                 const t2sed_beam_fit_options *given,
                                 t2sed_error *err)
{
    t2sed_status status =
        T2S_READ_SIZED(t2sed_beam_fit_options, options, given, err);
    if (status == T2SED_OK && !(options->ridge > 0 && isfinite(options->ridge)))
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "beam weights: ridge is %g, expected more than 0",
                          options->ridge);
    return status;
}

static t2sed_status add_examples(table *t,
                                 const t2sed_reranker_example *examples,
                                 size_t count, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_reranker_example example = {.weight = 1};
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = t2s_sized_read_at(&example, sizeof example, examples, i,
                                       "t2sed_reranker_example", err);
        if (status == T2SED_OK)
            status = add_example(t, &example, i, err);
    }
    if (status == T2SED_OK && t->weight <= 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "beam weights: none of %zu beams is of this kind, "
                          "with two scored candidates and labels",
                          count);
    return status;
}

/* Learns the weights, from those that leave probabilities as they are. */
static t2sed_status learn(t2sed_beam_weights *to, const table *t,
                          t2sed_error *err)
{
    const t2s_logistic problem = {.unknowns = T2S_BEAM_NUMBERS,
                                  .count = t->rows.count,
                                  .row = row_of,
                                  .data = t,
                                  .penalty = t->options.ridge * t->weight,
                                  .tolerance = 1e-9 * t->weight,
                                  .at_least_0 = AT_LEAST_0};
    double at[T2S_BEAM_NUMBERS] = {[T2S_BEAM_LOGIT] = 1};
    t2s_logistic_fit(at, &problem);
    *to = (t2sed_beam_weights){.logit = at[T2S_BEAM_LOGIT],
                               .votes = at[T2S_BEAM_VOTES],
                               .voices = at[T2S_BEAM_VOICES],
                               .size = at[T2S_BEAM_SIZE],
                               .empty = at[T2S_BEAM_EMPTY],
                               .fails = at[T2S_BEAM_FAILS],
                               .bias = at[T2S_BEAM_BIAS]};
    /* Interrupted, it has run through without doing anything. */
    return t2s_check_interrupt(err);
}

t2sed_status t2sed_beam_fit(t2sed_beam_weights *weights, int kind,
                            const t2sed_reranker_example *examples,
                            size_t count, const t2sed_beam_fit_options *given,
                            t2sed_error *err)
{
    t2sed_beam_weights learned = {0};
    table t = {.kind = kind};
    t2sed_status status;
    if (!weights || (!examples && count > 0))
        return t2s_fail_null(err, __func__, "weights and examples");
    if (kind < 0 || kind >= T2S_BEAM_KINDS)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "beam weights: kind is %d, expected T2SED_BEAM_*",
                        kind);
    status = read_options(&t.options, given, err);
    t.dice.state = t.options.seed;
    if (status == T2SED_OK)
        status = add_examples(&t, examples, count, err);
    if (status == T2SED_OK)
        status = learn(&learned, &t, err);
    if (status == T2SED_OK)
        status = t2s_sized_write(weights, &learned, sizeof learned,
                                 "t2sed_beam_weights", err);
    t2s_vector_free(&t.rows);
    return status;
}
