/* The words and phrases that ask for a part of a query. */
#include <string.h>

#include "facts/cues.h"
#include "facts/question.h"

/* Phrases are parted by "|", their words by blanks; clitics are words of their
 * own. "x*" stands for any word that begins with x, "*x" for any of three
 * letters or more and x, "#" for any that begins with a digit. A phrase behind
 * "-" is passed over: "at least" asks for no superlative. Where phrases of a
 * family overlap, the first wins. */
#define C(family) T2S_CUE_##family

static const struct {
    t2s_cue cue;
    const char *phrases;
} families[] = {
    {C(COUNT), "how many|total number|number of|numbers of|amount of|count|"
               "counts|numbers"},
    {C(AVERAGE), "average|averages|mean|avg"},
    {C(SUM), "total|totals|sum|altogether|overall|combined|in all"},
    {C(MAXIMUM), "maximum|maximal|max|highest|largest|greatest"},
    {C(MINIMUM), "minimum|minimal|min|lowest|smallest"},
    {C(MOST),
     "-at most|-last name|-last names|"
     "most|highest|largest|biggest|greatest|longest|latest|oldest|top|best|"
     "maximum|maximal|max|heaviest|tallest|last|newest|richest|fastest|"
     "strongest|furthest|farthest|deepest|widest|busiest"},
    {C(LEAST),
     "-at least|-first name|-first names|"
     "least|fewest|lowest|smallest|shortest|earliest|youngest|"
     "minimum|minimal|min|cheapest|first|worst|lightest|slowest|weakest|"
     "nearest|closest|poorest"},
    {C(SUPERLATIVE),
     "-at most|-at least|-interest|-request|-forest|-contest|-harvest|"
     "-invest|-suggest|-digest|most|least|*est|top|best|worst"},
    {C(EACH), "each|every|per"},
    {C(GROUP), "for all|different|by"},
    {C(GREATER),
     "-no more than|-not more than|or more|more than|greater than|larger "
     "than|higher than|"
     "above|over|older than|longer than|later than|bigger than|heavier than|"
     "after|exceed*|surpass*|greater|larger|higher|older|later|bigger|"
     "outnumber*|since|beyond"},
    {C(LESS),
     "-no less than|-not less than|-no fewer than|or less|or fewer|less "
     "than|fewer than|lower than|below|"
     "under|younger than|shorter than|earlier than|before|smaller than|"
     "lighter than|fewer|lower|younger|smaller|earlier|less|cheaper"},
    {C(AT_LEAST), "at least|or more|or above|or greater|or higher|or later|"
                  "or older|no less than|no fewer than|not less than|"
                  "minimum of|starting from"},
    {C(AT_MOST), "at most|or less|or fewer|or below|or lower|or earlier|"
                 "or younger|no more than|not more than|up to|maximum of"},
    {C(BETWEEN), "between|from # to|in the range|within the range|ranging"},
    {C(NEGATION),
     "not|never|without|no|nor|neither|none|don t|doesn t|didn t|haven t|"
     "hasn t|hadn t|isn t|aren t|wasn t|weren t|can t|won t|dont|doesnt|"
     "didnt|except|excluding|exclude*|other than|apart from|lack*|nobody|"
     "cannot"},
    {C(BOTH), "both|as well as|and also|also"},
    {C(EITHER), "either|or"},
    {C(DISTINCT), "distinct|different|unique|various|differing|distinctive"},
    {C(DESCENDING),
     "descending|decreasing|descend|desc|highest to|most to|largest to|"
     "biggest to|greatest to|longest to|latest to|reverse|reversed|newest to|"
     "high to low|large to small|oldest to|z to a"},
    {C(ASCENDING),
     "ascending|increasing|ascend|asc|alphabet*|lexicograph*|lowest to|"
     "least to|smallest to|fewest to|shortest to|earliest to|youngest to|"
     "low to high|small to large|a to z|chronological*"},
    {C(ORDER),
     "order|orders|ordered|ordering|sort|sorted|sorting|ascending|descending|"
     "alphabet*|rank|ranked|ranking|arranged|arrange|lexicograph*|"
     "increasing|decreasing|chronological*|listed by"},
    {C(LIKE), "contain|contains|containing|contained|start with|starts with|"
              "starting with|begin with|begins with|beginning with|end with|"
              "ends with|ending with|start|starts|starting|end|ends|ending|"
              "begin*|include|includes|including|substring|letter|letters|"
              "prefix|suffix|the word|like|phrase|somewhere in"},
    {C(COMPARISON),
     "than the average|than average|than all|than any|than some|"
     "than the maximum|than the minimum|than the lowest|than the highest|"
     "than every|than the mean|than that of|than those|than the oldest|"
     "than the youngest|above the average|above average|below the average|"
     "below average|over the average|under the average|above all|"
     "exceeds the average|exceed the average|than an average|"
     "above an average|below the mean|above the mean|than its average|"
     "than their average|than the overall|than the total"},
    {C(COMMON), "common|commonly|popular|frequent*|popularity"},
    {C(ID), "id|ids|code|codes|identifier|identifiers|identification"},
    {C(NAME), "name|names|title|titles|named"},
    {C(WHO), "who|whose|whom"},
    {C(WHERE), "where"},
    {C(WHEN), "when"},
    {C(WHICH), "which"},
    {C(AND), "and"},
    {C(OR), "or"},
    {C(WITH), "with"},
    {C(ALSO), "also"},
    {C(ALL), "all"},
    {C(ANY), "any"},
    {C(ONLY), "only|exactly|just"},
    {C(THEIR), "them|their|its|they"},
};

