/* check.c - scorer, agreement, re-ranker, trigger and findings in one call.
 */
#include "decide/checker.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "base/system.h"
#include "case/candidate.h"
#include "decide/consult.h"
#include "decide/report.h"
#include "decide/trigger.h"
#include "link/linker.h"
#include "model/scorer.h"
#include "sketch/heads.h"

/* One question at work: what the re-ranker reads of its candidates. */
typedef struct check {
    t2sed_checker *checker;
    const t2sed_beam *beam;
    t2sed_report *report;
    const t2sed_sketch *sketch; /* NULL: not needed */
    t2sed_sketch *own_sketch;   /* where the scorer predicted none */
    t2sed_signals signals;
    double *numbers; /* [3, count] probabilities, agreement with the sketch,
                        verdicts of linking */
    int *empty;      /* [3, count] which are, which texts repeat others, and
                        outcomes */
} check;

static size_t length_of(const t2sed_beam *beam, size_t i)
{
    return beam->lengths ? beam->lengths[i] : strlen(beam->queries[i]);
}

static void read_probabilities(check *k)
{
    for (size_t i = 0; i < k->beam->count; i++)
        k->numbers[i] = t2sed_scores_probability(k->report->scores, i);
    k->signals.probability = k->numbers;
}

static t2sed_status score(check *k, t2sed_error *err)
{
    const t2sed_status status = t2sed_scorer_score(
        &k->report->scores, k->checker->scorer, k->beam, err);
    if (status == T2SED_OK)
        read_probabilities(k);
    return status;
}

/* Finds which queries have the text of one before them, of the same parser;
 * false when memory is short. */
static bool find_repeated(check *k)
{
    const t2sed_beam *beam = k->beam;
    const int *sources = k->signals.sources;
    int *repeats = k->empty + beam->count;
    t2s_string key = {0};
    t2s_map seen = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < beam->count; i++) {
        t2s_string_clear(&key);
        t2s_string_append_format(&key, "%d ", sources ? sources[i] : 0);
        t2s_string_append_n(&key, beam->queries[i], length_of(beam, i));
        ok = !key.failed;
        repeats[i] = ok && t2s_map_get(&seen, key.text, key.length, 0) > 0;
        ok = ok && t2s_map_set(&seen, key.text, key.length, 1);
    }
    t2s_map_free(&seen);
    t2s_string_free(&key);
    k->signals.repeats = repeats;
    return ok;
}

/* What became of candidate i, for the order: what can't be judged is no answer
 * there, though it ran. */
static int note_outcome(t2sed_agreement *to, const t2s_translated *queries,
                        size_t i)
{
    if (queries->outcomes[i] < 0)
        return to->outcomes[i];
    to->outcomes[i] = queries->outcomes[i];
    to->rows[i] = queries->rows[i];
    return to->outcomes[i] == T2SED_OUTCOME_FAILED ? T2SED_OUTCOME_FAILED
                                                   : T2SED_OUTCOME_UNSUPPORTED;
}

/* None runs twice: the evidence remembers what was run for it. */
static t2sed_status agree(check *k, t2sed_error *err)
{
    int *outcomes = k->empty + 2 * k->beam->count;
    t2sed_agreement **to = &k->report->agreement;
    t2sed_status status =
        t2sed_agreement_new(to, k->checker->evidence, k->beam->queries,
                            k->beam->lengths, k->beam->count, NULL, err);
    if (status == T2SED_OK && !find_repeated(k))
        status = t2s_fail_memory(err);
    if (status != T2SED_OK)
        return status;
    if (!k->signals.groups && !k->signals.agreement)
        k->signals.groups = (*to)->groups;
    for (size_t i = 0; i < k->beam->count; i++)
        outcomes[i] = note_outcome(*to, &k->report->translated, i);
    if (!k->signals.outcomes)
        k->signals.outcomes = outcomes;
    for (size_t i = 0; i < k->beam->count; i++)
        k->empty[i] = outcomes[i] == T2SED_OUTCOME_RAN && (*to)->rows[i] == 0;
    if (!k->signals.empty)
        k->signals.empty = k->empty;
    return t2sed_reranker_probabilities(k->report->probabilities,
                                        k->checker->reranker, &k->signals, err);
}

