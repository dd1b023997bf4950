/*
 * fake_backend.c - a backend without an engine, for tests of what stands in
 * front of one. A token's vector is made of its id, its type and its place; a
 * logit is the sum over all that the graphs hold. Both are cheap, and differ
 * when anything in the input does.
 *
 * A question parser's scores are made of its words' numbers in the same way.
 *
 * T2S_FAKE_BACKEND=old makes it speak another version of the table;
 * T2S_FAKE_BACKEND=fail and =nan let forward() and the parser
 * fail and give NaN; =write=TEXT lets a language model go on with TEXT.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim/backend.h"

struct t2s_model_handle {
    t2s_architecture architecture;
    double weights; /* sum of all elements */
};

static t2sed_status fail(t2sed_error *err, t2sed_status status,
                         const char *text)
{
    if (err) {
        memset(err, 0, sizeof *err);
        err->code = status;
        err->offset = -1;
        snprintf(err->text, sizeof err->text, "%s", text);
    }
    return status;
}

static int mode(const char *name)
{
    const char *is = getenv("T2S_FAKE_BACKEND");
    return is && strcmp(is, name) == 0;
}

static const char *name(void)
{
    return "fake 1.0";
}

static t2sed_status check_device(const char *device, t2sed_error *err)
{
    if (strcmp(device, "cpu") == 0)
        return T2SED_OK;
    return fail(err, T2SED_ENODEVICE, "the fake backend has a cpu only");
}

static int32_t has_fast_bf16(void)
{
    return mode("bf16");
}

static int32_t language_precision(void)
{
    return mode("int8") ? T2S_INT8 : mode("bf16") ? T2S_BFLOAT16 : T2S_FP32;
}

static const char *language_slowness(void)
{
    return mode("slow") ? "fake 1.0 is slow" : NULL;
}

static t2sed_status set_threads(int32_t threads, t2sed_error *err)
{
    (void)threads;
    (void)err;
    return T2SED_OK;
}

static t2sed_status model_open(t2s_model_handle **out,
                               const t2s_architecture *architecture,
                               const t2s_tensor *tensors, int32_t count,
                               const char *device, int32_t precision,
                               t2sed_error *err)
{
    t2s_model_handle *model = malloc(sizeof *model);
    (void)device;
    (void)precision;
    if (!model)
        return fail(err, T2SED_ENOMEM, "out of memory");
    model->architecture = *architecture;
    model->weights = 0;
    for (int32_t i = 0; i < count; i++) {
        const float *data = tensors[i].data;
        size_t elements = 1;
        for (int32_t d = 0; d < tensors[i].rank; d++)
            elements *= (size_t)tensors[i].shape[d];
        if (tensors[i].dtype == T2S_F32)
            for (size_t k = 0; k < elements; k++)
                model->weights += (double)data[k];
    }
    *out = model;
    return T2SED_OK;
}

static t2sed_status model_open_archive(t2s_model_handle **out,
                                       const t2s_architecture *architecture,
                                       const char *path, const char *device,
                                       int32_t precision, int32_t *own_forward,
                                       t2sed_error *err)
{
    (void)path;
    *own_forward = mode("forward");
    return model_open(out, architecture, NULL, 0, device, precision, err);
}

static void model_close(t2s_model_handle *model)
{
    free(model);
}

static t2sed_status model_export(t2s_model_handle *model, const char *path,
                                 const char *metadata, t2sed_error *err)
{
    FILE *file = fopen(path, "wb");
    (void)model;
    if (!file)
        return fail(err, T2SED_EIO, "can't be written");
    fputs(metadata, file);
    fclose(file);
    return T2SED_OK;
}

static float element(int32_t id, int32_t type, int32_t place, int32_t h)
{
    uint32_t mixed = (uint32_t)id * 2654435761u + (uint32_t)type * 40503u +
                     (uint32_t)place * 97u + (uint32_t)h * 31u;
    return (float)(mixed >> 8 & 0xFFFF) / 65536.0f - 0.5f;
}

