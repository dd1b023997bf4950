/* The window relative to today that a question asks for. */
#include "facts/time_reader.h"

#include <math.h>
#include <string.h>

/* Words of a question in which its verb is searched. */
#define MOST_BEFORE 1000

bool t2s_time_is_participle(const t2s_question_facts *question, size_t i)
{
    size_t n;
    const char *text = t2s_question_text_at(question, i, &n);
    return (n > 3 && memcmp(text + n - 2, "ed", 2) == 0) ||
           t2s_question_says(question, i,
                             "born sold bought sent paid made given taken "
                             "spent");
}

/* One behind the last participle before a word: "has she used", "have been
 * sold"; or 0. */
static size_t behind_done(const t2s_question_facts *question, size_t end)
{
    size_t i = end < MOST_BEFORE ? end : MOST_BEFORE;
    while (i > 0 && !t2s_time_is_participle(question, i - 1))
        i--;
    return i;
}

/* Whether "today" at word i is the present: "who is the treasurer today", "is
 * it worth today", "clients over 60 today". */
bool t2s_time_is_present(const t2s_question_facts *question, size_t i)
{
    const size_t done = behind_done(question, i);
    for (size_t k = 0; k < i && k < MOST_BEFORE; k++) {
        if (t2s_question_says(question, k, "did was were"))
            return false;
        if (k + 1 < done && t2s_question_says(question, k, "have has had"))
            return false;
        if (t2s_question_says(question, k,
                              "is are does do have has can could who worth"))
            return true;
    }
    return i > 0 && t2s_time_number(question, i - 1) > 0;
}

/* Words between a negation and the length of time: "have not been seen for". */
#define REACH 8

#define says(i, list) t2s_question_says(question, (size_t)(i), (list))

/* "today's orders", but not "today's price", a single thing. */
static bool is_of_today(const t2s_question_facts *question, size_t i)
{
    size_t n;
    const char *text;
    if (i + 2 >= question->words.count)
        return false;
    text = t2s_question_text_at(question, i + 2, &n);
    return n > 3 && text[n - 1] == 's' && text[n - 2] != 's';
}

bool t2s_time_is_day(const t2s_question_facts *question, size_t i)
{
    size_t n;
    const char *before;
    if (!says(i, "today"))
        return false;
    if (says(i + 1, "s"))
        return is_of_today(question, i);
    if (i == 0 || says(i + 1, "is was date") ||
        t2s_time_is_present(question, i))
        return false;
    if (says(i - 1, "for on of"))
        return says(i - 1, "for");
    if (i > 1 && says(i - 2, "is are still being"))
        return false;
    before = t2s_question_text_at(question, i - 1, &n);
    if ((n > 4 && memcmp(before + n - 3, "ing", 3) == 0) ||
        t2s_time_is_participle(question, i - 1))
        return true;
    for (size_t k = i; k-- > 0;)
        if (says(k, "was were did"))
            return !says(i - 1, "to until till through since than before after "
                                "from and as");
    return false;
}

static int64_t today_of(const t2s_question_facts *question)
{
    return t2s_period_around(question->times.now, T2S_GRAIN_DAY).from;
}

static t2sed_span place_of(const t2s_question_facts *question, int64_t first,
                           int64_t last)
{
    return (t2sed_span){question->words.at[first].begin,
                        question->words.at[last].end};
}

/* The first window that time_words.h knows. */
static bool read_known(t2s_relative_words *out,
                       const t2s_question_facts *question)
{
    const int64_t today = today_of(question);
    for (size_t i = 0; i < question->times.list.count; i++) {
        const t2s_time_expression *at = &question->times.list.at[i];
        if (at->kind != T2S_TIME_WINDOW || !at->is_relative)
            continue;
        out->window = at->window;
        out->window.grain = at->grain;
        out->place = at->place;
        out->is_calendar =
            at->grain == T2S_GRAIN_DAY
                ? at->window.to - at->window.from == T2S_DAY_SECONDS
                : at->window.from != today &&
                      at->window.to != today + T2S_DAY_SECONDS;
        return true;
    }
    return false;
}

