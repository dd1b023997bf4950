/* The graph builder: numbering, labels, edges, switches. */
#include "graph_test.h"

#include "graph/graph.h"

/* The verified examples of the reference model: the SQL's tree with the
 * paper's switches, and nodes, numbers and labels as its code makes them. A
 * terminal a.b is written without blanks, as the encoder reads it. */
static const struct {
    const char *tree, *nodes;
    int32_t labels[20]; /* of the non-terminals, in order */
} published[] = {
    {"(select_core \"select\" (expr \"count\" \"*\") (from_clause \"from\" "
     "\"singer\") (where_clause \"where\" (expr \"singer.age\" \">\" \"20\")))",
     "0 select\n1 count\n2 *\n3 from\n4 singer\n5 where\n6 singer.age\n7 >\n"
     "8 20\n9:select_core(0,10,11,12)\n10:expr(1,2)\n11:from_clause(3,4)\n"
     "12:where_clause(5,13)\n13:expr(6,7,8)\n"
     "sequence: 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8\n",
     {1, 2, 3, 4, 2}},
    {"(select_stmt (select_core \"select\" (result_clause \"concert.name\" "
     "(expr \"count\" \"*\")) (from_clause \"from\" (join_clause \"concert\" "
     "\"stadium\")) (group_by_clause \"group\" \"by\" \"concert.name\" "
     "\"having\" (expr (expr \"count\" \"*\") \">=\" \"2\"))) (order_by_stmt "
     "\"order\" \"by\" (ordering_term (expr \"count\" \"*\") \"desc\")) "
     "(limit_stmt \"limit\" \"1\"))",
     "0 select\n1 concert.name\n2 count\n3 *\n4 from\n5 concert\n6 stadium\n"
     "7 group\n8 by\n9 concert.name\n10 having\n11 count\n12 *\n13 >=\n14 2\n"
     "15 order\n16 by\n17 count\n18 *\n19 desc\n20 limit\n21 1\n"
     "22:select_stmt(23,31,34)\n23:select_core(0,24,26,28)\n"
     "24:result_clause(1,25)\n25:expr(2,3)\n26:from_clause(4,27)\n"
     "27:join_clause(5,6)\n28:group_by_clause(7,8,9,10,29)\n"
     "29:expr(30,13,14)\n30:expr(11,12)\n31:order_by_stmt(15,16,32)\n"
     "32:ordering_term(33,19)\n33:expr(17,18)\n34:limit_stmt(20,21)\n"
     "sequence: 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12 12-13 "
     "13-14 14-15 15-16 16-17 17-18 18-19 19-20 20-21\n",
     {5, 1, 6, 2, 3, 10, 9, 2, 2, 7, 8, 2, 11}},
    {"(select_stmt (select_core \"select\" (expr \"avg\" \"singer.age\") "
     "(from_clause \"from\" \"singer\")) \"except\" (select_core \"select\" "
     "(expr \"avg\" \"singer.age\") (from_clause \"from\" \"singer\") "
     "(where_clause \"where\" (expr \"singer.id\" \"not\" \"in\" (select_core "
     "\"select\" \"concert.singer_id\" (from_clause \"from\" "
     "\"concert\"))))))",
     "0 select\n1 avg\n2 singer.age\n3 from\n4 singer\n5 except\n6 select\n"
     "7 avg\n8 singer.age\n9 from\n10 singer\n11 where\n12 singer.id\n13 not\n"
     "14 in\n15 select\n16 concert.singer_id\n17 from\n18 concert\n"
     "19:select_stmt(20,5,23)\n20:select_core(0,21,22)\n21:expr(1,2)\n"
     "22:from_clause(3,4)\n23:select_core(6,24,25,26)\n24:expr(7,8)\n"
     "25:from_clause(9,10)\n26:where_clause(11,27)\n27:expr(12,13,14,28)\n"
     "28:select_core(15,16,29)\n29:from_clause(17,18)\n"
     "sequence: 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12 12-13 "
     "13-14 14-15 15-16 16-17 17-18\n",
     {5, 1, 2, 3, 1, 2, 3, 4, 2, 1, 3}},
    {"(select_core \"select\" \"t.a\" (from_clause \"from\" (join_clause "
     "\"t\" \"u\" \"v\")))",
     "0 select\n1 t.a\n2 from\n3 t\n4 u\n5 v\n6:select_core(0,1,7)\n"
     "7:from_clause(2,8)\n8:join_clause(3,4,5)\n"
     "sequence: 0-1 1-2 2-3 3-4 4-5\n",
     {1, 3, 10}},
    {"(select_core \"select\" \"x.a\" (from_clause \"from\" "
     "(table_or_subquery (select_core \"select\" \"t.a\" (from_clause "
     "\"from\" \"t\")))) (where_clause \"where\" (expr \"x.a\" \">\" (expr "
     "(select_core \"select\" (expr \"avg\" \"t.a\") (from_clause \"from\" "
     "\"t\"))))))",
     "0 select\n1 x.a\n2 from\n3 select\n4 t.a\n5 from\n6 t\n7 where\n8 x.a\n"
     "9 >\n10 select\n11 avg\n12 t.a\n13 from\n14 t\n"
     "15:select_core(0,1,16,20)\n16:from_clause(2,17)\n"
     "17:table_or_subquery(18)\n18:select_core(3,4,19)\n19:from_clause(5,6)\n"
     "20:where_clause(7,21)\n21:expr(8,9,22)\n22:expr(23)\n"
     "23:select_core(10,24,25)\n24:expr(11,12)\n25:from_clause(13,14)\n"
     "sequence: 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11 11-12 12-13 "
     "13-14\n",
     {1, 3, 0, 1, 3, 4, 2, 2, 1, 2, 3}},
    {"(select_stmt (select_core \"select\" \"t.a\" (from_clause \"from\" "
     "\"t\")) (compound_operator \"union\" \"all\") (select_core \"select\" "
     "\"c.d\" (from_clause \"from\" \"c\")))",
     "0 select\n1 t.a\n2 from\n3 t\n4 union\n5 all\n6 select\n7 c.d\n8 from\n"
     "9 c\n10:select_stmt(11,13,14)\n11:select_core(0,1,12)\n"
     "12:from_clause(2,3)\n13:compound_operator(4,5)\n14:select_core(6,7,15)\n"
     "15:from_clause(8,9)\n"
     "sequence: 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9\n",
     {5, 1, 3, 0, 1, 3}},
};

