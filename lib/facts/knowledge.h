/*
 * knowledge.h - what the knowledge beside a question says exactly: columns of
 * the schema by their own names, values, conditions, functions. Read once per
 * question, immutable.
 */
#ifndef T2S_FACTS_KNOWLEDGE_H
#define T2S_FACTS_KNOWLEDGE_H

#include "facts/question.h"

/* Arithmetic that it asks for, as a function or a sign. */
typedef enum t2s_hint_part { T2S_HINT_DIVIDE, T2S_HINT_SUBTRACT } t2s_hint_part;
#define T2S_HINT_PARTS (T2S_HINT_SUBTRACT + 1)

/* A column that stands there by its own name. */
typedef struct t2s_hint_column {
    int32_t column;    /* the first of that name, or the table's that is named
                          with it */
    bool is_qualified; /* the latter */
    bool is_compared;  /* with a literal, or NULL */
    bool is_asked;     /* the question has the words that it explains */
    int32_t function;  /* the aggregate that it stands in (t2s_query_function),
                          or -1 */
    uint32_t begin, end; /* bytes of the text */
} t2s_hint_column;

/* A literal, in quotes or compared with a column. */
typedef struct t2s_hint_literal {
    const char *text; /* as it stands, without quotes; NUL-terminated */
    size_t length;
    bool is_number;
    double number;
    int32_t compared; /* in .columns, or -1 */
    t2s_query_operator operator;
    bool is_asked;       /* as of columns */
    uint32_t begin, end; /* bytes of the text */
} t2s_hint_literal;

/* So many of each are read. */
#define T2S_MOST_HINTS 64

typedef struct t2s_knowledge {
    T2S_VECTOR(t2s_hint_column) columns; /* in the order of the text */
    T2S_VECTOR(t2s_hint_literal) literals;
    bool parts[T2S_HINT_PARTS];
    size_t words;
    t2s_arena arena;
} t2s_knowledge;

/*
 * Reads text[begin..n), what stands beside the question. Places are bytes of
 * `text`.
 *
 * question  without the knowledge: which of the terms it asks for.
 * schema    or NULL: then there are no names, and no conditions.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_knowledge_new(t2s_knowledge **out, const char *text,
                               size_t begin, size_t n,
                               const t2s_question_facts *question,
                               const t2sed_schema *schema, t2sed_error *err);
void t2s_knowledge_free(t2s_knowledge *knowledge);

/* Whether a column of the schema is what the hint names: of that name, and, if
 * it says so, of that table. */
bool t2s_hint_names(const t2s_hint_column *hint, const t2sed_schema *schema,
                    int32_t column);

/* Whether a literal is a string or number of a query: by value, without regard
 * to case, to blanks and % at the ends, and to what is more in one of two dates
 * and times (2013, '2013-07-19'). */
bool t2s_hint_is(const t2s_hint_literal *hint, const t2s_query_use *use);

#endif
