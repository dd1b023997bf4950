/* The evaluator: its options, its questions in a row, its threads. */
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/system.h"
#include "lab/evaluate/spider.h"

#define MOST_THREADS 256
/* SQLite's walkers recurse as deep as its limits let them. */
#define STACK_BYTES ((size_t)8 << 20)
/* How long to wait for a thread before the host is asked whether to go on. */
#define WAIT_NS       20000000
#define NS_PER_SECOND 1000000000

/* A question that was handed in. */
typedef struct job {
    struct job *next;
    t2sed_evaluator_item item; /* texts are in the arena */
    t2s_arena arena;
    t2sed_evaluation *evaluation;
    t2sed_status status;
    bool done;
} job;

typedef struct worker {
    t2sed_evaluator *evaluator;
    t2s_runner runner;
    pthread_t thread;
} worker;

struct t2sed_evaluator {
    int rule;
    t2s_limits limits;
    atomic_bool stop;
    t2s_runner runner; /* the caller's thread's */
    worker *workers;
    size_t worker_count;
    /* Under the lock: */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    job *first, *last; /* in the order of their coming */
    job *waiting;      /* the first that no one has taken */
    bool quit;
};

void t2sed_evaluator_options_init(t2sed_evaluator_options *options, size_t size)
{
    const t2sed_evaluator_options defaults = {
        .rule = T2SED_RULE_FIXED,
        .max_milliseconds = 5000,
        .max_rows = 200000,
        .max_value_bytes = (size_t)256 << 10,
        .max_result_bytes = (size_t)64 << 20,
        .max_memory = (size_t)256 << 20};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

static t2sed_status read_options(t2sed_evaluator_options *to,
                                 const t2sed_evaluator_options *from,
                                 t2sed_error *err)
{
    t2sed_status status;
    status = T2S_READ_SIZED(t2sed_evaluator_options, to, from, err);
    if (status != T2SED_OK)
        return status;
    if (!t2sed_rule_name(to->rule))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_evaluator_options: no rule %d", to->rule);
    if (to->threads < 0 || to->max_milliseconds < 1 || to->max_rows < 1 ||
        to->max_value_bytes < 1 || to->max_value_bytes > 1000000000 ||
        to->max_result_bytes < 8 || to->max_memory < 1 ||
        to->max_memory > INT64_MAX / 2)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_evaluator_options: a limit is out of range");
    return T2SED_OK;
}

static int thread_count(int asked)
{
    long online = asked ? asked : t2s_system_processors();
    /* Without its mutexes SQLite is one thread's. */
    if (online < 1 || !sqlite3_threadsafe())
        return 1;
    return online > MOST_THREADS ? MOST_THREADS : (int)online;
}

t2sed_status t2sed_evaluator_new(t2sed_evaluator **out,
                                 const t2sed_evaluator_options *options,
                                 t2sed_error *err)
{
    t2sed_evaluator_options o;
    t2sed_evaluator *e;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = read_options(&o, options, err);
    if (status != T2SED_OK)
        return status;
    e = t2s_zalloc(sizeof *e);
    if (!e)
        return t2s_fail_memory(err);
    e->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    e->work = e->done = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    e->limits.gate = (t2s_gate)T2S_GATE_INIT;
    e->rule = o.rule;
    e->limits.threads = thread_count(o.threads);
    e->limits.milliseconds = o.max_milliseconds;
    e->limits.rows = o.max_rows;
    e->limits.value_bytes = o.max_value_bytes;
    e->limits.result_bytes = o.max_result_bytes;
    e->limits.memory = (int64_t)o.max_memory;
    e->limits.rounded = o.rule != T2SED_RULE_OFFICIAL;
    t2s_value_key_init(&e->limits.key);
    atomic_init(&e->stop, false);
    e->limits.stop = &e->stop;
    e->runner.limits = &e->limits;
    *out = e;
    return T2SED_OK;
}

static void free_job(job *j)
{
    t2sed_evaluation_free(j->evaluation);
    t2s_arena_free(&j->arena);
    t2s_free(j);
}

void t2sed_evaluator_free(t2sed_evaluator *e)
{
    if (!e)
        return;
    atomic_store(&e->stop, true);
    pthread_mutex_lock(&e->lock);
    e->quit = true;
    pthread_cond_broadcast(&e->work);
    pthread_mutex_unlock(&e->lock);
    for (size_t i = 0; i < e->worker_count; i++) {
        pthread_join(e->workers[i].thread, NULL);
        t2s_runner_close(&e->workers[i].runner);
    }
    t2s_runner_close(&e->runner);
    while (e->first) {
        job *next = e->first->next;
        free_job(e->first);
        e->first = next;
    }
    t2s_free(e->workers);
    pthread_cond_destroy(&e->done);
    pthread_cond_destroy(&e->work);
    pthread_mutex_destroy(&e->lock);
    t2s_free(e);
}

static t2sed_status read_item(t2sed_evaluator_item *item,
                              const t2sed_evaluator_item *given,
                              t2sed_error *err)
{
    t2sed_status status;
    memset(item, 0, sizeof *item);
    status =
        t2s_sized_read(item, sizeof *item, given, "t2sed_evaluator_item", err);
    if (status != T2SED_OK)
        return status;
    if (!item->database || !item->gold)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_evaluator_item: no database or no gold query");
    if (item->query_count && !item->queries)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "t2sed_evaluator_item: queries is NULL");
    for (size_t i = 0; i < item->query_count; i++)
        if (!item->queries[i])
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "t2sed_evaluator_item: query %zu is NULL", i);
    return T2SED_OK;
}

