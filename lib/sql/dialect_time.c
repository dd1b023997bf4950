/* Dates, times and intervals of dialects, by SQLite's functions of them. */
#include <stdlib.h>
#include <string.h>

#include "sql/dialect.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Units: what SQLite's modifiers count, what of it is one, and of what kind its
 * part of a time is for strftime. */
static const struct {
    const char *name, *names;
    const char *modifier;
    int times;
    const char *in_days; /* of an amount that is no constant */
    double days;
} units[] = {
    {"year", "year years yyyy yy", "year", 1, "* 365", 365},
    {"quarter", "quarter quarters qq q", "month", 3, "* 91", 91},
    {"month", "month months mon mm", "month", 1, "* 30", 30},
    {"week", "week weeks wk ww", "day", 7, "* 7", 7},
    {"isoweek", "isoweek iso_week isowk isoww iw weekiso week_iso weekofyear",
     "day", 7, "* 7", 7},
    {"week(monday)", "week(monday)", "day", 7, "* 7", 7},
    {"week(sunday)", "week(sunday)", "day", 7, "* 7", 7},
    {"week(tuesday)", "week(tuesday)", "day", 7, "* 7", 7},
    {"week(wednesday)", "week(wednesday)", "day", 7, "* 7", 7},
    {"week(thursday)", "week(thursday)", "day", 7, "* 7", 7},
    {"week(friday)", "week(friday)", "day", 7, "* 7", 7},
    {"week(saturday)", "week(saturday)", "day", 7, "* 7", 7},
    {"day", "day days dd d dayofmonth", "day", 1, "* 1", 1},
    {"hour", "hour hours hh", "hour", 1, "/ 24.0", 1 / 24.0},
    {"minute", "minute minutes mins min mi n", "minute", 1, "/ 1440.0",
     1 / 1440.0},
    {"second", "second seconds secs sec ss s", "second", 1, "/ 86400.0",
     1 / 86400.0},
    {"millisecond", "millisecond milliseconds ms", "second", 1, NULL, 0},
    {"dow", "dow dayofweek weekday dw", "day", 1, "* 1", 1},
    {"isoyear", "isoyear iso_year yearofweekiso", NULL, 0, NULL, 0},
    {"year_month", "year_month", NULL, 0, NULL, 0},
    {"isodow", "isodow dayofweekiso dayofweek_iso", NULL, 0, NULL, 0},
    {"doy", "doy dayofyear dy y", "day", 1, "* 1", 1},
    {"epoch", "epoch epoch_second", NULL, 0, NULL, 0}};

static size_t unit_index(const char *unit)
{
    size_t i = 0;
    while (i + 1 < COUNT(units) && strcmp(units[i].name, unit) != 0)
        i++;
    return i;
}

static const char *unit_named(const char *text, size_t n)
{
    for (size_t i = 0; i < COUNT(units); i++)
        if (t2s_is_one_of(text, n, units[i].names))
            return units[i].name;
    return NULL;
}

const char *t2s_unit_of(const t2s_run *run)
{
    const t2s_piece *piece = run->first;
    if (!piece || piece->n == 0)
        return NULL;
    return strchr("'\"", piece->text[0]) && piece->n > 2
               ? unit_named(piece->text + 1, piece->n - 2)
               : unit_named(piece->text, piece->n);
}

/* ------------------------------------------------------------- intervals */

bool t2s_run_number(const t2s_run *run, long *value)
{
    char digits[12];
    size_t n;
    const t2s_piece *at = run->first;
    const bool minus = at && at != run->last && at->n == 1 && *at->text == '-';
    const char *text;
    if (minus)
        at = at->next;
    if (!at || at != run->last)
        return false;
    text = at->text;
    n = at->n;
    if (n == 0 || n >= sizeof digits || strspn(text, "-0123456789") < n)
        return false;
    memcpy(digits, text, n);
    digits[n] = '\0';
    *value = strtol(digits, NULL, 10) * (minus ? -1 : 1);
    return labs(*value) < 1000000;
}

t2s_run t2s_interval_of(t2s_reader *r, t2s_run amount, const char *unit)
{
    const size_t i = unit_index(unit);
    t2s_run run;
    t2s_string text = {0};
    long number;
    if (!units[i].modifier) /* of which there is no interval */
        return t2s_interval_of(r, amount, "second");
    if (!units[i].in_days)
        return t2s_interval_of(
            r, t2s_dialect_fill(r, "$1 / 1000.0", &amount, 1, &amount),
            "second");
    if (t2s_run_number(&amount, &number)) {
        t2s_string_append_format(&text, "%.10g",
                                 (double)number * units[i].days);
        run = t2s_write(r, t2s_settle(r, &text), &amount);
    } else {
        t2s_string_append_format(&text, "($1) %s", units[i].in_days);
        run = t2s_dialect_fill(r, t2s_settle(r, &text), &amount, 1, &amount);
    }
    run.kind = T2S_RUN_INTERVAL;
    run.unit = units[i].name;
    run.amount = t2s_keep(r, amount);
    return run;
}

