/* Words round dates, and dates with the words that stand before them. */
#include "facts/time_scan.h"

void t2s_scan_add(t2s_time_scan *s, const t2s_time_expression *made,
                  size_t first, size_t behind)
{
    t2s_time_expression at = *made;
    if (s->out->list.count >= T2S_MOST_TIMES)
        return;
    at.place.begin = s->question->words.at[first].begin;
    at.place.end = s->question->words.at[behind - 1].end;
    if (!t2s_vector_push(&s->out->list, at))
        s->failed = true;
}

/* A phrase of up to four words; a word may be one of several. */
static const struct {
    const char *words[4];
    t2s_bound_word bound;
} prefixes[] = {
    {{"on in", "or", "after"}, T2S_BOUND_SINCE},
    {{"on in", "or", "before"}, T2S_BOUND_UNTIL},
    {{"not no", "before earlier", "than"}, T2S_BOUND_SINCE},
    {{"not no", "after later", "than"}, T2S_BOUND_UNTIL},
    {{"not", "before"}, T2S_BOUND_SINCE},
    {{"not", "after"}, T2S_BOUND_UNTIL},
    {{"up", "to", "and", "including"}, T2S_BOUND_UNTIL},
    {{"up", "until to"}, T2S_BOUND_UNTIL},
    {{"between"}, T2S_BOUND_BETWEEN},
    {{"starting beginning effective", "from on in with"}, T2S_BOUND_SINCE},
    {{"since"}, T2S_BOUND_SINCE},
    {{"later newer", "than"}, T2S_BOUND_AFTER},
    {{"after"}, T2S_BOUND_AFTER},
    {{"earlier older", "than"}, T2S_BOUND_BEFORE},
    {{"prior", "to"}, T2S_BOUND_BEFORE},
    {{"before"}, T2S_BOUND_BEFORE},
    {{"until till through thru by"}, T2S_BOUND_UNTIL},
    {{"from"}, T2S_BOUND_FROM},
    {{"to ending"}, T2S_BOUND_TO},
};

/* How many words of the phrase stand at i, all of them or 0. */
static size_t phrase_at(const t2s_time_scan *s, const char *const words[4],
                        size_t i)
{
    size_t n = 0;
    while (n < 4 && words[n]) {
        if (!SAYS(i + n, words[n]))
            return 0;
        n++;
    }
    return n;
}

t2s_bound_word t2s_scan_prefix(const t2s_time_scan *s, size_t i, size_t *words)
{
    for (size_t k = 0; k < sizeof prefixes / sizeof prefixes[0]; k++)
        if ((*words = phrase_at(s, prefixes[k].words, i)) > 0)
            return prefixes[k].bound;
    return T2S_BOUND_NONE;
}

t2s_bound_word t2s_scan_suffix(const t2s_time_scan *s, size_t i, size_t *words)
{
    *words = 2;
    if (SAYS(i, "or and")) {
        if (SAYS(i + 1, "later after newer onward onwards since following"))
            return T2S_BOUND_SINCE;
        if (SAYS(i + 1, "earlier before older"))
            return T2S_BOUND_UNTIL;
    }
    *words = 1;
    if (SAYS(i, "onward onwards"))
        return T2S_BOUND_SINCE;
    return T2S_BOUND_NONE;
}

bool t2s_scan_date(t2s_found_time *out, const t2s_time_scan *s, size_t i)
{
    size_t at = i;
    bool is_end = false;
    while (at < i + 5 &&
           SAYS(at, "the year years of month months date dates day start "
                    "beginning end week season day model")) {
        is_end |= SAYS(at, "end");
        if (SAYS(at, "week") && t2s_time_said(&out->time, s->question, at))
            break;
        at++;
    }
    if (t2s_time_label(s->question, at) ||
        !t2s_time_said(&out->time, s->question, at))
        return false;
    /* "the end of March 2024" is its last day. */
    if (is_end && out->time.has_year && out->time.at.grain > T2S_GRAIN_DAY) {
        out->time.at.from = out->time.at.to - T2S_DAY_SECONDS;
        out->time.at.grain = T2S_GRAIN_DAY;
    }
    out->words = at - i + out->time.words;
    return true;
}

bool t2s_scan_is_example(const t2s_time_scan *s, size_t i)
{
    return i > 0 && (SAYS(i - 1, "like example format g written iso") ||
                     (SAYS(i - 1, "as") && !SAYS(i, "of")) ||
                     (SAYS(i - 1, "is are") && i > 1 &&
                      SAYS(i - 2, "format null null's")));
}
