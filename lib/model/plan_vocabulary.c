#include "model/plan_vocabulary.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* What a view is worth beside the others. */
static const float worth[T2S_PLAN_VIEWS] = {
    [T2S_PLAN_WORDS] = 0.7F,
    [T2S_PLAN_PATTERN] = 1.0F,
    [T2S_PLAN_CONTEXT] = 0.5F,
    [T2S_PLAN_FACTS] = 0.3F,
};

/* Ids are hashes already. */
static size_t slot_of(const t2s_plan_vocabulary *vocabulary, uint64_t id)
{
    size_t slot = (size_t)id & (vocabulary->slot_count - 1);
    while (vocabulary->slots[slot] &&
           vocabulary->ids[vocabulary->slots[slot] - 1] != id)
        slot = (slot + 1) & (vocabulary->slot_count - 1);
    return slot;
}

bool t2s_plan_vocabulary_make(t2s_plan_vocabulary *out, const uint64_t *ids,
                              const float *rarity, size_t count)
{
    t2s_plan_vocabulary made = {.count = count, .slot_count = 2};
    while (made.slot_count < 2 * count)
        made.slot_count *= 2;
    made.ids = t2s_alloc_array(count, sizeof *made.ids);
    made.rarity = t2s_alloc_array(count, sizeof *made.rarity);
    made.slots = t2s_zalloc_array(made.slot_count, sizeof *made.slots);
    if (!made.ids || !made.rarity || !made.slots) {
        t2s_plan_vocabulary_free(&made);
        return false;
    }
    if (count > 0) {
        memcpy(made.ids, ids, count * sizeof *ids);
        memcpy(made.rarity, rarity, count * sizeof *rarity);
    }
    for (size_t i = 0; i < count; i++)
        made.slots[slot_of(&made, ids[i])] = (uint32_t)i + 1;
    *out = made;
    return true;
}

void t2s_plan_vocabulary_free(t2s_plan_vocabulary *vocabulary)
{
    t2s_free(vocabulary->ids);
    t2s_free(vocabulary->rarity);
    t2s_free(vocabulary->slots);
    memset(vocabulary, 0, sizeof *vocabulary);
}

bool t2s_plan_weigh(t2s_plan_row *row, const t2s_plan_vocabulary *vocabulary,
                    const t2s_plan_term *terms, size_t count)
{
    double squares[T2S_PLAN_VIEWS] = {0};
    float scale[T2S_PLAN_VIEWS];
    row->list.count = 0;
    if (!t2s_vector_reserve(&row->list, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t place = vocabulary->slots[slot_of(vocabulary, terms[i].id)];
        t2s_plan_item item;
        if (!place)
            continue;
        item.term = place - 1;
        item.value = terms[i].value;
        if (terms[i].view != T2S_PLAN_FACTS)
            item.value = (1 + logf(item.value)) * vocabulary->rarity[item.term];
        squares[terms[i].view] += (double)item.value * (double)item.value;
        row->list.at[row->list.count++] = item;
    }
    for (size_t v = 0; v < T2S_PLAN_VIEWS; v++)
        scale[v] = v == T2S_PLAN_FACTS || squares[v] == 0
                       ? worth[v]
                       : worth[v] / (float)sqrt(squares[v]);
    for (size_t i = 0, kept = 0; kept < row->list.count; i++) {
        t2s_plan_item *item = &row->list.at[kept];
        if (vocabulary->ids[item->term] != terms[i].id)
            continue;
        item->value *= scale[terms[i].view];
        kept++;
    }
    return true;
}
