/* Expressions as times: date functions and their modifiers, substr and || of
 * dates that are texts, arithmetic of numbers that are times. */
#include "facts/time_terms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/string.h"
#include "facts/query_reader.h"

/* Expressions within each other that are read. */
#define MAX_DEPTH 24
/* Arguments of a call that are read. */
#define MOST_ARGUMENTS 8
#define YEAR_SECONDS   (365.25 * T2S_DAY_SECONDS)

static t2s_time_term read_term(t2s_term_reader *r, int32_t expr, int depth);

static const t2s_time_term other = {.column = T2S_NO_ITEM, .divisor = 1};

static bool word_is(t2s_sql_word word, const char *list)
{
    return word.at && t2s_is_one_of(word.at, word.n, list);
}

/* ------------------------------------------------------------- leaves */

/* What a column's values, or its type, say of how it is written. */
static void find_layout(t2s_term_reader *r, t2s_time_term *term)
{
    const char *type;
    if (term->column == T2S_NO_ITEM)
        return;
    if (r->values) {
        term->layout =
            t2s_value_index_times(r->values, term->column, &term->grain);
        return;
    }
    type = r->schema ? r->schema->columns[term->column].type : "";
    if (t2s_is_one_of(type, strlen(type), "datetime timestamp"))
        term->grain = T2S_GRAIN_SECOND;
}

static t2s_time_term read_column(t2s_term_reader *r,
                                 const t2s_named_column *named, int depth)
{
    t2s_time_term term = other;
    const t2s_tree *tree = r->query->tree;
    t2s_sql_word name =
        t2s_sql_bare_word(tree, tree->nodes[named->expr].last_child);
    if (named->from == T2S_FROM_RESULT && named->column == T2S_NO_ITEM &&
        named->expression == T2S_NO_NODE) {
        term.kind = T2S_TERM_TEXT; /* in double quotes */
        term.text = name;
        return term;
    }
    if (named->column == T2S_NO_ITEM && named->expression != T2S_NO_NODE)
        return read_term(r, named->expression, depth + 1);
    term.kind = T2S_TERM_COLUMN;
    term.is_raw = true;
    term.column = named->column;
    term.text = name;
    term.key =
        named->column != T2S_NO_ITEM
            ? named->column + ((int64_t)named->relation + 1) * INT32_MAX
            : -1 - (int64_t)(t2s_hash_bytes(T2S_HASH_START, name.at, name.n) >>
                             2);
    find_layout(r, &term);
    return term;
}

static t2s_time_term read_literal(t2s_term_reader *r, int32_t expr)
{
    t2s_time_term term = other;
    const t2s_tree *tree = r->query->tree;
    const int32_t terminal = t2s_sql_terminal(tree, t2s_sql_first(tree, expr));
    const char *text = tree->nodes[terminal].text;
    if (text[0] == '\'') {
        term.kind = T2S_TERM_TEXT;
        term.text = t2s_sql_bare_word(tree, terminal);
    } else if (t2s_query_is_number(text)) {
        term.kind = T2S_TERM_NUMBER;
        term.number = t2s_query_number(text);
    }
    return term;
}

/* Whether a column is called like a time. */
static bool sounds_like_time(const t2s_time_term *column, const char *list)
{
    const t2s_sql_word name = column->text;
    for (size_t i = 0; name.at && i < name.n; i++)
        for (const char *word = list; *word;) {
            size_t n = strcspn(word, " ");
            if (i + n <= name.n && t2s_casecmp_n(name.at + i, n, word, n) == 0)
                return true;
            word += n + (word[n] == ' ');
        }
    return false;
}

/* Four digits are a year, and six a month, beside a column that is called so or
 * has such values. */
static bool is_likely(const t2s_period *at, const t2s_time_term *beside)
{
    if (!beside->is_raw || beside->layout != T2S_LAYOUT_NONE)
        return true;
    if (at->grain == T2S_GRAIN_YEAR)
        return sounds_like_time(beside, "year yr jahr season decade founded "
                                        "built opened born date time since");
    return at->grain != T2S_GRAIN_MONTH ||
           sounds_like_time(beside, "month ym date period");
}

