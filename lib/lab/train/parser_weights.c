/* parser_weights.c - the weights of a parser and how they begin. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "lab/train/parser.h"
#include "lab/write/write.h"

typedef struct maker {
    t2s_parser_weights *to;
    t2s_random random;
    bool failed;
} maker;

/* A tensor of zeros, or NULL after a failure; sizes are 0 from the first that
 * it does not have. */
static float *add(maker *m, const char *name, int32_t rows, int32_t columns,
                  int32_t depth)
{
    t2s_tensor tensor = {.name = t2s_arena_strdup(&m->to->arena, name),
                         .dtype = T2S_F32,
                         .rank = depth     ? 3
                                 : columns ? 2
                                           : 1,
                         .shape = {rows, columns, depth}};
    const size_t size = (size_t)t2s_tensor_elements(&tensor);
    float *data = t2s_arena_alloc_array(&m->to->arena, size, sizeof *data);
    m->failed = m->failed || !tensor.name || !data;
    if (m->failed)
        return NULL;
    memset(data, 0, size * sizeof *data);
    tensor.data = data;
    m->failed = !t2s_vector_push(&m->to->tensors, tensor);
    return data;
}

static void add_normal(maker *m, const char *name, double deviation,
                       int32_t rows, int32_t columns)
{
    float *to = add(m, name, rows, columns, 0);
    if (to)
        t2s_fill_normal(to, (size_t)rows * (size_t)(columns ? columns : 1),
                        deviation, &m->random);
}

/* Uniform within 1 / sqrt(fan in). */
static void add_uniform(maker *m, const char *name, int32_t fan, int32_t rows,
                        int32_t columns)
{
    float *to = add(m, name, rows, columns, 0);
    if (to)
        t2s_fill_uniform(to, (size_t)rows * (size_t)(columns ? columns : 1),
                         1 / sqrt((double)fan), &m->random);
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

/* The four gates' squares, each orthogonal (Saxe et al. 2014). */
static void add_orthogonal(maker *m, const char *name, int32_t size)
{
    float *to = add(m, name, 4 * size, size, 0);
    const size_t n = (size_t)size;
    for (size_t gate = 0; to && gate < 4; gate++) {
        float *square = to + gate * n * n;
        t2s_fill_normal(square, n * n, 1, &m->random);
        for (size_t i = 0; i < n; i++)
            straighten(square, i, n);
    }
}

static void add_linear(maker *m, const char *start, int32_t rows, int32_t from)
{
    char name[64];
    snprintf(name, sizeof name, "%s.weight", start);
    add_uniform(m, name, from, rows, from);
    snprintf(name, sizeof name, "%s.bias", start);
    add_uniform(m, name, from, rows, 0);
}

static void add_layer(maker *m, int layer, int32_t from, int32_t hidden)
{
    static const char *const ends[] = {"", "_reverse"};
    for (int i = 0; i < 2; i++) {
        char name[64];
        snprintf(name, sizeof name, "lstm.%d.weight_ih_l0%s", layer, ends[i]);
        add_uniform(m, name, hidden, 4 * hidden, from);
        snprintf(name, sizeof name, "lstm.%d.weight_hh_l0%s", layer, ends[i]);
        add_orthogonal(m, name, hidden);
        snprintf(name, sizeof name, "lstm.%d.bias_ih_l0%s", layer, ends[i]);
        add(m, name, 4 * hidden, 0, 0);
        snprintf(name, sizeof name, "lstm.%d.bias_hh_l0%s", layer, ends[i]);
        add(m, name, 4 * hidden, 0, 0);
    }
}

static int32_t count_trained(const t2s_map *labels)
{
    int32_t count = 0;
    for (size_t i = 0; i < labels->count; i++)
        count += labels->entries[i].value >= 0;
    return count;
}

t2sed_status t2s_parser_fresh_weights(t2s_parser_weights *out,
                                      const t2sed_parser_trainer *trainer,
                                      const float *vectors, t2sed_error *err)
{
    const t2sed_parser_train_options *o = &trainer->options;
    const int32_t both = 2 * o->hidden;
    const int32_t words = (int32_t)trainer->words.count + 1;
    const int32_t input =
        o->fixed_size + o->word_size + o->ngram_size + o->shape_size;
    maker m = {out, {o->seed}, false};
    float *fixed = add(&m, "fixed.weight", words, o->fixed_size, 0);
    if (fixed)
        memcpy(fixed, vectors,
               (size_t)words * (size_t)o->fixed_size * sizeof *fixed);
    add_normal(&m, "words.weight", 0.3, trainer->trained_words, o->word_size);
    add_normal(&m, "ngrams.weight", 0.3, o->ngrams, o->ngram_size);
    add_normal(&m, "shapes.weight", 0.3, T2S_WORD_SHAPES, o->shape_size);
    for (int i = 0; i < o->layers; i++)
        add_layer(&m, i, i ? both : input, o->hidden);
    add_linear(&m, "tag", count_trained(&trainer->tags), both);
    add_linear(&m, "arc_head", o->arc_size, both);
    add_linear(&m, "arc_dependent", o->arc_size, both);
    add_linear(&m, "label_head", o->label_size, both);
    add_linear(&m, "label_dependent", o->label_size, both);
    add_normal(&m, "root", 0.1, both, 0);
    /* Scores: at first every choice is as good. */
    add(&m, "arc", o->arc_size + 1, o->arc_size, 0);
    add(&m, "label", count_trained(&trainer->relations), o->label_size + 1,
        o->label_size + 1);
    return m.failed ? t2s_fail_memory(err) : T2SED_OK;
}

void t2s_parser_weights_free(t2s_parser_weights *weights)
{
    t2s_vector_free(&weights->tensors);
    t2s_arena_free(&weights->arena);
}
