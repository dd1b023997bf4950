/* Constituents derived from dependencies. */
#include <string.h>

#include "base/string.h"
#include "question/question.h"
#include "t2s_test.h"
#include "t2sed/memory.h"
#include "t2sed/parts/tree.h"

/* A parse as "word/TAG/head/relation ..." with heads from 1, "|" between
 * sentences; and the tree without the words' quotes. */
typedef struct example {
    const char *parse, *tree;
} example;

static const example questions[] = {
    {"How/ADV/2/advmod many/ADJ/3/amod singers/NOUN/6/obj do/AUX/6/aux "
     "we/PRON/6/nsubj have/VERB/0/root ?/PUNCT/6/punct",
     "(SBARQ (WHNP (WHADJP How many) singers) (SQ do we have) ?)"},
    {"How/ADV/2/advmod many/ADJ/3/amod singers/NOUN/4/nsubj are/VERB/0/root "
     "there/PRON/4/expl ?/PUNCT/4/punct",
     "(SBARQ (WHNP (WHADJP How many) singers) (SQ are there) ?)"},
    {"What/PRON/0/root is/AUX/1/cop the/DET/5/det total/ADJ/5/amod "
     "number/NOUN/1/nsubj of/ADP/7/case singers/NOUN/5/nmod ?/PUNCT/1/punct",
     "(SBARQ What (SQ is (NP (NP the total number) (PP of singers))) ?)"},
    {"Show/VERB/0/root name/NOUN/1/obj ,/PUNCT/4/punct country/NOUN/2/conj "
     ",/PUNCT/6/punct age/NOUN/2/conj for/ADP/9/case all/DET/9/det "
     "singers/NOUN/2/nmod ordered/VERB/2/acl by/ADP/12/case age/NOUN/10/obl "
     "from/ADP/15/case the/DET/15/det oldest/ADJ/10/obl to/ADP/18/case "
     "the/DET/18/det youngest/ADJ/15/nmod ./PUNCT/1/punct",
     "(S (VP Show (NP (NP name , country , age) (PP for (NP all singers)) (VP "
     "ordered (PP by age) (PP from (NP (NP the oldest) (PP to (NP the "
     "youngest))))))) .)"},
    {"What/PRON/0/root are/AUX/1/cop the/DET/4/det names/NOUN/1/nsubj "
     "of/ADP/6/case singers/NOUN/4/nmod who/PRON/9/nsubj are/AUX/9/cop "
     "older/ADJ/6/acl:relcl than/ADP/11/case 20/NUM/9/obl ?/PUNCT/1/punct",
     "(SBARQ What (SQ are (NP (NP the names) (PP of (NP singers (SBAR who (VP "
     "are (ADJP older (PP than 20)))))))) ?)"},
    {"Which/DET/2/det singer/NOUN/3/nsubj has/VERB/0/root the/DET/6/det "
     "most/ADJ/6/amod concerts/NOUN/3/obj ?/PUNCT/3/punct",
     "(SBARQ (WHNP Which singer) (VP has (NP the most concerts)) ?)"},
    {"Who/PRON/0/root is/AUX/1/cop the/DET/5/det youngest/ADJ/5/amod "
     "singer/NOUN/1/nsubj ?/PUNCT/1/punct",
     "(SBARQ Who (SQ is (NP the youngest singer)) ?)"},
    {"Are/VERB/0/root there/PRON/1/expl any/DET/4/det students/NOUN/1/nsubj "
     "living/VERB/4/acl in/ADP/7/case Haiti/PROPN/5/obl ?/PUNCT/1/punct",
     "(SQ Are there (NP (NP any students) (VP living (PP in Haiti))) ?)"},
    {"Does/AUX/4/aux every/DET/3/det stadium/NOUN/4/nsubj host/VERB/0/root "
     "at/ADP/6/case least/ADJ/7/advmod two/NUM/8/nummod concerts/NOUN/4/obj "
     "?/PUNCT/4/punct",
     "(SQ Does (NP every stadium) (VP host (NP (QP (PP at least) two) "
     "concerts)) ?)"},
    {"In/ADP/3/case which/DET/3/det year/NOUN/6/obl was/AUX/6/aux:pass "
     "Madonna/PROPN/6/nsubj:pass born/VERB/0/root ?/PUNCT/6/punct",
     "(SBARQ (WHPP In (WHNP which year)) (SQ was Madonna born) ?)"},
    {"Where/ADV/4/advmod does/AUX/4/aux she/PRON/4/nsubj live/VERB/0/root "
     "?/PUNCT/4/punct",
     "(SBARQ Where (SQ does she live) ?)"},
    {"How/ADV/2/advmod old/ADJ/0/root is/AUX/2/cop the/DET/6/det "
     "oldest/ADJ/6/amod dog/NOUN/2/nsubj ?/PUNCT/2/punct",
     "(SBARQ (WHADJP How old) (SQ is (NP the oldest dog)) ?)"},
    {"For/ADP/3/case each/DET/3/det stadium/NOUN/8/obl ,/PUNCT/3/punct "
     "how/ADV/6/advmod many/ADJ/7/amod concerts/NOUN/8/nsubj are/VERB/0/root "
     "there/PRON/8/expl ?/PUNCT/8/punct",
     "(SBARQ (PP For (NP each stadium)) , (WHNP (WHADJP how many) concerts) "
     "(SQ are there) ?)"},
    {"Find/VERB/0/root the/DET/4/det average/ADJ/4/amod age/NOUN/1/obj "
     "of/ADP/7/case all/DET/7/det pets/NOUN/4/nmod and/CCONJ/9/cc "
     "list/VERB/1/conj their/PRON/11/nmod:poss owners/NOUN/9/obj "
     "./PUNCT/1/punct",
     "(S (VP (VP Find (NP (NP the average age) (PP of (NP all pets)))) and (VP "
     "list (NP their owners))) .)"},
    {"Which/DET/2/det countries/NOUN/3/nsubj have/VERB/0/root "
     "greater/ADJ/5/amod area/NOUN/3/obj than/ADP/7/case that/PRON/4/obl "
     "of/ADP/10/case any/DET/10/det country/NOUN/7/nmod in/ADP/12/case "
     "Europe/PROPN/10/nmod ?/PUNCT/3/punct",
     "(SBARQ (WHNP Which countries) (VP have (NP (NP greater area) (PP than "
     "(NP that (PP of (NP (NP any country) (PP in Europe))))))) ?)"},
    {"Give/VERB/0/root me/PRON/1/iobj the/DET/4/det singer/NOUN/6/nmod:poss "
     "'s/PART/4/case name/NOUN/1/obj whose/PRON/8/nmod:poss age/NOUN/11/nsubj "
     "is/AUX/11/cop above/ADP/11/case 20/NUM/4/acl:relcl",
     "(VP Give me (NP (NP (NP the singer 's) name) (SBAR (WHNP whose age) (VP "
     "is (PP above 20)))))"},
    {"Tell/VERB/0/root me/PRON/1/iobj what/PRON/1/ccomp the/DET/5/det "
     "name/NOUN/3/nsubj is/AUX/3/cop ./PUNCT/1/punct",
     "(S (VP Tell me (SBAR what (S (NP the name) is))) .)"},
    {"I/PRON/3/nsubj would/AUX/3/aux like/VERB/0/root to/PART/5/mark "
     "know/VERB/3/xcomp how/ADV/7/advmod many/ADJ/8/amod pilots/NOUN/9/nsubj "
     "fly/VERB/5/ccomp ./PUNCT/3/punct",
     "(S I (VP would (VP like (VP to (VP know (SBAR (WHNP (WHADJP how many) "
     "pilots) fly))))) .)"},
    {"The/DET/2/det names/NOUN/0/root and/CCONJ/4/cc ages/NOUN/2/conj "
     "of/ADP/7/case all/DET/7/det pilots/NOUN/2/nmod ./PUNCT/2/punct",
     "(FRAG (NP (NP The names and ages) (PP of (NP all pilots))) .)"},
    {"Count/VERB/0/root the/DET/3/det number/NOUN/1/obj of/ADP/7/case "
     "\"/PUNCT/7/punct North/ADJ/7/amod Sea/PROPN/3/nmod \"/PUNCT/7/punct "
     "oil/NOUN/10/compound fields/NOUN/1/obj",
     "(VP Count (NP (NP the number) (PP of (NP  North Sea ))) (NP oil "
     "fields))"},
    {"List/VERB/0/root names/NOUN/1/obj of/ADP/4/case people/NOUN/2/nmod "
     "because/ADP/7/case of/ADP/5/fixed rain/NOUN/1/obl ./PUNCT/1/punct | "
     "How/ADV/2/advmod many/ADJ/3/nsubj left/VERB/0/root ?/PUNCT/3/punct",
     "(ROOT (S (VP List (NP names (PP of people)) (PP because of rain)) .) "
     "(SBARQ (WHNP How many) left ?))"},
    {"singers/NOUN/0/root", "singers"},
    {"How/ADV/2/advmod many/ADJ/0/root ?/PUNCT/2/punct",
     "(FRAG (WHADJP How many) ?)"},
    {"What/DET/2/det students/NOUN/5/obj did/AUX/5/aux you/PRON/5/nsubj "
     "meet/VERB/0/root yesterday/NOUN/5/obl:tmod that/PRON/8/nsubj "
     "came/VERB/2/acl:relcl ?/PUNCT/5/punct",
     "(SBARQ (WHNP What students) (SQ did you (VP meet yesterday (SBAR that "
     "came))) ?)"},
    {"List/VERB/0/root the/DET/3/det airlines/NOUN/1/obj that/PRON/7/nsubj "
     "have/VERB/3/acl:relcl more/ADJ/8/advmod than/ADP/6/fixed "
     "200/NUM/9/nummod flights/NOUN/5/obj departing/VERB/9/acl "
     "from/ADP/12/case APG/PROPN/10/obl ./PUNCT/1/punct",
     "(S (VP List (NP (NP the airlines) (SBAR that (VP have (NP (NP (QP more "
     "than 200) flights) (VP departing (PP from APG))))))) .)"},
    {"Return/VERB/0/root the/DET/3/det ids/NOUN/1/obj of/ADP/5/case "
     "documents/NOUN/3/nmod that/PRON/9/nsubj do/AUX/9/aux not/PART/9/advmod "
     "have/VERB/5/acl:relcl between/ADP/11/case one/NUM/14/nummod "
     "and/CCONJ/13/cc two/NUM/11/conj paragraphs/NOUN/9/obj",
     "(VP Return (NP (NP the ids) (PP of (NP documents (SBAR that (VP do not "
     "(VP have (NP (PP between (QP one and two)) paragraphs))))))))"},
    {"Who/PRON/2/nsubj sang/VERB/0/root and/CCONJ/4/cc danced/VERB/2/conj "
     "in/ADP/6/case 2014/NUM/2/obl ?/PUNCT/2/punct",
     "(SBARQ Who (VP sang and danced (PP in 2014)) ?)"},
    {"Of/ADP/3/case the/DET/3/det stores/NOUN/7/obl ,/PUNCT/3/punct "
     "which/PRON/7/nsubj never/ADV/7/advmod sell/VERB/0/root shoes/NOUN/7/obj "
     "made/VERB/8/acl by/ADP/11/case Nike/PROPN/9/obl ?/PUNCT/7/punct",
     "(SBARQ (PP Of (NP the stores)) , which (SQ never (VP sell (NP shoes (VP "
     "made (PP by Nike))))) ?)"},
    {"Sort/VERB/0/root them/PRON/1/obj by/SCONJ/4/mark counting/VERB/1/advcl "
     "wins/NOUN/4/obj if/SCONJ/8/mark they/PRON/8/nsubj play/VERB/1/advcl "
     "./PUNCT/1/punct",
     "(S (VP Sort them (PP by (VP counting wins)) (SBAR if (S they play))) .)"},
    {"How/ADV/2/advmod long/ADV/6/advmod has/AUX/6/aux it/PRON/6/nsubj "
     "been/AUX/6/aux running/VERB/0/root and/CCONJ/8/cc why/ADV/6/conj "
     "?/PUNCT/6/punct",
     "(SBARQ (WHADVP How long) (SQ has it (VP been (VP running and why))) ?)"}};

