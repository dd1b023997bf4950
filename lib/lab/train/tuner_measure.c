/* tuner_measure.c - queries before and after tuning, each held out. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/train/tuner.h"
#include "t2sed/lab/metrics.h"

#define LEAST 1e-9 /* a probability, in the log loss */

double t2s_tuner_loss(double logit, int label)
{
    const double p = 1 / (1 + exp(label ? -logit : logit));
    return -log(fmax(p, LEAST));
}

/* A metric of some rows. */
typedef struct measure measure;
typedef double (*metric_fn)(measure *m, const double *logits,
                            const size_t *chosen, size_t count);
struct measure {
    const t2sed_tuner *tuner;
    metric_fn metric;
    double *scores; /* room, [rows] and more: a draw of clusters may have more
                       rows than there are */
    int *labels;
    size_t room;
    t2sed_status status; /* a statistic has none of its own */
    t2sed_error err;
};

static double log_loss(measure *m, const double *logits, const size_t *chosen,
                       size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += t2s_tuner_loss(logits[chosen[i]],
                              m->tuner->rows.at[chosen[i]].label);
    return sum / (double)count;
}

/* The rows of a part (-1: of all) as scores and labels. */
static t2sed_items gather(const measure *m, const double *logits,
                          const size_t *chosen, size_t count, int part)
{
    t2sed_items items = {.struct_size = sizeof items};
    for (size_t i = 0; i < count && items.count < m->room; i++) {
        const tuner_row *row = &m->tuner->rows.at[chosen[i]];
        if (part >= 0 && row->fold != part)
            continue;
        m->scores[items.count] = 1 / (1 + exp(-logits[chosen[i]]));
        m->labels[items.count++] = row->label;
    }
    items.scores = m->scores;
    items.labels = m->labels;
    return items;
}

static double ece(measure *m, const double *logits, const size_t *chosen,
                  size_t count)
{
    const t2sed_items items = gather(m, logits, chosen, count, -1);
    t2sed_calibration *calibration = NULL;
    double error;
    if (m->status == T2SED_OK)
        m->status =
            t2sed_calibration_measure(&calibration, &items, NULL, &m->err);
    if (m->status != T2SED_OK)
        return NAN;
    error = calibration->error;
    t2sed_calibration_free(calibration);
    return error;
}

/* Of pairs of a right and a wrong row of one part: parts have fits of their
 * own. */
static double auc(measure *m, const double *logits, const size_t *chosen,
                  size_t count)
{
    double sum = 0, all = 0;
    for (int part = 0; part < T2S_TUNER_FOLDS; part++) {
        const t2sed_items items = gather(m, logits, chosen, count, part);
        double area = NAN, right = 0, pairs;
        for (size_t i = 0; i < items.count; i++)
            right += items.labels[i];
        pairs = right * ((double)items.count - right);
        if (pairs > 0 && m->status == T2SED_OK)
            m->status = t2sed_metrics_auc(&area, &items, &m->err);
        if (!isnan(area)) {
            sum += pairs * area;
            all += pairs;
        }
    }
    return all > 0 ? sum / all : NAN;
}

/* Rows are sorted by question; a question that was drawn twice begins again. */
static double pairs(measure *m, const double *logits, const size_t *chosen,
                    size_t count)
{
    const tuner_row *rows = m->tuner->rows.at;
    double sum = 0, all = 0;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1;
             end < count && chosen[end] > chosen[end - 1] &&
             rows[chosen[end]].question == rows[chosen[first]].question;)
            end++;
        for (size_t i = first; i < end; i++)
            for (size_t j = first; j < end; j++)
                if (rows[chosen[i]].label > rows[chosen[j]].label) {
                    const double more = logits[chosen[i]] - logits[chosen[j]];
                    sum += more > 0 ? 1 : more < 0 ? 0 : 0.5;
                    all++;
                }
    }
    return all > 0 ? sum / all : NAN;
}

static double difference(const size_t *chosen, size_t count, void *payload)
{
    measure *m = payload;
    return m->metric(m, m->tuner->logits[1], chosen, count) -
           m->metric(m, m->tuner->logits[0], chosen, count);
}

static t2sed_status fill(t2sed_tuning_metric *out, measure *m, metric_fn metric,
                         const size_t *all, t2sed_error *err)
{
    const t2sed_tuner *tuner = m->tuner;
    const size_t count = tuner->rows.count;
    t2sed_bootstrap_options options;
    t2sed_status status;
    t2sed_bootstrap_options_init(&options, sizeof options);
    options.seed = tuner->seed;
    m->metric = metric;
    out->before = metric(m, tuner->logits[0], all, count);
    out->after = metric(m, tuner->logits[1], all, count);
    status = t2sed_metrics_bootstrap(&out->low, &out->high, tuner->groups,
                                     count, difference, m, &options, err);
    if (status == T2SED_OK && m->status != T2SED_OK && err)
        *err = m->err;
    return status == T2SED_OK ? m->status : status;
}

/* The rows of the largest group, times the groups: the most that a draw has. */
static size_t most_drawn(const t2sed_tuner *tuner)
{
    size_t largest = 0, groups = 0;
    for (size_t i = 0, n = 0; i < tuner->rows.count; i++) {
        const bool begins = i == 0 || tuner->groups[i] != tuner->groups[i - 1];
        n = begins ? 1 : n + 1;
        groups += begins;
        largest = n > largest ? n : largest;
    }
    return largest * groups;
}

t2sed_status t2s_tuner_measure(t2sed_tuner *tuner, t2sed_error *err)
{
    const size_t count = tuner->rows.count;
    t2sed_tuning *r = &tuner->result;
    measure m = {.tuner = tuner, .room = most_drawn(tuner)};
    size_t *all = t2s_alloc_array(count, sizeof *all);
    t2sed_status status;
    m.scores = t2s_alloc_array(m.room, sizeof *m.scores);
    m.labels = t2s_alloc_array(m.room, sizeof *m.labels);
    status = all && m.scores && m.labels ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; status == T2SED_OK && i < count; i++)
        all[i] = i;
    if (status == T2SED_OK)
        status = fill(&r->auc, &m, auc, all, err);
    if (status == T2SED_OK)
        status = fill(&r->pairs, &m, pairs, all, err);
    if (status == T2SED_OK)
        status = fill(&r->ece, &m, ece, all, err);
    if (status == T2SED_OK)
        status = fill(&r->log_loss, &m, log_loss, all, err);
    r->better =
        status == T2SED_OK && r->log_loss.high < 0 && !(r->auc.high < 0);
    t2s_free(all);
    t2s_free(m.scores);
    t2s_free(m.labels);
    return status;
}
