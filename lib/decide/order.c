/* order.c - stable orders of candidates by a number of each. */
#include "decide/policy.h"

#include <math.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sort.h"

/* By falling number; NaN, which no comparison is true of, comes last. Where it
 * is one, isnan() may be any number but 0. */
static int compare(const void *a, const void *b, const void *numbers)
{
    const double x = ((const double *)numbers)[*(const size_t *)a];
    const double y = ((const double *)numbers)[*(const size_t *)b];
    if (isnan(x) || isnan(y))
        return (isnan(x) != 0) - (isnan(y) != 0);
    return (x < y) - (x > y);
}

bool t2s_order_sort(size_t *candidates, size_t count, const double *numbers)
{
    return t2s_sort(candidates, count, sizeof *candidates, compare, numbers);
}

/*
 * t2s_order_promote. A candidate ends behind the last one that it can't pass.
 * That one is greater than all that stand behind it: else the greater one
 * behind it could not be passed either. So only such "records" are looked at,
 * of which a greater number stands further ahead. They are kept as marks on the
 * ranks of their numbers, under a tree of which a node says whether there is a
 * mark below it.
 */
#define NOWHERE ((size_t)-1)

typedef struct promotion {
    const double *numbers;
    double margin;
    size_t count;    /* of candidates that have a number */
    size_t *sorted;  /* candidates by number, the highest first */
    size_t *ranks;   /* by candidate: its first equal's place in `sorted` */
    size_t *records; /* by rank: the candidate that is a record */
    size_t *behind;  /* by candidate: who stands behind it, or NOWHERE */
    size_t leaves;   /* a power of 2 */
    bool *marks;     /* [2 * leaves] node i's children are 2i and 2i + 1 */
} promotion;

static void set_mark(promotion *p, size_t rank, bool mark)
{
    size_t node = p->leaves + rank;
    p->marks[node] = mark;
    for (node /= 2; node > 0; node /= 2)
        p->marks[node] = p->marks[2 * node] || p->marks[2 * node + 1];
}

/* The last marked rank before `end`, or NOWHERE. */
static size_t last_mark(const promotion *p, size_t end)
{
    size_t node = p->leaves + end;
    while (node > 1 && (node % 2 == 0 || !p->marks[node - 1]))
        node /= 2;
    if (node <= 1)
        return NOWHERE;
    for (node--; node < p->leaves;)
        node = 2 * node + p->marks[2 * node + 1];
    return node - p->leaves;
}

/* How many of `sorted` a candidate of that number can't pass: those at the
 * front. */
static size_t count_greater(const promotion *p, double number)
{
    size_t low = 0, high = p->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (number - p->numbers[p->sorted[middle]] > p->margin)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Whom the candidate stands behind, or NOWHERE: it is first. It is a record
 * from now on, and those that it equals or exceeds further ahead are none. */
static size_t find_place(promotion *p, size_t candidate)
{
    const size_t rank = p->ranks[candidate];
    const size_t end = count_greater(p, p->numbers[candidate]);
    const size_t found = last_mark(p, end);
    const size_t place = found == NOWHERE ? NOWHERE : p->records[found];
    for (size_t at = found; at != NOWHERE && at >= rank; at = last_mark(p, at))
        set_mark(p, at, false);
    set_mark(p, rank, true);
    p->records[rank] = candidate;
    return place;
}

static bool open_promotion(promotion *p, const size_t *candidates, size_t count)
{
    bool good;
    p->sorted = t2s_alloc_array(count, 4 * sizeof *p->sorted);
    /* One leaf more, so that a rank of `count` may be asked for. */
    for (p->leaves = 1; p->leaves < count + 1;)
        p->leaves *= 2;
    p->marks = t2s_zalloc_array(2 * p->leaves, sizeof *p->marks);
    good = p->sorted && p->marks;
    if (good) {
        p->ranks = p->sorted + count;
        p->records = p->sorted + 2 * count;
        p->behind = p->sorted + 3 * count;
    }
    for (size_t i = 0; good && i < count; i++)
        if (!isnan(p->numbers[candidates[i]]))
            p->sorted[p->count++] = candidates[i];
    good = good && t2s_order_sort(p->sorted, p->count, p->numbers);
    for (size_t i = 0; good && i < p->count; i++)
        p->ranks[p->sorted[i]] =
            i > 0 && p->numbers[p->sorted[i]] == p->numbers[p->sorted[i - 1]]
                ? p->ranks[p->sorted[i - 1]]
                : i;
    return good;
}

static void close_promotion(promotion *p)
{
    t2s_free(p->sorted);
    t2s_free(p->marks);
}

bool t2s_order_promote(size_t *candidates, size_t count, const double *numbers,
                       double margin)
{
    promotion p = {.numbers = numbers, .margin = margin};
    size_t first = NOWHERE, last = NOWHERE;
    const bool good = open_promotion(&p, candidates, count);
    for (size_t i = 0; good && i < count; i++) {
        const size_t candidate = candidates[i];
        size_t ahead, *link;
        if (t2s_interrupted()) {
            close_promotion(&p);
            return false;
        }
        ahead = isnan(numbers[candidate]) ? last : find_place(&p, candidate);
        link = ahead == NOWHERE ? &first : &p.behind[ahead];
        p.behind[candidate] = *link;
        *link = candidate;
        if (last == ahead)
            last = candidate;
    }
    for (size_t i = 0; good && i < count; i++, first = p.behind[first])
        candidates[i] = first;
    close_promotion(&p);
    return good;
}