#define COUNT ((int)(sizeof questions / sizeof questions[0]))

/* The text and the CoNLL-U of a compact parse. */
static void unfold(const char *parse, t2s_string *text, t2s_string *conllu)
{
    char *copy = strdup(parse), *rest = NULL;
    int number = 0;
    for (char *word = strtok_r(copy, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        char *part = NULL, *form, *tag, *head;
        if (strcmp(word, "|") == 0) {
            t2s_string_append(conllu, "\n");
            number = 0;
            continue;
        }
        form = strtok_r(word, "/", &part);
        tag = strtok_r(NULL, "/", &part);
        head = strtok_r(NULL, "/", &part);
        t2s_string_append_format(text, "%s%s", text->length ? " " : "", form);
        t2s_string_append_format(conllu, "%d\t%s\t_\t%s\t_\t_\t%s\t%s\t_\t_\n",
                                 ++number, form, tag, head, part);
    }
    free(copy);
}

static t2sed_question *import(const char *parse)
{
    t2sed_question *question = NULL;
    t2s_string text = {0}, conllu = {0};
    t2sed_error err;
    unfold(parse, &text, &conllu);
    ck_assert_int_eq(t2sed_question_new(&question, text.text, &err), 0);
    ck_assert_msg(t2sed_question_set_conllu(question, conllu.text, &err) == 0,
                  "%s: %s", parse, err.text);
    t2s_string_free(&text);
    t2s_string_free(&conllu);
    return question;
}

static char *tree_of(const t2sed_question *question)
{
    char *printed = NULL, *to;
    ck_assert_int_eq(t2sed_question_print(&printed, NULL, question,
                                          T2SED_QUESTION_SEXPR, NULL),
                     0);
    to = printed;
    for (const char *at = printed; *at; at++)
        if (*at != '"' && *at != '\\')
            *to++ = *at;
    *to = '\0';
    return printed;
}

START_TEST(derives_the_tree)
{
    const example *e = &questions[_i];
    t2sed_question *question = import(e->parse);
    char *tree;
    ck_assert_int_eq(t2sed_question_derive_constituents(question, NULL), 0);
    tree = tree_of(question);
    ck_assert_str_eq(tree, e->tree);
    ck_assert_int_eq(question->has_constituents, 1);
    t2sed_free(tree);
    t2sed_question_free(question);
}
END_TEST

START_TEST(needs_dependencies)
{
    t2sed_question *question = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_question_new(&question, "how many", &err), 0);
    ck_assert_int_eq(t2sed_question_derive_constituents(question, &err),
                     T2SED_ESTATE);
    ck_assert_ptr_nonnull(strstr(err.text, "no dependency parse"));
    ck_assert_int_eq(question->has_constituents, 0);
    t2sed_question_free(question);
}
END_TEST

