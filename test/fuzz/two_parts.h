/* two_parts.h - a fuzzer's bytes as config.json, a NUL, and model.safetensors:
 * the two files of a sketcher or a schema predictor. */
#ifndef T2S_FUZZ_TWO_PARTS_H
#define T2S_FUZZ_TWO_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/json.h"
#include "base/memory.h"
#include "weights/directory.h"

typedef struct two_parts {
    t2s_weight_directory files; /* its paths are no files */
    void *bytes;                /* aligned, as a mapped file is */
} two_parts;

static inline void two_parts_close(two_parts *parts)
{
    t2s_weight_directory_close(&parts->files);
    free(parts->bytes);
}

/* False where either part is malformed: nothing is to be closed then. */
static inline bool two_parts_open(two_parts *out, const uint8_t *data,
                                  size_t size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    two_parts parts = {.bytes = NULL};
    size_t text, rest;
    if (!end)
        return false;
    parts.files.config_path = t2s_strdup("config");
    parts.files.weights_path = t2s_strdup("weights");
    text = (size_t)(end - data);
    rest = size - text - 1;
    parts.bytes = malloc(rest + 1);
    if (parts.bytes) {
        memcpy(parts.bytes, end + 1, rest);
        if (t2s_json_parse(&parts.files.config, (const char *)data, text,
                           "config", NULL) == T2SED_OK &&
            t2s_safetensors_parse(&parts.files.weights, parts.bytes, rest,
                                  "weights", NULL) == T2SED_OK) {
            *out = parts;
            return true;
        }
    }
    two_parts_close(&parts);
    return false;
}

#endif
