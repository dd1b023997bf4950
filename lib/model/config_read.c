#include "model/config.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/map.h"
#include "base/memory.h"

#define MAX_CONFIG (4u << 20)
/* Beyond these a config is a mistake or an attack, not a model. */
#define MAX_WIDTH     65536
#define MAX_LAYERS    512
#define MAX_ROWS      16777216
#define MAX_POSITIONS 1048576

typedef struct choice {
    const char *name;
    int32_t value;
} choice;

static const choice layouts[] = {{"none", T2S_GRAPH_NONE},
                                 {"separate", T2S_GRAPH_SEPARATE},
                                 {"joint", T2S_GRAPH_JOINT},
                                 {NULL, 0}};
static const choice readouts[] = {
    {"mean", T2S_READ_MEAN}, {"global", T2S_READ_GLOBAL}, {NULL, 0}};
static const choice truncations[] = {{"error", T2S_CUT_ERROR},
                                     {"question", T2S_CUT_QUESTION},
                                     {"sql", T2S_CUT_SQL},
                                     {NULL, 0}};

/* One of the names of `choices`; keeps *out where the key is absent. */
static t2sed_status read_choice(int32_t *out, const json_t *object,
                                const char *key, const choice *choices,
                                const char *what, t2sed_error *err)
{
    const char *name = NULL;
    t2sed_status status = t2s_json_string(object, key, false, &name, what, err);
    if (status != T2SED_OK || !name)
        return status;
    for (; choices->name; choices++)
        if (strcmp(choices->name, name) == 0) {
            *out = choices->value;
            return T2SED_OK;
        }
    return t2s_fail(err, T2SED_EFORMAT, -1, "%s: \"%s\" is \"%s\", unknown",
                    what, key, name);
}

/* An integer within [low, high]. */
static t2sed_status read_count(int32_t *out, const json_t *object,
                               const char *key, bool required, long long low,
                               long long high, const char *what,
                               t2sed_error *err)
{
    long long value = *out;
    t2sed_status status =
        t2s_json_integer(object, key, required, &value, what, err);
    if (status != T2SED_OK)
        return status;
    if (value < low || value > high)
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: \"%s\" is %lld, expected %lld to %lld", what, key,
                        value, low, high);
    *out = (int32_t)value;
    return T2SED_OK;
}

static t2sed_status read_real(double *out, const json_t *object,
                              const char *key, double low, double high,
                              const char *what, t2sed_error *err)
{
    double value = *out;
    t2sed_status status =
        t2s_json_number(object, key, false, &value, what, err);
    if (status != T2SED_OK)
        return status;
    if (!(value >= low && value <= high))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "%s: \"%s\" is %g, expected %g to %g", what, key, value,
                        low, high);
    *out = value;
    return T2SED_OK;
}

static t2sed_status check_word(const json_t *object, const char *key,
                               const char *only, const char *what,
                               t2sed_error *err)
{
    const char *name = only;
    t2sed_status status = t2s_json_string(object, key, false, &name, what, err);
    if (status == T2SED_OK && strcmp(name, only) != 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"%s\" is \"%s\", only \"%s\" is supported", what,
                        key, name, only);
    return status;
}

/* RoBERTa counts positions from the padding's id + 1. */
static t2sed_status read_family(t2s_architecture *out, const json_t *object,
                                const char *what, t2sed_error *err)
{
    const char *type = NULL;
    int32_t padding = 1;
    t2sed_status status =
        t2s_json_string(object, "model_type", true, &type, what, err);
    if (status != T2SED_OK)
        return status;
    if (strcmp(type, "bert") == 0) {
        out->family = T2S_BERT;
        out->position_offset = 0;
        return T2SED_OK;
    }
    if (strcmp(type, "roberta") != 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"model_type\" is \"%s\", only \"bert\" and "
                        "\"roberta\" are supported",
                        what, type);
    status = read_count(&padding, object, "pad_token_id", false, 0, MAX_ROWS,
                        what, err);
    out->family = T2S_ROBERTA;
    out->position_offset = padding + 1;
    return status;
}