/* The verdicts on query i that the re-ranker reads; NaN: unknown. */
static t2sed_status find_verdicts(check *k, size_t i, unsigned needs,
                                  t2sed_error *err)
{
    const size_t count = k->beam->count;
    t2s_candidate *candidate;
    t2s_query *query;
    t2sed_status status =
        t2s_case_candidate(&candidate, k->checker->evidence,
                           k->beam->queries[i], length_of(k->beam, i), err);
    k->numbers[count + i] = k->numbers[2 * count + i] = (double)NAN;
    if (status != T2SED_OK || !candidate->sql)
        return status;
    status = t2s_candidate_query(&query, candidate, err);
    if (status == T2SED_OK && needs & T2SED_SIGNAL_SKETCH)
        k->numbers[count + i] = t2s_sketch_fit_of(k->sketch, query).agreement;
    if (status == T2SED_OK && k->checker->linker) {
        t2sed_links *links = NULL;
        status =
            t2s_linker_link(&links, k->checker->linker, k->beam->question,
                            candidate->sql, query, k->beam->conversation, err);
        k->numbers[2 * count + i] = t2sed_links_score(links);
        t2sed_links_free(links);
    }
    return status;
}

static t2sed_status find_all_verdicts(check *k, t2sed_error *err)
{
    const unsigned needs = t2sed_reranker_needs(k->checker->reranker) &
                           (T2SED_SIGNAL_SKETCH | T2SED_SIGNAL_LINK);
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; needs && status == T2SED_OK && i < k->beam->count; i++)
        status = find_verdicts(k, i, needs, err);
    if (needs & T2SED_SIGNAL_SKETCH && !k->signals.sketch)
        k->signals.sketch = k->numbers + k->beam->count;
    if (needs & T2SED_SIGNAL_LINK && !k->signals.link)
        k->signals.link = k->numbers + 2 * k->beam->count;
    return status;
}

static t2sed_status find_all(check *k, t2sed_error *err)
{
    t2sed_report *report = k->report;
    t2sed_evidence *evidence = k->checker->evidence;
    t2sed_status status = T2SED_OK;
    report->findings = t2s_zalloc_array(report->count, sizeof(void *));
    if (!report->findings)
        return t2s_fail_memory(err);
    if (k->sketch)
        status = t2sed_evidence_set_sketch(evidence, k->sketch, err);
    if (status == T2SED_OK && evidence->earlier != k->beam->conversation)
        status = t2sed_evidence_set_conversation(evidence,
                                                 k->beam->conversation, err);
    for (size_t i = 0; status == T2SED_OK && i < report->count; i++) {
        const t2sed_error *unread = report->translated.errors[i];
        if (unread && unread->code == T2SED_EUNSUPPORTED)
            continue; /* it may be right: it is not known */
        if (unread && report->translated.outcomes[i] >= 0)
            status =
                t2s_findings_refused(&report->findings[i], unread->text, err);
        else if (unread)
            status =
                t2s_findings_unread(&report->findings[i], report->given[i].text,
                                    report->given[i].length, unread, err);
        else
            status = t2sed_findings_parse_n(&report->findings[i], evidence,
                                            k->beam->queries[i],
                                            length_of(k->beam, i), err);
        if (status == T2SED_OK && report->translated.read[i])
            t2s_findings_to_source(report->findings[i],
                                   report->translated.read[i]);
        t2s_findings_reduce(report->findings[i], &k->checker->rules);
        /* A query that can't be read has a status of its own. */
        if (status == T2SED_ESYNTAX || status == T2SED_ELIMIT ||
            status == T2SED_EUTF8 || status == T2SED_EEMPTY)
            status = T2SED_OK;
        if (status == T2SED_OK && report->findings[i])
            status = t2sed_findings_weigh(report->findings[i], report->scores,
                                          i, k->checker->all_findings, err);
    }
    return status;
}

