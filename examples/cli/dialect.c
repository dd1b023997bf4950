/* dialect.c - queries in a dialect of SQL, from option, line and text. */
#include <string.h>

#include "cli.h"

int cli_dialect_named(const char *command, const char *name, int *dialect)
{
    *dialect = name ? t2sed_dialect_of_name(name) : T2SED_DIALECT_SQLITE;
    if (*dialect >= 0)
        return CLI_OK;
    return cli_usage_error(command,
                           "--dialect %s: expected sqlite, postgresql, mysql, "
                           "duckdb, bigquery, snowflake, tsql, clickhouse or "
                           "auto",
                           name);
}

t2sed_status cli_dialect_of_line(int *dialect, const json_t *line, int usual,
                                 t2sed_error *err)
{
    const json_t *name = json_object_get(line, "dialect");
    *dialect = name ? t2sed_dialect_of_name(json_string_value(name)) : usual;
    if (*dialect >= 0)
        return T2SED_OK;
    return fill_error(err, T2SED_EFORMAT,
                      "\"dialect\" is none of sqlite, postgresql, mysql, "
                      "duckdb, bigquery, snowflake, tsql, clickhouse and "
                      "auto");
}

t2sed_status cli_dialect_parse(t2sed_sql **out, const char *text, size_t n,
                               int dialect, t2sed_error *err)
{
    t2sed_sql_options options;
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = dialect;
    options.answer = 1;
    return t2sed_sql_parse_as(out, text, n, &options, err);
}

void cli_dialect_show(json_t *target, const t2sed_sql *sql, int asked)
{
    const char *given = json_string_value(json_object_get(target, "sql"));
    if (asked == T2SED_DIALECT_AUTO)
        json_object_set_new(
            target, "dialect",
            json_string(t2sed_dialect_name(t2sed_sql_dialect(sql))));
    if (given && strcmp(given, t2sed_sql_text(sql)) != 0)
        json_object_set_new(target, "sqlite", json_string(t2sed_sql_text(sql)));
}

void cli_dialect_findings(json_t *findings, const t2sed_sql *sql)
{
    size_t i;
    json_t *finding;
    json_array_foreach(findings, i, finding)
    {
        const json_t *place = json_object_get(finding, "sql");
        t2sed_span span;
        if (!json_is_array(place))
            continue;
        span.begin = (size_t)json_integer_value(json_array_get(place, 0));
        span.end = (size_t)json_integer_value(json_array_get(place, 1));
        t2sed_sql_to_source(sql, &span);
        json_object_set_new(finding, "sql", cli_span_json(span));
    }
}
