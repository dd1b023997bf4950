/* models.c - opening a model as the options say. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/print.h"
#include "../shared/system.h"
#include "cli.h"

static const char *const names[] = {"auto", "fp32", "fp16", "bf16"};
static const int values[] = {T2SED_AUTO, T2SED_FP32, T2SED_FP16, T2SED_BF16};

int cli_precision(const char *name)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strcmp(names[i], name) == 0)
            return values[i];
    return -1;
}

const char *cli_precision_name(int precision)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i] == precision)
            return names[i];
    return "unknown";
}

/* *status is CLI_OK where there is a model, or none is installed and none was
 * named, if `is_optional`. */
static t2sed_model *open_model(const char *command,
                               const cli_model_options *how, bool is_optional,
                               int *status)
{
    const char *named = how->model ? how->model : getenv("T2SED_MODEL");
    t2sed_model_options options;
    t2sed_model *model = NULL;
    t2sed_error err;
    *status = CLI_OK;
    t2sed_model_options_init(&options, sizeof options);
    options.device = how->device;
    options.threads = how->threads > INT_MAX ? INT_MAX : (int)how->threads;
    options.precision =
        how->precision ? cli_precision(how->precision) : T2SED_AUTO;
    options.flags = how->trust_archive ? T2SED_MODEL_TRUST_ARCHIVE : 0;
    if (options.precision < 0) {
        *status = cli_usage_error(command,
                                  "--precision %s: expected auto, fp32, fp16 "
                                  "or bf16",
                                  how->precision);
        return NULL;
    }
    if (t2sed_model_open(&model, how->model, &options, &err) == T2SED_OK)
        return model;
    if (!is_optional || named || err.code != T2SED_ENOTFOUND)
        *status = cli_fail(&err);
    return NULL;
}

t2sed_model *cli_open_model(const char *command, const cli_model_options *how,
                            int *status)
{
    return open_model(command, how, false, status);
}

t2sed_model *cli_open_detector(const char *command,
                               const cli_model_options *how, int *status)
{
    *status = CLI_OK;
    return how->model && strcmp(how->model, "none") == 0
               ? NULL
               : open_model(command, how, true, status);
}

static void warn(int level, const char *text, void *payload)
{
    (void)level;
    (void)payload;
    print_to(stderr, "t2sed: %s\n", text);
}

/* Whether warnings go to stderr: the ones while a language model is opened. */
static void show_warnings(bool shown)
{
    t2sed_set_log(shown ? warn : NULL, T2SED_LOG_WARNING, NULL);
}

void cli_language_options(t2sed_language_model_options *out,
                          const cli_model_options *how)
{
    t2sed_language_model_options_init(out, sizeof *out);
    out->device = how->device;
    out->threads = how->threads > INT_MAX ? INT_MAX : (int)how->threads;
}

t2sed_language_model *cli_open_language_model(const char *command,
                                              const cli_model_options *how,
                                              const char *adapter, int *status)
{
    t2sed_language_model_options options;
    t2sed_language_model *model = NULL;
    t2sed_error err;
    cli_language_options(&options, how);
    options.adapter = adapter;
    if (how->precision)
        options.precision = strcmp(how->precision, "int8") == 0
                                ? T2SED_INT8
                                : cli_precision(how->precision);
    if (options.precision < 0) {
        *status = cli_usage_error(command,
                                  "--precision %s: expected auto, fp32, fp16, "
                                  "bf16 or int8",
                                  how->precision);
        return NULL;
    }
    show_warnings(true);
    if (t2sed_language_model_open(&model, how->model, &options, &err) !=
        T2SED_OK)
        *status = cli_fail(&err);
    show_warnings(false);
    return model;
}

bool cli_judge_open(cli_judge *j, const cli_model_options *how)
{
    t2sed_language_model_options options;
    t2sed_error err;
    t2sed_status status;
    if (!j->path && !j->language_model)
        return true;
    cli_language_options(&options, how);
    show_warnings(true);
    status =
        t2sed_judge_open(&j->judge, j->path, j->language_model, &options, &err);
    show_warnings(false);
    if (status != T2SED_OK)
        cli_fail(&err);
    return status == T2SED_OK;
}

t2sed_model_info cli_model_info(const t2sed_model *model)
{
    t2sed_model_info info = T2SED_MODEL_INFO_INIT;
    t2sed_model_describe(model, &info, NULL);
    return info;
}

json_t *cli_source_json(const t2sed_model *model,
                        const t2sed_database *database)
{
    const char *path = cli_model_info(model).path;
    const char *slash = system_last_slash(path);
    const bool runs = t2sed_database_has_rows(database) &&
                      t2sed_model_feature_count(model) > 0;
    return json_pack("{s:s, s:s, s:s}", "model", slash ? slash + 1 : path,
                     "version", t2sed_version(), "database",
                     runs       ? "rows"
                     : database ? "schema"
                                : "none");
}
