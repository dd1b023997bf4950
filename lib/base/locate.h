/* locate.h - where the backend, the worker, the default model and the rest are:
 * the design's search order, of which a caller's option is the first step. */
#ifndef T2S_BASE_LOCATE_H
#define T2S_BASE_LOCATE_H

#include "t2sed/status.h"

#define T2S_BACKEND_FILE "libt2sed-torch.so"
#define T2S_WORKER_FILE  "t2sed-worker"

/* What is there (freed with t2s_free): `path` if it is not NULL, else the
 * environment's, else beside the library, else under the installation prefix.
 * What option or environment name is taken without looking, but for a model
 * without a '/' in it that is not there: it is a name beside the default one.
 * Errors: T2SED_ENOBACKEND or T2SED_ENOTFOUND with the places that were looked
 * at, T2SED_ENOMEM. */
t2sed_status t2s_locate_backend(char **out, const char *path, t2sed_error *err);
t2sed_status t2s_locate_worker(char **out, const char *path, t2sed_error *err);
t2sed_status t2s_locate_model(char **out, const char *path, t2sed_error *err);
t2sed_status t2s_locate_parser(char **out, const char *path, t2sed_error *err);
t2sed_status t2s_locate_schema_prediction(char **out, const char *path,
                                          t2sed_error *err);
t2sed_status t2s_locate_sketcher(char **out, const char *path,
                                 t2sed_error *err);

#endif
