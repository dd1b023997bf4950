/*
 * Reads any bytes as a GGUF file: its structure, its numbers, its metadata as
 * a configuration and a tokenizer. What is whole is imported from a file.
 */
#include "fuzz.h"
#include "lab/import/language.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab/import.h"

static volatile float kept;

/* The numbers of a tensor, block by block. */
static void widen(const t2s_gguf_tensor *tensor)
{
    float values[256];
    const size_t size = (size_t)(tensor->end - tensor->begin);
    for (size_t at = 0; at < size; at += tensor->type->bytes) {
        t2s_gguf_widen(values, tensor->type, tensor->data + at,
                       tensor->type->elements);
        kept = values[0];
    }
}

/* Whether it is a model. */
static bool is_model(const t2s_gguf *file)
{
    json_t *config = NULL, *tokenizer = NULL, *names = NULL;
    t2s_language_shape shape;
    t2s_language_weights weights = {0};
    bool good =
        t2s_gguf_config(&config, file, "fuzz", NULL) == T2SED_OK &&
        t2s_language_read(&shape, config, "fuzz", NULL) == T2SED_OK &&
        t2s_language_weights_list(&weights, &shape, NULL) == T2SED_OK &&
        t2s_gguf_find_weights(&weights, file, &shape, "fuzz", NULL) == T2SED_OK;
    if (t2s_gguf_tokenizer(&tokenizer, &names, file, "fuzz", NULL) != T2SED_OK)
        good = false;
    json_decref(config);
    json_decref(tokenizer);
    json_decref(names);
    t2s_language_weights_free(&weights);
    return good;
}

static void import(const uint8_t *data, size_t size)
{
    char from[FUZZ_PATH], made[FUZZ_PATH];
    t2sed_tokenizer *tokenizer;
    fuzz_path(made, ".made");
    fuzz_clear();
    fuzz_write("model.gguf", data, size);
    if (t2sed_model_import(fuzz_path(from, "model.gguf"), made, NULL, NULL) ==
        T2SED_OK) {
        require(t2sed_tokenizer_open(&tokenizer, made, NULL) == T2SED_OK);
        t2sed_tokenizer_free(tokenizer);
    }
    fuzz_remove_made();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2s_gguf file;
    bool whole;
    /* Of its own size, so that a byte too far is found. */
    uint8_t *bytes = malloc(size ? size : 1);
    require(bytes != NULL);
    memcpy(bytes, data, size);
    if (t2s_gguf_parse(&file, bytes, size, "fuzz", NULL) == T2SED_OK) {
        for (size_t i = 0; i < file.tensors.count; i++)
            widen(&file.tensors.at[i]);
        whole = is_model(&file);
        t2s_gguf_close(&file);
        if (whole)
            import(data, size);
    }
    free(bytes);
    return 0;
}
