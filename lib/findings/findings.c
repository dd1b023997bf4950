/* Lists of findings: how checks report, and how a query is checked. */
#include "findings/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "base/utf8.h"
#include "sql/token.h"

/* ------------------------------------------------------------- reporting */

void t2s_check_failed(t2s_inspected *q)
{
    if (q->status == T2SED_OK)
        q->status = t2s_fail_memory(q->err);
}

/* Worse ones first, then by their place (those without one come last), then in
 * the order of findings.def. */
static bool comes_before(const t2sed_finding *a, const t2sed_finding *b)
{
    if (a->severity != b->severity)
        return a->severity > b->severity;
    return a->sql.begin != b->sql.begin
               ? a->sql.begin < b->sql.begin
               : t2s_finding_place((t2sed_finding_code)a->code) <
                     t2s_finding_place((t2sed_finding_code)b->code);
}

/* Puts a finding into its place, behind those that are its equals. */
static bool insert(t2sed_findings *findings, const t2sed_finding *made)
{
    size_t at = findings->list.count;
    if (!t2s_vector_push(&findings->list, *made))
        return false;
    for (; at > 0 && comes_before(made, &findings->list.at[at - 1]); at--)
        findings->list.at[at] = findings->list.at[at - 1];
    findings->list.at[at] = *made;
    return true;
}

static bool is_listed(const t2sed_findings *findings,
                      const t2sed_finding *finding)
{
    for (size_t i = 0; i < findings->list.count; i++) {
        const t2sed_finding *at = &findings->list.at[i];
        if (at->code == finding->code && at->sql.begin == finding->sql.begin &&
            at->sql.end == finding->sql.end &&
            at->question.begin == finding->question.begin)
            return true;
    }
    return false;
}

/* Whether the query has the text at a place already. */
static bool stands_there(const t2s_inspected *q, t2sed_span place,
                         const char *text)
{
    return q->sql && place.begin < place.end && place.end <= q->sql->length &&
           place.end - place.begin == strlen(text) &&
           memcmp(q->sql->text + place.begin, text, strlen(text)) == 0;
}

void t2s_report(t2s_inspected *q, t2sed_finding_code code, t2sed_span sql,
                t2sed_span question, const char *suggestion, const char *format,
                ...)
{
    t2sed_finding made = t2s_finding_of(code);
    t2s_arena *arena = &q->out->arena;
    char text[T2SED_ERROR_TEXT_SIZE + 8];
    t2sed_error line; /* makes the text printable */
    va_list arguments;
    made.sql = sql;
    made.question = question;
    if (q->out->list.count >= T2S_MOST_FINDINGS || q->status != T2SED_OK ||
        is_listed(q->out, &made))
        return;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0)
        text[0] = '\0';
    va_end(arguments);
    t2s_fail(&line, T2SED_OK, -1, "%s", text);
    if (suggestion && stands_there(q, sql, suggestion))
        suggestion = NULL;
    made.message = t2s_arena_strdup(arena, line.text);
    if (suggestion)
        made.suggestion = t2s_arena_strdup(arena, suggestion);
    if (!made.message || (suggestion && !made.suggestion) ||
        !insert(q->out, &made))
        t2s_check_failed(q);
}

bool t2s_is_placeholder(const char *text, size_t n)
{
    return n == 0 ||
           t2s_is_one_of(text, n,
                         "n/a na nan null none nil - -- ? . unknown missing "
                         "tba tbd");
}

const t2s_named_column *t2s_column_at(const t2s_inspected *q, int32_t expr)
{
    return t2s_query_column_at(q->query, t2s_sql_bare(q->tree, expr));
}

t2sed_span t2s_span_of_use(const t2s_query_use *use)
{
    return (t2sed_span){use->begin, use->end};
}

t2sed_span t2s_span_of_node(const t2s_inspected *q, int32_t node)
{
    return (t2sed_span){q->tree->nodes[node].begin, q->tree->nodes[node].end};
}

t2sed_span t2s_span_of_words(const t2s_inspected *q, int32_t first,
                             int32_t last)
{
    const t2s_question_facts *of = q->from->question;
    if (first < 0 || last < first || (size_t)last >= of->words.count)
        return T2S_NOWHERE;
    return (t2sed_span){of->words.at[first].begin, of->words.at[last].end};
}

t2sed_span t2s_span_of_cue(const t2s_inspected *q, t2s_cue cue)
{
    int32_t first, last;
    return t2s_cues_find(&first, &last, cue, q->from->question, 0)
               ? t2s_span_of_words(q, first, last)
               : T2S_NOWHERE;
}

/* Where the token that begins at a byte ends: a name, a string, or one
 * character. */
