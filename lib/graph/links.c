/* Links between words of the question and terminals of the SQL. */
#include "graph/graph.h"

#include <string.h>

#include "schema/schema.h"

/* A stretch of a terminal's text. */
typedef struct slice {
    const char *text;
    size_t n;
} slice;

/* The quote that closes what `c` opens, or 0. */
static char closing_quote(char c)
{
    return c == '[' ? ']' : c == '"' || c == '`' ? c : '\0';
}

static bool starts_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (unsigned char)c >= 0x80 || closing_quote(c) != '\0';
}

/* The end of the name that begins at text[at], quoted or bare. */
static size_t name_end(slice all, size_t at)
{
    char close = closing_quote(all.text[at]);
    if (!close) {
        while (at < all.n && all.text[at] != '.')
            at++;
        return at;
    }
    for (at++; at < all.n; at++)
        if (all.text[at] == close) {
            /* A quote that is doubled stands for itself. */
            if (close == ']' || at + 1 >= all.n || all.text[at + 1] != close)
                return at + 1;
            at++;
        }
    return at;
}

static slice unquoted(slice name)
{
    if (name.n >= 2 && closing_quote(name.text[0]) == name.text[name.n - 1]) {
        name.text++;
        name.n -= 2;
    }
    return name;
}

/* Cuts `a.b.c` into the name before the last dot (n is 0 if there is none)
 * and the one after it. */
static void split(slice all, slice *table, slice *column)
{
    size_t at = 0;
    table->text = all.text;
    table->n = 0;
    for (;;) {
        size_t end = name_end(all, at);
        column->text = all.text + at;
        column->n = end - at;
        if (end + 1 >= all.n || all.text[end] != '.')
            return;
        *table = *column;
        at = end + 1;
    }
}

/* Whether a bare word of SQL is no name of ours: what stands in for a schema.
 */
static bool is_keyword(slice word)
{
    static const char *const keywords[] = {
        "all",      "and",      "as",     "asc",       "avg",       "between",
        "by",       "case",     "cast",   "collate",   "count",     "cross",
        "desc",     "distinct", "else",   "end",       "escape",    "except",
        "exists",   "filter",   "from",   "full",      "glob",      "group",
        "group by", "having",   "in",     "indexed",   "inner",     "intersect",
        "is",       "isnull",   "join",   "left",      "like",      "limit",
        "match",    "max",      "min",    "natural",   "not",       "notnull",
        "null",     "nulls",    "offset", "on",        "or",        "order",
        "order by", "outer",    "over",   "partition", "recursive", "regexp",
        "right",    "select",   "sum",    "then",      "total",     "union",
        "using",    "values",   "when",   "where",     "window",    "with"};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
        if (t2s_casecmp_n(word.text, word.n, keywords[i],
                          strlen(keywords[i])) == 0)
            return true;
    return false;
}

/* Whether the schema has such a column or (where no table stands before the
 * name) such a table. */
static bool is_known(const t2sed_schema *schema, slice table, slice name)
{
    int32_t at = T2S_NO_ITEM;
    if (table.n > 0)
        at = t2s_schema_find_table(schema, table.text, table.n);
    else if (t2s_schema_find_table(schema, name.text, name.n) != T2S_NO_ITEM)
        return true;
    return t2s_schema_find_column(schema, at, name.text, name.n, NULL) !=
           T2S_NO_ITEM;
}

/* The words that name a terminal, if it is a name or a value; *keyword where
 * it is neither. */
static bool find(t2s_links *found, const t2s_link_words *words, slice terminal,
                 const t2sed_schema *schema, bool *keyword)
{
    slice table, name, inner;
    char first = terminal.text[0];
    *keyword = false;
    if (first == '\'' && terminal.n >= 2)
        return t2s_link_value(found, words, terminal.text + 1, terminal.n - 2);
    if (t2s_is_digit(first) ||
        (first == '.' && terminal.n >= 2 && t2s_is_digit(terminal.text[1])))
        return t2s_link_value(found, words, terminal.text, terminal.n);
    *keyword = !starts_name(first);
    if (*keyword)
        return true;
    split(terminal, &table, &name);
    inner = unquoted(name);
    if (inner.n == 0)
        return true;
    if (schema ? is_known(schema, unquoted(table), inner)
               : (table.n > 0 || inner.n < name.n || !is_keyword(inner)))
        return t2s_link_name(found, words, inner.text, inner.n);
    if (first == '"' && table.n == 0)
        return t2s_link_value(found, words, inner.text, inner.n);
    *keyword = true;
    return true;
}

static bool add_pair(t2s_link_pairs *pairs, int32_t word, int32_t terminal,
                     int32_t kind)
{
    const t2s_link_pair pair = {word, terminal, kind};
    return t2s_vector_push(pairs, pair);
}

static bool add_pairs(t2s_link_pairs *pairs, const t2s_links *found,
                      int32_t terminal)
{
    bool whole = false;
    for (size_t i = 0; i < found->count; i++)
        whole = whole || found->at[i].kind != T2S_LINK_PARTIAL;
    for (size_t i = 0; i < found->count; i++) {
        if (whole && found->at[i].kind == T2S_LINK_PARTIAL)
            continue;
        for (int32_t word = found->at[i].word_begin;
             word < found->at[i].word_end; word++)
            if (!add_pair(pairs, word, terminal, (int32_t)found->at[i].kind))
                return false;
    }
    return true;
}

t2sed_status t2s_graph_find_links(t2s_link_pairs *pairs, t2s_links *found,
                                  const t2s_link_words *words,
                                  const t2s_part *sql,
                                  const t2sed_schema *schema, t2sed_error *err)
{
    pairs->count = 0;
    for (int32_t i = 0; i < sql->terminal_count; i++) {
        slice terminal = {sql->nodes[i].name, sql->nodes[i].name_length};
        bool keyword;
        found->count = 0;
        if (terminal.n == 0)
            continue;
        if (!find(found, words, terminal, schema, &keyword) ||
            !(found->count > 0
                  ? add_pairs(pairs, found, i)
                  : keyword || add_pair(pairs, -1, i, T2S_LINK_NONE)))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}
