#include "case/candidate.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/echoed_words.h"
#include "sql/sql.h"

/* --- candidates of a case --- */

static void forget_match(t2s_match *match)
{
    t2s_free(match->times);
    t2s_coverage_free(&match->coverage);
    memset(match, 0, sizeof *match);
}

static void forget_question(t2s_candidate *candidate)
{
    candidate->has_checks = candidate->has_match = false;
    forget_match(&candidate->match);
}

void t2s_candidate_end(t2s_candidate *candidate)
{
    forget_question(candidate);
    t2s_query_free(&candidate->query);
    t2sed_sql_free(candidate->sql);
    memset(candidate, 0, sizeof *candidate);
}

void t2s_case_forget(t2sed_evidence *of)
{
    t2s_candidates *all = &of->candidates;
    for (size_t i = 0; i < all->list.count; i++) {
        t2s_candidate_end(all->list.at[i]);
        t2s_free(all->list.at[i]);
    }
    t2s_vector_free(&all->list);
    t2s_map_free(&all->texts);
    all->texts = (t2s_map){0};
}

void t2s_case_question_changed(t2sed_evidence *of)
{
    if (!of->candidates.are_held)
        t2s_case_forget(of);
    for (size_t i = 0; i < of->candidates.list.count; i++)
        forget_question(of->candidates.list.at[i]);
}

static t2s_candidate *find(const t2sed_evidence *of, const char *text, size_t n)
{
    const int64_t at = t2s_map_get(&of->candidates.texts, text, n, -1);
    return at < 0 ? NULL : of->candidates.list.at[at];
}

/* Takes over the sql, also where memory is short. */
static t2sed_status add(t2s_candidate **out, t2sed_evidence *of,
                        const char *text, size_t n, t2sed_sql *sql,
                        const t2sed_error *why, t2sed_error *err)
{
    t2s_candidates *all = &of->candidates;
    t2s_candidate *made = t2s_zalloc(sizeof *made);
    if (all->list.count >= T2S_MOST_CANDIDATES)
        t2s_case_forget(of);
    if (!made || !t2s_map_set(&all->texts, text, n, (int64_t)all->list.count) ||
        !t2s_vector_push(&all->list, made)) {
        t2s_case_forget(of); /* no text may be left without its candidate */
        t2s_free(made);
        t2sed_sql_free(sql);
        return t2s_fail_memory(err);
    }
    made->of = of;
    made->sql = sql;
    if (!sql)
        made->why = *why;
    *out = made;
    return T2SED_OK;
}

t2sed_status t2s_case_candidate(t2s_candidate **out, t2sed_evidence *of,
                                const char *text, size_t n, t2sed_error *err)
{
    t2sed_sql *sql = NULL;
    t2sed_error why;
    *out = find(of, text, n);
    if (*out)
        return T2SED_OK;
    if (t2sed_sql_parse_n(&sql, text, n, &why) == T2SED_ENOMEM)
        return t2s_fail_memory(err);
    return add(out, of, text, n, sql, &why, err);
}

t2sed_status t2s_case_candidate_of(t2s_candidate **out, t2sed_evidence *of,
                                   const t2sed_sql *sql, t2sed_error *err)
{
    *out = find(of, sql->text, sql->length);
    if (*out && (*out)->sql)
        return T2SED_OK;
    if (*out) { /* what did not parse as it was given does in its dialect */
        (*out)->sql = t2s_sql_retain(sql);
        return T2SED_OK;
    }
    return add(out, of, sql->text, sql->length, t2s_sql_retain(sql), NULL, err);
}

/* --- what is found of one --- */

t2sed_status t2s_candidate_query(t2s_query **out, t2s_candidate *candidate,
                                 t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (!candidate->has_query) {
        status = t2s_query_read(&candidate->query, candidate->sql,
                                candidate->of->schema, err);
        candidate->has_query = status == T2SED_OK;
        candidate->work = candidate->query.in_sight.work;
    }
    /* Each of those that ask may follow as many names. */
    candidate->query.in_sight.work = candidate->work;
    *out = &candidate->query;
    return status;
}

t2sed_status t2s_candidate_checks(const t2s_checks **out,
                                  t2s_candidate *candidate, t2sed_error *err)
{
    t2s_query *query;
    t2sed_status status = T2SED_OK;
    if (!candidate->has_checks) {
        status = t2s_candidate_query(&query, candidate, err);
        if (status == T2SED_OK)
            status =
                t2s_checks_find(&candidate->checks, query, candidate->of, err);
        candidate->has_checks = status == T2SED_OK;
    }
    *out = &candidate->checks;
    return status;
}

t2sed_status t2s_candidate_filter(const t2s_result_filter **out,
                                  t2s_candidate *candidate, t2sed_error *err)
{
    const t2sed_evidence *of = candidate->of;
    t2s_query *query;
    t2sed_status status = T2SED_OK;
    /* It is of the file's present rows: kept for one call, not for a case that
     * a caller keeps. */
    if (!candidate->has_filter || !of->candidates.are_held) {
        status = t2s_candidate_query(&query, candidate, err);
        if (status == T2SED_OK)
            status =
                t2s_result_filter_find(&candidate->filter, query, of->schema,
                                       of->execution, of->values, err);
        candidate->has_filter = status == T2SED_OK;
    }
    *out = &candidate->filter;
    return status;
}

