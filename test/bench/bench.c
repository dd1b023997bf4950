/*
 * bench.c - times the stages of scoring a beam:
 *
 *     bench MODEL_DIR [--precision fp32|bf16] [--threads N] [--repeat N]
 *           [--questions FILE]
 *
 * Prints one line of JSON: medians in milliseconds a beam of five candidates,
 * about 250 tokens in all (the beam of reference.py), and the mean time that
 * parsing one of FILE's questions, one a line, takes. It links the library's
 * objects, since stages are no public functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "graph/batch.h"
#include "model/model.h"
#include "model/pairing.h"
#include "model/sample.h"
#include "t2sed.h"

#define CANDIDATES 5
#define WARM_UP    5

static const char question_text[] =
    "What are the names and the total number of concerts of each stadium that "
    "had more than two concerts in 2014 or after ?";

static const char *const queries[CANDIDATES] = {
    "SELECT stadium.name, count(*) FROM stadium JOIN concert ON "
    "stadium.stadium_id = concert.stadium_id WHERE concert.year >= 2014 "
    "GROUP BY stadium.stadium_id HAVING count(*) > 2",
    "SELECT stadium.name, count(*) FROM stadium JOIN concert ON "
    "stadium.stadium_id = concert.stadium_id WHERE concert.year > 2014 "
    "GROUP BY stadium.stadium_id",
    "SELECT name FROM stadium WHERE stadium_id IN (SELECT stadium_id FROM "
    "concert WHERE year >= 2014)",
    "SELECT DISTINCT stadium.name FROM stadium JOIN concert ON "
    "stadium.stadium_id = concert.stadium_id GROUP BY stadium.name ORDER BY "
    "count(*) DESC",
    "SELECT stadium.name, count(*) FROM stadium, concert WHERE concert.year "
    ">= 2014 GROUP BY stadium.name HAVING count(*) > 2",
};

enum stage {
    PARSE,
    TOKENISE,
    SQL_PARSE,
    GRAPH,
    EVIDENCE,
    BATCH,
    ENCODER,
    GAT,
    TOTAL,
    STAGES
};

static const char *const stage_names[STAGES] = {
    "parse", "tokenise", "sql_parse", "graph", "evidence",
    "batch", "encoder",  "gat",       "total"};

typedef struct bench {
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_parser *parser; /* NULL where there is none */
    t2sed_graph_builder *builder;
    t2s_pairing pairing;
    t2s_batch_builder batch;
    t2sed_evidence *source;
    float *evidence, *numbers; /* of the candidates; of one, all features */
    float *vectors;
    int32_t tokens;
    double *times[STAGES];
} bench;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e3 * (double)time.tv_sec + 1e-6 * (double)time.tv_nsec;
}

static void must(t2sed_status status, const t2sed_error *err)
{
    if (status == T2SED_OK)
        return;
    fprintf(stderr, "bench: %s\n", err->text);
    exit(1);
}

/* What the model reads of the evidence; without a schema, as in the total. */
static void gather(bench *b, const t2sed_question *question,
                   t2sed_sql *const *sql)
{
    size_t count = t2sed_model_evidence_count(b->model);
    t2sed_error err;
    if (count == 0)
        return;
    must(t2sed_evidence_set_question(b->source, question, &err), &err);
    for (size_t i = 0; i < CANDIDATES; i++) {
        must(t2sed_evidence_compute(b->source, sql[i], b->numbers, &err), &err);
        for (size_t k = 0; k < count && k < t2sed_evidence_count(); k++)
            b->evidence[i * count + k] = b->numbers[k];
    }
}

