/*
 * t2sed_duckdb.c - libt2sed in SQL, as an extension of DuckDB:
 *
 *     $ duckdb -unsigned shop.duckdb
 *     D LOAD 'build/lib/t2sed.duckdb_extension';
 *     D SELECT t2sed_check('How many customers are there?',
 *                          'SELECT count(*) FROM customer');
 *
 * The functions look at the database that they are called on, through
 * connections of their own, and change nothing there.
 */
#include "t2sed_duckdb.h"

/* The name that DuckDB looks for, which follows from the file's. */
bool t2sed_init_c_api(duckdb_extension_info info,
                      struct duckdb_extension_access *access);

/* The handle of the database is lent only while the extension is loaded, so
 * both connections are opened here. */
DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection,
                            duckdb_extension_info info,
                            struct duckdb_extension_access *access)
{
    duckdb_database *database = access->get_database(info);
    duckdb_connection first = NULL, second = NULL;
    host *h = NULL;
    bool good = false;
    if (duckdb_connect(*database, &first) == DuckDBSuccess &&
        duckdb_connect(*database, &second) == DuckDBSuccess)
        h = host_new(first, second);
    else if (first)
        duckdb_disconnect(&first);
    if (h) {
        good = functions_register(connection, h);
        host_release(h);
    }
    if (!good)
        access->set_error(info, "t2sed: the functions can't be registered");
    return good;
}