static t2sed_status match(t2s_match *out, const t2s_query *query,
                          const t2sed_evidence *of, t2sed_error *err)
{
    const t2s_question_facts *question = of->question;
    t2sed_status status;
    t2s_cues_compare(out->disagrees, question, query);
    out->times = t2s_time_conditions_new(query, of->schema, of->values,
                                         question->times.now);
    if (!out->times)
        return t2s_fail_memory(err);
    t2s_time_match_read(&out->time, question, query, out->times);
    t2s_relative_match_read(&out->relative, question, out->times, of->schema);
    if (of->schema)
        out->states =
            t2s_state_words_read(query, question, of->schema, of->values);
    out->time_column = t2s_time_column_match(out->times, &out->states, of);
    t2s_query_bounds_read(&out->bounds, query, of->schema);
    t2s_bounds_match(out->bound, out->bound_is_used, &question->history->bounds,
                     &out->bounds);
    t2s_pairs_match(out->pair, question, &out->bounds);
    out->place = t2s_places_match(&question->bounds, &out->bounds);
    t2s_query_windows_read(&out->windows, query);
    out->window = t2s_windows_match(&out->windows, query, of);
    if (of->knowledge)
        t2s_knowledge_fit_read(&out->knowledge, of->knowledge, query,
                               of->schema);
    t2s_measured_read(&out->measured, query, of);
    t2s_counted_read(&out->counted, query, of);
    status = t2s_coverage_read(&out->coverage, query, of, err);
    if (status == T2SED_OK)
        status = t2s_patterns_read(&out->patterns, query, of, err);
    if (status != T2SED_OK || !of->schema)
        return status;
    t2s_asked_keys_read(&out->keys, query, question, of->schema,
                        out->coverage.named);
    t2s_restrictions_read(&out->restrictions, query, of->schema, question,
                          of->rows, &out->coverage);
    t2s_restrictions_take_times(&out->restrictions, &out->time, out->times);
    t2s_echoed_words_mark(&out->restrictions, query, of->schema, question,
                          &out->time);
    t2s_codes_read(&out->codes, query, &out->restrictions, &out->coverage.keys);
    out->unused_roles = t2s_self_join_unused_roles(&out->restrictions.question,
                                                   question, query, of->schema);
    t2s_value_ends_read(&out->ends, query, of->schema, question);
    out->has_self_join = t2s_self_join_find(&out->self_join, query, of->schema);
    if (out->has_self_join && !out->self_join.is_recursive)
        out->self_value = t2s_self_join_asked_value(&out->self_join, query,
                                                    of->schema, question);
    out->roles = t2s_roles_match(query, of->schema, question,
                                 out->has_self_join ? &out->self_join : NULL);
    out->negated = t2s_negated_numbers_match(query, question);
    out->other_owner = t2s_other_owner_read(query, question, of->schema);
    out->results_missing = t2s_results_missing(query, question, of->schema);
    out->shown_keys =
        t2s_shown_keys_read(query, question, &of->rows->knowledge, of->schema);
    return T2SED_OK;
}

t2sed_status t2s_candidate_match(const t2s_match **out,
                                 t2s_candidate *candidate, t2sed_error *err)
{
    t2s_query *query;
    t2sed_status status = T2SED_OK;
    if (!candidate->has_match) {
        forget_match(&candidate->match);
        status = t2s_candidate_query(&query, candidate, err);
        if (status == T2SED_OK)
            status = match(&candidate->match, query, candidate->of, err);
        candidate->has_match = status == T2SED_OK;
    }
    *out = &candidate->match;
    return status;
}

t2sed_status t2s_candidate_effects(const t2s_effects **out,
                                   t2s_candidate *candidate, t2sed_error *err)
{
    t2sed_witness *witness;
    t2s_query *query;
    t2sed_status status = T2SED_OK;
    if (!candidate->has_effects) {
        status = t2s_candidate_query(&query, candidate, err);
        if (status == T2SED_OK)
            status = t2s_case_witness(&witness, candidate->of, err);
        if (status == T2SED_OK && witness)
            status = t2s_effects_find(&candidate->effects, witness,
                                      candidate->sql, query, err);
        candidate->has_effects = status == T2SED_OK;
    }
    *out = &candidate->effects;
    return status;
}

t2sed_status t2s_candidate_refusal(const t2s_refusal **out,
                                   t2s_candidate *candidate, t2sed_error *err)
{
    t2sed_evidence *of = candidate->of;
    t2sed_status status = T2SED_OK;
    *out = &candidate->refusal;
    if (candidate->has_refusal || !of->schema || of->execution)
        return T2SED_OK;
    if (!of->refusals)
        status = t2s_refusals_open(
            &of->refusals, of->schema,
            t2s_database_options(of->database)->isolation, err);
    if (status == T2SED_OK)
        status = t2s_refusals_ask(&candidate->refusal, of->refusals,
                                  candidate->sql, err);
    candidate->has_refusal = status == T2SED_OK;
    return status;
}
