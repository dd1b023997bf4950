/* sketch_trainer.c - training sketchers: examples, vocabularies, folds. */
#include "lab/train/sketch_trainer.h"
#include "lab/write/write.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/random.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "lab/train/options.h"
#include "lab/train/run.h"

#define MOST_EXAMPLES 10000000
/* Enough to see which terms do nothing. */
#define PRUNING_PASSES 3

#define OPTIONS t2sed_sketch_trainer_options

static const t2s_option options_at[] = {
    T2S_REAL(OPTIONS, strength, 1, 4, DBL_MIN, 1e6),
    T2S_INT(OPTIONS, passes, 1, 10, 1, 1e6),
    T2S_INT(OPTIONS, min_count, 1, 6, 1, 1e9),
    T2S_INT(OPTIONS, max_terms, 1, 30000, 1, T2S_SKETCHER_MAX_TERMS),
    T2S_INT(OPTIONS, folds, 1, 5, 2, 100),
    T2S_SEED(OPTIONS, seed),
};

static const t2s_options options_table = {
    "sketch trainer options", "t2sed_sketch_trainer_options", sizeof(OPTIONS),
    options_at, sizeof options_at / sizeof options_at[0]};

void t2sed_sketch_trainer_options_init(t2sed_sketch_trainer_options *options,
                                       size_t size)
{
    t2s_options_init(options, size, &options_table);
}

t2sed_status
t2sed_sketch_trainer_new(t2sed_sketch_trainer **out,
                         const t2sed_sketch_trainer_options *options,
                         t2sed_error *err)
{
    t2sed_sketch_trainer *made;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    made = t2s_zalloc(sizeof *made);
    status =
        made ? t2s_options_read(&made->options, options, &options_table, err)
             : t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_free(made);
    return status;
}

void t2sed_sketch_trainer_free(t2sed_sketch_trainer *trainer)
{
    if (!trainer)
        return;
    t2s_vector_free(&trainer->terms);
    t2s_vector_free(&trainer->examples);
    t2s_free(trainer);
}

static bool keep(t2sed_sketch_trainer *trainer, sketch_example *example,
                 const t2s_sketch_terms *terms)
{
    example->first_term = trainer->terms.count;
    example->term_count = terms->count;
    if (!t2s_vector_reserve(&trainer->terms,
                            example->first_term + example->term_count) ||
        !t2s_vector_push(&trainer->examples, *example))
        return false;
    memcpy(trainer->terms.at + example->first_term, terms->at,
           example->term_count * sizeof *terms->at);
    trainer->terms.count += example->term_count;
    return true;
}

t2sed_status t2sed_sketch_trainer_add(t2sed_sketch_trainer *trainer,
                                      const char *db_id,
                                      const t2sed_question *question,
                                      const t2sed_sql *sql,
                                      const t2sed_schema *schema,
                                      const t2sed_sketch_options *given,
                                      double weight, t2sed_error *err)
{
    t2sed_sketch_options context;
    sketch_example example = {.weight = (float)weight};
    t2s_sketch_terms terms = {0};
    t2sed_status status;
    if (!trainer || !db_id || !question || !sql)
        return t2s_fail_null(err, __func__, "trainer, db_id, question and sql");
    if (!(weight > 0 && weight <= 1e6))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "sketch trainer: the weight is %g, expected above 0",
                        weight);
    if (trainer->examples.count == MOST_EXAMPLES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "sketch trainer: %d examples are the most",
                        MOST_EXAMPLES);
    status = t2s_sketch_options_read(&context, given, err);
    if (status == T2SED_OK)
        status = t2sed_sketch_read(example.heads, sql, schema, err);
    if (status == T2SED_OK)
        status = t2s_sketch_terms_make(&terms, question, NULL, schema,
                                       context.conversation, context.task, err);
    example.is_alone =
        status == T2SED_OK && strcmp(context.task, T2S_SKETCH_ALONE) == 0;
    example.fold = t2s_fold(db_id, trainer->options.folds, 0);
    if (status == T2SED_OK && !keep(trainer, &example, &terms))
        status = t2s_fail_memory(err);
    t2s_vector_free(&terms);
    return status;
}

/* --- vocabulary --- */

static int compare_ids(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* An example as a row of the vocabulary. False where memory is short or the
 * host interrupts. */
static bool weigh(t2s_sketch_row *row, const t2s_sketch_vocabulary *vocabulary,
                  const t2sed_sketch_trainer *trainer, size_t example)
{
    const sketch_example *of = &trainer->examples.at[example];
    return !t2s_interrupted() &&
           t2s_sketch_weigh(row, vocabulary, trainer->terms.at + of->first_term,
                            of->term_count);
}

/* Every id as often as examples have it, sorted. */
static uint64_t *list_ids(const t2sed_sketch_trainer *trainer,
                          const uint32_t *source, size_t count, size_t *ids)
{
    size_t all = 0, at = 0;
    uint64_t *list;
    for (size_t i = 0; i < count; i++)
        all += trainer->examples.at[source[i]].term_count;
    list = t2s_alloc_array(all, sizeof *list);
    if (!list)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        const sketch_example *of = &trainer->examples.at[source[i]];
        for (size_t t = 0; t < of->term_count; t++)
            list[at++] = trainer->terms.at[of->first_term + t].id;
    }
    qsort(list, all, sizeof *list, compare_ids);
    *ids = all;
    return list;
}

