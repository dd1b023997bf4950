/* train_evidence.c - what t2sed train needs for evidence: the features of a
 * list, and predictors that have not seen a database. */
#include "../shared/system.h"
#include "train.h"

#include <stdlib.h>
#include <string.h>

static const char *feature_name(size_t i)
{
    t2sed_evidence_feature feature = T2SED_EVIDENCE_FEATURE_INIT;
    return t2sed_evidence_feature_get(i, &feature, NULL) == T2SED_OK
               ? feature.name
               : "";
}

/* Drops a name, or all that begin with it where it ends on a point; returns how
 * many are left. */
static size_t leave_out(const char **names, size_t count, const char *name)
{
    size_t n = strlen(name), kept = 0;
    const bool group = n > 0 && name[n - 1] == '.';
    for (size_t i = 0; i < count; i++)
        if (group ? strncmp(names[i], name, n) != 0
                  : strcmp(names[i], name) != 0)
            names[kept++] = names[i];
    return kept;
}

/* The features of --add-evidence: names with commas between, "all", and
 * "-NAME" or "-GROUP." for what is left out of those before. The list is cut
 * apart in place; the caller frees the array alone. */
const char **cli_split_features(char *list, size_t *count)
{
    size_t most = t2sed_evidence_count() + 1;
    const char **names;
    for (const char *at = list; *at; at++)
        most += *at == ',';
    names = calloc(most, sizeof *names);
    *count = 0;
    for (char *next; names && list; list = next) {
        next = strchr(list, ',');
        if (next)
            *next++ = '\0';
        if (strcmp(list, "all") == 0)
            for (size_t i = 0; i < t2sed_evidence_count() && *count < most; i++)
                names[(*count)++] = feature_name(i);
        else if (*list == '-')
            *count = leave_out(names, *count, list + 1);
        else if (*count < most)
            names[(*count)++] = list;
    }
    return names;
}

/* DIR/fold-K, or NULL where there is none; the caller frees it. */
static char *fold_path(const char *directory, int fold)
{
    size_t size = strlen(directory) + 32;
    char *path = malloc(size);
    struct stat status;
    if (!path)
        return NULL;
    snprintf(path, size, "%s/fold-%d", directory, fold);
    if (system_stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return path;
    free(path);
    return NULL;
}

/* Opens number K of either kind. */
static t2sed_status open_fold(cli_folds *folds, bool sketch, const char *path,
                              t2sed_error *err)
{
    return sketch ? t2sed_sketcher_open(
                        &folds->sketchers[folds->sketcher_count++], path, err)
                  : t2sed_schema_predictor_open(
                        &folds->schemas[folds->schema_count++], path, err);
}

static bool open_folds(cli_folds *folds, bool sketch, const char *directory)
{
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    int count = 0;
    for (; directory && count < CLI_MAX_FOLDS && status == T2SED_OK; count++) {
        char *path = fold_path(directory, count);
        if (!path)
            break;
        status = open_fold(folds, sketch, path, &err);
        free(path);
    }
    if (status != T2SED_OK) {
        cli_fail(&err);
        return false;
    }
    if (directory && count == 0)
        print_to(stderr, "t2sed: %s: has no fold-0 (made with --folds)\n",
                 directory);
    return !directory || count > 0;
}

bool cli_folds_open(cli_folds *folds, const char *sketches, const char *schemas)
{
    memset(folds, 0, sizeof *folds);
    return open_folds(folds, true, sketches) &&
           open_folds(folds, false, schemas);
}

void cli_folds_close(cli_folds *folds)
{
    for (int i = 0; i < CLI_MAX_FOLDS; i++) {
        t2sed_sketcher_free(folds->sketchers[i]);
        t2sed_schema_predictor_free(folds->schemas[i]);
    }
    memset(folds, 0, sizeof *folds);
}

t2sed_status cli_folds_use(const cli_folds *folds, t2sed_trainer *trainer,
                           const char *db_id, t2sed_error *err)
{
    int sketch =
        t2sed_dataset_fold(db_id ? db_id : "", folds->sketcher_count, 0);
    int schema = t2sed_dataset_fold(db_id ? db_id : "", folds->schema_count, 0);
    return t2sed_trainer_set_predictors(
        trainer, sketch < 0 ? NULL : folds->sketchers[sketch],
        schema < 0 ? NULL : folds->schemas[schema], err);
}
