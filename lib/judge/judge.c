/* judge.c - judges: opened, and asked. */
#include "t2sed/parts/judge.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/locate.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/system.h"
#include "base/utf8.h"
#include "case/case.h"
#include "judge/text.h"
#include "language/session.h"
#include "model/opinion.h"
#include "weights/fields.h"

#define FORMAT       1
#define CONFIG_BYTES ((size_t)1 << 20)
#define QUERY_TOKENS 400 /* what is longer is cut */
/* Of log odds: about a quarter of the questions with rows are asked about
 * (docs/research/language-model-study.md). */
#define USUAL_MARGIN 0.5

struct t2sed_judge {
    t2s_opinion opinion;             /* the first (t2s_opinion_of) */
    t2sed_language_session *session; /* NULL: it records */
    t2s_string record;               /* what it read last, as JSON */
    t2s_ids right;                   /* the tokens of T2S_JUDGE_RIGHT */
    float *weight;                   /* [size] of the head */
    size_t size;
    double bias;
    double counts, counts_with_rows; /* its logit, beside the model's */
};
static_assert(offsetof(t2sed_judge, opinion) == 0, "t2s_opinion_of");

/* --- opening --- */

static t2sed_status read_weight(t2sed_judge *judge, t2s_members *in)
{
    json_t *weight = NULL, *value;
    size_t i;
    t2s_member_array(in, "weight", true, &weight);
    if (in->status != T2SED_OK)
        return in->status;
    judge->size = json_array_size(weight);
    judge->weight = t2s_alloc_array(judge->size, sizeof *judge->weight);
    if (!judge->weight)
        return t2s_fail_memory(in->err);
    json_array_foreach(weight, i, value)
    {
        judge->weight[i] = (float)json_number_value(value);
        if (!json_is_number(value) || !isfinite(judge->weight[i]))
            return t2s_fail(in->err, T2SED_EFORMAT, -1,
                            "%s: \"weight\" %zu is no number", in->what, i);
    }
    return T2SED_OK;
}

static t2sed_status read_head(t2sed_judge *judge, const char *directory,
                              t2sed_error *err)
{
    json_t *config = NULL, *ours = NULL;
    t2s_string path = {0};
    t2sed_status status;
    t2s_string_append_format(&path, "%s/%s", directory, "config.json");
    if (path.failed)
        return t2s_fail_memory(err);
    status = t2s_json_read(&config, path.text, CONFIG_BYTES, err);
    if (status == T2SED_OK)
        status = t2s_read_own_object(&ours, config, "t2sed_judge", FORMAT,
                                     FORMAT, path.text, err);
    if (status == T2SED_OK) {
        t2s_members in = {ours, path.text, err, T2SED_OK};
        t2s_member_number(&in, "bias", true, -1e3, 1e3, &judge->bias);
        t2s_member_number(&in, "model_counts", true, 0, 1e3,
                          &judge->opinion.model_counts);
        t2s_member_number(&in, "judge_counts", true, 0, 1e3, &judge->counts);
        t2s_member_number(&in, "judge_counts_with_rows", true, 0, 1e3,
                          &judge->counts_with_rows);
        judge->opinion.margin = USUAL_MARGIN;
        t2s_member_number(&in, "margin", false, 0, 1e3, &judge->opinion.margin);
        t2s_member_boolean(&in, "reasons", false,
                           &judge->opinion.reads_reasons);
        status = read_weight(judge, &in);
        if (in.status != T2SED_OK)
            status = in.status;
    }
    json_decref(config);
    t2s_string_free(&path);
    return status;
}

static t2sed_status open_language(t2sed_judge *judge, const char *directory,
                                  const char *path,
                                  const t2sed_language_model_options *given,
                                  t2sed_error *err)
{
    t2sed_language_model_options options;
    t2sed_language_model *model = NULL;
    t2sed_status status = T2SED_OK;
    t2sed_language_model_options_init(&options, sizeof options);
    if (given)
        status =
            T2S_READ_SIZED(t2sed_language_model_options, &options, given, err);
    if (status != T2SED_OK)
        return status;
    if (options.adapter)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "judge: its options name an adapter, it has its own");
    options.adapter = directory;
    status = t2sed_language_model_open(&model, path, &options, err);
    if (status == T2SED_OK &&
        (size_t)model->config.decoder.hidden != judge->size)
        status = t2s_fail(err, T2SED_EMISMATCH, -1,
                          "%s: a head of %zu numbers, %s has states of %d",
                          directory, judge->size, path,
                          (int)model->config.decoder.hidden);
    if (status == T2SED_OK)
        status = t2sed_language_session_new(&judge->session, model, NULL, err);
    t2sed_language_model_free(model);
    if (status == T2SED_OK)
        status =
            t2s_session_encode(&judge->right, NULL, judge->session,
                               T2S_JUDGE_RIGHT, strlen(T2S_JUDGE_RIGHT), err);
    return status;
}

