#include "question/question.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/string.h"
#include "base/utf8.h"
#include "question/words.h"
#include "t2sed/parts/tree.h"

/* A question without words; NULL when memory is short. */
static t2sed_question *make(const char *text, size_t n)
{
    t2sed_question *question = t2s_zalloc(sizeof *question);
    if (!question)
        return NULL;
    question->constituents.root = T2S_NO_NODE;
    question->text = t2s_strndup(text, n);
    question->length = n;
    if (!question->text) {
        t2s_free(question);
        return NULL;
    }
    return question;
}

/* Gives the question its words, or frees both. */
static t2sed_status finish(t2sed_question **out, t2sed_question *question,
                           t2s_words *words, t2sed_status status)
{
    if (status != T2SED_OK) {
        t2s_vector_free(words);
        t2sed_question_free(question);
        return status;
    }
    question->words = words->at;
    question->word_count = words->count;
    *out = question;
    return T2SED_OK;
}

t2sed_status t2sed_question_new_n(t2sed_question **out, const char *text,
                                  size_t n, t2sed_error *err)
{
    t2sed_question *question;
    t2s_words words = {0};
    t2sed_status status;
    if (!out || (!text && n > 0))
        return t2s_fail_null(err, __func__, "out and text");
    if (n > T2SED_QUESTION_MAX_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "question: %zu bytes, the most that are read is %d", n,
                        T2SED_QUESTION_MAX_BYTES);
    status = t2s_utf8_check(text, n, "question", err);
    if (status != T2SED_OK)
        return status;
    if (t2s_blanks_length(text, n) == n)
        return t2s_fail(err, T2SED_EEMPTY, -1, "question: %s",
                        n ? "nothing but white space" : "empty");
    question = make(text, n);
    if (!question)
        return t2s_fail_memory(err);
    status = t2s_question_split(&words, question->text, n, err);
    return finish(out, question, &words, status);
}

t2sed_status t2sed_question_new(t2sed_question **out, const char *text,
                                t2sed_error *err)
{
    return t2sed_question_new_n(out, text, t2s_text_length(text), err);
}

/* Adds word number `i` to the text and the words. */
static t2sed_status add_given(t2s_string *text, t2s_words *words,
                              const char *word, size_t i, t2sed_error *err)
{
    size_t n = strlen(word);
    t2sed_status status = t2s_utf8_check(word, n, "word", err);
    if (status != T2SED_OK)
        return t2s_fail_in(err, status, "word %zu", i + 1);
    if (n == 0)
        return t2s_fail(err, T2SED_EINVAL, -1, "word %zu is empty", i + 1);
    for (size_t at = 0; at < n; at++)
        if (t2s_blank_length(word + at, n - at))
            return t2s_fail(err, T2SED_EINVAL, (ptrdiff_t)at,
                            "word %zu has white space or a control character "
                            "at byte %zu",
                            i + 1, at);
    if (n > T2SED_QUESTION_MAX_BYTES - text->length - 1)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "words: more than %d bytes, the most that are read",
                        T2SED_QUESTION_MAX_BYTES);
    if (i)
        t2s_string_append_char(text, ' ');
    status = t2s_words_add(words, text->length, text->length + n, err);
    t2s_string_append_n(text, word, n);
    return text->failed ? t2s_fail_memory(err) : status;
}

t2sed_status t2sed_question_new_words(t2sed_question **out,
                                      const char *const *given, size_t count,
                                      t2sed_error *err)
{
    t2s_string text = {0};
    t2s_words words = {0};
    t2sed_question *question = NULL;
    t2sed_status status = T2SED_OK;
    if (!out || (!given && count > 0))
        return t2s_fail_null(err, __func__, "out and words");
    if (count == 0)
        return t2s_fail(err, T2SED_EEMPTY, -1, "question: no words");
    for (size_t i = 0; i < count && status == T2SED_OK; i++)
        status = add_given(&text, &words, given[i], i, err);
    if (status == T2SED_OK) {
        question = make(text.text, text.length);
        if (question)
            question->words_are_given = true;
        else
            status = t2s_fail_memory(err);
    }
    t2s_string_free(&text);
    return finish(out, question, &words, status);
}

void t2sed_question_free(t2sed_question *question)
{
    if (!question)
        return;
    t2s_free(question->text);
    t2s_free(question->words);
    t2s_tree_free(&question->constituents);
    t2s_arena_free(&question->arena);
    t2sed_question_free(question->informed);
    t2s_free(question);
}