/* A tree of any shape: terminals are the words in order, inner nodes have two
 * children or more. */
static void check_tree(const t2sed_question *question)
{
    const t2s_tree *tree = &question->constituents;
    size_t words = 0;
    for (int32_t at = tree->root; at != T2S_NO_NODE;
         at = t2s_tree_next(tree, tree->root, at)) {
        const t2s_node *node = &tree->nodes[at];
        if (node->label) {
            ck_assert_int_ne(node->first_child, node->last_child);
            continue;
        }
        ck_assert_uint_lt(words, question->word_count);
        ck_assert_uint_eq(node->begin, question->words[words].begin);
        ck_assert_uint_eq(node->end, question->words[words].end);
        words++;
    }
    ck_assert_uint_eq(words, question->word_count);
}

static const char *const relations[] = {
    "nsubj",     "csubj",     "expl",       "obj",   "iobj",   "obl",
    "xcomp",     "ccomp",     "advcl",      "acl",   "aux",    "acl:relcl",
    "cop",       "mark",      "case",       "det",   "nummod", "amod",
    "advmod",    "nmod:poss", "nmod",       "appos", "flat",   "compound:prt",
    "compound",  "fixed",     "goeswith",   "cc",    "conj",   "punct",
    "parataxis", "discourse", "reparandum", "dep",   "",       "odd:one"};
