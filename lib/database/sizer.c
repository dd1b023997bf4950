#include "database/catalog.h"

#include "base/string.h"

bool t2s_sizer_spend(t2s_sizer *s)
{
    s->too_large |= !t2s_sql_spend(&s->text->scopes);
    return !s->too_large && s->memory;
}

uint64_t t2s_size_largest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

bool t2s_sizer_is(const t2s_sizer *s, int32_t node, t2s_sql_rule rule)
{
    return t2s_sql_is(&s->text->sql->full, node, rule);
}

t2s_sql_word t2s_sizer_word(t2s_sizer *s, int32_t node)
{
    t2s_sql_word word = t2s_sql_unquoted(&s->text->scopes, node);
    s->memory &= word.at != NULL;
    return word;
}

void t2s_sizer_add_column(t2s_sizer *s, t2s_sized_columns *to,
                          t2s_sql_word name, uint64_t size)
{
    t2s_sized_column column = {name, size};
    if (!name.at)
        to->other = t2s_size_largest(to->other, size);
    if (to->list.count >= T2S_MOST_COLUMNS)
        s->too_large = true;
    else if (t2s_sizer_spend(s) && !t2s_vector_push(&to->list, column))
        s->memory = false;
}

/* --- what stands in FROM --- */

static t2s_definition *definition_of(t2s_sizer *s,
                                     const t2s_sql_relation *relation)
{
    const t2s_tree *tree = &s->text->sql->full;
    int32_t table = t2s_sql_child(tree, relation->node, T2S_RULE_table_name);
    t2s_sql_word name;
    if (table == T2S_NO_NODE || s->catalog->definitions.count == 0)
        return NULL;
    name = t2s_sizer_word(s, table);
    return name.at ? t2s_catalog_find(s->catalog, name.at, name.n) : NULL;
}

const t2s_query_size *t2s_size_relation(t2s_sizer *s,
                                        const t2s_sql_relation *relation)
{
    t2s_definition *d;
    if (relation->origin == T2S_FROM_QUERY)
        return t2s_size_query(s, relation->query);
    if (relation->origin != T2S_FROM_TABLE)
        return &s->catalog->unknown;
    d = definition_of(s, relation);
    return d ? t2s_size_view(s, d) : &s->catalog->unknown;
}

/* The name of column i of a WITH table that lists names for its columns. */
static t2s_sql_word listed_name(t2s_sizer *s, const t2s_sql_relation *relation,
                                size_t i)
{
    const t2s_tree *tree = &s->text->sql->full;
    t2s_sql_word none = {NULL, 0};
    int32_t node = relation->columns;
    for (; node != T2S_NO_NODE && t2s_sizer_spend(s);
         node = tree->nodes[node].next_sibling)
        if (t2s_sizer_is(s, node, T2S_RULE_column_name) && i-- == 0)
            return t2s_sizer_word(s, node);
    return none;
}

/* Adds all columns of a relation. */
static void add_star(t2s_sizer *s, t2s_sized_columns *to, int32_t at)
{
    t2s_sql_relation relation = s->text->scopes.relations.at[at];
    const t2s_query_size *size;
    if (relation.origin == T2S_FROM_TABLES) {
        t2s_sizer_add_star(s, to, relation.inner, NULL);
        return;
    }
    size = t2s_size_relation(s, &relation);
    to->more = t2s_size_add(to->more, size->columns.more);
    to->other = t2s_size_largest(to->other, size->columns.other);
    for (size_t i = 0; i < size->columns.list.count && t2s_sizer_spend(s); i++)
        t2s_sizer_add_column(s, to,
                             relation.columns == T2S_NO_NODE
                                 ? size->columns.list.at[i].name
                                 : listed_name(s, &relation, i),
                             size->columns.list.at[i].size);
}

void t2s_sizer_add_star(t2s_sizer *s, t2s_sized_columns *to, int32_t scope,
                        const t2s_sql_word *table)
{
    const t2s_sql_scopes *scopes = &s->text->scopes;
    for (int32_t i = scopes->scopes.at[scope].first;
         i >= 0 && t2s_sizer_spend(s); i = scopes->relations.at[i].next)
        if (!table || t2s_sql_same(*table, scopes->relations.at[i].name))
            add_star(s, to, i);
}

/* A name without the number that SQLite adds (x:1) where columns of a query
 * have one name. */
static t2s_sql_word unnumbered(t2s_sql_word name)
{
    size_t n = name.n;
    while (n > 0 && t2s_is_digit(name.at[n - 1]))
        n--;
    if (n > 0 && n < name.n && name.at[n - 1] == ':')
        name.n = n - 1;
    return name;
}

/* SQLite gives a column of such a name another one. */
static bool is_unnamed(t2s_sql_word name)
{
    return !name.at || t2s_casecmp_n(name.at, name.n, "true", 4) == 0 ||
           t2s_casecmp_n(name.at, name.n, "false", 5) == 0;
}

uint64_t t2s_size_named(t2s_sizer *s, const t2s_sized_columns *columns,
                        const t2s_sql_relation *relation, t2s_sql_word name,
                        uint64_t *other)
{
    uint64_t size = 0;
    *other = t2s_size_largest(*other, columns->other);
    for (size_t i = 0; i < columns->list.count && t2s_sizer_spend(s); i++) {
        t2s_sql_word has = columns->list.at[i].name;
        if (relation->columns != T2S_NO_NODE)
            has = columns->more ? name : listed_name(s, relation, i);
        if (is_unnamed(has))
            *other = t2s_size_largest(*other, columns->list.at[i].size);
        else if (t2s_sql_same(unnumbered(has), unnumbered(name)))
            size = t2s_size_add(size, columns->list.at[i].size);
    }
    return size;
}

uint64_t t2s_size_in_scope(t2s_sizer *s, int32_t scope,
                           const t2s_sql_word *table, t2s_sql_word name,
                           uint64_t *other)
{
    const t2s_sql_scopes *scopes = &s->text->scopes;
    uint64_t size = 0;
    for (int32_t i = scopes->scopes.at[scope].first;
         i >= 0 && t2s_sizer_spend(s); i = scopes->relations.at[i].next) {
        t2s_sql_relation relation = scopes->relations.at[i];
        if (table && !t2s_sql_same(*table, relation.name))
            continue;
        size = t2s_size_add(
            size,
            relation.origin == T2S_FROM_TABLES
                ? t2s_size_in_scope(s, relation.inner, NULL, name, other)
                : t2s_size_named(s, &t2s_size_relation(s, &relation)->columns,
                                 &relation, name, other));
    }
    return size;
}
