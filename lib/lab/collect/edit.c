/* Edits of a query's text, texts in its style, and drawing. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "lab/collect/mutation.h"
#include "sql/token.h"

/* ---------------------------------------------------------------- texts */

/* What an allocation of the arena gave, or "". */
static char *checked(t2s_mutation *m, char *text)
{
    static char none[1];
    m->failed |= !text;
    return text ? text : none;
}

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
    if (text)
        vsnprintf(text, (size_t)n + 1, format, arguments);
    return checked(m, text);
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

static const char *lower(t2s_mutation *m, const char *text)
{
    char *copy = checked(m, t2s_arena_strdup(&m->arena, text));
    for (char *at = copy; *at; at++)
        *at = t2s_ascii_lower(*at);
    return copy;
}

const char *t2s_keyword(t2s_mutation *m, const char *upper)
{
    return m->lower_keywords ? lower(m, upper) : upper;
}

/* text[0..n) between quotes, those within doubled. */
static const char *quoted(t2s_mutation *m, const char *name, size_t n,
                          char quote)
{
    t2s_string out = {0};
    const char *text;
    t2s_string_append_quoted(&out, name, n, quote);
    text =
        checked(m, out.failed ? NULL : t2s_arena_strdup(&m->arena, out.text));
    t2s_string_free(&out);
    return text;
}

const char *t2s_name_text(t2s_mutation *m, const char *name)
{
    size_t n = strlen(name);
    if (!t2s_sql_is_plain_name(name, n))
        return quoted(m, name, n, '"');
    return m->lower_names ? lower(m, name) : name;
}

const char *t2s_column_name(t2s_mutation *m, int32_t column)
{
    return t2s_name_text(m, m->schema->columns[column].name);
}

const char *t2s_relation_text(t2s_mutation *m, int32_t relation)
{
    int32_t node = m->scopes.relations.at[relation].node;
    int32_t name = t2s_child(m, node, T2S_RULE_table_alias);
    if (name == T2S_NO_NODE)
        name = t2s_child(m, node, T2S_RULE_table_name);
    return name == T2S_NO_NODE ? "" : t2s_text(m, "%.*s", T2S_SPELLED(m, name));
}

/* Whether a bare name in the scope could mean that column only, and the query
 * writes bare names there. */
static bool may_be_bare(const t2s_mutation *m, int32_t relation, int32_t column)
{
    int32_t scope = t2s_scope_of(m, relation);
    size_t bare = 0, qualified = 0;
    t2s_for_each_relation (&m->scopes, scope, other) {
        int32_t table = t2s_table_of(m, other);
        if (other != relation &&
            (table == T2S_NO_ITEM ||
             t2s_namesake(m, table, column) != T2S_NO_ITEM))
            return false;
    }
    for (size_t i = 0; i < m->uses.count; i++) {
        const t2s_use *use = &m->uses.at[i];
        if (use->scope == scope && m->place[use->expr] != T2S_IN_FROM)
            ++*(use->qualified ? &qualified : &bare);
    }
    return bare > qualified ||
           (qualified == 0 && t2s_relation_count(m, scope) == 1);
}

const char *t2s_column_text(t2s_mutation *m, int32_t relation, int32_t column)
{
    const char *name = t2s_column_name(m, column);
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
        return text;
    return quoted(m, text, n, quote ? quote : '\'');
}

/* ---------------------------------------------------------------- edits */

static bool add_edit(t2s_mutation *m, uint32_t begin, uint32_t end,
                     const char *text)
{
    t2s_edit edit = {begin, end, text};
    m->failed |= !t2s_vector_push(&m->edits, edit);
    return true;
}

bool t2s_replace(t2s_mutation *m, uint32_t begin, uint32_t end,
                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_edit(m, begin, end, format_text(m, format, arguments));
    va_end(arguments);
    return true;
}

bool t2s_drop(t2s_mutation *m, uint32_t begin, uint32_t end)
{
    while (begin > 0 && strchr(" \t\n\r", m->sql->text[begin - 1]))
        begin--;
    return add_edit(m, begin, end, "");
}

bool t2s_drop_node(t2s_mutation *m, int32_t node)
{
    return t2s_drop(m, m->nodes[node].begin, m->nodes[node].end);
}

bool t2s_drop_member(t2s_mutation *m, int32_t node)
{
    int32_t before = T2S_NO_NODE, after = m->nodes[node].next_sibling;
    t2s_tree_for_each_child (m->tree, m->nodes[node].parent, child)
        if (m->nodes[child].next_sibling == node)
            before = child;
    if (t2s_reads(m, before, ","))
        return t2s_drop(m, m->nodes[before].begin, m->nodes[node].end);
    if (t2s_reads(m, after, ","))
        return t2s_drop(m, m->nodes[node].begin, m->nodes[after].end);
    return t2s_drop_node(m, node);
}

bool t2s_put_column(t2s_mutation *m, const t2s_use *use, int32_t relation,
                    int32_t column)
{
    if (column == T2S_NO_ITEM)
        return false;
    if (use->qualified)
        return t2s_replace_node(m, use->expr, "%s.%s",
                                t2s_relation_text(m, relation),
                                t2s_column_name(m, column));
    return t2s_replace_node(m, use->expr, "%s",
                            t2s_column_text(m, relation, column));
}

/* ------------------------------------------------------------- applying */

/* Text that must not touch other such text. */
static bool is_wordlike(char c)
{
    return strchr("_\"'`", c) || (c & 0x80) || t2s_is_digit(c) ||
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
    m->failed |= out.failed;
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

int32_t t2s_draw_relation(t2s_mutation *m, int32_t scope)
{
    t2s_draw draw = T2S_DRAW(m);
    if (scope != T2S_NO_SCOPE)
        t2s_for_each_relation (&m->scopes, scope, relation)
            if (t2s_table_of(m, relation) != T2S_NO_ITEM)
                t2s_draw_offer(&draw, relation, 1);
    return draw.item;
}

int32_t t2s_draw_column(t2s_mutation *m, int32_t relation,
                        t2s_column_weight weight_of)
{
    t2s_draw draw = T2S_DRAW(m);
    if (relation >= 0)
        t2s_for_each_column(m, t2s_table_of(m, relation), column)
        {
            const double weight = weight_of(m, relation, column);
            if (weight > 0)
                t2s_draw_offer(&draw, column, weight);
        }
    return draw.item;
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

int32_t t2s_draw_similar(t2s_mutation *m, int32_t relation, const t2s_use *use)
{
    const t2s_column *columns = m->schema->columns,
                     *old = &columns[use->column];
    t2s_draw draw = T2S_DRAW(m);
    t2s_for_each_column(m, t2s_table_of(m, relation), column)
    {
        const t2s_column *at = &columns[column];
        double weight = 1;
        if (at == old || t2s_is_used(m, relation, column, m->place[use->expr]))
            continue;
        if (at->kind == old->kind)
            weight *= 4;
        if (share_word(at->readable, old->readable))
            weight *= 3;
        if (at->primary && !old->primary)
            weight *= 0.4;
        t2s_draw_offer(&draw, column, weight);
    }
    return draw.item;
}
