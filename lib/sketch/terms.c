/* terms.c - n-grams, as the hashes of their symbols. */
#include "sketch/terms.h"

#include <math.h>
#include <string.h>

#include "question/conversation.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "sketch/heads.h"
#include "sketch/facts.h"
#include "schema/words.h"

/* Longest n-grams, and how far apart the two words of a pair may be. */
enum { LONGEST_WORDS = 3, LONGEST_PATTERN = 5, FARTHEST = 4 };

/* A symbol of a sequence is a number: the hash of its text. */
typedef T2S_VECTOR(uint64_t) symbols;

typedef struct maker {
    t2s_sketch_terms *terms;
    symbols words, pattern;
    t2s_map seen; /* id to place in terms; keys are the ids' bytes */
} maker;

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}

uint64_t t2s_sketch_symbol(const char *text, size_t n)
{
    return mix(t2s_hash_bytes(T2S_HASH_START, text, n));
}

static uint64_t symbol_of(const char *text)
{
    return t2s_sketch_symbol(text, strlen(text));
}

static uint64_t join(uint64_t before, uint64_t symbol)
{
    return mix(before * 0x9e3779b97f4a7c15u + symbol);
}

/* Adds `value` to a term. */
static bool add(maker *to, t2s_sketch_view view, uint64_t id, float value)
{
    t2s_sketch_term term = {id, value, view};
    int64_t place = t2s_map_get(&to->seen, (const char *)&id, sizeof id, -1);
    if (place >= 0) {
        to->terms->list.at[place].value += value;
        return true;
    }
    return t2s_map_set(&to->seen, (const char *)&id, sizeof id,
                       (int64_t)to->terms->list.count) &&
           t2s_vector_push(&to->terms->list, term);
}

/* --- symbols --- */

/* What a word is in the pattern. */
static uint64_t pattern_of(const t2s_question_facts *asked, size_t i)
{
    const t2s_question_word *word = &asked->words.at[i];
    const t2s_question_stem *stem = &asked->stems.at[word->stem];
    const char *text = asked->text + word->begin;
    size_t n = word->end - word->begin;
    if (word->is_quoted)
        return symbol_of("<value>");
    if (text[0] >= '0' && text[0] <= '9')
        return symbol_of("<number>");
    if (stem->is_stop)
        return t2s_sketch_symbol(text, n);
    if (stem->tables > 0)
        return symbol_of("<table>");
    if (stem->columns > 0)
        return symbol_of("<column>");
    return word->is_capital ? symbol_of("<value>") : t2s_sketch_symbol(text, n);
}

/* The mark that stands between two words, or 0. */
static uint64_t mark_between(const t2s_question_facts *asked, size_t begin,
                             size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (asked->text[i] == ',' || asked->text[i] == ';')
            return symbol_of(",");
        else if (asked->text[i] == '?' || asked->text[i] == '.' ||
                 asked->text[i] == '!')
            return symbol_of(".");
    return 0;
}

static bool is_name(uint64_t symbol)
{
    return symbol == symbol_of("<value>") || symbol == symbol_of("<table>") ||
           symbol == symbol_of("<column>");
}

/* Words of one name or value in a row are one. */
static bool push_pattern(symbols *to, uint64_t symbol)
{
    if (to->count > 0 && to->at[to->count - 1] == symbol && is_name(symbol))
        return true;
    return t2s_vector_push(to, symbol);
}

static bool push_both(maker *to, uint64_t symbol)
{
    return t2s_vector_push(&to->words, symbol) &&
           t2s_vector_push(&to->pattern, symbol);
}

/* Both sequences of a question, with a mark at either end. */
static bool read_symbols(maker *to, const t2s_question_facts *asked)
{
    size_t count = asked->words.count, before = 0;
    to->words.count = to->pattern.count = 0;
    if (count > T2S_SKETCH_WORD_LIMIT)
        count = T2S_SKETCH_WORD_LIMIT;
    if (!push_both(to, symbol_of("<begin>")))
        return false;
    for (size_t i = 0; i < count; i++) {
        const t2s_question_word *word = &asked->words.at[i];
        const t2s_map_entry *stem =
            &asked->stem_numbers.entries[(size_t)word->stem];
        uint64_t mark = i ? mark_between(asked, before, word->begin) : 0;
        if ((mark && !push_both(to, mark)) ||
            !t2s_vector_push(&to->words,
                             t2s_sketch_symbol(stem->key, stem->key_length)) ||
            !push_pattern(&to->pattern, pattern_of(asked, i)))
            return false;
        before = word->end;
    }
    return push_both(to, symbol_of("<end>"));
}

/* --- terms --- */

static bool add_ngrams(maker *to, t2s_sketch_view view, const symbols *from,
                       const char *tag, size_t longest)
{
    uint64_t start = symbol_of(tag);
    for (size_t i = 0; i < from->count; i++) {
        uint64_t id = start;
        for (size_t n = 0; n < longest && i + n < from->count; n++) {
            id = join(id, from->at[i + n]);
            if (!add(to, view, id, 1))
                return false;
        }
    }
    return true;
}

/* Pairs of symbols that do not touch. */
static bool add_pairs(maker *to, t2s_sketch_view view, const symbols *from,
                      const char *tag)
{
    uint64_t start = symbol_of(tag);
    for (size_t i = 0; i < from->count; i++)
        for (size_t j = i + 2; j <= i + FARTHEST && j < from->count; j++)
            if (!add(to, view, join(join(start, from->at[i]), from->at[j]), 1))
                return false;
    return true;
}

