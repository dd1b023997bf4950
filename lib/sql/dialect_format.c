/* Formats of times in dialects: strftime's codes for theirs, and expressions
 * where SQLite has no code; texts that are read by a format. */
#include <stdio.h>
#include <string.h>

#include "sql/dialect.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ----------------------------------------------------------------- names */

static const struct {
    const char *unit, *code, *format;
    int width; /* of a name in the text of all, or 0: they are short */
} names[] = {
    {"month", "%m",
     "rtrim(substr('January  February March    April    May      June     "
     "July     August   SeptemberOctober  November December ', "
     "strftime('%m', $1) * 9 - 8, 9))",
     9},
    {"mon", "%m",
     "substr('JanFebMarAprMayJunJulAugSepOctNovDec', strftime('%m', $1) * 3 - "
     "2, 3)",
     3},
    {"day", "%w",
     "rtrim(substr('Sunday   Monday   Tuesday  WednesdayThursday Friday   "
     "Saturday ', strftime('%w', $1) * 9 + 1, 9))",
     9},
    {"dy", "%w",
     "substr('SunMonTueWedThuFriSat', strftime('%w', $1) * 3 + 1, 3)", 3}};

static size_t names_of(const char *unit)
{
    size_t i = 0;
    while (i + 1 < COUNT(names) && strcmp(names[i].unit, unit) != 0)
        i++;
    return i;
}

/* The place of a name in its list, from 0, where the text begins with it;
 * -1: none. Its length goes to *n. */
static int name_at(const char *unit, const char *text, size_t *n)
{
    const size_t row = names_of(unit), width = (size_t)names[row].width;
    const char *all = strchr(names[row].format, '\'') + 1;
    for (int i = 0; *all != '\''; i++, all += width) {
        size_t length = width;
        while (all[length - 1] == ' ')
            length--;
        if (strlen(text) >= length &&
            t2s_casecmp_n(text, length, all, length) == 0) {
            *n = length;
            return i;
        }
    }
    return -1;
}

t2s_run t2s_number_of_name(t2s_reader *r, const char *unit,
                           const t2s_run *literal)
{
    const char *text = t2s_run_string(r, literal);
    char number[8];
    size_t n = 0;
    const int place = text ? name_at(unit, text, &n) : -1;
    if (place < 0 || text[n + strspn(text + n, " ")])
        return t2s_no_run();
    snprintf(number, sizeof number,
             *names[names_of(unit)].unit == 'm' ? "'%02d'" : "'%d'",
             place + (*names[names_of(unit)].unit == 'm'));
    return t2s_write(r, number, literal);
}

t2s_run t2s_time_name(t2s_reader *r, const char *unit, t2s_run time)
{
    const size_t row = names_of(unit);
    t2s_run run, inner;
    if (*unit == 'm' && time.month)
        time = *time.month;
    run = t2s_dialect_fill(r, names[row].format, t2s_time_raw(&time), 1, &time);
    inner = t2s_dialect_fill(
        r, *unit == 'm' ? "strftime('%m', $1)" : "strftime('%w', $1)",
        t2s_time_raw(&time), 1, &time);
    run.kind = T2S_RUN_NAMED;
    run.unit = names[row].unit;
    run.inner = t2s_keep(r, inner);
    return run;
}

/* ----------------------------------------------------------------- codes */

#define YEAR_2    "substr(strftime('%Y', $1), 3)"
#define MONTH_1   "CAST(strftime('%m', $1) AS INTEGER)"
#define DAY_1     "CAST(strftime('%d', $1) AS INTEGER)"
#define HOUR_1    "CAST(strftime('%H', $1) AS INTEGER)"
#define HOUR_12   "printf('%02d', (strftime('%H', $1) + 11) % 12 + 1)"
#define HOUR_12_1 "((strftime('%H', $1) + 11) % 12 + 1)"
#define HALF      "iif(strftime('%H', $1) < '12', 'AM', 'PM')"
#define QUARTER   "(strftime('%m', $1) + 2) / 3"
#define ISO_YEAR  "strftime('%Y', $1, 'weekday 0', '-3 days')"
#define ISO_WEEK                                                               \
    "printf('%02d', (strftime('%j', $1, 'weekday 0', '-3 days') + 6) / 7)"
