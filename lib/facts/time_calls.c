/* Date functions and their modifiers, substr and || of dates that are texts. */
#include "facts/time_calls.h"

#include <math.h>
#include <string.h>

#include "base/string.h"

const t2s_time_term t2s_no_term = {.column = T2S_NO_ITEM, .divisor = 1};

static bool word_is(t2s_sql_word word, const char *list)
{
    return word.at && t2s_is_one_of(word.at, word.n, list);
}

/* What an argument is as a time: texts and 'now' are read. */
static t2s_time_term as_time(const t2s_term_reader *r, t2s_time_term term)
{
    if (term.kind != T2S_TERM_TEXT)
        return term;
    if (word_is(term.text, "now")) {
        term.kind = T2S_TERM_TIME;
        term.is_now = true;
        term.at = (t2s_period){r->now, r->now + 1, T2S_GRAIN_SECOND};
    } else if (term.text.at && t2s_time_read(&term.at, &term.layout,
                                             term.text.at, term.text.n)) {
        term.kind = T2S_TERM_TIME;
    }
    return term;
}

static t2s_grain grain_named(t2s_sql_word word)
{
    return word_is(word, "second seconds")   ? T2S_GRAIN_SECOND
           : word_is(word, "minute minutes") ? T2S_GRAIN_MINUTE
           : word_is(word, "hour hours")     ? T2S_GRAIN_HOUR
           : word_is(word, "day days")       ? T2S_GRAIN_DAY
           : word_is(word, "month months")   ? T2S_GRAIN_MONTH
           : word_is(word, "year years")     ? T2S_GRAIN_YEAR
                                             : T2S_GRAIN_NONE;
}

static void cut_to(t2s_time_term *term, t2s_grain grain)
{
    if (term->kind == T2S_TERM_TIME)
        term->at = t2s_period_around(term->at.from, grain);
    if (term->grain < grain)
        term->grain = grain;
    term->is_raw = false;
    if (term->kind != T2S_TERM_COLUMN || term->is_begin)
        return;
    term->is_begin = true;
    term->shift_before += term->shift;
    term->months_before += term->months;
    term->shift = term->months = 0;
}

/* 'weekday 0': the Sunday that is next, which may be the day itself. Of a
 * column it is the last day of weeks. */
static void move_to_weekday(t2s_time_term *term, int64_t weekday)
{
    const int64_t behind = (7 - weekday) % 7; /* days to the Sunday behind it */
    if (term->kind == T2S_TERM_TIME) {
        const t2s_period week = t2s_period_around(
            term->at.from + behind * T2S_DAY_SECONDS, T2S_GRAIN_WEEK);
        term->at = t2s_period_around(week.to - (behind + 1) * T2S_DAY_SECONDS,
                                     T2S_GRAIN_DAY);
        return;
    }
    if (term->is_begin) {
        term->grain = T2S_GRAIN_WEEK;
        return;
    }
    cut_to(term, T2S_GRAIN_WEEK);
    term->shift_before += behind * T2S_DAY_SECONDS;
    term->shift += (6 - behind) * T2S_DAY_SECONDS;
}

void t2s_term_move(t2s_time_term *term, double count, t2s_grain unit)
{
    if (fabs(count) > 1e6)
        return;
    if (term->kind == T2S_TERM_TIME) {
        const int64_t length = term->at.to - term->at.from;
        term->at.from = t2s_time_add(term->at.from, (int64_t)count, unit);
        term->at.to = term->at.from + length;
    } else if (unit >= T2S_GRAIN_MONTH) {
        term->months += (int32_t)count * (unit == T2S_GRAIN_YEAR ? 12 : 1);
    } else {
        term->shift += (int64_t)(count * t2s_grain_seconds(unit));
    }
}

/* A modifier such as '-1 month', 'start of year', 'unixepoch'. False: not
 * understood. */
