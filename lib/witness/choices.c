/* The values that tell conditions apart: their constants, what is a little
 * more, less or otherwise than these, and some that have nothing to do with
 * them. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "base/string.h"
#include "schema/words.h"
#include "witness/plan.h"

#define MOST_CHOICES 160
/* Texts that a pattern may become. */
#define MOST_TEXT 400
/* Seconds from 1970 within which times are made. */
#define FAR ((int64_t)200000000000)

typedef struct maker {
    t2s_plan *plan;
    t2s_pool *pool;
    bool is_odd; /* what is added */
    bool failed;
} maker;

/* --- meeting --- */

static bool is_like(const t2s_want *want, const t2sed_cell *cell)
{
    if (want->value.type != T2SED_CELL_TEXT || cell->type != T2SED_CELL_TEXT)
        return t2s_cells_equal(&want->value, cell);
    return (want->is_glob
                ? sqlite3_strglob(want->value.text, cell->text)
                : sqlite3_strlike(want->value.text, cell->text, 0)) == 0;
}

static bool meets(const t2s_want *want, const t2sed_cell *cell)
{
    int order;
    if (want->operator== T2S_OPERATOR_IS ||
        cell->type == T2SED_CELL_NULL || want->value.type == T2SED_CELL_NULL)
        return want->operator== T2S_OPERATOR_IS &&
               t2s_cells_equal(&want->value, cell) != want->is_negated;
    if (want->operator== T2S_OPERATOR_LIKE)
        return is_like(want, cell) != want->is_negated;
    order = t2s_cells_compare(cell, &want->value, want->folds_case);
    switch (want->operator) {
    case T2S_OPERATOR_NOT_EQUAL:
        return (order != 0) != want->is_negated;
    case T2S_OPERATOR_LESS:
        return (order < 0) != want->is_negated;
    case T2S_OPERATOR_LESS_EQUAL:
        return (order <= 0) != want->is_negated;
    case T2S_OPERATOR_GREATER:
        return (order > 0) != want->is_negated;
    case T2S_OPERATOR_GREATER_EQUAL:
        return (order >= 0) != want->is_negated;
    default:
        return (order == 0) != want->is_negated;
    }
}

uint64_t t2s_pool_meets(const t2s_pool *pool, const t2sed_cell *cell)
{
    uint64_t met = 0;
    for (size_t i = 0; i < pool->wants.count; i++)
        if (!pool->wants.at[i].is_computed && meets(&pool->wants.at[i], cell))
            met |= (uint64_t)1 << i;
    return met;
}

/* --- adding --- */

/* `computed`: bits of wants that are met by what is computed of it. */
static void add(maker *m, t2sed_cell cell, uint64_t computed)
{
    t2s_choice choice = {cell, computed, m->is_odd};
    if (cell.type == T2SED_CELL_TEXT && !cell.text) {
        m->failed = true;
        return;
    }
    for (size_t i = 0; i < m->pool->choices.count; i++)
        if (t2s_cells_equal(&m->pool->choices.at[i].cell, &cell)) {
            m->pool->choices.at[i].meets |= computed;
            m->pool->choices.at[i].is_odd &= m->is_odd;
            return;
        }
    if (m->pool->choices.count == MOST_CHOICES)
        return;
    choice.meets |= t2s_pool_meets(m->pool, &cell);
    if (!t2s_vector_push(&m->pool->choices, choice))
        m->failed = true;
}

static void add_text(maker *m, const char *text, size_t n, uint64_t computed)
{
    add(m, t2s_cell_text(&m->plan->arena, text, n), computed);
}

static void add_joined(maker *m, const char *before, const char *text, size_t n,
                       const char *after, uint64_t computed)
{
    t2s_string whole = {0};
    t2s_string_append(&whole, before);
    t2s_string_append_n(&whole, text, n);
    t2s_string_append(&whole, after);
    if (whole.failed)
        m->failed = true;
    else
        add_text(m, whole.text, whole.length, computed);
    t2s_string_free(&whole);
}

/* --- numbers --- */

