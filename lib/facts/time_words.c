/* Time expressions: dates with the words round them that make windows, and
 * grains, durations, weekdays and hours. */
#include "facts/time_words.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/time_reader.h"

typedef struct scan {
    t2s_time_words *out;
    const t2s_question_facts *question;
    int64_t year; /* the only year that is said, or 0 */
    bool failed;
} scan;

#define SAYS(i, list) t2s_time_says(s->question, (i), (list))

static void add(scan *s, const t2s_time_expression *made, size_t first,
                size_t behind)
{
    t2s_time_expression at = *made;
    if (s->out->list.count >= T2S_MOST_TIMES)
        return;
    at.begin = s->question->words.at[first].begin;
    at.end = s->question->words.at[behind - 1].end;
    if (!t2s_vector_push(&s->out->list, at))
        s->failed = true;
}

static void add_window(scan *s, int64_t from, int64_t to, t2s_grain grain,
                       bool is_relative, size_t first, size_t behind)
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
    add(s, &made, first, behind);
}

/* ------------------------------------------------------ words round dates */

/* What the words before or behind a date make of it. */
typedef enum bound {
    BOUND_NONE,
    BOUND_BETWEEN, /* two dates, with "and" */
    BOUND_FROM,    /* two dates, with "to"; or one */
    BOUND_SINCE,
    BOUND_AFTER,
    BOUND_BEFORE,
    BOUND_UNTIL,
    BOUND_TO /* "the 12 months to June"; else nothing */
} bound;

/* A phrase of up to four words; a word may be one of several. */
static const struct {
    const char *words[4];
    bound bound;
} prefixes[] = {
    {{"on in", "or", "after"}, BOUND_SINCE},
    {{"on in", "or", "before"}, BOUND_UNTIL},
    {{"not no", "before earlier", "than"}, BOUND_SINCE},
    {{"not no", "after later", "than"}, BOUND_UNTIL},
    {{"not", "before"}, BOUND_SINCE},
    {{"not", "after"}, BOUND_UNTIL},
    {{"up", "to", "and", "including"}, BOUND_UNTIL},
    {{"up", "until to"}, BOUND_UNTIL},
    {{"between"}, BOUND_BETWEEN},
    {{"starting beginning effective", "from on in with"}, BOUND_SINCE},
    {{"since"}, BOUND_SINCE},
    {{"later newer", "than"}, BOUND_AFTER},
    {{"after"}, BOUND_AFTER},
    {{"earlier older", "than"}, BOUND_BEFORE},
    {{"prior", "to"}, BOUND_BEFORE},
    {{"before"}, BOUND_BEFORE},
    {{"until till through thru by"}, BOUND_UNTIL},
    {{"from"}, BOUND_FROM},
    {{"to ending"}, BOUND_TO},
};

/* How many words of the phrase stand at i, all of them or 0. */
static size_t phrase_at(const scan *s, const char *const words[4], size_t i)
{
    size_t n = 0;
    while (n < 4 && words[n]) {
        if (!SAYS(i + n, words[n]))
            return 0;
        n++;
    }
    return n;
}

static bound prefix_at(const scan *s, size_t i, size_t *words)
{
    for (size_t k = 0; k < sizeof prefixes / sizeof prefixes[0]; k++)
        if ((*words = phrase_at(s, prefixes[k].words, i)) > 0)
            return prefixes[k].bound;
    return BOUND_NONE;
}

/* The same behind a date: "2015 or later". */
static bound suffix_at(const scan *s, size_t i, size_t *words)
{
    *words = 2;
    if (SAYS(i, "or and")) {
        if (SAYS(i + 1, "later after newer onward onwards since following"))
            return BOUND_SINCE;
        if (SAYS(i + 1, "earlier before older"))
            return BOUND_UNTIL;
    }
    *words = 1;
    if (SAYS(i, "onward onwards"))
        return BOUND_SINCE;
    return BOUND_NONE;
}

/* A date at i, past "the", "year", "end of"...; how many words with these. */
typedef struct found {
    t2s_said_time time;
    size_t words;
} found;

