/*
 * faulty_io.c - a library for LD_PRELOAD whose calls on files fail, for tests
 * of programs (test/python/test_io_faults.py). Its environment:
 *
 *   T2S_IO_UNDER   the folder in which files fail
 *   T2S_IO_CALL    read, write, sync, truncate, open, close, rename or delete
 *   T2S_IO_AT      the call of that kind that fails, from 1
 *   T2S_IO_FAULT   EIO, ENOSPC, EINTR, or short: half of what was asked for
 *   T2S_IO_BUDGET  bytes that may be written in all; then the disk is full
 *   T2S_IO_HIT     a file that is made when something has failed
 *
 * Calls that the C library makes within itself (fopen, fwrite) are not seen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls, written;

static bool is_under(const char *path)
{
    const char *folder = getenv("T2S_IO_UNDER");
    return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static bool is_file_under(int file)
{
    char name[64], path[PATH_MAX];
    ssize_t n;
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    n = readlink(name, path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    return is_under(path);
}

static void note_hit(void)
{
    const char *path = getenv("T2S_IO_HIT");
    int saved = errno;
    if (path)
        (void)syscall(SYS_mknod, path, S_IFREG | 0600, 0);
    errno = saved;
}

static bool is_fault(const char *name)
{
    const char *fault = getenv("T2S_IO_FAULT");
    return fault && strcmp(fault, name) == 0;
}

/* Whether this call is the one that fails; sets errno. */
static bool fails(const char *call)
{
    const char *which = getenv("T2S_IO_CALL"), *at = getenv("T2S_IO_AT");
    if (!which || !at || strcmp(which, call) != 0 ||
        atomic_fetch_add(&calls, 1) + 1 != atol(at))
        return false;
    errno = is_fault("ENOSPC") ? ENOSPC : is_fault("EINTR") ? EINTR : EIO;
    note_hit();
    return true;
}

/* How many bytes of a write the disk has room for; -1: none, and errno. */
static ssize_t room(size_t n)
{
    const char *budget = getenv("T2S_IO_BUDGET");
    long before, left;
    if (!budget)
        return (ssize_t)n;
    before = atomic_fetch_add(&written, (long)n);
    left = atol(budget) - before;
    if (left >= (long)n)
        return (ssize_t)n;
    note_hit();
    if (left > 0)
        return left;
    errno = ENOSPC;
    return -1;
}

/* The function of that name behind ours. */
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    return found;
}

#define REAL(type, name, ...)                                                  \
    static type (*real)(__VA_ARGS__);                                          \
    if (!real)                                                                 \
    *(void **)&real = next(#name)

/* How much of `n` bytes is to be read or written; -1: the call fails. */
static ssize_t allowed(const char *call, int file, size_t n)
{
    if (n == 0 || !is_file_under(file))
        return (ssize_t)n;
    if (fails(call)) {
        if (!is_fault("short"))
            return -1;
        return (ssize_t)(n - n / 2);
    }
    return strcmp(call, "write") == 0 ? room(n) : (ssize_t)n;
}

#define TRANSFER(name, call, buffer)                                           \
    ssize_t name(int file, buffer data, size_t n)                              \
    {                                                                          \
        const ssize_t most = allowed(call, file, n);                           \
        REAL(ssize_t, name, int, buffer, size_t);                              \
        return most < 0 ? -1 : real(file, data, (size_t)most);                 \
    }
#define TRANSFER_AT(name, call, buffer, offset)                                \
    ssize_t name(int file, buffer data, size_t n, offset at)                   \
    {                                                                          \
        const ssize_t most = allowed(call, file, n);                           \
        REAL(ssize_t, name, int, buffer, size_t, offset);                      \
        return most < 0 ? -1 : real(file, data, (size_t)most, at);             \
    }

TRANSFER(read, "read", void *)
TRANSFER(write, "write", const void *)
TRANSFER_AT(pread, "read", void *, off_t)
TRANSFER_AT(pread64, "read", void *, off64_t)
TRANSFER_AT(pwrite, "write", const void *, off_t)
TRANSFER_AT(pwrite64, "write", const void *, off64_t)

#define ON_FILE(name, call)                                                    \
    int name(int file)                                                         \
    {                                                                          \
        REAL(int, name, int);                                                  \
        return is_file_under(file) && fails(call) ? -1 : real(file);           \
    }

ON_FILE(fsync, "sync")
ON_FILE(fdatasync, "sync")

/* A file whose close fails is closed nevertheless. */
int close(int file)
{
    bool failed = is_file_under(file) && fails("close");
    int code = errno;
    REAL(int, close, int);
    if (!failed)
        return real(file);
    (void)real(file);
    errno = code;
    return -1;
}

#define TRUNCATE(name, offset)                                                 \
    int name(int file, offset size)                                            \
    {                                                                          \
        REAL(int, name, int, offset);                                          \
        return is_file_under(file) && fails("truncate") ? -1                   \
                                                        : real(file, size);    \
    }

TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define OPEN(name)                                                             \
    int name(const char *path, int flags, ...)                                 \
    {                                                                          \
        va_list rest;                                                          \
        mode_t mode;                                                           \
        REAL(int, name, const char *, int, ...);                               \
        va_start(rest, flags);                                                 \
        mode = va_arg(rest, mode_t);                                           \
        va_end(rest);                                                          \
        return is_under(path) && fails("open") ? -1 : real(path, flags, mode); \
    }

OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to)
{
    REAL(int, rename, const char *, const char *);
    return is_under(to) && fails("rename") ? -1 : real(from, to);
}

int unlink(const char *path)
{
    REAL(int, unlink, const char *);
    return is_under(path) && fails("delete") ? -1 : real(path);
}
