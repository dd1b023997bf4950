/* Tokenizers: what text becomes, where tokens stand, what files are refused.
 * Parity with `tokenizers` is test/python/test_tokenizer_parity.py's. */
#include "tokenizer_test.h"

START_TEST(wordpiece_pieces_and_offsets)
{
    t2sed_tokenizer *bert = parse(bert_json);
    ck_assert_str_eq(encoded(bert, "How many?", 0),
                     "5@0-3/0-3 6@4-7/4-7 7@7-8/7-8 9@8-9/8-9");
    ck_assert_str_eq(encoded(bert, "unaffable", 0),
                     "13@0-2/0-2 14@2-5/2-5 15@5-9/5-9");
    ck_assert_str_eq(encoded(bert, "", 0), "");
    ck_assert_str_eq(encoded(bert, " \t\n", 0), "");
    /* Accents go, composed or not; offsets are the source's. */
    ck_assert_str_eq(encoded(bert, "Caf\xC3\xA9?", 0), "8@0-5/0-4 9@5-6/4-5");
    ck_assert_str_eq(encoded(bert, "Cafe\xCC\x81?", 0), "8@0-4/0-4 9@6-7/5-6");
    /* Ideographs are words of their own. */
    ck_assert_str_eq(encoded(bert,
                             "a\xE5\xAD\x97"
                             "a",
                             0),
                     "10@0-1/0-1 12@1-4/1-2 10@4-5/2-3");
    t2sed_tokenizer_free(bert);
}
END_TEST

START_TEST(wordpiece_unknown_words)
{
    t2sed_tokenizer *bert = parse(bert_json);
    ck_assert_str_eq(encoded(bert, "howx", 0), "1@0-4/0-4");
    /* 20 characters are pieces, 21 are too long. */
    ck_assert_str_eq(encoded(bert, "manyyyyyyyyyyyyyyyyyy", 0), "1@0-21/0-21");
    ck_assert_str_eq(encoded_n(bert, "manyyyyyyyyyyyyyyyyyy", 4, 0),
                     "6@0-3/0-3 7@3-4/3-4");
    /* NUL characters and the like are cleaned away. */
    ck_assert_str_eq(encoded_n(bert, "h\0ow", 4, 0), "5@0-4/0-4");
    t2sed_tokenizer_free(bert);
}
END_TEST

START_TEST(special_tokens_are_text_unless_asked_for)
{
    t2sed_tokenizer *bert = parse(bert_json);
    ck_assert_str_eq(encoded(bert, "a[SEP]a", 0),
                     "10@0-1/0-1 1@1-2/1-2 1@2-5/2-5 1@5-6/5-6 10@6-7/6-7");
    ck_assert_str_eq(encoded(bert, "a[SEP]a", T2SED_ENCODE_SPECIALS),
                     "10@0-1/0-1 3@1-6/1-6 10@6-7/6-7");
    t2sed_tokenizer_free(bert);
}
END_TEST

START_TEST(byte_level_words_and_offsets)
{
    char *json = bpe_json(false, "");
    t2sed_tokenizer *bpe = parse(json);
    int32_t a = t2s_tokenizer_find(bpe, "\xC4\xA0"
                                        "a");
    ck_assert_int_eq(a, 263);
    ck_assert_str_eq(encoded(bpe, "how a", 0), "262@0-3/0-3 263@3-5/3-5");
    /* The last blank of a run goes with the word behind. */
    ck_assert_str_eq(encoded(bpe, "how   a", 0),
                     "262@0-3/0-3 264@3-5/3-5 263@5-7/5-7");
    /* Parts of a character cover it whole. */
    ck_assert_str_eq(encoded(bpe, "\xC3\xA9", 0), "200@0-2/0-1 174@0-2/0-1");
    t2sed_tokenizer_free(bpe);
    t2sed_free(json);
}
END_TEST

START_TEST(byte_level_prefix_and_trimming)
{
    char *json = bpe_json(true, "\"post_processor\":{\"type\":"
                                "\"RobertaProcessing\",\"sep\":[\"</s>\",2],"
                                "\"cls\":[\"<s>\",0],\"trim_offsets\":true,"
                                "\"add_prefix_space\":true},");
    t2sed_tokenizer *bpe = parse(json);
    ck_assert_str_eq(encoded(bpe, "a a", 0), "263@0-1/0-1 263@2-3/2-3");
    ck_assert_str_eq(encoded(bpe, "\ta", 0),
                     "37@0-0/0-0 14@0-1/0-1 102@1-2/1-2");
    ck_assert_str_eq(encoded(bpe, "a <mask>", T2SED_ENCODE_SPECIALS),
                     "263@0-1/0-1 4@2-8/2-8");
    ck_assert_int_eq(t2sed_tokenizer_special(bpe, T2SED_TOKEN_CLS), 0);
    ck_assert_int_eq(t2sed_tokenizer_special(bpe, T2SED_TOKEN_SEP), 2);
    ck_assert_int_eq(t2sed_tokenizer_special(bpe, T2SED_TOKEN_EOS), 2);
    ck_assert_int_eq(t2sed_tokenizer_special(bpe, T2SED_TOKEN_PAD), 1);
    ck_assert_int_eq(t2sed_tokenizer_special(bpe, T2SED_TOKEN_UNK), 3);
    ck_assert_int_eq(t2sed_tokenizer_special(bpe, T2SED_TOKEN_MASK), 4);
    t2sed_tokenizer_free(bpe);
    t2sed_free(json);
}
END_TEST

