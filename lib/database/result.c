#include "database/result.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "database/value.h"

/* Rows that the search for a permutation may pass over, in all. */
#define MOST_STEPS ((size_t)200000000)
/* Rounds of a fingerprint in which columns are told apart by the rows that
 * their values stand in, and rows by the columns. */
#define ROUNDS 3

void t2s_result_free(t2s_result *result)
{
    t2s_free(result->cells);
    result->cells = NULL;
    result->rows = result->columns = result->capacity = 0;
}

/* The columns of one side: what each holds as a list and as a bag. */
typedef struct side {
    const t2s_result *result;
    uint64_t *lists; /* by column; equal where all rows are */
    uint64_t *bags;  /* by column; equal where the same values are, and after
                        refining, beside the same others */
    uint64_t *rows;  /* a number for each row */
} side;

/* A search through the permutations that are still possible. */
typedef struct search {
    side a, b;
    size_t *order;      /* a's columns, in the order of their assignment */
    uint64_t *prefixes; /* the bag of a's rows, cut to the first columns */
    size_t *chosen;     /* b's column for each place in the order */
    bool *used;         /* of b's columns */
    size_t steps;
} search;

static void free_side(side *s)
{
    t2s_free(s->lists);
    t2s_free(s->bags);
    t2s_free(s->rows);
}