/* Stages one by one, each over the whole beam. */
static void time_stages(bench *b, int round)
{
    t2sed_question *question = NULL;
    t2sed_sql *sql[CANDIDATES] = {NULL};
    t2sed_graph *graphs[CANDIDATES] = {NULL};
    t2s_batch batch;
    float logits[CANDIDATES];
    double at[STAGES + 1];
    t2sed_error err;
    const t2s_backend *backend = b->model->backend;
    at[0] = now();
    for (int i = 0; i < CANDIDATES; i++)
        must(t2sed_sql_parse(&sql[i], queries[i], &err), &err);
    at[1] = now();
    must(t2sed_question_new(&question, question_text, &err), &err);
    must(t2sed_graph_builder_set_question(b->builder, question, NULL, &err),
         &err);
    for (int i = 0; i < CANDIDATES; i++)
        must(t2sed_graph_builder_build(&graphs[i], b->builder, sql[i], &err),
             &err);
    at[2] = now();
    gather(b, question, sql);
    b->times[EVIDENCE][round] = now() - at[2];
    t2s_batch_clear(&b->batch);
    at[3] = at[4] = 0;
    for (int i = 0; i < CANDIDATES; i++) {
        size_t n;
        int32_t cut;
        t2s_sequence sequence;
        const char *text = t2sed_graph_text(graphs[i], T2SED_SIDE_QUESTION, &n);
        double begin = now(), middle;
        if (i == 0)
            must(t2s_pairing_first(&b->pairing, text, n, &err), &err);
        text = t2sed_graph_text(graphs[i], T2SED_SIDE_SQL, &n);
        must(t2s_pairing_second(&b->pairing, text, n, &sequence, &cut, &err),
             &err);
        middle = now();
        must(t2s_batch_add(&b->batch, graphs[i], &sequence, &err), &err);
        at[3] += middle - begin;
        at[4] += now() - middle;
    }
    t2s_batch_view(&b->batch, &batch);
    b->times[SQL_PARSE][round] = at[1] - at[0];
    b->times[GRAPH][round] = at[2] - at[1];
    b->times[TOKENISE][round] = at[3];
    b->times[BATCH][round] = at[4];
    b->tokens = batch.tokens.tokens;
    if (!b->vectors)
        b->vectors =
            malloc((size_t)b->tokens * (size_t)t2sed_model_hidden(b->model) *
                   sizeof *b->vectors);
    if (!b->vectors)
        exit(1);
    at[0] = now();
    must(backend->encode(b->model->handle, &batch.tokens, b->vectors, &err),
         &err);
    at[1] = now();
    must(backend->score(b->model->handle, &batch, b->vectors, logits, NULL,
                        &err),
         &err);
    at[2] = now();
    b->times[ENCODER][round] = at[1] - at[0];
    b->times[GAT][round] = at[2] - at[1];
    for (int i = 0; i < CANDIDATES; i++) {
        t2sed_graph_free(graphs[i]);
        t2sed_sql_free(sql[i]);
    }
    t2sed_question_free(question);
}

/* The question's trees. They are no part of the other stages or of the total:
 * the reference has none. */
static void time_parse(bench *b, int round)
{
    t2sed_question *question = NULL;
    t2sed_error err;
    double begin;
    if (!b->parser)
        return;
    must(t2sed_question_new(&question, question_text, &err), &err);
    begin = now();
    must(t2sed_question_parse(question, b->parser, &err), &err);
    b->times[PARSE][round] = now() - begin;
    t2sed_question_free(question);
}

/* What a user calls: question text and SQL texts in, probabilities out. */
static void time_total(bench *b, int round)
{
    t2sed_question *question = NULL;
    t2sed_scores *scores = NULL;
    t2sed_error err;
    double begin = now();
    must(t2sed_question_new(&question, question_text, &err), &err);
    must(t2sed_scorer_score(&scores, b->scorer, question, queries, NULL,
                            CANDIDATES, NULL, &err),
         &err);
    b->times[TOTAL][round] = now() - begin;
    t2sed_scores_free(scores);
    t2sed_question_free(question);
}

/* The mean over the questions of a file, after one pass to warm up; 0 without
 * parser or file. */
static double time_questions(bench *b, const char *path)
{
    FILE *file = path && b->parser ? fopen(path, "r") : NULL;
    char line[4096];
    double spent = 0;
    int count = 0;
    for (int pass = 0; file && pass < 2; pass++) {
        spent = count = 0;
        rewind(file);
        while (fgets(line, sizeof line, file)) {
            t2sed_question *question = NULL;
            t2sed_error err;
            double begin;
            must(t2sed_question_new(&question, line, &err), &err);
            begin = now();
            must(t2sed_question_parse(question, b->parser, &err), &err);
            spent += now() - begin;
            count++;
            t2sed_question_free(question);
        }
    }
    if (file)
        fclose(file);
    return count ? spent / count : 0;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, ascending);
    return count % 2 ? times[count / 2]
                     : (times[count / 2 - 1] + times[count / 2]) / 2;
}

