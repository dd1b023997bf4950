/* Names and tokens: where Spider's evaluation looks at a query's words. */
#include <string.h>

#include "lab/evaluate/spider_reader.h"

bool t2s_spider_beyond(t2s_spider_reader *r, int32_t node, const char *what)
{
    if (r->status == T2SED_OK)
        r->status = t2s_fail(
            r->err, T2SED_EUNSUPPORTED,
            node == T2S_NO_NODE ? -1 : (ptrdiff_t)r->tree->nodes[node].begin,
            "SQL: beyond what Spider's evaluation reads: %s", what);
    return false;
}

bool t2s_spider_no_memory(t2s_spider_reader *r)
{
    r->status = t2s_fail_memory(r->err);
    return false;
}

void *t2s_spider_array(t2s_spider_reader *r, size_t count, size_t size)
{
    void *array = t2s_arena_alloc_array(r->arena, count ? count : 1, size);
    if (array)
        memset(array, 0, (count ? count : 1) * size);
    else
        t2s_spider_no_memory(r);
    return array;
}

void t2s_spider_end_at(t2s_spider_reader *r, int32_t node)
{
    r->ended = true;
    if (r->tree->nodes[node].begin < r->end)
        r->end = r->tree->nodes[node].begin;
}

bool t2s_spider_is_word(const t2s_tree *tree, int32_t node, const char *word)
{
    return node != T2S_NO_NODE && t2s_tree_is_terminal(tree, node) &&
           t2s_casecmp_n(tree->nodes[node].text, tree->nodes[node].text_length,
                         word, strlen(word)) == 0;
}

bool t2s_spider_is_quoted(const t2s_tree *tree, int32_t node)
{
    return strchr("\"'`[", tree->nodes[node].text[0]) != NULL;
}

static char *lowered(t2s_spider_reader *r, int32_t terminal)
{
    const t2s_node *node = &r->tree->nodes[terminal];
    char *name = t2s_arena_strndup(r->arena, node->text, node->text_length);
    for (size_t i = 0; name && i < node->text_length; i++)
        name[i] = t2s_ascii_lower(name[i]);
    return name;
}

/* A table of the schema by name; views are none to Spider. */
static int32_t schema_table(const t2s_spider_reader *r, int32_t terminal)
{
    const t2s_node *node = &r->tree->nodes[terminal];
    const t2sed_schema *schema = r->keys->schema;
    int32_t table =
        t2s_schema_find_table(schema, node->text, node->text_length);
    return table != T2S_NO_ITEM && schema->tables[table].is_view ? T2S_NO_ITEM
                                                                 : table;
}

static bool add_alias(t2s_spider_reader *r, int32_t table, int32_t alias)
{
    int32_t word = t2s_sql_terminal(r->tree, alias);
    int32_t number = T2S_NO_ITEM;
    const char *name;
    if (t2s_spider_is_quoted(r->tree, word))
        return true; /* nothing can refer to it */
    if (schema_table(r, word) != T2S_NO_ITEM)
        return t2s_spider_beyond(r, word, "an alias that is a table's name");
    if (table != T2S_NO_NODE) {
        table = t2s_sql_terminal(r->tree, table);
        if (!t2s_spider_is_quoted(r->tree, table))
            number = schema_table(r, table);
    }
    name = lowered(r, word);
    if (!name || !t2s_map_set(&r->aliases, name,
                              r->tree->nodes[word].text_length, number))
        return t2s_spider_no_memory(r);
    return true;
}

bool t2s_spider_find_aliases(t2s_spider_reader *r)
{
    const t2s_tree *tree = r->tree;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        bool named = false;
        if (!t2s_sql_is(tree, node, T2S_RULE_table_or_subquery))
            continue;
        t2s_tree_for_each_child (tree, node, child) {
            if (named && t2s_sql_is(tree, child, T2S_RULE_table_alias) &&
                !add_alias(r, t2s_sql_child(tree, node, T2S_RULE_table_name),
                           child))
                return false;
            named = t2s_spider_is_word(tree, child, "as");
        }
    }
    return true;
}

int32_t t2s_spider_find_table(const t2s_spider_reader *r, int32_t terminal)
{
    const t2s_node *node = &r->tree->nodes[terminal];
    char name[256];
    t2s_map_entry *entry;
    if (t2s_spider_is_quoted(r->tree, terminal))
        return T2S_NO_ITEM;
    if (node->text_length <= sizeof name) {
        for (size_t i = 0; i < node->text_length; i++)
            name[i] = t2s_ascii_lower(node->text[i]);
        entry = t2s_map_find(&r->aliases, name, node->text_length);
        if (entry)
            return (int32_t)entry->value;
    }
    return schema_table(r, terminal);
}

