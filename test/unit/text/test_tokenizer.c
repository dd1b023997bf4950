/* Tokenizers: what text becomes, where tokens stand, what files are refused.
 * Parity with `tokenizers` is test/python/test_tokenizer_parity.py's. */
#include "t2s_test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/save.h"
#include "base/string.h"
#include "base/utf8.h"
#include "t2sed.h"
#include "text/tokenizer.h"
#include "text/write.h"

#define PIECES                                                                 \
    "{\"[PAD]\":0,\"[UNK]\":1,\"[CLS]\":2,\"[SEP]\":3,\"[MASK]\":4,\"how\":5," \
    "\"man\":6,\"##y\":7,\"cafe\":8,\"?\":9,\"a\":10,\"##a\":11,"              \
    "\"\xE5\xAD\x97\":12,"                                                     \
    "\"un\":13,\"##aff\":14,\"##able\":15,\"y\":16}"

static const char bert_json[] =
    "{\"version\":\"1.0\",\"added_tokens\":[{\"id\":3,\"content\":\"[SEP]\","
    "\"special\":true}],\"normalizer\":{\"type\":\"BertNormalizer\","
    "\"clean_text\":true,\"handle_chinese_chars\":true,\"strip_accents\":null,"
    "\"lowercase\":true},\"pre_tokenizer\":{\"type\":\"BertPreTokenizer\"},"
    "\"model\":{\"type\":\"WordPiece\",\"unk_token\":\"[UNK]\","
    "\"max_input_chars_per_word\":20,\"vocab\":" PIECES "}}";

/* A byte-level tokenizer.json: all bytes, five special tokens, some merges.
 * extra goes between the pre-tokenizer and the model. */
static char *bpe_json(bool prefix, const char *extra)
{
    static const char *const merges[][2] = {
        {"h", "o"}, {"ho", "w"}, {"\xC4\xA0", "a"}, {"\xC4\xA0", "\xC4\xA0"}};
    t2s_string out = {0};
    int id = 0;
    t2s_string_append_format(
        &out,
        "{\"added_tokens\":[{\"id\":4,\"content\":\"<mask>\",\"special\":true,"
        "\"lstrip\":true}],\"pre_tokenizer\":{\"type\":\"ByteLevel\","
        "\"add_prefix_space\":%s},%s\"model\":{\"type\":\"BPE\",\"vocab\":{"
        "\"<s>\":0,\"<pad>\":1,\"</s>\":2,\"<unk>\":3,\"<mask>\":4",
        prefix ? "true" : "false", extra);
    for (id = 0; id < 256; id++) {
        char text[5] = {0};
        t2s_utf8_encode(t2s_byte_char((unsigned)id), text);
        t2s_string_append(&out, ",");
        t2s_string_append_json(&out, text, strlen(text));
        t2s_string_append_format(&out, ":%d", id + 5);
    }
    for (int i = 0; i < 4; i++)
        t2s_string_append_format(&out, ",\"%s%s\":%d", merges[i][0],
                                 merges[i][1], 261 + i);
    t2s_string_append(&out, "},\"merges\":[\"h o\"");
    for (int i = 1; i < 4; i++)
        t2s_string_append_format(&out, ",[\"%s\",\"%s\"]", merges[i][0],
                                 merges[i][1]);
    t2s_string_append(&out, "]}}");
    return t2s_string_take(&out, NULL);
}

static t2sed_tokenizer *parse(const char *text)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err;
    t2sed_status status = t2s_tokenizer_parse_json(
        &tokenizer, text, strlen(text), NULL, "test", &err);
    ck_assert_msg(status == T2SED_OK, "%s", err.text);
    return tokenizer;
}

/* Encodes and prints as "id@byte-byte/char-char ...". */
static const char *encoded_n(const t2sed_tokenizer *tokenizer, const char *text,
                             size_t n, int flags)
{
    static char line[4000];
    t2sed_tokens *tokens;
    t2sed_error err;
    size_t at = 0;
    ck_assert_int_eq(t2sed_tokens_new(&tokens, &err), T2SED_OK);
    ck_assert_msg(t2sed_tokenizer_encode_n(tokenizer, tokens, text, n, flags,
                                           &err) == T2SED_OK,
                  "%s", err.text);
    line[0] = '\0';
    for (size_t i = 0; i < t2sed_tokens_count(tokens); i++)
        at += (size_t)snprintf(line + at, sizeof line - at, "%s%d@%u-%u/%u-%u",
                               i ? " " : "", (int)t2sed_tokens_ids(tokens)[i],
                               (unsigned)t2sed_tokens_byte_begins(tokens)[i],
                               (unsigned)t2sed_tokens_byte_ends(tokens)[i],
                               (unsigned)t2sed_tokens_char_begins(tokens)[i],
                               (unsigned)t2sed_tokens_char_ends(tokens)[i]);
    t2sed_tokens_free(tokens);
    return line;
}

static const char *encoded(const t2sed_tokenizer *tokenizer, const char *text,
                           int flags)
{
    return encoded_n(tokenizer, text, strlen(text), flags);
}

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
    int32_t a = t2sed_tokenizer_find(bpe, "\xC4\xA0"
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
    ck_assert_int_eq(t2sed_tokenizer_find(bert, "cafe"), 8);
    ck_assert_int_eq(t2sed_tokenizer_find_n(bert, "cafes", 4), 8);
    ck_assert_int_eq(t2sed_tokenizer_find(bert, "none"), -1);
    ck_assert_int_eq(t2sed_tokenizer_special(bert, T2SED_TOKEN_EOS), -1);
    ck_assert_int_eq(t2sed_tokenizer_special(bert, 99), -1);
    ck_assert_uint_eq(t2sed_tokenizer_size(NULL), 0);
    ck_assert_int_eq(t2sed_tokenizer_find(NULL, "a"), -1);
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
    ck_assert_uint_eq(t2sed_tokens_count(tokens), 0);
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
    ck_assert_int_eq(t2sed_tokenizer_open_file(NULL, "x", NULL), T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokens_new(NULL, NULL), T2SED_EINVAL);
    t2sed_tokens_free(tokens);
    t2sed_tokenizer_free(bert);
}
END_TEST

