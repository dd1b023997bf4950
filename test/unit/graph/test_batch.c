/* Batches: offsets, pieces, readout, truncation, failures. */
#include "trees.h"

#include "graph/batch.h"

#define SQL_TREE                                                               \
    "(select_core \"SELECT\" \"name\" (from_clause \"FROM\" \"singer\"))"

static t2sed_graph *graph_of(int layout, int typed, int global)
{
    t2sed_question *question = question_of("singer names", NULL, NULL);
    t2s_tree tree = tree_of(SQL_TREE, "");
    t2sed_graph_options options;
    t2sed_graph_builder *builder;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = layout;
    options.typed = typed;
    options.global_node = global;
    options.link = 0;
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &tree, NULL),
                     T2SED_OK);
    t2sed_graph_builder_free(builder);
    t2s_tree_free(&tree);
    question_end(question);
    return graph;
}

/* [CLS] sing er name s [SEP] SELECT name FROM sing er [SEP] over the texts
 * "singer names" and "SELECT name FROM singer"; "s" is cut off on demand, and
 * the second SQL token has its blank, as byte-level BPE may have it. */
static const int32_t ids[] = {0, 11, 12, 13, 14, 2, 21, 22, 23, 11, 12, 2};
static const int32_t types[] = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
static const t2sed_span question_spans[] = {{0, 4}, {4, 6}, {7, 11}, {11, 12}};
static const t2sed_span sql_spans[] = {
    {0, 6}, {6, 11}, {12, 16}, {17, 21}, {21, 23}};

static t2s_sequence whole(void)
{
    t2s_sequence sequence = {
        ids, types, 12, {{1, 4, question_spans}, {6, 5, sql_spans}}};
    return sequence;
}

static void assert_numbers(const int32_t *found, int32_t count,
                           const int32_t *expected, size_t expected_count)
{
    ck_assert_int_eq(count, (int)expected_count);
    for (size_t i = 0; i < expected_count; i++)
        ck_assert_msg(found[i] == expected[i], "at %zu: %d, not %d", i,
                      found[i], expected[i]);
}

#define ASSERT_NUMBERS(found, count, ...)                                      \
    do {                                                                       \
        static const int32_t expected[] = {__VA_ARGS__};                       \
        assert_numbers(found, count, expected,                                 \
                       sizeof expected / sizeof expected[0]);                  \
    } while (0)

