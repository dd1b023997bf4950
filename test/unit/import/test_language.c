/* Importing language models: what is written of a GGUF file and of a Hugging
 * Face directory, and what is refused. */
#include "gguf_test.h"
#include "interrupt_test.h"
#include "tiny_model.h"

static char dir[T2S_TINY_PATH], from[T2S_TINY_PATH * 2], to[T2S_TINY_PATH * 2],
    file_path[T2S_TINY_PATH * 2];

static void setup(void)
{
    t2s_tiny_directory(dir);
    snprintf(from, sizeof from, "%s/from", dir);
    snprintf(to, sizeof to, "%s/to", dir);
    snprintf(file_path, sizeof file_path, "%s/model.gguf", dir);
}

static void teardown(void)
{
    t2s_tiny_remove(dir);
}

/* --- helpers --- */

/* Writes the file, which is ended. */
static void write_gguf(gguf_file *file)
{
    t2s_string bytes = gguf_bytes(file, 3);
    FILE *out = t2s_tiny_file(dir, "model.gguf");
    ck_assert(fwrite(bytes.text, 1, bytes.length, out) == bytes.length);
    fclose(out);
    t2s_string_free(&bytes);
    gguf_end(file);
}

static t2sed_import_options with_precision(int precision)
{
    t2sed_import_options options;
    t2sed_import_options_init(&options, sizeof options);
    options.precision = precision;
    return options;
}

static void import(const char *source, const char *target, int precision)
{
    const t2sed_import_options options = with_precision(precision);
    t2sed_error err;
    ck_assert_msg(t2sed_model_import(source, target, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
}

static void fails(const char *source, t2sed_status status, const char *says)
{
    t2sed_error err = {0};
    ck_assert_msg(t2sed_model_import(source, to, NULL, &err) == status,
                  "%s: %s: %s", says, t2sed_status_name(err.code), err.text);
    ck_assert_msg(strstr(err.text, says), "%s: \"%s\"", says, err.text);
    ck_assert(!t2s_directory_exists(to)); /* nothing was written */
}

static void gguf_fails(gguf_file *file, t2sed_status status, const char *says)
{
    write_gguf(file);
    fails(file_path, status, says);
}

static json_t *read_json(const char *directory, const char *name)
{
    char *path = t2s_path_join(directory, name);
    json_t *made = NULL;
    t2sed_error err;
    ck_assert_msg(t2s_json_read(&made, path, 1 << 20, &err) == T2SED_OK, "%s",
                  err.text);
    t2s_free(path);
    return made;
}

static t2s_safetensors open_weights(const char *directory)
{
    char *path = t2s_path_join(directory, "model.safetensors");
    t2s_safetensors weights;
    t2sed_error err;
    ck_assert_msg(t2s_safetensors_open(&weights, path, &err) == T2SED_OK, "%s",
                  err.text);
    t2s_free(path);
    return weights;
}

/* The numbers that the GGUF file of tiny_gguf has under another name. */
static void has_numbers(const t2s_safetensors *weights, const char *name,
                        const char *gguf)
{
    const t2s_tensor *tensor = t2s_safetensors_find(weights, name);
    float value;
    ck_assert_msg(tensor != NULL, "%s", name);
    for (size_t i = 0; i < (size_t)t2s_tensor_elements(tensor); i++) {
        t2s_widen(&value,
                  (const char *)tensor->data +
                      i * t2s_dtype_size(tensor->dtype),
                  tensor->dtype, 1);
        ck_assert_msg(value == tiny_number(gguf, i), "%s [%zu]: %g, not %g",
                      name, i, (double)value, (double)tiny_number(gguf, i));
    }
}

#define LAYER "model.layers.0."

static void has_all_numbers(const char *directory, bool biases, bool tied)
{
    t2s_safetensors weights = open_weights(directory);
    ck_assert_int_eq(weights.count, 11 + (biases ? 3 : 0) + (tied ? 0 : 1));
    has_numbers(&weights, "model.embed_tokens.weight", "token_embd.weight");
    has_numbers(&weights, LAYER "self_attn.q_proj.weight",
                "blk.0.attn_q.weight");
    has_numbers(&weights, LAYER "self_attn.k_proj.weight",
                "blk.0.attn_k.weight");
    has_numbers(&weights, LAYER "self_attn.v_proj.weight",
                "blk.0.attn_v.weight");
    has_numbers(&weights, LAYER "self_attn.o_proj.weight",
                "blk.0.attn_output.weight");
    has_numbers(&weights, LAYER "mlp.gate_proj.weight",
                "blk.0.ffn_gate.weight");
    has_numbers(&weights, LAYER "mlp.up_proj.weight", "blk.0.ffn_up.weight");
    has_numbers(&weights, LAYER "mlp.down_proj.weight",
                "blk.0.ffn_down.weight");
    has_numbers(&weights, LAYER "input_layernorm.weight",
                "blk.0.attn_norm.weight");
    has_numbers(&weights, LAYER "post_attention_layernorm.weight",
                "blk.0.ffn_norm.weight");
    has_numbers(&weights, "model.norm.weight", "output_norm.weight");
    if (biases)
        has_numbers(&weights, LAYER "self_attn.q_proj.bias",
                    "blk.0.attn_q.bias");
    if (!tied)
        has_numbers(&weights, "lm_head.weight", "output.weight");
    t2s_safetensors_close(&weights);
}

/* --- GGUF --- */

START_TEST(qwen2_file)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    t2sed_tokenizer *tokenizer = NULL;
    json_t *config, *names;
    t2sed_error err;
    gguf_string(&file, "general.license", "apache-2.0");
    write_gguf(&file);
    import(file_path, to, T2SED_FP32);
    has_all_numbers(to, true, true);
    config = read_json(to, "config.json");
#define IS(key, value)                                                         \
    ck_assert_int_eq(json_integer_value(json_object_get(config, key)), value)
    IS("vocab_size", TINY_ROWS);
    IS("hidden_size", TINY_HIDDEN);
    IS("num_key_value_heads", TINY_KEYS);
    IS("eos_token_id", 257);
    ck_assert_double_eq(
        json_real_value(json_object_get(config, "rms_norm_eps")), 1e-6);
    ck_assert(json_is_true(json_object_get(config, "tie_word_embeddings")));
    ck_assert_str_eq(json_string_value(json_object_get(config, "torch_dtype")),
                     "float32");
    ck_assert_str_eq(
        json_string_value(json_array_get(
            json_object_get(json_object_get(config, "t2sed"), "licences"), 0)),
        "apache-2.0");
    json_decref(config);
    names = read_json(to, "tokenizer_config.json");
    ck_assert_str_eq(json_string_value(json_object_get(names, "chat_template")),
                     "{{ m }}");
    json_decref(names);
    ck_assert_msg(t2sed_tokenizer_open(&tokenizer, to, &err) == T2SED_OK, "%s",
                  err.text);
    /* Unused tokens at the end are none. */
    ck_assert_uint_eq(t2sed_tokenizer_size(tokenizer), TINY_TOKENS);
    ck_assert_int_eq(t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_EOS), 257);
    ck_assert_int_eq(t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_CLS), -1);
    ck_assert(tokenizer->bpe.nfc && !tokenizer->bpe.ignore_merges);
    t2sed_tokenizer_free(tokenizer);
}
END_TEST

