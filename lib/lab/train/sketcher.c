/* sketcher.c - training sketchers: examples, vocabularies, folds. */
#include "lab/train/sketcher.h"
#include "lab/write/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/fold.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "model/files.h"

#define MOST_EXAMPLES 10000000
#define NO_FOLD       (-1)
/* Enough to see which terms do nothing. */
#define PRUNING_PASSES 3

void t2sed_sketch_trainer_options_init(t2sed_sketch_trainer_options *options)
{
    if (!options)
        return;
    *options = (t2sed_sketch_trainer_options)T2SED_SKETCH_TRAINER_OPTIONS_INIT;
}

static t2sed_status check_options(const t2sed_sketch_trainer_options *o,
                                  t2sed_error *err)
{
    if (!(o->strength > 0 && o->strength < 1e6) || o->passes < 1 ||
        o->min_count < 1 || o->max_terms < 1 ||
        o->max_terms > T2S_SKETCHER_MAX_TERMS || o->folds < 2 || o->folds > 100)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "plan trainer options: strength %g, %d passes, counts "
                        "from %d, %d terms, %d folds: expected above 0, 1 or "
                        "more, 1 or more, 1 to %d, 2 to 100",
                        o->strength, o->passes, o->min_count, o->max_terms,
                        o->folds, T2S_SKETCHER_MAX_TERMS);
    return T2SED_OK;
}

t2sed_status
t2sed_sketch_trainer_open(t2sed_sketch_trainer **out,
                          const t2sed_sketch_trainer_options *options,
                          t2sed_error *err)
{
    t2sed_sketch_trainer_options use = T2SED_SKETCH_TRAINER_OPTIONS_INIT;
    t2sed_sketch_trainer *made;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_sized_read(&use, sizeof use, options,
                            "t2sed_sketch_trainer_options", err);
    if (status == T2SED_OK)
        status = check_options(&use, err);
    if (status != T2SED_OK)
        return status;
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->options = use;
    *out = made;
    return T2SED_OK;
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
    size_t count = trainer->terms.count, more = terms->list.count;
    size_t room = count + more;
    if (room > trainer->terms.capacity && room < 2 * count)
        room = 2 * count;
    if (!t2s_vector_reserve(&trainer->terms, room))
        return false;
    example->first_term = count;
    example->term_count = more;
    if (!t2s_vector_push(&trainer->examples, *example))
        return false;
    memcpy(trainer->terms.at + count, terms->list.at,
           more * sizeof *terms->list.at);
    trainer->terms.count += more;
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
                        "plan trainer: the weight is %g, expected above 0",
                        weight);
    if (trainer->examples.count == MOST_EXAMPLES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "plan trainer: %d examples are the most",
                        MOST_EXAMPLES);
    status = t2s_sketch_options_read(&context, given, err);
    if (status == T2SED_OK)
        status = t2sed_sketch_read(example.heads, sql, schema, err);
    if (status == T2SED_OK)
        status = t2s_sketch_terms_make(&terms, question, schema,
                                       context.conversation, context.task, err);
    example.is_alone = status == T2SED_OK && context.task == t2s_sketch_task(0);
    example.fold = t2s_fold(db_id, trainer->options.folds, 0);
    if (status == T2SED_OK && !keep(trainer, &example, &terms))
        status = t2s_fail_memory(err);
    t2s_sketch_terms_free(&terms);
    return status;
}

/* --- vocabulary --- */

static int compare_ids(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static const t2s_sketch_term *terms_of(const t2sed_sketch_trainer *trainer,
                                       uint32_t example)
{
    return trainer->terms.at + trainer->examples.at[example].first_term;
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
        const t2s_sketch_term *terms = terms_of(trainer, source[i]);
        for (size_t t = 0; t < trainer->examples.at[source[i]].term_count; t++)
            list[at++] = terms[t].id;
    }
    qsort(list, all, sizeof *list, compare_ids);
    *ids = all;
    return list;
}

/* The terms that enough of the examples have. False when memory is short. */
static bool make_vocabulary(t2s_sketch_vocabulary *out,
                            const t2sed_sketch_trainer *trainer,
                            const uint32_t *source, size_t count)
{
    size_t all, kept = 0;
    uint64_t *ids = list_ids(trainer, source, count, &all);
    float *rarity = ids ? t2s_alloc_array(all, sizeof *rarity) : NULL;
    bool ok = rarity != NULL;
    for (size_t i = 0, end; ok && i < all; i = end) {
        for (end = i; end < all && ids[end] == ids[i];)
            end++;
        if (end - i < (size_t)trainer->options.min_count)
            continue;
        ids[kept] = ids[i];
        rarity[kept++] =
            (float)(log((1 + (double)count) / (1 + (double)(end - i))) + 1);
    }
    ok = ok && t2s_sketch_vocabulary_make(out, ids, rarity, kept);
    t2s_free(ids);
    t2s_free(rarity);
    return ok;
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
    t2s_sketch_vocabulary *old = &sketcher->vocabulary, kept;
    float *worth, *sorted, least;
    size_t count = 0;
    bool ok;
    if (old->count <= most)
        return true;
    worth = t2s_alloc_array(old->count, sizeof *worth);
    sorted = t2s_alloc_array(old->count, sizeof *sorted);
    ok = worth && sorted;
    if (ok) {
        for (size_t i = 0; i < old->count; i++)
            worth[i] = sorted[i] = worth_of(sketcher, i);
        qsort(sorted, old->count, sizeof *sorted, compare_falling);
        least = sorted[most - 1];
        for (size_t i = 0; i < old->count && count < most; i++)
            if (worth[i] >= least) {
                old->ids[count] = old->ids[i];
                old->rarity[count++] = old->rarity[i];
            }
        ok = t2s_sketch_vocabulary_make(&kept, old->ids, old->rarity, count);
    }
    t2s_free(worth);
    t2s_free(sorted);
    if (ok) {
        t2s_sketch_vocabulary_free(old);
        *old = kept;
    }
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
        size_t at = rows->items.count, more;
        ok = !t2s_interrupted() &&
             t2s_sketch_weigh(&row, vocabulary,
                              terms_of(trainer, rows->source[i]),
                              trainer->examples.at[rows->source[i]].term_count);
        more = row.list.count;
        rows->begin[i] = at;
        if (ok && at + more > rows->items.capacity)
            ok = t2s_vector_reserve(&rows->items, 2 * (at + more));
        if (ok && more)
            memcpy(rows->items.at + at, row.list.at,
                   more * sizeof *row.list.at);
        rows->items.count += more;
    }
    rows->begin[rows->count] = rows->items.count;
    t2s_vector_free(&row.list);
    return ok;
}

