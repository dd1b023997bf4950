#include "database/expansion.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/stack.h"
#include "database/catalog.h"
#include "database/connection.h"
#include "sql/token.h"

/* What a query may come to: SQLite takes some 300 bytes and 3 microseconds for
 * each token. */
#define MOST_TOKENS 100000
/* Tables within tables: SQLite needs about a kilobyte of stack for each. */
#define DEEPEST 100
/* SQLite stops copying a query over the arms of UNION ALL there. */
#define MOST_ARMS 500
/* Tables that SQLite's planner orders within half a second, whatever is said of
 * them; more than these it does where there are so few tokens for each. */
#define FEW_TABLES 24
#define FEW_TOKENS 8
/* Steps of ours for one query. */
#define MOST_WORK 1000000

static uint64_t size_below(t2s_sizer *s, int32_t top,
                           const t2s_sized_columns *results, unsigned *depth);

/* --- expressions --- */

/* What a column in an expression comes to. Outside the result columns a name
 * may be an alias of one of `results` too. */
static uint64_t size_column(t2s_sizer *s, int32_t expr, int32_t column,
                            const t2s_sized_columns *results)
{
    static const t2s_sql_relation plain = {.columns = T2S_NO_NODE};
    const t2s_tree *tree = &s->text->sql->full;
    int32_t qualifier = t2s_sql_child(tree, expr, T2S_RULE_table_name);
    t2s_sql_word name = t2s_sizer_word(s, column), table = {NULL, 0};
    uint64_t size = 0, other = 1, alias = 0;
    if (qualifier != T2S_NO_NODE)
        table = t2s_sizer_word(s, qualifier);
    if (results && qualifier == T2S_NO_NODE)
        alias = t2s_size_named(s, results, &plain, name, &other);
    for (int32_t scope = s->text->scopes.scope_of[expr];
         scope != T2S_NO_SCOPE && size == 0 && t2s_sizer_spend(s);
         scope = s->text->scopes.scopes.at[scope].parent)
        size =
            t2s_size_in_scope(s, scope, table.at ? &table : NULL, name, &other);
    size = t2s_size_largest(size, alias);
    return t2s_size_largest(size, other); /* it may be named by its text */
}

/* "ORDER BY 2" stands for a result column. */
static uint64_t size_number(const t2s_sizer *s, int32_t literal,
                            const t2s_sized_columns *results)
{
    const t2s_tree *tree = &s->text->sql->full;
    int32_t expr = tree->nodes[literal].parent;
    int32_t around = tree->nodes[expr].parent;
    uint64_t size = 1;
    if (results && (t2s_sizer_is(s, around, T2S_RULE_ordering_term) ||
                    t2s_sizer_is(s, around, T2S_RULE_group_by_clause)))
        for (size_t i = 0; i < results->list.count; i++)
            size = t2s_size_largest(size, results->list.at[i].size);
    return size;
}

/* "x IN t" selects from a table that is in no FROM. */
static const t2s_query_size *size_in_table(t2s_sizer *s, int32_t expr,
                                           int32_t table)
{
    t2s_sql_word name = t2s_sizer_word(s, table);
    bool qualified = t2s_sql_child(&s->text->sql->full, expr,
                                   T2S_RULE_database_name) != T2S_NO_NODE;
    int32_t cte = name.at && !qualified
                      ? t2s_sql_find_cte(&s->text->scopes, expr, name)
                      : T2S_NO_NODE;
    t2s_definition *d;
    if (cte != T2S_NO_NODE)
        return t2s_size_query(
            s, t2s_sql_child(&s->text->sql->full, cte, T2S_RULE_select_stmt));
    d = name.at ? t2s_catalog_find(s->catalog, name.at, name.n) : NULL;
    return d ? t2s_size_view(s, d) : &s->catalog->unknown;
}

