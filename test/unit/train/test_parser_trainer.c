/* The parser's trainer before it runs: treebanks, changes at random,
 * vocabulary, first weights, batches. */
#include "parser_trainer_test.h"

#include <math.h>
#include <string.h>

#include "base/file.h"

START_TEST(reads_treebanks)
{
    t2sed_parser_trainer *trainer = open_with_bank(1);
    const bank *b = &trainer->banks[T2SED_TRAIN];
    const bank_word *word;
    t2sed_error err;
    ck_assert_uint_eq(b->sentences.count, BANK_SENTENCES);
    ck_assert_uint_eq(b->words.count, BANK_WORDS);
    ck_assert_uint_eq(b->sentences.at[1].count, 4); /* 's is a word */
    ck_assert_int_eq(t2s_bank_settle_labels(trainer, &err), T2SED_OK);
    word = &b->words.at[b->sentences.at[1].first + 1];
    ck_assert_mem_eq(word->form, "singer", word->length);
    ck_assert_int_eq(word->head, 4);
    ck_assert_int_eq(trainer->tags.entries[0].value, 2); /* ADJ ADP ADV */
    ck_assert_int_eq(t2s_map_get(&trainer->tags, "ADV", 3, -9), 2);
    /* What the dev sentences alone have is no label. */
    ck_assert_int_eq(t2s_map_get(&trainer->tags, "INTJ", 4, -9), -1);
    ck_assert_int_eq(trainer->banks[T2SED_DEV].words.at[3].tag, -1);
    ck_assert_int_eq(trainer->banks[T2SED_DEV].words.at[3].relation, -1);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

static const struct {
    const char *text;
    t2sed_status status;
    const char *says;
} bad_banks[] = {
    {"", T2SED_EEMPTY, "no sentence"},
    {"# only a comment\n\n", T2SED_EEMPTY, "no sentence"},
    {"1\ta\t_\tX\t_\t_\t0\troot\n\n2\tb\t_\tX\t_\t_\t0\troot\n", T2SED_EFORMAT,
     "line 3"},
    {"1\ta\t_\tX\t_\t_\t7\troot\t_\t_\n", T2SED_EFORMAT, "head 7"},
    {"1\ta\t_\tX\t_\t_\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n",
     T2SED_EFORMAT, "0 roots"},
    {"1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t3\tdep\t_\t_\n"
     "3\tb\t_\tX\t_\t_\t2\tdep\t_\t_\n",
     T2SED_EFORMAT, "cycle"},
    {"1\ta\t_\tX\t_\t_\tzero\troot\t_\t_\n", T2SED_EFORMAT, "column 7"},
    {"1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n", T2SED_EFORMAT, "column 4"},
    {"1\ta\t_\tX\t_\t_\t0\t_\t_\t_\n", T2SED_EFORMAT, "column 8"},
    {"1\ta\t_\tX\t_\t_\t0\tro ot\t_\t_\n", T2SED_EFORMAT, "column 8"},
    {"1\ta\n", T2SED_EFORMAT, "columns"},
    {"1\ta\xff\t_\tX\t_\t_\t0\troot\t_\t_\n", T2SED_EUTF8, "CoNLL-U"},
    {"1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n",
     T2SED_EFORMAT, "multiword"},
};

START_TEST(refuses_bad_treebanks)
{
    t2sed_parser_trainer *trainer = open_trainer(1);
    const char *text = bad_banks[_i].text;
    size_t added = 77;
    t2sed_error err;
    add(trainer, T2SED_TRAIN, bank_text);
    ck_assert_int_eq(t2sed_parser_trainer_add(trainer, T2SED_TRAIN, text,
                                              strlen(text), &added, &err),
                     bad_banks[_i].status);
    ck_assert_msg(strstr(err.text, bad_banks[_i].says) != NULL, "%s", err.text);
    ck_assert_uint_eq(added, 77);
    ck_assert_uint_eq(trainer->banks[T2SED_TRAIN].words.count, BANK_WORDS);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(takes_a_bad_treebank_back)
{
    /* Its first sentence is good, and has labels of its own. */
    static const char text[] = "1\ta\t_\tSYM\t_\t_\t0\troot\t_\t_\n\n"
                               "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
    t2sed_parser_trainer *trainer = open_with_bank(1);
    t2sed_error err;
    ck_assert_int_eq(t2sed_parser_trainer_add(trainer, T2SED_TRAIN, text,
                                              sizeof text - 1, NULL, &err),
                     T2SED_EFORMAT);
    ck_assert_int_eq(t2s_bank_settle_labels(trainer, &err), T2SED_OK);
    ck_assert_uint_eq(trainer->banks[T2SED_TRAIN].sentences.count,
                      BANK_SENTENCES);
    ck_assert_int_eq(t2s_map_get(&trainer->tags, "SYM", 3, -9), -1);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(refuses_what_it_cannot_do)
{
    t2sed_parser_train_options options;
    t2sed_parser_trainer *trainer = NULL;
    t2sed_error err;
    bank_options(&options);
    options.backend = T2S_FAKE_BACKEND_PATH;
    ck_assert_int_eq(
        t2sed_parser_trainer_open(&trainer, "/nowhere", &options, &err),
        T2SED_ENOTFOUND);
    options.layers = 1;
    ck_assert_int_eq(t2sed_parser_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_nonnull(strstr(err.text, "layers"));
    options.layers = 2;
    options.precision = T2SED_FP16;
    ck_assert_int_eq(t2sed_parser_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EINVAL);
    options.precision = T2SED_FP32;
    options.struct_size = 8;
    ck_assert_int_eq(t2sed_parser_trainer_open(&trainer, dir, &options, &err),
                     T2SED_EINVAL);
    ck_assert_ptr_null(trainer);
    trainer = open_trainer(1);
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_EEMPTY);
    ck_assert_int_eq(t2sed_parser_trainer_save(trainer, out, T2SED_FP32, &err),
                     T2SED_ESTATE);
    ck_assert_int_eq(t2sed_parser_trainer_add(trainer, 2, "", 0, NULL, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_parser_trainer_add_file(trainer, T2SED_TRAIN,
                                                   "/nowhere", NULL, &err),
                     T2SED_ENOTFOUND);
    ck_assert_int_eq(t2sed_parser_trainer_resume(trainer, "/nowhere", &err),
                     T2SED_ENOTFOUND);
    t2sed_parser_trainer_free(trainer);
    t2sed_parser_trainer_free(NULL);
}
END_TEST

START_TEST(wants_an_encoder_that_fits)
{
    t2sed_parser_trainer *trainer;
    char path[T2S_TINY_PATH + 32];
    t2sed_error err;
    trainer = open_with_bank(1);
    trainer->options.fixed_size = BANK_EMBEDDING + 1;
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_EMISMATCH);
    /* It failed and stays so. */
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_ESTATE);
    t2sed_parser_trainer_free(trainer);
    snprintf(path, sizeof path, "%s/model.safetensors", dir);
    remove(path);
    trainer = open_with_bank(1);
    ck_assert_int_eq(t2sed_parser_trainer_run(trainer, NULL, NULL, &err),
                     T2SED_ENOTFOUND);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(finds_principal_components)
{
    /* Points on a line through (1, 2, 2), with a little of (2, 1, -2). */
    enum { N = 40 };
    float x[3 * N], y[2 * N];
    double sums[3] = {0, 0, 0};
    for (int i = 0; i < N; i++) {
        float a = (float)(i - 12), b = i % 2 ? 0.5f : -0.5f;
        x[3 * i] = 5 + a + 2 * b;
        x[3 * i + 1] = 2 * a + b;
        x[3 * i + 2] = 2 * a - 2 * b;
    }
    ck_assert(t2s_principal(y, 2, x, N, 3));
    for (int i = 0; i < N; i++) {
        sums[0] += (double)y[2 * i];
        sums[1] += (double)y[2 * i] * (double)y[2 * i + 1];
        sums[2] += (double)y[2 * i] * (double)y[2 * i] +
                   (double)y[2 * i + 1] * (double)y[2 * i + 1];
    }
    ck_assert_double_lt(fabs(sums[0]), 1e-3);
    ck_assert_double_lt(fabs(sums[1]), 1e-3);
    ck_assert_double_lt(fabs(sums[2] / (2 * N) - 1), 1e-4);
    /* The first grows with a, by equal steps but for the mean of b. */
    ck_assert(y[2] > y[0]);
    ck_assert_float_eq_tol(y[4] - y[0], y[8] - y[4], 1e-4f);
    /* The second is b. */
    ck_assert_float_eq_tol(y[1], y[5], 1e-3f);
    ck_assert(y[1] * y[3] < 0);
}
END_TEST

START_TEST(takes_degenerate_points)
{
    float x[12] = {0}, y[4];
    ck_assert(t2s_principal(y, 1, x, 4, 3));
    for (int i = 0; i < 4; i++)
        ck_assert_float_eq(y[i], 0);
}
END_TEST

START_TEST(chooses_words)
{
    t2sed_parser_trainer *trainer = open_with_bank(1);
    float *vectors = NULL;
    double length = 0;
    t2sed_error err;
    ck_assert_int_eq(t2s_parser_choose_words(trainer, &vectors, &err),
                     T2SED_OK);
    /* Most frequent first, then the one that came first. */
    ck_assert_str_eq(trainer->words.entries[0].key, "singers");
    ck_assert_str_eq(trainer->words.entries[1].key, "from");
    ck_assert_str_eq(trainer->words.entries[2].key, "show");
    ck_assert_int_eq(t2s_map_get(&trainer->words, "0000", 4, 0), 7);
    /* The encoder's come behind, but no pieces of words. */
    ck_assert_int_ge(t2s_map_get(&trainer->words, "stadium", 7, 0),
                     trainer->trained_words);
    ck_assert_int_eq(t2s_map_get(&trainer->words, "er", 2, 0), 0);
    ck_assert_int_eq(t2s_map_get(&trainer->words, "s", 1, 0), 0);
    for (int i = 0; i < 4; i++) {
        ck_assert_float_eq(vectors[i], 0);
        length += (double)vectors[4 + i] * (double)vectors[4 + i];
    }
    ck_assert_double_gt(length, 0.01);
    ck_assert_uint_gt(trainer->names.count, 5);
    t2s_free(vectors);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(begins_with_orthogonal_squares)
{
    t2sed_parser_trainer *trainer = open_with_bank(1);
    t2s_parser_weights fresh = {0};
    float *vectors = NULL;
    const float *square = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2s_bank_settle_labels(trainer, &err), T2SED_OK);
    ck_assert_int_eq(t2s_parser_choose_words(trainer, &vectors, &err),
                     T2SED_OK);
    ck_assert_int_eq(t2s_parser_fresh_weights(&fresh, trainer, vectors, &err),
                     T2SED_OK);
    for (size_t i = 0; i < fresh.tensors.count; i++)
        if (strcmp(fresh.tensors.at[i].name, "lstm.1.weight_hh_l0") == 0)
            square = fresh.tensors.at[i].data;
    ck_assert_ptr_nonnull(square);
    square += 8 * 8; /* the second gate's */
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            float dot = 0;
            for (int k = 0; k < 8; k++)
                dot += square[8 * i + k] * square[8 * j + k];
            ck_assert_float_eq_tol(dot, i == j ? 1.0f : 0.0f, 1e-5f);
        }
    t2s_free(vectors);
    t2s_parser_weights_free(&fresh);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

/* One root, heads within the sentence, no cycle, words that are UTF-8. */
static void check_tree(const bank *b, bank_sentence s)
{
    int roots = 0;
    for (uint32_t i = 0; i < s.count; i++) {
        const bank_word *word = &b->words.at[s.first + i];
        uint32_t steps = 0, at = i;
        ck_assert_int_ge(word->head, 0);
        ck_assert_int_le(word->head, (int32_t)s.count);
        ck_assert_uint_gt(word->length, 0);
        ck_assert_int_eq(t2s_utf8_check(word->form, word->length, "form", NULL),
                         T2SED_OK);
        roots += word->head == 0;
        for (; b->words.at[s.first + at].head; steps++) {
            at = (uint32_t)b->words.at[s.first + at].head - 1;
            ck_assert_uint_lt(steps, s.count);
        }
    }
    ck_assert_int_eq(roots, 1);
}

/* Whether a word of an epoch's sentences is one of the original's. */
static bool has_form(const parser_epoch *epoch, const char *form)
{
    const bank *b = &epoch->sentences;
    for (size_t i = 0; i < b->words.count; i++)
        if (b->words.at[i].length == strlen(form) &&
            memcmp(b->words.at[i].form, form, strlen(form)) == 0)
            return true;
    return false;
}

START_TEST(changes_sentences_but_not_their_trees)
{
    static const char *const wanted[] = {"SINGERS", "how", "How",    "``",
                                         "''",      "?",   "Singers"};
    t2sed_parser_trainer *trainer = open_with_bank(1);
    bool seen[8] = {false};
    size_t lengths[3] = {0};
    float *vectors = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2s_bank_settle_labels(trainer, &err), T2SED_OK);
    ck_assert_int_eq(t2s_parser_choose_words(trainer, &vectors, &err),
                     T2SED_OK);
    for (int64_t n = 0; n < 300; n++) {
        const bank *b = &trainer->epoch.sentences;
        ck_assert_int_eq(t2s_parser_make_epoch(trainer, n, &err), T2SED_OK);
        ck_assert_uint_eq(b->sentences.count, BANK_SENTENCES);
        for (size_t i = 0; i < b->sentences.count; i++)
            check_tree(b, b->sentences.at[i]);
        for (int i = 0; i < 7; i++)
            seen[i] |= has_form(&trainer->epoch, wanted[i]);
        for (size_t i = 0; i < b->words.count; i++)
            seen[7] |=
                memchr(b->words.at[i].form, '_', b->words.at[i].length) != NULL;
        lengths[0] += b->sentences.at[0].count == 5; /* sign taken */
        lengths[1] += b->sentences.at[3].count == 7; /* sign put */
        lengths[2] += b->sentences.at[2].count >= 8; /* quoted */
    }
    for (int i = 0; i < 8; i++)
        ck_assert_msg(seen[i], "%s", i < 7 ? wanted[i] : "no identifier");
    for (int i = 0; i < 3; i++)
        ck_assert_uint_gt(lengths[i], 3);
    ck_assert_uint_lt(lengths[0], 150);
    t2s_free(vectors);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

START_TEST(an_epoch_depends_on_its_number_alone)
{
    t2sed_parser_trainer *a = open_with_bank(9), *b = open_with_bank(9);
    t2sed_error err;
    ck_assert_int_eq(t2s_bank_settle_labels(a, &err), T2SED_OK);
    ck_assert_int_eq(t2s_bank_settle_labels(b, &err), T2SED_OK);
    for (int64_t n = 0; n < 4; n++)
        ck_assert_int_eq(t2s_parser_make_epoch(a, n, &err), T2SED_OK);
    ck_assert_int_eq(t2s_parser_make_epoch(b, 3, &err), T2SED_OK);
    ck_assert_uint_eq(a->epoch.groups.count, b->epoch.groups.count);
    ck_assert_uint_eq(a->epoch.sentences.words.count,
                      b->epoch.sentences.words.count);
    ck_assert_mem_eq(a->epoch.order.at, b->epoch.order.at,
                     BANK_SENTENCES * sizeof(uint32_t));
    for (size_t i = 0; i < a->epoch.sentences.words.count; i++) {
        const bank_word *x = &a->epoch.sentences.words.at[i];
        const bank_word *y = &b->epoch.sentences.words.at[i];
        ck_assert_uint_eq(x->length, y->length);
        ck_assert_mem_eq(x->form, y->form, x->length);
        ck_assert_int_eq(x->head, y->head);
    }
    t2sed_parser_trainer_free(a);
    t2sed_parser_trainer_free(b);
}
END_TEST

START_TEST(groups_by_length)
{
    t2sed_parser_trainer *trainer = open_with_bank(1);
    parser_epoch *epoch = &trainer->epoch;
    uint32_t seen = 0;
    t2sed_error err;
    trainer->options.augment = 0;
    trainer->options.batch_words = 12;
    trainer->options.max_words = 4;
    ck_assert_int_eq(t2s_parser_make_epoch(trainer, 0, &err), T2SED_OK);
    ck_assert_uint_eq(epoch->order.count, 3); /* of 4, 4 and 2 words */
    ck_assert_uint_eq(epoch->groups.count, 2);
    for (size_t g = 0; g < 2; g++) {
        parser_group group = epoch->groups.at[g];
        for (uint32_t i = 0; i < group.count; i++) {
            uint32_t at = epoch->order.at[group.first + i];
            ck_assert_uint_eq(epoch->sentences.sentences.at[at].count,
                              group.count == 2 ? 4 : 2);
            seen |= 1u << at;
        }
    }
    ck_assert_uint_eq(seen, 7);
    trainer->options.max_words = 1;
    ck_assert_int_eq(t2s_parser_make_epoch(trainer, 0, &err), T2SED_EEMPTY);
    t2sed_parser_trainer_free(trainer);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("treebanks");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, reads_treebanks);
    tcase_add_loop_test(tests, refuses_bad_treebanks, 0,
                        sizeof bad_banks / sizeof bad_banks[0]);
    tcase_add_test(tests, takes_a_bad_treebank_back);
    tcase_add_test(tests, refuses_what_it_cannot_do);
    tcase_add_test(tests, wants_an_encoder_that_fits);
    tcase_add_test(tests, finds_principal_components);
    tcase_add_test(tests, takes_degenerate_points);
    tcase_add_test(tests, chooses_words);
    tcase_add_test(tests, begins_with_orthogonal_squares);
    tcase_add_test(tests, changes_sentences_but_not_their_trees);
    tcase_add_test(tests, an_epoch_depends_on_its_number_alone);
    tcase_add_test(tests, groups_by_length);
    return t2s_test_run("parser trainer", &tests, 1);
}