static t2sed_status encode(t2s_model_handle *model,
                           const t2s_token_batch *tokens, float *vectors,
                           t2sed_error *err)
{
    int32_t hidden = model->architecture.hidden;
    if (mode("fail"))
        return fail(err, T2SED_EBACKEND, "the fake backend was told to fail");
    for (int32_t s = 0; s < tokens->sequences; s++)
        for (int32_t t = tokens->starts[s]; t < tokens->starts[s + 1]; t++)
            for (int32_t h = 0; h < hidden; h++)
                vectors[(int64_t)t * hidden + h] = element(
                    tokens->ids[t], tokens->types ? tokens->types[t] : 0,
                    t - tokens->starts[s], h);
    return T2SED_OK;
}

/* Adds what graph batch g says of each sequence to its logit. */
static void add_graphs(const t2s_graph_batch *g, const float *vectors,
                       int32_t hidden, float *logits)
{
    for (int32_t n = 0; n < g->nodes; n++)
        logits[g->node_graph[n]] += 0.01f * (float)(g->node_label[n] + 2);
    for (int32_t e = 0; e < g->edges; e++)
        logits[g->node_graph[g->edge_target[e]]] +=
            0.001f * (float)(1 + (g->edge_type ? g->edge_type[e] : 0));
    for (int32_t p = 0; p < g->pieces; p++)
        logits[g->node_graph[g->piece_node[p]]] +=
            vectors[(int64_t)g->piece_token[p] * hidden];
}

static t2sed_status score(t2s_model_handle *model, const t2s_batch *batch,
                          const float *vectors, float *logits, t2sed_error *err)
{
    int32_t hidden = model->architecture.hidden;
    if (mode("fail"))
        return fail(err, T2SED_EBACKEND, "the fake backend was told to fail");
    for (int32_t s = 0; s < batch->tokens.sequences; s++)
        logits[s] = mode("nan")
                        ? NAN
                        : vectors[(int64_t)batch->tokens.starts[s] * hidden];
    for (int i = 0; i < 2; i++)
        add_graphs(&batch->graphs[i], vectors, hidden, logits);
    return T2SED_OK;
}

static t2sed_status forward(t2s_model_handle *model, const t2s_batch *batch,
                            float *logits, t2sed_error *err)
{
    float *vectors =
        malloc((size_t)batch->tokens.tokens *
               (size_t)model->architecture.hidden * sizeof *vectors);
    t2sed_status status;
    if (!vectors)
        return fail(err, T2SED_ENOMEM, "out of memory");
    if (mode("forward")) { /* an archive's own: what evidence comes first */
        for (int32_t s = 0; s < batch->tokens.sequences; s++)
            logits[s] = batch->evidence[s * model->architecture.evidence];
        free(vectors);
        return T2SED_OK;
    }
    status = encode(model, &batch->tokens, vectors, err);
    if (status == T2SED_OK)
        status = score(model, batch, vectors, logits, err);
    free(vectors);
    return status;
}

/* --- Question parsers --- */

struct t2s_parser_handle {
    t2s_parser_sizes sizes;
};

/* Rows of the tensor of that name, along one dimension; 0 of an empty one. */
static int32_t rows(const t2s_tensor *tensors, int32_t count, const char *name,
                    int dimension)
{
    for (int32_t i = 0; i < count; i++)
        if (strcmp(tensors[i].name, name) == 0) {
            for (int32_t d = 0; d < tensors[i].rank; d++)
                if (tensors[i].shape[d] == 0)
                    return 0;
            return dimension < tensors[i].rank
                       ? (int32_t)tensors[i].shape[dimension]
                       : 0;
        }
    return 0;
}

static t2sed_status parser_open(t2s_parser_handle **out,
                                const t2s_tensor *tensors, int32_t count,
                                int32_t precision, t2sed_error *err)
{
    t2s_parser_handle *parser = malloc(sizeof *parser);
    (void)precision;
    if (!parser)
        return fail(err, T2SED_ENOMEM, "out of memory");
    parser->sizes =
        (t2s_parser_sizes){.fixed = rows(tensors, count, "fixed.weight", 0),
                           .words = rows(tensors, count, "words.weight", 0),
                           .ngrams = rows(tensors, count, "ngrams.weight", 0),
                           .shapes = rows(tensors, count, "shapes.weight", 0),
                           .tags = rows(tensors, count, "tag.bias", 0),
                           .relations = rows(tensors, count, "label", 0),
                           .label = rows(tensors, count, "label_head.bias", 0)};
    *out = parser;
    return T2SED_OK;
}

