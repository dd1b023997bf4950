#include "base/sized.h"

#include <string.h>

#include "base/error.h"

/* Far above every struct of ours, and small enough to look at. */
#define MOST 4096

static t2sed_status read_size(size_t *size, const void *given, const char *what,
                              t2sed_error *err)
{
    memcpy(size, given, sizeof *size);
    if (*size <= sizeof *size || *size > MOST)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "%s: struct_size is %zu: begin with the initialiser",
                        what, *size);
    return T2SED_OK;
}

void t2s_sized_init(void *to, size_t given, const void *defaults, size_t size)
{
    if (!to || given < sizeof(size_t))
        return;
    memset(to, 0, given);
    memcpy(to, defaults, given < size ? given : size);
    memcpy(to, &given, sizeof given);
}

t2sed_status t2s_sized_read(void *to, size_t size, const void *given,
                            const char *what, t2sed_error *err)
{
    const unsigned char *bytes = given;
    size_t there = size;
    t2sed_status status =
        given ? read_size(&there, given, what, err) : T2SED_OK;
    if (status != T2SED_OK)
        return status;
    for (size_t i = size; i < there; i++)
        if (bytes[i] != 0)
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: struct_size is %zu, this library knows the "
                            "first %zu bytes, and byte %zu is not 0: a newer "
                            "library is asked for",
                            what, there, size, i);
    if (given)
        memcpy(to, given, there < size ? there : size);
    memcpy(to, &size, sizeof size);
    return T2SED_OK;
}

t2sed_status t2s_sized_read_at(void *to, size_t size, const void *array,
                               size_t i, const char *what, t2sed_error *err)
{
    const unsigned char *at = array;
    size_t first, own;
    t2sed_status status = read_size(&first, array, what, err);
    if (status != T2SED_OK)
        return status;
    at += i * first;
    memcpy(&own, at, sizeof own);
    if (own != first || first % sizeof(void *) != 0)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "%s %zu: struct_size is %zu, that of the first is %zu",
                        what, i, own, first);
    return t2s_sized_read(to, size, at, what, err);
}

t2sed_status t2s_sized_write(void *to, const void *made, size_t size,
                             const char *what, t2sed_error *err)
{
    size_t there;
    t2sed_status status = read_size(&there, to, what, err);
    if (status != T2SED_OK)
        return status;
    if (there > size)
        memset((unsigned char *)to + size, 0, there - size);
    memcpy(to, made, there < size ? there : size);
    memcpy(to, &there, sizeof there);
    return T2SED_OK;
}
