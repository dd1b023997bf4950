/* Comparisons of times. */
#include "facts/time_bounds.h"

#include <math.h>
#include <string.h>

#include "base/string.h"
#include "facts/query_reader.h"

/* Nodes above comparisons that are looked at. */
#define MOST_CLIMBED 50000

/* The topmost node that a row must meet where it meets `expr`: the SELECT for
 * WHERE and ON, which go together. */
static int32_t group_of(t2s_bound_reader *r, int32_t expr)
{
    int32_t at = expr;
    for (; r->climbed < MOST_CLIMBED; r->climbed++) {
        int32_t parent = r->tree->nodes[at].parent;
        if (parent == T2S_NO_NODE)
            return at;
        if (t2s_sql_is(r->tree, parent, T2S_RULE_where_clause) ||
            t2s_sql_is(r->tree, parent, T2S_RULE_join_constraint)) {
            while (parent != T2S_NO_NODE &&
                   !t2s_sql_is(r->tree, parent, T2S_RULE_select_core))
                parent = r->tree->nodes[parent].parent;
            return parent;
        }
        if (!t2s_sql_operates(r->tree, parent, "AND") &&
            t2s_sql_in_parentheses(r->tree, parent) != at)
            return at;
        at = parent;
    }
    return expr;
}

/* ------------------------------------------------------- comparing */

static bool is_less(t2s_query_operator of)
{
    return of == T2S_OPERATOR_LESS || of == T2S_OPERATOR_LESS_EQUAL;
}

static bool is_inequality(t2s_query_operator of)
{
    return of >= T2S_OPERATOR_LESS && of <= T2S_OPERATOR_GREATER_EQUAL;
}

/* The window of rows whose time, `grain` fine, compares so with `to`. */
static t2s_period compare(t2s_query_operator of, t2s_grain grain,
                          const t2s_period *to, bool is_number)
{
    const bool takes_equal =
        of == T2S_OPERATOR_LESS_EQUAL || of == T2S_OPERATOR_GREATER_EQUAL;
    t2s_period out = {T2S_TIME_FIRST, T2S_TIME_LAST, to->grain}, around;
    int64_t at;
    if (!is_inequality(of))
        return *to;
    if (grain == T2S_GRAIN_NONE || grain == to->grain) {
        at = is_less(of) == takes_equal ? to->to : to->from;
    } else if (grain < to->grain) {
        /* '2024-03-31' is before all times of that day. */
        at = to->from;
    } else {
        /* A day is before all times of that day but, as a number, midnight. */
        around = t2s_period_around(to->from, grain);
        at = is_number && to->from == around.from && is_less(of) != takes_equal
                 ? around.from
                 : around.to;
    }
    if (is_less(of))
        out.to = at;
    else
        out.from = at;
    return out;
}

static bool is_same_layout(t2s_time_layout a, t2s_time_layout b)
{
    const bool digits[2] = {a == T2S_LAYOUT_COMPACT || a == T2S_LAYOUT_SPLIT,
                            b == T2S_LAYOUT_COMPACT || b == T2S_LAYOUT_SPLIT};
    return a == b || a == T2S_LAYOUT_NONE || b == T2S_LAYOUT_NONE ||
           (digits[0] && digits[1]);
}

t2sed_span t2s_time_place(const t2s_bound_reader *r, int32_t node)
{
    return (t2sed_span){r->tree->nodes[node].begin, r->tree->nodes[node].end};
}

static t2s_time_bound *add_bound(t2s_bound_reader *r, int32_t node,
                                 const t2s_time_term *slot)
{
    t2s_time_bound *made;
    if (r->count == T2S_MOST_COMPARISONS)
        return NULL;
    made = &r->bounds[r->count++];
    memset(made, 0, sizeof *made);
    made->node = node;
    made->group = group_of(r, node);
    made->slot = *slot;
    made->window.column = slot->column;
    made->window.place = t2s_time_place(r, node);
    made->window.window =
        (t2s_period){T2S_TIME_FIRST, T2S_TIME_LAST, T2S_GRAIN_NONE};
    return made;
}

/* The time of a column that is `at` with what is added to it. */
static int64_t less(int64_t at, int64_t shift, int32_t months)
{
    return at <= T2S_TIME_FIRST || at >= T2S_TIME_LAST
               ? at
               : t2s_time_add(at - shift, -months, T2S_GRAIN_MONTH);
}

