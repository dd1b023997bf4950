#include "constraint/spelling.h"

#include <string.h>

#include "base/memory.h"
#include "base/string.h"
#include "grammar.h"

#define MOST_BLANKS 200
#define MOST_DIGITS 40

/* Phases of a number. */
enum { WHOLE, POINT, FRACTION, EXPONENT, SIGN, POWER };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return t2s_sql_is_name_char(c) && !is_digit(c) && c != '$';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

t2s_place *t2s_place_new(const t2sed_constraint *words)
{
    const size_t set = words->blocks * sizeof(t2s_words);
    t2s_place *place =
        t2s_alloc(sizeof *place + t2s_binding_size(words) + 3 * set);
    if (!place)
        return NULL;
    memset(place, 0, sizeof *place);
    place->next.columns = (t2s_words *)(void *)(place + 1);
    place->next.tables = place->next.columns + words->blocks;
    place->next.calls = place->next.tables + words->blocks;
    place->binding = (t2s_binding *)(void *)(place->next.calls + words->blocks);
    return place;
}

static const t2s_next *next_at(t2s_place *place, const t2sed_constraint *words)
{
    if (!place->next.is_known)
        t2s_binding_next(&place->next, place->binding, words);
    return &place->next;
}

/* ------------------------------------------------------------------ words */

static bool is_listed(const t2s_next *next, size_t word)
{
    return t2s_words_has(next->columns, word) ||
           t2s_words_has(next->tables, word) ||
           t2s_words_has(next->calls, word);
}

/* The same without quotes. */
static bool is_bare_listed(const t2s_next *next, const t2sed_constraint *words,
                           size_t word)
{
    return is_listed(next, word) ||
           (next->takes_constants && word < words->count &&
            t2s_words_has(words->constants, word));
}

/* Whether the grammar reads a word of that kind as a keyword here. */
static bool is_keyword(const t2s_place *place, int kind)
{
    if (kind == TK_ID)
        return false;
    if (kind == TK_OVER || kind == TK_FILTER) /* as the tokenizer has it */
        return place->binding->last == TK_RP;
    return t2s_sql_stack_takes(&place->binding->stack, kind);
}

/* Whether a word of that kind can be a name here. */
static bool is_nameable(const t2s_place *place, int kind)
{
    if (kind == TK_JOIN_KW)
        return place->next.role != T2S_RESULT_ALIAS &&
               place->next.role != T2S_TABLE_ALIAS;
    return !is_keyword(place, kind) &&
           (kind == TK_ID || kind == TK_OVER || kind == TK_FILTER ||
            t2s_sql_grammar_fallback(kind) == TK_ID);
}

static bool takes_keyword(const t2s_place *place, int kind, const char *word)
{
    return is_keyword(place, kind) && t2s_next_has(&place->next, kind) &&
           (kind != TK_JOIN_KW || t2s_join_takes(place->next.join, word));
}

static bool takes_word(const t2s_place *place, const t2sed_constraint *words,
                       size_t i)
{
    const t2s_word *word = &words->words[i];
    if (word->kind == 0)
        return false;
    return takes_keyword(place, word->kind, word->text) ||
           (is_bare_listed(&place->next, words, i) &&
            is_nameable(place, word->kind));
}

/* Whether some keyword has that length and first letter. */
static bool may_be_keyword(const t2sed_constraint *words, const char *text,
                           size_t n)
{
    const char first = t2s_ascii_lower(*text);
    return n < 32 && first >= 'a' && first <= 'z' &&
           (words->keyword_lengths[first - 'a'] >> n & 1);
}

static const char *early_name(size_t *length, const t2s_place *place,
                              const t2sed_constraint *words, const char *query,
                              int early)
{
    const size_t word = place->binding->early[early].name;
    const t2s_new_word *made;
    if (word < words->count) {
        *length = words->words[word].length;
        return words->words[word].text;
    }
    made = &place->binding->words[word - words->count];
    *length = made->length;
    return query + made->begin;
}

/* Whether an alias that begins so could only be T2a, T2b or the like, where T2
 * was used before FROM and this table lacks what was used of it. A model that
 * wrote "T2.name ... JOIN a AS T2" is kept from that T2; if it may go on with
 * these letters, T2 never comes. Names that end in a digit are meant: with
 * others, as `a` and `ab`, the longer one is as usual. Or whether it is not T2,
 * for which alone the table stands there. */
