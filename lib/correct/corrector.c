/* corrector.c - what is made of a query: edits, and queries of other sources.
 */
#include "t2sed/corrector.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "correct/rank.h"
#include "correct/repair.h"
#include "correct/syntax.h"
#include "correct/written.h"
#include "database/database.h"
#include "t2sed/checker.h"
#include "t2sed/parts/scorer.h"
#include "t2sed/parts/trigger.h"

/* The score of a query of another source that can't be compared. */
#define UNREAD (-20.0)
/* That of a given query that is not understood, where something was said of
 * it: log odds that it is right all the same. */
#define SAID_WRONG (-4.0)
/* One with names that the database has not. */
#define CANNOT_RUN (-10.0)

static const t2sed_corrector_options usual = {.struct_size = sizeof usual,
                                              .checked = 6,
                                              .most = 10,
                                              .written = 10,
                                              .likely = 8};

void t2sed_corrector_options_init(t2sed_corrector_options *options, size_t size)
{
    t2s_sized_init(options, size, &usual, sizeof usual);
}

void t2sed_correction_input_init(t2sed_correction_input *input, size_t size)
{
    static const t2sed_correction_input nothing = {.struct_size =
                                                       sizeof nothing};
    t2s_sized_init(input, size, &nothing, sizeof nothing);
}

/* --- opening --- */

static t2sed_status open_checker(t2sed_corrector *c, t2sed_error *err)
{
    t2sed_checker_options options;
    t2sed_scorer_options scorer;
    t2sed_trigger_options of_model;
    t2sed_status status;
    if (!c->options.model)
        return T2SED_OK;
    t2sed_checker_options_init(&options, sizeof options);
    t2sed_scorer_options_init(&scorer, sizeof scorer);
    scorer.judge = c->options.judge;
    options.scorer = &scorer;
    /* What the query has is compared with what corrections have. */
    options.judge_margin = INFINITY;
    options.alone = 1;
    options.ask = 0;
    options.answer = c->options.answer;
    t2sed_trigger_options_init(&of_model, sizeof of_model);
    status = t2sed_trigger_options_of(&of_model, c->options.model,
                                      options.precision, err);
    if (status == T2SED_ENOTFOUND && options.answer == 0)
        options.answer = of_model.answer; /* it has no thresholds */
    return status == T2SED_OK || status == T2SED_ENOTFOUND
               ? t2sed_checker_new(&c->checker, c->options.model, c->database,
                                   &options, err)
               : status;
}

static t2sed_status open_parts(t2sed_corrector *c, t2sed_error *err)
{
    t2sed_status status =
        t2s_corrector_read_weights(c, c->options.weights, err);
    c->predictor = c->options.schema_predictor;
    c->sketcher = c->options.sketcher;
    if (status == T2SED_OK && !c->predictor) {
        status = t2sed_schema_predictor_open(&c->own_predictor, NULL, err);
        c->predictor = c->own_predictor;
    }
    if (status == T2SED_OK && !c->sketcher) {
        status = t2sed_sketcher_open(&c->own_sketcher, NULL, err);
        c->sketcher = c->own_sketcher;
    }
    if (status == T2SED_OK)
        status = t2s_routes_make(&c->routes, c->schema, err);
    if (status == T2SED_OK)
        status = t2sed_linker_new(&c->linker, c->database, err);
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&c->values, c->database, err);
    if (status == T2SED_OK)
        status = t2sed_database_new_schema(&c->bare, c->schema, NULL, err);
    if (status == T2SED_OK)
        status = t2sed_evidence_new(&c->names, c->bare, err);
    if (status == T2SED_OK)
        status = t2s_written_open(c, err);
    return status == T2SED_OK ? open_checker(c, err) : status;
}