t2s_run t2s_interval_of_text(t2s_reader *r, const t2s_run *literal)
{
    const char *at = t2s_run_string(r, literal);
    t2s_run found = t2s_no_run();
    for (int i = 0; at && i < 2; i++) {
        size_t blank, digits, letters, sign;
        const char *unit;
        t2s_run one;
        at += strspn(at, " ");
        sign = strspn(at, "-+");
        digits = sign + strspn(at + sign, "0123456789");
        blank = strspn(at + digits, " ");
        letters = strcspn(at + digits + blank, " ");
        unit = unit_named(at + digits + blank, letters);
        if (digits == sign || !unit)
            break;
        sign = *at == '+';
        one = t2s_interval_of(
            r, t2s_write_n(r, at + sign, digits - sign, literal), unit);
        if (i == 0)
            found = one;
        else
            found.more = t2s_keep(r, one);
        at += digits + blank + letters;
    }
    return found;
}

t2s_run t2s_dialect_interval(t2s_reader *r, t2s_run word)
{
    t2s_run amount, run;
    const char *unit, *text;
    const t2s_word *next = t2s_peek(r, 0);
    amount =
        next->kind == T2S_WORD_STRING ? t2s_take(r) : t2s_dialect_expression(r);
    t2s_mark(r, next, T2S_OTHER & ~T2S_MS);
    run = t2s_interval_of_text(r, &amount);
    if (run.kind == T2S_RUN_INTERVAL)
        return run;
    next = t2s_peek(r, 0);
    unit = unit_named(next->text, next->n);
    if (!unit) {
        if (amount.first)
            t2s_unsupported(r, next, next);
        t2s_append(&word, amount);
        return word;
    }
    t2s_take(r);
    text = t2s_run_string(r, &amount);
    if (text)
        amount = t2s_write(r, text, &amount);
    return t2s_interval_of(r, amount, unit);
}

/* ----------------------------------------------------------------- moves */

/* date(time, modifier), or datetime; modifiers of one call stand together. */
t2s_run t2s_time_modified(t2s_reader *r, t2s_run time, t2s_run_kind kind,
                          const t2s_run *modifier)
{
    t2s_run run, comma = t2s_write(r, ",", modifier);
    t2s_piece *behind;
    t2s_append(&comma, t2s_copy(r, modifier));
    if (!comma.first || !time.first)
        return time;
    if (time.tail && time.kind == kind) {
        behind = time.tail->next;
        time.tail->next = comma.first;
        comma.last->next = behind;
        time.tail = comma.last;
        return time;
    }
    run = t2s_write(r, kind == T2S_RUN_DATE ? "date(" : "datetime(", &time);
    {
        t2s_run argument = t2s_copy(r, t2s_time_raw(&time));
        if (argument.first)
            argument.first->apart = false;
        argument.kind = T2S_RUN_OTHER;
        t2s_append(&run, argument);
    }
    t2s_append(&run, comma);
    behind = run.last;
    t2s_append(&run, t2s_write(r, ")", &time));
    run.aggregate = time.aggregate;
    run.kind = kind;
    run.tail = behind;
    return run;
}

/* '-7 days', or, where it counts months, that many and `plus` more. */
static t2s_run modifier_of(t2s_reader *r, const t2s_run *interval, bool back,
                           int plus)
{
    const size_t i = unit_index(interval->unit);
    t2s_string text = {0};
    t2s_run run;
    long number;
    if (t2s_run_number(interval->amount, &number)) {
        number = number * units[i].times * (back ? -1 : 1) + plus;
        t2s_string_append_format(&text, "'%+ld %s%s'", number,
                                 units[i].modifier,
                                 labs(number) == 1 ? "" : "s");
        run = t2s_write(r, t2s_settle(r, &text), interval->amount);
        if (plus && number == 0)
            return t2s_no_run();
    } else {
        const bool is_sum = units[i].times != 1 || plus;
        t2s_string_append(&text, back && !plus ? "-(" : "(");
        t2s_string_append(&text, back && plus ? "-" : "");
        t2s_string_append(&text, is_sum ? "@1" : "$1");
        if (units[i].times != 1)
            t2s_string_append_format(&text, " * %d", units[i].times);
        if (plus)
            t2s_string_append_format(&text, " + %d", plus);
        t2s_string_append_format(&text, ") || ' %ss'", units[i].modifier);
        run = t2s_dialect_fill(r, t2s_settle(r, &text), interval->amount, 1,
                               interval->amount);
    }
    return run;
}

