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
    {"week", "week weeks wk ww isoweek weekofyear", "day", 7, "* 7", 7},
    {"day", "day days dd d dayofmonth", "day", 1, "* 1", 1},
    {"hour", "hour hours hh", "hour", 1, "/ 24.0", 1 / 24.0},
    {"minute", "minute minutes mins min mi n", "minute", 1, "/ 1440.0",
     1 / 1440.0},
    {"second", "second seconds secs sec ss s", "second", 1, "/ 86400.0",
     1 / 86400.0},
    {"millisecond", "millisecond milliseconds ms", "second", 1, NULL, 0},
    {"dow", "dow dayofweek weekday dw", NULL, 0, NULL, 0},
    {"isodow", "isodow dayofweekiso dayofweek_iso", NULL, 0, NULL, 0},
    {"doy", "doy dayofyear dy y", NULL, 0, NULL, 0},
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
    /* Of WEEK(MONDAY), the first piece. */
    return strchr("'\"", piece->text[0]) && piece->n > 2
               ? unit_named(piece->text + 1, piece->n - 2)
               : unit_named(piece->text, piece->n);
}

/* ------------------------------------------------------------- intervals */

/* A whole number, if the run is one. */
static bool constant(const t2s_run *run, long *value)
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
    if (!units[i].modifier)
        return amount;
    if (!units[i].in_days)
        return t2s_interval_of(
            r, t2s_fill(r, "$1 / 1000.0", &amount, 1, &amount), "second");
    if (constant(&amount, &number)) {
        t2s_string_append_format(&text, "%.10g",
                                 (double)number * units[i].days);
        run = t2s_write(r, t2s_settle(r, &text), &amount);
    } else {
        t2s_string_append_format(&text, "($1) %s", units[i].in_days);
        run = t2s_fill(r, t2s_settle(r, &text), &amount, 1, &amount);
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
        t2s_append(&word, amount);
        return word;
    }
    t2s_take(r);
    text = t2s_run_string(r, &amount);
    if (text)
        amount = t2s_write(r, text, &amount);
    return t2s_interval_of(r, amount, unit);
}

/* ----------------------------------------------------------------- times */

const t2s_run *t2s_time_raw(const t2s_run *time)
{
    return (time->kind == T2S_RUN_DATE || time->kind == T2S_RUN_MOMENT) &&
                   time->inner
               ? time->inner
               : time;
}

bool t2s_is_time(const t2s_run *run)
{
    static const char *const ends[] = {"date", "_at",  "_ts",
                                       "_dt",  "time", "timestamp"};
    if (run->kind == T2S_RUN_DATE || run->kind == T2S_RUN_MOMENT)
        return true;
    for (size_t i = 0;
         run->kind == T2S_RUN_COLUMN && run->name && i < COUNT(ends); i++) {
        const size_t n = strlen(ends[i]);
        const t2s_word *name = run->name;
        const size_t quote = name->kind == T2S_WORD_NAME;
        if (name->n >= n + quote &&
            t2s_casecmp_n(name->text + name->n - n - quote, n, ends[i], n) == 0)
            return true;
    }
    return false;
}

