#include <string.h>

#include "base/utf8.h"
#include "text/write.h"

/*
 * A part usually has a lower rank than what it is part of, so that one pass
 * from the last merge to the first finds all; a file in another order takes
 * more passes.
 */
void t2s_tokenizer_keep_parts(const t2sed_tokenizer *tokenizer, bool *kept)
{
    const t2s_bpe *bpe = &tokenizer->bpe;
    bool more = tokenizer->kind == T2S_BYTE_BPE;
    for (unsigned byte = 0; more && byte < 256; byte++)
        kept[bpe->bytes[byte]] = true;
    while (more) {
        more = false;
        for (size_t i = bpe->merges.count; i-- > 0;) {
            const t2s_merge *merge = &bpe->merges.at[i];
            if (!kept[merge->result] ||
                (kept[merge->left] && kept[merge->right]))
                continue;
            kept[merge->left] = kept[merge->right] = true;
            more = true;
        }
    }
}

bool t2s_tokenizer_is_single(const t2sed_tokenizer *tokenizer, int32_t id)
{
    const char *text = tokenizer->texts[id];
    size_t n = strlen(text), prefix = 0;
    if (tokenizer->kind == T2S_WORDPIECE)
        prefix = strlen(tokenizer->wordpiece.prefix);
    if (n > prefix && prefix > 0 &&
        memcmp(text, tokenizer->wordpiece.prefix, prefix) == 0) {
        text += prefix;
        n -= prefix;
    }
    return t2s_utf8_length(text, n) == n;
}