static bool find_date(found *out, const scan *s, size_t i)
{
    size_t at = i;
    bool is_end = false;
    while (at < i + 5 &&
           SAYS(at, "the year years of month months date dates day start "
                    "beginning end week season day")) {
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

/* Gives one of two dates the other's year, or that of the question. */
static bool settle_years(const scan *s, t2s_said_time *a, t2s_said_time *b)
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
static size_t range_behind(found *out, const scan *s, size_t i, bound before)
{
    size_t words = 1;
    if (i == 0 || i >= s->question->words.count)
        return 0;
    if (SAYS(i, "and")) {
        if (before != BOUND_BETWEEN)
            return 0;
    } else if (SAYS(i, "to until till through thru")) {
        if (before != BOUND_FROM && before != BOUND_NONE &&
            before != BOUND_BETWEEN)
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
    if (!find_date(out, s, i + words))
        return 0;
    return words + out->words;
}

static void add_months(scan *s, const t2s_said_time *a, const t2s_said_time *b,
                       size_t first, size_t behind)
{
    t2s_time_expression made = {.kind = T2S_TIME_MONTHS};
    const int from = a->month;
    int to = (b ? b->month + b->months : a->month + a->months) - 1;
    if (from == 0 || (b && b->month == 0))
        return;
    if (to < from)
        to += 12;
    for (int m = from; m <= to && m < from + 12; m++)
        made.mask |= 1ULL << ((m - 1) % 12 + 1);
    add(s, &made, first, behind);
}

/* Whether the words before say that a date is today's. */
static bool is_today(const scan *s, size_t i, size_t behind)
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

/* Whether the words before make a date an example of how dates are written. */
static bool is_example(const scan *s, size_t i)
{
    return i > 0 && (SAYS(i - 1, "like example format g written iso") ||
                     (SAYS(i - 1, "as") && !SAYS(i, "of")) ||
                     (SAYS(i - 1, "is are") && i > 1 &&
                      SAYS(i - 2, "format null null's")));
}

/* "seconds since 1970" */
static bool is_epoch(const scan *s, size_t i)
{
    return SAYS(i, "since") && SAYS(i + 1, "1970") && i > 0 &&
           SAYS(i - 1, "seconds milliseconds ms time epoch days");
}

static void add_bounded(scan *s, bound how, const t2s_period *at, size_t i,
                        size_t behind)
{
    int64_t from = at->from, to = at->to;
    if (how == BOUND_SINCE || how == BOUND_AFTER) {
        from = how == BOUND_AFTER ? at->to : at->from;
        to = T2S_TIME_LAST;
    } else if (how == BOUND_BEFORE || how == BOUND_UNTIL) {
        from = T2S_TIME_FIRST;
        to = how == BOUND_BEFORE ? at->from : at->to;
    }
    add_window(s, from, to, at->grain, false, i, behind);
}

/* "the 30 days up to and including 30 June 2024": a number of units before
 * word i, which begins the phrase; moves `from`. */
static bool lengthen(const scan *s, size_t *i, t2s_period *at)
{
    t2s_grain unit =
        *i > 1 ? t2s_time_unit(s->question, *i - 1) : T2S_GRAIN_NONE;
    double count = unit ? t2s_time_number(s->question, *i - 2) : -1;
    if (count < 1 || count > 10000 || count != floor(count))
        return false;
    at->from = t2s_time_add(at->to, -(int64_t)count, unit);
    at->grain = unit;
    *i -= 2;
    if (s->out->list.count > 0 &&
        s->out->list.at[s->out->list.count - 1].begin ==
            s->question->words.at[*i].begin)
        s->out->list.count--; /* the duration that it was taken for */
    return true;
}

/* "January against December 2023", "January stays empty": of growth against the
 * month before. The words behind the month, or 0. */
static size_t comparison_behind(const scan *s, size_t i)
{
    size_t at = i;
    found other;
    while (at < i + 3 &&
           SAYS(at, "against compared compares compare vs versus with to is"))
        at++;
    if (at > i && find_date(&other, s, at))
        return at - i + other.words;
    return SAYS(i, "stays") ? 1 : 0;
}

/* Whether a window that is there holds another of a month whose year the
 * question has elsewhere: "cumulative from January" of 2023. */
static bool is_within(const scan *s, const t2s_period *at)
{
    for (size_t i = 0; i < s->out->list.count; i++) {
        const t2s_time_expression *other = &s->out->list.at[i];
        if (other->kind == T2S_TIME_WINDOW && !other->is_relative &&
            other->window.from <= at->from && other->window.to >= at->to)
            return true;
    }
    return false;
}

/* A date with the words round it; the word behind, or i where there is none. */
static size_t read_date(scan *s, size_t i)
{
    size_t words = 0, more = 0, at;
    bound before = prefix_at(s, i, &words), behind;
    found first, second;
    bool is_lent;
    if (!find_date(&first, s, i + words))
        return i;
    at = i + words + first.words;
    if (is_example(s, i) || is_epoch(s, i) ||
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
            add_months(s, &first.time, &second.time, i, at);
        return at;
    }
    /* "March and April 2024" */
    if (!first.time.has_year &&
        ((SAYS(at, "and or") && find_date(&second, s, at + 1)) ||
         find_date(&second, s, at)))
        settle_years(s, &first.time, &second.time);
    if (!first.time.has_year && !first.time.day &&
        (more = comparison_behind(s, at)) > 0)
        return at + more;
    is_lent = !first.time.has_year;
    if (!settle_years(s, &first.time, NULL)) {
        add_months(s, &first.time, NULL, i, at);
        return at;
    }
    if (is_today(s, i, at)) {
        t2s_time_expression made = {.kind = T2S_TIME_TODAY,
                                    .window = first.time.at};
        add(s, &made, i, at);
        return at;
    }
    behind = suffix_at(s, at, &more);
    if (behind != BOUND_NONE && before == BOUND_NONE) {
        before = behind;
        at += more;
    }
    if ((before == BOUND_UNTIL || before == BOUND_TO) &&
        lengthen(s, &i, &first.time.at))
        before = BOUND_NONE;
    if ((before == BOUND_BEFORE || before == BOUND_AFTER) && i > 2 &&
        SAYS(i - 3, "last past final first next within previous preceding")) {
        t2s_period bounds = first.time.at;
        if (before == BOUND_BEFORE)
            bounds.to = bounds.from;
        if (lengthen(s, &i, &bounds)) {
            if (before == BOUND_AFTER)
                bounds = (t2s_period){
                    first.time.at.to,
                    first.time.at.to + (bounds.to - bounds.from), bounds.grain};
            first.time.at = bounds;
            before = BOUND_NONE;
        }
    }
    if (before == BOUND_FROM && SAYS(at, "on"))
        before = BOUND_SINCE;
    if (!is_lent || !is_within(s, &first.time.at))
        add_bounded(s, before, &first.time.at, i, at);
    return at;
}

/* "the first ten days of June 2024", "the last week of May 2024" */
static size_t read_part_of(scan *s, size_t i)
{
    double count = 1;
    size_t at = i + 1;
    t2s_grain unit;
    found of;
    if (!SAYS(i, "first last final"))
        return i;
    if (t2s_time_number(s->question, at) > 0)
        count = t2s_time_number(s->question, at++);
    unit = t2s_time_unit(s->question, at++);
    if (!unit || unit == T2S_GRAIN_QUARTER || count > 1000 ||
        !SAYS(at, "of in") || !find_date(&of, s, at + 1) ||
        !settle_years(s, &of.time, NULL) || of.time.at.grain <= unit)
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

/* Whole units round today, `shift` of them on, or the `count` before. */
static void add_relative(scan *s, t2s_grain unit, int64_t shift, double count,
                         size_t i, size_t behind)
{
    const int64_t now = s->out->now;
    const int64_t today = t2s_period_around(now, T2S_GRAIN_DAY).from;
    t2s_period at = t2s_period_around(now, unit);
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

/* Whether a window is one that others are compared with. */
static bool is_compared(const scan *s, size_t i)
{
    for (size_t k = 1; k <= 3 && k <= i; k++)
        if (SAYS(i - k, "than against over vs versus compared to from with "
                        "and"))
            return true;
    return false;
}

static size_t read_relative(scan *s, size_t i)
{
    double count;
    size_t at = i + 1;
    t2s_grain unit;
    int64_t shift = SAYS(i, "this current")                     ? 0
                    : SAYS(i, "next coming upcoming following") ? 1
                                                                : -1;
    if (SAYS(i, "yesterday tomorrow")) {
        add_relative(s, T2S_GRAIN_DAY, SAYS(i, "yesterday") ? -1 : 1, 0, i, at);
        return at;
    }
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
        (count <= 0 && (SAYS(i, "recent") || is_compared(s, i))))
        return i;
    add_relative(s, unit, shift, shift ? count : 0, i, at);
    return at;
}

/* ------------------------------------------------------ the rest */

static size_t read_grain(scan *s, size_t i)
{
    static const struct {
        const char *words;
        t2s_grain grain;
        bool is_cycle;
    } adverbs[] = {
        {"daily", T2S_GRAIN_DAY, false},
        {"weekly", T2S_GRAIN_WEEK, false},
        {"monthly", T2S_GRAIN_MONTH, false},
        {"quarterly", T2S_GRAIN_QUARTER, false},
        {"yearly annual annually", T2S_GRAIN_YEAR, false},
        {"hourly", T2S_GRAIN_HOUR, false},
        {"weekday", T2S_GRAIN_DAY, true},
    };
    t2s_time_expression made = {.kind = T2S_TIME_GRAIN};
    size_t at = i + 1;
    for (size_t k = 0; k < sizeof adverbs / sizeof adverbs[0]; k++)
        if (SAYS(i, adverbs[k].words)) {
            made.grain = adverbs[k].grain;
            made.is_cycle = adverbs[k].is_cycle;
        }
    if (!made.grain && SAYS(i, "day hour") && SAYS(at, "of")) {
        at += 1 + SAYS(at + 1, "the");
        made.is_cycle = SAYS(at, "week day");
        made.grain = t2s_time_unit(s->question, i);
        at++;
    } else if (!made.grain && SAYS(i, "per each every by which what busiest "
                                      "whichever")) {
        at += SAYS(at, "calendar scheduled single");
        made.grain = t2s_time_unit(s->question, at);
        made.is_cycle = made.grain == T2S_GRAIN_HOUR;
        at++;
        if (made.grain == T2S_GRAIN_DAY && SAYS(at, "of") &&
            SAYS(at + 1 + SAYS(at + 1, "the"), "week")) {
            made.is_cycle = true;
            at += 2 + SAYS(at + 1, "the");
        }
    } else if (!made.grain && t2s_time_unit(s->question, i) &&
               SAYS(at, "by over to") &&
               t2s_time_unit(s->question, at + 1) ==
                   t2s_time_unit(s->question, i)) {
        made.grain = t2s_time_unit(s->question, i);
        at += 2;
    }
    if (!made.grain || made.grain < T2S_GRAIN_HOUR ||
        (!made.is_cycle && SAYS(i, "day hour")))
        return i;
    add(s, &made, i, at);
    return at;
}

static size_t read_duration(scan *s, size_t i)
{
    t2s_time_expression made = {.kind = T2S_TIME_DURATION};
    double count = t2s_time_number(s->question, i);
    size_t at = i + 1;
    if (SAYS(i, "half")) {
        count = 0.5;
        at += SAYS(at, "a an");
    }
    if (count < 0)
        return i;
    if (at == i + 1 && t2s_time_gap(s->question, i) != ' ' &&
        t2s_time_gap(s->question, i) != '-')
        return i;
    /* "either of the two months" */
    if (i > 0 && SAYS(i - 1, "the") &&
        !SAYS(i + 2, "before after to up ending"))
        return i;
    at += SAYS(at, "full whole consecutive calendar");
    made.grain = t2s_time_unit(s->question, at);
    /* "24 a day", "a day": rates and articles. */
    if (!made.grain || SAYS(i, "a an one") || count > 1e6)
        return i;
    made.seconds = count * t2s_grain_seconds(made.grain);
    add(s, &made, i, at + 1);
    return at + 1;
}

static size_t read_unit(scan *s, size_t i)
{
    t2s_time_expression made = {.kind = T2S_TIME_UNIT};
    size_t at = i + 1;
    if (SAYS(i, "in")) {
        at += SAYS(at, "whole full decimal");
    } else if ((SAYS(i, "many") && i > 0 && SAYS(i - 1, "how")) ||
               (SAYS(i, "of") && i > 0 && SAYS(i - 1, "number"))) {
        at += SAYS(at, "whole full");
    } else if (!SAYS(i + 1, "between from after late early overdue")) {
        return i;
    } else {
        at = i;
    }
    made.grain = t2s_time_unit(s->question, at);
    if (!SAYS(at, "seconds minutes hours days weeks months years min"))
        return i;
    add(s, &made, i, at + 1);
    return at + 1;
}

static bool is_lone_digit(const scan *s, size_t i)
{
    return SAYS(i, "0 1 2 3 4 5 6 7");
}

static size_t read_weekdays(scan *s, size_t i)
{
    static const char *const names[] = {
        "sunday sundays",       "monday mondays",     "tuesday tuesdays",
        "wednesday wednesdays", "thursday thursdays", "friday fridays",
        "saturday saturdays"};
    t2s_time_expression made = {.kind = T2S_TIME_WEEKDAYS};
    size_t at = i;
    int last = -1;
    for (;; at++) {
        int day = -1;
        for (int d = 0; d < 7; d++)
            if (SAYS(at, names[d]))
                day = d;
        if (day < 0)
            break;
        made.mask |= 1ULL << day;
        if (last >= 0)
            for (int d = last; d != day; d = (d + 1) % 7)
                made.mask |= 1ULL << d;
        last = SAYS(at + 1, "to through") ? day : -1;
        at += SAYS(at + 1, "to through and or");
    }
    if (at > i && SAYS(at - 1, "to through and or"))
        at--;
    if (at == i && SAYS(i, "weekend weekends")) {
        made.mask = 1 | 1 << 6;
        at++;
    } else if (at == i && SAYS(i, "weekdays workdays")) {
        made.mask = 0x3e;
        at++;
    }
    /* Of "Monday, 4 March 2024" the date tells all; "0 = Sunday", "0 is
     * Sunday" and "0 for Sunday" explain. */
    if (at == i || (i + 1 == at && find_date(&(found){.words = 0}, s, at)) ||
        (i > 0 && is_lone_digit(s, i - 1)) ||
        (i > 1 && SAYS(i - 1, "is for means to are") &&
         is_lone_digit(s, i - 2)))
        return at;
    add(s, &made, i, at);
    return at;
}

static size_t read_hours(scan *s, size_t i)
{
    t2s_time_expression made = {.kind = T2S_TIME_HOURS};
    size_t words = 0, n, more = 0;
    bound before = prefix_at(s, i, &words);
    bool is_range = before == BOUND_BETWEEN || before == BOUND_FROM;
    t2s_period first, second;
    n = t2s_time_clock(&first, s->question, i + words, is_range);
    if (n == 0 || is_example(s, i + words))
        return i;
    n += i + words;
    if (is_range && SAYS(n, "and to until")) {
        more = t2s_time_clock(&second, s->question, n + 1, true);
        /* "between 8 and 10": numbers, if nothing says hours. */
        if (more == 0 ||
            (first.grain == T2S_GRAIN_HOUR && second.grain == T2S_GRAIN_HOUR &&
             !SAYS(n + more, "am pm o hours hour") &&
             !SAYS(n + 1, "midnight noon")))
            return i;
        /* "from 1 to 3 pm" */
        if (first.from < 12 * 3600 && SAYS(n + more, "pm") &&
            !SAYS(n - 1, "am") && first.from + 12 * 3600 < second.from)
            first.from += 12 * 3600;
        made.window = (t2s_period){first.from, second.from, T2S_GRAIN_HOUR};
        n += 1 + more;
    } else if (is_range) {
        return i;
    } else {
        made.window = first;
        if (before == BOUND_NONE && suffix_at(s, n, &more) != BOUND_NONE) {
            before = suffix_at(s, n, &more);
            n += more;
        }
        if (before == BOUND_SINCE || before == BOUND_AFTER)
            made.window.to = T2S_DAY_SECONDS;
        if (before == BOUND_BEFORE || before == BOUND_UNTIL) {
            made.window.to = first.from;
            made.window.from = 0;
        }
    }
    add(s, &made, i, n);
    return n;
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

static void read_all(scan *s)
{
    typedef size_t reader(scan *, size_t);
    static reader *const readers[] = {
        read_part_of, read_date,     read_hours, read_relative,
        read_grain,   read_duration, read_unit,  read_weekdays};
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
    scan s = {.out = out, .question = question, .year = only_year(question)};
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
