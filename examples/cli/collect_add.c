/* collect_add.c - predictions into a dataset. */
#include <stdlib.h>
#include <string.h>

#include "collect.h"

typedef struct run {
    const collect_command *command;
    t2sed_dataset *dataset;
    t2sed_schemas *schemas;
    t2sed_collector_options options;
    bool plain;
    int status;
} run;

/* Whether collecting cannot go on after a line's failure. */
static bool is_final(t2sed_status status)
{
    return status == T2SED_EIO || status == T2SED_ESTATE ||
           status == T2SED_ENOMEM || status == T2SED_EINTERNAL;
}

static void report(const char *path, t2sed_collector *collector)
{
    t2sed_collector_counts n = T2SED_COLLECTOR_COUNTS_INIT;
    if (t2sed_collector_count(&n, collector, NULL) != T2SED_OK)
        return;
    cli_note("%s: %zu lines (%zu known), %zu beams, %zu candidates: %zu kept "
             "(%zu right, %zu wrong, %zu undecided; %zu with values filled in, "
             "%zu of these made up), %zu duplicates, %zu not executable, %zu "
             "beyond the limit; %zu lines bad\n",
             path, n.lines, n.known, n.beams, n.candidates, n.kept, n.right,
             n.wrong, n.undecided, n.filled, n.guessed, n.duplicates,
             n.not_executable, n.beyond_limit, n.bad_lines);
}

/* Lines that were left out without a word of their own: their database could
 * not be read when their queries were to run. */
static void tell_unread(run *r, const char *path, t2sed_collector *collector)
{
    t2sed_collector_counts n = T2SED_COLLECTOR_COUNTS_INIT;
    if (t2sed_collector_count(&n, collector, NULL) != T2SED_OK ||
        n.unread_lines == 0)
        return;
    print_to(stderr,
             "t2sed: %s: left out %zu lines whose database could not be read, "
             "the first with: %s\n",
             path, n.unread_lines, n.unread_reason);
    if (n.unread_databases > 0 && r->status == CLI_OK)
        r->status = CLI_BAD_INPUT;
}

/* Gives a line to the collector; false where that is the end. */
static bool add_line(run *r, t2sed_collector *collector, const cli_lines *lines,
                     collect_plain *plain)
{
    t2sed_error err;
    t2sed_status status;
    char *made = NULL;
    if (r->plain) {
        made = collect_plain_line(plain, lines);
        if (!made) {
            r->status = CLI_FAILED;
            return false;
        }
    }
    status = t2sed_collector_add(collector, made ? made : lines->text,
                                 made ? strlen(made) : lines->length, &err);
    free(made);
    if (status == T2SED_OK)
        return true;
    if (status == T2SED_EINTERRUPTED)
        return false;
    if (is_final(status)) {
        r->status = cli_fail(&err);
        return false;
    }
    print_to(stderr, "t2sed: left out: %s [%s]\n", err.text,
             t2sed_status_name(status));
    if (r->status == CLI_OK)
        r->status = CLI_BAD_INPUT;
    return true;
}

static void add_lines(run *r, t2sed_collector *collector, cli_lines *lines,
                      collect_plain *plain)
{
    t2sed_collector_counts n = T2SED_COLLECTOR_COUNTS_INIT;
    char note[80] = "";
    lines->note = note;
    while (cli_lines_next(lines) && add_line(r, collector, lines, plain)) {
        t2sed_collector_count(&n, collector, NULL);
        snprintf(note, sizeof note, "%zu kept, %zu right", n.kept, n.right);
    }
    lines->note = NULL;
}

/* The end of a file: what was collected stays, whatever went wrong. */
static void end_file(run *r, t2sed_collector *collector, bool whole)
{
    t2sed_error err;
    t2sed_status status;
    if (r->status == CLI_FAILED)
        return;
    status = whole ? t2sed_collector_finish(collector, &err)
                   : t2sed_collector_commit(collector, &err);
    if (status != T2SED_OK)
        r->status = cli_fail(&err);
    else if (!whole)
        r->status = CLI_FAILED;
}

