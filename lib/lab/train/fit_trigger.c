/* fit_trigger.c - choosing the thresholds of a trigger. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/evaluate/items.h"
#include "t2sed/lab/fit.h"

/* A threshold that lets items[at..) through and none before; items are sorted,
 * the lowest score first. */
static double threshold_at(const struct t2s_item *items, size_t count,
                           size_t at)
{
    if (at == 0)
        return 0;
    if (at == count)
        return (double)INFINITY;
    return (items[at - 1].score + items[at].score) / 2;
}

/* From where on answers have the precision, as many as can be; `count` where
 * there are none. */
static size_t find_answers(const struct t2s_item *items, size_t count,
                           double precision)
{
    size_t at = count, right = 0;
    for (size_t i = count; i-- > 0;) {
        right += items[i].label > 0;
        if (i > 0 && items[i - 1].score == items[i].score)
            continue; /* no threshold parts them */
        if ((double)right >= precision * (double)(count - i))
            at = i;
    }
    return at;
}

/* The least place from which up to `end` at most `most` items stand, between
 * ties. */
static size_t find_asked(const struct t2s_item *items, size_t end, double most)
{
    size_t at = end;
    for (size_t i = end; i-- > 0 && (double)(end - i) <= most;)
        if (i == 0 || items[i - 1].score != items[i].score)
            at = i;
    return at;
}

/* The greatest place before which at most `most` items stand, between ties. */
static size_t find_doubted(const struct t2s_item *items, size_t count,
                           double most)
{
    size_t at = 0;
    for (size_t i = 1; i <= count && (double)i <= most; i++)
        if (i == count || items[i].score != items[i - 1].score)
            at = i;
    return at;
}

void t2sed_trigger_goal_init(t2sed_trigger_goal *goal, size_t size)
{
    const t2sed_trigger_goal defaults = {sizeof defaults, 0.95, 1};
    t2s_sized_init(goal, size, &defaults, sizeof defaults);
}

static t2sed_status check_goal(const t2sed_trigger_goal *goal, t2sed_error *err)
{
    if ((isnan(goal->precision) && isnan(goal->budget)) ||
        goal->precision < 0 || goal->precision > 1 || goal->budget < 0 ||
        goal->budget > 1)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "trigger: a precision of %g and a budget of %g: "
                        "expected 0 to 1, and one of them at least",
                        goal->precision, goal->budget);
    return T2SED_OK;
}

t2sed_status t2sed_trigger_fit(t2sed_trigger_options *out,
                               const t2sed_items *items,
                               const t2sed_trigger_goal *given,
                               t2sed_error *err)
{
    t2sed_trigger_goal goal;
    t2sed_trigger_options made = {.answer = 0};
    struct t2s_item *sorted = NULL;
    size_t count = 0, answers, asked;
    double budget;
    t2sed_status status;
    if (!out || !items)
        return t2s_fail_null(err, __func__, "out and items");
    status = T2S_READ_SIZED(t2sed_trigger_goal, &goal, given, err);
    if (status == T2SED_OK)
        status = check_goal(&goal, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_items_select(&sorted, &count, items, err);
    if (status != T2SED_OK)
        return status;
    budget = (isnan(goal.budget) ? 1 : goal.budget) * (double)count;
    if (isnan(goal.precision)) {
        answers = find_doubted(sorted, count, budget);
        asked = 0;
    } else {
        answers = find_answers(sorted, count, goal.precision);
        asked = find_asked(sorted, answers, budget);
    }
    if (count == 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "trigger: no item has a score and a label");
    else if (answers == count && !isnan(goal.precision))
        status = t2s_fail(err, T2SED_ENOTFOUND, -1,
                          "trigger: no threshold answers %zu questions at a "
                          "precision of %g",
                          count, goal.precision);
    if (status == T2SED_OK) {
        made.answer = threshold_at(sorted, count, answers);
        made.abstain = threshold_at(sorted, count, asked);
        status = t2s_sized_write(out, &made, sizeof made,
                                 "t2sed_trigger_options", err);
    }
    t2s_free(sorted);
    return status;
}