static const char *const tags[] = {
    "ADJ",  "ADP",  "ADV",  "AUX",   "CCONJ", "DET",   "INTJ", "NOUN", "NUM",
    "PART", "PRON", "VERB", "PUNCT", "SCONJ", "PROPN", "X",    "SYM",  ""};
static const char *const forms[] = {"what", "is",   "the",  "of",  ",",
                                    "how",  "that", "name", "and", "ing",
                                    "\"",   "to",   "?",    "5",   "running"};

/* Any tree over any words, crossing arcs and all. */
static void make_random(t2sed_question *question, unsigned *seed)
{
    size_t count = question->word_count;
    for (size_t i = 0; i < count; i++) {
        t2s_word *word = &question->words[i];
        *seed = *seed * 1664525u + 1013904223u;
        word->relation = relations[(*seed >> 8) % 36];
        *seed = *seed * 1664525u + 1013904223u;
        word->tag = tags[(*seed >> 8) % 18];
        *seed = *seed * 1664525u + 1013904223u;
        /* the tree is over words in the order of i * 7 modulo the count */
        word->head =
            i == 0 ? T2S_HEAD_ROOT : (int32_t)(((*seed >> 8) % i) * 7 % count);
    }
}

START_TEST(brackets_any_tree)
{
    unsigned seed = 1;
    const int step = (int)t2s_test_stride();
    for (int round = 0; round < 3000; round += step) {
        t2sed_question *question = NULL;
        const char *words[24];
        size_t count = 1 + (size_t)round % 23;
        t2s_word *given;
        t2s_word mixed[24];
        if (count % 7 == 0)
            count++;
        for (size_t i = 0; i < count; i++) {
            seed = seed * 1664525u + 1013904223u;
            words[i] = forms[(seed >> 8) % 15];
        }
        ck_assert_int_eq(
            t2sed_question_new_words(&question, words, count, NULL), 0);
        make_random(question, &seed);
        given = question->words;
        memcpy(mixed, given, count * sizeof *given);
        for (size_t i = 0; i < count; i++) {
            given[i * 7 % count].head = mixed[i].head;
            given[i * 7 % count].relation = mixed[i].relation;
            given[i * 7 % count].tag = mixed[i].tag;
        }
        question->has_dependencies = true;
        ck_assert_int_eq(t2sed_question_derive_constituents(question, NULL), 0);
        check_tree(question);
        t2sed_question_free(question);
    }
}
END_TEST

