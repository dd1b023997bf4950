/* errors.c - see errors.h. */
#include "errors.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

t2sed_status fill_error(t2sed_error *err, t2sed_status code, const char *format,
                        ...)
{
    va_list arguments;
    if (!err)
        return code;
    memset(err, 0, sizeof *err);
    err->code = code;
    err->offset = -1;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return code;
}
