/* Dates, months, quarters, years and times of day in the words of a question;
 * dates in digits are time_digits.c's. */
#include "facts/time_reader.h"

#include <string.h>

#include "base/string.h"
#include "facts/time_digits.h"
#include "facts/units.h"
#include "schema/words.h"

char t2s_time_gap(const t2s_question_facts *question, size_t i)
{
    const t2s_question_word *word = &question->words.at[i];
    return i + 1 < question->words.count && word[1].begin == word->end + 1
               ? question->text[word->end]
               : '\0';
}

double t2s_time_number(const t2s_question_facts *question, size_t i)
{
    size_t n;
    const char *text;
    double value;
    bool is_spelled;
    if (i >= question->words.count)
        return -1;
    text = t2s_question_text_at(question, i, &n);
    if (n < 4 && t2s_is_one_of(text, n, "a an one"))
        return 1;
    if (text[n - 1] == 's' ||
        !t2s_word_says_number(text, n, &value, &is_spelled))
        return -1;
    return value;
}

/* Digits alone, as many as `n`, or -1. */
static int64_t digits_at(const t2s_question_facts *question, size_t i,
                         size_t least, size_t most)
{
    int64_t value = 0;
    size_t n;
    const char *text;
    if (i >= question->words.count)
        return -1;
    text = t2s_question_text_at(question, i, &n);
    if (n < least || n > most)
        return -1;
    for (size_t k = 0; k < n; k++) {
        if (!t2s_is_digit(text[k]))
            return -1;
        value = value * 10 + (text[k] - '0');
    }
    return value;
}

t2s_grain t2s_time_unit(const t2s_question_facts *question, size_t i)
{
    static const struct {
        const char *words;
        t2s_grain grain;
    } units[] = {
        {"second sec " T2S_SECONDS, T2S_GRAIN_SECOND},
        {"minute min " T2S_MINUTES, T2S_GRAIN_MINUTE},
        {"hour hr h " T2S_HOURS, T2S_GRAIN_HOUR},
        {"day days", T2S_GRAIN_DAY},
        {"week wk " T2S_WEEKS, T2S_GRAIN_WEEK},
        {"month mth " T2S_MONTHS, T2S_GRAIN_MONTH},
        {"quarter quarters", T2S_GRAIN_QUARTER},
        {"year yr " T2S_YEARS, T2S_GRAIN_YEAR},
        {"decade decades", T2S_GRAIN_DECADE},
    };
    for (size_t k = 0; k < sizeof units / sizeof units[0]; k++)
        if (t2s_question_says(question, i, units[k].words))
            return units[k].grain;
    return T2S_GRAIN_NONE;
}

/* ------------------------------------------------------------- clocks */

int t2s_time_half_of_day(const t2s_question_facts *question, size_t i)
{
    return t2s_question_says(question, i, "am")   ? 0
           : t2s_question_says(question, i, "pm") ? 12
                                                  : -1;
}

static void set_clock(t2s_period *out, int64_t hour, int64_t minute,
                      int64_t second, t2s_grain grain)
{
    out->from = hour * 3600 + minute * 60 + second;
    out->grain = grain;
    out->to = out->from + (int64_t)t2s_grain_seconds(grain);
}