static bool is_alias_of_other(const t2s_place *place,
                              const t2sed_constraint *words, const char *query,
                              const char *text, size_t n)
{
    const t2s_next *next = &place->next;
    bool found = next->is_own;
    if (!next->others && !next->is_own)
        return false;
    for (int e = 0; e < T2S_MOST_EARLY; e++) {
        size_t length;
        const char *name;
        if (!((next->others | next->own) >> e & 1))
            continue;
        name = early_name(&length, place, words, query, e);
        if (next->own >> e & 1) {
            if (n <= length && t2s_casecmp_n(name, n, text, n) == 0)
                return false;
        } else if (length <= n && is_digit(name[length - 1]) &&
                   t2s_casecmp_n(name, length, text, length) == 0) {
            found = true;
        }
    }
    return found;
}

/* Whether a new name may be spelled so, or begin so, without quotes. */
static bool takes_new(const t2s_place *place, const t2sed_constraint *words,
                      const char *query, const char *text, size_t n)
{
    const t2s_next *next = &place->next;
    int kind;
    size_t most = next->takes_new ? T2S_NEW_WORD_BYTES : 0;
    if (next->takes_early)
        most = words->options.max_early_alias < 0 || next->takes_new
                   ? T2S_NEW_WORD_BYTES
                   : (size_t)words->options.max_early_alias;
    if (n > most)
        return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] >= 0x80 || text[i] == '$')
            return false;
    if (is_alias_of_other(place, words, query, text, n))
        return false;
    /* A keyword that the grammar takes and the binding refuses is what was
     * meant; any other has to go on. */
    if (n < most && !may_be_keyword(words, text, n))
        return true;
    kind = t2s_sql_keyword(text, n);
    if (words->has_schema && kind != TK_JOIN_KW && is_keyword(place, kind) &&
        !t2s_next_has(next, kind))
        return false;
    return n < most || is_nameable(place, kind);
}

/* Whether some name that the query made begins so. */
static bool begins_new_name(const t2s_place *place,
                            const t2sed_constraint *words, const char *query,
                            const char *text, size_t n)
{
    const t2s_binding *b = place->binding;
    for (size_t i = 0; i < b->word_count; i++)
        if (b->words[i].length >= n &&
            is_listed(&place->next, words->count + i) &&
            t2s_casecmp_n(query + b->words[i].begin, n, text, n) == 0)
            return true;
    return false;
}

static bool begins_word(t2s_place *place, const t2sed_constraint *words,
                        const char *query, const char *text, size_t n)
{
    size_t first, end;
    next_at(place, words);
    if (takes_new(place, words, query, text, n))
        return true;
    t2s_words_range(words, text, n, &first, &end);
    for (size_t i = first; i < end; i++)
        if (takes_word(place, words, i))
            return true;
    return begins_new_name(place, words, query, text, n);
}

static bool end_word(t2s_token_read *out, t2s_place *place,
                     const t2sed_constraint *words, const char *query,
                     const t2s_open *open, size_t n)
{
    const char *text = query + open->begin;
    const size_t length = n - open->begin;
    const t2s_next *next = next_at(place, words);
    const int kind = t2s_sql_keyword(text, length);
    out->spelled = (t2s_new_word){(uint16_t)open->begin, (uint16_t)length};
    out->word = t2s_binding_find(place->binding, words, query, text, length);
    out->kind = kind;
    if (takes_keyword(place, kind, text))
        return true;
    if (kind == TK_WINDOW || kind == TK_RESERVED || !is_nameable(place, kind))
        return false;
    if (kind != TK_JOIN_KW)
        out->kind = TK_ID;
    return (out->word != T2S_NO_WORD &&
            is_bare_listed(next, words, out->word)) ||
           (kind != TK_JOIN_KW && takes_new(place, words, query, text, length));
}

/* ---------------------------------------------------------- quoted tokens */

