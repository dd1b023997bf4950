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
    t2sed_model_info info;
    json_t *object;
    const cli_option options[] = {
        {"model", CLI_STRING, &how.model, "DIR",
         "model directory or name ($T2SED_MODEL, or the default)"},
        {"device", CLI_STRING, &how.device, "D", "cpu, cuda, cuda:1"},
        {"precision", CLI_STRING, &how.precision, "P",
         "auto, fp32, fp16, bf16"},
        CLI_TRUST_OPTION(how),
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
    info = cli_model_info(model);
    object = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:f, s:o}", "version",
                       t2sed_version(), "model", info.path, "backend",
                       info.backend, "device", info.device, "precision",
                       cli_precision_name(info.precision), "max_tokens",
                       info.max_tokens, "threshold", info.threshold, "config",
                       json_loads(info.config, 0, NULL));
    cli_write_json(object, stdout);
    json_decref(object);
    t2sed_model_free(model);
    return CLI_OK;
}
