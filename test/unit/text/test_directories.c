/* Tokenizers from directories, pruned and written; threads and memory. */
#include "interrupt_test.h"
#include "tokenizer_test.h"

/* A directory with the files of one test. */
static char home[] = "/tmp/t2sed-text-XXXXXX";

static void make_home(void)
{
    strcpy(home + sizeof home - 7, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(home));
}

static const char *const file_names[] = {"tokenizer.json",
                                         "vocab.json",
                                         "merges.txt",
                                         "vocab.txt",
                                         "tokenizer_config.json",
                                         "special_tokens_map.json",
                                         "keep.txt"};

static void remove_home(void)
{
    for (size_t i = 0; i < sizeof file_names / sizeof *file_names; i++) {
        char *path = t2s_path_join(home, file_names[i]);
        unlink(path);
        t2s_free(path);
    }
    rmdir(home);
}

static void put_file(const char *name, const char *text)
{
    char *path = t2s_path_join(home, name);
    ck_assert_int_eq(t2s_save_file(path, text, strlen(text), NULL), T2SED_OK);
    t2s_free(path);
}

static void refuse_home(t2sed_status status, const char *says)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err = {0};
    ck_assert_msg(t2sed_tokenizer_open(&tokenizer, home, &err) == status,
                  "%d %s", err.code, err.text);
    ck_assert_ptr_null(tokenizer);
    ck_assert_msg(strstr(err.text, says), "\"%s\"", err.text);
}

START_TEST(directories_with_vocab_txt)
{
    t2sed_tokenizer *tokenizer;
    t2sed_error err;
    refuse_home(T2SED_ENOTFOUND, "no tokenizer");
    put_file("vocab.txt", "[UNK]\r\n[CLS]\r\nHow\r\nhow\r\n##s \r\n[X]\r\n");
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, &err), T2SED_OK);
    ck_assert_str_eq(encoded(tokenizer, "Hows", 0), "3@0-3/0-3 4@3-4/3-4");
    ck_assert_int_eq(t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_CLS), 1);
    ck_assert_str_eq(encoded(tokenizer, "[CLS]", 1), "1@0-5/0-5");
    t2sed_tokenizer_free(tokenizer);
    put_file("tokenizer_config.json",
             "{\"do_lower_case\":false,\"cls_token\":{\"content\":\"[X]\"},"
             "\"model_max_length\":1000000000000000019884624838656}");
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, &err), T2SED_OK);
    ck_assert_str_eq(encoded(tokenizer, "Hows", 0), "2@0-3/0-3 4@3-4/3-4");
    ck_assert_int_eq(t2sed_tokenizer_special(tokenizer, T2SED_TOKEN_CLS), 5);
    t2sed_tokenizer_free(tokenizer);
    put_file("tokenizer_config.json", "{\"do_lower_case\":3}");
    refuse_home(T2SED_EFORMAT, "do_lower_case");
    put_file("tokenizer_config.json", "{\"do_basic_tokenize\":false}");
    refuse_home(T2SED_EUNSUPPORTED, "do_basic_tokenize");
    put_file("tokenizer_config.json", "[]");
    refuse_home(T2SED_EFORMAT, "expected an object");
    put_file("tokenizer_config.json", "{}");
    put_file("vocab.txt", "[UNK]\nhow\nhow\n");
    refuse_home(T2SED_EFORMAT, "line 3");
    put_file("vocab.txt", "[UNK]\n\nhow\n");
    refuse_home(T2SED_EFORMAT, "empty");
    put_file("vocab.txt", "[UNK]\n\xFFhow\n");
    refuse_home(T2SED_EUTF8, "vocab.txt");
    put_file("vocab.txt", "how\n");
    refuse_home(T2SED_EFORMAT, "[UNK]");
    put_file("vocab.txt", "");
    refuse_home(T2SED_EFORMAT, "empty");
}
END_TEST

START_TEST(directories_with_merges)
{
    t2sed_tokenizer *tokenizer;
    t2sed_error err;
    char *json = bpe_json(false, "");
    char *vocab = strstr(json, "{\"<s>\"");
    char *end = strstr(vocab, "},\"merges\"");
    end[1] = '\0';
    put_file("vocab.json", vocab);
    refuse_home(T2SED_ENOTFOUND, "merges.txt is missing");
    put_file("merges.txt", "#version: 0.2\nh o\nho w\n");
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, &err), T2SED_OK);
    ck_assert_str_eq(encoded(tokenizer, "how <mask>", 1),
                     "262@0-3/0-3 4@4-10/4-10");
    t2sed_tokenizer_free(tokenizer);
    put_file("tokenizer_config.json",
             "{\"add_prefix_space\":true,\"trim_offsets\":false}");
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, &err), T2SED_OK);
    ck_assert_str_eq(encoded(tokenizer, "how <mask>", 1),
                     "37@0-1/0-1 262@0-3/0-3 4@3-10/3-10");
    t2sed_tokenizer_free(tokenizer);
    put_file("merges.txt", "#version: 0.2\nh o\nho x\n");
    refuse_home(T2SED_EFORMAT, "merge 2: \"hox\"");
    put_file("merges.txt", "h\n");
    refuse_home(T2SED_EFORMAT, "merge 1");
    put_file("merges.txt", "h o\n\xC3\n");
    refuse_home(T2SED_EUTF8, "merges.txt");
    put_file("vocab.json", "[]");
    refuse_home(T2SED_EFORMAT, "no object");
    t2sed_free(json);
}
END_TEST

