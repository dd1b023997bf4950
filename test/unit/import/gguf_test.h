/* gguf_test.h - GGUF files made piece by piece, and a tiny model in one. */
#ifndef T2S_GGUF_TEST_H
#define T2S_GGUF_TEST_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "base/utf8.h"
#include "lab/import/gguf.h"
#include "text/tokenizer.h"

/* A file in the making: its three parts. */
typedef struct gguf_file {
    t2s_string pairs, tensors, data;
    uint64_t pair_count, tensor_count;
} gguf_file;

static inline void gguf_number(t2s_string *to, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++)
        t2s_string_append_char(to, (char)(unsigned char)(n >> (8 * i)));
}

static inline void gguf_text(t2s_string *to, const char *text)
{
    gguf_number(to, strlen(text), 8);
    t2s_string_append(to, text);
}

static inline void gguf_key(gguf_file *file, const char *key, uint32_t kind)
{
    file->pair_count++;
    gguf_text(&file->pairs, key);
    gguf_number(&file->pairs, kind, 4);
}

static inline void gguf_u32(gguf_file *file, const char *key, uint32_t n)
{
    gguf_key(file, key, T2S_GGUF_U32);
    gguf_number(&file->pairs, n, 4);
}

static inline void gguf_float(gguf_file *file, const char *key, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gguf_key(file, key, T2S_GGUF_F32);
    gguf_number(&file->pairs, bits, 4);
}

static inline void gguf_string(gguf_file *file, const char *key,
                               const char *value)
{
    gguf_key(file, key, T2S_GGUF_STRING);
    gguf_text(&file->pairs, value);
}

static inline void gguf_array(gguf_file *file, const char *key, uint32_t kind,
                              uint64_t count)
{
    gguf_key(file, key, T2S_GGUF_ARRAY);
    gguf_number(&file->pairs, kind, 4);
    gguf_number(&file->pairs, count, 8);
}

/* Describes a tensor, whose fastest size stands first, and pads the data. */
static inline void gguf_tensor(gguf_file *file, const char *name, uint32_t type,
                               int rank, const uint64_t *sizes)
{
    while (file->data.length % 32 != 0)
        t2s_string_append_char(&file->data, '\0');
    file->tensor_count++;
    gguf_text(&file->tensors, name);
    gguf_number(&file->tensors, (uint64_t)rank, 4);
    for (int i = 0; i < rank; i++)
        gguf_number(&file->tensors, sizes[i], 8);
    gguf_number(&file->tensors, type, 4);
    gguf_number(&file->tensors, file->data.length, 8);
}

/* The whole file; freed with t2s_string_free. */
static inline t2s_string gguf_bytes(const gguf_file *file, uint32_t version)
{
    t2s_string out = {0};
    t2s_string_append(&out, "GGUF");
    gguf_number(&out, version, 4);
    gguf_number(&out, file->tensor_count, 8);
    gguf_number(&out, file->pair_count, 8);
    t2s_string_append_n(&out, file->pairs.text ? file->pairs.text : "",
                        file->pairs.length);
    t2s_string_append_n(&out, file->tensors.text ? file->tensors.text : "",
                        file->tensors.length);
    while (out.length % 32 != 0)
        t2s_string_append_char(&out, '\0');
    t2s_string_append_n(&out, file->data.text ? file->data.text : "",
                        file->data.length);
    return out;
}

static inline void gguf_end(gguf_file *file)
{
    t2s_string_free(&file->pairs);
    t2s_string_free(&file->tensors);
    t2s_string_free(&file->data);
}

/* --- a tiny model --- */

enum {
    TINY_HIDDEN = 8,
    TINY_INNER = 6,
    TINY_HEADS = 2,
    TINY_KEYS = 1,
    TINY_SIZE = 4,
    TINY_TOKENS = 259, /* bytes, "ab", <|end|>, <tool> */
    TINY_ROWS = 261    /* and two that are unused */
};

/* Number i of the weight of that name, as Hugging Face has it. */
static inline float tiny_number(const char *name, size_t i)
{
    unsigned sum = 0;
    for (const char *c = name; *c; c++)
        sum = sum * 31 + (unsigned char)*c;
    return (float)((sum % 1000 + i * 7) % 509) / 64 - 4;
}

/* A tensor of fp32; rows of `heads` heads are put in llama.cpp's order. */
static inline void tiny_tensor(gguf_file *file, const char *name, uint64_t rows,
                               uint64_t columns, uint64_t heads)
{
    const uint64_t sizes[] = {columns ? columns : rows, rows};
    const uint64_t size = heads ? rows / heads : 0;
    gguf_tensor(file, name, 0, columns ? 2 : 1, sizes);
    for (uint64_t row = 0; row < rows; row++) {
        uint64_t from = row;
        if (size) /* pairs of a head's halves, in turns */
            from = row / size * size + row % size / 2 +
                   row % size % 2 * (size / 2);
        for (uint64_t i = 0; i < (columns ? columns : 1); i++) {
            const float value =
                tiny_number(name, (size_t)(from * (columns ? columns : 1) + i));
            uint32_t bits;
            memcpy(&bits, &value, sizeof bits);
            gguf_number(&file->data, bits, 4);
        }
    }
}

