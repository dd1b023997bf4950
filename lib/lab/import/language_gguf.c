/* language_gguf.c - a GGUF file's metadata as Hugging Face's config.json, and
 * its tensors as the weights of such a model. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "lab/import/language.h"

#define MAX_KEY 96

/* Llama 3.1 and later: its first context, and from how many turns in it on a
 * rotation is slow or fast. */
#define LLAMA3_CONTEXT 8192.0
#define LLAMA3_LOW     1.0
#define LLAMA3_HIGH    4.0
#define SCALING        "rope_freqs.weight"

/* --- config.json --- */

/* The member of the architecture: "qwen2.block_count". */
static const char *key_of(char room[MAX_KEY], const char *family,
                          const char *rest)
{
    snprintf(room, MAX_KEY, "%s.%s", family, rest);
    return room;
}

/* Metadata of the architecture, and what Hugging Face calls it. */
static const struct {
    const char *key, *name;
    bool required;
} counts[] = {
    {"block_count", "num_hidden_layers", true},
    {"context_length", "max_position_embeddings", true},
    {"embedding_length", "hidden_size", true},
    {"feed_forward_length", "intermediate_size", true},
    {"attention.head_count", "num_attention_heads", true},
    {"attention.head_count_kv", "num_key_value_heads", false},
};
enum { COUNTS = sizeof counts / sizeof *counts };

static bool set(json_t *object, const char *name, json_t *value)
{
    return json_object_set_new(object, name, value) == 0;
}

static bool put_counts(json_t *config, t2s_members *in, const char *family)
{
    bool good = true;
    for (int i = 0; i < COUNTS; i++) {
        char key[MAX_KEY];
        long long n = -1;
        t2s_member_integer(in, key_of(key, family, counts[i].key),
                           counts[i].required, &n);
        if (n >= 0)
            good = set(config, counts[i].name, json_integer(n)) && good;
    }
    return good;
}

static bool put_numbers(json_t *config, t2s_members *in, const char *family)
{
    char key[MAX_KEY];
    double epsilon = 0, base = 10000;
    t2s_member_number(in,
                      key_of(key, family, "attention.layer_norm_rms_epsilon"),
                      true, 0, 1, &epsilon);
    t2s_member_number(in, key_of(key, family, "rope.freq_base"), false, 1, 1e12,
                      &base);
    return set(config, "rms_norm_eps", json_real(epsilon)) &&
           set(config, "rope_theta", json_real(base));
}

/* What would have to be computed otherwise. */
static void check_plain(t2s_members *in, const char *family)
{
    char key[MAX_KEY];
    const char *scaling = "none";
    long long experts = 0, window = 0;
    t2s_member_string(in, key_of(key, family, "rope.scaling.type"), false,
                      &scaling);
    if (strcmp(scaling, "none") != 0)
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "rotary positions are scaled (\"%s\"), which is not "
                         "supported",
                         scaling);
    t2s_member_integer(in, key_of(key, family, "expert_count"), false,
                       &experts);
    t2s_member_integer(in, key_of(key, family, "attention.sliding_window"),
                       false, &window);
    if (experts > 0 || window > 0)
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "has a sliding window or experts, which are not "
                         "supported");
}

/* The size of a head where it is none of hidden size / heads. */
static bool put_head_size(json_t *config, t2s_members *in, const char *family)
{
    const json_int_t hidden =
        json_integer_value(json_object_get(config, "hidden_size"));
    const json_int_t heads =
        json_integer_value(json_object_get(config, "num_attention_heads"));
    char key[MAX_KEY];
    long long size = heads > 0 ? hidden / heads : 0, turned;
    t2s_member_integer(in, key_of(key, family, "attention.key_length"), false,
                       &size);
    turned = size;
    t2s_member_integer(in, key_of(key, family, "rope.dimension_count"), false,
                       &turned);
    if (turned != size)
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "%lld of the %lld numbers of a head are rotated, "
                         "expected all",
                         turned, size);
    return heads <= 0 || size * heads == hidden ||
           set(config, "head_dim", json_integer(size));
}

/* How many times slower than usual the pair of numbers with the rotation
 * base^-exponent is turned by Llama 3's scaling (as in `transformers`,
 * "llama3"): long waves by `factor`, short ones not at all. */
