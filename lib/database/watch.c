#include "database/watch.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "base/system.h"

/* Instructions of SQLite's machine between two looks at clock and memory; it
 * looks where the program jumps, so see functions.c for what has no jumps.
 * Few where SQLite parses a definition for each row that it reads. */
#define STEPS               100
#define STEPS_OF_DEFINITION 5
/* The clock may run that much longer than the processor works. */
#define MOST_WAITING 3
/* How often the thread looks while a statement runs on past its time or may be
 * stopped by a flag. */
#define LOOK_MS     50
#define STACK_BYTES ((size_t)128 << 10)

static int64_t now_ms(void)
{
    return (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
}

static int64_t work_ms(const t2s_watch *w)
{
    return (int64_t)t2s_system_work_ms(w->work);
}

/* The clock is much the cheaper to ask than the processor time. */
static bool time_is_up(const t2s_watch *w)
{
    int64_t limit = w->milliseconds;
    int64_t passed = now_ms() - w->start_ms;
    return passed >= limit && (passed >= MOST_WAITING * limit ||
                               work_ms(w) - w->start_work_ms >= limit);
}

static void note(t2s_watch *w, t2s_stop why)
{
    int none = T2S_STOP_NONE;
    atomic_compare_exchange_strong(&w->why, &none, (int)why);
}

bool t2s_watch_is_over(t2s_watch *w)
{
    if (t2s_interrupted())
        note(w, T2S_STOP_INTERRUPT);
    else if ((w->stop && atomic_load(w->stop)) || time_is_up(w))
        note(w, T2S_STOP_TIME);
    else if (w->memory > 0 && sqlite3_memory_used() > w->memory)
        note(w, T2S_STOP_MEMORY);
    return atomic_load(&w->why) != T2S_STOP_NONE;
}

static int look(void *payload)
{
    t2s_watch *w = payload;
    w->steps += STEPS;
    if (w->most_steps && w->steps > w->most_steps)
        note(w, T2S_STOP_STEPS);
    return t2s_watch_is_over(w);
}

/* --- the thread --- */

static void wait_until(t2s_watch *w, int64_t ms)
{
    w->wakes_at = ms;
    if (ms == INT64_MAX)
        pthread_cond_wait(&w->changed, &w->lock);
    else
        t2s_system_wait(&w->changed, &w->lock, ms);
}

static void end_it(t2s_watch *w)
{
    if (w->db)
        sqlite3_interrupt(w->db);
    else if (w->cancel)
        w->cancel(w->context);
}

static void *guard(void *payload)
{
    t2s_watch *w = payload;
    pthread_mutex_lock(&w->lock);
    w->is_ready = true;
    pthread_cond_signal(&w->changed);
    while (!w->quit) {
        int64_t now = now_ms(), next = INT64_MAX;
        if (w->is_on) {
            next = w->start_ms + w->milliseconds;
            if (next <= now || w->stop)
                next = now + LOOK_MS;
            if (time_is_up(w) || (w->stop && atomic_load(w->stop))) {
                note(w, T2S_STOP_TIME);
                end_it(w);
            }
        }
        wait_until(w, next);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static bool init_locks(t2s_watch *w)
{
    bool ok = t2s_system_condition(&w->changed);
    if (ok && pthread_mutex_init(&w->lock, NULL) != 0) {
        pthread_cond_destroy(&w->changed);
        ok = false;
    }
    return ok;
}

/*
 * Returns once the thread waits: a thread that starts may hold locks of the
 * allocator (gcc's ASan has such ones that fork() does not take), and a child
 * that is forked meanwhile would have them locked for ever.
 */
static bool create_thread(t2s_watch *w)
{
    bool ok;
    pthread_mutex_lock(&w->lock);
    ok = t2s_system_thread(&w->thread, STACK_BYTES, guard, w);
    while (ok && !w->is_ready)
        pthread_cond_wait(&w->changed, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return ok;
}

/* Where the system gives no thread, the progress handler has to do. */
static void start_thread(t2s_watch *w)
{
    if (w->has_thread && w->process == t2s_system_process())
        return;
    w->process = t2s_system_process();
    w->is_ready = w->is_on = w->quit = false;
    w->wakes_at = INT64_MAX;
    w->has_thread = init_locks(w);
    if (w->has_thread && !create_thread(w)) {
        pthread_mutex_destroy(&w->lock);
        pthread_cond_destroy(&w->changed);
        w->has_thread = false;
    }
}

void t2s_watch_free(t2s_watch *w)
{
    if (!w->has_thread || w->process != t2s_system_process())
        return;
    pthread_mutex_lock(&w->lock);
    w->quit = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->changed);
    w->has_thread = false;
}

/* --- the watch --- */

static void switch_on(t2s_watch *w)
{
    int64_t first = w->milliseconds;
    if (w->stop && first > LOOK_MS)
        first = LOOK_MS;
    pthread_mutex_lock(&w->lock);
    w->is_on = true;
    if (w->start_ms + first < w->wakes_at)
        pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

void t2s_watch_begin(t2s_watch *w, int limit, int64_t memory,
                     const atomic_bool *stop)
{
    w->milliseconds = limit;
    w->memory = memory > 0 ? sqlite3_memory_used() + memory : 0;
    w->stop = stop;
    w->steps = w->most_steps = 0;
    w->start_ms = now_ms();
    /* What another process works for a callback is not known here. */
    w->work = w->db ? t2s_system_work() : T2S_NO_WORK;
    w->start_work_ms = work_ms(w);
    atomic_store(&w->why, T2S_STOP_NONE);
    start_thread(w);
    if (w->has_thread)
        switch_on(w);
    t2s_watch_definitions(w, false);
}

void t2s_watch_steps(t2s_watch *w, int64_t most)
{
    w->steps = 0;
    w->most_steps = most;
}

void t2s_watch_definitions(t2s_watch *w, bool are_read)
{
    if (w->db)
        sqlite3_progress_handler(w->db, are_read ? STEPS_OF_DEFINITION : STEPS,
                                 look, w);
}

void t2s_watch_end(t2s_watch *w)
{
    if (w->db)
        sqlite3_progress_handler(w->db, 0, NULL, NULL);
    if (!w->has_thread || w->process != t2s_system_process())
        return;
    pthread_mutex_lock(&w->lock);
    w->is_on = false;
    pthread_mutex_unlock(&w->lock);
}
