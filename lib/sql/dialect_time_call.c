/* Functions of times of dialects. */
#include <string.h>

#include "sql/dialect_call.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ALL          T2S_OTHER

/* ---------------------------------------------------- functions of times */

/* The unit among the first three arguments goes away; NULL: there is none. */
static const char *take_unit(t2s_call *c, size_t at)
{
    const char *unit = at < c->count ? t2s_unit_of(&c->arguments[at]) : NULL;
    if (!unit)
        return NULL;
    for (c->count--; at < c->count; at++)
        c->arguments[at] = c->arguments[at + 1];
    return unit;
}

/* DATE_ADD(x, INTERVAL n DAY), DATEADD(day, n, x), ADD_MONTHS(x, n) */
static bool moved(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool back = t2s_is_word(c->word, "date_sub subdate timestamp_sub "
                                           "datetime_sub");
    t2s_run interval, *time = &c->arguments[0], *by;
    const char *unit;
    long day;
    if (t2s_is_word(c->word, "add_months") && c->count == 2) {
        interval = t2s_interval_of(r, c->arguments[1], "month");
    } else if (t2s_is_word(c->word, "dateadd timestampadd date_add "
                                    "timestamp_add datetime_add timeadd") &&
               c->count == 3 && (unit = take_unit(c, 0))) {
        interval = t2s_interval_of(r, c->arguments[0], unit);
        time = &c->arguments[1];
    } else if (t2s_is_word(c->word,
                           "date_add date_sub adddate subdate timestamp_add "
                           "timestamp_sub datetime_add datetime_sub") &&
               c->count == 2) {
        interval = c->arguments[1];
        if (interval.kind != T2S_RUN_INTERVAL)
            interval = t2s_interval_of(r, interval, "day");
    } else {
        return false;
    }
    t2s_mark(r, c->word, ALL);
    by = interval.amount;
    if (by && by->kind == T2S_RUN_SINCE &&
        strcmp(by->unit, interval.unit) == 0 && t2s_run_number(time, &day) &&
        day == 0) {
        *out = t2s_time_begun(r, by);
        return true;
    }
    *out = t2s_time_move(r, t2s_time_of_number(r, time), &interval, back);
    return true;
}

/* DATEDIFF of MySQL (days a - b), with a unit before (b - a) or behind (a - b).
 */
static bool difference(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool complete =
        t2s_is_word(c->word, "timestamp_diff datesub date_sub") ||
        (t2s_is_word(c->word, "timestampdiff") && r->bit & T2S_MY);
    const char *unit;
    long day;
    int later = 1; /* the argument that the other is taken from */
    if (t2s_is_word(c->word, "age") && (c->count == 1 || c->count == 2)) {
        if (c->count == 1) {
            c->arguments[1] = c->arguments[0];
            c->arguments[0] =
                t2s_time_cast(r, t2s_write(r, "'now'", &c->name), T2S_RUN_DATE);
        }
        t2s_mark(r, c->word, T2S_PG | T2S_DUCK);
        *out = t2s_time_age(r, c->arguments[0], c->arguments[1]);
        return true;
    }
    if (!t2s_is_word(c->word, "datediff date_diff timestampdiff timestamp_diff "
                              "datetime_diff datediff_big datesub date_sub"))
        return false;
    if (c->count == 2) {
        unit = "day";
        later = 0;
    } else if (c->count == 3 && !(r->bit & T2S_BQ) &&
               (unit = take_unit(c, 0))) {
        later = 1;
    } else if (c->count == 3 && (unit = take_unit(c, 2))) {
        later = 0;
    } else {
        return false;
    }
    t2s_mark(r, c->word, ALL);
    *out = t2s_time_difference(r, t2s_time_of_number(r, &c->arguments[later]),
                               t2s_time_of_number(r, &c->arguments[1 - later]),
                               unit, complete);
    if (r->bit & T2S_MS && t2s_run_number(&c->arguments[0], &day) && day == 0)
        *out = t2s_time_since(r, unit, c->arguments[1], *out);
    return true;
}

