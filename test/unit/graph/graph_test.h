/* graph_test.h - graphs of hand-written trees, and what is asserted of them. */
#ifndef T2S_GRAPH_TEST_H
#define T2S_GRAPH_TEST_H

#include "trees.h"

#include <stdio.h>

#include "base/string.h"
#include "graph/graph.h"
#include "sql/sql.h"
#include "t2sed/parts/graph.h"

static inline t2sed_graph_builder *
builder_of(const t2sed_graph_options *options, const t2sed_question *question)
{
    t2sed_graph_builder *builder;
    t2sed_error err;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, options, &err),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, &err),
        T2SED_OK);
    return builder;
}

static inline t2sed_graph *build(t2sed_graph_builder *builder,
                                 const char *sexpr, const char *sql)
{
    t2s_tree tree = tree_of(sexpr, sql);
    t2sed_graph *graph = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &tree, &err),
                     T2SED_OK);
    t2s_tree_free(&tree);
    return graph;
}

/* The graph in one go, from a question of given heads and constituents. */
static inline t2sed_graph *graph_of(const t2sed_graph_options *options,
                                    const char *text, const int *heads,
                                    const char *constituents, const char *sexpr,
                                    const char *sql)
{
    t2sed_question *question = question_of(text, heads, constituents);
    t2sed_graph_builder *builder = builder_of(options, question);
    t2sed_graph *graph;
    question_end(question); /* the builder needs it no more */
    graph = build(builder, sexpr, sql);
    t2sed_graph_builder_free(builder);
    return graph;
}

/* What the text form says of a component: its nodes, in the notation of the
 * published examples. */
static inline void assert_text(const t2sed_graph *graph, size_t component,
                               const char *expected)
{
    char *text, start[32], *from, *to;
    ck_assert_int_eq(
        t2sed_graph_print(&text, NULL, graph, T2SED_GRAPH_TEXT, NULL),
        T2SED_OK);
    snprintf(start, sizeof start, "component %zu\n", component);
    from = strstr(text, start);
    ck_assert_ptr_nonnull(from);
    from += strlen(start);
    to = strstr(from, "component ");
    if (to)
        *to = '\0';
    ck_assert_str_eq(from, expected);
    t2sed_free(text);
}

/* The edges of one type as "0-1 2-3", the first of each pair's directions. */
static inline void assert_edges(const t2sed_graph *graph, size_t component,
                                int type, const char *expected)
{
    const t2sed_graph_edge *edge = component_of(graph, component).edges;
    size_t count = component_of(graph, component).edge_count;
    t2s_string out = {0};
    t2s_string_append(&out, "");
    for (size_t i = 0; i < count; i += 2) {
        ck_assert_int_eq(edge[i].source, edge[i + 1].target);
        ck_assert_int_eq(edge[i].target, edge[i + 1].source);
        ck_assert_int_eq(edge[i].type, edge[i + 1].type);
        ck_assert_int_ne(edge[i].source, edge[i].target);
        if (edge[i].type == type)
            t2s_string_append_format(&out, "%s%d-%d", out.length ? " " : "",
                                     edge[i].source, edge[i].target);
    }
    ck_assert_str_eq(out.text, expected);
    t2s_string_free(&out);
}

#define SQL "SELECT  name FROM singer"
#define SQL_TREE                                                               \
    "(select_core \"SELECT\" \"name\" (from_clause \"FROM\" \"singer\"))"

/* "How many singers are there": heads many, singers, are (the root). */
static const int heads[] = {1, 2, 3, T2S_HEAD_ROOT, 3};
#define QUESTION "How many singers are there"
#define CONSTITUENTS                                                           \
    "(SBARQ (WHNP (WHADJP \"How\" \"many\") \"singers\") (SQ \"are\" "         \
    "\"there\"))"

#endif
