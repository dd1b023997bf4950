/* Byte-level BPE: merging each word's bytes, lowest rank first. */
#include <string.h>

#include "base/interrupt.h"
#include "base/utf8.h"
#include "text/tokenizer.h"

/* The blank that byte-level BPE writes as U+0120. */
static const char BLANK[] = "\xC4\xA0";

static bool before(const t2s_merge_candidate *a, const t2s_merge_candidate *b)
{
    return a->rank != b->rank ? a->rank < b->rank : a->position < b->position;
}

/* Puts the pair of a symbol and the next one on the heap, if it merges. */
static bool push_candidate(const t2s_bpe *bpe, t2sed_tokens *tokens,
                           int32_t position)
{
    const t2s_symbol *left = &tokens->symbols.at[position], *right;
    const uint64_t *rank;
    t2s_merge_candidate candidate;
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

static t2s_merge_candidate pop_candidate(t2sed_tokens *tokens)
{
    t2s_merge_candidate *heap = tokens->heap.at;
    t2s_merge_candidate top = heap[0], moved = heap[--tokens->heap.count];
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
        t2s_merge_candidate candidate = pop_candidate(tokens);
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

/* The text that is encoded: the caller's, or its normal form. */
typedef struct bpe_text {
    const char *bytes;
    const uint32_t *sources; /* the character that each byte came from; NULL:
                                the bytes are the caller's */
} bpe_text;

static uint32_t source_of(const t2sed_tokens *tokens, const bpe_text *text,
                          size_t byte)
{
    return text->sources ? text->sources[byte]
                         : t2s_tokens_char_at(tokens, byte);
}

/* The token of the model's own vocabulary that is the word as it stands, or
 * -1; its bytes are spelled as the vocabulary spells them. */
static int32_t find_word(const t2sed_tokenizer *tokenizer, const char *word,
                         size_t n)
{
    const t2s_bpe *bpe = &tokenizer->bpe;
    char spelled[2 * T2S_WORD_TOKEN_LIMIT];
    const t2s_map_entry *entry;
    size_t length = 0;
    if (n > T2S_WORD_TOKEN_LIMIT)
        return -1;
    for (size_t i = 0; i < n; i++)
        length += t2s_utf8_encode(bpe->spellings[(unsigned char)word[i]],
                                  spelled + length);
    entry = t2s_map_find(&tokenizer->ids, spelled, length);
    return entry && (size_t)(entry - tokenizer->ids.entries) < bpe->own
               ? (int32_t)entry->value
               : -1;
}

static bool encode_word(const t2sed_tokenizer *tokenizer, t2sed_tokens *tokens,
                        const bpe_text *text, size_t begin, size_t end,
                        bool blank)
{
    const t2s_bpe *bpe = &tokenizer->bpe;
    t2s_symbol *first;
    int32_t whole;
    tokens->symbols.count = 0;
    if (!t2s_vector_reserve(&tokens->symbols, end - begin + 1))
        return false;
    /* The blank in front stands at the character that it was put before. */
    if (blank)
        push_symbol(tokens, bpe->bytes[' '], source_of(tokens, text, begin));
    for (size_t i = begin; i < end; i++)
        push_symbol(tokens, bpe->bytes[(unsigned char)text->bytes[i]],
                    source_of(tokens, text, i));
    first = tokens->symbols.at;
    first[tokens->symbols.count - 1].next = -1;
    whole = bpe->ignore_merges && !blank
                ? find_word(tokenizer, text->bytes + begin, end - begin)
                : -1;
    if (whole >= 0) {
        first->id = whole;
        first->end = first[tokens->symbols.count - 1].end;
        return push_token(tokenizer, tokens, first);
    }
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
    const t2s_bpe *bpe = &tokenizer->bpe;
    bpe_text text = {tokens->text, NULL};
    bool changed = false, blank;
    size_t at;
    if (bpe->nfc && !t2s_norm_compose(tokens, begin, end, &changed))
        return false;
    if (changed) {
        text = (bpe_text){tokens->spelled.at, tokens->sources.at};
        begin = 0;
        end = tokens->spelled.count;
    }
    at = begin;
    blank = bpe->add_prefix_space && at < end && text.bytes[at] != ' ';
    while (at < end) {
        size_t stop = t2s_word_end(bpe->split, text.bytes, end, at, blank);
        if (t2s_interrupted() ||
            !encode_word(tokenizer, tokens, &text, at, stop, blank))
            return false;
        blank = false;
        at = stop;
    }
    return true;
}