bool t2s_time_term_literal(t2s_period *out, t2s_time_layout *layout,
                           const t2s_time_term *literal,
                           const t2s_time_term *beside)
{
    char digits[32];
    const bool is_epoch = beside->layout == T2S_LAYOUT_EPOCH ||
                          beside->layout == T2S_LAYOUT_EPOCH_MS;
    int n;
    if (literal->kind == T2S_TERM_TIME) {
        *out = literal->at;
        *layout = literal->layout;
        return true;
    }
    if (literal->kind == T2S_TERM_TEXT) {
        if (!literal->text.at ||
            !t2s_time_read(out, layout, literal->text.at, literal->text.n))
            return false;
        return (is_epoch || (*layout != T2S_LAYOUT_EPOCH &&
                             *layout != T2S_LAYOUT_EPOCH_MS)) &&
               is_likely(out, beside);
    }
    if (literal->kind != T2S_TERM_NUMBER || literal->number < 1000 ||
        literal->number > 1e14)
        return false;
    if (beside->is_raw && is_epoch) {
        *layout = beside->layout;
        out->from =
            (int64_t)(literal->number * beside->divisor /
                      (beside->layout == T2S_LAYOUT_EPOCH_MS ? 1000 : 1));
        out->to = out->from + 1;
        out->grain = T2S_GRAIN_SECOND;
        return true;
    }
    n = snprintf(digits, sizeof digits, "%.0f", literal->number);
    if (literal->number != floor(literal->number) || n <= 0 ||
        !t2s_time_read(out, layout, digits, (size_t)n))
        return false;
    return is_likely(out, beside);
}

/* ------------------------------------------------------------- functions */

typedef struct call {
    t2s_sql_word name;
    t2s_time_term arguments[MOST_ARGUMENTS];
    size_t count;
} call;

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
}

static void move(t2s_time_term *term, double count, t2s_grain unit)
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
    if (word.n > 8 && t2s_casecmp_n(word.at, 8, "weekday ", 8) == 0) {
        term->grain = T2S_GRAIN_WEEK; /* with '-6 days', as it is used */
        return true;
    }
    if (i < word.n && (word.at[i] == '+' || word.at[i] == '-'))
        negative = word.at[i++] == '-';
    if (i == word.n || word.at[i] < '0' || word.at[i] > '9')
        return false;
    for (; i < word.n && word.at[i] >= '0' && word.at[i] <= '9' && i < 12; i++)
        count = count * 10 + (word.at[i] - '0');
    while (i < word.n && word.at[i] == ' ')
        i++;
    word.at += i;
    word.n -= i;
    if (!grain_named(word))
        return false;
    move(term, negative ? -count : count, grain_named(word));
    return true;
}

/* Argument `first` with the modifiers behind it. */
static t2s_time_term modified(const t2s_term_reader *r, const call *c,
                              size_t first)
{
    t2s_time_term term = other;
    if (first >= c->count) {
        term.kind = T2S_TERM_TEXT;
        term.text = (t2s_sql_word){"now", 3};
        return as_time(r, term);
    }
    term = as_time(r, c->arguments[first]);
    for (size_t i = first + 1; i < c->count; i++)
        if (!modify(&term, &c->arguments[i]))
            return other;
    if (term.kind != T2S_TERM_TIME && term.kind != T2S_TERM_COLUMN)
        return other;
    if (term.is_raw &&
        (term.layout == T2S_LAYOUT_EPOCH || term.layout == T2S_LAYOUT_EPOCH_MS))
        term.grain = T2S_GRAIN_SECOND;
    return term;
}

