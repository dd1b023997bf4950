#include "decide/policy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "decide/answers.h"

/* The steps at work on one order. */
typedef struct work {
    t2sed_ranking *ranking;
    const t2sed_reranker *reranker;
    const t2sed_signals *signals;
    const t2s_step *step;
    double *numbers;    /* [count] that the step orders by */
    double *parts;      /* [count] what a sentence tells beside: the parser's
                           confidence, the share that agrees; NaN: nothing */
    size_t *before;     /* [count] the order before the step */
    bool counts_parser; /* "default" has counted the parser's scores */
} work;

static double at(const double *numbers, size_t i)
{
    return numbers ? numbers[i] : (double)NAN;
}

/* ------------------------------------------------- what steps order by */

/* Puts the parser's confidences into w->parts; `scored`: whether it gave any
 * score. */
static t2sed_status read_parser(work *w, bool *scored, t2sed_error *err)
{
    const t2sed_signals *s = w->signals;
    *scored = false;
    for (size_t i = 0; i < s->count; i++)
        *scored = *scored || !isnan(at(s->parser_score, i));
    return *scored ? t2s_softmax(w->parts, s->parser_score, NULL, s->count, err)
                   : T2SED_OK;
}

static t2sed_status number_sum(work *w, t2sed_error *err)
{
    const t2sed_signals *s = w->signals;
    const double share = w->step->number;
    bool scored;
    const t2sed_status status = read_parser(w, &scored, err);
    for (size_t i = 0; i < s->count && status == T2SED_OK; i++) {
        const double p = at(s->probability, i);
        const double own = isnan(w->parts[i]) ? 0 : w->parts[i];
        w->numbers[i] = scored ? share * p + (1 - share) * own : p;
    }
    return status;
}

/* 0 for candidates that are known to fall short, and, where any verdict is
 * known, for those without one that could not be scored: what does not parse
 * must not pass what was scored. 1 for the others. */
static void number_verdicts(work *w, const double *verdicts)
{
    const t2sed_signals *s = w->signals;
    bool any = false;
    for (size_t i = 0; i < s->count; i++) {
        w->parts[i] = at(verdicts, i);
        any = any || !isnan(w->parts[i]);
    }
    for (size_t i = 0; i < s->count; i++)
        w->numbers[i] = isnan(w->parts[i]) ? !any || !s->probability ||
                                                 !isnan(s->probability[i])
                                           : w->parts[i] >= w->step->number;
}

/* Whether the scores may be log-probabilities of different queries by one
 * parser: none is above 0, and the probabilities add up to 1 at most. So do a
 * beam search's; samples that repeat likely queries, and logits, mostly don't.
 */
static bool are_log_probabilities(const t2sed_signals *s)
{
    const double rounding = 1e-6;
    double sum = 0;
    bool known = false;
    for (size_t i = 0; i < s->count; i++) {
        const double score = at(s->parser_score, i);
        if (isnan(score))
            continue;
        if (score > rounding)
            return false;
        known = true;
        sum += exp(score);
    }
    return known && sum <= 1 + rounding && !t2s_beam_has_sources(s);
}

/* By the probability in the beam; a parser's log-probability is added to its
 * log odds, as if both were independent, and counts as the lowest where it is
 * unknown. */
static t2sed_status number_in_beam(work *w, const t2s_answers *answers,
                                   const t2s_beam_weights *beam,
                                   t2sed_error *err)
{
    const t2sed_signals *s = w->signals;
    double lowest = 0;
    t2sed_status status =
        t2s_beam_probabilities(w->ranking->confidences, beam, s, err);
    if (status != T2SED_OK)
        return status;
    memcpy(w->numbers, w->ranking->confidences, s->count * sizeof *w->numbers);
    w->counts_parser = are_log_probabilities(s);
    for (size_t i = 0; i < s->count; i++)
        lowest = fmin(lowest, at(s->parser_score, i));
    for (size_t i = 0; i < s->count; i++)
        if (answers->of[i] == T2S_NO_ANSWER)
            w->numbers[i] = (double)NAN;
        else if (w->counts_parser && !isnan(w->numbers[i]))
            w->numbers[i] =
                t2s_log_odds(w->numbers[i]) + fmax(lowest, s->parser_score[i]);
    return T2SED_OK;
}

static void number_answers(work *w, const t2s_answers *answers)
{
    for (size_t i = 0; i < w->signals->count; i++) {
        const size_t answer = answers->of[i];
        w->numbers[i] =
            answer == T2S_NO_ANSWER
                ? (double)NAN
                : t2s_answer_score(&answers->at[answer], &w->reranker->weights);
        w->ranking->confidences[i] =
            answer == T2S_NO_ANSWER ? 0 : 1 / (1 + exp(-w->numbers[i]));
    }
}

