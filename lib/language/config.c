#include "language/config.h"

#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "weights/fields.h"

#define MAX_CONFIG (1u << 20)
/* Beyond these a config is a mistake or an attack, not a model. */
#define MAX_WIDTH     65536
#define MAX_LAYERS    1024
#define MAX_ROWS      1048576
#define MAX_POSITIONS 16777216

/* What is not required is 0 where it is not there. */
#define COUNT(key, field, high, required)                                      \
    {                                                                          \
        NULL, key, T2S_FIELD_COUNT, offsetof(t2s_decoder, field), required,    \
            high, NULL, required                                               \
    }
#define NUMBER(key, field, low, high)                                          \
    {                                                                          \
        NULL, key, T2S_FIELD_NUMBER, offsetof(t2s_decoder, field), low, high,  \
            NULL, false                                                        \
    }

static const t2s_field fields[] = {
    COUNT("vocab_size", vocabulary, MAX_ROWS, true),
    COUNT("hidden_size", hidden, MAX_WIDTH, true),
    COUNT("num_hidden_layers", layers, MAX_LAYERS, true),
    COUNT("intermediate_size", intermediate, MAX_WIDTH * 4, true),
    COUNT("num_attention_heads", heads, 1024, true),
    COUNT("num_key_value_heads", key_heads, 1024, false),
    COUNT("head_dim", head_size, 4096, false),
    COUNT("max_position_embeddings", positions, MAX_POSITIONS, true),
    NUMBER("rms_norm_eps", norm_epsilon, 0, 1),
    NUMBER("rope_theta", rope_theta, 1, 1e12),
    {NULL, "tie_word_embeddings", T2S_FIELD_SWITCH, offsetof(t2s_decoder, tied),
     0, 1, NULL, false},
};

/* Of "rope_scaling", or of "rope_parameters", its newer name. */
static const t2s_field rope_fields[] = {
    NUMBER("rope_theta", rope_theta, 1, 1e12),
    NUMBER("factor", rope_factor, 0, 1e6),
    NUMBER("low_freq_factor", rope_low, 0, 1e6),
    NUMBER("high_freq_factor", rope_high, 0, 1e6),
    COUNT("original_max_position_embeddings", rope_positions, MAX_POSITIONS,
          false),
};

/* What a member must be where it is there: all else is an architecture that we
 * do not compute. */
static void want_string(t2s_members *in, const char *key, const char *wanted)
{
    const char *is = wanted;
    if (t2s_member_string(in, key, false, &is) && strcmp(is, wanted) != 0)
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "\"%s\" is \"%s\", only \"%s\" can be computed", key,
                         is, wanted);
}

static void want_false(t2s_members *in, const char *key)
{
    bool is = false;
    if (t2s_member_boolean(in, key, false, &is) && is)
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "\"%s\" is true, which can't be computed", key);
}

static void read_rope(t2s_decoder *out, t2s_members *config, const char *key)
{
    static const char *const kinds[] = {"default", "linear", "llama3", NULL};
    t2s_members in = *config;
    json_t *rope = NULL;
    t2s_member_object(&in, key, false, &rope);
    if (rope) {
        in.object = rope;
        t2s_fields_read(out, rope_fields,
                        sizeof rope_fields / sizeof *rope_fields, &in);
        t2s_member_choice(
            &in, json_object_get(rope, "rope_type") ? "rope_type" : "type",
            false, kinds, &out->rope);
    }
    config->status = in.status;
}

static void check(t2s_decoder *d, t2s_members *in)
{
    if (in->status != T2SED_OK)
        return;
    if (!d->key_heads)
        d->key_heads = d->heads;
    if (!d->head_size && d->hidden % d->heads != 0)
        t2s_members_fail(in, T2SED_EFORMAT, "%d heads do not divide %d",
                         d->heads, d->hidden);
    if (!d->head_size)
        d->head_size = d->hidden / d->heads;
    if (d->heads % d->key_heads != 0 || d->head_size % 2 != 0)
        t2s_members_fail(in, T2SED_EFORMAT,
                         "%d heads of %d elements, %d of keys, do not fit",
                         d->heads, d->head_size, d->key_heads);
    if ((d->rope != T2S_ROPE_PLAIN && !(d->rope_factor > 0)) ||
        (d->rope == T2S_ROPE_LLAMA3 &&
         !(d->rope_low > 0 && d->rope_high > d->rope_low &&
           d->rope_positions > 0)))
        t2s_members_fail(in, T2SED_EFORMAT,
                         "the numbers of rotary positions do not fit");
}

