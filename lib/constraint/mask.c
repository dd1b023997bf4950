/*
 * Masks: all tokens of a vocabulary at once. Tokens are sorted, so that what
 * two have in common is read once, and what can't be read leaves out all that
 * begin so.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "base/vector.h"
#include "constraint/state.h"

#define MOST_TOKENS 1048576
#define MOST_BYTES  67108864
/* A longer token is never allowed. */
#define LONGEST 1024

/* A token is text that strings in these quotes can hold, whatever it is. */
enum { IN_SINGLE = 1, IN_DOUBLE = 2, IN_BACKTICK = 4, IN_BRACKETS = 8 };

typedef struct token {
    const char *text;
    uint32_t length;
    uint32_t id;
    uint16_t common; /* bytes that it shares with the one before */
    uint8_t text_in; /* IN_* */
} token;

struct t2sed_constraint_vocabulary {
    token *tokens; /* sorted by their bytes */
    size_t count, id_count;
    size_t longest;
    char *text;
};

static int compare(const void *a, const void *b)
{
    const token *one = a, *other = b;
    size_t n = one->length < other->length ? one->length : other->length;
    int order = memcmp(one->text, other->text, n);
    if (order != 0)
        return order;
    return (one->length > other->length) - (one->length < other->length);
}

static uint8_t text_in(const char *text, size_t n)
{
    if (memchr(text, '\0', n) || t2s_utf8_check(text, n, "", NULL) != T2SED_OK)
        return 0;
    return (uint8_t)((memchr(text, '\'', n) ? 0 : IN_SINGLE) |
                     (memchr(text, '"', n) ? 0 : IN_DOUBLE) |
                     (memchr(text, '`', n) ? 0 : IN_BACKTICK) |
                     (memchr(text, ']', n) ? 0 : IN_BRACKETS));
}

static void fill(t2sed_constraint_vocabulary *to, const char *const *tokens,
                 const size_t *lengths, size_t count)
{
    char *at = to->text;
    for (size_t i = 0; i < count; i++) {
        if (!tokens[i] || lengths[i] == 0 || lengths[i] > LONGEST)
            continue;
        memcpy(at, tokens[i], lengths[i]);
        to->tokens[to->count++] = (token){at, (uint32_t)lengths[i], (uint32_t)i,
                                          0, text_in(at, lengths[i])};
        at += lengths[i];
        if (lengths[i] > to->longest)
            to->longest = lengths[i];
    }
    qsort(to->tokens, to->count, sizeof *to->tokens, compare);
    for (size_t i = 1; i < to->count; i++) {
        const token *last = &to->tokens[i - 1];
        token *here = &to->tokens[i];
        while (here->common < here->length && here->common < last->length &&
               here->text[here->common] == last->text[here->common])
            here->common++;
    }
}

t2sed_status t2sed_constraint_vocabulary_new(t2sed_constraint_vocabulary **out,
                                             const char *const *tokens,
                                             const size_t *lengths,
                                             size_t count, t2sed_error *err)
{
    t2sed_constraint_vocabulary *made;
    size_t bytes = 0;
    if (!out || (count > 0 && (!tokens || !lengths)))
        return t2s_fail_null(err, __func__, "out, tokens and lengths");
    for (size_t i = 0; i < count && i < MOST_TOKENS && bytes <= MOST_BYTES; i++)
        bytes += tokens[i] && lengths[i] <= LONGEST ? lengths[i] : 0;
    if (count > MOST_TOKENS || bytes > MOST_BYTES)
        return t2s_fail(err, T2SED_ELIMIT, -1,
                        "constraint: a vocabulary of more than %d tokens or "
                        "%d bytes",
                        MOST_TOKENS, MOST_BYTES);
    made = t2s_zalloc(sizeof *made);
    if (!made)
        return t2s_fail_memory(err);
    made->id_count = count;
    made->text = t2s_alloc(bytes);
    made->tokens = t2s_alloc_array(count, sizeof *made->tokens);
    if (!made->text || !made->tokens) {
        t2sed_constraint_vocabulary_free(made);
        return t2s_fail_memory(err);
    }
    fill(made, tokens, lengths, count);
    *out = made;
    return T2SED_OK;
}

void t2sed_constraint_vocabulary_free(t2sed_constraint_vocabulary *vocabulary)
{
    if (!vocabulary)
        return;
    t2s_free(vocabulary->tokens);
    t2s_free(vocabulary->text);
    t2s_free(vocabulary);
}

/* What is known once so many bytes of a token are read. */
typedef struct read_so_far {
    t2s_open open;
    t2s_place *place;
    int32_t end;  /* the place after the open token's end: number in `places`,
                     or NOT_ASKED or NONE */
    uint32_t top; /* places in use */
} read_so_far;

