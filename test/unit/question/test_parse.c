/* Importing, merging and printing parses. */
#include "t2s_test.h"

#include <stdio.h>
#include <string.h>

#include "question/question.h"
#include "t2sed.h"
#include "t2sed/parts.h"

#define TEXT "How many singers don't sing?"

static const char dependencies[] =
    "# text = How many singers don't sing?\n"
    "1\tHow\thow\tADV\tWRB\t_\t2\tadvmod\t_\t_\r\n"
    "2\tmany\tmany\tADJ\tJJ\t_\t3\tamod\t_\t_\n"
    "3\tsingers\tsinger\tNOUN\tNNS\t_\t6\tnsubj\t_\t_\n"
    "3.1\tempty\t_\t_\t_\t_\t_\t_\t0:root\t_\n"
    "4-5\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "4\tdo\tdo\tAUX\tVBP\t_\t6\taux\t_\t_\n"
    "5\tn't\tnot\tPART\tRB\t_\t6\tadvmod\t_\t_\n"
    "6\tsing\tsing\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No\n"
    "7\t?\t?\tPUNCT\t.\t_\t6\tpunct\t_\t_\n\n";

static const char brackets[] =
    "(ROOT (SBARQ (WHNP (WHADJP (WRB How) (JJ many)) (NNS singers))\n"
    "  (SQ (VBP do) (RB n't) (VP (VB sing))) (. ?)))";

static const char simplified[] =
    "(SBARQ (WHNP (WHADJP \"How\" \"many\") \"singers\") (SQ \"do\" \"n't\" "
    "\"sing\") \"?\")";

static t2sed_question *make(const char *text)
{
    t2sed_question *question;
    ck_assert_int_eq(t2sed_question_new(&question, text, NULL), T2SED_OK);
    return question;
}

static void check_print(const t2sed_question *question, int format,
                        const char *expected)
{
    char *text;
    size_t length;
    ck_assert_int_eq(
        t2sed_question_print(&text, &length, question, format, NULL), T2SED_OK);
    ck_assert_uint_eq(length, strlen(text));
    ck_assert_str_eq(text, expected);
    t2sed_free(text);
}

static void check_merged(const t2sed_question *q)
{
    static const int heads[] = {1, 2, 5, 5, 5, -1, 5};
    int32_t node;
    size_t word = 0;
    ck_assert(q->has_dependencies);
    ck_assert(q->has_constituents);
    ck_assert_uint_eq(t2sed_question_word_count(q), 7);
    for (size_t i = 0; i < 7; i++)
        ck_assert_int_eq(q->words[i].head, heads[i]);
    ck_assert_str_eq(q->words[2].relation, "nsubj");
    ck_assert_str_eq(q->words[6].tag, "PUNCT");
    check_print(q, T2SED_QUESTION_SEXPR, simplified);
    for (node = q->constituents.root; node != T2S_NO_NODE;
         node = t2s_tree_next(&q->constituents, q->constituents.root, node)) {
        const t2s_node *at = &q->constituents.nodes[node];
        if (at->label)
            continue;
        ck_assert_uint_eq(at->begin, q->words[word].begin);
        ck_assert_uint_eq(at->end, q->words[word].end);
        word++;
    }
    ck_assert_uint_eq(word, 7);
}

START_TEST(parse_merges_both)
{
    t2sed_error err;
    t2sed_question *q = make(TEXT);
    ck_assert(!q->has_dependencies);
    check_print(q, T2SED_QUESTION_SEXPR,
                "(ROOT \"How\" \"many\" \"singers\" \"do\" \"n't\" \"sing\" "
                "\"?\")");
    ck_assert_int_eq(t2sed_question_set_conllu(q, dependencies, &err),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_brackets(q, brackets, &err), T2SED_OK);
    check_merged(q);
    /* again, the other way round, over what is there */
    ck_assert_int_eq(t2sed_question_set_conllu(q, dependencies, &err),
                     T2SED_OK);
    check_merged(q);
    t2sed_question_free(q);
    q = make(TEXT);
    ck_assert_int_eq(t2sed_question_set_brackets(q, brackets, &err), T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_conllu(q, dependencies, &err),
                     T2SED_OK);
    check_merged(q);
    t2sed_question_free(q);
}
END_TEST

