/*
 * linker.h - linking a query: its conditions, what the question mentions, and
 * how both fit the database. linker.c puts the parts together.
 */
#ifndef T2S_LINK_LINKER_H
#define T2S_LINK_LINKER_H

#include "base/arena.h"
#include "base/vector.h"
#include "database/database.h"
#include "database/value_store.h"
#include "facts/name_links.h"
#include "facts/query.h"
#include "facts/question.h"
#include "question/question.h"
#include "schema/words.h"
#include "t2sed/parts/link.h"

#define T2S_NO_SPAN ((t2sed_span){(size_t)-1, (size_t)-1})

/* --- mentions: what a question and the turns before it name --- */

/* Earlier turns, pieces of a turn, and mentions that are looked at. */
#define T2S_MOST_TURNS    16
#define T2S_MOST_PIECES   1000
#define T2S_MOST_MENTIONS 4096

/* A piece of a turn, as t2s_value_next_piece parts them. */
typedef struct t2s_piece {
    uint32_t begin, end; /* bytes of the turn's text */
    t2s_word_key key;
    bool is_stop, is_capital, is_quoted, is_in_schema, is_taken;
} t2s_piece;

/* One turn. */
typedef struct t2s_turn {
    t2sed_question *question; /* a copy */
    char *lower;              /* its text in lower case */
    T2S_VECTOR(t2s_piece) pieces;
    t2s_link_words *words;
} t2s_turn;

typedef struct t2s_mention {
    t2sed_link_mention shown;
    bool is_marked; /* capitalised, quoted, or begins with a digit */
} t2s_mention;

/* Where something is mentioned, if it is. */
typedef struct t2s_found {
    int match; /* T2SED_MATCH_* */
    t2sed_span at;
    size_t turn;
} t2s_found;

typedef struct t2s_mentions {
    t2s_turn turns[T2S_MOST_TURNS];
    size_t turn_count, piece_count;
    T2S_VECTOR(t2s_mention) list;
    /* How each column of the schema is: all zeros until that is asked. */
    t2s_found *columns;
    size_t work; /* comparisons of names that are left */
    t2s_arena arena;
} t2s_mentions;

/* mentions.c: `question` is turn 0; the last of `earlier` is turn 1, and so on.
 * All but it may be NULL. Errors: T2SED_ENOMEM. */
t2sed_status t2s_mentions_new(t2s_mentions **out,
                              const t2sed_question *question,
                              const t2sed_conversation *earlier,
                              const t2sed_schema *schema,
                              t2s_value_store *store, t2sed_error *err);
void t2s_mentions_free(t2s_mentions *mentions);

/* Whether they are of these questions, by their text. */
bool t2s_mentions_are_of(const t2s_mentions *mentions,
                         const t2sed_question *question,
                         const t2sed_conversation *earlier);

/* A link of a turn's words as what was found. */
t2s_found t2s_found_link(const t2s_mentions *mentions, size_t turn,
                         const t2s_link *link);

/* find.c: how a name ("Home_Town") is mentioned. False when memory is short. */
bool t2s_find_name(t2s_found *out, const t2s_mentions *mentions,
                   const char *name);
/* How a value is; `is_category`: one of few short ones, so that L may be what
 * "left" is. */
t2s_found t2s_find_text(const t2s_mentions *mentions, const char *text,
                        size_t n, bool is_category);
t2s_found t2s_find_number(const t2s_mentions *mentions, double number);

/* --- linking --- */

struct t2sed_links {
    T2S_VECTOR(t2sed_link_condition) conditions;
    T2S_VECTOR(t2sed_link_mention) mentions;
    T2S_VECTOR(t2sed_link_repair) repairs;
    double score;
    char *sql;
    size_t sql_length;
    t2s_arena arena; /* of all texts */
};

struct t2sed_linker {
    const t2sed_schema *schema; /* or NULL */
    t2s_value_store *store;     /* or NULL */
    t2sed_database *database;   /* or NULL */
    t2s_mentions *mentions;     /* of the last question, or NULL */
};

/* The linking of one query. */
typedef struct t2s_linking {
    t2sed_linker *linker;
    t2s_mentions *mentions; /* or NULL: no question */
    const t2s_query *query; /* an empty one: there is none */
    t2sed_links *out;
    t2s_string normal; /* scratch */
    long work;         /* values and words of questions still looked at */
    long searches;     /* repairs still looked for */
    bool failed;       /* memory was short */
} t2s_linking;

/* As t2sed_linker_link, for a query whose facts were read with the linker's
 * schema. */
t2sed_status t2s_linker_link(t2sed_links **out, t2sed_linker *linker,
                             const t2sed_question *question,
                             const t2sed_sql *sql, const t2s_query *query,
                             const t2sed_conversation *earlier,
                             t2sed_error *err);

/* A condition: what the query says, and what is found of it. */
typedef struct t2s_linked {
    const t2s_condition *read;   /* of the linking's query */
    t2sed_link_condition *found; /* of the same number in the links */
} t2s_linked;

/* match.c: fills in what is found of a condition. */
void t2s_match_condition(t2s_linking *at, size_t i);
/* Whether a column's values are few and short: yes and no, L and R. */
bool t2s_is_category(const t2s_linking *at, int32_t column);
/* Whether the query has the column's table in FROM. */
bool t2s_is_in_use(const t2s_linking *at, int32_t column);

/* repair.c: how a condition's column holds its text where not as it stands:
 * looks for values like it, and proposes them. T2SED_MATCH_*. */
int t2s_propose_values(t2s_linking *at, const t2s_linked *of);
/* Proposes columns of tables in use that have the text; the first one, or
 * another column that has it, or T2S_NO_ITEM. */
int32_t t2s_propose_columns(t2s_linking *at, const t2s_linked *of);

/* score.c: the score of each condition, and of all. */
void t2s_score_links(t2s_linking *at);

#endif