/* MySQL's WEEK and YEARWEEK, which ClickHouse has as well. A mode says where
 * weeks begin, whether the first one has four days of the year or is whole, and
 * whether what is before it belongs to the year before; in YEARWEEK it always
 * does. */
static bool week_of_mode(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool with_year = t2s_is_word(c->word, "yearweek toyearweek");
    long mode = 0;
    bool monday, four_days;
    t2s_string text = {0};
    const char *format;
    if (!(r->bit & (T2S_MY | T2S_CLICK)) ||
        !t2s_is_word(c->word, "week yearweek toweek toyearweek") ||
        c->count < 1 || c->count > 2 ||
        (c->count == 2 && !t2s_run_number(&c->arguments[1], &mode)))
        return false;
    t2s_mark(r, c->word, T2S_MY | T2S_CLICK);
    monday = mode & 1;
    four_days = monday != ((mode & 4) != 0);
    if (with_year || mode & 2) {
        /* A day of the week that is in the same year as the week. */
        t2s_string_append_format(&text, "$1, 'weekday %d', '-%d days'",
                                 monday ? 0 : 6, four_days ? 3 : 6);
        format = t2s_settle(r, &text);
        t2s_string_append_format(
            &text,
            with_year ? "strftime('%%Y', %s) * 100 + (strftime('%%j', %s) + "
                        "6) / 7"
                      : "(strftime('%%j', %s) + 6) / 7",
            format, format);
    } else {
        t2s_string_append_format(
            &text, "(strftime('%%j', $1) + %d - %s) / 7", four_days ? 9 : 6,
            monday ? "(strftime('%w', $1) + 6) % 7" : "strftime('%w', $1)");
    }
    *out = t2s_dialect_fill(r, t2s_settle(r, &text),
                            t2s_time_raw(&c->arguments[0]), 1, &c->name);
    return true;
}

/* EXTRACT in its other spellings: DATE_PART('year', x), YEAR(x). */
static bool extracted(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const char *unit;
    if (c->count == 2 && t2s_is_word(c->word, "date_part datepart") &&
        (unit = take_unit(c, 0))) {
        t2s_mark(r, c->word, ALL);
    } else if (c->count == 1 &&
               t2s_is_word(c->word,
                           "year month day dayofmonth hour minute second "
                           "quarter dayofyear week weekofyear weekiso "
                           "dayofweek dayofweekiso dayofweek_iso isodow "
                           "yearofweekiso isoyear")) {
        unit = t2s_unit_of(&c->name);
        if (r->bit & T2S_MY && t2s_is_word(c->word, "dayofweek"))
            return false;
        t2s_mark(r, c->word, ALL);
    } else {
        return false;
    }
    *out = unit ? t2s_time_extract(r, unit, c->arguments[0]) : c->name;
    return unit != NULL;
}

/* MONTHNAME(x), DATENAME(month, x) */
static bool named(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool is_short = (r->bit & T2S_SNOW) != 0;
    const char *unit = NULL;
    if (c->count == 1 && t2s_is_word(c->word, "monthname"))
        unit = is_short ? "mon" : "month";
    else if (c->count == 1 && t2s_is_word(c->word, "dayname"))
        unit = is_short ? "dy" : "day";
    if (c->count == 2 && t2s_is_word(c->word, "datename")) {
        const char *part = take_unit(c, 0);
        if (part && t2s_is_one_of(part, strlen(part), "month dow"))
            unit = *part == 'm' ? "month" : "day";
        else if (part)
            *out = t2s_time_extract(r, part, c->arguments[0]);
        if (out->kind == T2S_RUN_PART)
            *out = t2s_copy(r, out->inner);
        if (!unit && out->first) {
            t2s_mark(r, c->word, T2S_MS);
            return true;
        }
    }
    if (!unit)
        return false;
    t2s_mark(r, c->word, ALL);
    *out = t2s_time_name(r, unit, c->arguments[0]);
    return true;
}

