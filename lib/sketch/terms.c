/* terms.c - a question as terms: n-grams of words as they are and with what the
 * schema names taken out, as the hashes of their symbols, and some counts. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "base/memory.h"
#include "facts/question.h"
#include "question/conversation.h"
#include "sketch/sketcher.h"

/* Longest n-grams, and how far apart the two words of a pair may be. */
enum { LONGEST_WORDS = 3, LONGEST_PATTERN = 5, FARTHEST = 4 };

/* Earlier turns that are read, the newest first. */
#define MOST_TURNS 4
/* Words of a question, and different names of columns in it, that are read. */
#define MOST_WORDS 200
#define MOST_NAMES 16

/* A symbol of a sequence is a number: the hash of its text. */
typedef T2S_VECTOR(uint64_t) symbols;

typedef struct maker {
    t2s_sketch_terms *terms;
    symbols words, pattern;
    t2s_hash_table places; /* of ids, 1 and up, in terms */
    bool failed;           /* memory is short */
} maker;

static uint64_t mix(uint64_t hash)
{
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ (hash >> 32);
}

static uint64_t symbol_of_n(const char *text, size_t n)
{
    return mix(t2s_hash_bytes(T2S_HASH_START, text, n));
}

static uint64_t symbol_of(const char *text)
{
    return symbol_of_n(text, strlen(text));
}

static uint64_t join(uint64_t before, uint64_t symbol)
{
    return mix(before * 0x9e3779b97f4a7c15u + symbol);
}