t2sed_status t2sed_corrector_new(t2sed_corrector **out,
                                 t2sed_database *database,
                                 const t2sed_corrector_options *given,
                                 t2sed_error *err)
{
    t2sed_corrector_options options;
    t2sed_corrector *c;
    t2sed_status status;
    if (!out || !database)
        return t2s_fail_null(err, __func__, "out and database");
    status = T2S_READ_SIZED(t2sed_corrector_options, &options, given, err);
    if (status == T2SED_OK && (options.checked < 0 || options.checked > 64 ||
                               options.most < 1 || options.most > 64))
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "corrector: checked is %d and most %d, expected 0 to "
                          "64 and 1 to 64",
                          (int)options.checked, (int)options.most);
    if (status == T2SED_OK && !(options.answer >= 0 && options.answer <= 1))
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "corrector: answer is %g, expected 0 to 1",
                          options.answer);
    if (status == T2SED_OK && !t2sed_database_schema(database))
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "corrector: the database has no schema");
    if (status != T2SED_OK)
        return status;
    c = t2s_zalloc(sizeof *c);
    if (!c)
        return t2s_fail_memory(err);
    c->database = t2s_database_retain(database);
    c->schema = t2sed_database_schema(database);
    c->options = options;
    status = open_parts(c, err);
    c->options.weights = NULL; /* the caller's, like the model */
    c->options.model = NULL;
    c->options.language_model = NULL;
    if (status == T2SED_OK)
        *out = c;
    else
        t2sed_corrector_free(c);
    return status;
}

void t2sed_corrector_free(t2sed_corrector *c)
{
    if (!c)
        return;
    t2sed_checker_free(c->checker);
    t2sed_constraint_free(c->constraint);
    t2sed_language_session_free(c->session);
    t2sed_evidence_free(c->names);
    t2sed_database_free(c->bare);
    t2sed_evidence_free(c->values);
    t2sed_linker_free(c->linker);
    t2s_routes_free(&c->routes);
    t2sed_sketcher_free(c->own_sketcher);
    t2sed_schema_predictor_free(c->own_predictor);
    t2sed_database_free(c->database);
    t2s_free(c);
}

/* --- making corrections --- */

/* Adds a correction; `text` is its query, in the arena. */
static t2s_made *add(t2s_correcting *w, const char *text, double score,
                     int source)
{
    t2s_made one = {.score = score};
    one.shown.sql = text;
    one.shown.source = source;
    one.shown.detected = one.shown.log_probability = NAN;
    one.shown.reason = "";
    return text && t2s_vector_push(&w->out->list, one)
               ? &w->out->list.at[w->out->list.count - 1]
               : NULL;
}

static bool explain(t2s_correcting *w, t2s_made *to, const t2s_draft *draft)
{
    t2s_string reason = {0};
    bool fits;
    if (draft)
        t2s_case_reason(&reason, &w->of, draft);
    if (t2s_made_here(to) && strcmp(w->given->text, w->text) != 0)
        t2s_string_append(&reason, reason.length ? "; its syntax is repaired"
                                                 : "its syntax is repaired");
    if (t2s_made_here(to) && w->sql != w->given)
        t2s_string_append(&reason, reason.length ? "; names are the database's"
                                                 : "names are the database's");
    if (draft && reason.length == 0)
        t2s_string_append(&reason, "nothing is changed");
    fits = !reason.failed;
    if (reason.text)
        to->shown.reason = t2s_arena_strdup(&w->out->arena, reason.text);
    t2s_string_free(&reason);
    return fits && to->shown.reason;
}

static bool add_draft(t2s_correcting *w, const t2s_found_draft *found)
{
    t2s_string printed = {0}, text = {0};
    t2s_script script = {0};
    t2s_made *to = NULL;
    bool fits;
    t2s_draft_print(&printed, &w->of.desk, &found->draft);
    fits = !printed.failed &&
           t2s_script_make(&script, &text, &w->out->arena, w->text, w->length,
                           printed.text, printed.length);
    if (fits)
        to = add(w, t2s_arena_strndup(&w->out->arena, text.text, text.length),
                 found->score,
                 script.count ? T2SED_CORRECTION_EDIT : T2SED_CORRECTION_GIVEN);
    fits = to && explain(w, to, &found->draft);
    if (to)
        to->script = script;
    else
        t2s_vector_free(&script);
    if (fits && w->corrector->options.features)
        fits = !isnan(t2s_weigh(&w->of, &found->draft, &to->row));
    t2s_string_free(&printed);
    t2s_string_free(&text);
    return fits;
}

