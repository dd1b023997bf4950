/* import.c - t2sed import: a model directory from a Hugging Face one. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char usage[] =
    "import [OPTION]... FROM TO\n\n"
    "Makes the model directory TO from FROM: a Hugging Face directory of the\n"
    "BERT, RoBERTa, Qwen2 or Llama family, or a GGUF file of the latter two.\n"
    "Graph layers and head of an encoder are fresh and need 't2sed train'; of a"
    "\nlanguage model --precision is the only option.";

/* Of --config. */
#define MOST_BYTES ((size_t)1 << 20)

/* Shows how far the weights of a language model are. */
static int show(void *payload, size_t done, size_t total)
{
    if (total > 0)
        cli_progress_show(payload, (double)done / (double)total, NULL);
    return cli_interrupted();
}

static int run(const char *from, const char *to,
               const t2sed_import_options *how)
{
    cli_progress progress;
    t2sed_error err;
    t2sed_status status;
    cli_progress_start(&progress, "import");
    t2sed_interrupt_set(show, &progress);
    status = t2sed_model_import(from, to, how, &err);
    cli_heed_signals();
    cli_progress_end();
    return status == T2SED_OK ? CLI_OK : cli_fail(&err);
}

int cli_import(int argc, char **argv)
{
    t2sed_import_options how;
    const char *config = NULL, *precision = "auto", *keep_text = NULL;
    long seed = 1, keep_first = 0, layers = 0;
    char *text = NULL;
    int operands = 0, status;
    const cli_option options[] = {
        {"config", CLI_STRING, &config, "FILE",
         "the \"t2sed\" object of config.json: graph, labels, head"},
        {"precision", CLI_STRING, &precision, "P",
         "of the stored weights: fp32, fp16, bf16; else that of the files "
         "(encoders: fp32, GGUF: bf16)"},
        {"seed", CLI_INT, &seed, "N", "of the fresh weights (1)"},
        {"keep-text", CLI_STRING, &keep_text, "FILE",
         "prune the vocabulary to the tokens of this text"},
        {"keep-first", CLI_INT, &keep_first, "N",
         "and to the first N of the vocabulary"},
        {"layers", CLI_INT, &layers, "N",
         "keep the first N of the encoder's layers"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    t2sed_import_options_init(&how, sizeof how);
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (operands != 2)
        return cli_usage_error("import", "FROM and TO are needed");
    how.precision = cli_precision(precision);
    if (how.precision < 0)
        return cli_usage_error("import", "--precision %s: not fp32, fp16, bf16",
                               precision);
    how.seed = (uint64_t)seed;
    how.keep_text = keep_text;
    how.keep_first = (int)keep_first;
    how.layers = (int)layers;
    if (config) {
        text = cli_read_file(config, MOST_BYTES);
        if (!text)
            return CLI_FAILED;
        how.config = text;
    }
    status = run(argv[1], argv[2], &how);
    free(text);
    return status;
}
