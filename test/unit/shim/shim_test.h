/*
 * shim_test.h - what the shim's tests share: the backend, opened as libt2sed
 * opens it, small models with random weights, and random batches.
 */
#ifndef T2S_SHIM_TEST_H
#define T2S_SHIM_TEST_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../shim/backend.h"
#include "../t2s_test.h"

static const t2s_backend *engine;

/* Opens the shim that T2SED_BACKEND names, or that of this build tree. Prints
 * a skipped test and returns 0 where there is none. */
static inline int shim_open(const char *suite)
{
    static char path[4096];
    const char *wanted = getenv("T2SED_BACKEND");
    void *library;
    t2s_backend_get_fn get;
    if (wanted) {
        snprintf(path, sizeof path, "%s", wanted);
    } else {
        ssize_t n = readlink("/proc/self/exe", path, sizeof path - 64);
        path[n > 0 ? n : 0] = '\0';
        for (int up = 0; up < 3; up++)
            if (strrchr(path, '/'))
                *strrchr(path, '/') = '\0';
        strcat(path, "/lib/libt2sed-torch.so");
    }
    if (getenv("T2S_TEST_NO_BACKEND") || access(path, R_OK) != 0) {
        printf("1..1\nok 1 - %s # SKIP no %s\n", suite, path);
        return 0;
    }
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        printf("1..1\nnot ok 1 - %s: %s\n", suite, dlerror());
        exit(EXIT_FAILURE);
    }
    *(void **)&get = dlsym(library, T2S_BACKEND_SYMBOL);
    engine = get ? get(T2S_BACKEND_VERSION) : NULL;
    if (!engine || engine->struct_size != (int32_t)sizeof *engine) {
        printf("1..1\nnot ok 1 - %s: the shim has another table\n", suite);
        exit(EXIT_FAILURE);
    }
    engine->set_threads(1, NULL);
    /* libtorch's threads do not survive Check's fork. */
    setenv("CK_FORK", "no", 0);
    return 1;
}

/* Numbers that are the same everywhere: uniform in [-1, 1). */
static inline float shim_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0f - 1.0f;
}

static inline int32_t shim_below(uint32_t *state, int32_t n)
{
    return (int32_t)((shim_random(state) + 1.0f) / 2.0f * (float)n) % n;
}

#define SHIM_MAX_TENSORS 256

/* A model's weights, all of them in one block. */
typedef struct shim_weights {
    t2s_architecture architecture;
    t2s_tensor tensors[SHIM_MAX_TENSORS];
    char names[SHIM_MAX_TENSORS][112];
    int32_t count;
    uint32_t state;
    float scale;
} shim_weights;

static inline t2s_architecture shim_architecture(void)
{
    t2s_architecture a;
    memset(&a, 0, sizeof a);
    a.family = T2S_BERT;
    a.vocabulary = 60;
    a.hidden = 16;
    a.layers = 2;
    a.heads = 4;
    a.intermediate = 24;
    a.positions = 40;
    a.token_types = 2;
    a.layer_norm_epsilon = 1e-5;
    a.layout = T2S_GRAPH_SEPARATE;
    a.gat_layers = 2;
    a.gat_heads = 2;
    a.edge_types = 4;
    a.question_labels = 5;
    a.sql_labels = 6;
    return a;
}

static inline void shim_add(shim_weights *w, const char *prefix,
                            const char *name, float around, int32_t rank,
                            int64_t s0, int64_t s1, int64_t s2)
{
    t2s_tensor *t = &w->tensors[w->count];
    size_t size = (size_t)(s0 * (rank > 1 ? s1 : 1) * (rank > 2 ? s2 : 1));
    float *data = malloc(size * sizeof *data);
    ck_assert(w->count < SHIM_MAX_TENSORS && data);
    snprintf(w->names[w->count], sizeof w->names[0], "%.70s%.40s", prefix,
             name);
    for (size_t i = 0; i < size; i++)
        data[i] = around + w->scale * shim_random(&w->state);
    if (strstr(w->names[w->count], "_labels.")) /* row 0: unknown */
        memset(data, 0, (size_t)s1 * sizeof *data);
    *t = (t2s_tensor){
        w->names[w->count++], T2S_F32, rank, {s0, s1, s2, 0}, data};
}

static inline void shim_dense(shim_weights *w, const char *prefix,
                              const char *name, int64_t outputs, int64_t inputs)
{
    char full[96];
    snprintf(full, sizeof full, "%.50s%.40s", prefix, name);
    shim_add(w, full, ".weight", 0.0f, 2, outputs, inputs, 0);
    shim_add(w, full, ".bias", 0.0f, 1, outputs, 0, 0);
}

