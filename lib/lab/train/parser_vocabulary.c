/* Which words a parser knows by themselves, and their fixed vectors. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "lab/import/import.h"
#include "t2sed/parts/tokenizer.h"
#include "lab/train/parser.h"

#define EMBEDDINGS   "embeddings.word_embeddings.weight"
#define LEAST_COUNT  2    /* of a word with a vector of its own */
#define MOST_NAMES   6000 /* words that identifiers are made of */
#define MOST_TOKENS  64   /* of a word that are read */
#define MOST_LETTERS 100  /* of an encoder's token that is a word */

/* Counts the normal forms of the training words. */
static t2sed_status count_words(t2s_map *counts, const bank *b,
                                t2sed_error *err)
{
    t2s_string normal = {0};
    bool good = true;
    for (size_t i = 0; i < b->words.count && good; i++) {
        t2s_string_clear(&normal);
        t2s_word_normal(&normal, b->words.at[i].form, b->words.at[i].length);
        good =
            !normal.failed &&
            t2s_map_set(counts, normal.text, normal.length,
                        1 + t2s_map_get(counts, normal.text, normal.length, 0));
    }
    t2s_string_free(&normal);
    return good ? T2SED_OK : t2s_fail_memory(err);
}

/* The more frequent first, then the one that came first. */
static int compare_counts(const void *a, const void *b)
{
    const t2s_map_entry *const *x = a, *const *y = b;
    if ((*x)->value != (*y)->value)
        return (*x)->value < (*y)->value ? 1 : -1;
    return (*x > *y) - (*x < *y);
}

static bool add_word(t2sed_parser_trainer *trainer, const char *word, size_t n)
{
    t2s_map *words = &trainer->words;
    if (words->count >= (size_t)trainer->options.vocabulary ||
        memchr(word, '\n', n) || t2s_map_find(words, word, n))
        return true;
    return t2s_map_set(words, word, n, (int64_t)words->count + 1);
}

static t2sed_status add_trained(t2sed_parser_trainer *trainer,
                                const t2s_map *counts, t2sed_error *err)
{
    const t2s_map_entry **sorted =
        t2s_alloc_array(counts->count, sizeof *sorted);
    size_t count = 0;
    bool good = sorted != NULL;
    for (size_t i = 0; i < counts->count && good; i++)
        if (counts->entries[i].value >= LEAST_COUNT)
            sorted[count++] = &counts->entries[i];
    if (good)
        qsort(sorted, count, sizeof *sorted, compare_counts);
    for (size_t i = 0; i < count && good; i++)
        good = add_word(trainer, sorted[i]->key, sorted[i]->key_length);
    t2s_free(sorted);
    trainer->trained_words = (int32_t)trainer->words.count + 1;
    return good ? T2SED_OK : t2s_fail_memory(err);
}

/* Whether a token is a word of ASCII letters, more than one of them. */
static bool is_word(const char *text)
{
    size_t n = 0;
    for (; *text; text++, n++)
        if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z')))
            return false;
    return n > 1 && n <= MOST_LETTERS;
}

/* The encoder's own words, the most frequent of which have the lower ids. */
static t2sed_status add_encoders(t2sed_parser_trainer *trainer,
                                 const t2sed_tokenizer *tokenizer,
                                 t2sed_error *err)
{
    size_t count = t2sed_tokenizer_size(tokenizer);
    bool good = true;
    for (size_t id = 0; id < count && good; id++) {
        const char *text = t2sed_tokenizer_token(tokenizer, (int32_t)id);
        char normal[MOST_LETTERS + 1];
        size_t n = 0;
        /* Byte-level tokenizers spell a blank so. */
        if (text && strncmp(text, "\xc4\xa0", 2) == 0)
            text += 2;
        if (!text || !is_word(text))
            continue;
        for (; text[n]; n++)
            normal[n] = t2s_ascii_lower(text[n]);
        good = add_word(trainer, normal, n);
    }
    return good ? T2SED_OK : t2s_fail_memory(err);
}

