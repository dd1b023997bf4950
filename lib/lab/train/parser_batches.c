/* parser_batches.c - from sentences to the batches of an epoch, and how good
 * the parser is. */
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/sort.h"
#include "lab/train/parser.h"
#include "question/question.h"

#define MEASURED_WORDS 2000 /* of a batch of dev sentences */

void t2s_parser_epoch_free(parser_epoch *epoch)
{
    t2s_bank_free(&epoch->sentences);
    t2s_vector_free(&epoch->order);
    t2s_vector_free(&epoch->groups);
}

void t2s_parser_input_free(parser_input *input)
{
    t2s_vector_free(&input->numbers);
    t2s_vector_free(&input->ngrams);
    t2s_string_free(&input->scratch);
}

/* --- Groups --- */

static int by_length(const void *a, const void *b, const void *context)
{
    const bank *of = context;
    const uint32_t x = of->sentences.at[*(const uint32_t *)a].count;
    const uint32_t y = of->sentences.at[*(const uint32_t *)b].count;
    return (x > y) - (x < y);
}

static bool cut(const bank *b, const uint32_t *order, size_t count,
                size_t words, parser_epoch *out)
{
    for (size_t i = 0; i < count;) {
        const uint32_t length = b->sentences.at[order[i]].count;
        const size_t most = words / length ? words / length : 1;
        parser_group group = {(uint32_t)i, 1};
        while (group.count < most && i + group.count < count &&
               b->sentences.at[order[i + group.count]].count == length)
            group.count++;
        if (!t2s_vector_push(&out->groups, group))
            return false;
        i += group.count;
    }
    return true;
}

static void shuffle_groups(parser_group *groups, size_t count,
                           t2s_random *random)
{
    for (size_t i = count; i > 1; i--) {
        const size_t k = (size_t)t2s_random_below(random, i);
        const parser_group was = groups[i - 1];
        groups[i - 1] = groups[k];
        groups[k] = was;
    }
}

/* Puts the sentences of out->order into groups of one length and about `words`
 * words; shuffles where `random` is not NULL. */
static t2sed_status group(parser_epoch *out, const bank *b, size_t words,
                          t2s_random *random, t2sed_error *err)
{
    uint32_t *order = out->order.at;
    const size_t count = out->order.count;
    out->groups.count = 0;
    if (random)
        t2s_random_shuffle(random, order, count);
    if (!t2s_sort(order, count, sizeof *order, by_length, b))
        return t2s_fail_early(err);
    if (!cut(b, order, count, words, out))
        return t2s_fail_memory(err);
    if (random)
        shuffle_groups(out->groups.at, out->groups.count, random);
    return T2SED_OK;
}

/* --- An epoch --- */

/* The index of a label that training sentences have, or -1. */
static int32_t label(const t2s_map *labels, const char *name)
{
    return (int32_t)t2s_map_get(labels, name, strlen(name), -1);
}

