/* realpath is of X/Open. */
#define _XOPEN_SOURCE 700
#include "database/worker.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/locate.h"
#include "base/memory.h"
#include "base/system.h"
#include "database/connection.h"
#include "database/wire.h"

#if !defined(_WIN32)
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A worker may take so long beyond the limit, by the clock, before it is
 * killed; and so long to start. */
#define GRACE_MS 900
#define OPEN_MS  5000
/* Columns of a result: SQLite takes 2,000, or as many as it was built for. */
#define MOST_COLUMNS 32768

struct t2s_worker {
    char *program, *path; /* the latter for messages */
    t2s_string opening;   /* what a process is told first */
    size_t count;         /* of the statements in it */
    pid_t process;        /* 0: none */
    pid_t owner;          /* that started it: a child of fork() has its own */
    int socket;
    t2s_file_state file; /* before the process opened it */
    bool is_immutable;   /* it is open so */
    t2s_string message;  /* the last one */
    t2s_wire left;       /* what of it has not been read */
    t2s_worker_state state;
    double ends_at;          /* of the clock, for the answer that is awaited */
    int milliseconds;        /* of the query, for messages */
    const atomic_bool *stop; /* of the query */
};

/* --- the process --- */

static void kill_process(t2s_worker *w)
{
    if (w->process > 0) {
        if (w->owner == getpid()) {
            kill(w->process, SIGKILL);
            while (waitpid(w->process, NULL, 0) < 0 && errno == EINTR)
                ;
        }
        close(w->socket);
    }
    w->process = 0;
    w->socket = -1;
}

/* What the worker's process is given of the environment: where its libraries
 * are, and nothing that a host may keep there. */
static char **worker_environment(void)
{
    static char *none[] = {NULL};
    static char *some[2];
    for (char **at = t2s_system_environment(); at && *at; at++)
        if (strncmp(*at, "LD_LIBRARY_PATH=", 16) == 0) {
            some[0] = *at;
            return some;
        }
    return none;
}

static int spawn(t2s_worker *w, int socket)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, defaults;
    char *arguments[] = {w->program, NULL};
    int code;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    sigemptyset(&none);
    sigfillset(&defaults);
    sigdelset(&defaults, SIGKILL);
    sigdelset(&defaults, SIGSTOP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    code = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO,
                                                "/dev/null", O_WRONLY, 0);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO,
                                                "/dev/null", O_WRONLY, 0);
    if (code == 0)
        code = posix_spawn(&w->process, w->program, &actions, &attributes,
                           arguments, worker_environment());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

