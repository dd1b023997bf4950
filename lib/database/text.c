#include "database/text.h"

#include "base/utf8.h"

void t2s_append_clean(t2s_string *out, const char *text, size_t n)
{
    size_t start = 0;
    for (size_t i = 0; i < n;) {
        size_t length = t2s_utf8_length(text + i, n - i);
        if (length) {
            i += length;
            continue;
        }
        t2s_string_append_n(out, text + start, i - start);
        t2s_string_append(out, "\xEF\xBF\xBD");
        start = ++i;
    }
    t2s_string_append_n(out, text + start, n - start);
}
