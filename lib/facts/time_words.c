/* Time expressions: the whole, and dates with the words round them that make
 * windows. */
#include "facts/time_scan.h"

#include <math.h>
#include <string.h>

#include "facts/bound_words.h"
#include "facts/time_fit.h"

/* Words between a negation and "since". */
#define MOST_NEGATED 4

static void add_window(t2s_time_scan *s, int64_t from, int64_t to,
                       t2s_grain grain, bool is_relative, size_t first,
                       size_t behind)
{
    t2s_time_expression made = {.kind = T2S_TIME_WINDOW,
                                .window = {from, to, grain},
                                .grain = grain,
                                .is_relative = is_relative};
    if (from >= to)
        return;
    /* The knowledge beside a question repeats it. */
    for (size_t i = 0; i < s->out->list.count; i++) {
        const t2s_time_expression *at = &s->out->list.at[i];
        if (at->kind == T2S_TIME_WINDOW && at->window.from == from &&
            at->window.to == to)
            return;
    }
    t2s_scan_add(s, &made, first, behind);
}

/* ------------------------------------------------------ dates */

/* Gives one of two dates the other's year, or that of the question. */
static bool settle_years(const t2s_time_scan *s, t2s_said_time *a,
                         t2s_said_time *b)
{
    int64_t year = s->year;
    int month, day;
    const t2s_said_time *known = a->has_year ? a : b && b->has_year ? b : NULL;
    if (known)
        t2s_date_of(known->at.from / T2S_DAY_SECONDS, &year, &month, &day);
    if (year == 0 || !t2s_time_in_year(a, year) ||
        (b && !t2s_time_in_year(b, year)))
        return false;
    /* "December to February 2024" */
    if (b && a->at.from > b->at.from && known == b) {
        a->has_year = false;
        return a->month && t2s_time_in_year(a, year - 1);
    }
    return true;
}

/* The second date of a range whose first ends before word i; its words with
 * those between, or 0. */
static size_t range_behind(t2s_found_time *out, const t2s_time_scan *s,
                           size_t i, t2s_bound_word before)
{
    size_t words = 1;
    if (i == 0 || i >= s->question->words.count)
        return 0;
    if (SAYS(i, "and")) {
        if (before != T2S_BOUND_BETWEEN)
            return 0;
    } else if (SAYS(i, "to until till through thru")) {
        if (before != T2S_BOUND_FROM && before != T2S_BOUND_NONE &&
            before != T2S_BOUND_BETWEEN)
            return 0;
    } else if (SAYS(i, "up") && SAYS(i + 1, "to until")) {
        words = SAYS(i + 2, "and") && SAYS(i + 3, "including") ? 4 : 2;
    } else {
        const uint32_t begin = s->question->words.at[i - 1].end;
        const uint32_t end = s->question->words.at[i].begin;
        const char *gap = s->question->text + begin;
        const size_t n = end - begin;
        if (n == 0 || n > 5 ||
            !(memchr(gap, '-', n) || (n >= 3 && memchr(gap, '\x80', n))))
            return 0;
        words = 0;
    }
    if (SAYS(i + words, "and") && SAYS(i + words + 1, "including"))
        words += 2;
    if (!t2s_scan_date(out, s, i + words))
        return 0;
    return words + out->words;
}

/* Months of no year; "after June" is the rest of one. */
static void add_months(t2s_time_scan *s, const t2s_said_time *a,
                       const t2s_said_time *b, t2s_bound_word before,
                       size_t first, size_t behind)
{
    t2s_time_expression made = {.kind = T2S_TIME_MONTHS,
                                .day =
                                    b || before != T2S_BOUND_NONE ? 0 : a->day};
    int from = a->month;
    int to = (b ? b->month + b->months : a->month + a->months) - 1;
    if (from == 0 || (b && b->month == 0))
        return;
    if (a->day)
        before = T2S_BOUND_NONE;
    if (before == T2S_BOUND_AFTER && to < 12)
        from = to + 1;
    if (before == T2S_BOUND_AFTER || before == T2S_BOUND_SINCE)
        to = 12;
    if (before == T2S_BOUND_BEFORE && from > 1)
        to = from - 1;
    if (before == T2S_BOUND_BEFORE || before == T2S_BOUND_UNTIL)
        from = 1;
    if (to < from)
        to += 12;
    for (int m = from; m <= to && m < from + 12; m++)
        made.mask |= 1ULL << ((m - 1) % 12 + 1);
    t2s_scan_add(s, &made, first, behind);
}