static void take_back(t2s_period *at, int64_t shift, int32_t months)
{
    at->from = less(at->from, shift, months);
    at->to = less(at->to, shift, months);
}

/* What a column cut to where a month begins is compared with: a literal that is
 * such a beginning stands for the whole month. */
static bool widen(t2s_period *to, const t2s_time_term *slot)
{
    t2s_period around;
    if (!slot->is_begin || to->grain > slot->grain)
        return false;
    take_back(to, slot->shift, slot->months);
    around = t2s_period_around(to->from, slot->grain);
    if (to->from == around.from)
        *to = around;
    return true;
}

/* column < time */
static void compare_time(t2s_bound_reader *r, int32_t node,
                         t2s_query_operator of, const t2s_time_term *slot,
                         const t2s_time_term *value)
{
    t2s_period to;
    t2s_time_layout layout = T2S_LAYOUT_NONE;
    bool is_number, has_clock, is_begin;
    t2s_time_bound *made;
    t2s_time_window *window;
    if (!t2s_time_term_literal(&to, &layout, value, slot) ||
        (made = add_bound(r, node, slot)) == NULL)
        return;
    window = &made->window;
    is_begin = widen(&to, slot);
    is_number = slot->unit > 0 || value->unit > 0 ||
                (slot->is_raw && (slot->layout == T2S_LAYOUT_EPOCH ||
                                  slot->layout == T2S_LAYOUT_EPOCH_MS));
    window->is_relative = value->is_now;
    /* Times of day are compared with a midnight, or with a day. */
    has_clock = slot->grain != T2S_GRAIN_NONE && slot->grain < T2S_GRAIN_DAY;
    if (of == T2S_OPERATOR_LESS_EQUAL || !is_inequality(of)) {
        const bool is_day = to.grain == T2S_GRAIN_DAY ||
                            (value->unit > 0 && to.from % T2S_DAY_SECONDS == 0);
        window->loses_end = is_day && has_clock &&
                            (slot->is_raw || slot->layout == T2S_LAYOUT_ISO) &&
                            (is_inequality(of) || slot->unit == 0);
        window->may_lose_end =
            is_day && slot->is_raw && slot->grain == T2S_GRAIN_NONE;
    }
    if (slot->is_raw) {
        window->is_unordered =
            is_inequality(of) && (slot->layout == T2S_LAYOUT_AMERICAN ||
                                  slot->layout == T2S_LAYOUT_EUROPEAN);
        /* A year is before all dates that begin with it. */
        window->is_other_layout = value->kind == T2S_TERM_TEXT &&
                                  !is_same_layout(slot->layout, layout) &&
                                  !(to.grain == T2S_GRAIN_YEAR &&
                                    (slot->layout == T2S_LAYOUT_SLASHED ||
                                     slot->layout == T2S_LAYOUT_COMPACT ||
                                     slot->layout == T2S_LAYOUT_SPLIT));
    }
    window->window = compare(of, slot->grain, &to, is_number);
    if (!is_begin)
        take_back(&window->window, slot->shift, slot->months);
    take_back(&window->window, slot->shift_before, slot->months_before);
    r->out->compares_text |= slot->is_text && value->kind == T2S_TERM_NUMBER;
}

/* Numbers that a part may be, as bits. */
static uint64_t numbers_that(t2s_query_operator of, double number, int most)
{
    uint64_t mask = 0;
    for (int i = 0; i <= most; i++) {
        const double at = i;
        if (of == T2S_OPERATOR_LESS            ? at < number
            : of == T2S_OPERATOR_LESS_EQUAL    ? at <= number
            : of == T2S_OPERATOR_GREATER       ? at > number
            : of == T2S_OPERATOR_GREATER_EQUAL ? at >= number
                                               : at == number)
            mask |= 1ULL << i;
    }
    return mask;
}

/* The number that a literal is, beside a part: "06" too; or -1. */
static double part_number(const t2s_time_term *value)
{
    double number = 0;
    if (value->kind == T2S_TERM_NUMBER)
        return value->number;
    if (value->kind != T2S_TERM_TEXT || !value->text.at || value->text.n == 0 ||
        value->text.n > 3)
        return -1;
    for (size_t i = 0; i < value->text.n; i++) {
        if (!t2s_is_digit(value->text.at[i]))
            return -1;
        number = number * 10 + (value->text.at[i] - '0');
    }
    return number;
}

