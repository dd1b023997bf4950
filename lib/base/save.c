#include "base/save.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"

#define MAX_NAMES_TRIED 1000

/* A temporary file of another host that was not written for so long (seconds)
 * has no writer any more. */
#define STALE_AFTER 86400

/* PATH.HOST-PID-N.tmp, where HOST is host_number(). */
#define TEMPORARY_FORMAT "%s.%08lx-%ld-%d.tmp"
#define TEMPORARY_ROOM   64 /* for all but PATH */

static t2sed_status fail_write(t2sed_error *err, const char *path)
{
    return t2s_fail_errno(err, path, "no such directory", "cannot be written");
}

static void forget(t2s_save *save)
{
    t2s_free(save->path);
    t2s_free(save->temporary);
    save->path = save->temporary = NULL;
    save->file = -1;
}

/* --- temporary files that a killed process left --- */

/*
 * A number for what gives process ids their meaning: this boot of this host,
 * and the pid namespace. kill() says nothing of a process in another container
 * or on another host that writes to the same (NFS) directory. Where the system
 * does not tell, the number is that of the host's name alone.
 */
static unsigned long host_number(void)
{
    char name[256] = "", boot[64];
    struct stat space;
    uint64_t hash;
    int file = open("/proc/sys/kernel/random/boot_id",
                    O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    (void)gethostname(name, sizeof name - 1);
    hash = t2s_hash_bytes(T2S_HASH_START, name, strlen(name));
    if (file >= 0) {
        const ssize_t n = read(file, boot, sizeof boot);
        hash = t2s_hash_bytes(hash, boot, n > 0 ? (size_t)n : 0);
        close(file);
    }
    if (stat("/proc/self/ns/pid", &space) == 0)
        hash = t2s_hash_step(hash, space.st_ino);
    return (unsigned long)(t2s_hash_mix(hash) & 0xFFFFFFFF);
}

/* Whether a name is that of a temporary file for `base`, or of what SQLite
 * puts beside one, and whose. */
static bool is_temporary(const char *name, const char *base,
                         unsigned long *host, long *pid)
{
    static const char *const endings[] = {"", "-journal", "-wal", "-shm"};
    const size_t n = strlen(base);
    char expected[TEMPORARY_ROOM];
    int count;
    if (strncmp(name, base, n) != 0 ||
        sscanf(name + n, ".%8lx-%18ld-%9d.tmp", host, pid, &count) != 3)
        return false;
    /* Printed again, so that nothing else is taken for one. */
    snprintf(expected, sizeof expected, TEMPORARY_FORMAT, "", *host, *pid,
             count);
    if (*pid <= 0 || strncmp(name + n, expected, strlen(expected)) != 0)
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(name + n + strlen(expected), endings[i]) == 0)
            return true;
    return false;
}

/* Whether a file has no writer any more: its process is gone, or it is another
 * host's and has not been written for long. A process id in use again, by
 * whomever, keeps the file until that process is gone, too. */
static bool is_left(const struct stat *file, bool is_ours, long pid)
{
    if (!S_ISREG(file->st_mode) || file->st_uid != geteuid())
        return false;
    if (is_ours)
        return (pid_t)pid == pid && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
    return time(NULL) - file->st_mtime > STALE_AFTER;
}

/* Removes what killed processes left of earlier files for the same path, which
 * is changed and changed back. What can't be removed stays: that is not what
 * was asked for. */
static void remove_left(char *path, unsigned long host)
{
    char *slash = strrchr(path, '/');
    char *base = slash ? slash + 1 : path;
    const char first = *base;
    const struct dirent *entry;
    DIR *files;
    *base = '\0';
    files = opendir(slash ? path : ".");
    *base = first;
    while (files && (entry = readdir(files)) != NULL) {
        struct stat info;
        unsigned long theirs;
        long pid;
        if (is_temporary(entry->d_name, base, &theirs, &pid) &&
            fstatat(dirfd(files), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) ==
                0 &&
            is_left(&info, theirs == host, pid))
            (void)unlinkat(dirfd(files), entry->d_name, 0);
    }
    if (files)
        closedir(files);
}

/* --- saving --- */

/* A name that is there is replaced, which is not meant for a device, a pipe or
 * a directory. */
static t2sed_status check_target(const char *path, t2sed_error *err)
{
    struct stat info;
    if (lstat(path, &info) != 0 || S_ISREG(info.st_mode) ||
        S_ISLNK(info.st_mode))
        return T2SED_OK;
    return t2s_fail(err, T2SED_EIO, -1, "%s: %s", path,
                    S_ISDIR(info.st_mode)
                        ? "is a directory"
                        : "is no regular file, which could be replaced");
}

t2sed_status t2s_save_open(t2s_save *save, const char *path, t2sed_error *err)
{
    const size_t room = strlen(path) + TEMPORARY_ROOM;
    const unsigned long host = host_number();
    t2sed_status status = check_target(path, err);
    save->file = -1;
    save->path = save->temporary = NULL;
    if (status != T2SED_OK)
        return status;
    save->path = t2s_strdup(path);
    save->temporary = t2s_alloc(room);
    if (!save->path || !save->temporary) {
        forget(save);
        return t2s_fail_memory(err);
    }
    remove_left(save->path, host);
    for (int i = 0; save->file < 0 && i < MAX_NAMES_TRIED; i++) {
        snprintf(save->temporary, room, TEMPORARY_FORMAT, path, host,
                 (long)getpid(), i);
        save->file = open(save->temporary,
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (save->file < 0 && errno != EEXIST)
            break;
    }
    if (save->file < 0) {
        status = fail_write(err, path);
        forget(save);
    }
    return status;
}

t2sed_status t2s_save_write(t2s_save *save, const void *data, size_t n,
                            t2sed_error *err)
{
    const char *at = data;
    while (n > 0) {
        ssize_t wrote = write(save->file, at, n < (1u << 30) ? n : 1u << 30);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return fail_write(err, save->path);
        at += wrote;
        n -= (size_t)wrote;
    }
    return T2SED_OK;
}

/* Makes the new name itself last; a file system that can't is forgiven. */
static void sync_directory(char *path)
{
    char *slash = strrchr(path, '/');
    int directory;
    if (slash == path)
        slash++;
    if (slash)
        *slash = '\0';
    directory = open(slash ? path : ".", O_RDONLY | O_CLOEXEC);
    if (directory >= 0) {
        (void)fsync(directory);
        close(directory);
    }
}

t2sed_status t2s_save_commit(t2s_save *save, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    int failed = fsync(save->file) != 0 && errno != EINVAL;
    failed |= close(save->file) != 0;
    save->file = -1;
    if (failed || rename(save->temporary, save->path) != 0) {
        status = fail_write(err, save->path);
        unlink(save->temporary);
    } else {
        sync_directory(save->path);
    }
    forget(save);
    return status;
}

void t2s_save_abort(t2s_save *save)
{
    if (save->file >= 0) {
        close(save->file);
        unlink(save->temporary);
    }
    forget(save);
}

t2sed_status t2s_save_file(const char *path, const void *data, size_t n,
                           t2sed_error *err)
{
    t2s_save save;
    t2sed_status status = t2s_save_open(&save, path, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_save_write(&save, data, n, err);
    if (status == T2SED_OK)
        return t2s_save_commit(&save, err);
    t2s_save_abort(&save);
    return status;
}
