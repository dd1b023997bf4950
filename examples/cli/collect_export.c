/* collect_export.c - datasets as JSON. */
#include <stdlib.h>
#include <string.h>

#include "collect.h"

static int set_filter(t2sed_dataset_filter *filter, const collect_command *c)
{
    filter->parser = c->parser;
    filter->seed = (uint64_t)c->seed;
    if (c->split >= 0)
        filter->part = c->split;
    if (!c->side)
        return c->split < 0 ? -1
                            : cli_usage_error("collect",
                                              "--export --split X needs --side "
                                              "part or --side rest");
    if (strcmp(c->side, "part") == 0)
        filter->side = T2SED_SIDE_PART;
    else if (strcmp(c->side, "rest") == 0)
        filter->side = T2SED_SIDE_REST;
    else
        return cli_usage_error("collect", "--side %s: expected part or rest",
                               c->side);
    return -1;
}

/* Prints a beam with its numbers in the fewest digits. */
static bool print_beam(const char *text, size_t length)
{
    json_error_t why;
    json_t *line = json_loadb(text, length, JSON_ALLOW_NUL, &why);
    if (!line) {
        print_to(stderr, "t2sed: the dataset has a beam that is no JSON: %s\n",
                 why.text);
        return false;
    }
    cli_write_json(line, stdout);
    json_decref(line);
    return true;
}

int collect_export(const collect_command *command)
{
    t2sed_dataset_filter filter;
    t2sed_dataset *dataset;
    t2sed_error err;
    const char *text = "";
    size_t length;
    t2sed_status status;
    int result;
    t2sed_dataset_filter_init(&filter, sizeof filter);
    result = set_filter(&filter, command);
    if (result >= 0)
        return result;
    status =
        t2sed_dataset_open(&dataset, command->export, T2SED_DATASET_READ, &err);
    if (status != T2SED_OK)
        return cli_fail(&err);
    result = CLI_OK;
    status = t2sed_dataset_select(dataset, &filter, &err);
    while (status == T2SED_OK && text) {
        status = t2sed_dataset_next(dataset, &text, &length, &err);
        if (status == T2SED_OK && text && !print_beam(text, length))
            result = CLI_BAD_INPUT;
    }
    t2sed_dataset_free(dataset);
    if (status != T2SED_OK)
        return cli_fail(&err);
    return result;
}

int collect_info(const collect_command *command)
{
    t2sed_dataset *dataset;
    t2sed_error err;
    char *text, *indented;
    json_t *value;
    t2sed_status status =
        t2sed_dataset_open(&dataset, command->info, T2SED_DATASET_READ, &err);
    if (status != T2SED_OK)
        return cli_fail(&err);
    status = t2sed_dataset_describe(&text, dataset, &err);
    t2sed_dataset_free(dataset);
    if (status != T2SED_OK)
        return cli_fail(&err);
    value = json_loads(text, 0, NULL);
    indented = json_dumps(value, JSON_INDENT(2));
    cli_write_json_text(indented ? indented : text, stdout);
    free(indented);
    json_decref(value);
    t2sed_free(text);
    return CLI_OK;
}