t2sed_status t2s_config_read_encoder(t2s_architecture *out,
                                     const json_t *object, const char *what,
                                     t2sed_error *err)
{
    const struct {
        const char *key;
        int32_t *to;
        long long high;
    } counts[] = {
        {"vocab_size", &out->vocabulary, MAX_ROWS},
        {"hidden_size", &out->hidden, MAX_WIDTH},
        {"num_hidden_layers", &out->layers, MAX_LAYERS},
        {"num_attention_heads", &out->heads, MAX_WIDTH},
        {"intermediate_size", &out->intermediate, MAX_WIDTH * 4},
        {"max_position_embeddings", &out->positions, MAX_POSITIONS},
        {"type_vocab_size", &out->token_types, MAX_WIDTH},
    };
    t2sed_status status = read_family(out, object, what, err);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (status == T2SED_OK)
            status = read_count(counts[i].to, object, counts[i].key, true, 1,
                                counts[i].high, what, err);
    if (status == T2SED_OK)
        status = read_real(&out->layer_norm_epsilon, object, "layer_norm_eps",
                           0, 1, what, err);
    if (status == T2SED_OK)
        status = read_real(&out->encoder_dropout, object, "hidden_dropout_prob",
                           0, 0.99, what, err);
    if (status == T2SED_OK)
        status = check_word(object, "hidden_act", "gelu", what, err);
    if (status == T2SED_OK)
        status = check_word(object, "position_embedding_type", "absolute", what,
                            err);
    if (status != T2SED_OK)
        return status;
    if (out->hidden % out->heads != 0)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"hidden_size\" %d is no multiple of "
                        "\"num_attention_heads\" %d",
                        what, out->hidden, out->heads);
    if (out->positions <= out->position_offset + 2)
        return t2s_fail(err, T2SED_EMISMATCH, -1,
                        "%s: \"max_position_embeddings\" %d leaves no room "
                        "for a text",
                        what, out->positions);
    return T2SED_OK;
}

t2sed_status t2s_config_set_names(t2s_config *config, t2s_names *to,
                                  const char *const *names, size_t count,
                                  const char *what, t2sed_error *err)
{
    t2s_map seen = {0};
    t2sed_status status = T2SED_OK;
    const char **at = t2s_arena_alloc_array(&config->arena, count, sizeof *at);
    if (!at && count)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < count && status == T2SED_OK; i++) {
        size_t n = names[i] ? strlen(names[i]) : 0;
        if (n == 0)
            status = t2s_fail(err, T2SED_EINVAL, -1, "%s: name %zu is empty",
                              what, i);
        else if (t2s_map_find(&seen, names[i], n))
            status = t2s_fail(err, T2SED_EINVAL, -1,
                              "%s: \"%s\" is listed twice", what, names[i]);
        else if (!t2s_map_set(&seen, names[i], n, 0) ||
                 !(at[i] = t2s_arena_strndup(&config->arena, names[i], n)))
            status = t2s_fail_memory(err);
    }
    t2s_map_free(&seen);
    if (status == T2SED_OK) {
        to->at = at;
        to->count = count;
    }
    return status;
}

static t2sed_status read_names(t2s_config *config, t2s_names *to,
                               const json_t *object, const char *key,
                               bool required, const char *what,
                               t2sed_error *err)
{
    json_t *array = NULL;
    const char **names;
    t2sed_status status =
        t2s_json_array(object, key, required, &array, what, err);
    if (status != T2SED_OK || !array)
        return status;
    names = t2s_alloc_array(json_array_size(array), sizeof *names);
    if (!names)
        return t2s_fail_memory(err);
    for (size_t i = 0; i < json_array_size(array); i++) {
        names[i] = json_string_value(json_array_get(array, i));
        if (!names[i] && status == T2SED_OK)
            status = t2s_fail(err, T2SED_EFORMAT, -1,
                              "%s: \"%s\" holds something that is no string",
                              what, key);
    }
    if (status == T2SED_OK)
        status = t2s_config_set_names(config, to, names, json_array_size(array),
                                      key, err);
    if (status == T2SED_EINVAL) { /* a caller's fault there, a file's here */
        status = T2SED_EFORMAT;
        t2s_fail_in(err, status, "%s", what);
        if (err)
            err->code = status;
    }
    t2s_free(names);
    return status;
}

typedef struct flag {
    const char *key;
    bool *to;
} flag;

static t2sed_status read_flags(const json_t *object, const char *key,
                               const flag *flags, size_t count,
                               const char *what, t2sed_error *err)
{
    json_t *inner = NULL;
    t2sed_status status =
        t2s_json_object(object, key, false, &inner, what, err);
    if (!inner)
        return status;
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        status = t2s_json_boolean(inner, flags[i].key, false, flags[i].to, what,
                                  err);
    return status;
}