START_TEST(parse_prints)
{
    t2sed_question *q = make("Go! Run");
    check_print(q, T2SED_QUESTION_CONLLU,
                "# text = Go! Run\n"
                "1\tGo\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
                "2\t!\t_\t_\t_\t_\t_\t_\t_\t_\n"
                "3\tRun\t_\t_\t_\t_\t_\t_\t_\t_\n");
    check_print(
        q, T2SED_QUESTION_JSON,
        "{\"text\": \"Go! Run\", \"words\": [{\"text\": \"Go\", "
        "\"range\": [0, 2], \"head\": null, \"relation\": \"\", "
        "\"tag\": \"\"}, {\"text\": \"!\", \"range\": [2, 3], \"head\": "
        "null, \"relation\": \"\", \"tag\": \"\"}, {\"text\": \"Run\", "
        "\"range\": [4, 7], \"head\": null, \"relation\": \"\", "
        "\"tag\": \"\"}], \"constituents\": null}");
    ck_assert_int_eq(
        t2sed_question_set_conllu(q,
                                  "1\tGo\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
                                  "2\t!\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_\n\n\n"
                                  "1\tRun\t_\tVERB\t_\t_\t0\troot\t_\t_",
                                  NULL),
        T2SED_OK);
    ck_assert_int_eq(q->words[2].head, T2SED_HEAD_ROOT);
    ck_assert_int_eq(
        t2sed_question_set_brackets(
            q, "(ROOT (S (VP (VB Go)) (. !))) ((S (VP Run)))", NULL),
        T2SED_OK);
    check_print(q, T2SED_QUESTION_SEXPR, "(ROOT (S \"Go\" \"!\") \"Run\")");
    check_print(q, T2SED_QUESTION_CONLLU,
                "# text = Go! Run\n"
                "1\tGo\t_\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
                "2\t!\t_\tPUNCT\t_\t_\t1\tpunct\t_\t_\n"
                "3\tRun\t_\tVERB\t_\t_\t1\tparataxis\t_\t_\n");
    check_print(q, T2SED_QUESTION_DOT,
                "digraph question { w0 [label=\"Go\", shape=box]; w1 "
                "[label=\"!\", shape=box]; w2 [label=\"Run\", shape=box]; n0 "
                "[label=\"ROOT\"]; n1 [label=\"S\"]; n0 -> n1; n1 -> w0; n1 "
                "-> w1; n0 -> w2; w0 -> w1 [style=dashed, label=\"punct\"]; }");
    t2sed_question_free(q);
}
END_TEST

START_TEST(parse_prints_refuse)
{
    t2sed_question *q = make("a");
    char *text = NULL;
    ck_assert_int_eq(t2sed_question_print(&text, NULL, q, 4, NULL),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_question_print(&text, NULL, q, -1, NULL),
                     T2SED_EINVAL);
    ck_assert_ptr_null(text);
    t2sed_question_free(q);
    q = make("a\tb\nc");
    check_print(q, T2SED_QUESTION_CONLLU,
                "# text = a b c\n1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n"
                "2\tb\t_\t_\t_\t_\t_\t_\t_\t_\n3\tc\t_\t_\t_\t_\t_\t_\t_\t_\n");
    t2sed_question_free(q);
}
END_TEST

/* One word's line: id, form, head. */
#define LINE(id, form, head) id "\t" form "\t_\t_\t_\t_\t" head "\tdep\t_\t_\n"

