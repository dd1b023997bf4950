#include "facts/question.h"
#include "facts/restriction_words.h"

#include <string.h>

#define SHARE                                                                  \
    "share|shares|percent|percentage|percentages|pct|proportion|fraction|"     \
    "rate|rates|ratio|quota|what part|how much of|how often"
#define PERCENT "percent|percentage|percentages|pct"
#define GROWTH                                                                 \
    "growth|grew|grow|change|changes|changed|month over month|"                \
    "year over year|compared with|compared to|against the|dearer|increase*|"   \
    "decrease*|month before|year before|previous month|previous year"
#define PER "per|average number of|mean number of|for every|to every"
#define OF_ALL                                                                 \
    "of all|of the total|of total|of overall|in total|overall|among all|"      \
    "of everything|out of all|in all|of the whole|in the total|of the sum"
#define WITHIN                                                                 \
    "for each|for every|per|by|each|every|in each|within each|of each|"        \
    "broken down"
/* What the base stands behind: the first that is there counts. */
static const char *const base_words[] = {
    "as a percentage of|as percentage of|in percent of|as a share of|"
    "as percent of|as a fraction of|as part of|divided by|relative to|over",
    "out of|among|amongst|of all|of the total",
    "share of|percentage of|percent of|proportion of|fraction of|part of|"
    "rate of|ratio of|how much of|shares of|what part of|of what",
    "per|for every|to every",
};
#define BASE_END                                                               \
    "that|who|which|whose|with|was|were|is|are|had|has|have|did|does|by|per|"  \
    "for each|for every|each|in percent|as a|rounded|round|one decimal|"       \
    "two decimals|got|came|went|where|when"
#define MOST_BASE_WORDS 8

/* Where the words of a base end: at a comma or bracket, or a word of BASE_END.
 */
static size_t end_of_base(const t2s_question_facts *question, size_t base)
{
    size_t end = base;
    int32_t first, last;
    while (end < question->words.count && end < base + MOST_BASE_WORDS) {
        if (end > base) {
            const uint32_t from = question->words.at[end - 1].end;
            const uint32_t to = question->words.at[end].begin;
            if (memchr(question->text + from, ',', to - from) ||
                memchr(question->text + from, '(', to - from) ||
                memchr(question->text + from, ';', to - from) ||
                (memchr(question->text + from, '.', to - from) &&
                 !t2s_is_abbreviated(question->text, from)) ||
                memchr(question->text + from, ':', to - from))
                break;
        }
        if (t2s_phrases_find(&first, &last, BASE_END, question, end) &&
            (size_t)first == end)
            break;
        end++;
    }
    return end;
}

void t2s_asked_ratio_read(t2s_asked_ratio *out,
                          const t2s_question_facts *question)
{
    int32_t first, last;
    memset(out, 0, sizeof *out);
    out->is_percent =
        t2s_question_asks(question, PERCENT) ||
        (question->length && memchr(question->text, '%', question->length));
    out->is_share = out->is_percent || t2s_question_asks(question, SHARE);
    out->is_growth = t2s_question_asks(question, GROWTH);
    out->is_per = t2s_question_asks(question, PER);
    out->of_all = t2s_question_asks(question, OF_ALL);
    out->within = t2s_question_asks(question, WITHIN);
    if (!out->is_share && !out->is_per)
        return;
    for (size_t i = 0; i < sizeof base_words / sizeof *base_words; i++) {
        if (!t2s_phrases_find(&first, &last, base_words[i], question, 0))
            continue;
        out->base = (size_t)last + 1;
        out->base_end = end_of_base(question, out->base);
        if (out->base_end > out->base)
            return;
    }
    out->base = out->base_end = 0;
}
