#include "model/weights.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"

/* A list in the making; the first failed allocation ends it. */
typedef struct lister {
    t2s_weights *to;
    bool encoder, failed;
    t2s_weight nowhere; /* takes what is written after a failure */
} lister;

/* Adds a tensor; a column count of 0 makes it a vector. Fans are those of the
 * matrix [rows, columns]. */
static t2s_weight *add(lister *list, int32_t initial, int64_t rows,
                       int64_t columns, const char *format, ...)
    T2S_PRINTF(5, 6);

static t2s_weight *add(lister *list, int32_t initial, int64_t rows,
                       int64_t columns, const char *format, ...)
{
    t2s_weights *to = list->to;
    char name[160];
    va_list arguments;
    t2s_weight *weight;
    if (to->count == to->capacity && !list->failed) {
        int32_t capacity = to->capacity ? to->capacity * 2 : 64;
        t2s_weight *at =
            t2s_realloc_array(to->at, (size_t)capacity, sizeof *at);
        if (at) {
            to->at = at;
            to->capacity = capacity;
        }
        list->failed = !at;
    }
    if (list->failed)
        return &list->nowhere;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    weight = &to->at[to->count++];
    *weight = (t2s_weight){
        .tensor = {t2s_arena_strdup(&to->arena, name),
                   T2S_DTYPE_FLOAT,
                   columns ? 2 : 1,
                   {rows, columns},
                   NULL},
        .initial = initial,
        .fan_in = (double)(columns ? columns : rows),
        .fan_out = (double)rows,
        .encoder = list->encoder,
    };
    list->failed = !weight->tensor.name;
    return weight;
}

/* prefix.weight [rows, columns] and prefix.bias [rows]. */
static void add_linear(lister *list, int32_t initial, int64_t rows,
                       int64_t columns, const char *prefix)
{
    int32_t bias = initial == T2S_INITIAL_LINEAR ? initial : T2S_INITIAL_ZERO;
    add(list, initial, rows, columns, "%s.weight", prefix);
    add(list, bias, rows, 0, "%s.bias", prefix)->fan_in = (double)columns;
}

static void add_norm(lister *list, int64_t hidden, const char *prefix)
{
    add(list, T2S_INITIAL_ONE, hidden, 0, "%s.weight", prefix);
    add(list, T2S_INITIAL_ZERO, hidden, 0, "%s.bias", prefix);
}

static void add_encoder_layer(lister *list, const t2s_architecture *a, int n)
{
    static const char *const attention[] = {"query", "key", "value"};
    char prefix[96];
    for (int i = 0; i < 3; i++) {
        snprintf(prefix, sizeof prefix, "encoder.layer.%d.attention.self.%s", n,
                 attention[i]);
        add_linear(list, T2S_INITIAL_NORMAL, a->hidden, a->hidden, prefix);
    }
    snprintf(prefix, sizeof prefix, "encoder.layer.%d.attention.output.dense",
             n);
    add_linear(list, T2S_INITIAL_NORMAL, a->hidden, a->hidden, prefix);
    snprintf(prefix, sizeof prefix,
             "encoder.layer.%d.attention.output.LayerNorm", n);
    add_norm(list, a->hidden, prefix);
    snprintf(prefix, sizeof prefix, "encoder.layer.%d.intermediate.dense", n);
    add_linear(list, T2S_INITIAL_NORMAL, a->intermediate, a->hidden, prefix);
    snprintf(prefix, sizeof prefix, "encoder.layer.%d.output.dense", n);
    add_linear(list, T2S_INITIAL_NORMAL, a->hidden, a->intermediate, prefix);
    snprintf(prefix, sizeof prefix, "encoder.layer.%d.output.LayerNorm", n);
    add_norm(list, a->hidden, prefix);
}

