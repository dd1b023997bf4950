/* Reads dependency parses in CoNLL-U. */
#include <string.h>

#include "base/error.h"
#include "base/string.h"
#include "base/utf8.h"
#include "question/words.h"
#include "question/conllu.h"

#define COLUMNS 10

typedef t2s_conllu_field field;
/* Heads are those of the sentence until it is closed. */
typedef t2s_conllu_word row;

typedef struct reader {
    T2S_VECTOR(row) rows;
    t2s_forms forms;
    size_t line;
    size_t sentence;    /* the first row of the open sentence */
    size_t token_last;  /* the last id of the open multiword token, or 0 */
    size_t token_first; /* and its first */
    field token;
    T2S_VECTOR(uint8_t) state;  /* for the search for cycles */
    t2s_conllu_sentence_fn use; /* takes each sentence; NULL: all are kept */
    void *payload;
    t2sed_error *err;
} reader;

static t2sed_status malformed(reader *r, const char *what)
{
    return t2s_fail(r->err, T2SED_EFORMAT, -1, "CoNLL-U line %zu: %s", r->line,
                    what);
}

/* Reads digits, at most 9 of them; false if there is anything else. */
static bool number(field f, size_t *out)
{
    size_t value = 0;
    if (f.length == 0 || f.length > 9)
        return false;
    for (size_t i = 0; i < f.length; i++) {
        if (f.text[i] < '0' || f.text[i] > '9')
            return false;
        value = value * 10 + (size_t)(f.text[i] - '0');
    }
    *out = value;
    return true;
}

/* Parts "1-2" or "8.1" at the sign; false if the sign is not there. */
static bool parted(field id, char sign, size_t *left, size_t *right)
{
    const char *at = memchr(id.text, sign, id.length);
    field a = {id.text, 0}, b = {NULL, 0};
    if (!at)
        return false;
    a.length = (size_t)(at - id.text);
    b.text = at + 1;
    b.length = id.length - a.length - 1;
    return number(a, left) && number(b, right);
}

static bool same(field f, const char *text)
{
    return f.length == strlen(text) && memcmp(f.text, text, f.length) == 0;
}

static size_t words_in_sentence(const reader *r)
{
    return r->rows.count - r->sentence;
}

static t2sed_status add_form(reader *r, field text, size_t word_count)
{
    t2s_form form = {text.text, text.length, word_count, r->line, false};
    return t2s_vector_push(&r->forms, form) ? T2SED_OK
                                            : t2s_fail_memory(r->err);
}