/* The score of a draft that was made elsewhere. */
static double weigh(t2s_correcting *w, const t2s_draft *draft, bool understood)
{
    return !w->understood ? 0
           : understood   ? t2s_weigh(&w->of, draft, NULL)
                          : UNREAD;
}

/* The same for a query of another source: its draft has no bytes of the given
 * query, so that only what is understood can be the same. */
static t2sed_status add_other(t2s_correcting *w, const char *text,
                              const t2sed_correction *like, t2sed_error *err)
{
    const size_t before = w->of.desk.values.count;
    t2s_desk *desk = &w->of.desk;
    const char *own = desk->text;
    const size_t own_length = desk->length;
    t2sed_sql *sql = NULL;
    t2s_draft draft;
    bool understood = false;
    t2s_made *to;
    t2sed_status status = t2sed_sql_parse(&sql, text ? text : "", err);
    if (status != T2SED_OK)
        return status == T2SED_ENOMEM ? status : T2SED_OK;
    desk->text = sql->text;
    desk->length = sql->length;
    status = t2s_draft_read(&draft, &understood, desk, sql, err);
    desk->text = own;
    desk->length = own_length;
    if (status == T2SED_OK) {
        to = add(w, t2s_arena_strdup(&w->out->arena, text),
                 weigh(w, &draft, understood), like->source);
        if (!to || !explain(w, to, understood ? &draft : NULL) ||
            (understood && w->corrector->options.features &&
             isnan(t2s_weigh(&w->of, &draft, &to->row)))) {
            status = t2s_fail_memory(err);
        } else {
            to->shown.extra = like->extra;
            to->shown.log_probability = like->log_probability;
        }
    }
    desk->values.count = before;
    t2sed_sql_free(sql);
    return status == T2SED_ELIMIT ? T2SED_OK : status;
}

static t2sed_status add_extras(t2s_correcting *w, t2sed_error *err)
{
    const double *known = w->input->extra_log_probabilities;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; status == T2SED_OK && i < w->input->extra_count; i++) {
        const t2sed_correction like = {.source = T2SED_CORRECTION_EXTRA,
                                       .extra = i,
                                       .log_probability =
                                           known ? known[i] : (double)NAN};
        status = add_other(w, w->input->extra[i], &like, err);
    }
    return status;
}

/* A query that is not understood, as it is. */
static bool add_given(t2s_correcting *w)
{
    t2s_string text = {0};
    t2s_script script = {0};
    t2s_made *to = NULL;
    if (t2s_script_make(&script, &text, &w->out->arena, w->text, w->length,
                        w->sql->text, w->sql->length))
        to = add(w, t2s_arena_strndup(&w->out->arena, text.text, text.length),
                 w->input->feedback ? SAID_WRONG : 0,
                 script.count ? T2SED_CORRECTION_EDIT : T2SED_CORRECTION_GIVEN);
    if (to)
        to->script = script;
    else
        t2s_vector_free(&script);
    t2s_string_free(&text);
    return to && explain(w, to, NULL);
}

/* Where the query has names that the database has not, and nothing is like
 * them: corrections that kept one fall behind. */
static t2sed_status weigh_names(t2s_correcting *w, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (w->can_run)
        return T2SED_OK;
    for (size_t i = 0; status == T2SED_OK && i < w->out->list.count; i++) {
        bool can_run = true;
        t2s_made *one = &w->out->list.at[i];
        status = t2s_can_run(&can_run, w->corrector->names, one->shown.sql,
                             strlen(one->shown.sql), err);
        one->score += can_run ? 0 : CANNOT_RUN;
    }
    return status;
}

static t2sed_status find(t2s_correcting *w, t2sed_error *err)
{
    t2sed_status status = t2s_case_read(&w->of, &w->understood, &w->prediction,
                                        w->corrector, w->input, w->sql, err);
    if (status == T2SED_OK && w->understood) {
        status = t2s_search_run(&w->search, &w->of, err);
        for (size_t i = 0; status == T2SED_OK && i < w->search.kept.count; i++)
            if (!add_draft(w, &w->search.kept.at[i]))
                status = t2s_fail_memory(err);
    } else if (status == T2SED_OK && !add_given(w)) {
        status = t2s_fail_memory(err);
    }
    if (status == T2SED_OK)
        status = add_extras(w, err);
    return status == T2SED_OK ? weigh_names(w, err) : status;
}

