/*
 * beam_model.h - the default model with other weights for the probability in a
 * beam, or another member of its config.json.
 */
#ifndef T2S_BEAM_MODEL_H
#define T2S_BEAM_MODEL_H

#include "t2s_test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "t2sed/model.h"

/* Opens it; `value` is the member's JSON text. Nothing stays on disk. */
static inline t2sed_status t2s_changed_model(t2sed_model **out,
                                             const char *member,
                                             const char *value,
                                             t2sed_error *err)
{
    char folder[] = "/tmp/t2sed-beam-XXXXXX";
    char here[1024], path[1100], linked[64];
    json_t *config = json_load_file("lib/models/default/config.json", 0, NULL);
    t2sed_status status;
    ck_assert_ptr_nonnull(config);
    ck_assert_ptr_nonnull(getcwd(here, sizeof here));
    ck_assert_ptr_nonnull(mkdtemp(folder));
    json_object_set_new(json_object_get(config, "t2sed"), member,
                        json_loads(value, JSON_DECODE_ANY, NULL));
    snprintf(path, sizeof path, "%s/config.json", folder);
    ck_assert_int_eq(json_dump_file(config, path, 0), 0);
    snprintf(linked, sizeof linked, "%s/forest.safetensors", folder);
    snprintf(path, sizeof path, "%s/lib/models/default/forest.safetensors",
             here);
    ck_assert_int_eq(symlink(path, linked), 0);
    setenv("T2SED_SKETCH", "lib/models/sketch", 1);
    setenv("T2SED_SCHEMA_PREDICTION", "lib/models/schema-prediction", 1);
    status = t2sed_model_open(out, folder, NULL, err);
    unlink(linked);
    snprintf(path, sizeof path, "%s/config.json", folder);
    unlink(path);
    rmdir(folder);
    json_decref(config);
    return status;
}

static inline t2sed_status t2s_beam_model(t2sed_model **out, const char *beam,
                                          t2sed_error *err)
{
    return t2s_changed_model(out, "beam", beam, err);
}

#endif
