/* Options of the parser's trainer: defaults, ranges, copies. */
#include <string.h>

#include "base/error.h"
#include "base/sized.h"
#include "lab/train/common.h"
#include "lab/train/parser_internal.h"

void t2sed_parser_train_options_init(t2sed_parser_train_options *options)
{
    if (!options)
        return;
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    options->precision = T2SED_AUTO;
    options->epochs = 28;
    options->batch_words = 1000;
    options->max_words = 80;
    options->learning_rate = 2e-3;
    options->warmup_steps = 200;
    options->weight_decay = 0.01;
    options->beta1 = 0.9;
    options->beta2 = 0.95;
    options->epsilon = 1e-8;
    options->max_gradient_norm = 2;
    options->dropout = 0.33;
    options->augment = 1;
    options->seed = 1;
    options->checkpoint_steps = 200;
    options->vocabulary = 12500;
    options->fixed_size = 80;
    options->word_size = 48;
    options->ngram_size = 48;
    options->shape_size = 16;
    options->ngrams = 8192;
    options->hidden = 192;
    options->layers = 3;
    options->arc_size = 200;
    options->label_size = 80;
}

static t2sed_status check(const t2sed_parser_train_options *o, t2sed_error *err)
{
    const t2s_range ranges[] = {
        {"threads", o->threads, 0, 4096},
        {"epochs", o->epochs, 1, 100000},
        {"batch_words", o->batch_words, 1, 100000},
        {"max_words", o->max_words, 1, 10000},
        {"learning_rate", o->learning_rate, 0, 10},
        {"warmup_steps", o->warmup_steps, 0, 1e9},
        {"weight_decay", o->weight_decay, 0, 10},
        {"beta1", o->beta1, 0, 1},
        {"beta2", o->beta2, 0, 1},
        {"epsilon", o->epsilon, 0, 1},
        {"max_gradient_norm", o->max_gradient_norm, 0, 1e9},
        {"dropout", o->dropout, 0, 0.99},
        {"augment", o->augment, 0, 1},
        {"checkpoint_steps", o->checkpoint_steps, 0, 1e9},
        {"vocabulary", o->vocabulary, 1, 1000000},
        {"fixed_size", o->fixed_size, 1, 4096},
        {"word_size", o->word_size, 1, 4096},
        {"ngram_size", o->ngram_size, 1, 4096},
        {"shape_size", o->shape_size, 1, 4096},
        {"ngrams", o->ngrams, 1, 1 << 24},
        {"hidden", o->hidden, 1, 4096},
        {"layers", o->layers, 2, 16},
        {"arc_size", o->arc_size, 1, 4096},
        {"label_size", o->label_size, 1, 1024},
    };
    t2sed_status status =
        t2s_ranges_check(ranges, sizeof ranges / sizeof ranges[0],
                         "parser training options", err);
    if (status != T2SED_OK)
        return status;
    if (o->precision != T2SED_AUTO && o->precision != T2SED_FP32 &&
        o->precision != T2SED_BF16)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "parser training options: precision %d is none of "
                        "T2SED_AUTO, T2SED_FP32, T2SED_BF16",
                        o->precision);
    return T2SED_OK;
}

t2sed_status t2s_parser_options_copy(t2sed_parser_train_options *out,
                                     const t2sed_parser_train_options *options,
                                     t2sed_error *err)
{
    t2sed_parser_train_options copy;
    t2sed_status status;
    bool backend, checkpoint, log;
    t2sed_parser_train_options_init(&copy);
    status = t2s_sized_read(&copy, sizeof copy, options,
                            "t2sed_parser_train_options", err);
    if (status == T2SED_OK)
        status = check(&copy, err);
    if (status != T2SED_OK)
        return status;
    /* Each is called whatever the others came to: all are then freed. */
    backend = t2s_own_string(&copy.backend);
    checkpoint = t2s_own_string(&copy.checkpoint);
    log = t2s_own_string(&copy.log);
    if (!backend || !checkpoint || !log) {
        t2s_parser_options_free(&copy);
        return t2s_fail_memory(err);
    }
    *out = copy;
    return T2SED_OK;
}

void t2s_parser_options_free(t2sed_parser_train_options *options)
{
    t2s_free((void *)(uintptr_t)options->backend);
    t2s_free((void *)(uintptr_t)options->checkpoint);
    t2s_free((void *)(uintptr_t)options->log);
}
