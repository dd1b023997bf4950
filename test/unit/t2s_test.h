/*
 * t2s_test.h - what every unit test uses beside Check: one call that runs a
 * suite, and an allocator that fails at the n-th allocation.
 */
#ifndef T2S_TEST_H
#define T2S_TEST_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "t2sed/memory.h"
#include "t2sed/parts/tree.h"
#include "t2sed/status.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define T2S_TEST_SANITIZED 3
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define T2S_TEST_SANITIZED 3
#endif
#endif
#ifndef T2S_TEST_SANITIZED
#define T2S_TEST_SANITIZED 1
#endif

/* How many times longer things take here than in the plain build: under
 * sanitizers, or valgrind, which shows in LD_PRELOAD. Whatever measures time,
 * or limits it, multiplies by it. */
static inline int t2s_test_slowness(void)
{
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded && strstr(preloaded, "vgpreload") ? 20
                                                       : T2S_TEST_SANITIZED;
}

/* Check's limits too, which reads the variable when cases are made. */
__attribute__((constructor)) static void t2s_test_scale_limits(void)
{
    char factor[16];
    snprintf(factor, sizeof factor, "%d", t2s_test_slowness());
    setenv("CK_TIMEOUT_MULTIPLIER", factor, 0);
}

/* Runs the cases as one suite; the exit status of main. */
static inline int t2s_test_run(const char *name, TCase *const *cases, int count)
{
    Suite *suite = suite_create(name);
    SRunner *runner;
    int failed;
    for (int i = 0; i < count; i++)
        suite_add_tcase(suite, cases[i]);
    runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Reports a test that can't run here, beside those that Check reports (whose
 * plan does not count it; test/run.sh does). Before t2s_test_run. */
static inline void t2s_test_skip(const char *name, const char *reason)
{
    printf("ok - %s # SKIP %s\n", name, reason);
    fflush(stdout);
}

/* An allocator that counts what is live and fails once, at allocation number
 * `fail_at` (from 1; 0 never fails). */
typedef struct t2s_test_heap {
    long fail_at, asked, live;
} t2s_test_heap;

static inline void *t2s_test_malloc(size_t size, void *payload)
{
    t2s_test_heap *heap = payload;
    void *memory;
    if (++heap->asked == heap->fail_at)
        return NULL;
    memory = malloc(size);
    if (memory)
        heap->live++;
    return memory;
}

static inline void *t2s_test_realloc(void *memory, size_t size, void *payload)
{
    t2s_test_heap *heap = payload;
    void *larger;
    if (++heap->asked == heap->fail_at)
        return NULL;
    larger = realloc(memory, size);
    if (larger && !memory)
        heap->live++;
    return larger;
}

static inline void t2s_test_free(void *memory, void *payload)
{
    t2s_test_heap *heap = payload;
    if (memory)
        heap->live--;
    free(memory);
}

static inline void t2s_test_use_heap(t2s_test_heap *heap)
{
    t2sed_allocator allocator = {sizeof allocator, t2s_test_malloc,
                                 t2s_test_realloc, t2s_test_free, heap};
    ck_assert_int_eq(t2sed_set_allocator(heap ? &allocator : NULL, NULL),
                     T2SED_OK);
}

/* What is tried in great number is tried whole by the plain build, and in part
 * under sanitizers and valgrind, which are slow: one in so many
 * (T2S_TEST_STRIDE, which test/run.sh sets). */
static inline long t2s_test_stride(void)
{
    const char *stride = getenv("T2S_TEST_STRIDE");
    long n = stride ? atol(stride) : 1;
    return n > 0 ? n : 1;
}

/* The allocation to fail after number `n`. The first 20 are always failed. */
static inline long t2s_test_next(long n)
{
    return n + (n < 20 ? 1 : t2s_test_stride());
}

/*
 * Runs `body` (which makes and frees objects and returns a status) with
 * allocations failing in turn (t2s_test_next), until it succeeds untouched.
 * Each failure must be T2SED_ENOMEM, and nothing may be left allocated.
 */
static inline void t2s_test_every_allocation(t2sed_status (*body)(void *),
                                             void *payload)
{
    for (long n = 1;; n = t2s_test_next(n)) {
        t2s_test_heap heap = {n, 0, 0};
        t2sed_status status;
        t2s_test_use_heap(&heap);
        status = body(payload);
        t2s_test_use_heap(NULL);
        ck_assert_msg(heap.live == 0,
                      "allocation %ld failed: %ld blocks leaked", n, heap.live);
        if (heap.asked < n) {
            ck_assert_int_eq(status, T2SED_OK);
            return;
        }
        ck_assert_msg(status == T2SED_ENOMEM,
                      "allocation %ld failed: status %s", n,
                      t2sed_status_name(status));
    }
}

/* The defaults. */
static inline t2sed_sql_view_options t2s_test_view(void)
{
    t2sed_sql_view_options view;
    t2sed_sql_view_options_init(&view, sizeof view);
    return view;
}

#endif
