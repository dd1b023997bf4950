/* collect_plain.c - files of one query a line, as parsers and their papers'
 * repositories have them, beside gold queries and questions. */
#include <stdlib.h>
#include <string.h>

#include "collect.h"

bool collect_plain_open(collect_plain *plain, const collect_command *command)
{
    memset(plain, 0, sizeof *plain);
    if (command->gold) {
        plain->has_gold = cli_lines_open(&plain->gold, command->gold);
        if (!plain->has_gold)
            return false;
        plain->gold.progress.what = NULL; /* that of the FILE is shown */
    }
    if (command->questions) {
        plain->has_questions =
            cli_lines_open(&plain->questions, command->questions);
        if (!plain->has_questions && plain->has_gold)
            cli_lines_close(&plain->gold);
        plain->questions.progress.what = NULL;
        return plain->has_questions;
    }
    return true;
}

static bool complain(const cli_lines *lines, size_t number, const char *what)
{
    print_to(stderr, "t2sed: %s, line %zu: %s\n", lines->name, number, what);
    return false;
}

/* "query<TAB>db_id" into a line. */
static bool take_gold(collect_plain *plain, json_t *line)
{
    char *tab;
    if (!cli_lines_next(&plain->gold))
        return complain(&plain->gold, plain->index + 1,
                        "missing, but there is a prediction for it");
    tab = strrchr(plain->gold.text, '\t');
    if (!tab || plain->gold.too_long)
        return complain(&plain->gold, plain->index + 1,
                        "expected query<TAB>db_id");
    *tab = '\0';
    json_object_set_new(line, "gold", json_string(plain->gold.text));
    json_object_set_new(line, "db_id", json_string(tab + 1));
    return true;
}

/* What a line of --questions has and the gold file does not. */
static bool take_question(collect_plain *plain, json_t *line)
{
    t2sed_error err;
    json_t *object, *value;
    if (!cli_lines_next(&plain->questions))
        return complain(&plain->questions, plain->index + 1,
                        "missing, but there is a prediction for it");
    object = cli_lines_object(&plain->questions, &err);
    if (!object) {
        cli_fail(&err);
        return false;
    }
    value = json_object_get(object, "question");
    if (value)
        json_object_set(line, "question", value);
    if (!plain->has_gold) {
        value = json_object_get(object, "gold");
        if (!value)
            value = json_object_get(object, "query");
        if (value)
            json_object_set(line, "gold", value);
        value = json_object_get(object, "db_id");
        if (value)
            json_object_set(line, "db_id", value);
    }
    json_decref(object);
    return true;
}

/* The predicted query; some files have the db_id behind it. */
static json_t *predicted(const cli_lines *prediction, const json_t *line)
{
    const char *db_id = json_string_value(json_object_get(line, "db_id"));
    const char *tab = strrchr(prediction->text, '\t');
    size_t n = prediction->length;
    if (tab && db_id && strcmp(tab + 1, db_id) == 0)
        n = (size_t)(tab - prediction->text);
    return json_stringn(prediction->text, n);
}

char *collect_plain_line(collect_plain *plain, const cli_lines *prediction)
{
    json_t *line = json_object(), *sql, *candidate;
    char *text = NULL;
    json_object_set_new(line, "index", json_integer((json_int_t)plain->index));
    json_object_set_new(line, "question", json_string(""));
    if ((plain->has_gold && !take_gold(plain, line)) ||
        (plain->has_questions && !take_question(plain, line))) {
        json_decref(line);
        return NULL;
    }
    plain->index++;
    sql = predicted(prediction, line);
    if (!sql)
        complain(prediction, prediction->number, "not UTF-8; taken as empty");
    candidate = json_pack("{s:o}", "sql", sql ? sql : json_string(""));
    json_object_set_new(line, "candidates", json_pack("[o]", candidate));
    text = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    if (!text)
        print_to(stderr, "t2sed: out of memory\n");
    return text;
}

/* False where a file beside the predictions goes on after their end. */
static bool is_over(cli_lines *lines, const cli_lines *prediction)
{
    if (!prediction || !cli_lines_next(lines))
        return true;
    print_to(stderr,
             "t2sed: %s has more lines than %s: not of the same data?\n",
             lines->name, prediction->name);
    return false;
}

bool collect_plain_close(collect_plain *plain, const cli_lines *prediction)
{
    bool good = true;
    if (plain->has_gold) {
        good = is_over(&plain->gold, prediction) && good;
        good = cli_lines_close(&plain->gold) && good;
    }
    if (plain->has_questions) {
        good = is_over(&plain->questions, prediction) && good;
        good = cli_lines_close(&plain->questions) && good;
    }
    return good;
}
