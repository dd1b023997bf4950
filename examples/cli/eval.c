/* eval.c - t2sed eval: its options; eval_label.c does the work. */
#include <string.h>

#include "cli.h"
#include "eval.h"

static const char usage[] =
    "eval --label RULE --db-root DIR [OPTION]... [FILE]\n\n"
    "Each line of FILE (or standard input) is {\"db_id\", \"gold\", "
    "\"candidates\":\n[{\"sql\"}, ...]} (or a lone \"sql\" for "
    "\"candidates\"). The same object is\nprinted with a \"label\" for each "
    "query: 1 right, 0 wrong, null where that\ncan't be told, with a "
    "\"label_reason\". Right is what gives the gold query's\nresult on the "
    "database, by the RULE: fixed, strict or official.";

/* T2SED_RULE_*, or -1. */
static int rule_of(const char *name)
{
    for (int rule = 0; t2sed_rule_name(rule); rule++)
        if (strcmp(t2sed_rule_name(rule), name) == 0)
            return rule;
    return -1;
}

static int check_label(eval_command *c, int operands)
{
    if (operands > 1)
        return cli_usage_error("eval", "one FILE at most, found %d", operands);
    c->rule = rule_of(c->label);
    if (c->rule < 0)
        return cli_usage_error("eval",
                               "--label %s: expected fixed, strict or "
                               "official",
                               c->label);
    if (!c->root)
        return cli_usage_error("eval", "--label runs queries and needs "
                                       "--db-root DIR");
    return -1;
}

int cli_eval(int argc, char **argv)
{
    eval_command c = {0};
    int operands = 0, status;
    const cli_option options[] = {
        {"label", CLI_STRING, &c.label, "RULE",
         "label queries by execution: fixed, strict, official"},
        {"db-root", CLI_STRING, &c.root, "DIR",
         "databases, as DIR/<db_id>/<db_id>.sqlite"},
        {"tables", CLI_STRING, &c.tables, "FILE",
         "schemas, in Spider's tables.json format"},
        {"threads", CLI_INT, &c.threads, "N", "0: all cores"},
        {"why", CLI_FLAG, &c.why, NULL, "\"label_reason\" for every label"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (!c.label)
        return cli_usage_error("eval", "--label RULE is missing");
    status = check_label(&c, operands);
    return status >= 0 ? status : eval_label(&c, operands ? argv[1] : NULL);
}
