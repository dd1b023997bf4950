/* score.c - the probability that a query answers a question:
 *
 *     score QUESTION SQL [DATABASE.sqlite]
 */
#include <stdio.h>

#include <t2sed.h>

int main(int argc, char **argv)
{
    t2sed_error err;
    t2sed_model *model = NULL;
    t2sed_scorer *scorer = NULL;
    t2sed_question *question = NULL;
    t2sed_database *database = NULL;
    t2sed_evidence *evidence = NULL;
    t2sed_beam beam = T2SED_BEAM_INIT;
    t2sed_scores *scores = NULL;
    int failed;
    if (argc < 3) {
        fprintf(stderr, "usage: score QUESTION SQL [DATABASE.sqlite]\n");
        return 2;
    }
    /* NULL: the default model, found beside the library. */
    failed =
        t2sed_model_open(&model, NULL, NULL, &err) ||
        t2sed_scorer_open(&scorer, model, NULL, &err) ||
        t2sed_question_new(&question, argv[1], &err) ||
        /* What queries give on the database; it is never changed. */
        (argc > 3 && (t2sed_database_open(&database, argv[3], NULL, &err) ||
                      t2sed_evidence_new(&evidence, database, &err)));
    if (!failed) {
        beam.question = question;
        beam.schema = t2sed_database_schema(database);
        beam.source = evidence;
        beam.queries = (const char *const *)&argv[2];
        beam.count = 1;
        failed = t2sed_scorer_score_beams(&scores, scorer, &beam, 1, &err);
    }
    if (failed)
        fprintf(stderr, "score: %s\n", err.text);
    else if (t2sed_scores_status(scores, 0) != T2SED_OK)
        printf("not scored: %s\n", t2sed_scores_error(scores, 0)->text);
    else
        printf("%.6f\n", t2sed_scores_probability(scores, 0));
    t2sed_scores_free(scores);
    t2sed_evidence_free(evidence);
    t2sed_database_free(database);
    t2sed_question_free(question);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
    return failed ? 1 : 0;
}
