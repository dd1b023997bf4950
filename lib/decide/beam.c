/* beam.c - the probability of a candidate in its beam. */
#include "decide/beam.h"

#include <math.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/json.h"
#include "base/memory.h"
#include "decide/answers.h"
#include "model/model.h"

static const char *const kind_names[T2S_BEAM_KINDS] = {
    [T2S_BEAM_SOURCES] = "sources",
    [T2S_BEAM_RESULTS] = "results",
    [T2S_BEAM_TEXTS] = "texts",
};

static const char *const number_names[T2S_BEAM_NUMBERS] = {
    [T2S_BEAM_LOGIT] = "logit",   [T2S_BEAM_VOTES] = "votes",
    [T2S_BEAM_VOICES] = "voices", [T2S_BEAM_SIZE] = "size",
    [T2S_BEAM_EMPTY] = "empty",   [T2S_BEAM_FAILS] = "fails",
    [T2S_BEAM_BIAS] = "bias",
};

/* --- Weights --- */

t2sed_status t2s_beam_weights_of(t2s_beam_weights *out,
                                 const t2sed_model *model, t2sed_error *err)
{
    t2s_members in = {NULL, "config.json", err, T2SED_OK};
    json_t *beam = NULL;
    memset(out, 0, T2S_BEAM_KINDS * sizeof *out);
    in.object = json_object_get(model->config.json, "t2sed");
    t2s_member_object(&in, "beam", false, &beam);
    for (int kind = 0; beam && kind < T2S_BEAM_KINDS; kind++) {
        json_t *weights = NULL;
        in.object = beam;
        t2s_member_object(&in, kind_names[kind], false, &weights);
        in.object = weights;
        out[kind].known = weights != NULL;
        for (int i = 0; weights && i < T2S_BEAM_NUMBERS; i++)
            t2s_member_number(&in, number_names[i], false, -INFINITY, INFINITY,
                              &out[kind].at[i]);
    }
    return in.status;
}

/* Whether any candidate that does not fail was tried on a database. */
static bool any_ran(const t2sed_signals *s)
{
    for (size_t i = 0; s->outcomes && i < s->count; i++)
        if (s->outcomes[i] == T2SED_OUTCOME_RAN ||
            s->outcomes[i] == T2SED_OUTCOME_CUT)
            return true;
    return !s->outcomes;
}

bool t2s_beam_has_sources(const t2sed_signals *s)
{
    size_t first = 0;
    if (!s->sources)
        return false;
    while (first < s->count && t2s_signals_fails(s, first))
        first++;
    for (size_t i = first; i < s->count; i++)
        if (s->sources[i] != s->sources[first] && !t2s_signals_fails(s, i))
            return true;
    return false;
}

t2s_beam_kind t2s_beam_kind_of(const t2sed_signals *s)
{
    return !s->groups                ? T2S_BEAM_KINDS
           : !any_ran(s)             ? T2S_BEAM_TEXTS
           : t2s_beam_has_sources(s) ? T2S_BEAM_SOURCES
                                     : T2S_BEAM_RESULTS;
}

const t2s_beam_weights *t2s_beam_weights_for(const t2s_beam_weights *weights,
                                             const t2sed_signals *signals)
{
    t2s_beam_kind kind = t2s_beam_kind_of(signals);
    if (kind == T2S_BEAM_SOURCES && !weights[kind].known)
        kind = T2S_BEAM_RESULTS;
    return kind < T2S_BEAM_KINDS && weights[kind].known ? &weights[kind] : NULL;
}

/* --- Numbers --- */

/* What a candidate brings to its group, and the sums of groups. */
typedef struct voice {
    double vote, voice;
} voice;

/* Candidates that fail, and those that repeat another, bring nothing. */
typedef struct tally {
    const t2sed_signals *signals;
    size_t *repeats; /* [count] the first candidate that each repeats, or
                        itself */
    size_t *group;   /* [count] the first candidate of the same group */
    size_t *source;  /* [count] likewise; NULL: one source */
    double *sizes;   /* [count] candidates of the source, at its first */
    voice *groups;   /* [count] sums, at the group's first */
    voice all;
    size_t known; /* candidates that bring something */
} tally;

static bool is_known(const t2sed_signals *s, size_t i)
{
    return s->probability && !isnan(s->probability[i]);
}

static bool counts(const tally *t, size_t i)
{
    return is_known(t->signals, i) && t->repeats[i] == i &&
           !t2s_signals_fails(t->signals, i);
}

/* Each source has one vote, which its candidates share. */
static voice voice_of(const tally *t, size_t i)
{
    const double p = t->signals->probability[i];
    const double vote = t->source ? 1 / t->sizes[t->source[i]] : 1;
    return (voice){vote, vote * p * p};
}

