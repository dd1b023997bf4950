#include "text/trie.h"

uint32_t t2s_trie_grow(t2s_trie *trie, uint32_t node, uint32_t symbol)
{
    const t2s_pair *edge = t2s_pair_map_find(&trie->edges, node, symbol);
    uint32_t child;
    if (edge)
        return edge->x;
    child = (uint32_t)trie->edges.count + 1;
    if (!t2s_pair_map_set(&trie->edges, node, symbol, child, 0))
        return T2S_NO_PAIR;
    return child;
}

void t2s_trie_set(t2s_trie *trie, uint32_t node, uint32_t symbol, int32_t value)
{
    t2s_pair *edge = t2s_pair_map_find(&trie->edges, node, symbol);
    if (edge)
        edge->y = (uint32_t)(value + 1);
}

uint32_t t2s_trie_step(const t2s_trie *trie, uint32_t node, uint32_t symbol,
                       int32_t *value)
{
    const t2s_pair *edge = t2s_pair_map_find(&trie->edges, node, symbol);
    if (!edge)
        return T2S_NO_PAIR;
    *value = (int32_t)edge->y - 1;
    return edge->x;
}

void t2s_trie_free(t2s_trie *trie)
{
    t2s_pair_map_free(&trie->edges);
}
