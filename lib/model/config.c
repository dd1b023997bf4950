/* config.c - config.json, by tables of its members. */
#include "model/config.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

#define MAX_CONFIG (4u << 20)
/* Beyond these a config is a mistake or an attack, not a model. */
#define MAX_WIDTH     65536
#define MAX_LAYERS    512
#define MAX_ROWS      16777216
#define MAX_POSITIONS 1048576

const char *const t2s_known_names[T2S_KNOWN_CASES] = {"question", "schema",
                                                      "database"};
static const char *const layouts[] = {"none", "separate", "joint", NULL};
static const char *const readouts[] = {"mean", "global", NULL};
static const char *const truncations[] = {"error", "question", "sql", NULL};

#define FIELD(within, key, kind, field, low, high, names, required)            \
    {                                                                          \
        within, key, T2S_FIELD_##kind, offsetof(t2s_config, field), low, high, \
            names, required                                                    \
    }
#define NEEDED(key, field, high)                                               \
    FIELD(NULL, key, COUNT, architecture.field, 1, high, NULL, true)
#define FLAG(within, name)                                                     \
    FIELD(within, #name, FLAG, graph.name, 0, 1, NULL, false)
#define NUMBER(within, key, field, low, high)                                  \
    FIELD(within, key, NUMBER, field, low, high, NULL, false)
#define CHOICE(key, field, low, names)                                         \
    FIELD(NULL, key, CHOICE, field, low, 0, names, false)
#define COUNT(key, field, low, high)                                           \
    FIELD(NULL, key, COUNT, field, low, high, NULL, false)
#define SWITCH(key, field, high)                                               \
    FIELD(NULL, key, SWITCH, field, 0, high, NULL, false)

/* As Hugging Face describes encoders, in config.json itself. */
static const t2s_field encoder_fields[] = {
    NEEDED("vocab_size", vocabulary, MAX_ROWS),
    NEEDED("hidden_size", hidden, MAX_WIDTH),
    NEEDED("num_hidden_layers", layers, MAX_LAYERS),
    NEEDED("num_attention_heads", heads, MAX_WIDTH),
    NEEDED("intermediate_size", intermediate, MAX_WIDTH * 4),
    NEEDED("max_position_embeddings", positions, MAX_POSITIONS),
    NEEDED("type_vocab_size", token_types, MAX_WIDTH),
    NUMBER(NULL, "layer_norm_eps", architecture.layer_norm_epsilon, 0, 1),
    NUMBER(NULL, "hidden_dropout_prob", architecture.encoder_dropout, 0, 0.99),
};

/* In "t2sed": "graph". */
static const t2s_field graph_fields[] = {
    CHOICE("layout", architecture.layout, 0, layouts),
    CHOICE("readout", architecture.readout, 0, readouts),
    COUNT("layers", architecture.gat_layers, 1, MAX_LAYERS),
    COUNT("heads", architecture.gat_heads, 1, MAX_WIDTH),
    SWITCH("residual", architecture.residual, 1),
    SWITCH("typed", architecture.edge_types, T2S_EDGE_TYPES),
    FLAG("edges", dependency),
    FLAG("edges", constituency),
    FLAG("edges", syntax),
    FLAG("edges", sequence),
    FLAG("edges", link),
    FLAG("view", collapse_unary),
    FLAG("view", keep_join_constraints),
    FLAG("view", keep_punctuation),
    FLAG("view", merge_dots),
    FLAG("view", plain_style),
    FLAG("view", resolve_aliases),
};

/* In "t2sed", of a model with an encoder. */
static const t2s_field text_fields[] = {
    COUNT("max_tokens", max_tokens, 0, MAX_POSITIONS),
    CHOICE("truncation", truncation, T2S_CUT_ERROR, truncations),
    FIELD(NULL, "allow_bf16", FLAG, allow_bf16, 0, 1, NULL, false),
    NUMBER("dropout", "head", architecture.head_dropout, 0, 0.99),
};

/* In "t2sed", of all models. */
static const t2s_field own_fields[] = {
    NUMBER("calibration", "temperature", temperature, 1e-3, 1e3),
    NUMBER("thresholds", "correct", threshold, 0, 1),
};

/* In "t2sed": "fusion". */
static const t2s_field fusion_fields[] = {
    NUMBER("question", "text", fusion[T2S_KNOWN_QUESTION].text, 0, 1e6),
    NUMBER("question", "evidence", fusion[T2S_KNOWN_QUESTION].evidence, 0, 1e6),
    NUMBER("question", "bias", fusion[T2S_KNOWN_QUESTION].bias, -1e6, 1e6),
    NUMBER("schema", "text", fusion[T2S_KNOWN_SCHEMA].text, 0, 1e6),
    NUMBER("schema", "evidence", fusion[T2S_KNOWN_SCHEMA].evidence, 0, 1e6),
    NUMBER("schema", "bias", fusion[T2S_KNOWN_SCHEMA].bias, -1e6, 1e6),
    NUMBER("database", "text", fusion[T2S_KNOWN_DATABASE].text, 0, 1e6),
    NUMBER("database", "evidence", fusion[T2S_KNOWN_DATABASE].evidence, 0, 1e6),
    NUMBER("database", "bias", fusion[T2S_KNOWN_DATABASE].bias, -1e6, 1e6),
};

#define PART(name)                                                             \
    {                                                                          \
        name##_fields, sizeof name##_fields / sizeof *name##_fields            \
    }

const t2s_config_part t2s_config_parts[] = {
    [T2S_PART_ENCODER] = PART(encoder), [T2S_PART_GRAPH] = PART(graph),
    [T2S_PART_TEXT] = PART(text),       [T2S_PART_OWN] = PART(own),
    [T2S_PART_FUSION] = PART(fusion),
};

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

/* The place of a feature among the evidence, or -1. */
static int32_t place_of(const t2s_config *config, const char *name)
{
    for (size_t i = 0; i < config->evidence.count; i++)
        if (strcmp(config->evidence.at[i], name) == 0)
            return (int32_t)i;
    return -1;
}

/* Finds what tells how much is known, and that a query can't run. */
static t2sed_status settle_forest(t2s_config *config, const char *what,
                                  t2sed_error *err)
{
    static const char *const names[T2S_KNOWN_CASES] = {NULL, "source.schema",
                                                       "source.execution"};
    for (int known = T2S_KNOWN_SCHEMA; known < T2S_KNOWN_CASES; known++) {
        config->sources[known] = place_of(config, names[known]);
        if (config->sources[known] < 0)
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "%s: \"evidence\" lacks \"%s\", which a forest "
                            "needs",
                            what, names[known]);
    }
    config->refused = place_of(config, "execution.failed");
    config->missing = place_of(config, "shape.unknown_names");
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
    else if (config->evidence.count > 0 && !config->has_own_forward)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"evidence\" is listed without \"branch\": "
                        "\"forest\" or \"archive\"; nothing else reads it",
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
    a->evidence = (int32_t)config->evidence.count;
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

/* --- reading --- */

static void read_part(t2s_config *config, int part, const json_t *object,
                      t2s_members *in)
{
    const json_t *whole = in->object;
    in->object = object;
    t2s_fields_read(config, t2s_config_parts[part].fields,
                    t2s_config_parts[part].count, in);
    in->object = whole;
}

static void check_word(t2s_members *in, const char *key, const char *only)
{
    const char *const names[] = {only, NULL};
    int place = 0;
    t2s_member_choice(in, key, false, names, &place);
}

/* RoBERTa counts positions from the padding's id + 1. */
static void read_family(t2s_architecture *out, t2s_members *in)
{
    static const char *const families[] = {"bert", "roberta", NULL};
    int family = T2S_BERT;
    int32_t padding = 1;
    t2s_member_choice(in, "model_type", true, families, &family);
    t2s_member_count(in, "pad_token_id", false, 0, MAX_ROWS, &padding);
    out->family = family;
    out->position_offset = family == T2S_ROBERTA ? padding + 1 : 0;
}

static t2sed_status read_encoder(t2s_config *config, t2s_members *in)
{
    const t2s_architecture *a = &config->architecture;
    read_family(&config->architecture, in);
    read_part(config, T2S_PART_ENCODER, in->object, in);
    check_word(in, "hidden_act", "gelu");
    check_word(in, "position_embedding_type", "absolute");
    if (in->status != T2SED_OK)
        return in->status;
    if (a->hidden % a->heads != 0)
        return t2s_fail(in->err, T2SED_EMISMATCH, -1,
                        "%s: \"hidden_size\" %d is no multiple of "
                        "\"num_attention_heads\" %d",
                        in->what, a->hidden, a->heads);
    if (a->positions <= a->position_offset + 2)
        return t2s_fail(in->err, T2SED_EMISMATCH, -1,
                        "%s: \"max_position_embeddings\" %d leaves no room "
                        "for a text",
                        in->what, a->positions);
    return T2SED_OK;
}

static void read_forest(t2s_config *config, t2s_members *in)
{
    static const char *const branches[] = {"forest", "archive", NULL};
    json_t *fusion = NULL, *one;
    t2s_members inner;
    int branch = -1;
    t2s_member_choice(in, "branch", false, branches, &branch);
    config->has_forest = branch == 0;
    config->has_own_forward = branch == 1;
    if (!config->has_forest || !t2s_member_object(in, "fusion", true, &fusion))
        return;
    inner = *in;
    inner.object = fusion;
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        t2s_member_object(&inner, t2s_known_names[known], true, &one);
    in->status = inner.status;
    read_part(config, T2S_PART_FUSION, fusion, in);
    for (int known = 0; known < T2S_KNOWN_CASES; known++)
        if (!config->has_encoder)
            config->fusion[known].text = 0;
}

/* "faults": {feature: log odds}. */
static void read_faults(t2s_config *config, const json_t *ours, t2s_members *in)
{
    t2s_members inner = *in;
    json_t *faults = NULL, *value;
    const char *name;
    inner.object = ours;
    if (!t2s_member_object(&inner, "faults", false, &faults)) {
        in->status = inner.status;
        return;
    }
    inner.object = faults;
    json_object_foreach(faults, name, value)
    {
        double logit = 0;
        const int32_t place = place_of(config, name);
        if (inner.status == T2SED_OK &&
            (place < 0 || config->fault_count == T2S_MOST_FAULTS))
            inner.status = t2s_fail(
                in->err, T2SED_EMISMATCH, -1,
                "%s: \"faults\" has \"%s\", expected at most %d names of "
                "\"evidence\"",
                in->what, name, T2S_MOST_FAULTS);
        if (inner.status == T2SED_OK &&
            t2s_member_number(&inner, name, true, -50, 50, &logit))
            config->faults[config->fault_count++] =
                (t2s_fault){place, (float)logit};
    }
    in->status = inner.status;
}

/* What models once had: a network of that width for the evidence, and outputs
 * for clauses. */
static t2sed_status refuse_old(t2s_members *in)
{
    long long hidden = 0;
    json_t *clauses = NULL;
    t2s_member_integer(in, "evidence_hidden", false, &hidden);
    t2s_member_array(in, "clauses", false, &clauses);
    if (in->status == T2SED_OK && json_array_size(clauses) > 0)
        return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"clauses\" is not empty, but models have no "
                        "clause head any more: train the model again (clauses "
                        "are predicted by a sketcher)",
                        in->what);
    if (in->status == T2SED_OK && hidden != 0)
        return t2s_fail(in->err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"evidence_hidden\" is %lld, but a forest has "
                        "replaced the network that read evidence: train the "
                        "model again",
                        in->what, hidden);
    return in->status;
}

