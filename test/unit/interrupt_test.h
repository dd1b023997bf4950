/* interrupt_test.h - ending calls by the host's handler, wherever they ask. */
#ifndef T2S_INTERRUPT_TEST_H
#define T2S_INTERRUPT_TEST_H

#include "base/interrupt.h"
#include "t2s_test.h"

typedef struct t2s_test_handler {
    long asked, stop_at; /* from 1; 0: never stops */
    size_t done, total;  /* the most it was told */
} t2s_test_handler;

static inline int t2s_test_handle(void *payload, size_t done, size_t total)
{
    t2s_test_handler *handler = payload;
    ck_assert_msg(done <= total, "%zu of %zu", done, total);
    if (total > handler->total)
        handler->total = total;
    if (done > handler->done)
        handler->done = done;
    return ++handler->asked == handler->stop_at;
}

/* Asks the handler at every check from now on; NULL ends that. */
static inline void t2s_test_listen(t2s_test_handler *handler)
{
    t2s_interrupt_set_interval(handler ? 0 : 50);
    t2sed_interrupt_set(handler ? t2s_test_handle : NULL, handler);
}

/*
 * Runs `body` (which makes and frees objects and returns a status) to its end
 * once, counting how often the handler is asked, which must be at least
 * `least` times; then as often again, ended at one check after another (at
 * most 100 of them, evenly spread). Each must come to T2SED_EINTERRUPTED, with
 * nothing left allocated; and a last one, without a handler, to its end.
 */
static inline void t2s_test_every_interrupt(t2sed_status (*body)(void *),
                                            void *payload, long least)
{
    t2s_test_handler all = {0};
    long step;
    t2s_test_listen(&all);
    ck_assert_int_eq(body(payload), T2SED_OK);
    ck_assert_msg(all.asked >= least, "asked %ld times, expected %ld or more",
                  all.asked, least);
    step = 1 + all.asked / 100;
    for (long n = 1; n <= all.asked; n += step) {
        t2s_test_heap heap = {0};
        t2s_test_handler handler = {0, n, 0, 0};
        t2sed_status status;
        t2s_test_listen(NULL);
        t2s_test_use_heap(&heap);
        t2s_test_listen(&handler);
        status = body(payload);
        t2s_test_listen(NULL);
        t2s_test_use_heap(NULL);
        ck_assert_msg(status == T2SED_EINTERRUPTED,
                      "stopped at check %ld of %ld: status %s", n, all.asked,
                      t2sed_status_name(status));
        ck_assert_msg(handler.asked == n, "asked again after it said stop");
        ck_assert_msg(heap.live == 0, "stopped at check %ld: %ld blocks leaked",
                      n, heap.live);
    }
    t2s_test_listen(NULL);
    ck_assert_int_eq(body(payload), T2SED_OK);
}

#endif
