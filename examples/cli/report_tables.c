/* report_tables.c - numbers as the papers' tables. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

/* A cell, made as printf does. */
static json_t *cell(const char *format, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return json_string(text);
}

static void put(json_t *row, json_t *made)
{
    json_array_append_new(row, made);
}

/* A share in percent; a dash where it isn't defined. */
static void put_percent(json_t *row, double share)
{
    put(row, isnan(share) ? cell("-") : cell("%.1f", 100 * share));
}

static void put_number(json_t *row, double number)
{
    put(row, isnan(number) ? cell("-") : cell("%.3f", number));
}

static void put_count(json_t *row, size_t count)
{
    put(row, cell("%zu", count));
}

/* A share in percent with its interval, where there is one. */
static void put_interval(json_t *row, double share, interval i)
{
    if (isnan(share) || isnan(i.low))
        put_percent(row, share);
    else
        put(row,
            cell("%.1f [%.1f, %.1f]", 100 * share, 100 * i.low, 100 * i.high));
}

static void put_interval_number(json_t *row, double number, interval i)
{
    if (isnan(number) || isnan(i.low))
        put_number(row, number);
    else
        put(row, cell("%.3f [%.3f, %.3f]", number, i.low, i.high));
}

/* What a table shows: a row of each file, or several; or a row of each detector
 * of each file. */
typedef struct layout {
    const char *id, *title, *caption;
    int left; /* columns that hold text */
    const char *head[14];
    void (*add_file)(json_t *table, const report_measures *m);
    void (*fill)(json_t *row, const report_detector *d);
} layout;

static json_t *new_row(json_t *table, const report_measures *m,
                       const char *detector)
{
    json_t *row = json_array();
    json_array_append_new(json_object_get(table, "rows"), row);
    put(row, json_string(m ? m->file->name : "mean"));
    if (detector)
        put(row, json_string(detector));
    return row;
}

/* --- the tables --- */

static void add_data(json_t *table, const report_measures *m)
{
    json_t *row = new_row(table, m, NULL);
    put_count(row, m->file->lines);
    put_count(row, m->file->candidates);
    put_count(row, m->labelled);
    put_count(row, m->scored);
    put_percent(row, m->first);
}

static void put_summary(json_t *row, const t2sed_detection_summary *s)
{
    put_percent(row, s->positive_precision);
    put_percent(row, s->positive_recall);
    put_percent(row, s->positive_f1);
    put_percent(row, s->negative_precision);
    put_percent(row, s->negative_recall);
    put_percent(row, s->negative_f1);
}

static void fill_detection(json_t *row, const report_detector *d)
{
    put_count(row, d->all.count);
    put_summary(row, &d->folds);
    put_interval(row, d->folds.accuracy, d->accuracy);
    put_percent(row, d->folds.auc);
    put_interval(row, d->all.auc, d->auc);
}

/* A detector's means over the files that have it, where these are several. */
static void add_means(json_t *table, const report_measures *m, int count,
                      int kind)
{
    t2sed_detection_summary sum = T2SED_DETECTION_SUMMARY_INIT;
    double auc = 0, n = 0, *sums = &sum.positive_precision;
    const char *name = NULL;
    json_t *row;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < m[i].count; k++) {
            const report_detector *d = &m[i].detectors[k];
            const double *one = &d->folds.positive_precision;
            if (d->kind != kind)
                continue;
            for (int j = 0; j < 8; j++)
                sums[j] += one[j];
            auc += d->all.auc;
            name = d->name;
            n++;
        }
    if (n < 2)
        return;
    for (int j = 0; j < 8; j++)
        sums[j] /= n;
    row = new_row(table, NULL, name);
    put(row, cell("%.0f files", n));
    put_summary(row, &sum);
    put_percent(row, sum.accuracy);
    put_percent(row, sum.auc);
    put_percent(row, auc / n);
}

static void add_hardness(json_t *table, const report_measures *m)
{
    for (int k = 0; m->file->has_hardness && k < m->count; k++) {
        const report_detector *d = &m->detectors[k];
        json_t *row;
        if (k == 0) {
            row = new_row(table, m, "share");
            for (int h = 0; h < HARDNESS_COUNT; h++)
                put_percent(row, (double)d->by_hardness[h].count /
                                     (double)d->all.count);
        }
        row = new_row(table, m, d->name);
        for (int h = 0; h < HARDNESS_COUNT; h++) {
            const t2sed_detection_summary *s = &d->by_hardness[h];
            if (isnan(s->auc))
                put(row,
                    s->count ? cell("%.1f / -", 100 * s->accuracy) : cell("-"));
            else
                put(row, cell("%.1f / %.1f", 100 * s->accuracy, 100 * s->auc));
        }
    }
}

