/* What dialects ask of times: differences, parts, beginnings, weeks. */
#include <string.h>

#include "sql/dialect.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ----------------------------------------------------------------- times */

const t2s_run *t2s_time_raw(const t2s_run *time)
{
    return (time->kind == T2S_RUN_DATE || time->kind == T2S_RUN_MOMENT) &&
                   time->inner
               ? time->inner
               : time;
}

/* Whether it is a column whose name ends in one of `ends`. */
static bool is_named(const t2s_run *run, const char *const *ends, size_t count)
{
    for (size_t i = 0; run->kind == T2S_RUN_COLUMN && run->name && i < count;
         i++) {
        const size_t n = strlen(ends[i]);
        const t2s_word *name = run->name;
        const size_t quote = name->kind == T2S_WORD_NAME;
        if (name->n >= n + quote &&
            t2s_casecmp_n(name->text + name->n - n - quote, n, ends[i], n) == 0)
            return true;
    }
    return false;
}

static bool is_known_time(const t2s_run *run)
{
    return run->kind == T2S_RUN_DATE || run->kind == T2S_RUN_MOMENT;
}

bool t2s_is_time(const t2s_run *run)
{
    static const char *const ends[] = {"date", "_at",  "_ts",      "_dt",
                                       "_on",  "time", "timestamp"};
    return is_known_time(run) || is_named(run, ends, COUNT(ends));
}

/* Whether a column has a time of day, by its name. */
static bool has_clock(const t2s_run *run)
{
    static const char *const ends[] = {"_at", "_ts", "time", "timestamp"};
    return is_named(run, ends, COUNT(ends));
}

bool t2s_is_count(const t2s_run *run)
{
    static const char *const ends[] = {"days",     "weeks",  "months", "count",
                                       "number",   "num",    "_no",    "limit",
                                       "duration", "offset", "period"};
    return run->kind == T2S_RUN_INTEGER || is_named(run, ends, COUNT(ends));
}

bool t2s_can_subtract(const t2s_run *a, const t2s_run *b)
{
    const bool known = is_known_time(a) || is_known_time(b);
    const t2s_run *both[] = {a, b};
    for (int i = 0; i < 2; i++)
        if (!t2s_is_time(both[i]) &&
            !(known &&
              (both[i]->kind == T2S_RUN_LITERAL ||
               (both[i]->kind == T2S_RUN_COLUMN && !t2s_is_count(both[i])))))
            return false;
    return true;
}

/* The time at the beginning of its day, where the clock would show. */
static t2s_run day_of(t2s_reader *r, const t2s_run *time)
{
    size_t n;
    const t2s_run *raw = t2s_time_raw(time);
    const char *text = t2s_run_text(raw, &n);
    if (t2s_is_one_of(text, n, "'now'"))
        return t2s_write(r, "CURRENT_DATE", time);
    if (has_clock(raw) || (time->kind == T2S_RUN_MOMENT && raw == time) ||
        (n > 12 && text[0] == '\''))
        return t2s_dialect_fill(r, "date($1)", raw, 1, time);
    return *raw;
}

t2s_run t2s_time_subtract(t2s_reader *r, t2s_run a, t2s_run b)
{
    const bool moments = a.kind == T2S_RUN_MOMENT || b.kind == T2S_RUN_MOMENT ||
                         has_clock(&a) || has_clock(&b);
    const bool days =
        !moments && (a.kind == T2S_RUN_DATE || b.kind == T2S_RUN_DATE);
    t2s_run runs[2] = {*t2s_time_raw(&a), *t2s_time_raw(&b)}, run;
    /* Dates are numbers to MySQL, as 20240131. */
    if (r->bit & T2S_MY && days)
        return t2s_dialect_fill(
            r, "strftime('%Y%m%d', $1) - strftime('%Y%m%d', $2)", runs, 2, &a);
    if (a.kind == T2S_RUN_DATE)
        runs[0] = day_of(r, &a);
    if (b.kind == T2S_RUN_DATE)
        runs[1] = day_of(r, &b);
    run =
        t2s_dialect_fill(r,
                         days ? "CAST(julianday($1) - julianday($2) AS INTEGER)"
                              : "julianday($1) - julianday($2)",
                         runs, 2, &a);
    run.kind = T2S_RUN_DIFFERENCE;
    run.whole = days;
    return run;
}