START_TEST(conllu_refused)
{
    static const struct {
        const char *text;
        t2sed_status status;
        const char *says;
    } cases[] = {
        {"", T2SED_EEMPTY, "no words"},
        {"# only\n\n", T2SED_EEMPTY, "no words"},
        {"a b c\n", T2SED_EFORMAT, "line 1: 1 columns"},
        {"\n" LINE("2", "a", "0"), T2SED_EFORMAT, "line 2: id 2, expected 1"},
        {LINE("x", "a", "0"), T2SED_EFORMAT, "line 1: the id"},
        {LINE("1", "", "0"), T2SED_EFORMAT, "empty"},
        {LINE("1", "a", "_"), T2SED_EFORMAT, "head"},
        {LINE("1", "a", "-1"), T2SED_EFORMAT, "head"},
        {LINE("1", "a", "99999999999"), T2SED_EFORMAT, "head"},
        {LINE("1", "a", "0") LINE("2", "b", "4") LINE("3", "c", "1"),
         T2SED_EFORMAT, "line 2: head 4 in a sentence of 3"},
        {LINE("1", "a", "0") LINE("2", "b", "3") LINE("3", "c", "2"),
         T2SED_EFORMAT, "cycle"},
        {LINE("1", "a", "0") LINE("2", "b", "2") LINE("3", "c", "2"),
         T2SED_EFORMAT, "line 2: word 2 is on a cycle"},
        {LINE("1", "a", "2") LINE("2", "b", "1") LINE("3", "c", "2"),
         T2SED_EFORMAT, "0 roots"},
        {LINE("1", "a", "0") LINE("2", "b", "0") LINE("3", "c", "2"),
         T2SED_EFORMAT, "2 roots"},
        {LINE("1", "a", "0") LINE("2", "x", "1") LINE("3", "c", "2"),
         T2SED_EMISMATCH,
         "line 2: the word 'x' is not in the question at "
         "byte 2, where 'b c' stands"},
        {LINE("1", "a", "0") LINE("2", "b", "1"), T2SED_EMISMATCH,
         "ends before byte 4"},
        {LINE("1", "a", "0") LINE("2", "b", "1") LINE("3", "c", "1")
             LINE("4", "d", "1"),
         T2SED_EMISMATCH, "line 4: the question ends"},
        {LINE("1-2", "ab", "_") LINE("1", "a", "0"), T2SED_EFORMAT,
         "multiword"},
        {LINE("2-3", "ab", "_"), T2SED_EFORMAT, "multiword"},
        {LINE("1-1", "ab", "_"), T2SED_EFORMAT, "multiword"},
        {LINE("1-999999999", "ab", "_"), T2SED_ELIMIT, "token"},
        {LINE("1-3", "a", "_") LINE("1", "x", "0") LINE("2", "y", "1")
             LINE("3", "z", "1"),
         T2SED_EMISMATCH, "3 words in a token of 1 characters"},
        {"1\ta\t_\t_\t_\t_\t0\tdep\t_\t_\t_\n", T2SED_EFORMAT, "more than 10"},
        {"1\t\xff\t_\t_\t_\t_\t0\tdep\t_\t_\n", T2SED_EUTF8, "byte"},
    };
    t2sed_question *q = make("a b c");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_error err;
        ck_assert_int_eq(t2sed_question_set_conllu(q, cases[i].text, &err),
                         cases[i].status);
        ck_assert_msg(strstr(err.text, cases[i].says) != NULL, "case %zu: %s",
                      i, err.text);
        ck_assert(!q->has_dependencies);
        ck_assert_uint_eq(t2sed_question_word_count(q), 3);
    }
    t2sed_question_free(q);
}
END_TEST

START_TEST(conllu_multiword_that_is_not_spelled)
{
    t2sed_question *q = make("vin du Rh\xC3\xB4ne");
    ck_assert_int_eq(
        t2sed_question_set_conllu(q,
                                  LINE("1", "vin", "0") LINE("2-3", "du", "_")
                                      LINE("2", "de", "4") LINE("3", "le", "4")
                                          LINE("4", "Rh\xC3\xB4ne", "1"),
                                  NULL),
        T2SED_OK);
    check_print(q, T2SED_QUESTION_SEXPR,
                "(ROOT \"vin\" \"d\" \"u\" \"Rh\xC3\xB4ne\")");
    t2sed_question_free(q);
}
END_TEST

START_TEST(brackets_refused)
{
    static const struct {
        const char *text;
        t2sed_status status;
        const char *says;
    } cases[] = {
        {"", T2SED_EEMPTY, "no words"},
        {"(S (NP a) b c", T2SED_EFORMAT, "ends before its last"},
        {"(S a b c))", T2SED_EFORMAT, "byte 9: a ')' that closes nothing"},
        {"a b c", T2SED_EFORMAT, "expected '('"},
        {"(S a\n b (NP) c)", T2SED_EFORMAT, "line 2, byte 11"},
        {"()", T2SED_EFORMAT, "nothing but a label"},
        {"(S a b)", T2SED_EMISMATCH, "ends before byte 4"},
        {"(S a c b)", T2SED_EMISMATCH, "the word 'c' is not"},
        {"(S a b \xC3)", T2SED_EUTF8, "byte"},
    };
    t2sed_question *q = make("a b c");
    t2sed_error err;
    char *deep = malloc(3 * 2000 + 1);
    ck_assert_ptr_nonnull(deep);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_int_eq(t2sed_question_set_brackets(q, cases[i].text, &err),
                         cases[i].status);
        ck_assert_msg(strstr(err.text, cases[i].says) != NULL, "case %zu: %s",
                      i, err.text);
        ck_assert(!q->has_constituents);
    }
    for (size_t i = 0; i < 2000; i++)
        memcpy(deep + 3 * i, "(S ", 4);
    ck_assert_int_eq(t2sed_question_set_brackets(q, deep, &err), T2SED_ELIMIT);
    free(deep);
    t2sed_question_free(q);
}
END_TEST

