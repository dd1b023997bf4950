/* checkpoint.h - pytorch_model.bin: a zip archive with a pickle that describes
 * tensors and an entry for the data of each storage. */
#ifndef T2S_MODEL_CHECKPOINT_H
#define T2S_MODEL_CHECKPOINT_H

#include "weights/safetensors.h"

/*
 * Maps and checks a file; what comes out is used and closed as if it were a
 * safetensors file. Nothing in it is run. Errors: T2SED_ENOTFOUND, T2SED_EIO,
 * T2SED_EFORMAT, T2SED_EUNSUPPORTED (PyTorch's format before 1.6, a tensor that
 * is not contiguous, something else than tensors), T2SED_ELIMIT.
 */
t2sed_status t2s_checkpoint_open(t2s_safetensors *out, const char *path,
                                 t2sed_error *err);
/* The same for bytes in memory, aligned to 8, which must outlive *out. */
t2sed_status t2s_checkpoint_parse(t2s_safetensors *out,
                                  const unsigned char *data, size_t size,
                                  const char *what, t2sed_error *err);

#endif