/* "08:30" in seconds; -1 where it is none. */
static double clock_number(const t2s_time_term *value)
{
    const char *at = value->text.at;
    double seconds;
    if (value->kind != T2S_TERM_TEXT || !at || value->text.n < 5 ||
        at[2] != ':')
        return -1;
    for (size_t i = 0; i < 5; i++)
        if (i != 2 && !t2s_is_digit(at[i]))
            return -1;
    seconds = (at[0] - '0') * 10 + (at[1] - '0');
    return seconds + ((at[3] - '0') * 10 + (at[4] - '0')) / 60.0;
}

static int most_of(t2s_time_part part)
{
    static const unsigned char most[] = {
        [T2S_PART_MONTH] = 12,       [T2S_PART_DAY] = 31,
        [T2S_PART_HOUR] = 23,        [T2S_PART_MINUTE] = 59,
        [T2S_PART_SECOND] = 59,      [T2S_PART_WEEKDAY] = 7,
        [T2S_PART_QUARTER] = 4,      [T2S_PART_WEEK] = 53,
        [T2S_PART_DAY_OF_YEAR] = 63, [T2S_PART_CLOCK] = 23};
    return most[part];
}

static void compare_part(t2s_bound_reader *r, int32_t node,
                         t2s_query_operator of, const t2s_time_term *slot,
                         const t2s_time_term *value)
{
    const double number =
        slot->part == T2S_PART_CLOCK ? clock_number(value) : part_number(value);
    t2s_time_bound *made;
    if (number < 0 || (made = add_bound(r, node, slot)) == NULL)
        return;
    /* Behind 22:00 is in that hour. */
    if (slot->part == T2S_PART_CLOCK && of == T2S_OPERATOR_GREATER &&
        number == floor(number))
        of = T2S_OPERATOR_GREATER_EQUAL;
    made->mask = numbers_that(of, number - slot->plus, most_of(slot->part));
    /* An hour that ends at 10:00 is that before. */
    if (slot->part == T2S_PART_CLOCK && of == T2S_OPERATOR_LESS_EQUAL &&
        number == floor(number) && number > 0)
        made->mask &= ~(1ULL << (int)number);
    r->out->compares_text |= slot->is_text && value->kind == T2S_TERM_NUMBER;
}

void t2s_time_add_span(t2s_bound_reader *r, int32_t node, double seconds,
                       double unit, bool is_modifier)
{
    t2s_time_span *made = &r->out->spans[r->out->span_count];
    if (r->out->span_count == T2S_MOST_TIME_CONDITIONS)
        return;
    r->out->span_count++;
    made->seconds = seconds;
    made->unit = unit;
    made->is_modifier = is_modifier;
    made->place = t2s_time_place(r, node);
}

void t2s_time_note(t2s_bound_reader *r, int32_t node, const t2s_time_term *term)
{
    if (term->is_cut && !r->out->cuts_fields) {
        r->out->cuts_fields = true;
        r->out->cut_at = t2s_time_place(r, node);
    }
    if (term->kind == T2S_TERM_SPAN && term->is_compact &&
        !r->out->subtracts_compact) {
        r->out->subtracts_compact = true;
        r->out->compact_at = t2s_time_place(r, node);
    }
}

/* A distance and a number: of a column and a time that is spelled, a window of
 * the column. */
static void compare_span(t2s_bound_reader *r, int32_t node,
                         t2s_query_operator of, const t2s_time_term *span,
                         double number)
{
    const double seconds = number * span->unit;
    t2s_time_term column = *span;
    t2s_period to;
    t2s_time_bound *made;
    if (number != 0)
        t2s_time_add_span(r, node, fabs(seconds), span->unit, false);
    if (!span->anchored || span->is_compact || fabs(seconds) > 1e11)
        return;
    column.kind = T2S_TERM_COLUMN;
    if ((made = add_bound(r, node, &column)) == NULL)
        return;
    to.from = span->at.from + (int64_t)seconds * span->anchored;
    to.to = to.from + 1;
    to.grain = T2S_GRAIN_SECOND;
    made->window.is_relative = span->is_now;
    made->window.window =
        compare(span->anchored < 0 ? t2s_query_mirrored(of) : of,
                span->grain                     ? span->grain
                : span->unit >= T2S_DAY_SECONDS ? T2S_GRAIN_DAY
                                                : T2S_GRAIN_SECOND,
                &to, true);
}

