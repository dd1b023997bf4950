/* From sentences to the batches of an epoch. */
#include <string.h>

#include "base/error.h"
#include "lab/train/parser.h"

void t2s_parser_epoch_free(parser_epoch *epoch)
{
    t2s_bank_free(&epoch->sentences);
    t2s_vector_free(&epoch->order);
    t2s_vector_free(&epoch->groups);
    epoch->number = -1;
}

void t2s_parser_input_free(parser_input *input)
{
    t2s_vector_free(&input->fixed);
    t2s_vector_free(&input->word);
    t2s_vector_free(&input->shape);
    t2s_vector_free(&input->start);
    t2s_vector_free(&input->tags);
    t2s_vector_free(&input->heads);
    t2s_vector_free(&input->relations);
    t2s_vector_free(&input->ngrams);
    t2s_string_free(&input->scratch);
}

/* Sorts by the sentences' lengths; those of one length keep their order. */
static bool sort_by_length(const bank *b, uint32_t *order, size_t count)
{
    size_t longest = 0, *begin;
    uint32_t *sorted;
    if (count == 0)
        return true;
    sorted = t2s_alloc_array(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        if (b->sentences.at[order[i]].count > longest)
            longest = b->sentences.at[order[i]].count;
    begin = t2s_zalloc_array(longest + 2, sizeof *begin);
    for (size_t i = 0; sorted && begin && i < count; i++)
        begin[b->sentences.at[order[i]].count + 1]++;
    for (size_t n = 1; sorted && begin && n <= longest; n++)
        begin[n + 1] += begin[n];
    for (size_t i = 0; sorted && begin && i < count; i++)
        sorted[begin[b->sentences.at[order[i]].count]++] = order[i];
    if (sorted && begin)
        memcpy(order, sorted, count * sizeof *order);
    t2s_free(begin);
    t2s_free(sorted);
    return begin && sorted;
}

static bool cut(const bank *b, const uint32_t *order, size_t count,
                size_t words, parser_epoch *out)
{
    for (size_t i = 0; i < count;) {
        uint32_t length = b->sentences.at[order[i]].count;
        size_t most = words / length ? words / length : 1, n = 1;
        while (n < most && i + n < count &&
               b->sentences.at[order[i + n]].count == length)
            n++;
        parser_group group = {(uint32_t)i, (uint32_t)n};
        if (!t2s_vector_push(&out->groups, group))
            return false;
        i += n;
    }
    return true;
}

static void shuffle_groups(parser_group *groups, size_t count,
                           t2s_random *random)
{
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)t2s_random_below(random, i);
        parser_group was = groups[i - 1];
        groups[i - 1] = groups[k];
        groups[k] = was;
    }
}

t2sed_status t2s_parser_group(const bank *b, uint32_t *order, size_t count,
                              size_t words, t2s_random *random,
                              parser_epoch *out, t2sed_error *err)
{
    out->groups.count = 0;
    if (random)
        t2s_random_shuffle(random, order, count);
    if (!sort_by_length(b, order, count) || !cut(b, order, count, words, out))
        return t2s_fail_memory(err);
    if (random)
        shuffle_groups(out->groups.at, out->groups.count, random);
    return T2SED_OK;
}

/* The index of a label that training sentences have, or -1. */
static int32_t label(const t2s_map *labels, const char *name)
{
    return (int32_t)t2s_map_get(labels, name, strlen(name), -1);
}

