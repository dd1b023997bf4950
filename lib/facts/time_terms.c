/* Expressions as times: columns, texts, arithmetic of numbers that are times.
 */
#include "facts/time_calls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/string.h"
#include "facts/query_reader.h"

/* Expressions within each other that are read. */
#define MAX_DEPTH    24
#define YEAR_SECONDS (365.25 * T2S_DAY_SECONDS)

static t2s_time_term read_term(t2s_term_reader *r, int32_t expr, int depth);

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
    t2s_time_term term = t2s_no_term;
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
    t2s_time_term term = t2s_no_term;
    const t2s_tree *tree = r->query->tree;
    const int32_t terminal = t2s_sql_terminal(tree, t2s_sql_first(tree, expr));
    const char *text = tree->nodes[terminal].text;
    if (text[0] == '\'') {
        term.kind = T2S_TERM_TEXT;
        term.text = t2s_sql_bare_word(tree, terminal);
    } else if (t2s_is_one_of(text, strlen(text),
                             "current_date current_timestamp")) {
        term.kind = T2S_TERM_TIME;
        term.is_now = true;
        term.at = (t2s_period){r->now, r->now + 1, T2S_GRAIN_SECOND};
        if (strlen(text) == strlen("current_date"))
            term.at = t2s_period_around(r->now, T2S_GRAIN_DAY);
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

bool t2s_time_month_first(t2s_period *out, const char *text, size_t n)
{
    const size_t cut = n - 5;
    int64_t year = 0;
    int month = 0;
    if ((n != 6 && n != 7) || !strchr("./-", text[cut]))
        return false;
    for (size_t i = 0; i < n; i++)
        if (i != cut && !t2s_is_digit(text[i]))
            return false;
    for (size_t i = 0; i < cut; i++)
        month = month * 10 + (text[i] - '0');
    for (size_t i = cut + 1; i < n; i++)
        year = year * 10 + (text[i] - '0');
    return month > 0 && month <= 12 && t2s_period_of_date(out, year, month, 0);
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
        if (!literal->text.at)
            return false;
        *layout = beside->layout;
        if (t2s_time_month_first(out, literal->text.at, literal->text.n))
            return true;
        if (!t2s_time_read(out, layout, literal->text.at, literal->text.n))
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

/* A day of a column as text: of two the years are subtracted. */
static bool is_date_text(const t2s_time_term *term)
{
    return term->kind == T2S_TERM_COLUMN && term->unit == 0 &&
           term->grain != T2S_GRAIN_NONE && term->grain < T2S_GRAIN_MONTH &&
           (term->layout == T2S_LAYOUT_ISO ||
            term->layout == T2S_LAYOUT_AMERICAN ||
            term->layout == T2S_LAYOUT_EUROPEAN ||
            term->layout == T2S_LAYOUT_SLASHED);
}

/* strftime('%d', a) - strftime('%d', b), which forgets the months. */
static t2s_time_term subtract_days(void)
{
    t2s_time_term made = t2s_no_term;
    made.kind = T2S_TERM_SPAN;
    made.unit = T2S_DAY_SECONDS;
    made.is_compact = true;
    return made;
}

static t2s_time_term subtract(const t2s_time_term *a, const t2s_time_term *b)
{
    t2s_time_term made = t2s_no_term;
    const double unit = unit_of(a) > 0 ? unit_of(a) : unit_of(b);
    made.kind = T2S_TERM_SPAN;
    made.unit = unit;
    made.is_now = a->is_now || b->is_now;
    made.is_compact = is_date_text(a) && is_date_text(b);
    made.is_compact |= (a->layout == T2S_LAYOUT_COMPACT && a->unit == 0 &&
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
    return unit > 0 || made.is_compact ? made : t2s_no_term;
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
        a = t2s_term_as_text(a, T2S_GRAIN_YEAR, T2S_LAYOUT_ISO);
    else if (by == 100 && is_compact && a.grain == T2S_GRAIN_DAY)
        a = t2s_term_as_text(a, T2S_GRAIN_MONTH, T2S_LAYOUT_COMPACT);
    else if (by == 100 && is_compact && a.grain == T2S_GRAIN_MONTH)
        a = t2s_term_as_text(a, T2S_GRAIN_YEAR, T2S_LAYOUT_ISO);
    else
        return t2s_no_term;
    a.is_text = false;
    return a;
}

/* A year as a number, to which years are added. */
static bool is_year(const t2s_time_term *term)
{
    return term->unit == 0 &&
           (term->kind == T2S_TERM_TIME
                ? term->at.grain == T2S_GRAIN_YEAR
                : term->kind == T2S_TERM_COLUMN &&
                      term->grain == T2S_GRAIN_YEAR && !term->is_begin);
}

static t2s_time_term with_number(t2s_time_term a, char sign, double number)
{
    if (a.kind == T2S_TERM_NUMBER) {
        a.number = sign == '+'                  ? a.number + number
                   : sign == '-'                ? a.number - number
                   : sign == '*'                ? a.number * number
                   : sign == '/' && number != 0 ? a.number / number
                                                : (double)NAN;
        return isnan(a.number) ? t2s_no_term : a;
    }
    a.is_text = false;
    if (sign == '+' || sign == '-') {
        const double signed_number = sign == '-' ? -number : number;
        if (a.kind == T2S_TERM_PART)
            a.plus += signed_number;
        else if (is_year(&a))
            t2s_term_move(&a, signed_number, T2S_GRAIN_YEAR);
        else if (a.kind == T2S_TERM_TIME && a.unit > 0)
            t2s_term_move(&a, signed_number * a.unit, T2S_GRAIN_SECOND);
        else if (a.kind == T2S_TERM_COLUMN && unit_of(&a) > 0 &&
                 unit_of(&a) < YEAR_SECONDS && fabs(number) < 1e12)
            a.shift += (int64_t)(signed_number * unit_of(&a));
        return a;
    }
    if (number == 0)
        return t2s_no_term;
    if (a.kind == T2S_TERM_SPAN && a.is_compact && sign == '/' &&
        number == 10000) {
        a.is_compact = false; /* full years */
        a.unit = YEAR_SECONDS;
        return a;
    }
    if (a.kind == T2S_TERM_SPAN) {
        a.unit = sign == '*' ? a.unit / number : a.unit * number;
        return sign == '%' ? t2s_no_term : a;
    }
    if (a.kind == T2S_TERM_PART && a.part == T2S_PART_MONTH && sign == '/' &&
        number == 3) {
        a.part = T2S_PART_QUARTER;
        a.plus = a.plus < 0 ? 1 : 0; /* (m - 1) / 3 is from 0 on */
        a.plus = -a.plus;
        return a;
    }
    if (a.kind != T2S_TERM_COLUMN)
        return t2s_no_term;
    if (sign == '/' && a.is_raw)
        return divide_column(a, number);
    if (sign == '%' && number == 100 && a.layout == T2S_LAYOUT_COMPACT &&
        (a.grain == T2S_GRAIN_DAY || a.grain == T2S_GRAIN_MONTH)) {
        a = t2s_term_as_part(a, a.grain == T2S_GRAIN_DAY ? T2S_PART_DAY
                                                         : T2S_PART_MONTH);
        a.is_text = false;
        return a;
    }
    return t2s_no_term;
}

static bool is_time(const t2s_time_term *term)
{
    return term->kind == T2S_TERM_COLUMN || term->kind == T2S_TERM_TIME;
}

static t2s_time_term combine(t2s_time_term a, char sign, const t2s_time_term *b)
{
    if (sign == '|')
        return t2s_term_join(a, b);
    if (b->kind == T2S_TERM_NUMBER)
        return with_number(a, sign, b->number);
    if (a.kind == T2S_TERM_NUMBER && (sign == '*' || sign == '+') &&
        b->kind != T2S_TERM_OTHER)
        return with_number(*b, sign, a.number);
    if (sign == '-' && is_time(&a) && is_time(b) &&
        (a.kind == T2S_TERM_COLUMN || b->kind == T2S_TERM_COLUMN))
        return subtract(&a, b);
    if (sign == '-' && a.kind == T2S_TERM_PART && b->kind == T2S_TERM_PART &&
        a.part == T2S_PART_DAY && b->part == T2S_PART_DAY && a.key != b->key)
        return subtract_days();
    if ((sign == '+' || sign == '-') && a.kind == T2S_TERM_SPAN &&
        b->kind == T2S_TERM_SPAN)
        return a;
    return t2s_no_term;
}

/* ------------------------------------------------------------- the whole */

static void read_arguments(t2s_term_reader *r, t2s_time_call *out, int32_t expr,
                           int depth)
{
    t2s_tree_for_each_child (r->query->tree, expr, at) {
        if (!t2s_sql_is(r->query->tree, at, T2S_RULE_expr))
            continue;
        if (out->count == T2S_MOST_ARGUMENTS)
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
        t2s_time_call c = {.count = 0};
        c.name = t2s_sql_bare_word(tree, first);
        read_arguments(r, &c, expr, depth);
        return t2s_time_call_term(r, &c);
    }
    if (t2s_sql_is(tree, first, T2S_RULE_unary_operator)) {
        sign = tree->nodes[t2s_sql_terminal(tree, first)].text;
        a = sign[0] == '-' || sign[0] == '+' ? read_term(r, word, depth + 1)
                                             : t2s_no_term;
        if (sign[0] == '-')
            a.number = -a.number;
        return a;
    }
    if (!t2s_sql_is(tree, first, T2S_RULE_expr) || word == T2S_NO_NODE ||
        !t2s_tree_is_terminal(tree, word))
        return t2s_no_term;
    sign = tree->nodes[word].text;
    if (!strchr("+-*/%", sign[0]) && strcmp(sign, "||") != 0)
        return t2s_no_term;
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
        return t2s_no_term;
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
    return expr == T2S_NO_NODE ? t2s_no_term : read_term(reader, expr, 0);
}
