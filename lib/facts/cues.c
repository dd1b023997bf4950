/* Words and phrases of questions against the clauses, aggregates, operators,
 * directions and nesting of queries. */
#include "facts/cues.h"

#include <string.h>

#include "facts/asked_cues.h"
#include "facts/shape.h"

#define PHRASES(family, name, phrases) phrases,
static const char *const families[] = {T2S_CUE_FAMILIES(PHRASES)};

static bool match_word(const char *pattern, size_t m, const char *word,
                       size_t n)
{
    if (m == 1 && pattern[0] == '#')
        return t2s_is_digit(word[0]);
    if (pattern[0] == '*')
        return n >= m + 2 &&
               memcmp(word + n - (m - 1), pattern + 1, m - 1) == 0;
    if (pattern[m - 1] == '*')
        return n >= m - 1 && memcmp(word, pattern, m - 1) == 0;
    return n == m && memcmp(word, pattern, n) == 0;
}

/* How many words the phrase pattern[0..m) takes from word i on; 0 is none. */
static size_t match_phrase(const char *pattern, size_t m,
                           const t2s_question_facts *question, size_t i)
{
    size_t taken = 0;
    for (size_t at = 0; at < m; taken++) {
        const char *blank = memchr(pattern + at, ' ', m - at);
        size_t end = blank ? (size_t)(blank - pattern) : m;
        const t2s_question_word *word = question->words.at + i + taken;
        if (i + taken >= question->words.count || word->is_quoted ||
            !match_word(pattern + at, end - at, question->text + word->begin,
                        word->end - word->begin))
            return 0;
        at = end + 1;
    }
    return taken;
}

/* The words that a family's first matching phrase takes from word i on. */
static size_t match_family(const char *phrases,
                           const t2s_question_facts *question, size_t i,
                           bool *counts)
{
    char first = question->text[question->words.at[i].begin];
    *counts = false;
    while (*phrases) {
        const char *end = strchr(phrases, '|');
        size_t m = end ? (size_t)(end - phrases) : strlen(phrases);
        bool passed = *phrases == '-';
        const char *pattern = phrases + passed;
        size_t taken = 0;
        if (*pattern == first || *pattern == '*' || *pattern == '#')
            taken = match_phrase(pattern, m - passed, question, i);
        if (taken) {
            *counts = !passed;
            return taken;
        }
        phrases += m + (end != NULL);
    }
    return 0;
}

/* The first bytes of a family's phrases: a word that begins with another, as
 * most do, is not compared. */
typedef struct first_bytes {
    uint64_t bits[4];
} first_bytes;

static first_bytes first_bytes_of(const char *phrases)
{
    first_bytes of = {{0}};
    while (phrases) {
        const unsigned char first = (unsigned char)phrases[*phrases == '-'];
        if (first == '*' || first == '#')
            memset(&of, 0xFF, sizeof of);
        of.bits[first >> 6] |= UINT64_C(1) << (first & 63);
        phrases = strchr(phrases, '|');
        phrases = phrases ? phrases + 1 : NULL;
    }
    return of;
}

static bool may_begin(const first_bytes *of, const t2s_question_facts *question,
                      size_t i)
{
    const unsigned char first =
        (unsigned char)question->text[question->words.at[i].begin];
    return of->bits[first >> 6] >> (first & 63) & 1;
}

bool t2s_phrases_find(int32_t *first, int32_t *last, const char *phrases,
                      const t2s_question_facts *question, size_t from)
{
    const first_bytes of = first_bytes_of(phrases);
    for (size_t i = from; i < question->words.count;) {
        bool is_counted = false;
        size_t taken = may_begin(&of, question, i)
                           ? match_family(phrases, question, i, &is_counted)
                           : 0;
        if (is_counted) {
            *first = (int32_t)i;
            *last = (int32_t)(i + taken) - 1;
            return true;
        }
        i += taken ? taken : 1;
    }
    return false;
}

bool t2s_phrases_begin(const char *phrases, const t2s_question_facts *question,
                       int32_t word)
{
    bool is_counted;
    return word >= 0 && (size_t)word < question->words.count &&
           match_family(phrases, question, (size_t)word, &is_counted) > 0 &&
           is_counted;
}

bool t2s_cues_find(int32_t *first, int32_t *last, t2s_cue cue,
                   const t2s_question_facts *question, size_t from)
{
    return t2s_phrases_find(first, last, families[cue], question, from);
}

void t2s_cues_count(uint32_t counts[T2S_CUES],
                    const t2s_question_facts *question)
{
    memset(counts, 0, T2S_CUES * sizeof *counts);
    for (t2s_cue cue = 0; cue < T2S_CUES; cue++) {
        int32_t first, last = -1;
        while (t2s_cues_find(&first, &last, cue, question, (size_t)last + 1))
            counts[cue]++;
    }
}