START_TEST(llama_file)
{
    gguf_file file = tiny_gguf("llama", "llama-bpe", false, false);
    t2sed_tokenizer *tokenizer = NULL;
    write_gguf(&file);
    import(file_path, to, T2SED_AUTO);
    has_all_numbers(to, false, false); /* all fit in bf16 */
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, to, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_CLS), 257);
    ck_assert(tokenizer->bpe.ignore_merges);
    ck_assert_int_eq(tokenizer->bpe.split, T2S_SPLIT_LLAMA3);
    t2sed_tokenizer_free(tokenizer);
    /* With biases, whose rows are in another order, too; GPT-2's splitting. */
    file = tiny_gguf("llama", "gpt-2", true, true);
    write_gguf(&file);
    import(file_path, to, T2SED_FP16);
    {
        t2s_safetensors weights = open_weights(to);
        has_numbers(&weights, LAYER "self_attn.q_proj.bias",
                    "blk.0.attn_q.bias");
        has_numbers(&weights, LAYER "self_attn.o_proj.bias",
                    "blk.0.attn_output.bias");
        ck_assert_int_eq(weights.tensors[0].dtype, T2S_F16);
        t2s_safetensors_close(&weights);
    }
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, to, NULL), T2SED_OK);
    ck_assert_int_eq(tokenizer->bpe.split, T2S_SPLIT_GPT2);
    t2sed_tokenizer_free(tokenizer);
}
END_TEST

