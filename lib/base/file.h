/* file.h - reading files whole or mapped, and joining paths. */
#ifndef T2S_BASE_FILE_H
#define T2S_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "t2sed/status.h"

/* Reads a whole file into *text (NUL-terminated, freed with t2s_free). Errors:
 * T2SED_ENOTFOUND, T2SED_EIO (also for what is no regular file: a pipe or a
 * device is not opened), T2SED_ELIMIT past `limit` bytes, before memory is
 * taken for them. */
t2sed_status t2s_file_read(char **text, size_t *length, const char *path,
                           size_t limit, t2sed_error *err);

typedef struct t2s_mapping {
    const unsigned char *data;
    size_t size;
} t2s_mapping;

/* Maps a file read-only, under the same conditions. An empty file gives data
 * NULL and size 0. */
t2sed_status t2s_file_map(t2s_mapping *mapping, const char *path,
                          t2sed_error *err);
void t2s_file_unmap(t2s_mapping *mapping);

/* T2SED_OK where a path is a regular file, for those who give it to a library
 * that would open, and wait for, anything else. Errors: T2SED_ENOTFOUND,
 * T2SED_EIO. */
t2sed_status t2s_file_check(const char *path, t2sed_error *err);

/* Whether there is something of the name that is no directory. */
bool t2s_file_exists(const char *path);
bool t2s_directory_exists(const char *path);

/* The failure that errno tells of a path: T2SED_ENOTFOUND, described as
 * `missing`, or T2SED_EIO, `otherwise` where we have no words for it. */
t2sed_status t2s_fail_errno(t2sed_error *err, const char *path,
                            const char *missing, const char *otherwise);

/* "directory/name", freed with t2s_free; NULL when memory is short. */
char *t2s_path_join(const char *directory, const char *name);

#endif
