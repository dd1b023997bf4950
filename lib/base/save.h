/* save.h - writing a file so that its name shows the old content or the whole
 * new one, never a part. */
#ifndef T2S_BASE_SAVE_H
#define T2S_BASE_SAVE_H

#include <stddef.h>

#include "t2sed/status.h"

/* A file in the making: a temporary one beside `path`,
 * PATH.HOST-PID-N.tmp. */
typedef struct t2s_save {
    int file;
    char *path, *temporary;
} t2s_save;

/*
 * Begins. Temporary files that processes left which were killed while they
 * wrote the same path are removed: those of this user whose process is gone,
 * and those from elsewhere (another host, container or boot, of whose processes
 * nothing is known) that were not written for a day. Errors: T2SED_ENOTFOUND
 * (no such directory), T2SED_EIO (also where the path is a device, a pipe or a
 * directory, which would have been replaced), T2SED_ENOMEM.
 */
t2sed_status t2s_save_open(t2s_save *save, const char *path, t2sed_error *err);
t2sed_status t2s_save_write(t2s_save *save, const void *data, size_t n,
                            t2sed_error *err);
/* Flushes to the disk and puts the file in its place. Ends the save, also
 * when it fails. */
t2sed_status t2s_save_commit(t2s_save *save, t2sed_error *err);
/* Drops what was written. */
void t2s_save_abort(t2s_save *save);

/* All of it in one. */
t2sed_status t2s_save_file(const char *path, const void *data, size_t n,
                           t2sed_error *err);

#endif