static bool modify(t2s_time_term *term, const t2s_time_term *by)
{
    t2s_sql_word word = by->text;
    double count = 0;
    size_t i = 0;
    bool negative = false;
    if (by->kind != T2S_TERM_TEXT || !word.at)
        return false;
    if (word.n > 9 && t2s_casecmp_n(word.at, 9, "start of ", 9) == 0) {
        t2s_grain grain = grain_named((t2s_sql_word){word.at + 9, word.n - 9});
        cut_to(term, grain);
        return grain != T2S_GRAIN_NONE;
    }
    if (word_is(word, "unixepoch auto")) {
        if (term->kind == T2S_TERM_NUMBER) {
            term->kind = T2S_TERM_TIME;
            term->at.from =
                fabs(term->number) < 1e12 ? (int64_t)term->number : 0;
            term->at.to = term->at.from + 1;
            term->at.grain = T2S_GRAIN_SECOND;
        }
        if (term->kind == T2S_TERM_COLUMN && term->is_raw)
            term->grain = T2S_GRAIN_SECOND;
        return true;
    }
    if (word_is(word, "localtime utc subsec subsecond"))
        return true;
    if (word.n == 9 && t2s_casecmp_n(word.at, 8, "weekday ", 8) == 0) {
        move_to_weekday(term, word.at[8] - '0');
        return word.at[8] >= '0' && word.at[8] <= '6';
    }
    if (i < word.n && (word.at[i] == '+' || word.at[i] == '-'))
        negative = word.at[i++] == '-';
    if (i == word.n || !t2s_is_digit(word.at[i]))
        return false;
    for (; i < word.n && t2s_is_digit(word.at[i]) && i < 12; i++)
        count = count * 10 + (word.at[i] - '0');
    while (i < word.n && word.at[i] == ' ')
        i++;
    word.at += i;
    word.n -= i;
    if (!grain_named(word))
        return false;
    t2s_term_move(term, negative ? -count : count, grain_named(word));
    return true;
}

/* Argument `first` with the modifiers behind it. */
static t2s_time_term modified(const t2s_term_reader *r, const t2s_time_call *c,
                              size_t first)
{
    t2s_time_term term = t2s_no_term;
    if (first >= c->count) {
        term.kind = T2S_TERM_TEXT;
        term.text = (t2s_sql_word){"now", 3};
        return as_time(r, term);
    }
    term = as_time(r, c->arguments[first]);
    for (size_t i = first + 1; i < c->count; i++)
        if (!modify(&term, &c->arguments[i]))
            return t2s_no_term;
    if (term.kind != T2S_TERM_TIME && term.kind != T2S_TERM_COLUMN)
        return t2s_no_term;
    if (term.is_raw &&
        (term.layout == T2S_LAYOUT_EPOCH || term.layout == T2S_LAYOUT_EPOCH_MS))
        term.grain = T2S_GRAIN_SECOND;
    return term;
}

t2s_time_term t2s_term_as_text(t2s_time_term term, t2s_grain grain,
                               t2s_time_layout layout)
{
    if (term.kind == T2S_TERM_OTHER)
        return term;
    if (term.kind == T2S_TERM_TIME) {
        term.at = t2s_period_around(term.at.from, grain);
    }
    if (term.grain <= grain || term.grain == T2S_GRAIN_NONE) {
        term.grain = grain;
        term.is_begin = false;
    }
    term.is_raw = false;
    term.is_text = true;
    term.layout = layout;
    term.unit = 0;
    return term;
}

static t2s_time_term as_number(t2s_time_term term, double unit)
{
    if (term.kind == T2S_TERM_TIME) {
        term.at.grain = T2S_GRAIN_SECOND;
        term.at.to = term.at.from + 1;
    }
    term.unit = unit;
    term.is_raw = false;
    return term;
}

t2s_time_term t2s_term_as_part(t2s_time_term term, t2s_time_part part)
{
    int64_t year;
    int month, day;
    if (term.kind == T2S_TERM_COLUMN) {
        term.kind = T2S_TERM_PART;
        term.part = part;
        term.plus = 0;
        term.is_text = true;
        return term;
    }
    if (term.kind != T2S_TERM_TIME)
        return t2s_no_term;
    t2s_date_of(t2s_period_around(term.at.from, T2S_GRAIN_DAY).from /
                    T2S_DAY_SECONDS,
                &year, &month, &day);
    term.kind = part == T2S_PART_MONTH || part == T2S_PART_DAY ? T2S_TERM_NUMBER
                                                               : T2S_TERM_OTHER;
    term.number = part == T2S_PART_MONTH ? month : day;
    return term;
}

