/* collect.c - t2sed collect: its options, and which part does the work. */
#include <string.h>

#include "collect.h"

static const char usage[] =
    "collect --out FILE.db --db-root DIR [OPTION]... FILE...\n"
    "       t2sed collect --export FILE.db | --info FILE.db\n"
    "       t2sed collect --plan-split X [--seed N] FILE...\n"
    "       t2sed collect --mutate K --db-root DIR [OPTION]... [FILE]\n\n"
    "Collects predictions into a dataset, FILE.db: runs them, drops what can't "
    "run\nand what is there twice, labels the rest. A line of a FILE is "
    "{\"db_id\",\n\"question\", \"gold\", \"candidates\": [{\"sql\", "
    "\"score\"}]}; with --gold or\n--questions it is a query. A run that was "
    "stopped goes on when it is started\nagain. --export prints a dataset as "
    "lines of JSON. --plan-split says which\ndatabases of the FILEs to train "
    "a parser on, and on which to collect its\nmistakes.\n\n"
    "--mutate makes wrong queries from the right one of each line of FILE, "
    "{\"db_id\",\n\"question\", \"gold\" or \"query\", \"candidates\"}, and "
    "prints a line of labelled\ncandidates: the right one and up to K mutants "
    "that give something else on the\ndatabase.";

static int mutate(cli_mutate *how, const collect_command *c, char **files,
                  int count)
{
    how->from = c->from;
    how->seed = c->seed;
    how->threads = c->threads;
    if (how->count > CLI_MUTANTS_MAX)
        return cli_usage_error("collect", "--mutate %ld: %d at most",
                               how->count, CLI_MUTANTS_MAX);
    if (strcmp(how->of, "gold") != 0 && strcmp(how->of, "right") != 0)
        return cli_usage_error("collect", "--of %s: neither gold nor right",
                               how->of);
    if (!how->from.root)
        return cli_usage_error("collect",
                               "--db-root is needed: labels come from running "
                               "the queries");
    if (count > 1)
        return cli_usage_error("collect", "one FILE at most, found %d", count);
    return cli_collect_mutate(how, count ? files[0] : NULL);
}

/* What one command line asks for: exactly one of these. */
static int choose(const collect_command *c, char **files, int count)
{
    int tasks = (c->export != NULL) + (c->info != NULL) + (c->plan >= 0) +
                (c->out != NULL);
    if (tasks != 1)
        return cli_usage_error("collect",
                               "one of --out, --export, --info, "
                               "--plan-split and --mutate is needed");
    if (c->plan >= 0)
        return collect_plan(c, files, count);
    if (c->out && count == 0 && c->split >= 0)
        return collect_split(c);
    if (c->out)
        return collect_add(c, files, count);
    if (count > 0)
        return cli_usage_error("collect", "no FILE is taken here, found %s",
                               files[0]);
    return c->export ? collect_export(c) : collect_info(c);
}

int cli_collect(int argc, char **argv)
{
    collect_command c = {0};
    cli_mutate made = {.of = "gold"};
    int operands = 0, status;
    c.split = c.plan = -1;
    c.max_candidates = 5;
    c.milliseconds = 5000;
    {
        const cli_option options[] = {
            {"out", CLI_STRING, &c.out, "FILE",
             "the dataset; made, or added to"},
            CLI_DATABASES_OPTIONS(c.from),
            {"label", CLI_STRING, &c.label, "RULE",
             "fixed (default), strict, official; given: as in the FILEs"},
            {"parser", CLI_STRING, &c.parser, "NAME",
             "who made the predictions (the FILE's name)"},
            {"name", CLI_STRING, &c.name, "NAME",
             "what the FILE is called in the dataset (its path)"},
            {"max-candidates", CLI_INT, &c.max_candidates, "N",
             "kept of a beam (5; 0: all)"},
            {"max-milliseconds", CLI_INT, &c.milliseconds, "N",
             "a query may run (5000)"},
            {"no-fill", CLI_FLAG, &c.no_fill, NULL,
             "leave the placeholder \"value\" as it is"},
            {"gold", CLI_STRING, &c.gold, "FILE",
             "FILEs hold a query a line; this one query<TAB>db_id"},
            {"questions", CLI_STRING, &c.questions, "FILE",
             "the same; this one {\"question\", \"db_id\", \"query\"}"},
            {"threads", CLI_INT, &c.threads, "N", "0: all cores"},
            {"split", CLI_REAL, &c.split, "X",
             "split the databases of --out, X : 1 - X; of --export, which"},
            {"side", CLI_STRING, &c.side, "SIDE",
             "of --split, what to export: part or rest"},
            {"plan-split", CLI_REAL, &c.plan, "X",
             "the part to train a parser on"},
            {"seed", CLI_INT, &c.seed, "N", "of splits and of --mutate (0)"},
            {"export", CLI_STRING, &c.export, "FILE",
             "print a dataset as JSON Lines"},
            {"info", CLI_STRING, &c.info, "FILE", "say what is in a dataset"},
            {"mutate", CLI_INT, &made.count, "K", "mutants for each line"},
            {"of", CLI_STRING, &made.of, "WHAT",
             "of --mutate: gold, or right: the first candidate with label 1"},
            {"operations", CLI_STRING, &made.operations, "LIST",
             "of --mutate: changes to make, as value,limit (all)"},
            {"report", CLI_FLAG, &made.report, NULL,
             "of --mutate: a table of operations on standard error"},
            {NULL, CLI_FLAG, NULL, NULL, NULL},
        };
        status = cli_read_options(&operands, argv, argc, options, usage);
    }
    if (status >= 0)
        return status;
    return made.count ? mutate(&made, &c, argv + 1, operands)
                      : choose(&c, argv + 1, operands);
}