static void parser_close(t2s_parser_handle *parser)
{
    free(parser);
}

static void parser_describe(const t2s_parser_handle *parser,
                            t2s_parser_sizes *out)
{
    *out = parser->sizes;
}

static t2sed_status parser_score(t2s_parser_handle *parser,
                                 const t2s_parser_words *in, float *tags,
                                 float *arcs, float *vectors, t2sed_error *err)
{
    const t2s_parser_sizes *s = &parser->sizes;
    if (mode("fail"))
        return fail(err, T2SED_EBACKEND, "the fake backend was told to fail");
    for (int32_t i = 0; i < in->words; i++) {
        int32_t ngram = in->ngram[in->ngram_start[i]];
        for (int32_t t = 0; t < s->tags; t++)
            tags[i * s->tags + t] = element(ngram, in->shape[i], t, 0);
        for (int32_t h = 0; h <= in->words; h++)
            arcs[i * (in->words + 1) + h] =
                mode("nan") ? NAN : element(ngram, in->fixed[i], i, h);
    }
    for (int32_t i = 0; i < (2 * in->words + 1) * s->label; i++)
        vectors[i] = element(in->words, 0, i, 1);
    return T2SED_OK;
}

static t2sed_status parser_label(t2s_parser_handle *parser, int32_t words,
                                 const float *vectors, const int64_t *heads,
                                 float *relations, t2sed_error *err)
{
    int32_t count = parser->sizes.relations;
    (void)err;
    for (int32_t i = 0; i < words; i++)
        for (int32_t r = 0; r < count; r++)
            relations[i * count + r] =
                vectors[i] + element((int32_t)heads[i], 0, i, r);
    return T2SED_OK;
}

/* A trainer of parsers that learns nothing: each step moves every number by
 * what is in the batch, so that a run's end tells whether all its steps were
 * the same. Its average is the present weight. */
struct t2s_trainer_handle {
    t2s_tensor *weights; /* [count] */
    float **data;        /* [count] */
    size_t *sizes;
    int32_t count;
    int64_t step;
    uint64_t random;
};

static void trainer_close(t2s_trainer_handle *trainer)
{
    for (int32_t i = 0; trainer && i < trainer->count; i++) {
        free((void *)(uintptr_t)trainer->weights[i].name);
        free(trainer->data[i]);
    }
    if (trainer) {
        free(trainer->weights);
        free(trainer->data);
        free(trainer->sizes);
    }
    free(trainer);
}

static t2sed_status parser_trainer_open(t2s_trainer_handle **out,
                                        const t2s_tensor *tensors,
                                        int32_t count,
                                        const t2s_parser_train_options *options,
                                        t2sed_error *err)
{
    t2s_trainer_handle *made = calloc(1, sizeof *made);
    if (!made)
        return fail(err, T2SED_ENOMEM, "out of memory");
    made->count = count;
    made->weights = calloc((size_t)count, sizeof *made->weights);
    made->random = options->seed;
    made->data = calloc((size_t)count, sizeof *made->data);
    made->sizes = calloc((size_t)count, sizeof *made->sizes);
    for (int32_t i = 0; made->weights && made->data && made->sizes && i < count;
         i++) {
        made->weights[i] = tensors[i];
        made->weights[i].name = strdup(tensors[i].name);
        made->weights[i].data = NULL;
        made->sizes[i] = 1;
        for (int32_t k = 0; k < tensors[i].rank; k++)
            made->sizes[i] *= (size_t)tensors[i].shape[k];
        made->data[i] = malloc(made->sizes[i] * sizeof(float));
        if (made->data[i])
            memcpy(made->data[i], tensors[i].data,
                   made->sizes[i] * sizeof(float));
    }
    *out = made;
    return T2SED_OK;
}