t2sed_status t2sed_evaluator_evaluate(t2sed_evaluation **out,
                                      t2sed_evaluator *e,
                                      const t2sed_evaluator_item *given,
                                      t2sed_error *err)
{
    t2sed_evaluator_item item;
    t2sed_status status;
    if (!out || !e || !given)
        return t2s_fail_null(err, __func__, "out, evaluator and item");
    status = read_item(&item, given, err);
    if (status != T2SED_OK)
        return status;
    return t2s_label(out, &e->runner, e->rule, &item, err);
}

/* Takes the first question that waits; the lock is held. */
static job *take_job(t2sed_evaluator *e)
{
    job *j = e->waiting;
    if (j)
        e->waiting = j->next;
    return j;
}

static void *work(void *payload)
{
    worker *w = payload;
    t2sed_evaluator *e = w->evaluator;
    job *j;
    pthread_mutex_lock(&e->lock);
    while (!e->quit) {
        j = take_job(e);
        if (!j) {
            pthread_cond_wait(&e->work, &e->lock);
            continue;
        }
        pthread_mutex_unlock(&e->lock);
        j->status =
            t2s_label(&j->evaluation, &w->runner, e->rule, &j->item, NULL);
        pthread_mutex_lock(&e->lock);
        j->done = true;
        pthread_cond_broadcast(&e->done);
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

/* Starts the threads. Where the system gives none, the caller's does the work
 * when it asks for the labels. */
static t2sed_status start_workers(t2sed_evaluator *e, t2sed_error *err)
{
    size_t count = (size_t)e->limits.threads;
    if (e->workers || count < 2)
        return T2SED_OK;
    e->workers = t2s_zalloc_array(count, sizeof *e->workers);
    if (!e->workers)
        return t2s_fail_memory(err);
    for (; e->worker_count < count; e->worker_count++) {
        worker *w = &e->workers[e->worker_count];
        w->evaluator = e;
        w->runner.limits = &e->limits;
        if (!t2s_system_thread(&w->thread, STACK_BYTES, work, w))
            break;
    }
    return T2SED_OK;
}

static bool copy_item(job *j, const t2sed_evaluator_item *item)
{
    t2s_arena *arena = &j->arena;
    const char **queries =
        t2s_arena_alloc_array(arena, item->query_count + 1, sizeof *queries);
    size_t *lengths =
        t2s_arena_alloc_array(arena, item->query_count + 1, sizeof *lengths);
    j->item = *item;
    j->item.gold = t2s_arena_strndup(arena, item->gold, item->gold_length);
    if (!queries || !lengths || !j->item.gold)
        return false;
    for (size_t i = 0; i < item->query_count; i++) {
        lengths[i] = item->query_lengths ? item->query_lengths[i]
                                         : strlen(item->queries[i]);
        queries[i] = t2s_arena_strndup(arena, item->queries[i], lengths[i]);
        if (!queries[i])
            return false;
    }
    j->item.queries = queries;
    j->item.query_lengths = lengths;
    return true;
}

t2sed_status t2sed_evaluator_submit(t2sed_evaluator *e,
                                    const t2sed_evaluator_item *given,
                                    t2sed_error *err)
{
    t2sed_evaluator_item item;
    job *j;
    t2sed_status status;
    if (!e || !given)
        return t2s_fail_null(err, __func__, "evaluator and item");
    status = read_item(&item, given, err);
    if (status == T2SED_OK)
        status = start_workers(e, err);
    if (status != T2SED_OK)
        return status;
    j = t2s_zalloc(sizeof *j);
    if (!j || !copy_item(j, &item)) {
        if (j)
            free_job(j);
        return t2s_fail_memory(err);
    }
    pthread_mutex_lock(&e->lock);
    if (e->last)
        e->last->next = j;
    else
        e->first = j;
    e->last = j;
    if (!e->waiting)
        e->waiting = j;
    pthread_cond_signal(&e->work);
    pthread_mutex_unlock(&e->lock);
    return T2SED_OK;
}

/* Without threads of ours; the lock is held. Interrupted, the question waits
 * again. */
static t2sed_status do_first_job(t2sed_evaluator *e)
{
    job *j = take_job(e);
    pthread_mutex_unlock(&e->lock);
    j->status = t2s_label(&j->evaluation, &e->runner, e->rule, &j->item, NULL);
    pthread_mutex_lock(&e->lock);
    if (j->status == T2SED_EINTERRUPTED) {
        e->waiting = j;
        return j->status;
    }
    j->done = true;
    return T2SED_OK;
}

/* Waits for another thread, and lets the host end that; the lock is held. */
static t2sed_status wait_for_job(t2sed_evaluator *e, const job *j)
{
    t2sed_status status = T2SED_OK;
    while (!j->done && status == T2SED_OK) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += WAIT_NS;
        until.tv_sec += until.tv_nsec / NS_PER_SECOND;
        until.tv_nsec %= NS_PER_SECOND;
        if (pthread_cond_timedwait(&e->done, &e->lock, &until) == 0)
            continue;
        pthread_mutex_unlock(&e->lock);
        status = t2s_check_interrupt(NULL);
        pthread_mutex_lock(&e->lock);
    }
    return status;
}

t2sed_status t2sed_evaluator_next(t2sed_evaluation **out, t2sed_evaluator *e,
                                  t2sed_error *err)
{
    t2sed_status status;
    job *j;
    if (!out || !e)
        return t2s_fail_null(err, __func__, "out and evaluator");
    if (!e->first)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "no question was handed in that has not been fetched");
    pthread_mutex_lock(&e->lock);
    j = e->first;
    status = e->worker_count == 0 ? do_first_job(e) : wait_for_job(e, j);
    if (status != T2SED_OK) {
        pthread_mutex_unlock(&e->lock);
        return t2s_check_interrupt(err);
    }
    e->first = j->next;
    if (!e->first)
        e->last = NULL;
    pthread_mutex_unlock(&e->lock);
    status = j->status;
    if (status == T2SED_OK) {
        *out = j->evaluation;
        j->evaluation = NULL;
    } else {
        t2s_fail_memory(err);
    }
    free_job(j);
    return status;
}
