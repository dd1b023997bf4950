/*
 * question.h - what evidence needs to know of a question: its words, numbers,
 * quotes, cues, the values it names, and how well it names each table and
 * column. Made once per question, shared by all candidates, immutable.
 */
#ifndef T2S_FACTS_QUESTION_H
#define T2S_FACTS_QUESTION_H

#include "base/map.h"
#include "base/vector.h"
#include "facts/asked_ratio.h"
#include "facts/bound_words.h"
#include "facts/cues.h"
#include "facts/query.h"
#include "facts/time_words.h"
#include "facts/units.h"
#include "facts/window_words.h"
#include "database/value_index.h"
#include "question/question.h"

/* A word of the question: letters or digits in a row. */
typedef struct t2s_question_word {
    uint32_t begin, end; /* bytes of t2s_question_facts.text */
    int32_t stem;        /* in .stems */
    bool is_capital;     /* begins with a capital, and is not the first */
    bool is_quoted;
} t2s_question_word;

/* A stem that stands in the question or in a name of the schema. */
typedef struct t2s_question_stem {
    int32_t first;    /* its first word of the question, or -1 */
    uint32_t columns; /* how many columns have it in their names */
    uint32_t tables;
    bool is_stop;
} t2s_question_stem;

/* How the question names a table or a column. */
typedef struct t2s_name_match {
    float score;    /* 0 (no word of the name) .. 1 (all of them) */
    bool is_whole;  /* all of its words, in a row */
    int32_t first;  /* first word of the question that is of the name, or -1 */
    int32_t name;   /* the same for columns (or tables) of the same name */
    uint32_t stems; /* the name's: .name_stems[stems .. stems + count) */
    uint32_t count;
} t2s_name_match;

typedef struct t2s_question_number {
    double value;
    double in_days;  /* of "2 weeks" 14; else the value */
    bool is_spelled; /* "three", "twice" */
    int32_t word;
    int32_t last; /* of its words: of "two and a half" the fourth */
    double times; /* "100 thousand": 1000; else 1 */
    int32_t unit; /* the word where its unit stands, if it has one */
} t2s_question_number;

/* A stretch of the question that is a value of some column. */
typedef struct t2s_question_value {
    const char *normal; /* as t2s_value_normal gives it */
    size_t length;
    uint32_t begin, end; /* bytes of the text */
    bool is_marked;      /* capitalised, quoted, or begins with a digit */
} t2s_question_value;

typedef struct t2s_question_quote {
    uint32_t begin, end; /* bytes of the text, without the quotes */
} t2s_question_quote;

typedef struct t2s_question_facts {
    char *text; /* lower case; curly quotes are straight, same offsets */
    size_t length;
    T2S_VECTOR(t2s_question_word) words;
    T2S_VECTOR(t2s_question_stem) stems;
    t2s_map stem_numbers; /* text -> stem */
    T2S_VECTOR(t2s_question_number) numbers;
    T2S_VECTOR(t2s_question_quote) quotes;
    T2S_VECTOR(t2s_question_value) values; /* longest first */
    uint32_t cues[T2S_CUES];
    uint32_t asked_cues[T2S_CUES]; /* those that ask (asked_cues.h) */
    uint32_t commas;
    t2s_time_words times;
    t2s_relative_words relative;
    t2s_bound_words bounds;
    t2s_window_words windows;
    t2s_asked_ratio ratio;
    t2s_asked_units units;
    /* " word word ", lower case, and the same of stems: for finding phrases */
    t2s_string plain, stemmed;
    T2S_VECTOR(int32_t) name_stems;
    t2s_name_match *tables, *columns; /* NULL without a schema */
    size_t table_count, column_count;
    T2S_VECTOR(int32_t) named_columns; /* those of a score above 0 */
    t2s_arena arena;
    /* The question with its knowledge and the turns before it (case.c), without
     * values: a query may use what they name though the question does not. The
     * question itself where it has neither. */
    struct t2s_question_facts *history;
    T2S_VECTOR(t2s_query_parts) earlier; /* of the queries of these turns */
} t2s_question_facts;

/*
 * `schema` and `values` may be NULL; whatever is asked of the question later
 * is asked with the same ones. Of values, the question keeps nothing.
 *
 * Errors: T2SED_ENOMEM.
 */
t2sed_status t2s_question_facts_new(t2s_question_facts **out,
                                    const t2sed_question *question,
                                    const t2sed_schema *schema,
                                    const t2s_value_index *values,
                                    t2sed_error *err);
/* Word i, in lower case, and its bytes. */
static inline const char *
t2s_question_text_at(const t2s_question_facts *question, size_t i, size_t *n)
{
    const t2s_question_word *word = &question->words.at[i];
    *n = word->end - word->begin;
    return question->text + word->begin;
}
/* Whether the question has one of some phrases (t2s_phrases_find). */
bool t2s_question_asks(const t2s_question_facts *question, const char *phrases);
/* Whether word i is there and one of `list`, which blanks part. */
bool t2s_question_says(const t2s_question_facts *question, size_t i,
                       const char *list);
/* Whether the words [first, behind) are part of a longer value: 2020 of the
 * timetable "Winter 2020". */
bool t2s_question_is_in_value(const t2s_question_facts *question, size_t first,
                              size_t behind);
/* The number that a word is, or 0. */
double t2s_question_number_at(const t2s_question_facts *question, int32_t word);
/* Whether a name has a stem. */
static inline bool t2s_match_has_stem(const t2s_question_facts *question,
                                      const t2s_name_match *name, int32_t stem)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (question->name_stems.at[name->stems + i] == stem)
            return true;
    return false;
}
/* Whether two names have a stem in common. */
bool t2s_question_share_stem(const t2s_question_facts *question,
                             const t2s_name_match *a, const t2s_name_match *b);
void t2s_question_facts_free(t2s_question_facts *question);

/* The stem's number of a word in any case, or -1 where neither question nor
 * schema has it. */
int32_t t2s_question_find_stem(const t2s_question_facts *question,
                               const char *word, size_t n);

#endif
