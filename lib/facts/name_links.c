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

/* Longer names and values are linked by their first keys only: the longest
 * phrase that a question could name is far shorter. */
#define MOST_KEYS 32

typedef struct key_list {
    t2s_word_key at[MOST_KEYS];
    size_t count;
} key_list;

/* A sign before a number at the very start belongs to it. */
static void read_keys(key_list *list, const char *text, size_t n, bool by_case)
{
    size_t at = 0, begin;
    list->count = 0;
    while (list->count < MOST_KEYS &&
           t2s_next_word(text, n, &at, &begin, by_case)) {
        if (begin == 1 && text[0] == '-' && t2s_is_digit(text[1]))
            begin = 0;
        list->at[list->count++] = t2s_word_key_of(text + begin, at - begin);
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
        read_keys(&list, question->text + word->begin, word->end - word->begin,
                  false);
        for (size_t k = 0; k < list.count; k++) {
            const t2s_link_word made = {list.at[k], (int32_t)i};
            if (!t2s_vector_push(words, made)) {
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
    if (words)
        t2s_vector_free(words);
    t2s_free(words);
}

/* Numbers are the same however they are written. */
static bool same_key(const t2s_word_key *a, const t2s_word_key *b)
{
    return a->is_number && b->is_number ? a->number == b->number
                                        : t2s_word_keys_match(a, b);
}

/* How many keys from name[j] on stand in the question from `at` on. */
static size_t common_run(const t2s_link_words *words, size_t at,
                         const key_list *name, size_t j)
{
    size_t length = 0;
    while (at + length < words->count && j + length < name->count &&
           same_key(&words->at[at + length].key, &name->at[j + length]))
        length++;
    return length;
}

static bool tells_something(const t2s_link_words *words, size_t at,
                            size_t count)
{
    for (size_t i = at; i < at + count; i++)
        if (!t2s_word_is_stop(words->at[i].key.text, words->at[i].key.length))
            return true;
    return false;
}

static bool add_link(t2s_links *links, const t2s_link_words *words, size_t at,
                     size_t count, t2s_link_kind kind)
{
    t2s_link link = {words->at[at].word, words->at[at + count - 1].word + 1,
                     kind};
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
    read_keys(&parts, name, n, true);
    read_keys(&whole, name, n, false);
    for (size_t at = 0; at < words->count;) {
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
    read_keys(&keys, text, n, false);
    if (keys.count == 0)
        return true;
    for (size_t at = 0; at < words->count;) {
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
