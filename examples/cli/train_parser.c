/* train_parser.c - t2sed train --question-parser: trains a question parser. */
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "train.h"

static const char usage[] =
    "train --question-parser --encoder DIR --out DIR [OPTION]... FILE...\n\n"
    "Trains a question parser on treebanks in CoNLL-U and writes it to --out,\n"
    "a directory for t2sed parse --parser. --encoder is a pre-trained encoder\n"
    "of the BERT family, whose embeddings tell of words that no FILE has.";

typedef struct parser_command {
    t2sed_parser_train_options options;
    bool chosen; /* --question-parser itself */
    const char *encoder, *out, *dev, *precision, *train_precision;
    bool resume, plain;
} parser_command;

static parser_command command;

static const cli_option options[] = {
    {"question-parser", CLI_FLAG, &command.chosen, NULL,
     "train a question parser (else: a detector)"},
    {"encoder", CLI_STRING, &command.encoder, "DIR",
     "whose embeddings words begin with"},
    {"out", CLI_STRING, &command.out, "DIR", "where the parser goes"},
    {"dev", CLI_STRING, &command.dev, "LIST",
     "treebanks to measure by: FILE,FILE"},
    {"epochs", CLI_COUNT, &command.options.epochs, "N", "passes (28)"},
    {"batch", CLI_COUNT, &command.options.batch_words, "N",
     "words a step (1000)"},
    {"learning-rate", CLI_REAL, &command.options.learning_rate, "X",
     "highest (2e-3)"},
    {"dropout", CLI_REAL, &command.options.dropout, "X", "0.33"},
    {"plain", CLI_FLAG, &command.plain, NULL,
     "take sentences as they are, without changes at random"},
    {"vocabulary", CLI_COUNT, &command.options.vocabulary, "N",
     "words with a fixed vector (12500)"},
    {"hidden", CLI_COUNT, &command.options.hidden, "N", "of the LSTMs (192)"},
    {"seed", CLI_SEED, &command.options.seed, "N",
     "weights, order, dropout (1)"},
    {"precision", CLI_STRING, &command.precision, "P",
     "of the saved weights: fp16, fp32, bf16"},
    {"train-precision", CLI_STRING, &command.train_precision, "P",
     "of products in training: auto, fp32, bf16"},
    CLI_RUN_OPTIONS(command.options, command.resume),
    {NULL, CLI_FLAG, NULL, NULL, NULL},
};

static int show(const t2sed_train_progress *p, void *payload)
{
    char note[96];
    if (p->epoch_done) {
        cli_note("epoch %d/%d: loss %.4f", p->epoch, p->epochs, p->loss);
        if (p->dev_las == p->dev_las)
            cli_note(", dev UAS %.2f LAS %.2f UPOS %.2f", 100 * p->dev_uas,
                     100 * p->dev_las, 100 * p->dev_upos);
        cli_note(", %.0f s\n", p->seconds);
    } else {
        snprintf(note, sizeof note, "epoch %d/%d loss %.4f", p->epoch,
                 p->epochs, p->loss);
        cli_progress_show(payload, p->done, note);
    }
    return cli_interrupted();
}

/* A step frees hundreds of megabytes and asks for them again: pages that go
 * back to the system meanwhile cost more than the arithmetic. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 64 << 20);
#endif
}

static t2sed_status add_all(t2sed_parser_trainer *trainer,
                            const parser_command *c, char **files, int count,
                            t2sed_error *err)
{
    size_t added, total[2] = {0, 0};
    t2sed_status status = T2SED_OK;
    char *list = c->dev ? strdup(c->dev) : NULL, *at = list;
    for (int i = 0; i < count && status == T2SED_OK; i++) {
        status = t2sed_parser_trainer_add_file(trainer, T2SED_TRAIN, files[i],
                                               &added, err);
        total[0] += status == T2SED_OK ? added : 0;
    }
    while (at && status == T2SED_OK) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma = '\0';
        status =
            t2sed_parser_trainer_add_file(trainer, T2SED_DEV, at, &added, err);
        total[1] += status == T2SED_OK ? added : 0;
        at = comma ? comma + 1 : NULL;
    }
    free(list);
    if (status == T2SED_OK)
        cli_note("%zu sentences to train on, %zu to measure by\n", total[0],
                 total[1]);
    return status;
}

static int train_and_save(t2sed_parser_trainer *trainer,
                          const parser_command *c, int precision)
{
    cli_progress bar;
    t2sed_error err;
    t2sed_status status = T2SED_OK;
    const char *checkpoint = c->options.checkpoint;
    if (c->resume)
        status = t2sed_parser_trainer_resume(trainer, checkpoint, &err);
    if (status == T2SED_ENOTFOUND)
        status = T2SED_OK; /* the first run of a command that always resumes */
    cli_progress_start(&bar, "training");
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_run(trainer, show, &bar, &err);
    cli_progress_end();
    if (status == T2SED_ECANCELLED || status == T2SED_EINTERRUPTED)
        return cli_train_stopped(checkpoint);
    if (status == T2SED_OK)
        status = t2sed_parser_trainer_save(trainer, c->out, precision, &err);
    return status == T2SED_OK ? CLI_OK : cli_fail(&err);
}

static int run(const parser_command *c, char **files, int count)
{
    t2sed_parser_trainer *trainer = NULL;
    t2sed_error err;
    t2sed_status status;
    int code;
    keep_memory();
    status = t2sed_parser_trainer_open(&trainer, c->encoder, &c->options, &err);
    if (status == T2SED_OK)
        status = add_all(trainer, c, files, count, &err);
    code = status == T2SED_OK
               ? train_and_save(trainer, c, cli_precision(c->precision))
               : cli_fail(&err);
    t2sed_parser_trainer_free(trainer);
    return code;
}

int cli_train_parser(int argc, char **argv)
{
    parser_command *c = &command;
    int operands = 0, status, train_precision;
    t2sed_parser_train_options_init(&c->options, sizeof c->options);
    c->precision = "fp16";
    c->train_precision = "auto";
    status = cli_read_options(&operands, argv, argc, options, usage);
    if (status >= 0)
        return status;
    if (!c->encoder || !c->out || operands == 0)
        return cli_usage_error("train --question-parser",
                               "--encoder, --out and a FILE are needed");
    if (c->resume && !c->options.checkpoint)
        return cli_usage_error("train --question-parser",
                               "--resume needs --checkpoint");
    train_precision = cli_precision(c->train_precision);
    if (cli_precision(c->precision) < 0 || train_precision < 0 ||
        train_precision == T2SED_FP16)
        return cli_usage_error("train --question-parser",
                               "unknown --precision or --train-precision");
    c->options.precision = train_precision;
    c->options.augment = !c->plain;
    return run(c, argv + 1, operands);
}
