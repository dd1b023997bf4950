/* eval_report.c - t2sed eval without --label: how good a detector is, from
 * files that are scored and labelled. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

static int check(const report_options *how)
{
    if (strcmp(how->format, "text") != 0 && strcmp(how->format, "json") != 0)
        return cli_usage_error("eval", "--format %s: expected text or json",
                               how->format);
    if (how->folds < 2 || how->folds > 1000)
        return cli_usage_error("eval", "--folds %ld: expected 2 to 1000",
                               how->folds);
    if (how->bins < 1 || how->bins > 1000)
        return cli_usage_error("eval", "--bins %ld: expected 1 to 1000",
                               how->bins);
    return -1;
}

/* Prints what was measured, and writes the page. */
static int print_report(const report_measures *measures, int count,
                        const report_options *how, cli_databases *databases)
{
    json_t *tables = NULL;
    json_t *notes;
    int status = CLI_OK;
    if (!report_tables(&tables, measures, count, how))
        return CLI_USAGE;
    notes = report_notes(measures, count, how);
    if (strcmp(how->format, "json") == 0) {
        json_t *report = report_json(measures, count, notes, how);
        cli_write_json(report, stdout);
        json_decref(report);
    } else {
        report_print_text(tables, notes, stdout);
    }
    if (how->html && !report_write_html(how->html, tables, notes, measures,
                                        count, databases))
        status = CLI_FAILED;
    json_decref(tables);
    json_decref(notes);
    return status;
}

static int measure_files(const report_file *files, int count,
                         const report_options *how, cli_databases *databases)
{
    report_measures *measures = report_array((size_t)count, sizeof *measures);
    int status = CLI_OK, done = 0;
    bool labelled = false;
    for (; status == CLI_OK && done < count; done++) {
        if (!report_measure(&measures[done], &files[done], how))
            status = CLI_FAILED;
        labelled |= measures[done].labelled > 0;
        if (measures[done].labelled && !measures[done].scored)
            cli_note("t2sed eval: %s: no candidate has a \"probability\": "
                     "score the file first, with 't2sed score FILE'\n",
                     files[done].name);
    }
    if (status == CLI_OK && !labelled) {
        print_to(stderr, "t2sed eval: no candidate has a \"label\": label them "
                         "first, with 't2sed eval --label RULE --db-root DIR "
                         "FILE'\n");
        status = CLI_FAILED;
    } else if (status == CLI_OK) {
        status = print_report(measures, count, how, databases);
    }
    for (int i = 0; i < done; i++)
        report_measures_free(&measures[i]);
    free(measures);
    return status;
}

int eval_report(const report_options *how, char *const *paths, int count)
{
    cli_databases databases;
    report_file *files;
    int status = check(how), done = 0;
    bool refused = false;
    if (status >= 0)
        return status;
    if (!cli_databases_open(&databases, &how->from))
        return CLI_FAILED;
    count = count ? count : 1;
    files = report_array((size_t)count, sizeof *files);
    status = CLI_OK;
    for (; status == CLI_OK && done < count; done++) {
        if (!report_read(&files[done], paths ? paths[done] : NULL,
                         how->html != NULL, &databases))
            status = CLI_FAILED;
        refused |= files[done].refused > 0;
    }
    if (status == CLI_OK) {
        report_number_groups(files, count);
        status = measure_files(files, count, how, &databases);
    }
    if (status == CLI_OK && refused)
        status = CLI_BAD_INPUT;
    for (int i = 0; i < done; i++)
        report_file_free(&files[i]);
    free(files);
    cli_databases_close(&databases);
    return status;
}