static inline void shim_norm(shim_weights *w, const char *prefix,
                             const char *name)
{
    char full[96];
    snprintf(full, sizeof full, "%.50s%.40s", prefix, name);
    shim_add(w, full, ".weight", 1.0f, 1, w->architecture.hidden, 0, 0);
    shim_add(w, full, ".bias", 0.0f, 1, w->architecture.hidden, 0, 0);
}

static inline void shim_stack(shim_weights *w, const char *name, int32_t labels)
{
    const t2s_architecture *a = &w->architecture;
    char at[64];
    snprintf(at, sizeof at, "%.20s_labels.weight", name);
    shim_add(w, at, "", 0.0f, 2, labels, a->hidden, 0);
    for (int32_t i = 0; i < a->gat_layers; i++) {
        snprintf(at, sizeof at, "%.20s_graph.layers.%d.", name, (int)i);
        shim_dense(w, at, "lin_l", a->hidden, a->hidden);
        shim_dense(w, at, "lin_r", a->hidden, a->hidden);
        shim_add(w, at, "att", 0.0f, 3, 1, a->gat_heads,
                 a->hidden / a->gat_heads);
        shim_add(w, at, "bias", 0.0f, 1, a->hidden, 0, 0);
        if (a->edge_types > 0)
            shim_add(w, at, "edge_types.weight", 0.0f, 2, a->edge_types,
                     a->hidden, 0);
    }
}

static inline void shim_encoder(shim_weights *w)
{
    const t2s_architecture *a = &w->architecture;
    const char *tables = "encoder.embeddings.";
    char at[64];
    shim_add(w, tables, "word_embeddings.weight", 0.0f, 2, a->vocabulary,
             a->hidden, 0);
    shim_add(w, tables, "position_embeddings.weight", 0.0f, 2, a->positions,
             a->hidden, 0);
    shim_add(w, tables, "token_type_embeddings.weight", 0.0f, 2, a->token_types,
             a->hidden, 0);
    shim_norm(w, tables, "LayerNorm");
    for (int32_t i = 0; i < a->layers; i++) {
        snprintf(at, sizeof at, "encoder.layer.%d.", (int)i);
        shim_dense(w, at, "attention.self.query", a->hidden, a->hidden);
        shim_dense(w, at, "attention.self.key", a->hidden, a->hidden);
        shim_dense(w, at, "attention.self.value", a->hidden, a->hidden);
        shim_dense(w, at, "attention.output.dense", a->hidden, a->hidden);
        shim_norm(w, at, "attention.output.LayerNorm");
        shim_dense(w, at, "intermediate.dense", a->intermediate, a->hidden);
        shim_dense(w, at, "output.dense", a->hidden, a->intermediate);
        shim_norm(w, at, "output.LayerNorm");
    }
}

static inline shim_weights *shim_weights_new(const t2s_architecture *a,
                                             uint32_t seed, float scale)
{
    shim_weights *w = calloc(1, sizeof *w);
    int32_t pooled;
    ck_assert_ptr_nonnull(w);
    w->architecture = *a;
    w->state = seed;
    w->scale = scale;
    shim_encoder(w);
    if (a->layout == T2S_GRAPH_SEPARATE) {
        shim_stack(w, "question", a->question_labels);
        shim_stack(w, "sql", a->sql_labels);
    } else if (a->layout == T2S_GRAPH_JOINT) {
        shim_stack(w, "joint", a->question_labels);
    }
    pooled = (a->layout == T2S_GRAPH_SEPARATE ? 2 : 1) * a->hidden;
    shim_dense(w, "", "head.dense", pooled, pooled);
    shim_dense(w, "", "head.out", 1, pooled);
    return w;
}

static inline void shim_weights_free(shim_weights *w)
{
    for (int32_t i = 0; i < w->count; i++)
        free((void *)(uintptr_t)w->tensors[i].data);
    free(w);
}

#define SHIM_MAX_SEQUENCES 40
#define SHIM_MAX_TOKENS    12000
#define SHIM_MAX_NODES     6000
#define SHIM_MAX_EDGES     24000

typedef struct shim_graph {
    int32_t label[SHIM_MAX_NODES], graph[SHIM_MAX_NODES];
    int32_t source[SHIM_MAX_EDGES], target[SHIM_MAX_EDGES];
    int32_t type[SHIM_MAX_EDGES];
    int32_t token[SHIM_MAX_TOKENS], node[SHIM_MAX_TOKENS];
    int32_t readout[SHIM_MAX_SEQUENCES];
} shim_graph;

/* A batch and the arrays it points to. */
typedef struct shim_batch {
    t2s_train_batch train;
    int32_t ids[SHIM_MAX_TOKENS], types[SHIM_MAX_TOKENS];
    int32_t starts[SHIM_MAX_SEQUENCES + 1];
    shim_graph graphs[2];
    float labels[SHIM_MAX_SEQUENCES], weights[SHIM_MAX_SEQUENCES];
} shim_batch;

