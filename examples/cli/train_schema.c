/* train_schema.c - t2sed train --schema-prediction. */
#include <stdlib.h>
#include <string.h>

#include "../shared/system.h"
#include "schema_lines.h"
#include "train.h"

static const char usage[] =
    "train --schema-prediction --out DIR [OPTION]... FILE[=WEIGHT]...\n\n"
    "Trains the model that predicts which tables and columns the right query\n"
    "uses. A line of a FILE is {\"db_id\", \"question\", \"query\"}, SPLASH's\n"
    "{\"db_id\", \"question\", \"wrong_sql\", \"feedback\", \"gold_sql\"} or\n"
    "{\"db_id\", \"turns\": [{\"utterance\", \"sql\"}]}. With --folds N, the\n"
    "models in DIR/fold-0, DIR/fold-1... each leave out the databases of one "
    "of\nN parts. Needs LightGBM (docs/training.md).";

typedef struct schema_command {
    t2sed_schema_trainer_options options;
    const char *out;
    cli_database_options from;
    long folds, only;
    bool is_schema;
} schema_command;

typedef struct adding {
    t2sed_schema_trainer *trainer;
    double weight;
} adding;

static t2sed_status add(void *payload, const schema_example *example,
                        t2sed_error *err)
{
    const adding *to = payload;
    return t2sed_schema_trainer_add(
        to->trainer, example->question, example->schema, &example->options,
        example->db_id, example->right, to->weight, err);
}

static t2sed_status run_folds(t2sed_schema_trainer *trainer,
                              const schema_command *c, t2sed_error *err)
{
    size_t size = strlen(c->out) + 32;
    char *path = malloc(size);
    t2sed_status status = T2SED_OK;
    if (!path) {
        print_to(stderr, "t2sed: out of memory\n");
        exit(CLI_FAILED);
    }
    for (long fold = -1; fold < c->folds && status == T2SED_OK; fold++) {
        if (c->only >= -1 && fold != c->only)
            continue;
        snprintf(path, size, fold < 0 ? "%s" : "%s/fold-%ld", c->out, fold);
        system_mkdir(c->out);
        status = t2sed_schema_trainer_run(
            trainer, path, (int)fold, c->folds > 0 ? (int)c->folds : 1, err);
        if (status == T2SED_OK)
            cli_note("t2sed: %s is trained\n", path);
    }
    free(path);
    return status;
}

static int run(const schema_command *c, char **files, int count)
{
    schema_sources sources;
    schema_counts counts = {0, 0};
    adding to = {NULL, 1};
    t2sed_error err;
    t2sed_status status;
    int code = CLI_OK;
    if (!schema_sources_open(&sources, &c->from))
        return CLI_FAILED;
    status = t2sed_schema_trainer_new(&to.trainer, &c->options, &err);
    for (int i = 0; i < count && status == T2SED_OK && code == CLI_OK; i++) {
        if (!cli_train_weight(files[i], &to.weight))
            code = cli_usage_error("train",
                                   "%s: the weight is no number "
                                   "above 0",
                                   files[i]);
        else
            code = schema_lines_visit(&sources, files[i], add, &to, &counts);
    }
    if (status == T2SED_OK && code == CLI_OK)
        cli_note("t2sed: %zu examples, %zu left out\n", counts.visited,
                 counts.left_out);
    if (status == T2SED_OK && code == CLI_OK)
        status = run_folds(to.trainer, c, &err);
    t2sed_schema_trainer_free(to.trainer);
    schema_sources_close(&sources);
    if (status != T2SED_OK)
        return cli_fail(&err);
    return code == CLI_OK && counts.left_out ? CLI_BAD_INPUT : code;
}

int cli_train_schema(int argc, char **argv)
{
    schema_command c = {0};
    int operands = 0, status;
    t2sed_schema_trainer_options_init(&c.options, sizeof c.options);
    c.only = -2;
    {
        const cli_option options[] = {
            {"schema-prediction", CLI_FLAG, &c.is_schema, NULL, "this model"},
            {"out", CLI_STRING, &c.out, "DIR", "where the model goes"},
            CLI_DATABASES_OPTIONS(c.from),
            {"folds", CLI_INT, &c.folds, "N", "parts of the databases (none)"},
            {"fold", CLI_INT, &c.only, "N", "train this fold alone"},
            {"trees", CLI_COUNT, &c.options.trees, "N", "of each forest (120)"},
            {"leaves", CLI_COUNT, &c.options.leaves, "N", "of a tree (24)"},
            {"learning-rate", CLI_REAL, &c.options.learning_rate, "X", "0.12"},
            {"seed", CLI_SEED, &c.options.seed, "N", "1"},
            {"threads", CLI_COUNT, &c.options.threads, "N", "0: all cores"},
            {"lightgbm", CLI_STRING, &c.options.lightgbm, "FILE",
             "lib_lightgbm.so (looked for)"},
            {NULL, CLI_FLAG, NULL, NULL, NULL},
        };
        status = cli_read_options(&operands, argv, argc, options, usage);
    }
    if (status >= 0)
        return status;
    if (!c.out || operands == 0 ||
        (!c.from.root && !c.from.file && !c.from.tables))
        return cli_usage_error("train", "--out, a FILE, and --db-root or "
                                        "--tables are needed");
    return run(&c, argv + 1, operands);
}
