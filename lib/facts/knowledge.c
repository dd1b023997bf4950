/* What knowledge says exactly. Prose is passed over, but for the words that
 * tell which of its terms the question uses. */
#include "facts/knowledge.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "facts/knowledge_tokens.h"
#include "schema/words.h"

/* Tokens and bytes of the longest name that is looked for. */
#define LONGEST_NAME       12
#define LONGEST_NAME_BYTES 128
/* Words of the longest name that is written with blanks for its _. */
#define LONGEST_WORDS 4
/* Nested calls that are told apart. */
#define MOST_CALLS 16
/* The share of the words of a term that the question has, where it asks for
 * it. */
#define ASKED 0.5

typedef struct reader {
    t2s_knowledge *out;
    const char *text;
    const t2s_question_facts *question;
    const t2sed_schema *schema;
    t2s_hint_tokens tokens;
    int32_t calls[MOST_CALLS]; /* the aggregates around, or -1 */
    size_t depth;
    int32_t subject;    /* the last column of the segment, or -1 */
    bool is_argument;   /* it is counted, or not a call's first argument */
    bool is_computed;   /* it stands behind a sign */
    bool is_definition; /* behind "refers to", "=" and the like... */
    bool is_loose;      /* ... but "is", "of": prose */
    /* Of the segment: what it began with, and its words that name nothing. */
    size_t columns, literals, words, known;
    bool failed;
} reader;

static const t2s_hint_token *token_at(const reader *r, size_t i)
{
    return &r->tokens.at[i < r->tokens.count ? i : r->tokens.count - 1];
}

static bool says(const reader *r, size_t i, const char *list)
{
    const t2s_hint_token *token = token_at(r, i);
    return token->kind == T2S_HINT_WORD &&
           t2s_is_one_of(r->text + token->begin, token->end - token->begin,
                         list);
}

static bool is_mark(const reader *r, size_t i, char mark)
{
    const t2s_hint_token *token = token_at(r, i);
    return token->kind == T2S_HINT_MARK && token->sign == mark;
}

/* The aggregate that the next token is in, or -1. */
static int32_t around(const reader *r)
{
    return r->depth ? r->calls[r->depth - 1] : -1;
}

/* ------------------------------------------------------------- names */

/* Whether a word looks like no English one: with a capital within or a _. */
static bool is_identifier(const reader *r, const t2s_hint_token *token)
{
    for (uint32_t i = token->begin; i < token->end; i++) {
        const char c = r->text[i];
        if (c == '_' || t2s_is_digit(c) ||
            (i > token->begin && c >= 'A' && c <= 'Z'))
            return true;
    }
    return false;
}

/* Whether the lone word `token` i, which a column has as its name, is meant as
 * that name. */
static bool is_meant(const reader *r, size_t i, const char *name)
{
    const t2s_hint_token *token = token_at(r, i);
    if (is_identifier(r, token) || around(r) >= 0 ||
        token_at(r, i + 1)->kind == T2S_HINT_COMPARISON ||
        says(r, i + 1, "like between"))
        return true;
    if (!r->is_definition)
        return false;
    if (name[0] >= 'A' && name[0] <= 'Z' &&
        memcmp(name, r->text + token->begin, token->end - token->begin) == 0)
        return true;
    return !r->is_loose && !(i > 0 && says(r, i - 1, "the a an"));
}

typedef struct found {
    int32_t column;
    bool is_qualified;
    size_t last; /* its last token */
} found;

static int32_t column_of(const reader *r, int32_t table, uint32_t begin,
                         uint32_t end)
{
    return end - begin > LONGEST_NAME_BYTES
               ? T2S_NO_ITEM
               : t2s_schema_find_column(r->schema, table, r->text + begin,
                                        end - begin, NULL);
}

