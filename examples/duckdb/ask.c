/* ask.c - queries of the extension's own. */
#include "../shared/errors.h"
#include "t2sed_duckdb.h"

#include <string.h>

DUCKDB_EXTENSION_EXTERN

/* The first text of a result; "" of no row. NULL: memory is short. */
static char *first_text(duckdb_result result)
{
    duckdb_data_chunk chunk = duckdb_fetch_chunk(result);
    duckdb_string_t *text;
    char *out;
    if (chunk && duckdb_data_chunk_get_size(chunk) > 0) {
        text = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk, 0));
        out =
            strndup(duckdb_string_t_data(text), duckdb_string_t_length(*text));
    } else {
        out = strdup("");
    }
    if (chunk)
        duckdb_destroy_data_chunk(&chunk);
    return out;
}

t2sed_status ask_text(char **out, duckdb_connection connection,
                      const char *query, const char *argument, t2sed_error *err)
{
    duckdb_prepared_statement statement = NULL;
    duckdb_result result = {0};
    t2sed_status status = T2SED_OK;
    const char *why;
    if (duckdb_prepare(connection, query, &statement) != DuckDBSuccess ||
        (argument &&
         duckdb_bind_varchar(statement, 1, argument) != DuckDBSuccess) ||
        duckdb_execute_prepared(statement, &result) != DuckDBSuccess) {
        why = duckdb_result_error(&result);
        if (!why)
            why = duckdb_prepare_error(statement);
        status = fill_error(err, T2SED_EDATABASE,
                            "DuckDB refuses a query of the extension: %s",
                            why ? why : "no reason given");
    } else if (!(*out = first_text(result))) {
        status = fill_error(err, T2SED_ENOMEM, "out of memory");
    }
    duckdb_destroy_result(&result);
    duckdb_destroy_prepare(&statement);
    return status;
}