static bool has_clock(const t2s_run *time)
{
    size_t n;
    const char *text = t2s_run_text(time, &n);
    return time->kind == T2S_RUN_MOMENT ||
           (time->kind == T2S_RUN_LITERAL && memchr(text, ':', n));
}

/* The days of a month, the first of which is 1. */
static int days_of(long year, long month)
{
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leaps = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leaps ? 29 : days[month - 1];
}

/* Whether the months lead to a day that its month lacks, for which SQLite takes
 * one of the next month and other systems the last. Of dates that are no
 * constants, 29 February a year on is not asked for. */
typedef enum overflow { NEVER, MAYBE, SURELY } overflow;

static overflow overflows(const t2s_run *time, const t2s_run *interval,
                          bool back)
{
    const int times = units[unit_index(interval->unit)].times *
                      (strcmp(interval->unit, "year") == 0 ? 12 : 1);
    long months, year, month;
    size_t n;
    const char *text = t2s_run_text(t2s_time_raw(time), &n);
    const bool known = t2s_run_number(interval->amount, &months);
    const bool dated =
        n >= 12 && text[0] == '\'' && strspn(text + 1, "0123456789-") >= 10;
    const long day = dated ? strtol(text + 9, NULL, 10) : 31;
    months = known ? months * times * (back ? -1 : 1) : 1;
    if (time->starts || day <= 28 || months == 0)
        return NEVER;
    if (!dated || !known)
        return times == 12 || (known && months % 12 == 0) ? NEVER : MAYBE;
    year = strtol(text + 1, NULL, 10);
    month = strtol(text + 6, NULL, 10) - 1 + months + 1200000000;
    year += month / 12 - 100000000;
    return day > days_of(year, month % 12 + 1) ? SURELY : NEVER;
}

/* The last day of the month instead of one of the next. */
static t2s_run clamped(t2s_reader *r, t2s_run time, const t2s_run *interval,
                       bool back, overflow how)
{
    const t2s_run_kind kind = has_clock(&time) ? T2S_RUN_MOMENT : T2S_RUN_DATE;
    const t2s_run raw = t2s_copy(r, t2s_time_raw(&time));
    t2s_run start = t2s_write(r, "'start of month'", &time), begin, out;
    t2s_run runs[2], modifier = modifier_of(r, interval, back, 0);
    begin = t2s_time_modified(r, raw, T2S_RUN_DATE, &start);
    begin = t2s_time_modified(r, begin, T2S_RUN_DATE, &modifier);
    begin.starts = true;
    runs[0] = t2s_time_modified(r, time, kind, &modifier);
    modifier = modifier_of(r, interval, back, 1);
    runs[1] = t2s_time_modified(r, raw, kind, &start);
    if (modifier.first)
        runs[1] = t2s_time_modified(r, runs[1], kind, &modifier);
    modifier =
        t2s_write(r, kind == T2S_RUN_DATE ? "'-1 day'" : "'-1 second'", &time);
    runs[1] = t2s_time_modified(r, runs[1], kind, &modifier);
    out = how == SURELY ? runs[1]
                        : t2s_dialect_fill(r, "min($1, $2)", runs, 2, &time);
    out.kind = kind;
    out.month = t2s_keep(r, begin);
    return out;
}

t2s_run t2s_time_move(t2s_reader *r, t2s_run time, const t2s_run *interval,
                      bool back)
{
    const bool fine = t2s_is_one_of(interval->unit, strlen(interval->unit),
                                    "hour minute second");
    const bool months = t2s_is_one_of(interval->unit, strlen(interval->unit),
                                      "month quarter year");
    const t2s_run_kind kind =
        fine || has_clock(&time) ? T2S_RUN_MOMENT : T2S_RUN_DATE;
    const overflow how = months ? overflows(&time, interval, back) : NEVER;
    t2s_run modifier;
    if (how != NEVER) {
        time = clamped(r, time, interval, back, how);
    } else {
        const bool starts = time.starts && months;
        modifier = modifier_of(r, interval, back, 0);
        time = t2s_time_modified(r, time, kind, &modifier);
        time.starts = starts;
        time.month = NULL;
    }
    return interval->more ? t2s_time_move(r, time, interval->more, back) : time;
}
