#include "model/predictors.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

static bool has_group(const t2s_names *names, const char *group)
{
    for (size_t i = 0; i < names->count; i++)
        if (strncmp(names->at[i], group, strlen(group)) == 0)
            return true;
    return false;
}

bool t2s_needs_sketch(const t2s_names *names)
{
    return has_group(names, "plan.");
}

bool t2s_needs_schema_prediction(const t2s_names *names)
{
    return has_group(names, "column.");
}

/* The directory of that name within the model's; NULL where there is none. */
static t2sed_status find_own(char **out, const char *directory,
                             const char *name, t2sed_error *err)
{
    char *path = t2s_path_join(directory, name);
    if (!path)
        return t2s_fail_memory(err);
    if (t2s_directory_exists(path)) {
        *out = path;
        return T2SED_OK;
    }
    t2s_free(path);
    *out = NULL;
    return T2SED_OK;
}

static t2sed_status open_sketcher(t2s_predictors *to, const char *directory,
                                  t2sed_error *err)
{
    char *path = NULL;
    t2sed_status status = find_own(&path, directory, "plan", err);
    if (status == T2SED_OK)
        status = t2sed_sketcher_open(&to->sketcher, path, err);
    t2s_free(path);
    return status;
}

static t2sed_status open_schema(t2s_predictors *to, const char *directory,
                                t2sed_error *err)
{
    char *path = NULL;
    t2sed_status status = find_own(&path, directory, "schema-prediction", err);
    if (status == T2SED_OK)
        status = t2sed_schema_predictor_open(&to->schema, path, err);
    t2s_free(path);
    return status;
}

t2sed_status t2s_predictors_open(t2s_predictors *out, const t2s_names *names,
                                 const char *directory, t2sed_error *err)
{
    t2s_predictors made = {NULL, NULL};
    t2sed_status status = T2SED_OK;
    if (t2s_needs_sketch(names))
        status = open_sketcher(&made, directory, err);
    if (status == T2SED_OK && t2s_needs_schema_prediction(names))
        status = open_schema(&made, directory, err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_predictors_free(&made);
    return status;
}

void t2s_predictors_free(t2s_predictors *predictors)
{
    t2sed_sketcher_free(predictors->sketcher);
    t2sed_schema_predictor_free(predictors->schema);
    memset(predictors, 0, sizeof *predictors);
}
