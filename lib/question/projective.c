/*
 * Lifts arcs until none crosses another. A word keeps its head where the
 * head's subtree holds every word between the two; else it goes to the lowest
 * ancestor of which that is true. Subtrees are those of the tree as given, and
 * that is enough: a word between ends up under the same ancestor, because this
 * ancestor is good enough for it too.
 */
#include <string.h>

#include "question/phrases.h"

#define LEVELS 15 /* 2^14 > T2SED_QUESTION_MAX_WORDS */

typedef struct lifter {
    size_t count;
    const t2s_word *words;
    /* When a walk of the tree comes to a word, and the last such time in its
     * subtree. */
    int32_t *enter, *leave;
    int32_t *first, *next; /* dependents */
    /* The least and the greatest `enter` of 2^level words from each on. */
    int32_t *least[LEVELS], *most[LEVELS];
} lifter;

void t2s_question_dependents(int32_t *first, int32_t *next,
                             const int32_t *heads, size_t count)
{
    for (size_t i = 0; i < count; i++)
        first[i] = T2S_NO_NODE;
    for (size_t i = count; i-- > 0;) {
        next[i] = heads[i] < 0 ? T2S_NO_NODE : first[heads[i]];
        if (heads[i] >= 0)
            first[heads[i]] = (int32_t)i;
    }
}

static void walk(lifter *l)
{
    int32_t time = 0;
    for (size_t root = 0; root < l->count; root++) {
        int32_t at = (int32_t)root;
        if (l->words[root].head >= 0)
            continue;
        l->enter[at] = time++;
        while (at >= 0) { /* first[] is used up as the walk goes */
            int32_t down = l->first[at];
            if (down != T2S_NO_NODE) {
                l->first[at] = l->next[down];
                at = down;
                l->enter[at] = time++;
            } else {
                l->leave[at] = time - 1;
                at = l->words[at].head;
            }
        }
    }
}

static void fill_ranges(lifter *l, size_t levels)
{
    memcpy(l->least[0], l->enter, l->count * sizeof *l->enter);
    memcpy(l->most[0], l->enter, l->count * sizeof *l->enter);
    for (size_t k = 1; k < levels; k++) {
        size_t half = (size_t)1 << (k - 1);
        for (size_t i = 0; i + 2 * half <= l->count; i++) {
            int32_t a = l->least[k - 1][i], b = l->least[k - 1][i + half];
            int32_t c = l->most[k - 1][i], d = l->most[k - 1][i + half];
            l->least[k][i] = a < b ? a : b;
            l->most[k][i] = c > d ? c : d;
        }
    }
}

/* Whether all words strictly between `above` and `word` are under `above`. */
static bool holds_between(const lifter *l, int32_t above, size_t word)
{
    size_t from = (size_t)above < word ? (size_t)above + 1 : word + 1;
    size_t to = (size_t)above < word ? word : (size_t)above;
    size_t k = 0, second;
    if (from >= to)
        return true;
    while (((size_t)2 << k) <= to - from)
        k++;
    second = to - ((size_t)1 << k);
    return l->least[k][from] >= l->enter[above] &&
           l->least[k][second] >= l->enter[above] &&
           l->most[k][from] <= l->leave[above] &&
           l->most[k][second] <= l->leave[above];
}

bool t2s_question_projective(int32_t *heads, const t2s_word *words,
                             size_t count)
{
    lifter l = {.count = count, .words = words};
    size_t levels = 1;
    int32_t *memory;
    while (((size_t)1 << levels) <= count && levels < LEVELS)
        levels++;
    memory = t2s_alloc_array(count, (4 + 2 * levels) * sizeof *memory);
    if (!memory)
        return false;
    l.enter = memory;
    l.leave = memory + count;
    l.first = memory + 2 * count;
    l.next = memory + 3 * count;
    for (size_t k = 0; k < levels; k++) {
        l.least[k] = memory + (4 + 2 * k) * count;
        l.most[k] = memory + (5 + 2 * k) * count;
    }
    for (size_t i = 0; i < count; i++)
        heads[i] = words[i].head;
    t2s_question_dependents(l.first, l.next, heads, count);
    walk(&l);
    fill_ranges(&l, levels);
    for (size_t i = 0; i < count; i++) {
        int32_t head = words[i].head;
        while (head >= 0 && words[head].head >= 0 &&
               !holds_between(&l, head, i))
            head = words[head].head;
        heads[i] = head;
    }
    t2s_free(memory);
    return true;
}