/* Whole years and months: those of which the last is over. */
static const char whole_years[] =
    "strftime('%Y', $1) - strftime('%Y', $2) - (strftime('%m-%d', $1) < "
    "strftime('%m-%d', $2))";
static const char whole_months[] =
    "(strftime('%Y', $1) - strftime('%Y', $2)) * 12 + strftime('%m', $1) - "
    "strftime('%m', $2) - (strftime('%d', $1) < strftime('%d', $2))";

t2s_run t2s_time_age(t2s_reader *r, t2s_run a, t2s_run b)
{
    t2s_run run = t2s_time_subtract(r, a, b);
    run.inner = t2s_keep(r, *t2s_time_raw(&a));
    run.amount = t2s_keep(r, *t2s_time_raw(&b));
    return run;
}

t2s_run t2s_time_difference(t2s_reader *r, t2s_run a, t2s_run b,
                            const char *unit, bool complete)
{
    static const struct {
        const char *unit, *format;
        bool days;            /* of days, not of moments */
        const char *complete; /* what is counted is over */
    } formats[] = {
        {"year", "strftime('%Y', $1) - strftime('%Y', $2)", false, whole_years},
        {"quarter",
         "(strftime('%Y', $1) - strftime('%Y', $2)) * 4 + (strftime('%m', $1) "
         "+ 2) / 3 - (strftime('%m', $2) + 2) / 3",
         false, NULL},
        {"month",
         "(strftime('%Y', $1) - strftime('%Y', $2)) * 12 + strftime('%m', $1) "
         "- strftime('%m', $2)",
         false, whole_months},
        {"week",
         "CAST((julianday(date($1, 'weekday 6')) - julianday(date($2, "
         "'weekday 6'))) / 7 AS INTEGER)",
         false, "CAST((julianday($1) - julianday($2)) / 7 AS INTEGER)"},
        {"isoweek",
         "CAST((julianday(date($1, 'weekday 0')) - julianday(date($2, "
         "'weekday 0'))) / 7 AS INTEGER)",
         false, NULL},
        {"day", "CAST(julianday($1) - julianday($2) AS INTEGER)", true,
         "CAST(julianday($1) - julianday($2) AS INTEGER)"},
        {"hour", "strftime('%s', $1) / 3600 - strftime('%s', $2) / 3600", false,
         "(strftime('%s', $1) - strftime('%s', $2)) / 3600"},
        {"minute", "strftime('%s', $1) / 60 - strftime('%s', $2) / 60", false,
         "(strftime('%s', $1) - strftime('%s', $2)) / 60"},
        {"second", "strftime('%s', $1) - strftime('%s', $2)", false, NULL}};
    t2s_run runs[2] = {*t2s_time_raw(&a), *t2s_time_raw(&b)};
    if (strcmp(unit, "week") == 0 && !complete && !(r->bit & (T2S_MS | T2S_BQ)))
        unit = "isoweek";
    for (size_t i = 0; i < COUNT(formats); i++) {
        if (strcmp(formats[i].unit, unit) != 0)
            continue;
        if (formats[i].days && !complete) {
            runs[0] = day_of(r, &a);
            runs[1] = day_of(r, &b);
        }
        return t2s_dialect_fill(r,
                                complete && formats[i].complete
                                    ? formats[i].complete
                                    : formats[i].format,
                                runs, 2, &a);
    }
    return t2s_time_subtract(r, a, b);
}

/* ----------------------------------------------------------------- parts */

