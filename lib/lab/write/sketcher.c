/* sketcher.c - a sketcher's directory. */
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "lab/write/write.h"

static json_t *config_of(const t2sed_sketcher *sketcher)
{
    json_t *heads = json_array(), *thresholds = json_array();
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++) {
        json_array_append_new(heads, json_string(t2sed_sketch_head_name(h)));
        json_array_append_new(
            thresholds, json_real(round(sketcher->threshold[h] * 1e4) / 1e4));
    }
    return json_pack("{s:{s:i,s:o,s:o}}", T2S_SKETCHER_OBJECT, "format",
                     T2S_SKETCHER_FORMAT, "heads", heads, "thresholds",
                     thresholds);
}

t2sed_status t2s_sketcher_write(const t2sed_sketcher *sketcher,
                                const char *path, t2sed_error *err)
{
    const t2s_sketch_vocabulary *v = &sketcher->vocabulary;
    const int64_t terms = (int64_t)v->count;
    uint16_t *half = t2s_alloc_array(v->count * T2S_SKETCH_COUNT, sizeof *half);
    const t2s_tensor tensors[] = {
        {"terms", T2S_I64, 1, {terms}, v->ids},
        {"rarity", T2S_F32, 1, {terms}, v->rarity},
        {"bias", T2S_F32, 1, {T2S_SKETCH_COUNT}, sketcher->bias},
        {"slope", T2S_F32, 1, {T2S_SKETCH_COUNT}, sketcher->slope},
        {"shift", T2S_F32, 1, {T2S_SKETCH_COUNT}, sketcher->shift},
        {"weights", T2S_F16, 2, {terms, T2S_SKETCH_COUNT}, half},
    };
    t2sed_status status;
    if (!half)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < v->count; i++)
        t2s_convert(half + i * T2S_SKETCH_COUNT, T2S_F16,
                    sketcher->weights + i * T2S_SKETCH_STRIDE, T2S_F32,
                    T2S_SKETCH_COUNT);
    status = t2s_write_directory(path, config_of(sketcher), tensors,
                                 sizeof tensors / sizeof tensors[0],
                                 T2S_DTYPE_KEEP, err);
    t2s_free(half);
    return status;
}
