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
    t2s_string_append(out, T2S_ADVICE_PLACE);
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
            t2s_string_append(out, T2S_ADVICE_INSTEAD);
            t2s_append_printable(out, one.suggestion, strlen(one.suggestion));
        }
    }
}

/* --- reading it --- */

/* The place behind the last `mark` of a line, or n. */
static size_t mark_in(const char *line, size_t n, const char *mark)
{
    const size_t length = strlen(mark);
    for (size_t i = n < length ? 0 : n - length + 1; i-- > 0;)
        if (memcmp(line + i, mark, length) == 0)
            return i;
    return n;
}

static bool starts(const char *line, size_t n, const char *with)
{
    const size_t length = strlen(with);
    return n >= length && memcmp(line, with, length) == 0;
}

/* The bytes of ": " or " (strong evidence): ", or 0. */
static size_t evidence_in(const char *line, size_t n)
{
    const char *end = starts(line, n, " (") ? memchr(line, ')', n) : NULL;
    const size_t at = end ? (size_t)(end + 1 - line) : 0;
    return starts(line + at, n - at, ": ") ? at + 2 : 0;
}

/* The bytes of "- warning: " and its like at a line's start; 0: there are
 * none. Without them, *severity stays. */
static size_t severity_in(int *severity, const char *line, size_t n)
{
    for (int i = T2SED_SEVERITY_HINT; i <= T2SED_SEVERITY_ERROR; i++) {
        const char *name = t2sed_severity_name(i);
        const size_t at = strlen(name) + 2;
        size_t evidence;
        if (n < at || !starts(line, n, "- ") || !starts(line + 2, n - 2, name))
            continue;
        evidence = evidence_in(line + at, n - at);
        if (evidence == 0)
            continue;
        *severity = i;
        return at + evidence;
    }
    return 0;
}

static bool is_frame(const char *line, size_t n)
{
    static const char *const openings[] = {
        T2S_ADVICE_CANT_RUN, T2S_ADVICE_NONE_RUN, T2S_ADVICE_RIGHT,
        T2S_ADVICE_UNJUDGED, T2S_ADVICE_UNKNOWN,  T2S_ADVICE_DOUBT,
        T2S_ADVICE_NO_FAULT};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        if (starts(line, n, openings[i]))
            return true;
    return false;
}

bool t2s_advice_read(t2sed_span *what, const char *text, size_t n)
{
    bool is_advice = false, can_run = true, is_replaced = false;
    size_t end;
    *what = (t2sed_span){0, 0};
    for (size_t begin = 0; begin < n; begin = end + 1) {
        const char *line = text + begin;
        const char *stop = memchr(line, '\n', n - begin);
        const size_t length = stop ? (size_t)(stop - line) : n - begin;
        const size_t instead = mark_in(line, length, T2S_ADVICE_INSTEAD);
        const size_t message = mark_in(line, instead, T2S_ADVICE_PLACE);
        int severity = T2SED_SEVERITY_WARNING;
        const size_t at = severity_in(&severity, line, length);
        const bool is_fault = at > 0 || message < length;
        const bool replaces = instead < length;
        end = begin + length;
        is_advice = is_advice || is_fault || is_frame(line, length);
        can_run = can_run && severity != T2SED_SEVERITY_ERROR &&
                  !starts(line, length, T2S_ADVICE_CANT_RUN) &&
                  !starts(line, length, T2S_ADVICE_NONE_RUN);
        if (replaces ? is_replaced
                     : !is_fault || what->end > 0 ||
                           severity != T2SED_SEVERITY_WARNING)
            continue;
        is_replaced = replaces;
        *what = (t2sed_span){begin + at, begin + message};
    }
    if (!can_run) /* its names are replaced without words */
        *what = (t2sed_span){0, 0};
    return is_advice;
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
    t2s_string_append(
        &text, t2s_findings_have_error(findings)    ? T2S_ADVICE_CANT_RUN
               : t2sed_findings_count(findings) > 0 ? T2S_ADVICE_DOUBT
                                                    : T2S_ADVICE_NO_FAULT);
    t2s_append_advice(&text, findings, query ? query : "", n);
    made = t2s_string_take(&text, length);
    if (!made)
        return t2s_fail_memory(err);
    *out = made;
    return T2SED_OK;
}