START_TEST(vocabulary_access)
{
    t2sed_tokenizer *bert = parse(bert_json);
    ck_assert_uint_eq(t2sed_tokenizer_size(bert), 17);
    ck_assert_str_eq(t2sed_tokenizer_token(bert, 7), "##y");
    ck_assert_ptr_null(t2sed_tokenizer_token(bert, -1));
    ck_assert_ptr_null(t2sed_tokenizer_token(bert, 17));
    ck_assert_int_eq(t2s_tokenizer_find(bert, "cafe"), 8);
    ck_assert_int_eq(t2s_tokenizer_find(bert, "none"), -1);
    ck_assert_int_eq(t2sed_tokenizer_special(bert, T2SED_TOKEN_EOS), -1);
    ck_assert_int_eq(t2sed_tokenizer_special(bert, 99), -1);
    ck_assert_uint_eq(t2sed_tokenizer_size(NULL), 0);
    t2sed_tokenizer_free(bert);
    t2sed_tokenizer_free(NULL);
    t2sed_tokens_free(NULL);
}
END_TEST

START_TEST(bad_text_and_arguments)
{
    t2sed_tokenizer *bert = parse(bert_json);
    t2sed_tokens *tokens;
    t2sed_error err;
    ck_assert_int_eq(t2sed_tokens_new(&tokens, NULL), T2SED_OK);
    ck_assert_int_eq(t2sed_tokenizer_encode(bert, tokens, "how", 0, &err), 0);
    ck_assert_int_eq(t2sed_tokenizer_encode(bert, tokens, "how\xFF", 0, &err),
                     T2SED_EUTF8);
    ck_assert_int_eq(err.offset, 3);
    ck_assert_uint_eq(arrays_of(tokens).count, 0);
    ck_assert_int_eq(
        t2sed_tokenizer_encode(bert, tokens, "\xED\xA0\x80", 0, &err),
        T2SED_EUTF8);
    ck_assert_int_eq(t2sed_tokenizer_encode(bert, tokens, NULL, 0, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokenizer_encode(NULL, tokens, "a", 0, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokenizer_encode(bert, NULL, "a", 0, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokenizer_encode(bert, tokens, "a", 2, &err),
                     T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokenizer_encode_n(bert, tokens, "a",
                                              T2S_TEXT_LIMIT + 1, 0, &err),
                     T2SED_ELIMIT);
    ck_assert_int_eq(t2sed_tokenizer_open(NULL, "x", NULL), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokens_new(NULL, NULL), T2SED_EINVAL);
    t2sed_tokens_free(tokens);
    t2sed_tokenizer_free(bert);
}
END_TEST

START_TEST(no_allocation_once_warm)
{
    char *json = bpe_json(true, "");
    t2sed_tokenizer *tokenizers[2] = {parse(bert_json), parse(json)};
    t2s_test_heap heap = {0, 0, 0};
    t2sed_tokens *tokens;
    size_t n;
    char *text = hostile(&n);
    t2s_test_use_heap(&heap);
    ck_assert_int_eq(t2sed_tokens_new(&tokens, NULL), T2SED_OK);
    for (int round = 0; round < 3; round++) {
        long before = heap.asked;
        for (int i = 0; i < 2; i++)
            ck_assert_int_eq(t2sed_tokenizer_encode_n(tokenizers[i], tokens,
                                                      text, n, 1, NULL),
                             T2SED_OK);
        if (round > 0)
            ck_assert_int_eq(heap.asked, before);
    }
    t2sed_tokens_free(tokens);
    t2s_test_use_heap(NULL);
    ck_assert_int_eq(heap.live, 0);
    for (int i = 0; i < 2; i++)
        t2sed_tokenizer_free(tokenizers[i]);
    t2sed_free(json);
    t2sed_free(text);
}
END_TEST

/* What each description comes to. */
static void refuse(const char *json, t2sed_status status, const char *says)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err = {0};
    ck_assert_msg(t2s_tokenizer_parse_json(&tokenizer, json, strlen(json), NULL,
                                           "test", &err) == status,
                  "%s: %d %s", json, err.code, err.text);
    ck_assert_ptr_null(tokenizer);
    ck_assert_msg(strstr(err.text, says), "%s: \"%s\"", json, err.text);
}

/* A WordPiece tokenizer.json with another vocabulary. */
static void refuse_vocabulary(const char *vocab, t2sed_status status,
                              const char *says)
{
    t2s_string out = {0};
    t2s_string_append_format(
        &out,
        "{\"pre_tokenizer\":{\"type\":\"BertPreTokenizer\"},\"model\":{"
        "\"type\":\"WordPiece\",\"vocab\":%s}}",
        vocab);
    refuse(out.text, status, says);
    t2s_string_free(&out);
}

START_TEST(hostile_json)
{
    refuse("", T2SED_EFORMAT, "not valid JSON");
    refuse("[]", T2SED_EFORMAT, "expected an object");
    refuse("{}", T2SED_EFORMAT, "\"model\" is missing");
    refuse("{\"model\":{\"type\":\"Unigram\"}}", T2SED_EUNSUPPORTED, "Unigram");
    refuse("{\"version\":\"2.0\"}", T2SED_EUNSUPPORTED, "2.0");
    refuse_vocabulary("[]", T2SED_EFORMAT, "\"vocab\" is an array");
    refuse_vocabulary("{}", T2SED_EFORMAT, "empty");
    refuse_vocabulary("{\"\":0}", T2SED_EFORMAT, "empty");
    refuse_vocabulary("{\"a\":0}", T2SED_EFORMAT, "[UNK]");
    refuse_vocabulary("{\"a\":\"0\"}", T2SED_EFORMAT, "no integer");
    refuse_vocabulary("{\"a\":0,\"b\":0}", T2SED_EFORMAT, "two tokens");
    refuse_vocabulary("{\"a\":0,\"b\":2}", T2SED_EFORMAT, "holes");
    refuse_vocabulary("{\"a\":-1}", T2SED_ELIMIT, "has id -1");
    refuse_vocabulary("{\"a\":4000000000}", T2SED_ELIMIT, "4000000000");
    refuse_vocabulary("{\"a\":99999999999999999999}", T2SED_EFORMAT, "JSON");
    refuse_vocabulary("{\"a\":0,\"a\":1}", T2SED_EFORMAT, "JSON");
    refuse("{\"normalizer\":{\"type\":\"NFC\"},\"model\":{\"type\":"
           "\"WordPiece\",\"vocab\":" PIECES "}}",
           T2SED_EUNSUPPORTED, "NFC");
    refuse("{\"model\":{\"type\":\"WordPiece\",\"vocab\":" PIECES "}}",
           T2SED_EUNSUPPORTED, "pre_tokenizer null");
    refuse("{\"added_tokens\":[7],\"model\":{\"type\":\"WordPiece\","
           "\"vocab\":" PIECES "}}",
           T2SED_EFORMAT, "added_tokens");
    refuse("{\"added_tokens\":[{\"id\":0,\"content\":\"how\"}],\"model\":{"
           "\"type\":\"WordPiece\",\"vocab\":" PIECES "}}",
           T2SED_EFORMAT, "two ids");
    refuse("{\"added_tokens\":[{\"id\":17,\"content\":\"x\",\"single_word\":"
           "true}],\"model\":{\"type\":\"WordPiece\",\"vocab\":" PIECES "}}",
           T2SED_EUNSUPPORTED, "single_word");
    refuse("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":"
           "\"BPE\",\"vocab\":{\"a\":0},\"merges\":[]}}",
           T2SED_EFORMAT, "byte 0x00");
    refuse("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":"
           "\"BPE\",\"vocab\":{\"a\":0},\"merges\":[\"a b\"]}}",
           T2SED_EFORMAT, "merge 1: \"b\"");
    refuse("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":"
           "\"BPE\",\"vocab\":{\"a\":0},\"merges\":[\"a a\"]}}",
           T2SED_EFORMAT, "merge 1: \"aa\"");
    refuse("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":"
           "\"BPE\",\"vocab\":{\"a\":0},\"merges\":[\"a  a\"]}}",
           T2SED_EFORMAT, "one blank");
    refuse("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":"
           "\"BPE\",\"vocab\":{\"a\":0},\"merges\":[[\"a\"]]}}",
           T2SED_EFORMAT, "two tokens");
    refuse("{\"pre_tokenizer\":{\"type\":\"ByteLevel\"},\"model\":{\"type\":"
           "\"BPE\",\"byte_fallback\":true,\"vocab\":{\"a\":0},\"merges\":[]}}",
           T2SED_EUNSUPPORTED, "byte_fallback");
}
END_TEST

int main(void)
{
    TCase *encoding = tcase_create("encoding");
    tcase_add_test(encoding, wordpiece_pieces_and_offsets);
    tcase_add_test(encoding, wordpiece_unknown_words);
    tcase_add_test(encoding, special_tokens_are_text_unless_asked_for);
    tcase_add_test(encoding, byte_level_words_and_offsets);
    tcase_add_test(encoding, byte_level_prefix_and_trimming);
    tcase_add_test(encoding, vocabulary_access);
    tcase_add_test(encoding, bad_text_and_arguments);
    tcase_add_test(encoding, no_allocation_once_warm);
    tcase_add_test(encoding, hostile_json);
    return t2s_test_run("tokenizer", &encoding, 1);
}
