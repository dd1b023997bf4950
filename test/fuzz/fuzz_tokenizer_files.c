/*
 * Opens any bytes as the tokenizer's files of a model directory, in any of the
 * forms that Hugging Face writes, and encodes a pair with what can be opened.
 *
 *     @@ttokenizer.json @@vvocab.txt @@jvocab.json @@mmerges.txt
 *     @@ctokenizer_config.json @@sspecial_tokens_map.json (fuzz.h)
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

static void encode(const t2sed_tokenizer *tokenizer)
{
    static const char text[] = "How many caf\xC3\xA9s?  <s> [SEP]\tSELECT 1";
    t2sed_token_arrays found = {.struct_size = sizeof found};
    t2sed_tokens *tokens;
    require(t2sed_tokens_new(&tokens, NULL) == T2SED_OK);
    for (int flags = 0; flags < 2; flags++)
        if (t2sed_tokenizer_encode_n(tokenizer, tokens, text, sizeof text - 1,
                                     flags, NULL) == T2SED_OK)
            for (size_t i = 0;
                 t2sed_tokens_get(tokens, &found, NULL) == T2SED_OK &&
                 i < found.count;
                 i++)
                require(found.bytes[i].begin <= found.bytes[i].end &&
                        found.bytes[i].end < sizeof text);
    t2sed_tokens_free(tokens);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_name names[] = {{'t', "tokenizer.json"},
                                      {'v', "vocab.txt"},
                                      {'j', "vocab.json"},
                                      {'m', "merges.txt"},
                                      {'c', "tokenizer_config.json"},
                                      {'s', "special_tokens_map.json"}};
    fuzz_part parts[FUZZ_MAX_PARTS];
    t2sed_tokenizer *tokenizer;
    fuzz_write_parts(parts, fuzz_parts(parts, data, size), names,
                     sizeof names / sizeof *names);
    if (t2sed_tokenizer_open(&tokenizer, fuzz_folder(), NULL) == T2SED_OK) {
        encode(tokenizer);
        t2sed_tokenizer_free(tokenizer);
    }
    return 0;
}
