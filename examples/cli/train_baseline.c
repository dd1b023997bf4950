/* train_baseline.c - what a trained detector is held against: the default model
 * on the same dev beams, and chance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train.h"

static t2sed_status open_default(cli_baseline *b, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!b->model)
        status = t2sed_model_open(&b->model, "default", NULL, err);
    if (status == T2SED_OK && !b->scorer)
        status = t2sed_scorer_new(&b->scorer, b->model, NULL, err);
    return status;
}

static bool make_room(cli_baseline *b, size_t count)
{
    const size_t room = 2 * (b->count + count);
    void *more;
    if (b->count + count <= b->room)
        return true;
    if ((more = realloc(b->probabilities, room * sizeof *b->probabilities)))
        b->probabilities = more;
    if (more && (more = realloc(b->labels, room * sizeof *b->labels))) {
        b->labels = more;
        b->room = room;
    }
    return more != NULL;
}

void cli_baseline_add(cli_baseline *b, const t2sed_beam *beam,
                      const int *labels)
{
    t2sed_scores *scores = NULL;
    b->is_broken = b->is_broken || !make_room(b, beam->count) ||
                   open_default(b, NULL) != T2SED_OK ||
                   t2sed_scorer_score(&scores, b->scorer, beam, NULL);
    for (size_t i = 0; i < beam->count && !b->is_broken; i++) {
        b->probabilities[b->count] = t2sed_scores_probability(scores, i);
        b->labels[b->count++] = labels[i];
    }
    t2sed_scores_free(scores);
}

void cli_baseline_warn(const cli_baseline *b, double auc)
{
    const t2sed_items items = {sizeof items, b->count, b->probabilities,
                               b->labels, NULL};
    double by_default = NAN;
    if (!b->is_broken && b->count)
        t2sed_metrics_auc(&by_default, &items, NULL);
    if (isnan(auc))
        cli_note("t2sed: warning: the accuracy of the model is unknown: there "
                 "are no dev beams with right and wrong queries "
                 "(--dev-part)\n");
    else if (auc <= 0.5)
        cli_note("t2sed: warning: the model is no better than chance: AUC "
                 "%.4f on the dev beams\n",
                 auc);
    if (auc < by_default)
        cli_note("t2sed: warning: the model is worse than the default model "
                 "on the dev beams: AUC %.4f, the default's is %.4f\n",
                 auc, by_default);
}

void cli_baseline_free(cli_baseline *b)
{
    t2sed_scorer_free(b->scorer);
    t2sed_model_free(b->model);
    free(b->probabilities);
    free(b->labels);
}
