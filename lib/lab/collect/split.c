/* Databases in two parts, by chance that a seed repeats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/vector.h"
#include "lab/collect/dataset.h"

double t2sed_dataset_lot(const char *name, uint64_t seed)
{
    return name ? t2s_lot(name, seed) : 0;
}

int t2sed_dataset_fold(const char *name, int folds, uint64_t seed)
{
    return name && folds > 0 ? (int)(t2s_lot(name, seed) * folds) : -1;
}

/* --- choosing --- */

typedef struct named {
    const char *name;
    size_t at;
} named;

static int compare_names(const void *a, const void *b)
{
    const named *x = a, *y = b;
    return strcmp(x->name, y->name);
}

/* Chooses `wanted` of the names; more than there are: all. */
static t2sed_status choose(unsigned char *chosen, const char *const *names,
                           size_t count, size_t wanted, uint64_t seed,
                           t2sed_error *err)
{
    named *sorted = t2s_alloc_array(count, sizeof *sorted);
    uint32_t *order = t2s_alloc_array(count, sizeof *order);
    t2s_random random = {seed};
    t2sed_status status = sorted && order ? T2SED_OK : t2s_fail_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        sorted[i] = (named){names[i], i};
        order[i] = (uint32_t)i;
    }
    if (!status)
        qsort(sorted, count, sizeof *sorted, compare_names);
    for (size_t i = 1; i < count && !status; i++)
        if (strcmp(sorted[i - 1].name, sorted[i].name) == 0)
            status = t2s_fail(err, T2SED_EINVAL, -1,
                              "the name \"%s\" is there twice", sorted[i].name);
    if (!status) {
        t2s_random_shuffle(&random, order, count);
        for (size_t i = 0; i < count; i++)
            chosen[sorted[order[i]].at] = i < wanted;
    }
    t2s_free(sorted);
    t2s_free(order);
    return status;
}

static t2sed_status check_part(double part, t2sed_error *err)
{
    if (part >= 0 && part <= 1)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EINVAL, -1,
                    "the part of a split is %g, not from 0 to 1", part);
}

/* How many of `count` the part is. */
static size_t size_of_part(double part, size_t count)
{
    return (size_t)floor(part * (double)count + 0.5);
}

t2sed_status t2sed_dataset_choose(unsigned char *chosen,
                                  const char *const *names, size_t count,
                                  double part, uint64_t seed, t2sed_error *err)
{
    t2sed_status status;
    if ((!chosen || !names) && count > 0)
        return t2s_fail_null(err, __func__, "chosen and names");
    status = check_part(part, err);
    if (status)
        return status;
    if (count > UINT32_MAX)
        return t2s_fail(err, T2SED_EINVAL, -1, "too many names");
    return choose(chosen, names, count, size_of_part(part, count), seed, err);
}

/* --- a dataset's databases --- */

typedef struct split {
    double part;
    uint64_t seed;
    T2S_VECTOR(char *) fresh; /* databases that it does not have */
    size_t chosen, count;     /* those in the part; all, also the fresh ones */
} split;

static t2sed_status list_databases(split *s, const t2sed_dataset *dataset,
                                   t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset, err,
        "SELECT q.db_id, x.side FROM (SELECT DISTINCT db_id FROM questions) q "
        "LEFT JOIN splits x ON x.part = ?1 AND x.seed = ?2 AND x.db_id = "
        "q.db_id",
        "di", s->part, (int64_t)s->seed);
    int code = SQLITE_DONE;
    while (!status && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        int side = sqlite3_column_int(statement, 1);
        char *copy = side ? NULL : t2s_strdup(name ? name : "");
        s->count++;
        s->chosen += side == T2SED_SIDE_PART;
        if (!side && (!copy || !t2s_vector_push(&s->fresh, copy))) {
            t2s_free(copy);
            status = t2s_fail_memory(err);
        }
    }
    if (!status && code != SQLITE_DONE)
        status = t2s_dataset_fail(dataset, err);
    sqlite3_finalize(statement);
    return status;
}

static t2sed_status insert(const t2sed_dataset *dataset, const split *s,
                           const unsigned char *chosen, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; i < s->fresh.count && !status; i++) {
        sqlite3_stmt *statement;
        status = t2s_dataset_prepare(
            &statement, dataset, err,
            "INSERT INTO splits VALUES (?1, ?2, ?3, ?4)", "diti", s->part,
            (int64_t)s->seed, s->fresh.at[i],
            (int64_t)(chosen[i] ? T2SED_SIDE_PART : T2SED_SIDE_REST));
        if (!status && sqlite3_step(statement) != SQLITE_DONE)
            status = t2s_dataset_fail_write(dataset, err);
        sqlite3_finalize(statement);
    }
    return status;
}

/* Of the fresh databases so many go to the part that it comes closest to what
 * it should be. */
static t2sed_status deal_out(const t2sed_dataset *dataset, split *s,
                             t2sed_error *err)
{
    unsigned char *chosen = NULL;
    size_t wanted;
    t2sed_status status = list_databases(s, dataset, err);
    if (!status) {
        chosen = t2s_zalloc(s->fresh.count);
        status = chosen ? T2SED_OK : t2s_fail_memory(err);
    }
    if (!status) {
        wanted = size_of_part(s->part, s->count);
        wanted = wanted > s->chosen ? wanted - s->chosen : 0;
        status = choose(chosen, (const char *const *)s->fresh.at,
                        s->fresh.count, wanted, s->seed, err);
    }
    if (!status)
        status = insert(dataset, s, chosen, err);
    t2s_free(chosen);
    return status;
}

t2sed_status t2sed_dataset_split(t2sed_dataset *dataset, double part,
                                 uint64_t seed, t2sed_error *err)
{
    split s = {.part = part, .seed = seed};
    t2sed_status status;
    if (!dataset)
        return t2s_fail_null(err, __func__, "dataset");
    status = t2s_dataset_check_writable(dataset, err);
    if (!status)
        status = check_part(part, err);
    if (!status)
        status = t2s_dataset_begin(dataset, err);
    if (status)
        return status;
    status = deal_out(dataset, &s, err);
    if (!status)
        status = t2s_dataset_commit(dataset, err);
    if (status)
        t2s_dataset_rollback(dataset);
    for (size_t i = 0; i < s.fresh.count; i++)
        t2s_free(s.fresh.at[i]);
    t2s_vector_free(&s.fresh);
    return status;
}
