/*
 * Opens any bytes as the directory of a language model, on a fake engine.
 *
 *     @@cconfig.json @@ggeneration_config.json @@ttokenizer.json
 *     @@smodel.safetensors @@imodel.safetensors.index.json (fuzz.h)
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_name names[] = {{'c', "config.json"},
                                      {'g', "generation_config.json"},
                                      {'t', "tokenizer.json"},
                                      {'s', "model.safetensors"},
                                      {'i', "model.safetensors.index.json"}};
    fuzz_part parts[FUZZ_MAX_PARTS];
    const size_t count = fuzz_parts(parts, data, size);
    t2sed_language_model_info info = {.struct_size = sizeof info};
    t2sed_language_model_options options;
    t2sed_language_model *model;
    t2sed_error err;
    t2sed_status status;
    t2sed_language_model_options_init(&options, sizeof options);
    options.backend = fuzz_backend();
    fuzz_write_parts(parts, count, names, sizeof names / sizeof *names);
    status = t2sed_language_model_open(&model, fuzz_folder(), &options, &err);
    require(status == T2SED_OK || (err.code == status && err.text[0]));
    if (status != T2SED_OK)
        return 0;
    require(t2sed_language_model_describe(model, &info, &err) == T2SED_OK);
    require(info.vocabulary > 0 && info.context > 0);
    t2sed_language_model_free(model);
    return 0;
}
