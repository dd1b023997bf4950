/* databases.c - the databases that lines are about. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/system.h"
#include "cli.h"

/* NULL is one, too; tells where it is none. */
static bool is_directory(const char *path, const char *option)
{
    struct stat status;
    if (!path || (system_stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    print_to(stderr, "t2sed: %s %s: %s\n", option, path,
             system_stat(path, &status) == 0 ? "is a file, expected a directory"
                                             : "no such directory");
    return false;
}

t2sed_schema *cli_schema_read(const char *path)
{
    static const char sqlite[] = "SQLite format 3";
    t2sed_schema *schema = NULL;
    t2sed_error err;
    char *ddl = cli_read_file(path, CLI_LINE_LIMIT);
    if (!ddl)
        return NULL;
    if (strncmp(ddl, sqlite, sizeof sqlite - 1) == 0)
        print_to(stderr,
                 "t2sed: --schema %s: a SQLite database, expected CREATE TABLE "
                 "statements; use --db\n",
                 path);
    else if (t2sed_schema_parse_ddl(&schema, ddl, &err) != T2SED_OK)
        print_to(stderr,
                 "t2sed: --schema %s: expected CREATE TABLE statements: %s "
                 "[%s]\n",
                 path, err.text, t2sed_status_name(err.code));
    free(ddl);
    return schema;
}

bool cli_databases_open(cli_databases *databases,
                        const cli_database_options *from)
{
    struct stat file;
    t2sed_error err;
    memset(databases, 0, sizeof *databases);
    t2sed_database_options_init(&databases->options, sizeof databases->options);
    if (cli_is_hostile)
        databases->options.isolation = T2SED_ISOLATION_WORKER;
    databases->from = *from;
    if (!is_directory(from->root, "--db-root") ||
        !is_directory(from->index, "--index"))
        return false;
    if (from->file && system_stat(from->file, &file) != 0) {
        print_to(stderr, "t2sed: --db %s: %s\n", from->file,
                 errno == ENOENT ? "no such file" : strerror(errno));
        return false;
    }
    if (from->file && S_ISREG(file.st_mode) && file.st_size == 0 &&
        !cli_is_job())
        cli_note("t2sed: --db %s: the file is empty, a database without "
                 "tables\n",
                 from->file);
    if (from->file && from->root) {
        print_to(stderr, "t2sed: --db and --db-root exclude each other\n");
        return false;
    }
    if (from->tables && t2sed_schemas_open(&databases->schemas, from->tables,
                                           &err) != T2SED_OK) {
        cli_fail(&err);
        return false;
    }
    return true;
}

static void close_database(cli_database *d)
{
    if (!d)
        return;
    t2sed_corrector_free(d->corrector);
    t2sed_evidence_free(d->evidence);
    t2sed_linker_free(d->linker);
    t2sed_database_free(d->database);
    free(d->db_id);
    free(d);
}

void cli_databases_close(cli_databases *databases)
{
    for (size_t i = 0; i < databases->count; i++)
        close_database(databases->list[i]);
    free(databases->list);
    t2sed_sketcher_free(databases->sketcher);
    t2sed_schemas_free(databases->schemas);
}

bool cli_databases_given(const cli_databases *databases)
{
    return databases->from.root || databases->from.file || databases->schemas ||
           databases->options.schema;
}

void cli_databases_warn(cli_databases *databases)
{
    if (databases->has_warned || cli_databases_given(databases))
        return;
    databases->has_warned = true;
    cli_note("t2sed: no --db, --db-root or --tables: scored by the text "
             "alone; a schema or a database makes "
             "probabilities more accurate\n");
}

/* --- opening --- */

/* A db_id names a folder and a file in it, never a way out of --db-root. */
static bool is_plain_name(const char *db_id)
{
    return *db_id && *db_id != '.' && !strchr(db_id, '/') &&
           strlen(db_id) < 200;
}

/* "DIR/db_id" with what follows; NULL when memory is short. */
static char *join(const char *directory, const char *db_id, const char *rest)
{
    size_t size = strlen(directory) + strlen(db_id) + strlen(rest) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s%s", directory, db_id, rest);
    return path;
}

static t2sed_status open_file(t2sed_database **out, const char *path,
                              const char *db_id,
                              const t2sed_database_options *options,
                              t2sed_error *err)
{
    struct stat file;
    if (system_stat(path, &file) != 0)
        return fill_error(err, T2SED_ENOTFOUND,
                          "db_id \"%s\": no database at %s", db_id, path);
    return t2sed_database_open(out, path, options, err);
}

/* The database DIR/db_id/db_id.sqlite; where there is no such file, the schema
 * alone, if --tables has it. */
static t2sed_status open_in_root(t2sed_database **out,
                                 const cli_databases *databases,
                                 const char *db_id,
                                 t2sed_database_options *options,
                                 t2sed_error *err)
{
    char *folder, *path = NULL, *index = NULL;
    struct stat file;
    t2sed_status status = T2SED_OK;
    if (!is_plain_name(db_id))
        return fill_error(err, T2SED_ENOTFOUND,
                          "db_id \"%s\": no plain name of a database", db_id);
    folder = join(databases->from.root, db_id, "");
    if (folder)
        path = join(folder, db_id, ".sqlite");
    if (databases->from.index)
        index = join(databases->from.index, db_id, ".index.sqlite");
    if (!path || (databases->from.index && !index))
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    options->index = index;
    if (status == T2SED_OK && options->schema && system_stat(path, &file) != 0)
        status = t2sed_database_new_schema(out, options->schema, options, err);
    else if (status == T2SED_OK)
        status = open_file(out, path, db_id, options, err);
    free(folder);
    free(path);
    free(index);
    return status;
}

/* With --db, the file, whatever the line says; its schema is that of --tables
 * where a db_id names one there. With --db-root, too, --tables need not have
 * all. */
static t2sed_status open_one(t2sed_database **out, cli_databases *databases,
                             const char *db_id, t2sed_error *err)
{
    t2sed_database_options options = databases->options;
    if (databases->schemas && *db_id) {
        options.schema = t2sed_schemas_find(databases->schemas, db_id);
        if (!options.schema && !databases->from.root)
            return fill_error(err, T2SED_ENOTFOUND,
                              "db_id \"%s\": not in the --tables file", db_id);
    }
    if (databases->from.file) {
        const char *file = databases->from.file, *slash = strrchr(file, '/');
        char *index = databases->from.index
                          ? join(databases->from.index,
                                 slash ? slash + 1 : file, ".index.sqlite")
                          : NULL;
        t2sed_status status;
        options.index = index;
        status = t2sed_database_open(out, file, &options, err);
        free(index);
        return status;
    }
    if (databases->from.root && !databases->without_rows)
        return open_in_root(out, databases, db_id, &options, err);
    return t2sed_database_new_schema(out, options.schema, &options, err);
}

/* --- the cache --- */

/* Closes the one that was not asked for longest, where there are too many. */
static void make_room(cli_databases *databases)
{
    size_t oldest = 0;
    if (!databases->most || databases->count < databases->most)
        return;
    for (size_t i = 1; i < databases->count; i++)
        if (databases->list[i]->used < databases->list[oldest]->used)
            oldest = i;
    close_database(databases->list[oldest]);
    databases->list[oldest] = databases->list[--databases->count];
}

static t2sed_status add(cli_database **out, cli_databases *databases,
                        const char *db_id, t2sed_error *err)
{
    cli_database *d = calloc(1, sizeof *d), **list;
    t2sed_status status;
    make_room(databases);
    list = realloc(databases->list, (databases->count + 1) * sizeof *list);
    if (list)
        databases->list = list;
    if (!d || !list || !(d->db_id = strdup(db_id)))
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    else
        status = open_one(&d->database, databases, db_id, err);
    if (status != T2SED_OK) {
        close_database(d);
        return status;
    }
    d->schema = t2sed_database_schema(d->database);
    databases->list[databases->count++] = *out = d;
    return T2SED_OK;
}

t2sed_status cli_databases_find(cli_databases *databases, const char *db_id,
                                cli_database **out, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *out = NULL;
    if (!cli_databases_given(databases))
        return T2SED_OK;
    if (!db_id && (databases->from.file || databases->options.schema))
        db_id = "";
    if (!db_id)
        return fill_error(err, T2SED_EFORMAT,
                          "\"db_id\" is missing: %s has databases by it "
                          "(--db FILE is for lines without)",
                          databases->from.root ? "--db-root" : "--tables");
    if (databases->from.file && !databases->schemas)
        db_id = "";
    for (size_t i = 0; i < databases->count && !*out; i++)
        if (strcmp(databases->list[i]->db_id, db_id) == 0)
            *out = databases->list[i];
    if (!*out)
        status = add(out, databases, db_id, err);
    if (status == T2SED_OK)
        (*out)->used = ++databases->uses;
    return status;
}

t2sed_status cli_databases_of_line(cli_databases *databases, const json_t *line,
                                   cli_database **out, t2sed_error *err)
{
    const json_t *id = json_object_get(line, "db_id");
    return cli_databases_find(
        databases, json_is_string(id) ? json_string_value(id) : NULL, out, err);
}

t2sed_status cli_database_evidence(cli_database *d, t2sed_evidence **out,
                                   t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *out = NULL;
    if (!d)
        return T2SED_OK;
    if (!d->evidence)
        status = t2sed_evidence_new(&d->evidence, d->database, err);
    *out = d->evidence;
    return status;
}

t2sed_status cli_database_linker(cli_database *d, t2sed_linker **out,
                                 t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    *out = NULL;
    if (!d->linker)
        status = t2sed_linker_new(&d->linker, d->database, err);
    *out = d->linker;
    return status;
}

/* --- questions --- */

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

t2sed_status cli_set_knowledge(t2sed_question *question, const json_t *line,
                               t2sed_error *err)
{
    const json_t *knowledge = json_object_get(line, "knowledge");
    if (!knowledge || json_is_null(knowledge))
        return T2SED_OK;
    if (!json_is_string(knowledge))
        return fill_error(err, T2SED_EFORMAT,
                          "\"knowledge\" is no string, expected a text");
    return t2sed_question_set_knowledge_n(question,
                                          json_string_value(knowledge),
                                          json_string_length(knowledge), err);
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
    if (status == T2SED_OK)
        status = cli_set_knowledge(question, line, err);
    if (status != T2SED_OK) {
        t2sed_question_free(question);
        return status;
    }
    *out = question;
    return T2SED_OK;
}
