/*
 * tiny_language_model.h - the directory of a language model for a fake engine:
 * its tokens are the bytes and ChatML's roles; of its weights only
 * embedding and last norm are there, all zeros.
 */
#ifndef T2S_TINY_LANGUAGE_MODEL_H
#define T2S_TINY_LANGUAGE_MODEL_H

#include "tiny_model.h"

#define T2S_TINY_LANGUAGE_TOKENS 259 /* 256 bytes, two roles, one more */

static inline void t2s_tiny_language_text(const char *dir, const char *name,
                                          const char *text)
{
    FILE *file = t2s_tiny_file(dir, name);
    fputs(text, file);
    fclose(file);
}

/* config.json, with `more` members; context of so many tokens. */
static inline void t2s_tiny_language_config(const char *dir, int context,
                                            const char *more)
{
    char text[2000];
    snprintf(text, sizeof text,
             "{\"model_type\": \"qwen2\", \"vocab_size\": %d, "
             "\"hidden_size\": 8, \"num_hidden_layers\": 2, "
             "\"num_attention_heads\": 2, \"intermediate_size\": 8, "
             "\"max_position_embeddings\": %d, \"eos_token_id\": 258%s}",
             T2S_TINY_LANGUAGE_TOKENS, context, more);
    t2s_tiny_language_text(dir, "config.json", text);
}

static inline void t2s_tiny_language_tokenizer(const char *dir,
                                               const char *const added[3])
{
    FILE *file = t2s_tiny_file(dir, "tokenizer.json");
    fprintf(file, "{\"added_tokens\": [");
    for (int i = 0; i < 3; i++)
        fprintf(file,
                "%s{\"id\": %d, \"content\": \"%s\", \"special\": true, "
                "\"normalized\": false}",
                i ? ", " : "", 256 + i, added[i]);
    fprintf(file,
            "], \"pre_tokenizer\": {\"type\": \"ByteLevel\", "
            "\"add_prefix_space\": false, \"trim_offsets\": false}, "
            "\"model\": {\"type\": \"BPE\", \"merges\": [], \"vocab\": {");
    for (unsigned b = 0; b < 256; b++) {
        char utf8[4];
        const size_t n = t2s_utf8_encode(t2s_byte_char(b), utf8);
        fprintf(file, "%s\"%s%.*s\": %u", b ? ", " : "",
                *utf8 == '"' || *utf8 == '\\' ? "\\" : "", (int)n, utf8, b);
    }
    fprintf(file, "}}}\n");
    fclose(file);
}

static inline void t2s_tiny_language_weights(const char *dir, const char *name,
                                             int64_t vocabulary)
{
    static float data[(T2S_TINY_LANGUAGE_TOKENS + 1) * 8];
    const t2s_tensor tensors[] = {
        {.name = "model.embed_tokens.weight",
         .rank = 2,
         .shape = {vocabulary, 8},
         .data = data},
        {.name = "model.norm.weight", .rank = 1, .shape = {8}, .data = data}};
    char path[T2S_TINY_PATH * 4];
    t2sed_error err;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    if (t2s_safetensors_write(path, tensors, 2, T2S_F32, &err) != T2SED_OK)
        t2s_tiny_die("safetensors", &err);
}

/* The whole directory, which exists. */
static inline void t2s_tiny_language_model(const char *dir, int context)
{
    static const char *const roles[] = {"<|im_start|>", "<|im_end|>",
                                        "<|endoftext|>"};
    t2s_tiny_language_config(dir, context, "");
    t2s_tiny_language_tokenizer(dir, roles);
    t2s_tiny_language_weights(dir, "model.safetensors",
                              T2S_TINY_LANGUAGE_TOKENS);
}

#endif
