/*
 * tiny_forest.h - forests for the evidence that a model directory's config
 * lists: number k of it (from 0) adds k + 1 where it is above 0.5, and nothing
 * where it is not or unknown. Both forests are alike.
 */
#ifndef T2S_TINY_FOREST_H
#define T2S_TINY_FOREST_H

#include <stdio.h>
#include <stdlib.h>

#include "lab/write/write.h"
#include "model/config.h"
#include "weights/forest.h"

/* What a config needs to have forests that count as the text does. */
#define T2S_TINY_FUSION                                                        \
    "\"branch\": \"forest\", \"fusion\": {"                                    \
    "\"question\": {\"text\": 1, \"evidence\": 1, \"bias\": 0},"               \
    "\"schema\": {\"text\": 1, \"evidence\": 1, \"bias\": 0},"                 \
    "\"database\": {\"text\": 1, \"evidence\": 1, \"bias\": 0}}"

#define T2S_TINY_FEATURES 64

static inline void t2s_tiny_forest_die(const t2sed_error *err)
{
    fprintf(stderr, "tiny forest: %s\n", err->text);
    exit(EXIT_FAILURE);
}

/* Writes forest.safetensors to a directory that has a config.json. */
static inline void t2s_tiny_forest(const char *dir)
{
    static const char *const prefixes[] = {"without.", "database."};
    t2s_forest_node nodes[T2S_TINY_FEATURES];
    int32_t starts[T2S_TINY_FEATURES + 1];
    float leaves[2 * T2S_TINY_FEATURES];
    t2s_forest forest = {.starts = starts, .nodes = nodes, .leaves = leaves};
    const t2s_forest *const both[] = {&forest, &forest};
    char path[1024];
    t2s_config config;
    t2sed_error err;
    snprintf(path, sizeof path, "%s/" T2S_CONFIG_FILE, dir);
    if (t2s_config_read(&config, path, &err) != T2SED_OK)
        t2s_tiny_forest_die(&err);
    forest.trees = forest.features =
        (int32_t)(config.evidence.count < T2S_TINY_FEATURES
                      ? config.evidence.count
                      : T2S_TINY_FEATURES);
    forest.names = config.evidence.at;
    for (int32_t k = 0; k <= forest.trees; k++)
        starts[k] = k;
    for (int32_t k = 0; k < forest.trees; k++) {
        nodes[k] = (t2s_forest_node){
            .threshold = 0.5F, .child = {~0, ~1}, .feature = (uint16_t)k};
        leaves[2 * k] = 0;
        leaves[2 * k + 1] = (float)(k + 1);
    }
    snprintf(path, sizeof path, "%s/" T2S_FOREST_FILE, dir);
    if (t2s_forest_write(path, both, prefixes, 2, &err) != T2SED_OK)
        t2s_tiny_forest_die(&err);
    t2s_config_free(&config);
}

#endif
