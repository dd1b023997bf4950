/* coverage.h - what a query accounts for of its question: words, by its names
 * and values; and values and numbers, by those of its conditions. */
#ifndef T2S_FACTS_COVERAGE_H
#define T2S_FACTS_COVERAGE_H

#include "facts/question.h"

/* Sets stems[i] (question->stems.count of them) for those of the names of the
 * columns and tables that the query uses; names that are not the schema's are
 * split into words. */
void t2s_cover_names(bool *stems, const t2s_question_facts *question,
                     const t2s_query *query);

/* The same for its strings and numbers. */
void t2s_cover_values(bool *stems, const t2s_question_facts *question,
                      const t2s_query *query);

/* How many values of a query, quotes and values of a question are compared,
 * and how long strings may be: those beyond are passed over. */
#define T2S_MOST_VALUES  64
#define T2S_MOST_NUMBERS 256
#define T2S_LONGEST_TEXT 1024

/* All zeros is ready to be read. */
typedef struct t2s_used_values {
    struct {
        size_t use;            /* in t2s_query.uses */
        size_t normal, length; /* its normal form: bytes of `texts` */
    } values[T2S_MOST_VALUES];
    size_t count;
    t2s_string texts;                 /* "\nvalue\nvalue\n" in normal form */
    double numbers[T2S_MOST_NUMBERS]; /* LIMITs and those in strings too */
    size_t number_count;
} t2s_used_values;

/* Whether a use is a string or number of a condition, or of a comparison in
 * CASE, FILTER or a result: the values of a query. */
bool t2s_is_compared(const t2s_query *query, const t2s_query_use *use);

/* False when memory is short. */
bool t2s_used_values_read(t2s_used_values *used, const t2s_query *query);
void t2s_used_values_free(t2s_used_values *used);

/* How words of a question have a text. */
typedef enum t2s_naming {
    T2S_UNNAMED,
    T2S_NAMED_PARTLY, /* in another form or order */
    T2S_NAMED
} t2s_naming;

/* How a question has text[0..n) of a query; `words` is room to work in, whose
 * failure tells that memory is short. */
t2s_naming t2s_names_text(const t2s_question_facts *question, const char *text,
                          size_t n, t2s_string *words);

/* Whether the query has a value in normal form, NUL-terminated: within one of
 * its own, or around one. */
bool t2s_used_values_has(const t2s_used_values *used, const char *normal,
                         size_t n);

/* Of question->values and ->numbers, the first so many. */
typedef struct t2s_unused_values {
    bool values[T2S_MOST_VALUES], numbers[T2S_MOST_NUMBERS];
} t2s_unused_values;

/* Which the query has not; `named` are the stems of its names
 * (t2s_cover_names). */
void t2s_unused_values_compare(t2s_unused_values *unused,
                               const t2s_used_values *used,
                               const t2s_question_facts *question,
                               const bool *named);

#endif
