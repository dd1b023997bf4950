/* dladdr and pthread_getattr_np are no part of POSIX. */
#define _GNU_SOURCE
#include "base/system.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/hash.h"

#if !defined(_WIN32)
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/resource.h>
#elif defined(__APPLE__)
#include <crt_externs.h>
#define st_mtim st_mtimespec
#endif

/* --- files --- */

static void describe(t2s_file_info *out, const struct stat *info)
{
    memset(out, 0, sizeof *out);
    out->is_file = S_ISREG(info->st_mode);
    out->is_directory = S_ISDIR(info->st_mode);
    out->is_link = S_ISLNK(info->st_mode);
    out->is_own = info->st_uid == geteuid();
    out->device = (uint64_t)info->st_dev;
    out->inode = (uint64_t)info->st_ino;
    out->size = info->st_size;
    out->seconds = info->st_mtim.tv_sec;
    out->nanoseconds = info->st_mtim.tv_nsec;
}

bool t2s_system_look(t2s_file_info *out, const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return false;
    describe(out, &info);
    return true;
}

bool t2s_system_look_at_link(t2s_file_info *out, const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return false;
    describe(out, &info);
    return true;
}

bool t2s_system_look_at_open(t2s_file_info *out, int file)
{
    struct stat info;
    if (fstat(file, &info) != 0)
        return false;
    describe(out, &info);
    return true;
}

bool t2s_system_may_read(const char *path)
{
    return access(path, R_OK) == 0;
}

int t2s_system_open(const char *path)
{
    return open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

int t2s_system_create(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int t2s_system_append(const char *path)
{
    const int file = open(
        path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
        0666);
    if (file >= 0)
        (void)fcntl(file, F_SETFL, O_APPEND);
    return file;
}

bool t2s_system_close(int file)
{
    return close(file) == 0;
}

ptrdiff_t t2s_system_read(int file, void *out, size_t n)
{
    ssize_t got;
    do
        got = read(file, out, n);
    while (got < 0 && errno == EINTR);
    return got;
}

bool t2s_system_write(int file, const void *data, size_t n)
{
    const char *at = data;
    while (n > 0) {
        const ssize_t wrote = write(file, at, n < (1u << 30) ? n : 1u << 30);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return false;
        at += wrote;
        n -= (size_t)wrote;
    }
    return true;
}

bool t2s_system_sync(int file)
{
    return fsync(file) == 0 || errno == EINVAL;
}

void t2s_system_sync_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *parent =
        slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path))
              : NULL;
    const int directory =
        slash && !parent ? -1
                         : open(parent ? parent : ".", O_RDONLY | O_CLOEXEC);
    if (directory >= 0) {
        (void)fsync(directory);
        close(directory);
    }
    free(parent);
}

void *t2s_system_map(int file, size_t n)
{
    void *data = mmap(NULL, n, PROT_READ, MAP_PRIVATE, file, 0);
    return data == MAP_FAILED ? NULL : data;
}

void t2s_system_unmap(void *data, size_t n)
{
    munmap(data, n);
}

bool t2s_system_rename(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool t2s_system_remove(const char *path)
{
    return unlink(path) == 0;
}

bool t2s_system_make_directory(const char *path)
{
    return mkdir(path, 0777) == 0;
}

bool t2s_system_remove_directory(const char *path)
{
    return rmdir(path) == 0;
}

void t2s_system_list(const char *directory,
                     void (*show)(void *payload, const char *name),
                     void *payload)
{
    DIR *files = opendir(*directory ? directory : ".");
    const struct dirent *entry;
    while (files && (entry = readdir(files)) != NULL)
        show(payload, entry->d_name);
    if (files)
        closedir(files);
}

char *t2s_system_last_slash(const char *path)
{
    return strrchr(path, '/');
}

/* --- the process --- */

const char *t2s_system_variable(char room[T2S_VARIABLE_ROOM], const char *name)
{
    (void)room;
    return getenv(name);
}

char **t2s_system_environment(void)
{
#if defined(__APPLE__)
    return *_NSGetEnviron();
#else
    extern char **environ;
    return environ;
#endif
}

/* The file that this library is in; NULL in a program that is all static, of
 * which dladdr knows nothing. */
static const char *own_file(void)
{
    Dl_info info;
    return dladdr((const void *)(uintptr_t)own_file, &info) != 0
               ? info.dli_fname
               : NULL;
}

bool t2s_system_own_path(char *out, size_t room)
{
    const char *path = own_file();
    ssize_t length;
    /* Of a program it is argv[0], a bare name where PATH was searched: not a
     * file of the working directory. */
    if (path && strchr(path, '/')) {
        if (strlen(path) >= room)
            return false;
        memcpy(out, path, strlen(path) + 1);
        return true;
    }
    length = readlink("/proc/self/exe", out, room - 1);
    if (length <= 0)
        return false;
    out[length] = '\0';
    return true;
}

bool t2s_system_is_static(void)
{
    return !own_file();
}

void *t2s_system_load(const char *path, const char **why)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *why = library ? NULL : dlerror();
    if (!library && !*why)
        *why = path;
    return library;
}