static t2sed_status read_switches(t2s_graph_switches *out, const json_t *graph,
                                  const char *what, t2sed_error *err)
{
    const flag edges[] = {{"dependency", &out->dependency},
                          {"constituency", &out->constituency},
                          {"syntax", &out->syntax},
                          {"sequence", &out->sequence},
                          {"link", &out->link}};
    const flag view[] = {{"collapse_unary", &out->collapse_unary},
                         {"keep_join_constraints", &out->keep_join_constraints},
                         {"keep_punctuation", &out->keep_punctuation},
                         {"merge_dots", &out->merge_dots},
                         {"plain_style", &out->plain_style},
                         {"resolve_aliases", &out->resolve_aliases}};
    t2sed_status status = read_flags(graph, "edges", edges, 5, what, err);
    if (status == T2SED_OK)
        status = read_flags(graph, "view", view, 6, what, err);
    return status;
}

static t2sed_status read_graph(t2s_config *config, const json_t *object,
                               const char *what, t2sed_error *err)
{
    t2s_architecture *to = &config->architecture;
    json_t *graph = NULL;
    bool residual = to->residual != 0, typed = to->edge_types != 0;
    t2sed_status status =
        t2s_json_object(object, "graph", true, &graph, what, err);
    if (status == T2SED_OK)
        status = read_choice(&to->layout, graph, "layout", layouts, what, err);
    if (status == T2SED_OK)
        status =
            read_choice(&to->readout, graph, "readout", readouts, what, err);
    if (status == T2SED_OK)
        status = read_count(&to->gat_layers, graph, "layers", false, 1,
                            MAX_LAYERS, what, err);
    if (status == T2SED_OK)
        status = read_count(&to->gat_heads, graph, "heads", false, 1, MAX_WIDTH,
                            what, err);
    if (status == T2SED_OK)
        status =
            t2s_json_boolean(graph, "residual", false, &residual, what, err);
    if (status == T2SED_OK)
        status = t2s_json_boolean(graph, "typed", false, &typed, what, err);
    if (status == T2SED_OK)
        status = read_switches(&config->graph, graph, what, err);
    to->residual = residual;
    to->edge_types = typed ? T2S_EDGE_TYPES : 0;
    return status;
}

static t2sed_status read_labels(t2s_config *config, const json_t *object,
                                const char *what, t2sed_error *err)
{
    json_t *labels = NULL;
    t2sed_status status =
        t2s_json_object(object, "labels", false, &labels, what, err);
    if (!labels)
        return status;
    status = read_names(config, &config->question_labels, labels, "question",
                        false, what, err);
    if (status == T2SED_OK)
        status = read_names(config, &config->sql_labels, labels, "sql", false,
                            what, err);
    return status;
}

/* The members that are a number inside an object of their own. */
static t2sed_status read_inner_real(double *out, const json_t *object,
                                    const char *outer, const char *key,
                                    double low, double high, const char *what,
                                    t2sed_error *err)
{
    json_t *inner = NULL;
    t2sed_status status =
        t2s_json_object(object, outer, false, &inner, what, err);
    if (!inner)
        return status;
    return read_real(out, inner, key, low, high, what, err);
}

static t2sed_status check_format(const json_t *object, const char *what,
                                 t2sed_error *err)
{
    long long format = 0;
    t2sed_status status =
        t2s_json_integer(object, "format", true, &format, what, err);
    if (status != T2SED_OK)
        return status;
    if (format < T2S_FORMAT_OLDEST || format > T2S_FORMAT_NEWEST)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"format\" is %lld, this library reads %d to %d",
                        what, format, T2S_FORMAT_OLDEST, T2S_FORMAT_NEWEST);
    return T2SED_OK;
}

/* What the branches count for where so much is known. */
static t2sed_status read_fusion(t2s_fusion *out, const json_t *fusion,
                                const char *name, bool has_encoder,
                                const char *what, t2sed_error *err)
{
    json_t *one = NULL;
    t2sed_status status = t2s_json_object(fusion, name, true, &one, what, err);
    if (status == T2SED_OK)
        status = read_real(&out->text, one, "text", 0, 1e6, what, err);
    if (status == T2SED_OK)
        status = read_real(&out->evidence, one, "evidence", 0, 1e6, what, err);
    if (status == T2SED_OK)
        status = read_real(&out->bias, one, "bias", -1e6, 1e6, what, err);
    if (!has_encoder)
        out->text = 0;
    return status;
}

