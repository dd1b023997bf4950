/* trie.h - a trie over numbers (bytes or code points). */
#ifndef T2S_TEXT_TRIE_H
#define T2S_TEXT_TRIE_H

#include "text/pair_map.h"

/* Node 0 is the root. All zeros is empty and ready. */
typedef struct t2s_trie {
    t2s_pair_map edges; /* (node, symbol) -> (child, value + 1) */
} t2s_trie;

#define T2S_NO_VALUE (-1)

/* The child of a node, made where there is none, or T2S_NO_PAIR when memory is
 * short. */
uint32_t t2s_trie_grow(t2s_trie *trie, uint32_t node, uint32_t symbol);
/* Sets the value at the end of an edge that is there. */
void t2s_trie_set(t2s_trie *trie, uint32_t node, uint32_t symbol,
                  int32_t value);
/* The child of a node, or T2S_NO_PAIR; *value is what ends there or
 * T2S_NO_VALUE. */
uint32_t t2s_trie_step(const t2s_trie *trie, uint32_t node, uint32_t symbol,
                       int32_t *value);
void t2s_trie_free(t2s_trie *trie);

#endif