size_t t2s_time_clock(t2s_period *out, const t2s_question_facts *question,
                      size_t i, bool bare)
{
    int64_t hour, minute = 0, second = 0;
    size_t words = 1, n = 0;
    int half;
    t2s_grain grain = T2S_GRAIN_HOUR;
    const char *text;
    if (i >= question->words.count)
        return 0;
    if (t2s_question_says(question, i, "midnight noon")) {
        set_clock(out, t2s_question_says(question, i, "noon") ? 12 : 0, 0, 0,
                  T2S_GRAIN_MINUTE);
        return 1;
    }
    text = t2s_question_text_at(question, i, &n);
    hour = digits_at(question, i, 1, 2);
    if (n > 2 && n < 5 && text[n - 1] == 'm' &&
        (text[n - 2] == 'a' || text[n - 2] == 'p') && t2s_is_digit(text[0]) &&
        (n == 3 || t2s_is_digit(text[1]))) {
        hour = n == 3 ? text[0] - '0' : (text[0] - '0') * 10 + text[1] - '0';
        set_clock(out, hour % 12 + (text[n - 2] == 'p' ? 12 : 0), 0, 0, grain);
        return 1;
    }
    if (hour < 0 || hour > 24)
        return 0;
    if (t2s_time_gap(question, i) == ':' &&
        (minute = digits_at(question, i + 1, 2, 2)) >= 0 && minute < 60) {
        grain = T2S_GRAIN_MINUTE;
        words = 2;
        if (t2s_time_gap(question, i + 1) == ':' &&
            t2s_time_number(question, i + 2) >= 0) {
            second = (int64_t)t2s_time_number(question, i + 2);
            second = second > 60 ? 0 : second;
            grain = T2S_GRAIN_SECOND;
            words = 3;
        }
    } else {
        minute = 0;
    }
    half = t2s_time_half_of_day(question, i + words);
    if (half < 0 && words == 1 &&
        !t2s_question_says(question, i + 1, "o oclock") && !bare)
        return 0;
    if (half >= 0) {
        hour = hour % 12 + half;
        words++;
    } else if (words == 1 && t2s_question_says(question, i + 1, "o")) {
        words = t2s_question_says(question, i + 2, "clock") ? 3 : 2;
    }
    set_clock(out, hour, minute, second, grain);
    return words;
}

/* ------------------------------------------------------------- dates */

static int month_named(const t2s_question_facts *question, size_t i)
{
    static const char *const months[] = {
        "january jan", "february feb", "march mar",
        "april apr",   "may",          "june jun",
        "july jul",    "august aug",   "september sep sept",
        "october oct", "november nov", "december dec"};
    for (int m = 0; m < 12; m++)
        if (t2s_question_says(question, i, months[m]))
            return m + 1;
    return 0;
}

/* A day of a month: "5", "5th"; or 0. */
static int day_at(const t2s_question_facts *question, size_t i)
{
    size_t n;
    const char *text;
    double value = t2s_time_number(question, i);
    if (value < 1 || value > 31 || value != (int)value)
        return 0;
    text = t2s_question_text_at(question, i, &n);
    return t2s_is_digit(text[0]) && n <= 4 ? (int)value : 0;
}

/* "first of May", "twenty-third of May": the day, and its last word in *i; or
 * 0. */
static int day_named(const t2s_question_facts *question, size_t *i)
{
    static const char *const ordinals[] = {
        "first",     "second",      "third",      "fourth",     "fifth",
        "sixth",     "seventh",     "eighth",     "ninth",      "tenth",
        "eleventh",  "twelfth",     "thirteenth", "fourteenth", "fifteenth",
        "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"};
    const int tens = t2s_question_says(question, *i, "twenty")   ? 20
                     : t2s_question_says(question, *i, "thirty") ? 30
                                                                 : 0;
    const size_t at = *i + (tens > 0);
    int day = t2s_question_says(question, at, "thirtieth") ? 30 : 0;
    for (int k = 0; k < 20; k++)
        if (t2s_question_says(question, at, ordinals[k]))
            day = tens + k + 1;
    if (!day || !t2s_question_says(question, at + 1, "of") ||
        !month_named(question, at + 2))
        return 0;
    *i = at;
    return day;
}

/* A year in four digits that stands for one; 0 for another number. */
static int64_t year_at(const t2s_question_facts *question, size_t i)
{
    int64_t year = digits_at(question, i, 4, 4);
    return year >= 1000 && year < 3000 ? year : 0;
}

/* A year in two digits with an apostrophe, "'24"; or 0. */
static int64_t short_year_at(const t2s_question_facts *question, size_t i)
{
    const int64_t year = digits_at(question, i, 2, 2);
    return year >= 0 && question->words.at[i].begin > 0 &&
                   question->text[question->words.at[i].begin - 1] == '\''
               ? (year < 70 ? 2000 : 1900) + year
               : 0;
}

