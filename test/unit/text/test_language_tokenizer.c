/* Tokenizers of language models: how Qwen2 and Llama 3 split texts, what else
 * their tokenizer.json says, and the way back to text. Parity with `tokenizers`
 * is test/python/test_language_tokenizer.py's. */
#include "tokenizer_test.h"

#define QWEN2  t2s_split_patterns[T2S_SPLIT_QWEN2]
#define LLAMA3 t2s_split_patterns[T2S_SPLIT_LLAMA3]

#define IM_START "<|im_start|>"

/* A tokenizer.json of single bytes (id: the byte), "ab" (256), "abc" (257),
 * "<|im_start|>" (258), "<tool>" (259); abc is made by no merge. `model` goes
 * into the model, `root` in front of it. */
static char *language_json(const char *pattern, const char *model,
                           const char *root)
{
    t2s_string out = {0};
    t2s_string_append_format(
        &out,
        "{\"added_tokens\":[{\"id\":258,\"content\":\"" IM_START
        "\",\"special\":true},{\"id\":259,\"content\":\"<tool>\"}],%s"
        "\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":"
        "\"Split\",\"pattern\":{\"Regex\":",
        root);
    t2s_string_append_json(&out, pattern, strlen(pattern));
    t2s_string_append_format(
        &out,
        "},\"behavior\":\"Isolated\",\"invert\":false},{\"type\":\"ByteLevel\","
        "\"add_prefix_space\":false,\"use_regex\":false}]},\"model\":{%s"
        "\"type\":\"BPE\",\"merges\":[\"a b\"],\"vocab\":{\"ab\":256,"
        "\"abc\":257",
        model);
    for (int id = 0; id < 256; id++) {
        char text[5] = {0};
        t2s_utf8_encode(t2s_byte_char((unsigned)id), text);
        t2s_string_append(&out, ",");
        t2s_string_append_json(&out, text, strlen(text));
        t2s_string_append_format(&out, ":%d", id);
    }
    t2s_string_append(&out, "}}}");
    return t2s_string_take(&out, NULL);
}

static t2sed_tokenizer *make(const char *pattern, const char *model,
                             const char *root)
{
    char *json = language_json(pattern, model, root);
    t2sed_tokenizer *tokenizer = parse(json);
    t2sed_free(json);
    return tokenizer;
}

/* The words of a text, with "|" between. */
static const char *words(enum t2s_split split, const char *text)
{
    static char line[400];
    const size_t n = strlen(text);
    size_t at = 0, to = 0;
    while (at < n) {
        const size_t stop = t2s_word_end(split, text, n, at, false);
        ck_assert(stop > at && stop <= n);
        memcpy(line + to, text + at, stop - at);
        to += stop - at;
        line[to++] = '|';
        at = stop;
    }
    line[to ? to - 1 : 0] = '\0';
    return line;
}