/* --- the language model --- */

static t2sed_status spell(const char **out, t2s_correcting *w,
                          const char *query, t2sed_error *err)
{
    return t2s_written_spell(out, &w->out->arena, w->corrector->schema, query,
                             err);
}

/* Asks how likely the best edits are. */
static t2sed_status
add_likelihoods(t2s_correcting *w, const t2sed_prompt *prompt, t2sed_error *err)
{
    const size_t most = (size_t)w->corrector->options.likely;
    const char *texts[T2S_WRITTEN_MOST];
    double logs[T2S_WRITTEN_MOST];
    t2s_made *of[T2S_WRITTEN_MOST];
    size_t count = 0;
    t2sed_status status = t2s_rank(w->out, err);
    for (size_t i = 0; status == T2SED_OK && i < w->out->list.count; i++) {
        t2s_made *one = &w->out->list.at[i];
        status = spell(&one->spelled, w, one->shown.sql, err);
        if (status != T2SED_OK || !one->spelled || !t2s_made_here(one) ||
            count == most)
            continue;
        of[count] = one;
        texts[count++] = one->spelled;
    }
    if (status == T2SED_OK)
        status = t2s_written_likelihoods(logs, w->corrector, prompt, texts,
                                         count, err);
    for (size_t i = 0; status == T2SED_OK && i < count; i++)
        of[i]->shown.log_probability = logs[i];
    return status;
}

/* Whether a query is there already, or is the given one. */
static bool is_known(const t2s_correcting *w, const char *given,
                     const char *spelled)
{
    bool known = given && strcmp(given, spelled) == 0;
    for (size_t i = 0; i < w->out->list.count && !known; i++)
        known = w->out->list.at[i].spelled &&
                strcmp(w->out->list.at[i].spelled, spelled) == 0;
    return known;
}

static t2sed_status add_written(t2s_correcting *w, const t2sed_prompt *prompt,
                                t2sed_error *err)
{
    t2sed_generations *made = NULL;
    const char *given, *spelled;
    t2sed_status status = t2s_written_make(&made, w->corrector, prompt, err);
    if (status == T2SED_OK)
        status = spell(&given, w, w->given->text, err);
    for (size_t i = 0; status == T2SED_OK && i < t2sed_generations_count(made);
         i++) {
        t2sed_generation one = {.struct_size = sizeof one};
        t2sed_correction like = {.source = T2SED_CORRECTION_WRITTEN};
        const size_t before = w->out->list.count;
        t2sed_generations_get(made, i, &one, NULL);
        like.log_probability = one.log_probability;
        if (!one.ended)
            continue;
        status = spell(&spelled, w, one.text, err);
        if (status == T2SED_OK && spelled && !is_known(w, given, spelled))
            status = add_other(w, one.text, &like, err);
        if (w->out->list.count > before)
            w->out->list.at[before].spelled = spelled;
    }
    t2sed_generations_free(made);
    return status;
}

/* What the language model adds, where something was said of the query. */
static t2sed_status consult(t2s_correcting *w, t2sed_error *err)
{
    t2sed_prompt *prompt = NULL;
    t2sed_status status;
    if (!w->corrector->session || !w->input->feedback)
        return T2SED_OK;
    status =
        t2s_written_ask(&prompt, w->corrector, w->input, w->prediction, err);
    if (status == T2SED_OK)
        status = add_likelihoods(w, prompt, err);
    if (status == T2SED_OK)
        status = add_written(w, prompt, err);
    t2sed_prompt_free(prompt);
    /* Too long for the model: the edits do without it. */
    return status == T2SED_ELIMIT ? T2SED_OK : status;
}

static t2sed_status correct(t2s_correcting *w, t2sed_error *err)
{
    t2sed_status status = find(w, err);
    if (status == T2SED_OK)
        status = consult(w, err);
    if (status == T2SED_OK)
        status = t2s_rank_all(w, err);
    t2s_search_free(&w->search);
    t2s_case_free(&w->of);
    t2sed_schema_prediction_free(w->prediction);
    return status;
}

