/* Grains, lengths of time, units, weekdays and hours of the day. */
#include "facts/time_scan.h"
#include "facts/units.h"

size_t t2s_scan_grain(t2s_time_scan *s, size_t i)
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
    t2s_scan_add(s, &made, i, at);
    return at;
}

size_t t2s_scan_duration(t2s_time_scan *s, size_t i)
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
    t2s_scan_add(s, &made, i, at + 1);
    return at + 1;
}

size_t t2s_scan_unit(t2s_time_scan *s, size_t i)
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
    if (!SAYS(at, T2S_SECONDS " " T2S_MINUTES " " T2S_HOURS " days " T2S_WEEKS
                              " " T2S_MONTHS " " T2S_YEARS " min"))
        return i;
    t2s_scan_add(s, &made, i, at + 1);
    return at + 1;
}

static bool is_lone_digit(const t2s_time_scan *s, size_t i)
{
    return SAYS(i, "0 1 2 3 4 5 6 7");
}

size_t t2s_scan_weekdays(t2s_time_scan *s, size_t i)
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
    if (at == i ||
        (i + 1 == at && t2s_scan_date(&(t2s_found_time){.words = 0}, s, at)) ||
        (i > 0 && is_lone_digit(s, i - 1)) ||
        (i > 1 && SAYS(i - 1, "is for means to are") &&
         is_lone_digit(s, i - 2)))
        return at;
    t2s_scan_add(s, &made, i, at);
    return at;
}

size_t t2s_scan_hours(t2s_time_scan *s, size_t i)
{
    t2s_time_expression made = {.kind = T2S_TIME_HOURS};
    size_t words = 0, n, more = 0;
    t2s_bound_word before = t2s_scan_prefix(s, i, &words);
    bool is_range = before == T2S_BOUND_BETWEEN || before == T2S_BOUND_FROM;
    t2s_period first, second;
    n = t2s_time_clock(&first, s->question, i + words, is_range);
    if (n == 0 || t2s_scan_is_example(s, i + words))
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
        if (before == T2S_BOUND_NONE &&
            t2s_scan_suffix(s, n, &more) != T2S_BOUND_NONE) {
            before = t2s_scan_suffix(s, n, &more);
            n += more;
        }
        if (before == T2S_BOUND_SINCE || before == T2S_BOUND_AFTER)
            made.window.to = T2S_DAY_SECONDS;
        if (before == T2S_BOUND_BEFORE || before == T2S_BOUND_UNTIL) {
            made.window.to = first.from;
            made.window.from = 0;
        }
    }
    t2s_scan_add(s, &made, i, n);
    return n;
}