/* Whether the words before say that a date is today's. */
static bool is_today(const t2s_time_scan *s, size_t i, size_t behind)
{
    if (i > 0 && (SAYS(behind, "today") || SAYS(i - 1, "counted counting")))
        return true;
    for (size_t k = 1; k <= 4 && k <= i; k++) {
        if (SAYS(i - k, "today now") ||
            (SAYS(i - k, "date day") && i > k &&
             SAYS(i - k - 1, "current reference today's report")))
            return true;
        if (!SAYS(i - k, "is as being assume the on date of"))
            return false;
    }
    return false;
}

/* "seconds since 1970" */
static bool is_epoch(const t2s_time_scan *s, size_t i)
{
    return SAYS(i, "since") && SAYS(i + 1, "1970") && i > 0 &&
           SAYS(i - 1, "seconds milliseconds ms time epoch days");
}

static void add_bounded(t2s_time_scan *s, t2s_bound_word how,
                        const t2s_period *at, size_t i, size_t behind)
{
    int64_t from = at->from, to = at->to;
    if (how == T2S_BOUND_SINCE || how == T2S_BOUND_AFTER) {
        from = how == T2S_BOUND_AFTER ? at->to : at->from;
        to = T2S_TIME_LAST;
    } else if (how == T2S_BOUND_BEFORE || how == T2S_BOUND_UNTIL) {
        from = T2S_TIME_FIRST;
        to = how == T2S_BOUND_BEFORE ? at->from : at->to;
    }
    add_window(s, from, to, at->grain, false, i, behind);
}

/* "the 30 days up to and including 30 June 2024": a number of units before
 * word i, which begins the phrase; moves `from`, or of what is behind `to`. */
static bool lengthen(const t2s_time_scan *s, size_t *i, t2s_period *at,
                     bool is_behind)
{
    t2s_grain unit =
        *i > 1 ? t2s_time_unit(s->question, *i - 1) : T2S_GRAIN_NONE;
    double count = unit ? t2s_time_number(s->question, *i - 2) : -1;
    if (count < 1 || count > 10000 || count != floor(count))
        return false;
    if (is_behind)
        at->to = t2s_time_add(at->from, (int64_t)count, unit);
    else
        at->from = t2s_time_add(at->to, -(int64_t)count, unit);
    at->grain = unit;
    *i -= 2;
    if (s->out->list.count > 0 &&
        s->out->list.at[s->out->list.count - 1].place.begin ==
            s->question->words.at[*i].begin)
        s->out->list.count--; /* the duration that it was taken for */
    return true;
}

/* "January against December 2023", "January stays empty": of growth against the
 * month before. The words behind the month, or 0. */
static size_t comparison_behind(const t2s_time_scan *s, size_t i)
{
    size_t at = i;
    t2s_found_time other;
    while (at < i + 3 &&
           SAYS(at, "against compared compares compare vs versus with to is"))
        at++;
    if (at > i && t2s_scan_date(&other, s, at))
        return at - i + other.words;
    return SAYS(i, "stays") ? 1 : 0;
}

/* Whether a window that is there holds another of a month whose year the
 * question has elsewhere: "cumulative from January" of 2023. */
static bool is_within(const t2s_time_scan *s, const t2s_period *at)
{
    for (size_t i = 0; i < s->out->list.count; i++) {
        const t2s_time_expression *other = &s->out->list.at[i];
        if (other->kind == T2S_TIME_WINDOW && !other->is_relative &&
            other->window.from <= at->from && other->window.to >= at->to)
            return true;
    }
    return false;
}

/* "as of 30 June", "at the end of June" */
static bool says_state(const t2s_time_scan *s, size_t i, size_t behind)
{
    if (i > 0 && SAYS(i - 1, "as") && SAYS(i, "of"))
        return true;
    for (; i + 1 < behind; i++)
        if (SAYS(i, "end") && SAYS(i + 1, "of"))
            return true;
    return false;
}

