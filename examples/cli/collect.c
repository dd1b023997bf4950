/* collect.c - t2sed collect: examples to train on. */
#include <string.h>

#include "collect.h"

static const char usage[] =
    "collect --mutate K --db-root DIR [OPTION]... [FILE]\n\n"
    "Makes wrong queries from the right one of each line of FILE (or standard\n"
    "input), {\"db_id\", \"question\", \"gold\" or \"query\", \"candidates\"}, "
    "and writes a\nline of labelled candidates: the right one and up to K "
    "mutants that give\nsomething else on the database.";

int cli_collect(int argc, char **argv)
{
    cli_mutate how = {.of = "gold"};
    int operands = 0, status;
    const cli_option options[] = {
        {"mutate", CLI_INT, &how.count, "K", "mutants for each line"},
        {"of", CLI_STRING, &how.of, "WHAT",
         "gold, or right: the first candidate with label 1"},
        {"db-root", CLI_STRING, &how.root, "DIR",
         "databases: DIR/<db_id>/<db_id>.sqlite"},
        {"tables", CLI_STRING, &how.tables, "FILE",
         "schemas, as in Spider's tables.json"},
        {"seed", CLI_INT, &how.seed, "N", "of the random choices; default 0"},
        {"threads", CLI_INT, &how.threads, "N",
         "that run queries; 0, the default: all cores"},
        {"report", CLI_FLAG, &how.report, NULL,
         "a table of operations on standard error"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (how.count == 0)
        return cli_usage_error("collect", "--mutate K is needed, 1 or more");
    if (how.count > CLI_MUTANTS_MAX)
        return cli_usage_error("collect", "--mutate %ld: %d at most", how.count,
                               CLI_MUTANTS_MAX);
    if (strcmp(how.of, "gold") != 0 && strcmp(how.of, "right") != 0)
        return cli_usage_error("collect", "--of %s: neither gold nor right",
                               how.of);
    if (!how.root)
        return cli_usage_error("collect",
                               "--db-root is needed: labels come from running "
                               "the queries");
    if (operands > 1)
        return cli_usage_error("collect", "one FILE at most, found %d",
                               operands);
    return cli_collect_mutate(&how, operands ? argv[1] : NULL);
}