static bool is_natural(const t2s_sizer *s, int32_t node)
{
    const t2s_node *at = &s->text->sql->full.nodes[node];
    return t2s_sizer_is(s, at->parent, T2S_RULE_join_operator) &&
           t2s_casecmp_n(at->text, at->text_length, "NATURAL", 7) == 0;
}

/* NATURAL compares each column of a table with all that stand before it. */
static uint64_t size_natural(t2s_sizer *s, int32_t node)
{
    const t2s_sql_scopes *scopes = &s->text->scopes;
    uint64_t size = 1;
    for (int32_t i = scopes->scopes.at[scopes->scope_of[node]].first;
         i >= 0 && t2s_sizer_spend(s); i = scopes->relations.at[i].next) {
        t2s_sql_relation relation = scopes->relations.at[i];
        const t2s_sized_columns *columns =
            &t2s_size_relation(s, &relation)->columns;
        size = t2s_size_add(size,
                            t2s_size_add(columns->list.count, columns->more));
    }
    return size;
}

/* "OVER w" copies what the name stands for. */
static uint64_t size_window(t2s_sizer *s, int32_t name)
{
    const t2s_tree *tree = &s->text->sql->full;
    int32_t scope = s->text->scopes.scope_of[name];
    int32_t core = scope == T2S_NO_SCOPE
                       ? T2S_NO_NODE
                       : s->text->scopes.scopes.at[scope].core;
    int32_t windows = core == T2S_NO_NODE
                          ? T2S_NO_NODE
                          : t2s_sql_child(tree, core, T2S_RULE_window_clause);
    uint64_t size = 1;
    if (t2s_sizer_is(s, tree->nodes[name].parent, T2S_RULE_window_clause))
        return size; /* it is given its name there */
    if (windows != T2S_NO_NODE &&
        (s->windows != windows || s->windows_text != s->text)) {
        unsigned depth = 0;
        s->windows = windows;
        s->windows_text = s->text;
        s->windows_size = 1; /* while it is worked out */
        s->windows_size = size_below(s, windows, NULL, &depth);
    }
    return windows == T2S_NO_NODE ? size : s->windows_size;
}

/* Adds up the tokens below `top`; queries in expressions are part of it, those
 * in FROM are added with their relations. `results` NULL: among the result
 * columns themselves. */
static uint64_t size_below(t2s_sizer *s, int32_t top,
                           const t2s_sized_columns *results, unsigned *depth)
{
    const t2s_tree *tree = &s->text->sql->full;
    uint64_t size = 0;
    int32_t node = top;
    while (node != T2S_NO_NODE && t2s_sizer_spend(s)) {
        const t2s_query_size *query = NULL;
        uint64_t here = 0;
        bool whole = true;
        int32_t last = tree->nodes[node].last_child;
        if (t2s_sizer_is(s, node, T2S_RULE_select_stmt)) {
            if (!t2s_sizer_is(s, tree->nodes[node].parent,
                              T2S_RULE_table_or_subquery))
                query = t2s_size_query(s, node);
        } else if (t2s_sizer_is(s, node, T2S_RULE_expr) &&
                   t2s_sizer_is(s, last, T2S_RULE_column_name)) {
            here = size_column(s, node, last, results);
        } else if (t2s_sizer_is(s, node, T2S_RULE_expr) &&
                   t2s_sizer_is(s, last, T2S_RULE_table_name)) {
            query = size_in_table(s, node, last);
            whole = false;
        } else if (t2s_sizer_is(s, node, T2S_RULE_window_name)) {
            here = size_window(s, node);
        } else if (is_natural(s, node)) {
            here = size_natural(s, node);
        } else if (t2s_sizer_is(s, node, T2S_RULE_literal_value)) {
            here = size_number(s, node, results);
        } else {
            here = t2s_tree_is_terminal(tree, node);
            whole = false;
        }
        if (query) {
            here = query->total;
            *depth = query->depth + 1 > *depth ? query->depth + 1 : *depth;
        }
        size = t2s_size_add(size, here);
        node = whole ? t2s_tree_after(tree, top, node)
                     : t2s_tree_next(tree, top, node);
    }
    return size;
}