/* Adds `value` to a term. */
static void add(maker *to, t2s_sketch_view view, uint64_t id, float value)
{
    const t2s_sketch_term term = {id, value, view};
    uint64_t *place = t2s_hash_table_add(&to->places, id);
    if (place && *place)
        to->terms->at[*place - 1].value += value;
    else if (place && t2s_vector_push(to->terms, term))
        *place = to->terms->count;
    else
        to->failed = true;
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
    if (t2s_is_digit(text[0]))
        return symbol_of("<number>");
    if (stem->is_stop)
        return symbol_of_n(text, n);
    if (stem->tables > 0)
        return symbol_of("<table>");
    if (stem->columns > 0)
        return symbol_of("<column>");
    return word->is_capital ? symbol_of("<value>") : symbol_of_n(text, n);
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

static void push(maker *to, symbols *sequence, uint64_t symbol)
{
    if (!t2s_vector_push(sequence, symbol))
        to->failed = true;
}

static void push_both(maker *to, uint64_t symbol)
{
    push(to, &to->words, symbol);
    push(to, &to->pattern, symbol);
}

/* Both sequences of a question, with a mark at either end. Words of one name
 * or value in a row are one. */
static void read_symbols(maker *to, const t2s_question_facts *asked)
{
    size_t before = 0;
    uint64_t last = 0;
    to->words.count = to->pattern.count = 0;
    push_both(to, symbol_of("<begin>"));
    for (size_t i = 0; i < asked->words.count && i < MOST_WORDS; i++) {
        const t2s_question_word *word = &asked->words.at[i];
        const t2s_map_entry *stem =
            &asked->stem_numbers.entries[(size_t)word->stem];
        const uint64_t mark = i ? mark_between(asked, before, word->begin) : 0;
        const uint64_t symbol = pattern_of(asked, i);
        if (mark)
            push_both(to, last = mark);
        push(to, &to->words, symbol_of_n(stem->key, stem->key_length));
        if (symbol != last || !is_name(symbol))
            push(to, &to->pattern, symbol);
        last = symbol;
        before = word->end;
    }
    push_both(to, symbol_of("<end>"));
}

/* --- terms --- */

static void add_ngrams(maker *to, t2s_sketch_view view, const symbols *from,
                       const char *tag, size_t longest)
{
    const uint64_t start = symbol_of(tag);
    for (size_t i = 0; i < from->count; i++) {
        uint64_t id = start;
        for (size_t n = 0; n < longest && i + n < from->count; n++)
            add(to, view, id = join(id, from->at[i + n]), 1);
    }
}

/* Pairs of symbols that do not touch. */
static void add_pairs(maker *to, t2s_sketch_view view, const symbols *from,
                      const char *tag)
{
    const uint64_t start = symbol_of(tag);
    for (size_t i = 0; i < from->count; i++)
        for (size_t j = i + 2; j <= i + FARTHEST && j < from->count; j++)
            add(to, view, join(join(start, from->at[i]), from->at[j]), 1);
}

/* --- facts: counts, each about 0 to 1 in size --- */

static void add_fact(maker *to, const char *name, double value)
{
    add(to, T2S_SKETCH_FACTS, join(symbol_of("fact"), symbol_of(name)),
        (float)value);
}

/* A count as a fact for each step that it reaches, up to `most`. */
static void add_count(maker *to, const char *name, size_t count, size_t most)
{
    for (size_t i = 1; i <= most && i <= count; i++) {
        char text[48];
        snprintf(text, sizeof text, "%s >= %zu", name, i);
        add_fact(to, text, 1);
    }
}

/* Which of the different names of columns that stand whole in the question each
 * table has, as bits; returns how many names these are. */
static size_t find_names(uint32_t *tables, const t2s_question_facts *asked,
                         const t2sed_schema *schema)
{
    int32_t names[MOST_NAMES];
    size_t count = 0;
    for (size_t i = 0; i < asked->named_columns.count; i++) {
        const int32_t column = asked->named_columns.at[i];
        const t2s_name_match *match = &asked->columns[column];
        size_t at = 0;
        if (!match->is_whole)
            continue;
        while (at < count && names[at] != match->name)
            at++;
        if (at == MOST_NAMES)
            continue;
        names[at] = match->name;
        count += at == count;
        tables[schema->columns[column].table] |= 1u << at;
    }
    return count;
}

/* How many tables it takes to have all names: the one with the most of what is
 * left first. */
static size_t cover(const uint32_t *tables, size_t table_count, uint32_t left)
{
    size_t taken = 0;
    while (left) {
        size_t best = 0;
        for (size_t t = 1; t < table_count; t++)
            if (t2s_count_bits(tables[t] & left) >
                t2s_count_bits(tables[best] & left))
                best = t;
        left &= ~tables[best];
        taken++;
    }
    return taken;
}

static void add_names(maker *to, const t2s_question_facts *asked,
                      const t2sed_schema *schema)
{
    const size_t table_count = asked->table_count;
    uint32_t *tables = t2s_zalloc_array(table_count, sizeof *tables);
    uint32_t all, beside;
    size_t count, named = 0;
    if (!tables) {
        to->failed = true;
        return;
    }
    count = find_names(tables, asked, schema);
    all = beside = (1u << count) - 1;
    for (size_t t = 0; t < table_count; t++)
        if (asked->tables[t].is_whole) {
            named++;
            beside &= ~tables[t];
        }
    add_count(to, "named columns", count, 6);
    add_count(to, "named tables", named, 4);
    add_count(to, "tables of names", cover(tables, table_count, all), 3);
    add_count(to, "names beside named tables", (size_t)t2s_count_bits(beside),
              3);
    add_count(to, "schema tables", table_count, 3);
    t2s_free(tables);
}

/* `schema` is the one that the question was read with, or NULL. */
static void add_facts(maker *to, const t2s_question_facts *asked,
                      const t2sed_schema *schema)
{
    size_t capitals = 0, digits = 0;
    for (size_t i = 0; i < T2S_CUES; i++) {
        char name[32];
        snprintf(name, sizeof name, "cue %zu", i);
        add_count(to, name, asked->cues[i], 2);
    }
    for (size_t i = 0; i < asked->words.count; i++)
        capitals += asked->words.at[i].is_capital;
    for (size_t i = 0; i < asked->numbers.count; i++)
        digits += !asked->numbers.at[i].is_spelled;
    add_count(to, "capitals", capitals, 3);
    add_count(to, "digits", digits, 3);
    add_count(to, "spelled", asked->numbers.count - digits, 2);
    add_count(to, "quotes", asked->quotes.count, 3);
    add_count(to, "commas", asked->commas, 4);
    add_count(to, "words / 4", asked->words.count / 4, 8);
    if (schema)
        add_names(to, asked, schema);
}

/* --- earlier turns --- */

/* What the query before had. */
static t2sed_status add_query(maker *to, const char *text, size_t n,
                              const t2sed_schema *schema, t2sed_error *err)
{
    float heads[T2S_SKETCH_COUNT];
    t2sed_sql *sql;
    t2sed_status status;
    add_fact(to, "query", 1);
    status = t2sed_sql_parse_n(&sql, text, n, err);
    if (status != T2SED_OK)
        return status;
    status = t2sed_sketch_read(heads, sql, schema, err);
    t2sed_sql_free(sql);
    for (size_t i = 0; i < T2S_SKETCH_COUNT && status == T2SED_OK; i++) {
        char name[64];
        snprintf(name, sizeof name, "query.%s", t2sed_sketch_head_name(i));
        if (heads[i] > 0)
            add_fact(to, name, 1);
    }
    return status;
}

/* Turn `back` before the question; 0 is the last. */
static t2sed_status add_turn(maker *to, const t2sed_conversation *conversation,
                             size_t back, const t2sed_schema *schema,
                             t2sed_error *err)
{
    const t2s_conversation_turn turn = t2s_conversation_get(
        conversation, t2sed_conversation_count(conversation) - 1 - back);
    t2s_question_facts *asked = NULL;
    t2sed_question *question;
    t2sed_status status = t2sed_question_new_n(&question, turn.question,
                                               turn.question_length, err);
    if (status != T2SED_OK)
        return status;
    status = t2s_question_facts_new(&asked, question, schema, NULL, err);
    t2sed_question_free(question);
    if (status != T2SED_OK)
        return status;
    read_symbols(to, asked);
    t2s_question_facts_free(asked);
    add_ngrams(to, T2S_SKETCH_CONTEXT, &to->words,
               back ? "earlier words" : "last words", back ? 1 : 2);
    add_ngrams(to, T2S_SKETCH_CONTEXT, &to->pattern,
               back ? "earlier pattern" : "last pattern", back ? 1 : 3);
    return turn.sql && back == 0
               ? add_query(to, turn.sql, turn.sql_length, schema, err)
               : T2SED_OK;
}

/* A turn that is no text or no query tells nothing, and is no failure. */
static void add_turns(maker *to, const t2sed_conversation *conversation,
                      const t2sed_schema *schema, t2sed_error *err)
{
    const size_t count = t2sed_conversation_count(conversation);
    const size_t most = count < MOST_TURNS ? count : MOST_TURNS;
    add_fact(to, "turns", (double)most / MOST_TURNS);
    for (size_t back = 0; back < most && !to->failed; back++)
        to->failed |=
            add_turn(to, conversation, back, schema, err) == T2SED_ENOMEM;
}

t2sed_status t2s_sketch_terms_make(t2s_sketch_terms *out,
                                   const t2sed_question *question,
                                   const t2s_question_facts *asked,
                                   const t2sed_schema *schema,
                                   const t2sed_conversation *conversation,
                                   const char *task, t2sed_error *err)
{
    maker to = {.terms = out};
    t2s_question_facts *own = NULL;
    t2sed_status status = T2SED_OK;
    if (!asked)
        status = t2s_question_facts_new(&own, t2s_question_informed(question),
                                        schema, NULL, err);
    if (status != T2SED_OK)
        return status;
    if (!asked)
        asked = own;
    out->count = 0;
    read_symbols(&to, asked);
    add_ngrams(&to, T2S_SKETCH_WORDS, &to.words, "words", LONGEST_WORDS);
    add_pairs(&to, T2S_SKETCH_WORDS, &to.words, "word pair");
    add_ngrams(&to, T2S_SKETCH_PATTERN, &to.pattern, "pattern",
               LONGEST_PATTERN);
    add_pairs(&to, T2S_SKETCH_PATTERN, &to.pattern, "pattern pair");
    add_facts(&to, asked, schema);
    add_fact(&to, task, 1);
    if (t2sed_conversation_count(conversation) > 0)
        add_turns(&to, conversation, schema, err);
    t2s_question_facts_free(own);
    t2s_vector_free(&to.words);
    t2s_vector_free(&to.pattern);
    t2s_hash_table_free(&to.places);
    return to.failed ? t2s_fail_memory(err) : T2SED_OK;
}
