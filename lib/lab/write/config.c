/* config.c - config.json of a model, by the tables that it is read by. */
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "lab/write/write.h"

/* The object under `key`, made if it is not there; borrowed. NULL when memory
 * is short. */
static json_t *inner(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);
    if (!json_is_object(value)) {
        value = json_object();
        if (json_object_set_new(object, key, value) != 0)
            return NULL;
    }
    return value;
}

/* Sets a member; remembers a failure in *failed. */
static void set(json_t *object, const char *key, json_t *value, int *failed)
{
    if (!object || !value || json_object_set_new(object, key, value) != 0)
        *failed = 1;
}

static json_t *names_to_json(const t2s_names *names)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < names->count; i++)
        if (json_array_append_new(array, json_string(names->at[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    return array;
}

static json_t *to_json(const t2s_field *field, const void *from)
{
    const int32_t *number = from;
    switch (field->kind) {
    case T2S_FIELD_COUNT:
        return json_integer(*number);
    case T2S_FIELD_NUMBER:
        return json_real(*(const double *)from);
    case T2S_FIELD_FLAG:
        return json_boolean(*(const bool *)from);
    case T2S_FIELD_SWITCH:
        return json_boolean(*number);
    case T2S_FIELD_CHOICE:
        return json_string(field->names[*number - (int32_t)field->low]);
    }
    return NULL;
}

static void put_part(json_t *to, const t2s_config *config, int part,
                     int *failed)
{
    const t2s_config_part *fields = &t2s_config_parts[part];
    for (size_t i = 0; to && i < fields->count; i++) {
        const t2s_field *field = &fields->fields[i];
        set(field->within ? inner(to, field->within) : to, field->key,
            to_json(field, (const char *)config + field->offset), failed);
    }
    *failed |= !to;
}

static void put_encoder(json_t *to, const t2s_config *config, int *failed)
{
    const t2s_architecture *a = &config->architecture;
    const bool roberta = a->family == T2S_ROBERTA;
    set(to, "model_type", json_string(roberta ? "roberta" : "bert"), failed);
    put_part(to, config, T2S_PART_ENCODER, failed);
    if (roberta)
        set(to, "pad_token_id", json_integer(a->position_offset - 1), failed);
    set(to, "hidden_act", json_string("gelu"), failed);
}

static void put_ours(json_t *to, const t2s_config *config, int *failed)
{
    json_t *labels;
    set(to, "format", json_integer(T2S_FORMAT_NEWEST), failed);
    set(to, "evidence", names_to_json(&config->evidence), failed);
    /* 0 and empty: of before forests, and of before 0.9. */
    (void)json_object_del(to, "evidence_hidden");
    (void)json_object_del(to, "clauses");
    put_part(to, config, T2S_PART_OWN, failed);
    if (config->has_forest) {
        set(to, "branch", json_string("forest"), failed);
        put_part(inner(to, "fusion"), config, T2S_PART_FUSION, failed);
    }
    if (!config->has_encoder)
        return;
    put_part(to, config, T2S_PART_TEXT, failed);
    put_part(inner(to, "graph"), config, T2S_PART_GRAPH, failed);
    labels = inner(to, "labels");
    set(labels, "question", names_to_json(&config->question_labels), failed);
    set(labels, "sql", names_to_json(&config->sql_labels), failed);
}

json_t *t2s_config_to_json(const t2s_config *config)
{
    int failed = 0;
    json_t *json = config->json ? json_deep_copy(config->json) : json_object();
    json_t *ours;
    if (!json)
        return NULL;
    if (config->has_encoder)
        put_encoder(json, config, &failed);
    ours = inner(json, "t2sed");
    if (ours)
        put_ours(ours, config, &failed);
    if (failed || !ours) {
        json_decref(json);
        return NULL;
    }
    return json;
}

/* Merges members of `from` into `to`; an object into an object of its name,
 * one level deep, since the format has no deeper ones of ours. */
static void merge(json_t *to, const json_t *from, int *failed)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)from, key, value)
    {
        json_t *old = json_object_get(to, key);
        if (json_is_object(old) && json_is_object(value))
            *failed |= json_object_update(old, value) != 0;
        else
            *failed |= json_object_set(to, key, value) != 0;
    }
}

/* What the reader would refuse is not written. */
static t2sed_status check(const json_t *json, const char *path,
                          t2sed_error *err)
{
    t2s_config config;
    char *text = json_dumps(json, JSON_COMPACT);
    t2sed_status status =
        text ? t2s_config_parse(&config, text, strlen(text), path, err)
             : t2s_fail_memory(err);
    if (status == T2SED_OK)
        t2s_config_free(&config);
    t2s_json_free_text(text);
    return status;
}

t2sed_status t2s_config_write(const t2s_config *config, const char *path,
                              const json_t *extra, t2sed_error *err)
{
    json_t *json = t2s_config_to_json(config);
    int failed = json == NULL;
    t2sed_status status;
    if (!failed && extra)
        merge(json_object_get(json, "t2sed"), extra, &failed);
    status = failed ? t2s_fail_memory(err) : check(json, path, err);
    if (status == T2SED_OK)
        return t2s_json_save(path, json, T2S_CONFIG_STYLE, err);
    json_decref(json);
    return status;
}