/* ------------------------------------------------------- disagreements */

#define CUE(name) (cues[T2S_CUE_##name] > 0)
/* What CASE, FILTER and sums of comparisons choose is chosen, too. */
#undef CONDITION
#define CONDITION(name)                                                        \
    (has->condition_operators[T2S_OPERATOR_##name] ||                          \
     has->test_operators[T2S_OPERATOR_##name])

static void compare(bool *disagrees, const uint32_t *cues,
                    const t2s_query_parts *has)
{
    bool taken = FUNCTION(MAX) || FUNCTION(MIN) || CLAUSE(LIMIT);
    bool upper = FUNCTION(MAX) || (CLAUSE(LIMIT) && USES(DESCENDING));
    bool lower = FUNCTION(MIN) || (CLAUSE(LIMIT) && !USES(DESCENDING));
    bool groups = CUE(EACH) || CUE(GROUP) || CUE(SUPERLATIVE) || CUE(COMMON) ||
                  CUE(GREATER) || CUE(AT_LEAST) || CUE(LESS) || CUE(AT_MOST) ||
                  CUE(COUNT);
    bool between = CONDITION(BETWEEN);
    bool greater = CONDITION(GREATER) || CONDITION(GREATER_EQUAL);
    bool less = CONDITION(LESS) || CONDITION(LESS_EQUAL);
    bool negated = USES(NOT) || CONDITION(NOT_EQUAL) || COMPOUND(EXCEPT);
    bool either = USES(OR) || COMPOUND(UNION);
#define SET(name, condition, meaning)                                          \
    disagrees[T2S_DISAGREES_##name] = (condition);
    T2S_CUE_DISAGREEMENTS(SET)
}

/* Whether a disagreement is that the query has what is not asked for. */
static bool is_extra(size_t i)
{
#define NAME(name, condition, meaning) #name,
    static const char *const names[] = {T2S_CUE_DISAGREEMENTS(NAME)};
    return strstr(names[i], "_extra") != NULL;
}

/* Leaves of what is extra what no earlier turn asks for, nor its query has. */
static void allow_history(bool *disagrees, const t2s_question_facts *question,
                          const t2s_query_parts *has)
{
    static const uint32_t none[T2S_CUES];
    uint32_t cues[T2S_CUES];
    bool still[T2S_DISAGREEMENTS], before[T2S_DISAGREEMENTS];
    for (int i = 0; i < T2S_CUES; i++)
        cues[i] = question->cues[i] + question->history->cues[i];
    compare(still, cues, has);
    for (size_t i = 0; i < T2S_DISAGREEMENTS; i++)
        disagrees[i] = is_extra(i) ? still[i] : disagrees[i];
    for (size_t k = 0; k < question->earlier.count; k++) {
        compare(before, none, &question->earlier.at[k]);
        for (size_t i = 0; i < T2S_DISAGREEMENTS; i++)
            disagrees[i] = disagrees[i] && !(is_extra(i) && before[i]);
    }
}

/* Words in another sense ask for nothing, and other words may ask. */
static void read_senses(bool *disagrees, const t2s_question_facts *question,
                        const t2s_query_parts *has)
{
    bool asked[T2S_DISAGREEMENTS];
    compare(asked, question->asked_cues, has);
    for (size_t i = 0; i < T2S_DISAGREEMENTS; i++)
        disagrees[i] =
            disagrees[i] &&
            (is_extra(i) ? !t2s_asks_otherwise(question, (int)i) : asked[i]);
}

/* "Is the average of these higher than that of those?" of a query that gives
 * both. */
static bool answers_by_both(const t2s_question_facts *question,
                            const t2s_query *query)
{
    size_t count = query->parts.clauses[T2S_CLAUSE_GROUP];
    if (question->bounds.count > 0 ||
        !t2s_question_says(question, 0, "is are was were do does did has have"))
        return false;
    t2s_for_each_use (query, use)
        count += use->kind == T2S_USES_FUNCTION &&
                 use->index < T2S_FUNCTION_OTHER &&
                 use->clause == T2S_CLAUSE_SELECT &&
                 (use->scope == query->main ||
                  !query->parts.roles[T2S_ROLE_CONDITION]);
    return count > 1;
}

void t2s_cues_compare(bool disagrees[T2S_DISAGREEMENTS],
                      const t2s_question_facts *question,
                      const t2s_query *query)
{
    compare(disagrees, question->cues, &query->parts);
    if (question->history != question)
        allow_history(disagrees, question, &query->parts);
    read_senses(disagrees, question, &query->parts);
    if (answers_by_both(question, query))
        disagrees[T2S_DISAGREES_greater_missing] =
            disagrees[T2S_DISAGREES_less_missing] =
                disagrees[T2S_DISAGREES_comparison_missing] = false;
}