static void add_end(t2s_language_config *out, t2s_members *in,
                    const json_t *value)
{
    const json_int_t id = json_integer_value(value);
    if (!json_is_integer(value) || id < 0 || id >= out->decoder.vocabulary)
        t2s_members_fail(in, T2SED_EFORMAT,
                         "\"eos_token_id\" is no token of the vocabulary");
    else if (!t2s_vector_push(&out->ends, (int32_t)id))
        in->status = t2s_fail_memory(in->err);
}

/* A number, a list of them, or null. */
static void read_ends(t2s_language_config *out, t2s_members *in)
{
    const json_t *value = json_object_get(in->object, "eos_token_id");
    if (in->status != T2SED_OK || !value || json_is_null(value))
        return;
    if (!json_is_array(value))
        add_end(out, in, value);
    for (size_t i = 0; i < json_array_size(value); i++)
        if (in->status == T2SED_OK)
            add_end(out, in, json_array_get(value, i));
}

static void read_config(t2s_language_config *out, t2s_members *in)
{
    static const char *const families[] = {"qwen2", "llama", NULL};
    t2s_decoder *d = &out->decoder;
    int family = 0;
    t2s_member_choice(in, "model_type", true, families, &family);
    out->family = families[family];
    d->qkv_bias = family == 0;
    d->rope_theta = 10000;
    d->norm_epsilon = 1e-6;
    want_string(in, "hidden_act", "silu");
    want_false(in, "use_sliding_window");
    want_false(in, "mlp_bias");
    if (family == 1)
        want_false(in, "attention_bias");
    if (json_is_object(json_object_get(in->object, "quantization_config")))
        t2s_members_fail(in, T2SED_EUNSUPPORTED,
                         "\"quantization_config\": weights must be F32, F16 or "
                         "BF16");
    t2s_fields_read(d, fields, sizeof fields / sizeof *fields, in);
    read_rope(d, in, "rope_scaling");
    read_rope(d, in, "rope_parameters");
    check(d, in);
    read_ends(out, in);
}

static t2sed_status
read_file(t2s_language_config *out, const char *directory, const char *name,
          void (*read)(t2s_language_config *, t2s_members *), t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    json_t *config = NULL;
    t2sed_status status = path ? t2s_json_read(&config, path, MAX_CONFIG, err)
                               : t2s_fail_memory(err);
    if (status == T2SED_OK) {
        t2s_members in = {config, path, err, T2SED_OK};
        if (!json_is_object(config))
            t2s_members_fail(&in, T2SED_EFORMAT, "is no JSON object");
        else
            read(out, &in);
        status = in.status;
    }
    json_decref(config);
    t2s_free(path);
    return status;
}

t2sed_status t2s_language_config_read(t2s_language_config *out,
                                      const char *directory, t2sed_error *err)
{
    t2sed_error missing;
    t2sed_status status;
    memset(out, 0, sizeof *out);
    status = read_file(out, directory, "config.json", read_config, err);
    if (status == T2SED_OK) {
        status = read_file(out, directory, "generation_config.json", read_ends,
                           &missing);
        if (status == T2SED_ENOTFOUND)
            status = T2SED_OK;
        else if (status != T2SED_OK)
            status = t2s_fail(err, status, missing.offset, "%s", missing.text);
    }
    if (status != T2SED_OK)
        t2s_language_config_free(out);
    return status;
}

void t2s_language_config_free(t2s_language_config *config)
{
    t2s_vector_free(&config->ends);
}
