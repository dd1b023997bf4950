/*
 * t2sed-worker - reads one database in the library's place, driven through the
 * socket that is its standard input. It gives up what it does not need before
 * it reads anything: files that its parent had open, memory, writing, and all
 * system calls but those that SQLite needs for reading.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define HAS_FILTER
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#endif

#include "database/worker.h"

#define MOST_MEMORY ((rlim_t)1 << 30)
#define MOST_FILES  64
#define STACK_BYTES ((size_t)128 << 10) /* of the thread that waits */
#define LOOK_MS     500                 /* how often it looks for the parent */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#else
#define IS_SANITIZED false
#endif

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

/* The process that made the socket, where the system says so. */
static pid_t find_parent(void)
{
#ifdef __linux__
    struct ucred other;
    socklen_t size = sizeof other;
    if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 &&
        other.pid > 0)
        return other.pid;
#endif
    return getppid();
}

static pid_t parent;

/* Ends the process with its parent, also in the middle of a query. A child that
 * the parent forked may hold the socket open after it. */
static void *end_with_parent(void *nothing)
{
    struct pollfd socket = {.fd = STDIN_FILENO};
    int events = 0;
    while (getppid() == parent &&
           (events == 0 || (events < 0 && errno == EINTR)))
        events = poll(&socket, 1, LOOK_MS);
    _exit(1);
    return nothing;
}

static void watch_parent(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    parent = find_parent();
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    (void)pthread_create(&thread, &attributes, end_with_parent, NULL);
    pthread_attr_destroy(&attributes);
}

/* --- giving up all system calls but those for reading files --- */

/* A filter in the kernel (seccomp) that lets the calls on a list through, some
 * of them with conditions, and answers EPERM to the rest. Where the system has
 * none, the limits on resources have to do. */
#ifdef HAS_FILTER

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field)                                                            \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define ALLOW(call)                                                            \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), ANSWER(SECCOMP_RET_ALLOW)
/* If the low half of an argument has any of the bits, one answer; else another.
 */
#define DECIDE(call, argument, bits, with, without)                            \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), LOAD(args[argument]),   \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, 1),          \
        ANSWER(with), ANSWER(without)

#define REFUSE (SECCOMP_RET_ERRNO | EPERM)
/* If the low half of the second argument is one of four. */
#define ONE_OF(call, a, b, c, d)                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 7), LOAD(args[1]),          \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (a), 4, 0),                        \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (b), 3, 0),                        \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (c), 2, 0),                        \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (d), 1, 0), ANSWER(REFUSE),        \
        ANSWER(SECCOMP_RET_ALLOW)
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

static void seal(void)
{
    static const struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        ANSWER(SECCOMP_RET_KILL),
        LOAD(nr),
        /* the socket, memory, time */
        ALLOW(SYS_read),
        ALLOW(SYS_write),
        ALLOW(SYS_recvfrom),
        ALLOW(SYS_sendto),
        ALLOW(SYS_ppoll),
        ALLOW(SYS_mmap),
        ALLOW(SYS_munmap),
        ALLOW(SYS_mremap),
        ALLOW(SYS_mprotect),
        ALLOW(SYS_brk),
        ALLOW(SYS_madvise),
        ALLOW(SYS_futex),
        ALLOW(SYS_clock_gettime),
        ALLOW(SYS_clock_nanosleep),
        ALLOW(SYS_nanosleep),
        ALLOW(SYS_gettimeofday),
        ALLOW(SYS_getrandom),
        ALLOW(SYS_sched_yield),
        ALLOW(SYS_sysinfo),
        ALLOW(SYS_uname),
        /* reading files */
        ALLOW(SYS_pread64),
        ALLOW(SYS_readv),
        ALLOW(SYS_lseek),
        ALLOW(SYS_close),
        ALLOW(SYS_fstat),
        ALLOW(SYS_newfstatat),
        ALLOW(SYS_statx),
        /* locks; not F_SETOWN, which sends signals to any process */
        ONE_OF(SYS_fcntl, F_GETFD, F_SETFD, F_GETLK, F_SETLK),
        ALLOW(SYS_faccessat),
        ALLOW(SYS_readlinkat),
        ALLOW(SYS_getcwd),
        ALLOW(SYS_getpid),
        ALLOW(SYS_getppid),
        ALLOW(SYS_gettid),
        ALLOW(SYS_getuid),
        ALLOW(SYS_geteuid),
        ALLOW(SYS_getgid),
        ALLOW(SYS_getegid),
        /* a thread and its end, signals, the end */
        ALLOW(SYS_set_robust_list),
        ALLOW(SYS_rt_sigprocmask),
        ALLOW(SYS_rt_sigaction),
        ALLOW(SYS_rt_sigreturn),
        ALLOW(SYS_sched_getaffinity),
        ALLOW(SYS_exit),
        ALLOW(SYS_exit_group),
#ifdef SYS_faccessat2
        ALLOW(SYS_faccessat2),
#endif
#ifdef SYS_rseq
        ALLOW(SYS_rseq),
#endif
#ifdef SYS_open /* of older architectures */
        ALLOW(SYS_poll),
        ALLOW(SYS_stat),
        ALLOW(SYS_lstat),
        ALLOW(SYS_access),
        ALLOW(SYS_readlink),
        DECIDE(SYS_open, 1, WRITES, REFUSE, SECCOMP_RET_ALLOW),
        LOAD(nr),
#endif
#ifdef SYS_clone3 /* its flags can't be looked at; clone does as well */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
#endif
        DECIDE(SYS_openat, 2, WRITES, REFUSE, SECCOMP_RET_ALLOW),
        LOAD(nr),
        DECIDE(SYS_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW, REFUSE),
        ANSWER(REFUSE),
    };
    const struct sock_fprog program = {sizeof filter / sizeof filter[0],
                                       (struct sock_filter *)(uintptr_t)filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

static void seal(void)
{
}

#endif

int main(void)
{
    struct stat input;
    if (fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
        fprintf(stderr, "t2sed-worker: is started by libt2sed, see "
                        "t2sed/database.h\n");
        return 2;
    }
    close_inherited();
    watch_parent();
    LIMIT(RLIMIT_CORE, 0);
    LIMIT(RLIMIT_FSIZE, 0);
    LIMIT(RLIMIT_NOFILE, MOST_FILES);
    if (!IS_SANITIZED) {
        LIMIT(RLIMIT_AS, MOST_MEMORY);
        seal();
    }
    t2s_worker_serve(STDIN_FILENO);
    return 0;
}
