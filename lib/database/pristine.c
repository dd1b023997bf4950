/*
 * A host may have registered functions and virtual tables of its own for each
 * connection of the process (sqlite3_auto_extension). SQL of unknown origin is
 * not to reach them: what it may call is what SQLite has without the host.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/string.h"
#include "base/vector.h"
#include "database/connection.h"

/* A function of the connection's. */
typedef struct function {
    const char *name;
    int arguments, encoding;
} function;

typedef struct functions {
    T2S_VECTOR(function) built_in, added;
    t2s_arena names;
} functions;

/* Names that SQLite keeps for the functions of virtual tables; by themselves
 * they are errors. */
static const struct {
    const char *name;
    int arguments;
} reserved[] = {{"match", 2},     {"snippet", -1},   {"offsets", 1},
                {"matchinfo", 1}, {"matchinfo", 2},  {"optimize", 1},
                {"bm25", -1},     {"highlight", -1}, {"fts5_get_locale", -1}};

/* Whether SQLite adds the function to each connection by itself, if it was
 * built so. A host's of the same name can't be told from it. */
static bool is_added_by_sqlite(const char *name)
{
    return (sqlite3_libversion_number() < 3038000 &&
            strncmp(name, "json", 4) == 0) ||
           (strncmp(name, "geopoly_", 8) == 0 &&
            sqlite3_compileoption_used("ENABLE_GEOPOLY")) ||
           (t2s_is_one_of(name, strlen(name), "lower upper like regexp") &&
            sqlite3_compileoption_used("ENABLE_ICU"));
}

static int read_encoding(const char *name)
{
    return strcmp(name, "utf16le") == 0   ? SQLITE_UTF16LE
           : strcmp(name, "utf16be") == 0 ? SQLITE_UTF16BE
                                          : SQLITE_UTF8;
}

/* Reads a row of "PRAGMA function_list": name, whether it is built in, type,
 * encoding, number of arguments, flags. */
static bool read_function(functions *to, sqlite3_stmt *row)
{
    const char *name = (const char *)sqlite3_column_text(row, 0);
    const char *encoding = (const char *)sqlite3_column_text(row, 3);
    function f = {.arguments = sqlite3_column_int(row, 4)};
    if (!name || !encoding)
        return false;
    f.encoding = read_encoding(encoding);
    f.name = t2s_arena_strdup(&to->names, name);
    if (!f.name)
        return false;
    return sqlite3_column_int(row, 1) ? t2s_vector_push(&to->built_in, f)
           : is_added_by_sqlite(name) ? true
                                      : t2s_vector_push(&to->added, f);
}

static int list_functions(functions *out, sqlite3 *db)
{
    sqlite3_stmt *rows = NULL;
    bool ok = true;
    int code = sqlite3_prepare_v2(db, "PRAGMA function_list", -1, &rows, NULL);
    if (code != SQLITE_OK)
        return code;
    while (ok && (code = sqlite3_step(rows)) == SQLITE_ROW)
        ok = read_function(out, rows);
    sqlite3_finalize(rows);
    if (!ok)
        return SQLITE_NOMEM;
    if (code == SQLITE_DONE && out->built_in.count > 0)
        return SQLITE_OK;
    return code == SQLITE_DONE ? SQLITE_ERROR : code;
}

static bool is_built_in(const functions *all, const char *name)
{
    for (size_t i = 0; i < all->built_in.count; i++)
        if (t2s_casecmp(all->built_in.at[i].name, name) == 0)
            return true;
    return false;
}

static int remove_function(sqlite3 *db, const function *f)
{
    int code = sqlite3_create_function_v2(
        db, f->name, f->arguments, f->encoding, NULL, NULL, NULL, NULL, NULL);
    for (size_t i = 0;
         code == SQLITE_OK && i < sizeof reserved / sizeof reserved[0]; i++)
        if (f->arguments == reserved[i].arguments &&
            t2s_casecmp(f->name, reserved[i].name) == 0)
            code = sqlite3_overload_function(db, f->name, f->arguments);
    return code;
}

/* Removes what can be removed. */
static int remove_functions(sqlite3 *db, const functions *all,
                            t2s_string *replaced)
{
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < all->added.count; i++) {
        const function *f = &all->added.at[i];
        /* Removed, it would still hide SQLite's own. */
        if (is_built_in(all, f->name))
            t2s_string_append_format(replaced, "%s%s",
                                     replaced->length ? " " : "", f->name);
        else
            code = remove_function(db, f);
    }
    return replaced->failed ? SQLITE_NOMEM : code;
}

t2sed_status t2s_connection_make_pristine(sqlite3 *db, t2s_string *replaced,
                                          const char *path, t2sed_error *err)
{
    static const char *modules[] = {
        "dbstat",   "fts3",       "fts3tokenize",  "fts4",        "fts4aux",
        "fts5",     "fts5vocab",  "geopoly",       "json_each",   "json_tree",
        "rtree",    "rtree_i32",  "sqlite_dbpage", "sqlite_stmt", "jsonb_each",
        "bytecode", "jsonb_tree", "tables_used",   NULL};
    functions all = {0};
    int code;
    code = list_functions(&all, db);
    if (code == SQLITE_OK)
        code = remove_functions(db, &all, replaced);
    if (code == SQLITE_OK)
        code = sqlite3_drop_modules(db, modules);
    t2s_vector_free(&all.built_in);
    t2s_vector_free(&all.added);
    t2s_arena_free(&all.names);
    if (code == SQLITE_NOMEM)
        return t2s_fail_memory(err);
    return code == SQLITE_OK ? T2SED_OK
                             : t2s_fail(err, T2SED_EDATABASE, -1,
                                        "%s: SQLite does not list its "
                                        "functions: %s",
                                        path, sqlite3_errmsg(db));
}
