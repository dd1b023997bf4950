#include "lab/train/boost.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/system.h"

/* --- LightGBM --- */

#if defined(_WIN32)
#define LIBRARY "lib_lightgbm.dll"
#else
#define LIBRARY "lib_lightgbm.so"
#endif

typedef void *handle; /* of a data set or a booster */

/* What is used of LightGBM's C interface (LightGBM/c_api.h, whose ABI has been
 * the same since version 3). All but last_error return 0, or -1 and last_error
 * says why. */
typedef struct lightgbm {
    const char *(*last_error)(void);
    /* type 0: float; parameters: "name=value name=value"; reference: the data
     * set whose bins to take, or NULL. */
    int (*dataset_new)(const void *data, int type, int32_t rows,
                       int32_t columns, int is_row_major,
                       const char *parameters, handle reference, handle *out);
    /* "label" or "weight". */
    int (*dataset_set)(handle dataset, const char *field, const void *data,
                       int count, int type);
    int (*dataset_free)(handle dataset);
    int (*booster_new)(handle dataset, const char *parameters, handle *out);
    int (*booster_free)(handle booster);
    int (*booster_add_valid)(handle booster, handle dataset);
    int (*booster_update)(handle booster, int *is_finished);
    /* index: 0 the training data, 1 the first that was added. */
    int (*booster_eval)(handle booster, int index, int *count, double *out);
    /* *needed: bytes with the NUL; nothing is written where they are more than
     * `size`. */
    int (*booster_save)(handle booster, int first_iteration, int iterations,
                        int importance, int64_t size, int64_t *needed,
                        char *out);
} lightgbm;

static const char *const symbols[] = {
    "LGBM_GetLastError",        "LGBM_DatasetCreateFromMat",
    "LGBM_DatasetSetField",     "LGBM_DatasetFree",
    "LGBM_BoosterCreate",       "LGBM_BoosterFree",
    "LGBM_BoosterAddValidData", "LGBM_BoosterUpdateOneIter",
    "LGBM_BoosterGetEval",      "LGBM_BoosterSaveModelToString",
};
#define SYMBOLS (sizeof symbols / sizeof symbols[0])
_Static_assert(sizeof(lightgbm) == SYMBOLS * sizeof(void *), "one for each");

static t2sed_status fill_table(lightgbm *table, void *opened, const char *path,
                               t2sed_error *err)
{
    void *found[SYMBOLS];
    for (size_t i = 0; i < SYMBOLS; i++) {
        found[i] = t2s_system_symbol(opened, symbols[i]);
        if (!found[i])
            return t2s_fail(err, T2SED_ENOBACKEND, -1,
                            "%s: is no LightGBM (it has no %s)", path,
                            symbols[i]);
    }
    /* ISO C has no way from void * to a function; POSIX has. */
    memcpy(table, found, sizeof *table);
    return T2SED_OK;
}

/* Opens the library, which is never closed: it leaves threads behind. */
static t2sed_status open_library(lightgbm *table, const char *path,
                                 t2sed_error *err)
{
    char room[T2S_VARIABLE_ROOM];
    const char *variable = t2s_system_variable(room, "T2SED_LIGHTGBM");
    const char *why;
    void *opened;
    t2sed_status status;
    if (!path)
        path = variable && *variable ? variable : LIBRARY;
    /* A name without a slash is looked up by the loader. */
    if (t2s_system_last_slash(path) && t2s_file_check(path, NULL) == T2SED_EIO)
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "%s: LightGBM can't be loaded: not a regular file",
                        path);
    opened = t2s_system_load(path, &why);
    if (!opened)
        return t2s_fail(err, T2SED_ENOBACKEND, -1,
                        "LightGBM, which trains forests, can't be loaded: %s; "
                        "T2SED_LIGHTGBM should name its " LIBRARY
                        ", as in the PyPI package lightgbm",
                        why);
    status = fill_table(table, opened, path, err);
    if (status != T2SED_OK)
        t2s_system_unload(opened);
    return status;
}

static t2sed_status load(const lightgbm **out, const char *path,
                         t2sed_error *err)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static lightgbm table;
    static bool loaded;
    t2sed_status status = T2SED_OK;
    pthread_mutex_lock(&lock);
    if (!loaded)
        status = open_library(&table, path, err);
    loaded = loaded || status == T2SED_OK;
    pthread_mutex_unlock(&lock);
    *out = &table;
    return status;
}

/* --- One forest --- */

typedef struct job {
    const lightgbm *lightgbm;
    const t2s_boost_options *options;
    size_t features;
    char *parameters;
    handle train, valid, booster;
    t2s_boost_report report;
    t2sed_error *err;
} job;

/* T2SED_EBACKEND with LightGBM's own message, where `result` is not 0. */
static t2sed_status check(const job *j, int result, const char *what)
{
    return result == 0
               ? T2SED_OK
               : t2s_fail(j->err, T2SED_EBACKEND, -1, "LightGBM: %s: %s", what,
                          j->lightgbm->last_error());
}

static t2sed_status check_rows(const t2s_boost_rows *rows, t2sed_error *err)
{
    if (rows->count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "boosting: no rows");
    if (rows->count > INT_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "boosting: %zu rows, %d are "
                        "the most",
                        rows->count, INT_MAX);
    return T2SED_OK;
}

/* A number whatever the locale: with a point. */
static void append_number(t2s_string *text, const char *name, double value)
{
    char number[64];
    size_t n = (size_t)snprintf(number, sizeof number, "%.17g", value);
    for (size_t i = 0; i < n; i++)
        if (number[i] == ',')
            number[i] = '.';
    t2s_string_append_format(text, " %s=", name);
    t2s_string_append(text, number);
}

