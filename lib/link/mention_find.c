/* Finding a given name or value in what was said. */
#include <string.h>

#include "base/string.h"
#include "link/mention.h"
#include "facts/similar.h"
#include "schema/words.h"

/* Words of a value, or of a name, that are looked for. */
#define MOST_WORDS 32
/* Words of a question that an abbreviation may stand for. */
#define LONGEST_PHRASE 6

typedef struct word {
    const char *text; /* lower case */
    size_t length;
    char stem[31];
    uint8_t stem_length;
    bool is_stop;
} word;

typedef struct wanted {
    const char *text; /* as given */
    size_t length;
    char lower[512];
    word words[MOST_WORDS];
    size_t count;
    bool is_category;
} wanted;

static bool improve(t2s_named_at *best, int match, uint32_t begin, uint32_t end,
                    size_t turn)
{
    if (match <= best->match)
        return false;
    *best = (t2s_named_at){match, begin, end, (uint32_t)turn};
    return true;
}

static void make_word(word *out, const char *lower, size_t n)
{
    char stem[64];
    out->text = lower;
    out->length = n;
    n = n > sizeof stem ? sizeof stem : n;
    memcpy(stem, lower, n);
    n = t2s_word_stem(stem, n);
    out->stem_length = (uint8_t)(n > 30 ? 30 : n);
    memcpy(out->stem, stem, out->stem_length);
    out->is_stop = t2s_word_is_stop(out->stem, out->stem_length);
}

static void read_wanted(wanted *out, const char *text, size_t n)
{
    size_t at = 0, begin, end;
    out->text = text;
    out->length = n;
    out->count = 0;
    if (n > sizeof out->lower)
        n = sizeof out->lower;
    for (size_t i = 0; i < n; i++)
        out->lower[i] = t2s_ascii_lower(text[i]);
    while (out->count < MOST_WORDS &&
           t2s_value_next_piece(out->lower, n, &at, &begin, &end))
        make_word(&out->words[out->count++], out->lower + begin, end - begin);
}

static bool is_word(const t2s_said *said, size_t i, const word *want, bool stem)
{
    const t2s_said_piece *piece = &said->pieces.at[i];
    if (stem)
        return piece->stem_length == want->stem_length &&
               memcmp(piece->stem, want->stem, want->stem_length) == 0;
    return piece->end - piece->begin == want->length &&
           memcmp(said->lower + piece->begin, want->text, want->length) == 0;
}

/* How many words from words[j] on stand at piece i. */
static size_t run_at(const t2s_said *said, size_t i, const wanted *want,
                     size_t j)
{
    size_t n = 0;
    while (i + n < said->pieces.count && j + n < want->count &&
           is_word(said, i + n, &want->words[j + n], true))
        n++;
    return n;
}

/* The whole of it, word by word. */
static void find_whole(t2s_named_at *best, const t2s_said *said, size_t turn,
                       const wanted *want)
{
    for (size_t i = 0; i + want->count <= said->pieces.count; i++) {
        uint32_t begin, end;
        if (run_at(said, i, want, 0) < want->count)
            continue;
        begin = said->pieces.at[i].begin;
        end = said->pieces.at[i + want->count - 1].end;
        improve(best,
                end - begin == want->length &&
                        memcmp(said->text + begin, want->text, want->length) ==
                            0
                    ? T2SED_MATCH_EXACT
                    : T2SED_MATCH_SPELLING,
                begin, end, turn);
    }
}

/* Some of it: the longest run of words, of which one tells something. */
static void find_part(t2s_named_at *best, const t2s_said *said, size_t turn,
                      const wanted *want)
{
    size_t longest = 0;
    for (size_t i = 0; i < said->pieces.count; i++)
        for (size_t j = 0; j < want->count; j++) {
            size_t n = run_at(said, i, want, j);
            bool tells = false;
            for (size_t k = j; k < j + n; k++)
                tells |= !want->words[k].is_stop && want->words[k].length > 1;
            if (!tells || n <= longest || best->match > T2SED_MATCH_PARTIAL)
                continue;
            longest = n;
            *best =
                (t2s_named_at){T2SED_MATCH_PARTIAL, said->pieces.at[i].begin,
                               said->pieces.at[i + n - 1].end, (uint32_t)turn};
        }
}