/* Whether word i is, or is part of, a value. */
static bool is_value(const t2s_question_facts *question, size_t i)
{
    const t2s_question_word *word = &question->words.at[i];
    for (size_t k = 0; k < question->values.count; k++)
        if (question->values.at[k].begin <= word->begin &&
            question->values.at[k].end >= word->end)
            return true;
    return false;
}

/* Whether nothing is to be in the window of "since", "after" or "before" at
 * word i: "not serviced since", "no orders after". A value may have the
 * negation's verb: "not cancelled" of a status. */
static bool is_negated(const t2s_time_scan *s, size_t i)
{
    if (!SAYS(i, "since after before"))
        return false;
    for (size_t k = i; k-- > 0 && k + MOST_NEGATED >= i;) {
        if (t2s_is_parted(s->question, (int32_t)k, (int32_t)k + 1) ||
            SAYS(k, "and or but who which that whose where than only") ||
            (k + 1 < i && is_value(s->question, k + 1)) ||
            (SAYS(i, "before") && SAYS(k, "is are was were been")))
            return false;
        if (SAYS(i, "before") && SAYS(k, "no without"))
            return false; /* "members without a club before 2020" */
        if (SAYS(k, "t") ? k > 0 && t2s_time_gap(s->question, k - 1) == '\''
                         : SAYS(k, "not never no without hasnt havent didnt"))
            return !SAYS(k + 1, "more less fewer longer later earlier matter");
    }
    return false;
}

/* Whether it is negated by "no" or "without". */
static bool is_without(const t2s_time_scan *s, size_t i)
{
    for (size_t k = i; k-- > 0 && k + MOST_NEGATED >= i;)
        if (SAYS(k, "no without"))
            return true;
    return false;
}

/* Whether a length of time stands before a date, which becomes that time: "the
 * 12 months to June", "the last 3 days before 30 June". */
static bool is_length_to(t2s_time_scan *s, t2s_bound_word before, size_t *i,
                         t2s_period *date)
{
    t2s_period bounds = *date;
    if (before == T2S_BOUND_UNTIL || before == T2S_BOUND_TO)
        return lengthen(s, i, date, false);
    if ((before != T2S_BOUND_BEFORE && before != T2S_BOUND_AFTER) || *i <= 2 ||
        !SAYS(*i - 3, "last past final first next within previous preceding"))
        return false;
    if (before == T2S_BOUND_BEFORE)
        bounds.to = bounds.from;
    else
        bounds.from = bounds.to;
    if (!lengthen(s, i, &bounds, before == T2S_BOUND_AFTER))
        return false;
    *date = bounds;
    return true;
}