/* Why candidates have the probabilities that they have. */
static t2sed_status explain(check *k, t2sed_error *err)
{
    t2sed_report *report = k->report;
    t2sed_reasons_options options;
    t2sed_status status = T2SED_OK;
    t2sed_reasons_options_init(&options, sizeof options);
    options.all = k->checker->all_findings;
    options.threshold = report->threshold;
    t2s_report_drop_reasons(report);
    report->reasons = t2s_zalloc_array(report->count, sizeof(void *));
    if (!report->reasons)
        return t2s_fail_memory(err);
    for (size_t i = 0; status == T2SED_OK && i < report->count; i++) {
        options.probability = report->probabilities[i];
        options.confidence = t2sed_ranking_confidence(report->ranking, i);
        status = t2sed_reasons_new(&report->reasons[i], report->scores, i,
                                   report->findings[i], &options, err);
    }
    return status;
}

static t2sed_status order(check *k, t2sed_error *err)
{
    t2sed_ranking_free(k->report->ranking);
    k->report->ranking = NULL;
    return t2sed_reranker_apply(&k->report->ranking, k->checker->reranker,
                                &k->signals, err);
}

/* Asks the judge, once for all candidates, where that may change the order or
 * the decision. */
static t2sed_status consult(check *k, t2sed_error *err)
{
    const t2sed_checker *c = k->checker;
    t2sed_report *report = k->report;
    t2sed_status status;
    if (!t2s_consult_is_due(report, c->judge, c->judge_margin))
        return T2SED_OK;
    status =
        c->findings && t2s_reads_reasons(c->judge) ? explain(k, err) : T2SED_OK;
    if (status == T2SED_OK)
        status = t2s_consult(report, c->model, c->judge, k->beam, err);
    if (status == T2SED_OK) {
        read_probabilities(k);
        status = t2sed_reranker_probabilities(report->probabilities,
                                              c->reranker, &k->signals, err);
    }
    return status == T2SED_OK ? order(k, err) : status;
}

/* Puts the threshold for the best query into the report. Returns the index of
 * its trigger: 1 if the query covers its question, else 0. */
static int choose_threshold(const check *k)
{
    t2sed_report *report = k->report;
    t2sed_score score = T2SED_SCORE_INIT;
    int covered;
    if (report->count)
        t2sed_scores_get(report->scores,
                         t2sed_ranking_candidate(report->ranking, 0), &score,
                         NULL);
    covered = score.words_left >= 0 && score.words_left <= T2S_COVERED_WORDS;
    report->threshold = k->checker->thresholds[covered];
    report->abstain = k->checker->abstain[covered];
    return covered;
}

/* What can't run is no answer, whatever its probability. Beside one that can't
 * be judged, and where the best can't, it is not known that all are wrong. */
static int decide(const t2sed_report *report, const t2sed_trigger *trigger,
                  size_t best)
{
    if (t2s_report_all_refused(report))
        return T2SED_DECISION_ABSTAIN;
    if (isnan(report->probabilities[best]) ||
        t2s_report_is_refused(report, best))
        return T2SED_DECISION_ASK;
    return t2sed_trigger_decide(trigger, t2s_report_confidence(report, best));
}

static t2sed_status rank(check *k, t2sed_error *err)
{
    t2sed_report *report = k->report;
    t2sed_status status = order(k, err);
    if (status == T2SED_OK && k->checker->judge) {
        choose_threshold(k);
        status = consult(k, err);
    }
    if (status == T2SED_OK) {
        const size_t best = t2sed_ranking_candidate(report->ranking, 0);
        const t2sed_trigger *trigger =
            k->checker->triggers[choose_threshold(k)];
        report->decision = decide(report, trigger, best);
        /* What counts most comes first. */
        report->topic =
            report->findings && t2sed_findings_count(report->findings[best])
                ? 0
                : (size_t)-1;
    }
    return status;
}

