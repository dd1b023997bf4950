/* save.c - the trained model as a directory. */
#include "base/error.h"
#include "base/memory.h"
#include "lab/train/detector.h"
#include "lab/write/write.h"

static json_t *describe_text(const t2sed_trainer *trainer)
{
    const t2s_position *at = &trainer->run.at;
    return json_pack(
        "{s:I, s:I, s:o, s:I, s:s}", "epochs", (json_int_t)at->epoch,
        "best_epoch", (json_int_t)at->best_epoch, "dev_auc",
        at->best_epoch ? t2s_log_number(at->best_score) : json_null(), "seed",
        (json_int_t)trainer->options.seed, "backend",
        trainer->run.backend->name());
}

static json_t *describe_forest(const t2sed_trainer *trainer)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:b, s:I, s:s}", "forests",
                     trainer->options.forests, "other_forests",
                     trainer->options.other_forests, "trees",
                     (int)trainer->files.forests[T2S_READER_DATABASE].trees,
                     "trees_without",
                     (int)trainer->files.forests[T2S_READER_WITHOUT].trees,
                     "refit", trainer->refitted, "seed",
                     (json_int_t)trainer->options.seed, "trainer", "LightGBM");
}

/* The AUC on the dev beams, by how much is known. */
static json_t *describe_cases(const t2sed_trainer *trainer)
{
    json_t *cases = json_object();
    for (int known = 0; cases && known < T2S_KNOWN_CASES; known++)
        if (json_object_set_new(cases, t2s_known_names[known],
                                json_real(trainer->known_auc[known])) != 0) {
            json_decref(cases);
            return NULL;
        }
    return cases;
}

/* What config.json tells of what was trained. */
static json_t *describe_training(const t2sed_trainer *trainer)
{
    json_t *facts = json_object();
    int failed = facts == NULL;
    if (trainer->trains_text)
        failed |=
            json_object_set_new(facts, "training", describe_text(trainer)) != 0;
    if (trainer->has_grown)
        failed |= json_object_set_new(facts, "evidence_training",
                                      describe_forest(trainer)) != 0;
    if (trainer->fused)
        failed |=
            json_object_set_new(facts, "dev_auc", describe_cases(trainer)) != 0;
    if (trainer->fused) /* the regression has calibrated the sum */
        failed |=
            json_object_set_new(facts, "calibration",
                                json_pack("{s:f}", "temperature", 1.0)) != 0;
    if (failed) {
        json_decref(facts);
        return NULL;
    }
    return facts;
}

/* The best epoch's weights; before the first, the present ones. */
static t2sed_status save_weights(t2sed_trainer *trainer, const char *directory,
                                 int32_t dtype, const json_t *facts,
                                 t2sed_error *err)
{
    t2s_run *run = &trainer->run;
    float **present = NULL;
    t2s_tensor *tensors = NULL;
    t2sed_status status = T2SED_OK;
    if (!run->best)
        status = t2s_run_read(run, T2S_PART_WEIGHT, &present, err);
    if (status == T2SED_OK) {
        tensors = t2s_run_tensors(run, run->best ? run->best : present);
        status =
            tensors ? t2s_model_files_save(&trainer->files, directory, tensors,
                                           run->weight_count, dtype, facts, err)
                    : t2s_fail_memory(err);
    }
    t2s_free(present);
    t2s_free(tensors);
    return status;
}

t2sed_status t2sed_trainer_save(t2sed_trainer *trainer, const char *directory,
                                int precision, t2sed_error *err)
{
    const int32_t dtype = t2s_precision_dtype(precision);
    json_t *facts;
    t2sed_status status;
    if (!trainer || !directory)
        return t2s_fail_null(err, __func__, "trainer and directory");
    if (dtype == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "precision is %d, expected T2SED_FP32, T2SED_FP16 or "
                        "T2SED_BF16",
                        precision);
    facts = describe_training(trainer);
    status = facts ? save_weights(trainer, directory, dtype, facts, err)
                   : t2s_fail_memory(err);
    json_decref(facts);
    return status;
}