/* A date with the words round it; the word behind, or i where there is none. */
static size_t read_date(t2s_time_scan *s, size_t i)
{
    size_t words = 0, more = 0, at;
    t2s_bound_word before = t2s_scan_prefix(s, i, &words), behind;
    t2s_found_time first, second;
    bool is_lent;
    if (!t2s_scan_date(&first, s, i + words))
        return i;
    at = i + words + first.words;
    if (t2s_question_is_in_value(s->question, i + words, at) ||
        t2s_scan_is_example(s, i) || is_epoch(s, i) ||
        (i > 1 && SAYS(i - 1, "with to against") &&
         SAYS(i - 2, "compares compared")))
        return at;
    more = range_behind(&second, s, at, before);
    if (more) {
        at += more;
        if (settle_years(s, &first.time, &second.time))
            add_window(s, first.time.at.from, second.time.at.to,
                       second.time.at.grain, false, i, at);
        else
            add_months(s, &first.time, &second.time, T2S_BOUND_NONE, i, at);
        return at;
    }
    /* "March and April 2024" */
    if (!first.time.has_year &&
        ((SAYS(at, "and or") && t2s_scan_date(&second, s, at + 1)) ||
         t2s_scan_date(&second, s, at)))
        settle_years(s, &first.time, &second.time);
    if (!first.time.has_year && !first.time.day &&
        (more = comparison_behind(s, at)) > 0)
        return at + more;
    is_lent = !first.time.has_year;
    if (!settle_years(s, &first.time, NULL)) {
        add_months(s, &first.time, NULL, before, i, at);
        return at;
    }
    if (is_today(s, i, at)) {
        t2s_time_expression made = {.kind = T2S_TIME_TODAY,
                                    .window = first.time.at};
        t2s_scan_add(s, &made, i, at);
        return at;
    }
    behind = t2s_scan_suffix(s, at, &more);
    if (behind != T2S_BOUND_NONE &&
        (before == T2S_BOUND_NONE || before == T2S_BOUND_FROM)) {
        before = behind;
        at += more;
    }
    if (is_length_to(s, before, &i, &first.time.at))
        before = T2S_BOUND_NONE;
    if (before == T2S_BOUND_FROM && SAYS(at, "on"))
        before = T2S_BOUND_SINCE;
    if (!is_lent || !is_within(s, &first.time.at)) {
        const size_t count = s->out->list.count;
        add_bounded(s, before, &first.time.at, i, at);
        if (s->out->list.count > count) {
            t2s_time_expression *made = &s->out->list.at[count];
            made->is_state = before == T2S_BOUND_NONE && says_state(s, i, at);
            made->is_negated = (t2s_time_is_open(made->window.from) ||
                                t2s_time_is_open(made->window.to)) &&
                               is_negated(s, i);
            made->denies_rows = made->is_negated && is_without(s, i);
        }
    }
    return at;
}

/* 1.5 years are 18 months: false where a count is no whole number of smaller
 * units either. */
static bool make_whole(double *count, t2s_grain *unit)
{
    if (*count == floor(*count))
        return true;
    if (*unit == T2S_GRAIN_YEAR || *unit == T2S_GRAIN_QUARTER) {
        *count *= *unit == T2S_GRAIN_YEAR ? 12 : 3;
        *unit = T2S_GRAIN_MONTH;
    } else if (*unit == T2S_GRAIN_WEEK) {
        *count *= 7;
        *unit = T2S_GRAIN_DAY;
    }
    return *count == floor(*count);
}

/* "the first ten days of June 2024", "the last week of May 2024" */
static size_t read_part_of(t2s_time_scan *s, size_t i)
{
    double count = 1;
    size_t at = i + 1;
    t2s_grain unit;
    t2s_found_time of;
    if (!SAYS(i, "first last final"))
        return i;
    if (t2s_time_number(s->question, at) > 0)
        count = t2s_time_number(s->question, at++);
    unit = t2s_time_unit(s->question, at++);
    if (!unit || unit == T2S_GRAIN_QUARTER || count > 1000 ||
        !make_whole(&count, &unit) || !SAYS(at, "of in") ||
        !t2s_scan_date(&of, s, at + 1) || !settle_years(s, &of.time, NULL) ||
        of.time.at.grain <= unit)
        return i;
    at += 1 + of.words;
    if (SAYS(i, "first"))
        of.time.at.to = t2s_time_add(of.time.at.from, (int64_t)count, unit);
    else
        of.time.at.from = t2s_time_add(of.time.at.to, -(int64_t)count, unit);
    add_window(s, of.time.at.from, of.time.at.to, unit, false, i, at);
    return at;
}

/* ------------------------------------------------------ relative to today */

/* Whether the words from i on give the date of what stands before them: "last
 * year (2023)", "next quarter, i.e. Q1 2025". */
static bool is_dated(const t2s_time_scan *s, size_t i)
{
    const t2s_question_word *words = s->question->words.at;
    t2s_found_time first, second;
    size_t more, prefix = 0, at = i;
    bool is_bracket;
    if (i == 0 || i >= s->question->words.count)
        return false;
    is_bracket = memchr(s->question->text + words[i - 1].end, '(',
                        words[i].begin - words[i - 1].end) != NULL;
    at += SAYS(at, "ie namely")                ? 1
          : SAYS(at, "i") && SAYS(at + 1, "e") ? 2
                                               : 0;
    if (!is_bracket && at == i)
        return false;
    (void)t2s_scan_prefix(s, at, &prefix);
    at += prefix;
    if (!t2s_scan_date(&first, s, at))
        return false;
    at += first.words;
    more = range_behind(&second, s, at, T2S_BOUND_FROM);
    at += more;
    return (first.time.has_year || (more && second.time.has_year)) &&
           (!is_bracket || s->question->text[words[at - 1].end] == ')');
}

