#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "graph/builder.h"
#include "graph/labels.h"

void t2sed_graph_options_init(t2sed_graph_options *options)
{
    if (!options)
        return;
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    options->layout = T2SED_GRAPH_SEPARATE;
    options->dependency = options->constituency = options->syntax = 1;
    options->sequence = options->link = 1;
}

static t2sed_status check_options(const t2sed_graph_options *options,
                                  t2sed_error *err)
{
    if (options->layout < T2SED_GRAPH_NONE ||
        options->layout > T2SED_GRAPH_JOINT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "graph options: layout %d is none of "
                        "T2SED_GRAPH_NONE, _SEPARATE, _JOINT",
                        options->layout);
    return T2SED_OK;
}

/* Adds the caller's labels, or the paper's where there are none. */
static t2sed_status add_labels(t2s_map *labels, const char *const *own,
                               size_t own_count, const char *const *otherwise,
                               size_t count, const char *what, t2sed_error *err)
{
    return own ? t2s_labels_add(labels, own, own_count, what, err)
               : t2s_labels_add(labels, otherwise, count, what, err);
}

static t2sed_status set_labels(t2sed_graph_builder *builder,
                               const t2sed_graph_options *options,
                               t2sed_error *err)
{
    t2s_map *question = &builder->labels[T2SED_SIDE_QUESTION];
    t2s_map *sql = &builder->labels[T2SED_SIDE_SQL];
    bool joint = options->layout == T2SED_GRAPH_JOINT;
    t2sed_status status =
        add_labels(question, options->question_labels,
                   options->question_label_count, t2s_paper_question_labels,
                   t2s_paper_question_label_count, "question labels", err);
    if (status || (joint && options->question_labels))
        return status;
    return add_labels(joint ? question : sql,
                      joint ? NULL : options->sql_labels,
                      options->sql_label_count, t2s_paper_sql_labels,
                      t2s_paper_sql_label_count, "SQL labels", err);
}

static t2sed_status set_view(t2sed_graph_builder *builder,
                             const t2sed_sql_view_options *view,
                             t2sed_error *err)
{
    builder->view = (t2sed_sql_view_options)T2SED_SQL_VIEW_OPTIONS_INIT;
    return t2s_sized_read(&builder->view, sizeof builder->view, view,
                          "t2sed_sql_view_options", err);
}

static const t2s_map *labels_of(const t2sed_graph_builder *builder, int side)
{
    return &builder->labels[builder->layout == T2SED_GRAPH_JOINT ? 0 : side];
}

static void set_parts(t2sed_graph_builder *builder,
                      const t2sed_graph_options *options)
{
    bool graphs = options->layout != T2SED_GRAPH_NONE;
    bool joint = options->layout == T2SED_GRAPH_JOINT;
    for (int side = 0; side < 2; side++) {
        t2s_part_options *part = &builder->parts[side];
        part->tree =
            graphs && (side == T2SED_SIDE_QUESTION ? options->constituency
                                                   : options->syntax);
        part->dependency = graphs && options->dependency;
        part->sequence = graphs && options->sequence;
        part->typed = options->typed;
        part->global = graphs && !joint && options->global_node;
        part->labels = labels_of(builder, side);
    }
    builder->join = builder->parts[0];
    builder->join.global = joint && options->global_node;
    builder->typed = options->typed;
    builder->link = joint && options->link;
    for (int side = 0; side < 2; side++) {
        builder->marks[side] = t2s_link_labels_of(labels_of(builder, side));
        builder->mark = builder->mark ||
                        (graphs && t2s_link_labels_any(&builder->marks[side]));
    }
}

t2sed_status t2sed_graph_builder_new(t2sed_graph_builder **out,
                                     const t2sed_graph_options *given,
                                     t2sed_error *err)
{
    t2sed_graph_options options;
    t2sed_graph_builder *builder;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    t2sed_graph_options_init(&options);
    status = t2s_sized_read(&options, sizeof options, given,
                            "t2sed_graph_options", err);
    if (!status)
        status = check_options(&options, err);
    if (status)
        return status;
    builder = t2s_zalloc(sizeof *builder);
    if (!builder)
        return t2s_fail_memory(err);
    builder->layout = options.layout;
    status = set_labels(builder, &options, err);
    if (!status)
        status = set_view(builder, options.view, err);
    if (status) {
        t2sed_graph_builder_free(builder);
        return status;
    }
    set_parts(builder, &options);
    *out = builder;
    return T2SED_OK;
}

