/* common.h - what the trainer of detectors and that of parsers share: checks of
 * options, the log's file, tensors of a checkpoint, the steps of an epoch,
 * time. */
#ifndef T2S_TRAIN_COMMON_H
#define T2S_TRAIN_COMMON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/vector.h"
#include "weights/safetensors.h"
#include "t2sed/status.h"

/* A number that has to lie in [low, high]. */
typedef struct t2s_range {
    const char *name;
    double value, low, high;
} t2s_range;

/* T2SED_EINVAL for the first that does not, or is no number; `what` begins
 * the message. */
t2sed_status t2s_ranges_check(const t2s_range *ranges, size_t count,
                              const char *what, t2sed_error *err);

/* Replaces a borrowed string by a copy; false where memory is short. */
bool t2s_own_string(const char **text);

/* Opens a log to append to it. */
t2sed_status t2s_log_open(FILE **out, const char *path, t2sed_error *err);
/* Writes an object, which is taken over, as a line; NULL is a failure too. */
t2sed_status t2s_log_write(FILE *file, const char *path, json_t *object,
                           t2sed_error *err);
/* null for what is not a number: JSON has no NaN. */
json_t *t2s_log_number(double value);

/* Elements of a tensor. */
size_t t2s_tensor_size(const t2s_tensor *tensor);

/* The checkpoint's tensor of that name with `count` elements of that type;
 * else T2SED_EFORMAT, which says that it is none of this `what`. */
t2sed_status t2s_checkpoint_find(const t2s_tensor **out,
                                 const t2s_safetensors *file, const char *name,
                                 int32_t dtype, size_t count, const char *what,
                                 const char *path, t2sed_error *err);

/* Beside tensors of weights, a checkpoint has lists of whole numbers: the
 * position in the run, the state of the engine's random numbers with its size
 * in bytes before it, and what the run was started with. */
#define T2S_RANDOM_BYTES   8192
#define T2S_RANDOM_NUMBERS (T2S_RANDOM_BYTES / 8 + 1)

typedef T2S_VECTOR(t2s_tensor) t2s_tensors;

typedef struct t2s_checkpoint_numbers {
    const int64_t *position, *random;
    int64_t run;
} t2s_checkpoint_numbers;

/* Adds them to the tensors to be written, borrowed. */
t2sed_status t2s_checkpoint_add(t2s_tensors *to,
                                const t2s_checkpoint_numbers *numbers,
                                int64_t positions, t2sed_error *err);
/* Finds them, borrowed from the file. Errors: those of t2s_checkpoint_find. */
t2sed_status t2s_checkpoint_numbers_of(t2s_checkpoint_numbers *out,
                                       const t2s_safetensors *file,
                                       size_t positions, const char *what,
                                       const char *path, t2sed_error *err);

/* Whether a number of a checkpoint can be a count that a run goes on with, and
 * does not overflow. */
static inline bool t2s_checkpoint_is_count(int64_t number)
{
    return number >= 0 && number <= INT64_MAX / 2;
}

/* The steps of an epoch. `run` is what each function is called with. */
typedef struct t2s_steps {
    bool (*are_left)(void *run);
    t2sed_status (*take)(void *run, t2sed_error *err);
    t2sed_status (*tell)(void *run,
                         t2sed_error *err); /* the caller, after each;
                       T2SED_ECANCELLED where it asks to stop */
    t2sed_status (*save)(void *run, t2sed_error *err); /* a checkpoint */
    const int64_t *taken; /* steps, in all epochs */
    int save_every;       /* steps; 0: only when the caller stops */
} t2s_steps;

/* Saves, and lets nothing interrupt that: what a checkpoint lacks has to be
 * done again. */
t2sed_status t2s_steps_save(const t2s_steps *steps, void *run,
                            t2sed_error *err);

/* Takes those that are left. What was done is saved before the caller's wish
 * to stop is obeyed. */
t2sed_status t2s_steps_take(const t2s_steps *steps, void *run,
                            t2sed_error *err);
/* What `tell` gives for the callback's answer. */
t2sed_status t2s_steps_told(int answer, long step, t2sed_error *err);

/* Seconds since some moment; and those since *since, which becomes now. */
double t2s_seconds(void);
double t2s_seconds_since(double *since);

#endif
