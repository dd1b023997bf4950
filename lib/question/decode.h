/* decode.h - the best dependency tree for scores of arcs. */
#ifndef T2S_QUESTION_DECODE_H
#define T2S_QUESTION_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Writes the heads of the tree with the greatest sum of scores: one word is the
 * root (T2S_HEAD_ROOT), every other hangs on a word, and there is no cycle.
 *
 * heads   [count]
 * scores  [count, count + 1]: scores[d * (count + 1) + h] is that of word d
 *         hanging on word h - 1, or being the root for h = 0. A word on itself
 *         is not read; what is no number, or beyond 1e9 in size, is -1e9 or
 *         that limit.
 *
 * Takes O(count^2) time and memory; false when memory is short. Arcs may cross.
 * Source: Chu & Liu 1965; Edmonds 1967.
 */
bool t2s_decode_tree(int32_t *heads, const float *scores, size_t count);

#endif