static t2sed_status start_process(t2s_worker *w, t2sed_error *err)
{
    int sockets[2], code;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "no socket for a worker process: %s", strerror(errno));
    /* Not atomic with the call above: another thread's child may hold it open,
     * which keeps a worker waiting, no more. */
    fcntl(sockets[0], F_SETFD, FD_CLOEXEC);
    fcntl(sockets[1], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE /* not every macOS has MSG_NOSIGNAL */
    for (int i = 0; i < 2; i++)
        setsockopt(sockets[i], SOL_SOCKET, SO_NOSIGPIPE, &(int){1},
                   sizeof(int));
#endif
    /* What the host or its libraries print is not for the worker. */
    if (sockets[0] <= STDERR_FILENO) {
        int moved = fcntl(sockets[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(sockets[0]);
        sockets[0] = moved;
    }
    code = sockets[0] < 0 ? EMFILE : spawn(w, sockets[1]);
    close(sockets[1]);
    if (code != 0) {
        if (sockets[0] >= 0)
            close(sockets[0]);
        w->process = 0;
        return t2s_fail(err, T2SED_EDATABASE, -1,
                        "%s: the worker process can't be started: %s",
                        w->program, strerror(code));
    }
    w->socket = sockets[0];
    w->owner = getpid();
    return T2SED_OK;
}

/* --- messages --- */

static bool goes_on(void *payload)
{
    const t2s_worker *w = payload;
    return t2s_clock_ms(CLOCK_MONOTONIC) < w->ends_at &&
           !(w->stop && atomic_load(w->stop)) && !t2s_interrupted();
}

/* The answers that follow are to have come after so long. */
static void begin_waiting(t2s_worker *w, double milliseconds)
{
    w->ends_at = t2s_clock_ms(CLOCK_MONOTONIC) + milliseconds;
}

/* Sends w->message and awaits the answer. Without one the process is killed;
 * why is the caller's to tell. */
static bool exchange(t2s_worker *w)
{
    if (t2s_wire_send(w->socket, &w->message, goes_on, w) &&
        t2s_wire_receive(w->socket, &w->message, goes_on, w)) {
        w->left = (t2s_wire){w->message.text,
                             w->message.text + w->message.length, false};
        return true;
    }
    kill_process(w);
    return false;
}

/* Makes the process have its database. */
static t2sed_status ready(t2s_worker *w, bool *made, t2sed_error *err)
{
    t2sed_status status;
    if (w->process > 0 && w->owner == getpid())
        return T2SED_OK;
    kill_process(w);
    t2s_file_state_read(&w->file, w->path);
    status = start_process(w, err);
    if (status != T2SED_OK)
        return status;
    t2s_wire_begin(&w->message);
    t2s_string_append_n(&w->message, w->opening.text, w->opening.length);
    begin_waiting(w, OPEN_MS);
    if (!exchange(w)) {
        if (w->message.failed)
            return t2s_fail_memory(err);
        status = t2s_check_interrupt(err);
        return status ? status
                      : t2s_fail(err, T2SED_EDATABASE, -1,
                                 "%s: the worker process ended before it had "
                                 "opened the database",
                                 w->path);
    }
    status = t2s_wire_error(&w->left, err);
    for (size_t i = 0; status == T2SED_OK && i < w->count; i++) {
        bool is = t2s_wire_byte(&w->left) != 0;
        if (made)
            made[i] = is;
    }
    w->is_immutable = t2s_wire_byte(&w->left) != 0;
    if (status != T2SED_OK)
        kill_process(w);
    return status;
}

bool t2s_worker_has_changed(const t2s_worker *w)
{
    return w->is_immutable && !t2s_file_state_is(&w->file, w->path);
}

t2sed_status t2s_worker_open(t2s_worker **out, const char *path,
                             const char *const *statements, size_t count,
                             bool *made, t2sed_error *err)
{
    t2s_worker *w = t2s_zalloc(sizeof *w);
    char *whole = path ? realpath(path, NULL) : NULL;
    const char *opened = whole ? whole : path ? path : "";
    t2sed_status status;
    if (!w) {
        free(whole);
        return t2s_fail_memory(err);
    }
    w->socket = -1;
    w->state.fault = -1;
    w->count = count;
    w->path = t2s_strdup(path ? opened : "in memory");
    t2s_wire_put_byte(&w->opening, T2S_WIRE_OPEN);
    t2s_wire_put_byte(&w->opening, path != NULL);
    t2s_wire_put_text(&w->opening, opened, strlen(opened));
    t2s_wire_put_integer(&w->opening, (int64_t)count);
    for (size_t i = 0; i < count; i++)
        t2s_wire_put_text(&w->opening, statements[i], strlen(statements[i]));
    free(whole);
    status = w->path && !w->opening.failed
                 ? t2s_locate(&w->program, T2S_WORKER, NULL, err)
                 : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = ready(w, made, err);
    if (status == T2SED_OK)
        *out = w;
    else
        t2s_worker_free(w);
    return status;
}

void t2s_worker_free(t2s_worker *w)
{
    if (!w)
        return;
    kill_process(w);
    t2s_string_free(&w->opening);
    t2s_string_free(&w->message);
    t2s_free(w->state.cells);
    t2s_free(w->program);
    t2s_free(w->path);
    t2s_free(w);
}

/* --- queries --- */

/* Why there was no answer. */
static t2s_run no_answer(const t2s_worker *w, t2sed_error *err)
{
    if (t2s_interrupted()) {
        t2s_check_interrupt(err);
        return T2S_RUN_INTERRUPTED;
    }
    if ((w->stop && atomic_load(w->stop)) ||
        t2s_clock_ms(CLOCK_MONOTONIC) >= w->ends_at) {
        t2s_fail(err, T2SED_ELIMIT, -1, "stopped after %d ms", w->milliseconds);
        return T2S_RUN_TIME;
    }
    t2s_fail(err, T2SED_ELIMIT, -1,
             "the worker process ended: out of memory, or a fault of the query "
             "or the file");
    return T2S_RUN_MEMORY;
}

static t2s_run nonsense(t2s_worker *w, t2sed_error *err)
{
    t2s_fail(err, T2SED_EDATABASE, -1, "the worker process answers nonsense");
    kill_process(w);
    return T2S_RUN_DATABASE;
}

/* Reads how a query stands, and why. */
static t2s_run read_state(t2s_worker *w, t2sed_error *err)
{
    unsigned how = t2s_wire_byte(&w->left);
    w->state.fault = (ptrdiff_t)t2s_wire_integer(&w->left);
    w->state.met_memory = t2s_wire_byte(&w->left) != 0;
    (void)t2s_wire_error(&w->left, err);
    if (!w->left.failed && how <= T2S_RUN_ROW)
        return (t2s_run)how;
    return nonsense(w, err);
}

t2sed_status t2s_worker_start(t2s_run *how, t2s_worker *w,
                              const t2s_statement *query, t2sed_error *err)
{
    t2sed_status status;
    w->stop = query->stop;
    status = ready(w, NULL, err);
    if (status != T2SED_OK) {
        *how = T2S_RUN_DATABASE;
        return status == T2SED_ENOMEM || status == T2SED_EINTERRUPTED
                   ? status
                   : T2SED_OK;
    }
    w->milliseconds = query->milliseconds;
    t2s_wire_begin(&w->message);
    t2s_wire_put_byte(&w->message, T2S_WIRE_QUERY);
    t2s_wire_put_text(&w->message, query->sql, query->length);
    t2s_wire_put_byte(&w->message, query->parameter != NULL);
    t2s_wire_put_text(&w->message, query->parameter ? query->parameter : "",
                      query->parameter ? strlen(query->parameter) : 0);
    t2s_wire_put_byte(&w->message, query->is_ours);
    t2s_wire_put_integer(&w->message, query->milliseconds);
    t2s_wire_put_integer(&w->message, query->memory);
    t2s_wire_put_integer(&w->message, (int64_t)query->value_bytes);
    begin_waiting(w, (double)w->milliseconds + GRACE_MS);
    if (!exchange(w)) {
        if (w->message.failed)
            return t2s_fail_memory(err);
        *how = no_answer(w, err);
        return *how == T2S_RUN_INTERRUPTED ? T2SED_EINTERRUPTED : T2SED_OK;
    }
    *how = read_state(w, err);
    if (*how != T2S_RUN_ROW)
        return T2SED_OK;
    w->state.columns = (size_t)t2s_wire_integer(&w->left);
    t2s_free(w->state.cells);
    w->state.cells = NULL;
    if (w->state.columns <= MOST_COLUMNS)
        w->state.cells =
            t2s_zalloc_array(w->state.columns + 1, sizeof *w->state.cells);
    if (!w->state.cells) {
        kill_process(w);
        return t2s_fail_memory(err);
    }
    w->left = (t2s_wire){NULL, NULL, false};
    return T2SED_OK;
}

static void read_cell(t2sed_cell *cell, t2s_wire *in)
{
    cell->type = (int)t2s_wire_byte(in);
    if (cell->type == T2SED_CELL_INTEGER)
        cell->integer = t2s_wire_integer(in);
    if (cell->type == T2SED_CELL_REAL)
        cell->real = t2s_wire_real(in);
    else
        cell->real = (double)cell->integer;
    if (cell->type != T2SED_CELL_NULL)
        cell->text = t2s_wire_text(in, &cell->length);
}

t2s_run t2s_worker_next(t2s_worker *w, t2sed_error *err)
{
    unsigned kind = T2S_WIRE_MORE;
    if (w->process <= 0)
        return no_answer(w, err);
    if (w->left.at != w->left.end)
        kind = t2s_wire_byte(&w->left);
    if (kind == T2S_WIRE_MORE) {
        t2s_wire_begin(&w->message);
        t2s_wire_put_byte(&w->message, T2S_WIRE_NEXT);
        if (!exchange(w))
            return no_answer(w, err);
        kind = t2s_wire_byte(&w->left);
    }
    if (kind != T2S_WIRE_ROW) {
        t2s_run how = kind == T2S_WIRE_END ? read_state(w, err) : T2S_RUN_ROW;
        return how == T2S_RUN_ROW ? nonsense(w, err) : how;
    }
    memset(w->state.cells, 0, w->state.columns * sizeof *w->state.cells);
    for (size_t i = 0; i < w->state.columns; i++)
        read_cell(&w->state.cells[i], &w->left);
    return w->left.failed ? nonsense(w, err) : T2S_RUN_ROW;
}

void t2s_worker_end(t2s_worker *w)
{
    if (w->process <= 0)
        return;
    t2s_wire_begin(&w->message);
    t2s_wire_put_byte(&w->message, T2S_WIRE_CLOSE);
    begin_waiting(w, GRACE_MS);
    if (!t2s_wire_send(w->socket, &w->message, goes_on, w))
        kill_process(w);
}

const t2s_worker_state *t2s_worker_look(const t2s_worker *w)
{
    return &w->state;
}
#endif
