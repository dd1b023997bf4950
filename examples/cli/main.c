/* main.c - the t2sed program: finds the command and runs it. */
#include <string.h>

#include "../shared/system.h"
#include "cli.h"

static const struct {
    const char *name;
    cli_command run;
    const char *summary;
} commands[] = {
    {"check", cli_check, "one question and its queries, at a terminal"},
    {"score", cli_score, "the probability that each query is right"},
    {"rerank", cli_rerank, "candidates in a better order, and why"},
    {"trigger", cli_trigger, "whether to answer, to ask or to abstain"},
    {"parse", cli_parse, "syntax trees of SQL queries or questions"},
    {"graph", cli_graph, "the graphs that the model reads"},
    {"link", cli_link, "what the schema and the values bear out"},
    {"explain", cli_explain, "what a query does, in steps in plain English"},
    {"diff", cli_diff, "a small database on which two queries differ"},
    {"correct", cli_correct, "what a query that is wrong should be"},
    {"eval", cli_eval, "labels by execution; how good a detector is"},
    {"generate", cli_generate, "queries that a language model writes"},
    {"collect", cli_collect, "datasets of labelled queries, real and made"},
    {"train", cli_train, "train a model"},
    {"tune", cli_tune, "fit a model to labelled lines of your own"},
    {"import", cli_import, "a model directory from a Hugging Face one"},
    {"export", cli_export, "a TorchScript archive from a model directory"},
    {"info", cli_info, "what a model is and where things were found"},
};

#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

static void print_usage(FILE *file)
{
    print_to(file, "Usage: t2sed COMMAND [OPTION]... [FILE]\n\nCommands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        print_to(file, "  %-8s %s\n", commands[i].name, commands[i].summary);
    print_to(file, "\n't2sed COMMAND --help' says more; 't2sed --version' "
                   "prints the version.\n");
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return CLI_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_usage(stdout);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        print_to(stdout, "t2sed %s\n", t2sed_version());
        return CLI_OK;
    }
    cli_heed_signals();
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return cli_exit_status(commands[i].run(argc - 1, argv + 1));
    print_to(stderr, "t2sed: no command '%s' (see 't2sed --help')\n", argv[1]);
    return CLI_USAGE;
}

int main(int argc, char **argv)
{
    print_start();
    return print_end("t2sed", run(argc, system_arguments(argc, argv)),
                     CLI_FAILED);
}