/* Weeks: of ISO, from Monday, and from Sunday with the first Sunday. */
#define ISO_WEEK    "(strftime('%j', $1, 'weekday 0', '-3 days') + 6) / 7"
#define SUNDAY_WEEK "(strftime('%j', $1) + 6 - strftime('%w', $1)) / 7"

static const struct {
    const char *unit, *format;
    int width;               /* of strftime's text */
    const char *of_interval; /* of a difference, in days */
} parts[] = {
    {"year", "strftime('%Y', $1)", 4, "CAST(($1) / 365.25 AS INTEGER)"},
    {"month", "strftime('%m', $1)", 2, "CAST(($1) / 30.4375 AS INTEGER) % 12"},
    {"day", "strftime('%d', $1)", 2, "CAST($1 AS INTEGER)"},
    {"hour", "strftime('%H', $1)", 2, "CAST(($1) * 24 AS INTEGER)"},
    {"minute", "strftime('%M', $1)", 2, "CAST(($1) * 1440 AS INTEGER)"},
    {"second", "strftime('%S', $1)", 2, "CAST(($1) * 86400 AS INTEGER)"},
    {"epoch", "strftime('%s', $1)", 0, "($1) * 86400"},
    {"dow", "strftime('%w', $1)", 1, NULL},
    {"doy", "strftime('%j', $1)", 3, NULL},
    {"isoweek", ISO_WEEK, -1, "CAST(($1) / 7 AS INTEGER)"},
    {"week(monday)", "strftime('%W', $1)", 2, NULL},
    {"sunday week", SUNDAY_WEEK, -1, NULL},
    /* The first of January is in week 1. */
    {"january week", "(strftime('%j', $1) + 5 - strftime('%w', $1)) / 7 + 1",
     -1, NULL},
    {"isodow", "((strftime('%w', $1) + 6) % 7 + 1)", -1, NULL},
    {"year_month", "strftime('%Y%m', $1)", 6, NULL},
    {"isoyear", "strftime('%Y', $1, 'weekday 0', '-3 days')", 4, NULL},
    {"quarter", "((strftime('%m', $1) + 2) / 3)", -1, NULL}};

static bool is_month_or_longer(const char *unit)
{
    return t2s_is_one_of(unit, strlen(unit), "month quarter year");
}

/* A part of what age() gives. */
static t2s_run part_of_age(t2s_reader *r, const char *unit, const t2s_run *age)
{
    t2s_run runs[2] = {*age->inner, *age->amount}, run;
    if (strcmp(unit, "year") == 0)
        return t2s_dialect_fill(r, whole_years, runs, 2, age);
    run = t2s_dialect_fill(r, whole_months, runs, 2, age);
    return t2s_dialect_fill(r, "@1 % 12", &run, 1, age);
}

t2s_run t2s_time_extract(t2s_reader *r, const char *unit, t2s_run from)
{
    size_t i = 0;
    t2s_run inner, run;
    if ((from.kind == T2S_RUN_DIFFERENCE || from.kind == T2S_RUN_MINUS) &&
        from.enclosed)
        from = *from.inner;
    if (from.kind == T2S_RUN_MINUS)
        from = t2s_time_subtract(r, *from.inner, *from.amount);
    if (strcmp(unit, "week") == 0 && from.kind != T2S_RUN_DIFFERENCE)
        unit = r->bit & (T2S_BQ | T2S_MY) ? "sunday week"
               : r->bit & T2S_MS          ? "january week"
                                          : "isoweek";
    else if (strcmp(unit, "week(sunday)") == 0)
        unit = "sunday week";
    else if (strncmp(unit, "week(", 5) == 0)
        unit = "week(monday)"; /* near it */
    while (i + 1 < COUNT(parts) && strcmp(parts[i].unit, unit) != 0)
        i++;
    if (from.kind == T2S_RUN_DIFFERENCE && from.amount && i < 2)
        return part_of_age(r, unit, &from);
    if (from.kind == T2S_RUN_DIFFERENCE && parts[i].of_interval)
        return from.whole && strcmp(unit, "day") == 0
                   ? t2s_copy(r, &from)
                   : t2s_dialect_fill(r, parts[i].of_interval, &from, 1, &from);
    if (from.month && is_month_or_longer(unit))
        from = *from.month;
    inner = t2s_dialect_fill(r, parts[i].format, t2s_time_raw(&from), 1, &from);
    /* These count from 1, on Sunday. */
    if (strcmp(unit, "dow") == 0 && r->bit & (T2S_BQ | T2S_MS))
        return t2s_dialect_fill(r, "($1 + 1)", &inner, 1, &from);
    if (parts[i].width < 0)
        return inner;
    run = t2s_dialect_fill(r, "CAST($1 AS INTEGER)", &inner, 1, &from);
    run.kind = T2S_RUN_PART;
    run.inner = t2s_keep(r, inner);
    run.amount = t2s_keep(r, from);
    run.unit = parts[i].unit;
    run.width = parts[i].width;
    return run;
}

