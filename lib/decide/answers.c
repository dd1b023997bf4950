/* answers.c - what is known of candidates, and of the answers they give. */
#include "decide/answers.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sized.h"

/* --- Signals --- */

void t2sed_signals_init(t2sed_signals *signals, size_t size)
{
    const t2sed_signals none = {0};
    t2s_sized_init(signals, size, &none, sizeof none);
}

t2sed_status t2s_signals_read(t2sed_signals *s, const t2sed_signals *given,
                              t2sed_error *err)
{
    t2sed_status status;
    if (!given)
        return t2s_fail(err, T2SED_EINVAL, -1, "re-ranker: signals is NULL");
    status = T2S_READ_SIZED(t2sed_signals, s, given, err);
    if (status != T2SED_OK)
        return status;
    const struct {
        const char *what;
        const double *numbers;
    } shares[] = {{"probability", s->probability},
                  {"sketch", s->sketch},
                  {"link", s->link},
                  {"agreement", s->agreement}};
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
        for (size_t i = 0; shares[k].numbers && i < s->count; i++)
            if (shares[k].numbers[i] < 0 || shares[k].numbers[i] > 1)
                return t2s_fail(err, T2SED_EINVAL, -1,
                                "re-ranker: the %s of candidate %zu is %g, "
                                "expected 0 to 1 or NaN",
                                shares[k].what, i, shares[k].numbers[i]);
    for (size_t i = 0; s->parser_score && i < s->count; i++)
        if (isinf(s->parser_score[i]))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "re-ranker: the parser's score of candidate %zu "
                            "is infinite",
                            i);
    return T2SED_OK;
}

bool t2s_signals_fails(const t2sed_signals *s, size_t i)
{
    if (s->outcomes)
        return s->outcomes[i] == T2SED_OUTCOME_FAILED ||
               s->outcomes[i] == T2SED_OUTCOME_SYNTAX ||
               s->outcomes[i] == T2SED_OUTCOME_UNSUPPORTED;
    return s->groups && s->groups[i] < 0;
}

size_t *t2s_find_firsts(const int *numbers, size_t count)
{
    t2s_map seen = {0};
    size_t *first = t2s_alloc_array(count, sizeof *first);
    for (size_t i = 0; first && i < count; i++) {
        const char *key = (const char *)&numbers[i];
        first[i] = (size_t)t2s_map_get(&seen, key, sizeof *numbers, (int64_t)i);
        if (t2s_interrupted() ||
            (first[i] == i &&
             !t2s_map_set(&seen, key, sizeof *numbers, (int64_t)i))) {
            t2s_free(first);
            first = NULL;
        }
    }
    t2s_map_free(&seen);
    return first;
}

/* What makes one candidate a repetition of another. */
typedef struct repeated {
    double probability;
    int group, source;
} repeated;

size_t *t2s_signals_repeats(const t2sed_signals *s)
{
    t2s_map seen = {0};
    size_t *first = t2s_alloc_array(s->count, sizeof *first);
    bool ok = first != NULL;
    for (size_t i = 0; ok && i < s->count; i++) {
        const repeated key = {s->probability ? s->probability[i] : (double)NAN,
                              s->groups ? s->groups[i] : -1,
                              s->sources ? s->sources[i] : 0};
        const char *bytes = (const char *)&key;
        first[i] = i;
        if (isnan(key.probability) || key.group < 0)
            continue;
        first[i] = (size_t)t2s_map_get(&seen, bytes, sizeof key, (int64_t)i);
        ok = first[i] < i || t2s_map_set(&seen, bytes, sizeof key, (int64_t)i);
    }
    t2s_map_free(&seen);
    if (!ok) {
        t2s_free(first);
        first = NULL;
    }
    return first;
}

t2sed_status t2s_agreement_shares(double *out, const int *groups,
                                  const double *weights, size_t count,
                                  t2sed_error *err)
{
    size_t *first;
    double all = 0;
    for (size_t i = 0; weights && i < count; i++)
        if (weights[i] < 0 || isinf(weights[i]))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "agreement: weight %zu is %g, expected 0 or more",
                            i, weights[i]);
    first = t2s_find_firsts(groups, count);
    if (!first)
        return t2s_fail_early(err);
    for (size_t i = 0; i < count; i++) {
        const double weight = !weights ? 1 : isnan(weights[i]) ? 0 : weights[i];
        out[i] = 0;
        out[first[i]] += weight;
        all += weight;
    }
    /* From the last on: a group's sum stands at its first. */
    for (size_t i = count; i-- > 0;)
        out[i] =
            all > 0 ? (groups[i] < 0 ? 0 : out[first[i]] / all) : (double)NAN;
    t2s_free(first);
    return T2SED_OK;
}

