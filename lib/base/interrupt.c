#include "base/interrupt.h"

#include "base/clock.h"
#include "base/error.h"

/* A coarse clock is good to some milliseconds, and four times as fast. */
#ifdef CLOCK_MONOTONIC_COARSE
#define CLOCK CLOCK_MONOTONIC_COARSE
#else
#define CLOCK CLOCK_MONOTONIC
#endif

enum { NONE, LISTENING, ASKING, STOPPED };

/* Of plain data, so that nothing has to be freed when a thread ends. The model
 * of access is the compiler's default, which dlopen allows at any time. */
static _Thread_local struct {
    int state;
    t2sed_interrupt_fn callback;
    void *payload;
    double asked;    /* when, in milliseconds */
    double interval; /* 0: 50 ms; less than 0: none */
    size_t done, total;
    bool has_progress;
    int held;
} host;

static double interval(void)
{
    return host.interval == 0 ? 50 : host.interval;
}

void t2sed_interrupt_set(t2sed_interrupt_fn callback, void *payload)
{
    host.callback = callback;
    host.payload = payload;
    host.asked = t2s_clock_ms(CLOCK);
    if (host.state != ASKING)
        host.state = callback ? LISTENING : NONE;
}

static bool ask(double now)
{
    int stop;
    host.asked = now;
    host.state = ASKING;
    stop = host.callback(host.payload, host.done, host.total);
    host.state = stop ? STOPPED : host.callback ? LISTENING : NONE;
    return stop != 0;
}

bool t2s_interrupted(void)
{
    double now;
    if (host.state == NONE)
        return false;
    if (host.state != LISTENING || host.held)
        return host.state == STOPPED && !host.held;
    now = t2s_clock_ms(CLOCK);
    return now - host.asked > interval() && ask(now);
}

t2sed_status t2s_check_interrupt(t2sed_error *err)
{
    if (!t2s_interrupted())
        return T2SED_OK;
    return t2s_fail(err, T2SED_EINTERRUPTED, -1,
                    "interrupted: the handler of t2sed_interrupt_set said so");
}

t2sed_status t2s_fail_early(t2sed_error *err)
{
    const t2sed_status status = t2s_check_interrupt(err);
    return status == T2SED_OK ? t2s_fail_memory(err) : status;
}

void t2s_interrupt_hold(void)
{
    host.held++;
}

void t2s_interrupt_release(void)
{
    host.held--;
}

t2s_progress t2s_progress_begin(size_t total)
{
    t2s_progress progress = {!host.has_progress};
    if (progress.told) {
        host.has_progress = true;
        host.done = 0;
        host.total = total;
    }
    return progress;
}

t2sed_status t2s_check_progress(const t2s_progress *progress, size_t done,
                                t2sed_error *err)
{
    if (progress->told)
        host.done = done;
    return t2s_check_interrupt(err);
}

void t2s_progress_end(const t2s_progress *progress)
{
    if (progress->told) {
        host.has_progress = false;
        host.done = host.total = 0;
    }
}

void t2s_interrupt_set_interval(double ms)
{
    host.interval = ms > 0 ? ms : -1;
}