/* A model of the examples `source`: roughly fitted, pruned, fitted anew. */
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
static bool predict_fold(sketch_held_out *held_out,
                         const t2sed_sketcher *sketcher,
                         const t2sed_sketch_trainer *trainer, int fold)
{
    t2s_sketch_row row = {0};
    bool ok = true;
    for (size_t i = 0; i < trainer->examples.count && ok; i++) {
        const sketch_example *example = &trainer->examples.at[i];
        if (example->fold != fold)
            continue;
        ok = !t2s_interrupted() &&
             t2s_sketch_weigh(&row, &sketcher->vocabulary,
                              terms_of(trainer, (uint32_t)i),
                              example->term_count);
        if (ok)
            t2s_sketcher_logits(held_out->logits + i * T2S_SKETCH_STRIDE,
                                sketcher, &row);
    }
    t2s_vector_free(&row.list);
    return ok;
}

/* --- all of them --- */

typedef struct session {
    const t2sed_sketch_trainer *trainer;
    const char *path;
    t2sed_sketcher **models; /* [folds + 1], the last of all examples */
    uint32_t *source;        /* [examples] */
    sketch_held_out held_out;
} session;

static t2sed_status train_one(session *at, int fold, t2sed_error *err)
{
    const t2sed_sketch_trainer *trainer = at->trainer;
    t2sed_sketcher *sketcher = t2s_zalloc(sizeof *sketcher);
    size_t count = 0;
    int place = fold == NO_FOLD ? trainer->options.folds : fold;
    if (!sketcher)
        return t2s_fail_memory(err);
    at->models[place] = sketcher;
    for (size_t i = 0; i < trainer->examples.count; i++)
        if (trainer->examples.at[i].fold != fold)
            at->source[count++] = (uint32_t)i;
    if (fold != NO_FOLD && (count == 0 || count == trainer->examples.count))
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "plan trainer: %zu of %zu examples are of databases "
                        "of fold %d; give examples of more databases",
                        trainer->examples.count - count,
                        trainer->examples.count, fold);
    if (!fit_model(sketcher, trainer, at->source, count) ||
        (fold != NO_FOLD &&
         !predict_fold(&at->held_out, sketcher, trainer, fold)))
        return t2s_fail_early(err);
    return T2SED_OK;
}

static t2sed_status save_all(session *at, t2sed_error *err)
{
    int folds = at->trainer->options.folds;
    t2sed_status status = T2SED_OK;
    for (int i = folds; i >= 0 && status == T2SED_OK; i--) {
        char name[32];
        char *path;
        snprintf(name, sizeof name, "fold-%d", i);
        path =
            i == folds ? t2s_strdup(at->path) : t2s_path_join(at->path, name);
        if (!path ||
            !t2s_sketch_calibrate(at->models[i], at->trainer, &at->held_out,
                                  i == folds ? NO_FOLD : i))
            status = t2s_fail_memory(err);
        else
            status = t2s_sketcher_write(at->models[i], path, err);
        t2s_free(path);
    }
    return status;
}

static t2sed_status open_session(session *at, t2sed_error *err)
{
    size_t count = at->trainer->examples.count;
    size_t models = (size_t)at->trainer->options.folds + 1;
    at->models = t2s_zalloc_array(models, sizeof(t2sed_sketcher *));
    at->source = t2s_alloc_array(count, sizeof *at->source);
    at->held_out.logits =
        t2s_alloc_array(count, T2S_SKETCH_STRIDE * sizeof *at->held_out.logits);
    return at->models && at->source && at->held_out.logits
               ? T2SED_OK
               : t2s_fail_memory(err);
}

static void close_session(session *at)
{
    for (int i = 0; at->models && i <= at->trainer->options.folds; i++)
        t2sed_sketcher_free(at->models[i]);
    t2s_free(at->models);
    t2s_free(at->source);
    t2s_free(at->held_out.logits);
}

t2sed_status t2sed_sketch_trainer_run(t2sed_sketch_trainer *trainer,
                                      const char *path,
                                      t2sed_sketch_trainer_fn tell,
                                      void *payload, t2sed_error *err)
{
    session at = {.trainer = trainer, .path = path};
    t2sed_status status;
    int folds;
    if (!trainer || !path)
        return t2s_fail_null(err, __func__, "trainer and path");
    folds = trainer->options.folds;
    status = open_session(&at, err);
    for (int i = 0; i <= folds && status == T2SED_OK; i++) {
        if (tell && tell(i, folds + 1, payload) != 0)
            status =
                t2s_fail(err, T2SED_ECANCELLED, -1, "plan trainer: cancelled");
        else
            status = train_one(&at, i == folds ? NO_FOLD : i, err);
    }
    if (status == T2SED_OK)
        status = save_all(&at, err);
    close_session(&at);
    return status;
}