/* "today", but for "as of today" and "is open today". */
static bool read_today(t2s_relative_words *out,
                       const t2s_question_facts *question, int64_t i)
{
    const int64_t today = today_of(question);
    if (!says(i, "today") || says(i + 1, "is s") ||
        t2s_time_is_present(question, (size_t)i) ||
        says(i - 1, "of until till to by as since before after than is are "
                    "from and date"))
        return false;
    out->window = (t2s_period){today, today + T2S_DAY_SECONDS, T2S_GRAIN_DAY};
    out->is_calendar = true;
    out->place = place_of(question, i, i);
    return true;
}

/* The whole number of units at word *i ("a year" is one), or 0. *i becomes the
 * word behind them. */
static double length_at(const t2s_question_facts *question, int64_t *i,
                        t2s_grain *unit)
{
    double count = t2s_time_number(question, (size_t)*i);
    if (count <= 0 && says(*i, "a an one"))
        count = 1;
    *unit =
        count > 0 ? t2s_time_unit(question, (size_t)*i + 1) : T2S_GRAIN_NONE;
    *i += 2;
    return *unit && count < 100000 && count == floor(count) ? count : 0;
}

static bool is_negated(const t2s_question_facts *question, int64_t i)
{
    for (int64_t k = i - 1; k >= 0 && k >= i - REACH; k--)
        if (says(k, "not no never haven hasn without nothing t inactive idle "
                    "untouched unseen unused"))
            return true;
    return false;
}

/* "more than a year ago", "within 3 days", "not seen for 90 days". */
static bool read_ago(t2s_relative_words *out,
                     const t2s_question_facts *question, int64_t i)
{
    const int64_t today = today_of(question);
    int64_t at = i, since, before = i - (says(i - 1, "than") ? 2 : 1);
    t2s_grain unit;
    const double count = length_at(question, &at, &unit);
    if (count <= 0)
        return false;
    since = t2s_time_add(today, -(int64_t)count, unit);
    if (says(at, "ago")) {
        if (says(before, "more over longer"))
            out->window = (t2s_period){T2S_TIME_FIRST, since, unit};
        else if (says(before, "less under within fewer"))
            out->window = (t2s_period){since, T2S_TIME_LAST, unit};
        else
            return false;
        out->place = place_of(question, before, at);
        return true;
    }
    if (says(before, "more over longer least"))
        before -= says(before, "least") ? 2 : 1;
    if (!says(before, "for in") || !is_negated(question, before) ||
        says(at, "before after from of between"))
        return false;
    out->window = (t2s_period){T2S_TIME_FIRST, since, unit};
    out->place = place_of(question, before, at - 1);
    return true;
}

/* "Older than 8 years", "under 2 years old", "5 years or older"; of a column
 * that has ages nothing is known here. */
static bool read_age(t2s_relative_words *out,
                     const t2s_question_facts *question, int64_t i)
{
    const int64_t before = i - (says(i - 1, "than") ? 2 : 1);
    int64_t at = i;
    t2s_grain unit;
    const double count = length_at(question, &at, &unit);
    const bool is_aged = says(at, "old");
    const bool is_or = says(at, "or") && says(at + 1, "older younger");
    const bool is_older =
        says(before, "older") || (is_or && says(at + 1, "older")) ||
        (is_aged && (says(before, "over above more") ||
                     (says(before, "least") && says(before - 1, "at"))));
    const bool is_younger =
        says(before, "younger") || (is_or && says(at + 1, "younger")) ||
        (is_aged && (says(before, "under below less") ||
                     (says(before, "most") && says(before - 1, "at"))));
    int64_t since;
    if (count <= 0 || is_older == is_younger || is_negated(question, before))
        return false;
    since = t2s_time_add(today_of(question), -(int64_t)count, unit);
    out->window = is_older ? (t2s_period){T2S_TIME_FIRST, since, unit}
                           : (t2s_period){since, T2S_TIME_LAST, unit};
    out->is_state = out->is_age = true;
    out->place = place_of(question,
                          is_or                        ? i
                          : says(before, "least most") ? before - 1
                                                       : before,
                          is_or     ? at + 1
                          : is_aged ? at
                                    : at - 1);
    return true;
}