static inline void tiny_tokenizer(gguf_file *file, const char *pre)
{
    gguf_string(file, "tokenizer.ggml.model", "gpt2");
    gguf_string(file, "tokenizer.ggml.pre", pre);
    gguf_array(file, "tokenizer.ggml.tokens", T2S_GGUF_STRING, TINY_ROWS);
    for (unsigned id = 0; id < 256; id++) {
        char text[5] = {0};
        t2s_utf8_encode(t2s_byte_char(id), text);
        gguf_text(&file->pairs, text);
    }
    gguf_text(&file->pairs, "ab");
    gguf_text(&file->pairs, "<|end|>");
    gguf_text(&file->pairs, "<tool>");
    gguf_text(&file->pairs, "[PAD1]");
    gguf_text(&file->pairs, "[PAD2]");
    gguf_array(file, "tokenizer.ggml.token_type", T2S_GGUF_I32, TINY_ROWS);
    for (unsigned id = 0; id < TINY_ROWS; id++)
        gguf_number(&file->pairs,
                    id < 257    ? 1
                    : id == 257 ? 3
                    : id == 258 ? 4
                                : 5,
                    4);
    gguf_array(file, "tokenizer.ggml.merges", T2S_GGUF_STRING, 1);
    gguf_text(&file->pairs, "a b");
    gguf_u32(file, "tokenizer.ggml.bos_token_id", 257);
    gguf_u32(file, "tokenizer.ggml.eos_token_id", 257);
    gguf_string(file, "tokenizer.chat_template", "{{ m }}");
}

static inline void tiny_metadata(gguf_file *file, const char *family,
                                 const char *key, uint32_t n)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s", family, key);
    gguf_u32(file, name, n);
}

/* A model of one layer; `biases` are those of queries, keys and values. */
static inline gguf_file tiny_gguf(const char *family, const char *pre,
                                  bool biases, bool tied)
{
    gguf_file file = {0};
    char name[64];
    gguf_string(&file, "general.architecture", family);
    tiny_metadata(&file, family, "block_count", 1);
    tiny_metadata(&file, family, "context_length", 64);
    tiny_metadata(&file, family, "embedding_length", TINY_HIDDEN);
    tiny_metadata(&file, family, "feed_forward_length", TINY_INNER);
    tiny_metadata(&file, family, "attention.head_count", TINY_HEADS);
    tiny_metadata(&file, family, "attention.head_count_kv", TINY_KEYS);
    snprintf(name, sizeof name, "%s.attention.layer_norm_rms_epsilon", family);
    gguf_float(&file, name, 1e-6f);
    tiny_tokenizer(&file, pre);
    const bool llama = strcmp(family, "llama") == 0;
    tiny_tensor(&file, "token_embd.weight", TINY_ROWS, TINY_HIDDEN, 0);
    tiny_tensor(&file, "blk.0.attn_norm.weight", TINY_HIDDEN, 0, 0);
    tiny_tensor(&file, "blk.0.attn_q.weight", TINY_HEADS * TINY_SIZE,
                TINY_HIDDEN, llama ? TINY_HEADS : 0);
    tiny_tensor(&file, "blk.0.attn_k.weight", TINY_KEYS * TINY_SIZE,
                TINY_HIDDEN, llama ? TINY_KEYS : 0);
    tiny_tensor(&file, "blk.0.attn_v.weight", TINY_KEYS * TINY_SIZE,
                TINY_HIDDEN, 0);
    if (biases) {
        tiny_tensor(&file, "blk.0.attn_q.bias", TINY_HEADS * TINY_SIZE, 0,
                    llama ? TINY_HEADS : 0);
        tiny_tensor(&file, "blk.0.attn_k.bias", TINY_KEYS * TINY_SIZE, 0,
                    llama ? TINY_KEYS : 0);
        tiny_tensor(&file, "blk.0.attn_v.bias", TINY_KEYS * TINY_SIZE, 0, 0);
    }
    tiny_tensor(&file, "blk.0.attn_output.weight", TINY_HIDDEN,
                TINY_HEADS * TINY_SIZE, 0);
    if (biases && llama)
        tiny_tensor(&file, "blk.0.attn_output.bias", TINY_HIDDEN, 0, 0);
    tiny_tensor(&file, "blk.0.ffn_norm.weight", TINY_HIDDEN, 0, 0);
    tiny_tensor(&file, "blk.0.ffn_gate.weight", TINY_INNER, TINY_HIDDEN, 0);
    tiny_tensor(&file, "blk.0.ffn_up.weight", TINY_INNER, TINY_HIDDEN, 0);
    tiny_tensor(&file, "blk.0.ffn_down.weight", TINY_HIDDEN, TINY_INNER, 0);
    tiny_tensor(&file, "output_norm.weight", TINY_HIDDEN, 0, 0);
    if (!tied)
        tiny_tensor(&file, "output.weight", TINY_ROWS, TINY_HIDDEN, 0);
    return file;
}

#endif
