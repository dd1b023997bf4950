/* report_measure.c - numbers of one file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

const size_t report_oracle_n[ORACLE_COUNT] = {1, 5, 10, 20};
const double report_levels[LEVEL_COUNT] = {0.9, 0.95, 0.99};
const char *const report_turn_names[TURN_COUNT] = {"1", "2", "3", "4", "5+"};

/* The label of a question's first candidate; -1 where there is none. */
static int first_label(const report_file *f, size_t line)
{
    return f->begin[line] < f->begin[line + 1] ? f->label[f->begin[line]] : -1;
}

/* --- scores --- */

typedef double (*scoring)(const report_file *f, size_t line);

static double by_probability(const report_file *f, size_t line)
{
    return f->probability[f->begin[line]];
}

static double by_score(const report_file *f, size_t line)
{
    return f->score[f->begin[line]];
}

static double by_softmax(const report_file *f, size_t line)
{
    size_t begin = f->begin[line], count = f->begin[line + 1] - begin;
    double *p = report_array(count, sizeof *p), first = NAN;
    if (t2sed_metrics_softmax(p, f->score + begin, f->same + begin, count,
                              NULL) == T2SED_OK)
        first = p[0];
    free(p);
    return first;
}

static double by_dropout(const report_file *f, size_t line)
{
    return -f->dropout[f->begin[line]];
}

static double by_length(const report_file *f, size_t line)
{
    return -f->length[f->begin[line]];
}

static const struct {
    const char *name, *id;
    scoring score;
    bool is_probability;
} kinds[DETECTOR_COUNT] = {
    {"t2sed", "probability", by_probability, true},
    {"parser: softmax", "softmax", by_softmax, true},
    {"parser: score", "score", by_score, false},
    {"parser: dropout", "dropout", by_dropout, false},
    {"SQL length", "length", by_length, false},
};

/* Fills scores [lines]; false where not a single one is there. */
static bool find_scores(double *scores, const report_file *f, int kind)
{
    bool any = false, several = false;
    for (size_t i = 0; i < f->lines; i++) {
        bool is_there = f->begin[i] < f->begin[i + 1];
        scores[i] = is_there ? kinds[kind].score(f, i) : NAN;
        any |= !isnan(scores[i]) && first_label(f, i) >= 0;
        several |= f->begin[i] + 1 < f->begin[i + 1];
    }
    /* A softmax over one candidate says nothing. */
    return any && (several || kinds[kind].score != by_softmax);
}

/* --- intervals --- */

/* What a bootstrap's statistic sees: a detector, and room for a sample. */
typedef struct sampling {
    const report_detector *detector;
    t2sed_items all, drawn;
    double *scores;
    int *labels;
    size_t room;
    double level; /* the precision to reach */
} sampling;

static t2sed_items *draw(sampling *s, const size_t *chosen, size_t count)
{
    if (count > s->room) {
        s->room = count;
        s->scores = report_grow(s->scores, count, sizeof *s->scores);
        s->labels = report_grow(s->labels, count, sizeof *s->labels);
    }
    for (size_t i = 0; i < count; i++) {
        s->scores[i] = s->all.scores[chosen[i]];
        s->labels[i] = s->all.labels[chosen[i]];
    }
    s->drawn.scores = s->scores;
    s->drawn.labels = s->labels;
    s->drawn.count = count;
    return &s->drawn;
}

static double drawn_accuracy(const size_t *chosen, size_t count, void *payload)
{
    const sampling *s = payload;
    double right = 0, all = 0;
    for (size_t i = 0; i < count; i++) {
        int decision = s->detector->detection->decisions[chosen[i]];
        if (decision < 0)
            continue;
        right += decision == s->all.labels[chosen[i]];
        all++;
    }
    return all > 0 ? right / all : NAN;
}

static double drawn_auc(const size_t *chosen, size_t count, void *payload)
{
    double auc = NAN;
    t2sed_metrics_auc(&auc, draw(payload, chosen, count), NULL);
    return auc;
}

static double drawn_ece(const size_t *chosen, size_t count, void *payload)
{
    t2sed_calibration *c = NULL;
    double error;
    if (t2sed_calibration_measure(&c, draw(payload, chosen, count), NULL,
                                  NULL) != T2SED_OK)
        return NAN;
    error = c->error;
    t2sed_calibration_free(c);
    return error;
}

