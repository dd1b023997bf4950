/* Terminals that are labelled by their links. */
#include "graph_test.h"

static const char *const question_labels[] = {"SBARQ", T2SED_GRAPH_EXACT_LABEL,
                                              T2SED_GRAPH_PARTIAL_LABEL,
                                              T2SED_GRAPH_VALUE_LABEL};
static const char *const sql_labels[] = {
    T2SED_GRAPH_UNLINKED_LABEL, "expr", T2SED_GRAPH_VALUE_LABEL,
    T2SED_GRAPH_PARTIAL_LABEL, T2SED_GRAPH_EXACT_LABEL};

static t2sed_graph_options labelled(int layout)
{
    t2sed_graph_options options;
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = layout;
    options.question_labels = question_labels;
    options.question_label_count = 4;
    options.sql_labels = sql_labels;
    options.sql_label_count = 5;
    return options;
}

/* The labels of the first `count` nodes, by blanks. */
static void assert_labels(const t2sed_graph *graph, size_t component,
                          size_t count, const char *expected)
{
    t2s_string out = {0};
    for (size_t i = 0; i < count; i++)
        t2s_string_append_format(&out, "%s%d", i > 0 ? " " : "",
                                 node_of(graph, component, i).label);
    ck_assert_str_eq(out.text, expected);
    t2s_string_free(&out);
}

#define WORDS "home towns of 20 singers"
#define TREE                                                                   \
    "(expr \"SELECT\" \"singer.home\" \"age\" \"20\" \"21\" \"'towns'\" "      \
    "\"home_town\")"

/* A name, a name in part, values; keywords have no label. */
START_TEST(terminals_say_how_they_are_linked)
{
    t2sed_graph_options options = labelled(T2SED_GRAPH_SEPARATE);
    t2sed_graph *graph = graph_of(&options, WORDS, NULL, NULL, TREE, "");
    /* SELECT, home, age, 20, 21, 'towns', home_town, expr. */
    assert_labels(graph, 1, 8, "-1 5 1 3 1 3 5 2");
    /* "of" and "singers" (no whole terminal's name) have no link, and the
     * question's labels have none for that. */
    assert_labels(graph, 0, 5, "2 2 -1 4 -1");
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(parts_of_names_are_farther_than_whole_names)
{
    t2sed_graph_options options = labelled(T2SED_GRAPH_SEPARATE);
    t2sed_graph *graph = graph_of(&options, "home of towns", NULL, NULL,
                                  "(expr \"home_country\" \"towns\")", "");
    assert_labels(graph, 1, 2, "4 5");
    assert_labels(graph, 0, 3, "3 -1 2");
    t2sed_graph_free(graph);
}
END_TEST

/* The question's nodes are each candidate's own. */
START_TEST(candidates_have_their_own_labels)
{
    t2sed_graph_options options = labelled(T2SED_GRAPH_SEPARATE);
    t2sed_question *question = question_of("the age", heads, NULL);
    t2sed_graph_builder *builder = builder_of(&options, question);
    t2sed_graph *first = build(builder, "(expr \"age\")", "");
    t2sed_graph *second = build(builder, "(expr \"name\")", "");
    question_end(question);
    t2sed_graph_builder_free(builder);
    assert_labels(first, 0, 2, "-1 2");
    assert_labels(second, 0, 2, "-1 -1");
    /* The copy is whole. */
    assert_edges(first, 0, T2SED_EDGE_DEPENDENCY, "1-0");
    ck_assert_str_eq(t2sed_graph_text(first, 0, NULL), "the age");
    ck_assert_str_eq(node_of(first, 0, 1).name, "age");
    t2sed_graph_free(first);
    ck_assert_str_eq(node_of(second, 0, 1).name, "age");
    t2sed_graph_free(second);
}
END_TEST

START_TEST(joint_graphs_have_them_too)
{
    t2sed_graph_options options = labelled(T2SED_GRAPH_JOINT);
    t2sed_graph *graph;
    char *text;
    options.link = 0;
    options.sql_labels = NULL;
    options.sql_label_count = 0;
    graph = graph_of(&options, "the age", NULL, NULL, "(expr \"age\" \"name\")",
                     "");
    assert_labels(graph, 0, 5, "-1 2 2 -1 0");
    assert_edges(graph, 0, T2SED_EDGE_LINK, "");
    ck_assert_int_eq(
        t2sed_graph_print(&text, NULL, graph, T2SED_GRAPH_JSON, NULL),
        T2SED_OK);
    ck_assert_ptr_nonnull(strstr(text,
                                 "\"name\": \"age\", \"label\": 2, "
                                 "\"source\": [4, 7], \"range\": [4, 7]}"));
    t2sed_free(text);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(without_such_labels_there_are_none)
{
    t2sed_graph *graph =
        graph_of(NULL, "the age", NULL, NULL, "(expr \"age\")", "");
    assert_labels(graph, 0, 2, "-1 -1");
    assert_labels(graph, 1, 2, "-1 2");
    t2sed_graph_free(graph);
}
END_TEST

int main(void)
{
    TCase *labels = tcase_create("link labels");
    tcase_add_test(labels, terminals_say_how_they_are_linked);
    tcase_add_test(labels, parts_of_names_are_farther_than_whole_names);
    tcase_add_test(labels, candidates_have_their_own_labels);
    tcase_add_test(labels, joint_graphs_have_them_too);
    tcase_add_test(labels, without_such_labels_there_are_none);
    return t2s_test_run("link_labels", &labels, 1);
}
