/* tuner.c - the tuner: its queries, the parts that are held out, the choice of
 * what is fitted, the model directory. */
#include "lab/train/tuner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/random.h"
#include "base/system.h"
#include "lab/write/write.h"
#include "model/fusion.h"

/* The forms that are tried, from the smallest change to the largest: none, then
 * those with so high a penalty of squared weights. */
#define NOTHING 0
static const double penalties[] = {INFINITY, INFINITY, 1000, 300, 100, 30};
#define FORMS (sizeof penalties / sizeof penalties[0])

t2sed_status t2sed_tuner_open(t2sed_tuner **out, const char *model,
                              uint64_t seed, t2sed_error *err)
{
    t2sed_tuner *tuner;
    t2sed_status status;
    if (!out || !model)
        return t2s_fail_null(err, __func__, "out and model");
    tuner = t2s_zalloc(sizeof *tuner);
    if (!tuner)
        return t2s_fail_memory(err);
    tuner->seed = seed;
    status = t2s_model_files_open(&tuner->files, model, true, err);
    tuner->width = tuner->files.config.evidence.count;
    if (status == T2SED_OK && !tuner->files.config.has_forest)
        status = t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                          "%s: the model reads no evidence, so that it can't "
                          "be tuned; t2sed train can train it",
                          model);
    if (status == T2SED_OK && !(tuner->fit.weights = t2s_zalloc_array(
                                    tuner->width, sizeof *tuner->fit.weights)))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = tuner;
    else
        t2sed_tuner_free(tuner);
    return status;
}

static void forget(t2sed_tuner *tuner)
{
    t2s_free(tuner->values);
    t2s_free(tuner->groups);
    t2s_free(tuner->logits[0]);
    t2s_free(tuner->logits[1]);
    tuner->values = NULL;
    tuner->groups = NULL;
    tuner->logits[0] = tuner->logits[1] = NULL;
    tuner->has_run = false;
}

void t2sed_tuner_free(t2sed_tuner *tuner)
{
    if (!tuner)
        return;
    forget(tuner);
    t2s_model_files_close(&tuner->files);
    t2s_vector_free(&tuner->rows);
    t2s_vector_free(&tuner->features);
    t2s_free(tuner->fit.weights);
    t2s_free(tuner);
}

static t2sed_status check_query(const t2sed_tuner *tuner, size_t count,
                                double logit, int label, t2sed_error *err)
{
    if (count != tuner->width)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "tuner: %zu features, the model reads %zu", count,
                        tuner->width);
    if (!isfinite(logit) || (label != 0 && label != 1))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "tuner: logit %g and label %d, expected a finite logit "
                        "and 0 or 1",
                        logit, label);
    return T2SED_OK;
}

t2sed_status t2sed_tuner_add(t2sed_tuner *tuner, const char *db_id,
                             const char *question, const float *features,
                             size_t count, double logit, int label,
                             t2sed_error *err)
{
    tuner_row row;
    enum t2s_known known;
    t2sed_status status;
    if (!tuner || !question || !features)
        return t2s_fail_null(err, __func__, "tuner, question and features");
    status = check_query(tuner, count, logit, label, err);
    if (status != T2SED_OK)
        return status;
    known = t2s_known_of(&tuner->files.config, features);
    if (tuner->rows.count && known != tuner->known)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "tuner: of this query's place the %s is known, of the "
                        "first one's the %s",
                        t2s_known_names[known], t2s_known_names[tuner->known]);
    if (!db_id)
        db_id = "";
    row.at = tuner->rows.count;
    row.database = t2s_hash_bytes(T2S_HASH_START, db_id, strlen(db_id) + 1);
    row.question = t2s_hash_bytes(row.database, question, strlen(question));
    row.logit = logit / tuner->files.config.temperature;
    row.label = label;
    row.fold = 0;
    row.fixed =
        isfinite(t2s_bounded(HUGE_VALF, &tuner->files.config, features));
    if (!t2s_vector_reserve(&tuner->features, (row.at + 1) * count) ||
        !t2s_vector_push(&tuner->rows, row))
        return t2s_fail_memory(err);
    memcpy(tuner->features.at + row.at * count, features,
           count * sizeof *features);
    tuner->features.count += count;
    tuner->known = known;
    forget(tuner);
    return T2SED_OK;
}

/* --- Parts --- */

