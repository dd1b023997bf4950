#include "model/sample.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "case/candidate.h"
#include "question/question.h"
#include "sql/sql.h"

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

t2sed_status t2s_preparer_open(t2s_preparer *out, const t2s_config *config,
                               const t2sed_tokenizer *tokenizer, int truncation,
                               t2sed_error *err)
{
    const bool draws = config->architecture.layout != T2S_GRAPH_NONE;
    t2sed_graph_options options;
    t2sed_sql_view_options view;
    t2sed_status status = T2SED_OK;
    *out = (t2s_preparer){
        .completer = {.keep = 1,
                      .dependency = draws && config->graph.dependency,
                      .constituency = draws && config->graph.constituency}};
    t2s_graph_options_of(&options, &view, config);
    if (config->has_encoder)
        status = t2sed_graph_builder_new(&out->builder, &options, err);
    if (status == T2SED_OK && config->has_encoder)
        status =
            t2s_pairing_init(&out->pairing, config, tokenizer, truncation, err);
    if (status == T2SED_OK && config->evidence.count > 0)
        status = t2s_gatherer_open(&out->gatherer, &config->evidence, err);
    return status;
}

void t2s_preparer_free(t2s_preparer *preparer)
{
    t2sed_graph_builder_free(preparer->builder);
    t2s_completer_end(&preparer->completer);
    t2s_pairing_free(&preparer->pairing);
    t2s_gatherer_free(&preparer->gatherer);
    memset(preparer, 0, sizeof *preparer);
}

t2sed_status t2s_preparer_set_question(t2s_preparer *preparer,
                                       const t2sed_question *question,
                                       const t2sed_schema *schema,
                                       t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    question = t2s_question_informed(question);
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

/* The evidence that the config lists. */
static t2sed_status gather(t2s_sample *sample, t2s_gatherer *gatherer,
                           const t2sed_sql *sql, t2sed_error *err)
{
    if (!gatherer->source)
        return T2SED_OK;
    sample->evidence =
        t2s_alloc_array(gatherer->count, sizeof *sample->evidence);
    if (!sample->evidence)
        return t2s_fail_memory(err);
    return t2s_gatherer_compute(gatherer, sql, sample->evidence, err);
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
    if (status != T2SED_OK)
        return status;
    sample->memory = t2s_sequence_keep(&sample->sequence);
    return sample->memory ? T2SED_OK : t2s_fail_memory(err);
}

/* The query of a text, from its candidate where there is a case. */
static t2sed_status parse(t2sed_sql **out, t2sed_evidence *of, const char *text,
                          size_t n, t2sed_error *err)
{
    t2s_candidate *candidate;
    t2sed_status status;
    if (!of)
        return t2sed_sql_parse_n(out, text, n, err);
    status = t2s_case_candidate(&candidate, of, text, n, err);
    if (status != T2SED_OK)
        return status;
    if (candidate->sql) {
        *out = t2s_sql_retain(candidate->sql);
        return T2SED_OK;
    }
    if (err)
        *err = candidate->why;
    return candidate->why.code;
}

t2sed_status t2s_sample_prepare(t2s_sample *out, t2s_preparer *preparer,
                                const char *sql, size_t n, t2sed_error *err)
{
    t2s_sample sample = {0};
    t2sed_sql *parsed = NULL;
    t2sed_status status =
        parse(&parsed, preparer->gatherer.source, sql, n, err);
    if (status == T2SED_OK && preparer->builder)
        status = t2sed_graph_builder_build(&sample.graph, preparer->builder,
                                           parsed, err);
    if (status == T2SED_OK && preparer->builder)
        status = tokenize(&sample, preparer, err);
    if (status == T2SED_OK)
        status = gather(&sample, &preparer->gatherer, parsed, err);
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