static double drawn_aurc(const size_t *chosen, size_t count, void *payload)
{
    t2sed_curve *c = NULL;
    double area;
    if (t2sed_curve_measure(&c, draw(payload, chosen, count), T2SED_CURVE_RISK,
                            NULL) != T2SED_OK)
        return NAN;
    area = c->area;
    t2sed_curve_free(c);
    return area;
}

/* The threshold from which a sample's answers reach the level, or how many of
 * all questions are answered there. If none does: the highest score, or 0. */
static double answers_at_level(sampling *s, const size_t *chosen, size_t count,
                               bool wants_threshold)
{
    const t2sed_curve_point *point;
    t2sed_curve *c = NULL;
    double value = NAN;
    if (t2sed_curve_measure(&c, draw(s, chosen, count), T2SED_CURVE_ANSWERS,
                            NULL) != T2SED_OK)
        return NAN;
    point = t2sed_curve_reach(c, s->level);
    if (c->count && wants_threshold)
        value = point ? point->threshold : c->points[0].threshold;
    else if (c->count)
        value = point ? point->x / (double)c->items *
                            (double)s->detector->answers->items
                      : 0;
    t2sed_curve_free(c);
    return value;
}

static double drawn_reach(const size_t *chosen, size_t count, void *payload)
{
    return answers_at_level(payload, chosen, count, false);
}

static double drawn_threshold(const size_t *chosen, size_t count, void *payload)
{
    return answers_at_level(payload, chosen, count, true);
}

static void find_interval(interval *out, sampling *s, t2sed_statistic statistic,
                          const report_options *how)
{
    t2sed_bootstrap_options options;
    t2sed_bootstrap_options_init(&options, sizeof options);
    options.rounds = (size_t)how->rounds;
    options.seed = (uint64_t)how->seed;
    if (t2sed_metrics_bootstrap(&out->low, &out->high, s->all.groups,
                                s->all.count, statistic, s, &options,
                                NULL) != T2SED_OK)
        out->low = out->high = NAN;
}

static void find_intervals(report_detector *d, const t2sed_items *items,
                           const report_options *how)
{
    const interval none = {NAN, NAN};
    sampling s = {d, *items, *items, NULL, NULL, 0, 0};
    d->accuracy = d->auc = d->ece = d->aurc = none;
    for (int l = 0; l < LEVEL_COUNT; l++)
        d->reach[l] = d->thresholds[l] = none;
    if (!how->rounds)
        return;
    if (d->detection)
        find_interval(&d->accuracy, &s, drawn_accuracy, how);
    find_interval(&d->auc, &s, drawn_auc, how);
    find_interval(&d->aurc, &s, drawn_aurc, how);
    if (d->is_probability)
        find_interval(&d->ece, &s, drawn_ece, how);
    for (int l = 0; l < LEVEL_COUNT; l++) {
        s.level = report_levels[l];
        find_interval(&d->reach[l], &s, drawn_reach, how);
        find_interval(&d->thresholds[l], &s, drawn_threshold, how);
    }
    free(s.scores);
    free(s.labels);
}

/* --- one detector --- */

static bool measure_strata(report_detector *d, const report_file *f,
                           const int *strata, int count,
                           t2sed_detection_summary *out, t2sed_error *err)
{
    unsigned char *keep = report_array(f->lines, 1);
    bool good = true;
    for (int s = 0; good && s < count; s++) {
        for (size_t i = 0; i < f->lines; i++)
            keep[i] = strata[i] == s;
        out[s] = (t2sed_detection_summary)T2SED_DETECTION_SUMMARY_INIT;
        good = t2sed_detection_sum_up(&out[s], d->detection, T2SED_ALL_ITEMS,
                                      keep, err) == T2SED_OK;
    }
    free(keep);
    return good;
}

/* Decisions; without folds where the file has one database only. */
static bool decide(report_detector *d, const t2sed_items *items,
                   const report_options *how, t2sed_error *err)
{
    t2sed_detection_options options;
    t2sed_status status;
    t2sed_detection_options_init(&options, sizeof options);
    options.folds = (int)how->folds;
    options.seed = (uint64_t)how->seed;
    status = t2sed_detection_measure(&d->detection, items, &options, err);
    if (status != T2SED_EINVAL)
        return status == T2SED_OK;
    options.folds = 0;
    options.threshold = 0.5;
    if (!d->is_probability)
        options.threshold = -INFINITY;
    return t2sed_detection_measure(&d->detection, items, &options, err) ==
           T2SED_OK;
}