/* By database and question; then so that the order of adding does not tell. */
static int by_question(const void *a, const void *b)
{
    const tuner_row *x = a, *y = b;
    if (x->database != y->database)
        return x->database < y->database ? -1 : 1;
    if (x->question != y->question)
        return x->question < y->question ? -1 : 1;
    if (x->label != y->label)
        return x->label - y->label;
    return (x->logit > y->logit) - (x->logit < y->logit);
}

static void count_rows(t2sed_tuner *tuner)
{
    t2sed_tuning *r = &tuner->result;
    const tuner_row *rows = tuner->rows.at;
    *r = (t2sed_tuning){.struct_size = sizeof *r};
    if (tuner->rows.count)
        qsort(tuner->rows.at, tuner->rows.count, sizeof *rows, by_question);
    for (size_t i = 0; i < tuner->rows.count; i++) {
        r->queries++;
        r->right += (size_t)rows[i].label;
        r->databases += i == 0 || rows[i].database != rows[i - 1].database;
        r->questions += i == 0 || rows[i].question != rows[i - 1].question;
    }
    r->by_database = r->databases >= T2SED_TUNER_DATABASES;
}

static t2sed_status check_counts(const t2sed_tuning *r, t2sed_error *err)
{
    const size_t wrong = r->queries - r->right;
    if (r->queries < T2SED_TUNER_QUERIES || r->right < T2SED_TUNER_LABELS ||
        wrong < T2SED_TUNER_LABELS)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "tuner: %zu labelled queries, %zu right and %zu wrong; "
                        "needed are %d or more, with %d of each",
                        r->queries, r->right, wrong, T2SED_TUNER_QUERIES,
                        T2SED_TUNER_LABELS);
    if (r->questions < 2 * T2S_TUNER_FOLDS)
        return t2s_fail(err, T2SED_EEMPTY, -1,
                        "tuner: queries of %zu questions; needed are %d or "
                        "more, since parts of them are held out",
                        r->questions, 2 * T2S_TUNER_FOLDS);
    return T2SED_OK;
}

/* Numbers the groups, shuffles them, and gives each to the smallest part. */
static t2sed_status deal_out(t2sed_tuner *tuner, t2sed_error *err)
{
    const bool by_database = tuner->result.by_database;
    const size_t groups =
        by_database ? tuner->result.databases : tuner->result.questions;
    t2s_random random = {tuner->seed};
    size_t sizes[T2S_TUNER_FOLDS] = {0}, count = tuner->rows.count;
    tuner_row *rows = tuner->rows.at;
    uint32_t *order = t2s_alloc_array(groups, sizeof *order);
    size_t *begin = t2s_alloc_array(groups + 1, sizeof *begin);
    size_t n = 0;
    tuner->groups = t2s_alloc_array(count, sizeof *tuner->groups);
    for (size_t i = 0; order && begin && tuner->groups && i < count; i++) {
        if (i == 0 || (by_database ? rows[i].database != rows[i - 1].database
                                   : rows[i].question != rows[i - 1].question))
            begin[n++] = i;
        tuner->groups[i] = (int)n - 1;
    }
    if (n == groups) {
        begin[n] = count;
        for (size_t g = 0; g < groups; g++)
            order[g] = (uint32_t)g;
        t2s_random_shuffle(&random, order, groups);
    }
    for (size_t g = 0; g < n; g++) {
        int part = 0;
        for (int p = 1; p < T2S_TUNER_FOLDS; p++)
            if (sizes[p] < sizes[part])
                part = p;
        for (size_t i = begin[order[g]]; i < begin[order[g] + 1]; i++)
            rows[i].fold = part;
        sizes[part] += begin[order[g] + 1] - begin[order[g]];
    }
    t2s_free(order);
    t2s_free(begin);
    return n == groups ? T2SED_OK : t2s_fail_memory(err);
}

/* --- Choosing --- */

/* What each form loses on each row of one part, fitted without it and another
 * (-1: none): losses[form * rows + row]. */