static t2sed_status read_ours(t2s_config *config, const json_t *ours,
                              const char *what, t2sed_error *err)
{
    t2s_members in = {ours, what, err, T2SED_OK};
    json_t *graph = NULL, *labels = NULL;
    in.status = refuse_old(&in);
    read_forest(config, &in);
    if (config->has_encoder && t2s_member_object(&in, "graph", true, &graph)) {
        read_part(config, T2S_PART_GRAPH, graph, &in);
        read_part(config, T2S_PART_TEXT, ours, &in);
    }
    read_part(config, T2S_PART_OWN, ours, &in);
    t2s_names_read(&config->evidence, &config->arena, &in, "evidence");
    if (in.status == T2SED_OK)
        read_faults(config, ours, &in);
    t2s_member_object(&in, "labels", false, &labels);
    in.object = labels;
    t2s_names_read(&config->question_labels, &config->arena, &in, "question");
    t2s_names_read(&config->sql_labels, &config->arena, &in, "sql");
    return in.status;
}

static t2sed_status read_all(t2s_config *config, const char *what,
                             t2sed_error *err)
{
    t2s_members in = {config->json, what, err, T2SED_OK};
    json_t *ours = NULL;
    t2sed_status status;
    if (!json_is_object(config->json))
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: is no JSON object", what);
    /* Without an encoder there is a forest, and its fault is told later. */
    config->has_encoder =
        json_object_get(config->json, "model_type") ||
        !json_object_get(json_object_get(config->json, "t2sed"), "branch");
    status = config->has_encoder ? read_encoder(config, &in) : T2SED_OK;
    if (status == T2SED_OK)
        status =
            t2s_read_own_object(&ours, config->json, "t2sed", T2S_FORMAT_OLDEST,
                                T2S_FORMAT_NEWEST, what, err);
    if (status == T2SED_OK)
        status = read_ours(config, ours, what, err);
    if (status == T2SED_OK)
        status = t2s_config_settle(config, what, err);
    return status;
}

t2sed_status t2s_config_parse(t2s_config *out, const char *text, size_t n,
                              const char *what, t2sed_error *err)
{
    t2s_config config;
    t2sed_status status;
    t2s_config_init(&config);
    if (n > MAX_CONFIG)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "%s: %zu bytes, expected at most %u", what, n,
                        MAX_CONFIG);
    status = t2s_json_parse(&config.json, text, n, what, err);
    if (status == T2SED_OK)
        status = read_all(&config, what, err);
    if (status != T2SED_OK) {
        t2s_config_free(&config);
        return status;
    }
    *out = config;
    return T2SED_OK;
}

t2sed_status t2s_config_read(t2s_config *out, const char *path,
                             t2sed_error *err)
{
    char *text;
    size_t n;
    t2sed_status status = t2s_file_read(&text, &n, path, MAX_CONFIG, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_config_parse(out, text, n, path, err);
    t2s_free(text);
    return status;
}