START_TEST(missing_directories_and_files)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err;
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, "/nowhere", &err),
                     T2SED_ENOTFOUND);
    put_file("tokenizer.json", "{\"model\":");
    refuse_home(T2SED_EFORMAT, "tokenizer.json");
    put_file("tokenizer.json", bert_json);
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, &err), T2SED_OK);
    t2sed_tokenizer_free(tokenizer);
}
END_TEST

/* Keeps the tokens of `line` and what is needed, writes, reads again; checks
 * that texts made of kept tokens have the same tokens. */
static void prune(const t2sed_tokenizer *tokenizer, const char *line,
                  size_t expected, const char *text)
{
    size_t size = t2sed_tokenizer_size(tokenizer), stay = 0;
    bool *kept = t2s_zalloc(size);
    char path[200];
    int32_t *ids = t2s_alloc_array(size, sizeof *ids);
    t2sed_tokenizer *smaller;
    t2sed_tokens *before, *after;
    t2sed_error err;
    ck_assert_int_eq(t2s_tokenizer_write_kept(tokenizer, kept, home, &err),
                     T2SED_EINVAL);
    t2s_free(kept);
    put_file("keep.txt", line);
    snprintf(path, sizeof path, "%s/keep.txt", home);
    ck_assert_int_eq(t2s_prune(&kept, tokenizer, path, 0, &err), T2SED_OK);
    for (size_t id = 0; id < size; id++)
        ids[id] = kept[id] ? (int32_t)stay++ : -1;
    ck_assert_uint_eq(stay, expected);
    ck_assert_msg(t2s_tokenizer_write_kept(tokenizer, kept, home, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    ck_assert_msg(t2sed_tokenizer_open(&smaller, home, &err) == T2SED_OK, "%s",
                  err.text);
    ck_assert_uint_eq(t2sed_tokenizer_size(smaller), stay);
    for (int role = 0; role < T2S_ROLE_COUNT; role++) {
        int32_t old = t2sed_tokenizer_special(tokenizer, role);
        ck_assert_int_eq(t2sed_tokenizer_special(smaller, role),
                         old < 0 ? -1 : ids[old]);
    }
    t2sed_tokens_new(&before, NULL);
    t2sed_tokens_new(&after, NULL);
    t2sed_tokenizer_encode(tokenizer, before, text, 0, NULL);
    t2sed_tokenizer_encode(smaller, after, text, 0, NULL);
    ck_assert_uint_gt(arrays_of(before).count, 0);
    ck_assert_uint_eq(arrays_of(before).count, arrays_of(after).count);
    for (size_t i = 0; i < arrays_of(after).count; i++)
        ck_assert_int_eq(ids[arrays_of(before).ids[i]],
                         arrays_of(after).ids[i]);
    t2sed_tokens_free(before);
    t2sed_tokens_free(after);
    t2sed_tokenizer_free(smaller);
    t2s_free(ids);
    t2s_free(kept);
}

START_TEST(pruned_vocabularies)
{
    char *json = bpe_json(true, "\"post_processor\":{\"type\":\"ByteLevel\","
                                "\"trim_offsets\":true},");
    t2sed_tokenizer *bert = parse(bert_json), *bpe = parse(json), *whole;
    /* 5 with a role, 6 single characters, and the three. */
    prune(bert, "unaffable", 14, "a unaffable a?");
    /* 5 with a role, 256 bytes, ho, how. */
    prune(bpe, "how", 263, "\thow? how");
    ck_assert_int_eq(t2s_tokenizer_write_kept(bpe, NULL, home, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_tokenizer_open(&whole, home, NULL), T2SED_OK);
    ck_assert_uint_eq(t2sed_tokenizer_size(whole), 265);
    t2sed_tokenizer_free(whole);
    ck_assert_int_eq(t2s_tokenizer_write_kept(bpe, NULL, "/nowhere", NULL),
                     T2SED_ENOTFOUND);
    t2sed_tokenizer_free(bert);
    t2sed_tokenizer_free(bpe);
    t2sed_free(json);
}
END_TEST

/* One tokenizer, several threads, each with tokens of its own. */
static void *encode_often(void *payload)
{
    t2sed_tokens *tokens;
    size_t n, count = 0;
    char *text = hostile(&n);
    t2sed_tokens_new(&tokens, NULL);
    for (int i = 0; i < 3; i++) {
        t2sed_tokenizer_encode_n(payload, tokens, text, n, 0, NULL);
        count += arrays_of(tokens).count;
    }
    t2sed_tokens_free(tokens);
    t2s_free(text);
    return (void *)(uintptr_t)count;
}

START_TEST(threads_share_a_tokenizer)
{
    char *json = bpe_json(true, "");
    t2sed_tokenizer *tokenizer = parse(json);
    pthread_t threads[4];
    void *counts[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, encode_often, tokenizer);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &counts[i]);
        ck_assert_ptr_eq(counts[i], counts[0]);
    }
    ck_assert_ptr_nonnull(counts[0]);
    t2sed_tokenizer_free(tokenizer);
    t2sed_free(json);
}
END_TEST

/* The library's own allocations: jansson can't be failed in turn, it crashes
 * (2.14 writes past a string that it could not make longer). */
static t2sed_status open_and_encode(void *directory)
{
    t2sed_tokenizer *tokenizer;
    t2sed_tokens *tokens;
    t2sed_status status = t2sed_tokenizer_open(&tokenizer, directory, NULL);
    if (status != T2SED_OK)
        return status;
    status = t2sed_tokens_new(&tokens, NULL);
    if (status == T2SED_OK) {
        status = t2sed_tokenizer_encode(
            tokenizer, tokens, "[CLS]\xC4\xB0 caf\xC3\xA9 \xE5\xAD\x97 how", 1,
            NULL);
        t2sed_tokens_free(tokens);
    }
    t2sed_tokenizer_free(tokenizer);
    return status;
}

START_TEST(every_allocation_fails_once)
{
    put_file("vocab.txt", "[UNK]\n[CLS]\n##s\nhow\n##ow\n");
    put_file("tokenizer_config.json",
             "{\"do_lower_case\":true,\"strip_accents\":false}");
    t2s_test_every_allocation(open_and_encode, home);
    put_file("tokenizer_config.json", "{}");
    t2s_test_every_allocation(open_and_encode, home);
    put_file("tokenizer.json", bert_json);
    t2s_test_every_allocation(open_and_encode, home);
}
END_TEST

START_TEST(the_host_may_end_it)
{
    put_file("vocab.txt", "[UNK]\n[CLS]\n##s\nhow\n##ow\n");
    put_file("tokenizer_config.json",
             "{\"do_lower_case\":true,\"strip_accents\":false}");
    t2s_test_every_interrupt(open_and_encode, home, 1);
    put_file("tokenizer_config.json", "{}");
    t2s_test_every_interrupt(open_and_encode, home, 1);
    put_file("tokenizer.json", bert_json);
    t2s_test_every_interrupt(open_and_encode, home, 1);
}
END_TEST

static t2sed_status write_all(void *tokenizer)
{
    return t2s_tokenizer_write_kept(tokenizer, NULL, home, NULL);
}

START_TEST(every_allocation_of_bpe_fails_once)
{
    t2sed_tokenizer *tokenizer;
    char *json = bpe_json(true, "");
    char *vocab = strstr(json, "{\"<s>\"");
    char *end = strstr(vocab, "},\"merges\"");
    end[1] = '\0';
    put_file("vocab.json", vocab);
    put_file("merges.txt", "h o\nho w\n");
    t2s_test_every_allocation(open_and_encode, home);
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, NULL), T2SED_OK);
    t2s_test_every_allocation(write_all, tokenizer);
    t2sed_tokenizer_free(tokenizer);
    t2sed_free(json);
}
END_TEST

START_TEST(the_host_may_end_bpe)
{
    char *json = bpe_json(true, "");
    char *vocab = strstr(json, "{\"<s>\"");
    char *end = strstr(vocab, "},\"merges\"");
    end[1] = '\0';
    put_file("vocab.json", vocab);
    put_file("merges.txt", "h o\nho w\n");
    t2s_test_every_interrupt(open_and_encode, home, 1);
    t2sed_free(json);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("directories");
    tcase_add_checked_fixture(tests, make_home, remove_home);
    tcase_add_test(tests, threads_share_a_tokenizer);
    tcase_add_test(tests, directories_with_vocab_txt);
    tcase_add_test(tests, directories_with_merges);
    tcase_add_test(tests, missing_directories_and_files);
    tcase_add_test(tests, pruned_vocabularies);
    tcase_add_test(tests, every_allocation_fails_once);
    tcase_add_test(tests, the_host_may_end_it);
    tcase_add_test(tests, every_allocation_of_bpe_fails_once);
    tcase_add_test(tests, the_host_may_end_bpe);
    return t2s_test_run("text/directories", &tests, 1);
}
