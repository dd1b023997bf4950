#include "facts/unknown_names.h"

#include <string.h>

#include "base/string.h"

/* SQLite joins as many; each name is compared with all, so that more of them,
 * in subqueries, would cost too much. */
#define MOST_TABLES 64

static bool begins(const t2s_query_use *use, const char *prefix)
{
    size_t n = strlen(prefix);
    return use->text && use->length >= n &&
           t2s_casecmp_n(use->text, n, prefix, n) == 0;
}

static bool is_called(const t2s_query_use *use, const char *name)
{
    return use->length == strlen(name) && begins(use, name);
}

static bool is_unknown_table(const t2s_query_use *use)
{
    return use->kind == T2S_USES_TABLE && use->index == T2S_NO_ITEM;
}

bool t2s_is_unknown_table(const t2s_query_use *use)
{
    return is_unknown_table(use) && use->text && !begins(use, "sqlite_") &&
           !begins(use, "pragma_");
}

bool t2s_is_unknown_column(const t2s_query_use *use)
{
    static const char *const hidden[] = {"rowid", "oid", "_rowid_"};
    if (use->kind != T2S_USES_UNKNOWN || !use->text)
        return false;
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (is_called(use, hidden[i]))
            return false;
    return !begins(use, "column"); /* column1: of VALUES */
}

/* Whether a column is called as a table of the query: full-text search, whose
 * tables have columns that nobody declares. */
static bool is_own_column(const t2s_query *query, const t2s_query_use *use)
{
    if (use->kind != T2S_USES_UNKNOWN || !use->text)
        return false;
    for (size_t i = 0; i < query->uses.count; i++)
        if (query->uses.at[i].kind == T2S_USES_TABLE &&
            query->uses.at[i].text && is_called(use, query->uses.at[i].text))
            return true;
    return false;
}

bool t2s_query_knows_columns(const t2s_query *query)
{
    size_t tables = 0;
    for (size_t i = 0; i < query->uses.count; i++)
        tables += query->uses.at[i].kind == T2S_USES_TABLE;
    if (tables > MOST_TABLES)
        return false;
    for (size_t i = 0; i < query->uses.count; i++) {
        const t2s_query_use *use = &query->uses.at[i];
        if (is_unknown_table(use) || is_own_column(query, use) ||
            (use->kind == T2S_USES_FUNCTION && use->clause == T2S_CLAUSE_FROM))
            return false;
    }
    return true;
}

size_t t2s_query_unknown_names(const t2s_query *query)
{
    bool columns = t2s_query_knows_columns(query);
    size_t count = 0;
    for (size_t i = 0; i < query->uses.count; i++)
        count += t2s_is_unknown_table(&query->uses.at[i]) ||
                 (columns && t2s_is_unknown_column(&query->uses.at[i]));
    return count;
}
