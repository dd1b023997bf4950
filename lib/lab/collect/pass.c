/* What becomes of one line: in by t2s_collector_submit, out by
 * t2s_collector_store. */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/collect/collector.h"

/* --- in --- */

static const char *drop_reason(t2sed_status status)
{
    switch (status) {
    case T2SED_EEMPTY:
        return "empty";
    case T2SED_EUTF8:
        return "utf8";
    case T2SED_ELIMIT:
        return "limit";
    case T2SED_ENOTFOUND:
        return "no_database";
    case T2SED_EDATABASE:
        return "database";
    default:
        return "format";
    }
}

/* Hands the queries that are no duplicates to the evaluator. */
static t2sed_status submit(t2sed_collector *c, t2s_ahead *ahead,
                           t2sed_database *database, t2sed_error *err)
{
    const t2s_line *line = &ahead->line;
    const char **queries = t2s_alloc_array(line->count, sizeof *queries);
    size_t *lengths = t2s_alloc_array(line->count, sizeof *lengths);
    t2sed_evaluator_item item = {0};
    t2sed_status status = T2SED_OK;
    if (!queries || !lengths)
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < line->count && !status; i++) {
        if (line->candidates[i].duplicate)
            continue;
        queries[item.query_count] = line->candidates[i].sql;
        lengths[item.query_count++] = line->candidates[i].length;
    }
    if (!status) {
        item.struct_size = sizeof item;
        item.database = database;
        item.gold = line->gold;
        item.gold_length = strlen(line->gold);
        item.queries = queries;
        item.query_lengths = lengths;
        status = t2sed_evaluator_submit(c->evaluator, &item, err);
        ahead->submitted = status == T2SED_OK;
    }
    t2s_free(queries);
    t2s_free(lengths);
    return status;
}

static t2sed_status prepare(t2sed_collector *c, t2s_ahead *ahead,
                            t2sed_error *err)
{
    t2s_line *line = &ahead->line;
    t2sed_database *database = NULL;
    t2sed_status status = T2SED_OK;
    if (c->db_root || c->options.schemas)
        status = t2s_collector_database(&database, c, line->db_id, err);
    if (!status && c->options.fill)
        status = t2s_line_fill(line, t2sed_database_schema(database), err);
    if (!status)
        status = t2s_line_find_duplicates(line, err);
    if (!status && line->count > 0 && c->evaluator)
        status = submit(c, ahead, database, err);
    return status;
}

t2sed_status t2s_collector_submit(t2sed_collector *c, t2s_ahead *ahead,
                                  const char *text, size_t n, t2sed_error *err)
{
    t2sed_status status = t2s_line_read(&ahead->line, text, n, err);
    if (!status)
        status = prepare(c, ahead, err);
    if (!status || status == T2SED_EINTERRUPTED)
        return status;
    c->counts.bad_lines++;
    ahead->dropped = drop_reason(status);
    return status == T2SED_ENOMEM ? status
                                  : t2s_fail_in(err, status, "%s, line %zu",
                                                c->source, ahead->line.number);
}

/* --- out --- */

/* Whether a reason for no label is that the query could not be run to its
 * end. */
static bool did_not_run(int reason)
{
    return reason == T2SED_REASON_NOT_EXECUTABLE ||
           reason == T2SED_REASON_TIME || reason == T2SED_REASON_ROWS ||
           reason == T2SED_REASON_MEMORY;
}

/* What is known of one candidate; of a duplicate, nothing. */
static t2s_verdict judge(const t2s_candidate *candidate,
                         const t2sed_evaluation *evaluation, size_t at)
{
    t2s_verdict verdict = {T2SED_LABEL_NONE, "given", ""};
    const json_t *label = json_object_get(candidate->object, "label");
    if (evaluation) {
        verdict.label = t2sed_evaluation_label(evaluation, at);
        verdict.reason =
            t2sed_reason_name(t2sed_evaluation_reason(evaluation, at));
        verdict.message = t2sed_evaluation_message(evaluation, at);
    } else if (json_is_integer(label) || json_is_boolean(label)) {
        verdict.label = json_is_true(label) || json_integer_value(label) != 0;
    }
    if (!verdict.reason)
        verdict.reason = "";
    if (!verdict.message)
        verdict.message = "";
    return verdict;
}

