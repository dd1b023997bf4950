/* collect_split.c - which databases are for what. */
#include <stdlib.h>
#include <string.h>

#include "collect.h"

int collect_split(const collect_command *command)
{
    t2sed_dataset *dataset;
    t2sed_error err;
    t2sed_status status =
        t2sed_dataset_open(&dataset, command->out, T2SED_DATASET_WRITE, &err);
    if (status != T2SED_OK)
        return cli_fail(&err);
    status = t2sed_dataset_split(dataset, command->split,
                                 (uint64_t)command->seed, &err);
    t2sed_dataset_free(dataset);
    return status == T2SED_OK ? CLI_OK : cli_fail(&err);
}

/* Counts the lines of each db_id. */
static int count_databases(json_t *counts, const char *path)
{
    cli_lines lines;
    int status = CLI_OK;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        t2sed_error err;
        json_t *line = cli_lines_object(&lines, &err);
        const char *db_id = json_string_value(json_object_get(line, "db_id"));
        json_t *count = db_id ? json_object_get(counts, db_id) : NULL;
        if (!db_id) {
            print_to(stderr, "t2sed: left out: %s, line %zu: %s\n", lines.name,
                     lines.number, line ? "no \"db_id\"" : err.text);
            status = CLI_BAD_INPUT;
        } else if (count) {
            json_integer_set(count, json_integer_value(count) + 1);
        } else {
            json_object_set_new(counts, db_id, json_integer(1));
        }
        json_decref(line);
    }
    return cli_lines_close(&lines) ? status : CLI_FAILED;
}

static void print_plan(const collect_command *c, json_t *counts,
                       const char *const *names, const unsigned char *chosen)
{
    static const char *const keys[] = {"collect_on", "train_parser_on"};
    json_t *plan = json_object(), *lists[2], *value;
    json_int_t lines[2] = {0, 0};
    json_object_set_new(plan, "part", json_real(c->plan));
    json_object_set_new(plan, "seed", json_integer(c->seed));
    for (int side = 0; side < 2; side++)
        lists[side] = json_array();
    for (size_t i = 0; i < json_object_size(counts); i++) {
        value = json_object_get(counts, names[i]);
        lines[chosen[i]] += json_integer_value(value);
        json_array_append_new(lists[chosen[i]], json_string(names[i]));
    }
    for (int side = 1; side >= 0; side--)
        json_object_set_new(plan, keys[side],
                            json_pack("{s:i, s:I, s:o}", "databases",
                                      (int)json_array_size(lists[side]),
                                      "lines", lines[side], "db_ids",
                                      lists[side]));
    cli_write_json(plan, stdout);
    json_decref(plan);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int collect_plan(const collect_command *command, char **files, int count)
{
    json_t *counts = json_object(), *value;
    const char **names, *name;
    unsigned char *chosen;
    t2sed_error err;
    int status = CLI_OK;
    size_t size = 0;
    if (count == 0) {
        json_decref(counts);
        return cli_usage_error("collect", "--plan-split needs a FILE with "
                                          "\"db_id\"s");
    }
    for (int i = 0; i < count && status != CLI_FAILED; i++) {
        int one = count_databases(counts, files[i]);
        status = one > status ? one : status;
    }
    names = malloc((json_object_size(counts) + 1) * sizeof *names);
    chosen = malloc(json_object_size(counts) + 1);
    json_object_foreach(counts, name, value) names[size++] = name;
    qsort(names, size, sizeof *names, compare);
    if (status != CLI_FAILED &&
        t2sed_dataset_choose(chosen, names, size, command->plan,
                             (uint64_t)command->seed, &err) != T2SED_OK)
        status = cli_fail(&err);
    if (status != CLI_FAILED)
        print_plan(command, counts, names, chosen);
    free(names);
    free(chosen);
    json_decref(counts);
    return status;
}