static t2sed_status find_losses(double *losses, t2sed_tuner *tuner, int part,
                                int other, t2sed_error *err)
{
    const size_t count = tuner->rows.count;
    tuner_fit *fit = &tuner->fit;
    t2sed_status status = T2SED_OK;
    memset(fit->weights, 0, tuner->width * sizeof *fit->weights);
    for (size_t f = 0; f < FORMS && status == T2SED_OK; f++) {
        if (f != NOTHING)
            status = t2s_tuner_fit(fit, tuner, part, other, penalties[f], err);
        for (size_t i = 0; i < count; i++) {
            const tuner_row *row = &tuner->rows.at[i];
            if (row->fold == part)
                losses[f * count + i] = t2s_tuner_loss(
                    f == NOTHING || row->fixed ? row->logit
                                               : t2s_tuner_logit(fit, tuner, i),
                    row->label);
        }
    }
    return status;
}

/* Whether a form loses less than another, by more than the standard error of
 * the mean difference; rows of one part (-1: of none) are left out. */
static bool is_less(const double *losses, const double *than,
                    const t2sed_tuner *tuner, int part)
{
    double sum = 0, squares = 0, count = 0;
    for (size_t i = 0; i < tuner->rows.count; i++) {
        const double gain = than[i] - losses[i];
        if (tuner->rows.at[i].fold == part)
            continue;
        sum += gain;
        squares += gain * gain;
        count++;
    }
    return sum > 0 && sum * sum > squares - sum * sum / count;
}

/* Chooses a form with one part held out (-1: none), and fits it: a larger one
 * only where it is surely better than a smaller one. */
static t2sed_status choose(size_t *form, t2sed_tuner *tuner, int part,
                           t2sed_error *err)
{
    const double counts = tuner->files.config.fusion[tuner->known].evidence;
    const size_t count = tuner->rows.count;
    double *losses = t2s_zalloc_array(FORMS * count, sizeof *losses);
    tuner_fit *fit = &tuner->fit;
    t2sed_status status = losses ? T2SED_OK : t2s_fail_memory(err);
    for (int p = 0; p < T2S_TUNER_FOLDS && status == T2SED_OK; p++)
        if (p != part)
            status = find_losses(losses, tuner, p, part, err);
    *form = NOTHING;
    /* Where the forest counts for nothing, more trees would, too. */
    for (size_t f = 1; f < FORMS && status == T2SED_OK; f++)
        if ((isinf(penalties[f]) || counts > 0) &&
            is_less(losses + f * count, losses + *form * count, tuner, part))
            *form = f;
    t2s_free(losses);
    memset(fit->weights, 0, tuner->width * sizeof *fit->weights);
    fit->scale = 1;
    fit->shift = 0;
    return status == T2SED_OK && *form != NOTHING
               ? t2s_tuner_fit(fit, tuner, part, -1, penalties[*form], err)
               : status;
}

/* Each part held out once. */
static t2sed_status hold_out(t2sed_tuner *tuner, t2sed_error *err)
{
    const size_t count = tuner->rows.count;
    t2sed_status status = T2SED_OK;
    for (int i = 0; i < 2; i++)
        if (!(tuner->logits[i] = t2s_alloc_array(count, sizeof(double))))
            return t2s_fail_memory(err);
    for (int part = 0; part < T2S_TUNER_FOLDS && status == T2SED_OK; part++) {
        size_t form;
        status = choose(&form, tuner, part, err);
        for (size_t i = 0; i < count; i++) {
            const tuner_row *row = &tuner->rows.at[i];
            if (row->fold != part)
                continue;
            tuner->logits[0][i] = row->logit;
            tuner->logits[1][i] = row->fixed
                                      ? row->logit
                                      : t2s_tuner_logit(&tuner->fit, tuner, i);
        }
    }
    return status;
}

t2sed_status t2sed_tuner_run(t2sed_tuner *tuner, t2sed_tuning *out,
                             t2sed_error *err)
{
    t2sed_status status;
    size_t form = NOTHING;
    if (!tuner || !out)
        return t2s_fail_null(err, __func__, "tuner and out");
    forget(tuner);
    count_rows(tuner);
    status = check_counts(&tuner->result, err);
    if (status == T2SED_OK)
        status = deal_out(tuner, err);
    if (status == T2SED_OK)
        status = t2s_tuner_cut(tuner, err);
    if (status == T2SED_OK)
        status = hold_out(tuner, err);
    if (status == T2SED_OK)
        status = t2s_tuner_measure(tuner, err);
    if (status == T2SED_OK)
        status = choose(&form, tuner, -1, err);
    if (status != T2SED_OK)
        return status;
    tuner->result.form = form == NOTHING          ? T2SED_TUNING_NOTHING
                         : isinf(penalties[form]) ? T2SED_TUNING_SCALE
                                                  : T2SED_TUNING_CORRECTED;
    tuner->result.penalty = penalties[form];
    tuner->result.scale = tuner->fit.scale;
    tuner->result.shift = tuner->fit.shift;
    tuner->result.better =
        tuner->result.better && tuner->result.form != T2SED_TUNING_NOTHING;
    tuner->has_run = true;
    return t2s_sized_write(out, &tuner->result, sizeof *out, "t2sed_tuning",
                           err);
}

