/* Links between words and SQL terminals, and graphs of imported parses. */
#include "trees.h"

#include "base/string.h"
#include "graph/graph.h"
#include "schema/schema.h"
#include "t2sed/parts/graph.h"

static t2sed_schema *singers(void)
{
    t2sed_schema *schema = t2s_schema_new();
    ck_assert_int_eq(
        t2s_schema_add_table(schema, "singer", 6, NULL, false, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2s_schema_add_column(schema, "Home_Town", 9, NULL, "TEXT", NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_schema_add_column(schema, "age", 3, NULL, "INT", NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2s_schema_add_table(schema, "concert", 7, NULL, false, NULL),
        T2SED_OK);
    ck_assert_int_eq(
        t2s_schema_add_column(schema, "count", 5, NULL, "INT", NULL), T2SED_OK);
    ck_assert_int_eq(t2s_schema_index(schema, NULL), T2SED_OK);
    return schema;
}

/* The links of a question to terminals, "word-terminal ...". */
static void assert_links(const char *text, const char *terminals, bool known,
                         const char *expected)
{
    t2sed_question *question = question_of(text, NULL, NULL);
    t2s_tree tree = tree_of(terminals, "");
    t2sed_schema *schema = known ? singers() : NULL;
    t2s_part_options options = {0};
    t2s_map labels = {0};
    t2s_part_draft draft = {0};
    t2s_link_words *words;
    t2s_links found = {0};
    t2s_link_pairs pairs = {0};
    t2s_string out = {0};
    t2s_part *sql;
    options.labels = &labels;
    ck_assert_int_eq(t2s_part_from_sql(&sql, &draft, &tree, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_link_words_new(&words, question, NULL), T2SED_OK);
    ck_assert_int_eq(
        t2s_graph_find_links(&pairs, &found, words, sql, schema, NULL),
        T2SED_OK);
    t2s_string_append(&out, "");
    for (size_t i = 0; i < pairs.count; i++)
        if (pairs.at[i].kind != T2S_LINK_NONE)
            t2s_string_append_format(&out, "%s%d-%d", out.length > 0 ? " " : "",
                                     pairs.at[i].word, pairs.at[i].terminal);
    ck_assert_str_eq(out.text, expected);
    t2s_string_free(&out);
    t2s_vector_free(&pairs);
    t2s_vector_free(&found);
    t2s_link_words_free(words);
    t2s_part_release(sql);
    t2s_part_draft_free(&draft);
    t2s_tree_free(&tree);
    t2sed_schema_free(schema);
    question_end(question);
}

START_TEST(names_and_values)
{
    /* All words of a name, plural and all; a column whatever its table. */
    assert_links("home towns of singers over 20",
                 "(expr \"singer.Home_Town\" \"singer\" \">\" \"20\")", true,
                 "0-0 1-0 3-1 5-3");
    /* Part of a name where no words are the whole of it. */
    assert_links("the town", "(expr \"Home_Town\" \"SELECT\")", true, "1-0");
    assert_links("age or ages", "(expr \"age\" \"20\")", true, "0-0 2-0");
    /* Text, with and without wildcards; a name in double quotes that the
     * schema has not is text as well. */
    assert_links("from Hamburg", "(expr \"'Hamburg'\" \"'%hamburg%'\")", true,
                 "1-0 1-1");
}
END_TEST

START_TEST(quotes_and_dots)
{
    t2sed_question *question = question_of("age of concert", NULL, NULL);
    t2s_tree tree = T2S_TREE_EMPTY;
    t2s_part_options options = {0};
    t2s_map labels = {0};
    t2s_part_draft draft = {0};
    t2s_link_words *words;
    t2s_links found = {0};
    t2s_link_pairs pairs = {0};
    t2sed_schema *schema = singers();
    t2s_part *sql;
    /* Quoted columns, a dot within quotes, what is cut short, text in double
     * quotes that no schema knows (word 2), and text that is empty. */
    static const char *const terminals[] = {"`singer`.`age`",
                                            "[singer].\"age\"",
                                            "main.singer.age",
                                            "\"a.age\"",
                                            "\"of\"",
                                            "''",
                                            "\"",
                                            "'",
                                            "[",
                                            "a.",
                                            ".",
                                            "\"\"\"\"",
                                            "\"x\".",
                                            "nosuch.age"};
    size_t count = sizeof terminals / sizeof terminals[0];
    tree.root = t2s_tree_add_nonterminal(&tree, "expr", 0, 0);
    for (size_t i = 0; i < count; i++)
        t2s_tree_append(&tree, tree.root,
                        t2s_tree_add_terminal(&tree, terminals[i],
                                              strlen(terminals[i]), 0, 0));
    options.labels = &labels;
    ck_assert_int_eq(t2s_part_from_sql(&sql, &draft, &tree, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2s_link_words_new(&words, question, NULL), T2SED_OK);
    for (int known = 0; known < 2; known++) {
        ck_assert_int_eq(t2s_graph_find_links(&pairs, &found, words, sql,
                                              known ? schema : NULL, NULL),
                         T2SED_OK);
        for (size_t i = 0; i < 3; i++)
            ck_assert(pairs.at[i].word == 0 &&
                      pairs.at[i].terminal == (int32_t)i);
    }
    t2s_vector_free(&pairs);
    t2s_vector_free(&found);
    t2s_link_words_free(words);
    t2s_part_release(sql);
    t2s_part_draft_free(&draft);
    t2s_tree_free(&tree);
    t2sed_schema_free(schema);
    question_end(question);
}
END_TEST

START_TEST(keywords_are_no_names)
{
    assert_links("select the count and max of singers from each group",
                 "(expr \"SELECT\" \"count\" \"max\" \"FROM\" \"singer\" "
                 "\"GROUP BY\" \"group\")",
                 false, "6-4");
    /* Without a schema any other name counts, and a quoted keyword. */
    assert_links("group of things", "(expr \"thing\" \"`group`\" \"x.group\")",
                 false, "2-0 0-1 0-2");
    /* With one, only its names do. A column may be called count. */
    assert_links("count things", "(expr \"thing\" \"count\")", true, "0-1");
}
END_TEST

/* Words, heads and constituents as other parsers write them. */
START_TEST(imported_parses)
{
    static const char conllu[] = "1\tList\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
                                 "2\tall\t_\tDET\t_\t_\t3\tdet\t_\t_\n"
                                 "3\tsingers\t_\tNOUN\t_\t_\t1\tobj\t_\t_\n"
                                 "4\t.\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n";
    static const char brackets[] =
        "(ROOT (S (VP (VB List) (NP (DT all) (NNS singers))) (. .)))";
    t2sed_question *question;
    t2sed_graph_builder *builder;
    t2sed_graph *graph;
    t2s_tree tree = tree_of("\"SELECT\"", "");
    t2sed_graph_options options;
    char *text;
    t2sed_graph_options_init(&options, sizeof options);
    options.typed = 1;
    ck_assert_int_eq(t2sed_question_new(&question, "List  all singers.", NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_conllu(question, conllu, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_brackets(question, brackets, NULL),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_graph_builder_new(&builder, &options, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_graph_builder_set_question(builder, question, NULL, NULL),
        T2SED_OK);
    ck_assert_int_eq(t2s_graph_build_from_tree(&graph, builder, &tree, NULL),
                     T2SED_OK);
    ck_assert_int_eq(
        t2sed_graph_print(&text, NULL, graph, T2SED_GRAPH_TEXT, NULL),
        T2SED_OK);
    ck_assert_str_eq(text, "layout: separate, typed\n"
                           "question: List all singers .\nsql: SELECT\n"
                           "component 0\n0 List\n1 all\n2 singers\n3 .\n"
                           "4:S(5,3)\n5:VP(0,6)\n6:NP(1,2)\n"
                           "dependency: 2-1 0-2 0-3\nsequence: 0-1 1-2 2-3\n"
                           "component 1\n0 SELECT\n");
    ck_assert(is_span(node_of(graph, 0, 1).source, 6, 9));
    t2sed_free(text);
    t2sed_graph_free(graph);
    t2sed_graph_builder_free(builder);
    t2s_tree_free(&tree);
    t2sed_question_free(question);
}
END_TEST

int main(void)
{
    TCase *links = tcase_create("links");
    tcase_add_test(links, names_and_values);
    tcase_add_test(links, quotes_and_dots);
    tcase_add_test(links, keywords_are_no_names);
    tcase_add_test(links, imported_parses);
    return t2s_test_run("links", &links, 1);
}
