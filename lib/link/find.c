/* Where a question, or a turn before it, mentions a given name or value. */
#include "link/linker.h"

#include <string.h>

#include "base/string.h"
#include "facts/similar.h"
#include "schema/words.h"

/* Words of a value, or of a name, that are looked for. */
#define MOST_WORDS 32
/* Words of a question that an abbreviation may stand for. */
#define LONGEST_PHRASE 6

typedef struct word {
    const char *text; /* lower case */
    size_t length;
    t2s_word_key key;
    bool is_stop;
} word;

/* What is looked for. */
typedef struct wanted {
    const char *text; /* as given */
    size_t length;
    char lower[512]; /* as much as there is room for */
    word words[MOST_WORDS];
    size_t count;
    bool is_category;
    double number;
} wanted;

/* What is found in one turn after another. */
typedef struct search {
    const t2s_turn *turn;
    t2s_found best;
    size_t number; /* of the turn */
} search;

static void improve(search *s, int match, size_t first, size_t last)
{
    if (match > s->best.match)
        s->best = (t2s_found){
            match,
            {s->turn->pieces.at[first].begin, s->turn->pieces.at[last].end},
            s->number};
}

/* Parts a name at its words, and a value as turns are. */
static void read_wanted(wanted *out, const char *text, size_t n, bool is_name)
{
    size_t at = 0, begin, end;
    out->text = text;
    out->length = n;
    out->count = 0;
    out->is_category = false;
    if (n > sizeof out->lower)
        n = sizeof out->lower;
    for (size_t i = 0; i < n; i++)
        out->lower[i] = t2s_ascii_lower(text[i]);
    while (out->count < MOST_WORDS &&
           (is_name ? t2s_next_word(text, n, &at, &begin, true)
                    : t2s_value_next_piece(text, n, &at, &begin, &end))) {
        word *made = &out->words[out->count++];
        made->text = out->lower + begin;
        made->length = (is_name ? at : end) - begin;
        made->key = t2s_word_key_of(made->text, made->length);
        made->is_stop = t2s_word_is_stop(made->key.text, made->key.length);
    }
}

/* How many words from words[j] on stand at piece i. */
static size_t run_at(const t2s_turn *turn, size_t i, const wanted *want,
                     size_t j)
{
    size_t n = 0;
    while (i + n < turn->pieces.count && j + n < want->count &&
           t2s_word_keys_match(&turn->pieces.at[i + n].key,
                               &want->words[j + n].key))
        n++;
    return n;
}

/* The whole of it, word by word. */
static void find_whole(search *s, const wanted *want)
{
    const t2s_turn *turn = s->turn;
    for (size_t i = 0; i + want->count <= turn->pieces.count; i++) {
        size_t last = i + want->count - 1, begin, length;
        bool is_same;
        if (run_at(turn, i, want, 0) < want->count)
            continue;
        begin = turn->pieces.at[i].begin;
        length = turn->pieces.at[last].end - begin;
        is_same = length == want->length &&
                  memcmp(turn->question->text + begin, want->text, length) == 0;
        improve(s, is_same ? T2SED_MATCH_EXACT : T2SED_MATCH_SPELLING, i, last);
    }
}

/* Some of it: the longest run of words, of which one is no stop word. */
static void find_part(search *s, const wanted *want)
{
    size_t longest = 0;
    for (size_t i = 0; i < s->turn->pieces.count; i++)
        for (size_t j = 0; j < want->count; j++) {
            size_t n = run_at(s->turn, i, want, j);
            bool tells = false;
            for (size_t k = j; k < j + n; k++)
                tells |= !want->words[k].is_stop && want->words[k].length > 1;
            if (!tells || n <= longest || s->best.match > T2SED_MATCH_PARTIAL)
                continue;
            longest = n;
            s->best.match = T2SED_MATCH_NONE; /* instead of a shorter run */
            improve(s, T2SED_MATCH_PARTIAL, i, i + n - 1);
        }
}

static bool begins(const t2s_turn *turn, size_t i, const wanted *want)
{
    const t2s_piece *piece = &turn->pieces.at[i];
    const word *only = &want->words[0];
    size_t n = piece->end - piece->begin;
    size_t shorter = n < only->length ? n : only->length;
    if (want->count != 1 || piece->is_stop)
        return false;
    /* A category of a letter is what the whole word says, not the reverse. */
    return (want->is_category ? only->length <= n || shorter >= 3
                              : shorter >= 3 && shorter * 3 >= n) &&
           t2s_is_prefix(turn->lower + piece->begin, n, only->text,
                         only->length);
}

/* Whether the words [i, i + n) of the question are what `want` is short for, or
 * piece i is short for it. */
