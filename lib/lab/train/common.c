#include "lab/train/common.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"

t2sed_status t2s_ranges_check(const t2s_range *ranges, size_t count,
                              const char *what, t2sed_error *err)
{
    for (size_t i = 0; i < count; i++) {
        const t2s_range *r = &ranges[i];
        if (!(r->value >= r->low && r->value <= r->high))
            return t2s_fail(err, T2SED_EINVAL, -1,
                            "%s: %s is %g, expected %g to %g", what, r->name,
                            r->value, r->low, r->high);
    }
    return T2SED_OK;
}

bool t2s_own_string(const char **text)
{
    if (!*text)
        return true;
    *text = t2s_strdup(*text);
    return *text != NULL;
}

t2sed_status t2s_log_open(FILE **out, const char *path, t2sed_error *err)
{
    /* A pipe without a reader is an error, not waited for. */
    int number = open(
        path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
        0666);
    FILE *file = number < 0 ? NULL : fdopen(number, "a");
    if (number >= 0)
        (void)fcntl(number, F_SETFL, O_APPEND);
    if (number >= 0 && !file)
        close(number);
    if (!file)
        return t2s_fail(err, T2SED_EIO, -1, "%s: cannot be opened: %s", path,
                        errno == ENOENT ? "no such directory" : "no access");
    *out = file;
    return T2SED_OK;
}

t2sed_status t2s_log_write(FILE *file, const char *path, json_t *object,
                           t2sed_error *err)
{
    bool good =
        object &&
        json_dumpf(object, file, JSON_COMPACT | JSON_REAL_PRECISION(9)) == 0;
    good = good && fputc('\n', file) != EOF && fflush(file) == 0;
    json_decref(object);
    return good ? T2SED_OK
                : t2s_fail(err, T2SED_EIO, -1, "%s: cannot be written", path);
}

json_t *t2s_log_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

size_t t2s_tensor_size(const t2s_tensor *tensor)
{
    size_t size = 1;
    for (int32_t i = 0; i < tensor->rank; i++)
        size *= (size_t)tensor->shape[i];
    return size;
}

t2sed_status t2s_checkpoint_find(const t2s_tensor **out,
                                 const t2s_safetensors *file, const char *name,
                                 int32_t dtype, size_t count, const char *what,
                                 const char *path, t2sed_error *err)
{
    const t2s_tensor *tensor = t2s_safetensors_find(file, name);
    if (!tensor || tensor->dtype != dtype || t2s_tensor_size(tensor) != count)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: not a checkpoint of this %s: \"%s\" is missing or "
                        "has another shape",
                        path, what, name);
    *out = tensor;
    return T2SED_OK;
}

static bool add_numbers(t2s_tensors *to, const char *name,
                        const int64_t *numbers, int64_t count)
{
    const t2s_tensor tensor = {name, T2S_I64, 1, {count}, numbers};
    return t2s_vector_push(to, tensor);
}

t2sed_status t2s_checkpoint_add(t2s_tensors *to,
                                const t2s_checkpoint_numbers *numbers,
                                int64_t positions, t2sed_error *err)
{
    return add_numbers(to, "position", numbers->position, positions) &&
                   add_numbers(to, "random", numbers->random,
                               T2S_RANDOM_NUMBERS) &&
                   add_numbers(to, "run", &numbers->run, 1)
               ? T2SED_OK
               : t2s_fail_memory(err);
}

t2sed_status t2s_checkpoint_numbers_of(t2s_checkpoint_numbers *out,
                                       const t2s_safetensors *file,
                                       size_t positions, const char *what,
                                       const char *path, t2sed_error *err)
{
    const t2s_tensor *position = NULL, *random = NULL, *run = NULL;
    t2sed_status status = t2s_checkpoint_find(
        &position, file, "position", T2S_I64, positions, what, path, err);
    if (status == T2SED_OK)
        status = t2s_checkpoint_find(&random, file, "random", T2S_I64,
                                     T2S_RANDOM_NUMBERS, what, path, err);
    if (status == T2SED_OK)
        status =
            t2s_checkpoint_find(&run, file, "run", T2S_I64, 1, what, path, err);
    if (status == T2SED_OK) {
        out->position = position->data;
        out->random = random->data;
        out->run = *(const int64_t *)run->data;
    }
    return status;
}

double t2s_seconds(void)
{
    return t2s_clock_ms(CLOCK_MONOTONIC) * 1e-3;
}

double t2s_seconds_since(double *since)
{
    double now = t2s_seconds(), passed = now - *since;
    *since = now;
    return passed;
}

t2sed_status t2s_steps_save(const t2s_steps *steps, void *run, t2sed_error *err)
{
    t2sed_status status;
    t2s_interrupt_hold();
    status = steps->save(run, err);
    t2s_interrupt_release();
    return status;
}

t2sed_status t2s_steps_take(const t2s_steps *steps, void *run, t2sed_error *err)
{
    const int every = steps->save_every;
    t2sed_status status = T2SED_OK;
    while (status == T2SED_OK && steps->are_left(run)) {
        bool stop;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = steps->take(run, err);
        if (status == T2SED_OK)
            status = steps->tell(run, err);
        stop = status == T2SED_ECANCELLED || status == T2SED_EINTERRUPTED;
        if (status != T2SED_OK && !stop)
            return status;
        if (stop || (every && *steps->taken % every == 0)) {
            t2sed_status saved = t2s_steps_save(steps, run, stop ? NULL : err);
            if (saved != T2SED_OK)
                return saved;
        }
    }
    return status;
}

t2sed_status t2s_steps_told(int answer, long step, t2sed_error *err)
{
    if (answer == 0)
        return T2SED_OK;
    return t2s_fail(err, T2SED_ECANCELLED, -1,
                    "training: stopped by the caller after step %ld", step);
}
