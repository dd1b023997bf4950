#include "database/catalog.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "database/connection.h"
#include "sql/token.h"

uint64_t t2s_size_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t t2s_size_multiply(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* More columns than tables have that no statement creates. */
#define LEAST_COLUMNS 64

/* --- the text of a CREATE statement --- */

typedef struct cursor {
    t2s_sql_scanner scanner;
    t2s_sql_token token;
    bool at_end;
} cursor;

static void next(cursor *c)
{
    c->at_end = t2s_sql_next_token(&c->scanner, &c->token) == T2S_TK_END;
}

static bool is(const cursor *c, const char *word)
{
    return !c->at_end && t2s_casecmp_n(c->scanner.text + c->token.begin,
                                       c->token.end - c->token.begin, word,
                                       strlen(word)) == 0;
}

static bool skip(cursor *c, const char *word)
{
    if (!is(c, word))
        return false;
    next(c);
    return true;
}

/* The token as a name, without its quotes; doubled ones become one. */
static t2s_sql_word name_at(t2s_catalog *catalog, const cursor *c)
{
    const char *text = c->scanner.text + c->token.begin;
    size_t n = c->token.end - c->token.begin, length = 0;
    t2s_sql_word word = {text, n};
    char *plain;
    if (n < 2 || !strchr("\"`'[", text[0]))
        return word;
    plain = t2s_arena_alloc(&catalog->arena, n);
    for (size_t i = 1; plain && i + 1 < n; i++) {
        plain[length++] = text[i];
        if (text[i] == text[0] && text[0] != '[')
            i++;
    }
    word.at = plain;
    word.n = length;
    return word;
}

/* Moves past what stands between the parentheses that begin here; the tokens
 * that it has. */
static uint64_t skip_parentheses(cursor *c)
{
    uint64_t tokens = 0;
    size_t depth = 0;
    do {
        depth += is(c, "(");
        depth -= is(c, ")");
        tokens++;
        next(c);
    } while (depth > 0 && !c->at_end);
    return tokens;
}

/* --- tables with generated columns --- */

/* A generated column, and where its expression stands. */
typedef struct generated {
    t2s_sql_word name;
    size_t begin, end;
    uint64_t size; /* 0: not known yet */
    bool busy;
} generated;

typedef struct table {
    T2S_VECTOR(generated) columns;
    const char *text;
    size_t length;
    t2s_map names;
    bool failed; /* memory was short */
} table;

static uint64_t size_of(t2s_catalog *catalog, table *t, generated *g)
{
    cursor c = {{t->text, t->length, g->begin, 0}, {0, 0}, false};
    uint64_t size = 0;
    if (g->size || g->busy) /* SQLite refuses columns in a circle */
        return g->size ? g->size : 1;
    g->busy = true;
    for (next(&c); !c.at_end && c.token.begin < g->end; next(&c)) {
        t2s_sql_word word = name_at(catalog, &c);
        int64_t found =
            word.at ? t2s_map_get(&t->names, word.at, word.n, -1) : -1;
        t->failed |= !word.at;
        size = t2s_size_add(
            size,
            found < 0 ? 1 : size_of(catalog, t, &t->columns.at[(size_t)found]));
    }
    g->busy = false;
    g->size = size ? size : 1;
    return g->size;
}

/* Reads the column definition at the cursor; one that is generated is kept. */
static bool read_column(t2s_catalog *catalog, table *t, cursor *c)
{
    generated g = {name_at(catalog, c), 0, 0, 0, false};
    bool ok = g.name.at != NULL;
    next(c);
    while (ok && !c->at_end && !is(c, ",") && !is(c, ")")) {
        if (skip(c, "AS")) {
            g.begin = c->token.end;
            if (is(c, "("))
                skip_parentheses(c);
            g.end = c->token.begin;
        } else if (is(c, "(")) {
            skip_parentheses(c);
        } else {
            next(c);
        }
    }
    if (ok && g.end > g.begin)
        ok = t2s_map_set(&t->names, g.name.at, g.name.n,
                         (int64_t)t->columns.count) &&
             t2s_vector_push(&t->columns, g);
    return ok;
}

/* More generated columns than SQLite takes, each of which may mention the one
 * before. */
#define MOST_GENERATED 2000

/* No fewer than the columns of the table that the text creates. */
static uint64_t count_columns(const char *text, size_t n)
{
    uint64_t columns = 1;
    for (size_t i = 0; i < n; i++)
        columns += text[i] == ',';
    return columns;
}

/* Whether the text of a virtual table may name a table for its content, as
 * full-text tables do ("content", which may be cut short): they select from it
 * by a statement of their own. */
static bool has_content(const char *text, size_t n)
{
    for (size_t i = 0; i + 4 <= n; i++)
        if (t2s_casecmp_n(text + i, 4, "cont", 4) == 0)
            return true;
    return false;
}

static bool read_table(t2s_catalog *catalog, t2s_definition *d, cursor *c)
{
    table t = {.text = c->scanner.text,
               .length = c->scanner.length,
               .names = {.folds_case = true}};
    bool ok = true;
    while (ok && !c->at_end && (is(c, "(") || is(c, ","))) {
        next(c);
        ok = read_column(catalog, &t, c);
    }
    d->size.columns.other = 1;
    d->size.columns.more = count_columns(t.text, t.length);
    for (size_t i = 0; ok && i < t.columns.count; i++) {
        t2s_sized_column column = {t.columns.at[i].name, UINT64_MAX};
        if (t.columns.count <= MOST_GENERATED)
            column.size = size_of(catalog, &t, &t.columns.at[i]);
        ok = t2s_vector_push(&d->size.columns.list, column) && !t.failed;
    }
    t2s_vector_free(&t.columns);
    t2s_map_free(&t.names);
    return ok;
}

/* --- views --- */

static bool read_view(t2s_catalog *catalog, t2s_definition *d, cursor *c)
{
    t2sed_error err;
    t2sed_status status;
    while (!c->at_end && (is(c, "(") || is(c, ","))) {
        next(c);
        if (!t2s_vector_push(&d->names, name_at(catalog, c)))
            return false;
        next(c);
    }
    skip(c, ")");
    if (!is(c, "AS"))
        return true;
    status = t2sed_sql_parse_n(&d->text.sql, c->scanner.text + c->token.end,
                               c->scanner.length - c->token.end, &err);
    d->is_unreadable = status != T2SED_OK;
    if (status == T2SED_OK)
        status = t2s_sql_scopes_find(&d->text.scopes, &d->text.sql->full, NULL,
                                     &err);
    if (status == T2SED_OK) {
        d->text.queries =
            t2s_zalloc_array(d->text.sql->full.count, sizeof *d->text.queries);
        if (!d->text.queries)
            return false;
    }
    return status != T2SED_ENOMEM;
}

/* --- the catalog --- */

static void definition_free(t2s_definition *d)
{
    t2s_sized_text_free(&d->text);
    t2s_vector_free(&d->names);
    t2s_vector_free(&d->size.columns.list);
}

/* Takes over a definition, which becomes empty. Of two that have one name
 * ("IF NOT EXISTS") SQLite keeps either, so neither is to be used. */
static bool keep(t2s_catalog *catalog, t2s_definition *d, t2s_sql_word name)
{
    static const t2s_definition empty;
    int64_t found = t2s_map_get(&catalog->names, name.at, name.n, -1);
    if (found >= 0) {
        catalog->definitions.at[(size_t)found].is_unreadable = true;
        return true;
    }
    if (!t2s_map_set(&catalog->names, name.at, name.n,
                     (int64_t)catalog->definitions.count) ||
        !t2s_vector_push(&catalog->definitions, *d))
        return false;
    *d = empty;
    return true;
}

/* Adds what one row of sqlite_master creates, by its text: SQLite reads names
 * there, not in the row's other columns. */
static bool add(t2s_catalog *catalog, const char *given, size_t n)
{
    const char *text = t2s_arena_strndup(&catalog->arena, given, n);
    cursor c = {{text, n, 0, 0}, {0, 0}, false};
    t2s_definition d = {.size = {.state = T2S_SIZE_KNOWN, .arms = 1}};
    t2s_sql_word name;
    bool ok = text != NULL;
    if (!ok)
        return false;
    next(&c);
    skip(&c, "CREATE");
    if (!skip(&c, "TEMP"))
        skip(&c, "TEMPORARY");
    d.is_virtual = skip(&c, "VIRTUAL");
    d.is_view = is(&c, "VIEW");
    if (!d.is_view && !is(&c, "TABLE"))
        return true;
    if (!d.is_view && catalog->unknown.columns.more < count_columns(text, n))
        catalog->unknown.columns.more = count_columns(text, n);
    if (d.is_virtual && !has_content(text, n))
        return true;
    next(&c);
    if (skip(&c, "IF")) {
        skip(&c, "NOT");
        skip(&c, "EXISTS");
    }
    name = name_at(catalog, &c);
    next(&c);
    if (skip(&c, ".")) {
        name = name_at(catalog, &c);
        next(&c);
    }
    if (d.is_view || d.is_virtual)
        d.size.state = T2S_SIZE_UNKNOWN;
    ok = name.at != NULL;
    if (ok && d.is_view)
        ok = read_view(catalog, &d, &c);
    else if (ok && !d.is_virtual)
        ok = read_table(catalog, &d, &c);
    if (ok && (d.is_view || d.is_virtual || d.size.columns.list.count > 0))
        ok = keep(catalog, &d, name);
    definition_free(&d);
    return ok;
}

t2sed_status t2s_catalog_new(t2s_catalog **out, sqlite3 *db, const char *path,
                             t2sed_error *err)
{
    /* SQLite takes blobs for texts here. */
    static const char query[] = "SELECT CAST(sql AS TEXT) FROM sqlite_master";
    static const t2s_query_size unknown = {
        .state = T2S_SIZE_KNOWN,
        .columns = {.other = 1, .more = LEAST_COLUMNS},
        .arms = 1};
    t2s_catalog *catalog = t2s_zalloc(sizeof *catalog);
    sqlite3_stmt *rows = NULL;
    t2sed_status status = catalog ? T2SED_OK : t2s_fail_memory(err);
    int code = SQLITE_DONE;
    if (status == T2SED_OK) {
        catalog->unknown = unknown;
        catalog->names.folds_case = true;
    }
    if (status == T2SED_OK &&
        sqlite3_prepare_v2(db, query, -1, &rows, NULL) != SQLITE_OK)
        status = t2s_connection_fail(db, path, err);
    while (status == T2SED_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(rows, 0);
        if (sql && !add(catalog, sql, (size_t)sqlite3_column_bytes(rows, 0)))
            status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK && code != SQLITE_DONE)
        status = t2s_connection_fail(db, path, err);
    sqlite3_finalize(rows);
    if (status != T2SED_OK) {
        t2s_catalog_free(catalog);
        return status;
    }
    *out = catalog;
    return T2SED_OK;
}

void t2s_sized_text_free(t2s_sized_text *text)
{
    for (size_t i = 0; text->queries && i < text->sql->full.count; i++)
        t2s_vector_free(&text->queries[i].columns.list);
    t2s_free(text->queries);
    t2s_sql_scopes_free(&text->scopes);
    t2sed_sql_free(text->sql);
}

void t2s_catalog_free(t2s_catalog *catalog)
{
    if (!catalog)
        return;
    for (size_t i = 0; i < catalog->definitions.count; i++)
        definition_free(&catalog->definitions.at[i]);
    t2s_vector_free(&catalog->definitions);
    t2s_map_free(&catalog->names);
    t2s_arena_free(&catalog->arena);
    t2s_free(catalog);
}

t2s_definition *t2s_catalog_find(const t2s_catalog *catalog, const char *name,
                                 size_t n)
{
    int64_t found = t2s_map_get(&catalog->names, name, n, -1);
    return found < 0 ? NULL : &catalog->definitions.at[(size_t)found];
}
