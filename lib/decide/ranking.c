#include "decide/ranking.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"

t2sed_ranking *t2s_ranking_new(size_t count)
{
    t2sed_ranking *ranking = t2s_zalloc(sizeof *ranking);
    if (!ranking)
        return NULL;
    ranking->count = count;
    ranking->candidates = t2s_alloc_array(count, sizeof(size_t));
    ranking->ranks = t2s_alloc_array(count, sizeof(size_t));
    if (!ranking->candidates || !ranking->ranks) {
        t2sed_ranking_free(ranking);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        ranking->candidates[i] = ranking->ranks[i] = i;
    return ranking;
}

bool t2s_ranking_note(t2sed_ranking *ranking, size_t candidate,
                      const t2s_move *move)
{
    t2s_move **at, *copy = t2s_arena_alloc(&ranking->arena, sizeof *copy);
    if (!ranking->moves)
        ranking->moves =
            t2s_zalloc_array(ranking->count, sizeof *ranking->moves);
    if (!copy || !ranking->moves)
        return false;
    *copy = *move;
    copy->next = NULL;
    copy->text = t2s_arena_strdup(&ranking->arena, move->text);
    for (at = &ranking->moves[candidate]; *at; at = &(*at)->next) {
    }
    *at = copy;
    return copy->text != NULL;
}

void t2sed_ranking_free(t2sed_ranking *ranking)
{
    if (!ranking)
        return;
    t2s_free(ranking->candidates);
    t2s_free(ranking->ranks);
    t2s_free(ranking->moves);
    t2s_free(ranking->confidences);
    t2s_arena_free(&ranking->arena);
    t2s_free(ranking);
}

size_t t2sed_ranking_count(const t2sed_ranking *ranking)
{
    return ranking ? ranking->count : 0;
}

size_t t2sed_ranking_candidate(const t2sed_ranking *ranking, size_t rank)
{
    return ranking && rank < ranking->count ? ranking->candidates[rank]
                                            : (size_t)-1;
}

/* The first move of candidate i, or NULL. */
static const t2s_move *moves_of(const t2sed_ranking *ranking, size_t i)
{
    return ranking->moves && i < ranking->count ? ranking->moves[i] : NULL;
}

size_t t2sed_ranking_move_count(const t2sed_ranking *ranking, size_t i)
{
    size_t count = 0;
    for (const t2s_move *m = ranking ? moves_of(ranking, i) : NULL; m;
         m = m->next)
        count++;
    return count;
}

t2sed_status t2sed_ranking_move_get(const t2sed_ranking *ranking, size_t i,
                                    size_t k, t2sed_move *out, t2sed_error *err)
{
    const t2s_move *m;
    t2sed_move move;
    if (!out || !ranking)
        return t2s_fail_null(err, __func__, "out and ranking");
    for (m = moves_of(ranking, i); m && k > 0; m = m->next)
        k--;
    if (!m)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "re-ranker: candidate %zu has no such move", i);
    move = (t2sed_move){.step = m->step,
                        .policy = m->policy,
                        .from = m->from,
                        .to = m->to,
                        .text = m->text};
    return t2s_sized_write(out, &move, sizeof move, "t2sed_move", err);
}

const char *t2sed_ranking_kept(const t2sed_ranking *ranking)
{
    return ranking ? ranking->kept : NULL;
}

double t2sed_ranking_confidence(const t2sed_ranking *ranking, size_t i)
{
    return ranking && ranking->confidences && i < ranking->count
               ? ranking->confidences[i]
               : (double)NAN;
}
