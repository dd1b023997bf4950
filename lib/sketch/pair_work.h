/* pair_work.h - what the features of columns and of tables share, made once
 * per question. */
#ifndef T2S_EVIDENCE_PAIR_WORK_H
#define T2S_EVIDENCE_PAIR_WORK_H

#include "sketch/pair_words.h"

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

typedef struct t2s_pair_work {
    const t2s_pair_sources *sources;
    const uint8_t *families;
    /* By name number: how many columns have it, the best table with one. */
    uint32_t *same;
    float *same_table;
    float *ranked, *ranked_tables; /* scores, falling */
    uint16_t *cover;    /* by word: words of the longest whole name on it */
    float *odds, *sums; /* by stem: what words of the question say */
    float *table_odds;
    float *feedback_odds; /* by stem of the feedback */
    t2s_pair_hits *hits;  /* by column */
    t2s_pair_keys *keys;
    t2s_pair_table *tables;
    const uint8_t *wrong_columns, *wrong_tables; /* the sources' */
    uint32_t *wrong_names; /* by name number: columns that it uses */
    uint32_t wrong_column_count, wrong_table_count, named_tables;
    double base[T2S_ITEM_ROLES], table_base;
    t2s_arena arena;
} t2s_pair_work;

/* False when memory is short; t2s_pair_work_free in any case. */
bool t2s_pair_work_make(t2s_pair_work *work, const t2s_pair_sources *sources);
void t2s_pair_work_free(t2s_pair_work *work);

/* What the counts of a key say against `base`; 0 where they are too few. */
double t2s_pair_odds(const t2s_pair_work *work, uint64_t key, double base,
                     double weight);

/* How many of ranked[0..count) are above `score`, at most 30. */
float t2s_pair_rank(const float *ranked, size_t count, float score);

/* Whether a table counts as named. */
bool t2s_pair_is_named(const t2s_name_match *match);

void t2s_pair_fill_column(float *row, const t2s_pair_work *work, size_t column);
void t2s_pair_fill_table(float *row, const t2s_pair_work *work, size_t table);

/* What the words around a mention say of a role: before it, and behind. */
void t2s_pair_around(float out[2], const t2s_pair_work *work,
                     const t2s_question_facts *question, t2s_mention mention,
                     int kind, int number, double base);

#endif