/* What to ask, where the decision or the caller wants that. */
static t2sed_status ask(check *k, t2sed_error *err)
{
    t2sed_report *report = k->report;
    t2sed_checker *c = k->checker;
    if (c->ask == 0 || (c->ask == 1 && report->decision != T2SED_DECISION_ASK))
        return T2SED_OK;
    return t2s_ask_find(report, &c->witness, c->evidence, err);
}

/* What the scorer predicted for its features, or a sketch of our own. */
static t2sed_status sketch(check *k, t2sed_error *err)
{
    t2sed_sketch_options options;
    t2sed_status status;
    k->sketch = k->checker->scorer->preparer.gatherer.sketch;
    if (k->sketch || !k->checker->sketcher)
        return T2SED_OK;
    t2sed_sketch_options_init(&options, sizeof options);
    options.conversation = k->beam->conversation;
    status = t2sed_sketcher_predict(
        &k->own_sketch, k->checker->sketcher, k->beam->question,
        k->checker->evidence->schema, &options, err);
    k->sketch = k->own_sketch;
    return status;
}

/* Fills in the report. */
static t2sed_status run(check *k, t2sed_error *err)
{
    t2sed_status status = score(k, err);
    if (status == T2SED_OK)
        status = sketch(k, err);
    if (status == T2SED_OK)
        status = agree(k, err);
    if (status == T2SED_OK)
        status = find_all_verdicts(k, err);
    if (status == T2SED_OK && k->checker->findings)
        status = find_all(k, err);
    if (status == T2SED_OK)
        status = rank(k, err);
    if (status == T2SED_OK)
        status = ask(k, err);
    return status == T2SED_OK && k->checker->findings ? explain(k, err)
                                                      : status;
}

/* Runs it, with a database of the host's asked queries as they were written. */
static t2sed_status run_as_written(check *k, t2sed_error *err)
{
    t2sed_database *database = k->checker->evidence->database;
    const t2s_translated *queries = &k->report->translated;
    t2sed_status status = T2SED_OK;
    for (size_t i = 0; status == T2SED_OK && i < queries->count; i++)
        if (queries->read[i])
            status = t2s_database_remember(database, queries->read[i], err);
    if (status == T2SED_OK)
        status = run(k, err);
    for (size_t i = 0; i < queries->count; i++)
        t2s_database_forget(database, queries->read[i]);
    return status;
}

/* What is read and predicted lives until all have asked for it. */
static void begin_case(t2sed_checker *c)
{
    c->evidence->candidates.are_held = true;
    c->scorer->keeps_question = true;
}

static void end_case(t2sed_checker *c)
{
    t2s_case_clear_question(c->evidence); /* or it is read again */
    t2s_gatherer_clear(&c->scorer->preparer.gatherer);
    c->evidence->candidates.are_held = false;
    t2s_case_forget(c->evidence);
}

void t2sed_check_input_init(t2sed_check_input *input, size_t size)
{
    static const t2sed_check_input nothing = {.struct_size = sizeof nothing};
    t2s_sized_init(input, size, &nothing, sizeof nothing);
}

static bool keep(t2s_text *to, t2s_arena *arena, const char *text, size_t n)
{
    to->text = t2s_arena_strndup(arena, text, n);
    to->length = n;
    return to->text != NULL;
}