static bool add_fact(void *payload, const char *name, double value)
{
    return add(payload, T2S_SKETCH_FACTS,
               join(symbol_of("fact"), symbol_of(name)), (float)value);
}

static t2sed_status ask(t2s_question_facts **out, const char *text, size_t n,
                        const t2sed_schema *schema, t2sed_error *err)
{
    t2sed_question *question;
    t2sed_status status = t2sed_question_new_n(&question, text, n, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_question_facts_new(out, question, schema, NULL, err);
    t2sed_question_free(question);
    return status;
}

/* What the query before had. */
static t2sed_status add_query(maker *to, const char *text, size_t n,
                              const t2sed_schema *schema, t2sed_error *err)
{
    float heads[T2S_SKETCH_COUNT];
    t2sed_sql *sql;
    bool ok = add_fact(to, "query", 1);
    t2sed_status status = t2sed_sql_parse_n(&sql, text, n, err);
    if (status != T2SED_OK)
        return status;
    status = t2sed_sketch_read(heads, sql, schema, err);
    t2sed_sql_free(sql);
    for (size_t i = 0; i < T2S_SKETCH_COUNT && status == T2SED_OK; i++) {
        char name[64] = "query.";
        strncat(name, t2sed_sketch_head_name(i), sizeof name - 7);
        if (heads[i] > 0)
            ok = ok && add_fact(to, name, 1);
    }
    return status == T2SED_OK && !ok ? t2s_fail_memory(err) : status;
}

/* Turn `back` before the question; 0 is the last. */
static t2sed_status add_turn(maker *to, const t2sed_conversation *conversation,
                             size_t back, const t2sed_schema *schema,
                             t2sed_error *err)
{
    size_t turn = t2sed_conversation_count(conversation) - 1 - back, n;
    const char *text = t2s_conversation_question(conversation, turn, &n);
    t2s_question_facts *asked;
    t2sed_status status = ask(&asked, text, n, schema, err);
    bool ok;
    if (status != T2SED_OK)
        return status;
    ok = read_symbols(to, asked);
    t2s_question_facts_free(asked);
    ok = ok &&
         add_ngrams(to, T2S_SKETCH_CONTEXT, &to->words,
                    back ? "earlier words" : "last words", back ? 1 : 2) &&
         add_ngrams(to, T2S_SKETCH_CONTEXT, &to->pattern,
                    back ? "earlier pattern" : "last pattern", back ? 1 : 3);
    if (!ok)
        return t2s_fail_memory(err);
    text = t2s_conversation_sql(conversation, turn, &n);
    return text && back == 0 ? add_query(to, text, n, schema, err) : T2SED_OK;
}

/* A turn that is no text or no query tells nothing, and is no failure. */
static t2sed_status add_turns(maker *to, const t2sed_conversation *conversation,
                              const t2sed_schema *schema, t2sed_error *err)
{
    size_t count = t2sed_conversation_count(conversation);
    if (!add_fact(to, "turns", (double)(count < 4 ? count : 4) / 4))
        return t2s_fail_memory(err);
    for (size_t back = 0; back < count && back < T2S_SKETCH_TURNS; back++) {
        t2sed_status status = add_turn(to, conversation, back, schema, err);
        if (status == T2SED_ENOMEM)
            return status;
    }
    return T2SED_OK;
}

static t2sed_status add_question(maker *to, const t2s_question_facts *asked,
                                 const t2sed_schema *schema, t2sed_error *err)
{
    bool ok =
        read_symbols(to, asked) &&
        add_ngrams(to, T2S_SKETCH_WORDS, &to->words, "words", LONGEST_WORDS) &&
        add_pairs(to, T2S_SKETCH_WORDS, &to->words, "word pair") &&
        add_ngrams(to, T2S_SKETCH_PATTERN, &to->pattern, "pattern",
                   LONGEST_PATTERN) &&
        add_pairs(to, T2S_SKETCH_PATTERN, &to->pattern, "pattern pair") &&
        t2s_sketch_facts(asked, schema, add_fact, to);
    return ok ? T2SED_OK : t2s_fail_memory(err);
}

t2sed_status t2s_sketch_terms_make(t2s_sketch_terms *out,
                                   const t2sed_question *question,
                                   const t2sed_schema *schema,
                                   const t2sed_conversation *conversation,
                                   const char *task, t2sed_error *err)
{
    maker to = {.terms = out};
    t2s_question_facts *asked;
    t2sed_status status =
        t2s_question_facts_new(&asked, question, schema, NULL, err);
    if (status != T2SED_OK)
        return status;
    out->list.count = 0;
    status = add_question(&to, asked, schema, err);
    if (status == T2SED_OK && !add_fact(&to, task, 1))
        status = t2s_fail_memory(err);
    if (status == T2SED_OK && t2sed_conversation_count(conversation) > 0)
        status = add_turns(&to, conversation, schema, err);
    t2s_question_facts_free(asked);
    t2s_vector_free(&to.words);
    t2s_vector_free(&to.pattern);
    t2s_map_free(&to.seen);
    return status;
}

void t2s_sketch_terms_free(t2s_sketch_terms *terms)
{
    t2s_vector_free(&terms->list);
}
