/* evidence_branch.c - a forest for the evidence, added to a model or alone. */
#include "base/error.h"
#include "base/memory.h"
#include "model/files.h"

/* What config.json tells of the branch that was there before. */
static void forget_branch(t2s_config *config)
{
    static const char *const keys[] = {"fusion", "evidence_training",
                                       "dev_auc"};
    json_t *ours = json_object_get(config->json, "t2sed");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        (void)json_object_del(ours, keys[i]);
}

t2sed_status t2s_model_files_add_forest(t2s_model_files *files,
                                        const char *const *names, size_t count,
                                        t2sed_error *err)
{
    t2s_config *config = &files->config;
    t2sed_status status = t2s_config_set_names(config, &config->evidence, names,
                                               count, "evidence", err);
    if (status != T2SED_OK)
        return status;
    forget_branch(config);
    config->has_forest = true;
    return t2s_config_settle(config, files->path ? files->path : "new model",
                             err);
}

t2sed_status t2s_model_files_new_forest(t2s_model_files *out,
                                        const char *const *names, size_t count,
                                        t2sed_error *err)
{
    t2s_model_files files = {0};
    t2sed_status status;
    t2s_config_init(&files.config);
    files.config.has_encoder = false;
    status = t2s_model_files_add_forest(&files, names, count, err);
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        files.config.fusion[known].text = 0;
    if (status == T2SED_OK)
        *out = files;
    else
        t2s_model_files_close(&files);
    return status;
}
