/* language_shape.c - the weights of a decoder of the Qwen2 or Llama family, by
 * its config.json. */
#include "lab/import/language.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"

const char *const t2s_family_names[T2S_LANGUAGE_FAMILIES + 1] = {"qwen2",
                                                                 "llama", NULL};

/* --- config.json --- */

static void refuse(t2s_members *in, const char *what)
{
    t2s_members_fail(in, T2SED_EUNSUPPORTED, "%s, which is not supported",
                     what);
}

/* Members that would have to be computed otherwise. */
static void check_plain(t2s_members *in)
{
    static const char *const activations[] = {"silu", NULL};
    const json_t *quantised =
        json_object_get(in->object, "quantization_config");
    json_t *layers = NULL, *layer;
    bool window = false;
    int activation;
    size_t i;
    t2s_member_choice(in, "hidden_act", false, activations, &activation);
    t2s_member_boolean(in, "use_sliding_window", false, &window);
    t2s_member_array(in, "layer_types", false, &layers);
    if (quantised && !json_is_null(quantised))
        refuse(in, "\"quantization_config\": the weights are quantised");
    if (window)
        refuse(in, "\"use_sliding_window\" is true");
    json_array_foreach(layers, i, layer)
    {
        const char *type = json_string_value(layer);
        if (!type || strcmp(type, "full_attention") != 0) {
            refuse(in, "\"layer_types\" has another one than full_attention");
            break;
        }
    }
}

static void read_biases(t2s_language_shape *out, t2s_members *in)
{
    out->attention_biases = out->family == T2S_QWEN2;
    if (out->family != T2S_LLAMA)
        return;
    t2s_member_boolean(in, "attention_bias", false, &out->attention_biases);
    t2s_member_boolean(in, "mlp_bias", false, &out->mlp_bias);
    out->output_bias = out->attention_biases;
}

static void read_heads(t2s_language_shape *out, t2s_members *in)
{
    const json_t *size = json_object_get(in->object, "head_dim");
    t2s_member_count(in, "num_attention_heads", true, 1, 1024, &out->heads);
    out->kv_heads = out->heads;
    t2s_member_count(in, "num_key_value_heads", false, 1, 1024, &out->kv_heads);
    if (in->status != T2SED_OK)
        return;
    if (out->heads % out->kv_heads != 0)
        t2s_members_fail(in, T2SED_EMISMATCH,
                         "%d attention heads are no multiple of %d heads of "
                         "keys",
                         (int)out->heads, (int)out->kv_heads);
    if (size && !json_is_null(size))
        t2s_member_count(in, "head_dim", true, 1, 4096, &out->head_size);
    else if (out->hidden % out->heads != 0)
        t2s_members_fail(in, T2SED_EMISMATCH,
                         "\"hidden_size\" %d is no multiple of %d attention "
                         "heads",
                         (int)out->hidden, (int)out->heads);
    else
        out->head_size = out->hidden / out->heads;
    if (out->head_size % 2 != 0)
        t2s_members_fail(in, T2SED_EMISMATCH,
                         "heads of %d numbers, expected an even number",
                         (int)out->head_size);
}

t2sed_status t2s_language_read(t2s_language_shape *out, const json_t *config,
                               const char *what, t2sed_error *err)
{
    t2s_members in = {config, what, err, T2SED_OK};
    t2s_language_shape shape = {0};
    int family = 0;
    if (!json_is_object(config))
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: is no JSON object", what);
    t2s_member_choice(&in, "model_type", true, t2s_family_names, &family);
    shape.family = family;
    t2s_member_count(&in, "vocab_size", true, 1, 1 << 20, &shape.vocabulary);
    t2s_member_count(&in, "hidden_size", true, 1, 1 << 16, &shape.hidden);
    t2s_member_count(&in, "num_hidden_layers", true, 1, 1024, &shape.layers);
    read_heads(&shape, &in);
    t2s_member_count(&in, "intermediate_size", true, 1, 1 << 20,
                     &shape.intermediate);
    t2s_member_boolean(&in, "tie_word_embeddings", false, &shape.tied);
    read_biases(&shape, &in);
    check_plain(&in);
    if (in.status == T2SED_OK)
        *out = shape;
    return in.status;
}

/* --- the list --- */

/* Sizes that weights have. */
typedef enum size { NONE, VOCABULARY, HIDDEN, QUERIES, KEYS, INNER } size;