static bool abbreviates(const t2s_turn *turn, size_t i, size_t n,
                        const wanted *want)
{
    const t2s_piece *piece = &turn->pieces.at[i];
    const char *text = turn->lower + piece->begin;
    size_t length = piece->end - piece->begin;
    const word *only = &want->words[0];
    if (want->count == 1 &&
        t2s_is_abbreviation(only->text, only->length, text,
                            turn->pieces.at[i + n - 1].end - piece->begin))
        return true;
    return n == 1 && !piece->is_stop &&
           (t2s_is_abbreviation(text, length, want->lower, want->length) ||
            (want->is_category && want->count == 1 &&
             t2s_is_same_answer(only->text, only->length, text, length)));
}

static void find_short(search *s, const wanted *want)
{
    const size_t count = s->turn->pieces.count;
    for (size_t i = 0; i < count && s->best.match < T2SED_MATCH_PREFIX; i++) {
        if (begins(s->turn, i, want))
            improve(s, T2SED_MATCH_PREFIX, i, i);
        for (size_t n = 1; n <= LONGEST_PHRASE && i + n <= count &&
                           s->best.match < T2SED_MATCH_ABBREVIATION;
             n++)
            if (abbreviates(s->turn, i, n, want))
                improve(s, T2SED_MATCH_ABBREVIATION, i, i + n - 1);
    }
}

/* Looks through all turns while nothing better than `enough` is found. */
static void search_turns(search *s, const t2s_mentions *mentions, int enough,
                         void (*look)(search *, const wanted *),
                         const wanted *want)
{
    for (size_t t = 0; t < mentions->turn_count && s->best.match < enough;
         t++) {
        s->turn = &mentions->turns[t];
        s->number = t;
        look(s, want);
    }
}

static const t2s_found nothing = {
    T2SED_MATCH_NONE, {(size_t)-1, (size_t)-1}, 0};

t2s_found t2s_find_text(const t2s_mentions *mentions, const char *text,
                        size_t n, bool is_category)
{
    search s = {.best = nothing};
    wanted want;
    while (n && strchr("%_ ", text[0])) {
        text++;
        n--;
    }
    while (n && strchr("%_ ", text[n - 1]))
        n--;
    read_wanted(&want, text, n, false);
    want.is_category = is_category;
    if (want.count == 0) {
        s.best.match = T2SED_MATCH_UNKNOWN;
        return s.best;
    }
    search_turns(&s, mentions, T2SED_MATCH_EXACT, find_whole, &want);
    search_turns(&s, mentions, T2SED_MATCH_PARTIAL, find_part, &want);
    search_turns(&s, mentions, T2SED_MATCH_PREFIX, find_short, &want);
    return s.best;
}

static void find_same_number(search *s, const wanted *want)
{
    for (size_t i = 0; i < s->turn->pieces.count; i++) {
        const t2s_piece *piece = &s->turn->pieces.at[i];
        double value;
        bool is_spelled;
        if (t2s_word_says_number(s->turn->lower + piece->begin,
                                 piece->end - piece->begin, &value,
                                 &is_spelled) &&
            value == want->number)
            improve(s, is_spelled ? T2SED_MATCH_SPELLING : T2SED_MATCH_EXACT, i,
                    i);
    }
}

t2s_found t2s_find_number(const t2s_mentions *mentions, double number)
{
    search s = {.best = nothing};
    const wanted want = {.number = number};
    search_turns(&s, mentions, T2SED_MATCH_EXACT, find_same_number, &want);
    return s.best;
}

/* ------------------------------------------------------------- names */

/* A word of the name that a word of the question begins with, or is short for;
 * or the other way round. */
static void find_short_name(search *s, const t2s_mentions *mentions,
                            const char *name)
{
    wanted want, one;
    read_wanted(&want, name, strlen(name), true);
    for (size_t k = 0; k < want.count; k++) {
        if (want.words[k].is_stop || want.words[k].length < 2)
            continue;
        read_wanted(&one, want.words[k].text, want.words[k].length, true);
        search_turns(s, mentions, T2SED_MATCH_PREFIX, find_short, &one);
    }
}

bool t2s_find_name(t2s_found *out, const t2s_mentions *mentions,
                   const char *name)
{
    search s = {.best = nothing};
    t2s_links links = {0};
    bool ok = true;
    for (size_t t = 0; ok && t < mentions->turn_count; t++) {
        links.count = 0;
        ok =
            t2s_link_name(&links, mentions->turns[t].words, name, strlen(name));
        for (size_t i = 0; ok && i < links.count; i++) {
            const t2s_found found = t2s_found_link(mentions, t, &links.at[i]);
            if (found.match > s.best.match)
                s.best = found;
        }
    }
    t2s_vector_free(&links);
    if (ok && s.best.match < T2SED_MATCH_PARTIAL)
        find_short_name(&s, mentions, name);
    if (ok)
        *out = s.best;
    return ok;
}
