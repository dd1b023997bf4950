/* pair_words.c - counts of words and names, and the words around mentions. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "sketch/pair.h"

/* Words of the question that terms are made of. */
#define MOST_WORDS 64
/* Hits, or eight times as many cases, from which on a count is looked at; of a
 * word with a word of a name, hits alone. */
#define LEAST      3
#define LEAST_WORD 5

/* --- counts --- */

/* A text with a byte after it that UTF-8 does not have. */
static uint64_t add(uint64_t hash, t2s_pair_text text)
{
    return text.text ? t2s_hash_step(
                           t2s_hash_bytes(hash, text.text, text.length), 0xFF)
                     : hash;
}

uint64_t t2s_association_key(int kind, int number, t2s_pair_text a,
                             t2s_pair_text b)
{
    const char head[2] = {(char)kind, (char)number};
    const uint64_t hash =
        add(T2S_HASH_START, (t2s_pair_text){head, sizeof head});
    return (uint64_t)kind << 60 | t2s_hash_mix(add(add(hash, a), b)) >> 4;
}

/* A value of the table is the two counts. */
static t2s_association_entry read_entry(uint64_t key, uint64_t value)
{
    float counts[2];
    memcpy(counts, &value, sizeof counts);
    return (t2s_association_entry){key, counts[0], counts[1]};
}

bool t2s_association_add(t2s_association *to, uint64_t key, float hits,
                         float cases)
{
    uint64_t *value = t2s_hash_table_add(to, key);
    t2s_association_entry entry;
    if (!value)
        return false;
    entry = read_entry(key, *value);
    memcpy(value, (float[]){entry.hits + hits, entry.cases + cases},
           sizeof *value);
    return true;
}

bool t2s_association_next(const t2s_association *from, size_t *at,
                          t2s_association_entry *entry)
{
    uint64_t key, value;
    if (!t2s_hash_table_next(from, at, &key, &value))
        return false;
    *entry = read_entry(key, value);
    return true;
}

static t2s_association_entry get(const t2s_association *from, uint64_t key)
{
    const uint64_t *value = from ? t2s_hash_table_find(from, key) : NULL;
    return value ? read_entry(key, *value) : (t2s_association_entry){0};
}

static t2s_association_entry get_kept(const t2s_kept_association *from,
                                      uint64_t key)
{
    const size_t at = t2s_sorted_keys_find(&from->tops, from->keys, key);
    return at == T2S_NO_KEY
               ? (t2s_association_entry){0}
               : (t2s_association_entry){key, from->hits[at], from->cases[at]};
}

t2s_association_entry t2s_association_get(t2s_association_view view,
                                          uint64_t key)
{
    t2s_association_entry found =
        view.kept ? get_kept(view.kept, key) : get(view.all, key);
    if (found.key && view.without) {
        t2s_association_entry less = get(view.without, key);
        found.hits -= less.hits;
        found.cases -= less.cases;
    }
    return found;
}

bool t2s_pair_counts(const t2s_association_entry *entry)
{
    switch (entry->key >> 60) {
    case T2S_PAIR_WORD:
    case T2S_PAIR_TABLE_WORD:
        return entry->hits >= LEAST_WORD;
    case T2S_PAIR_STEM:
    case T2S_PAIR_TABLE_STEM:
        return true;
    default:
        return entry->hits >= LEAST || entry->cases >= 8 * LEAST;
    }
}

static double log_odds(double share)
{
    return log(share / (1 - share));
}

double t2s_association_odds(t2s_association_view view, uint64_t key,
                            double base, double weight)
{
    const t2s_association_entry found = t2s_association_get(view, key);
    if (!found.key || !t2s_pair_counts(&found))
        return 0;
    return log_odds(((double)found.hits + weight * base) /
                    ((double)found.cases + weight)) -
           log_odds(base);
}

double t2s_association_share(t2s_association_view view, uint64_t key,
                             double otherwise)
{
    t2s_association_entry found = t2s_association_get(view, key);
    return ((double)found.hits + 2 * otherwise) / ((double)found.cases + 2);
}

/* --- words --- */

t2s_mention t2s_mention_of(const t2s_question_facts *question,
                           const t2s_name_match *match)
{
    t2s_mention mention = {match->first, match->first};
    if (match->first < 0)
        return (t2s_mention){-1, -1};
    while ((size_t)mention.end < question->words.count &&
           t2s_match_has_stem(question, match,
                              question->words.at[mention.end].stem))
        mention.end++;
    return mention;
}

t2s_pair_text t2s_pair_stem(const t2s_question_facts *question, int32_t stem)
{
    const t2s_map_entry *entry = &question->stem_numbers.entries[stem];
    return (t2s_pair_text){entry->key, entry->key_length};
}

t2s_pair_text t2s_pair_head(const t2s_question_facts *question,
                            const t2s_name_match *match)
{
    return match->count
               ? t2s_pair_stem(
                     question,
                     question->name_stems.at[match->stems + match->count - 1])
               : (t2s_pair_text){"", 0};
}

/* Words that stand between a mention and what tells of it. */
static bool is_article(t2s_pair_text word)
{
    return t2s_is_one_of(word.text, word.length,
                         "the a an their its his her all");
}