/* ------------------------------------------------------------ beginnings */

/* The last day of a week, for strftime: 0 is Sunday; -1: it is no week. */
static int week_end(const t2s_reader *r, const char *unit)
{
    static const char *const first_days[] = {
        "week(monday)", "week(tuesday)",  "week(wednesday)", "week(thursday)",
        "week(friday)", "week(saturday)", "week(sunday)"};
    if (strcmp(unit, "week") == 0)
        return r->bit & (T2S_BQ | T2S_MS) ? 6 : 0;
    if (strcmp(unit, "isoweek") == 0)
        return 0;
    for (int i = 0; i < 7; i++)
        if (strcmp(unit, first_days[i]) == 0)
            return i;
    return -1;
}

t2s_run t2s_time_truncate(t2s_reader *r, const char *unit, t2s_run time)
{
    static const struct {
        const char *unit, *text;
    } starts[] = {{"year", "'start of year'"},
                  {"quarter",
                   "'start of month', -((strftime('%m', $1) - 1) % 3) || "
                   "' months'"},
                  {"month", "'start of month'"}},
      clocks[] = {{"hour", "strftime('%Y-%m-%d %H:00:00', $1)"},
                  {"minute", "strftime('%Y-%m-%d %H:%M:00', $1)"},
                  {"second", "strftime('%Y-%m-%d %H:%M:%S', $1)"}};
    const int end = week_end(r, unit);
    char week[] = "'weekday 0', '-6 days'";
    t2s_run raw, run;
    if (time.month && is_month_or_longer(unit))
        time = *time.month;
    raw = *t2s_time_raw(&time);
    for (size_t i = 0; i < COUNT(starts); i++) {
        if (strcmp(starts[i].unit, unit) != 0)
            continue;
        if (i == 2 && time.starts)
            return time;
        run = t2s_dialect_fill(r, starts[i].text, &raw, 1, &time);
        run = t2s_time_modified(r, time, T2S_RUN_DATE, &run);
        run.starts = true;
        return run;
    }
    if (end >= 0) {
        week[9] = (char)('0' + end);
        run = t2s_write(r, week, &time);
        return t2s_time_modified(r, time, T2S_RUN_DATE, &run);
    }
    for (size_t i = 0; i < COUNT(clocks); i++)
        if (strcmp(clocks[i].unit, unit) == 0) {
            run = t2s_dialect_fill(r, clocks[i].text, &raw, 1, &time);
            run.kind = T2S_RUN_MOMENT;
            return run;
        }
    return t2s_time_cast(r, time, T2S_RUN_DATE);
}

static t2s_run moved_by(t2s_reader *r, t2s_run time, long count,
                        const char *unit)
{
    t2s_string text = {0};
    t2s_run interval;
    if (count == 0)
        return time;
    t2s_string_append_format(&text, "%ld", count);
    interval =
        t2s_interval_of(r, t2s_write(r, t2s_settle(r, &text), &time), unit);
    return t2s_time_move(r, time, &interval, false);
}

