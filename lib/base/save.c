#include "base/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"

#define MAX_NAMES_TRIED 1000

static t2sed_status fail_write(t2sed_error *err, const char *path)
{
    int code = errno;
    return t2s_fail(err, code == ENOENT ? T2SED_ENOTFOUND : T2SED_EIO, -1,
                    "%s: %s", path,
                    code == ENOENT   ? "no such directory"
                    : code == EACCES ? "permission denied"
                    : code == EISDIR ? "is a directory"
                    : code == ENOSPC ? "no space left"
                                     : "cannot be written");
}

static void forget(t2s_save *save)
{
    t2s_free(save->path);
    t2s_free(save->temporary);
    save->path = save->temporary = NULL;
    save->file = -1;
}

t2sed_status t2s_save_open(t2s_save *save, const char *path, t2sed_error *err)
{
    size_t room = strlen(path) + 48;
    save->file = -1;
    save->path = t2s_strdup(path);
    save->temporary = t2s_alloc(room);
    if (!save->path || !save->temporary) {
        forget(save);
        return t2s_fail_memory(err);
    }
    for (int i = 0; save->file < 0 && i < MAX_NAMES_TRIED; i++) {
        snprintf(save->temporary, room, "%s.%ld-%d.tmp", path, (long)getpid(),
                 i);
        save->file = open(save->temporary,
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (save->file < 0 && errno != EEXIST)
            break;
    }
    if (save->file < 0) {
        t2sed_status status = fail_write(err, path);
        forget(save);
        return status;
    }
    return T2SED_OK;
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
    if (status != T2SED_OK) {
        t2s_save_abort(&save);
        return status;
    }
    return t2s_save_commit(&save, err);
}
