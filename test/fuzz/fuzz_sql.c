/*
 * Parses the input as SQL; what parses is viewed (length and last byte choose
 * the switches), printed, normalised and parsed again, and all of that
 * has to hold together.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "schema/schema.h"
#include "sql/sql.h"
#include "t2sed/memory.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds)
{
    if (!holds)
        abort();
}

static const t2sed_schema *schema(void)
{
    static t2sed_schema *made;
    if (made)
        return made;
    made = t2s_schema_new();
    require(t2s_schema_add_table(made, "t", 1, NULL, false, NULL) == 0);
    require(t2s_schema_add_column(made, "a", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_column(made, "b", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_table(made, "u", 1, NULL, false, NULL) == 0);
    require(t2s_schema_add_column(made, "b", 1, NULL, "", NULL) == 0);
    require(t2s_schema_add_column(made, "c", 1, NULL, "", NULL) == 0);
    require(t2s_schema_index(made, NULL) == 0);
    return made;
}

static void check_tree(const t2s_tree *tree, size_t length)
{
    size_t terminals = 0;
    for (int32_t node = tree->root; node != T2S_NO_NODE;
         node = t2s_tree_next(tree, tree->root, node)) {
        const t2s_node *at = &tree->nodes[node];
        require(at->begin <= at->end && at->end <= length);
        if (at->label)
            require(at->first_child != T2S_NO_NODE);
        else
            terminals++;
    }
    require(terminals > 0);
}

static void check_views(const t2sed_sql *sql, unsigned switches)
{
    t2sed_sql_view_options view;
    t2s_tree tree;
    char *text;
    t2sed_status status;
    t2sed_sql_view_options_init(&view, sizeof view);
    view.collapse_unary = switches & 1;
    view.keep_join_constraints = switches >> 1 & 1;
    view.keep_punctuation = switches >> 2 & 1;
    view.merge_dots = switches >> 3 & 1;
    view.plain_style = switches >> 6 & 1;
    view.resolve_aliases = switches >> 4 & 1;
    status = t2s_sql_view(&tree, sql, &view,
                          switches >> 5 & 1 ? schema() : NULL, NULL);
    require(status == T2SED_OK || status == T2SED_ELIMIT);
    if (status == T2SED_OK) {
        check_tree(&tree, sql->length);
        t2s_tree_free(&tree);
    }
    if (t2sed_sql_print(&text, sql, (int)(switches % 3), &view, NULL, NULL) ==
        T2SED_OK)
        t2sed_free(text);
}

/* What a dialect's text is written as is SQLite's, and knows where it comes
 * from. */
static void check_dialect(const char *data, size_t size, int dialect)
{
    t2sed_sql *sql = NULL, *again = NULL;
    t2sed_error err = {0};
    t2sed_sql_options options;
    t2sed_status status;
    t2sed_span span = {0, 0};
    t2sed_sql_options_init(&options, sizeof options);
    options.dialect = dialect;
    options.answer = (int)size & 1;
    status = t2sed_sql_parse_as(&sql, data, size, &options, &err);
    require((status == T2SED_OK) == (sql != NULL));
    if (status) {
        require(err.code == status && err.text[0] != '\0');
        require(err.offset >= -1 && err.offset <= (ptrdiff_t)size);
        return;
    }
    require(t2sed_sql_dialect(sql) != T2SED_DIALECT_AUTO);
    require(t2sed_sql_parse(&again, t2sed_sql_text(sql), NULL) == T2SED_OK);
    check_tree(&sql->full, sql->length);
    for (; span.end <= sql->length; span.end += 1 + span.end / 8) {
        t2sed_span source;
        span.begin = span.end / 2;
        source = span;
        t2sed_sql_to_source(sql, &source);
        require(source.begin <= source.end && source.end <= size);
    }
    t2sed_sql_free(again);
    t2sed_sql_free(sql);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    t2sed_sql *sql = NULL;
    t2sed_error err = {0};
    unsigned switches = size ? (unsigned)size ^ data[size - 1] : 0;
    t2sed_status status =
        t2sed_sql_parse_n(&sql, (const char *)data, size, &err);
    check_dialect((const char *)data, size, (int)(switches % 8));
    if (size % 3 == 0)
        check_dialect((const char *)data, size, T2SED_DIALECT_CLICKHOUSE);
    require((status == T2SED_OK) == (sql != NULL));
    if (status) {
        require(err.code == status && err.text[0] != '\0');
        require(err.offset >= -1 && err.offset <= (ptrdiff_t)size);
        return 0;
    }
    check_tree(&sql->full, size);
    check_views(sql, switches);
    t2sed_sql_free(sql);
    return 0;
}
