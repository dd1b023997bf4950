/*
 * t2sed/parts/constraint.h - constrained decoding: says which bytes, and which
 * tokens of a language model, may come next, so that the query parses and its
 * names exist.
 *
 *     t2sed_constraint_new(&constraint, database, NULL, &err);
 *     t2sed_constraint_vocabulary_new(&vocabulary, tokens, lengths, n, &err);
 *     t2sed_constraint_state_new(&state, constraint, &err);
 *     for (;;) {
 *         t2sed_constraint_mask(state, vocabulary, mask, &err);
 *         ...of the allowed tokens, and of the end where
 *            t2sed_constraint_may_end(state) is 1, the model takes one...
 *         t2sed_constraint_advance(state, token, length, &err);
 *     }
 *
 * The language is SQLite's SELECT: names are those that the schema has, columns
 * those of tables in sight, functions those that SQLite has, with the numbers
 * of their arguments, aggregates where they may stand. A list of result columns
 * comes before its FROM: any column of the schema may stand there, and FROM
 * must then bring tables that have them. New names (aliases, WITH) are free, as
 * is the text of strings; but where T2 was used before FROM, a table that lacks
 * what was used of it is not called T2x.
 *
 * Left out, though SQLite has them: comments, VALUES, parameters, blobs,
 * hexadecimal numbers, row values, WINDOW clauses and names of windows,
 * INDEXED BY, MATCH, REGEXP, RAISE, table-valued functions, joins in
 * parentheses, names with a database before them, and strings in single quotes
 * as names of tables and columns. docs/internals/constraint.md says where a
 * state can be accepted though no text completes it.
 */
#ifndef T2SED_CONSTRAINT_H
#define T2SED_CONSTRAINT_H

#include <stddef.h>
#include <stdint.h>

#include "../database.h"
#include "../status.h"

T2SED_BEGIN_DECLS

/* What queries on a database may be. Immutable: any number of threads may use
 * one. */
typedef struct t2sed_constraint t2sed_constraint;

/* The beginning of a query. One thread at a time. */
typedef struct t2sed_constraint_state t2sed_constraint_state;

/* The tokens of a language model. Immutable: any number of threads may use
 * one. */
typedef struct t2sed_constraint_vocabulary t2sed_constraint_vocabulary;

/* A number that is 0 stands for its default. */
typedef struct t2sed_constraint_options {
    size_t struct_size; /* sizeof(t2sed_constraint_options) */
    int max_bytes;      /* of the query; default 4096, most 65536 */
    int max_text;       /* bytes of a string; -1: no limit; default 256 */
    /* Bytes of an alias that is used before FROM makes it (SELECT T1.name FROM
     * singer AS T1). -1: no limit. A larger number takes more names that do not
     * exist for aliases. Default 3. */
    int max_early_alias;
    /* 1: result columns may have any name, which a subquery in FROM must then
     * bring (SELECT total FROM (SELECT sum(x) AS total ...)). 0, the default:
     * before FROM they have names of the schema alone. */
    int early_names;
} t2sed_constraint_options;

/* Fills in the defaults, `size` bytes at most:
 * sizeof(t2sed_constraint_options). Errors: none. Threads: any. Since: 0.9. */
T2SED_API void t2sed_constraint_options_init(t2sed_constraint_options *options,
                                             size_t size);

/*
 * Makes a constraint.
 *
 * out       freed with t2sed_constraint_free.
 * database  read during the call only: its schema. NULL, or one without a
 *           schema: the grammar alone; any name may stand anywhere.
 * options   NULL for the defaults.
 *
 * Errors: T2SED_EINVAL (an option is out of its range), T2SED_ELIMIT (more than
 * 30,000 different names), T2SED_EDATABASE (SQLite can't make empty tables of
 * the schema), T2SED_ENOMEM. Threads: any. Since: 0.9. Source: acceptable next
 * terminals of an LR parser's stack, as in Poesia et al. 2022, "Synchromesh",
 * and Scholak et al. 2021, "PICARD".
 */
T2SED_API t2sed_status
t2sed_constraint_new(t2sed_constraint **out, const t2sed_database *database,
                     const t2sed_constraint_options *options, t2sed_error *err);