/* Text that a function writes. */
static t2s_time_term as_text(t2s_time_term term, t2s_grain grain,
                             t2s_time_layout layout)
{
    if (term.kind == T2S_TERM_OTHER)
        return term;
    if (term.kind == T2S_TERM_TIME) {
        term.at = t2s_period_around(term.at.from, grain);
    }
    if (term.grain < grain || term.grain == T2S_GRAIN_NONE)
        term.grain = grain;
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

static t2s_time_term as_part(t2s_time_term term, t2s_time_part part)
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
        return other;
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
        term = as_text(term, grain, layout);
        term.is_cut |= (fields & T2S_FIELD_CUT) != 0;
        return term;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if ((fields & ~(unsigned)T2S_FIELD_CUT) == 2u << i) {
            term = as_part(term, parts[i]);
            term.is_cut |= (fields & T2S_FIELD_CUT) != 0;
            return term;
        }
    if (fields == T2S_FIELD_CUT && term.kind == T2S_TERM_COLUMN) {
        term = as_part(term, T2S_PART_CLOCK);
        term.is_cut = true;
        return term;
    }
    return (fields & 56) && !(fields & 7) ? as_part(term, T2S_PART_CLOCK)
                                          : other;
}

static t2s_time_term call_strftime(const t2s_term_reader *r, const call *c)
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
    bool is_compact = true;
    if (c->count == 0 || c->arguments[0].kind != T2S_TERM_TEXT || !format.at)
        return other;
    for (size_t i = 0; i < format.n; i++) {
        const char code = i + 1 < format.n ? format.at[i + 1] : '\0';
        if (format.at[i] != '%') {
            is_compact = false;
            continue;
        }
        i++;
        if (code == 's' || code == 'J')
            return as_number(term, code == 's' ? 1 : T2S_DAY_SECONDS);
        if (code == 'w' || code == 'u') {
            term = as_part(term, T2S_PART_WEEKDAY);
            term.is_iso_weekday = code == 'u';
            return term;
        }
        if (code == 'j')
            return as_part(term, T2S_PART_DAY_OF_YEAR);
        if (code == 'W' || code == 'V' || code == 'U') {
            /* '%Y-%W' is a week of a year. */
            return fields == 1 ? as_text(term, T2S_GRAIN_WEEK, T2S_LAYOUT_NONE)
                               : as_part(term, T2S_PART_WEEK);
        }
        for (size_t k = 0; k < sizeof codes / sizeof codes[0]; k++)
            if (codes[k].code == code) {
                fields |= codes[k].fields;
                is_compact &= code != 'F' && code != 'T';
            }
    }
    return with_fields(term, fields,
                       is_compact && (fields & 6) ? T2S_LAYOUT_COMPACT
                                                  : T2S_LAYOUT_ISO);
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

static t2s_time_term call_substr(const call *c)
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
        return other;
    if (first < 0 && (layout == T2S_LAYOUT_AMERICAN ||
                      layout == T2S_LAYOUT_EUROPEAN || term.is_raw)) {
        if (term.is_raw && layout == T2S_LAYOUT_NONE)
            layout = T2S_LAYOUT_AMERICAN;
        first += 11;
    }
    if (first < 1 || first > 32 || count < 1)
        return other;
    begin = (size_t)first - 1;
    end = begin + (count > 60 ? 99 - begin : (size_t)count);
    if (layout == T2S_LAYOUT_NONE)
        layout = guess_layout(begin, end);
    fields = t2s_layout_fields(layout, begin, end);
    /* Only what the column's own values, or a function, show as cut is. */
    if (term.layout == T2S_LAYOUT_NONE && (fields & T2S_FIELD_CUT))
        return other;
    /* Fields behind those that are there. */
    if (term.layout != T2S_LAYOUT_NONE && term.grain)
        fields &= t2s_grain_fields(term.grain) | T2S_FIELD_CUT;
    return with_fields(term, fields,
                       layout == T2S_LAYOUT_COMPACT ? layout : T2S_LAYOUT_ISO);
}