static double slowed(double base, double exponent, double factor)
{
    const double turns =
        LLAMA3_CONTEXT * pow(base, -exponent) / (2 * 3.14159265358979323846);
    double share;
    if (turns > LLAMA3_HIGH)
        return 1;
    if (turns < LLAMA3_LOW)
        return factor;
    share = (turns - LLAMA3_LOW) / (LLAMA3_HIGH - LLAMA3_LOW);
    return 1 / ((1 - share) / factor + share);
}

/* Whether the file's factors are those of Llama 3's scaling by *factor. All
 * its models have the same other numbers. */
static bool find_factor(double *factor, const t2s_gguf_tensor *factors,
                        double base)
{
    const size_t count = factors->rank == 1 ? (size_t)factors->shape[0] : 0;
    float value = 0;
    if (count == 0 || factors->type->elements != 1)
        return false;
    t2s_gguf_widen(&value, factors->type,
                   factors->data + (count - 1) * factors->type->bytes, 1);
    *factor = (double)value;
    for (size_t i = 0; i < count; i++) {
        const double wanted = slowed(base, (double)i / (double)count, *factor);
        t2s_gguf_widen(&value, factors->type,
                       factors->data + i * factors->type->bytes, 1);
        if (!(fabs((double)value - wanted) <= 1e-3 * wanted))
            return false;
    }
    return true;
}

/* Rotary positions that are scaled, which the file has as factors. */
static bool put_scaling(json_t *config, t2s_members *in, const t2s_gguf *file)
{
    const double base = json_real_value(json_object_get(config, "rope_theta"));
    const t2s_gguf_tensor *factors = t2s_gguf_find(file, SCALING);
    double factor = 1;
    if (!factors)
        return true;
    if (!find_factor(&factor, factors, base)) {
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "rotary positions are scaled (" SCALING
                         ") otherwise than Llama 3's, which is not supported");
        return true;
    }
    return set(config, "rope_scaling",
               json_pack("{s:s, s:f, s:f, s:f, s:i}", "rope_type", "llama3",
                         "factor", factor, "low_freq_factor", LLAMA3_LOW,
                         "high_freq_factor", LLAMA3_HIGH,
                         "original_max_position_embeddings",
                         (int)LLAMA3_CONTEXT));
}

/* The tokens that begin and end a text. Llama 3 ends turns by another. */
static bool put_tokens(json_t *config, t2s_members *in)
{
    long long begin = -1, end = -1, turn = -1;
    bool good = true;
    t2s_member_integer(in, "tokenizer.ggml.bos_token_id", false, &begin);
    t2s_member_integer(in, "tokenizer.ggml.eos_token_id", false, &end);
    t2s_member_integer(in, "tokenizer.ggml.eot_token_id", false, &turn);
    if (begin >= 0)
        good = set(config, "bos_token_id", json_integer(begin));
    if (end >= 0 && turn >= 0 && turn != end)
        good = set(config, "eos_token_id",
                   json_pack("[I, I]", (json_int_t)end, (json_int_t)turn)) &&
               good;
    else if (end >= 0)
        good = set(config, "eos_token_id", json_integer(end)) && good;
    return good;
}

/* What the tensors themselves tell. */
static bool put_from_tensors(json_t *config, t2s_members *in,
                             const t2s_gguf *file, int family)
{
    const t2s_gguf_tensor *words = t2s_gguf_find(file, "token_embd.weight");
    if (!words || words->rank != 2)
        t2s_members_fail(in, T2SED_EMISMATCH,
                         "has no tensor token_embd.weight of two dimensions");
    if (in->status != T2SED_OK)
        return true;
    return set(config, "vocab_size", json_integer(words->shape[0])) &&
           set(config, "tie_word_embeddings",
               json_boolean(!t2s_gguf_find(file, "output.weight"))) &&
           (family != T2S_LLAMA ||
            (set(config, "attention_bias",
                 json_boolean(t2s_gguf_find(file, "blk.0.attn_q.bias") !=
                              NULL)) &&
             set(config, "mlp_bias",
                 json_boolean(t2s_gguf_find(file, "blk.0.ffn_up.bias") !=
                              NULL))));
}