t2sed_status t2s_signals_shares(double *out, const t2sed_signals *s,
                                t2sed_error *err)
{
    if (s->groups && !s->agreement)
        return t2s_agreement_shares(out, s->groups, NULL, s->count, err);
    for (size_t i = 0; i < s->count; i++)
        out[i] = s->agreement ? s->agreement[i] : (double)NAN;
    return T2SED_OK;
}

t2sed_status t2s_softmax(double *out, const double *scores, const int *same,
                         size_t count, t2sed_error *err)
{
    double highest = -INFINITY, sum = 0;
    size_t *first = NULL;
    for (size_t i = 0; i < count; i++)
        if (isinf(scores[i]) && scores[i] > 0)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "softmax: score %zu is infinite", i);
    if (same && !(first = t2s_find_firsts(same, count)))
        return t2s_fail_early(err);
    /* The highest score of equal candidates stands at the first of them. */
    for (size_t i = 0; i < count; i++) {
        const size_t at = first ? first[i] : i;
        out[i] = at == i ? scores[i] : (double)NAN;
        out[at] = fmax(out[at], scores[i]);
        highest = fmax(highest, scores[i]);
    }
    for (size_t i = 0; i < count; i++) {
        /* All at -infinity are equally likely. */
        if (!isnan(out[i]))
            out[i] = isinf(highest) ? 1 : exp(out[i] - highest);
        sum += isnan(out[i]) ? 0 : out[i];
    }
    for (size_t i = count; i-- > 0;)
        out[i] =
            isnan(scores[i]) ? (double)NAN : out[first ? first[i] : i] / sum;
    t2s_free(first);
    return T2SED_OK;
}

/* --- Answers --- */

/* Probabilities beyond these say no more than these. */
#define LEAST_PROBABILITY 1e-4
/* A parser's confidence below this says no more than this. */
#define LEAST_CONFIDENCE 1e-4

double t2s_log_odds(double probability)
{
    double p =
        fmin(fmax(probability, LEAST_PROBABILITY), 1 - LEAST_PROBABILITY);
    return log(p / (1 - p));
}

