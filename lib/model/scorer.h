/* scorer.h - the scorer's own: what it keeps between calls. */
#ifndef T2S_MODEL_SCORER_H
#define T2S_MODEL_SCORER_H

#include "base/interrupt.h"
#include "model/attribution.h"
#include "model/encoding.h"
#include "model/model.h"
#include "model/sample.h"
#include "t2sed/parts/scorer.h"

/* Candidates are prepared and scored in windows, so that memory does not grow
 * with their number. */
#define T2S_SCORER_WINDOW 128

/* Maps a sample of the window back to its candidate. */
typedef struct t2s_sample_owner {
    t2sed_scores *scores;
    size_t candidate;
    const float *features; /* the caller's; NULL: the sample's own */
} t2s_sample_owner;

struct t2sed_scorer {
    t2sed_model *model;
    t2s_preparer preparer;
    t2sed_judge *judge; /* NULL: none */
    size_t batch_tokens;
    t2s_batch_builder builder;
    float *features; /* of a batch; NULL where there are none */
    /* The features implied.words_unmet and implied.shown_keys_alone; the number
     * of features where the model does not read them. */
    size_t words_unmet, ids_alone;
    t2s_progress progress; /* of the call that is running */
    size_t prepared;       /* candidates so far */
    bool keeps_question;   /* after scoring: its caller clears the gatherer */
    bool explains;         /* scores keep what adds up to them */
    float texts[T2S_SCORER_WINDOW]; /* logits of the text, of a chunk */
    /* The window: candidates that could be prepared, and whose they are. */
    size_t held;
    t2s_sample samples[T2S_SCORER_WINDOW];
    t2s_sample_owner owners[T2S_SCORER_WINDOW];
    int32_t lengths[T2S_SCORER_WINDOW];
    uint32_t order[T2S_SCORER_WINDOW];
};

/* Makes the beam's question that of the queries to come, whose features are
 * gathered from the caller's evidence or from the database, unless the beam
 * brings them. */
t2sed_status t2s_scorer_set_question(t2sed_scorer *scorer,
                                     const t2sed_beam *beam, t2sed_error *err);

/* Whether a beam, of the library's own size, can be scored. */
t2sed_status t2s_scorer_check_beam(const t2sed_scorer *scorer,
                                   const t2sed_beam *beam, t2sed_error *err);

/* Adds a judge's opinion (model/opinion.h) to the probabilities of candidates
 * that have both; `model` is that of the scores. The judge reads reasons[i]
 * with candidate i; NULL: none. */
t2sed_status t2s_scores_add_opinion(t2sed_scores *scores,
                                    const t2sed_model *model,
                                    t2sed_judge *judge, const t2sed_beam *beam,
                                    const char *const *reasons,
                                    t2sed_error *err);

/* What adds up to the log odds of candidate i by itself, and the model that it
 * is of; NULL where it was not scored, or nobody asked. */
const t2s_attribution *t2s_scores_parts(const t2sed_model **model,
                                        const t2sed_scores *scores, size_t i);

#endif