static t2sed_status additions(double *out, t2sed_judge *judge,
                              const t2sed_beam *beam,
                              const char *const *reasons, t2sed_error *err);

t2sed_status t2sed_judge_open(t2sed_judge **out, const char *path,
                              const char *language_model,
                              const t2sed_language_model_options *options,
                              t2sed_error *err)
{
    t2sed_judge *judge;
    char room[T2S_VARIABLE_ROOM], *directory = NULL;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    if (!language_model)
        language_model = t2s_system_variable(room, "T2SED_LANGUAGE_MODEL");
    if (!language_model || !*language_model)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "judge: no language model: name its directory, or set "
                        "T2SED_LANGUAGE_MODEL to it (docs/language-model.md "
                        "says how to fetch one)");
    status = t2s_locate(&directory, T2S_MODEL, path ? path : "judge", err);
    if (status != T2SED_OK)
        return status;
    judge = t2s_zalloc(sizeof *judge);
    status = judge ? read_head(judge, directory, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = open_language(judge, directory, language_model, options, err);
    t2s_free(directory);
    if (status != T2SED_OK) {
        t2sed_judge_free(judge);
        return status;
    }
    judge->opinion.additions = additions;
    *out = judge;
    return T2SED_OK;
}

t2sed_status t2sed_judge_new_recorder(t2sed_judge **out, int reads_reasons,
                                      t2sed_error *err)
{
    t2sed_judge *judge;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    judge = t2s_zalloc(sizeof *judge);
    if (!judge)
        return t2s_fail_memory(err);
    judge->opinion = (t2s_opinion){additions, 1, 0, reads_reasons != 0};
    *out = judge;
    return T2SED_OK;
}

const char *t2sed_judge_recorded(const t2sed_judge *judge)
{
    return judge && judge->record.length > 0 ? judge->record.text : NULL;
}

void t2sed_judge_free(t2sed_judge *judge)
{
    if (!judge)
        return;
    t2s_string_free(&judge->record);
    t2sed_language_session_free(judge->session);
    t2s_vector_free(&judge->right);
    t2s_free(judge->weight);
    t2s_free(judge);
}

/* --- asking --- */

/* A call: the candidates' tokens, one after another, and where each is asked,
 * in tokens from its own first; 0: it is not. */
typedef struct asking {
    t2sed_judge *judge;
    const t2sed_beam *beam;
    const char *const *reasons; /* NULL: none are read */
    t2s_execution *execution;   /* NULL: no rows */
    t2s_read_prompt *prompt;
    t2s_ids ids;
    size_t *first, *asked_at;
    t2s_string text;
    t2sed_error *err;
} asking;

static bool append_right(asking *a)
{
    const t2s_ids *right = &a->judge->right;
    if (!t2s_vector_reserve(&a->ids, a->ids.count + right->count))
        return false;
    memcpy(a->ids.at + a->ids.count, right->at,
           right->count * sizeof *right->at);
    a->ids.count += right->count;
    return true;
}

static size_t query_length(const asking *a, size_t i)
{
    return a->beam->lengths ? a->beam->lengths[i] : strlen(a->beam->queries[i]);
}

/* The parts of what is read of a query, each in a->text, which is empty where
 * there is none. */
static t2sed_status put_query(asking *a, size_t i)
{
    t2s_string_clear(&a->text);
    t2s_judge_append_line(&a->text, a->beam->queries[i], query_length(a, i));
    return a->text.failed ? t2s_fail_memory(a->err) : T2SED_OK;
}

static t2sed_status put_reasons(asking *a, size_t i)
{
    t2s_string_clear(&a->text);
    if (a->reasons)
        t2s_judge_append_reasons(&a->text, a->reasons[i]);
    return a->text.failed ? t2s_fail_memory(a->err) : T2SED_OK;
}

static t2sed_status put_result(asking *a, size_t i)
{
    t2s_string_clear(&a->text);
    return a->execution
               ? t2s_judge_result(&a->text, a->execution, a->beam->queries[i],
                                  query_length(a, i), a->err)
               : T2SED_OK;
}

static t2sed_status append_text(asking *a)
{
    return t2s_session_encode(&a->ids, NULL, a->judge->session,
                              a->text.length ? a->text.text : "",
                              a->text.length, a->err);
}

