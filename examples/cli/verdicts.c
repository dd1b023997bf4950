/* verdicts.c - how queries agree with sketch and schema. */
#include "verdicts.h"

#include <math.h>

/* Whether some query of the line has no number of that name yet. */
static bool is_wanted(const cli_scored *line, const char *key)
{
    for (size_t i = 0; i < line->count; i++)
        if (!json_object_get(line->targets[i], key))
            return true;
    return false;
}

static void put(json_t *target, const char *key, double number)
{
    if (!isnan(number) && !json_object_get(target, key))
        json_object_set_new(target, key, cli_probability_json(number));
}

void cli_verdicts_sketch(const cli_scored *line)
{
    cli_databases *databases = line->databases;
    t2sed_sketch *sketch = NULL;
    t2sed_sketch_options options;
    t2sed_sketch_options_init(&options, sizeof options);
    options.conversation = line->earlier;
    if (!line->question || !is_wanted(line, "plan"))
        return;
    if (!databases->sketcher && !databases->has_no_sketcher)
        databases->has_no_sketcher =
            t2sed_sketcher_open(&databases->sketcher, NULL, NULL) != T2SED_OK;
    if (!databases->sketcher ||
        t2sed_sketcher_predict(&sketch, databases->sketcher, line->question,
                               cli_scored_schema(line), &options,
                               NULL) != T2SED_OK)
        return;
    for (size_t i = 0; i < line->count; i++) {
        t2sed_sql *sql = NULL;
        t2sed_sketch_fit fit = T2SED_SKETCH_FIT_INIT;
        if (t2sed_sql_parse_n(&sql, line->queries[i], line->lengths[i], NULL) !=
            T2SED_OK)
            continue;
        if (t2sed_sketch_compare(sketch, sql, cli_scored_schema(line), &fit,
                                 NULL) == T2SED_OK)
            put(line->targets[i], "plan", fit.agreement);
        t2sed_sql_free(sql);
    }
    t2sed_sketch_free(sketch);
}

void cli_verdicts_link(const cli_scored *line)
{
    t2sed_linker *linker = NULL;
    t2sed_link_options options;
    t2sed_link_options_init(&options, sizeof options);
    options.conversation = line->earlier;
    if (!line->question || !line->database || !line->database->schema ||
        !is_wanted(line, "link") ||
        cli_database_linker(line->database, &linker, NULL) != T2SED_OK)
        return;
    for (size_t i = 0; linker && i < line->count; i++) {
        t2sed_sql *sql = NULL;
        t2sed_links *links = NULL;
        if (t2sed_sql_parse_n(&sql, line->queries[i], line->lengths[i], NULL) !=
            T2SED_OK)
            continue;
        if (t2sed_linker_link(&links, linker, line->question, sql, &options,
                              NULL) == T2SED_OK)
            put(line->targets[i], "link", t2sed_links_score(links));
        t2sed_links_free(links);
        t2sed_sql_free(sql);
    }
}
