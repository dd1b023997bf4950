/*
 * The maximum spanning arborescence of a dense graph (Chu, Liu, Edmonds). Every
 * node takes its best head; while that makes a cycle, the cycle becomes one
 * node. A contraction of k nodes costs O(k n), and all together have at most
 * 2 n nodes, so that the whole is O(n^2). That there is one root is seen to by
 * a price on arcs from it that no tree can make up for.
 */
#include "question/question.h"

#include <math.h>
#include <string.h>

#define LIMIT 1e9

/* An arc of the graph as given: node 0 is above the root, word i is i + 1. */
typedef struct arc {
    int32_t head, dependent;
} arc;

/*
 * Nodes that are left stand in slots; a contracted cycle stands in its first
 * member's. Each slot holds a tree of what was contracted into it: `node` is
 * its number, leaves are 0..n, contractions follow, `above` leads up.
 */
typedef struct decoder {
    size_t slots;  /* words + 1 */
    double *score; /* [slot of dependent, slot of head] */
    arc *arcs;     /* the same: which arc that score is of */
    bool *live;
    int32_t *best, *node, *mark; /* by slot */
    int32_t *above;              /* by node */
    arc *chosen;                 /* by node: the arc that enters it */
    int32_t nodes;
    t2s_arena arena; /* of all arrays */
} decoder;

static size_t cell(const decoder *d, size_t dependent, size_t head)
{
    return dependent * d->slots + head;
}

static double clamp(float score)
{
    if (!(score > -LIMIT)) /* no number, too */
        return -LIMIT;
    return score > LIMIT ? LIMIT : score;
}

static void load(decoder *d, const float *scores)
{
    double least = LIMIT, most = -LIMIT, price;
    size_t n = d->slots;
    for (size_t i = 1; i < n; i++)
        for (size_t h = 0; h < n; h++) {
            double score = clamp(scores[(i - 1) * n + h]);
            d->score[cell(d, i, h)] = score;
            d->arcs[cell(d, i, h)] = (arc){(int32_t)h, (int32_t)i};
            least = h != i && score < least ? score : least;
            most = h != i && score > most ? score : most;
        }
    price = 1 + (most - least) * (double)n;
    for (size_t i = 0; i < n; i++) {
        if (i)
            d->score[cell(d, i, 0)] -= price;
        d->live[i] = true;
        d->node[i] = (int32_t)i;
        d->best[i] = -1;
        d->mark[i] = 0;
    }
    for (size_t i = 0; i < 2 * n; i++)
        d->above[i] = -1;
    d->nodes = (int32_t)n;
}

static void find_best(decoder *d, size_t slot)
{
    int32_t best = -1;
    for (size_t h = 0; h < d->slots; h++)
        if (d->live[h] && h != slot &&
            (best < 0 || d->score[cell(d, slot, h)] >
                             d->score[cell(d, slot, (size_t)best)]))
            best = (int32_t)h;
    d->best[slot] = best;
    d->chosen[d->node[slot]] = d->arcs[cell(d, slot, (size_t)best)];
}

/* Makes one slot of the cycle through `first`. */
static void contract(decoder *d, size_t first)
{
    int32_t made = d->nodes++;
    size_t at = first;
    do { /* what enters a member takes the place of the arc of the cycle */
        size_t member = at;
        double inside = d->score[cell(d, at, (size_t)d->best[at])];
        for (size_t h = 0; h < d->slots; h++)
            d->score[cell(d, at, h)] -= inside;
        d->above[d->node[at]] = made;
        d->live[at] = false;
        at = (size_t)d->best[member];
    } while (at != first);
    for (at = (size_t)d->best[first]; at != first; at = (size_t)d->best[at])
        for (size_t i = 0; i < d->slots; i++) {
            size_t in = cell(d, first, i), in_at = cell(d, at, i);
            size_t out = cell(d, i, first), out_at = cell(d, i, at);
            if (!d->live[i])
                continue;
            if (d->score[in_at] > d->score[in]) {
                d->score[in] = d->score[in_at];
                d->arcs[in] = d->arcs[in_at];
            }
            if (i && d->score[out_at] > d->score[out]) {
                d->score[out] = d->score[out_at];
                d->arcs[out] = d->arcs[out_at];
            }
        }
    d->live[first] = true;
    d->node[first] = made;
}

/* Slots that took a member of the contracted cycle as head have the whole. */
static void redirect(decoder *d, size_t first)
{
    for (size_t i = 1; i < d->slots; i++)
        if (d->live[i] && i != first && d->best[i] >= 0 &&
            !d->live[d->best[i]]) {
            d->best[i] = (int32_t)first;
            d->chosen[d->node[i]] = d->arcs[cell(d, i, first)];
        }
}

/* Follows heads from each slot; a walk that meets itself has found a cycle. */
static void contract_cycles(decoder *d)
{
    int32_t walk = 0;
    for (size_t start = 1; start < d->slots; start++) {
        size_t at = start;
        if (!d->live[start] || d->mark[start])
            continue;
        walk++;
        while (at && !d->mark[at]) {
            d->mark[at] = walk;
            if (d->best[at] < 0)
                find_best(d, at);
            at = (size_t)d->best[at];
            if (at && d->mark[at] == walk) {
                contract(d, at);
                d->best[at] = -1;
                d->mark[at] = 0; /* and walk on from the new node */
                redirect(d, at);
            }
        }
    }
}

/* From the last contraction to the first: the arc that enters it enters the
 * member that holds the arc's end; the others keep the arcs of the cycle. */
static void expand(decoder *d)
{
    for (int32_t at = d->nodes - 1; at >= (int32_t)d->slots; at--) {
        int32_t member = d->chosen[at].dependent;
        while (d->above[member] != at)
            member = d->above[member];
        d->chosen[member] = d->chosen[at];
    }
}

static bool prepare(decoder *d, size_t count)
{
    size_t n = d->slots = count + 1;
    d->score = t2s_arena_alloc_array(&d->arena, n * n, sizeof *d->score);
    d->arcs = t2s_arena_alloc_array(&d->arena, n * n, sizeof *d->arcs);
    d->live = t2s_arena_alloc_array(&d->arena, n, sizeof *d->live);
    d->best = t2s_arena_alloc_array(&d->arena, n, sizeof *d->best);
    d->node = t2s_arena_alloc_array(&d->arena, n, sizeof *d->node);
    d->mark = t2s_arena_alloc_array(&d->arena, n, sizeof *d->mark);
    d->above = t2s_arena_alloc_array(&d->arena, 2 * n, sizeof *d->above);
    d->chosen = t2s_arena_alloc_array(&d->arena, 2 * n, sizeof *d->chosen);
    return d->score && d->arcs && d->live && d->best && d->node && d->mark &&
           d->above && d->chosen;
}

bool t2s_decode_tree(int32_t *heads, const float *scores, size_t count)
{
    decoder d = {0};
    bool done = prepare(&d, count);
    if (done) {
        load(&d, scores);
        contract_cycles(&d);
        expand(&d);
        for (size_t i = 0; i < count; i++)
            heads[i] =
                d.chosen[i + 1].head ? d.chosen[i + 1].head - 1 : T2S_HEAD_ROOT;
    }
    t2s_arena_free(&d.arena);
    return done;
}