/* Why all of the line is left out, or NULL. */
static const char *find_line_reason(const t2s_ahead *ahead,
                                    const t2sed_evaluation *evaluation)
{
    size_t count =
        evaluation ? t2sed_evaluation_count(evaluation) : ahead->line.count;
    if (ahead->dropped)
        return ahead->dropped;
    for (size_t i = 0; i < count; i++) {
        int reason = evaluation ? t2sed_evaluation_reason(evaluation, i) : -1;
        if (reason == T2SED_REASON_GOLD || reason == T2SED_REASON_DATABASE)
            return t2sed_reason_name(reason);
        if (!did_not_run(reason))
            return NULL;
    }
    return "no_candidates";
}

static void count_kept(t2sed_collector_counts *counts,
                       const t2s_candidate *candidate, int label)
{
    counts->kept++;
    counts->right += label == T2SED_LABEL_RIGHT;
    counts->wrong += label == T2SED_LABEL_WRONG;
    counts->undecided += label == T2SED_LABEL_NONE;
    counts->filled += candidate->filled != NULL;
    counts->guessed += candidate->guessed;
}

/* What is stored of a beam so far. */
typedef struct beam {
    int64_t id;
    t2s_map seen; /* keys of its queries */
    size_t count;
    t2s_string key;
} beam;

static t2sed_status drop(t2sed_collector *c, const char *reason,
                         size_t *counter, t2sed_error *err)
{
    ++*counter;
    return t2s_store_dropped(&c->store, "candidate", reason, err);
}

static t2sed_status store_candidate(t2sed_collector *c, beam *to,
                                    const t2s_line *line, size_t i,
                                    const t2s_verdict *verdict,
                                    t2sed_error *err)
{
    const t2s_candidate *candidate = &line->candidates[i];
    t2sed_status status;
    t2s_query_key(&to->key, candidate->sql, candidate->length);
    if (to->key.failed)
        return t2s_fail_memory(err);
    if (t2s_map_find(&to->seen, to->key.text ? to->key.text : "",
                     to->key.length))
        return drop(c, "duplicate", &c->counts.duplicates, err);
    if (c->options.max_candidates && to->count >= c->options.max_candidates)
        return drop(c, "beyond_limit", &c->counts.beyond_limit, err);
    status = t2s_store_candidate(&c->store, to->id, to->count, line, i, verdict,
                                 err);
    to->count++;
    if (!status)
        count_kept(&c->counts, candidate, verdict->label);
    return status;
}

/* Stores what can be kept of a line and counts the rest. */
static t2sed_status store_candidates(t2sed_collector *c, beam *to,
                                     const t2s_line *line,
                                     const t2sed_evaluation *evaluation,
                                     t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    size_t at = 0;
    for (size_t i = 0; i < line->count && !status; i++) {
        const t2s_candidate *candidate = &line->candidates[i];
        t2s_verdict verdict;
        if (candidate->duplicate) {
            status = drop(c, "duplicate", &c->counts.duplicates, err);
            continue;
        }
        verdict = judge(candidate, evaluation, at);
        if (evaluation && did_not_run(t2sed_evaluation_reason(evaluation, at)))
            status = drop(c, verdict.reason, &c->counts.not_executable, err);
        else
            status = store_candidate(c, to, line, i, &verdict, err);
        at++;
    }
    return status;
}

static t2sed_status store_line(t2sed_collector *c, const t2s_line *line,
                               const t2sed_evaluation *evaluation,
                               const char *line_reason, t2sed_error *err)
{
    beam to = {0};
    t2sed_status status = T2SED_OK;
    if (line_reason)
        status = t2s_store_dropped(&c->store, "line", line_reason, err);
    else
        status = t2s_store_beam(
            &to.id, &to.seen, &to.count, &c->store, line,
            c->options.parser || !line->parser ? c->parser : line->parser, err);
    c->counts.candidates += line->count;
    if (!line_reason)
        c->counts.beams++;
    /* Of a line without anything that runs, the reasons still count. */
    if (!status && (!line_reason || strcmp(line_reason, "no_candidates") == 0))
        status = store_candidates(c, &to, line, evaluation, err);
    t2s_map_free(&to.seen);
    t2s_string_free(&to.key);
    return status;
}

t2sed_status t2s_collector_store(t2sed_collector *c, t2s_ahead *ahead,
                                 t2sed_error *err)
{
    t2sed_evaluation *evaluation = NULL;
    t2sed_status status = T2SED_OK;
    if (ahead->submitted)
        status = t2sed_evaluator_next(&evaluation, c->evaluator, err);
    if (!status)
        status = store_line(c, &ahead->line, evaluation,
                            find_line_reason(ahead, evaluation), err);
    t2sed_evaluation_free(evaluation);
    return status;
}
