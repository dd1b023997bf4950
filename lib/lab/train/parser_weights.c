/* The weights of a parser and how they begin. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "lab/train/parser.h"

enum initial {
    GIVEN,     /* the fixed vectors */
    ZERO,      /* scores: at first every choice is as good */
    NORMAL_03, /* normal, deviation 0.3: tables of features */
    NORMAL_01, /* 0.1: the root */
    LINEAR,    /* uniform within 1 / sqrt(fan in), the number behind */
    ORTHOGONAL /* each gate's square (Saxe et al. 2014) */
};

/* How a tensor begins. */
typedef struct beginning {
    enum initial initial;
    int32_t fan; /* of LINEAR */
} beginning;

typedef struct plan {
    t2s_parser_weights *to;
    T2S_VECTOR(beginning) beginnings;
    bool failed;
} plan;

static void add(plan *p, const char *name, enum initial initial, int32_t fan,
                int32_t rows, int32_t columns)
{
    const beginning how = {initial, fan};
    t2s_tensor tensor = {.name = t2s_arena_strdup(&p->to->arena, name),
                         .dtype = T2S_F32,
                         .rank = columns ? 2 : 1,
                         .shape = {rows, columns}};
    if (!tensor.name || !t2s_vector_push(&p->to->tensors, tensor) ||
        !t2s_vector_push(&p->beginnings, how))
        p->failed = true;
}

static void add_linear(plan *p, const char *start, int32_t rows, int32_t from)
{
    char name[64];
    snprintf(name, sizeof name, "%s.weight", start);
    add(p, name, LINEAR, from, rows, from);
    snprintf(name, sizeof name, "%s.bias", start);
    add(p, name, LINEAR, from, rows, 0);
}

static void add_layer(plan *p, int layer, int32_t from, int32_t hidden)
{
    static const char *const ends[] = {"", "_reverse"};
    for (int i = 0; i < 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "lstm.%d.weight_ih_l0%s", layer, ends[i]);
        add(p, name, LINEAR, hidden, 4 * hidden, from);
        snprintf(name, sizeof name, "lstm.%d.weight_hh_l0%s", layer, ends[i]);
        add(p, name, ORTHOGONAL, 0, 4 * hidden, hidden);
        snprintf(name, sizeof name, "lstm.%d.bias_ih_l0%s", layer, ends[i]);
        add(p, name, ZERO, 0, 4 * hidden, 0);
        snprintf(name, sizeof name, "lstm.%d.bias_hh_l0%s", layer, ends[i]);
        add(p, name, ZERO, 0, 4 * hidden, 0);
    }
}

static size_t count_trained(const t2s_map *labels)
{
    size_t count = 0;
    for (size_t i = 0; i < labels->count; i++)
        count += labels->entries[i].value >= 0;
    return count;
}

static void plan_all(plan *p, const t2sed_parser_trainer *trainer)
{
    const t2sed_parser_train_options *o = &trainer->options;
    int32_t both = 2 * o->hidden;
    int32_t words = (int32_t)trainer->words.count + 1;
    int32_t relations = (int32_t)count_trained(&trainer->relations);
    int32_t input =
        o->fixed_size + o->word_size + o->ngram_size + o->shape_size;
    t2s_tensor *last;
    add(p, "fixed.weight", GIVEN, 0, words, o->fixed_size);
    add(p, "words.weight", NORMAL_03, 0, trainer->trained_words, o->word_size);
    add(p, "ngrams.weight", NORMAL_03, 0, o->ngrams, o->ngram_size);
    add(p, "shapes.weight", NORMAL_03, 0, T2S_WORD_SHAPES, o->shape_size);
    for (int i = 0; i < o->layers; i++)
        add_layer(p, i, i ? both : input, o->hidden);
    add_linear(p, "tag", (int32_t)count_trained(&trainer->tags), both);
    add_linear(p, "arc_head", o->arc_size, both);
    add_linear(p, "arc_dependent", o->arc_size, both);
    add_linear(p, "label_head", o->label_size, both);
    add_linear(p, "label_dependent", o->label_size, both);
    add(p, "root", NORMAL_01, 0, both, 0);
    add(p, "arc", ZERO, 0, o->arc_size + 1, o->arc_size);
    add(p, "label", ZERO, 0, relations, o->label_size + 1);
    if (p->failed)
        return;
    last = &p->to->tensors.at[p->to->tensors.count - 1];
    last->rank = 3;
    last->shape[2] = o->label_size + 1;
}

