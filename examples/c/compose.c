/*
 * compose.c - the handles put together by hand: question parser, graph builder,
 * evidence, encoder, GAT scorer and re-ranker.
 *
 *     compose [MODEL_DIR [DATABASE.sqlite]] <beams.jsonl
 *
 * Each line is {"question": ..., "candidates": [{"sql": ...}, ...]}; what is
 * printed is what `t2sed score --text` prints, with --db-root if there is a
 * database. t2sed_scorer_score_beams does the scoring in one call; this is for
 * those who keep the vectors, change the graphs, or have a head of their own.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <t2sed.h>
#include <t2sed/parts.h>

#define MOST 100 /* candidates of a beam */

typedef struct parts {
    t2sed_model *model;
    t2sed_database *database; /* or NULL */
    t2sed_parser *parser;     /* NULL for a model that reads no parses */
    t2sed_graph_builder *builder;
    size_t feature_count;   /* that the model reads beside the text */
    t2sed_encoder *encoder; /* NULL for a model without one */
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
    float *features; /* [MOST, feature_count] */
    size_t of[MOST];
    size_t count, built;
} beam;

static t2sed_status fail(t2sed_error *err, t2sed_status code, const char *what,
                         const char *name)
{
    memset(err, 0, sizeof *err);
    err->code = code;
    err->offset = -1;
    snprintf(err->text, sizeof err->text, "%s%s", what, name);
    return code;
}

/* All that the model reads beside the text: [count, feature_count]. */
static t2sed_status gather(const parts *p, beam *b,
                           const t2sed_question *question, t2sed_error *err)
{
    t2sed_beam all;
    if (p->feature_count == 0)
        return T2SED_OK;
    t2sed_beam_init(&all, sizeof all);
    all.question = question;
    all.database = p->database;
    all.queries = b->sql;
    all.count = b->count;
    return t2sed_scorer_gather(b->features, p->scorer, &all, err);
}

/* The graph of each candidate that is a query; its features move to the
 * graph's place. */