#define SUNDAY_WEEK                                                            \
    "printf('%02d', (strftime('%j', $1) + 6 - strftime('%w', $1)) / 7)"
#define SUNDAY_1 "(strftime('%w', $1) + 1)"
#define MONDAY_1 "((strftime('%w', $1) + 6) % 7 + 1)"

/* What stands for a time's parts; a longer one before what it begins with.
 * "=mon" is a name of t2s_time_name; "$1" is in expressions. */
static const struct {
    char style;
    const char *from, *to;
} codes[] = {{'c', "%F", "%Y-%m-%d"},
             {'c', "%R", "%H:%M"},
             {'c', "%V", ISO_WEEK},
             {'c', "%G", ISO_YEAR},
             {'c', "%Q", QUARTER},
             {'c', "%c", "%m"},
             {'c', "%u", MONDAY_1},
             {'c', "%e", DAY_1},
             {'m', "%i", "%M"},
             {'m', "%s", "%S"},
             {'m', "%k", HOUR_1},
             {'m', "%h", HOUR_12},
             {'m', "%I", HOUR_12},
             {'m', "%l", HOUR_12_1},
             {'m', "%M", "=month"},
             {'m', "%b", "=mon"},
             {'m', "%c", MONTH_1},
             {'m', "%e", DAY_1},
             {'m', "%D", "%d"},
             {'m', "%T", "%H:%M:%S"},
             {'m', "%W", "=day"},
             {'m', "%a", "=dy"},
             {'m', "%u", "%W"},
             {'m', "%v", ISO_WEEK},
             {'m', "%x", ISO_YEAR},
             {'m', "%U", SUNDAY_WEEK},
             {'m', "%V", SUNDAY_WEEK},
             {'m', "%X", "%Y"},
             {'m', "%y", YEAR_2},
             {'m', "%p", HALF},
             {'s', "%B", "=month"},
             {'s', "%b", "=mon"},
             {'s', "%h", "=mon"},
             {'s', "%A", "=day"},
             {'s', "%a", "=dy"},
             {'s', "%F", "%Y-%m-%d"},
             {'s', "%T", "%H:%M:%S"},
             {'s', "%R", "%H:%M"},
             {'s', "%y", YEAR_2},
             {'s', "%V", ISO_WEEK},
             {'s', "%U", SUNDAY_WEEK},
             {'s', "%G", ISO_YEAR},
             {'s', "%E4Y", "%Y"},
             {'s', "%Q", QUARTER},
             {'s', "%I", HOUR_12},
             {'s', "%p", HALF},
             {'s', "%-d", DAY_1},
             {'s', "%e", DAY_1},
             {'s', "%-m", MONTH_1},
             {'s', "%-H", HOUR_1},
             {'s', "%u", MONDAY_1},
             {'t', "YYYY", "%Y"},
             {'t', "IYYY", ISO_YEAR},
             {'t', "YY", YEAR_2},
             {'t', "MONTH", "=month"},
             {'t', "MON", "=mon"},
             {'t', "MMMM", "=month"},
             {'t', "FMMM", MONTH_1},
             {'t', "MM", "%m"},
             {'t', "DDD", "%j"},
             {'t', "FMDD", DAY_1},
             {'t', "DD", "%d"},
             {'t', "DAY", "=day"},
             {'t', "DY", "=dy"},
             {'t', "HH24", "%H"},
             {'t', "HH12", HOUR_12},
             {'t', "HH", HOUR_12},
             {'t', "MI", "%M"},
             {'t', "SS", "%S"},
             {'t', "IW", ISO_WEEK},
             {'t', "ID", MONDAY_1},
             {'t', "WW", "printf('%02d', (strftime('%j', $1) + 6) / 7)"},
             {'t', "FM", ""},
             {'t', "Q", QUARTER},
             {'t', "AM", HALF},
             {'t', "PM", HALF},
             {'t', "D", SUNDAY_1},
             {'n', "yyyy", "%Y"},
             {'n', "yy", YEAR_2},
             {'n', "MMMM", "=month"},
             {'n', "MMM", "=mon"},
             {'n', "MM", "%m"},
             {'n', "M", MONTH_1},
             {'n', "dddd", "=day"},
             {'n', "ddd", "=dy"},
             {'n', "dd", "%d"},
             {'n', "d", DAY_1},
             {'n', "HH", "%H"},
             {'n', "hh", HOUR_12},
             {'n', "H", HOUR_1},
             {'n', "h", HOUR_12_1},
             {'n', "mm", "%M"},
             {'n', "ss", "%S"},
             {'n', "tt", HALF}};