static bool are_log_probabilities(const t2sed_correction_input *input)
{
    for (size_t i = 0; input->extra_log_probabilities && i < input->extra_count;
         i++)
        if (input->extra_log_probabilities[i] > 0 ||
            isinf(input->extra_log_probabilities[i]))
            return false;
    return true;
}

static t2sed_status check_input(const t2sed_correction_input *input,
                                t2sed_error *err)
{
    if (!input->question || !input->sql ||
        (input->extra_count && !input->extra))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "corrector: the question, the query or the extra "
                        "queries are NULL");
    return are_log_probabilities(input)
               ? T2SED_OK
               : t2s_fail(err, T2SED_EINVAL, -1,
                          "corrector: a log-probability is above 0 or "
                          "infinite");
}

/* Corrects a query whose text is w->text. */
static t2sed_status correct_text(t2s_correcting *w, t2sed_error *err)
{
    t2sed_sql *sql = NULL, *repaired = NULL;
    t2sed_status status = t2s_parse_or_repair(&sql, w->text, w->length, err);
    if (status == T2SED_OK)
        status =
            t2s_repair(&repaired, &w->can_run, w->corrector->names, sql, err);
    if (status == T2SED_OK) {
        w->given = sql;
        w->sql = repaired ? repaired : sql;
        status = correct(w, err);
    }
    t2sed_sql_free(repaired);
    t2sed_sql_free(sql);
    return status;
}

t2sed_status t2sed_corrector_correct(t2sed_corrections **out,
                                     t2sed_corrector *corrector,
                                     const t2sed_correction_input *given,
                                     t2sed_error *err)
{
    t2sed_correction_input input;
    t2s_correcting *w;
    t2sed_status status;
    if (!out || !corrector || !given)
        return t2s_fail_null(err, __func__, "out, corrector and input");
    status = T2S_READ_SIZED(t2sed_correction_input, &input, given, err);
    if (status == T2SED_OK)
        status = check_input(&input, err);
    if (status != T2SED_OK)
        return status;
    w = t2s_zalloc(sizeof *w);
    if (!w || !(w->out = t2s_zalloc(sizeof *w->out))) {
        t2s_free(w);
        return t2s_fail_memory(err);
    }
    w->corrector = corrector;
    w->length = input.length ? input.length : strlen(input.sql);
    /* What scans the text needs a NUL behind it. */
    w->text = input.sql =
        t2s_arena_strndup(&w->out->arena, input.sql, w->length);
    input.length = w->length;
    w->input = &input;
    w->can_run = true;
    status = w->text ? t2s_feedback_read(&w->feedback, corrector, &input, err)
                     : t2s_fail_memory(err);
    input.feedback = w->feedback.said;
    if (status == T2SED_OK)
        status = correct_text(w, err);
    if (status == T2SED_OK)
        *out = w->out;
    else
        t2sed_corrections_free(w->out);
    t2s_feedback_free(&w->feedback);
    t2s_free(w);
    return status;
}

/* --- corrections --- */

void t2sed_corrections_free(t2sed_corrections *corrections)
{
    if (!corrections)
        return;
    for (size_t i = 0; i < corrections->list.count; i++) {
        t2s_vector_free(&corrections->list.at[i].script);
        t2s_vector_free(&corrections->list.at[i].row);
    }
    t2s_vector_free(&corrections->list);
    t2s_arena_free(&corrections->arena);
    t2s_free(corrections);
}

size_t t2sed_corrections_count(const t2sed_corrections *corrections)
{
    return corrections ? corrections->list.count : 0;
}

t2sed_status t2sed_corrections_get(const t2sed_corrections *corrections,
                                   size_t i, t2sed_correction *out,
                                   t2sed_error *err)
{
    if (!corrections || !out)
        return t2s_fail_null(err, __func__, "corrections and out");
    if (i >= corrections->list.count)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "corrections: there is no correction %zu, expected 0 "
                        "to below %zu",
                        i, corrections->list.count);
    return t2s_sized_write(out, &corrections->list.at[i].shown,
                           sizeof corrections->list.at[i].shown,
                           "t2sed_correction", err);
}
