#include "base/save.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/system.h"

#define MAX_NAMES_TRIED 1000

/* A temporary file of another host that was not written for so long (seconds)
 * has no writer any more. */
#define STALE_AFTER 86400

/* PATH.HOST-PID-N.tmp, where HOST is t2s_system_host(). */
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
static bool is_left(const t2s_file_info *file, bool is_ours, long pid)
{
    if (!file->is_file || !file->is_own)
        return false;
    if (is_ours)
        return t2s_system_is_gone(pid);
    return time(NULL) - file->seconds > STALE_AFTER;
}

/* What is looked at in the directory of a path. */
typedef struct left {
    const char *base;   /* the path's last part */
    t2s_string path;    /* of the file that is looked at */
    size_t directory;   /* its length, with the slash */
    unsigned long host; /* ours */
} left;

static void remove_if_left(void *payload, const char *name)
{
    left *l = payload;
    t2s_file_info info;
    unsigned long theirs;
    long pid;
    if (!is_temporary(name, l->base, &theirs, &pid))
        return;
    l->path.length = l->directory;
    t2s_string_append(&l->path, name);
    if (!l->path.failed && t2s_system_look_at_link(&info, l->path.text) &&
        is_left(&info, theirs == l->host, pid))
        (void)t2s_system_remove(l->path.text);
}

/* Removes what killed processes left of earlier files for the same path. What
 * can't be removed stays: that is not what was asked for. False when memory is
 * short. */
static bool remove_left(const char *path, unsigned long host)
{
    const char *slash = t2s_system_last_slash(path);
    const size_t n = slash ? (size_t)(slash - path) + 1 : 0;
    char *directory = t2s_strndup(path, n);
    left l = {path + n, {0}, n, host};
    bool failed;
    t2s_string_append_n(&l.path, path, n);
    if (directory && !l.path.failed)
        t2s_system_list(directory, remove_if_left, &l);
    failed = !directory || l.path.failed;
    t2s_free(directory);
    t2s_string_free(&l.path);
    return !failed;
}

/* --- saving --- */

/* A name that is there is replaced, which is not meant for a device, a pipe or
 * a directory. */
static t2sed_status check_target(const char *path, t2sed_error *err)
{
    t2s_file_info info;
    if (!t2s_system_look_at_link(&info, path) || info.is_file || info.is_link)
        return T2SED_OK;
    return t2s_fail(err, T2SED_EIO, -1, "%s: %s", path,
                    info.is_directory
                        ? "is a directory"
                        : "is no regular file, which could be replaced");
}

t2sed_status t2s_save_open(t2s_save *save, const char *path, t2sed_error *err)
{
    const size_t room = strlen(path) + TEMPORARY_ROOM;
    const unsigned long host = t2s_system_host();
    t2sed_status status = check_target(path, err);
    save->file = -1;
    save->path = save->temporary = NULL;
    if (status != T2SED_OK)
        return status;
    save->path = t2s_strdup(path);
    save->temporary = t2s_alloc(room);
    if (!save->path || !save->temporary || !remove_left(path, host)) {
        forget(save);
        return t2s_fail_memory(err);
    }
    for (int i = 0; save->file < 0 && i < MAX_NAMES_TRIED; i++) {
        snprintf(save->temporary, room, TEMPORARY_FORMAT, path, host,
                 t2s_system_process(), i);
        save->file = t2s_system_create(save->temporary);
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
    return t2s_system_write(save->file, data, n) ? T2SED_OK
                                                 : fail_write(err, save->path);
}

t2sed_status t2s_save_commit(t2s_save *save, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    bool is_written = t2s_system_sync(save->file);
    is_written &= t2s_system_close(save->file);
    save->file = -1;
    if (is_written && t2s_system_rename(save->temporary, save->path)) {
        t2s_system_sync_name(save->path);
    } else {
        status = fail_write(err, save->path);
        t2s_system_remove(save->temporary);
    }
    forget(save);
    return status;
}

void t2s_save_abort(t2s_save *save)
{
    if (save->file >= 0) {
        t2s_system_close(save->file);
        t2s_system_remove(save->temporary);
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