static bool measure_detector(report_detector *d, const report_file *f,
                             const t2sed_items *items,
                             const report_options *how, t2sed_error *err)
{
    t2sed_calibration_options bins;
    t2sed_items perfect = *items;
    double *truth = report_array(f->lines, sizeof *truth);
    t2sed_curve *best = NULL;
    bool good;
    t2sed_calibration_options_init(&bins, sizeof bins);
    bins.bins = (int)how->bins;
    d->folds = d->all = (t2sed_detection_summary)T2SED_DETECTION_SUMMARY_INIT;
    for (size_t i = 0; i < f->lines; i++)
        truth[i] = isnan(d->scores[i]) ? d->scores[i] : items->labels[i];
    perfect.scores = truth;
    good = decide(d, items, how, err) &&
           t2sed_detection_sum_up(&d->folds, d->detection, T2SED_MEAN_OF_FOLDS,
                                  NULL, err) == T2SED_OK &&
           t2sed_detection_sum_up(&d->all, d->detection, T2SED_ALL_ITEMS, NULL,
                                  err) == T2SED_OK &&
           measure_strata(d, f, f->hardness, HARDNESS_COUNT, d->by_hardness,
                          err) &&
           measure_strata(d, f, f->turns, TURN_COUNT, d->by_turn, err) &&
           t2sed_curve_measure(&d->answers, items, T2SED_CURVE_ANSWERS, err) ==
               T2SED_OK &&
           t2sed_curve_measure(&d->interactions, items,
                               T2SED_CURVE_INTERACTIONS, err) == T2SED_OK &&
           t2sed_curve_measure(&d->risk, items, T2SED_CURVE_RISK, err) ==
               T2SED_OK &&
           t2sed_curve_measure(&best, &perfect, T2SED_CURVE_RISK, err) ==
               T2SED_OK &&
           (!d->is_probability ||
            t2sed_calibration_measure(&d->calibration, items, &bins, err) ==
                T2SED_OK);
    if (good) {
        d->best_area = best->area;
        find_intervals(d, items, how);
    }
    t2sed_curve_free(best);
    free(truth);
    return good;
}

/* --- beams --- */

static t2sed_beams all_beams(const report_file *f)
{
    t2sed_beams beams = T2SED_BEAMS_INIT;
    beams.count = f->lines;
    beams.offsets = f->begin;
    beams.scores = f->probability;
    beams.labels = f->label;
    return beams;
}

/* Oracle accuracy of the questions of one hardness. */
static void measure_oracle_of(report_measures *m, int hardness)
{
    const report_file *f = m->file;
    double hits[ORACLE_COUNT] = {0};
    for (size_t i = 0; i < f->lines; i++) {
        size_t at = f->begin[i], rank;
        if (f->hardness[i] != hardness)
            continue;
        m->questions_by_hardness[hardness]++;
        while (at < f->begin[i + 1] && f->label[at] != 1)
            at++;
        rank = at - f->begin[i];
        for (int n = 0; n < ORACLE_COUNT; n++)
            hits[n] += at < f->begin[i + 1] && rank < report_oracle_n[n];
    }
    for (int n = 0; n < ORACLE_COUNT; n++)
        m->oracle_by_hardness[hardness][n] =
            hits[n] / (double)m->questions_by_hardness[hardness];
}

static void count_turns(report_measures *m)
{
    const report_file *f = m->file;
    double right[TURN_COUNT] = {0};
    bool all_right = false; /* the turns so far of the interaction at hand */
    for (size_t i = 0; i < f->lines; i++) {
        const bool is_right = first_label(f, i) == 1;
        if (f->turns[i] < 0)
            continue;
        m->questions_by_turn[f->turns[i]]++;
        right[f->turns[i]] += is_right;
        m->turns_right += is_right;
        m->turns++;
        m->interactions += f->opens[i];
        /* One is right until a turn of it is not. */
        m->interactions_right +=
            f->opens[i] ? is_right : -(all_right && !is_right);
        all_right = is_right && (f->opens[i] || all_right);
    }
    for (int t = 0; t < TURN_COUNT; t++)
        m->first_by_turn[t] = right[t] / (double)m->questions_by_turn[t];
    m->turns_right /= (double)m->turns;
    m->interactions_right /= (double)m->interactions;
}

