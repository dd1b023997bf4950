#include "sketch/vocabulary.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* What a view is worth beside the others. */
static const float worth[T2S_SKETCH_VIEWS] = {
    [T2S_SKETCH_WORDS] = 0.7F,
    [T2S_SKETCH_PATTERN] = 1.0F,
    [T2S_SKETCH_CONTEXT] = 0.5F,
    [T2S_SKETCH_FACTS] = 0.3F,
};

#define NO_TERM UINT32_MAX

/* The term of an id, or NO_TERM. Few ids share their top bits, for they are
 * hashes; where a file's are none, half of the rest is left out at a time. */
static uint32_t term_of(const t2s_sketch_vocabulary *vocabulary, uint64_t id)
{
    size_t top = (size_t)(id >> (64 - vocabulary->top_bits));
    uint32_t low = vocabulary->starts[top], high = vocabulary->starts[top + 1];
    const uint32_t end = high;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (vocabulary->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && vocabulary->ids[low] == id ? low : NO_TERM;
}

static void find_starts(t2s_sketch_vocabulary *vocabulary)
{
    size_t tops = (size_t)1 << vocabulary->top_bits, at = 0;
    for (size_t top = 0; top < tops; top++) {
        vocabulary->starts[top] = (uint32_t)at;
        while (at < vocabulary->count &&
               vocabulary->ids[at] >> (64 - vocabulary->top_bits) == top)
            at++;
    }
    vocabulary->starts[tops] = (uint32_t)at;
}

bool t2s_sketch_vocabulary_make(t2s_sketch_vocabulary *out, const uint64_t *ids,
                                const float *rarity, size_t count)
{
    t2s_sketch_vocabulary made = {.count = count, .top_bits = 1};
    while (((size_t)1 << made.top_bits) < count)
        made.top_bits++;
    made.ids = t2s_alloc_array(count, sizeof *made.ids);
    made.rarity = t2s_alloc_array(count, sizeof *made.rarity);
    made.starts =
        t2s_alloc_array(((size_t)1 << made.top_bits) + 1, sizeof *made.starts);
    if (!made.ids || !made.rarity || !made.starts) {
        t2s_sketch_vocabulary_free(&made);
        return false;
    }
    if (count > 0) {
        memcpy(made.ids, ids, count * sizeof *ids);
        memcpy(made.rarity, rarity, count * sizeof *rarity);
    }
    find_starts(&made);
    *out = made;
    return true;
}

void t2s_sketch_vocabulary_free(t2s_sketch_vocabulary *vocabulary)
{
    t2s_free(vocabulary->ids);
    t2s_free(vocabulary->rarity);
    t2s_free(vocabulary->starts);
    memset(vocabulary, 0, sizeof *vocabulary);
}

bool t2s_sketch_weigh(t2s_sketch_row *row,
                      const t2s_sketch_vocabulary *vocabulary,
                      const t2s_sketch_term *terms, size_t count)
{
    double squares[T2S_SKETCH_VIEWS] = {0};
    float scale[T2S_SKETCH_VIEWS];
    row->list.count = 0;
    if (!t2s_vector_reserve(&row->list, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        t2s_sketch_item item = {.term = term_of(vocabulary, terms[i].id)};
        if (item.term == NO_TERM)
            continue;
        item.value = terms[i].value;
        if (terms[i].view != T2S_SKETCH_FACTS)
            item.value = (1 + logf(item.value)) * vocabulary->rarity[item.term];
        squares[terms[i].view] += (double)item.value * (double)item.value;
        row->list.at[row->list.count++] = item;
    }
    for (size_t v = 0; v < T2S_SKETCH_VIEWS; v++)
        scale[v] = v == T2S_SKETCH_FACTS || squares[v] == 0
                       ? worth[v]
                       : worth[v] / (float)sqrt(squares[v]);
    for (size_t i = 0, kept = 0; kept < row->list.count; i++) {
        t2s_sketch_item *item = &row->list.at[kept];
        if (vocabulary->ids[item->term] != terms[i].id)
            continue;
        item->value *= scale[terms[i].view];
        kept++;
    }
    return true;
}
