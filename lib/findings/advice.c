/* What is wrong with a query, in lines that a language model can act on. */
#include "findings/advice.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "t2sed/log.h"

/* Bytes of a piece of the query that are quoted. */
#define MOST_QUOTED 200
/* Log odds: at STRONG_WEIGHT the odds that the query is right are a third. */
#define STRONG_WEIGHT 1.1

void t2s_append_printable(t2s_string *out, const char *text, size_t n)
{
    const size_t length = t2sed_printable(NULL, 0, text, n);
    char *line = t2s_alloc_array(length + 1, 1);
    if (line) {
        t2sed_printable(line, length + 1, text, n);
        t2s_string_append_n(out, line, length);
    } else {
        out->failed = true;
    }
    t2s_free(line);
}

/* How often a piece of a text stands before byte `end`, and whether after it.
 */
static size_t count_before(const char *text, size_t n, t2sed_span piece,
                           bool *is_again)
{
    const size_t length = piece.end - piece.begin;
    size_t before = 0;
    *is_again = false;
    for (size_t i = 0; length > 0 && i + length <= n; i++) {
        if (memcmp(text + i, text + piece.begin, length) != 0)
            continue;
        before += i < piece.begin;
        *is_again = *is_again || i > piece.begin;
    }
    return before;
}

static void append_place(t2s_string *out, const char *query, size_t n,
                         t2sed_span place)
{
    size_t length, before;
    bool is_again;
    if (place.begin >= place.end || place.end > n)
        return;
    length = place.end - place.begin;
    t2s_string_append(out, " In the query: ");
    t2s_append_printable(out, query + place.begin,
                         length < MOST_QUOTED ? length : MOST_QUOTED);
    before = count_before(query, n < 16384 ? n : 16384, place, &is_again);
    if (before > 0 || is_again)
        t2s_string_append_format(out, " (occurrence %zu)", before + 1);
}

void t2s_append_evidence(t2s_string *out, double weight)
{
    if (!isnan(weight))
        t2s_string_append(out, weight <= -STRONG_WEIGHT ? " (strong evidence)"
                               : weight <= -T2S_LEAST_WEIGHT
                                   ? " (some evidence)"
                                   : " (little evidence)");
}

void t2s_append_advice(t2s_string *out, const t2sed_findings *findings,
                       const char *query, size_t n)
{
    t2sed_finding one = {.struct_size = sizeof one};
    for (size_t i = 0; t2sed_findings_get(findings, i, &one, NULL) == T2SED_OK;
         i++) {
        t2s_string_append_format(out, "\n- %s",
                                 t2sed_severity_name(one.severity));
        if (one.severity != T2SED_SEVERITY_ERROR) /* errors are certain */
            t2s_append_evidence(out, one.weight);
        t2s_string_append(out, ": ");
        t2s_append_printable(out, one.message, strlen(one.message));
        append_place(out, query, n, one.sql);
        if (one.suggestion) {
            t2s_string_append(out, " Instead: ");
            t2s_append_printable(out, one.suggestion, strlen(one.suggestion));
        }
    }
}

bool t2s_findings_have_error(const t2sed_findings *findings)
{
    t2sed_finding worst = {.struct_size = sizeof worst};
    return t2sed_findings_get(findings, 0, &worst, NULL) == T2SED_OK &&
           worst.severity == T2SED_SEVERITY_ERROR;
}

t2sed_status t2sed_findings_advice(char **out, size_t *length,
                                   const t2sed_findings *findings,
                                   const char *query, size_t n,
                                   t2sed_error *err)
{
    t2s_string text = {0};
    char *made;
    if (!out || !findings || (!query && n > 0))
        return t2s_fail_null(err, __func__, "out, findings and query");
    t2s_string_append(&text, t2s_findings_have_error(findings)
                                 ? "The query can't run as it is."
                             : t2sed_findings_count(findings) > 0
                                 ? "The query may be wrong."
                                 : "No fault was found: the query can be run.");
    t2s_append_advice(&text, findings, query ? query : "", n);
    made = t2s_string_take(&text, length);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    return T2SED_OK;
}
