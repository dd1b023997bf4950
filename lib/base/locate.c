#include "base/locate.h"

#include <stdbool.h>
#include <string.h>

#include "base/file.h"
#include "base/string.h"
#include "base/system.h"

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
    bool is_model; /* a directory; else a file */
} place;

#define A_FILE(what, variable, name)                                           \
    {                                                                          \
        what, variable, name, T2S_LIBDIR "/" name, false                       \
    }
#define A_MODEL(what, variable, name)                                          \
    {                                                                          \
        what, variable, "../share/t2sed/models/" name,                         \
            T2S_DATADIR "/t2sed/models/" name, true                            \
    }

static const place places[] = {
    [T2S_BACKEND] = A_FILE("backend", "T2SED_BACKEND", T2S_BACKEND_FILE),
    [T2S_WORKER] = A_FILE("worker program", "T2SED_WORKER", T2S_WORKER_FILE),
    [T2S_MODEL] = A_MODEL("default model", "T2SED_MODEL", "default"),
    [T2S_QUESTION_PARSER] =
        A_MODEL("question parser", "T2SED_QUESTION_PARSER", "question-parser"),
    [T2S_SCHEMA_PREDICTION] = A_MODEL(
        "schema predictor", "T2SED_SCHEMA_PREDICTION", "schema-prediction"),
    [T2S_SKETCHER] = A_MODEL("sketcher", "T2SED_SKETCH", "sketch"),
    [T2S_CORRECTOR] = A_MODEL("corrector", "T2SED_CORRECTOR", "correct")};

static bool exists(const place *at, const char *path)
{
    return at->is_model ? t2s_directory_exists(path) : t2s_file_exists(path);
}

/* Appends the place beside this library, or beside the program that it is
 * linked into; nothing where that is not known. */
static void append_beside(t2s_string *out, const place *at)
{
    char path[4096];
    const char *slash = t2s_system_own_path(path, sizeof path)
                            ? t2s_system_last_slash(path)
                            : NULL;
    if (!slash)
        return;
    t2s_string_append_n(out, path, (size_t)(slash - path));
    t2s_string_append_format(out, "/%s", at->beside);
}

/* The model of that name beside the default one, which "light" names, too. */
static void name_model(t2s_string *path, const char *name)
{
    while (path->length > 0 && path->text[path->length - 1] != '/')
        path->length--;
    t2s_string_append(path, strcmp(name, "light") == 0 ? "default" : name);
}

t2sed_status t2s_locate(char **out, t2s_located what, const char *path,
                        t2sed_error *err)
{
    const place *at = &places[what];
    char room[T2S_VARIABLE_ROOM];
    const char *named = path ? path : t2s_system_variable(room, at->variable);
    t2s_string found[2] = {{0}, {0}}, *taken = NULL, as_named = {0};
    t2sed_status status = T2SED_OK;
    bool is_name;
    /* glibc would crash in what the backend needs. */
    if (what == T2S_BACKEND && t2s_system_is_static())
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "a static program can't load a backend; the model "
                        "\"default\" needs none");
    if (named && !*named)
        named = NULL;
    is_name = named && what == T2S_MODEL && !t2s_system_last_slash(named) &&
              !t2s_file_exists(named) && !t2s_directory_exists(named);
    if (named)
        t2s_string_append(&as_named, named);
    append_beside(&found[0], at);
    t2s_string_append(&found[1], at->installed);
    for (int i = 0; i < 2 && !taken && (is_name || !named); i++) {
        if (is_name && found[i].length > 0)
            name_model(&found[i], named);
        if (found[i].length > 0 && !found[i].failed &&
            exists(at, found[i].text))
            taken = &found[i];
    }
    if (!taken && named)
        taken = &as_named;
    if (found[0].failed || found[1].failed || as_named.failed)
        status = t2s_fail_memory(err);
    else if (!taken)
        status = t2s_fail(
            err, what == T2S_BACKEND ? T2SED_ENOBACKEND : T2SED_ENOTFOUND, -1,
            "no %s: %s is not set, and neither %s%sexists nor does %s%s",
            at->what, at->variable, found[0].length ? found[0].text : "",
            found[0].length ? " " : "", at->installed,
            what == T2S_BACKEND ? "; the model \"default\" needs none" : "");
    else
        *out = t2s_string_take(taken, NULL);
    t2s_string_free(&found[0]);
    t2s_string_free(&found[1]);
    t2s_string_free(&as_named);
    return status;
}
