/* records.h - records of findings and links, by value. */
#ifndef T2S_TEST_RECORDS_H
#define T2S_TEST_RECORDS_H

#include <stdbool.h>

#include "t2s_test.h"
#include "t2sed/finding.h"
#include "t2sed/parts/link.h"

#define T2S_TEST_RECORD(record, list, get)                                     \
    static inline t2sed_##record record##_at(const t2sed_##list *of, size_t i) \
    {                                                                          \
        t2sed_##record out = {.struct_size = sizeof out};                      \
        t2sed_error err;                                                       \
        ck_assert_msg(get(of, i, &out, &err) == T2SED_OK, "%s", err.text);     \
        return out;                                                            \
    }

T2S_TEST_RECORD(finding, findings, t2sed_findings_get)
T2S_TEST_RECORD(link_condition, links, t2sed_links_condition_get)
T2S_TEST_RECORD(link_mention, links, t2sed_links_mention_get)
T2S_TEST_RECORD(link_repair, links, t2sed_links_repair_get)

/* Whether a span is there and has these bytes. */
static inline bool t2s_test_is_span(t2sed_span span, size_t begin, size_t end)
{
    return span.begin == begin && span.end == end;
}

#endif