static int64_t size_of(const t2s_language_shape *shape, size of)
{
    switch (of) {
    case VOCABULARY:
        return shape->vocabulary;
    case HIDDEN:
        return shape->hidden;
    case QUERIES:
        return (int64_t)shape->heads * shape->head_size;
    case KEYS:
        return (int64_t)shape->kv_heads * shape->head_size;
    default:
        return shape->intermediate;
    }
}

/* A vector has no columns. */
typedef struct entry {
    const char *name, *gguf;
    size rows, columns;
} entry;

enum { ATTENTION, OUTPUT, MLP, BIASES };

/* Of each layer; a linear one may have a bias, of the kind `bias`. */
static const struct {
    entry weight;
    int bias;
} of_layer[] = {
    {{"input_layernorm", "attn_norm", HIDDEN, NONE}, BIASES},
    {{"self_attn.q_proj", "attn_q", QUERIES, HIDDEN}, ATTENTION},
    {{"self_attn.k_proj", "attn_k", KEYS, HIDDEN}, ATTENTION},
    {{"self_attn.v_proj", "attn_v", KEYS, HIDDEN}, ATTENTION},
    {{"self_attn.o_proj", "attn_output", HIDDEN, QUERIES}, OUTPUT},
    {{"post_attention_layernorm", "ffn_norm", HIDDEN, NONE}, BIASES},
    {{"mlp.gate_proj", "ffn_gate", INNER, HIDDEN}, MLP},
    {{"mlp.up_proj", "ffn_up", INNER, HIDDEN}, MLP},
    {{"mlp.down_proj", "ffn_down", HIDDEN, INNER}, MLP},
};

static bool add(t2s_language_weights *to, const t2s_language_shape *shape,
                const char *name, const char *gguf, size rows, size columns)
{
    t2s_language_weight weight = {
        .tensor = {.name = t2s_arena_strdup(&to->arena, name),
                   .dtype = T2S_DTYPE_FLOAT,
                   .rank = columns == NONE ? 1 : 2,
                   .shape = {size_of(shape, rows), size_of(shape, columns)}},
        .gguf = t2s_arena_strdup(&to->arena, gguf)};
    return weight.tensor.name && weight.gguf &&
           t2s_map_set(&to->names, name, strlen(name),
                       (int64_t)to->list.count) &&
           t2s_vector_push(&to->list, weight);
}

static bool add_layer(t2s_language_weights *to, const t2s_language_shape *shape,
                      int layer)
{
    const bool biases[] = {[ATTENTION] = shape->attention_biases,
                           [OUTPUT] = shape->output_bias,
                           [MLP] = shape->mlp_bias,
                           [BIASES] = false};
    char name[96], gguf[64];
    for (size_t i = 0; i < sizeof of_layer / sizeof *of_layer; i++) {
        const entry *e = &of_layer[i].weight;
        for (int bias = 0; bias <= biases[of_layer[i].bias]; bias++) {
            const char *ending = bias ? "bias" : "weight";
            snprintf(name, sizeof name, "model.layers.%d.%s.%s", layer, e->name,
                     ending);
            snprintf(gguf, sizeof gguf, "blk.%d.%s.%s", layer, e->gguf, ending);
            if (!add(to, shape, name, gguf, e->rows, bias ? NONE : e->columns))
                return false;
        }
    }
    return true;
}

t2sed_status t2s_language_weights_list(t2s_language_weights *out,
                                       const t2s_language_shape *shape,
                                       t2sed_error *err)
{
    t2s_language_weights made = {0};
    bool good = add(&made, shape, "model.embed_tokens.weight",
                    "token_embd.weight", VOCABULARY, HIDDEN);
    for (int i = 0; i < shape->layers && good; i++)
        good = add_layer(&made, shape, i);
    good = good && add(&made, shape, "model.norm.weight", "output_norm.weight",
                       HIDDEN, NONE);
    if (!shape->tied)
        good = good && add(&made, shape, "lm_head.weight", "output.weight",
                           VOCABULARY, HIDDEN);
    if (good) {
        *out = made;
        return T2SED_OK;
    }
    t2s_language_weights_free(&made);
    return t2s_fail_memory(err);
}

void t2s_language_weights_free(t2s_language_weights *weights)
{
    t2s_vector_free(&weights->list);
    t2s_map_free(&weights->names);
    t2s_arena_free(&weights->arena);
}