/* Keeps what was asked for t2sed_report_to_json; false when memory is short. */
static bool keep_input(t2sed_report *report, const t2sed_checker *checker,
                       const t2sed_check_input *input)
{
    t2s_arena *arena = &report->arena;
    const t2sed_database *database = checker->evidence->database;
    const char *slash = t2s_system_last_slash(checker->model->path);
    size_t n;
    const char *text = t2sed_question_text(input->question, &n);
    bool kept = !text || keep(&report->question, arena, text, n);
    text = t2sed_question_knowledge(input->question, &n);
    kept = kept && (!text || keep(&report->knowledge, arena, text, n));
    report->given =
        t2s_arena_alloc_array(arena, input->count, sizeof *report->given);
    kept = kept && report->given;
    for (size_t i = 0; kept && input->queries && i < input->count; i++) {
        report->given[i] = (t2s_text){NULL, 0};
        text = input->queries[i];
        if (text)
            kept = keep(&report->given[i], arena, text,
                        input->lengths ? input->lengths[i] : strlen(text));
    }
    report->model =
        t2s_arena_strdup(arena, slash ? slash + 1 : checker->model->path);
    report->known = !database ? "none"
                    : t2sed_database_has_rows(database) &&
                            t2sed_model_feature_count(checker->model) > 0
                        ? "rows"
                        : "schema";
    report->dialect = checker->dialect;
    report->note = checker->note;
    return kept && report->model;
}

static void set_up(check *k, t2sed_beam *beam, const t2sed_check_input *input)
{
    t2sed_beam_init(beam, sizeof *beam);
    beam->evidence = k->checker->evidence;
    beam->question = input->question;
    beam->conversation = input->conversation;
    beam->queries = input->queries;
    beam->lengths = input->lengths;
    beam->count = input->count;
    t2sed_signals_init(&k->signals, sizeof k->signals);
    k->signals.count = input->count;
    k->signals.parser_score = input->scores;
    k->signals.sources = input->sources;
}

t2sed_status t2sed_checker_check_input(t2sed_report **out,
                                       t2sed_checker *checker,
                                       const t2sed_check_input *given,
                                       t2sed_error *err)
{
    t2sed_check_input input;
    t2sed_beam beam;
    check k = {.checker = checker, .beam = &beam};
    t2sed_status status;
    if (!out || !checker || !given)
        return t2s_fail_null(err, __func__, "out, checker and input");
    t2sed_check_input_init(&input, sizeof input);
    status =
        t2s_sized_read(&input, sizeof input, given, "t2sed_check_input", err);
    if (status != T2SED_OK)
        return status;
    set_up(&k, &beam, &input);
    k.report = t2s_zalloc(sizeof *k.report);
    k.numbers = t2s_alloc_array(beam.count, 3 * sizeof *k.numbers);
    k.empty = t2s_alloc_array(beam.count, 3 * sizeof *k.empty);
    if (k.report)
        k.report->probabilities = t2s_alloc_array(beam.count, sizeof(double));
    if (k.report && k.report->probabilities && k.numbers && k.empty &&
        keep_input(k.report, checker, &input)) {
        k.report->count = beam.count;
        k.report->threshold = checker->thresholds[0];
        begin_case(checker);
        status = t2s_translated_make(&k.report->translated, &beam,
                                     checker->evidence, checker->dialect, err);
        if (status == T2SED_OK)
            status = run_as_written(&k, err);
        end_case(checker);
    } else {
        status = t2s_fail_memory(err);
    }
    t2sed_sketch_free(k.own_sketch);
    t2s_free(k.numbers);
    t2s_free(k.empty);
    if (status == T2SED_OK)
        *out = k.report;
    else
        t2sed_report_free(k.report);
    return status;
}

t2sed_status t2sed_checker_check(t2sed_report **out, t2sed_checker *checker,
                                 const char *text, const char *const *queries,
                                 const size_t *lengths, size_t count,
                                 t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_check_input input;
    t2sed_status status;
    if (!out || !checker || !text || (!queries && count > 0))
        return t2s_fail_null(err, __func__,
                             "out, checker, question and queries");
    status = t2sed_question_new(&question, text, err);
    if (status == T2SED_OK) {
        t2sed_check_input_init(&input, sizeof input);
        input.question = question;
        input.queries = queries;
        input.lengths = lengths;
        input.count = count;
        status = t2sed_checker_check_input(out, checker, &input, err);
    }
    t2sed_question_free(question);
    return status;
}
