/* Treebanks in memory. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/utf8.h"
#include "question/words.h"
#include "lab/train/parser.h"

#define MAX_BYTES  ((size_t)256 << 20)
#define MAX_LABELS 1000

void t2s_bank_free(bank *b)
{
    t2s_vector_free(&b->words);
    t2s_vector_free(&b->sentences);
    t2s_arena_free(&b->arena);
}

void t2s_bank_clear(bank *b)
{
    b->words.count = b->sentences.count = 0;
    t2s_arena_free(&b->arena);
}

bool t2s_bank_add(bank *b, const bank_word *words, size_t count)
{
    bank_sentence sentence = {(uint32_t)b->words.count, (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        bank_word word = words[i];
        word.form = t2s_arena_strndup(&b->arena, word.form, word.length);
        if (!word.form || !t2s_vector_push(&b->words, word))
            return false;
    }
    return t2s_vector_push(&b->sentences, sentence);
}

/* The place of a label in `map`, which takes it if it is new. */
static t2sed_status find_label(int32_t *out, t2s_map *map,
                               t2s_conllu_field label, const char *column,
                               size_t line, t2sed_error *err)
{
    t2s_map_entry *entry = NULL;
    if (label.length == 0 || memchr(label.text, ' ', label.length))
        return t2s_fail(err, T2SED_EFORMAT, -1,
                        "CoNLL-U line %zu: the word's %s is missing or has a "
                        "blank in it",
                        line, column);
    entry = t2s_map_find(map, label.text, label.length);
    if (!entry && map->count >= MAX_LABELS)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "CoNLL-U line %zu: more than %d kinds of %s", line,
                        MAX_LABELS, column);
    if (!entry && !t2s_map_set(map, label.text, label.length, 0))
        return t2s_fail_memory(err);
    if (!entry)
        entry = &map->entries[map->count - 1];
    *out = (int32_t)(entry - map->entries);
    return T2SED_OK;
}

static t2sed_status add_word(t2sed_parser_trainer *trainer, bank *to,
                             const t2s_conllu_word *from, t2sed_error *err)
{
    const bank_sentence begun = {(uint32_t)to->words.count, 0};
    bank_word word = {.length = (uint32_t)from->form.length,
                      .head = (int32_t)from->head};
    t2sed_status status = find_label(&word.tag, &trainer->tags, from->tag,
                                     "tag (column 4)", from->line, err);
    if (status == T2SED_OK)
        status = find_label(&word.relation, &trainer->relations, from->relation,
                            "relation (column 8)", from->line, err);
    if (status != T2SED_OK)
        return status;
    if (to->words.count == INT32_MAX)
        return t2s_fail(err, T2SED_ELIMIT, -1, "CoNLL-U: too many words");
    word.form =
        t2s_arena_strndup(&to->arena, from->form.text, from->form.length);
    if (!word.form || !t2s_vector_push(&to->words, word) ||
        (from->id == 1 && !t2s_vector_push(&to->sentences, begun)))
        return t2s_fail_memory(err);
    to->sentences.at[to->sentences.count - 1].count++;
    return T2SED_OK;
}

t2sed_status t2sed_parser_trainer_add(t2sed_parser_trainer *trainer,
                                      int purpose, const char *text, size_t n,
                                      size_t *added, t2sed_error *err)
{
    t2s_conllu read = {0};
    bank *to;
    size_t words, sentences;
    t2sed_status status;
    if (!trainer || (!text && n > 0))
        return t2s_fail_null(err, __func__, "trainer and text");
    if (trainer->run.engine)
        return t2s_fail(err, T2SED_ESTATE, -1,
                        "parser trainer: treebanks can't be added once "
                        "training began");
    if (purpose != T2SED_TRAIN && purpose != T2SED_DEV)
        return t2s_fail(err, T2SED_EINVAL, -1,
                        "parser trainer: purpose is %d, expected T2SED_TRAIN "
                        "or T2SED_DEV",
                        purpose);
    status = t2s_utf8_check(text, n, "CoNLL-U", err);
    if (status != T2SED_OK)
        return status;
    to = &trainer->banks[purpose];
    words = to->words.count;
    sentences = to->sentences.count;
    status = t2s_conllu_read(&read, text, n, err);
    for (size_t i = 0; i < read.words.count && status == T2SED_OK; i++)
        status = add_word(trainer, to, &read.words.at[i], err);
    if (status == T2SED_OK && to->sentences.count == sentences)
        status = t2s_fail(err, T2SED_EEMPTY, -1, "CoNLL-U: has no sentence");
    t2s_vector_free(&read.words);
    t2s_vector_free(&read.forms);
    if (status != T2SED_OK) {
        to->words.count = words;
        to->sentences.count = sentences;
        return status;
    }
    for (size_t i = words; purpose == T2SED_TRAIN && i < to->words.count; i++) {
        trainer->tags.entries[to->words.at[i].tag].value = 1;
        trainer->relations.entries[to->words.at[i].relation].value = 1;
    }
    if (added)
        *added = to->sentences.count - sentences;
    return T2SED_OK;
}

t2sed_status t2sed_parser_trainer_add_file(t2sed_parser_trainer *trainer,
                                           int purpose, const char *path,
                                           size_t *added, t2sed_error *err)
{
    char *text = NULL;
    size_t length = 0;
    t2sed_status status;
    if (!trainer || !path)
        return t2s_fail_null(err, __func__, "trainer and path");
    status = t2s_file_read(&text, &length, path, MAX_BYTES, err);
    if (status != T2SED_OK)
        return status;
    status =
        t2sed_parser_trainer_add(trainer, purpose, text, length, added, err);
    t2s_free(text);
    return status == T2SED_OK ? status : t2s_fail_in(err, status, "%s", path);
}

static int compare_entries(const void *a, const void *b)
{
    const t2s_map_entry *const *x = a, *const *y = b;
    return strcmp((*x)->key, (*y)->key);
}

/* Values of trained labels become their indices, of others -1. The entries
 * stay where they are. */
static bool number_labels(t2s_map *map)
{
    t2s_map_entry **sorted = t2s_alloc_array(map->count, sizeof *sorted);
    size_t count = 0;
    if (!sorted)
        return false;
    for (size_t i = 0; i < map->count; i++)
        if (map->entries[i].value)
            sorted[count++] = &map->entries[i];
        else
            map->entries[i].value = -1;
    qsort(sorted, count, sizeof *sorted, compare_entries);
    for (size_t i = 0; i < count; i++)
        sorted[i]->value = (int64_t)i;
    t2s_free(sorted);
    return true;
}

t2sed_status t2s_bank_settle_labels(t2sed_parser_trainer *trainer,
                                    t2sed_error *err)
{
    if (!number_labels(&trainer->tags) || !number_labels(&trainer->relations))
        return t2s_fail_memory(err);
    for (int purpose = 0; purpose < 2; purpose++) {
        bank *b = &trainer->banks[purpose];
        for (size_t i = 0; i < b->words.count; i++) {
            bank_word *word = &b->words.at[i];
            word->tag = (int32_t)trainer->tags.entries[word->tag].value;
            word->relation =
                (int32_t)trainer->relations.entries[word->relation].value;
        }
    }
    return T2SED_OK;
}
