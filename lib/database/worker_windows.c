/* Windows has no worker processes yet: worker.c needs fork's relatives, sockets
 * between processes and seccomp. What asks for one is told so. */
#include "database/worker.h"

#include "base/error.h"

#if defined(_WIN32)
t2sed_status t2s_worker_open(t2s_worker **out, const char *path,
                             const char *const *statements, size_t count,
                             bool *made, t2sed_error *err)
{
    (void)out;
    (void)statements;
    (void)count;
    (void)made;
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                    "%s: there are no worker processes on Windows: "
                    "T2SED_ISOLATION_NONE runs queries in this process",
                    path ? path : "in memory");
}

void t2s_worker_free(t2s_worker *worker)
{
    (void)worker;
}

t2sed_status t2s_worker_start(t2s_run *how, t2s_worker *worker,
                              const t2s_statement *query, t2sed_error *err)
{
    (void)how;
    (void)worker;
    (void)query;
    return t2s_fail(err, T2SED_EUNSUPPORTED, -1, "no worker process");
}

t2s_run t2s_worker_next(t2s_worker *worker, t2sed_error *err)
{
    (void)worker;
    (void)err;
    return T2S_RUN_DATABASE;
}

void t2s_worker_end(t2s_worker *worker)
{
    (void)worker;
}

bool t2s_worker_has_changed(const t2s_worker *worker)
{
    (void)worker;
    return false;
}

const t2s_worker_state *t2s_worker_look(const t2s_worker *worker)
{
    static const t2s_worker_state none = {NULL, 0, false, -1};
    (void)worker;
    return &none;
}
#endif