#undef C

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool match_word(const char *pattern, size_t m, const char *word,
                       size_t n)
{
    if (m == 1 && pattern[0] == '#')
        return is_digit(word[0]);
    if (pattern[0] == '*')
        return n >= m + 2 &&
               memcmp(word + n - (m - 1), pattern + 1, m - 1) == 0;
    if (pattern[m - 1] == '*')
        return n >= m - 1 && memcmp(word, pattern, m - 1) == 0;
    return n == m && memcmp(word, pattern, n) == 0;
}

typedef struct word_row {
    const char *text;
    const uint32_t *begin, *end;
    const bool *skip;
    size_t count;
    const t2s_question_word *words; /* or NULL: the words are here */
} word_row;

static bool is_skipped(const word_row *row, size_t i)
{
    return row->words ? row->words[i].is_quoted : row->skip[i];
}

static size_t begin_of(const word_row *row, size_t i)
{
    return row->words ? row->words[i].begin : row->begin[i];
}

static size_t end_of(const word_row *row, size_t i)
{
    return row->words ? row->words[i].end : row->end[i];
}

/* How many words the phrase pattern[0..m) takes from word i on; 0 is none. */
static size_t match_phrase(const char *pattern, size_t m, const word_row *words,
                           size_t i)
{
    size_t taken = 0;
    for (size_t at = 0; at < m; taken++) {
        const char *blank = memchr(pattern + at, ' ', m - at);
        size_t end = blank ? (size_t)(blank - pattern) : m, word = i + taken;
        if (word >= words->count || is_skipped(words, word) ||
            !match_word(pattern + at, end - at,
                        words->text + begin_of(words, word),
                        end_of(words, word) - begin_of(words, word)))
            return 0;
        at = end + 1;
    }
    return taken;
}

/* The words that a family's first matching phrase takes from word i on. */
static size_t match_family(const char *phrases, const word_row *words, size_t i,
                           bool *counts)
{
    char first = words->text[begin_of(words, i)];
    while (*phrases) {
        const char *end = strchr(phrases, '|');
        size_t m = end ? (size_t)(end - phrases) : strlen(phrases);
        bool passed = *phrases == '-';
        const char *pattern = phrases + passed;
        size_t taken = 0;
        if (*pattern == first || *pattern == '*' || *pattern == '#')
            taken = match_phrase(pattern, m - passed, words, i);
        if (taken) {
            *counts = !passed;
            return taken;
        }
        phrases += m + (end != NULL);
    }
    return 0;
}

void t2s_cues_count(uint32_t counts[T2S_CUES], const char *text,
                    const uint32_t *begin, const uint32_t *end,
                    const bool *skip, size_t count)
{
    const word_row words = {text, begin, end, skip, count, NULL};
    memset(counts, 0, T2S_CUES * sizeof *counts);
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (size_t i = 0; i < count;) {
            bool counted = false;
            size_t taken =
                match_family(families[f].phrases, &words, i, &counted);
            counts[families[f].cue] += counted;
            i += taken ? taken : 1;
        }
}

bool t2s_cues_find(int32_t *first, int32_t *last, t2s_cue cue,
                   const t2s_question_facts *question)
{
    const word_row words = {
        question->text,    NULL, NULL, NULL, question->words.count,
        question->words.at};
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (size_t i = 0; families[f].cue == cue && i < words.count;) {
            bool counted = false;
            size_t taken =
                match_family(families[f].phrases, &words, i, &counted);
            if (counted) {
                *first = (int32_t)i;
                *last = (int32_t)(i + taken) - 1;
                return true;
            }
            i += taken ? taken : 1;
        }
    return false;
}
