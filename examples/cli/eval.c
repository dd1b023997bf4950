/* eval.c - t2sed eval: its options; eval_label.c and eval_report.c do the
 * work. */
#include <string.h>

#include "cli.h"
#include "eval.h"
#include "schema_lines.h"
#include "report.h"

static const char usage[] =
    "eval --label RULE --db-root DIR [OPTION]... [FILE]\n"
    "       t2sed eval [OPTION]... [FILE]...\n\n"
    "Each line of FILE (or standard input) is {\"db_id\", \"gold\", "
    "\"candidates\":\n[{\"sql\"}, ...]} (or a lone \"sql\" for "
    "\"candidates\").\n\n"
    "With --label the same object is printed with a \"label\" for each query: "
    "1 right,\n0 wrong, null where that can't be told, with a "
    "\"label_reason\". Right is what\ngives the gold query's result on the "
    "database, by the RULE: fixed, strict or\nofficial; or what is an exact "
    "set match of it: exact (Spider's EM),\nexact-no-keys (EM*: foreign keys "
    "make no columns equal), exact-values (values\ncount); or what gives its "
    "result on small databases made of the schema:\nwitness.\n\n"
    "Without it, candidates carry a \"label\" and the \"probability\" of "
    "'t2sed "
    "score',\nand tables say how well these tell right queries from wrong ones "
    "and what\ndecisions by them are worth: a row for each FILE.";

/* Reads --label; false where there is no such rule. */
static bool read_rule(eval_command *c)
{
    static const char *const exact[] = {"exact", "exact-no-keys",
                                        "exact-values"};
    for (c->rule = 0; t2sed_rule_name(c->rule); c->rule++)
        if (strcmp(t2sed_rule_name(c->rule), c->label) == 0)
            return true;
    c->rule = -1;
    for (c->exact = T2SED_EXACT_SPIDER; c->exact <= T2SED_EXACT_WITH_VALUES;
         c->exact++)
        if (strcmp(exact[c->exact], c->label) == 0)
            return true;
    c->witness = strcmp(c->label, "witness") == 0;
    return c->witness;
}

static int check_label(eval_command *c, int operands)
{
    if (operands > 1)
        return cli_usage_error("eval", "one FILE at most, found %d", operands);
    if (!read_rule(c))
        return cli_usage_error("eval",
                               "--label %s: expected fixed, strict, official, "
                               "exact, exact-no-keys, exact-values or witness",
                               c->label);
    if (c->rule < 0 && !c->from.root && !c->from.file && !c->from.tables)
        return cli_usage_error("eval",
                               "--label %s reads schemas and needs "
                               "--tables FILE, --db-root DIR or --db "
                               "FILE",
                               c->label);
    if (c->witness && cli_is_hostile)
        return cli_usage_error("eval", "--label witness runs queries in this "
                                       "process, which --hostile excludes");
    if (c->rule >= 0 && !c->from.root && !c->from.file)
        return cli_usage_error("eval", "--label runs queries and needs "
                                       "--db-root DIR or --db FILE");
    return -1;
}

static int run(eval_command *c, report_options *report, char *const *files,
               int count)
{
    int status;
    if (!c->label) {
        report->from = c->from;
        return eval_report(report, count ? files : NULL, count);
    }
    if (report->html || report->only)
        return cli_usage_error("eval", "--report and --table are of labelled "
                                       "and scored files, without --label");
    status = check_label(c, count);
    return status >= 0 ? status : eval_label(c, count ? files[0] : NULL);
}

int cli_eval(int argc, char **argv)
{
    eval_command c = {0};
    report_options report = REPORT_OPTIONS_INIT;
    int operands = 0, status;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--schema-prediction") == 0)
            return cli_eval_schema(argc, argv);
    const cli_option options[] = {
        {"label", CLI_STRING, &c.label, "RULE",
         "right by: fixed, strict, official, exact, exact-no-keys, "
         "exact-values, witness"},
        CLI_DATABASE_OPTIONS(c.from),
        {"threads", CLI_INT, &c.threads, "N", "of --label; 0: all cores"},
        {"why", CLI_FLAG, &c.why, NULL, "\"label_reason\" for every label"},
        {"report", CLI_STRING, &report.html, "FILE",
         "write a page with tables and curves"},
        {"format", CLI_STRING, &report.format, "F", "text (default), json"},
        {"table", CLI_STRING, &report.only, "LIST",
         "only these, as 2,A.2,4,5,7,oracle"},
        {"folds", CLI_INT, &report.folds, "N", "of databases (5)"},
        {"seed", CLI_INT, &report.seed, "N", "of folds and bootstrap (0)"},
        {"bins", CLI_INT, &report.bins, "N", "of calibration (10)"},
        {"beam", CLI_INT, &report.limit, "N",
         "re-rank so many candidates at most (0: all)"},
        {"bootstrap", CLI_INT, &report.rounds, "N",
         "intervals, from so many rounds (0: none)"},
        {NULL, CLI_FLAG, NULL, NULL, NULL},
    };
    if (cli_has_flag(argc, argv, "plan"))
        return cli_eval_sketch(argc, argv);
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    return run(&c, &report, argv + 1, operands);
}