static void add_numbers(maker *m, double value, uint64_t computed)
{
    static const double steps[] = {0, 1, -1, 10, -10, 3, -3};
    const bool is_flag = value == 0 || value == 1; /* what else is rare then */
    if (fabs(value) > 1e15) {
        add(m, t2s_cell_number(value), computed);
        return;
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        m->is_odd = is_flag && value + steps[i] != 0 && value + steps[i] != 1;
        if (i == 0 || value + steps[i] >= 0 || value < 0)
            add(m, t2s_cell_number(value + steps[i]), i ? 0 : computed);
    }
    if (is_flag) {
        m->is_odd = false;
        return;
    }
    if (m->pool->sort == T2S_SORT_REAL) {
        add(m, t2s_cell_number(value + 0.25), 0);
        add(m, t2s_cell_number(value - 0.25), 0);
    }
    if (value > 1)
        add(m, t2s_cell_number((double)(int64_t)(value / 2)), 0);
    add(m, t2s_cell_number(value * 2 + 1), 0);
}

/* --- texts --- */

/* The same text with the case of its letters changed. */
static void add_other_case(maker *m, const char *text, size_t n)
{
    char changed[MOST_TEXT];
    bool is_lower = false;
    if (n >= sizeof changed)
        return;
    for (size_t i = 0; i < n; i++)
        is_lower |= text[i] >= 'a' && text[i] <= 'z';
    for (size_t i = 0; i < n; i++)
        changed[i] = is_lower && text[i] >= 'a' && text[i] <= 'z'
                         ? (char)(text[i] - 'a' + 'A')
                     : !is_lower ? t2s_ascii_lower(text[i])
                                 : text[i];
    add_text(m, changed, n, 0);
}

static void add_texts(maker *m, const char *text, size_t n, uint64_t computed)
{
    const bool was_odd = m->is_odd;
    add_text(m, text, n, computed);
    if (n >= MOST_TEXT)
        return;
    m->is_odd = true;
    add_other_case(m, text, n);
    add_joined(m, "", text, n, " Jr", computed);
    add_joined(m, "New ", text, n, "", computed);
    m->is_odd = was_odd;
}

/* What a pattern matches, with `between` for each wildcard of any length. */
static void add_match(maker *m, const t2s_want *want, const char *between)
{
    const char *any = want->is_glob ? "*" : "%",
               *one = want->is_glob ? "?" : "_";
    char text[MOST_TEXT];
    size_t n = 0;
    for (size_t i = 0; i < want->value.length; i++) {
        const char c = want->value.text[i];
        const char *put = c == *any ? between : NULL;
        if (put && i && i + 1 < want->value.length && !m->is_odd &&
            t2s_is_word_part(want->value.text, want->value.length, i - 1) &&
            t2s_is_word_part(want->value.text, want->value.length, i + 1))
            put = "'"; /* Men%s */
        if (n + strlen(between) + 2 > sizeof text)
            return;
        if (put)
            for (; *put; put++)
                text[n++] = *put;
        else
            text[n++] = c == *one ? 'a' : c;
    }
    if (n)
        add_texts(m, text, n, 0);
}