static void compare_terms(t2s_bound_reader *r, int32_t node,
                          t2s_query_operator of, const t2s_time_term *a,
                          const t2s_time_term *b)
{
    if (b->kind == T2S_TERM_COLUMN || b->kind == T2S_TERM_PART ||
        b->kind == T2S_TERM_SPAN) {
        const t2s_time_term *swap = a;
        if (a->kind == T2S_TERM_COLUMN && b->kind == T2S_TERM_COLUMN) {
            const double shift = fabs((double)(a->shift - b->shift)) +
                                 fabs((double)a->months - b->months) *
                                     t2s_grain_seconds(T2S_GRAIN_MONTH);
            if (shift > 0)
                t2s_time_add_span(r, node, shift, T2S_DAY_SECONDS, true);
            return;
        }
        a = b;
        b = swap;
        of = t2s_query_mirrored(of);
    }
    if (a->kind == T2S_TERM_COLUMN && a->is_raw &&
        a->layout == T2S_LAYOUT_NONE && clock_number(b) >= 0) {
        t2s_time_term clock = *a; /* a text as "22:15" */
        clock.kind = T2S_TERM_PART;
        clock.part = T2S_PART_CLOCK;
        compare_part(r, node, of, &clock, b);
    } else if (a->kind == T2S_TERM_COLUMN) {
        compare_time(r, node, of, a, b);
    } else if (a->kind == T2S_TERM_PART) {
        compare_part(r, node, of, a, b);
    } else if (a->kind == T2S_TERM_SPAN && b->kind == T2S_TERM_NUMBER) {
        compare_span(r, node, of, a, b->number);
    }
}

/* ------------------------------------------------------- patterns, lists */

/* LIKE '2023-03%': the time that is the text before the first wildcard; or
 * 'MM/__/YYYY', and '%2023%'. */
static void compare_pattern(t2s_bound_reader *r, int32_t node,
                            const t2s_time_term *slot,
                            const t2s_time_term *pattern)
{
    const char *text = pattern->text.at;
    size_t begin = 0, end;
    t2s_time_term literal = *pattern, whole = *slot;
    if (slot->kind != T2S_TERM_COLUMN || pattern->kind != T2S_TERM_TEXT ||
        !text)
        return;
    /* '%/2023', '__/__/2023' */
    while (begin < pattern->text.n && strchr("%_/-.", text[begin]))
        begin++;
    for (end = begin; end < pattern->text.n && !strchr("%_*", text[end]); end++)
        ;
    if (begin == 0 && end == 3 && text[2] == '/' && pattern->text.n >= 8) {
        /* 06/__/2024, 06/%/2024 */
        const size_t n = pattern->text.n;
        t2s_period year;
        t2s_time_layout layout;
        t2s_time_bound *made;
        t2s_time_term part = *slot;
        if (t2s_time_read(&year, &layout, text + n - 4, 4)) {
            literal.text = (t2s_sql_word){text + n - 4, 4};
            whole.is_raw = false;
            whole.grain = T2S_GRAIN_YEAR;
            compare_time(r, node, T2S_OPERATOR_EQUAL, &whole, &literal);
        }
        part.kind = T2S_TERM_PART;
        part.part = T2S_PART_MONTH;
        literal.text = (t2s_sql_word){text, 2};
        if (part_number(&literal) > 0 &&
            (made = add_bound(r, node, &part)) != NULL)
            made->mask =
                numbers_that(T2S_OPERATOR_EQUAL, part_number(&literal), 12);
        return;
    }
    while (end > begin && strchr("-/. T:", text[end - 1]))
        end--;
    literal.text = (t2s_sql_word){text + begin, end - begin};
    /* What is cut off loses nothing. */
    whole.is_raw = false;
    whole.grain = T2S_GRAIN_NONE;
    compare_time(r, node, T2S_OPERATOR_EQUAL, &whole, &literal);
}

