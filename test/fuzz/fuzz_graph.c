/*
 * Builds graphs of a question with parses from elsewhere and of a query:
 *
 *     question @@ccoNLL-U @@bbrackets @@qSQL
 *
 * The input's length chooses the options. Edges join nodes that are there.
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

static const char ddl[] = "CREATE TABLE t (a INT, b TEXT);"
                          "CREATE TABLE u (b INT REFERENCES t (a), c TEXT);";

static t2sed_schema *schema;

static void end(void)
{
    t2sed_schema_free(schema);
}

static void check(const t2sed_graph *graph)
{
    t2sed_graph_component all = {.struct_size = sizeof all};
    t2sed_graph_node node = {.struct_size = sizeof node};
    require(t2sed_graph_text(graph, 0, NULL) != NULL);
    for (size_t c = 0;
         t2sed_graph_component_get(graph, c, &all, NULL) == T2SED_OK; c++) {
        for (size_t i = 0; i < all.node_count; i++) {
            require(t2sed_graph_node_get(graph, c, i, &node, NULL) == T2SED_OK);
            require(node.name && node.source.begin <= node.source.end);
        }
        for (size_t i = 0; i < all.edge_count; i++)
            require((size_t)all.edges[i].source < all.node_count &&
                    (size_t)all.edges[i].target < all.node_count);
    }
}

static void build(const t2sed_question *question, const t2sed_sql *sql,
                  unsigned switches)
{
    t2sed_graph_options options;
    t2sed_graph_builder *builder;
    t2sed_graph *graph;
    t2sed_graph_options_init(&options, sizeof options);
    options.layout = (int)(switches % 3);
    options.typed = switches >> 2 & 1;
    if (t2sed_graph_builder_new(&builder, &options, NULL) != T2SED_OK)
        return;
    if (t2sed_graph_builder_set_question(builder, question,
                                         switches & 8 ? schema : NULL,
                                         NULL) == T2SED_OK &&
        t2sed_graph_builder_build(&graph, builder, sql, NULL) == T2SED_OK) {
        check(graph);
        t2sed_graph_free(graph);
    }
    t2sed_graph_builder_free(builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_part parts[FUZZ_MAX_PARTS];
    size_t count = fuzz_parts(parts, data, size);
    fuzz_part query = fuzz_find(parts, count, 'q');
    fuzz_part words = fuzz_find(parts, count, 'c');
    fuzz_part tree = fuzz_find(parts, count, 'b');
    t2sed_question *question = NULL;
    t2sed_sql *sql = NULL;
    if (!schema) {
        require(t2sed_schema_parse_ddl(&schema, ddl, NULL) == T2SED_OK);
        atexit(end);
    }
    if (t2sed_question_new_n(&question, (const char *)parts[0].bytes,
                             parts[0].size, NULL) == T2SED_OK &&
        t2sed_sql_parse_n(&sql, (const char *)query.bytes, query.size, NULL) ==
            T2SED_OK) {
        t2sed_question_set_conllu_n(question, (const char *)words.bytes,
                                    words.size, NULL);
        if (t2sed_question_set_brackets_n(question, (const char *)tree.bytes,
                                          tree.size, NULL) != T2SED_OK)
            t2sed_question_derive_constituents(question, NULL);
        build(question, sql, (unsigned)size);
    }
    t2sed_sql_free(sql);
    t2sed_question_free(question);
    return 0;
}