static bool copy_words(t2sed_question *to, const t2sed_question *from)
{
    to->words = t2s_alloc_array(from->word_count, sizeof *to->words);
    if (!to->words)
        return false;
    to->word_count = from->word_count;
    for (size_t i = 0; i < from->word_count; i++) {
        t2s_word *word = &to->words[i];
        *word = from->words[i];
        word->relation = t2s_arena_strdup(&to->arena, word->relation);
        word->tag = t2s_arena_strdup(&to->arena, word->tag);
        if (!word->relation || !word->tag)
            return false;
    }
    return true;
}

t2sed_question *t2s_question_copy(const t2sed_question *question)
{
    t2sed_question *copy = make(question->text, question->length);
    if (!copy)
        return NULL;
    if (question->informed)
        copy->informed = t2s_question_copy(question->informed);
    if ((question->informed && !copy->informed) ||
        !copy_words(copy, question) ||
        !t2s_tree_copy(&copy->constituents, &question->constituents)) {
        t2sed_question_free(copy);
        return NULL;
    }
    copy->has_dependencies = question->has_dependencies;
    copy->has_constituents = question->has_constituents;
    copy->words_are_given = question->words_are_given;
    return copy;
}

/* ------------------------------------------------------- knowledge */

/* The question of both texts. */
static t2sed_status join(t2sed_question **out, const t2sed_question *question,
                         const char *text, size_t n, t2sed_error *err)
{
    t2s_string all = {0};
    t2sed_status status;
    t2s_string_append_n(&all, question->text, question->length);
    t2s_string_append_char(&all, ' ');
    t2s_string_append_n(&all, text, n);
    status = all.failed ? t2s_fail_memory(err)
                        : t2sed_question_new_n(out, all.text, all.length, err);
    t2s_string_free(&all);
    return status == T2SED_ELIMIT
               ? t2s_fail_in(err, status, "the question with its knowledge")
               : status;
}

t2sed_status t2sed_question_set_knowledge_n(t2sed_question *question,
                                            const char *text, size_t n,
                                            t2sed_error *err)
{
    t2sed_question *informed = NULL;
    t2sed_status status = T2SED_OK;
    if (!question)
        return t2s_fail_null(err, __func__, "question");
    if (text && n > T2SED_KNOWLEDGE_MAX_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "knowledge: %zu bytes, the most that are read is %d", n,
                        T2SED_KNOWLEDGE_MAX_BYTES);
    if (text)
        status = t2s_utf8_check(text, n, "knowledge", err);
    if (status == T2SED_OK && text && t2s_blanks_length(text, n) < n)
        status = join(&informed, question, text, n, err);
    if (status != T2SED_OK)
        return status;
    t2sed_question_free(question->informed);
    question->informed = informed;
    return T2SED_OK;
}

t2sed_status t2sed_question_set_knowledge(t2sed_question *question,
                                          const char *text, t2sed_error *err)
{
    return t2sed_question_set_knowledge_n(question, text, t2s_text_length(text),
                                          err);
}

const char *t2sed_question_knowledge(const t2sed_question *question,
                                     size_t *length)
{
    const t2sed_question *informed = question ? question->informed : NULL;
    const size_t begin = informed ? question->length + 1 : 0;
    if (length)
        *length = informed ? informed->length - begin : 0;
    return informed ? informed->text + begin : NULL;
}

const char *t2sed_question_text(const t2sed_question *question, size_t *length)
{
    if (length)
        *length = question ? question->length : 0;
    return question ? question->text : NULL;
}

size_t t2sed_question_word_count(const t2sed_question *question)
{
    return question ? question->word_count : 0;
}

t2sed_status t2sed_question_word_get(const t2sed_question *question, size_t i,
                                     t2sed_question_word *out, t2sed_error *err)
{
    t2sed_question_word record = {.struct_size = sizeof record};
    const t2s_word *word;
    if (!question || !out)
        return t2s_fail_null(err, __func__, "question and out");
    if (i >= question->word_count)
        return t2s_fail(err, T2SED_ENOTFOUND, -1,
                        "question: there is no word %zu, only %zu", i,
                        question->word_count);
    word = &question->words[i];
    record.span = (t2sed_span){word->begin, word->end};
    record.head = word->head;
    record.relation = word->relation;
    record.tag = word->tag;
    return t2s_sized_write(out, &record, sizeof record, "t2sed_question_word",
                           err);
}