/* Whole units round today, `shift` of them on, or the `count` before. */
static void add_relative(t2s_time_scan *s, t2s_grain unit, int64_t shift,
                         double count, size_t i, size_t behind)
{
    const int64_t now = s->out->now;
    const int64_t today = t2s_period_around(now, T2S_GRAIN_DAY).from;
    t2s_period at = t2s_period_around(now, unit);
    if ((shift || unit > T2S_GRAIN_DAY) && is_dated(s, behind))
        return;
    if (count > 0 && count < 100000) {
        const int64_t n = (int64_t)count;
        at.from = shift < 0 ? t2s_time_add(today, -n, unit) : today;
        at.to = shift < 0 ? today + T2S_DAY_SECONDS
                          : t2s_time_add(today, n, unit) + T2S_DAY_SECONDS;
    } else {
        at = t2s_period_around(t2s_time_add(at.from, shift, unit), unit);
    }
    add_window(s, at.from, at.to, unit, true, i, behind);
}

#define CHANGES                                                                \
    "change|changes|changed|grow|grew|grown|growth|up|down|increase|"          \
    "increased|decrease|decreased|rise|rose|fall|fell|drop|dropped|differ|"    \
    "difference"

/* Whether a window is one that others are compared with: "up 5 % over last
 * year", "more than in last year", "this year and last year"; but not "placed
 * over the last year", "orders from last month", "with a visit last month". */
static bool is_compared(const t2s_time_scan *s, size_t i)
{
    size_t at = i;
    while (at > 0 && at + 2 > i && SAYS(at - 1, "in the for during"))
        at--;
    if (at == 0)
        return false;
    at--;
    return SAYS(at, "than against vs versus compared") ||
           (SAYS(at, "over") && at + 1 == i) ||
           (at > 0 &&
            ((SAYS(at, "to with") && SAYS(at - 1, "compared")) ||
             (SAYS(at, "and") && t2s_time_unit(s->question, at - 1)))) ||
           (SAYS(at, "from") && t2s_question_asks(s->question, CHANGES));
}

/* "By the end of the year", "until the end of next month": all up to there; or
 * i. */
static size_t read_end(t2s_time_scan *s, size_t i)
{
    const bool is_next = SAYS(i + 4, "next");
    const size_t at = i + 4 + SAYS(i + 4, "the this next");
    const t2s_grain unit = t2s_time_unit(s->question, at);
    t2s_period of = t2s_period_around(s->out->now, unit);
    if (!SAYS(i, "by before until till") || !SAYS(i + 1, "the") ||
        !SAYS(i + 2, "end") || !SAYS(i + 3, "of") || unit < T2S_GRAIN_WEEK ||
        SAYS(at + 1, "of") || is_dated(s, at + 1))
        return i;
    of = t2s_period_around(t2s_time_add(of.from, is_next, unit), unit);
    add_window(s, T2S_TIME_FIRST, of.to, unit, true, i, at + 1);
    return at + 1;
}

