#include "decide/answers.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"

/* Probabilities beyond these say no more than these. */
#define LEAST_PROBABILITY 1e-4
/* A parser's confidence below this says no more than this. */
#define LEAST_CONFIDENCE 1e-4

static double logit(double probability)
{
    double p =
        fmin(fmax(probability, LEAST_PROBABILITY), 1 - LEAST_PROBABILITY);
    return log(p / (1 - p));
}

/* The answer that candidate i gives, a new one where it is the first; false
 * when memory is short. */
static bool find_answer(t2s_answers *out, t2s_map *groups,
                        const t2sed_signals *s, size_t i)
{
    size_t at = out->count;
    if (t2s_signals_fails(s, i)) {
        out->of[i] = T2S_NO_ANSWER;
        return true;
    }
    if (s->groups && s->groups[i] >= 0) {
        const char *key = (const char *)&s->groups[i];
        at = (size_t)t2s_map_get(groups, key, sizeof s->groups[i],
                                 (int64_t)out->count);
        if (at == out->count &&
            !t2s_map_set(groups, key, sizeof s->groups[i], (int64_t)at))
            return false;
    }
    out->of[i] = at;
    if (at == out->count) {
        out->at[at].first = i;
        out->count++;
    }
    return true;
}

/* Adds what is known of candidate i; sums for now. */
static void add_candidate(t2s_answer *a, const t2sed_signals *s, size_t i)
{
    double *n = a->numbers;
    a->candidates++;
    if (s->probability && !isnan(s->probability[i])) {
        const double l = logit(s->probability[i]);
        n[T2S_WEIGHT_LOGIT_MEAN] += l;
        n[T2S_WEIGHT_LOGIT_MAX] =
            a->known ? fmax(n[T2S_WEIGHT_LOGIT_MAX], l) : l;
        a->known++;
    }
    if (s->sketch && !isnan(s->sketch[i])) {
        n[T2S_WEIGHT_SKETCH] += s->sketch[i] - 1;
        a->sketched++;
    }
    if (s->link && !isnan(s->link[i])) {
        n[T2S_WEIGHT_LINK] += s->link[i] - 1;
        a->linked++;
    }
}

/* Sums become means; log odds of the shares. */
static void finish(t2s_answers *out, const t2sed_signals *s)
{
    double sum = 0, known = 0;
    for (size_t k = 0; k < out->count; k++) {
        t2s_answer *a = &out->at[k];
        double *n = a->numbers;
        const double share = out->shares[a->first] * (double)s->count;
        if (a->known) {
            n[T2S_WEIGHT_LOGIT_MEAN] /= (double)a->known;
            sum += n[T2S_WEIGHT_LOGIT_MEAN];
            known++;
        }
        if (a->sketched)
            n[T2S_WEIGHT_SKETCH] /= (double)a->sketched;
        if (a->linked)
            n[T2S_WEIGHT_LINK] /= (double)a->linked;
        /* One voice alone is no vote. */
        if (!isnan(share) && s->count > 1)
            n[T2S_WEIGHT_AGREEMENT] =
                log((share + 0.5) / ((double)s->count - share + 0.5));
        n[T2S_WEIGHT_FIRST] = a->first == 0;
    }
    for (size_t k = 0; known > 0 && k < out->count; k++)
        if (!out->at[k].known)
            out->at[k].numbers[T2S_WEIGHT_LOGIT_MEAN] =
                out->at[k].numbers[T2S_WEIGHT_LOGIT_MAX] = sum / known;
}

/* How many candidates each source has, by number; false when memory is
 * short. */
static bool count_sources(t2s_map *counts, const t2sed_signals *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const char *key = (const char *)&s->sources[i];
        const size_t n = sizeof s->sources[i];
        if (!t2s_map_set(counts, key, n, t2s_map_get(counts, key, n, 0) + 1))
            return false;
    }
    return true;
}

