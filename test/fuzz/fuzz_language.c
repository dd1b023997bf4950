/*
 * Imports any bytes as the Hugging Face directory of a language model; what
 * comes out has weights and a tokenizer that can be opened.
 *
 *     @@cconfig.json @@ttokenizer.json @@xmodel.safetensors.index.json
 *     @@smodel.safetensors @@aa.safetensors @@bb.safetensors
 *     @@ktokenizer_config.json @@jchat_template.jinja (fuzz.h)
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab/import.h"
#include "weights/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_name names[] = {{'c', "config.json"},
                                      {'t', "tokenizer.json"},
                                      {'x', "model.safetensors.index.json"},
                                      {'s', "model.safetensors"},
                                      {'a', "a.safetensors"},
                                      {'b', "b.safetensors"},
                                      {'k', "tokenizer_config.json"},
                                      {'j', "chat_template.jinja"}};
    fuzz_part parts[FUZZ_MAX_PARTS];
    char made[FUZZ_PATH], weights[FUZZ_PATH];
    t2sed_tokenizer *tokenizer;
    t2s_safetensors file;
    fuzz_write_parts(parts, fuzz_parts(parts, data, size), names,
                     sizeof names / sizeof *names);
    fuzz_path(made, ".made");
    if (t2sed_model_import(fuzz_folder(), made, NULL, NULL) == T2SED_OK &&
        t2s_safetensors_open(&file,
                             fuzz_path(weights, ".made/model.safetensors"),
                             NULL) == T2SED_OK) {
        t2s_safetensors_close(&file);
        require(t2sed_tokenizer_open(&tokenizer, made, NULL) == T2SED_OK);
        t2sed_tokenizer_free(tokenizer);
    }
    fuzz_remove_made();
    return 0;
}