static t2sed_status choose_names(t2sed_parser_trainer *trainer,
                                 t2sed_error *err)
{
    for (size_t i = 0; i < trainer->words.count && i < MOST_NAMES; i++) {
        const t2s_map_entry *word = &trainer->words.entries[i];
        if (word->key_length > 2 && is_word(word->key) &&
            !t2s_vector_push(&trainer->names, word->key))
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

/* An encoder's embeddings, as fp32. */
typedef struct table {
    float *rows;
    size_t count, size;
} table;

static t2sed_status read_table(table *out, const char *encoder,
                               t2sed_error *err)
{
    t2s_import_source source = {0};
    const t2s_tensor *tensor;
    char name[128];
    t2sed_status status = t2s_import_source_open(&source, encoder, err);
    if (status != T2SED_OK)
        return status;
    snprintf(name, sizeof name, "%s" EMBEDDINGS, source.prefix);
    tensor = t2s_safetensors_find(&source.file, name); /* the probe */
    if (tensor->rank != 2 || tensor->shape[0] < 1 || tensor->shape[1] < 1 ||
        tensor->dtype < T2S_F32 || tensor->dtype > T2S_BF16) {
        status = t2s_fail(err, T2SED_EMISMATCH, -1,
                          "%s: %s is no table of floats", source.path, name);
    } else {
        out->count = (size_t)tensor->shape[0];
        out->size = (size_t)tensor->shape[1];
        out->rows = t2s_alloc_array(out->count * out->size, sizeof(float));
        if (out->rows)
            t2s_widen(out->rows, tensor->data, tensor->dtype,
                      out->count * out->size);
        else
            status = t2s_fail_memory(err);
    }
    t2s_import_source_close(&source);
    return status;
}

/* The mean of the tokens' rows, brought to length 1. */
static t2sed_status embed(float *to, const table *from,
                          const t2sed_tokens *tokens, t2sed_error *err)
{
    t2sed_token_arrays arrays = {.struct_size = sizeof arrays};
    const t2sed_status status = t2sed_tokens_get(tokens, &arrays, err);
    const int32_t *ids = arrays.ids;
    const size_t count =
        arrays.count < MOST_TOKENS ? arrays.count : MOST_TOKENS;
    double sum = 0;
    if (status != T2SED_OK)
        return status;
    memset(to, 0, from->size * sizeof *to);
    for (size_t i = 0; i < count; i++) {
        const float *row = from->rows + (size_t)ids[i] * from->size;
        if ((size_t)ids[i] >= from->count)
            return t2s_fail(err, T2SED_EMISMATCH, -1,
                            "the encoder has %zu embeddings, its tokenizer a "
                            "token %ld",
                            from->count, (long)ids[i]);
        for (size_t k = 0; k < from->size; k++)
            to[k] += row[k];
    }
    for (size_t k = 0; k < from->size; k++)
        sum += (double)to[k] * (double)to[k];
    for (size_t k = 0; k < from->size && sum > 0; k++)
        to[k] = (float)((double)to[k] / sqrt(sum));
    return T2SED_OK;
}

static t2sed_status embed_words(float *to, const t2s_map *words,
                                const table *from,
                                const t2sed_tokenizer *tokenizer,
                                t2sed_error *err)
{
    t2sed_tokens *tokens = NULL;
    t2sed_status status = t2sed_tokens_new(&tokens, err);
    for (size_t i = 0; i < words->count && status == T2SED_OK; i++) {
        const t2s_map_entry *word = &words->entries[i];
        status = t2sed_tokenizer_encode_n(tokenizer, tokens, word->key,
                                          word->key_length, 0, err);
        if (status == T2SED_OK)
            status = embed(to + i * from->size, from, tokens, err);
    }
    t2sed_tokens_free(tokens);
    return status;
}

static t2sed_status make_vectors(float **out, t2sed_parser_trainer *trainer,
                                 const t2sed_tokenizer *tokenizer,
                                 t2sed_error *err)
{
    table from = {NULL, 0, 0};
    size_t size = (size_t)trainer->options.fixed_size;
    size_t count = trainer->words.count;
    float *all = NULL, *made = NULL;
    t2sed_status status = read_table(&from, trainer->encoder, err);
    if (status == T2SED_OK && (size > from.size || size > count))
        status = t2s_fail(err, T2SED_EMISMATCH, -1,
                          "fixed vectors of %zu numbers can't be made of %zu "
                          "words' vectors of %zu",
                          size, count, from.size);
    if (status == T2SED_OK) {
        all = t2s_alloc_array(count * from.size, sizeof *all);
        made = t2s_zalloc_array((count + 1) * size, sizeof *made);
        status = all && made
                     ? embed_words(all, &trainer->words, &from, tokenizer, err)
                     : t2s_fail_memory(err);
    }
    if (status == T2SED_OK &&
        !t2s_principal(made + size, size, all, count, from.size))
        status = t2s_fail_memory(err);
    t2s_free(from.rows);
    t2s_free(all);
    if (status == T2SED_OK)
        *out = made;
    else
        t2s_free(made);
    return status;
}

t2sed_status t2s_parser_choose_words(t2sed_parser_trainer *trainer,
                                     float **vectors, t2sed_error *err)
{
    t2s_map counts = {0};
    t2sed_tokenizer *tokenizer = NULL;
    t2sed_status status =
        t2sed_tokenizer_open(&tokenizer, trainer->encoder, err);
    if (status == T2SED_OK)
        status = count_words(&counts, &trainer->banks[T2SED_TRAIN], err);
    if (status == T2SED_OK)
        status = add_trained(trainer, &counts, err);
    if (status == T2SED_OK)
        status = add_encoders(trainer, tokenizer, err);
    if (status == T2SED_OK)
        status = choose_names(trainer, err);
    if (status == T2SED_OK)
        status = make_vectors(vectors, trainer, tokenizer, err);
    t2s_map_free(&counts);
    t2sed_tokenizer_free(tokenizer);
    return status;
}
