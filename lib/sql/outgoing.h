/*
 * outgoing.h - a query as a database system of the host's is sent it.
 *
 * Nothing is sent as it came. The text is read by the lexical rules of every
 * system that may see it, has to be one SELECT by them, and is written from
 * its tokens: strings, quoted names and numbers are spelled here, comments are
 * left out. What two of the systems would read differently is an error.
 */
#ifndef T2S_SQL_OUTGOING_H
#define T2S_SQL_OUTGOING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/string.h"
#include "base/vector.h"
#include "sql/systems.h"

typedef enum t2s_token_kind {
    T2S_TOKEN_WORD,   /* a keyword, or a name without quotes */
    T2S_TOKEN_NAME,   /* in quotes; `text` is without them */
    T2S_TOKEN_STRING, /* the same; of X'..' and B'..' the digits */
    T2S_TOKEN_NUMBER,
    T2S_TOKEN_SIGN
} t2s_token_kind;

typedef struct t2s_token {
    const char *text;
    size_t n;
    uint32_t begin, end; /* bytes of what was given */
    t2s_token_kind kind;
    char prefix; /* of a string: 'x', 'b', 'n' or 0 */
} t2s_token;

/* A text as it is read and written. All zeros but for `systems`, `text` and
 * `length` is ready. */
typedef struct t2s_outgoing {
    unsigned systems;
    const char *text;
    size_t length;
    T2S_VECTOR(t2s_token) tokens;
    t2s_arena arena;
    t2sed_status status;
    const char *why; /* of T2SED_EUNSUPPORTED: what stands at byte `where` */
    size_t where;
} t2s_outgoing;

/* --- for callers --- */

/* The systems behind a name of a dialect; T2S_ANY where it is NULL or none
 * that is known. */
unsigned t2s_outgoing_systems(const char *dialect);
/* The quote that names have there. */
char t2s_outgoing_name_quote(unsigned systems);

/* Where a token of the text that is sent comes from. */
typedef struct t2s_sent_mark {
    size_t at, begin;
} t2s_sent_mark;

typedef struct t2s_sent {
    t2s_string text;
    T2S_VECTOR(t2s_sent_mark) marks;
} t2s_sent;

/*
 * Appends to `out` what the systems are sent for a text, NUL-terminated both.
 * `is_sqlite`: it has to mean the same by SQLite's rules. Errors, with the
 * byte: T2SED_EUNSUPPORTED (systems, or their settings, read it differently),
 * T2SED_ENOTSELECT (it may do more than read); T2SED_EUTF8, T2SED_ELIMIT,
 * T2SED_ENOMEM.
 */
t2sed_status t2s_outgoing_write(t2s_sent *out, unsigned systems, bool is_sqlite,
                                const char *text, size_t n, t2sed_error *err);
void t2s_sent_free(t2s_sent *sent);
/* The byte of what was given that stands for a byte of what was sent. */
size_t t2s_sent_source(const t2s_sent *sent, size_t at);

/* --- between its files --- */

/* Ends the reading; false. */
bool t2s_outgoing_refuse(t2s_outgoing *o, size_t where, const char *why);
/* Whether one of the systems is, and whether no other is. */
static inline bool t2s_outgoing_has(const t2s_outgoing *o, unsigned systems)
{
    return (o->systems & systems) != 0;
}
static inline bool t2s_outgoing_only(const t2s_outgoing *o, unsigned systems)
{
    return (o->systems & ~systems) == 0;
}
static inline bool t2s_token_is(const t2s_token *token, const char *list)
{
    return (token->kind == T2S_TOKEN_WORD || token->kind == T2S_TOKEN_SIGN) &&
           t2s_is_one_of(token->text, token->n, list);
}

/* outgoing_token.c: fills in the tokens. */
bool t2s_outgoing_read(t2s_outgoing *o);
/* outgoing_rules.c: whether they are one SELECT that only reads, as far as
 * words show. */
bool t2s_outgoing_check(t2s_outgoing *o);

#endif