START_TEST(two_pairs_side_by_side)
{
    t2s_batch_builder builder = {0};
    t2sed_graph *graph = graph_of(T2SED_GRAPH_SEPARATE, 1, 1);
    t2s_sequence sequence = whole();
    t2s_batch batch;
    const t2s_graph_batch *question = &batch.graphs[0], *sql = &batch.graphs[1];
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL), T2SED_OK);
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL), T2SED_OK);
    t2s_batch_view(&builder, &batch);
    ck_assert_int_eq(batch.tokens.sequences, 2);
    ck_assert_int_eq(batch.tokens.tokens, 24);
    ASSERT_NUMBERS(batch.tokens.starts, 3, 0, 12, 24);
    ck_assert_mem_eq(batch.tokens.ids + 12, ids, sizeof ids);
    ck_assert_mem_eq(batch.tokens.types + 12, types, sizeof types);
    ck_assert_int_eq(question->graphs, 2);
    ASSERT_NUMBERS(question->node_label, question->nodes, -1, -1, 0, -1, -1, 0);
    ASSERT_NUMBERS(question->node_graph, question->nodes, 0, 0, 0, 1, 1, 1);
    ASSERT_NUMBERS(question->edge_source, question->edges, 0, 1, 2, 0, 2, 1, 3,
                   4, 5, 3, 5, 4);
    ASSERT_NUMBERS(question->edge_target, question->edges, 1, 0, 0, 2, 1, 2, 4,
                   3, 3, 5, 4, 5);
    ASSERT_NUMBERS(question->edge_type, question->edges, 4, 4, 6, 6, 6, 6, 4, 4,
                   6, 6, 6, 6);
    ASSERT_NUMBERS(question->piece_token, question->pieces, 1, 2, 3, 4, 13, 14,
                   15, 16);
    ASSERT_NUMBERS(question->piece_node, question->pieces, 0, 0, 1, 1, 3, 3, 4,
                   4);
    ASSERT_NUMBERS(question->readout, 2, 2, 5);
    ASSERT_NUMBERS(sql->node_label, sql->nodes, -1, -1, -1, -1, 1, 3, 0, -1, -1,
                   -1, -1, 1, 3, 0);
    ASSERT_NUMBERS(sql->piece_token, sql->pieces, 6, 7, 8, 9, 10, 18, 19, 20,
                   21, 22);
    ASSERT_NUMBERS(sql->piece_node, sql->pieces, 0, 1, 2, 3, 3, 7, 8, 9, 10,
                   10);
    ASSERT_NUMBERS(sql->readout, 2, 6, 13);
    t2s_batch_free(&builder);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(joint_layout_is_one_graph)
{
    t2s_batch_builder builder = {0};
    t2sed_graph *graph = graph_of(T2SED_GRAPH_JOINT, 0, 0);
    t2s_sequence sequence = whole();
    t2s_batch batch;
    sequence.types = NULL;
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL), T2SED_OK);
    t2s_batch_view(&builder, &batch);
    ck_assert_ptr_null(batch.tokens.types);
    ck_assert_int_eq(batch.graphs[1].graphs, 0);
    ck_assert_int_eq(batch.graphs[1].nodes, 0);
    ck_assert_int_eq(batch.graphs[0].nodes, 8);
    ck_assert_ptr_null(batch.graphs[0].edge_type);
    ck_assert_ptr_null(batch.graphs[0].readout);
    ASSERT_NUMBERS(batch.graphs[0].piece_token, batch.graphs[0].pieces, 1, 2, 3,
                   4, 6, 7, 8, 9, 10);
    ASSERT_NUMBERS(batch.graphs[0].piece_node, batch.graphs[0].pieces, 0, 0, 1,
                   1, 2, 3, 4, 5, 5);
    t2s_batch_free(&builder);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(no_graphs_no_arrays)
{
    t2s_batch_builder builder = {0};
    t2sed_graph *graph = graph_of(T2SED_GRAPH_NONE, 0, 0);
    t2s_sequence sequence = whole();
    t2s_batch batch;
    t2s_batch_view(&builder, &batch);
    ck_assert_int_eq(batch.tokens.sequences, 0);
    ck_assert_int_eq(batch.tokens.starts[0], 0);
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL), T2SED_OK);
    t2s_batch_view(&builder, &batch);
    ck_assert_int_eq(batch.tokens.tokens, 12);
    ck_assert_int_eq(batch.graphs[0].graphs + batch.graphs[0].pieces, 0);
    ck_assert_int_eq(batch.graphs[1].graphs + batch.graphs[1].nodes, 0);
    t2s_batch_free(&builder);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(cut_tokens_leave_terminals_bare)
{
    t2s_batch_builder builder = {0};
    t2sed_graph *graph = graph_of(T2SED_GRAPH_SEPARATE, 0, 0);
    t2s_sequence sequence = whole();
    t2s_batch batch;
    /* The first two tokens of the SQL are gone: [CLS] q [SEP] FROM sing er. */
    sequence.sides[1].count = 3;
    sequence.sides[1].spans += 2;
    sequence.count = 9;
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL), T2SED_OK);
    t2s_batch_view(&builder, &batch);
    ASSERT_NUMBERS(batch.graphs[1].piece_token, batch.graphs[1].pieces, 6, 7,
                   8);
    ASSERT_NUMBERS(batch.graphs[1].piece_node, batch.graphs[1].pieces, 2, 3, 3);
    ck_assert_int_eq(batch.graphs[1].nodes, 6);
    t2s_batch_free(&builder);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(tokens_across_words_and_of_nothing)
{
    /* One token over both words, one of no byte, one that is a blank, and a
     * character in two tokens that both cover it. */
    static const t2sed_span spans[] = {
        {0, 0}, {0, 12}, {6, 7}, {11, 12}, {11, 12}};
    t2s_batch_builder builder = {0};
    t2sed_graph *graph = graph_of(T2SED_GRAPH_SEPARATE, 0, 0);
    t2s_sequence sequence = whole();
    t2s_batch batch;
    sequence.sides[0].count = 5;
    sequence.sides[0].spans = spans;
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL), T2SED_OK);
    t2s_batch_view(&builder, &batch);
    ASSERT_NUMBERS(batch.graphs[0].piece_token, batch.graphs[0].pieces, 2, 2, 4,
                   5);
    ASSERT_NUMBERS(batch.graphs[0].piece_node, batch.graphs[0].pieces, 0, 1, 1,
                   1);
    t2s_batch_free(&builder);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(refused_pairs_change_nothing)
{
    t2s_batch_builder builder = {0};
    t2sed_graph *graph = graph_of(T2SED_GRAPH_SEPARATE, 0, 0);
    t2sed_graph *typed = graph_of(T2SED_GRAPH_SEPARATE, 1, 0);
    t2sed_graph *global = graph_of(T2SED_GRAPH_SEPARATE, 0, 1);
    t2sed_graph *joint = graph_of(T2SED_GRAPH_JOINT, 0, 0);
    t2s_sequence sequence = whole();
    t2s_batch batch;
    t2sed_error err;
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, &err), T2SED_OK);
    ck_assert_int_eq(t2s_batch_add(&builder, typed, &sequence, &err),
                     T2SED_EMISMATCH);
    ck_assert_int_eq(t2s_batch_add(&builder, global, &sequence, &err),
                     T2SED_EMISMATCH);
    ck_assert_int_eq(t2s_batch_add(&builder, joint, &sequence, &err),
                     T2SED_EMISMATCH);
    sequence.sides[1].first = 8;
    ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, &err),
                     T2SED_EINVAL);
    t2s_batch_view(&builder, &batch);
    ck_assert_int_eq(batch.tokens.sequences, 1);
    ck_assert_int_eq(batch.graphs[1].pieces, 5);
    /* A cleared batch takes another layout. */
    t2s_batch_clear(&builder);
    sequence = whole();
    ck_assert_int_eq(t2s_batch_add(&builder, joint, &sequence, &err), T2SED_OK);
    t2s_batch_view(&builder, &batch);
    ck_assert_int_eq(batch.graphs[0].nodes, 8);
    t2s_batch_free(&builder);
    t2sed_graph_free(graph);
    t2sed_graph_free(typed);
    t2sed_graph_free(global);
    t2sed_graph_free(joint);
}
END_TEST

