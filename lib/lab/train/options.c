#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "lab/train/common.h"
#include "lab/train/internal.h"

void t2sed_train_options_init(t2sed_train_options *options)
{
    if (!options)
        return;
    memset(options, 0, sizeof *options);
    options->struct_size = sizeof *options;
    options->epochs = 10;
    options->batch_beams = 16;
    options->learning_rate = 3e-5;
    options->warmup = 0.1;
    options->weight_decay = 0.01;
    options->beta1 = 0.9;
    options->beta2 = 0.999;
    options->epsilon = 1e-8;
    options->max_gradient_norm = 1;
    options->seed = 1;
    options->train_encoder = 1;
    options->checkpoint_steps = 200;
    options->trees = 1000;
    options->forests = 5;
}

static t2sed_status check(const t2sed_train_options *o, t2sed_error *err)
{
    const t2s_range ranges[] = {
        {"epochs", o->epochs, 1, 100000},
        {"batch_beams", o->batch_beams, 1, 100000},
        {"threads", o->threads, 0, 4096},
        {"learning_rate", o->learning_rate, 0, 10},
        {"warmup", o->warmup, 0, 1},
        {"weight_decay", o->weight_decay, 0, 10},
        {"beta1", o->beta1, 0, 1},
        {"beta2", o->beta2, 0, 1},
        {"epsilon", o->epsilon, 0, 1},
        {"max_gradient_norm", o->max_gradient_norm, 0, 1e9},
        {"label_smoothing", o->label_smoothing, 0, 1},
        {"patience", o->patience, 0, 100000},
        {"checkpoint_steps", o->checkpoint_steps, 0, 1e9},
        {"branch", o->branch, T2SED_BRANCH_DEFAULT, T2SED_BRANCH_ALL},
        {"parse", o->parse, T2SED_PARSE_MISSING, T2SED_PARSE_NEVER},
        {"trees", o->trees, 1, 100000},
        {"refit", o->refit, 0, 1},
        {"forests", o->forests, 1, 1000},
        {"other_forests", o->other_forests, 0, 1000},
    };
    return t2s_ranges_check(ranges, sizeof ranges / sizeof ranges[0],
                            "training options", err);
}

t2sed_status t2s_train_options_copy(t2sed_train_options *out,
                                    const t2sed_train_options *options,
                                    t2sed_error *err)
{
    t2sed_train_options copy;
    t2sed_status status;
    bool device, checkpoint, log;
    t2sed_train_options_init(&copy);
    status =
        t2s_sized_read(&copy, sizeof copy, options, "t2sed_train_options", err);
    if (status == T2SED_OK)
        status = check(&copy, err);
    if (status != T2SED_OK)
        return status;
    if (!copy.device)
        copy.device = "cpu";
    /* Each is called whatever the others came to: all are then freed. */
    device = t2s_own_string(&copy.device);
    checkpoint = t2s_own_string(&copy.checkpoint);
    log = t2s_own_string(&copy.log);
    if (!device || !checkpoint || !log) {
        t2s_train_options_free(&copy);
        return t2s_fail_memory(err);
    }
    *out = copy;
    return T2SED_OK;
}

void t2s_train_options_free(t2sed_train_options *options)
{
    t2s_free((void *)(uintptr_t)options->device);
    t2s_free((void *)(uintptr_t)options->checkpoint);
    t2s_free((void *)(uintptr_t)options->log);
}
