/* check_files.c - t2sed check --files: queries of .sql and .jsonl files. What
 * is wrong with one file or line is told, and the others are checked. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check.h"
#include "statements.h"

/* The files at work. */
typedef struct files {
    cli_check_command *command;
    cli_rules rules; /* of the present file */
    int status;      /* the worst so far */
} files;

static void note(files *f, int status)
{
    if (status > f->status)
        f->status = status;
}

/* --- .sql --- */

static t2sed_status question_of(t2sed_question **out,
                                const cli_check_command *c,
                                const cli_statement *of, t2sed_error *err)
{
    const char *knowledge = of->knowledge ? of->knowledge : c->knowledge;
    t2sed_status status = t2sed_question_new(out, of->question, err);
    if (status == T2SED_OK && knowledge)
        status = t2sed_question_set_knowledge(*out, knowledge, err);
    return status;
}

static int check_statement(files *f, const char *path, const cli_text *text,
                           const cli_statement *of)
{
    cli_check_command *c = f->command;
    const cli_check_query query = {of->text, of->length};
    cli_check_item item = {.queries = &query,
                           .count = 1,
                           .db_id = c->db_id,
                           .file = path,
                           .source = text->text};
    t2sed_question *question = NULL;
    cli_database *database = NULL;
    t2sed_error err;
    int status;
    if (cli_databases_find(&c->databases, c->db_id, &database, &err) !=
            T2SED_OK ||
        (of->question && question_of(&question, c, of, &err) != T2SED_OK)) {
        status = cli_check_failed(&item, &err);
    } else {
        item.question = question;
        status = cli_check_item_run(c, &item, database, c->dialect, &f->rules);
    }
    t2sed_question_free(question);
    return status;
}

static int check_sql(files *f, const char *path)
{
    cli_text text;
    cli_statements statements = {NULL, 0};
    int worst = CLI_OK;
    if (!cli_read_text(&text, path)) {
        free(text.text);
        return CLI_FAILED;
    }
    if (text.length > 0 &&
        !cli_statements_read(&statements, text.text, text.length)) {
        print_to(stderr, "t2sed: out of memory\n");
        worst = CLI_FAILED;
    }
    for (size_t i = 0; i < statements.count && !cli_interrupted(); i++) {
        const cli_statement *of = &statements.list[i];
        /* A comment above CREATE or INSERT is no question. */
        const int status = of->is_query || of->is_asked
                               ? check_statement(f, path, &text, of)
                               : CLI_OK;
        worst = status > worst ? status : worst;
    }
    cli_statements_free(&statements);
    free(text.text);
    return worst;
}

/* --- .jsonl --- */

static t2sed_status query_of(cli_check_query *out, const json_t *object,
                             t2sed_error *err)
{
    const json_t *sql = json_object_get(object, "sql");
    if (!json_is_string(sql))
        return fill_error(err, T2SED_EFORMAT,
                          sql ? "\"sql\" is no string"
                              : "\"sql\" or \"candidates\" is missing");
    out->text = json_string_value(sql);
    out->length = json_string_length(sql);
    return T2SED_OK;
}

/* The queries of a line, freed with free(). */
static t2sed_status queries_of(cli_check_query **out, size_t *count,
                               const json_t *line, t2sed_error *err)
{
    const json_t *list = json_object_get(line, "candidates"), *candidate;
    t2sed_status status = T2SED_OK;
    size_t i;
    if (list && (!json_is_array(list) || json_array_size(list) == 0))
        return fill_error(err, T2SED_EFORMAT,
                          "\"candidates\" is no array of {\"sql\": ...}");
    *count = list ? json_array_size(list) : 1;
    *out = calloc(*count, sizeof **out);
    if (!*out)
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    if (!list)
        return query_of(*out, line, err);
    json_array_foreach(list, i, candidate)
    {
        if (status == T2SED_OK)
            status = query_of(*out + i, candidate, err);
    }
    return status;
}

/* Without a question each query is an item. */
static int check_line_items(files *f, const cli_check_item *all,
                            cli_database *database, int dialect)
{
    cli_check_item item = *all;
    int worst = CLI_OK;
    if (all->question)
        return cli_check_item_run(f->command, &item, database, dialect,
                                  &f->rules);
    item.count = 1;
    for (size_t i = 0; i < all->count; i++) {
        int status;
        item.queries = all->queries + i;
        status =
            cli_check_item_run(f->command, &item, database, dialect, &f->rules);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static int check_line(files *f, const cli_lines *lines)
{
    cli_check_command *c = f->command;
    cli_check_query *queries = NULL;
    t2sed_question *question = NULL;
    t2sed_conversation *earlier = NULL;
    cli_database *database = NULL;
    cli_check_item item = {.file = lines->name, .line = lines->number};
    t2sed_error err;
    int dialect = c->dialect, status;
    json_t *line = cli_lines_object(lines, &err);
    if (line && queries_of(&queries, &item.count, line, &err) == T2SED_OK &&
        (!json_object_get(line, "question") ||
         cli_question(&question, line, &err) == T2SED_OK) &&
        cli_context(&earlier, line, &err) == T2SED_OK &&
        cli_dialect_of_line(&dialect, line, c->dialect, &err) == T2SED_OK &&
        cli_databases_of_line(&c->databases, line, &database, &err) ==
            T2SED_OK) {
        item.queries = queries;
        item.question = question;
        item.earlier = earlier;
        item.db_id = json_string_value(json_object_get(line, "db_id"));
        status = check_line_items(f, &item, database, dialect);
    } else {
        cli_lines_tell_left_out(lines, line != NULL, &err);
        status = CLI_BAD_INPUT;
    }
    free(queries);
    t2sed_conversation_free(earlier);
    t2sed_question_free(question);
    json_decref(line);
    return status;
}

static int check_lines(files *f, const char *path)
{
    cli_lines lines;
    int worst = CLI_OK;
    if (!cli_lines_open(&lines, path))
        return CLI_FAILED;
    while (cli_lines_next(&lines)) {
        const int status = check_line(f, &lines);
        worst = status > worst ? status : worst;
    }
    return cli_lines_close(&lines) ? worst : CLI_FAILED;
}

/* --- all --- */

static bool is_jsonl(const char *path)
{
    const size_t n = strlen(path);
    return n > 6 && strcasecmp(path + n - 6, ".jsonl") == 0;
}

int cli_check_files(cli_check_command *c, char **paths, int count)
{
    files f = {.command = c, .status = CLI_OK};
    static char standard_input[] = "-";
    char *none[] = {standard_input};
    const int opened = cli_check_open(c);
    if (opened != CLI_OK)
        return opened;
    if (count == 0) {
        paths = none;
        count = 1;
    }
    for (int i = 0; i < count && !cli_interrupted(); i++) {
        if (!cli_rules_read(&f.rules, &c->rule_options, paths[i])) {
            note(&f, CLI_FAILED);
            continue;
        }
        if (f.rules.fail_on == 0)
            f.rules.fail_on = T2SED_SEVERITY_ERROR;
        note(&f, is_jsonl(paths[i]) ? check_lines(&f, paths[i])
                                    : check_sql(&f, paths[i]));
        cli_rules_free(&f.rules);
    }
    return f.status;
}
