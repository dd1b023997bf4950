/* import.h - the parts of an import: a pre-trained encoder as others save it,
 * and a smaller vocabulary for it. */
#ifndef T2S_IMPORT_H
#define T2S_IMPORT_H

#include <stdbool.h>

#include "model/weights.h"
#include "t2sed/parts/tokenizer.h"
#include "weights/safetensors.h"

/* --- source.c --- */

typedef struct t2s_import_source {
    t2s_safetensors file;
    const char *prefix; /* "bert.", "roberta.", "": before its names */
    char *path;         /* of the file, for messages */
} t2s_import_source;

/* T2SED_EUNSUPPORTED for weights that are a pickle: what converts them. */
t2sed_status t2s_import_refuse_pickle(const char *path, t2sed_error *err);

/* The failure of a directory without model.safetensors: T2SED_ENOTFOUND, or
 * that it has a pickle. */
t2sed_status t2s_import_fail_missing(const char *directory, t2sed_error *err);

/* Opens the directory's model.safetensors. Errors: t2s_safetensors_open;
 * T2SED_ENOTFOUND, T2SED_EUNSUPPORTED (split over several files, a pickle),
 * T2SED_EMISMATCH (no encoder of a known family). */
t2sed_status t2s_import_source_open(t2s_import_source *out,
                                    const char *directory, t2sed_error *err);
void t2s_import_source_close(t2s_import_source *source);

/* The tensor for one of the encoder's weights, checked; borrowed from the
 * file. Errors: T2SED_EMISMATCH, T2SED_EUNSUPPORTED. */
t2sed_status t2s_import_source_find(t2s_tensor *out,
                                    const t2s_import_source *source,
                                    const t2s_weight *weight, t2sed_error *err);

/* --- prune.c --- */

/*
 * Decides which tokens stay: those of the lines of the file `text`, those with
 * a role, single characters and bytes, the `first` ones, and all that they are
 * merged from; so that texts of the file keep their tokens, and any other
 * text can still be spelled. *kept: [the tokenizer's size], the caller's.
 * Errors: those of reading and encoding the file.
 */
t2sed_status t2s_prune(bool **kept, const t2sed_tokenizer *tokenizer,
                       const char *text, int first, t2sed_error *err);

/* --- write_tokenizer.c --- */

/*
 * Writes a tokenizer of the kept tokens into a directory that is there:
 * tokenizer.json, which has every rule, and the tokenizer_config.json that
 * `transformers` needs beside it. New ids are the ranks of the kept old ones.
 * kept may be NULL, for all.
 *
 * Errors: T2SED_EINVAL (kept lacks the token for unknown words or that of a
 * byte), T2SED_EUNSUPPORTED (a language model's tokenizer), T2SED_ENOTFOUND,
 * T2SED_EIO, T2SED_ENOMEM.
 */
t2sed_status t2s_tokenizer_write_kept(const t2sed_tokenizer *tokenizer,
                                      const bool *kept, const char *directory,
                                      t2sed_error *err);

#endif