static void add_words(maker *m)
{
    static const char *const words[] = {"Amber", "Birch", "Cedar", "Delta"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add_text(m, words[i], strlen(words[i]), 0);
}

/* --- times --- */

static void add_time(maker *m, int64_t at, uint64_t computed)
{
    if (at > -FAR && at < FAR)
        add(m,
            t2s_cell_time(&m->plan->arena, at, m->pool->layout, m->pool->grain),
            computed);
}

static void add_period(maker *m, const t2s_period *period, uint64_t computed)
{
    const int64_t day = T2S_DAY_SECONDS;
    int64_t year;
    int month, of_month;
    t2s_date_of(period->from / day, &year, &month, &of_month);
    m->pool->first_year = year - 2;
    m->pool->last_year = year + 2;
    add_time(m, period->from, computed);
    add_time(m, period->from - day, 0);
    add_time(m, period->from + day,
             period->to > period->from + day ? computed : 0);
    add_time(m, period->to, 0);
    add_time(m, period->to - 1, computed);
    add_time(m, period->from + (period->to - period->from) / 2, computed);
    add_time(m, t2s_time_add(period->from, 1, T2S_GRAIN_MONTH), 0);
    add_time(m, t2s_time_add(period->from, -1, T2S_GRAIN_YEAR), 0);
    add_time(m, t2s_time_add(period->from, 1, T2S_GRAIN_YEAR), 0);
    if (m->pool->grain < T2S_GRAIN_DAY)
        add_time(m, period->from + day / 2, computed);
}

/* A number that is computed of a time: a year, a month or a day of one. */
static void add_time_part(maker *m, int64_t part, uint64_t computed)
{
    t2s_period period;
    if (part >= 1000 && t2s_period_of_date(&period, part, 0, 0)) {
        add_period(m, &period, computed);
        return;
    }
    for (int64_t year = 2019; year <= 2022; year += 3) {
        if (part >= 1 && part <= 12 &&
            t2s_period_of_date(&period, year, (int)part, 17)) {
            add_time(m, period.from, computed);
            add_time(m, t2s_time_add(period.from, 1, T2S_GRAIN_MONTH), 0);
        }
        if (part >= 1 && part <= 31 &&
            t2s_period_of_date(&period, year, 5, (int)part)) {
            add_time(m, period.from, 0);
            add_time(m, period.to, 0);
        }
    }
}

/* The time that a condition spells, or the beginning of one. */
static void add_spelled_time(maker *m, const t2s_want *want, uint64_t computed)
{
    char text[MOST_TEXT];
    size_t n = 0;
    t2s_period period;
    t2s_time_layout layout;
    double number = 0;
    if (want->value.type == T2SED_CELL_INTEGER) {
        n = (size_t)snprintf(text, sizeof text, "%lld",
                             (long long)want->value.integer);
        if (want->value.integer <= 9999)
            add_time_part(m, want->value.integer, computed);
        else if (t2s_time_read(&period, &layout, text, n))
            add_period(m, &period, computed);
        return;
    }
    if (want->value.type != T2SED_CELL_TEXT)
        return;
    for (size_t i = 0; i < want->value.length && n < sizeof text - 1; i++)
        if (!strchr("%*", want->value.text[i]))
            text[n++] = want->value.text[i];
    while (n && (text[n - 1] == '-' || text[n - 1] == ' '))
        n--;
    text[n] = '\0';
    if (n >= 6 && t2s_time_read(&period, &layout, text, n)) {
        add_period(m, &period, computed);
    } else if (n && n <= 4 && t2s_is_digit(text[0])) {
        number = t2s_query_number(text);
        add_time_part(m, (int64_t)number, computed);
    }
    m->is_odd = true; /* of another form than the column's, if not there */
    if (want->operator!= T2S_OPERATOR_LIKE && !want->is_computed)
        add_text(m, want->value.text, want->value.length, computed);
    m->is_odd = false;
}

static void add_days(maker *m)
{
    t2s_period period;
    for (int64_t i = 0; i < 6; i++)
        if (t2s_period_of_date(&period, 2010 + 2 * i, 1 + (int)i * 2,
                               5 + (int)i * 4))
            add_time(m, period.from, 0);
}

/* --- the whole --- */

static void add_of_want(maker *m, size_t i)
{
    const t2s_want want = m->pool->wants.at[i];
    const uint64_t computed = want.is_computed ? (uint64_t)1 << i : 0;
    if (want.value.type == T2SED_CELL_NULL) {
        add(m, want.value, 0);
        return;
    }
    if (m->pool->sort == T2S_SORT_TIME) {
        add_spelled_time(m, &want, computed);
    } else if (want.value.type != T2SED_CELL_TEXT) {
        add_numbers(m,
                    want.value.type == T2SED_CELL_REAL
                        ? want.value.real
                        : (double)want.value.integer,
                    computed);
    } else if (want.operator== T2S_OPERATOR_LIKE) {
        m->is_odd = true;
        add_match(m, &want, "");
        m->is_odd = false;
        add_match(m, &want, "st");
        add_match(m, &want, " an ");
    } else {
        add_texts(m, want.value.text, want.value.length, computed);
    }
}

static void add_others(maker *m)
{
    switch (m->pool->sort) {
    case T2S_SORT_TEXT:
        add_words(m);
        break;
    case T2S_SORT_TIME:
        add_days(m);
        break;
    case T2S_SORT_BOOLEAN:
        if (m->pool->has_text)
            break;
        add(m, t2s_cell_integer(0), 0);
        add(m, t2s_cell_integer(1), 0);
        break;
    default:
        for (int64_t i = 1; i <= 4; i++)
            add(m, t2s_cell_integer(i * i * 5), 0);
    }
}

bool t2s_pool_find_choices(t2s_plan *plan, t2s_pool *pool)
{
    maker m = {plan, pool, false, false};
    for (size_t i = 0; i < pool->wants.count && !m.failed; i++)
        add_of_want(&m, i);
    if (pool->wants.count)
        add_others(&m);
    return !m.failed;
}