/* Gives back what the first `count` terms do not need. */
static bool shrink(t2s_sketch_vocabulary *vocabulary, size_t count)
{
    uint64_t *ids =
        t2s_realloc_array(vocabulary->ids, count, sizeof *vocabulary->ids);
    float *rarity = t2s_realloc_array(vocabulary->rarity, count,
                                      sizeof *vocabulary->rarity);
    vocabulary->ids = ids ? ids : vocabulary->ids;
    vocabulary->rarity = rarity ? rarity : vocabulary->rarity;
    vocabulary->count = count;
    t2s_sketch_vocabulary_index(vocabulary);
    return ids && rarity;
}

/* The terms that enough of the examples have. False when memory is short. */
static bool make_vocabulary(t2s_sketch_vocabulary *out,
                            const t2sed_sketch_trainer *trainer,
                            const uint32_t *source, size_t count)
{
    size_t all, kept = 0;
    out->ids = list_ids(trainer, source, count, &all);
    out->rarity = out->ids ? t2s_alloc_array(all, sizeof *out->rarity) : NULL;
    if (!out->rarity)
        return false;
    for (size_t i = 0, end; i < all; i = end) {
        for (end = i; end < all && out->ids[end] == out->ids[i];)
            end++;
        if (end - i < (size_t)trainer->options.min_count)
            continue;
        out->ids[kept] = out->ids[i];
        out->rarity[kept++] =
            (float)(log((1 + (double)count) / (1 + (double)(end - i))) + 1);
    }
    return shrink(out, kept);
}

/* Sets *weights to zero for the terms that there are now. */
static bool clear_weights(t2sed_sketcher *sketcher)
{
    t2s_free(sketcher->weights);
    sketcher->weights =
        t2s_zalloc_array(sketcher->vocabulary.count * T2S_SKETCH_STRIDE,
                         sizeof *sketcher->weights);
    memset(sketcher->bias, 0, sizeof sketcher->bias);
    return sketcher->weights != NULL;
}

/* How much a term does: its squared weights, by how often it is met. */
static float worth_of(const t2sed_sketcher *sketcher, size_t term)
{
    const float *w = sketcher->weights + term * T2S_SKETCH_STRIDE;
    float sum = 0;
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++)
        sum += w[h] * w[h];
    return sum * expf(1 - sketcher->vocabulary.rarity[term]);
}

static int compare_falling(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x > y ? -1 : x < y;
}

/* Keeps the terms that do most. */
static bool prune(t2sed_sketcher *sketcher, size_t most)
{
    t2s_sketch_vocabulary *terms = &sketcher->vocabulary;
    float *worth = t2s_alloc_array(terms->count, sizeof *worth);
    float *sorted = t2s_alloc_array(terms->count, sizeof *sorted);
    bool ok = worth && sorted;
    if (ok) {
        size_t count = 0;
        for (size_t i = 0; i < terms->count; i++)
            worth[i] = sorted[i] = worth_of(sketcher, i);
        qsort(sorted, terms->count, sizeof *sorted, compare_falling);
        for (size_t i = 0; i < terms->count && count < most; i++)
            if (worth[i] >= sorted[most - 1]) {
                terms->ids[count] = terms->ids[i];
                terms->rarity[count++] = terms->rarity[i];
            }
        ok = shrink(terms, count);
    }
    t2s_free(worth);
    t2s_free(sorted);
    return ok;
}

/* --- one model --- */

static bool make_rows(sketch_rows *rows, const t2sed_sketch_trainer *trainer,
                      const t2s_sketch_vocabulary *vocabulary)
{
    t2s_sketch_row row = {0};
    bool ok = true;
    rows->items.count = 0;
    for (size_t i = 0; i < rows->count && ok; i++) {
        const size_t at = rows->items.count;
        rows->begin[i] = at;
        ok = weigh(&row, vocabulary, trainer, rows->source[i]) &&
             t2s_vector_reserve(&rows->items, at + row.count);
        if (ok && row.count)
            memcpy(rows->items.at + at, row.at, row.count * sizeof *row.at);
        rows->items.count += ok ? row.count : 0;
    }
    rows->begin[rows->count] = rows->items.count;
    t2s_vector_free(&row);
    return ok;
}

