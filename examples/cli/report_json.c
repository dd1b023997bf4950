/* report_json.c - all numbers, for programs. */
#include <math.h>
#include <string.h>

#include "report.h"

/* JSON has no NaN and no infinity. */
static json_t *real(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *count_of(size_t count)
{
    return json_integer((json_int_t)count);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_interval(json_t *object, const char *key, interval i)
{
    if (isnan(i.low))
        return;
    set(object, key, json_pack("[o, o]", real(i.low), real(i.high)));
}

static json_t *summary_json(const t2sed_detection_summary *s)
{
    json_t *o = json_object();
    set(o, "items", count_of(s->count));
    set(o, "right", count_of(s->right));
    set(o, "left_out", count_of(s->left_out));
    set(o, "folds", count_of(s->folds));
    set(o, "positive_precision", real(s->positive_precision));
    set(o, "positive_recall", real(s->positive_recall));
    set(o, "positive_f1", real(s->positive_f1));
    set(o, "negative_precision", real(s->negative_precision));
    set(o, "negative_recall", real(s->negative_recall));
    set(o, "negative_f1", real(s->negative_f1));
    set(o, "accuracy", real(s->accuracy));
    set(o, "auc", real(s->auc));
    return o;
}

static void level_key(char key[16], int level)
{
    snprintf(key, 16, "%.2f", report_levels[level]);
}

static json_t *levels_json(const interval *intervals)
{
    json_t *o = json_object();
    for (int l = 0; l < LEVEL_COUNT; l++) {
        char key[16];
        level_key(key, l);
        set_interval(o, key, intervals[l]);
    }
    return o;
}

static json_t *curve_json(const t2sed_curve *curve)
{
    json_t *o = json_object(), *points = json_array(), *reach = json_object();
    set(o, "area", real(curve->area));
    for (int l = 0; l < LEVEL_COUNT; l++) {
        const t2sed_curve_point *point =
            t2sed_curve_reach(curve, report_levels[l]);
        char key[16];
        level_key(key, l);
        set(reach, key, point ? real(point->x) : json_null());
    }
    if (curve->kind != T2SED_CURVE_RISK)
        set(o, "reach", json_incref(reach));
    json_decref(reach);
    for (size_t i = 0; i < curve->count; i++)
        json_array_append_new(points,
                              json_pack("[o, o, o]", real(curve->points[i].x),
                                        real(curve->points[i].y),
                                        real(curve->points[i].threshold)));
    set(o, "points", points);
    return o;
}

static json_t *calibration_json(const t2sed_calibration *calibration)
{
    json_t *o = json_object(), *bins = json_array();
    set(o, "ece", real(calibration->error));
    set(o, "worst", real(calibration->worst));
    set(o, "brier", real(calibration->brier));
    for (int i = 0; i < calibration->count; i++) {
        const t2sed_calibration_bin *bin = &calibration->bins[i];
        json_t *one = json_object();
        set(one, "low", real(bin->low));
        set(one, "high", real(bin->high));
        set(one, "items", count_of(bin->count));
        set(one, "probability", real(bin->probability));
        set(one, "accuracy", real(bin->accuracy));
        json_array_append_new(bins, one);
    }
    set(o, "bins", bins);
    return o;
}

static json_t *detector_json(const report_detector *d, const report_file *f)
{
    json_t *o = json_object(), *strata = json_object();
    json_t *thresholds = json_array();
    for (int i = 0; i < d->detection->fold_count; i++)
        json_array_append_new(thresholds, real(d->detection->thresholds[i]));
    set(o, "name", json_string(d->name));
    set(o, "id", json_string(d->id));
    set(o, "mean_of_folds", summary_json(&d->folds));
    set(o, "all_items", summary_json(&d->all));
    set(o, "thresholds", thresholds);
    for (int h = 0; f->has_hardness && h < HARDNESS_COUNT; h++)
        set(strata, t2sed_hardness_name(h), summary_json(&d->by_hardness[h]));
    set(o, "by_hardness", strata);
    strata = json_object();
    for (int t = 0; f->has_turns && t < TURN_COUNT; t++)
        set(strata, report_turn_names[t], summary_json(&d->by_turn[t]));
    set(o, "by_turn", strata);
    if (d->calibration)
        set(o, "calibration", calibration_json(d->calibration));
    set(o, "answers", curve_json(d->answers));
    if (!isnan(d->reach[0].low)) {
        set(json_object_get(o, "answers"), "reach_intervals",
            levels_json(d->reach));
        set(json_object_get(o, "answers"), "threshold_intervals",
            levels_json(d->thresholds));
    }
    set(o, "interactions", curve_json(d->interactions));
    set(o, "risk", curve_json(d->risk));
    set(o, "best_aurc", real(d->best_area));
    set_interval(o, "accuracy_interval", d->accuracy);
    set_interval(o, "auc_interval", d->auc);
    set_interval(o, "ece_interval", d->ece);
    set_interval(o, "aurc_interval", d->aurc);
    return o;
}

static json_t *rerank_json(const report_measures *m)
{
    json_t *o = json_object();
    set(o, "beams", count_of(m->at_half.beams));
    set(o, "skipped", count_of(m->at_half.skipped));
    set(o, "first", real(m->at_half.first));
    set(o, "reranked", real(m->at_half.reranked));
    set(o, "detected_reranked_at_half", real(m->at_half.detected_reranked));
    set(o, "detected_reranked_at_chosen", real(m->at_chosen.detected_reranked));
    set(o, "flagged_at_half", count_of(m->at_half.flagged));
    set(o, "flagged_at_chosen", count_of(m->at_chosen.flagged));
    set(o, "beam_hit", real(m->at_half.oracle));
    return o;
}

static json_t *oracle_json(const double accuracy[ORACLE_COUNT])
{
    json_t *o = json_object();
    for (int n = 0; n < ORACLE_COUNT; n++) {
        char key[16];
        snprintf(key, sizeof key, "%zu", report_oracle_n[n]);
        set(o, key, real(accuracy[n]));
    }
    return o;
}

static json_t *file_json(const report_measures *m)
{
    const report_file *f = m->file;
    json_t *o = json_object(), *detectors = json_array();
    json_t *strata = json_object();
    set(o, "name", json_string(f->name));
    set(o, "questions", count_of(f->lines));
    set(o, "refused_lines", count_of(f->refused));
    set(o, "candidates", count_of(f->candidates));
    set(o, "labelled", count_of(m->labelled));
    set(o, "scored", count_of(m->scored));
    set(o, "right", count_of(m->right));
    set(o, "oracle", oracle_json(m->oracle));
    if (f->has_turns) {
        set(o, "question_match", real(m->turns_right));
        set(o, "interaction_match", real(m->interactions_right));
        set(o, "interactions", count_of(m->interactions));
    }
    for (int h = 0; f->has_hardness && h < HARDNESS_COUNT; h++)
        set(strata, t2sed_hardness_name(h),
            oracle_json(m->oracle_by_hardness[h]));
    set(o, "oracle_by_hardness", strata);
    if (m->has_rerank)
        set(o, "rerank", rerank_json(m));
    for (int k = 0; k < m->count; k++)
        json_array_append_new(detectors, detector_json(&m->detectors[k], f));
    set(o, "detectors", detectors);
    return o;
}

json_t *report_json(const report_measures *measures, int count,
                    const json_t *notes, const report_options *how)
{
    json_t *o = json_object(), *files = json_array();
    set(o, "t2sed", json_string(t2sed_version()));
    set(o, "folds", json_integer(how->folds));
    set(o, "seed", json_integer(how->seed));
    set(o, "bootstrap_rounds", json_integer(how->rounds));
    for (int i = 0; i < count; i++)
        json_array_append_new(files, file_json(&measures[i]));
    set(o, "files", files);
    set(o, "notes", json_deep_copy(notes));
    return o;
}