static t2sed_status fill_epoch(t2sed_parser_trainer *trainer,
                               t2s_random *random, t2sed_error *err)
{
    const bank *from = &trainer->banks[T2SED_TRAIN];
    bank *to = &trainer->epoch.sentences;
    const t2s_map *tags = &trainer->tags;
    parser_augmenter with = {
        random,
        trainer->names.at,
        trainer->names.count,
        label(tags, "PUNCT"),
        label(tags, "NOUN"),
        label(tags, "PROPN"),
        label(tags, "NUM"),
        label(tags, "ADJ"),
        label(tags, "VERB"),
        label(&trainer->relations, "punct"),
        &to->arena,
    };
    bank_words sentence = {0};
    bool good = true;
    t2s_bank_clear(to);
    trainer->epoch.order.count = 0;
    for (size_t i = 0; i < from->sentences.count && good; i++) {
        bank_sentence s = from->sentences.at[i];
        sentence.count = 0;
        if (s.count > (uint32_t)trainer->options.max_words)
            continue;
        for (size_t k = 0; k < s.count && good; k++)
            good = t2s_vector_push(&sentence, from->words.at[s.first + k]);
        if (good && trainer->options.augment)
            good = t2s_parser_augment(&with, &sentence);
        good = good && t2s_bank_add(to, sentence.at, sentence.count) &&
               t2s_vector_push(&trainer->epoch.order,
                               (uint32_t)to->sentences.count - 1);
    }
    t2s_vector_free(&sentence);
    return good ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2s_parser_make_epoch(t2sed_parser_trainer *trainer,
                                   int64_t number, t2sed_error *err)
{
    parser_epoch *epoch = &trainer->epoch;
    /* A generator of each epoch's own, so that a resumed run need not replay
     * the epochs before. */
    t2s_random random = {trainer->options.seed * 0x9E3779B97F4A7C15u +
                         (uint64_t)number + 1};
    t2sed_status status;
    if (epoch->number == number)
        return T2SED_OK;
    epoch->number = -1;
    status = fill_epoch(trainer, &random, err);
    if (status == T2SED_OK)
        status = t2s_parser_group(
            &epoch->sentences, epoch->order.at, epoch->order.count,
            (size_t)trainer->options.batch_words, &random, epoch, err);
    if (status == T2SED_OK && epoch->groups.count == 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "parser training: no sentence has %d words or less",
                          trainer->options.max_words);
    if (status == T2SED_OK)
        epoch->number = number;
    return status;
}

static bool add_word(t2sed_parser_trainer *trainer, const bank_word *word)
{
    parser_input *in = &trainer->input;
    t2s_word_rows rows;
    return t2s_vector_push(&in->start, (int32_t)in->ngrams.count) &&
           t2s_word_rows_of(&rows, &in->ngrams, word->form, word->length,
                            &trainer->words, trainer->trained_words,
                            trainer->options.ngrams, &in->scratch) &&
           t2s_vector_push(&in->fixed, rows.fixed) &&
           t2s_vector_push(&in->word, rows.word) &&
           t2s_vector_push(&in->shape, rows.shape) &&
           t2s_vector_push(&in->tags, word->tag) &&
           t2s_vector_push(&in->heads, word->head) &&
           t2s_vector_push(&in->relations, word->relation);
}

t2sed_status t2s_parser_batch_of(t2sed_parser_trainer *trainer, const bank *b,
                                 const parser_epoch *epoch, size_t group,
                                 t2s_parser_batch *out, t2sed_error *err)
{
    parser_group g = epoch->groups.at[group];
    parser_input *in = &trainer->input;
    bool good = true;
    in->fixed.count = in->word.count = in->shape.count = in->start.count = 0;
    in->tags.count = in->heads.count = in->relations.count = 0;
    in->ngrams.count = 0;
    for (uint32_t i = 0; i < g.count && good; i++) {
        bank_sentence s = b->sentences.at[epoch->order.at[g.first + i]];
        for (uint32_t k = 0; k < s.count && good; k++)
            good = add_word(trainer, &b->words.at[s.first + k]);
    }
    if (!good)
        return t2s_fail_memory(err);
    *out = (t2s_parser_batch){
        {(int32_t)in->fixed.count, (int32_t)in->ngrams.count, in->fixed.at,
         in->word.at, in->shape.at, in->ngrams.at, in->start.at},
        (int32_t)g.count,
        (int32_t)(in->fixed.count / g.count),
        in->tags.at,
        in->heads.at,
        in->relations.at};
    return T2SED_OK;
}
