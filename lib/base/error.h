/* error.h - filling in a t2sed_error. */
#ifndef T2S_BASE_ERROR_H
#define T2S_BASE_ERROR_H

#include <stddef.h>

#include "t2sed/status.h"

#if defined(__MINGW32__) && !defined(__clang__)
/* Of `printf` it thinks as of Microsoft's, which knows no %zu. */
#define T2S_PRINTF(at, first) __attribute__((format(gnu_printf, at, first)))
#elif defined(__GNUC__) || defined(__clang__)
#define T2S_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define T2S_PRINTF(at, first)
#endif

/*
 * Describes a failure in `err` (which may be NULL) and returns `status`, so
 * that `return t2s_fail(err, ...)` is how a function fails. The text becomes
 * one line of valid UTF-8 that a terminal can show (t2sed_printable), and what
 * is too long ends in "...". The arguments may be the text of `err` itself.
 */
t2sed_status t2s_fail(t2sed_error *err, t2sed_status status, ptrdiff_t offset,
                      const char *format, ...) T2S_PRINTF(4, 5);

/* The failure of every allocation; allocates nothing. */
t2sed_status t2s_fail_memory(t2sed_error *err);

/* The failure of a call that was given NULL: "FUNCTION: WHAT must not be NULL",
 * where `function` is the caller's __func__ and `what` lists the arguments that
 * it can't do without ("out and schema"). */
t2sed_status t2s_fail_null(t2sed_error *err, const char *function,
                           const char *what);

/* Puts "prefix: " before the text of a failure that is already described (a
 * file's name before what was wrong in it). Returns err's code, or `status`
 * where err is NULL. */
t2sed_status t2s_fail_in(t2sed_error *err, t2sed_status status,
                         const char *format, ...) T2S_PRINTF(3, 4);

#endif