/* --- Saving --- */

/* Puts the trees into the forest that reads the tuner's case. The mean of two
 * forests counts half of each, and so the evidence twice. */
static t2sed_status add_trees(t2s_model_files *files, const t2sed_tuner *tuner,
                              t2sed_error *err)
{
    const enum t2s_reader reader = t2s_reader_of(tuner->known);
    const double counts = files->config.fusion[tuner->known].evidence;
    t2s_forest forests[2] = {files->forests[reader]}, mean;
    t2sed_status status = t2s_tuner_trees(
        &forests[1], tuner, files->config.temperature / counts, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_forest_mean(&mean, forests, 2, err);
    t2s_forest_free(&forests[1]);
    if (status != T2SED_OK)
        return status;
    t2s_forest_free(&files->forests[reader]);
    files->forests[reader] = mean;
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        if (t2s_reader_of((enum t2s_known)known) == reader)
            files->config.fusion[known].evidence *= 2;
    return T2SED_OK;
}

/* The new model, in place of the old one. */
static t2sed_status change(t2s_model_files *files, const t2sed_tuner *tuner,
                           t2sed_error *err)
{
    t2s_fusion *fusion = &files->config.fusion[tuner->known];
    fusion->text *= tuner->fit.scale;
    fusion->evidence *= tuner->fit.scale;
    fusion->bias = fusion->bias * tuner->fit.scale +
                   tuner->fit.shift * files->config.temperature;
    return tuner->result.form == T2SED_TUNING_CORRECTED
               ? add_trees(files, tuner, err)
               : T2SED_OK;
}

static json_t *describe(const t2sed_tuner *tuner)
{
    const t2sed_tuning *r = &tuner->result;
    return json_pack("{s:{s:s, s:I, s:I, s:f, s:f, s:o, s:I}}", "tuned", "case",
                     t2s_known_names[tuner->known], "queries",
                     (json_int_t)r->queries, "right", (json_int_t)r->right,
                     "scale", r->scale, "shift", r->shift, "penalty",
                     isfinite(r->penalty) ? json_real(r->penalty) : json_null(),
                     "seed", (json_int_t)tuner->seed);
}

/* Writes beside the directory and puts that in its place. */
static t2sed_status write_whole(const t2s_model_files *files,
                                const char *directory, const json_t *facts,
                                t2sed_error *err)
{
    const size_t size = strlen(directory) + sizeof ".part";
    char *beside = t2s_alloc(size);
    t2sed_status status;
    if (!beside)
        return t2s_fail_memory(err);
    snprintf(beside, size, "%s.part", directory);
    status =
        t2s_model_files_save(files, beside, files->tensors,
                             files->weights.count, T2S_DTYPE_KEEP, facts, err);
    if (status == T2SED_OK && !t2s_system_rename(beside, directory))
        status = t2s_fail(err, T2SED_EIO, -1, "%s: %s can't be given that name",
                          directory, beside);
    if (status != T2SED_OK)
        t2s_model_files_remove(beside);
    t2s_free(beside);
    return status;
}

t2sed_status t2sed_tuner_save(t2sed_tuner *tuner, const char *directory,
                              t2sed_error *err)
{
    t2s_model_files files;
    json_t *facts;
    t2sed_status status;
    if (!tuner || !directory)
        return t2s_fail_null(err, __func__, "tuner and directory");
    if (!tuner->has_run)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "tuner: nothing is fitted yet (t2sed_tuner_run)");
    if (t2s_file_exists(directory) || t2s_directory_exists(directory))
        return t2s_fail(err, T2SED_EIO, -1, "%s: is there already", directory);
    status = t2s_model_files_open(&files, tuner->files.path, true, err);
    if (status != T2SED_OK)
        return status;
    facts = describe(tuner);
    status = facts ? change(&files, tuner, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = write_whole(&files, directory, facts, err);
    json_decref(facts);
    t2s_model_files_close(&files);
    return status;
}