/* Whether some name begins so, in quotes. */
static bool begins_name(t2s_place *place, const t2sed_constraint *words,
                        const char *query, const t2s_open *open, size_t n)
{
    const t2s_next *next = next_at(place, words);
    const char *text = query + open->begin + 1;
    const size_t length = n - open->begin - 1;
    size_t first, end;
    t2s_words_range(words, text, length, &first, &end);
    for (size_t i = first; i < end; i++)
        if (is_listed(next, i) &&
            !memchr(words->words[i].text, open->quote, words->words[i].length))
            return true;
    return begins_new_name(place, words, query, text, length);
}

static bool begin_quoted(t2s_place *place, t2s_open *open,
                         const t2sed_constraint *words, const char *query,
                         size_t n)
{
    const t2s_next *next = next_at(place, words);
    const char quote = query[n];
    open->kind = T2S_OPEN_QUOTED;
    open->quote = (char)(quote == '[' ? ']' : quote);
    open->begin = (uint32_t)n;
    if (quote == '\'') {
        open->takes_text = true;
        return t2s_next_has(next, TK_STRING);
    }
    if (next->role == T2S_NO_NAME || next->role == T2S_TYPE)
        return false;
    open->takes_text = next->takes_new || (quote == '"' && next->takes_text);
    open->takes_names = begins_name(place, words, query, open, n + 1);
    return open->takes_text || open->takes_names;
}

/* A byte of text that must be UTF-8. */
static bool go_on_character(t2s_open *open, unsigned char byte)
{
    if (open->rest) {
        if (byte < open->low || byte > open->high)
            return false;
        open->rest--;
        open->low = 0x80;
        open->high = 0xBF;
        return true;
    }
    if (byte < 0x80)
        return byte != 0;
    if (byte < 0xC2 || byte > 0xF4)
        return false;
    open->rest = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    open->low = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    open->high = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    return true;
}

size_t t2s_spelling_text_room(const t2s_open *open,
                              const t2sed_constraint *words, size_t n)
{
    const size_t used = n - open->begin;
    size_t most = (size_t)words->options.max_bytes;
    if (open->kind != T2S_OPEN_QUOTED || !open->takes_text || open->is_closed ||
        open->rest)
        return 0;
    if (words->options.max_text >= 0)
        most = (size_t)words->options.max_text + 1;
    if (open->is_name)
        most = T2S_NEW_WORD_BYTES + 1;
    return used < most ? most - used : 0;
}

/* Whether the name in quotes that ends before query[n] may stand there. */
static bool takes_quoted(t2s_place *place, const t2s_open *open,
                         const t2sed_constraint *words, const char *query,
                         size_t n)
{
    const t2s_next *next = next_at(place, words);
    const char *text = query + open->begin + 1;
    const size_t length = n - open->begin - 1;
    uint16_t word;
    if (open->quote == '\'' && !open->is_name)
        return true;
    if (!words->has_schema)
        return length > 0 || open->quote == '"';
    word = t2s_binding_find(place->binding, words, query, text, length);
    if (word != T2S_NO_WORD && is_listed(next, word))
        return true;
    if (word != T2S_NO_WORD && words->has_schema &&
        !t2s_sight_may_name(place->binding, words, next->role, word))
        return false;
    if (!open->takes_text || (open->is_name && length == 0))
        return false;
    return open->is_name || word == T2S_NO_WORD ||
           !t2s_sight_is_ambiguous(place->binding, words,
                                   place->binding->select_count - 1, word);
}

static t2s_step go_on_quoted(t2s_place *place, t2s_open *open,
                             const t2sed_constraint *words, const char *query,
                             size_t n)
{
    const char byte = query[n];
    if (open->is_closed) {
        if (byte != open->quote || open->quote == ']')
            return T2S_ENDS;
        open->is_closed = false;
        open->takes_names = false;
        return open->takes_text && !open->is_name ? T2S_GOES_ON : T2S_REFUSED;
    }
    if (byte == open->quote) {
        if (open->rest || !takes_quoted(place, open, words, query, n))
            return T2S_REFUSED;
        open->is_closed = true;
        return T2S_GOES_ON;
    }
    /* A new name has neither quotes nor control characters in it. */
    if (open->is_name && (strchr("'\"`[]", byte) || (unsigned char)byte < ' '))
        open->takes_text = false;
    if (open->takes_text) {
        size_t room = t2s_spelling_text_room(open, words, n);
        open->takes_text = (room > 0 || open->rest) &&
                           go_on_character(open, (unsigned char)byte);
    }
    if (open->takes_names)
        open->takes_names = begins_name(place, words, query, open, n + 1);
    return open->takes_text || open->takes_names ? T2S_GOES_ON : T2S_REFUSED;
}