/* A model of the examples `source`: roughly fitted, pruned, fitted again. */
static bool fit_model(t2sed_sketcher *sketcher,
                      const t2sed_sketch_trainer *trainer,
                      const uint32_t *source, size_t count)
{
    sketch_rows rows = {.source = source, .count = count};
    size_t most = (size_t)trainer->options.max_terms;
    bool ok;
    rows.begin = t2s_alloc_array(count + 1, sizeof *rows.begin);
    ok = rows.begin &&
         make_vocabulary(&sketcher->vocabulary, trainer, source, count);
    if (ok && sketcher->vocabulary.count > most)
        ok = make_rows(&rows, trainer, &sketcher->vocabulary) &&
             clear_weights(sketcher) &&
             t2s_sketch_fit(sketcher, trainer, &rows, PRUNING_PASSES) &&
             prune(sketcher, most);
    ok = ok && make_rows(&rows, trainer, &sketcher->vocabulary) &&
         clear_weights(sketcher) &&
         t2s_sketch_fit(sketcher, trainer, &rows, trainer->options.passes);
    t2s_free(rows.begin);
    t2s_vector_free(&rows.items);
    return ok;
}

/* The logits of a fold's examples. */
static bool predict_fold(float *logits, const t2sed_sketcher *sketcher,
                         const t2sed_sketch_trainer *trainer, int fold)
{
    t2s_sketch_row row = {0};
    bool ok = true;
    for (size_t i = 0; i < trainer->examples.count && ok; i++) {
        if (trainer->examples.at[i].fold != fold)
            continue;
        ok = weigh(&row, &sketcher->vocabulary, trainer, i);
        if (ok)
            t2s_sketcher_logits(logits + i * T2S_SKETCH_STRIDE, sketcher, &row);
    }
    t2s_vector_free(&row);
    return ok;
}

/* --- all of them --- */

typedef struct session {
    const t2sed_sketch_trainer *trainer;
    int folds;
    t2sed_sketcher **models; /* [folds + 1]: without a fold's examples, and, the
                                last, of all */
    uint32_t *source;        /* [examples] */
    float *logits; /* [examples][T2S_SKETCH_STRIDE] by the model of its fold */
} session;

static t2sed_status train_one(session *at, int fold, t2sed_error *err)
{
    const t2sed_sketch_trainer *trainer = at->trainer;
    const size_t all = trainer->examples.count;
    t2sed_sketcher *sketcher = t2s_zalloc(sizeof *sketcher);
    size_t count = 0;
    if (!sketcher)
        return t2s_fail_memory(err);
    at->models[fold] = sketcher;
    for (size_t i = 0; i < all; i++)
        if (trainer->examples.at[i].fold != fold)
            at->source[count++] = (uint32_t)i;
    if (fold < at->folds && (count == 0 || count == all))
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "sketch trainer: %zu of %zu examples are of databases "
                        "of fold %d; give examples of more databases",
                        all - count, all, fold);
    return fit_model(sketcher, trainer, at->source, count) &&
                   predict_fold(at->logits, sketcher, trainer, fold)
               ? T2SED_OK
               : t2s_fail_early(err);
}

static t2sed_status save_one(session *at, const char *directory, int fold,
                             t2sed_error *err)
{
    t2sed_status status;
    char name[32], *path;
    snprintf(name, sizeof name, "fold-%d", fold);
    path = fold == at->folds ? t2s_strdup(directory)
                             : t2s_path_join(directory, name);
    if (!path ||
        !t2s_sketch_calibrate(at->models[fold], at->trainer, at->logits, fold))
        status = t2s_fail_memory(err);
    else
        status = t2s_sketcher_write(at->models[fold], path, err);
    t2s_free(path);
    return status;
}

static t2sed_status train_all(session *at, t2sed_train_progress_fn tell,
                              void *payload, t2sed_error *err)
{
    t2sed_train_progress progress;
    t2sed_status status = T2SED_OK;
    t2s_progress_init(&progress);
    progress.epochs = at->folds + 1;
    for (int fold = 0; fold <= at->folds && status == T2SED_OK; fold++) {
        progress.epoch = fold + 1;
        progress.done = (double)fold / progress.epochs;
        if (tell && tell(&progress, payload) != 0)
            return t2s_fail(err, T2SED_ECANCELLED, -1,
                            "sketch trainer: cancelled");
        status = train_one(at, fold, err);
    }
    return status;
}

t2sed_status t2sed_sketch_trainer_run(t2sed_sketch_trainer *trainer,
                                      const char *path,
                                      t2sed_train_progress_fn tell,
                                      void *payload, t2sed_error *err)
{
    session at = {.trainer = trainer};
    t2sed_status status = T2SED_OK;
    if (!trainer || !path)
        return t2s_fail_null(err, __func__, "trainer and path");
    at.folds = trainer->options.folds;
    at.models =
        t2s_zalloc_array((size_t)at.folds + 1, sizeof(t2sed_sketcher *));
    at.source = t2s_alloc_array(trainer->examples.count, sizeof *at.source);
    at.logits = t2s_alloc_array(trainer->examples.count,
                                T2S_SKETCH_STRIDE * sizeof *at.logits);
    if (!at.models || !at.source || !at.logits)
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = train_all(&at, tell, payload, err);
    for (int fold = at.folds; fold >= 0 && status == T2SED_OK; fold--)
        status = save_one(&at, path, fold, err);
    for (int fold = 0; at.models && fold <= at.folds; fold++)
        t2sed_sketcher_free(at.models[fold]);
    t2s_free(at.models);
    t2s_free(at.source);
    t2s_free(at.logits);
    return status;
}
