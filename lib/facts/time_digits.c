/* Dates in digits: "2024-05-01 08:30", "15.3.24", "03/2024". */
#include "facts/time_digits.h"

#include <string.h>

#include "base/string.h"
#include "facts/time_terms.h"

/* A date in digits, the longest first: words that single marks part. */
static bool read_digits(t2s_said_time *out, const t2s_question_facts *question,
                        size_t i)
{
    const uint32_t begin = question->words.at[i].begin;
    t2s_time_layout layout;
    size_t last = i, clock;
    t2s_period of_day;
    char gap;
    while (last < i + 7 && (gap = t2s_time_gap(question, last)) != '\0' &&
           strchr("-/:. ", gap))
        last++;
    for (size_t at = last + 1; at > i; at--) {
        const uint32_t end = question->words.at[at - 1].end;
        if (!t2s_time_read(&out->at, &layout, question->text + begin,
                           end - begin) ||
            layout == T2S_LAYOUT_EPOCH || layout == T2S_LAYOUT_EPOCH_MS ||
            out->at.grain == T2S_GRAIN_YEAR ||
            (layout == T2S_LAYOUT_COMPACT &&
             (out->at.from < t2s_days_of(1900, 1, 1) * T2S_DAY_SECONDS ||
              out->at.from > t2s_days_of(2100, 1, 1) * T2S_DAY_SECONDS)))
            continue;
        out->has_year = true;
        out->words = at - i;
        if (out->at.grain < T2S_GRAIN_DAY &&
            t2s_time_half_of_day(question, at) >= 0) {
            const int64_t shift = t2s_time_half_of_day(question, at) * 3600;
            if (out->at.from / 3600 % 24 < 12) {
                out->at.from += shift;
                out->at.to += shift;
            }
            out->words++;
        }
        if (out->at.grain != T2S_GRAIN_DAY)
            return true;
        if (t2s_question_says(question, at, "at"))
            at++;
        clock = t2s_time_clock(&of_day, question, at, false);
        if (clock == 0 || question->text[question->words.at[at].begin] > '9')
            return true; /* midnight stands for many things */
        out->at.from += of_day.from;
        out->at.to = out->at.from + (of_day.to - of_day.from);
        out->at.grain = of_day.grain;
        out->words = at - i + clock;
        return true;
    }
    return false;
}

/* Whether the word before says that a date comes: so "3.2024" is a month, and
 * "15.3.24" is no version. */
static bool is_behind_preposition(const t2s_question_facts *question, size_t i)
{
    return i > 0 && t2s_question_says(question, i - 1,
                                      "in on of since after before until till "
                                      "by from to between and through during");
}

static bool is_mark(char c)
{
    return c == '.' || c == '/' || c == '-';
}

/* Up to three numbers of up to four digits with one mark between, and how many
 * digits they have; "15.3.24" is two words or three. Their bytes, or 0. */
static size_t numbers_at(int numbers[3], size_t digits[3], const char *text)
{
    size_t n = 0;
    for (int k = 0; k < 3; k++) {
        const size_t begin = n;
        numbers[k] = 0;
        while (t2s_is_digit(text[n]) && n < begin + 5)
            numbers[k] = 10 * numbers[k] + (text[n++] - '0');
        digits[k] = n - begin;
        if (digits[k] == 0 || digits[k] > 4)
            return 0;
        if (k == 2 || !is_mark(text[n]) || text[n] != text[digits[0]] ||
            !t2s_is_digit(text[n + 1]))
            break;
        n++;
    }
    return is_mark(text[n]) && t2s_is_digit(text[n + 1]) ? 0 : n;
}

/* What numbers with marks between say of dates beside ISO 8601 and its like:
 * "03/2024", "15/3/2024", "15.3.24". Of 5/3/2024 the month is first, where no
 * mark or number tells. */
static bool read_numbers(t2s_said_time *out, const t2s_question_facts *question,
                         size_t i)
{
    const uint32_t begin = question->words.at[i].begin;
    const char *text = question->text + begin;
    int at[3] = {0};
    size_t digits[3] = {0}, n = numbers_at(at, digits, text);
    bool is_day_first;
    const char mark = n > 0 ? text[digits[0]] : '\0';
    if (digits[0] > 2 || (mark != '/' && mark != '.') ||
        (begin > 0 && is_mark(text[-1])))
        return false;
    out->has_year = true;
    for (out->words = 1; i + out->words < question->words.count &&
                         question->words.at[i + out->words].begin < begin + n;)
        out->words++;
    if (digits[2] == 0)
        return (mark == '/' ||
                (digits[0] == 2 && is_behind_preposition(question, i))) &&
               t2s_time_month_first(&out->at, text, n);
    if (digits[1] > 2 || !(digits[2] == 4 || digits[2] == 2) ||
        (digits[2] == 2 && !is_behind_preposition(question, i)))
        return false;
    is_day_first = mark == '.' || at[0] > 12;
    return at[0] > 0 && at[1] > 0 &&
           t2s_period_of_date(&out->at, at[2] + (digits[2] == 2 ? 2000 : 0),
                              at[is_day_first], at[!is_day_first]);
}

bool t2s_time_digits(t2s_said_time *out, const t2s_question_facts *question,
                     size_t i)
{
    return read_digits(out, question, i) || read_numbers(out, question, i);
}
