#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "t2sed/status.h"

static struct {
    t2sed_log_fn callback;
    int level;
    void *payload;
} sink;

void t2sed_set_log(t2sed_log_fn callback, int level, void *payload)
{
    sink.callback = callback;
    sink.level = level;
    sink.payload = payload;
}

void t2s_log(int level, const char *format, ...)
{
    char raw[1024], text[1024];
    va_list arguments;
    if (!sink.callback || level > sink.level)
        return;
    va_start(arguments, format);
    if (vsnprintf(raw, sizeof raw, format, arguments) < 0)
        raw[0] = '\0';
    va_end(arguments);
    t2sed_printable(text, sizeof text, raw, strlen(raw));
    sink.callback(level, text, sink.payload);
}