static t2sed_status make_parameters(job *j)
{
    const t2s_boost_options *o = j->options;
    t2s_string text = {0};
    t2s_string_append_format(
        &text,
        "objective=binary metric=%s verbosity=-1 deterministic=true "
        "force_row_wise=true num_threads=%d seed=%u num_leaves=%d "
        "min_data_in_leaf=%d max_bin=%d bagging_freq=%d",
        o->by_auc ? "auc" : "binary_logloss", o->threads,
        (unsigned)(o->seed & 0x7FFFFFFFu), o->leaves, o->min_leaf, o->bins,
        o->bagging_fraction < 1 ? 1 : 0);
    append_number(&text, "learning_rate", o->learning_rate);
    append_number(&text, "feature_fraction", o->feature_fraction);
    append_number(&text, "bagging_fraction", o->bagging_fraction);
    append_number(&text, "lambda_l2", o->lambda);
    j->parameters = t2s_string_take(&text, NULL);
    return j->parameters ? T2SED_OK : t2s_fail_memory(j->err);
}

static t2sed_status make_dataset(handle *out, const job *j,
                                 const t2s_boost_rows *rows)
{
    const lightgbm *l = j->lightgbm;
    const int count = (int)rows->count;
    int result = l->dataset_new(rows->features, 0, count, (int)j->features, 1,
                                j->parameters, j->train, out);
    if (result == 0)
        result = l->dataset_set(*out, "label", rows->labels, count, 0);
    if (result == 0)
        result = l->dataset_set(*out, "weight", rows->weights, count, 0);
    return check(j, result, "rows");
}

static t2sed_status make_booster(job *j, const t2s_boost_rows *train,
                                 const t2s_boost_rows *valid)
{
    const lightgbm *l = j->lightgbm;
    t2sed_status status = make_dataset(&j->train, j, train);
    if (status == T2SED_OK && valid)
        status = make_dataset(&j->valid, j, valid);
    if (status == T2SED_OK)
        status = check(j, l->booster_new(j->train, j->parameters, &j->booster),
                       "booster");
    if (status == T2SED_OK && valid)
        status =
            check(j, l->booster_add_valid(j->booster, j->valid), "valid rows");
    return status;
}

/* Measures after tree `trees`; false when patience is at its end. */
static bool go_on(job *j, int trees, double metric)
{
    const double best = j->report.metric;
    const bool better = j->options->by_auc ? metric > best : metric < best;
    if (j->options->patience == 0 || isnan(best) || better) {
        j->report.trees = trees;
        j->report.metric = metric;
    }
    return j->options->patience == 0 ||
           trees - j->report.trees < j->options->patience;
}

static t2sed_status grow(job *j)
{
    const lightgbm *l = j->lightgbm;
    t2sed_status status = T2SED_OK;
    int finished = 0;
    const t2s_progress progress = t2s_progress_begin((size_t)j->options->trees);
    for (int trees = 1; trees <= j->options->trees; trees++) {
        double metric = NAN;
        int count = 0, result;
        status = t2s_check_progress(&progress, (size_t)trees - 1, j->err);
        if (status != T2SED_OK)
            break;
        result = l->booster_update(j->booster, &finished);
        if (result == 0 && j->valid)
            result = l->booster_eval(j->booster, 1, &count, &metric);
        status = check(j, result, "training");
        if (status != T2SED_OK || !go_on(j, trees, metric) || finished)
            break;
    }
    t2s_progress_end(&progress);
    return status;
}

static t2sed_status save(const job *j, char **text)
{
    const lightgbm *l = j->lightgbm;
    int64_t needed = 0, size;
    char none[1];
    char *room;
    t2sed_status status = check(
        j, l->booster_save(j->booster, 0, j->report.trees, 0, 0, &needed, none),
        "saving");
    if (status != T2SED_OK)
        return status;
    size = needed;
    room = t2s_zalloc((size_t)size + 1);
    if (!room)
        return t2s_fail_memory(j->err);
    status = check(
        j,
        l->booster_save(j->booster, 0, j->report.trees, 0, size, &needed, room),
        "saving");
    if (status != T2SED_OK)
        t2s_free(room);
    else
        *text = room;
    return status;
}

static void end_job(job *j)
{
    if (j->booster)
        j->lightgbm->booster_free(j->booster);
    if (j->valid)
        j->lightgbm->dataset_free(j->valid);
    if (j->train)
        j->lightgbm->dataset_free(j->train);
    t2s_free(j->parameters);
}

t2sed_status t2s_boost_train(t2s_forest *out, t2s_boost_report *report,
                             const t2s_boost_rows *train,
                             const t2s_boost_rows *valid,
                             const char *const *names, size_t features,
                             const t2s_boost_options *options, t2sed_error *err)
{
    job j = {.options = options,
             .features = features,
             .report = {.metric = NAN},
             .err = err};
    char *text = NULL;
    t2sed_status status = check_rows(train, err);
    if (status == T2SED_OK && valid)
        status = check_rows(valid, err);
    if (status == T2SED_OK)
        status = load(&j.lightgbm, options->lightgbm, err);
    if (status == T2SED_OK)
        status = make_parameters(&j);
    if (status == T2SED_OK)
        status = make_booster(&j, train, valid);
    if (status == T2SED_OK)
        status = grow(&j);
    if (status == T2SED_OK)
        status = save(&j, &text);
    if (status == T2SED_OK)
        status = t2s_boost_read_model(out, text, names, features, err);
    if (status == T2SED_OK && report)
        *report = j.report;
    end_job(&j);
    t2s_free(text);
    return status;
}
