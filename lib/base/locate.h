/* locate.h - the search for the backend, the worker program and the models. */
#ifndef T2S_BASE_LOCATE_H
#define T2S_BASE_LOCATE_H

#include "t2sed/status.h"

#define T2S_BACKEND_FILE "libt2sed-torch.so"
#define T2S_WORKER_FILE  "t2sed-worker"

typedef enum t2s_located {
    T2S_BACKEND,
    T2S_WORKER,
    T2S_MODEL, /* the default model */
    T2S_QUESTION_PARSER,
    T2S_SCHEMA_PREDICTION,
    T2S_SKETCHER,
    T2S_CORRECTOR
} t2s_located;

/* The path of what is looked for (freed with t2s_free): `path` if it is not
 * NULL, else that of its environment variable, else beside the library, else
 * under the installation prefix. The first two are taken without looking, but
 * for a model without a '/' in its name that does not exist: it is the name of
 * a model beside the default one. Errors: T2SED_ENOBACKEND or T2SED_ENOTFOUND
 * with the places that were looked at; T2SED_ENOBACKEND in a static program;
 * T2SED_ENOMEM. */
t2sed_status t2s_locate(char **out, t2s_located what, const char *path,
                        t2sed_error *err);

#endif
