/* sized.h - structs that begin with `size_t struct_size`, from and to programs
 * that were compiled with an older or a newer header. */
#ifndef T2S_BASE_SIZED_H
#define T2S_BASE_SIZED_H

#include <stddef.h>

#include "t2sed/status.h"

/*
 * What every public t2sed_X_init(x, size) does: fills the caller's struct of
 * `given` bytes with the `size` bytes of `defaults`, as far as it goes, and
 * with zeros behind them, which mean the defaults; its struct_size becomes
 * `given`. NULL, or a struct too small for its size, is left alone.
 */
void t2s_sized_init(void *to, size_t given, const void *defaults, size_t size);

/*
 * Copies the caller's struct over `to`, which is `size` bytes and holds the
 * defaults. Of a smaller struct, of an older header, what is not there keeps
 * its default; of a larger one, of a newer header, what is behind must be
 * zeros, which ask for nothing. `given` NULL: the defaults stay. Afterwards
 * to->struct_size is `size`.
 *
 * what  names the struct in messages.
 *
 * Errors: T2SED_EINVAL (a struct_size that no header has: it was not set;
 * something behind is not 0: a newer library knows it).
 */
t2sed_status t2s_sized_read(void *to, size_t size, const void *given,
                            const char *what, t2sed_error *err);

/* The same of options: *to begins as t2sed_X_init leaves it. */
#define T2S_READ_SIZED(type, to, given, err)                                   \
    (type##_init((to), sizeof *(to)),                                          \
     t2s_sized_read((to), sizeof *(to), (given), #type, (err)))

/*
 * The same of element i of an array of such structs. Each is as far behind the
 * one before as its struct_size says, which is the same in all.
 *
 * Errors: as above, and T2SED_EINVAL (sizes differ, or are no multiple of a
 * pointer's).
 */
t2sed_status t2s_sized_read_at(void *to, size_t size, const void *array,
                               size_t i, const char *what, t2sed_error *err);

/*
 * Copies `made`, of `size` bytes, to the caller's struct as far as that goes;
 * where it is larger, zeros follow. Its struct_size stays.
 *
 * Errors: T2SED_EINVAL (struct_size as above), and then nothing was written.
 */
t2sed_status t2s_sized_write(void *to, const void *made, size_t size,
                             const char *what, t2sed_error *err);

#endif
