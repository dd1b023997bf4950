/*
 * tiny_model.h - a model directory with random weights, small enough to make in
 * every test: 2 layers of 32, a vocabulary of characters (or bytes) and a few
 * words. Its probabilities mean nothing, but are the same everywhere.
 *
 *     char dir[T2S_TINY_PATH];
 *     t2s_tiny_directory(dir);
 *     t2s_tiny_model(dir, false, NULL);   BERT's family; true: RoBERTa's
 *     ...t2sed_model_open(&model, dir, ...)...
 *     t2s_tiny_remove(dir);
 */
#ifndef T2S_TINY_MODEL_H
#define T2S_TINY_MODEL_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lab/write/write.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "weights/safetensors.h"
#include "model/weights.h"
#include "t2sed/lab/import.h"
#include "t2sed/parts/parser.h"
#include "text/tokenizer.h"
#include "tiny_forest.h"
#include "tiny_parser.h"

#define T2S_TINY_PATH 256

/* The test can't go on: says why and ends the process. */
static inline void t2s_tiny_die(const char *what, const t2sed_error *err)
{
    fprintf(stderr, "tiny model: %s%s%s\n", what, err ? ": " : "",
            err ? err->text : "");
    exit(EXIT_FAILURE);
}

static inline FILE *t2s_tiny_file(const char *dir, const char *name)
{
    char path[T2S_TINY_PATH * 4];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    file = fopen(path, "wb");
    if (!file)
        t2s_tiny_die(path, NULL);
    return file;
}

/* A new empty directory, in memory where there is such a place: models are
 * written through to the disk, which tests need not wait for. */
static inline void t2s_tiny_directory(char dir[T2S_TINY_PATH])
{
    snprintf(dir, T2S_TINY_PATH, "%s/t2s-tiny-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(dir))
        t2s_tiny_die("mkdtemp", NULL);
}

/* Removes a directory and what is in it, two levels deep. */
static inline void t2s_tiny_remove(const char *dir)
{
    DIR *list = opendir(dir);
    struct dirent *entry;
    char *path;
    while (list && (entry = readdir(list))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        path = t2s_path_join(dir, entry->d_name);
        if (!path)
            t2s_tiny_die("memory", NULL);
        if (unlink(path) != 0)
            t2s_tiny_remove(path);
        t2s_free(path);
    }
    if (list)
        closedir(list);
    rmdir(dir);
}

/* vocab.txt: special tokens, characters, a few words. Returns the count. */
static inline int t2s_tiny_wordpiece(const char *dir)
{
    static const char *const words[] = {
        "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "select", "from",
        "where", "how",   "many",  "name",  "of",     "the",    "singer",
        "count", "##s",   "all",   "age",   "show",   "group"};
    FILE *file = t2s_tiny_file(dir, "vocab.txt");
    int count = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++, count++)
        fprintf(file, "%s\n", words[i]);
    for (int c = 33; c < 127; c++) {
        if (c >= 'A' && c <= 'Z')
            continue;
        fprintf(file, "%c\n", c);
        count++;
        if (c != 's') {
            fprintf(file, "##%c\n", c);
            count++;
        }
    }
    fclose(file);
    return count;
}

/* vocab.json and merges.txt: special tokens, bytes, a few merges. */
static inline int t2s_tiny_bpe(const char *dir)
{
    static const char *const merges[][2] = {
        {"\304\240", "s"},  {"e", "r"},          {"o", "m"}, {"\304\240", "t"},
        {"\304\240t", "h"}, {"\304\240th", "e"}, {"n", "g"}, {"i", "ng"}};
    static const char *const specials[] = {"<s>", "<pad>", "</s>", "<unk>",
                                           "<mask>"};
    FILE *vocab = t2s_tiny_file(dir, "vocab.json");
    FILE *file = t2s_tiny_file(dir, "merges.txt");
    int count = 0;
    fprintf(vocab, "{");
    for (int i = 0; i < 5; i++)
        fprintf(vocab, "%s\"%s\": %d", i ? ", " : "", specials[i], count++);
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[5] = {0};
        t2s_utf8_encode(t2s_byte_char(byte), text);
        fprintf(vocab, ", \"%s%s\": %d",
                *text == '"' || *text == '\\' ? "\\" : "", text, count++);
    }
    fprintf(file, "#version: 0.2\n");
    for (size_t i = 0; i < sizeof merges / sizeof *merges; i++) {
        fprintf(vocab, ", \"%s%s\": %d", merges[i][0], merges[i][1], count++);
        fprintf(file, "%s %s\n", merges[i][0], merges[i][1]);
    }
    fprintf(vocab, "}\n");
    fclose(vocab);
    fclose(file);
    return count;
}

