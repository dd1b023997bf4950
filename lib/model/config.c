#include "model/config.h"

#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/save.h"

void t2s_config_init(t2s_config *config)
{
    memset(config, 0, sizeof *config);
    config->has_encoder = true;
    for (int i = 0; i < T2S_KNOWN_CASES; i++)
        config->fusion[i] = (t2s_fusion){1, 1, 0};
    config->architecture = (t2s_architecture){
        .layer_norm_epsilon = 1e-12,
        .layout = T2S_GRAPH_SEPARATE,
        .readout = T2S_READ_MEAN,
        .gat_layers = 3,
        .gat_heads = 1,
        .encoder_dropout = 0.1,
        .head_dropout = 0.01,
    };
    config->graph = (t2s_graph_switches){
        .dependency = true,
        .constituency = true,
        .syntax = true,
        .sequence = true,
        .collapse_unary = true,
        .merge_dots = true,
        .resolve_aliases = true,
    };
    config->truncation = T2S_CUT_ERROR;
    config->allow_bf16 = true;
    config->temperature = 1;
    config->threshold = 0.5;
}

void t2s_config_free(t2s_config *config)
{
    json_decref(config->json);
    t2s_arena_free(&config->arena);
    memset(config, 0, sizeof *config);
}

static t2sed_status check_labels(const t2s_config *config, const char *what,
                                 t2sed_error *err)
{
    int32_t layout = config->architecture.layout;
    if (layout != T2S_GRAPH_NONE && config->question_labels.count == 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"labels\": \"question\" is empty, but the "
                        "layout needs it",
                        what);
    if (layout == T2S_GRAPH_SEPARATE && config->sql_labels.count == 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"labels\": \"sql\" is empty, but the layout "
                        "needs it",
                        what);
    if (layout == T2S_GRAPH_JOINT && config->sql_labels.count > 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"labels\": \"sql\" must be empty in the joint "
                        "layout, whose labels all stand in \"question\"",
                        what);
    return T2SED_OK;
}

/* The place of a name among the evidence; where there is none, their count. */
static size_t place_of(const t2s_config *config, const char *name)
{
    size_t i = 0;
    while (i < config->evidence.count &&
           strcmp(config->evidence.at[i], name) != 0)
        i++;
    return i;
}

/* The place of a number, or -1. */
static int32_t place_or_none(const t2s_config *config, const char *name)
{
    const size_t i = place_of(config, name);
    return i < config->evidence.count ? (int32_t)i : -1;
}

/* Finds what tells how much is known, and that a query can't run. */
static t2sed_status settle_forest(t2s_config *config, const char *what,
                                  t2sed_error *err)
{
    static const char *const names[T2S_KNOWN_CASES] = {NULL, "source.schema",
                                                       "source.execution"};
    for (int known = T2S_KNOWN_SCHEMA; known < T2S_KNOWN_CASES; known++) {
        const size_t i = place_of(config, names[known]);
        if (i == config->evidence.count)
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "%s: \"evidence\" lacks \"%s\", which a forest "
                            "needs",
                            what, names[known]);
        config->sources[known] = (int32_t)i;
    }
    config->refused = place_or_none(config, "execution.failed");
    config->missing = place_or_none(config, "shape.unknown_names");
    return T2SED_OK;
}

/* A model without an encoder computes nothing but its forest. */
static t2sed_status settle_light(t2s_config *config, const char *what,
                                 t2sed_error *err)
{
    if (!config->has_forest)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: has neither an encoder (\"model_type\") nor a "
                        "forest",
                        what);
    memset(&config->architecture, 0, sizeof config->architecture);
    memset(&config->graph, 0, sizeof config->graph);
    return T2SED_OK;
}

t2sed_status t2s_config_settle(t2s_config *config, const char *what,
                               t2sed_error *err)
{
    t2s_architecture *a = &config->architecture;
    int32_t room = a->positions - a->position_offset;
    t2sed_status status = T2SED_OK;
    if (config->has_forest)
        status = settle_forest(config, what, err);
    else if (config->evidence.count > 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"evidence\" is listed without \"branch\": "
                        "\"forest\"; nothing else reads it",
                        what);
    if (status == T2SED_OK && !config->has_encoder)
        return settle_light(config, what, err);
    if (status == T2SED_OK)
        status = check_labels(config, what, err);
    if (status != T2SED_OK)
        return status;
    a->question_labels = a->layout == T2S_GRAPH_NONE
                             ? 0
                             : (int32_t)config->question_labels.count + 1;
    a->sql_labels = a->layout == T2S_GRAPH_SEPARATE
                        ? (int32_t)config->sql_labels.count + 1
                        : 0;
    if (config->max_tokens == 0)
        config->max_tokens = room;
    if (config->max_tokens > room || config->max_tokens < 3)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"max_tokens\" is %d, the encoder takes 3 to %d",
                        what, config->max_tokens, room);
    if (a->hidden % a->gat_heads != 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"hidden_size\" %d is no multiple of the graph's "
                        "\"heads\" %d",
                        what, a->hidden, a->gat_heads);
    if (a->layout == T2S_GRAPH_NONE && a->readout != T2S_READ_MEAN)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"readout\" needs a graph to read", what);
    return T2SED_OK;
}

static const char *const layout_names[] = {"none", "separate", "joint"};
static const char *const readout_names[] = {"mean", "global"};
const char *const t2s_known_names[T2S_KNOWN_CASES] = {"question", "schema",
                                                      "database"};
static const char *const truncation_names[] = {"", "error", "question", "sql"};

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