void t2sed_graph_builder_free(t2sed_graph_builder *builder)
{
    if (!builder)
        return;
    t2s_part_release(builder->question);
    t2s_link_words_free(builder->words);
    t2s_vector_free(&builder->found);
    t2s_vector_free(&builder->pairs);
    t2s_sketch_free(&builder->sketch);
    t2s_map_free(&builder->labels[0]);
    t2s_map_free(&builder->labels[1]);
    t2s_free(builder);
}

int32_t t2sed_graph_builder_label_rows(const t2sed_graph_builder *builder,
                                       int side)
{
    if (!builder || (side != T2SED_SIDE_QUESTION && side != T2SED_SIDE_SQL))
        return 0;
    return (int32_t)labels_of(builder, side)->count + 1;
}

t2sed_status t2sed_graph_builder_set_question(t2sed_graph_builder *builder,
                                              const t2sed_question *question,
                                              const t2sed_schema *schema,
                                              t2sed_error *err)
{
    t2s_part *part;
    t2s_link_words *words = NULL;
    t2sed_status status;
    if (!builder || !question)
        return t2s_fail_null(err, __func__, "builder and question");
    status = t2s_part_from_question(&part, &builder->sketch, question,
                                    &builder->parts[T2SED_SIDE_QUESTION], err);
    if (!status && (builder->link || builder->mark)) {
        status = t2s_link_words_new(&words, question, err);
        if (status)
            t2s_part_release(part);
    }
    if (status)
        return status;
    t2s_part_release(builder->question);
    t2s_link_words_free(builder->words);
    builder->question = part;
    builder->words = words;
    builder->schema = schema;
    return T2SED_OK;
}

/* The joint part of both sides. */
static t2sed_status join(t2sed_graph *graph, t2sed_graph_builder *builder,
                         t2sed_error *err)
{
    return t2s_part_join(&graph->joint, &builder->sketch, graph->sides[0],
                         graph->sides[1], builder->pairs.at,
                         builder->link ? builder->pairs.count : 0,
                         &builder->join, err);
}

/* Gives the graph a question of its own: labels differ by candidate. */
static t2sed_status copy_question(t2sed_graph *graph, t2sed_error *err)
{
    t2s_part *shared = graph->sides[T2SED_SIDE_QUESTION];
    t2sed_status status =
        t2s_part_copy(&graph->sides[T2SED_SIDE_QUESTION], shared, err);
    if (!status)
        t2s_part_release(shared);
    return status;
}

/* Labels terminals by their links, on the sides whose labels tell of them. */
static t2sed_status mark(t2sed_graph *graph, const t2sed_graph_builder *builder,
                         t2sed_error *err)
{
    for (int side = 0; side < 2; side++) {
        const t2s_link_labels *labels = &builder->marks[side];
        t2sed_status status = T2SED_OK;
        if (!t2s_link_labels_any(labels))
            continue;
        if (side == T2SED_SIDE_QUESTION)
            status = copy_question(graph, err);
        if (status)
            return status;
        t2s_link_labels_set(labels, graph->sides[side]->nodes,
                            graph->sides[side]->terminal_count, &builder->pairs,
                            side);
    }
    return T2SED_OK;
}

/* Finds links, if anything is to be known of them. */
static t2sed_status link_sides(t2sed_graph *graph, t2sed_graph_builder *builder,
                               t2sed_error *err)
{
    t2sed_status status;
    builder->pairs.count = 0;
    if (!builder->link && !builder->mark)
        return T2SED_OK;
    status = t2s_graph_find_links(&builder->pairs, &builder->found,
                                  builder->words, graph->sides[T2SED_SIDE_SQL],
                                  builder->schema, err);
    if (!status && builder->mark)
        status = mark(graph, builder, err);
    return status;
}

t2sed_status t2s_graph_build_from_tree(t2sed_graph **out,
                                       t2sed_graph_builder *builder,
                                       const t2s_tree *sql, t2sed_error *err)
{
    t2sed_graph *graph;
    t2sed_status status;
    if (!builder->question)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "graph builder: no question was set");
    graph = t2s_zalloc(sizeof *graph);
    if (!graph)
        return t2s_fail_memory(err);
    graph->layout = builder->layout;
    graph->typed = builder->typed;
    graph->sides[T2SED_SIDE_QUESTION] = t2s_part_retain(builder->question);
    status = t2s_part_from_sql(&graph->sides[T2SED_SIDE_SQL], &builder->sketch,
                               sql, &builder->parts[T2SED_SIDE_SQL], err);
    if (!status)
        status = link_sides(graph, builder, err);
    if (!status && graph->layout == T2SED_GRAPH_JOINT)
        status = join(graph, builder, err);
    if (status) {
        t2sed_graph_free(graph);
        return status;
    }
    *out = graph;
    return T2SED_OK;
}