static void add_rerank(json_t *table, const report_measures *m)
{
    json_t *row;
    if (!m->has_rerank)
        return;
    row = new_row(table, m, NULL);
    put_percent(row, m->at_half.first);
    put_percent(row, m->at_half.reranked);
    put_percent(row, m->at_half.detected_reranked);
    put_percent(row, m->at_chosen.detected_reranked);
    put_percent(row, m->at_half.oracle);
    put_count(row, m->at_half.skipped);
}

static void put_oracle(json_t *row, size_t questions,
                       const double accuracy[ORACLE_COUNT])
{
    put_count(row, questions);
    for (int n = 0; n < ORACLE_COUNT; n++)
        put_percent(row, accuracy[n]);
}

static void add_oracle(json_t *table, const report_measures *m)
{
    put_oracle(new_row(table, m, "all"), m->file->lines, m->oracle);
    for (int h = 0; m->file->has_hardness && h < HARDNESS_COUNT; h++)
        if (m->questions_by_hardness[h])
            put_oracle(new_row(table, m, t2sed_hardness_name(h)),
                       m->questions_by_hardness[h], m->oracle_by_hardness[h]);
}

/* Where a curve reaches each level, with intervals if there are some, and its
 * area. */
static void put_reach(json_t *row, const t2sed_curve *curve,
                      const interval *intervals)
{
    put_count(row, curve->items);
    for (int l = 0; l < LEVEL_COUNT; l++) {
        const t2sed_curve_point *point =
            t2sed_curve_reach(curve, report_levels[l]);
        if (intervals && !isnan(intervals[l].low))
            put(row, cell("%.0f [%.0f, %.0f]", point ? point->x : 0,
                          intervals[l].low, intervals[l].high));
        else
            put(row, point ? cell("%.0f", point->x) : cell("none"));
    }
    put_percent(row, curve->area);
}

static void fill_answers(json_t *row, const report_detector *d)
{
    put_reach(row, d->answers, d->reach);
}

static void fill_interactions(json_t *row, const report_detector *d)
{
    put_reach(row, d->interactions, NULL);
}

static void add_calibration(json_t *table, const report_measures *m)
{
    for (int k = 0; k < m->count; k++) {
        const report_detector *d = &m->detectors[k];
        json_t *row;
        if (!d->calibration)
            continue;
        row = new_row(table, m, d->name);
        put_count(row, d->all.count);
        put_interval_number(row, d->calibration->error, d->ece);
        put_number(row, d->calibration->worst);
        put_number(row, d->calibration->brier);
    }
}

static void add_bins(json_t *table, const report_measures *m)
{
    for (int k = 0; k < m->count; k++) {
        const t2sed_calibration *c = m->detectors[k].calibration;
        for (int b = 0; c && b < c->count; b++) {
            const t2sed_calibration_bin *bin = &c->bins[b];
            json_t *row;
            if (!bin->count)
                continue;
            row = new_row(table, m, m->detectors[k].name);
            put(row, cell("%.3g-%.3g", bin->low, bin->high));
            put_count(row, bin->count);
            put_percent(row, bin->probability);
            put_percent(row, bin->accuracy);
        }
    }
}

static void fill_risk(json_t *row, const report_detector *d)
{
    put_interval_number(row, d->risk->area, d->aurc);
    put_number(row, d->best_area);
    put_number(row, d->risk->area - d->best_area);
    for (int risk = 5; risk <= 10; risk += 5) {
        const t2sed_curve_point *point =
            t2sed_curve_reach(d->risk, risk / 100.0);
        put_percent(row, point ? point->x : 0);
    }
}

static void put_match(json_t *row, size_t count, double right)
{
    put_count(row, count);
    put_percent(row, right);
    put_percent(row, NAN);
    put_percent(row, NAN);
}

static void add_turns(json_t *table, const report_measures *m)
{
    for (int t = 0; m->file->has_turns && t < TURN_COUNT; t++) {
        const t2sed_detection_summary *s =
            m->count ? &m->detectors[0].by_turn[t] : NULL;
        json_t *row;
        if (!m->questions_by_turn[t])
            continue;
        row = new_row(table, m, report_turn_names[t]);
        put_count(row, m->questions_by_turn[t]);
        put_percent(row, m->first_by_turn[t]);
        put_percent(row, s ? s->accuracy : NAN);
        put_percent(row, s ? s->auc : NAN);
    }
    if (m->file->has_turns) {
        put_match(new_row(table, m, "all (QM)"), m->turns, m->turns_right);
        put_match(new_row(table, m, "interactions (IM)"), m->interactions,
                  m->interactions_right);
    }
}

/* Of captions, %1 is folds, %2 their seed, %3 bins, %4 what is said of
 * intervals. */
