/* lightgbm.h - what is used of LightGBM's C interface (LightGBM/c_api.h, whose
 * ABI has been the same since version 3). The library is opened when the first
 * forest is trained, and by nothing else. */
#ifndef T2S_TRAIN_LIGHTGBM_H
#define T2S_TRAIN_LIGHTGBM_H

#include <stdint.h>

#include "t2sed/status.h"

/* A data set and a booster. */
typedef void *t2s_lightgbm_handle;

enum { T2S_LIGHTGBM_FLOAT32 = 0 };
enum { T2S_LIGHTGBM_RAW_SCORE = 1 };

/* All but last_error return 0, or -1 and last_error says why. */
typedef struct t2s_lightgbm {
    const char *(*last_error)(void);
    /* data: [rows, columns] of `type`; parameters: "name=value name=value";
     * reference: the data set whose bins to take, or NULL. */
    int (*dataset_from_matrix)(const void *data, int type, int32_t rows,
                               int32_t columns, int is_row_major,
                               const char *parameters,
                               t2s_lightgbm_handle reference,
                               t2s_lightgbm_handle *out);
    /* "label" or "weight". */
    int (*dataset_set_field)(t2s_lightgbm_handle dataset, const char *field,
                             const void *data, int count, int type);
    int (*dataset_free)(t2s_lightgbm_handle dataset);
    int (*booster_create)(t2s_lightgbm_handle dataset, const char *parameters,
                          t2s_lightgbm_handle *out);
    int (*booster_free)(t2s_lightgbm_handle booster);
    int (*booster_add_valid)(t2s_lightgbm_handle booster,
                             t2s_lightgbm_handle dataset);
    int (*booster_update)(t2s_lightgbm_handle booster, int *is_finished);
    /* index: 0 the training data, 1 the first that was added. */
    int (*booster_eval)(t2s_lightgbm_handle booster, int index, int *count,
                        double *out);
    /* *needed: bytes with the NUL; nothing is written where they are more than
     * `size`. */
    int (*booster_save)(t2s_lightgbm_handle booster, int first_iteration,
                        int iterations, int importance, int64_t size,
                        int64_t *needed, char *out);
    int (*booster_predict)(t2s_lightgbm_handle booster, const void *data,
                           int type, int32_t rows, int32_t columns,
                           int is_row_major, int what, int first_iteration,
                           int iterations, const char *parameters,
                           int64_t *count, double *out);
} t2s_lightgbm;

/*
 * Opens `path`, or the file that the environment variable T2SED_LIGHTGBM
 * names, or lib_lightgbm.so where the loader finds it; once for the process,
 * under a lock. *out is static. Errors: T2SED_ENOBACKEND (it can't be opened,
 * or lacks a function).
 */
t2sed_status t2s_lightgbm_load(const t2s_lightgbm **out, const char *path,
                               t2sed_error *err);

/* T2SED_EBACKEND with LightGBM's own message, where `result` is not 0. */
t2sed_status t2s_lightgbm_check(const t2s_lightgbm *lightgbm, int result,
                                const char *what, t2sed_error *err);

#endif