static t2sed_status parser_trainer_step(t2s_trainer_handle *trainer,
                                        const t2s_parser_batch *batch,
                                        double learning_rate, double *loss,
                                        t2sed_error *err)
{
    double sum = (double)(trainer->random % 97);
    if (mode("fail"))
        return fail(err, T2SED_EBACKEND, "the fake backend was told to fail");
    for (int32_t i = 0; i < batch->words.words; i++)
        sum += (i + 1) * (batch->tags[i] + 3 * batch->heads[i] +
                          5 * batch->relations[i] + 7 * batch->words.fixed[i] +
                          11 * batch->words.word[i] + batch->words.shape[i]);
    for (int32_t i = 0; i < batch->words.ngrams; i++)
        sum += batch->words.ngram[i] % 13;
    for (int32_t i = 1; i < trainer->count; i++)
        for (size_t k = 0; k < trainer->sizes[i]; k++)
            trainer->data[i][k] += (float)(1e-3 * learning_rate * sum);
    trainer->random = trainer->random * 6364136223846793005u + 1;
    trainer->step++;
    if (loss)
        *loss = sum;
    return T2SED_OK;
}

/* All words hang on the first, which is the root. */
static t2sed_status parser_trainer_predict(t2s_trainer_handle *trainer,
                                           const t2s_parser_batch *batch,
                                           int32_t *tags, int32_t *heads,
                                           int32_t *relations, t2sed_error *err)
{
    (void)trainer;
    (void)err;
    for (int32_t i = 0; i < batch->words.words; i++) {
        heads[i] = i % batch->length ? 1 : 0;
        tags[i] = relations[i] = 0;
    }
    return T2SED_OK;
}

static int32_t trainer_count(const t2s_trainer_handle *trainer)
{
    return trainer->count;
}

static t2sed_status trainer_describe(const t2s_trainer_handle *trainer,
                                     int32_t index, t2s_tensor *out,
                                     t2sed_error *err)
{
    (void)err;
    *out = trainer->weights[index];
    return T2SED_OK;
}

static t2sed_status trainer_read(t2s_trainer_handle *trainer, int32_t index,
                                 int32_t part, float *data, size_t size,
                                 t2sed_error *err)
{
    (void)err;
    for (size_t i = 0; i < size; i++)
        data[i] = part == T2S_PART_WEIGHT || part == T2S_PART_AVERAGE
                      ? trainer->data[index][i]
                      : 0;
    return T2SED_OK;
}

static t2sed_status trainer_write(t2s_trainer_handle *trainer, int32_t index,
                                  int32_t part, const float *data, size_t size,
                                  t2sed_error *err)
{
    (void)err;
    if (part == T2S_PART_WEIGHT)
        memcpy(trainer->data[index], data, size * sizeof *data);
    return T2SED_OK;
}

static t2sed_status trainer_get_state(t2s_trainer_handle *trainer,
                                      int64_t *step, void *random,
                                      size_t *random_size, t2sed_error *err)
{
    (void)err;
    *step = trainer->step;
    *random_size = sizeof trainer->random;
    memcpy(random, &trainer->random, sizeof trainer->random);
    return T2SED_OK;
}

static t2sed_status trainer_set_state(t2s_trainer_handle *trainer, int64_t step,
                                      const void *random, size_t random_size,
                                      t2sed_error *err)
{
    if (random_size != sizeof trainer->random)
        return fail(err, T2SED_EFORMAT, "no random state");
    trainer->step = step;
    memcpy(&trainer->random, random, random_size);
    return T2SED_OK;
}

/* --- Language models --- */

/* What follows is made of all that came before: a hash of the path. */
struct t2s_language_handle {
    t2s_decoder decoder;
};

struct t2s_cache_handle {
    t2s_language_handle *model;
    int32_t count, room;
    int32_t *ids, *parents;
    uint32_t *paths; /* hash of the ids from the root on */
};

