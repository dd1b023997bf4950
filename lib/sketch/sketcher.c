/* sketcher.c - predicting sketches: a linear model per head on shared terms,
 * and its directory. */
#include "sketch/sketcher.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/sized.h"
#include "weights/fields.h"

/* --- options --- */

void t2sed_sketch_options_init(t2sed_sketch_options *options, size_t size)
{
    const t2sed_sketch_options defaults = {sizeof defaults, NULL, NULL};
    t2s_sized_init(options, size, &defaults, sizeof defaults);
}

t2sed_status t2s_sketch_options_read(t2sed_sketch_options *options,
                                     const t2sed_sketch_options *given,
                                     t2sed_error *err)
{
    static const char *const tasks[] = {T2S_SKETCH_ALONE, "sparc", "cosql"};
    t2sed_status status =
        T2S_READ_SIZED(t2sed_sketch_options, options, given, err);
    if (status != T2SED_OK)
        return status;
    if (!options->task)
        options->task =
            tasks[t2sed_conversation_count(options->conversation) > 0 ? 2 : 0];
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
        if (strcmp(options->task, tasks[i]) == 0)
            return T2SED_OK;
    return t2s_fail(err, T2SED_EINVAL, -1,
                    "sketcher options: the task is \"%.40s\", expected spider, "
                    "sparc or cosql",
                    options->task);
}

/* --- the terms that are known --- */

void t2s_sketch_vocabulary_index(t2s_sketch_vocabulary *vocabulary)
{
    t2s_key_tops_find(&vocabulary->tops, vocabulary->ids, vocabulary->count);
}

bool t2s_sketch_weigh(t2s_sketch_row *row,
                      const t2s_sketch_vocabulary *vocabulary,
                      const t2s_sketch_term *terms, size_t count)
{
    /* What a view is worth beside the others. */
    static const float worth[T2S_SKETCH_VIEWS] = {
        [T2S_SKETCH_WORDS] = 0.7F,
        [T2S_SKETCH_PATTERN] = 1.0F,
        [T2S_SKETCH_CONTEXT] = 0.5F,
        [T2S_SKETCH_FACTS] = 0.3F,
    };
    double squares[T2S_SKETCH_VIEWS] = {0};
    float scale[T2S_SKETCH_VIEWS];
    row->count = 0;
    if (!t2s_vector_reserve(row, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const size_t term = t2s_sorted_keys_find(&vocabulary->tops,
                                                 vocabulary->ids, terms[i].id);
        t2s_sketch_item item = {.term = (uint32_t)term};
        if (term == T2S_NO_KEY)
            continue;
        item.value = terms[i].value;
        if (terms[i].view != T2S_SKETCH_FACTS)
            item.value = (1 + logf(item.value)) * vocabulary->rarity[item.term];
        squares[terms[i].view] += (double)item.value * (double)item.value;
        row->at[row->count++] = item;
    }
    for (size_t v = 0; v < T2S_SKETCH_VIEWS; v++)
        scale[v] = v == T2S_SKETCH_FACTS || squares[v] == 0
                       ? worth[v]
                       : worth[v] / (float)sqrt(squares[v]);
    for (size_t i = 0, kept = 0; kept < row->count; i++)
        if (vocabulary->ids[row->at[kept].term] == terms[i].id)
            row->at[kept++].value *= scale[terms[i].view];
    return true;
}

/* --- predicting --- */

/* Row i of a file's tensor, in our order; zeros where it has no such head. */
static void read_row(float to[T2S_SKETCH_STRIDE], const t2sed_sketcher *of,
                     const t2s_tensor *rows, size_t i)
{
    float row[T2S_SKETCHER_MAX_HEADS + 1];
    t2s_widen(row,
              (const char *)rows->data +
                  i * of->heads * t2s_dtype_size(rows->dtype),
              rows->dtype, of->heads);
    row[of->heads] = 0;
    memset(to, 0, T2S_SKETCH_STRIDE * sizeof *to);
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++)
        to[h] = row[of->at[h]];
}

void t2s_sketcher_logits(float logits[T2S_SKETCH_STRIDE],
                         const t2sed_sketcher *sketcher,
                         const t2s_sketch_row *row)
{
    float read[T2S_SKETCH_STRIDE];
    memcpy(logits, sketcher->bias, sizeof sketcher->bias);
    for (size_t i = 0; i < row->count; i++) {
        const size_t term = row->at[i].term;
        const float *weights = read;
        if (sketcher->weights)
            weights = sketcher->weights + term * T2S_SKETCH_STRIDE;
        else
            read_row(read, sketcher, sketcher->rows, term);
        for (size_t h = 0; h < T2S_SKETCH_STRIDE; h++)
            logits[h] += row->at[i].value * weights[h];
    }
}

t2sed_status t2sed_sketcher_predict(t2sed_sketch **out,
                                    const t2sed_sketcher *sketcher,
                                    const t2sed_question *question,
                                    const t2sed_schema *schema,
                                    const t2sed_sketch_options *given,
                                    t2sed_error *err)
{
    return t2s_sketcher_predict(out, sketcher, question, NULL, schema, given,
                                err);
}