/* LAST_DAY(x [, unit]), EOMONTH(x [, months]) */
static bool ended(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool with_months = t2s_is_word(c->word, "eomonth");
    const char *unit = "month";
    if (!t2s_is_word(c->word, "last_day eomonth") || c->count < 1 ||
        c->count > 2)
        return false;
    if (c->count == 2 && !with_months && !(unit = take_unit(c, 1)))
        return false;
    t2s_mark(r, c->word, ALL);
    *out = t2s_time_last_day(r, t2s_time_of_number(r, &c->arguments[0]), unit,
                             with_months && c->count == 2 ? &c->arguments[1]
                                                          : NULL);
    return true;
}

/* Whether the two stand for the same text of one piece. */
static bool is_same(const t2s_run *a, const t2s_run *b)
{
    size_t n, m;
    const char *x = t2s_run_text(a, &n), *y = t2s_run_text(b, &m);
    return n > 0 && n == m && memcmp(x, y, n) == 0;
}

/* MAKEDATE(YEAR(x), 1), DATEFROMPARTS(YEAR(x), MONTH(x), 1): beginnings. */
static bool made(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const t2s_run *year = &c->arguments[0];
    const t2s_run *month = c->count == 3 ? &c->arguments[1] : NULL;
    const t2s_run *last = &c->arguments[month ? 2 : 1];
    const char *unit = "year";
    long number;
    if (t2s_is_word(c->word, "date") && r->bit & T2S_BQ && month &&
        year->kind != T2S_RUN_LITERAL) { /* which SQLite's function may have */
        t2s_mark(r, c->word, T2S_BQ);
        *out = t2s_dialect_fill(r, "printf('%04d-%02d-%02d', $*)", c->arguments,
                                3, &c->name);
        out->kind = T2S_RUN_DATE;
        return true;
    }
    if (!(t2s_is_word(c->word, "makedate") && c->count == 2) &&
        !(t2s_is_word(c->word, "make_date datefromparts date_from_parts") &&
          c->count == 3))
        return false;
    if (year->kind != T2S_RUN_PART || strcmp(year->unit, "year") != 0 ||
        !t2s_run_number(last, &number) || number != 1)
        return false;
    if (month && month->kind == T2S_RUN_PART &&
        strcmp(month->unit, "month") == 0 &&
        is_same(t2s_time_raw(year->amount), t2s_time_raw(month->amount)))
        unit = "month";
    else if (month && (!t2s_run_number(month, &number) || number != 1))
        return false;
    t2s_mark(r, c->word, ALL);
    *out = t2s_time_truncate(r, unit, *year->amount);
    return true;
}

static bool truncated(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const char *unit;
    if (c->count < 2 || !t2s_is_word(c->word, "date_trunc timestamp_trunc "
                                              "datetime_trunc datetrunc trunc"))
        return false;
    unit = t2s_is_word(c->word, "trunc") || r->bit & T2S_BQ ? NULL
                                                            : take_unit(c, 0);
    if (!unit)
        unit = take_unit(c, 1);
    if (!unit)
        return false;
    t2s_mark(r, c->word, ALL & ~T2S_MY);
    *out = t2s_time_truncate(r, unit, c->arguments[0]);
    return true;
}