void *t2s_system_symbol(void *library, const char *name)
{
    return dlsym(library, name);
}

void t2s_system_unload(void *library)
{
    dlclose(library);
}

long t2s_system_process(void)
{
    return (long)getpid();
}

bool t2s_system_is_gone(long process)
{
    return (pid_t)process == process && kill((pid_t)process, 0) != 0 &&
           errno == ESRCH;
}

/*
 * This boot of this host, and the pid namespace. kill() says nothing of a
 * process in another container or on another host that writes to the same (NFS)
 * directory. Where the system does not tell, the number is that of the host's
 * name alone.
 */
unsigned long t2s_system_host(void)
{
    char name[256] = "", boot[64];
    struct stat space;
    uint64_t hash;
    const int file = t2s_system_open("/proc/sys/kernel/random/boot_id");
    (void)gethostname(name, sizeof name - 1);
    hash = t2s_hash_bytes(T2S_HASH_START, name, strlen(name));
    if (file >= 0) {
        const ptrdiff_t n = t2s_system_read(file, boot, sizeof boot);
        hash = t2s_hash_bytes(hash, boot, n > 0 ? (size_t)n : 0);
        close(file);
    }
    if (stat("/proc/self/ns/pid", &space) == 0)
        hash = t2s_hash_step(hash, space.st_ino);
    return (unsigned long)(t2s_hash_mix(hash) & 0xFFFFFFFF);
}

long t2s_system_processors(void)
{
    return sysconf(_SC_NPROCESSORS_ONLN);
}

bool t2s_system_random(void *out, size_t n)
{
    const int file = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    const ssize_t got = file < 0 ? -1 : read(file, out, n);
    if (file >= 0)
        close(file);
    return got == (ssize_t)n;
}

void t2s_system_at_fork(void (*before)(void), void (*in_parent)(void),
                        void (*in_child)(void))
{
    (void)pthread_atfork(before, in_parent, in_child);
}

/* --- threads --- */

#if defined(__linux__)
/* What Linux keeps free below the stack of a process's first thread. */
#define LEAST_GAP ((size_t)128 << 20)

/*
 * The first thread's stack grows up to the process's limit. The C library takes
 * the mapping below for its end, which under valgrind is far too near.
 */
static void grow(uintptr_t *begin, size_t *size)
{
    const uintptr_t on_it = getauxval(AT_RANDOM);
    struct rlimit limit;
    size_t most = LEAST_GAP;
    if (on_it - *begin >= *size || getrlimit(RLIMIT_STACK, &limit) != 0)
        return;
    if (limit.rlim_cur < most)
        most = (size_t)limit.rlim_cur;
    if (most <= *size || *begin < most)
        return;
    *begin -= most - *size;
    *size = most;
}

void t2s_system_stack(uintptr_t *begin, size_t *size)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    *begin = 0;
    *size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &lowest, size) != 0)
        *size = 0;
    pthread_attr_destroy(&attributes);
    *begin = (uintptr_t)lowest;
    grow(begin, size);
}
#elif defined(__APPLE__)
void t2s_system_stack(uintptr_t *begin, size_t *size)
{
    *size = pthread_get_stacksize_np(pthread_self());
    *begin = (uintptr_t)pthread_get_stackaddr_np(pthread_self()) - *size;
}
#else
void t2s_system_stack(uintptr_t *begin, size_t *size)
{
    *begin = 0;
    *size = 0;
}
#endif

bool t2s_system_thread(pthread_t *out, size_t stack, void *(*run)(void *),
                       void *payload)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    bool ok;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, stack);
    sigfillset(&all); /* signals are the program's threads' */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ok = pthread_create(out, &attributes, run, payload) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return ok;
}

#if defined(__APPLE__)
/* Its waits take the time that is left, and it has no clock of a thread's work
 * that other threads can ask. */
bool t2s_system_condition(pthread_cond_t *out)
{
    return pthread_cond_init(out, NULL) == 0;
}

void t2s_system_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                     int64_t deadline)
{
    const int64_t left = deadline - (int64_t)t2s_clock_ms(CLOCK_MONOTONIC);
    const int64_t ms = left > 0 ? left : 0;
    struct timespec at = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};
    pthread_cond_timedwait_relative_np(condition, lock, &at);
}

int64_t t2s_system_work(void)
{
    return T2S_NO_WORK;
}
#else
bool t2s_system_condition(pthread_cond_t *out)
{
    pthread_condattr_t attributes;
    bool ok;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
         pthread_cond_init(out, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return ok;
}

void t2s_system_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                     int64_t deadline)
{
    struct timespec at = {(time_t)(deadline / 1000),
                          (long)(deadline % 1000) * 1000000};
    pthread_cond_timedwait(condition, lock, &at);
}

int64_t t2s_system_work(void)
{
    clockid_t clock;
    return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock
                                                              : T2S_NO_WORK;
}
#endif

double t2s_system_work_ms(int64_t work)
{
    return t2s_clock_ms(work == T2S_NO_WORK ? CLOCK_MONOTONIC
                                            : (clockid_t)work);
}
#endif