static size_t read_relative(t2s_time_scan *s, size_t i)
{
    double count;
    size_t at = i + 1;
    t2s_grain unit;
    int64_t shift = SAYS(i, "this current")                     ? 0
                    : SAYS(i, "next coming upcoming following") ? 1
                                                                : -1;
    if ((SAYS(i, "yesterday tomorrow") &&
         !t2s_question_is_in_value(s->question, i, i + 1)) ||
        t2s_time_is_day(s->question, i)) {
        shift = SAYS(i, "yesterday") ? -1 : SAYS(i, "tomorrow") ? 1 : 0;
        add_relative(s, T2S_GRAIN_DAY, shift, 0, i, at);
        return at;
    }
    if ((at = read_end(s, i)) > i)
        return at;
    if (SAYS(i, "ytd mtd")) {
        add_relative(s, SAYS(i, "ytd") ? T2S_GRAIN_YEAR : T2S_GRAIN_MONTH, 0, 0,
                     i, i + 1);
        return i + 1;
    }
    /* "since the start of the year", "year to date" */
    for (at = i; SAYS(at, "since from the start beginning of this");)
        at++;
    unit = t2s_time_unit(s->question, at);
    if (unit >= T2S_GRAIN_WEEK &&
        (at > i + 2 ? SAYS(at - 1, "of the this") &&
                          (SAYS(at - 2, "start beginning") ||
                           SAYS(at - 3, "start beginning"))
                    : at == i && SAYS(at + 1, "to") && SAYS(at + 2, "date"))) {
        at += at == i ? 3 : 1;
        add_relative(s, unit, 0, 0, i, at);
        return at;
    }
    at = i + 1;
    if (!SAYS(i, "last past previous preceding prior recent trailing this "
                 "current next coming upcoming"))
        return i;
    count = t2s_time_number(s->question, at);
    if (count > 0)
        at++;
    if (SAYS(at, "full complete calendar whole"))
        at++;
    unit = t2s_time_unit(s->question, at++);
    /* "the last 7 days before the race" is no time of its own, nor are "the
     * last day" of something and "more than the previous month". */
    if (!unit || SAYS(at, "before after of until prior s earlier") ||
        (count <= 0 && (i + 2 < at || unit <= T2S_GRAIN_DAY)) ||
        (count <= 0 && (SAYS(i, "recent") || is_compared(s, i))) ||
        !make_whole(&count, &unit))
        return i;
    /* The past year ends today, and so does what is "over the last year"; last
     * year ends on its 31 December. */
    if (count <= 0 &&
        (SAYS(i, "past trailing") ||
         (i > 1 && SAYS(i - 1, "the") && SAYS(i - 2, "over within"))))
        count = 1;
    add_relative(s, unit, shift, shift ? count : 0, i, at);
    return at;
}

/* ------------------------------------------------------ the whole */

/* The only year that the question says, or 0. */
static int64_t only_year(const t2s_question_facts *question)
{
    int64_t year = 0;
    t2s_said_time time;
    for (size_t i = 0; i < question->words.count; i++) {
        int64_t other;
        int month, day;
        if (t2s_time_label(question, i)) {
            i++;
            continue;
        }
        if (!t2s_time_said(&time, question, i))
            continue;
        i += time.words - 1;
        if (!time.has_year)
            continue;
        t2s_date_of(time.at.from / T2S_DAY_SECONDS, &other, &month, &day);
        if (year && other != year)
            return 0;
        year = other;
    }
    return year;
}

static void read_all(t2s_time_scan *s)
{
    static t2s_scan_reader *const readers[] = {
        read_part_of,   read_date,         t2s_scan_hours, read_relative,
        t2s_scan_grain, t2s_scan_duration, t2s_scan_unit,  t2s_scan_weekdays};
    const size_t count = s->question->words.count;
    for (size_t i = 0; i < count && !s->failed;) {
        size_t next = i;
        if (t2s_time_label(s->question, i)) {
            i += 2;
            continue;
        }
        for (size_t k = 0; k < sizeof readers / sizeof readers[0] && next == i;
             k++)
            next = readers[k](s, i);
        i = next > i ? next : i + 1;
    }
}

bool t2s_time_words_read(t2s_time_words *out,
                         const t2s_question_facts *question)
{
    t2s_time_scan s = {
        .out = out, .question = question, .year = only_year(question)};
    out->now = T2S_TIME_NOW;
    read_all(&s);
    /* Once more, where what is said of today comes behind or before. */
    for (size_t i = 0; i < out->list.count && !s.failed; i++) {
        if (out->list.at[i].kind != T2S_TIME_TODAY)
            continue;
        out->now = out->list.at[i].window.from + T2S_DAY_SECONDS / 2;
        out->list.count = 0;
        read_all(&s);
        break;
    }
    return !s.failed;
}

void t2s_time_words_free(t2s_time_words *times)
{
    t2s_vector_free(&times->list);
}