/* Whether a number of four digits counts or names something else. */
static bool is_amount(const t2s_question_facts *question, size_t i)
{
    uint32_t begin = question->words.at[i].begin;
    const char before = begin > 0 ? question->text[begin - 1] : ' ';
    const char behind = question->text[question->words.at[i].end];
    while (begin > 0 && question->text[begin - 1] == ' ')
        begin--;
    return (begin > 0 && strchr("<>", question->text[begin - 1])) ||
           before == '$' || before == '#' || before == '.' || behind == '$' ||
           behind == '%' ||
           strncmp(question->text + question->words.at[i].end, "\xE2\x82\xAC",
                   3) == 0 || /* the euro */
           (i > 0 && t2s_question_says(
                         question, i - 1,
                         "more least most over above under below exceeds "
                         "exceeding exceed about around approximately id ids "
                         "number no nr code zip cost costs price costing "
                         "exactly population model version flight room "
                         "capacity salary budget top limit")) ||
           (i > 1 && t2s_question_says(question, i - 1, "than") &&
            !t2s_question_says(question, i - 2,
                               "later earlier newer older sooner")) ||
           (t2s_time_gap(question, i) == ' ' &&
            t2s_question_says(
                question, i + 1,
                "dollars dollar euros euro usd eur gbp people "
                "employees students km kg g kwh mwh wh points percent "
                "votes square feet meters metres miles pieces units "
                "items cents ms m mm cm litres liters calories "
                "tonnes tons seats copies customers hour days " T2S_HOURS
                " " T2S_MINUTES " " T2S_SECONDS " " T2S_WEEKS " " T2S_MONTHS
                " " T2S_YEARS " times rows mb gb "
                "orders games followers users views view "
                "count counts"));
}

/* A month, with what is known of its day and year. */
static bool read_month(t2s_said_time *out, const t2s_question_facts *question,
                       size_t i)
{
    const size_t begin = i;
    int64_t year;
    out->day = month_named(question, i) ? 0 : day_at(question, i);
    if (!out->day)
        out->day = day_named(question, &i);
    if (out->day) {
        i++;
        if (t2s_question_says(question, i, "of"))
            i++;
    }
    out->month = month_named(question, i);
    if (!out->month)
        return false;
    out->months = 1;
    i++;
    if (!out->day && day_at(question, i) && !short_year_at(question, i)) {
        out->day = day_at(question, i);
        i++;
    }
    if (t2s_question_says(question, i, "of") && year_at(question, i + 1))
        i++;
    year = year_at(question, i);
    if (!year)
        year = short_year_at(question, i);
    if (year && out->day == 0 && is_amount(question, i))
        year = 0;
    out->words = i - begin + (year > 0);
    out->has_year = false;
    return !year || t2s_time_in_year(out, year);
}

bool t2s_time_in_year(t2s_said_time *time, int64_t year)
{
    if (time->has_year)
        return true;
    if (!t2s_period_of_date(&time->at, year, time->month, time->day))
        return false;
    if (time->months > 1) {
        time->at.to =
            t2s_time_add(time->at.from, time->months, T2S_GRAIN_MONTH);
        time->at.grain = time->months == 3   ? T2S_GRAIN_QUARTER
                         : time->months == 6 ? T2S_GRAIN_HALF_YEAR
                                             : T2S_GRAIN_YEAR;
    }
    return time->has_year = true;
}

/* Whether word i ties two months to a range or a pair: "Jan to Mar". */
static bool ties_months(const t2s_question_facts *question, size_t i)
{
    return i > 0 &&
           t2s_question_says(question, i,
                             "to until till through thru and or") &&
           month_named(question, i - 1) && month_named(question, i + 1);
}

/* Whether a lone name of a month is one: not so in "it may", "the march". */
static bool is_month(const t2s_question_facts *question, size_t i)
{
    if (!t2s_question_says(question, i, "may march mar jan sep oct dec jun"))
        return true;
    if ((t2s_time_gap(question, i) == '-' && month_named(question, i + 1)) ||
        ties_months(question, i + 1) || (i > 0 && ties_months(question, i - 1)))
        return true;
    return i > 0 &&
           t2s_question_says(
               question, i - 1,
               "in of during since until till from between before "
               "after by through last this next early late mid") &&
           (question->words.at[i].is_capital ||
            !t2s_question_says(question, i, "may"));
}

