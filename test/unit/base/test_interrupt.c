/* The host's handler: when it is asked, what it is told, what a stop does. */
#include "t2s_test.h"

#include <pthread.h>
#include <string.h>

#include "base/clock.h"
#include "base/interrupt.h"

typedef struct handler {
    int asked, stop_at; /* 0: never stops */
    size_t done, total;
} handler;

static int handle(void *payload, size_t done, size_t total)
{
    handler *h = payload;
    h->done = done;
    h->total = total;
    ck_assert_msg(!t2s_interrupted(), "asked while it was asked");
    return ++h->asked == h->stop_at;
}

static void listen(handler *h, double interval)
{
    t2s_interrupt_set_interval(interval);
    t2sed_interrupt_set(handle, h);
}

static void leave(void)
{
    t2sed_interrupt_set(NULL, NULL);
    t2s_interrupt_set_interval(50);
}

START_TEST(without_a_handler_nothing_is_interrupted)
{
    t2sed_error err;
    ck_assert(!t2s_interrupted());
    ck_assert_int_eq(t2s_check_interrupt(&err), T2SED_OK);
    ck_assert_int_eq(t2s_check_interrupt(NULL), T2SED_OK);
}
END_TEST

START_TEST(the_handler_is_asked_every_50_ms)
{
    handler h = {0};
    double start = t2s_clock_ms(CLOCK_MONOTONIC), passed;
    listen(&h, 50);
    do {
        ck_assert(!t2s_interrupted());
        passed = t2s_clock_ms(CLOCK_MONOTONIC) - start;
    } while (passed < 500);
    /* Others may keep the processor from us, but not give us more of it. */
    ck_assert_int_ge(h.asked, 1);
    ck_assert_double_le(h.asked, passed / 45);
    leave();
}
END_TEST

START_TEST(a_stop_lasts_until_the_handler_is_set_again)
{
    handler h = {0, 3, 0, 0};
    t2sed_error err;
    listen(&h, 0);
    ck_assert(!t2s_interrupted());
    ck_assert_int_eq(t2s_check_interrupt(&err), T2SED_OK);
    ck_assert_int_eq(t2s_check_interrupt(&err), T2SED_EINTERRUPTED);
    ck_assert_int_eq(err.code, T2SED_EINTERRUPTED);
    ck_assert_int_eq(err.offset, -1);
    ck_assert(t2s_interrupted());
    ck_assert_int_eq(t2s_check_interrupt(NULL), T2SED_EINTERRUPTED);
    ck_assert_int_eq(h.asked, 3);
    listen(&h, 0);
    ck_assert_int_eq(t2s_check_interrupt(&err), T2SED_OK);
    ck_assert_int_eq(h.asked, 4);
    leave();
    ck_assert(!t2s_interrupted());
}
END_TEST

static int take_away(void *payload, size_t done, size_t total)
{
    (void)done;
    (void)total;
    t2sed_interrupt_set(NULL, NULL);
    return *(int *)payload;
}

START_TEST(a_handler_may_take_itself_away)
{
    int stop = 0;
    t2s_interrupt_set_interval(0);
    t2sed_interrupt_set(take_away, &stop);
    ck_assert(!t2s_interrupted());
    ck_assert(!t2s_interrupted());
    stop = 1;
    t2sed_interrupt_set(take_away, &stop);
    ck_assert(t2s_interrupted());
    ck_assert_msg(t2s_interrupted(), "its stop went with it");
    leave();
    ck_assert(!t2s_interrupted());
}
END_TEST

START_TEST(the_outermost_call_tells_its_progress)
{
    handler h = {0};
    t2s_progress outer, inner;
    listen(&h, 0);
    outer = t2s_progress_begin(10);
    ck_assert_int_eq(t2s_check_progress(&outer, 4, NULL), T2SED_OK);
    ck_assert(h.done == 4 && h.total == 10);
    inner = t2s_progress_begin(7);
    ck_assert_int_eq(t2s_check_progress(&inner, 5, NULL), T2SED_OK);
    ck_assert(h.done == 4 && h.total == 10);
    t2s_progress_end(&inner);
    ck_assert(!t2s_interrupted());
    ck_assert(h.done == 4 && h.total == 10);
    t2s_progress_end(&outer);
    ck_assert(!t2s_interrupted());
    ck_assert(h.done == 0 && h.total == 0);
    inner = t2s_progress_begin(0);
    ck_assert_int_eq(t2s_check_progress(&inner, 0, NULL), T2SED_OK);
    ck_assert(h.done == 0 && h.total == 0);
    t2s_progress_end(&inner);
    leave();
}
END_TEST

static void *check_in_thread(void *payload)
{
    handler own = {0, 1, 0, 0};
    bool *seen = payload;
    seen[0] = t2s_interrupted();
    listen(&own, 0);
    seen[1] = t2s_interrupted();
    return NULL;
}

START_TEST(threads_have_handlers_of_their_own)
{
    handler h = {0, 1, 0, 0};
    bool seen[2];
    pthread_t thread;
    listen(&h, 0);
    ck_assert(t2s_interrupted());
    ck_assert_int_eq(pthread_create(&thread, NULL, check_in_thread, seen), 0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    ck_assert(!seen[0] && seen[1]);
    leave();
    ck_assert(!t2s_interrupted());
    ck_assert_int_eq(h.asked, 1);
}
END_TEST

START_TEST(the_status_has_a_name)
{
    ck_assert_int_eq(T2SED_EINTERRUPTED, -22);
    ck_assert_str_eq(t2sed_status_name(T2SED_EINTERRUPTED), "EINTERRUPTED");
    ck_assert_str_eq(t2sed_status_text(T2SED_EINTERRUPTED), "interrupted");
}
END_TEST

int main(void)
{
    TCase *handlers = tcase_create("handlers");
    tcase_add_test(handlers, without_a_handler_nothing_is_interrupted);
    tcase_add_test(handlers, the_handler_is_asked_every_50_ms);
    tcase_add_test(handlers, a_stop_lasts_until_the_handler_is_set_again);
    tcase_add_test(handlers, a_handler_may_take_itself_away);
    tcase_add_test(handlers, the_outermost_call_tells_its_progress);
    tcase_add_test(handlers, threads_have_handlers_of_their_own);
    tcase_add_test(handlers, the_status_has_a_name);
    return t2s_test_run("interrupt", &handlers, 1);
}
