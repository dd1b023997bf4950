#include "decide/same_query.h"

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/string.h"
#include "lab/evaluate/clause.h"
#include "t2sed/lab/exact.h"

t2sed_status t2s_same_queries_open(t2s_same_queries *same,
                                   const t2sed_schema *schema, t2sed_error *err)
{
    same->schema = NULL;
    if (schema) {
        const t2sed_status status =
            t2s_spider_keys_make(&same->keys, schema, err);
        if (status != T2SED_OK)
            return status;
        same->schema = schema;
    }
    return T2SED_OK;
}

void t2s_same_queries_free(t2s_same_queries *same)
{
    if (same->schema)
        t2s_spider_keys_free(&same->keys);
    same->schema = NULL;
}

/* The query's tokens in a normal form. */
static bool write_tokens(t2s_string *out, size_t *distincts,
                         const t2sed_sql *sql)
{
    const t2s_tree *tree = &sql->full;
    *distincts = 0;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        const t2s_node *n = &tree->nodes[node];
        if (!t2s_tree_is_terminal(tree, node))
            continue;
        *distincts +=
            t2s_casecmp_n(n->text, n->text_length, "DISTINCT", 8) == 0;
        if (out->length)
            t2s_string_append_char(out, ' ');
        if (n->text_length && (n->text[0] == '\'' || n->text[0] == '"'))
            t2s_string_append_n(out, n->text, n->text_length);
        else
            for (uint32_t i = 0; i < n->text_length; i++)
                t2s_string_append_char(out, t2s_ascii_lower(n->text[i]));
    }
    return !out->failed;
}

t2sed_status t2s_same_query_read(t2s_same_query *out,
                                 const t2s_same_queries *same,
                                 const t2sed_sql *sql, t2sed_error *err)
{
    t2s_string tokens = {0};
    t2s_spider_query *query = NULL;
    t2sed_status status = T2SED_OK;
    bool good;
    memset(out, 0, sizeof *out);
    good = write_tokens(&tokens, &out->distincts, sql);
    out->sql = sql;
    out->length = tokens.length;
    out->tokens =
        good ? t2s_arena_strndup(&out->arena, tokens.text ? tokens.text : "",
                                 tokens.length)
             : NULL;
    t2s_string_free(&tokens);
    if (!out->tokens)
        return t2s_fail_memory(err);
    if (same->schema)
        status =
            t2s_spider_query_read(&query, &out->arena, sql, &same->keys, NULL);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    out->query = status == T2SED_OK ? query : NULL;
    if (out->query)
        out->hash = t2s_hash_step(t2s_exact_hash(out->query), out->distincts);
    return T2SED_OK;
}

void t2s_same_query_free(t2s_same_query *query)
{
    t2s_arena_free(&query->arena);
}

static bool same_limit(const t2sed_sql *a, const t2sed_sql *b)
{
    const bool a_has = t2s_clause_find(a, T2S_RULE_limit_stmt) != T2S_NO_NODE;
    const bool b_has = t2s_clause_find(b, T2S_RULE_limit_stmt) != T2S_NO_NODE;
    return a_has == b_has &&
           (!a_has || t2s_clause_same(a, b, T2S_RULE_limit_stmt));
}

bool t2s_same_query_is(const t2s_same_query *a, const t2s_same_query *b)
{
    return a->query && b->query && a->distincts == b->distincts &&
           t2s_exact_difference(a->query, b->query, T2SED_EXACT_WITH_VALUES) ==
               T2SED_EXACT_NO_DIFFERENCE &&
           same_limit(a->sql, b->sql);
}
