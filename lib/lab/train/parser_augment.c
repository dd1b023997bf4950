/*
 * parser_augment.c - training sentences as people type questions: final signs
 * come and go, nouns become identifiers, values stand in quotes, letters are
 * lower, upper or mixed case. The tree stays what it was.
 */
#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

#include "base/utf8.h"
#include "lab/train/parser.h"

#define LONGEST_FORM   100 /* bytes of a word that becomes an identifier */
#define LONGEST_QUOTED 4   /* words within quotes */

static bool chance(const parser_augmenter *c, double p)
{
    return t2s_random_unit(c->random) < p;
}

static size_t below(const parser_augmenter *c, size_t limit)
{
    return (size_t)t2s_random_below(c->random, limit);
}

/* Puts a word, whose head is numbered without it, in front of word `at`. */
static void insert(parser_augmenter *c, size_t at, bank_word word)
{
    bank_words *w = c->words;
    if (!t2s_vector_push(w, word)) {
        c->failed = true;
        return;
    }
    memmove(w->at + at + 1, w->at + at, (w->count - 1 - at) * sizeof *w->at);
    w->at[at] = word;
    for (size_t i = 0; i < w->count; i++)
        w->at[i].head += w->at[i].head > (int32_t)at;
}

static bool has_dependents(const bank_words *w, size_t i)
{
    for (size_t k = 0; k < w->count; k++)
        if (w->at[k].head == (int32_t)i + 1)
            return true;
    return false;
}

static int32_t root_of(const bank_words *w)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->at[i].head == 0)
            return (int32_t)i + 1;
    return 0;
}

/* Takes a final sign away, or puts one. */
static void change_end(parser_augmenter *c)
{
    static const char *const signs[] = {"?", "?", "?", "."};
    bank_words *w = c->words;
    const bank_word *last = &w->at[w->count - 1];
    bool is_sign = last->tag == c->punct_tag;
    if (c->punct_tag < 0 || c->punct_relation < 0)
        return;
    if (w->count > 2 && is_sign && !has_dependents(w, w->count - 1)) {
        if (chance(c, 0.25))
            w->count--;
    } else if (w->count > 1 && !is_sign && chance(c, 0.35)) {
        bank_word sign = {signs[below(c, 4)], 1, root_of(w), c->punct_tag,
                          c->punct_relation};
        insert(c, w->count, sign);
    }
}

/* One of the words that `fits`, or count if none does. */
static size_t choose(const parser_augmenter *c,
                     bool (*fits)(const parser_augmenter *, size_t))
{
    const bank_words *w = c->words;
    size_t count = 0, chosen;
    for (size_t i = 0; i < w->count; i++)
        count += fits(c, i);
    if (count == 0)
        return w->count;
    chosen = below(c, count);
    for (size_t i = 0; i < w->count; i++)
        if (fits(c, i) && chosen-- == 0)
            return i;
    return w->count;
}

static bool can_be_identifier(const parser_augmenter *c, size_t i)
{
    const bank_word *word = &c->words->at[i];
    char first = word->form[0];
    bool letter = (first >= 'a' && first <= 'z') ||
                  (first >= 'A' && first <= 'Z') || (first & 0x80);
    return letter && word->length <= LONGEST_FORM &&
           (word->tag == c->noun_tag || word->tag == c->propn_tag);
}

/* singer_name, name_singer, singer_id, singer7, stadium.singer_name. */
static void change_to_identifier(parser_augmenter *c)
{
    static const char *const tails[] = {"id", "name", "code", "1", "date"};
    size_t i = choose(c, can_be_identifier);
    char made[4 * LONGEST_FORM];
    const char *name;
    bank_word *word;
    int n;
    size_t written = 0;
    if (i == c->words->count || c->name_count == 0)
        return;
    word = &c->words->at[i];
    name = c->names[below(c, c->name_count)];
    n = (int)word->length;
    if (chance(c, 0.15))
        written = (size_t)snprintf(made, sizeof made, "%s.", name);
    switch (below(c, 5)) {
    case 0:
        snprintf(made + written, sizeof made - written, "%.*s_%s", n,
                 word->form, name);
        break;
    case 1:
        snprintf(made + written, sizeof made - written, "%.*s_%s", n,
                 word->form, tails[below(c, 5)]);
        break;
    case 2:
        snprintf(made + written, sizeof made - written, "%.*s%d", n, word->form,
                 1 + (int)below(c, 99));
        break;
    default:
        snprintf(made + written, sizeof made - written, "%s_%.*s", name, n,
                 word->form);
    }
    word->length = (uint32_t)strlen(made);
    word->form = t2s_arena_strndup(c->arena, made, word->length);
    c->failed |= !word->form;
}