static void build_graphs(const parts *p, beam *b)
{
    for (size_t i = 0; i < b->count; i++) {
        t2sed_sql *sql = NULL;
        t2sed_graph *graph = NULL;
        b->probability[i] = NAN;
        if (t2sed_sql_parse(&sql, b->sql[i], &b->error[i]) == T2SED_OK &&
            (!p->encoder ||
             t2sed_graph_builder_build(&graph, p->builder, sql, &b->error[i]) ==
                 T2SED_OK)) {
            memmove(b->features + b->built * p->feature_count,
                    b->features + i * p->feature_count,
                    p->feature_count * sizeof *b->features);
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

/* Texts in, vectors out; vectors, graphs and evidence in, logits out. */
static t2sed_status score_graphs(const parts *p, beam *b, t2sed_error *err)
{
    float logits[MOST];
    t2sed_encoding *encoding = NULL;
    t2sed_status status = T2SED_OK;
    if (b->built == 0)
        return T2SED_OK;
    if (p->encoder)
        status = t2sed_encoder_encode(&encoding, p->encoder, b->question_text,
                                      NULL, b->sql_text, NULL, b->built, err);
    if (status == T2SED_OK)
        status = t2sed_scorer_logits(
            p->scorer, encoding, p->encoder ? b->graphs : NULL,
            p->feature_count ? b->features : NULL, b->built, logits, err);
    for (size_t k = 0; k < b->built && status == T2SED_OK; k++) {
        b->probability[b->of[k]] =
            t2sed_scorer_probability(p->scorer, (double)logits[k]);
        if (isnan(logits[k]))
            fail(&b->error[b->of[k]], T2SED_EBACKEND,
                 "the model's output is no number", "");
    }
    t2sed_encoding_free(encoding);
    return status;
}

static t2sed_status print_order(const parts *p, const char *question,
                                const beam *b, t2sed_error *err)
{
    t2sed_ranking *ranking = NULL;
    t2sed_signals signals;
    t2sed_status status;
    t2sed_signals_init(&signals, sizeof signals);
    signals.count = b->count;
    signals.probability = b->probability;
    status = t2sed_reranker_apply(&ranking, p->reranker, &signals, err);
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
    if (status == T2SED_OK && p->parser)
        status = t2sed_question_complete(question, p->parser, err);
    if (status == T2SED_OK && p->encoder)
        status = t2sed_graph_builder_set_question(
            p->builder, question, t2sed_database_schema(p->database), err);
    if (status == T2SED_OK)
        status = gather(p, b, question, err);
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
static beam *read_beam(const parts *p, const json_t *line)
{
    const json_t *list = json_object_get(line, "candidates");
    json_t *candidate;
    size_t i;
    beam *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->features = calloc(MOST * p->feature_count + 1, sizeof *b->features);
    if (!b->features) {
        free(b);
        return NULL;
    }
    json_array_foreach(list, i, candidate)
    {
        const char *sql = json_string_value(json_object_get(candidate, "sql"));
        if (sql && b->count < MOST)
            b->sql[b->count++] = sql;
    }
    return b;
}

/* One beam after another, until there is none or one fails. */
static t2sed_status handle_lines(const parts *p, FILE *lines, t2sed_error *err)
{
    t2sed_status status = T2SED_OK;
    json_t *line;
    while (status == T2SED_OK &&
           (line = json_loadf(lines, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        const char *question =
            json_string_value(json_object_get(line, "question"));
        beam *b = read_beam(p, line);
        if (!b)
            status = fail(err, T2SED_ENOMEM, "out of memory", "");
        else if (!question)
            status = fail(err, T2SED_EFORMAT, "a line without a question", "");
        else
            status = handle_beam(p, question, b, err);
        if (b)
            free(b->features);
        free(b);
        json_decref(line);
    }
    return status;
}

static t2sed_status open_parts(parts *p, const char *model,
                               const char *database, t2sed_error *err)
{
    t2sed_model_info info = T2SED_MODEL_INFO_INIT;
    t2sed_status status = t2sed_model_open(&p->model, model, NULL, err);
    if (status == T2SED_OK)
        status = t2sed_model_describe(p->model, &info, err);
    if (status == T2SED_OK && info.reads_parses)
        status = t2sed_parser_open(&p->parser, NULL, NULL, err);
    if (status == T2SED_OK && database)
        status = t2sed_database_open(&p->database, database, NULL, err);
    if (status == T2SED_OK)
        status = t2sed_scorer_new(&p->scorer, p->model, NULL, err);
    if (status == T2SED_OK)
        status = t2sed_encoder_new(&p->encoder, p->model, NULL, err);
    if (status == T2SED_EUNSUPPORTED) /* it has none */
        status = T2SED_OK;
    else if (status == T2SED_OK)
        status = t2sed_scorer_graph_builder(&p->builder, p->scorer, err);
    p->feature_count = t2sed_model_feature_count(p->model);
    if (status == T2SED_OK)
        status = t2sed_reranker_parse(&p->reranker, "rr", NULL, err);
    return status;
}

int main(int argc, char **argv)
{
    parts p = {0};
    t2sed_error err;
    t2sed_status status = open_parts(&p, argc > 1 ? argv[1] : NULL,
                                     argc > 2 ? argv[2] : NULL, &err);
    if (status == T2SED_OK)
        status = handle_lines(&p, stdin, &err);
    if (status != T2SED_OK)
        fprintf(stderr, "compose: failed: %s\n", err.text);
    t2sed_reranker_free(p.reranker);
    t2sed_scorer_free(p.scorer);
    t2sed_encoder_free(p.encoder);
    t2sed_graph_builder_free(p.builder);
    t2sed_database_free(p.database);
    t2sed_parser_free(p.parser);
    t2sed_model_free(p.model);
    return status == T2SED_OK ? 0 : 1;
}