/* T.c, and T1.c whatever T1 may be. */
static bool find_qualified(found *out, const reader *r, size_t i)
{
    const t2s_hint_token *table = token_at(r, i), *column = token_at(r, i + 2);
    int32_t of;
    if (!is_mark(r, i + 1, '.') || column->kind > T2S_HINT_NAME ||
        column->kind == T2S_HINT_NUMBER)
        return false;
    of = t2s_schema_find_table(r->schema, r->text + table->begin,
                               table->end - table->begin);
    out->column = column_of(r, of, column->begin, column->end);
    out->is_qualified = of != T2S_NO_ITEM;
    out->last = i + 2;
    return out->column != T2S_NO_ITEM;
}

/* The column whose name is words [i, k] in a row, with _ between or none:
 * "molecule id" is molecule_id. */
static int32_t column_of_words(const reader *r, size_t i, size_t k)
{
    char name[LONGEST_NAME_BYTES];
    for (int with = 1; with >= 0; with--) {
        size_t n = 0;
        int32_t column;
        for (size_t at = i; at <= k; at++) {
            const t2s_hint_token *token = token_at(r, at);
            const size_t length = token->end - token->begin;
            if (token->kind != T2S_HINT_WORD || n + length >= sizeof name)
                return T2S_NO_ITEM;
            if (at > i && with)
                name[n++] = '_';
            memcpy(name + n, r->text + token->begin, length);
            n += length;
        }
        column = t2s_schema_find_column(r->schema, T2S_NO_ITEM, name, n, NULL);
        if (column != T2S_NO_ITEM)
            return column;
    }
    return T2S_NO_ITEM;
}

/* The longest name that begins at token i. */
static bool find_name(found *out, const reader *r, size_t i)
{
    const t2s_hint_token *from = token_at(r, i);
    *out = (found){T2S_NO_ITEM, false, i};
    if (!r->schema || from->kind > T2S_HINT_NAME ||
        from->kind == T2S_HINT_NUMBER ||
        (from->kind == T2S_HINT_TEXT && from->sign != '"') ||
        from->end - from->begin > LONGEST_NAME_BYTES)
        return false;
    if (find_qualified(out, r, i))
        return true;
    for (size_t k = i + LONGEST_NAME; from->kind == T2S_HINT_WORD && k > i;
         k--) {
        const t2s_hint_token *to = token_at(r, k);
        if (k >= r->tokens.count || to->kind > T2S_HINT_MARK)
            continue;
        out->column = column_of(r, T2S_NO_ITEM, from->begin, to->end);
        if (out->column == T2S_NO_ITEM && k - i < LONGEST_WORDS)
            out->column = column_of_words(r, i, k);
        out->last = k;
        if (out->column != T2S_NO_ITEM)
            return true;
    }
    out->last = i;
    out->column = column_of(r, T2S_NO_ITEM, from->begin, from->end);
    return out->column != T2S_NO_ITEM &&
           (from->kind != T2S_HINT_WORD ||
            is_meant(r, i, r->schema->columns[out->column].name));
}

static void add_name(reader *r, size_t i, const found *name)
{
    const uint32_t begin = token_at(r, i)->begin;
    const uint32_t end = token_at(r, name->last)->end;
    const t2s_hint_column column = {.column = name->column,
                                    .is_qualified = name->is_qualified,
                                    .function = around(r),
                                    .begin = begin,
                                    .end = end};
    r->subject = -1;
    if (r->out->columns.count >= T2S_MOST_HINTS)
        return;
    r->failed |= !t2s_vector_push(&r->out->columns, column);
    r->subject = (int32_t)r->out->columns.count - 1;
    r->is_argument = column.function == T2S_FUNCTION_COUNT ||
                     (i > 0 && is_mark(r, i - 1, ','));
    r->is_computed = i > 0 && token_at(r, i - 1)->kind == T2S_HINT_SIGN;
}

/* ------------------------------------------------------------- literals */

