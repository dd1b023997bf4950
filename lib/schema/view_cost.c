#include "schema/view_cost.h"

#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/vector.h"
#include "schema/database.h"

/* Copies of subqueries that one view may come to. */
#define MOST_COPIES 2000
/* Views within views, and brackets within brackets, that are looked into. */
#define DEEPEST 100

typedef struct view {
    const char *sql;
    size_t length;
    long cost; /* 0: not known yet; -1: being worked out */
} view;

struct t2s_view_costs {
    T2S_VECTOR(view) views;
    t2s_map names; /* lower-cased */
    t2s_arena arena;
    bool out_of_memory;
};

typedef struct token {
    const char *text; /* of a name, without its quotes */
    size_t length;
    char sign; /* '\0' for a name, else the character */
} token;

static bool is_name(unsigned char c)
{
    return c == '_' || c == '$' || c >= 0x80 || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of the comment at text[at], or `at`. */
static size_t skip_comment(const char *text, size_t n, size_t at)
{
    if (n - at >= 2 && text[at] == '-' && text[at + 1] == '-') {
        while (at < n && text[at] != '\n')
            at++;
    } else if (n - at >= 2 && text[at] == '/' && text[at + 1] == '*') {
        for (at += 2; at < n; at++)
            if (text[at - 1] == '*' && text[at] == '/')
                return at + 1;
    }
    return at;
}

/* The next name or sign; false at the end. SQLite takes all quotes for names
 * in places, so text in quotes counts as a name. */
static bool next_token(const char *text, size_t n, size_t *at, token *out)
{
    size_t end;
    for (;;) {
        size_t after = skip_comment(text, n, *at);
        while (after < n && (unsigned char)text[after] <= ' ')
            after++;
        if (after == *at)
            break;
        *at = after;
    }
    if (*at >= n)
        return false;
    out->text = text + *at;
    out->sign = '\0';
    end = *at + 1;
    if (strchr("\"'`[", text[*at])) {
        char close = text[*at] == '[' ? ']' : text[*at];
        while (end < n && text[end] != close)
            end++;
        out->text++;
        out->length = end - *at - 1;
        *at = end < n ? end + 1 : n;
        return true;
    }
    if (is_name((unsigned char)text[*at]))
        while (end < n && is_name((unsigned char)text[end]))
            end++;
    else
        out->sign = text[*at];
    out->length = end - *at;
    *at = end;
    return true;
}

static bool is_word(const token *t, const char *word)
{
    return !t->sign &&
           t2s_casecmp_n(t->text, t->length, word, strlen(word)) == 0;
}

static bool lower_key(t2s_string *key, const char *text, size_t n)
{
    t2s_string_clear(key);
    for (size_t i = 0; i < n; i++)
        t2s_string_append_char(key, t2s_ascii_lower(text[i]));
    t2s_string_append_n(key, "", 0);
    return !key->failed;
}

static long capped(long cost)
{
    return cost > MOST_COPIES ? MOST_COPIES + 1 : cost;
}

/* Puts the names that the text defines by WITH into `tables`: a name, columns
 * in brackets or none, AS, [NOT] MATERIALIZED or nothing, "(". */
static bool find_tables(t2s_view_costs *costs, const char *text, size_t n,
                        t2s_map *tables, t2s_string *key)
{
    token t, before[DEEPEST], last = {NULL, 0, ' '}, candidate = last;
    size_t at = 0, depth = 0;
    bool after_as = false;
    while (next_token(text, n, &at, &t)) {
        if (t.sign == '(') {
            if (after_as && !candidate.sign &&
                (!lower_key(key, candidate.text, candidate.length) ||
                 !t2s_map_set(tables, key->text, key->length, 0))) {
                costs->out_of_memory = true;
                return false;
            }
            if (depth == DEEPEST)
                return false;
            before[depth++] = last;
        } else if (t.sign == ')' && depth > 0) {
            last = before[--depth];
            after_as = false;
            continue;
        }
        if (is_word(&t, "AS")) {
            candidate = last;
            after_as = true;
        } else if (!is_word(&t, "NOT") && !is_word(&t, "MATERIALIZED")) {
            after_as = false;
        }
        last = t;
    }
    return true;
}

static long cost_of(t2s_view_costs *costs, int64_t index, int depth);

/* The mentions of views, each with its cost, times the mentions of each WITH
 * table: at least what SQLite copies. */
static void sum_up(t2s_view_costs *costs, const view *v, t2s_map *tables,
                   t2s_string *key, int depth, long *out)
{
    token t;
    size_t at = 0;
    long cost = 1;
    while (next_token(v->sql, v->length, &at, &t)) {
        t2s_map_entry *table;
        size_t after = at;
        token next = {NULL, 0, ' '};
        int64_t index;
        if (t.sign)
            continue;
        if (!lower_key(key, t.text, t.length)) {
            costs->out_of_memory = true;
            return;
        }
        if (next_token(v->sql, v->length, &after, &next) && next.sign == '.')
            continue; /* table.column mentions nothing to be copied */
        index = t2s_map_get(&costs->names, key->text, key->length, -1);
        if (index >= 0 && &costs->views.at[index] != v)
            cost = capped(cost + cost_of(costs, index, depth + 1));
        table = t2s_map_find(tables, key->text, key->length);
        if (table)
            table->value++;
    }
    for (size_t i = 0; i < tables->count; i++)
        if (tables->entries[i].value > 2) /* one of them is the definition */
            cost =
                capped(cost * (long)(tables->entries[i].value - 1 > MOST_COPIES
                                         ? MOST_COPIES
                                         : tables->entries[i].value - 1));
    *out = cost;
}

static long cost_of(t2s_view_costs *costs, int64_t index, int depth)
{
    view *v = &costs->views.at[index];
    t2s_map tables = {0};
    t2s_string key = {0};
    long cost = MOST_COPIES + 1;
    if (v->cost > 0)
        return v->cost;
    if (v->cost < 0 || depth > DEEPEST)
        return cost; /* views in a circle, or too deep */
    v->cost = -1;
    if (find_tables(costs, v->sql, v->length, &tables, &key))
        sum_up(costs, v, &tables, &key, depth, &cost);
    t2s_map_free(&tables);
    t2s_string_free(&key);
    v->cost = cost;
    return cost;
}

t2sed_status t2s_view_is_cheap(bool *cheap, t2s_view_costs *costs,
                               const char *name, size_t n, t2sed_error *err)
{
    t2s_string key = {0};
    if (lower_key(&key, name, n)) {
        int64_t index = t2s_map_get(&costs->names, key.text, key.length, -1);
        *cheap = index < 0 || cost_of(costs, index, 0) <= MOST_COPIES;
    } else {
        costs->out_of_memory = true;
    }
    t2s_string_free(&key);
    return costs->out_of_memory ? t2s_fail_memory(err) : T2SED_OK;
}

static bool has_with(const char *sql, size_t n)
{
    token t;
    size_t at = 0;
    while (next_token(sql, n, &at, &t))
        if (is_word(&t, "WITH"))
            return true;
    return false;
}

t2sed_status t2s_query_is_cheap(bool *cheap, t2s_view_costs *costs,
                                const char *sql, size_t n, t2sed_error *err)
{
    view query = {sql, n, 0};
    t2s_map tables = {0};
    t2s_string key = {0};
    long cost = MOST_COPIES + 1;
    if (costs->views.count == 0 && !has_with(sql, n))
        cost = 1;
    else if (find_tables(costs, sql, n, &tables, &key))
        sum_up(costs, &query, &tables, &key, 0, &cost);
    t2s_map_free(&tables);
    t2s_string_free(&key);
    *cheap = cost <= MOST_COPIES;
    return costs->out_of_memory ? t2s_fail_memory(err) : T2SED_OK;
}

static bool add_view(t2s_view_costs *costs, sqlite3_stmt *row, t2s_string *key)
{
    const char *name = (const char *)sqlite3_column_text(row, 0);
    const char *sql = (const char *)sqlite3_column_text(row, 1);
    view v = {NULL, 0, 0};
    if (!name || !sql)
        return true;
    v.length = (size_t)sqlite3_column_bytes(row, 1);
    v.sql = t2s_arena_strndup(&costs->arena, sql, v.length);
    return v.sql &&
           lower_key(key, name, (size_t)sqlite3_column_bytes(row, 0)) &&
           t2s_map_set(&costs->names, key->text, key->length,
                       (int64_t)costs->views.count) &&
           t2s_vector_push(&costs->views, v);
}

t2sed_status t2s_view_costs_new(t2s_view_costs **out, sqlite3 *db,
                                const char *path, t2sed_error *err)
{
    static const char query[] =
        "SELECT name, sql FROM sqlite_master WHERE type = 'view'";
    t2s_view_costs *costs = t2s_zalloc(sizeof *costs);
    sqlite3_stmt *rows = NULL;
    t2s_string key = {0};
    t2sed_status status = costs ? T2SED_OK : t2s_fail_memory(err);
    int code = SQLITE_DONE;
    if (status == T2SED_OK &&
        sqlite3_prepare_v2(db, query, -1, &rows, NULL) != SQLITE_OK)
        status = t2s_database_fail(db, path, err);
    while (status == T2SED_OK && (code = sqlite3_step(rows)) == SQLITE_ROW)
        if (!add_view(costs, rows, &key))
            status = t2s_fail_memory(err);
    if (status == T2SED_OK && code != SQLITE_DONE)
        status = t2s_database_fail(db, path, err);
    sqlite3_finalize(rows);
    t2s_string_free(&key);
    if (status != T2SED_OK) {
        t2s_view_costs_free(costs);
        return status;
    }
    *out = costs;
    return T2SED_OK;
}

void t2s_view_costs_free(t2s_view_costs *costs)
{
    if (!costs)
        return;
    t2s_vector_free(&costs->views);
    t2s_map_free(&costs->names);
    t2s_arena_free(&costs->arena);
    t2s_free(costs);
}
