/* Values that are read once, under a lock of their own, for queries read them.
 */
#include "database/kept_values.h"

#include "base/error.h"
#include "database/cells.h"
#include "database/connection.h"
#include "database/sandbox.h"
#include "database/value_store.h"
#include "schema/schema.h"

void t2s_kept_values_init(t2s_kept_values *kept)
{
    kept->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

void t2s_kept_values_free(t2s_kept_values *kept)
{
    t2s_value_index_free(kept->index);
    sqlite3_close(kept->store);
    pthread_mutex_destroy(&kept->lock);
}

/* --- reading; under the lock --- */

static t2sed_status make_store(t2s_kept_values *kept, t2sed_database *database,
                               t2s_cell_reader *beside, t2sed_error *err)
{
    sqlite3 *made = NULL;
    t2sed_status status = t2s_connection_open_memory(&made, err);
    if (status == T2SED_OK)
        status = t2s_value_store_build(
            made, database, "",
            T2S_VALUE_STORE_IN_MEMORY(t2s_database_options(database)), beside,
            err);
    if (status == T2SED_OK)
        kept->store = made;
    else
        sqlite3_close(made);
    return status;
}

static t2sed_status make_index(t2s_kept_values *kept, t2sed_database *database,
                               t2sed_error *err)
{
    const t2sed_database_options *o = t2s_database_options(database);
    t2s_value_index_options limits = T2S_VALUE_INDEX_OPTIONS_INIT;
    t2s_cell_reader *reader = NULL;
    t2sed_status status;
    limits.max_milliseconds = o->values_milliseconds;
    /* A host's database is read once, for both, unless one is in a file. */
    if (!t2s_database_is_host(database) || o->index || kept->store)
        return t2s_value_index_open(&kept->index, database, &limits, err);
    status =
        t2s_value_index_begin(&kept->index, &reader, database, &limits, err);
    if (status != T2SED_OK)
        return status;
    status = make_store(kept, database, reader, err);
    return t2s_value_index_end(&kept->index, reader, status, err);
}

static t2sed_status need_index(t2s_kept_values *kept, t2sed_database *database,
                               t2sed_error *err)
{
    t2s_again again = {0};
    t2sed_status status = T2SED_OK;
    if (!kept->has_index && t2s_database_has_values(database))
        do
            status = make_index(kept, database, err);
        while (t2s_read_again(&again, status));
    kept->has_index |= status == T2SED_OK;
    return status;
}

/* --- for all --- */

t2sed_status t2s_database_values(const t2s_value_index **out,
                                 t2sed_database *database, t2sed_error *err)
{
    t2s_kept_values *kept = t2s_database_kept_values(database);
    t2sed_status status = t2s_database_check_turn(database, err);
    if (status != T2SED_OK)
        return status;
    pthread_mutex_lock(&kept->lock);
    status = need_index(kept, database, err);
    *out = kept->index;
    pthread_mutex_unlock(&kept->lock);
    return status;
}

t2sed_status t2s_kept_values_copy_store(sqlite3 **out, t2sed_database *database,
                                        t2sed_error *err)
{
    t2s_kept_values *kept = t2s_database_kept_values(database);
    t2sed_status status = t2s_database_check_turn(database, err);
    if (status != T2SED_OK)
        return status;
    pthread_mutex_lock(&kept->lock);
    status = need_index(kept, database, err);
    if (status == T2SED_OK && !kept->store)
        status = make_store(kept, database, NULL, err);
    if (status == T2SED_OK)
        status = t2s_connection_copy(out, kept->store, "index of values", err);
    pthread_mutex_unlock(&kept->lock);
    return status;
}

t2sed_status t2sed_database_values_known(int *out, t2sed_database *database,
                                         size_t column, t2sed_error *err)
{
    const t2sed_schema *schema = t2sed_database_schema(database);
    const size_t count = schema ? schema->column_count : 0;
    const t2s_value_index *index = NULL;
    t2sed_status status;
    if (!out || !database)
        return t2s_fail_null(err, __func__, "out and database");
    if (column >= count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "column %zu of a schema with %zu columns", column,
                        count);
    status = t2s_database_values(&index, database, err);
    if (status != T2SED_OK)
        return status;
    if (!index || !t2s_value_index_is_read(index, (int32_t)column))
        *out = T2SED_VALUES_UNKNOWN;
    else
        *out = t2s_value_index_is_complete(index, (int32_t)column)
                   ? T2SED_VALUES_ALL
                   : T2SED_VALUES_SOME;
    return T2SED_OK;
}
