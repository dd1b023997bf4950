/* bound_match.c - each comparison with a number that a question asks for,
 * against the one of a query that has this number. */
#include "facts/bound_match.h"

#include <math.h>

bool t2s_bound_same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* Whether two numbers are one in other units: percent, cents, minutes. */
static bool is_scaled(double a, double b)
{
    static const double units[] = {1, 100, 1000, 60, 3600, 24, 10, 86400};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (t2s_bound_same(a, b * units[i]) || t2s_bound_same(a * units[i], b))
            return true;
    return false;
}

/* The first whole number on the side that is taken in. */
static double edge(double number, bool is_lower, bool is_inclusive)
{
    return is_inclusive ? number : is_lower ? number + 1 : number - 1;
}

static t2s_bound_fit compare_number(const t2s_asked_bound *asked,
                                    const t2s_query_bound *has, double *off)
{
    const bool is_lower = has->is_lower != has->is_negated;
    const bool is_inclusive = has->is_inclusive != has->is_negated;
    *off = 0;
    if (has->is_equality)
        return t2s_bound_same(has->number, asked->number) ? T2S_BOUND_EQUAL
                                                          : T2S_BOUND_MISSING;
    /* "Over 100 thousand" is no 100. */
    if (asked->times > 1 && has->is_plain &&
        t2s_bound_same(has->number * asked->times, asked->number))
        return T2S_BOUND_MISSING;
    if (asked->is_either && has->keeps_both &&
        is_scaled(has->number, asked->number))
        return T2S_BOUND_EXACT;
    if (is_lower == asked->is_lower) {
        const double more =
            edge(has->number, is_lower, is_inclusive) -
            edge(asked->number, asked->is_lower, asked->is_inclusive);
        if (is_scaled(has->number, asked->number))
            return has->is_fluid || is_inclusive == asked->is_inclusive
                       ? T2S_BOUND_EXACT
                       : T2S_BOUND_STRICTNESS;
        if (!t2s_bound_same(fabs(has->number - asked->number), 1) ||
            (t2s_bound_same(has->number, 0) && has->is_inclusive))
            return T2S_BOUND_MISSING;
        if (t2s_bound_same(more, 0) && is_inclusive != asked->is_inclusive)
            return T2S_BOUND_EXACT;
        *off = is_lower ? -more : more;
        return T2S_BOUND_NEAR;
    }
    if (!is_scaled(has->number, asked->number))
        return T2S_BOUND_MISSING;
    if (is_inclusive == asked->is_inclusive)
        return T2S_BOUND_REVERSED;
    return has->keeps_both || asked->is_unsure ? T2S_BOUND_EXACT
                                               : T2S_BOUND_OPPOSITE;
}

/* Weeks may be compared in days. */
static t2s_bound_fit compare(const t2s_asked_bound *asked,
                             const t2s_query_bound *has, double *off)
{
    t2s_asked_bound days = *asked;
    days.number = asked->in_days;
    return compare_number(
        t2s_bound_same(has->number, days.number) ? &days : asked, has, off);
}

/* The best comparison of the query for one that is asked for; those that others
 * fit exactly are passed over. */
static t2s_bound_match find_best(const t2s_asked_bound *asked,
                                 const t2s_query_bounds *has, bool *is_used,
                                 const bool *is_exact)
{
    t2s_bound_match best = {T2S_BOUND_MISSING, -1, 0};
    for (size_t k = 0; k < has->count; k++) {
        double by;
        const t2s_bound_fit made = compare(asked, &has->bounds[k], &by);
        if (made < T2S_BOUND_MISSING)
            is_used[k] = true;
        if (made >= best.fit || (made != T2S_BOUND_EXACT && is_exact[k]))
            continue;
        best = (t2s_bound_match){made, (int32_t)k, by};
    }
    return best;
}

void t2s_bounds_match(t2s_bound_match *out, bool *is_used,
                      const t2s_bound_words *asked, const t2s_query_bounds *has)
{
    bool is_exact[T2S_MOST_QUERY_BOUNDS] = {false};
    double off;
    for (size_t i = 0; i < asked->count; i++)
        for (size_t k = 0; k < has->count; k++)
            is_exact[k] |= compare(&asked->bounds[i], &has->bounds[k], &off) ==
                           T2S_BOUND_EXACT;
    for (size_t i = 0; i < asked->count; i++)
        out[i] = find_best(&asked->bounds[i], has, is_used, is_exact);
}

t2s_place_match t2s_places_match(const t2s_bound_words *asked,
                                 const t2s_query_bounds *has)
{
    t2s_place_match made = {-1, 0, -1, 0, false};
    for (size_t k = 0; k < has->kept_count; k++) {
        const t2s_kept_places *kept = &has->kept[k];
        made.is_extra |= asked->place_count == 0 && kept->first > 1;
        for (size_t i = 0; i < asked->row_count; i++) {
            const double off = kept->last - kept->first + 1 - asked->rows[i];
            if (made.rows_at < 0 || fabs(off) < fabs(made.rows_off)) {
                made.rows_at = (int32_t)k;
                made.rows_off = off;
            }
        }
        for (size_t i = 0; i < asked->place_count; i++) {
            const double off = kept->first - asked->places[i];
            if (made.place_at < 0 || fabs(off) < fabs(made.place_off)) {
                made.place_at = (int32_t)k;
                made.place_off = off;
            }
        }
    }
    return made;
}
