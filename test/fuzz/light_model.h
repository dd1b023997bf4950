/* light_model.h - the folder's ".model", a model of a tiny forest alone, as the
 * default model of this process; there is no sketcher and no schema predictor.
 */
#ifndef T2S_FUZZ_LIGHT_MODEL_H
#define T2S_FUZZ_LIGHT_MODEL_H

#include "fuzz.h"
#include "tiny_forest.h"

static inline void light_model_end(void)
{
    static const char *const names[] = {".model/config.json",
                                        ".model/forest.safetensors", ".model"};
    char path[FUZZ_PATH];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(fuzz_path(path, names[i]));
}

static inline void light_model_make(void)
{
    static const char config[] =
        "{\"t2sed\": {\"format\": 1, \"evidence\": [\"source.schema\", "
        "\"source.execution\", \"shape.limit\"], " T2S_TINY_FUSION "}}";
    char path[FUZZ_PATH];
    require(mkdir(fuzz_path(path, ".model"), 0700) == 0);
    fuzz_write(".model/config.json", config, sizeof config - 1);
    t2s_tiny_forest(path);
    setenv("T2SED_MODEL", path, 1);
    setenv("T2SED_BACKEND", fuzz_backend(), 1);
    setenv("T2SED_SKETCH", "/nonexistent", 1);
    setenv("T2SED_SCHEMA_PREDICTION", "/nonexistent", 1);
    atexit(light_model_end);
}

#endif