static bool end_quoted(t2s_token_read *out, t2s_place *place,
                       const t2sed_constraint *words, const char *query,
                       const t2s_open *open, size_t n)
{
    const size_t begin = open->begin + 1, length = n - begin - 1;
    if (!open->is_closed)
        return false;
    out->kind = open->quote == '\'' ? TK_STRING : TK_ID;
    out->is_quoted = open->quote == '"';
    out->spelled = (t2s_new_word){(uint16_t)begin, (uint16_t)length};
    out->word = memchr(query + begin, open->quote, length)
                    ? T2S_NO_WORD
                    : t2s_binding_find(place->binding, words, query,
                                       query + begin, length);
    return true;
}

/* ------------------------------------------------- numbers and operators */

static t2s_step go_on_number(t2s_place *place, t2s_open *open,
                             const t2sed_constraint *words, const char *query,
                             size_t n)
{
    const t2s_next *next = next_at(place, words);
    const char byte = query[n];
    if (is_digit(byte)) {
        if (n - open->begin >= MOST_DIGITS ||
            (next->is_place &&
             !t2s_binding_place(place->binding, query + open->begin,
                                n + 1 - open->begin)))
            return T2S_REFUSED;
        if (open->phase == POINT)
            open->phase = FRACTION;
        else if (open->phase >= EXPONENT)
            open->phase = POWER;
        return T2S_GOES_ON;
    }
    if (open->phase == EXPONENT && (byte == '+' || byte == '-')) {
        open->phase = SIGN;
        return T2S_GOES_ON;
    }
    if (open->phase == EXPONENT || open->phase == SIGN ||
        (open->phase == POINT && n == open->begin + 1u))
        return T2S_REFUSED;
    if (byte == '.' || t2s_ascii_lower(byte) == 'e') {
        if (!t2s_next_has(next, TK_FLOAT) || next->is_place ||
            open->phase == POWER || (byte == '.' && open->phase != WHOLE))
            return T2S_REFUSED;
        open->phase = byte == '.' ? POINT : EXPONENT;
        return T2S_GOES_ON;
    }
    return t2s_sql_is_name_char(byte) ? T2S_REFUSED : T2S_ENDS;
}

/* Whether text[0..n) begins an operator that may come next; *longer: any. */
static bool begins_operator(const t2s_next *next, const char *text, size_t n,
                            bool *exists)
{
    const char *spelled;
    int kind;
    bool found = false;
    *exists = false;
    for (size_t i = 0; (spelled = t2s_sql_operator_token(i, &kind)) != NULL;
         i++)
        if (strncmp(spelled, text, n) == 0) {
            *exists = true;
            found |= t2s_next_has(next,
                                  kind == T2S_TK_SEMICOLON ? T2S_TK_END : kind);
        }
    return found;
}

static t2s_step go_on_operator(t2s_place *place, const t2s_open *open,
                               const t2sed_constraint *words, const char *query,
                               size_t n)
{
    const char *text = query + open->begin;
    const size_t length = n + 1 - open->begin;
    bool exists;
    if (begins_operator(next_at(place, words), text, length, &exists))
        return T2S_GOES_ON;
    /* Nothing that would be another token, or a comment. */
    if (exists || text[length - 2] == '!' ||
        (length == 2 &&
         (memcmp(text, "--", 2) == 0 || memcmp(text, "/*", 2) == 0 ||
          (text[0] == '.' && is_digit(text[1])))))
        return T2S_REFUSED;
    return T2S_ENDS;
}

static bool end_operator(t2s_token_read *out, const t2s_next *next,
                         const char *text, size_t n)
{
    const char *spelled;
    for (size_t i = 0;
         (spelled = t2s_sql_operator_token(i, &out->kind)) != NULL; i++)
        if (strlen(spelled) == n && strncmp(spelled, text, n) == 0) {
            if (out->kind == T2S_TK_SEMICOLON)
                out->kind = T2S_TK_END;
            return t2s_next_has(next, out->kind);
        }
    return false;
}

