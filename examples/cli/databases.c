/* databases.c - schemas for the db_ids of the lines. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

/* NULL is one, too; tells where it is none. */
static bool is_directory(const char *path, const char *option)
{
    struct stat status;
    if (!path || (stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    print_to(stderr, "t2sed: %s %s: no such directory\n", option, path);
    return false;
}

bool cli_databases_keep_index(cli_databases *databases, const char *index)
{
    if (!is_directory(index, "--index"))
        return false;
    databases->index = index;
    return true;
}

bool cli_databases_open(cli_databases *databases, const char *root,
                        const char *tables)
{
    t2sed_error err;
    memset(databases, 0, sizeof *databases);
    if (!is_directory(root, "--db-root"))
        return false;
    databases->root = root;
    if (tables &&
        t2sed_schemas_open(&databases->schemas, tables, &err) != T2SED_OK) {
        cli_fail(&err);
        return false;
    }
    databases->opened = json_object();
    return databases->opened != NULL;
}

void cli_databases_close(cli_databases *databases)
{
    t2sed_sketcher_free(databases->sketcher);
    for (size_t i = 0; i < CLI_MAX_SOURCES; i++) {
        t2sed_evidence_free(databases->sources[i].evidence);
        free(databases->sources[i].db_id);
    }
    for (size_t i = 0; i < databases->count; i++)
        t2sed_schema_free(databases->list[i]);
    free(databases->list);
    json_decref(databases->opened);
    t2sed_schemas_free(databases->schemas);
}

/* A db_id names a folder and a file in it, never a way out of --db-root. */
static bool is_plain_name(const char *db_id)
{
    return *db_id && *db_id != '.' && !strchr(db_id, '/') &&
           strlen(db_id) < 200;
}

t2sed_status cli_databases_path(char **out, const cli_databases *databases,
                                const char *db_id, t2sed_error *err)
{
    size_t size = strlen(databases->root) + 2 * strlen(db_id) + 16;
    char *path;
    struct stat file;
    t2sed_status status = T2SED_OK;
    if (!is_plain_name(db_id))
        return fill_error(err, T2SED_ENOTFOUND,
                          "db_id \"%s\": no plain name of a database", db_id);
    path = malloc(size);
    if (!path)
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    snprintf(path, size, "%s/%s/%s.sqlite", databases->root, db_id, db_id);
    if (stat(path, &file) != 0)
        status = fill_error(err, T2SED_ENOTFOUND,
                            "db_id \"%s\": no database at %s", db_id, path);
    if (status == T2SED_OK)
        *out = path;
    else
        free(path);
    return status;
}

char *cli_databases_index(const cli_databases *databases, const char *db_id)
{
    static const char suffix[] = ".index.sqlite";
    size_t size;
    char *path;
    if (!databases->index || !is_plain_name(db_id))
        return NULL;
    size = strlen(databases->index) + strlen(db_id) + sizeof suffix + 1;
    path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s%s", databases->index, db_id, suffix);
    return path;
}

static t2sed_status open_file(cli_databases *databases, const char *db_id,
                              const t2sed_schema **out, t2sed_error *err)
{
    json_t *place = json_object_get(databases->opened, db_id);
    t2sed_schema **list;
    t2sed_status status;
    char *path;
    if (place) {
        *out = databases->list[json_integer_value(place)];
        return T2SED_OK;
    }
    status = cli_databases_path(&path, databases, db_id, err);
    if (status != T2SED_OK)
        return status;
    list = realloc(databases->list, (databases->count + 1) * sizeof *list);
    if (list) {
        databases->list = list;
        status = t2sed_schema_open_sqlite(&list[databases->count], path, err);
    } else {
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    }
    free(path);
    if (status != T2SED_OK)
        return status;
    *out = list[databases->count];
    json_object_set_new(databases->opened, db_id,
                        json_integer((json_int_t)databases->count++));
    return T2SED_OK;
}

t2sed_status cli_databases_find(cli_databases *databases, const char *db_id,
                                const t2sed_schema **out, t2sed_error *err)
{
    *out = NULL;
    if (!db_id || (!databases->root && !databases->schemas))
        return T2SED_OK;
    if (databases->schemas) {
        *out = t2sed_schemas_find(databases->schemas, db_id);
        if (*out)
            return T2SED_OK;
        return fill_error(err, T2SED_ENOTFOUND,
                          "db_id \"%s\": not in the --tables file", db_id);
    }
    return open_file(databases, db_id, out, err);
}

static t2sed_status open_evidence(t2sed_evidence **out,
                                  const cli_databases *databases,
                                  const char *db_id, const t2sed_schema *schema,
                                  t2sed_error *err)
{
    t2sed_evidence_options options = T2SED_EVIDENCE_OPTIONS_INIT;
    char *path = NULL, *index = NULL;
    t2sed_status status = cli_databases_path(&path, databases, db_id, err);
    if (status == T2SED_OK) {
        options.index = index = cli_databases_index(databases, db_id);
        status = t2sed_evidence_open(out, schema, path, &options, err);
    }
    free(index);
    free(path);
    return status;
}

t2sed_status cli_databases_evidence(cli_databases *databases, const char *db_id,
                                    const t2sed_schema *schema,
                                    t2sed_evidence **out, t2sed_error *err)
{
    size_t oldest = 0;
    char *name;
    t2sed_evidence *made = NULL;
    t2sed_status status;
    *out = NULL;
    if (!db_id || !databases->root)
        return T2SED_OK;
    databases->uses++;
    for (size_t i = 0; i < CLI_MAX_SOURCES; i++) {
        if (databases->sources[i].db_id &&
            strcmp(databases->sources[i].db_id, db_id) == 0) {
            databases->sources[i].used = databases->uses;
            *out = databases->sources[i].evidence;
            return T2SED_OK;
        }
        if (databases->sources[i].used < databases->sources[oldest].used)
            oldest = i;
    }
    status = open_evidence(&made, databases, db_id, schema, err);
    if (status != T2SED_OK)
        return status;
    name = strdup(db_id);
    if (!name) {
        t2sed_evidence_free(made);
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    }
    t2sed_evidence_free(databases->sources[oldest].evidence);
    free(databases->sources[oldest].db_id);
    databases->sources[oldest].db_id = name;
    databases->sources[oldest].evidence = *out = made;
    databases->sources[oldest].used = databases->uses;
    databases->sources[oldest].is_indexed = false;
    return T2SED_OK;
}

void cli_databases_make_index(cli_databases *databases, const char *db_id,
                              const t2sed_schema *schema)
{
    t2sed_linker_options options;
    t2sed_linker *linker = NULL;
    char *path = NULL, *index;
    size_t at = 0;
    if (!databases->index || !databases->root || !db_id || !schema)
        return;
    while (at < CLI_MAX_SOURCES &&
           (!databases->sources[at].db_id ||
            strcmp(databases->sources[at].db_id, db_id) != 0))
        at++;
    if (at == CLI_MAX_SOURCES || databases->sources[at].is_indexed ||
        cli_databases_path(&path, databases, db_id, NULL) != T2SED_OK)
        return;
    databases->sources[at].is_indexed = true;
    t2sed_linker_options_init(&options, sizeof options);
    options.index = index = cli_databases_index(databases, db_id);
    /* What goes wrong here is told when the index is used. */
    if (index &&
        t2sed_linker_open(&linker, schema, path, &options, NULL) == T2SED_OK)
        t2sed_linker_free(linker);
    free(index);
    free(path);
}

/* Gives a question the parse that the line brings. */
static t2sed_status set_parse(t2sed_question *question, const json_t *parse,
                              t2sed_error *err)
{
    const json_t *conllu = json_object_get(parse, "conllu");
    const json_t *brackets = json_object_get(parse, "brackets");
    t2sed_status status = T2SED_OK;
    if (!json_is_object(parse) || (conllu && !json_is_string(conllu)) ||
        (brackets && !json_is_string(brackets)))
        return fill_error(err, T2SED_EFORMAT,
                          "\"parse\": expected an object with the strings "
                          "\"conllu\" and \"brackets\"");
    if (conllu)
        status =
            t2sed_question_set_conllu_n(question, json_string_value(conllu),
                                        json_string_length(conllu), err);
    if (status == T2SED_OK && brackets)
        status =
            t2sed_question_set_brackets_n(question, json_string_value(brackets),
                                          json_string_length(brackets), err);
    return status;
}

t2sed_status cli_question(t2sed_question **out, const json_t *line,
                          t2sed_error *err)
{
    const json_t *text = json_object_get(line, "question");
    const json_t *parse = json_object_get(line, "parse");
    t2sed_question *question = NULL;
    t2sed_status status;
    if (!json_is_string(text))
        return fill_error(err, T2SED_EFORMAT,
                          "\"question\" is %s, expected the question's text",
                          text ? "no string" : "missing");
    status = t2sed_question_new_n(&question, json_string_value(text),
                                  json_string_length(text), err);
    if (status == T2SED_OK && parse && !json_is_null(parse))
        status = set_parse(question, parse, err);
    if (status != T2SED_OK) {
        t2sed_question_free(question);
        return status;
    }
    *out = question;
    return T2SED_OK;
}

t2sed_status cli_question_and_schema(t2sed_question **question,
                                     const t2sed_schema **schema,
                                     cli_databases *databases,
                                     const json_t *line, t2sed_error *err)
{
    const json_t *id = json_object_get(line, "db_id");
    const char *db_id = json_is_string(id) ? json_string_value(id) : NULL;
    t2sed_status status = cli_databases_find(databases, db_id, schema, err);
    return status == T2SED_OK ? cli_question(question, line, err) : status;
}
