/* Objects that threads may share, each in use by four of them at once: every
 * thread finds what one alone does (test-tsan watches). The model is the one
 * without an engine, the question parser's engine is the fake one. */
#include <pthread.h>
#include <string.h>

#include "score_test.h"
#include "question/conversation.h"
#include "records.h"
#include "base/string.h"
#include "parse_test.h"
#include "sketch_test.h"
#include "sqlite_test.h"
#include "t2s_test.h"
#include "t2sed.h"
#include "t2sed/parts.h"
#include "t2sed/lab.h"
#include "text/tokenizer.h"
#include "tiny_model.h"

enum { THREADS = 4, ROUNDS = 3, QUERIES = 3 };

static const char *const queries[QUERIES] = {
    "SELECT name FROM team WHERE city = 'Rome'",
    "SELECT count(*) FROM player AS T1 JOIN team AS T2 ON T1.team = T2.id",
    "SELECT color FROM player"};

/* What is shared: made by one thread, used by all, ended by one. */
static struct {
    char directory[T2S_TINY_PATH], path[T2S_TINY_PATH + 32];
    t2sed_database *database;
    const t2sed_schema *schema; /* of it */
    t2sed_values *values;
    t2sed_question *question;
    t2sed_conversation *conversation;
    t2sed_sql *sql[QUERIES];
    t2sed_model *model;
    t2sed_sketcher *sketcher;
    t2sed_sketch *sketch;
    t2sed_schema_predictor *predictor;
    t2sed_schema_prediction *prediction;
    t2sed_evidence *evidence; /* whose values predictions read */
    t2sed_tokenizer *tokenizer;
    t2sed_parser *parser;
    t2sed_reranker *reranker;
    t2sed_trigger *trigger;
    t2sed_scores *scores;
    t2sed_ranking *ranking;
    t2sed_findings *findings;
    t2sed_links *links;
    t2sed_agreement *agreement;
    t2sed_evaluation *labels;
} all;

static t2sed_error why;

#define OK(call) ck_assert_msg((call) == T2SED_OK, "%s", why.text)

/* --- making --- */

static void make_models(void)
{
    t2sed_schema_prediction_options options;
    t2sed_schema_prediction_options_init(&options, sizeof options);
    options.values = all.evidence;
    setenv("T2SED_BACKEND", T2S_FAKE_BACKEND_PATH, 1);
    unsetenv("T2S_FAKE_BACKEND");
    setenv("T2SED_SKETCH", "lib/models/sketch", 1);
    setenv("T2SED_SCHEMA_PREDICTION", "lib/models/schema-prediction", 1);
    t2s_tiny_directory(all.directory);
    t2s_tiny_parser(all.directory);
    OK(t2sed_parser_open(&all.parser, NULL, NULL, &why));
    OK(t2sed_model_open(&all.model, "lib/models/default", NULL, &why));
    OK(t2sed_sketcher_open(&all.sketcher, "lib/models/sketch", &why));
    OK(t2sed_sketcher_predict(&all.sketch, all.sketcher, all.question,
                              all.schema, NULL, &why));
    OK(t2sed_schema_predictor_open(&all.predictor,
                                   "lib/models/schema-prediction", &why));
    OK(t2sed_schema_predictor_predict(&all.prediction, all.predictor,
                                      all.question, all.schema, &options,
                                      &why));
    OK(t2sed_tokenizer_open(&all.tokenizer, "lib/models/large", &why));
    OK(t2sed_reranker_parse(&all.reranker, "sl+qp", NULL, &why));
    OK(t2sed_trigger_new(&all.trigger, NULL, &why));
}

static t2sed_status rank(t2sed_ranking **out, t2sed_error *err)
{
    double probabilities[QUERIES];
    t2sed_signals signals;
    t2sed_signals_init(&signals, sizeof signals);
    signals.count = QUERIES;
    signals.probability = probabilities;
    for (size_t i = 0; i < QUERIES; i++)
        probabilities[i] = t2sed_scores_probability(all.scores, i);
    return t2sed_reranker_apply(out, all.reranker, &signals, err);
}