static void add_encoder(lister *list, const t2s_architecture *a)
{
    const char *prefix = "encoder.embeddings";
    list->encoder = true;
    add(list, T2S_INITIAL_NORMAL, a->vocabulary, a->hidden,
        "%s.word_embeddings.weight", prefix);
    add(list, T2S_INITIAL_NORMAL, a->positions, a->hidden,
        "%s.position_embeddings.weight", prefix);
    add(list, T2S_INITIAL_NORMAL, a->token_types, a->hidden,
        "%s.token_type_embeddings.weight", prefix);
    add_norm(list, a->hidden, "encoder.embeddings.LayerNorm");
    for (int n = 0; n < a->layers; n++)
        add_encoder_layer(list, a, n);
    list->encoder = false;
}

/* One GATv2 layer as PyTorch Geometric's GATv2Conv has it. */
static void add_graph_layer(lister *list, const t2s_architecture *a,
                            const char *side, int n)
{
    static const char *const ends[] = {"lin_l", "lin_r"};
    int64_t width = a->hidden / a->gat_heads;
    t2s_weight *attention;
    for (int i = 0; i < 2; i++) {
        add(list, T2S_INITIAL_GLOROT, a->hidden, a->hidden,
            "%s_graph.layers.%d.%s.weight", side, n, ends[i]);
        add(list, T2S_INITIAL_LINEAR, a->hidden, 0,
            "%s_graph.layers.%d.%s.bias", side, n, ends[i]);
    }
    attention = add(list, T2S_INITIAL_GLOROT, 1, a->gat_heads,
                    "%s_graph.layers.%d.att", side, n);
    attention->tensor.rank = 3;
    attention->tensor.shape[2] = width;
    attention->fan_in = (double)a->gat_heads;
    attention->fan_out = (double)width;
    add(list, T2S_INITIAL_ZERO, a->hidden, 0, "%s_graph.layers.%d.bias", side,
        n);
    if (a->edge_types > 0)
        add(list, T2S_INITIAL_GLOROT, a->edge_types, a->hidden,
            "%s_graph.layers.%d.edge_types.weight", side, n);
}

static void add_graph(lister *list, const t2s_architecture *a, const char *side,
                      int32_t labels)
{
    add(list, T2S_INITIAL_LABELS, labels, a->hidden, "%s_labels.weight", side);
    for (int n = 0; n < a->gat_layers; n++)
        add_graph_layer(list, a, side, n);
}

t2sed_status t2s_weights_list(t2s_weights *out, const t2s_architecture *a,
                              t2sed_error *err)
{
    t2s_weights weights = {0};
    lister list = {.to = &weights};
    int64_t pooled = a->hidden;
    add_encoder(&list, a);
    if (a->layout == T2S_GRAPH_SEPARATE) {
        add_graph(&list, a, "question", a->question_labels);
        add_graph(&list, a, "sql", a->sql_labels);
        pooled += a->hidden;
    } else if (a->layout == T2S_GRAPH_JOINT) {
        add_graph(&list, a, "joint", a->question_labels);
    }
    add_linear(&list, T2S_INITIAL_LINEAR, pooled, pooled, "head.dense");
    add_linear(&list, T2S_INITIAL_LINEAR, 1, pooled, "head.out");
    if (list.failed) {
        t2s_weights_free(&weights);
        return t2s_fail_memory(err);
    }
    *out = weights;
    return T2SED_OK;
}

void t2s_weights_free(t2s_weights *weights)
{
    t2s_free(weights->at);
    t2s_arena_free(&weights->arena);
    memset(weights, 0, sizeof *weights);
}

t2sed_status t2s_weights_match(t2s_tensor **out, const t2s_weights *weights,
                               const t2s_safetensors *file, const char *what,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_tensor *tensors =
        t2s_alloc_array((size_t)weights->count, sizeof *tensors);
    if (!tensors)
        return t2s_fail_memory(err);
    for (int32_t i = 0; i < weights->count && status == T2SED_OK; i++) {
        const t2s_tensor *tensor;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = t2s_safetensors_want(&tensor, file, &weights->at[i].tensor,
                                          what, err);
        if (status == T2SED_OK)
            tensors[i] = *tensor;
    }
    if (status != T2SED_OK) {
        t2s_free(tensors);
        return status;
    }
    *out = tensors;
    return T2SED_OK;
}
