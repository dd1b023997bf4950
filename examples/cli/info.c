/* info.c - t2sed info: what would be used, and where it was found. */
#include "cli.h"

static const char usage[] =
    "info [OPTION]...\n\n"
    "Prints, as JSON, the versions of library and engine, and the model that\n"
    "'t2sed score' would use with the same options.";

int cli_info(int argc, char **argv)
{
    cli_model_options how = {0};
    int operands = 0, status;
    t2sed_model *model;
    json_t *object;
    const cli_option options[] = {
        {"model", CLI_STRING, &how.model, "DIR",
         "model directory or name ($T2SED_MODEL, or the default)"},
        {"device", CLI_STRING, &how.device, "D", "cpu, cuda, cuda:1"},
        {"precision", CLI_STRING, &how.precision, "P",
         "auto, fp32, fp16, bf16"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands)
        return cli_usage_error("info", "no FILE is read");
    model = cli_open_model("info", &how, &status);
    if (!model)
        return status;
    object = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:f}", "version",
                       t2sed_version(), "model", t2sed_model_path(model),
                       "backend", t2sed_model_backend(model), "device",
                       t2sed_model_device(model), "precision",
                       cli_precision_name(t2sed_model_precision(model)),
                       "max_tokens", t2sed_model_max_tokens(model), "threshold",
                       t2sed_model_threshold(model));
    json_object_set_new(object, "config",
                        json_loads(t2sed_model_config(model), 0, NULL));
    cli_write_json(object, stdout);
    json_decref(object);
    t2sed_model_free(model);
    return CLI_OK;
}