/* The year behind word i, with "of", "in" or "the year" between; the words up
 * to its end in *end. */
static int64_t year_behind(const t2s_question_facts *question, size_t i,
                           size_t *end)
{
    size_t at = i;
    while (at < i + 3 && t2s_question_says(question, at, "of in the year"))
        at++;
    *end = year_at(question, at) ? at + 1 : i;
    return year_at(question, at);
}

/* Quarters and halves: "Q2 2024", "the second quarter of 2023", "H1 2024",
 * "2024 Q1". */
static bool read_part(t2s_said_time *out, const t2s_question_facts *question,
                      size_t i)
{
    size_t n, at = i, end;
    int64_t year = 0;
    int part = 0;
    bool is_quarter = true;
    const char *text;
    if (year_at(question, i)) {
        year = year_at(question, i);
        at += 1 + t2s_question_says(question, at + 1, "s");
    }
    if (at >= question->words.count)
        return false;
    text = t2s_question_text_at(question, at, &n);
    if (n == 2 && (text[0] == 'q' || text[0] == 'h') && text[1] >= '1' &&
        text[1] <= (text[0] == 'q' ? '4' : '2')) {
        part = text[1] - '0';
        is_quarter = text[0] == 'q';
        at++;
    } else if (t2s_question_says(question, at + 1, "quarter half") &&
               /* of all time before something */
               !t2s_question_says(question, at + 2, "before")) {
        static const char *const ordinals[] = {
            "first 1st", "second 2nd", "third 3rd", "fourth 4th final last"};
        is_quarter = t2s_question_says(question, at + 1, "quarter");
        for (int k = 0; k < 4; k++)
            if (t2s_question_says(question, at, ordinals[k]))
                part = k == 3 && !is_quarter ? 2 : k + 1;
        at += 2;
    }
    if (part == 0 || (!is_quarter && part > 2))
        return false;
    end = at;
    if (year == 0)
        year = year_behind(question, at, &end);
    if (year == 0 && (year = short_year_at(question, at)) != 0)
        end = at + 1;
    out->months = is_quarter ? 3 : 6;
    out->month = (part - 1) * out->months + 1;
    out->day = 0;
    out->has_year = false;
    out->words = end - i;
    return year ? t2s_time_in_year(out, year)
                : is_quarter || t2s_question_says(question, at, "of");
}

/* "week 12 of 2024", by ISO 8601. */
static bool read_week(t2s_said_time *out, const t2s_question_facts *question,
                      size_t i)
{
    double week = t2s_time_number(question, i + 1);
    size_t end;
    int64_t year, first;
    if (!t2s_question_says(question, i, "week") || week < 1 || week > 53)
        return false;
    year = year_behind(question, i + 2, &end);
    if (!year)
        return false;
    /* The week of January 4th is the first. */
    first = t2s_period_around(t2s_days_of(year, 1, 4) * T2S_DAY_SECONDS,
                              T2S_GRAIN_WEEK)
                .from;
    out->at = t2s_period_around(
        t2s_time_add(first, (int64_t)week - 1, T2S_GRAIN_WEEK), T2S_GRAIN_WEEK);
    out->has_year = true;
    out->words = end - i;
    return true;
}

int t2s_time_tens(const t2s_question_facts *question, size_t i)
{
    static const char *const tens[] = {
        "20s twenties", "30s thirties",  "40s forties",  "50s fifties",
        "60s sixties",  "70s seventies", "80s eighties", "90s nineties"};
    for (int k = 0; k < 8; k++)
        if (t2s_question_says(question, i, tens[k]))
            return 20 + 10 * k;
    return 0;
}

/* The first year of a decade of the last century, "born in the 80s"; or 0.
 * Without such a word before, it may be of a temperature or a score. */
static int64_t decade_at(const t2s_question_facts *question, size_t i)
{
    const int tens = t2s_time_tens(question, i);
    return tens >= 30 && i > 2 && t2s_question_says(question, i - 1, "the") &&
                   t2s_question_says(question, i - 2,
                                     "in during before after since") &&
                   t2s_question_says(question, i - 3,
                                     "born built released founded established "
                                     "published recorded written produced "
                                     "directed formed constructed manufactured "
                                     "died")
               ? 1900 + tens
               : 0;
}

