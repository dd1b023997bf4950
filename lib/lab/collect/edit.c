#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "lab/collect/mutation.h"
#include "sql/token.h"

static const char *format_text(t2s_mutation *m, const char *format,
                               va_list arguments)
{
    va_list again;
    char *text;
    int n;
    va_copy(again, arguments);
    n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = n < 0 ? NULL : t2s_arena_alloc(&m->arena, (size_t)n + 1);
    if (!text) {
        m->failed = true;
        return "";
    }
    vsnprintf(text, (size_t)n + 1, format, arguments);
    return text;
}

const char *t2s_text(t2s_mutation *m, const char *format, ...)
{
    va_list arguments;
    const char *text;
    va_start(arguments, format);
    text = format_text(m, format, arguments);
    va_end(arguments);
    return text;
}

static void add_edit(t2s_mutation *m, uint32_t begin, uint32_t end,
                     const char *text)
{
    t2s_edit edit = {begin, end, text};
    if (!t2s_vector_push(&m->edits, edit))
        m->failed = true;
}

#define ADD_FORMATTED(m, begin, end, format)                                   \
    do {                                                                       \
        va_list arguments;                                                     \
        va_start(arguments, format);                                           \
        add_edit(m, begin, end, format_text(m, format, arguments));            \
        va_end(arguments);                                                     \
    } while (0)

void t2s_replace(t2s_mutation *m, uint32_t begin, uint32_t end,
                 const char *format, ...)
{
    ADD_FORMATTED(m, begin, end, format);
}

void t2s_replace_node(t2s_mutation *m, int32_t node, const char *format, ...)
{
    const t2s_node *at = &m->tree->nodes[node];
    ADD_FORMATTED(m, at->begin, at->end, format);
}

void t2s_insert_after(t2s_mutation *m, int32_t node, const char *format, ...)
{
    const t2s_node *at = &m->tree->nodes[node];
    ADD_FORMATTED(m, at->end, at->end, format);
}

