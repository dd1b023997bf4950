/* Reads dependency parses in CoNLL-U. */
#include "question/words.h"

#include <string.h>

#include "base/error.h"
#include "base/string.h"

#define COLUMNS 10

typedef t2s_conllu_field field;

typedef struct reader {
    t2s_conllu *out;
    size_t first; /* word of the sentence that is read */
    size_t line;
    /* The multiword token that is open: its words' ids; last is 0: none is. */
    size_t token_first, token_last;
    field token;
    t2sed_error *err;
} reader;

/* How many words the sentence has so far. */
static size_t count_words(const reader *r)
{
    return r->out->words.count - r->first;
}

static t2sed_status malformed(reader *r, const char *what)
{
    return t2s_fail(r->err, T2SED_EFORMAT, -1, "CoNLL-U line %zu: %s", r->line,
                    what);
}

/* Reads digits, at most 9 of them; false if there is anything else. */
static bool number(field f, size_t *out)
{
    *out = 0;
    for (size_t i = 0; i < f.length; i++) {
        if (!t2s_is_digit(f.text[i]))
            return false;
        *out = *out * 10 + (size_t)(f.text[i] - '0');
        if (i == 9)
            return false;
    }
    return f.length > 0;
}

/* Parts "1-2" or "8.1" at the sign; false if the sign is not there. */
static bool parted(field id, char sign, size_t *left, size_t *right)
{
    const char *at = memchr(id.text, sign, id.length);
    const size_t before = at ? (size_t)(at - id.text) : 0;
    return at && number((field){id.text, before}, left) &&
           number((field){at + 1, id.length - before - 1}, right);
}

/* A column that is "_" where it is not known. */
static field known(field f)
{
    return f.length == 1 && *f.text == '_' ? (field){f.text, 0} : f;
}

static t2sed_status add_form(reader *r, field text, size_t word_count)
{
    t2s_form form = {text.text, text.length, word_count, r->line, false};
    return t2s_vector_push(&r->out->forms, form) ? T2SED_OK
                                                 : t2s_fail_memory(r->err);
}

/* "1-2": the words up to the last are found as one. */
static t2sed_status read_token(reader *r, field form, size_t first, size_t last)
{
    if (r->token_last || first != count_words(r) + 1 || last <= first)
        return malformed(r, "the multiword token's id is not N-M with N the "
                            "next word and M after it");
    if (last - first >= T2SED_QUESTION_MAX_WORDS)
        return t2s_fail(r->err, T2SED_ELIMIT, -1,
                        "CoNLL-U line %zu: a token of more than %d words",
                        r->line, T2SED_QUESTION_MAX_WORDS);
    r->token_first = first;
    r->token_last = last;
    r->token = form;
    return T2SED_OK;
}

/* Words that do not spell their token give way to it. */
static t2sed_status close_token(reader *r)
{
    const size_t count = r->token_last - r->token_first + 1;
    const size_t first = r->out->forms.count - count;
    size_t length = 0;
    bool spells = true;
    for (size_t i = first; i < r->out->forms.count && spells; i++) {
        const t2s_form *form = &r->out->forms.at[i];
        spells = length + form->length <= r->token.length &&
                 memcmp(r->token.text + length, form->text, form->length) == 0;
        length += form->length;
    }
    r->token_last = 0;
    if (spells && length == r->token.length)
        return T2SED_OK;
    r->out->forms.count = first;
    return add_form(r, r->token, count);
}

static t2sed_status read_word(reader *r, const field *columns, size_t id)
{
    t2s_conllu_word word = {.form = columns[1],
                            .tag = known(columns[3]),
                            .relation = known(columns[7]),
                            .id = id,
                            .line = r->line};
    t2sed_status status;
    if (id != count_words(r) + 1)
        return t2s_fail(r->err, T2SED_EFORMAT, -1,
                        "CoNLL-U line %zu: id %zu, expected %zu", r->line, id,
                        count_words(r) + 1);
    if (columns[1].length == 0)
        return malformed(r, "the word is empty");
    if (!number(columns[6], &word.head))
        return malformed(r, "the head (column 7) is not a number");
    if (count_words(r) >= T2SED_QUESTION_MAX_WORDS)
        return t2s_fail(r->err, T2SED_ELIMIT, -1,
                        "CoNLL-U line %zu: more than %d words", r->line,
                        T2SED_QUESTION_MAX_WORDS);
    if (!t2s_vector_push(&r->out->words, word))
        return t2s_fail_memory(r->err);
    status = add_form(r, columns[1], 1);
    if (status == T2SED_OK && id == r->token_last)
        status = close_token(r);
    return status;
}

/* Follows heads from each word to the root; a word met twice on one way is on
 * a cycle. */
static t2sed_status find_cycle(const reader *r)
{
    t2s_conllu_word *words = r->out->words.at + r->first;
    for (size_t i = 1; i <= count_words(r); i++) {
        size_t at = i;
        for (; at && !words[at - 1].met; at = words[at - 1].head)
            words[at - 1].met = i;
        if (at && words[at - 1].met == i)
            return t2s_fail(r->err, T2SED_EFORMAT, -1,
                            "CoNLL-U line %zu: word %zu is on a cycle of heads",
                            words[at - 1].line, at);
    }
    return T2SED_OK;
}

