/* score.c - the probability that a query answers a question:
 *
 *     score QUESTION SQL [DATABASE.sqlite]
 */
#include <stdio.h>

#include <t2sed.h>
#include <t2sed/parts.h>

int main(int argc, char **argv)
{
    t2sed_error err;
    t2sed_model *model = NULL;
    t2sed_scorer *scorer = NULL;
    t2sed_question *question = NULL;
    t2sed_database *database = NULL;
    t2sed_beam beam;
    t2sed_scores *scores = NULL;
    t2sed_score score = T2SED_SCORE_INIT;
    int failed;
    if (argc < 3) {
        fprintf(stderr, "usage: score QUESTION SQL [DATABASE.sqlite]\n");
        return 2;
    }
    t2sed_beam_init(&beam, sizeof beam);
    /* NULL: the default model, found beside the library. */
    failed = t2sed_model_open(&model, NULL, NULL, &err) ||
             t2sed_scorer_new(&scorer, model, NULL, &err) ||
             t2sed_question_new(&question, argv[1], &err) ||
             /* What queries give there is asked too; it is never changed. */
             (argc > 3 && t2sed_database_open(&database, argv[3], NULL, &err));
    if (!failed) {
        beam.question = question;
        beam.database = database;
        beam.queries = (const char *const *)&argv[2];
        beam.count = 1;
        failed = t2sed_scorer_score(&scores, scorer, &beam, &err) ||
                 t2sed_scores_get(scores, 0, &score, &err);
    }
    if (failed)
        fprintf(stderr, "score: %s\n", err.text);
    else if (score.status != T2SED_OK)
        printf("not scored: %s\n", score.error->text);
    else
        printf("%.6f\n", score.probability);
    t2sed_scores_free(scores);
    t2sed_database_free(database);
    t2sed_question_free(question);
    t2sed_scorer_free(scorer);
    t2sed_model_free(model);
    return failed ? 1 : 0;
}
