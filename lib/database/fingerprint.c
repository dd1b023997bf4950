#include "database/result.h"

#include "base/memory.h"
#include "database/value.h"

/* Rounds in which columns are told apart by the rows that their values stand
 * in, and rows by the columns. */
#define ROUNDS 3

static void number_rows(uint64_t *rows, const t2s_result *result,
                        const uint64_t *bags)
{
    for (size_t row = 0; row < result->rows; row++) {
        const uint64_t *cells = result->cells + row * result->columns;
        rows[row] = 0;
        for (size_t i = 0; i < result->columns; i++)
            rows[row] += t2s_mix(cells[i] ^ t2s_mix(bags[i] + 1));
        rows[row] = t2s_mix(rows[row]);
    }
}

static void number_columns(uint64_t *bags, const t2s_result *result,
                           const uint64_t *rows)
{
    for (size_t i = 0; i < result->columns; i++)
        bags[i] = t2s_mix(bags[i]);
    for (size_t row = 0; row < result->rows; row++) {
        const uint64_t *cells = result->cells + row * result->columns;
        for (size_t i = 0; i < result->columns; i++)
            bags[i] += t2s_mix(cells[i] ^ rows[row]);
    }
}

/* The sum of numbers, in no order. */
static uint64_t sum_up(const uint64_t *numbers, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += t2s_mix(numbers[i] + 2);
    return sum;
}

bool t2s_fingerprint_make(t2s_fingerprint *out, const t2s_result *result)
{
    uint64_t *bags = t2s_zalloc_array(result->columns, sizeof *bags);
    uint64_t *lists = t2s_zalloc_array(result->columns, sizeof *lists);
    uint64_t *rows = t2s_zalloc_array(result->rows, sizeof *rows);
    const bool good = bags && lists && rows;
    const uint64_t size =
        t2s_mix((uint64_t)result->rows * 1000003u + result->columns + 1);
    for (size_t row = 0; good && row < result->rows; row++) {
        const uint64_t *cells = result->cells + row * result->columns;
        for (size_t i = 0; i < result->columns; i++) {
            lists[i] = t2s_mix(lists[i] * 3 + cells[i]);
            bags[i] += t2s_mix(cells[i]);
        }
    }
    for (int round = 0; good && round < ROUNDS; round++) {
        number_rows(rows, result, bags);
        number_columns(bags, result, rows);
    }
    if (good) {
        out->list = size + sum_up(lists, result->columns);
        out->bag = size + sum_up(bags, result->columns) +
                   t2s_mix(sum_up(rows, result->rows));
    }
    t2s_free(bags);
    t2s_free(lists);
    t2s_free(rows);
    return good;
}
