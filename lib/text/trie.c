#include "text/trie.h"

uint32_t t2s_trie_grow(t2s_trie *trie, uint32_t node, uint32_t symbol)
{
    uint64_t *edge = t2s_hash_table_add(&trie->edges, t2s_pair(node, symbol));
    if (!edge)
        return T2S_NO_CHILD;
    if (*edge == 0)
        *edge = t2s_pair((uint32_t)trie->edges.count, 0);
    return (uint32_t)(*edge >> 32);
}

void t2s_trie_set(t2s_trie *trie, uint32_t node, uint32_t symbol, int32_t value)
{
    uint64_t *edge = t2s_hash_table_find(&trie->edges, t2s_pair(node, symbol));
    if (edge)
        *edge = t2s_pair((uint32_t)(*edge >> 32), (uint32_t)(value + 1));
}

uint32_t t2s_trie_step(const t2s_trie *trie, uint32_t node, uint32_t symbol,
                       int32_t *value)
{
    const uint64_t *edge =
        t2s_hash_table_find(&trie->edges, t2s_pair(node, symbol));
    if (!edge)
        return T2S_NO_CHILD;
    *value = (int32_t)(uint32_t)*edge - 1;
    return (uint32_t)(*edge >> 32);
}

void t2s_trie_free(t2s_trie *trie)
{
    t2s_hash_table_free(&trie->edges);
}