/* Log odds of the sources' voices for each answer. */
static t2sed_status add_sources(t2s_answers *out, const t2sed_signals *s,
                                t2sed_error *err)
{
    t2s_map counts = {0};
    bool good = true;
    if (s->sources)
        good = count_sources(&counts, s);
    for (size_t i = 0; counts.count > 1 && good && i < s->count; i++)
        if (out->of[i] != T2S_NO_ANSWER)
            out->at[out->of[i]].numbers[T2S_WEIGHT_SOURCES] +=
                1 / (double)t2s_map_get(&counts, (const char *)&s->sources[i],
                                        sizeof s->sources[i], 1);
    for (size_t k = 0; counts.count > 1 && good && k < out->count; k++) {
        double *voices = &out->at[k].numbers[T2S_WEIGHT_SOURCES];
        *voices = log((*voices + 0.5) / ((double)counts.count - *voices + 0.5));
    }
    t2s_map_free(&counts);
    return good ? T2SED_OK : t2s_fail_memory(err);
}

/* The parser's confidence in each answer, if it gave any score. */
static t2sed_status add_parser(t2s_answers *out, const t2sed_signals *s,
                               t2sed_error *err)
{
    double *confidence;
    int *same;
    t2sed_status status;
    if (!s->parser_score)
        return T2SED_OK;
    confidence = t2s_alloc_array(s->count, sizeof *confidence);
    same = t2s_alloc_array(s->count, sizeof *same);
    for (size_t i = 0; same && i < s->count; i++)
        same[i] = out->of[i] == T2S_NO_ANSWER ? -1 : (int)out->of[i];
    status = confidence && same
                 ? t2s_softmax(confidence, s->parser_score, same, s->count, err)
                 : t2s_fail_memory(err);
    for (size_t i = 0; status == T2SED_OK && i < s->count; i++)
        if (out->of[i] != T2S_NO_ANSWER && !isnan(confidence[i]))
            out->at[out->of[i]].numbers[T2S_WEIGHT_PARSER] =
                log(fmax(confidence[i], LEAST_CONFIDENCE));
    t2s_free(confidence);
    t2s_free(same);
    return status;
}

t2sed_status t2s_answers_make(t2s_answers *out, const t2sed_signals *s,
                              t2sed_error *err)
{
    t2s_map groups = {0};
    t2s_answers made = {0};
    bool good;
    t2sed_status status = t2s_signals_shares(&made.shares, s, err);
    if (status != T2SED_OK)
        return status;
    made.at = t2s_zalloc_array(s->count, sizeof *made.at);
    made.of = t2s_alloc_array(s->count, sizeof *made.of);
    good = made.at && made.of;
    for (size_t i = 0; good && i < s->count; i++) {
        good = !t2s_interrupted() && find_answer(&made, &groups, s, i);
        if (good && made.of[i] != T2S_NO_ANSWER)
            add_candidate(&made.at[made.of[i]], s, i);
    }
    t2s_map_free(&groups);
    if (good) {
        finish(&made, s);
        status = add_sources(&made, s, err);
        if (status == T2SED_OK)
            status = add_parser(&made, s, err);
    } else {
        status = t2s_fail_early(err);
    }
    if (status != T2SED_OK) {
        t2s_answers_free(&made);
        return status;
    }
    *out = made;
    return T2SED_OK;
}

void t2s_answers_free(t2s_answers *answers)
{
    t2s_free(answers->at);
    t2s_free(answers->of);
    t2s_free(answers->shares);
    memset(answers, 0, sizeof *answers);
}

double t2s_answer_score(const t2s_answer *answer,
                        const t2sed_reranker_weights *weights)
{
    t2sed_reranker_weights w = *weights;
    double score = w.bias;
    for (int i = 0; i < T2S_WEIGHTS; i++)
        score += *t2s_weight_at(&w, i) * answer->numbers[i];
    return score;
}
