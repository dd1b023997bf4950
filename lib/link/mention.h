/* mention.h - what a question, and the questions before it, name: tables and
 * columns by their names, columns by their values. Made once per question. */
#ifndef T2S_EVIDENCE_MENTION_H
#define T2S_EVIDENCE_MENTION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vector.h"
#include "question/question.h"
#include "facts/name_links.h"
#include "database/value_store.h"
#include "t2sed/link.h"

/* Earlier turns, words of a turn, and mentions that are looked at. */
#define T2S_MOST_TURNS    16
#define T2S_MOST_PIECES   1000
#define T2S_MOST_MENTIONS 4096

/* A piece of a turn, as t2s_value_next_piece parts them. */
typedef struct t2s_said_piece {
    uint32_t begin, end; /* bytes of the turn's text */
    uint8_t stem_length; /* of t2s_word_stem, within the piece's bytes */
    char stem[31];       /* lower case; cut */
    bool is_capital, is_quoted, is_stop, is_in_schema, is_taken;
} t2s_said_piece;

/* One turn. */
typedef struct t2s_said {
    const char *text, *lower;
    size_t length;
    T2S_VECTOR(t2s_said_piece) pieces;
    t2s_link_words *words;
    uint32_t (*ranges)[2]; /* of its words, as the question has them */
    size_t word_count;
} t2s_said;

typedef struct t2s_mention {
    int kind;     /* T2SED_NAMED_* */
    int32_t item; /* table or column */
    int match;    /* T2SED_MATCH_* */
    uint32_t begin, end, turn;
    const char *value; /* of a column, as the database has it, or NULL */
    size_t length;
    bool is_marked; /* capitalised, quoted, or begins with a digit */
} t2s_mention;

typedef struct t2s_mentions {
    t2s_said turns[T2S_MOST_TURNS];
    size_t turn_count;
    T2S_VECTOR(t2s_mention) list;
    size_t work; /* comparisons of names that are left */
    t2s_arena arena;
} t2s_mentions;

/* `question` is turn 0; the last of `earlier` is turn 1, and so on. All but it
 * may be NULL.
 * Errors: T2SED_ENOMEM. */
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

/* Where something is named. */
typedef struct t2s_named_at {
    int match; /* T2SED_MATCH_* */
    uint32_t begin, end, turn;
} t2s_named_at;

/* How a name ("Home_Town") is named. False when memory is short. */
bool t2s_mentions_find_name(t2s_named_at *out, t2s_mentions *mentions,
                            const char *name);
/* How a value is named; `is_category`: one of few short ones, so that L may be
 * what "left" is. */
t2s_named_at t2s_mentions_find_text(const t2s_mentions *mentions,
                                    const char *text, size_t n,
                                    bool is_category);
t2s_named_at t2s_mentions_find_number(const t2s_mentions *mentions,
                                      double number);

#endif
