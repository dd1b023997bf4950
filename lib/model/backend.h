/* backend.h - loading the shim, once for the process. */
#ifndef T2S_MODEL_BACKEND_H
#define T2S_MODEL_BACKEND_H

#include "base/private.h"
#include "shim/backend.h"

/*
 * The backend's table; the first call loads it. `path` is the caller's choice
 * or NULL (see locate.h). `threads` is for the engine: 0 means all cores in the
 * first call that succeeds and no change later. Errors: T2SED_ENOBACKEND,
 * T2SED_ESTATE (another backend is loaded already), those of set_threads,
 * T2SED_ENOMEM. Any threads may call this at once.
 */
T2S_PRIVATE
t2sed_status t2s_backend_load(const t2s_backend **out, const char *path,
                              int threads, t2sed_error *err);

#endif
