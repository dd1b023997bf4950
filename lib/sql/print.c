#include "base/string.h"
#include "sql/sql.h"

t2sed_status t2sed_sql_print(char **out, const t2sed_sql *sql, int format,
                             const t2sed_sql_view_options *view,
                             const t2sed_schema *schema, t2sed_error *err)
{
    static const t2s_tree empty = T2S_TREE_EMPTY;
    t2s_tree simplified = empty;
    const t2s_tree *tree;
    t2s_string text = {0};
    t2sed_status status = T2SED_OK;
    char *taken;
    if (!out || !sql)
        return t2s_fail_null(err, __func__, "out and sql");
    tree = &sql->full;
    if (format < T2SED_SQL_SEXPR || format > T2SED_SQL_DOT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_sql_print: %d is no format", format);
    if (view) {
        status = t2s_sql_view(&simplified, sql, view, schema, err);
        if (status)
            return status;
        tree = &simplified;
    }
    if (format == T2SED_SQL_SEXPR)
        t2s_tree_print_sexpr(tree, tree->root, &text);
    else if (format == T2SED_SQL_JSON)
        t2s_tree_print_json(tree, tree->root, &text);
    else
        t2s_tree_print_dot(tree, tree->root, &text);
    t2s_tree_free(&simplified);
    taken = t2s_string_take(&text, NULL);
    if (!taken)
        return t2s_fail_memory(err);
    *out = taken;
    return T2SED_OK;
}
