/*
 * t2sed-worker - reads one database in the library's place, driven through the
 * socket that is its standard input. It gives up what it does not need before
 * it reads anything: files that its parent had open, memory, writing, and all
 * system calls but those that SQLite needs for reading.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "database/worker.h"
#include "database/worker/seal.h"

#define MOST_MEMORY ((rlim_t)1 << 30)
#define MOST_FILES  64
#define STACK_BYTES ((size_t)128 << 10) /* of the thread that waits */

#define LIMIT(what, most) (void)setrlimit(what, &(struct rlimit){most, most})

static void close_inherited(void)
{
    long most = sysconf(_SC_OPEN_MAX);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) == 0)
        return;
#endif
    if (most < 0 || most > 65536)
        most = 65536;
    for (int file = STDERR_FILENO + 1; file < (int)most; file++)
        close(file);
}

/* Ends the process with its parent, also in the middle of a query. */
static void *end_with_parent(void *nothing)
{
    struct pollfd parent = {.fd = STDIN_FILENO};
    while (poll(&parent, 1, -1) < 0 && errno == EINTR)
        ;
    _exit(1);
    return nothing;
}

static void watch_parent(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)pthread_create(&thread, &attributes, end_with_parent, NULL);
    pthread_attr_destroy(&attributes);
}

int main(void)
{
    struct stat input;
    if (fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
        fprintf(stderr, "t2sed-worker: is started by libt2sed, see "
                        "t2sed/isolation.h\n");
        return 2;
    }
    close_inherited();
    watch_parent();
    LIMIT(RLIMIT_CORE, 0);
    LIMIT(RLIMIT_FSIZE, 0);
    LIMIT(RLIMIT_NOFILE, MOST_FILES);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    LIMIT(RLIMIT_AS, MOST_MEMORY);
    t2s_seal();
#endif
    t2s_worker_serve(STDIN_FILENO);
    return 0;
}