/* Checks the sentence that a blank line or the end has closed, if there is
 * one. */
static t2sed_status close_sentence(reader *r)
{
    const t2s_conllu_word *words;
    const size_t count = count_words(r);
    size_t roots = 0;
    t2sed_status status;
    if (r->token_last)
        return malformed(r, "the sentence ends within a multiword token");
    if (count == 0)
        return T2SED_OK;
    words = r->out->words.at + r->first;
    for (size_t i = 0; i < count; i++) {
        if (words[i].head > count)
            return t2s_fail(r->err, T2SED_EFORMAT, -1,
                            "CoNLL-U line %zu: head %zu in a sentence of %zu "
                            "words",
                            words[i].line, words[i].head, count);
        roots += words[i].head == 0;
    }
    if (roots != 1)
        return t2s_fail(r->err, T2SED_EFORMAT, -1,
                        "CoNLL-U line %zu: the sentence that begins here has "
                        "%zu roots (words with head 0), expected 1",
                        words[0].line, roots);
    status = find_cycle(r);
    r->first = r->out->words.count;
    return status;
}

static t2sed_status read_line(reader *r, const char *line, size_t n)
{
    field columns[COLUMNS];
    size_t count = 0, left, right;
    const char *end = line + n, *tab = line - 1;
    for (; tab && count < COLUMNS; count++) {
        const char *at = tab + 1;
        tab = memchr(at, '\t', (size_t)(end - at));
        columns[count] = (field){at, (size_t)((tab ? tab : end) - at)};
    }
    if (tab)
        return malformed(r, "more than 10 columns");
    if (count < 8)
        return t2s_fail(r->err, T2SED_EFORMAT, -1,
                        "CoNLL-U line %zu: %zu columns parted by tabs, "
                        "expected 10",
                        r->line, count);
    if (number(columns[0], &left))
        return read_word(r, columns, left);
    if (parted(columns[0], '-', &left, &right))
        return read_token(r, columns[1], left, right);
    if (parted(columns[0], '.', &left, &right))
        return T2SED_OK;
    return malformed(r, "the id (column 1) is none of N, N-M, N.M");
}

t2sed_status t2s_conllu_read(t2s_conllu *out, const char *text, size_t n,
                             t2sed_error *err)
{
    reader r = {.out = out, .first = out->words.count, .err = err};
    t2sed_status status = T2SED_OK;
    for (size_t at = 0; at < n && status == T2SED_OK;) {
        const char *line = text + at, *end = memchr(line, '\n', n - at);
        size_t length = end ? (size_t)(end - line) : n - at;
        at += length + 1;
        r.line++;
        if (length && line[length - 1] == '\r')
            length--;
        if (t2s_blanks_length(line, length) == length)
            status = close_sentence(&r);
        else if (*line != '#')
            status = read_line(&r, line, length);
    }
    return status == T2SED_OK ? close_sentence(&r) : status;
}

/* Gives the aligned words their heads, relations and tags. */
static t2sed_status attach(const t2s_conllu *from, t2s_words *words,
                           t2s_arena *arena, t2sed_error *err)
{
    for (size_t i = 0; i < words->count; i++) {
        const t2s_conllu_word *read = &from->words.at[i];
        t2s_word *word = &words->at[i];
        word->head =
            read->head ? (int32_t)(i + read->head - read->id) : T2S_HEAD_ROOT;
        word->relation = t2s_arena_strndup(arena, read->relation.text,
                                           read->relation.length);
        word->tag = t2s_arena_strndup(arena, read->tag.text, read->tag.length);
        if (!word->relation || !word->tag)
            return t2s_fail_memory(err);
    }
    return T2SED_OK;
}

t2sed_status t2sed_question_set_conllu_n(t2sed_question *question,
                                         const char *text, size_t n,
                                         t2sed_error *err)
{
    t2s_conllu all = {0};
    t2s_words words = {0};
    t2s_arena arena = {0};
    t2sed_status status;
    if (!question || (!text && n > 0))
        return t2s_fail_null(err, __func__, "question and text");
    status = t2s_question_check_parse(text, n, "CoNLL-U", err);
    if (status == T2SED_OK)
        status = t2s_conllu_read(&all, text, n, err);
    if (status == T2SED_OK)
        status = t2s_question_align(&words, &all.forms, question, err);
    if (status == T2SED_OK)
        status = attach(&all, &words, &arena, err);
    t2s_vector_free(&all.words);
    t2s_vector_free(&all.forms);
    if (status != T2SED_OK) {
        t2s_vector_free(&words);
        t2s_arena_free(&arena);
        return status;
    }
    t2s_free(question->words);
    t2s_arena_free(&question->arena);
    question->words = words.at;
    question->word_count = words.count;
    question->arena = arena;
    question->has_dependencies = true;
    question->words_are_given = true;
    return T2SED_OK;
}

t2sed_status t2sed_question_set_conllu(t2sed_question *question,
                                       const char *text, t2sed_error *err)
{
    return t2sed_question_set_conllu_n(question, text, t2s_text_length(text),
                                       err);
}