static bool splits(char c)
{
    return c && strchr("()[]{}<>;@#$%&?!*", c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Spider splits text at blanks and around some punctuation only. */
static bool are_parted(const char *text, size_t at)
{
    char before = text[at - 1], after = text[at];
    if (splits(before) || splits(after))
        return true;
    if (before == ',')
        return !is_digit(after);
    return after == ',' && !is_digit(text[at + 1]);
}

/* Whether two tokens of ours that touch may be one word to Spider: t.column,
 * a number with its sign, and 1,2 after LIMIT. */
static bool may_be_one(const t2s_tree *tree, int32_t before, int32_t after)
{
    int32_t parent = tree->nodes[before].parent;
    if (t2s_spider_is_word(tree, before, ".") ||
        t2s_spider_is_word(tree, after, "."))
        return true;
    if (t2s_sql_is(tree, parent, T2S_RULE_unary_operator))
        return true;
    for (; parent != T2S_NO_NODE; parent = tree->nodes[parent].parent) {
        if (t2s_sql_is(tree, parent, T2S_RULE_limit_stmt))
            return true;
        if (t2s_sql_is(tree, parent, T2S_RULE_select_stmt))
            break;
    }
    return false;
}

static bool is_blank(const char *text, size_t begin, size_t end)
{
    for (; begin < end; begin++)
        if (!strchr(" \t\n\f\r\v", text[begin]))
            return false;
    return true;
}

/* A quote within quotes ends them for Spider, and names have no quotes other
 * than "x", which it takes for a value. */
static bool check_terminal(t2s_spider_reader *r, int32_t node)
{
    const t2s_node *at = &r->tree->nodes[node];
    const char *blank;
    if (at->text[0] == '`' || at->text[0] == '[')
        return t2s_spider_beyond(r, node, "a name in ` ` or [ ]");
    if (at->text[0] == '"' || at->text[0] == '\'')
        for (size_t i = 1; i + 1 < at->text_length; i++)
            if (at->text[i] == '"' || at->text[i] == '\'')
                return t2s_spider_beyond(r, node, "a quote within quotes");
    /* GROUP BY and ORDER BY are one terminal, with a blank for what stands
     * between; a comment there makes it longer. */
    blank = memchr(at->text, ' ', at->text_length);
    if (blank && at->text[0] != '"' && at->text[0] != '\'') {
        const char *text = r->text;
        size_t first = (size_t)(blank - at->text);
        size_t second = at->text_length - first - 1;
        if (!is_blank(text, at->begin + first, at->end - second))
            return t2s_spider_beyond(r, node, "a comment");
    }
    return true;
}

/* Between two tokens there are blanks, if anything. */
static bool check_gap(t2s_spider_reader *r, int32_t before, int32_t node)
{
    size_t from = before == T2S_NO_NODE ? 0 : r->tree->nodes[before].end;
    size_t to = r->tree->nodes[node].begin;
    if (from < to && !is_blank(r->text, from, to))
        return t2s_spider_beyond(r, node, "a comment or ; before this");
    if (before != T2S_NO_NODE && from == to && !are_parted(r->text, from) &&
        !may_be_one(r->tree, before, node))
        return t2s_spider_beyond(r, node, "no blank before this");
    return true;
}

/* A comment behind the query counts as words, unless they are passed over. */
static bool check_rest(t2s_spider_reader *r, const t2s_spider_query *query,
                       int32_t last)
{
    size_t end = r->end;
    const char *semicolon = memchr(r->text + r->tree->nodes[last].end, ';',
                                   end - r->tree->nodes[last].end);
    while (query->next)
        query = query->next;
    if (query->limited || query->order_count ||
        (query->group_count && !query->having.count))
        return true;
    if (semicolon)
        end = (size_t)(semicolon - r->text);
    return is_blank(r->text, r->tree->nodes[last].end, end) ||
           t2s_spider_beyond(r, last, "a comment behind this");
}

bool t2s_spider_check_tokens(t2s_spider_reader *r,
                             const t2s_spider_query *query)
{
    const t2s_tree *tree = r->tree;
    int32_t before = T2S_NO_NODE;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        if (!t2s_tree_is_terminal(tree, node))
            continue;
        if (tree->nodes[node].begin >= r->end)
            return true;
        if (!check_terminal(r, node) || !check_gap(r, before, node))
            return false;
        before = node;
    }
    return r->ended || check_rest(r, query, before);
}