static void make_results(void)
{
    t2sed_evaluator_item item = {
        sizeof item, all.database, queries[0], strlen(queries[0]),
        queries,     NULL,         QUERIES};
    t2sed_evaluator *evaluator;
    t2sed_scorer *scorer;
    t2sed_linker *linker;
    OK(t2sed_scorer_new(&scorer, all.model, NULL, &why));
    OK(t2s_test_score(&all.scores, scorer, all.question, queries, NULL, QUERIES,
                      all.database, &why));
    t2sed_scorer_free(scorer);
    OK(rank(&all.ranking, &why));
    OK(t2sed_evidence_set_question(all.evidence, all.question, &why));
    OK(t2sed_findings_new(&all.findings, all.evidence, all.sql[0], &why));
    OK(t2sed_agreement_new(&all.agreement, all.evidence, queries, NULL, QUERIES,
                           NULL, &why));
    OK(t2sed_linker_new(&linker, all.database, &why));
    OK(t2sed_linker_link(&all.links, linker, all.question, all.sql[0], NULL,
                         &why));
    t2sed_linker_free(linker);
    OK(t2sed_evaluator_new(&evaluator, NULL, &why));
    OK(t2sed_evaluator_evaluate(&all.labels, evaluator, &item, &why));
    t2sed_evaluator_free(evaluator);
}

static void make_all(void)
{
    static char folder[] = "/tmp/t2sed-shared-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(all.path, sizeof all.path, "%s/club.sqlite", folder);
    t2s_test_run_sql(
        all.path,
        "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
        "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT, "
        "team INT REFERENCES team (id));"
        "INSERT INTO team VALUES (1, 'Reds', 'Rome'), (2, 'Blues', 'Bonn');"
        "INSERT INTO player VALUES (1, 'Ann', 1), (2, 'Bob', 2);");
    OK(t2sed_database_open(&all.database, all.path, NULL, &why));
    all.schema = t2sed_database_schema(all.database);
    OK(t2sed_database_sample(&all.values, all.database, 1, NULL, &why));
    OK(t2sed_question_new(&all.question, "Which teams are from Rome?", &why));
    OK(t2sed_conversation_new(&all.conversation, &why));
    OK(t2sed_conversation_add(all.conversation, "Which cities are there?",
                              "SELECT city FROM team", &why));
    for (int i = 0; i < QUERIES; i++)
        OK(t2sed_sql_parse(&all.sql[i], queries[i], &why));
    OK(t2sed_evidence_new(&all.evidence, all.database, &why));
    make_models();
    make_results();
}

static void free_all(void)
{
    t2sed_evaluation_free(all.labels);
    t2sed_agreement_free(all.agreement);
    t2sed_links_free(all.links);
    t2sed_findings_free(all.findings);
    t2sed_ranking_free(all.ranking);
    t2sed_scores_free(all.scores);
    t2sed_trigger_free(all.trigger);
    t2sed_reranker_free(all.reranker);
    t2sed_parser_free(all.parser);
    t2sed_tokenizer_free(all.tokenizer);
    t2sed_evidence_free(all.evidence);
    t2sed_schema_prediction_free(all.prediction);
    t2sed_schema_predictor_free(all.predictor);
    t2sed_sketch_free(all.sketch);
    t2sed_sketcher_free(all.sketcher);
    t2sed_model_free(all.model);
    for (int i = 0; i < QUERIES; i++)
        t2sed_sql_free(all.sql[i]);
    t2sed_conversation_free(all.conversation);
    t2sed_question_free(all.question);
    t2sed_values_free(all.values);
    t2sed_database_free(all.database);
    unlink(all.path);
    *strrchr(all.path, '/') = '\0';
    rmdir(all.path);
    t2s_tiny_remove(all.directory);
}

/* --- using; what is found is appended, and so is the name of what failed ---
 */

