/* Building graphs: options, vocabularies, a question, then its candidates. */
#include <string.h>

#include "base/sized.h"
#include "graph/graph.h"
#include "sql/sql.h"

/* The numbers of a vocabulary's labels by t2s_link_kind, T2S_LABEL_TERMINAL
 * where it has none: a model's table of labels adds a row to the vector of a
 * terminal's tokens. */
typedef struct link_labels {
    int32_t of[T2S_LINK_KIND_COUNT];
    bool any;
} link_labels;

struct t2sed_graph_builder {
    int layout;
    bool typed, link;
    bool marks; /* some terminals are labelled by their links */
    t2sed_sql_view_options view;
    t2s_map labels[2];          /* the joint layout uses the first alone */
    link_labels link_labels[2]; /* of each side */
    t2s_part_options parts[2];  /* what goes into each side */
    t2s_part_options join;      /* and into the joint part */
    /* Of the present question; words are NULL where nothing is linked. */
    t2s_part *question;
    t2s_link_words *words;
    const t2sed_schema *schema;
    /* Room to work in. */
    t2s_part_draft draft;
    t2s_links found;
    t2s_link_pairs pairs;
};

/* -------------------------------------------------------- labels by links */

static link_labels find_link_labels(const t2s_map *vocabulary)
{
    static const char *const names[T2S_LINK_KIND_COUNT] = {
        [T2S_LINK_EXACT] = T2SED_GRAPH_EXACT_LABEL,
        [T2S_LINK_PARTIAL] = T2SED_GRAPH_PARTIAL_LABEL,
        [T2S_LINK_VALUE] = T2SED_GRAPH_VALUE_LABEL,
        [T2S_LINK_NONE] = T2SED_GRAPH_UNLINKED_LABEL};
    link_labels labels = {.any = false};
    for (int kind = 0; kind < T2S_LINK_KIND_COUNT; kind++) {
        int32_t label = t2s_labels_find(vocabulary, names[kind]);
        labels.of[kind] =
            label == T2S_LABEL_UNKNOWN ? T2S_LABEL_TERMINAL : label;
        labels.any = labels.any || label != T2S_LABEL_UNKNOWN;
    }
    return labels;
}

/* Labels the terminals of a side by the nearest kind of all their links. A
 * terminal that is in no pair is unlinked if it is a word, and keeps its label
 * if it is the SQL's (a keyword). */
static void label_by_links(const link_labels *labels, t2s_part *part,
                           const t2s_link_pairs *pairs, int side)
{
    static const int farthest_first[T2S_LINK_KIND_COUNT] = {
        T2S_LINK_NONE, T2S_LINK_PARTIAL, T2S_LINK_VALUE, T2S_LINK_EXACT};
    const bool word = side == T2SED_SIDE_QUESTION;
    for (int32_t i = 0; word && i < part->terminal_count; i++)
        part->nodes[i].label = labels->of[T2S_LINK_NONE];
    for (int k = 0; k < T2S_LINK_KIND_COUNT; k++)
        for (size_t i = 0; i < pairs->count; i++) {
            const t2s_link_pair *pair = &pairs->at[i];
            const int32_t at = word ? pair->word : pair->terminal;
            if (at >= 0 && pair->kind == farthest_first[k])
                part->nodes[at].label = labels->of[pair->kind];
        }
}

/* ----------------------------------------------------------------- options */

