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
    bool has_names; /* the last part is a name, others may stand for it */
} place;

static const place backend_search = {
    "backend",
    "T2SED_BACKEND",
    T2S_BACKEND_FILE,
    T2S_LIBDIR "/" T2S_BACKEND_FILE,
    t2s_file_exists,
    T2SED_ENOBACKEND,
    false,
};

static const place worker_search = {
    "worker program",
    "T2SED_WORKER",
    T2S_WORKER_FILE,
    T2S_LIBDIR "/" T2S_WORKER_FILE,
    t2s_file_exists,
    T2SED_ENOTFOUND,
    false,
};

static const place model_search = {
    "default model",
    "T2SED_MODEL",
    "../share/t2sed/models/default",
    T2S_DATADIR "/t2sed/models/default",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
    true,
};

static const place parser_search = {
    "question parser",
    "T2SED_QUESTION_PARSER",
    "../share/t2sed/models/question-parser",
    T2S_DATADIR "/t2sed/models/question-parser",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
    false,
};

static const place schema_prediction_search = {
    "schema predictor",
    "T2SED_SCHEMA_PREDICTION",
    "../share/t2sed/models/schema-prediction",
    T2S_DATADIR "/t2sed/models/schema-prediction",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
    false,
};

static const place sketcher_search = {
    "sketcher",
    "T2SED_SKETCH",
    "../share/t2sed/models/sketch",
    T2S_DATADIR "/t2sed/models/sketch",
    t2s_directory_exists,
    T2SED_ENOTFOUND,
    false,
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

/* What is called `name` in the directory that `path` is in. */
static char *sibling(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    char *directory = t2s_strndup(path, (size_t)(slash - path));
    char *joined = directory ? t2s_path_join(directory, name) : NULL;
    t2s_free(directory);
    return joined;
}

/* Takes what is named: a path, or, where no such path is there, a name beside
 * the default. */
static t2sed_status take_named(char **out, const place *search,
                               const char *directory, const char *named,
                               t2sed_error *err)
{
    char *beside = NULL, *found[2] = {NULL, NULL};
    t2sed_status status = T2SED_OK;
    if (!search->has_names || strchr(named, '/') || t2s_file_exists(named) ||
        search->exists(named))
        return copy(out, named, err);
    if (directory) {
        beside = t2s_path_join(directory, search->beside);
        found[0] = beside ? sibling(beside, named) : NULL;
    }
    found[1] = sibling(search->installed, named);
    if ((directory && !found[0]) || !found[1])
        status = t2s_fail_memory(err);
    else if (found[0] && search->exists(found[0]))
        status = copy(out, found[0], err);
    else
        status = copy(out, search->exists(found[1]) ? found[1] : named, err);
    t2s_free(beside);
    t2s_free(found[0]);
    t2s_free(found[1]);
    return status;
}

static t2sed_status locate(char **out, const place *search, const char *path,
                           t2sed_error *err)
{
    const char *named = path ? path : getenv(search->variable);
    char *directory = NULL, *beside = NULL;
    t2sed_status status = T2SED_OK;
    if (!library_directory(&directory))
        return t2s_fail_memory(err);
    if (named && *named) {
        status = take_named(out, search, directory, named, err);
        t2s_free(directory);
        return status;
    }
    if (directory && !(beside = t2s_path_join(directory, search->beside)))
        status = t2s_fail_memory(err);
    else if (beside && search->exists(beside))
        status = copy(out, beside, err);
    else if (search->exists(search->installed))
        status = copy(out, search->installed, err);
    else
        status = t2s_fail(err, search->failure, -1,
                          "no %s: %s is not set, and neither %s%sexists nor "
                          "does %s%s",
                          search->what, search->variable, beside ? beside : "",
                          beside ? " " : "", search->installed,
                          search->failure == T2SED_ENOBACKEND
                              ? "; the model \"light\" needs none"
                              : "");
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

t2sed_status t2s_locate_sketcher(char **out, const char *path, t2sed_error *err)
{
    return locate(out, &sketcher_search, path, err);
}