/* The term that has those fields of another. */
static t2s_time_term with_fields(t2s_time_term term, unsigned fields,
                                 t2s_time_layout layout)
{
    static const t2s_time_part parts[] = {T2S_PART_MONTH, T2S_PART_DAY,
                                          T2S_PART_HOUR, T2S_PART_MINUTE,
                                          T2S_PART_SECOND};
    t2s_grain grain = t2s_fields_grain(fields & ~(unsigned)T2S_FIELD_CUT);
    if (grain) {
        term = t2s_term_as_text(term, grain, layout);
        term.is_cut |= (fields & T2S_FIELD_CUT) != 0;
        return term;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if ((fields & ~(unsigned)T2S_FIELD_CUT) == 2u << i) {
            term = t2s_term_as_part(term, parts[i]);
            term.is_cut |= (fields & T2S_FIELD_CUT) != 0;
            return term;
        }
    if (fields == T2S_FIELD_CUT && term.kind == T2S_TERM_COLUMN) {
        term = t2s_term_as_part(term, T2S_PART_CLOCK);
        term.is_cut = true;
        return term;
    }
    return (fields & 56) && !(fields & 7)
               ? t2s_term_as_part(term, T2S_PART_CLOCK)
               : t2s_no_term;
}

/* Whether a text written behind a month, or a year, says that it begins:
 * "-01", "-01-01", with midnight or not. */
static bool says_begin(t2s_grain grain, t2s_sql_word text)
{
    static const char *const of_month[] = {"-01", "-01 00:00:00"};
    static const char *const of_year[] = {"-01-01", "-01-01 00:00:00"};
    const char *const *begins = grain == T2S_GRAIN_YEAR ? of_year : of_month;
    if (grain != T2S_GRAIN_YEAR && grain != T2S_GRAIN_MONTH)
        return false;
    for (int i = 0; i < 2; i++)
        if (text.n == strlen(begins[i]) &&
            memcmp(text.at, begins[i], text.n) == 0)
            return true;
    return false;
}

/* A column's year or month, with such a text behind it. */
static t2s_time_term as_begin(t2s_time_term term)
{
    cut_to(&term, term.grain);
    return term;
}

static t2s_time_term call_strftime(const t2s_term_reader *r,
                                   const t2s_time_call *c)
{
    static const struct {
        char code;
        unsigned fields;
    } codes[] = {{'Y', 1},  {'m', 2},  {'d', 4},  {'e', 4},  {'H', 8},
                 {'k', 8},  {'M', 16}, {'S', 32}, {'f', 32}, {'F', 7},
                 {'T', 56}, {'R', 24}, {'G', 1}};
    const t2s_sql_word format =
        c->count ? c->arguments[0].text : (t2s_sql_word){NULL, 0};
    t2s_time_term term = modified(r, c, 1);
    unsigned fields = 0;
    size_t behind = 0; /* the last code */
    bool is_compact = true;
    if (c->count == 0 || c->arguments[0].kind != T2S_TERM_TEXT || !format.at)
        return t2s_no_term;
    for (size_t i = 0; i < format.n; i++) {
        const char code = i + 1 < format.n ? format.at[i + 1] : '\0';
        if (format.at[i] != '%') {
            is_compact = false;
            continue;
        }
        i++;
        behind = i + 1;
        if (code == 's' || code == 'J')
            return as_number(term, code == 's' ? 1 : T2S_DAY_SECONDS);
        if (code == 'w' || code == 'u') {
            term = t2s_term_as_part(term, T2S_PART_WEEKDAY);
            term.is_iso_weekday = code == 'u';
            return term;
        }
        if (code == 'j')
            return t2s_term_as_part(term, T2S_PART_DAY_OF_YEAR);
        if (code == 'W' || code == 'V' || code == 'U') {
            /* '%Y-%W' is a week of a year. */
            return fields == 1
                       ? t2s_term_as_text(term, T2S_GRAIN_WEEK, T2S_LAYOUT_NONE)
                       : t2s_term_as_part(term, T2S_PART_WEEK);
        }
        for (size_t k = 0; k < sizeof codes / sizeof codes[0]; k++)
            if (codes[k].code == code) {
                fields |= codes[k].fields;
                is_compact &= code != 'F' && code != 'T';
            }
    }
    term = with_fields(term, fields,
                       is_compact && (fields & 6) ? T2S_LAYOUT_COMPACT
                                                  : T2S_LAYOUT_ISO);
    if (term.kind == T2S_TERM_COLUMN && behind < format.n &&
        says_begin(t2s_fields_grain(fields),
                   (t2s_sql_word){format.at + behind, format.n - behind}))
        term = as_begin(term);
    return term;
}

/* Where substr begins, from 0, by the layouts that dates are cut by; in *end
 * where it ends. The layout is guessed from these where it is not known. */
static t2s_time_layout guess_layout(size_t begin, size_t end)
{
    static const struct {
        unsigned char begin, end;
        t2s_time_layout layout;
    } cuts[] = {
        {0, 4, T2S_LAYOUT_ISO},       {0, 7, T2S_LAYOUT_ISO},
        {0, 10, T2S_LAYOUT_ISO},      {5, 7, T2S_LAYOUT_ISO},
        {8, 10, T2S_LAYOUT_ISO},      {11, 13, T2S_LAYOUT_ISO},
        {0, 6, T2S_LAYOUT_COMPACT},   {0, 8, T2S_LAYOUT_COMPACT},
        {4, 6, T2S_LAYOUT_COMPACT},   {6, 8, T2S_LAYOUT_COMPACT},
        {6, 10, T2S_LAYOUT_AMERICAN}, {6, 99, T2S_LAYOUT_AMERICAN},
        {0, 2, T2S_LAYOUT_AMERICAN},  {3, 5, T2S_LAYOUT_AMERICAN},
    };
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++)
        if (begin == cuts[i].begin && end == cuts[i].end)
            return cuts[i].layout;
    return T2S_LAYOUT_NONE;
}