/* The tokens below an expression without columns; 0 where it has some. */
static uint64_t size_constant(t2s_sizer *s, int32_t expr)
{
    const t2s_tree *tree = &s->text->sql->full;
    uint64_t size = 0;
    for (int32_t node = expr; node != T2S_NO_NODE && t2s_sizer_spend(s);
         node = t2s_tree_next(tree, expr, node)) {
        if (t2s_sizer_is(s, node, T2S_RULE_column_name))
            return 0;
        size += t2s_tree_is_terminal(tree, node);
    }
    return size;
}

/* "x = constant" in WHERE: the constant is copied to each mention of x there.
 * Adds to the count of columns and the largest constant below `top`. */
static void find_constants(t2s_sizer *s, int32_t top, uint64_t *columns,
                           uint64_t *constant)
{
    const t2s_tree *tree = &s->text->sql->full;
    for (int32_t node = top; node != T2S_NO_NODE && t2s_sizer_spend(s);
         node = t2s_tree_next(tree, top, node)) {
        const t2s_node *at = &tree->nodes[node];
        *columns += t2s_sizer_is(s, node, T2S_RULE_column_name);
        if (!t2s_tree_is_terminal(tree, node) || at->text[0] != '=')
            continue;
        t2s_tree_for_each_child (tree, at->parent, side)
            if (t2s_sizer_is(s, side, T2S_RULE_expr))
                *constant = t2s_size_largest(*constant, size_constant(s, side));
    }
}

/* --- queries --- */

static void add_result(t2s_sizer *s, t2s_sized_columns *to, int32_t core,
                       int32_t node, unsigned *depth)
{
    const t2s_tree *tree = &s->text->sql->full;
    int32_t scope = s->text->scopes.scope_of[core];
    int32_t first = tree->nodes[node].first_child;
    int32_t alias = t2s_sql_child(tree, node, T2S_RULE_column_alias);
    t2s_sql_word name = {NULL, 0};
    if (t2s_sizer_is(s, first, T2S_RULE_table_name)) {
        name = t2s_sizer_word(s, first);
        t2s_sizer_add_star(s, to, scope, &name);
        return;
    }
    if (t2s_tree_is_terminal(tree, first)) {
        t2s_sizer_add_star(s, to, scope, NULL);
        return;
    }
    if (alias == T2S_NO_NODE &&
        t2s_sizer_is(s, tree->nodes[first].last_child, T2S_RULE_column_name))
        alias = tree->nodes[first].last_child;
    if (alias != T2S_NO_NODE)
        name = t2s_sizer_word(s, alias);
    t2s_sizer_add_column(s, to, name, size_below(s, first, NULL, depth));
}