/* The beams without repeated queries, as the paper re-ranks them. */
static bool measure_rerank(report_measures *m, const report_options *how,
                           t2sed_error *err)
{
    const report_file *f = m->file;
    const report_detector *d = &m->detectors[0];
    t2sed_beams beams = T2SED_BEAMS_INIT;
    t2sed_rerank_options options;
    size_t *begin = report_array(f->lines + 1, sizeof *begin), n = 0;
    double *scores = report_array(f->candidates, sizeof *scores);
    double *thresholds = report_array(f->lines, sizeof *thresholds);
    int *labels = report_array(f->candidates, sizeof *labels);
    bool good;
    t2sed_rerank_options_init(&options, sizeof options);
    for (size_t i = 0; i < f->lines; i++) {
        for (size_t c = f->begin[i]; c < f->begin[i + 1]; c++)
            if (f->same[c] == (int)(c - f->begin[i])) {
                scores[n] = f->probability[c];
                labels[n++] = f->label[c];
            }
        begin[i + 1] = n;
        thresholds[i] = d->detection->thresholds[d->detection->folds[i]];
    }
    beams.count = f->lines;
    beams.offsets = begin;
    beams.scores = scores;
    beams.labels = labels;
    options.limit = (size_t)how->limit;
    good = t2sed_metrics_rerank(&m->at_half, &beams, &options, err) == T2SED_OK;
    options.thresholds = thresholds;
    good = good && t2sed_metrics_rerank(&m->at_chosen, &beams, &options, err) ==
                       T2SED_OK;
    free(begin);
    free(scores);
    free(thresholds);
    free(labels);
    return good;
}

static bool measure_beams(report_measures *m, const report_options *how,
                          t2sed_error *err)
{
    const report_file *f = m->file;
    t2sed_beams beams = all_beams(f);
    bool several = false;
    for (int n = 0; n < ORACLE_COUNT; n++)
        if (t2sed_metrics_oracle(&m->oracle[n], &beams, report_oracle_n[n],
                                 err) != T2SED_OK)
            return false;
    m->first = m->oracle[0];
    for (int h = 0; h < HARDNESS_COUNT; h++)
        measure_oracle_of(m, h);
    count_turns(m);
    for (size_t i = 0; i < f->lines; i++)
        several |= f->begin[i] + 1 < f->begin[i + 1];
    m->at_half = m->at_chosen = (t2sed_rerank_summary)T2SED_RERANK_SUMMARY_INIT;
    m->has_rerank = several && m->count && m->scored;
    return !m->has_rerank || measure_rerank(m, how, err);
}

static bool measure_detectors(report_measures *m, const int *labels,
                              const report_options *how, t2sed_error *err)
{
    const report_file *f = m->file;
    for (int kind = 0; kind < DETECTOR_COUNT; kind++) {
        report_detector *d = &m->detectors[m->count];
        t2sed_items items = T2SED_ITEMS_INIT;
        d->scores = report_array(f->lines, sizeof *d->scores);
        if (!find_scores(d->scores, f, kind)) {
            free(d->scores);
            d->scores = NULL;
            continue;
        }
        m->count++;
        d->name = kinds[kind].name;
        d->id = kinds[kind].id;
        d->kind = kind;
        d->is_probability = kinds[kind].is_probability;
        items.count = f->lines;
        items.scores = d->scores;
        items.labels = labels;
        items.groups = f->has_db_ids ? f->groups : NULL;
        if (!measure_detector(d, f, &items, how, err))
            return false;
    }
    return true;
}

bool report_measure(report_measures *out, const report_file *file,
                    const report_options *how)
{
    t2sed_error err;
    int *labels = report_array(file->lines, sizeof *labels);
    bool good;
    memset(out, 0, sizeof *out);
    out->file = file;
    for (size_t i = 0; i < file->lines; i++) {
        labels[i] = first_label(file, i);
        out->labelled += labels[i] >= 0;
        out->right += labels[i] == 1;
        out->scored += labels[i] >= 0 && !isnan(by_probability(file, i));
    }
    good = measure_detectors(out, labels, how, &err) &&
           measure_beams(out, how, &err);
    free(labels);
    if (!good)
        cli_fail(&err);
    return good;
}

void report_measures_free(report_measures *measures)
{
    for (int i = 0; i < measures->count; i++) {
        report_detector *d = &measures->detectors[i];
        free(d->scores);
        t2sed_detection_free(d->detection);
        t2sed_calibration_free(d->calibration);
        t2sed_curve_free(d->answers);
        t2sed_curve_free(d->interactions);
        t2sed_curve_free(d->risk);
    }
}
