/* train_sketch.c - t2sed train --plan: trains a sketcher. */
#include <stdlib.h>
#include <string.h>

#include "sketches.h"
#include "train.h"

static const char usage[] =
    "train --plan --out DIR --tables FILE [OPTION]... [TASK:]FILE[=WEIGHT]...\n"
    "\nTrains a sketcher (t2sed/parts/sketch.h) on questions with right "
    "queries and "
    "writes it\nto --out, and one without each fold's databases to "
    "--out/fold-0 and so on. A\nline of a FILE is {\"db_id\", \"question\", "
    "\"query\"} or a conversation,\n{\"db_id\", \"turns\": [{\"utterance\", "
    "\"sql\" or \"sql_novalue\"}]}. TASK is spider\n(the default), sparc or "
    "cosql; WEIGHT is what each question counts for (1).\nEvery other "
    "turn that follows others is learned with their queries.";

typedef struct sketch_command {
    const char *out;
    cli_database_options from;
    bool sketch;
} sketch_command;

typedef struct adding {
    t2sed_sketch_trainer *trainer;
    double weight;
    size_t turns; /* that followed others */
} adding;

/* Every other turn that follows others is learned with their queries. */
static t2sed_status add(const sketch_question *q, void *payload,
                        t2sed_error *err)
{
    adding *to = payload;
    t2sed_sketch_options context;
    bool follows = t2sed_conversation_count(q->asked) > 0;
    t2sed_sketch_options_init(&context, sizeof context);
    to->turns += follows;
    context.task = q->task;
    context.conversation = to->turns % 2 ? q->answered : q->asked;
    return t2sed_sketch_trainer_add(to->trainer, q->db_id, q->question, q->sql,
                                    q->schema, &context, to->weight, err);
}

static int show(const t2sed_train_progress *p, void *payload)
{
    (void)payload;
    cli_note("model %d of %d\n", p->epoch, p->epochs);
    return 0;
}

static int train(const sketch_command *c, t2sed_sketch_trainer *trainer,
                 char **files, int count)
{
    cli_databases databases;
    sketch_totals totals = {0};
    t2sed_error err;
    int status = CLI_OK;
    if (!cli_databases_open(&databases, &c->from))
        return CLI_FAILED;
    for (int i = 0; i < count && status == CLI_OK; i++) {
        adding to = {.trainer = trainer};
        if (!cli_train_weight(files[i], &to.weight))
            status = cli_usage_error("train", "%s: the weight is no number",
                                     files[i]);
        else
            status = sketch_read(files[i], &databases, &totals, add, &to);
    }
    cli_databases_close(&databases);
    if (status != CLI_OK)
        return status;
    cli_note("%zu lines, %zu bad: %zu questions to train on, %zu left out "
             "for their queries\n",
             totals.lines, totals.bad_lines, totals.questions, totals.left_out);
    if (t2sed_sketch_trainer_run(trainer, c->out, show, NULL, &err) != T2SED_OK)
        return cli_fail(&err);
    return totals.bad_lines ? CLI_BAD_INPUT : CLI_OK;
}

int cli_train_sketch(int argc, char **argv)
{
    t2sed_sketch_trainer_options o;
    t2sed_sketch_trainer *trainer;
    sketch_command c = {0};
    t2sed_error err;
    int operands = 0, status;
    t2sed_sketch_trainer_options_init(&o, sizeof o);
    {
        const cli_option options[] = {
            {"plan", CLI_FLAG, &c.sketch, NULL, "train a sketcher"},
            {"out", CLI_STRING, &c.out, "DIR", "where the sketcher goes"},
            CLI_TABLES_OPTION(c.from.tables),
            CLI_ROOT_OPTION(c.from.root),
            {"folds", CLI_COUNT, &o.folds, "N",
             "parts of the databases; a sketcher is trained without each (5)"},
            {"strength", CLI_REAL, &o.strength, "X",
             "how closely examples are fitted (4)"},
            {"passes", CLI_COUNT, &o.passes, "N", "over the examples (10)"},
            {"min-count", CLI_COUNT, &o.min_count, "N",
             "examples that a term needs (6)"},
            {"max-terms", CLI_COUNT, &o.max_terms, "N",
             "of a sketcher (30000)"},
            {"seed", CLI_SEED, &o.seed, "N", "order of the examples (1)"},
            {NULL, CLI_FLAG, NULL, NULL, NULL},
        };
        status = cli_read_options(&operands, argv, argc, options, usage);
    }
    if (status >= 0)
        return status;
    if (!c.out || operands == 0)
        return cli_usage_error("train", "--plan needs --out and a FILE");
    if (t2sed_sketch_trainer_new(&trainer, &o, &err) != T2SED_OK)
        return cli_fail(&err);
    status = train(&c, trainer, argv + 1, operands);
    t2sed_sketch_trainer_free(trainer);
    return status;
}