void t2sed_graph_options_init(t2sed_graph_options *options, size_t size)
{
    static const t2sed_graph_options defaults = {.layout = T2SED_GRAPH_SEPARATE,
                                                 .dependency = 1,
                                                 .constituency = 1,
                                                 .syntax = 1,
                                                 .sequence = 1,
                                                 .link = 1};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

/* Adds labels after those that are there; `what` names the list in messages. */
static t2sed_status add_labels(t2s_map *labels, const char *const *names,
                               size_t count, const char *what, t2sed_error *err)
{
    for (size_t i = 0; i < count; i++) {
        size_t n = names[i] ? strlen(names[i]) : 0;
        if (n == 0)
            return t2s_fail(err, T2SED_EINVAL, -1, "%s: label %zu is empty",
                            what, i);
        if (t2s_map_find(labels, names[i], n))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: label %zu, \"%s\", stands there twice", what,
                            i, names[i]);
        if (labels->count >= INT32_MAX - 1)
            return t2s_fail(err, T2SED_ELIMIT, -1, "%s: too many labels", what);
        if (!t2s_map_set(labels, names[i], n, (int64_t)labels->count + 1))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The caller's labels, or the paper's where there are none. */
static t2sed_status set_labels(t2sed_graph_builder *builder,
                               const t2sed_graph_options *options,
                               t2sed_error *err)
{
    t2s_map *labels = builder->labels;
    bool joint = options->layout == T2SED_GRAPH_JOINT;
    t2sed_status status =
        options->question_labels
            ? add_labels(labels, options->question_labels,
                         options->question_label_count, "question labels", err)
            : add_labels(labels, t2s_paper_question_labels,
                         COUNT(t2s_paper_question_labels), "question labels",
                         err);
    if (status || (joint && options->question_labels))
        return status;
    return options->sql_labels && !joint
               ? add_labels(labels + 1, options->sql_labels,
                            options->sql_label_count, "SQL labels", err)
               : add_labels(labels + !joint, t2s_paper_sql_labels,
                            COUNT(t2s_paper_sql_labels), "SQL labels", err);
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
        builder->link_labels[side] = find_link_labels(labels_of(builder, side));
        builder->marks =
            builder->marks || (graphs && builder->link_labels[side].any);
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
    status = T2S_READ_SIZED(t2sed_graph_options, &options, given, err);
    if (status)
        return status;
    if (options.layout < T2SED_GRAPH_NONE || options.layout > T2SED_GRAPH_JOINT)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "graph options: layout %d is none of "
                        "T2SED_GRAPH_NONE, _SEPARATE, _JOINT",
                        options.layout);
    builder = t2s_zalloc(sizeof *builder);
    if (!builder)
        return t2s_fail_memory(err);
    builder->layout = options.layout;
    t2sed_sql_view_options_init(&builder->view, sizeof builder->view);
    status = t2s_sized_read(&builder->view, sizeof builder->view, options.view,
                            "t2sed_sql_view_options", err);
    if (!status)
        status = set_labels(builder, &options, err);
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
    t2s_part_draft_free(&builder->draft);
    t2s_map_free(&builder->labels[0]);
    t2s_map_free(&builder->labels[1]);
    t2s_free(builder);
}

/* ------------------------------------------------------------------ graphs */

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
    status = t2s_part_from_question(&part, &builder->draft, question,
                                    &builder->parts[T2SED_SIDE_QUESTION], err);
    if (!status && (builder->link || builder->marks)) {
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
    return t2s_part_join(&graph->joint, &builder->draft, graph->sides[0],
                         graph->sides[1], builder->pairs.at,
                         builder->link ? builder->pairs.count : 0,
                         &builder->join, err);
}

/* Labels terminals by their links, on the sides whose vocabulary has labels for
 * them. The question is the graph's own then: labels differ by candidate. */
static t2sed_status mark(t2sed_graph *graph, t2sed_graph_builder *builder,
                         t2sed_error *err)
{
    for (int side = 0; side < 2; side++) {
        t2sed_status status = T2SED_OK;
        if (!builder->link_labels[side].any)
            continue;
        if (side == T2SED_SIDE_QUESTION) {
            graph->shared = graph->sides[side];
            graph->sides[side] = NULL;
            status = t2s_part_copy(&graph->sides[side], &builder->draft,
                                   graph->shared, err);
        }
        if (status)
            return status;
        label_by_links(&builder->link_labels[side], graph->sides[side],
                       &builder->pairs, side);
    }
    return T2SED_OK;
}

/* Finds links, if edges or labels are made of them. */
static t2sed_status link_sides(t2sed_graph *graph, t2sed_graph_builder *builder,
                               t2sed_error *err)
{
    t2sed_status status;
    builder->pairs.count = 0;
    if (!builder->link && !builder->marks)
        return T2SED_OK;
    status = t2s_graph_find_links(&builder->pairs, &builder->found,
                                  builder->words, graph->sides[T2SED_SIDE_SQL],
                                  builder->schema, err);
    if (!status && builder->marks)
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
    status = t2s_part_from_sql(&graph->sides[T2SED_SIDE_SQL], &builder->draft,
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

t2sed_status t2sed_graph_builder_build(t2sed_graph **out,
                                       t2sed_graph_builder *builder,
                                       const t2sed_sql *sql, t2sed_error *err)
{
    t2s_tree tree = T2S_TREE_EMPTY;
    t2sed_status status;
    if (!out || !builder || !sql)
        return t2s_fail_null(err, __func__, "out, builder and sql");
    status = t2s_sql_view(&tree, sql, &builder->view, builder->schema, err);
    if (status)
        return status;
    status = t2s_graph_build_from_tree(out, builder, &tree, err);
    t2s_tree_free(&tree);
    return status;
}