/* A text that takes any room that encoding may need. */
static char *hostile(size_t *n)
{
    t2s_string out = {0};
    for (int i = 0; i < 3000; i++)
        t2s_string_append(&out, i % 3   ? "\xCC\x95\xCC\x81"
                                : i % 2 ? "\xC4\xB0 how  \xE5\xAD\x97"
                                        : "<mask>\xF0\x9F\x98\x80");
    for (int i = 0; i < 10000; i++)
        t2s_string_append(&out, "ho");
    return t2s_string_take(&out, n);
}

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
                                         "special_tokens_map.json"};

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
    ck_assert_int_eq(t2sed_tokenizer_open_file(&tokenizer, "/nowhere/t", &err),
                     T2SED_ENOTFOUND);
    put_file("tokenizer.json", "{\"model\":");
    refuse_home(T2SED_EFORMAT, "tokenizer.json");
    put_file("tokenizer.json", bert_json);
    ck_assert_int_eq(t2sed_tokenizer_open(&tokenizer, home, &err), T2SED_OK);
    t2sed_tokenizer_free(tokenizer);
}
END_TEST

/* Keeps `names` and what is needed, writes, reads again; checks that texts made
 * of kept tokens have the same tokens. */
static void prune(const t2sed_tokenizer *tokenizer, const char *const *names,
                  size_t expected, const char *text)
{
    size_t size = t2sed_tokenizer_size(tokenizer), stay = 0;
    bool *kept = t2s_zalloc(size);
    int32_t *ids = t2s_alloc_array(size, sizeof *ids);
    t2sed_tokenizer *smaller;
    t2sed_tokens *before, *after;
    t2sed_error err;
    ck_assert_int_eq(t2s_tokenizer_write_kept(tokenizer, kept, home, &err),
                     T2SED_EINVAL);
    for (; *names; names++)
        kept[t2sed_tokenizer_find(tokenizer, *names)] = true;
    for (int role = 0; role < T2S_ROLE_COUNT; role++)
        if (t2sed_tokenizer_special(tokenizer, role) >= 0)
            kept[t2sed_tokenizer_special(tokenizer, role)] = true;
    t2s_tokenizer_keep_parts(tokenizer, kept);
    for (size_t id = 0; id < size; id++) {
        if (t2s_tokenizer_is_single(tokenizer, (int32_t)id))
            kept[id] = true;
        ids[id] = kept[id] ? (int32_t)stay++ : -1;
    }
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
    ck_assert_uint_gt(t2sed_tokens_count(before), 0);
    ck_assert_uint_eq(t2sed_tokens_count(before), t2sed_tokens_count(after));
    for (size_t i = 0; i < t2sed_tokens_count(after); i++)
        ck_assert_int_eq(ids[t2sed_tokens_ids(before)[i]],
                         t2sed_tokens_ids(after)[i]);
    t2sed_tokens_free(before);
    t2sed_tokens_free(after);
    t2sed_tokenizer_free(smaller);
    t2s_free(ids);
    t2s_free(kept);
}

START_TEST(pruned_vocabularies)
{
    static const char *const pieces[] = {"un", "##aff", "##able", NULL};
    static const char *const words[] = {"how", NULL};
    char *json = bpe_json(true, "\"post_processor\":{\"type\":\"ByteLevel\","
                                "\"trim_offsets\":true},");
    t2sed_tokenizer *bert = parse(bert_json), *bpe = parse(json), *whole;
    /* 5 with a role, 6 single characters, and the three. */
    prune(bert, pieces, 14, "a unaffable a?");
    /* 5 with a role, 256 bytes, ho, how. */
    prune(bpe, words, 263, "\thow? how");
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
        count += t2sed_tokens_count(tokens);
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

int main(void)
{
    TCase *encoding = tcase_create("encoding"), *files = tcase_create("files");
    TCase *cases[2];
    cases[0] = encoding;
    cases[1] = files;
    tcase_add_test(encoding, wordpiece_pieces_and_offsets);
    tcase_add_test(encoding, wordpiece_unknown_words);
    tcase_add_test(encoding, special_tokens_are_text_unless_asked_for);
    tcase_add_test(encoding, byte_level_words_and_offsets);
    tcase_add_test(encoding, byte_level_prefix_and_trimming);
    tcase_add_test(encoding, vocabulary_access);
    tcase_add_test(encoding, bad_text_and_arguments);
    tcase_add_test(encoding, no_allocation_once_warm);
    tcase_add_test(encoding, hostile_json);
    tcase_add_test(encoding, threads_share_a_tokenizer);
    tcase_add_checked_fixture(files, make_home, remove_home);
    tcase_add_test(files, directories_with_vocab_txt);
    tcase_add_test(files, directories_with_merges);
    tcase_add_test(files, missing_directories_and_files);
    tcase_add_test(files, pruned_vocabularies);
    tcase_add_test(files, every_allocation_fails_once);
    tcase_add_test(files, every_allocation_of_bpe_fails_once);
    return t2s_test_run("tokenizer", cases, 2);
}
