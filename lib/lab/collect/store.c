/* What a line leaves in the dataset. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "lab/collect/collector.h"

/* --- statements --- */

/* By t2s_store_statement. Those that add what may be there give its id either
 * way. */
static const char *const texts[T2S_STORE_STATEMENTS] = {
    "INSERT INTO questions (db_id, question, gold) VALUES (?1, ?2, ?3) "
    "ON CONFLICT DO UPDATE SET gold = gold RETURNING id",
    "INSERT INTO beams (question, parser, item, source, line, fields) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
    "ON CONFLICT DO UPDATE SET line = line RETURNING id",
    "SELECT sql FROM candidates WHERE beam = ?1",
    "INSERT INTO candidates (beam, place, sql, written, score, label, reason, "
    "message, fields, guessed) VALUES (?1, ?2, ?3, ?4, ?5, nullif(?6, -1), "
    "?7, ?8, ?9, ?10)",
    "INSERT INTO dropped VALUES (?1, ?2, ?3, 1) "
    "ON CONFLICT DO UPDATE SET count = count + 1",
    "UPDATE sources SET lines = ?2, digest = ?3, ended = CASE WHEN ?4 THEN "
    "strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END WHERE id = ?1",
};

static t2sed_status fail(t2sed_collector *c, t2sed_error *err)
{
    t2sed_status status = t2s_dataset_fail_write(c->dataset, err);
    t2s_dataset_rollback(c->dataset);
    return status;
}

/* Runs a statement to its first row or its end, in a transaction; a row's
 * number goes into *id (may be NULL). */
