#include "facts/echoed_words.h"

#include <string.h>

#include "base/string.h"
#include "schema/words.h"

/* Words that say how the answer is formed, or carry little meaning; beside
 * those that are no content words (t2s_restricted_word). */
static const char unspecific[] =
    "out|its|they|our|their|such|once|but|among|then|often|times|twice|"
    "although|though|while|because|within|whole|just|may|can|should|would|"
    "nobody|nothing|none|anything|another|against|according|respectively|"
    "longer|longest|shorter|shortest|lower|higher|later|latest|earlier|"
    "earliest|cheaper|cheapest|expensive|best|worst|fastest|slowest|heaviest|"
    "lightest|tallest|busiest|strongest|weakest|running|cumulative|counting|"
    "counts|counted|hour|hours|minute|minutes|second|seconds|quarter|quarters|"
    "euro|euros|eur|dollar|dollars|usd|cents|pounds|pieces|units";

/* Endings that may follow the common beginning of two forms of a word. */
static const char endings[] =
    "s|e|es|d|ed|r|rs|n|y|er|ers|or|ors|ing|ings|ies|ied|al|als|ion|ions|"
    "ment|ments|ance|ances|ation|ations|ee|ees";

/* Past forms that no ending makes, with the words that they are of. */
static const struct {
    const char *past, *of;
} irregular[] = {
    {"bought", "buy|buys|buyer|buyers|purchase|purchases"},
    {"built", "build|builds|builder|builders|building"},
    {"came", "come|comes"},
    {"chosen", "choose|choice|choices"},
    {"died", "death|deaths"},
    {"drove", "drive|driver|drivers|driving"},
    {"flew", "fly|flight|flights"},
    {"flown", "fly|flight|flights"},
    {"gave", "give|given|giving"},
    {"held", "hold|holds|holder|holding"},
    {"left", "leave|leaves|leaving"},
    {"lent", "lend|lending|loan|loans"},
    {"lost", "lose|loss|losses"},
    {"made", "make|makes|maker"},
    {"met", "meet|meets|meeting|meetings"},
    {"paid", "pay|pays|payer|payment|payments|paying"},
    {"played", "player|players"},
    {"ran", "run|runs|runner|runners"},
    {"sent", "send|sends|sender|sending"},
    {"sold", "sale|sales|sell|seller|sellers|selling"},
    {"spent", "spend|spending|expense|expenses"},
    {"taken", "take|takes|took"},
    {"taught", "teach|teaches|teacher|teachers|teaching"},
    {"took", "take|takes|taken"},
    {"won", "win|wins|winner|winners"},
    {"wrote", "write|writer|writers|written"},
};

static bool is_ending(const char *text, size_t n, char before)
{
    /* "shipped", "cancelled" */
    if (n > 1 && t2s_ascii_lower(text[0]) == t2s_ascii_lower(before))
        return t2s_word_is_of(endings, text + 1, n - 1);
    return n == 0 || t2s_word_is_of(endings, text, n);
}

static bool is_irregular(const char *past, size_t n, const char *of, size_t m)
{
    for (size_t i = 0; i < sizeof irregular / sizeof *irregular; i++)
        if (t2s_casecmp_n(irregular[i].past, strlen(irregular[i].past), past,
                          n) == 0)
            return t2s_word_is_of(irregular[i].of, of, m);
    return false;
}

bool t2s_words_are_forms(const char *a, size_t a_length, const char *b,
                         size_t b_length)
{
    size_t common = 0;
    while (common < a_length && common < b_length &&
           t2s_ascii_lower(a[common]) == t2s_ascii_lower(b[common]))
        common++;
    return (common > 2 &&
            is_ending(a + common, a_length - common, a[common - 1]) &&
            is_ending(b + common, b_length - common, a[common - 1])) ||
           is_irregular(a, a_length, b, b_length);
}

static bool has_form(const char *name, const t2s_restricted_word *word)
{
    size_t at = 0, begin;
    while (t2s_next_word(name, strlen(name), &at, &begin, true))
        if (!t2s_is_filler(name + begin, at - begin) &&
            t2s_words_are_forms(word->text, word->length, name + begin,
                                at - begin))
            return true;
    return false;
}

/* Names of a query that are compared with its question's words. */
#define MOST_NAMES 64

static bool is_of_name(const t2s_restricted_word *word, const t2s_query *query,
                       const t2sed_schema *schema)
{
    int left = MOST_NAMES;
    t2s_for_each_use (query, use) {
        const char *name;
        if ((use->kind != T2S_USES_COLUMN && use->kind != T2S_USES_TABLE) ||
            use->index == T2S_NO_ITEM)
            continue;
        if (left-- == 0)
            break;
        name = use->kind == T2S_USES_TABLE ? schema->tables[use->index].name
                                           : schema->columns[use->index].name;
        if (has_form(name, word))
            return true;
    }
    return false;
}

/* Whether a word is of a time that the query restricts. */
static bool is_of_time(const t2s_restricted_word *word,
                       const t2s_question_facts *question,
                       const t2s_time_match *times)
{
    const size_t at = (size_t)(word->text - question->text);
    for (size_t i = 0; i < times->asked_count; i++)
        if (times->asked[i].fit >= T2S_FIT_SPELLED &&
            at >= times->asked[i].asked->place.begin &&
            at < times->asked[i].asked->place.end)
            return true;
    return false;
}

void t2s_echoed_words_mark(t2s_restrictions *restrictions,
                           const t2s_query *query, const t2sed_schema *schema,
                           const t2s_question_facts *question,
                           const t2s_time_match *times)
{
    for (size_t i = 0; i < restrictions->question.count; i++) {
        t2s_restricted_word *word = &restrictions->question.at[i];
        if (word->is_content && !word->is_met && !word->is_used)
            word->is_echoed =
                t2s_word_is_of(unspecific, word->text, word->length) ||
                is_of_time(word, question, times) ||
                is_of_name(word, query, schema);
    }
}
