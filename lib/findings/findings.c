/* The list of findings, and who fills it in what order. */
#include "findings/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/string.h"
#include "base/utf8.h"

void t2sed_findings_free(t2sed_findings *findings)
{
    if (!findings)
        return;
    t2s_vector_free(&findings->list);
    t2s_arena_free(&findings->arena);
    t2s_free(findings);
}

/* A copy without control characters, in the arena. */
static const char *keep(t2sed_findings *findings, const char *text)
{
    t2sed_error line;
    const char *kept;
    t2s_fail(&line, T2SED_OK, -1, "%s", text);
    kept = t2s_arena_strdup(&findings->arena, line.text);
    findings->failed |= !kept;
    return kept;
}

static bool is_listed(const t2sed_findings *findings,
                      const t2s_finding *finding)
{
    for (size_t i = 0; i < findings->list.count; i++) {
        const t2s_finding *at = &findings->list.at[i];
        if (at->code == finding->code && at->sql_begin == finding->sql_begin &&
            at->sql_end == finding->sql_end &&
            at->question_begin == finding->question_begin)
            return true;
    }
    return false;
}

void t2s_findings_add(t2sed_findings *findings, t2sed_finding_code code,
                      t2s_place sql, t2s_place question, const char *suggestion,
                      const char *format, ...)
{
    t2s_finding made = {code,         sql.begin, sql.end, question.begin,
                        question.end, NULL,      NULL};
    char text[T2SED_ERROR_TEXT_SIZE + 8];
    va_list arguments;
    if (findings->list.count >= T2S_MOST_FINDINGS || findings->failed ||
        is_listed(findings, &made))
        return;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0)
        text[0] = '\0';
    va_end(arguments);
    made.message = keep(findings, text);
    if (suggestion) {
        made.suggestion = t2s_arena_strdup(&findings->arena, suggestion);
        findings->failed |= !made.suggestion;
    }
    if (!findings->failed && !t2s_vector_push(&findings->list, made))
        findings->failed = true;
}

t2s_place t2s_place_of_use(const t2s_query_use *use)
{
    return (t2s_place){(ptrdiff_t)use->begin, (ptrdiff_t)use->end};
}

t2s_place t2s_place_of_node(const t2s_find *at, int32_t node)
{
    const t2s_node *of = &at->sql->full.nodes[node];
    return (t2s_place){(ptrdiff_t)of->begin, (ptrdiff_t)of->end};
}

t2s_place t2s_place_of_words(const t2s_question_facts *question, int32_t first,
                             int32_t last)
{
    if (first < 0 || last < first || (size_t)last >= question->words.count)
        return T2S_NOWHERE;
    return (t2s_place){(ptrdiff_t)question->words.at[first].begin,
                       (ptrdiff_t)question->words.at[last].end};
}

t2s_place t2s_place_of_cue(const t2s_question_facts *question, t2s_cue cue)
{
    int32_t first, last;
    if (cue == T2S_CUES || !t2s_cues_find(&first, &last, cue, question))
        return T2S_NOWHERE;
    return t2s_place_of_words(question, first, last);
}

/* Where the token that begins at a byte ends: a name, a string, or one
 * character. */
static size_t token_end(const char *text, size_t n, size_t begin)
{
    size_t end = begin, length;
    char quote;
    while (end < n &&
           ((text[end] | 32) >= 'a' ? (text[end] | 32) <= 'z'
                                    : text[end] >= '0' && text[end] <= '9'))
        end++;
    if (end > begin || begin >= n)
        return end;
    quote = text[begin];
    if (quote == '\'' || quote == '"' || quote == '`') {
        const char *close = memchr(text + begin + 1, quote, n - begin - 1);
        return close ? (size_t)(close - text) + 1 : n;
    }
    length = t2s_utf8_length(text + begin, n - begin);
    return begin + (length ? length : 1);
}

t2s_place t2s_place_of_token(const char *text, size_t n, ptrdiff_t offset)
{
    size_t begin = (size_t)offset;
    if (offset < 0 || begin > n)
        return T2S_NOWHERE;
    return (t2s_place){offset, (ptrdiff_t)token_end(text, n, begin)};
}

/* Worse ones first, then by their place; those without one come last. */
static bool comes_before(const t2s_finding *a, const t2s_finding *b)
{
    t2sed_severity x = t2sed_finding_code_severity(a->code);
    t2sed_severity y = t2sed_finding_code_severity(b->code);
    if (x != y)
        return x > y;
    return (size_t)a->sql_begin < (size_t)b->sql_begin;
}

static void sort(t2sed_findings *findings)
{
    t2s_finding *list = findings->list.at;
    for (size_t i = 1; i < findings->list.count; i++) {
        t2s_finding moved = list[i];
        size_t to = i;
        for (; to > 0 && comes_before(&moved, &list[to - 1]); to--)
            list[to] = list[to - 1];
        list[to] = moved;
    }
}