/* date(time, modifier), or datetime; modifiers of one call stand together. */
static t2s_run modified(t2s_reader *r, t2s_run time, t2s_run_kind kind,
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

/* '-7 days' */
static t2s_run modifier_of(t2s_reader *r, const t2s_run *interval, bool back)
{
    const size_t i = unit_index(interval->unit);
    t2s_string text = {0};
    t2s_run run;
    long number;
    if (constant(interval->amount, &number)) {
        number *= units[i].times * (back ? -1 : 1);
        t2s_string_append_format(&text, "'%+ld %s%s'", number,
                                 units[i].modifier,
                                 labs(number) == 1 ? "" : "s");
        run = t2s_write(r, t2s_settle(r, &text), interval->amount);
    } else {
        t2s_string_append_format(&text, back ? "-($1" : "($1");
        if (units[i].times != 1)
            t2s_string_append_format(&text, " * %d", units[i].times);
        t2s_string_append_format(&text, ") || ' %ss'", units[i].modifier);
        run = t2s_fill(r, t2s_settle(r, &text), interval->amount, 1,
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

t2s_run t2s_time_move(t2s_reader *r, t2s_run time, const t2s_run *interval,
                      bool back)
{
    const bool fine = t2s_is_one_of(interval->unit, strlen(interval->unit),
                                    "hour minute second");
    const t2s_run_kind kind =
        fine || has_clock(&time) ? T2S_RUN_MOMENT : T2S_RUN_DATE;
    t2s_run modifier = modifier_of(r, interval, back);
    time = modified(r, time, kind, &modifier);
    return interval->more ? t2s_time_move(r, time, interval->more, back) : time;
}

t2s_run t2s_time_subtract(t2s_reader *r, t2s_run a, t2s_run b)
{
    t2s_run runs[2] = {*t2s_time_raw(&a), *t2s_time_raw(&b)};
    t2s_run run = t2s_fill(r, "julianday($1) - julianday($2)", runs, 2, &a);
    run.kind = T2S_RUN_DIFFERENCE;
    return run;
}

t2s_run t2s_time_difference(t2s_reader *r, t2s_run a, t2s_run b,
                            const char *unit)
{
    static const struct {
        const char *unit, *format;
    } formats[] = {
        {"year", "strftime('%Y', $1) - strftime('%Y', $2)"},
        {"quarter", "((strftime('%Y', $1) - strftime('%Y', $2)) * 12 + "
                    "strftime('%m', $1) - strftime('%m', $2)) / 3"},
        {"month", "(strftime('%Y', $1) - strftime('%Y', $2)) * 12 + "
                  "strftime('%m', $1) - strftime('%m', $2)"},
        {"week", "CAST((julianday($1) - julianday($2)) / 7 AS INTEGER)"},
        {"day", "CAST(julianday($1) - julianday($2) AS INTEGER)"},
        {"hour", "CAST((julianday($1) - julianday($2)) * 24 AS INTEGER)"},
        {"minute", "CAST((julianday($1) - julianday($2)) * 1440 AS INTEGER)"},
        {"second", "CAST((julianday($1) - julianday($2)) * 86400 AS INTEGER)"}};
    t2s_run runs[2] = {*t2s_time_raw(&a), *t2s_time_raw(&b)};
    for (size_t i = 0; i < COUNT(formats); i++)
        if (strcmp(formats[i].unit, unit) == 0)
            return t2s_fill(r, formats[i].format, runs, 2, &a);
    return t2s_time_subtract(r, a, b);
}

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
    {"week", "strftime('%W', $1)", 2, "CAST(($1) / 7 AS INTEGER)"},
    {"isodow", "((strftime('%w', $1) + 6) % 7 + 1)", -1, NULL},
    {"quarter", "((strftime('%m', $1) + 2) / 3)", -1, NULL}};

t2s_run t2s_time_extract(t2s_reader *r, const char *unit, t2s_run from)
{
    size_t i = 0;
    const t2s_run *raw = t2s_time_raw(&from);
    t2s_run inner, run;
    if (from.kind == T2S_RUN_DIFFERENCE && from.enclosed)
        from = *from.inner;
    while (i + 1 < COUNT(parts) && strcmp(parts[i].unit, unit) != 0)
        i++;
    if (from.kind == T2S_RUN_DIFFERENCE && parts[i].of_interval) {
        run = t2s_fill(r, parts[i].of_interval, &from, 1, &from);
        return run;
    }
    inner = t2s_fill(r, parts[i].format, raw, 1, &from);
    /* These count from 1, on Sunday. */
    if (strcmp(unit, "dow") == 0 && r->bit & (T2S_BQ | T2S_MS))
        return t2s_fill(r, "($1 + 1)", &inner, 1, &from);
    if (parts[i].width < 0)
        return inner;
    run = t2s_fill(r, "CAST($1 AS INTEGER)", &inner, 1, &from);
    run.kind = T2S_RUN_PART;
    run.inner = t2s_keep(r, inner);
    run.width = parts[i].width;
    return run;
}

t2s_run t2s_time_truncate(t2s_reader *r, const char *unit, t2s_run time)
{
    static const struct {
        const char *unit, *text;
    } starts[] = {{"year", "'start of year'"},
                  {"quarter",
                   "'start of month', -((strftime('%m', $1) - 1) % 3) || "
                   "' months'"},
                  {"month", "'start of month'"},
                  {"week", "'weekday 0', '-6 days'"}},
      clocks[] = {{"hour", "strftime('%Y-%m-%d %H:00:00', $1)"},
                  {"minute", "strftime('%Y-%m-%d %H:%M:00', $1)"},
                  {"second", "strftime('%Y-%m-%d %H:%M:%S', $1)"}};
    const t2s_run raw = *t2s_time_raw(&time);
    for (size_t i = 0; i < COUNT(starts); i++)
        if (strcmp(starts[i].unit, unit) == 0) {
            t2s_run modifier = t2s_fill(r, starts[i].text, &raw, 1, &time);
            return modified(r, time, T2S_RUN_DATE, &modifier);
        }
    for (size_t i = 0; i < COUNT(clocks); i++)
        if (strcmp(clocks[i].unit, unit) == 0) {
            t2s_run run = t2s_fill(r, clocks[i].text, &raw, 1, &time);
            run.kind = T2S_RUN_MOMENT;
            return run;
        }
    return t2s_time_cast(r, time, T2S_RUN_DATE);
}

t2s_run t2s_time_cast(t2s_reader *r, t2s_run value, t2s_run_kind kind)
{
    const char *text = t2s_run_string(r, &value);
    t2s_run run;
    if (text && !t2s_is_one_of(text, strlen(text), "now today"))
        return value;
    if (value.kind == T2S_RUN_DATE && (kind == T2S_RUN_DATE || value.tail))
        return value;
    if (value.kind == T2S_RUN_MOMENT && kind == T2S_RUN_MOMENT)
        return value;
    if (text)
        value = t2s_write(r, "'now'", &value);
    if (value.kind == T2S_RUN_MOMENT && value.inner)
        value = t2s_copy(r, value.inner);
    run = t2s_fill(r, kind == T2S_RUN_DATE ? "date($1)" : "datetime($1)",
                   &value, 1, &value);
    run.kind = kind;
    run.inner = t2s_keep(r, value);
    return run;
}

/* --------------------------------------------------------------- formats */

/* What stands for a time's parts; a longer one before what it begins with. */
static const struct {
    char style;
    const char *from, *to;
} codes[] = {
    {'m', "%i", "%M"},       {'m', "%s", "%S"},       {'m', "%k", "%H"},
    {'m', "%h", "%H"},       {'m', "%l", "%H"},       {'m', "%M", "%m"},
    {'m', "%b", "%m"},       {'m', "%c", "%m"},       {'m', "%e", "%d"},
    {'m', "%D", "%d"},       {'m', "%T", "%H:%M:%S"}, {'m', "%W", "%w"},
    {'m', "%a", "%w"},       {'m', "%u", "%W"},       {'m', "%v", "%W"},
    {'m', "%U", "%W"},       {'m', "%x", "%Y"},       {'m', "%X", "%Y"},
    {'m', "%y", "%Y"},       {'s', "%B", "%m"},       {'s', "%b", "%m"},
    {'s', "%A", "%w"},       {'s', "%a", "%w"},       {'s', "%F", "%Y-%m-%d"},
    {'s', "%T", "%H:%M:%S"}, {'s', "%y", "%Y"},       {'s', "%V", "%W"},
    {'s', "%U", "%W"},       {'s', "%G", "%Y"},       {'s', "%E4Y", "%Y"},
    {'t', "YYYY", "%Y"},     {'t', "IYYY", "%Y"},     {'t', "YY", "%Y"},
    {'t', "MONTH", "%m"},    {'t', "MON", "%m"},      {'t', "MMMM", "%m"},
    {'t', "MM", "%m"},       {'t', "DDD", "%j"},      {'t', "DD", "%d"},
    {'t', "DAY", "%w"},      {'t', "DY", "%w"},       {'t', "HH24", "%H"},
    {'t', "HH12", "%H"},     {'t', "HH", "%H"},       {'t', "MI", "%M"},
    {'t', "SS", "%S"},       {'t', "IW", "%W"},       {'t', "WW", "%W"},
    {'t', "FM", ""},         {'t', "Q", "%m"},        {'t', "D", "%w"},
    {'n', "yyyy", "%Y"},     {'n', "yy", "%Y"},       {'n', "MMMM", "%m"},
    {'n', "MMM", "%m"},      {'n', "MM", "%m"},       {'n', "M", "%m"},
    {'n', "dddd", "%w"},     {'n', "ddd", "%w"},      {'n', "dd", "%d"},
    {'n', "d", "%d"},        {'n', "HH", "%H"},       {'n', "hh", "%H"},
    {'n', "H", "%H"},        {'n', "mm", "%M"},       {'n', "ss", "%S"}};

/* The code at `at`, whose row goes to *row; its length, or 0. */
static size_t code_at(const char *at, char style, size_t *row)
{
    for (size_t i = 0; i < COUNT(codes); i++) {
        const size_t n = strlen(codes[i].from);
        if (codes[i].style == style && strlen(at) >= n &&
            (style == 't' ? t2s_casecmp_n(at, n, codes[i].from, n)
                          : strncmp(at, codes[i].from, n)) == 0) {
            *row = i;
            return n;
        }
    }
    return 0;
}

t2s_run t2s_time_format(t2s_reader *r, t2s_run time, const t2s_run *format,
                        char style)
{
    const char *text = t2s_run_string(r, format);
    t2s_string out = {0}, quoted = {0};
    t2s_run runs[2];
    bool found = false;
    runs[0] = *format;
    runs[1] = *t2s_time_raw(&time);
    if (!text)
        return t2s_fill(r, "strftime($1, $2)", runs, 2, format);
    while (*text) {
        size_t row = 0, n = code_at(text, style, &row);
        if (n > 0)
            t2s_string_append(&out, codes[row].to);
        else if (*text == '"' && style == 't')
            n = 1;
        else
            t2s_string_append_n(&out, text,
                                n = *text == '%' && text[1] ? 2 : 1);
        found |= out.length > 1 && memchr(out.text, '%', out.length);
        text += n;
    }
    t2s_string_append(&out, "");
    text = t2s_settle(r, &out);
    t2s_string_append_quoted(&quoted, text, strlen(text), '\'');
    if (found)
        runs[0] = t2s_write(r, t2s_settle(r, &quoted), format);
    t2s_string_free(&quoted);
    return found ? t2s_fill(r, "strftime($1, $2)", runs, 2, format)
                 : t2s_no_run();
}