t2s_run t2s_time_last_day(t2s_reader *r, t2s_run time, const char *unit,
                          const t2s_run *months)
{
    const bool is_week = t2s_is_one_of(unit, strlen(unit), "week isoweek");
    long number = 0;
    time = t2s_time_truncate(r, unit, time);
    if (months && !t2s_run_number(months, &number)) {
        const t2s_run interval = t2s_interval_of(r, *months, "month");
        time = t2s_time_move(r, time, &interval, false);
    }
    if (is_week)
        return moved_by(r, time, 6, "day");
    time = strcmp(unit, "quarter") == 0 ? moved_by(r, time, 3, "month")
                                        : moved_by(r, time, number + 1, unit);
    return moved_by(r, time, -1, "day");
}

/* T-SQL's day 0 is 1900-01-01, a Monday. */
t2s_run t2s_time_of_number(t2s_reader *r, const t2s_run *run)
{
    long days;
    t2s_run base = t2s_write(r, "'1900-01-01'", run), interval, time;
    base.kind = T2S_RUN_LITERAL;
    if (run->kind == T2S_RUN_SINCE && strcmp(run->unit, "day") == 0) {
        time = t2s_time_cast(r, *run->inner, T2S_RUN_DATE);
        if (!run->amount)
            return time;
        interval = t2s_interval_of(r, *run->amount, "day");
        return t2s_time_move(r, time, &interval, false);
    }
    if (!(r->bit & T2S_MS) || !t2s_run_number(run, &days))
        return *run;
    if (days == 0)
        return base;
    return moved_by(r, base, days, "day");
}

t2s_run t2s_time_since(t2s_reader *r, const char *unit, t2s_run time,
                       t2s_run counted)
{
    counted.kind = T2S_RUN_SINCE;
    counted.unit = unit;
    counted.inner = t2s_keep(r, time);
    return counted;
}

/* DATEADD(month, DATEDIFF(month, 0, x) + n, 0): the beginning, moved. */
t2s_run t2s_time_begun(t2s_reader *r, const t2s_run *since)
{
    t2s_run time = *since->inner, interval;
    if (strcmp(since->unit, "week") == 0) {
        /* What is counted are Sundays, which belong to the week that follows.
         */
        t2s_run modifier =
            t2s_write(r, "'+1 day', 'weekday 0', '-6 days'", &time);
        time = t2s_time_modified(r, time, T2S_RUN_DATE, &modifier);
    } else {
        time = t2s_time_truncate(r, since->unit, time);
    }
    if (!since->amount)
        return time;
    interval = t2s_interval_of(r, *since->amount, since->unit);
    return t2s_time_move(r, time, &interval, false);
}

t2s_run t2s_time_cast(t2s_reader *r, t2s_run value, t2s_run_kind kind)
{
    const char *text = t2s_run_string(r, &value);
    t2s_run run;
    if (text && !t2s_is_one_of(text, strlen(text), "now today")) {
        run = t2s_dialect_fill(r, "$1", &value, 1, &value);
        run.inner = t2s_keep(r, value);
        run.kind = kind;
        return run;
    }
    if (value.kind == T2S_RUN_DATE && (kind == T2S_RUN_DATE || value.tail))
        return value;
    if (value.kind == T2S_RUN_MOMENT && kind == T2S_RUN_MOMENT)
        return value;
    if (text)
        value = t2s_write(r, "'now'", &value);
    if (value.kind == T2S_RUN_MOMENT && value.inner)
        value = t2s_copy(r, value.inner);
    run =
        t2s_dialect_fill(r, kind == T2S_RUN_DATE ? "date($1)" : "datetime($1)",
                         &value, 1, &value);
    run.kind = kind;
    run.inner = t2s_keep(r, value);
    return run;
}