/* The code at `at`, whose row goes to *row; its length, or 0. */
static size_t code_at(const char *at, char style, size_t *row)
{
    for (size_t i = 0; i < COUNT(codes); i++) {
        const size_t n = strlen(codes[i].from);
        const char of = codes[i].style;
        if ((of == style || (of == 'm' && style == 'c')) && strlen(at) >= n &&
            (style == 't' ? t2s_casecmp_n(at, n, codes[i].from, n)
                          : strncmp(at, codes[i].from, n)) == 0) {
            *row = i;
            return n;
        }
    }
    return 0;
}

/* --------------------------------------------------------------- writing */

typedef struct writer {
    t2s_reader *r;
    const t2s_run *time, *format;
    t2s_run out;
    t2s_string text; /* strftime's, not written yet */
    size_t parts;
} writer;

static void join(writer *w, t2s_run part)
{
    t2s_run both[2] = {w->out, part};
    if (w->parts++ == 0)
        w->out = part;
    else if (w->parts == 2)
        w->out = t2s_dialect_fill(w->r, "@1 || @2", both, 2, w->format);
    else
        w->out = t2s_dialect_fill(w->r, "$1 || @2", both, 2, w->format);
}

static void flush(writer *w)
{
    t2s_string quoted = {0};
    t2s_run runs[2] = {t2s_no_run(), *t2s_time_raw(w->time)};
    const char *text;
    if (w->text.length == 0 && !w->text.failed)
        return;
    text = t2s_settle(w->r, &w->text);
    t2s_string_append_quoted(&quoted, text, strlen(text), '\'');
    runs[0] = t2s_write(w->r, t2s_settle(w->r, &quoted), w->format);
    join(w, strchr(text, '%')
                ? t2s_dialect_fill(w->r, "strftime($1, $2)", runs, 2, w->format)
                : runs[0]);
}

/* PostgreSQL's MONTH is in capitals and padded, FMMonth is neither. */
static t2s_run named(writer *w, const char *unit, const char *from, char style,
                     bool padded)
{
    t2s_run run = t2s_time_name(w->r, unit, *w->time);
    const bool small = from[0] >= 'a', capitals = from[1] < 'a';
    if (style != 't' || !(w->r->bit & T2S_PG))
        return run;
    if (padded && (strcmp(unit, "month") == 0 || strcmp(unit, "day") == 0))
        run = t2s_dialect_fill(w->r, "printf('%-9s', $1)", &run, 1, &run);
    return small || capitals
               ? t2s_dialect_fill(w->r, small ? "lower($1)" : "upper($1)", &run,
                                  1, &run)
               : run;
}

/* Whether the format has nothing finer than months. */
static bool is_of_months(const char *text, char style)
{
    size_t row, n;
    for (; *text; text += n ? n : 1) {
        n = code_at(text, style, &row);
        if (n == 0 && *text == '%' && text[1] && !strchr("Ym", text[1]))
            return false;
        if (n > 0 && *codes[row].to &&
            !t2s_is_one_of(codes[row].to, strlen(codes[row].to),
                           "%Y %m =month =mon") &&
            strcmp(codes[row].to, YEAR_2) != 0 &&
            strcmp(codes[row].to, QUARTER) != 0)
            return false;
        if (n == 0 && *text == '%' && text[1])
            n = 2;
    }
    return true;
}

