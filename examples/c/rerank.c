/* rerank.c - the best of several queries for a question, and whether to answer
 * with it:
 *
 *     rerank DATABASE.sqlite QUESTION SQL SQL...
 */
#include <stdio.h>
#include <stdlib.h>

#include <t2sed.h>

typedef struct program {
    t2sed_model *model;
    t2sed_scorer *scorer;
    t2sed_question *question;
    t2sed_database *database;
    t2sed_evidence *evidence;
    t2sed_reranker *reranker;
    t2sed_trigger *trigger;
    t2sed_scores *scores;
    t2sed_agreement *agreement;
    t2sed_ranking *ranking;
} program;

static int open_all(program *p, const char *database, const char *question,
                    t2sed_error *err)
{
    t2sed_reranker_weights weights;
    t2sed_trigger_options thresholds;
    t2sed_trigger_options_init(&thresholds, sizeof thresholds);
    return t2sed_model_open(&p->model, NULL, NULL, err) ||
           t2sed_scorer_open(&p->scorer, p->model, NULL, err) ||
           t2sed_question_new(&p->question, question, err) ||
           t2sed_database_open(&p->database, database, NULL, err) ||
           t2sed_evidence_new(&p->evidence, p->database, err) ||
           t2sed_reranker_weights_of(&weights, p->model, err) ||
           t2sed_reranker_parse(&p->reranker, "default", &weights, err) ||
           t2sed_trigger_options_of(&thresholds, p->model, 0.95, err) ||
           t2sed_trigger_new(&p->trigger, &thresholds, err);
}

/* Scores the queries, asks which agree (none runs twice), and orders them. */
static int order(program *p, const char *const *queries, size_t count,
                 t2sed_error *err)
{
    t2sed_beam beam = T2SED_BEAM_INIT;
    t2sed_signals signals;
    t2sed_agreed agreed;
    double *probabilities = malloc(count * sizeof *probabilities);
    int *groups = malloc(count * sizeof *groups), failed;
    size_t i;
    beam.question = p->question;
    beam.schema = t2sed_database_schema(p->database);
    beam.source = p->evidence;
    beam.queries = queries;
    beam.count = count;
    failed = !probabilities || !groups ||
             t2sed_scorer_score_beams(&p->scores, p->scorer, &beam, 1, err) ||
             t2sed_agreement_new(&p->agreement, p->evidence, NULL, queries,
                                 NULL, count, NULL, err);
    if (!failed) {
        for (i = 0; i < count; i++) {
            probabilities[i] = t2sed_scores_probability(p->scores, i);
            agreed.struct_size = sizeof agreed;
            t2sed_agreement_get(&agreed, p->agreement, i, NULL);
            groups[i] = agreed.group;
        }
        t2sed_signals_init(&signals, sizeof signals);
        signals.count = count;
        signals.probability = probabilities;
        signals.groups = groups;
        failed =
            t2sed_reranker_apply(&p->ranking, p->reranker, &signals, err) != 0;
    }
    free(probabilities);
    free(groups);
    return failed;
}

static void print(const program *p, const char *const *queries)
{
    const size_t best = t2sed_ranking_candidate(p->ranking, 0);
    size_t rank;
    for (rank = 0; rank < t2sed_ranking_count(p->ranking); rank++) {
        const size_t i = t2sed_ranking_candidate(p->ranking, rank);
        t2sed_move move = {0};
        move.struct_size = sizeof move;
        printf("%.3f  %s\n", t2sed_ranking_confidence(p->ranking, i),
               queries[i]);
        if (t2sed_ranking_move_count(p->ranking, i) > 0 &&
            t2sed_ranking_move_get(&move, p->ranking, i, 0, NULL) == T2SED_OK)
            printf("       from %lu to %lu: %s\n", (unsigned long)move.from + 1,
                   (unsigned long)move.to + 1, move.text);
    }
    printf("%s\n",
           t2sed_decision_name(t2sed_trigger_decide(
               p->trigger, t2sed_ranking_confidence(p->ranking, best))));
}

int main(int argc, char **argv)
{
    program p = {0};
    t2sed_error err = {0};
    const char *const *queries = (const char *const *)argv + 3;
    int failed;
    if (argc < 4) {
        fprintf(stderr, "usage: rerank DATABASE.sqlite QUESTION SQL...\n");
        return 2;
    }
    failed = open_all(&p, argv[1], argv[2], &err) ||
             order(&p, queries, (size_t)argc - 3, &err);
    if (failed)
        fprintf(stderr, "rerank: %s\n", err.text);
    else
        print(&p, queries);
    t2sed_ranking_free(p.ranking);
    t2sed_agreement_free(p.agreement);
    t2sed_scores_free(p.scores);
    t2sed_trigger_free(p.trigger);
    t2sed_reranker_free(p.reranker);
    t2sed_evidence_free(p.evidence);
    t2sed_database_free(p.database);
    t2sed_question_free(p.question);
    t2sed_scorer_free(p.scorer);
    t2sed_model_free(p.model);
    return failed;
}
