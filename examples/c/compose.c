/*
 * compose.c - the four handles put together by hand: graph builder, encoder,
 * GAT scorer and re-ranker.
 *
 *     compose [MODEL_DIR] <beams.jsonl
 *
 * Each line is {"question": ..., "candidates": [{"sql": ...}, ...]}; what is
 * printed is what `t2sed score --text` prints. t2sed_scorer_score does the
 * scoring in one call; this is for those who keep the vectors, change the
 * graphs, or have a head of their own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>
#include <t2sed.h>

#define MOST 100 /* candidates of a beam */

typedef struct parts {
    t2sed_model *model;
    t2sed_graph_builder *builder;
    t2sed_encoder *encoder;
    t2sed_scorer *scorer;
    t2sed_reranker *reranker;
} parts;

/* A beam; the first `built` graphs belong to the candidates in `of`. */
typedef struct beam {
    const char *sql[MOST];
    double probability[MOST];
    t2sed_error error[MOST];
    const t2sed_graph *graphs[MOST];
    const char *question_text[MOST], *sql_text[MOST];
    size_t of[MOST];
    size_t count, built;
} beam;

/* The graph of each candidate that is a query. */
static void build_graphs(const parts *p, beam *b)
{
    for (size_t i = 0; i < b->count; i++) {
        t2sed_sql *sql = NULL;
        t2sed_graph *graph = NULL;
        b->probability[i] = NAN;
        if (t2sed_sql_parse(&sql, b->sql[i], &b->error[i]) == T2SED_OK &&
            t2sed_graph_builder_build(&graph, p->builder, sql, &b->error[i]) ==
                T2SED_OK) {
            b->question_text[b->built] =
                t2sed_graph_text(graph, T2SED_SIDE_QUESTION, NULL);
            b->sql_text[b->built] =
                t2sed_graph_text(graph, T2SED_SIDE_SQL, NULL);
            b->of[b->built] = i;
            b->graphs[b->built++] = graph;
        }
        t2sed_sql_free(sql);
    }
}

/* Texts in, vectors out; vectors and graphs in, logits out. */
static t2sed_status score_graphs(const parts *p, beam *b, t2sed_error *err)
{
    float logits[MOST];
    t2sed_encoding *encoding = NULL;
    t2sed_status status;
    if (b->built == 0)
        return T2SED_OK;
    status = t2sed_encoder_encode(&encoding, p->encoder, b->question_text, NULL,
                                  b->sql_text, NULL, b->built, err);
    if (status == T2SED_OK)
        status = t2sed_scorer_logits(p->scorer, encoding, b->graphs, NULL,
                                     logits, err);
    for (size_t k = 0; k < b->built && status == T2SED_OK; k++)
        b->probability[b->of[k]] =
            t2sed_scorer_probability(p->scorer, (double)logits[k]);
    t2sed_encoding_free(encoding);
    return status;
}

static t2sed_status print_order(const parts *p, const char *question,
                                const beam *b, t2sed_error *err)
{
    t2sed_ranking *ranking = NULL;
    t2sed_status status = t2sed_reranker_order(&ranking, p->reranker,
                                               b->probability, b->count, err);
    if (status != T2SED_OK)
        return status;
    printf("%s\n  rank  was  probability  query\n", question);
    for (size_t rank = 0; rank < b->count; rank++) {
        size_t i = t2sed_ranking_candidate(ranking, rank);
        printf("  %4zu %4zu  ", rank + 1, i + 1);
        if (isnan(b->probability[i]))
            printf("          -  %s\n                          (%s)\n",
                   b->sql[i], b->error[i].text);
        else
            printf("%11.3f  %s\n", b->probability[i], b->sql[i]);
    }
    putchar('\n');
    t2sed_ranking_free(ranking);
    return T2SED_OK;
}

static t2sed_status handle_beam(const parts *p, const char *text, beam *b,
                                t2sed_error *err)
{
    t2sed_question *question = NULL;
    t2sed_status status = t2sed_question_new(&question, text, err);
    if (status == T2SED_OK)
        status =
            t2sed_graph_builder_set_question(p->builder, question, NULL, err);
    if (status == T2SED_OK) {
        build_graphs(p, b);
        status = score_graphs(p, b, err);
    }
    if (status == T2SED_OK)
        status = print_order(p, text, b, err);
    for (size_t k = 0; k < b->built; k++)
        t2sed_graph_free((t2sed_graph *)(size_t)b->graphs[k]);
    t2sed_question_free(question);
    return status;
}

/* The beam of a line; its strings are the line's. */
static beam *read_beam(const json_t *line)
{
    const json_t *list = json_object_get(line, "candidates");
    json_t *candidate;
    size_t i;
    beam *b = calloc(1, sizeof *b);
    json_array_foreach(list, i, candidate)
    {
        const char *sql = json_string_value(json_object_get(candidate, "sql"));
        if (b && sql && b->count < MOST)
            b->sql[b->count++] = sql;
    }
    return b;
}

int main(int argc, char **argv)
{
    parts p = {NULL, NULL, NULL, NULL, NULL};
    t2sed_error err;
    json_t *line = NULL;
    int failed =
        t2sed_model_open(&p.model, argc > 1 ? argv[1] : NULL, NULL, &err) ||
        t2sed_scorer_open(&p.scorer, p.model, NULL, &err) ||
        t2sed_encoder_open(&p.encoder, p.model, NULL, &err) ||
        t2sed_scorer_graph_builder(&p.builder, p.scorer, &err) ||
        t2sed_reranker_open(&p.reranker, NULL, &err);
    while (!failed &&
           (line = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        const char *question =
            json_string_value(json_object_get(line, "question"));
        beam *b = read_beam(line);
        failed = !b || !question || handle_beam(&p, question, b, &err);
        free(b);
        json_decref(line);
    }
    if (failed)
        fprintf(stderr, "compose: failed: %s\n", err.text);
    t2sed_reranker_free(p.reranker);
    t2sed_scorer_free(p.scorer);
    t2sed_encoder_free(p.encoder);
    t2sed_graph_builder_free(p.builder);
    t2sed_model_free(p.model);
    return failed;
}
