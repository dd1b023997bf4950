/* How good a parser in training is. */
#include <math.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "question/question.h"
#include "lab/train/parser.h"

#define BATCH_WORDS 2000

/* Predictions of a batch, and how many were right. */
typedef struct measure {
    int32_t *tags, *heads, *relations;
    size_t words, right_heads, right, right_tags;
} measure;

static bool make_room(measure *m, size_t words)
{
    m->tags = t2s_alloc_array(words, 3 * sizeof *m->tags);
    if (!m->tags)
        return false;
    m->heads = m->tags + words;
    m->relations = m->tags + 2 * words;
    return true;
}

static void count(measure *m, const t2s_parser_batch *batch)
{
    m->words += (size_t)batch->words.words;
    for (int32_t i = 0; i < batch->words.words; i++) {
        bool head = m->heads[i] == batch->heads[i];
        m->right_heads += head;
        m->right += head && m->relations[i] == batch->relations[i];
        m->right_tags += m->tags[i] == batch->tags[i];
    }
}

/* Sentences of more words than a parser takes at once are passed over. */
static t2sed_status choose(parser_epoch *out, const bank *b, t2sed_error *err)
{
    for (size_t i = 0; i < b->sentences.count; i++)
        if (b->sentences.at[i].count <= T2S_SENTENCE_MAX_WORDS &&
            !t2s_vector_push(&out->order, (uint32_t)i))
            return t2s_fail_memory(err);
    return t2s_parser_group(b, out->order.at, out->order.count, BATCH_WORDS,
                            NULL, out, err);
}

t2sed_status t2s_parser_measure(t2s_run *run, double *score, t2sed_error *err)
{
    t2sed_parser_trainer *trainer = (t2sed_parser_trainer *)run;
    t2sed_train_progress *progress = &run->progress;
    const bank *b = &trainer->banks[T2SED_DEV];
    parser_epoch groups = {.number = -1};
    measure m = {0};
    t2sed_status status = choose(&groups, b, err);
    (void)score; /* the last epoch is the best */
    if (status == T2SED_OK && !make_room(&m, BATCH_WORDS))
        status = t2s_fail_memory(err);
    for (size_t i = 0; i < groups.groups.count && status == T2SED_OK; i++) {
        t2s_parser_batch batch;
        status = t2s_check_interrupt(err);
        if (status == T2SED_OK)
            status = t2s_parser_batch_of(trainer, b, &groups, i, &batch, err);
        if (status == T2SED_OK)
            status = run->backend->parser_trainer_predict(
                run->engine, &batch, m.tags, m.heads, m.relations, err);
        if (status == T2SED_OK)
            count(&m, &batch);
    }
    t2s_free(m.tags);
    t2s_parser_epoch_free(&groups);
    progress->dev_uas = m.words ? (double)m.right_heads / (double)m.words : NAN;
    progress->dev_las = m.words ? (double)m.right / (double)m.words : NAN;
    progress->dev_upos = m.words ? (double)m.right_tags / (double)m.words : NAN;
    return status;
}