static t2sed_status number_all_evidence(work *w, t2sed_error *err)
{
    t2sed_ranking *ranking = w->ranking;
    const size_t count = w->signals->count;
    const t2s_beam_weights *beam =
        t2s_beam_weights_for(w->reranker->beam, w->signals);
    bool known = false;
    t2s_answers answers = {0};
    t2sed_status status = t2s_answers_make(&answers, w->signals, err);
    if (status != T2SED_OK)
        return status;
    if (!ranking->confidences)
        ranking->confidences = t2s_alloc_array(count, sizeof(double));
    if (!ranking->confidences)
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        w->parts[i] = answers.shares[i];
        known = known || !isnan(at(w->signals->probability, i));
    }
    if (status == T2SED_OK && beam && known)
        status = number_in_beam(w, &answers, beam, err);
    else if (status == T2SED_OK)
        number_answers(w, &answers);
    t2s_answers_free(&answers);
    return status;
}

static t2sed_status number_candidates(work *w, t2sed_error *err)
{
    const t2sed_signals *s = w->signals;
    for (size_t i = 0; i < s->count; i++) {
        w->parts[i] = (double)NAN;
        w->numbers[i] = at(s->probability, i);
    }
    switch (w->step->policy) {
    case T2S_POLICY_SUM:
        return number_sum(w, err);
    case T2S_POLICY_SKETCH:
        number_verdicts(w, s->sketch);
        return T2SED_OK;
    case T2S_POLICY_LINK:
        number_verdicts(w, s->link);
        return T2SED_OK;
    case T2S_POLICY_VOTE:
        return t2s_signals_shares(w->numbers, s, err);
    case T2S_POLICY_RUNS:
        for (size_t i = 0; i < s->count; i++)
            w->numbers[i] = !t2s_signals_fails(s, i);
        return T2SED_OK;
    case T2S_POLICY_DEFAULT:
        return number_all_evidence(w, err);
    default:
        return T2SED_OK;
    }
}

/* ------------------------------------------------------------ sentences */

/* "0.83", or "unknown". */
static const char *say(char *room, size_t size, double number)
{
    if (isnan(number))
        snprintf(room, size, "unknown");
    else
        snprintf(room, size, "%.2f", number);
    return room;
}

static void explain_sum(char *text, size_t size, const work *w, size_t i)
{
    char p[32], own[32];
    snprintf(text, size,
             "%g of its probability (%s) and %g of the parser's confidence "
             "(%s) make %.2f",
             w->step->number, say(p, sizeof p, at(w->signals->probability, i)),
             1 - w->step->number, say(own, sizeof own, w->parts[i]),
             w->numbers[i]);
}

static void explain_verdict(char *text, size_t size, const work *w, size_t i,
                            const char *what)
{
    char verdict[32];
    if (isnan(w->parts[i]) && w->numbers[i] <= 0)
        snprintf(text, size, "it could not be scored");
    else
        snprintf(text, size, "%s is %s, %s %g%s", what,
                 say(verdict, sizeof verdict, w->parts[i]),
                 w->numbers[i] > 0 ? "others are under" : "under",
                 w->step->number,
                 w->numbers[i] > 0 ? " or could not be scored" : "");
}

static void explain_all(char *text, size_t size, const work *w, size_t i)
{
    char p[32];
    const double share = w->parts[i];
    if (isnan(w->numbers[i])) {
        snprintf(text, size, "it does not run");
        return;
    }
    snprintf(text, size,
             "all evidence gives it %.2f: its own probability is %s",
             w->ranking->confidences[i],
             say(p, sizeof p, at(w->signals->probability, i)));
    if (!isnan(share)) {
        const size_t n = strlen(text);
        snprintf(text + n, size - n, ", and %.0f %% of the candidates agree",
                 100 * share);
    }
    if (w->counts_parser) {
        const size_t n = strlen(text);
        snprintf(text + n, size - n, "; the parser's log-probability is %s",
                 say(p, sizeof p, w->signals->parser_score[i]));
    }
}

/* Why candidate i stands where the step put it. */
static void explain(char *text, size_t size, const work *w, size_t i, bool up)
{
    char number[32];
    say(number, sizeof number, w->numbers[i]);
    switch (w->step->policy) {
    case T2S_POLICY_MARGIN:
        snprintf(text, size,
                 up ? "its probability, %s, is more by over %g than of those "
                      "it passes"
                    : "others are more probable than %s by over %g",
                 number, w->step->number);
        return;
    case T2S_POLICY_SUM:
        explain_sum(text, size, w, i);
        return;
    case T2S_POLICY_SKETCH:
        explain_verdict(text, size, w, i, "its agreement with the query plan");
        return;
    case T2S_POLICY_LINK:
        explain_verdict(text, size, w, i, "its schema linking");
        return;
    case T2S_POLICY_VOTE:
        if (isnan(w->numbers[i]))
            snprintf(text, size, "nobody knows who agrees with it");
        else
            snprintf(text, size, "%.0f %% of the candidates agree with it",
                     100 * w->numbers[i]);
        return;
    case T2S_POLICY_RUNS:
        snprintf(text, size,
                 w->numbers[i] > 0 ? "others do not run" : "it does not run");
        return;
    case T2S_POLICY_DEFAULT:
        explain_all(text, size, w, i);
        return;
    default:
        if (isnan(w->numbers[i]))
            snprintf(text, size, "it could not be scored");
        else
            snprintf(text, size, "its probability is %s", number);
    }
}