/* a || b, where a is a year or more and b what comes next, or a mark. */
static t2s_time_term join(t2s_time_term a, const t2s_time_term *b)
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
        return other;
    if (b->kind == T2S_TERM_TEXT && b->text.n <= 4) {
        a.is_dashed = true;
        return a;
    }
    if (b->kind != T2S_TERM_PART || b->key != a.key)
        return other;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i].grain == a.grain && steps[i].next == b->part) {
            a.grain = steps[i].made;
            a.layout = a.is_dashed ? T2S_LAYOUT_ISO : T2S_LAYOUT_COMPACT;
            a.is_cut |= b->is_cut;
            return a;
        }
    return other;
}

static t2s_time_term call_printf(const call *c)
{
    t2s_time_term made = c->count > 1 ? c->arguments[1] : other;
    const t2s_sql_word format = c->arguments[0].text;
    if (c->count < 2 || c->arguments[0].kind != T2S_TERM_TEXT || !format.at)
        return other;
    for (size_t i = 2; i < c->count; i++) {
        made.is_dashed = memchr(format.at, '-', format.n) != NULL;
        made.is_raw = false;
        made = join(made, &c->arguments[i]);
    }
    made.is_text = true;
    return made;
}

static t2s_time_term call_function(const t2s_term_reader *r, const call *c)
{
    static const struct {
        const char *name;
        unsigned fields;
    } fields[] = {{"year", 1}, {"month", 2},   {"day", 4},
                  {"hour", 8}, {"minute", 16}, {"second", 32}};
    if (word_is(c->name, "date"))
        return as_text(modified(r, c, 0), T2S_GRAIN_DAY, T2S_LAYOUT_ISO);
    if (word_is(c->name, "datetime"))
        return as_text(modified(r, c, 0), T2S_GRAIN_SECOND, T2S_LAYOUT_ISO);
    if (word_is(c->name, "time"))
        return as_part(modified(r, c, 0), T2S_PART_CLOCK);
    if (word_is(c->name, "julianday"))
        return as_number(modified(r, c, 0), T2S_DAY_SECONDS);
    if (word_is(c->name, "unixepoch"))
        return as_number(modified(r, c, 0), 1);
    if (word_is(c->name, "strftime"))
        return call_strftime(r, c);
    if (c->count == 0)
        return other;
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
    return other;
}

/* ------------------------------------------------------------- arithmetic */

/* Seconds of 1 of a term that is a time as a number; 0 where it is none. */
static double unit_of(const t2s_time_term *term)
{
    if (term->kind == T2S_TERM_COLUMN && term->is_raw)
        return term->layout == T2S_LAYOUT_EPOCH      ? term->divisor
               : term->layout == T2S_LAYOUT_EPOCH_MS ? term->divisor / 1000
               : term->layout == T2S_LAYOUT_ISO      ? YEAR_SECONDS
                                                     : 0;
    if (term->kind == T2S_TERM_COLUMN && term->unit == 0)
        return term->grain == T2S_GRAIN_YEAR ? YEAR_SECONDS : 0;
    if (term->kind == T2S_TERM_TIME && term->unit == 0)
        return term->at.grain == T2S_GRAIN_YEAR ? YEAR_SECONDS : 0;
    return term->unit;
}

static t2s_time_term subtract(const t2s_time_term *a, const t2s_time_term *b)
{
    t2s_time_term made = other;
    const double unit = unit_of(a) > 0 ? unit_of(a) : unit_of(b);
    made.kind = T2S_TERM_SPAN;
    made.unit = unit;
    made.is_now = a->is_now || b->is_now;
    made.is_compact = (a->layout == T2S_LAYOUT_COMPACT && a->unit == 0 &&
                       a->grain == T2S_GRAIN_DAY) &&
                      (b->layout == T2S_LAYOUT_COMPACT && b->unit == 0 &&
                       b->grain == T2S_GRAIN_DAY);
    if (a->kind == T2S_TERM_TIME || b->kind == T2S_TERM_TIME) {
        const t2s_time_term *column = a->kind == T2S_TERM_TIME ? b : a;
        made.anchored = a->kind == T2S_TERM_TIME ? -1 : 1;
        made.at = made.anchored < 0 ? a->at : b->at;
        made.key = column->key;
        made.column = column->column;
        made.grain = column->grain;
    }
    return unit > 0 || made.is_compact ? made : other;
}

