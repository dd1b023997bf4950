/* Byte-level BPE: splitting into words as GPT-2 does, then merging each
 * word's bytes, lowest rank first. */
#include <string.h>

#include "base/interrupt.h"
#include "base/utf8.h"
#include "text/tokenizer.h"
#include "text/unicode.h"

/* The blank that byte-level BPE writes as U+0120. */
static const char BLANK[] = "\xC4\xA0";

static enum t2s_char_class class_at(const char *text, size_t end, size_t at,
                                    size_t *length)
{
    if ((unsigned char)text[at] < 0x80) {
        *length = 1;
        return t2s_char_class((unsigned char)text[at]);
    }
    return t2s_char_class(t2s_utf8_decode(text + at, end - at, length));
}

/* The end of the run of one class that begins at `at`; *last is where its last
 * character begins. */
static size_t run_end(const char *text, size_t end, size_t at,
                      enum t2s_char_class wanted, size_t *last)
{
    size_t length;
    while (at < end && class_at(text, end, at, &length) == wanted) {
        *last = at;
        at += length;
    }
    return at;
}

/* Length of 's 't 're 've 'm 'll 'd at text[0..n), or 0. */
static size_t contraction(const char *text, size_t n)
{
    if (n >= 2 && memchr("stmd", text[1], 4))
        return 2;
    if (n >= 3 && ((text[2] == 'e' && (text[1] == 'r' || text[1] == 'v')) ||
                   (text[1] == 'l' && text[2] == 'l')))
        return 3;
    return 0;
}

/*
 * Where the word that begins at `at` ends: the first match of
 *   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
 * With `blank` the text is read as if a blank stood before `at`; then the
 * result may be `at` itself, where that blank is a word of its own.
 */
static size_t word_end(const char *text, size_t end, size_t at, bool blank)
{
    size_t length, last = at, stop;
    enum t2s_char_class class;
    if (!blank && text[at] == '\'') {
        length = contraction(text + at, end - at);
        if (length)
            return at + length;
    }
    if (!blank && text[at] == ' ' && at + 1 < end) {
        class = class_at(text, end, at + 1, &length);
        if (class != T2S_CHAR_SPACE)
            return run_end(text, end, at + 1, class, &last);
    }
    class = class_at(text, end, at, &length);
    stop = run_end(text, end, at, class, &last);
    if (class != T2S_CHAR_SPACE || stop == end)
        return stop;
    /* White space before a word leaves its last character to that word. */
    return blank || last > at ? last : stop;
}

static bool before(const t2s_candidate *a, const t2s_candidate *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->position < b->position;
}