static const layout layouts[] = {
    {"data",
     "The files",
     "A question counts for detection if its first candidate has a label and a "
     "score. Right: share of all questions whose first candidate is right; one "
     "without a label is not.",
     1,
     {"file", "questions", "candidates", "labelled", "scored", "right"},
     add_data,
     NULL},
    {"2",
     "Table 2: error detection",
     "Table 2 of Chen et al. 2023, in percent. Means over %1 folds of "
     "databases (seed %2), each decided with the threshold of highest accuracy "
     "on the other folds; + is about right queries, - about wrong ones. AUC: "
     "over all questions; fold AUC: mean of folds.%4",
     2,
     {"file", "detector", "items", "+ P", "+ R", "+ F1", "- P", "- R", "- F1",
      "Acc", "fold AUC", "AUC"},
     NULL,
     fill_detection},
    {"A.2",
     "Table A.2: error detection by hardness",
     "Table A.2 of Chen et al. 2023: accuracy / AUC in percent, of all "
     "questions of a hardness, with the thresholds of Table 2. The row "
     "\"share\" is of the questions that count.",
     2,
     {"file", "detector", "easy", "medium", "hard", "extra"},
     add_hardness,
     NULL},
    {"4",
     "Table 4: re-ranking",
     "Table 4 of Chen et al. 2023: accuracy over all questions in percent. RR: "
     "the most probable candidate; ED+RR: only where the first was flagged, at "
     "0.5 (as in the paper) or at the thresholds of Table 2. Beam hit: some "
     "candidate is right. Skipped: the first candidate has no label; it counts "
     "as wrong.",
     1,
     {"file", "N/A", "RR", "ED+RR 0.5", "ED+RR chosen", "beam hit", "skipped"},
     add_rerank,
     NULL},
    {"oracle",
     "Oracle accuracy of n-best lists",
     "Tables 2 and 3 of Zeng et al. 2022: share of questions, in percent, with "
     "a right query among the first n candidates as they came; a candidate "
     "without a label is not right.",
     2,
     {"file", "questions", "count", "1-best", "5-best", "10-best", "20-best"},
     add_oracle,
     NULL},
    {"5",
     "Table 5: answer triggering",
     "Table 5 of Chen et al. 2023: the most questions that one threshold "
     "answers at a precision of 90, 95 and 99 %, of those that count; and the "
     "mean precision over all numbers of questions.%4",
     2,
     {"file", "detector", "items", "at 90 %", "at 95 %", "at 99 %", "mean"},
     NULL,
     fill_answers},
    {"7",
     "Table 7: interaction triggering",
     "Table 7 of Chen et al. 2023: the fewest questions that one threshold "
     "asks about, to be put right, for an accuracy of 90, 95 and 99 % of those "
     "that count; and the mean accuracy over all numbers of interactions.",
     2,
     {"file", "detector", "items", "for 90 %", "for 95 %", "for 99 %", "mean"},
     NULL,
     fill_interactions},
    {"calibration",
     "Calibration",
     "ECE: mean distance of probability and share right over %3 bins of equal "
     "width; worst: the largest; Brier: mean squared distance of probability "
     "and label.",
     2,
     {"file", "detector", "items", "ECE", "worst", "Brier"},
     add_calibration,
     NULL},
    {"bins",
     "Reliability bins",
     "How probable the queries of a bin were on average, and what share of "
     "them was right, in percent.",
     2,
     {"file", "detector", "bin", "items", "probability", "right"},
     add_bins,
     NULL},
    {"risk",
     "Risk and coverage",
     "AURC: the area under the curve of the share wrong against the share "
     "answered, the lower the better; best: of an order without mistakes; "
     "excess: the difference. Coverage: the largest at a risk of at most 5 and "
     "10 %.",
     2,
     {"file", "detector", "AURC", "best", "excess", "at 5 %", "at 10 %"},
     NULL,
     fill_risk},
    {"turns",
     "Turns of conversations",
     "By \"turn\", as section 4.4 of the conversational paper: accuracy of the "
     "first candidate over all questions of the turn, then accuracy and AUC of "
     "detection, in percent. QM, question match: over all turns. IM, "
     "interaction match: the share of interactions whose turns are all right; "
     "one begins where a turn is not behind that of the line before.",
     2,
     {"file", "turn", "questions", "right", "detection Acc", "detection AUC"},
     add_turns,
     NULL},
};

enum { LAYOUT_COUNT = sizeof layouts / sizeof layouts[0] };

