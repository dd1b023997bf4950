/*
 * t2sed/conversation.h - the earlier turns of a conversation: questions and the
 * queries that were chosen for them.
 *
 *     t2sed_conversation_new(&talk, &err);
 *     t2sed_conversation_add(talk, "Which ships are there?",
 *                            "SELECT name FROM ship", &err);
 *     ... now the context of "Only those built after 1950"
 *
 * A t2sed_check_input takes one with the turns before its question, as several
 * parts do.
 */
#ifndef T2SED_CONVERSATION_H
#define T2SED_CONVERSATION_H

#include <stddef.h>

#include "status.h"

T2SED_BEGIN_DECLS

/* Used by one thread at a time; while it does not change, several may read
 * it. */
typedef struct t2sed_conversation t2sed_conversation;

/* Turns that are kept: one more replaces the oldest. */
#define T2SED_CONVERSATION_MAX_TURNS 64
/* Of a question or a query; more is T2SED_ELIMIT. */
#define T2SED_CONVERSATION_MAX_BYTES 1048576

/*
 * Makes an empty conversation.
 *
 * out  the caller's; freed with t2sed_conversation_free.
 *
 * Errors: T2SED_EINVAL, T2SED_ENOMEM. Threads: any. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_conversation_new(t2sed_conversation **out,
                                              t2sed_error *err);
T2SED_API void t2sed_conversation_free(t2sed_conversation *conversation);

/*
 * Adds a turn behind the others; its number is then the last. After a failure
 * the conversation is as it was.
 *
 * question  UTF-8; copied.
 * sql       the query that was chosen for it, UTF-8; copied, not parsed. NULL:
 *           there is none, or it is not known.
 *
 * Errors: T2SED_EINVAL, T2SED_EEMPTY (no question), T2SED_EUTF8, T2SED_ELIMIT,
 * T2SED_ENOMEM. Threads: one at a time. Since: 0.1.
 */
T2SED_API t2sed_status t2sed_conversation_add(t2sed_conversation *conversation,
                                              const char *question,
                                              const char *sql,
                                              t2sed_error *err);
/* The same with lengths in bytes. Since: 0.1. */
T2SED_API t2sed_status
t2sed_conversation_add_n(t2sed_conversation *conversation, const char *question,
                         size_t question_length, const char *sql,
                         size_t sql_length, t2sed_error *err);

/*
 * How many turns are kept.
 *
 * Errors: none; 0 for NULL. Threads: as t2sed_conversation. Since: 0.1.
 */
T2SED_API size_t
t2sed_conversation_count(const t2sed_conversation *conversation);

T2SED_END_DECLS

#endif
