/*
 * pair.h - features of pairs of a question and a column, or a table: what
 * speaks for it that the right query uses it, whichever query that is.
 *
 * Unknown numbers are NAN; they have no ranges, for only trees read them.
 */
#ifndef T2S_SKETCH_PAIR_H
#define T2S_SKETCH_PAIR_H

#include "base/hash_table.h"
#include "base/sorted_keys.h"
#include "base/private.h"
#include "facts/question.h"

/* A text, not NUL-terminated; `text` NULL is none. */
typedef struct t2s_pair_text {
    const char *text;
    size_t length;
} t2s_pair_text;

#define T2S_NO_TEXT ((t2s_pair_text){NULL, 0})

/* --- counts (pair_words.c) --- */

/* What counts on other databases tell: how often a column was used where a word
 * stood in the question, beside the mention, or in the column's name. Keys are
 * hashes, so that it is small and holds no text; values are hits and cases. All
 * zeros is empty. Those of a file are read in its mapping. */
typedef t2s_hash_table t2s_association;

typedef struct t2s_kept_association {
    const uint64_t *keys; /* rising */
    const float *hits, *cases;
    size_t count;
    t2s_key_tops tops;
} t2s_kept_association;

typedef struct t2s_association_entry {
    uint64_t key; /* 0: none */
    float hits, cases;
} t2s_association_entry;

/* The counts of `all` without those of `without` (NULL: none), or those of a
 * file (`kept`). */
typedef struct t2s_association_view {
    const t2s_association *all, *without;
    const t2s_kept_association *kept;
} t2s_association_view;

/* Kinds of keys, 1 to 15. */
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

/* A key of a kind of thing, a number and up to two texts. The kind is its
 * highest four bits; it is never 0. */
T2S_PRIVATE
uint64_t t2s_association_key(int kind, int number, t2s_pair_text a,
                             t2s_pair_text b);

/* Adds to the counts of a key; false when memory is short. */
T2S_PRIVATE
bool t2s_association_add(t2s_association *to, uint64_t key, float hits,
                         float cases);
/* The counts of a key; zeros where it has none. */
t2s_association_entry t2s_association_get(t2s_association_view view,
                                          uint64_t key);
/* The entry at *at or the next one; false at the end (t2s_hash_table_next). */
T2S_PRIVATE
bool t2s_association_next(const t2s_association *from, size_t *at,
                          t2s_association_entry *entry);
/* Whether a count is looked at, and so worth keeping. */
T2S_PRIVATE
bool t2s_pair_counts(const t2s_association_entry *entry);

/* The logarithm of how much the odds of a key are above `base`, shrunk as if
 * `weight` cases of the base had been seen too; 0 where counts are too few. */
double t2s_association_odds(t2s_association_view view, uint64_t key,
                            double base, double weight);
/* The share of hits among cases, kept away from 0 and 1; `otherwise` where
 * there are none. */
double t2s_association_share(t2s_association_view view, uint64_t key,
                             double otherwise);

/* --- words (pair_words.c) --- */

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

/* --- a question and what is known beside it (pair_work.c) --- */

/* Earlier questions that are looked at. */
#define T2S_PAIR_EARLIER 4

/* What a question is asked with, all borrowed. */
typedef struct t2s_pair_inputs {
    const t2sed_schema *schema;
    const t2s_value_index *values; /* or NULL */
    /* Earlier ones newest first. */
    t2s_pair_text question, earlier[T2S_PAIR_EARLIER], feedback;
    /* Facts of the question with schema and values; NULL: not made yet. */
    const t2s_question_facts *asked;
    /* The roles of what a wrong query uses, or NULL both. */
    const uint8_t *wrong_columns, *wrong_tables;
} t2s_pair_inputs;

/* The same, read; of earlier questions and of the feedback, NULL is none. */
typedef struct t2s_pair_sources {
    const t2s_pair_inputs *in;
    const t2s_question_facts *question;
    t2s_question_facts *own, *earlier[T2S_PAIR_EARLIER], *feedback;
    t2s_association_view association;
} t2s_pair_sources;

/* Reads the texts, to be ended with t2s_pair_sources_free in any case; `in`
 * must live as long. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_pair_sources_read(t2s_pair_sources *out,
                                   const t2s_pair_inputs *in,
                                   t2s_association_view association,
                                   t2sed_error *err);
T2S_PRIVATE
void t2s_pair_sources_free(t2s_pair_sources *sources);

/* --- features --- */

T2S_PRIVATE
extern const char *const t2s_pair_column_names[];
T2S_PRIVATE
extern const size_t t2s_pair_column_count;
T2S_PRIVATE
extern const char *const t2s_pair_table_names[];
T2S_PRIVATE
extern const size_t t2s_pair_table_count;

/* A row of t2s_pair_column_count numbers for every column of the schema and one
 * of t2s_pair_table_count for every table. */
typedef struct t2s_pair_rows {
    t2s_pair_sources sources;
    float *columns, *tables;
} t2s_pair_rows;

/* Reads the inputs and fills in the rows, to be ended with t2s_pair_rows_free
 * in any case. Errors: T2SED_ENOMEM. */
T2S_PRIVATE
t2sed_status t2s_pair_rows_make(t2s_pair_rows *out, const t2s_pair_inputs *in,
                                t2s_association_view association,
                                t2sed_error *err);
T2S_PRIVATE
void t2s_pair_rows_free(t2s_pair_rows *rows);

/*
 * Fills in what the rows of columns say of likely tables (likely_*, until then
 * NAN) from the probability of each table. False when memory is short.
 */
T2S_PRIVATE
bool t2s_pair_rows_add_tables(t2s_pair_rows *rows, const double *tables);

/* --- what all features of a question share (pair_work.c) --- */

/* Of a column: what values of the question say, and keys. */
typedef struct t2s_pair_column {
    uint16_t hits, marked; /* values that the column holds */
    uint16_t longest;      /* bytes */
    float share;           /* most of 1 / columns that hold the value */
    bool is_foreign, is_referenced;
} t2s_pair_column;

typedef struct t2s_pair_table {
    uint16_t refers, referred; /* foreign keys of it, and to it */
    uint16_t neighbours;       /* ends of these */
    uint16_t named_neighbours; /* that the question names */
    uint16_t wrong_neighbours; /* that the wrong query uses */
    float best_neighbour;      /* match */
    uint16_t hits;             /* most of a column */
} t2s_pair_table;

/* Of the columns of one name. */
typedef struct t2s_pair_name {
    uint32_t columns, wrong; /* how many, and how many the wrong query uses */
    float table;             /* the best score of their tables */
} t2s_pair_name;

/* What words of a text say of a stem: most of columns' names, the sum of what
 * speaks for it, and most of tables' names. */
typedef struct t2s_pair_said {
    float odds, sum, table_odds;
} t2s_pair_said;

/* The scores of columns or tables, falling. */
typedef struct t2s_pair_ranks {
    float *at;
    size_t count;
} t2s_pair_ranks;

typedef struct t2s_pair_work {
    const t2s_pair_sources *sources;
    const uint8_t *families; /* by word */
    uint16_t *cover; /* by word: words of the longest whole name on it */
    t2s_pair_ranks ranked, ranked_tables;
    t2s_pair_name *names;    /* by name number */
    t2s_pair_said *said;     /* by stem */
    t2s_pair_said *feedback; /* by stem of the feedback */
    t2s_pair_column *columns;
    t2s_pair_table *tables;
    uint32_t wrong_column_count, wrong_table_count, named_tables;
    double base[T2S_ITEM_ROLES], table_base;
    t2s_arena arena;
} t2s_pair_work;

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