static t2sed_status add_twice(void *payload)
{
    t2s_batch_builder builder = {0};
    t2s_sequence sequence = whole();
    t2s_batch batch;
    t2sed_status status = t2s_batch_add(&builder, payload, &sequence, NULL);
    if (!status) {
        status = t2s_batch_add(&builder, payload, &sequence, NULL);
        t2s_batch_view(&builder, &batch);
        ck_assert_int_eq(batch.tokens.sequences, status ? 1 : 2);
        ck_assert_int_eq(batch.graphs[0].pieces, status ? 4 : 8);
    }
    t2s_batch_free(&builder);
    return status;
}

START_TEST(every_allocation_may_fail)
{
    t2sed_graph *graph = graph_of(T2SED_GRAPH_SEPARATE, 1, 1);
    t2s_test_every_allocation(add_twice, graph);
    t2sed_graph_free(graph);
}
END_TEST

START_TEST(a_cleared_batch_allocates_nothing)
{
    t2sed_graph *graph = graph_of(T2SED_GRAPH_SEPARATE, 1, 1);
    t2s_sequence sequence = whole();
    t2s_test_heap heap = {0, 0, 0};
    t2s_batch_builder builder = {0};
    long asked;
    t2s_test_use_heap(&heap);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL),
                         T2SED_OK);
    asked = heap.asked;
    t2s_batch_clear(&builder);
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(t2s_batch_add(&builder, graph, &sequence, NULL),
                         T2SED_OK);
    ck_assert_int_eq(heap.asked, asked);
    t2s_batch_free(&builder);
    ck_assert_int_eq(heap.live, 0);
    t2s_test_use_heap(NULL);
    t2sed_graph_free(graph);
}
END_TEST

int main(void)
{
    TCase *batch = tcase_create("batch");
    tcase_add_test(batch, two_pairs_side_by_side);
    tcase_add_test(batch, joint_layout_is_one_graph);
    tcase_add_test(batch, no_graphs_no_arrays);
    tcase_add_test(batch, cut_tokens_leave_terminals_bare);
    tcase_add_test(batch, tokens_across_words_and_of_nothing);
    tcase_add_test(batch, refused_pairs_change_nothing);
    tcase_add_test(batch, every_allocation_may_fail);
    tcase_add_test(batch, a_cleared_batch_allocates_nothing);
    return t2s_test_run("batch", &batch, 1);
}
