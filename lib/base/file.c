#include "base/file.h"
#include "base/interrupt.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/system.h"
#include "base/vector.h"

t2sed_status t2s_fail_errno(t2sed_error *err, const char *path,
                            const char *missing, const char *otherwise)
{
    int code = errno;
    return t2s_fail(err, code == ENOENT ? T2SED_ENOTFOUND : T2SED_EIO, -1,
                    "%s: %s", path,
                    code == ENOENT   ? missing
                    : code == EACCES ? "permission denied"
                    : code == EISDIR ? "is a directory"
                    : code == ENOSPC ? "no space left"
                                     : otherwise);
}

static t2sed_status fail_read(t2sed_error *err, const char *path)
{
    return t2s_fail_errno(err, path, "no such file", "cannot be read");
}

static t2sed_status fail_kind(t2sed_error *err, const char *path,
                              const t2s_file_info *info)
{
    return t2s_fail(err, T2SED_EIO, -1,
                    info->is_directory ? "%s: is a directory, expected a file"
                                       : "%s: is not a regular file",
                    path);
}

/*
 * Opens a regular file for reading. Nothing else is waited for or disturbed: a
 * pipe without a writer would block open(), and to open some devices is to act
 * on them. What takes the file's place between stat() and open() is refused by
 * the second look.
 */
static t2sed_status open_file(int *out, t2s_file_info *info, const char *path,
                              t2sed_error *err)
{
    t2sed_status failure;
    int file;
    if (!t2s_system_look(info, path))
        return fail_read(err, path);
    if (!info->is_file)
        return fail_kind(err, path, info);
    file = t2s_system_open(path);
    *out = file;
    if (file >= 0 && t2s_system_look_at_open(info, file) && info->is_file)
        return T2SED_OK;
    failure = file >= 0 && !info->is_file ? fail_kind(err, path, info)
                                          : fail_read(err, path);
    if (file >= 0)
        t2s_system_close(file);
    return failure;
}

static t2sed_status fail_limit(t2sed_error *err, const char *path, size_t limit)
{
    return t2s_fail(err, T2SED_ELIMIT, -1,
                    "%s: larger than the limit of %zu bytes", path, limit);
}

/* Reads until the end or past the limit. */
static t2sed_status read_all(int file, char **text, size_t *length,
                             const char *path, size_t limit, t2sed_error *err)
{
    size_t capacity = 0;
    t2sed_status status = T2SED_OK;
    *length = 0;
    while (status == T2SED_OK) {
        ptrdiff_t got;
        if (!t2s_vector_grow(text, &capacity, *length + 4096, 1))
            return t2s_fail_memory(err);
        got = t2s_system_read(file, *text + *length, capacity - *length - 1);
        status = got < 0 ? fail_read(err, path) : t2s_check_interrupt(err);
        if (got <= 0)
            break;
        *length += (size_t)got;
        if (*length > limit)
            status = fail_limit(err, path, limit);
    }
    (*text)[*length] = '\0';
    return status;
}

t2sed_status t2s_file_read(char **text, size_t *length, const char *path,
                           size_t limit, t2sed_error *err)
{
    t2s_file_info info;
    char *content = NULL;
    size_t n = 0;
    int file;
    t2sed_status status = open_file(&file, &info, path, err);
    if (status != T2SED_OK)
        return status;
    /* Known before memory is taken; a file that grows meets the limit, too. */
    status = info.size > 0 && (uintmax_t)info.size > limit
                 ? fail_limit(err, path, limit)
                 : read_all(file, &content, &n, path, limit, err);
    t2s_system_close(file);
    if (status != T2SED_OK) {
        t2s_free(content);
        return status;
    }
    *text = content;
    *length = n;
    return T2SED_OK;
}

t2sed_status t2s_file_map(t2s_mapping *mapping, const char *path,
                          t2sed_error *err)
{
    t2s_file_info info;
    int file;
    void *data = NULL;
    t2sed_status status = open_file(&file, &info, path, err);
    if (status != T2SED_OK)
        return status;
    if ((uintmax_t)info.size > SIZE_MAX / 2)
        status = t2s_fail(err, T2SED_ELIMIT, -1, "%s: too large to map", path);
    else if (info.size > 0 && !(data = t2s_system_map(file, (size_t)info.size)))
        status = fail_read(err, path);
    t2s_system_close(file);
    if (status != T2SED_OK)
        return status;
    mapping->data = data;
    mapping->size = (size_t)info.size;
    return T2SED_OK;
}

void t2s_file_unmap(t2s_mapping *mapping)
{
    if (mapping->data)
        t2s_system_unmap((void *)(uintptr_t)mapping->data, mapping->size);
    mapping->data = NULL;
    mapping->size = 0;
}

t2sed_status t2s_file_check(const char *path, t2sed_error *err)
{
    t2s_file_info info;
    if (!t2s_system_look(&info, path))
        return fail_read(err, path);
    return info.is_file ? T2SED_OK : fail_kind(err, path, &info);
}

bool t2s_file_exists(const char *path)
{
    t2s_file_info info;
    return t2s_system_look(&info, path) && !info.is_directory;
}

bool t2s_directory_exists(const char *path)
{
    t2s_file_info info;
    return t2s_system_look(&info, path) && info.is_directory;
}

char *t2s_path_join(const char *directory, const char *name)
{
    const size_t n = strlen(directory), length = n + strlen(name) + 2;
    const char *slash = t2s_system_last_slash(directory);
    const char *between = slash && !slash[1] ? "" : "/";
    char *path = t2s_alloc(length);
    if (path)
        snprintf(path, length, "%s%s%s", directory, between, name);
    return path;
}
