/* Graphs that the builder refuses, and what a failure leaves behind. */
#include "graph_test.h"

START_TEST(bad_options_are_refused)
{
    static const char *const twice[] = {"NP", "VP", "NP"};
    static const char *const empty[] = {"NP", ""};
    t2sed_sql_view_options view = t2s_test_view();
    t2sed_graph_builder *builder = NULL;
    t2sed_graph_options options;
    t2sed_error err;
    t2sed_graph_options_init(&options, sizeof options);
    options.struct_size = 1;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, &err),
                     T2SED_EINVAL);
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = 3;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, &err),
                     T2SED_EINVAL);
    t2sed_graph_options_init(&options, sizeof options);
    options.question_labels = twice;
    options.question_label_count = 3;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, &err),
                     T2SED_EINVAL);
    ck_assert_str_eq(err.text,
                     "question labels: label 2, \"NP\", stands there twice");
    options.question_labels = NULL;
    view.struct_size = 3;
    options.view = &view;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, &err),
                     T2SED_EINVAL);
    options.view = NULL;
    options.question_labels = empty;
    options.question_label_count = 2;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(builder);
    t2sed_graph_builder_free(NULL);
    t2sed_graph_free(NULL);
}
END_TEST

START_TEST(label_rows)
{
    t2sed_graph_builder *builder;
    t2sed_graph_options options;
    t2sed_graph_options_init(&options, sizeof options);
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, NULL, NULL), T2SED_OK);
    t2sed_graph_builder_free(builder);
    options.layout = T2SED_GRAPH_JOINT;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, NULL),
                     T2SED_OK);
    t2sed_graph_builder_free(builder);
    options.question_labels = t2s_paper_question_labels;
    options.question_label_count = 0;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, NULL),
                     T2SED_OK);
    t2sed_graph_builder_free(builder);
}
END_TEST

START_TEST(failures_leave_the_builder_as_it_was)
{
    t2sed_question *question = question_of("a b", NULL, NULL);
    t2sed_question *none = question_of("a b", NULL, NULL);
    t2sed_question *unlike = question_of("a b", NULL, "(NP \"a\" \"b\" \"c\")");
    t2s_tree tree = tree_of(SQL_TREE, SQL), empty = T2S_TREE_EMPTY;
    t2s_tree bare = tree_of("(expr)", "");
    t2sed_graph_builder *builder;
    t2sed_graph *graph = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, NULL, &err), T2SED_OK);
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &tree, &err),
                     T2SED_ESTATE);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, &err),
        T2SED_OK);
    none->word_count = 0;
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, none, NULL, &err),
        T2SED_EEMPTY);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, unlike, NULL, &err),
        T2SED_EMISMATCH);
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &empty, &err),
                     T2SED_EEMPTY);
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &bare, &err),
                     T2SED_EEMPTY);
    ck_assert_ptr_null(graph);
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &tree, &err),
                     T2SED_OK);
    ck_assert_str_eq(t2sed_graph_text(graph, 0, NULL), "a b");
    t2sed_graph_free(graph);
    t2sed_graph_builder_free(builder);
    t2s_tree_free(&tree);
    t2s_tree_free(&bare);
    question_end(question);
    question_end(none);
    question_end(unlike);
}
END_TEST

typedef struct fixture {
    t2sed_question *question;
    t2sed_sql *sql;
    int layout;
} fixture;

static t2sed_status build_and_print(void *payload)
{
    static const char *const labels[] = {T2SED_GRAPH_EXACT_LABEL};
    const fixture *given = payload;
    t2sed_graph_options options;
    t2sed_graph_builder *builder = NULL;
    t2sed_graph *graph = NULL;
    t2sed_status status;
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = given->layout;
    options.global_node = 1;
    options.question_labels = labels;
    options.question_label_count = 1;
    status = t2sed_graph_builder_new(&builder, &options, NULL);
    if (!status)
        status = t2sed_graph_builder_set_question(builder, given->question,
                                                  NULL, NULL);
    if (!status)
        status = t2sed_graph_builder_build(&graph, builder, given->sql, NULL);
    for (int format = 0; format < 3 && !status; format++) {
        char *text = NULL;
        status = t2sed_graph_print(&text, NULL, graph, format, NULL);
        t2sed_free(text);
    }
    t2sed_graph_free(graph);
    t2sed_graph_builder_free(builder);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    fixture given;
    given.question = question_of("name of singer", heads, NULL);
    ck_assert_int_eq(t2sed_sql_parse(&given.sql, SQL, NULL), T2SED_OK);
    for (given.layout = 0; given.layout < 3; given.layout++)
        t2s_test_every_allocation(build_and_print, &given);
    t2sed_sql_free(given.sql);
    question_end(given.question);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("failures");
    tcase_add_test(tests, bad_options_are_refused);
    tcase_add_test(tests, label_rows);
    tcase_add_test(tests, failures_leave_the_builder_as_it_was);
    tcase_add_test(tests, every_allocation_may_fail);
    return t2s_test_run("graph/failures", &tests, 1);
}
