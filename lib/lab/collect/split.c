/* Databases in two parts, by chance that a seed repeats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/vector.h"
#include "lab/collect/dataset.h"

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

static t2sed_status check_part(double part, t2sed_error *err)
{
    if (part >= 0 && part <= 1)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EINVAL, -1,
                    "the part of a split is %g, not from 0 to 1", part);
}

/* Chooses `wanted` of the names. */
static t2sed_status choose(unsigned char *chosen, const char *const *names,
                           size_t count, size_t wanted, uint64_t seed,
                           t2sed_error *err)
{
    named *sorted = t2s_alloc_array(count, sizeof *sorted);
    uint32_t *order = t2s_alloc_array(count, sizeof *order);
    t2s_random random = {seed};
    t2sed_status status = T2SED_OK;
    if (!sorted || !order)
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        sorted[i] = (named){names[i], i};
        order[i] = (uint32_t)i;
    }
    if (!status) {
        qsort(sorted, count, sizeof *sorted, compare_names);
        for (size_t i = 1; i < count && !status; i++)
            if (strcmp(sorted[i - 1].name, sorted[i].name) == 0)
                status =
                    t2s_fail(err, T2SED_EINVAL, -1,
                             "the name \"%s\" is there twice", sorted[i].name);
    }
    if (!status) {
        t2s_random_shuffle(&random, order, count);
        for (size_t i = 0; i < count; i++)
            chosen[sorted[order[i]].at] = i < wanted;
    }
    t2s_free(sorted);
    t2s_free(order);
    return status;
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
    return choose(chosen, names, count,
                  (size_t)floor(part * (double)count + 0.5), seed, err);
}

/* --- a dataset's databases --- */

typedef struct databases {
    T2S_VECTOR(char *) fresh; /* that the split does not have */
    size_t chosen, rest;      /* that it has, on either side */
} databases;

static void databases_free(databases *d)
{
    for (size_t i = 0; i < d->fresh.count; i++)
        t2s_free(d->fresh.at[i]);
    t2s_vector_free(&d->fresh);
}

static t2sed_status list_databases(databases *d, const t2sed_dataset *dataset,
                                   double part, uint64_t seed, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset,
        "SELECT q.db_id, x.side FROM (SELECT DISTINCT db_id FROM questions) q "
        "LEFT JOIN splits x ON x.part = ?1 AND x.seed = ?2 AND x.db_id = "
        "q.db_id",
        err);
    int code = SQLITE_DONE;
    if (status)
        return status;
    sqlite3_bind_double(statement, 1, part);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)seed);
    while (!status && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        int side = sqlite3_column_int(statement, 1);
        char *copy;
        if (side) {
            d->chosen += side == T2SED_SIDE_PART;
            d->rest += side == T2SED_SIDE_REST;
            continue;
        }
        copy = t2s_strdup(name ? name : "");
        if (!copy || !t2s_vector_push(&d->fresh, copy)) {
            t2s_free(copy);
            status = t2s_fail_memory(err);
        }
    }
    if (!status && code != SQLITE_DONE)
        status = t2s_dataset_fail(dataset, err);
    sqlite3_finalize(statement);
    return status;
}

static t2sed_status insert(const t2sed_dataset *dataset, const databases *d,
                           const unsigned char *chosen, double part,
                           uint64_t seed, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset, "INSERT INTO splits VALUES (?1, ?2, ?3, ?4)", err);
    if (status)
        return status;
    for (size_t i = 0; i < d->fresh.count && !status; i++) {
        sqlite3_bind_double(statement, 1, part);
        sqlite3_bind_int64(statement, 2, (sqlite3_int64)seed);
        sqlite3_bind_text(statement, 3, d->fresh.at[i], -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 4,
                         chosen[i] ? T2SED_SIDE_PART : T2SED_SIDE_REST);
        if (sqlite3_step(statement) != SQLITE_DONE)
            status = t2s_dataset_fail_write(dataset, err);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return status;
}

/* How many of the fresh ones bring the part closest to what it should be. */
static size_t wanted(const databases *d, double part)
{
    size_t all = d->chosen + d->rest + d->fresh.count;
    size_t target = (size_t)floor(part * (double)all + 0.5);
    size_t missing = target > d->chosen ? target - d->chosen : 0;
    return missing < d->fresh.count ? missing : d->fresh.count;
}

t2sed_status t2sed_dataset_split(t2sed_dataset *dataset, double part,
                                 uint64_t seed, t2sed_error *err)
{
    databases d = {0};
    unsigned char *chosen = NULL;
    t2sed_status status;
    if (!dataset)
        return t2s_fail_null(err, __func__, "dataset");
    status = t2s_dataset_check_writable(dataset, err);
    if (!status)
        status = check_part(part, err);
    if (!status && dataset->collecting)
        status = t2s_fail(err, T2SED_ESTATE, -1, "%s: has a collector at work",
                          dataset->path);
    if (!status)
        status = t2s_dataset_begin(dataset, err);
    if (status)
        return status;
    status = list_databases(&d, dataset, part, seed, err);
    if (!status) {
        chosen = t2s_zalloc(d.fresh.count);
        status = chosen ? choose(chosen, (const char *const *)d.fresh.at,
                                 d.fresh.count, wanted(&d, part), seed, err)
                        : t2s_fail_memory(err);
    }
    if (!status)
        status = insert(dataset, &d, chosen, part, seed, err);
    if (!status)
        status = t2s_dataset_commit(dataset, err);
    if (status)
        t2s_dataset_rollback(dataset);
    t2s_free(chosen);
    databases_free(&d);
    return status;
}