static void fill_normal(float *to, size_t count, double deviation,
                        t2s_random *random)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (float)(deviation * t2s_random_normal(random));
}

/* Takes from row `i` what it has of the rows before it and makes its length
 * 1 (Gram and Schmidt). */
static void straighten(float *square, size_t i, size_t n)
{
    float *row = square + i * n;
    double sum = 0;
    for (size_t j = 0; j < i; j++) {
        const float *other = square + j * n;
        double dot = 0;
        for (size_t k = 0; k < n; k++)
            dot += (double)row[k] * (double)other[k];
        for (size_t k = 0; k < n; k++)
            row[k] = (float)((double)row[k] - dot * (double)other[k]);
    }
    for (size_t k = 0; k < n; k++)
        sum += (double)row[k] * (double)row[k];
    for (size_t k = 0; k < n; k++)
        row[k] = (float)((double)row[k] / sqrt(sum));
}

static void fill_orthogonal(float *to, size_t n, t2s_random *random)
{
    for (int gate = 0; gate < 4; gate++) {
        float *square = to + (size_t)gate * n * n;
        fill_normal(square, n * n, 1, random);
        for (size_t i = 0; i < n; i++)
            straighten(square, i, n);
    }
}

static void fill(float *to, const t2s_tensor *tensor, beginning how,
                 t2s_random *random)
{
    size_t count = t2s_tensor_size(tensor);
    double bound = 1 / sqrt((double)how.fan);
    switch (how.initial) {
    case GIVEN:
    case ZERO: /* the memory is */
        break;
    case NORMAL_03:
        fill_normal(to, count, 0.3, random);
        break;
    case NORMAL_01:
        fill_normal(to, count, 0.1, random);
        break;
    case LINEAR:
        for (size_t i = 0; i < count; i++)
            to[i] = (float)(bound * (2 * t2s_random_unit(random) - 1));
        break;
    case ORTHOGONAL:
        fill_orthogonal(to, (size_t)tensor->shape[1], random);
        break;
    }
}

static bool fill_all(t2s_parser_weights *out, const plan *p,
                     const float *vectors, uint64_t seed)
{
    t2s_random random = {seed};
    size_t total = 0, at = 0;
    for (size_t i = 0; i < out->tensors.count; i++)
        total += t2s_tensor_size(&out->tensors.at[i]);
    out->data = t2s_zalloc_array(total, sizeof *out->data);
    for (size_t i = 0; out->data && i < out->tensors.count; i++) {
        t2s_tensor *tensor = &out->tensors.at[i];
        float *to = out->data + at;
        tensor->data = to;
        if (p->beginnings.at[i].initial == GIVEN)
            memcpy(to, vectors, t2s_tensor_size(tensor) * sizeof *to);
        fill(to, tensor, p->beginnings.at[i], &random);
        at += t2s_tensor_size(tensor);
    }
    return out->data != NULL;
}

t2sed_status t2s_parser_fresh_weights(t2s_parser_weights *out,
                                      const t2sed_parser_trainer *trainer,
                                      const float *vectors, t2sed_error *err)
{
    plan p = {.to = out};
    bool good;
    plan_all(&p, trainer);
    good = !p.failed && fill_all(out, &p, vectors, trainer->options.seed);
    t2s_vector_free(&p.beginnings);
    return good ? T2SED_OK : t2s_fail_memory(err);
}

void t2s_parser_weights_free(t2s_parser_weights *weights)
{
    t2s_vector_free(&weights->tensors);
    t2s_free(weights->data);
    t2s_arena_free(&weights->arena);
}