void t2s_insert_before(t2s_mutation *m, int32_t node, const char *format, ...)
{
    const t2s_node *at = &m->tree->nodes[node];
    ADD_FORMATTED(m, at->begin, at->begin, format);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

void t2s_drop(t2s_mutation *m, uint32_t begin, uint32_t end)
{
    while (begin > 0 && is_blank(m->sql->text[begin - 1]))
        begin--;
    add_edit(m, begin, end, "");
}

void t2s_drop_node(t2s_mutation *m, int32_t node)
{
    t2s_drop(m, m->tree->nodes[node].begin, m->tree->nodes[node].end);
}

void t2s_drop_member(t2s_mutation *m, int32_t node)
{
    const t2s_node *nodes = m->tree->nodes;
    int32_t before = T2S_NO_NODE, after = nodes[node].next_sibling;
    t2s_tree_for_each_child (m->tree, nodes[node].parent, child)
        if (nodes[child].next_sibling == node)
            before = child;
    if (t2s_node_reads(m, before, ","))
        t2s_drop(m, nodes[before].begin, nodes[node].end);
    else if (t2s_node_reads(m, after, ","))
        t2s_drop(m, nodes[node].begin, nodes[after].end);
    else
        t2s_drop_node(m, node);
}

/* ---------------------------------------------------------------- words */

static char *lower(char *text)
{
    for (char *at = text; *at; at++)
        *at = t2s_ascii_lower(*at);
    return text;
}

const char *t2s_keyword(t2s_mutation *m, const char *upper)
{
    char *text;
    if (!m->lower_keywords)
        return upper;
    text = t2s_arena_strdup(&m->arena, upper);
    if (!text) {
        m->failed = true;
        return upper;
    }
    return lower(text);
}

/* text[0..n) between quotes, those within doubled. */
static const char *quoted(t2s_mutation *m, const char *name, size_t n,
                          char quote)
{
    char *text = t2s_arena_alloc(&m->arena, 2 * n + 3), *to = text;
    if (!text) {
        m->failed = true;
        return "";
    }
    *to++ = quote;
    for (size_t i = 0; i < n; i++) {
        if (name[i] == quote)
            *to++ = quote;
        *to++ = name[i];
    }
    *to++ = quote;
    *to = '\0';
    return text;
}

const char *t2s_name_text(t2s_mutation *m, const char *name)
{
    size_t n = strlen(name);
    char *text;
    if (!t2s_sql_is_plain_name(name, n))
        return quoted(m, name, n, '"');
    if (!m->lower_names)
        return name;
    text = t2s_arena_strdup(&m->arena, name);
    if (!text) {
        m->failed = true;
        return name;
    }
    return lower(text);
}

const char *t2s_relation_text(t2s_mutation *m, int32_t relation)
{
    int32_t node = m->sources.at[relation].node;
    int32_t name = t2s_child_rule(m, node, T2S_RULE_table_alias);
    if (name == T2S_NO_NODE)
        name = t2s_child_rule(m, node, T2S_RULE_table_name);
    if (name == T2S_NO_NODE)
        return "";
    return t2s_text(m, "%.*s", T2S_SPELLED(m, name));
}

/* Whether a bare name in the scope could mean that column only, and the query
 * writes bare names there. */
static bool may_be_bare(const t2s_mutation *m, int32_t relation, int32_t column)
{
    const t2s_column *at = &m->schema->columns[column];
    int32_t scope = m->sources.at[relation].scope;
    size_t bare = 0, qualified = 0;
    t2s_for_each_relation (m, scope, other) {
        int32_t table = t2s_relation_table(m, other);
        if (other != relation &&
            (table == T2S_NO_ITEM ||
             t2s_schema_find_column(m->schema, table, at->name,
                                    strlen(at->name), NULL) != T2S_NO_ITEM))
            return false;
    }
    for (size_t i = 0; i < m->uses.count; i++) {
        if (m->sources.at[m->uses.at[i].relation].scope != scope ||
            m->place[m->uses.at[i].expr] == T2S_IN_FROM)
            continue;
        if (m->uses.at[i].qualified)
            qualified++;
        else
            bare++;
    }
    return bare > qualified ||
           (qualified == 0 && t2s_relation_count(m, scope) == 1);
}

const char *t2s_column_text(t2s_mutation *m, int32_t relation, int32_t column)
{
    const char *name = t2s_name_text(m, m->schema->columns[column].name);
    if (may_be_bare(m, relation, column))
        return name;
    return t2s_text(m, "%s.%s", t2s_relation_text(m, relation), name);
}

const char *t2s_value_text(t2s_mutation *m, const t2sed_values *values,
                           size_t i, char quote)
{
    size_t n = 0;
    const char *text = t2sed_values_text(values, i, &n);
    if (memchr(text, '\0', n))
        n = strlen(text);
    if (t2sed_values_is_number(values, i) && !quote)
        return t2s_text(m, "%s", text);
    return quoted(m, text, n, quote ? quote : '\'');
}

/* ------------------------------------------------------------- applying */

/* Text that must not touch other such text. */
static bool is_wordlike(char c)
{
    return c == '_' || c == '"' || c == '\'' || c == '`' || (c & 0x80) ||
           (c >= '0' && c <= '9') ||
           (t2s_ascii_lower(c) >= 'a' && t2s_ascii_lower(c) <= 'z');
}

static void append_apart(t2s_string *out, const char *text, size_t n)
{
    if (n > 0 && out->length > 0 && is_wordlike(text[0]) &&
        is_wordlike(out->text[out->length - 1]))
        t2s_string_append_char(out, ' ');
    t2s_string_append_n(out, text, n);
}

/* By place; edits of one place keep their order. */
static void sort_edits(t2s_mutation *m)
{
    for (size_t i = 1; i < m->edits.count; i++) {
        t2s_edit edit = m->edits.at[i];
        size_t j = i;
        for (; j > 0 && (m->edits.at[j - 1].begin > edit.begin ||
                         (m->edits.at[j - 1].begin == edit.begin &&
                          m->edits.at[j - 1].end > edit.end));
             j--)
            m->edits.at[j] = m->edits.at[j - 1];
        m->edits.at[j] = edit;
    }
}

char *t2s_edits_apply(t2s_mutation *m)
{
    t2s_string out = {0};
    uint32_t at = 0;
    sort_edits(m);
    for (size_t i = 0; i < m->edits.count; i++) {
        const t2s_edit *edit = &m->edits.at[i];
        if (edit->begin < at) { /* they overlap */
            t2s_string_free(&out);
            return NULL;
        }
        append_apart(&out, m->sql->text + at, edit->begin - at);
        append_apart(&out, edit->text, strlen(edit->text));
        at = edit->end;
    }
    append_apart(&out, m->sql->text + at, m->sql->length - at);
    if (out.failed)
        m->failed = true;
    return t2s_string_take(&out, NULL);
}

/* -------------------------------------------------------------- drawing */

void t2s_draw_offer(t2s_draw *draw, int32_t item, double weight)
{
    draw->total += weight;
    if (t2s_random_unit(draw->random) * draw->total < weight)
        draw->item = item;
}

bool t2s_chance(t2s_mutation *m, double share)
{
    return t2s_random_unit(m->random) < share;
}

/* Whether two readable names share a word. */
static bool share_word(const char *a, const char *b)
{
    while (*a) {
        size_t n = strcspn(a, " ");
        for (const char *at = b; *at;) {
            size_t length = strcspn(at, " ");
            if (n == length && n > 1 && memcmp(a, at, n) == 0)
                return true;
            at += length + (at[length] == ' ');
        }
        a += n + (a[n] == ' ');
    }
    return false;
}

int32_t t2s_draw_similar(t2s_mutation *m, int32_t relation, int32_t column,
                         unsigned places)
{
    const t2s_column *columns = m->schema->columns, *old = &columns[column];
    int32_t table = t2s_relation_table(m, relation);
    t2s_draw draw = T2S_DRAW(m);
    for (int32_t i = 0; i < m->schema->tables[table].column_count; i++) {
        int32_t other = m->schema->tables[table].first_column + i;
        double weight = 1;
        if (other == column || t2s_is_used(m, relation, other, places))
            continue;
        if (columns[other].kind == old->kind)
            weight *= 4;
        if (share_word(columns[other].readable, old->readable))
            weight *= 3;
        if (columns[other].primary && !old->primary)
            weight *= 0.4;
        t2s_draw_offer(&draw, other, weight);
    }
    return draw.item;
}