t2sed_status t2s_sketcher_predict(t2sed_sketch **out,
                                  const t2sed_sketcher *sketcher,
                                  const t2sed_question *question,
                                  const t2s_question_facts *asked,
                                  const t2sed_schema *schema,
                                  const t2sed_sketch_options *given,
                                  t2sed_error *err)
{
    t2sed_sketch_options options;
    t2s_sketch_terms terms = {0};
    t2s_sketch_row row = {0};
    float logits[T2S_SKETCH_STRIDE];
    double probability[T2S_SKETCH_COUNT];
    t2sed_sketch *made;
    t2sed_status status;
    if (!out || !sketcher || !question)
        return t2s_fail_null(err, "t2sed_sketcher_predict",
                             "out, sketcher and question");
    status = t2s_sketch_options_read(&options, given, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_sketch_terms_make(&terms, question, asked, schema,
                                   options.conversation, options.task, err);
    if (status == T2SED_OK &&
        !t2s_sketch_weigh(&row, &sketcher->vocabulary, terms.at, terms.count))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK) {
        t2s_sketcher_logits(logits, sketcher, &row);
        for (size_t h = 0; h < T2S_SKETCH_COUNT; h++)
            probability[h] =
                1 / (1 + exp(-(double)(sketcher->slope[h] * logits[h] +
                                       sketcher->shift[h])));
        made = t2s_sketch_new(probability);
        status = made ? T2SED_OK : t2s_fail_memory(err);
    }
    if (status == T2SED_OK) {
        memcpy(made->threshold, sketcher->threshold,
               sizeof sketcher->threshold);
        *out = made;
    }
    t2s_vector_free(&row);
    t2s_vector_free(&terms);
    return status;
}

/* --- reading --- */

void t2sed_sketcher_free(t2sed_sketcher *sketcher)
{
    if (!sketcher)
        return;
    t2s_free(sketcher->vocabulary.ids);
    t2s_free(sketcher->vocabulary.rarity);
    t2s_free(sketcher->weights);
    t2s_weight_directory_close(&sketcher->files);
    t2s_free(sketcher);
}

typedef struct reader {
    t2sed_sketcher *made;
    const t2s_weight_directory *files;
    t2sed_error *err;
} reader;

/* The place of a name in a list, or how many names it has. */
static size_t place_of(const json_t *list, const char *name)
{
    size_t i = 0;
    for (; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text && strcmp(text, name) == 0)
            break;
    }
    return i;
}

/* Heads that we do not know are passed over. What a sketcher was trained
 * without, a form of today's SQL, it has no opinion of. */
static t2sed_status read_head(reader *in, size_t h, const json_t *names,
                              const json_t *thresholds)
{
    const size_t at = place_of(names, t2sed_sketch_head_name(h));
    const json_t *value = json_array_get(thresholds, at);
    const double threshold =
        json_is_number(value) ? json_number_value(value) : -1;
    if (at == in->made->heads && h >= T2S_SKETCH_FORMS) {
        in->made->at[h] = at;
        in->made->threshold[h] = 0.5;
        return T2SED_OK;
    }
    if (at == in->made->heads)
        return t2s_fail(in->err, T2SED_EMISMATCH, -1,
                        "%s: \"heads\" lacks \"%s\"; train the sketcher again",
                        in->files->config_path, t2sed_sketch_head_name(h));
    if (!(threshold >= 0 && threshold <= 1))
        return t2s_fail(in->err, T2SED_EFORMAT, -1,
                        "%s: \"thresholds\": item %zu is not from 0 to 1",
                        in->files->config_path, at);
    in->made->at[h] = at;
    in->made->threshold[h] = threshold;
    return T2SED_OK;
}

static t2sed_status read_config(reader *in)
{
    json_t *own = NULL, *names = NULL, *thresholds = NULL;
    t2s_members members = {NULL, in->files->config_path, in->err, T2SED_OK};
    members.status = t2s_read_own_object(
        &own, in->files->config, T2S_SKETCHER_OBJECT, T2S_SKETCHER_FORMAT,
        T2S_SKETCHER_FORMAT, in->files->config_path, in->err);
    members.object = own;
    t2s_member_array(&members, "heads", true, &names);
    t2s_member_array(&members, "thresholds", true, &thresholds);
    in->made->heads = json_array_size(names);
    if (members.status == T2SED_OK && in->made->heads > T2S_SKETCHER_MAX_HEADS)
        return t2s_fail(in->err, T2SED_ELIMIT, -1,
                        "%s: \"heads\" has %zu names, at most %d",
                        in->files->config_path, in->made->heads,
                        T2S_SKETCHER_MAX_HEADS);
    for (size_t h = 0; h < T2S_SKETCH_COUNT && members.status == T2SED_OK; h++)
        members.status = read_head(in, h, names, thresholds);
    return members.status;
}