static t2s_time_term call_substr(const t2s_time_call *c)
{
    t2s_time_term term = c->arguments[0];
    double first = c->count > 1 ? c->arguments[1].number : 0;
    double count = c->count > 2 ? c->arguments[2].number : 99;
    t2s_time_layout layout = term.layout;
    size_t begin, end;
    unsigned fields;
    if (c->count < 2 || c->arguments[1].kind != T2S_TERM_NUMBER ||
        (c->count > 2 && c->arguments[2].kind != T2S_TERM_NUMBER) ||
        (term.kind != T2S_TERM_COLUMN && term.kind != T2S_TERM_TIME))
        return t2s_no_term;
    if (first < 0 && (layout == T2S_LAYOUT_AMERICAN ||
                      layout == T2S_LAYOUT_EUROPEAN || term.is_raw)) {
        if (term.is_raw && layout == T2S_LAYOUT_NONE)
            layout = T2S_LAYOUT_AMERICAN;
        first += 11;
    }
    if (first < 1 || first > 32 || count < 1)
        return t2s_no_term;
    begin = (size_t)first - 1;
    end = begin + (count > 60 ? 99 - begin : (size_t)count);
    if (layout == T2S_LAYOUT_NONE)
        layout = guess_layout(begin, end);
    /* 198 is a decade. */
    if (begin == 0 && end == 3 && layout != T2S_LAYOUT_AMERICAN &&
        layout != T2S_LAYOUT_EUROPEAN)
        return t2s_no_term;
    fields = t2s_layout_fields(layout, begin, end);
    /* Only what the column's own values, or a function, show as cut is. */
    if (term.layout == T2S_LAYOUT_NONE && (fields & T2S_FIELD_CUT))
        return t2s_no_term;
    /* Fields behind those that are there. */
    if (term.layout != T2S_LAYOUT_NONE && term.grain)
        fields &= t2s_grain_fields(term.grain) | T2S_FIELD_CUT;
    return with_fields(term, fields,
                       layout == T2S_LAYOUT_COMPACT ? layout : T2S_LAYOUT_ISO);
}

