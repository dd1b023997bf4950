/* parser_trainer_test.h - trainers of question parsers, without an engine. */
#ifndef T2S_TEST_PARSER_TRAINER_H
#define T2S_TEST_PARSER_TRAINER_H

#include "t2s_test.h"

#include <string.h>

#include "lab/train/parser.h"
#include "treebank.h"

static char dir[T2S_TINY_PATH], checkpoint[T2S_TINY_PATH + 32],
    log_path[T2S_TINY_PATH + 32], out[T2S_TINY_PATH + 32];

static inline void set_up(void)
{
    t2s_tiny_directory(dir);
    bank_encoder(dir);
    snprintf(checkpoint, sizeof checkpoint, "%s/checkpoint", dir);
    snprintf(log_path, sizeof log_path, "%s/log", dir);
    snprintf(out, sizeof out, "%s/out", dir);
}

static inline void tear_down(void)
{
    t2s_tiny_remove(dir);
}

static inline t2sed_parser_trainer *open_trainer(int epochs)
{
    t2sed_parser_train_options options;
    t2sed_parser_trainer *trainer = NULL;
    t2sed_error err;
    bank_options(&options);
    options.epochs = epochs;
    options.backend = T2S_FAKE_BACKEND_PATH;
    options.checkpoint = checkpoint;
    options.log = log_path;
    ck_assert_msg(t2sed_parser_trainer_open(&trainer, dir, &options, &err) ==
                      T2SED_OK,
                  "%s", err.text);
    return trainer;
}

static inline void add(t2sed_parser_trainer *trainer, int purpose,
                       const char *text)
{
    t2sed_error err;
    size_t added = 0;
    ck_assert_msg(t2sed_parser_trainer_add(trainer, purpose, text, strlen(text),
                                           &added, &err) == T2SED_OK,
                  "%s", err.text);
    ck_assert_uint_gt(added, 0);
}

static inline t2sed_parser_trainer *open_with_bank(int epochs)
{
    t2sed_parser_trainer *trainer = open_trainer(epochs);
    add(trainer, T2SED_TRAIN, bank_text);
    add(trainer, T2SED_DEV, bank_dev_text);
    return trainer;
}

#endif