/* Works out one SELECT or VALUES of a query. */
static void size_core(t2s_sizer *s, t2s_query_size *out, int32_t core)
{
    const t2s_tree *tree = &s->text->sql->full;
    const t2s_sql_scopes *scopes = &s->text->scopes;
    int32_t scope = scopes->scope_of[core];
    uint64_t own = 0, columns = 0, constant = 0;
    out->columns.other = 1;
    out->arms = 1;
    for (int32_t i = scopes->scopes.at[scope].first;
         i >= 0 && t2s_sizer_spend(s); i = scopes->relations.at[i].next) {
        t2s_sql_relation relation = scopes->relations.at[i];
        const t2s_query_size *size = t2s_size_relation(s, &relation);
        uint64_t arms = out->arms;
        /* Where one is copied over, the others are copied with it. */
        out->arms = t2s_size_multiply(arms, size->arms);
        out->total = t2s_size_add(t2s_size_multiply(out->total, size->arms),
                                  t2s_size_multiply(size->total, arms));
        s->too_large |= out->total > MOST_TOKENS;
        out->tables =
            t2s_size_add(out->tables, size->tables ? size->tables : 1);
        out->planned = t2s_size_add(out->planned, size->planned);
        if (out->arms > MOST_ARMS)
            out->arms = MOST_ARMS;
        if (size->depth + 1 > out->depth)
            out->depth = size->depth + 1;
    }
    t2s_tree_for_each_child (tree, core, clause) {
        if (!t2s_sizer_is(s, clause, T2S_RULE_result_clause)) {
            uint64_t size = size_below(s, clause, &out->columns, &out->depth);
            if (t2s_sizer_is(s, clause, T2S_RULE_where_clause) ||
                t2s_sizer_is(s, clause, T2S_RULE_from_clause)) {
                find_constants(s, clause, &columns, &constant);
                out->planned = t2s_size_add(out->planned, size);
            }
            own = t2s_size_add(own, size);
            if (t2s_sizer_is(s, clause, T2S_RULE_expr)) /* of VALUES */
                t2s_sizer_add_column(s, &out->columns, (t2s_sql_word){NULL, 0},
                                     size);
            continue;
        }
        t2s_tree_for_each_child (tree, clause, column)
            if (t2s_sizer_is(s, column, T2S_RULE_result_column))
                add_result(s, &out->columns, core, column, &out->depth);
        for (size_t i = 0; i < out->columns.list.count; i++)
            own = t2s_size_add(own, out->columns.list.at[i].size);
        own = t2s_size_add(own, out->columns.more);
    }
    own = t2s_size_add(own, t2s_size_multiply(columns, constant));
    s->too_large |= out->tables > FEW_TABLES &&
                    out->planned > t2s_size_multiply(out->tables, FEW_TOKENS);
    out->total = t2s_size_add(out->total, t2s_size_multiply(own, out->arms));
}

/* Makes *all, the columns of the arms so far, those of one arm more: names are
 * the first one's. Where columns can't be paired, each may be any. */
static void join_columns(t2s_sizer *s, t2s_sized_columns *all,
                         const t2s_sized_columns *arm)
{
    uint64_t most = arm->other;
    bool paired =
        !all->more && !arm->more && all->list.count == arm->list.count;
    for (size_t i = 0; i < arm->list.count; i++)
        most = t2s_size_largest(most, arm->list.at[i].size);
    for (size_t i = 0; i < all->list.count && t2s_sizer_spend(s); i++)
        all->list.at[i].size = t2s_size_largest(
            all->list.at[i].size, paired ? arm->list.at[i].size : most);
    all->other = t2s_size_largest(all->other, paired ? arm->other : most);
    all->more = t2s_size_largest(all->more, arm->more);
}

static void add_core(t2s_sizer *s, t2s_query_size *to, int32_t core, bool first)
{
    t2s_query_size arm = {.state = T2S_SIZE_KNOWN};
    size_core(s, &arm, core);
    to->total = t2s_size_add(to->total, arm.total);
    s->too_large |= to->total > MOST_TOKENS;
    to->arms = t2s_size_add(to->arms, arm.arms);
    to->tables = t2s_size_largest(to->tables, arm.tables);
    to->planned = t2s_size_largest(to->planned, arm.planned);
    if (arm.depth > to->depth)
        to->depth = arm.depth;
    if (first) {
        to->columns = arm.columns;
        return;
    }
    join_columns(s, &to->columns, &arm.columns);
    t2s_vector_free(&arm.columns.list);
}

const t2s_query_size *t2s_size_query(t2s_sizer *s, int32_t query)
{
    const t2s_tree *tree = &s->text->sql->full;
    t2s_query_size *size = &s->text->queries[query];
    bool first = true;
    if (size->state == T2S_SIZE_BUSY)
        return &s->catalog->unknown; /* recursive: SQLite keeps its rows */
    if (size->state == T2S_SIZE_KNOWN)
        return size;
    size->state = T2S_SIZE_BUSY;
    size->columns.other = 1;
    if (++s->nesting > DEEPEST)
        s->too_large = true;
    t2s_tree_for_each_child (tree, query, core)
        if (t2s_sizer_is(s, core, T2S_RULE_select_core) && t2s_sizer_spend(s)) {
            add_core(s, size, core, first);
            first = false;
        }
    t2s_tree_for_each_child (tree, query, clause)
        if (t2s_sizer_is(s, clause, T2S_RULE_order_by_stmt) ||
            t2s_sizer_is(s, clause, T2S_RULE_limit_stmt))
            size->total =
                t2s_size_add(size->total, size_below(s, clause, &size->columns,
                                                     &size->depth));
    s->nesting--;
    s->too_large |= size->total > MOST_TOKENS || size->depth > DEEPEST;
    size->state = T2S_SIZE_KNOWN;
    return size;
}