static inline void shim_edge(t2s_graph_batch *b, shim_graph *g, int32_t source,
                             int32_t target, int32_t type)
{
    g->source[b->edges] = source;
    g->target[b->edges] = target;
    g->type[b->edges++] = type;
    g->source[b->edges] = target;
    g->target[b->edges] = source;
    g->type[b->edges++] = type;
}

/* One random tree a sequence: nodes joined to an earlier one. */
static inline void shim_fill_graph(shim_batch *batch, int index, int32_t labels,
                                   int32_t edge_types, uint32_t *state)
{
    t2s_graph_batch *b = &batch->train.inputs.graphs[index];
    shim_graph *g = &batch->graphs[index];
    int32_t sequences = batch->train.inputs.tokens.sequences;
    *b = (t2s_graph_batch){sequences, 0,        0,         0,
                           g->label,  g->graph, g->source, g->target,
                           g->type,   g->token, g->node,   g->readout};
    for (int32_t s = 0; s < sequences; s++) {
        int32_t first = b->nodes, begin = batch->starts[s];
        int32_t length = batch->starts[s + 1] - begin;
        int32_t terminals = length / 2 + 1, nodes = terminals + length / 3 + 1;
        for (int32_t n = 0; n < nodes; n++) {
            g->label[first + n] =
                n < terminals ? -1 : shim_below(state, labels);
            g->graph[first + n] = s;
            if (n > 0)
                shim_edge(b, g, first + n, first + shim_below(state, n),
                          edge_types > 1 ? 1 + shim_below(state, edge_types - 1)
                                         : 0);
        }
        for (int32_t t = 0; t < length; t++) {
            g->token[b->pieces] = begin + t;
            g->node[b->pieces++] = first + t / 2;
        }
        b->nodes += nodes;
        g->readout[s] = b->nodes - 1;
    }
    if (edge_types == 0)
        b->edge_type = NULL;
}

/* A batch of sequences of `lengths`. */
static inline shim_batch *shim_batch_new(const t2s_architecture *a,
                                         const int32_t *lengths,
                                         int32_t sequences, uint32_t seed)
{
    shim_batch *b = calloc(1, sizeof *b);
    uint32_t state = seed;
    int32_t tokens = 0;
    ck_assert(b && sequences <= SHIM_MAX_SEQUENCES);
    for (int32_t s = 0; s < sequences; s++) {
        for (int32_t t = 0; t < lengths[s]; t++) {
            b->ids[tokens + t] = shim_below(&state, a->vocabulary);
            b->types[tokens + t] = t > lengths[s] / 2 ? a->token_types - 1 : 0;
        }
        tokens += lengths[s];
        b->starts[s + 1] = tokens;
        b->labels[s] = (float)(s % 2);
        b->weights[s] = 0.5f + (float)(s % 3);
    }
    b->train.inputs.tokens =
        (t2s_token_batch){sequences, tokens, b->ids, b->types, b->starts};
    b->train.labels = b->labels;
    b->train.weights = b->weights;
    if (a->layout != T2S_GRAPH_NONE)
        shim_fill_graph(b, 0, a->question_labels, a->edge_types, &state);
    if (a->layout == T2S_GRAPH_SEPARATE)
        shim_fill_graph(b, 1, a->sql_labels, a->edge_types, &state);
    return b;
}

#define SHIM_OK(call)                                                          \
    do {                                                                       \
        t2sed_error shim_error;                                                \
        t2sed_error *err = &shim_error;                                        \
        t2sed_status shim_status = (call);                                     \
        ck_assert_msg(shim_status == T2SED_OK, "%s: %s", #call,                \
                      shim_status ? shim_error.text : "");                     \
    } while (0)

/* Expects `wanted` and a message that holds `part`; uses `err`. */
#define SHIM_FAILS(call, wanted, part)                                         \
    do {                                                                       \
        t2sed_error shim_error;                                                \
        t2sed_error *err = &shim_error;                                        \
        memset(&shim_error, 0, sizeof shim_error);                             \
        ck_assert_int_eq((call), wanted);                                      \
        ck_assert_int_eq(shim_error.code, wanted);                             \
        ck_assert_msg(strstr(shim_error.text, part) != NULL, "message: %s",    \
                      shim_error.text);                                        \
    } while (0)

static inline t2s_model_handle *shim_model(const shim_weights *w,
                                           int32_t precision)
{
    t2s_model_handle *model = NULL;
    SHIM_OK(engine->model_open(&model, &w->architecture, w->tensors, w->count,
                               "cpu", precision, err));
    ck_assert_ptr_nonnull(model);
    return model;
}

#endif
