#include "model/backend.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/locate.h"
#include "base/system.h"

/* What the process has loaded, under the lock; never unloaded, since engines
 * leave threads and thread-local data behind. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const t2s_backend *loaded;
static char loaded_path[4096];
static bool threads_are_set;

static t2sed_status open_table(const t2s_backend **out, const char *path,
                               t2sed_error *err)
{
    void *library;
    t2s_backend_get_fn get;
    const t2s_backend *table;
    const char *why;
    /* A name without a slash is looked up by the loader. */
    if (t2s_system_last_slash(path) && t2s_file_check(path, NULL) == T2SED_EIO)
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "%s: the backend can't be loaded: not a regular file",
                        path);
    library = t2s_system_load(path, &why);
    if (!library)
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "the backend can't be loaded: %s", why);
    /* ISO C has no way from void * to a function; POSIX has. */
    *(void **)&get = t2s_system_symbol(library, T2S_BACKEND_SYMBOL);
    table = get ? get(T2S_BACKEND_VERSION) : NULL;
    if (table && table->version == T2S_BACKEND_VERSION &&
        table->struct_size == (int32_t)sizeof *table) {
        *out = table;
        return T2SED_OK;
    }
    t2s_system_unload(library);
    if (!get)
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "%s: is no backend (it has no %s)", path,
                        T2S_BACKEND_SYMBOL);
    return t2s_fail(err, T2SED_ENOBACKEND, -1,
                    "%s: is a backend of another version than %d; install "
                    "the one that came with this library",
                    path, T2S_BACKEND_VERSION);
}

static t2sed_status load(const char *path, t2sed_error *err)
{
    char *found = NULL;
    t2sed_status status;
    if (loaded && path && strcmp(path, loaded_path) != 0)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "the backend %s is loaded already, %s can't be too",
                        loaded_path, path);
    if (loaded)
        return T2SED_OK;
    status = t2s_locate(&found, T2S_BACKEND, path, err);
    if (status != T2SED_OK)
        return status;
    if (strlen(found) >= sizeof loaded_path)
        status = t2s_fail(err, T2SED_ENOBACKEND, -1,
                          "the backend's path is too long");
    else
        status = open_table(&loaded, found, err);
    if (status == T2SED_OK) {
        memcpy(loaded_path, found, strlen(found) + 1);
        t2s_log(T2SED_LOG_INFO, "loaded %s from %s", loaded->name(),
                loaded_path);
    }
    t2s_free(found);
    return status;
}

t2sed_status t2s_backend_load(const t2s_backend **out, const char *path,
                              int threads, t2sed_error *err)
{
    t2sed_status status;
    pthread_mutex_lock(&lock);
    status = load(path, err);
    if (status == T2SED_OK && (threads > 0 || !threads_are_set)) {
        status = loaded->set_threads(threads, err);
        threads_are_set |= status == T2SED_OK;
    }
    if (status == T2SED_OK)
        *out = loaded;
    pthread_mutex_unlock(&lock);
    return status;
}