START_TEST(brackets_escapes_and_chains)
{
    static const struct {
        const char *text, *brackets, *expected;
    } cases[] = {
        {"say \"a (b)\" 1/2",
         "(S (VB say) (NP-SBJ-1 (`` ``) (NN a) (-LRB- -LRB-) (NN b) (-RRB- "
         "-RRB-) ('' '') (-NONE- *T*-1)) (CD 1\\/2))",
         "(S \"say\" (NP \"\\\"\" \"a\" \"(\" \"b\" \")\" \"\\\"\") \"1/2\")"},
        {"go", "(ROOT (S (VP (VB go))))", "\"go\""},
        {"a b", "( (S (NP (NP (NN a) (NN b)) (-NONE- *))))",
         "(NP \"a\" \"b\")"},
        {"it\xE2\x80\x99s x", "(S (PRP it) (VP (VBZ 's) (NN x)))",
         "(S \"it\" (VP \"\xE2\x80\x99s\" \"x\"))"},
        {"a b c", "(a) (S (X=2 a b) c)", NULL},
        {"a b c", "(S (X=2 a b) (Y|Z c))", "(S (X \"a\" \"b\") \"c\")"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        t2sed_error err;
        t2sed_question *q = make(cases[i].text);
        t2sed_status status =
            t2sed_question_set_brackets(q, cases[i].brackets, &err);
        if (!cases[i].expected) {
            ck_assert_int_eq(status, T2SED_EFORMAT);
        } else {
            ck_assert_msg(status == T2SED_OK, "%s", err.text);
            check_print(q, T2SED_QUESTION_SEXPR, cases[i].expected);
        }
        t2sed_question_free(q);
    }
}
END_TEST

START_TEST(second_import_must_have_the_same_words)
{
    static const char *const words[] = {"a-b", "c"};
    t2sed_error err;
    t2sed_question *q = make("a-b c");
    ck_assert_int_eq(t2sed_question_set_brackets(q, "(S a - b c)", &err),
                     T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_conllu(
                         q, LINE("1", "a-b", "0") LINE("2", "c", "1"), &err),
                     T2SED_EMISMATCH);
    ck_assert_ptr_nonnull(strstr(err.text, "other words"));
    ck_assert_uint_eq(t2sed_question_word_count(q), 4);
    t2sed_question_free(q);
    ck_assert_int_eq(t2sed_question_new_words(&q, words, 2, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_question_set_brackets(q, "(S a - b c)", &err),
                     T2SED_EMISMATCH);
    ck_assert_int_eq(t2sed_question_set_conllu(
                         q, LINE("1", "a-b", "0") LINE("2", "c", "1"), &err),
                     T2SED_OK);
    t2sed_question_free(q);
}
END_TEST

static t2sed_status parse_all(void *payload)
{
    t2sed_question *q;
    char *text = NULL;
    t2sed_status status = t2sed_question_new(&q, TEXT, NULL);
    (void)payload;
    if (status != T2SED_OK)
        return status;
    status = t2sed_question_set_conllu(q, dependencies, NULL);
    if (status == T2SED_OK)
        status = t2sed_question_set_brackets(q, brackets, NULL);
    for (int format = 0; format < 4 && status == T2SED_OK; format++) {
        status = t2sed_question_print(&text, NULL, q, format, NULL);
        if (status == T2SED_OK)
            t2sed_free(text);
    }
    t2sed_question_free(q);
    return status;
}

START_TEST(parse_without_memory)
{
    t2s_test_every_allocation(parse_all, NULL);
}
END_TEST

int main(void)
{
    TCase *parse = tcase_create("parse");
    tcase_add_test(parse, parse_merges_both);
    tcase_add_test(parse, parse_prints);
    tcase_add_test(parse, parse_prints_refuse);
    tcase_add_test(parse, conllu_refused);
    tcase_add_test(parse, conllu_multiword_that_is_not_spelled);
    tcase_add_test(parse, brackets_refused);
    tcase_add_test(parse, brackets_escapes_and_chains);
    tcase_add_test(parse, second_import_must_have_the_same_words);
    tcase_add_test(parse, parse_without_memory);
    return t2s_test_run("parse", &parse, 1);
}