static t2sed_status run(t2sed_collector *c, t2s_store_statement which,
                        int64_t *id, t2sed_error *err, const char *kinds, ...)
{
    sqlite3_stmt *statement = c->statements[which];
    t2sed_status status = T2SED_OK;
    va_list values;
    int code;
    if (sqlite3_get_autocommit(c->dataset->db)) /* no transaction is open */
        status = t2s_dataset_begin(c->dataset, err);
    if (status)
        return status;
    va_start(values, kinds);
    status = t2s_dataset_bind(c->dataset, statement, err, kinds, values);
    va_end(values);
    code = status ? SQLITE_ERROR : sqlite3_step(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = fail(c, err);
    else if (id && code == SQLITE_ROW)
        *id = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

/* --- the source --- */

/* The dataset's rule, noted by the first who collects. */
static t2sed_status check_rule(const t2sed_dataset *dataset, const char *rule,
                               t2sed_error *err)
{
    sqlite3_stmt *statement;
    const char *known;
    t2sed_status status = t2s_dataset_prepare(
        &statement, dataset, err,
        "INSERT INTO meta VALUES ('rule', ?1) "
        "ON CONFLICT DO UPDATE SET value = value RETURNING value",
        "t", rule);
    if (status)
        return status;
    if (sqlite3_step(statement) != SQLITE_ROW) {
        status = t2s_dataset_fail_write(dataset, err);
    } else {
        known = (const char *)sqlite3_column_text(statement, 0);
        if (!known)
            status = t2s_fail_memory(err);
        else if (strcmp(known, rule) != 0)
            status = t2s_fail(err, T2SED_ESTATE, -1,
                              "%s: has labels by the rule \"%s\", not \"%s\": "
                              "collect into another file",
                              dataset->path, known, rule);
    }
    sqlite3_finalize(statement);
    return status;
}

/* Finds the source or adds it. */
static t2sed_status find_source(t2sed_collector *c, t2sed_error *err)
{
    sqlite3_stmt *statement;
    t2sed_status status = t2s_dataset_prepare(
        &statement, c->dataset, err,
        "INSERT INTO sources (name, parser, begun, library, max_candidates, "
        "lines, digest) VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), "
        "?3, ?4, 0, 0) ON CONFLICT DO UPDATE SET lines = lines "
        "RETURNING id, lines, digest",
        "ttti", c->source, c->parser, t2sed_version(),
        (int64_t)c->options.max_candidates);
    if (status)
        return status;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        c->source_id = sqlite3_column_int64(statement, 0);
        c->before.lines = (size_t)sqlite3_column_int64(statement, 1);
        c->before.digest = sqlite3_column_int64(statement, 2);
    } else {
        status = t2s_dataset_fail_write(c->dataset, err);
    }
    sqlite3_finalize(statement);
    return status;
}

t2sed_status t2s_collector_begin(t2sed_collector *c, t2sed_error *err)
{
    const char *rule =
        c->options.keep_labels ? "given" : t2sed_rule_name(c->options.rule);
    t2sed_status status = t2s_dataset_begin(c->dataset, err);
    if (status)
        return status;
    status = check_rule(c->dataset, rule, err);
    if (!status)
        status = find_source(c, err);
    if (!status)
        status = t2s_dataset_commit(c->dataset, err);
    t2s_dataset_rollback(c->dataset);
    for (int i = 0; i < T2S_STORE_STATEMENTS && !status; i++)
        status = t2s_dataset_prepare(&c->statements[i], c->dataset, err,
                                     texts[i], "");
    return status;
}

t2sed_status t2s_collector_save(t2sed_collector *c, bool ended,
                                t2sed_error *err)
{
    t2sed_status status =
        run(c, T2S_UPDATE_SOURCE, NULL, err, "iiii", c->source_id,
            (int64_t)c->stored.lines, c->stored.digest, (int64_t)ended);
    if (status)
        return status;
    status = t2s_dataset_commit(c->dataset, err);
    return status == T2SED_EDATABASE ? T2SED_EIO : status;
}

/* --- beams --- */

/* What is stored of a beam so far. */
typedef struct beam {
    int64_t id;
    t2s_map seen; /* keys of its queries */
    size_t count;
} beam;

/* The keys of what the beam has. */
static t2sed_status list_candidates(t2sed_collector *c, beam *to,
                                    t2sed_error *err)
{
    sqlite3_stmt *statement = c->statements[T2S_LIST_CANDIDATES];
    t2s_string key = {0};
    t2sed_status status = T2SED_OK;
    int code = SQLITE_DONE;
    sqlite3_bind_int64(statement, 1, to->id);
    while (!status && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(statement, 0);
        t2s_query_key(&key, sql ? sql : "",
                      (size_t)sqlite3_column_bytes(statement, 0));
        if (key.failed || !t2s_map_set(&to->seen, key.text, key.length, 1)) {
            t2s_dataset_rollback(c->dataset);
            status = t2s_fail_memory(err);
        }
        to->count++;
    }
    if (!status && code != SQLITE_DONE)
        status = fail(c, err);
    sqlite3_reset(statement);
    t2s_string_free(&key);
    return status;
}

static t2sed_status open_beam(beam *to, t2sed_collector *c,
                              const t2s_line *line, t2sed_error *err)
{
    const char *parser =
        c->options.parser || !line->parser ? c->parser : line->parser;
    t2s_string item = {0}, fields = {0};
    int64_t question = 0;
    t2sed_status status = T2SED_OK;
    t2s_line_item(&item, line);
    t2s_line_fields(&fields, line);
    if (item.failed || fields.failed)
        status = t2s_fail_memory(err);
    if (!status)
        status = run(c, T2S_ADD_QUESTION, &question, err, "ttt", line->db_id,
                     line->question, line->gold);
    if (!status)
        status =
            run(c, T2S_ADD_BEAM, &to->id, err, "ittiit", question, parser,
                item.text, c->source_id, (int64_t)line->number, fields.text);
    if (!status)
        status = list_candidates(c, to, err);
    t2s_string_free(&item);
    t2s_string_free(&fields);
    return status;
}

/* --- candidates --- */

typedef struct verdict {
    int label; /* T2SED_LABEL_* */
    const char *reason, *message;
} verdict;

/* Whether a reason for no label is that the query could not be run to its
 * end. */
static bool did_not_run(int reason)
{
    return reason == T2SED_REASON_NOT_EXECUTABLE ||
           reason == T2SED_REASON_TIME || reason == T2SED_REASON_ROWS ||
           reason == T2SED_REASON_MEMORY;
}

/* What is known of a candidate without an evaluator. */
static verdict given_verdict(const t2s_line_candidate *candidate)
{
    const json_t *label = json_object_get(candidate->object, "label");
    verdict v = {T2SED_LABEL_NONE, "given", ""};
    if (json_is_integer(label) || json_is_boolean(label))
        v.label = json_is_true(label) || json_integer_value(label) != 0;
    return v;
}

static t2sed_status drop(t2sed_collector *c, const char *what,
                         const char *reason, size_t *counter, t2sed_error *err)
{
    ++*counter;
    return run(c, T2S_ADD_DROPPED, NULL, err, "itt", c->source_id, what,
               reason);
}

static void count_kept(t2sed_collector_counts *counts,
                       const t2s_line_candidate *candidate, int label)
{
    counts->kept++;
    counts->right += label == T2SED_LABEL_RIGHT;
    counts->wrong += label == T2SED_LABEL_WRONG;
    counts->undecided += label == T2SED_LABEL_NONE;
    counts->filled += candidate->filled != NULL;
    counts->guessed += candidate->guessed;
}

static t2sed_status store_candidate(t2sed_collector *c, beam *to,
                                    const t2s_line *line,
                                    const t2s_line_candidate *candidate,
                                    const verdict *v, t2sed_error *err)
{
    const json_t *score = json_object_get(candidate->object, "score");
    t2s_string fields = {0};
    t2sed_status status;
    if (t2s_map_find(&to->seen, candidate->key, candidate->key_length))
        return drop(c, "candidate", "duplicate", &c->counts.duplicates, err);
    if (c->options.max_candidates && to->count >= c->options.max_candidates)
        return drop(c, "candidate", "beyond_limit", &c->counts.beyond_limit,
                    err);
    t2s_candidate_fields(&fields, line, candidate);
    status = fields.failed ? t2s_fail_memory(err) : T2SED_OK;
    if (!status)
        status =
            run(c, T2S_ADD_CANDIDATE, NULL, err, "iintdittti", to->id,
                (int64_t)to->count, candidate->sql, candidate->length,
                candidate->written,
                json_is_number(score) ? json_number_value(score) : (double)NAN,
                (int64_t)v->label, v->reason, v->message, fields.text,
                (int64_t)candidate->guessed);
    t2s_string_free(&fields);
    to->count++;
    if (!status)
        count_kept(&c->counts, candidate, v->label);
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
        const t2s_line_candidate *candidate = &line->candidates[i];
        verdict v = given_verdict(candidate);
        int reason = -1;
        if (candidate->duplicate) {
            status =
                drop(c, "candidate", "duplicate", &c->counts.duplicates, err);
            continue;
        }
        if (evaluation) {
            const t2sed_verdict *ran = &evaluation->verdicts[at++];
            reason = ran->reason;
            v = (verdict){ran->label, t2sed_reason_name(reason), ran->message};
        }
        if (did_not_run(reason))
            status =
                drop(c, "candidate", v.reason, &c->counts.not_executable, err);
        else
            status = store_candidate(c, to, line, candidate, &v, err);
    }
    return status;
}