/* The query's tokens, the reasons, "Right:", and what it gives where that is
 * known, with "Right:" once more: the last one is asked. A text without tokens
 * is not. */
static t2sed_status append_query(asking *a, size_t i)
{
    const size_t begin = a->ids.count;
    t2sed_status status;
    a->first[i] = begin;
    a->asked_at[i] = 0;
    status = put_query(a, i);
    if (status == T2SED_OK)
        status = append_text(a);
    if (status == T2SED_EEMPTY || status == T2SED_EUTF8 ||
        status == T2SED_ELIMIT)
        return T2SED_OK;
    if (status != T2SED_OK)
        return status;
    if (a->ids.count - begin > QUERY_TOKENS)
        a->ids.count = begin + QUERY_TOKENS;
    status = put_reasons(a, i);
    if (status == T2SED_OK && a->text.length > 0)
        status = append_text(a);
    if (status == T2SED_OK && !append_right(a))
        status = t2s_fail_memory(a->err);
    if (status == T2SED_OK)
        status = put_result(a, i);
    if (status == T2SED_OK && a->text.length > 0)
        status = append_text(a);
    if (status == T2SED_OK && a->text.length > 0 && !append_right(a))
        status = t2s_fail_memory(a->err);
    a->asked_at[i] = a->ids.count - begin - 1;
    return status;
}

/* The head of the state of each candidate's last token, read behind the prompt
 * in one go. */
static t2sed_status read_queries(double *out, asking *a)
{
    const size_t count = a->ids.count, size = a->judge->size;
    const int32_t base = (int32_t)a->prompt->ids.count;
    const int32_t last = a->judge->session->model->config.decoder.layers;
    int32_t *parents = t2s_alloc_array(count, sizeof *parents);
    float *states = t2s_alloc_array(count, size * sizeof *states);
    t2sed_status status =
        parents && states ? T2SED_OK : t2s_fail_memory(a->err);
    for (size_t i = 0; i < count && parents; i++)
        parents[i] = base + (int32_t)i - 1;
    for (size_t i = 0; i < a->beam->count && parents; i++)
        if (a->first[i] < count)
            parents[a->first[i]] = base - 1;
    if (status == T2SED_OK)
        status = t2s_session_append(a->judge->session, a->prompt, a->ids.at,
                                    parents, count, &last, 1, states, a->err);
    t2s_session_drop(a->judge->session, a->prompt);
    for (size_t i = 0; i < a->beam->count && status == T2SED_OK; i++) {
        const float *state = states + (a->first[i] + a->asked_at[i]) * size;
        double sum = a->judge->bias;
        if (a->asked_at[i] == 0)
            continue;
        for (size_t k = 0; k < size; k++)
            sum += (double)state[k] * (double)a->judge->weight[k];
        out[i] = sum;
    }
    t2s_free(parents);
    t2s_free(states);
    return status;
}

static t2sed_status read_prompt(asking *a, const t2sed_schema *schema)
{
    const int32_t context = a->judge->session->model->config.decoder.positions;
    t2sed_prompt prompt = {.system = "",
                           .answer = "",
                           .chat = T2SED_CHAT_PLAIN,
                           .max_tokens = context};
    t2s_string text = {0};
    t2sed_status status = t2s_judge_prompt(&text, schema, a->beam, a->err);
    prompt.rest = text.text;
    if (status == T2SED_OK)
        status =
            t2s_session_read(&a->prompt, a->judge->session, &prompt, a->err);
    if (status == T2SED_ELIMIT)
        status = t2s_fail(a->err, T2SED_ETOOLONG, -1,
                          "judge: the question with the tables of its queries "
                          "is too long for the language model");
    t2s_string_free(&text);
    return status;
}

static t2sed_status ask(double *out, asking *a, const t2sed_schema *schema)
{
    const size_t count = a->beam->count;
    t2sed_status status;
    a->first = t2s_alloc_array(count, sizeof *a->first);
    a->asked_at = t2s_alloc_array(count, sizeof *a->asked_at);
    if (!a->first || !a->asked_at)
        return t2s_fail_memory(a->err);
    status = read_prompt(a, schema);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        status = t2s_check_interrupt(a->err);
        if (status == T2SED_OK)
            status = append_query(a, i);
    }
    return status == T2SED_OK && a->ids.count > 0 ? read_queries(out, a)
                                                  : status;
}

/* --- recording --- */

typedef t2sed_status put_part(asking *a, size_t i);