static t2sed_status language_open(t2s_language_handle **out,
                                  const t2s_decoder *decoder,
                                  const t2s_tensor *tensors, int32_t count,
                                  const t2s_adapter *adapter,
                                  const char *device, int32_t precision,
                                  t2sed_error *err)
{
    (void)adapter;
    (void)device;
    (void)precision;
    if (rows(tensors, count, "model.embed_tokens.weight", 0) !=
        decoder->vocabulary)
        return fail(err, T2SED_EMISMATCH, "the embedding does not fit");
    *out = malloc(sizeof **out);
    if (!*out)
        return fail(err, T2SED_ENOMEM, "out of memory");
    (*out)->decoder = *decoder;
    return T2SED_OK;
}

static void language_close(t2s_language_handle *model)
{
    free(model);
}

static void language_sizes(const t2s_language_handle *model,
                           int64_t *weight_bytes, int64_t *token_bytes)
{
    *weight_bytes = 4 * (int64_t)model->decoder.hidden;
    *token_bytes = 12;
}

static t2sed_status cache_open(t2s_cache_handle **out,
                               t2s_language_handle *model, t2sed_error *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return fail(err, T2SED_ENOMEM, "out of memory");
    (*out)->model = model;
    return T2SED_OK;
}

static void cache_close(t2s_cache_handle *cache)
{
    free(cache->ids);
    free(cache->parents);
    free(cache->paths);
    free(cache);
}

static t2sed_status cache_read(t2s_cache_handle *cache, const t2s_reading *in,
                               t2sed_error *err)
{
    const int32_t hidden = cache->model->decoder.hidden;
    if (mode("fail"))
        return fail(err, T2SED_EBACKEND, "the fake backend was told to fail");
    if (in->stop && in->stop(in->payload))
        return fail(err, T2SED_EINTERRUPTED, "interrupted");
    if (cache->count + in->count > cache->room) {
        const size_t room = 2 * (size_t)(cache->count + in->count);
        cache->ids = realloc(cache->ids, room * sizeof *cache->ids);
        cache->parents = realloc(cache->parents, room * sizeof *cache->parents);
        cache->paths = realloc(cache->paths, room * sizeof *cache->paths);
        if (!cache->ids || !cache->parents || !cache->paths)
            abort();
        cache->room = (int32_t)room;
    }
    for (int32_t i = 0; i < in->count; i++) {
        const int32_t node = cache->count + i, parent = in->parents[i];
        const uint32_t before = parent < 0 ? 2166136261u : cache->paths[parent];
        if (in->ids[i] < 0 || in->ids[i] >= cache->model->decoder.vocabulary ||
            parent >= node)
            return fail(err, T2SED_EINVAL, "no such token");
        cache->ids[node] = in->ids[i];
        cache->parents[node] = parent;
        cache->paths[node] = (before ^ (uint32_t)in->ids[i]) * 16777619u;
        for (int32_t w = 0; w < in->wanted; w++)
            for (int32_t h = 0; h < hidden; h++)
                in->states[((int64_t)w * in->count + i) * hidden + h] =
                    (float)(in->ids[i] + 1000 * in->wanted_layers[w] + h);
    }
    cache->count += in->count;
    return T2SED_OK;
}

static t2sed_status cache_keep(t2s_cache_handle *cache, const int32_t *nodes,
                               int32_t count, t2sed_error *err)
{
    int32_t *renamed = calloc((size_t)cache->count + 1, sizeof *renamed);
    if (!renamed)
        return fail(err, T2SED_ENOMEM, "out of memory");
    for (int32_t i = 0; i < count; i++) {
        const int32_t node = nodes ? nodes[i] : i,
                      parent = cache->parents[node];
        renamed[node] = i;
        cache->ids[i] = cache->ids[node];
        cache->paths[i] = cache->paths[node];
        cache->parents[i] = parent < 0 ? -1 : renamed[parent];
    }
    cache->count = count;
    free(renamed);
    return T2SED_OK;
}