/* --- lines --- */

/* Notes whether a line's database could be read; false if memory is short. */
static bool note_database(t2sed_collector *c, const t2s_ahead *ahead,
                          const t2sed_verdict *first)
{
    t2s_collected_database *database = &c->databases.at[ahead->database];
    if (first->reason != T2SED_REASON_DATABASE) {
        database->read = true;
        return true;
    }
    database->unread = true;
    c->counts.unread_lines++;
    if (!c->counts.unread_reason)
        c->counts.unread_reason = t2s_arena_strdup(&c->arena, first->message);
    return c->counts.unread_reason != NULL;
}

/* Why all of the line is left out, or NULL. */
static const char *find_line_reason(const t2s_ahead *ahead,
                                    const t2sed_evaluation *evaluation)
{
    if (ahead->dropped)
        return ahead->dropped;
    if (!evaluation)
        return ahead->line.count ? NULL : "no_candidates";
    for (size_t i = 0; i < evaluation->count; i++) {
        int reason = evaluation->verdicts[i].reason;
        if (reason == T2SED_REASON_GOLD || reason == T2SED_REASON_DATABASE)
            return t2sed_reason_name(reason);
        if (!did_not_run(reason))
            return NULL;
    }
    return "no_candidates";
}

static t2sed_status store_line(t2sed_collector *c, const t2s_ahead *ahead,
                               const t2sed_evaluation *evaluation,
                               t2sed_error *err)
{
    const char *reason = find_line_reason(ahead, evaluation);
    size_t lines = 0;
    beam to = {0};
    t2sed_status status = reason ? drop(c, "line", reason, &lines, err)
                                 : open_beam(&to, c, &ahead->line, err);
    c->counts.candidates += ahead->line.count;
    c->counts.beams += !reason;
    /* Of a line without anything that runs, the reasons still count. */
    if (!status && (!reason || strcmp(reason, "no_candidates") == 0))
        status = store_candidates(c, &to, &ahead->line, evaluation, err);
    t2s_map_free(&to.seen);
    return status;
}

t2sed_status t2s_collector_store(t2sed_collector *c, t2s_ahead *ahead,
                                 t2sed_error *err)
{
    t2sed_evaluation *evaluation = NULL;
    t2sed_status status = T2SED_OK;
    if (ahead->submitted)
        status = t2sed_evaluator_next(&evaluation, c->evaluator, err);
    if (evaluation && evaluation->count &&
        !note_database(c, ahead, &evaluation->verdicts[0]))
        status = t2s_fail_memory(err);
    if (!status)
        status = store_line(c, ahead, evaluation, err);
    t2sed_evaluation_free(evaluation);
    return status;
}
