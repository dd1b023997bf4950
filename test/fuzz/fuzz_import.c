/*
 * Imports any bytes as an encoder's directory of Hugging Face; a model that
 * comes out can be opened.
 *
 *     @@cconfig.json @@vvocab.txt @@smodel.safetensors
 *     @@ooptions ("t2sed" of the new config.json) (fuzz.h)
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/lab/import.h"

static void import(const char *config)
{
    t2sed_import_options options;
    t2sed_model_options open;
    char made[FUZZ_PATH];
    t2sed_model *model;
    t2sed_model_options_init(&open, sizeof open);
    t2sed_import_options_init(&options, sizeof options);
    options.config = *config ? config : NULL;
    fuzz_path(made, ".made");
    if (t2sed_model_import(fuzz_folder(), made, &options, NULL) != T2SED_OK)
        return;
    open.backend = fuzz_backend();
    require(t2sed_model_open(&model, made, &open, NULL) == T2SED_OK);
    t2sed_model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_name names[] = {
        {'c', "config.json"}, {'v', "vocab.txt"}, {'s', "model.safetensors"}};
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    char *config = fuzz_text(fuzz_find(parts, count, 'o'));
    fuzz_write_parts(parts, count, names, sizeof names / sizeof *names);
    import(config);
    fuzz_remove_made();
    free(config);
    return 0;
}
