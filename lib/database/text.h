/* text.h - text from databases, which may hold any bytes. */
#ifndef T2S_SCHEMA_TEXT_H
#define T2S_SCHEMA_TEXT_H

#include "base/string.h"

/* Appends text[0..n); bytes that are no UTF-8 become U+FFFD, one each. */
void t2s_append_clean(t2s_string *out, const char *text, size_t n);

#endif