static t2s_pair_text word_at(const t2s_question_facts *question, int32_t at)
{
    static const t2s_pair_text begin = {"^", 1}, end = {"$", 1};
    static const t2s_pair_text value = {"#", 1};
    const t2s_question_word *word;
    char first;
    if (at < 0)
        return begin;
    if ((size_t)at >= question->words.count)
        return end;
    word = &question->words.at[at];
    first = question->text[word->begin];
    if (word->is_quoted || t2s_is_digit(first))
        return value;
    return t2s_pair_stem(question, word->stem);
}

/* The next word in a direction that is no article, unless three in a row
 * are. */
static t2s_pair_text next_word(const t2s_question_facts *question, int32_t *at,
                               int32_t step)
{
    t2s_pair_text word = word_at(question, *at += step);
    for (int passed = 0; passed < 2 && is_article(word); passed++)
        word = word_at(question, *at += step);
    return word;
}

uint64_t t2s_pair_beside(const t2s_question_facts *question,
                         t2s_mention mention, int place, int kind, int number)
{
    const int32_t step = place < 2 ? -1 : 1;
    int32_t at = place < 2 ? mention.begin : mention.end - 1;
    t2s_pair_text word = next_word(question, &at, step);
    if (place % 2)
        word = next_word(question, &at, step);
    return t2s_association_key(kind, number | place << 3, word, T2S_NO_TEXT);
}

static const char *const family_words[T2S_FAMILIES] = {
    [T2S_FAMILY_ASK] = "what which list find show give return display get "
                       "tell select print provide report",
    [T2S_FAMILY_WHERE] = "whose where with who that have has had having in "
                         "from for when named called is are was were",
    [T2S_FAMILY_EACH] = "each every per",
    [T2S_FAMILY_ORDER] = "order ordered sort sorted ascending descending "
                         "alphabetical alphabetically by increasing "
                         "decreasing lexicographical rank ranked",
    [T2S_FAMILY_MOST] = "most least top best worst fewest first last maximum "
                        "minimum max min",
    [T2S_FAMILY_COMPARE] = "more less greater than above below over under "
                           "between before after exceed exceeds larger "
                           "smaller higher lower older younger equal equals "
                           "same",
    [T2S_FAMILY_VALUE] = "",
    [T2S_FAMILY_AGGREGATE] = "average number total count sum many much mean "
                             "maximum minimum"};

static bool is_superlative(const char *word, size_t n)
{
    return n > 4 && memcmp(word + n - 3, "est", 3) == 0 &&
           !t2s_is_one_of(word, n,
                          "interest request forest contest harvest test");
}

const uint8_t *t2s_pair_families(t2s_arena *arena,
                                 const t2s_question_facts *question)
{
    size_t count = question->words.count;
    uint8_t *bits = t2s_arena_alloc(arena, count + 1);
    if (!bits)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const t2s_question_word *word = &question->words.at[i];
        const char *text = question->text + word->begin;
        size_t n = word->end - word->begin;
        bits[i] = 0;
        for (int f = 0; f < T2S_FAMILIES; f++)
            if (t2s_is_one_of(text, n, family_words[f]))
                bits[i] |= (uint8_t)(1u << f);
        if (is_superlative(text, n))
            bits[i] |= 1u << T2S_FAMILY_MOST;
        if (word->is_quoted || word->is_capital || t2s_is_digit(text[0]))
            bits[i] |= 1u << T2S_FAMILY_VALUE;
    }
    return bits;
}

static bool add_term(t2s_pair_term terms[T2S_PAIR_TERMS], size_t *count,
                     t2s_pair_text a, t2s_pair_text b, int32_t stem)
{
    t2s_pair_term *term = &terms[*count];
    if (*count == T2S_PAIR_TERMS)
        return false;
    term->length = a.length + b.length + (b.length > 0);
    if (term->length > sizeof term->text)
        return true;
    memcpy(term->text, a.text, a.length);
    if (b.length) {
        term->text[a.length] = ' ';
        memcpy(term->text + a.length + 1, b.text, b.length);
    }
    term->stem = stem;
    for (size_t i = 0; i < *count; i++)
        if (terms[i].length == term->length &&
            memcmp(terms[i].text, term->text, term->length) == 0)
            return true;
    ++*count;
    return true;
}

size_t t2s_pair_terms(t2s_pair_term terms[T2S_PAIR_TERMS],
                      const t2s_question_facts *question)
{
    static const t2s_pair_text none = {"", 0};
    size_t count = 0, most = question->words.count;
    if (most > MOST_WORDS)
        most = MOST_WORDS;
    for (size_t i = 0; i < most; i++) {
        t2s_pair_text word = word_at(question, (int32_t)i), next;
        if (is_article(word))
            continue;
        if (!add_term(terms, &count, word, none, question->words.at[i].stem))
            break;
        if (i + 1 == most)
            break;
        next = word_at(question, (int32_t)i + 1);
        if (!is_article(next) && !add_term(terms, &count, word, next, -1))
            break;
    }
    return count;
}