/* Whether what is no code stands for itself, or is one of strftime's that means
 * the same in both. */
static bool is_known(const char *text, size_t length, char style)
{
    static const char of_net[] = "dfFghHKmMstyz";
    const char next = *text ? text[1] : '\0';
    if (style == 't' && t2s_ascii_lower(*text) == 't') {
        const char after = next ? t2s_ascii_lower(text[2]) : '\0';
        return !strchr("zm", t2s_ascii_lower(next)) &&
               (t2s_ascii_lower(next) != 'h' || after == 'h');
    }
    if (style == 't')
        return t2s_ascii_lower(*text) < 'a' || t2s_ascii_lower(*text) > 'z';
    if (style == 'n')
        return length > 1 && !strchr(of_net, *text);
    return *text != '%' || !next ||
           strchr(style == 's' ? "YmdHMSjwWs%" : "YmdHSjw%", next);
}

t2s_run t2s_time_format(t2s_reader *r, t2s_run time, const t2s_run *format,
                        char style)
{
    const char *text = t2s_run_string(r, format);
    writer w = {.r = r, .time = &time, .format = format};
    bool found = false, padded = true, months;
    t2s_run runs[2] = {*format, *t2s_time_raw(&time)};
    size_t length;
    if (!text) {
        t2s_lacks_run(r, format);
        return t2s_dialect_fill(r, "strftime($1, $2)", runs, 2, format);
    }
    months = is_of_months(text, style);
    if (time.month && months)
        time = *time.month;
    length = strlen(text);
    if (style == 'n' && length == 1) /* 'd': as the culture has it */
        t2s_lacks_run(r, format);
    months = months && strlen(text) > 3 &&
             strcmp(text + strlen(text) - 3, "-01") == 0;
    while (*text) {
        size_t row = 0, n = code_at(text, style, &row);
        const char *to = n ? codes[row].to : "";
        found |= *to || (!n && *text == '%' && text[1]);
        if (*to == '=' || strstr(to, "$1")) {
            flush(&w);
            join(&w, *to == '=' ? named(&w, to + 1, text, style, padded)
                                : t2s_dialect_fill(r, to, t2s_time_raw(&time),
                                                   1, format));
        } else if (n > 0) {
            t2s_string_append(&w.text, to);
        } else if (strchr("\"'", *text) && strchr("tn", style)) {
            const char *end = strchr(text + 1, *text);
            n = end ? (size_t)(end - text) + 1 : 1;
            t2s_string_append_n(&w.text, text + 1, n > 2 ? n - 2 : 0);
        } else {
            if (!is_known(text, length, style))
                t2s_lacks_run(r, format);
            n = *text == '%' && text[1] && !strchr("tn", style) ? 2 : 1;
            t2s_string_append_n(&w.text, text, n);
        }
        padded = n == 0 || *to;
        text += n;
    }
    if (!found) {
        t2s_string_free(&w.text);
        return t2s_no_run();
    }
    flush(&w);
    w.out.starts = months;
    return w.out;
}

/* --------------------------------------------------------------- reading */

/* Parts of a time, as '%Y' to '%S' have them. */
enum { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, PARTS };

typedef struct scan {
    const char *text; /* that is read, or NULL */
    size_t at;
    int values[PARTS];
    size_t places[PARTS]; /* from 1 on; 0: not there */
    bool fixed;           /* every part has its width */
} scan;

static bool scan_number(scan *s, int part, size_t width)
{
    int value = 0;
    size_t n = 0;
    s->places[part] = s->at + 1;
    if (!s->text) {
        s->at += width;
        return true;
    }
    for (; n < width && t2s_is_digit(s->text[s->at]); n++)
        value = value * 10 + (s->text[s->at++] - '0');
    s->values[part] = value;
    return n > 0;
}

