#include "t2sed/reranker.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/memory.h"

struct t2sed_reranker {
    double only_below;
};

struct t2sed_ranking {
    size_t count;
    size_t *candidates; /* [count] by rank */
    size_t *ranks;      /* [count] by candidate */
    bool changed;
};

void t2sed_reranker_options_init(t2sed_reranker_options *options)
{
    *options = (t2sed_reranker_options)T2SED_RERANKER_OPTIONS_INIT;
}

t2sed_status t2sed_reranker_open(t2sed_reranker **out,
                                 const t2sed_reranker_options *options,
                                 t2sed_error *err)
{
    t2sed_reranker *reranker;
    double only_below = options ? options->only_below : 1;
    if (!out || (options && options->struct_size < sizeof *options))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: out is NULL or struct_size is wrong");
    if (!(only_below >= 0 && only_below <= 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: only_below is %g, expected 0 to 1",
                        only_below);
    reranker = t2s_alloc(sizeof *reranker);
    if (!reranker)
        return t2s_fail_memory(err);
    reranker->only_below = only_below;
    *out = reranker;
    return T2SED_OK;
}

void t2sed_reranker_free(t2sed_reranker *reranker)
{
    t2s_free(reranker);
}

/* Whether candidate a goes before candidate b on its merits: NaN, which no
 * comparison is true of, goes before nothing. */
static bool is_better(const double *probabilities, size_t a, size_t b)
{
    return probabilities[a] > probabilities[b] ||
           (isnan(probabilities[b]) && !isnan(probabilities[a]));
}

/* Merges the sorted runs from[begin..middle) and from[middle..end). */
static void merge(size_t *to, const size_t *from, size_t begin, size_t middle,
                  size_t end, const double *scores)
{
    size_t a = begin, b = middle;
    for (size_t i = begin; i < end; i++)
        if (b == end || (a < middle && !is_better(scores, from[b], from[a])))
            to[i] = from[a++];
        else
            to[i] = from[b++];
}

/* Merge sort, which is stable; `room` has as many elements as `items`. */
static void sort(size_t *items, size_t *room, size_t count,
                 const double *scores)
{
    size_t *from = items, *to = room;
    for (size_t width = 1; width < count; width *= 2) {
        size_t *swapped = from;
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = middle + width < count ? middle + width : count;
            merge(to, from, begin, middle, end, scores);
        }
        from = to;
        to = swapped;
    }
    for (size_t i = 0; from != items && i < count; i++)
        items[i] = from[i];
}

t2sed_status t2sed_reranker_order(t2sed_ranking **out,
                                  const t2sed_reranker *reranker,
                                  const double *probabilities, size_t count,
                                  t2sed_error *err)
{
    t2sed_ranking *ranking;
    if (!out || !reranker || (!probabilities && count))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: an argument is NULL");
    ranking = t2s_zalloc(sizeof *ranking);
    if (ranking) {
        ranking->candidates = t2s_alloc_array(count, sizeof(size_t));
        ranking->ranks = t2s_alloc_array(count, sizeof(size_t));
    }
    if (!ranking || !ranking->candidates || !ranking->ranks) {
        t2sed_ranking_free(ranking);
        return t2s_fail_memory(err);
    }
    ranking->count = count;
    for (size_t i = 0; i < count; i++)
        ranking->candidates[i] = i;
    /* A first candidate that is sure enough keeps its place; NaN never is. */
    if (count && !(probabilities[0] > reranker->only_below))
        sort(ranking->candidates, ranking->ranks, count, probabilities);
    for (size_t i = 0; i < count; i++) {
        ranking->ranks[ranking->candidates[i]] = i;
        ranking->changed |= ranking->candidates[i] != i;
    }
    *out = ranking;
    return T2SED_OK;
}

t2sed_status t2sed_reranker_rank(t2sed_ranking **out,
                                 const t2sed_reranker *reranker,
                                 const t2sed_scores *scores, t2sed_error *err)
{
    t2sed_status status;
    double *probabilities;
    size_t count;
    if (!scores)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: an argument is NULL");
    count = t2sed_scores_count(scores);
    probabilities = t2s_alloc_array(count, sizeof *probabilities);
    if (!probabilities)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count; i++)
        probabilities[i] = t2sed_scores_probability(scores, i);
    status = t2sed_reranker_order(out, reranker, probabilities, count, err);
    t2s_free(probabilities);
    return status;
}

void t2sed_ranking_free(t2sed_ranking *ranking)
{
    if (!ranking)
        return;
    t2s_free(ranking->candidates);
    t2s_free(ranking->ranks);
    t2s_free(ranking);
}

size_t t2sed_ranking_count(const t2sed_ranking *ranking)
{
    return ranking->count;
}

size_t t2sed_ranking_candidate(const t2sed_ranking *ranking, size_t rank)
{
    return rank < ranking->count ? ranking->candidates[rank] : (size_t)-1;
}

size_t t2sed_ranking_rank(const t2sed_ranking *ranking, size_t i)
{
    return i < ranking->count ? ranking->ranks[i] : (size_t)-1;
}

int t2sed_ranking_changed(const t2sed_ranking *ranking)
{
    return ranking->changed;
}
