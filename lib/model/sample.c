#include "model/sample.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "t2sed/sql.h"

struct t2s_preparer {
    t2sed_graph_builder *builder;
    t2s_completer completer;
    t2s_pairing pairing;
    bool first_is_set; /* the pairing has the present question's text */
    size_t *features;  /* [config's evidence] places in the library's vector */
    size_t feature_count;
    const char *unknown; /* the first of them that the library can't gather */
    t2sed_evidence *source; /* of the present question, or NULL */
    t2sed_evidence *own;    /* without a database, for schema `own_schema` */
    const t2sed_schema *own_schema;
    float *gathered; /* [t2sed_evidence_count()] */
};

/* Finds the features that the config lists. */
static t2sed_status find_features(t2s_preparer *preparer,
                                  const t2s_config *config, t2sed_error *err)
{
    const size_t wanted = config->evidence.count;
    const size_t known = t2sed_evidence_count();
    if (wanted == 0)
        return T2SED_OK;
    preparer->features = t2s_alloc_array(wanted, sizeof *preparer->features);
    preparer->gathered = t2s_alloc_array(known, sizeof *preparer->gathered);
    if (!preparer->features || !preparer->gathered)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < wanted; i++) {
        size_t at = 0;
        while (at < known &&
               strcmp(t2sed_evidence_name(at), config->evidence.at[i]) != 0)
            at++;
        if (at == known && !preparer->unknown)
            preparer->unknown = config->evidence.at[i];
        preparer->features[i] = at;
    }
    preparer->feature_count = wanted;
    return T2SED_OK;
}

void t2s_graph_options_of(t2sed_graph_options *out,
                          t2sed_sql_view_options *view,
                          const t2s_config *config)
{
    const t2s_graph_switches *s = &config->graph;
    *view = (t2sed_sql_view_options)T2SED_SQL_VIEW_OPTIONS_INIT;
    view->collapse_unary = s->collapse_unary;
    view->keep_join_constraints = s->keep_join_constraints;
    view->keep_punctuation = s->keep_punctuation;
    view->merge_dots = s->merge_dots;
    view->plain_style = s->plain_style;
    view->resolve_aliases = s->resolve_aliases;
    t2sed_graph_options_init(out);
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

t2sed_status t2s_preparer_open(t2s_preparer **out, const t2s_config *config,
                               const t2sed_tokenizer *tokenizer, int truncation,
                               t2sed_error *err)
{
    t2sed_graph_options options;
    t2sed_sql_view_options view;
    t2s_preparer *preparer = t2s_zalloc(sizeof *preparer);
    t2sed_status status;
    if (!preparer)
        return t2s_fail_memory(err);
    t2s_completer_begin(&preparer->completer, config);
    t2s_graph_options_of(&options, &view, config);
    status = t2sed_graph_builder_new(&preparer->builder, &options, err);
    if (status == T2SED_OK)
        status = t2s_pairing_init(&preparer->pairing, config, tokenizer,
                                  truncation, err);
    if (status == T2SED_OK)
        status = find_features(preparer, config, err);
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
    t2sed_evidence_free(preparer->own);
    t2s_free(preparer->features);
    t2s_free(preparer->gathered);
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
    t2sed_status status =
        t2s_completer_complete(&question, &preparer->completer, question, err);
    if (status == T2SED_OK)
        status = t2sed_graph_builder_set_question(preparer->builder, question,
                                                  schema, err);
    preparer->source = NULL;
    if (status == T2SED_OK)
        preparer->first_is_set = false;
    return status;
}

t2sed_status t2s_preparer_gather(t2s_preparer *preparer, t2sed_evidence *source,
                                 const t2sed_question *question,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    preparer->source = NULL;
    if (preparer->feature_count == 0)
        return T2SED_OK;
    if (preparer->unknown)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "the model reads evidence \"%.100s\", which this "
                        "version of the library does not gather: it has to "
                        "be given with the beam",
                        preparer->unknown);
    if (!source && (!preparer->own || preparer->own_schema != schema)) {
        t2sed_evidence_free(preparer->own);
        preparer->own = NULL;
        status = t2sed_evidence_open(&preparer->own, schema, NULL, NULL, err);
        preparer->own_schema = schema;
    }
    if (status == T2SED_OK) {
        preparer->source = source ? source : preparer->own;
        status = t2sed_evidence_set_question(preparer->source, question, err);
    }
    if (status != T2SED_OK)
        preparer->source = NULL;
    return status;
}

/* The evidence that the config lists. */
static t2sed_status gather(t2s_sample *sample, t2s_preparer *preparer,
                           const t2sed_sql *sql, t2sed_error *err)
{
    t2sed_status status;
    if (!preparer->source)
        return T2SED_OK;
    sample->evidence =
        t2s_alloc_array(preparer->feature_count, sizeof *sample->evidence);
    if (!sample->evidence)
        return t2s_fail_memory(err);
    status =
        t2sed_evidence_compute(preparer->source, sql, preparer->gathered, err);
    for (size_t i = 0; status == T2SED_OK && i < preparer->feature_count; i++)
        sample->evidence[i] = preparer->gathered[preparer->features[i]];
    return status;
}

/* Copies the sequence, whose arrays are the pairing's. */
static t2sed_status keep(t2s_sample *sample, t2sed_error *err)
{
    t2s_sequence *s = &sample->sequence;
    size_t count = (size_t)s->count;
    size_t n[2] = {(size_t)s->sides[0].count, (size_t)s->sides[1].count};
    int32_t *at = t2s_alloc_array(count * 2 + (n[0] + n[1]) * 2, sizeof *at);
    if (!at)
        return t2s_fail_memory(err);
    sample->memory = at;
    s->ids = memcpy(at, s->ids, count * sizeof *at);
    at += count;
    if (s->types)
        s->types = memcpy(at, s->types, count * sizeof *at);
    at += count;
    for (int side = 0; side < 2; side++) {
        uint32_t *spans = (uint32_t *)at;
        if (n[side]) {
            memcpy(spans, s->sides[side].begins, n[side] * sizeof *spans);
            memcpy(spans + n[side], s->sides[side].ends,
                   n[side] * sizeof *spans);
        }
        s->sides[side].begins = spans;
        s->sides[side].ends = spans + n[side];
        at += 2 * n[side];
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
    if (status == T2SED_OK)
        status = t2sed_graph_builder_build(&sample.graph, preparer->builder,
                                           parsed, err);
    if (status == T2SED_OK)
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
        return false;
    default:
        return status != T2SED_OK;
    }
}
