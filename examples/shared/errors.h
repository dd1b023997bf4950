/* errors.h - errors of one's own, as the library would tell them. */
#ifndef SHARED_ERRORS_H
#define SHARED_ERRORS_H

#include <t2sed.h>

/* Fills in an error without a place, unless it is NULL; returns its code. */
t2sed_status fill_error(t2sed_error *err, t2sed_status code, const char *format,
                        ...);

#endif