/* The log odds of a share, of few voices nearer to 0: half of one is added to
 * both sides. */
static double share_odds(double same, double all)
{
    const double of = fmax(same, 0);
    return log((of + 0.5) / (fmax(all - of, 0) + 0.5));
}

static t2sed_status count_voices(tally *t, t2sed_error *err)
{
    const t2sed_signals *s = t->signals;
    t->repeats = t2s_signals_repeats(s);
    t->group = t2s_find_firsts(s->groups, s->count);
    t->groups = t2s_zalloc_array(s->count, sizeof *t->groups);
    if (!t->repeats || !t->group || !t->groups)
        return t2s_fail_early(err);
    if (t2s_beam_has_sources(s)) {
        t->source = t2s_find_firsts(s->sources, s->count);
        t->sizes = t2s_zalloc_array(s->count, sizeof *t->sizes);
        if (!t->source || !t->sizes)
            return t2s_fail_early(err);
    }
    for (size_t i = 0; i < s->count; i++)
        if (t->source && counts(t, i))
            t->sizes[t->source[i]]++;
    for (size_t i = 0; i < s->count; i++) {
        voice own, *of = &t->groups[t->group[i]];
        if (!counts(t, i))
            continue;
        own = voice_of(t, i);
        of->vote += own.vote;
        of->voice += own.voice;
        t->all.vote += own.vote;
        t->all.voice += own.voice;
        t->known++;
    }
    return T2SED_OK;
}

/* How many bring something, the candidate included. */
static size_t size_for(const tally *t, size_t i)
{
    return t->known + !counts(t, i);
}

/* Of a candidate that repeats none. */
static void number_candidate(double *out, const tally *t, size_t i)
{
    const t2sed_signals *s = t->signals;
    voice own = {0, 0}, same = {0, 0};
    if (!is_known(s, i)) {
        for (int k = 0; k < T2S_BEAM_NUMBERS; k++)
            out[k] = (double)NAN;
        return;
    }
    if (counts(t, i))
        own = voice_of(t, i);
    if (s->groups[i] >= 0) {
        same = t->groups[t->group[i]];
        same.vote -= own.vote;
        same.voice -= own.voice;
    }
    out[T2S_BEAM_LOGIT] = t2s_log_odds(s->probability[i]);
    out[T2S_BEAM_VOTES] = share_odds(same.vote, t->all.vote - own.vote);
    out[T2S_BEAM_VOICES] = share_odds(same.voice, t->all.voice - own.voice);
    out[T2S_BEAM_SIZE] = log((double)size_for(t, i));
    out[T2S_BEAM_EMPTY] = s->empty && s->empty[i] ? 1 : 0;
    out[T2S_BEAM_FAILS] = t2s_signals_fails(s, i) ? 1 : 0;
    out[T2S_BEAM_BIAS] = 1;
}

static void end_tally(tally *t)
{
    t2s_free(t->repeats);
    t2s_free(t->group);
    t2s_free(t->source);
    t2s_free(t->sizes);
    t2s_free(t->groups);
}

t2sed_status t2s_beam_numbers_of(double (*out)[T2S_BEAM_NUMBERS],
                                 const t2sed_signals *s, t2sed_error *err)
{
    tally t = {.signals = s};
    const t2sed_status status = count_voices(&t, err);
    for (size_t i = 0; status == T2SED_OK && i < s->count; i++)
        number_candidate(out[i], &t, t.repeats[i]);
    end_tally(&t);
    return status;
}

/* --- Probabilities --- */

static double weigh(const t2s_beam_weights *weights, const tally *t, size_t i)
{
    double numbers[T2S_BEAM_NUMBERS], score = 0;
    number_candidate(numbers, t, i);
    for (int k = 0; k < T2S_BEAM_NUMBERS; k++)
        score += weights->at[k] * numbers[k];
    return 1 / (1 + exp(-score));
}

t2sed_status t2s_beam_probabilities(double *out,
                                    const t2s_beam_weights *weights,
                                    const t2sed_signals *s, t2sed_error *err)
{
    tally t = {.signals = s};
    t2sed_status status = weights ? count_voices(&t, err) : T2SED_OK;
    for (size_t i = 0; status == T2SED_OK && i < s->count; i++) {
        out[i] = s->probability ? s->probability[i] : (double)NAN;
        /* Without others there is nothing to be told. */
        if (weights && is_known(s, i) && size_for(&t, t.repeats[i]) > 1)
            out[i] = weigh(weights, &t, t.repeats[i]);
    }
    end_tally(&t);
    return status;
}