#define TRY(out, call)                                                         \
    do {                                                                       \
        if ((call) != T2SED_OK)                                                \
            t2s_string_append_format(out, "failed: %s\n", #call);              \
    } while (0)

static void add(t2s_string *out, double number)
{
    t2s_string_append_format(out, "%.12g\n", number);
}

static void read_schema(t2s_string *out)
{
    t2sed_values *values = NULL;
    t2sed_schema_column column = {.struct_size = sizeof column};
    for (size_t i = 0;
         t2sed_schema_column_get(all.schema, i, &column, NULL) == T2SED_OK; i++)
        t2s_string_append_format(out, "%s %s %d\n", column.name,
                                 column.readable, column.kind);
    add(out, t2s_schema_find_column(all.schema, -1, "NAME", 4, NULL));
    add(out, t2s_schema_find_table(all.schema, "Player", 6));
    TRY(out, t2sed_database_sample(&values, all.database, 2, NULL, NULL));
    if (values)
        add(out, (double)t2sed_values_count(values));
    t2sed_values_free(values);
    t2s_string_append(out, t2sed_values_text(all.values, 1, NULL));
    t2s_string_append(out, t2s_conversation_get(all.conversation, 0).sql);
    add(out, (double)t2sed_question_word_count(all.question));
}

static void predict(t2s_string *out)
{
    t2sed_schema_prediction_options with;
    t2sed_sketch_options options;
    t2sed_schema_prediction *prediction = NULL;
    t2sed_sketch *sketch = NULL;
    t2sed_sketch_fit fit = {.struct_size = sizeof fit};
    t2sed_sketch_options_init(&options, sizeof options);
    t2sed_schema_prediction_options_init(&with, sizeof with);
    options.conversation = with.conversation = all.conversation;
    with.values = all.evidence;
    TRY(out, t2sed_sketcher_predict(&sketch, all.sketcher, all.question,
                                    all.schema, &options, NULL));
    for (size_t i = 0; sketch && i < t2sed_sketch_head_count(); i++)
        add(out, t2s_head(sketch, i).probability +
                     t2s_head(all.sketch, i).probability);
    t2sed_sketch_free(sketch);
    for (int i = 0; i < QUERIES; i++) {
        TRY(out, t2sed_sketch_compare(all.sketch, all.sql[i], all.schema, &fit,
                                      NULL));
        add(out, fit.agreement);
    }
    TRY(out,
        t2sed_schema_predictor_predict(&prediction, all.predictor, all.question,
                                       all.schema, &with, NULL));
    for (size_t i = 0; i < t2sed_schema_column_count(all.schema); i++)
        add(out,
            (prediction ? t2s_predicted_column(prediction, i).roles[0] : -1) +
                t2s_predicted_column(all.prediction, i).roles[0]);
    t2sed_schema_prediction_free(prediction);
}

static void score(t2s_string *out)
{
    t2sed_scorer *scorer = NULL;
    t2sed_scores *scores = NULL;
    t2sed_ranking *ranking = NULL;
    TRY(out, t2sed_scorer_new(&scorer, all.model, NULL, NULL));
    if (scorer)
        TRY(out, t2s_test_score(&scores, scorer, all.question, queries, NULL,
                                QUERIES, all.database, NULL));
    for (size_t i = 0; scores && i < QUERIES; i++) {
        add(out, t2sed_scores_probability(scores, i));
        add(out, t2s_test_scored(all.scores, i).logit);
        add(out, t2sed_trigger_decide(all.trigger,
                                      t2sed_scores_probability(scores, i)));
    }
    t2sed_scores_free(scores);
    t2sed_scorer_free(scorer);
    TRY(out, rank(&ranking, NULL));
    for (size_t i = 0; ranking && i < QUERIES; i++)
        add(out, (double)(t2sed_ranking_candidate(ranking, i) +
                          10 * t2sed_ranking_candidate(all.ranking, i)));
    t2sed_ranking_free(ranking);
    add(out, t2s_model_info(all.model).threshold);
    t2s_string_append(out, t2s_model_info(all.model).config);
    for (size_t i = 0; i < t2sed_model_feature_count(all.model); i++)
        t2s_string_append(out, t2sed_model_feature_name(all.model, i));
}

static void read_text(t2s_string *out)
{
    t2sed_tokens *tokens = NULL;
    t2sed_question *question = NULL;
    TRY(out, t2sed_tokens_new(&tokens, NULL));
    if (tokens)
        TRY(out, t2sed_tokenizer_encode(all.tokenizer, tokens,
                                        "Which teams, of all, are from R\xc3"
                                        "\xb6m? SELECT x1_y FROM t",
                                        0, NULL));
    add(out, tokens ? (double)tokens->ids.count : 0);
    t2sed_tokens_free(tokens);
    TRY(out, t2sed_question_new(&question, "Which teams are from Rome?", NULL));
    if (question) {
        TRY(out, t2sed_question_parse(question, all.parser, NULL));
        for (size_t i = 0; i < t2sed_question_word_count(question); i++)
            add(out, (double)question->words[i].head);
    }
    t2sed_question_free(question);
}

/* Each thread has a gatherer of its own; schema, question and predictions are
 * shared. */
static void gather(t2s_string *out)
{
    t2sed_evidence *evidence = NULL;
    float numbers[1000];
    TRY(out, t2sed_evidence_new(&evidence, all.database, NULL));
    if (!evidence)
        return;
    TRY(out, t2sed_evidence_set_question(evidence, all.question, NULL));
    TRY(out, t2sed_evidence_set_sketch(evidence, all.sketch, NULL));
    TRY(out, t2sed_evidence_set_prediction(evidence, all.prediction, NULL));
    for (int k = 0; k < QUERIES; k++) {
        TRY(out, t2sed_evidence_compute(evidence, all.sql[k], numbers, NULL));
        for (size_t i = 0; i < t2sed_evidence_count(); i++)
            add(out, (double)numbers[i]);
    }
    t2sed_evidence_free(evidence);
}

static void read_results(t2s_string *out)
{
    char *repaired = NULL;
    for (size_t i = 0; i < t2sed_findings_count(all.findings); i++)
        t2s_string_append(out, finding_at(all.findings, i).message);
    add(out, t2sed_links_score(all.links));
    for (size_t i = 0; i < t2sed_links_repair_count(all.links); i++) {
        TRY(out, t2sed_links_repaired(&repaired, NULL, all.links, i, NULL));
        t2s_string_append(out, repaired);
        t2sed_free(repaired);
    }
    for (size_t i = 0; i < QUERIES; i++) {
        t2sed_agreed agreed = {.struct_size = sizeof agreed};
        TRY(out, t2sed_agreement_get(all.agreement, i, &agreed, NULL));
        add(out, agreed.share);
        add(out, all.labels->verdicts[i].label);
        t2s_string_append(out, all.labels->verdicts[i].message);
    }
}

/* In another order in each thread, so that they meet in different calls. */
static void use_all(t2s_string *out, int thread)
{
    static void (*const uses[])(t2s_string *) = {
        read_schema, predict, score, read_text, gather, read_results};
    enum { USES = sizeof uses / sizeof uses[0] };
    t2s_string parts[USES] = {{0}};
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < USES; i++) {
            t2s_string *part = &parts[(i + thread) % USES];
            t2s_string_clear(part);
            uses[(i + thread) % USES](part);
        }
    for (int i = 0; i < USES; i++) {
        t2s_string_append_n(out, parts[i].text, parts[i].length);
        t2s_string_free(&parts[i]);
    }
}

typedef struct worker {
    pthread_t thread;
    int number;
    t2s_string found;
} worker;

static void *work(void *payload)
{
    worker *at = payload;
    use_all(&at->found, at->number);
    return NULL;
}

START_TEST(threads_find_what_one_does)
{
    worker workers[THREADS];
    t2s_string expected = {0};
    make_all();
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.number = i};
        ck_assert_int_eq(
            pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_join(workers[i].thread, NULL), 0);
    use_all(&expected, 0);
    ck_assert_ptr_null(strstr(expected.text, "failed:"));
    for (int i = 0; i < THREADS; i++) {
        ck_assert_str_eq(workers[i].found.text, expected.text);
        t2s_string_free(&workers[i].found);
    }
    t2s_string_free(&expected);
    free_all();
}
END_TEST

int main(void)
{
    TCase *shared = tcase_create("shared");
    tcase_add_test(shared, threads_find_what_one_does);
    return t2s_test_run("shared_objects", &shared, 1);
}
