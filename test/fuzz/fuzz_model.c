/*
 * Opens any bytes as a model directory, with an encoder (behind the fake
 * engine), a forest or both, and scores queries with what can be opened: every
 * probability is one.
 *
 *     @@cconfig.json @@vvocab.txt @@ttokenizer.json @@smodel.safetensors
 *     @@fforest.safetensors (fuzz.h)
 */
#include "fuzz.h"
#include "t2sed.h"
#include "t2sed/parts.h"

static const char ddl[] =
    "CREATE TABLE singer (id INT PRIMARY KEY, name TEXT, age INT);"
    "CREATE TABLE song (title TEXT, singer_id INT REFERENCES singer(id));";

static const char *const queries[] = {
    "SELECT name FROM singer WHERE age > 3",
    "SELECT count(*) FROM song JOIN singer ON singer_id = id", "SELECT"};

static void score(t2sed_model *model)
{
    t2sed_scorer_options options;
    t2sed_beam beam;
    t2sed_database *database = NULL;
    t2sed_scorer *scorer;
    t2sed_scores *scores;
    t2sed_question *question;
    t2sed_schema *schema;
    t2sed_scorer_options_init(&options, sizeof options);
    t2sed_beam_init(&beam, sizeof beam);
    options.parse = T2SED_PARSE_NEVER;
    require(t2sed_schema_parse_ddl(&schema, ddl, NULL) == T2SED_OK);
    require(t2sed_question_new(&question, "How old are the singers?", NULL) ==
            T2SED_OK);
    require(t2sed_scorer_new(&scorer, model, &options, NULL) == T2SED_OK);
    require(t2sed_database_new_schema(&database, schema, NULL, NULL) ==
            T2SED_OK);
    beam.question = question;
    beam.database = database;
    beam.queries = queries;
    beam.count = 3;
    if (t2sed_scorer_score(&scores, scorer, &beam, NULL) == T2SED_OK) {
        for (size_t i = 0; i < 3; i++) {
            t2sed_score score = {.struct_size = sizeof score};
            require(t2sed_scores_get(scores, i, &score, NULL) == T2SED_OK);
            require(score.status != T2SED_OK ||
                    (score.probability >= 0 && score.probability <= 1));
        }
        t2sed_scores_free(scores);
    }
    t2sed_scorer_free(scorer);
    t2sed_question_free(question);
    t2sed_database_free(database);
    t2sed_schema_free(schema);
}

/* What else reads the config. */
static void ask(const t2sed_model *model)
{
    t2sed_reranker_weights weights;
    t2sed_model_info info = {.struct_size = sizeof info};
    t2sed_trigger_options trigger;
    t2sed_trigger_options_init(&trigger, sizeof trigger);
    for (size_t i = 0; i < t2sed_model_feature_count(model); i++)
        require(t2sed_model_feature_name(model, i) != NULL);
    require(t2sed_model_describe(model, &info, NULL) == T2SED_OK &&
            info.threshold >= 0);
    t2sed_reranker_weights_init(&weights, sizeof weights);
    t2sed_reranker_weights_of(&weights, model, NULL);
    t2sed_trigger_options_of(&trigger, model, 0.95, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const fuzz_name names[] = {{'c', "config.json"},
                                      {'v', "vocab.txt"},
                                      {'t', "tokenizer.json"},
                                      {'s', "model.safetensors"},
                                      {'f', "forest.safetensors"}};
    fuzz_part parts[FUZZ_MAX_PARTS];
    t2sed_model_options options;
    t2sed_model *model;
    t2sed_model_options_init(&options, sizeof options);
    options.backend = fuzz_backend();
    fuzz_write_parts(parts, fuzz_parts(parts, data, size), names,
                     sizeof names / sizeof *names);
    if (t2sed_model_open(&model, fuzz_folder(), &options, NULL) == T2SED_OK) {
        ask(model);
        score(model);
        t2sed_model_free(model);
    }
    return 0;
}