static void record_text(t2s_string *to, const char *key, const t2s_string *text)
{
    t2s_string_append_format(to, "\"%s\": ", key);
    t2s_string_append_json(to, text->length ? text->text : "", text->length);
}

static t2sed_status record_query(asking *a, size_t i)
{
    static const struct {
        const char *key;
        put_part *put;
    } parts[] = {
        {"query", put_query}, {"reasons", put_reasons}, {"result", put_result}};
    t2s_string *to = &a->judge->record;
    t2sed_status status = T2SED_OK;
    t2s_string_append(to, i > 0 ? ", {" : "{");
    for (size_t p = 0; p < 3 && status == T2SED_OK; p++) {
        status = parts[p].put(a, i);
        /* What can't be read is no query: the empty one is none, either. */
        if (p == 0 && t2s_utf8_check(a->text.length ? a->text.text : "",
                                     a->text.length, "", NULL) != T2SED_OK)
            t2s_string_clear(&a->text);
        if (p > 0)
            t2s_string_append(to, ", ");
        record_text(to, parts[p].key, &a->text);
    }
    t2s_string_append_char(to, '}');
    return status;
}

static t2sed_status record(asking *a, const t2sed_schema *schema)
{
    t2s_string *to = &a->judge->record, right = {0};
    t2sed_status status = t2s_judge_prompt(&a->text, schema, a->beam, a->err);
    t2s_string_append(&right, T2S_JUDGE_RIGHT);
    t2s_string_append_char(to, '{');
    record_text(to, "prompt", &a->text);
    t2s_string_append(to, ", ");
    record_text(to, "right", &right);
    t2s_string_append(to, ", \"candidates\": [");
    for (size_t i = 0; i < a->beam->count && status == T2SED_OK; i++) {
        status = t2s_check_interrupt(a->err);
        if (status == T2SED_OK)
            status = record_query(a, i);
    }
    t2s_string_append(to, "]}");
    if (status == T2SED_OK && (to->failed || right.failed))
        status = t2s_fail_memory(a->err);
    t2s_string_free(&right);
    return status;
}

static t2sed_status logits(double *out, t2sed_judge *judge,
                           const t2sed_beam *given, const char *const *reasons,
                           t2sed_error *err)
{
    t2sed_beam beam;
    t2sed_database *database;
    const t2sed_schema *schema;
    asking a = {.judge = judge,
                .beam = &beam,
                .reasons =
                    judge && judge->opinion.reads_reasons ? reasons : NULL,
                .err = err};
    t2sed_status status;
    if (!out || !judge || !given)
        return t2s_fail_null(err, "t2sed_judge_logits", "out, judge and beam");
    status = T2S_READ_SIZED(t2sed_beam, &beam, given, err);
    if (status != T2SED_OK)
        return status;
    if (!beam.question || (!beam.queries && beam.count > 0))
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "judge: a beam's question or its queries are NULL");
    for (size_t i = 0; i < beam.count; i++) {
        if (!beam.queries[i])
            return t2s_fail(err, T2SED_EINVAL, -1, "judge: query %zu is NULL",
                            i);
        out[i] = (double)NAN;
    }
    t2s_string_clear(&judge->record);
    database = beam.evidence ? beam.evidence->database : beam.database;
    schema =
        beam.evidence ? beam.evidence->schema : t2sed_database_schema(database);
    if (!schema || schema->table_count == 0 || beam.count == 0)
        return T2SED_OK;
    if (t2sed_database_has_rows(database))
        status = t2s_execution_new(&a.execution, database, err);
    if (status == T2SED_OK)
        status = judge->session ? ask(out, &a, schema) : record(&a, schema);
    if (status != T2SED_OK)
        t2s_string_clear(&judge->record);
    t2s_execution_free(a.execution);
    t2s_vector_free(&a.ids);
    t2s_string_free(&a.text);
    t2s_free(a.first);
    t2s_free(a.asked_at);
    return status;
}

t2sed_status t2sed_judge_logits(double *out, t2sed_judge *judge,
                                const t2sed_beam *beam, t2sed_error *err)
{
    return logits(out, judge, beam, NULL, err);
}

static t2sed_status additions(double *out, t2sed_judge *judge,
                              const t2sed_beam *beam,
                              const char *const *reasons, t2sed_error *err)
{
    const bool rows = t2sed_database_has_rows(
        beam->evidence ? beam->evidence->database : beam->database);
    const t2sed_status status = logits(out, judge, beam, reasons, err);
    for (size_t i = 0; i < beam->count && status == T2SED_OK; i++)
        out[i] *= rows ? judge->counts_with_rows : judge->counts;
    return status;
}
