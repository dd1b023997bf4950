/*
 * restrictions.h - what narrows the rows: words of a question that do
 * ("unpaid", "repeat", "without orders"), conditions of a query that do, which
 * of both belong together, and whether they say the same or the opposite.
 */
#ifndef T2S_FACTS_RESTRICTIONS_H
#define T2S_FACTS_RESTRICTIONS_H

#include "facts/question.h"
#include "facts/asked_rows.h"
#include "facts/replaced_values.h"
#include "facts/time_match.h"

#define T2S_MOST_RESTRICTIONS 24

typedef enum t2s_restriction_kind {
    T2S_RESTRICTS_NULL,    /* x IS NULL, IS NOT NULL */
    T2S_RESTRICTS_FLAG,    /* x = 1, x = 'N' */
    T2S_RESTRICTS_VALUE,   /* x = 'open' */
    T2S_RESTRICTS_AMOUNT,  /* x > 5 */
    T2S_RESTRICTS_COLUMNS, /* x > y, of no keys */
    T2S_RESTRICTS_GROUPS,  /* in HAVING */
    T2S_RESTRICTS_RELATED, /* EXISTS, IN (SELECT...), and their negations */
    T2S_RESTRICTION_KINDS
} t2s_restriction_kind;

typedef struct t2s_restriction {
    t2s_restriction_kind kind;
    int32_t column;      /* or T2S_NO_ITEM */
    int32_t other;       /* that it is compared with, likewise */
    int order;           /* 1: by > or >=, -1: by < or <=, or 0 */
    int32_t relation;    /* of an anti-join by LEFT JOIN, or -1 */
    uint32_t begin, end; /* bytes of a subquery; equal where there is none */
    uint32_t place;      /* its first byte; 0 where that is not known */
    bool is_undirected;  /* a test in CASE or in a result: which rows are meant
                            is  not known */
    bool is_bound;       /* by another operator than = or IN */
    bool is_attached;    /* in ON of an outer join, on the optional side */
    const char *text;    /* the value's, or NULL */
    size_t length;
    int sign;      /* 1 or, negated, -1 */
    int32_t word;  /* of the question that it is for, or -1 */
    int direction; /* 1: as asked, -1: the opposite, 0: not known */
    int explained; /* the same by the knowledge */
    int negations; /* of the whole's, those that its word is read with: "no
                      longer" */
    bool is_free;  /* nothing in question or knowledge is for it */
    bool guards;   /* IS NOT NULL that only protects a computation */
} t2s_restriction;

typedef struct t2s_restrictions {
    t2s_restricted_words question, knowledge; /* copies of what was asked */
    t2s_restriction at[T2S_MOST_RESTRICTIONS];
    size_t count;
    bool asks_different, has_different; /* "another", x <> y of two columns */
    int32_t bare; /* where the query chooses no rows: the word of the question
                     that narrows the noun of a table ("unpaid orders"); -1 */
    /* The word for what is so at present, owed or not done, for which the query
     * has no condition; -1. "Current" may be of a thing and not of rows. */
    int32_t present;
    bool is_present_sure;
    int negations; /* of the question: words, prefixes, and what has not ended
                    */
} t2s_restrictions;

/* Lists what a query that was read with a schema has of them, as yet without
 * words and directions. */
void t2s_restrictions_list(t2s_restrictions *to, const t2s_query *query,
                           const t2sed_schema *schema);

/*
 * Reads all of a query that was read with a schema.
 *
 * asked     what the question says, which was read with the same schema.
 * coverage  what the query has of the question's words and values.
 */
void t2s_restrictions_read(t2s_restrictions *out, const t2s_query *query,
                           const t2sed_schema *schema,
                           const t2s_question_facts *question,
                           const t2s_asked_rows *asked,
                           const t2s_coverage *coverage);

/* Takes the bounds of windows of time that are asked for as asked for: the 2024
 * of < '2024-01-01', for 2023. `times` is of these conditions. */
void t2s_restrictions_take_times(t2s_restrictions *in,
                                 const t2s_time_match *times,
                                 const t2s_time_conditions *conditions);

#endif