/* One code, as strftime has it or as an expression of `codes`. */
static bool scan_code(scan *s, const char *to)
{
    static const char letters[] = "YmdHMS";
    size_t n = 0;
    int place;
    if (to[0] == '%' && to[1] && strchr(letters, to[1]))
        return scan_number(s, (int)(strchr(letters, to[1]) - letters),
                           to[1] == 'Y' ? 4 : 2);
    if (to[0] == '=') {
        s->fixed = false;
        place = s->text ? name_at(to + 1, s->text + s->at, &n) : -1;
        s->at += n;
        s->values[MONTH] = place + 1;
        s->places[MONTH] = 1;
        return place >= 0 && to[1] == 'm';
    }
    s->fixed = s->fixed && strcmp(to, HOUR_12) == 0;
    if (strcmp(to, YEAR_2) == 0) {
        if (!scan_number(s, YEAR, 2))
            return false;
        s->values[YEAR] += s->values[YEAR] < 70 ? 2000 : 1900;
        return true;
    }
    return strcmp(to, MONTH_1) == 0 ? scan_number(s, MONTH, 2)
           : strcmp(to, DAY_1) == 0 ? scan_number(s, DAY, 2)
           : strcmp(to, HOUR_1) == 0 || strcmp(to, HOUR_12) == 0
               ? scan_number(s, HOUR, 2)
               : false;
}

/* What strftime has: "%Y-%m-%d". */
static bool scan_codes(scan *s, const char *to, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (to[i] != '%')
            s->at += !s->text || s->text[s->at];
        else if (!scan_code(s, to + i++))
            return false;
    return true;
}

static bool scan_all(scan *s, const char *format, char style)
{
    while (*format) {
        size_t row = 0, n = code_at(format, style, &row);
        const char *to = n ? codes[row].to : format;
        bool done = true;
        if (n == 0) {
            n = *format == '%' && format[1] ? 2 : 1;
            done = scan_codes(s, format, n);
        } else if (*to == '%') {
            done = scan_codes(s, to, strlen(to));
        } else if (*to) {
            done = scan_code(s, to);
        }
        if (!done)
            return false;
        format += n;
    }
    return s->places[YEAR] && s->places[MONTH] && s->places[DAY];
}

/* substr(x, 7, 4) || '-' || substr(x, 4, 2) || ... */
static t2s_run from_parts(t2s_reader *r, const t2s_run *text, const scan *s,
                          t2s_run_kind kind)
{
    static const char *const before[] = {"", "-", "-", " ", ":", ":"};
    t2s_run out = t2s_no_run();
    for (int i = 0; i < PARTS && s->places[i]; i++) {
        char format[48];
        snprintf(format, sizeof format,
                 i ? "|| '%s' || substr($1, %zu, %d)" : "%ssubstr($1, %zu, %d)",
                 before[i], s->places[i], i ? 2 : 4);
        t2s_append(&out, t2s_dialect_fill(r, format, text, 1, text));
    }
    out = t2s_dialect_fill(r, "($1)", &out, 1, text);
    out.kind = kind;
    return out;
}

t2s_run t2s_time_parse(t2s_reader *r, t2s_run text, const t2s_run *format,
                       char style, t2s_run_kind kind)
{
    const char *codes_of = t2s_run_string(r, format);
    scan s = {.text = t2s_run_string(r, &text), .fixed = true};
    t2s_string out = {0};
    t2s_run run;
    if (!codes_of || !scan_all(&s, codes_of, style))
        return t2s_no_run();
    if (!s.text) {
        const bool iso =
            s.places[YEAR] == 1 && s.places[MONTH] == 6 && s.places[DAY] == 9;
        return iso       ? t2s_time_cast(r, text, kind)
               : s.fixed ? from_parts(r, &text, &s, kind)
                         : t2s_no_run();
    }
    t2s_string_append_format(&out, "'%04d-%02d-%02d", s.values[YEAR],
                             s.values[MONTH], s.values[DAY]);
    if (kind == T2S_RUN_MOMENT && s.places[HOUR])
        t2s_string_append_format(&out, " %02d:%02d:%02d", s.values[HOUR],
                                 s.values[MINUTE], s.values[SECOND]);
    t2s_string_append_char(&out, '\'');
    run = t2s_write(r, t2s_settle(r, &out), &text);
    run.kind = T2S_RUN_LITERAL;
    return t2s_time_cast(r, run, kind);
}
