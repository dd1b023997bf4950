/* curve.c - what a threshold is worth, for every threshold. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/items.h"

void t2sed_curve_free(t2sed_curve *curve)
{
    t2s_free(curve); /* with its points */
}

/* From the surest item down: what is answered, and how much of it is right. */
static void draw_answers(t2sed_curve *c, t2sed_curve_point *points,
                         const struct t2s_item *items)
{
    double all = (double)c->items, answered = 0, right = 0, area = 0;
    size_t end = c->items;
    bool risk = c->kind == T2SED_CURVE_RISK;
    while (end > 0) {
        double tie = 0, tie_right = 0, threshold = items[end - 1].score;
        for (; end > 0 && items[end - 1].score == threshold; end--) {
            tie++;
            tie_right += items[end - 1].label;
        }
        for (double k = 1; k <= tie; k++)
            area += (right + tie_right * (k / tie)) / (answered + k);
        answered += tie;
        right += tie_right;
        points[c->count++] = (t2sed_curve_point){
            risk ? answered / all : answered,
            risk ? 1 - right / answered : right / answered, threshold};
    }
    c->area = risk ? 1 - area / all : area / all;
}

/* From the least sure item up: what is asked about, and so put right. */
static void draw_interactions(t2sed_curve *c, t2sed_curve_point *points,
                              const struct t2s_item *items)
{
    double all = (double)c->items, asked = 0, right = 0, area = 0;
    for (size_t i = 0; i < c->items; i++)
        right += items[i].label;
    points[c->count++] = (t2sed_curve_point){0, right / all, items[0].score};
    for (size_t i = 0; i < c->items;) {
        double tie = 0, tie_wrong = 0;
        size_t end = t2s_items_tie(items, i, c->items);
        for (; i < end; i++) {
            tie++;
            tie_wrong += !items[i].label;
        }
        for (double k = 1; k <= tie; k++)
            area += (right + tie_wrong * (k / tie)) / all;
        asked += tie;
        right += tie_wrong;
        points[c->count++] = (t2sed_curve_point){
            asked, right / all, i < c->items ? items[i].score : INFINITY};
    }
    c->area = area / all;
}

t2sed_status t2sed_curve_measure(t2sed_curve **out, const t2sed_items *items,
                                 int kind, t2sed_error *err)
{
    struct t2s_item *sorted;
    t2sed_curve_point *points;
    t2sed_curve *c;
    size_t count;
    t2sed_status status;
    if (!out || !items)
        return t2s_fail_null(err, __func__, "out and items");
    if (kind < T2SED_CURVE_ANSWERS || kind > T2SED_CURVE_RISK)
        return t2s_fail(err, T2SED_EINVAL, -1, "curve: there is no kind %d",
                        kind);
    status = t2s_items_select(&sorted, &count, items, err);
    if (status != T2SED_OK)
        return status;
    c = t2s_zalloc(sizeof *c + (count + 1) * sizeof *points);
    if (!c) {
        t2s_free(sorted);
        return t2s_fail_memory(err);
    }
    points = (t2sed_curve_point *)(c + 1);
    c->points = points;
    c->kind = kind;
    c->items = count;
    c->area = NAN;
    if (count && kind == T2SED_CURVE_INTERACTIONS)
        draw_interactions(c, points, sorted);
    else if (count)
        draw_answers(c, points, sorted);
    t2s_free(sorted);
    *out = c;
    return T2SED_OK;
}

const t2sed_curve_point *t2sed_curve_reach(const t2sed_curve *curve, double y)
{
    const double slack = 1e-12; /* 19 of 20 is 95 % */
    const t2sed_curve_point *found = NULL;
    for (size_t i = 0; curve && i < curve->count; i++) {
        const t2sed_curve_point *at = &curve->points[i];
        if (curve->kind == T2SED_CURVE_RISK ? at->y > y + slack
                                            : at->y < y - slack)
            continue;
        found = at;
        if (curve->kind == T2SED_CURVE_INTERACTIONS)
            break;
    }
    return found;
}