t2s_time_term t2s_term_join(t2s_time_term a, const t2s_time_term *b)
{
    static const struct {
        t2s_grain grain;
        t2s_time_part next;
        t2s_grain made;
    } steps[] = {{T2S_GRAIN_YEAR, T2S_PART_MONTH, T2S_GRAIN_MONTH},
                 {T2S_GRAIN_MONTH, T2S_PART_DAY, T2S_GRAIN_DAY},
                 {T2S_GRAIN_DAY, T2S_PART_HOUR, T2S_GRAIN_HOUR},
                 {T2S_GRAIN_DAY, T2S_PART_CLOCK, T2S_GRAIN_SECOND},
                 {T2S_GRAIN_HOUR, T2S_PART_MINUTE, T2S_GRAIN_MINUTE},
                 {T2S_GRAIN_MINUTE, T2S_PART_SECOND, T2S_GRAIN_SECOND}};
    if (a.kind != T2S_TERM_COLUMN || a.is_raw)
        return t2s_no_term;
    if (b->kind == T2S_TERM_TEXT && b->text.at && says_begin(a.grain, b->text))
        return as_begin(a);
    if (b->kind == T2S_TERM_TEXT && b->text.n <= 4) {
        a.is_dashed = true;
        return a;
    }
    if (b->kind != T2S_TERM_PART || b->key != a.key)
        return t2s_no_term;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i].grain == a.grain && steps[i].next == b->part) {
            a.grain = steps[i].made;
            a.layout = a.is_dashed ? T2S_LAYOUT_ISO : T2S_LAYOUT_COMPACT;
            a.is_cut |= b->is_cut;
            return a;
        }
    return t2s_no_term;
}

static t2s_time_term call_printf(const t2s_time_call *c)
{
    t2s_time_term made = c->count > 1 ? c->arguments[1] : t2s_no_term;
    const t2s_sql_word format = c->arguments[0].text;
    if (c->count < 2 || c->arguments[0].kind != T2S_TERM_TEXT || !format.at)
        return t2s_no_term;
    for (size_t i = 2; i < c->count; i++) {
        made.is_dashed = memchr(format.at, '-', format.n) != NULL;
        made.is_raw = false;
        made = t2s_term_join(made, &c->arguments[i]);
    }
    made.is_text = true;
    return made;
}

t2s_time_term t2s_time_call_term(const t2s_term_reader *r,
                                 const t2s_time_call *c)
{
    static const struct {
        const char *name;
        unsigned fields;
    } fields[] = {{"year", 1}, {"month", 2},   {"day", 4},
                  {"hour", 8}, {"minute", 16}, {"second", 32}};
    if (word_is(c->name, "date"))
        return t2s_term_as_text(modified(r, c, 0), T2S_GRAIN_DAY,
                                T2S_LAYOUT_ISO);
    if (word_is(c->name, "datetime"))
        return t2s_term_as_text(modified(r, c, 0), T2S_GRAIN_SECOND,
                                T2S_LAYOUT_ISO);
    if (word_is(c->name, "time"))
        return t2s_term_as_part(modified(r, c, 0), T2S_PART_CLOCK);
    if (word_is(c->name, "julianday"))
        return as_number(modified(r, c, 0), T2S_DAY_SECONDS);
    if (word_is(c->name, "unixepoch"))
        return as_number(modified(r, c, 0), 1);
    if (word_is(c->name, "strftime"))
        return call_strftime(r, c);
    if (c->count == 0)
        return t2s_no_term;
    if (word_is(c->name, "substr substring"))
        return call_substr(c);
    if (word_is(c->name, "printf format"))
        return call_printf(c);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (c->count == 1 && word_is(c->name, fields[i].name)) {
            t2s_time_term term = with_fields(modified(r, c, 0),
                                             fields[i].fields, T2S_LAYOUT_ISO);
            term.is_text = false;
            return term;
        }
    if (word_is(c->name, "round floor ceil ceiling abs trunc coalesce ifnull "
                         "avg sum total min max lower upper trim lag lead "
                         "first_value last_value"))
        return c->arguments[0];
    return t2s_no_term;
}
