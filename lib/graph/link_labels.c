#include "graph/link_labels.h"

#include <string.h>

#include "graph/labels.h"

static const char *const names[T2S_LINK_KIND_COUNT] = {
    T2SED_GRAPH_EXACT_LABEL, T2SED_GRAPH_PARTIAL_LABEL, T2SED_GRAPH_VALUE_LABEL,
    T2SED_GRAPH_UNLINKED_LABEL};

/* How near each kind is; the nearest link of a terminal counts. */
static const int nearness[T2S_LINK_KIND_COUNT] = {3, 1, 2, 0};

t2s_link_labels t2s_link_labels_of(const t2s_map *vocabulary)
{
    t2s_link_labels labels;
    for (int kind = 0; kind < T2S_LINK_KIND_COUNT; kind++) {
        int32_t label = t2s_labels_find(vocabulary, names[kind]);
        labels.of[kind] =
            label == T2S_LABEL_UNKNOWN ? T2S_LABEL_TERMINAL : label;
    }
    return labels;
}

bool t2s_link_labels_any(const t2s_link_labels *labels)
{
    for (int kind = 0; kind < T2S_LINK_KIND_COUNT; kind++)
        if (labels->of[kind] != T2S_LABEL_TERMINAL)
            return true;
    return false;
}

void t2s_link_labels_set(const t2s_link_labels *labels,
                         t2s_graph_node *terminals, int32_t count,
                         const t2s_link_pairs *pairs, int side)
{
    bool word = side == T2SED_SIDE_QUESTION;
    for (int32_t i = 0; word && i < count; i++)
        terminals[i].label = labels->of[T2S_LINK_NONE];
    /* From the farthest kind to the nearest, which stays. */
    for (int near = 0; near < T2S_LINK_KIND_COUNT; near++)
        for (size_t i = 0; i < pairs->count; i++) {
            const t2s_link_pair *pair = &pairs->at[i];
            int32_t at = word ? pair->word : pair->terminal;
            if (at >= 0 && nearness[pair->kind] == near)
                terminals[at].label = labels->of[pair->kind];
        }
}
