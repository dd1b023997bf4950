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
    t2s_stem stem;
} word;

typedef struct wanted {
    const char *text; /* as given */
    size_t length;
    char lower[512];
    word words[MOST_WORDS];
    size_t count;
    bool is_category;
} wanted;

/* What is found in one turn after another. */
typedef struct search {
    const t2s_turn *turn;
    size_t number;
    t2s_found best;
} search;

static void improve(search *s, int match, size_t first, size_t last)
{
    if (match > s->best.match)
        s->best = (t2s_found){
            match,
            {s->turn->pieces.at[first].begin, s->turn->pieces.at[last].end},
            s->number};
}

static void add_word(wanted *out, size_t begin, size_t end)
{
    word *made = &out->words[out->count++];
    made->text = out->lower + begin;
    made->length = end - begin;
    made->stem = t2s_stem_of(made->text, made->length);
}

/* Begins one; its words follow. The bytes of .lower that are filled in. */
static size_t begin_wanted(wanted *out, const char *text, size_t n)
{
    out->text = text;
    out->length = n;
    out->count = 0;
    out->is_category = false;
    if (n > sizeof out->lower)
        n = sizeof out->lower;
    for (size_t i = 0; i < n; i++)
        out->lower[i] = t2s_ascii_lower(text[i]);
    return n;
}

static bool same_stem(const t2s_stem *a, const t2s_stem *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* How many words from words[j] on stand at piece i. */
static size_t run_at(const t2s_turn *turn, size_t i, const wanted *want,
                     size_t j)
{
    size_t n = 0;
    while (i + n < turn->pieces.count && j + n < want->count &&
           same_stem(&turn->pieces.at[i + n].stem, &want->words[j + n].stem))
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
                  memcmp(turn->text + begin, want->text, length) == 0;
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
                tells |=
                    !want->words[k].stem.is_stop && want->words[k].length > 1;
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
    if (want->count != 1 || piece->stem.is_stop)
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
    return n == 1 && !piece->stem.is_stop &&
           (t2s_is_abbreviation(text, length, want->lower,
                                want->length < sizeof want->lower ? want->length
                                                                  : 0) ||
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
    size_t at = 0, begin, end, filled;
    while (n && strchr("%_ ", text[0])) {
        text++;
        n--;
    }
    while (n && strchr("%_ ", text[n - 1]))
        n--;
    filled = begin_wanted(&want, text, n);
    want.is_category = is_category;
    while (want.count < MOST_WORDS &&
           t2s_value_next_piece(want.lower, filled, &at, &begin, &end))
        add_word(&want, begin, end);
    if (want.count == 0) {
        s.best.match = T2SED_MATCH_UNKNOWN;
        return s.best;
    }
    search_turns(&s, mentions, T2SED_MATCH_EXACT, find_whole, &want);
    search_turns(&s, mentions, T2SED_MATCH_PARTIAL, find_part, &want);
    search_turns(&s, mentions, T2SED_MATCH_PREFIX, find_short, &want);
    return s.best;
}

/* The number that a piece stands for: "1,200", "three", "1980s", "3rd". */
static bool number_of(const t2s_turn *turn, const t2s_piece *piece,
                      double *number, bool *is_spelled)
{
    const char *text = turn->lower + piece->begin;
    size_t n = piece->end - piece->begin;
    *is_spelled = t2s_word_spelled_number(text, n, number);
    if (*is_spelled || t2s_word_number(text, n, number))
        return true;
    for (int i = 0; i < 2 && n > 1 && text[n - 1] >= 'a'; i++)
        n--;
    return t2s_word_number(text, n, number);
}

t2s_found t2s_find_number(const t2s_mentions *mentions, double number)
{
    search s = {.best = nothing};
    for (; s.number < mentions->turn_count; s.number++) {
        s.turn = &mentions->turns[s.number];
        for (size_t i = 0; i < s.turn->pieces.count; i++) {
            double value;
            bool is_spelled;
            if (number_of(s.turn, &s.turn->pieces.at[i], &value, &is_spelled) &&
                value == number)
                improve(&s,
                        is_spelled ? T2SED_MATCH_SPELLING : T2SED_MATCH_EXACT,
                        i, i);
        }
    }
    return s.best;
}

/* ------------------------------------------------------------- names */

/* A word of the name that a word of the question begins with, or is short for;
 * or the other way round. */
static void find_short_name(search *s, const t2s_mentions *mentions,
                            const char *name)
{
    wanted want, one;
    size_t at = 0, begin, n = begin_wanted(&want, name, strlen(name));
    while (want.count < MOST_WORDS && t2s_next_word(name, n, &at, &begin, true))
        add_word(&want, begin, at);
    for (size_t k = 0; k < want.count; k++) {
        if (want.words[k].stem.is_stop || want.words[k].length < 2)
            continue;
        begin_wanted(&one, want.words[k].text, want.words[k].length);
        one.words[one.count++] = want.words[k];
        for (size_t t = 0; t < mentions->turn_count; t++) {
            s->turn = &mentions->turns[t];
            s->number = t;
            find_short(s, &one);
        }
    }
}

bool t2s_find_name(t2s_found *out, t2s_mentions *mentions, const char *name)
{
    search s = {.best = nothing};
    t2s_links links = {0};
    bool ok = true;
    for (size_t t = 0; ok && t < mentions->turn_count; t++) {
        const t2s_turn *turn = &mentions->turns[t];
        links.count = 0;
        ok = t2s_link_name(&links, turn->words, name, strlen(name));
        for (size_t i = 0; ok && i < links.count; i++) {
            int match = links.at[i].kind == T2S_LINK_EXACT
                            ? T2SED_MATCH_EXACT
                            : T2SED_MATCH_PARTIAL;
            if (match > s.best.match)
                s.best =
                    (t2s_found){match,
                                {turn->ranges[links.at[i].word_begin].begin,
                                 turn->ranges[links.at[i].word_end - 1].end},
                                t};
        }
    }
    t2s_vector_free(&links);
    if (ok && s.best.match < T2SED_MATCH_PARTIAL)
        find_short_name(&s, mentions, name);
    *out = s.best;
    return ok;
}