static t2sed_status read_forest(t2s_config *config, const json_t *ours,
                                const char *what, t2sed_error *err)
{
    static const choice branches[] = {{"forest", 1}, {NULL, 0}};
    int32_t branch = 0;
    json_t *fusion = NULL;
    t2sed_status status =
        read_choice(&branch, ours, "branch", branches, what, err);
    config->has_forest = branch == 1;
    if (status == T2SED_OK && config->has_forest)
        status = t2s_json_object(ours, "fusion", true, &fusion, what, err);
    for (int i = 0; fusion && i < T2S_KNOWN_CASES && status == T2SED_OK; i++)
        status = read_fusion(&config->fusion[i], fusion, t2s_known_names[i],
                             config->has_encoder, what, err);
    return status;
}

/* What models once had: a network of that width for the evidence, and outputs
 * for clauses. */
static t2sed_status refuse_old(const json_t *ours, const char *what,
                               t2sed_error *err)
{
    long long hidden = 0;
    json_t *clauses = NULL;
    t2sed_status status =
        t2s_json_integer(ours, "evidence_hidden", false, &hidden, what, err);
    if (status == T2SED_OK)
        status = t2s_json_array(ours, "clauses", false, &clauses, what, err);
    if (status == T2SED_OK && json_array_size(clauses) > 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"clauses\" is not empty, but models have no "
                        "clause head any more: train the model anew (clauses "
                        "are predicted by a sketcher)",
                        what);
    if (status == T2SED_OK && hidden != 0)
        return t2s_fail(err, T2SED_EUNSUPPORTED, -1,
                        "%s: \"evidence_hidden\" is %lld, but a forest has "
                        "replaced the network that read evidence: train the "
                        "model anew",
                        what, hidden);
    return status;
}

static t2sed_status read_ours(t2s_config *config, const json_t *ours,
                              const char *what, t2sed_error *err)
{
    t2s_architecture *to = &config->architecture;
    t2sed_status status = check_format(ours, what, err);
    if (status == T2SED_OK)
        status = refuse_old(ours, what, err);
    if (status == T2SED_OK)
        status = read_forest(config, ours, what, err);
    if (status == T2SED_OK && config->has_encoder)
        status = read_graph(config, ours, what, err);
    if (status == T2SED_OK)
        status = read_labels(config, ours, what, err);
    if (status == T2SED_OK)
        status = read_names(config, &config->evidence, ours, "evidence", false,
                            what, err);
    if (status == T2SED_OK)
        status = read_count(&config->max_tokens, ours, "max_tokens", false, 0,
                            MAX_POSITIONS, what, err);
    if (status == T2SED_OK)
        status = read_choice(&config->truncation, ours, "truncation",
                             truncations, what, err);
    if (status == T2SED_OK)
        status = t2s_json_boolean(ours, "allow_bf16", false,
                                  &config->allow_bf16, what, err);
    if (status == T2SED_OK)
        status = read_inner_real(&to->head_dropout, ours, "dropout", "head", 0,
                                 0.99, what, err);
    if (status == T2SED_OK)
        status = read_inner_real(&config->temperature, ours, "calibration",
                                 "temperature", 1e-3, 1e3, what, err);
    if (status == T2SED_OK)
        status = read_inner_real(&config->threshold, ours, "thresholds",
                                 "correct", 0, 1, what, err);
    return status;
}

static t2sed_status read_all(t2s_config *config, const char *what,
                             t2sed_error *err)
{
    json_t *ours = NULL;
    t2sed_status status;
    if (!json_is_object(config->json))
        return t2s_fail(err, T2SED_EFORMAT, -1, "%s: is no JSON object", what);
    /* Without an encoder there is a forest, and its fault is told later. */
    config->has_encoder =
        json_object_get(config->json, "model_type") ||
        !json_object_get(json_object_get(config->json, "t2sed"), "branch");
    status = config->has_encoder
                 ? t2s_config_read_encoder(&config->architecture, config->json,
                                           what, err)
                 : T2SED_OK;
    if (status == T2SED_OK)
        status = t2s_json_object(config->json, "t2sed", true, &ours, what, err);
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