static t2sed_status fill_epoch(t2sed_parser_trainer *trainer,
                               t2s_random *random, t2sed_error *err)
{
    const bank *from = &trainer->banks[T2SED_TRAIN];
    parser_epoch *epoch = &trainer->epoch;
    const t2s_map *tags = &trainer->tags;
    parser_augmenter with = {
        .random = random,
        .names = trainer->names.at,
        .name_count = trainer->names.count,
        .punct_tag = label(tags, "PUNCT"),
        .noun_tag = label(tags, "NOUN"),
        .propn_tag = label(tags, "PROPN"),
        .num_tag = label(tags, "NUM"),
        .adj_tag = label(tags, "ADJ"),
        .verb_tag = label(tags, "VERB"),
        .punct_relation = label(&trainer->relations, "punct"),
        .arena = &epoch->sentences.arena,
    };
    bank_words sentence = {0};
    bool good = true;
    t2s_bank_clear(&epoch->sentences);
    epoch->order.count = 0;
    for (size_t i = 0; i < from->sentences.count && good; i++) {
        const bank_sentence s = from->sentences.at[i];
        if (s.count > (uint32_t)trainer->options.max_words)
            continue;
        good = t2s_vector_reserve(&sentence, s.count);
        if (good)
            memcpy(sentence.at, from->words.at + s.first,
                   s.count * sizeof *sentence.at);
        sentence.count = s.count;
        if (good && trainer->options.augment)
            good = t2s_parser_augment(&with, &sentence);
        good = good &&
               t2s_bank_add(&epoch->sentences, sentence.at, sentence.count) &&
               t2s_vector_push(&epoch->order,
                               (uint32_t)epoch->sentences.sentences.count - 1);
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
    status = fill_epoch(trainer, &random, err);
    if (status == T2SED_OK)
        status = group(epoch, &epoch->sentences,
                       (size_t)trainer->options.batch_words, &random, err);
    if (status == T2SED_OK && epoch->groups.count == 0)
        status = t2s_fail(err, T2SED_EEMPTY, -1,
                          "parser training: no sentence has %d words or less",
                          trainer->options.max_words);
    return status;
}

/* --- A batch --- */

/* What the engine reads of a word, and what is right. */
enum { FIXED, WORD, SHAPE, START, TAG, HEAD, RELATION, PER_WORD };

/* Puts word number `at` of `words`: the numbers of one kind stand together. */
static bool put_word(t2sed_parser_trainer *trainer, const bank_word *word,
                     size_t at, size_t words)
{
    parser_input *in = &trainer->input;
    const size_t start = in->ngrams.count;
    t2s_word_rows rows;
    if (!t2s_word_rows_of(&rows, &in->ngrams, word->form, word->length,
                          &trainer->words, trainer->trained_words,
                          trainer->options.ngrams, &in->scratch))
        return false;
    const int32_t numbers[PER_WORD] = {rows.fixed,     rows.word, rows.shape,
                                       (int32_t)start, word->tag, word->head,
                                       word->relation};
    for (int k = 0; k < PER_WORD; k++)
        in->numbers.at[(size_t)k * words + at] = numbers[k];
    return true;
}

t2sed_status t2s_parser_batch_of(t2sed_parser_trainer *trainer, const bank *b,
                                 const parser_epoch *epoch, size_t number,
                                 t2s_parser_batch *out, t2sed_error *err)
{
    const parser_group g = epoch->groups.at[number];
    const uint32_t *order = epoch->order.at + g.first;
    const uint32_t length = b->sentences.at[order[0]].count;
    const size_t words = (size_t)g.count * length;
    parser_input *in = &trainer->input;
    bool good = t2s_vector_reserve(&in->numbers, PER_WORD * words);
    const int32_t *at = in->numbers.at;
    in->ngrams.count = 0;
    for (size_t i = 0; i < words && good; i++) {
        const bank_sentence s = b->sentences.at[order[i / length]];
        good = put_word(trainer, &b->words.at[s.first + i % length], i, words);
    }
    if (!good)
        return t2s_fail_memory(err);
    *out = (t2s_parser_batch){{(int32_t)words, (int32_t)in->ngrams.count,
                               at + FIXED * words, at + WORD * words,
                               at + SHAPE * words, in->ngrams.at,
                               at + START * words},
                              (int32_t)g.count,
                              (int32_t)length,
                              at + TAG * words,
                              at + HEAD * words,
                              at + RELATION * words};
    return T2SED_OK;
}

/* --- Dev sentences --- */

/* Words, and how many of the predictions for them were right. */
typedef struct counts {
    size_t words, heads, labelled, tags;
} counts;

static t2sed_status measure_batch(counts *to, t2s_run *run, int32_t *room,
                                  const t2s_parser_batch *batch,
                                  t2sed_error *err)
{
    int32_t *tags = room, *heads = room + MEASURED_WORDS;
    int32_t *relations = room + 2 * MEASURED_WORDS;
    t2sed_status status = run->backend->parser_trainer_predict(
        run->engine, batch, tags, heads, relations, err);
    for (int32_t i = 0; i < batch->words.words && status == T2SED_OK; i++) {
        const bool head = heads[i] == batch->heads[i];
        to->words++;
        to->heads += head;
        to->labelled += head && relations[i] == batch->relations[i];
        to->tags += tags[i] == batch->tags[i];
    }
    return status;
}

/* Sentences of more words than a parser takes at once are passed over. */
static t2sed_status choose(parser_epoch *out, const bank *b, t2sed_error *err)
{
    for (size_t i = 0; i < b->sentences.count; i++)
        if (b->sentences.at[i].count <= T2S_SENTENCE_MAX_WORDS &&
            !t2s_vector_push(&out->order, (uint32_t)i))
            return t2s_fail_memory(err);
    return group(out, b, MEASURED_WORDS, NULL, err);
}

t2sed_status t2s_parser_measure(t2s_run *run, double *score, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = (t2sed_parser_trainer *)run;
    const bank *b = &trainer->banks[T2SED_DEV];
    int32_t *room = t2s_alloc_array(3 * MEASURED_WORDS, sizeof *room);
    parser_epoch groups = {0};
    counts of = {0};
    t2sed_status status = room ? choose(&groups, b, err) : t2s_fail_memory(err);
    (void)score; /* the last epoch is the best */
    for (size_t i = 0; i < groups.groups.count && status == T2SED_OK; i++) {
        t2s_parser_batch batch;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = t2s_parser_batch_of(trainer, b, &groups, i, &batch, err);
        if (status == T2SED_OK)
            status = measure_batch(&of, run, room, &batch, err);
    }
    t2s_free(room);
    t2s_parser_epoch_free(&groups);
    if (of.words) {
        run->progress.dev_uas = (double)of.heads / (double)of.words;
        run->progress.dev_las = (double)of.labelled / (double)of.words;
        run->progress.dev_upos = (double)of.tags / (double)of.words;
    }
    return status;
}