/* --- views --- */

/* A virtual table may come to as much as any view of the database. */
static const t2s_query_size *size_virtual(t2s_sizer *s, t2s_definition *d)
{
    t2s_catalog *catalog = s->catalog;
    if (d->size.state == T2S_SIZE_BUSY)
        return &catalog->unknown;
    d->size = catalog->unknown;
    d->size.state = T2S_SIZE_BUSY;
    for (size_t i = 0; i < catalog->definitions.count && !s->too_large; i++)
        if (catalog->definitions.at[i].is_view) {
            t2s_definition *view = &catalog->definitions.at[i];
            d->size.total =
                t2s_size_largest(d->size.total, t2s_size_view(s, view)->total);
        }
    d->size.state = s->too_large ? T2S_SIZE_UNKNOWN : T2S_SIZE_KNOWN;
    return &d->size;
}

const t2s_query_size *t2s_size_view(t2s_sizer *s, t2s_definition *d)
{
    t2s_sized_text *around = s->text;
    const t2s_query_size *query;
    bool before = s->too_large || d->is_unreadable;
    s->too_large = before;
    if (d->size.state == T2S_SIZE_KNOWN)
        return &d->size;
    if (d->is_virtual)
        return size_virtual(s, d);
    if (d->size.state == T2S_SIZE_BUSY || !d->text.sql)
        return &s->catalog->unknown; /* SQLite refuses views in a circle */
    d->size.state = T2S_SIZE_BUSY;
    s->text = &d->text;
    s->too_large = false;
    d->text.scopes.work = MOST_WORK;
    if (++s->nesting > DEEPEST)
        s->too_large = true;
    query = t2s_size_query(s, d->text.sql->full.root);
    d->size.total = query->total;
    d->size.arms = query->arms;
    d->size.depth = query->depth;
    d->size.tables = query->tables;
    d->size.planned = query->planned;
    d->size.columns.other = query->columns.other;
    d->size.columns.more = query->columns.more;
    for (size_t i = 0; i < query->columns.list.count && t2s_sizer_spend(s); i++)
        t2s_sizer_add_column(s, &d->size.columns,
                             i < d->names.count
                                 ? d->names.at[i]
                                 : query->columns.list.at[i].name,
                             query->columns.list.at[i].size);
    s->nesting--;
    s->text = around;
    /* What was not worked out to the end counts as too large each time. */
    d->is_unreadable |= s->too_large;
    s->too_large |= before;
    d->size.state = T2S_SIZE_KNOWN;
    return &d->size;
}

/* --- the question from outside --- */

static t2sed_status answer(t2s_expansion *out, bool too_large, uint64_t tokens,
                           t2sed_error *err)
{
    const bool is_too_deep = tokens > (uint64_t)t2s_connection_levels();
    *out =
        too_large || is_too_deep ? T2S_EXPANSION_TOO_LARGE : T2S_EXPANSION_FITS;
    if (too_large)
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "tables, views or columns that mention each other so often "
                 "that SQLite would copy or order them without end");
    else if (is_too_deep)
        t2s_fail(err, T2SED_ELIMIT, -1,
                 "SQLite might need more stack for the query than the %zu KB "
                 "that this thread has left: with 512 KB any query runs",
                 t2s_stack_left() / 1024);
    return T2SED_OK;
}