static void add_literal(reader *r, size_t i, bool is_negative, int32_t compared,
                        t2s_query_operator operator)
{
    const t2s_hint_token *token = token_at(r, i);
    t2s_hint_literal made = {.compared = compared,
                             .operator= operator,
                             .begin = token->begin,
                             .end = token->end};
    const char *from = r->text + token->begin;
    size_t n = token->end - token->begin;
    if (r->out->literals.count >= T2S_MOST_HINTS)
        return;
    while (n > 0 && *from == ' ') {
        from++;
        n--;
    }
    while (n > 0 && from[n - 1] == ' ')
        n--;
    made.text = t2s_arena_strndup(&r->out->arena, from, n);
    made.length = n;
    made.is_number = t2s_word_number(from, n, &made.number);
    if (is_negative)
        made.number = -made.number;
    r->failed |= !made.text || !t2s_vector_push(&r->out->literals, made);
    if (compared >= 0)
        r->out->columns.at[compared].is_compared = true;
}

/* Whether token i is a literal to compare with: a lone word is one if nothing
 * else goes on behind it. */
static bool is_literal(const reader *r, size_t i)
{
    const t2s_hint_token *token = token_at(r, i), *next = token_at(r, i + 1);
    found name;
    if (token->kind == T2S_HINT_TEXT)
        return token->end > token->begin;
    if (token->kind == T2S_HINT_NUMBER)
        return true;
    return token->kind == T2S_HINT_WORD && !find_name(&name, r, i) &&
           !says(r, i, "the a an any null not max min avg average count sum") &&
           (next->kind == T2S_HINT_BREAK ||
            (next->kind == T2S_HINT_MARK && next->sign != '(') ||
            says(r, i + 1, "and or means mean"));
}

/* The literals that the subject is compared with, from token i on: 'a' or 'b',
 * ('a', 'b'), 1 and 2. Returns the token behind them, i where there are
 * none. */
static size_t read_values(reader *r, size_t i, t2s_query_operator operator)
{
    size_t at = i, end = i;
    while (is_mark(r, at, '('))
        at++;
    while (end - i < T2S_MOST_HINTS) {
        const bool is_negative = token_at(r, at)->kind == T2S_HINT_SIGN &&
                                 token_at(r, at)->sign == '-';
        at += is_negative;
        if (!is_literal(r, at))
            break;
        add_literal(r, at, is_negative, r->subject, operator);
        end = ++at;
        if (is_mark(r, at, ','))
            at++;
        if (says(r, at, operator== T2S_OPERATOR_BETWEEN ? "and to" : "or and"))
            at++;
        if (at == end || token_at(r, at)->kind == T2S_HINT_WORD)
            break;
    }
    return end;
}

/* The comparison that begins at token i; *at is the token behind it. */
static bool read_comparison(t2s_query_operator *out, const reader *r, size_t i,
                            size_t *at)
{
    *at = i + 1;
    if (token_at(r, i)->kind == T2S_HINT_COMPARISON) {
        *out = token_at(r, i)->is;
        return true;
    }
    *out = says(r, i, "like")      ? T2S_OPERATOR_LIKE
           : says(r, i, "in")      ? T2S_OPERATOR_IN
           : says(r, i, "between") ? T2S_OPERATOR_BETWEEN
                                   : T2S_OPERATOR_IS;
    return *out != T2S_OPERATOR_IS || says(r, i, "is");
}

/* What the subject, which ends before token i, is compared with. Returns the
 * token behind it, i where there is nothing. */
static size_t read_condition(reader *r, size_t i)
{
    t2s_query_operator operator;
    size_t at, behind = i;
    if (r->subject < 0 || r->is_computed)
        return i;
    while (is_mark(r, behind, ')') && !r->is_argument)
        behind++;
    if (says(r, behind, "not"))
        behind++;
    if (!read_comparison(&operator, r, behind, &at))
        return i;
    if (says(r, at, "not"))
        at++;
    if (says(r, at, "null")) {
        r->out->columns.at[r->subject].is_compared = true;
        return at + 1;
    }
    if (operator== T2S_OPERATOR_IS && token_at(r, at)->kind != T2S_HINT_TEXT)
        return i;
    behind = read_values(
        r, at, operator== T2S_OPERATOR_IS ? T2S_OPERATOR_EQUAL : operator);
    return behind > at ? behind : i;
}