static bool can_be_quoted(const parser_augmenter *c, size_t i)
{
    int32_t tag = c->words->at[i].tag;
    if (tag < 0)
        return false;
    return tag == c->propn_tag || tag == c->num_tag ||
           (c->quote_nouns && (tag == c->noun_tag || tag == c->adj_tag));
}

static bool is_below(const bank_words *w, size_t i, size_t top)
{
    for (size_t steps = 0; steps <= w->count; steps++) {
        if (i == top)
            return true;
        if (w->at[i].head == 0)
            return false;
        i = (size_t)w->at[i].head - 1;
    }
    return false;
}

/* First and last of the words below word `i`, or the word alone if they are
 * too many or others stand between. */
static void span_of(const bank_words *w, size_t i, size_t *first, size_t *last)
{
    size_t count = 0;
    *first = *last = i;
    for (size_t k = 0; k < w->count; k++)
        if (is_below(w, k, i)) {
            *first = k < *first ? k : *first;
            *last = k > *last ? k : *last;
            count++;
        }
    if (*last - *first + 1 != count || count > LONGEST_QUOTED)
        *first = *last = i;
}

/* The quotes hang on the quoted words' head. */
static void quote(parser_augmenter *c)
{
    static const char *const pairs[][2] = {{"\"", "\""},
                                           {"'", "'"},
                                           {"\xe2\x80\x9c", "\xe2\x80\x9d"},
                                           {"``", "''"}};
    const char *const *pair;
    bank_word sign = {NULL, 0, 0, c->punct_tag, c->punct_relation};
    size_t i, first, last;
    c->quote_nouns = chance(c, 0.2);
    i = choose(c, can_be_quoted);
    if (i == c->words->count || sign.tag < 0 || sign.relation < 0)
        return;
    if (chance(c, 0.5))
        first = last = i;
    else
        span_of(c->words, i, &first, &last);
    pair = pairs[below(c, 4)];
    sign.head = (int32_t)i + 1;
    sign.form = pair[1];
    sign.length = (uint32_t)strlen(pair[1]);
    insert(c, last + 1, sign);
    sign.form = pair[0];
    sign.length = (uint32_t)strlen(pair[0]);
    if (!c->failed)
        insert(c, first, sign);
}

enum letters { LOWER, UPPER, FIRST_UPPER };

static void change_letters(parser_augmenter *c, bank_word *word,
                           enum letters how)
{
    char *made = t2s_arena_alloc(c->arena, (size_t)word->length * 4 + 1);
    size_t to = 0, length;
    if (!made) {
        c->failed = true;
        return;
    }
    for (size_t i = 0; i < word->length; i += length) {
        uint32_t at =
            t2s_utf8_decode(word->form + i, word->length - i, &length);
        if (how == LOWER)
            at = (uint32_t)utf8proc_tolower((utf8proc_int32_t)at);
        else if (how == UPPER || i == 0)
            at = (uint32_t)utf8proc_toupper((utf8proc_int32_t)at);
        to += t2s_utf8_encode(at, made + to);
    }
    word->form = made;
    word->length = (uint32_t)to;
}

static void change_case(parser_augmenter *c)
{
    double how = t2s_random_unit(c->random);
    bank_words *w = c->words;
    for (size_t i = 0; i < w->count && how < 0.48; i++) {
        bank_word *word = &w->at[i];
        bool title = word->tag >= 0 &&
                     (word->tag == c->noun_tag || word->tag == c->propn_tag ||
                      word->tag == c->adj_tag || word->tag == c->verb_tag);
        if (how < 0.30)
            change_letters(c, word, LOWER);
        else if (how < 0.33)
            change_letters(c, word, UPPER);
        else if (how < 0.45 ? i == 0 : title)
            change_letters(c, word, FIRST_UPPER);
    }
}

bool t2s_parser_augment(parser_augmenter *c, bank_words *sentence)
{
    c->words = sentence;
    change_end(c);
    if (!c->failed && chance(c, 0.12))
        change_to_identifier(c);
    if (!c->failed && chance(c, 0.10))
        quote(c);
    if (!c->failed)
        change_case(c);
    return !c->failed;
}