static size_t token_end(const char *text, size_t n, size_t begin)
{
    size_t end = begin, length;
    char quote;
    while (end < n && t2s_sql_is_name_char(text[end]))
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

t2sed_span t2s_span_of_token(const char *text, size_t n, ptrdiff_t offset)
{
    size_t begin = (size_t)offset;
    if (offset < 0 || begin > n)
        return T2S_NOWHERE;
    return (t2sed_span){begin, token_end(text, n, begin)};
}

/* ------------------------------------------------------------- the whole */

/* Runs the query, or asks whether a database of its schema would take it. */
static t2sed_status try_query(t2s_inspected *q)
{
    t2sed_status status = t2s_execution_run(&q->outcome, &q->refusal, q->sql,
                                            q->from->execution, q->err);
    if (status == T2SED_OK && !q->from->execution) {
        const t2s_refusal *refusal;
        status = t2s_candidate_refusal(&refusal, q->candidate, q->err);
        if (status == T2SED_OK)
            q->refusal = *refusal;
    }
    if (status == T2SED_OK && q->outcome.how != T2S_RUN_DATABASE &&
        !q->refusal.is_refused) {
        const t2s_result_filter *filter;
        status = t2s_candidate_filter(&filter, q->candidate, q->err);
        if (status == T2SED_OK)
            q->filter = *filter;
    }
    return status == T2SED_OK ? t2s_check_interrupt(q->err) : status;
}

/* Keeps the question and its knowledge, so that what reads the list knows its
 * spans' text. */
static bool keep_question(t2sed_findings *out, const t2sed_evidence *from)
{
    if (!from->question)
        return true;
    out->question_length = from->asked_length;
    out->question =
        t2s_arena_strndup(&out->arena, from->asked, out->question_length);
    return out->question;
}

static t2sed_status check(t2s_inspected *q, t2sed_evidence *evidence)
{
    t2sed_status status = t2s_case_open_linker(evidence, q->err);
    if (status == T2SED_OK && !keep_question(q->out, evidence))
        status = t2s_fail_memory(q->err);
    if (status == T2SED_OK)
        status = evidence->question
                     ? t2s_candidate_match(&q->match, q->candidate, q->err)
                     : T2SED_OK;
    if (status == T2SED_OK)
        status = t2s_candidate_query(&q->query, q->candidate, q->err);
    if (status == T2SED_OK) {
        q->scopes = &q->query->in_sight;
        status = try_query(q);
    }
    q->status = status;
    t2s_run_checks(q);
    if (q->status == T2SED_OK && q->scopes->failed)
        t2s_check_failed(q);
    return q->status;
}

static t2sed_status make(t2sed_findings **out, t2s_candidate *candidate,
                         t2sed_error *err)
{
    t2s_inspected q = {.candidate = candidate,
                       .sql = candidate->sql,
                       .tree = &candidate->sql->full,
                       .from = candidate->of,
                       .err = err};
    t2sed_status status;
    q.out = t2s_zalloc(sizeof *q.out);
    if (!q.out)
        return t2s_fail_memory(err);
    status = check(&q, candidate->of);
    if (status == T2SED_OK)
        *out = q.out;
    else
        t2sed_findings_free(q.out);
    return status;
}

t2sed_status t2sed_findings_new(t2sed_findings **out, t2sed_evidence *evidence,
                                const t2sed_sql *sql, t2sed_error *err)
{
    t2s_candidate *candidate;
    t2sed_status status;
    if (!out || !evidence || !sql)
        return t2s_fail_null(err, __func__, "out, evidence and sql");
    status = t2s_case_candidate_of(&candidate, evidence, sql, err);
    return status == T2SED_OK ? make(out, candidate, err) : status;
}

/* A list of one finding. */
static t2sed_status make_one(t2sed_findings **out, t2sed_finding_code code,
                             t2sed_span place, const char *message,
                             const char *stop, t2sed_error *err)
{
    t2s_inspected q = {.err = err};
    q.out = t2s_zalloc(sizeof *q.out);
    if (!q.out)
        return t2s_fail_memory(err);
    t2s_report(&q, code, place, T2S_NOWHERE, NULL, "%s%s", message, stop);
    if (q.status == T2SED_OK)
        *out = q.out;
    else
        t2sed_findings_free(q.out);
    return q.status;
}

t2sed_status t2s_findings_unread(t2sed_findings **out, const char *text,
                                 size_t n, const t2sed_error *why,
                                 t2sed_error *err)
{
    const bool is_other = why->code == T2SED_EEMPTY ||
                          why->code == T2SED_ENOTSELECT ||
                          why->code == T2SED_EMANY;
    return make_one(
        out, is_other ? T2SED_FINDING_NOT_A_QUERY : T2SED_FINDING_SYNTAX_ERROR,
        t2s_span_of_token(text, n, why->offset), why->text, ".", err);
}

t2sed_status t2s_findings_refused(t2sed_findings **out, const char *said,
                                  t2sed_error *err)
{
    return make_one(out, T2SED_FINDING_REFUSED, T2S_NOWHERE, said, "", err);
}

t2sed_status t2sed_findings_parse_n(t2sed_findings **out,
                                    t2sed_evidence *evidence, const char *text,
                                    size_t n, t2sed_error *err)
{
    t2s_candidate *candidate;
    t2sed_status status;
    if (!out || !evidence || (!text && n > 0))
        return t2s_fail_null(err, __func__, "out, evidence and sql");
    status = t2s_case_candidate(&candidate, evidence, text ? text : "", n, err);
    if (status != T2SED_OK)
        return status;
    return candidate->sql
               ? make(out, candidate, err)
               : t2s_findings_unread(out, text, n, &candidate->why, err);
}

t2sed_status t2sed_findings_parse(t2sed_findings **out,
                                  t2sed_evidence *evidence, const char *text,
                                  t2sed_error *err)
{
    return t2sed_findings_parse_n(out, evidence, text, t2s_text_length(text),
                                  err);
}

bool t2s_is_reported(const t2s_inspected *q, t2sed_finding_code code)
{
    for (size_t i = 0; i < q->out->list.count; i++)
        if (q->out->list.at[i].code == (int)code)
            return true;
    return false;
}

void t2s_findings_to_source(t2sed_findings *findings, const t2sed_sql *sql)
{
    for (size_t i = 0; findings && i < findings->list.count; i++)
        t2sed_sql_to_source(sql, &findings->list.at[i].sql);
}

void t2s_findings_reduce(t2sed_findings *findings,
                         const t2s_finding_rules *rules)
{
    size_t kept = 0;
    for (size_t i = 0; findings && i < findings->list.count; i++)
        if (t2s_finding_is_wanted(rules, &findings->list.at[i]))
            findings->list.at[kept++] = findings->list.at[i];
    if (findings)
        findings->list.count = kept;
}

/* A text of one list in the arena of another; false where memory is short. */
static bool copy_text(const char **text, t2s_arena *arena)
{
    if (*text)
        *text = t2s_arena_strdup(arena, *text);
    return *text;
}

static bool copy_all(t2sed_findings *out, const t2sed_findings *findings)
{
    if (findings->question) {
        out->question = t2s_arena_strndup(&out->arena, findings->question,
                                          findings->question_length);
        out->question_length = findings->question_length;
        if (!out->question)
            return false;
    }
    for (size_t i = 0; i < findings->list.count; i++) {
        t2sed_finding copy = findings->list.at[i];
        if (!copy_text(&copy.message, &out->arena) ||
            (copy.suggestion && !copy_text(&copy.suggestion, &out->arena)) ||
            !t2s_vector_push(&out->list, copy))
            return false;
    }
    return true;
}

t2sed_status t2sed_findings_select(t2sed_findings **out,
                                   const t2sed_findings *findings,
                                   const char *ignore, int severity,
                                   t2sed_error *err)
{
    t2s_finding_rules rules = {0};
    t2sed_findings *copy;
    t2sed_status status;
    if (!out || !findings)
        return t2s_fail_null(err, __func__, "out and findings");
    status = t2s_finding_rules_read(&rules, ignore, severity, err);
    if (status != T2SED_OK)
        return status;
    copy = t2s_zalloc(sizeof *copy);
    if (copy && copy_all(copy, findings)) {
        t2s_findings_reduce(copy, &rules);
        *out = copy;
    } else {
        t2sed_findings_free(copy);
        status = t2s_fail_memory(err);
    }
    t2s_finding_rules_free(&rules);
    return status;
}

void t2sed_findings_free(t2sed_findings *findings)
{
    if (!findings)
        return;
    t2s_vector_free(&findings->list);
    t2s_arena_free(&findings->arena);
    t2s_free(findings);
}

/* ------------------------------------------------------------- asking */

size_t t2sed_findings_count(const t2sed_findings *findings)
{
    return findings ? findings->list.count : 0;
}

t2sed_status t2sed_findings_get(const t2sed_findings *findings, size_t i,
                                t2sed_finding *out, t2sed_error *err)
{
    if (!findings || !out)
        return t2s_fail_null(err, __func__, "findings and out");
    if (i >= findings->list.count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "findings: no finding %zu, there are %zu", i,
                        findings->list.count);
    return t2s_sized_write(out, &findings->list.at[i], sizeof *out,
                           "t2sed_finding", err);
}

const char *t2sed_findings_question(const t2sed_findings *findings,
                                    size_t *length)
{
    if (length)
        *length = findings ? findings->question_length : 0;
    return findings ? findings->question : NULL;
}
