/* sketcher.c - predicting sketches: a linear model per head on shared terms. */
#include "sketch/sketcher.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"

static const char *const tasks[] = {"spider", "sparc", "cosql"};
enum { TASKS = sizeof tasks / sizeof tasks[0] };

const char *t2s_sketch_task(size_t i)
{
    return i < TASKS ? tasks[i] : NULL;
}

void t2sed_sketch_options_init(t2sed_sketch_options *options, size_t size)
{
    const t2sed_sketch_options defaults = {sizeof defaults, NULL, NULL};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

t2sed_status t2s_sketch_options_read(t2sed_sketch_options *options,
                                     const t2sed_sketch_options *given,
                                     t2sed_error *err)
{
    t2sed_status status;
    t2sed_sketch_options_init(options, sizeof *options);
    status = t2s_sized_read(options, sizeof *options, given,
                            "t2sed_sketch_options", err);
    if (status != T2SED_OK)
        return status;
    if (!options->task)
        options->task = t2sed_conversation_count(options->conversation) > 0
                            ? tasks[TASKS - 1]
                            : tasks[0];
    for (size_t i = 0; i < TASKS; i++)
        if (strcmp(options->task, tasks[i]) == 0) {
            options->task = tasks[i];
            return T2SED_OK;
        }
    return t2s_fail(err, T2SED_EINVAL, -1,
                    "sketcher options: the task is \"%.40s\", expected spider, "
                    "sparc or cosql",
                    options->task);
}

void t2s_sketcher_logits(float logits[T2S_SKETCH_STRIDE],
                         const t2sed_sketcher *sketcher,
                         const t2s_sketch_row *row)
{
    memcpy(logits, sketcher->bias, sizeof sketcher->bias);
    for (size_t i = 0; i < row->list.count; i++) {
        t2s_sketch_item item = row->list.at[i];
        const float *weights =
            sketcher->weights + (size_t)item.term * T2S_SKETCH_STRIDE;
        for (size_t h = 0; h < T2S_SKETCH_STRIDE; h++)
            logits[h] += item.value * weights[h];
    }
}

static t2sed_sketch *make_sketch(const t2sed_sketcher *sketcher,
                                 const t2s_sketch_row *row)
{
    float logits[T2S_SKETCH_STRIDE];
    t2sed_sketch *sketch = t2s_alloc(sizeof *sketch);
    if (!sketch)
        return NULL;
    t2s_sketcher_logits(logits, sketcher, row);
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++)
        sketch->probability[h] =
            1 / (1 + exp(-(double)(sketcher->slope[h] * logits[h] +
                                   sketcher->shift[h])));
    memcpy(sketch->threshold, sketcher->threshold, sizeof sketch->threshold);
    return sketch;
}

t2sed_status t2sed_sketcher_predict(t2sed_sketch **out,
                                    const t2sed_sketcher *sketcher,
                                    const t2sed_question *question,
                                    const t2sed_schema *schema,
                                    const t2sed_sketch_options *given,
                                    t2sed_error *err)
{
    t2sed_sketch_options options;
    t2s_sketch_terms terms = {0};
    t2s_sketch_row row = {0};
    t2sed_sketch *sketch = NULL;
    t2sed_status status;
    if (!out || !sketcher || !question)
        return t2s_fail_null(err, __func__, "out, sketcher and question");
    status = t2s_sketch_options_read(&options, given, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_sketch_terms_make(&terms, question, schema,
                                   options.conversation, options.task, err);
    if (status == T2SED_OK &&
        (!t2s_sketch_weigh(&row, &sketcher->vocabulary, terms.list.at,
                           terms.list.count) ||
         !(sketch = make_sketch(sketcher, &row))))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK)
        *out = sketch;
    t2s_vector_free(&row.list);
    t2s_sketch_terms_free(&terms);
    return status;
}
