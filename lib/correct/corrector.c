/* corrector.c - search, ranking and what comes of them. */
#include "t2sed/corrector.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/sort.h"
#include "correct/case.h"
#include "correct/repair.h"
#include "correct/script.h"
#include "database/database.h"
#include "t2sed/checker.h"

/* The score of a query of another source that can't be compared. */
#define UNREAD (-20.0)
/* One with names that the database has not. */
#define CANNOT_RUN (-10.0)

typedef struct made {
    t2sed_correction shown;
    double score;
    t2s_script script;
    t2s_row row;
} made;

struct t2sed_corrections {
    T2S_VECTOR(made) list;
    t2s_arena arena; /* texts */
};

static const t2sed_corrector_options usual = {
    .struct_size = sizeof usual, .checked = 6, .most = 10};

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

size_t t2sed_correction_feature_count(void)
{
    return T2S_FEATURES;
}

/* --- opening --- */

static t2sed_status open_checker(t2sed_corrector *c, t2sed_error *err)
{
    t2sed_checker_options options;
    t2sed_checker_options_init(&options, sizeof options);
    options.alone = 1;
    options.findings = 0;
    options.answer = 0.5;
    return c->options.model ? t2sed_checker_new(&c->checker, c->options.model,
                                                c->database, &options, err)
                            : T2SED_OK;
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

typedef struct work {
    t2sed_corrector *corrector;
    const t2sed_correction_input *input;
    const t2sed_sql *given;
    const t2sed_sql *sql; /* that, or with the names that the database has */
    t2s_case of;
    bool understood;
    bool can_run; /* all names of `sql` are the schema's */
    t2sed_schema_prediction *prediction;
    t2s_search search;
    t2sed_corrections *out;
} work;

/* Adds a correction; `text` is its query, in the arena. */
static made *add(work *w, const char *text, double score, int source)
{
    made one = {.score = score};
    one.shown.sql = text;
    one.shown.source = source;
    one.shown.detected = NAN;
    one.shown.reason = "";
    return text && t2s_vector_push(&w->out->list, one)
               ? &w->out->list.at[w->out->list.count - 1]
               : NULL;
}

static bool explain(work *w, made *to, const t2s_draft *draft)
{
    t2s_string reason = {0};
    bool fits;
    if (draft)
        t2s_case_reason(&reason, &w->of, draft);
    if (w->sql != w->given)
        t2s_string_append(&reason, reason.length ? "; names are the database's"
                                                 : "names are the database's");
    else if (draft && reason.length == 0)
        t2s_string_append(&reason, "nothing is changed");
    fits = !reason.failed;
    if (reason.text)
        to->shown.reason = t2s_arena_strdup(&w->out->arena, reason.text);
    t2s_string_free(&reason);
    return fits && to->shown.reason;
}

static bool add_draft(work *w, const t2s_found_draft *found)
{
    t2s_string printed = {0}, text = {0};
    t2s_script script = {0};
    made *to = NULL;
    bool fits;
    t2s_draft_print(&printed, &w->of.desk, &found->draft);
    fits = !printed.failed &&
           t2s_script_make(&script, &text, &w->out->arena, w->given->text,
                           w->given->length, printed.text, printed.length);
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

/* The same for a query of another source: its draft has no bytes of the given
 * query, so that only what is understood can be the same. */
static t2sed_status add_extra(work *w, size_t i, t2sed_error *err)
{
    const char *text = w->input->extra[i];
    const size_t before = w->of.desk.values.count;
    t2s_desk *desk = &w->of.desk;
    const char *own = desk->text;
    const size_t own_length = desk->length;
    t2sed_sql *sql = NULL;
    t2s_draft draft;
    bool understood = false;
    made *to;
    t2sed_status status = t2sed_sql_parse(&sql, text ? text : "", err);
    if (status != T2SED_OK)
        return status == T2SED_ENOMEM ? status : T2SED_OK;
    desk->text = sql->text;
    desk->length = sql->length;
    status = t2s_draft_read(&draft, &understood, desk, sql, err);
    desk->text = own;
    desk->length = own_length;
    if (status == T2SED_OK) {
        double score = !w->understood ? 0
                       : understood   ? t2s_weigh(&w->of, &draft, NULL)
                                      : UNREAD;
        to = add(w, t2s_arena_strdup(&w->out->arena, text), score,
                 T2SED_CORRECTION_EXTRA);
        if (!to || !explain(w, to, understood ? &draft : NULL) ||
            (understood && w->corrector->options.features &&
             isnan(t2s_weigh(&w->of, &draft, &to->row))))
            status = t2s_fail_memory(err);
        else
            to->shown.extra = i;
    }
    desk->values.count = before;
    t2sed_sql_free(sql);
    return status == T2SED_ELIMIT ? T2SED_OK : status;
}

/* A query that is not understood, as it is. */
static bool add_given(work *w)
{
    t2s_string text = {0};
    t2s_script script = {0};
    made *to = NULL;
    if (t2s_script_make(&script, &text, &w->out->arena, w->given->text,
                        w->given->length, w->sql->text, w->sql->length))
        to =
            add(w, t2s_arena_strndup(&w->out->arena, text.text, text.length), 0,
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
static t2sed_status weigh_names(work *w, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (w->can_run)
        return T2SED_OK;
    for (size_t i = 0; status == T2SED_OK && i < w->out->list.count; i++) {
        bool can_run = true;
        made *one = &w->out->list.at[i];
        status = t2s_can_run(&can_run, w->corrector->names, one->shown.sql,
                             strlen(one->shown.sql), err);
        one->score += can_run ? 0 : CANNOT_RUN;
    }
    return status;
}

static t2sed_status find(work *w, t2sed_error *err)
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
    for (size_t i = 0; status == T2SED_OK && i < w->input->extra_count; i++)
        status = add_extra(w, i, err);
    return status == T2SED_OK ? weigh_names(w, err) : status;
}

/* --- ranking --- */

static int compare_made(const void *a, const void *b, const void *context)
{
    const made *x = a, *y = b;
    (void)context;
    return x->score < y->score ? 1 : x->score > y->score ? -1 : 0;
}

static t2sed_status sort(t2sed_corrections *out, t2sed_error *err)
{
    return t2s_sort(out->list.at, out->list.count, sizeof *out->list.at,
                    compare_made, NULL)
               ? T2SED_OK
               : t2s_fail_early(err);
}

/* The detector looks at the best; the others lose as much as the worst of
 * them. */
static t2sed_status detect(work *w, t2sed_error *err)
{
    t2sed_corrections *out = w->out;
    const size_t most = (size_t)w->corrector->options.checked;
    const size_t count = out->list.count < most ? out->list.count : most;
    const char *queries[64];
    t2sed_report *report = NULL;
    t2sed_beam beam;
    t2sed_status status;
    double least = 0;
    if (!w->corrector->checker || count == 0)
        return T2SED_OK;
    for (size_t i = 0; i < count; i++)
        queries[i] = out->list.at[i].shown.sql;
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = w->input->question;
    beam.queries = queries;
    beam.count = count;
    status = t2sed_checker_check_beam(&report, w->corrector->checker, &beam,
                                      NULL, err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        t2sed_checked checked = {.struct_size = sizeof checked};
        made *to;
        double p;
        t2sed_report_get(report, i, &checked, NULL);
        to = &out->list.at[checked.candidate];
        p = isnan(checked.alone) ? 0.001 : checked.alone;
        p = p < 0.001 ? 0.001 : p > 0.999 ? 0.999 : p;
        to->shown.detected = checked.alone;
        p = w->corrector->detector_weight * log(p / (1 - p));
        to->score += p;
        least = i == 0 || p < least ? p : least;
    }
    for (size_t i = count; i < out->list.count; i++)
        out->list.at[i].score += least;
    t2sed_report_free(report);
    return status;
}

static void finish(work *w)
{
    t2sed_corrections *out = w->out;
    const size_t most = (size_t)w->corrector->options.most;
    double total = 0;
    for (size_t i = 0; i < out->list.count; i++)
        total += exp(out->list.at[i].score - out->list.at[0].score);
    for (size_t i = 0; i < out->list.count; i++) {
        made *one = &out->list.at[i];
        one->shown.probability =
            exp(one->score - out->list.at[0].score) / total;
        one->shown.edits = one->script.at;
        one->shown.edit_count = one->script.count;
    }
    while (out->list.count > most) {
        made *last = &out->list.at[--out->list.count];
        t2s_vector_free(&last->script);
        t2s_vector_free(&last->row);
    }
}

/* Features as two arrays. */
static bool show_features(t2sed_corrections *out)
{
    for (size_t i = 0; i < out->list.count; i++) {
        made *one = &out->list.at[i];
        const size_t n = one->row.count;
        int32_t *features =
            t2s_arena_alloc_array(&out->arena, n, sizeof *features);
        float *values = t2s_arena_alloc_array(&out->arena, n, sizeof *values);
        if (!features || !values)
            return false;
        for (size_t k = 0; k < n; k++) {
            features[k] = one->row.at[k].feature;
            values[k] = one->row.at[k].value;
        }
        one->shown.features = features;
        one->shown.values = values;
        one->shown.feature_count = n;
    }
    return true;
}

static t2sed_status correct(work *w, t2sed_error *err)
{
    t2sed_status status = find(w, err);
    if (status == T2SED_OK)
        status = sort(w->out, err);
    if (status == T2SED_OK)
        status = detect(w, err);
    if (status == T2SED_OK)
        status = sort(w->out, err);
    if (status == T2SED_OK) {
        finish(w);
        if (w->corrector->options.features && !show_features(w->out))
            status = t2s_fail_memory(err);
    }
    t2s_search_free(&w->search);
    t2s_case_free(&w->of);
    t2sed_schema_prediction_free(w->prediction);
    return status;
}

t2sed_status t2sed_corrector_correct(t2sed_corrections **out,
                                     t2sed_corrector *corrector,
                                     const t2sed_correction_input *given,
                                     t2sed_error *err)
{
    t2sed_correction_input input;
    t2sed_sql *sql = NULL, *repaired = NULL;
    bool can_run = true;
    work *w;
    t2sed_status status;
    if (!out || !corrector || !given)
        return t2s_fail_null(err, __func__, "out, corrector and input");
    status = T2S_READ_SIZED(t2sed_correction_input, &input, given, err);
    if (status == T2SED_OK &&
        (!input.question || !input.sql || (input.extra_count && !input.extra)))
        status = t2s_fail(err, T2SED_EINVAL, -1,
                          "corrector: the question, the query or the extra "
                          "queries are NULL");
    if (status == T2SED_OK)
        status = t2sed_sql_parse_n(
            &sql, input.sql, input.length ? input.length : strlen(input.sql),
            err);
    if (status == T2SED_OK)
        status = t2s_repair(&repaired, &can_run, corrector->names, sql, err);
    if (status != T2SED_OK) {
        t2sed_sql_free(repaired);
        t2sed_sql_free(sql);
        return status;
    }
    w = t2s_zalloc(sizeof *w);
    if (w)
        w->out = t2s_zalloc(sizeof *w->out);
    if (w && w->out) {
        w->corrector = corrector;
        w->input = &input;
        w->given = sql;
        w->sql = repaired ? repaired : sql;
        w->can_run = can_run;
        status = correct(w, err);
        if (status == T2SED_OK)
            *out = w->out;
        else
            t2sed_corrections_free(w->out);
    } else {
        status = t2s_fail_memory(err);
    }
    t2s_free(w);
    t2sed_sql_free(repaired);
    t2sed_sql_free(sql);
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

int t2sed_corrections_leave(const t2sed_corrections *corrections)
{
    return corrections && corrections->list.count &&
           corrections->list.at[0].shown.source == T2SED_CORRECTION_GIVEN;
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