enum { NOT_ASKED = -1, NONE = -2 };

typedef struct masker {
    t2sed_constraint_state *state;
    read_so_far *path; /* [longest + 1] */
    T2S_VECTOR(t2s_place *) places;
    bool failed; /* memory is short */
} masker;

static t2s_place *place_at(masker *m, size_t i)
{
    if (i == m->places.count) {
        t2s_place *made = t2s_place_new(m->state->words);
        if (!made || !t2s_vector_push(&m->places, made)) {
            t2s_free(made);
            m->failed = true;
            return NULL;
        }
    }
    return m->places.at[i];
}

/* Reads byte `depth` of a token, already in the query. */
static bool step(masker *m, size_t depth)
{
    t2sed_constraint_state *state = m->state;
    read_so_far *from = &m->path[depth], *to = from + 1;
    const size_t at = state->length + depth;
    to->open = from->open;
    to->place = from->place;
    to->end = NOT_ASKED;
    to->top = from->top;
    switch (t2s_spelling_go_on(from->place, &to->open, state->words,
                               state->query, at)) {
    case T2S_REFUSED:
        return false;
    case T2S_GOES_ON:
        return true;
    default:
        break;
    }
    if (from->open.kind != T2S_BETWEEN_TOKENS) {
        if (from->end == NOT_ASKED) {
            t2s_place *next = place_at(m, from->top);
            if (!next)
                return false;
            from->end = NONE;
            if (t2s_spelling_end(next, from->place, &from->open, state->words,
                                 state->query, at))
                from->end = (int32_t)from->top++;
        }
        if (from->end == NONE)
            return false;
        to->place = m->places.at[from->end];
        to->top = from->top;
    }
    return t2s_spelling_begin(to->place, &to->open, state->words, state->query,
                              at);
}

static uint8_t quote_bit(char quote)
{
    return quote == '\''  ? IN_SINGLE
           : quote == '"' ? IN_DOUBLE
           : quote == '`' ? IN_BACKTICK
                          : IN_BRACKETS;
}

static t2sed_status fill_mask(masker *m,
                              const t2sed_constraint_vocabulary *vocabulary,
                              uint32_t *mask, t2sed_error *err)
{
    t2sed_constraint_state *state = m->state;
    const size_t room = (size_t)state->words->options.max_bytes - state->length;
    const size_t text_room =
        state->open.is_name
            ? 0
            : t2s_spelling_text_room(&state->open, state->words, state->length);
    const uint8_t in = text_room ? quote_bit(state->open.quote) : 0;
    size_t known = 0, refused = SIZE_MAX; /* bytes; the byte that was */
    for (size_t i = 0; i < vocabulary->count && !m->failed; i++) {
        const token *now = &vocabulary->tokens[i];
        size_t depth;
        if (i % 1024 == 0 && t2s_interrupted())
            return t2s_check_interrupt(err);
        if (now->common > refused)
            continue;
        refused = SIZE_MAX;
        if (now->common < known)
            known = now->common;
        if ((now->text_in & in) && now->length <= text_room &&
            now->length <= room) {
            mask[now->id / 32] |= (uint32_t)1 << (now->id % 32);
            continue;
        }
        if (now->length > room)
            continue;
        for (depth = known; depth < now->length; depth++) {
            state->query[state->length + depth] = now->text[depth];
            if (!step(m, depth))
                break;
        }
        known = depth;
        if (depth == now->length)
            mask[now->id / 32] |= (uint32_t)1 << (now->id % 32);
        else
            refused = depth;
    }
    return m->failed ? t2s_fail_memory(err) : T2SED_OK;
}

t2sed_status
t2sed_constraint_mask(t2sed_constraint_state *state,
                      const t2sed_constraint_vocabulary *vocabulary,
                      uint32_t *mask, t2sed_error *err)
{
    masker m = {.state = state};
    t2sed_status status;
    if (!state || !vocabulary || !mask)
        return t2s_fail_null(err, __func__, "state, vocabulary and mask");
    memset(mask, 0, (vocabulary->id_count + 31) / 32 * sizeof *mask);
    m.path = t2s_alloc_array(vocabulary->longest + 1, sizeof *m.path);
    if (!m.path)
        return t2s_fail_memory(err);
    m.path[0] = (read_so_far){state->open, state->place, NOT_ASKED, 0};
    status = fill_mask(&m, vocabulary, mask, err);
    for (size_t i = 0; i < m.places.count; i++)
        t2s_free(m.places.at[i]);
    t2s_vector_free(&m.places);
    t2s_free(m.path);
    return status;
}
