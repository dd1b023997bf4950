/*
 * t2sed/isolation.h - running queries in a process of their own.
 *
 * Queries and database files may be hostile. By default they are read and run
 * in the calling process, within limits that docs/security.md describes. A host
 * that wants its promises to hold against what nobody knows yet as well (a
 * fault in SQLite, a loop that asks no handler) lets a worker do it: a small
 * program, t2sed-worker, that has limits of the system on memory, files and
 * system calls and is killed at the deadline.
 */
#ifndef T2SED_ISOLATION_H
#define T2SED_ISOLATION_H

#include "status.h"

T2SED_BEGIN_DECLS

#define T2SED_ISOLATION_NONE   0 /* in the calling process; the default */
#define T2SED_ISOLATION_WORKER 1 /* in a worker process for each database */

/*
 * Sets where the databases that are opened from now on are read: schemas and
 * sampled values, evidence, linkers, evaluators. An index of values is then
 * made in memory, since a file might be hostile too. Statements of
 * t2sed_schema_parse_ddl, which make an empty database in memory, run in the
 * calling process all the same, and so do datasets.
 *
 * The worker program is looked for in $T2SED_WORKER, beside the library and
 * under the installation prefix. It is started when a database is opened and
 * ends with the object that opened it, or with the host. docs/performance.md
 * says what it costs. A host that reaps children that it does not know (waitpid
 * with -1) or ignores SIGCHLD must not let the number of a dead worker be used
 * again before the object is freed, which would kill that process.
 *
 * isolation  T2SED_ISOLATION_*.
 *
 * Errors: T2SED_EINVAL (no such isolation), T2SED_ENOTFOUND (no worker
 * program), T2SED_ENOMEM. Threads: any; concerns the whole process.
 * Since: 0.1.
 */
T2SED_API t2sed_status t2sed_set_isolation(int isolation, t2sed_error *err);

/* What is set. Errors: none. Threads: any. Since: 0.1. */
T2SED_API int t2sed_isolation(void);

T2SED_END_DECLS

#endif