/* "Necromancer" is the Name: a literal, and the column that has it. */
static size_t read_text(reader *r, size_t i)
{
    size_t at = i + 1;
    found name;
    int32_t column = -1;
    if (says(r, at, "is means refers refer"))
        at++;
    if (says(r, at, "to a"))
        at++;
    if (says(r, at, "the an"))
        at++;
    if (at > i + 1) {
        r->is_definition = r->is_loose = true;
        if (find_name(&name, r, at) &&
            token_at(r, name.last + 1)->kind != T2S_HINT_COMPARISON) {
            add_name(r, at, &name);
            column = r->subject;
            at = name.last + 1;
        }
    }
    add_literal(r, i, false, column, T2S_OPERATOR_EQUAL);
    return column >= 0 ? at : i + 1;
}

/* TR001_10_11 is the bond id. */
static bool is_bare_value(const reader *r, size_t i)
{
    const t2s_hint_token *token = token_at(r, i);
    return token->kind == T2S_HINT_WORD && is_identifier(r, token) &&
           says(r, i + 1, "is") && says(r, i + 2, "a an the");
}

/* ------------------------------------------------------------- functions */

typedef struct function {
    const char *names;
    int32_t function; /* t2s_query_function, or -1 */
    int32_t part;     /* t2s_hint_part, or -1 */
} function;

static const function functions[] = {
    {"count", T2S_FUNCTION_COUNT, -1},
    {"sum total", T2S_FUNCTION_SUM, -1},
    {"avg average", T2S_FUNCTION_AVG, -1},
    {"min minimum", T2S_FUNCTION_MIN, -1},
    {"max maximum", T2S_FUNCTION_MAX, -1},
    {"divide divde divided", -1, T2S_HINT_DIVIDE},
    {"subtract minus", -1, T2S_HINT_SUBTRACT},
    {"multiply strftime year month day date datetime julianday substr "
     "substring cast distinct order limit round",
     -1, -1},
};

static bool is_capital(const reader *r, const t2s_hint_token *token)
{
    for (uint32_t i = token->begin; i < token->end; i++)
        if (r->text[i] < 'A' || r->text[i] > 'Z')
            return false;
    return token->end > token->begin + 2;
}

/* The function that token i is, or NULL: one with its arguments behind it, or
 * in capitals. */
static const function *function_at(const reader *r, size_t i)
{
    const t2s_hint_token *token = token_at(r, i);
    if (token->kind != T2S_HINT_WORD ||
        (!is_mark(r, i + 1, '(') && !is_capital(r, token) &&
         !says(r, i, "distinct")))
        return NULL;
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++)
        if (says(r, i, functions[f].names))
            return &functions[f];
    return NULL;
}

static void open_call(reader *r, size_t i)
{
    const function *of = i > 0 ? function_at(r, i - 1) : NULL;
    const int32_t inner = of && of->function >= 0 ? of->function : around(r);
    if (r->depth < MOST_CALLS)
        r->calls[r->depth++] = inner;
}

static void add_function(reader *r, const function *of)
{
    if (of->part >= 0)
        r->out->parts[of->part] = true;
}

/* Whether token i ends (or begins) an operand: a name or a parenthesis. */
static bool is_operand(const reader *r, size_t i, char parenthesis)
{
    const t2s_hint_token *token = token_at(r, i);
    found name;
    return is_mark(r, i, parenthesis) || token->kind == T2S_HINT_NAME ||
           find_name(&name, r, i) || function_at(r, i);
}

static void read_sign(reader *r, size_t i)
{
    const char sign = token_at(r, i)->sign;
    if (i > 0 && (sign == '/' || sign == '-') &&
        (is_operand(r, i - 1, ')') || is_operand(r, i + 1, '(')))
        r->out->parts[sign == '/' ? T2S_HINT_DIVIDE : T2S_HINT_SUBTRACT] = true;
}

/* ------------------------------------------------------------- segments */

