/* write.h - writing what the runtime reads: files of tensors, forests, and the
 * directories of models, sketchers and schema predictors. */
#ifndef T2S_LAB_WRITE_H
#define T2S_LAB_WRITE_H

#include "base/random.h"
#include "model/files.h"
#include "sketch/schema_predictor.h"
#include "sketch/sketcher.h"

/* --- numbers and tensors --- */

/* fp32 as IEEE binary16 and bfloat16: rounded to nearest, ties to even; a NaN
 * stays one. */
uint16_t t2s_narrow_f16(float value);
uint16_t t2s_narrow_bf16(float value);
/* Converts `count` elements between F32, F16 and BF16. The arrays must not
 * overlap, and be aligned to their elements. */
void t2s_convert(void *to, int32_t to_dtype, const void *from,
                 int32_t from_dtype, size_t count);

#define T2S_DTYPE_KEEP (-3)

/*
 * Writes tensors in the order given, converted to `dtype` (or each as it is:
 * T2S_DTYPE_KEEP; integers are always kept). Equal tensors give equal
 * bytes. Errors: T2SED_EIO, T2SED_EINVAL, T2SED_ENOMEM.
 */
t2sed_status t2s_safetensors_write(const char *path, const t2s_tensor *tensors,
                                   int32_t count, int32_t dtype,
                                   t2sed_error *err);

/* Elements [first, first + count) of tensor i, as fp32. */
typedef t2sed_status (*t2s_tensor_read)(float *out, void *ctx, int32_t i,
                                        size_t first, size_t count,
                                        t2sed_error *err);

/*
 * Writes tensors, as t2s_safetensors_write does, whose elements `read` gives
 * piece by piece: their `data` is not looked at. A piece begins at a multiple
 * of 65,536 and has at most so many. The host is told how far it is. Errors:
 * as above, T2SED_EFORMAT (an element that is not finite, or too large for
 * fp16; tensor and element are named), T2SED_EINTERRUPTED, those of `read`.
 */
t2sed_status t2s_safetensors_stream(const char *path, const t2s_tensor *tensors,
                                    int32_t count, int32_t dtype,
                                    t2s_tensor_read read, void *ctx,
                                    t2sed_error *err);

/* The tensors with the widest elements first, else in their order, so that all
 * are aligned where a file of them is mapped; [count] to `sorted`. */
void t2s_tensors_by_width(t2s_tensor *sorted, const t2s_tensor *tensors,
                          size_t count);

/* --- directories --- */

/* Makes a directory; one that exists is no error. Errors: T2SED_ENOTFOUND (the
 * one above it does not exist), T2SED_EIO. */
t2sed_status t2s_make_directory(const char *path, t2sed_error *err);

/* How config.json is written: flags of t2s_json_save. */
#define T2S_CONFIG_STYLE (JSON_INDENT(2) | JSON_REAL_PRECISION(16))

/* Makes a directory and writes model.safetensors and config.json into it, which
 * is `config`, which is taken over as t2s_json_save does. */
t2sed_status t2s_write_directory(const char *path, json_t *config,
                                 const t2s_tensor *tensors, int32_t count,
                                 int32_t dtype, t2sed_error *err);

/* --- forests --- */

/* The arrays of a forest, to be filled in. */
typedef struct t2s_forest_room {
    int32_t *starts;
    t2s_forest_node *nodes;
    float *leaves;
} t2s_forest_room;

/* Makes the forest one of so many trees, nodes in all, and names, which are
 * copied. False when memory is short; it is then to be freed all the same. */
bool t2s_forest_room_make(t2s_forest_room *out, t2s_forest *forest,
                          size_t trees, size_t nodes, const char *const *names,
                          size_t features);

/* A forest whose value is the mean of those of `count` forests of the same
 * features, at least one. Errors: T2SED_ENOMEM. */
t2sed_status t2s_forest_mean(t2s_forest *out, const t2s_forest *forests,
                             size_t count, t2sed_error *err);

/* The forest as t2s_forest_parts, made in `arena`. Fails only for want of
 * memory. */
t2sed_status t2s_forest_tensors(t2s_tensor out[T2S_FOREST_TENSORS],
                                const t2s_forest *forest, const char *prefix,
                                t2s_arena *arena, t2sed_error *err);

/* Writes a file of `count` forests. Equal forests give equal bytes. Errors:
 * T2SED_EIO, T2SED_ENOMEM. */
t2sed_status t2s_forest_write(const char *path,
                              const t2s_forest *const *forests,
                              const char *const *prefixes, size_t count,
                              t2sed_error *err);

/* --- models --- */

/* Random numbers, normal or even from -bound to bound. */
void t2s_fill_normal(float *data, size_t count, double deviation,
                     t2s_random *random);
void t2s_fill_uniform(float *data, size_t count, double bound,
                      t2s_random *random);
/* Fills `data` (all elements of the tensor) with what a weight begins as. */
void t2s_weight_fill(const t2s_weight *weight, float *data, t2s_random *random);

/* config->json with every field that we know brought up to date; what we do
 * not know stays as it was. A new reference, or NULL when memory is short. */
json_t *t2s_config_to_json(const t2s_config *config);
/* The members of `extra` (an object, or NULL) are merged into "t2sed"; what
 * comes out is checked before it is written. */
t2sed_status t2s_config_write(const t2s_config *config, const char *path,
                              const json_t *extra, t2sed_error *err);

/*
 * Makes the model one whose evidence a forest reads, yet to be trained, in
 * place of the forest that it may have: `names` are its features. Errors:
 * T2SED_EINVAL (names), T2SED_EMISMATCH (these lack "source.schema" or
 * "source.execution"), T2SED_ENOMEM; the files can then but be closed.
 */
t2sed_status t2s_model_files_add_forest(t2s_model_files *files,
                                        const char *const *names, size_t count,
                                        t2sed_error *err);
/* The same of nothing: a model of a forest alone. */
t2sed_status t2s_model_files_new_forest(t2s_model_files *out,
                                        const char *const *names, size_t count,
                                        t2sed_error *err);

/*
 * Writes a model directory (made if need be) with other weights: model
 * .safetensors from `tensors` (element types as in t2s_safetensors_write),
 * config.json with the members of `extra` (may be NULL) merged into its
 * "t2sed", the forest if there is one, and the tokenizer's files and README.md
 * as they are.
 */
t2sed_status t2s_model_files_save(const t2s_model_files *files,
                                  const char *path, const t2s_tensor *tensors,
                                  int32_t count, int32_t dtype,
                                  const json_t *extra, t2sed_error *err);
/* Removes the files that this writes, and the directory if it is empty then. */
void t2s_model_files_remove(const char *path);

/* Steps of that. Copies the tokenizer's files, in whichever form they are, and
 * README.md; those of the tokenizer that `from` has not (NULL: it has none) are
 * removed from `to`, where an earlier model may have left them, so that no two
 * tokenizers lie side by side. */
t2sed_status t2s_copy_tokenizer(const char *from, const char *to,
                                t2sed_error *err);
t2sed_status t2s_write_model(const char *path, const t2s_config *config,
                             const t2s_tensor *tensors, int32_t count,
                             int32_t dtype, const json_t *extra,
                             t2sed_error *err);

/* --- sketchers and schema predictors --- */

t2sed_status t2s_sketcher_write(const t2sed_sketcher *sketcher,
                                const char *path, t2sed_error *err);
/* Of the counts, those that are not looked at (t2s_pair_counts) are left
 * out. */
t2sed_status t2s_schema_predictor_write(const t2sed_schema_predictor *predictor,
                                        const char *path, t2sed_error *err);

#endif
