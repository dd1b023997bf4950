#include "model/sample.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "model/gatherer.h"
#include "t2sed/sql.h"

struct t2s_preparer {
    t2sed_graph_builder *builder; /* NULL for a model without an encoder */
    t2s_completer completer;
    t2s_pairing pairing;
    bool first_is_set;      /* the pairing has the present question's text */
    t2s_gatherer *gatherer; /* NULL where no evidence is listed */
    size_t features;
};

void t2s_graph_options_of(t2sed_graph_options *out,
                          t2sed_sql_view_options *view,
                          const t2s_config *config)
{
    const t2s_graph_switches *s = &config->graph;
    t2sed_sql_view_options_init(view, sizeof *view);
    view->collapse_unary = s->collapse_unary;
    view->keep_join_constraints = s->keep_join_constraints;
    view->keep_punctuation = s->keep_punctuation;
    view->merge_dots = s->merge_dots;
    view->plain_style = s->plain_style;
    view->resolve_aliases = s->resolve_aliases;
    t2sed_graph_options_init(out, sizeof *out);
    out->layout = config->architecture.layout;
    out->dependency = s->dependency;
    out->constituency = s->constituency;
    out->syntax = s->syntax;
    out->sequence = s->sequence;
    out->link = s->link;
    out->typed = config->architecture.edge_types > 0;
    out->global_node = config->architecture.readout == T2S_READ_GLOBAL;
    out->view = view;
    out->question_labels = config->question_labels.at;
    out->question_label_count = config->question_labels.count;
    out->sql_labels = config->sql_labels.at;
    out->sql_label_count = config->sql_labels.count;
}

/* What makes graphs and tokens. */
static t2sed_status open_text(t2s_preparer *preparer, const t2s_config *config,
                              const t2sed_tokenizer *tokenizer, int truncation,
                              t2sed_error *err)
{
    t2sed_graph_options options;
    t2sed_sql_view_options view;
    t2sed_status status;
    t2s_graph_options_of(&options, &view, config);
    status = t2sed_graph_builder_new(&preparer->builder, &options, err);
    if (status == T2SED_OK)
        status = t2s_pairing_init(&preparer->pairing, config, tokenizer,
                                  truncation, err);
    return status;
}

static t2sed_status open_gatherer(t2s_preparer *preparer,
                                  const t2s_config *config, t2sed_error *err)
{
    preparer->features = config->evidence.count;
    return preparer->features
               ? t2s_gatherer_open(&preparer->gatherer, &config->evidence, err)
               : T2SED_OK;
}

t2sed_status t2s_preparer_open(t2s_preparer **out, const t2s_config *config,
                               const t2sed_tokenizer *tokenizer, int truncation,
                               t2sed_error *err)
{
    t2s_preparer *preparer = t2s_zalloc(sizeof *preparer);
    t2sed_status status = T2SED_OK;
    if (!preparer)
        return t2s_fail_memory(err);
    t2s_completer_begin(&preparer->completer, config);
    if (config->has_encoder)
        status = open_text(preparer, config, tokenizer, truncation, err);
    if (status == T2SED_OK)
        status = open_gatherer(preparer, config, err);
    if (status != T2SED_OK) {
        t2s_preparer_free(preparer);
        return status;
    }
    *out = preparer;
    return T2SED_OK;
}

void t2s_preparer_free(t2s_preparer *preparer)
{
    if (!preparer)
        return;
    t2sed_graph_builder_free(preparer->builder);
    t2s_completer_end(&preparer->completer);
    t2s_pairing_free(&preparer->pairing);
    t2s_gatherer_free(preparer->gatherer);
    t2s_free(preparer);
}

t2s_completer *t2s_preparer_completer(t2s_preparer *preparer)
{
    return &preparer->completer;
}

t2sed_status t2s_preparer_set_question(t2s_preparer *preparer,
                                       const t2sed_question *question,
                                       const t2sed_schema *schema,
                                       t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    if (preparer->builder)
        status = t2s_completer_complete(&question, &preparer->completer,
                                        question, err);
    if (status == T2SED_OK && preparer->builder)
        status = t2sed_graph_builder_set_question(preparer->builder, question,
                                                  schema, err);
    if (status == T2SED_OK)
        preparer->first_is_set = false;
    return status;
}

t2sed_status t2s_preparer_gather(t2s_preparer *preparer, t2sed_evidence *source,
                                 const t2sed_question *question,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    if (preparer->gatherer)
        return t2s_gatherer_set(preparer->gatherer, source, question, schema,
                                err);
    return source ? t2sed_evidence_set_question(source, question, err)
                  : T2SED_OK;
}

void t2s_preparer_set_conversation(t2s_preparer *preparer,
                                   const t2sed_conversation *conversation)
{
    if (preparer->gatherer)
        t2s_gatherer_set_conversation(preparer->gatherer, conversation);
}