START_TEST(published_examples)
{
    t2sed_graph *graph =
        graph_of(NULL, "How many", NULL, NULL, published[_i].tree, "");
    size_t terminals = 0, count = component_of(graph, 1).node_count;
    assert_text(graph, 1, published[_i].nodes);
    for (size_t i = 0; i < count; i++) {
        int32_t label = node_of(graph, 1, i).label;
        if (label < 0)
            terminals++;
        else
            ck_assert_int_eq(label, published[_i].labels[i - terminals]);
    }
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(question_is_merged)
{
    t2sed_graph *graph =
        graph_of(NULL, QUESTION, heads, CONSTITUENTS, SQL_TREE, SQL);
    ck_assert_uint_eq(t2s_graph_component_count(graph), 2);
    ck_assert_int_eq(graph->layout, T2SED_GRAPH_SEPARATE);
    ck_assert_int_eq(graph->typed, 0);
    /* Untyped: where a head is the neighbour there is one edge, no two. */
    assert_text(graph, 0,
                "0 How\n1 many\n2 singers\n3 are\n4 there\n5:SBARQ(6,8)\n"
                "6:WHNP(7,2)\n7:WHADJP(0,1)\n8:SQ(3,4)\n"
                "dependency: 1-0 2-1 3-2 3-4\n");
    assert_edges(graph, 0, T2SED_EDGE_CONSTITUENCY,
                 "5-6 6-7 7-0 7-1 6-2 5-8 8-3 8-4");
    ck_assert_uint_eq(component_of(graph, 0).edge_count, 24);
    ck_assert_int_eq(node_of(graph, 0, 7).label, 4); /* WHADJP */
    ck_assert_int_eq(node_of(graph, 0, 2).label, -1);
    ck_assert_int_eq(node_of(graph, 0, 2).kind, T2SED_NODE_WORD);
    ck_assert_int_eq(node_of(graph, 0, 5).kind, T2SED_NODE_CONSTITUENT);
    ck_assert_int_eq(node_of(graph, 1, 0).kind, T2SED_NODE_TERMINAL);
    ck_assert_int_eq(node_of(graph, 1, 4).kind, T2SED_NODE_RULE);
    /* What the encoder reads, and where its terminals are there and in the
     * source. */
    ck_assert_str_eq(t2sed_graph_text(graph, 1, NULL),
                     "SELECT name FROM singer");
    ck_assert(is_span(node_of(graph, 1, 1).range, 7, 11));
    ck_assert(is_span(node_of(graph, 1, 1).source, 8, 12));
    ck_assert(is_span(node_of(graph, 1, 5).source, 13, 24));
    ck_assert_str_eq(node_of(graph, 1, 3).name, "singer");
    ck_assert_uint_eq(node_of(graph, 1, 3).name_length, 6);
    ck_assert_str_eq(node_of(graph, 1, 5).name, "from_clause");
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(typed_edges_are_kept_per_type)
{
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.typed = 1;
    graph = graph_of(&options, QUESTION, heads, CONSTITUENTS, SQL_TREE, SQL);
    ck_assert_int_eq(graph->typed, 1);
    assert_edges(graph, 0, T2SED_EDGE_DEPENDENCY, "1-0 2-1 3-2 3-4");
    assert_edges(graph, 0, T2SED_EDGE_SEQUENCE, "0-1 1-2 2-3 3-4");
    assert_edges(graph, 1, T2SED_EDGE_SYNTAX, "4-0 4-1 4-5 5-2 5-3");
    assert_edges(graph, 1, T2SED_EDGE_SEQUENCE, "0-1 1-2 2-3");
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(each_type_can_be_switched_off)
{
    for (int off = 0; off < 4; off++) {
        t2sed_graph_options options;
        t2sed_graph *graph;
        t2sed_graph_options_init(&options, sizeof options);
        options.typed = 1;
        options.dependency = off != 0;
        options.constituency = off != 1;
        options.syntax = off != 2;
        options.sequence = off != 3;
        graph =
            graph_of(&options, QUESTION, heads, CONSTITUENTS, SQL_TREE, SQL);
        assert_edges(graph, 0, T2SED_EDGE_DEPENDENCY,
                     off == 0 ? "" : "1-0 2-1 3-2 3-4");
        assert_edges(graph, 0, T2SED_EDGE_CONSTITUENCY,
                     off == 1 ? "" : "5-6 6-7 7-0 7-1 6-2 5-8 8-3 8-4");
        assert_edges(graph, 1, T2SED_EDGE_SYNTAX,
                     off == 2 ? "" : "4-0 4-1 4-5 5-2 5-3");
        assert_edges(graph, 0, T2SED_EDGE_SEQUENCE,
                     off == 3 ? "" : "0-1 1-2 2-3 3-4");
        assert_edges(graph, 1, T2SED_EDGE_SEQUENCE,
                     off == 3 ? "" : "0-1 1-2 2-3");
        ck_assert_uint_eq(component_of(graph, 0).node_count, off == 1 ? 5 : 9);
        ck_assert_uint_eq(component_of(graph, 1).node_count, off == 2 ? 4 : 6);
        t2sed_graph_free(graph);
    }
}
END_TEST

START_TEST(untyped_keeps_sequence_without_dependencies)
{
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.dependency = 0;
    graph = graph_of(&options, QUESTION, heads, CONSTITUENTS, SQL_TREE, SQL);
    assert_edges(graph, 0, T2SED_EDGE_SEQUENCE, "0-1 1-2 2-3 3-4");
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(odd_heads_make_no_odd_edges)
{
    /* Words 0 and 1 claim each other, 2 claims itself, 3 one that is not. */
    static const int odd[] = {1, 0, 2, 9, T2S_HEAD_NONE};
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.typed = 1;
    graph = graph_of(&options, QUESTION, odd, NULL, SQL_TREE, SQL);
    assert_edges(graph, 0, T2SED_EDGE_DEPENDENCY, "1-0");
    t2sed_graph_free(graph);
    options.typed = 0;
    graph = graph_of(&options, QUESTION, odd, NULL, SQL_TREE, SQL);
    assert_edges(graph, 0, T2SED_EDGE_DEPENDENCY, "1-0");
    assert_edges(graph, 0, T2SED_EDGE_SEQUENCE, "1-2 2-3 3-4");
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(smallest_graphs)
{
    static const int root[] = {T2S_HEAD_ROOT};
    t2sed_graph *graph =
        graph_of(NULL, "Singers", root, "\"Singers\"", "\"SELECT\"", "SELECT");
    assert_text(graph, 0, "0 Singers\n");
    assert_text(graph, 1, "0 SELECT\n");
    ck_assert_uint_eq(component_of(graph, 0).edge_count, 0);
    ck_assert_uint_eq(component_of(graph, 1).edge_count, 0);
    ck_assert_ptr_nonnull(component_of(graph, 1).edges);
    t2sed_graph_free(graph);
    /* A rule that lost all its terminals stays, joined to the one above. */
    graph = graph_of(NULL, "Singers", NULL, NULL,
                     "(select_core \"SELECT\" (expr))", "SELECT");
    assert_text(graph, 1, "0 SELECT\n1:select_core(0,2)\n2:expr()\n");
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(global_nodes)
{
    static const char *const labels[] = {"expr", T2SED_GRAPH_GLOBAL_LABEL};
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.global_node = 1;
    options.sql_labels = labels;
    options.sql_label_count = 2;
    graph = graph_of(&options, "How many", NULL, NULL, SQL_TREE, SQL);
    assert_edges(graph, 0, T2SED_EDGE_GLOBAL, "2-0 2-1");
    assert_edges(graph, 1, T2SED_EDGE_GLOBAL, "6-0 6-1 6-2 6-3 6-4 6-5");
    ck_assert_int_eq(node_of(graph, 1, 6).kind, T2SED_NODE_GLOBAL);
    ck_assert_int_eq(node_of(graph, 0, 2).label, 0);
    ck_assert_int_eq(node_of(graph, 1, 6).label, 2);
    ck_assert_int_eq(node_of(graph, 1, 4).label, 0); /* select_core */
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(joint_layout_links)
{
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = T2SED_GRAPH_JOINT;
    options.global_node = 1;
    graph =
        graph_of(&options, "name of each singer", NULL, NULL, SQL_TREE, SQL);
    ck_assert_uint_eq(t2s_graph_component_count(graph), 1);
    assert_text(graph, 0,
                "0 name\n1 of\n2 each\n3 singer\n4 SELECT\n5 name\n6 FROM\n"
                "7 singer\n8:select_core(4,5,9)\n9:from_clause(6,7)\n"
                "10 global\nsequence: 0-1 1-2 2-3 4-5 5-6 6-7\n"
                "link: 0-5 3-7\n");
    assert_edges(graph, 0, T2SED_EDGE_GLOBAL,
                 "10-0 10-1 10-2 10-3 10-4 10-5 10-6 10-7 10-8 10-9");
    ck_assert_int_eq(node_of(graph, 0, 8).label, 21); /* after 20 */
    ck_assert_str_eq(t2sed_graph_text(graph, 0, NULL), "name of each singer");
    ck_assert_str_eq(t2sed_graph_text(graph, 1, NULL),
                     "SELECT name FROM singer");
    t2sed_graph_free(graph);
    options.link = 0;
    options.global_node = 0;
    graph =
        graph_of(&options, "name of each singer", NULL, NULL, SQL_TREE, SQL);
    assert_edges(graph, 0, T2SED_EDGE_LINK, "");
    ck_assert_uint_eq(component_of(graph, 0).node_count, 10);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(repeated_links_count_once)
{
    static const t2s_link_pair links[] = {{0, 1, T2S_LINK_EXACT},
                                          {1, 1, T2S_LINK_EXACT},
                                          {-1, 1, T2S_LINK_NONE},
                                          {0, 1, T2S_LINK_EXACT},
                                          {0, 2, T2S_LINK_VALUE}};
    t2sed_question *question = question_of("a b", NULL, NULL);
    t2s_tree tree = tree_of(SQL_TREE, SQL);
    t2s_part_options options = {0};
    t2s_map labels = {0};
    t2s_part_draft draft = {0};
    t2s_part *sides[2], *joint;
    options.labels = &labels;
    ck_assert_int_eq(
        t2s_part_from_question(&sides[0], &draft, question, &options, NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2s_part_from_sql(&sides[1], &draft, &tree, &options, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_part_join(&joint, &draft, sides[0], sides[1], links, 5,
                                   &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(joint->edge_count, 6);
    t2s_part_release(joint);
    t2s_part_release(sides[0]);
    t2s_part_release(sides[1]);
    t2s_part_draft_free(&draft);
    t2s_tree_free(&tree);
    question_end(question);
}
END_TEST

START_TEST(layout_none_has_texts_only)
{
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = T2SED_GRAPH_NONE;
    options.global_node = 1;
    graph = graph_of(&options, QUESTION, heads, CONSTITUENTS, SQL_TREE, SQL);
    ck_assert_uint_eq(t2s_graph_component_count(graph), 0);
    ck_assert_uint_eq(component_of(graph, 0).node_count, 0);
    ck_assert_uint_eq(component_of(graph, 0).edge_count, 0);
    ck_assert_ptr_null(component_of(graph, 0).edges);
    ck_assert_ptr_null(node_of(graph, 0, 0).name);
    ck_assert_str_eq(t2sed_graph_text(graph, 0, NULL), QUESTION);
    ck_assert_str_eq(t2sed_graph_text(graph, 1, NULL),
                     "SELECT name FROM singer");
    ck_assert_ptr_null(t2sed_graph_text(graph, 2, NULL));
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(a_beam_shares_its_question)
{
    t2sed_question *question = question_of(QUESTION, heads, CONSTITUENTS);
    t2sed_graph_builder *builder = builder_of(NULL, question);
    t2sed_graph *first = build(builder, SQL_TREE, SQL);
    t2sed_graph *second = build(builder, published[0].tree, "");
    t2sed_question *other = question_of("Other", NULL, NULL);
    t2sed_graph *third;
    ck_assert_ptr_eq(component_of(first, 0).edges,
                     component_of(second, 0).edges);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, other, NULL, NULL), T2SED_OK);
    third = build(builder, SQL_TREE, SQL);
    question_end(question);
    question_end(other);
    t2sed_graph_builder_free(builder);
    t2sed_graph_free(first);
    ck_assert_str_eq(t2sed_graph_text(second, 0, NULL), QUESTION);
    ck_assert_str_eq(t2sed_graph_text(third, 0, NULL), "Other");
    t2sed_graph_free(third);
    t2sed_graph_free(second);
}
END_TEST

START_TEST(prints)
{
    t2sed_graph_options options;
    t2sed_graph *graph;
    t2sed_error err;
    char *text = NULL;
    size_t length;
    t2sed_graph_options_init(&options, sizeof options);
    options.syntax = 0;
    graph =
        graph_of(&options, "say \"hi\"", NULL, NULL, "\"SELECT\" ", "SELECT");
    ck_assert_int_eq(
        t2sed_graph_print(&text, &length, graph, T2SED_GRAPH_JSON, &err),
        T2SED_OK);
    ck_assert_str_eq(
        text, "{\"layout\": \"separate\", \"typed\": false, \"question\": "
              "\"say \\\"hi\\\"\", \"sql\": \"SELECT\", \"components\": "
              "[{\"nodes\": [{\"kind\": \"word\", \"name\": \"say\", "
              "\"label\": null, \"source\": [0, 3], \"range\": [0, 3]}, "
              "{\"kind\": \"word\", \"name\": \"\\\"hi\\\"\", \"label\": null, "
              "\"source\": [4, 8], \"range\": [4, 8]}], \"edges\": [[0, 1, "
              "\"sequence\"], [1, 0, \"sequence\"]], \"global\": null}, "
              "{\"nodes\": [{\"kind\": \"terminal\", \"name\": \"SELECT\", "
              "\"label\": null, \"source\": [0, 6], \"range\": [0, 6]}], "
              "\"edges\": [], \"global\": null}]}");
    ck_assert_uint_eq(length, strlen(text));
    t2sed_free(text);
    text = NULL;
    ck_assert_int_eq(
        t2sed_graph_print(&text, NULL, graph, T2SED_GRAPH_DOT, &err), T2SED_OK);
    ck_assert_str_eq(
        text, "graph pair { subgraph cluster_0 { c0n0 [label=\"say\", "
              "shape=box]; c0n1 [label=\"\\\"hi\\\"\", shape=box]; c0n0 -- "
              "c0n1 [style=dotted]; } subgraph cluster_1 { c1n0 "
              "[label=\"SELECT\", shape=box]; } }");
    t2sed_free(text);
    text = NULL;
    ck_assert_int_eq(t2sed_graph_print(&text, NULL, graph, 3, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(text);
    t2sed_graph_free(graph);
}
END_TEST

static void assert_from_sql(const t2sed_sql_view_options *view,
                            const char *text, const char *expected)
{
    t2sed_question *question = question_of("Why", NULL, NULL);
    t2sed_graph_options options;
    t2sed_graph_builder *builder;
    t2sed_graph *graph;
    t2sed_sql *sql;
    t2sed_graph_options_init(&options, sizeof options);
    options.sequence = 0;
    options.view = view;
    builder = builder_of(&options, question);
    ck_assert_int_eq(t2sed_sql_parse(&sql, text, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_graph_builder_build(&graph, builder, sql, NULL),
                     T2SED_OK);
    t2sed_sql_free(sql);
    assert_text(graph, 1, expected);
    t2sed_graph_free(graph);
    t2sed_graph_builder_free(builder);
    question_end(question);
}

/* Published examples once more, from the text of the query. */
START_TEST(from_the_text_of_a_query)
{
    t2sed_sql_view_options view = t2s_test_view();
    assert_from_sql(NULL, "select count(*) from singer where singer.age > 20",
                    "0 select\n1 count\n2 *\n3 from\n4 singer\n5 where\n"
                    "6 singer.age\n7 >\n8 20\n9:select_core(0,10,11,12)\n"
                    "10:expr(1,2)\n11:from_clause(3,4)\n"
                    "12:where_clause(5,13)\n13:expr(6,7,8)\n");
    assert_from_sql(NULL,
                    "select x.a from (select t.a from t) where x.a > (select "
                    "avg(t.a) from t)",
                    "0 select\n1 x.a\n2 from\n3 select\n4 t.a\n5 from\n6 t\n"
                    "7 where\n8 x.a\n9 >\n10 select\n11 avg\n12 t.a\n"
                    "13 from\n14 t\n15:select_core(0,1,16,20)\n"
                    "16:from_clause(2,17)\n17:table_or_subquery(18)\n"
                    "18:select_core(3,4,19)\n19:from_clause(5,6)\n"
                    "20:where_clause(7,21)\n21:expr(8,9,22)\n22:expr(23)\n"
                    "23:select_core(10,24,25)\n24:expr(11,12)\n"
                    "25:from_clause(13,14)\n");
    view.keep_join_constraints = 1;
    assert_from_sql(&view, "select t.a from t join u on t.id = u.id",
                    "0 select\n1 t.a\n2 from\n3 t\n4 u\n5 on\n6 t.id\n7 =\n"
                    "8 u.id\n9:select_core(0,1,10)\n10:from_clause(2,11)\n"
                    "11:join_clause(3,4,12)\n12:join_constraint(5,13)\n"
                    "13:expr(6,7,8)\n");
}
END_TEST

/* A chain of 200,000 rules and as many terminals: no recursion, no quadratic
 * work. */
START_TEST(deep_and_long)
{
    t2sed_question *question = question_of("deep", NULL, NULL);
    t2sed_graph_builder *builder = builder_of(NULL, question);
    t2s_tree tree = T2S_TREE_EMPTY;
    t2sed_graph *graph = NULL;
    char *text = NULL;
    int32_t above = T2S_NO_NODE;
    for (int i = 0; i < 200000; i++) {
        int32_t node = t2s_tree_add_nonterminal(&tree, "expr", 0, 0);
        t2s_tree_append(&tree, above, node);
        t2s_tree_append(&tree, node,
                        t2s_tree_add_terminal(&tree, "-", 1, 0, 0));
        above = node;
    }
    tree.root = 0;
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &tree, NULL),
                     T2SED_OK);
    ck_assert_uint_eq(component_of(graph, 1).node_count, 400000);
    ck_assert_int_eq(
        t2sed_graph_print(&text, NULL, graph, T2SED_GRAPH_TEXT, NULL),
        T2SED_OK);
    t2sed_free(text);
    t2sed_graph_free(graph);
    t2s_tree_free(&tree);
    t2sed_graph_builder_free(builder);
    question_end(question);
}
END_TEST

int main(void)
{
    TCase *graph = tcase_create("graph");
    tcase_add_loop_test(graph, published_examples, 0,
                        sizeof published / sizeof published[0]);
    tcase_add_test(graph, question_is_merged);
    tcase_add_test(graph, typed_edges_are_kept_per_type);
    tcase_add_test(graph, each_type_can_be_switched_off);
    tcase_add_test(graph, untyped_keeps_sequence_without_dependencies);
    tcase_add_test(graph, odd_heads_make_no_odd_edges);
    tcase_add_test(graph, smallest_graphs);
    tcase_add_test(graph, global_nodes);
    tcase_add_test(graph, joint_layout_links);
    tcase_add_test(graph, repeated_links_count_once);
    tcase_add_test(graph, layout_none_has_texts_only);
    tcase_add_test(graph, a_beam_shares_its_question);
    tcase_add_test(graph, prints);
    tcase_add_test(graph, from_the_text_of_a_query);
    tcase_add_test(graph, deep_and_long);
    return t2s_test_run("graph", &graph, 1);
}