static bool make_side(side *s, const t2s_result *result)
{
    s->result = result;
    s->lists = t2s_zalloc_array(result->columns, sizeof *s->lists);
    s->bags = t2s_zalloc_array(result->columns, sizeof *s->bags);
    s->rows = t2s_zalloc_array(result->rows, sizeof *s->rows);
    if (!s->lists || !s->bags || !s->rows)
        return false;
    for (size_t row = 0; row < result->rows; row++) {
        const uint64_t *cells = result->cells + row * result->columns;
        for (size_t i = 0; i < result->columns; i++) {
            s->lists[i] = t2s_mix(s->lists[i] * 3 + cells[i]);
            s->bags[i] += t2s_mix(cells[i]);
        }
    }
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether x[0..n) and y[0..n) hold the same numbers; false when memory is
 * short. */
static bool same_bag(bool *same, const uint64_t *x, const uint64_t *y, size_t n)
{
    uint64_t *sorted = t2s_alloc_array(2 * n, sizeof *sorted);
    if (!sorted)
        return false;
    for (size_t i = 0; i < n; i++) {
        sorted[i] = x[i];
        sorted[n + i] = y[i];
    }
    qsort(sorted, n, sizeof *sorted, compare_numbers);
    qsort(sorted + n, n, sizeof *sorted, compare_numbers);
    *same = true;
    for (size_t i = 0; i < n && *same; i++)
        *same = sorted[i] == sorted[n + i];
    t2s_free(sorted);
    return true;
}

/* Tells rows apart by what their columns hold, then columns by the rows in
 * which their values stand. Returns the bag of the rows. */
static uint64_t refine(side *s)
{
    const t2s_result *result = s->result;
    uint64_t bag = 0;
    for (size_t row = 0; row < result->rows; row++) {
        const uint64_t *cells = result->cells + row * result->columns;
        s->rows[row] = 0;
        for (size_t i = 0; i < result->columns; i++)
            s->rows[row] += t2s_mix(cells[i] ^ t2s_mix(s->bags[i] + 1));
        s->rows[row] = t2s_mix(s->rows[row]);
        bag += t2s_mix(s->rows[row] + 2);
    }
    for (size_t i = 0; i < result->columns; i++)
        s->bags[i] = t2s_mix(s->bags[i]);
    for (size_t row = 0; row < result->rows; row++) {
        const uint64_t *cells = result->cells + row * result->columns;
        for (size_t i = 0; i < result->columns; i++)
            s->bags[i] += t2s_mix(cells[i] ^ s->rows[row]);
    }
    return bag;
}

/* Adds a column to the numbers of the rows, at `place` in the order, or takes
 * it away again. */
static void add_column(side *s, size_t column, size_t place, bool away)
{
    const t2s_result *result = s->result;
    uint64_t salt = t2s_mix((uint64_t)place + 1);
    for (size_t row = 0; row < result->rows; row++) {
        uint64_t cell =
            t2s_mix(result->cells[row * result->columns + column] ^ salt);
        s->rows[row] += away ? 0 - cell : cell;
    }
}

static uint64_t bag_of_rows(const side *s)
{
    uint64_t bag = 0;
    for (size_t row = 0; row < s->result->rows; row++)
        bag += t2s_mix(s->rows[row]);
    return bag;
}

/* How many of b's columns could stand for a's column. */
static size_t choices(const search *s, size_t column)
{
    size_t count = 0;
    for (size_t i = 0; i < s->b.result->columns; i++)
        count += s->b.bags[i] == s->a.bags[column];
    return count;
}

/* Columns of few choices first; then what a's rows are after each of them. */
static bool prepare(search *s)
{
    size_t columns = s->a.result->columns;
    uint64_t *keys = t2s_alloc_array(columns, sizeof *keys);
    s->order = t2s_alloc_array(columns, sizeof *s->order);
    s->prefixes = t2s_alloc_array(columns, sizeof *s->prefixes);
    s->chosen = t2s_zalloc_array(columns, sizeof *s->chosen);
    s->used = t2s_zalloc_array(columns, sizeof *s->used);
    if (!keys || !s->order || !s->prefixes || !s->chosen || !s->used) {
        t2s_free(keys);
        return false;
    }
    for (size_t i = 0; i < columns; i++)
        keys[i] = (uint64_t)choices(s, i) << 32 | i;
    qsort(keys, columns, sizeof *keys, compare_numbers);
    for (size_t row = 0; row < s->a.result->rows; row++)
        s->a.rows[row] = s->b.rows[row] = 0;
    for (size_t i = 0; i < columns; i++) {
        s->order[i] = (size_t)(keys[i] & 0xFFFFFFFFu);
        add_column(&s->a, s->order[i], i, false);
        s->prefixes[i] = bag_of_rows(&s->a);
    }
    t2s_free(keys);
    return true;
}

/* Whether b's column `at` may come next: it holds what a's holds, is free, and
 * is no twin of one that was tried in this place. */
static bool may_choose(const search *s, size_t place, size_t at)
{
    if (s->used[at] || s->b.bags[at] != s->a.bags[s->order[place]])
        return false;
    for (size_t i = 0; i < at; i++)
        if (!s->used[i] && s->b.lists[i] == s->b.lists[at])
            return false;
    return true;
}

/* Tries b's columns for each of a's in turn, and goes back where none fits. */
static t2s_difference find_permutation(search *s)
{
    size_t columns = s->a.result->columns, rows = s->a.result->rows;
    size_t place = 0, next = 0;
    for (;;) {
        while (next < columns && !may_choose(s, place, next))
            next++;
        if (next == columns) {
            if (place == 0)
                return T2S_OTHER_VALUES;
            next = s->chosen[--place];
            s->used[next] = false;
            add_column(&s->b, next++, place, true);
            continue;
        }
        s->steps += rows + columns;
        if (s->steps > MOST_STEPS)
            return T2S_UNKNOWN;
        add_column(&s->b, next, place, false);
        if (bag_of_rows(&s->b) != s->prefixes[place]) {
            add_column(&s->b, next++, place, true);
            continue;
        }
        s->chosen[place] = next;
        s->used[next] = true;
        if (++place == columns)
            return T2S_SAME;
        next = 0;
    }
}

/* T2S_SAME or another verdict on bags; false when memory is short. */
static bool compare_bags(t2s_difference *out, search *s)
{
    size_t columns = s->a.result->columns;
    bool same;
    for (int i = 0; i < 3; i++) {
        if (!same_bag(&same, s->a.bags, s->b.bags, columns))
            return false;
        if (!same || (i < 2 && refine(&s->a) != refine(&s->b))) {
            *out = T2S_OTHER_VALUES;
            return true;
        }
    }
    if (!prepare(s))
        return false;
    *out = find_permutation(s);
    return true;
}

t2sed_status t2s_result_compare(t2s_difference *out, const t2s_result *a,
                                const t2s_result *b, bool ordered,
                                t2sed_error *err)
{
    search s = {0};
    bool same = false, done;
    if (a->rows != b->rows || a->columns != b->columns) {
        *out =
            a->rows != b->rows ? T2S_OTHER_ROW_COUNT : T2S_OTHER_COLUMN_COUNT;
        return T2SED_OK;
    }
    done = make_side(&s.a, a) && make_side(&s.b, b) &&
           same_bag(&same, s.a.lists, s.b.lists, a->columns);
    if (done && same) {
        *out = T2S_SAME;
    } else if (done) {
        done = compare_bags(out, &s);
        if (done && ordered && *out == T2S_SAME)
            *out = T2S_OTHER_ORDER;
        else if (done && ordered)
            *out = T2S_OTHER_VALUES;
    }
    free_side(&s.a);
    free_side(&s.b);
    t2s_free(s.order);
    t2s_free(s.prefixes);
    t2s_free(s.chosen);
    t2s_free(s.used);
    return done ? T2SED_OK : t2s_fail_memory(err);
}

bool t2s_fingerprint_make(t2s_fingerprint *out, const t2s_result *result)
{
    side s = {0};
    const uint64_t size =
        t2s_mix((uint64_t)result->rows * 1000003u + result->columns + 1);
    const bool good = make_side(&s, result);
    uint64_t rows = 0;
    *out = (t2s_fingerprint){size, size};
    for (int round = 0; good && round < ROUNDS; round++)
        rows = refine(&s);
    for (size_t i = 0; good && i < result->columns; i++) {
        out->list += t2s_mix(s.lists[i] + 2);
        out->bag += t2s_mix(s.bags[i] + 2);
    }
    out->bag += t2s_mix(rows);
    free_side(&s);
    return good;
}