void t2s_preparer_use(t2s_preparer *preparer, const t2s_predictors *predictors)
{
    if (preparer->gatherer)
        t2s_gatherer_use(preparer->gatherer, predictors);
}

void t2s_preparer_end(t2s_preparer *preparer)
{
    if (preparer->gatherer)
        t2s_gatherer_clear(preparer->gatherer);
}

t2sed_status t2s_preparer_features(float *out, t2s_preparer *preparer,
                                   const t2sed_sql *sql, t2sed_error *err)
{
    return t2s_gatherer_compute(preparer->gatherer, sql, out, err);
}

/* The evidence that the config lists. */
static t2sed_status gather(t2s_sample *sample, t2s_preparer *preparer,
                           const t2sed_sql *sql, t2sed_error *err)
{
    if (!preparer->gatherer || !t2s_gatherer_is_set(preparer->gatherer))
        return T2SED_OK;
    sample->evidence =
        t2s_alloc_array(preparer->features, sizeof *sample->evidence);
    if (!sample->evidence)
        return t2s_fail_memory(err);
    return t2s_gatherer_compute(preparer->gatherer, sql, sample->evidence, err);
}

/* Copies the sequence, whose arrays are the pairing's. */
static t2sed_status keep(t2s_sample *sample, t2sed_error *err)
{
    t2s_sequence *s = &sample->sequence;
    size_t count = (size_t)s->count;
    size_t n[2] = {(size_t)s->sides[0].count, (size_t)s->sides[1].count};
    t2sed_span *spans = t2s_alloc_array(count + n[0] + n[1], sizeof *spans);
    int32_t *at = (int32_t *)(spans + n[0] + n[1]);
    if (!spans)
        return t2s_fail_memory(err);
    sample->memory = spans;
    s->ids = memcpy(at, s->ids, count * sizeof *at);
    at += count;
    if (s->types)
        s->types = memcpy(at, s->types, count * sizeof *at);
    for (int side = 0; side < 2; side++, spans += n[side - 1]) {
        if (n[side])
            memcpy(spans, s->sides[side].spans, n[side] * sizeof *spans);
        s->sides[side].spans = spans;
    }
    return T2SED_OK;
}

/* The tokens of the texts that the graph has for the encoder. */
static t2sed_status tokenize(t2s_sample *sample, t2s_preparer *preparer,
                             t2sed_error *err)
{
    size_t n;
    const char *text;
    t2sed_status status = T2SED_OK;
    if (!preparer->first_is_set) {
        text = t2sed_graph_text(sample->graph, T2SED_SIDE_QUESTION, &n);
        status = t2s_pairing_first(&preparer->pairing, text, n, err);
        preparer->first_is_set = status == T2SED_OK;
    }
    text = t2sed_graph_text(sample->graph, T2SED_SIDE_SQL, &n);
    if (status == T2SED_OK)
        status = t2s_pairing_second(&preparer->pairing, text, n,
                                    &sample->sequence, &sample->cut, err);
    if (status == T2SED_OK)
        status = keep(sample, err);
    return status;
}

t2sed_status t2s_sample_prepare(t2s_sample *out, t2s_preparer *preparer,
                                const char *sql, size_t n, t2sed_error *err)
{
    t2s_sample sample = {0};
    t2sed_sql *parsed = NULL;
    t2sed_status status = t2sed_sql_parse_n(&parsed, sql, n, err);
    if (status == T2SED_OK && preparer->builder)
        status = t2sed_graph_builder_build(&sample.graph, preparer->builder,
                                           parsed, err);
    if (status == T2SED_OK && preparer->builder)
        status = tokenize(&sample, preparer, err);
    if (status == T2SED_OK)
        status = gather(&sample, preparer, parsed, err);
    t2sed_sql_free(parsed);
    if (status != T2SED_OK) {
        t2s_sample_free(&sample);
        return status;
    }
    *out = sample;
    return T2SED_OK;
}

void t2s_sample_free(t2s_sample *sample)
{
    t2sed_graph_free(sample->graph);
    t2s_free(sample->memory);
    t2s_free(sample->evidence);
    memset(sample, 0, sizeof *sample);
}

t2sed_status t2s_samples_batch(t2s_batch *out, t2s_batch_builder *builder,
                               const t2s_sample *const *samples, size_t count,
                               t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    t2s_batch_clear(builder);
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        status = t2s_batch_add(builder, samples[i]->graph,
                               &samples[i]->sequence, err);
    if (status == T2SED_OK)
        t2s_batch_view(builder, out);
    return status;
}

bool t2s_is_sample_failure(t2sed_status status)
{
    switch (status) {
    case T2SED_ENOMEM:
    case T2SED_EIO:
    case T2SED_EBACKEND:
    case T2SED_ENODEVICE:
    case T2SED_ESTATE:
    case T2SED_EINTERNAL:
    case T2SED_EINTERRUPTED:
        return false;
    default:
        return status != T2SED_OK;
    }
}
