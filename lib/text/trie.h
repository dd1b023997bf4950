/* trie.h - a trie over numbers (bytes or code points). */
#ifndef T2S_TEXT_TRIE_H
#define T2S_TEXT_TRIE_H

#include "base/hash_table.h"

/* Node 0 is the root. All zeros is empty and ready. */
typedef struct t2s_trie {
    t2s_hash_table edges; /* (node, symbol) -> (child, value + 1) */
} t2s_trie;

#define T2S_NO_CHILD UINT32_MAX
#define T2S_NO_VALUE (-1)

/* Two numbers as one: a key or a value of a hash table. */
static inline uint64_t t2s_pair(uint32_t a, uint32_t b)
{
    return (uint64_t)a << 32 | b;
}

/* The child of a node, made where there is none, or T2S_NO_CHILD when memory is
 * short. */
uint32_t t2s_trie_grow(t2s_trie *trie, uint32_t node, uint32_t symbol);
/* Sets the value at the end of an edge that is there. */
void t2s_trie_set(t2s_trie *trie, uint32_t node, uint32_t symbol,
                  int32_t value);
/* The child of a node, or T2S_NO_CHILD; *value is what ends there or
 * T2S_NO_VALUE. */
uint32_t t2s_trie_step(const t2s_trie *trie, uint32_t node, uint32_t symbol,
                       int32_t *value);
void t2s_trie_free(t2s_trie *trie);

#endif