/* Ends what explains one term. */
static void end_segment(reader *r)
{
    const bool is_asked =
        r->words == 0 || (double)r->known >= ASKED * (double)r->words;
    for (; r->columns < r->out->columns.count; r->columns++)
        r->out->columns.at[r->columns].is_asked = is_asked;
    for (; r->literals < r->out->literals.count; r->literals++)
        r->out->literals.at[r->literals].is_asked = is_asked;
    r->words = r->known = r->depth = 0;
    r->subject = -1;
    r->is_definition = r->is_loose = false;
}

/* A word that names nothing. */
static void read_word(reader *r, size_t i)
{
    const t2s_hint_token *token = token_at(r, i);
    const char *word = r->text + token->begin;
    const size_t n = token->end - token->begin;
    int32_t stem;
    if (says(r, i,
             "refers refer refering referring means mean relates related "
             "calculation computed calculated")) {
        r->is_definition = true;
        r->is_loose = false;
    } else if (says(r, i, "is are of the has have in from by")) {
        r->is_loose |= !r->is_definition;
        r->is_definition = true;
    } else if (!t2s_word_is_stop(word, n)) {
        stem = t2s_question_find_stem(r->question, word, n);
        r->words++;
        r->known += stem >= 0 && r->question->stems.at[stem].first >= 0;
    }
}

/* Whether token i begins the next of several conditions, each with what it
 * means: , element = 'o' means Oxygen. */
static bool begins_term(const reader *r, size_t i)
{
    found name;
    return is_mark(r, i, ',') && r->depth == 0 && r->is_definition &&
           r->literals < r->out->literals.count && find_name(&name, r, i + 1) &&
           token_at(r, name.last + 1)->kind == T2S_HINT_COMPARISON;
}

static size_t read_one(reader *r, size_t i)
{
    const t2s_hint_token *token = token_at(r, i);
    const function *of = function_at(r, i);
    found name;
    if (token->kind == T2S_HINT_BREAK || begins_term(r, i)) {
        end_segment(r);
    } else if (of) {
        add_function(r, of);
    } else if (find_name(&name, r, i)) {
        add_name(r, i, &name);
        return read_condition(r, name.last + 1);
    } else if ((token->kind == T2S_HINT_TEXT && token->end > token->begin) ||
               is_bare_value(r, i)) {
        return read_text(r, i);
    } else if (token->kind == T2S_HINT_COMPARISON) {
        r->is_definition = true;
        r->is_loose = false;
    } else if (token->kind == T2S_HINT_SIGN) {
        read_sign(r, i);
    } else if (is_mark(r, i, '(')) {
        open_call(r, i);
    } else if (is_mark(r, i, ')')) {
        r->depth -= r->depth > 0;
    } else if (token->kind == T2S_HINT_WORD) {
        read_word(r, i);
    }
    return i + 1;
}

t2sed_status t2s_knowledge_new(t2s_knowledge **out, const char *text,
                               size_t begin, size_t n,
                               const t2s_question_facts *question,
                               const t2sed_schema *schema, t2sed_error *err)
{
    reader r = {.out = t2s_zalloc(sizeof *r.out),
                .text = text,
                .question = question,
                .schema = schema,
                .subject = -1};
    bool ok = r.out && t2s_hint_tokens_read(&r.tokens, text, begin, n);
    for (size_t i = 0; ok && i < r.tokens.count && !r.failed;) {
        r.out->words += token_at(&r, i)->kind == T2S_HINT_WORD;
        i = read_one(&r, i);
    }
    t2s_vector_free(&r.tokens);
    if (!ok || r.failed) {
        t2s_knowledge_free(r.out);
        return t2s_fail_memory(err);
    }
    *out = r.out;
    return T2SED_OK;
}

void t2s_knowledge_free(t2s_knowledge *knowledge)
{
    if (!knowledge)
        return;
    t2s_vector_free(&knowledge->columns);
    t2s_vector_free(&knowledge->literals);
    t2s_arena_free(&knowledge->arena);
    t2s_free(knowledge);
}