/* NULL is allowed. Errors: none. Threads: while no state uses it. Since: 0.9.
 */
T2SED_API void t2sed_constraint_free(t2sed_constraint *constraint);

/*
 * A state that has read nothing, and a copy of one (for beams). The constraint
 * must live as long as its states.
 *
 * out  freed with t2sed_constraint_state_free.
 *
 * Errors: T2SED_EINVAL (NULL), T2SED_ENOMEM. Threads: any; a state that is
 * copied is read. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_constraint_state_new(
    t2sed_constraint_state **out, const t2sed_constraint *constraint,
    t2sed_error *err);
T2SED_API t2sed_status t2sed_constraint_state_copy(
    t2sed_constraint_state **out, const t2sed_constraint_state *state,
    t2sed_error *err);
/* NULL is allowed. Errors: none. Threads: the state's. Since: 0.9. */
T2SED_API void t2sed_constraint_state_free(t2sed_constraint_state *state);

/*
 * Reads on. Bytes may end anywhere, within a word or a character.
 *
 * text, n  bytes of the query; read during the call only.
 *
 * Errors, after which the state is as it was: T2SED_ESYNTAX (a byte that may
 * not follow; err's offset is its place in the query), T2SED_ELIMIT (more than
 * max_bytes), T2SED_EINVAL (NULL), T2SED_ENOMEM. Threads: the state's.
 * Since: 0.9.
 */
T2SED_API t2sed_status t2sed_constraint_advance(t2sed_constraint_state *state,
                                                const char *text, size_t n,
                                                t2sed_error *err);

/*
 * Whether the bytes may follow; the state stays as it is.
 *
 * Returns: 1 or 0; -1 where memory is short or something is NULL. Errors:
 * none. Threads: the state's. Since: 0.9.
 */
T2SED_API int t2sed_constraint_allows(t2sed_constraint_state *state,
                                      const char *text, size_t n);

/*
 * Whether the query may end here. With a schema the last word is SQLite's,
 * which prepares the query on empty tables; without one, t2sed_sql_parse's.
 *
 * Returns: 1 or 0; -1 where memory is short or the state is NULL. Errors:
 * none. Threads: the state's. Since: 0.9.
 */
T2SED_API int t2sed_constraint_may_end(t2sed_constraint_state *state);

/* The bytes read so far, `*length` of them (may be NULL); borrowed until the
 * next call. Errors: none; NULL for NULL. Threads: the state's. Since: 0.9. */
T2SED_API const char *t2sed_constraint_text(const t2sed_constraint_state *state,
                                            size_t *length);

/*
 * Takes a model's tokens and prepares them for masks.
 *
 * out      freed with t2sed_constraint_vocabulary_free.
 * tokens   [count] bytes that each token adds to a text, which need be no
 *          whole characters; copied. NULL: a token that is none of the text's
 *          (the end of a text, a role), and never allowed.
 * lengths  [count] of each, in bytes. Tokens of 0 or of more than 1,024 bytes
 * are never allowed.
 *
 * Errors: T2SED_EINVAL (NULL), T2SED_ELIMIT (2^20 tokens, 64 MiB),
 * T2SED_ENOMEM. Threads: any. Since: 0.9.
 */
T2SED_API t2sed_status t2sed_constraint_vocabulary_new(
    t2sed_constraint_vocabulary **out, const char *const *tokens,
    const size_t *lengths, size_t count, t2sed_error *err);
/* NULL is allowed. Errors: none. Threads: while none uses it. Since: 0.9. */
T2SED_API void
t2sed_constraint_vocabulary_free(t2sed_constraint_vocabulary *vocabulary);

/*
 * Which tokens may follow: those that t2sed_constraint_allows.
 *
 * mask  [(count + 31) / 32] receives bit i % 32 of mask[i / 32] for token i.
 *
 * Errors: T2SED_EINVAL (NULL), T2SED_EINTERRUPTED, T2SED_ENOMEM. Threads: the
 * state's. Since: 0.9.
 */
T2SED_API t2sed_status
t2sed_constraint_mask(t2sed_constraint_state *state,
                      const t2sed_constraint_vocabulary *vocabulary,
                      uint32_t *mask, t2sed_error *err);

T2SED_END_DECLS

#endif
