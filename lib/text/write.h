/* write.h - writing a part of a tokenizer as a tokenizer of its own. */
#ifndef T2S_TEXT_WRITE_H
#define T2S_TEXT_WRITE_H

#include <stdbool.h>

#include "text/tokenizer.h"

/* Marks all that the tokens marked in kept[0..size) are merged from, so that
 * texts that consist of kept tokens keep them. WordPiece merges nothing. */
void t2s_tokenizer_keep_parts(const t2sed_tokenizer *tokenizer, bool *kept);

/* Whether a token spells a single character or byte: without those, texts
 * that hold no kept token could not be spelled. */
bool t2s_tokenizer_is_single(const t2sed_tokenizer *tokenizer, int32_t id);

/*
 * Writes a tokenizer of the kept tokens into a directory: vocab.txt or
 * vocab.json and merges.txt, and tokenizer_config.json. New ids are the ranks
 * of the kept old ones. Errors: T2SED_EIO, T2SED_ENOMEM.
 */
t2sed_status t2s_tokenizer_write_kept(const t2sed_tokenizer *tokenizer,
                                      const bool *kept, const char *directory,
                                      t2sed_error *err);

#endif
