/*
 * bench.c - times scoring a beam, and its stages:
 *
 *     bench MODEL_DIR [--precision fp32|bf16] [--threads N] [--repeat N]
 *           [--beam FILE] [--database FILE] [--questions FILE]
 *
 * Prints one line of JSON: medians in milliseconds a beam of five candidates,
 * about 250 tokens in all (beam.json), and the mean time that parsing one of
 * FILE's questions, one a line, takes. With a database, which the beam is of,
 * also the beam with all evidence, its queries run there each time. It links
 * the library's objects, since stages are no public functions.
 */
#include <jansson.h>
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
#include "t2sed/parts.h"

#define MOST_CANDIDATES 64
#define WARM_UP         5

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
    RUN_EVIDENCE, /* with the database: the queries run */
    RUN_TOTAL,
    STAGES
};

static const char *const stage_names[STAGES] = {
    "parse",   "tokenise", "sql_parse", "graph",        "evidence", "batch",
    "encoder", "gat",      "total",     "run_evidence", "run_total"};

/* The beam that is timed. */
typedef struct beam {
    json_t *json; /* whose strings these are */
    const char *question;
    const char *queries[MOST_CANDIDATES];
    size_t count;
} beam;

/* A database with the beam's tables. */
typedef struct rows {
    t2sed_database *database; /* NULL: there is none */
    t2sed_evidence *evidence;
} rows;