static bool begins(const t2s_said *said, size_t i, const wanted *want)
{
    const t2s_said_piece *piece = &said->pieces.at[i];
    const word *only = &want->words[0];
    size_t n = piece->end - piece->begin;
    size_t shorter = n < only->length ? n : only->length;
    if (want->count != 1 || piece->is_stop)
        return false;
    /* A category of a letter is what the whole word says, not the reverse. */
    return (want->is_category ? only->length <= n || shorter >= 3
                              : shorter >= 3 && shorter * 3 >= n) &&
           t2s_is_prefix(said->lower + piece->begin, n, only->text,
                         only->length);
}

/* Whether the words [i, i + n) of the question are what `want` is short for, or
 * piece i is short for it. */
static bool abbreviates(const t2s_said *said, size_t i, size_t n,
                        const wanted *want)
{
    const t2s_said_piece *piece = &said->pieces.at[i];
    const t2s_said_piece *last = &said->pieces.at[i + n - 1];
    const word *only = &want->words[0];
    size_t length = want->length < sizeof want->lower ? want->length : 0;
    if (want->count == 1 && t2s_is_abbreviation(only->text, only->length,
                                                said->lower + piece->begin,
                                                last->end - piece->begin))
        return true;
    return n == 1 && !piece->is_stop &&
           (t2s_is_abbreviation(said->lower + piece->begin,
                                piece->end - piece->begin, want->lower,
                                length) ||
            (want->is_category && want->count == 1 &&
             t2s_is_same_answer(only->text, only->length,
                                said->lower + piece->begin,
                                piece->end - piece->begin)));
}

static void find_short(t2s_named_at *best, const t2s_said *said, size_t turn,
                       const wanted *want)
{
    for (size_t i = 0;
         i < said->pieces.count && best->match < T2SED_MATCH_PREFIX; i++) {
        const t2s_said_piece *piece = &said->pieces.at[i];
        if (begins(said, i, want))
            improve(best, T2SED_MATCH_PREFIX, piece->begin, piece->end, turn);
        for (size_t n = 1; n <= LONGEST_PHRASE && i + n <= said->pieces.count &&
                           best->match < T2SED_MATCH_ABBREVIATION;
             n++)
            if (abbreviates(said, i, n, want))
                improve(best, T2SED_MATCH_ABBREVIATION, piece->begin,
                        said->pieces.at[i + n - 1].end, turn);
    }
}

static t2s_named_at find(const t2s_mentions *mentions, const wanted *want)
{
    t2s_named_at best = {.match = T2SED_MATCH_NONE};
    if (want->count == 0) {
        best.match = T2SED_MATCH_UNKNOWN;
        return best;
    }
    for (size_t t = 0; t < mentions->turn_count; t++)
        find_whole(&best, &mentions->turns[t], t, want);
    for (size_t t = 0;
         t < mentions->turn_count && best.match < T2SED_MATCH_PARTIAL; t++)
        find_part(&best, &mentions->turns[t], t, want);
    for (size_t t = 0;
         t < mentions->turn_count && best.match < T2SED_MATCH_PREFIX; t++)
        find_short(&best, &mentions->turns[t], t, want);
    return best;
}

t2s_named_at t2s_mentions_find_text(const t2s_mentions *mentions,
                                    const char *text, size_t n,
                                    bool is_category)
{
    wanted want;
    while (n && strchr("%_ ", text[0])) {
        text++;
        n--;
    }
    while (n && strchr("%_ ", text[n - 1]))
        n--;
    read_wanted(&want, text, n);
    want.is_category = is_category;
    return find(mentions, &want);
}