/* Random weights of the encoder alone, under Hugging Face's names. */
static inline void t2s_tiny_weights(const char *dir,
                                    const t2s_architecture *architecture)
{
    t2s_weights weights;
    t2s_tensor tensors[64];
    t2s_random random = {7};
    char path[T2S_TINY_PATH * 4];
    int32_t count = 0;
    t2sed_error err;
    if (t2s_weights_list(&weights, architecture, &err) != T2SED_OK)
        t2s_tiny_die("weights", &err);
    for (int32_t i = 0; i < weights.count && weights.at[i].encoder; i++) {
        const t2s_weight *weight = &weights.at[i];
        const char *name = weight->tensor.name;
        const size_t elements = (size_t)t2s_tensor_elements(&weight->tensor);
        float *data = t2s_alloc_array(elements, sizeof *data);
        if (!data)
            t2s_tiny_die("memory", NULL);
        t2s_weight_fill(weight, data, &random);
        for (size_t k = 0; k < elements && weight->tensor.rank == 2; k++)
            data[k] *= 10; /* so that inputs matter */
        if (strncmp(name, "encoder.embeddings.", 19) == 0)
            name += 8;
        tensors[count] = weight->tensor;
        tensors[count].name = name;
        tensors[count].dtype = T2S_F32;
        tensors[count++].data = data;
    }
    snprintf(path, sizeof path, "%s/model.safetensors", dir);
    if (t2s_safetensors_write(path, tensors, count, T2S_F32, &err) != T2SED_OK)
        t2s_tiny_die("safetensors", &err);
    for (int32_t i = 0; i < count; i++)
        t2s_free((void *)(uintptr_t)tensors[i].data);
    t2s_weights_free(&weights);
}

/* A Hugging Face directory of an encoder, in a directory that exists. */
static inline void t2s_tiny_encoder(const char *dir, bool roberta)
{
    t2s_architecture a = {
        .family = roberta ? T2S_ROBERTA : T2S_BERT,
        .hidden = 32,
        .layers = 2,
        .heads = 4,
        .intermediate = 64,
        .positions = roberta ? 66 : 64,
        .position_offset = roberta ? 2 : 0,
        .token_types = roberta ? 1 : 2,
        .layout = T2S_GRAPH_NONE,
        .gat_heads = 1,
    };
    FILE *file = t2s_tiny_file(dir, "config.json");
    a.vocabulary = roberta ? t2s_tiny_bpe(dir) : t2s_tiny_wordpiece(dir);
    fprintf(file,
            "{\"model_type\": \"%s\", \"vocab_size\": %d, \"hidden_size\": 32,"
            " \"num_hidden_layers\": 2, \"num_attention_heads\": 4,"
            " \"intermediate_size\": 64, \"max_position_embeddings\": %d,"
            " \"type_vocab_size\": %d, \"layer_norm_eps\": 1e-5,"
            " \"hidden_act\": \"gelu\", \"pad_token_id\": %d}\n",
            roberta ? "roberta" : "bert", a.vocabulary, a.positions,
            a.token_types, roberta ? 1 : 0);
    fclose(file);
    t2s_tiny_weights(dir, &a);
}

/* Parses a question with the tiny parser, as those do who build graphs
 * themselves. */
static inline void t2s_tiny_parse(t2sed_question *question)
{
    t2sed_parser *parser;
    t2sed_error err;
    if (t2sed_parser_open(&parser, NULL, NULL, &err) != T2SED_OK ||
        t2sed_question_complete(question, parser, &err) != T2SED_OK)
        t2s_tiny_die("parse", &err);
    t2sed_parser_free(parser);
}

/* A model directory, in a directory that exists. `config` is as in
 * t2sed_import_options; with T2S_TINY_FUSION it gets tiny forests as well.
 * Questions are parsed by a tiny parser below it. */
static inline void t2s_tiny_model(const char *dir, bool roberta,
                                  const char *config)
{
    t2sed_import_options options;
    char encoder[T2S_TINY_PATH * 2], parser[T2S_TINY_PATH * 2];
    t2sed_error err;
    t2sed_import_options_init(&options, sizeof options);
    snprintf(encoder, sizeof encoder, "%s/encoder", dir);
    if (mkdir(encoder, 0777) != 0)
        t2s_tiny_die(encoder, NULL);
    t2s_tiny_encoder(encoder, roberta);
    snprintf(parser, sizeof parser, "%s/question-parser", dir);
    t2s_tiny_parser(parser);
    options.config = config;
    if (t2sed_model_import(encoder, dir, &options, &err) != T2SED_OK)
        t2s_tiny_die("import", &err);
    if (config && strstr(config, "\"forest\""))
        t2s_tiny_forest(dir);
    t2s_tiny_remove(encoder);
}

/* What t2sed_model_describe says. */
static inline t2sed_model_info t2s_model_info(const t2sed_model *model)
{
    t2sed_model_info info = {.struct_size = sizeof info};
    if (t2sed_model_describe(model, &info, NULL) != T2SED_OK)
        abort();
    return info;
}

#endif