START_TEST(splitting)
{
    static const char *const same[][2] = {
        {"How many?", "How| many|?"},
        {"I'm we'LL they'Re 'x", "I|'m| we|'LL| they|'Re| '|x"},
        {"it'\xC5\xBF", "it|'\xC5\xBF"}, /* the long s is an s */
        {"(name) (*)", "(name|)| (*)"},
        {"\tname \xC2\xA0x", "\tname| |\xC2\xA0x"},
        {"a  b", "a| | b"},
        {"a \n\n  b", "a| \n\n| | b"},
        {"a;\r\n\nb", "a|;\r\n\n|b"},
        {"a\nb", "a|\n|b"},
        {"a  ", "a|  "},
        {" 1", " |1"},
        {"  !", " | !"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        ck_assert_str_eq(words(T2S_SPLIT_QWEN2, same[i][0]), same[i][1]);
        ck_assert_str_eq(words(T2S_SPLIT_LLAMA3, same[i][0]), same[i][1]);
    }
    ck_assert_str_eq(words(T2S_SPLIT_QWEN2, "x2024 \xC2\xBD"),
                     "x|2|0|2|4| |\xC2\xBD");
    ck_assert_str_eq(words(T2S_SPLIT_LLAMA3, "x2024 \xC2\xBD"),
                     "x|202|4| |\xC2\xBD");
    ck_assert_str_eq(words(T2S_SPLIT_GPT2, "x2024 'S"), "x|2024| '|S");
}
END_TEST

START_TEST(composed_text)
{
    t2sed_tokenizer *plain = make(QWEN2, "", "");
    t2sed_tokenizer *nfc =
        make(QWEN2, "", "\"normalizer\":{\"type\":\"NFC\"},");
    /* e and an acute become one, which has the place of the e. */
    ck_assert_str_eq(encoded(plain, "e\xCC\x81x", 0),
                     "101@0-1/0-1 204@1-3/1-2 129@1-3/1-2 120@3-4/2-3");
    ck_assert_str_eq(encoded(nfc, "e\xCC\x81x", 0),
                     "195@0-1/0-1 169@0-1/0-1 120@3-4/2-3");
    ck_assert_str_eq(encoded(nfc, "\xC3\xA9", 0), "195@0-2/0-1 169@0-2/0-1");
    /* Hangul, from three characters to one. */
    ck_assert_str_eq(encoded(nfc, "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8", 0),
                     "234@0-3/0-1 176@0-3/0-1 129@0-3/0-1");
    /* A mark is blocked by one of its class, and may stand alone. */
    ck_assert_str_eq(encoded(nfc, "\xCC\x81", 0), "204@0-2/0-1 129@0-2/0-1");
    t2sed_tokenizer_free(plain);
    t2sed_tokenizer_free(nfc);
}
END_TEST

START_TEST(whole_words)
{
    t2sed_tokenizer *merges = make(LLAMA3, "", "");
    t2sed_tokenizer *whole = make(LLAMA3, "\"ignore_merges\":true,", "");
    ck_assert_str_eq(encoded(merges, "abc", 0), "256@0-2/0-2 99@2-3/2-3");
    ck_assert_str_eq(encoded(whole, "abc", 0), "257@0-3/0-3");
    ck_assert_str_eq(encoded(whole, "abcc", 0),
                     "256@0-2/0-2 99@2-3/2-3 99@3-4/3-4");
    t2sed_tokenizer_free(merges);
    t2sed_tokenizer_free(whole);
}
END_TEST

START_TEST(added_tokens)
{
    t2sed_tokenizer *qwen2 = make(QWEN2, "", "");
    ck_assert_str_eq(encoded(qwen2, IM_START "a<tool>", T2SED_ENCODE_SPECIALS),
                     "258@0-12/0-12 97@12-13/12-13 259@13-19/13-19");
    /* A question cannot forge a turn. */
    ck_assert_ptr_null(strstr(encoded(qwen2, IM_START, 0), "258"));
    ck_assert(t2s_tokenizer_is_special(qwen2, 258));
    ck_assert(!t2s_tokenizer_is_special(qwen2, 259));
    ck_assert(!t2s_tokenizer_is_special(qwen2, 97));
    ck_assert_int_eq(t2sed_tokenizer_special(qwen2, T2SED_TOKEN_CLS), -1);
    t2sed_tokenizer_free(qwen2);
    /* What a template puts in front begins a sequence. */
    qwen2 =
        make(QWEN2, "",
             "\"post_processor\":{\"type\":\"Sequence\",\"processors\":[{"
             "\"type\":\"ByteLevel\",\"trim_offsets\":false},{\"type\":"
             "\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{"
             "\"id\":\"" IM_START "\"}},{\"Sequence\":{\"id\":\"A\"}}]}]},");
    ck_assert_int_eq(t2sed_tokenizer_special(qwen2, T2SED_TOKEN_CLS), 258);
    t2sed_tokenizer_free(qwen2);
}
END_TEST

static void decodes(const t2sed_tokenizer *tokenizer, const int32_t *ids,
                    size_t count, int flags, const char *wanted)
{
    char *text = NULL;
    size_t n = 99;
    t2sed_error err;
    ck_assert_msg(t2sed_tokenizer_decode(&text, &n, tokenizer, ids, count,
                                         flags, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_str_eq(text, wanted);
    ck_assert_uint_eq(n, strlen(wanted));
    t2sed_free(text);
}

#define DECODES(flags, wanted, ...)                                            \
    decodes(qwen2, (const int32_t[]){__VA_ARGS__},                             \
            sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t), flags,   \
            wanted)
#define BAD "\xEF\xBF\xBD"

START_TEST(decoding)
{
    t2sed_tokenizer *qwen2 = make(QWEN2, "", "");
    decodes(qwen2, NULL, 0, 0, "");
    DECODES(0, "ab c\n", 256, ' ', 'c', '\n');
    DECODES(0, "a<tool>", 258, 'a', 259);
    DECODES(T2SED_DECODE_SPECIALS, IM_START "a", 258, 'a');
    /* Bytes that are no character: one U+FFFD for each part of one. */
    DECODES(0, BAD "a", 0xE5, 0xAD, 'a');
    DECODES(0, BAD BAD BAD, 0xE5, 0x80, 0xF0, 0x80);
    DECODES(0, BAD "\xF0\x9F\x98\x80" BAD, 0xF0, 0x9F, 0x98, 0xF0, 0x9F, 0x98,
            0x80, 0xC0);
    t2sed_tokenizer_free(qwen2);
}
END_TEST

START_TEST(bytes_of_tokens)
{
    t2sed_tokenizer *qwen2 = make(QWEN2, "", ""), *bert = parse(bert_json);
    char room[4] = "xxx";
    for (int byte = 0; byte < 256; byte++) {
        ck_assert_int_eq(t2s_char_byte(t2s_byte_char((unsigned)byte)), byte);
        ck_assert_uint_eq(t2sed_tokenizer_bytes(qwen2, byte, room, 1), 1);
        ck_assert_int_eq((unsigned char)room[0], byte);
    }
    ck_assert_int_eq(t2s_char_byte(0x144), -1);
    ck_assert_int_eq(t2s_char_byte(0x20AC), -1);
    ck_assert_int_eq(t2s_char_byte(0xAD), -1);
    ck_assert_uint_eq(t2sed_tokenizer_bytes(qwen2, 257, room, 2), 3);
    ck_assert_int_eq(memcmp(room, "abx", 3), 0);
    ck_assert_uint_eq(t2sed_tokenizer_bytes(qwen2, 258, NULL, 0), 12);
    ck_assert_uint_eq(t2sed_tokenizer_bytes(qwen2, 260, room, 2), 0);
    ck_assert_uint_eq(t2sed_tokenizer_bytes(qwen2, -1, room, 2), 0);
    ck_assert_uint_eq(t2sed_tokenizer_bytes(NULL, 0, room, 2), 0);
    ck_assert_uint_eq(t2sed_tokenizer_bytes(bert, 5, room, 2), 0);
    t2sed_tokenizer_free(qwen2);
    t2sed_tokenizer_free(bert);
}
END_TEST

START_TEST(bad_arguments)
{
    t2sed_tokenizer *qwen2 = make(QWEN2, "", ""), *bert = parse(bert_json);
    const int32_t ids[] = {97, 260};
    char *text = NULL;
    t2sed_error err;
    ck_assert_int_eq(
        t2sed_tokenizer_decode(&text, NULL, qwen2, ids, 2, 0, &err),
        T2SED_EINVAL);
    ck_assert_str_eq(err.text, "decode: token 1 is 260, expected 0 to 259");
    ck_assert_int_eq(
        t2sed_tokenizer_decode(&text, NULL, qwen2, ids, 1, 2, &err),
        T2SED_EINVAL);
    ck_assert_int_eq(t2sed_tokenizer_decode(&text, NULL, bert, ids, 1, 0, &err),
                     T2SED_EUNSUPPORTED);
    ck_assert_int_eq(
        t2sed_tokenizer_decode(&text, NULL, qwen2, NULL, 1, 0, &err),
        T2SED_EINVAL);
    ck_assert_ptr_null(text);
    t2sed_tokenizer_free(qwen2);
    t2sed_tokenizer_free(bert);
}
END_TEST

/* What a description comes to. */
static void refuse(const char *pattern, const char *model, const char *root,
                   t2sed_status status, const char *says)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err = {0};
    char *json = language_json(pattern, model, root);
    ck_assert_msg(t2s_tokenizer_parse_json(&tokenizer, json, strlen(json), NULL,
                                           "test", &err) == status,
                  "%s: %d %s", says, err.code, err.text);
    ck_assert_ptr_null(tokenizer);
    ck_assert_msg(strstr(err.text, says), "%s: \"%s\"", says, err.text);
    t2sed_free(json);
}

/* The same with one part of the text replaced. */
static void refuse_edited(const char *from, const char *to, t2sed_status status,
                          const char *says)
{
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_error err = {0};
    t2s_string edited = {0};
    char *json = language_json(QWEN2, "\"ignore_merges\":true,",
                               "\"normalizer\":{\"type\":\"NFC\"},");
    char *at = strstr(json, from);
    ck_assert_ptr_nonnull(at);
    t2s_string_append_n(&edited, json, (size_t)(at - json));
    t2s_string_append(&edited, to);
    t2s_string_append(&edited, at + strlen(from));
    ck_assert_msg(t2s_tokenizer_parse_json(&tokenizer, edited.text,
                                           edited.length, NULL, "test",
                                           &err) == status,
                  "%s: %d %s", to, err.code, err.text);
    ck_assert_msg(strstr(err.text, says), "%s: \"%s\"", to, err.text);
    t2sed_free(json);
    t2s_string_free(&edited);
}

START_TEST(refused)
{
    t2s_string word = {0};
    refuse_edited("\"id\":259", "\"normalized\":true,\"id\":259",
                  T2SED_EUNSUPPORTED, "normalized added token <tool>");
    refuse("\\p{L}+|\\p{N}{1,2}", "", "", T2SED_EUNSUPPORTED,
           "Split by \"\\p{L}+|\\p{N}{1,2}\"");
    refuse(QWEN2, "", "\"normalizer\":{\"type\":\"NFKC\"},", T2SED_EUNSUPPORTED,
           "normalizer NFKC");
    refuse(QWEN2, "\"ignore_merges\":1,", "", T2SED_EFORMAT, "ignore_merges");
    refuse_edited("\"Isolated\"", "\"Removed\"", T2SED_EUNSUPPORTED, "Removed");
    refuse_edited("\"invert\":false", "\"invert\":true", T2SED_EUNSUPPORTED,
                  "invert");
    refuse_edited("\"Regex\"", "\"String\"", T2SED_EUNSUPPORTED, "no Regex");
    refuse_edited("\"type\":\"Split\"", "\"type\":\"Digits\"",
                  T2SED_EUNSUPPORTED, "Digits");
    refuse_edited("\"use_regex\":false", "\"use_regex\":true",
                  T2SED_EUNSUPPORTED, "use_regex");
    refuse_edited("\"add_prefix_space\":false", "\"add_prefix_space\":true",
                  T2SED_EUNSUPPORTED, "add_prefix_space");
    refuse_edited("\"use_regex\":false}]", "\"use_regex\":false},7]",
                  T2SED_EUNSUPPORTED, "Sequence of other parts");
    refuse_edited("{\"type\":\"ByteLevel\",\"add_prefix_space\":false,"
                  "\"use_regex\":false}",
                  "7", T2SED_EFORMAT, "no object");
    refuse_edited("\"type\":\"Sequence\"", "\"type\":\"Whitespace\"",
                  T2SED_EUNSUPPORTED, "Whitespace");
    refuse_edited("\"id\":259", "\"normalized\":true,\"id\":259},{\"id\":1",
                  T2SED_EFORMAT, "\"content\" is missing");
    for (size_t i = 0; i <= T2S_WORD_TOKEN_LIMIT; i++)
        t2s_string_append(&word, "a");
    t2s_string_append(&word, "\":260,\"ab\":256");
    refuse_edited("ab\":256", word.text, T2SED_ELIMIT,
                  "with \"ignore_merges\"");
    t2s_string_free(&word);
}
END_TEST

static t2sed_status use(void *json)
{
    static const char text[] = "how abc \xCC\x81 e\xCC\x81 \xE1\x84\x80";
    const int32_t ids[] = {97, 258, 259};
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_tokens *tokens = NULL;
    char *decoded = NULL;
    t2sed_status status = t2s_tokenizer_parse_json(
        &tokenizer, json, strlen(json), NULL, "test", NULL);
    if (status == T2SED_OK)
        status = t2sed_tokens_new(&tokens, NULL);
    if (status == T2SED_OK)
        status = t2sed_tokenizer_encode(tokenizer, tokens, text, 0, NULL);
    if (status == T2SED_OK)
        status =
            t2sed_tokenizer_decode(&decoded, NULL, tokenizer, ids, 3, 1, NULL);
    t2sed_free(decoded);
    t2sed_tokens_free(tokens);
    t2sed_tokenizer_free(tokenizer);
    return status;
}

START_TEST(every_allocation)
{
    char *json = language_json(QWEN2, "\"ignore_merges\":true,",
                               "\"normalizer\":{\"type\":\"NFC\"},");
    t2s_test_every_allocation(use, json);
    t2sed_free(json);
}
END_TEST

int main(void)
{
    TCase *all = tcase_create("language models");
    tcase_add_test(all, splitting);
    tcase_add_test(all, composed_text);
    tcase_add_test(all, whole_words);
    tcase_add_test(all, added_tokens);
    tcase_add_test(all, decoding);
    tcase_add_test(all, bytes_of_tokens);
    tcase_add_test(all, bad_arguments);
    tcase_add_test(all, refused);
    tcase_add_test(all, every_allocation);
    return t2s_test_run("language tokenizer", &all, 1);
}