typedef struct bench {
    beam beam;
    rows rows;
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_parser *parser; /* NULL where there is none */
    t2sed_graph_builder *builder;
    t2s_pairing pairing;
    t2s_batch_builder batch;
    t2sed_evidence *source; /* without a schema; NULL: the model reads none */
    float *numbers;         /* of one candidate, all features */
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

static void read_beam(beam *out, const char *path)
{
    json_error_t why;
    const json_t *list, *one;
    size_t i;
    out->json = json_load_file(path, 0, &why);
    out->question = json_string_value(json_object_get(out->json, "question"));
    list = json_object_get(out->json, "candidates");
    json_array_foreach(list, i, one)
    {
        const char *sql = json_string_value(json_object_get(one, "sql"));
        if (sql && out->count < MOST_CANDIDATES)
            out->queries[out->count++] = sql;
    }
    if (out->question && out->count)
        return;
    fprintf(stderr, "bench: %s: no beam: %s\n", path,
            out->json ? "no question or no candidates" : why.text);
    exit(1);
}

/* The time that the evidence of all candidates takes; 0 without a source. */
static double gather(bench *b, t2sed_evidence *source,
                     const t2sed_question *question, t2sed_sql *const *sql)
{
    double begin = now();
    t2sed_error err;
    if (!source)
        return 0;
    must(t2sed_evidence_set_question(source, question, &err), &err);
    for (size_t i = 0; i < b->beam.count; i++)
        must(t2sed_evidence_compute(source, sql[i], b->numbers, &err), &err);
    return now() - begin;
}

/* What comes after the graphs, where the model has a network. */
static void time_engine(bench *b, int round, t2sed_graph *const *graphs)
{
    const size_t count = b->beam.count;
    const t2s_backend *backend = b->model->backend;
    t2s_batch batch;
    float logits[MOST_CANDIDATES];
    double at[3], tokenise, batching;
    t2sed_error err;
    t2s_batch_clear(&b->batch);
    tokenise = batching = 0;
    for (size_t i = 0; i < count; i++) {
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
        tokenise += middle - begin;
        batching += now() - middle;
    }
    t2s_batch_view(&b->batch, &batch);
    b->times[TOKENISE][round] = tokenise;
    b->times[BATCH][round] = batching;
    b->tokens = batch.tokens.tokens;
    if (!b->vectors)
        b->vectors = malloc((size_t)b->tokens *
                            (size_t)b->model->config.architecture.hidden *
                            sizeof *b->vectors);
    if (!b->vectors)
        exit(1);
    at[0] = now();
    must(backend->encode(b->model->handle, &batch.tokens, b->vectors, &err),
         &err);
    at[1] = now();
    must(backend->score(b->model->handle, &batch, b->vectors, logits, &err),
         &err);
    at[2] = now();
    b->times[ENCODER][round] = at[1] - at[0];
    b->times[GAT][round] = at[2] - at[1];
}

/* Stages one by one, each over the whole beam. */
static void time_stages(bench *b, int round)
{
    t2sed_question *question = NULL;
    const size_t count = b->beam.count;
    t2sed_sql *sql[MOST_CANDIDATES] = {NULL};
    t2sed_graph *graphs[MOST_CANDIDATES] = {NULL};
    double at[3];
    t2sed_error err;
    at[0] = now();
    for (size_t i = 0; i < count; i++)
        must(t2sed_sql_parse(&sql[i], b->beam.queries[i], &err), &err);
    at[1] = now();
    must(t2sed_question_new(&question, b->beam.question, &err), &err);
    must(t2sed_graph_builder_set_question(b->builder, question, NULL, &err),
         &err);
    for (size_t i = 0; i < count; i++)
        must(t2sed_graph_builder_build(&graphs[i], b->builder, sql[i], &err),
             &err);
    at[2] = now();
    b->times[EVIDENCE][round] = gather(b, b->source, question, sql);
    b->times[RUN_EVIDENCE][round] = gather(b, b->rows.evidence, question, sql);
    b->times[SQL_PARSE][round] = at[1] - at[0];
    b->times[GRAPH][round] = at[2] - at[1];
    if (b->model->handle)
        time_engine(b, round, graphs);
    for (size_t i = 0; i < count; i++) {
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
    must(t2sed_question_new(&question, b->beam.question, &err), &err);
    begin = now();
    must(t2sed_question_parse(question, b->parser, &err), &err);
    b->times[PARSE][round] = now() - begin;
    t2sed_question_free(question);
}

/* What a user calls: question text and SQL texts in, probabilities out. */
static double score(const bench *b, const rows *with)
{
    t2sed_question *question = NULL;
    t2sed_scores *scores = NULL;
    t2sed_beam given;
    t2sed_error err;
    double begin = now(), spent;
    must(t2sed_question_new(&question, b->beam.question, &err), &err);
    t2sed_beam_init(&given, sizeof given);
    given.question = question;
    given.queries = b->beam.queries;
    given.count = b->beam.count;
    given.evidence = with ? with->evidence : NULL;
    must(t2sed_scorer_score_beams(&scores, b->scorer, &given, 1, &err), &err);
    spent = now() - begin;
    for (size_t i = 0; i < b->beam.count; i++) {
        t2sed_score score = T2SED_SCORE_INIT;
        must(t2sed_scores_get(scores, i, &score, &err), &err);
        must(score.status, score.error);
    }
    t2sed_scores_free(scores);
    t2sed_question_free(question);
    return spent;
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
    printf("\"candidates\": %zu, \"tokens\": %d, \"precision\": \"%s\", "
           "\"question_ms\": %.4f, "
           "\"threads\": %d, \"repeat\": %d, \"load_ms\": %.1f, "
           "\"peak_mb\": %.1f, \"backend\": \"%s\"}\n",
           b->beam.count, (int)b->tokens, precisions[b->model->precision],
           question, threads, repeat, load, (double)usage.ru_maxrss / 1024,
           b->model->handle ? b->model->backend->name() : "no libtorch");
}

/* In the precision of the model. */
static void open_parser(bench *b)
{
    t2sed_parser_options options;
    t2sed_error err;
    t2sed_parser_options_init(&options, sizeof options);
    options.precision = b->model->precision;
    if (t2sed_parser_open(&b->parser, NULL, &options, &err) != T2SED_OK)
        fprintf(stderr, "bench: questions are not parsed: %s\n", err.text);
}

static void open_rows(rows *out, const char *database)
{
    t2sed_error err;
    must(t2sed_database_open(&out->database, database, NULL, &err), &err);
    must(t2sed_evidence_new(&out->evidence, out->database, &err), &err);
}

/* All but the model and what it is scored with. */
static void open_stages(bench *b, int repeat, const char *database)
{
    t2sed_error err;
    if (b->model->handle)
        open_parser(b);
    must(t2sed_scorer_graph_builder(&b->builder, b->scorer, &err), &err);
    if (b->model->handle)
        must(t2s_pairing_init(&b->pairing, &b->model->config,
                              b->model->tokenizer, 0, &err),
             &err);
    for (int stage = 0; stage < STAGES; stage++) {
        b->times[stage] = calloc((size_t)(repeat + WARM_UP), sizeof(double));
        if (!b->times[stage])
            exit(1);
    }
    b->numbers = calloc(t2sed_evidence_count(), sizeof *b->numbers);
    if (!b->numbers)
        exit(1);
    if (t2sed_model_feature_count(b->model) == 0)
        return;
    must(t2sed_evidence_new(&b->source, NULL, &err), &err);
    if (database)
        open_rows(&b->rows, database);
}

static void close_all(bench *b)
{
    for (int stage = 0; stage < STAGES; stage++)
        free(b->times[stage]);
    free(b->vectors);
    free(b->numbers);
    t2sed_evidence_free(b->source);
    t2sed_evidence_free(b->rows.evidence);
    t2sed_database_free(b->rows.database);
    t2s_batch_free(&b->batch);
    if (b->model->handle)
        t2s_pairing_free(&b->pairing);
    t2sed_graph_builder_free(b->builder);
    t2sed_scorer_free(b->scorer);
    t2sed_parser_free(b->parser);
    t2sed_model_free(b->model);
    json_decref(b->beam.json);
}

int main(int argc, char **argv)
{
    bench b = {0};
    t2sed_model_options options;
    t2sed_scorer_options scoring;
    t2sed_error err;
    const char *questions = NULL, *database = NULL;
    const char *beam_file = "test/bench/beam.json";
    int repeat = 20;
    double begin;
    t2sed_model_options_init(&options, sizeof options);
    if (argc < 2) {
        fprintf(stderr, "usage: bench MODEL_DIR [--precision P] [--threads N] "
                        "[--repeat N] [--beam FILE] [--database FILE] "
                        "[--questions FILE]\n");
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
        else if (strcmp(argv[i], "--beam") == 0)
            beam_file = argv[i + 1];
        else if (strcmp(argv[i], "--database") == 0)
            database = argv[i + 1];
        else if (strcmp(argv[i + 1], "bf16") == 0)
            options.precision = T2SED_BF16;
    }
    if (repeat < 1)
        repeat = 1;
    read_beam(&b.beam, beam_file);
    begin = now();
    must(t2sed_model_open(&b.model, argv[1], &options, &err), &err);
    t2sed_scorer_options_init(&scoring, sizeof scoring);
    scoring.parse = T2SED_PARSE_NEVER; /* timed by itself */
    must(t2sed_scorer_new(&b.scorer, b.model, &scoring, &err), &err);
    begin = now() - begin;
    open_stages(&b, repeat, database);
    for (int round = 0; round < repeat + WARM_UP; round++) {
        time_stages(&b, round);
        b.times[TOTAL][round] = score(&b, NULL);
        if (b.rows.database)
            b.times[RUN_TOTAL][round] = score(&b, &b.rows);
        time_parse(&b, round);
    }
    report(&b, repeat, options.threads, begin, time_questions(&b, questions));
    close_all(&b);
    return 0;
}