/* A long chain and a wide fan, of each relation: time and depth are bounded. */
START_TEST(takes_odd_trees)
{
    enum { WORDS = 3000 };
    static const char *words[WORDS];
    const size_t n = t2s_test_stride() > 1 ? 300 : WORDS;
    for (int shape = 0; shape < 4; shape++) {
        t2sed_question *question = NULL;
        const char *relation = relations[_i];
        for (size_t i = 0; i < n; i++)
            words[i] = forms[i % 15];
        ck_assert_int_eq(t2sed_question_new_words(&question, words, n, NULL),
                         0);
        for (size_t i = 0; i < n; i++) {
            t2s_word *word = &question->words[i];
            word->tag = tags[i % 18];
            word->relation = relation;
            word->head = shape & 1
                             ? (int32_t)i - 1
                             : (i == n / 2 ? T2S_HEAD_ROOT : (int32_t)n / 2);
            if (shape == 3)
                word->head = i + 1 == n ? T2S_HEAD_ROOT : (int32_t)i + 1;
        }
        question->has_dependencies = true;
        ck_assert_int_eq(t2sed_question_derive_constituents(question, NULL), 0);
        check_tree(question);
        t2sed_question_free(question);
    }
}
END_TEST

START_TEST(survives_every_failing_allocation)
{
    t2sed_question *question = import(questions[0].parse);
    t2s_test_heap heap = {0, 0, 0};
    t2sed_status status = T2SED_ENOMEM;
    t2sed_question_free(question);
    t2s_test_use_heap(&heap);
    question = import(questions[0].parse);
    for (long at = 1; status == T2SED_ENOMEM; at++) {
        heap.fail_at = heap.asked + at;
        status = t2sed_question_derive_constituents(question, NULL);
        ck_assert(status == T2SED_OK || status == T2SED_ENOMEM);
        ck_assert_int_eq(question->has_constituents, status == T2SED_OK);
    }
    t2sed_question_free(question);
    ck_assert_int_eq(heap.live, 0);
    t2s_test_use_heap(NULL);
}
END_TEST

int main(void)
{
    TCase *derived = tcase_create("constituents");
    tcase_add_loop_test(derived, derives_the_tree, 0, COUNT);
    tcase_add_test(derived, needs_dependencies);
    tcase_add_test(derived, brackets_any_tree);
    tcase_add_loop_test(derived, takes_odd_trees, 0, 36);
    tcase_add_test(derived, survives_every_failing_allocation);
    tcase_set_timeout(derived, 60);
    return t2s_test_run("constituents", &derived, 1);
}
