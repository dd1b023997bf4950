/* pair_work.h - what pairs of a question and a column or a table are made of:
 * words around mentions of names, counts of words, values, keys. */
#ifndef T2S_SKETCH_PAIR_WORK_H
#define T2S_SKETCH_PAIR_WORK_H

#include "sketch/pair.h"

/* --- words (pair_words.c) --- */

/* Kinds of keys in an association. */
enum {
    T2S_PAIR_BASE = 1,   /* how often a column has a role */
    T2S_PAIR_TABLE_BASE, /* how often a table is used */
    T2S_PAIR_HEAD,       /* the same by the last word of the name */
    T2S_PAIR_STEM,       /* by any word of the name */
    T2S_PAIR_WORD,       /* by a word of the question and one of the name */
    T2S_PAIR_TABLE_STEM, /* for tables */
    T2S_PAIR_TABLE_WORD,
    T2S_PAIR_AROUND, /* by a word beside the mention */
    T2S_PAIR_TABLE_AROUND,
    T2S_PAIR_FEEDBACK, /* the same in feedback */
    T2S_PAIR_FEEDBACK_BASE
};

/* Added to a role's number where the wrong query uses the column. */
#define T2S_PAIR_IS_WRONG (1 << 5)

/* Places beside a mention: two words before, two behind. */
#define T2S_PAIR_PLACES 4

/* Words of the question that stand in a row, [begin, end); begin is -1 where
 * the name is not mentioned. */
typedef struct t2s_mention {
    int32_t begin, end;
} t2s_mention;

T2S_PRIVATE
t2s_mention t2s_mention_of(const t2s_question_facts *question,
                           const t2s_name_match *match);

T2S_PRIVATE
t2s_pair_text t2s_pair_stem(const t2s_question_facts *question, int32_t stem);
/* The last word of a name; "" of one without words. */
T2S_PRIVATE
t2s_pair_text t2s_pair_head(const t2s_question_facts *question,
                            const t2s_name_match *match);
/* The key of the word at a place beside a mention (0: just before it, 1: before
 * that, 2: just behind, 3: behind that). */
T2S_PRIVATE
uint64_t t2s_pair_beside(const t2s_question_facts *question,
                         t2s_mention mention, int place, int kind, int number);

/* Families of words whose distance from a mention tells its role. */
typedef enum t2s_pair_family {
    T2S_FAMILY_ASK,
    T2S_FAMILY_WHERE,
    T2S_FAMILY_EACH,
    T2S_FAMILY_ORDER,
    T2S_FAMILY_MOST,
    T2S_FAMILY_COMPARE,
    T2S_FAMILY_VALUE,
    T2S_FAMILY_AGGREGATE,
    T2S_FAMILIES
} t2s_pair_family;

/* For each word the families that it belongs to, as bits: made in `arena`,
 * NULL when memory is short. */
const uint8_t *t2s_pair_families(t2s_arena *arena,
                                 const t2s_question_facts *question);

/*
 * The words and pairs of neighbouring words that a question is counted by:
 * distinct, at most T2S_PAIR_TERMS. `terms` is of that many; returns how many.
 */
#define T2S_PAIR_TERMS 96
typedef struct t2s_pair_term {
    char text[96];
    size_t length;
    int32_t stem; /* of a lone word; -1: a pair */
} t2s_pair_term;
T2S_PRIVATE
size_t t2s_pair_terms(t2s_pair_term terms[T2S_PAIR_TERMS],
                      const t2s_question_facts *question);

/* --- what all features of a question share (pair_work.c) --- */

/* What values of the question say of a column. */
typedef struct t2s_pair_hits {
    uint16_t count, marked; /* that the column holds */
    uint16_t longest;       /* bytes */
    float share;            /* most of 1 / columns that hold the value */
} t2s_pair_hits;

typedef struct t2s_pair_keys {
    bool is_foreign, is_referenced;
} t2s_pair_keys;

typedef struct t2s_pair_table {
    uint16_t refers, referred; /* foreign keys of it, and to it */
    uint16_t neighbours;       /* ends of these */
    uint16_t named_neighbours; /* that the question names */
    uint16_t wrong_neighbours; /* that the wrong query uses */
    float best_neighbour;      /* match */
    uint16_t hits;             /* most of a column */
} t2s_pair_table;

/* The scores of columns or tables, falling. */
typedef struct t2s_pair_ranks {
    float *at;
    size_t count;
} t2s_pair_ranks;

typedef struct t2s_pair_work {
    const t2s_pair_sources *sources;
    const uint8_t *families;
    /* By name number: how many columns have it, the best table with one. */
    uint32_t *same;
    float *same_table;
    t2s_pair_ranks ranked, ranked_tables;
    uint16_t *cover;    /* by word: words of the longest whole name on it */
    float *odds, *sums; /* by stem: what words of the question say */
    float *table_odds;
    float *feedback_odds; /* by stem of the feedback */
    t2s_pair_hits *hits;  /* by column */
    t2s_pair_keys *keys;
    t2s_pair_table *tables;
    uint32_t *wrong_names; /* by name number: columns that the query uses */
    uint32_t wrong_column_count, wrong_table_count, named_tables;
    double base[T2S_ITEM_ROLES], table_base;
    t2s_arena arena;
} t2s_pair_work;

/* What the counts of a key say against `base`; 0 where they are too few. */
float t2s_pair_odds(const t2s_pair_work *work, uint64_t key, double base,
                    double weight);

/* How many scores are above this one, at most 30, and the best but it. */
float t2s_pair_rank(t2s_pair_ranks ranks, float score);
float t2s_pair_best_other(t2s_pair_ranks ranks, float score);

/* Where in the question a word stands, 0 to 1; NAN for none, -1. */
float t2s_pair_place(const t2s_question_facts *question, int32_t word);

/* What the words around a mention say of a role: before it, and behind. */
void t2s_pair_around(float out[2], const t2s_pair_work *work,
                     const t2s_question_facts *question, t2s_mention mention,
                     int kind, int number, double base);

void t2s_pair_fill_column(float *row, const t2s_pair_work *work, size_t column);
void t2s_pair_fill_table(float *row, const t2s_pair_work *work, size_t table);

/* A number that is known under a condition. */
#define T2S_PAIR_IF(known, number) ((known) ? (float)(number) : NAN)

#endif
