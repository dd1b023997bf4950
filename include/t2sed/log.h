/*
 * t2sed/log.h - messages of the library, which a callback receives.
 */
#ifndef T2SED_LOG_H
#define T2SED_LOG_H

#include "version.h"

T2SED_BEGIN_DECLS

#define T2SED_LOG_ERROR   0
#define T2SED_LOG_WARNING 1
#define T2SED_LOG_INFO    2
#define T2SED_LOG_DEBUG   3

/*
 * Receives one message: a printable line (t2sed_printable) without a newline,
 * valid during the call only. It may be called from any thread that uses the
 * library.
 */
typedef void (*t2sed_log_fn)(int level, const char *text, void *payload);

/*
 * Sends messages of `level` and below to `callback`; NULL (the default) drops
 * them. A failing call is reported by its status, not by the log: the log
 * carries what no status can, such as which backend was loaded from where.
 *
 * Errors: none. Threads: not safe beside any other call. Since: 0.1.
 */
T2SED_API void t2sed_set_log(t2sed_log_fn callback, int level, void *payload);

T2SED_END_DECLS

#endif
