#include "graph/builder.h"
#include "sql/sql.h"

t2sed_status t2sed_graph_builder_build(t2sed_graph **out,
                                       t2sed_graph_builder *builder,
                                       const t2sed_sql *sql, t2sed_error *err)
{
    t2s_tree tree = T2S_TREE_EMPTY;
    t2sed_graph *graph;
    t2sed_status status;
    if (!out || !builder || !sql)
        return t2s_fail_null(err, __func__, "out, builder and sql");
    status = t2s_sql_view(&tree, sql, &builder->view, builder->schema, err);
    if (status)
        return status;
    status = t2s_graph_build_from_tree(&graph, builder, &tree, err);
    t2s_tree_free(&tree);
    if (!status)
        *out = graph;
    return status;
}