/* "1-2": the words up to the last are found as one. */
static t2sed_status read_token(reader *r, field form, size_t first, size_t last)
{
    if (r->token_last || first != words_in_sentence(r) + 1 || last <= first)
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

/* Whether the words of the token, the last `count` forms, spell it. */
static bool spell_token(const reader *r, size_t count)
{
    size_t length = 0;
    for (size_t i = r->forms.count - count; i < r->forms.count; i++) {
        const t2s_form *form = &r->forms.at[i];
        if (length + form->length > r->token.length ||
            memcmp(r->token.text + length, form->text, form->length) != 0)
            return false;
        length += form->length;
    }
    return length == r->token.length;
}

/* Words that do not spell their token give way to it. */
static t2sed_status close_token(reader *r)
{
    size_t count = r->token_last - r->token_first + 1;
    r->token_last = 0;
    if (spell_token(r, count))
        return T2SED_OK;
    r->forms.count -= count;
    return add_form(r, r->token, count);
}

static t2sed_status read_word(reader *r, const field *columns, size_t id)
{
    row word = {columns[1], columns[3], columns[7], 0, r->line};
    t2sed_status status;
    if (id != words_in_sentence(r) + 1)
        return t2s_fail(r->err, T2SED_EFORMAT, -1,
                        "CoNLL-U line %zu: id %zu, expected %zu", r->line, id,
                        words_in_sentence(r) + 1);
    if (columns[1].length == 0)
        return malformed(r, "the word is empty");
    if (!number(columns[6], &word.head))
        return malformed(r, "the head (column 7) is not a number");
    if (r->rows.count >= T2SED_QUESTION_MAX_WORDS)
        return t2s_fail(r->err, T2SED_ELIMIT, -1,
                        "CoNLL-U line %zu: more than %d words", r->line,
                        T2SED_QUESTION_MAX_WORDS);
    if (same(word.relation, "_"))
        word.relation.length = 0;
    if (same(word.tag, "_"))
        word.tag.length = 0;
    if (!t2s_vector_push(&r->rows, word))
        return t2s_fail_memory(r->err);
    status = add_form(r, columns[1], 1);
    if (status == T2SED_OK && id == r->token_last)
        status = close_token(r);
    return status;
}

/* Follows heads from each word to the root; a word met twice on one way is on
 * a cycle. */
static t2sed_status find_cycle(reader *r)
{
    enum { UNSEEN, ON_WAY, ROOTED };
    size_t count = words_in_sentence(r);
    const row *rows = r->rows.at + r->sentence;
    if (!t2s_vector_reserve(&r->state, count))
        return t2s_fail_memory(r->err);
    memset(r->state.at, UNSEEN, count);
    for (size_t i = 0; i < count; i++) {
        size_t at = i + 1;
        while (at && r->state.at[at - 1] == UNSEEN) {
            r->state.at[at - 1] = ON_WAY;
            at = rows[at - 1].head;
        }
        if (at && r->state.at[at - 1] == ON_WAY)
            return t2s_fail(r->err, T2SED_EFORMAT, -1,
                            "CoNLL-U line %zu: word %zu is on a cycle of heads",
                            rows[at - 1].line, at);
        for (at = i + 1; at && r->state.at[at - 1] == ON_WAY;
             at = rows[at - 1].head)
            r->state.at[at - 1] = ROOTED;
    }
    return T2SED_OK;
}

/* Checks the sentence that a blank line or the end has closed. */
static t2sed_status close_sentence(reader *r)
{
    size_t count = words_in_sentence(r), roots = 0;
    t2sed_status status;
    if (r->token_last)
        return malformed(r, "the sentence ends within a multiword token");
    if (count == 0)
        return T2SED_OK;
    for (size_t i = r->sentence; i < r->rows.count; i++) {
        const row *word = &r->rows.at[i];
        if (word->head > count)
            return t2s_fail(r->err, T2SED_EFORMAT, -1,
                            "CoNLL-U line %zu: head %zu in a sentence of %zu "
                            "words",
                            word->line, word->head, count);
        roots += word->head == 0;
    }
    if (roots != 1)
        return t2s_fail(r->err, T2SED_EFORMAT, -1,
                        "CoNLL-U line %zu: the sentence that begins here has "
                        "%zu roots (words with head 0), expected 1",
                        r->rows.at[r->sentence].line, roots);
    status = find_cycle(r);
    if (r->use && status == T2SED_OK) {
        status = r->use(r->rows.at, count, r->payload, r->err);
        r->rows.count = r->forms.count = 0;
        return status;
    }
    for (size_t i = r->sentence; i < r->rows.count; i++)
        if (r->rows.at[i].head) /* from now on, counted from the first row */
            r->rows.at[i].head += r->sentence;
    r->sentence = r->rows.count;
    return status;
}

static t2sed_status read_line(reader *r, const char *line, size_t n)
{
    field columns[COLUMNS];
    size_t count = 0, left, right;
    const char *end = line + n;
    for (const char *at = line; count < COLUMNS; count++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        columns[count].text = at;
        columns[count].length = (size_t)((tab ? tab : end) - at);
        if (!tab) {
            count++;
            break;
        }
        at = tab + 1;
        if (count == COLUMNS - 1)
            return malformed(r, "more than 10 columns");
    }
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

static t2sed_status read_lines(reader *r, const char *text, size_t n)
{
    t2sed_status status = T2SED_OK;
    for (size_t at = 0; at < n && status == T2SED_OK;) {
        const char *end = memchr(text + at, '\n', n - at);
        size_t length = end ? (size_t)(end - text) - at : n - at;
        size_t next = at + length + 1;
        r->line++;
        if (length && text[at + length - 1] == '\r')
            length--;
        if (t2s_blanks_length(text + at, length) == length)
            status = close_sentence(r);
        else if (text[at] != '#')
            status = read_line(r, text + at, length);
        at = next;
    }
    return status == T2SED_OK ? close_sentence(r) : status;
}

static void end(reader *r)
{
    t2s_vector_free(&r->rows);
    t2s_vector_free(&r->forms);
    t2s_vector_free(&r->state);
}

t2sed_status t2s_conllu_read(const char *text, size_t n,
                             t2s_conllu_sentence_fn use, void *payload,
                             t2sed_error *err)
{
    reader r = {.use = use, .payload = payload, .err = err};
    t2sed_status status = read_lines(&r, text, n);
    end(&r);
    return status;
}

/* Gives the aligned words their heads, relations and tags. */
static t2sed_status attach(const reader *r, t2s_words *words, t2s_arena *arena)
{
    for (size_t i = 0; i < words->count; i++) {
        const row *from = &r->rows.at[i];
        t2s_word *word = &words->at[i];
        word->head = (int32_t)from->head - 1; /* the root's 0: T2S_HEAD_ROOT */
        word->relation = t2s_arena_strndup(arena, from->relation.text,
                                           from->relation.length);
        word->tag = t2s_arena_strndup(arena, from->tag.text, from->tag.length);
        if (!word->relation || !word->tag)
            return t2s_fail_memory(r->err);
    }
    return T2SED_OK;
}

/* Reads the parse into `words` and `arena`. */
static t2sed_status read_parse(reader *r, const t2sed_question *question,
                               const char *text, size_t n, t2s_words *words,
                               t2s_arena *arena)
{
    t2sed_status status = read_lines(r, text, n);
    if (status == T2SED_OK)
        status = t2s_question_align(words, &r->forms, question, r->err);
    if (status == T2SED_OK)
        status = attach(r, words, arena);
    end(r);
    return status;
}

t2sed_status t2sed_question_set_conllu_n(t2sed_question *question,
                                         const char *text, size_t n,
                                         t2sed_error *err)
{
    reader r = {0};
    t2s_words words = {0};
    t2s_arena arena = {0};
    t2sed_status status;
    if (!question || (!text && n > 0))
        return t2s_fail_null(err, __func__, "question and text");
    status = t2s_question_check_parse(text, n, "CoNLL-U", err);
    if (status != T2SED_OK)
        return status;
    r.err = err;
    status = read_parse(&r, question, text, n, &words, &arena);
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