static void report(bench *b, int repeat, int threads, double load,
                   double question)
{
    struct rusage usage;
    static const char *const precisions[] = {"auto", "fp32", "fp16", "bf16"};
    printf("{");
    for (int stage = 0; stage < STAGES; stage++)
        printf("\"%s_ms\": %.4f, ", stage_names[stage],
               median(b->times[stage] + WARM_UP, repeat));
    getrusage(RUSAGE_SELF, &usage);
    printf("\"candidates\": %d, \"tokens\": %d, \"precision\": \"%s\", "
           "\"question_ms\": %.4f, "
           "\"threads\": %d, \"repeat\": %d, \"load_ms\": %.1f, "
           "\"peak_mb\": %.1f, \"backend\": \"%s\"}\n",
           CANDIDATES, b->tokens, precisions[t2sed_model_precision(b->model)],
           question, threads, repeat, load, (double)usage.ru_maxrss / 1024,
           t2sed_model_backend(b->model));
}

/* In the precision of the model. */
static void open_parser(bench *b)
{
    t2sed_parser_options options = T2SED_PARSER_OPTIONS_INIT;
    t2sed_error err;
    options.precision = t2sed_model_precision(b->model);
    if (t2sed_parser_open(&b->parser, NULL, &options, &err) != T2SED_OK)
        fprintf(stderr, "bench: questions are not parsed: %s\n", err.text);
}

int main(int argc, char **argv)
{
    bench b = {0};
    t2sed_model_options options = T2SED_MODEL_OPTIONS_INIT;
    t2sed_scorer_options scoring = T2SED_SCORER_OPTIONS_INIT;
    t2sed_error err;
    const char *questions = NULL;
    int repeat = 20;
    double begin;
    if (argc < 2) {
        fprintf(stderr, "usage: bench MODEL_DIR [--precision P] [--threads N] "
                        "[--repeat N] [--questions FILE]\n");
        return 2;
    }
    options.precision = T2SED_FP32;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--threads") == 0)
            options.threads = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--repeat") == 0)
            repeat = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--questions") == 0)
            questions = argv[i + 1];
        else if (strcmp(argv[i + 1], "bf16") == 0)
            options.precision = T2SED_BF16;
    }
    if (repeat < 1)
        repeat = 1;
    begin = now();
    must(t2sed_model_open(&b.model, argv[1], &options, &err), &err);
    scoring.parse = T2SED_PARSE_NEVER; /* timed by itself */
    must(t2sed_scorer_open(&b.scorer, b.model, &scoring, &err), &err);
    begin = now() - begin;
    open_parser(&b);
    must(t2sed_scorer_graph_builder(&b.builder, b.scorer, &err), &err);
    must(t2s_pairing_init(&b.pairing, &b.model->config, b.model->tokenizer, 0,
                          &err),
         &err);
    for (int stage = 0; stage < STAGES; stage++)
        b.times[stage] = calloc((size_t)(repeat + WARM_UP), sizeof(double));
    if (t2sed_model_evidence_count(b.model) > 0) {
        must(t2sed_evidence_open(&b.source, NULL, NULL, NULL, &err), &err);
        b.evidence = calloc(CANDIDATES * t2sed_model_evidence_count(b.model),
                            sizeof *b.evidence);
        b.numbers = calloc(t2sed_evidence_count(), sizeof *b.numbers);
    }
    for (int round = 0; round < repeat + WARM_UP; round++) {
        time_stages(&b, round);
        time_total(&b, round);
        time_parse(&b, round);
    }
    report(&b, repeat, options.threads, begin, time_questions(&b, questions));
    for (int stage = 0; stage < STAGES; stage++)
        free(b.times[stage]);
    free(b.vectors);
    free(b.evidence);
    free(b.numbers);
    t2sed_evidence_free(b.source);
    t2s_batch_free(&b.batch);
    t2s_pairing_free(&b.pairing);
    t2sed_graph_builder_free(b.builder);
    t2sed_scorer_free(b.scorer);
    t2sed_parser_free(b.parser);
    t2sed_model_free(b.model);
    return 0;
}