t2sed_status t2s_gguf_config(json_t **out, const t2s_gguf *file,
                             const char *what, t2sed_error *err)
{
    static const char *const classes[T2S_LANGUAGE_FAMILIES] = {
        "Qwen2ForCausalLM", "LlamaForCausalLM"};
    t2s_members in = {file->metadata, what, err, T2SED_OK};
    int family = 0;
    json_t *config;
    bool good;
    if (!t2s_member_choice(&in, "general.architecture", true, t2s_family_names,
                           &family))
        return in.status;
    config =
        json_pack("{s:[s], s:s, s:s}", "architectures", classes[family],
                  "model_type", t2s_family_names[family], "hidden_act", "silu");
    good = config && put_counts(config, &in, t2s_family_names[family]) &&
           put_numbers(config, &in, t2s_family_names[family]) &&
           put_head_size(config, &in, t2s_family_names[family]) &&
           put_scaling(config, &in, file) && put_tokens(config, &in) &&
           put_from_tensors(config, &in, file, family);
    check_plain(&in, t2s_family_names[family]);
    if (in.status == T2SED_OK && !good)
        in.status = t2s_fail_memory(err);
    if (in.status == T2SED_OK)
        *out = config;
    else
        json_decref(config);
    return in.status;
}

/* --- weights --- */

/* llama.cpp has the rows of Llama's queries and keys in another order. */
static int32_t heads_of(const char *name, const t2s_language_shape *shape)
{
    if (shape->family != T2S_LLAMA)
        return 0;
    if (strstr(name, ".attn_q."))
        return shape->heads;
    return strstr(name, ".attn_k.") ? shape->kv_heads : 0;
}

static t2sed_status take(t2s_language_weight *weight,
                         const t2s_gguf_tensor *tensor, const char *what,
                         t2sed_error *err)
{
    t2s_tensor is = {.name = weight->gguf, .dtype = T2S_F32};
    t2s_tensor wanted = weight->tensor;
    wanted.name = weight->gguf;
    if (tensor) {
        is.rank = tensor->rank;
        memcpy(is.shape, tensor->shape, sizeof is.shape);
        weight->type = tensor->type;
        weight->data = tensor->data;
    }
    return t2s_tensor_check(tensor ? &is : NULL, &wanted, what, err);
}

/* A tensor that no weight has taken: the model is another one. */
static t2sed_status check_all_taken(const t2s_language_weights *weights,
                                    const t2s_gguf *file, const char *what,
                                    t2sed_error *err)
{
    t2s_map taken = {0};
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < weights->list.count && status == T2SED_OK; i++) {
        const char *name = weights->list.at[i].gguf;
        if (!t2s_map_set(&taken, name, strlen(name), 0))
            status = t2s_fail_memory(err);
    }
    for (size_t i = 0; i < file->tensors.count && status == T2SED_OK; i++) {
        const char *name = file->tensors.at[i].name;
        /* What scales rotary positions went into the configuration. */
        if (strcmp(name, SCALING) != 0 &&
            !t2s_map_find(&taken, name, strlen(name)))
            status =
                t2s_fail(err, T2SED_EMISMATCH, -1,
                         "%s: %s is no weight of such a model", what, name);
    }
    t2s_map_free(&taken);
    return status;
}

t2sed_status t2s_gguf_find_weights(t2s_language_weights *weights,
                                   const t2s_gguf *file,
                                   const t2s_language_shape *shape,
                                   const char *what, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < weights->list.count && status == T2SED_OK; i++) {
        t2s_language_weight *weight = &weights->list.at[i];
        status = take(weight, t2s_gguf_find(file, weight->gguf), what, err);
        weight->heads = heads_of(weight->gguf, shape);
        if (status == T2SED_OK && weight->heads && weight->tensor.rank == 1 &&
            weight->type->elements > 1)
            status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                              "%s: %s is stored as %s, expected F32, F16 or "
                              "BF16",
                              what, weight->gguf, weight->type->name);
        /* Stored as it is read where nothing else is asked for. */
        weight->tensor.dtype = T2S_F32;
    }
    return status == T2SED_OK ? check_all_taken(weights, file, what, err)
                              : status;
}