static void put_encoder(json_t *to, const t2s_architecture *a, int *failed)
{
    const struct {
        const char *key;
        int32_t value;
    } counts[] = {
        {"vocab_size", a->vocabulary},
        {"hidden_size", a->hidden},
        {"num_hidden_layers", a->layers},
        {"num_attention_heads", a->heads},
        {"intermediate_size", a->intermediate},
        {"max_position_embeddings", a->positions},
        {"type_vocab_size", a->token_types},
    };
    int roberta = a->family == T2S_ROBERTA;
    set(to, "model_type", json_string(roberta ? "roberta" : "bert"), failed);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        set(to, counts[i].key, json_integer(counts[i].value), failed);
    if (roberta)
        set(to, "pad_token_id", json_integer(a->position_offset - 1), failed);
    set(to, "hidden_act", json_string("gelu"), failed);
    set(to, "layer_norm_eps", json_real(a->layer_norm_epsilon), failed);
    set(to, "hidden_dropout_prob", json_real(a->encoder_dropout), failed);
}

static void put_graph(json_t *to, const t2s_config *config, int *failed)
{
    const t2s_architecture *a = &config->architecture;
    const t2s_graph_switches *s = &config->graph;
    json_t *edges = inner(to, "edges"), *view = inner(to, "view");
    set(to, "layout", json_string(layout_names[a->layout]), failed);
    set(to, "readout", json_string(readout_names[a->readout]), failed);
    set(to, "layers", json_integer(a->gat_layers), failed);
    set(to, "heads", json_integer(a->gat_heads), failed);
    set(to, "residual", json_boolean(a->residual), failed);
    set(to, "typed", json_boolean(a->edge_types), failed);
    set(edges, "dependency", json_boolean(s->dependency), failed);
    set(edges, "constituency", json_boolean(s->constituency), failed);
    set(edges, "syntax", json_boolean(s->syntax), failed);
    set(edges, "sequence", json_boolean(s->sequence), failed);
    set(edges, "link", json_boolean(s->link), failed);
    set(view, "collapse_unary", json_boolean(s->collapse_unary), failed);
    set(view, "keep_join_constraints", json_boolean(s->keep_join_constraints),
        failed);
    set(view, "keep_punctuation", json_boolean(s->keep_punctuation), failed);
    set(view, "merge_dots", json_boolean(s->merge_dots), failed);
    set(view, "plain_style", json_boolean(s->plain_style), failed);
    set(view, "resolve_aliases", json_boolean(s->resolve_aliases), failed);
}

/* Numbers alone: what else stands there stays. */
static void put_forest(json_t *to, const t2s_config *config, int *failed)
{
    json_t *fusion = inner(to, "fusion");
    set(to, "branch", json_string("forest"), failed);
    for (int known = 0; known < T2S_KNOWN_CASES; known++) {
        const t2s_fusion *f = &config->fusion[known];
        json_t *one = fusion ? inner(fusion, t2s_known_names[known]) : NULL;
        set(one, "text", json_real(f->text), failed);
        set(one, "evidence", json_real(f->evidence), failed);
        set(one, "bias", json_real(f->bias), failed);
    }
}

static void put_ours(json_t *to, const t2s_config *config, int *failed)
{
    json_t *graph, *labels;
    set(to, "format", json_integer(T2S_FORMAT_NEWEST), failed);
    set(to, "evidence", names_to_json(&config->evidence), failed);
    /* 0 and empty: of before forests, and of before 0.9. */
    (void)json_object_del(to, "evidence_hidden");
    (void)json_object_del(to, "clauses");
    set(inner(to, "calibration"), "temperature", json_real(config->temperature),
        failed);
    set(inner(to, "thresholds"), "correct", json_real(config->threshold),
        failed);
    if (config->has_forest)
        put_forest(to, config, failed);
    if (!config->has_encoder)
        return;
    set(to, "max_tokens", json_integer(config->max_tokens), failed);
    set(to, "truncation", json_string(truncation_names[config->truncation]),
        failed);
    graph = inner(to, "graph");
    if (graph)
        put_graph(graph, config, failed);
    labels = inner(to, "labels");
    set(labels, "question", names_to_json(&config->question_labels), failed);
    set(labels, "sql", names_to_json(&config->sql_labels), failed);
    set(to, "allow_bf16", json_boolean(config->allow_bf16), failed);
    set(inner(to, "dropout"), "head",
        json_real(config->architecture.head_dropout), failed);
    *failed |= !graph;
}

json_t *t2s_config_to_json(const t2s_config *config)
{
    int failed = 0;
    json_t *json = config->json ? json_deep_copy(config->json) : json_object();
    json_t *ours;
    if (!json)
        return NULL;
    if (config->has_encoder)
        put_encoder(json, &config->architecture, &failed);
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

static t2sed_status write_checked(const char *text, const char *path,
                                  t2sed_error *err)
{
    t2s_config check;
    t2sed_status status =
        t2s_config_parse(&check, text, strlen(text), path, err);
    if (status != T2SED_OK)
        return status;
    t2s_config_free(&check);
    return t2s_save_file(path, text, strlen(text), err);
}

t2sed_status t2s_config_write(const t2s_config *config, const char *path,
                              const json_t *extra, t2sed_error *err)
{
    json_t *json = t2s_config_to_json(config);
    int failed = json == NULL;
    char *text = NULL;
    t2sed_status status;
    if (!failed && extra)
        merge(json_object_get(json, "t2sed"), extra, &failed);
    if (!failed)
        text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(16));
    json_decref(json);
    if (!text)
        return t2s_fail_memory(err);
    status = write_checked(text, path, err);
    t2s_json_free_text(text);
    return status;
}