/* x IN (a, b, c): neighbours make one window. */
static void compare_list(t2s_bound_reader *r, int32_t node,
                         const t2s_time_term *slot, int32_t list)
{
    t2s_time_bound *first = NULL;
    if (!t2s_sql_says(r->tree, t2s_sql_first(r->tree, list), "("))
        return;
    t2s_tree_for_each_child (r->tree, list, at) {
        const size_t before = r->count;
        t2s_time_term value;
        if (!t2s_sql_is(r->tree, at, T2S_RULE_expr) ||
            r->compared++ >= T2S_MOST_COMPARISONS)
            continue;
        value = t2s_time_term_read(&r->terms, at);
        compare_terms(r, node, T2S_OPERATOR_EQUAL, slot, &value);
        if (r->count == before)
            continue;
        if (first && slot->kind == T2S_TERM_PART) {
            first->mask |= r->bounds[--r->count].mask;
        } else if (first && first->window.window.to ==
                                r->bounds[before].window.window.from) {
            first->window.window.to = r->bounds[before].window.window.to;
            r->count--;
        } else {
            first = &r->bounds[before];
            /* Another window for another place of the list. */
            if (slot->kind != T2S_TERM_PART && before > 0 &&
                r->bounds[before - 1].node == node)
                first->group = at;
        }
    }
}

/* Whether NOT stands before an expr, or before the parentheses round it. */
static bool is_denied(const t2s_tree *tree, int32_t expr)
{
    int32_t parent = tree->nodes[expr].parent;
    for (; t2s_sql_in_parentheses(tree, parent) == expr;
         parent = tree->nodes[expr].parent)
        expr = parent;
    parent = t2s_sql_first(tree, parent);
    return t2s_sql_is(tree, parent, T2S_RULE_unary_operator) &&
           t2s_sql_says(tree, t2s_sql_terminal(tree, parent), "NOT");
}

/* Makes a window with an open end the other half of all time; false for any
 * other. */
static bool turn_round(t2s_time_bound *at)
{
    t2s_period *window = &at->window.window;
    const bool from = window->from <= T2S_TIME_FIRST;
    if (at->slot.kind == T2S_TERM_PART || from == (window->to >= T2S_TIME_LAST))
        return false;
    if (from) {
        window->from = window->to;
        window->to = T2S_TIME_LAST;
    } else {
        window->to = window->from;
        window->from = T2S_TIME_FIRST;
    }
    return true;
}

/* All values of a part: %w has no 7. */
static uint64_t all_of(const t2s_time_term *slot)
{
    const bool has_no_7 =
        slot->part == T2S_PART_WEEKDAY && !slot->is_iso_weekday;
    return (2ULL << (most_of(slot->part) - has_no_7)) - 1;
}

void t2s_time_compare(t2s_bound_reader *r, int32_t node)
{
    int32_t left = t2s_sql_first(r->tree, node);
    int32_t word = t2s_sql_next(r->tree, left), right;
    int32_t of;
    bool is_negated;
    const size_t before = r->count;
    t2s_time_term slot, value;
    if (!t2s_sql_is(r->tree, left, T2S_RULE_expr) || word == T2S_NO_NODE)
        return;
    is_negated = t2s_sql_says(r->tree, word, "NOT");
    if (is_negated)
        word = t2s_sql_next(r->tree, word);
    of = t2s_query_operator_of(r->tree, word);
    right = t2s_sql_next(r->tree, word);
    if (of < 0 || of > T2S_OPERATOR_BETWEEN || of == T2S_OPERATOR_NOT_EQUAL ||
        right == T2S_NO_NODE || r->compared++ >= T2S_MOST_COMPARISONS)
        return;
    slot = t2s_time_term_read(&r->terms, left);
    t2s_time_note(r, left, &slot);
    if (of == T2S_OPERATOR_IN) {
        compare_list(r, node, &slot, right);
    } else {
        value = t2s_time_term_read(&r->terms, right);
        t2s_time_note(r, right, &value);
        if (of == T2S_OPERATOR_LIKE)
            compare_pattern(r, node, &slot, &value);
        else if (of == T2S_OPERATOR_BETWEEN) {
            compare_terms(r, node, T2S_OPERATOR_GREATER_EQUAL, &slot, &value);
            right = t2s_sql_next(r->tree, t2s_sql_next(r->tree, right));
            value = t2s_time_term_read(&r->terms, right);
            compare_terms(r, node, T2S_OPERATOR_LESS_EQUAL, &slot, &value);
        } else
            compare_terms(r, node, (t2s_query_operator)of, &slot, &value);
    }
    if (is_denied(r->tree, node))
        for (size_t i = before; i < r->count; i++)
            is_negated |= !turn_round(&r->bounds[i]);
    for (size_t i = before; is_negated && i < r->count; i++) {
        r->bounds[i].window.is_negated = true;
        r->bounds[i].group = node;
        r->bounds[i].mask = ~r->bounds[i].mask & all_of(&r->bounds[i].slot);
    }
}