/* A raw column over a number. */
static t2s_time_term divide_column(t2s_time_term a, double by)
{
    const bool is_compact = a.layout == T2S_LAYOUT_COMPACT;
    if (a.layout == T2S_LAYOUT_EPOCH_MS || a.layout == T2S_LAYOUT_EPOCH ||
        (a.layout == T2S_LAYOUT_NONE && by == 1000)) {
        a.divisor *= by;
        return a;
    }
    if (by == 10000 &&
        (is_compact ? a.grain == T2S_GRAIN_DAY : a.layout == T2S_LAYOUT_NONE))
        a = as_text(a, T2S_GRAIN_YEAR, T2S_LAYOUT_ISO);
    else if (by == 100 && is_compact && a.grain == T2S_GRAIN_DAY)
        a = as_text(a, T2S_GRAIN_MONTH, T2S_LAYOUT_COMPACT);
    else if (by == 100 && is_compact && a.grain == T2S_GRAIN_MONTH)
        a = as_text(a, T2S_GRAIN_YEAR, T2S_LAYOUT_ISO);
    else
        return other;
    a.is_text = false;
    return a;
}

static t2s_time_term with_number(t2s_time_term a, char sign, double number)
{
    if (a.kind == T2S_TERM_NUMBER) {
        a.number = sign == '+'                  ? a.number + number
                   : sign == '-'                ? a.number - number
                   : sign == '*'                ? a.number * number
                   : sign == '/' && number != 0 ? a.number / number
                                                : (double)NAN;
        return isnan(a.number) ? other : a;
    }
    a.is_text = false;
    if (sign == '+' || sign == '-') {
        const double signed_number = sign == '-' ? -number : number;
        if (a.kind == T2S_TERM_PART)
            a.plus += signed_number;
        else if (a.kind == T2S_TERM_TIME && a.unit > 0)
            move(&a, signed_number * a.unit, T2S_GRAIN_SECOND);
        else if (a.kind == T2S_TERM_COLUMN && unit_of(&a) > 0 &&
                 unit_of(&a) < YEAR_SECONDS && fabs(number) < 1e12)
            a.shift += (int64_t)(signed_number * unit_of(&a));
        return a;
    }
    if (number == 0)
        return other;
    if (a.kind == T2S_TERM_SPAN && a.is_compact && sign == '/' &&
        number == 10000) {
        a.is_compact = false; /* full years */
        a.unit = YEAR_SECONDS;
        return a;
    }
    if (a.kind == T2S_TERM_SPAN) {
        a.unit = sign == '*' ? a.unit / number : a.unit * number;
        return sign == '%' ? other : a;
    }
    if (a.kind == T2S_TERM_PART && a.part == T2S_PART_MONTH && sign == '/' &&
        number == 3) {
        a.part = T2S_PART_QUARTER;
        a.plus = a.plus < 0 ? 1 : 0; /* (m - 1) / 3 is from 0 on */
        a.plus = -a.plus;
        return a;
    }
    if (a.kind != T2S_TERM_COLUMN)
        return other;
    if (sign == '/' && a.is_raw)
        return divide_column(a, number);
    if (sign == '%' && number == 100 && a.layout == T2S_LAYOUT_COMPACT &&
        (a.grain == T2S_GRAIN_DAY || a.grain == T2S_GRAIN_MONTH)) {
        a = as_part(a,
                    a.grain == T2S_GRAIN_DAY ? T2S_PART_DAY : T2S_PART_MONTH);
        a.is_text = false;
        return a;
    }
    return other;
}