/* Llama 3.1's scaling of rotary positions, with base 1e9 and heads of 4: the
 * first pair turns 1304 times in 8192 tokens, the second 0.04 times. */
START_TEST(scaled_positions)
{
    gguf_file file = tiny_gguf("llama", "llama-bpe", false, true);
    const uint64_t size[] = {2};
    json_t *config, *scaling;
    gguf_float(&file, "llama.rope.freq_base", 1e9f);
    gguf_tensor(&file, "rope_freqs.weight", 0, 1, size);
    for (int i = 0; i < 2; i++) {
        const float value = i ? 8 : 1;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        gguf_number(&file.data, bits, 4);
    }
    write_gguf(&file);
    import(file_path, to, T2SED_AUTO);
    config = read_json(to, "config.json");
    scaling = json_object_get(config, "rope_scaling");
    ck_assert_str_eq(json_string_value(json_object_get(scaling, "rope_type")),
                     "llama3");
    ck_assert_double_eq(json_real_value(json_object_get(scaling, "factor")), 8);
    json_decref(config);
}
END_TEST

/* A tiny model with one more piece of metadata. */
static gguf_file with_string(const char *key, const char *value)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    gguf_string(&file, key, value);
    return file;
}

static gguf_file with_number(const char *key, uint32_t value)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    gguf_u32(&file, key, value);
    return file;
}

/* Overwrites the last bytes of a file's metadata that are `before`. */
static gguf_file edited(const char *before, const char *after, size_t n)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    for (size_t at = file.pairs.length - n; at > 0; at--)
        if (memcmp(file.pairs.text + at, before, n) == 0) {
            memcpy(file.pairs.text + at, after, n);
            return file;
        }
    ck_abort_msg("%s is not there", before);
    return file;
}

START_TEST(refused_files)
{
    gguf_file file = {0};
    const uint64_t size[] = {4};
    gguf_string(&file, "general.architecture", "bert");
    gguf_fails(&file, T2SED_EUNSUPPORTED, "\"general.architecture\" is");
    file = (gguf_file){0};
    gguf_string(&file, "general.architecture", "qwen2");
    gguf_fails(&file, T2SED_EFORMAT, "\"qwen2.block_count\" is missing");
    file = with_string("qwen2.rope.scaling.type", "yarn");
    gguf_fails(&file, T2SED_EUNSUPPORTED, "rotary positions are scaled");
    file = with_number("qwen2.rope.dimension_count", 2);
    gguf_fails(&file, T2SED_EUNSUPPORTED, "2 of the 4 numbers of a head");
    file = with_number("qwen2.expert_count", 8);
    gguf_fails(&file, T2SED_EUNSUPPORTED, "experts");
    file = with_number("qwen2.attention.key_length", 6);
    gguf_fails(&file, T2SED_EMISMATCH,
               "blk.0.attn_q.weight is F32 [8, 8], "
               "expected F32, F16 or BF16 [12, 8]");
    file = tiny_gguf("qwen2", "qwen2", false, true);
    gguf_fails(&file, T2SED_EMISMATCH, "has no tensor blk.0.attn_q.bias");
    file = tiny_gguf("qwen2", "qwen2", true, true);
    gguf_tensor(&file, "blk.0.attn_q_norm.weight", 0, 1, size);
    gguf_number(&file.data, 0, 8);
    gguf_number(&file.data, 0, 8);
    gguf_fails(&file, T2SED_EMISMATCH, "blk.0.attn_q_norm.weight is no weight");
    file = tiny_gguf("llama", "llama-bpe", false, true);
    gguf_tensor(&file, "rope_freqs.weight", 0, 1, size);
    gguf_number(&file.data, 0, 8);
    gguf_number(&file.data, 0, 8);
    gguf_fails(&file, T2SED_EUNSUPPORTED,
               "scaled (rope_freqs.weight) otherwise");
    file = tiny_gguf("qwen2", "deepseek-llm", true, true);
    gguf_fails(&file, T2SED_EUNSUPPORTED, "\"deepseek-llm\"");
    file = edited("gpt2", "bert", 4);
    gguf_fails(&file, T2SED_EUNSUPPORTED, "a tokenizer \"bert\"");
}
END_TEST

