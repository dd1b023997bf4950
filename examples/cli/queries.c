/* queries.c - the queries of a line, as SQLite has them. */
#include "queries.h"

#include <stdlib.h>
#include <string.h>

void cli_queries_free(cli_queries *b)
{
    for (size_t i = 0; i < b->count; i++)
        t2sed_sql_free(b->read[i]);
    free(b->read);
    free(b->targets);
    free(b->queries);
    free(b->lengths);
}

void cli_query_failed(json_t *target, const t2sed_error *err)
{
    json_object_set_new(target, "probability", json_null());
    json_object_set_new(target, "error", cli_error_json(err));
}

/* Puts a query in the beam, as SQLite has it. One of another dialect that can't
 * be read is answered at once; SQLite's are left to the scorer. */
static void add_query(cli_queries *b, json_t *target, const json_t *sql)
{
    t2sed_sql *read = NULL;
    t2sed_error err;
    const char *text = json_string_value(sql);
    const size_t n = json_string_length(sql);
    t2sed_status status = cli_dialect_parse(&read, text, n, b->dialect, &err);
    if (status != T2SED_OK && b->dialect != T2SED_DIALECT_SQLITE) {
        cli_query_failed(target, &err);
        return;
    }
    if (read && strlen(t2sed_sql_text(read)) == n &&
        memcmp(t2sed_sql_text(read), text, n) == 0) {
        t2sed_sql_free(read);
        read = NULL;
    } else if (read) {
        cli_dialect_show(target, read, b->dialect);
    }
    b->targets[b->count] = target;
    b->queries[b->count] = read ? t2sed_sql_text(read) : text;
    b->lengths[b->count] = read ? strlen(t2sed_sql_text(read)) : n;
    b->read[b->count++] = read;
}

/* Finds the queries. A candidate that is no object with "sql" is answered at
 * once where it can be, and is no part of the beam. */
t2sed_status cli_queries_find(cli_queries *b, json_t *line, int dialect,
                              t2sed_error *err)
{
    json_t *list = json_object_get(line, "candidates");
    json_t *candidate;
    size_t most = json_is_array(list) ? json_array_size(list) : 1, i;
    b->targets = calloc(most + 1, sizeof *b->targets);
    b->queries = calloc(most + 1, sizeof *b->queries);
    b->lengths = calloc(most + 1, sizeof *b->lengths);
    b->read = calloc(most + 1, sizeof(t2sed_sql *));
    if (!b->targets || !b->queries || !b->lengths || !b->read)
        return fill_error(err, T2SED_ENOMEM, "out of memory");
    if (cli_dialect_of_line(&b->dialect, line, dialect, err) != T2SED_OK)
        return err->code;
    if (list && !json_is_array(list))
        return fill_error(err, T2SED_EFORMAT, "\"candidates\" is no array");
    if (!list) {
        json_t *sql = json_object_get(line, "sql");
        if (!json_is_string(sql))
            return fill_error(err, T2SED_EFORMAT,
                              sql ? "\"sql\" is no string"
                                  : "\"sql\" or \"candidates\" is missing");
        add_query(b, line, sql);
        return T2SED_OK;
    }
    json_array_foreach(list, i, candidate)
    {
        json_t *sql = json_object_get(candidate, "sql");
        if (!json_is_object(candidate))
            return fill_error(err, T2SED_EFORMAT,
                              "a candidate is no object like "
                              "{\"sql\": ...}");
        if (!json_is_string(sql)) {
            fill_error(err, T2SED_EFORMAT, "\"sql\" is missing or no string");
            cli_query_failed(candidate, err);
            continue;
        }
        add_query(b, candidate, sql);
    }
    return T2SED_OK;
}

void cli_queries_add_findings(const cli_queries *b, cli_databases *databases,
                              cli_database *database,
                              const t2sed_question *question,
                              const t2sed_conversation *earlier,
                              const cli_weighing *by)
{
    cli_findings findings;
    t2sed_error err;
    t2sed_status status = cli_findings_start(&findings, databases, database,
                                             question, earlier, &err);
    for (size_t i = 0; i < b->count; i++) {
        json_t *list = NULL;
        if (json_object_get(b->targets[i], "findings"))
            continue;
        if (status == T2SED_OK &&
            cli_findings_json(&list, &findings, b->queries[i], b->lengths[i],
                              by, i, &err) == T2SED_OK) {
            if (b->read[i])
                cli_dialect_findings(list, b->read[i]);
            json_object_set_new(b->targets[i], "findings", list);
        } else
            json_object_set_new(b->targets[i], "findings_error",
                                cli_error_json(&err));
    }
    if (status == T2SED_OK)
        cli_findings_end(&findings);
}
