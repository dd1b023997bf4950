#include "lab/train/lightgbm.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static t2s_lightgbm table;
static void *library; /* never closed: it leaves threads behind */

#define NAME "lib_lightgbm.so"

static const struct {
    const char *symbol;
    size_t offset;
} functions[] = {
    {"LGBM_GetLastError", offsetof(t2s_lightgbm, last_error)},
    {"LGBM_DatasetCreateFromMat", offsetof(t2s_lightgbm, dataset_from_matrix)},
    {"LGBM_DatasetSetField", offsetof(t2s_lightgbm, dataset_set_field)},
    {"LGBM_DatasetFree", offsetof(t2s_lightgbm, dataset_free)},
    {"LGBM_BoosterCreate", offsetof(t2s_lightgbm, booster_create)},
    {"LGBM_BoosterFree", offsetof(t2s_lightgbm, booster_free)},
    {"LGBM_BoosterAddValidData", offsetof(t2s_lightgbm, booster_add_valid)},
    {"LGBM_BoosterUpdateOneIter", offsetof(t2s_lightgbm, booster_update)},
    {"LGBM_BoosterGetEval", offsetof(t2s_lightgbm, booster_eval)},
    {"LGBM_BoosterSaveModelToString", offsetof(t2s_lightgbm, booster_save)},
    {"LGBM_BoosterPredictForMat", offsetof(t2s_lightgbm, booster_predict)},
};

static t2sed_status fill_table(void *opened, const char *path, t2sed_error *err)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *symbol = dlsym(opened, functions[i].symbol);
        if (!symbol)
            return t2s_fail(err, T2SED_ENOBACKEND, -1,
                            "%s: is no LightGBM (it has no %s)", path,
                            functions[i].symbol);
        /* ISO C has no way from void * to a function; POSIX has. */
        memcpy((char *)&table + functions[i].offset, &symbol, sizeof symbol);
    }
    return T2SED_OK;
}

static t2sed_status load(const char *path, t2sed_error *err)
{
    const char *variable = getenv("T2SED_LIGHTGBM");
    void *opened;
    t2sed_status status;
    if (library)
        return T2SED_OK;
    if (!path)
        path = variable && *variable ? variable : NAME;
    /* A name without a slash is looked up by the loader. */
    if (strchr(path, '/') && t2s_file_check(path, NULL) == T2SED_EIO)
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "%s: LightGBM can't be loaded: not a regular file",
                        path);
    opened = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        const char *why = dlerror();
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "LightGBM, which trains forests, can't be loaded: %s; "
                        "T2SED_LIGHTGBM should name its " NAME
                        ", as in the PyPI package lightgbm",
                        why ? why : path);
    }
    status = fill_table(opened, path, err);
    if (status == T2SED_OK)
        library = opened;
    else
        dlclose(opened);
    return status;
}

t2sed_status t2s_lightgbm_load(const t2s_lightgbm **out, const char *path,
                               t2sed_error *err)
{
    t2sed_status status;
    pthread_mutex_lock(&lock);
    status = load(path, err);
    pthread_mutex_unlock(&lock);
    if (status == T2SED_OK)
        *out = &table;
    return status;
}

t2sed_status t2s_lightgbm_check(const t2s_lightgbm *lightgbm, int result,
                                const char *what, t2sed_error *err)
{
    if (result == 0)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EBACKEND, -1, "LightGBM: %s: %s", what,
                    lightgbm->last_error());
}
