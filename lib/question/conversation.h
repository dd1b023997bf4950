/* conversation.h - reading the turns of a conversation. */
#ifndef T2S_QUESTION_CONVERSATION_H
#define T2S_QUESTION_CONVERSATION_H

#include "t2sed/conversation.h"

typedef struct t2s_conversation_turn {
    char *question, *sql; /* NUL-terminated; sql is NULL where not known */
    size_t question_length, sql_length;
} t2s_conversation_turn;

/* A turn, from 0, the oldest that is kept; all zeros where there is none. Texts
 * are borrowed until the next change. */
t2s_conversation_turn
t2s_conversation_get(const t2sed_conversation *conversation, size_t i);

#endif
