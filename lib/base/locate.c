/* dladdr is no part of POSIX. */
#define _GNU_SOURCE
#include "base/locate.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/string.h"

/* Where `make install` puts things; the Makefile knows better. */
#ifndef T2S_LIBDIR
#define T2S_LIBDIR "/usr/local/lib"
#endif
#ifndef T2S_DATADIR
#define T2S_DATADIR "/usr/local/share"
#endif

typedef struct place {
    const char *what, *variable; /* environment variable */
    const char *beside;          /* relative to the library's directory */
    const char *installed;
    bool (*exists)(const char *path);
    t2sed_status failure;
} place;

static const place backend_search = {
    "backend",        "T2SED_BACKEND",
    T2S_BACKEND_FILE, T2S_LIBDIR "/" T2S_BACKEND_FILE,
    t2s_file_exists,  T2SED_ENOBACKEND,
};

static const place worker_search = {
    "worker program", "T2SED_WORKER",
    T2S_WORKER_FILE,  T2S_LIBDIR "/" T2S_WORKER_FILE,
    t2s_file_exists,  T2SED_ENOTFOUND,
};

static const place model_search = {
    "default model",
    "T2SED_MODEL",
    "../share/t2sed/models/default",
    T2S_DATADIR "/t2sed/models/default",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
};

static const place parser_search = {
    "question parser",
    "T2SED_QUESTION_PARSER",
    "../share/t2sed/models/question-parser",
    T2S_DATADIR "/t2sed/models/question-parser",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
};

static const place schema_prediction_search = {
    "schema predictor",
    "T2SED_SCHEMA_PREDICTION",
    "../share/t2sed/models/schema-prediction",
    T2S_DATADIR "/t2sed/models/schema-prediction",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
};

static const place planner_search = {
    "planner",
    "T2SED_PLAN",
    "../share/t2sed/models/plan",
    T2S_DATADIR "/t2sed/models/plan",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
};

/* The directory that holds this library, or the program it is linked into;
 * *out stays NULL where that is unknown. False when memory is short. */
static bool library_directory(char **out)
{
    Dl_info info;
    const char *slash;
    if (dladdr((const void *)(uintptr_t)library_directory, &info) == 0 ||
        !info.dli_fname)
        return true;
    slash = strrchr(info.dli_fname, '/');
    if (!slash)
        *out = t2s_strdup(".");
    else
        *out = t2s_strndup(info.dli_fname, (size_t)(slash - info.dli_fname));
    return *out != NULL;
}

static t2sed_status copy(char **out, const char *path, t2sed_error *err)
{
    char *text = t2s_strdup(path);
    if (!text)
        return t2s_fail_memory(err);
    *out = text;
    return T2SED_OK;
}

static t2sed_status locate(char **out, const place *search, const char *path,
                           t2sed_error *err)
{
    const char *named = path ? path : getenv(search->variable);
    char *directory = NULL, *beside = NULL;
    t2sed_status status = T2SED_OK;
    if (named && *named)
        return copy(out, named, err);
    if (!library_directory(&directory))
        return t2s_fail_memory(err);
    if (directory && !(beside = t2s_path_join(directory, search->beside)))
        status = t2s_fail_memory(err);
    else if (beside && search->exists(beside))
        status = copy(out, beside, err);
    else if (search->exists(search->installed))
        status = copy(out, search->installed, err);
    else
        status = t2s_fail(err, search->failure, -1,
                          "no %s: %s is not set, and neither %s%sexists nor "
                          "does %s",
                          search->what, search->variable, beside ? beside : "",
                          beside ? " " : "", search->installed);
    t2s_free(beside);
    t2s_free(directory);
    return status;
}

t2sed_status t2s_locate_backend(char **out, const char *path, t2sed_error *err)
{
    return locate(out, &backend_search, path, err);
}

t2sed_status t2s_locate_worker(char **out, const char *path, t2sed_error *err)
{
    return locate(out, &worker_search, path, err);
}

t2sed_status t2s_locate_model(char **out, const char *path, t2sed_error *err)
{
    return locate(out, &model_search, path, err);
}

t2sed_status t2s_locate_parser(char **out, const char *path, t2sed_error *err)
{
    return locate(out, &parser_search, path, err);
}

t2sed_status t2s_locate_schema_prediction(char **out, const char *path,
                                          t2sed_error *err)
{
    return locate(out, &schema_prediction_search, path, err);
}

t2sed_status t2s_locate_planner(char **out, const char *path, t2sed_error *err)
{
    return locate(out, &planner_search, path, err);
}