static bool read_due(t2s_relative_words *out,
                     const t2s_question_facts *question, int64_t i)
{
    /* "days past due" are a length. */
    if ((!says(i, "overdue") && !(says(i, "past") && says(i + 1, "due"))) ||
        says(i - 1, "days weeks months years"))
        return false;
    out->window =
        (t2s_period){T2S_TIME_FIRST, today_of(question), T2S_GRAIN_DAY};
    out->is_due = true;
    out->place = place_of(question, i, says(i, "overdue") ? i : i + 1);
    return true;
}

/* "Upcoming exams", "past visits": before or behind now; of "past" and "future"
 * a table's name must follow. */
static bool read_state(t2s_relative_words *out,
                       const t2s_question_facts *question, int64_t i)
{
    const int64_t today = today_of(question);
    const bool is_past = says(i, "past");
    const t2s_question_word *words = question->words.at;
    if (!says(i, "upcoming forthcoming") &&
        (!says(i, "past future") || (size_t)i + 1 >= question->words.count ||
         question->stems.at[words[i + 1].stem].tables == 0 ||
         says(i - 1, "half quarter go goes went walk walked run ran")))
        return false;
    if (says(i - 1, "not no non") || words[i].is_quoted || words[i].is_capital)
        return false;
    out->window = is_past ? (t2s_period){T2S_TIME_FIRST, today, T2S_GRAIN_DAY}
                          : (t2s_period){today, T2S_TIME_LAST, T2S_GRAIN_DAY};
    out->is_state = true;
    out->place = place_of(question, i, i);
    return true;
}

/* "Expired", "still valid", "not in date": of a time until which something
 * holds. */
static bool read_validity(t2s_relative_words *out,
                          const t2s_question_facts *question, int64_t i)
{
    const int64_t today = today_of(question);
    const bool is_in_date = says(i, "in") && says(i + 1, "date");
    const int64_t before =
        i - (says(i - 1, "a an yet longer currently still") ? 2 : 1);
    const bool is_negated =
        says(before, "not no isn aren t never without") || says(i - 1, "no");
    bool is_valid = is_in_date || says(i, "valid unexpired");
    if (!is_valid && !says(i, "expired lapsed"))
        return false;
    is_valid ^= is_negated;
    out->window = is_valid ? (t2s_period){today, T2S_TIME_LAST, T2S_GRAIN_DAY}
                           : (t2s_period){T2S_TIME_FIRST, today, T2S_GRAIN_DAY};
    out->is_state = out->is_of_end = true;
    out->place = place_of(question, i, is_in_date ? i + 1 : i);
    return true;
}

void t2s_relative_words_read(t2s_relative_words *out,
                             const t2s_question_facts *question)
{
    *out = (t2s_relative_words){.is_asked = false};
    if (question->times.now != T2S_TIME_NOW)
        return;
    out->is_asked = read_known(out, question);
    /* Any other window is what the words are about. */
    for (size_t i = 0; i < question->times.list.count && !out->is_asked; i++)
        if (question->times.list.at[i].kind == T2S_TIME_WINDOW)
            return;
    for (int64_t i = 0; (size_t)i < question->words.count && !out->is_asked;
         i++)
        out->is_asked =
            read_today(out, question, i) || read_ago(out, question, i) ||
            read_age(out, question, i) || read_due(out, question, i) ||
            read_state(out, question, i) || read_validity(out, question, i);
}