t2sed_status t2s_expansion_of_table(t2s_expansion *out, t2s_catalog *catalog,
                                    const char *name, size_t n,
                                    t2sed_error *err)
{
    t2s_sizer s = {.catalog = catalog, .memory = true};
    t2s_definition *d = t2s_catalog_find(catalog, name, n);
    const t2s_query_size *size = d ? t2s_size_view(&s, d) : &catalog->unknown;
    uint64_t total = t2s_size_add(size->total, size->columns.more);
    uint64_t deepest = size->total;
    for (size_t i = 0; i < size->columns.list.count; i++) {
        total = t2s_size_add(total, size->columns.list.at[i].size);
        deepest = t2s_size_largest(deepest, size->columns.list.at[i].size);
    }
    if (!s.memory)
        return t2s_fail_memory(err);
    return answer(out, s.too_large || total > MOST_TOKENS, deepest, err);
}

/* Whether the text can't grow much: short, one SELECT, no name that is defined
 * in the database, and few columns for which stars stand. */
static bool is_simple(const t2s_catalog *catalog, const char *sql, size_t n,
                      bool is_flat)
{
    t2s_sql_scanner scanner = {sql, n, 0, 0};
    t2s_sql_token token;
    size_t selects = 0, tokens = 0, stars = 0, tables = 1;
    const size_t most = is_flat ? SIZE_MAX : (size_t)t2s_connection_levels();
    if (n > MOST_TOKENS)
        return false;
    while (t2s_sql_next_token(&scanner, &token) != T2S_TK_END) {
        const char *text = sql + token.begin;
        size_t length = token.end - token.begin;
        bool quoted = length > 1 && strchr("\"`'[", *text);
        tokens++;
        stars += *text == '*' || t2s_casecmp_n(text, length, "NATURAL", 7) == 0;
        tables += *text == ',' || t2s_casecmp_n(text, length, "JOIN", 4) == 0;
        selects += t2s_casecmp_n(text, length, "SELECT", 6) == 0;
        if (selects > 1 || tokens > 400 || tokens > most ||
            tables > FEW_TABLES ||
            (quoted && memchr(text + 1, *text, length - 2)) ||
            stars * tables * catalog->unknown.columns.more > MOST_TOKENS ||
            (catalog->definitions.count > 0 &&
             t2s_catalog_find(catalog, text + quoted,
                              quoted ? length - 2 : length)))
            return false;
    }
    return true;
}

t2sed_status t2s_expansion_of_query(t2s_expansion *out, t2s_catalog *catalog,
                                    const char *sql, size_t n, bool is_flat,
                                    t2sed_error *err)
{
    t2s_sizer s = {.catalog = catalog, .memory = true};
    t2s_sized_text text = {0};
    uint64_t tokens = 0;
    t2sed_status status;
    if (is_simple(catalog, sql, n, is_flat))
        return answer(out, false, 0, err);
    status = t2sed_sql_parse_n(&text.sql, sql, n, err);
    if (status != T2SED_OK) {
        *out = T2S_EXPANSION_SYNTAX;
        return status == T2SED_ENOMEM ? status : T2SED_OK;
    }
    status = t2s_sql_scopes_find(&text.scopes, &text.sql->full, NULL, err);
    if (status == T2SED_OK) {
        text.queries =
            t2s_zalloc_array(text.sql->full.count, sizeof *text.queries);
        s.memory = text.queries != NULL;
        s.text = &text;
    }
    if (status == T2SED_OK && s.memory) {
        s.too_large = text.scopes.work == 0;
        text.scopes.work = MOST_WORK;
        tokens = t2s_size_query(&s, text.sql->full.root)->total;
    }
    if (status == T2SED_OK && (!s.memory || text.scopes.failed))
        status = t2s_fail_memory(err);
    t2s_sized_text_free(&text);
    return status == T2SED_OK
               ? answer(out, s.too_large, is_flat ? 0 : tokens, err)
               : status;
}
