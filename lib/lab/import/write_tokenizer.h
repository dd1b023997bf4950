/*
 * write_tokenizer.h - writing a tokenizer, whole or with a part of its
 * vocabulary: what `t2sed import` does to make a model smaller.
 */
#ifndef T2S_IMPORT_WRITE_TOKENIZER_H
#define T2S_IMPORT_WRITE_TOKENIZER_H

#include <stdbool.h>

#include "text/tokenizer.h"

/* Marks the tokens of single bytes and all that the tokens marked in
 * kept[0..size) are merged from. Then a text whose tokens are all kept becomes
 * the same tokens with the smaller vocabulary. WordPiece merges nothing and
 * needs nothing. */
void t2s_tokenizer_keep_parts(const t2sed_tokenizer *tokenizer, bool *kept);

/* Whether a token spells a single character or byte: without those, texts
 * that hold no kept token could not be spelled. */
bool t2s_tokenizer_is_single(const t2sed_tokenizer *tokenizer, int32_t id);

/*
 * Writes a tokenizer of the kept tokens into a directory that is there:
 * tokenizer.json, which has every rule, and the tokenizer_config.json that
 * `transformers` needs beside it. New ids are the ranks of the kept old ones.
 * kept may be NULL, for all.
 *
 * Errors: T2SED_EINVAL (kept lacks the token for unknown words or that of a
 * byte), T2SED_ENOTFOUND, T2SED_EIO, T2SED_ENOMEM.
 */
t2sed_status t2s_tokenizer_write_kept(const t2sed_tokenizer *tokenizer,
                                      const bool *kept, const char *directory,
                                      t2sed_error *err);

#endif
