/* The trained parser as a directory. */
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/save.h"
#include "model/files.h"
#include "model/parser.h"
#include "lab/train/parser.h"
#include "lab/write/write.h"

/* The names of trained labels, by their indices. */
static json_t *label_list(const t2s_map *labels)
{
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; i < labels->count && good; i++) /* room for all */
        if (labels->entries[i].value >= 0)
            good = json_array_append_new(list, json_null()) == 0;
    for (size_t i = 0; i < labels->count && good; i++)
        if (labels->entries[i].value >= 0)
            good = json_array_set_new(list, (size_t)labels->entries[i].value,
                                      json_string(labels->entries[i].key)) == 0;
    if (!good)
        json_decref(list);
    return good ? list : NULL;
}

static json_t *describe(const t2sed_parser_trainer *trainer)
{
    const bank *b = &trainer->banks[T2SED_TRAIN];
    return json_pack(
        "{s:{s:i, s:o, s:o, s:{s:I, s:I, s:I, s:I, s:I, s:s}}}", "t2sed_parser",
        "format", T2S_PARSER_FORMAT, "tags", label_list(&trainer->tags),
        "relations", label_list(&trainer->relations), "training", "sentences",
        (json_int_t)b->sentences.count, "words", (json_int_t)b->words.count,
        "epochs", (json_int_t)trainer->run.at.epoch, "steps",
        (json_int_t)trainer->run.at.step, "seed",
        (json_int_t)trainer->options.seed, "backend",
        trainer->run.backend->name());
}

static t2sed_status save_words(const t2sed_parser_trainer *trainer,
                               const char *path, t2sed_error *err)
{
    t2s_string out = {0};
    t2sed_status status;
    for (size_t i = 0; i < trainer->words.count; i++) {
        t2s_string_append_n(&out, trainer->words.entries[i].key,
                            trainer->words.entries[i].key_length);
        t2s_string_append_char(&out, '\n');
    }
    status = out.failed ? t2s_fail_memory(err)
                        : t2s_save_file(path, out.text, out.length, err);
    t2s_string_free(&out);
    return status;
}

static t2sed_status save_weights(const t2sed_parser_trainer *trainer,
                                 t2s_run *run, const char *directory,
                                 int32_t dtype, t2sed_error *err)
{
    float **averages = NULL;
    t2s_tensor *tensors = NULL;
    t2sed_status status = t2s_run_read(run, T2S_PART_AVERAGE, &averages, err);
    if (status == T2SED_OK) {
        tensors = t2s_run_tensors(run, averages);
        status =
            tensors ? t2s_write_directory(directory, describe(trainer), tensors,
                                          run->weight_count, dtype, err)
                    : t2s_fail_memory(err);
    }
    t2s_free(averages);
    t2s_free(tensors);
    return status;
}

t2sed_status t2sed_parser_trainer_save(t2sed_parser_trainer *trainer,
                                       const char *directory, int precision,
                                       t2sed_error *err)
{
    int32_t dtype = t2s_precision_dtype(precision);
    char *words;
    t2sed_status status;
    if (!trainer || !directory)
        return t2s_fail_null(err, __func__, "trainer and directory");
    if (dtype == T2S_DTYPE_OTHER)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "parser trainer: the precision is none of T2SED_FP32, "
                        "T2SED_FP16, T2SED_BF16");
    if (!trainer->run.engine)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: nothing was trained yet");
    words = t2s_path_join(directory, "words.txt");
    status = words ? t2s_make_directory(directory, err) : t2s_fail_memory(err);
    if (status == T2SED_OK)
        status = save_words(trainer, words, err);
    if (status == T2SED_OK)
        status = save_weights(trainer, &trainer->run, directory, dtype, err);
    t2s_free(words);
    return status;
}
