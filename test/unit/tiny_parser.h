/*
 * tiny_parser.h - a question parser's directory with random weights: two
 * layers of 4, a few words, tags and relations. Its trees mean nothing, but are
 * trees. (test/python/support/tiny_parser.py makes the like.)
 */
#ifndef T2S_TINY_PARSER_H
#define T2S_TINY_PARSER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lab/write/write.h"
#include "weights/safetensors.h"

#define T2S_TINY_PARSER_TENSORS 40

/* The test can't go on. */
static inline void t2s_tiny_parser_die(const char *what)
{
    fprintf(stderr, "tiny parser: %s\n", what);
    exit(EXIT_FAILURE);
}

/* Adds a tensor of random numbers; sizes end with 0. */
static inline void t2s_tiny_parser_add(t2s_tensor *tensors, int32_t *count,
                                       const char *name, int64_t a, int64_t b,
                                       int64_t c)
{
    static char names[T2S_TINY_PARSER_TENSORS][40];
    static uint32_t state = 12345;
    t2s_tensor *t = &tensors[*count];
    size_t elements = (size_t)a * (size_t)(b ? b : 1) * (size_t)(c ? c : 1);
    float *data = malloc(elements * sizeof *data);
    if (!data || *count == T2S_TINY_PARSER_TENSORS)
        t2s_tiny_parser_die("memory");
    for (size_t i = 0; i < elements; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = (float)(state >> 8) / 8388608.0f - 1;
    }
    snprintf(names[*count], sizeof names[*count], "%s", name);
    *t = (t2s_tensor){.name = names[*count],
                      .dtype = T2S_F32,
                      .rank = c   ? 3
                              : b ? 2
                                  : 1,
                      .shape = {a, b, c},
                      .data = data};
    ++*count;
}

static inline void t2s_tiny_parser_layers(t2s_tensor *tensors, int32_t *count,
                                          int64_t hidden, int64_t input)
{
    char name[40];
    for (int layer = 0; layer < 2; layer++)
        for (int back = 0; back < 2; back++) {
            const char *end = back ? "_reverse" : "";
            snprintf(name, sizeof name, "lstm.%d.weight_ih_l0%s", layer, end);
            t2s_tiny_parser_add(tensors, count, name, 4 * hidden,
                                layer ? 2 * hidden : input, 0);
            snprintf(name, sizeof name, "lstm.%d.weight_hh_l0%s", layer, end);
            t2s_tiny_parser_add(tensors, count, name, 4 * hidden, hidden, 0);
            snprintf(name, sizeof name, "lstm.%d.bias_ih_l0%s", layer, end);
            t2s_tiny_parser_add(tensors, count, name, 4 * hidden, 0, 0);
            snprintf(name, sizeof name, "lstm.%d.bias_hh_l0%s", layer, end);
            t2s_tiny_parser_add(tensors, count, name, 4 * hidden, 0, 0);
        }
}

static inline void t2s_tiny_parser_weights(const char *path)
{
    enum { HIDDEN = 4, ARC = 3, LABEL = 2, TAGS = 4, RELATIONS = 6 };
    static const struct {
        const char *name;
        int size;
    } linears[] = {{"tag", TAGS},
                   {"arc_head", ARC},
                   {"arc_dependent", ARC},
                   {"label_head", LABEL},
                   {"label_dependent", LABEL}};
    t2s_tensor tensors[T2S_TINY_PARSER_TENSORS];
    int32_t count = 0;
    t2s_tiny_parser_add(tensors, &count, "fixed.weight", 5, 3, 0);
    t2s_tiny_parser_add(tensors, &count, "words.weight", 3, 2, 0);
    t2s_tiny_parser_add(tensors, &count, "ngrams.weight", 11, 2, 0);
    t2s_tiny_parser_add(tensors, &count, "shapes.weight", 16, 1, 0);
    t2s_tiny_parser_add(tensors, &count, "root", 2 * HIDDEN, 0, 0);
    t2s_tiny_parser_add(tensors, &count, "arc", ARC + 1, ARC, 0);
    t2s_tiny_parser_add(tensors, &count, "label", RELATIONS, LABEL + 1,
                        LABEL + 1);
    t2s_tiny_parser_layers(tensors, &count, HIDDEN, 8);
    for (size_t i = 0; i < sizeof linears / sizeof linears[0]; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s.weight", linears[i].name);
        t2s_tiny_parser_add(tensors, &count, name, linears[i].size, 2 * HIDDEN,
                            0);
        snprintf(name, sizeof name, "%s.bias", linears[i].name);
        t2s_tiny_parser_add(tensors, &count, name, linears[i].size, 0, 0);
    }
    if (t2s_safetensors_write(path, tensors, count, T2S_F32, NULL) != T2SED_OK)
        t2s_tiny_parser_die(path);
    for (int32_t i = 0; i < count; i++)
        free((void *)(uintptr_t)tensors[i].data);
}

static inline void t2s_tiny_parser_text(const char *dir, const char *name,
                                        const char *text)
{
    char path[1024];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", dir, name);
    file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        t2s_tiny_parser_die(path);
}

/* Writes the directory, which is made if need be, and names it in
 * T2SED_QUESTION_PARSER: it is the default parser of this process. */
static inline void t2s_tiny_parser(const char *dir)
{
    char path[1024];
    mkdir(dir, 0777);
    t2s_tiny_parser_text(
        dir, "config.json",
        "{\"t2sed_parser\": {\"format\": 1, \"tags\": [\"NOUN\", \"VERB\", "
        "\"ADV\", \"PUNCT\"], \"relations\": [\"nsubj\", \"root\", \"obj\", "
        "\"acl:relcl\", \"punct\", \"advmod\"]}}\n");
    t2s_tiny_parser_text(dir, "words.txt", "how\nmany\nsingers\n000\n");
    snprintf(path, sizeof path, "%s/model.safetensors", dir);
    t2s_tiny_parser_weights(path);
    setenv("T2SED_QUESTION_PARSER", dir, 1);
}

#endif