/* Puts the pair of a symbol and the next one on the heap, if it merges. */
static bool push_candidate(const t2s_bpe *bpe, t2sed_tokens *tokens,
                           int32_t position)
{
    const t2s_symbol *left = &tokens->symbols.at[position], *right;
    const uint64_t *rank;
    t2s_candidate candidate;
    size_t at;
    if (left->next < 0)
        return true;
    right = &tokens->symbols.at[left->next];
    rank = t2s_hash_table_find(
        &bpe->ranks, t2s_pair((uint32_t)left->id, (uint32_t)right->id));
    if (!rank)
        return true;
    candidate.rank = (uint32_t)*rank;
    candidate.position = (uint32_t)position;
    candidate.left = left->id;
    candidate.right = right->id;
    if (!t2s_vector_push(&tokens->heap, candidate))
        return false;
    at = tokens->heap.count - 1;
    while (at > 0 && before(&candidate, &tokens->heap.at[(at - 1) / 2])) {
        tokens->heap.at[at] = tokens->heap.at[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    tokens->heap.at[at] = candidate;
    return true;
}

static t2s_candidate pop_candidate(t2sed_tokens *tokens)
{
    t2s_candidate *heap = tokens->heap.at;
    t2s_candidate top = heap[0], moved = heap[--tokens->heap.count];
    size_t at = 0, count = tokens->heap.count;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < count && before(&heap[child + 1], &heap[child]))
            child++;
        if (child >= count || !before(&heap[child], &moved))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
    return top;
}

static bool merge_symbols(const t2s_bpe *bpe, t2sed_tokens *tokens)
{
    t2s_symbol *symbols = tokens->symbols.at;
    tokens->heap.count = 0;
    for (size_t i = 0; i + 1 < tokens->symbols.count; i++)
        if (!push_candidate(bpe, tokens, (int32_t)i))
            return false;
    while (tokens->heap.count > 0) {
        t2s_candidate candidate = pop_candidate(tokens);
        t2s_symbol *left = &symbols[candidate.position], *right;
        if (left->id != candidate.left || left->next < 0)
            continue; /* merged since */
        right = &symbols[left->next];
        if (right->id != candidate.right)
            continue;
        left->id = bpe->merges.at[candidate.rank].result;
        left->end = right->end;
        left->next = right->next;
        right->id = -1;
        if (right->next >= 0)
            symbols[right->next].previous = (int32_t)candidate.position;
        if ((left->previous >= 0 &&
             !push_candidate(bpe, tokens, left->previous)) ||
            !push_candidate(bpe, tokens, (int32_t)candidate.position))
            return false;
    }
    return true;
}

/* How many blanks a token begins or ends with. */
static uint32_t count_blanks(const char *text, size_t n, bool leading)
{
    uint32_t count = 0;
    while (n >= 2 && memcmp(leading ? text : text + n - 2, BLANK, 2) == 0) {
        count++;
        n -= 2;
        text += leading ? 2 : 0;
    }
    return count;
}

bool t2s_bpe_push(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                  int32_t id, uint32_t begin, uint32_t end, uint32_t leading,
                  uint32_t trailing)
{
    if (tokenizer->bpe.trim_offsets) {
        if (leading == 1 && (tokens->ids.count == 0 || begin == 0) &&
            tokenizer->bpe.trim_keeps_first_blank)
            leading = 0;
        begin = leading < end - begin ? begin + leading : end;
        if (trailing > 0 && end >= trailing)
            end = end - trailing > begin ? end - trailing : begin;
    }
    return t2s_tokens_push(tokens, id, begin, end);
}

static bool push_token(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                       const t2s_symbol *symbol)
{
    const char *text = tokenizer->texts[symbol->id];
    size_t n = strlen(text);
    return t2s_bpe_push(tokenizer, tokens, symbol->id, symbol->begin,
                        symbol->end, count_blanks(text, n, true),
                        count_blanks(text, n, false));
}

static void push_symbol(t2sed_tokens *tokens, int32_t id, uint32_t character)
{
    size_t at = tokens->symbols.count++;
    t2s_symbol *symbol = &tokens->symbols.at[at];
    symbol->id = id;
    symbol->begin = character;
    symbol->end = character + 1;
    symbol->previous = (int32_t)at - 1;
    symbol->next = (int32_t)at + 1;
}

static bool encode_word(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                        size_t begin, size_t end, bool blank)
{
    const t2s_bpe *bpe = &tokenizer->bpe;
    tokens->symbols.count = 0;
    if (!t2s_vector_reserve(&tokens->symbols, end - begin + 1))
        return false;
    /* The blank in front stands at the character that it was put before. */
    if (blank)
        push_symbol(tokens, bpe->bytes[' '], t2s_tokens_char_at(tokens, begin));
    for (size_t i = begin; i < end; i++)
        push_symbol(tokens, bpe->bytes[(unsigned char)tokens->text[i]],
                    t2s_tokens_char_at(tokens, i));
    tokens->symbols.at[tokens->symbols.count - 1].next = -1;
    if (!merge_symbols(bpe, tokens))
        return false;
    for (int32_t i = 0; i >= 0; i = tokens->symbols.at[i].next)
        if (!push_token(tokenizer, tokens, &tokens->symbols.at[i]))
            return false;
    return true;
}

bool t2s_bpe_encode(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                    size_t begin, size_t end)
{
    const char *text = tokens->text;
    size_t at = begin;
    bool blank = tokenizer->bpe.add_prefix_space && at < end && text[at] != ' ';
    while (at < end) {
        size_t stop = word_end(text, end, at, blank);
        if (t2s_interrupted() ||
            !encode_word(tokenizer, tokens, at, stop, blank))
            return false;
        blank = false;
        at = stop;
    }
    return true;
}