static bool is_time(const t2s_time_term *term)
{
    return term->kind == T2S_TERM_COLUMN || term->kind == T2S_TERM_TIME;
}

static t2s_time_term combine(t2s_time_term a, char sign, const t2s_time_term *b)
{
    if (sign == '|')
        return join(a, b);
    if (b->kind == T2S_TERM_NUMBER)
        return with_number(a, sign, b->number);
    if (a.kind == T2S_TERM_NUMBER && (sign == '*' || sign == '+') &&
        b->kind != T2S_TERM_OTHER)
        return with_number(*b, sign, a.number);
    if (sign == '-' && is_time(&a) && is_time(b) &&
        (a.kind == T2S_TERM_COLUMN || b->kind == T2S_TERM_COLUMN))
        return subtract(&a, b);
    if ((sign == '+' || sign == '-') && a.kind == T2S_TERM_SPAN &&
        b->kind == T2S_TERM_SPAN)
        return a;
    return other;
}

/* ------------------------------------------------------------- the whole */

static void read_arguments(t2s_term_reader *r, call *out, int32_t expr,
                           int depth)
{
    t2s_tree_for_each_child (r->query->tree, expr, at) {
        if (!t2s_sql_is(r->query->tree, at, T2S_RULE_expr))
            continue;
        if (out->count == MOST_ARGUMENTS)
            break;
        out->arguments[out->count++] = read_term(r, at, depth + 1);
    }
}

static t2s_time_term read_inner(t2s_term_reader *r, int32_t expr, int depth)
{
    const t2s_tree *tree = r->query->tree;
    const int32_t first = t2s_sql_first(tree, expr);
    const int32_t word = t2s_sql_next(tree, first);
    const char *sign;
    t2s_time_term a, b;
    if (t2s_sql_says(tree, first, "CAST")) {
        a = read_term(r, word == T2S_NO_NODE ? word : t2s_sql_next(tree, word),
                      depth + 1);
        a.is_text = false;
        return a;
    }
    if (t2s_sql_is(tree, first, T2S_RULE_function_name)) {
        call c = {.count = 0};
        c.name = t2s_sql_bare_word(tree, first);
        read_arguments(r, &c, expr, depth);
        return call_function(r, &c);
    }
    if (t2s_sql_is(tree, first, T2S_RULE_unary_operator)) {
        sign = tree->nodes[t2s_sql_terminal(tree, first)].text;
        a = sign[0] == '-' || sign[0] == '+' ? read_term(r, word, depth + 1)
                                             : other;
        if (sign[0] == '-')
            a.number = -a.number;
        return a;
    }
    if (!t2s_sql_is(tree, first, T2S_RULE_expr) || word == T2S_NO_NODE ||
        !t2s_tree_is_terminal(tree, word))
        return other;
    sign = tree->nodes[word].text;
    if (!strchr("+-*/%", sign[0]) && strcmp(sign, "||") != 0)
        return other;
    a = read_term(r, first, depth + 1);
    b = read_term(r, t2s_sql_next(tree, word), depth + 1);
    return combine(a, sign[0], &b);
}

static t2s_time_term read_term(t2s_term_reader *r, int32_t expr, int depth)
{
    const t2s_named_column *named;
    expr = t2s_sql_bare(r->query->tree, expr);
    if (expr == T2S_NO_NODE || depth > MAX_DEPTH || r->work == 0 ||
        !t2s_sql_is(r->query->tree, expr, T2S_RULE_expr))
        return other;
    r->work--;
    named = t2s_query_column_at(r->query, expr);
    if (named)
        return read_column(r, named, depth);
    if (t2s_sql_is(r->query->tree, t2s_sql_first(r->query->tree, expr),
                   T2S_RULE_literal_value))
        return read_literal(r, expr);
    return read_inner(r, expr, depth);
}

t2s_time_term t2s_time_term_read(t2s_term_reader *reader, int32_t expr)
{
    return expr == T2S_NO_NODE ? other : read_term(reader, expr, 0);
}