/* Adds what is known of candidate i; sums for now. */
static void add_candidate(t2s_answer *a, const t2sed_signals *s, size_t i)
{
    double *n = a->numbers;
    a->candidates++;
    if (s->probability && !isnan(s->probability[i])) {
        const double l = t2s_log_odds(s->probability[i]);
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

/* Sums become means; log odds of the shares of `voices`. */
static void finish(t2s_answers *out, double voices)
{
    double sum = 0, known = 0;
    for (size_t k = 0; k < out->count; k++) {
        t2s_answer *a = &out->at[k];
        double *n = a->numbers;
        const double share = out->shares[a->first] * voices;
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
        if (!isnan(share) && voices > 1)
            n[T2S_WEIGHT_AGREEMENT] =
                log((share + 0.5) / (voices - share + 0.5));
        n[T2S_WEIGHT_FIRST] = a->first == 0;
    }
    for (size_t k = 0; known > 0 && k < out->count; k++)
        if (!out->at[k].known)
            out->at[k].numbers[T2S_WEIGHT_LOGIT_MEAN] =
                out->at[k].numbers[T2S_WEIGHT_LOGIT_MAX] = sum / known;
}

/* Log odds of the sources' voices for each answer; each source has one, which
 * its candidates share. */
static t2sed_status add_sources(t2s_answers *out, const t2sed_signals *s,
                                const double *voices, t2sed_error *err)
{
    double *sizes, sources = 0;
    size_t *first;
    if (!s->sources)
        return T2SED_OK;
    first = t2s_find_firsts(s->sources, s->count);
    sizes = t2s_zalloc_array(s->count, sizeof *sizes);
    for (size_t i = 0; first && sizes && i < s->count; i++) {
        sources += sizes[first[i]] == 0 && voices[i] > 0;
        sizes[first[i]] += voices[i];
    }
    for (size_t i = 0; sources > 1 && i < s->count; i++)
        if (voices[i] > 0)
            out->at[out->of[i]].numbers[T2S_WEIGHT_SOURCES] +=
                1 / sizes[first[i]];
    for (size_t k = 0; sources > 1 && k < out->count; k++) {
        double *number = &out->at[k].numbers[T2S_WEIGHT_SOURCES];
        *number = log((*number + 0.5) / (sources - *number + 0.5));
    }
    t2s_free(first);
    t2s_free(sizes);
    return first && sizes ? T2SED_OK : t2s_fail_early(err);
}

/* The parser's confidence in each answer, if it gave any score. What does not
 * run counts as one. */
static t2sed_status add_parser(t2s_answers *out, const t2sed_signals *s,
                               int *same, t2sed_error *err)
{
    double *confidence;
    t2sed_status status;
    if (!s->parser_score)
        return T2SED_OK;
    confidence = t2s_alloc_array(s->count, sizeof *confidence);
    for (size_t i = 0; i < s->count; i++)
        same[i] = out->of[i] == T2S_NO_ANSWER ? -1 : (int)out->of[i];
    status = confidence
                 ? t2s_softmax(confidence, s->parser_score, same, s->count, err)
                 : t2s_fail_memory(err);
    for (size_t i = 0; status == T2SED_OK && i < s->count; i++)
        if (out->of[i] != T2S_NO_ANSWER && !isnan(confidence[i]))
            out->at[out->of[i]].numbers[T2S_WEIGHT_PARSER] =
                log(fmax(confidence[i], LEAST_CONFIDENCE));
    t2s_free(confidence);
    return status;
}

/* Which candidates give the same answer, and what is known of each. */
static t2sed_status find_answers(t2s_answers *out, const t2sed_signals *s,
                                 const double *voices, int *same,
                                 t2sed_error *err)
{
    size_t *first;
    for (size_t i = 0; i < s->count; i++)
        same[i] = t2s_signals_fails(s, i) || !s->groups ? -1 : s->groups[i];
    first = t2s_find_firsts(same, s->count);
    if (!first)
        return t2s_fail_early(err);
    for (size_t i = 0; i < s->count; i++) {
        if (t2s_signals_fails(s, i)) {
            out->of[i] = T2S_NO_ANSWER;
        } else if (same[i] >= 0 && first[i] < i) {
            out->of[i] = out->of[first[i]];
        } else {
            out->at[out->count].first = i;
            out->of[i] = out->count++;
        }
        if (voices[i] > 0)
            add_candidate(&out->at[out->of[i]], s, i);
    }
    t2s_free(first);
    return T2SED_OK;
}

/* [count] 1 for each candidate that counts: those that fail, and those that
 * repeat another, change nothing for the others. NULL when memory is short. */
static double *find_voices(const t2sed_signals *s)
{
    double *voices = t2s_alloc_array(s->count, sizeof *voices);
    for (size_t i = 0; voices && i < s->count; i++)
        voices[i] =
            t2s_signals_fails(s, i) || (s->repeats && s->repeats[i]) ? 0 : 1;
    return voices;
}

static double sum_of(const double *numbers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

t2sed_status t2s_answers_make(t2s_answers *out, const t2sed_signals *s,
                              t2sed_error *err)
{
    const bool has_shares = s->agreement || !s->groups;
    t2s_answers made = {0};
    int *same = t2s_alloc_array(s->count, sizeof *same);
    double *voices = find_voices(s);
    t2sed_status status;
    made.at = t2s_zalloc_array(s->count, sizeof *made.at);
    made.of = t2s_alloc_array(s->count, sizeof *made.of);
    made.shares = t2s_alloc_array(s->count, sizeof *made.shares);
    if (!same || !voices || !made.at || !made.of || !made.shares)
        status = t2s_fail_memory(err);
    else
        status = has_shares ? t2s_signals_shares(made.shares, s, err)
                            : t2s_agreement_shares(made.shares, s->groups,
                                                   voices, s->count, err);
    if (status == T2SED_OK)
        status = find_answers(&made, s, voices, same, err);
    if (status == T2SED_OK) {
        finish(&made, has_shares ? (double)s->count : sum_of(voices, s->count));
        status = add_sources(&made, s, voices, err);
    }
    if (status == T2SED_OK)
        status = add_parser(&made, s, same, err);
    t2s_free(same);
    t2s_free(voices);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_answers_free(&made);
    return status;
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