/* Notes a move behind the others of its candidate; false when memory is
 * short. */
static bool note(t2sed_ranking *ranking, size_t candidate,
                 const t2sed_move *move)
{
    t2s_move **at, *copy = t2s_arena_alloc(&ranking->arena, sizeof *copy);
    if (!ranking->moves)
        ranking->moves =
            t2s_zalloc_array(ranking->count, sizeof *ranking->moves);
    if (!copy || !ranking->moves)
        return false;
    *copy = (t2s_move){*move, NULL};
    copy->move.text = t2s_arena_strdup(&ranking->arena, move->text);
    for (at = &ranking->moves[candidate]; *at; at = &(*at)->next) {
    }
    *at = copy;
    return copy->move.text != NULL;
}

static bool note_moves(work *w)
{
    char text[200];
    t2sed_ranking *ranking = w->ranking;
    t2sed_move move = {.step = (size_t)(w->step - w->reranker->steps),
                       .policy = t2s_policy_name(w->step->policy),
                       .text = text};
    for (size_t rank = 0; rank < ranking->count; rank++)
        ranking->ranks[w->before[rank]] = rank;
    for (size_t rank = 0; rank < ranking->count; rank++) {
        const size_t i = ranking->candidates[rank];
        if (t2s_interrupted())
            return false;
        move.from = ranking->ranks[i];
        move.to = rank;
        if (move.from == rank)
            continue;
        explain(text, sizeof text, w, i, move.to < move.from);
        if (!note(ranking, i, &move))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- steps */

/* Whether the present first candidate is sure enough to stop here. */
static t2sed_status stop_at_sure(bool *stop, const work *w, t2sed_error *err)
{
    char text[100];
    t2sed_ranking *ranking = w->ranking;
    const double p = at(w->signals->probability, ranking->candidates[0]);
    *stop = p >= w->step->number;
    if (!*stop)
        return T2SED_OK;
    snprintf(text, sizeof text,
             "the first candidate's probability, %.2f, is at least %g", p,
             w->step->number);
    ranking->kept = t2s_arena_strdup(&ranking->arena, text);
    return ranking->kept ? T2SED_OK : t2s_fail_memory(err);
}

/* False when memory is short, or the call is interrupted. */
static bool reorder(const work *w)
{
    size_t *candidates = w->ranking->candidates;
    const size_t count = w->ranking->count;
    if (w->step->policy == T2S_POLICY_MARGIN)
        return t2s_order_promote(candidates, count, w->numbers,
                                 w->step->number);
    /* Of one answer's queries the most probable comes first. */
    if (w->step->policy == T2S_POLICY_DEFAULT && w->signals->probability &&
        !t2s_order_sort(candidates, count, w->signals->probability))
        return false;
    return t2s_order_sort(candidates, count, w->numbers);
}

static t2sed_status apply_step(work *w, t2sed_error *err)
{
    t2sed_ranking *ranking = w->ranking;
    t2sed_status status = number_candidates(w, err);
    if (status != T2SED_OK)
        return status;
    memcpy(w->before, ranking->candidates, ranking->count * sizeof *w->before);
    if (!reorder(w))
        return t2s_fail_early(err);
    return note_moves(w) ? T2SED_OK : t2s_fail_early(err);
}

t2sed_status t2s_steps_apply(t2sed_ranking *ranking,
                             const t2sed_reranker *reranker,
                             const t2sed_signals *signals, t2sed_error *err)
{
    work w = {.ranking = ranking, .reranker = reranker, .signals = signals};
    t2sed_status status = T2SED_OK;
    bool stop = false;
    w.numbers = t2s_alloc_array(signals->count, sizeof *w.numbers);
    w.parts = t2s_alloc_array(signals->count, sizeof *w.parts);
    w.before = t2s_alloc_array(signals->count, sizeof *w.before);
    if (!w.numbers || !w.parts || !w.before)
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < reranker->count && status == T2SED_OK && !stop;
         i++) {
        w.step = &reranker->steps[i];
        status = w.step->policy == T2S_POLICY_DETECT
                     ? stop_at_sure(&stop, &w, err)
                     : apply_step(&w, err);
    }
    t2s_free(w.numbers);
    t2s_free(w.parts);
    t2s_free(w.before);
    return status;
}