static t2sed_status look(t2s_find *at, t2sed_error *err)
{
    static t2sed_status (*const kinds[])(t2s_find *, t2sed_error *) = {
        t2s_find_values,     t2s_find_joins,   t2s_find_groups,
        t2s_find_conditions, t2s_find_clauses, t2s_find_question,
        t2s_find_plan};
    bool runs = true;
    t2sed_status status = t2s_find_running(at, &runs, err);
    if (status == T2SED_OK)
        status = t2s_check_interrupt(err);
    if (status != T2SED_OK || !runs)
        return status;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && !status; i++) {
        status = kinds[i](at, err);
        if (!status)
            status = t2s_check_interrupt(err);
    }
    return status;
}

static t2sed_status gather(t2s_find *at, t2sed_error *err)
{
    t2s_query query = {0};
    t2sed_status status = t2s_query_read(&query, at->sql, at->from.schema, err);
    at->query = &query;
    at->scopes = &query.in_sight;
    if (status == T2SED_OK)
        status = look(at, err);
    if (status == T2SED_OK && (at->out->failed || query.in_sight.failed))
        status = t2s_fail_memory(err);
    t2s_query_free(&query);
    return status;
}

t2sed_status t2sed_findings_make(t2sed_findings **out, t2sed_evidence *evidence,
                                 const t2sed_sql *sql, t2sed_error *err)
{
    t2s_find at = {.sql = sql};
    t2sed_status status;
    if (!out || !evidence || !sql)
        return t2s_fail_null(err, __func__, "out, evidence and sql");
    at.out = t2s_zalloc(sizeof *at.out);
    if (!at.out)
        return t2s_fail_memory(err);
    status = t2s_evidence_sources(&at.from, evidence, err);
    if (status == T2SED_OK)
        status = gather(&at, err);
    if (status != T2SED_OK) {
        t2sed_findings_free(at.out);
        return status;
    }
    sort(at.out);
    *out = at.out;
    return T2SED_OK;
}

/* The list of a text that is no query. */
static t2sed_status make_unread(t2sed_findings **out, const char *text,
                                size_t n, const t2sed_error *why,
                                t2sed_error *err)
{
    t2sed_findings *made = t2s_zalloc(sizeof *made);
    bool is_other = why->code == T2SED_EEMPTY ||
                    why->code == T2SED_ENOTSELECT || why->code == T2SED_EMANY;
    if (!made)
        return t2s_fail_memory(err);
    t2s_findings_add(
        made, is_other ? T2SED_FINDING_NOT_A_QUERY : T2SED_FINDING_SYNTAX_ERROR,
        t2s_place_of_token(text, n, why->offset), T2S_NOWHERE, NULL, "%s.",
        why->text);
    if (made->failed) {
        t2sed_findings_free(made);
        return t2s_fail_memory(err);
    }
    *out = made;
    return T2SED_OK;
}

t2sed_status t2sed_findings_read_n(t2sed_findings **out,
                                   t2sed_evidence *evidence, const char *text,
                                   size_t n, t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2sed_error why;
    t2sed_status status;
    if (!out || !evidence || (!text && n > 0))
        return t2s_fail_null(err, __func__, "out, evidence and sql");
    status = t2sed_sql_parse_n(&sql, text, n, &why);
    if (status == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    if (status != T2SED_OK)
        return make_unread(out, text, n, &why, err);
    status = t2sed_findings_make(out, evidence, sql, err);
    t2sed_sql_free(sql);
    return status;
}

t2sed_status t2sed_findings_read(t2sed_findings **out, t2sed_evidence *evidence,
                                 const char *text, t2sed_error *err)
{
    return t2sed_findings_read_n(out, evidence, text, t2s_text_length(text),
                                 err);
}

/* ------------------------------------------------------------- asking */

static const t2s_finding *finding_at(const t2sed_findings *findings, size_t i)
{
    static const t2s_finding none = {
        T2SED_FINDING_NONE, -1, -1, -1, -1, NULL, NULL};
    return findings && i < findings->list.count ? &findings->list.at[i] : &none;
}

size_t t2sed_findings_count(const t2sed_findings *findings)
{
    return findings ? findings->list.count : 0;
}

t2sed_finding_code t2sed_findings_code(const t2sed_findings *findings, size_t i)
{
    return finding_at(findings, i)->code;
}

t2sed_severity t2sed_findings_severity(const t2sed_findings *findings, size_t i)
{
    return t2sed_finding_code_severity(finding_at(findings, i)->code);
}

ptrdiff_t t2sed_findings_sql_begin(const t2sed_findings *findings, size_t i)
{
    return finding_at(findings, i)->sql_begin;
}

ptrdiff_t t2sed_findings_sql_end(const t2sed_findings *findings, size_t i)
{
    return finding_at(findings, i)->sql_end;
}

ptrdiff_t t2sed_findings_question_begin(const t2sed_findings *findings,
                                        size_t i)
{
    return finding_at(findings, i)->question_begin;
}

ptrdiff_t t2sed_findings_question_end(const t2sed_findings *findings, size_t i)
{
    return finding_at(findings, i)->question_end;
}

const char *t2sed_findings_message(const t2sed_findings *findings, size_t i)
{
    return finding_at(findings, i)->message;
}

const char *t2sed_findings_suggestion(const t2sed_findings *findings, size_t i)
{
    return finding_at(findings, i)->suggestion;
}