/* A caption with its numbers put in. */
static json_t *caption_of(const layout *of, const report_options *how)
{
    const char *intervals =
        how->rounds ? " In brackets 95 % bootstrap intervals over databases, "
                      "of all questions' decisions."
                    : "";
    char text[700];
    size_t n = 0;
    for (const char *at = of->caption; *at && n + 130 < sizeof text; at++) {
        long number = at[1] == '1'   ? how->folds
                      : at[1] == '2' ? how->seed
                                     : how->bins;
        if (*at != '%' || at[1] < '1' || at[1] > '4') {
            text[n++] = *at;
            continue;
        }
        n += (size_t)(at[1] == '4' ? sprintf(text + n, "%s", intervals)
                                   : sprintf(text + n, "%ld", number));
        at++;
    }
    return json_stringn(text, n);
}

static json_t *make_table(const layout *of, const report_measures *m, int count,
                          const report_options *how)
{
    json_t *head = json_array(), *table;
    for (size_t i = 0; of->head[i]; i++)
        json_array_append_new(head, json_string(of->head[i]));
    table = json_pack("{s:s, s:s, s:o, s:i, s:o, s:[]}", "id", of->id, "title",
                      of->title, "caption", caption_of(of, how), "left",
                      of->left, "head", head, "rows");
    for (int i = 0; i < count; i++) {
        if (of->add_file)
            of->add_file(table, &m[i]);
        for (int k = 0; of->fill && k < m[i].count; k++)
            of->fill(new_row(table, &m[i], m[i].detectors[k].name),
                     &m[i].detectors[k]);
    }
    for (int kind = 0; of->fill == fill_detection && kind < DETECTOR_COUNT;
         kind++)
        add_means(table, m, count, kind);
    return table;
}

/* Whether `list`, names with commas between, holds `name`. */
static bool is_in(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, n) == 0 && (at[n] == ',' || at[n] == '\0'))
            return true;
    }
    return false;
}

static bool check_names(const char *list)
{
    while (*list) {
        size_t n = strcspn(list, ",");
        bool known = false;
        for (int i = 0; i < LAYOUT_COUNT; i++)
            known |= strlen(layouts[i].id) == n &&
                     memcmp(layouts[i].id, list, n) == 0;
        if (!known) {
            print_to(stderr, "t2sed eval: --table %.*s: expected", (int)n,
                     list);
            for (int i = 0; i < LAYOUT_COUNT; i++)
                print_to(stderr, "%s %s", i ? "," : "", layouts[i].id);
            print_to(stderr, "\n");
            return false;
        }
        list += n + (list[n] == ',');
    }
    return true;
}

bool report_tables(json_t **out, const report_measures *measures, int count,
                   const report_options *how)
{
    json_t *tables;
    if (how->only && !check_names(how->only))
        return false;
    tables = json_array();
    for (int i = 0; i < LAYOUT_COUNT; i++) {
        bool wanted = how->only && is_in(how->only, layouts[i].id);
        json_t *table;
        if (how->only && !wanted)
            continue;
        table = make_table(&layouts[i], measures, count, how);
        if (wanted || json_array_size(json_object_get(table, "rows")))
            json_array_append_new(tables, table);
        else
            json_decref(table);
    }
    *out = tables;
    return true;
}

static void note(json_t *notes, const report_measures *m, const char *format,
                 size_t count)
{
    char text[400];
    snprintf(text, sizeof text, format, count);
    json_array_append_new(notes, json_sprintf("%s: %s", m->file->name, text));
}

json_t *report_notes(const report_measures *measures, int count,
                     const report_options *how)
{
    json_t *notes = json_array();
    (void)how;
    for (int i = 0; i < count; i++) {
        const report_measures *m = &measures[i];
        size_t questions = m->file->lines;
        if (m->file->refused)
            note(notes, m, "lines that are no beams and left out: %zu.",
                 m->file->refused);
        if (!m->labelled)
            note(notes, m,
                 "none of the %zu first candidates has a label: run 't2sed "
                 "eval --label' first.",
                 questions);
        else if (m->labelled < questions)
            note(notes, m,
                 "questions left out of detection and decisions, because "
                 "their first candidate has no label: %zu.",
                 questions - m->labelled);
        if (m->labelled && !m->scored)
            note(notes, m,
                 "no candidate has a probability: run 't2sed score' first. Of "
                 "%zu questions only baselines and oracle are reported.",
                 questions);
        else if (m->scored < m->labelled)
            note(notes, m,
                 "questions left out because their first candidate has a "
                 "label but no probability (not scored, or it could not be): "
                 "%zu.",
                 m->labelled - m->scored);
        if (!m->file->has_db_ids && questions)
            note(notes, m,
                 "no line has a db_id: folds are of single questions (%zu), "
                 "and look better than folds of databases.",
                 questions);
        if (m->count && m->detectors[0].detection->fold_count == 1)
            note(notes, m,
                 "the %zu questions are of one database, so there is no "
                 "cross-validation: probabilities are decided at 0.5, and "
                 "baselines flag nothing.",
                 questions);
    }
    return notes;
}