START_TEST(refused_vocabularies)
{
    gguf_file file = edited("<tool>", "<to\0l>", 6);
    gguf_fails(&file, T2SED_EFORMAT, "entry 258 is cut by a NUL");
    file = edited("<tool>", "<to\xFFl>", 6);
    gguf_fails(&file, T2SED_EUTF8, "tokenizer.ggml.tokens");
    file = edited("[PAD2]", "[PAD1]", 6); /* unused: not looked at */
    write_gguf(&file);
    import(file_path, to, T2SED_AUTO);
    t2s_tiny_remove(to);
    file = edited("a b", "a c", 3);
    gguf_fails(&file, T2SED_EFORMAT, "merge 1: \"ac\"");
    file = edited("<|end|>", "<\xC4\xA0|>xx", 7);
    write_gguf(&file);
    import(file_path, to, T2SED_AUTO);
    t2s_tiny_remove(to);
    /* "ab" twice: in the place of "<tool>" less its last four characters. */
    file = edited("\x06\0\0\0\0\0\0\0<tool>", "\x01\0\0\0\0\0\0\0aool>", 14);
    gguf_fails(&file, T2SED_EFORMAT, "tokenizer.ggml.tokens");
    file = edited("token_id\4\0\0\0\1\1\0\0", "token_id\4\0\0\0\0\2\0\0", 16);
    gguf_fails(&file, T2SED_EFORMAT,
               "\"tokenizer.ggml.eos_token_id\" is 512, but there are 259");
}
END_TEST

START_TEST(numbers_that_are_none)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    t2sed_import_options options = with_precision(T2SED_FP16);
    t2sed_error err;
    memcpy(file.data.text + 4 * 9, "\0\0\xC0\x7F", 4);
    write_gguf(&file);
    ck_assert_int_eq(t2sed_model_import(file_path, to, NULL, &err),
                     T2SED_EFORMAT);
    ck_assert_msg(strstr(err.text, "model.embed_tokens.weight: element 9 is "
                                   "nan, expected finite"),
                  "%s", err.text);
    file = tiny_gguf("qwen2", "qwen2", true, true);
    memcpy(file.data.text, "\0\x24\x74\x49", 4); /* 1e6 */
    write_gguf(&file);
    ck_assert_int_eq(t2sed_model_import(file_path, to, &options, &err),
                     T2SED_EFORMAT);
    ck_assert_msg(strstr(err.text, "1e+06, too large for fp16"), "%s",
                  err.text);
}
END_TEST

/* --- Hugging Face --- */

static void overwrite(const char *name, const char *text)
{
    FILE *file = t2s_tiny_file(from, name);
    fputs(text, file);
    fclose(file);
}

/* Imports a tiny file to `from`, which becomes a Hugging Face directory. */
static void make_directory(void)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, false);
    write_gguf(&file);
    import(file_path, from, T2SED_BF16);
}

/* Splits its weights: the first ones in one file, the others in the next. */
static void split(int first)
{
    t2s_safetensors weights = open_weights(from);
    char *path = t2s_path_join(from, "a.safetensors");
    FILE *index = t2s_tiny_file(from, "model.safetensors.index.json");
    ck_assert_int_eq(t2s_safetensors_write(path, weights.tensors, first,
                                           T2S_DTYPE_KEEP, NULL),
                     T2SED_OK);
    t2s_free(path);
    path = t2s_path_join(from, "b.safetensors");
    ck_assert_int_eq(t2s_safetensors_write(path, weights.tensors + first,
                                           weights.count - first,
                                           T2S_DTYPE_KEEP, NULL),
                     T2SED_OK);
    t2s_free(path);
    fprintf(index, "{\"metadata\":{},\"weight_map\":{");
    for (int i = 0; i < weights.count; i++)
        fprintf(index, "%s\"%s\":\"%s.safetensors\"", i ? "," : "",
                weights.tensors[i].name, i < first ? "a" : "b");
    fprintf(index, "}}");
    fclose(index);
    t2s_safetensors_close(&weights);
    path = t2s_path_join(from, "model.safetensors");
    ck_assert_int_eq(unlink(path), 0);
    t2s_free(path);
}