/* What comes behind as much of `text` as the path to a node ends with. */
static char next_of(const t2s_cache_handle *cache, int32_t node,
                    const char *text)
{
    for (size_t n = strlen(text) - 1; n > 0; n--) {
        size_t i = n;
        int32_t at = node;
        while (i > 0 && at >= 0 &&
               cache->ids[at] == (unsigned char)text[i - 1]) {
            at = cache->parents[at];
            i--;
        }
        if (i == 0)
            return text[n];
    }
    return text[0];
}

static t2sed_status cache_predict(t2s_cache_handle *cache, const int32_t *nodes,
                                  int32_t count, float *out, t2sed_error *err)
{
    const int32_t n = cache->model->decoder.vocabulary;
    const char *is = getenv("T2S_FAKE_BACKEND");
    if (mode("nan"))
        return fail(err, T2SED_EBACKEND, "a probability is no number");
    for (int32_t i = 0; is && strncmp(is, "write=", 6) == 0 && i < count; i++)
        for (int32_t t = 0; t < n; t++)
            out[(int64_t)i * n + t] =
                t == next_of(cache, nodes[i], is + 6) ? -0.01f : -20;
    if (is && strncmp(is, "write=", 6) == 0)
        return T2SED_OK;
    for (int32_t i = 0; i < count; i++) {
        double sum = 0;
        for (int32_t t = 0; t < n; t++)
            sum += exp(8.0 * (double)element((int32_t)cache->paths[nodes[i]], 0,
                                             7919 * t, 0));
        for (int32_t t = 0; t < n; t++)
            out[(int64_t)i * n + t] =
                8.0f *
                    element((int32_t)cache->paths[nodes[i]], 0, 7919 * t, 0) -
                (float)log(sum);
    }
    return T2SED_OK;
}

static t2sed_status cache_likelihood(t2s_cache_handle *cache,
                                     const int32_t *nodes,
                                     const int32_t *targets, int32_t count,
                                     t2s_stop_fn stop, void *payload,
                                     float *out, t2sed_error *err)
{
    float *row = malloc((size_t)cache->model->decoder.vocabulary * sizeof *row);
    t2sed_status status = row ? T2SED_OK : T2SED_ENOMEM;
    (void)stop;
    (void)payload;
    for (int32_t i = 0; i < count && status == T2SED_OK; i++) {
        status = cache_predict(cache, nodes + i, 1, row, err);
        out[i] = row[targets[i]];
    }
    free(row);
    return status;
}

static const t2s_backend table = {
    .version = T2S_BACKEND_VERSION,
    .struct_size = (int32_t)sizeof(t2s_backend),
    .name = name,
    .check_device = check_device,
    .has_fast_bf16 = has_fast_bf16,
    .language_precision = language_precision,
    .language_slowness = language_slowness,
    .set_threads = set_threads,
    .model_open = model_open,
    .model_open_archive = model_open_archive,
    .model_close = model_close,
    .model_export = model_export,
    .encode = encode,
    .score = score,
    .forward = forward,
    .parser_open = parser_open,
    .parser_close = parser_close,
    .parser_describe = parser_describe,
    .parser_score = parser_score,
    .parser_label = parser_label,
    .trainer_close = trainer_close,
    .trainer_count = trainer_count,
    .trainer_describe = trainer_describe,
    .trainer_read = trainer_read,
    .trainer_write = trainer_write,
    .trainer_get_state = trainer_get_state,
    .trainer_set_state = trainer_set_state,
    .parser_trainer_open = parser_trainer_open,
    .parser_trainer_step = parser_trainer_step,
    .parser_trainer_predict = parser_trainer_predict,
    .language_open = language_open,
    .language_close = language_close,
    .language_sizes = language_sizes,
    .cache_open = cache_open,
    .cache_close = cache_close,
    .cache_read = cache_read,
    .cache_keep = cache_keep,
    .cache_likelihood = cache_likelihood,
    .cache_predict = cache_predict,
};

__attribute__((visibility("default"))) const t2s_backend *
t2s_backend_get(int32_t version);

const t2s_backend *t2s_backend_get(int32_t version)
{
    return version == T2S_BACKEND_VERSION && !mode("old") ? &table : NULL;
}