static void add_file(run *r, const char *path)
{
    cli_lines lines;
    collect_plain plain;
    t2sed_collector *collector = NULL;
    t2sed_error err;
    bool whole = true;
    if (!cli_lines_open(&lines, path)) {
        r->status = CLI_FAILED;
        return;
    }
    if (r->plain && !collect_plain_open(&plain, r->command)) {
        r->status = CLI_FAILED;
        cli_lines_close(&lines);
        return;
    }
    if (t2sed_collector_new(&collector, r->dataset,
                            r->command->name ? r->command->name : path,
                            &r->options, &err) != T2SED_OK)
        r->status = cli_fail(&err);
    else
        add_lines(r, collector, &lines, r->plain ? &plain : NULL);
    if (r->plain &&
        !collect_plain_close(&plain, collector && !cli_interrupted() &&
                                             r->status != CLI_FAILED
                                         ? &lines
                                         : NULL))
        whole = false;
    whole = cli_lines_close(&lines) && whole && !cli_interrupted();
    if (cli_interrupted())
        cli_store_in_peace();
    if (collector) {
        end_file(r, collector, whole);
        tell_unread(r, path, collector);
        report(path, collector);
    }
    t2sed_collector_free(collector);
    if (cli_interrupted())
        print_to(stderr,
                 "t2sed: stopped; the same command goes on from here\n");
}

static int set_label(run *r)
{
    const char *label = r->command->label;
    int rule = 0;
    if (!label)
        return -1;
    r->options.keep_labels = strcmp(label, "given") == 0;
    if (r->options.keep_labels)
        return -1;
    while (t2sed_rule_name(rule) && strcmp(t2sed_rule_name(rule), label) != 0)
        rule++;
    r->options.rule = rule;
    if (t2sed_rule_name(rule))
        return -1;
    return cli_usage_error("collect",
                           "--label %s: expected fixed, strict, official or "
                           "given",
                           label);
}

static int check(run *r, char **files, int count)
{
    const collect_command *c = r->command;
    int status = set_label(r);
    if (status >= 0)
        return status;
    if (count == 0)
        return cli_usage_error("collect", "a FILE is needed");
    if (c->name && count > 1)
        return cli_usage_error("collect", "--name is for one FILE");
    for (int i = 0; i < count && !c->name; i++)
        if (strcmp(files[i], "-") == 0)
            return cli_usage_error("collect", "standard input needs a --name, "
                                              "to be known by when it comes "
                                              "again");
    if (!c->from.root && !r->options.keep_labels)
        return cli_usage_error("collect", "labels come from running queries: "
                                          "--db-root DIR is needed");
    return -1;
}

static int open_all(run *r)
{
    const collect_command *c = r->command;
    t2sed_error err;
    cli_databases databases;
    const cli_database_options root = {.root = c->from.root};
    /* Only to have a wrong --db-root told at once. */
    if (!cli_databases_open(&databases, &root))
        return CLI_FAILED;
    cli_databases_close(&databases);
    if (c->from.tables &&
        t2sed_schemas_open(&r->schemas, c->from.tables, &err) != T2SED_OK)
        return cli_fail(&err);
    if (t2sed_dataset_open(&r->dataset, c->out, T2SED_DATASET_WRITE, &err) !=
        T2SED_OK)
        return cli_fail(&err);
    r->options.db_root = c->from.root;
    r->options.schemas = r->schemas;
    r->options.parser = c->parser;
    r->options.threads = (int)c->threads;
    r->options.max_candidates = (size_t)c->max_candidates;
    r->options.max_milliseconds =
        c->milliseconds > 3600000 ? 3600000 : (int)c->milliseconds;
    r->options.fill = !c->no_fill;
    return CLI_OK;
}

int collect_add(const collect_command *command, char **files, int count)
{
    run r = {.command = command};
    int status;
    t2sed_collector_options_init(&r.options, sizeof r.options);
    if (cli_is_hostile)
        r.options.isolation = T2SED_ISOLATION_WORKER;
    r.plain = command->gold || command->questions;
    status = check(&r, files, count);
    if (status >= 0)
        return status;
    r.status = open_all(&r);
    for (int i = 0; i < count && r.status != CLI_FAILED; i++)
        add_file(&r, files[i]);
    t2sed_dataset_free(r.dataset);
    t2sed_schemas_free(r.schemas);
    if (r.status != CLI_FAILED && command->split >= 0 &&
        collect_split(command) != CLI_OK)
        r.status = CLI_FAILED;
    return r.status;
}
