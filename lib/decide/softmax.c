/* softmax.c - a parser's confidence in its candidates. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "decide/answers.h"

typedef struct candidate {
    double score;
    int same;
    size_t at;
} candidate;

/* Equal candidates together, the highest score first, those without one
 * last. */
static int compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->same != y->same)
        return x->same < y->same ? -1 : 1;
    if (isnan(x->score) || isnan(y->score))
        return isnan(x->score) - isnan(y->score);
    return (x->score < y->score) - (x->score > y->score);
}

static void softmax(double *out, const candidate *list, size_t count,
                    const int *same)
{
    double highest = -INFINITY, sum = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (list[i].score > highest)
            highest = list[i].score;
    for (size_t i = 0; i < count; i++) {
        bool again = same && i > 0 && list[i].same == list[i - 1].same;
        out[list[i].at] = NAN;
        if (isnan(list[i].score))
            continue;
        if (!again) {
            /* All at -infinity are equally likely. */
            kept = isinf(highest) ? 1 : exp(list[i].score - highest);
            sum += kept;
        }
        out[list[i].at] = kept;
    }
    for (size_t i = 0; i < count; i++)
        out[i] /= sum;
}

t2sed_status t2s_softmax(double *out, const double *scores, const int *same,
                         size_t count, t2sed_error *err)
{
    candidate *list;
    for (size_t i = 0; i < count; i++)
        if (isinf(scores[i]) && scores[i] > 0)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "softmax: score %zu is infinite", i);
    list = t2s_alloc_array(count, sizeof *list);
    if (!list)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        list[i] = (candidate){scores[i], same ? same[i] : 0, i};
    if (count && same)
        qsort(list, count, sizeof *list, compare);
    softmax(out, list, count, same);
    t2s_free(list);
    return T2SED_OK;
}
