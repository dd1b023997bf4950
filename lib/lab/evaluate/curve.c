/* curve.c - what a threshold is worth, for every threshold. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/evaluate/items.h"

struct t2sed_curve {
    int kind;
    size_t items, count;
    double area;
    struct point {
        double x, y, threshold;
    } * points; /* [count] */
};

void t2sed_curve_free(t2sed_curve *curve)
{
    if (!curve)
        return;
    t2s_free(curve->points);
    t2s_free(curve);
}

static void add(t2sed_curve *c, double x, double y, double threshold)
{
    c->points[c->count++] = (struct point){x, y, threshold};
}

/* From the surest item down: what is answered, and how much of it is right. */
static void draw_answers(t2sed_curve *c, const struct t2s_item *items)
{
    double all = (double)c->items, answered = 0, right = 0, area = 0;
    size_t end = c->items;
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
        if (c->kind == T2SED_CURVE_RISK)
            add(c, answered / all, 1 - right / answered, threshold);
        else
            add(c, answered, right / answered, threshold);
    }
    c->area = c->kind == T2SED_CURVE_RISK ? 1 - area / all : area / all;
}

/* From the least sure item up: what is asked about, and so put right. */
static void draw_interactions(t2sed_curve *c, const struct t2s_item *items)
{
    double all = (double)c->items, asked = 0, right = 0, area = 0;
    for (size_t i = 0; i < c->items; i++)
        right += items[i].label;
    add(c, 0, right / all, items[0].score);
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
        add(c, asked, right / all, i < c->items ? items[i].score : INFINITY);
    }
    c->area = area / all;
}

t2sed_status t2sed_curve_measure(t2sed_curve **out, const t2sed_items *items,
                                 int kind, t2sed_error *err)
{
    struct t2s_item *sorted;
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
    c = t2s_zalloc(sizeof *c);
    if (c)
        c->points = t2s_alloc_array(count + 1, sizeof *c->points);
    if (!c || !c->points) {
        t2sed_curve_free(c);
        t2s_free(sorted);
        return t2s_fail_memory(err);
    }
    c->kind = kind;
    c->items = count;
    c->area = NAN;
    if (count && kind == T2SED_CURVE_INTERACTIONS)
        draw_interactions(c, sorted);
    else if (count)
        draw_answers(c, sorted);
    t2s_free(sorted);
    *out = c;
    return T2SED_OK;
}

size_t t2sed_curve_count(const t2sed_curve *curve)
{
    return curve ? curve->count : 0;
}

double t2sed_curve_x(const t2sed_curve *curve, size_t i)
{
    return curve && i < curve->count ? curve->points[i].x : NAN;
}

double t2sed_curve_y(const t2sed_curve *curve, size_t i)
{
    return curve && i < curve->count ? curve->points[i].y : NAN;
}

double t2sed_curve_threshold(const t2sed_curve *curve, size_t i)
{
    return curve && i < curve->count ? curve->points[i].threshold : NAN;
}

size_t t2sed_curve_items(const t2sed_curve *curve)
{
    return curve ? curve->items : 0;
}

double t2sed_curve_area(const t2sed_curve *curve)
{
    return curve ? curve->area : (double)NAN;
}

size_t t2sed_curve_reach(const t2sed_curve *curve, double y)
{
    const double slack = 1e-12; /* 19 of 20 is 95 % */
    size_t found = (size_t)-1;
    for (size_t i = 0; curve && i < curve->count; i++) {
        double here = curve->points[i].y;
        if (curve->kind == T2SED_CURVE_RISK ? here <= y + slack
                                            : here >= y - slack) {
            found = i;
            if (curve->kind == T2SED_CURVE_INTERACTIONS)
                break;
        }
    }
    return found;
}