/* ------------------------------------------------------------------ bytes */

t2s_step t2s_spelling_go_on(t2s_place *place, t2s_open *open,
                            const t2sed_constraint *words, const char *query,
                            size_t n)
{
    switch (open->kind) {
    case T2S_OPEN_WORD:
        if (!t2s_sql_is_name_char(query[n]))
            return query[n] == '\'' && n == open->begin + 1u &&
                           t2s_ascii_lower(query[open->begin]) == 'x'
                       ? T2S_REFUSED
                       : T2S_ENDS;
        return begins_word(place, words, query, query + open->begin,
                           n + 1 - open->begin)
                   ? T2S_GOES_ON
                   : T2S_REFUSED;
    case T2S_OPEN_NUMBER:
        return go_on_number(place, open, words, query, n);
    case T2S_OPEN_OPERATOR:
        return go_on_operator(place, open, words, query, n);
    case T2S_OPEN_QUOTED:
        return go_on_quoted(place, open, words, query, n);
    default:
        return T2S_ENDS;
    }
}

bool t2s_spelling_end(t2s_place *out, t2s_place *place, const t2s_open *open,
                      const t2sed_constraint *words, const char *query,
                      size_t n)
{
    t2s_token_read token = {TK_INTEGER, T2S_NO_WORD, false, {0, 0}};
    const t2s_next *next = next_at(place, words);
    switch (open->kind) {
    case T2S_OPEN_WORD:
        if (!end_word(&token, place, words, query, open, n))
            return false;
        break;
    case T2S_OPEN_NUMBER:
        if (open->phase == EXPONENT || open->phase == SIGN ||
            (open->phase == POINT && n == open->begin + 1u))
            return false;
        token.kind = open->phase == WHOLE ? TK_INTEGER : TK_FLOAT;
        if (!t2s_next_has(next, token.kind))
            return false;
        break;
    case T2S_OPEN_OPERATOR:
        if (!end_operator(&token, next, query + open->begin, n - open->begin))
            return false;
        break;
    case T2S_OPEN_QUOTED:
        if (!end_quoted(&token, place, words, query, open, n))
            return false;
        break;
    default:
        return false;
    }
    t2s_binding_copy(out->binding, place->binding, words);
    out->next.is_known = false;
    out->is_done = token.kind == T2S_TK_END;
    return t2s_binding_read(out->binding, words, next, &token);
}

bool t2s_spelling_begin(t2s_place *place, t2s_open *open,
                        const t2sed_constraint *words, const char *query,
                        size_t n)
{
    const char byte = query[n];
    const t2s_next *next;
    const uint16_t blanks = open->blanks;
    bool exists;
    memset(open, 0, sizeof *open);
    open->begin = (uint32_t)n;
    if (is_blank(byte)) {
        open->blanks = (uint16_t)(blanks + 1);
        return blanks < MOST_BLANKS;
    }
    if (place->is_done)
        return false;
    next = next_at(place, words);
    if (byte == '\'' || byte == '"' || byte == '`' || byte == '[') {
        bool ok = begin_quoted(place, open, words, query, n);
        open->is_name =
            next->role > T2S_OPERAND ||
            (next->role == T2S_OPERAND && byte != '\'' && byte != '"');
        return ok;
    }
    if (is_letter(byte)) {
        open->kind = T2S_OPEN_WORD;
        return begins_word(place, words, query, query + n, 1);
    }
    if (is_digit(byte) || (byte == '.' && !t2s_next_has(next, TK_DOT))) {
        open->kind = T2S_OPEN_NUMBER;
        open->phase = byte == '.' ? POINT : WHOLE;
        if (next->is_place &&
            (byte == '.' || !t2s_binding_place(place->binding, query + n, 1)))
            return false;
        return t2s_next_has(next, byte == '.' ? TK_FLOAT : TK_INTEGER);
    }
    open->kind = T2S_OPEN_OPERATOR;
    return begins_operator(next, query + n, 1, &exists);
}

bool t2s_spelling_may_end(t2s_place *place, const t2sed_constraint *words)
{
    return place->is_done || t2s_next_has(next_at(place, words), T2S_TK_END);
}