static bool formatted(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    static const struct {
        const char *names;
        unsigned dialects;
        char style;
        int time; /* which argument it is */
    } rows[] = {
        {"date_format from_unixtime", T2S_MY, 'm', 0},
        {"to_char to_varchar", ALL, 't', 0},
        {"format_date format_timestamp format_datetime", T2S_BQ, 's', 1},
        {"format", T2S_MS, 'n', 0},
        {"strftime", T2S_DUCK, 's', 0}};
    const char *format;
    for (size_t i = 0; i < COUNT(rows) && c->count == 2; i++) {
        if (!t2s_is_word(c->word, rows[i].names) ||
            !(rows[i].dialects & r->bit))
            continue;
        if (strchr("sn", rows[i].style) && rows[i].time == 0 &&
            c->arguments[0].kind == T2S_RUN_LITERAL)
            return false; /* as SQLite has it */
        format = t2s_run_string(r, &c->arguments[1 - rows[i].time]);
        if (format && strchr("tn", rows[i].style) && strpbrk(format, "09#") &&
            !strpbrk(format, "YyHh")) {
            t2s_lacks_run(r, &c->arguments[1 - rows[i].time]);
            return false; /* of a number */
        }
        if (t2s_is_word(c->word, "from_unixtime"))
            c->arguments[0] = t2s_dialect_fill(r, "datetime($1, 'unixepoch')",
                                               c->arguments, 1, &c->name);
        *out = t2s_time_format(r, c->arguments[rows[i].time],
                               &c->arguments[1 - rows[i].time], rows[i].style);
        if (out->first)
            t2s_mark(r, c->word, rows[i].dialects);
        else
            t2s_lacks_run(r, &c->arguments[1 - rows[i].time]);
        return out->first != NULL;
    }
    return false;
}

/* Text read as a time: DATE(x), TO_DATE(x, 'YYYY-MM-DD'). */
static bool read_time(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    const bool day =
        t2s_is_word(c->word, "date to_date str_to_date parse_date try_to_date "
                             "date_parse");
    const bool moment = t2s_is_word(
        c->word, "timestamp datetime to_timestamp parse_timestamp "
                 "parse_datetime strptime try_to_timestamp to_timestamp_ntz");
    const bool format_first = t2s_is_word(c->word, "parse_date parse_timestamp "
                                                   "parse_datetime");
    const char *format;
    if ((!day && !moment) || c->count < 1 || c->count > 2)
        return false;
    if (c->count == 2 && t2s_is_word(c->word, "date datetime")) {
        const char *zone = t2s_run_string(r, &c->arguments[1]);
        if (!zone || !strchr(zone, '/'))
            return false; /* a modifier, as SQLite has them */
    }
    if (c->count == 1 && t2s_is_word(c->word, "to_timestamp") &&
        (r->bit & T2S_PG || c->arguments[0].kind == T2S_RUN_INTEGER))
        return false; /* seconds */
    if (!t2s_is_word(c->word, "date datetime"))
        t2s_mark(r, c->word, ALL);
    if (c->count == 2 && !t2s_is_word(c->word, "date datetime timestamp")) {
        *out = t2s_time_parse(
            r, c->arguments[format_first], &c->arguments[!format_first],
            t2s_is_word(c->word, "str_to_date date_parse")     ? 'm'
            : format_first || t2s_is_word(c->word, "strptime") ? 's'
                                                               : 't',
            day ? T2S_RUN_DATE : T2S_RUN_MOMENT);
        if (out->first)
            return true;
        format = t2s_run_string(r, &c->arguments[!format_first]);
        if (!format || t2s_casecmp(format, "auto") != 0)
            t2s_lacks_run(r, &c->arguments[!format_first]);
    }
    *out = t2s_time_cast(r, c->arguments[format_first && c->count == 2],
                         day ? T2S_RUN_DATE : T2S_RUN_MOMENT);
    return true;
}

bool t2s_call_of_time(t2s_reader *r, t2s_call *c, t2s_run *out)
{
    static bool (*const makers[])(t2s_reader *, t2s_call *, t2s_run *) = {
        moved, difference, week_of_mode, extracted, named,
        ended, made,       truncated,    formatted, read_time};
    for (size_t i = 0; i < COUNT(makers); i++)
        if (makers[i](r, c, out))
            return true;
    return false;
}
