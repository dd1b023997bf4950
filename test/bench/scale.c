/*
 * scale.c - what a million candidates for one question take:
 *
 *     scale MODEL_DIR DATABASE.sqlite|- COUNT...
 *
 * For each count, and each step: seconds, microseconds a candidate, and the
 * most memory that the process had so far. The queries are of the demo's
 * database, most of them different; "-": no database.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <t2sed.h>
#include <t2sed/parts.h>

static const char *const templates[] = {
    "SELECT COUNT(*) FROM head WHERE head.age > %u",
    "SELECT name FROM head WHERE age > %u AND head_id < 77",
    "SELECT T1.name FROM head AS T1 JOIN management AS T2 ON T1.head_id = "
    "T2.head_id WHERE T1.age > %u ORDER BY T1.age LIMIT 3",
    "SELECT name FROM head WHERE head_id IN (SELECT head_id FROM management "
    "WHERE temporary_acting = 'Yes') AND age < %u",
    "SELECT age FROM head WHERE age > %u GROUP BY age HAVING COUNT(*) > 1",
    "SELECT DISTINCT born_state FROM head WHERE head_id <> %u",
    "SELEC %u",
    "SELECT nosuch FROM head WHERE age > %u",
};
#define TEMPLATES (sizeof templates / sizeof *templates)

typedef struct opened {
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_question *question;
    t2sed_database *database;
    t2sed_evidence *evidence;
    t2sed_reranker *reranker;
} opened;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void check(t2sed_status status, const t2sed_error *err)
{
    if (status == T2SED_OK)
        return;
    fprintf(stderr, "scale: %s\n", err->text);
    exit(2);
}

static void tell(const char *step, size_t count, double *since)
{
    struct rusage usage;
    const double now = seconds(), took = now - *since;
    getrusage(RUSAGE_SELF, &usage);
    printf("| %zu | %s | %.3f | %.2f | %.0f |\n", count, step, took,
           took * 1e6 / (double)count, (double)usage.ru_maxrss / 1024);
    fflush(stdout);
    *since = seconds();
}

static void open_all(opened *o, const char *model, const char *database)
{
    t2sed_reranker_weights weights;
    t2sed_error err;
    t2sed_reranker_weights_init(&weights, sizeof weights);
    check(t2sed_model_open(&o->model, model, NULL, &err), &err);
    check(t2sed_scorer_new(&o->scorer, o->model, NULL, &err), &err);
    check(t2sed_question_new(&o->question,
                             "How many heads of the departments are older "
                             "than 56?",
                             &err),
          &err);
    check(t2sed_reranker_weights_of(&weights, o->model, &err), &err);
    check(
        t2sed_reranker_parse(&o->reranker, "default+margin+rr", &weights, &err),
        &err);
    if (strcmp(database, "-") == 0)
        return;
    check(t2sed_database_open(&o->database, database, NULL, &err), &err);
    check(t2sed_evidence_new(&o->evidence, o->database, &err), &err);
}

static void close_all(opened *o)
{
    t2sed_reranker_free(o->reranker);
    t2sed_evidence_free(o->evidence);
    t2sed_database_free(o->database);
    t2sed_question_free(o->question);
    t2sed_scorer_free(o->scorer);
    t2sed_model_free(o->model);
}

static void find_all(opened *o, const char *const *queries, size_t count)
{
    t2sed_evidence *own = NULL;
    t2sed_error err;
    if (!o->evidence)
        check(t2sed_evidence_new(&own, NULL, &err), &err);
    check(
        t2sed_evidence_set_question(own ? own : o->evidence, o->question, &err),
        &err);
    for (size_t i = 0; i < count; i++) {
        t2sed_findings *findings;
        check(t2sed_findings_parse(&findings, own ? own : o->evidence,
                                   queries[i], &err),
              &err);
        t2sed_findings_free(findings);
    }
    t2sed_evidence_free(own);
}

static void measure(opened *o, const char *const *queries, size_t count)
{
    double *probabilities = malloc(count * sizeof *probabilities);
    int *groups = malloc(count * sizeof *groups);
    double since = seconds();
    t2sed_beam beam;
    t2sed_scores *scores;
    t2sed_agreement *agreement;
    t2sed_ranking *ranking;
    t2sed_signals signals;
    t2sed_error err;
    t2sed_beam_init(&beam, sizeof beam);
    beam.question = o->question;
    beam.evidence = o->evidence;
    beam.queries = queries;
    beam.count = count;
    check(t2sed_scorer_score_beams(&scores, o->scorer, &beam, 1, &err), &err);
    tell("score", count, &since);
    check(t2sed_agreement_new(&agreement, o->evidence, queries, NULL, count,
                              NULL, &err),
          &err);
    for (size_t i = 0; i < count; i++) {
        probabilities[i] = t2sed_scores_probability(scores, i);
        t2sed_agreed agreed = T2SED_AGREED_INIT;
        t2sed_agreement_get(agreement, i, &agreed, NULL);
        groups[i] = agreed.group;
    }
    tell("agreement", count, &since);
    t2sed_signals_init(&signals, sizeof signals);
    signals.count = count;
    signals.probability = probabilities;
    signals.groups = groups;
    check(t2sed_reranker_apply(&ranking, o->reranker, &signals, &err), &err);
    tell("re-ranking", count, &since);
    find_all(o, queries, count);
    tell("findings", count, &since);
    t2sed_ranking_free(ranking);
    t2sed_agreement_free(agreement);
    t2sed_scores_free(scores);
    free(probabilities);
    free(groups);
}

int main(int argc, char **argv)
{
    opened o = {0};
    if (argc < 4) {
        fprintf(stderr, "usage: scale MODEL_DIR DATABASE.sqlite|- COUNT...\n");
        return 2;
    }
    open_all(&o, argv[1], argv[2]);
    printf("| candidates | step | s | us each | most MiB |\n"
           "|---|---|---|---|---|\n");
    for (int a = 3; a < argc; a++) {
        const size_t count = (size_t)atol(argv[a]);
        char(*texts)[160] = malloc(count * sizeof *texts);
        const char **queries = malloc(count * sizeof *queries);
        for (size_t i = 0; i < count; i++) {
            snprintf(texts[i], sizeof texts[i], templates[i % TEMPLATES],
                     (unsigned)(i * 7919 % (count + 1)));
            queries[i] = texts[i];
        }
        measure(&o, queries, count);
        free(queries);
        free(texts);
    }
    close_all(&o);
    return 0;
}