/* Sets a member of from/config.json; `value` is JSON, NULL removes it. */
static void set_config(const char *key, const char *value)
{
    json_t *config = read_json(from, "config.json");
    char *path = t2s_path_join(from, "config.json");
    if (value)
        json_object_set_new(config, key,
                            json_loads(value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(config, key);
    ck_assert_int_eq(t2s_json_save(path, config, 0, NULL), T2SED_OK);
    t2s_free(path);
}

START_TEST(one_file)
{
    t2s_safetensors weights;
    json_t *config;
    make_directory();
    overwrite("generation_config.json", "{\"eos_token_id\":[257,1]}");
    overwrite("chat_template.jinja", "{{ own }}");
    import(from, to, T2SED_AUTO);
    has_all_numbers(to, true, false);
    weights = open_weights(to);
    ck_assert_int_eq(weights.tensors[0].dtype, T2S_BF16);
    t2s_safetensors_close(&weights);
    config = read_json(to, "generation_config.json");
    json_decref(config);
    config = read_json(to, "tokenizer_config.json"); /* has one already */
    ck_assert_str_eq(
        json_string_value(json_object_get(config, "chat_template")), "{{ m }}");
    json_decref(config);
    set_config("dtype", "\"bfloat16\"");
    /* As newer releases save it: apart, beside a number that is none. */
    overwrite("tokenizer_config.json",
              "{\"model_max_length\":1000000000000000019884624838656}");
    import(from, to, T2SED_FP32);
    has_all_numbers(to, true, false);
    config = read_json(to, "tokenizer_config.json");
    ck_assert_str_eq(
        json_string_value(json_object_get(config, "chat_template")),
        "{{ own }}");
    json_decref(config);
    config = read_json(to, "config.json");
    ck_assert_str_eq(json_string_value(json_object_get(config, "torch_dtype")),
                     "float32");
    ck_assert_str_eq(json_string_value(json_object_get(config, "dtype")),
                     "float32");
    json_decref(config);
}
END_TEST

START_TEST(several_files)
{
    make_directory();
    split(5);
    import(from, to, T2SED_AUTO);
    has_all_numbers(to, true, false);
}
END_TEST

/* A tied model may have its output's weights twice, and tables of rotations. */
START_TEST(spare_tensors)
{
    t2s_safetensors weights;
    make_directory();
    set_config("tie_word_embeddings", "true");
    import(from, to, T2SED_AUTO);
    weights = open_weights(to);
    ck_assert_ptr_null(t2s_safetensors_find(&weights, "lm_head.weight"));
    t2s_safetensors_close(&weights);
}
END_TEST

START_TEST(refused_indexes)
{
    make_directory();
    split(5);
    overwrite("model.safetensors.index.json", "[]");
    fails(from, T2SED_EFORMAT, "no JSON object");
    overwrite("model.safetensors.index.json", "{}");
    fails(from, T2SED_EFORMAT, "\"weight_map\" is missing");
    overwrite("model.safetensors.index.json",
              "{\"weight_map\":{\"x\":\"../a.safetensors\"}}");
    fails(from, T2SED_EFORMAT, "\"x\" is not in a file of this directory");
    overwrite("model.safetensors.index.json", "{\"weight_map\":{\"x\":7}}");
    fails(from, T2SED_EFORMAT, "\"x\" is not in a file");
    overwrite("model.safetensors.index.json",
              "{\"weight_map\":{\"x\":\"c.safetensors\"}}");
    fails(from, T2SED_ENOTFOUND, "c.safetensors: no such file");
    overwrite("model.safetensors.index.json",
              "{\"weight_map\":{\"x\":\"a.safetensors\"}}");
    fails(from, T2SED_EMISMATCH, "\"x\" is not in a.safetensors");
    overwrite("model.safetensors.index.json",
              "{\"weight_map\":{\"model.embed_tokens.weight\":"
              "\"a.safetensors\"}}");
    fails(from, T2SED_EMISMATCH, "lists 1 tensors, but its files have 5");
}
END_TEST

START_TEST(refused_configs)
{
    make_directory();
    set_config("quantization_config", "{\"quant_method\":\"awq\"}");
    fails(from, T2SED_EUNSUPPORTED, "quantised");
    set_config("quantization_config", "null");
    set_config("use_sliding_window", "true");
    fails(from, T2SED_EUNSUPPORTED, "use_sliding_window");
    set_config("use_sliding_window", NULL);
    set_config("layer_types", "[\"sliding_attention\"]");
    fails(from, T2SED_EUNSUPPORTED, "layer_types");
    set_config("layer_types", "[\"full_attention\"]");
    set_config("hidden_act", "\"gelu\"");
    fails(from, T2SED_EUNSUPPORTED, "gelu");
    set_config("hidden_act", NULL);
    set_config("num_key_value_heads", "0");
    fails(from, T2SED_EFORMAT, "num_key_value_heads");
    set_config("num_key_value_heads", "3");
    fails(from, T2SED_EMISMATCH, "2 attention heads are no multiple of 3");
    set_config("num_key_value_heads", "2");
    fails(from, T2SED_EMISMATCH,
          LAYER "self_attn.k_proj.weight is BF16 [4, 8]");
    set_config("num_key_value_heads", "1");
    set_config("head_dim", "3");
    fails(from, T2SED_EMISMATCH, "heads of 3 numbers");
    set_config("head_dim", "null");
    set_config("num_hidden_layers", "2");
    fails(from, T2SED_EMISMATCH, "has no tensor model.layers.1.");
    set_config("num_hidden_layers", "1");
    set_config("model_type", "\"llama\"");
    fails(from, T2SED_EMISMATCH, "self_attn.q_proj.bias is no weight");
    set_config("model_type", "\"qwen2\"");
    import(from, to, T2SED_AUTO); /* all is as it was */
}
END_TEST

START_TEST(refused_directories)
{
    t2sed_import_options options = with_precision(T2SED_AUTO);
    t2sed_error err;
    char *path;
    make_directory();
    options.layers = 1;
    ck_assert_int_eq(t2sed_model_import(from, to, &options, &err),
                     T2SED_EINVAL);
    ck_assert_msg(strstr(err.text, "layers is for encoders"), "%s", err.text);
    overwrite("tokenizer.json", "{}");
    fails(from, T2SED_EFORMAT, "tokenizer.json");
    path = t2s_path_join(from, "tokenizer.json");
    ck_assert_int_eq(unlink(path), 0);
    t2s_free(path);
    fails(from, T2SED_ENOTFOUND, "tokenizer.json: no such file; a language");
    path = t2s_path_join(from, "model.safetensors");
    ck_assert_int_eq(unlink(path), 0);
    t2s_free(path);
    fails(from, T2SED_ENOTFOUND, "has no model.safetensors");
    overwrite("pytorch_model.bin", "x");
    fails(from, T2SED_EUNSUPPORTED, "convert_checkpoint.py");
    path = t2s_path_join(from, "pytorch_model.bin");
    fails(path, T2SED_EUNSUPPORTED, "convert_checkpoint.py");
    t2s_free(path);
}
END_TEST

/* A tokenizer with more tokens than the model has embeddings. */
START_TEST(vocabularies_that_do_not_fit)
{
    gguf_file file = tiny_gguf("qwen2", "qwen2", true, true);
    const uint64_t sizes[] = {TINY_HIDDEN, TINY_ROWS};
    t2s_string wanted = {0}, fewer = {0};
    char *at;
    gguf_number(&wanted, sizes[1], 8);
    gguf_number(&fewer, 100, 8);
    at = file.tensors.text + 8 + strlen("token_embd.weight") + 4 + 8;
    ck_assert_mem_eq(at, wanted.text, 8);
    memcpy(at, fewer.text, 8);
    gguf_fails(&file, T2SED_EMISMATCH,
               "the tokenizer has 259 tokens, but there are 100 embeddings");
    t2s_string_free(&wanted);
    t2s_string_free(&fewer);
}
END_TEST

/* --- memory and interrupts --- */

static t2sed_status import_once(void *source)
{
    return t2sed_model_import(source, to, NULL, NULL);
}

START_TEST(every_allocation)
{
    make_directory();
    split(5);
    t2s_test_every_allocation(import_once, file_path);
    t2s_test_every_allocation(import_once, from);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    make_directory();
    t2s_test_every_interrupt(import_once, file_path, 16);
    t2s_test_every_interrupt(import_once, from, 16);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("language");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, qwen2_file);
    tcase_add_test(tests, llama_file);
    tcase_add_test(tests, scaled_positions);
    tcase_add_test(tests, refused_files);
    tcase_add_test(tests, refused_vocabularies);
    tcase_add_test(tests, numbers_that_are_none);
    tcase_add_test(tests, one_file);
    tcase_add_test(tests, several_files);
    tcase_add_test(tests, spare_tensors);
    tcase_add_test(tests, refused_indexes);
    tcase_add_test(tests, refused_configs);
    tcase_add_test(tests, refused_directories);
    tcase_add_test(tests, vocabularies_that_do_not_fit);
    tcase_add_test(tests, every_allocation);
    tcase_add_test(tests, the_host_may_end_it);
    return t2s_test_run("language", &tests, 1);
}