static t2sed_status find(const t2s_tensor **out, const reader *in,
                         const char *name, int32_t dtype, int32_t rank,
                         int64_t rows)
{
    const t2s_tensor wanted = {
        name, dtype, rank, {rows, (int64_t)in->made->heads}, NULL};
    return t2s_safetensors_want(out, &in->files->weights, &wanted,
                                in->files->weights_path, in->err);
}

/* So that no sum of products is infinite. */
static t2sed_status check_numbers(const reader *in, const t2s_tensor *tensor,
                                  size_t count, const char *name)
{
    return t2s_are_within(tensor->data, tensor->dtype, count, 1e9F)
               ? T2SED_OK
               : t2s_fail(in->err, T2SED_EFORMAT, -1,
                          "%s: \"%s\" is not finite, or beyond 1e9",
                          in->files->weights_path, name);
}

/* A number per head, in our order. */
static t2sed_status read_numbers(float to[T2S_SKETCH_STRIDE], const reader *in,
                                 const char *name)
{
    const size_t heads = in->made->heads;
    const t2s_tensor *tensor;
    t2sed_status status =
        find(&tensor, in, name, T2S_DTYPE_FLOAT, 1, (int64_t)heads);
    if (status == T2SED_OK)
        status = check_numbers(in, tensor, heads, name);
    if (status == T2SED_OK)
        read_row(to, in->made, tensor, 0);
    return status;
}

static t2sed_status read_vocabulary(t2s_sketch_vocabulary *out,
                                    const reader *in)
{
    const t2s_tensor *ids, *rarity;
    const char *path = in->files->weights_path;
    t2sed_status status = find(&ids, in, "terms", T2S_I64, 1, -1);
    if (status == T2SED_OK)
        status = find(&rarity, in, "rarity", T2S_DTYPE_FLOAT, 1, ids->shape[0]);
    if (status != T2SED_OK)
        return status;
    out->count = (size_t)ids->shape[0];
    if (out->count > T2S_SKETCHER_MAX_TERMS)
        return t2s_fail(in->err, T2SED_ELIMIT, -1, "%s: %zu terms, at most %d",
                        path, out->count, T2S_SKETCHER_MAX_TERMS);
    out->ids = t2s_alloc_array(out->count, sizeof *out->ids);
    out->rarity = t2s_alloc_array(out->count, sizeof *out->rarity);
    if (!out->ids || !out->rarity)
        return t2s_fail_memory(in->err);
    if (out->count > 0)
        memcpy(out->ids, ids->data, out->count * sizeof *out->ids);
    t2s_widen(out->rarity, rarity->data, rarity->dtype, out->count);
    status = check_numbers(in, rarity, out->count, "rarity");
    for (size_t i = 1; i < out->count && status == T2SED_OK; i++) {
        if (out->ids[i] <= out->ids[i - 1])
            status = t2s_fail(in->err, T2SED_EFORMAT, -1,
                              "%s: \"terms\" do not rise at %zu", path, i);
    }
    t2s_sketch_vocabulary_index(out);
    return status;
}

static t2sed_status read_weights(const reader *in)
{
    t2sed_sketcher *made = in->made;
    t2sed_status status = read_vocabulary(&made->vocabulary, in);
    const size_t terms = made->vocabulary.count;
    if (status == T2SED_OK)
        status = read_numbers(made->bias, in, "bias");
    if (status == T2SED_OK)
        status = read_numbers(made->slope, in, "slope");
    if (status == T2SED_OK)
        status = read_numbers(made->shift, in, "shift");
    if (status == T2SED_OK)
        status = find(&made->rows, in, "weights", T2S_DTYPE_FLOAT, 2,
                      (int64_t)terms);
    if (status == T2SED_OK)
        status = check_numbers(in, made->rows, terms * made->heads, "weights");
    for (size_t h = 0; h < T2S_SKETCH_COUNT; h++)
        if (made->at[h] == made->heads)
            made->shift[h] = NAN; /* and so is the probability */
    return status;
}

t2sed_status t2s_sketcher_read(t2sed_sketcher **out,
                               t2s_weight_directory *files, t2sed_error *err)
{
    reader in = {.made = t2s_zalloc(sizeof *in.made), .err = err};
    t2sed_status status = T2SED_OK;
    if (!in.made) {
        t2s_weight_directory_close(files);
        return t2s_fail_memory(err);
    }
    in.made->files = *files;
    memset(files, 0, sizeof *files);
    in.files = &in.made->files;
    status = read_config(&in);
    if (status == T2SED_OK)
        status = read_weights(&in);
    if (status == T2SED_OK)
        *out = in.made;
    else
        t2sed_sketcher_free(in.made);
    return status;
}

t2sed_status t2sed_sketcher_open(t2sed_sketcher **out, const char *path,
                                 t2sed_error *err)
{
    t2s_weight_directory files;
    t2sed_status status;
    if (!out)
        return t2s_fail_null(err, __func__, "out");
    status = t2s_weight_directory_find(&files, T2S_SKETCHER, path, err);
    if (status != T2SED_OK)
        return status;
    return t2s_sketcher_read(out, &files, err);
}
