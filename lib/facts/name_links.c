/*
 * The first linker. Everything that is compared becomes a row of keys: the
 * parts of a question word ("home_town" has two), of a name, or of a value,
 * lower-cased and stemmed. A name matches where its keys, or some of them in
 * a row, stand in the question's row.
 */
#include "facts/name_links.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/string.h"
#include "schema/words.h"

/* Longer names and values are linked by their first keys only: the longest
 * phrase that a question could name is far shorter. */
#define MOST_KEYS   32
#define LONGEST_KEY 64

typedef struct key {
    char text[LONGEST_KEY]; /* lower case, stemmed; cut at LONGEST_KEY */
    uint8_t length;
    bool is_stop; /* too common to link on its own */
    bool is_number;
    double number;
    int32_t word; /* the question word it is of */
} key;

struct t2s_link_words {
    T2S_VECTOR(key) keys;
};

typedef struct key_list {
    key at[MOST_KEYS];
    size_t count;
} key_list;

static key make_key(const char *text, size_t n, int32_t word)
{
    key made = {.word = word};
    if (n > LONGEST_KEY)
        n = LONGEST_KEY;
    for (size_t i = 0; i < n; i++)
        made.text[i] = t2s_ascii_lower(text[i]);
    made.is_number = t2s_word_number(made.text, n, &made.number) ||
                     t2s_word_spelled_number(made.text, n, &made.number);
    made.length = (uint8_t)(made.is_number ? n : t2s_word_stem(made.text, n));
    made.is_stop = t2s_word_is_stop(made.text, made.length);
    return made;
}

static void make_keys(key_list *list, const char *text, size_t n, bool by_case)
{
    list->count = 0;
    for (size_t i = 0; i < n && list->count < MOST_KEYS;) {
        size_t end = i + 1;
        bool negative = text[i] == '-' && i == 0 && n > 1 && text[1] >= '0' &&
                        text[1] <= '9';
        if (negative || t2s_is_word_part(text, n, i)) {
            end = t2s_word_part_end(text, n, i, by_case);
            list->at[list->count++] = make_key(text + i, end - i, 0);
        }
        i = end;
    }
}

t2sed_status t2s_link_words_new(t2s_link_words **out,
                                const t2sed_question *question,
                                t2sed_error *err)
{
    t2s_link_words *words = t2s_zalloc(sizeof *words);
    if (!words)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < question->word_count; i++) {
        const t2s_word *word = &question->words[i];
        key_list list;
        make_keys(&list, question->text + word->begin, word->end - word->begin,
                  false);
        for (size_t k = 0; k < list.count; k++) {
            list.at[k].word = (int32_t)i;
            if (!t2s_vector_push(&words->keys, list.at[k])) {
                t2s_link_words_free(words);
                return t2s_fail_memory(err);
            }
        }
    }
    *out = words;
    return T2SED_OK;
}

void t2s_link_words_free(t2s_link_words *words)
{
    if (!words)
        return;
    t2s_vector_free(&words->keys);
    t2s_free(words);
}

static bool same_key(const key *a, const key *b)
{
    if (a->is_number && b->is_number)
        return a->number == b->number;
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* How many keys from name[j] on stand in the question from `at` on. */
static size_t common_run(const t2s_link_words *words, size_t at,
                         const key_list *name, size_t j)
{
    size_t length = 0;
    while (at + length < words->keys.count && j + length < name->count &&
           same_key(&words->keys.at[at + length], &name->at[j + length]))
        length++;
    return length;
}

static bool tells_something(const t2s_link_words *words, size_t at,
                            size_t count)
{
    for (size_t i = at; i < at + count; i++)
        if (!words->keys.at[i].is_stop)
            return true;
    return false;
}

static bool add_link(t2s_links *links, const t2s_link_words *words, size_t at,
                     size_t count, t2s_link_kind kind)
{
    t2s_link link = {words->keys.at[at].word,
                     words->keys.at[at + count - 1].word + 1, kind};
    return t2s_vector_push(links, link);
}

/* The longest run of the name's keys in the question from `at` on; *exact
 * tells whether it is all of them. */
static size_t longest_run(const t2s_link_words *words, size_t at,
                          const key_list *name, bool *exact)
{
    size_t longest = 0;
    for (size_t j = 0; j < name->count; j++) {
        size_t run = common_run(words, at, name, j);
        if (run > longest)
            longest = run;
    }
    *exact = longest > 0 && longest == name->count;
    return longest;
}

bool t2s_link_name(t2s_links *links, const t2s_link_words *words,
                   const char *name, size_t n)
{
    key_list parts, whole; /* of homeTown: home, town; hometown */
    make_keys(&parts, name, n, true);
    make_keys(&whole, name, n, false);
    for (size_t at = 0; at < words->keys.count;) {
        bool exact, whole_exact;
        size_t run = longest_run(words, at, &parts, &exact);
        size_t whole_run = longest_run(words, at, &whole, &whole_exact);
        if (whole_exact && !exact) {
            run = whole_run;
            exact = true;
        }
        if (run == 0 || (!exact && !tells_something(words, at, run))) {
            at++;
            continue;
        }
        if (!add_link(links, words, at, run,
                      exact ? T2S_LINK_EXACT : T2S_LINK_PARTIAL))
            return false;
        at += run;
    }
    return true;
}

bool t2s_link_value(t2s_links *links, const t2s_link_words *words,
                    const char *text, size_t n)
{
    key_list keys;
    while (n && (text[0] == '%' || text[0] == '_')) {
        text++;
        n--;
    }
    while (n && (text[n - 1] == '%' || text[n - 1] == '_'))
        n--;
    make_keys(&keys, text, n, false);
    if (keys.count == 0)
        return true;
    for (size_t at = 0; at < words->keys.count;) {
        if (common_run(words, at, &keys, 0) < keys.count) {
            at++;
            continue;
        }
        if (!add_link(links, words, at, keys.count, T2S_LINK_VALUE))
            return false;
        at += keys.count;
    }
    return true;
}
