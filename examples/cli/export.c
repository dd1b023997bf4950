/* export.c - t2sed export: a TorchScript archive from a model directory. */
#include "cli.h"

static const char usage[] =
    "export [OPTION]... FILE.pt\n\n"
    "Writes the model as a TorchScript archive that torch.jit.load (Python) "
    "and\ntorch::jit::load (C++) run.";

int cli_export(int argc, char **argv)
{
    cli_model_options how = {.precision = "fp32"};
    int operands = 0, status;
    t2sed_model *model;
    t2sed_error err;
    const cli_option options[] = {
        {"model", CLI_STRING, &how.model, "DIR",
         "model directory or name ($T2SED_MODEL, or the default)"},
        {"device", CLI_STRING, &how.device, "D", "cpu, cuda, cuda:1"},
        {"precision", CLI_STRING, &how.precision, "P", "fp32, fp16, bf16"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands != 1)
        return cli_usage_error("export", "one FILE to write is needed");
    model = cli_open_model("export", &how, &status);
    if (!model)
        return status;
    status = t2sed_model_export(model, argv[1], &err) == T2SED_OK
                 ? CLI_OK
                 : cli_fail(&err);
    t2sed_model_free(model);
    return status;
}