/* The number that a piece stands for: "1,200", "three", "1980s", "3rd". */
static bool number_of(const t2s_said *said, const t2s_said_piece *piece,
                      double *number, bool *is_spelled)
{
    const char *text = said->lower + piece->begin;
    size_t n = piece->end - piece->begin;
    *is_spelled = t2s_word_spelled_number(text, n, number);
    if (*is_spelled || t2s_word_number(text, n, number))
        return true;
    for (int i = 0; i < 2 && n > 1 && text[n - 1] >= 'a'; i++)
        n--;
    return t2s_word_number(text, n, number);
}

t2s_named_at t2s_mentions_find_number(const t2s_mentions *mentions,
                                      double number)
{
    t2s_named_at best = {.match = T2SED_MATCH_NONE};
    for (size_t t = 0; t < mentions->turn_count; t++)
        for (size_t i = 0; i < mentions->turns[t].pieces.count; i++) {
            const t2s_said *said = &mentions->turns[t];
            const t2s_said_piece *piece = &said->pieces.at[i];
            double value;
            bool is_spelled;
            if (number_of(said, piece, &value, &is_spelled) && value == number)
                improve(&best,
                        is_spelled ? T2SED_MATCH_SPELLING : T2SED_MATCH_EXACT,
                        piece->begin, piece->end, t);
        }
    return best;
}

/* Names */

/* The parts of a name by case and marks, as words. */
static void read_name(wanted *out, const char *name)
{
    size_t n = strlen(name), length = 0;
    out->text = name;
    out->length = n;
    out->count = 0;
    out->is_category = false;
    if (n > sizeof out->lower)
        n = sizeof out->lower;
    for (size_t i = 0; i < n; i++)
        out->lower[i] = t2s_ascii_lower(name[i]);
    for (size_t i = 0; i < n && out->count < MOST_WORDS;) {
        size_t end = i + 1;
        if (t2s_is_word_part(name, n, i)) {
            end = t2s_word_part_end(name, n, i, true);
            length = end - i;
            make_word(&out->words[out->count++], out->lower + i, length);
        }
        i = end;
    }
}

/* A word of the name that a word of the question begins with, or is short for;
 * or the other way round. */
static void find_short_name(t2s_named_at *best, const t2s_mentions *mentions,
                            const char *name)
{
    wanted want, one;
    read_name(&want, name);
    one.is_category = false;
    one.count = 1;
    for (size_t k = 0; k < want.count; k++) {
        if (want.words[k].is_stop || want.words[k].length < 2)
            continue;
        one.words[0] = want.words[k];
        memcpy(one.lower, want.words[k].text, want.words[k].length);
        one.length = want.words[k].length;
        for (size_t t = 0; t < mentions->turn_count; t++)
            find_short(best, &mentions->turns[t], t, &one);
    }
}

bool t2s_mentions_find_name(t2s_named_at *out, t2s_mentions *mentions,
                            const char *name)
{
    t2s_links links = {0};
    t2s_named_at best = {.match = T2SED_MATCH_NONE};
    bool ok = true;
    for (size_t t = 0; ok && t < mentions->turn_count; t++) {
        const t2s_said *said = &mentions->turns[t];
        links.count = 0;
        ok = t2s_link_name(&links, said->words, name, strlen(name));
        for (size_t i = 0; ok && i < links.count; i++)
            improve(&best,
                    links.at[i].kind == T2S_LINK_EXACT ? T2SED_MATCH_EXACT
                                                       : T2SED_MATCH_PARTIAL,
                    said->ranges[links.at[i].word_begin][0],
                    said->ranges[links.at[i].word_end - 1][1], t);
    }
    t2s_vector_free(&links);
    if (ok && best.match < T2SED_MATCH_PARTIAL)
        find_short_name(&best, mentions, name);
    *out = best;
    return ok;
}