static bool read_year(t2s_said_time *out, const t2s_question_facts *question,
                      size_t i)
{
    size_t n;
    const char *text = t2s_question_text_at(question, i, &n);
    int64_t year = year_at(question, i);
    int64_t decade = decade_at(question, i);
    out->has_year = true;
    out->words = 1;
    if (n == 5 && text[4] == 's' && text[3] == '0' && text[0] >= '1' &&
        text[0] <= '2')
        decade = (text[0] - '0') * 1000 + (text[1] - '0') * 100 +
                 (text[2] - '0') * 10;
    if (decade) {
        if (!t2s_period_of_date(&out->at, decade, 0, 0))
            return false;
        out->at.grain = T2S_GRAIN_DECADE;
        out->at.to = t2s_time_add(out->at.from, 10, T2S_GRAIN_YEAR);
        return true;
    }
    if (!year || is_amount(question, i) ||
        ((year < 1900 || year > 2100) &&
         !(i > 0 &&
           t2s_question_says(question, i - 1,
                             "in year since after before until during"))))
        return false;
    return t2s_period_of_date(&out->at, year, 0, 0);
}

/* Within quotes a time is all of the quote, or no time. */
static bool is_in_title(const t2s_question_facts *question, size_t i,
                        size_t words)
{
    const t2s_question_word *first = &question->words.at[i];
    const t2s_question_word *last = first + words - 1;
    return (first->is_quoted && first->begin > 0 &&
            !strchr("'\"%", question->text[first->begin - 1])) ||
           (last->is_quoted && !strchr("'\"%-", question->text[last->end]));
}

/* "Autumn 2024", "the summer months of 2024", "mid June 2024": part of what is
 * said, with bounds that nobody says. */
static bool is_narrowed(const t2s_question_facts *question, size_t i)
{
    const bool is_year = i > 0 && year_at(question, i);
    const size_t month = is_year && month_named(question, i - 1) ? i - 1 : i;
    size_t at = month;
    while (at > 0 && t2s_question_says(question, at - 1, "of in months"))
        at--;
    return (at > 0 && t2s_question_says(question, at - 1,
                                        "spring summer autumn winter fall "
                                        "christmas xmas easter thanksgiving "
                                        "halloween ramadan diwali pentecost "
                                        "fiscal fy")) ||
           (at > 1 && t2s_question_says(question, at - 1, "year eve") &&
            t2s_question_says(question, at - 2,
                              "fiscal financial christmas")) ||
           (month > 0 &&
            t2s_question_says(question, month - 1, "early mid late"));
}

bool t2s_time_said(t2s_said_time *out, const t2s_question_facts *question,
                   size_t i)
{
    t2s_said_time made = {.words = 0};
    if (i >= question->words.count)
        return false;
    if (!t2s_time_digits(&made, question, i) &&
        !read_part(&made, question, i) && !read_week(&made, question, i)) {
        if (read_month(&made, question, i)) {
            if (!made.has_year && !made.day && !is_month(question, i))
                return false;
        } else if (!read_year(&made, question, i)) {
            return false;
        }
    }
    if (is_in_title(question, i, made.words) || is_narrowed(question, i))
        return false;
    *out = made;
    return true;
}

size_t t2s_time_label(const t2s_question_facts *question, size_t i)
{
    const char gap = i < question->words.count ? t2s_time_gap(question, i) : 0;
    int64_t year = i < question->words.count ? year_at(question, i) : 0;
    int64_t other;
    if (!year || (gap != '/' && gap != '-'))
        return 0;
    other = digits_at(question, i + 1, 2, 4);
    if (other == (year + 1) % 100 && !(gap == '-' && other < 13))
        return 2;
    return other == year + 1 &&
                   (gap == '/' || t2s_question_says(question, i + 2,
                                                    "season seasons school "
                                                    "academic"))
               ? 2
               : 0;
}
