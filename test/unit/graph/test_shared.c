/* Graphs of one beam, read and ended by several threads at once. */
#include "trees.h"

#include <pthread.h>

#include "graph/graph.h"
#include "t2sed/parts/graph.h"

#define THREADS 4
#define GRAPHS  50

static void *read_and_end(void *payload)
{
    t2sed_graph **graphs = payload;
    size_t sum = 0;
    for (int i = 0; i < GRAPHS; i++) {
        const t2sed_graph_component component = component_of(graphs[i], 0);
        for (size_t k = 0; k < component.edge_count; k++)
            sum += (size_t)component.edges[k].source;
        t2sed_graph_free(graphs[i]);
    }
    return sum == GRAPHS * 4 ? payload : NULL;
}

START_TEST(a_beam_in_many_hands)
{
    static t2sed_graph *graphs[THREADS][GRAPHS];
    t2sed_question *question =
        question_of("a b c", NULL, "(NP \"a\" \"b\" \"c\")");
    t2s_tree tree = tree_of("(select_core \"SELECT\" \"1\")", "SELECT 1");
    t2sed_graph_builder *builder;
    t2sed_graph_options options;
    pthread_t threads[THREADS];
    t2sed_graph_options_init(&options, sizeof options);
    options.constituency = 0;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, NULL),
        T2SED_OK);
    for (int i = 0; i < THREADS * GRAPHS; i++)
        ck_assert_int_eq(
            t2s_graph_build_from_tree(&graphs[i / GRAPHS][i % GRAPHS], builder,
                                      &tree, NULL),
            T2SED_OK);
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(
            pthread_create(&threads[i], NULL, read_and_end, graphs[i]), 0);
    /* The builder goes on meanwhile. */
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, NULL),
        T2SED_OK);
    t2sed_graph_builder_free(builder);
    for (int i = 0; i < THREADS; i++) {
        void *result;
        ck_assert_int_eq(pthread_join(threads[i], &result), 0);
        ck_assert_ptr_nonnull(result);
    }
    t2s_tree_free(&tree);
    question_end(question);
}
END_TEST

int main(void)
{
    TCase *shared = tcase_create("shared");
    tcase_add_test(shared, a_beam_in_many_hands);
    return t2s_test_run("shared", &shared, 1);
}
